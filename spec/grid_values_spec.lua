-- SPDX-License-Identifier: MIT
local collide = require "collide"

describe("shapes of values", function()
  local slope = { shape = "polygon", points = { { 0, 0 }, { 1, 0 }, { 1, 1 } } }

  it("can be set and removed, and stay in a copy but not in a string", function()
    local half = collide.rect { min = { 0, 0 }, max = { 1, 0.5 } }
    local grid = collide.grid { dimensions = 2, shapes = { [3] = slope, [2] = half } }
    assert.equal("grid 2D size=1 cells=0 shapes={2, 3}", tostring(grid))
    grid:set(0, 0, 3)
    assert.is_false(grid:contains(0.25, 0.75))
    assert.is_true(grid:contains(0.75, 0.25))
    assert.is_true(collide.grid.decode(grid:encode()):contains(0.25, 0.75))
    local copy = grid:copy()
    assert.equal("wall", collide.grid({ layer = "wall" }):copy():get_layer())
    assert.is_nil(copy:get_layer())
    assert.equal(grid, grid:set_shape(3, nil))
    assert.is_true(grid:contains(0.25, 0.75))
    assert.is_false(copy:contains(0.25, 0.75))
    assert.equal("grid 2D size=1 cells=1 shapes={2}", tostring(grid))
    grid:set_shape(3, slope)
    assert.is_false(grid:contains(0.25, 0.75))
  end)

  it("have the pose that they were given", function()
    local grid = collide.grid { dimensions = 2 }
    grid:set(4, 4, 1)
    grid:set_shape(1, collide.rect { half = { 0.25, 0.25 }, position = { 0.5, 0.25 } })
    assert.is_true(grid:contains(4.25, 4.5))
    assert.is_false(grid:contains(4.5, 4.75))
    assert.is_false(grid:contains(4.125, 4.25))
  end)

  it("may fill the cell: then they are boxes", function()
    local grid = collide.grid { dimensions = 2, shapes = { collide.rect { min = { 0, 0 }, max = { 1, 1 } } } }
    assert.equal("grid 2D size=1 cells=0", tostring(grid))
  end)

  it("of a member of a world change at once", function()
    local grid = collide.grid { dimensions = 2 }
    grid:set(0, 0, 1)
    local world = collide.world { grid }
    assert.is_true(world:contains(0.25, 0.75))
    grid:set_shape(1, slope)
    assert.is_false(world:contains(0.25, 0.75))
  end)

  it("cannot be set or removed by a filter during a query", function()
    local tile = collide.polygon { 0, 0, 0.5, 0, 0.5, 0.5, 0, 0.5 }
    for _, before in ipairs { true, false } do
      local grid = collide.grid { dimensions = 2 }
      grid:fill(0, 0, 9, 9, 1)
      if before then grid:set_shape(1, tile) end
      local asked = 0
      local function filter()
        asked = asked + 1
        grid:set_shape(1, not before and tile or nil)
        return true
      end
      local options = { rule = "closed", filter = filter }
      local fine, message = pcall(grid.raycast_all, grid, { -1, 0.25 }, { 1, 0 }, options)
      assert.is_false(fine)
      assert.truthy(message:find("filter must not change the target", 1, true), message)
      assert.is_true(asked > 0)
    end
  end)
end)
