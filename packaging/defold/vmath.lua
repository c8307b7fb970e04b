-- SPDX-License-Identifier: MIT
--
-- Run by a double of Defold: do all families of queries take what vmath makes?
local vector3, quat = vmath.vector3, vmath.quat

local function near(wanted, got)
  assert(type(got) == "number" and math.abs(wanted - got) <= 1e-12 * math.max(1, math.abs(wanted)),
    ("%s expected, got %s"):format(tostring(wanted), tostring(got)))
end
local function is(v, x, y, z)
  near(x, v.x)
  near(y, v.y)
  if z then near(z, v.z) else assert(type(v) ~= "table" or v.z == nil) end
end
local function fails(pattern, action)
  local ok, message = pcall(action)
  assert(not ok and tostring(message):find(pattern), tostring(message))
end

-- The double is as strict as Defold's own.
assert(type(vector3()) == "userdata")
fails("no field 'radius'", function() return vector3().radius end)
fails("no field '1'", function() return vector3()[1] end)
fails("no field 'w'", function() return vector3().w end)

-- Shapes, and how they stand
local ball = collide.sphere({ radius = 1, position = vector3(0, 0, 5) })
local low, high = ball:bounds()
is(low, -1, -1, 4)
is(high, 1, 1, 6)
ball:set_position(vector3(0, 0, 7))
near(7, ball:describe().position[3])
local box = collide.box({ half = vector3(1, 2, 3), rotation = quat(0, 0, 1, 1) })
low, high = box:bounds() -- a quarter of a turn about z
is(low, -2, -1, -3)
is(high, 2, 1, 3)
box:set_scale(vector3(1, 1, 2))
is(select(2, box:bounds()), 2, 1, 6)
local triangle = collide.triangle({ vector3(0, 0, 0), vector3(4, 0, 0), vector3(0, 4, 0) })
is(triangle:normal(), 0, 0, 1)
near(1, collide.plane({ normal = vector3(0, 1, 0), distance = 2 }):describe().normal[2])
local capsule = collide.capsule({ a = vector3(0, 0, 0), b = vector3(4, 0, 0), radius = 1 })
is(select(2, capsule:bounds()), 5, 1, 1)

-- Casts: what the engine calls from and to
local hit = collide.raycast(ball, vector3(0, 0, 0), vector3(0, 0, 1))
near(6, hit.t)
is(hit.point, 0, 0, 6)
is(hit.normal, 0, 0, -1)
near(0.25, collide.segmentcast(triangle, vector3(1, 1, 1), vector3(1, 1, -3)).t)
assert(collide.raycast_any({ box, ball }, vector3(9, 9, 9), vector3(1, 0, 0)) == false)
assert(#collide.raycast_all({ ball, triangle }, vector3(0, 0, -1), vector3(0, 0, 1)) == 2)
near(-8, collide.linecast(ball, vector3(0, 0, 14), vector3(0, 0, 1)).t)
fails("origin", function() collide.raycast(ball, vector3(0 / 0, 0, 0), vector3(1, 0, 0)) end)

-- A hit into vectors that are there, as single as they are
local into = { point = vector3(), normal = vector3() }
local point, normal = into.point, into.normal
assert(collide.raycast(ball, vector3(), vector3(0, 0, 1), { into = into }) == into)
assert(rawequal(into.point, point) and type(point) == "userdata")
is(point, 0, 0, 6)
is(normal, 0, 0, -1)

-- The plane: z is of no concern there
local circle = collide.circle({ radius = 2, position = vector3(10, 0, 99) })
hit = circle:segmentcast(vector3(0, 0, -1), vector3(16, 0, 1))
near(0.5, hit.t)
is(hit.point, 8, 0)
local rect = collide.rect({ half = vector3(1, 1, 0), position = vector3(10, 2.5, 0) })
assert(collide.overlap(circle, rect))
local push = collide.contact(rect, circle)
is(push.normal, 0, 1)
near(0.5, push.depth)
assert(circle:contains(vector3(11, 1, 5)) and not circle:contains(vector3(12, 1, 0)))
near(3, (circle:closest(vector3(5, 0, 0))))

-- Cells and grids: tiles of 16 pixels
local cell = collide.cell_at(vector3(33, -1, 0), { size = 16 })
is(cell, 2, -1, 0)
assert(#collide.trace(vector3(0.5, 0.5, 0), vector3(2.5, 0.5, 0)) == 3)
local grid = collide.grid({ dimensions = 2, size = 16, origin = vector3(8, 8, 0) })
grid:set(vector3(3, 0, 0), 7)
assert(grid:get(3, 0) == 7 and grid:count() == 1)
hit = collide.segmentcast(grid, vector3(8, 16, 0), vector3(104, 16, 0))
near(0.5, hit.t)
is(hit.cell, 3, 0)
assert(hit.value == 7)
is(grid:cell_at(vector3(56, 8, 1)), 3, 0)

-- Voxels
local world = collide.voxelize({ vertices = { 0, 0, 0, 4, 0, 0, 0, 4, 0 }, triangles = { 1, 2, 3 } },
  { size = vector3(1, 1, 1), origin = vector3(0, 0, -0.5) })
assert(world:get(0, 0, 0) == 1 and world:get(3, 3, 0) == 0)
