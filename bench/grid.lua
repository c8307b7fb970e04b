-- SPDX-License-Identifier: MIT
-- ns a cell for rays through grids from this Lua, beside the same walk in plain Lua
-- with a look-up for each cell. A cell is one that the plain walk comes to, passed
-- over or not. Prints rows for bench/table.lua.
package.path = (arg and arg[0] or "bench/grid.lua"):gsub("[^/]*$", "") .. "?.lua;" .. package.path
local collide = require "collide"
local plain = require "plain_grid"
local measure = require "measure"

local RAYS = 128

-- Park and Miller's generator: the same worlds and rays as in bench/grid.c.
local seed = 20261121
local function random(low, high)
  seed = seed * 16807 % 2147483647
  return low + (high - low) * (seed / 2147483647)
end

-- Cells are from 0 to side - 1 along each axis, in both at once.
local function world(dimensions, side)
  local w = {grid = collide.grid {dimensions = dimensions}, solid = {}, side = side, dimensions = dimensions}
  function w.set(x, y, z)
    w.solid[x + side * y + side * side * z] = true
    if dimensions == 3 then w.grid:set(x, y, z, 1) else w.grid:set(x, y, 1) end
  end
  return w
end

-- Nothing but the corners.
local function empty(dimensions, side)
  local w, last = world(dimensions, side), side - 1
  for z = 0, dimensions == 3 and last or 0, last do
    for y = 0, last, last do
      for x = 0, last, last do w.set(x, y, z) end
    end
  end
  return w
end

-- One cell of so many, anywhere.
local function sparse(dimensions, side, one_of)
  local w = world(dimensions, side)
  for _ = 1, side ^ dimensions / one_of do
    local x, y, z = math.floor(random(0, side)), math.floor(random(0, side)), 0
    if dimensions == 3 then z = math.floor(random(0, side)) end
    w.set(x, y, z)
  end
  return w
end

-- Half of it solid, in layers of 4; rays fly between them. It is 16 high.
local function full(dimensions, side)
  local w = world(dimensions, side)
  for z = 0, dimensions == 3 and 15 or 0 do
    for y = 0, dimensions == 3 and side - 1 or 15 do
      for x = 0, side - 1 do
        if (dimensions == 3 and z or y) % 8 < 4 then w.set(x, y, z) end
      end
    end
  end
  return w
end

-- Up to `max` far, from the middle half of the world on; `flat` ones stay
-- between two layers.
local function rays_in(w, max, flat)
  local rays, d, middle = {}, w.dimensions, w.side / 2
  for i = 1, RAYS do
    local ray, square = {}, 0
    for k = 1, d do
      ray[k], ray[d + k] = middle + random(-middle / 2, middle / 2), random(-1, 1)
      if flat and k == d then
        ray[k] = random(5, 7)
        ray[d + k] = random(-0.7, 0.7) / w.side
      end
      square = square + ray[d + k] ^ 2
    end
    for k = 1, d do ray[d + k] = ray[d + k] / math.sqrt(square) end
    rays[i] = ray
  end
  return rays, max
end

-- What the plain walk comes to in one round of the rays.
local function count_cells(w, rays, max)
  local cells, hits = 0, 0
  for i = 1, RAYS do
    local r = rays[i]
    local t, count
    if w.dimensions == 3 then
      t, count = plain.raycast3(w.solid, w.side, w.side ^ 2, r[1], r[2], r[3], r[4], r[5], r[6], max)
    else
      t, count = plain.raycast2(w.solid, w.side, r[1], r[2], r[3], r[4], max)
    end
    cells, hits = cells + count, hits + (t and 1 or 0)
  end
  return cells, hits
end

local function row(name, w, rays, max)
  local solid, side, grid, raycast = w.solid, w.side, w.grid, collide.raycast
  local plane = side * side
  local cells, hits = count_cells(w, rays, max)
  local ours = 0
  for i = 1, RAYS do
    local r = rays[i]
    if raycast(grid, {r[1], r[2], w.dimensions == 3 and r[3] or nil},
      {r[w.dimensions + 1], r[w.dimensions + 2], r[w.dimensions + 3]}, max) then ours = ours + 1 end
  end
  assert(ours == hits, name)
  local bodies = {
    [2] = {function(n)
      local sum = 0
      for _ = 1, n do
        for i = 1, RAYS do
          local r = rays[i]
          sum = sum + (raycast(grid, r[1], r[2], r[3], r[4], max) or 0)
        end
      end
      return n * cells, sum
    end, function(n)
      local sum, walk = 0, plain.raycast2
      for _ = 1, n do
        for i = 1, RAYS do
          local r = rays[i]
          sum = sum + (walk(solid, side, r[1], r[2], r[3], r[4], max) or 0)
        end
      end
      return n * cells, sum
    end},
    [3] = {function(n)
      local sum = 0
      for _ = 1, n do
        for i = 1, RAYS do
          local r = rays[i]
          sum = sum + (raycast(grid, r[1], r[2], r[3], r[4], r[5], r[6], max) or 0)
        end
      end
      return n * cells, sum
    end, function(n)
      local sum, walk = 0, plain.raycast3
      for _ = 1, n do
        for i = 1, RAYS do
          local r = rays[i]
          sum = sum + (walk(solid, side, plane, r[1], r[2], r[3], r[4], r[5], r[6], max) or 0)
        end
      end
      return n * cells, sum
    end},
  }
  local both = bodies[w.dimensions]
  measure.row(name, both[1], both[2])
end

for dimensions = 2, 3 do
  local name = ("grid %dD, "):format(dimensions)
  local w = empty(dimensions, 4096)
  row(name .. "empty", w, rays_in(w, w.side / 4))
  w = sparse(dimensions, dimensions == 3 and 512 or 4096, 2000)
  row(name .. "sparse", w, rays_in(w, w.side / 4))
  w = full(dimensions, dimensions == 3 and 512 or 4096)
  row(name .. "full", w, rays_in(w, w.side / 4, true))
end
