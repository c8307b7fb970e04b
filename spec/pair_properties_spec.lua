-- SPDX-License-Identifier: MIT
--
-- Properties of every two shapes of the plane, tested with many on small integers. Answers are compared with an exact
-- reference, and after a mirror, a translation and a scale; the displacement of a contact is applied. COLLIDE_PAIRS is
-- their number; spec/pairs tests the core with harder ones.
local collide = require("collide")
local cases = require("spec.support.cases")
local planar = dofile("spec/support/planar.lua")
local random = require("spec.support.random")

local CASES = tonumber(os.getenv("COLLIDE_PAIRS")) or cases.of(100000, 2000)

local overlap, contact, distance, closest, contains = collide.overlap, collide.contact, collide.distance,
  collide.closest, collide.contains
local abs, max, sqrt, huge = math.abs, math.max, math.sqrt, math.huge

-- ---- Shapes at random -----------------------------------------------------------
--
-- A shape is told by points, a radius, or normal and distance, all of them small
-- integers; and by a number that picks among the ways to make it.

local source = random.source(1)
local integer = source.integer

local function point(reach) return { integer(-reach, reach), integer(-reach, reach) } end

local function normal(reach)
  local n = point(reach)
  if n[1] == 0 and n[2] == 0 then n[1 + integer(0, 1)] = integer(0, 1) * 2 - 1 end
  return n
end

local drawn = {
  circle = function(reach) return { points = { point(reach) }, radius = integer(0, reach) } end,
  rect = function(reach)
    local p, q = point(reach), point(reach)
    return { points = { { math.min(p[1], q[1]), math.min(p[2], q[2]) }, { max(p[1], q[1]), max(p[2], q[2]) } } }
  end,
  polygon = function(reach)
    local hull
    repeat
      local points = {}
      for i = 1, integer(3, 6) do points[i] = point(reach) end
      hull = planar.hull(points)
    until #hull >= 3
    return { points = hull }
  end,
  triangle = function(reach) return { points = { point(reach), point(reach), point(reach) } } end,
  segment = function(reach) return { points = { point(reach), point(reach) } } end,
  capsule = function(reach) return { points = { point(reach), point(reach) }, radius = integer(0, reach) } end,
  plane = function(reach) return { normal = normal(reach), distance = integer(-reach, reach) * integer(1, reach) } end,
  point = function(reach) return { points = { point(reach) } } end,
}
local kinds = { "circle", "rect", "polygon", "triangle", "segment", "capsule", "plane", "point" }

-- Now and then one that faces the other: none but these may miss one another.
local function face(plane, other)
  local k = integer(1, 2)
  plane.normal = { -k * other.normal[1], -k * other.normal[2] }
  plane.distance = integer(-1, 1) - k * other.distance
end

local function draw(kind, reach)
  local s = drawn[kind](reach)
  s.kind, s.way, s.radius = kind, integer(0, 5), s.radius or 0
  return s
end

-- What the reference is asked about: its points or half-plane.
local function hull_of(s)
  if s.normal then return s end
  local hull = { radius = s.radius }
  for i, p in ipairs(s.points) do hull[i] = p end
  if s.kind == "rect" then
    local low, high = hull[1], hull[2]
    hull[3], hull[4] = { low[1], high[2] }, { high[1], low[2] }
  end
  return hull
end

-- ---- Making them -----------------------------------------------------------------

-- Points moved back by the position that is to move them on.
local function points_from(s, origin)
  local points = {}
  for i, p in ipairs(s.points) do
    points[s.way % 2 == 0 and i or #s.points + 1 - i] = { p[1] - origin[1], p[2] - origin[2] }
  end
  return points
end

local ORIGIN = { 0, 0 }

-- Half of the points-made shapes stand where their points say, half are moved there.
local function made_of_points(name)
  return function(s)
    local origin = s.way < 3 and ORIGIN or s.points[1]
    local fields = { points = points_from(s, origin) }
    if origin ~= ORIGIN then fields.position = origin end
    return collide[name](fields)
  end
end

local function made_rect(s)
  local low, high = s.points[1], s.points[2]
  if s.way == 0 then return collide.rect { min = low, max = high } end
  local half = { (high[1] - low[1]) / 2, (high[2] - low[2]) / 2 }
  local middle = { (high[1] + low[1]) / 2, (high[2] + low[2]) / 2 }
  if s.way == 1 then return collide.rect { half = half, position = middle, scale = { -1, 1 } } end
  return collide.rect { half = half, position = middle }
end

local make = {
  circle = function(s) return collide.circle { radius = s.radius, position = s.points[1] } end,
  rect = made_rect,
  polygon = made_of_points("polygon"),
  triangle = made_of_points("triangle"),
  segment = made_of_points("segment"),
  capsule = function(s) return collide.capsule { a = s.points[1], b = s.points[2], radius = s.radius } end,
  plane = function(s) return collide.plane { normal = s.normal, distance = s.distance } end,
  point = function(s) return s.points[1] end,
}

-- ---- Other places for them ---------------------------------------------------------

-- The shape with every vector v at turn(v) * scale + (x, y), all exactly.
local function mapped(s, turn, scale, x, y)
  local copy = { kind = s.kind, way = s.way, radius = s.radius * scale }
  if s.normal then
    local nx, ny = turn(s.normal[1], s.normal[2])
    copy.normal, copy.distance = { nx, ny }, s.distance * scale + nx * x + ny * y
    return copy
  end
  copy.points = {}
  for i, p in ipairs(s.points) do
    local px, py = turn(p[1], p[2])
    copy.points[i] = { px * scale + x, py * scale + y }
  end
  if s.kind == "rect" then
    local p, q = copy.points[1], copy.points[2]
    copy.points = { { math.min(p[1], q[1]), math.min(p[2], q[2]) }, { max(p[1], q[1]), max(p[2], q[2]) } }
  end
  return copy
end

local function same(x, y) return x, y end

local turns = {
  function(x, y) return -x, y end, function(x, y) return x, -y end, function(x, y) return -x, -y end,
  function(x, y) return y, x end, function(x, y) return -y, x end, function(x, y) return y, -x end,
}

-- ---- What has to hold ----------------------------------------------------------------

local case -- what is being asked, for whom it may concern

local function told(s)
  local shape = make[s.kind](s)
  return s.kind == "point" and ("(%.17g, %.17g)"):format(shape[1], shape[2]) or tostring(shape)
end

local function fail(what) error(("%s: %s and %s"):format(what, told(case.a), told(case.b)), 0) end

-- Measured values may be off by some roundings of the largest length there is.
local function size_of(s)
  local size = s.radius or 0
  if s.normal then return abs(s.distance) / max(abs(s.normal[1]), abs(s.normal[2])) end
  for _, p in ipairs(s.points) do size = max(size, abs(p[1]) + s.radius, abs(p[2]) + s.radius) end
  return size
end

-- Are they one and the same set of points? Then neither is more to the left.
local function are_same(a, b)
  if a.normal and b.normal then
    return a.normal[1] == b.normal[1] and a.normal[2] == b.normal[2] and a.distance == b.distance
  end
  if a.normal or b.normal then return false end
  local p, q = planar.hull(hull_of(a)), planar.hull(hull_of(b))
  if #p ~= #q or a.radius ~= b.radius then return false end
  for i = 1, #p do
    if p[i][1] ~= q[i][1] or p[i][2] ~= q[i][2] then return false end
  end
  return true
end

local function ask(a, b)
  local answer = { a = a, b = b, overlap = overlap(a, b), contact = contact(a, b) }
  answer.distance, answer.on_a, answer.on_b = distance(a, b)
  return answer
end

-- Of one call: overlap, contact and distance say the same.
local function check_agreement(answer)
  local hit = answer.contact
  if (hit ~= nil) ~= answer.overlap then fail("contact is not as overlap") end
  if (answer.distance == 0) ~= answer.overlap then fail("distance is not as overlap") end
  if hit then
    local n = hit.normal
    if abs(n.x * n.x + n.y * n.y - 1) > 1e-15 then fail("the normal has no unit length") end
    if hit.depth < 0 then fail("the depth is negative") end
  end
end

local function are_equal(p, q) return p.x == q.x and p.y == q.y end

local function share_corner(a, b)
  if a.normal or b.normal or a.radius + b.radius > 0 then return false end
  for _, p in ipairs(hull_of(a)) do
    for _, q in ipairs(hull_of(b)) do
      if p[1] == q[1] and p[2] == q[2] then return true end
    end
  end
  return false
end

-- The one that stays gives the normal where several will do.
local function may_differ(hit, a, b)
  return are_same(a, b) or (hit.depth == 0 and share_corner(a, b))
end

-- Of the shapes in either order: the same to the last bit, mirrored.
local function check_mirrored(answer, back)
  local hit = answer.contact
  if back.overlap ~= answer.overlap then fail("overlap depends on the order") end
  if back.distance ~= answer.distance then fail("the distance depends on the order") end
  if not are_equal(answer.on_a, back.on_b) or not are_equal(answer.on_b, back.on_a) then
    fail("the nearest points depend on the order")
  end
  if not hit then return end
  local n, m = hit.normal, back.contact.normal
  if hit.depth ~= back.contact.depth then fail("the depth depends on the order") end
  if not are_equal(hit.point, back.contact.point) then fail("the point depends on the order") end
  if (n.x ~= -m.x or n.y ~= -m.y) and not may_differ(hit, case.a, case.b) then
    fail("the normal depends on the order")
  end
end

-- Beside the reference: yes or no exactly, how far or how deep but for rounding.
local function check_measured(answer, expected, apart, near)
  if answer.overlap ~= expected then fail("overlap is not " .. tostring(expected)) end
  local got = expected and -answer.contact.depth or answer.distance
  if got ~= apart and (got ~= got or abs(got - apart) > near) then
    fail(("%.17g apart, not %.17g"):format(got, apart))
  end
end

local function is_near(shape, p, near)
  return (distance(shape, p)) <= near
end

-- The points told are where they are said to be.
local function check_points(answer, near)
  local a, b, p, q = answer.a, answer.b, answer.on_a, answer.on_b
  if not is_near(a, p, near) or not is_near(b, q, near) then fail("a nearest point is on no shape") end
  if abs(sqrt((p.x - q.x) ^ 2 + (p.y - q.y) ^ 2) - answer.distance) > near then
    fail("the nearest points are not as far apart as is said")
  end
  local hit = answer.contact
  if hit and not (is_near(a, hit.point, near) and is_near(b, hit.point, near)) then
    fail("the contact's point is not in both")
  end
end

local function moved_by(s, x, y)
  local shape = make[s.kind](s)
  if s.kind == "point" then return { shape[1] + x, shape[2] + y } end
  local told_before = shape:describe()
  if told_before.min then
    local low, high = told_before.min, told_before.max
    return collide.rect { min = { low[1] + x, low[2] + y }, max = { high[1] + x, high[2] + y } }
  end
  local from = told_before.position or ORIGIN
  shape:set_position(from[1] + x, from[2] + y)
  return shape
end

-- After the push they touch but for rounding, short of it they overlap, and beyond they do not.
local function check_push(answer, near)
  local hit = answer.contact
  if not hit or hit.depth == huge then return end
  local function pushed(share)
    local length = hit.depth * share
    return moved_by(case.a, hit.normal.x * length, hit.normal.y * length)
  end
  local a = pushed(1)
  local left = contact(a, answer.b)
  if left and left.depth > near or distance(a, answer.b) > near then fail("the push does not part them") end
  if hit.depth <= 1e-6 then return end
  if not overlap(pushed(0.99), answer.b) then fail("a shorter push parts them") end
  if overlap(pushed(1.01), answer.b) then fail("a longer push does not part them") end
end

-- Moved, or in a mirror: yes and no are the same, how far and how deep but for rounding.
local function check_image(s, t, turn, scale, x, y, answer)
  local image_s, image_t = mapped(s, turn, scale, x, y), mapped(t, turn, scale, x, y)
  local image = ask(make[s.kind](image_s), make[t.kind](image_t))
  check_agreement(image)
  if image.overlap ~= answer.overlap then fail("overlap is lost in an image") end
  local near = 1e-14 * (size_of(image_s) + size_of(image_t))
  local before = answer.overlap and answer.contact.depth or answer.distance
  local after = answer.overlap and image.contact.depth or image.distance
  if before * scale ~= after and (after ~= after or abs(before * scale - after) > near) then
    fail(("%.17g apart or deep, in an image %.17g"):format(before * scale, after))
  end
  return image
end

-- Times a power of two every bit is the same.
local function check_scaled(s, t, scale, answer)
  local image = check_image(s, t, same, scale, 0, 0, answer)
  local function is_scaled(p, q) return p.x * scale == q.x and p.y * scale == q.y end
  if answer.distance * scale ~= image.distance then fail("the distance does not scale") end
  if not is_scaled(answer.on_a, image.on_a) or not is_scaled(answer.on_b, image.on_b) then
    fail("the nearest points do not scale")
  end
  local hit, scaled = answer.contact, image.contact
  if not hit then return end
  if hit.depth * scale ~= scaled.depth then fail("the depth does not scale") end
  if not is_scaled(hit.point, scaled.point) then fail("the contact's point does not scale") end
  if not are_equal(hit.normal, scaled.normal) then fail("the normal does not scale") end
end

-- A point: contains and closest, beside the reference.
local function check_point(s, shape, p, near)
  if s.kind == "point" then return end
  local expected, apart = planar.pair(hull_of(s), { p, radius = 0 })
  if contains(shape, p) ~= expected then fail("contains is not " .. tostring(expected)) end
  local gap, nearest = closest(shape, p)
  if abs(gap - max(apart, 0)) > near or (gap == 0) ~= expected then fail("closest is not as near") end
  if expected and (nearest.x ~= p[1] or nearest.y ~= p[2]) then fail("closest is not the point that is inside") end
  if not is_near(shape, nearest, near) then fail("closest is not on the shape") end
end

-- ---- All of it --------------------------------------------------------------------------

local powers = { 2.0 ^ -16, 2.0 ^ -3, 0.5, 2, 2 ^ 10, 2 ^ 16 }

-- Every case is compared with the reference and with its mirror, and asked one thing more.
local function check(s, t, number)
  local expected, apart = planar.pair(hull_of(s), hull_of(t))
  local near = 1e-14 * (size_of(s) + size_of(t))
  local answer = ask(make[s.kind](s), make[t.kind](t))
  check_agreement(answer)
  check_measured(answer, expected, apart, near)
  check_mirrored(answer, ask(answer.b, answer.a))
  local kind = number % 4
  if kind == 0 then
    check_push(answer, 4 * near)
  elseif kind == 1 then
    check_points(answer, 8 * near)
    check_point(s, answer.a, point(12), near + 2e-13)
  elseif kind == 2 then
    local far = 2 ^ integer(0, 26)
    check_image(s, t, same, 1, integer(-8, 8) * far, integer(-8, 8) * far, answer)
    check_image(s, t, turns[integer(1, #turns)], 1, 0, 0, answer)
  else
    check_scaled(s, t, powers[integer(1, #powers)], answer)
    local power = 2.0 ^ (integer(0, 1) * 450 - 225)
    check_image(s, t, same, power, 0, 0, answer)
  end
end

local pairs_of_kinds = {}
for i = 1, #kinds do
  for j = i, #kinds do pairs_of_kinds[#pairs_of_kinds + 1] = { kinds[i], kinds[j] } end
end

describe("on small integers,", function()
  local count = math.ceil(CASES / #pairs_of_kinds)

  for index, pair in ipairs(pairs_of_kinds) do
    it(("%s and %s keep every property"):format(pair[1], pair[2]), function()
      source.set_seed(100 + index)
      local hits = 0
      for number = 1, count do
        local reach = number % 3 == 0 and 2 or number % 3 == 1 and 6 or 100
        local first = integer(0, 1)
        local s, t = draw(pair[1 + first], reach), draw(pair[2 - first], reach)
        if s.normal and t.normal and integer(0, 1) == 0 then face(t, s) end
        case = { a = s, b = t }
        check(s, t, integer(0, 3))
        hits = hits + (overlap(make[s.kind](s), make[t.kind](t)) and 1 or 0)
      end
      assert.is_true(hits < count)
      assert.is_true(count < 100 or hits > 0)
    end)
  end
end)
