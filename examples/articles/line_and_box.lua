-- SPDX-License-Identifier: MIT
-- The article: "3D衝突編 その18 直線とAABB" ("3D collision, part 18: line and AABB"): a box by its least
-- and greatest corner under a world matrix, and a line that goes on in both directions. The article
-- takes the line into the box's frame and intersects the intervals of three slabs.
--
-- Its test `t >= t_max` misses a line that only touches the box, and its division by small components of the direction
-- needs an epsilon. In collide touching counts, and no decision needs a division.
local collide = require("collide")

local box = collide.box({ min = { -1, -1, -1 }, max = { 1, 1, 1 } })

-- The hit is behind the point of the line: t is negative.
print(box:linecast({ 5, 0.5, 0 }, { 1, 0, 0 })) --> hit t=-6 point=(-1, 0.5, 0) normal=(-1, 0, 0) face=-x
-- Parallel to a slab, inside it and outside.
print(box:linecast({ 0, 5, 0 }, { 0, 1, 0 }).t == -6, box:linecast({ 2, 5, 0 }, { 0, 1, 0 })) --> true	nil
-- Along an edge, and through a single corner: both touch.
print(box:linecast({ 1, 1, 9 }, { 0, 0, -1 })) --> hit t=8 point=(1, 1, 1) normal=(0, 0, 1) face=+z
print(box:linecast({ 0, 2, 1 }, { 1, -1, 0 })) --> hit t=1 point=(1, 1, 1) normal=(0, 1, 0) face=+y

-- With a world matrix, column by column as in OpenGL: a quarter turn about z, a scale of 2, and a translation by 5
-- along x.
box:set_transform({
  0, 2, 0, 0,
  -2, 0, 0, 0,
  0, 0, 2, 0,
  5, 0, 0, 1,
})
local hit = box:linecast({ 20, 1, 0 }, { 1, 0, 0 })
print(string.format("%g to %g", hit.t, hit.t_exit), hit.point, hit.face) --> -17 to -13	(3, 1, 0)	+y

-- A shear is a world matrix, too: two units to the right for each unit up.
box:set_transform({
  1, 0, 0, 0,
  2, 1, 0, 0,
  0, 0, 1, 0,
  0, 0, 0, 1,
})
hit = box:linecast({ 0, 0.5, 0 }, { 1, 0, 0 })
print(string.format("%g to %g", hit.t, hit.t_exit)) --> 0 to 2
