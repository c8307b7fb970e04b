-- SPDX-License-Identifier: MIT
-- The world of blocks without collide: a table of cells, a walk along a ray with plain formulas, and the camera's
-- perspective.
local by_hand = {}
by_hand.__index = by_hand

local abs, cos, floor, huge, sin, tan = math.abs, math.cos, math.floor, math.huge, math.sin, math.tan

local high = tan(math.rad(33))

local function key(x, y, z)
  return (x * 4096 + y) * 4096 + z
end

-- The cells as they are now.
function by_hand.new(grid)
  local self = setmetatable({}, by_hand)
  for x, y, z, value in grid:each() do
    self[key(x, y, z)] = value
  end
  return self
end

function by_hand:get(x, y, z)
  return self[key(x, y, z)] or 0
end

function by_hand:set(x, y, z, value)
  self[key(x, y, z)] = value ~= 0 and value or nil
end

-- How many cells of the grid differ from these.
function by_hand:differences(grid)
  local count, seen = 0, {}
  for x, y, z, value in grid:each() do
    seen[key(x, y, z)] = true
    count = count + (self:get(x, y, z) == value and 0 or 1)
  end
  for at in pairs(self) do
    count = count + (seen[at] and 0 or 1)
  end
  return count
end

-- Whether a box meets a block, its surface included.
function by_hand:blocked(x0, y0, z0, x1, y1, z1)
  for x = floor(x0), floor(x1) do
    for y = floor(y0), floor(y1) do
      for z = floor(z0), floor(z1) do
        if self:get(x, y, z) ~= 0 then
          return true
        end
      end
    end
  end
  return false
end

-- Along one axis: the step, how much t a cell takes, and when the first boundary comes.
local function axis(from, along)
  if along == 0 then
    return 0, huge, huge
  elseif along > 0 then
    return 1, 1 / along, (floor(from) + 1 - from) / along
  end
  return -1, -1 / along, (floor(from) - from) / along
end

-- The first block along a ray: its cell, the face's normal, and t; nothing when there is none up
-- to `limit`. After Amanatides and Woo.
function by_hand:cast(eye, way, limit)
  local x, y, z = floor(eye.x), floor(eye.y), floor(eye.z)
  local step_x, each_x, next_x = axis(eye.x, way[1])
  local step_y, each_y, next_y = axis(eye.y, way[2])
  local step_z, each_z, next_z = axis(eye.z, way[3])
  local t, nx, ny, nz = 0, 0, 0, 0
  while t <= limit do
    if self:get(x, y, z) ~= 0 then
      return { x, y, z }, { nx, ny, nz }, t
    end
    nx, ny, nz = 0, 0, 0
    if next_x <= next_y and next_x <= next_z then
      x, t, next_x, nx = x + step_x, next_x, next_x + each_x, -step_x
    elseif next_y <= next_z then
      y, t, next_y, ny = y + step_y, next_y, next_y + each_y, -step_y
    else
      z, t, next_z, nz = z + step_z, next_z, next_z + each_z, -step_z
    end
  end
end

-- The way that the eye looks through the middle of a pixel, or any point of a picture.
function by_hand.ray(eye, px, py, width, height)
  local across, up = (2 * px / width - 1) * high * width / height, (1 - 2 * py / height) * high
  -- Tilt first, then turn.
  local y, ahead = up * cos(eye.pitch) + sin(eye.pitch), cos(eye.pitch) - up * sin(eye.pitch)
  return { across * cos(eye.yaw) + ahead * sin(eye.yaw), y, across * sin(eye.yaw) - ahead * cos(eye.yaw) }
end

-- Where a point of the world is in a picture.
function by_hand.project(eye, x, y, z, width, height)
  x, y, z = x - eye.x, y - eye.y, z - eye.z
  local across, ahead = x * cos(eye.yaw) + z * sin(eye.yaw), x * sin(eye.yaw) - z * cos(eye.yaw)
  local up, deep = y * cos(eye.pitch) - ahead * sin(eye.pitch), ahead * cos(eye.pitch) + y * sin(eye.pitch)
  return (1 + across / deep / high * height / width) * width / 2, (1 - up / deep / high) * height / 2
end

-- How squarely a ray meets a face: 1 along its normal, 0 along the face.
function by_hand.steep(way, normal)
  local along = way[1] * normal[1] + way[2] * normal[2] + way[3] * normal[3]
  return -along / math.sqrt(way[1] * way[1] + way[2] * way[2] + way[3] * way[3])
end

-- Which pixel of a tile of 16 by 16 a ray has hit, from the upper left; nil near its edge.
function by_hand.texel(eye, way, t, cell, normal)
  local x, y, z = eye.x + t * way[1] - cell[1], eye.y + t * way[2] - cell[2], eye.z + t * way[3] - cell[3]
  local u, v = x, 1 - y -- seen from +z
  if normal[1] ~= 0 then
    u = normal[1] > 0 and 1 - z or z
  elseif normal[2] ~= 0 then
    v = normal[2] > 0 and z or 1 - z
  elseif normal[3] < 0 then
    u = 1 - x
  end
  u, v = 16 * u, 16 * v
  if abs(u % 1 - 0.5) < 0.25 and abs(v % 1 - 0.5) < 0.25 then
    return floor(u), floor(v)
  end
end

-- How far a hit is from the nearest edge of the face that it is on, of half its width.
function by_hand.rim(eye, way, t, cell, normal)
  local rim, from = 0, { eye.x, eye.y, eye.z }
  for i = 1, 3 do
    if normal[i] == 0 then
      rim = math.max(rim, 2 * abs(from[i] + t * way[i] - cell[i] - 0.5))
    end
  end
  return 1 - rim
end

return by_hand
