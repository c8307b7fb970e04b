-- SPDX-License-Identifier: MIT
-- Two shapes of the plane by hand: by kind, on corners in the world (see by_hand/shapes.lua), in numbers. The answers
-- are not exact, and degenerate shapes are not handled. They are here for comparison of speed, not for use.
local sqrt, huge, abs = math.sqrt, math.huge, math.abs

-- ---- Points and segments ------------------------------------------------------

-- The square of the distance, and the nearest point.
local function point_segment(px, py, ax, ay, bx, by)
  local ex, ey = bx - ax, by - ay
  local t = ((px - ax) * ex + (py - ay) * ey) / (ex * ex + ey * ey)
  if t < 0 then t = 0 elseif t > 1 then t = 1 end
  local qx, qy = ax + t * ex, ay + t * ey
  local x, y = qx - px, qy - py
  return x * x + y * y, qx, qy
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

-- The square of the distance of two segments, and the nearest point of each.
local function segment_segment(a, b)
  if segments_cross(a, b) then return 0, 0, 0, 0, 0 end
  local least, bx, by = point_segment(a[1], a[2], b[1], b[2], b[3], b[4])
  local ax, ay = a[1], a[2]
  local x, qx, qy = point_segment(a[3], a[4], b[1], b[2], b[3], b[4])
  if x < least then least, ax, ay, bx, by = x, a[3], a[4], qx, qy end
  x, qx, qy = point_segment(b[1], b[2], a[1], a[2], a[3], a[4])
  if x < least then least, ax, ay, bx, by = x, qx, qy, b[1], b[2] end
  x, qx, qy = point_segment(b[3], b[4], a[1], a[2], a[3], a[4])
  if x < least then least, ax, ay, bx, by = x, qx, qy, b[3], b[4] end
  return least, ax, ay, bx, by
end

-- ---- Polygons -----------------------------------------------------------------

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

-- The square of the distance from a point, 0 inside, and the nearest point.
local function point_polygon(x, y, p)
  local inside, least, bx, by = true, huge, x, y
  local normals, n = p.normals, p.n
  for i = 1, n do
    local k = 3 * i
    if normals[k - 2] * x + normals[k - 1] * y > normals[k] then
      inside = false
      local j = i < n and 2 * i + 1 or 1
      local d, qx, qy = point_segment(x, y, p[2 * i - 1], p[2 * i], p[j], p[j + 1])
      if d < least then least, bx, by = d, qx, qy end
    end
  end
  if inside then return 0, x, y end
  return least, bx, by
end

-- The square of the distance of a polygon or segment and a polygon, 0 when they meet, and the nearest
-- points. A segment's two sides have a normal each.
local function polygon_distance(a, b)
  if polygons(a, b) then return 0, 0, 0, 0, 0 end
  local least, ax, ay, bx, by = huge, 0, 0, 0, 0
  for i = 1, 2 * a.n, 2 do
    local d, qx, qy = point_polygon(a[i], a[i + 1], b)
    if d < least then least, ax, ay, bx, by = d, a[i], a[i + 1], qx, qy end
  end
  for i = 1, 2 * b.n, 2 do
    local d, qx, qy
    if a.n == 2 then
      d, qx, qy = point_segment(b[i], b[i + 1], a[1], a[2], a[3], a[4])
    else
      d, qx, qy = point_polygon(b[i], b[i + 1], a)
    end
    if d < least then least, ax, ay, bx, by = d, qx, qy, b[i], b[i + 1] end
  end
  return least, ax, ay, bx, by
end

-- ---- Rects: a middle, a direction, halves --------------------------------------

-- How far a is in front of b's most separating edge, and that edge's normal.
local function deepest(a, b)
  local best, bx, by = -huge, 0, 0
  local normals, m = b.normals, 2 * a.n
  for k = 1, 3 * b.n, 3 do
    local nx, ny = normals[k], normals[k + 1]
    local least = huge
    for i = 1, m, 2 do
      local x = nx * a[i] + ny * a[i + 1]
      if x < least then least = x end
    end
    least = least - normals[k + 2]
    if least > 0 then return least end
    if least > best then best, bx, by = least, nx, ny end
  end
  return best, bx, by
end

local function rects(a, b)
  local dx, dy = a.x - b.x, a.y - b.y
  local aux, auy, bux, buy = a.ux, a.uy, b.ux, b.uy
  local ahx, ahy, bhx, bhy = a.hx, a.hy, b.hx, b.hy
  local c, s = abs(aux * bux + auy * buy), abs(aux * buy - auy * bux)
  return abs(dx * aux + dy * auy) <= ahx + bhx * c + bhy * s
    and abs(dy * aux - dx * auy) <= ahy + bhx * s + bhy * c
    and abs(dx * bux + dy * buy) <= bhx + ahx * c + ahy * s
    and abs(dy * bux - dx * buy) <= bhy + ahx * s + ahy * c
end

local function push_of_rects(a, b)
  local dx, dy = a.x - b.x, a.y - b.y
  local aux, auy, bux, buy = a.ux, a.uy, b.ux, b.uy
  local ahx, ahy, bhx, bhy = a.hx, a.hy, b.hx, b.hy
  local c, s = abs(aux * bux + auy * buy), abs(aux * buy - auy * bux)
  local p = dx * aux + dy * auy
  local depth, nx, ny, along = ahx + bhx * c + bhy * s - abs(p), aux, auy, p
  if depth < 0 then return nil end
  p = dy * aux - dx * auy
  local d = ahy + bhx * s + bhy * c - abs(p)
  if d < 0 then return nil end
  if d < depth then depth, nx, ny, along = d, -auy, aux, p end
  p = dx * bux + dy * buy
  d = bhx + ahx * c + ahy * s - abs(p)
  if d < 0 then return nil end
  if d < depth then depth, nx, ny, along = d, bux, buy, p end
  p = dy * bux - dx * buy
  d = bhy + ahx * s + ahy * c - abs(p)
  if d < 0 then return nil end
  if d < depth then depth, nx, ny, along = d, -buy, bux, p end
  if along < 0 then return -nx, -ny, depth end
  return nx, ny, depth
end

-- A point in the rect's frame, and the nearest of the rect there.
local function point_rect(x, y, r)
  local dx, dy, hx, hy = x - r.x, y - r.y, r.hx, r.hy
  local px, py = dx * r.ux + dy * r.uy, dy * r.ux - dx * r.uy
  local qx = px < -hx and -hx or px > hx and hx or px
  local qy = py < -hy and -hy or py > hy and hy or py
  local ex, ey = px - qx, py - qy
  return ex * ex + ey * ey, qx, qy, px, py
end

-- ---- Overlap ------------------------------------------------------------------

local overlap, contact, distance, closest, contains = {}, {}, {}, {}, {}

function overlap.circle_circle(a, b)
  local x, y, r = a.x - b.x, a.y - b.y, a.r + b.r
  return x * x + y * y <= r * r
end

function overlap.circle_rect(a, b)
  return point_rect(a.x, a.y, b) <= a.r * a.r
end

overlap.rect_rect = rects
overlap.polygon_polygon = polygons

function overlap.circle_polygon(a, b)
  return point_polygon(a.x, a.y, b) <= a.r * a.r
end

function overlap.polygon_capsule(a, b)
  return polygon_distance(b, a) <= b.r * b.r
end

function overlap.capsule_capsule(a, b)
  local r = a.r + b.r
  return segment_segment(a, b) <= r * r
end

-- ---- Contact: the normal from b to a, and the depth -----------------------------

-- Of points ax, ay and bx, by that are `square` apart, with r around the two.
local function push(square, r, ax, ay, bx, by)
  if square > r * r then return nil end
  local length = sqrt(square)
  return (ax - bx) / length, (ay - by) / length, r - length
end

function contact.circle_rect(a, b)
  local square, qx, qy, px, py = point_rect(a.x, a.y, b)
  local r, ux, uy, nx, ny = a.r, b.ux, b.uy, 0, 0
  local depth
  if square > r * r then return nil end
  if square > 0 then
    local length = sqrt(square)
    nx, ny, depth = (px - qx) / length, (py - qy) / length, r - length
  else
    local x, y = b.hx - abs(px), b.hy - abs(py)
    if x < y then nx, depth = px < 0 and -1 or 1, r + x else ny, depth = py < 0 and -1 or 1, r + y end
  end
  return nx * ux - ny * uy, nx * uy + ny * ux, depth
end

contact.rect_rect = push_of_rects

function contact.polygon_polygon(a, b)
  local s, sx, sy = deepest(a, b)
  if s > 0 then return nil end
  local t, tx, ty = deepest(b, a)
  if t > 0 then return nil end
  if s >= t then return sx, sy, -s end
  return -tx, -ty, -t
end

function contact.capsule_capsule(a, b)
  local r = a.r + b.r
  local square, ax, ay, bx, by = segment_segment(a, b)
  if square > 0 then return push(square, r, ax, ay, bx, by) end
  local nx, ny, depth = contact.polygon_polygon(a, b)
  if nx then return nx, ny, depth + r end
end

-- ---- Distance, and the nearest points -------------------------------------------

local function apart(square, ra, rb, ax, ay, bx, by)
  local length = sqrt(square)
  local d = length - ra - rb
  if d <= 0 then return 0, ax, ay, bx, by end
  local nx, ny = (bx - ax) / length, (by - ay) / length
  return d, ax + ra * nx, ay + ra * ny, bx - rb * nx, by - rb * ny
end

function distance.circle_polygon(a, b)
  local square, qx, qy = point_polygon(a.x, a.y, b)
  return apart(square, a.r, 0, a.x, a.y, qx, qy)
end

-- ---- Points ---------------------------------------------------------------------

function contains.rect(s, x, y)
  local dx, dy = x - s.x, y - s.y
  return abs(dx * s.ux + dy * s.uy) <= s.hx and abs(dy * s.ux - dx * s.uy) <= s.hy
end

function contains.polygon(s, x, y)
  local normals = s.normals
  for k = 1, 3 * s.n, 3 do
    if normals[k] * x + normals[k + 1] * y > normals[k + 2] then return false end
  end
  return true
end

function closest.rect(s, x, y)
  local square, qx, qy = point_rect(x, y, s)
  if square == 0 then return 0, x, y end
  return sqrt(square), s.x + qx * s.ux - qy * s.uy, s.y + qx * s.uy + qy * s.ux
end

return { overlap = overlap, contact = contact, distance = distance, closest = closest, contains = contains }
