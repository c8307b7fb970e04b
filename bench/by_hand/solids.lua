-- SPDX-License-Identifier: MIT
-- Points in solids, triangles against boxes and rects, and the regions around a triangle, by hand (by_hand/shapes.lua
-- makes the shapes).
local abs, sqrt, min, max = math.abs, math.sqrt, math.min, math.max

local contains, overlap, triangle_region = {}, {}, {}

function contains.box(s, x, y, z)
  x, y, z = x - s.x, y - s.y, z - s.z
  return abs(x * s.ux + y * s.uy + z * s.uz) <= s.hx and abs(x * s.vx + y * s.vy + z * s.vz) <= s.hy
    and abs(x * s.wx + y * s.wy + z * s.wz) <= s.hz
end

-- 4, 2 and 1 for being on the inner side of ab, bc and ca; corners counterclockwise.
function triangle_region.polygon(s, x, y)
  local n, region = s.normals, 0
  if n[1] * x + n[2] * y <= n[3] then region = 4 end
  if n[4] * x + n[5] * y <= n[6] then region = region + 2 end
  if n[7] * x + n[8] * y <= n[9] then region = region + 1 end
  return region
end

-- Akenine-Moeller 2001, with its order of the axes: the nine across edges, the box's, the normal.
local function across(px, py, qx, qy, rx, ry, ex, ey, hx, hy)
  -- The axis (0, -ey, ex) in whichever projection; two of the corners fall together on it.
  local p, q, r = ex * py - ey * px, ex * qy - ey * qx, ex * ry - ey * rx
  local reach = abs(ey) * hx + abs(ex) * hy
  return min(p, q, r) > reach or max(p, q, r) < -reach
end

function overlap.triangle_box(t, b)
  local x, y, z, hx, hy, hz = b.x, b.y, b.z, b.hx, b.hy, b.hz
  local ax, ay, az = t.ax - x, t.ay - y, t.az - z
  local bx, by, bz = t.bx - x, t.by - y, t.bz - z
  local cx, cy, cz = t.cx - x, t.cy - y, t.cz - z
  if min(ax, bx, cx) > hx or max(ax, bx, cx) < -hx then return false end
  if min(ay, by, cy) > hy or max(ay, by, cy) < -hy then return false end
  if min(az, bz, cz) > hz or max(az, bz, cz) < -hz then return false end
  local nx, ny, nz = t.nx, t.ny, t.nz
  if abs(nx * ax + ny * ay + nz * az) > hx * abs(nx) + hy * abs(ny) + hz * abs(nz) then return false end
  local ex, ey, ez = bx - ax, by - ay, bz - az
  if across(ay, az, by, bz, cy, cz, ey, ez, hy, hz) or across(az, ax, bz, bx, cz, cx, ez, ex, hz, hx)
    or across(ax, ay, bx, by, cx, cy, ex, ey, hx, hy) then return false end
  ex, ey, ez = cx - bx, cy - by, cz - bz
  if across(ay, az, by, bz, cy, cz, ey, ez, hy, hz) or across(az, ax, bz, bx, cz, cx, ez, ex, hz, hx)
    or across(ax, ay, bx, by, cx, cy, ex, ey, hx, hy) then return false end
  ex, ey, ez = ax - cx, ay - cy, az - cz
  return not (across(ay, az, by, bz, cy, cz, ey, ez, hy, hz) or across(az, ax, bz, bx, cz, cx, ez, ex, hz, hx)
    or across(ax, ay, bx, by, cx, cy, ex, ey, hx, hy))
end

-- The nearest of spheres in arrays x, y, z and squared radii: t, normal and point, as a cast has them.
local function nearest_sphere(X, Y, Z, R, count, ox, oy, oz, dx, dy, dz)
  local a, best, found = dx * dx + dy * dy + dz * dz, math.huge, nil
  for i = 1, count do
    local fx, fy, fz = ox - X[i], oy - Y[i], oz - Z[i]
    local b = fx * dx + fy * dy + fz * dz
    if b < 0 then
      local c = fx * fx + fy * fy + fz * fz - R[i]
      local q = b * b - a * c
      if q >= 0 then
        local t = -b - sqrt(q)
        if t < best and c > 0 then best, found = t, i end
      end
    end
  end
  if not found then return nil end
  local t, r = best / a, sqrt(R[found])
  local px, py, pz = ox + t * dx, oy + t * dy, oz + t * dz
  return t, (px - X[found]) / r, (py - Y[found]) / r, (pz - Z[found]) / r, px, py, pz, found
end

local function nearest_circle(X, Y, R, count, ox, oy, dx, dy)
  local a, best, found = dx * dx + dy * dy, math.huge, nil
  for i = 1, count do
    local fx, fy = ox - X[i], oy - Y[i]
    local b = fx * dx + fy * dy
    if b < 0 then
      local c = fx * fx + fy * fy - R[i]
      local q = b * b - a * c
      if q >= 0 then
        local t = -b - sqrt(q)
        if t < best and c > 0 then best, found = t, i end
      end
    end
  end
  if not found then return nil end
  local t, r = best / a, sqrt(R[found])
  local px, py = ox + t * dx, oy + t * dy
  return t, (px - X[found]) / r, (py - Y[found]) / r, px, py, found
end

-- Is any hit?
local function any_sphere(X, Y, Z, R, count, ox, oy, oz, dx, dy, dz)
  local a = dx * dx + dy * dy + dz * dz
  for i = 1, count do
    local fx, fy, fz = ox - X[i], oy - Y[i], oz - Z[i]
    local b = fx * dx + fy * dy + fz * dz
    if b < 0 and b * b - a * (fx * fx + fy * fy + fz * fz - R[i]) >= 0 then return true end
  end
  return false
end

-- All that are hit, up to `limit`, nearest first: t and index by turns in one new array. `low` is the
-- least t that counts.
local function all_spheres(X, Y, Z, R, count, ox, oy, oz, dx, dy, dz, low, limit)
  local a, list, n = dx * dx + dy * dy + dz * dz, {}, 0
  for i = 1, count do
    local fx, fy, fz = ox - X[i], oy - Y[i], oz - Z[i]
    local b = fx * dx + fy * dy + fz * dz
    local q = b * b - a * (fx * fx + fy * fy + fz * fz - R[i])
    if q >= 0 then
      local t = (-b - sqrt(q)) / a
      if t >= low and t <= limit then
        local k = n
        while k > 0 and list[k - 1] > t do
          list[k + 1], list[k + 2] = list[k - 1], list[k]
          k = k - 2
        end
        list[k + 1], list[k + 2] = t, i
        n = n + 2
      end
    end
  end
  return list
end

return {
  contains = contains, overlap = overlap, triangle_region = triangle_region,
  nearest_sphere = nearest_sphere, nearest_circle = nearest_circle, any_sphere = any_sphere,
  all_spheres = all_spheres,
}
