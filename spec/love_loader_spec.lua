-- SPDX-License-Identifier: MIT
-- packaging/love/init.lua, with a simulated LÖVE and system: the places that it searches, in order. `make love-check`
-- runs it in the real LÖVE.
local function load_with(environment)
  local chunk = assert(loadfile("packaging/love/init.lua", "t", environment))
  if setfenv then -- luacheck: ignore 113
    setfenv(chunk, environment) -- luacheck: ignore 113
  end
  return chunk
end

-- What `require` gives in that game, or the error's message; and where the library was looked for.
-- `game` has the system, the processor (`arch`), source, base, fused, the module's name, and `there`, a path that
-- exists.
local function start(game)
  local asked = {}
  local filesystem = {
    getSource = function() return game.source end,
    getSourceBaseDirectory = function() return game.base end,
    isFused = function() return game.fused or false end,
    getSaveDirectory = function() error("looks into the save directory") end,
  }
  local chunk = load_with(setmetatable({
    jit = { os = game.system, arch = game.arch or "x64" },
    love = { filesystem = filesystem },
    package = {
      config = package.config,
      loadlib = function(path, symbol)
        asked[#asked + 1] = path
        assert.are.equal("luaopen_collide", symbol)
        if path == game.there then
          return function(name) return name .. " from " .. path end
        end
        return nil, "not there\r\n", "open"
      end,
    },
  }, { __index = _G }))
  local ok, result = pcall(chunk, game.name or "collide")
  return result, asked, ok
end

describe("the folder for LÖVE", function()
  it("has the library beside init.lua if the game is a folder", function()
    local there = "/g/mine/collide/collide.so"
    local result, asked = start({ system = "Linux", source = "/g/mine", base = "/g", there = there })
    assert.are.equal("collide from /g/mine/collide/collide.so", result)
    assert.are.equal(1, #asked)
  end)

  it("may be in a subfolder of the game", function()
    for _, name in ipairs({ "lib.collide", "lib.collide.init" }) do
      local result = start({ system = "Linux", source = "/g/mine", base = "/g", name = name,
        there = "/g/mine/lib/collide/collide.so" })
      assert.are.equal("collide from /g/mine/lib/collide/collide.so", result)
    end
  end)

  it("finds the library beside a packed game, not inside it", function()
    local result, asked, ok = start({ system = "Linux", source = "/g/mine.love", base = "/g" })
    assert.is_false(ok)
    assert.are.same({ "/g/collide/collide.so", "/g/collide.so" }, asked)
    assert.is_truthy(result:find("beside the .love", 1, true))
    assert.is_truthy(result:find("\n  /g/collide.so: not there$"), result)
  end)

  it("has a library of its own for Linux on ARM, and takes one that was built there", function()
    local game = { system = "Linux", arch = "arm64", source = "/g/mine.love", base = "/g", there = "/g/collide.so" }
    local result, asked = start(game)
    assert.are.equal("collide from /g/collide.so", result)
    assert.are.same({
      "/g/collide/collide-arm64.so", "/g/collide/collide.so", "/g/collide-arm64.so", "/g/collide.so",
    }, asked)
    game.there = "/g/collide/collide-arm64.so"
    assert.are.equal("collide from " .. game.there, (start(game)))
  end)

  it("searches other systems on ARM for their own libraries", function()
    local _, asked = start({ system = "OSX", arch = "arm64", source = "/g/mine", base = "/g" })
    assert.are.same({ "/g/mine/collide/collide.dylib", "/g/mine/collide/collide.so" }, { asked[1], asked[2] })
    _, asked = start({ system = "Windows", arch = "arm64", source = "C:/g/mine", base = "C:/g" })
    assert.are.equal("C:/g/mine/collide/collide.dll", asked[1])
  end)

  it("finds the library beside a fused program", function()
    local game = { system = "Windows", source = "C:/g/mine.exe", base = "C:/g", fused = true }
    game.there = "C:/g/collide.dll"
    local result, asked = start(game)
    assert.are.equal("collide from C:/g/collide.dll", result)
    assert.are.same({ "C:/g/collide/collide.dll", "C:/g/collide.dll" }, asked)
  end)

  it("finds the library in a Mac application, with either ending", function()
    local resources = "/A/Mine.app/Contents/Resources"
    local game = { system = "OSX", source = resources .. "/mine.love", base = resources, fused = true }
    game.there = resources .. "/../Frameworks/collide.dylib"
    local result, asked = start(game)
    assert.are.equal("collide from " .. game.there, result)
    assert.are.same({
      resources .. "/collide/collide.dylib", resources .. "/collide/collide.so",
      resources .. "/collide.dylib", resources .. "/collide.so",
      game.there,
    }, asked)
  end)

  it("works without LÖVE, for the tests of a game", function()
    local chunk = load_with(setmetatable({
      package = {
        config = package.config,
        loadlib = function(path) return function() return path end end,
      },
    }, { __index = _G }))
    assert.is_truthy(chunk("collide"):find("^packaging/love/collide%.%a+$"))
  end)
end)
