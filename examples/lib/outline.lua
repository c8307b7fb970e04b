-- SPDX-License-Identifier: MIT
-- Convex outlines, cut by lines, to draw a part of the plane that is infinite.
local outline = {}

-- The side of the line from a to b: above 0 to the left of it, 0 on it.
local function side(a, b, x, y)
  return (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x)
end

-- The part of an outline, a flat array x, y, ..., to the left of the line from a to b.
function outline.cut(points, a, b)
  local kept = {}
  local x, y = points[#points - 1], points[#points]
  local before = x and side(a, b, x, y)
  for i = 1, #points, 2 do
    local px, py = points[i], points[i + 1]
    local here = side(a, b, px, py)
    if before * here < 0 then
      local t = before / (before - here)
      kept[#kept + 1], kept[#kept + 2] = x + t * (px - x), y + t * (py - y)
    end
    if here >= 0 then
      kept[#kept + 1], kept[#kept + 2] = px, py
    end
    x, y, before = px, py, here
  end
  return kept
end

-- The area and the centre.
function outline.middle(points)
  local area, mx, my = 0, 0, 0
  for i = 3, #points - 3, 2 do
    local ax, ay = points[i] - points[1], points[i + 1] - points[2]
    local bx, by = points[i + 2] - points[1], points[i + 3] - points[2]
    local twice = ax * by - ay * bx
    area, mx, my = area + twice / 2, mx + twice * (ax + bx) / 6, my + twice * (ay + by) / 6
  end
  if area == 0 then
    return 0
  end
  return math.abs(area), points[1] + mx / area, points[2] + my / area
end

-- One of the seven regions around a triangle, as far as it lies in an outline. A region's number
-- has a bit for each edge, 4 for AB, 2 for BC, 1 for CA, set where a point lies on the inner side.
function outline.region(points, corners, number)
  local a, b, c = corners[1], corners[2], corners[3]
  local left = side(a, b, c.x, c.y) >= 0
  for i, bit in ipairs({ 4, 2, 1 }) do
    local from, to = corners[i], corners[i % 3 + 1]
    local inner = math.floor(number / bit) % 2 == 1
    if inner ~= left then
      from, to = to, from
    end
    points = outline.cut(points, from, to)
  end
  return points
end

return outline
