-- SPDX-License-Identifier: MIT
--
-- Compares the maps of this tree with a new export of their .tmx, if Tiled is installed.
local collide = require("collide")
local shell = require("spec.support.shell")

package.path = "examples/lib/?.lua;" .. package.path
local sight = require("sight")

if not shell.run("command -v tiled > /dev/null 2>&1") then
  io.stderr:write("tiled_spec: the maps are not compared with fresh exports: tiled is not installed\n")
  return
end

-- Reads the export by the function. Tiled cannot start with a sanitizer preloaded.
local function exported(tmx, read)
  local path = os.tmpname()
  os.remove(path)
  path = path .. ".lua"
  local command = "LD_PRELOAD= QT_QPA_PLATFORM=offscreen tiled --export-map lua %s %s > /dev/null 2>&1"
  assert.is_true(shell.run(command:format(tmx, shell.quote(path))))
  local map = read(path)
  os.remove(path)
  return map
end

describe("the export of the current Tiled", function()
  it("is the castle of the examples", function()
    local fresh, kept = exported("examples/maps/castle.tmx", sight.load), sight.load("examples/maps/castle.lua")
    assert.are.same(sight.plan(kept), sight.plan(fresh))
    local tiles = fresh.tilesets[1]
    assert.are.equal(kept.tilesets[1].tilecount, tiles.tilecount)
    assert.is_truthy(tiles.image:find("tiles%.png$"))
  end)

  it("is the hills of the examples", function()
    local fresh, kept = exported("examples/maps/hills.tmx", sight.load), sight.load("examples/maps/hills.lua")
    assert.are.same(kept.layers, fresh.layers)
    assert.is_truthy(fresh.tilesets[1].image:find("hills%.png$"))
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
end)
