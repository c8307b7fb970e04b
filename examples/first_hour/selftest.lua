-- SPDX-License-Identifier: MIT
-- Tests the game without a user: `love examples/first_hour --test` ends with exit status 0 or 1.
local function fail(message)
  io.stderr:write("fails: ", tostring(message), "\n")
  os.exit(1)
end
love.errorhandler = fail

local function holds(what, condition, ...)
  if not condition then
    fail(what .. ": " .. table.concat({ ... }, ", "))
  end
  print("holds: " .. what)
end

-- Frames of a sixtieth of a second with these keys down.
local function frames(count, ...)
  local keys = { ... }
  love.keyboard.isDown = function(...)
    for _, asked in ipairs({ ... }) do
      for _, key in ipairs(keys) do
        if asked == key then
          return true
        end
      end
    end
    return false
  end
  for _ = 1, count do
    love.update(1 / 60)
  end
end

return function(game)
  local player, enemies = game.player, game.enemies
  holds("the map is read", game.walls:count() == 76 and #enemies == 3 and player.x == 112 and player.y == 112,
    game.walls:count(), #enemies)
  frames(200, "left")
  holds("a wall stops the player beside it", math.abs(player.x - (32 + 11)) < 1e-9 and player.y == 112, player.x)
  frames(200, "left", "up")
  holds("in a corner it rests", math.abs(player.x - 43) < 1e-9 and math.abs(player.y - 43) < 1e-9, player.x, player.y)
  frames(60, "right", "up")
  holds("along a wall it slides, and no seam between tiles stops it",
    player.x > 43 + 90 and math.abs(player.y - 43) < 1e-9, player.x, player.y)
  player.x, player.y = 112, 112
  frames(1)
  holds("an enemy sees what no wall hides", enemies[2].sees and not enemies[1].sees, tostring(enemies[2].sees))
  local hit = game.shoot(464, 112)
  holds("a shot ends at the wall", hit and hit.index == 1 and hit.point.x == 288, tostring(hit))
  hit = game.shoot(112, 300)
  holds("a shot hits an enemy", hit and hit.index > 1 and #enemies == 2, tostring(hit))
  holds("a click on oneself hits nothing", game.shoot(player.x, player.y) == nil)
  love.draw()
  print("all holds")
  os.exit(0)
end
