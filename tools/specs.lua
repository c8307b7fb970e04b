-- SPDX-License-Identifier: MIT
--
-- lua tools/specs.lua DIRECTORY SPEC...: runs specs without busted, on the module in DIRECTORY or on the one that is
-- built into the program. busted needs modules in C that hosts such as Windows or Defold do not have. The assertions
-- are luassert's. The last line has counts like busted's, and the exit status is that of busted.
local directory = table.remove(arg, 1)
package.cpath = directory .. "/?.dll"
package.path = "/usr/share/lua/5.4/?.lua;/usr/share/lua/5.4/?/init.lua;"
  .. "/usr/share/lua/5.1/?.lua;/usr/share/lua/5.1/?/init.lua;" .. package.path
io.stdout:setvbuf("no") -- or a crash takes what was said with it

local counts = { success = 0, failure = 0, error = 0, pending = 0 }
local PENDING = {}
local path = {} -- the names of the blocks that we are in

local function told(failed)
  if type(failed) == "table" and failed.message then return tostring(failed.message) end
  return tostring(failed)
end

local function report(kind, message)
  counts[kind] = counts[kind] + 1
  if kind ~= "success" then
    print(("%s: %s\n%s\n"):format(kind, table.concat(path, " "), message or ""))
  end
end

-- luassert raises a table; every other error is an error of the spec.
local function guard(failed)
  if failed == PENDING or type(failed) == "table" then return failed end
  return debug.traceback(tostring(failed), 2)
end

-- A block runs after it has been read completely, because `setup` may be anywhere in it.
local block

local function run(kind, action)
  local ok, failed = xpcall(action, guard)
  if ok or failed == PENDING then
    if kind == "it" then report(ok and "success" or "pending") end
    return ok
  end
  report(type(failed) == "table" and "failure" or "error", told(failed))
  return false
end

local function run_block(action)
  local outer = block
  block = { setup = {}, teardown = {}, steps = {} }
  local mine = block
  if run("describe", action) then
    local ready = true
    for _, step in ipairs(mine.setup) do ready = ready and run("setup", step) end
    for _, step in ipairs(ready and mine.steps or {}) do
      path[#path + 1] = step.name
      if step.kind == "it" then run("it", step.action) else run_block(step.action) end
      path[#path] = nil
    end
    for _, step in ipairs(mine.teardown) do run("teardown", step) end
  end
  block = outer
end

local words = {}
for _, kind in ipairs({ "describe", "it" }) do
  words[kind] = function(name, action)
    table.insert(block.steps, { kind = kind, name = name, action = action })
  end
end
for _, kind in ipairs({ "setup", "teardown" }) do
  words[kind] = function(action) table.insert(block[kind], action) end
end
function words.pending() error(PENDING, 0) end

for name, value in pairs(words) do _G[name] = value end
local plain_assert = assert
local luassert = require("luassert")

-- A finalizer that outlives its spec queries objects that are closed by now. Except under 5.4, it raises an error.
local function finalize()
  for _ = 1, 2 do collectgarbage() end
end

dofile("tools/format51.lua")
for _, file in ipairs(arg) do
  path[1] = file
  _G.assert = luassert
  run_block(plain_assert(loadfile(file)))
  run("finalizers", finalize)
end

print(("%d successes / %d failures / %d errors / %d pending : of %d files"):format(
  counts.success, counts.failure, counts.error, counts.pending, #arg))
os.exit(counts.failure + counts.error == 0 and 0 or 1)
