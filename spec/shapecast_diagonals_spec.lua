-- SPDX-License-Identifier: MIT
--
-- Shapecasts at sparse grids along diagonals: the shape enters layers along several axes at the same t, also where it
-- leaves a large empty block along one of them. A bug there may be an endless loop.
local collide = require("collide")
local random = require("spec.support.random")
local cases = require("spec.support.cases")

local CASES = cases.of(600, 100)

local up_to = random.generator(29)
local function from_to(low, high) return low - 1 + up_to(high - low + 1) end

local function ball(half, at)
  return (#at == 2 and collide.circle or collide.sphere) { radius = half, position = at }
end
local function block(half, at)
  if #at == 2 then return collide.rect { half = { half, half }, position = at } end
  return collide.box { half = { half, half, half }, position = at }
end

-- A few cells, and the same as rects or boxes.
local function draw_grid(dimensions)
  local grid, members, last = collide.grid { dimensions = dimensions }, {}, nil
  for _ = 1, from_to(2, 12) do
    last = { from_to(-200, 200), from_to(-200, 200), dimensions == 3 and from_to(-2, 2) or nil }
    if grid:get(last) == 0 then
      local min, max = grid:cell_bounds(last)
      members[#members + 1] = (dimensions == 2 and collide.rect or collide.box) { min = min, max = max }
      grid:set(last, 1)
    end
  end
  return grid, members, last
end

local function compare(dimensions)
  local hits = 0
  for _ = 1, CASES do
    local grid, members, last = draw_grid(dimensions)
    local far, at, way = from_to(3, 120), {}, {}
    for axis = 1, dimensions do
      local sign = from_to(-1, 1)
      at[axis], way[axis] = last[axis] - far * sign, 2 * far * sign
    end
    for _, half in ipairs { 0, 0.25, 0.5 } do
      for _, make in ipairs { ball, block } do
        local mover = make(half, at)
        local expected, hit = collide.shapecast(members, mover, way), grid:shapecast(mover, way)
        assert.equal(expected and expected.t, hit and hit.t)
        hits = hits + (hit and 1 or 0)
      end
    end
  end
  assert.is_true(hits > CASES)
end

describe("shapecast along a diagonal", function()
  it("enters a row of cells in the plane", function()
    local grid = collide.grid { dimensions = 2 }
    for x = -4, 8 do grid:set(x, 0, 2) end
    grid:set(-4, -4, 2)
    local hit = grid:shapecast(collide.circle { radius = 0, position = { 6, -1 } }, { 2, 2 })
    assert.same({ 0.5, 6, 0 }, { hit.t, hit.cell.x, hit.cell.y })
  end)

  it("continues where it leaves a large empty block through a corner", function()
    local function cast(cells, half, from, by)
      local grid, boxes = collide.grid { dimensions = #from }, {}
      local make = #from == 2 and collide.rect or collide.box
      for i, cell in ipairs(cells) do
        local low, high = {}, {}
        for k = 1, #cell do low[k], high[k] = cell[k], cell[k] + 1 end
        grid:set(cell, 1)
        boxes[i] = make { min = low, max = high }
      end
      local shape = make { half = #from == 2 and { half, half } or { half, half, half }, position = from }
      local hit, expected = grid:shapecast(shape, by), collide.shapecast(boxes, shape, by)
      assert.are.equal(expected and expected.t, hit and hit.t)
    end
    cast({ { 0, -3, 0 }, { -4, 0, 2 } }, 1, { 4, 3, 0 }, { -7, -7, -1 })
    cast({ { -6, 0, -1 }, { 2, -1, 1 } }, 1, { 4, 2, 2 }, { -8, -1, -8 })
    cast({ { -6, -6 }, { 1, 0 } }, 1, { -1, 4 }, { -8, -8 })
  end)

  it("has the hits of the cells as rects", function() compare(2) end)

  it("has the hits of the cells as boxes", function() compare(3) end)
end)
