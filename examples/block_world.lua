-- SPDX-License-Identifier: MIT
-- A world of blocks: which block does the player look at, and where would a new one go?
local collide = require("collide")

local names = { "grass", "stone", "leaves" }
local world = collide.grid({})
world:fill({ 0, 0, 0 }, { 7, 0, 7 }, 1)
world:set(5, 1, 5, 2)
world:set(3, 2, 0, 3)

local function report(eye, to)
  local hit = world:segmentcast(eye, to)
  if not hit then
    return print("nothing within reach")
  end
  local cell, normal = hit.cell, hit.normal
  print(("%s at %d,%d,%d, a new block goes to %d,%d,%d"):format(names[hit.value], cell.x, cell.y, cell.z,
    cell.x + normal.x, cell.y + normal.y, cell.z + normal.z))
end

report({ 1.5, 2.5, 5.5 }, { 7.5, 0.5, 5.5 }) --> stone at 5,1,5, a new block goes to 4,1,5
report({ 1.5, 2.5, 2.5 }, { 1.5, -2.5, 3.5 }) --> grass at 1,0,2, a new block goes to 1,1,2
report({ 0.5, 2.5, 0.5 }, { 5.5, 4.5, 0.5 }) --> nothing within reach
