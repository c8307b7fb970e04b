-- SPDX-License-Identifier: MIT
--
-- Fills, strings and listings of grids that used to take all memory or never ended; each runs in a process with 512 MB
-- of memory and six seconds.
local limited = dofile("spec/support/limited.lua")

-- What the code printed, on one line.
local function output(code)
  return (limited.output(code):gsub("%s+", " "))
end

local function refuses(code, megabytes, side)
  local message = limited.message(code)
  assert.truthy(message:find(("min and max: this fill would take %d MB, more than the limit of 256 MB; "
    .. "a box takes little where its min is a multiple of %d and its max one less than a multiple")
      :format(megabytes, side), 1, true), message)
end

describe("fill", function()
  it("refuses a rod of 1e9 x 8 x 8 cells", function()
    refuses("c.grid():fill(0, 0, 0, 1e9, 7, 7, 1)", 21617, 512)
  end)

  it("refuses a flat row of 1e10 x 16 cells", function()
    refuses("c.grid { dimensions = 2 }:fill(0, 0, 1e10, 15, 1)", 46322, 1024)
  end)

  it("takes little memory for a cube of 2^15 from the origin, which covers whole blocks", function()
    assert.equal("35184372088832 true", output [[
      local g = c.grid()
      g:fill(0, 0, 0, 2 ^ 15 - 1, 2 ^ 15 - 1, 2 ^ 15 - 1, 1)
      print(string.format("%.0f", g:count()), #g:encode() < 1e5)]])
  end)

  it("refuses to empty the inside of a cube of 2^14, and leaves it unchanged", function()
    local make = "local g = c.grid() g:fill(0, 0, 0, 2 ^ 14 - 1, 2 ^ 14 - 1, 2 ^ 14 - 1, 1) "
    local cut = "g:fill(1, 1, 1, 2 ^ 14 - 2, 2 ^ 14 - 2, 2 ^ 14 - 2, 0) "
    refuses(make .. cut, 3168, 512)
    assert.equal("true", output(make .. "local before = g:encode() pcall(function() " .. cut
      .. " end) print(before == g:encode())"))
  end)

  it("empties the same cube block by block", function()
    assert.equal(("%.0f"):format(2 ^ 42 - (2 ^ 14 - 2048) ^ 3), output [[
      local g = c.grid()
      g:fill(0, 0, 0, 2 ^ 14 - 1, 2 ^ 14 - 1, 2 ^ 14 - 1, 1)
      g:fill(1024, 1024, 1024, 2 ^ 14 - 1025, 2 ^ 14 - 1025, 2 ^ 14 - 1025, 0)
      print(string.format("%.0f", g:count()))]])
  end)

  it("creates the floor of a flat world", function()
    assert.equal("400080004", output [[
      local g = c.grid()
      g:fill(-5000, 0, -5000, 5000, 3, 5000, 1)
      print(string.format("%.0f", g:count()))]])
  end)

  it("sets another value in that floor without memory, but not in half of it", function()
    assert.equal("false true 400080004", output [[
      local g = c.grid()
      g:fill(-5000, 0, -5000, 5000, 3, 5000, 1)
      local upper = pcall(g.fill, g, -5000, 2, -5000, 5000, 3, 5000, 2)
      local both = pcall(g.fill, g, -5000, 0, -5000, 5000, 3, 5000, 2)
      print(upper, both, string.format("%.0f", g:count()))]])
  end)

  it("takes as little after many partial fills as after one of the whole", function()
    assert.equal("true", output [[
      local whole, parts = c.grid(), c.grid()
      whole:fill(0, 0, 0, 511, 511, 511, 1)
      for y = 0, 511 do parts:fill(0, y, 0, 511, y, 511, 1) end
      print(whole:encode() == parts:encode())]])
  end)
end)

describe("decode", function()
  -- `head`: what the string of a grid with two cells begins with, whose root is of that level.
  local prelude = [[
    local function head(level, far)
      local g = c.grid()
      g:set(0, 0, 0, 1)
      g:set(far, 0, 0, 1)
      local text, at = g:encode(), 57
      assert(text:byte(56) == level)
      for axis = 1, 3 do
        while text:byte(at) > 127 do at = at + 1 end
        at = at + 1
      end
      return text:sub(1, at - 1)
    end
    local none, all = ("\0"):rep(8), ("\255"):rep(8)
  ]]

  it("decodes 3.5e13 cells from 145 bytes at no cost, and lists them one by one", function()
    assert.equal("true 35184372088832 200000 true", output(prelude .. [[
      local text = head(6, 4096) .. none .. all .. ("\7"):rep(64)
      local g, steps = c.grid.decode(text), 0
      for _ in g:each() do
        steps = steps + 1
        if steps == 2e5 then break end
      end
      local min, max = g:bounds()
      print(#text < 150, string.format("%.0f %d", g:count(), steps), max.x - min.x == 2 ^ 15 - 1)]]))
  end)

  it("takes at most 158 bytes for each byte of the string", function()
    assert.equal("16777216", output(prelude .. [[
      local brick = "\0" .. string.char(2, 0) .. "\1\1\63\2"
      local part = all .. none .. (all .. none .. brick:rep(64)):rep(64)
      local text = head(3, 256) .. all .. none .. part:rep(64)
      assert(not pcall(c.grid.decode, text:sub(1, -2)))
      print(string.format("%.0f", c.grid.decode(text):count()))]]))
  end)
end)

describe("each", function()
  -- In the plane z = 0 one column of bricks has cells, in every other row; beside it are a quarter of
  -- a million bricks that have none in this plane.
  it("does not visit all bricks of a plane for each row", function()
    assert.equal("32768", output [[
      local g, count = c.grid(), 0
      for y = 0, 2 ^ 13 - 1, 2 do g:fill(0, y, 0, 7, y, 0, 1) end
      g:fill(8, 0, 7, 2047, 2 ^ 13 - 1, 7, 1)
      for _ in g:each(0, 0, 0, 2 ^ 13, 2 ^ 13, 0) do count = count + 1 end
      print(count)]])
  end)
end)

-- A finalizer does nothing there, see spec/hostile_closing_spec.lua.
describe("grids that are dropped deep in a recursion", function()
  it("are freed in time, although not by their finalizers", function()
    assert.equal("200", output [[
      local function call_at(depth, action)
        if depth > 0 then return (call_at(depth - 1, action)) end
        return action()
      end
      local made = 0
      call_at(12000, function()
        for _ = 1, 200 do
          c.grid():fill(0, 0, 0, 2e5, 7, 7, 1) -- 4 MB
          made = made + 1
          collectgarbage()
        end
      end)
      print(made)]])
  end)
end)
