-- SPDX-License-Identifier: MIT
-- The article: Redpoll's 60, 2-22 "衝突判定 9 (「倉庫番」プログラムの作成)" ("Collision 9: a Sokoban"). A game in which the player
-- pushes tiles needs no shapes, only a grid of the tiles.
local collide = require("collide")

local WALL, CRATE = 1, 2
local rows = {
  "#######",
  "#.....#",
  "#.$@$.#",
  "#..$..#",
  "#######",
}

local level, player = collide.grid({ dimensions = 2 }), {}
for y, row in ipairs(rows) do
  for x = 1, #row do
    local sign = row:sub(x, x)
    level:set(x - 1, y - 1, sign == "#" and WALL or sign == "$" and CRATE or 0)
    if sign == "@" then
      player.x, player.y = x - 1, y - 1
    end
  end
end

local ways = { left = { -1, 0 }, right = { 1, 0 }, up = { 0, -1 }, down = { 0, 1 } }

-- The tile ahead and the tile behind it decide the step.
local function step(way)
  local dx, dy = ways[way][1], ways[way][2]
  local x, y = player.x + dx, player.y + dy
  local ahead, behind = level:get(x, y), level:get(x + dx, y + dy)
  if ahead == WALL or ahead == CRATE and behind ~= 0 then
    return false
  end
  if ahead == CRATE then
    level:set(x, y, 0)
    level:set(x + dx, y + dy, CRATE)
  end
  player.x, player.y = x, y
  return true
end

for _, way in ipairs({ "left", "left", "right", "right", "right", "right", "down" }) do
  print(way, step(way))
end
--> left	true
--> left	false
--> right	true
--> right	true
--> right	false
--> right	false
--> down	true

for y = 0, #rows - 1 do
  local row = {}
  for x = 0, #rows[1] - 1 do
    local cell = level:get(x, y)
    row[#row + 1] = x == player.x and y == player.y and "@" or cell == WALL and "#" or cell == CRATE and "$" or "."
  end
  print(table.concat(row))
end
--> #######
--> #.....#
--> #$...$#
--> #..$@.#
--> #######
