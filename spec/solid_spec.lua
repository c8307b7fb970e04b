-- SPDX-License-Identifier: MIT
--
-- Pairs in space: values worked out by hand. spec/solids compares every two kinds with exact arithmetic, and looks at
-- the points and normals of the answers.
local collide = require("collide")

local overlap, closest = collide.overlap, collide.closest
local abs, sqrt = math.abs, math.sqrt

local function list(v) return { v.x, v.y, v.z } end

-- Answers in tables, with vectors as arrays.
local function distance(a, b)
  local d, p, q = collide.distance(a, b)
  return d, list(p), list(q)
end

local function contact(a, b)
  local c = collide.contact(a, b)
  return c and { depth = c.depth, normal = list(c.normal), point = list(c.point) }
end

local function box(half, position, rotation)
  return collide.box { half = half, position = position, rotation = rotation }
end

local function cube(...) return box({ 1, 1, 1 }, { ... }) end

local function sphere(radius, ...) return collide.sphere { radius = radius, position = { ... } } end

local function near(wanted, got, error)
  if abs(wanted - got) <= (error or 1e-14) then return end
  assert.equal(("%.17g"):format(wanted), ("%.17g"):format(got))
end

local function near_all(wanted, got, error)
  for i = 1, 3 do near(wanted[i], got[i], error) end
end

-- An eighth of a turn about z.
local EIGHTH = { 0, 0, sqrt(2 - sqrt(2)), sqrt(2 + sqrt(2)) }

-- ---- Distance ---------------------------------------------------------------------------------

describe("the distance of", function()
  local function is(wanted, a, b, on_a, on_b, error)
    local d, p, q = distance(a, b)
    near(wanted, d, error)
    if on_a then near_all(on_a, p, error) end
    if on_b then near_all(on_b, q, error) end
    local e, r, s = distance(b, a)
    assert.equal(d, e)
    assert.same({ p[1], p[2], p[3], q[1], q[2], q[3] }, { s[1], s[2], s[3], r[1], r[2], r[3] })
  end

  it("two spheres is that of their centres without the radii", function()
    is(2, sphere(1, 0, 0, 0), sphere(2, 3, 4, 0), { 0.6, 0.8, 0 }, { 1.8, 2.4, 0 })
  end)
  it("boxes face to face is the gap", function()
    is(2, cube(0, 0, 0), cube(4, 0.5, 0))
  end)
  it("boxes edge to edge, rotated, is that of the edges", function()
    is(4 - sqrt(2) - 1, cube(0, 0, 0), box({ 1, 1, 1 }, { 4, 0, 0 }, EIGHTH))
  end)
  it("boxes corner to corner is that of the corners", function()
    is(3 * sqrt(3), cube(0, 0, 0), cube(5, 5, 5), { 1, 1, 1 }, { 4, 4, 4 })
  end)
  it("a box and a sphere beside its corner", function()
    is(3 - 2, cube(0, 0, 0), sphere(2, 2, 3, 3), { 1, 1, 1 })
  end)
  it("segments that pass each other is that of their lines", function()
    is(3, collide.segment { { -1, 0, 0 }, { 1, 0, 0 } }, collide.segment { { 0, -1, 3 }, { 0, 1, 3 } },
      { 0, 0, 0 }, { 0, 0, 3 })
  end)
  it("capsules that pass each other is less by the radii", function()
    is(2, collide.capsule { a = { -1, 0, 0 }, b = { 1, 0, 0 }, radius = 0.25 },
      collide.capsule { a = { 0, -1, 3 }, b = { 0, 1, 3 }, radius = 0.75 }, { 0, 0, 0.25 }, { 0, 0, 2.25 })
  end)
  it("a triangle and a point above its inside, its edge and its corner", function()
    local triangle = collide.triangle { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 } }
    is(2, triangle, { 1, 1, 2 }, { 1, 1, 0 }, { 1, 1, 2 })
    is(sqrt(8), triangle, { 4, 4, 0 }, { 2, 2, 0 }, { 4, 4, 0 })
    is(5, triangle, { -3, -4, 0 }, { 0, 0, 0 }, { -3, -4, 0 })
  end)
  it("a cylinder and a sphere beside its side, above its cap and beside its rim", function()
    local cylinder = collide.cylinder { radius = 2, half_height = 1 }
    is(1, cylinder, sphere(1, 4, 0.5, 0), { 2, 0.5, 0 }, { 3, 0.5, 0 })
    is(1, cylinder, sphere(1, 0.5, 3, 0), { 0.5, 1, 0 }, { 0.5, 2, 0 })
    is(4, cylinder, sphere(1, 5, 5, 0), { 2, 1, 0 })
  end)
  it("a cone and a point beside its side, above its apex and below its base", function()
    local cone = collide.cone { radius = 3, height = 4 }
    is(5, cone, { 4 + 1.5, 3 - 2, 0 }, { 1.5, -2, 0 }, nil, 1e-13)
    is(5, cone, { 0, 5, 0 }, { 0, 0, 0 }, { 0, 5, 0 })
    is(1, cone, { 1, -5, 1 }, { 1, -4, 1 }, nil, 1e-13)
  end)
  it("crossed cylinders is that of their sides", function()
    local across = collide.cylinder { radius = 1, half_height = 3, position = { 0, 0, 5 },
      rotation = { 0, 0, 1, 1 } }
    is(3, collide.cylinder { radius = 1, half_height = 3 }, across, { 0, 0, 1 }, { 0, 0, 4 }, 1e-12)
  end)
  it("uneven spheres along an axis", function()
    is(5 - 2 - 1, collide.sphere { radius = 1, scale = { 2, 1, 3 } }, sphere(1, 5, 0, 0), { 2, 0, 0 }, { 4, 0, 0 },
      1e-12)
  end)
  it("hulls is that of the equal boxes", function()
    local points = {}
    for i = 0, 7 do points[i + 1] = { i % 2 * 2 - 1, math.floor(i / 2) % 2 * 2 - 1, math.floor(i / 4) * 2 - 1 } end
    local a = collide.hull { points = points }
    local b = collide.hull { points = points, position = { 5, 4, 0 } }
    is(distance(cube(0, 0, 0), cube(5, 4, 0)), a, b)
    is(distance(cube(0, 0, 0), cube(5, 4, 3)), a, cube(5, 4, 3))
  end)
  it("shapes far away from the origin keeps its digits", function()
    local d = distance(cube(2 ^ 40, 2 ^ 40, 0), cube(2 ^ 40 + 5, 2 ^ 40 + 6, 0))
    assert.equal(5, d)
  end)
  it("shapes of any size scales with them", function()
    for _, s in ipairs { 2 ^ -200, 2 ^ -60, 2 ^ 60, 2 ^ 200 } do
      local d = distance(box { s, s, s }, box({ s, s, s }, { 5 * s, 5 * s, 5 * s }))
      near(3 * sqrt(3), d / s)
    end
  end)
end)

it("concentric capsules without length has witness points that are finite", function()
  local capsule = collide.capsule { a = { 0.5, 0.5, 2 }, b = { 0.5, 0.5, 2 }, radius = 0.5, position = { -2, -3, -3 } }
  local d, p, q = distance(capsule, capsule)
  assert.equal(0, d)
  for i = 1, 3 do
    assert.is_true(abs(p[i]) < 4, p[i])
    assert.is_true(abs(q[i]) < 4, q[i])
  end
end)

it("a huge uneven capsule overlaps a point-like segment near its origin", function()
  -- The positions differ by so little that the square of the difference underflows.
  local capsule = collide.capsule { a = { 0, -2 ^ 97, 0 }, b = { 0, 2 ^ -38, -2 ^ 154 }, radius = 2 ^ 207,
    scale = { 1, 2, 1 } }
  local at = { -2 ^ 161, 2 ^ -37, 2 ^ 6 }
  assert.is_true(overlap(capsule, collide.segment { at, at, position = { -2 ^ -176, -2 ^ -179, 0 } }))
end)

it("closest returns the point itself inside, and the nearest surface point outside", function()
  local d, p = closest(cube(0, 0, 0), { 0.5, 0.25, -1 })
  assert.equal(0, d)
  assert.same({ 0.5, 0.25, -1 }, list(p))
  assert.same({ 5, 1, 1, 0.5 }, { closest(cube(0, 0, 0), 4, 5, 0.5) })
  assert.same({ 5, 1, 1, 0.5, 4, 5, 0.5 }, { collide.distance(cube(0, 0, 0), 4, 5, 0.5) })
end)

-- ---- Contact ----------------------------------------------------------------------------------

describe("the contact of", function()
  local function is(depth, normal, a, b, error)
    local c, d = contact(a, b), contact(b, a)
    near(depth, c.depth, error)
    if normal then near_all(normal, c.normal, error) end
    assert.equal(c.depth, d.depth)
    assert.same({ c.normal[1], c.normal[2], c.normal[3], c.point[1], c.point[2], c.point[3] },
      { 0 - d.normal[1], 0 - d.normal[2], 0 - d.normal[3], d.point[1], d.point[2], d.point[3] })
  end

  it("boxes is along the axis of least overlap", function()
    is(0.5, { -1, 0, 0 }, cube(0, 0, 0), cube(1.5, 0.25, 0.125))
    is(0.25, { 0, 1, 0 }, cube(1, 1.75, 0), cube(0, 0, 0))
  end)
  it("a box in a larger one is across the nearest face", function()
    is(3 + 0.5 - 2, { 0, 0, 1 }, box({ 0.5, 0.5, 0.5 }, { 0, 1, 2 }), box { 3, 3, 3 })
  end)
  it("a rotated box and a box is along a cross product of edges or a face normal", function()
    is(sqrt(2) + 1 - 2, { -1, 0, 0 }, cube(0, 0, 0), box({ 1, 1, 1 }, { 2, 0, 0 }, EIGHTH))
  end)
  it("spheres is along their centres, for concentric ones along x", function()
    is(0.5, { -0.6, -0.8, 0 }, sphere(1, 0, 0, 0), sphere(0.5, 0.6, 0.8, 0))
    is(3, nil, sphere(1, 0, 0, 0), sphere(2, 0, 0, 0))
    assert.equal(1, abs(contact(sphere(1, 0, 0, 0), sphere(2, 0, 0, 0)).normal[1]))
  end)
  it("a sphere whose centre is in a box is across the nearest face", function()
    is(0.25 + 1, { 0, 1, 0 }, sphere(1, 0, 0.75, 0.5), cube(0, 0, 0))
  end)
  it("capsules with crossing lines is across both", function()
    is(1, nil, collide.capsule { a = { -1, 0, 0 }, b = { 1, 0, 0 }, radius = 0.5 },
      collide.capsule { a = { 0, -1, 0 }, b = { 0, 1, 0 }, radius = 0.5 })
  end)
  it("a point in a box is the shortest displacement out of it", function()
    is(0.25, { 0, 0, -1 }, { 0, 0, -0.75 }, cube(0, 0, 0))
  end)
  it("cylinders is along the axis or across it", function()
    local cylinder = collide.cylinder { radius = 1, half_height = 1 }
    is(0.5, { 0, -1, 0 }, cylinder, collide.cylinder { radius = 1, half_height = 1, position = { 0.25, 1.5, 0 } })
    is(0.5, nil, cylinder, collide.cylinder { radius = 1, half_height = 1, position = { 1.5, 0, 0 } }, 1e-9)
  end)
  it("two equal cones, with a ring of shortest displacements, is as deep as the cone is wide", function()
    is(2 * 2 / sqrt(5), nil, collide.cone { radius = 1, height = 2 },
      collide.cone { radius = 1, height = 2, rotation = { 0, 1, 0, 1 } }, 1e-9)
  end)
  it("uneven spheres, one in the other", function()
    is(2, nil, sphere(1, 0, 0, 0), collide.sphere { radius = 1, scale = { 1, 2, 3 } }, 1e-8)
  end)
end)

describe("shapes that only touch have depth 0, and a normal that separates them:", function()
  local function touch(title, a, b, normal)
    it(title, function()
      local c = contact(a, b)
      assert.equal(0, c.depth)
      near(1, c.normal[1] ^ 2 + c.normal[2] ^ 2 + c.normal[3] ^ 2)
      if normal then near_all(normal, c.normal) end
      assert.equal(0, (distance(a, b)))
      assert.equal(0, contact(b, a).depth)
    end)
  end
  touch("boxes face to face", cube(0, 0, 0), cube(2, 0.5, 0), { -1, 0, 0 })
  touch("boxes edge to edge", cube(0, 0, 0), cube(2, 2, 0))
  touch("boxes corner to corner", cube(0, 0, 0), cube(2, 2, 2))
  touch("spheres", sphere(1, 0, 0, 0), sphere(1, 2, 0, 0), { -1, 0, 0 })
  touch("segments that cross", collide.segment { { -1, 0, 0 }, { 1, 0, 0 } },
    collide.segment { { 0, -1, 0 }, { 0, 1, 0 } })
  touch("segments in a line", collide.segment { { -1, 0, 0 }, { 1, 0, 0 } },
    collide.segment { { 0, 0, 0 }, { 2, 0, 0 } })
  touch("a flat box and a triangle in its plane", box { 1, 0, 1 },
    collide.triangle { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 0, 1 } })
  touch("points in one place", sphere(0, 1, 2, 3), sphere(0, 1, 2, 3))
  touch("a point on a face", sphere(0, 1, 0.5, 0.5), cube(0, 0, 0), { 1, 0, 0 })
  touch("a cone's apex on a box", collide.cone { radius = 1, height = 2 }, cube(0, 1, 0), { 0, -1, 0 })
  touch("a cylinder on a box", collide.cylinder { radius = 1, half_height = 1, position = { 0, 2, 0 } },
    cube(0, 0, 0), { 0, 1, 0 })
  touch("a sphere and a cylinder's side", sphere(1, 3, 0, 0), collide.cylinder { radius = 2, half_height = 1 })
end)

-- Where a rim touches, the distance grows with the square of the way along it, so that what is
-- nearest is hard to find in doubles.
describe("the contact point of a rim lies on both shapes:", function()
  local function touch(title, a, b, point, normal)
    it(title, function()
      local c, other = contact(a, b), contact(b, a)
      assert.equal(0, c.depth)
      near_all(point, c.point, 1e-7) -- along the rim; 1e-14 across it
      near_all(c.point, other.point, 0)
      near_all(c.normal, { -other.normal[1], -other.normal[2], -other.normal[3] }, 0)
      if normal then near_all(normal, c.normal, 1e-6) end
    end)
  end
  local lying = { 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 2, -2, 3, 1 }
  touch("a cone on a box's edge", collide.cone { radius = 1, height = 2, position = { 1, 0, -3 } },
    box { 2, 2, 2 }, { 1, -2, -2 }, { 0, 0, -1 })
  touch("a lying cone on a box's corner", box { 3, 2, 2 },
    collide.cone { radius = 1, height = 1, transform = lying }, { 3, -2, 2 }, { 0, 0, -1 })
  touch("a cone's base beside a box's edge", box { 2, 2, 1 },
    collide.cone { radius = 1, height = 1, position = { 3, 3, 0 } }, { 2, 2, 0 })
  touch("a cylinder's rim across a triangle's edge", collide.cylinder { radius = 1, half_height = 3 },
    collide.triangle { { 0, -4, 1 }, { 2, -6, -1 }, { -2, 0, 3 } }, { 0, -3, 1 },
    { 0, 2 / sqrt(13), -3 / sqrt(13) })
end)

describe("the distance of curved solids is that of their witness points:", function()
  it("an apex beside a cylinder's side", function()
    near(sqrt(2) - 1, (distance(collide.cone { radius = 1, height = 2, position = { 3, -1, 1 } },
      collide.cylinder { radius = 1, half_height = 3,
        transform = { 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 } })), 1e-13)
  end)
  it("a rim beside a cylinder's side", function()
    near(sqrt(5) - 2, (distance(
      collide.cylinder { radius = 1, half_height = 1, transform = { 1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1 } },
      collide.cylinder { radius = 2, half_height = 2,
        transform = { 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 2, 3, -2, 1 } })), 1e-13)
  end)
  it("at any size that doubles have", function()
    for exponent = -1000, 950, 50 do
      local k = 2.0 ^ exponent
      local d = distance(collide.cylinder { radius = k, half_height = k }, collide.cone {
        radius = 2 * k, height = k, position = { 8 * k, 0, 0 },
      })
      near(5, d / k, 1e-12)
    end
  end)
end)

describe("the nearest point to one at the largest coordinates", function()
  it("is the same in numbers and in tables", function()
    local ball = collide.sphere { radius = 1 }
    for _, far in ipairs { 1e99, 1e100, 1e150, 1e300 } do
      local length, x, y, z = ball:closest(far, 0, 0)
      local same, nearest = ball:closest { far, 0, 0 }
      assert.are.same({ same, nearest.x, nearest.y, nearest.z }, { length, x, y, z })
    end
    assert.has_error(function() ball:closest(math.huge, 0, 0) end)
  end)
end)
