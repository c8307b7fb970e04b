-- SPDX-License-Identifier: MIT
--
-- Every pair of shapes in the plane: side by side, diagonally apart, and one in the other, with answers worked out by
-- hand. pair_cases_spec.lua has more cases of single pairs.
local collide = require("collide")
local ulps = dofile("spec/support/ulps.lua")

local unpack = table.unpack or unpack -- luacheck: ignore 143

-- ---- Shapes, as the tables that describe them ---------------------------------

local function circle(x, y, radius) return { shape = "circle", radius = radius, position = { x, y } } end
local function rect(x, y, half_x, half_y)
  return { shape = "rect", half = { half_x, half_y }, position = { x, y } }
end
local function polygon(...) return { shape = "polygon", points = { ... } } end
local function triangle(a, b, c) return { shape = "triangle", points = { a, b, c } } end
local function segment(a, b) return { shape = "segment", points = { a, b } } end
local function capsule(a, b, radius) return { shape = "capsule", a = a, b = b, radius = radius } end
local function plane(x, y, distance) return { shape = "plane", normal = { x, y }, distance = distance } end

-- A shape, or the point as it is.
local function made(description)
  return description.shape and collide[description.shape](description) or description
end

-- ---- Asking --------------------------------------------------------------------

local function near(expected, got, size)
  return math.abs(got - expected) <= 2e-15 * (size or math.abs(expected))
end

-- `measured` is which of the numbers is a distance or depth, and has to be right
-- to the last digits, however small; the others are as large as the scene.
local function assert_near(expected, got, measured, what)
  assert.equal(#expected, #got)
  local size = 1e-300
  for _, x in ipairs(expected) do size = math.max(size, math.abs(x)) end
  for i, x in ipairs(expected) do
    assert.is_true(near(x, got[i], i ~= measured and size or nil),
      ("%s: number %d is %.17g, not %.17g"):format(what, i, got[i], x))
  end
end

local function flat_contact(contact)
  return contact and
    { contact.normal.x, contact.normal.y, contact.depth, contact.point.x, contact.point.y }
end

local function flat_distance(distance, on_a, on_b)
  return { distance, on_a.x, on_a.y, on_b.x, on_b.y }
end

-- Each as a shape and as a description, in either order.
local function every_way(a, b)
  local ways = {}
  for i = 0, 3 do
    local first, second = i % 2 == 0 and made(a) or a, i < 2 and made(b) or b
    ways[#ways + 1] = { first, second, false }
    ways[#ways + 1] = { second, first, true }
  end
  return ways
end

-- nx, ny, depth, px, py: out of b towards a; the other way round mx, my if that is not the opposite.
local function assert_contact(a, b, nx, ny, depth, px, py, mx, my)
  for _, way in ipairs(every_way(a, b)) do
    local first, second, swapped = unpack(way)
    local x, y = nx, ny
    if swapped then x, y = mx or -nx, my or -ny end
    assert.is_true(collide.overlap(first, second))
    local got = flat_contact(collide.contact(first, second))
    assert_near({ x, y, depth, px, py }, got, 3, "contact")
    local distance, on_first, on_second = collide.distance(first, second)
    assert.equal(0, distance)
    assert.same(on_first, on_second)
    assert.same({ got[4], got[5] }, { on_first.x, on_first.y })
  end
end

local function assert_apart(a, b, distance, ax, ay, bx, by)
  for _, way in ipairs(every_way(a, b)) do
    local first, second, swapped = unpack(way)
    assert.is_false(collide.overlap(first, second))
    assert.is_nil(collide.contact(first, second))
    local expected = swapped and { distance, bx, by, ax, ay } or { distance, ax, ay, bx, by }
    assert_near(expected, flat_distance(collide.distance(first, second)), 1, "distance")
  end
end

-- ---- Side by side -----------------------------------------------------------------
--
-- Each shape reaches from the left up to x = 0, symmetrically to the x axis; its
-- mirror image comes from the right. So the nearest points are on the x axis,
-- whatever the two are.

-- f(scale, x, mirror): lengths times scale, moved along x, and mirrored when it is -1.
local sides = {
  { "circle", function(s, x, m) return circle(x - 2 * m * s, 0, 2 * s) end },
  { "rect", function(s, x, m) return rect(x - m * s, 0, s, 2 * s) end },
  { "polygon", function(s, x, m)
    local function p(px, py) return { x + px * m * s, py * s } end
    return polygon(p(0, -2), p(0, 2), p(-2, 3), p(-3, 0), p(-2, -3))
  end },
  { "triangle", function(s, x, m)
    return triangle({ x, 0 }, { x - 3 * m * s, 2 * s }, { x - 3 * m * s, -2 * s })
  end },
  { "segment", function(s, x, m) return segment({ x - 3 * m * s, 0 }, { x, 0 }) end },
  { "capsule", function(s, x, m)
    return capsule({ x - m * s, -s }, { x - m * s, s }, s)
  end },
  { "plane", function(_, x, m) return plane(m, 0, m * x) end },
  { "point", function(_, x) return { x, 0 } end },
}

-- Whether the two, pushed into one another along x, part the shortest along x:
-- not two thin things, nor corners that slip along one another.
local function parts_along_x(left, right)
  local thin = { segment = true, point = true, triangle = true }
  return not (thin[left] and thin[right])
end

local function for_all_sides(call)
  for _, left in ipairs(sides) do
    for _, right in ipairs(sides) do call(left[1], right[1], left[2], right[2]) end
  end
end

local function label(left, right) return left .. " and " .. right end

describe("side by side,", function()
  for_all_sides(function(left_name, right_name, left, right)
    it(label(left_name, right_name) .. " do not overlap", function()
      assert_apart(left(1, 0, 1), right(1, 3, -1), 3, 0, 0, 3, 0)
    end)
  end)

  for_all_sides(function(left_name, right_name, left, right)
    it(label(left_name, right_name) .. " touch", function()
      local a, b = left(1, 0, 1), right(1, 0, -1)
      local contact = flat_contact(collide.contact(a, b))
      local nx, ny = contact[1], contact[2]
      if left_name == "point" and right_name == "point" then
        assert.same({ 1, 0, 0, 0, 0 }, contact) -- two shapes that are one have no other side
        return
      end
      if parts_along_x(left_name, right_name) then
        assert.same({ -1, 0 }, { nx, ny })
        assert_contact(a, b, nx, ny, 0, 0, 0)
      else
        local back = flat_contact(collide.contact(b, a))
        assert.is_true(math.abs(nx * nx + ny * ny - 1) < 1e-15)
        assert.is_true(math.abs(nx + back[1]) < 1e-15) -- the slope of the one that stays
        assert_contact(a, b, nx, ny, 0, 0, 0, back[1], back[2])
      end
    end)
  end)

  -- The gap is one unit in the last place of what is moved, so that all stay exact.
  local function one_ulp(scale, x, gap)
    return function(left_name, right_name, left, right)
      it(("%s are distinguished at a gap of %g"):format(label(left_name, right_name), gap), function()
        local a = left(scale, x, 1)
        assert_apart(a, right(scale, x + gap, -1), gap, x, 0, x + gap, 0)
        assert.is_true(collide.overlap(a, right(scale, x, -1)))
        assert.equal(0, collide.contact(a, right(scale, x, -1)).depth)
        local into = right(scale, x - gap, -1)
        local may_miss = left_name == "point" and right_name == "point"
        assert.equal(not may_miss, collide.overlap(a, into))
        if parts_along_x(left_name, right_name) then
          local contact = collide.contact(a, into)
          assert.equal(gap, contact.depth)
          assert.same({ -1, 0 }, { contact.normal.x, contact.normal.y })
        end
      end)
    end
  end

  for_all_sides(one_ulp(1, 0, 2.0 ^ -51))
  describe("at a distance of 2^27,", function() for_all_sides(one_ulp(1, 2 ^ 27 - 8, 2.0 ^ -26)) end)
  describe("at a size of 1e-70,", function() for_all_sides(one_ulp(2.0 ^ -234, 0, 2.0 ^ -285)) end)
  describe("at a size of 1e70,", function() for_all_sides(one_ulp(2.0 ^ 232, 0, 2.0 ^ 181)) end)

  it("they have the same distance at 1e8, and no contact at a rounding of 1e8", function()
    for_all_sides(function(_, _, left, right)
      assert_apart(left(1, 1e8, 1), right(1, 1e8 + 3, -1), 3, 1e8, 0, 1e8 + 3, 0)
      assert_apart(left(1, 1e8, 1), right(1, ulps.up(1e8), -1), ulps.up(1e8) - 1e8, 1e8, 0, ulps.up(1e8), 0)
    end)
  end)

  it("their distance is the rest of a large gap", function()
    for_all_sides(function(_, _, left, right)
      assert_apart(left(1, 0, 1), right(1, 1e12, -1), 1e12, 0, 0, 1e12, 0)
      assert_apart(left(2.0 ^ -230, 0, 1), right(2.0 ^ -230, 2.0 ^ -190, -1), 2.0 ^ -190, 0, 0, 2.0 ^ -190, 0)
    end)
  end)

  it("they answer the same if they are hollow", function()
    for_all_sides(function(_, _, left, right)
      local a, b = left(1, 0, 1), right(1, 0, -1)
      local hollow_a, hollow_b = made(left(1, 0, 1)), made(right(1, 0, -1))
      if a.shape then
        a.hollow = true
        hollow_a = made(a)
      end
      if b.shape then
        b.hollow = true
        hollow_b = made(b)
      end
      assert.same(collide.contact(left(1, 0, 1), right(1, 0, -1)), collide.contact(hollow_a, hollow_b))
      assert.is_not_nil(collide.contact(a, hollow_b))
    end)
  end)
end)

-- ---- In one another -----------------------------------------------------------------

-- Sides of 3, 4 and 5 keep the answers short.
local pentagon = polygon({ 0, 0 }, { 8, 0 }, { 8, 2 }, { 4, 5 }, { 0, 2 })
local set_square = triangle({ 0, 0 }, { 4, 0 }, { 0, 3 })
local slope = segment({ 0, 0 }, { 8, 6 })
local bar = capsule({ 0, 0 }, { 8, 6 }, 1)
local half = plane(3, 4, 10)
local tile = rect(0, 0, 2, 1)

-- a, b; the way out of b for a, how far, and a point of both. Where both meet
-- by more than their radii that is the mean of the corners of what they share,
-- otherwise halfway between their deepest points, or on the one that is thin.
local deep = {
  { "circle and circle", circle(0, 0, 4), circle(3, 4, 3), -0.6, -0.8, 2, 1.8, 2.4 },
  { "circle and rect", circle(0, 2, 1.5), tile, 0, 1, 0.5, 0, 0.75 },
  { "circle and rect, at a corner", circle(5, 5, 5.5), tile, 0.6, 0.8, 0.5, 1.85, 0.8 },
  { "circle and rect, the centre in it", circle(0.5, 0.25, 1), tile, 0, 1, 1.75, 0.5, 0.25 },
  { "circle and polygon", circle(9, 7.5, 6), pentagon, 0.6, 0.8, 1, 5.7, 3.1 },
  { "circle and polygon, the centre in it", circle(5.7, 3.1, 1), pentagon, 0.6, 0.8, 1.5, 5.7, 3.1 },
  { "circle and triangle", circle(3.2, 3.1, 3), set_square, 0.6, 0.8, 1, 1.7, 1.1 },
  { "circle and triangle, the centre in it", circle(1.5, 1.5, 1), set_square, 0.6, 0.8, 1.3, 1.5, 1.5 },
  { "circle and segment", circle(1, 7, 6), slope, -0.6, 0.8, 1, 4, 3 },
  { "circle and capsule", circle(1, 7, 5), bar, -0.6, 0.8, 1, 3.7, 3.4 },
  { "circle and plane", circle(2.4, 3.2, 3), half, 0.6, 0.8, 1, 0.9, 1.2 },
  { "rect and rect", tile, rect(3, 1.5, 2, 1), 0, -1, 0.5, 1.5, 0.75 },
  { "rect and polygon", rect(4, -0.5, 1, 1), pentagon, 0, -1, 0.5, 4, 0.25 },
  { "rect and triangle", rect(4, 4.5, 3, 3), set_square, 0.6, 0.8, 0.6, 4 / 3, 1.75 },
  { "rect and segment", tile, segment({ 0, 0.75 }, { 0, 5 }), 0, -1, 0.25, 0, 0.875 },
  { "rect and capsule", tile, capsule({ -5, 3 }, { 5, 3 }, 2.5), 0, -1, 0.5, 0, 0.75 },
  { "rect and plane", rect(1, 0.5, 2, 1), plane(0, 1, 0), 0, 1, 0.5, 1, -0.25 },
  { "polygon and polygon", pentagon, polygon({ 7, 1 }, { 12, -1 }, { 12, 3 }), -1, 0, 1, 23 / 3, 1 },
  { "polygon and triangle", pentagon, triangle({ 7, 1 }, { 12, -1 }, { 12, 3 }), -1, 0, 1, 23 / 3, 1 },
  { "polygon and segment", pentagon, segment({ 7.5, 1 }, { 12, 1 }), -1, 0, 0.5, 7.75, 1 },
  { "polygon and capsule", pentagon, capsule({ 10, 1 }, { 10, 9 }, 3), -1, 0, 1, 7.5, 1.5 },
  { "polygon and plane", pentagon, plane(0, -1, -4), 0, -1, 1, 4, 13 / 3 },
  { "triangle and triangle", set_square, triangle({ 1, 1.5 }, { 9, 1.5 }, { 1, 9.5 }),
    -0.6, -0.8, 0.6, 4 / 3, 1.75 },
  { "triangle and segment", set_square, segment({ 1.4, 0.7 }, { 7.4, 8.7 }), -0.6, -0.8, 1, 1.7, 1.1 },
  { "triangle and capsule", set_square, capsule({ 5, 5.5 }, { 8, 9.5 }, 6), -0.6, -0.8, 1, 1.7, 1.1 },
  { "triangle and plane", set_square, plane(3, 4, 7), 0.6, 0.8, 1.4, 7 / 9, 1.75 / 3 },
  { "segment and segment", segment({ 0, 0 }, { 4, 0 }), segment({ 1, -2 }, { 1, 5 }), 1, 0, 1, 1, 0 },
  { "segment and capsule", slope, capsule({ 1, 7 }, { -5, 15 }, 6), 0.6, -0.8, 1, 4, 3 },
  { "segment and plane", segment({ 0.6, 0.8 }, { 6, 8 }), half, 0.6, 0.8, 1, 0.9, 1.2 },
  { "capsule and capsule", bar, capsule({ 1, 7 }, { -5, 15 }, 5), 0.6, -0.8, 1, 3.7, 3.4 },
  { "capsule and plane", capsule({ -1.6, 6.2 }, { 6.4, 0.2 }, 3), half, 0.6, 0.8, 1, 0.9, 1.2 },
  { "plane and plane", plane(0, 1, 0), plane(0, -2, 10), 0, -1, 5, 0, -2.5 },
  { "point and circle", { 0.6, 0.8 }, circle(0, 0, 2), 0.6, 0.8, 1, 0.6, 0.8 },
  { "point and rect", { 1, 0.5 }, tile, 0, 1, 0.5, 1, 0.5 },
  { "point and polygon", { 5.7, 3.1 }, pentagon, 0.6, 0.8, 0.5, 5.7, 3.1 },
  { "point and triangle", { 1.4, 0.7 }, set_square, 0, -1, 0.7, 1.4, 0.7 },
  { "point and capsule", { 1, 7 }, capsule({ 0, 0 }, { 8, 6 }, 6), -0.6, 0.8, 1, 1, 7 },
  { "point and plane", { 0.6, 0.8 }, half, 0.6, 0.8, 1, 0.6, 0.8 },
}

describe("one in the other,", function()
  for _, row in ipairs(deep) do
    it(row[1] .. " separate by the shortest displacement", function() assert_contact(unpack(row, 2)) end)
  end

  it("all separate after the push, and not before", function()
    for _, row in ipairs(deep) do
      local b, nx, ny, depth = made(row[3]), row[4], row[5], row[6]
      for part = 0, 3 do
        local a, x, y = row[2], nx * depth * part / 2, ny * depth * part / 2
        if a.shape then
          local from = a.position or { 0, 0 }
          a = made(a)
          a:set_position(from[1] + x, from[2] + y)
        else
          a = { a[1] + x, a[2] + y }
        end
        local contact = collide.contact(a, b)
        local left = contact and -contact.depth or collide.distance(a, b)
        -- No faster than straight out, and straight out at the end.
        assert.is_true(near(depth * (part / 2 - 1), left, 8) or part < 2 and left > -depth, row[1])
      end
    end
  end)

  it("all have the same depth with the axes swapped", function()
    local function swap(v) return { v[2], v[1] } end
    local function swapped(s)
      local copy = {}
      for key, value in pairs(s) do copy[key] = type(value) == "table" and swap(value) or value end
      if s.points then
        copy.points = {}
        for i, p in ipairs(s.points) do copy.points[i] = swap(p) end
      end
      return s.shape and copy or swap(s)
    end
    for _, row in ipairs(deep) do
      assert_contact(swapped(row[2]), swapped(row[3]), row[5], row[4], row[6], row[8], row[7])
    end
  end)

  it("all have the same relative depth at sizes of 1e-70 and 1e70", function()
    local function scaled(s, k)
      local copy = {}
      for key, value in pairs(s) do copy[key] = value end
      if not s.shape then return { s[1] * k, s[2] * k } end
      local p = s.position or { 0, 0 }
      copy.position, copy.scale = { p[1] * k, p[2] * k }, k
      return copy
    end
    for _, row in ipairs(deep) do
      for _, k in ipairs { 2.0 ^ -232, 2.0 ^ 228 } do
        local contact = flat_contact(collide.contact(scaled(row[2], k), scaled(row[3], k)))
        for i = 3, 5 do contact[i] = contact[i] / k end
        assert_near({ unpack(row, 4) }, contact, 3, row[1])
      end
    end
  end)
end)

-- ---- Apart, aslant ----------------------------------------------------------------------

describe("diagonally apart,", function()
  local rows = {
    { "circle and circle", circle(0, 0, 1), circle(3, 4, 2), 2, 0.6, 0.8, 1.8, 2.4 },
    { "circle and rect, at a corner", circle(5, 5, 2), tile, 3, 3.8, 3.4, 2, 1 },
    { "circle and polygon, at a corner", circle(11, -4, 3), pentagon, 2, 9.2, -1.6, 8, 0 },
    { "circle and polygon, at an edge", circle(9, 7.5, 3), pentagon, 2, 7.2, 5.1, 6, 3.5 },
    { "circle and triangle, at an edge", circle(5, 5.5, 2), set_square, 3, 3.8, 3.9, 2, 1.5 },
    { "circle and triangle, at a corner", circle(8, -3, 2), set_square, 3, 6.4, -1.8, 4, 0 },
    { "circle and segment", circle(1, 7, 1), slope, 4, 1.6, 6.2, 4, 3 },
    { "circle and capsule", circle(1, 7, 1), bar, 3, 1.6, 6.2, 3.4, 3.8 },
    { "circle and plane", circle(6, 8, 3), half, 5, 4.2, 5.6, 1.2, 1.6 },
    { "rect and rect, corner and corner", tile, rect(7, 6, 2, 1), 5, 2, 1, 5, 5 },
    { "rect and rect, side and side", tile, rect(3, 6, 2, 2), 3, 1.5, 1, 1.5, 4 },
    { "rect and polygon", rect(11, 9.5, 2, 2), pentagon, 5, 9, 7.5, 6, 3.5 },
    { "rect and triangle", rect(7, 7.5, 2, 2), set_square, 5, 5, 5.5, 2, 1.5 },
    { "rect and segment", rect(0, 9, 1, 2), slope, 5, 1, 7, 4, 3 },
    { "rect and capsule", rect(0, 9, 1, 2), bar, 4, 1, 7, 3.4, 3.8 },
    { "rect and plane", rect(8, 9, 2, 1), half, 8, 6, 8, 1.2, 1.6 },
    { "polygon and polygon", pentagon, polygon({ 9, 7.5 }, { 13, 7.5 }, { 13, 10.5 }), 5, 6, 3.5, 9, 7.5 },
    { "polygon and triangle", pentagon, triangle({ 9, 7.5 }, { 13, 7.5 }, { 13, 10.5 }), 5, 6, 3.5, 9, 7.5 },
    { "polygon and segment, alongside", pentagon, segment({ 11, 6 }, { 7, 9 }), 5, 6, 3.5, 9, 7.5 },
    { "polygon and capsule, alongside", pentagon, capsule({ 11, 6 }, { 7, 9 }, 2), 3, 6, 3.5, 7.8, 5.9 },
    { "polygon and plane", pentagon, plane(0, 5, -10), 2, 4, 0, 4, -2 },
    { "triangle and triangle", set_square, triangle({ 5, 5.5 }, { 9, 5.5 }, { 5, 9 }), 5, 2, 1.5, 5, 5.5 },
    { "triangle and segment, past one another", set_square, segment({ 7, 4 }, { 11, 4 }), 5, 4, 0, 7, 4 },
    { "triangle and capsule", set_square, capsule({ 5, 5.5 }, { 8, 9.5 }, 2), 3, 2, 1.5, 3.8, 3.9 },
    { "triangle and plane", set_square, plane(0, 1, -2), 2, 2, 0, 2, -2 },
    { "segment and segment", slope, segment({ 1, 7 }, { -5, 15 }), 5, 4, 3, 1, 7 },
    { "segment and segment, end to end", slope, segment({ 11, 10 }, { 20, 10 }), 5, 8, 6, 11, 10 },
    { "segment and segment, parallel", slope, segment({ 1, 7 }, { 9, 13 }), 5, 6, 4.5, 3, 8.5 },
    { "segment and segment, in one line", slope, segment({ 12, 9 }, { 20, 15 }), 5, 8, 6, 12, 9 },
    { "segment and capsule", slope, capsule({ 1, 7 }, { -5, 15 }, 2), 3, 4, 3, 2.2, 5.4 },
    { "segment and plane", segment({ 6, 8 }, { 9, 8 }), half, 8, 6, 8, 1.2, 1.6 },
    { "capsule and capsule", bar, capsule({ 1, 7 }, { -5, 15 }, 2), 2, 3.4, 3.8, 2.2, 5.4 },
    { "capsule and plane", capsule({ 2, 9 }, { 10, 3 }, 2), half, 4.4, 4.8, 4.4, 2.16, 0.88 },
    { "plane and plane", plane(0, 1, -3), plane(0, -1, -2), 5, 0, -3, 0, 2 },
    { "point and circle", { 3, 4 }, circle(0, 0, 2), 3, 3, 4, 1.2, 1.6 },
    { "point and rect", { 5, 5 }, tile, 5, 5, 5, 2, 1 },
    { "point and polygon", { 9, 7.5 }, pentagon, 5, 9, 7.5, 6, 3.5 },
    { "point and triangle", { 5, 5.5 }, set_square, 5, 5, 5.5, 2, 1.5 },
    { "point and segment", { 1, 7 }, slope, 5, 1, 7, 4, 3 },
    { "point and capsule", { 1, 7 }, bar, 4, 1, 7, 3.4, 3.8 },
    { "point and plane", { 6, 8 }, half, 8, 6, 8, 1.2, 1.6 },
    { "point and point", { 1, 2 }, { 4, 6 }, 5, 1, 2, 4, 6 },
  }
  for _, row in ipairs(rows) do
    it(row[1] .. " have this distance and these witness points", function() assert_apart(unpack(row, 2)) end)
  end
end)
