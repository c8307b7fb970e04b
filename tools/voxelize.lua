-- SPDX-License-Identifier: MIT
--
-- LUA tools/voxelize.lua DIRECTORY ...: runs collide-voxelize from the tree, with the modules in DIRECTORY.
local root = (arg[0]:match("^(.*)[/\\]") or ".") .. "/.."
local directory = table.remove(arg, 1)

for name, file in pairs({ collide = "collide", ["collide.import"] = "collide/import" }) do
  package.preload[name] = function(...)
    return assert(package.loadlib(("%s/%s.so"):format(directory, file), "luaopen_" .. name:gsub("%.", "_")))(...)
  end
end

arg[0] = root .. "/bin/collide-voxelize" -- luacheck: ignore 122
dofile(arg[0])
