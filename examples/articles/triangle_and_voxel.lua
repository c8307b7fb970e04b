-- SPDX-License-Identifier: MIT
-- The article: "Collision detection between a polygon (triangle) and a voxel (AABB)": by edge functions (PEF) and by
-- separating axes (SAT). It also converts a model into 26-separating voxels: every voxel that a triangle touches, so
-- no line passes through, not even diagonally.
--
-- The article warns that the two methods may disagree where triangle and voxel almost touch. Here
-- both are exact, so they always agree.
local collide = require("collide")

local triangle = collide.triangle({ points = { { 0, 0, 0 }, { 4, 0, 1 }, { 0, 3, 2 } } })

local function both(x, y, z)
  local voxel = collide.box({ min = { x, y, z }, max = { x + 1, y + 1, z + 1 } })
  print(collide.triangle_box_pef(triangle, voxel), collide.triangle_box_sat(triangle, voxel))
end

both(0, 0, 0) --> true	true
both(1, 1, 1) --> true	true
both(3, 2, 1) --> false	false
both(4, 0, 1) --> true	true
both(-1, -1, -1) --> true	true

-- One test of SAT: `project` returns the range of each shape along an axis. If the ranges do not overlap, the shapes do
-- not. Along the triangle's normal this is the test of its plane, along the cross product of two edges the test of an
-- edge.
local voxel = collide.box({ min = { 3, 2, 1 }, max = { 4, 3, 2 } })
local normal = triangle:normal()
local low, high = voxel:project(normal)
local plane = triangle:project(normal)
print(string.format("%.4f to %.4f, the plane at %.4f", low, high, plane)) --> -1.6292 to -0.0679, the plane at 0.0000
local ab = triangle:edges()
local axis = { x = 0, y = -ab.z, z = ab.y } -- the x axis crossed with the edge from a to b
low, high = voxel:project(axis)
local least, most = triangle:project(axis)
print(string.format("%g to %g, %g to %g", low, high, least, most)) --> -3 to -2, -3 to 0

-- The article's own steps by edge functions: the triangle is projected to the planes XY, YZ and ZX (ProjXY, ProjYZ,
-- ProjZX there), and each projection is tested against that of the voxel in the plane (ColliEdge). In space the two
-- overlap if all three projections do and the triangle's plane cuts the voxel.
local function project(x, y, z, first, second)
  local min, max = { x, y, z }, { x + 1, y + 1, z + 1 }
  local points = {}
  for i, p in ipairs(triangle:points()) do
    local corner = { p.x, p.y, p.z }
    points[i] = { corner[first], corner[second] }
  end
  return collide.triangle_rect_pef(collide.triangle(points),
    collide.rect({ min = { min[first], min[second] }, max = { max[first], max[second] } }))
end
local function steps(x, y, z)
  local from, to = collide.box({ min = { x, y, z }, max = { x + 1, y + 1, z + 1 } }):project(normal)
  local through = from <= plane and plane <= to
  print(project(x, y, z, 1, 2), project(x, y, z, 2, 3), project(x, y, z, 3, 1), through)
end
steps(1, 1, 1) --> true	true	true	true
steps(3, 2, 1) --> false	true	true	false
steps(0, 0, 1) --> true	true	true	false

-- A model into voxels: the twelve triangles of a cube whose faces lie on boundaries touch the cells
-- on both sides of them.
local corners = {}
local quads = { { 1, 2, 4, 3 }, { 5, 7, 8, 6 }, { 1, 5, 6, 2 }, { 3, 4, 8, 7 }, { 1, 3, 7, 5 }, { 2, 6, 8, 4 } }
for number = 0, 7 do
  corners[number + 1] = { math.floor(number / 4) * 4, math.floor(number / 2) % 2 * 4, number % 2 * 4 }
end
local mesh = { vertices = corners, triangles = {} }
for _, quad in ipairs(quads) do
  table.insert(mesh.triangles, { quad[1], quad[2], quad[3] })
  table.insert(mesh.triangles, { quad[1], quad[3], quad[4] })
end
print(collide.voxelize(mesh, { size = 1 })) --> grid 3D size=1 cells=208
-- Only the cells behind the faces, so the cube keeps its size:
print(collide.voxelize(mesh, { size = 1, rule = "open" })) --> grid 3D size=1 cells=56
print(collide.voxelize(mesh, { size = 1, rule = "open", solid = true })) --> grid 3D size=1 cells=64
