---@meta collide.import
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # collide.import
--
-- This module loads models in the formats that Assimp reads. It is separate, so that `collide` itself needs no library.
-- Install it by `luarocks install collide-import`, or by `make import` if Assimp's headers are installed.

---@class collide.ImportModule
local import = {}

---The material of a triangle.
---@class collide.ImportedMaterial
---@field name? string its name in the file
---@field color integer[] red, green, blue and alpha, from 0 to 255: a color of a `collide.Palette`

---Triangles in the world: a `collide.Mesh`. Equal points are one vertex, and each vertex belongs to a triangle.
---@class collide.ImportedMesh: collide.Mesh
---@field vertices number[] x, y and z of each vertex
---@field triangles integer[] the three vertices of each triangle, numbered from 1; counterclockwise, seen from outside
---@field triangle_materials integer[] the material of each triangle, numbered from 1
---@field materials collide.ImportedMaterial[] the materials of the triangles

---How to read a model.
---@class collide.ImportOptions
---@field up? "y"|"z" the axis of the file that points up. With `"z"` the model is rotated so that y points up: (x, y, z) becomes (x, z, -y)

---Reads OBJ, STL, PLY, glTF, FBX, COLLADA and all other formats of Assimp. It applies the transforms of the model's
---nodes, cuts polygons into triangles, and skips points and lines. In an ASCII PLY a vertex or face may span several
---lines, and a line may hold several vertices or faces.
---
---Errors: a file that cannot be read, is empty, damaged, of unknown format, or without a triangle; a vertex that is not
---finite; an ASCII PLY with more or fewer values than its header says. The message names the file. (Some damaged files crash Assimp itself: load files that you do not trust in a
---separate process.)
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
