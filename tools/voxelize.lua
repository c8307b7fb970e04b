-- SPDX-License-Identifier: MIT
--
-- LUA tools/voxelize.lua DIRECTORY ...: collide-voxelize as it is in the tree, on the modules in
-- DIRECTORY.
local root = (arg[0]:match("^(.*)[/\\]") or ".") .. "/.."
local directory = table.remove(arg, 1)
package.cpath = directory .. "/?.so;" .. package.cpath

-- Packages put all of these side by side.
for name, folder in pairs({ voxelize = "src/tool", preview = "src/tool", console = "examples/lib",
  picture = "examples/lib" }) do
  package.preload["collide.tool." .. name] = assert(loadfile(("%s/%s/%s.lua"):format(root, folder, name)))
end

dofile(root .. "/bin/collide-voxelize")
