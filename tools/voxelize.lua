-- SPDX-License-Identifier: MIT
--
-- LUA tools/voxelize.lua DIRECTORY ...: collide-voxelize as it is in the tree, on the modules in
-- DIRECTORY.
local root = (arg[0]:match("^(.*)[/\\]") or ".") .. "/.."
local directory = table.remove(arg, 1)
package.cpath = directory .. "/?.so;" .. package.cpath
package.path = root .. "/lua/?.lua;" .. package.path

-- Packages put these beside the tool, as they do for the examples here.
for _, name in ipairs({ "console", "picture" }) do
  package.preload["collide.tool." .. name] = assert(loadfile(root .. "/examples/lib/" .. name .. ".lua"))
end

dofile(root .. "/bin/collide-voxelize")
