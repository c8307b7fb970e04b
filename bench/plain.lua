-- SPDX-License-Identifier: MIT
-- What people write by hand when they have no library: the textbook formulas in
-- plain Lua, numbers in, numbers out. They are here to be raced against, not
-- trusted: they cancel, and know no ties.
local plain = {}

local abs, floor, sqrt, huge = math.abs, math.floor, math.sqrt, math.huge

-- Each answers t, nx, ny, nz, t_exit, px, py, pz, like the number form.

function plain.sphere(s, ox, oy, oz, dx, dy, dz)
  local fx, fy, fz = ox - s.x, oy - s.y, oz - s.z
  local a = dx * dx + dy * dy + dz * dz
  local b = fx * dx + fy * dy + fz * dz
  local c = fx * fx + fy * fy + fz * fz - s.radius * s.radius
  local d = b * b - a * c
  if d < 0 then return nil end
  local root = sqrt(d)
  local t, t_exit = (-b - root) / a, (-b + root) / a
  if t_exit < 0 then return nil end
  if t < 0 then return 0, 0, 0, 0, t_exit, ox, oy, oz end
  local px, py, pz = ox + t * dx, oy + t * dy, oz + t * dz
  local r = s.radius
  return t, (px - s.x) / r, (py - s.y) / r, (pz - s.z) / r, t_exit, px, py, pz
end

local function slab(low, high, o, d)
  if d == 0 then
    if o < low or o > high then return huge, -huge end
    return -huge, huge
  end
  local t0, t1 = (low - o) / d, (high - o) / d
  if t0 > t1 then return t1, t0 end
  return t0, t1
end

function plain.box(s, ox, oy, oz, dx, dy, dz)
  local x0, x1 = slab(s.x - s.hx, s.x + s.hx, ox, dx)
  local y0, y1 = slab(s.y - s.hy, s.y + s.hy, oy, dy)
  local z0, z1 = slab(s.z - s.hz, s.z + s.hz, oz, dz)
  local t, t_exit, nx, ny, nz = x0, x1, 1, 0, 0
  if y0 > t then t, nx, ny = y0, 0, 1 end
  if z0 > t then t, nx, ny, nz = z0, 0, 0, 1 end
  if y1 < t_exit then t_exit = y1 end
  if z1 < t_exit then t_exit = z1 end
  if t > t_exit or t_exit < 0 then return nil end
  if t < 0 then return 0, 0, 0, 0, t_exit, ox, oy, oz end
  if nx == 1 and dx > 0 then nx = -1 end
  if ny == 1 and dy > 0 then ny = -1 end
  if nz == 1 and dz > 0 then nz = -1 end
  return t, nx, ny, nz, t_exit, ox + t * dx, oy + t * dy, oz + t * dz
end

function plain.cylinder(s, ox, oy, oz, dx, dy, dz)
  local fx, fy, fz = ox - s.x, oy - s.y, oz - s.z
  local r, h = s.radius, s.half_height
  local t0, t1 = slab(-h, h, fy, dy)
  local a, b, c = dx * dx + dz * dz, fx * dx + fz * dz, fx * fx + fz * fz - r * r
  local s0, s1 = -huge, huge
  if a == 0 then
    if c > 0 then return nil end
  else
    local d = b * b - a * c
    if d < 0 then return nil end
    local root = sqrt(d)
    s0, s1 = (-b - root) / a, (-b + root) / a
  end
  local t, t_exit = t0 >= s0 and t0 or s0, t1 < s1 and t1 or s1
  if t > t_exit or t_exit < 0 then return nil end
  if t < 0 then return 0, 0, 0, 0, t_exit, ox, oy, oz end
  local px, py, pz = fx + t * dx, fy + t * dy, fz + t * dz
  local nx, ny, nz
  if t0 >= s0 then
    nx, ny, nz = 0, dy > 0 and -1 or 1, 0
  else
    nx, ny, nz = px / r, 0, pz / r
  end
  return t, nx, ny, nz, t_exit, px + s.x, py + s.y, pz + s.z
end

function plain.cone(s, ox, oy, oz, dx, dy, dz)
  local fx, fy, fz = ox - s.x, oy - s.y, oz - s.z
  local r, h = s.radius, s.height
  local t0, t1 = slab(-h, 0, fy, dy)
  local k = (r / h) * (r / h)
  local a = dx * dx + dz * dz - k * dy * dy
  local b = fx * dx + fz * dz - k * fy * dy
  local c = fx * fx + fz * fz - k * fy * fy
  local d = b * b - a * c
  if d < 0 then return nil end
  local s0, s1
  if a == 0 then
    if b == 0 then return nil end
    s0, s1 = -huge, -c / (2 * b)
    if b < 0 then s0, s1 = s1, huge end
  else
    local root = sqrt(d)
    s0, s1 = (-b - root) / a, (-b + root) / a
    if a < 0 then
      if dy > 0 then s0, s1 = -huge, s1 else s0, s1 = s0, huge end
    end
  end
  local t, t_exit = t0 >= s0 and t0 or s0, t1 < s1 and t1 or s1
  if t > t_exit or t_exit < 0 then return nil end
  if t < 0 then return 0, 0, 0, 0, t_exit, ox, oy, oz end
  local px, py, pz = fx + t * dx, fy + t * dy, fz + t * dz
  local nx, ny, nz
  if t0 >= s0 then
    nx, ny, nz = 0, -1, 0
  else
    nx, ny, nz = px, -k * py, pz
    local length = sqrt(nx * nx + ny * ny + nz * nz)
    nx, ny, nz = nx / length, ny / length, nz / length
  end
  return t, nx, ny, nz, t_exit, px + s.x, py + s.y, pz + s.z
end

local function ball(fx, fy, fz, dx, dy, dz, r)
  local a = dx * dx + dy * dy + dz * dz
  local b = fx * dx + fy * dy + fz * dz
  local d = b * b - a * (fx * fx + fy * fy + fz * fz - r * r)
  if d < 0 then return huge, -huge end
  local root = sqrt(d)
  return (-b - root) / a, (-b + root) / a
end

function plain.capsule(s, ox, oy, oz, dx, dy, dz)
  local fx, fy, fz = ox - s.x, oy - s.y, oz - s.z
  local r, h = s.radius, s.half_height
  local t, t_exit = ball(fx, fy - h, fz, dx, dy, dz, r)
  local u, u_exit = ball(fx, fy + h, fz, dx, dy, dz, r)
  if u < t then t = u end
  if u_exit > t_exit then t_exit = u_exit end
  local a, b, c = dx * dx + dz * dz, fx * dx + fz * dz, fx * fx + fz * fz - r * r
  local d = b * b - a * c
  if a > 0 and d >= 0 then
    local root = sqrt(d)
    local s0, s1 = (-b - root) / a, (-b + root) / a
    if abs(fy + s0 * dy) <= h and s0 < t then t = s0 end
    if abs(fy + s1 * dy) <= h and s1 > t_exit then t_exit = s1 end
  end
  if t > t_exit or t_exit < 0 then return nil end
  if t < 0 then return 0, 0, 0, 0, t_exit, ox, oy, oz end
  local px, py, pz = fx + t * dx, fy + t * dy, fz + t * dz
  local middle = py < -h and -h or py > h and h or py
  return t, px / r, (py - middle) / r, pz / r, t_exit, px + s.x, py + s.y, pz + s.z
end

function plain.plane(s, ox, oy, oz, dx, dy, dz)
  local nx, ny, nz = s.nx, s.ny, s.nz
  local height = nx * (ox - s.x) + ny * (oy - s.y) + nz * (oz - s.z) - s.distance
  local rate = nx * dx + ny * dy + nz * dz
  if height <= 0 then
    return 0, 0, 0, 0, rate > 0 and -height / rate or huge, ox, oy, oz
  end
  if rate >= 0 then return nil end
  local t = -height / rate
  local length = sqrt(nx * nx + ny * ny + nz * nz)
  return t, nx / length, ny / length, nz / length, huge, ox + t * dx, oy + t * dy, oz + t * dz
end

-- Moeller and Trumbore.
function plain.triangle(s, ox, oy, oz, dx, dy, dz)
  local e1x, e1y, e1z, e2x, e2y, e2z = s.e1x, s.e1y, s.e1z, s.e2x, s.e2y, s.e2z
  local hx, hy, hz = dy * e2z - dz * e2y, dz * e2x - dx * e2z, dx * e2y - dy * e2x
  local det = e1x * hx + e1y * hy + e1z * hz
  if det == 0 then return nil end
  local fx, fy, fz = ox - s.ax, oy - s.ay, oz - s.az
  local u = (fx * hx + fy * hy + fz * hz) / det
  if u < 0 or u > 1 then return nil end
  local qx, qy, qz = fy * e1z - fz * e1y, fz * e1x - fx * e1z, fx * e1y - fy * e1x
  local v = (dx * qx + dy * qy + dz * qz) / det
  if v < 0 or u + v > 1 then return nil end
  local t = (e2x * qx + e2y * qy + e2z * qz) / det
  if t < 0 then return nil end
  local nx, ny, nz = e1y * e2z - e1z * e2y, e1z * e2x - e1x * e2z, e1x * e2y - e1y * e2x
  local length = sqrt(nx * nx + ny * ny + nz * nz)
  if det < 0 then length = -length end
  return t, nx / length, ny / length, nz / length, t, ox + t * dx, oy + t * dy, oz + t * dz
end

-- Amanatides and Woo 1987: calls each cell, knows no groups and no ties.

local function setup(s, d)
  local cell = floor(s)
  if d > 0 then return cell, 1, (cell + 1 - s) / d, 1 / d end
  if d < 0 then return cell, -1, (cell - s) / d, -1 / d end
  return cell, 0, huge, huge
end

function plain.walk2(x0, y0, x1, y1)
  local x, sx, tx, rx = setup(x0, x1 - x0)
  local y, sy, ty, ry = setup(y0, y1 - y0)
  local count, sum = 1, x + y
  while true do
    local t
    if tx < ty then
      t, x, tx = tx, x + sx, tx + rx
    else
      t, y, ty = ty, y + sy, ty + ry
    end
    if t > 1 then return count, sum end
    count, sum = count + 1, sum + x + y
  end
end

function plain.walk3(x0, y0, z0, x1, y1, z1)
  local x, sx, tx, rx = setup(x0, x1 - x0)
  local y, sy, ty, ry = setup(y0, y1 - y0)
  local z, sz, tz, rz = setup(z0, z1 - z0)
  local count, sum = 1, x + y + z
  while true do
    local t
    if tx < ty and tx < tz then
      t, x, tx = tx, x + sx, tx + rx
    elseif ty < tz then
      t, y, ty = ty, y + sy, ty + ry
    else
      t, z, tz = tz, z + sz, tz + rz
    end
    if t > 1 then return count, sum end
    count, sum = count + 1, sum + x + y + z
  end
end

return plain
