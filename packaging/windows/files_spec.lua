-- SPDX-License-Identifier: MIT
--
-- Files as Windows has them; run under Wine by packaging/windows/busted.
local collide = require("collide")

local place = "build\\windows\\files of " .. (jit and "LuaJIT" or _VERSION)
local absolute -- the same, from its drive on

local function command(line)
  local ok = os.execute(line .. " >nul 2>&1")
  return ok == true or ok == 0
end

local function slashes(path) return (path:gsub("\\", "/")) end

local function read(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local bytes = file:read("*a")
  file:close()
  return bytes
end

local function write(path, bytes)
  local file = assert(io.open(path, "wb"))
  file:write(bytes)
  file:close()
end

-- Values that text files would not survive: line ends, and what once was the end of a file.
local function some_grid()
  local grid = collide.grid({ size = 0.5 })
  for i, value in ipairs({ 10, 13, 26, 255, 1 }) do grid:set(i - 3, 10 - i, 13 * i, value) end
  return grid
end

describe("files on Windows", function()
  setup(function()
    assert.equal("\\", package.config:sub(1, 1))
    command('rmdir /s /q "' .. place .. '"')
    assert.is_true(command('mkdir "' .. place .. '"'))
    local pipe = io.popen('cd "' .. place .. '" && cd')
    absolute = pipe:read("*l"):gsub("\r", "")
    pipe:close()
    assert.matches("^%a:\\.*files of", absolute)
  end)
  teardown(function() command('rmdir /s /q "' .. place .. '"') end)

  it("are found by every way to write a path", function()
    local grid = some_grid()
    for _, path in ipairs({
      place .. "\\a.vox",
      slashes(place .. "/b.vox"),
      absolute .. "\\c.VOX",
      slashes(absolute .. "/d.vox"),
    }) do
      grid:save(path)
      local loaded = collide.grid.load(path)
      assert.equal(5, loaded:count())
      assert.equal(26, loaded:get(0, 7, 39))
      for x, y, z, value in grid:each() do assert.equal(value, loaded:get(x, y, z)) end
      assert.is_nil(read(path .. ".part"))
      assert.equal(read(place .. "\\a.vox"), read(path))
    end
  end)

  it("hold bytes as they are", function()
    some_grid():save(place .. "\\a.binvox")
    local bytes = read(place .. "\\a.binvox")
    assert.equal("#binvox 1\ndim ", bytes:sub(1, 14))
    assert.is_nil(bytes:match("^[^%z]*\r"))
    local vox = place .. "\\bytes.vox"
    some_grid():save(vox)
    assert.matches("XYZI\24%z%z%z%z%z%z%z\5%z%z%z", read(vox))
  end)

  it("are replaced when they are there", function()
    local path = place .. "\\twice.vox"
    write(path, ("not a grid"):rep(10000))
    some_grid():save(path)
    assert.equal(5, collide.grid.load(path):count())
    collide.grid():save(path)
    assert.equal(0, collide.grid.load(path):count())
    assert.is_nil(read(path .. ".part"))
  end)

  it("stay as they were when a grid cannot be saved", function()
    local path, grid = place .. "\\kept.vox", some_grid()
    write(path, "what was there")
    grid:set(0, 0, 0, 256)
    assert.error_matches(function() grid:save(path) end, "256")
    assert.equal("what was there", read(path))
    assert.is_nil(read(path .. ".part"))
  end)

  it("stay as they were while someone has them open", function()
    local path = place .. "\\open.vox"
    write(path, "what was there")
    local held = assert(io.open(path, "rb"))
    local ok, message = pcall(function() some_grid():save(path) end)
    held:close()
    assert.is_false(ok)
    assert.matches("cannot save .*open%.vox': Permission denied", message)
    assert.equal("what was there", read(path))
    assert.is_nil(read(path .. ".part"))
  end)

  it("do not take the place of a directory", function()
    local path = place .. "\\directory.vox"
    assert.is_true(command('mkdir "' .. path .. '"'))
    assert.error_matches(function() some_grid():save(path) end,
      "cannot save .*: Permission denied")
    write(path .. "\\still here", "")
    assert.is_nil(read(path .. ".part"))
  end)

  it("tell why they cannot be had", function()
    assert.error_matches(function() collide.grid.load(place .. "\\none.vox") end,
      "cannot load .*none%.vox': No such file or directory")
    assert.error_matches(function() some_grid():save(place .. "\\none\\a.vox") end,
      "cannot save .*: No such file or directory")
  end)
end)

describe("numbers on Windows", function()
  it("have exponents of two digits, as elsewhere", function()
    local hit = collide.raycast({ shape = "sphere", radius = 1e-20 }, { 0, 0, -1e30 }, { 0, 0, 1 })
    assert.equal("hit t=1e+30 point=(0, 0, -1e-20) normal=(0, 0, -1)", tostring(hit))
    assert.error_matches(function() collide.sphere({ radius = -1e-7 }) end, "%-1e%-07")
  end)
end)
