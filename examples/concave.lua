-- SPDX-License-Identifier: MIT
-- A concave outline as a body. `decompose` cuts it into convex polygons, exactly and without new points. Casts and
-- pairs accept the array of polygons.
local collide = require("collide")

-- A key as a flat outline, as in a drawing program or LÖVE: x and y of each point.
local key = {
  0, 3, 1, 1, 3, 0, 5, 1, 6, 3, 16, 3, 16, 1, 17, 1, 17, 3, 18, 3, 18, 0, 19, 0, 19, 4, 6, 4, 5, 6, 3, 7, 1, 6,
}

-- Twice the area is exact for whole numbers.
local function area(numbers)
  local sum = 0
  for i = 1, #numbers, 2 do
    local x, y = numbers[i + 2] or numbers[1], numbers[i + 3] or numbers[2]
    sum = sum + (numbers[i] * y - numbers[i + 1] * x)
  end
  return sum / 2
end

local pieces, sum = collide.decompose(key), 0
print(("%d points, %d pieces"):format(#key / 2, #pieces))
for i, piece in ipairs(pieces) do
  local corners = {}
  for _, p in ipairs(piece:describe().points) do
    corners[#corners + 1], corners[#corners + 2] = p.x or p[1], p.y or p[2]
  end
  print(("piece %d: %d corners, area %.1f"):format(i, #corners / 2, area(corners)))
  sum = sum + area(corners)
end
print(("together %.1f, the outline %.1f"):format(sum, area(key)))

-- The hits of a ray along the teeth, and an invalid outline.
print(("hit at x = %.1f"):format(collide.raycast(pieces, { 30, 2 }, { -1, 0 }).point.x))
print(select(2, pcall(collide.decompose, { 0, 0, 4, 4, 4, 0, 0, 4 })))
--> 17 points, 4 pieces
--> piece 1: 9 corners, area 29.5
--> piece 2: 4 corners, area 12.5
--> piece 3: 4 corners, area 2.0
--> piece 4: 4 corners, area 3.5
--> together 47.5, the outline 47.5
--> hit at x = 19.0
--> bad argument #1 to 'decompose' (points: the edges that begin at points 1 and 3 cross)
