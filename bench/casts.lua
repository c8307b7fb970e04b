-- SPDX-License-Identifier: MIT
-- ns per cast and per cell from this Lua, beside the same query in plain Lua.
-- Prints rows for bench/table.lua: query, collide, plain. Each figure is the
-- median of several rounds, in which both take turns.
package.path = (arg and arg[0] or "bench/casts.lua"):gsub("[^/]*$", "") .. "?.lua;" .. package.path
local collide = require "collide"
local plain = require "plain"
local measure = require "measure"

local RAYS = 512

-- Park and Miller's generator: the same rays on every Lua.
local seed = 20261121
local function random(low, high)
  seed = seed * 16807 % 2147483647
  return low + (high - low) * (seed / 2147483647)
end

local row = measure.row

-- ---- Casts ------------------------------------------------------------------

local center = {x = 1, y = 2, z = 3}
local position = {1, 2, 3}
local scenes = {
  {"sphere", {radius = 1}, {radius = 1}},
  {"box", {half = {1, 0.8, 0.6}}, {hx = 1, hy = 0.8, hz = 0.6}},
  {"cylinder", {radius = 1, half_height = 1}, {radius = 1, half_height = 1}},
  {"cone", {radius = 1, height = 2}, {radius = 1, height = 2}},
  {"capsule", {radius = 0.5, half_height = 1}, {radius = 0.5, half_height = 1}},
  {"plane", {normal = {0, 1, 0}, distance = 0}, {nx = 0, ny = 1, nz = 0, distance = 0}},
  {"triangle", {points = {{-1, -1, 0}, {2, -1, 0}, {-1, 2, 0}}},
    {ax = 0, ay = 1, az = 3, e1x = 3, e1y = 0, e1z = 0, e2x = 0, e2y = 3, e2z = 0}},
}

-- Rays from up to 10 away at points in and about the shape: some three in four hit.
local rays = {}
for i = 1, RAYS do
  local ox, oy, oz = random(-9, 11), random(2.5, 12), random(-7, 13)
  rays[i] = {ox, oy, oz, 1 + random(-0.9, 0.9) - ox, 2 + random(-1, 0.7) - oy, 3 + random(-0.7, 0.7) - oz}
end

for _, scene in ipairs(scenes) do
  local name, sizes, hand = scene[1], scene[2], scene[3]
  sizes.position = position
  hand.x, hand.y, hand.z = center.x, center.y, center.z
  local shape, raycast, by_hand = collide[name](sizes), collide.raycast, plain[name]
  row("raycast " .. name, function(n)
    local sum = 0
    for _ = 1, n do
      for i = 1, RAYS do
        local r = rays[i]
        sum = sum + (raycast(shape, r[1], r[2], r[3], r[4], r[5], r[6]) or 0)
      end
    end
    return n * RAYS, sum
  end, function(n)
    local sum = 0
    for _ = 1, n do
      for i = 1, RAYS do
        local r = rays[i]
        sum = sum + (by_hand(hand, r[1], r[2], r[3], r[4], r[5], r[6]) or 0)
      end
    end
    return n * RAYS, sum
  end)
end

-- One query over many shapes: the boundary to C is crossed once.
do
  local balls, hands = {}, {}
  for i = 1, 64 do
    local x, y, z = random(-8, 8), random(-8, 8), random(-8, 8)
    balls[i] = collide.sphere {radius = 0.7, position = {x, y, z}}
    hands[i] = {radius = 0.7, x = x, y = y, z = z}
  end
  local raycast, by_hand = collide.raycast, plain.sphere
  row("nearest of 64 spheres", function(n)
    local sum = 0
    for i = 1, n do
      local r = rays[(i - 1) % RAYS + 1]
      sum = sum + (raycast(balls, r[1], r[2], r[3], r[4], r[5], r[6]) or 0)
    end
    return n, sum
  end, function(n)
    local sum = 0
    for i = 1, n do
      local r, best = rays[(i - 1) % RAYS + 1], math.huge
      for k = 1, 64 do
        local t = by_hand(hands[k], r[1], r[2], r[3], r[4], r[5], r[6])
        if t and t < best then best = t end
      end
      if best < math.huge then sum = sum + best end
    end
    return n, sum
  end)
end

-- ---- Cells -------------------------------------------------------------------

local function lines(dimensions, length)
  local list = {}
  for i = 1, 64 do
    local a, b, square = {}, {}, 0
    for k = 1, dimensions do
      a[k], b[k] = random(-50, 50), random(-1, 1)
      square = square + b[k] * b[k]
    end
    for k = 1, dimensions do b[k] = a[k] + b[k] * length / math.sqrt(square) end
    list[i] = {a, b}
  end
  return list
end

for _, length in ipairs {100, 1000} do
  local segments, cells, walk = lines(2, length), collide.cells, plain.walk2
  row("cells in 2D, length " .. length, function(n)
    local count, sum = 0, 0
    for i = 1, n do
      local a, b = segments[(i - 1) % 64 + 1][1], segments[(i - 1) % 64 + 1][2]
      for _, _, x, y in cells(a[1], a[2], b[1], b[2]) do
        count, sum = count + 1, sum + x + y
      end
    end
    return count, sum
  end, function(n)
    local count = 0
    for i = 1, n do
      local a, b = segments[(i - 1) % 64 + 1][1], segments[(i - 1) % 64 + 1][2]
      count = count + walk(a[1], a[2], b[1], b[2])
    end
    return count
  end)
end

for _, length in ipairs {100, 1000} do
  local segments, cells, walk = lines(3, length), collide.cells, plain.walk3
  row("cells in 3D, length " .. length, function(n)
    local count, sum = 0, 0
    for i = 1, n do
      local a, b = segments[(i - 1) % 64 + 1][1], segments[(i - 1) % 64 + 1][2]
      for _, _, x, y, z in cells(a[1], a[2], a[3], b[1], b[2], b[3]) do
        count, sum = count + 1, sum + x + y + z
      end
    end
    return count, sum
  end, function(n)
    local count = 0
    for i = 1, n do
      local a, b = segments[(i - 1) % 64 + 1][1], segments[(i - 1) % 64 + 1][2]
      count = count + walk(a[1], a[2], a[3], b[1], b[2], b[3])
    end
    return count
  end)
end

-- ---- Garbage -------------------------------------------------------------------

do
  local ball, raycast = collide.sphere {radius = 1}, collide.raycast
  raycast(ball, 0, 0, -5, 0, 0, 1)
  collectgarbage()
  collectgarbage("stop")
  local before = collectgarbage("count")
  for _ = 1, 1000000 do raycast(ball, 0, 0, -5, 0, 0, 1) end
  local after = collectgarbage("count")
  collectgarbage("restart")
  print(("garbage of a million casts, bytes\t%d\t-"):format((after - before) * 1024))
end
