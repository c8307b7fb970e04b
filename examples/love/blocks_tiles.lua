-- SPDX-License-Identifier: MIT
-- What the faces of blocks look like: tiles of 16 by 16 pixels, painted here, in one image.
local world = require("blocks_world")

local blocks_tiles = {}

local size, cell = 16, 32 -- a tile has half of itself around it, for the coarser mipmaps
local floor = math.floor

-- A number from 0 to 1 for each pixel.
local function grain(x, y, salt)
  local n = (x * 7907 + y * 15731 + salt * 2731) % 32749
  for _ = 1, 3 do
    n = (n * n + 5 * n + 9283) % 32749
  end
  return n / 32748
end

local function shade(colour, by)
  return colour[1] * by, colour[2] * by, colour[3] * by
end

local function speckled(colour, contrast, salt)
  return function(x, y)
    local fine, coarse = grain(x, y, salt) - 0.5, grain(floor(x / 2), floor(y / 2), salt) - 0.5
    return shade(colour, 1 + contrast * (fine + 0.6 * coarse))
  end
end

local green, earth, grey = { 0.36, 0.50, 0.22 }, { 0.50, 0.36, 0.24 }, { 0.53, 0.54, 0.56 }
local lawn, soil = speckled(green, 0.22, 1), speckled(earth, 0.28, 2)

local function turf(x, y)
  if y < 3 + floor(grain(x, 0, 3) * 3) then
    return lawn(x, y)
  end
  return soil(x, y)
end

local mortar = { 0.72, 0.66, 0.60 }

local function bricks(x, y)
  local row = floor(y / 4)
  local along = (x + (row % 2) * 4) % 16
  if y % 4 == 3 or along % 8 == 7 then
    return shade(mortar, 0.94 + 0.1 * grain(x, y, 4))
  end
  return shade({ 0.66, 0.29, 0.22 }, 0.86 + 0.2 * grain(floor(along / 8), row, 5) + 0.1 * grain(x, y, 6))
end

local function boards(x, y)
  local row = floor(y / 4)
  if y % 4 == 3 or (x + row * 5) % 16 == 0 then
    return shade({ 0.72, 0.53, 0.31 }, 0.68)
  end
  return shade({ 0.76, 0.57, 0.34 }, 0.9 + 0.1 * grain(0, row, 7) + 0.12 * grain(floor(x / 4), y, 8))
end

local function cobbles(x, y)
  local row = floor(y / 5.34)
  local edge = floor(y % 5.34) == 4 or (x + row * 3) % 8 == 0
  return shade(grey, (edge and 0.78 or 0.96) + 0.14 * grain(x, y, 9) + 0.1 * grain(floor((x + row * 3) / 8), row, 10))
end

local function foliage(x, y)
  local tuft = grain(floor(x / 2), floor(y / 2), 11)
  return shade({ 0.25, 0.47, 0.17 }, 0.62 + 0.5 * tuft + 0.2 * grain(x, y, 12))
end

local function bark(x, y)
  return shade({ 0.42, 0.31, 0.20 }, 0.75 + 0.35 * grain(x, floor(y / 5), 13) + 0.1 * grain(x, y, 14))
end

local function rings(x, y)
  local ring = floor(math.max(math.abs(x - 7.5), math.abs(y - 7.5)))
  return shade({ 0.70, 0.55, 0.35 }, ring == 7 and 0.6 or ring % 2 == 0 and 0.86 or 1)
end

local dunes = speckled({ 0.85, 0.77, 0.55 }, 0.14, 15)

local painters = { bricks, boards, cobbles, lawn, dunes, foliage, soil, bark, turf, rings }
local turf_tile, rings_tile = 9, 10

-- Which tile a face has; `up` is 1 for the top, -1 for the bottom, else 0.
function blocks_tiles.of(kind, up)
  local name = world.names[kind]
  if name == "grass" and up < 1 then
    return up == 0 and turf_tile or 7
  elseif name == "trunk" and up ~= 0 then
    return rings_tile
  end
  return kind
end

-- The colour of a tile's pixel, from 0, 0 in its upper left corner.
function blocks_tiles.colour(tile, x, y)
  local r, g, b = painters[tile](x % size, y % size)
  return math.min(1, r), math.min(1, g), math.min(1, b)
end

function blocks_tiles.image()
  local data = love.image.newImageData(#painters * cell, cell)
  for tile in ipairs(painters) do
    data:mapPixel(function(x, y)
      local r, g, b = blocks_tiles.colour(tile, x - size / 2, y - size / 2)
      return r, g, b, 1
    end, (tile - 1) * cell, 0, cell, cell)
  end
  local image = love.graphics.newImage(data, { mipmaps = true })
  image:setFilter("linear", "nearest")
  image:setMipmapFilter("linear")
  return image
end

-- Where a tile lies in the image: left, top, right, bottom, from 0 to 1.
function blocks_tiles.place(tile)
  local margin, width = size / 2, #painters * cell
  local left = (tile - 1) * cell + margin
  return left / width, margin / cell, (left + size) / width, (margin + size) / cell
end

return blocks_tiles
