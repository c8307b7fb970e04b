-- SPDX-License-Identifier: MIT
-- Rays at a mesh of 20,000 triangles, one by one and in batches of 1,000, compared with the loop of bench/batch.c, and
-- with a loop over all triangles and a tree in plain Lua.
package.path = "bench/?.lua;" .. package.path
local collide = require("collide")
local measure = require("measure")
local by_hand = require("by_hand/mesh")

local RINGS, SIDES, RAYS, BATCH = 100, 100, 20000, 1000

-- As bench/measure.h draws them.
local seed = 20261121
local function uniform(low, high)
  seed = seed * 16807 % 2147483647
  return low + (high - low) * (seed / 2147483647)
end

local function make_ball()
  local vertices, triangles = {}, {}
  for i = 0, RINGS do
    for j = 0, SIDES - 1 do
      local a, b = math.pi * i / RINGS, 2 * math.pi * j / SIDES
      local r = 1 + 0.1 * math.sin(9 * a) * math.cos(7 * b)
      vertices[#vertices + 1] = r * math.sin(a) * math.cos(b)
      vertices[#vertices + 1] = r * math.sin(a) * math.sin(b)
      vertices[#vertices + 1] = r * math.cos(a)
    end
  end
  for i = 0, RINGS - 1 do
    for j = 0, SIDES - 1 do
      local from, to = i * SIDES + j + 1, i * SIDES + (j + 1) % SIDES + 1
      for _, corner in ipairs({from, to, from + SIDES, to, to + SIDES, from + SIDES}) do
        triangles[#triangles + 1] = corner
      end
    end
  end
  return vertices, triangles
end

-- Every ray in one table; the same in tables of a batch each.
local function draw_rays()
  local all, batches = {}, {}
  for i = 0, RAYS - 1 do
    local ray = {}
    for k = 1, 3 do
      ray[k] = uniform(-1.5, 1.5)
      ray[3 + k] = uniform(-1.2, 1.2) - ray[k]
    end
    local batch = batches[math.floor(i / BATCH) + 1] or {}
    batches[math.floor(i / BATCH) + 1] = batch
    for k = 1, 6 do
      all[6 * i + k] = ray[k]
      batch[#batch + 1] = ray[k]
    end
  end
  return all, batches
end

local vertices, triangles = make_ball()
local mesh = collide.mesh({vertices = vertices, triangles = triangles})
local rays, batches = draw_rays()

local function cast_all(n)
  local sum = 0
  for _ = 1, n do
    for i = 1, 6 * RAYS, 6 do
      local t = mesh:raycast(rays[i], rays[i + 1], rays[i + 2], rays[i + 3], rays[i + 4], rays[i + 5])
      if t then sum = sum + t end
    end
  end
  return n * RAYS
end

-- The same with a function of bench/by_hand/mesh.lua, at the first `count` rays.
local function casts_by_hand(cast, count)
  return function(n)
    local sum = 0
    for _ = 1, n do
      for i = 1, 6 * count, 6 do
        local t = cast(rays[i], rays[i + 1], rays[i + 2], rays[i + 3], rays[i + 4], rays[i + 5])
        if t then sum = sum + t end
      end
    end
    return n * count
  end
end

measure.row("one by one, in numbers", cast_all)
measure.row("beside a tree by hand", cast_all, casts_by_hand(by_hand.tree(vertices, triangles), RAYS))
measure.row("beside a loop over all", cast_all, casts_by_hand(by_hand.loop(vertices, triangles), 10))

local function measure_batches(name, given, count)
  local options = {into = {}, count = count}
  measure.row(name, function(n)
    for _ = 1, n do
      for i = 1, #given do mesh:raycast_many(given[i], options) end
    end
    return n * RAYS
  end)
end

measure_batches("from a table", batches)

local has_ffi, ffi = pcall(require, "ffi")
local strings = {}
for i, batch in ipairs(batches) do
  if string.pack then
    strings[i] = string.pack(("d"):rep(#batch), (table.unpack or unpack)(batch))
  elseif has_ffi then
    strings[i] = ffi.string(ffi.new("double[?]", #batch, batch), 8 * #batch)
  end
end
if strings[1] then measure_batches("from a string", strings) end

if has_ffi then
  local cdata = {}
  for i, batch in ipairs(batches) do cdata[i] = ffi.new("double[?]", #batch, batch) end
  measure_batches("from cdata", cdata, BATCH)
end
