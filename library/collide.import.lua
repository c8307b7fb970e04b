---@meta collide.import
-- SPDX-License-Identifier: MIT

---Models in the formats that Assimp reads. A module of its own: `luarocks install
---collide-import`, or `make import` where Assimp's headers are.
---@class collide.ImportModule
local import = {}

---@class collide.ImportedMaterial
---@field name? string
---@field color integer[] red, green, blue and alpha, from 0 to 255: a color of a `collide.Palette`

---Triangles as they stand in the world. Places that are equal are one vertex, and there is none
---that no triangle has.
---@class collide.ImportedMesh
---@field vertices number[] x, y, z of each
---@field triangles integer[] three vertices of each, from 1; counterclockwise, seen from outside
---@field triangle_materials integer[] of each triangle the material, from 1
---@field materials collide.ImportedMaterial[]

---Reads OBJ, STL, PLY, glTF, FBX, COLLADA and whatever else Assimp knows. The transforms of the
---model's nodes are applied, polygons cut into triangles, points and lines left out. With
---`up = "z"` a model whose z axis points up is turned so that y does: (x, y, z) comes to (x, z, -y).
---
---Errors: a file that cannot be read, is empty, broken, in no known format, or without a triangle;
---a vertex that is not finite. The message names the file.
---
---```lua
---local mesh = require("collide.import").load("bunny.ply")
---```
---@param path string
---@param options? { up?: "y"|"z" }
---@return collide.ImportedMesh
function import.load(path, options) end

return import
