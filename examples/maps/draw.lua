-- SPDX-License-Identifier: MIT
-- Draws tiles.png, the tile set of castle.tmx: lua examples/maps/draw.lua
local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/../lib/?.lua;" .. package.path

local picture = require("picture")
local tiles = require("tiles")

local sheet = picture.new(tiles.columns * tiles.size, tiles.rows * tiles.size)
for tile = 1, tiles.count() do
  local column, row = (tile - 1) % tiles.columns, math.floor((tile - 1) / tiles.columns)
  for y = 0, tiles.size - 1 do
    for x = 0, tiles.size - 1 do
      sheet:set(column * tiles.size + x, row * tiles.size + y, tiles.colour(tile, x, y))
    end
  end
end
print(sheet:save(here .. "/tiles"))
