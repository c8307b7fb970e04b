-- SPDX-License-Identifier: MIT
-- The solids of the screen "Pairs in space": each as a shape to ask, and as triangles to draw. The
-- triangles are in the shape's own frame, three corners after one another: x, y, z and the normal.
local collide = require("collide")

local space_solids = {}

local cos, pi, sin, sqrt = math.cos, math.pi, math.sin, math.sqrt

local around, along = 48, 24 -- how many pieces a round side is cut into

local function add(list, p, n)
  list[#list + 1] = { p[1], p[2], p[3], n[1], n[2], n[3] }
end

-- Four corners with a normal each, counterclockwise as seen from outside.
local function add_quad(list, p, n)
  for _, corner in ipairs({ 1, 2, 3, 1, 3, 4 }) do
    add(list, p[corner], n[corner])
  end
end

-- A side around the axis y. `profile(s)` for s from 0, above, to 1, below: radius and y, and the
-- normal's share outward and along y.
local function turned(list, profile, pieces)
  local function at(s, angle)
    local radius, y, out, up = profile(s)
    return { radius * cos(angle), y, -radius * sin(angle) }, { out * cos(angle), up, -out * sin(angle) }
  end
  for i = 1, pieces do
    for k = 1, around do
      local p, n = {}, {}
      for corner, place in ipairs({ { i - 1, k - 1 }, { i, k - 1 }, { i, k }, { i - 1, k } }) do
        p[corner], n[corner] = at(place[1] / pieces, 2 * pi * place[2] / around)
      end
      add_quad(list, p, n)
    end
  end
end

local function disc(list, radius, y, up)
  turned(list, function(s)
    return up > 0 and radius * s or radius * (1 - s), y, 0, up
  end, 1)
end

-- A flat face; its corners go counterclockwise as seen from outside.
local function face(list, corners)
  local a, b, c = corners[1], corners[2], corners[3]
  local ux, uy, uz = b[1] - a[1], b[2] - a[2], b[3] - a[3]
  local vx, vy, vz = c[1] - a[1], c[2] - a[2], c[3] - a[3]
  local nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
  local length = sqrt(nx * nx + ny * ny + nz * nz)
  local normal = { nx / length, ny / length, nz / length }
  for i = 3, #corners do
    for _, corner in ipairs({ a, corners[i - 1], corners[i] }) do
      add(list, corner, normal)
    end
  end
end

local function sphere(list, radius)
  turned(list, function(s)
    return radius * sin(pi * s), radius * cos(pi * s), sin(pi * s), cos(pi * s)
  end, along)
end

local function box(list, x, y, z)
  local faces = {
    { { 1, -1, -1 }, { 1, 1, -1 }, { 1, 1, 1 }, { 1, -1, 1 } },
    { { -1, -1, -1 }, { -1, -1, 1 }, { -1, 1, 1 }, { -1, 1, -1 } },
    { { -1, 1, -1 }, { -1, 1, 1 }, { 1, 1, 1 }, { 1, 1, -1 } },
    { { -1, -1, -1 }, { 1, -1, -1 }, { 1, -1, 1 }, { -1, -1, 1 } },
    { { -1, -1, 1 }, { 1, -1, 1 }, { 1, 1, 1 }, { -1, 1, 1 } },
    { { -1, -1, -1 }, { -1, 1, -1 }, { 1, 1, -1 }, { 1, -1, -1 } },
  }
  for _, corners in ipairs(faces) do
    for i, corner in ipairs(corners) do
      corners[i] = { x * corner[1], y * corner[2], z * corner[3] }
    end
    face(list, corners)
  end
end

local function cylinder(list, radius, half)
  turned(list, function(s)
    return radius, half * (1 - 2 * s), 1, 0
  end, 1)
  disc(list, radius, half, 1)
  disc(list, radius, -half, -1)
end

local function cone(list, radius, height)
  local length = sqrt(radius * radius + height * height)
  turned(list, function(s)
    return radius * s, -height * s, height / length, radius / length
  end, along)
  disc(list, radius, -height, -1)
end

local function capsule(list, radius, half)
  turned(list, function(s)
    local turn = pi * s
    return radius * sin(turn), radius * cos(turn) + (s < 0.5 and half or -half), sin(turn), cos(turn)
  end, along + 1) -- an odd number: one of the pieces is the side
end

local gem = {
  { 0, 1.3, 0 }, { 1, 0.4, 0.2 }, { 0.2, 0.5, 1.1 }, { -1, 0.4, 0.4 }, { -0.5, 0.6, -0.9 }, { 0.7, 0.3, -0.9 },
  { 0.9, -0.6, 0.6 }, { -0.4, -0.8, 0.9 }, { -0.9, -0.5, -0.5 }, { 0.3, -0.9, -0.8 }, { 0, -1.2, 0.1 },
}

local function hull(list, points)
  for _, corners in ipairs(collide.hull(points):faces()) do
    for i, number in ipairs(corners) do
      corners[i] = points[number]
    end
    face(list, corners)
  end
end

-- What a key goes through: the name, the fields of the shape, and what draws it.
space_solids.kinds = {
  { "box", { half = { 0.9, 0.6, 1.1 } }, box, 0.9, 0.6, 1.1 },
  { "sphere", { radius = 1 }, sphere, 1 },
  { "capsule", { radius = 0.55, half_height = 0.8 }, capsule, 0.55, 0.8 },
  { "cylinder", { radius = 0.8, half_height = 0.9 }, cylinder, 0.8, 0.9 },
  { "cone", { radius = 1, height = 2 }, cone, 1, 2 },
  { "hull", { points = gem }, hull, gem },
}

-- The name, the shape and the triangles of a kind.
function space_solids.make(number)
  local kind = space_solids.kinds[number]
  local triangles = {}
  kind[3](triangles, unpack(kind, 4))
  return kind[1], collide[kind[1]](kind[2]), triangles
end

return space_solids
