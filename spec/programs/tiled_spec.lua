-- SPDX-License-Identifier: MIT
--
-- Compares the maps of this tree with a new export of their .tmx, if Tiled is installed.
local collide = require("collide")
local decode_json = require("spec.support.decode_json")
local files = require("spec.support.files")
local shell = require("spec.support.shell")

package.path = "examples/lib/?.lua;" .. package.path
local sight = require("sight")

if not shell.run("command -v tiled > /dev/null 2>&1") then
  io.stderr:write("tiled_spec: the maps are not compared with fresh exports: tiled is not installed\n")
  return
end

-- Runs a program of Tiled, which writes a file, and reads it by the function. Tiled cannot start with a sanitizer
-- preloaded.
local function written(program, tmx, ending, read)
  local path = os.tmpname()
  os.remove(path)
  path = path .. ending
  local command = "LD_PRELOAD= QT_QPA_PLATFORM=offscreen %s %s %s > /dev/null 2>&1"
  assert.is_true(shell.run(command:format(program, tmx, shell.quote(path))))
  local result = read(path)
  os.remove(path)
  return result
end

local function read_json(path)
  return decode_json(files.contents(path))
end

local function exported(tmx, read)
  return written("tiled --export-map lua", tmx, ".lua", read)
end

describe("the export of the current Tiled", function()
  it("is the castle of the examples", function()
    local fresh, kept = exported("examples/maps/castle.tmx", sight.load), sight.load("examples/maps/castle.lua")
    assert.are.same(sight.plan(kept), sight.plan(fresh))
    local tiles = fresh.tilesets[1]
    assert.are.equal(kept.tilesets[1].tilecount, tiles.tilecount)
    assert.is_truthy(tiles.image:find("tiles%.png$"))
  end)

  it("is the hills of the examples and guides, in Lua and JSON", function()
    local kept = sight.load("spec/maps/hills.lua")
    local fresh = exported("spec/maps/hills.tmx", sight.load)
    assert.are.same(kept.layers, fresh.layers)
    assert.are.same(kept.tilesets[1].tiles, fresh.tilesets[1].tiles)
    assert.is_truthy(fresh.tilesets[1].image:find("hills%.png$"))
    local json = written("tiled --export-map json", "spec/maps/hills.tmx", ".tmj", read_json)
    assert.are.same(read_json("spec/maps/hills.tmj").layers, json.layers)
  end)

  it("is the plain map of the specs", function()
    local fresh, kept = exported("spec/maps/plain.tmx", dofile), dofile("spec/maps/plain.lua")
    local from_tiled = collide.grid.from_tiled
    assert.equal(7, from_tiled(fresh, "ground"):count())
    assert.equal(from_tiled(kept, "ground"):encode(), from_tiled(fresh, "ground"):encode())
  end)

  it("is the map of objects of the specs", function()
    local texts = {}
    for i, plan in ipairs { exported("spec/maps/objects.tmx", dofile), dofile("spec/maps/objects.lua") } do
      texts[i] = {}
      for k, shape in ipairs(collide.from_tiled_objects(plan, "things")) do texts[i][k] = tostring(shape) end
    end
    assert.are.same(texts[2], texts[1])
    assert.equal(8, #texts[1])
  end)

  it("is the map of tiles of the specs, in Lua and JSON", function()
    local from_tiled = collide.grid.from_tiled
    local kept = from_tiled(dofile("spec/maps/tiles.lua"), "all")
    local json = written("tiled --export-map json", "spec/maps/tiles.tmx", ".tmj", read_json)
    json.tilesets[1].image = "tiles.png" -- the path depends on the directory
    assert.same(read_json("spec/maps/tiles.tmj"), json)
    for _, map in ipairs { exported("spec/maps/tiles.tmx", dofile), json } do
      local fresh = from_tiled(map, "all")
      assert.equal(kept:encode(), fresh:encode())
      assert.equal(tostring(kept), tostring(fresh))
    end
  end)

  for _, name in ipairs { "spec/maps/placed", "spec/maps/placed_isometric" } do
    it("is " .. name .. ", in Lua and JSON", function()
      local kept = dofile(name .. ".lua")
      local plans = { kept, exported(name .. ".tmx", dofile), read_json(name .. ".tmj"),
        written("tiled --export-map json", name .. ".tmx", ".tmj", read_json) }
      for _, layer in ipairs { "anchors", "orientations", "kinds" } do
        local texts = {}
        for i, plan in ipairs(plans) do
          texts[i] = {}
          for k, shape in ipairs(collide.from_tiled_objects(plan, layer)) do texts[i][k] = tostring(shape) end
          assert.are.same(texts[1], texts[i])
        end
      end
    end)
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
    local plain = collide.grid.from_tiled(dofile("spec/maps/plain.lua"), "ground")
    for _, format in ipairs { "zlib", "gzip" } do
      local pattern = '(<data encoding="base64")>(.-)</data>'
      local packed = files.contents("spec/maps/base64.tmx"):gsub(pattern, function(head, text)
        local data = run(("base64.b64encode(%s.compress(base64.b64decode(data)))"):format(format), text)
        return ('%s compression="%s">%s</data>'):format(head, format, data)
      end)
      local tmx = files.write(os.tmpname(), packed)
      local map = written("tiled --export-map json", tmx, ".tmj", read_json)
      os.remove(tmx)
      local seen
      local grid = collide.grid.from_tiled(map, "ground", { inflate = function(bytes, name)
        seen = name
        return run(format .. ".decompress(data)", bytes)
      end })
      assert.equal(format, seen)
      assert.equal(plain:encode(), grid:encode())
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
    local grid = collide.grid.from_tiled(dofile("spec/maps/tiles.lua"), "all")
    for y = 0, 127 do
      for x = 0, 127 do
        local solid = drawn:byte(pixels + y * 128 + x + 1) > 127
        local got = grid:contains(x + 0.5, y + 0.5)
        if math.floor(x / 16) ~= 5 then assert.equal(solid, got, x .. ", " .. y) end
      end
    end
  end)
end)

-- The second tile of each tileset has a picture of its first shape, an L. In the picture of the map, four pixels wide
-- for each of its own, tiles are smoothed, so points near the border of a shape are left out.
describe("Tile objects", function()
  local function opaque_at(name, layer)
    local hidden = {}
    for i, other in ipairs { "anchors", "orientations", "kinds" } do
      hidden[i] = other ~= layer and "--hide-layer " .. other or ""
    end
    local program = "tmxrasterizer --scale 4 " .. table.concat(hidden, " ")
    local drawn = written(program, name .. ".tmx", ".png", function(path)
      return shell.output("pngtopnm -alpha " .. shell.quote(path))
    end)
    local head, width = drawn:match("^(P5%s+(%d+)%s+%d+%s+255%s)")
    return function(x, y)
      -- Tiled makes the picture 7 and 2 pixels larger at the left and top, for the offsets of the layers.
      local column, row = math.floor((x + 7) * 4), math.floor((y + 2) * 4)
      return drawn:byte(#head + row * width + column + 1) > 127
    end
  end

  for _, name in ipairs { "spec/maps/placed", "spec/maps/placed_isometric" } do
    for _, layer in ipairs { "anchors", "orientations" } do
      it("are solid where Tiled draws them: " .. layer .. ", " .. name, function()
        local map, pieces, counts = dofile(name .. ".lua"), {}, {}
        for _, shape in ipairs(collide.from_tiled_objects(map, layer)) do
          local count = (counts[shape.data] or 0) + 1
          counts[shape.data] = count
          if count < 3 and shape.data.gid % 2 == 0 then pieces[#pieces + 1] = shape end
        end
        local solid, is_opaque, inside, outside = collide.group(pieces), opaque_at(name, layer), 0, 0
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
