-- SPDX-License-Identifier: MIT
-- A rect that slides among boxes in a world, in numbers, compared with `move` of bump if it is installed (luarocks
-- install bump), with the same displacements. Prints rows for bench/table.lua.
local collide = require "collide"
local measure = dofile "bench/measure.lua"
local has_bump, bump = pcall(require, "bump")

local MOVES, SPACING, SPEED = 2000, 60, 8

-- Park and Miller's generator.
local seed = 20261122
local function uniform(low, high)
  seed = seed * 16807 % 2147483647
  return low + (high - low) * (seed / 2147483647)
end

-- Boxes by corner and size, evenly dense, and none where the mover begins.
local function make_boxes(count)
  local side, list = SPACING * math.sqrt(count), {}
  while #list < count do
    local b = { uniform(0, side), uniform(0, side), uniform(10, 40), uniform(10, 40) }
    local middle = side / 2
    if b[1] > middle + 32 or b[1] + b[3] < middle - 32 or b[2] > middle + 32 or b[2] + b[4] < middle - 32 then
      list[#list + 1] = b
    end
  end
  return list, side
end

-- A walk that goes one way for a while, then back, then another way: it stays among the boxes.
local function make_steps()
  local list, angle = {}, 0
  for i = 1, MOVES do
    if i % 40 == 1 then angle = i % 80 == 1 and uniform(0, 2 * math.pi) or angle + math.pi + uniform(-0.2, 0.2) end
    list[i] = { SPEED * math.cos(angle), SPEED * math.sin(angle) }
  end
  return list
end

local function ours(boxes, steps, middle)
  local world = collide.world { dimensions = 2 }
  for _, b in ipairs(boxes) do
    world:add(collide.rect { min = { b[1], b[2] }, max = { b[1] + b[3], b[2] + b[4] } })
  end
  local mover = collide.rect { half = { 8, 12 } }
  world:add(mover)
  return function(n)
    for _ = 1, n do
      mover:set_position(middle, middle)
      for i = 1, MOVES do
        local step = steps[i]
        world:move(mover, step[1], step[2])
      end
    end
    return n * MOVES
  end
end

local function theirs(boxes, steps, middle)
  local world, mover = bump.newWorld(64), {}
  for _, b in ipairs(boxes) do world:add({}, b[1], b[2], b[3], b[4]) end
  world:add(mover, middle - 8, middle - 12, 16, 24)
  return function(n)
    for _ = 1, n do
      local x, y = middle - 8, middle - 12
      world:update(mover, x, y)
      for i = 1, MOVES do
        local step = steps[i]
        x, y = world:move(mover, x + step[1], y + step[2])
      end
    end
    return n * MOVES
  end
end

if not has_bump then io.stderr:write "no bump to compare with: luarocks install bump\n" end
for _, count in ipairs { 100, 1000, 10000 } do
  local boxes, side = make_boxes(count)
  local steps = make_steps()
  measure.row("rect among " .. count .. " boxes", ours(boxes, steps, side / 2),
    has_bump and theirs(boxes, steps, side / 2) or nil)
end
