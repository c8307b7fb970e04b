---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Poses of shapes
--
-- Setters change the pose and return the shape; getters return the pose. `points`, `bounds` and `project` return world
-- coordinates.

---@class collide
local collide = {}

---@class collide.Shape
local Shape = {}

---The faces of a 3D hull: for each face an array with the numbers of its corners among the given points. Seen from
---outside, corners go counterclockwise (clockwise if the pose mirrors the hull), and the lowest number comes first. If
---points are equal, the first one counts. The faces are sorted by these arrays, number by number.
---
---Errors: a shape that is no 3D hull.
---
---```lua
---local wedge = collide.hull { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 3, 0 }, { 0, 0, 2 }, { 1, 1, 0 } }
---print(#wedge:faces(), table.concat(wedge:faces()[4], " ")) --> 4	2 3 4
---```
---@param hull collide.ShapeLike
---@return integer[][] faces their corners
function collide.faces(hull) end

---Moves the shape. If the shape has a `transform`, the position replaces its translation. Setters return the shape.
---
---Errors: not a vector of the shape's dimensions; a place at which a coordinate of the shape exceeds 1e300.
---
---```lua
---local ball = collide.sphere { radius = 1 }
---ball:set_position(0, 0, 7)
---print(ball) --> sphere radius=1 position=(0, 0, 7)
---```
---@generic S
---@param self S
---@param position collide.VectorLike the new position of the origin of the shape's frame
---@return S shape the same shape
---@overload fun<S>(self: S, x: number, y: number): shape: S
---@overload fun<S>(self: S, x: number, y: number, z: number): shape: S
function Shape:set_position(position) end

---Sets the shape's rotation, which replaces the former rotation.
---
---Errors: a quaternion of length 0; a coordinate of the shape that then exceeds 1e300; a shape with a `transform`.
---
---```lua
---local box = collide.box { half = { 1, 2, 3 } }
---box:set_rotation(0, 1, 0, 1) -- a quarter turn about y
---print(box:bounds()) --> (-3, -2, -1)	(3, 2, 1)
---```
---@generic S
---@param self S
---@param rotation number|collide.VectorLike 2D: radians; 3D: a quaternion `{x, y, z, w}` of any length
---@return S shape the same shape
---@overload fun<S>(self: S, x: number, y: number, z: number, w: number): shape: S
function Shape:set_rotation(rotation) end

---Sets the rotation of a 2D shape in degrees, as the field `degrees` does when the shape is made. The new rotation is the
---double nearest to `degrees * pi / 180`. Up to 16384 full turns, quarter turns are exact, in degrees and in radians.
---
---Errors: not a number; a 3D shape; a coordinate of the shape that then exceeds 1e300; a shape with a `transform`.
---
---```lua
---local crate = collide.rect { half = { 2, 1 } }
---print(crate:set_rotation_degrees(90):bounds()) --> (-1, -2)	(1, 2)
---```
---@generic S
---@param self S
---@param degrees number from x to y
---@return S shape the same shape
function Shape:set_rotation_degrees(degrees) end

---Sets the shape's scale, which replaces the former scale.
---
---Errors: 0 on an axis; different numbers for a circle or 2D capsule; a coordinate of the shape that then exceeds 1e300,
---or a size that is too small to work with; a shape with a `transform`.
---
---```lua
---local ball = collide.sphere { radius = 1 }
---ball:set_scale { 1, 3, 1 }
---print(ball:raycast({ 0, 9, 0 }, { 0, -1, 0 }).point) --> (0, 3, 0)
---```
---@generic S
---@param self S
---@param scale number|collide.VectorLike for all axes, or for each
---@return S shape the same shape
---@overload fun<S>(self: S, x: number, y: number): shape: S
---@overload fun<S>(self: S, x: number, y: number, z: number): shape: S
function Shape:set_scale(scale) end

---Sets a matrix, which replaces position, rotation and scale.
---
---Errors: not 16 numbers; a last row that is not 0 0 0 1; a matrix without an inverse; a coordinate of the shape that
---then exceeds 1e300, or a size that is too small to work with; in 2D a matrix that changes z; a circle, 2D capsule or
---rounded shape that would not stay round. (For this test an entry may be off by 2^-20 of the largest, because graphics
---libraries compute in single precision.)
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
---@generic S
---@param self S
---@param transform number[]|collide.Transform column by column, translation at 13, 14, 15
---@return S shape the same shape
function Shape:set_transform(transform) end

---The sizes that change: fields of the shape's constructor. A field that is not given keeps its value.
---@class collide.Sizes
---@field radius? number
---@field half_height? number
---@field height? number of a cone; of a rect with `width`
---@field width? number
---@field half? collide.VectorLike
---@field size? collide.VectorLike
---@field min? collide.VectorLike
---@field max? collide.VectorLike
---@field a? collide.VectorLike
---@field b? collide.VectorLike
---@field points? collide.VectorLike[]|number[] as many as the constructor takes; a polygon may get more or fewer than before
---@field radii? collide.VectorLike
---@field normal? collide.VectorLike
---@field distance? number
---@field anchor? collide.VectorLike the point of the bounds that keeps its place, from -1 to 1 along each axis: `{ 0, -1 }` keeps the middle of the least y, the feet of a character where y points up. By default the position stays

---Changes the shape's sizes, for example when a character crouches or grows. The shape stays in its worlds, and keeps
---its layer, data, rotation and scale. The result equals a shape that its constructor makes with the new sizes.
---
---A shape also takes the fields of another form of its constructor, but only all of them together: a rect made by
---`half` takes `width` and `height`, or `size`. With `radius` a rect, triangle, polygon or box becomes rounded, and a
---segment becomes a capsule, as in their constructors. A radius of 0 makes the corners sharp again.
---
---`anchor` is a point of the bounds of the shape with its pose. This point keeps its place up to rounding, and exactly
---if no sum of sizes and position is rounded. `target:fits` returns in advance whether there is room.
---
---Errors: as the constructor; a hull; a shape with an uneven scale or a shear; a field that the constructor does not
---take; an anchor for a plane; a place at which a coordinate of the shape exceeds 1e300. Meshes and groups have no
---`resize`. An error changes nothing.
---
---```lua
---local hero = collide.capsule { radius = 0.5, half_height = 0.5, position = { 2, 1 } }
---print(hero:resize { half_height = 0.25, anchor = { 0, -1 } }) --> capsule radius=0.5 half_height=0.25 position=(2, 0.75)
---print(hero:bounds()) --> (1.5, 0)	(2.5, 1.5)
---print(collide.box({ size = { 2, 2, 2 } }):resize { size = { 4, 2, 2 }, anchor = { -1, 0, 0 } }) --> box size=(4, 2, 2) position=(1, 0, 0)
---```
---@generic S
---@param self S
---@param sizes collide.Sizes
---@return S shape the same shape
function Shape:resize(sizes) end

---Sets or removes the shape's layers: a name for the options `ignore` and `only`, or an array of names. These options
---match an object if they name any of its layers. `respond` and `bounciness` of `move` take the object's first layer that
---they name. In options a name that no object ever had is an error; a name stays known when the last object with it is
---gone. See [layers](#collidelayers).
---
---A name that occurs twice in the array counts once. An empty array removes the layers, like nil.
---
---Errors: an argument that is neither a string nor an array of strings; a new name after 64 different names; a new
---array of several names after 190 different arrays (the same names in another order are a different array).
---
---```lua
---local ball = collide.sphere { radius = 1, layer = "ball" }
---print(ball:set_layer("bullet"):get_layer()) --> bullet
---print(collide.raycast({ ball }, { 0, 0, -5 }, { 0, 0, 1 }, { ignore = "bullet" })) --> nil
---
---local bat = collide.sphere { radius = 1 }:set_layer { "enemy", "flying" }
---print(bat:overlap({ bat:copy() }, { ignore = "flying" })) --> false
---```
---@generic S
---@param self S
---@param layer string|string[]? nil for none
---@return S shape the same shape
function Shape:set_layer(layer) end

---Declares names of layers. The options `ignore`, `only`, `between` and `respond` refuse a name that no object ever
---had, because it is probably misspelt. Declare names that may be used before the first object with that layer exists,
---for example the names in a table that a game uses in every level.
---
---Errors: an argument that is not an array of strings; more than 64 names together with the known ones.
---
---```lua
---collide.layers { "enemy", "coin" }
---print(collide.raycast({ collide.sphere { radius = 1 } }, { 0, 0, -5 }, { 0, 0, 1 }, { only = "enemy" })) --> nil
---```
---@param names string[] each counts like a layer of an object
---@return string[] names the same array
function collide.layers(names) end

---The name of the shape's layer, or of its first one.
---
---Miss: nil, for a shape without a layer.
---
---Errors: any argument.
---
---```lua
---print(collide.circle { radius = 1, layer = "coin" }:get_layer()) --> coin
---```
---@return string? layer as it was given
function Shape:get_layer() end

---The names of all layers of the shape.
---
---Miss: an empty array, for a shape without a layer.
---
---Errors: any argument.
---
---```lua
---local bat = collide.circle { radius = 1, layer = { "enemy", "flying" } }
---print(table.concat(bat:get_layers(), " ")) --> enemy flying
---```
---@return string[] layers in the order in which they were given
function Shape:get_layers() end

---Makes the shape block only from one side in `move` and `push_out`, or again from every side. With a vector, the shape
---blocks movers that do not overlap it at the call, move against the vector, and meet a side that faces along the
---vector.
---
---Errors: not a vector of the shape's dimensions; zero.
---
---```lua
---local floor = collide.rect { half = { 3, 0.5 } }:set_one_way(0, 1)
---local player = collide.circle { radius = 1, position = { 0, -4 } }
---print(collide.move(floor, player, { 0, 8 }).position, collide.move(floor, player, { 0, -8 }).position) --> (0, 4)	(0, 1.5)
---```
---@generic S
---@param self S
---@param one_way collide.VectorLike? the normal of the side that blocks; nil for every side
---@return S shape the same shape
---@overload fun<S>(self: S, x: number, y: number): shape: S
---@overload fun<S>(self: S, x: number, y: number, z: number): shape: S
function Shape:set_one_way(one_way) end

---The only side from which the shape blocks moves.
---
---In numbers, `x, y[, z]`, when the last argument is the word `"numbers"`.
---
---Miss: nil, for a shape that blocks from every side.
---
---Errors: any argument but the word.
---
---```lua
---print(collide.rect { half = { 3, 0.5 }, one_way = { 0, -1 } }:get_one_way()) --> (0, -1)
---```
---@return collide.Vector? one_way as it was given
---@overload fun(self: collide.Shape, form: "numbers"): x: number?, y: number?
---@overload fun(self: collide.Shape, form: "numbers"): x: number?, y: number?, z: number?
function Shape:get_one_way() end

---Adds a displacement to the shape's position.
---
---Errors: not a vector of the shape's dimensions; a place at which a coordinate of the shape exceeds 1e300.
---
---```lua
---local ball = collide.sphere { radius = 1, position = { 0, 0, 5 } }
---print(ball:translate(0, 1, 2):get_position()) --> (0, 1, 7)
---```
---@generic S
---@param self S
---@param displacement collide.VectorLike added to the position
---@return S shape the same shape
---@overload fun<S>(self: S, x: number, y: number): shape: S
---@overload fun<S>(self: S, x: number, y: number, z: number): shape: S
function Shape:translate(displacement) end

---A new, equal shape with a pose of its own and the same `data`.
---
---Errors: an argument that is not one shape.
---
---```lua
---local ball = collide.sphere { radius = 1, data = "red" }
---local other = ball:copy():translate(5, 0, 0)
---print(other.data, ball:get_position(), other:get_position()) --> red	(0, 0, 0)	(5, 0, 0)
---```
---@generic S
---@param self S
---@return S copy of the same kind
function Shape:copy() end

---The position of the origin of the shape's frame. For a shape with a `transform`, the translation of the transform.
---
---In numbers, `x, y[, z]`, when the last argument is the word `"numbers"`.
---
---Errors: an argument that is not one shape.
---
---```lua
---local ball = collide.sphere { radius = 1, position = { 0, 0, 5 } }
---print(ball:get_position()) --> (0, 0, 5)
---print(ball:get_position("numbers")) --> 0	0	5
---```
---@return collide.Vector position as it was given, or the origin
---@overload fun(self: collide.Shape, form: "numbers"): x: number, y: number
---@overload fun(self: collide.Shape, form: "numbers"): x: number, y: number, z: number
function Shape:get_position() end

---The shape's rotation as it was set: in 2D the angle in radians, in 3D the quaternion, of any length. `set_rotation`
---accepts this value.
---
---In numbers, in 3D `x, y, z, w`, when the last argument is the word `"numbers"`.
---
---Miss: nil, if the shape has a `transform`.
---
---Errors: an argument that is not one shape.
---
---```lua
---local box = collide.box { half = { 1, 2, 3 } }
---print(box:get_rotation()) --> (0, 0, 0, 1)
---box:set_rotation(0, 1, 0, 1)
---print(box:get_rotation("numbers")) --> 0	1	0	1
---print(collide.circle({ radius = 1, rotation = 0.5 }):get_rotation()) --> 0.5
---```
---@return (number|collide.Quaternion)? rotation the angle or the quaternion
---@overload fun(self: collide.Shape, form: "numbers"): angle: number?
---@overload fun(self: collide.Shape, form: "numbers"): x: number?, y: number?, z: number?, w: number?
function Shape:get_rotation() end

---The shape's scale: a number for each axis, even if it was set by one number.
---
---In numbers, `x, y[, z]`, when the last argument is the word `"numbers"`.
---
---Miss: nil, if the shape has a `transform`.
---
---Errors: an argument that is not one shape.
---
---```lua
---local ball = collide.sphere { radius = 1, scale = 2 }
---print(ball:get_scale()) --> (2, 2, 2)
---ball:set_scale(1, 3, 1)
---print(ball:get_scale("numbers")) --> 1	3	1
---```
---@return collide.Vector? scale as it was given, or 1 along each axis
---@overload fun(self: collide.Shape, form: "numbers"): x: number?, y: number?
---@overload fun(self: collide.Shape, form: "numbers"): x: number?, y: number?, z: number?
function Shape:get_scale() end

---The smallest axis-aligned box that contains the shape, rounded outward if it is not exact. The box of a plane is
---infinite, except on one side if the normal of the plane is parallel to an axis.
---
---In numbers, when the last argument is the word `"numbers"`: the components of both.
---
---Errors: an argument that is not one shape.
---
---```lua
---local roof = collide.triangle { { 0, 0 }, { 4, 3 }, { 8, 0 } }
---print(roof:bounds()) --> (0, 0)	(8, 3)
---print(roof:bounds("numbers")) --> 0	0	8	3
---```
---@param shape collide.ShapeLike|collide.GroupLike
---@return collide.Vector min the least coordinates
---@return collide.Vector max the greatest
---@overload fun(shape: collide.ShapeLike|collide.GroupLike, form: "numbers"): x0: number, y0: number, x1: number, y1: number
---@overload fun(shape: collide.ShapeLike|collide.GroupLike, form: "numbers"): x0: number, y0: number, z0: number, x1: number, y1: number, z1: number
function collide.bounds(shape) end

---The radius of a sphere, circle, capsule, cylinder, cone (of its base) or rounded shape, as it was given: `scale` does
---not change it. The radius of a box or hull that is not rounded is 0. Shapes that have `data`, as those from Tiled,
---also have the field `radius`.
---
---In numbers, when the last argument is the word `"numbers"`: the same.
---
---Errors: a shape that takes no radius.
---
---```lua
---print(collide.circle { radius = 2, scale = 3 }:get_radius()) --> 2
---```
---@return number radius in its own frame
---@overload fun(self: collide.Shape, form: "numbers"): radius: number
function Shape:get_radius() end

---Half of each side of a rect or box, in its own frame and without `scale`. The form in which the sizes were given does
---not matter.
---
---In numbers, when the last argument is the word `"numbers"`: the components.
---
---Errors: any other shape.
---
---```lua
---print(collide.rect { x = 8, y = 0, width = 4, height = 2 }:get_half()) --> (2, 1)
---print(collide.box { size = { 2, 4, 6 } }:get_half("numbers")) --> 1	2	3
---```
---@return collide.Vector half in its own frame
---@overload fun(self: collide.Shape, form: "numbers"): hx: number, hy: number
---@overload fun(self: collide.Shape, form: "numbers"): hx: number, hy: number, hz: number
function Shape:get_half() end

---Half of the length of a cylinder's axis, or of a capsule's axis without the round ends, in the shape's own frame and
---without `scale`.
---
---In numbers, when the last argument is the word `"numbers"`: the same.
---
---Errors: any other shape.
---
---```lua
---print(collide.capsule { a = { 0, 0 }, b = { 3, 4 }, radius = 1 }:get_half_height()) --> 2.5
---```
---@return number half_height in its own frame
---@overload fun(self: collide.Shape, form: "numbers"): half_height: number
function Shape:get_half_height() end

---The ends of a segment, or of a capsule's axis, in the world. `describe()` returns the ends in the shape's own frame.
---
---In numbers, when the last argument is the word `"numbers"`: the components of both.
---
---Errors: any other shape.
---
---```lua
---local stick = collide.capsule { radius = 1, half_height = 2, position = { 10, 0 } }
---print(stick:get_ends()) --> (10, -2)	(10, 2)
---```
---@return collide.Vector a the first end, in the world
---@return collide.Vector b the second
---@overload fun(self: collide.Shape, form: "numbers"): ax: number, ay: number, bx: number, by: number
---@overload fun(self: collide.Shape, form: "numbers"): ax: number, ay: number, az: number, bx: number, by: number, bz: number
function Shape:get_ends() end

---The corners in the world of a segment, triangle, rect, polygon, box or hull, rounded to doubles. They have the order
---of the given points, including points in line with their neighbours and points inside a hull. The corners of a rect
---go counterclockwise from the least corner in its own frame. Those of a box are in the order of z, then y, then x, so
---x changes fastest. Those of a rounded box or hull are the corners before the rounding.
---
---With a number, for a circle, a 2D capsule or a rounded shape of the plane, the answer is that many points of its
---outline in the world, counterclockwise (from x to y). These points lie on the outline except for rounding. On a
---circle they are evenly spaced, beginning at the side of x; on other shapes they include both ends of all straight
---sides.
---
---In numbers, when the last argument is the word `"numbers"`: the components of all corners or points in sequence, as
---`love.graphics.polygon` takes them.
---
---Errors: a shape without corners; a number of points for another shape, below 3 (for a capsule 4, for a rounded shape
---two for each corner) or above 65,536; in numbers more points than Lua can return, which is some thousands.
---
---```lua
---local tile = collide.rect { x = 8, y = 0, width = 4, height = 2 }
---print(#tile:points(), tile:points()[3]) --> 4	(12, 2)
---print(tile:points("numbers")) --> 8	0	12	0	12	2	8	2
---print(collide.circle { radius = 2, position = { 5, 0 } }:points(4, "numbers")) --> 7	0	5	2	3	0	5	-2
---```
---@param shape collide.ShapeLike
---@param count? integer the number of points on the outline of a circle, 2D capsule or rounded shape of the plane
---@return collide.Vector[] corners
---@overload fun(shape: collide.ShapeLike, form: "numbers"): x: number, y: number, ...: number
---@overload fun(shape: collide.ShapeLike, count: integer, form: "numbers"): x: number, y: number, ...: number
function collide.points(shape, count) end

---The outline of a 2D shape in the world, to draw it: the corners of a polygon as one flat array, `{x1, y1, x2, y2,
---...}`, counterclockwise (from x to y, so clockwise on a screen whose y points down). `love.graphics.polygon("line",
---shape:outline())` draws it.
---
---Corners are those of the shape, exactly; points in line with their neighbours are left out. A circle has `corners`
---points; the first is at its greatest x. Each arc of a capsule or rounded shape is cut into equal steps, each at most
---a turn divided by `corners`. All points lie on the border of the shape except for rounding. An ellipse is a polygon
---of 64 corners, whatever `corners` is. A segment and a flat rect have two points, a point one; `love.graphics.polygon`
---takes three or more.
---
---Errors: a 3D shape, which has `triangles`; a half-plane, which has no bounds; `corners` that is not a whole number
---from 3 to 1,024.
---
---```lua
---local tile = collide.rect { half = { 2, 1 }, position = { 8, 1 } }
---print(collide.polygon(tile:outline())) --> polygon points=((6, 0), (10, 0), (10, 2), (6, 2))
---print(collide.polygon(collide.circle({ radius = 2 }):outline(4))) --> polygon points=((2, 0), (0, 2), (-2, 0), (0, -2))
---local stick = collide.capsule { radius = 1, half_height = 2, dimensions = 2 }
---print(#stick:outline() / 2, #stick:outline(8) / 2) --> 34	10
---```
---@param shape collide.ShapeLike
---@param corners? integer the number of corners that a circle gets, from 3 to 1,024; 32
---@return number[] points a new array
function collide.outline(shape, corners) end

---The surface of a 3D shape in the world, to draw it: vertices and triangles as `collide.mesh` takes them. Triangles go
---counterclockwise as seen from outside, also in a pose that mirrors.
---
---The surface of a solid is closed: `collide.mesh(shape:triangles()):is_closed()` is true. All vertices lie on the
---border of the shape except for rounding. Circles of spheres, capsules, cylinders and cones have `corners` vertices,
---and other arcs have equal steps, each at most a turn divided by `corners`. Faces of boxes and hulls have the shape's
---corners. A rounded box or hull also has strips along its edges and parts of spheres about its corners; its vertices
---are not shared. A flat solid has triangles without area. A triangle has one triangle, which is open. A mesh returns
---its own vertices and triangles, in its pose. A group returns the surfaces of all parts, one after the other.
---
---Errors: a 2D shape, which has `outline`; a segment or half-space; `corners` that is not a whole number from 3 to 256;
---a rounded hull or a group with more than 4,194,304 triangles.
---
---```lua
---local drum = collide.cylinder { radius = 1, half_height = 2, position = { 5, 0, 0 } }
---local surface = drum:triangles(8)
---print(#surface.vertices / 3, #surface.triangles / 3) --> 16	28
---print(collide.mesh(surface):is_closed()) --> true
---print(#collide.box({ half = { 1, 1, 1 } }):triangles().triangles / 3) --> 12
---```
---@param shape collide.ShapeLike|collide.GroupLike|collide.MeshShape
---@param corners? integer the number of corners that a circle gets, from 3 to 256; 32
---@return collide.Surface surface a new table
function collide.triangles(shape, corners) end

---The vertices and triangles of a surface.
---@class collide.Surface
---@field vertices number[] x, y and z of each vertex
---@field triangles integer[] for each triangle the numbers of three vertices, from 1 on

---The least and the greatest value of `axis . p` over the points p of the shape. For a plane they are infinite, except
---along its normal.
---
---Errors: a zero axis; an axis so long that a value exceeds 1e300.
---
---```lua
---local ball = collide.sphere { radius = 1, position = { 0, 0, 5 } }
---print(ball:project({ 0, 0, 1 })) --> 4	6
---```
---@param shape collide.ShapeLike|collide.GroupLike|collide.MeshShape
---@param axis collide.VectorLike of any length but 0
---@return number lowest in units of the axis's length
---@return number highest in the same units
---@overload fun(shape: collide.ShapeLike|collide.GroupLike|collide.MeshShape, x: number, y: number): lowest: number, highest: number
---@overload fun(shape: collide.ShapeLike|collide.GroupLike|collide.MeshShape, x: number, y: number, z: number): lowest: number, highest: number
function collide.project(shape, axis) end

---A table from which the constructor makes an equal shape, to the last bit. The table has the fields as they were given
---or set later, in plain tables with string keys and arrays only.
---
---Errors: an argument that is not one shape.
---
---```lua
---local fields = collide.sphere({ radius = 2, position = { 1, 2, 3 } }):describe()
---print(fields.shape, fields.radius, fields.position[3]) --> sphere	2	3
---print(collide.sphere(fields)) --> sphere radius=2 position=(1, 2, 3)
---```
---@param shape collide.ShapeLike
---@return collide.Description description a new table
function collide.describe(shape) end

Shape.bounds = collide.bounds
Shape.outline = collide.outline
Shape.triangles = collide.triangles
Shape.project = collide.project
Shape.describe = collide.describe
