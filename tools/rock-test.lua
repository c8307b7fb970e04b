-- SPDX-License-Identifier: MIT
--
-- `luarocks test`: LuaRocks builds the rock of this tree below build/, and the specs run on it in the Lua of LuaRocks.
-- Arguments go to busted: `luarocks test -- spec/cells_spec.lua`. busted may be LuaRocks's or the system's, and is
-- installed if there is none. A dependency in the rockspec would install it even if the system has it. COLLIDE_MODULE
-- names a module that is already built.
local on_windows = package.config:sub(1, 1) == "\\"
local version = _VERSION:match("%d+%.%d+")
local luarocks = "luarocks --lua-version " .. version

local function quote(text)
  if on_windows then return '"' .. text .. '"' end
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

local function run(command)
  local status = os.execute(command)
  return status == true or status == 0
end

local function fail(message)
  io.stderr:write("rock-test: ", message, "\n")
  os.exit(1)
end

-- Whether a search path finds a module.
local function has(name, path)
  for template in path:gmatch("[^;]+") do
    local file = io.open((template:gsub("%?", (name:gsub("%.", on_windows and "\\" or "/")))), "rb")
    if file then
      file:close()
      return true
    end
  end
  return false
end

-- The trees of LuaRocks, after Lua's own search path.
local function add_rocks()
  for _, key in ipairs({ "path", "cpath" }) do
    local pipe = io.popen(luarocks .. " path --lr-" .. key)
    package[key] = package[key] .. ";" .. (pipe and pipe:read("*l") or "")
    if pipe then pipe:close() end
  end
end

local module = os.getenv("COLLIDE_MODULE")
if not module then
  local tree = "build/rock-test/" .. version
  if not run(luarocks .. " --tree " .. tree .. " make collide-scm-1.rockspec") then fail("luarocks make fails") end
  module = ("%s/lib/lua/%s/collide.%s"):format(tree, version, on_windows and "dll" or "so")
end

if not has("busted.runner", package.path) then add_rocks() end
if not has("busted.runner", package.path) then
  if not run(luarocks .. " install busted") then fail("no busted, and luarocks install busted fails") end
  add_rocks()
end

local lowest = 0
while arg[lowest - 1] do lowest = lowest - 1 end
local directory = module:match("^(.*)[/\\][^/\\]+$")
local words = { quote(arg[lowest]), "tools/busted.lua", quote(directory) }
for _, argument in ipairs(arg) do words[#words + 1] = quote(argument) end
if not arg[1] then words[#words + 1] = "spec" end
if on_windows then
  -- These specs run Unix commands.
  for _, name in ipairs({
    "demo", "examples", "import", "love", "models", "pages", "reference", "tiled", "vox", "voxelize_tool",
  }) do
    words[#words + 1] = quote("--exclude-pattern=^" .. name .. "_")
  end
end

-- In a separate Lua, because programs that specs start find the module through the environment.
if not directory:match("^[/\\]") and not directory:match("^%a:") then
  local pipe = io.popen(on_windows and "cd" or "pwd")
  directory = pipe:read("*l") .. "/" .. directory
  pipe:close()
end
local cpath = directory .. (on_windows and "/?.dll;" or "/?.so;") .. package.cpath
local set = on_windows and 'set "%s=%s"&& ' or "%s=%s "
local value = on_windows and function(text) return text end or quote
local command = set:format("LUA_PATH", value(package.path)) .. set:format("LUA_CPATH", value(cpath))
os.exit(run(command .. table.concat(words, " ")) and 0 or 1)
