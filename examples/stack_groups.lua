-- SPDX-License-Identifier: MIT
-- Concave crates as groups, pushed out of each other and onto the ground. `decompose` cuts a concave outline into
-- convex parts, and a group moves them as one. `contact` of two groups is the deepest contact of any two parts;
-- repeated pushes separate the groups.
local collide = require("collide")

-- An L, two units wide and high, with the inner corner at 1, 1.
local outline = { 0, 0, 2, 0, 2, 1, 1, 1, 1, 2, 0, 2 }

local function crate(x, y, mirror)
  local group = collide.group(collide.decompose(outline))
  return group:set_scale(mirror and -1 or 1, 1):set_position(x, y)
end

local ground = collide.rect { min = { -10, -1 }, max = { 10, 0 } }
local crates = { crate(0, 0.25), crate(2.5, 1.5, true), crate(-0.75, 2.5), crate(1.5, 3.5) }

-- Gravity is a small step down. Then each crate is pushed out of the crates before it in the list.
local function settle(rounds)
  for _ = 1, rounds do
    for i, one in ipairs(crates) do
      one:translate(0, -0.125)
      for _ = 1, 4 do
        local deepest = collide.contact(one, ground, { touching = "skip" })
        for j, other in ipairs(crates) do
          local contact = j < i and collide.contact(one, other, { touching = "skip" })
          if contact and (not deepest or contact.depth > deepest.depth) then deepest = contact end
        end
        if not deepest then break end
        one:translate(deepest.normal.x * deepest.depth, deepest.normal.y * deepest.depth)
      end
    end
  end
end

for _, rounds in ipairs { 0, 4, 60 } do
  settle(rounds)
  local places = {}
  for i, one in ipairs(crates) do places[i] = ("(%.3f, %.3f)"):format(one:get_position("numbers")) end
  print(table.concat(places, " "))
end

-- No two crates penetrate now; they only touch. Which crate rests on which part of another?
for i, one in ipairs(crates) do
  for _, contact in ipairs(collide.contact_all(one, { ground, crates[1], crates[2], crates[3], crates[4] })) do
    if contact.normal.y > 0 then
      local below = contact.index == 1 and "the ground"
        or ("part %d of crate %d"):format(contact.part, contact.index - 1)
      print(("crate %d, %g deep, on %s"):format(i, contact.depth, below))
    end
  end
end
--> (0.000, 0.250) (2.500, 1.500) (-0.750, 2.500) (1.500, 3.500)
--> (0.000, 0.000) (3.000, 1.000) (-0.750, 2.000) (1.500, 3.000)
--> (0.000, 0.000) (3.000, 1.000) (-0.750, 2.000) (1.500, 3.000)
--> crate 1, 0 deep, on the ground
--> crate 1, 0 deep, on the ground
--> crate 2, 0 deep, on part 1 of crate 1
--> crate 3, 0 deep, on part 2 of crate 1
--> crate 3, 0 deep, on part 1 of crate 2
--> crate 4, 0 deep, on part 2 of crate 2
