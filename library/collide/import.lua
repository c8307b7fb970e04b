---@meta collide.import
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # collide.import
--
-- Loads models in the formats that Assimp reads. It is a separate module, so that `collide` needs
-- no library: `luarocks install collide-import`, or `make import` where Assimp's
-- headers are.

---@class collide.ImportModule
local import = {}

---The material of a triangle.
---@class collide.ImportedMaterial
---@field name? string as the file names it
---@field color integer[] red, green, blue and alpha, from 0 to 255: a color of a `collide.Palette`

---Triangles as they stand in the world: a `collide.Mesh`. Places that are equal are one
---vertex, and there is none that no triangle has.
---@class collide.ImportedMesh: collide.Mesh
---@field vertices number[] x, y, z of each
---@field triangles integer[] three vertices of each, from 1; counterclockwise, seen from outside
---@field triangle_materials integer[] of each triangle the material, from 1
---@field materials collide.ImportedMaterial[] those that a triangle has

---How to read a model.
---@class collide.ImportOptions
---@field up? "y"|"z" which axis of the file points up; with `"z"` the model is turned so that y does, and (x, y, z) comes to (x, z, -y)

---Reads OBJ, STL, PLY, glTF, FBX, COLLADA and whatever else Assimp knows. The transforms of the
---model's nodes are applied, polygons cut into triangles, points and lines left out.
---
---Errors: a file that cannot be read, is empty, broken, in no known format, or without a triangle;
---a vertex that is not finite. The message names the file. (Assimp itself does not survive every
---damaged file of every format: load files from strangers in a separate process.)
---
---```lua
---local path = os.tmpname() .. ".obj"
---local file = assert(io.open(path, "w"))
---file:write("v 0 0 0\nv 4 0 0\nv 4 3 0\nv 0 3 0\nf 1 2 3 4\n")
---file:close()
---
---local mesh = require("collide.import").load(path)
---print(#mesh.vertices / 3, #mesh.triangles / 3, #mesh.materials) --> 4	2	1
---print(collide.voxelize(mesh, { rule = "open" })) --> grid 3D size=1 cells=12
---os.remove(path)
---```
---@param path string its ending decides the format
---@param options? collide.ImportOptions
---@return collide.ImportedMesh mesh ready for `collide.voxelize`
function import.load(path, options) end

return import
