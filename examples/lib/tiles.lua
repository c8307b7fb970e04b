-- SPDX-License-Identifier: MIT
-- The pictures of the tile set, as functions: maps/draw.lua draws tiles.png with them, and the demo paints the map with
-- them, so it need not read pictures.
local tiles = { size = 16, columns = 8, rows = 2 }

local floor, sqrt = math.floor, math.sqrt

-- A fixed noise from 0 to 1; squares stay below 2^53, so it is the same on every Lua.
local function noise(x, y, seed)
  local n = (x * 7919 + y * 104729 + seed * 1299709 + 12345) % 94906249
  for _ = 1, 3 do
    n = (n * n + 7919 * x + 104729 * y + seed) % 94906249
  end
  return n / 94906249
end

local function shade(colour, by)
  return colour[1] * by, colour[2] * by, colour[3] * by
end

-- Blocks of stone in courses, lit from above left.
local function stones(colour, course, width, seed)
  return function(x, y)
    local row = floor(y / course)
    local along = (x + (row % 2) * floor(width / 2)) % 16
    local block = floor(along / width)
    local px, py = along % width, y % course
    local by = 0.92 + 0.14 * noise(block, row, seed) + 0.05 * noise(x, y, seed + 1)
    if px == 0 or py == 0 then
      by = by * 0.62
    elseif px == 1 or py == 1 then
      by = by * 1.14
    end
    return shade(colour, by)
  end
end

local function speckled(colour, amount, seed)
  return function(x, y)
    return shade(colour, 1 - amount / 2 + amount * noise(x, y, seed))
  end
end

-- One slab, with a joint along its top and left.
local function slab(colour, seed)
  return function(x, y)
    local by = 0.97 + 0.06 * noise(x, y, seed)
    if x == 0 or y == 0 then
      by = by * 0.78
    end
    return shade(colour, by)
  end
end

local flagstone = stones({ 134, 128, 118 }, 8, 8, 4)

local function round(colour, radius, beneath)
  return function(x, y)
    local dx, dy = x - 7.5, y - 7.5
    local from_centre = sqrt(dx * dx + dy * dy)
    if from_centre > radius + 0.5 then
      local r, g, b = beneath(x, y)
      local by = (dx + dy > 0 and from_centre < radius + 2) and 0.7 or 1
      return r * by, g * by, b * by
    end
    local by = 1.08 - 0.30 * (dx + dy) / (2 * radius) - 0.25 * (from_centre / radius) ^ 4
    if from_centre < radius * 0.62 and from_centre > radius * 0.62 - 1.2 then
      by = by * 0.86
    end
    return shade(colour, by)
  end
end

local grass = speckled({ 92, 132, 66 }, 0.35, 6)

local function flowers(x, y)
  local r, g, b = grass(x, y)
  if (x == 4 and y == 5) or (x == 11 and y == 10) then
    return 240, 214, 120
  elseif (x == 12 and y == 3) or (x == 5 and y == 12) then
    return 226, 150, 170
  end
  return r, g, b
end

local function water(x, y)
  local crest = (y % 8 == 2 and x % 16 > 2 and x % 16 < 8) or (y % 8 == 6 and x % 16 > 9 and x % 16 < 14)
  return shade({ 62, 108, 150 }, (crest and 1.35 or 0.96) + 0.06 * noise(x, y, 8))
end

local function carpet(x, y)
  local weave = ((x + y) % 8 == 7 or (x - y) % 8 == 0) and 1.18 or 1
  return shade({ 158, 52, 54 }, weave * (0.94 + 0.1 * noise(x, y, 9)))
end

local function hedge(x, y)
  local leaf = noise(floor(x / 2), floor(y / 2), 12)
  local by = 0.62 + 0.55 * leaf + 0.12 * noise(x, y, 13)
  if y > 12 then
    by = by * 0.75
  end
  return shade({ 58, 112, 54 }, by)
end

local function crate(x, y)
  local edge = x == 1 or y == 1 or x == 14 or y == 14
  if x == 0 or y == 0 or x == 15 or y == 15 then
    return shade({ 66, 44, 26 }, 1)
  end
  local brace = math.abs(x - y) < 2 or edge or x == 2 or y == 2 or x == 13 or y == 13
  return shade({ 164, 116, 66 }, (brace and 1.12 or 0.8) + 0.08 * noise(x, floor(y / 3), 14))
end

local function planks(x, y)
  local board = floor(y / 4)
  local joint = y % 4 == 0 or (x + board * 7) % 16 == 0
  return shade({ 150, 112, 72 }, (joint and 0.66 or 0.95) + 0.1 * noise(floor(x / 5), board, 15))
end

-- By number, as in the map; 0 is no tile.
local pictures = {
  stones({ 150, 146, 142 }, 4, 8, 1),
  stones({ 158, 148, 136 }, 4, 8, 2),
  round({ 214, 206, 190 }, 6.6, flagstone),
  flagstone,
  round({ 214, 206, 190 }, 6.6, grass),
  grass,
  flowers,
  water,
  carpet,
  slab({ 206, 198, 182 }, 10),
  slab({ 164, 155, 144 }, 11),
  hedge,
  crate,
  speckled({ 168, 144, 104 }, 0.25, 16),
  planks,
  round({ 214, 206, 190 }, 6.6, slab({ 206, 198, 182 }, 10)),
}

-- Red, green and blue, 0 to 255, of one pixel of a tile.
function tiles.colour(tile, x, y)
  return pictures[tile](x, y)
end

function tiles.count()
  return #pictures
end

return tiles
