-- SPDX-License-Identifier: MIT
--
-- The examples in the README and the tour run unchanged, docs/repl.md shows a real session, and docs/speed.md has
-- figures that were measured.
local collide = require("collide")
local files = require("spec.support.files")
local transcript = require("spec.support.transcript")

local unpack = table.unpack or unpack -- luacheck: ignore 143
local load_text = loadstring or load -- luacheck: ignore 113

-- The fenced blocks of a page, each with its language and its lines.
local function blocks_of(path)
  local found, block = {}, nil
  for line in (files.contents(path) .. "\n"):gmatch("(.-)\n") do
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

-- The lines that a chunk prints. The environment keeps the chunk's globals.
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

-- A read-eval-print loop: an expression shows its values, an error its message.
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

-- Runs each block of Lua that `wants` accepts, and counts them.
local function run_blocks(path, wants)
  local count = 0
  for _, block in ipairs(blocks_of(path)) do
    local text = table.concat(block, "\n")
    if block.language == "lua" and wants(text) then
      assert.same(transcript.promised(text), transcript.printed(text, { collide = collide }))
      count = count + 1
    end
  end
  return count
end

local function uses_import(text)
  return text:find("collide.import", 1, true) ~= nil
end

local function needs_no_import(text)
  return not uses_import(text)
end

describe("the README", function()
  it("begins with an example whose output is the block after it", function()
    local blocks = blocks_of("README.md")
    local lines = printed_by(table.concat(blocks[1], "\n"), setmetatable({}, { __index = _G }))
    assert.same({ unpack(blocks[2]) }, lines)
  end)

  it("has at most 1,200 words", function()
    local _, count = files.contents("README.md"):gsub("%S+", "")
    assert.is_true(count <= 1200, count)
  end)
end)

describe("the table of docs/speed.md", function()
  it("has the figures of bench/results/queries.md", function()
    local measured, count = {}, 0
    for line in files.contents("bench/results/queries.md"):gmatch("[^\n]+") do
      local name, c, lua, plain_lua, jit, plain_jit =
        line:match("^| ([^|]+) | ([^|]-) ?| [^|]+ | (%S+) : (%S+) = [^|]+ | (%S+) : (%S+) = ")
      if name then measured[name] = { c, lua, plain_lua, jit, plain_jit } end
    end
    for name, figures in files.contents("docs/speed.md"):gmatch("\n| ([^|]+) |([%d%. |]+)|") do
      local shown = {}
      for cell in figures:gmatch("[^|]+") do shown[#shown + 1] = cell:match("^ *(.-) *$") end
      assert.same(measured[name], shown, name)
      count = count + 1
    end
    assert.is_true(count >= 9, count)
  end)
end)

describe("the tour", function()
  it("has an example for each family, with its true output", function()
    assert.is_true(run_blocks("docs/tour.md", needs_no_import) >= 9)
  end)

  local built, import = pcall(require, "collide.import")
  local models = io.open("build/models/teapot.obj")
  if not built or not models then
    pending("has Lua for models that runs (make setup-tool import models)")
    return
  end
  models:close()

  it("has an example for models that runs", function()
    local path, saved, load = os.tmpname() .. ".vox", nil, import.load
    local grid = getmetatable(collide.grid {}).__index
    local save = grid.save
    import.load = function(name) return load("build/models/" .. name) end
    grid.save = function(self, name)
      saved = { name, self:count() }
      return save(self, path)
    end
    local ok, count = pcall(run_blocks, "docs/tour.md", uses_import)
    import.load, grid.save = load, save
    os.remove(path)
    assert.is_true(ok, count)
    assert.equal(1, count)
    assert.same("teapot.vox", saved[1])
    assert.is_true(saved[2] > 500)
  end)
end)

describe("the session at the REPL", function()
  it("shows the real output of each line", function()
    local environment = setmetatable({}, { __index = _G })
    local session, shown, count = blocks_of("docs/repl.md")[1], {}, 0
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
end)
