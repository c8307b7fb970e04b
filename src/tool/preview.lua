-- SPDX-License-Identifier: MIT
-- A picture of a grid from its front, right and above. One cast a pixel finds the visible cell, and
-- one finds whether it is in the light.
local picture = require("collide.tool.picture")

local preview = {}

local abs, floor, max, min, sqrt, huge = math.abs, math.floor, math.max, math.min, math.sqrt, math.huge

local function unit(x, y, z)
  local length = sqrt(x * x + y * y + z * z)
  return { x / length, y / length, z / length }
end

local function cross(a, b)
  return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] }
end

local function dot(a, b)
  return a[1] * b[1] + a[2] * b[2] + a[3] * b[3]
end

local ahead = unit(-0.55, -0.5, -1)
local right = unit(-ahead[3], 0, ahead[1])
local up = cross(right, ahead)
local to_light = unit(0.3, 1, 0.6)

-- The colors of the sky, from the top down.
local sky = { { 226, 234, 242 }, { 250, 250, 248 } }

-- The eight corners of the grid's bounds in the world, and the lengths of a cell's sides.
local function corners(grid)
  local low, high = grid:bounds()
  local ax, ay, az, bx, by, bz = grid:cell_bounds(low.x, low.y, low.z)
  local _, _, _, dx, dy, dz = grid:cell_bounds(high.x, high.y, high.z)
  local list = {}
  for i = 0, 7 do
    list[i + 1] = { i % 2 == 0 and ax or dx, floor(i / 2) % 2 == 0 and ay or dy, i < 4 and az or dz }
  end
  return list, { bx - ax, by - ay, bz - az }
end

-- A frame around the projected corners: the pixel's size, the picture's middle, and the distance at
-- which rays start.
local function aim(list, width, height)
  local left, rightmost, bottom, top, near = huge, -huge, huge, -huge, huge
  for _, corner in ipairs(list) do
    local x, y = dot(corner, right), dot(corner, up)
    left, rightmost = min(left, x), max(rightmost, x)
    bottom, top = min(bottom, y), max(top, y)
    near = min(near, dot(corner, ahead))
  end
  local pixel = max((rightmost - left) / width, (top - bottom) / height) * 1.08
  return { pixel = pixel, x = (left + rightmost) / 2, y = (bottom + top) / 2, near = near - 1000 * pixel }
end

-- Darkens the edges of a cell's side.
local function rim(grid, size, nx, ny, nz, px, py, pz, cx, cy, cz)
  local lx, ly, lz, hx, hy, hz = grid:cell_bounds(cx, cy, cz)
  local edge = huge
  if nx == 0 then edge = min(edge, (px - lx) / size[1], (hx - px) / size[1]) end
  if ny == 0 then edge = min(edge, (py - ly) / size[2], (hy - py) / size[2]) end
  if nz == 0 then edge = min(edge, (pz - lz) / size[3], (hz - pz) / size[3]) end
  return edge < 0.06 and 0.8 or 1
end

-- Draws `grid` with the colors of `palette`. `progress` receives the part that is done. Four casts a
-- pixel make edges smooth.
function preview.draw(grid, palette, width, height, progress)
  local w, h = 2 * width, 2 * height
  local list, size = corners(grid)
  local view, image = aim(list, w, h), picture.new(w, h)
  local pixel, step = view.pixel, min(size[1], size[2], size[3])
  local rims = step > 14 * pixel
  local dx, dy, dz = ahead[1], ahead[2], ahead[3]
  local lx, ly, lz = to_light[1], to_light[2], to_light[3]
  for y = 0, h - 1 do
    local v = view.y + (h / 2 - y - 0.5) * pixel
    local share = y / h
    for x = 0, w - 1 do
      local u = view.x + (x + 0.5 - w / 2) * pixel
      local ox = u * right[1] + v * up[1] + view.near * dx
      local oy = u * right[2] + v * up[2] + view.near * dy
      local oz = u * right[3] + v * up[3] + view.near * dz
      local t, nx, ny, nz, _, px, py, pz, _, value, cx, cy, cz = grid:raycast(ox, oy, oz, dx, dy, dz)
      if t then
        local light = max(0, nx * lx + ny * ly + nz * lz)
        local off = step / 64
        if light > 0 and grid:raycast_any(px + off * nx, py + off * ny, pz + off * nz, lx, ly, lz) then
          light = light * 0.25
        end
        light = 0.42 + 0.05 * abs(nx) + 0.58 * light
        if rims then light = light * rim(grid, size, nx, ny, nz, px, py, pz, cx, cy, cz) end
        local color = palette[value] or palette[1]
        image:set(x, y, color[1] * light, color[2] * light, color[3] * light)
      else
        local a, b = sky[1], sky[2]
        image:set(x, y, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share, a[3] + (b[3] - a[3]) * share)
      end
    end
    progress((y + 1) / h)
  end
  return image:shrink(width, height)
end

return preview
