-- SPDX-License-Identifier: MIT
-- ns per pair of ready shapes of the plane from this Lua, beside the same test
-- by hand in plain Lua: one of each kind at the origin, against one of each in
-- many places around it, of which about half meet it. Prints rows for
-- bench/table.lua: query, collide, plain.
package.path = (arg and arg[0] or "bench/pairs.lua"):gsub("[^/]*$", "") .. "?.lua;" .. package.path
local collide = require "collide"
local plain = require "plain_pairs"
local empty = require "bench_empty"
local measure = require "measure"

local PLACES = 256

-- Park and Miller's generator: the same places on every Lua, and in pairs.c.
local seed = 20261121
local function random(low, high)
  seed = seed * 16807 % 2147483647
  return low + (high - low) * (seed / 2147483647)
end

local triangle = {{-1, -0.8}, {1.2, -0.3}, {0, 1.1}}
local corners = {{1, 0}, {0.5, 0.9}, {-0.5, 0.9}, {-1, 0}, {-0.5, -0.9}, {0.5, -0.9}}

local kinds = {
  {name = "circle", points = {{0, 0}}, radius = 1, make = function()
    return collide.circle {radius = 1}
  end},
  {name = "rect", points = {{-1, -0.7}, {1, -0.7}, {1, 0.7}, {-1, 0.7}}, make = function()
    return collide.rect {half = {1, 0.7}}
  end},
  {name = "polygon", points = corners, make = function()
    return collide.polygon(corners)
  end},
  {name = "triangle", points = triangle, make = function()
    return collide.triangle(triangle)
  end},
  {name = "segment", points = {triangle[1], triangle[2]}, make = function()
    return collide.segment {triangle[1], triangle[2]}
  end},
  {name = "capsule", points = {triangle[1], triangle[2]}, radius = 0.4, make = function()
    return collide.capsule {a = triangle[1], b = triangle[2], radius = 0.4}
  end},
  {name = "plane", make = function()
    return collide.plane {normal = {0.6, 0.8}, distance = 0}
  end},
}

-- The same shape as plain.lua wants it, posed by hand.
local function by_hand(kind, x, y, angle)
  local c, s = math.cos(angle), math.sin(angle)
  if kind.name == "plane" then
    local nx, ny = 0.6 * c - 0.8 * s, 0.6 * s + 0.8 * c
    return {nx = nx, ny = ny, d = nx * x + ny * y}
  end
  if kind.name == "circle" then return {x = x, y = y, r = kind.radius} end
  local shape = {n = #kind.points, r = kind.radius}
  for i, p in ipairs(kind.points) do
    shape[2 * i - 1] = x + c * p[1] - s * p[2]
    shape[2 * i] = y + s * p[1] + c * p[2]
  end
  return shape
end

for _, kind in ipairs(kinds) do
  kind.standing, kind.hand = kind.make(), by_hand(kind, 0, 0, 0)
  kind.around, kind.hands = {}, {}
  for i = 1, PLACES do
    local x, y, angle = random(-2.4, 2.4), random(-2.4, 2.4), random(-3, 3)
    local shape = kind.make()
    shape:set_position(x, y)
    shape:set_rotation(angle)
    kind.around[i], kind.hands[i] = shape, by_hand(kind, x, y, angle)
  end
end

local family = {rect = "polygon", triangle = "polygon"}

local function over_places(ask, one, many)
  return function(n)
    for _ = 1, n do
      for i = 1, PLACES do ask(one, many[i]) end
    end
    return n * PLACES
  end
end

local function row(name, a, b, ask, hand)
  measure.row(name, over_places(ask, a.standing, b.around), hand and over_places(hand, a.hand, b.hands))
end

-- What both take for granted is that the two agree.
local function check(a, b, hand)
  for i = 1, PLACES do
    assert(hand(a.hand, b.hands[i]) == collide.overlap(a.standing, b.around[i]), a.name .. b.name)
  end
end

row("empty C call", kinds[1], kinds[1], empty)
for i, a in ipairs(kinds) do
  for j = i, #kinds do
    local b = kinds[j]
    local hand = plain[(family[a.name] or a.name) .. "_" .. (family[b.name] or b.name)]
    check(a, b, hand)
    row("overlap " .. a.name .. " " .. b.name, a, b, collide.overlap, hand)
  end
end
row("contact circle circle", kinds[1], kinds[1], collide.contact, plain.push_of_circles)
row("contact rect rect", kinds[2], kinds[2], collide.contact, plain.push_of_polygons)
row("contact polygon polygon", kinds[3], kinds[3], collide.contact, plain.push_of_polygons)
row("contact triangle triangle", kinds[4], kinds[4], collide.contact, plain.push_of_polygons)
for _, kind in ipairs(kinds) do
  row("distance " .. kind.name .. " " .. kind.name, kind, kind, collide.distance)
end
