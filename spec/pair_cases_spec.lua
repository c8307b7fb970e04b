-- SPDX-License-Identifier: MIT
--
-- Pairs of single kinds, worked out by hand: whether they meet, and what is measured.
local collide = require("collide")
local pairs_of = require("spec.support.pairs")
local ulps = require("spec.support.ulps")
local random = require("spec.support.random")

local up, down = ulps.up, ulps.down
local pi = math.pi
local circle, rect, plane = pairs_of.circle, pairs_of.rect, pairs_of.plane
local assert_close, assert_contact = pairs_of.assert_close, pairs_of.assert_contact
local assert_parted = pairs_of.assert_parted

-- ---- The neighbours in the series that circle and triangle come from ----------------

describe("a point in a circle", function()
  it("is within the radius, the border included", function()
    local disc = circle(1, 2, 5)
    for _, p in ipairs { { 1, 2 }, { 4, 6 }, { -2, 6 }, { 4, -2 }, { 6, 2 }, { 1, -3 } } do
      assert.is_true(disc:contains(p))
      assert.is_true(disc:overlap(p))
    end
    for _, p in ipairs { { up(4), 6 }, { 4, up(6) }, { up(6), 2 }, { 1, down(-3) }, { 5, 6 } } do
      assert.is_false(disc:contains(p))
      assert.is_false(disc:overlap(p))
    end
  end)

  it("is tested exactly even if squares are too long for doubles", function()
    local rounded_wrong = 0
    for k = 2 ^ 29 + 1, 2 ^ 29 + 101, 2 do
      local disc = circle(0, 0, 5 * k)
      assert.is_true(disc:contains(3 * k, 4 * k))
      assert.is_false(disc:contains(3 * k, up(4 * k)))
      assert.is_false(collide.contains(circle(0, 0, down(5 * k)), 3 * k, 4 * k))
      if (3 * k) ^ 2 + (4 * k) ^ 2 ~= (5 * k) ^ 2 then rounded_wrong = rounded_wrong + 1 end
    end
    assert.is_true(rounded_wrong > 10)
  end)

  it("of radius 0 must equal it", function()
    local dot = circle(0.1, 0.2, 0)
    assert.is_true(dot:contains(0.1, 0.2))
    assert.is_false(dot:contains(up(0.1), 0.2))
    assert.is_false(dot:contains(0.1, down(0.2)))
  end)
end)

describe("a point in a rectangle", function()
  it("is between its sides, the border and the corners included", function()
    local tile = collide.rect { min = { 0.1, 0.2 }, max = { 0.3, 0.7 } }
    for _, x in ipairs { 0.1, 0.2, 0.3 } do
      for _, y in ipairs { 0.2, 0.5, 0.7 } do assert.is_true(tile:contains(x, y)) end
      assert.is_false(tile:contains(x, down(0.2)))
      assert.is_false(tile:contains(x, up(0.7)))
    end
    assert.is_false(tile:contains(down(0.1), 0.5))
    assert.is_false(tile:contains(up(0.3), 0.5))
  end)

  it("is tested against the rotated sides", function()
    local diamond = rect(0, 0, 1, 1, pi / 4)
    local tip = math.sqrt(2)
    assert.is_true(diamond:contains(tip - 1e-15, 0))
    assert.is_false(diamond:contains(tip + 1e-15, 0))
    assert.is_true(diamond:contains(0.7, 0.7))
    assert.is_false(diamond:contains(0.75, 0.75))
  end)

  it("is on it if the rectangle is a line or a point", function()
    local flat, dot = rect(0, 1, 2, 0), rect(0, 1, 0, 0)
    assert.is_true(flat:contains(-2, 1))
    assert.is_true(flat:contains(0.5, 1))
    assert.is_false(flat:contains(0.5, up(1)))
    assert.is_false(flat:contains(up(2), 1))
    assert.is_true(dot:contains(0, 1))
    assert.is_false(dot:contains(2.0 ^ -1074, 1))
  end)
end)

describe("two rectangles", function()
  it("overlap if they do along both axes", function()
    local function reaching(x, y) return collide.rect { min = { x, y }, max = { x + 1, y + 1 } } end
    local tile = reaching(0, 0)
    for x = -2, 2 do
      for y = -2, 2 do
        assert.equal(math.abs(x) <= 1 and math.abs(y) <= 1, tile:overlap(reaching(x, y)))
      end
    end
    assert.is_false(tile:overlap(reaching(up(1), 0)))
    assert.is_true(tile:overlap(reaching(down(1), 1)))
  end)

  it("separate along the axis of least depth", function()
    local tile = rect(0, 0, 2, 2)
    assert_contact(rect(3, 0.5, 2, 2), tile, 1, 0, 1, 1.5, 0.25)
    assert_contact(rect(0.5, -3, 2, 2), tile, 0, -1, 1, 0.25, -1.5)
  end)

  it("separate along some axis if they are equal", function()
    local a, b = rect(1, 2, 3, 1), rect(1, 2, 3, 1)
    local contact = collide.contact(a, b)
    assert.equal(2, contact.depth)
    assert.equal(0, contact.normal.x)
    assert.same({ 1, 2 }, { contact.point.x, contact.point.y })
  end)

  it("may be flat: they cross, lie along each other, or miss", function()
    local flat = rect(0, 0, 2, 0)
    assert.is_true(flat:overlap(rect(0, 0, 0, 2)))
    assert.is_true(flat:overlap(rect(4, 0, 2, 0)))
    assert.is_false(flat:overlap(rect(up(4), 0, 2, 0)))
    assert.is_false(flat:overlap(rect(0, 2.0 ^ -1074, 2, 0)))
    assert_parted(flat, rect(1, 0, 2, 0), 0)
    assert_contact(flat, rect(0, 1, 1, 1.25), 0, -1, 0.25)
  end)
end)

describe("a circle and a rectangle", function()
  it("are tested exactly if the squares of the distance and the radius are no doubles", function()
    local tile = collide.rect { min = { -1, -1 }, max = { 0, 0 } }
    for i = 0, 40 do
      local k = 2 ^ 29 + 2 * i + 1 -- 3-4-5, in 62 bits
      local disk = collide.circle { radius = 5 * k, position = { 3 * k, 4 * k } }
      assert.is_true(disk:overlap(tile))
      disk = collide.circle { radius = 5 * k * (1 - 2 ^ -53), position = { 3 * k, 4 * k } }
      assert.is_false(disk:overlap(tile))
    end
  end)

  it("are tested exactly for inner disks with a rounded centre", function()
    -- The middle of the capsule's axis, and a circle that touches its side there.
    local capsule = collide.capsule { a = { 2 ^ 52, 2 ^ 52 }, b = { 2 ^ 52 + 1, 2 ^ 52 + 1 }, radius = 0.5 }
    assert.is_false(capsule:overlap(collide.circle { radius = 0.2, position = { 2 ^ 52, 2 ^ 52 + 1 } }))
    assert.is_true(capsule:overlap(collide.circle { radius = 0.21, position = { 2 ^ 52, 2 ^ 52 + 1 } }))
  end)

  local tile = rect(0, 0, 2, 1)

  it("touch at a corner if the radius is its distance", function()
    for _, x in ipairs { 5, -5 } do
      for _, y in ipairs { 5, -5 } do
        local nx, ny = x / 5 * 0.6, y / 5 * 0.8
        assert_contact(circle(x, y, 5), tile, nx, ny, 0, x / 5 * 2, y / 5)
        assert.is_false(collide.overlap(circle(x, y, down(5)), tile))
        assert.is_true(collide.overlap(circle(x, y, up(5)), tile))
      end
    end
  end)

  it("touch at a side if the radius reaches it", function()
    assert_contact(circle(0.5, 3, 2), tile, 0, 1, 0, 0.5, 1)
    assert.is_false(collide.overlap(circle(0.5, 3, down(2)), tile))
    assert_contact(circle(-3, 0.5, 1), tile, -1, 0, 0, -2, 0.5)
    assert.is_false(collide.overlap(circle(-3, 0.5, down(1)), tile))
  end)

  it("may contain each other, or the centre is on a side or a corner", function()
    assert_contact(circle(0, 0.5, 0.25), tile, 0, 1, 0.75)
    assert_contact(circle(0, 0.5, 10), tile, 0, 1, 10.5)
    assert_contact(circle(0.5, 1, 0.25), tile, 0, 1, 0.25, 0.5, 0.875)
    assert_contact(circle(-2, 0.5, 0.25), tile, -1, 0, 0.25, -1.875, 0.5)
    assert_parted(circle(2, 1, 0.25), tile, 0.25)
  end)
end)

describe("rotated rectangles", function()
  it("meet corner to side", function()
    local diamond = rect(0, 0, 1, 1, pi / 4)
    local gap = 2 - math.sqrt(2)
    assert_close(gap, (collide.distance(diamond, rect(3, 0, 1, 1))), 4e-16)
    assert.is_false(collide.overlap(diamond, rect(3, 0, 1, 1)))
    assert_contact(rect(2.25, 0, 1, 1), diamond, 1, 0, math.sqrt(2) - 1.25)
    local _, tip, side = collide.distance(diamond, rect(3, 0, 1, 1))
    assert_close(math.sqrt(2), tip.x, 4e-16)
    assert_close(0, tip.y)
    assert.same({ 2, 0 }, { side.x, math.abs(side.y) < 1e-15 and 0 or side.y })
  end)

  it("miss although their bounds overlap", function()
    local a, b = rect(0, 0, 3, 0.1, pi / 4), rect(1, -1, 3, 0.1, pi / 4)
    assert.is_false(collide.overlap(a, b))
    assert_close(math.sqrt(2) - 0.2, (collide.distance(a, b)), 1e-15)
  end)

  it("by quarter turns equal unrotated ones", function()
    for quarter = -8, 8 do
      local turned = rect(20, 30, quarter % 2 == 0 and 2 or 1, quarter % 2 == 0 and 1 or 2, quarter * pi / 2)
      local low, high = turned:bounds()
      assert.same({ 18, 29, 22, 31 }, { low.x, low.y, high.x, high.y })
      local nearest, on_turned, on_other = collide.distance(turned, rect(20, 40, 2, 1))
      assert.equal(8, nearest)
      assert.same({ 20, 31, 20, 39 }, { on_turned.x, on_turned.y, on_other.x, on_other.y })
      assert.is_true(collide.overlap(turned, rect(24, 30, 2, 1)))
      assert.is_false(collide.overlap(turned, rect(up(24), 30, 2, 1)))
      assert_contact(turned, rect(23, 30, 2, 1), -1, 0, 1, 21.5, 30)
    end
  end)

  it("keep their depth if both rotate", function()
    for step = 0, 24 do
      local angle = step * pi / 12
      local x, y = math.cos(angle), math.sin(angle)
      local contact = collide.contact(rect(3.5 * x, 3.5 * y, 2, 1, angle), rect(0, 0, 2, 1, angle))
      assert_close(0.5, contact.depth, 4e-15)
      assert_close(x, contact.normal.x, 4e-15)
      assert_close(y, contact.normal.y, 4e-15)
    end
  end)
end)

describe("a line and a rectangle", function()
  local tile = rect(0, 0, 2, 1)

  it("as a line in a cast: through, along a side, past a corner", function()
    assert.equal(-2, tile:linecast({ 0, 0.5 }, { 1, 0 }).t)
    assert.is_not_nil(tile:linecast({ 0, 1 }, { 1, 0 }))
    assert.is_nil(tile:linecast({ 0, up(1) }, { 1, 0 }))
    assert.is_not_nil(tile:linecast({ 2, 1 }, { 1, -1 }))
    assert.is_nil(tile:linecast({ up(2), 1 }, { 1, -1 }))
  end)

  it("as the border of a half-plane: on one side, or across", function()
    assert.is_true(collide.overlap(tile, plane(1, 1, -3)))
    assert.is_false(collide.overlap(tile, plane(1, 1, down(-3))))
    assert_contact(tile, plane(3, 4, -10), 0.6, 0.8, 0, -2, -1)
    -- Across the border when it overlaps the half-plane and the one opposite.
    local function crosses(x, y, d)
      return collide.overlap(tile, plane(x, y, d)) and collide.overlap(tile, plane(-x, -y, -d))
    end
    assert.is_true(crosses(1, 2, 0))
    assert.is_true(crosses(1, 2, 4))
    assert.is_false(crosses(1, 2, up(4)))
    assert.is_false(crosses(1, 2, down(-4)))
  end)

  it("as a segment: inside, through, beside", function()
    local function seg(...) return collide.segment { ... } end
    assert.is_true(tile:overlap(seg({ -1, 0 }, { 1, 0.5 })))
    assert.is_true(tile:overlap(seg({ -5, -4 }, { 5, 4 })))
    assert.is_true(tile:overlap(seg({ 0, 3 }, { 4, -1 }))) -- by the corner (2, 1)
    assert.is_false(tile:overlap(seg({ 0, up(3) }, { 4, -1 })))
    assert.is_false(tile:overlap(seg({ 2.5, -1 }, { 2.5, 1 })))
  end)
end)

describe("a circle and a line", function()
  local disc = circle(5, 10, 5) -- 25 from the origin along (3, 4)

  it("as the border of a half-plane touch if its distance is the radius", function()
    assert_contact(disc, plane(3, 4, 30), 0.6, 0.8, 0, 2, 6)
    assert.is_false(collide.overlap(disc, plane(3, 4, down(30))))
    assert.is_false(collide.overlap(circle(5, 10, down(5)), plane(3, 4, 30)))
    assert_close(1, (collide.distance(disc, plane(3, 4, 25))))
    assert_contact(disc, plane(3, 4, 35), 0.6, 0.8, 1)
  end)

  it("as the border of a half-plane, with the circle beyond it", function()
    assert_contact(disc, plane(3, 4, 85), 0.6, 0.8, 11)
    local contact = collide.contact(disc, plane(3, 4, 85))
    assert.is_true(collide.closest(disc, contact.point) <= 1e-14)
  end)

  it("as a line in a cast touch from either side", function()
    for _, direction in ipairs { { 4, -3 }, { -4, 3 }, { 400, -300 } } do
      assert.is_not_nil(disc:linecast({ 2, 6 }, direction))
      assert.is_not_nil(disc:linecast({ 8, 14 }, direction))
      assert.is_nil(disc:linecast({ 2, down(6) }, direction))
      assert.is_nil(disc:linecast({ 8, up(14) }, direction))
    end
  end)

  it("as a segment touch along it or at its end", function()
    assert_contact(disc, collide.segment { { -2, 9 }, { 6, 3 } }, 0.6, 0.8, 0, 2, 6)
    assert_contact(disc, collide.segment { { 8, 14 }, { 11, 18 } }, -0.6, -0.8, 0, 8, 14)
    assert.is_false(collide.overlap(disc, collide.segment { { 8, up(14) }, { 11, 18 } }))
  end)
end)

describe("contains in 3D", function()
  local shapes = {
    { collide.sphere { radius = 5 }, { 3, 4, 0 }, { 3, up(4), 0 } },
    { collide.box { half = { 1, 2, 3 } }, { 1, -2, 3 }, { 1, -2, up(3) } },
    { collide.cylinder { radius = 5, half_height = 1 }, { 3, 1, 4 }, { 3, up(1), 4 } },
    { collide.cone { radius = 2, height = 2 }, { 1, -1, 0 }, { up(1), -1, 0 } },
    { collide.capsule { radius = 5, half_height = 1 }, { 3, 5, 0 }, { 3, up(5), 0 } },
    { collide.plane { normal = { 0, 0, 2 }, distance = 1 }, { 9, 9, 0.5 }, { 9, 9, up(0.5) } },
    { collide.triangle { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 } }, { 2, 2, 0 }, { 1, 1, 2.0 ^ -1074 } },
    { collide.segment { { 0, 0, 0 }, { 4, 4, 8 } }, { 1, 1, 2 }, { 1, 1, up(2) } },
  }
  for _, row in ipairs(shapes) do
    it("is exact for a " .. row[1]:describe().shape, function()
      local shape, held, not_held = row[1], row[2], row[3]
      assert.is_true(shape:contains(held))
      assert.is_true(collide.contains(shape:describe(), held[1], held[2], held[3]))
      assert.is_false(shape:contains(not_held))
      assert.is_false(shape:contains(not_held[1], not_held[2], not_held[3]))
    end)
  end
end)

describe("a very small triangle and a capsule, a sphere or a box in space", function()
  it("overlap and separate like a point, also if squares of the normal are too small for doubles", function()
    for k = 20, 150 do
      local size = 10.0 ^ -k
      local triangle = collide.triangle { { 0, 0, 0 }, { size, 0, 0 }, { 0, size, 0 } }
      for _, r in ipairs { 0, 1, 1e5 } do
        local shapes = { collide.capsule { a = { 0, -r, 0 }, b = { 0, r, 0 }, radius = 1 + r },
          collide.sphere { radius = 1 + r }, collide.box { half = { 1 + r, 1 + r, 1 + r } } }
        for _, shape in ipairs(shapes) do
          for _, near in ipairs { 0.1, 0.9 } do
            shape:set_position(0, 0, near * (1 + r))
            assert.is_true(shape:overlap(triangle), k)
            assert.is_true(triangle:overlap(shape), k)
            shape:set_position(0, 0, (2 + near) * (1 + r))
            assert.is_false(shape:overlap(triangle), k)
            assert.is_false(triangle:overlap(shape), k)
          end
        end
      end
    end
  end)
end)

describe("round shapes with very close centres", function()
  local function length_of(n)
    local most = math.max(math.abs(n.x), math.abs(n.y), math.abs(n.z))
    local x, y, z = n.x / most, n.y / most, n.z / most
    return most * math.sqrt(x * x + y * y + z * z)
  end

  it("separate along a unit normal, also if squares are too small for doubles", function()
    for k = 100, 323 do
      local e = 10.0 ^ -k
      for _, at in ipairs { { e, e, 0.5 * e }, { 0, e, 3 * e }, { e, 0, 0 } } do
        local ball = collide.sphere { radius = 1, position = at }
        local others = { collide.sphere { radius = 2 }, collide.capsule { radius = 1, half_height = 1 },
          collide.triangle { { -1, 0, -1 }, { 1, 0, -1 }, { 0, 0, 1 } },
          collide.box { half = { 1, 1, 1 }, rotation = { 0, 0.6, 0, 0.8 } } }
        for _, other in ipairs(others) do
          assert.is_near(1, length_of(ball:contact(other).normal), 1e-14)
          assert.is_near(1, length_of(other:contact(ball).normal), 1e-14)
        end
      end
    end
  end)
end)

local inf = math.huge

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
