-- SPDX-License-Identifier: MIT
--
-- LUA tools/busted.lua DIRECTORY ...: busted by the Lua that runs this, whatever
-- Lua the command `busted` was installed for, on the module in DIRECTORY.
-- COLLIDE_COLLECT=1 keeps the garbage collector at work all the time.
local directory = table.remove(arg, 1)
assert(io.open(directory .. "/collide.so", "rb")):close()
package.cpath = directory .. "/?.so;" .. package.cpath

io.stdout:setvbuf("no") -- or a crash takes the counts with it

if os.getenv("COLLIDE_COLLECT") == "1" then
  collectgarbage("setpause", 0)
  collectgarbage("setstepmul", 400)
end

require("busted.runner")({ standalone = false })
