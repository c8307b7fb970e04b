-- SPDX-License-Identifier: MIT
--
-- What LuaLS has to say to somebody who uses the stubs: behind `--!` its name for the mistake in a line, and
-- nothing to say to the other lines. `make luals` compares. It never runs.
local collide = require("collide")

local ball = collide.sphere { radius = 1 }
local disc = collide.circle { radius = 1 }
local sail = collide.triangle { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 4, 0 } }

-- A hit has a point wherever there is a hit, with a z where the shape is of space.
local hit = ball:raycast({ 0, 0, -5 }, { 0, 0, 1 })
print(hit.point.z) --! need-check-nil
if hit then print(hit.point.z, hit.normal.x + 1, hit.bogus) end --! undefined-field
local flat = disc:raycast({ 0, 0 }, { 0, 1 })
if flat then print(flat.point.x, flat.point.z) end --! undefined-field
local many = collide.raycast({ ball, sail }, { 0, 0, -5 }, { 0, 0, 1 })
if many then print(many.point.z + 1, many.shape) end
local contact = disc:contact(disc)
if contact then print(contact.normal.x, contact.normal.z) end --! undefined-field

-- The distance of two shapes is a number; with `max` there may be none.
local gap, on_disc = disc:distance(disc)
print(gap + 1, on_disc.x, (ball:closest({ 0, 0, 9 })) + 1)

-- A kind is offered what it has.
print(sail:triangle_region(1, 2), sail:normal())
print(disc:triangle_region(1, 2)) --! undefined-field
print(disc:points()) --! undefined-field
print(collide.box({ half = { 1, 1, 1 } }):points()[1].z, collide.rect({ half = { 1, 1 } }):points()[1].x)
print(collide.rect({ half = { 1, 1 } }):points()[1].z) --! undefined-field
for _, piece in ipairs(collide.decompose { 0, 0, 1, 0, 1, 1 }) do
  print(piece:points("numbers"))
  print(piece:faces()) --! undefined-field
end
print(ball.data, ball:describe().radius)
print(ball.radius) --! undefined-field

-- As many numbers as the shape has dimensions.
print(ball:raycast(1, 2, 3, 4, 5, 6), disc:raycast(1, 2, 3, 4))
print(disc:raycast(1, 2, 3, 4, 5, 6)) --! redundant-parameter
disc:set_position(1, 2, 3) --! redundant-parameter
print(ball:overlap(1, 2, 3), disc:overlap(1, 2))

-- A setter returns the shape, of its own kind.
ball:set_position(1, 2, 3):translate(1, 2, 3):set_layer("x"):raycast_any({ 0, 0, -5 }, { 0, 0, 1 })
print(ball:copy():bounds().z, sail:copy():translate(1, 2, 3):edges())
print(disc:copy():bounds().z) --! undefined-field
local group = collide.group { ball, position = { 1, 2, 3 } }
print(group:set_position(1, 2, 3):part(1), group:describe().parts)
local cell = collide.cell_at({ 1, 2, 3 })
print(cell.x + cell.z)
