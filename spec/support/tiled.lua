-- SPDX-License-Identifier: MIT
--
-- Maps of Tiled for specs: those of spec/maps, and small ones with the fields that Tiled exports.
local tiled = {}

-- Attributes that make the map `placed` an isometric one.
tiled.isometric = { orientation = "isometric", width = 12, height = 14, tilewidth = 32, tileheight = 16 }

-- ---- Maps with tiles ------------------------------------------------------------------------

function tiled.object(fields)
  local made = { id = 1, name = "", type = "", x = 0, y = 0, width = 0, height = 0, rotation = 0, visible = true,
    properties = {} }
  for key, value in pairs(fields) do made[key] = value end
  return made
end

function tiled.polygon(x, y, ...)
  local points, numbers = {}, { ... }
  for i = 1, #numbers, 2 do points[#points + 1] = { x = numbers[i], y = numbers[i + 1] } end
  return tiled.object { shape = "polygon", x = x, y = y, polygon = points }
end

function tiled.rectangle(x, y, width, height, rotation)
  return tiled.object { shape = "rectangle", x = x, y = y, width = width, height = height, rotation = rotation }
end

-- A tile with the gid 2, from the objects of its collision editor.
function tiled.tile(objects, fields)
  local made = { id = 1, objectGroup = { type = "objectgroup", objects = objects } }
  for key, value in pairs(fields or {}) do made[key] = value end
  return made
end

-- A map of one row of tiles, with the tiles of a tileset by their ids from 0.
function tiled.row(gids, tiles, fields)
  local set = { name = "t", firstgid = 1, tilewidth = 16, tileheight = 16, tilecount = 9, columns = 3, tiles = tiles }
  for key, value in pairs(fields or {}) do set[key] = value end
  return {
    orientation = "orthogonal", width = #gids, height = 1, tilewidth = 16, tileheight = 16, tilesets = { set },
    layers = { { type = "tilelayer", name = "l", id = 1, x = 0, y = 0, width = #gids, height = 1, encoding = "lua",
      data = gids } },
  }
end

-- ---- Maps with objects ----------------------------------------------------------------------

-- A map with one layer "l" of these objects, and other fields.
function tiled.objects(objects, fields)
  local made = { layers = { { type = "objectgroup", name = "l", id = 7, objects = objects } } }
  for key, value in pairs(fields or {}) do made[key] = value end
  return made
end

function tiled.one_object(fields, more)
  fields.id, fields.x, fields.y = 1, fields.x or 0, fields.y or 0
  return tiled.objects({ fields }, more)
end

function tiled.bounds(shape)
  return { shape:bounds("numbers") }
end

return tiled
