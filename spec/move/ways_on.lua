-- SPDX-License-Identifier: MIT
--
-- ways_on.lua SCENES [SEED]: random moves among shapes that share corners, in the plane and in
-- space. After each move that returns a remainder no way on is free: casts of the shape, by a
-- thousandth of its size, in directions within 80 degrees of the remainder, all hit something. A
-- walker goes on where a level way is free. And nothing is entered. Walkers between two slopes may
-- use up their turns: of 5,000 moves one may have a way on.
local collide = require "collide"
local new_random = require "spec.fuzz.random"
local new_scene = require "spec.move.scenes"

local scenes, seed = tonumber(arg[1]), tonumber(arg[2] or 1)
local MOVES = 10 -- in each scene
local SHOWN = 5

-- Powers of 2, with the offset of all coordinates.
local PLACES = { { 1, 0 }, { 1, 1e3 }, { 1, 1e6 }, { 2 ^ -30, 0 }, { 2 ^ 30, 0 } }

local count = { moves = 0, remainders = 0, stuck = 0, entered = 0 }

local function dot(a, b)
  local sum = 0
  for i = 1, #a do sum = sum + a[i] * b[i] end
  return sum
end

local function unit(v)
  local length, u = math.sqrt(dot(v, v)), {}
  for i = 1, #v do u[i] = v[i] / length end
  return u, length
end

-- Perpendicular to the unit vector u, and for three dimensions to v.
local function across(u, v)
  if #u == 2 then return { -u[2], u[1] } end
  if v then return { u[2] * v[3] - u[3] * v[2], u[3] * v[1] - u[1] * v[3], u[1] * v[2] - u[2] * v[1] } end
  return (unit(across(u, math.abs(u[1]) < 0.6 and { 1, 0, 0 } or { 0, 1, 0 })))
end

-- Directions within 80 degrees of the unit vector u: in the plane each 10 degrees, in space a cone
-- each 20 degrees. A walker's stay level: then `up` is its direction, and u is level.
local function directions(u, up)
  local list = { u }
  local v = up and #u == 3 and across(u, up) or across(u)
  local w = #u == 3 and across(u, v)
  if up and #u == 2 then return list end
  for angle = 10, 80, 10 do
    local c, s = math.cos(math.rad(angle)), math.sin(math.rad(angle))
    for turn = 0, 345, (#u == 2 or up) and 180 or 15 do
      local a, b = math.cos(math.rad(turn)) * s, math.sin(math.rad(turn)) * s
      local e = {}
      for i = 1, #u do e[i] = u[i] * c + v[i] * a + (w and not up and w[i] * b or 0) end
      list[#list + 1] = e
    end
  end
  return list
end

local function list_of(v, dimensions)
  return dimensions == 2 and { v.x, v.y } or { v.x, v.y, v.z }
end

-- The direction of what is left of a move, of a walker the level one; nil where that is nothing.
local function remaining(scene, move, up)
  local rest = list_of(move.remainder, scene.dimensions)
  if up then
    local rise = dot(rest, up)
    for i = 1, #rest do rest[i] = rest[i] - rise * up[i] end
  end
  local u, length = unit(rest)
  return length > 2 ^ -30 * scene.size and u or nil
end

local function free_way(scene, level, shape, u, up)
  for _, e in ipairs(directions(u, up)) do
    local way = {}
    for i = 1, #e do way[i] = e[i] * scene.size / 1000 end
    if not collide.shapecast(level, shape, way, { touching = "skip" }) then return way end
  end
end

-- In a gap as wide as the shape, the last digits may remain in a wall: by 8 clearances at most.
local function is_in(level, shape)
  local contact = collide.contact(level, shape, { touching = "skip" })
  if not contact then return false end
  local low, high = shape:bounds()
  local most = 0
  for _, p in ipairs { low, high } do most = math.max(most, math.abs(p.x), math.abs(p.y), math.abs(p.z or 0)) end
  return contact.depth > 2 ^ (low.z and -37 or -44) * most
end

local function displacement(scene)
  local d = scene:offset(8)
  for i = 1, #d do d[i] = d[i] / 4 end
  if scene.random:chance(30) then
    for i = 1, #d do d[i] = (scene.random:pick(2000001) - 1000001) / 1000001 * scene.size end
  end
  return d
end

local function walking(scene)
  if scene.random:chance(50) then return {}, nil end
  local up = { 0, 1, scene.dimensions == 3 and 0 or nil }
  return { up = up, step = scene.random:chance(50) and 0.3 * scene.size or nil,
    snap = scene.random:chance(50) and 0.3 * scene.size or nil }, up
end

-- A member goes a little way, and pushes the shape out of where it comes.
local function shift_member(scene, level, shape)
  local v, p = scene:offset(1), scene.moving:get_position()
  local to = list_of(p, scene.dimensions)
  for i = 1, #v do to[i] = to[i] + v[i] / 4 end
  scene.moving:set_position(to)
  collide.push_out(level, shape)
end

local function show(case, name, move, way, d, up)
  if count.stuck > SHOWN then return end
  print(("SEED=%d CASE=%d %s%s: stuck at %s with %s left of (%s), free is (%s)"):format(seed, case, name,
    up and ", walking" or "", tostring(move.position), tostring(move.remainder), table.concat(d, ", "),
    table.concat(way, ", ")))
end

local function check_move(case, scene, level, shape, name)
  local options, up = walking(scene)
  local d = displacement(scene)
  if dot(d, d) == 0 then return end
  local move = collide.move(level, shape, d, options)
  count.moves = count.moves + 1
  if is_in(level, shape) then count.entered = count.entered + 1 end
  local u = remaining(scene, move, up)
  if not u then return end
  count.remainders = count.remainders + 1
  local way = free_way(scene, level, shape, u, up)
  if not way then return end
  count.stuck = count.stuck + 1
  show(case, name, move, way, d, up)
end

local function check_scene(case)
  local random = new_random(seed, case)
  local place = random:of(PLACES)
  local scene = new_scene(random, case % 2 + 2, place[1], place[2])
  local level, level_name = scene:level()
  local shape, shape_name = scene:mover()
  collide.push_out(level, shape)
  for _ = 1, MOVES do
    if is_in(level, shape) then return end
    check_move(case, scene, level, shape, ("%dD %s among %s"):format(scene.dimensions, shape_name, level_name))
    if scene.moving then shift_member(scene, level, shape) end
  end
end

for case = 1, scenes do check_scene(case) end
print(("%d moves, %d with a remainder; %d stuck, %d entered"):format(count.moves, count.remainders, count.stuck,
  count.entered))
os.exit(count.stuck * 5000 <= count.moves and count.entered == 0 and 0 or 1)
