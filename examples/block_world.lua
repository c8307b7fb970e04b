-- SPDX-License-Identifier: MIT
-- A world of blocks. Which block does the player look at? Where would a new block go? Where can the player walk?
-- Which blocks remain after an explosion?
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

-- The player is a box of 0.6 by 1.8 by 0.6. It falls onto the grass, stops at the stone, and climbs the stone if `step`
-- is high enough.
local player = collide.box({ size = { 0.6, 1.8, 0.6 }, position = { 1.5, 4, 5.5 } })
local walking = { up = { 0, 1, 0 }, step = 0.5 }
print(world:move(player, { 0, -9, 0 }, walking)) --> moved position=(1.5, 1.9, 5.5) hits=1 ground
print(world:move(player, { 9, 0, 0 }, walking)) --> moved position=(4.7, 1.9, 5.5) hits=1 ground
walking.step = 1
print(world:move(player, { 1, 0, 0 }, walking)) --> moved position=(5.7, 2.9, 5.5) hits=1 ground

-- An explosion removes every block that a ball touches.
local blast = collide.sphere({ radius = 1.5, position = { 5.5, 1.5, 5.5 } })
for _, cell in ipairs(world:cells_in(blast)) do
  world:set(cell, 0)
end
print(world) --> grid 3D size=1 cells=56
