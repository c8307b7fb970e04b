-- SPDX-License-Identifier: MIT
-- What is under the cursor? One ray at an array of shapes; it skips the player's own shape.
local collide = require("collide")

local player = collide.capsule({ radius = 0.4, half_height = 0.6, position = { 0, 1, 4 } })
local things = {
  collide.plane({ normal = { 0, 1, 0 }, distance = 0 }),
  player,
  collide.box({ size = { 2, 2, 2 }, position = { 0, 1, -3 } }),
  collide.sphere({ radius = 1, position = { 2.5, 1, -3 } }),
}
local names = { "the floor", "the player", "the crate", "the ball" }

-- The eye is inside the player; the direction need not have unit length.
local function pick(direction)
  local hit = collide.raycast(things, { 0, 1.5, 4 }, direction, { ignore = player, max = 100 })
  if not hit then
    return "the sky"
  end
  local x, y, z = hit.point.x, hit.point.y, hit.point.z
  local where = string.format("%s at (%.3g, %.3g, %.3g)", names[hit.index], x, y, z)
  return hit.face and where .. ", face " .. hit.face or where
end

print(pick({ 0, 0, -1 })) --> the crate at (0, 1.5, -2), face +z
print(pick({ 0, -1, -2 })) --> the floor at (0, 0, 1)
print(pick({ 5, -1, -14 })) --> the ball at (2.16, 1.07, -2.06)
print(pick({ 0, 1, 0 })) --> the sky

-- All hits of the ray, nearest first. It starts in the player and never leaves the ground.
for _, hit in ipairs(collide.raycast_all(things, { 0, 1.5, 4 }, { 0, -0.1, -1 })) do
  print(string.format("%s from t = %g to %g", names[hit.index], hit.t, hit.t_exit))
end
--> the player from t = 0 to 0.4
--> the crate from t = 6 to 8
--> the floor from t = 15 to inf
