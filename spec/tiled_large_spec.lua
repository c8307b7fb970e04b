-- SPDX-License-Identifier: MIT
--
-- Tiles whose shapes reach other cells: larger than the grid, moved by the tileset's offset, or drawn beyond the tile.
local collide = require("collide")
local tiled = require("spec.support.tiled")

local from_tiled = collide.grid.from_tiled
local object, polygon, rectangle, row, tile = tiled.object, tiled.polygon, tiled.rectangle, tiled.row, tiled.tile
local FLIP_X, FLIP_DIAGONAL = 2 ^ 31, 2 ^ 29

-- A map of 8 by 8 cells of 16, with the gids at the indices of cells; gid 2 is a tile of 64 by 64 with these shapes.
local function forest(gids, shapes, fields)
  local set = { tilewidth = 64, tileheight = 64 }
  for key, value in pairs(fields or {}) do set[key] = value end
  local map = row({}, { tile(shapes) }, set)
  map.height, map.width, map.layers[1].height, map.layers[1].width = 8, 8, 8, 8
  for i = 1, 64 do map.layers[1].data[i] = gids[i - 1] or 0 end
  return map
end

local function at(x, y) return 8 * y + x end

local function cells_of(grid)
  local list = {}
  for x, y, value in grid:each() do list[#list + 1] = ("%d %d %d"):format(x, y, (grid:gid(value))) end
  return table.concat(list, ", ")
end

-- Requires that the grid is solid where `is_solid` says, at points that lie on no side.
local function assert_solid(grid, is_solid)
  for y = -30.5, 160 do
    for x = -30.5, 160 do
      if is_solid(x, y) ~= grid:contains(x, y) then error(("at %g, %g"):format(x, y)) end
    end
  end
end

describe("A tile larger than the grid", function()
  local trunk = rectangle(24, 48, 16, 16)

  it("counts in the cells that its shape reaches, where Tiled draws it", function()
    for _, options in ipairs { {}, { clip = true } } do
      local grid = from_tiled(forest({ [at(2, 5)] = 2 }, { trunk }), "l", options)
      assert.equal("3 5 2, 4 5 2", cells_of(grid))
      assert_solid(grid, function(x, y) return x > 56 and x < 72 and y > 80 and y < 96 end)
    end
  end)

  it("stands at the lower left corner of its cell, moved by the offset of its tileset", function()
    local grid = from_tiled(forest({ [at(2, 5)] = 2 }, { trunk }, { tileoffset = { x = -5, y = 3 } }), "l")
    assert_solid(grid, function(x, y) return x > 51 and x < 67 and y > 83 and y < 99 end)
  end)

  it("is flipped in its picture", function()
    local grid = from_tiled(forest({ [at(2, 5)] = 2 + FLIP_X + FLIP_DIAGONAL }, { rectangle(0, 40, 10, 20) }), "l")
    -- In the picture x and y are exchanged, (40, 0) to (60, 10), then flipped: (4, 0) to (24, 10).
    assert_solid(grid, function(x, y) return x > 36 and x < 56 and y > 32 and y < 42 end)
    local value = grid:get(2, 2)
    assert.same({ 2, true, false, true }, { grid:gid(value) })
  end)

  it("is one obstacle: a cast hits it where it begins, and a body does not catch on its seams", function()
    local grid = from_tiled(forest({ [at(0, 5)] = 2, [at(4, 5)] = 2 }, { polygon(0, 32, 0, 0, 64, 0, 64, 32, 0, 32) }),
      "l")
    assert.equal(64, grid:raycast({ 8, 0 }, { 0, 1 }).point.y)
    local body = collide.rect { half = { 3, 3 }, position = { 4, 61 } }
    for _ = 1, 40 do grid:move(body, { 3, 1 }) end
    assert.is_true(math.abs(body:get_position().x - 124) < 1e-6)
  end)

  it("is drawn in the size of the grid if its tileset says so", function()
    local fields = { tilerendersize = "grid" }
    local grid = from_tiled(forest({ [at(2, 5)] = 2 }, { trunk }, fields), "l")
    assert_solid(grid, function(x, y) return x > 38 and x < 42 and y > 92 and y < 96 end)
    assert.equal("2 5 2", cells_of(grid))
    fields.tileheight, fields.fillmode = 32, "preserve-aspect-fit" -- in the middle: 16 by 8, from y = 84
    grid = from_tiled(forest({ [at(2, 5)] = 2 }, { rectangle(0, 0, 64, 32) }, fields), "l")
    assert_solid(grid, function(x, y) return x > 32 and x < 48 and y > 84 and y < 92 end)
  end)

  it("reaches cells outside its layer", function()
    local grid = from_tiled(forest({ [0] = 2 }, { rectangle(0, 0, 20, 64) }), "l")
    assert_solid(grid, function(x, y) return x > 0 and x < 20 and y > -48 and y < 16 end)
  end)

  it("may have segments, on the sides of cells in one cell only", function()
    local line = object { shape = "polyline", x = 0, y = 32, polyline = { { x = 0, y = 0 }, { x = 64, y = 0 } } }
    local grid = from_tiled(forest({ [at(2, 5)] = 2 }, { line }), "l")
    assert.equal("2 4 2, 3 4 2, 4 4 2, 5 4 2", cells_of(grid)) -- y = 64, nearer to row 5
    assert.is_true(grid:contains(33, 64) and grid:contains(95, 64))
  end)

  it("without a shape fills its own cell", function()
    assert.equal("2 5 2", cells_of(from_tiled(forest({ [at(2, 5)] = 2 }, {}), "l")))
  end)
end)

describe("Cells with several tiles", function()
  local bar = rectangle(0, 56, 64, 4) -- from the tile's own cell over three more

  it("have the shapes of all", function()
    local map = forest({ [at(2, 5)] = 2, [at(4, 5)] = 2, [at(3, 5)] = 12 }, { bar })
    map.tilesets[2] = { firstgid = 11, tilewidth = 16, tileheight = 16, tilecount = 2,
      tiles = { tile { rectangle(0, 0, 16, 3) } } }
    local grid = from_tiled(map, "l")
    assert.equal("2 5 2, 3 5 12, 4 5 2, 5 5 2, 6 5 2, 7 5 2", cells_of(grid))
    assert_solid(grid, function(x, y)
      return x > 32 and x < 128 and y > 88 and y < 92 or x > 48 and x < 64 and y > 80 and y < 83
    end)
  end)

  it("keep the gid of their own tile, and stay full if that has no shape", function()
    local grid = from_tiled(forest({ [at(2, 5)] = 2, [at(3, 5)] = 5 }, { bar }), "l")
    assert.equal("2 5 2, 3 5 5, 4 5 2, 5 5 2", cells_of(grid))
    assert.equal(5, grid:get(3, 5))
    assert_solid(grid, function(x, y)
      return x > 32 and x < 96 and y > 88 and y < 92 or x > 48 and x < 64 and y > 80 and y < 96
    end)
  end)

  it("have the gid of the tile that Tiled draws last, in the map's order", function()
    local function top(order)
      local map = forest({ [at(0, 1)] = 2, [at(0, 2)] = 3, [at(2, 1)] = 4 }, { rectangle(32, 0, 16, 64) })
      for id = 2, 3 do
        map.tilesets[1].tiles[id] = { id = id, objectGroup = { objects = { rectangle(0, 0, 64, 64) } } }
      end
      map.renderorder = order
      local grid = from_tiled(map, "l")
      return (grid:gid(grid:get(2, 0))) -- reached by all three
    end
    assert.same({ 3, 3, 3, 4, 2 }, { top(nil), top("right-down"), top("left-down"), top("right-up"), top("left-up") })
  end)

  it("share a value if they have the same parts", function()
    local gids = {}
    for y = 0, 7 do gids[at(0, y)], gids[at(4, y)] = 2, 2 end
    local grid, values = from_tiled(forest(gids, { bar }), "l"), {}
    for x, _, value in grid:each() do
      values[x % 4] = values[x % 4] or value
      assert.equal(values[x % 4], value)
    end
    assert.equal(64, grid:count())
    assert.equal(2, values[0]) -- the own cell of a tile has its gid
  end)

  it("block from one side if all of their tiles do", function()
    local map = forest({ [at(2, 5)] = 2, [at(3, 5)] = 5 }, { bar })
    map.tilesets[1].tiles[1].properties = { side = "up" }
    map.tilesets[1].tiles[2] = { id = 4, properties = { side = "up" }, objectGroup = { objects = {
      rectangle(0, 48, 16, 2) } } }
    local grid = from_tiled(map, "l", { one_way = "side" })
    for x = 2, 5 do assert.equal("(0, -1)", tostring(grid:get_one_way(grid:get(x, 5)))) end
    map.tilesets[1].tiles[2].properties.side = "left"
    assert.error_matches(function() from_tiled(map, "l", { one_way = "side" }) end,
      "layer: tile 3, 5: gid 2 reaches this cell, and another tile there blocks from another side", 1, true)
    map.tilesets[1].tiles[2].properties, map.tilesets[1].tiles[2].objectGroup = nil, nil
    assert.is_nil(from_tiled(map, "l", { one_way = "side" }):get_one_way(5)) -- full, so it blocks from every side
  end)

  it("are cells of the grid of their tile's layer", function()
    local map = forest({ [at(2, 5)] = 2, [at(3, 5)] = 5 }, { bar })
    map.tilesets[1].tiles[1].properties = { kind = "water" }
    local grid, layers = from_tiled(map, "l", { layer = "kind" })
    assert.equal("3 5 5", cells_of(grid))
    assert.equal("2 5 2, 3 5 2, 4 5 2, 5 5 2", cells_of(layers.water))
  end)

  it("are the same whatever the chunks of an infinite map", function()
    local whole = forest({ [at(0, 1)] = 2, [at(2, 1)] = 2, [at(1, 2)] = 2, [at(5, 2)] = 3 },
      { polygon(0, 0, 0, 64, 64, 64, 60, 3) })
    local wanted = from_tiled(whole, "l")
    local data, chunks = whole.layers[1].data, {}
    for _, left in ipairs { 6, 4, 2, 0 } do
      local part = {}
      for i = 0, 15 do part[i + 1] = data[8 * math.floor(i / 2) + left + i % 2 + 1] end
      chunks[#chunks + 1] = { x = left, y = 0, width = 2, height = 8, data = part }
    end
    whole.layers[1].data, whole.layers[1].chunks = nil, chunks
    local grid = from_tiled(whole, "l")
    assert.equal(cells_of(wanted), cells_of(grid))
    assert_solid(grid, function(x, y) return wanted:contains(x, y) end)
  end)
end)

describe("from_tiled refuses", function()
  local function refused(what, map, message)
    it(what, function() assert.error_matches(function() from_tiled(map, "l") end, message, 1, true) end)
  end
  refused("a tile that reaches too many cells", forest({ 2 }, { rectangle(0, 0, 16 * 128, 16 * 129) }),
    "map: gid 2: objects[1]: reaches more than 2^14 cells")
  refused("a tile of any size", forest({ 2 }, { rectangle(-1e300, 0, 1e299, 3) }), "reaches cells beyond 2^31")
  refused("a tile that is far away", forest({ 2 }, { rectangle(0, 0, 3, 3) }, { tileoffset = { x = 0, y = -1e300 } }),
    "reaches cells beyond 2^31")
  local tiny = forest({ 2 }, { rectangle(1e300, 0, 3, 3) })
  tiny.tilewidth = 1e-300
  refused("a tile at an infinite number of cells", tiny, "reaches cells beyond 2^31")
  it("more than 64 parts of several tiles in a cell", function()
    local map, dots = forest({ [at(1, 1)] = 2, [at(2, 1)] = 3 }, { rectangle(0, 48, 20, 4) }), {}
    for i = 1, 64 do dots[i] = rectangle(i % 8 * 2, 48 + math.floor(i / 8) * 1.5, 1, 1) end
    map.tilesets[1].tiles[2] = { id = 2, objectGroup = { objects = dots } }
    assert.error_matches(function() from_tiled(map, "l") end,
      "layer: tile 2, 1: its tiles have more than 64 convex parts there", 1, true)
  end)
end)
