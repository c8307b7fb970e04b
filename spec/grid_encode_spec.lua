-- SPDX-License-Identifier: MIT
--
-- Grids as strings of bytes.
local collide = require("collide")
local cases = require("spec.support.cases")


local random = require("spec.support.random").whole(20261121)

-- All cells and values that a loop yields, one text each.
local function told(...)
  local list = {}
  for x, y, z, value in ... do list[#list + 1] = table.concat({ x, y, z, value }, " ") end
  return list
end

describe("encode", function()
  local function same(grid)
    local text = grid:encode()
    local copy = collide.grid.decode(text)
    assert.equal(tostring(grid), tostring(copy))
    assert.same(told(grid:each()), told(copy:each()))
    assert.equal(text, copy:encode())
    return text
  end

  it("and decode restore a grid", function()
    same(collide.grid())
    same(collide.grid { dimensions = 2, size = 0.1, origin = { -3, 1e100 } })
    for round = 1, cases.of(40, 10) do
      local dimensions = 2 + round % 2
      local grid = collide.grid { dimensions = dimensions, size = round / 3 }
      for _ = 1, random(1, 40) do
        local cell = { random(-60, 60), random(-60, 60), random(-60, 60) }
        cell[dimensions + 1] = nil
        grid:set(cell, random(1, 9) ^ 5)
      end
      local low = { random(-20, 0), random(-20, 0), dimensions == 3 and random(-20, 0) or nil }
      grid:fill(low, { random(0, 20), random(0, 20), dimensions == 3 and random(0, 20) or nil }, random(0, 3))
      same(grid)
    end
  end)

  it("encodes a large filled grid in little memory", function()
    local grid = collide.grid()
    grid:fill(-1000, -1000, -1000, 999, 999, 999, 3)
    local text = grid:encode()
    local copy = collide.grid.decode(text)
    assert.is_true(#text < 2 ^ 21)
    assert.equal(8e9, copy:count())
    assert.equal(text, copy:encode())
  end)

  it("returns the same string for the same cells, in whatever order they were set", function()
    local one, other = collide.grid(), collide.grid()
    one:fill(-8, -8, -8, 23, 23, 23, 7)
    one:fill(0, 0, 0, 3, 3, 3, 0)
    other:set(500, 500, 500, 1)
    for z = 23, -8, -1 do
      for y = -8, 23 do
        for x = 23, -8, -1 do
          if x < 0 or x > 3 or y < 0 or y > 3 or z < 0 or z > 3 then other:set(x, y, z, 7) end
        end
      end
    end
    other:set(500, 500, 500, 0)
    assert.equal(one:encode(), other:encode())
    one:set(0, 0, 0, 7)
    assert.not_equal(one:encode(), other:encode())
  end)

  it("encodes a block in the same way, whatever surrounded it before", function()
    local one, other = collide.grid(), collide.grid()
    one:fill(32, 32, 32, 63, 63, 63, 2)
    other:fill(0, 0, 0, 127, 127, 127, 2)
    for axis = 1, 3 do
      local low, high = { 0, 0, 0 }, { 127, 127, 127 }
      high[axis] = 31
      other:fill(low, high, 0)
      low, high = { 0, 0, 0 }, { 127, 127, 127 }
      low[axis] = 64
      other:fill(low, high, 0)
    end
    assert.equal(one:count(), other:count())
    assert.equal(one:encode(), other:encode())
  end)

  it("takes few bytes", function()
    local grid = collide.grid()
    grid:fill(0, 0, 0, 99, 0, 99, 1)
    assert.is_true(#grid:encode() < 10000)
  end)
end)

describe("decode", function()
  local function message(text)
    local ok, err = pcall(collide.grid.decode, text)
    return ok and "fine" or err
  end

  local grid = collide.grid()
  grid:set(3, 4, 5, 600)
  grid:fill(0, 0, 0, 20, 9, 9, 2)
  grid:fill(64, 64, 64, 95, 95, 95, 3)
  local good = grid:encode()

  it("refuses a string that is no grid", function()
    assert.matches("string: this is not an encoded grid", message(""), 1, true)
    assert.matches("string: this is not an encoded grid", message("hello, world, this is no grid"), 1, true)
    assert.matches("another version of collide", message(good:sub(1, 5) .. "\1" .. good:sub(7)), 1, true)
  end)

  it("refuses a string that is cut off at any byte", function()
    for length = 6, #good - 1 do
      assert.matches("string: it ", message(good:sub(1, length)), 1, true)
    end
    assert.matches("string: it is damaged", message(good .. "\0"), 1, true)
  end)

  it("survives any bytes", function()
    local fine = 0
    for _ = 1, cases.of(5000, 500) do
      local at = random(7, #good)
      local bytes = string.char(random(0, 255), random(0, 1) * 255, random(0, 255)):sub(1, random(1, 3))
      local text = (good:sub(1, at - 1) .. bytes .. good:sub(at + #bytes)):sub(1, #good)
      local ok, got = pcall(collide.grid.decode, text)
      if ok then
        fine = fine + 1
        local min, max = got:bounds()
        assert.is_true(got:count() > 0 and min.x <= max.x)
        assert.equal(text, got:encode())
      end
    end
    assert.is_true(fine > 0)
  end)

  -- A number as 8 bytes; a string of a grid with a root of that level, from cell 0 on.
  local function word(n)
    local bytes = {}
    for i = 1, 8 do bytes[i], n = string.char(n % 256), math.floor(n / 256) end
    return table.concat(bytes)
  end
  local function rooted(level, rest) return good:sub(1, 55) .. string.char(level) .. "\0\0\0" .. rest end
  local one_child, all = word(1) .. word(0), ("\255"):rep(8)
  local row = "\1" .. "\1\0" .. word(15) .. "\7" -- a brick with four cells that hold 7

  it("accepts strings that are put together by hand", function()
    assert.equal(4, collide.grid.decode(rooted(1, one_child .. row)):count())
    assert.equal(2 ^ 15, collide.grid.decode(rooted(1, word(0) .. all .. ("\7"):rep(64))):count())
  end)

  it("refuses strings that encode would write differently", function()
    for what, text in pairs {
      ["a root that is higher than need be"] = rooted(2, one_child .. one_child .. row),
      ["a root of level 2 with one full slot"] = rooted(2, word(0) .. word(1) .. "\7"),
      ["a node of full slots that are alike"] =
        rooted(2, word(1) .. word(2) .. word(0) .. all .. ("\7"):rep(64) .. "\7"),
      ["an empty word among those that follow"] =
        rooted(1, one_child .. "\1" .. "\5\0" .. word(15) .. word(0) .. "\7"),
      ["a full word among those that follow"] =
        rooted(1, one_child .. "\1" .. "\1\0" .. all .. "\7"),
      ["a full brick of one value"] = rooted(1, one_child .. "\1" .. "\170\170" .. "\7"),
      ["several values that are one"] = rooted(1, one_child .. "\0" .. "\1\0" .. word(15) .. "\4\255\255\3"),
      ["two runs of one value"] = rooted(1, one_child .. "\0" .. "\1\0" .. word(15) .. "\1\7\3\7"),
      ["a number with a 0 for its last byte"] = rooted(1, one_child .. row:sub(1, -2) .. "\135\0"),
    } do
      assert.equal("bad argument #1 to '?' (string: it is damaged)", (message(text):gsub("to '.-'", "to '?'")), what)
    end
  end)

  it("allocates little for a string that declares large sizes", function()
    -- A root of level 26 with 64 children, and nothing behind.
    local head = good:sub(1, 55)
    for level = 1, 40 do
      local text = head .. string.char(level) .. ("\0"):rep(3) .. ("\255"):rep(8) .. ("\0"):rep(8)
      collectgarbage()
      assert.matches("string: it ", message(text), 1, true)
    end
  end)
end)
