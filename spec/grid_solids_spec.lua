-- SPDX-License-Identifier: MIT
--
-- Grids in space whose cells are solids, and the slopes that they make. grid_pieces_spec.lua compares all queries with
-- the list of these solids.
local collide = require "collide"
local cases = require("spec.support.cases")
local cell_shapes = require("spec.support.cell_shapes")

-- How many of so many scenes a run looks at.
local some = cases.of

local RAMP, LOW = cell_shapes.make(cell_shapes.RAMP), cell_shapes.make(cell_shapes.LOW)

local function shapes() return cell_shapes.of("solids") end
local function box(corners) return collide.box { min = corners[1], max = corners[2] } end

describe("a grid whose cells are solids", function()
  it("copies its solids, and can lose them", function()
    local grid = collide.grid { shapes = shapes() }
    grid:set(0, 0, 0, 2)
    local copy = grid:copy()
    grid:set_shape(2, nil)
    grid:set_shape(8, box { { 0, 0, 0 }, { 1, 1, 1 } })
    assert.is_true(grid:contains(0.25, 0.5, 0.75))
    assert.is_false(copy:contains(0.25, 0.5, 0.75))
    assert.is_nil(tostring(grid):find("8", 1, true))
    grid = nil -- luacheck: ignore 311
    collectgarbage()
    collectgarbage()
    assert.is_true(copy:contains(0.75, 0.5, 0.25))
    assert.equal(0.5, copy:raycast({ 0.5, 0.5, 2 }, { 0, 0, -1 }).point.z)
  end)

  it("refuses shapes that cannot be in a cell, and is unchanged", function()
    local grid = collide.grid { shapes = { [2] = RAMP } }
    local many, wide = {}, {}
    for i = 1, 65 do many[i] = LOW end
    for i = 1, 40 do
      wide[i] = { 0.5 + 0.5 * math.cos(i), 0.5 + 0.5 * math.sin(i), i % 2 }
    end
    for _, row in ipairs {
      { collide.sphere { radius = 1 }, "box, hull, triangle or segment expected, got a sphere" },
      { collide.rect { half = { 1, 1 } }, "a 3D shape expected, got a 2D rect" },
      { box { { 0, 0, 0 }, { 1, 1, 1.5 } }, "must lie within a cell, which reaches from 0 to 1 here" },
      { collide.hull(wide), "must have from 2 to 32 corners" },
      { collide.group { LOW, collide.sphere { radius = 0.1, position = { 0.5, 0.5, 0.5 } } },
        "boxes, hulls, triangles or segments expected as parts of the group" },
      { collide.group(many), "must have at most 64 parts, got 65" },
      { collide.group { collide.circle { radius = 1 } }, "a 3D group expected, got a 2D one" },
    } do
      assert.error_matches(function() grid:set_shape(2, row[1]) end, row[2], 1, true)
    end
    assert.equal("grid 3D size=1 cells=0 shapes={2}", tostring(grid))
  end)
end)

describe("slopes in space", function()
  -- A hill three cells wide: a slope of two cells, a top with half blocks and groups, and a slope down.
  local function hill(size, origin)
    local grid = collide.grid { size = size, origin = origin, shapes = shapes() }
    grid:set_shape(9, collide.group { box { { 0, 0, 0 }, { 1, 1, 0.25 } }, box { { 0, 0, 0.25 }, { 1, 1, 0.5 } } })
    for y = 0, 4 do
      for x = 0, 17 do grid:set(x, y, 0, 1) end
      grid:set(4, y, 1, 2)
      for x = 5, 11 do grid:set(x, y, 1, 1) end
      grid:set(5, y, 2, 2)
      for x = 6, 10 do grid:set(x, y, 2, 1) end
      grid:set(11, y, 2, 3)
      grid:set(12, y, 1, 3)
      for x = 7, 9 do grid:set(x, y, 3, (x + y) % 2 == 0 and 4 or 9) end
    end
    return grid
  end
  local walkers = {
    function(s, p) return collide.box { half = { 0.4 * s, 0.4 * s, 0.4 * s }, position = p } end,
    function(s, p) return collide.sphere { radius = 0.4 * s, position = p } end,
    function(s, p)
      return collide.capsule { a = { 0, 0, -0.2 * s }, b = { 0, 0, 0.2 * s }, radius = 0.3 * s, position = p }
    end,
  }

  it("have no seams: a walk over a hill is never stopped, in either direction, near and far", function()
    local options = { up = { 0, 0, 1 }, max_slope = 0.8 }
    for _, size in ipairs(cases.QUICK and { 0.1 } or { 1, 16, 0.1 }) do
      for _, origin in ipairs(cases.QUICK and { 1000 * size } or { 0, 1000 * size }) do
        local grid = hill(size, origin)
        for y = 0, 4 do for x = 7, 9 do grid:set(x, y, 3, 0) end end
        options.snap = 0.3 * size
        for _, make in ipairs(cases.SHORT and { walkers[1] } or walkers) do
          for _, way in ipairs { 1, -1 } do
            local step = 0.13 * size
            local start = origin + (way == 1 and 1.5 or 15.5) * size
            local one = make(size, { start, origin + 2.3 * size, origin + 2 * size })
            grid:move(one, { 0, 0, -9 * size })
            local x, steps = one:get_position().x, 0
            while math.abs(x - origin - 8.5 * size) < 7.5 * size and steps < 400 do
              local moved = grid:move(one, { way * step, 0, -0.01 * size }, options)
              steps = steps + 1
              assert.is_false(moved.inside)
              -- On a slope of 45 degrees half of the step is left.
              assert.is_true(way * (moved.position.x - x) > 0.45 * step, tostring(one))
              x = moved.position.x
            end
            assert.is_true(way * (x - origin - 8.5 * size) > 7 * size)
          end
        end
      end
    end
  end)

  it("and half blocks in a row form one floor, at any size and far away", function()
    for _, size in ipairs(cases.QUICK and { 0.1 } or { 1, 0.1 }) do
      for _, origin in ipairs { 0, 1e3, 1e6 } do
        local grid = hill(size, origin)
        for _, make in ipairs(cases.SHORT and { walkers[3] } or walkers) do
          local one = make(size, { origin + 7.5 * size, origin + 2.3 * size, origin + 5 * size })
          grid:move(one, { 0, 0, -9 * size })
          local z = one:get_position().z
          for i = 1, some(60, 30) do
            local before = one:get_position()
            local dx, dy = (i % 20 < 10 and 0.17 or -0.17) * size, (i % 6 < 3 and 0.21 or -0.21) * size
            local moved = grid:move(one, { dx, dy, -0.1 * size })
            assert.is_true(math.abs(moved.position.x - before.x - dx) < 1e-6 * size, tostring(one))
            assert.is_true(math.abs(moved.position.y - before.y - dy) < 1e-6 * size, tostring(one))
            assert.is_true(math.abs(moved.position.z - z) < 1e-6 * size)
          end
        end
      end
    end
  end)

  it("return only normals of slopes and floors", function()
    local grid, r = hill(1, 0), math.sqrt(0.5)
    for i = 0, 150 do
      local ball = collide.sphere { radius = 0.3, position = { 1 + i / 10, 2.3, 9 } }
      local hit = collide.shapecast(grid, ball, { 0, 0, -9 })
      if hit.cell.z < 3 then assert.is_true(hit.normal.z >= r - 1e-12, tostring(hit)) end
      assert.is_true(math.abs(hit.normal.y) < 1e-12, tostring(hit))
    end
  end)

  it("push out only across open faces", function()
    local grid = hill(1, 0)
    local one = collide.box { half = { 0.25, 0.25, 0.25 }, position = { 10, 2, 3.25 - 1 / 64 } }
    grid:set(9, 1, 3, 0) grid:set(9, 2, 3, 0)
    local found = 0
    for _, contact in ipairs(collide.contact_all(one, grid, { touching = "skip" })) do
      if contact.cell.z == 2 then
        assert.same({ 0, 0, 1 }, { contact.normal.x, contact.normal.y, contact.normal.z })
        assert.equal(1 / 64, contact.depth)
        found = found + 1
      end
    end
    assert.equal(4, found)
  end)
end)
