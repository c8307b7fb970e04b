-- SPDX-License-Identifier: MIT
--
-- The hull of points of the plane by exact arithmetic: integers up to a thousand keep every term below 2^53.
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

return planar
