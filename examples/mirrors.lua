-- SPDX-License-Identifier: MIT
-- Light between mirrors. `ignore` skips the mirror that the light has just left, so the start needs no small offset.
local collide = require("collide")

-- The walls of a room from (0, 0, 0) to (8, 4, 6): half-spaces, whose normals look inwards.
local walls = {
  collide.plane({ normal = { 1, 0, 0 }, distance = 0 }),
  collide.plane({ normal = { -1, 0, 0 }, distance = -8 }),
  collide.plane({ normal = { 0, 0, 1 }, distance = 0 }),
  collide.plane({ normal = { 0, 0, -1 }, distance = -6 }),
}
local names = { "west", "east", "north", "south" }

local function reflect(v, normal)
  local twice = 2 * (v.x * normal.x + v.y * normal.y + v.z * normal.z)
  return { x = v.x - twice * normal.x, y = v.y - twice * normal.y, z = v.z - twice * normal.z }
end

local point, direction, mirror = { x = 4, y = 1, z = 1 }, { x = 4, y = 0, z = 2 }, nil
for _ = 1, 5 do
  local hit = collide.raycast(walls, point, direction, { ignore = mirror })
  print(names[hit.index] .. " " .. tostring(hit.point))
  point, direction, mirror = hit.point, reflect(direction, hit.normal), hit.shape
end
--> east (8, 1, 3)
--> south (2, 1, 6)
--> west (0, 1, 5)
--> east (8, 1, 1)
--> north (6, 1, 0)
