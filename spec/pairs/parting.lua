-- SPDX-License-Identifier: MIT
--
-- parting.lua PAIRS [SEED]: the normal of a contact parts the two shapes. Random polytopes, also with
-- a radius, in the plane and in space, that touch exactly, are a unit in the last place apart or in
-- one another, or overlap. A third are neighbours of unit size, or a step of stairs in tenths apart. Along
-- the normal they overlap by at most the depth, but for rounding: this is asked of the corners that the
-- shapes were made from.
local collide = require "collide"
local new_random = require "spec.fuzz.random"

local pairs_asked, seed = tonumber(arg[1]), tonumber(arg[2] or 1)
local UNITS = 64 * 2 ^ -52 -- of the largest coordinate
local SHOWN = 5

local function dot(a, b)
  local sum = 0
  for i = 1, #a do sum = sum + a[i] * b[i] end
  return sum
end

-- The points of a polytope, and its radius.
local MAKERS = {
  box = function(whole, dimensions)
    local points, half, flat = {}, {}, whole(0, 3) == 0 and whole(1, dimensions)
    for i = 1, dimensions do half[i] = flat == i and (whole(0, 1) == 0 and 0 or 2 ^ -52) or whole(1, 4) / 2 end
    for k = 0, 2 ^ dimensions - 1 do
      local p = {}
      for i = 1, dimensions do p[i] = math.floor(k / 2 ^ (i - 1)) % 2 == 0 and -half[i] or half[i] end
      points[#points + 1] = p
    end
    return points, 0
  end,
  hull = function(whole, dimensions, at)
    local points = {}
    for i = 1, whole(dimensions + 1, 8) do points[i] = at(5, 2) end
    return points, 0
  end,
  needle = function(whole, dimensions, at)
    local points, tip = { {} }, at(3, 1)
    for i = 1, dimensions do points[1][i] = 0 end
    for i = 1, dimensions do
      points[i + 1] = {}
      for k = 1, dimensions do points[i + 1][k] = tip[k] + whole(-1, 1) / 2 ^ whole(2, 20) end
    end
    return points, 0
  end,
  triangle = function(_, _, at) return { at(4, 1), at(4, 1), at(4, 1) }, 0 end,
  segment = function(_, _, at) return { at(4, 1), at(4, 1) }, 0 end,
  capsule = function(whole, _, at) return { at(4, 1), at(4, 1) }, whole(1, 4) / 4 end,
}
-- A unit square or cube, or half of it; a face, an edge or a diagonal of it; or an upright capsule in it.
local function tile(name, whole, dimensions)
  local corners = {}
  for k = 0, 2 ^ dimensions - 1 do
    corners[k + 1] = {}
    for i = 1, dimensions do corners[k + 1][i] = math.floor(k / 2 ^ (i - 1)) % 2 - 0.5 end
  end
  if name == "box" or name == "hull" then return corners, 0 end
  if name == "needle" then
    table.remove(corners)
    return corners, 0
  end
  if name == "triangle" then return { corners[1], corners[2], corners[2 + whole(1, #corners - 2)] }, 0 end
  if name == "segment" then return { corners[1], corners[1 + whole(1, #corners - 1)] }, 0 end
  local foot, head = {}, {}
  for i = 1, dimensions do foot[i], head[i] = i == 2 and -0.25 or 0, i == 2 and 0.25 or 0 end
  return { foot, head }, 0.25
end

local NAMES = { "box", "hull", "needle", "triangle", "segment", "capsule" }

-- A shape with the points, moved by an offset and then scaled.
local function make(name, points, radius, offset, scale)
  local moved = {}
  for i, p in ipairs(points) do
    moved[i] = {}
    for k = 1, #p do moved[i][k] = (p[k] + offset[k]) * scale end
  end
  local shape
  if name == "box" then
    local make_box = #offset == 2 and collide.rect or collide.box
    shape = make_box { min = moved[1], max = moved[#moved] }
  elseif name == "triangle" then
    shape = collide.triangle(moved)
  elseif name == "segment" then
    shape = collide.segment(moved)
  elseif name == "capsule" then
    shape = collide.capsule { a = moved[1], b = moved[2], radius = radius * scale }
  else
    shape = collide.hull(moved)
  end
  return shape, moved, radius * scale
end

local function largest(points, least)
  for _, p in ipairs(points) do
    for i = 1, #p do least = math.max(least, math.abs(p[i])) end
  end
  return least
end

-- How far a reaches along n beyond the least of b: how far both overlap along it.
local function overlap_along(n, a, a_radius, b, b_radius)
  local high, low = -math.huge, math.huge
  for _, p in ipairs(b) do high = math.max(high, dot(p, n)) end
  for _, p in ipairs(a) do low = math.min(low, dot(p, n)) end
  return high + b_radius - (low - a_radius)
end

local count = { asked = 0, touching = 0, wrong = 0 }
local worst = 0

local function check(case, a, b, what)
  local contact = collide.contact(b.shape, a.shape) -- the normal leads from a into b
  if not contact then return end
  count.asked = count.asked + 1
  if contact.depth < 1e-12 * a.scale then count.touching = count.touching + 1 end
  local n = #a.points[1] == 2 and { contact.normal.x, contact.normal.y }
    or { contact.normal.x, contact.normal.y, contact.normal.z }
  local size = largest(a.points, largest(b.points, 0)) + a.radius + b.radius
  local beyond = overlap_along(n, b.points, b.radius, a.points, a.radius) - contact.depth
  worst = math.max(worst, beyond / size)
  if beyond <= UNITS * size then return end
  count.wrong = count.wrong + 1
  if count.wrong > SHOWN then return end
  print(("SEED=%d CASE=%d %s: depth %g, along the normal they overlap by %g more\n  %s\n  %s"):format(seed, case, what,
    contact.depth, beyond, tostring(a.shape), tostring(b.shape)))
end

-- A corner, or a point between two or four of them: so that two shapes meet there.
local function draw_point(random, points)
  local picked, sum = random:of { 1, 1, 2, 4 }, {}
  for i = 1, #points[1] do sum[i] = 0 end
  for _ = 1, picked do
    local p = random:of(points)
    for i = 1, #p do sum[i] = sum[i] + p[i] / picked end
  end
  return sum
end

local function draw_pair(case)
  local random = new_random(seed, case)
  local dimensions = case % 2 + 2
  local function whole(low, high) return low - 1 + random:pick(high - low + 1) end
  local function at(range, part)
    local p = {}
    for i = 1, dimensions do p[i] = whole(-range * part, range * part) / part end
    return p
  end
  local scale, is_level = 2 ^ random:of { 0, 0, 0, 100, -100, 30, -30 }, case % 3 == 0
  local names, list = { random:of(NAMES), random:of(NAMES) }, {}
  local nowhere, offset, made = {}, at(6, 2), {}
  for i = 1, 2 do
    if is_level and random:chance(80) then
      made[i] = { tile(names[i], whole, dimensions) }
    else
      made[i] = { MAKERS[names[i]](whole, dimensions, at) }
    end
  end
  if is_level then -- a neighbour, or a step of stairs
    for i = 1, dimensions do offset[i] = whole(-1, 1) end
    if random:chance(40) then offset[whole(1, dimensions)] = whole(-4, 4) * 0.1 end
  elseif random:chance(70) then
    local on_a, on_b = draw_point(random, made[1][1]), draw_point(random, made[2][1])
    for i = 1, dimensions do offset[i] = on_a[i] - on_b[i] end
  end
  for i = 1, dimensions do nowhere[i] = 0 end
  if random:chance(50) then -- by a unit in the last place
    local axis = whole(1, dimensions)
    offset[axis] = offset[axis] * (1 + random:of { -1, 1 } * 2 ^ -52)
  end
  for i = 1, 2 do
    local points, radius = made[i][1], made[i][2]
    local fine, shape, moved, r = pcall(make, names[i], points, radius, i == 1 and nowhere or offset, scale)
    if not fine then return end
    list[i] = { shape = shape, points = moved, radius = r, scale = scale }
  end
  local what = ("%dD %s and %s"):format(dimensions, names[1], names[2])
  check(case, list[1], list[2], what)
  check(case, list[2], list[1], what)
end

for case = 1, pairs_asked do draw_pair(case) end
print(("%d contacts, %d of them touching: %d normals do not part; the worst is off by %g of the size"):format(
  count.asked, count.touching, count.wrong, worst))
os.exit(count.wrong == 0 and count.touching > 0 and 0 or 1)
