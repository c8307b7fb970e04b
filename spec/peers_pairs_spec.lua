-- SPDX-License-Identifier: MIT
--
-- Tests of pairs from other projects: their inputs and values, in our own words. Each row names its source. If a
-- project's value is wrong, or right only within its tolerance, the row has the right value, worked out by hand or in
-- rationals, and states theirs.
local collide = require("collide")

-- FCL's capsules, cylinders and cones lie along z, are centred, and have their whole length. Ours lie along y, and a
-- cone's apex is at its origin. So all of FCL's inputs are rotated: its z is our y.
local function turned(x, y, z) return { x, z, -y } end

local fcl = {}
function fcl.sphere(radius, x, y, z)
  return collide.sphere { radius = radius, position = turned(x or 0, y or 0, z or 0) }
end
function fcl.box(sides, x, y, z)
  return collide.box { half = { sides[1] / 2, sides[3] / 2, sides[2] / 2 }, position = turned(x or 0, y or 0, z or 0) }
end
function fcl.capsule(radius, length, x, y, z)
  return collide.capsule { radius = radius, half_height = length / 2, position = turned(x or 0, y or 0, z or 0) }
end
function fcl.cylinder(radius, length, x, y, z)
  return collide.cylinder { radius = radius, half_height = length / 2, position = turned(x or 0, y or 0, z or 0) }
end
function fcl.cone(radius, length, x, y, z)
  return collide.cone { radius = radius, height = length, position = turned(x or 0, y or 0, (z or 0) + length / 2) }
end
function fcl.triangle(a, b, c)
  return collide.triangle { turned(a[1], a[2], a[3]), turned(b[1], b[2], b[3]), turned(c[1], c[2], c[3]) }
end
function fcl.halfspace(x, y, z, distance) return collide.plane { normal = turned(x, y, z), distance = distance } end
-- A capsule along another axis of FCL's.
function fcl.capsule_along(radius, x0, y0, z0, x1, y1, z1)
  return collide.capsule { a = turned(x0, y0, z0), b = turned(x1, y1, z1), radius = radius }
end

-- In a row: where it is from, two shapes, and either `depth`, and `from`, the direction out of the
-- second towards the first if there is only one; or `gap`, the distance, with the points.
local rows = {}
local function row(source, a, b, expected)
  rows[#rows + 1] = { source = source, a = a, b = b, expected = expected }
end

-- ---- FCL, test_fcl_geometric_shapes ----------------------------------------------------------------

for _, x in ipairs { 40, 30, 30.01, 29.9, -29.9, -30, -30.01 } do
  local reach = math.abs(x)
  row("FCL spheres " .. x, fcl.sphere(20), fcl.sphere(10, x),
    reach > 30 and { gap = reach - 30 } or { depth = 30 - reach, from = turned(x > 0 and -1 or 1, 0, 0) })
end
-- FCL wants a normal of zero here; ours has unit length, whichever way it points.
row("FCL spheres, concentric", fcl.sphere(20), fcl.sphere(10), { depth = 30 })

row("FCL boxes, concentric", fcl.box { 20, 40, 50 }, fcl.box { 10, 10, 10 }, { depth = 15 })
row("FCL boxes 15", fcl.box { 20, 40, 50 }, fcl.box({ 10, 10, 10 }, 15), { depth = 0, from = turned(-1, 0, 0) })
row("FCL boxes 15.01", fcl.box { 20, 40, 50 }, fcl.box({ 10, 10, 10 }, 15.01), { gap = 0.01 })
do -- FCL wants the normal of the second box's face; the least push is along the first's x.
  local angle = 3.140 / 6
  row("FCL boxes, one turned by 3.14 / 6", fcl.box { 20, 40, 50 },
    collide.box { half = { 5, 5, 5 }, rotation = { 0, math.sin(angle / 2), 0, math.cos(angle / 2) } },
    { depth = 10 + 5 * (math.cos(angle) + math.sin(angle)) })
end

row("FCL sphere and box, concentric", fcl.sphere(20), fcl.box { 5, 5, 5 }, { depth = 22.5 })
-- They touch, which FCL says is no contact.
row("FCL sphere and box 22.5", fcl.sphere(20), fcl.box({ 5, 5, 5 }, 22.5), { depth = 0, from = turned(-1, 0, 0) })
row("FCL sphere and box 22.501", fcl.sphere(20), fcl.box({ 5, 5, 5 }, 22.501), { gap = 0.001 })
row("FCL sphere and box 22.4", fcl.sphere(20), fcl.box({ 5, 5, 5 }, 22.4), { depth = 0.1, from = turned(-1, 0, 0) })
row("FCL sphere and box 22.6", fcl.sphere(20), fcl.box({ 5, 5, 5 }, 22.6), { gap = 0.1 })
row("FCL sphere and box 40", fcl.sphere(20), fcl.box({ 5, 5, 5 }, 40), { gap = 17.5 })

row("FCL sphere and capsule, concentric", fcl.sphere(20), fcl.capsule(5, 10), { depth = 25 })
row("FCL sphere and capsule 24.9", fcl.sphere(20), fcl.capsule(5, 10, 24.9),
  { depth = 0.1, from = turned(-1, 0, 0) })
row("FCL sphere and capsule 25", fcl.sphere(20), fcl.capsule(5, 10, 25), { depth = 0, from = turned(-1, 0, 0) })
row("FCL sphere and capsule 25.1", fcl.sphere(20), fcl.capsule(5, 10, 25.1), { gap = 0.1 })

row("FCL cylinders, concentric", fcl.cylinder(5, 10), fcl.cylinder(5, 10), { depth = 10 })
row("FCL cylinders 9.9", fcl.cylinder(5, 10), fcl.cylinder(5, 10, 9.9), { depth = 0.1, from = turned(-1, 0, 0) })
row("FCL cylinders 10.01", fcl.cylinder(5, 10), fcl.cylinder(5, 10, 10.01), { gap = 0.01 })
row("FCL cylinders 10.1", fcl.cylinder(5, 10), fcl.cylinder(5, 10, 10.1), { gap = 0.1 })
row("FCL cylinders 40", fcl.cylinder(5, 10), fcl.cylinder(5, 10, 40), { gap = 30 })

-- FCL wants the normal along x, where 0.1 parts the two. Along the normal of a cone's side, whose slope
-- is 2, it is less: the height of what they share there times the cosine of that slope's angle.
local SIDE = 0.1 * 2 / math.sqrt(5)
row("FCL cones 9.9", fcl.cone(5, 10), fcl.cone(5, 10, 9.9), { depth = SIDE })
row("FCL cylinder and cone 9.9", fcl.cylinder(5, 10), fcl.cone(5, 10, 9.9), { depth = SIDE })
row("FCL cones 10.001", fcl.cone(5, 10), fcl.cone(5, 10, 10.001), { gap = 0.001 })
row("FCL cones 10.1", fcl.cone(5, 10), fcl.cone(5, 10, 10.1), { gap = 0.1 })
row("FCL cones 9.9 up", fcl.cone(5, 10), fcl.cone(5, 10, 0, 0, 9.9), { depth = 0.1, from = turned(0, 0, -1) })
row("FCL cones 40 up", fcl.cone(5, 10), fcl.cone(5, 10, 0, 0, 40), { gap = 30 }) -- FCL's tolerance is 1
row("FCL cylinder and cone 10.01", fcl.cylinder(5, 10), fcl.cone(5, 10, 10.01), { gap = 0.01 })
row("FCL cylinder and cone 10.1", fcl.cylinder(5, 10), fcl.cone(5, 10, 10.1), { gap = 0.1 })
row("FCL cylinder and cone 40", fcl.cylinder(5, 10), fcl.cone(5, 10, 40), { gap = 30 })
row("FCL cylinder and cone 9.9 up", fcl.cylinder(5, 10), fcl.cone(5, 10, 0, 0, 9.9),
  { depth = 0.1, from = turned(0, 0, -1) })
row("FCL cylinder and cone 10.01 up", fcl.cylinder(5, 10), fcl.cone(5, 10, 0, 0, 10.01), { gap = 0.01 })

row("FCL sphere and triangle through its centre", fcl.sphere(10),
  fcl.triangle({ 20, 0, 0 }, { -20, 0, 0 }, { 0, 20, 0 }), { depth = 10 })
row("FCL sphere and triangle", fcl.sphere(10), fcl.triangle({ 30, 0, 0 }, { 9.9, -20, 0 }, { 9.9, 20, 0 }),
  { depth = 0.1, from = turned(-1, 0, 0) })
row("FCL half-space and triangle", fcl.halfspace(1, 0, 0, 0), fcl.triangle({ 20, 0, 0 }, { -20, 0, 0 }, { 0, 20, 0 }),
  { depth = 20, from = turned(-1, 0, 0) })
row("FCL half-space and triangle that touch", fcl.halfspace(1, 0, 0, 0),
  fcl.triangle({ 20, 0, 0 }, { 0, -20, 0 }, { 0, 20, 0 }), { depth = 0, from = turned(-1, 0, 0) })

-- A half-space moved by `by` along its normal, the shape's reach along it, and FCL's steps.
local function halfspace(name, shape, axis, reach, steps)
  local n = { 0, 0, 0 }
  n[axis] = 1
  for _, by in ipairs(steps) do
    row(("FCL half-space %d at %g and %s"):format(axis, by, name), shape, fcl.halfspace(n[1], n[2], n[3], by),
      by + reach < 0 and { gap = -by - reach } or { depth = by + reach, from = turned(n[1], n[2], n[3]) })
  end
end
halfspace("sphere", fcl.sphere(10), 1, 10, { 0, 5, -5, -10.1, 10.1 })
halfspace("box", fcl.box { 5, 10, 20 }, 1, 2.5, { 0, 1.25, -1.25, 2.51, -2.51 })
for axis = 1, 3 do
  local up = axis == 3
  local reach = up and 10 or 5
  halfspace("capsule", fcl.capsule(5, 10), axis, reach, { 0, 2.5, -2.5, reach + 0.1, -reach - 0.1 })
  halfspace("cylinder", fcl.cylinder(5, 10), axis, 5, { 0, 2.5, -2.5, 5.1, -5.1 })
end

row("FCL distance of spheres", fcl.sphere(20), fcl.sphere(10, 0, 40, 0),
  { gap = 10, on_a = turned(0, 20, 0), on_b = turned(0, 30, 0) })
row("FCL distance of spheres 30.1", fcl.sphere(20), fcl.sphere(10, 30.1), { gap = 0.1 })
for _, to in ipairs { { 10.1, 0, 0.1 }, { 20.1, 0, 10.1 }, { 0, 20.2, 10.2 }, { 0, 20.1, 10.1 },
  { 10.1, 10.1, 0.1 * math.sqrt(2) } } do
  row(("FCL distance of boxes %g %g"):format(to[1], to[2]), fcl.box { 10, 10, 10 },
    fcl.box({ 10, 10, 10 }, to[1], to[2]), { gap = to[3] })
end
row("FCL distance of boxes 15.1", fcl.box { 20, 40, 50 }, fcl.box({ 10, 10, 10 }, 15.1), { gap = 0.1 })
row("FCL distance of boxes 20", fcl.box { 20, 40, 50 }, fcl.box({ 10, 10, 10 }, 20), { gap = 5 })

-- ---- FCL, test_fcl_signed_distance -------------------------------------------------------------------

row("FCL signed distance of spheres 40", fcl.sphere(20), fcl.sphere(10, 40),
  { gap = 10, on_a = turned(20, 0, 0), on_b = turned(30, 0, 0) })
row("FCL signed distance of spheres 25", fcl.sphere(20), fcl.sphere(10, 25), { depth = 5, from = turned(-1, 0, 0) })
row("FCL signed distance of spheres 20 20", fcl.sphere(20), fcl.sphere(10, 20, 0, 20),
  { depth = 30 - math.sqrt(800), from = turned(-math.sqrt(0.5), 0, -math.sqrt(0.5)) })
row("FCL signed distance of sphere and capsule 40", fcl.sphere(20), fcl.capsule(10, 20, 40), { gap = 10 })
row("FCL signed distance of sphere and capsule 25", fcl.sphere(20), fcl.capsule(10, 20, 25),
  { depth = 5, from = turned(-1, 0, 0) })
-- FCL's issue 391: one in the other by 1.5e-7; FCL checks the points alone.
row("FCL issue 391", fcl.cylinder(0.03, 0.65, 0.6, 0, 0.325),
  fcl.sphere(0.055, 0.5419794018, -0.0621175025, 0.6016236576), { depth = 1.5333941277839713e-07, tolerance = 1e-15 })

-- ---- FCL, test_fcl_capsule_capsule and test_fcl_sphere_capsule ---------------------------------------

row("FCL capsules 20.1", fcl.capsule(5, 10), fcl.capsule(5, 10, 20.1), { gap = 10.1 })
row("FCL capsules 20 20", fcl.capsule(5, 10), fcl.capsule(5, 10, 20, 20), { gap = math.sqrt(800) - 10 })
row("FCL capsules 20.1 up", fcl.capsule(5, 10), fcl.capsule(5, 10, 0, 0, 20.1), { gap = 0.1 })
-- FCL's test had 5.1, for a capsule that begins at its position, while all others have it centred.
row("FCL capsules, one lying 25.1 up", fcl.capsule(5, 10), fcl.capsule_along(5, -5, 0, 25.1, 5, 0, 25.1),
  { gap = 10.1 })

local below = fcl.sphere(50, 0, 0, -50)
row("FCL sphere and capsule, apart along z", below, fcl.capsule(50, 200, 0, 0, 200), { gap = 50 })
row("FCL sphere and capsule, apart along -z", fcl.sphere(50, 0, 0, 50), fcl.capsule(50, 200, 0, 0, -200), { gap = 50 })
row("FCL sphere and capsule, apart along x", below, fcl.capsule(50, 200, 150), { gap = 50 })
row("FCL sphere and capsule, turned and apart", below, fcl.capsule_along(50, 150, -100, 0, 150, 100, 0),
  { gap = math.sqrt(25000) - 100 })
row("FCL sphere and capsule, in along z", below, fcl.capsule(50, 200, 0, 0, 125),
  { depth = 25, from = turned(0, 0, -1) })
row("FCL sphere and capsule, turned and in", fcl.sphere(50), fcl.capsule_along(50, 0, -50, 75, 0, 150, 75),
  { depth = 25, from = turned(0, 0, -1) })
row("FCL sphere and capsule, in", below, fcl.capsule(50, 200, 0, 0, 100), { depth = 50, from = turned(0, 0, -1) })
row("FCL sphere and capsule, 25 apart", below, fcl.capsule(50, 200, 0, 0, 175), { gap = 25 })

-- ---- Jolt, EPATests and GJKTests ---------------------------------------------------------------------

local function ball(x, y, z, radius) return collide.sphere { radius = radius, position = { x, y, z } } end
local function box(min, max) return collide.box { min = min, max = max } end

-- Jolt compares with a formula to 0.1 degrees and 8e-4.
local wide, edge = box({ -2, -3, -4 }, { 2, 3, 4 }), box({ 1, 1, -2 }, { 2, 2, 2 })
local corner = box({ 1, 1, 1 }, { 2, 2, 2 })
local E, C = math.sqrt(1 / 2), math.sqrt(1 / 3)
row("Jolt, beside a face", wide, ball(4, 0, 0, 1.99), { gap = 0.01, on_a = { 2, 0, 0 }, on_b = { 2.01, 0, 0 } })
row("Jolt, into a face", wide, ball(4, 0, 0, 2.01), { depth = 0.01, from = { -1, 0, 0 } })
row("Jolt, deep in a face", wide, ball(3, 0, 0, 2), { depth = 1, from = { -1, 0, 0 } })
row("Jolt, beside an edge", edge, ball(4, 4, 0, math.sqrt(8) - 0.01), { gap = 0.01, on_a = { 2, 2, 0 } })
row("Jolt, into an edge", edge, ball(4, 4, 0, math.sqrt(8) + 0.01), { depth = 0.01, from = { -E, -E, 0 } })
row("Jolt, beside a corner", corner, ball(4, 4, 4, math.sqrt(12) - 0.01), { gap = 0.01, on_a = { 2, 2, 2 } })
row("Jolt, into a corner", corner, ball(4, 4, 4, math.sqrt(12) + 0.01), { depth = 0.01, from = { -C, -C, -C } })
row("Jolt, the same sphere twice", ball(1, 2, 3, 2), ball(1, 2, 3, 2), { depth = 4 }) -- Jolt's is within 0.14
row("Jolt, nearly the same sphere", ball(1, 2, 3, 2), ball(1.1, 2, 3, 1.8), { depth = 3.7, from = { -1, 0, 0 } })
row("Jolt, spheres far apart", ball(0, 0, 0, 1), ball(10, 10, 10, 1),
  { gap = math.sqrt(300) - 2, on_a = { C, C, C }, on_b = { 10 - C, 10 - C, 10 - C } })

-- ---- MathGeoLib, GJKTests and TriangleTests ----------------------------------------------------------

-- The values are in rationals from their decimals as doubles.
row("MathGeoLib TrickyAABBCapsuleNoIntersect",
  collide.capsule { a = { -37.3521881, -61.0987396, 77.0996475 }, b = { 46.2122498, -61.2913399, 15.9034805 },
    radius = 53.990406 }, box({ 51.6529007, -28.0629959, 65.9745636 }, { 59.8043518, -18.9434891, 69.0897827 }),
  { gap = 0.8089968576699107 })
row("MathGeoLib TrickyGJKSphereSphereIntersect", ball(-14.740263, 8.2647991, 64.282227, 7.6029987),
  ball(-23.840866, 9.4233770, 66.399742, 1.9519407), { depth = 0.1396779862525115 })
row("MathGeoLib TrickyGJKSphereSphereIntersect2", ball(57.166256, 99.426201, 75.735786, 2.3808355),
  ball(54.087727, 94.719139, 75.188812, 3.3114955), { depth = 0.041405940121656215 })
row("MathGeoLib TrickyGJKAABBAABBIntersect", box({ -10, -10, -10 }, { 10, 10, 10 }), box({ 8, 8, 8 }, { 20, 20, 20 }),
  { depth = 2 })
row("MathGeoLib GJKAABBSphereIntersectCase",
  box({ 37.1478767, -71.9611969, -51.1293259 }, { 42.8975906, -67.3180618, -44.9161682 }),
  ball(41.9271927, -71.1957016, -56.7100677, 7.20756626), { depth = 1.6268244599999946, from = { 0, 0, 1 } })
row("MathGeoLib GJKAABBSphereIntersectCase2",
  box({ -6.17850494, -1.09283221, -85.2101898 }, { -3.21846271, -0.564386666, -84.2947693 }),
  ball(-2.29130507, -1.87549007, -83.2377472, 2.09292078), { depth = 0.48373765334270336 })
-- A test that is commented out there, and expects no intersection: the axis passes the triangle at
-- 26.09, and the radius is more.
row("MathGeoLib TrickyGJKCapsuleTriangleNoIntersect",
  collide.capsule { a = { -96.444878, 45.877380, 29.534300 }, b = { -48.194218, 47.746323, 124.26303 },
    radius = 29.480530 },
  collide.triangle { { -104.49078, 26.969154, 132.72052 }, { -80.549988, 9.9734116, 7.7765503 },
    { 65.374435, 15.144905, 149.00766 } }, { depth = 3.3891951078395053 })
local leaf = collide.triangle { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }
row("MathGeoLib Triangle_Intersects_AABB_Case", leaf, box({ -2, -2, -2 }, { 2, 2, 2 }), { depth = 2 })
-- MathGeoLib leaves touching out; `touching="skip"` does so here, see below.
row("MathGeoLib Triangle_Intersects_AABB_Case2", leaf, box({ -1, -1, -1 }, { 0, 0, 0 }), { depth = 0 })
row("MathGeoLib Triangle_Intersects_AABB_Case3", leaf, box({ -10, -10, -1 }, { 10, 10, 0 }), { depth = 0 })

-- ---- ODE, collision_point_depth ------------------------------------------------------------------------

for _, p in ipairs { { 0, 0, 0, 1 }, { 0.5, 0, 0, 0.5 }, { 0.3, 0.4, 0, 0.5 }, { 0.9, 0, 0, 0.1 }, { 1, 0, 0, 0 },
  { 1.1, 0, 0, -0.1 }, { 1.5, 0, 0, -0.5 }, { 0.9, 1.2, 0, -0.5 } } do
  for turn = 1, 3 do
    for sign = 1, -1, -2 do
      local x, y, z, depth = p[1] * sign, p[2], p[3], p[4]
      if turn == 2 then x, y, z = z, x, y end
      if turn == 3 then x, y, z = y, z, x end
      row(("ODE sphere and point %g %g %g"):format(x, y, z), ball(0, 0, 0, 1), ball(x, y, z, 0),
        depth >= 0 and { depth = depth } or { gap = -depth })
    end
  end
end

-- ---- Box2D, test_distance ------------------------------------------------------------------------------

row("Box2D segments", collide.segment { { -1, -1 }, { -1, 1 } }, collide.segment { { 2, 0 }, { 1, 0 } },
  { gap = 2, on_a = { -1, 0 }, on_b = { 1, 0 } })
row("Box2D square and segment", collide.polygon { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } },
  collide.segment { { 2, -1 }, { 2, 1 } }, { gap = 1 })
-- A plank of 3.2 mm, for whose short edge Box2D's distance once was 0.
row("Box2D plank and point", collide.polygon { { -0.5, -0.0016 }, { 0.5, -0.0016 }, { 0.5, 0.0016 }, { -0.5, 0.0016 } },
  collide.circle { radius = 0, position = { 0.505, 0 } }, { gap = 0.005, on_a = { 0.5, 0 } })

-- ---- The tests ---------------------------------------------------------------------------------------------

local function components(v) return { v.x or v[1], v.y or v[2], v.z or v[3] } end

local function assert_near(expected, found, tolerance, what)
  assert.is_true(math.abs(expected - found) <= tolerance,
    ("%s: %.17g expected, got %.17g"):format(what, expected, found))
end

local function assert_near_vector(expected, found, sign, tolerance, what)
  expected, found = components(expected), components(found)
  for i = 1, #found do assert_near(sign * expected[i], found[i], tolerance, what) end
end

-- Rounding of the inputs at the largest of them, 250, is 3e-14. What collide says of depths with two
-- cylinders or cones is to 1e-8 of the size.
local function tolerances(expected, a, b)
  local round = 0
  for _, shape in ipairs { a, b } do
    local kind = shape:describe().shape
    if kind == "cylinder" or kind == "cone" then round = round + 1 end
  end
  return expected.tolerance or round > 0 and 2e-7 or 1e-12
end

local function check(r, a, b, sign)
  local expected = r.expected
  local tolerance = tolerances(expected, a, b)
  local contact = collide.contact(a, b)
  local distance, on_a, on_b = collide.distance(a, b)
  if expected.depth then
    assert.is_true(collide.overlap(a, b))
    assert.equal(0, distance)
    assert_near(expected.depth, contact.depth, tolerance, "depth")
    assert.equal(expected.depth > 0, contact.depth > 0)
    local n, length = components(contact.normal), 0
    for i = 1, #n do length = length + n[i] * n[i] end
    assert_near(1, length, 1e-15, "length")
    if expected.from then
      assert_near_vector(expected.from, contact.normal, sign, math.max(10 * tolerance, 1e-9), "normal")
    end
  else
    assert.is_false(collide.overlap(a, b))
    assert.is_nil(contact)
    assert_near(expected.gap, distance, 1e-10, "distance")
    if sign < 0 then on_a, on_b = on_b, on_a end
    if expected.on_a then assert_near_vector(expected.on_a, on_a, 1, 1e-12, "on a") end
    if expected.on_b then assert_near_vector(expected.on_b, on_b, 1, 1e-12, "on b") end
  end
end

describe("a pair from another project's tests", function()
  for _, r in ipairs(rows) do
    it(r.source, function()
      check(r, r.a, r.b, 1)
      check(r, r.b, r.a, -1)
    end)
  end

  it("is one of at least so many", function() assert.is_true(#rows >= 150) end)

  it("does not penetrate where it only touches", function()
    local skip = { touching = "skip" }
    for _, r in ipairs(rows) do
      if r.expected.depth == 0 then assert.is_nil(collide.contact(r.a, r.b, skip)) end
    end
  end)
end)
