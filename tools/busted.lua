-- SPDX-License-Identifier: MIT
--
-- LUA tools/busted.lua DIRECTORY ...: busted by the Lua that runs this, whatever
-- Lua the command `busted` was installed for, on the module in DIRECTORY.
-- COLLIDE_COLLECT=1 keeps the garbage collector at work all the time. COLLIDE_SHORT=1 leaves out
-- the specs that are tagged #long: they repeat calls that other specs make, too.
local directory = table.remove(arg, 1)
local ending = package.config:sub(1, 1) == "\\" and ".dll" or ".so"
assert(io.open(directory .. "/collide" .. ending, "rb")):close()
package.cpath = directory .. "/?" .. ending .. ";" .. package.cpath

-- Ubuntu 22.04 has parts of busted for 5.3 and not for 5.4. What is written in
-- Lua serves both, and of the one that is not, busted asks the time alone.
package.path = package.path .. ";" .. package.path:gsub("/lua/5%.4/", "/lua/5.3/")
if not pcall(require, "system") then
  package.preload.system = function()
    return { gettime = os.time, monotime = os.time }
  end
end

-- For every block busted asks for a traceback, which it shows with --verbose alone. Since 5.2 Lua names the
-- functions in it by looking through all modules: half of the time of specs with many blocks.
local traceback = debug.traceback
local function is_verbose()
  for _, word in ipairs(arg) do
    if word == "-v" or word == "--verbose" then return true end
  end
end
if not is_verbose() then
  debug.traceback = function(message, ...) -- luacheck: ignore 122
    if message == "" then return "" end
    return traceback(message, ...)
  end
end

-- luassert finds for each assertion, also one that holds, the level to blame: what it needs of a level is
-- its source, not all that Lua knows of it. A tenth of the time of specs with many assertions.
local util = require("luassert.util")
function util.errorlevel(level)
  level = (level or 1) + 1
  local function source_at(at) return (debug.getinfo(at + 1, "S") or {}).source end
  local source = source_at(level)
  local file = source
  while file and (file == source or source == "=(tail call)") do
    level = level + 1
    source = source_at(level)
  end
  return level - 1
end

io.stdout:setvbuf("no") -- or a crash takes the counts with it

if os.getenv("COLLIDE_COLLECT") == "1" then
  collectgarbage("setpause", 0)
  collectgarbage("setstepmul", 400)
end

if os.getenv("COLLIDE_SHORT") == "1" then table.insert(arg, "--exclude-tags=long") end

require("busted.runner")({ standalone = false })
