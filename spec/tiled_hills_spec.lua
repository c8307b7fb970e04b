-- SPDX-License-Identifier: MIT
--
-- The map of the guide and of the platformer: its tiles are slopes, flipped in several ways.
local collide = require("collide")
local tmx = require("spec.support.tmx")

-- The corners of the ground from left to right, read off the picture of the map.
local corners = { 16, 320, 80, 320, 128, 272, 160, 272, 208, 320, 240, 320, 272, 304, 304, 304, 336, 320, 368, 320 }
-- The lower side of the plateau, where flipped slopes hang.
local ceiling = { 320, 144, 352, 144, 368, 160, 400, 160, 416, 144, 448, 144 }

local function height_at(line, x)
  for i = 1, #line - 2, 2 do
    local x0, y0, x1, y1 = line[i], line[i + 1], line[i + 2], line[i + 3]
    if x >= x0 and x <= x1 then
      return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    end
  end
end

local exports = {
  { name = "Lua", map = tmx.lua("hills") },
  { name = "JSON", map = tmx.json("hills") },
}

for _, export in ipairs(exports) do
  describe("the hills from Tiled, exported to " .. export.name, function()
    local map = export.map
    local ground, areas = collide.grid.from_tiled(map, "ground", { one_way = "one_way", layer = "layer" })

    it("are hit where the picture has them", function()
      for x = 16.5, 367.5 do
        local hit = ground:segmentcast({ x, 262 }, { x, 384 })
        assert.is_true(math.abs(262 + 122 * hit.t - height_at(corners, x)) < 1e-9, "at " .. x)
      end
      for x = 320.5, 447.5 do
        local hit = ground:segmentcast({ x, 185 }, { x, 0 })
        assert.is_true(math.abs(185 - 185 * hit.t - height_at(ceiling, x)) < 1e-9, "below " .. x)
      end
    end)

    it("hold a point that moves down at any place", function()
      local walk = { up = { 0, -1 }, max_slope = math.rad(50) }
      for x = 16.5, 367.5, 3 do
        local point = collide.circle { radius = 0, position = { x, 262 } }
        local moved = ground:move(point, { 0, 100 }, walk)
        assert.is_true(math.abs(moved.position.y - height_at(corners, x)) < 1e-6, "at " .. x)
      end
    end)

    it("have a grid for the ladder and one for the water", function()
      assert.equal(2, #areas)
      assert.equal(areas[1], areas.ladder)
      assert.equal("water", areas[2]:get_layer())
      assert.equal(8, areas.ladder:count())
      assert.is_true(areas.water:contains(224, 312))
      assert.is_false(areas.water:contains(207, 312))
    end)

    it("have their objects", function()
      local names = {}
      for i, shape in ipairs(collide.from_tiled_objects(map, "things")) do names[i] = shape.data.name end
      assert.equal("hero lift boulder rock rock rock crate wedge", table.concat(names, " "))
    end)
  end)
end

describe("the file hills.lua", function()
  it("is the export of hills.tmx", function() assert.same(dofile("spec/maps/hills.lua"), tmx.lua("hills")) end)
end)
