---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Casts
--
-- Casts find the hits of a ray, a segment or a line. The ray cast of LÖVE, Defold and LÖVR, from point to point, is
-- `segmentcast` here. Each cast has a form `..._any`, which returns true or false, and a form `..._all`, which returns
-- every hit. Casts are methods of their targets: `collide.raycast(ball, ...)` is `ball:raycast(...)`.
--
-- Let `t_enter` to `t_exit` be the line's interval in the closed solid. If `t_enter < 0 <= t_exit`, a ray starts inside,
-- or leaves from the surface: then `t = 0`, `inside = true` and the normal is zero. Otherwise `t = t_enter`. A hollow
-- shape is hit at the first of the two ends that is not negative.
--
-- Whether there is a hit is exact. Measured values are rounded. Let `eps = 2^-52` and `S` the size of the shape. `t` is
-- off by at most `8 eps (|start - position| + |t d| + S) / |d . normal|`. The point lies off the surface by at most
-- `8 eps (|point| + S)`, and the normal is within 1e-13, both times the condition of the pose's matrix. `t` does not
-- depend on `max`, but a `t` that rounding would put beyond `max` becomes `max`.
--
-- Casts at grids visit the cells that `cells` yields, which are half-open: a boundary belongs to the cell above it. So a
-- ray along the upper face of a block misses the block, while it would hit a box there; shapes are closed sets. All cells
-- that the ray enters at the same `t` count, so nothing slips between two blocks that touch at a corner. With
-- `rule="closed"` cells are closed boxes too. The cast then gives the hits of an array with a box for each cell that is
-- not empty, and the ray along the upper face hits the block.
--
-- **In numbers** the answer is `t, nx, ny, nz, t_exit, px, py, pz, index` (index nil for a lone shape), then three or
-- four values: of a grid `value, cx, cy, cz`, of a triangle `triangle, u, v`, else nil. Then come `part` of a group and
-- `number` of a member of a world in an array. In 2D it is `t, nx, ny, t_exit, px, py, index, value, cx, cy, part, number`.
-- Every value has its place; what does not apply is nil.
--
-- `..._all` gives one flat array, in which every hit takes as many values, whatever the targets are.
-- In 3D these are 17: `t, nx, ny, nz, t_exit, px, py, pz, index, part, triangle, u, v, value, cx, cy, cz`.
-- In 2D they are 11: `t, nx, ny, t_exit, px, py, index, part, value, cx, cy`.
-- The index of a lone target is 1, and the point is false where there is none. The part of what is no
-- group, the triangle of what is neither triangle nor mesh, and the value of what is no grid are 0,
-- with what belongs to them.
--
-- **How many hits** one call of `..._all` returns: at most 2^18 (262,144). More are an error, which names the option
-- `limit`. This option returns only the first hits, or allows up to 2^26. With it, a cast leaves a grid after so many hits,
-- and keeps at most twice as many hits of an array at a time. A call takes 400 bytes for each hit while it works. Its
-- answer takes 10 to 20 bytes for a number, and 0.9 to 1.4 KB for a hit in tables: 2^18 hits at a grid are up to 370 MB.
--
-- **`into` is written by plain assignments after the answer is known.** Argument errors leave it
-- untouched. A metatable that raises during the writes, or too little memory, may leave it partly
-- written.

---@class collide
local collide = {}

---@class collide.Shape
local Shape = {}

---The target of a cast: a shape, a grid, a mesh, a group, a world, or an array of them without holes,
---all of 2D or all of 3D. `{}` is missed by either.
---@alias collide.Target collide.ShapeLike|collide.Grid|collide.MeshShape|collide.GroupLike|collide.World|(collide.ShapeLike|collide.Grid|collide.MeshShape|collide.GroupLike|collide.World)[]

---The hit of a cast, in tables. It prints as
---`hit t=4 point=(0, 0, -1) normal=(0, 0, -1)`, and adds `inside`, `face=`,
---`part=`, `triangle=` and `index=` where they apply.
---@class collide.Hit
---@field t number where the target is hit, in units of the direction, rounded, so that a ray whose `max` is this very number may just miss
---@field t_exit number where the line leaves the closed solid, not cut by `max`; `math.huge` if it never does
---@field point collide.Vector on the surface; the start when `inside` a solid
---@field normal collide.Vector zero when `inside` a solid
---@field inside boolean the ray or segment starts in the solid, or leaves from its surface
---@field face? collide.Face|integer which part of the surface
---@field triangle? integer of a 3D triangle 1, of a mesh which of its triangles
---@field u? number of a 3D triangle: the point is `a + u (b - a) + v (c - a)`
---@field v? number likewise
---@field index? integer which of an array of targets; of a lone world the member's number
---@field number? integer of a world in an array: the member's number
---@field shape? collide.ShapeLike|collide.Grid|collide.GroupLike that very shape, table, grid or group
---@field part? integer of a group: which of its parts; of equally near parts the first, and `..._all` has a hit for each
---@field cell? collide.Cell of a grid: the first cell of the group that is not empty
---@field cells? collide.Cell[] all of them, in the order of the group
---@field value? integer the value of `cell`

---The hit of `linecast`, in tables: its `t` may be negative, or `-math.huge` in a plane that
---the line never enters.
---@class collide.LineHit: collide.Hit
---@field point? collide.Vector on the surface; nil when `t` is `-math.huge`
---@field normal collide.Vector zero when `t` is `-math.huge`

---`"side"`, `"top"`, `"bottom"` on a cylinder (a rim is the cap), `"side"`, `"base"`
---on a cone, `"-x"` to `"+z"` on a box or rect (a tie takes the first axis), `"front"`
---or `"back"` by winding on a 3D triangle; on a polygon or 2D triangle the number of
---the edge, which runs from point k to the next; on a 3D hull the number of the face, see `faces`;
---elsewhere nil.
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
---@field ignore? collide.Choice a shape, a grid, a layer or an array of these to skip: the shooter, or the mirror that the ray has left. Do not ignore a hollow room that contains the start: its other walls would be skipped too; see the guide to the first bounce. A description must be the same table
---@field corners? "ahead" for grids: where a ray passes exactly through an edge or a corner between cells, only the cell in which it continues can be hit
---@field rule? "closed" for grids: cells are closed boxes, as shapes are; not together with `corners`. The cells that contain the start are hit at `t = 0`, and `inside` says whether the ray starts inside of the box. `hit.cells` has up to 8 cells, by z, then y, then x; the cell on the side of the normal need not be free
---@field faces? "front" for 3D triangles and meshes: triangles are not hit from behind, where `face` would be "back". A triangle without area, or whose plane contains the line, has no face and is hit
---@field into? table to fill and return instead of a new one, in numbers too; vectors already in it are written through their x, y and in 3D z, what does not apply is removed; a miss or a wrong argument leaves it alone. Of `..._all` it is the array, which may end up empty. Not for `..._any`
---@field limit? integer of `..._all` alone: from 1 to 2^26, how many hits are wanted at most, the first ones; without it, more than 2^18 are an error

---The options of `segmentcast`.
---@class collide.SegmentOptions: collide.LineOptions
---@field inside? "skip" skips shapes whose closed solid contains the start, and a grid's cell of the start; with `rule="closed"` all cells that contain it

---The options of `raycast`.
---@class collide.RayOptions: collide.SegmentOptions
---@field max? number hits beyond are misses; not below 0, `math.huge` is fine

---The first hit of a ray: the least `t` with `0 <= t <= max`. Of equally near targets the
---first is taken.
---
---Of a grid it sees the cells that `cells` yields, and is hit when any cell of a group
---is not empty; so nothing slips through between two cells that touch at an edge.
---The start's cell is hit at `t = 0`, `inside`. Otherwise the normal is that of the
---first axis crossed to reach the cell, so that `cell + normal` is empty, unless
---`corners` or `inside` skipped it (from 5.3 on such a sum is a float, which grids take as well);
---the point is on the boundaries that are
---crossed, and `t_exit` is when the ray leaves the cell. Where cells are no longer distinct
---doubles, 2^53 cells out, there are none to be hit; a ray may start there.
---
---Miss: nil.
---
---Errors: a zero direction; `max` below 0 or nan; targets of 2D and 3D together; unknown
---options.
---
---Source: 「基本図形とレイの交差判定」 ("Rays against basic shapes": sphere, box, cylinder, cone; its
---example is `examples/articles/ray_and_solids.lua`) with its rule that the
---least t in the solid counts; slabs after Kay and Kajiya (1986); triangles by exact edge
---functions in Plücker coordinates, watertight. Yes or no is the sign of a polynomial,
---evaluated in doubles with a bound on its error and, where that leaves doubt, again in
---exact arithmetic; measured values keep their digits however far away the ray starts. In
---a grid, large empty blocks are crossed in one step, after Museth (2014), to
---exactly where the walk would stand.
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

---Whether a ray hits anything. Looks no further than the first hit it finds.
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

---Every hit of a ray, one a shape and one a cell of a grid, nearest first, ties by the
---lower index.
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

---The first hit of a segment, with `t` from 0 at `from` to 1 at `to`, both included.
---LÖVE, Defold and LÖVR call this a ray cast. `from == to` tests that point: a
---hit then has `t = 0`, `inside = true` and `t_exit = math.huge`. Otherwise as `raycast`.
---
---Miss: nil.
---
---Errors: as `raycast`, but that `from` and `to` may be the same; the option `max`.
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

---Whether a segment hits anything: line of sight. Looks no further than the first hit it
---finds.
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

---Where the whole line first meets the target: the least `t`, which may be negative,
---or `-math.huge` in a plane that the line never enters; such a hit has no point.
---Takes hollow shapes for solid ones, and is never `inside`.
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
---@param point collide.VectorLike any of the line
---@param direction collide.VectorLike of any length but 0
---@param options? collide.LineOptions
---@return collide.LineHit? hit that of the least `t`
---@overload fun(target: collide.Target, x: number, y: number, dx: number, dy: number, options?: collide.LineOptions): t: number?, nx: number?, ny: number?, t_exit: number?, px: number?, py: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(target: collide.Target, x: number, y: number, z: number, dx: number, dy: number, dz: number, options?: collide.LineOptions): t: number?, nx: number?, ny: number?, nz: number?, t_exit: number?, px: number?, py: number?, pz: number?, index: integer?, triangle_or_value: integer?, u_or_cx: number?, v_or_cy: number?, cz: integer?, part: integer?, number: integer?
function collide.linecast(target, point, direction, options) end

---Whether a line meets anything. Looks no further than the first hit it finds.
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
---@param point collide.VectorLike any of the line
---@param direction collide.VectorLike of any length but 0
---@param options? collide.LineOptions
---@return boolean hit touching counts
---@overload fun(target: collide.Target, x: number, y: number, dx: number, dy: number, options?: collide.LineOptions): hit: boolean
---@overload fun(target: collide.Target, x: number, y: number, z: number, dx: number, dy: number, dz: number, options?: collide.LineOptions): hit: boolean
function collide.linecast_any(target, point, direction, options) end

---Every shape that a line meets, as `raycast_all`.
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
---@param point collide.VectorLike any of the line
---@param direction collide.VectorLike of any length but 0
---@param options? collide.LineOptions
---@return collide.LineHit[] hits the least `t` first
---@overload fun(target: collide.Target, x: number, y: number, dx: number, dy: number, options?: collide.LineOptions): flat: (number|false)[]
---@overload fun(target: collide.Target, x: number, y: number, z: number, dx: number, dy: number, dz: number, options?: collide.LineOptions): flat: (number|false)[]
function collide.linecast_all(target, point, direction, options) end

---The options of a batch of casts.
---@class collide.BatchOptions: collide.Selection
---@field max? number of rays: hits with `t` up to it count, for all rays
---@field inside? "skip" as of `segmentcast`
---@field corners? "ahead" as of `segmentcast`
---@field rule? "closed" as of `segmentcast`
---@field faces? "front" as of `segmentcast`
---@field into? table an array that is filled and returned, and cut to length
---@field count? integer how many rays there are; needed for a cdata, of the others the first so many

---Many rays in one call: each is cast as `raycast` casts it alone. The rays lie one after the other,
---origin and direction, 4 numbers a ray in 2D and 6 in 3D: in an array, a string or a LÖVE `Data` of
---packed doubles, or a LuaJIT cdata of doubles, then with `count`. The answer is a flat array with `t, nx, ny, index` for each
---ray, in 3D `t, nx, ny, nz, index`; the index of a lone target is 1. With `into` a batch makes no
---garbage: the memory that it needs while it works, 10 or 11 doubles a ray, is kept for the next one. Which
---triangle of a mesh was hit is not in the answer: cast that ray again by `raycast`. A ray that starts where a
---ray ended, after a bounce for example, starts beside the surface by rounding: [the first
---bounce](../guides/first-bounce.md) shows how `faces="front"` or `ignore` keep it from falling through, and what
---to do in the edges of a mesh.
---
---Miss: a `t` of `math.huge`, the others 0.
---
---Errors: a number that is missing, is none, or is not finite; a direction of zero; a target that holds
---nothing and has no dimensions; more than 2^26 rays. Nothing is written then.
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

---Many segments in one call, from and to one after the other. All else is as of `raycast_many`, but for
---`max`, which it does not take.
---
---Miss: a `t` of `math.huge`, the others 0.
---
---Errors: as `raycast_many`, but from and to may be the same.
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
