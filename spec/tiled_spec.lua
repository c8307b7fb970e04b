-- SPDX-License-Identifier: MIT
--
-- Maps from Tiled. spec/support/tmx.lua converts the .tmx of spec/maps to the tables that Tiled exports.
local collide = require("collide")
local tmx = require("spec.support.tmx")

local from_tiled, map = collide.grid.from_tiled, tmx.lua

local function told(grid)
  local list = {}
  for x, y, value in grid:each() do list[#list + 1] = ("%d %d %d"):format(x, y, value) end
  return table.concat(list, ", ")
end

local GROUND = "0 0 1, 1 0 2, 4 0 3, 2 1 4, 0 2 5, 3 2 6, 4 2 1"
local CHUNKS = "-16 -32 1, -1 -17 2, 31 0 3, 17 1 4"

describe("from_tiled", function()
  it("reads a layer, without the bits of flipped tiles", function()
    local grid = from_tiled(map("plain"), 1)
    assert.equal("grid 2D size=(16, 8) cells=7", tostring(grid))
    assert.equal(GROUND, told(grid))
  end)

  it("finds the layer by name, by id, and by the layer itself", function()
    local plain = map("plain")
    assert.equal(GROUND, told(from_tiled(plain, "ground"))) -- the first of two
    assert.equal("4 2 2", told(from_tiled(plain, "walls")))
    assert.equal("4 2 2", told(from_tiled(plain, 2)))
    assert.equal("4 2 2", told(from_tiled(plain, plain.layers[2])))
  end)

  it("searches groups, and adds their offsets", function()
    local plain = map("plain")
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
    assert.equal(CHUNKS, told(from_tiled(map("infinite"), "ground")))
  end)

  it("decodes base64 by itself", function()
    assert.equal(GROUND, told(from_tiled(map("base64"), "ground")))
  end)

  it("explains how to export a compressed layer, outside LÖVE", function()
    if rawget(_G, "love") then return end
    for _, name in ipairs { "base64_zlib", "infinite_base64" } do
      local ok, message = pcall(from_tiled, map(name), "ground")
      assert.is_false(ok)
      assert.equal("bad argument #2 to 'from_tiled' (layer: its data is compressed (zlib), which cannot be "
        .. "decoded here; in Tiled set the map's Tile Layer Format to CSV and export it again, or pass "
        .. "inflate=function(bytes, format) that returns the decompressed bytes; LÖVE and Defold decompress zlib "
        .. "and gzip)", message)
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
    local ok, grid = pcall(from_tiled, map("base64_zlib"), "ground")
    rawset(_G, "love", nil)
    assert.is_true(ok)
    assert.same({ "string", "zlib", "x\156" }, asked) -- as zlib's streams begin
    assert.equal(GROUND, told(grid))
  end)

  it("reports an error of LÖVE", function()
    rawset(_G, "love", { data = { decompress = function() error("no good") end } })
    local ok, message = pcall(from_tiled, map("base64_zlib"), "ground")
    rawset(_G, "love", nil)
    assert.is_false(ok)
    assert.matches("layer: its data cannot be decompressed %(.*no good%)", message)
  end)

  it("makes a grid that casts hit at the tiles", function()
    local grid = from_tiled(map("plain"), "walls") -- tile 4, 2 from 69, 12.5 to 85, 20.5
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
    map("plain", { orientation = "isometric" }), 1)
  refused("no layer", 2, "layer: name, id or layer expected, got no value", map("plain"))
  refused("a number as options", 3, "options: table expected, got number", map("plain"), 1, 2)
  refused("one more", 4, "unexpected argument, got number", map("plain"), 1, {}, 2)
  refused("an unknown name", 2, "layer: the map has no layer named 'sky'", map("plain"), "sky")
  refused("an unknown id", 2, "layer: the map has no layer with id 99", map("plain"), 99)
  refused("another map's layer", 2, "layer: the map has no layer like that", map("plain"), map("plain").layers[1])
  refused("a group", 2, "layer: the one named 'far' is no tile layer", map("plain"), "far")
  refused("a layer of objects", 2, "layer: the one with id 7 is no tile layer", map("plain"), 7)
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
