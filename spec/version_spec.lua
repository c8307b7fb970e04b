-- SPDX-License-Identifier: MIT
--
-- The error if a Lua loads a module that was built for another, for all existing builds.
local files = require("spec.support.files")

local own = rawget(_G, "jit") and "5.1" or _VERSION:match("5%.%d")
local elf = package.config:sub(1, 1) == "/" and files.exists("/proc/self/exe")

describe("the module of another Lua", function()
  for _, name in ipairs { "lua5.1", "lua5.2", "lua5.3", "lua5.4", "luajit" } do
    local version = name:match("5%.%d") or "5.1"
    local path = ("build/%s/collide.so"):format(name)
    if elf and version ~= own and files.exists(path) then
      it("says for which Lua it was built: " .. name, function()
        local open = assert(package.loadlib(path, "luaopen_collide"))
        local ok, message = pcall(open, "collide")
        assert.is_false(ok)
        assert.matches("this collide was built for Lua " .. version, message, 1, true)
        assert.matches(rawget(_G, "jit") and "LuaJIT loads it" or "Lua " .. own, message, 1, true)
        assert.matches("LUA=", message, 1, true)
      end)
    end
  end
end)
