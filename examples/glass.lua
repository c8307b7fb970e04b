-- SPDX-License-Identifier: MIT
-- How much glass does a beam of light pass? Every hit has `t_exit`, at which the ray leaves again.
local collide = require("collide")

local panes = {
  collide.box({ half = { 2, 2, 0.5 }, position = { 0, 0, 5 } }),
  collide.sphere({ radius = 2, position = { 0, 0, 10 } }),
  collide.sphere({ radius = 2, position = { 0, 0, 20 }, hollow = true }), -- a bubble
  collide.cylinder({ radius = 1, half_height = 3, position = { 0, 0, 30 } }),
}

local function glass(origin, direction)
  local sum = 0
  for _, hit in ipairs(collide.raycast_all(panes, origin, direction)) do
    local hollow = panes[hit.index]:describe().hollow
    sum = sum + (hollow and 0 or hit.t_exit - hit.t)
  end
  return sum
end

print(string.format("%g", glass({ 0, 0, 0 }, { 0, 0, 1 }))) --> 7
print(string.format("%g", glass({ 1.5, 0, 0 }, { 0, 0, 1 }))) --> 3.64575
-- A beam that starts in the ball passes only the remaining part of it.
print(string.format("%g", glass({ 0, 0, 11 }, { 0, 0, 1 }))) --> 3
-- A beam along the face of the pane touches it: a hit, but no glass.
print(collide.raycast_any(panes[1], { -5, 0, 4.5 }, { 1, 0, 0 })) --> true
