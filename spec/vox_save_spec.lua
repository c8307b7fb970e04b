-- SPDX-License-Identifier: MIT
--
-- The files of grid:save, .vox and .binvox.
local collide = require("collide")
local cases = require("spec.support.cases")
local files = require("spec.support.files")
local int32 = require("spec.support.bytes").int32
local misuse = require("spec.support.misuse")
local shell = require("spec.support.shell")

local grid, load_vox = collide.grid, collide.grid.load
local contents, exists, quote = files.contents, files.exists, shell.quote

local path_of = shell.temporary(setup, teardown)

local function write(name, bytes)
  return files.write(path_of(name), bytes)
end

-- A string as .vox has it: its length first.
local function text(s)
  return int32(#s) .. s
end

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
    assert.equal(g:encode(), load_vox(path):encode())
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
      local h, colors = load_vox(path)
      assert.equal(g:encode(), h:encode())
      assert.same(palette, colors)
    end
  end)

  it("writes an empty grid, too", function()
    local path = path_of("none.vox")
    grid():save(path)
    assert.equal(0, load_vox(path):count())
    assert.equal("SIZE XYZI nTRN nGRP nTRN nSHP RGBA", names_of(chunks_of(path)))
  end)

  it("completes a palette with MagicaVoxel's own colors; a color without alpha is opaque", function()
    local path = path_of("part.vox")
    grid():save(path, { palette = { { 1, 2, 3 }, { 4, 5, 6, 7 } } })
    local _, palette = load_vox(path)
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
    local ok, message = pcall(g.save, g, path_of("high.vox"))
    assert.is_false(ok)
    local why = "cell (1, 2, 3) holds 256, and a .vox has the palette indices 1 to 255"
    assert.truthy(message:find(why, 1, true), message)
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
    assert.equal(1000, load_vox(path):count())
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
      load = load_vox,
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
