---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Triangles
--
-- These functions are for triangles only: winding, edges and normals, and tests of a triangle with a point, a rect or a
-- box, by two methods of an article: edge functions (PEF) and separating axes (SAT). `overlap` gives the same answers
-- for any two shapes, by the fastest method.

---@class collide
local collide = {}

---@class collide.Triangle
local Triangle = {}

---The winding of a 2D triangle in the world, exactly: 1 if it is counterclockwise with y up (clockwise on a screen with
---y down), -1 if it is clockwise, 0 if its corners are on one line.
---
---Errors: a shape that is no 2D triangle.
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
---Miss: nil if the points lie exactly on one line.
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

---The unit normals of a 2D triangle's edges in the world. They point out of the triangle, for either winding.
---
---In numbers, when the last argument is the word `"numbers"`: the components of all three.
---
---Miss: nil if the corners lie exactly on one line, because the triangle then has no inside.
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

---The region of a point. The lines through a 2D triangle's sides cut the plane into seven regions. The number is a sum:
---4, 2 and 1 if the point is on the inner side of ab, bc and ca, or on the line itself. So 7 is inside or on the
---border. 3, 5 and 6 are beyond one side: ab, bc or ca. 1, 2 and 4 are beyond one corner: b, a or c. The answer is
---exact, for either winding.
---
---A triangle whose corners lie on one line has no inner side, and counts as clockwise. A point on it is in region 7.
---Another point on that line is beyond the nearest corner.
---
---Errors: any other shape.
---
---Source: Redpoll's 60, 2-23 「衝突判定 10 (円盤 vs 三角形)」 ("Collision 10: disk against triangle"; its example is
---`examples/articles/disk_and_triangle.lua`), which takes only clockwise triangles, and decides by rounded products.
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

---Whether a 2D triangle and a rect without rotation have a common point. The answer is exact for any triangle, and
---equals that of `overlap`, which calls the same function.
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

---Whether a 2D triangle and a rect without rotation have a common point, by separating axes: the normals of the rect's
---sides and of the triangle's edges, five in all. The answer is exact for any triangle, so it
---equals that of `triangle_rect_pef`.
---
---Miss: false.
---
---Errors: other shapes; a rect that is rotated.
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

---Whether a 3D triangle and a box without rotation have a common point. The answer is exact for any triangle, and
---equals that of `overlap`, which calls the same function.
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

---Whether a 3D triangle and a box without rotation have a common point, by separating axes: the normals of the box's
---faces, the normal of the triangle, and the cross products of their edges, thirteen in all. The answer is exact for
---any triangle, so it equals that of `triangle_box_pef`.
---
---Miss: false.
---
---Errors: other shapes; a box that is rotated or mirrored.
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
