-- SPDX-License-Identifier: MIT
--
-- from_tiled_tiles: layers of tiles in maps of any orientation. spec/programs/tiled_spec.lua compares the shapes with
-- pictures that Tiled draws.
local collide = require("collide")
local raised = require("spec.support.refusals").message
local tiled = require("spec.support.tiled")

local from_tiles = collide.from_tiled_tiles
local object, polygon, rectangle, row, tile = tiled.object, tiled.polygon, tiled.rectangle, tiled.row, tiled.tile
local FLIP_X, FLIP_Y, FLIP_DIAGONAL, TURN = 2 ^ 31, 2 ^ 30, 2 ^ 29, 2 ^ 28

local ORIENTATIONS = {
  orthogonal = { orientation = "orthogonal" },
  isometric = { orientation = "isometric" },
  ["staggered, y, odd"] = { orientation = "staggered", staggeraxis = "y", staggerindex = "odd" },
  ["staggered, y, even"] = { orientation = "staggered", staggeraxis = "y", staggerindex = "even" },
  ["staggered, x, odd"] = { orientation = "staggered", staggeraxis = "x", staggerindex = "odd" },
  ["staggered, x, even"] = { orientation = "staggered", staggeraxis = "x", staggerindex = "even" },
  ["hexagonal, y, odd"] = { orientation = "hexagonal", staggeraxis = "y", staggerindex = "odd", hexsidelength = 8 },
  ["hexagonal, y, even"] = { orientation = "hexagonal", staggeraxis = "y", staggerindex = "even", hexsidelength = 8 },
  ["hexagonal, x, odd"] = { orientation = "hexagonal", staggeraxis = "x", staggerindex = "odd", hexsidelength = 14 },
  ["hexagonal, x, even"] = { orientation = "hexagonal", staggeraxis = "x", staggerindex = "even", hexsidelength = 14 },
}

-- A map with cells of 32 by 16 and gids of rows. Gid 2 is a tile with these shapes.
local function map_of(orientation, rows, tiles, fields)
  local set = { tilewidth = 32, tileheight = 16 }
  for key, value in pairs(fields or {}) do set[key] = value end
  local map = row({}, tiles, set)
  map.tilewidth, map.tileheight, map.width, map.height = 32, 16, #rows[1], #rows
  for key, value in pairs(ORIENTATIONS[orientation] or { orientation = orientation }) do map[key] = value end
  local layer = map.layers[1]
  layer.width, layer.height = map.width, map.height
  for y, gids in ipairs(rows) do
    for x, gid in ipairs(gids) do layer.data[#rows[1] * (y - 1) + x] = gid end
  end
  return map
end

local ALL = { { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 } }

-- The corners of a shape in the world, as text.
local function corners(shape)
  local list, at = {}, shape:get_position()
  for i, point in ipairs(shape:describe().points) do
    list[i] = ("%g %g"):format(point[1] + at.x, point[2] + at.y)
  end
  table.sort(list)
  return table.concat(list, ", ")
end

-- The upper left corners of the rectangles around cells, by rows.
local function places(orientation)
  local list, lines = from_tiles(map_of(orientation, ALL), "l"), {}
  for i, shape in ipairs(list) do
    local x, y = shape:bounds("numbers")
    local line = math.floor((i - 1) / 3) + 1
    lines[line] = (lines[line] and lines[line] .. ", " or "") .. ("%g %g"):format(x, y)
  end
  return table.concat(lines, "; ")
end

describe("from_tiled_tiles", function()
  it("makes rectangles of the cells of orthogonal maps", function()
    local shapes = from_tiles(map_of("orthogonal", { { 1, 0, 1 }, { 0, 1, 0 } }), "l")
    assert.equal(3, #shapes)
    assert.equal("polygon", shapes[1]:describe().shape)
    assert.equal("64 0, 64 16, 96 0, 96 16", corners(shapes[2]))
    assert.equal("32 16, 32 32, 64 16, 64 32", corners(shapes[3]))
  end)

  it("makes diamonds of the cells of isometric maps, from the middle of the upper side", function()
    local shapes = from_tiles(map_of("isometric", ALL), "l")
    assert.equal(12, #shapes)
    assert.equal("48 8, 64 0, 64 16, 80 8", corners(shapes[1])) -- x = 4 rows * 32 / 2
    assert.equal("64 16, 80 24, 80 8, 96 16", corners(shapes[2]))
    assert.equal("32 16, 48 24, 48 8, 64 16", corners(shapes[4]))
  end)

  it("makes diamonds of the cells of staggered maps", function()
    local shapes = from_tiles(map_of("staggered", ALL), "l") -- axis y and odd rows are the default
    assert.equal("0 8, 16 0, 16 16, 32 8", corners(shapes[1]))
    assert.equal("16 16, 32 24, 32 8, 48 16", corners(shapes[4]))
  end)

  it("makes hexagons of the cells of hexagonal maps", function()
    assert.equal("0 12, 0 4, 16 0, 16 16, 32 12, 32 4", corners(from_tiles(map_of("hexagonal, y, odd", ALL), "l")[1]))
    assert.equal("0 8, 23 0, 23 16, 32 8, 9 0, 9 16", corners(from_tiles(map_of("hexagonal, x, odd", ALL), "l")[1]))
  end)

  it("shifts odd or even rows or columns", function()
    assert.equal("0 0, 32 0, 64 0; 16 8, 48 8, 80 8; 0 16, 32 16, 64 16; 16 24, 48 24, 80 24",
      places("staggered, y, odd"))
    assert.equal("16 0, 48 0, 80 0; 0 8, 32 8, 64 8; 16 16, 48 16, 80 16; 0 24, 32 24, 64 24",
      places("staggered, y, even"))
    assert.equal("0 0, 16 8, 32 0; 0 16, 16 24, 32 16; 0 32, 16 40, 32 32; 0 48, 16 56, 32 48",
      places("staggered, x, odd"))
    assert.equal("0 8, 16 0, 32 8; 0 24, 16 16, 32 24; 0 40, 16 32, 32 40; 0 56, 16 48, 32 56",
      places("staggered, x, even"))
    assert.equal("0 0, 32 0, 64 0; 16 12, 48 12, 80 12; 0 24, 32 24, 64 24; 16 36, 48 36, 80 36",
      places("hexagonal, y, odd"))
    assert.equal("0 8, 23 0, 46 8; 0 24, 23 16, 46 24; 0 40, 23 32, 46 40; 0 56, 23 48, 46 56",
      places("hexagonal, x, even"))
  end)

  for name in pairs(ORIENTATIONS) do
    it("makes cells without gaps that do not overlap: " .. name, function()
      local rows = {}
      for y = 1, 8 do rows[y] = { 1, 1, 1, 1, 1, 1, 1, 1 } end
      local map = map_of(name, rows)
      map.layers[1].offsetx, map.layers[1].offsety = 0.1, 1000.7
      local world = collide.world(from_tiles(map, "l"))
      local left, top, right, bottom = world:bounds("numbers")
      local middle_x, middle_y = (left + right) / 2, (top + bottom) / 2
      for i = 0, 20 do
        for k = 0, 20 do
          local point = { middle_x + 0.37 + i * 1.7, middle_y + 0.21 + k * 0.83 }
          assert.equal(1, #world:overlap_all(collide.circle { radius = 0, position = point }, { touching = "skip" }))
        end
      end
    end)
  end

  it("reads infinite maps, whose cells may have negative numbers", function()
    local map = map_of("staggered, y, odd", ALL)
    map.layers[1].data, map.layers[1].chunks = nil, { { x = -3, y = -5, width = 1, height = 2, data = { 1, 1 } } }
    local shapes = from_tiles(map, "l")
    assert.same({ -3, -5 }, { shapes[1].data.x, shapes[1].data.y })
    assert.same({ -96 + 16, -40, -64 + 16, -24 }, { shapes[1]:bounds("numbers") })
    assert.same({ -96, -32, -64, -16 }, { shapes[2]:bounds("numbers") })
  end)

  it("gives each shape its cell and tile as data", function()
    local slope = tile({ polygon(0, 0, 0, 0, 32, 0, 0, 16), rectangle(30, 14, 2, 2) },
      { properties = { name = "ice" } })
    local map = map_of("orthogonal", { { 0, 0 }, { 1, 2 + FLIP_X + FLIP_Y } }, { slope })
    map.layers[1].offsetx = 5
    local shapes = from_tiles(map, "l")
    assert.equal(3, #shapes)
    assert.same({ x = 0, y = 1, gid = 1, flip_x = false, flip_y = false, flip_diagonal = false, turn = 0 },
      shapes[1].data)
    assert.equal("0 1 1 0", table.concat({ shapes[1].data.x, shapes[1].data.y, shapes[1].data.gid,
      shapes[1].data.turn }, " ")) -- integers, not floats
    assert.equal(shapes[2].data, shapes[3].data)
    assert.same({ 1, 1, 2, true, true, false, 0 }, { shapes[2].data.x, shapes[2].data.y, shapes[2].data.gid,
      shapes[2].data.flip_x, shapes[2].data.flip_y, shapes[2].data.flip_diagonal, shapes[2].data.turn })
    assert.equal("ice", shapes[2].data.tile.properties.name)
    assert.equal(map.tilesets[1].tiles[1], shapes[2].data.tile)
    assert.same({ x = 37, y = 16 }, shapes[2]:get_position())
    assert.equal("37 32, 69 16, 69 32", corners(shapes[2]))
    assert.equal("37 16, 37 18, 39 16, 39 18", corners(shapes[3]))
  end)

  it("makes polygons and segments of all shapes", function()
    local line = object { shape = "polyline", polyline = { { x = 0, y = 0 }, { x = 8, y = 8 }, { x = 16, y = 8 } } }
    local oval = object { shape = "ellipse", width = 16, height = 8 }
    local map = map_of("isometric", { { 2 } }, { tile { line, oval, object { shape = "point" } } })
    local shapes = from_tiles(map, "l")
    local kinds = {}
    for i, shape in ipairs(shapes) do kinds[i] = shape:describe().shape end
    assert.equal("segment, segment, polygon", table.concat(kinds, ", "))
    assert.equal(32, #shapes[3]:describe().points)
    assert.equal(5, #from_tiles(map, "l", { ellipse = 5 })[3]:describe().points)
  end)

  it("draws tiles at the lower left corner of the rectangle around their cell", function()
    local big = tile { rectangle(0, 0, 20, 40) }
    for name, bottom in pairs { isometric = 16, ["staggered, y, odd"] = 16, ["hexagonal, x, odd"] = 16 } do
      local fields = { tilewidth = 20, tileheight = 40, tileoffset = { x = 3, y = -2 } }
      local shape = from_tiles(map_of(name, { { 2 } }, { big }, fields), "l")[1]
      assert.same({ 3, bottom - 40 - 2, 23, bottom - 2 }, { shape:bounds("numbers") })
    end
    local fields = { tilewidth = 20, tileheight = 40, tilerendersize = "grid" }
    assert.same({ 0, 0, 32, 16 }, { from_tiles(map_of("isometric", { { 2 } }, { big }, fields), "l")[1]
      :bounds("numbers") })
  end)

  it("reads shapes that were drawn in the isometric plane of a tileset", function()
    -- The upper quarter of a diamond of 32 by 16 at the bottom of a tile of 32 by 24.
    local fields = { tileheight = 24, grid = { orientation = "isometric", width = 32, height = 16 } }
    local map = map_of("isometric", { { 2, 2 + FLIP_Y } }, { tile { rectangle(0, 0, 8, 8) } }, fields)
    local shapes = from_tiles(map, "l")
    assert.equal("16 0, 16 8, 24 4, 8 4", corners(shapes[1]))
    assert.equal("24 12, 32 16, 32 8, 40 12", corners(shapes[2])) -- in the picture from 0 to 24, y = 8 to 16 is flipped
  end)

  it("turns tiles of hexagonal maps by 60 and 120 degrees, behind the flips", function()
    local map = map_of("hexagonal", { { 2 + FLIP_DIAGONAL, 2 + TURN, 2 + FLIP_DIAGONAL + TURN, 2 + FLIP_X + TURN } },
      { tile { rectangle(16, 14, 8, 4) } }, { tilewidth = 32, tileheight = 32 })
    map.tileheight, map.hexsidelength = 32, 16
    local shapes = from_tiles(map, "l")
    for i, degrees in ipairs { 60, 120, 180, 120 } do
      assert.equal(degrees, shapes[i].data.turn)
      assert.is_false(shapes[i].data.flip_diagonal)
      local angle, side, points = math.rad(degrees), i == 4 and -1 or 1, shapes[i]:describe().points
      for _, point in ipairs { { 0, -2 }, { 8, -2 }, { 8, 2 }, { 0, 2 } } do
        local x, y = side * point[1], point[2] -- from the centre at 16, 16
        local wanted_x = 16 + x * math.cos(angle) - y * math.sin(angle)
        local wanted_y = 16 + x * math.sin(angle) + y * math.cos(angle)
        local least = math.huge
        for _, got in ipairs(points) do
          least = math.min(least, math.abs(got[1] - wanted_x) + math.abs(got[2] - wanted_y))
        end
        assert.is_true(least < 1e-12)
      end
    end
    assert.equal(0, from_tiles(map_of("staggered", { { 2 + TURN } }, {}), "l")[1].data.turn)
  end)

  it("takes empty, one_way, layer, inflate and templates, as from_tiled does", function()
    local ledge = tile({ rectangle(0, 0, 32, 4) }, { properties = { side = "up", kind = "ice" } })
    local map = map_of("isometric", { { 1, 2, 2 + FLIP_Y } }, { ledge })
    local shapes = from_tiles(map, "l", { empty = "without shape", one_way = "side", layer = "kind" })
    assert.equal(2, #shapes)
    assert.equal("(0, -1)", tostring(shapes[1]:get_one_way()))
    assert.equal("(0, 1)", tostring(shapes[2]:get_one_way()))
    assert.equal("ice", shapes[1]:get_layer())
    assert.is_nil(from_tiles(map, "l")[2]:get_one_way())
    ledge.objectGroup.objects[1] = { template = "t", x = 0, y = 0 }
    assert.error_matches(function() from_tiles(map, "l") end, "gid 2: objects[1]: its template 't' is not given", 1,
      true)
    shapes = from_tiles(map, "l", { templates = { t = { object = { width = 4, height = 4 } } } })
    assert.equal("16 12, 16 8, 20 12, 20 8", corners(shapes[2]))
    map.layers[1].data, map.layers[1].compression = "AQAAAA==", "zlib"
    assert.equal(1, #from_tiles(map, "l", { inflate = function() return ("\0"):rep(4) .. "\1\0\0\0\0\0\0\0" end }))
  end)

  it("reads gids above 65535", function()
    local map = map_of("orthogonal", { { 1000000 + FLIP_X } })
    map.tilesets[2] = { firstgid = 999999, tilewidth = 32, tileheight = 16, tiles = {
      tile { rectangle(0, 0, 8, 16) } } }
    local shape = from_tiles(map, "l")[1]
    assert.equal(1000000, shape.data.gid)
    assert.equal("24 0, 24 16, 32 0, 32 16", corners(shape))
  end)

  it("makes a world in which a body moves without catching on seams", function()
    local rows = {}
    for y = 1, 6 do rows[y] = { y < 4 and 0 or 1, y < 4 and 0 or 1, y < 4 and 0 or 1, y < 4 and 0 or 1 } end
    local world = collide.world(from_tiles(map_of("isometric", rows), "l"))
    -- Along the border between rows 3 and 4, from its upper left end.
    local body = collide.circle { radius = 2, position = { 96 - 3 * 16 + 2, 3 * 8 - 3 } }
    world:push_out(body)
    local start = body:get_position()
    for _ = 1, 16 do world:move(body, { 3, 1.5 }) end
    local at = body:get_position()
    assert.is_true(math.abs(at.x - start.x - 48) < 0.1 and math.abs(at.y - start.y - 24) < 0.1)
  end)
end)

describe("from_tiled_tiles refuses", function()
  local function refused(what, argument, message, map, ...)
    local arguments = { ... }
    it(what, function()
      local got = raised(from_tiles, map, arguments[1] or "l", arguments[2])
      local wanted = ("bad argument #%d to 'from_tiled_tiles' (%s"):format(argument, message)
      assert.equal(wanted, got:sub(1, #wanted))
    end)
  end
  local function with(fields, orientation)
    local map = map_of(orientation or "hexagonal", ALL)
    for key, value in pairs(fields) do map[key] = value end
    return map
  end

  refused("another orientation", 1, "map: an orthogonal, isometric, staggered or hexagonal one expected, got one that "
    .. "is oblique; to read it like an orthogonal one, set its orientation to nil)", with({}, "oblique"))
  refused("an unknown axis", 1, "map: staggeraxis: 'x' or 'y' expected, got 'z')", with { staggeraxis = "z" })
  refused("an axis that is no text", 1, "map: staggeraxis: 'x' or 'y' expected, got number)", with { staggeraxis = 3 })
  refused("an unknown index", 1, "map: staggerindex: 'even' or 'odd' expected, got 'both')",
    with { staggerindex = "both" })
  refused("a side that is too long", 1, "map: hexsidelength must not exceed the size of the tiles, got 17)",
    with { hexsidelength = 17 })
  refused("a negative side", 1, "map: hexsidelength must not be negative, got -1)", with { hexsidelength = -1 })
  refused("a side of nan", 1, "map: hexsidelength", with { hexsidelength = 0 / 0 })
  refused("tiny cells", 1, "map: tilewidth and tileheight must be 2 or more, got 1)",
    with({ tilewidth = 1 }, "staggered"))
  refused("cells without a size", 1, "map: tileheight must be above 0, got 0)", with({ tileheight = 0 }, "isometric"))
  refused("an isometric map without a height", 1, "map: height must be above 0, got 0)",
    with({ height = 0 }, "isometric"))
  refused("a layer of objects", 2, "layer: the one named 'o' is no tile layer; collide.from_tiled_objects takes",
    { layers = { { type = "objectgroup", name = "o", objects = {} } } }, "o")
  refused("an unknown option", 3, "unknown option 'clip'; from_tiled_tiles takes empty, one_way, layer, inflate, "
    .. "ellipse and templates)", with {}, "l", { clip = true })
  refused("a gid that is none", 2, "layer: tile 1, 0 is 0.5, which is not a tile)", map_of("isometric", { { 1, 0.5 } }))
  refused("a gid that names a tileset in a file", 2, "layer: gid 12 is in the tileset of the file 'a.tsx'; embed it",
    with({ tilesets = { { firstgid = 1, source = "a.tsx" } }, layers = map_of("isometric", { { 12 } }).layers }))
  refused("an outline that crosses itself", 1, "map: gid 2: objects[1]: polygon: ",
    map_of("isometric", { { 2 } }, { tile { polygon(0, 0, 0, 0, 9, 9, 9, 0, 0, 9) } }))
  refused("a place that is too far away", 2, "layer: ",
    with({ layers = { { type = "tilelayer", name = "l", offsetx = 1e301, width = 1, height = 1, data = { 1 } } } }))
  refused("cells of 1e300", 2, "layer: ", with({ tilewidth = 1e300 }, "isometric"))
end)
