---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Poses of shapes
--
-- Setters change the pose and return the shape; getters return the pose. Corners, bounds and the table
-- that makes a shape again are in world coordinates.

---@class collide
local collide = {}

---@class collide.Shape
local Shape = {}

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
---@generic S
---@param self S
---@param position collide.VectorLike where the origin of the shape's frame will be
---@return S shape the same shape
---@overload fun<S>(self: S, x: number, y: number): shape: S
---@overload fun<S>(self: S, x: number, y: number, z: number): shape: S
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
---@generic S
---@param self S
---@param rotation number|collide.VectorLike 2D: radians; 3D: a quaternion `{x, y, z, w}` of any length
---@return S shape the same shape
---@overload fun<S>(self: S, x: number, y: number, z: number, w: number): shape: S
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
---@generic S
---@param self S
---@param scale number|collide.VectorLike for all axes, or for each
---@return S shape the same shape
---@overload fun<S>(self: S, x: number, y: number): shape: S
---@overload fun<S>(self: S, x: number, y: number, z: number): shape: S
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
---@generic S
---@param self S
---@param transform number[]|collide.Transform column by column, translation at 13, 14, 15
---@return S shape the same shape
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
---@generic S
---@param self S
---@param layer string? nil for none
---@return S shape the same shape
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

---Lets the shape block from one side alone in `move` and `push_out`, or from every side: only where the
---moving shape was not in it at the call, goes against the vector and meets a side that faces along it.
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
---@param one_way collide.VectorLike? the direction in which the side that blocks looks; nil for every side
---@return S shape the same shape
---@overload fun<S>(self: S, x: number, y: number): shape: S
---@overload fun<S>(self: S, x: number, y: number, z: number): shape: S
function Shape:set_one_way(one_way) end

---From which side alone the shape blocks moves.
---
---In numbers, `x, y[, z]`, when the last argument is the word `"numbers"`.
---
---Miss: nil, of a shape that blocks from every side.
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

---Moves the shape from where it is, as `set_position` does.
---
---Errors: not a vector of the shape's dimensions; a place that is too far away to work with.
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

---Another shape that is equal, with a pose of its own and the same `data`.
---
---Errors: something else than one shape.
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
---@overload fun(self: collide.Shape, form: "numbers"): x: number, y: number
---@overload fun(self: collide.Shape, form: "numbers"): x: number, y: number, z: number
function Shape:get_position() end

---The shape's rotation, as it was given: in 2D the angle in radians, in 3D the quaternion, of any
---length. `set_rotation` accepts this value.
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
---@overload fun(self: collide.Shape, form: "numbers"): angle: number?
---@overload fun(self: collide.Shape, form: "numbers"): x: number?, y: number?, z: number?, w: number?
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
---@overload fun(self: collide.Shape, form: "numbers"): x: number?, y: number?
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
---@overload fun(shape: collide.ShapeLike|collide.GroupLike, form: "numbers"): x0: number, y0: number, x1: number, y1: number
---@overload fun(shape: collide.ShapeLike|collide.GroupLike, form: "numbers"): x0: number, y0: number, z0: number, x1: number, y1: number, z1: number
function collide.bounds(shape) end

---The corners in the world of a segment, triangle, rect, polygon, box or hull, each rounded to
---doubles: as they were given and in that order, also those in line with their neighbours, or inside
---of a hull. Of a rect counterclockwise from the least in its own frame; of a box in the order
---of z, then y, then x, so that x changes from each to the next.
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
---@param shape collide.ShapeLike|collide.GroupLike|collide.MeshShape
---@param axis collide.VectorLike of any length but 0
---@return number lowest in units of the axis's length
---@return number highest likewise
---@overload fun(shape: collide.ShapeLike|collide.GroupLike|collide.MeshShape, x: number, y: number): lowest: number, highest: number
---@overload fun(shape: collide.ShapeLike|collide.GroupLike|collide.MeshShape, x: number, y: number, z: number): lowest: number, highest: number
function collide.project(shape, axis) end

---A table from which the constructor makes an equal shape, to the last bit: the given fields,
---or set since, in plain tables with string keys and arrays only.
---
---Errors: something else than one shape.
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
Shape.project = collide.project
Shape.describe = collide.describe
