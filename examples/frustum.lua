-- SPDX-License-Identifier: MIT
-- Picking with a frame on the screen. The camera's view through the frame is a frustum, the hull of eight corners.
-- `overlap_all` returns the things that overlap it, exactly. Tests against its six planes would also accept things
-- that only pass near an edge.
local collide = require("collide")

-- A hull must have volume, so the frame is at least one pixel wide and high. The camera is at the origin and looks
-- along z; a screen at a distance of 1 shows x and y from -1 to 1. The view reaches from a distance of 1 to 20.
local function frustum(left, bottom, right, top)
  local corners = {}
  for _, z in ipairs { 1, 20 } do
    for _, y in ipairs { bottom, top } do
      for _, x in ipairs { left, right } do corners[#corners + 1] = { x * z, y * z, z } end
    end
  end
  return collide.hull(corners)
end

-- A street of crates, with lamps between them and a wire above.
local things = {}
local function add(name, shape)
  shape.data = name
  things[#things + 1] = shape
end
for i = 1, 4 do
  add("crate " .. i, collide.box { half = { 1, 1, 1 }, position = { 3, -2, 4 * i }, rotation = { 0, i, 0, 4 } })
  add("lamp " .. i, collide.group {
    collide.cylinder { radius = 0.1, half_height = 2 }, collide.sphere { radius = 0.5, position = { 0, 2, 0 } },
    position = { -3, 0, 4 * i + 2 },
  })
end
add("wire", collide.segment { { -9, 3, 3 }, { 9, 3, 16 } })

local function names(list)
  local said = {}
  for i, thing in ipairs(list) do said[i] = thing.data end
  return #said .. ": " .. table.concat(said, ", ")
end

print("all      " .. names(collide.overlap_all(frustum(-1, -1, 1, 1), things)))
print("left     " .. names(collide.overlap_all(frustum(-1, -1, 0, 1), things)))
print("a square " .. names(collide.overlap_all(frustum(0.2, -0.4, 0.4, -0.2), things)))
print("the sky  " .. names(collide.overlap_all(frustum(-1, 0.5, 1, 1), things)))

-- A lamp is a group: which part was picked?
local view = frustum(-0.6, 0.1, -0.3, 0.5)
for _, contact in ipairs(collide.contact_all(view, things)) do
  print(("%s, %.3f deep%s"):format(contact.shape.data, contact.depth, contact.part and ", part " .. contact.part or ""))
end
--> all      9: crate 1, lamp 1, crate 2, lamp 2, crate 3, lamp 3, crate 4, lamp 4, wire
--> left     5: lamp 1, lamp 2, lamp 3, lamp 4, wire
--> a square 2: crate 2, crate 3
--> the sky  1: wire
--> lamp 1, 1.014 deep, part 2
--> wire, 0.806 deep
--> lamp 1, 0.614 deep, part 1
--> lamp 2, 0.500 deep, part 2
--> lamp 2, 0.100 deep, part 1
