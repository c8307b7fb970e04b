-- SPDX-License-Identifier: MIT
local unpack = table.unpack or unpack -- luacheck: ignore 143

local function read(path)
  local file = assert(io.open(path))
  local text = file:read("*a")
  file:close()
  return text
end

-- The fenced blocks of the README, each with its language and its lines.
local function blocks()
  local found, block = {}, nil
  for line in (read("README.md") .. "\n"):gmatch("(.-)\n") do
    local language = line:match("^```(.*)$")
    if language and block then
      block = nil
    elseif language then
      block = { language = language }
      found[#found + 1] = block
    elseif block then
      block[#block + 1] = line
    end
  end
  return found
end

local load_text = loadstring or load -- luacheck: ignore 113

-- What a chunk prints, line by line.
local function printed_by(text, environment)
  local lines = {}
  environment.print = function(...)
    local words = {}
    for i = 1, select("#", ...) do
      words[i] = tostring((select(i, ...)))
    end
    lines[#lines + 1] = table.concat(words, "\t")
  end
  local chunk = assert(load_text(text))
  if setfenv then -- luacheck: ignore 113
    setfenv(chunk, environment) -- luacheck: ignore 113
  else
    require("debug").setupvalue(chunk, 1, environment)
  end
  chunk()
  return lines
end

-- A read-eval-print loop: an expression shows its values, a mistake its message.
local function evaluate(line, environment)
  local text = line
  if load_text("return " .. line) then
    text = ("(function(...) if select('#', ...) > 0 then print(...) end end)(%s)"):format(line)
  end
  local results = { pcall(printed_by, text, environment) }
  if results[1] then
    return results[2]
  end
  return { (tostring(results[2]):gsub("^[^:]*:%d+: ", "")) }
end

describe("the README", function()
  local all = blocks()

  it("begins with an example whose output is the block behind it", function()
    local environment = setmetatable({}, { __index = _G })
    local lines = printed_by(table.concat(all[1], "\n"), environment)
    assert.same({ unpack(all[2]) }, lines)
  end)

  it("shows a session at the REPL as it really goes", function()
    local environment = setmetatable({}, { __index = _G })
    local session, shown, count = nil, {}, 0
    for _, block in ipairs(all) do
      if block[1] and block[1]:match("^> ") then session = block end
    end
    for _, line in ipairs(session) do
      local input = line:match("^> (.*)$")
      if input then
        count = count + 1
        shown[#shown + 1] = line
        for _, output in ipairs(evaluate(input, environment)) do
          shown[#shown + 1] = output
        end
      end
    end
    assert.is_true(count > 15)
    assert.same({ unpack(session) }, shown)
  end)

  -- What a block says behind "-->" that it prints.
  local function told_by(block)
    local lines = {}
    for _, line in ipairs(block) do
      local told = line:match("%-%-> (.*)$")
      if told then lines[#lines + 1] = told end
    end
    return lines
  end

  local function run(wants)
    local environment, count = setmetatable({}, { __index = _G }), 0
    environment.collide = require("collide")
    environment.ball = environment.collide.sphere({ radius = 1 })
    for i = 3, #all do
      local text = table.concat(all[i], "\n")
      if all[i].language == "lua" and wants(text) then
        assert.same(told_by(all[i]), printed_by(text, environment))
        count = count + 1
      end
    end
    return count
  end

  -- What wants LÖVE is run there, by make love-check.
  it("has no other Lua than what runs", function()
    assert.is_true(run(function(text) return not text:find("import", 1, true) and not text:find("love%.") end) > 0)
  end)

  local built, import = pcall(require, "collide.import")
  local models = io.open("build/models/teapot.obj")
  if not built or not models then
    pending("has Lua for models that runs (make setup-tool import models)")
    return
  end
  models:close()

  it("has Lua for models that runs", function()
    local path, saved, load = os.tmpname() .. ".vox", nil, import.load
    local grid = getmetatable(require("collide").grid {}).__index
    local save = grid.save
    import.load = function(name) return load("build/models/" .. name) end
    grid.save = function(self, name)
      saved = { name, self:count() }
      return save(self, path)
    end
    local ok, count = pcall(run, function(text) return text:find("import", 1, true) end)
    import.load, grid.save = load, save
    os.remove(path)
    assert.is_true(ok, count)
    assert.equal(1, count)
    assert.same("teapot.vox", saved[1])
    assert.is_true(saved[2] > 500)
  end)
end)
