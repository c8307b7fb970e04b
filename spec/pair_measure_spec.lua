-- SPDX-License-Identifier: MIT
--
-- Measured values of a pair of the plane: contacts of shapes inside each other, distances, closest points.
local collide = require("collide")
local pairs_of = require("spec.support.pairs")
local ulps = dofile("spec/support/ulps.lua")
local random = require("spec.support.random")

local up, down = ulps.up, ulps.down
local inf = math.huge
local circle, rect, plane = pairs_of.circle, pairs_of.rect, pairs_of.plane
local assert_close, assert_contact = pairs_of.assert_close, pairs_of.assert_contact
local assert_parted = pairs_of.assert_parted

describe("contact", function()
  local tile = rect(0, 0, 2, 1)
  local set_square = collide.triangle { { 0, 0 }, { 4, 0 }, { 0, 3 } }

  it("pushes a small shape out of a large one across the nearest side", function()
    assert_contact(rect(0.5, 0.25, 0.25, 0.25), tile, 0, 1, 1, 0.5, 0.25)
    assert_contact(circle(0.75, 1, 0.5), set_square, -1, 0, 1.25)
    assert_contact(collide.segment { { 1, 0.25 }, { 1.5, 0.25 } }, set_square, 0, -1, 0.25, 1.25, 0.25)
    assert_contact(collide.capsule { a = { -0.5, 0 }, b = { 0.5, 0.5 }, radius = 0.125 }, tile, 0, 1, 1.125)
  end)

  it("pushes a large shape off a small one by the same depth", function()
    assert_contact(tile, rect(0.5, 0.25, 0.25, 0.25), 0, -1, 1, 0.5, 0.25)
    assert_contact(set_square, circle(0.75, 1, 0.5), 1, 0, 1.25)
  end)

  it("of concentric circles is along x, by both radii", function()
    -- The smaller to the right, in either order.
    assert_contact(circle(0.1, 0.2, 1), circle(0.1, 0.2, 2), 1, 0, 3, 0.1, 0.2)
    assert_contact(circle(0.1, 0.2, 2), circle(0.1, 0.2, 1), -1, 0, 3, 0.1, 0.2)
    assert_contact({ 0.1, 0.2 }, circle(0.1, 0.2, 1), 1, 0, 1, 0.1, 0.2)
    assert_contact(circle(0.1, 0.2, 1), { 0.1, 0.2 }, -1, 0, 1, 0.1, 0.2)
    local disc = circle(3, 4, 1)
    assert_contact(disc, disc, 1, 0, 2, 3, 4)
  end)

  it("of nearly concentric circles is along the difference of the centres", function()
    assert_contact(circle(1, 1 + 2.0 ^ -52, 1), circle(1, 1, 1), 0, 1, 2)
    assert_contact(circle(3 * 2.0 ^ -280, 4 * 2.0 ^ -280, 1), circle(0, 0, 1), 0.6, 0.8, 2)
  end)

  it("of a point on an edge, a corner or a segment has depth 0 and a normal", function()
    assert_contact({ 1, 1 }, tile, 0, 1, 0, 1, 1)
    assert_contact({ 2, 0.5 }, tile, 1, 0, 0, 2, 0.5)
    assert_parted({ 2, 1 }, tile, 0)
    assert_contact({ 2, 1.5 }, set_square, 0.6, 0.8, 0, 2, 1.5)
    local contact = assert_parted({ 4, 3 }, collide.segment { { 0, 0 }, { 8, 6 } }, 0)
    assert_close(0.6, math.abs(contact.normal.x))
    assert.same({ 4, 3 }, { contact.point.x, contact.point.y })
    assert_parted({ 8, 6 }, collide.segment { { 0, 0 }, { 8, 6 } }, 0)
  end)

  it("of shapes with parallel edges is in the middle of the common part", function()
    assert_contact(tile, rect(1, 2, 2, 1), 0, -1, 0, 0.5, 1)
    assert_contact(tile, rect(3, 2, 2, 1), 0, -1, 0, 1.5, 1)
    assert_contact(tile, collide.segment { { 1, 1 }, { 7, 1 } }, 0, -1, 0, 1.5, 1)
    assert_contact(tile, collide.capsule { a = { -7, 2 }, b = { 1, 2 }, radius = 1 }, 0, -1, 0, -0.5, 1)
    assert_contact(collide.triangle { { 0, 3 }, { 4, 0 }, { 4, 3 } }, set_square, 0.6, 0.8, 0, 2, 1.5)
  end)

  it("is in the middle even if edges are parallel only up to rounding", function()
    for turn = 1, 100 do
      local cos, sin = math.cos(turn), math.sin(turn)
      local a = collide.capsule { a = { -2, 0 }, b = { 2, 0 }, radius = 0.5, rotation = turn }
      local b = collide.capsule { a = { -1, 0.75 }, b = { 3, 0.75 }, radius = 0.5, rotation = turn }
      local box = collide.rect { min = { -1, 0.25 }, max = { 3, 2 }, rotation = turn }
      for _, other in ipairs { b, box } do
        local point = collide.contact(a, other).point
        assert_close(0.5 * cos - 0.375 * sin, point.x)
        assert_close(0.5 * sin + 0.375 * cos, point.y)
      end
    end
  end)

  it("is in the middle if edges touch or almost touch", function()
    local foot = collide.capsule { a = { -1, 0 }, b = { 2, 0 }, radius = 0.5 }
    for _, gap in ipairs { 0, 2 ^ -52, -2 ^ -52, 2 ^ -40, -2 ^ -40, 0.25, -0.25 } do
      local floor = collide.rect { min = { -8, -4 }, max = { 1, -0.5 - gap } }
      local distance, on_foot, on_floor = collide.distance(foot, floor)
      assert.equal(math.max(gap, 0), distance)
      assert.equal(0, on_foot.x)
      assert.equal(0, on_floor.x)
      assert.equal(gap <= 0, collide.overlap(foot, floor))
    end
  end)

  it("counts a common corner once", function()
    local a = collide.rect { min = { 0, 0 }, max = { 4, 4 } }
    assert_contact(collide.rect { min = { 0, 0 }, max = { 2, 1 } }, a, 0, -1, 1, 1, 0.5)
    assert_contact(collide.triangle { { 0, 0 }, { 3, 0 }, { 3, 1.5 } }, a, 0, -1, 1.5, 2, 0.5)
  end)

  it("of segments on one line has depth 0, and a point in the middle of the common part", function()
    local a = collide.segment { { 0, 0 }, { 8, 6 } }
    local contact = assert_parted(a, collide.segment { { 4, 3 }, { 12, 9 } }, 0)
    assert_close(0.6, math.abs(contact.normal.x))
    assert_close(0.8, math.abs(contact.normal.y))
    assert_close(6, contact.point.x)
    assert_close(4.5, contact.point.y)
  end)

  it("of half-planes is infinite unless they face each other", function()
    local ground = plane(0, 1, 0)
    assert_contact(ground, plane(0, 1, 5), 0, 1, inf)
    assert_contact(ground, plane(3, 4, 5), 0.6, 0.8, inf, 5 / 3, 0)
    assert_contact(plane(3, 4, 5), ground, -0.6, -0.8, inf, 5 / 3, 0) -- the mirror of it
    assert_contact(ground, ground, 0, 1, inf)
    assert_contact(ground, plane(2.0 ^ -70, -1, 5), 2.0 ^ -70, -1, inf)
    assert_contact(ground, plane(0, -2, 10), 0, -1, 5, 0, -2.5)
    assert_contact(ground, plane(0, -0.5, 0), 0, -1, 0, 0, 0)
    assert.is_nil(collide.contact(ground, plane(0, -0.5, -2.0 ^ -1074)))
    assert.is_false(collide.overlap(plane(0.1, 0.2, 0.3), plane(-0.1, -0.2, down(-0.3))))
    assert.is_true(collide.overlap(plane(0.1, 0.2, 0.3), plane(-0.1, -0.2, -0.3)))
    -- Three times each of them would not be parallel once it is rounded.
    assert.is_true(collide.overlap(plane(0.1, 0.7, 0), plane(-0.1 * 3, -0.7 * 3, -1e300)))
  end)

  it("has depth 0 for a triangle that is a segment or a point", function()
    local needle = collide.triangle { { 0, 0 }, { 8, 6 }, { 4, 3 } }
    local dot = collide.triangle { { 4, 3 }, { 4, 3 }, { 4, 3 } }
    assert_parted(needle, dot, 0)
    assert_contact(circle(1, 7, 6), needle, -0.6, 0.8, 1, 4, 3)
    assert_contact(circle(1, 7, 6), dot, -0.6, 0.8, 1, 4, 3)
    assert_contact(dot, rect(4, 3.75, 1, 1), 0, -1, 0.25, 4, 3)
    assert.equal(5, (collide.distance(needle, { 1, 7 })))
  end)

  it("keeps its digits far from the origin", function()
    for _, far in ipairs { 1e8, -2 ^ 40 } do
      local slope = collide.segment { { far, far }, { far + 8, far + 6 } }
      local contact = collide.contact(circle(far + 1, far + 7, 6), slope)
      assert.equal(1, contact.depth)
      assert_close(-0.6, contact.normal.x)
      assert_close(0.8, contact.normal.y)
      assert.same({ far + 4, far + 3 }, { contact.point.x, contact.point.y })
    end
  end)

  it("is right for small shapes beside large ones", function()
    local world = circle(0, -1e70, 1e70) -- its surface is y = 0, near x = 0
    assert_contact(circle(0, 1, 2), world, 0, 1, 1)
    assert.is_true(collide.overlap(circle(0, 1, 1), world))
    assert.is_false(collide.overlap(circle(0, 1, down(1)), world))
    assert.is_false(collide.overlap(circle(2.0 ^ -30, 1, 1), world))
    assert_contact(rect(0, 0, 1e70, 1e70), circle(1e70, 0, 1e-70), -1, 0, 1e-70)
    assert.is_false(collide.overlap(rect(0, 0, 1, 1), circle(1 + 2.0 ^ -52, 0, 1e-70)))
    assert.is_true(collide.overlap(rect(0, 0, 1e-70, 1e-70), circle(1, 1, math.sqrt(2))))
  end)
end)

describe("distance", function()
  it("is 0 exactly if they overlap, with a common point", function()
    local disc = circle(0, 0, 5)
    local d, on_a, on_b = collide.distance(disc, collide.segment { { 3, 4 }, { 6, 8 } })
    assert.same({ 0, 3, 4, 3, 4 }, { d, on_a.x, on_a.y, on_b.x, on_b.y })
    d = collide.distance(disc, collide.segment { { 3, up(4) }, { 6, 8 } })
    -- The last digit of 4, seen along (3, 4).
    assert_close(2.0 ^ -50 * 0.8, d, 2.0 ^ -100)
  end)

  it("of a tenth is right to the last digits at 1e8", function()
    local a, b = 1e8 + 0.5, 1e8 + 0.25
    assert.equal(0.25, (collide.distance({ a, 0 }, { b, 0 })))
    assert.equal(0.125, (collide.distance(circle(a, 0, 0.125), { b, 0 })))
  end)
end)

describe("closest", function()
  local set_square = collide.triangle { { 0, 0 }, { 4, 0 }, { 0, 3 } }

  it("is the nearest point, on an edge or a corner", function()
    local distance, nearest = set_square:closest { 5, 5.5 }
    assert.same({ 5, 2, 1.5 }, { distance, nearest.x, nearest.y })
    assert.same({ 5, 4, 0 }, { set_square:closest(8, -3) })
    assert.same({ 2, 0, 1 }, { set_square:closest(-2, 1) })
  end)

  it("is the point itself, inside and on the border", function()
    for _, p in ipairs { { 1, 1 }, { 2, 1.5 }, { 0, 0 }, { 0.1, 0.2 } } do
      assert.same({ 0, p[1], p[2] }, { set_square:closest(p[1], p[2]) })
    end
  end)

  it("works for every shape", function()
    assert.same({ 3, 1.2, 1.6 }, { circle(0, 0, 2):closest(3, 4) })
    assert.same({ 5, 2, 1 }, { rect(0, 0, 2, 1):closest(5, 5) })
    assert.same({ 5, 4, 3 }, { collide.segment({ { 0, 0 }, { 8, 6 } }):closest(1, 7) })
    assert.same({ 4, 3, 0 }, { collide.capsule({ a = { 0, 1 }, b = { 6, 1 }, radius = 1 }):closest(3, -4) })
    assert.same({ 2, 1, 4 }, { plane(0, 1, 4):closest(1, 6) })
    assert.same({ 2, 1, 4 }, { collide.polygon({ { -2, 0 }, { 2, 0 }, { 2, 4 }, { -2, 4 } }):closest(1, 6) })
  end)
end)

-- Several faces of the difference are equally near here, and many corners lie in one plane.
describe("contact on small integers in space", function()
  local makers = {
    box = function(half) return collide.box({ half = half }), 0 end,
    ["turned box"] = function(half)
      local turn = { 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, -1, 0, 0, 0, 0, 1 }
      return collide.box({ half = { half[2], half[1], half[3] }, transform = turn }), 0
    end,
    ["rounded box"] = function(half) return collide.box({ half = half, radius = 1 }), 1 end,
    hull = function(half)
      local points = {}
      for i = 0, 7 do
        local x, y, z = i % 2 * 2 - 1, math.floor(i / 2) % 2 * 2 - 1, math.floor(i / 4) * 2 - 1
        points[i + 1] = { x * half[1], y * half[2], z * half[3] }
      end
      return collide.hull({ points = points }), 0
    end,
  }
  local integer = random.source(1).integer
  local function list_shapes(make)
    local list = {}
    for i = 0, 63 do
      local half = { i % 4 + 1, math.floor(i / 4) % 4 + 1, math.floor(i / 16) + 1 }
      local shape, radius = make(half)
      list[i] = { shape = shape, half = half, radius = radius }
    end
    return list
  end
  -- The least overlap of the cores along an axis, if they overlap.
  local function least_overlap(a, b, by)
    local least = math.huge
    for i = 1, 3 do least = math.min(least, a.half[i] + b.half[i] - math.abs(by[i])) end
    return least
  end

  local pairs_of_kinds = {
    { "hull", "hull" }, { "box", "hull" }, { "turned box", "rounded box" }, { "rounded box", "hull" },
  }
  for _, pair in ipairs(pairs_of_kinds) do
    it(("is the least overlap along an axis: %s, %s"):format(pair[1], pair[2]), function()
      local first, second = list_shapes(makers[pair[1]]), list_shapes(makers[pair[2]])
      for _ = 1, 20000 do
        local a, b = first[integer(0, 63)], second[integer(0, 63)]
        local by = { integer(-4, 4), integer(-4, 4), integer(-4, 4) }
        local least = least_overlap(a, b, by)
        if least > 0 then
          a.shape:set_position(by[1], by[2], by[3])
          local depth = collide.contact(a.shape, b.shape).depth
          local wanted = least + a.radius + b.radius
          if math.abs(depth - wanted) > 1e-12 then
            error(("%s, %s: %.17g, not %g"):format(tostring(a.shape), tostring(b.shape), depth, wanted))
          end
        end
      end
    end)
  end
end)
