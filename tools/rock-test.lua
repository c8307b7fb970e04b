-- SPDX-License-Identifier: MIT
--
-- `luarocks test`: the specs on the module that `luarocks make` has installed, in the Lua that
-- LuaRocks is for. Arguments are for busted: `luarocks test -- spec/cells_spec.lua`. Rocks are
-- looked for where Lua looks (so say `luarocks path` for a tree of your own), then where
-- LuaRocks has its trees. COLLIDE_MODULE names a module that lies elsewhere.
local on_windows = package.config:sub(1, 1) == "\\"
local version = _VERSION:match("%d+%.%d+")

local function quote(text)
  if on_windows then return '"' .. text .. '"' end
  return "'" .. text:gsub("'", "'\\''") .. "'"
end

-- The file that a path has for a module.
local function find(name, path)
  for template in path:gmatch("[^;]+") do
    local candidate = template:gsub("%?", (name:gsub("%.", on_windows and "\\" or "/")))
    local file = io.open(candidate, "rb")
    if file then
      file:close()
      return candidate
    end
  end
end

local function path_of_rocks(option)
  local pipe = io.popen(("luarocks --lua-version %s path %s"):format(version, option))
  local path = pipe and pipe:read("*l") or ""
  if pipe then pipe:close() end
  return path
end

if not (find("collide", package.cpath) and find("busted.runner", package.path)) then
  package.path = package.path .. ";" .. path_of_rocks("--lr-path")
  package.cpath = package.cpath .. ";" .. path_of_rocks("--lr-cpath")
end
local module = os.getenv("COLLIDE_MODULE") or find("collide", package.cpath)
if not module then
  io.stderr:write("rock-test: no module collide; try luarocks make\n")
  os.exit(1)
elseif not find("busted.runner", package.path) then
  io.stderr:write("rock-test: no busted; try luarocks install busted\n")
  os.exit(1)
end

-- By a Lua of its own, for what specs start looks at the environment.
local lowest = 0
while arg[lowest - 1] do lowest = lowest - 1 end
local words = { quote(arg[lowest]), "tools/busted.lua", quote((module:gsub("[/\\][^/\\]+$", ""))) }
for _, argument in ipairs(arg) do words[#words + 1] = quote(argument) end
if not arg[1] then words[#words + 1] = "spec" end
if on_windows then
  -- These start programs of a Unix.
  for _, name in ipairs({ "examples", "import", "love", "models", "reference", "tiled", "vox", "voxelize_tool" }) do
    words[#words + 1] = quote("--exclude-pattern=^" .. name .. "_")
  end
end

local set = on_windows and 'set "%s=%s"&& ' or "%s=%s "
local value = on_windows and function(text) return text end or quote
local command = set:format("LUA_PATH", value(package.path)) .. set:format("LUA_CPATH", value(package.cpath))
local status = os.execute(command .. table.concat(words, " "))
os.exit((status == true or status == 0) and 0 or 1)
