-- SPDX-License-Identifier: MIT
--
-- Compares the converter of spec/support/tmx.lua and the maps of this tree with exports of the installed Tiled.
local collide = require("collide")
local decode_json = require("spec.support.decode_json")
local files = require("spec.support.files")
local shell = require("spec.support.shell")
local tiled = require("spec.support.tiled")
local tmx = require("spec.support.tmx")

package.path = "examples/lib/?.lua;" .. package.path
local sight = require("sight")

if not shell.run("command -v tiled > /dev/null 2>&1") then
  io.stderr:write("tiled_spec: maps are not compared with exports: tiled is not installed\n")
  return
end

-- Runs a program of Tiled, which writes a file, and reads it by the function. Tiled cannot start with a sanitizer
-- preloaded.
local function written(program, map, ending, read)
  local path = os.tmpname()
  os.remove(path)
  path = path .. ending
  local command = "LD_PRELOAD= QT_QPA_PLATFORM=offscreen %s %s %s > /dev/null 2>&1"
  assert.is_true(shell.run(command:format(program, map, shell.quote(path))))
  local result = read(path)
  os.remove(path)
  return result
end

local function read_json(path)
  return decode_json(files.contents(path))
end

local EXPORTS = {
  lua = function(map) return written("tiled --export-map lua", map, ".lua", dofile) end,
  json = function(map) return written("tiled --export-map json", map, ".tmj", read_json) end,
}

-- The path of a map of spec/maps, or of a temporary copy with other attributes.
local function map_path(name, changes)
  local path = "spec/maps/" .. name .. ".tmx"
  if not changes then return path end
  local directory = shell.output("pwd"):gsub("%s+$", "") .. "/spec/maps/"
  local text = files.contents(path):gsub(' source="', ' source="' .. directory)
  for key, value in pairs(changes) do
    text = text:gsub("(<map [^>]* " .. key .. '=)"[^"]*"', '%1"' .. value .. '"')
  end
  return files.write(os.tmpname(), text)
end

-- Without what depends on the directory or on the version of Tiled.
local function plain(map)
  map.tiledversion, map.version = nil, nil
  for _, set in ipairs(map.tilesets) do set.image = set.image:match("[^/]*$") end
  return map
end

describe("the export of the current Tiled", function()
  it("is the castle of the examples", function()
    local fresh = written("tiled --export-map lua", "examples/maps/castle.tmx", ".lua", sight.load)
    local kept = sight.load("examples/maps/castle.lua")
    assert.are.same(sight.plan(kept), sight.plan(fresh))
    local tiles = fresh.tilesets[1]
    assert.are.equal(kept.tilesets[1].tilecount, tiles.tilecount)
    assert.is_truthy(tiles.image:find("tiles%.png$"))
  end)

  for _, case in ipairs { { "hills" }, { "objects" }, { "plain" }, { "tiles" }, { "placed" },
    { "placed", tiled.isometric }, { "base64" }, { "base64_zlib" }, { "infinite" }, { "infinite_base64" } } do
    local name, changes = case[1], case[2]
    for _, format in ipairs { "lua", "json" } do
      if format == "lua" or not name:find("^infinite") then
        it(("is what tmx.lua converts: %s %s %s"):format(name, changes and "isometric" or "", format), function()
          local path = map_path(name, changes)
          local fresh = EXPORTS[format](path)
          if changes then os.remove(path) end
          assert.are.same(plain(fresh), plain(tmx[format](name, changes)))
        end)
      end
    end
  end

  it("is compressed as Python does it", function()
    local pipe = "python3 -c 'import base64, gzip, sys, zlib\ndata = sys.stdin.buffer.read()\n"
      .. "sys.stdout.buffer.write(%s)'"
    local function run(expression, input)
      local path = files.write(os.tmpname(), input)
      local text = shell.output(pipe:format(expression) .. " < " .. shell.quote(path))
      os.remove(path)
      return text
    end
    local wanted = collide.grid.from_tiled(tmx.lua("plain"), "ground")
    for _, format in ipairs { "zlib", "gzip" } do
      local pattern = '(<data encoding="base64")>(.-)</data>'
      local packed = files.contents("spec/maps/base64.tmx"):gsub(pattern, function(head, text)
        local data = run(("base64.b64encode(%s.compress(base64.b64decode(data)))"):format(format), text)
        return ('%s compression="%s">%s</data>'):format(head, format, data)
      end)
      local path = files.write(os.tmpname(), packed)
      local map = EXPORTS.json(path)
      os.remove(path)
      local seen
      local grid = collide.grid.from_tiled(map, "ground", { inflate = function(bytes, name)
        seen = name
        return run(format .. ".decompress(data)", bytes)
      end })
      assert.equal(format, seen)
      assert.equal(wanted:encode(), grid:encode())
    end
  end)
end)

-- The tiles of the map are opaque where their shapes are solid, except for the polyline. So the picture that Tiled
-- draws of the map shows which points are solid.
describe("Tiles in all orientations", function()
  it("are solid where Tiled draws them", function()
    local drawn = written("tmxrasterizer", "spec/maps/tiles.tmx", ".png", function(path)
      return shell.output("pngtopnm -alpha " .. shell.quote(path))
    end)
    local pixels = #assert(drawn:match("^P5%s+128%s+128%s+255%s"))
    local grid = collide.grid.from_tiled(tmx.lua("tiles"), "all")
    for y = 0, 127 do
      for x = 0, 127 do
        local solid = drawn:byte(pixels + y * 128 + x + 1) > 127
        local got = grid:contains(x + 0.5, y + 0.5)
        if math.floor(x / 16) ~= 5 then assert.equal(solid, got, x .. ", " .. y) end
      end
    end
  end)
end)

-- The same tiles in maps of other orientations, where they overlap, without the polyline and without the full tile,
-- whose picture is not its cell. Hexagonal maps turn them: 2^29 by 60 degrees, and 2^28, which is added to the left
-- half, by 120.
describe("Tiles in maps of any orientation", function()
  local function convert(plan, attributes)
    local layer, list = plan.layers[1], {}
    for i, gid in ipairs(layer.data) do
      local id = gid % 2 ^ 28
      list[i] = id == 1 and 0 or id == 6 and 0 or gid + (i % 8 < 4 and 2 ^ 28 or 0)
    end
    layer.data = list
    for name, value in attributes:gmatch('(%w+)="(%w+)"') do plan[name] = tonumber(value) or value end
    local text = files.contents("spec/maps/tiles.tmx"):gsub("<map .->", ('<map version="1.8" tiledversion="1.8.2" '
      .. 'renderorder="right-down" width="8" height="8" infinite="0" %s>'):format(attributes))
    text = text:gsub('source="', 'source="' .. shell.output("pwd"):gsub("%s+$", "") .. "/spec/maps/")
    local numbers = {}
    for i, gid in ipairs(list) do numbers[i] = ("%d"):format(gid) end
    return plan, files.write(os.tmpname(), (text:gsub('(<data encoding="csv">).-(</data>)',
      "%1" .. table.concat(numbers, ",") .. "%2")))
  end

  for _, attributes in ipairs {
    'orientation="isometric" tilewidth="32" tileheight="16"',
    'orientation="isometric" tilewidth="24" tileheight="20"',
    'orientation="staggered" tilewidth="32" tileheight="16" staggeraxis="y" staggerindex="odd"',
    'orientation="staggered" tilewidth="32" tileheight="20" staggeraxis="x" staggerindex="even"',
    -- The sizes are even: Tiled before 1.10.1 draws odd ones in another way.
    'orientation="hexagonal" tilewidth="18" tileheight="22" staggeraxis="y" staggerindex="even" hexsidelength="8"',
    'orientation="hexagonal" tilewidth="26" tileheight="20" staggeraxis="x" staggerindex="odd" hexsidelength="10"',
  } do
    it("are solid where Tiled draws them: " .. attributes, function()
      local plan, path = convert(tmx.lua("tiles"), attributes)
      local drawn = written("tmxrasterizer --scale 4", path, ".png", function(png)
        return shell.output("pngtopnm -alpha " .. shell.quote(png))
      end)
      os.remove(path)
      local head, width, height = drawn:match("^(P5%s+(%d+)%s+(%d+)%s+255%s)")
      local level, inside, outside = collide.world(collide.from_tiled_tiles(plan, "all")), 0, 0
      for y = 0.125, height / 4 - 1 do
        for x = 0.125, width / 4 - 1 do
          local is_in, is_sure = level:contains(x, y), true
          for i = 0, 8 do
            is_sure = is_sure and level:contains(x + i % 3 - 1, y + math.floor(i / 3) - 1) == is_in
          end
          local is_opaque = drawn:byte(#head + math.floor(y * 4) * width + math.floor(x * 4) + 1) > 127
          if is_sure and is_in ~= is_opaque then error(("at %g, %g"):format(x, y)) end
          if is_sure and is_in then inside = inside + 1 else outside = outside + 1 end
        end
      end
      assert.is_true(inside > 1000 and outside > 1000)
    end)
  end
end)

-- The second tile of each tileset has a picture of its first shape, an L. In the picture of the map, four pixels wide
-- for each of its own, tiles are smoothed, so points near the border of a shape are left out.
describe("Tile objects", function()
  local function opaque_at(map, layer)
    local hidden = {}
    for i, other in ipairs { "anchors", "orientations", "kinds" } do
      hidden[i] = other ~= layer and "--hide-layer " .. other or ""
    end
    local program = "tmxrasterizer --scale 4 " .. table.concat(hidden, " ")
    local drawn = written(program, map, ".png", function(path)
      return shell.output("pngtopnm -alpha " .. shell.quote(path))
    end)
    local head, width = drawn:match("^(P5%s+(%d+)%s+%d+%s+255%s)")
    return function(x, y)
      -- Tiled makes the picture 7 and 2 pixels larger at the left and top, for the offsets of the layers.
      local column, row = math.floor((x + 7) * 4), math.floor((y + 2) * 4)
      return drawn:byte(#head + row * width + column + 1) > 127
    end
  end

  for name, changes in pairs { orthogonal = {}, isometric = tiled.isometric } do
    for _, layer in ipairs { "anchors", "orientations" } do
      it("are solid where Tiled draws them: " .. layer .. ", " .. name, function()
        local path, map, pieces, counts = map_path("placed", changes), tmx.lua("placed", changes), {}, {}
        for _, shape in ipairs(collide.from_tiled_objects(map, layer)) do
          local count = (counts[shape.data] or 0) + 1
          counts[shape.data] = count
          if count < 3 and shape.data.gid % 2 == 0 then pieces[#pieces + 1] = shape end
        end
        local solid, is_opaque, inside, outside = collide.group(pieces), opaque_at(path, layer), 0, 0
        os.remove(path)
        for x = 0, 400 do
          for y = 0, 200 do
            local is_in, is_sure = solid:contains(x, y), true
            for i = 1, 4 do
              local a, b = i % 2 - 0.5, math.floor(i / 2) % 2 - 0.5
              is_sure = is_sure and solid:contains(x + a, y + b) == is_in
            end
            if is_sure and is_in ~= is_opaque(x, y) then error(("at %g, %g"):format(x, y)) end
            if is_sure and is_in then inside = inside + 1 else outside = outside + 1 end
          end
        end
        assert.is_true(inside > 500 and outside > inside)
      end)
    end
  end
end)
