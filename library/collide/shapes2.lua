---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
-- Written by `make reference` from the other files of this folder: change those.

---The hit of a shapecast, in tables.
---@class collide.SweepHit2: collide.SweepHit
---@field point collide.Vector2 the point where they touch at `t`; if two sides touch along a common part, its middle; if `inside`, a point in both
---@field normal collide.Vector2 of unit length, out of the target
---@field cell? collide.Cell2 for a grid: the cell; of equally near ones the lowest, by z, then y, then x

---An obstacle of a move.
---@class collide.MoveHit2: collide.MoveHit
---@field position collide.Vector2 of the shape at the hit
---@field point collide.Vector2 the point where they touch at `t`; if two sides touch along a common part, its middle; if `inside`, a point in both
---@field normal collide.Vector2 of unit length, out of the target
---@field cell? collide.Cell2 for a grid: the cell; of equally near ones the lowest, by z, then y, then x

---The hit of a cast, in tables.
---@class collide.Hit2: collide.Hit
---@field point collide.Vector2 on the surface; the start when `inside` a solid
---@field normal collide.Vector2 zero when `inside` a solid
---@field cell? collide.Cell2 for a grid: the first cell of the group that is not empty
---@field cells? collide.Cell2[] all cells of the group that are not empty, in its order

---The hit of `linecast`, in tables.
---@class collide.LineHit2: collide.LineHit
---@field point? collide.Vector2 on the surface; nil when `t` is `-math.huge`
---@field normal collide.Vector2 zero when `t` is `-math.huge`
---@field cell? collide.Cell2 for a grid: the first cell of the group that is not empty
---@field cells? collide.Cell2[] all cells of the group that are not empty, in its order

---The contact of two shapes.
---@class collide.Contact2: collide.Contact
---@field normal collide.Vector2 of unit length, out of `b` towards `a`
---@field cell? collide.Cell2 for a grid: the cell
---@field point collide.Vector2 a point in both shapes. In 2D it is the mean of the corners of their intersection. If only their radii overlap, it lies halfway between their deepest points, or as near to that as the thinner shape reaches

---@class collide.Shape2
local Shape2 = {}

---Moves the shape.
---@generic S
---@param self S
---@param position collide.VectorLike the new position of the origin of the shape's frame
---@return S shape the same shape
---@overload fun<S>(self: S, x: number, y: number): shape: S
function Shape2:set_position(position) end

---Sets the shape's rotation, which replaces the former rotation.
---@generic S
---@param self S
---@param rotation number|collide.VectorLike 2D: radians; 3D: a quaternion `{x, y, z, w}` of any length
---@return S shape the same shape
function Shape2:set_rotation(rotation) end

---Sets the shape's scale, which replaces the former scale.
---@generic S
---@param self S
---@param scale number|collide.VectorLike for all axes, or for each
---@return S shape the same shape
---@overload fun<S>(self: S, x: number, y: number): shape: S
function Shape2:set_scale(scale) end

---Makes the shape block only from one side in `move` and `push_out`, or again from every side.
---@generic S
---@param self S
---@param one_way collide.VectorLike? the normal of the side that blocks; nil for every side
---@return S shape the same shape
---@overload fun<S>(self: S, x: number, y: number): shape: S
function Shape2:set_one_way(one_way) end

---The only side from which the shape blocks moves.
---@return collide.Vector2? one_way as it was given
---@overload fun(self: collide.Shape2, form: "numbers"): x: number?, y: number?
function Shape2:get_one_way() end

---Adds a displacement to the shape's position.
---@generic S
---@param self S
---@param displacement collide.VectorLike added to the position
---@return S shape the same shape
---@overload fun<S>(self: S, x: number, y: number): shape: S
function Shape2:translate(displacement) end

---The position of the origin of the shape's frame.
---@return collide.Vector2 position as it was given, or the origin
---@overload fun(self: collide.Shape2, form: "numbers"): x: number, y: number
function Shape2:get_position() end

---The shape's rotation as it was set.
---@return number? rotation the angle or the quaternion
---@overload fun(self: collide.Shape2, form: "numbers"): angle: number?
function Shape2:get_rotation() end

---The shape's scale.
---@return collide.Vector2? scale as it was given, or 1 along each axis
---@overload fun(self: collide.Shape2, form: "numbers"): x: number?, y: number?
function Shape2:get_scale() end

---Half of each side of a rect or box, in its own frame and without `scale`.
---@return collide.Vector2 half in its own frame
---@overload fun(self: collide.Shape2, form: "numbers"): hx: number, hy: number
function Shape2:get_half() end

---The ends of a segment, or of a capsule's axis, in the world.
---@return collide.Vector2 a the first end, in the world
---@return collide.Vector2 b the second
---@overload fun(self: collide.Shape2, form: "numbers"): ax: number, ay: number, bx: number, by: number
function Shape2:get_ends() end

---The smallest axis-aligned box that contains the shape, rounded outward if it is not exact.
---@return collide.Vector2 min the least coordinates
---@return collide.Vector2 max the greatest
---@overload fun(self: collide.Shape2, form: "numbers"): x0: number, y0: number, x1: number, y1: number
function Shape2:bounds() end

---The least and the greatest value of `axis . p` over the points p of the shape.
---@param axis collide.VectorLike of any length but 0
---@return number lowest in units of the axis's length
---@return number highest in the same units
---@overload fun(self: collide.Shape2, x: number, y: number): lowest: number, highest: number
function Shape2:project(axis) end

---The first hit of a moving shape, at its time of impact.
---@param shape collide.ShapeLike|collide.GroupLike the moving shape
---@param displacement collide.VectorLike the displacement; may be zero
---@param options? collide.SweepOptions
---@return collide.SweepHit2? hit the nearest
---@overload fun(self: collide.Shape2, shape: collide.ShapeLike|collide.GroupLike, dx: number, dy: number, options?: collide.SweepOptions): t: number?, nx: number?, ny: number?, t_exit: number?, px: number?, py: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
function Shape2:shapecast(shape, displacement, options) end

---Whether a moving shape hits anything.
---@param shape collide.ShapeLike|collide.GroupLike the moving shape
---@param displacement collide.VectorLike the displacement; may be zero
---@param options? collide.SweepOptions
---@return boolean hit touching counts
---@overload fun(self: collide.Shape2, shape: collide.ShapeLike|collide.GroupLike, dx: number, dy: number, options?: collide.SweepOptions): hit: boolean
function Shape2:shapecast_any(shape, displacement, options) end

---All hits of a moving shape.
---@param shape collide.ShapeLike|collide.GroupLike the moving shape
---@param displacement collide.VectorLike the displacement; may be zero
---@param options? collide.SweepOptions
---@return collide.SweepHit2[] hits nearest first
---@overload fun(self: collide.Shape2, shape: collide.ShapeLike|collide.GroupLike, dx: number, dy: number, options?: collide.SweepOptions): flat: (number|false)[]
function Shape2:shapecast_all(shape, displacement, options) end

---Moves a shape by a displacement, slides along obstacles, and sets the shape's position.
---@param shape collide.Shape|collide.ShapeGroup the moving shape
---@param displacement collide.VectorLike the desired displacement; may be zero
---@param options? collide.MoveOptions
---@return collide.Moved moved the new position and the hits
---@overload fun(self: collide.Shape2, shape: collide.Shape|collide.ShapeGroup, dx: number, dy: number, options?: collide.MoveOptions): x: number, y: number, count: integer, gx_or_dx: number?, gy_or_dy: number?, dx: number?, dy: number?
function Shape2:move(shape, displacement, options) end

---The first hit of a ray.
---@param origin collide.VectorLike where it starts
---@param direction collide.VectorLike of any length but 0
---@param options? number|collide.RayOptions `max`, or options
---@return collide.Hit2? hit the nearest
---@overload fun(self: collide.Shape2, ox: number, oy: number, dx: number, dy: number, options?: number|collide.RayOptions): t: number?, nx: number?, ny: number?, t_exit: number?, px: number?, py: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
function Shape2:raycast(origin, direction, options) end

---Whether a ray hits anything.
---@param origin collide.VectorLike where it starts
---@param direction collide.VectorLike of any length but 0
---@param options? number|collide.RayOptions `max`, or options
---@return boolean hit touching counts
---@overload fun(self: collide.Shape2, ox: number, oy: number, dx: number, dy: number, options?: number|collide.RayOptions): hit: boolean
function Shape2:raycast_any(origin, direction, options) end

---Every hit of a ray, one for each shape and one for each cell of a grid.
---@param origin collide.VectorLike where it starts
---@param direction collide.VectorLike of any length but 0
---@param options? number|collide.RayOptions `max`, or options
---@return collide.Hit2[] hits nearest first
---@overload fun(self: collide.Shape2, ox: number, oy: number, dx: number, dy: number, options?: number|collide.RayOptions): flat: (number|false)[]
function Shape2:raycast_all(origin, direction, options) end

---The first hit of a segment, with `t` from 0 at `from` to 1 at `to`, both included.
---@param from collide.VectorLike where it starts
---@param to collide.VectorLike where it ends
---@param options? collide.SegmentOptions
---@return collide.Hit2? hit the nearest to `from`
---@overload fun(self: collide.Shape2, x0: number, y0: number, x1: number, y1: number, options?: collide.SegmentOptions): t: number?, nx: number?, ny: number?, t_exit: number?, px: number?, py: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
function Shape2:segmentcast(from, to, options) end

---Whether a segment hits anything, for a line of sight.
---@param from collide.VectorLike where it starts
---@param to collide.VectorLike where it ends
---@param options? collide.SegmentOptions
---@return boolean hit touching counts
---@overload fun(self: collide.Shape2, x0: number, y0: number, x1: number, y1: number, options?: collide.SegmentOptions): hit: boolean
function Shape2:segmentcast_any(from, to, options) end

---Every hit of a segment, as `raycast_all`.
---@param from collide.VectorLike where it starts
---@param to collide.VectorLike where it ends
---@param options? collide.SegmentOptions
---@return collide.Hit2[] hits nearest to `from` first
---@overload fun(self: collide.Shape2, x0: number, y0: number, x1: number, y1: number, options?: collide.SegmentOptions): flat: (number|false)[]
function Shape2:segmentcast_all(from, to, options) end

---The first hit of the whole line.
---@param point collide.VectorLike any point of the line
---@param direction collide.VectorLike of any length but 0
---@param options? collide.LineOptions
---@return collide.LineHit2? hit the one with the least `t`
---@overload fun(self: collide.Shape2, x: number, y: number, dx: number, dy: number, options?: collide.LineOptions): t: number?, nx: number?, ny: number?, t_exit: number?, px: number?, py: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
function Shape2:linecast(point, direction, options) end

---Whether a line hits anything.
---@param point collide.VectorLike any point of the line
---@param direction collide.VectorLike of any length but 0
---@param options? collide.LineOptions
---@return boolean hit touching counts
---@overload fun(self: collide.Shape2, x: number, y: number, dx: number, dy: number, options?: collide.LineOptions): hit: boolean
function Shape2:linecast_any(point, direction, options) end

---Every hit of a line, as `raycast_all`.
---@param point collide.VectorLike any point of the line
---@param direction collide.VectorLike of any length but 0
---@param options? collide.LineOptions
---@return collide.LineHit2[] hits the least `t` first
---@overload fun(self: collide.Shape2, x: number, y: number, dx: number, dy: number, options?: collide.LineOptions): flat: (number|false)[]
function Shape2:linecast_all(point, direction, options) end

---Whether two shapes have a common point.
---@param b collide.PairLike
---@param options? collide.OverlapOptions
---@return boolean overlap touching counts
---@overload fun(self: collide.Shape2, x: number, y: number, options?: collide.OverlapOptions): overlap: boolean
function Shape2:overlap(b, options) end

---The penetration depth of two shapes, and the shortest displacement that separates them.
---@param b collide.PairLike the other one
---@param options? collide.ContactOptions
---@return collide.Contact2? contact the contact; for a target the deepest one
---@overload fun(self: collide.Shape2, b: collide.Target, form: "numbers"): nx: number?, ny: number?, depth: number?, px: number?, py: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(self: collide.Shape2, b: collide.Target, options: collide.ContactOptions?, form: "numbers"): nx: number?, ny: number?, depth: number?, px: number?, py: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(self: collide.Shape2, x: number, y: number, options?: collide.ContactOptions): nx: number?, ny: number?, depth: number?, px: number?, py: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
function Shape2:contact(b, options) end

---The distance of two shapes, which is 0 if and only if they overlap, and the witness points.
---@param b collide.PairLike
---@param options? collide.DistanceOptions
---@return number distance 0 when they overlap
---@return collide.Vector2 on_a the point of `a`
---@return collide.Vector2 on_b the point of `b`
---@return (collide.Shape|collide.Grid|collide.Description)? member for an array: the nearest member
---@return integer? index the member's place
---@return (integer|collide.Cell2)? cell_or_triangle for a grid the nearest cell; for a mesh the number of the triangle
---@return integer? value for a grid: the value of that cell
---@return integer? part for a group: the number of the part
---@return integer? number for a world in an array: the member's number
---@overload fun(self: collide.Shape2, b: collide.PairLike, options: collide.DistanceOptions): distance: number?, on_a: collide.Vector2?, on_b: collide.Vector2?, member: (collide.Shape|collide.Grid|collide.Description)?, index: integer?, cell_or_triangle: (integer|collide.Cell2)?, value: integer?, part: integer?, number: integer?
---@overload fun(self: collide.Shape2, b: collide.Target, form: "numbers"): distance: number?, ax: number?, ay: number?, bx: number?, by: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(self: collide.Shape2, b: collide.Target, options: collide.DistanceOptions?, form: "numbers"): distance: number?, ax: number?, ay: number?, bx: number?, by: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
---@overload fun(self: collide.Shape2, x: number, y: number, options?: collide.DistanceOptions): distance: number?, ax: number?, ay: number?, bx: number?, by: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
function Shape2:distance(b, options) end

---All members of a target that a shape or point overlaps, in the order of their indices.
---@param target collide.PairLike
---@param options? collide.OverlapAllOptions
---@return (collide.Shape|collide.Grid|collide.Description)[] members the ones that the shape overlaps
---@overload fun(self: collide.Shape2, x: number, y: number, options?: collide.OverlapAllOptions): indices: integer[]
---@overload fun(self: collide.Shape2, target: collide.Target, form: "numbers"): indices: integer[]
---@overload fun(self: collide.Shape2, target: collide.Target, options: collide.OverlapAllOptions?, form: "numbers"): indices: integer[]
function Shape2:overlap_all(target, options) end

---All contacts of a shape or point with the members of a target, one for each shape and one for each cell of a grid.
---@param target collide.PairLike the others
---@param options? collide.OverlapAllOptions
---@return collide.Contact2[] contacts the deepest first
---@overload fun(self: collide.Shape2, x: number, y: number, options?: collide.OverlapAllOptions): flat: (number|false)[]
---@overload fun(self: collide.Shape2, target: collide.Target, form: "numbers"): flat: (number|false)[]
---@overload fun(self: collide.Shape2, target: collide.Target, options: collide.OverlapAllOptions?, form: "numbers"): flat: (number|false)[]
function Shape2:contact_all(target, options) end

---The distances of all members of a target within `max` of a shape or point, one for each shape, each cell of a grid, each triangle of a mesh and each part of a group.
---@param target collide.PairLike
---@param options? collide.DistanceAllOptions
---@return collide.Near[] near the nearest first
---@overload fun(self: collide.Shape2, x: number, y: number, options?: collide.DistanceAllOptions): flat: (number|false)[]
---@overload fun(self: collide.Shape2, target: collide.Target, form: "numbers"): flat: (number|false)[]
---@overload fun(self: collide.Shape2, target: collide.Target, options: collide.DistanceAllOptions?, form: "numbers"): flat: (number|false)[]
function Shape2:distance_all(target, options) end

---The distance of a point from a shape, and the nearest point of the shape.
---@param point collide.VectorLike
---@param options? collide.DistanceOptions
---@return number distance 0 when the target contains the point
---@return collide.Vector2 nearest a point of the target
---@return (collide.Shape|collide.Grid|collide.Description)? member for an array: the nearest member
---@return integer? index the member's place
---@return (integer|collide.Cell2)? cell_or_triangle for a grid the nearest cell; for a mesh the number of the triangle
---@return integer? value for a grid: the value of that cell
---@return integer? part for a group: the number of the part
---@return integer? number for a world in an array: the member's number
---@overload fun(self: collide.Shape2, point: collide.VectorLike, options: collide.DistanceOptions): distance: number?, nearest: collide.Vector2?, member: (collide.Shape|collide.Grid|collide.Description)?, index: integer?, cell_or_triangle: (integer|collide.Cell2)?, value: integer?, part: integer?, number: integer?
---@overload fun(self: collide.Shape2, x: number, y: number, options?: collide.DistanceOptions): distance: number?, x: number?, y: number?, index: integer?, value: integer?, cx: integer?, cy: integer?, part: integer?, number: integer?
function Shape2:closest(point, options) end

---Whether a shape contains a point; its border counts.
---@param point collide.VectorLike
---@param options? collide.Selection
---@return boolean inside the border counts
---@overload fun(self: collide.Shape2, x: number, y: number, options?: collide.Selection): inside: boolean
function Shape2:contains(point, options) end

---@class collide.Circle
local Circle = {}

---The corners in the world of a segment, triangle, rect, polygon, box or hull, rounded to doubles.
---@param count? integer the number of points on the outline of a circle, 2D capsule or rounded shape of the plane
---@return collide.Vector2[] corners
---@overload fun(self: collide.Circle, form: "numbers"): x: number, y: number, ...: number
---@overload fun(self: collide.Circle, count: integer, form: "numbers"): x: number, y: number, ...: number
function Circle:points(count) end

---@class collide.Rect
local Rect = {}

---The corners in the world of a segment, triangle, rect, polygon, box or hull, rounded to doubles.
---@param count? integer the number of points on the outline of a circle, 2D capsule or rounded shape of the plane
---@return collide.Vector2[] corners
---@overload fun(self: collide.Rect, form: "numbers"): x: number, y: number, ...: number
---@overload fun(self: collide.Rect, count: integer, form: "numbers"): x: number, y: number, ...: number
function Rect:points(count) end

---@class collide.Polygon
local Polygon = {}

---The corners in the world of a segment, triangle, rect, polygon, box or hull, rounded to doubles.
---@param count? integer the number of points on the outline of a circle, 2D capsule or rounded shape of the plane
---@return collide.Vector2[] corners
---@overload fun(self: collide.Polygon, form: "numbers"): x: number, y: number, ...: number
---@overload fun(self: collide.Polygon, count: integer, form: "numbers"): x: number, y: number, ...: number
function Polygon:points(count) end
