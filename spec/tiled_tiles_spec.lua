-- SPDX-License-Identifier: MIT
--
-- Tiles with shapes from Tiled's collision editor. The expected shapes are pictures: they are flipped pixel by pixel,
-- as Tiled's documentation on global tile ids says. See tiled_spec.lua for layers.
local collide = require("collide")
local tiled = require("spec.support.tiled")

local from_tiled = collide.grid.from_tiled
local unpacked = table.unpack or unpack -- luacheck: ignore 143
local FLIP_X, FLIP_Y, FLIP_DIAGONAL = 2 ^ 31, 2 ^ 30, 2 ^ 29

local object, polygon, rectangle, tile, row = tiled.object, tiled.polygon, tiled.rectangle, tiled.tile, tiled.row

-- ---- Pictures: arrays of rows of booleans ------------------------------------------------------

local function picture(width, height, at)
  local rows = {}
  for y = 1, height do
    rows[y] = {}
    for x = 1, width do rows[y][x] = at(x - 0.5, y - 0.5) end
  end
  return rows
end

local function transposed(rows)
  return picture(#rows, #rows[1], function(x, y) return rows[x + 0.5][y + 0.5] end)
end

local function mirrored(rows)
  return picture(#rows[1], #rows, function(x, y) return rows[y + 0.5][#rows[1] - (x - 0.5)] end)
end

local function upside_down(rows)
  return picture(#rows[1], #rows, function(x, y) return rows[#rows - (y - 0.5)][x + 0.5] end)
end

-- "The diagonal flip (x/y axis swap) is done first, followed by the horizontal and vertical flips."
local function flipped(rows, x, y, diagonal)
  if diagonal then rows = transposed(rows) end
  if x then rows = mirrored(rows) end
  if y then rows = upside_down(rows) end
  return rows
end

local function text_of(rows)
  local lines = {}
  for y, line in ipairs(rows) do
    lines[y] = ""
    for _, solid in ipairs(line) do lines[y] = lines[y] .. (solid and "#" or ".") end
  end
  return "\n" .. table.concat(lines, "\n")
end

-- Calls f with the flags of each orientation, and their bits.
local function each_orientation(f)
  for i = 0, 7 do
    local x, y, diagonal = i % 2 == 1, math.floor(i / 2) % 2 == 1, i >= 4
    f(x, y, diagonal, (x and FLIP_X or 0) + (y and FLIP_Y or 0) + (diagonal and FLIP_DIAGONAL or 0))
  end
end

-- Compares the cells of a tile in all orientations with the pictures. `solid(x, y)` tells which points of the unflipped
-- tile are solid.
local function compare(tiles, solid, fields)
  local gids, plain = {}, picture(16, 16, solid)
  each_orientation(function(_, _, _, bits) gids[#gids + 1] = 2 + bits end)
  local grid = from_tiled(row(gids, tiles, fields), "l")
  local i = 0
  each_orientation(function(x, y, diagonal)
    local got = picture(16, 16, function(px, py) return grid:contains(px + 16 * i, py) end)
    assert.equal(text_of(flipped(plain, x, y, diagonal)), text_of(got))
    local value = grid:get(i, 0)
    assert.same({ 2, x, y, diagonal }, { grid:gid(value) })
    assert.equal(i == 0 and 2 or 9 + i, value)
    i = i + 1
  end)
  return grid
end

describe("from_tiled gives tiles the shapes of the collision editor, in all orientations:", function()
  it("a slope", function()
    compare({ tile { polygon(0, 16, 0, 0, 16, -16, 16, 0) } }, function(x, y) return x + y >= 16 end)
  end)

  it("a gentle slope, whose corners lie on the sides", function()
    compare({ tile { polygon(0, 0, 0, 16, 16, 16, 16, 8) } }, function(x, y) return y >= 16 - x / 2 end)
  end)

  it("a rectangle, and one that is rotated about its corner", function()
    compare({ tile { rectangle(0, 12, 16, 4), rectangle(8, 2, 6, 4, 90) } }, function(x, y)
      return y >= 12 or (x >= 4 and x <= 8 and y >= 2 and y <= 8)
    end)
  end)

  it("a concave polygon", function()
    compare({ tile { polygon(0, 0, 0, 0, 6, 0, 6, 10, 16, 10, 16, 16, 0, 16) } }, function(x, y)
      return x <= 6 or y >= 10
    end)
  end)

  it("an ellipse, of at most 16 corners within it", function()
    local grid = from_tiled(row({ 2 }, { tile { object { shape = "ellipse", width = 16, height = 8, y = 2 } } }), "l")
    local worst = 1 - math.cos(math.pi / 16)
    for i = 0, 99 do
      local angle = 2 * math.pi * i / 100
      local function at(scale) return 8 + scale * 8 * math.cos(angle), 6 + scale * 4 * math.sin(angle) end
      assert.is_true(grid:contains(at(1 - worst - 1e-9)))
      assert.is_false(grid:contains(at(1 + 1e-9)))
    end
  end)

  it("a polyline and a point", function()
    local points = { { x = 0, y = 0 }, { x = 8, y = -8 }, { x = 16, y = -8 } }
    local line = object { shape = "polyline", y = 16, polyline = points }
    local grid = from_tiled(row({ 2, 2 + FLIP_X }, { tile { line, object { shape = "point", x = 3, y = 3 } } }), "l")
    local function meets(x) return -5 + 25 * grid:segmentcast({ x, -5 }, { x, 20 }, { rule = "closed" }).t end
    for x, y in pairs { [4] = 12, [12] = 8, [20] = 8, [28] = 12 } do assert.is_true(math.abs(meets(x) - y) < 1e-12) end
    assert.is_false(grid:contains(3, 3))
  end)

  it("in tiles wider than high, and of another size than the cells", function()
    -- A tile of 12 by 8, aligned at the bottom left of the cell of 16 by 16, then moved by the offset.
    local gids = {}
    each_orientation(function(_, _, _, bits) gids[#gids + 1] = 2 + bits end)
    local set = { tilewidth = 12, tileheight = 8, tileoffset = { x = 1, y = -2 } }
    local grid = from_tiled(row(gids, { tile { polygon(0, 0, 0, 0, 12, 0, 0, 8) } }, set), "l")
    local plain, i = picture(12, 8, function(x, y) return x / 12 + y / 8 <= 1 end), 0
    each_orientation(function(x, y, diagonal)
      local turned = flipped(plain, x, y, diagonal)
      local left, top = 1, 16 - #turned - 2
      local wanted = picture(16, 16, function(px, py)
        local line = turned[py + 0.5 - top]
        return line ~= nil and line[px + 0.5 - left] == true
      end)
      local got = picture(16, 16, function(px, py) return grid:contains(px + 16 * i, py) end)
      assert.equal(text_of(wanted), text_of(got))
      i = i + 1
    end)
  end)
end)

describe("Tiles with shapes", function()
  local slope = tile { polygon(0, 16, 0, 0, 16, -16, 16, 0) }

  it("share their sides exactly, whatever their size", function()
    local random = dofile("spec/support/random.lua").generator(7)
    for _ = 1, 200 do
      local size = random(400) / 7
      local corner = size * random(100) / 100
      local map = row({ 2, 2 + FLIP_X }, { tile { polygon(0, size, 0, 0, corner, -size, size, -size, size, 0) } },
        { tilewidth = size, tileheight = size })
      map.tilewidth, map.tileheight = size, size
      local grid = from_tiled(map, "l")
      local x = select(3, grid:cell_bounds(0, 0))
      assert.is_true(grid:contains(x, size / 2))
      local cast = grid:segmentcast({ x, -size }, { x, size }, { rule = "closed" })
      assert.equal(0.5, cast.t)
    end
  end)

  it("carry a moving shape up a slope and down the flipped one", function()
    local map = row({ 0, 2, 2 + FLIP_X, 0 }, { slope })
    map.height, map.layers[1].height = 2, 2
    for i = 5, 8 do map.layers[1].data[i] = 1 end
    local grid = from_tiled(map, "l")
    local hero = collide.rect { half = { 1, 1 }, position = { 3, 15 } }
    local highest = 15
    for _ = 1, 50 do
      local moved = grid:move(hero, { 1.5, 0 }, { up = { 0, -1 }, snap = 2, max_slope = math.rad(50) })
      local x, y = moved.position.x, moved.position.y
      highest = math.min(highest, y)
      -- One lower corner is on a slope, or the lower side on the floor or on the crest.
      local ground = x > 15 and x < 32 and 31 - x or x >= 32 and x < 49 and x - 33 or 16
      assert.is_true(math.abs(y + 1 - math.max(ground, 0)) < 1e-6 and not grid:overlap(hero, { touching = "skip" }))
    end
    assert.is_true(math.abs(highest + 1) < 1e-6 and hero:get_position().x > 55)
  end)

  it("keep the gid as the value, and flipped ones get values above the gids of the map", function()
    local grid = from_tiled(row({ 2, 2 + FLIP_Y, 3 + FLIP_X, 2 + FLIP_X, 2 + FLIP_Y }, { slope }), "l")
    local values = {}
    for x, _, value in grid:each() do values[x + 1] = value end
    assert.same({ 2, 10, 3, 11, 10 }, values)
    assert.same({ 2, false, true, false }, { grid:gid(10) })
    assert.same({ 2, true, false, false }, { grid:gid(11) })
    assert.same({ 12, false, false, false }, { grid:gid(12) })
    assert.same({ 0, false, false, false }, { grid:gid(0) })
    assert.same({ 2, true, false, false }, { grid:copy():gid(11) })
    assert.same({ 11, false, false, false }, { collide.grid.decode(grid:encode()):gid(11) })
    assert.same({ 7, false, false, false }, { collide.grid { dimensions = 3 }:gid(7) })
  end)

  it("may be full cells or air, if they have no shape", function()
    local tiles = { slope, { id = 2 }, tile({ object { shape = "point" } }, { id = 3 }) }
    local map = row({ 1, 2, 3, 4, 5 + FLIP_X }, tiles)
    local full, air = from_tiled(map, "l"), from_tiled(map, "l", { empty = "without shape" })
    assert.equal("grid 2D size=16 cells=5 shapes={2}", tostring(full))
    assert.equal("grid 2D size=16 cells=1 shapes={2}", tostring(air))
    assert.equal(2, air:get(1, 0))
  end)

  it("count beyond their cells, or are cut there", function()
    local map = row({ 2 }, { tile { polygon(0, 16, 0, 0, 16, -20, 24, 0) } })
    local grid = from_tiled(map, "l")
    local function is_solid(x, y)
      return y >= 16 - x * 20 / 16 and y >= 16 - (24 - x) * 20 / 8 and y <= 16
    end
    local wanted = picture(40, 40, function(x, y) return is_solid(x - 8, y - 8) end)
    assert.equal(text_of(wanted), text_of(picture(40, 40, function(x, y) return grid:contains(x - 8, y - 8) end)))
    grid = from_tiled(map, "l", { clip = true })
    assert.equal("grid 2D size=16 cells=1 shapes={2}", tostring(grid))
    assert.equal(text_of(picture(16, 16, is_solid)),
      text_of(picture(16, 16, function(x, y) return grid:contains(x, y) end)))
    local outside = row({ 2 }, { tile { rectangle(20, 0, 4, 4), object { shape = "polyline", x = 3, y = 20,
      polyline = { { x = 0, y = 0 }, { x = 9, y = 9 } } } } })
    assert.equal(0, from_tiled(outside, "l", { clip = true }):count())
    local line = row({ 2 }, { tile { object { shape = "polyline", x = -8, y = 8,
      polyline = { { x = 0, y = 0 }, { x = 32, y = 0 } } } } })
    grid = from_tiled(line, "l", { clip = true })
    assert.is_true(grid:contains(0, 8) and grid:contains(16, 8))
    assert.is_false(grid:contains(8, 8.1))
  end)

  it("may be flat, or have an unknown size", function()
    local tiles = { tile { rectangle(0, 4, 16, 0), rectangle(3, 3, 0, 0), rectangle(5, 0, 0, 16) } }
    local grid = from_tiled(row({ 2 }, tiles), "l")
    assert.is_true(grid:contains(8, 4) and grid:contains(5, 8))
    assert.is_false(grid:contains(3, 3))
    local map = row({ 2 + FLIP_X }, { tile { rectangle(0, 0, 4, 16) } })
    map.tilesets[1].tilewidth, map.tilesets[1].tileheight = nil, nil
    assert.is_true(from_tiled(map, "l"):contains(13, 8))
  end)

  it("have the size of their image in a collection", function()
    for _, size in ipairs { { imagewidth = 8, imageheight = 4 }, { width = 8, height = 4, imagewidth = 99 } } do
      size.image = "a.png"
      local map = row({ 2 + FLIP_X }, { tile({ rectangle(0, 0, 2, 4) }, size) }, { tilewidth = 99, tileheight = 99 })
      local grid = from_tiled(map, "l")
      assert.is_true(grid:contains(7, 13))
      assert.is_false(grid:contains(5, 13) or grid:contains(9, 13) or grid:contains(7, 11))
    end
  end)

  it("contain the points of random polygons, flipped and cut", function()
    local number = dofile("spec/support/random.lua").uniform(11)
    local function round(x) return math.floor(x * 64 + 0.5) / 64 end
    -- Whether an odd number of edges lies to the right of the point.
    local function inside(points, x, y)
      local odd = false
      for i = 1, #points, 2 do
        local k = i + 2 > #points and 1 or i + 2
        local ax, ay, bx, by = points[i], points[i + 1], points[k], points[k + 1]
        if (ay > y) ~= (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay) then odd = not odd end
      end
      return odd
    end
    for _ = 1, 60 do
      local width, height, points = round(number(4, 40)), round(number(4, 40)), {}
      local corners = math.floor(number(3, 26))
      for i = 1, corners do -- a star about the middle, partly beyond the cell
        local angle, radius = 2 * math.pi * i / corners, number(2, 30)
        points[2 * i - 1] = round(width / 2 + radius * math.cos(angle))
        points[2 * i] = round(height / 2 + radius * math.sin(angle))
      end
      local gids, flips = {}, {}
      each_orientation(function(x, y, diagonal, bits) -- eight cells apart
        flips[#flips + 1] = { x, y, diagonal }
        for i = 1, 8 do gids[8 * #flips - 8 + i] = i == 1 and 2 + bits or 0 end
      end)
      local map = row(gids, { tile { polygon(0, 0, unpacked(points)) } }, { tilewidth = width, tileheight = height })
      local grid, cut = from_tiled(map, "l"), from_tiled(map, "l", { clip = true })
      for i, flip in ipairs(flips) do
        for _ = 1, 100 do
          local x, y = round(number(-40, 80)) + 1 / 256, round(number(-70, 50)) + 1 / 256
          -- The way back from the screen to the tile: the flips in the reverse order.
          local w, h = flip[3] and height or width, flip[3] and width or height
          local tx, ty = x, y - (16 - h)
          if flip[2] then ty = h - ty end
          if flip[1] then tx = w - tx end
          if flip[3] then tx, ty = ty, tx end
          local wanted, left = inside(points, tx, ty), 128 * (i - 1)
          assert.equal(wanted, grid:contains(left + x, y))
          local is_near = x > 0 and x < math.max(w, 16) and y > 16 - math.max(h, 16) and y < 16
          assert.equal(wanted and is_near, cut:contains(left + x, y))
        end
      end
    end
  end)

  it("reach the sides of their cells if they end within 0.001 pixels of them", function()
    local grid = from_tiled(row({ 2 }, { tile { polygon(5.33333, 16, 0, 0, 10.6667, 0, 10.6667, -15.9995) } }), "l")
    assert.is_true(grid:contains(16, 0))
  end)

  it("may have many corners, and at most 64 parts", function()
    local points = {}
    for i = 0, 39 do
      points[2 * i + 1], points[2 * i + 2] = 8 + 8 * math.cos(math.pi * i / 20), 8 + 8 * math.sin(math.pi * i / 20)
    end
    local disc = from_tiled(row({ 2 }, { tile { polygon(0, 0, unpacked(points)) } }), "l")
    local least = 8 * math.cos(math.pi / 40)
    for x = 0, 16, 0.125 do
      for y = 0, 16, 0.125 do
        local distance = math.sqrt((x - 8) ^ 2 + (y - 8) ^ 2)
        if distance < least - 0.01 or distance > 8.01 then assert.equal(distance < 8, disc:contains(x, y)) end
      end
    end
    local dots = {}
    for i = 1, 65 do dots[i] = rectangle(i % 8, math.floor(i / 8), 0.5, 0.5) end
    assert.error_matches(function() from_tiled(row({ 2 }, { tile(dots) }), "l") end,
      "gid 2: objects%[65%]: the tile has more than 64 convex parts")
  end)
end)

describe("The shape of a tile", function()
  it("is what get_shape returns, in a cell from 0 to 1, turned as the tile is", function()
    local tiles = { tile({ rectangle(0, 0, 16, 4) }),
      tile({ rectangle(0, 0, 8, 4), rectangle(0, 8, 16, 8) }, { id = 2 }) }
    local grid = from_tiled(row({ 1, 2, 2 + FLIP_Y, 3 }, tiles), "l")
    assert.is_nil(grid:get_shape(grid:get(0, 0)))
    assert.equal("rect min=(0, 0) max=(1, 0.25)", tostring(grid:get_shape(grid:get(1, 0))))
    assert.equal("rect min=(0, 0.75) max=(1, 1)", tostring(grid:get_shape(grid:get(2, 0))))
    assert.same({ { 0, 0, 0.5, 0, 0.5, 0.25, 0, 0.25 }, { 0, 0.5, 1, 0.5, 1, 1, 0, 1 } },
      grid:get_shape(grid:get(3, 0)):outline())
  end)
end)

describe("Tile properties", function()
  local ledge = { rectangle(0, 0, 16, 4) }

  it("give one_way, turned with the tile", function()
    local tiles = { tile(ledge, { properties = { side = "up" } }), { id = 2, properties = { side = true } },
      { id = 3, properties = { side = "" } }, { id = 4, properties = { side = false } },
      { id = 5, properties = { side = "left" } } }
    local gids = {}
    each_orientation(function(_, _, _, bits) gids[#gids + 1] = 2 + bits end)
    for i, gid in ipairs { 3, 4, 5, 3 + FLIP_Y, 6, 6 + FLIP_X + FLIP_DIAGONAL } do gids[8 + i] = gid end
    local grid = from_tiled(row(gids, tiles), "l", { one_way = "side" })
    local function side(x)
      local n = grid:get_one_way(grid:get(x, 0))
      return n and ("%g %g"):format(n.x, n.y)
    end
    local i = 0
    each_orientation(function(x, y, diagonal)
      -- A picture of 3 by 3 pixels, whose only solid pixel lies on the side that blocks.
      local turned = flipped(picture(3, 3, function(px, py) return px == 1.5 and py == 0.5 end), x, y, diagonal)
      for py = 1, 3 do
        for px = 1, 3 do
          if turned[py][px] then assert.equal(("%g %g"):format(px - 2, py - 2), side(i)) end
        end
      end
      i = i + 1
    end)
    assert.equal("0 -1", side(8))
    assert.is_nil(side(9))
    assert.is_nil(side(10))
    assert.equal("0 1", side(11))
    assert.equal("-1 0", side(12))
    assert.equal("0 -1", side(13))
    assert.is_nil(from_tiled(row(gids, tiles), "l"):get_one_way(2))
  end)

  it("send tiles to grids of layers", function()
    local tiles = { tile(ledge, { properties = { kind = "ice" } }), { id = 2, properties = { kind = "water" } },
      { id = 3, properties = { kind = "" } } }
    local map = row({ 1, 3, 2 + FLIP_Y, 4, 3 + FLIP_X, 2 }, tiles)
    map.layers[1].offsetx = 5
    local grid, layers = from_tiled(map, "l", { layer = "kind" })
    assert.equal("grid 2D size=16 origin=(5, 0) cells=2", tostring(grid))
    assert.equal(2, #layers)
    assert.equal(layers[1], layers.water)
    assert.equal(layers[2], layers.ice)
    assert.equal("grid 2D size=16 origin=(5, 0) cells=2", tostring(layers.water))
    assert.equal("grid 2D size=16 origin=(5, 0) cells=2 shapes={2, 10}", tostring(layers.ice))
    assert.same({ "water", "ice" }, { layers[1]:get_layer(), layers[2]:get_layer() })
    assert.same({ 2, false, true, false }, { layers.ice:gid(10) })
    assert.same({ 2, false, true, false }, { grid:gid(10) })
    assert.equal(1, select("#", from_tiled(map, "l")))
    assert.same({}, select(2, from_tiled(row({ 1 }, tiles), "l", { layer = "kind" })))
  end)

  for _, case in ipairs {
    { { side = "north" }, "'side' of gid 2: 'up', 'down', 'left', 'right' or a boolean expected, got 'north'" },
    { { side = 3 }, "'side' of gid 2: 'up', 'down', 'left', 'right' or a boolean expected, got number" },
    { { kind = true }, "property 'kind' of gid 2: string expected, got boolean" },
  } do
    it("are checked: " .. case[2], function()
      local plan = row({ 2 }, { tile(ledge, { properties = case[1] }) })
      assert.error_matches(function() from_tiled(plan, "l", { one_way = "side", layer = "kind" }) end, case[2], 1, true)
    end)
  end
end)
