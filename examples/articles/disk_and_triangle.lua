-- SPDX-License-Identifier: MIT
-- The article: Redpoll's 60, 2-23 "衝突判定 10 (円盤 vs 三角形)" ("Collision 10: disk against
-- triangle"), with its disk and its triangle. The lines through the sides cut the plane into seven
-- regions; the region of the disk's centre names the one or two sides that can touch it first.
-- `love examples/love`, key 3, is the article's program with its keys.
local collide = require("collide")

local disk = collide.circle({ radius = 1, position = { -4, 0 } })
local triangle = collide.triangle({ points = { { 0, 0 }, { 0.8, 1.8 }, { 2.4, 0 } }, scale = 2 })

-- Its corners go clockwise, as the article requires; collide accepts either winding.
print(triangle:winding()) --> -1

-- The article's table: for each region the corners of the sides that the disk can touch first.
local sides = { "AB BC", "CA AB", "AB", "BC CA", "BC", "CA", "inside" }

local function report(x, y)
  disk:set_position(x, y)
  local region = collide.triangle_region(triangle, x, y)
  local distance = string.format("%.4f", (collide.distance(disk, triangle)))
  print(region, sides[region], collide.overlap(disk, triangle), distance)
end

report(-4, 0) --> 3	AB	false	3.0000
report(-3, -1) --> 2	CA AB	false	2.1623
report(-3, 2) --> 3	AB	false	2.5537
report(1.5, 5) --> 1	AB BC	false	0.4036
report(3.8, 1.8) --> 5	BC	true	0.0000
report(5.8, -0.3) --> 4	BC CA	false	0.0440
report(3, -1.5) --> 6	CA	false	0.5000
report(1, 1.5) --> 7	inside	true	0.0000

-- The disk moves right in steps of 0.1, as with the article's key L, until the two touch.
local x = -4
repeat
  x = x + 0.1
  disk:set_position(x, 0)
until collide.overlap(disk, triangle)
print(string.format("%.1f", x)) --> -1.0

-- Touching counts, and the test is exact, as 3-4-5 triangles show.
local roof = collide.triangle({ points = { { 0, 0 }, { 4, 3 }, { 8, 0 } } })
local ball = collide.circle({ radius = 5, position = { -1, 5.5 } })
print(ball:overlap(roof), ball:contact(roof).depth == 0) --> true	true
ball:set_position(-1, 5.500000000000001)
print(ball:overlap(roof)) --> false
