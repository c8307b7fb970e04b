---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Methods
--
-- This page lists the methods of shapes, meshes, groups, grids and worlds, kind by kind. A function whose first
-- argument is a shape is also its method: `collide.bounds(ball)` is `ball:bounds()`. If a kind does not have the method
-- that you call, the error names the kind that has it.

---@class collide
local collide = {}

---A shape of either dimension. Its size is fixed; its pose can change. It prints as the constructor's fields: `sphere
---radius=1 position=(0, 0, 5)`. The functions of the module whose first argument is a shape are also its methods. A
---shape has one field, `data`, for any value of yours. Reading or setting another field is an error that names the
---method to call.
---@class collide.Shape: userdata
---@field data any nil until it is set. It lives as long as the shape; descriptions do not contain it

---A shape of the plane: its vectors have x and y.
---@class collide.Shape2: collide.Shape

---A shape of space: its vectors have x, y and z.
---@class collide.Shape3: collide.Shape

---A sphere; with an uneven scale an ellipsoid.
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
--@method Circle.points = collide.points
--@method Capsule.points = collide.points
--@method Hull.points = collide.points
--@method Rect.points = collide.points
--@method Polygon.points = collide.points
