-- SPDX-License-Identifier: MIT
-- Overlap of two shapes of the plane as one writes it by hand: by kind, in
-- plain doubles, on corners in the world. No exact answers, no degenerate
-- shapes; what it costs is what the table in bench/pairs.lua compares with.
--
-- A circle is {x=, y=, r=}; a polygon {n=, x, y, x, y, ...} with its n corners
-- counterclockwise, a segment the same of two, a capsule that with r; a half-plane
-- {nx=, ny=, d=} with a unit normal.
local sqrt = math.sqrt

local function point_segment(px, py, ax, ay, bx, by)
  local ex, ey = bx - ax, by - ay
  local t = ((px - ax) * ex + (py - ay) * ey) / (ex * ex + ey * ey)
  if t < 0 then t = 0 elseif t > 1 then t = 1 end
  local x, y = ax + t * ex - px, ay + t * ey - py
  return x * x + y * y
end

local function segments_cross(a, b)
  local ax, ay, bx, by = a[1], a[2], a[3], a[4]
  local cx, cy, dx, dy = b[1], b[2], b[3], b[4]
  local ex, ey, fx, fy = bx - ax, by - ay, dx - cx, dy - cy
  local c = ex * (cy - ay) - ey * (cx - ax)
  local d = ex * (dy - ay) - ey * (dx - ax)
  if c * d > 0 then return false end
  local p = fx * (ay - cy) - fy * (ax - cx)
  local q = fx * (by - cy) - fy * (bx - cx)
  return p * q <= 0
end

local function segment_segment(a, b)
  if segments_cross(a, b) then return 0 end
  local least = point_segment(a[1], a[2], b[1], b[2], b[3], b[4])
  local x = point_segment(a[3], a[4], b[1], b[2], b[3], b[4])
  if x < least then least = x end
  x = point_segment(b[1], b[2], a[1], a[2], a[3], a[4])
  if x < least then least = x end
  x = point_segment(b[3], b[4], a[1], a[2], a[3], a[4])
  return x < least and x or least
end

-- Does an edge of a have all of b in front of it?
local function separates(a, b)
  local n, m = a.n, b.n
  local px, py = a[2 * n - 1], a[2 * n]
  for i = 1, 2 * n, 2 do
    local qx, qy = a[i], a[i + 1]
    local ex, ey = qx - px, qy - py
    local apart = true
    for j = 1, 2 * m, 2 do
      if ey * (b[j] - px) - ex * (b[j + 1] - py) <= 0 then
        apart = false
        break
      end
    end
    if apart then return true end
    px, py = qx, qy
  end
  return false
end

local function polygons(a, b)
  return not separates(a, b) and not separates(b, a)
end

-- The square of the distance from a point, 0 inside.
local function point_polygon(x, y, p)
  local n, inside, least = p.n, true, math.huge
  local ax, ay = p[2 * n - 1], p[2 * n]
  for i = 1, 2 * n, 2 do
    local bx, by = p[i], p[i + 1]
    if (bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0 then
      inside = false
      local d = point_segment(x, y, ax, ay, bx, by)
      if d < least then least = d end
    end
    ax, ay = bx, by
  end
  return inside and 0 or least
end

local function segment_polygon(s, p)
  if polygons(s, p) then return 0 end
  local least = point_polygon(s[1], s[2], p)
  local x = point_polygon(s[3], s[4], p)
  if x < least then least = x end
  for i = 1, 2 * p.n, 2 do
    x = point_segment(p[i], p[i + 1], s[1], s[2], s[3], s[4])
    if x < least then least = x end
  end
  return least
end

local function lowest(s, nx, ny)
  local least = math.huge
  for i = 1, 2 * s.n, 2 do
    local x = nx * s[i] + ny * s[i + 1]
    if x < least then least = x end
  end
  return least
end

local plain = {}

function plain.circle_circle(a, b)
  local x, y, r = a.x - b.x, a.y - b.y, a.r + b.r
  return x * x + y * y <= r * r
end

function plain.circle_polygon(a, b)
  return point_polygon(a.x, a.y, b) <= a.r * a.r
end

function plain.circle_segment(a, b)
  return point_segment(a.x, a.y, b[1], b[2], b[3], b[4]) <= a.r * a.r
end

function plain.circle_capsule(a, b)
  local r = a.r + b.r
  return point_segment(a.x, a.y, b[1], b[2], b[3], b[4]) <= r * r
end

function plain.circle_plane(a, b)
  return b.nx * a.x + b.ny * a.y - b.d <= a.r
end

plain.polygon_polygon = polygons
plain.polygon_segment = polygons
plain.segment_segment = segments_cross

function plain.polygon_capsule(a, b)
  return segment_polygon(b, a) <= b.r * b.r
end

function plain.segment_capsule(a, b)
  return segment_segment(a, b) <= b.r * b.r
end

function plain.capsule_capsule(a, b)
  local r = a.r + b.r
  return segment_segment(a, b) <= r * r
end

function plain.polygon_plane(a, b)
  return lowest(a, b.nx, b.ny) <= b.d
end
plain.segment_plane = plain.polygon_plane

function plain.capsule_plane(a, b)
  return lowest(a, b.nx, b.ny) - a.r <= b.d
end

function plain.plane_plane(a, b)
  return a.nx * b.ny ~= a.ny * b.nx or a.nx * b.nx + a.ny * b.ny > 0 or a.d + b.d >= 0
end

-- How far a is in front of b's most separating edge, and that edge's normal:
-- the push of polygons that overlap.
local function deepest(a, b)
  local n, best, bx, by = b.n, -math.huge, 0, 0
  local px, py = b[2 * n - 1], b[2 * n]
  for i = 1, 2 * n, 2 do
    local qx, qy = b[i], b[i + 1]
    local nx, ny = qy - py, px - qx
    local length = sqrt(nx * nx + ny * ny)
    nx, ny = nx / length, ny / length
    local least = lowest(a, nx, ny) - nx * px - ny * py
    if least > best then best, bx, by = least, nx, ny end
    px, py = qx, qy
  end
  return best, bx, by
end

-- Normal and depth for polygons, as tables.
function plain.push_of_polygons(a, b)
  local s, sx, sy = deepest(a, b)
  if s > 0 then return nil end
  local t, tx, ty = deepest(b, a)
  if t > 0 then return nil end
  if s >= t then return {normal = {x = sx, y = sy}, depth = -s} end
  return {normal = {x = -tx, y = -ty}, depth = -t}
end

function plain.push_of_circles(a, b)
  local x, y, r = a.x - b.x, a.y - b.y, a.r + b.r
  local square = x * x + y * y
  if square > r * r then return nil end
  local length = sqrt(square)
  return {normal = {x = x / length, y = y / length}, depth = r - length}
end

return plain
