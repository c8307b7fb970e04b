---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Pairs
--
-- Do two shapes meet, how deep, and where are they nearest? Sets are closed, so
-- touching is meeting; `hollow` does not matter. In either order the answer is the
-- same, mirrored. Which pairs have a test:
--
-- | in 2D | circle | rect | polygon | triangle | segment | capsule | plane | point |
-- |---|---|---|---|---|---|---|---|---|
-- | circle | yes | yes | yes | yes | yes | yes | yes | yes |
-- | rect | yes | yes | yes | yes | yes | yes | yes | yes |
-- | polygon | yes | yes | yes | yes | yes | yes | yes | yes |
-- | triangle | yes | yes | yes | yes | yes | yes | yes | yes |
-- | segment | yes | yes | yes | yes | yes | yes | yes | yes |
-- | capsule | yes | yes | yes | yes | yes | yes | yes | yes |
-- | plane | yes | yes | yes | yes | yes | yes | yes | yes |
-- | point | yes | yes | yes | yes | yes | yes | yes | yes |
--
-- | in 3D | `contains` | `overlap` | `contact`, `distance`, `closest` |
-- |---|---|---|---|
-- | a box without rotation | yes | with a triangle or another such box | not yet |
-- | a triangle | yes | with a box without rotation | not yet |
-- | every other shape | yes | not yet | not yet |
--
-- A pair that has no test yet is an error that names both: `there is no test for sphere
-- and box yet`. A shape of 2D beside one of 3D is an error always.
--
-- In 2D a shape is a convex hull with a radius around it (a circle is a point with
-- one, a capsule a segment with one), or a half-plane. Yes or no: separating axes in
-- doubles with a bound on their error (Gottschalk, Lin and Manocha 1996), and where
-- that leaves doubt corners, edges and distances by exact signs. Where the hulls are
-- apart what counts is their nearest features, corner and corner or corner and edge
-- (Ericson, "Real-Time Collision Detection", 5.1); where they meet, the edge of either
-- that the least push goes across.
--
-- The time of a query is in proportion to the corners of both shapes, and for a contact also to
-- the logarithm of their number: each edge of a large polygon is asked only about the other's
-- corner that is foremost, which goes round as the edges do ("rotating calipers", Toussaint
-- 1983). `overlap`, `contact` and `distance` of two polygons of 30,000 corners take some ten
-- milliseconds, of needles and other hard ones up to a hundred.

---@class collide
local collide = {}

---@class collide.Shape
local Shape = {}

---A shape, the table that describes one, or a point of 2D, which is taken for a circle
---without radius. A point may also be written as two numbers in place.
---@alias collide.PairLike collide.ShapeLike|collide.VectorLike

---How two shapes meet, and the way out. It prints as
---`contact depth=0.5 normal=(0, 1) point=(1, 0.5)`.
---@class collide.Contact
---@field normal collide.Vector of unit length, out of `b` towards `a`
---@field depth number moving `a` by `normal * depth` parts the two so that they touch, and no shorter move does; 0 when they touch; `math.huge` for half-planes that no move parts
---@field point collide.Vector in both: the mean of the corners of what they share; where they meet by their radii alone, halfway between their deepest points, or as near to that as the thinner one goes

---Whether two shapes have a point in common. Exact, touching included, for the
---doubles that their poses were folded into.
---
---Miss: false.
---
---Errors: a pair without a test, see above; shapes of 2D and 3D together; more than
---two shapes or points.
---
---Source: circle and triangle by the seven regions of "Redpoll's 60", 2-23 (see
---`triangle_region`), triangle and unrotated rect as `triangle_rect_pef`, all other
---pairs as is said at the top of the section.
---
---```lua
---local roof = collide.triangle { { 0, 0 }, { 4, 3 }, { 8, 0 } }
---local disc = collide.circle { radius = 5, position = { -1, 5.5 } }
---print(disc:overlap(roof)) --> true
---print(roof:overlap(4, 3), roof:overlap(4, 3.001)) --> true	false
---```
---@param a collide.PairLike
---@param b collide.PairLike
---@return boolean overlap touching counts
---@overload fun(a: collide.ShapeLike, x: number, y: number): overlap: boolean
---@overload fun(x: number, y: number, b: collide.PairLike): overlap: boolean
---@overload fun(ax: number, ay: number, bx: number, by: number): overlap: boolean
function collide.overlap(a, b) end

---How deep two shapes are in one another, and the least push that parts them.
---Exactly when they overlap there is an answer: it may have `depth = 0`, of a touch.
---
---In numbers, `nx, ny, depth, px, py`: when a point comes before any other vector
---and is written in numbers; of two shapes, when the last argument is the word `"numbers"`.
---Two shapes answer in a table otherwise.
---
---There is a normal always, also of one shape inside the other, of concentric circles
---and of a point on an edge; where several ways out are equally short, which of them
---is the same on every platform. The depth is measured from differences of
---coordinates, so it keeps its digits far away from the origin; the push may leave
---or overdo a rounding of the coordinates: so push a fixed number of times at most, not
---until nothing overlaps. In the other order the normal is the negative one, unless
---the two are the same in kind and every number.
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
---```
---@param a collide.PairLike what is to be moved
---@param b collide.PairLike what stays
---@return collide.Contact? contact the way out
---@overload fun(a: collide.ShapeLike, b: collide.ShapeLike, form: "numbers"): nx: number?, ny: number?, depth: number?, px: number?, py: number?
---@overload fun(a: collide.ShapeLike, x: number, y: number): nx: number?, ny: number?, depth: number?, px: number?, py: number?
---@overload fun(x: number, y: number, b: collide.PairLike): nx: number?, ny: number?, depth: number?, px: number?, py: number?
---@overload fun(ax: number, ay: number, bx: number, by: number): nx: number?, ny: number?, depth: number?, px: number?, py: number?
function collide.contact(a, b) end

---How far apart two shapes are, 0 exactly when they overlap, and the point of each
---that is nearest to the other. Of a stretch of such points it is the middle; of
---shapes that overlap it is a point of both, twice.
---
---In numbers, `distance, ax, ay, bx, by`: when a point comes before any other vector
---and is written in numbers; of two shapes, when the last argument is the word `"numbers"`.
---Two shapes answer with the distance and two vectors otherwise.
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
---@return number distance 0 when they overlap
---@return collide.Vector on_a the point of `a`
---@return collide.Vector on_b the point of `b`
---@overload fun(a: collide.ShapeLike, b: collide.ShapeLike, form: "numbers"): distance: number, ax: number, ay: number, bx: number, by: number
---@overload fun(a: collide.ShapeLike, x: number, y: number): distance: number, ax: number, ay: number, bx: number, by: number
---@overload fun(x: number, y: number, b: collide.PairLike): distance: number, ax: number, ay: number, bx: number, by: number
---@overload fun(ax: number, ay: number, bx: number, by: number): distance: number, ax: number, ay: number, bx: number, by: number
function collide.distance(a, b) end

---How far a point is from a shape, and the shape's nearest point; where the shape holds
---the point, 0 and the point itself.
---
---Errors: a shape of 3D, for now; something else than a shape, then a point.
---
---Source: Ericson, "Real-Time Collision Detection", 5.1, the features told apart exactly.
---
---```lua
---local roof = collide.triangle { { 0, 0 }, { 4, 3 }, { 8, 0 } }
---print(roof:closest { 0, 4 }) --> 3.2	(1.92, 1.44)
---print(roof:closest(4, 1)) --> 0	4	1
---```
---@param shape collide.ShapeLike
---@param point collide.VectorLike
---@return number distance 0 when the shape holds the point
---@return collide.Vector nearest a point of the shape
---@overload fun(shape: collide.ShapeLike, x: number, y: number): distance: number, x: number, y: number
function collide.closest(shape, point) end

---Whether a shape holds a point, its border included. Exact. Of shapes of 3D too;
---a triangle or segment holds the points that are on it, a group those that any part holds.
---
---Miss: false.
---
---Errors: something else than a shape, then a point with as many numbers as it has
---dimensions.
---
---Source: as `overlap` with a point; in 3D the sign of what bounds each shape.
---
---```lua
---local ball = collide.sphere { radius = 5 }
---print(ball:contains { 3, 4, 0 }) --> true
---print(ball:contains(3, 4, 1e-9)) --> false
---```
---@param shape collide.ShapeLike|collide.GroupLike
---@param point collide.VectorLike
---@return boolean inside the border counts
---@overload fun(shape: collide.ShapeLike|collide.GroupLike, x: number, y: number): inside: boolean
---@overload fun(shape: collide.ShapeLike|collide.GroupLike, x: number, y: number, z: number): inside: boolean
function collide.contains(shape, point) end

---In which of the seven regions a point is into which a 2D triangle's sides, as lines,
---cut the plane: 4, 2 and 1, added up, for being on the inner side of ab, bc and ca, or
---on the line itself. So 7 is inside or on the border; 3, 5 and 6 are beyond one side,
---ab, bc or ca; 1, 2 and 4 beyond one corner, b, a or c. Exact, for either winding.
---
---A triangle collapsed to a segment or a point has no inner side: it counts as
---clockwise, a point on it is in 7, and one in line with it but not on it beyond the
---corner that is nearest.
---
---Errors: any other shape.
---
---Source: "Redpoll's 60", 2-23 (disc and triangle), which takes clockwise triangles alone,
---and decides by rounded products.
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

---Whether a 2D triangle and a rect without rotation have a point in common, by the
---triangle's edge functions: the rect's corner that is foremost along the inward normal
---of each edge has to be on the inner side of it, and the bounds have to meet. Exact,
---and equal to `overlap`, which asks this too.
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

---The same by separating axes: the rect's two and the normals of the triangle's edges.
---Exact, and equal to `overlap`.
---
---Miss: false.
---
---Errors: as `triangle_rect_pef`.
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

---Whether a 3D triangle and a box without rotation have a point in common: their bounds
---meet, the box is on both sides of the triangle's plane, and in the three projections along
---the axes it reaches the inner side of every edge. Exact, for any triangle, and equal to
---`overlap`, which asks this.
---
---Miss: false.
---
---Errors: other shapes; a box that is rotated or mirrored.
---
---Source: Schwarz and Seidel (2010), "Fast Parallel Surface and Solid Voxelization on GPUs".
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

---The same by the 13 separating axes: the box's three, the triangle's normal, and the nine
---across an edge of each. Exact, and equal to `overlap`.
---
---Miss: false.
---
---Errors: as `triangle_box_pef`.
---
---Source: Gottschalk, Lin and Manocha (1996), "OBBTree".
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

Shape.overlap = collide.overlap
Shape.contact = collide.contact
Shape.distance = collide.distance
Shape.closest = collide.closest
Shape.contains = collide.contains
Shape.triangle_region = collide.triangle_region
Shape.triangle_box_pef = collide.triangle_box_pef
Shape.triangle_box_sat = collide.triangle_box_sat
Shape.triangle_rect_pef = collide.triangle_rect_pef
Shape.triangle_rect_sat = collide.triangle_rect_sat
