-- SPDX-License-Identifier: MIT
--
-- walls.lua WALKS [SEED]: walkers beside a wall, pressed into it by 2^-50 to 1 of each step. The
-- floor is level or a slope, along the wall and towards it; the wall is turned. Each walk has to
-- go on along the wall.
local collide = require "collide"
local new_random = require "spec.fuzz.random"

local walks, seed = tonumber(arg[1]), tonumber(arg[2] or 1)
local STEPS, STEP = 6, 0.1
local SHOWN = 5

local WALKERS = {
  capsule = function() return collide.capsule { radius = 0.4, half_height = 0.5 } end,
  box = function() return collide.box { half = { 0.4, 0.9, 0.4 } } end,
  sphere = function() return collide.sphere { radius = 0.4 } end,
  cylinder = function() return collide.cylinder { radius = 0.4, half_height = 0.9 } end,
  cone = function() return collide.cone { radius = 0.4, height = 1 } end,
  hull = function(uniform)
    local points = {}
    for i = 1, 12 do points[i] = { uniform(-0.4, 0.4), uniform(-0.9, 0.9), uniform(-0.4, 0.4) } end
    return collide.hull(points)
  end,
}
local NAMES = { "capsule", "box", "sphere", "cylinder", "cone", "hull" }

-- A box as a mesh.
local function mesh_of(half)
  local vertices = {}
  for i = 0, 7 do
    vertices[i + 1] = { (i % 2 * 2 - 1) * half[1], (math.floor(i / 2) % 2 * 2 - 1) * half[2],
      (math.floor(i / 4) * 2 - 1) * half[3] }
  end
  return collide.mesh { vertices = vertices, triangles = { { 1, 2, 4 }, { 1, 4, 3 }, { 5, 8, 6 }, { 5, 7, 8 },
    { 1, 6, 2 }, { 1, 5, 6 }, { 3, 4, 8 }, { 3, 8, 7 }, { 1, 3, 7 }, { 1, 7, 5 }, { 2, 6, 8 }, { 2, 8, 4 } } }
end

local LEVELS = {
  array = function(floor, wall) return { floor, wall } end,
  world = function(floor, wall) return collide.world { wall, floor } end,
  group = function(floor, wall) return collide.group { floor, wall } end,
}
local LEVEL_NAMES = { "array", "world", "group" }

local function big_box(random, half)
  return random:chance(30) and mesh_of(half) or collide.box { half = half }
end

-- The floor's normal, and the rotation that a floor with that slope along z and tilt along x has.
local function floor_pose(slope, tilt)
  local x, w, z, v = math.sin(slope / 2), math.cos(slope / 2), math.sin(-tilt / 2), math.cos(-tilt / 2)
  local q = { x * v, -x * z, w * z, w * v }
  return q, { 2 * (q[1] * q[2] - q[4] * q[3]), 1 - 2 * (q[1] * q[1] + q[3] * q[3]), 2 * (q[2] * q[3] + q[4] * q[1]) }
end

local function draw_room(random, uniform)
  local slope = random:chance(40) and 0 or uniform(-0.4, 0.4)
  local tilt = random:chance(60) and 0 or uniform(0, 0.5)
  local turn = random:chance(50) and 0 or uniform(-0.5, 0.5)
  local q, n = floor_pose(slope, tilt)
  local out = { -math.cos(turn), 0, math.sin(turn) } -- of the wall
  local x = uniform(2, 3)
  local floor = big_box(random, { 60, 1, 60 }):set_rotation(q):set_position(-n[1], -n[2], -n[3])
  local wall = big_box(random, { 3, 30, 60 }):set_rotation { 0, math.sin(turn / 2), 0, math.cos(turn / 2) }
  wall:set_position(x - 3 * out[1], 0, -3 * out[3])
  local name = random:of(LEVEL_NAMES)
  return { level = LEVELS[name](floor, wall), name = name, out = out, x = x, slope = slope, tilt = tilt, turn = turn }
end

-- How far along the wall it goes, as a part of what it should.
local function walk(random, room, walker)
  local options = { up = { 0, 1, 0 }, step = random:chance(50) and 0.3 or nil, snap = random:chance(50) and 0.3 or nil }
  local out, sign = room.out, random:chance(50) and 1 or -1
  local along = { sign * out[3], 0, -sign * out[1] }
  walker:set_position(room.x - 1.5, 6, 0)
  collide.move(room.level, walker, { 0, -12, 0 }, options)
  collide.move(room.level, walker, { -2 * out[1], -1e-3, -2 * out[3] }, options)
  local press, down = 2 ^ -(random:pick(51) - 1), random:of { 0, -0.01, -0.05 }
  local d = { (along[1] - out[1] * press) * STEP, down, (along[3] - out[3] * press) * STEP }
  local went = 0
  for _ = 1, STEPS do
    local move = collide.move(room.level, walker, d, options)
    went = went + move.displacement.x * along[1] + move.displacement.z * along[3]
  end
  return went / (STEPS * STEP), press
end

local stopped = 0
for case = 1, walks do
  local random = new_random(seed, case)
  local function uniform(low, high) return low + (high - low) * (random:pick(1000001) - 1) / 1000000 end
  local room, name = draw_room(random, uniform), random:of(NAMES)
  local part, press = walk(random, room, WALKERS[name](uniform))
  -- A walker that falls on a slope loses what leads into it.
  if part < 0.5 then
    stopped = stopped + 1
    if stopped <= SHOWN then
      print(("SEED=%d CASE=%d %s in %s: goes %g of the way, pressed by %g; slope %g, tilt %g, turn %g"):format(seed,
        case, name, room.name, part, press, room.slope, room.tilt, room.turn))
    end
  end
end
print(("%d walks beside walls, %d stopped"):format(walks, stopped))
os.exit(stopped == 0 and 0 or 1)
