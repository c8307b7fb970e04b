-- SPDX-License-Identifier: MIT
--
-- What `require "collide"` finds in a game of LÖVE's that has this folder. The library itself is a
-- file that only the system can load, from a real directory: never from inside a .love, and here
-- never from the save directory, where LÖVE itself would look first.
local name = ...

local system = jit and jit.os or package.config:sub(1, 1) == "\\" and "Windows" or "Linux"
-- One folder serves all systems, so the library for Linux on ARM has a name of its own.
local files = ({ Windows = { "collide.dll" }, OSX = { "collide.dylib", "collide.so" } })[system]
  or jit and jit.arch == "arm64" and { "collide-arm64.so", "collide.so" }
  or { "collide.so" }

-- The directories in which it may be, the game's own first.
local function places()
  local folder = "/" .. name:gsub("%.init$", ""):gsub("%.", "/")
  if not love then -- a test of the game's, run by LuaJIT alone
    return { (debug.getinfo(1, "S").source:match("^@(.*)[/\\]") or ".") }
  end
  local source, base = love.filesystem.getSource(), love.filesystem.getSourceBaseDirectory()
  local list = { base .. folder, base }
  if not source:match("%.love$") and not love.filesystem.isFused() then
    table.insert(list, 1, source .. folder) -- a game that is a directory
  elseif system == "OSX" then
    list[#list + 1] = base .. "/../Frameworks" -- base is Game.app/Contents/Resources
  end
  return list
end

-- Lua asks Windows in the letters of its code page, LÖVE's paths are UTF-8: "Jörg" would not be
-- found. What has been loaded by its wide name is found by its short one after that.
local function load_wide(path)
  local ffi = require("ffi")
  pcall(ffi.cdef, [[
    int __stdcall MultiByteToWideChar(unsigned page, unsigned long flags, const char *from, int size,
      wchar_t *to, int room);
    void *__stdcall LoadLibraryW(const wchar_t *path);
  ]])
  local utf8, room = 65001, 32768
  local wide = ffi.new("wchar_t[?]", room)
  return ffi.C.MultiByteToWideChar(utf8, 0, path, -1, wide, room) > 0 and ffi.C.LoadLibraryW(wide) ~= nil
end

local function open(directory, file)
  local path = directory .. "/" .. file
  if system == "Windows" and jit and path:find("[\128-\255]") and load_wide(path) then
    path = file
  end
  return package.loadlib(path, "luaopen_collide")
end

local tried = {}
for _, directory in ipairs(places()) do
  for _, file in ipairs(files) do
    local load, message = open(directory, file)
    if load then
      return load("collide")
    end
    tried[#tried + 1] = "  " .. directory .. "/" .. file .. ": " .. message:gsub("%s+$", "")
  end
end
error("collide's library was not found, or does not load. A packed game has it beside the .love or the\n"
  .. "program, since nothing loads from inside a .love. Tried:\n" .. table.concat(tried, "\n"), 0)
