-- SPDX-License-Identifier: MIT
--
-- Layers of tiles that grid.from_tiled refuses, JSON, and compressed layers.
local collide = require("collide")
local tiled = require("spec.support.tiled")
local tmx = require("spec.support.tmx")

local from_tiled = collide.grid.from_tiled
local FLIP_X = 2 ^ 31

local object, polygon, rectangle, tile, row = tiled.object, tiled.polygon, tiled.rectangle, tiled.tile, tiled.row

-- ---- Pictures: arrays of rows of booleans ------------------------------------------------------

describe("from_tiled refuses", function()
  local function refused(what, map, options, message)
    it(what, function()
      local ok, got = pcall(from_tiled, map, "l", options)
      assert.is_false(ok)
      assert.truthy(got:find(message, 1, true), got)
    end)
  end

  local plain = row({ 1 }, {})
  refused("an unknown option", plain, { oneway = "x" },
    "unknown option 'oneway'; from_tiled takes empty, one_way, layer, clip and inflate")
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
  refused("a tile that is drawn in another size", row({ 2 }, { tile { rectangle(0, 0, 8, 8) } },
    { tilewidth = 8, tilerendersize = "grid" }), nil, "map: gid 2 has shapes, and its tileset draws tiles in the size")
  refused("a tile without an id", row({ 2 }, { {} }), nil, "map: tilesets[1]: id: number expected, got nil")
  refused("an object that is no table", row({ 2 }, { tile { 5 } }), nil,
    "map: gid 2: objects[1]: table expected, got number")
  refused("an unknown shape", row({ 2 }, { tile { object { shape = "star" } } }), nil, "map: gid 2: objects[1]: ")
  refused("an outline that crosses itself", row({ 2 }, { tile { polygon(0, 0, 0, 0, 9, 9, 9, 0, 0, 9) } }), nil,
    "map: gid 2: objects[1]: ")

  it("more values than there are", function()
    local map = row({ 2, 2 + FLIP_X, 65535 }, { tile { rectangle(0, 0, 16, 4) } })
    assert.error_matches(function() from_tiled(map, "l") end, "more than 65535 values needed for 1 flipped tiles above "
      .. "gid 65535")
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
      local ok, message = pcall(from_tiled, packed("zlib"), "l", { inflate = case[1] })
      assert.is_false(ok)
      assert.truthy(message:find(case[2], 1, true), message)
    end)
  end
end)
