---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Pairs
--
-- Overlap, contact and distance of two shapes. Shapes are closed sets, so shapes that touch overlap; `hollow` has no
-- effect. If you swap the two shapes, the answer is the same, mirrored; [contact](#collidecontact) names the two
-- exceptions. A pair of a 2D shape and a 3D shape is an error. All other pairs of shapes, and of a shape and a point,
-- have a test. A group answers part by part.
--
-- In 2D every yes or no is exact. In 3D:
--
-- | yes or no in 3D | polytope | round | curved | plane |
-- |---|---|---|---|---|
-- | **polytope**: box, triangle, segment, hull, point | exact | exact | exact | exact |
-- | **round**: sphere, capsule, scaled evenly | exact | exact | tolerance | exact |
-- | **curved**: cylinder, cone, sphere and capsule scaled unevenly | exact | tolerance | tolerance | exact |
-- | **plane** | exact | exact | exact | exact |
--
-- The tolerance is 1e-10 of the size of the two shapes. If the distance or depth of the two is smaller, the answer may
-- be yes or no, but is the same on every platform. A shape with a radius of 0 is a polytope. A sphere or capsule whose
-- pose is a matrix counts as scaled unevenly.
--
-- In 2D a shape is a half-plane, or a convex hull with a radius around it: a circle is a point with a radius, a capsule
-- a segment with one. Overlap is decided by separating axes in doubles with a bound on their error (Gottschalk, Lin and
-- Manocha 1996). If the bound leaves doubt, exact signs decide about corners, edges and distances. If the hulls are
-- apart, the distance is that between their nearest features: two corners, or a corner and an edge (Ericson, "Real-Time
-- Collision Detection", 5.1). If the hulls overlap, the contact is at the edge of either hull with the least
-- penetration depth.
--
-- In 3D a shape is a polytope with a radius around it, or curved. The search is the algorithm of Gilbert, Johnson and
-- Keerthi (1988). The result of the search counts if a bound on the rounding error proves it; otherwise exact signs
-- decide. For the penetration depth, a polytope grows in the Minkowski difference until its face nearest to the origin
-- is a face of the difference (van den Bergen 2001). For a box and a cylinder or cone, a ball inside the difference can
-- touch its surface only in a few directions; the depth is the best of these. Distances and depths of polytopes and of
-- evenly scaled spheres and capsules are correct except for rounding. With cylinders, cones and uneven scale the error
-- of distances is at most 1e-12 of the size, and the error of depths at most 1e-8.
--
-- These guarantees hold for sizes and coordinates that are 0, or from 1e-70 to 1e70: see [Exactness](../exactness.md).
--
-- One of the two may be a grid, a world, or an array of shapes and grids, if its members have a test with the other
-- argument. A grid is the union of its cells as closed boxes. The answer is for one member: the member with the deepest
-- contact, or the nearest member. Among equals the lower index counts, then the lower cell (z first, then y, then x).
-- Cells whose distances differ only by rounding are equally near. If the shape itself is a member of the array, that
-- member is skipped.
--
-- The contact of a cell is only across faces that no other cell covers, and across the edges and corners between such
-- faces. If all its faces are covered, all of them count. So a shape on a floor of cells has the floor's normal, never
-- a seam's. The contact separates the shape from one cell, not from all cells: a shape that is deeper than one cell may
-- need several pushes. Likewise the contact of a triangle of a mesh is across its face, or across an edge at which the
-- mesh does not continue flat or hollow. The error of its `depth` is at most 2^-40 of the size of the two.
--
-- A mesh beside another mesh, an array or a world answers like the group of its triangles: the contact is the deepest
-- of all pairs of triangles, and the distance belongs to the nearest pair. So `part` is the number of the triangle of
-- this mesh, and `triangle` the number of the triangle of the other. Beside a shape, `triangle` is the number of the
-- triangle of the mesh. A mesh is its surface: a mesh inside another has a distance above 0, and no contact. The
-- contact separates one pair of triangles. To separate whole models, use a hull or a group of hulls for one of them.
--
-- A world answers like the array of its members. Other pairs of two targets with many members have a test only if both
-- are grids: `overlap` and `distance`.
--
-- In 2D the time of a query is in proportion to the corners of both shapes, and for a contact also to the logarithm of
-- their number. Each edge of a large polygon is compared only with the other's foremost corner, which advances with the
-- edges ("rotating calipers", Toussaint 1983). `overlap`, `contact` and `distance` of two polygons of 30,000 corners
-- take about ten milliseconds; hard cases such as needles take up to a hundred.

---@class collide
local collide = {}

---@class collide.Shape
local Shape = {}

---@class collide.Grid
local Grid = {}

---A shape, the table that describes one, or a point, which counts as a circle or sphere of radius 0. A point may also
---be two or three separate numbers.
---@alias collide.PairLike collide.Target|collide.VectorLike

---Selects members of a target. In a pair of two single shapes, the second is the target.
---@class collide.Selection
---@field ignore? collide.Choice members to skip
---@field only? collide.Choice the only members that count; none if the array is empty, or no member has the layer
---@field filter? fun(member: collide.Shape|collide.Grid|collide.Description): boolean? accepts the member if it returns true. It is called at most once for each member, in no stated order, and only for members that would count. It may call queries and may raise an error. It must not yield or change the target

---The options of a pair.
---@class collide.OverlapOptions: collide.Selection
---@field touching? "skip" skips shapes that only touch, with depth 0

---The options of `contact`.
---@class collide.ContactOptions: collide.OverlapOptions
---@field into? table a table to fill with the contact and return instead of a new one; vectors in it are reused

---The options of `overlap_all` and `contact_all`.
---@class collide.OverlapAllOptions: collide.OverlapOptions
---@field into? table an array to fill and return; it is cut to the number of answers
---@field limit? integer the largest number of answers; the first ones are returned, in `contact_all` the deepest

---The options of `distance_all`.
---@class collide.DistanceAllOptions: collide.DistanceOptions
---@field into? table an array to fill and return; it is cut to the number of answers
---@field limit? integer the largest number of answers; the nearest ones are returned

---The options of `distance`.
---@class collide.DistanceOptions: collide.Selection
---@field max? number members that are farther away do not count; if none is nearer, the answer is nil

---A member of a target, the name of a layer, or an array of either. To name a member that is a description, pass the
---same table. A name matches each member that has this layer. A name that no object ever had is an error, which lists
---the known names; [layers](poses.md#collidelayers) declares names.
---@alias collide.Choice collide.ShapeLike|collide.Grid|collide.GroupLike|collide.World|string|(collide.ShapeLike|collide.Grid|collide.GroupLike|collide.World|string)[]

---The contact of two shapes: the shortest displacement that separates them. It prints as
---`contact depth=0.5 normal=(0, 1) point=(1, 0.5)`.
---@class collide.Contact
---@field normal collide.Vector of unit length, out of `b` towards `a`
---@field depth number `normal * depth` is the shortest displacement of `a` after which the two only touch; 0 if they touch already; `math.huge` for half-planes and half-spaces that no displacement separates
---@field shape? collide.Shape|collide.Grid|collide.Description for an array: the member
---@field index? integer the member's place in the array; for a world, its number
---@field number? integer for a world in an array: the member's number
---@field part? integer for a group: the number of the part; if both are groups, of the part of the second group, or of the group in the array
---@field triangle? integer for a mesh: the number of the triangle
---@field cell? collide.Cell for a grid: the cell
---@field value? integer the value of the cell
---@field point collide.Vector a point in both shapes. In 2D it is the mean of the corners of their intersection. If only their radii overlap, it lies halfway between their deepest points, or as near to that as the thinner shape reaches

---A member, cell, triangle or part near a shape. It prints as `near distance=1 from=(1, 0) point=(2, 0)`.
---@class collide.Near
---@field distance number 0 when they overlap
---@field from collide.Vector the point of the shape that is nearest to the member
---@field point collide.Vector the point of the member that is nearest to the shape
---@field shape? collide.Shape|collide.Grid|collide.Description for an array: the member
---@field index? integer the member's place in the array; for a world, its number
---@field number? integer for a world in an array: the member's number
---@field part? integer for a group: the number of the part; if both are groups, of the part of the group in the array
---@field triangle? integer for a mesh: the number of the triangle
---@field cell? collide.Cell for a grid: the cell
---@field value? integer the value of the cell

---Whether two shapes have a common point. The answer is exact for the doubles of their poses, and touching counts.
---
---Miss: false.
---
---Errors: shapes of 2D and 3D together; two arrays, or an array and a grid, or a mesh and a grid; more than two shapes
---or targets; an unknown option. For `contact` and `distance` also a point of the answer, of a half-space, that lies
---beyond 1e300.
---
---Source: as at the top of this page.
---
---```lua
---local roof = collide.triangle { { 0, 0 }, { 4, 3 }, { 8, 0 } }
---local disc = collide.circle { radius = 5, position = { -1, 5.5 } }
---print(disc:overlap(roof)) --> true
---print(roof:overlap(4, 3), roof:overlap(4, 3.001)) --> true	false
---
---local wall = collide.rect { half = { 1, 9 }, position = { 5, 0 }, layer = "wall" }
---print(disc:overlap({ roof, wall }, { ignore = roof }), disc:overlap({ roof, wall }, { only = "wall" })) --> true	true
---```
---@param a collide.PairLike
---@param b collide.PairLike
---@param options? collide.OverlapOptions
---@return boolean overlap touching counts
---@overload fun(a: collide.Target, x: number, y: number, options?: collide.OverlapOptions): overlap: boolean
---@overload fun(a: collide.Target, x: number, y: number, z: number, options?: collide.OverlapOptions): overlap: boolean
---@overload fun(x: number, y: number, b: collide.PairLike, options?: collide.OverlapOptions): overlap: boolean
---@overload fun(x: number, y: number, z: number, b: collide.PairLike, options?: collide.OverlapOptions): overlap: boolean
---@overload fun(ax: number, ay: number, bx: number, by: number): overlap: boolean
---@overload fun(ax: number, ay: number, az: number, bx: number, by: number, bz: number): overlap: boolean
function collide.overlap(a, b, options) end

---All members of a target that a shape or point overlaps, in the order of their indices. With a point in numbers, or
---with the word `"numbers"`, the array has their indices. A single shape or grid counts as the member with index 1.
---
---If the first argument is a grid or an array, it is the target; otherwise the second argument is.
---
---Miss: an empty array.
---
---Errors: as `overlap`.
---
---Source: as `overlap`, member by member.
---
---```lua
---local tile = collide.rect { half = { 1, 1 } }
---local near = collide.circle { radius = 1, position = { 1.5, 0 } }
---local far = collide.circle { radius = 1, position = { 5, 0 } }
---print(#tile:overlap_all { near, far }, tile:overlap_all({ far, near }, "numbers")[1]) --> 1	2
---```
---@param a collide.PairLike
---@param target collide.PairLike
---@param options? collide.OverlapAllOptions
---@return (collide.Shape|collide.Grid|collide.Description)[] members the ones that the shape overlaps
---@overload fun(target: collide.Target, x: number, y: number, options?: collide.OverlapAllOptions): indices: integer[]
---@overload fun(target: collide.Target, x: number, y: number, z: number, options?: collide.OverlapAllOptions): indices: integer[]
---@overload fun(x: number, y: number, target: collide.Target, options?: collide.OverlapAllOptions): indices: integer[]
---@overload fun(x: number, y: number, z: number, target: collide.Target, options?: collide.OverlapAllOptions): indices: integer[]
---@overload fun(a: collide.Target, target: collide.Target, form: "numbers"): indices: integer[]
---@overload fun(a: collide.Target, target: collide.Target, options: collide.OverlapAllOptions?, form: "numbers"): indices: integer[]
function collide.overlap_all(a, target, options) end

---The penetration depth of two shapes, and the shortest displacement that separates them. There is a contact if and
---only if the two overlap; if they only touch, `depth` is 0.
---
---As a method of a world, grid or mesh, `world:contact(shape)` equals `collide.contact(shape, world)`: the contact
---moves the shape, not the world.
---
---In numbers the answer is `nx, ny, depth, px, py`, in 3D `nx, ny, nz, depth, px, py, pz`. A pair answers in numbers if
---its first vector is a point in numbers; two shapes answer in numbers if the last argument is the word `"numbers"`.
---Otherwise the answer is a table. `overlap` with `touching="skip"` returns whether they penetrate and do not only
---touch, and makes no garbage.
---
---There is always a normal, also if one shape is inside the other, for concentric circles and for a point on an edge.
---If several displacements are equally short, the choice is the same on every platform. The depth is measured from
---differences of coordinates, so it keeps its digits far away from the origin. The displacement may be too short or too
---long by the rounding of the coordinates. So limit the number of pushes; do not push until nothing overlaps. If you
---swap the two shapes, the normal is the opposite, with two exceptions: the two are identical in kind and every number,
---or they touch at a corner or edge. At a corner or edge several normals may separate the two; the normal is then that
---of the first such face of `b`, otherwise of `a`, as in [shapecasts](sweeps.md).
---
---Miss: nil, when they do not overlap.
---
---Errors: as `overlap`; a word other than `"numbers"`, or this word in a call with a point: there the form of the point
---decides.
---
---Source: see the top of the section.
---
---```lua
---local crate = collide.rect { half = { 1, 1 }, position = { 4, 0 } }
---local coin = collide.circle { radius = 0.5, position = { 2.75, 0 } }
---local contact = coin:contact(crate)
---print(contact) --> contact depth=0.25 normal=(-1, 0) point=(3.125, 0)
---
---coin:set_position(2.75 + contact.normal.x * contact.depth, contact.normal.y * contact.depth)
---print(coin:contact(crate).depth) --> 0
---
---print(crate:contact(4.75, 0)) --> -1	0	0.25	4.75	0
---print(crate:contact(coin, "numbers")) --> 1	0	0	3	0
---
---local lid = collide.box { half = { 2, 0.5, 2 }, position = { 1, 1.25, 0 } }
---print(lid:contact(collide.box { half = { 1, 1, 1 } }).normal) --> (0, 1, 0)
---```
---@param a collide.PairLike the shape that the contact moves
---@param b collide.PairLike the other one
---@param options? collide.ContactOptions
---@return collide.Contact? contact the contact; for a target the deepest one
---@overload fun(a: collide.Target, b: collide.Target, form: "numbers"): nx: number?, ny: number?, depth: number?, px: number?, py: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(a: collide.Target, b: collide.Target, form: "numbers"): nx: number?, ny: number?, nz: number?, depth: number?, px: number?, py: number?, pz: number?, index: integer?, value_or_triangle: integer?, cx: integer?, cy: integer?, cz: integer?, part: integer?, number: integer?
---@overload fun(a: collide.Target, b: collide.Target, options: collide.ContactOptions?, form: "numbers"): nx: number?, ny: number?, depth: number?, px: number?, py: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(a: collide.Target, b: collide.Target, options: collide.ContactOptions?, form: "numbers"): nx: number?, ny: number?, nz: number?, depth: number?, px: number?, py: number?, pz: number?, index: integer?, value_or_triangle: integer?, cx: integer?, cy: integer?, cz: integer?, part: integer?, number: integer?
---@overload fun(a: collide.Target, x: number, y: number, options?: collide.ContactOptions): nx: number?, ny: number?, depth: number?, px: number?, py: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(a: collide.Target, x: number, y: number, z: number, options?: collide.ContactOptions): nx: number?, ny: number?, nz: number?, depth: number?, px: number?, py: number?, pz: number?, index: integer?, value_or_triangle: integer?, cx: integer?, cy: integer?, cz: integer?, part: integer?, number: integer?
---@overload fun(x: number, y: number, b: collide.PairLike, options?: collide.ContactOptions): nx: number?, ny: number?, depth: number?, px: number?, py: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(x: number, y: number, z: number, b: collide.PairLike, options?: collide.ContactOptions): nx: number?, ny: number?, nz: number?, depth: number?, px: number?, py: number?, pz: number?, index: integer?, value_or_triangle: integer?, cx: integer?, cy: integer?, cz: integer?, part: integer?, number: integer?
---@overload fun(ax: number, ay: number, bx: number, by: number): nx: number?, ny: number?, depth: number?, px: number?, py: number?
---@overload fun(ax: number, ay: number, az: number, bx: number, by: number, bz: number): nx: number?, ny: number?, nz: number?, depth: number?, px: number?, py: number?, pz: number?
function collide.contact(a, b, options) end

---All contacts of a shape or point with the members of a target, one for each shape and one for each cell of a grid.
---The deepest comes first; of equal depth the lower index, then the lower cell.
---
---If the first argument is a grid or an array, it is the target; otherwise the second argument is. The contacts move
---the first argument; as a method of a world, grid or mesh, they move the shape that is passed.
---
---In numbers the answer is one flat array with the same number of values for each contact, whatever the targets are. In
---3D a contact has 14 values: `nx, ny, nz, depth, px, py, pz, index, part, triangle, value, cx, cy, cz`. In 2D it has
---10: `nx, ny, depth, px, py, index, part, value, cx, cy`. The index of a single target is 1; values that do not apply
---are 0.
---
---Miss: an empty array.
---
---Errors: as `contact`; more than 262,144 contacts without `limit`.
---
---Source: as `contact`. The box of a cell is extended across its covered faces, so the shortest displacement out of the
---cell is across a face that is not covered.
---
---```lua
---local floor = collide.grid { dimensions = 2 }
---floor:fill(0, 0, 9, 0, 1)
---local crate = collide.rect { half = { 1, 1 }, position = { 2, 1.75 } }
---print(#crate:contact_all(floor), crate:contact_all(floor)[1]) --> 2	contact depth=0.25 normal=(0, 1) point=(1.5, 0.875) cell=(1, 0) value=1
---```
---@param a collide.PairLike the shape that the contact moves
---@param target collide.PairLike the others
---@param options? collide.OverlapAllOptions
---@return collide.Contact[] contacts the deepest first
---@overload fun(target: collide.Target, x: number, y: number, options?: collide.OverlapAllOptions): flat: (number|false)[]
---@overload fun(target: collide.Target, x: number, y: number, z: number, options?: collide.OverlapAllOptions): flat: (number|false)[]
---@overload fun(x: number, y: number, target: collide.Target, options?: collide.OverlapAllOptions): flat: (number|false)[]
---@overload fun(x: number, y: number, z: number, target: collide.Target, options?: collide.OverlapAllOptions): flat: (number|false)[]
---@overload fun(a: collide.Target, target: collide.Target, form: "numbers"): flat: (number|false)[]
---@overload fun(a: collide.Target, target: collide.Target, options: collide.OverlapAllOptions?, form: "numbers"): flat: (number|false)[]
function collide.contact_all(a, target, options) end

---The distance of two shapes, which is 0 if and only if they overlap, and the witness points: the point of each shape
---that is nearest to the other. If all points of a segment are nearest, the witness point is its middle in 2D, and one
---of its points in 3D. If the shapes overlap, both witness points are the same common point.
---
---In numbers the answer is `distance, ax, ay, bx, by`, in 3D `distance, ax, ay, az, bx, by, bz`. A pair answers in
---numbers if its first vector is a point in numbers; two shapes answer in numbers if the last argument is the word
---`"numbers"`. Otherwise the answer is the distance and two vectors.
---
---As a method of a world, grid or mesh, `world:distance(shape)` equals `collide.distance(shape, world)`, with the point
---of the shape first.
---
---For a target the answer is the distance of the nearest member. In tables these values follow: the member, its index,
---the cell or the triangle of a mesh, the value of the cell, the part of a group, and the number in a world that is in
---an array. In numbers `index, value, cx, cy, part, number` follow, in 3D `index, value, cx, cy, cz, part, number`,
---with the triangle of a mesh in place of the value. Values that do not apply are nil. For a single shape nothing
---follows; for a single grid or mesh, member and index are nil.
---
---Miss: nil, if the target is empty or every member is beyond `max`. Two shapes without `max` never miss.
---
---Errors: as `contact`.
---
---Source: see the top of the section.
---
---```lua
---local coin = collide.circle { radius = 1 }
---local wall = collide.segment { { 4, -3 }, { 4, 3 } }
---print(coin:distance(wall)) --> 3	(1, 0)	(4, 0)
---print(coin:distance(3, 4)) --> 4	0.6	0.8	3	4
---print(coin:distance(wall, "numbers")) --> 3	1	0	4	0
---```
---@param a collide.PairLike
---@param b collide.PairLike
---@param options? collide.DistanceOptions
---@return number distance 0 when they overlap
---@return collide.Vector on_a the point of `a`
---@return collide.Vector on_b the point of `b`
---@return (collide.Shape|collide.Grid|collide.Description)? member for an array: the nearest member
---@return integer? index the member's place
---@return (integer|collide.Cell)? cell_or_triangle for a grid the nearest cell; for a mesh the number of the triangle
---@return integer? value for a grid: the value of that cell
---@return integer? part for a group: the number of the part
---@return integer? number for a world in an array: the member's number
---@overload fun(a: collide.PairLike, b: collide.PairLike, options: collide.DistanceOptions): distance: number?, on_a: collide.Vector?, on_b: collide.Vector?, member: (collide.Shape|collide.Grid|collide.Description)?, index: integer?, cell_or_triangle: (integer|collide.Cell)?, value: integer?, part: integer?, number: integer?
---@overload fun(a: collide.Target, b: collide.Target, form: "numbers"): distance: number?, ax: number?, ay: number?, bx: number?, by: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(a: collide.Target, b: collide.Target, form: "numbers"): distance: number?, ax: number?, ay: number?, az: number?, bx: number?, by: number?, bz: number?, index: integer?, value_or_triangle: integer?, cx: integer?, cy: integer?, cz: integer?, part: integer?, number: integer?
---@overload fun(a: collide.Target, b: collide.Target, options: collide.DistanceOptions?, form: "numbers"): distance: number?, ax: number?, ay: number?, bx: number?, by: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(a: collide.Target, b: collide.Target, options: collide.DistanceOptions?, form: "numbers"): distance: number?, ax: number?, ay: number?, az: number?, bx: number?, by: number?, bz: number?, index: integer?, value_or_triangle: integer?, cx: integer?, cy: integer?, cz: integer?, part: integer?, number: integer?
---@overload fun(a: collide.Target, x: number, y: number, options?: collide.DistanceOptions): distance: number?, ax: number?, ay: number?, bx: number?, by: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(a: collide.Target, x: number, y: number, z: number, options?: collide.DistanceOptions): distance: number?, ax: number?, ay: number?, az: number?, bx: number?, by: number?, bz: number?, index: integer?, value_or_triangle: integer?, cx: integer?, cy: integer?, cz: integer?, part: integer?, number: integer?
---@overload fun(x: number, y: number, b: collide.PairLike, options?: collide.DistanceOptions): distance: number?, ax: number?, ay: number?, bx: number?, by: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(x: number, y: number, z: number, b: collide.PairLike, options?: collide.DistanceOptions): distance: number?, ax: number?, ay: number?, az: number?, bx: number?, by: number?, bz: number?, index: integer?, value_or_triangle: integer?, cx: integer?, cy: integer?, cz: integer?, part: integer?, number: integer?
---@overload fun(ax: number, ay: number, bx: number, by: number): distance: number, ax: number, ay: number, bx: number, by: number
---@overload fun(ax: number, ay: number, az: number, bx: number, by: number, bz: number): distance: number, ax: number, ay: number, az: number, bx: number, by: number, bz: number
function collide.distance(a, b, options) end

---The distances of all members of a target within `max` of a shape or point, one for each shape, each cell of a grid,
---each triangle of a mesh and each part of a group. The nearest comes first; of equal distance the lower index, then
---the lower part, triangle or cell. A member counts if and only if `distance` with the same `max` finds it. Without
---`max` all members count. A shape that is a group gives an answer for each of its parts.
---
---If the first argument is a grid or an array, it is the target; otherwise the second argument is. In both cases `from`
---is the point of the shape, and `point` the point of the member.
---
---In numbers the answer is one flat array with the same number of values for each distance, whatever the targets are.
---In 3D a distance has 14 values: `distance, fx, fy, fz, px, py, pz, index, part, triangle, value, cx, cy, cz`. In 2D
---it has 10: `distance, fx, fy, px, py, index, part, value, cx, cy`. The index of a single target is 1; values that do
---not apply are 0.
---
---Miss: an empty array.
---
---Errors: as `contact`; two grids; more than 262,144 distances without `limit`; a grid of more than 262,144 cells
---without `max` and `limit`.
---
---Source: as `distance`, member by member.
---
---```lua
---local level = collide.world { collide.rect { half = { 1, 1 }, position = { 4, 0 }, layer = "crate" } }
---level:add(collide.circle { radius = 1, position = { 0, 9 } }, collide.circle { radius = 1, position = { 0, 3 } })
---local player = collide.circle { radius = 1 }
---for _, near in ipairs(level:distance_all(player, { max = 2 })) do
---  print(near.distance, near.point, near.shape) --> 1	(0, 2)	circle radius=1 position=(0, 3)
---  break
---end
---print(#player:distance_all(level, { max = 2 }), #player:distance_all(level, { only = "crate" })) --> 2	1
---```
---@param a collide.PairLike
---@param target collide.PairLike
---@param options? collide.DistanceAllOptions
---@return collide.Near[] near the nearest first
---@overload fun(target: collide.Target, x: number, y: number, options?: collide.DistanceAllOptions): flat: (number|false)[]
---@overload fun(target: collide.Target, x: number, y: number, z: number, options?: collide.DistanceAllOptions): flat: (number|false)[]
---@overload fun(x: number, y: number, target: collide.Target, options?: collide.DistanceAllOptions): flat: (number|false)[]
---@overload fun(x: number, y: number, z: number, target: collide.Target, options?: collide.DistanceAllOptions): flat: (number|false)[]
---@overload fun(a: collide.Target, target: collide.Target, form: "numbers"): flat: (number|false)[]
---@overload fun(a: collide.Target, target: collide.Target, options: collide.DistanceAllOptions?, form: "numbers"): flat: (number|false)[]
function collide.distance_all(a, target, options) end

---The distance of a point from a shape, and the nearest point of the shape. If the shape contains the point, the
---distance is 0, and the nearest point is the point itself.
---
---For a target the answer is for the nearest member. The values about the member follow, as in `distance`.
---
---Miss: nil, if the target is empty or every member is beyond `max`.
---
---Errors: an argument that is no target; a point with other dimensions; a nearest point, of a half-space, that lies
---beyond 1e300.
---
---Source: Ericson, "Real-Time Collision Detection", 5.1, with an exact choice of the nearest feature.
---
---```lua
---local roof = collide.triangle { { 0, 0 }, { 4, 3 }, { 8, 0 } }
---print(roof:closest { 0, 4 }) --> 3.2	(1.92, 1.44)
---print(roof:closest(4, 1)) --> 0	4	1
---print(collide.box { half = { 1, 1, 1 } }:closest { 4, 5, 0 }) --> 5	(1, 1, 0)
---```
---@param target collide.Target
---@param point collide.VectorLike
---@param options? collide.DistanceOptions
---@return number distance 0 when the target contains the point
---@return collide.Vector nearest a point of the target
---@return (collide.Shape|collide.Grid|collide.Description)? member for an array: the nearest member
---@return integer? index the member's place
---@return (integer|collide.Cell)? cell_or_triangle for a grid the nearest cell; for a mesh the number of the triangle
---@return integer? value for a grid: the value of that cell
---@return integer? part for a group: the number of the part
---@return integer? number for a world in an array: the member's number
---@overload fun(target: collide.Target, point: collide.VectorLike, options: collide.DistanceOptions): distance: number?, nearest: collide.Vector?, member: (collide.Shape|collide.Grid|collide.Description)?, index: integer?, cell_or_triangle: (integer|collide.Cell)?, value: integer?, part: integer?, number: integer?
---@overload fun(target: collide.Target, x: number, y: number, options?: collide.DistanceOptions): distance: number?, x: number?, y: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(target: collide.Target, x: number, y: number, z: number, options?: collide.DistanceOptions): distance: number?, x: number?, y: number?, z: number?, index: integer?, value_or_triangle: integer?, cx: integer?, cy: integer?, cz: integer?, part: integer?, number: integer?
function collide.closest(target, point, options) end

---Whether a shape contains a point; its border counts. The answer is exact, in 2D and 3D. A triangle in 3D or a segment
---contains the points on it, a group the points of its parts, a grid the points of its cells. A closed mesh contains
---its inside; a mesh that is not closed is an error, which names an edge.
---
---Miss: false.
---
---For a target: whether any member contains the point.
---
---Errors: an argument that is no target; a point with other dimensions.
---
---Source: as `overlap` with a point; in 3D the signs of the functions that bound each shape.
---
---```lua
---local ball = collide.sphere { radius = 5 }
---print(ball:contains { 3, 4, 0 }) --> true
---print(ball:contains(3, 4, 1e-9)) --> false
---```
---@param target collide.Target
---@param point collide.VectorLike
---@param options? collide.Selection
---@return boolean inside the border counts
---@overload fun(target: collide.Target, x: number, y: number, options?: collide.Selection): inside: boolean
---@overload fun(target: collide.Target, x: number, y: number, z: number, options?: collide.Selection): inside: boolean
function collide.contains(target, point, options) end

Shape.overlap = collide.overlap
Shape.contact = collide.contact
Shape.distance = collide.distance
Shape.overlap_all = collide.overlap_all
Shape.contact_all = collide.contact_all
Shape.distance_all = collide.distance_all
Shape.closest = collide.closest
Shape.contains = collide.contains
Grid.overlap = collide.overlap
-- `grid:contact(shape)` is `collide.contact(shape, grid)`.
Grid.contact = collide.contact
-- `grid:distance(shape)` is `collide.distance(shape, grid)`.
Grid.distance = collide.distance
Grid.overlap_all = collide.overlap_all
-- `grid:contact_all(shape)` is `collide.contact_all(shape, grid)`.
Grid.contact_all = collide.contact_all
Grid.distance_all = collide.distance_all
Grid.closest = collide.closest
Grid.contains = collide.contains
