---@meta collide
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- What `require "collide"` gives, for editors that speak LuaLS, and the
-- reference of every function. Add this folder to `workspace.library`.
--
-- What holds everywhere:
--
-- * Vectors. Wherever one is wanted, write its numbers in place, or one value: a
--   plain table `{x, y, z}` or `{x=, y=, z=}`, or any userdata, cdata or object
--   that answers `.x`, `.y`, `.z` (these are never indexed by number). The form
--   of the first vector of a call decides the form of its answer: numbers, which
--   make no garbage, or tables. Calls without a vector answer in tables.
-- * Dimensions. `circle`, `rect` and `polygon` are of 2D; `sphere`, `box`, `cylinder`
--   and `cone` of 3D; of `triangle`, `segment`, `capsule` and `plane` the length of
--   their vectors tells, which have to agree, and what answers `.z` is of 3D. From
--   there on the shape tells: its vectors have 2 or 3 numbers, in answers too. One
--   too many in place or in a plain table is an error; the z of a userdata or object
--   is not looked at in 2D.
-- * Units. Lengths are yours. `t` is in units of `direction`, which need not have
--   unit length; of a segment it runs from 0 to 1. Angles are radians, from x to y;
--   in 3D rotations come as quaternions.
-- * A miss is `nil`; `..._all` gives an empty array, `..._any` false.
-- * Touching counts: every yes or no is exact, and all sets are closed.
-- * Normals have unit length and point out of the shape; a triangle's face where
--   the ray came from.
-- * A mistake is an error: wrong types (strings are never numbers), nan, infinity
--   (but for `max`), a zero direction, a negative radius, unknown fields and
--   options, arrays with holes, one argument too many. It names the argument,
--   what was wanted and what came, and nothing has been changed by then:
--   `bad argument #1 to 'sphere' (unknown field 'raduis')`.
-- * Cells, counts and indices are integers on Lua 5.3 and later. No answer is -0.0.

---@class collide
---@field _VERSION string "0.1.0"
local collide = {}

-- ---- What is passed and returned --------------------------------------------

---A vector as one value: `{x, y, z}`, `{x=, y=, z=}`, or what answers `.x`, `.y`, `.z`;
---in 2D without z.
---@alias collide.VectorLike number[]|{x: number, y: number, z?: number}|userdata

---A vector in an answer: a plain table, fresh and yours, that prints as `(1, 2, 3)`.
---@class collide.Vector
---@field x number
---@field y number
---@field z number in 3D alone

---A shape, or the table that describes one, with its name under `shape`:
---`{shape="sphere", radius=1}`.
---@alias collide.ShapeLike collide.Shape|collide.Description

---What a cast is aimed at: a shape, a grid, or an array of them without holes, all
---of 2D or all of 3D. `{}` is missed by either.
---@alias collide.Target collide.ShapeLike|collide.Grid|(collide.ShapeLike|collide.Grid)[]

---How a shape lies in the world: scaled, then rotated, then moved; or in 3D by one
---matrix instead of these. It is folded into doubles once, when it is set, and
---every yes or no is exact for those; position alone loses nothing in 3D. In 2D
---each corner and centre is rounded to doubles in the world.
---@class collide.Pose
---@field position? collide.VectorLike
---@field rotation? number|collide.VectorLike 2D: radians, from x to y; 3D: a quaternion `{x, y, z, w}` of any length but 0
---@field scale? number|collide.VectorLike not 0 on any axis; below 0 mirrors; of a circle or 2D capsule a number
---@field transform? number[] 3D alone: 16 numbers, column by column, translation at 13, 14, 15, last row 0 0 0 1; any invertible affine matrix, shear too
---@field hollow? boolean a shell for rays and segments, and for these alone
---@field shape? string the constructor's own name, so that a description may be passed

---The table that makes a shape again: the fields of its constructor, and its name
---under `shape`. String keys and arrays only, so it survives JSON.
---@class collide.Description: collide.Pose
---@field shape "sphere"|"box"|"cylinder"|"cone"|"capsule"|"plane"|"triangle"|"segment"|"circle"|"rect"|"polygon"
---@field [string] any
---@field [integer] collide.VectorLike

---What a cast answers in tables. It prints as
---`hit t=4 point=(0, 0, -1) normal=(0, 0, -1)`, and adds `inside`, `face=` and
---`index=` where they apply.
---@class collide.Hit
---@field t number where the target is hit, in units of the direction; of a line perhaps negative, or `-math.huge`
---@field t_exit number where the line leaves the closed solid, not cut by `max`; `math.huge` if it never does
---@field point? collide.Vector on the surface; the start when `inside` a solid; nil when `t` is `-math.huge`
---@field normal collide.Vector zero when `inside` a solid, or when `t` is `-math.huge`
---@field inside boolean the ray or segment starts in the solid, or leaves from its surface
---@field face? collide.Face|integer
---@field triangle? integer of a 3D triangle: which; 1 for a lone one
---@field u? number of a 3D triangle: the point is `a + u (b - a) + v (c - a)`
---@field v? number
---@field index? integer which of an array of targets
---@field shape? collide.ShapeLike|collide.Grid that very shape, table or grid
---@field cell? collide.Cell of a grid: the first cell of the group that is not empty
---@field cells? collide.Cell[] all of them, in the order of the group
---@field value? integer what `cell` holds

---`"side"`, `"top"`, `"bottom"` on a cylinder (a rim is the cap), `"side"`, `"base"`
---on a cone, `"-x"` to `"+z"` on a box or rect (a tie takes the first axis), `"front"`
---or `"back"` by winding on a 3D triangle; on a polygon or 2D triangle the number of
---the edge, which runs from point k to the next; elsewhere nil.
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

---@class collide.LineOptions
---@field ignore? collide.Target a shape, a grid or an array of them to pass over, wholly: the shooter, the mirror just left (but not a hollow room that one is in: its other walls go too; start a little off the wall instead); a description is known by being the same table
---@field corners? "ahead" of a grid, where a ray passes exactly through an edge or a corner between cells, ask only the cell where it goes on, and not those beside
---@field into? table to fill and return instead of a new one, in numbers too; vectors already in it are written through their x, y and in 3D z, what does not apply is removed; a miss leaves it alone. Of `..._all` it is the array, which may end up empty. Not for `..._any`

---@class collide.SegmentOptions: collide.LineOptions
---@field inside? "skip" pass over shapes whose closed solid holds the start, and over the start's cell of a grid

---@class collide.RayOptions: collide.SegmentOptions
---@field max? number hits beyond are misses; not below 0, `math.huge` is fine

-- ---- Shapes ------------------------------------------------------------------

---A convex shape: fixed in size, movable in pose. It prints as what makes it:
---`sphere radius=1 position=(0, 0, 5)`. The functions of the module that take a
---shape first are its methods.
---@class collide.Shape: userdata
local Shape = {}

---@class collide.SphereFields: collide.Pose
---@field radius number 0 is a point

---A ball around the origin of its frame. Under a scale that differs by axis it is
---an ellipsoid.
---
---Errors: `radius` missing, negative or not finite; see `collide.Pose`.
---@param fields collide.SphereFields
---@return collide.Shape
function collide.sphere(fields) end

---@class collide.BoxFields: collide.Pose
---@field half? collide.VectorLike half of each side; this or `size`, or `min` and `max`
---@field size? collide.VectorLike each side
---@field min? collide.VectorLike the corner with the least coordinates; the box stands where it says and takes no pose
---@field max? collide.VectorLike the other corner

---A box around the origin of its frame, or from corner to corner. Flat is allowed.
---
---Errors: none or two of `half`, `size` and `min, max`; a negative side; `min`
---above `max`; a pose beside `min` and `max`.
---@param fields collide.BoxFields
---@return collide.Shape
function collide.box(fields) end

---@class collide.CylinderFields: collide.Pose
---@field radius number
---@field half_height number

---A cylinder along y around the origin of its frame. Radius or height may be 0.
---
---Errors: a size missing, negative or not finite.
---@param fields collide.CylinderFields
---@return collide.Shape
function collide.cylinder(fields) end

---@class collide.ConeFields: collide.Pose
---@field radius number of the base; above 0
---@field height number above 0

---A cone with its apex at the origin of its frame and its base at y = -height.
---
---Errors: a size missing, not above 0 or not finite.
---@param fields collide.ConeFields
---@return collide.Shape
function collide.cone(fields) end

---@class collide.CapsuleFields: collide.Pose
---@field radius number 0 is a line
---@field half_height? number of the line along y through the origin; this, or `a` and `b`
---@field a? collide.VectorLike one end of the line
---@field b? collide.VectorLike the other end

---All points within `radius` of a line. Without length it is a sphere or circle. The
---length of `a` and `b` tells 2D from 3D; with `half_height` the pose does, by
---`position`, `rotation` (a number is 2D) or a `scale` of 2 or 3 numbers, whichever
---is there first, and without them it is of 3D. One of 2D therefore always tells
---its position.
---
---Errors: both or neither of `half_height` and `a, b`; a negative size; vectors of 2D
---and 3D together.
---@param fields collide.CapsuleFields
---@return collide.Shape
function collide.capsule(fields) end

---@class collide.PlaneFields: collide.Pose
---@field normal collide.VectorLike of any length but 0
---@field distance number

---The half-space, or in 2D half-plane, `normal . p <= distance`, the normal as given.
---
---Errors: a zero normal; `distance` missing or not finite.
---@param fields collide.PlaneFields
---@return collide.Shape
function collide.plane(fields) end

---@class collide.TriangleFields: collide.Pose
---@field points? collide.VectorLike[] the three corners, unless they stand in place
---@field [integer] collide.VectorLike

---A triangle in 2D or 3D, `{a, b, c}` or `{points={a, b, c}}`. Points on one line or
---in one place are allowed. Two triangles that share corners leave no gap between them.
---
---Errors: another number of points than three; points told twice; points of 2D and
---3D together.
---@param fields collide.TriangleFields
---@return collide.Shape
function collide.triangle(fields) end

---@class collide.SegmentFields: collide.Pose
---@field points? collide.VectorLike[] the two ends, unless they stand in place
---@field [integer] collide.VectorLike

---A segment in 2D or 3D, `{a, b}` or `{points={a, b}}`. Without length it is a point.
---
---Errors: another number of points than two; points told twice; points of 2D and 3D
---together.
---@param fields collide.SegmentFields
---@return collide.Shape
function collide.segment(fields) end

---@class collide.CircleFields: collide.Pose
---@field radius number 0 is a point

---A disc around the origin of its frame.
---
---Errors: `radius` missing, negative or not finite; a scale that differs by axis.
---@param fields collide.CircleFields
---@return collide.Shape
function collide.circle(fields) end

---@class collide.RectFields: collide.Pose
---@field half? collide.VectorLike half of each side; this or `size`, or `min` and `max`
---@field size? collide.VectorLike each side
---@field min? collide.VectorLike the corner with the least coordinates; the rect stands where it says and takes no pose
---@field max? collide.VectorLike the other corner

---A rectangle around the origin of its frame, or from corner to corner. Flat is
---allowed. Turned, it is the convex hull of its rounded corners.
---
---Errors: none or two of `half`, `size` and `min, max`; a negative side; `min`
---above `max`; a pose beside `min` and `max`.
---@param fields collide.RectFields
---@return collide.Shape
function collide.rect(fields) end

---@class collide.PolygonFields: collide.Pose
---@field points? collide.VectorLike[] three or more, unless they stand in place
---@field [integer] collide.VectorLike

---A convex polygon, `{a, b, c, ...}` or `{points={a, b, c, ...}}`, either way round.
---Edge k runs from point k to the next. Points may lie in line with their
---neighbours. In a pose it is the convex hull of its rounded corners.
---
---Errors, which name the point: a concave corner, the same point twice in a row, a
---second way round, no area, fewer than three; points told twice.
---@param fields collide.PolygonFields
---@return collide.Shape
function collide.polygon(fields) end

---Moves the shape; of one with a `transform` this replaces the translation.
---
---Errors: a box or rect made by `min` and `max` takes no pose; nor does it in what
---follows.
---@param position collide.VectorLike
---@overload fun(self: collide.Shape, x: number, y: number)
---@overload fun(self: collide.Shape, x: number, y: number, z: number)
function Shape:set_position(position) end

---Turns the shape, instead of its former rotation.
---
---Errors: a quaternion of length 0; a shape with a `transform`.
---@param rotation number|collide.VectorLike 2D: radians; 3D: a quaternion `{x, y, z, w}` of any length
---@overload fun(self: collide.Shape, x: number, y: number, z: number, w: number)
function Shape:set_rotation(rotation) end

---Scales the shape, instead of its former scale.
---
---Errors: 0 on an axis; different numbers for a circle or 2D capsule; a shape with a
---`transform`.
---@param scale number|collide.VectorLike
---@overload fun(self: collide.Shape, x: number, y: number)
---@overload fun(self: collide.Shape, x: number, y: number, z: number)
function Shape:set_scale(scale) end

---Gives the shape a matrix instead of position, rotation and scale.
---
---Errors: not 16 numbers, another last row than 0 0 0 1, no inverse; a 2D shape.
---@param transform number[] column by column, translation at 13, 14, 15
function Shape:set_transform(transform) end

---The smallest box along the axes that holds the shape, rounded outward where it
---is not exact. A plane has infinite sides, but ends where it lies across an axis.
---@param shape collide.ShapeLike
---@return collide.Vector min
---@return collide.Vector max
function collide.bounds(shape) end

---The least and greatest of `axis . p` over the shape. Infinite for a plane,
---except across it.
---
---Errors: a zero axis.
---@param shape collide.ShapeLike
---@param axis collide.VectorLike of any length but 0
---@return number lowest
---@return number highest
---@overload fun(shape: collide.ShapeLike, x: number, y: number): number, number
---@overload fun(shape: collide.ShapeLike, x: number, y: number, z: number): number, number
function collide.project(shape, axis) end

---The table that makes the shape again, to the last bit: what was given or set
---since, as plain tables with string keys and arrays only.
---@param shape collide.ShapeLike
---@return collide.Description
function collide.describe(shape) end

---A 3D triangle's unit normal `(b - a) x (c - a)`, by its winding, in the world; nil
---when the points lie on one line, exactly.
---
---Errors: any other shape.
---@param triangle collide.ShapeLike
---@return collide.Vector?
function collide.normal(triangle) end

---A triangle's edges in the world, from each point to the next.
---
---Errors: any other shape.
---@param triangle collide.ShapeLike
---@return collide.Vector ab
---@return collide.Vector bc
---@return collide.Vector ca
function collide.edges(triangle) end

---The unit normals of a 2D triangle's edges, in the world, pointing out of it whatever
---its winding; nil when the corners lie on one line, exactly, for then there is no
---inside to point out of.
---
---Errors: any other shape.
---@param triangle collide.ShapeLike
---@return collide.Vector? ab
---@return collide.Vector bc
---@return collide.Vector ca
function collide.edge_normals(triangle) end

Shape.bounds = collide.bounds
Shape.project = collide.project
Shape.describe = collide.describe
Shape.normal = collide.normal
Shape.edges = collide.edges
Shape.edge_normals = collide.edge_normals

-- ---- Casts -------------------------------------------------------------------

---What a ray hits first: the least `t` with `0 <= t <= max`.
---
---Let `t_enter` to `t_exit` be the line's interval in the closed solid. With
---`t_enter < 0 <= t_exit` the ray starts inside, or leaves from the surface: then
---`t = 0`, `inside = true` and the normal is zero. Otherwise `t = t_enter`. A
---hollow shape is hit at the first of the two ends that is not negative.
---
---In numbers the answer is `t, nx, ny, nz, t_exit, px, py, pz, index` (index nil for
---a lone shape), and of a triangle then `triangle, u, v`; in 2D it is `t, nx, ny,
---t_exit, px, py, index`. Of a grid come then `value, cx, cy` and in 3D `cz`. Of
---equally near targets the first is taken.
---
---Of a grid it sees the cells that `cells` yields, and is hit when any cell of a group
---is not empty; so nothing slips through between two cells that touch at an edge.
---The start's cell is hit at `t = 0`, `inside`. Otherwise the normal is that of the
---first axis crossed to reach the cell, so that `cell + normal` is empty (unless
---`corners` or `inside` passed over it), the point is on the boundaries that are
---crossed, and `t_exit` is when the ray leaves the cell. What is empty in large blocks
---is left in one step, after Museth (2014), to exactly where the walk would stand.
---
---Yes or no is the sign of a polynomial, evaluated in doubles with a bound on its
---error and, where that leaves doubt, again in exact arithmetic; what is measured
---keeps its digits however far away the ray starts. After "basic shapes and rays"
---(sphere, box, cylinder, cone) with its rule that the least t in the solid counts;
---slabs after Kay and Kajiya (1986); triangles by exact edge functions in Plücker
---coordinates, watertight.
---
---Errors: a zero direction; `max` below 0 or nan; see the top of this file.
---@param target collide.Target
---@param origin collide.VectorLike
---@param direction collide.VectorLike of any length but 0
---@param options? number|collide.RayOptions `max`, or options
---@return collide.Hit?
---@overload fun(target: collide.Target, ox: number, oy: number, dx: number, dy: number, options?: number|collide.RayOptions): number?, number?, number?, number?, number?, number?, integer?
---@overload fun(target: collide.Target, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, options?: number|collide.RayOptions): number?, number?, number?, number?, number?, number?, number?, number?, integer?, integer?, number?, number?
function collide.raycast(target, origin, direction, options) end

---Whether a ray hits anything. Looks no further than the first hit it finds.
---@param target collide.Target
---@param origin collide.VectorLike
---@param direction collide.VectorLike
---@param options? number|collide.RayOptions
---@return boolean
---@overload fun(target: collide.Target, ox: number, oy: number, dx: number, dy: number, options?: number|collide.RayOptions): boolean
---@overload fun(target: collide.Target, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, options?: number|collide.RayOptions): boolean
function collide.raycast_any(target, origin, direction, options) end

---Every hit of a ray, one a shape, nearest first, ties by the lower index. In
---numbers one flat array, nine values a hit: `t, nx, ny, nz, t_exit, px, py, pz,
---index`, with index 1 for a lone shape and false for the point where there is none;
---in 2D seven: `t, nx, ny, t_exit, px, py, index`. Of a grid there is one hit for each
---cell; where a grid is among the targets, each hit has `value, cx, cy` and in 3D
---`cz` as well, false for shapes.
---@param target collide.Target
---@param origin collide.VectorLike
---@param direction collide.VectorLike
---@param options? number|collide.RayOptions
---@return collide.Hit[]
---@overload fun(target: collide.Target, ox: number, oy: number, dx: number, dy: number, options?: number|collide.RayOptions): (number|false)[]
---@overload fun(target: collide.Target, ox: number, oy: number, oz: number, dx: number, dy: number, dz: number, options?: number|collide.RayOptions): (number|false)[]
function collide.raycast_all(target, origin, direction, options) end

---What a segment hits first, with `t` from 0 at `from` to 1 at `to`, both included.
---What LÖVE, Defold and LÖVR call a ray cast. `from == to` asks about that point: a
---hit then has `t = 0`, `inside = true` and `t_exit = math.huge`.
---
---Otherwise as `raycast`.
---@param target collide.Target
---@param from collide.VectorLike
---@param to collide.VectorLike
---@param options? collide.SegmentOptions
---@return collide.Hit?
---@overload fun(target: collide.Target, x0: number, y0: number, x1: number, y1: number, options?: collide.SegmentOptions): number?, number?, number?, number?, number?, number?, integer?
---@overload fun(target: collide.Target, x0: number, y0: number, z0: number, x1: number, y1: number, z1: number, options?: collide.SegmentOptions): number?, number?, number?, number?, number?, number?, number?, number?, integer?, integer?, number?, number?
function collide.segmentcast(target, from, to, options) end

---Whether a segment hits anything. Looks no further than the first hit it finds.
---@param target collide.Target
---@param from collide.VectorLike
---@param to collide.VectorLike
---@param options? collide.SegmentOptions
---@return boolean
---@overload fun(target: collide.Target, x0: number, y0: number, x1: number, y1: number, options?: collide.SegmentOptions): boolean
---@overload fun(target: collide.Target, x0: number, y0: number, z0: number, x1: number, y1: number, z1: number, options?: collide.SegmentOptions): boolean
function collide.segmentcast_any(target, from, to, options) end

---Every hit of a segment, as `raycast_all`.
---@param target collide.Target
---@param from collide.VectorLike
---@param to collide.VectorLike
---@param options? collide.SegmentOptions
---@return collide.Hit[]
---@overload fun(target: collide.Target, x0: number, y0: number, x1: number, y1: number, options?: collide.SegmentOptions): (number|false)[]
---@overload fun(target: collide.Target, x0: number, y0: number, z0: number, x1: number, y1: number, z1: number, options?: collide.SegmentOptions): (number|false)[]
function collide.segmentcast_all(target, from, to, options) end

---Where the whole line first meets the target: the least `t`, which may be negative,
---or `-math.huge` in a plane that the line never enters; such a hit has no point.
---Takes hollow shapes for solid ones, and is never `inside`.
---
---After "3D collision 18, line and AABB" (slabs), without its epsilons.
---
---Errors: as `raycast`.
---@param target collide.Target
---@param point collide.VectorLike
---@param direction collide.VectorLike of any length but 0
---@param options? collide.LineOptions
---@return collide.Hit?
---@overload fun(target: collide.Target, x: number, y: number, dx: number, dy: number, options?: collide.LineOptions): number?, number?, number?, number?, number?, number?, integer?
---@overload fun(target: collide.Target, x: number, y: number, z: number, dx: number, dy: number, dz: number, options?: collide.LineOptions): number?, number?, number?, number?, number?, number?, number?, number?, integer?, integer?, number?, number?
function collide.linecast(target, point, direction, options) end

---Whether a line meets anything. Looks no further than the first hit it finds.
---@param target collide.Target
---@param point collide.VectorLike
---@param direction collide.VectorLike
---@param options? collide.LineOptions
---@return boolean
---@overload fun(target: collide.Target, x: number, y: number, dx: number, dy: number, options?: collide.LineOptions): boolean
---@overload fun(target: collide.Target, x: number, y: number, z: number, dx: number, dy: number, dz: number, options?: collide.LineOptions): boolean
function collide.linecast_any(target, point, direction, options) end

---Every shape that a line meets, as `raycast_all`.
---@param target collide.Target
---@param point collide.VectorLike
---@param direction collide.VectorLike
---@param options? collide.LineOptions
---@return collide.Hit[]
---@overload fun(target: collide.Target, x: number, y: number, dx: number, dy: number, options?: collide.LineOptions): (number|false)[]
---@overload fun(target: collide.Target, x: number, y: number, z: number, dx: number, dy: number, dz: number, options?: collide.LineOptions): (number|false)[]
function collide.linecast_all(target, point, direction, options) end

Shape.raycast = collide.raycast
Shape.raycast_any = collide.raycast_any
Shape.raycast_all = collide.raycast_all
Shape.segmentcast = collide.segmentcast
Shape.segmentcast_any = collide.segmentcast_any
Shape.segmentcast_all = collide.segmentcast_all
Shape.linecast = collide.linecast
Shape.linecast_any = collide.linecast_any
Shape.linecast_all = collide.linecast_all

-- ---- Pairs -------------------------------------------------------------------
--
-- Do two shapes meet, how deep, and where are they nearest? Sets are closed, so
-- touching is meeting; `hollow` does not matter. In either order the answer is the
-- same, mirrored. Which pairs have a test:
--
--            | circle | rect | polygon | triangle | segment | capsule | plane | point
--   circle   |   2D   |  2D  |   2D    |    2D    |   2D    |   2D    |  2D   |  2D
--   rect     |        |  2D  |   2D    |    2D    |   2D    |   2D    |  2D   |  2D
--   polygon  |        |      |   2D    |    2D    |   2D    |   2D    |  2D   |  2D
--   triangle |        |      |         |    2D    |   2D    |   2D    |  2D   |  2D
--   segment  |        |      |         |          |   2D    |   2D    |  2D   |  2D
--   capsule  |        |      |         |          |         |   2D    |  2D   |  2D
--   plane    |        |      |         |          |         |         |  2D   |  2D
--   point    |        |      |         |          |         |         |       |  2D
--
--   of 3D    | contains | overlap, contact, distance, closest
--   each     |   yes    | overlap of a box without rotation and a triangle or another such box; else
--            |          | not yet: an error that names both, "there is no test for sphere and box yet"
--
-- A shape of 2D beside one of 3D is an error always.
--
-- In 2D a shape is a convex hull with a radius around it (a circle is a point with
-- one, a capsule a segment with one), or a half-plane. Yes or no: separating axes in
-- doubles with a bound on their error (Gottschalk, Lin and Manocha 1996), and where
-- that leaves doubt corners, edges and distances by exact signs. Where the hulls are
-- apart what counts is their nearest features, corner and corner or corner and edge
-- (Ericson, "Real-Time Collision Detection", 5.1); where they meet, the edge of either
-- that the least push goes across.

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
---```lua
---if collide.overlap(player, wall) then ... end
---if player:overlap(mouse_x, mouse_y) then ... end
---```
---
---Circle and triangle are told by the seven regions of "Redpoll's 60", 2-23 (see
---`triangle_region`), triangle and unrotated rect as `triangle_rect_pef`, all other
---pairs as is said above.
---
---Errors: a pair without a test, see above; shapes of 2D and 3D together; more than
---two shapes or points; see the top of this file.
---@param a collide.PairLike
---@param b collide.PairLike
---@return boolean
---@overload fun(a: collide.ShapeLike, x: number, y: number): boolean
---@overload fun(x: number, y: number, b: collide.PairLike): boolean
---@overload fun(ax: number, ay: number, bx: number, by: number): boolean
function collide.overlap(a, b) end

---How deep two shapes are in one another, and the least push that parts them; nil
---when they do not overlap. Exactly when they do there is an answer: it may have
---`depth = 0`, of a touch.
---
---```lua
---local contact = collide.contact(player, wall)
---if contact then
---  x, y = x + contact.normal.x * contact.depth, y + contact.normal.y * contact.depth
---end
---```
---
---In numbers, `nx, ny, depth, px, py`: when a point comes before any other vector
---and is written in numbers. Two shapes answer in a table.
---
---There is a normal always, also of one shape inside the other, of concentric circles
---and of a point on an edge; where several ways out are equally short, which of them
---is the same on every platform. The depth is measured from differences of
---coordinates, so it keeps its digits far away from the origin; the push may leave
---or overdo a rounding of the coordinates: so push a fixed number of times at most, not
---until nothing overlaps. In the other order the normal is the negative one, unless
---the two are the same in kind and every number.
---
---Errors: as `overlap`.
---@param a collide.PairLike what is to be moved
---@param b collide.PairLike what stays
---@return collide.Contact?
---@overload fun(a: collide.ShapeLike, x: number, y: number): number?, number?, number?, number?, number?
---@overload fun(x: number, y: number, b: collide.PairLike): number?, number?, number?, number?, number?
---@overload fun(ax: number, ay: number, bx: number, by: number): number?, number?, number?, number?, number?
function collide.contact(a, b) end

---How far apart two shapes are, 0 exactly when they overlap, and the point of each
---that is nearest to the other. Of a stretch of such points it is the middle; of
---shapes that overlap it is a point of both, twice.
---
---In numbers, `distance, ax, ay, bx, by`: when a point comes before any other vector
---and is written in numbers. Two shapes answer with the distance and two vectors.
---
---Errors: as `overlap`.
---@param a collide.PairLike
---@param b collide.PairLike
---@return number distance
---@return collide.Vector on_a
---@return collide.Vector on_b
---@overload fun(a: collide.ShapeLike, x: number, y: number): number, number, number, number, number
---@overload fun(x: number, y: number, b: collide.PairLike): number, number, number, number, number
---@overload fun(ax: number, ay: number, bx: number, by: number): number, number, number, number, number
function collide.distance(a, b) end

---How far a point is from a shape, and the shape's nearest point; where the shape holds
---the point, 0 and the point itself. In numbers `distance, x, y`.
---
---Errors: a shape of 3D, for now; something else than a shape, then a point.
---@param shape collide.ShapeLike
---@param point collide.VectorLike
---@return number distance
---@return collide.Vector nearest
---@overload fun(shape: collide.ShapeLike, x: number, y: number): number, number, number
function collide.closest(shape, point) end

---Whether a shape holds a point, its border included. Exact. Of shapes of 3D too;
---a triangle or segment holds the points that are on it.
---
---Errors: something else than a shape, then a point with as many numbers as it has
---dimensions.
---@param shape collide.ShapeLike
---@param point collide.VectorLike
---@return boolean
---@overload fun(shape: collide.ShapeLike, x: number, y: number): boolean
---@overload fun(shape: collide.ShapeLike, x: number, y: number, z: number): boolean
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
---After "Redpoll's 60", 2-23 (disc and triangle), which takes clockwise triangles alone,
---and decides by rounded products.
---
---Errors: any other shape.
---@param triangle collide.ShapeLike
---@param point collide.VectorLike
---@return integer region 1 to 7
---@overload fun(triangle: collide.ShapeLike, x: number, y: number): integer
function collide.triangle_region(triangle, point) end

---Whether a 2D triangle and a rect without rotation have a point in common, by the
---triangle's edge functions: the rect's corner that is foremost along the inward normal
---of each edge has to be on the inner side of it, and the bounds have to meet. Exact,
---and equal to `overlap`, which asks this too.
---
---After the 2D half of Schwarz and Seidel (2010), "Fast Parallel Surface and Solid
---Voxelization on GPUs".
---
---Errors: other shapes; a rect that is rotated.
---@param triangle collide.ShapeLike
---@param rect collide.ShapeLike
---@return boolean
function collide.triangle_rect_pef(triangle, rect) end

---The same by separating axes: the rect's two and the normals of the triangle's edges
---(Gottschalk, Lin and Manocha 1996, "OBBTree"). Exact, and equal to `overlap`.
---
---Errors: as `triangle_rect_pef`.
---@param triangle collide.ShapeLike
---@param rect collide.ShapeLike
---@return boolean
function collide.triangle_rect_sat(triangle, rect) end

---Whether a 3D triangle and a box without rotation have a point in common: their bounds
---meet, the box is on both sides of the triangle's plane, and in the three projections along
---the axes it reaches the inner side of every edge. Exact, for any triangle, and equal to
---`overlap`, which asks this.
---
---After Schwarz and Seidel (2010), "Fast Parallel Surface and Solid Voxelization on GPUs".
---
---Errors: other shapes; a box that is rotated or mirrored.
---@param triangle collide.ShapeLike
---@param box collide.ShapeLike
---@return boolean
function collide.triangle_box_pef(triangle, box) end

---The same by the 13 separating axes: the box's three, the triangle's normal, and the nine
---across an edge of each (Gottschalk, Lin and Manocha 1996). Exact, and equal to `overlap`.
---
---Errors: as `triangle_box_pef`.
---@param triangle collide.ShapeLike
---@param box collide.ShapeLike
---@return boolean
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

-- ---- Cells -------------------------------------------------------------------

---A point or cell in two or three dimensions; the first one's length tells which.
---@alias collide.PointLike number[]|{x: number, y: number, z?: number}|userdata

---@class collide.Cell
---@field x integer
---@field y integer
---@field z? integer

---For other cells than unit squares or cubes at the origin: 16-pixel tiles have
---`{size=16}`. Boundary k is the double `origin + k * size`, the product rounded,
---then the sum; a cell is the k with boundary k <= x < boundary k + 1.
---@class collide.Frame
---@field size? number|collide.PointLike above 0
---@field origin? number|collide.PointLike
---@field dimensions? 2|3 where the vectors do not tell: of userdata with a z that is not meant

---The cells entered at one instant: 1 when one boundary is crossed, 3 when two are
---at once, 7 when three are. Those beside come first, in the order x, y, xy, z, xz,
---yz, xyz; so the cell where the walk goes on is last. Prints as
---`group t=0.25: (4, -2) (4, -1)`.
---@class collide.Group
---@field t number from 0 to 1, never less than the group's before
---@field t_exit number the next group's t; 1 for the last
---@field [integer] collide.Cell

---The cells that a segment crosses, one group after the other: first the cell that
---holds `from`, then one group for each crossing of boundaries up to and including
---`to`. "At once" means equal in exact arithmetic. Holds O(1) memory; leave it
---whenever you like, nest it as you like.
---
---In numbers it yields one cell a step, `i, t, x, y` or `i, t, x, y, z`; cells of one
---group have the same `i`, from 1. Four numbers are a walk in 2D, six in 3D.
---
---```lua
---for group in collide.cells({3.5, -2.5}, {7, 3.5}) do print(group) end
---for i, t, x, y in collide.cells(3.5, -2.5, 7, 3.5) do print(i, t, x, y) end
---for _, t, x, y, z in collide.cells(0, 0, 0, 90, 50, 20, {size=16}) do end
---```
---
---After "which integer cells does a ray pass through" (3D collision 23) and Amanatides
---and Woo (1987), with every crossing computed afresh and ties decided exactly.
---
---Errors: where neighbouring cells are no longer distinct doubles, from 2^53 cells on
---(2^51 for sizes that are no power of two, or another origin than 0); a size not
---above 0; numbers that are neither four nor six.
---@param from collide.PointLike
---@param to collide.PointLike
---@param frame? collide.Frame
---@return fun(walk: any, control: any): collide.Group? step
---@return any walk
---@return nil
---@overload fun(x0: number, y0: number, x1: number, y1: number, frame?: collide.Frame): (fun(walk: any, control: any): integer?, number?, integer?, integer?), any, nil
---@overload fun(x0: number, y0: number, z0: number, x1: number, y1: number, z1: number, frame?: collide.Frame): (fun(walk: any, control: any): integer?, number?, integer?, integer?, integer?), any, nil
function collide.cells(from, to, frame) end

---All groups of `cells` at once, as an array. In numbers one flat array,
---`i, t, x, y, ...` or `i, t, x, y, z, ...`.
---
---Errors: as `cells`; more than 2^26 groups, which no table should hold.
---@param from collide.PointLike
---@param to collide.PointLike
---@param frame? collide.Frame
---@return collide.Group[]
---@overload fun(x0: number, y0: number, x1: number, y1: number, frame?: collide.Frame): number[]
---@overload fun(x0: number, y0: number, z0: number, x1: number, y1: number, z1: number, frame?: collide.Frame): number[]
function collide.trace(from, to, frame) end

---The cell that holds the point.
---
---Errors: as `cells`.
---@param point collide.PointLike
---@param frame? collide.Frame
---@return collide.Cell
---@overload fun(x: number, y: number, frame?: collide.Frame): integer, integer
---@overload fun(x: number, y: number, z: number, frame?: collide.Frame): integer, integer, integer
function collide.cell_at(point, frame) end

-- ---- Grids -------------------------------------------------------------------

---A cell to be set or asked for, as its numbers in place or as one value: whole
---numbers below 2^53.
---@alias collide.CellLike integer[]|{x: integer, y: integer, z?: integer}|userdata

---Colors from index 1 on, each `{red, green, blue}` or `{red, green, blue, alpha}`, whole
---numbers from 0 to 255.
---@alias collide.Palette integer[][]

---Cells that hold an integer from 1 to 65535; all others are empty, and hold 0. A grid
---has no bounds and is sparse: it takes memory for what it holds, in bricks of
---8 x 8 x 8 or 16 x 16 cells, and next to none for blocks that `fill` filled wholly.
---It prints as `grid 3D size=1 cells=1234`. The casts are its methods.
---@class collide.Grid: userdata
local Grid = {}

---`collide.grid{dimensions=3, size=1, origin=0}` makes an empty grid; the table is a
---`collide.Frame`, and so may be left out. Dimensions are 3, unless `dimensions`, or the
---length of `size` or `origin`, tells 2.
---
---Errors: a size not above 0; dimensions that are neither 2 nor 3.
---@class collide.Grids
---@overload fun(frame?: collide.Frame): collide.Grid
collide.grid = {}

---A 2D grid from rows of numbers: row 1, column 1 is cell 0, 0, and the next row has
---y = 1. Empty are 0, false and nil; a row may be false or nil as well. The table may
---also have `size` and `origin`, as a `collide.Frame`.
---
---```lua
---local level = collide.grid.from_rows {
---  {1, 1, 1},
---  {1, 0, 1},
---  size = 16,
---}
---```
---
---Errors, which name row and column: no whole number from 0 to 65535; other keys than
---whole numbers.
---@param rows ((integer|false)[]|false)[]|collide.Frame
---@return collide.Grid
function collide.grid.from_rows(rows) end

---A 2D grid from a tile layer of a map that Tiled exported to Lua. A cell holds the
---tile's gid without the four bits that tell how it is flipped. The map's tile size
---becomes the size of cells, the offset of the layer and of the groups about it the
---origin. Infinite maps, in chunks, are fine; so are layers in base64. Compressed ones
---(zlib, gzip) are decoded where there is `love.data`; elsewhere set the map's Tile
---Layer Format to CSV, or to Base64 uncompressed, and export it again.
---
---Errors: a map that is not orthogonal; no such tile layer; a gid above 65535, with
---the tile's place; data of another length than width times height.
---@param map table what the exported file returns
---@param layer string|integer|table its name (of several the first in the file), its id, or itself
---@return collide.Grid
function collide.grid.from_tiled(map, layer) end

---A 3D grid from a MagicaVoxel file: ours, or those of others, with all their models,
---turned, mirrored, grouped and shared as they are; of an animation the first frame.
---What is hidden in MagicaVoxel is left out, unless the option `hidden` is true. A cell
---holds the index into the palette, as MagicaVoxel counts it. z is up there and y
---here: cell (x, y, z) here is cell (x, -z - 1, y) there, so nothing is mirrored.
---
---Errors: a file that cannot be read, or is none, or is broken; the message names it.
---
---```lua
---local castle, palette = collide.grid.load("castle.vox")
---```
---@param path string
---@param options? { hidden?: boolean }
---@return collide.Grid grid in cells of size 1 from the origin on
---@return collide.Palette palette 255 colors
function collide.grid.load(path, options) end

---The grid that `encode` told.
---
---Errors: a string that is cut off, damaged, or of another version.
---@param string string
---@return collide.Grid
function collide.grid.decode(string) end

---Puts a value into a cell; 0 empties it.
---
---Errors: numbers that are not whole, or 2^53 and beyond; where cells of the grid's size
---and origin are no longer distinct; a value not from 0 to 65535; no memory, and then
---the grid is as it was.
---@param cell collide.CellLike
---@param value integer 0 to 65535
---@overload fun(self: collide.Grid, x: integer, y: integer, value: integer)
---@overload fun(self: collide.Grid, x: integer, y: integer, z: integer, value: integer)
function Grid:set(cell, value) end

---What a cell holds, 0 when it is empty.
---
---Errors: as `set`.
---@param cell collide.CellLike
---@return integer
---@overload fun(self: collide.Grid, x: integer, y: integer): integer
---@overload fun(self: collide.Grid, x: integer, y: integer, z: integer): integer
function Grid:get(cell) end

---Puts a value into all cells of a box, both corners included. What blocks it covers
---wholly cost nothing, however large.
---
---Errors: as `set`; a box whose border takes more than 2^22 bricks, so that a slip of
---the pen does not eat all memory; more than 2^53 cells in a grid.
---@param min collide.CellLike
---@param max collide.CellLike
---@param value integer 0 to 65535
---@overload fun(self: collide.Grid, x0: integer, y0: integer, x1: integer, y1: integer, value: integer)
---@overload fun(self: collide.Grid, x0: integer, y0: integer, z0: integer, x1: integer, y1: integer, z1: integer, value: integer)
function Grid:fill(min, max, value) end

---How many cells are not empty.
---@return integer
function Grid:count() end

---The least and the greatest coordinates of cells that are not empty; nil when all are.
---@return collide.Cell? min
---@return collide.Cell max
function Grid:bounds() end

---All cells that are not empty, or those in a box, both corners included; in the order
---of z, then y, then x. The grid may be changed on the way: the loop goes on with the
---first cell behind the last that is not empty by then.
---
---```lua
---for x, y, z, value in grid:each() do print(x, y, z, value) end
---```
---@param min? collide.CellLike
---@param max? collide.CellLike
---@return fun(): integer?, integer, integer, integer x, y[, z], value
---@overload fun(self: collide.Grid, x0: integer, y0: integer, x1: integer, y1: integer): fun(): integer?, integer, integer
---@overload fun(self: collide.Grid, x0: integer, y0: integer, z0: integer, x1: integer, y1: integer, z1: integer): fun(): integer?, integer, integer, integer
function Grid:each(min, max) end

---The cell that holds a point, by the grid's size and origin.
---
---Errors: where neighbouring cells are no longer distinct doubles.
---@param point collide.VectorLike
---@return collide.Cell
---@overload fun(self: collide.Grid, x: number, y: number): integer, integer
---@overload fun(self: collide.Grid, x: number, y: number, z: number): integer, integer, integer
function Grid:cell_at(point) end

---The corners of a cell: two vectors, or in numbers all their components.
---@param cell collide.CellLike
---@return collide.Vector min
---@return collide.Vector max
---@overload fun(self: collide.Grid, x: integer, y: integer): number, number, number, number
---@overload fun(self: collide.Grid, x: integer, y: integer, z: integer): number, number, number, number, number, number
function Grid:cell_bounds(cell) end

---Writes the grid to a file, by the ending of its name: `.vox` for MagicaVoxel, or
---`.binvox`. All of it is written or nothing: what was there before stays on an error.
---
---In a `.vox` a value is an index into the palette, from 1 to 255; indices without a color of
---yours have those of MagicaVoxel's own palette. A grid of more than 256 cells along a
---side becomes several models, each in its place; what the cells measure is not kept.
---A `.binvox` holds a cube of up to 4096 cells a side, which are full or not, and where
---they are and how large.
---
---Errors: a grid of 2D; in `.vox` a value above 255, which names the cell; in `.binvox` cells
---that are no cubes; and what the file system says.
---
---```lua
---castle:save("castle.vox", { palette = { { 200, 180, 150 }, { 90, 140, 60, 128 } } })
---```
---@param path string
---@param options? { palette?: collide.Palette }
function Grid:save(path, options) end

---The grid as a string, for a file or a thread; `collide.grid.decode` makes it again.
---The same cells, size and origin give the same string, on every machine.
---@return string
function Grid:encode() end

Grid.raycast = collide.raycast
Grid.raycast_any = collide.raycast_any
Grid.raycast_all = collide.raycast_all
Grid.segmentcast = collide.segmentcast
Grid.segmentcast_any = collide.segmentcast_any
Grid.segmentcast_all = collide.segmentcast_all
Grid.linecast = collide.linecast
Grid.linecast_any = collide.linecast_any
Grid.linecast_all = collide.linecast_all

-- ---- Voxels ------------------------------------------------------------------

---Triangles as they stand in the world. Flat or nested: `vertices = {x, y, z, ...}` or
---`{{x, y, z}, ...}`, `triangles = {a, b, c, ...}` or `{{a, b, c}, ...}`, numbers of vertices from 1.
---What `collide.import` loads is one.
---@class collide.Mesh
---@field vertices number[]|collide.VectorLike[]
---@field triangles integer[]|integer[][]

---@class collide.VoxelizeOptions
---@field size? number|collide.VectorLike of a cell; 1
---@field origin? number|collide.VectorLike where cell 0, 0, 0 begins; 0
---@field value? integer|integer[] of the cells, 1 to 65535, or one for each triangle: then the first triangle that touches a cell decides; 1
---@field solid? boolean fills the inside, too
---@field rule? "closed"|"open" which cells; `"closed"`
---@field method? "pef"|"sat" `"pef"` is faster, the cells are the same
---@field progress? fun(part: number) called now and then with what is done, from 0 to 1
---@field lists? boolean gives the triangles of each cell, too

---A mesh, or an array of triangles: `{a, b, c}` each, or shapes, into blocks. Gives the 3D
---grid of all cells that the triangles touch, closed and exact: the ones for which
---`triangle_box_sat` says yes, so that no surface has a leak. Any triangle will do,
---also one that is a segment or a point.
---
---```lua
---local mesh = require("collide.import").load("bunny.ply")
---local bunny = collide.voxelize(mesh, { size = 0.01, solid = true })
---print(bunny:count(), bunny:raycast(0, 1, 9, 0, 0, -1))
---```
---
---`rule = "open"` takes the cells whose inside the triangles meet, and for a triangle in the
---plane between two layers of cells those behind it, by its winding: so a cube from 4 to
---12, drawn counterclockwise seen from outside, gives 8 x 8 x 8 cells, and not 10 x 10 x 10.
---
---`solid` fills the inside of a closed mesh; a cavity, whose surface faces into it, stays empty,
---and parts that overlap are one. Where triangles do not face the same way, what is inside
---of an odd number of surfaces is filled. Vertices at the same place count as one. The inside has the
---value of the surface that is crossed last on the way there along x.
---
---By edge functions after Schwarz and Seidel (2010), "Fast Parallel Surface and Solid
---Voxelization on GPUs", solved for whole rows of cells.
---
---With `lists`, also gives which triangles touch which cells, in one array of integers: x, y, z,
---how many triangles, and these, cell after cell, in the order of z, then y, then x.
---
---```lua
---local grid, lists = collide.voxelize(mesh, { lists = true })
---local i = 1
---while lists[i] do
---  local x, y, z, n = lists[i], lists[i + 1], lists[i + 2], lists[i + 3]
---  for k = i + 4, i + 3 + n do print(x, y, z, "has triangle", lists[k]) end
---  i = i + 4 + n
---end
---```
---
---Errors: what is no mesh; a vertex that is not finite, or is where cells are no longer distinct;
---a solid mesh that is not closed. All name the vertex, triangle or edge.
---@param mesh collide.Mesh|collide.ShapeLike[]|collide.VectorLike[][]
---@param options? collide.VoxelizeOptions
---@return collide.Grid
---@return integer[]? lists
function collide.voxelize(mesh, options) end

return collide
