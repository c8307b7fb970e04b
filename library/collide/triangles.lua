---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Triangles
--
-- Functions for triangles only: winding, edges and normals, and tests from articles by their names, for a
-- triangle and a point, a rect or a box. `overlap` answers the same for any two shapes, by the faster
-- test.

---@class collide
local collide = {}

---@class collide.Triangle
local Triangle = {}

---The winding of a 2D triangle, in the world, exactly: 1 if it is counterclockwise where y is up
---(clockwise on the screen, where y is down), -1 if it is clockwise, 0 if its corners are in one line.
---
---Errors: another shape than a 2D triangle.
---
---```lua
---print(collide.triangle({ 0, 0, 4, 0, 0, 3 }):winding()) --> 1
---print(collide.triangle({ points = { 0, 0, 4, 0, 0, 3 }, scale = { -1, 1 } }):winding()) --> -1
---```
---@param triangle collide.ShapeLike
---@return integer winding 1, -1 or 0
function collide.winding(triangle) end

---A 3D triangle's unit normal `(b - a) x (c - a)`, by its winding, in the world.
---
---In numbers, `x, y, z`, when the last argument is the word `"numbers"`.
---
---Miss: nil when the points lie on one line, exactly.
---
---Errors: any other shape.
---
---```lua
---local floor = collide.triangle { { 0, 0, 0 }, { 0, 0, 1 }, { 1, 0, 0 } }
---print(floor:normal()) --> (0, 1, 0)
---```
---@param triangle collide.ShapeLike
---@return collide.Vector? normal of unit length
---@overload fun(triangle: collide.ShapeLike, form: "numbers"): x: number?, y: number?, z: number?
function collide.normal(triangle) end

---A triangle's edges in the world, from each point to the next.
---
---In numbers, when the last argument is the word `"numbers"`: the components of all three, 6 or 9.
---
---Errors: any other shape.
---
---```lua
---print(collide.triangle({ { 0, 0 }, { 4, 3 }, { 8, 0 } }):edges()) --> (4, 3)	(4, -3)	(-8, 0)
---```
---@param triangle collide.ShapeLike
---@return collide.Vector ab b - a
---@return collide.Vector bc c - b
---@return collide.Vector ca a - c
---@overload fun(triangle: collide.ShapeLike, form: "numbers"): n1: number, n2: number, n3: number, n4: number, n5: number, n6: number, n7: number?, n8: number?, n9: number?
function collide.edges(triangle) end

---The unit normals of a 2D triangle's edges, in the world, pointing out of it whatever
---its winding.
---
---In numbers, when the last argument is the word `"numbers"`: the components of all three.
---
---Miss: nil when the corners lie on one line, exactly, for then there is no inside to
---point out of.
---
---Errors: any other shape.
---
---```lua
---print(collide.triangle({ { 0, 0 }, { 4, 3 }, { 8, 0 } }):edge_normals()) --> (-0.6, 0.8)	(0.6, 0.8)	(0, -1)
---```
---@param triangle collide.ShapeLike
---@return collide.Vector? ab of unit length, away from c
---@return collide.Vector? bc away from a
---@return collide.Vector? ca away from b
---@overload fun(triangle: collide.ShapeLike, form: "numbers"): abx: number?, aby: number?, bcx: number?, bcy: number?, cax: number?, cay: number?
function collide.edge_normals(triangle) end

---The region of a point. The lines through a 2D triangle's sides cut the plane into seven regions. The number is the
---sum of 4, 2 and 1 for being on the inner side of ab, bc and ca, or
---on the line itself. So 7 is inside or on the border; 3, 5 and 6 are beyond one side,
---ab, bc or ca; 1, 2 and 4 beyond one corner, b, a or c. Exact, for either winding.
---
---A triangle collapsed to a segment or a point has no inner side: it counts as
---clockwise, a point on it is in 7, and one in line with it but not on it beyond the
---corner that is nearest.
---
---Errors: any other shape.
---
---Source: Redpoll's 60, 2-23 「衝突判定 10 (円盤 vs 三角形)」 ("Collision 10: disk against triangle"; its
---example is `examples/articles/disk_and_triangle.lua`), which takes clockwise triangles alone,
---and decides by rounded products.
---
---```lua
---local roof = collide.triangle { { 0, 0 }, { 4, 3 }, { 8, 0 } }
---print(roof:triangle_region { 4, 1 }) --> 7
---print(roof:triangle_region(0, 4), roof:triangle_region(4, 9)) --> 3	1
---```
---@param triangle collide.ShapeLike
---@param point collide.VectorLike
---@return integer region 1 to 7
---@overload fun(triangle: collide.ShapeLike, x: number, y: number): region: integer
function collide.triangle_region(triangle, point) end

---Whether a 2D triangle and a rect without rotation have a point in common, by the
---triangle's edge functions: the rect's corner that is foremost along the inward normal
---of each edge has to be on the inner side of it, and the bounds have to meet. Exact,
---and equal to `overlap`, which uses this too.
---
---Miss: false.
---
---Errors: other shapes; a rect that is rotated.
---
---Source: the 2D half of Schwarz and Seidel (2010), "Fast Parallel Surface and Solid
---Voxelization on GPUs".
---
---```lua
---local roof = collide.triangle { { 0, 0 }, { 4, 3 }, { 8, 0 } }
---local tile = collide.rect { min = { 0, 3 }, max = { 4, 6 } }
---print(collide.triangle_rect_pef(roof, tile)) --> true
---```
---@param triangle collide.ShapeLike
---@param rect collide.ShapeLike
---@return boolean overlap touching counts
function collide.triangle_rect_pef(triangle, rect) end

---The same by separating axes: the rect's two and the normals of the triangle's edges.
---Exact, and equal to `overlap`.
---
---Miss: false.
---
---Errors: as `triangle_rect_pef`.
---
---Source: Gottschalk, Lin and Manocha (1996), "OBBTree".
---
---```lua
---local roof = collide.triangle { { 0, 0 }, { 4, 3 }, { 8, 0 } }
---local tile = collide.rect { min = { 0, 3 }, max = { 3, 6 } }
---print(collide.triangle_rect_sat(roof, tile)) --> false
---```
---@param triangle collide.ShapeLike
---@param rect collide.ShapeLike
---@return boolean overlap touching counts
function collide.triangle_rect_sat(triangle, rect) end

---Whether a 3D triangle and a box without rotation have a point in common: their bounds
---meet, the box is on both sides of the triangle's plane, and in the three projections along
---the axes it reaches the inner side of every edge. Exact, for any triangle, and equal to
---`overlap`, which uses this.
---
---Miss: false.
---
---Errors: other shapes; a box that is rotated or mirrored.
---
---Source: Schwarz and Seidel (2010), "Fast Parallel Surface and Solid Voxelization on GPUs"; by "Collision
---detection between a polygon (triangle) and a voxel (AABB)", whose example is
---`examples/articles/triangle_and_voxel.lua`.
---
---```lua
---local sail = collide.triangle { { 0, 0, 0 }, { 3, 0, 0 }, { 0, 3, 0 } }
---local cell = collide.box { min = { 1, 2, 0 }, max = { 2, 3, 1 } }
---print(collide.triangle_box_pef(sail, cell)) --> true
---```
---@param triangle collide.ShapeLike
---@param box collide.ShapeLike
---@return boolean overlap touching counts
function collide.triangle_box_pef(triangle, box) end

---The same by the 13 separating axes: the box's three, the triangle's normal, and the nine
---across an edge of each. Exact, and equal to `overlap`.
---
---Miss: false.
---
---Errors: as `triangle_box_pef`.
---
---Source: Gottschalk, Lin and Manocha (1996), "OBBTree"; the example of the article is
---`examples/articles/triangle_and_voxel.lua`.
---
---```lua
---local sail = collide.triangle { { 0, 0, 0 }, { 3, 0, 0 }, { 0, 3, 0 } }
---local cell = collide.box { min = { 2, 2, 0 }, max = { 3, 3, 1 } }
---print(collide.triangle_box_sat(sail, cell)) --> false
---```
---@param triangle collide.ShapeLike
---@param box collide.ShapeLike
---@return boolean overlap touching counts
function collide.triangle_box_sat(triangle, box) end

Triangle.winding = collide.winding
Triangle.normal = collide.normal
Triangle.edges = collide.edges
Triangle.edge_normals = collide.edge_normals
Triangle.triangle_region = collide.triangle_region
Triangle.triangle_rect_pef = collide.triangle_rect_pef
Triangle.triangle_rect_sat = collide.triangle_rect_sat
Triangle.triangle_box_pef = collide.triangle_box_pef
Triangle.triangle_box_sat = collide.triangle_box_sat
