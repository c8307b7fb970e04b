-- SPDX-License-Identifier: MIT
-- Pairs with rects that are not turned, which is what most games ask: four numbers a rect.
local sqrt, max, min = math.sqrt, math.max, math.min

local overlap, contact, distance = {}, {}, {}

function overlap.level_level(a, b)
  return a.x0 <= b.x1 and b.x0 <= a.x1 and a.y0 <= b.y1 and b.y0 <= a.y1
end

-- The shortest of the four ways out.
function contact.level_level(a, b)
  local right, left, up, down = b.x1 - a.x0, a.x1 - b.x0, b.y1 - a.y0, a.y1 - b.y0
  if right < 0 or left < 0 or up < 0 or down < 0 then return nil end
  local x, y = min(right, left), min(up, down)
  if x < y then return right < left and 1 or -1, 0, x end
  return 0, up < down and 1 or -1, y
end

-- The nearest of two intervals: a number of each.
local function nearest(a0, a1, b0, b1)
  if a1 < b0 then return a1, b0 end
  if b1 < a0 then return a0, b1 end
  local both = max(a0, b0)
  return both, both
end

function distance.level_level(a, b)
  local ax, bx = nearest(a.x0, a.x1, b.x0, b.x1)
  local ay, by = nearest(a.y0, a.y1, b.y0, b.y1)
  local x, y = ax - bx, ay - by
  return sqrt(x * x + y * y), ax, ay, bx, by
end

function overlap.circle_level(a, b)
  local x, y = a.x - max(b.x0, min(b.x1, a.x)), a.y - max(b.y0, min(b.y1, a.y))
  return x * x + y * y <= a.r * a.r
end

-- A middle inside leaves by the nearest side.
local function push_inside(a, b)
  local right, left, up, down = b.x1 - a.x, a.x - b.x0, b.y1 - a.y, a.y - b.y0
  local x, y = min(right, left), min(up, down)
  if x < y then return right < left and 1 or -1, 0, x + a.r end
  return 0, up < down and 1 or -1, y + a.r
end

function contact.circle_level(a, b)
  local x, y = a.x - max(b.x0, min(b.x1, a.x)), a.y - max(b.y0, min(b.y1, a.y))
  local square = x * x + y * y
  if square > a.r * a.r then return nil end
  if square == 0 then return push_inside(a, b) end
  local length = sqrt(square)
  return x / length, y / length, a.r - length
end

function distance.circle_level(a, b)
  local px, py = max(b.x0, min(b.x1, a.x)), max(b.y0, min(b.y1, a.y))
  local x, y = a.x - px, a.y - py
  local square = x * x + y * y
  if square <= a.r * a.r then return 0, px, py, px, py end
  local length = sqrt(square)
  local part = a.r / length
  return length - a.r, a.x - part * x, a.y - part * y, px, py
end

return { overlap = overlap, contact = contact, distance = distance }
