-- SPDX-License-Identifier: MIT
--
-- Converts the maps of spec/maps from Tiled's own format (.tmx) to the tables of its exports to Lua and JSON.
-- spec/programs/tiled_spec.lua compares the tables with exports of the installed Tiled.
local files = require("spec.support.files")

local tmx = {}

-- ---- XML ------------------------------------------------------------------------------------

-- The root element. An element is a table of its attributes, with its name under `tag`, the text behind its opening
-- tag under `content`, and its children as an array.
local function parse(text)
  local open = { {} }
  for closing, tag, attributes, empty, content in text:gmatch("<(/?)(%a+)([^<>]-)(/?)>([^<]*)") do
    if closing == "/" then
      open[#open] = nil
    else
      local element = { tag = tag, content = content }
      for name, value in attributes:gmatch('(%w+)="([^"]*)"') do element[name] = value end
      table.insert(open[#open], element)
      if empty == "" then open[#open + 1] = element end
    end
  end
  return open[1][1]
end

local function child(element, tag)
  for _, inner in ipairs(element) do
    if inner.tag == tag then return inner end
  end
end

local function children(element, tag, convert)
  local list = {}
  for _, inner in ipairs(element) do
    if inner.tag == tag then list[#list + 1] = convert(inner) end
  end
  return list
end

local function number(element, name, default)
  return tonumber(element[name] or default)
end

-- ---- The export to Lua ----------------------------------------------------------------------

local function properties_of(element)
  local list = {}
  for _, property in ipairs(child(element, "properties") or {}) do
    list[property.name] = property.type == "float" and tonumber(property.value) or property.value
  end
  return list
end

-- The fields of all kinds of layers.
local function layer_of(element, kind)
  return { type = kind, id = number(element, "id"), name = element.name or "", visible = true, opacity = 1,
    offsetx = number(element, "offsetx", 0), offsety = number(element, "offsety", 0), parallaxx = 1, parallaxy = 1,
    properties = properties_of(element) }
end

local function object_of(element)
  local object = { id = number(element, "id"), name = element.name or "", type = element.type or "",
    shape = "rectangle", gid = number(element, "gid"), x = number(element, "x"), y = number(element, "y"),
    width = number(element, "width", 0), height = number(element, "height", 0),
    rotation = number(element, "rotation", 0), visible = true, properties = properties_of(element) }
  for _, inner in ipairs(element) do
    if inner.tag ~= "properties" then object.shape = inner.tag end
    if inner.points then
      local points = {}
      for x, y in inner.points:gmatch("(%S+),(%S+)") do points[#points + 1] = { x = tonumber(x), y = tonumber(y) } end
      object[inner.tag] = points
    elseif inner.tag == "text" then
      object.text, object.wrap = inner.content, inner.wrap == "1"
    end
  end
  return object
end

local function objects_of(element)
  local layer = layer_of(element, "objectgroup")
  layer.draworder, layer.objects = element.draworder or "topdown", children(element, "object", object_of)
  return layer
end

-- The gids of a layer or chunk as an array, or its bytes in base64.
local function tiles_of(element, encoding)
  if encoding == "base64" then return (element.content:gsub("%s", "")) end
  local gids = {}
  for gid in element.content:gmatch("%d+") do gids[#gids + 1] = tonumber(gid) end
  return gids
end

local function tile_layer_of(element)
  local layer, data = layer_of(element, "tilelayer"), child(element, "data")
  layer.x, layer.y, layer.width, layer.height = 0, 0, number(element, "width"), number(element, "height")
  layer.encoding = data.encoding == "csv" and "lua" or data.encoding
  layer.compression = data.compression
  if child(data, "chunk") then
    layer.chunks = children(data, "chunk", function(chunk)
      return { x = number(chunk, "x"), y = number(chunk, "y"), width = number(chunk, "width"),
        height = number(chunk, "height"), data = tiles_of(chunk, data.encoding) }
    end)
  else
    layer.data = tiles_of(data, data.encoding)
  end
  return layer
end

local layers_of

local function group_of(element)
  local layer = layer_of(element, "group")
  layer.layers = layers_of(element)
  return layer
end

function layers_of(element)
  local makers, list = { layer = tile_layer_of, objectgroup = objects_of, group = group_of }, {}
  for _, inner in ipairs(element) do
    local make = makers[inner.tag]
    if make then list[#list + 1] = make(inner) end
  end
  return list
end

local function tile_of(element)
  local group, properties = child(element, "objectgroup"), properties_of(element)
  return { id = number(element, "id"), properties = next(properties) and properties,
    objectGroup = group and objects_of(group) }
end

local function tileset_of(element)
  local image, offset = child(element, "image"), child(element, "tileoffset") or { x = 0, y = 0 }
  local width, height = number(element, "tilewidth"), number(element, "tileheight")
  return { name = element.name, firstgid = number(element, "firstgid"), tilewidth = width, tileheight = height,
    tilecount = number(element, "tilecount"), columns = number(element, "columns"), spacing = 0, margin = 0,
    image = image.source, imagewidth = number(image, "width"), imageheight = number(image, "height"),
    objectalignment = element.objectalignment or "unspecified",
    tileoffset = { x = number(offset, "x"), y = number(offset, "y") },
    grid = { orientation = "orthogonal", width = width, height = height },
    properties = {}, wangsets = {}, tiles = children(element, "tile", tile_of) }
end

-- The map as `tiled --export-map lua` writes it. `changes` are attributes of the map that replace those of the file.
function tmx.lua(name, changes)
  local element = parse(files.contents("spec/maps/" .. name .. ".tmx"))
  for key, value in pairs(changes or {}) do element[key] = value end
  return { version = "1.5", luaversion = "5.1", tiledversion = element.tiledversion, orientation = element.orientation,
    renderorder = element.renderorder, width = number(element, "width"), height = number(element, "height"),
    tilewidth = number(element, "tilewidth"), tileheight = number(element, "tileheight"),
    nextlayerid = number(element, "nextlayerid"), nextobjectid = number(element, "nextobjectid"), properties = {},
    tilesets = children(element, "tileset", tileset_of), layers = layers_of(element) }
end

-- ---- The export to JSON ---------------------------------------------------------------------

-- Properties are a list in JSON, which is missing if there are none.
local function list_properties(item)
  local list = {}
  for name, value in pairs(item.properties or {}) do
    list[#list + 1] = { name = name, type = type(value) == "number" and "float" or "string", value = value }
  end
  table.sort(list, function(a, b) return a.name < b.name end)
  item.properties = list[1] and list
end

-- Objects have no field `shape`.
local function convert_object(object)
  local shape = object.shape
  if shape == "ellipse" or shape == "point" then object[shape] = true end
  if shape == "text" then object.text = { text = object.text, wrap = object.wrap } end
  object.shape, object.wrap = nil, nil
  list_properties(object)
end

local function convert_layer(layer)
  layer.parallaxx, layer.parallaxy = nil, nil
  if layer.offsetx == 0 and layer.offsety == 0 then layer.offsetx, layer.offsety = nil, nil end
  if layer.encoding == "lua" then layer.encoding = nil end
  if layer.encoding then layer.compression = layer.compression or "" end
  layer.x, layer.y = 0, 0
  list_properties(layer)
  for _, object in ipairs(layer.objects or {}) do convert_object(object) end
  for _, inner in ipairs(layer.layers or {}) do convert_layer(inner) end
end

local function convert_tileset(set)
  set.grid, set.wangsets = nil, nil
  if set.objectalignment == "unspecified" then set.objectalignment = nil end
  if set.tileoffset.x == 0 and set.tileoffset.y == 0 then set.tileoffset = nil end
  list_properties(set)
  for _, tile in ipairs(set.tiles) do
    tile.objectgroup, tile.objectGroup = tile.objectGroup, nil
    if tile.objectgroup then convert_layer(tile.objectgroup) end
    list_properties(tile)
  end
  if not set.tiles[1] then set.tiles = nil end
end

-- The map as `tiled --export-map json` writes it, decoded. Infinite maps are not converted.
function tmx.json(name, changes)
  local map = tmx.lua(name, changes)
  map.type, map.version, map.luaversion, map.compressionlevel, map.infinite = "map", "1.8", nil, -1, false
  list_properties(map)
  for _, set in ipairs(map.tilesets) do convert_tileset(set) end
  for _, layer in ipairs(map.layers) do convert_layer(layer) end
  return map
end

return tmx
