-- SPDX-License-Identifier: MIT
-- Overlap of shapes in space: cases that can be worked out by hand; spec/solids compares with exact arithmetic.
local collide = require("collide")
local overlap = collide.overlap

local function moved(shape, x, y, z)
  return shape:set_position(x, y, z)
end

local function both(expected, a, b)
  assert.equal(expected, overlap(a, b))
  assert.equal(expected, overlap(b, a))
end

local LITTLE = 2 ^ -40

local function box(x, y, z)
  return collide.box { half = { x, y, z } }
end

-- In each row a shape, another, where that has to stand to touch the first, and "up" where it is
-- parted from it by a little along z; else farther away from the origin does.
local touching = {
  { "two balls", collide.sphere { radius = 2 }, collide.sphere { radius = 3 }, { 3, 4, 0 } },
  { "a ball and the corner of a box", collide.sphere { radius = 7 }, box(1, 1, 1), { 3, 4, 7 } },
  { "a ball and an edge of a box", collide.sphere { radius = 5 }, box(1, 1, 1), { 4, 5, 0.5 } },
  { "two capsules that cross", collide.capsule { a = { -2, 0, 0 }, b = { 2, 0, 0 }, radius = 1 },
    collide.capsule { a = { 0, -2, 0 }, b = { 0, 2, 0 }, radius = 2 }, { 0.5, 0.5, 3 } },
  { "two boxes, one of them turned by a matrix", box(1, 1, 1),
    collide.box { half = { 1, 1, 1 }, transform = { 1, -1, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 } },
    { 3, 0, 0 } },
  { "a cylinder and the edge of a box", collide.cylinder { radius = 5, half_height = 2 }, box(1, 1, 1), { 4, 0, 5 } },
  { "the cap of a cylinder and a box", collide.cylinder { radius = 5, half_height = 2 }, box(1, 1, 1), { 1, 3, 1 } },
  { "a cone's side and a point of a segment", collide.cone { radius = 3, height = 3 },
    collide.segment { { 0, 0, 0 }, { 2, 1, 0 } }, { 1, -1, 0 }, "up" },
  { "a cone's apex and a box", collide.cone { radius = 3, height = 3 }, box(1, 1, 1), { 0.5, 1, 0.5 } },
  { "a triangle and a hull", collide.triangle { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } },
    collide.hull { { 0, 0, 0 }, { 1, 0, 1 }, { 0, 1, 1 }, { 1, 1, 1 } }, { 0.25, 0.25, 0 }, "up" },
  { "crossing segments", collide.segment { { -1, 0, 0 }, { 1, 0, 0 } },
    collide.segment { { 0, -1, 0 }, { 0, 1, 0 } }, { 0.5, 0.25, 0 }, "up" },
}

describe("overlap in space", function()
  for _, row in ipairs(touching) do
    local a, b, at = row[2], row[3], row[4]
    it("counts touching: " .. row[1], function()
      moved(b, at[1], at[2], at[3])
      both(true, a, b)
    end)
    it("is exact at a small gap: " .. row[1], function()
      local f = row[5] == "up" and 1 or 1 + LITTLE
      moved(b, at[1] * f, at[2] * f, row[5] == "up" and at[3] + LITTLE or at[3] * f)
      both(false, a, b)
    end)
  end

  it("works for half-spaces", function()
    local floor = collide.plane { normal = { 0, 2, 0 }, distance = 0 }
    local ball = collide.sphere { radius = 1 }
    both(true, floor, moved(ball, 5, 1, 7))
    both(false, floor, moved(ball, 5, 1 + 2 ^ -52, 7))
    both(true, floor, collide.plane { normal = { 0, -3, 0 }, distance = 0 })
    both(false, floor, collide.plane { normal = { 0, -3, 0 }, distance = -1e-300 })
    both(true, floor, collide.plane { normal = { 1, 0, 0 }, distance = -1e70 })
  end)

  it("accepts tiny and huge shapes", function()
    for _, size in ipairs { 2 ^ -230, 2 ^ 230 } do
      local a = collide.sphere { radius = size }
      local b = collide.capsule { a = { 0, 0, 0 }, b = { 0, size, 0 }, radius = 4 * size }
      both(true, a, moved(b, 3 * size, 4 * size, 0))
      both(false, a, moved(b, 3 * size, 5 * size + size * 2 ^ -50, 0))
    end
  end)
end)
