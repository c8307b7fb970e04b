-- SPDX-License-Identifier: MIT
-- The article: "3D衝突編 その23 整数区画に飛ばしたレイが通った区画を列挙してく" ("3D collision, part 23: listing the integer cells that a ray
-- passes"). Its two traversals with its numbers, the first object on the ray, and the bullet at a corner.
--
-- Cells that the ray enters at the same t form one group, as in the article. The article lists the cell behind a corner
-- first in the plane and last in space. Here it is always last: x, y, xy in the plane and x, y, xy, z, xz, yz, xyz in
-- space.
local collide = require("collide")

local function show(group)
  local cells = {}
  for _, cell in ipairs(group) do
    cells[#cells + 1] = tostring(cell)
  end
  print(string.format("%.4f", group.t) .. "  " .. table.concat(cells, " "))
end

-- The first figure of the article: from S to G.
local passed = {}
for _, _, x, y in collide.cells(-1.8, 0.1, 2.8, 1.9) do
  passed[#passed + 1] = string.format("(%d,%d)", x, y)
end
print(table.concat(passed, " ")) --> (-2,0) (-1,0) (0,0) (0,1) (1,1) (2,1)

-- The first traversal, in the plane.
for group in collide.cells({ 3.5, -2.5 }, { 7, 3.5 }) do
  show(group)
end
--> 0.0000  (3, -3)
--> 0.0833  (3, -2)
--> 0.1429  (4, -2)
--> 0.2500  (4, -1)
--> 0.4167  (4, 0)
--> 0.4286  (5, 0)
--> 0.5833  (5, 1)
--> 0.7143  (6, 1)
--> 0.7500  (6, 2)
--> 0.9167  (6, 3)
--> 1.0000  (7, 3)

-- The second, in space. It starts at a corner of cells. The boundaries at the start belong to the cell above, so a step
-- down along y enters the cell below at once. Then it crosses a boundary of x and one of z at the same t.
for group in collide.cells({ 2, 3, -4 }, { 5, -2, 2 }) do
  show(group)
end
--> 0.0000  (2, 3, -4)
--> 0.0000  (2, 2, -4)
--> 0.1667  (2, 2, -3)
--> 0.2000  (2, 1, -3)
--> 0.3333  (3, 1, -3) (2, 1, -2) (3, 1, -2)
--> 0.4000  (3, 0, -2)
--> 0.5000  (3, 0, -1)
--> 0.6000  (3, -1, -1)
--> 0.6667  (4, -1, -1) (3, -1, 0) (4, -1, 0)
--> 0.8000  (4, -2, 0)
--> 0.8333  (4, -2, 1)
--> 1.0000  (5, -2, 1) (4, -3, 1) (5, -3, 1) (4, -2, 2) (5, -2, 2) (4, -3, 2) (5, -3, 2)

-- The first object on the ray: a cast at a grid visits the cells in C, in the same order, up to the first that is not
-- empty.
local rocks = collide.grid({ dimensions = 2 })
rocks:set(6, 2, 1)
rocks:set(5, 1, 2)
local hit = collide.segmentcast(rocks, { 3.5, -2.5 }, { 7, 3.5 })
print(hit.cell, hit.value, string.format("%.4f", hit.t)) --> (5, 1)	2	0.5833

-- The bullet at the corner. Two blocks touch at a corner, and the bullet flies exactly through it. It hits both,
-- because it enters the cells on both sides together with the cell behind.
local blocks = collide.grid({ dimensions = 2 })
blocks:set(1, 0, 1)
blocks:set(0, 1, 1)
hit = collide.segmentcast(blocks, { 0.5, 0.5 }, { 1.5, 1.5 })
print(#hit.cells, hit.cells[1], hit.cells[2]) --> 2	(1, 0)	(0, 1)

-- With `corners = "ahead"` only the cell ahead counts, so the bullet passes.
print(collide.segmentcast(blocks, { 0.5, 0.5 }, { 1.5, 1.5 }, { corners = "ahead" })) --> nil
