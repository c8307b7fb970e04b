-- SPDX-License-Identifier: MIT
--
-- Commands of a Unix shell. Hosts without such a shell skip specs that require this: the Makefile's BARE_SPECS searches
-- for the name.
local shell = {}

function shell.quote(text)
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- Whether the command succeeds.
function shell.run(command)
  local ok = os.execute(command)
  return ok == true or ok == 0
end

-- What the command writes to its standard output.
function shell.output(command)
  local pipe = assert(io.popen(command))
  local text = pipe:read("*a")
  pipe:close()
  return text
end

function shell.lines(command)
  local list = {}
  for line in shell.output(command):gmatch("[^\n]+") do list[#list + 1] = line end
  return list
end

-- The one line that the command writes, without its end.
function shell.line(command)
  return (shell.output(command):gsub("%s+$", ""))
end

-- The path of the Lua that runs this.
function shell.interpreter()
  local lowest = 0
  while arg[lowest - 1] do lowest = lowest - 1 end
  return shell.line("command -v " .. shell.quote(arg[lowest]))
end

-- A new directory, and its end.
function shell.make_directory()
  return (assert(shell.line("mktemp -d"):match("^/.+"), "mktemp gives no directory"))
end

function shell.remove_directory(path)
  assert(shell.run("rm -r " .. shell.quote(path)))
end

-- Makes a directory before the specs of a file, and removes it behind them: with busted's functions. Returns a function
-- of a name that returns its path in the directory.
function shell.temporary(setup, teardown)
  local directory
  setup(function() directory = shell.make_directory() end)
  teardown(function() shell.remove_directory(directory) end)
  return function(name) return directory .. "/" .. name end
end

return shell
