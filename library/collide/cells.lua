---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Cells
--
-- The cells of a grid that a segment crosses, in order, with their times. Cells are unit squares or cubes at the origin,
-- unless a `frame` says otherwise. Times are equal if they are in exact arithmetic. A component that is zero crosses nothing:
-- a walk along a boundary stays in the upper cells. So cells are half-open, and the reverse walk may have other cells at its
-- ends. With `rule="closed"` in the frame cells are closed, as shapes are. Then the walk yields exactly the cells that the
-- segment touches, each once, and the reverse walk yields the same cells.

---@class collide
local collide = {}

---A point or cell in two or three dimensions, like the first one of the call.
---@alias collide.PointLike number[]|{x: number, y: number, z?: number}|userdata

---A cell, by whole numbers. It prints as `(4, -2)`.
---@alias collide.Cell collide.Cell2|collide.Cell3

---A cell of the plane in an answer.
---@class collide.Cell2
---@field x integer
---@field y integer

---A cell of space in an answer.
---@class collide.Cell3
---@field x integer
---@field y integer
---@field z integer

---For other cells than unit squares or cubes at the origin: 16-pixel tiles have
---`{size=16}`. Boundary k is the double `origin + k * size`, the product rounded,
---then the sum; a cell is the k with boundary k <= x < boundary k + 1.
---@class collide.Frame
---@field size? number|collide.PointLike above 0; 1
---@field origin? number|collide.PointLike where cell 0 begins; 0
---@field dimensions? 2|3 if the vectors do not decide it: for userdata with a z that is not meant

---A frame for `cells` and `trace`. The other functions that take a frame ignore `rule`.
---@class collide.WalkFrame: collide.Frame
---@field rule? "closed" take cells as closed: each group holds the cells that are first touched at its `t`, by z, then y, then x, and the first one all cells that hold `from` (1, 2, 4 or 8); a segment that stays on a boundary touches the cells on both sides

---A frame for `trace`. The other functions that take a frame ignore `limit` and `into`, so that one table serves all.
---@class collide.TraceFrame: collide.WalkFrame
---@field limit? integer from 1 to 2^26: how many groups are wanted at most, the first ones; without it, more than 2^18 are an error
---@field into? table of points in numbers: the array to fill and return instead of a new one; it is cut to the length of the walk, and a wrong argument leaves it alone

---The cells entered at one instant: 1 when one boundary is crossed, 3 when two are
---at once, 7 when three are. Those beside come first, in the order x, y, xy, z, xz,
---yz, xyz; so the cell where the walk goes on is last. (The
---article that `cells` is made after lists it first in the plane, and last in space. With `rule="closed"`: by z, then y, then x.) Prints as
---`group t=0.25: (4, -2) (4, -1)`.
---@class collide.Group
---@field t number from 0 to 1, never less than the group's before
---@field t_exit number the next group's t; 1 for the last
---@field [integer] collide.Cell the cells, from 1

---The cells that a segment crosses, one group after the other: first the cell that
---holds `from`, then one group for each crossing of boundaries up to and including
---`to`. However far it goes, it holds O(1) memory, and a step takes O(1) time; leave it whenever you
---like, nest it as you like.
---
---In numbers it yields one cell a step, `i, t, x, y` or `i, t, x, y, z`; cells of one
---group have the same `i`, from 1. Four numbers are a walk in 2D, six in 3D.
---
---Errors: where neighbouring cells are no longer distinct doubles, from 2^53 cells on
---(2^51 for sizes that are no power of two, or another origin than 0); a size not
---above 0; numbers that are neither four nor six.
---
---Source: 「3D衝突編 その23 整数区画に飛ばしたレイが通った区画を列挙してく」 ("3D collision, part 23: listing
---the integer cells that a ray passes"; its example is `examples/articles/cells_under_a_ray.lua`) and
---Amanatides and Woo (1987), with every crossing computed afresh and ties decided exactly.
---
---```lua
---for group in collide.cells({ 0.5, 0.5 }, { 2.5, 2.5 }) do print(group) end
-----> group t=0: (0, 0)
-----> group t=0.25: (1, 0) (0, 1) (1, 1)
-----> group t=0.75: (2, 1) (1, 2) (2, 2)
---
---for i, t, x, y in collide.cells(3.5, -2.5, 4.5, -2.5) do print(i, t, x, y) end
-----> 1	0	3	-3
-----> 2	0.5	4	-3
---
---local tiles = 0
---for _ in collide.cells(0, 0, 0, 90, 50, 20, { size = 16 }) do tiles = tiles + 1 end
---print(tiles) --> 10
---
---for group in collide.cells({ 2, 0.5 }, { 2, 1.5 }, { rule = "closed" }) do print(group) end
-----> group t=0: (1, 0) (2, 0)
-----> group t=0.5: (1, 1) (2, 1)
---```
---@param from collide.PointLike where it starts
---@param to collide.PointLike where it ends
---@param frame? collide.WalkFrame
---@return fun(walk: any, control: any): collide.Group? step for a generic `for`
---@return any walk its state
---@return nil start none
---@overload fun(x0: number, y0: number, x1: number, y1: number, frame?: collide.WalkFrame): (fun(walk: any, control: any): i: integer?, t: number?, x: integer?, y: integer?), any, nil
---@overload fun(x0: number, y0: number, z0: number, x1: number, y1: number, z1: number, frame?: collide.WalkFrame): (fun(walk: any, control: any): i: integer?, t: number?, x: integer?, y: integer?, z: integer?), any, nil
function collide.cells(from, to, frame) end

---All groups of `cells` at once, as an array. In numbers one flat array,
---`i, t, x, y, ...` or `i, t, x, y, z, ...`. A group in tables takes 300 to 400 bytes, in
---numbers 64 to 128 for each cell. With `into` in the frame an array of numbers is filled again
---and again, without garbage once it is long enough; but in Lua 5.1
---and LuaJIT an array is resized where the walk is shorter than the one before.
---
---Errors: as `cells`; more than 2^18 groups without `limit` in the frame; `into` with points in
---tables.
---
---Source: as `cells`.
---
---```lua
---local groups = collide.trace({ 3.5, -2.5 }, { 4.5, -1.5 })
---print(#groups, groups[2]) --> 2	group t=0.5: (4, -3) (3, -2) (4, -2)
---
---local flat = collide.trace(3.5, -2.5, 3.5, -0.5)
---for k = 1, #flat, 4 do print(flat[k], flat[k + 1], flat[k + 2], flat[k + 3]) end
-----> 1	0	3	-3
-----> 2	0.25	3	-2
-----> 3	0.75	3	-1
---
---print(#collide.trace({ 0.5, 0.5 }, { 2 ^ 40, 0.5 }, { limit = 100 })) --> 100
---
---local frame = { into = flat }
---collide.trace(0.5, 0.5, 1.5, 0.5, frame)
---print(#flat, flat[7], flat[8]) --> 8	1	0
---```
---@param from collide.PointLike where it starts
---@param to collide.PointLike where it ends
---@param frame? collide.TraceFrame
---@return collide.Group[] groups in the order of the walk
---@overload fun(x0: number, y0: number, x1: number, y1: number, frame?: collide.TraceFrame): flat: number[]
---@overload fun(x0: number, y0: number, z0: number, x1: number, y1: number, z1: number, frame?: collide.TraceFrame): flat: number[]
function collide.trace(from, to, frame) end

---The cell that holds the point.
---
---Errors: as `cells`.
---
---Source: a division, put right by the boundaries on either side.
---
---```lua
---print(collide.cell_at({ 40, 9 }, { size = 16 })) --> (2, 0)
---print(collide.cell_at(-0.5, 0, 7)) --> -1	0	7
---```
---@param point collide.PointLike
---@param frame? collide.Frame
---@return collide.Cell cell the upper one, on a boundary
---@overload fun(x: number, y: number, frame?: collide.Frame): x: integer, y: integer
---@overload fun(x: number, y: number, z: number, frame?: collide.Frame): x: integer, y: integer, z: integer
function collide.cell_at(point, frame) end
