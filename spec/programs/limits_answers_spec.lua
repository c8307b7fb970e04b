-- SPDX-License-Identifier: MIT
--
-- Limits on the answer of one call; each case runs with 512 MB of memory and two seconds of processor time.
local limited = require("spec.support.limited")

-- `grid` is a bar of 2^21 cells and more, `cube` a full block of 2^30 cells.
local grids = [[
local grid, cube = c.grid { dimensions = 2 }, c.grid()
grid:fill(0, 0, 2^21 - 1, 15, 7)
cube:fill(0, 0, 0, 2^10 - 1, 2^10 - 1, 2^10 - 1, 7)
local start, along = { 0.5, 0.5 }, { 1, 1 / 2^18 }
]]

local too_many = "there are more than 262144 hits, the most without limit=; "
  .. "limit=n returns the first n, for n up to 67108864"

local function message(code)
  return limited.message(grids .. code)
end

local function printed(code)
  local text, fine = limited.run(grids .. code)
  assert(fine, text)
  return (text:gsub("%s+$", ""))
end

describe("at a bar of 2^21 cells", function()
  for _, call in ipairs {
    "grid:raycast_all(start, along)", "grid:linecast_all(start, along)",
    "grid:segmentcast_all(start, { 2^21, 14 })",
    "grid:raycast_all(0.5, 0.5, 1, 0)", "c.linecast_all({ grid }, start, along)",
    "grid:raycast_all(start, along, { into = {} })",
  } do
    it(call .. " is refused", function()
      assert.matches(call:match("%a+cast_all") .. ": " .. too_many, message(call), 1, true)
    end)
  end

  it("the option limit returns the first hits", function()
    assert.equal("3\t7\t0", printed [[
      local hits = grid:linecast_all(start, along, { limit = 3 })
      print(#hits, hits[3].value, hits[1].cell.y)
    ]])
    assert.equal("33", printed "print(#grid:raycast_all(0.5, 0.5, 1, 0, { limit = 3 }))")
  end)

  it("the option limit allows more", function()
    assert.equal("3300000", printed "print(#grid:raycast_all(0.5, 0.5, 1, 0, { limit = 300000 }))")
  end)

  it("the largest allowed number of hits fits", function()
    assert.equal("262144", printed "print(#grid:segmentcast_all({ 0.5, 0.5 }, { 2^18 - 0.5, 0.5 }))")
  end)

  it("raycast and raycast_any are unlimited", function()
    assert.equal("7\ttrue", printed "print(grid:raycast(start, along).value, grid:raycast_any(start, along))")
  end)
end)

describe("at an array", function()
  it("more hits than the limit are refused, whichever members have them", function()
    assert.matches(too_many, message [[
      local array = {}
      for i = 1, 2000 do array[i] = cube end
      c.linecast_all(array, { 0.5, 0.5, 0.5 }, { 1, 0.7, 0.3 })
    ]], 1, true)
  end)

  it("the option limit bounds memory to so many hits and the array", function()
    assert.equal("1000\t1\t1000", printed [[
      local array = {}
      for i = 1, 2000 do array[i] = cube end
      local hits = c.linecast_all(array, { 0.5, 0.5, 0.5 }, { 1, 0.7, 0.3 }, { limit = 1000 })
      print(#hits, hits[1].index, hits[1000].index)
    ]])
  end)
end)

describe("trace", function()
  local too_far = "to is more than 262144 groups of cells away, the most without limit=; "
    .. "limit=n in the frame returns the first n, for n up to 67108864, and cells yields them one by one"

  for _, call in ipairs {
    "c.trace(0, 0, 2^40, 0.5)", "c.trace({ 0, 0 }, { 2^40, 2^39 })", "c.trace(0.5, 0.5, 2^18 + 0.5, 0.5)",
    "c.trace(0.5, 0.5, 0.5, 2^18 + 0.5, 2^18 + 0.5, 2^18 + 0.5)",
  } do
    it(call .. " is refused", function()
      assert.matches(too_far, message(call), 1, true)
    end)
  end

  it("counts groups, not crossings", function()
    assert.equal(("%d"):format(4 * 2 ^ 18), printed "print(#c.trace(0.5, 0.5, 2^18 - 0.5, 0.5))")
    -- 2^17 groups of three cells after the first, but 2^18 crossings.
    assert.equal(("%d"):format(4 * (3 * 2 ^ 17 + 1)), printed "print(#c.trace(0.5, 0.5, 2^17 + 0.5, 2^17 + 0.5))")
  end)

  it("has a limit in its frame", function()
    assert.equal("10\t40", printed [[
      print(#c.trace({ 0.5, 0.5 }, { 2^40, 2^40 }, { limit = 10 }), #c.trace(0.5, 0.5, 2^40, 0.5, { limit = 10 }))
    ]])
  end)
end)

describe("an iterator", function()
  it("takes no more memory after a million steps", function()
    assert.equal("true\ttrue", printed [[
      local function held(step, state, i)
        collectgarbage()
        local before, least = collectgarbage("count"), math.huge
        for k = 1, 3e5 do i = step(state, i) end
        collectgarbage()
        return collectgarbage("count") - before < 64
      end
      print(held(c.cells(0.5, 0.5, 2^40, 2^39)), held(grid:each()))
    ]])
  end)
end)
