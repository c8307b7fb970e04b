---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Groups
--
-- A group is the union of several shapes that move as one: a body of several parts, or a concave body of convex pieces.
-- It is a target of casts, alone and in an array, and a hit has `part`, the number of the part. Pairs take a group in
-- place of a shape, and answer part by part. `contact` returns the deepest contact of any part; this contact separates
-- that part, not all parts. `distance` and `closest` answer for the nearest part; among equally near parts, for the
-- part with the lowest number. The answer has the `part`. For two groups, `part` is the number of a part of the second
-- group, or of the group in the array.
--
-- In space a part may be a mesh: a hit then also has `triangle`, and `contact_all` returns a contact for each triangle.
-- The group and its copies share the triangles of the mesh. A mesh in a group has no test against grids, and against
-- other meshes only `overlap`.
--
-- A part has its own pose, and then the group's pose is applied. When you set the group's pose, the two poses are
-- combined into doubles once. After that a part is like any shape: casts at a group have the same bits as casts at the
-- array of its parts. The poses are combined as follows:
--
-- * A part without a pose of its own has the same bits as its shape would have in the group's pose. So pieces with
--   common corners, like those of `decompose`, keep the corners in common.
-- * The error of a position is at most an ulp. In 3D rotations are multiplied, in 2D angles are added, and the result
--   is rounded. Scales are multiplied, so balls stay balls.
-- * The part gets one matrix, each number within an ulp, if one of the two has a `transform`, or if the group's scale
--   differs by axis and the part is rotated. In 2D a rect may become a parallelogram. A matrix that does not keep a
--   circle or capsule round is an error.
--
-- `set_position` takes less time than the other setters. It takes two to three times as long as setting the positions
-- of the parts, because the group also updates the bounds of each part.

---@class collide
local collide = {}

---@class collide.Shape
local Shape = {}

---A group, or the table that describes one: `{shape="group", parts={...}}`.
---@alias collide.GroupLike collide.ShapeGroup|collide.GroupFields

---Shapes that move as one. The parts are fixed; the pose can change. It prints as `group parts=3 position=(0, 5)`. The
---casts are its methods.
---@class collide.ShapeGroup: userdata
---@field data any any value of yours, nil at first; it is an error to set another field
local Group = {}

---The parts of a group, and its pose. `describe` returns such a table, with the descriptions of the parts in `parts`,
---so it can be stored as JSON.
---@class collide.GroupFields
---@field parts? (collide.ShapeLike|collide.MeshShape)[] at least one shape, all of the same dimensions, unless they are elements of the table itself; no planes, grids or groups
---@field [integer] collide.ShapeLike|collide.MeshShape a part
---@field position? collide.VectorLike the origin if there is none
---@field rotation? number|collide.VectorLike 2D: radians, from x to y; 3D: a quaternion `{x, y, z, w}` of any length but 0
---@field degrees? number in 2D instead of `rotation`: degrees, from x to y
---@field scale? number|collide.VectorLike not 0 on any axis; below 0 it mirrors
---@field transform? number[]|collide.Transform instead of the other three, as for a shape
---@field layer? string|string[] a name for `ignore` and `only`, or an array of names; the layers of the parts have no effect
---@field one_way? collide.VectorLike as for a shape; the `one_way` of the parts has no effect
---@field data? any any value of yours; `describe` does not return it
---@field shape? "group" required if the table is passed in place of a group

---A group of copies of shapes, `{a, b, ...}` or `{parts={a, b, ...}}`: later changes of the shapes do not affect the
---group. Each part keeps its `hollow`, and its pose in the frame of the group.
---
---Errors: no parts, or more than 2^20; a plane, a grid or a group among them; parts of 2D and 3D; see
---`collide.ShapeGroup` for its pose, and `collide.Pose`.
---
---```lua
---local lamp = collide.group {
---  collide.cylinder { radius = 0.1, half_height = 2 },
---  collide.sphere { radius = 0.5, position = { 0, 2, 0 } },
---  position = { 10, 0, 0 },
---}
---print(lamp) --> group parts=2 position=(10, 0, 0)
---print(lamp:raycast({ 0, 2, 0 }, { 1, 0, 0 })) --> hit t=9.5 point=(9.5, 2, 0) normal=(-1, 0, 0) part=2
---
---local cup = collide.group(collide.decompose { 0, 0, 4, 0, 4, 4, 3, 4, 3, 1, 1, 1, 1, 4, 0, 4 })
---print(cup:contains(2, 3), cup:raycast({ 2, 9 }, { 0, -1 }).t) --> false	8
---```
---@param fields collide.GroupFields|(collide.ShapeLike|collide.MeshShape)[]
---@return collide.ShapeGroup group
function collide.group(fields) end

---The number of parts, as `#group`.
---
---Errors: an argument that is no group.
---
---```lua
---print(collide.group({ collide.circle { radius = 1 } }):count()) --> 1
---```
---@return integer count from 1 on
function Group:count() end

---A copy of a part in the world: a shape or mesh whose pose combines the pose of the part with the pose of the group.
---
---Errors: a number that is not from 1 to the number of parts.
---
---```lua
---local pair = collide.group { collide.circle { radius = 1 }, collide.circle { radius = 2, position = { 5, 0 } } }
---pair:set_position(0, 7)
---print(pair:part(2)) --> circle radius=2 position=(5, 7)
---```
---@param number integer from 1 on, in the order in which the parts were given
---@return collide.Shape|collide.MeshShape part a new shape or mesh
function Group:part(number) end

---The outlines of the parts of a 2D group in the world, each as `shape:outline` returns it.
---
---Errors: a 3D group, which has `triangles`; `corners` that is not a whole number from 3 to 1,024.
---
---```lua
---local pair = collide.group { collide.circle { radius = 1 }, collide.polygon { 0, 0, 4, 0, 4, 3 }, position = { 1, 0 } }
---for _, outline in ipairs(pair:outline(4)) do
---  print(collide.polygon(outline))
---end
-----> polygon points=((2, 0), (1, 1), (0, 0), (1, -1))
-----> polygon points=((1, 0), (5, 0), (5, 3))
---```
---@param corners? integer the number of corners that a circle gets, from 3 to 1,024; 32
---@return number[][] outlines one for each part
function Group:outline(corners) end

---A table from which an equal group can be made, to the last bit, as for a shape. The field `parts` has the parts.
---
---Errors: an argument that is no group.
---
---```lua
---local pair = collide.group { collide.circle { radius = 1 }, collide.circle { radius = 2, position = { 5, 0 } } }
---print(#pair:describe().parts, pair:describe().parts[2].radius) --> 2	2
---```
---@return collide.GroupFields description a new table
function Group:describe() end

Group.set_position = Shape.set_position
Group.set_rotation = Shape.set_rotation
Group.set_rotation_degrees = Shape.set_rotation_degrees
Group.set_scale = Shape.set_scale
Group.set_transform = Shape.set_transform
Group.get_position = Shape.get_position
Group.get_rotation = Shape.get_rotation
Group.get_scale = Shape.get_scale
Group.bounds = collide.bounds
Group.triangles = collide.triangles
Group.project = collide.project
Group.translate = Shape.translate
Group.copy = Shape.copy
Group.set_layer = Shape.set_layer
Group.get_layer = Shape.get_layer
Group.get_layers = Shape.get_layers
Group.set_one_way = Shape.set_one_way
Group.get_one_way = Shape.get_one_way
Group.overlap = collide.overlap
-- The contact moves the group: `group:contact(other)` is `collide.contact(group, other)`.
Group.contact = collide.contact
Group.distance = collide.distance
Group.closest = collide.closest
Group.contains = collide.contains
Group.overlap_all = collide.overlap_all
Group.contact_all = collide.contact_all
Group.distance_all = collide.distance_all
Group.shapecast = collide.shapecast
Group.shapecast_any = collide.shapecast_any
Group.shapecast_all = collide.shapecast_all
Group.move = collide.move
Group.push_out = collide.push_out
Group.fits = collide.fits
Group.raycast = collide.raycast
Group.raycast_any = collide.raycast_any
Group.raycast_all = collide.raycast_all
Group.raycast_many = collide.raycast_many
Group.segmentcast_many = collide.segmentcast_many
Group.segmentcast = collide.segmentcast
Group.segmentcast_any = collide.segmentcast_any
Group.segmentcast_all = collide.segmentcast_all
Group.linecast = collide.linecast
Group.linecast_any = collide.linecast_any
Group.linecast_all = collide.linecast_all
