---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Pairs
--
-- Overlap, contact and distance of two shapes. Sets are closed, so shapes that touch overlap; `hollow` does not matter. The
-- answer for the shapes in the other order is the same, mirrored; [contact](#collidecontact) names the two exceptions. A
-- shape of 2D and one of 3D are an error. Otherwise every two shapes have a test, and so have a shape and a point. A group
-- counts as its parts.
--
-- In 2D yes and no are exact for all. In 3D:
--
-- | yes or no in 3D | polytope | round | curved | plane |
-- |---|---|---|---|---|
-- | **polytope**: box, triangle, segment, hull, point | exact | exact | exact | exact |
-- | **round**: sphere, capsule, scaled evenly | exact | exact | tolerance | exact |
-- | **curved**: cylinder, cone, sphere and capsule scaled unevenly | exact | tolerance | tolerance | exact |
-- | **plane** | exact | exact | exact | exact |
--
-- The tolerance is 1e-10 of the size of the two. If their distance or depth is less, they may be taken to overlap or not;
-- the answer is the same on every platform. A shape with a radius of 0 is a polytope. A sphere or capsule whose pose is a
-- matrix counts as scaled unevenly.
--
-- In 2D a shape is a half-plane, or a convex hull with a radius around it: a circle is a point with a radius, a capsule a
-- segment with one. Yes or no comes from separating axes in doubles with a bound on their error (Gottschalk, Lin and
-- Manocha 1996). If that is not enough, corners, edges and distances decide by exact signs. If the hulls are apart, their
-- nearest features count, corner and corner or corner and edge (Ericson, "Real-Time Collision Detection", 5.1). If they
-- overlap, the edge of either with the least penetration depth counts.
--
-- In 3D a shape is a polytope with a radius around it, or curved. The search is that of Gilbert, Johnson and Keerthi
-- (1988). Its answers are used if a bound on the rounding proves them; exact signs decide the rest. The penetration depth
-- comes from a polytope that grows in the Minkowski difference until its face nearest to the origin is one of the
-- difference (van den Bergen 2001). For a box and a cylinder or cone it is the best of the few directions in which a ball
-- inside of the difference can touch its surface. Distances and depths of polytopes and of evenly scaled spheres and
-- capsules are right except for rounding. With cylinders, cones and uneven scale distances are within 1e-12 of the size,
-- depths within 1e-8.
--
-- All of this holds for sizes and coordinates that are 0, or from 1e-70 to 1e70. Beyond that range
-- answers are numbers, and the same on every platform, but they may be wrong.
--
-- One of the two may be a grid, a world, or an array of shapes and grids, if there is a test for its members. A grid is the
-- union of its cells as closed boxes. A query answers about one member: the deepest contact, the nearest point. Of equal
-- ones the lower index counts, then the lower cell (z first, then y, then x). Cells whose distances differ only by rounding
-- are equally near. A shape never meets itself as a member of an array.
--
-- A cell gives contacts only across its faces that no other cell covers, and across the edges and corners between these. If
-- all its faces are covered, it gives contacts across all of them. So a shape on a floor of cells has the floor's normal,
-- never a seam's. The contact separates the shape from that cell, not from all: a shape that is more than a cell deep may
-- need several pushes. Likewise a triangle of a mesh gives contacts across its face, and across its edges from which the mesh
-- does not continue flat or hollow; their `depth` is within 2^-40 of the size of the two.
--
-- A world answers like the array of its members. Two targets of many members have only two tests: `overlap` and `distance`
-- of two grids, and `overlap` of two meshes.
--
-- In 2D the time of a query is in proportion to the corners of both shapes, and for a contact also to the logarithm of their
-- number. Each edge of a large polygon is compared only with the other's foremost corner, which advances with the edges
-- ("rotating calipers", Toussaint 1983). `overlap`, `contact` and `distance` of two polygons of 30,000 corners take some ten
-- milliseconds, of needles and other hard ones up to a hundred.

---@class collide
local collide = {}

---@class collide.Shape
local Shape = {}

---@class collide.Grid
local Grid = {}

---A shape, the table that describes one, or a point, which is taken for a circle or sphere
---without radius. A point may also be written as two or three numbers in place.
---@alias collide.PairLike collide.Target|collide.VectorLike

---Which members of a target count. Where both of a pair are lone shapes, the second is the target.
---@class collide.Selection
---@field ignore? collide.Choice members to skip
---@field only? collide.Choice the members that count; none for an empty array, or for a name that no member has
---@field filter? fun(member: collide.Shape|collide.Grid|collide.Description): boolean? accepts the member if it returns true. It is called at most once for each member, in no stated order, and only for members that would count. It may call queries and may raise an error. It must not yield or change the target

---The options of a pair.
---@class collide.OverlapOptions: collide.Selection
---@field touching? "skip" leaves out shapes that only touch, with depth 0

---The options of `contact`.
---@class collide.ContactOptions: collide.OverlapOptions
---@field into? table is filled with the contact and returned instead of a new table; vectors in it are reused

---The options of `overlap_all` and `contact_all`.
---@class collide.OverlapAllOptions: collide.OverlapOptions
---@field into? table an array that is filled and returned, and cut to length
---@field limit? integer returns the first so many

---The options of `distance`.
---@class collide.DistanceOptions: collide.Selection
---@field max? number members that are farther away do not count; if none is nearer, the answer is nil

---A member of a target, the name of a layer, or an array of either. A description is known by being
---the same table.
---@alias collide.Choice collide.ShapeLike|collide.Grid|collide.GroupLike|collide.World|string|(collide.ShapeLike|collide.Grid|collide.GroupLike|collide.World|string)[]

---The contact of two shapes: the shortest displacement that separates them. It prints as
---`contact depth=0.5 normal=(0, 1) point=(1, 0.5)`.
---@class collide.Contact
---@field normal collide.Vector of unit length, out of `b` towards `a`
---@field depth number moving `a` by `normal * depth` separates the two so that they touch, and no shorter displacement does; 0 if they touch; `math.huge` for half-planes that no displacement separates
---@field shape? collide.Shape|collide.Grid|collide.Description of an array: the member
---@field index? integer and its place; of a lone world its number
---@field number? integer of a world in an array: the member's number
---@field part? integer of a group: which of its parts; where both are groups, of the second, or of the one in the array
---@field triangle? integer of a mesh: which of its triangles
---@field cell? collide.Cell of a grid: the cell
---@field value? integer and its value
---@field point collide.Vector in both; in 2D the mean of the corners of their intersection; where only their radii meet, halfway between their deepest points, or as near to that as the thinner one reaches

---Whether two shapes have a point in common. Exact, touching included, for the
---doubles that their poses were folded into.
---
---Miss: false.
---
---Errors: shapes of 2D and 3D together; two arrays, or an array and a grid; more than two of all of
---these; an unknown option.
---
---Source: circle and triangle by the seven regions of Redpoll's 60, 2-23 (see
---`triangle_region`; its example is `examples/articles/disk_and_triangle.lua`), triangle and unrotated rect as `triangle_rect_pef`, all other
---pairs as is said at the top of the section.
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

---All members of a target that a shape or point has in common with it, in the order of their
---indices: an array of the members; of a point in numbers, or with the word `"numbers"`, of their indices.
---Of a lone shape or grid that is itself, with index 1.
---
---Where the first argument is a grid or an array, that is the target, otherwise the second.
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
---@return (collide.Shape|collide.Grid|collide.Description)[] members those that meet it
---@overload fun(target: collide.Target, x: number, y: number, options?: collide.OverlapAllOptions): indices: integer[]
---@overload fun(target: collide.Target, x: number, y: number, z: number, options?: collide.OverlapAllOptions): indices: integer[]
---@overload fun(x: number, y: number, target: collide.Target, options?: collide.OverlapAllOptions): indices: integer[]
---@overload fun(x: number, y: number, z: number, target: collide.Target, options?: collide.OverlapAllOptions): indices: integer[]
---@overload fun(a: collide.Target, target: collide.Target, form: "numbers"): indices: integer[]
---@overload fun(a: collide.Target, target: collide.Target, options: collide.OverlapAllOptions?, form: "numbers"): indices: integer[]
function collide.overlap_all(a, target, options) end

---The penetration depth of two shapes, and the shortest displacement that separates them.
---There is an answer exactly if they overlap; if they only touch, `depth` is 0.
---
---In numbers, `nx, ny, depth, px, py`, in 3D `nx, ny, nz, depth, px, py, pz`: when a point comes before any other vector
---and is written in numbers; of two shapes, when the last argument is the word `"numbers"`.
---Two shapes answer in a table otherwise. Whether they penetrate, rather than touch, is told by
---`overlap` with `touching="skip"`, which makes no garbage.
---
---There is always a normal, also for one shape inside the other, for concentric circles
---and for a point on an edge. If several displacements are equally short, the choice
---is the same on every platform. The depth is measured from differences of
---coordinates, so it keeps its digits far away from the origin; the push may be too short
---or too long by the rounding of the coordinates. So push a fixed number of times at most, not
---until nothing overlaps. In the other order the normal is the negative one, unless
---the two are the same in kind and every number, or touch at a corner or edge. Several normals may
---part them there, and it is that of the first face of `b`, else of `a`, as of [shapecasts](sweeps.md).
---
---Miss: nil, when they do not overlap.
---
---Errors: as `overlap`; another word than `"numbers"`, or this one where there is a point, whose
---form decides.
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

---All contacts of a shape or point with the members of a target, one with a shape, one with each
---cell of a grid that gives one: the deepest first, of equal depth the lower index, then the lower cell.
---
---Where the first argument is a grid or an array, that is the target, otherwise the second.
---
---In numbers it is one flat array, in which every contact takes as many values, whatever the targets
---are: in 3D 14, `nx, ny, nz, depth, px, py, pz, index, part, triangle, value, cx, cy, cz`, in 2D 10,
---`nx, ny, depth, px, py, index, part, value, cx, cy`. The index of a lone target is 1; what does not
---apply is 0.
---
---Miss: an empty array.
---
---Errors: as `contact`; more than 262,144 contacts without `limit`.
---
---Source: as `contact`; of a cell, the box is moved outward where other cells cover it, so that the
---least push out of it is the least across what is not covered.
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

---The distance of two shapes, 0 exactly if they overlap, and the witness points: the point of each
---that is nearest to the other. If a whole segment is nearest, it is its middle in 2D, and one of its points
---in 3D. If the shapes overlap, both are one point of both.
---
---In numbers, `distance, ax, ay, bx, by`, in 3D `distance, ax, ay, az, bx, by, bz`: when a point comes before any other vector
---and is written in numbers; of two shapes, when the last argument is the word `"numbers"`.
---Two shapes answer with the distance and two vectors otherwise.
---
---Of a target it is the nearest member. In tables the member, its index, the cell or the triangle of a mesh, the
---value of the cell, the part of a group and the number in a world of an array follow; in numbers `index, value, cx, cy,
---part, number`, in 3D `index, value, cx, cy, cz, part, number`, with the triangle of a mesh in place of the value.
---What does not apply is nil. Of a lone shape nothing follows, of a lone grid or mesh member and index are nil.
---
---Miss: nil, of an empty target, and beyond `max`; of two shapes, without `max`, there is none.
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
---@return (collide.Shape|collide.Grid|collide.Description)? member of an array: the nearest one
---@return integer? index and its place
---@return (integer|collide.Cell)? cell_or_triangle of a grid the nearest cell; of a mesh which of its triangles
---@return integer? value of a grid the value of that cell
---@return integer? part of a group which of its parts
---@return integer? number of a world in an array the member's number
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

---How far a point is from a shape, and the shape's nearest point; where the shape holds
---the point, 0 and the point itself.
---
---Of a target it is the nearest member's, and what is told of that follows as of `distance`.
---
---Miss: nil, of an empty target, and beyond `max`.
---
---Errors: something else than a target, then a point with as many numbers as it has dimensions.
---
---Source: Ericson, "Real-Time Collision Detection", 5.1, the features distinguished exactly.
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
---@return number distance 0 when the target holds the point
---@return collide.Vector nearest a point of the target
---@return (collide.Shape|collide.Grid|collide.Description)? member of an array: the nearest one
---@return integer? index and its place
---@return (integer|collide.Cell)? cell_or_triangle of a grid the nearest cell; of a mesh which of its triangles
---@return integer? value of a grid the value of that cell
---@return integer? part of a group which of its parts
---@return integer? number of a world in an array the member's number
---@overload fun(target: collide.Target, point: collide.VectorLike, options: collide.DistanceOptions): distance: number?, nearest: collide.Vector?, member: (collide.Shape|collide.Grid|collide.Description)?, index: integer?, cell_or_triangle: (integer|collide.Cell)?, value: integer?, part: integer?, number: integer?
---@overload fun(target: collide.Target, x: number, y: number, options?: collide.DistanceOptions): distance: number?, x: number?, y: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(target: collide.Target, x: number, y: number, z: number, options?: collide.DistanceOptions): distance: number?, x: number?, y: number?, z: number?, index: integer?, value_or_triangle: integer?, cx: integer?, cy: integer?, cz: integer?, part: integer?, number: integer?
function collide.closest(target, point, options) end

---Whether a shape holds a point, its border included. Exact. Of shapes of 3D too;
---a triangle or segment holds the points that are on it, a group those that any part holds. A closed
---mesh contains its inside; if it is not closed, that is an error which names an edge. A grid holds its cells.
---
---Miss: false.
---
---Of a target, whether any member holds it.
---
---Errors: something else than a target, then a point with as many numbers as it has
---dimensions.
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
Shape.closest = collide.closest
Shape.contains = collide.contains
Grid.overlap = collide.overlap
Grid.contact = collide.contact
Grid.distance = collide.distance
Grid.overlap_all = collide.overlap_all
Grid.contact_all = collide.contact_all
Grid.closest = collide.closest
Grid.contains = collide.contains
