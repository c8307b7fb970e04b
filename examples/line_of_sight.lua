-- SPDX-License-Identifier: MIT
-- Line of sight on a tile map: walk the cells between two points until one is a wall. Cells that the line enters at
-- the same t form one group, so it does not pass between two blocks that touch at a corner.
local collide = require("collide")

local rows = {
  "........",
  "...#....",
  "..#.....",
  "......#.",
  "........",
}

local function wall(cell)
  return rows[cell.y + 1]:sub(cell.x + 1, cell.x + 1) == "#"
end

-- The first wall between two points, or nil.
local function obstacle(from, to)
  for group in collide.cells(from, to) do
    for _, cell in ipairs(group) do
      if wall(cell) then
        return cell
      end
    end
  end
end

local function report(from, to)
  local cell = obstacle(from, to)
  print(cell and string.format("hidden by %d, %d", cell.x, cell.y) or "seen")
end

report({ 1.5, 1.5 }, { 6.5, 4.5 }) --> hidden by 2, 2
report({ 0.5, 4.5 }, { 7.5, 0.5 }) --> seen
report({ 2.5, 1.5 }, { 3.5, 2.5 }) --> hidden by 3, 1

-- At the corner, the line enters both blocks and the cell behind at once.
for _, group in ipairs(collide.trace({ 2.5, 1.5 }, { 3.5, 2.5 })) do
  local cells = {}
  for _, cell in ipairs(group) do
    cells[#cells + 1] = string.format("(%d, %d)", cell.x, cell.y)
  end
  print(string.format("t = %g: ", group.t) .. table.concat(cells, " "))
end
--> t = 0: (2, 1)
--> t = 0.5: (3, 1) (2, 2) (3, 2)
