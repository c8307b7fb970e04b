---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Methods
--
-- The methods of shapes, meshes, groups, grids and worlds, kind by kind. A function of the module that takes a shape
-- first is its method, too: `collide.bounds(ball)` is `ball:bounds()`. A method that is called on a kind
-- that does not have it is an error that names the kind that has it.

---@class collide
local collide = {}

---A shape of either dimension. Its size is fixed, its pose can be set. It prints as the constructor's
---fields: `sphere radius=1 position=(0, 0, 5)`. The functions of the module whose first
---argument is a shape are its methods, too. It has one field, `data`, for any value of yours; to
---read or set another is an error that names the method to call.
---@class collide.Shape: userdata
---@field data any nil until it is set; it lives as long as the shape, and no description has it

---A shape of the plane: its vectors have x and y.
---@class collide.Shape2: collide.Shape

---A shape of space: its vectors have x, y and z.
---@class collide.Shape3: collide.Shape

---A sphere, or with an uneven scale an ellipsoid.
---@class collide.Sphere: collide.Shape3

---A box.
---@class collide.Box: collide.Shape3

---A cylinder.
---@class collide.Cylinder: collide.Shape3

---A cone.
---@class collide.Cone: collide.Shape3

---A convex hull of points in space.
---@class collide.Hull: collide.Shape3
local Hull = {}

---A circle.
---@class collide.Circle: collide.Shape2

---A rect.
---@class collide.Rect: collide.Shape2

---A convex polygon.
---@class collide.Polygon: collide.Shape2

---A triangle of either dimension.
---@class collide.Triangle: collide.Shape
local Triangle = {}

---A segment of either dimension.
---@class collide.Segment: collide.Shape
local Segment = {}

---A capsule of either dimension.
---@class collide.Capsule: collide.Shape

---A half-space, or half-plane.
---@class collide.Plane: collide.Shape

Hull.faces = collide.faces
Triangle.points = collide.points
Segment.points = collide.points

-- These have one dimension: shapes2.lua and shapes3.lua say what they return.
--@method Box.points = collide.points
--@method Hull.points = collide.points
--@method Rect.points = collide.points
--@method Polygon.points = collide.points
