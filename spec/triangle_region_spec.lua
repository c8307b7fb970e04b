-- SPDX-License-Identifier: MIT
--
-- The seven regions of the plane around a triangle, and a circle whose centre moves through all of them.
local collide = require("collide")
local cases = require("spec.support.cases")
local ulps = dofile("spec/support/ulps.lua")

local inf = math.huge

-- Sides of 6, 8 and 10, and another with an obtuse corner at a.
local A, B, C = { 0, 0 }, { 8, 0 }, { 0, 6 }
local OBTUSE = { { 0, 0 }, { 20, 0 }, { -4, 3 } }

-- The corners; a point, its region in their order, and how far it is from the
-- triangle: 0 in it.
local walks = {
  { "right-angled", { A, B, C }, {
    { "inside", 2, 2, 7, 0 },
    { "on ab", 3, 0, 7, 0 },
    { "on bc", 4, 3, 7, 0 },
    { "on ca", 0, 2.5, 7, 0 },
    { "on a", 0, 0, 7, 0 },
    { "on b", 8, 0, 7, 0 },
    { "on c", 0, 6, 7, 0 },
    { "beyond ab", 3, -5, 3, 5 },
    { "beyond ab, a just being nearest", 0, -5, 3, 5 },
    { "beyond ab, b just being nearest", 8, -5, 3, 5 },
    { "beyond ab, b being nearest", 11, -4, 3, 5 },
    { "beyond bc", 7, 7, 5, 5 },
    { "beyond bc, c just being nearest", 3, 10, 5, 5 },
    { "beyond bc, b just being nearest", 11, 4, 5, 5 },
    { "beyond bc, c being nearest", 5, 18, 5, 13 },
    { "beyond ca", -5, 3, 6, 5 },
    { "beyond ca, c just being nearest", -5, 6, 6, 5 },
    { "beyond a", -3, -4, 2, 5 },
    { "far beyond a", -30, -40, 2, 50 },
    { "beyond b", 20, -5, 1, 13 },
    { "beyond c", -3, 10, 4, 5 },
    { "on the line of ab, beyond a", -5, 0, 6, 5 },
    { "on the line of ab, beyond b", 13, 0, 5, 5 },
    { "on the line of bc, beyond b", 16, -6, 3, 10 },
    { "on the line of bc, beyond c", -8, 12, 6, 10 },
    { "on the line of ca, beyond a", 0, -5, 3, 5 },
    { "on the line of ca, beyond c", 0, 11, 5, 5 },
  } },
  -- Beyond an obtuse corner either of its sides may be nearest: hence two of them in the table.
  { "obtuse", OBTUSE, {
    { "inside", 1, 1, 7, 0 },
    { "beyond a, ab being nearest", 6, -6, 2, 6 },
    { "beyond a, ca being nearest", -6, -3, 2, 6 },
    { "beyond a, a being nearest", -3, -4, 2, 5 },
    { "beyond a, where ca ends", -4.5, -6, 2, 7.5 },
    { "beyond b", 164, -17, 1, 145 },
    { "beyond bc, c being nearest", -9, 15, 5, 13 },
    { "beyond c", -16, 8, 4, 13 },
  } },
}

-- The bit of each side: ab, bc, ca.
local BITS = { 4, 2, 1 }

-- What a region is called when the corners come in another order: order[i] is
-- where corner i stood in a, b, c.
local function renamed(region, order)
  local name = 0
  for side = 1, 3 do
    local from, to = order[side], order[side % 3 + 1]
    -- The side of a, b, c between the two: ab is 1, bc 2, ca 3.
    local old = (from % 3 + 1 == to) and from or to
    if math.floor(region / BITS[old]) % 2 == 1 then name = name + BITS[side] end
  end
  return name
end

local orders = { { 1, 2, 3 }, { 2, 3, 1 }, { 3, 1, 2 }, { 3, 2, 1 }, { 2, 1, 3 }, { 1, 3, 2 } }

-- Ways to lay the plane that keep every length and coordinate exact.
local maps = {
  { "as they are", function(x, y) return x, y end },
  { "turned by a quarter", function(x, y) return -y, x end },
  { "turned by half", function(x, y) return -x, -y end },
  { "turned by three quarters", function(x, y) return y, -x end },
  { "in a mirror", function(x, y) return -x, y end },
  { "in the other mirror", function(x, y) return y, x end },
  { "far away", function(x, y) return x + 2 ^ 30, y - 2 ^ 31 end },
  { "turned by (3, 4)", function(x, y) return 3 * x - 4 * y, 4 * x + 3 * y end, 5 },
  { "very small", function(x, y) return x * 2.0 ^ -230, y * 2.0 ^ -230 end, 2.0 ^ -230 },
  { "very large", function(x, y) return x * 2.0 ^ 225, y * 2.0 ^ 225 end, 2.0 ^ 225 },
}

local function triangle_of(corners, order, map)
  local points = {}
  for i = 1, 3 do points[i] = { map(corners[order[i]][1], corners[order[i]][2]) } end
  return collide.triangle(points)
end

local function circle(x, y, radius) return collide.circle { radius = radius, position = { x, y } } end

local function check_region(corners, place, x, y, region)
  local px, py = place(x, y)
  for _, order in ipairs(orders) do
    local triangle = triangle_of(corners, order, place)
    assert.equal(renamed(region, order), collide.triangle_region(triangle, px, py))
    assert.equal(renamed(region, order), triangle:triangle_region { px, py })
    assert.equal(region == 7, triangle:contains(px, py))
  end
end

-- Distances whose squares are rational with small terms are doubles: 5, 6, 7.5, 13.
local function check_circle(corners, place, x, y, radius)
  local px, py = place(x, y)
  for _, order in ipairs(orders) do
    local triangle = triangle_of(corners, order, place)
    for _, r in ipairs { radius, ulps.up(radius) } do
      assert.is_true(collide.overlap(circle(px, py, r), triangle))
      assert.is_true(collide.overlap(triangle, circle(px, py, r)))
    end
    if radius > 0 then
      assert.is_false(collide.overlap(circle(px, py, ulps.down(radius)), triangle))
      assert.is_false(collide.overlap(triangle, circle(px, py, ulps.down(radius))))
    end
    assert.equal(radius, (collide.distance(triangle, px, py)))
  end
end

for at, map in ipairs(maps) do
  for _, round in ipairs(not (cases.QUICK and at > 2) and walks or {}) do
    local place, scale, corners = map[2], map[3] or 1, round[2]

    describe(("the regions around a triangle, %s, %s,"):format(round[1], map[1]), function()
      for _, row in ipairs(round[3]) do
        local what, x, y, region, distance = row[1], row[2], row[3], row[4], row[5]
        it("are named " .. what, function() check_region(corners, place, x, y, region) end)
        it("agree with a circle that touches " .. what, function()
          check_circle(corners, place, x, y, distance * scale)
        end)
      end
    end)
  end
end

describe("the table of regions", function()
  it("names all seven, and no others", function()
    local triangle, seen = collide.triangle { A, B, C }, {}
    for x = -20, 20 do
      for y = -20, 20 do seen[collide.triangle_region(triangle, x, y)] = true end
    end
    assert.same({ true, true, true, true, true, true, true }, seen)
    assert.is_nil(seen[0])
  end)

  it("is that of three signs, for either winding", function()
    local function side(p, q, x, y) return (x - p[1]) * (q[2] - p[2]) - (y - p[2]) * (q[1] - p[1]) end
    for _, corners in ipairs { { A, B, C }, { C, B, A }, { { -3, 1 }, { 5, 4 }, { 2, -6 } } } do
      local triangle = collide.triangle { corners[1], corners[2], corners[3] }
      local winding = side(corners[1], corners[2], corners[3][1], corners[3][2])
      for x = -12, 12 do
        for y = -12, 12 do
          local region = 0
          for i = 1, 3 do
            if side(corners[i], corners[i % 3 + 1], x, y) * winding >= 0 then region = region + BITS[i] end
          end
          assert.equal(region, collide.triangle_region(triangle, x, y))
        end
      end
    end
  end)

  it("changes exactly at the line", function()
    local triangle = collide.triangle { { 0.1, 0.1 }, { 0.3, 0.3 }, { 0.1, 0.7 } }
    assert.equal(7, collide.triangle_region(triangle, 0.2, 0.2))
    assert.equal(3, collide.triangle_region(triangle, 0.2, ulps.down(0.2)))
    assert.equal(3, collide.triangle_region(triangle, ulps.up(0.2), 0.2))
    assert.equal(7, collide.triangle_region(triangle, 0.2, ulps.up(0.2)))
  end)

  it("returns an integer", function()
    local region = collide.triangle_region(collide.triangle { A, B, C }, 2, 2)
    assert.equal("7", tostring(region))
    if math.type then assert.equal("integer", math.type(region)) end -- luacheck: ignore 143
  end)

  it("uses the current pose of the triangle", function()
    local triangle = collide.triangle { A, B, C, position = { 100, 200 }, scale = { -1, 2 } }
    assert.equal(7, collide.triangle_region(triangle, 98, 204))
    assert.equal(2, collide.triangle_region(triangle, 103, 192))
    assert.equal(5, collide.triangle_region(triangle, 90, 220))
  end)
end)

describe("a triangle that is a segment", function()
  -- From (0, 0) to (8, 6), with the third corner between, outside, or at an end.
  local collapsed = {
    { "the third corner between the others", { 0, 0 }, { 8, 6 }, { 4, 3 } },
    { "the second between", { 0, 0 }, { 4, 3 }, { 8, 6 } },
    { "the first between", { 4, 3 }, { 0, 0 }, { 8, 6 } },
    { "the last two in one place", { 0, 0 }, { 8, 6 }, { 8, 6 } },
    { "the first two in one place", { 0, 0 }, { 0, 0 }, { 8, 6 } },
    { "the first and the last in one place", { 8, 6 }, { 0, 0 }, { 8, 6 } },
  }
  for _, row in ipairs(collapsed) do
    local what, a, b, c = row[1], row[2], row[3], row[4]

    it("contains only the points of the segment: " .. what, function()
      for _, map in ipairs(maps) do
        local place = map[2]
        local triangle = triangle_of({ a, b, c }, orders[1], place)
        local function region(x, y) return collide.triangle_region(triangle, place(x, y)) end
        for _, p in ipairs { { 0, 0 }, { 8, 6 }, { 4, 3 }, { 2, 1.5 }, { 6, 4.5 } } do
          assert.equal(7, region(p[1], p[2]))
        end
        for _, p in ipairs { { 1, 7 }, { 7, -1 }, { -4, -3 }, { 12, 9 }, { 4, 4 }, { 4, 3 + 2.0 ^ -20 }, { 0, 1 } } do
          assert.is_true(region(p[1], p[2]) < 7 and region(p[1], p[2]) > 0)
          assert.is_false(triangle:contains(place(p[1], p[2])))
        end
      end
    end)

    it("returns the corner beyond which a point on its line is: " .. what, function()
      local triangle = collide.triangle { a, b, c }
      local beyond = { 2, 1, 4 }
      for _, p in ipairs { { -4, -3 }, { 12, 9 }, { -4e10, -3e10 }, { 12e10, 9e10 } } do
        local nearest, least = {}, inf
        for i, corner in ipairs { a, b, c } do
          local d = (corner[1] - p[1]) ^ 2 + (corner[2] - p[2]) ^ 2
          if d < least then nearest, least = {}, d end
          if d == least then nearest[beyond[i]] = true end
        end
        assert.is_true(nearest[collide.triangle_region(triangle, p)])
      end
    end)

    it("is touched by a circle like the segment: " .. what, function()
      for _, map in ipairs(maps) do
        local place, scale = map[2], map[3] or 1
        local triangle = triangle_of({ a, b, c }, orders[1], place)
        for _, p in ipairs { { 1, 7 }, { 7, -1 }, { -4, -3 }, { 12, 9 }, { 11, 10 }, { -3, -4 }, { 5, 10 } } do
          local x, y = place(p[1], p[2])
          assert.is_true(collide.overlap(triangle, circle(x, y, 5 * scale)))
          assert.is_false(collide.overlap(triangle, circle(x, y, ulps.down(5 * scale))))
        end
        for _, p in ipairs { { 2, 1.5 }, { 6, 4.5 }, { 8, 6 } } do
          local x, y = place(p[1], p[2])
          assert.is_true(collide.overlap(triangle, circle(x, y, 0)))
        end
      end
    end)
  end
end)

describe("a triangle that is a point", function()
  it("contains only that point", function()
    local dot = collide.triangle { { 4, 3 }, { 4, 3 }, { 4, 3 } }
    assert.equal(7, collide.triangle_region(dot, 4, 3))
    for _, p in ipairs { { 0, 0 }, { 8, 6 }, { 4, ulps.up(3) }, { 4, 2 }, { 0, 3 } } do
      local region = collide.triangle_region(dot, p)
      assert.is_true(region == 1 or region == 2 or region == 4)
      assert.is_false(dot:contains(p))
    end
    assert.is_true(collide.overlap(dot, circle(0, 0, 5)))
    assert.is_false(collide.overlap(dot, circle(0, 0, ulps.down(5))))
    assert.is_true(collide.overlap(dot, circle(4, 3, 0)))
  end)
end)
