-- SPDX-License-Identifier: MIT
-- The game of docs/guides/first-hour.md: walls, a player, enemies that see, and shots.
-- love examples/first_hour: arrows or WASD to walk, a click to shoot.
local collide = require("collide")

local SIZE = 32 -- of a tile, in pixels

local rows = {
  "####################",
  "#........#.........#",
  "#........#.........#",
  "#..@.....#....e....#",
  "#........#.........#",
  "#..............##..#",
  "#....####......##..#",
  "#.......#..........#",
  "#..e....#.....e....#",
  "#.......#..........#",
  "#.......#..........#",
  "####################",
}

local walls = collide.grid({ dimensions = 2, size = SIZE })
local player = { x = 0, y = 0, speed = 140 }
player.body = collide.circle({ radius = 11 })
local enemies, bodies = {}, {}

local function read_map()
  for y, row in ipairs(rows) do
    for x = 1, #row do
      local sign = row:sub(x, x)
      local px, py = (x - 0.5) * SIZE, (y - 0.5) * SIZE
      if sign == "#" then
        walls:set(x - 1, y - 1, 1)
      elseif sign == "@" then
        player.x, player.y = px, py
      elseif sign == "e" then
        local body = collide.circle({ radius = 11, position = { px, py } })
        enemies[#enemies + 1] = { x = px, y = py, body = body, sees = false }
      end
    end
  end
end

-- Moves the player up to the walls, and slides along them.
local function walk(dx, dy)
  player.body:set_position(player.x, player.y)
  player.x, player.y = collide.move(walls, player.body, dx, dy)
end

-- An enemy sees the player if no wall is between them.
local function look(enemy)
  enemy.sees = not collide.segmentcast_any(walls, enemy.x, enemy.y, player.x, player.y)
end

-- The first hit of a shot from the player towards a point, at a wall or an enemy.
local function shoot(x, y)
  local dx, dy = x - player.x, y - player.y
  if dx == 0 and dy == 0 then
    return nil -- a direction of zero points nowhere
  end
  local targets = { walls }
  for i, body in ipairs(bodies) do
    targets[i + 1] = body
  end
  local hit = collide.raycast(targets, { player.x, player.y }, { dx, dy })
  if hit and hit.index > 1 then
    table.remove(enemies, hit.index - 1)
    table.remove(bodies, hit.index - 1)
  end
  return hit
end

local shot -- the last one: from where, to where, and for how long it is seen

function love.load(arguments)
  read_map()
  for i, enemy in ipairs(enemies) do
    bodies[i] = enemy.body
  end
  if arguments[1] == "--test" then
    require("selftest")({ player = player, enemies = enemies, walls = walls, walk = walk, shoot = shoot })
  end
end

function love.update(dt)
  local down = love.keyboard.isDown
  local dx = (down("right", "d") and 1 or 0) - (down("left", "a") and 1 or 0)
  local dy = (down("down", "s") and 1 or 0) - (down("up", "w") and 1 or 0)
  local length = math.sqrt(dx * dx + dy * dy)
  if length > 0 then
    local step = player.speed * math.min(dt, 0.05) / length
    walk(dx * step, dy * step)
  end
  for _, enemy in ipairs(enemies) do
    look(enemy)
  end
  if shot then
    shot.left = shot.left - dt
    shot = shot.left > 0 and shot or nil
  end
end

function love.mousepressed(x, y, button)
  local hit = button == 1 and shoot(x, y)
  if hit then
    shot = { x = player.x, y = player.y, to = hit.point, left = 0.15 }
  end
end

function love.draw()
  love.graphics.clear(0.10, 0.12, 0.16)
  love.graphics.setColor(0.30, 0.36, 0.46)
  for x, y in walls:each() do
    love.graphics.rectangle("fill", x * SIZE, y * SIZE, SIZE, SIZE)
  end
  for _, enemy in ipairs(enemies) do
    love.graphics.setColor(enemy.sees and { 0.93, 0.37, 0.26 } or { 0.55, 0.45, 0.42 })
    love.graphics.circle("fill", enemy.x, enemy.y, 11)
    if enemy.sees then
      love.graphics.line(enemy.x, enemy.y, player.x, player.y)
    end
  end
  love.graphics.setColor(0.20, 0.66, 0.56)
  love.graphics.circle("fill", player.x, player.y, 11)
  if shot then
    love.graphics.setColor(1, 0.96, 0.85)
    love.graphics.line(shot.x, shot.y, shot.to.x, shot.to.y)
  end
end
