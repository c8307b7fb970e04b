-- SPDX-License-Identifier: MIT
-- A tile map with thirty rotated crates, and a player who pushes them. `move` stops the player at a crate and slides
-- along it. Then the crate moves by the blocked part of the player's displacement, and slides along walls and other
-- crates. No two shapes ever overlap.
local collide = require("collide")

local walls = collide.grid.from_rows({
  "################################",
  "#..............................#",
  "#..............................#",
  "#......####....................#",
  "#......#.......................#",
  "#......#..............####.....#",
  "#.........................#....#",
  "#..............................#",
  "################################",
  size = 32,
}, { ["#"] = 1 })
local world = collide.world({ walls })

-- Park and Miller's generator, so that every run is the same.
local seed = 7
local function random(low, high)
  seed = seed * 16807 % 2147483647
  return low + seed % (high - low + 1)
end

local crates = 0
while crates < 30 do
  local crate = collide.rect({
    size = { 20, 20 },
    position = { random(40, 980), random(40, 250) },
    rotation = random(0, 628) / 100,
    layer = "crate",
  })
  if not world:overlap(crate) then
    world:add(crate)
    crates = crates + 1
  end
end
local player = collide.circle({ x = 48, y = 48, radius = 9 })
world:add(player)
print(world) --> world 2D members=32

local pushes = 0
local function walk(dx, dy)
  for _, hit in ipairs(world:move(player, { dx, dy }).hits) do
    local pressed = -(dx * hit.normal.x + dy * hit.normal.y)
    if hit.shape:get_layer() == "crate" and pressed > 0 then
      local pushed = world:move(hit.shape, { -hit.normal.x * pressed, -hit.normal.y * pressed })
      if #pushed.hits == 0 then
        pushes = pushes + 1
      end
    end
  end
end

local ways = { { 3, 0 }, { 2, 2 }, { 0, 3 }, { -2, 2 }, { -3, 0 }, { -2, -2 }, { 0, -3 }, { 2, -2 } }

-- Half a minute of walking; after each frame a test whether any two shapes overlap.
local collisions = 0
for frame = 1, 1800 do
  local way = ways[math.floor(frame / 90) * 3 % 8 + 1]
  walk(way[1], way[2])
  for _ in world:pairs({ touching = "skip" }) do
    collisions = collisions + 1
  end
end
print(pushes, collisions) --> 235	0
