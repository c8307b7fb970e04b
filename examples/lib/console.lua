-- SPDX-License-Identifier: MIT
-- Functions of the demo for the terminal and for files.
local console = {}

local windows = package.config:sub(1, 1) == "\\"

function console.quote(path)
  if windows then
    return '"' .. path .. '"'
  end
  return "'" .. path:gsub("'", "'\\''") .. "'"
end

-- Whether a command of the shell succeeds.
function console.run(command)
  local ok = os.execute(command)
  return ok == true or ok == 0
end

local function terminal(stream)
  return not windows and console.run("test -t " .. stream)
end

-- Whether to write in colour: on a terminal, unless https://no-color.org says otherwise.
function console.colour()
  return terminal(1) and (os.getenv("NO_COLOR") or "") == "" and os.getenv("TERM") ~= "dumb"
end

-- The number of characters in a line.
function console.columns()
  if terminal(1) then
    local pipe = io.popen("stty size < /dev/tty 2> /dev/null")
    local columns = pipe and tonumber((pipe:read("*a") or ""):match("%d+ (%d+)"))
    if pipe then
      pipe:close()
    end
    if columns and columns > 0 then
      return columns
    end
  end
  return 80
end

-- Returns a function that draws the finished share as a bar on a terminal's standard error.
function console.progress(what)
  if not terminal(2) then
    return function() end
  end
  local drawn = -1
  return function(share)
    local steps = math.floor(share * 30)
    if share >= 1 then
      io.stderr:write("\r\27[K")
    elseif steps > drawn then
      drawn = steps
      io.stderr:write("\r", what, " [", ("#"):rep(steps), ("."):rep(30 - steps), "] ")
      io.stderr:flush()
    end
  end
end

-- A whole number with a comma at every thousand.
function console.count(number)
  local digits = string.format("%.0f", number)
  return (digits:reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", ""))
end

function console.make_directory(path)
  local quoted = console.quote(path)
  console.run(windows and "mkdir " .. quoted .. " 2> NUL" or "mkdir -p " .. quoted .. " 2> /dev/null")
end

return console
