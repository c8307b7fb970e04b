-- SPDX-License-Identifier: MIT
--
-- dofile returns a double of what Defold gives its scripts, as far as the page and the example
-- use it: `maps` of tiles, `places` of game objects, and `sent`, what scripts have sent.
local double = { maps = {}, places = {}, sent = {} }

function double.map(url, layer)
  local map = assert(double.maps[url], "no tile map " .. tostring(url))
  return map, assert(map.layers[layer], "no layer " .. tostring(layer))
end

local function tile_at(url, layer, x, y)
  local map, rows = double.map(url, layer)
  local row = rows[y - map.bottom + 1]
  -- The engine refuses tiles that the map does not have.
  local tile = row and row[x - map.left + 1]
  return assert(tile, ("tile %d, %d is outside of the map"):format(x, y)), row, x - map.left + 1
end

tilemap = {
  get_bounds = function(url)
    local map = assert(double.maps[url], "no tile map " .. tostring(url))
    local _, rows = next(map.layers)
    return map.left, map.bottom, #rows[1], #rows
  end,
  get_tile = function(url, layer, x, y) return (tile_at(url, layer, x, y)) end,
  set_tile = function(url, layer, x, y, tile)
    local _, row, column = tile_at(url, layer, x, y)
    row[column] = tile
  end,
}

local function place(id) return assert(double.places[id or "."], "no game object " .. tostring(id)) end
go = {
  get_position = place,
  get_world_position = place,
  set_position = function(position, id)
    place(id)
    double.places[id or "."] = position
  end,
}

msg = {
  post = function(to, message, content)
    table.insert(double.sent, { to = to, message = message, content = content })
  end,
}

function hash(text) return "hash of " .. text end

vmath.vector4 = vmath.quat -- four numbers, too

return double
