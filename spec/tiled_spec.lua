-- SPDX-License-Identifier: MIT
--
-- Maps from Tiled: layers of tiles, also those that grid.from_tiled refuses, JSON and compressed layers; and the map of
-- the guide and of the platformer, whose tiles are slopes. spec/support/tmx.lua converts the .tmx of spec/maps to the
-- tables that Tiled exports.
local collide = require("collide")
local tmx = require("spec.support.tmx")
local tiled = require("spec.support.tiled")

local from_tiled, read_map = collide.grid.from_tiled, tmx.lua

local function told(grid)
  local list = {}
  for x, y, value in grid:each() do list[#list + 1] = ("%d %d %d"):format(x, y, value) end
  return table.concat(list, ", ")
end

local GROUND = "0 0 1, 1 0 2, 4 0 3, 2 1 4, 0 2 5, 3 2 6, 4 2 1"
local CHUNKS = "-16 -32 1, -1 -17 2, 31 0 3, 17 1 4"

describe("from_tiled", function()
  it("reads a layer, without the bits of flipped tiles", function()
    local grid = from_tiled(read_map("plain"), 1)
    assert.equal("grid 2D size=(16, 8) cells=7", tostring(grid))
    assert.equal(GROUND, told(grid))
  end)

  it("finds the layer by name, by id, and by the layer itself", function()
    local plain = read_map("plain")
    assert.equal(GROUND, told(from_tiled(plain, "ground"))) -- the first of two
    assert.equal("4 2 2", told(from_tiled(plain, "walls")))
    assert.equal("4 2 2", told(from_tiled(plain, 2)))
    assert.equal("4 2 2", told(from_tiled(plain, plain.layers[2])))
  end)

  it("searches groups, and adds their offsets", function()
    local plain = read_map("plain")
    assert.equal("grid 2D size=(16, 8) origin=(5, -3.5) cells=1", tostring(from_tiled(plain, "walls")))
    assert.equal("grid 2D size=(16, 8) origin=(100.5, 10) cells=15", tostring(from_tiled(plain, 4)))
    local hidden = from_tiled(plain, "hidden")
    assert.equal("grid 2D size=(16, 8) origin=(1100, 10) cells=1", tostring(hidden))
    assert.same({ 1100, 10, 1116, 18 }, { hidden:cell_bounds(0, 0) })
    assert.equal("0 0 8", told(from_tiled(plain, plain.layers[3].layers[2].layers[1])))
  end)

  it("searches a group that is in several places", function()
    local layer = { type = "tilelayer", name = "l", id = 1, width = 1, height = 1, data = { 7 } }
    local empty = { type = "group", name = "g", id = 2, layers = {} }
    local far = { type = "group", name = "g", id = 3, offsetx = 5, layers = { empty, layer } }
    local near = { type = "group", name = "g", id = 4, offsetx = 3, layers = { empty, far } }
    local grid = from_tiled({ layers = { empty, near, far } }, "l")
    assert.equal("grid 2D size=1 origin=(8, 0) cells=1", tostring(grid)) -- the first in the file
  end)

  it("reads chunks of infinite maps at their places", function()
    assert.equal(CHUNKS, told(from_tiled(read_map("infinite"), "ground")))
  end)

  it("decodes base64 by itself", function()
    assert.equal(GROUND, told(from_tiled(read_map("base64"), "ground")))
  end)

  it("explains how to export a compressed layer, outside LÖVE", function()
    if rawget(_G, "love") then return end
    for _, name in ipairs { "base64_zlib", "infinite_base64" } do
      assert.has_error(function() from_tiled(read_map(name), "ground") end,
        "bad argument #2 to 'from_tiled' (layer: its data is compressed (zlib), which cannot be "
        .. "decoded here; in Tiled set the map's Tile Layer Format to CSV and export it again, or pass "
        .. "inflate=function(bytes, format) that returns the decompressed bytes; LÖVE and Defold decompress zlib "
        .. "and gzip)")
    end
  end)

  it("decompresses with LÖVE", function()
    local asked
    local plain = {}
    for _, gid in ipairs { 1, 2, 0, 0, 3, 0, 0, 4, 0, 0, 5, 0, 0, 6, 2 ^ 28 + 1 } do
      for _ = 1, 4 do
        plain[#plain + 1] = string.char(gid % 256)
        gid = math.floor(gid / 256)
      end
    end
    rawset(_G, "love", { data = { decompress = function(container, format, data)
      asked = { container, format, data:sub(1, 2) }
      return table.concat(plain)
    end } })
    local ok, grid = pcall(from_tiled, read_map("base64_zlib"), "ground")
    rawset(_G, "love", nil)
    assert.is_true(ok)
    assert.same({ "string", "zlib", "x\156" }, asked) -- as zlib's streams begin
    assert.equal(GROUND, told(grid))
  end)

  it("reports an error of LÖVE", function()
    rawset(_G, "love", { data = { decompress = function() error("no good") end } })
    local ok, message = pcall(from_tiled, read_map("base64_zlib"), "ground")
    rawset(_G, "love", nil)
    assert.is_false(ok)
    assert.matches("layer: its data cannot be decompressed %(.*no good%)", message)
  end)

  it("makes a grid that casts hit at the tiles", function()
    local grid = from_tiled(read_map("plain"), "walls") -- tile 4, 2 from 69, 12.5 to 85, 20.5
    local hit = grid:raycast({ 0, 16 }, { 1, 0 })
    assert.same({ x = 69, y = 16 }, hit.point)
    assert.same({ x = 4, y = 2 }, hit.cell)
    assert.is_nil(grid:raycast({ 0, 21 }, { 1, 0 }))
  end)
end)

describe("from_tiled refuses", function()
  local function layer(fields)
    local made = { type = "tilelayer", name = "l", id = 1, x = 0, y = 0, width = 2, height = 2,
      encoding = "lua", data = { 1, 2, 3, 4 } }
    for key, value in pairs(fields) do made[key] = value end
    return { orientation = "orthogonal", tilewidth = 16, tileheight = 16, layers = { made } }
  end

  local function refused(what, argument, message, ...)
    local arguments, count = { ... }, select("#", ...)
    it(what, function()
      local ok, got = pcall(from_tiled, (table.unpack or unpack)(arguments, 1, count)) -- luacheck: ignore 143
      assert.is_false(ok)
      local wanted = ("bad argument #%d to 'from_tiled' (%s"):format(argument, message)
      assert.equal(wanted, got:gsub("%)$", ""):sub(1, #wanted))
      assert.matches("^[);]", got:sub(#wanted + 1)) -- behind it the way out, or nothing
    end)
  end

  refused("nothing", 1, "map: table expected, got no value")
  refused("a path", 1, "map: table expected, got string", "map.lua", "ground")
  refused("another table", 1, "map: a map that Tiled exported to Lua or JSON expected, this has no layers", {},
    "ground")
  refused("an isometric map", 1, "map: an orthogonal one expected, got one that is isometric",
    read_map("plain", { orientation = "isometric" }), 1)
  refused("no layer", 2, "layer: name, id or layer expected, got no value", read_map("plain"))
  refused("a number as options", 3, "options: table expected, got number", read_map("plain"), 1, 2)
  refused("one more", 4, "unexpected argument, got number", read_map("plain"), 1, {}, 2)
  refused("an unknown name", 2, "layer: the map has no layer named 'sky'", read_map("plain"), "sky")
  refused("an unknown id", 2, "layer: the map has no layer with id 99", read_map("plain"), 99)
  refused("another map's layer", 2, "layer: the map has no layer like that", read_map("plain"),
    read_map("plain").layers[1])
  refused("a group", 2, "layer: the one named 'far' is no tile layer", read_map("plain"), "far")
  refused("a layer of objects", 2, "layer: the one with id 7 is no tile layer", read_map("plain"), 7)
  refused("a gid above 65535", 2, "layer: tile 1, 1 is of gid 70000, a cell holds up to 65535",
    layer { data = { 1, 2, 3, 70000 + 2 ^ 31 } }, 1)
  refused("a negative gid", 2, "layer: tile 0, 1 is -1, which is not a tile", layer { data = { 1, 2, -1, 4 } }, 1)
  refused("half a gid", 2, "layer: tile 1, 0 is 0.5, which is not a tile", layer { data = { 1, 0.5, 3, 4 } }, 1)
  refused("a gid of more than 32 bits", 2, "layer: tile 0, 0 is 4294967296, which is not a tile",
    layer { data = { 2 ^ 32, 2, 3, 4 } }, 1)
  refused("a gid that is text", 2, "layer: data[3]: number expected, got string", layer { data = { 1, 2, "3", 4 } }, 1)
  refused("too few tiles", 2, "layer: data of 4 tiles expected, got 3", layer { data = { 1, 2, 3 } }, 1)
  refused("too few bytes", 2, "layer: data of 4 tiles expected, got 1", layer { data = "AQAAAA==" }, 1)
  refused("what is no base64", 2, "layer: its data is not base64", layer { data = "AQ*AAA==" }, 1)
  refused("no data", 2, "layer: data (table or string) expected, got boolean", layer { data = false }, 1)
  refused("a width of 1.5", 2, "layer: width must be a whole number, got 1.5", layer { width = 1.5 }, 1)
  refused("a negative height", 2, "layer: width and height must not be negative", layer { height = -2 }, 1)
  refused("a compression that LÖVE does not know", 2, "layer: its data is compressed (zstd), which cannot be decoded "
    .. "here; in Tiled set the map's Tile Layer Format to CSV and export it again, or pass inflate=function(bytes, "
    .. "format) that returns the decompressed bytes; LÖVE and Defold decompress zlib and gzip",
    layer { data = "AQAAAA==", compression = "zstd" }, 1)

  it("a map whose layers are gone when the error names them", function()
    for reads = 1, 4 do
      local count = 0
      local changing = setmetatable({}, { __index = function(_, name)
        if name ~= "layers" then return nil end
        count = count + 1
        return count <= reads and {} or 5
      end })
      assert.matches("the map has no layer named 'sky'", select(2, pcall(from_tiled, changing, "sky")))
    end
  end)

  it("groups that contain themselves", function()
    local group = { type = "group", name = "g" }
    group.layers = { group }
    assert.matches("a group contains itself", select(2, pcall(from_tiled, { layers = { group } }, "l")))
    group = { type = "group", name = "g", layers = {} }
    for _ = 1, 200 do group = { type = "group", name = "g", layers = { group } } end
    assert.matches("groups are nested more than 100 deep", select(2, pcall(from_tiled, { layers = { group } }, "l")))
  end)

  it("tiles without a size", function()
    local wrong = layer {}
    wrong.tilewidth = 0
    assert.equal("bad argument #1 to 'from_tiled' (map: tilewidth must be above 0, got 0)",
      select(2, pcall(from_tiled, wrong, 1)))
  end)
end)

local FLIP_X = 2 ^ 31

local object, polygon, rectangle, tile, row = tiled.object, tiled.polygon, tiled.rectangle, tiled.tile, tiled.row

-- ---- Pictures: arrays of rows of booleans ------------------------------------------------------

describe("from_tiled refuses", function()
  local function refused(what, map, options, message)
    it(what, function()
      assert.error_matches(function() from_tiled(map, "l", options) end, message, 1, true)
    end)
  end

  local plain = row({ 1 }, {})
  refused("an unknown option", plain, { oneway = "x" },
    "unknown option 'oneway'; from_tiled takes empty, one_way, layer, clip, inflate and templates")
  refused("another word for empty", plain, { empty = "air" }, "empty: 'without shape' expected, got 'air'")
  refused("a number as a name", plain, { one_way = 1 },
    "one_way: name of a property of tiles (string) expected, got number")
  refused("a word for clip", plain, { clip = "yes" }, "clip: boolean expected, got string")
  refused("a table for inflate", plain, { inflate = {} }, "inflate: function expected, got table")

  for field, name in pairs { source = "tiles.tsj", filename = "tiles.tsx" } do
    local map = row({ 2, 12 }, {})
    map.tilesets[2] = { firstgid = 10, [field] = name }
    refused("a tile of the tileset in a file, " .. field, map, nil,
      ("layer: gid 12 is in the tileset of the file '%s'; embed it: in Tiled"):format(name))
    it("no other tile of that map, " .. field, function()
      map = row({ 2, 9 }, {})
      map.tilesets[2] = { firstgid = 10, [field] = name }
      assert.equal(2, from_tiled(map, "l"):count())
    end)
  end

  local function sets(list)
    local map = row({ 2 }, {})
    map.tilesets = list
    return map
  end
  refused("tilesets that are no table", sets(3), nil, "map: tilesets: table expected, got number")
  refused("a tileset that is no table", sets { 3 }, nil, "map: tilesets[1]: table expected, got number")
  refused("a tileset without firstgid", sets { {} }, nil, "map: tilesets[1]: firstgid: number expected, got nil")
  refused("a tileset of nan", sets { { firstgid = 1, tilewidth = 0 / 0 } }, nil, "map: tilesets[1]: tilewidth")
  refused("tiles that are no array", row({ 2 }, "x"), nil,
    "map: tilesets[1]: tiles: table expected, got string")
  refused("a tile that is no table", row({ 2 }, { 5 }), nil, "map: tilesets[1]: tiles[1]: table expected, got number")
  refused("a tile without an id", row({ 2 }, { {} }), nil, "map: tilesets[1]: id: number expected, got nil")
  refused("an object that is no table", row({ 2 }, { tile { 5 } }), nil,
    "map: gid 2: objects[1]: table expected, got number")
  refused("an unknown shape", row({ 2 }, { tile { object { shape = "star" } } }), nil, "map: gid 2: objects[1]: ")
  refused("an outline that crosses itself", row({ 2 }, { tile { polygon(0, 0, 0, 0, 9, 9, 9, 0, 0, 9) } }), nil,
    "map: gid 2: objects[1]: ")

  it("more values than there are", function()
    local map = row({ 2, 2 + FLIP_X, 65535 }, { tile { rectangle(0, 0, 16, 4) } })
    assert.error_matches(function() from_tiled(map, "l") end, "more than 65535 values needed for 1 flipped or larger "
      .. "tiles above gid 65535")
    map = row({ 2, 2 + FLIP_X }, { tile { rectangle(0, 0, 16, 4) } }, { tilecount = 1e6 })
    assert.equal(3, from_tiled(map, "l"):get(1, 0)) -- above the gids of the layer
  end)

  it("values that gid cannot have", function()
    local grid = collide.grid { dimensions = 2 }
    for _, value in ipairs { -1, 65536, 0.5, 0 / 0, "1x", {} } do assert.is_false(pcall(grid.gid, grid, value)) end
    assert.is_false(pcall(grid.gid, grid))
    assert.is_false(pcall(grid.gid, grid, 1, 2))
    assert.is_false(pcall(grid.gid, collide.circle { radius = 1 }, 1))
  end)
end)

describe("A map that Tiled exported to JSON", function()
  it("makes the same grids as its export to Lua", function()
    local options = { one_way = "one_way", layer = "layer" }
    local grid, layers = from_tiled(tmx.json("tiles"), "all", options)
    local wanted, wanted_layers = from_tiled(tmx.lua("tiles"), "all", options)
    assert.equal(56, grid:count())
    assert.equal(8, layers.water:count())
    assert.equal("(0, -1)", tostring(grid:get_one_way(2)))
    for _, pair in ipairs { { grid, wanted }, { layers[1], wanted_layers[1] } } do
      local got, other = pair[1], pair[2]
      assert.equal(other:encode(), got:encode())
      assert.equal(tostring(other), tostring(got))
      for value = 1, 99 do assert.same({ other:gid(value) }, { got:gid(value) }) end
      for y = 0.25, 128, 3 do
        for x = 0.25, 128, 3 do assert.equal(other:contains(x, y), got:contains(x, y)) end
      end
    end
  end)

  it("may have null for fields that are missing", function()
    local null = io.stdout -- as decoders do, a userdata
    local half = tile({ rectangle(0, 8, 16, 8) }, { properties = null })
    local map = row({ 2, 3 }, { half, { id = 2, objectgroup = null } })
    map.layers[1].compression, map.layers[1].chunks, map.layers[1].offsetx = null, null, null
    map.tilesets[1].tileoffset, map.tilesets[1].objectalignment = null, null
    local grid = from_tiled(map, "l", { one_way = "side" })
    assert.equal("grid 2D size=16 cells=2 shapes={2}", tostring(grid))
    map.tilesets = null
    assert.equal("grid 2D size=16 cells=2", tostring(from_tiled(map, "l")))
  end)

  it("may be of an old version, with an object of tiles", function()
    local map = row({ 2, 3 }, { ["1"] = tile { rectangle(0, 8, 16, 8) } })
    assert.equal("grid 2D size=16 cells=2 shapes={2}", tostring(from_tiled(map, "l")))
  end)
end)

describe("Compressed layers", function()
  -- Four tiles, 1 to 4, as the decompressed bytes.
  local bytes = "\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0"
  local function packed(compression)
    return { orientation = "orthogonal", tilewidth = 16, tileheight = 16, layers = { { type = "tilelayer", name = "l",
      id = 1, x = 0, y = 0, width = 2, height = 2, encoding = "base64", compression = compression, data = "AQID" } } }
  end

  for _, format in ipairs { "zlib", "gzip", "zstd", "other" } do
    it("are decompressed by inflate: " .. format, function()
      local seen
      local grid = from_tiled(packed(format), "l", { inflate = function(...)
        seen = { ... }
        return bytes
      end })
      assert.same({ "\1\2\3", format }, seen)
      assert.same({ 4, 3 }, { grid:count(), grid:get(0, 1) })
    end)
  end

  it("are decompressed by Defold", function()
    rawset(_G, "zlib", { inflate = function(text) return text == "\1\2\3" and bytes end })
    local ok, grid = pcall(from_tiled, packed("zlib"), "l")
    rawset(_G, "zlib", nil)
    assert.is_true(ok)
    assert.equal(4, grid:count())
  end)

  for _, case in ipairs {
    { function() error("no good", 0) end, "its data cannot be decompressed (no good)" },
    { function() error({}) end, "its data cannot be decompressed (table)" },
    { function() end, "its data cannot be decompressed (a string expected from the function, got nil)" },
    { function() return 5 end, "its data cannot be decompressed (a string expected from the function, got number)" },
    { function() return "" end, "data of 4 tiles expected, got 0" },
    { function() return bytes .. "\0" end, "data of 4 tiles expected, got 4.25" },
    { function() return ("\255"):rep(16) end, "tile 0, 0 is of gid 268435455, a cell holds up to 65535" },
  } do
    it("are refused: " .. case[2], function()
      assert.error_matches(function() from_tiled(packed("zlib"), "l", { inflate = case[1] }) end, case[2], 1, true)
    end)
  end
end)

-- The corners of the ground from left to right, read off the picture of the map.
local corners = { 16, 320, 80, 320, 128, 272, 160, 272, 208, 320, 240, 320, 272, 304, 304, 304, 336, 320, 368, 320 }
-- The lower side of the plateau, where flipped slopes hang.
local ceiling = { 320, 144, 352, 144, 368, 160, 400, 160, 416, 144, 448, 144 }

local function height_at(line, x)
  for i = 1, #line - 2, 2 do
    local x0, y0, x1, y1 = line[i], line[i + 1], line[i + 2], line[i + 3]
    if x >= x0 and x <= x1 then
      return y0 + (y1 - y0) * (x - x0) / (x1 - x0)
    end
  end
end

local exports = {
  { name = "Lua", map = tmx.lua("hills") },
  { name = "JSON", map = tmx.json("hills") },
}

for _, export in ipairs(exports) do
  describe("the hills from Tiled, exported to " .. export.name, function()
    local map = export.map
    local ground, areas = collide.grid.from_tiled(map, "ground", { one_way = "one_way", layer = "layer" })

    it("are hit where the picture has them", function()
      for x = 16.5, 367.5 do
        local hit = ground:segmentcast({ x, 262 }, { x, 384 })
        assert.is_true(math.abs(262 + 122 * hit.t - height_at(corners, x)) < 1e-9, "at " .. x)
      end
      for x = 320.5, 447.5 do
        local hit = ground:segmentcast({ x, 185 }, { x, 0 })
        assert.is_true(math.abs(185 - 185 * hit.t - height_at(ceiling, x)) < 1e-9, "below " .. x)
      end
    end)

    it("hold a point that moves down at any place", function()
      local walk = { up = { 0, -1 }, max_slope = math.rad(50) }
      for x = 16.5, 367.5, 3 do
        local point = collide.circle { radius = 0, position = { x, 262 } }
        local moved = ground:move(point, { 0, 100 }, walk)
        assert.is_true(math.abs(moved.position.y - height_at(corners, x)) < 1e-6, "at " .. x)
      end
    end)

    it("have a grid for the ladder and one for the water", function()
      assert.equal(2, #areas)
      assert.equal(areas[1], areas.ladder)
      assert.equal("water", areas[2]:get_layer())
      assert.equal(8, areas.ladder:count())
      assert.is_true(areas.water:contains(224, 312))
      assert.is_false(areas.water:contains(207, 312))
    end)

    it("have their objects", function()
      local names = {}
      for i, shape in ipairs(collide.from_tiled_objects(map, "things")) do names[i] = shape.data.name end
      assert.equal("hero lift boulder rock rock rock crate wedge", table.concat(names, " "))
    end)
  end)
end

describe("the file hills.lua", function()
  it("is the export of hills.tmx", function() assert.same(dofile("spec/maps/hills.lua"), tmx.lua("hills")) end)
end)
