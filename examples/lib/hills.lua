-- SPDX-License-Identifier: MIT
-- The colours of the tiles of hills.tmx: maps/draw.lua draws hills.png from them. The map has the shapes of the tiles.
local hills = { size = 16, columns = 8, rows = 2 }

-- Tiles without a shape.
local earth, ladder, water = 1, 3, 6
local plank = 8

hills.sky, hills.grass, hills.earth, hills.wood = { 118, 176, 214 }, { 96, 158, 72 }, { 124, 92, 62 }, { 176, 130, 78 }
hills.water = { 66, 122, 186 }

-- The corners of a tile's shape in pixels, from the collision editor: { x, y, x, y, ... }, or nil.
local function outline(tile)
  local object = tile.objectGroup and tile.objectGroup.objects[1]
  if not object then
    return nil
  end
  local points = {}
  local w, h = object.width, object.height
  local corners = object.polygon or { { x = 0, y = 0 }, { x = w, y = 0 }, { x = w, y = h }, { x = 0, y = h } }
  for _, corner in ipairs(corners) do
    points[#points + 1] = object.x + corner.x
    points[#points + 1] = object.y + corner.y
  end
  return points
end

-- Reads the outlines of all tiles of the map, which hills.colour needs.
function hills.outlines(map)
  local outlines = {}
  for _, tile in ipairs(map.tilesets[1].tiles) do
    outlines[tile.id + 1] = outline(tile)
  end
  return outlines
end

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

local function is_ladder(x, y)
  return x == 3 or x == 4 or x == 11 or x == 12 or (y % 4 == 1 and x > 3 and x < 12)
end

-- The colour of a pixel without the grain; nil outside the tile. (A full cell may have another above it, so only slopes
-- have grass.)
local function base_colour(tile, points, x, y)
  if tile == ladder then
    return is_ladder(x, y) and hills.wood or nil
  elseif tile == water then
    return y >= 6 and hills.water or nil
  elseif tile == earth then
    return hills.earth
  end
  local deep = points and depth(points, x + 0.5, y + 0.5)
  if not deep then
    return nil
  elseif tile == plank then
    return hills.wood
  end
  return deep < 0.2 * hills.size * hills.size and hills.grass or hills.earth
end

-- Red, green, blue of a pixel of a tile's picture; nil outside the tile.
function hills.colour(tile, outlines, x, y)
  local base = base_colour(tile, outlines[tile], x, y)
  if not base then
    return nil
  end
  local by = 0.94 + 0.06 * ((x * 7 + y * 13 + x * y * 5) % 8) / 7
  return base[1] * by, base[2] * by, base[3] * by
end

return hills
