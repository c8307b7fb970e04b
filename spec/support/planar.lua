-- SPDX-License-Identifier: MIT
--
-- Pairs in the plane by exact arithmetic on small integers: a reference that
-- shares no code or method with the module. A hull is { {x, y}, ..., radius = },
-- any points; a half-plane { normal = {x, y}, distance = }. Integers up to a
-- thousand keep every term below 2^53.
--
-- Two hulls overlap exactly if the origin is in the hull of all differences of their points, grown by both radii. The
-- core uses no such hull, but corners, edges and axes.
local planar = {}

local function cross(o, p, q) return (p[1] - o[1]) * (q[2] - o[2]) - (p[2] - o[2]) * (q[1] - o[1]) end

local function before(p, q) return p[1] < q[1] or p[1] == q[1] and p[2] < q[2] end

-- One half of the hull of sorted points, from first to last.
local function chain(points, first, last, step, out)
  local base = #out
  for i = first, last, step do
    while #out > base + 1 and cross(out[#out - 1], out[#out], points[i]) <= 0 do out[#out] = nil end
    out[#out + 1] = points[i]
  end
  out[#out] = nil -- it begins the other half
end

-- The corners counterclockwise, no three in line (Andrew's monotone chain).
function planar.hull(points)
  table.sort(points, before)
  local unique = {}
  for _, p in ipairs(points) do
    local last = unique[#unique]
    if not last or before(last, p) then unique[#unique + 1] = p end
  end
  if #unique == 1 then return unique end
  local out = {}
  chain(unique, 1, #unique, 1, out)
  chain(unique, #unique, 1, -1, out)
  return out
end

local function differences(a, b)
  local points = {}
  for _, p in ipairs(a) do
    for _, q in ipairs(b) do points[#points + 1] = { p[1] - q[1], p[2] - q[2] } end
  end
  return planar.hull(points)
end

local ORIGIN = { 0, 0 }

local function holds_origin(hull)
  if #hull < 3 then return false end
  for i, p in ipairs(hull) do
    if cross(p, hull[i % #hull + 1], ORIGIN) < 0 then return false end
  end
  return true
end

-- The square of the origin's distance from the segment, as a fraction.
local function square_from(p, q)
  local ex, ey = q[1] - p[1], q[2] - p[2]
  local length = ex * ex + ey * ey
  if length > 0 and -(p[1] * ex + p[2] * ey) > 0 and q[1] * ex + q[2] * ey > 0 then
    local across = p[1] * ey - p[2] * ex
    return across * across, length
  end
  local square_p, square_q = p[1] * p[1] + p[2] * p[2], q[1] * q[1] + q[2] * q[2]
  return math.min(square_p, square_q), 1
end

-- Whether they overlap, and how far apart they are, or when they overlap minus
-- the least push that parts them: exactly, and to the last digits but one or two.
local function hulls(a, b)
  local hull, radius = differences(a, b), a.radius + b.radius
  local inside = holds_origin(hull)
  local overlap, least = inside, math.huge
  for i, p in ipairs(hull) do
    local q = hull[i % #hull + 1]
    local over, under = square_from(p, q)
    if inside then -- the border's lines are what has to be passed
      over = cross(p, q, ORIGIN) ^ 2
      under = (q[1] - p[1]) ^ 2 + (q[2] - p[2]) ^ 2
    end
    overlap = overlap or over <= radius * radius * under
    least = math.min(least, over / under)
  end
  least = math.sqrt(least)
  return overlap, (inside and -least or least) - radius
end

local function hull_and_plane(a, plane)
  local n, least = plane.normal, math.huge
  for _, p in ipairs(a) do least = math.min(least, n[1] * p[1] + n[2] * p[2] - plane.distance) end
  local square = n[1] * n[1] + n[2] * n[2]
  return least <= 0 or least * least <= a.radius * a.radius * square, least / math.sqrt(square) - a.radius
end

local function planes(a, b)
  local m, n = a.normal, b.normal
  if m[1] * n[2] ~= m[2] * n[1] or m[1] * n[1] + m[2] * n[2] > 0 then return true, -math.huge end
  local i = m[1] == 0 and 2 or 1
  local common = a.distance * math.abs(n[i]) + b.distance * math.abs(m[i])
  return common >= 0, -common / math.abs(n[i]) / math.sqrt(m[1] * m[1] + m[2] * m[2])
end

function planar.pair(a, b)
  if a.normal and b.normal then return planes(a, b) end
  if a.normal then return hull_and_plane(b, a) end
  if b.normal then return hull_and_plane(a, b) end
  return hulls(a, b)
end

return planar
