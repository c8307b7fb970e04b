---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Casts
--
-- Casts find the hits of a ray, a segment or a line. LÖVE, Defold and LÖVR call a cast from one point to another a ray
-- cast; its name here is `segmentcast`. Each cast has a form `..._any`, which returns true or false, and a form
-- `..._all`, which returns every hit. Casts are methods of their targets: `collide.raycast(ball, ...)` is
-- `ball:raycast(...)`.
--
-- Let `t_enter` to `t_exit` be the interval of the line in the closed solid. If `t_enter < 0 <= t_exit`, a ray starts
-- inside the solid or leaves from its surface. Then `t = 0`, `inside = true` and the normal is zero. Otherwise `t =
-- t_enter`. A ray hits a hollow shape at the first of the two ends that is not negative.
--
-- The test for a hit is exact. Measured values are rounded. Let `eps = 2^-52` and `S` the size of the shape. The error
-- of `t` is at most `8 eps (|start - position| + |t d| + S) / |d . normal|`. The distance of the point from the surface
-- is at most `8 eps (|point| + S)`, and the error of the normal at most 1e-13. Both bounds grow by the condition number
-- of the pose's matrix. `t` does not depend on `max`, but is rounded down to `max` if needed.
--
-- Casts at grids visit the cells that `cells` yields, which are half-open: a boundary belongs to the cell above it. So
-- a ray along the upper face of a block misses the block, but a ray along the face of a box hits the box, because
-- shapes are closed sets. All cells that the ray enters at the same `t` count, so the ray does not slip between two
-- blocks that touch at a corner. With `rule="closed"` cells are closed boxes, too. Then the grid answers like an array
-- with a box for each cell that is not empty, and the ray along the upper face hits the block. Casts at a grid that has
-- [shapes](grids.md#gridset_shape) always follow this rule, and hit the shapes of its cells.
--
-- **In numbers** the answer is `t, nx, ny, nz, t_exit, px, py, pz, index` (`index` is nil for a single shape). Then
-- come four values: for a grid `value, cx, cy, cz`, for a triangle `triangle, u, v, nil`, otherwise nil. Then come the
-- `part` of a group and the `number` of the member of a world in an array. In 2D the answer is `t, nx, ny, t_exit, px,
-- py, index, value, cx, cy, part, number`. Each value has a fixed place; a value that does not apply is nil.
--
-- `..._all` returns one flat array with the same number of values for each hit, whatever the targets are. In 3D a hit
-- has 17 values: `t, nx, ny, nz, t_exit, px, py, pz, index, part, triangle, u, v, value, cx, cy, cz`. In 2D it has 11:
-- `t, nx, ny, t_exit, px, py, index, part, value, cx, cy`. The index of a single target is 1. If a hit has no point,
-- the numbers of its point are false. Values that do not apply are 0: `part` unless the target is a group; `triangle,
-- u, v` unless the target is a triangle or a mesh; the value and the cell unless the target is a grid.
--
-- **The number of hits** of one call of `..._all` is at most 2^18 (262,144). More hits are an error whose message names
-- the option `limit`. With `limit = n`, up to 2^26, the call returns the first n hits: it stops in a grid after n hits,
-- and stores at most 2 n hits of an array at a time. A call takes 400 bytes for each hit while it runs. Its answer
-- takes 10 to 20 bytes for each number, or 0.9 to 1.4 KB for each hit in tables: 2^18 hits at a grid are up to 370 MB.
--
-- **`into` is written by plain assignments after the answer is known.** Argument errors leave it
-- untouched. A metatable that raises during the writes, or too little memory, may leave it partly
-- written.

---@class collide
local collide = {}

---@class collide.Shape
local Shape = {}

---The target of a cast: a shape, a grid, a mesh, a group, a world, or an array of them without holes, all of 2D or all
---of 3D. Every cast at `{}` is a miss.
---@alias collide.Target collide.ShapeLike|collide.Grid|collide.MeshShape|collide.GroupLike|collide.World|(collide.ShapeLike|collide.Grid|collide.MeshShape|collide.GroupLike|collide.World)[]

---The hit of a cast, in tables. It prints as
---`hit t=4 point=(0, 0, -1) normal=(0, 0, -1)`, and adds `inside`, `face=`,
---`part=`, `triangle=` and `index=` where they apply.
---@class collide.Hit
---@field t number the parameter of the hit, in units of the direction. It is rounded, so a ray with this number as `max` may miss
---@field t_exit number the parameter at which the line leaves the closed solid, even beyond `max`; `math.huge` if the line never leaves, or leaves later than every number
---@field point collide.Vector on the surface; the start when `inside` a solid
---@field normal collide.Vector zero when `inside` a solid
---@field inside boolean the ray or segment starts in the solid, or leaves from its surface
---@field face? collide.Face|integer the part of the surface that is hit
---@field triangle? integer 1 for a 3D triangle; the number of the triangle for a mesh
---@field u? number for a 3D triangle: the point is `a + u (b - a) + v (c - a)`
---@field v? number the second number of `a + u (b - a) + v (c - a)`
---@field index? integer the place of the target in an array; for a world, the member's number
---@field number? integer for a world in an array: the member's number
---@field shape? collide.ShapeLike|collide.Grid|collide.GroupLike the shape, table, grid or group itself
---@field part? integer for a group: the number of the part. If several parts are equally near, it is the first; `..._all` has a hit for each
---@field cell? collide.Cell for a grid: the first cell of the group that is not empty
---@field cells? collide.Cell[] all cells of the group that are not empty, in its order
---@field value? integer the value of `cell`

---The hit of `linecast`, in tables: its `t` may be negative. If the line comes from infinity inside a plane's
---half-space, `t` is `-math.huge`.
---@class collide.LineHit: collide.Hit
---@field point? collide.Vector on the surface; nil when `t` is `-math.huge`
---@field normal collide.Vector zero when `t` is `-math.huge`

---On a cylinder `"side"`, `"top"` or `"bottom"` (a rim belongs to the cap). On a cone `"side"` or `"base"`. On a box or
---rect `"-x"` to `"+z"` (at an edge or corner the first axis). On a 3D triangle `"front"` or `"back"`, by its winding.
---On a polygon or 2D triangle the number of the edge; edge k goes from point k to the next point. On a 3D hull the
---number of the face, see `faces`. On other shapes nil.
---@alias collide.Face
---| "side"
---| "top"
---| "bottom"
---| "base"
---| "-x"
---| "+x"
---| "-y"
---| "+y"
---| "-z"
---| "+z"
---| "front"
---| "back"

---The options of `linecast`.
---@class collide.LineOptions: collide.Selection
---@field ignore? collide.Choice a shape, a grid, a layer or an array of these to skip, such as the shooter or the mirror that the ray has left. Do not ignore a hollow room that contains the start, because that skips its other walls, too; see the guide to the first bounce. A description must be the same table
---@field corners? "ahead" for grids: where a ray passes exactly through an edge or a corner between cells, only the cell in which it continues can be hit. An error at a grid that has shapes
---@field rule? "closed" for grids: cells are closed boxes, as shapes are; always so for a grid that has shapes. Not together with `corners`. The cells that contain the start are hit at `t = 0`, and `inside` says whether the start is inside the box. `hit.cells` has up to 8 cells, by z, then y, then x; the cell beyond the face that is hit need not be empty
---@field faces? "front" for 3D triangles and meshes: triangles are not hit from behind, where `face` would be "back". A triangle without area, or whose plane contains the line, has no face and is hit
---@field into? table a table to fill and return instead of a new one, also for answers in numbers. The fields x, y and in 3D z of vectors in it are overwritten; fields that do not apply are removed. A miss or a wrong argument leaves it unchanged. For `..._all` it is the array, which may become empty. Not for `..._any`
---@field limit? integer only for `..._all`: the largest number of hits, from 1 to 2^26; the first ones are returned. Without it, more than 2^18 hits are an error

---The options of `segmentcast`.
---@class collide.SegmentOptions: collide.LineOptions
---@field inside? "skip" skips shapes whose closed solid contains the start, and the cell of a grid that contains it; with `rule="closed"` all cells that contain it

---The options of `raycast`.
---@class collide.RayOptions: collide.SegmentOptions
---@field max? number the largest `t` of a hit; not below 0, may be `math.huge`

---The first hit of a ray: the least `t` with `0 <= t <= max`. If several targets are equally near, the first one
---counts.
---
---In a grid the ray visits the cells that `cells` yields, and hits the first group with a cell that is not empty. So
---the ray does not slip between two cells that touch at an edge. If the cell that contains the start is not empty, the
---ray hits that cell at `t = 0` with `inside`. Otherwise the normal is along the first axis that the ray crosses to
---enter the cell. So the cell `cell + normal` is empty, unless `corners` or `inside` skipped that cell. (From Lua 5.3
---on such a sum is a float, which grids accept.) The point is on the boundaries that the ray crosses, and `t_exit` is
---the parameter at which the ray leaves the cell. A ray may start more than 2^53 cells from the origin, where cells are
---no longer distinct doubles; there it hits no cell.
---
---Miss: nil.
---
---Errors: a zero direction; `max` below 0 or nan; a hit whose point lies beyond 1e300, or whose `t` is too large for a
---number; targets of 2D and 3D together; unknown options.
---
---Source: 「基本図形とレイの交差判定」 ("Rays against basic shapes": sphere, box, cylinder, cone; its example is
---`examples/articles/ray_and_solids.lua`), including its rule that the least t in the solid counts; slabs after Kay and
---Kajiya (1986); triangles by exact edge functions in Plücker coordinates, watertight. Each yes or no is the sign of a
---polynomial. It is evaluated in doubles with a bound on its error and, if that leaves doubt, again in exact
---arithmetic. Measured values keep their digits however far away the ray starts. In a grid, a step crosses a large
---empty block, after Museth (2014), and the walk continues exactly as without such steps.
---
---```lua
---local ball = collide.sphere { radius = 1 }
---print(ball:raycast({ 0, 0, -5 }, { 0, 0, 1 })) --> hit t=4 point=(0, 0, -1) normal=(0, 0, -1)
---print(ball:raycast(0, 0, -5, 0, 0, 1)) --> 4	0	0	-1	6	0	0	-1	nil
---print(ball:raycast({ 0, 0, -5 }, { 0, 0, 1 }, 3)) --> nil
---
---local wall = collide.box { half = { 4, 4, 1 } }
---local hit = collide.raycast({ ball, wall }, { 0, 0, 9 }, { 0, 0, -1 }, { ignore = ball })
---print(hit.index, hit.face, hit.t, hit.t_exit) --> 2	+z	8	10
---```
---@param target collide.Target
---@param origin collide.VectorLike where it starts
---@param direction collide.VectorLike of any length but 0
---@param options? number|collide.RayOptions `max`, or options
---@return collide.Hit? hit the nearest
---@overload fun(target: collide.Target, ox: number, oy: number, dx: number, dy: number, options?: number|collide.RayOptions): t: number?, nx: number?, ny: number?, t_exit: number?, px: number?, py: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(target: collide.Target, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, options?: number|collide.RayOptions): t: number?, nx: number?, ny: number?, nz: number?, t_exit: number?, px: number?, py: number?, pz: number?, index: integer?, triangle_or_value: integer?, u_or_cx: number?, v_or_cy: number?, cz: integer?, part: integer?, number: integer?
function collide.raycast(target, origin, direction, options) end

---Whether a ray hits anything. It stops at the first hit that it finds.
---
---Miss: false.
---
---Errors: as `raycast`; the options `into` and `limit`.
---
---Source: as `raycast`.
---
---```lua
---local ball = collide.sphere { radius = 1 }
---print(collide.raycast_any(ball, { 0, 1, -5 }, { 0, 0, 1 })) --> true
---print(collide.raycast_any(ball, 0, 1.0000001, -5, 0, 0, 1)) --> false
---```
---@param target collide.Target
---@param origin collide.VectorLike where it starts
---@param direction collide.VectorLike of any length but 0
---@param options? number|collide.RayOptions `max`, or options
---@return boolean hit touching counts
---@overload fun(target: collide.Target, ox: number, oy: number, dx: number, dy: number, options?: number|collide.RayOptions): hit: boolean
---@overload fun(target: collide.Target, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, options?: number|collide.RayOptions): hit: boolean
function collide.raycast_any(target, origin, direction, options) end

---Every hit of a ray, one for each shape and one for each cell of a grid: nearest first, and for equal `t` the lower
---index first.
---
---Miss: an empty array.
---
---Errors: as `raycast`; more than 2^18 hits without the option `limit`.
---
---Source: as `raycast`.
---
---```lua
---local near = collide.circle { radius = 1, position = { 5, 0 } }
---local far = collide.circle { radius = 2.5, position = { 9, 1.5 } }
---for _, hit in ipairs(collide.raycast_all({ far, near }, { 0, 0 }, { 1, 0 })) do
---  print(hit)
---end
-----> hit t=4 point=(4, 0) normal=(-1, 0) index=2
-----> hit t=7 point=(7, 0) normal=(-0.8, -0.6) index=1
---print(#collide.raycast_all({ far, near }, { 0, 0 }, { 1, 0 }, { limit = 1 })) --> 1
---
---local flat = collide.raycast_all({ far, near }, 0, 0, 1, 0)
---for i = 1, #flat, 11 do print(flat[i], flat[i + 6]) end
-----> 4	2
-----> 7	1
---```
---@param target collide.Target
---@param origin collide.VectorLike where it starts
---@param direction collide.VectorLike of any length but 0
---@param options? number|collide.RayOptions `max`, or options
---@return collide.Hit[] hits nearest first
---@overload fun(target: collide.Target, ox: number, oy: number, dx: number, dy: number, options?: number|collide.RayOptions): flat: (number|false)[]
---@overload fun(target: collide.Target, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, options?: number|collide.RayOptions): flat: (number|false)[]
function collide.raycast_all(target, origin, direction, options) end

---The first hit of a segment, with `t` from 0 at `from` to 1 at `to`, both included. LÖVE, Defold and LÖVR call this a
---ray cast. If `from == to`, the call tests that point: a hit then has `t = 0`, `inside = true` and `t_exit =
---math.huge`. Everything else is as in `raycast`.
---
---Miss: nil.
---
---Errors: as `raycast`, but `from` and `to` may be equal; the option `max`.
---
---Source: as `raycast`.
---
---```lua
---local wall = collide.rect { min = { 4, 0 }, max = { 5, 8 } }
---print(wall:segmentcast({ 0, 4 }, { 8, 4 })) --> hit t=0.5 point=(4, 4) normal=(-1, 0) face=-x
---print(wall:segmentcast(0, 4, 8, 4)) --> 0.5	-1	0	0.625	4	4	nil
---print(wall:segmentcast({ 0, 4 }, { 3, 4 })) --> nil
---```
---@param target collide.Target
---@param from collide.VectorLike where it starts
---@param to collide.VectorLike where it ends
---@param options? collide.SegmentOptions
---@return collide.Hit? hit the nearest to `from`
---@overload fun(target: collide.Target, x0: number, y0: number, x1: number, y1: number, options?: collide.SegmentOptions): t: number?, nx: number?, ny: number?, t_exit: number?, px: number?, py: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(target: collide.Target, x0: number, y0: number, z0: number, x1: number, y1: number, z1: number, options?: collide.SegmentOptions): t: number?, nx: number?, ny: number?, nz: number?, t_exit: number?, px: number?, py: number?, pz: number?, index: integer?, triangle_or_value: integer?, u_or_cx: number?, v_or_cy: number?, cz: integer?, part: integer?, number: integer?
function collide.segmentcast(target, from, to, options) end

---Whether a segment hits anything, for a line of sight. It stops at the first hit that it finds.
---
---Miss: false.
---
---Errors: as `segmentcast`; the options `into` and `limit`.
---
---Source: as `raycast`.
---
---```lua
---local walls = collide.grid.from_rows { { 1, 1, 1, 1 }, { 1, 0, 0, 1 }, { 1, 1, 1, 1 } }
---print(collide.segmentcast_any(walls, { 1.5, 1.5 }, { 2.5, 1.2 })) --> false
---print(collide.segmentcast_any(walls, 1.5, 1.5, 3.5, 1.5)) --> true
---```
---@param target collide.Target
---@param from collide.VectorLike where it starts
---@param to collide.VectorLike where it ends
---@param options? collide.SegmentOptions
---@return boolean hit touching counts
---@overload fun(target: collide.Target, x0: number, y0: number, x1: number, y1: number, options?: collide.SegmentOptions): hit: boolean
---@overload fun(target: collide.Target, x0: number, y0: number, z0: number, x1: number, y1: number, z1: number, options?: collide.SegmentOptions): hit: boolean
function collide.segmentcast_any(target, from, to, options) end

---Every hit of a segment, as `raycast_all`.
---
---Miss: an empty array.
---
---Errors: as `segmentcast`; more than 2^18 hits without the option `limit`.
---
---Source: as `raycast`.
---
---```lua
---local grid = collide.grid { dimensions = 2 }
---grid:fill(2, 0, 4, 0, 7)
---for _, hit in ipairs(grid:segmentcast_all({ 0.5, 0.5 }, { 8.5, 0.5 })) do
---  print(hit.cell, hit.t)
---end
-----> (2, 0)	0.1875
-----> (3, 0)	0.3125
-----> (4, 0)	0.4375
---```
---@param target collide.Target
---@param from collide.VectorLike where it starts
---@param to collide.VectorLike where it ends
---@param options? collide.SegmentOptions
---@return collide.Hit[] hits nearest to `from` first
---@overload fun(target: collide.Target, x0: number, y0: number, x1: number, y1: number, options?: collide.SegmentOptions): flat: (number|false)[]
---@overload fun(target: collide.Target, x0: number, y0: number, z0: number, x1: number, y1: number, z1: number, options?: collide.SegmentOptions): flat: (number|false)[]
function collide.segmentcast_all(target, from, to, options) end

---The first hit of the whole line: the least `t`, which may be negative. If the line comes from infinity inside a
---plane's half-space, `t` is `-math.huge` and the hit has no point. Hollow shapes count as solid, and `inside` is never
---true.
---
---Miss: nil.
---
---Errors: as `raycast`; the options `max` and `inside`.
---
---Source: 「3D衝突編 その18 直線とAABB」 ("3D collision, part 18: line and AABB": slabs; its example is
---`examples/articles/line_and_box.lua`), without its epsilons; else as `raycast`.
---
---```lua
---local ball = collide.sphere { radius = 1 }
---local hit = ball:linecast({ 0, 0, 0 }, { 0, 0, 1 })
---print(hit.t, hit.t_exit) --> -1	1
---```
---@param target collide.Target
---@param point collide.VectorLike any point of the line
---@param direction collide.VectorLike of any length but 0
---@param options? collide.LineOptions
---@return collide.LineHit? hit the one with the least `t`
---@overload fun(target: collide.Target, x: number, y: number, dx: number, dy: number, options?: collide.LineOptions): t: number?, nx: number?, ny: number?, t_exit: number?, px: number?, py: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(target: collide.Target, x: number, y: number, z: number, dx: number, dy: number, dz: number, options?: collide.LineOptions): t: number?, nx: number?, ny: number?, nz: number?, t_exit: number?, px: number?, py: number?, pz: number?, index: integer?, triangle_or_value: integer?, u_or_cx: number?, v_or_cy: number?, cz: integer?, part: integer?, number: integer?
function collide.linecast(target, point, direction, options) end

---Whether a line hits anything. It stops at the first hit that it finds.
---
---Miss: false.
---
---Errors: as `linecast`; the options `into` and `limit`.
---
---Source: as `linecast`.
---
---```lua
---local ball = collide.sphere { radius = 1 }
---print(ball:linecast_any({ 0, 1, 9 }, { 0, 0, 1 })) --> true
---print(ball:linecast_any(0, 2, 9, 0, 0, 1)) --> false
---```
---@param target collide.Target
---@param point collide.VectorLike any point of the line
---@param direction collide.VectorLike of any length but 0
---@param options? collide.LineOptions
---@return boolean hit touching counts
---@overload fun(target: collide.Target, x: number, y: number, dx: number, dy: number, options?: collide.LineOptions): hit: boolean
---@overload fun(target: collide.Target, x: number, y: number, z: number, dx: number, dy: number, dz: number, options?: collide.LineOptions): hit: boolean
function collide.linecast_any(target, point, direction, options) end

---Every hit of a line, as `raycast_all`.
---
---Miss: an empty array.
---
---Errors: as `linecast`; more than 2^18 hits without the option `limit`.
---
---Source: as `linecast`.
---
---```lua
---local left = collide.circle { radius = 1, position = { -4, 0 } }
---local right = collide.circle { radius = 1, position = { 4, 0 } }
---for _, hit in ipairs(collide.linecast_all({ right, left }, { 0, 0 }, { 1, 0 })) do
---  print(hit.index, hit.t, hit.t_exit)
---end
-----> 2	-5	-3
-----> 1	3	5
---```
---@param target collide.Target
---@param point collide.VectorLike any point of the line
---@param direction collide.VectorLike of any length but 0
---@param options? collide.LineOptions
---@return collide.LineHit[] hits the least `t` first
---@overload fun(target: collide.Target, x: number, y: number, dx: number, dy: number, options?: collide.LineOptions): flat: (number|false)[]
---@overload fun(target: collide.Target, x: number, y: number, z: number, dx: number, dy: number, dz: number, options?: collide.LineOptions): flat: (number|false)[]
function collide.linecast_all(target, point, direction, options) end

---The options of a batch of casts.
---@class collide.BatchOptions: collide.Selection
---@field max? number for rays: the largest `t` of a hit, for all rays
---@field inside? "skip" as in `segmentcast`
---@field corners? "ahead" as in `segmentcast`
---@field rule? "closed" as in `segmentcast`
---@field faces? "front" as in `segmentcast`
---@field into? table an array that is filled and returned, and cut to length
---@field count? integer the number of rays: required for a cdata; of other inputs only the first `count` rays are cast

---Many rays in one call. Each answer equals that of `raycast` for that ray. The rays follow each other, each with
---origin and direction: 4 numbers a ray in 2D and 6 in 3D. The numbers are in an array, in a string or LÖVE `Data` of
---packed doubles, or in a LuaJIT cdata of doubles with `count`. The answer is a flat array with `t, nx, ny, index` for
---each ray, in 3D `t, nx, ny, nz, index`; the index of a single target is 1. With `into` a batch makes no garbage: the
---module keeps its memory, 10 or 11 doubles a ray, for the next batch. The answer does not say which triangle of a mesh
---was hit: cast that ray again by `raycast`. A ray that starts at a hit, for example after a bounce, starts slightly
---off the surface, by rounding. [The first bounce](../guides/first-bounce.md) shows how `faces="front"` or `ignore`
---keep such a ray from passing through, and how to handle the edges of a mesh.
---
---Miss: a `t` of `math.huge`, the others 0.
---
---Errors: a missing number, a value that is no number or not finite; a direction of zero; a hit that `raycast` refuses;
---an empty target without dimensions; more than 2^26 rays. An error writes nothing.
---
---Source: as `raycast`.
---
---```lua
---local disc = collide.circle { radius = 1 }
---local answers = disc:raycast_many { -5, 0, 1, 0, -5, 3, 1, 0 }
---print(#answers, answers[4], answers[5] == math.huge, answers[8]) --> 8	1	true	0
---```
---@param target collide.Target
---@param rays number[]|string|userdata origin and direction, one after the other
---@param options? collide.BatchOptions
---@return number[] answers four numbers a ray in 2D, five in 3D
function collide.raycast_many(target, rays, options) end

---Many segments in one call, each with `from` and `to`, as in `raycast_many`. There is no `max`.
---
---Miss: a `t` of `math.huge`, the others 0.
---
---Errors: as `raycast_many`, but `from` and `to` may be equal.
---
---Source: as `raycast`.
---
---```lua
---local disc = collide.circle { radius = 1 }
---print(table.concat(disc:segmentcast_many { 0, 0, 0, 0, 5, 5, 5, 5 }, " "):match("^0")) --> 0
---```
---@param target collide.Target
---@param segments number[]|string|userdata from and to, one after the other
---@param options? collide.BatchOptions
---@return number[] answers four numbers a segment in 2D, five in 3D
function collide.segmentcast_many(target, segments, options) end

Shape.raycast = collide.raycast
Shape.raycast_any = collide.raycast_any
Shape.raycast_all = collide.raycast_all
Shape.raycast_many = collide.raycast_many
Shape.segmentcast_many = collide.segmentcast_many
Shape.segmentcast = collide.segmentcast
Shape.segmentcast_any = collide.segmentcast_any
Shape.segmentcast_all = collide.segmentcast_all
Shape.linecast = collide.linecast
Shape.linecast_any = collide.linecast_any
Shape.linecast_all = collide.linecast_all
