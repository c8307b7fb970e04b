-- SPDX-License-Identifier: MIT
--
-- Of two grids, or two meshes, the second is the target, as of two shapes.
local collide = require("collide")

describe("options of a query about two grids or two meshes", function()
  local function cell_at(layer, x)
    local grid = collide.grid { origin = { x, 0, 0 }, layer = layer }
    grid:set(0, 0, 0, 1)
    return grid
  end

  local function sheet(layer)
    local corners = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }
    return collide.mesh { vertices = corners, triangles = { { 1, 2, 3 } }, layer = layer }
  end

  it("select the second, as for any target", function()
    for _, make in ipairs { cell_at, sheet } do
      local are_grids = make == cell_at
      local a, b = make("mine", 0), make("other", 1)
      local function is_a(member) return member == a end
      local function is_b(member) return member == b end
      for _, options in ipairs { { ignore = b }, { ignore = { "other" } }, { only = a }, { only = "mine" },
        { filter = is_a } } do
        assert.is_false(collide.overlap(a, b, options))
        if are_grids then assert.is_nil((collide.distance(a, b, options))) end
      end
      for _, options in ipairs { {}, { ignore = a }, { only = b }, { only = "other" }, { filter = is_b } } do
        assert.is_true(collide.overlap(a, b, options))
        if are_grids then assert.equal(0, (collide.distance(a, b, options))) end
      end
    end
  end)

  it("are refused if they would exclude grids that only touch", function()
    assert.has_error(function() collide.overlap(cell_at("mine", 0), cell_at("other", 1), { touching = "skip" }) end,
      "bad argument #2 to 'overlap' (there is no test for grid and grid)")
  end)
end)
