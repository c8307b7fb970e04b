-- SPDX-License-Identifier: MIT
-- The tiles of hills.tmx: the shape of each in a cell that reaches from 0 to 1, with y down, and its picture.
-- maps/draw.lua draws hills.png from them.
local hills = { size = 16, columns = 8, rows = 2 }

hills.shapes = {
  [2] = { 0, 1, 1, 0, 1, 1 }, -- up to the right
  [3] = { 0, 0, 1, 1, 0, 1 }, -- and down
  [4] = { 0, 1, 1, 0.5, 1, 1 }, -- up to the right in two tiles
  [5] = { 0, 0.5, 1, 0, 1, 1, 0, 1 },
  [6] = { 0, 0, 1, 0.5, 1, 1, 0, 1 }, -- and down
  [7] = { 0, 0.5, 1, 1, 0, 1 },
  [8] = { 0, 0, 1, 0, 1, 0.25, 0, 0.25 }, -- to jump through from below
  [9] = { 0, 0.5, 1, 0.5, 1, 1, 0, 1 }, -- a step of stairs
}
hills.one_way = 8

hills.sky, hills.grass, hills.earth, hills.wood = { 118, 176, 214 }, { 96, 158, 72 }, { 124, 92, 62 }, { 176, 130, 78 }

-- The depth of a point below the upper side of the shape; nil outside the shape.
local function depth(points, x, y)
  local least, top = math.huge, math.huge
  for i = 1, #points, 2 do
    local j = i < #points - 1 and i + 2 or 1
    local dx, dy = points[j] - points[i], points[j + 1] - points[i + 1]
    local side = dx * (y - points[i + 1]) - dy * (x - points[i])
    least = math.min(least, side)
    if dx > 0 then
      top = math.min(top, side)
    end
  end
  return least >= 0 and top or nil
end

-- Red, green, blue of a pixel of a tile's picture; nil outside the tile. (A full cell may have another above it, so
-- only slopes and platforms have grass.)
function hills.colour(tile, x, y)
  local points = hills.shapes[tile]
  local deep = tile == 1 and 1 or points and depth(points, (x + 0.5) / hills.size, (y + 0.5) / hills.size)
  if not deep then
    return nil
  end
  local base = tile == hills.one_way and hills.wood or hills.earth
  if tile > 1 and tile ~= hills.one_way and deep < 0.2 then
    base = hills.grass
  end
  local by = 0.94 + 0.06 * ((x * 7 + y * 13 + x * y * 5) % 8) / 7
  return base[1] * by, base[2] * by, base[3] * by
end

return hills
