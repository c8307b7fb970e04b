-- SPDX-License-Identifier: MIT
-- Pairs with axis-aligned rects, the most common query of games: four numbers a rect.
local max, min = math.max, math.min

local overlap, contact, distance = {}, {}, {}

function overlap.level_level(a, b)
  return a.x0 <= b.x1 and b.x0 <= a.x1 and a.y0 <= b.y1 and b.y0 <= a.y1
end

-- The shortest of the four displacements.
function contact.level_level(a, b)
  local right, left, up, down = b.x1 - a.x0, a.x1 - b.x0, b.y1 - a.y0, a.y1 - b.y0
  if right < 0 or left < 0 or up < 0 or down < 0 then return nil end
  local x, y = min(right, left), min(up, down)
  if x < y then return right < left and 1 or -1, 0, x end
  return 0, up < down and 1 or -1, y
end

function overlap.circle_level(a, b)
  local x, y = a.x - max(b.x0, min(b.x1, a.x)), a.y - max(b.y0, min(b.y1, a.y))
  return x * x + y * y <= a.r * a.r
end

return { overlap = overlap, contact = contact, distance = distance }
