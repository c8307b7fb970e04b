-- SPDX-License-Identifier: MIT
--
-- Triangle and box by exact arithmetic on small integers: a reference that shares no code or method with the module.
-- Each side of the box cuts the triangle (Sutherland and Hodgman 1974), in homogeneous coordinates. Nothing is rounded:
-- for integers up to 60 every product is below 2^53.
local clip = {}

local function divisor(a, b)
  while b ~= 0 do a, b = b, a % b end
  return a
end

-- The point at which the edge from p to q crosses a plane, from the distances of its ends on either side.
local function crossing(p, q, from_p, from_q)
  local point, common = {}, 0
  for k = 1, 4 do
    point[k] = from_q * p[k] + from_p * q[k]
    common = divisor(math.abs(point[k]), common)
  end
  for k = 1, 4 do point[k] = point[k] / common end
  return point
end

-- The part of a convex polygon with sign * x[axis] <= sign * level.
local function cut(polygon, axis, level, sign)
  local kept = {}
  local function inside(p) return sign * (level * p[4] - p[axis]) end
  for i, p in ipairs(polygon) do
    local q = polygon[i % #polygon + 1]
    local a, b = inside(p), inside(q)
    if a >= 0 then kept[#kept + 1] = p end
    if a > 0 and b < 0 or a < 0 and b > 0 then
      kept[#kept + 1] = crossing(p, q, math.abs(a), math.abs(b))
    end
  end
  return kept
end

-- Does the closed triangle { {x, y, z}, ... } meet the closed box?
function clip.meets(corners, low, high)
  local polygon = {}
  for i, p in ipairs(corners) do polygon[i] = { p[1], p[2], p[3], 1 } end
  for axis = 1, 3 do
    polygon = cut(cut(polygon, axis, low[axis], -1), axis, high[axis], 1)
  end
  return #polygon > 0
end

return clip
