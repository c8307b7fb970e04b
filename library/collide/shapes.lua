---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Shapes
--
-- Convex, checked once when they are made, fixed in size and movable in pose. Where a
-- name serves 2D and 3D, the length of its vectors tells which. Every function takes a
-- shape, or the table that describes one, with its name under `shape`:
-- `{shape="sphere", radius=1}`. The functions of the module that take a shape first are
-- methods of shapes, too: `collide.bounds(ball)` is `ball:bounds()`.

---@class collide
local collide = {}

---A shape, or the table that describes one, with its name under `shape`:
---`{shape="sphere", radius=1}`.
---@alias collide.ShapeLike collide.Shape|collide.Description

---Where a shape is in the world: scaled, then rotated, then moved; or transformed by
---one matrix instead. The pose is combined into doubles once, when it is set, and every yes
---or no is exact for those doubles. In 3D the position is kept as given; in 2D
---each corner and centre is rounded to doubles in the world.
---@class collide.Pose
---@field position? collide.VectorLike the origin if there is none
---@field rotation? number|collide.VectorLike 2D: radians, from x to y; 3D: a quaternion `{x, y, z, w}` of any length but 0
---@field scale? number|collide.VectorLike not 0 on any axis; below 0 it mirrors; for a circle or 2D capsule one number
---@field transform? number[]|collide.Transform 16 numbers, column by column, translation at 13, 14, 15, last row 0 0 0 1, or an object that has them; any invertible affine matrix, shear too; in 2D the z of the matrix is that of no transform, and a circle or capsule stays round
---@field hollow? boolean a shell, but only for raycasts and segmentcasts
---@field layer? string one name for the options `ignore` and `only`; there may be 64 of them in all
---@field data? any any value of yours: the field `data` of the shape that is made
---@field shape? string the constructor's own name, so that a description may be passed

---An object that answers `getMatrix` with 16 numbers, row by row, as a Transform of LÖVE's does.
---@class collide.Transform
---@field getMatrix fun(self: collide.Transform): number, number, number, number, number, number, number, number, number, number, number, number, number, number, number, number

---A table from which an equal shape can be made: the fields of its constructor, and the
---constructor's name under `shape`. It has string keys and arrays only, so JSON can hold it.
---@class collide.Description: collide.Pose
---@field shape "sphere"|"box"|"cylinder"|"cone"|"capsule"|"plane"|"triangle"|"segment"|"circle"|"rect"|"polygon"|"hull" which constructor
---@field [string] any the sizes, as the constructor takes them
---@field [integer] collide.VectorLike|number the points of a triangle, segment, polygon or hull, unless they are under `points`

---A convex shape. Its size is fixed, its pose can be set. It prints as the constructor's
---fields: `sphere radius=1 position=(0, 0, 5)`. The functions of the module whose first
---argument is a shape are its methods, too. It has one field, `data`, for any value of yours; to
---read or set another is an error that says what to call.
---@class collide.Shape: userdata
---@field data any nil until it is set; it lives as long as the shape, and no description has it
local Shape = {}

---The sizes of a sphere, and its pose.
---@class collide.SphereFields: collide.Pose
---@field radius number 0 is a point

---A ball around the origin of its frame. Under a scale that differs by axis it is
---an ellipsoid.
---
---Errors: `radius` missing, negative or not finite; see `collide.Pose`.
---
---```lua
---local ball = collide.sphere { radius = 1, position = { 0, 0, 5 } }
---print(ball) --> sphere radius=1 position=(0, 0, 5)
---print(ball:raycast({ 0, 0, 0 }, { 0, 0, 1 })) --> hit t=4 point=(0, 0, 4) normal=(0, 0, -1)
---```
---@param fields collide.SphereFields|collide.Description
---@return collide.Shape sphere of 3D
function collide.sphere(fields) end

---The sizes of a box, and its pose.
---@class collide.BoxFields: collide.Pose
---@field half? collide.VectorLike half of each side; this or `size`, or `min` and `max`
---@field size? collide.VectorLike each side
---@field min? collide.VectorLike the corner with the least coordinates, in its own frame
---@field max? collide.VectorLike the other corner

---A box around the origin of its frame, or from corner to corner there. Flat is allowed.
---
---Errors: none or two of `half`, `size` and `min, max`; a negative side; `min`
---above `max`.
---
---```lua
---print(collide.box { half = { 1, 2, 3 } }) --> box half=(1, 2, 3)
---
---local brick = collide.box { min = { 0, 0, 0 }, max = { 4, 2, 1 } }
---print(brick:raycast({ 2, 9, 0.5 }, { 0, -1, 0 }).face) --> +y
---```
---@param fields collide.BoxFields|collide.Description
---@return collide.Shape box of 3D
function collide.box(fields) end

---The sizes of a cylinder, and its pose.
---@class collide.CylinderFields: collide.Pose
---@field radius number 0 is a line
---@field half_height number from the middle to either end; 0 is a disc

---A cylinder along y around the origin of its frame. Radius or height may be 0.
---
---Errors: a size missing, negative or not finite.
---
---```lua
---local tower = collide.cylinder { radius = 1, half_height = 2 }
---print(tower:raycast({ 0.5, 9, 0 }, { 0, -1, 0 })) --> hit t=7 point=(0.5, 2, 0) normal=(0, 1, 0) face=top
---```
---@param fields collide.CylinderFields|collide.Description
---@return collide.Shape cylinder of 3D
function collide.cylinder(fields) end

---The sizes of a cone, and its pose.
---@class collide.ConeFields: collide.Pose
---@field radius number of the base; above 0
---@field height number from base to apex; above 0

---A cone with its apex at the origin of its frame and its base at y = -height.
---
---Errors: a size missing, not above 0 or not finite.
---
---```lua
---local roof = collide.cone { radius = 3, height = 4, position = { 0, 4, 0 } }
---print(roof:raycast({ -9, 2, 0 }, { 1, 0, 0 })) --> hit t=7.5 point=(-1.5, 2, 0) normal=(-0.8, 0.6, 0) face=side
---```
---@param fields collide.ConeFields|collide.Description
---@return collide.Shape cone of 3D
function collide.cone(fields) end

---The sizes of a capsule, and its pose.
---@class collide.CapsuleFields: collide.Pose
---@field radius number 0 is a line
---@field half_height? number of the line along y through the origin; this, or `a` and `b`
---@field a? collide.VectorLike one end of the line
---@field b? collide.VectorLike the other end

---All points within `radius` of a segment. If that has no length, it is a sphere or circle.
---The number of components of `a` and `b` says whether it is 2D or 3D. With `half_height`
---the first of these fields that is given says so: `position`, `rotation` (a number is 2D),
---a `scale` of 2 or 3 numbers; without them it is 3D. So the description of a 2D capsule
---always has a position.
---
---Errors: both or neither of `half_height` and `a, b`; a negative size; vectors of 2D
---and 3D together.
---
---```lua
---local stick = collide.capsule { a = { 0, 0 }, b = { 4, 0 }, radius = 1 }
---print(stick:contains(4.5, 0.5), stick:contains(5, 1)) --> true	false
---
---local player = collide.capsule { radius = 0.5, half_height = 1 }
---print(player:bounds()) --> (-0.5, -1.5, -0.5)	(0.5, 1.5, 0.5)
---```
---@param fields collide.CapsuleFields|collide.Description
---@return collide.Shape capsule of 2D or 3D
function collide.capsule(fields) end

---The sizes of a half-space, and its pose.
---@class collide.PlaneFields: collide.Pose
---@field normal collide.VectorLike of any length but 0
---@field distance number the value of `normal . p` on the surface

---The half-space, or in 2D half-plane, `normal . p <= distance`, the normal as given.
---
---Errors: a zero normal; `distance` missing or not finite.
---
---```lua
---local floor = collide.plane { normal = { 0, 1, 0 }, distance = 0 }
---print(floor:raycast({ 0, 5, 0 }, { 3, -1, 0 })) --> hit t=5 point=(15, 0, 0) normal=(0, 1, 0)
---```
---@param fields collide.PlaneFields|collide.Description
---@return collide.Shape half_space of 2D or 3D
function collide.plane(fields) end

---The corners of a triangle, and its pose.
---@class collide.TriangleFields: collide.Pose
---@field points? collide.VectorLike[]|number[] the three corners, unless they are elements of the table itself
---@field [integer] collide.VectorLike|number a corner; of numbers two are a corner, in 2D only

---A triangle in 2D or 3D, `{a, b, c}` or `{points={a, b, c}}`, in 2D also flat:
---`{ax, ay, bx, by, cx, cy}`. Points on one line or
---in one place are allowed. Two triangles that share corners leave no gap between them.
---
---Errors: another number of points than three; points given twice, as elements and as `points`; points of 2D and
---3D together.
---
---```lua
---local sail = collide.triangle { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 4, 0 } }
---local hit = sail:raycast({ 0.5, 1, 5 }, { 0, 0, -1 })
---print(hit.t, hit.u, hit.v, hit.face) --> 5	0.25	0.25	front
---```
---@param fields collide.TriangleFields|collide.Description
---@return collide.Shape triangle of 2D or 3D
function collide.triangle(fields) end

---The ends of a segment, and its pose.
---@class collide.SegmentFields: collide.Pose
---@field points? collide.VectorLike[]|number[] the two ends, unless they are elements of the table itself
---@field [integer] collide.VectorLike|number an end; of numbers two are an end, in 2D only

---A segment in 2D or 3D, `{a, b}` or `{points={a, b}}`, in 2D also flat: `{ax, ay, bx, by}`. Without length it is a point.
---
---Errors: another number of points than two; points given twice, as elements and as `points`; points of 2D and 3D
---together.
---
---```lua
---local fence = collide.segment { { 0, 0 }, { 8, 6 } }
---print(fence:distance({ 0, 5 })) --> 4	(2.4, 1.8)	(0, 5)
---```
---@param fields collide.SegmentFields|collide.Description
---@return collide.Shape segment of 2D or 3D
function collide.segment(fields) end

---The size of a circle, and its pose.
---@class collide.CircleFields: collide.Pose
---@field radius number 0 is a point
---@field x? number with `y`, in place of `position`: where the centre is
---@field y? number see `x`

---A disc around the origin of its frame.
---
---Errors: `radius` missing, negative or not finite; a scale that differs by axis.
---
---```lua
---local disc = collide.circle { radius = 5, position = { 3, 4 } }
---print(disc:contains(0, 0)) --> true
---```
---@param fields collide.CircleFields|collide.Description
---@return collide.Shape circle of 2D
function collide.circle(fields) end

---The sizes of a rect, and its pose.
---@class collide.RectFields: collide.Pose
---@field half? collide.VectorLike half of each side; this or `size`, or `min` and `max`, or `width` and `height`
---@field size? collide.VectorLike each side
---@field min? collide.VectorLike the corner with the least coordinates, in its own frame
---@field max? collide.VectorLike the other corner
---@field width? number of a rect whose least corner is the origin of its frame
---@field height? number of a rect whose least corner is the origin of its frame
---@field x? number with `y`, beside `width` and `height`, in place of `position`: where that corner is
---@field y? number see `x`

---A rectangle around the origin of its frame, or from corner to corner, or as
---`love.graphics.rectangle` draws it: `{x=, y=, width=, height=}`. Flat is
---allowed. When it is rotated, it is the convex hull of its rounded corners.
---
---Errors: none or two of `half`, `size`, `min, max` and `width, height`; a negative side; `min`
---above `max`; `x` and `y` without `width` and `height`, or beside `position`.
---
---```lua
---local door = collide.rect { size = { 2, 4 }, position = { 10, 2 } }
---print(door:raycast({ 0, 1 }, { 1, 0 })) --> hit t=9 point=(9, 1) normal=(-1, 0) face=-x
---
---local button = collide.rect { x = 10, y = 20, width = 80, height = 24 }
---print(button:contains(10, 44), button:get_position()) --> true	(10, 20)
---```
---@param fields collide.RectFields|collide.Description
---@return collide.Shape rect of 2D
function collide.rect(fields) end

---The corners of a polygon, and its pose.
---@class collide.PolygonFields: collide.Pose
---@field points? collide.VectorLike[]|number[] three or more corners, unless they are elements of the table itself
---@field [integer] collide.VectorLike|number a corner; of numbers two are a corner

---A convex polygon, `{a, b, c, ...}` or `{points={a, b, c, ...}}`, or flat as LÖVE has it,
---`{ax, ay, bx, by, cx, cy, ...}`; either way round.
---Edge k runs from point k to the next. Points may lie in line with their
---neighbours. With a pose it is the convex hull of its rounded corners.
---
---Errors, which name the point: a concave corner, the same point twice in a row, a
---second turn around, no area, fewer than three points; points given twice.
---
---```lua
---local house = collide.polygon { { 0, 0 }, { 4, 0 }, { 4, 3 }, { 2, 5 }, { 0, 3 } }
---print(house:raycast({ 3, 9 }, { 0, -1 }).face) --> 3
---print(collide.polygon { 0, 0, 4, 0, 4, 3 }) --> polygon points=((0, 0), (4, 0), (4, 3))
---```
---@param fields collide.PolygonFields|collide.Description
---@return collide.Shape polygon of 2D
function collide.polygon(fields) end

---Cuts a concave outline into convex polygons whose corners are among its points. Together they
---cover its inside exactly, and two of them share no more than parts of their edges. The outline
---may go either way round; points may lie in line with their neighbours, but no polygon has a
---corner in line with its neighbours.
---
---Up to 256 points there are as few polygons as possible without new points; of more points there
---are usually few more, and never more than four times as many. The corners of a polygon are in the
---order of the outline, and the polygons are sorted by their first corner, then by their second;
---they are the same on every platform.
---
---Errors, which name two points by their numbers: a point that is repeated, a point that lies on an
---edge, two edges that cross; of several such places, the first pair of equal points, else
---what is found first from left to right. Fewer than three points, or more than 262,144.
---
---```lua
---local pieces = collide.decompose { 0, 0, 4, 0, 4, 1, 1, 1, 1, 3, 0, 3 } -- an L
---print(#pieces) --> 2
---print(pieces[1]) --> polygon points=((0, 0), (4, 0), (4, 1), (1, 1))
---```
---@param points collide.VectorLike[]|number[] three or more points, nested or flat: `{x1, y1, x2, y2, ...}`
---@return collide.Shape[] polygons
function collide.decompose(points) end

---The shapes of an object layer of a map that Tiled exported to Lua, in the order of its objects:
---a rectangle is a rect, an ellipse as wide as high a circle, a point a circle without a radius, a polygon
---the polygons that `decompose` makes of it, a polyline its segments, a tile a rect; text is left out.
---Each has the object as its `data`: with its `name`, `type` and `properties`. Lengths are Tiled's
---pixels, y is down, and the offsets of the layer and the groups about it are added.
---
---Errors, which name the object: an ellipse that is no circle; a polygon that `decompose` refuses; no
---such layer, or one that has no objects; a map that is not orthogonal.
---
---```lua
---local map = dofile("spec/maps/objects.lua")
---local crate = collide.from_tiled_objects(map, "things")[1]
---print(crate, crate.data.properties.weight) --> rect width=16 height=8 position=(108.5, 14)	2.5
---```
---@param map table as the exported file returns it
---@param layer string|integer|table its name, its id, or the layer itself; also inside of groups
---@return collide.Shape[] shapes
function collide.from_tiled_objects(map, layer) end

---The points of a hull, and its pose.
---@class collide.HullFields: collide.Pose
---@field points? collide.VectorLike[]|number[] four or more points, in 2D three or more, unless they are elements of the table itself
---@field [integer] collide.VectorLike|number a point; of numbers three are a point, in 3D only

---The convex hull of up to 65,536 points in space, `{a, b, c, d, ...}` or `{points={a, b, c, d, ...}}`,
---in any order. Points may repeat, and may lie inside of the hull or on its faces and edges. What
---lies in one plane, exactly, is one face. The faces are numbered from 1, the same on every
---platform: see `faces`; `face` in what a cast hits is such a number, the lowest of those that
---an edge or corner belongs to and that look against the cast.
---The hull of points in the plane is a polygon, made of those points that are corners,
---counterclockwise from the first of them that was given.
---
---Errors: fewer than four points, or three in the plane; all points exactly in one plane, or in
---the plane in one line; a point that is too large to work with; points given twice.
---
---```lua
---local wedge = collide.hull { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 3, 0 }, { 0, 0, 2 }, { 1, 1, 0 } }
---print(wedge:raycast({ 1, 1, 5 }, { 0, 0, -1 }).face) --> 4
---print(wedge:contains({ 1, 1, 0 }), wedge:contains({ 3, 3, 0 })) --> true	false
---print(collide.hull { { 0, 0 }, { 1, 1 }, { 2, 0 }, { 2, 2 }, { 0, 2 } }) --> polygon points=((0, 0), (2, 0), (2, 2), (0, 2))
---```
---@param fields collide.HullFields|collide.Description
---@return collide.Shape hull of 3D, or a polygon of 2D
function collide.hull(fields) end

---Which way round a 2D triangle goes, in the world, exactly: 1 if it is counterclockwise where y is up
---(clockwise on the screen, where y is down), -1 if it is the other way, 0 if its corners are in one line.
---
---Errors: another shape than a 2D triangle.
---
---```lua
---print(collide.triangle({ 0, 0, 4, 0, 0, 3 }):winding()) --> 1
---print(collide.triangle({ points = { 0, 0, 4, 0, 0, 3 }, scale = { -1, 1 } }):winding()) --> -1
---```
---@param triangle collide.ShapeLike
---@return integer winding 1, -1 or 0
function collide.winding(triangle) end

---The faces of a 3D hull: for each an array of the numbers of the points at its corners, as they
---were given. Seen from outside they go counterclockwise (of a hull that its pose mirrors,
---clockwise), beginning with the lowest. Of points that are the same the first counts. Faces are
---in the order of these arrays, compared number by number.
---
---Errors: another shape than a 3D hull.
---
---```lua
---local wedge = collide.hull { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 3, 0 }, { 0, 0, 2 }, { 1, 1, 0 } }
---print(#wedge:faces(), table.concat(wedge:faces()[4], " ")) --> 4	2 3 4
---```
---@param hull collide.ShapeLike
---@return integer[][] faces their corners
function collide.faces(hull) end

---Moves the shape; if it has a `transform`, this replaces the translation. Setters return the shape.
---
---Errors: not a vector of the shape's dimensions; a place that is too far away to work with.
---
---```lua
---local ball = collide.sphere { radius = 1 }
---ball:set_position(0, 0, 7)
---print(ball) --> sphere radius=1 position=(0, 0, 7)
---```
---@param position collide.VectorLike where the origin of the shape's frame will be
---@return collide.Shape shape the same shape
---@overload fun(self: collide.Shape, x: number, y: number): shape: collide.Shape
---@overload fun(self: collide.Shape, x: number, y: number, z: number): shape: collide.Shape
function Shape:set_position(position) end

---Sets the shape's rotation, in place of the former one.
---
---Errors: a quaternion of length 0; a shape with a `transform`.
---
---```lua
---local box = collide.box { half = { 1, 2, 3 } }
---box:set_rotation(0, 1, 0, 1) -- a quarter turn about y
---print(box:bounds()) --> (-3, -2, -1)	(3, 2, 1)
---```
---@param rotation number|collide.VectorLike 2D: radians; 3D: a quaternion `{x, y, z, w}` of any length
---@return collide.Shape shape the same shape
---@overload fun(self: collide.Shape, x: number, y: number, z: number, w: number): shape: collide.Shape
function Shape:set_rotation(rotation) end

---Sets the shape's scale, in place of the former one.
---
---Errors: 0 on an axis; different numbers for a circle or 2D capsule; a shape with a
---`transform`.
---
---```lua
---local ball = collide.sphere { radius = 1 }
---ball:set_scale { 1, 3, 1 }
---print(ball:raycast({ 0, 9, 0 }, { 0, -1, 0 }).point) --> (0, 3, 0)
---```
---@param scale number|collide.VectorLike for all axes, or for each
---@return collide.Shape shape the same shape
---@overload fun(self: collide.Shape, x: number, y: number): shape: collide.Shape
---@overload fun(self: collide.Shape, x: number, y: number, z: number): shape: collide.Shape
function Shape:set_scale(scale) end

---Sets a matrix in place of position, rotation and scale.
---
---Errors: not 16 numbers, another last row than 0 0 0 1, no inverse; in 2D another z; a circle or 2D
---capsule that would not stay round: each entry may be off by 2^-20 of the largest, since graphics
---libraries reckon in single precision.
---
---```lua
---local box = collide.box { half = { 1, 1, 1 } }
---box:set_transform {
---  1, 0, 0, 0,
---  2, 1, 0, 0, -- sheared: two to the right for each one up
---  0, 0, 1, 0,
---  0, 5, 0, 1,
---}
---print(box:bounds()) --> (-3, 4, -1)	(3, 6, 1)
---```
---@param transform number[]|collide.Transform column by column, translation at 13, 14, 15
---@return collide.Shape shape the same shape
function Shape:set_transform(transform) end

---Gives the shape a layer, which the options `ignore` and `only` can name, or none.
---
---Errors: no string; a name more than 64, of all that were ever given.
---
---```lua
---local ball = collide.sphere { radius = 1, layer = "ball" }
---print(ball:set_layer("bullet"):get_layer()) --> bullet
---print(collide.raycast({ ball }, { 0, 0, -5 }, { 0, 0, 1 }, { ignore = "bullet" })) --> nil
---```
---@param layer string? nil for none
---@return collide.Shape shape the same shape
function Shape:set_layer(layer) end

---The name of the shape's layer.
---
---Miss: nil, of a shape without one.
---
---Errors: any argument.
---
---```lua
---print(collide.circle { radius = 1, layer = "coin" }:get_layer()) --> coin
---```
---@return string? layer as it was given
function Shape:get_layer() end

---Moves the shape from where it is, as `set_position` does.
---
---Errors: not a vector of the shape's dimensions; a place that is too far away to work with.
---
---```lua
---local ball = collide.sphere { radius = 1, position = { 0, 0, 5 } }
---print(ball:translate(0, 1, 2):get_position()) --> (0, 1, 7)
---```
---@param displacement collide.VectorLike added to the position
---@return collide.Shape shape the same shape
---@overload fun(self: collide.Shape, x: number, y: number): shape: collide.Shape
---@overload fun(self: collide.Shape, x: number, y: number, z: number): shape: collide.Shape
function Shape:translate(displacement) end

---Another shape that is equal, with a pose of its own and the same `data`.
---
---Errors: something else than one shape.
---
---```lua
---local ball = collide.sphere { radius = 1, data = "red" }
---local other = ball:copy():translate(5, 0, 0)
---print(other.data, ball:get_position(), other:get_position()) --> red	(0, 0, 0)	(5, 0, 0)
---```
---@return collide.Shape copy of the same kind
function Shape:copy() end

---Where the origin of the shape's frame is; if it has a `transform`, its translation.
---
---In numbers, `x, y[, z]`, when the last argument is the word `"numbers"`.
---
---Errors: something else than one shape.
---
---```lua
---local ball = collide.sphere { radius = 1, position = { 0, 0, 5 } }
---print(ball:get_position()) --> (0, 0, 5)
---print(ball:get_position("numbers")) --> 0	0	5
---```
---@return collide.Vector position as it was given, or the origin
---@overload fun(self: collide.Shape, form: "numbers"): x: number, y: number, z: number?
function Shape:get_position() end

---The shape's rotation, as it was given: in 2D the angle in radians, in 3D the quaternion, of any
---length. `set_rotation` takes what this returns.
---
---In numbers, in 3D `x, y, z, w`, when the last argument is the word `"numbers"`.
---
---Miss: nil, if the shape has a `transform`.
---
---Errors: something else than one shape.
---
---```lua
---local box = collide.box { half = { 1, 2, 3 } }
---print(box:get_rotation()) --> (0, 0, 0, 1)
---box:set_rotation(0, 1, 0, 1)
---print(box:get_rotation("numbers")) --> 0	1	0	1
---print(collide.circle({ radius = 1, rotation = 0.5 }):get_rotation()) --> 0.5
---```
---@return (number|collide.Quaternion)? rotation the angle or the quaternion
---@overload fun(self: collide.Shape, form: "numbers"): angle_or_x: number?, y: number?, z: number?, w: number?
function Shape:get_rotation() end

---The shape's scale, a number for each axis, even if one for all was given.
---
---In numbers, `x, y[, z]`, when the last argument is the word `"numbers"`.
---
---Miss: nil, if the shape has a `transform`.
---
---Errors: something else than one shape.
---
---```lua
---local ball = collide.sphere { radius = 1, scale = 2 }
---print(ball:get_scale()) --> (2, 2, 2)
---ball:set_scale(1, 3, 1)
---print(ball:get_scale("numbers")) --> 1	3	1
---```
---@return collide.Vector? scale as it was given, or 1 along each axis
---@overload fun(self: collide.Shape, form: "numbers"): x: number?, y: number?, z: number?
function Shape:get_scale() end

---The smallest axis-aligned box that contains the shape, rounded outward where it
---is not exact. The box of a plane is infinite, except on the side where the plane is
---perpendicular to an axis.
---
---In numbers, when the last argument is the word `"numbers"`: the components of both.
---
---Errors: something else than one shape.
---
---```lua
---local roof = collide.triangle { { 0, 0 }, { 4, 3 }, { 8, 0 } }
---print(roof:bounds()) --> (0, 0)	(8, 3)
---print(roof:bounds("numbers")) --> 0	0	8	3
---```
---@param shape collide.ShapeLike|collide.GroupLike
---@return collide.Vector min the least coordinates
---@return collide.Vector max the greatest
---@overload fun(shape: collide.ShapeLike|collide.GroupLike, form: "numbers"): x0: number, y0: number, x1_or_z0: number, y1_or_x1: number, y1: number?, z1: number?
function collide.bounds(shape) end

---The corners in the world of a segment, triangle, rect, polygon, box or hull, each rounded to
---doubles: as they were given and in that order, also those in line with their neighbours, or inside
---of a hull. Of a rect counterclockwise from the least in its own frame; of a box in the order
---of z, then y, then x.
---
---In numbers, when the last argument is the word `"numbers"`: the components of all, one after the
---other, as `love.graphics.polygon` takes them.
---
---Errors: a shape without corners; in numbers more corners than Lua can return, some thousands.
---
---```lua
---local tile = collide.rect { x = 8, y = 0, width = 4, height = 2 }
---print(#tile:points(), tile:points()[3]) --> 4	(12, 2)
---print(tile:points("numbers")) --> 8	0	12	0	12	2	8	2
---```
---@param shape collide.ShapeLike
---@return collide.Vector[] corners
---@overload fun(shape: collide.ShapeLike, form: "numbers"): x: number, y: number, ...: number
function collide.points(shape) end

---The least and the greatest value of `axis . p` over the shape. Infinite for a plane, except
---along its normal.
---
---Errors: a zero axis.
---
---```lua
---local ball = collide.sphere { radius = 1, position = { 0, 0, 5 } }
---print(ball:project({ 0, 0, 1 })) --> 4	6
---```
---@param shape collide.ShapeLike|collide.GroupLike
---@param axis collide.VectorLike of any length but 0
---@return number lowest in units of the axis's length
---@return number highest likewise
---@overload fun(shape: collide.ShapeLike|collide.GroupLike, x: number, y: number): lowest: number, highest: number
---@overload fun(shape: collide.ShapeLike|collide.GroupLike, x: number, y: number, z: number): lowest: number, highest: number
function collide.project(shape, axis) end

---A table from which the constructor makes an equal shape, to the last bit: what was given,
---or set since, in plain tables with string keys and arrays only.
---
---Errors: something else than one shape.
---
---```lua
---local told = collide.sphere({ radius = 2, position = { 1, 2, 3 } }):describe()
---print(told.shape, told.radius, told.position[3]) --> sphere	2	3
---print(collide.sphere(told)) --> sphere radius=2 position=(1, 2, 3)
---```
---@param shape collide.ShapeLike|collide.GroupLike
---@return collide.Description|collide.GroupFields description a new table
function collide.describe(shape) end

---A 3D triangle's unit normal `(b - a) x (c - a)`, by its winding, in the world.
---
---In numbers, `x, y, z`, when the last argument is the word `"numbers"`.
---
---Miss: nil when the points lie on one line, exactly.
---
---Errors: any other shape.
---
---```lua
---local floor = collide.triangle { { 0, 0, 0 }, { 0, 0, 1 }, { 1, 0, 0 } }
---print(floor:normal()) --> (0, 1, 0)
---```
---@param triangle collide.ShapeLike
---@return collide.Vector? normal of unit length
---@overload fun(triangle: collide.ShapeLike, form: "numbers"): x: number?, y: number?, z: number?
function collide.normal(triangle) end

---A triangle's edges in the world, from each point to the next.
---
---In numbers, when the last argument is the word `"numbers"`: the components of all three, 6 or 9.
---
---Errors: any other shape.
---
---```lua
---print(collide.triangle({ { 0, 0 }, { 4, 3 }, { 8, 0 } }):edges()) --> (4, 3)	(4, -3)	(-8, 0)
---```
---@param triangle collide.ShapeLike
---@return collide.Vector ab b - a
---@return collide.Vector bc c - b
---@return collide.Vector ca a - c
---@overload fun(triangle: collide.ShapeLike, form: "numbers"): n1: number, n2: number, n3: number, n4: number, n5: number, n6: number, n7: number?, n8: number?, n9: number?
function collide.edges(triangle) end

---The unit normals of a 2D triangle's edges, in the world, pointing out of it whatever
---its winding.
---
---In numbers, when the last argument is the word `"numbers"`: the components of all three.
---
---Miss: nil when the corners lie on one line, exactly, for then there is no inside to
---point out of.
---
---Errors: any other shape.
---
---```lua
---print(collide.triangle({ { 0, 0 }, { 4, 3 }, { 8, 0 } }):edge_normals()) --> (-0.6, 0.8)	(0.6, 0.8)	(0, -1)
---```
---@param triangle collide.ShapeLike
---@return collide.Vector? ab of unit length, away from c
---@return collide.Vector? bc away from a
---@return collide.Vector? ca away from b
---@overload fun(triangle: collide.ShapeLike, form: "numbers"): abx: number?, aby: number?, bcx: number?, bcy: number?, cax: number?, cay: number?
function collide.edge_normals(triangle) end

Shape.bounds = collide.bounds
Shape.project = collide.project
Shape.describe = collide.describe
Shape.normal = collide.normal
Shape.edges = collide.edges
Shape.edge_normals = collide.edge_normals
Shape.faces = collide.faces
Shape.points = collide.points
Shape.winding = collide.winding
