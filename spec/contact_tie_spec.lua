-- SPDX-License-Identifier: MIT
--
-- Contacts: if two shapes touch at a corner, several normals separate them. A contact has the normal of a shapecast
-- that ends there and comes through all of these faces: the first face of the target, or else of the other shape. As
-- methods of a target, contact, contact_all and distance answer for the shape that is passed.
local collide = require("collide")
local planar = require("spec.support.planar")
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

collide.layers { "none of them" }

local CUBE = {
  vertices = { 0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, 0, 0, 4, 4, 0, 4, 4, 4, 4, 0, 4, 4 },
  triangles = { 1, 3, 2, 1, 4, 3, 5, 6, 7, 5, 7, 8, 1, 2, 6, 1, 6, 5, 3, 4, 8, 3, 8, 7, 1, 5, 8, 1, 8, 4, 2, 3, 7,
    2, 7, 6 },
}

local function grid_of(dimensions)
  local grid = collide.grid { dimensions = dimensions }
  grid:fill(dimensions == 2 and { 0, 0 } or { 0, 0, 0 }, dimensions == 2 and { 3, 3 } or { 3, 3, 3 }, 2)
  return grid
end

-- Each has its top at y = 4, over x = 1.
local TARGETS = {
  ["a grid"] = { 2, function() return grid_of(2) end },
  ["a grid in space"] = { 3, function() return grid_of(3) end },
  ["a mesh"] = { 3, function() return collide.mesh(CUBE) end },
  ["a world"] = { 2, function()
    return collide.world { collide.rect { min = { 0, 0 }, max = { 2, 4 } }, grid_of(2) }
  end },
  ["a world with a mesh"] = { 3, function() return collide.world { collide.mesh(CUBE) } end },
}

local function flat(value)
  if type(value) ~= "table" then return tostring(value) end
  local keys, parts = {}, {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(keys) do
    local field = value[key]
    parts[#parts + 1] = key .. "=" .. (key == "shape" and tostring(field) or flat(field))
  end
  return "{" .. table.concat(parts, " ") .. "}"
end

local function all(...)
  local list = {}
  for i = 1, select("#", ...) do list[i] = flat((select(i, ...))) end
  return table.concat(list, " | ")
end

describe("contact, contact_all and distance", function()
  for name, row in pairs(TARGETS) do
    local dimensions, make = row[1], row[2]
    local function at(x, y) return dimensions == 2 and { x, y } or { x, y, 1.25 } end
    local function disc(x, y, radius)
      return (dimensions == 2 and collide.circle or collide.sphere) { radius = radius, position = at(x, y) }
    end

    it("as methods of " .. name .. " push the shape that is passed out of it", function()
      local target, one = make(), disc(1.25, 4.5, 0.75)
      local contact = target:contact(one)
      assert.are.equal(1, contact.normal.y)
      assert.are.equal(0.25, contact.depth)
      one:translate(dimensions == 2 and { 0, 0.25 } or { 0, 0.25, 0 })
      assert.are.equal(0, target:contact(one).depth)
      assert.are.equal(1, target:contact_all(one)[1].normal.y)
    end)

    it("as methods of " .. name .. " return the point of the shape first", function()
      local target, one = make(), disc(1.25, 6, 0.5)
      local distance, on_shape, on_target = target:distance(one)
      assert.are.same({ 1.5, 5.5, 4 }, { distance, on_shape.y, on_target.y })
    end)

    it("as methods of " .. name .. " give every answer of the functions with the shape first", function()
      local target = make()
      local group = collide.group { disc(1.25, 4.25, 0.75), disc(3.5, 4.5, 0.75) }
      for _, one in ipairs { disc(1.25, 4.5, 0.75), disc(2, 2, 3), disc(1, 9, 0.5), disc(4.5, 4.5, 1), group,
        at(1.25, 3.75), at(9, 9), disc(4, 4, 2):describe() } do
        for _, rest in ipairs { {}, { { touching = "skip" } }, { { ignore = "none of them" } }, { "numbers" } } do
          if not (rest[1] == "numbers" and type(one) == "table") then
            for _, query in ipairs { "contact", "contact_all", "distance" } do
              if not (query == "distance" and type(rest[1]) == "table" and rest[1].touching) then
                assert.are.equal(all(collide[query](one, target, rest[1])), all(target[query](target, one, rest[1])))
              end
            end
          end
        end
      end
    end)

    it("as methods of " .. name .. " take points in numbers", function()
      local target, third = make(), dimensions == 3 and 1.25 or nil
      local function call(query, x, y, first)
        if third then
          if first then return collide[query](x, y, third, target) end
          return target[query](target, x, y, third)
        end
        if first then return collide[query](x, y, target) end
        return target[query](target, x, y)
      end
      for _, query in ipairs { "contact", "contact_all", "distance" } do
        for _, y in ipairs { 3.75, 4, 6 } do
          assert.are.equal(all(call(query, 1.25, y, true)), all(call(query, 1.25, y)))
        end
      end
      local _, ny = call("contact", 1.25, 4)
      assert.are.equal(1, ny)
    end)

    it("as functions with " .. name .. " first answer for it", function()
      local target, one = make(), disc(1.25, 4.5, 0.75)
      assert.are.equal(-1, collide.contact(target, one).normal.y)
      assert.are.equal(-1, collide.contact_all(target, one)[1].normal.y)
      local _, on_target = collide.distance(target, disc(1.25, 6, 0.5))
      assert.are.equal(4, on_target.y)
    end)

    it("of " .. name .. " need a target before the colon", function()
      local method, one = make().contact, disc(0, 0, 1)
      assert.error_matches(function() method(one, one) end, "target expected, got shape")
      assert.error_matches(function() method(nil, one) end, "target expected, got nil")
    end)
  end

  it("as methods of a grid answer for the other grid", function()
    local a, b = grid_of(2), collide.grid { dimensions = 2, origin = { 0, 10 } }
    b:set(0, 0, 1)
    local distance, on_b, on_a = a:distance(b)
    assert.are.same({ 6, 10, 4 }, { distance, on_b.y, on_a.y })
  end)

  it("as methods of a shape or group answer for it", function()
    local disc, tile = collide.circle { radius = 1, position = { 0, 1.5 } }, collide.rect { half = { 1, 1 } }
    assert.are.equal(1, disc:contact(tile).normal.y)
    assert.are.equal(1, collide.group { disc }:contact(tile).normal.y)
    assert.are.equal(1, collide.group { disc }:contact_all(tile)[1].normal.y)
    assert.are.equal(-1, tile:contact(disc).normal.y)
    assert.are.equal(-1, collide.contact({ tile }, disc).normal.y)
  end)
end)

-- The overlap of both along the contact's normal, which points from b to a.
local function overlap_along(a, b, normal)
  local low = a:project(normal)
  local _, high = b:project(normal)
  return high - low
end

local PAIRS = {
  ["a hull on the edge of a flat box"] = function()
    return collide.hull { 6, -4, 0, 9, -3, 1, 4, -2, -4, 2, -1, -5, 8, 1, -4, 5, -1, -1, 9, -4, -1, 8, -3, -3 },
      collide.box { min = { 3, -1, -1 - 2 ^ -52 }, max = { 5, 1, -1 } }
  end,
  ["two hulls that touch at a corner"] = function()
    return collide.hull { 3.5, 4, -3.5, 2.5 + 2 ^ -51, 2, -2.5, 1.5, 0, -4.5, -1.5, 3, -3.5, 1.5, 4, -4.5, 4.5, 4, -1.5,
      -1.5, 4, -6.5, -1.5, 3, -1.5 },
      collide.hull { -1.5, -3, 3, -2.5, -2.5, -2, 2.5, 2, -2.5, 2.5, 1, -0.5, -1, 0.5, -2.5, 0.5, 1, 0, -2.5, -2, -1.5 }
  end,
  ["a triangle at the corner of a flat box"] = function()
    return collide.triangle { { -0.5, 2 ^ -52, -0.5 }, { -1.5, -4, 1.5 }, { -5.5, -1, 2.5 } },
      collide.box { min = { -0.5, -2 ^ -52, -0.5 }, max = { 0.5, 2 ^ -52, 0.5 } }
  end,
  ["a triangle through a flat box"] = function()
    return collide.triangle { { 1.75, -2.25, -0.75 }, { -2.25, 1.75, 5.25 }, { -1.25, -1.25, 2.25 } },
      collide.box { min = { -2 ^ -52, -1, -1.5 }, max = { 2 ^ -52, 1, 1.5 } }
  end,
  ["a needle at the end of a segment"] = function()
    return collide.hull { 0, 0, 0, -2.0000009536743, 2, -1.9999990463257, -1.999755859375, 2.03125, -2.0000610351562,
      -1.9990234375, 2.0000152587891, -1.999755859375 },
      collide.segment { { -1.999755859375, -2.96875, -1.0000610351563 },
        { -1.999755859375, 2.03125, -2.0000610351563 } }
  end,
  ["two rects that touch at a corner"] = function()
    return collide.rect { min = { 0, 0 }, max = { 2, 2 } }, collide.rect { min = { 2, 2 }, max = { 4, 3 } }
  end,
  ["a triangle on the corner of a rect"] = function()
    return collide.triangle { { 2, 2 }, { 5, 3 }, { 3, 7 } }, collide.rect { min = { 0, 0 }, max = { 2, 2 } }
  end,
}

describe("the normal of a contact", function()
  for name, make in pairs(PAIRS) do
    it("separates " .. name .. ", in either order", function()
      local a, b = make()
      for _ = 1, 2 do
        local contact = collide.contact(a, b)
        assert.is_true(overlap_along(a, b, contact.normal) <= contact.depth + 1e-13)
        a, b = b, a
      end
    end)
  end
end)

local CYLINDERS = {
  ["a segment"] = function()
    return collide.cylinder { radius = 1.2050727133062822, half_height = 0.15117149931607043,
      position = { -0.9036553671693646, -0.8897718929922016, -0.07471282763317255 } },
      collide.segment { { 0.1682239805712782, -0.7702091553920667, 0.5370097989005385 },
        { -0.756889692997148, 0.3872802342131194, 0.009699323723996622 } }
  end,
  ["a triangle"] = function()
    return collide.cylinder { radius = 7.999999999999999, half_height = 2, position = { 2.5, -3, 11 } },
      collide.triangle { { -0.5, -1, -3 }, { 2.5, -1, 3 }, { -0.5, 2.5, 3 } }
  end,
  ["a long segment"] = function()
    return collide.cylinder { radius = 11.493781883286367, half_height = 0.6016628635350125,
      position = { 5.516500414208732, 0.6383206185328643, -6.859443670932586 } },
      collide.segment { { -8.427330078653712, -4.842324130876301, 11.816923159777403 },
        { -3.4399249979465623, 1.5080599007011504, -0.4434811670664285 } }
  end,
}

describe("the nearest points of a cylinder", function()
  for name, make in pairs(CYLINDERS) do
    it("and " .. name .. " that it almost touches have the distance that is returned", function()
      local a, b = make()
      for _ = 1, 2 do
        local distance, p, q = a:distance(b)
        local size = math.max(math.abs(p.x), math.abs(p.y), math.abs(p.z), 1)
        local apart = math.sqrt((p.x - q.x) ^ 2 + (p.y - q.y) ^ 2 + (p.z - q.z) ^ 2)
        assert.is_true(math.abs(apart - distance) <= 8 * 2 ^ -52 * size)
        a, b = b, a
      end
    end)
  end

  it("give a distance of a few units in the last place", function()
    local cylinder = collide.cylinder { radius = 1, half_height = 1 }
    for _, gap in ipairs { 2 ^ -50, 2 ^ -48, 2 ^ -40 } do
      local distance = cylinder:distance(collide.segment { { 1 + gap, -3, 0.25 }, { 1 + gap, 3, -0.25 } })
      assert.is_true(math.abs(distance - gap) <= 8 * 2 ^ -52 * 3)
    end
    assert.equal(0, (cylinder:distance(collide.segment { { 1, -3, 0.25 }, { 1, 3, -0.25 } })))
  end)
end)
