-- SPDX-License-Identifier: MIT
--
-- Shapecasts at grids: the hits are those of the cells as rects and boxes, but never across a face that another cell
-- covers.
local collide = require("collide")
local cases = require("spec.support.cases")

local CASES = cases.of(400, 120)
local below = require("spec.support.random").below(20261122)
local skip = { touching = "skip" }

-- On a lattice ties and touches abound.
local on_lattice = true
local function number(span)
  return on_lattice and (below(4 * span + 1) - 2 * span) / 2 or below(2000 * span) / 1000 - span
end
local function size() return on_lattice and (1 + below(3)) / 2 or (1 + below(2000)) / 1000 end
local function point(dimensions, span)
  span = span or 5
  return { number(span), number(span), dimensions == 3 and number(span) or nil }
end
local function turn() return below(2) == 0 and { 0, 0, 0, 1 } or { below(5) - 2, below(5) - 2, 1, below(5) + 1 } end

-- The first three, in space four, are those that seams must not stop.
local movers = {
  [2] = {
    function() return collide.circle { radius = size(), position = point(2) } end,
    function() return collide.rect { half = { size(), size() }, position = point(2) } end,
    function() return collide.rect { half = { size(), size() }, position = point(2), rotation = 1 } end,
    function() return collide.polygon { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 0, 2 }, position = point(2) } end,
    function() return collide.triangle { point(2), point(2), point(2) } end,
    function() return collide.segment { point(2), point(2) } end,
    function() return collide.capsule { a = point(2), b = point(2), radius = size() } end,
  },
  [3] = {
    function() return collide.sphere { radius = size(), position = point(3) } end,
    function() return collide.box { half = { size(), size(), size() }, position = point(3) } end,
    function() return collide.box { half = { size(), size(), size() }, position = point(3), rotation = turn() } end,
    function() return collide.capsule { a = point(3, 2), b = point(3, 2), radius = size(), position = point(3) } end,
    function() return collide.triangle { points = { point(3, 2), point(3, 2), point(3, 2) }, position = point(3) } end,
    function() return collide.segment { points = { point(3, 2), point(3, 2) }, position = point(3) } end,
    function() return collide.cylinder { radius = size(), half_height = size(), position = point(3) } end,
  },
}

-- A grid, its cells as rects or boxes in the order of z, y and x, and the cells.
local function draw_grid(dimensions)
  local frame = { dimensions = dimensions }
  if below(3) == 0 then frame.size, frame.origin = 0.7, 0.1 end
  local grid, boxes, cells = collide.grid(frame), {}, {}
  local function cell() return { below(9) - 4, below(9) - 4, dimensions == 3 and below(9) - 4 or nil } end
  for _ = 1, below(12) do grid:set(cell(), 1 + below(3)) end
  if below(2) == 0 then
    local low = cell()
    grid:fill(low, { low[1] + below(5), low[2] + below(3), dimensions == 3 and low[3] + below(4) or nil }, 9)
  end
  for x, y, z, value in grid:each() do
    if dimensions == 2 then z, value = nil, z end
    local min, max = grid:cell_bounds { x, y, z }
    boxes[#boxes + 1] = (dimensions == 3 and collide.box or collide.rect) { min = min, max = max }
    cells[#cells + 1] = { at = { x, y, z }, value = value }
  end
  return grid, boxes, cells
end

local function vector(v) return { v.x, v.y, v.z } end

-- Is there a cell beside this one where the normal points?
local function is_covered(grid, cell, normal)
  for i, axis in ipairs { "x", "y", "z" } do
    local beside = vector(cell)
    if beside[i] and normal[axis] ~= 0 then
      beside[i] = beside[i] + (normal[axis] > 0 and 1 or -1)
      if grid:get(beside) ~= 0 then return true end
    end
  end
  return false
end

local EVERY = { {}, { inside = "skip" }, skip, { touching = "skip", inside = "skip" } }

for dimensions = 2, 3 do
  local function draw_mover(kinds) return movers[dimensions][1 + below(kinds or #movers[dimensions])]() end

  describe(("shapecast at a grid in %dD"):format(dimensions), function()
    it("has the hits of its cells as shapes", function()
      local hits_seen, starts = 0, 0
      for case = 1, CASES do
        on_lattice = case % 3 ~= 0
        local grid, boxes, cells = draw_grid(dimensions)
        local mover, way, options = draw_mover(), point(dimensions, 9), EVERY[1 + case % 4]
        local expected = collide.shapecast_all(boxes, mover, way, options)
        -- Where the shape is in several cells at the start, their normals differ from those of the cells alone.
        local alone = true
        for _, hit in ipairs(collide.shapecast_all(boxes, mover, way)) do alone = alone and not hit.inside end
        if alone or not options.touching or options.inside then
          local all = grid:shapecast_all(mover, way, options)
          assert.equal(#expected, #all)
          for i, hit in ipairs(all) do
            local other, cell = expected[i], cells[expected[i].index]
            assert.same({ cell.at, cell.value }, { vector(hit.cell), hit.value })
            assert.same({ other.t, other.t_exit, other.inside }, { hit.t, hit.t_exit, hit.inside })
            if not hit.inside then assert.same(vector(other.point), vector(hit.point)) end
            starts = starts + (hit.inside and 1 or 0)
          end
          local nearest = grid:shapecast(mover, way, options)
          assert.equal(expected[1] ~= nil, grid:shapecast_any(mover, way, options))
          assert.equal(expected[1] and expected[1].t, nearest and nearest.t)
          if nearest then
            hits_seen = hits_seen + 1
            local first = all[1]
            assert.same({ vector(first.cell), vector(first.normal) }, { vector(nearest.cell), vector(nearest.normal) })
          end
        end
      end
      assert.is_true(hits_seen > CASES / 32 and (starts > 0 or cases.SHORT))
    end)

    it("never has the normal of a seam at the first cell that stops a shape", function()
      local seen, still = 0, { 0, 0, dimensions == 3 and 0 or nil }
      for case = 1, CASES do
        on_lattice = case % 2 == 0
        local grid, mover, starts_in = draw_grid(dimensions), draw_mover(dimensions + 1), false
        for _, hit in ipairs(grid:shapecast_all(mover, still)) do starts_in = starts_in or hit.inside end
        local hit = grid:shapecast(mover, point(dimensions, 9), skip)
        local is_buried = hit and is_covered(grid, hit.cell, { x = 1, y = 1, z = 1 })
          and is_covered(grid, hit.cell, { x = -1, y = -1, z = -1 })
        if hit and not starts_in and not is_buried then
          seen = seen + 1
          assert.is_false(is_covered(grid, hit.cell, hit.normal))
        end
      end
      assert.is_true(seen > CASES / 20)
    end)
  end)
end

describe("shapecast at a grid in the plane", function()
  local function rect(x, y, half) return collide.rect { half = { half, half }, position = { x, y } } end
  local function circle(x, y, radius) return collide.circle { radius = radius, position = { x, y } } end

  it("slides along a floor, both ways, at any distance from the origin", function()
    local floor = collide.grid { dimensions = 2 }
    for _, far in ipairs { 0, 1000, 1000000 } do
      floor:fill(far, -1, far + 200, -1, 1)
      for _, way in ipairs { 1, -1 } do
        for _, shape in ipairs { rect(0, 0, 0.5), circle(0, 0, 0.5), collide.rect { half = { 0.25, 0.5 } } } do
          local x = way > 0 and far + 10 or far + 190
          for _ = 1, 100 do
            shape:set_position(x, 0.5)
            assert.is_nil(floor:shapecast(shape, { way * 1.5, 0 }, skip))
            local hit = floor:shapecast(shape, { way * 1.5, -0.25 }, skip)
            assert.same({ 0, 1 }, vector(hit.normal))
            hit = floor:shapecast(shape, { way * 1.5, -0.25 })
            assert.same({ 0, 1 }, vector(hit.normal))
            x = x + way * 1.5
          end
        end
      end
    end
  end)

  it("crosses a million empty cells, and finds the last one", function()
    local grid = collide.grid { dimensions = 2 }
    grid:set(1000000, 999999, 5)
    grid:fill(-10, -10, 2000000, -10, 1)
    local t, nx, ny, _, _, _, index, value, cx, cy = grid:shapecast(rect(0.5, 0.5, 0.25), 1048576, 1048576)
    assert.same({ true, -1, 0, 5, 1000000, 999999 }, { t > 0.95 and t < 0.96, nx, ny, value, cx, cy })
    assert.is_nil(index)
    assert.is_nil(grid:shapecast(rect(0.5, 0.5, 0.25), { 1048576, 0 }))
  end)

  it("works among shapes in an array", function()
    local grid = collide.grid { dimensions = 2 }
    grid:set(4, 0, 7)
    local flat = collide.shapecast_all({ rect(8, 0.5, 0.5), grid }, rect(0.5, 0.5, 0.5), 10, 0)
    assert.same({ 0.3, -1, 0, 0.5, 4, 0.5, 2, 0, 7, 4, 0,
      0.65, -1, 0, 0.85, 7.5, 0.5, 1, 0, 0, 0, 0 }, flat)
  end)
end)

describe("shapecast at a grid in space", function()
  local function box(x, y, z, half) return collide.box { half = { half, half, half }, position = { x, y, z } } end
  local function sphere(x, y, z, radius) return collide.sphere { radius = radius, position = { x, y, z } } end

  it("slides along a floor in any direction, at any distance from the origin", function()
    local floor = collide.grid { dimensions = 3 }
    for _, far in ipairs { 0, 1000, 1000000 } do
      floor:fill(far, -1, far, far + 60, -1, far + 60, 1)
      for _, way in ipairs { { 1.5, 0, 0 }, { -1.5, 0, 0 }, { 0, 0, 1.5 }, { 1.25, 0, -0.75 } } do
        for _, shape in ipairs { box(0, 0, 0, 0.5), sphere(0, 0, 0, 0.5),
          collide.capsule { radius = 0.25, half_height = 0.25 } } do
          local x, z = far + 30, far + 30
          for _ = 1, 15 do
            shape:set_position(x, 0.5, z)
            assert.is_nil(floor:shapecast(shape, way, skip))
            local down = { way[1], -0.25, way[3] }
            assert.same({ 0, 1, 0 }, vector(floor:shapecast(shape, down, skip).normal))
            assert.same({ 0, 1, 0 }, vector(floor:shapecast(shape, down).normal))
            x, z = x + way[1], z + way[3]
          end
        end
      end
    end
  end)

  it("crosses a million empty cells, and finds the last one", function()
    local grid = collide.grid { dimensions = 3 }
    grid:set(1000000, 999999, 1000000, 5)
    grid:fill(-512, -512, -512, 65535, -1, 65535, 1)
    local cube = box(0.5, 0.5, 0.5, 0.25)
    local hit = grid:shapecast(cube, { 1048576, 1048576, 1048576 })
    assert.same({ 1000000, 999999, 1000000, 5 }, { hit.cell.x, hit.cell.y, hit.cell.z, hit.value })
    assert.is_true(hit.t > 0.95 and hit.t < 0.96)
    assert.is_nil(grid:shapecast(cube, { 1048576, 0.5, 1048576 }))
    assert.equal(1, #grid:shapecast_all(cube, { 1048576, 1048576, 1048576 }))
  end)

  it("visits few cells of a wide block", function()
    local grid = collide.grid { dimensions = 3 }
    grid:fill(-32768, -512, -32768, 32767, -1, 32767, 3)
    local hit = grid:shapecast(sphere(0.3, 100.5, 0.3, 0.5), { 7, -200, 9 })
    assert.same({ { 0, 1, 0 }, 0.5, 3 }, { vector(hit.normal), hit.t, hit.value })
  end)
end)
