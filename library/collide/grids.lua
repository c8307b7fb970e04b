---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Grids
--
-- A grid stores a value in each cell, for tile maps, block worlds and voxels. It is a target of casts, alone or in an
-- array with shapes, and casts are its methods: `grid:raycast(...)`. Grids can also be read from files and written to
-- files: see [grids in files](grid_files.md). `grid:contact(shape)` equals `collide.contact(shape, grid)`; likewise
-- `contact_all` and `distance`.
--
-- A game in which the player pushes tiles needs only a grid: `examples/articles/sokoban.lua` is Redpoll's 60, 2-22
-- 「衝突判定 9 (「倉庫番」プログラムの作成)」 ("Collision 9: a Sokoban").

---@class collide
local collide = {}

---A cell to set or get, as separate numbers or as one value: whole numbers below 2^53.
---@alias collide.CellLike integer[]|{x: integer, y: integer, z?: integer}|userdata

---A grid stores an integer from 1 to 65535 in each cell that is not empty; empty cells have 0. It is unbounded and
---sparse: it stores cells in bricks of 8 x 8 x 8 or 16 x 16, and takes almost no memory for blocks that `fill` covered
---completely. It prints as `grid 3D size=1 cells=1234`. The casts are its methods.
---@class collide.Grid: userdata
local Grid = {}

---The frame of a grid, its layer, and the properties of values.
---@class collide.GridFields: collide.Frame
---@field layer? string|string[] a name for the options `ignore` and `only`, or an array of names
---@field shapes? table<integer, collide.ShapeLike | collide.GroupLike> for each value, the shape of its cells in place of a box, as in `set_shape`
---@field one_way? table<integer, collide.VectorLike> for each value, the only side from which its cells block in `move` and `push_out`, as `one_way` of a shape

---Rows of numbers, from the top of the picture down, and the frame of the grid.
---@class collide.Rows: collide.GridFields
---@field [integer] (integer|false)[]|string|false a row, from left to right

---An empty grid, `collide.grid{dimensions=3, size=1, origin=0}`; the table may be left out.
---Dimensions are 3, unless `dimensions`, or the length of `size` or `origin`, is 2.
---
---Errors: a size not above 0; dimensions that are neither 2 nor 3.
---
---```lua
---local world = collide.grid()
---world:fill({ 4, -2, -2 }, { 4, 2, 2 }, 7)
---print(world) --> grid 3D size=1 cells=25
---print(collide.grid { dimensions = 2, size = 16 }) --> grid 2D size=16 cells=0
---```
---@class collide.Grids
---@overload fun(frame?: collide.GridFields): grid: collide.Grid
collide.grid = {}

---A 2D grid from rows of numbers: row 1, column 1 is cell 0, 0, and the next row has y = 1. For an empty cell write 0,
---false or nil; for an empty row false or nil. The table may also have `size`, `origin`, `layer`, `shapes` and
---`one_way`, as for `collide.grid`.
---
---A row may also be a string of UTF-8; the second argument has the value of each character. A space and a dot are
---empty, unless they have a value. The value 0 also leaves a cell empty.
---
---The time is proportional to the number of values, however far apart their cells are.
---
---Errors, which name row and column: a value that is no whole number from 0 to 65535; a character without a value; a
---key that is no whole number, or is above 2^24. If rows are used in several places, more than 2^23 values that would
---be read again, or a grid of more than 128 MB.
---
---```lua
---local level = collide.grid.from_rows {
---  { 1, 1, 1 },
---  { 1, 0, 1 },
---  size = 16,
---}
---print(level) --> grid 2D size=16 cells=5
---print(level:raycast({ 24, 24 }, { 0, -1 })) --> hit t=8 point=(24, 16) normal=(0, 1) cell=(1, 0) value=1
---
---local room = collide.grid.from_rows({ "#####", "#..o#", "#####" }, { ["#"] = 1, o = 2 })
---print(room:count(), room:get(3, 1)) --> 13	2
---```
---@param rows collide.Rows
---@param values? table<string, integer> the value of each character, for rows that are strings
---@return collide.Grid grid of 2D
function collide.grid.from_rows(rows, values) end

---Sets the value of a cell; 0 empties it.
---
---Errors: numbers that are not whole, or 2^53 and beyond; a cell whose boundaries are no longer distinct doubles, or
---exceed 1e300; a value not from 0 to 65535; too little memory. The grid is then unchanged.
---
---```lua
---local world = collide.grid()
---world:set(1, 2, 3, 400)
---world:set({ 4, 5, 6 }, 1)
---print(world:get(1, 2, 3), world:count()) --> 400	2
---```
---@param cell collide.CellLike
---@param value integer 0 to 65535
---@overload fun(self: collide.Grid, x: integer, y: integer, value: integer)
---@overload fun(self: collide.Grid, x: integer, y: integer, z: integer, value: integer)
function Grid:set(cell, value) end

---The value of a cell.
---
---Miss: 0, when it is empty.
---
---Errors: as `set`.
---
---```lua
---local world = collide.grid { dimensions = 2 }
---world:set(3, 4, 5)
---print(world:get(3, 4), world:get { x = 0, y = 0 }) --> 5	0
---```
---@param cell collide.CellLike
---@return integer value 0 to 65535
---@overload fun(self: collide.Grid, x: integer, y: integer): value: integer
---@overload fun(self: collide.Grid, x: integer, y: integer, z: integer): value: integer
function Grid:get(cell) end

---Sets the value of all cells of a box, both corners included; 0 empties them. Only the border of the box takes time
---and memory; blocks that it covers completely take none, however large they are. A brick of 8 x 8 x 8 or 16 x 16 cells
---that it covers in part takes 96 bytes, and 1,040 more (528 in 2D) if it has several values. A larger block that it
---covers in part takes 544 bytes. Blocks have up to 512 cells a side (1024 in 2D), and begin at multiples of their
---side. So a box takes least memory if, along each axis, its min is such a multiple and its max is one less than such a
---multiple. A floor of 10001 x 4 x 10001 cells takes 198 MB, and one of 512 x 8 x 512 from the origin on 0.1 MB.
---Emptying a part of a block that has one value takes memory, too.
---
---Errors: as `set`; a fill that would take more than 256 MB, which is up to half a second of work; a grid that could
---then have 2^53 cells or more. The error says how much memory the fill would take, and the grid is unchanged. (Several
---smaller fills are allowed, and take the same memory together.)
---
---```lua
---local world = collide.grid()
---world:fill({ -1000, -3, -1000 }, { 999, -1, 999 }, 1)
---print(world:count()) --> 12000000
---world:fill(0, -3, 0, 9, -1, 9, 0) -- a hole
---print(world:count()) --> 11999700
---print(pcall(world.fill, world, 0, 0, 0, 1e9, 7, 7, 1))
-----> false	bad argument #2 to 'fill' (min and max: this fill would take 21617 MB, more than the limit of 256 MB; a box takes little where its min is a multiple of 512 and its max one less than a multiple)
---```
---@param min collide.CellLike the corner with the least coordinates
---@param max collide.CellLike the other corner
---@param value integer 0 to 65535
---@overload fun(self: collide.Grid, x0: integer, y0: integer, x1: integer, y1: integer, value: integer)
---@overload fun(self: collide.Grid, x0: integer, y0: integer, z0: integer, x1: integer, y1: integer, z1: integer, value: integer)
function Grid:fill(min, max, value) end

---Empties all cells and frees their memory.
---
---Errors: any argument.
---
---```lua
---local level = collide.grid.from_rows { { 1, 2 } }
---print(level:clear():count()) --> 0
---```
---@return collide.Grid grid the same grid
function Grid:clear() end

---Another grid with the same cells, size, origin, `layer`, `shapes` and `one_way`.
---
---Errors: any argument.
---
---```lua
---local level = collide.grid.from_rows { { 1, 2 } }
---local changed = level:copy()
---changed:set(0, 0, 0)
---print(level:count(), changed:count()) --> 2	1
---```
---@return collide.Grid copy
function Grid:copy() end

---The number of cells that are not empty, as `#grid`.
---
---Errors: any argument.
---
---```lua
---print(collide.grid.from_rows({ { 1, 0, 1 } }):count()) --> 2
---```
---@return integer count 0 or more
function Grid:count() end

---The least and the greatest coordinates of the cells that are not empty.
---
---In numbers, when the last argument is the word `"numbers"`: the components of both.
---
---Miss: nil, when all are empty.
---
---Errors: any other argument.
---
---```lua
---local world = collide.grid { dimensions = 2 }
---print(world:bounds()) --> nil
---world:set(-3, 4, 1)
---world:set(5, -6, 1)
---print(world:bounds()) --> (-3, -6)	(5, 4)
---print(world:bounds("numbers")) --> -3	-6	5	4
---```
---@return collide.Cell? min the least
---@return collide.Cell? max the greatest, both included
---@overload fun(self: collide.Grid, form: "numbers"): x0: integer?, y0: integer?, x1_or_z0: integer?, y1_or_x1: integer?, y1: integer?, z1: integer?
function Grid:bounds() end

---All cells that are not empty, or those in a box, both corners included, in the order of z, then y, then x. The grid
---may change during the loop. Each step yields the next cell in this order that is not empty at that time. A step takes
---at most time in proportion to the bricks of the box, not to its cells.
---
---Errors: as `get`; one corner without the other.
---
---```lua
---local level = collide.grid.from_rows { { 0, 7 }, { 8, 0 } }
---for x, y, value in level:each() do print(x, y, value) end
-----> 1	0	7
-----> 0	1	8
---for x, y, value in level:each(0, 1, 9, 9) do print(x, y, value) end
-----> 0	1	8
---```
---@param min? collide.CellLike the corner with the least coordinates
---@param max? collide.CellLike the other corner
---@return fun(): x: integer?, y: integer?, z_or_value: integer?, value: integer? step for a generic `for`: x, y, in 3D z, and the value
---@overload fun(self: collide.Grid, x0: integer, y0: integer, x1: integer, y1: integer): (fun(): x: integer?, y: integer?, value: integer?)
---@overload fun(self: collide.Grid, x0: integer, y0: integer, z0: integer, x1: integer, y1: integer, z1: integer): (fun(): x: integer?, y: integer?, z: integer?, value: integer?)
function Grid:each(min, max) end

---The cell that contains a point, by the grid's size and origin.
---
---Errors: a point where the boundaries of neighbouring cells are no longer distinct doubles, or exceed 1e300.
---
---Source: as `collide.cell_at`.
---
---```lua
---local level = collide.grid { dimensions = 2, size = 16 }
---print(level:cell_at { 40, 9 }) --> (2, 0)
---print(level:cell_at(40, 9)) --> 2	0
---```
---@param point collide.VectorLike
---@return collide.Cell cell on a boundary, the upper cell
---@overload fun(self: collide.Grid, x: number, y: number): x: integer, y: integer
---@overload fun(self: collide.Grid, x: number, y: number, z: number): x: integer, y: integer, z: integer
function Grid:cell_at(point) end

---The corners of a cell.
---
---Errors: as `get`.
---
---```lua
---local level = collide.grid { dimensions = 2, size = 16 }
---print(level:cell_bounds { 2, 0 }) --> (32, 0)	(48, 16)
---print(level:cell_bounds(2, 0)) --> 32	0	48	16
---```
---@param cell collide.CellLike
---@return collide.Vector min the corner with the least coordinates
---@return collide.Vector max the other corner
---@overload fun(self: collide.Grid, x: integer, y: integer): x0: number, y0: number, x1: number, y1: number
---@overload fun(self: collide.Grid, x: integer, y: integer, z: integer): x0: number, y0: number, z0: number, x1: number, y1: number, z1: number
function Grid:cell_bounds(cell) end

---The cells that a shape overlaps and that are not empty, in the order of z, then y, then x. Cells count as closed
---boxes, or as the shapes of their values, so cells that the shape only touches are included.
---
---The time is in proportion to the cells on the border of the shape and the cells in the answer, not to all cells of
---the grid.
---
---Miss: an empty array.
---
---Errors: a point, an array, a group, a grid or a mesh in place of the shape; a shape of other
---dimensions; more than 262,144 cells (2^18).
---
---```lua
---local level = collide.grid { dimensions = 2, size = 16 }
---level:fill(0, 0, 9, 9, 1)
---local blast = collide.circle { radius = 10, position = { 40, 24 } }
---for _, cell in ipairs(level:cells_in(blast)) do level:set(cell, 0) end
---print(level:count()) --> 95
---local flat = level:cells_in(collide.rect { min = { 0, 0 }, max = { 20, 5 } }, "numbers")
---print(table.concat(flat, " ")) --> 0 0 1 0
---```
---@param shape collide.ShapeLike
---@return collide.Cell[] cells
---@overload fun(self: collide.Grid, shape: collide.ShapeLike, form: "numbers"): flat: integer[]
function Grid:cells_in(shape) end

---Sets or removes the grid's layers, a name or an array of names for the options `ignore` and `only`, as
---`shape:set_layer` does. `collide.grid { layer = "wall" }` sets the layer when the grid is made.
---
---Errors: as `shape:set_layer`.
---
---```lua
---local walls = collide.grid():set_layer("wall")
---print(walls:get_layer()) --> wall
---```
---@param layer string|string[]? nil for none
---@return collide.Grid grid the same grid
function Grid:set_layer(layer) end

---The name of the grid's layer, or of its first one.
---
---Miss: nil, for a grid without a layer.
---
---Errors: any argument.
---
---```lua
---print(collide.grid { dimensions = 2, layer = "ground" }:get_layer()) --> ground
---```
---@return string? layer as it was given
function Grid:get_layer() end

---The names of all layers of the grid.
---
---Miss: an empty array, for a grid without a layer.
---
---Errors: any argument.
---
---```lua
---print(table.concat(collide.grid { layer = { "ground", "ice" } }:get_layers(), " ")) --> ground ice
---```
---@return string[] layers in the order in which they were given
function Grid:get_layers() end

---Sets the shape of the cells with a value, in place of a box: slopes, half blocks. The shape is given in a cell that
---reaches from 0 to 1 along each axis, and is moved and scaled to each cell. `collide.grid { shapes = { [2] = slope }
---}` sets shapes when the grid is made. Strings of `encode` and files do not contain shapes.
---
---All queries use these shapes. Casts at a grid that has shapes always have `rule="closed"`, since shapes are closed
---sets. Each hit then has one cell, and the option `corners` is an error. (In an array or a world `corners` has no
---effect on such a grid.) `cells` and `trace` know only cells. A shape that fills a side of its cell covers that part
---of the neighbour's side. So a slope that continues into a floor, or into another slope, has no seam. In space a face
---is covered if one face beyond it contains all of it. A contact at an edge of a covered face has the normal of a face
---that is not covered.
---
---A cell may also have a `group` of up to 64 such shapes, for example an L-shaped step from `decompose`. The cell
---counts once, by the part that is hit first or has the deepest contact. Parts that share whole edges, like those of
---`decompose`, have no seam.
---
---Errors: a value that is not from 1 to 65535; a shape that is, in 2D, no rect, polygon, triangle, segment or group of
---them, or in 3D no box, hull, triangle, segment or group of them; a corner outside the cell; more than 16 corners (in
---3D 32) or 64 parts.
---
---```lua
---local tiles = collide.grid.from_rows({ "../", "###" }, { ["#"] = 1, ["/"] = 2 }) -- y is down, as in LÖVE
---tiles:set_shape(2, collide.polygon { 0, 1, 1, 1, 1, 0 })
---local ball = collide.circle { radius = 0.25, position = { 1.5, 0.75 } }
---print(tiles:overlap(ball), tiles:contains(2.25, 0.5), tiles:contains(2.75, 0.5)) --> true	false	true
---local moved = tiles:move(collide.rect { half = { 0.25, 0.25 }, position = { 1.5, 0.75 } }, { 0.75, 0 })
---print(moved.position) --> (2, 0.5)
---
---local ramp = collide.hull { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 1, 0, 1 }, { 1, 1, 1 } }
---local blocks = collide.grid { shapes = { [2] = ramp, [3] = collide.box { min = { 0, 0, 0 }, max = { 1, 1, 0.5 } } } }
---blocks:set(4, 1, 1, 2)
---print(blocks:contains(4.25, 1.5, 1.5), blocks:contains(4.75, 1.5, 1.5)) --> false	true
---```
---@param value integer 1 to 65535
---@param shape (collide.ShapeLike | collide.GroupLike)? nil for boxes
---@return collide.Grid grid the same grid
function Grid:set_shape(value, shape) end

---The shape of the cells with a value, as `set_shape` takes it: in a cell that reaches from 0 to 1 along each axis. It
---was set by `set_shape`, or read from Tiled. Each call makes a new shape. To draw a cell, scale the shape and move it
---to the cell:
---`love.graphics.polygon("line", grid:get_shape(value):set_scale(16):set_position(16 * x, 16 * y):outline())`.
---
---The grid stores corners. So a rect that is turned comes back as a polygon. Points in line with their neighbours and
---points inside a hull are dropped. Several parts come back as a group.
---
---Miss: nil, for a value whose cells are boxes, also after `set_shape` with a shape that is the whole cell.
---
---Errors: a value that is not from 1 to 65535.
---
---```lua
---local tiles = collide.grid { dimensions = 2, shapes = { [2] = collide.polygon { 0, 1, 1, 1, 1, 0, 0, 0.5 } } }
---print(tiles:get_shape(2)) --> polygon points=((0, 0.5), (1, 0), (1, 1), (0, 1))
---print(tiles:get_shape(1)) --> nil
---```
---@param value integer 1 to 65535
---@return (collide.Shape|collide.ShapeGroup)? shape a new shape or group
function Grid:get_shape(value) end

---Makes the cells with a value block only from one side in `move` and `push_out`, or again from every side, as
---`shape:set_one_way` does for a shape. `collide.grid { one_way = { [3] = { 0, 1 } } }` sets the side when the grid is
---made. Strings of `encode` and files do not contain it.
---
---Errors: a value that is not from 1 to 65535; not a vector of the grid's dimensions; zero.
---
---```lua
---local tiles = collide.grid.from_rows { { 3, 3, 3 } } -- y is down, as in LÖVE
---tiles:set_one_way(3, 0, -1)
---local player = collide.rect { half = { 0.5, 0.5 }, position = { 1.5, 4 } }
---print(collide.move(tiles, player, { 0, -6 }).position, collide.move(tiles, player, { 0, 6 }).position) --> (1.5, -2)	(1.5, -0.5)
---```
---@param value integer 1 to 65535
---@param one_way collide.VectorLike? the normal of the side that blocks; nil for every side
---@return collide.Grid grid the same grid
---@overload fun(self: collide.Grid, value: integer, x: number, y: number): grid: collide.Grid
---@overload fun(self: collide.Grid, value: integer, x: number, y: number, z: number): grid: collide.Grid
function Grid:set_one_way(value, one_way) end

---The only side from which the cells with a value block moves.
---
---In numbers, `x, y[, z]`, when the last argument is the word `"numbers"`.
---
---Miss: nil, for a value whose cells block from every side.
---
---Errors: a value that is not from 1 to 65535; any argument but the word.
---
---```lua
---print(collide.grid { dimensions = 2, one_way = { [3] = { 0, -1 } } }:get_one_way(3)) --> (0, -1)
---```
---@param value integer 1 to 65535
---@return collide.Vector? one_way as it was given
---@overload fun(self: collide.Grid, value: integer, form: "numbers"): x: number?, y: number?, z: number?
function Grid:get_one_way(value) end

Grid.raycast = collide.raycast
Grid.raycast_any = collide.raycast_any
Grid.raycast_all = collide.raycast_all
Grid.raycast_many = collide.raycast_many
Grid.segmentcast_many = collide.segmentcast_many
Grid.segmentcast = collide.segmentcast
Grid.segmentcast_any = collide.segmentcast_any
Grid.segmentcast_all = collide.segmentcast_all
Grid.linecast = collide.linecast
Grid.linecast_any = collide.linecast_any
Grid.linecast_all = collide.linecast_all
