-- SPDX-License-Identifier: MIT
-- Shapes as plain tables, for levels in files. A function that takes a shape also takes a table that describes one.
-- `describe` returns the table from which a shape can be made again.
local collide = require("collide")

local level = {
  { shape = "plane", normal = { 0, 1, 0 }, distance = 0 },
  { shape = "cylinder", radius = 1, half_height = 2, position = { 0, 2, -6 } },
  { shape = "cone", radius = 1.5, height = 2, position = { 0, 6, -6 } },
}

local hit = collide.raycast(level, { 0, 5, 0 }, { 0, 0, -1 })
print(string.format("%s at z = %g", hit.shape.shape, hit.point.z)) --> cone at z = -5.25

-- A shape is checked once, when it is made; a table is checked in each call.
local tower = collide.cylinder(level[2])
tower:set_position(3, 2, -6)
local again = tower:describe()
local x, y, z = again.position[1], again.position[2], again.position[3]
print(string.format("%s of radius %g at %g, %g, %g", again.shape, again.radius, x, y, z))
--> cylinder of radius 1 at 3, 2, -6
