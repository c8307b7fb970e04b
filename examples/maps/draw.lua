-- SPDX-License-Identifier: MIT
-- Draws tiles.png and hills.png, the tile sets of castle.tmx and of spec/maps/hills.tmx: lua examples/maps/draw.lua
local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../lib/?.lua;" .. package.path

local hills = require("hills")
local picture = require("picture")
local sight = require("sight")
local tiles = require("tiles")

-- Where a tile has no colour, it has that which is behind it.
local function draw(set, count, behind)
  local sheet = picture.new(set.columns * set.size, set.rows * set.size)
  for tile = 1, count do
    local column, row = (tile - 1) % set.columns, math.floor((tile - 1) / set.columns)
    for y = 0, set.size - 1 do
      for x = 0, set.size - 1 do
        local red, green, blue = set.colour(tile, x, y)
        if not red then
          red, green, blue = behind[1], behind[2], behind[3]
        end
        sheet:set(column * set.size + x, row * set.size + y, red, green, blue)
      end
    end
  end
  return sheet
end

local maps = here .. "/../../spec/maps"
local outlines = hills.outlines(sight.load(maps .. "/hills.lua"))
local hill_tiles = { size = hills.size, columns = hills.columns, rows = hills.rows }
function hill_tiles.colour(tile, x, y)
  return hills.colour(tile, outlines, x, y)
end

print(draw(tiles, tiles.count()):save(here .. "/tiles"))
print(draw(hill_tiles, hills.columns * hills.rows, hills.sky):save(maps .. "/hills"))
