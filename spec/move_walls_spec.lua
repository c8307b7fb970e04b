-- SPDX-License-Identifier: MIT
local collide = require "collide"

local HEROES = {
  capsule = function() return collide.capsule { radius = 0.4, half_height = 0.5 } end,
  sphere = function() return collide.sphere { radius = 0.4 } end,
  box = function() return collide.box { half = { 0.4, 0.9, 0.4 } } end,
  cylinder = function() return collide.cylinder { radius = 0.4, half_height = 0.9 } end,
}

-- A level floor, and a wall whose face is at x.
local function room(x)
  return collide.world {
    collide.box { min = { -99, -1, -99 }, max = { 99, 0, 99 } },
    collide.box { min = { x, 0, -99 }, max = { x + 7, 9, 99 } },
  }
end

describe("move beside a wall", function()
  for name, make in pairs(HEROES) do
    for _, options in ipairs { {}, { step = 0.3 }, { snap = 0.3 }, { step = 0.3, snap = 0.3 } } do
      local title = ("takes a %s along it, however lightly it is pressed against it%s%s"):format(name,
        options.step and ", with step" or "", options.snap and ", with snap" or "")
      it(title, function()
        options.up = { 0, 1, 0 }
        for k = 0, 50 do
          local x = 2.47 + 0.0173 * k
          local level, hero = room(x), make():set_position(x - 1, 2, 0)
          level:move(hero, { 2, -5, 0 }, options)
          local z = hero:get_position().z
          for _ = 1, 6 do level:move(hero, { 0.1 * 2 ^ -k, -0.01, -0.1 }, options) end
          assert.is_true(math.abs(hero:get_position().z - (z - 0.6)) < 1e-9,
            ("pressed by 2^-%d it went %g of -0.6"):format(k, hero:get_position().z - z))
        end
      end)
    end
  end
end)
