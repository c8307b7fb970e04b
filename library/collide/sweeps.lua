---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Shapecasts
--
-- A shapecast finds the time of impact of a shape that moves without rotation. Every shape and group can move against
-- every shape, grid, mesh, group, world, and array of these, in the plane and in space. Shapecasts are methods of the
-- target: `collide.shapecast(floor, ball, ...)` is `floor:shapecast(ball, ...)`.
--
-- The shape is at its own position at `t = 0`, and has moved by the whole displacement at `t = 1`. Shapes are closed
-- sets, and `hollow` has no effect: a box that stands on a floor and is cast along it hits the floor at `t = 0`.
-- Members that overlap at the start are hit at `t = 0`. `inside` says whether the two penetrate, with a `depth` above
-- 0. A displacement of zero finds the members that the shape overlaps at its position.
--
-- With **`touching="skip"`** a shapecast answers as `move` needs it: only members that the shape would penetrate block
-- it. There is a hit if the two penetrate at some `0 <= t <= 1`, and `t` is the infimum of these times. So a shape is
-- not stopped by members on which it stands, along which it slides, which it leaves, or which it only touches at the
-- end. A member that the shape penetrates at the start is hit at `t = 0` if the displacement goes against the normal of
-- their contact. Otherwise that member is skipped.
--
-- The test for a hit is exact, and so are the tests whether `t` is 0 or 1. (Pairs of two curved solids have the
-- tolerance of [pairs](pairs.md) if one of them is a cylinder, a cone, or round and unevenly scaled.) In the plane the
-- error of `t` and `t_exit` is at most 0.51 units in their last place, or one unit if 0 or 1 would be wrong. The error
-- of the normal is at most 2^-49, and the error of the point at most 2^-49 of the largest of coordinates, radii and
-- displacement. If the two overlap at the start, normal, depth and point are as in `contact`. If the two only touch at
-- the start and the shape comes closer, the normal is chosen as at a later hit. If several normals are valid, as at
-- corners, a face of the target comes before a face of the shape, and a lower face before a higher one: for a rect or
-- box in the order of the axes, as in casts.
--
-- The position at `t` is rounded, so a shape that you set there may overlap the obstacle: in the plane by up to 2^-50
-- of the largest coordinate, in space by 2^-48, and by 2^-30 for a cylinder or cone. To move a shape to a free
-- position, for example a camera behind a player, call `move` with `respond = "stop"`.
--
-- **A grid** is the union of its cells that are not empty, as closed boxes, without the seams between them: a cell's
-- normal has no component across a face that another cell covers. The cast visits only cells along the sweep, and
-- crosses each empty block in one step.
--
-- **A mesh** answers like its triangles, with the same `t`; `triangle` is the number of the triangle that is hit. At
-- some edges and corners the mesh continues flat or hollow on the side that is hit. At such an edge or corner the
-- normal is that of a face, or of another edge at which the mesh bends away. So seams stop nothing. Two triangles are
-- adjacent if they have two corners at the same places.
--
-- **A group** that moves has the hits of all its parts; `mover_part` is the number of the part. `..._all` returns the
-- hits of each part.
--
-- **In numbers** the answer is `t, nx, ny, t_exit, px, py, index, value, cx, cy, part, number`; in space `t, nx, ny,
-- nz, t_exit, px, py, pz, index, value, cx, cy, cz, part, number`, with `triangle, nil, nil, nil` for a mesh in place
-- of the value and the cell. Values that do not apply are nil. `..._all` returns one flat array, as casts do. Each hit
-- has 11 values, `t, nx, ny, t_exit, px, py, index, part, value, cx, cy`, and in space 17, `t, nx, ny, nz, t_exit, px,
-- py, pz, index, part, triangle, 0, 0, value, cx, cy, cz`. The limit on the number of hits, and the effect of an error
-- on `into`, are as in [casts](casts.md).

---@class collide
local collide = {}

---@class collide.Shape
local Shape = {}

---@class collide.Grid
local Grid = {}

---@class collide.Mesh
local Mesh = {}

---The hit of a shapecast, in tables. It prints as the hit of a cast does.
---@class collide.SweepHit
---@field t number from 0 to 1
---@field t_exit number the time at which the two would separate again; `math.huge` if they never do, or later than every number, or if the displacement is zero
---@field point collide.Vector the point where they touch at `t`; if two sides touch along a common part, its middle; if `inside`, a point in both
---@field normal collide.Vector of unit length, out of the target
---@field inside boolean the two penetrate at the start
---@field depth? number if `inside`: moving the shape by `normal * depth` separates the two; `math.huge` for half-spaces that no displacement separates
---@field face? collide.Face|integer the side of the target; nil if a corner is hit
---@field index? integer the place of the target in an array; for a world, the member's number
---@field shape? collide.ShapeLike|collide.Grid|collide.Mesh|collide.GroupLike the shape, table, grid, mesh or group itself
---@field part? integer for a group: the number of the part
---@field mover_part? integer for a group that moves: the number of the part that has the hit
---@field triangle? integer for a mesh: the number of the triangle; the lowest of equally near ones
---@field cell? collide.Cell for a grid: the cell; of equally near ones the lowest, by z, then y, then x
---@field value? integer the value of `cell`

---The options of a shapecast.
---@class collide.SweepOptions: collide.Selection
---@field inside? "skip" skips members that overlap at the start; with `touching="skip"`, members that the shape penetrates at the start
---@field touching? "skip" counts only members that the shape would penetrate, not members that it touches
---@field into? table to fill and return instead of a new one, as for `raycast`
---@field limit? integer only for `..._all`: the largest number of hits, from 1 to 2^26; the first ones are returned. Without it, more than 2^18 hits are an error

---The first hit of a moving shape, at its time of impact: the least `t` with `0 <= t <= 1`. If several targets are
---equally near, the first one counts.
---
---Miss: nil.
---
---Errors: a shape that is a grid, a mesh, an array or a group with a mesh; a shape and a target of different dimensions;
---a displacement that takes a coordinate of the shape beyond 1e300; unknown options.
---
---Source: a ray against the Minkowski difference of the two. In the plane the edges of the difference are those of both
---shapes in the order of their directions (de Berg et al., "Computational Geometry"). Each yes or no is the sign of a
---polynomial. The polynomial is evaluated in doubles with a bound on the error and, if the bound leaves doubt, again in
---exact arithmetic. In grids, meshes and worlds a thick ray finds the candidates.
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

---Whether a moving shape hits anything. It stops at the first hit that it finds.
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

---All hits of a moving shape: one for each shape, each part of a group, each cell of a grid and each triangle of a
---mesh. The nearest comes first; of equal `t` the lower index, then part, then cell or triangle.
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
