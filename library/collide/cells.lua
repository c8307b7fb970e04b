---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Cells
--
-- These functions return the cells of a grid that a segment crosses, in order, each with its `t`. Cells are unit
-- squares or cubes from the origin, unless a `frame` sets another size or origin. Two crossings have the same `t` if
-- and only if they coincide in exact arithmetic. Cells are half-open: a walk along a boundary stays in the upper cells,
-- and the reverse walk may have other cells at its ends. With `rule="closed"` in the frame, cells are closed, as shapes
-- are. Then the walk yields exactly the cells that the segment touches, each once, and the reverse walk yields the same
-- cells.

---@class collide
local collide = {}

---A point or cell in two or three dimensions, like the first one of the call.
---@alias collide.PointLike number[]|{x: number, y: number, z?: number}|userdata

---A cell, as whole numbers. It prints as `(4, -2)`.
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

---The size and origin of cells other than unit squares or cubes from the origin: tiles of 16 pixels have `{size=16}`.
---Boundary k is the double `origin + k * size`, where first the product is rounded, then the sum. Cell k contains each
---x with boundary k <= x < boundary k + 1.
---@class collide.Frame
---@field size? number|collide.PointLike above 0; 1
---@field origin? number|collide.PointLike the lower corner of cell 0; 0
---@field dimensions? 2|3 the dimensions, if the vectors do not decide them: for userdata whose z is to be ignored

---A frame for `cells` and `trace`. The other functions that take a frame ignore `rule`.
---@class collide.WalkFrame: collide.Frame
---@field rule? "closed" cells are closed. Each group has the cells that the segment first touches at its `t`, by z, then y, then x. The first group has all cells that contain `from` (1, 2, 4 or 8). A segment along a boundary touches the cells on both sides

---A frame for `trace`. Other functions with a frame ignore `limit` and `into`, so one table serves all of them.
---@class collide.TraceFrame: collide.WalkFrame
---@field limit? integer the largest number of groups, from 1 to 2^26; the first ones are returned. Without it, more than 2^18 groups are an error
---@field into? table for points in numbers: the array to fill and return instead of a new one. It is cut to the length of the walk; a wrong argument leaves it unchanged

---The cells that the segment enters at the same `t`. A group has 1 cell if the segment crosses one boundary, 3 if it
---crosses two at once, and 7 if it crosses three. The cells are in the order of the crossed axes: x, y, xy, z, xz, yz,
---xyz. So the cell in which the walk continues is last. (In the article on which `cells` is based, that cell is first
---in the plane and last in space. With `rule="closed"` the order is by z, then y, then x.) A group prints as `group
---t=0.25: (4, -2) (4, -1)`.
---@class collide.Group
---@field t number from 0 to 1, never less than the `t` of the previous group
---@field t_exit number the `t` of the next group; 1 for the last
---@field [integer] collide.Cell the cells, from 1

---The cells that a segment crosses, group by group: first the cell that contains `from`, then a group for each crossing
---of boundaries, up to and including `to`. A walk of any length takes O(1) memory, and each step takes O(1) time. You
---can leave the loop at any time, and nest loops.
---
---In numbers each step yields one cell, `i, t, x, y` or `i, t, x, y, z`. `i` is the number of the cell's group, from 1.
---Four numbers are a walk in 2D, six in 3D.
---
---Errors: a point where the boundaries of neighbouring cells are no longer distinct doubles, 2^53 cells from the origin
---(2^51 if the size is no power of two, or the origin is not 0), or exceed 1e300; a size that is not above 0; neither four nor six
---numbers.
---
---Source: 「3D衝突編 その23 整数区画に飛ばしたレイが通った区画を列挙してく」 ("3D collision, part 23: listing the integer cells that a ray passes";
---its example is `examples/articles/cells_under_a_ray.lua`) and Amanatides and Woo (1987), but each crossing is
---computed independently, and ties are decided exactly.
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
---@return any walk the state of the walk
---@return nil start none
---@overload fun(x0: number, y0: number, x1: number, y1: number, frame?: collide.WalkFrame): (fun(walk: any, control: any): i: integer?, t: number?, x: integer?, y: integer?), any, nil
---@overload fun(x0: number, y0: number, z0: number, x1: number, y1: number, z1: number, frame?: collide.WalkFrame): (fun(walk: any, control: any): i: integer?, t: number?, x: integer?, y: integer?, z: integer?), any, nil
function collide.cells(from, to, frame) end

---All groups of `cells` at once, as an array. In numbers the answer is one flat array, `i, t, x, y, ...` or `i, t, x,
---y, z, ...`. A group in tables takes 300 to 400 bytes; a cell in numbers takes 64 to 128. With `into` in the frame,
---calls in numbers fill the same array, and make no garbage once it is long enough. But Lua 5.1 and LuaJIT resize the
---array if a walk is shorter than the last one.
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

---The cell that contains the point.
---
---Errors: as `cells`.
---
---Source: a division, corrected by comparison with the boundaries on both sides.
---
---```lua
---print(collide.cell_at({ 40, 9 }, { size = 16 })) --> (2, 0)
---print(collide.cell_at(-0.5, 0, 7)) --> -1	0	7
---```
---@param point collide.PointLike
---@param frame? collide.Frame
---@return collide.Cell cell on a boundary, the upper cell
---@overload fun(x: number, y: number, frame?: collide.Frame): x: integer, y: integer
---@overload fun(x: number, y: number, z: number, frame?: collide.Frame): x: integer, y: integer, z: integer
function collide.cell_at(point, frame) end
