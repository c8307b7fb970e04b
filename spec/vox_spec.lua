-- SPDX-License-Identifier: MIT
--
-- grid.load of .vox files that are put together by hand, and the files of grid:save, .vox and .binvox.
local collide = require("collide")
local files = require("spec.support.files")
local int32 = require("spec.support.bytes").int32
local shell = require("spec.support.shell")
local cases = require("spec.support.cases")
local misuse = require("spec.support.misuse")

local load_vox = collide.grid.load

local path_of = shell.temporary(setup, teardown)

local function write(name, bytes)
  return files.write(path_of(name), bytes)
end

-- The cells as { ["x y z"] = value }.
local function cells_of(g)
  local cells = {}
  for x, y, z, value in g:each() do
    cells[string.format("%d %d %d", x, y, z)] = value
  end
  return cells
end

local function chunk(name, content, children)
  children = children or ""
  return name .. int32(#content) .. int32(#children) .. content .. children
end

local function text(s)
  return int32(#s) .. s
end

-- Key, value, key, value, ...
local function entries(...)
  local out = { int32(select("#", ...) / 2) }
  for i = 1, select("#", ...) do
    out[i + 1] = text((select(i, ...)))
  end
  return table.concat(out)
end

local function model(x, y, z, ...)
  local voxels = {}
  for i, voxel in ipairs({ ... }) do
    voxels[i] = string.char((table.unpack or unpack)(voxel))
  end
  return chunk("SIZE", int32(x) .. int32(y) .. int32(z))
    .. chunk("XYZI", int32(#voxels) .. table.concat(voxels))
end

local function transform(id, child, frame, attributes, layer)
  return chunk("nTRN", int32(id) .. (attributes or entries()) .. int32(child) .. int32(-1)
    .. int32(layer or -1) .. int32(1) .. (frame or entries()))
end

local function group(id, ...)
  local children = { ... }
  for i, child in ipairs(children) do
    children[i] = int32(child)
  end
  return chunk("nGRP", int32(id) .. entries() .. int32(#children) .. table.concat(children))
end

local function shape(id, which)
  return chunk("nSHP", int32(id) .. entries() .. int32(1) .. int32(which) .. entries())
end

local function vox(body, version)
  return "VOX " .. int32(version or 150) .. chunk("MAIN", "", body)
end

-- One model of one voxel, red at its only place; where do these nodes put it?
local function one(name, ...)
  return cells_of(load_vox(write(name, vox(model(1, 1, 1, { 0, 0, 0, 9 }) .. table.concat({ ... })))))
end

describe("collide.grid.load", function()
  it("places a model without a scene with its corner at the origin, and maps z up to y up", function()
    local voxels = model(4, 5, 6, { 3, 0, 0, 1 }, { 0, 4, 0, 2 }, { 0, 0, 5, 255 }, { 1, 2, 3, 4 })
    local g = load_vox(write("plain.vox", vox(voxels)))
    assert.same({ ["3 0 -1"] = 1, ["0 0 -5"] = 2, ["0 5 -1"] = 255, ["1 3 -3"] = 4 }, cells_of(g))
    assert.equal("grid 3D size=1 cells=4", tostring(g))
  end)

  it("returns MagicaVoxel's default palette if the file has none", function()
    local _, palette = load_vox(write("colors.vox", vox(model(1, 1, 1))))
    assert.equal(255, #palette)
    -- Some of the list in the format's description.
    assert.same({ 255, 255, 255, 255 }, palette[1])
    assert.same({ 255, 255, 204, 255 }, palette[2])
    assert.same({ 255, 204, 255, 255 }, palette[7])
    assert.same({ 204, 255, 255, 255 }, palette[37])
    assert.same({ 0, 0, 51, 255 }, palette[215])
    assert.same({ 238, 0, 0, 255 }, palette[216])
    assert.same({ 0, 17, 0, 255 }, palette[235])
    assert.same({ 0, 0, 238, 255 }, palette[236])
    assert.same({ 17, 17, 17, 255 }, palette[255])
  end)

  it("reads a palette, whose first color has index 1", function()
    local colors = {}
    for i = 1, 256 do
      colors[i] = string.char(i % 256, 2, 3, 4)
    end
    local path = write("own.vox", vox(model(1, 1, 1, { 0, 0, 0, 1 }) .. chunk("RGBA", table.concat(colors))))
    local _, palette = load_vox(path)
    assert.same({ 1, 2, 3, 4 }, palette[1])
    assert.same({ 255, 2, 3, 4 }, palette[255])
    assert.is_nil(palette[256])
  end)

  it("counts colors like MagicaVoxel", function()
    -- Shown first is what the file has as 200, and what it has as 1 is shown as 200.
    local order, colors = {}, {}
    for i = 1, 256 do
      order[i], colors[i] = string.char(i % 256), string.char(i % 256, 0, 0, 255)
    end
    order[1], order[200] = order[200], order[1]
    local body = model(3, 1, 1, { 0, 0, 0, 1 }, { 1, 0, 0, 200 }, { 2, 0, 0, 7 })
    body = body .. chunk("RGBA", table.concat(colors)) .. chunk("IMAP", table.concat(order))
    local g, palette = load_vox(write("order.vox", vox(body)))
    assert.same({ ["0 0 -1"] = 200, ["1 0 -1"] = 1, ["2 0 -1"] = 7 }, cells_of(g))
    assert.equal(200, palette[1][1])
    assert.equal(1, palette[200][1])
    assert.equal(7, palette[7][1])
  end)

  describe("of a scene", function()
    it("translates models", function()
      -- (5, -7, 11) there.
      assert.same({ ["5 11 6"] = 9 }, one("moved.vox", transform(0, 1, entries("_t", "5 -7 11")), shape(1, 0)))
    end)

    it("adds the translations of groups", function()
      assert.same({ ["111 333 -223"] = 9 }, one("deep.vox", transform(0, 1, entries("_t", "1 2 3")), group(1, 2),
        transform(2, 3, entries("_t", "10 20 30")), group(3, 4), transform(4, 5, entries("_t", "100 200 300")),
        shape(5, 0)))
    end)

    it("centres models at the middle of their size, rounded down", function()
      local body = model(3, 4, 1, { 0, 0, 0, 1 }, { 2, 3, 0, 2 }) .. transform(0, 1) .. shape(1, 0)
      -- From (-1, -2, 0) to (1, 1, 0) there.
      assert.same({ ["-1 0 1"] = 1, ["1 0 -2"] = 2 }, cells_of(load_vox(write("middle.vox", vox(body)))))
    end)

    it("rotates models about that middle", function()
      -- x' = -y, y' = x: a quarter about z. Rows (0 -1 0), (1 0 0), (0 0 1): 1 | 0 << 2 | 1 << 4.
      local body = model(2, 2, 2, { 1, 0, 0, 3 }) .. transform(0, 1, entries("_r", "17")) .. shape(1, 0)
      -- The voxel from (0, -1, -1) to (1, 0, 0) comes to (0, 0, -1).
      assert.same({ ["0 -1 -1"] = 3 }, cells_of(load_vox(write("turned.vox", vox(body)))))
    end)

    it("places a model once for each node that refers to it", function()
      assert.same({ ["0 0 -1"] = 9, ["4 0 -1"] = 9, ["8 0 -1"] = 9 }, one("often.vox", transform(0, 1),
        group(1, 2, 4, 5), transform(2, 3), shape(3, 0), transform(4, 3, entries("_t", "4 0 0")),
        transform(5, 6, entries("_t", "8 0 0")), shape(6, 0)))
    end)

    it("skips hidden models, unless the option is set", function()
      local body = model(1, 1, 1, { 0, 0, 0, 9 }) .. transform(0, 1) .. group(1, 2, 4, 6) .. transform(2, 3)
        .. shape(3, 0) .. transform(4, 3, entries("_t", "4 0 0"), entries("_hidden", "1"))
        .. transform(6, 3, entries("_t", "6 0 0"), nil, 5)
        .. chunk("LAYR", int32(5) .. entries("_name", "roof", "_hidden", "1") .. int32(-1))
      local path = write("hidden.vox", vox(body))
      assert.same({ ["0 0 -1"] = 9 }, cells_of(load_vox(path)))
      assert.same({ ["0 0 -1"] = 9 }, cells_of(load_vox(path, { hidden = false })))
      assert.same({ ["0 0 -1"] = 9, ["4 0 -1"] = 9, ["6 0 -1"] = 9 }, cells_of(load_vox(path, { hidden = true })))
    end)

    it("keeps the voxel that MagicaVoxel shows at each place, in large models too", function()
      local state, voxels, first, last = 1, {}, {}, {}
      for i = 1, 9000 do
        state = (state * 16807) % (2 ^ 31 - 1)
        local x, y, z = state % 16, math.floor(state / 16) % 32, math.floor(state / 512) % 16
        local value = math.floor(state / 8192) % 255 + 1
        voxels[i] = string.char(x, y, z, value)
        local key = string.format("%d %d %d", x, z, -y - 1)
        first[key], last[key] = first[key] or value, value
      end
      local body = chunk("SIZE", int32(16) .. int32(32) .. int32(16))
        .. chunk("XYZI", int32(9000) .. table.concat(voxels))
      assert.same(first, cells_of(load_vox(write("large.vox", vox(body, 150)))))
      assert.same(last, cells_of(load_vox(write("large.vox", vox(body, 200)))))
    end)

    it("keeps the model that MagicaVoxel shows at each place", function()
      local body = model(1, 1, 1, { 0, 0, 0, 1 }) .. model(1, 1, 1, { 0, 0, 0, 2 }) .. transform(0, 1)
        .. group(1, 2, 4) .. transform(2, 3) .. shape(3, 0) .. transform(4, 5) .. shape(5, 1)
      assert.same({ ["0 0 -1"] = 1 }, cells_of(load_vox(write("first.vox", vox(body, 150)))))
      assert.same({ ["0 0 -1"] = 2 }, cells_of(load_vox(write("last.vox", vox(body, 200)))))
    end)
  end)

  -- Models of 3,000 and 5,000 voxels, each near the origin and far off: their voxels are sorted by place
  -- before they are set, over distances that take one key, or a key an axis.
  for _, steps in ipairs({ 0, 1, 100 }) do
    it(("keeps this rule in scattered voxels, with %d steps of 2^31 between the models"):format(steps), function()
      local draw, models, wanted = 1, {}, { [150] = {}, [200] = {} }
      local function random(n)
        draw = draw * 16807 % (2 ^ 31 - 1)
        return math.floor(draw / 8) % n
      end
      local step = 2 ^ 31 - 1
      for m, moves in ipairs({ 0, 0, steps, steps }) do
        local voxels = {}
        if m > 2 then voxels = models[m - 2] end
        for i = 1, m % 2 == 0 and 5000 or 3000 do
          voxels[i] = voxels[i] or { random(40), random(40), random(40), m }
          local v = voxels[i]
          local key = ("%d %d %d"):format(v[1] - 128 + moves * step, v[3] - 128, -(v[2] - 128) - 1)
          wanted[150][key], wanted[200][key] = wanted[150][key] or v[4], v[4]
        end
        models[m] = voxels
      end
      local unpack = table.unpack or unpack -- luacheck: ignore
      local nodes = { group(0, 1, 2, 10), shape(1, 0), shape(2, 1), group(1000, 1, 2) }
      for i = 1, steps do
        nodes[#nodes + 1] = transform(9 + i, i < steps and 10 + i or 1000, entries("_t", ("%d 0 0"):format(step)))
      end
      if steps == 0 then nodes[#nodes + 1] = group(10, 1, 2) end
      local body = model(256, 256, 256, unpack(models[1])) .. model(256, 256, 256, unpack(models[2]))
        .. table.concat(nodes)
      for version, cells in pairs(wanted) do
        assert.same(cells, cells_of(load_vox(write("scattered.vox", vox(body, version)))))
      end
    end)
  end

  it("skips unknown chunks, and reads the first of several frames", function()
    local body = chunk("PACK", int32(2)) .. chunk("nEWS", "hello") .. model(1, 1, 1, { 0, 0, 0, 5 })
      .. model(1, 1, 1, { 0, 0, 0, 6 }) .. chunk("MATT", "what")
    assert.same({ ["0 0 -1"] = 5 }, cells_of(load_vox(write("frames.vox", vox(body)))))
  end)

  describe("refuses", function()
    local function refused(words, name, bytes)
      local path = path_of(name)
      if bytes then
        write(name, bytes)
      end
      local ok, message = pcall(load_vox, path)
      assert.is_false(ok)
      assert.truthy(message:find("cannot load '" .. path .. "': ", 1, true), message)
      assert.truthy(message:find(words, 1, true), message)
    end

    local voxel = model(1, 1, 1, { 0, 0, 0, 9 })

    it("a path that is no file, or a file of another format", function()
      refused("No such file", "nothing.vox")
      refused("it is empty", "empty.vox", "")
      refused("it is not a .vox file", "other.vox", "hello, I am a text")
      refused("it is not a .vox file", "start.vox", "VOX " .. int32(150))
      refused("a .binvox, which can be saved but not loaded", "b.binvox", "#binvox 1\ndim 1 1 1\ndata\n")
      refused("there is no model in it", "bare.vox", vox(""))
    end)

    it("a file that is cut off at any byte", function()
      local whole = vox(voxel .. transform(0, 1, entries("_t", "1 2 3")) .. shape(1, 0))
      for size = 0, #whole - 1 do
        refused("", "cut.vox", whole:sub(1, size))
      end
      assert.equal(1, load_vox(write("cut.vox", whole)):count())
      refused("it is cut off: of 1044 bytes there are 20", "head.vox", "VOX " .. int32(150) .. "MAIN"
        .. int32(0) .. int32(1024))
    end)

    it("counts larger than the data, without memory for them", function()
      local body = chunk("SIZE", int32(1):rep(3)) .. chunk("XYZI", int32(2 ^ 31 - 1) .. "\0\0\0\1")
      refused("a chunk XYZI is too short", "count.vox", vox(body))
      body = voxel .. chunk("nGRP", int32(0) .. entries() .. int32(2 ^ 30))
      refused("a chunk nGRP is too short", "group.vox", vox(body))
      body = voxel .. chunk("nTRN", int32(0) .. int32(2 ^ 31 - 1))
      refused("a chunk nTRN is too short", "entries.vox", vox(body))
      refused("lead nowhere", "chunk.vox", vox(voxel .. "XXXX" .. int32(2 ^ 31 - 1) .. int32(0)))
    end)

    it("voxels outside their model, and models without a size", function()
      refused("voxel 2 of model 1 is at 3 along y, and the size is 3", "outside.vox",
        vox(model(3, 3, 3, { 2, 2, 2, 1 }, { 0, 3, 0, 1 })))
      refused("model 1 has no size", "size.vox", vox(chunk("XYZI", int32(0))))
    end)

    it("scenes with cycles", function()
      refused("node 0 contains itself", "self.vox", vox(voxel .. transform(0, 0)))
      refused("node 1 contains itself", "circle.vox", vox(voxel .. transform(0, 1) .. group(1, 2) .. transform(2, 1)))
    end)

    it("scenes with missing nodes", function()
      refused("node 0 refers to node 7, which does not exist", "node.vox", vox(voxel .. transform(0, 7)))
      refused("node 1 is of model 4, but there are 1", "model.vox", vox(voxel .. transform(0, 1) .. shape(1, 3)))
      refused("two nodes have the number 0", "two.vox", vox(voxel .. shape(0, 0) .. shape(0, 0)))
    end)

    it("scenes that are far larger than their file", function()
      -- Groups of ten twice the next one: 2^40 times a voxel.
      local nodes = {}
      for i = 0, 39 do
        nodes[#nodes + 1] = group(i, i + 1, i + 1)
      end
      refused("come to 1099511627776 voxels, more than limit=16777216", "bomb.vox",
        vox(voxel .. table.concat(nodes) .. shape(40, 0)))
      -- A model of a million voxels in one place, a thousand times over.
      local many = string.char(0, 0, 0, 1):rep(2 ^ 20)
      local children = {}
      for i = 1, 1000 do
        children[i] = 1
      end
      local body = chunk("SIZE", int32(1):rep(3)) .. chunk("XYZI", int32(2 ^ 20) .. many)
        .. group(0, (table.unpack or unpack)(children)) .. shape(1, 0)
      refused("its models come to 1048576000 voxels, more than limit=16777216", "heap.vox", vox(body))
    end)

    it("an invalid limit", function()
      local path = write("any.vox", vox(model(1, 1, 1, { 0, 0, 0, 1 })))
      for _, case in ipairs({ { 0, "0" }, { 1.5, "1.5" }, { 0 / 0, "nan" }, { 2 ^ 54, "1.8014398509482e+16" } }) do
        for _, call in ipairs({ function() load_vox(path, { limit = case[1] }) end,
          function() load_vox(path):save(path, { limit = case[1] }) end }) do
          assert.error_matches(call, "limit must be a whole number from 1 to 2^53, or math.huge, got " .. case[2],
            1, true)
        end
      end
      assert.equal(1, load_vox(path, { limit = math.huge }):count())
    end)

    it("more voxels than its limit, counted for each place", function()
      local body = model(2, 1, 1, { 0, 0, 0, 9 }, { 1, 0, 0, 9 }) .. group(0, 1, 2) .. shape(1, 0)
        .. transform(2, 1, entries("_t", "8 0 0"))
      local path = write("limit.vox", vox(body))
      assert.equal(4, load_vox(path, { limit = 4 }):count())
      assert.equal(4, load_vox(path, { limit = math.huge }):count())
      assert.error_matches(function() load_vox(path, { limit = 3 }) end,
        "cannot load '.*limit.vox': its models come to 4 voxels, more than limit=3")
      body = model(2, 1, 1, { 0, 0, 0, 9 }, { 1, 0, 0, 9 })
      assert.error_matches(function() load_vox(write("limit.vox", vox(body)), { limit = 1 }) end,
        "its models come to 2 voxels, more than limit=1")
    end)

    it("a file without an end", function()
      refused("Is a directory", ".")
      assert(shell.run("mkfifo " .. shell.quote(path_of("pipe.vox"))))
      refused("it is a device or a pipe", "pipe.vox")
    end)

    it("invalid rotations and positions", function()
      for _, bits in ipairs({ "0", "3", "12", "5", "128", "-1", "x", "", "4x", "99999999999" }) do
        refused("node 0 has an invalid rotation", "r.vox",
          vox(voxel .. transform(0, 1, entries("_r", bits)) .. shape(1, 0)))
      end
      for _, place in ipairs({ "", "1", "1 2", "1 2 x", "1,2,3", "1 2 99999999999" }) do
        refused("node 0 has an invalid position", "t.vox",
          vox(voxel .. transform(0, 1, entries("_t", place)) .. shape(1, 0)))
      end
    end)
  end)
end)

local grid, load_saved = collide.grid, collide.grid.load
local contents, exists, quote = files.contents, files.exists, shell.quote

local function number(bytes, at)
  local a, b, c, d = bytes:byte(at, at + 3)
  return a + 256 * b + 65536 * c + 16777216 * (d < 128 and d or d - 256)
end

-- The chunks in order, as { name, content }.
local function chunks_of(path)
  local bytes = contents(path)
  assert.equal("VOX ", bytes:sub(1, 4))
  assert.equal(150, number(bytes, 5))
  assert.equal("MAIN", bytes:sub(9, 12))
  assert.equal(0, number(bytes, 13))
  assert.equal(#bytes - 20, number(bytes, 17))
  local list, at = {}, 21
  while at < #bytes do
    local size = number(bytes, at + 4)
    list[#list + 1] = { bytes:sub(at, at + 3), bytes:sub(at + 12, at + 11 + size) }
    at = at + 12 + size
  end
  assert.equal(#bytes + 1, at)
  return list
end

local function names_of(chunks)
  local names = {}
  for i, c in ipairs(chunks) do
    names[i] = c[1]
  end
  return table.concat(names, " ")
end

describe("grid:save", function()
  it("writes a model, its position, and a palette", function()
    local g = grid()
    g:set(-3, 10, -20, 7)
    g:set(-1, 11, -18, 200)
    local path = path_of("small.vox")
    g:save(path)
    local chunks = chunks_of(path)
    assert.equal("SIZE XYZI nTRN nGRP nTRN nSHP RGBA", names_of(chunks))
    assert.equal(int32(3) .. int32(3) .. int32(2), chunks[1][2])
    -- From (-3, 17, 10) to (-1, 19, 11) there.
    assert.equal(int32(2) .. string.char(0, 2, 0, 7, 2, 0, 1, 200), chunks[2][2])
    assert.truthy(chunks[5][2]:find(text("_t") .. text("-2 18 11"), 1, true))
    assert.equal(string.char(255, 255, 255, 255, 255, 255, 204, 255), chunks[7][2]:sub(1, 8))
  end)

  it("divides a grid of more than 256 cells into models", function()
    local g = grid()
    g:fill(-300, 0, 0, 299, 0, 0, 1)
    g:set(0, 256, 0, 2)
    local path = path_of("long.vox")
    g:save(path)
    local chunks, sizes = chunks_of(path), {}
    for _, c in ipairs(chunks) do
      if c[1] == "SIZE" then
        sizes[#sizes + 1] = table.concat({ number(c[2], 1), number(c[2], 5), number(c[2], 9) }, " ")
      end
    end
    table.sort(sizes)
    assert.same({ "1 1 1", "256 1 1", "256 1 1", "88 1 1" }, sizes)
    assert.equal(g:encode(), load_saved(path):encode())
  end)

  it("writes a file from which load makes an equal grid", function()
    local seed = 12345
    local function draw(n)
      seed = (seed * 1103515245 + 12345) % 2 ^ 31
      return math.floor(seed / 2 ^ 31 * n)
    end
    local palette = {}
    for i = 1, 255 do
      palette[i] = { draw(256), draw(256), draw(256), draw(256) }
    end
    for _ = 1, cases.of(30, 5) do
      local g, spread = grid(), 1 + draw(700)
      for _ = 1, 200 do
        g:set(draw(spread) - 50, draw(spread) - 300, draw(spread) - 20, 1 + draw(255))
      end
      local path = path_of("again.vox")
      g:save(path, { palette = palette })
      local h, colors = load_saved(path)
      assert.equal(g:encode(), h:encode())
      assert.same(palette, colors)
    end
  end)

  it("writes an empty grid, too", function()
    local path = path_of("none.vox")
    grid():save(path)
    assert.equal(0, load_saved(path):count())
    assert.equal("SIZE XYZI nTRN nGRP nTRN nSHP RGBA", names_of(chunks_of(path)))
  end)

  it("completes a palette with MagicaVoxel's own colors; a color without alpha is opaque", function()
    local path = path_of("part.vox")
    grid():save(path, { palette = { { 1, 2, 3 }, { 4, 5, 6, 7 } } })
    local _, palette = load_saved(path)
    assert.same({ 1, 2, 3, 255 }, palette[1])
    assert.same({ 4, 5, 6, 7 }, palette[2])
    assert.same({ 255, 255, 153, 255 }, palette[3])
  end)

  it("accepts the ending of the name in capitals", function()
    grid():save(path_of("LOUD.VOX"))
    assert.is_true(exists(path_of("LOUD.VOX")))
  end)

  it("names the first cell whose value is no index of the palette", function()
    local g = grid()
    g:set(1, 2, 3, 256)
    g:set(9, 9, 9, 300)
    assert.error_matches(function() g:save(path_of("high.vox")) end,
      "cell (1, 2, 3) holds 256, and a .vox has the palette indices 1 to 255", 1, true)
    assert.is_false(exists(path_of("high.vox")))
    assert.is_false(exists(path_of("high.vox.part")))
  end)

  it("leaves the old file on an error, and no other file", function()
    local g, path = grid(), path_of("old.vox")
    g:set(1, 1, 1, 1)
    g:save(path)
    local before = contents(path)
    g:set(2, 2, 2, 999)
    assert.is_false(pcall(g.save, g, path))
    assert.equal(before, contents(path))
    assert.is_false(exists(path .. ".part"))
  end)

  it("reports the system's error", function()
    local g = grid()
    assert.error_matches(function()
      g:save(path_of("no/such/place.vox"))
    end, "cannot save '.*place.vox': No such file or directory")
    assert(shell.run("mkdir " .. quote(path_of("taken.vox"))))
    assert.error_matches(function()
      g:save(path_of("taken.vox"))
    end, "cannot save '.*taken.vox': Is a directory")
    assert.is_false(exists(path_of("taken.vox.part")))
  end)

  it("leaves foreign files at its temporary names", function()
    local part = write("way.vox.part", "of another")
    local way = path_of("way.vox.1.part")
    assert(shell.run("mkdir " .. quote(way)))
    grid():save(path_of("way.vox"))
    assert.equal("VOX ", contents(path_of("way.vox")):sub(1, 4))
    assert.equal("of another", contents(part))
    assert.is_false(exists(path_of("way.vox.2.part")))
    assert(shell.run("rmdir " .. quote(way)))
  end)

  it("refuses more cells than a file can have, without visiting each", function()
    local g = grid()
    g:fill({ 0, 0, 0 }, { 4095, 4095, 4095 }, 1)
    assert.error_matches(function() g:save(path_of("many.vox")) end, "68719476736 cells are too many for a .vox")
    assert.is_false(exists(path_of("many.vox.part")))
  end)

  it("refuses more cells than its limit", function()
    local g, path = grid(), path_of("limited.vox")
    g:fill(0, 0, 0, 9, 9, 9, 1)
    g:save(path, { limit = 1000 })
    assert.error_matches(function() g:save(path, { limit = 999 }) end,
      "cannot save '.*limited.vox': it has 1000 cells, more than limit=999")
    g:fill(0, 0, 0, 299, 299, 299, 1)
    assert.error_matches(function() g:save(path) end, "it has 27000000 cells, more than limit=16777216")
    assert.equal(1000, load_saved(path):count())
  end)

  it("does not depend on the history of the grid", function()
    local whole, parts = grid(), grid()
    whole:fill(-40, -40, -40, 40, 40, 40, 5)
    for x = -40, 40 do
      for y = -40, 40 do
        parts:fill(x, y, -40, x, y, 40, 5)
      end
    end
    whole:save(path_of("whole.vox"))
    parts:save(path_of("parts.vox"))
    assert.equal(contents(path_of("whole.vox")), contents(path_of("parts.vox")))
  end)

  it("refuses cells beyond the range of the file's numbers", function()
    local g = grid()
    g:set(0, 0, 2 ^ 40, 1)
    assert.error_matches(function()
      g:save(path_of("far.vox"))
    end, "along z are too far out for .vox")
  end)

  it("names the fault in its arguments", function()
    local whole = "limit must be a whole number from 1 to 2^53, or math.huge, got"
    local env = {
      g = grid(),
      flat = grid({ dimensions = 2 }),
      load = load_saved,
      path = path_of("x.vox"),
      nothing = path_of("nothing.vox"),
      many = {},
    }
    for i = 1, 256 do
      env.many[i] = { 1, 2, 3 }
    end
    local ending = "a name that ends with .vox or .binvox expected"
    for _, row in ipairs({
      { "g:save()", "bad argument #1 to 'save' (path: string expected, got no value)" },
      { "g:save(1)", "bad argument #1 to 'save' (path: string expected, got number)" },
      { "g:save('a\\0.vox')", "bad argument #1 to 'save' (path must not hold a zero byte)" },
      { "g:save('x.png')", ending .. ", got 'x.png'" },
      { "g:save('vox')", "(path: " .. ending .. ", got 'vox')" },
      { "g.save({}, path)", "bad argument #1 to 'save' (grid expected, got table)" },
      { "flat:save(path)", "'save' cannot be called on this (a grid of 3 dimensions expected, got one of 2)" },
      { "g:save(path, 1)", "bad argument #2 to 'save' (options: table expected, got number)" },
      { "g:save(path, {pallete = {}})", "bad argument #2 to 'save' (unknown option 'pallete')" },
      { "g:save(path, {{1, 2, 3}})", "bad argument #2 to 'save' (unknown option [1])" },
      { "g:save(path, {palette = 1})", "bad argument #2 to 'save' (palette: table expected, got number)" },
      { "g:save(path, {palette = {red = {1, 2, 3}}})", "palette: array expected, got a table with key 'red'" },
      { "g:save(path, {palette = {{1, 2, 3}, nil, {1, 2, 3}}})", "palette: array without holes expected" },
      { "g:save(path, {palette = {{1, 2, 3}, 4}})", "palette[2]: table expected, got number" },
      { "g:save(path, {palette = {{1, 2}}})", "palette[1]: 3 or 4 numbers expected, got 2" },
      { "g:save(path, {palette = {{1, 2, 3, 4, 5}}})", "palette[1]: 3 or 4 numbers expected, got 5" },
      { "g:save(path, {palette = {{0.5, 1, 1}}})", "palette[1]: whole numbers from 0 to 255 expected, got 0.5" },
      { "g:save(path, {palette = {{256, 1, 1}}})", "palette[1]: whole numbers from 0 to 255 expected, got 256" },
      { "g:save(path, {palette = {{-1, 1, 1}}})", "palette[1]: whole numbers from 0 to 255 expected, got -1" },
      { "g:save(path, {palette = {{'1', 1, 1}}})", "palette[1]: number expected, got string" },
      { "g:save(path, {palette = many})", "palette: up to 255 colors expected, got more" },
      { "g:save(path, {limit = '9'})", "bad argument #2 to 'save' (limit: number expected, got string)" },
      { "g:save(path, {limit = 0})", "bad argument #2 to 'save' (" .. whole .. " 0)" },
      { "g:save(path, {limit = 0 / 0})", "bad argument #2 to 'save' (" .. whole .. " nan)" },
      { "load(nothing, {limit = {}})", "bad argument #2 to 'load' (limit: number expected, got table)" },
      { "load(nothing, {limit = -1})", "bad argument #2 to 'load' (" .. whole .. " -1)" },
      { "g:save(path, nil, 3)", "bad argument #3 to 'save' (unexpected argument, got number)" },
      { "load()", "bad argument #1 to 'load' (path: string expected, got no value)" },
      { "load(nothing, {hiden = true})", "bad argument #2 to 'load' (unknown option 'hiden')" },
      { "load(nothing, {hidden = 1})", "bad argument #2 to 'load' (hidden: boolean expected, got number)" },
    }) do
      local said = misuse(row[1], env, "misuse:1: " .. row[2])
      assert.truthy(said:find(row[2], 1, true), row[1] .. ": " .. said)
    end
    assert.is_false(exists(env.path))
  end)

  describe("as .binvox", function()
    it("writes a cube of full and empty cells, x slowest and y fastest", function()
      local g = grid({ size = 0.5, origin = { 1, 2, 3 } })
      g:set(4, -1, 10, 65535)
      g:set(4, 0, 10, 2)
      g:set(5, 1, 11, 3)
      local path = path_of("small.binvox")
      g:save(path)
      local head, body = contents(path):match("^(.-\ndata\n)(.*)$")
      assert.equal("#binvox 1\ndim 3 3 3\ntranslate 3 1.5 8\nscale 1.5\ndata\n", head)
      -- x = 4: z = 10: y = -1 and 0; x = 5: z = 11: y = 1, which is number 9 + 3 + 2.
      assert.equal(string.char(1, 2, 0, 12, 1, 1, 0, 12), body)
    end)

    it("writes long runs in parts of 255", function()
      local g = grid()
      g:fill(0, 0, 0, 9, 9, 9, 1)
      local path = path_of("runs.binvox")
      g:save(path)
      assert.equal(string.char(1, 255, 1, 255, 1, 255, 1, 235), contents(path):match("\ndata\n(.*)$"))
    end)

    it("writes an empty grid as one empty cell", function()
      local path = path_of("none.binvox")
      grid():save(path)
      assert.equal(string.char(0, 1), contents(path):match("\ndata\n(.*)$"))
    end)

    it("refuses cells that are not cubes, and more than 4096 of them in a row", function()
      local flat = grid({ size = { 1, 2, 1 } })
      assert.error_matches(function()
        flat:save(path_of("flat.binvox"))
      end, "the cells are 1 x 2 x 1, and in .binvox they are cubes")
      local g = grid()
      g:set(0, 0, 0, 1)
      g:set(0, 4096, 0, 1)
      assert.error_matches(function()
        g:save(path_of("long.binvox"))
      end, "the grid is 4097 cells long, and a .binvox may be 4096")
    end)
  end)
end)
