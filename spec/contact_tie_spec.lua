-- SPDX-License-Identifier: MIT
--
-- Where two shapes touch at a corner several normals part them. A contact reports the one that a
-- shapecast reports which ends in that place and comes in through all of these faces.
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
    local points, corners = {}, nil
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

local function dot(p, q) return p[1] * q[1] + p[2] * q[2] end

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
    local d, all = { integer(-9, 9), integer(-9, 9) }, true
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
  local a, b = moved(s, x, y), moved(r, 0, 0)
  local contact = collide.contact(a, b)
  assert.equal(0, contact.depth)
  local hit = collide.shapecast(b, moved(s, x - d[1], y - d[2]), { 2 * d[1], 2 * d[2] })
  assert.equal(0.5, hit.t)
  assert_same_normal(hit.normal, contact.normal, a, b)
  assert_same_normal(collide.shapecast(b, a, d).normal, contact.normal, a, b)
  assert_same_normal(contact.normal, collide.contact_all(a, { b })[1].normal, a, b)
  return true
end

describe("at a corner a contact has the normal of a shapecast:", function()
  each_pair(DRAW, function(first, second, draw_a, draw_b)
    it(("%s at %s"):format(first, second), function()
      local count = 0
      for _ = 1, CASES do count = count + (touch_at_a_corner(draw_a, draw_b) and 1 or 0) end
      assert.is_true(count > CASES / 20)
    end)
  end)

  it("that of the one that stays, where each has one", function()
    local a = collide.triangle { { 2, 2 }, { 3, 4 }, { 1, 4 } }
    local b = collide.triangle { { 2, 2 }, { 1, 0 }, { 3, -1 } }
    local normal, back = collide.contact(a, b).normal, collide.contact(b, a).normal
    assert_same_normal(collide.shapecast(b, a, { 0, -1 }).normal, normal, a, b)
    assert_same_normal(collide.shapecast(a, b, { 0, 1 }).normal, back, b, a)
  end)

  it("of a rect the first axis, whatever touches it", function()
    local b = collide.rect { min = { 0, 0 }, max = { 2, 2 } }
    local normal = collide.contact(collide.triangle { { 2, 2 }, { 5, 3 }, { 3, 7 } }, b).normal
    assert.same({ 1, 0 }, { normal.x, normal.y })
  end)
end)
