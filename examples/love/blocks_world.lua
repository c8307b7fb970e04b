-- SPDX-License-Identifier: MIT
-- The world of blocks: a meadow between hills, with a tower, a hut and trees.
local collide = require("collide")

local blocks_world = { side = 64 }

local floor, max, min = math.floor, math.max, math.min

-- What a cell may hold. The first ones can be placed.
local brick, planks, stone, grass, sand, leaves, dirt, trunk = 1, 2, 3, 4, 5, 6, 7, 8
blocks_world.names = { "brick", "planks", "stone", "grass", "sand", "leaves", "dirt", "trunk" }
blocks_world.placeable = 6

-- A number from 0 to 1 for each place, the same on every machine.
local function chance(x, z, salt)
  local n = (x * 7919 + z * 104729 + salt * 1299709) % 65521
  for _ = 1, 3 do
    n = (n * n + 3 * n + 12347) % 65521
  end
  return n / 65520
end

local function ease(t)
  return t * t * (3 - 2 * t)
end

-- Chance at every `step` cells, and smooth between.
local function hills(x, z, step, salt)
  local left, back = floor(x / step), floor(z / step)
  local u, v = ease(x / step - left), ease(z / step - back)
  local near = chance(left, back, salt) * (1 - u) + chance(left + 1, back, salt) * u
  local far = chance(left, back + 1, salt) * (1 - u) + chance(left + 1, back + 1, salt) * u
  return near * (1 - v) + far * v
end

-- How high the ground is: flat around the middle, high along the border.
local function height(x, z)
  local half = blocks_world.side / 2
  local away = math.sqrt((x - half) ^ 2 + (z - half) ^ 2) / half
  local steep = max(0, min(1, (away - 0.42) / 0.5))
  local rough = hills(x, z, 13, 1) * 0.75 + hills(x, z, 5, 2) * 0.25
  return 4 + floor(ease(steep) * rough * 13 + rough * 1.6)
end

local function ground(grid)
  for x = 0, blocks_world.side - 1 do
    for z = 0, blocks_world.side - 1 do
      local top = height(x, z)
      local cover = top >= 11 and stone or top <= 4 and hills(x, z, 7, 3) > 0.72 and sand or grass
      grid:fill(x, 0, z, x, top - 3, z, stone)
      grid:fill(x, top - 2, z, x, top - 1, z, cover == grass and dirt or cover)
      grid:set(x, top, z, cover)
    end
  end
end

-- Clears the air above a rectangle and levels what is below; tells how high it lies.
local function level(grid, x0, z0, x1, z1)
  local y = height(floor((x0 + x1) / 2), floor((z0 + z1) / 2))
  grid:fill(x0, y + 1, z0, x1, y + 20, z1, 0)
  grid:fill(x0, y - 2, z0, x1, y, z1, dirt)
  return y
end

local function tower(grid, x, z)
  local y = level(grid, x, z, x + 6, z + 6)
  grid:fill(x, y, z, x + 6, y + 10, z + 6, brick)
  grid:fill(x + 1, y + 1, z + 1, x + 5, y + 10, z + 5, 0)
  for i = 0, 6, 2 do -- merlons
    for _, at in ipairs({ { i, 0 }, { i, 6 }, { 0, i }, { 6, i } }) do
      grid:set(x + at[1], y + 11, z + at[2], brick)
    end
  end
  grid:fill(x, y, z, x + 6, y, z + 6, stone)
  grid:fill(x, y + 7, z, x + 6, y + 7, z + 6, stone)
  grid:fill(x + 1, y + 7, z + 1, x + 5, y + 7, z + 5, planks)
  grid:fill(x + 2, y + 7, z + 2, x + 4, y + 7, z + 4, 0)
  grid:fill(x + 3, y + 1, z + 6, x + 3, y + 2, z + 6, 0) -- a door
  for _, at in ipairs({ { 0, 3 }, { 6, 3 }, { 3, 0 }, { 3, 6 } }) do
    grid:fill(x + at[1], y + 4, z + at[2], x + at[1], y + 5, z + at[2], 0)
  end
end

local function hut(grid, x, z)
  local y = level(grid, x, z, x + 6, z + 5)
  grid:fill(x, y + 1, z, x + 6, y + 3, z + 5, planks)
  grid:fill(x + 1, y + 1, z + 1, x + 5, y + 3, z + 4, 0)
  for _, corner in ipairs({ { 0, 0 }, { 6, 0 }, { 0, 5 }, { 6, 5 } }) do
    grid:fill(x + corner[1], y + 1, z + corner[2], x + corner[1], y + 3, z + corner[2], trunk)
  end
  for i = 0, 3 do -- the roof
    grid:fill(x - 1, y + 4 + i, z - 1 + i, x + 7, y + 4 + i, z + 6 - i, brick)
    if i < 3 then
      grid:fill(x, y + 4 + i, z + i, x + 6, y + 4 + i, z + 5 - i, planks)
    end
  end
  grid:fill(x + 3, y + 1, z + 5, x + 3, y + 2, z + 5, 0)
  grid:set(x + 1, y + 2, z + 5, 0)
  grid:set(x + 5, y + 2, z + 5, 0)
  grid:set(x, y + 2, z + 2, 0)
end

local function arch(grid, x, z)
  local y = level(grid, x, z, x + 8, z + 1)
  grid:fill(x, y + 1, z, x + 8, y + 6, z + 1, stone)
  grid:fill(x + 2, y + 1, z, x + 6, y + 4, z + 1, 0)
  grid:fill(x + 3, y + 5, z, x + 5, y + 5, z + 1, 0)
end

local function tree(grid, x, z, tall)
  local y = height(x, z)
  grid:fill(x - 2, y + tall - 2, z - 2, x + 2, y + tall - 1, z + 2, leaves)
  grid:fill(x - 1, y + tall, z - 1, x + 1, y + tall + 1, z + 1, leaves)
  for _, corner in ipairs({ { -2, -2 }, { 2, -2 }, { -2, 2 }, { 2, 2 } }) do
    grid:set(x + corner[1], y + tall - 1, z + corner[2], 0)
  end
  for _, corner in ipairs({ { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } }) do
    grid:set(x + corner[1], y + tall + 1, z + corner[2], 0)
  end
  grid:fill(x, y + 1, z, x, y + tall, z, trunk)
end

-- Flat and free ground for what is not made of blocks, as high as where the walker starts.
local function clearing(grid, y)
  grid:fill(19, y + 1, 46, 30, y + 20, 56, 0)
  grid:fill(19, y - 6, 46, 30, y - 1, 56, dirt)
  grid:fill(19, y, 46, 30, y, 56, grass)
end

-- Not where the walker starts, nor where something is built.
local function clear_of_trees(x, z)
  return x > 17 and x < 46 and z > 12 and z < 50 and not (x < 25 and z > 32) and not (x > 38 and z > 32)
end

local function wood(grid)
  for x = 4, blocks_world.side - 5, 6 do
    for z = 4, blocks_world.side - 5, 6 do
      local tx, tz = x + floor(chance(x, z, 4) * 5) - 2, z + floor(chance(x, z, 5) * 5) - 2
      local y = height(tx, tz)
      if chance(x, z, 6) < 0.5 and not clear_of_trees(tx, tz) and grid:get(tx, y, tz) == grass then
        tree(grid, tx, tz, 4 + floor(chance(x, z, 7) * 2.99))
      end
    end
  end
end

-- What somebody has begun to build, near where the walker starts.
local function pile(grid, x, z)
  local y = height(x, z)
  grid:fill(x, y + 1, z, x + 2, y + 1, z, brick)
  grid:set(x + 1, y + 2, z, brick)
  grid:set(x, y + 1, z + 1, planks)
end

-- The grid, and where the walker starts, on the ground.
function blocks_world.new()
  local grid = collide.grid({ dimensions = 3 })
  ground(grid)
  tower(grid, 36, 22)
  hut(grid, 21, 24)
  arch(grid, 28, 17)
  wood(grid)
  pile(grid, 28, 40)
  clearing(grid, height(31, 44))
  return grid, { x = 31.5, y = height(31, 44) + 1, z = 44.5, yaw = -0.30, pitch = -0.2 }
end

return blocks_world
