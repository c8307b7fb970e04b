-- SPDX-License-Identifier: MIT
-- Things in a pit are pushed out of each other and out of the walls. `contact` returns the shortest displacement that
-- separates two. Each of two movable things takes half of it. After some rounds nothing overlaps.
local collide = require("collide")

local things = {
  { shape = collide.rect({ min = { -3, -1 }, max = { 6, 0 } }) }, -- the ground
  { shape = collide.rect({ half = { 1, 4 }, rotation = 0.2, position = { -1, 3 } }) }, -- a wall
  { shape = collide.circle({ radius = 1 }), x = 1, y = 0.7 },
  { shape = collide.rect({ size = { 2, 2 } }), x = 2.2, y = 0.8 },
  { shape = collide.polygon({ points = { { -1, -1 }, { 1, -1 }, { 0, 1 } } }), x = 2, y = 2 },
}

local function move(thing, direction, length)
  thing.x, thing.y = thing.x + direction.x * length, thing.y + direction.y * length
  thing.shape:set_position(thing.x, thing.y)
end

for round = 1, 24 do
  local deepest = 0
  for i = 3, #things do
    move(things[i], { x = 0, y = 0 }, 0)
    for j = 1, i - 1 do
      local contact = collide.contact(things[i].shape, things[j].shape)
      if contact then
        deepest = math.max(deepest, contact.depth)
        move(things[i], contact.normal, j > 2 and contact.depth / 2 or contact.depth)
        if j > 2 then move(things[j], contact.normal, -contact.depth / 2) end
      end
    end
  end
  if round == 1 or round % 8 == 0 then
    print(string.format("%.6f deep, ball at %.3f, %.3f", deepest, things[3].x, things[3].y))
  end
end
--> 1.228491 deep, ball at 0.454, 1.255
--> 0.029597 deep, ball at 1.312, 1.580
--> 0.000251 deep, ball at 1.328, 1.581
--> 0.000002 deep, ball at 1.328, 1.581
