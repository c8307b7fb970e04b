-- SPDX-License-Identifier: MIT
--
-- LUA tools/busted.lua DIRECTORY ...: runs busted in this Lua on the module in DIRECTORY, even if the command `busted`
-- is installed for another Lua. COLLIDE_COLLECT=1 keeps the garbage collector running all the time. COLLIDE_SHORT=1
-- skips specs with the tag #long, which only repeat calls of other specs.
local directory = table.remove(arg, 1)
local ending = package.config:sub(1, 1) == "\\" and ".dll" or ".so"
assert(io.open(directory .. "/collide" .. ending, "rb")):close()
package.cpath = directory .. "/?" .. ending .. ";" .. package.cpath

-- Ubuntu 22.04 has parts of busted for 5.3 but not for 5.4. The parts in Lua work with both. busted needs the only part
-- in C for the time, which is replaced here.
package.path = package.path .. ";" .. package.path:gsub("/lua/5%.4/", "/lua/5.3/")
if not pcall(require, "system") then
  package.preload.system = function()
    return { gettime = os.time, monotime = os.time }
  end
end

-- For every block busted creates a traceback, which it shows only with --verbose. Since Lua 5.2, a traceback searches
-- all modules for names of functions. That took half of the time of specs with many blocks.
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

-- For each assertion, luassert finds the stack level to blame, even if the assertion holds. It needs only the source of
-- a level. To read everything took a tenth of the time of specs with many assertions.
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

dofile("tools/format51.lua")

require("busted.runner")({ standalone = false })

-- A finalizer that outlives its spec queries objects that are closed by now. Except under 5.4, it raises an error.
for _ = 1, 2 do collectgarbage() end
