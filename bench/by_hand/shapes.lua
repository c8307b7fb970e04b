-- SPDX-License-Identifier: MIT
-- A shape of a program that tests by hand: a table of numbers in the world, computed once from a description of
-- bench/inputs.lua, in the form that its formulas need.
local shapes = {}

local function rotation_3d(q)
  if not q then return { 1, 0, 0, 0, 1, 0, 0, 0, 1 } end
  local x, y, z, w = q[1], q[2], q[3], q[4]
  return {
    1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y),
    2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x),
    2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y),
  }
end

local in_space = {}

function in_space.box(s, fields)
  local h = fields.half
  s.hx, s.hy, s.hz = h[1], h[2], h[3]
  s.x0, s.y0, s.z0 = s.x - s.hx, s.y - s.hy, s.z - s.hz
  s.x1, s.y1, s.z1 = s.x + s.hx, s.y + s.hy, s.z + s.hz
end

function in_space.plane(s, fields, turn)
  local n = fields.normal
  s.nx, s.ny, s.nz = turn(n[1], n[2], n[3])
  s.d = fields.distance + s.nx * s.x + s.ny * s.y + s.nz * s.z
end

function in_space.triangle(s, fields, turn)
  local corners = {}
  for i, p in ipairs(fields.points) do
    local x, y, z = turn(p[1], p[2], p[3])
    corners[i] = { x + s.x, y + s.y, z + s.z }
  end
  local a, b, c = corners[1], corners[2], corners[3]
  s.ax, s.ay, s.az, s.bx, s.by, s.bz, s.cx, s.cy, s.cz = a[1], a[2], a[3], b[1], b[2], b[3], c[1], c[2], c[3]
  s.e1x, s.e1y, s.e1z = b[1] - a[1], b[2] - a[2], b[3] - a[3]
  s.e2x, s.e2y, s.e2z = c[1] - a[1], c[2] - a[2], c[3] - a[3]
  local nx, ny, nz = s.e1y * s.e2z - s.e1z * s.e2y, s.e1z * s.e2x - s.e1x * s.e2z, s.e1x * s.e2y - s.e1y * s.e2x
  local length = math.sqrt(nx * nx + ny * ny + nz * nz)
  s.nx, s.ny, s.nz = nx / length, ny / length, nz / length
end

local function of_space(shape)
  local fields = shape.fields
  local p, m = fields.position, rotation_3d(fields.rotation)
  local s = { kind = shape.kind, x = p[1], y = p[2], z = p[3], r = fields.radius }
  s.h = fields.half_height or fields.height
  -- The directions of its own axes.
  s.ux, s.uy, s.uz = m[1], m[4], m[7]
  s.vx, s.vy, s.vz = m[2], m[5], m[8]
  s.wx, s.wy, s.wz = m[3], m[6], m[9]
  local function turn(x, y, z)
    return m[1] * x + m[2] * y + m[3] * z, m[4] * x + m[5] * y + m[6] * z, m[7] * x + m[8] * y + m[9] * z
  end
  if in_space[shape.kind] then in_space[shape.kind](s, fields, turn) end
  return s
end

-- In the plane: corners counterclockwise in s[1], s[2], ...; normals and offsets of the edges in
-- s.normals, three numbers an edge.
local function with_corners(s, points, turn)
  s.n = #points
  for i, p in ipairs(points) do
    local x, y = turn(p[1], p[2])
    s[2 * i - 1], s[2 * i] = x + s.x, y + s.y
  end
  s.normals = {}
  for i = 1, s.n do
    local j = i % s.n + 1
    local ex, ey = s[2 * j - 1] - s[2 * i - 1], s[2 * j] - s[2 * i]
    local length = math.sqrt(ex * ex + ey * ey)
    local nx, ny = ey / length, -ex / length
    s.normals[3 * i - 2], s.normals[3 * i - 1] = nx, ny
    s.normals[3 * i] = nx * s[2 * i - 1] + ny * s[2 * i]
  end
end

local function of_plane(shape)
  local fields = shape.fields
  local p, angle = fields.position, fields.rotation or 0
  local c, s_ = math.cos(angle), math.sin(angle)
  local s = { kind = shape.kind, x = p[1], y = p[2], r = fields.radius or 0, ux = c, uy = s_ }
  local function turn(x, y) return c * x - s_ * y, s_ * x + c * y end
  local points = fields.points
  if shape.kind == "rect" then
    local hx, hy = fields.half[1], fields.half[2]
    s.hx, s.hy = hx, hy
    s.x0, s.y0, s.x1, s.y1 = s.x - hx, s.y - hy, s.x + hx, s.y + hy
    points = { { -hx, -hy }, { hx, -hy }, { hx, hy }, { -hx, hy } }
  elseif shape.kind == "capsule" then
    points = { fields.a, fields.b }
  elseif shape.kind == "circle" then
    s.n, s[1], s[2] = 1, s.x, s.y
    return s
  end
  with_corners(s, points, turn)
  if s.n == 2 then -- a segment or capsule: its middle, half of its length, its direction
    local ex, ey = s[3] - s[1], s[4] - s[2]
    local length = math.sqrt(ex * ex + ey * ey)
    s.h, s.mx, s.my = length / 2, (s[1] + s[3]) / 2, (s[2] + s[4]) / 2
    s.ux, s.uy, s.ex, s.ey = ex / length, ey / length, ex, ey
  end
  return s
end

function shapes.of(shape)
  return shape.dimensions == 3 and of_space(shape) or of_plane(shape)
end

function shapes.of_pool(pool)
  local list = {}
  for i, shape in ipairs(pool) do list[i] = shapes.of(shape) end
  return list
end

return shapes
