-- SPDX-License-Identifier: MIT
--
-- Small files and tables that would need very much memory or time. Each case runs in a process with 512 MB of memory
-- and two seconds of processor time.
local limited = require("spec.support.limited")
local shell = require("spec.support.shell")

local path_of = shell.temporary(setup, teardown)

-- What makes a .vox file; `path` is where.
local function with_files(code)
  return ("local path = %q\n"):format(path_of("x.vox")) .. [[
    local int32 = require("spec.support.bytes").int32
    local function chunk(name, content)
      return name .. int32(#content) .. int32(0) .. content
    end
    local function model(voxels) -- of four bytes each
      return chunk("SIZE", int32(256):rep(3)) .. chunk("XYZI", int32(#voxels / 4) .. voxels)
    end
    local function transform(id, child, x, y)
      local text = x .. " " .. y .. " 0"
      return chunk("nTRN", int32(id) .. int32(0) .. int32(child) .. int32(-1) .. int32(-1) .. int32(1)
        .. int32(1) .. int32(2) .. "_t" .. int32(#text) .. text)
    end
    local function group(id, children)
      local list = {}
      for i, child in ipairs(children) do list[i] = int32(child) end
      return chunk("nGRP", int32(id) .. int32(0) .. int32(#list) .. table.concat(list))
    end
    local function shape(id, which)
      return chunk("nSHP", int32(id) .. int32(0) .. int32(1) .. int32(which) .. int32(0))
    end
    local function write(...)
      local body = table.concat({ ... })
      local file = assert(io.open(path, "wb"))
      file:write("VOX ", int32(200), "MAIN", int32(0), int32(#body), body)
      file:close()
    end
    -- 16 x 256 x 256 cells, a voxel each: 4 MB.
    local function million()
      local planes = {}
      for z = 0, 255 do
        for y = 0, 255 do
          local row = {}
          for x = 0, 15 do row[x + 1] = string.char(x, y, z, 1 + (x + y) % 255) end
          planes[#planes + 1] = table.concat(row)
        end
      end
      return table.concat(planes)
    end
    -- A model at node 1000, `count` times, each 16 further on.
    local function row_of(count, voxels)
      local children, nodes = {}, {}
      for i = 1, count do
        children[i], nodes[i] = i, transform(i, 1000, 16 * i, 0)
      end
      write(model(voxels), group(0, children), table.concat(nodes), shape(1000, 0))
    end
    -- Groups of which each holds the next one twice: 2^depth ways to node `depth`.
    local function doubled(depth)
      local nodes = {}
      for i = 0, depth - 1 do nodes[#nodes + 1] = group(i, { i + 1, i + 1 }) end
      return table.concat(nodes)
    end
  ]] .. code
end

local function message(code)
  return limited.message(with_files(code))
end

local function output(code)
  return limited.output(with_files(code))
end

-- Does the error of this code say these words?
local function refused(words, code)
  local said = message(code)
  assert.truthy(said:find(words, 1, true), said)
end

describe("grid.load", function()
  it("refuses 256 instances of one model in 4 MB", function()
    refused("x.vox': its models come to 268435456 voxels, more than limit=16777216",
      "row_of(256, million()) c.grid.load(path)")
  end)

  it("reads as many voxels as its limit allows", function()
    assert.equal("16777216", output("row_of(16, million()) io.write(('%d'):format(c.grid.load(path):count()))"))
  end)

  it("reads voxels in random order", function()
    local printed = output([[
      local voxels, at, cells, count = {}, 1, {}, 0
      for i = 1, 2 ^ 17 do
        at = (at * 16807) % (2 ^ 31 - 1)
        local x, y, z = at % 256, math.floor(at / 256) % 256, math.floor(at / 65536) % 256
        voxels[i] = string.char(x, y, z, 1)
        local key = at % 2 ^ 24
        if not cells[key] then cells[key], count = true, count + 1 end
      end
      local children = {}
      for i = 1, 128 do children[i] = 1 end
      write(model(table.concat(voxels)), group(0, children), shape(1, 0))
      print(c.grid.load(path):count() == count)
    ]])
    assert.equal("true", printed)
  end)

  it("reads thousands of models at one place, each with thousands of voxels in separate bricks", function()
    assert.equal("true", output([[
      local draw = 1
      local function random(n)
        draw = draw * 16807 % (2 ^ 31 - 1)
        return math.floor(draw / 8) % n
      end
      local voxels, children, nodes = {}, {}, {}
      for i = 1, 4095 do voxels[i] = string.char(random(256), random(256), random(256), 1) end
      for i = 1, 2400 do children[i], nodes[i] = i, transform(i, 5000, random(850), random(850)) end
      write(model(table.concat(voxels)), group(0, children), table.concat(nodes), shape(5000, 0))
      print(c.grid.load(path):count() > 8e6)
    ]]))
  end)

  it("refuses groups in a directed graph with 2^60 paths to a voxel", function()
    refused("its models come to at least 9007199254740991 voxels, more than limit=16777216",
      "write(model('\\0\\0\\0\\1'), doubled(60), shape(60, 0)) c.grid.load(path)")
    refused("its scene comes to at least 9007199254740991 nodes, more than the 562949953421312 that limit=",
      "write(model('\\0\\0\\0\\1'), doubled(60), shape(60, 0)) c.grid.load(path, { limit = math.huge })")
  end)

  it("skips 2^60 paths to an empty model", function()
    assert.equal("grid 3D size=1 cells=0",
      output("write(model(''), doubled(60), shape(60, 0)) print((c.grid.load(path)))"))
    assert.equal("grid 3D size=1 cells=0",
      output("write(model('\\0\\0\\0\\1'), doubled(60), group(60, {})) print((c.grid.load(path)))"))
  end)

  it("refuses 2^16 paths through a thousand nodes each", function()
    local nodes = "local nodes = {} for i = 16, 1015 do nodes[#nodes + 1] = group(i, { i + 1 }) end\n"
    -- 2^16 - 1 groups above, and 1001 nodes behind each of 2^16.
    refused(("its scene comes to %d nodes, more than the 1048576 that limit=16777216 allows")
      :format(2 ^ 16 - 1 + 1001 * 2 ^ 16), nodes
      .. "write(model('\\0\\0\\0\\1'), doubled(16), table.concat(nodes), shape(1016, 0)) c.grid.load(path)")
  end)

  it("refuses too many nodes and models", function()
    refused("it has 1048577 models, more than the 1048576 that limit=16777216 allows",
      "write((chunk('SIZE', int32(1):rep(3)) .. chunk('XYZI', int32(0))):rep(2 ^ 20 + 1)) c.grid.load(path)")
    refused("it has 1048577 nodes, more than the 1048576 that limit=16777216 allows",
      "write(model(''), group(0, {}):rep(2 ^ 20 + 1)) c.grid.load(path)")
    refused("it has 1048577 children of nodes, more than the 1048576 that limit=16777216 allows",
      "write(model(''), chunk('nGRP', int32(0) .. int32(0) .. int32(2 ^ 20 + 1) .. int32(1):rep(2 ^ 20 + 1)),"
        .. "group(1, {})) c.grid.load(path)")
  end)

  it("refuses few voxels that take much memory", function()
    -- Two colors in each of 8 x 32768 bricks of 8 x 8 x 8 cells.
    refused("its models take more than the 268435456 bytes of memory that limit=16777216 allows", [[
      local voxels = {}
      for z = 0, 31 do for y = 0, 31 do for x = 0, 31 do
        voxels[#voxels + 1] = string.char(8 * x, 8 * y, 8 * z, 1, 8 * x + 1, 8 * y, 8 * z, 2)
      end end end
      local children, nodes = {}, {}
      for i = 1, 8 do children[i], nodes[i] = i, transform(i, 9, 256 * i, 0) end
      write(model(table.concat(voxels)), group(0, children), table.concat(nodes), shape(9, 0))
      c.grid.load(path)
    ]])
  end)

  it("refuses a file without an end", function()
    refused("it is a device or a pipe", "c.grid.load('/dev/zero')")
    refused("it is a device or a pipe",
      "os.execute('mkfifo ' .. path .. '.pipe') c.grid.load(path .. '.pipe')")
    refused("Is a directory", "c.grid.load('.')")
  end)

  it("refuses a file that is longer than its limit allows", function()
    refused("it is longer than the 268435456 bytes that limit=16777216 allows", [[
      local file = io.open(path, "wb")
      file:write("VOX ")
      file:seek("set", 2 ^ 32) -- the rest takes no place
      file:write("x")
      file:close()
      c.grid.load(path)
    ]])
  end)
end)

describe("grid:save", function()
  -- Between multiples of 512, so that it takes next to no memory.
  local huge = "local g = c.grid() g:fill(-16384, -16384, -16384, 16383, 16383, 16383, 1)\n"

  it("refuses at once a grid of 3.5e13 cells", function()
    refused("35184372088832 cells are too many for a .vox", huge .. "g:save(path)")
    refused("the grid is 32768 cells long, and a .binvox may be 4096",
      huge .. "g:save(path:gsub('vox$', 'binvox'), nil)")
  end)

  it("writes a .binvox of solid blocks in runs, and refuses a file that would be too long", function()
    -- All cells in runs of 255, two bytes each.
    assert.equal(("%d"):format(2 * math.ceil(1600 ^ 3 / 255)), output([[
      local g = c.grid()
      g:fill(0, 0, 0, 1599, 1599, 1599, 1)
      g:save(path .. ".binvox")
      local file = io.open(path .. ".binvox", "rb")
      local start = file:read(200):find("\ndata\n") + 5
      print(("%d"):format(file:seek("end") - start))
      file:close()
      os.remove(path .. ".binvox")
    ]]))
    refused("a cube of 4096 cells a side takes at least 538976288 bytes, more than the 268435456 that "
      .. "limit=16777216 allows", "local g = c.grid() g:set(0, 0, 0, 1) g:set(4095, 4095, 4095, 1) "
      .. "g:save(path .. '.binvox')")
  end)

  it("refuses a .vox that load would refuse for its memory", function()
    -- Two colors in each of n x 62 x 62 bricks of 8 x 8 x 8 cells.
    local lattice = [[
      local g = c.grid()
      local function fill(n)
        for x = 0, n - 1 do for y = 0, 61 do for z = 0, 61 do
          g:set(8 * x, 8 * y, 8 * z, 1)
          g:set(8 * x + 1, 8 * y, 8 * z, 2)
        end end end
      end
    ]]
    refused(" bytes of memory when it is loaded, more than the 268435456 that limit=16777216 allows",
      lattice .. "fill(63) g:save(path)")
    assert.equal("476656", output(lattice .. [[
      fill(62)
      g:save(path)
      g = nil
      collectgarbage()
      collectgarbage()
      io.write(("%d"):format(c.grid.load(path):count()))
    ]]))
  end)

  it("leaves the old file unchanged if the disk is full", function()
    local files = require("spec.support.files")
    for _, name in ipairs({ "full.vox", "full.binvox" }) do
      local path = files.write(path_of(name), "precious")
      -- To write is an error here, not a signal.
      local code = ([[package.cpath = %q c = require("collide") g = c.grid() g:set(1, 1, 1, 1) ]]
        .. [[print(pcall(g.save, g, %q))]]):format(package.cpath, path)
      local printed = shell.output(("sh -c %s 2>&1"):format(shell.quote(("trap '' XFSZ; ulimit -f 0; exec %s -e %s")
        :format(shell.quote(shell.interpreter()), shell.quote(code)))))
      assert.truthy(printed:find("false\tcannot save '" .. path .. "': File too large", 1, true), printed)
      assert.equal("precious", files.contents(path))
      assert.is_false(files.exists(path .. ".part"))
    end
  end)

  it("refuses a .vox of very many models", function()
    -- Each of the cells on a lattice with the mesh 256 is a model of its own.
    refused("it takes more than the 262144 models that limit=16777216 allows", [[
      local g = c.grid()
      for x = 0, 64 do for y = 0, 63 do for z = 0, 63 do g:set(256 * x, 256 * y, 256 * z, 1) end end end
      g:save(path)
    ]])
  end)
end)

describe("from_rows", function()
  it("accepts a hundred references to one sparse row", function()
    assert.equal("(16777215, 0)\t(16777215, 99)", output([[
      local row, rows = { [2 ^ 24] = 1 }, {}
      for i = 1, 100 do rows[i] = row end
      print(c.grid.from_rows(rows):bounds())
    ]]))
    assert.equal("2", output("print(c.grid.from_rows({ [2 ^ 24] = { 1 }, [2 ^ 23] = { [2 ^ 24] = 2 } }):count())"))
  end)

  it("refuses a thousand references to a row of 100,000 values", function()
    local rows = "local row, rows = {}, {} for i = 1, 1e5 do row[i] = %s end for i = 1, 1000 do rows[i] = row end\n"
    refused("bad argument #1 to 'from_rows' (rows used in several places would be read again for more "
      .. "than 2^23 values; give each place its own)", rows:format(0) .. "c.grid.from_rows(rows)")
    refused("bad argument #1 to 'from_rows' (rows used in several places would make a grid of more than "
      .. "128 MB)", [[
        local row, rows = {}, {}
        for i = 1, 1e5 do row[16 * i] = i % 2 + 1 end
        for i = 1, 80 do rows[16 * i] = row end
        c.grid.from_rows(rows)
      ]])
  end)
end)

describe("from_tiled", function()
  local refusal = "bad argument #2 to 'from_tiled' (layer: %s)"

  it("refuses groups that contain themselves", function()
    refused(refusal:format("a group contains itself"), [[
      local a, b = { type = "group" }, { type = "group" }
      a.layers, b.layers = { b, b }, { b, a }
      c.grid.from_tiled({ layers = { a } }, "x")
    ]])
  end)

  it("visits groups with 2^90 paths to them once each", function()
    refused(refusal:format("the map has no layer named 'x'"), [[
      local group = { type = "group", layers = {} }
      for _ = 1, 90 do group = { type = "group", layers = { group, group } } end
      c.grid.from_tiled({ layers = { group } }, "x")
    ]])
  end)

  it("visits a million layers, and refuses more than 2^20", function()
    local layers = "local layer, layers = {}, {} for i = 1, %d do layers[i] = layer end\n"
    refused(refusal:format("the map has no layer named 'x'"),
      layers:format(1e6) .. "c.grid.from_tiled({ layers = layers }, 'x')")
    refused(refusal:format("the map has more than 2^20 layers"),
      layers:format(2 ^ 20 + 1) .. "c.grid.from_tiled({ layers = layers }, 'x')")
  end)

  it("refuses little data for a huge layer", function()
    for _, data in ipairs({ "{ 1 }", "'AQAAAA=='" }) do
      refused(refusal:format("data of 2147395600 tiles expected, got 1"), [[
        c.grid.from_tiled({ layers = { { type = "tilelayer", name = "x", width = 46340, height = 46340,
          data = ]] .. data .. " } } }, 'x')")
    end
  end)

  it("refuses a thousand chunks with the same 100,000 tiles", function()
    local chunks = [[
      local data, chunks = {}, {}
      for i = 1, 1e5 do data[i] = 0 end
      local as_text = ("A"):rep(533334) .. "=="
      for i = 1, 1000 do chunks[i] = { x = 0, y = i, width = 1e5, height = 1, data = %s } end
      c.grid.from_tiled({ layers = { { type = "tilelayer", name = "x", chunks = chunks } } }, "x")
    ]]
    refused(refusal:format("data used in several places would be read again for more than 2^23 values; "
      .. "give each place its own"),
      chunks:format("data"))
    refused("data used in several places would be read again for more than 2^23 values", chunks:format("as_text"))
  end)

  it("refuses larger tiles that reach more than 2^18 cells", function()
    refused(refusal:format("its larger tiles reach more than 2^18 cells; split the layer"), [[
      local data, big = {}, { id = 0, objectGroup = { objects = { { x = 0, y = 0, width = 128, height = 128 } } } }
      for i = 1, 17 do data[i] = 1 end
      c.grid.from_tiled({ tilesets = { { firstgid = 1, tilewidth = 128, tileheight = 128, tiles = { big } } },
        layers = { { type = "tilelayer", name = "x", width = 17, height = 1, data = data } } }, "x")
    ]])
  end)
end)

describe("from_tiled_tiles", function()
  it("refuses tiles whose shapes have more than 2^21 corners", function()
    refused("bad argument #2 to 'from_tiled_tiles' (layer: the shapes of its tiles have more than 2^21 corners; split "
      .. "the layer)", [[
      local data, objects = {}, {}
      for i = 1, 1000 do objects[i] = { x = 2 * i, y = 0, width = 1, height = 1 } end
      for i = 1, 600 do data[i] = 1 end
      c.from_tiled_tiles({ tilesets = { { firstgid = 1, tiles = { { id = 0, objectGroup = { objects = objects } } } } },
        layers = { { type = "tilelayer", name = "x", width = 600, height = 1, data = data } } }, "x")
    ]])
  end)
end)
