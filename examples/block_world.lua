-- SPDX-License-Identifier: MIT
-- A world of blocks: which block does the player look at, and where would a new one go?
local collide = require("collide")

local function key(x, y, z)
  return x .. "," .. y .. "," .. z
end

local blocks = { [key(5, 1, 5)] = "stone", [key(3, 2, 0)] = "leaves" }
for x = 0, 7 do
  for z = 0, 7 do
    blocks[key(x, 0, z)] = "grass"
  end
end

local function look(eye, to)
  local before
  for group in collide.cells(eye, to) do
    for _, cell in ipairs(group) do
      local block = blocks[key(cell.x, cell.y, cell.z)]
      if block then
        return block, cell, before
      end
    end
    before = group[#group] -- where the line goes on comes last
  end
end

local function report(eye, to)
  local block, cell, before = look(eye, to)
  if block then
    local free = key(before.x, before.y, before.z)
    print(block .. " at " .. key(cell.x, cell.y, cell.z) .. ", a new block goes to " .. free)
  else
    print("nothing within reach")
  end
end

report({ 1.5, 2.5, 5.5 }, { 7.5, 0.5, 5.5 }) --> stone at 5,1,5, a new block goes to 4,1,5
report({ 1.5, 2.5, 2.5 }, { 1.5, -2.5, 3.5 }) --> grass at 1,0,2, a new block goes to 1,1,2
report({ 0.5, 2.5, 0.5 }, { 5.5, 4.5, 0.5 }) --> nothing within reach
