-- SPDX-License-Identifier: MIT
-- Five articles about rays, shapes and voxels, each with what it computes, in this module's words.
local collide = require("collide")

-- 3D衝突編 その23: 整数区画に飛ばしたレイが通った区画を列挙してく
-- (3D collision, part 23: list the integer cells that a ray passes). Its figure goes from S to G
-- through these cells in this order; a ray through a corner enters three at the same instant.
local passed = {}
for _, _, x, y in collide.cells(-1.8, 0.1, 2.8, 1.9) do passed[#passed + 1] = ("(%d,%d)"):format(x, y) end
print(table.concat(passed, " ")) --> (-2,0) (-1,0) (0,0) (0,1) (1,1) (2,1)
print(collide.trace({ 0.5, 0.5 }, { 1.5, 1.5 })[2]) --> group t=0.5: (1, 0) (0, 1) (1, 1)
-- Its aim, "pick what is placed there": the first block on the ray.
local blocks = collide.grid { dimensions = 2 }
blocks:set(1, 1, 7)
print(collide.segmentcast(blocks, { -1.8, 0.1 }, { 2.8, 1.9 }).value) --> 7

-- 第2章 2-23: 衝突判定 10 (円盤 vs 三角形)
-- (Chapter 2-23: collision 10, disk and triangle). Its triangle, which goes clockwise and turns; which
-- of the seven regions around it holds the disk's centre, and do they meet?
local triangle = collide.triangle { points = { 0, 0, 0.8, 1.8, 2.4, 0 }, scale = 2 }
print(triangle:winding()) --> -1
for _, centre in ipairs { { 2, 1 }, { -0.5, -0.5 }, { 5.5, 1 } } do
  print(triangle:triangle_region(centre), triangle:overlap(collide.circle { radius = 1, position = centre }))
end
--> 7	true
--> 2	true
--> 5	false

-- Collision detection between a polygon (triangle) and a voxel (AABB). Both of its methods, PEF and
-- SAT, with the same answer; all cells of a model are what `voxelize` makes (26-separating).
local polygon = collide.triangle { { 0, 0, 0 }, { 3, 0, 1 }, { 0, 3, 2 } }
for _, x in ipairs { 1, 2.5 } do
  local voxel = collide.box { min = { x, 1, 1 }, max = { x + 1, 2, 2 } }
  print(polygon:triangle_box_pef(voxel), polygon:triangle_box_sat(voxel))
end
--> true	true
--> false	false
print(collide.voxelize({ polygon }, { size = 1 }):count()) --> 36

-- 基本図形とレイの交差判定 (Rays and basic shapes): sphere, box, cylinder and cone, turned and moved;
-- where the ray enters, and the normal there.
for _, solid in ipairs {
  collide.sphere { radius = 1, position = { 0, 0, 5 } },
  collide.box { half = { 1, 1, 1 }, position = { 0, 0, 5 }, rotation = { 0, 0, 1, 1 } },
  collide.cylinder { radius = 1, half_height = 2, position = { 0, 0, 5 }, rotation = { 1, 0, 0, 1 } },
  collide.cone { radius = 1, height = 2, position = { 0, 0, 4 }, rotation = { -1, 0, 0, 1 } },
} do
  local hit = solid:raycast({ 0, 0.5, 0 }, { 0, 0, 1 })
  print(("%-8s t=%.4g normal=(%.2f, %.2f, %.2f)"):format(solid:describe().shape, hit.t, hit.normal.x, hit.normal.y,
    hit.normal.z))
end
--> sphere   t=4.134 normal=(0.00, 0.50, -0.87)
--> box      t=4 normal=(0.00, 0.00, -1.00)
--> cylinder t=3 normal=(0.00, 0.00, -1.00)
--> cone     t=5 normal=(0.00, 0.89, -0.45)

-- 3D衝突編 その18: 直線とAABB (3D collision, part 18: line and AABB): a box by its corners under a world
-- matrix, and a line, which goes on in both directions.
local aabb = collide.box {
  min = { -1, -1, -1 }, max = { 1, 1, 1 },
  transform = { 0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 5, 0, 0, 1 },
}
print(("t=%g"):format(aabb:linecast({ 20, 1, 0 }, { 1, 0, 0 }).t)) --> t=-17
