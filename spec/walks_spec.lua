-- SPDX-License-Identifier: MIT
--
-- The forms of walks over cells: numbers and tables, frames, early exits, nested loops. The cells of walks are in
-- cells_spec.lua.
local collide = require("collide")
local cases = require("spec.support.cases")
local walked = dofile("spec/support/walked.lua")

local unpack = table.unpack or unpack -- luacheck: ignore 143

local random = require("spec.support.random").whole(20261121)

describe("a walk", function()
  it("is the same in tables and in numbers, in one call and step by step", function()
    for round = 1, 120 do
      local dimensions = 2 + round % 2
      local from, to, numbers = {}, {}, {}
      local length = ({ 1, 6, 40, 400 })[1 + round % 4]
      for k = 1, dimensions do
        from[k] = random(-2 * length, 2 * length) / 2
        to[k] = random(-2 * length, 2 * length) / 2
        numbers[k], numbers[dimensions + k] = from[k], to[k]
      end
      local groups = collide.trace(from, to)
      local flat = walked.flatten(groups)
      assert.same(groups, walked.groups(collide.cells(from, to)))
      assert.same(flat, collide.trace(unpack(numbers)))
      assert.same(flat, walked.collect(collide.cells(unpack(numbers))))
    end
  end)

  it("of a million cells is complete", function()
    local length = cases.of(1e6, 1e4)
    local count, last_i, last_x = 0, 0, nil
    for i, t, x, y in collide.cells(0.5, 0.5, length - 0.5, 0.5) do
      count = count + 1
      assert(i == last_i + 1 and x == count - 1 and y == 0 and t >= 0 and t <= 1)
      last_i, last_x = i, x
    end
    assert.equal(length, count)
    assert.equal(length - 1, last_x)
  end)

  it("has t and t_exit, which is the t of the next group", function()
    local groups = collide.trace({ 0.5, 0.5 }, { 4.5, 2.5 })
    for k = 1, #groups - 1 do assert.equal(groups[k + 1].t, groups[k].t_exit) end
    assert.equal(0, groups[1].t)
    assert.equal(1, groups[#groups].t_exit)
  end)

  it("from a point to itself is the cell of the point", function()
    assert.same({ 1, 0, 2, -3 }, collide.trace(2.5, -2.5, 2.5, -2.5))
    assert.equal("group t=0: (2, -3)", tostring(collide.trace({ 2.5, -2.5 }, { 2.5, -2.5 })[1]))
  end)

  it("returns new groups and cells", function()
    local kept = walked.groups(collide.cells({ 0.5, 0.5 }, { 3.5, 0.5 }))
    kept[1][1].x = 99
    assert.equal(1, kept[2][1].x)
    assert.equal(0, collide.trace({ 0.5, 0.5 }, { 3.5, 0.5 })[1][1].x)
  end)
end)

describe("a walk step by step", function()
  it("may be left early, and takes time only for the visited cells", function()
    local function walk()
      local steps = 0
      for i in collide.cells(0.5, 0.5, 2 ^ 52, 2 ^ 51) do
        steps = i
        if i == 10 then break end
      end
      return steps
    end
    collectgarbage()
    local before = collectgarbage("count")
    assert.equal(10, walk())
    assert.is_true(collectgarbage("count") - before < 64)
    for _ = 1, 1000 do walk() end
  end)

  it("may be left and continued in tables, too", function()
    local step, walk, control = collide.cells({ 0.5, 0.5 }, { 2 ^ 52, 0.5 })
    for x = 0, 4 do
      local group = step(walk, control)
      assert.equal(x, group[1].x)
    end
    collectgarbage()
    assert.equal(5, step(walk)[1].x)
  end)

  it("may be nested", function()
    local count = 0
    for _, _, x in collide.cells(0.5, 0.5, 40.5, 7.5) do
      for _, _, inner in collide.cells(0.5, 0.5, 40.5, 3.5) do
        for _ in collide.cells(0.5, 0.5, 1.5, 0.5) do count = count + 1 end
        if inner > x then break end
      end
    end
    -- The plain way: the x of both walks, listed.
    local function columns(...)
      local list = {}
      for _, _, x in collide.cells(...) do list[#list + 1] = x end
      return list
    end
    local expected = 0
    for _, x in ipairs(columns(0.5, 0.5, 40.5, 7.5)) do
      for _, inner in ipairs(columns(0.5, 0.5, 40.5, 3.5)) do
        expected = expected + 2
        if inner > x then break end
      end
    end
    assert.equal(expected, count)
  end)

  it("is independent of another walk that alternates with it", function()
    local step_a, a, i = collide.cells(0.5, 0.5, 500.5, 0.5)
    local step_b, b, j = collide.cells(0.5, 0.5, 0.5, 0.5 - 500)
    for k = 0, 500 do
      local x, y, u, v
      i, x, y = (function(index, _, ...) return index, ... end)(step_a(a, i))
      j, u, v = (function(index, _, ...) return index, ... end)(step_b(b, j))
      assert(x == k and y == 0 and u == 0 and v == -k)
    end
    assert.is_nil((step_a(a, i)))
    assert.is_nil((step_b(b, j)))
  end)

  it("stays ended", function()
    for _, arguments in ipairs { { 0.5, 0.5, 2.5, 0.5 }, { { 0.5, 0.5 }, { 2.5, 0.5 } } } do
      local step, walk, control = collide.cells(unpack(arguments))
      for _ = 1, 3 do control = step(walk, control) end
      assert.is_not_nil(control)
      for _ = 1, 3 do assert.is_nil((step(walk, control))) end
    end
  end)

  it("continues while the collector runs", function()
    local count = 0
    for i, _, x, y, z in collide.cells(0.5, 0.5, 0.5, 300.25, 200.5, 100.125) do
      if i % 50 == 0 then collectgarbage() end
      assert(x >= 0 and y >= 0 and z >= 0)
      count = count + 1
    end
    assert.equal(#collide.trace(0.5, 0.5, 0.5, 300.25, 200.5, 100.125) / 5, count)
  end)

  it("may be passed to another function", function()
    local thread = coroutine.wrap(function()
      for _, _, x in collide.cells(0.5, 0.5, 99.5, 0.5) do coroutine.yield(x) end
    end)
    for x = 0, 99 do assert.equal(x, thread()) end
  end)
end)

describe("a frame", function()
  it("gives cells a size and an origin", function()
    assert.same({ 2, -1 }, { collide.cell_at(40, -3, { size = 16 }) })
    assert.same({ 1, 0 }, { collide.cell_at(39, -3, { size = 16, origin = { 8, -8 } }) })
    assert.same({ 3, -1 }, { collide.cell_at(40, -3, { size = { 12, 4 } }) })
    assert.same({ x = 2, y = -1 }, collide.cell_at({ 40, -3 }, { size = { x = 16, y = 8 } }))
    assert.same({ 2, 3, 4 }, { collide.cell_at(5, 7, 9, { size = 2 }) })
    assert.same({ 1, 2, 3 }, { collide.cell_at(5, 7, 9, { size = 2, origin = 2 }) })
  end)

  it("may be missing or empty", function()
    assert.same({ 1, -2 }, { collide.cell_at(1.5, -1.5) })
    assert.same({ 1, -2 }, { collide.cell_at(1.5, -1.5, nil) })
    assert.same({ 1, -2 }, { collide.cell_at(1.5, -1.5, {}) })
  end)

  it("applies to walks", function()
    local frame = { size = 16, origin = { 8, 0 } }
    local expected = collide.trace(0.5, 0.25, 3.25, 2.75)
    assert.same(expected, collide.trace(16, 4, 60, 44, frame))
    assert.same(expected, walked.collect(collide.cells(16, 4, 60, 44, frame)))
    assert.same(expected, walked.flatten(collide.trace({ 16, 4 }, { 60, 44 }, frame)))
    assert.same(expected, walked.flatten(walked.groups(collide.cells({ 16, 4 }, { 60, 44 }, frame))))
  end)

  it("has boundaries at origin + k * size: the product is rounded, then the sum", function()
    for k = 1, 200 do
      local boundary = 0.3 + k * 0.1
      assert.equal(k, (collide.cell_at(boundary, 0, { size = 0.1, origin = 0.3 })))
    end
  end)

  it("may give the dimensions", function()
    assert.same({ 1, 2, 3 }, { collide.cell_at(1.5, 2.5, 3.5, { dimensions = 3 }) })
    assert.same({ x = 1, y = 2 }, collide.cell_at({ 1.5, 2.5 }, { dimensions = 2 }))
  end)
end)
