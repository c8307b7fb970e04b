-- SPDX-License-Identifier: MIT
--
-- Runs a chunk in a separate process with 512 MB of memory and six seconds of processor time, so that a call that takes
-- more fails without harm to the machine. (The longest takes two seconds on a slow machine; without limits, some calls
-- would take minutes.)
local files = require("spec.support.files")
local shell = require("spec.support.shell")

local limited = {}

local MEMORY_MB, SECONDS = 512, 6

-- The path of the directory of the module, as this process loaded it.
local function module_directory()
  for place in package.cpath:gmatch("([^;]+)/%?%.so") do
    if files.exists(place .. "/collide.so") then
      return place
    end
  end
  error("the module's directory is not in package.cpath")
end

-- The sanitizers reserve terabytes of addresses, and take many times the time.
local function limits(seconds)
  if not (os.getenv("LD_PRELOAD") or ""):find("asan", 1, true) then
    return ("ulimit -v %d && ulimit -t %d"):format(MEMORY_MB * 1024, seconds)
  end
  return ("export ASAN_OPTIONS=$ASAN_OPTIONS:hard_rss_limit_mb=%d && ulimit -t %d"):format(
    4 * MEMORY_MB, 30 * seconds)
end

-- Runs `code`, in which `c` is the module, for six seconds at most, or so many. Returns what it printed,
-- and whether it ended by itself and without an error; what it wrote to its standard error comes after what it printed.
function limited.run(code, seconds)
  local path = files.write(os.tmpname(), ("package.cpath = %q .. '/?.so;' .. package.cpath\n%s\n%s\n"):format(
    module_directory(), "local c = require('collide')", code))
  local command = ("%s && exec %s %s"):format(limits(seconds or SECONDS), shell.quote(shell.interpreter()), path)
  local text = shell.output(("sh -c %s 2>&1; echo status $?"):format(shell.quote(command)))
  os.remove(path)
  local printed, status = text:match("^(.*)status (%d+)%s*$")
  return printed, status == "0"
end

-- What `code` printed, without the end of its last line; it has to end without an error.
function limited.output(code)
  local printed, fine = limited.run(code)
  assert(fine, printed)
  return (printed:gsub("%s+$", ""))
end

-- Runs `code`, which has to end with a call of `c` that raises, and returns the error's message.
function limited.message(code)
  return limited.output(("print(select(2, pcall(function() %s end)))"):format(code))
end

return limited
