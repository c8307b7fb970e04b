-- SPDX-License-Identifier: MIT
--
-- Meshes of our own making, all closed, counterclockwise seen from outside.
-- Flat: {vertices = {x, y, z, ...}, triangles = {a, b, c, ...}}.
local meshes = {}

local CUBE = {
  { 0, 2, 1 }, { 1, 2, 3 }, { 4, 5, 6 }, { 5, 7, 6 }, { 0, 1, 4 }, { 1, 5, 4 },
  { 2, 6, 3 }, { 3, 6, 7 }, { 0, 4, 2 }, { 2, 4, 6 }, { 1, 3, 5 }, { 3, 7, 5 },
}

function meshes.box(x0, y0, z0, x1, y1, z1)
  local mesh = { vertices = {}, triangles = {} }
  for i = 0, 7 do
    local v = mesh.vertices
    v[#v + 1] = i % 2 == 0 and x0 or x1
    v[#v + 1] = math.floor(i / 2) % 2 == 0 and y0 or y1
    v[#v + 1] = i < 4 and z0 or z1
  end
  for _, t in ipairs(CUBE) do
    for _, corner in ipairs(t) do mesh.triangles[#mesh.triangles + 1] = corner + 1 end
  end
  return mesh
end

-- Around the y axis. sides x rings quads, each cut in two.
function meshes.torus(x, y, z, radius, thickness, sides, rings)
  local mesh = { vertices = {}, triangles = {} }
  local v, t = mesh.vertices, mesh.triangles
  for i = 0, sides - 1 do
    for k = 0, rings - 1 do
      local a, b = 2 * math.pi * i / sides, 2 * math.pi * k / rings
      local r = radius + thickness * math.cos(b)
      v[#v + 1] = x + r * math.cos(a)
      v[#v + 1] = y + thickness * math.sin(b)
      v[#v + 1] = z + r * math.sin(a)
    end
  end
  local function at(i, k) return i % sides * rings + k % rings + 1 end
  for i = 0, sides - 1 do
    for k = 0, rings - 1 do
      local a, b, c, d = at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)
      for _, corner in ipairs { a, d, b, b, d, c } do t[#t + 1] = corner end
    end
  end
  return mesh
end

-- An octahedron whose sides are cut into n x n triangles, blown up to a ball.
function meshes.ball(x, y, z, radius, n)
  local mesh, found = { vertices = {}, triangles = {} }, {}
  local v, t = mesh.vertices, mesh.triangles
  local function vertex(a, b, c)
    local key = a .. " " .. b .. " " .. c
    if not found[key] then
      local length = math.sqrt(a * a + b * b + c * c)
      v[#v + 1] = x + radius * a / length
      v[#v + 1] = y + radius * b / length
      v[#v + 1] = z + radius * c / length
      found[key] = #v / 3
    end
    return found[key]
  end
  for side = 0, 7 do
    local sx, sy, sz = 1 - side % 2 * 2, 1 - math.floor(side / 2) % 2 * 2, side < 4 and 1 or -1
    local function at(i, k) return vertex(sx * i, sy * k, sz * (n - i - k)) end
    local function add(a, b, c)
      if sx * sy * sz < 0 then b, c = c, b end
      t[#t + 1], t[#t + 2], t[#t + 3] = a, b, c
    end
    for i = 0, n - 1 do
      for k = 0, n - 1 - i do
        add(at(i, k), at(i + 1, k), at(i, k + 1))
        if i + k < n - 1 then add(at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)) end
      end
    end
  end
  return mesh
end

function meshes.turned(mesh)
  local turned = { vertices = mesh.vertices, triangles = {} }
  for i = 1, #mesh.triangles, 3 do
    local t = mesh.triangles
    turned.triangles[i], turned.triangles[i + 1], turned.triangles[i + 2] = t[i], t[i + 2], t[i + 1]
  end
  return turned
end

function meshes.joined(a, b)
  local joined, before = { vertices = {}, triangles = {} }, #a.vertices / 3
  for _, mesh in ipairs { a, b } do
    for _, x in ipairs(mesh.vertices) do joined.vertices[#joined.vertices + 1] = x end
    for _, i in ipairs(mesh.triangles) do
      joined.triangles[#joined.triangles + 1] = i + (mesh == b and before or 0)
    end
  end
  return joined
end

-- The corners of a triangle, each {x, y, z}.
function meshes.corners(mesh, triangle)
  local corners = {}
  for k = 1, 3 do
    local i = 3 * (mesh.triangles[3 * triangle - 3 + k] - 1)
    corners[k] = { mesh.vertices[i + 1], mesh.vertices[i + 2], mesh.vertices[i + 3] }
  end
  return corners
end

return meshes
