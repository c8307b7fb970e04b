-- SPDX-License-Identifier: MIT
--
-- Runs collide-voxelize as a program: its output, exit status and files.
local collide = require("collide")
local files = require("spec.support.files")
local shell = require("spec.support.shell")

local function missing()
  for _, name in ipairs({ "collide.import", "argparse" }) do
    if not pcall(require, name) then
      return name
    end
  end
end

local reason = missing()
if reason then
  describe("collide-voxelize", function()
    pending("needs " .. reason .. ", which is not here (make setup-tool)")
  end)
  return
end

local load_vox = collide.grid.load
local contents, output, quote = files.contents, shell.output, shell.quote

local here = shell.line("pwd")
local function module_directory()
  for place in package.cpath:gmatch("([^;]+)/%?%.so") do
    if files.exists(place .. "/collide.so") then
      return place:sub(1, 1) == "/" and place or here .. "/" .. place
    end
  end
end

local modules = assert(module_directory())
local program = quote(shell.interpreter()) .. " " .. quote(here .. "/tools/voxelize.lua") .. " " .. quote(modules)

local path_of = shell.temporary(setup, teardown)

-- Runs it in the directory; returns the exit status and what it says on either stream.
local function run(arguments, before)
  local status = output("cd " .. quote(path_of(".")) .. " && " .. (before or "") .. " " .. program .. " " .. arguments
    .. " > out 2> err < /dev/null; echo $?")
  return tonumber(status), contents(path_of("out")), contents(path_of("err"))
end

local function write(name, text)
  files.write(path_of(name), text)
  return name
end

local function saved(name)
  local path = path_of(name)
  return files.exists(path) and contents(path) or nil
end

local function result(name)
  local g, palette = load_vox(path_of(name))
  local low, high = g:bounds()
  return g, { low.x, low.y, low.z, high.x, high.y, high.z }, palette
end

-- A box as OBJ; inside out if that is asked for, and without a side.
local function box(name, low, high, options)
  options = options or {}
  local lines = { options.head or "" }
  for i = 0, 7 do
    local x = i % 2 == 0 and low[1] or high[1]
    local y = math.floor(i / 2) % 2 == 0 and low[2] or high[2]
    local z = i < 4 and low[3] or high[3]
    lines[#lines + 1] = string.format("v %.17g %.17g %.17g", x, y, z)
  end
  local sides = { { 1, 3, 4, 2 }, { 5, 6, 8, 7 }, { 1, 2, 6, 5 }, { 3, 7, 8, 4 }, { 1, 5, 7, 3 }, { 2, 4, 8, 6 } }
  for i, s in ipairs(sides) do
    if options.materials then
      lines[#lines + 1] = "usemtl " .. options.materials[i]
    end
    if options.inside_out then
      s[2], s[4] = s[4], s[2]
    end
    if i ~= options.without then
      lines[#lines + 1] = string.format("f %d %d %d %d", s[1], s[2], s[3], s[4])
    end
  end
  return write(name, table.concat(lines, "\n") .. "\n")
end

describe("collide-voxelize", function()
  it("prints its usage", function()
    local status, out, err = run("--help")
    assert.same({ 0, "" }, { status, err })
    assert.truthy(out:find("Usage: collide-voxelize", 1, true))
    assert.truthy(out:find("--resolution N", 1, true))
  end)

  it("finds its modules in the tree, without any environment variable", function()
    local name = rawget(_G, "jit") and "luajit" or "lua" .. _VERSION:match("%d+%.%d+")
    if not files.exists(("build/%s/collide/import.so"):format(name)) then return end
    local command = ("cd / && env -u LUA_PATH -u LUA_CPATH -u LUA_INIT %s %s --version"):format(
      quote(shell.interpreter()), quote(here .. "/bin/collide-voxelize"))
    assert.equal("collide-voxelize " .. collide._VERSION .. "\n", output(command))
  end)

  it("runs in the Lua for which the tree was built, even if another starts it", function()
    local name = rawget(_G, "jit") and "luajit" or "lua" .. _VERSION:match("%d+%.%d+")
    if not files.exists(("build/%s/collide/import.so"):format(name)) then return end
    for _, other in ipairs { "lua5.2", "lua5.3", "lua5.1", "lua5.4" } do
      if other ~= name and shell.line("command -v " .. other .. " || true") ~= ""
        and not files.exists(("build/%s/collide/import.so"):format(other)) then
        local command = ("cd / && env -u LUA_PATH -u LUA_CPATH -u LUA_INIT %s %s --version"):format(
          other, quote(here .. "/bin/collide-voxelize"))
        assert.equal("collide-voxelize " .. collide._VERSION .. "\n", output(command))
      end
    end
  end)

  it("prints its version", function()
    assert.same({ 0, "collide-voxelize " .. collide._VERSION .. "\n", "" }, { run("--version") })
  end)

  it("writes the model's name with .vox by default, and a summary", function()
    local model = box("crate.obj", { 0, 0, 0 }, { 1, 1, 1 })
    local status, out, err = run(model .. " -r 8")
    assert.same({ 0, "" }, { status, err })
    assert.truthy(out:match("^12 triangles, 296 cells of 8 x 8 x 8 in %d+%.%d+ s: crate%.vox\n$"), out)
    assert.same({ 0, "", "" }, { run(model .. " -r 8 --quiet -o other.vox") })
    assert.equal(saved("crate.vox"), saved("other.vox"))
  end)

  it("fits a model of any position and size into the requested number of cells", function()
    for i, case in ipairs({
      { { 0, 0, 0 }, { 1, 1, 1 }, 8 },
      { { 0.1, 0.2, 0.3 }, { 0.7, 0.8, 0.9 }, 8 },
      { { -1e6, 0.1, 3 }, { -999993, 7.1, 10 }, 7 },
      { { 1e-9, 1e-9, 1e-9 }, { 4e-9, 4e-9, 4e-9 }, 10 },
      -- Here 49 and 7 sevenths of the side, rounded, fall short of it.
      { { -5, -5, -5 }, { -1, -1, -1 }, 49 },
      { { -5, -5, -5 }, { 2.7, 2.7, 2.7 }, 7 },
    }) do
      local name = "fit" .. i
      assert.equal(0, (run(box(name .. ".obj", case[1], case[2]) .. " -r " .. case[3])))
      local _, bounds = result(name .. ".vox")
      local most = 0
      for axis = 1, 3 do
        assert.equal(0, bounds[axis])
        most = math.max(most, bounds[axis + 3])
      end
      assert.equal(case[3] - 1, most)
    end
  end)

  it("gives the largest side the cells, and the other sides their share", function()
    assert.equal(0, (run(box("long.obj", { 0, 0, 0 }, { 2, 8, 4 }) .. " -r 16")))
    assert.same({ 0, 0, 0, 3, 15, 7 }, (select(2, result("long.vox"))))
  end)

  it("keeps the size and place of a model that is aligned with the grid", function()
    local model = box("drawn.obj", { 4, -4, 0 }, { 12, 4, 8 })
    assert.equal(0, (run(model .. " --size 1")))
    local g, bounds = result("drawn.vox")
    assert.same({ 4, -4, 0, 11, 3, 7 }, bounds)
    assert.equal(8 ^ 3 - 6 ^ 3, g:count())
    assert.equal(0, (run(model .. " --size 1 --rule closed")))
    assert.same({ 3, -5, -1, 12, 4, 8 }, (select(2, result("drawn.vox"))))
  end)

  it("accepts a model that is inside out", function()
    run(box("right.obj", { 0, 0, 0 }, { 1, 1, 1 }) .. " -r 8")
    run(box("wrong.obj", { 0, 0, 0 }, { 1, 1, 1 }, { inside_out = true }) .. " -r 8")
    assert.equal(saved("right.vox"), saved("wrong.vox"))
  end)

  it("fills a solid model", function()
    local status, out = run(box("solid.obj", { 0, 0, 0 }, { 1, 1, 1 }) .. " -r 8 --solid")
    assert.equal(0, status)
    assert.truthy(out:find("512 cells", 1, true))
    assert.equal(512, (result("solid.vox")):count())
  end)

  it("gives the same cells with either method", function()
    local model = box("method.obj", { 0, 0, 0 }, { 1, 0.7, 0.9 })
    assert.equal(0, (run(model .. " -r 20 --method pef -o pef.vox")))
    assert.equal(0, (run(model .. " -r 20 --method sat -o sat.vox")))
    assert.equal(saved("pef.vox"), saved("sat.vox"))
  end)

  it("keeps the colors of materials", function()
    write("paint.mtl", "newmtl red\nKd 1 0 0\n\nnewmtl blue\nKd 0 0 1\n")
    local model = box("paint.obj", { 0, 0, 0 }, { 1, 1, 1 }, {
      head = "mtllib paint.mtl",
      materials = { "red", "red", "red", "blue", "red", "red" }, -- the top is blue
    })
    assert.equal(0, (run(model .. " -r 4")))
    local g, _, palette = result("paint.vox")
    assert.same({ 0, 0, 255, 255 }, palette[g:get(1, 3, 1)])
    assert.same({ 255, 0, 0, 255 }, palette[g:get(1, 0, 1)])
    assert.same({ 255, 0, 0, 255 }, palette[g:get(0, 1, 1)])
  end)

  it("rotates a model with z up", function()
    assert.equal(0, (run(box("tall.obj", { 0, 0, 0 }, { 1, 2, 8 }) .. " -r 8 --up z")))
    assert.same({ 0, 0, 0, 0, 7, 1 }, (select(2, result("tall.vox"))))
  end)

  it("writes .binvox", function()
    assert.equal(0, (run(box("b.obj", { 0, 0, 0 }, { 1, 1, 1 }) .. " -r 8 -o b.binvox")))
    assert.truthy(saved("b.binvox"):find("^#binvox 1\ndim 8 8 8\ntranslate 0 0 0\nscale 1\ndata\n"))
  end)

  describe("draws the blocks", function()
    it("into a PNG", function()
      local status, _, err = run(box("seen.obj", { 0, 0, 0 }, { 1, 1, 1 }) .. " -r 4 --preview seen.png")
      assert.same({ 0, "" }, { status, err })
      assert.equal("\137PNG\r\n\26\n", saved("seen.png"):sub(1, 8))
    end)

    it("not if it cannot, and then leaves no file", function()
      local status, out, err = run(box("lost.obj", { 0, 0, 0 }, { 1, 1, 1 }) .. " -r 4 --preview no/such/place.png")
      assert.equal(1, status)
      assert.truthy(out:find(": lost.vox\n", 1, true))
      assert.truthy(err:find("^collide%-voxelize: cannot save 'no/such/place.png': "), err)
      assert.is_nil(err:find(".lua:", 1, true))
      assert.equal(0, (run(box("taken.obj", { 0, 0, 0 }, { 1, 1, 1 }) .. " -r 4")))
      assert.equal("", output("cd " .. quote(path_of(".")) .. " && ls | grep 'part$'"))
    end)

    it("on the terminal", function()
      local status, out, err = run(box("shown.obj", { 0, 0, 0 }, { 1, 1, 1 }) .. " -r 4 --preview")
      assert.same({ 0, "" }, { status, err })
      local rows, drawn = 0, 0
      for line in out:gmatch("[^\n]*\n") do
        rows = rows + 1
        drawn = drawn + #line:gsub("[%s.]", "")
      end
      assert.is_true(rows > 20)
      assert.is_true(drawn > 200)
    end)
  end)

  it("draws a progress bar on a terminal's standard error", function()
    if not shell.run("command -v script > /dev/null 2>&1") then
      return
    end
    box("bar.obj", { 0, 0, 0 }, { 1, 1, 1 })
    local said = output("cd " .. quote(path_of(".")) .. " && script -qec "
      .. quote(program .. " bar.obj -r 8 --preview bar.png") .. " /dev/null < /dev/null 2>&1")
    assert.truthy(said:find("voxelizing [....", 1, true), said)
    assert.truthy(said:find("drawing [##############", 1, true), said)
    assert.truthy(said:find("296 cells", 1, true), said)
  end)

  describe("refuses", function()
    -- Its exit status and message; and there is no file where there was none.
    local function refused(status, words, arguments)
      local got, out, err = run(arguments .. " -o no.vox")
      assert.same({ status, "" }, { got, out })
      assert.truthy(err:find(words, 1, true), err)
      assert.is_nil(err:find("traceback", 1, true))
      assert.is_nil(err:find(".lua:", 1, true), err)
      assert.is_nil(saved("no.vox"))
      assert.is_nil(saved("no.vox.part"))
    end

    it("a model that does not exist", function()
      refused(1, "collide-voxelize: cannot load 'nothing.obj': No such file or directory\n", "nothing.obj")
    end)

    it("a model that is empty", function()
      refused(1, "collide-voxelize: cannot load 'empty.stl': it is empty\n", write("empty.stl", ""))
    end)

    it("a damaged model", function()
      refused(1, "collide-voxelize: cannot load 'broken.gltf': ", write("broken.gltf", "{ \"asset\":"))
    end)

    it("a model without triangles", function()
      local model = write("points.obj", "v 1 2 3\nv 4 5 6\np 1\np 2\n")
      refused(1, "cannot load 'points.obj': there are no triangles in it\n", model)
    end)

    it("a model without extent", function()
      refused(1, "collide-voxelize: dot.obj: all its vertices are at one place\n",
        write("dot.obj", "v 1 2 3\nv 1 2 3\nv 1 2 3\nf 1 2 3\n"))
    end)

    it("to fill a model that is not closed", function()
      local model = box("open.obj", { 0, 0, 0 }, { 1, 1, 1 }, { without = 4 })
      refused(1, "collide-voxelize: open.obj: solid needs a closed mesh", model .. " -r 8 --solid")
      assert.equal(0, (run(model .. " -r 8")))
    end)

    -- Of two objects in a RAW file Assimp 5.2 makes a scene with a child that is NULL, and does not give back
    -- all memory: in a program of its own, that leaks are not looked for in.
    it("a model of which Assimp has lost a part", function()
      local model = write("two.raw", "one\n0 0 0 1 0 0 0 1 0\ntwo\n0 0 1 1 0 1 0 1 1\n")
      local status, out, err = run(model .. " -r 8", "ASAN_OPTIONS=detect_leaks=0")
      if status == 0 then
        assert.equal("2 triangles", out:match("^2 triangles"))
      else
        assert.same({ 1, "collide-voxelize: cannot load 'two.raw': Assimp has lost a part of it\n" }, { status, err })
      end
    end)

    it("cells so small that there would be too many of them", function()
      local model = box("small.obj", { 0, 0, 0 }, { 1, 1, 1 })
      refused(1, "small.obj: 1e+09 cells of that size go along it, and 65536 are the most", model .. " -s 1e-9")
    end)

    it("more cells than --limit", function()
      local model = box("many.obj", { 0, 0, 0 }, { 1, 1, 1 })
      refused(1, "collide-voxelize: many.obj: its triangles touch up to ", model .. " -r 32 --limit 1000")
      assert.equal(0, (run(model .. " -r 32 --limit 100000")))
    end)

    it("a limit that is no number", function()
      local model = box("limit.obj", { 0, 0, 0 }, { 1, 1, 1 })
      refused(2, "option '--limit': a whole number from 1 to 2^53 expected, got 'all'", model .. " --limit all")
    end)

    it("a path that cannot be written", function()
      local model = box("fine.obj", { 0, 0, 0 }, { 1, 1, 1 })
      local status, out, err = run(model .. " -r 8 -o no/such/place.vox")
      assert.same({ 1, "" }, { status, out })
      assert.equal("collide-voxelize: cannot save 'no/such/place.vox': No such file or directory\n", err)
    end)

    it("invalid arguments", function()
      local model = box("args.obj", { 0, 0, 0 }, { 1, 1, 1 })
      refused(2, "missing argument 'model'", "")
      refused(2, "option '-r': a whole number from 1 to 65536 expected, got '0'", model .. " -r 0")
      refused(2, "a whole number from 1 to 65536 expected, got '1.5'", model .. " -r 1.5")
      refused(2, "a whole number from 1 to 65536 expected, got 'many'", model .. " -r many")
      refused(2, "a number above 0 expected, got '0'", model .. " -s 0")
      refused(2, "can not be used together", model .. " -s 1 -r 8")
      refused(2, "unknown option '--sold'", model .. " --sold")
      refused(2, "'--method'", model .. " --method aabb")
      refused(2, "a name that ends with .png expected, got 'x.gif'", model .. " --preview x.gif")
      local status, _, err = run(model .. " -o x.obj")
      assert.equal(2, status)
      assert.truthy(err:find("a name that ends with .vox or .binvox expected, got 'x.obj'", 1, true))
    end)
  end)
end)
