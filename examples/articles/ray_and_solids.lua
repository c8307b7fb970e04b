-- SPDX-License-Identifier: MIT
-- The article: "基本図形とレイの交差判定" ("Rays against basic shapes"): hits of a ray at a sphere, a box, a cylinder and a cone,
-- with normals; then the same shapes rotated and moved.
--
-- Frames are the article's: the centre at the origin, the axis y, the cone's apex at the origin
-- and its base at y = -height. The direction of a ray need not have unit length.
local collide = require("collide")

local solids = {
  collide.sphere({ radius = 2 }),
  collide.box({ half = { 1, 2, 3 } }),
  collide.cylinder({ radius = 1, half_height = 2 }),
  collide.cone({ radius = 3, height = 4 }),
}

local function cast(ox, oy, oz, dx, dy, dz)
  for _, solid in ipairs(solids) do
    print(collide.raycast(solid, { ox, oy, oz }, { dx, dy, dz }))
  end
end

-- From the side, level with -1.
cast(-10, -1, 0, 2, 0, 0)
--> hit t=4.1339745962156 point=(-1.7320508075689, -1, 0) normal=(-0.86602540378444, -0.5, 0)
--> hit t=4.5 point=(-1, -1, 0) normal=(-1, 0, 0) face=-x
--> hit t=4.5 point=(-1, -1, 0) normal=(-1, 0, 0) face=side
--> hit t=4.625 point=(-0.75, -1, 0) normal=(-0.8, 0.6, 0) face=side

-- From below, along the axis: a component of the direction that the sides use is zero.
cast(0.5, -10, 0, 0, 1, 0)
--> hit t=8.0635083268963 point=(0.5, -1.9364916731037, 0) normal=(0.25, -0.96824583655185, 0)
--> hit t=8 point=(0.5, -2, 0) normal=(0, -1, 0) face=-y
--> hit t=8 point=(0.5, -2, 0) normal=(0, -1, 0) face=bottom
--> hit t=6 point=(0.5, -4, 0) normal=(0, -1, 0) face=base

-- Past the apex, through the other half of the double cone: the article's case A < 0 above the apex.
print(collide.raycast(solids[4], { -5, 1, 0 }, { 5, 1, 0 })) --> nil
-- Parallel to a side, the article's case A = 0: from outside it never hits the side.
print(collide.raycast(solids[4], { 3, 1, 0 }, { -3, -4, 0 }))
--> hit t=0.625 point=(1.125, -1.5, 0) normal=(0.8, 0.6, 0) face=side

-- A quarter turn about z, and a translation: the axis now points to -x. The article transforms the ray into the shape's
-- frame and the normal back; a pose does this.
local root = math.sqrt(0.5)
for _, solid in ipairs(solids) do
  solid:set_rotation({ 0, 0, root, root })
  solid:set_position({ 0, 0, 10 })
end
cast(-10, 0, 10, 1, 0, 0)
--> hit t=8 point=(-2, 0, 10) normal=(-1, 0, 0)
--> hit t=8 point=(-2, 0, 10) normal=(-1, 0, 0) face=+y
--> hit t=8 point=(-2, 0, 10) normal=(-1, 0, 0) face=top
--> hit t=10 point=(0, 0, 10) normal=(-1, 0, 0) face=side
