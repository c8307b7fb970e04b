---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Meshes
--
-- A mesh is many triangles as one shape, such as a level. Its BVH is built once, so the time of a query depends only on
-- nearby triangles. Moving a mesh does not rebuild the BVH, and copies of a mesh share its triangles.
--
-- Casts and pairs treat a mesh as its surface. Their answers have the same bits as those of an array of its triangles,
-- and have the number of the triangle. Only `contains` takes the inside into account. Normals of hits face the start of
-- the ray, and `face` is "front" or "back" by the triangle's winding. Neighbouring triangles leave no gap: a ray at a
-- shared edge or corner hits one of them. `mesh:contact(shape)` equals `collide.contact(shape, mesh)`; likewise
-- `contact_all` and `distance`.
--
-- Memory is at most 100 bytes a triangle and 24 a vertex; a terrain of `heights` takes 20 bytes a triangle. The memory
-- comes from Lua's allocator but is not in `collectgarbage("count")`.

---@class collide
local collide = {}

---@class collide.Shape
local Shape = {}

---Many triangles in space as one shape. It prints as `mesh vertices=8 triangles=12 position=(0, 0, 5)`.
---The casts and pairs are its methods. It has the field `data`, as shapes have.
---@class collide.MeshShape: userdata
---@field data any nil until it is set
local Mesh = {}

---The triangles of a mesh, and its pose. The table that `collide.import` returns may be passed. There is no field
---`hollow`, because a mesh is always hollow.
---@class collide.MeshFields
---@field vertices number[]|collide.VectorLike[] flat or nested
---@field triangles integer[]|integer[][] three numbers of vertices, from 1 on, for each triangle, flat or nested; degenerate triangles remain, and can be hit
---@field weld? number the distance within which vertices count as one: a vertex moves to the first earlier vertex within this distance that has not moved itself. 0, or from 1e-70 to 1e70; 0
---@field position? collide.VectorLike as for a shape, like the rest of the pose
---@field rotation? collide.VectorLike
---@field scale? number|collide.VectorLike
---@field transform? number[]|collide.Transform
---@field layer? string|string[] a name for the options `ignore` and `only`, or an array of names
---@field one_way? collide.VectorLike as for a shape
---@field data? any any value of yours
---@field shape? string "mesh", so that a description may be passed
---@field materials? table ignored, like `triangle_materials`
---@field triangle_materials? table

---The options of `is_closed`.
---@class collide.ClosedOptions
---@field weld? number the distance within which vertices count as one: 0, or from 1e-70 to 1e70; 0

---A mesh of triangles, flat or nested.
---
---Models that are made by sine and cosine often have seams whose vertices differ by 1e-16. `weld = 1e-9` closes them.
---No vertex moves farther than `weld`, and triangles and vertices keep their numbers. The distance is in the mesh's own
---coordinates, before the pose. The time is in proportion to n log n of the vertices.
---
---Errors, which name the place: no triangle, or more than 2^27; the number of a vertex that does not exist; a
---coordinate that is not finite, or above 1e150; a count that is not a multiple of three; a `weld` that is negative; see
---`collide.Pose`.
---
---```lua
---local ramp = collide.mesh {
---  vertices = { { 0, 0, 0 }, { 4, 0, 0 }, { 4, 2, 4 }, { 0, 2, 4 } },
---  triangles = { { 1, 3, 2 }, { 1, 4, 3 } },
---}
---local hit = ramp:raycast({ 1, 5, 2 }, { 0, -1, 0 })
---print(ramp, ("%g"):format(hit.t), hit.triangle) --> mesh vertices=4 triangles=2	4	2
---```
---@param fields collide.MeshFields
---@return collide.MeshShape mesh with that pose
function collide.mesh(fields) end

---Terrain: heights in rows.
---@class collide.HeightsFields
---@field rows number[][] `rows[z][x]` is the height of the corner in column x and row z; all rows have the same number of heights, at least 2
---@field size? number|number[] the distance between corners, along x and z; `{sx, sz}` for two distances, `{sx, sy, sz}` for a factor of the heights too; 1
---@field origin? collide.VectorLike the position of the corner `rows[1][1]`, if its height is 0; it is the mesh's position; the zero vector
---@field layer? string|string[] a name for the options `ignore` and `only`, or an array of names
---@field one_way? collide.VectorLike as for a shape
---@field data? any any value of yours
---@field shape? string "heights", so that a description may be passed

---A terrain over a grid of heights, as a mesh with the methods of all meshes. Corner `rows[z][x]` is at
---`origin + ((x - 1) sx, rows[z][x] sy, (z - 1) sz)`. The cell between the corners `x, z` and `x + 1, z + 1` is cut along
---the diagonal between these two. The triangles face up.
---
---The triangles of cell `x, z` are `t` and `t + 1` with `t = 2 * ((z - 1) * (columns - 1) + x) - 1`. The first has the
---corner `x, z + 1`, the second `x + 1, z`. Conversely, triangle `t` is in cell `c = (t - 1) // 2`, counted from 0, at
---column `c % (columns - 1) + 1` and row `c // (columns - 1) + 1`.
---
---The time of casts and moves depends on the cells that they cross, not on the size of the terrain. 1000 x 1000 heights
---take 33 MB and are made in about 0.1 s. The rows are copied. To change heights, make another terrain; if only a part
---changes, divide the terrain into tiles, and make the changed tiles again.
---
---Errors, which name the row: fewer than 2 rows or columns, rows of different lengths, more than 2^26 cells; a height
---that is not a finite number; a size that is not above 0; a corner farther than 1e150.
---
---```lua
---local hills = collide.heights {
---  rows = { { 0, 0, 1 }, { 0, 2, 1 }, { 0, 0, 0 } },
---  size = 10,
---}
---local hit = hills:raycast({ 12, 9, 13 }, { 0, -1, 0 })
---print(hills, ("%g"):format(hit.point.y), hit.triangle) --> mesh vertices=9 triangles=8	1.4	7
---```
---@param fields collide.HeightsFields
---@return collide.MeshShape terrain
function collide.heights(fields) end

---The number of triangles, as `#mesh`.
---
---Errors: any argument.
---
---```lua
---local leaf = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } }
---print(leaf:count()) --> 1
---```
---@return integer count of triangles
function Mesh:count() end

---The corners of a triangle in the world.
---
---Errors: a number that no triangle has.
---
---```lua
---local leaf = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 }, position = { 0, 0, 5 } }
---print(leaf:triangle(1)) --> (0, 0, 5)	(1, 0, 5)	(0, 1, 5)
---```
---@param number integer from 1 on
---@return collide.Vector a the first corner
---@return collide.Vector b the second
---@return collide.Vector c the third
---@overload fun(self: collide.MeshShape, number: integer, form: "numbers"): ax: number, ay: number, az: number, bx: number, by: number, bz: number, cx: number, cy: number, cz: number
function Mesh:triangle(number) end

---The vertices of the mesh in the world, in order, including vertices that no triangle uses. With "numbers" the answer
---is one flat array, because a function cannot return so many separate values.
---
---Errors: any argument but the word "numbers".
---
---```lua
---local leaf = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 }, position = { 0, 0, 5 } }
---print(#leaf:points(), leaf:points()[2], leaf:points("numbers")[4]) --> 3	(1, 0, 5)	1
---```
---@return collide.Vector[] vertices in the world
---@overload fun(self: collide.MeshShape, form: "numbers"): flat: number[]
function Mesh:points() end

---The numbers of the triangles that a shape overlaps, in order.
---
---Miss: an empty array.
---
---Errors: an array, a point, a mesh or a shape of 2D.
---
---```lua
---local leaf = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } }
---print(#leaf:triangles_in(collide.sphere { radius = 1 })) --> 1
---```
---@param shape collide.ShapeLike of 3D
---@return integer[] numbers of triangles, from 1 on
function Mesh:triangles_in(shape) end

---Whether an even number of triangles meets at every edge, so that the mesh has an inside. Vertices at the same place
---count as one, and so do vertices that are at most `weld` apart, as in `mesh`. The mesh does not change. The first
---call, and each call with `weld`, takes time in proportion to n log n of the triangles.
---
---Miss: false, and the ends of an edge with an odd number of triangles.
---
---Errors: any other option; a `weld` that is neither 0 nor from 1e-70 to 1e70; too little memory.
---
---```lua
---local leaf = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } }
---print((leaf:is_closed())) --> false
---
---local nearly = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 1e-16, 0 }
---local model = collide.mesh { vertices = nearly, triangles = { 1, 3, 2, 1, 2, 4, 1, 4, 3, 5, 3, 4 } }
---print((model:is_closed()), model:is_closed { weld = 1e-9 }) --> false	true
---```
---@param options? collide.ClosedOptions
---@return boolean closed whether there is an inside
---@return collide.Vector? from one end of an edge with an odd number of triangles
---@return collide.Vector? to the other end
---@overload fun(self: collide.MeshShape, options: collide.ClosedOptions?, form: "numbers"): closed: boolean, x0: number?, y0: number?, z0: number?, x1: number?, y1: number?, z1: number?
---@overload fun(self: collide.MeshShape, form: "numbers"): closed: boolean, x0: number?, y0: number?, z0: number?, x1: number?, y1: number?, z1: number?
function Mesh:is_closed(options) end

Mesh.bounds = collide.bounds
Mesh.triangles = collide.triangles
Mesh.project = collide.project
Mesh.describe = collide.describe
Mesh.raycast = collide.raycast
Mesh.raycast_any = collide.raycast_any
Mesh.raycast_all = collide.raycast_all
Mesh.raycast_many = collide.raycast_many
Mesh.segmentcast_many = collide.segmentcast_many
Mesh.segmentcast = collide.segmentcast
Mesh.segmentcast_any = collide.segmentcast_any
Mesh.segmentcast_all = collide.segmentcast_all
Mesh.linecast = collide.linecast
Mesh.linecast_any = collide.linecast_any
Mesh.linecast_all = collide.linecast_all
Mesh.overlap = collide.overlap
-- `mesh:contact(shape)` is `collide.contact(shape, mesh)`.
Mesh.contact = collide.contact
-- `mesh:distance(shape)` is `collide.distance(shape, mesh)`.
Mesh.distance = collide.distance
Mesh.overlap_all = collide.overlap_all
-- `mesh:contact_all(shape)` is `collide.contact_all(shape, mesh)`.
Mesh.contact_all = collide.contact_all
Mesh.distance_all = collide.distance_all
Mesh.closest = collide.closest
Mesh.contains = collide.contains
Mesh.set_position = Shape.set_position
Mesh.set_rotation = Shape.set_rotation
Mesh.set_scale = Shape.set_scale
Mesh.set_transform = Shape.set_transform
Mesh.get_position = Shape.get_position
Mesh.get_rotation = Shape.get_rotation
Mesh.get_scale = Shape.get_scale
Mesh.translate = Shape.translate
Mesh.copy = Shape.copy
Mesh.set_layer = Shape.set_layer
Mesh.get_layer = Shape.get_layer
Mesh.get_layers = Shape.get_layers
Mesh.set_one_way = Shape.set_one_way
Mesh.get_one_way = Shape.get_one_way
