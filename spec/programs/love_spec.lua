-- SPDX-License-Identifier: MIT
-- examples/love in the real LÖVE, with a virtual display. LÖVE uses LuaJIT: under another Lua, the spec first builds
-- the module for LuaJIT.
local files = require("spec.support.files")
local shell = require("spec.support.shell")

local output, quote, run = shell.output, shell.quote, shell.run

local function why_not()
  if os.getenv("COLLIDE_QUICK") then
    return "this is a quick run, and what it looks for does not reach into LÖVE"
  end
  for _, program in ipairs({ "love", "xvfb-run", "luajit", "timeout" }) do
    if not run("command -v " .. program .. " > /dev/null 2>&1") then
      return program .. " is not installed (make setup installs it)"
    end
  end
end

-- The module for LuaJIT: the one under test, or one made now.
local function module_path()
  if rawget(_G, "jit") then
    return (assert(package.searchpath("collide", package.cpath)))
  end
  assert(run("make -s LUA=luajit all 1>&2"), "make LUA=luajit fails")
  return "build/luajit/collide.so"
end

local reason = why_not()
if reason then
  io.stderr:write("love_spec: nothing is asked of LÖVE: ", reason, "\n")
  return
end

describe("the example in LÖVE", function()
  local place

  -- A copy far from the repository, so that what LÖVE loads can only lie in the program's folder.
  setup(function()
    place = shell.make_directory()
    assert(run("cp -R examples " .. place .. " && mkdir " .. place .. "/shots " .. place .. "/spec"))
    assert(run("cp -R spec/maps " .. place .. "/spec"))
    -- What was copied along from somebody's own trial.
    os.remove(place .. "/examples/love/collide.so")
  end)

  teardown(function()
    shell.remove_directory(place)
  end)

  -- What a game prints, and its exit status.
  local function start(arguments)
    local text = output("cd " .. place .. " && LUA_PATH= LUA_CPATH= timeout 120 xvfb-run -a"
      .. " -s '-screen 0 1280x1024x24' love " .. arguments .. " 2>&1; echo status $?")
    return text, tonumber(text:match("status (%d+)%s*$"))
  end

  local function love(arguments)
    return start("examples/love " .. arguments)
  end

  -- The width and height that a PNG says it has.
  local function size_of(path)
    local file = assert(io.open(path, "rb"))
    local head = file:read(24)
    file:close()
    assert.are.equal("\137PNG\r\n\26\n", head:sub(1, 8))
    local a, b, c, d, e, f, g, h = head:byte(17, 24)
    return ((a * 256 + b) * 256 + c) * 256 + d, ((e * 256 + f) * 256 + g) * 256 + h
  end

  it("fails without the module, and names it", function()
    local text, status = love("--test shots")
    assert.are.equal(1, status)
    assert.is_truthy(text:find("module 'collide' not found", 1, true), text)
  end)

  local function bring_module()
    assert(run("cp " .. quote(module_path()) .. " " .. place .. "/examples/love/collide.so"))
  end

  it("loads the module from its folder, and shows the answers of queries", function()
    bring_module()
    local text, status = love("--test shots")
    assert.are.equal(0, status, text)
    assert.is_truthy(text:find("collide " .. require("collide")._VERSION .. ", LuaJIT", 1, true), text)
    assert.is_truthy(text:find("\nall holds\n", 1, true), text)
    local names = {
      "menu", "sight", "moved", "line", "solids", "around",
      "apart", "above", "touching", "pushed", "turned", "mirrored",
      "blocks", "tower", "put", "taken", "ground", "steps", "mound", "spire",
      "space", "space-touching", "space-pushed", "space-turned",
      "hill", "ladder", "solid-tiles", "stairs", "platform", "lift",
      "crowd", "struck", "rays", "lamp",
    }
    for region = 1, 7 do
      names[#names + 1] = "region-" .. region
    end
    for _, name in ipairs(names) do
      local width, height = size_of(place .. "/shots/love-" .. name .. ".png")
      assert.are.equal(1280, width)
      assert.are.equal(768, height)
    end
  end)

  it("plays the game of the first hour", function()
    bring_module()
    assert(run("cp " .. place .. "/examples/love/collide.so " .. place .. "/examples/first_hour/"))
    local text, status = start("examples/first_hour --test")
    assert.are.equal(0, status, text)
    assert.is_truthy(text:find("\nall holds\n", 1, true), text)
  end)

  it("draws the pictures of the pages", function()
    bring_module()
    local text, status = love("--pictures shots")
    assert.are.equal(0, status, text)
    for _, name in ipairs({ "touch", "blocks", "space", "moving", "crowd", "rays" }) do
      local path = place .. "/" .. assert(text:match("shots/" .. name .. "%.%w+"), text)
      if path:match("png$") then -- without netpbm it is another format
        assert.are.same({ size_of("docs/pictures/" .. name .. ".png") }, { size_of(path) })
      end
      assert.is_true(files.exists(path))
    end
  end)

  it("draws the frames of the README's moving picture, which lasts as long", function()
    bring_module()
    local text, status = love("--film shots")
    assert.are.equal(0, status, text)
    local frames = shell.lines("ls " .. place .. "/shots/frame-*.png")
    for _, frame in ipairs(frames) do
      assert.are.same({ 640, 384 }, { size_of(frame) })
    end
    local film = files.contents("docs/pictures/platformer.gif")
    assert.are.equal("GIF89a\128\2\128\1", film:sub(1, 10)) -- 640 by 384
    assert.is_true(#film < 500 * 1000, #film)
    local hundredths = 0 -- the delays of all images
    for low, high in film:gmatch("!\249\4.(.)(.).%z") do
      hundredths = hundredths + low:byte() + 256 * high:byte()
    end
    assert.are.equal(8 * #frames, hundredths)
    assert.is_true(hundredths >= 500 and hundredths <= 800, hundredths)
  end)
end)
