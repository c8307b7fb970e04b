---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Shapecasts
--
-- A shapecast finds the time of impact of a shape that moves without turning. Every shape can move against every shape,
-- grid, mesh, group, world, and array of these, in the plane and in space.
-- They are methods of the target: `collide.shapecast(floor, ball, ...)` is `floor:shapecast(ball, ...)`.
--
-- The shape is at its own position at `t = 0`, and has moved by the whole displacement at `t = 1`. Sets are closed, and
-- `hollow` makes no difference: a box that stands on a floor and is cast along it meets it at `t = 0`. Members that
-- overlap at the start are hit at `t = 0`; `inside` says whether the two penetrate, with a `depth` above 0. A
-- displacement of zero finds what the shape meets at its position.
--
-- **`touching="skip"`** is the question of movement: only members that the shape would penetrate block it. There is a
-- hit if the two penetrate at some `0 <= t <= 1`, and `t` is the infimum of these times. So members that a shape stands
-- on, slides along, leaves, or only touches at the end do not stop it. A member that it penetrates at the start is hit at
-- `t = 0` if the displacement goes against the normal of their contact. Otherwise that member is skipped.
--
-- Whether there is a hit is exact, and so is whether `t` is 0 or 1. (Two curved solids are decided within the tolerance
-- of [pairs](pairs.md) if one of them is a cylinder, a cone, or round and unevenly scaled.) In the plane `t` and `t_exit`
-- are within 0.51 units in their last place, or one unit if that keeps them off 0 or 1. The normal is within 2^-49, and
-- the point within 2^-49 of the largest of coordinates, radii and displacement. If the two overlap at the start, normal,
-- depth and point are those of `contact`. If they only touch there and the shape comes closer, the normal is that of a
-- later hit. Of several valid normals, as at corners, that of the target comes first, then that of the first face: for a
-- rect or box that of the first axis, as in casts.
--
-- The position at `t` is rounded, so a shape that is set there may overlap the obstacle: in the plane by up to 2^-50 of
-- the largest coordinate, in space by 2^-48, and by 2^-30 for a cylinder or cone. To move to a free position, as a camera
-- behind a player does, call `move` with `respond = "stop"`.
--
-- **A grid** is the union of its cells that are not empty, as closed boxes, without the seams between them: a cell's
-- normal has no component across a face that another cell covers. Only cells along the sweep are visited, and empty
-- blocks are crossed in one step.
--
-- **A mesh** answers like its triangles, with the same `t`; `triangle` is the number of the one that is hit. At an edge or
-- corner from which the mesh continues flat or hollow, on the side that is hit, the normal is that of a face, or of an
-- edge where the mesh does bend away. So seams stop nothing. Triangles are adjacent if they have two corners at the same
-- places.
--
-- **A group** that moves hits what any of its parts hits; `mover_part` is the number of the part. `..._all` then returns
-- the hits of each part.
--
-- **In numbers** the answer is `t, nx, ny, t_exit, px, py, index, value, cx, cy, part, number`; in space `t, nx, ny,
-- nz, t_exit, px, py, pz, index, value, cx, cy, cz, part, number`, with `triangle, nil, nil, nil` of a mesh in place of
-- the value and the cell. What does not apply is nil. `..._all` gives one flat array, of eleven values a hit, `t, nx, ny, t_exit, px,
-- py, index, part, value, cx, cy`, and in space of 17, `t, nx, ny, nz, t_exit, px, py, pz, index, part, triangle, 0, 0,
-- value, cx, cy, cz`, as casts do. How many hits one call returns, and what an error
-- does to `into`, is as of [casts](casts.md).

---@class collide
local collide = {}

---@class collide.Shape
local Shape = {}

---@class collide.Grid
local Grid = {}

---@class collide.Mesh
local Mesh = {}

---The hit of a shapecast, in tables. It prints as a hit does.
---@class collide.SweepHit
---@field t number from 0 to 1
---@field t_exit number where the two would separate again; `math.huge` if they never do, or if the displacement is zero
---@field point collide.Vector where they touch at `t`; if sides lie along each other, the middle of the common part; if `inside`, a point of both
---@field normal collide.Vector of unit length, out of the target
---@field inside boolean the two penetrate at the start
---@field depth? number if `inside`: moving the shape by `normal * depth` separates the two
---@field face? collide.Face|integer which side of the target, where a side is met and not a corner
---@field index? integer which of an array of targets
---@field shape? collide.ShapeLike|collide.Grid|collide.Mesh|collide.GroupLike that very shape, table, grid, mesh or group
---@field part? integer of a group: which of its parts
---@field mover_part? integer of a group that moves: which of its parts met this
---@field triangle? integer of a mesh: the number of the triangle; of equally near ones the lowest
---@field cell? collide.Cell of a grid: which cell; of equally near ones the lowest, by z, then y, then x
---@field value? integer the value of `cell`

---The options of a shapecast.
---@class collide.SweepOptions: collide.Selection
---@field inside? "skip" skips members that overlap at the start; with `touching="skip"`, members that the shape penetrates at the start
---@field touching? "skip" counts only members that the shape would penetrate, not members that it touches
---@field into? table to fill and return instead of a new one, as of `raycast`
---@field limit? integer of `..._all` alone: from 1 to 2^26, the largest number of hits, the first ones; without it, more than 2^18 are an error

---The first hit of a moving shape, its time of impact: the least `t` with `0 <= t <= 1`. Of equally near targets the
---first is taken.
---
---Miss: nil.
---
---Errors: a shape that is a grid, a mesh, an array or a group with a mesh; a shape and a target of different dimensions;
---unknown options.
---
---Source: a ray against the Minkowski difference of the two. In the plane its edges are those of both in the
---order of their directions (de Berg et al., "Computational Geometry"). Yes or no is the sign of a
---polynomial, evaluated in doubles with a bound on its error and, if that is not enough, again in
---exact arithmetic. Grids, meshes and worlds are traversed by a thick ray.
---
---```lua
---local floor = collide.rect { min = { 0, -1 }, max = { 10, 0 } }
---local crate = collide.rect { half = { 1, 1 }, position = { 2, 5 } }
---print(floor:shapecast(crate, { 0, -8 })) --> hit t=0.5 point=(2, 0) normal=(0, 1) face=+y
---print(floor:shapecast(crate, 0, -8)) --> 0.5	0	1	0.875	2	0	nil
---
---crate:set_position(2, 1)
---print(floor:shapecast(crate, { 3, 0 }).t) --> 0
---print(floor:shapecast(crate, { 3, 0 }, { touching = "skip" })) --> nil
---
---local ball = collide.circle { radius = 1, position = { 9, 1 } }
---local hit = collide.shapecast({ floor, ball }, crate, { 8, 0 }, { touching = "skip" })
---print(hit.index, hit.t, hit.normal) --> 2	0.625	(-1, 0)
---
---local blocks = collide.grid {}
---blocks:fill(-8, -1, -8, 8, -1, 8, 3)
---local player = collide.box { half = { 0.25, 0.75, 0.25 }, position = { 0, 2.75, 0 } }
---print(blocks:shapecast(player, { 0, -4, 0 }, { touching = "skip" }).t) --> 0.5
---```
---@param target collide.Target the obstacles
---@param shape collide.ShapeLike|collide.GroupLike the moving shape
---@param displacement collide.VectorLike the displacement; may be zero
---@param options? collide.SweepOptions
---@return collide.SweepHit? hit the nearest
---@overload fun(target: collide.Target, shape: collide.ShapeLike|collide.GroupLike, dx: number, dy: number, options?: collide.SweepOptions): t: number?, nx: number?, ny: number?, t_exit: number?, px: number?, py: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(target: collide.Target, shape: collide.ShapeLike|collide.GroupLike, dx: number, dy: number, dz: number, options?: collide.SweepOptions): t: number?, nx: number?, ny: number?, nz: number?, t_exit: number?, px: number?, py: number?, pz: number?, index: integer?, value_or_triangle: integer?, cx: integer?, cy: integer?, cz: integer?, part: integer?, number: integer?
function collide.shapecast(target, shape, displacement, options) end

---Whether a moving shape meets anything. It stops at the first hit that it finds.
---
---Miss: false.
---
---Errors: as `shapecast`; the options `into` and `limit`.
---
---Source: as `shapecast`.
---
---```lua
---local wall = collide.rect { min = { 4, 0 }, max = { 5, 8 } }
---local ball = collide.circle { radius = 1, position = { 0, 4 } }
---print(wall:shapecast_any(ball, { 3, 0 })) --> true
---print(wall:shapecast_any(ball, 2.9999, 0)) --> false
---print(wall:shapecast_any(ball, { 3, 0 }, { touching = "skip" })) --> false
---```
---@param target collide.Target the obstacles
---@param shape collide.ShapeLike|collide.GroupLike the moving shape
---@param displacement collide.VectorLike the displacement; may be zero
---@param options? collide.SweepOptions
---@return boolean hit touching counts
---@overload fun(target: collide.Target, shape: collide.ShapeLike|collide.GroupLike, dx: number, dy: number, options?: collide.SweepOptions): hit: boolean
---@overload fun(target: collide.Target, shape: collide.ShapeLike|collide.GroupLike, dx: number, dy: number, dz: number, options?: collide.SweepOptions): hit: boolean
function collide.shapecast_any(target, shape, displacement, options) end

---Everything that a moving shape meets: one hit of each shape, one of each part of a group, of
---each cell of a grid and of each triangle of a mesh, nearest first, ties by the lower index, then part, then cell or
---triangle.
---
---Miss: an empty array.
---
---Errors: as `shapecast`; more than 2^18 hits without the option `limit`.
---
---Source: as `shapecast`.
---
---```lua
---local tiles = collide.grid { dimensions = 2 }
---tiles:fill(4, 0, 4, 2, 7)
---local crate = collide.rect { half = { 0.5, 0.5 }, position = { 0.5, 1.5 } }
---for _, hit in ipairs(tiles:shapecast_all(crate, { 6, 0 }, { touching = "skip" })) do print(hit) end
-----> hit t=0.5 point=(4, 1.5) normal=(-1, 0) cell=(4, 1) value=7
---print(#tiles:shapecast_all(crate, 6, 0)) --> 33
---```
---@param target collide.Target the obstacles
---@param shape collide.ShapeLike|collide.GroupLike the moving shape
---@param displacement collide.VectorLike the displacement; may be zero
---@param options? collide.SweepOptions
---@return collide.SweepHit[] hits nearest first
---@overload fun(target: collide.Target, shape: collide.ShapeLike|collide.GroupLike, dx: number, dy: number, options?: collide.SweepOptions): flat: (number|false)[]
---@overload fun(target: collide.Target, shape: collide.ShapeLike|collide.GroupLike, dx: number, dy: number, dz: number, options?: collide.SweepOptions): flat: (number|false)[]
function collide.shapecast_all(target, shape, displacement, options) end

Shape.shapecast = collide.shapecast
Shape.shapecast_any = collide.shapecast_any
Shape.shapecast_all = collide.shapecast_all
Grid.shapecast = collide.shapecast
Grid.shapecast_any = collide.shapecast_any
Grid.shapecast_all = collide.shapecast_all
Mesh.shapecast = collide.shapecast
Mesh.shapecast_any = collide.shapecast_any
Mesh.shapecast_all = collide.shapecast_all
