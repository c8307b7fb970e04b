-- SPDX-License-Identifier: MIT
--
-- If two shapes touch at a corner, several normals separate them. A contact has the normal of a shapecast that ends
-- there and comes through all of these faces: the first face of the target, or else of the other shape.
local collide = require("collide")
local planar = dofile("spec/support/planar.lua")
local cases = require("spec.support.cases")

local pick = require("spec.support.random").generator(20261127)
local CASES = cases.of(10000, 1000)

local function integer(low, high) return low + pick(high - low + 1) - 1 end

-- ---- Shapes of the plane ---------------------------------------------------------------------

local function rect()
  local w, h = integer(1, 4), integer(1, 4)
  return { kind = "rect", points = { { 0, 0 }, { w, 0 }, { w, h }, { 0, h } } }
end

local function outline(kind, count)
  return function()
    local points, corners = {}
    repeat
      for i = 1, count do points[i] = { integer(-4, 4), integer(-4, 4) } end
      corners = planar.hull(points)
    until #corners > 2
    -- From any corner on, and either way round: the faces have their numbers from that.
    local first, step, given = pick(#corners), pick(2) == 1 and 1 or -1, {}
    for i = 1, #corners do given[i] = corners[(first + step * i) % #corners + 1] end
    return { kind = kind, points = given }
  end
end

local DRAW = { rect = rect, triangle = outline("triangle", 3), polygon = outline("polygon", 6) }

local function points_at(s, x, y)
  local points = {}
  for i, p in ipairs(s.points) do points[i] = { p[1] + x, p[2] + y } end
  return points
end

local function moved(s, x, y)
  local points = points_at(s, x, y)
  if s.kind == "rect" then return collide.rect { min = points[1], max = points[3] } end
  return collide[s.kind](s.kind == "polygon" and { points = points } or points)
end

local function dot(p, q) return p[1] * q[1] + p[2] * q[2] + (p[3] and p[3] * q[3] or 0) end

-- How far the least of a's corners is beyond the greatest of b's, along n.
local function between(a, b, n)
  local low, high = math.huge, -math.huge
  for _, p in ipairs(a) do low = math.min(low, dot(p, n)) end
  for _, p in ipairs(b) do high = math.max(high, dot(p, n)) end
  return low - high
end

-- The normals, out of b, of all edges that part the two; of any length. None where they overlap.
local function parting(a, b)
  local found = {}
  for k, s in ipairs { a, b } do
    for i, p in ipairs(s) do
      local q = s[i % #s + 1]
      local n = k == 1 and { p[2] - q[2], q[1] - p[1] } or { q[2] - p[2], p[1] - q[1] }
      if between(a, b, n) >= 0 then found[#found + 1] = n end
    end
  end
  return found
end

-- A displacement against all of them, or nil.
local function against(normals)
  for _ = 1, 100 do
    local d, all = {}, true
    for k = 1, #normals[1] do d[k] = integer(-9, 9) end
    for _, n in ipairs(normals) do all = all and dot(n, d) < 0 end
    if all then return d end
  end
end

local function assert_same_normal(expected, got, a, b)
  local off = math.abs(expected.x - got.x) + math.abs(expected.y - got.y) + math.abs((expected.z or 0) - (got.z or 0))
  if off > 1e-14 then
    error(("%s and %s: %s, not %s"):format(tostring(a), tostring(b), tostring(got), tostring(expected)), 0)
  end
end

-- The contact of a and b, where they touch, is that of a cast of `from`, which is a before it moved by
-- d, and of a itself.
local function assert_same_contact(a, b, from, d)
  local contact = collide.contact(a, b)
  assert.equal(0, contact.depth)
  local way = {}
  for i = 1, #d do way[i] = 2 * d[i] end
  local hit = collide.shapecast(b, from, way)
  assert.is_true(math.abs(hit.t - 0.5) < 1e-14)
  assert_same_normal(hit.normal, contact.normal, a, b)
  assert_same_normal(collide.shapecast(b, a, d).normal, contact.normal, a, b)
  assert_same_normal(contact.normal, collide.contact_all(a, { b })[1].normal, a, b)
end

local function each_pair(draw, call)
  for first, draw_first in pairs(draw) do
    for second, draw_second in pairs(draw) do call(first, second, draw_first, draw_second) end
  end
end

local function touch_at_a_corner(draw_a, draw_b)
  local s, r = draw_a(), draw_b()
  local p, q = s.points[pick(#s.points)], r.points[pick(#r.points)]
  local x, y = q[1] - p[1], q[2] - p[2]
  local normals = parting(planar.hull(points_at(s, x, y)), planar.hull(points_at(r, 0, 0)))
  local d = #normals > 0 and against(normals)
  if not d then return false end
  assert_same_contact(moved(s, x, y), moved(r, 0, 0), moved(s, x - d[1], y - d[2]), d)
  return true
end

describe("at a corner the normal of a contact is that of a shapecast:", function()
  each_pair(DRAW, function(first, second, draw_a, draw_b)
    it(("%s at %s"):format(first, second), function()
      local count = 0
      for _ = 1, CASES do count = count + (touch_at_a_corner(draw_a, draw_b) and 1 or 0) end
      assert.is_true(count > CASES / 20)
    end)
  end)

  it("that of the fixed shape, if both have one", function()
    local a = collide.triangle { { 2, 2 }, { 3, 4 }, { 1, 4 } }
    local b = collide.triangle { { 2, 2 }, { 1, 0 }, { 3, -1 } }
    local normal, back = collide.contact(a, b).normal, collide.contact(b, a).normal
    local x, y = 2 / math.sqrt(5), 1 / math.sqrt(5)
    assert_same_normal({ x = -x, y = y }, normal, a, b) -- of b's edge from (1, 0) to (2, 2)
    assert_same_normal({ x = x, y = -y }, back, b, a) -- of a's edge from (2, 2) to (3, 4)
    assert_same_normal(collide.shapecast(b, a, { 0, -1 }).normal, normal, a, b)
    assert_same_normal(collide.shapecast(a, b, { 0, 1 }).normal, back, b, a)
  end)

  it("for a rect that of the first axis, whatever touches it", function()
    local b = collide.rect { min = { 0, 0 }, max = { 2, 2 } }
    local normal = collide.contact(collide.triangle { { 2, 2 }, { 5, 3 }, { 3, 7 } }, b).normal
    assert.same({ 1, 0 }, { normal.x, normal.y })
  end)
end)

-- ---- Shapes in space -------------------------------------------------------------------------

local BOX_FACES = { { -1, 0, 0 }, { 1, 0, 0 }, { 0, -1, 0 }, { 0, 1, 0 }, { 0, 0, -1 }, { 0, 0, 1 } }

local function box()
  local w, h, d, points = integer(1, 4), integer(1, 4), integer(1, 4), {}
  for i = 0, 7 do points[i + 1] = { i % 2 * w, math.floor(i / 2) % 2 * h, math.floor(i / 4) * d } end
  return { kind = "box", points = points, normals = BOX_FACES }
end

local function made_at(s, x, y, z)
  local flat = {}
  for _, p in ipairs(s.points) do
    flat[#flat + 1], flat[#flat + 2], flat[#flat + 3] = p[1] + x, p[2] + y, p[3] + z
  end
  if s.kind == "hull" then return collide.hull(flat) end
  return collide.box { min = { flat[1], flat[2], flat[3] }, max = { flat[22], flat[23], flat[24] } }
end

-- Out of the face through three corners, counterclockwise; of any length.
local function normal_of(p, q, r)
  local u, v = { q[1] - p[1], q[2] - p[2], q[3] - p[3] }, { r[1] - p[1], r[2] - p[2], r[3] - p[3] }
  return { u[2] * v[3] - u[3] * v[2], u[3] * v[1] - u[1] * v[3], u[1] * v[2] - u[2] * v[1] }
end

local function hull()
  local s, fine, made = { kind = "hull", normals = {} }
  repeat
    s.points = {}
    for i = 1, integer(4, 8) do s.points[i] = { integer(-4, 4), integer(-4, 4), integer(-4, 4) } end
    fine, made = pcall(made_at, s, 0, 0, 0)
  until fine
  for i, f in ipairs(made:faces()) do
    s.normals[i] = normal_of(s.points[f[1]], s.points[f[2]], s.points[f[3]])
  end
  return s
end

-- The normals, out of b, of the faces of both that part the two, b's first.
local function parting_faces(s, r, a, b)
  local found = {}
  for _, n in ipairs(r.normals) do
    if between(a, b, n) >= 0 then found[#found + 1] = n end
  end
  for _, n in ipairs(s.normals) do
    local m = { -n[1], -n[2], -n[3] }
    if between(a, b, m) >= 0 then found[#found + 1] = m end
  end
  return found
end

local function has_direction(normal, n)
  local length = math.sqrt(dot(n, n))
  return math.abs(normal.x * length - n[1]) + math.abs(normal.y * length - n[2]) +
    math.abs(normal.z * length - n[3]) < 1e-13 * length
end

local function touch_in_space(draw_a, draw_b)
  local s, r = draw_a(), draw_b()
  local p, q = s.points[pick(#s.points)], r.points[pick(#r.points)]
  local x, y, z = q[1] - p[1], q[2] - p[2], q[3] - p[3]
  local corners = {}
  for i, v in ipairs(s.points) do corners[i] = { v[1] + x, v[2] + y, v[3] + z } end
  local normals = parting_faces(s, r, corners, r.points)
  local d = #normals > 0 and against(normals)
  if not d then return false end
  local a, b = made_at(s, x, y, z), made_at(r, 0, 0, 0)
  assert.is_true(has_direction(collide.contact(a, b).normal, normals[1]))
  assert_same_contact(a, b, made_at(s, x - d[1], y - d[2], z - d[3]), d)
  return true
end

describe("at a corner in space the normal of a contact is that of a shapecast:", function()
  each_pair({ box = box, hull = hull }, function(first, second, draw_a, draw_b)
    it(("%s at %s"):format(first, second), function()
      local count = 0
      for _ = 1, CASES do count = count + (touch_in_space(draw_a, draw_b) and 1 or 0) end
      assert.is_true(count > CASES / 20)
    end)
  end)
end)
