-- SPDX-License-Identifier: MIT
-- luacheck: no max line length
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
          assert.is_true(math.abs(hero:get_position().z - (z - 0.6)) < (name == "cylinder" and 1e-8 or 1e-9),
            ("pressed by 2^-%d it went %g of -0.6"):format(k, hero:get_position().z - z))
        end
      end)
    end
  end
end)

-- A band along a slope, between two offsets along its normal.
local function band(along, from, to)
  local points = {}
  for _, q in ipairs { { -50, from }, { 50, from }, { 50, to }, { -50, to } } do
    points[#points + 1] = { along[1] * q[1] - along[2] * q[2], along[2] * q[1] + along[1] * q[2] }
  end
  return collide.polygon { points = points }
end

describe("move in a tunnel as high as the shape", function()
  local shapes = {
    circle = function() return collide.circle { radius = 0.75 } end,
    rect = function() return collide.rect { half = { 0.4, 0.7 } } end,
    capsule = function() return collide.capsule { a = { 0, -0.4 }, b = { 0, 0.4 }, radius = 0.375 } end,
  }
  for name, make in pairs(shapes) do
    for _, options in ipairs { {}, { up = { 0, 1 } }, { up = { 0, 1 }, step = 0.3, snap = 0.3 } } do
      it(("moves a %s along%s%s"):format(name, options.up and ", with up" or "", options.step and ", step" or ""), function()
        local walks, went = 0, 0
        for k = 1, 50, 3 do
          for _, slope in ipairs { 0, 0.25, -0.3, 0.51 } do
            local length = math.sqrt(1 + slope * slope)
            local along = { 1 / length, slope / length }
            local low, high = make():project { -along[2], along[1] }
            local level = { band(along, low - 1, low), band(along, high, high + 1) }
            local hero, press = make(), 0.1 * 2 ^ -k * (k % 2 * 2 - 1)
            collide.push_out(level, hero)
            local from = hero:get_position()
            for _ = 1, 6 do
              collide.move(level, hero, { 0.1 * along[1] - press * along[2], 0.1 * along[2] + press * along[1] }, options)
            end
            local to = hero:get_position()
            walks = walks + 1
            if (to.x - from.x) * along[1] + (to.y - from.y) * along[2] > 0.5 then went = went + 1 end
          end
        end
        -- Of places in a slope's tunnel only those are free that rounding leaves, now and then none.
        assert.is_true(went >= 0.99 * walks, ("%d of %d walks went all the way"):format(went, walks))
      end)
    end
  end
end)
