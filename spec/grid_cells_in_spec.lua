-- SPDX-License-Identifier: MIT
--
-- grid:cells_in against a test of every cell. Coordinates are small integers, or halves and eighths of such, so the
-- arithmetic of this file is exact.
local collide = require("collide")
local cases = require("spec.support.cases")


local random = require("spec.support.random").whole(20261122)

-- A grid with single cells and with blocks that are stored as one.
local function make_grid(dimensions, size, origin)
  local grid = collide.grid { dimensions = dimensions, size = size, origin = origin }
  for _ = 1, 4 do
    local low, high = {}, {}
    for i = 1, dimensions do
      low[i] = random(-12, 12)
      high[i] = low[i] + random(0, dimensions == 2 and 20 or 6)
    end
    grid:fill(low, high, random(0, 3))
  end
  return grid
end

-- How far the number is outside of the interval.
local function gap(x, low, high) return math.max(low - x, 0, x - high) end

-- Each shape, and whether it overlaps the closed box between two corners.
local function make_ball(dimensions)
  local at, radius = {}, random(0, 80) / 8
  for i = 1, dimensions do at[i] = random(-80, 80) / 8 end
  local shape = dimensions == 2 and collide.circle { radius = radius, position = at }
    or collide.sphere { radius = radius, position = at }
  return shape, function(low, high)
    local square = 0
    for i = 1, dimensions do square = square + gap(at[i], low[i], high[i]) ^ 2 end
    return square <= radius * radius
  end
end

local function make_box(dimensions)
  local min, max = {}, {}
  for i = 1, dimensions do
    min[i] = random(-40, 40) / 4
    max[i] = min[i] + random(0, 30) / 4
  end
  local shape = collide[dimensions == 2 and "rect" or "box"] { min = min, max = max }
  return shape, function(low, high)
    for i = 1, dimensions do
      if low[i] > max[i] or high[i] < min[i] then return false end
    end
    return true
  end
end

local function make_half_space(dimensions)
  local normal = {}
  for i = 1, dimensions do normal[i] = random(-4, 4) end
  normal[1] = normal[1] == 0 and 1 or normal[1]
  local distance = random(-40, 40) / 2
  return collide.plane { normal = normal, distance = distance }, function(low, high)
    local least = 0
    for i = 1, dimensions do least = least + normal[i] * (normal[i] > 0 and low[i] or high[i]) end
    return least <= distance
  end
end

local function expect(grid, dimensions, size, origin, overlaps)
  local cells = {}
  for x, y, z in grid:each() do
    local cell = { x, y, dimensions == 3 and z or nil }
    local low, high = {}, {}
    for i = 1, dimensions do
      low[i] = origin + cell[i] * size
      high[i] = low[i] + size
    end
    if overlaps(low, high) then cells[#cells + 1] = cell end
  end
  table.sort(cells, function(p, q)
    for i = dimensions, 2, -1 do
      if p[i] ~= q[i] then return p[i] < q[i] end
    end
    return p[1] < q[1]
  end)
  return cells
end

-- The cells of an answer as those of `expect`.
local function plain(cells)
  local list = {}
  for i, cell in ipairs(cells) do list[i] = { cell.x, cell.y, cell.z } end
  return list
end

describe("grid:cells_in", function()
  for dimensions = 2, 3 do
    it("finds the cells that a test of each cell finds, in " .. dimensions .. "D", function()
      local found = 0
      for round = 1, cases.of(100, 20) do
        local size, origin = ({ 1, 2, 0.5 })[round % 3 + 1], ({ 0, 0.25, -3 })[round % 3 + 1]
        local grid = make_grid(dimensions, size, origin)
        for _, make in ipairs { make_ball, make_box, make_half_space } do
          local shape, overlaps = make(dimensions)
          local wanted, cells = expect(grid, dimensions, size, origin, overlaps), grid:cells_in(shape)
          assert.same(wanted, plain(cells))
          local flat, k = grid:cells_in(shape, "numbers"), 0
          for _, cell in ipairs(wanted) do
            for i = 1, dimensions do
              k = k + 1
              assert.equal(cell[i], flat[k])
            end
          end
          assert.equal(k, #flat)
          found = found + #cells
        end
      end
      assert.is_true(found > cases.of(5000, 1000, 200), found)
    end)
  end

  it("accepts a rotated shape, and a table that describes one", function()
    local grid = collide.grid { dimensions = 2 }
    grid:fill(0, 0, 3, 3, 1)
    local slope = collide.polygon { 0, 4.5, 4.5, 0, 4.5, 4.5 }
    assert.equal(10, #grid:cells_in(slope))
    assert.same({ { 3, 3 } }, plain(grid:cells_in { shape = "circle", radius = 1, position = { 5, 4 } }))
    assert.same({}, grid:cells_in { shape = "circle", radius = 1, position = { 5.125, 4 } })
  end)

  it("returns cells that print themselves", function()
    local grid = collide.grid()
    grid:set(1, -2, 3, 9)
    assert.equal("(1, -2, 3)", tostring(grid:cells_in(collide.sphere { radius = 3.5 })[1]))
  end)

  it("takes little time in a huge grid, and refuses too large an answer", function()
    local grid = collide.grid()
    grid:fill(-2 ^ 16, -2 ^ 16, -2 ^ 16, 2 ^ 16 - 1, 2 ^ 16 - 1, 2 ^ 16 - 1, 1)
    assert.equal(8, #grid:cells_in(collide.sphere { radius = 0.5 }))
    assert.has_error(function() grid:cells_in(collide.plane { normal = { 1, 1, 1 }, distance = 0 }) end,
      "bad argument #1 to 'cells_in' (it overlaps more than 262144 cells, which is the limit; use several "
        .. "smaller shapes)")
    assert.equal(1, #grid:cells_in(collide.plane { normal = { 1, 1, 1 }, distance = -3 * 2 ^ 16 + 0.5 }))
  end)

  it("accepts only one shape of the grid's dimensions", function()
    local grid, disc = collide.grid { dimensions = 2 }, collide.circle { radius = 1 }
    local function refused(value, message)
      assert.has_error(function() grid:cells_in(value) end, "bad argument #1 to 'cells_in' (" .. message .. ")")
    end
    refused(nil, "shape expected, got nil")
    refused({ 0, 0 }, "shape expected, got a point")
    refused({ disc }, "one shape expected, got an array")
    refused(grid, "shape expected, got grid")
    refused(collide.sphere { radius = 1 }, "a 2D shape expected beside a 2D grid, got a 3D sphere")
    assert.has_error(function() grid:cells_in(disc, "number") end,
      "bad argument #2 to 'cells_in' (unknown word 'number', only 'numbers' is allowed)")
  end)
end)
