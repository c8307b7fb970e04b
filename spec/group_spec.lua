-- SPDX-License-Identifier: MIT
--
-- Groups: shapes that move as one, also of a mesh and beside grids. spec/target compares casts at groups with casts at
-- each part, pieces_spec.lua compares pairs; spec/arguments/groups.txt has the misuses.
local collide = require("collide")
local cases = require("spec.support.cases")
local random = require("spec.support.random")

local CASES = cases.of(2000, 200)

-- The fields of a hit but the part, and of vectors: equal tables are equal to the last bit.
local function plain(hit)
  if not hit then return hit end
  local copy = {}
  for key, value in pairs(hit) do
    if key ~= "part" and key ~= "index" and key ~= "shape" then
      copy[key] = type(value) == "table" and { value.x, value.y, value.z } or value
    end
  end
  return copy
end

local function two_balls(pose)
  local t = { { shape = "circle", radius = 1, position = { 3, 0 } }, collide.rect { half = { 1, 1 } } }
  for key, value in pairs(pose or {}) do t[key] = value end
  return collide.group(t)
end

describe("a group", function()
  it("is hit at its nearest part, and returns the part", function()
    local group = two_balls { position = { 10, 5 } }
    local hit = group:raycast({ 0, 5 }, { 1, 0 })
    assert.equal(9, hit.t)
    assert.equal(11, hit.t_exit)
    assert.equal(2, hit.part)
    assert.equal("-x", hit.face)
    assert.is_nil(hit.index)
    hit = group:raycast({ 20, 5 }, { -1, 0 })
    assert.equal(1, hit.part)
    assert.equal(6, hit.t)
    assert.is_true(group:raycast_any({ 0, 5 }, { 1, 0 }))
    assert.is_nil(group:raycast({ 0, 7 }, { 1, 0 }))
    assert.is_false(group:raycast_any({ 0, 7 }, { 1, 0 }))
    assert.equal(1, group:segmentcast({ 13, 10 }, { 13, 2 }).part)
    assert.equal(-1, group:linecast({ 10, 5 }, { 1, 0 }).t)
  end)

  it("returns its part in numbers, after the cell", function()
    local group = two_balls()
    assert.same({ 1, 0, -1, 3, 0, -1, nil, nil, nil, nil, 2 }, { group:raycast(0, -2, 0, 1) })
    assert.equal(2, select(11, group:raycast(0, -2, 0, 1)))
    local solid = collide.group { collide.sphere { radius = 1, position = { 9, 0, 0 } },
      collide.triangle { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 } } }
    local _, _, _, _, _, _, _, _, index, triangle, u, v, _, part = collide.raycast({ solid }, 1, 2, -1, 0, 0, 1)
    assert.same({ 1, 2, 1, 0.25, 0.5 }, { index, part, triangle, u, v })
  end)

  it("returns one hit for each part, nearest first; of equal t the lower part", function()
    local group = two_balls()
    local hits = group:raycast_all({ -5, 0 }, { 1, 0 })
    assert.same({ 2, 1 }, { hits[1].part, hits[2].part })
    assert.same({ 4, 7 }, { hits[1].t, hits[2].t })
    local same = { shape = "box", half = { 1, 1, 1 } }
    local three = collide.group { collide.sphere { radius = 1, position = { 0, 0, 5 } }, same, same }
    assert.equal(2, three:raycast({ 0.5, 0, -5 }, { 0, 0, 1 }).part)
    hits = three:raycast_all({ 0.25, 0, -5 }, { 0, 0, 1 })
    assert.same({ 2, 3, 1 }, { hits[1].part, hits[2].part, hits[3].part })
    hits = three:raycast_all({ 0, 0, 9 }, { 0, 0, -1 }, { limit = 2 })
    assert.same({ 2, 1, 2 }, { #hits, hits[1].part, hits[2].part })
    local row = {}
    for i = 1, 9 do row[i] = collide.circle { radius = 0.25, position = { 10 - i, 0 } } end
    hits = collide.raycast_all({ collide.group(row) }, { 0, 0 }, { 1, 0 }, { limit = 1 })
    assert.same({ 1, 9 }, { #hits, hits[1].part })
    local mixed = {}
    for i, x in ipairs { 5, 6, 7, 8, 2, 9, 1, 3 } do
      mixed[i] = collide.circle { radius = 0.25, position = { x, 0 } }
    end
    hits = collide.raycast_all(collide.group(mixed), { 0, 0 }, { 1, 0 }, { limit = 2 })
    assert.same({ 2, 7, 5 }, { #hits, hits[1].part, hits[2].part })
  end)

  it("is a member of an array like any shape, and can be skipped", function()
    local near, far = two_balls(), two_balls { position = { 20, 0 } }
    local wall = collide.plane { normal = { -1, 0 }, distance = -12 }
    local targets = { wall, far, near, collide.grid { dimensions = 2 } }
    local hit = collide.raycast(targets, { -5, 0 }, { 1, 0 })
    assert.equal(3, hit.index)
    assert.equal(2, hit.part)
    assert.equal(near, hit.shape)
    hit = collide.raycast(targets, { -5, 0 }, { 1, 0 }, { ignore = near })
    assert.equal(1, hit.index)
    assert.is_nil(hit.part)
    local hits = collide.raycast_all(targets, { -5, 0 }, { 1, 0 }, { ignore = { wall } })
    local found = {}
    for i, each in ipairs(hits) do found[i] = each.index .. "/" .. each.part end
    assert.equal("3/2 3/1 2/2 2/1", table.concat(found, " "))
  end)

  it("writes into a table, and removes the part of an earlier hit", function()
    local group, into = two_balls(), {}
    assert.equal(into, group:raycast({ -5, 0 }, { 1, 0 }, { into = into }))
    assert.equal(2, into.part)
    group:raycast({ 10, 0 }, { -1, 0 }, { into = into })
    assert.equal(1, into.part)
    collide.circle { radius = 1 }:raycast({ -5, 0 }, { 1, 0 }, { into = into })
    assert.is_nil(into.part)
    local list = group:raycast_all({ -5, 0 }, { 1, 0 })
    group:raycast_all({ 10, 0 }, { -1, 0 }, { into = list })
    assert.same({ 1, 2 }, { list[1].part, list[2].part })
  end)

  it("keeps the parts hollow that were hollow, also for a start inside them", function()
    local group = collide.group { collide.sphere { radius = 2, hollow = true },
      collide.sphere { radius = 1, position = { 0, 0, 5 } } }
    local hit = group:raycast({ 0, 0, 0 }, { 0, 0, 1 })
    assert.equal(2, hit.t)
    assert.equal(1, hit.part)
    assert.is_true(hit.inside)
    hit = group:raycast({ 0, 0, 5 }, { 0, 0, -1 })
    assert.equal(0, hit.t)
    assert.equal(2, hit.part)
    hit = group:raycast({ 0, 0, 5 }, { 0, 0, -1 }, { inside = "skip" })
    assert.equal(3, hit.t)
    assert.equal(1, hit.part)
  end)

  it("copies its parts, which are then independent of the shapes", function()
    local ball = collide.sphere { radius = 1 }
    local hull = collide.hull { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2 } }
    local group = collide.group { ball, hull }
    ball:set_position(50, 0, 0)
    hull = nil -- luacheck: ignore
    collectgarbage()
    collectgarbage()
    assert.equal(4, group:raycast({ 0, 0, 5 }, { 0, 0, -1 }, { ignore = ball }).t - -1)
    local part = group:part(2)
    group = nil -- luacheck: ignore
    collectgarbage()
    collectgarbage()
    assert.same({ { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2 } }, part:describe().points)
    assert.is_true(part:contains(0.5, 0.5, 0.5))
  end)

  it("returns copies of its parts in the world", function()
    local group = two_balls { position = { 10, 5 } }
    local part = group:part(1)
    assert.same({ shape = "circle", radius = 1, position = { 13, 5 } }, part:describe())
    part:set_position(0, 0)
    assert.same({ 13, 5 }, { group:part(1):get_position("numbers") })
    assert.equal(2, group:count())
  end)

  it("has bounds, projections and points of all its parts", function()
    local group = two_balls { position = { 10, 5 } }
    assert.same({ 9, 4, 14, 6 }, { group:bounds("numbers") })
    assert.same({ 9, 14 }, { group:project(1, 0) })
    assert.same({ -6, -4 }, { group:project { 0, -1 } })
    assert.is_true(group:contains(14, 5))
    assert.is_true(group:contains { 9, 4 })
    assert.is_false(group:contains(11.5, 5))
    assert.is_true(collide.contains(group:describe(), 13, 5.5))
    assert.same({ { x = 9, y = 4 }, { x = 14, y = 6 } }, { collide.bounds(group:describe()) })
  end)

  it("has a description of plain arrays and string keys, from which it can be made again", function()
    local group = two_balls { position = { 10, 5 }, rotation = 0.5, scale = 2 }
    local told = group:describe()
    assert.same({
      shape = "group", position = { 10, 5 }, rotation = 0.5, scale = 2,
      parts = { { shape = "circle", radius = 1, position = { 3, 0 } }, { shape = "rect", half = { 1, 1 } } },
    }, told)
    assert.same(told, collide.group(told):describe())
    assert.same(plain(group:raycast({ 0, 0 }, { 2, 1 })), plain(collide.raycast(told, { 0, 0 }, { 2, 1 })))
    local x, y = group:part(1):get_position("numbers")
    local hit = collide.raycast({ { shape = "circle", radius = 1 }, told }, { x, y + 9 }, { 0, -1 })
    assert.same({ 2, 1 }, { hit.index, hit.part })
    assert.equal("group parts=2 position=(10, 5) rotation=0.5 scale=2", tostring(group))
    local corners = collide.group { collide.box { min = { 0, 0, 0 }, max = { 1, 2, 3 } },
      transform = { 1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 1, 0, 3, 5, -1, 1 } }
    assert.same(corners:describe(), collide.group(corners:describe()):describe())
  end)
end)

-- ---- Poses ----------------------------------------------------------------------------------

-- Matrices and vectors of small whole numbers: all arithmetic is exact, here and there.
local function times(m, v)
  local r = {}
  for i = 1, 3 do r[i] = m[i][1] * v[1] + m[i][2] * v[2] + m[i][3] * v[3] end
  return r
end
local function product(a, b)
  local r = { {}, {}, {} }
  for i = 1, 3 do
    for j = 1, 3 do r[i][j] = a[i][1] * b[1][j] + a[i][2] * b[2][j] + a[i][3] * b[3][j] end
  end
  return r
end
local function moved(v, by)
  return { v[1] + by[1], v[2] + by[2], v[3] + by[3] }
end

-- Quarter turns and what they do to the axes.
local TURNS = {
  { { 0, 0, 0, 1 }, { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } },
  { { 0, 0, 1, 1 }, { { 0, -1, 0 }, { 1, 0, 0 }, { 0, 0, 1 } } },
  { { 3, 0, 0, 3 }, { { 1, 0, 0 }, { 0, 0, -1 }, { 0, 1, 0 } } },
  { { 0, -1, 0, 1 }, { { 0, 0, -1 }, { 0, 1, 0 }, { 1, 0, 0 } } },
  { { 1, 1, 1, 1 }, { { 0, 0, 1 }, { 1, 0, 0 }, { 0, 1, 0 } } },
  { { 0, 2, 0, 0 }, { { -1, 0, 0 }, { 0, 1, 0 }, { 0, 0, -1 } } },
}
local SCALES = { { 1, 1, 1 }, { 2, 2, 2 }, { -1, -1, -1 }, { -2, 2, 2 }, { 4, -4, 4 }, { 1, 2, 4 }, { -2, 1, 4 } }

-- A random pose, and the matrix and vector that it stands for.
local function exact_pose(below)
  local turn, scale = TURNS[below(#TURNS)], SCALES[below(#SCALES)]
  local position = { below(9) - 5, below(9) - 5, below(9) - 5 }
  local m = product(turn[2], { { scale[1], 0, 0 }, { 0, scale[2], 0 }, { 0, 0, scale[3] } })
  if below(4) > 1 then return { position = position, rotation = turn[1], scale = scale }, m, position end
  m[1][2] = m[1][2] + 8 -- a shear, and there is always an inverse: the determinant is not a multiple of 3
  local det = m[1][1] * (m[2][2] * m[3][3] - m[2][3] * m[3][2]) - m[1][2] * (m[2][1] * m[3][3] - m[2][3] * m[3][1])
    + m[1][3] * (m[2][1] * m[3][2] - m[2][2] * m[3][1])
  if det == 0 then return exact_pose(below) end
  return { transform = { m[1][1], m[2][1], m[3][1], 0, m[1][2], m[2][2], m[3][2], 0, m[1][3], m[2][3], m[3][3], 0,
    position[1], position[2], position[3], 1 } }, m, position
end

-- A segment from the origin of its own frame to a corner: it contains both ends where they should be,
-- and nothing just beyond them.
describe("a part of a group in space", function()
  it("has exactly the pose that its own pose and then the group's give", function()
    local below = random.generator(20261122)
    for _ = 1, CASES do
      local own, m, p = exact_pose(below)
      local outer, n, q = exact_pose(below)
      local corner = { below(9) - 5, below(9) - 5, below(9) - 5 }
      own.points = { { 0, 0, 0 }, corner }
      outer[1] = collide.segment(own)
      local part = collide.group(outer):part(1)
      local from, to = moved(times(n, p), q), moved(times(n, moved(times(m, corner), p)), q)
      local beyond, before = {}, {}
      for i = 1, 3 do
        beyond[i], before[i] = to[i] + (to[i] - from[i]) / 4096, from[i] - (to[i] - from[i]) / 4096
      end
      assert.is_true(part:contains(from) and part:contains(to))
      if corner[1] ~= 0 or corner[2] ~= 0 or corner[3] ~= 0 then
        assert.is_false(part:contains(before) or part:contains(beyond))
      end
    end
  end)

  it("stays a ball under rotations and even scales, mirrored or not", function()
    local below = random.generator(4711)
    for _ = 1, 100 do
      local function any()
        return { position = { below(9), below(9), below(9) },
          rotation = { below(99), below(99), below(99), below(99) }, scale = below(5) * (2 * below(2) - 3) }
      end
      local own, outer = any(), any()
      own.radius = below(4)
      outer[1] = collide.sphere(own)
      local told = collide.group(outer):part(1):describe()
      assert.is_nil(told.transform)
      assert.equal(math.abs(own.scale * outer.scale), math.abs(told.scale or 1))
    end
  end)

  it("without its own pose equals the shape in the group's pose, to the last bit", function()
    local below = random.generator(815)
    local kinds = {
      { shape = "sphere", radius = 1.3 }, { shape = "box", half = { 1, 0.7, 0.1 } },
      { shape = "cylinder", radius = 1, half_height = 0.3 }, { shape = "cone", radius = 1, height = 2.1 },
      { shape = "capsule", a = { 0, 0.1, 0 }, b = { 1, 2, 3 }, radius = 0.3 },
      { shape = "triangle", points = { { 0, 0.1, 0 }, { 1, 2, 3 }, { 0.3, 0.4, 3 } } },
      { shape = "hull", points = { { 0, 0.1, 0 }, { 1, 2, 3 }, { 0.3, 0.4, 3 }, { 2, 0.1, 0.3 } } },
    }
    local function number() return (below(2000) - 1000.5) / 300 end
    for _ = 1, CASES do
      local kind = kinds[below(#kinds)]
      local pose = { position = { number(), number(), number() }, scale = { number(), number(), number() },
        rotation = { number(), number(), number(), number() } }
      local alone, group = { shape = kind.shape }, { kind }
      for key, value in pairs(kind) do alone[key] = value end
      for key, value in pairs(pose) do alone[key], group[key] = value, value end
      local from, toward = { number(), number(), number() }, { number(), number(), number() }
      assert.same(plain(collide.linecast(alone, from, toward)), plain(collide.group(group):linecast(from, toward)))
    end
  end)
end)

describe("a part of a group in the plane", function()
  it("rotates with the group, and in the opposite sense if the group mirrors it", function()
    local group = collide.group { collide.rect { half = { 2, 1 }, rotation = 0.5, position = { 4, 1 } } }
    group:set_rotation(0.25)
    assert.equal(0.75, group:part(1):get_rotation())
    group:set_scale(-1, 1)
    local part = group:part(1)
    assert.equal(-0.25, part:get_rotation())
    assert.same({ -1, 1 }, { part:get_scale("numbers") })
    local x, y = part:get_position("numbers")
    assert.is_true(math.abs(x - (-4 * math.cos(0.25) - math.sin(0.25))) < 1e-15)
    assert.is_true(math.abs(y - (-4 * math.sin(0.25) + math.cos(0.25))) < 1e-15)
  end)

  it("has the corners of an uneven scale after a rotation", function()
    local s, c = math.sin(0.5), math.cos(0.5)
    for _, shape in ipairs { { shape = "rect", half = { 2, 1 } },
      { shape = "polygon", points = { { -2, -1 }, { 2, -1 }, { 2, 1 }, { -2, 1 } } } } do
      shape.rotation = 0.5
      local group = collide.group { shape, scale = { 3, 0.5 }, position = { 10, 0 }, rotation = 0.125 }
      local points = group:part(1):points()
      for i, own in ipairs { { -2, -1 }, { 2, -1 }, { 2, 1 }, { -2, 1 } } do
        local x, y = 3 * (c * own[1] - s * own[2]), 0.5 * (s * own[1] + c * own[2])
        local X = 10 + math.cos(0.125) * x - math.sin(0.125) * y
        local Y = math.sin(0.125) * x + math.cos(0.125) * y
        assert.is_true(math.abs(points[i].x - X) < 8e-15 and math.abs(points[i].y - Y) < 8e-15)
      end
      local hit, alone = group:raycast({ 0, 0.1 }, { 1, 0 }), group:part(1):raycast({ 0, 0.1 }, { 1, 0 })
      assert.equal(alone.t, hit.t)
      assert.same(alone.point, hit.point)
      assert.same(alone.normal, hit.normal)
      assert.equal(alone.face, hit.face)
      assert.equal(shape.shape, group:part(1):describe().shape)
    end
  end)

  it("stays flat if it is flat", function()
    local diagonal = { points = { { 0, 0 }, { 1, 1 } }, rotation = 1 }
    local group = collide.group { collide.rect { half = { 2, 0 }, rotation = 0.5 },
      collide.rect { half = { 0, 0 }, rotation = 0.5 }, collide.segment(diagonal),
      collide.triangle { points = { { 0, 0 }, { 1, 1 }, { 2, 2 } }, rotation = 1 }, scale = { 3, 0.5 } }
    for k = 1, 4 do
      local part = group:part(k)
      for i = 1, 20 do
        local from, to = { math.cos(i) * 9, math.sin(i) * 9 }, { math.cos(i + 2.9) * 9, math.sin(i + 2.9) * 9 }
        local hit = collide.raycast({ group }, from, { to[1] - from[1], to[2] - from[2] }, { max = 1 })
        local alone = part:segmentcast(from, to)
        if alone then assert.is_true(hit.t <= alone.t + 1e-12) end
      end
    end
  end)

  it("refuses an uneven scale if it is round, and the group is unchanged", function()
    local group = collide.group { collide.rect { half = { 1, 1 } }, collide.circle { radius = 1, position = { 5, 0 } },
      position = { 1, 2 } }
    local before = group:describe()
    assert.has_error(function() group:set_scale(1, 2) end,
      "bad argument #1 to 'set_scale' (scale: part 2, a circle, takes one number, the same for both axes)")
    assert.same(before, group:describe())
    assert.same({ 0, 1, 7, 3 }, { group:bounds("numbers") })
    assert.same({ 0, 1, 2, 3 }, { group:part(1):bounds("numbers") })
    assert.equal(group, group:set_scale(2, -2))
    assert.same({ -1, 0, 13, 4 }, { group:bounds("numbers") })
    local capsules = collide.group { collide.capsule { a = { 0, 0 }, b = { 1, 0 }, radius = 1, rotation = 1 } }
    assert.has_error(function() capsules:set_scale { 1, 2 } end,
      "bad argument #1 to 'set_scale' (scale: part 1, a 2D capsule, takes one number, the same for both axes)")
  end)
end)

describe("a group that is moved", function()
  it("equals a group made at that pose, to the last bit", function()
    local below = random.generator(99)
    local function number() return (below(2000) - 1000) / 300 end
    for _ = 1, CASES / 4 do
      local parts = { collide.circle { radius = 1, position = { number(), number() } },
        collide.polygon { points = { { 0, 0 }, { 2, 0.1 }, { 1, 2 } }, rotation = number() },
        collide.rect { min = { -1, 0 }, max = { 1, 0.5 } } }
      local position, rotation = { number(), number() }, number()
      local group = collide.group { parts = parts, rotation = rotation, position = { number(), number() } }
      assert.equal(group, group:set_position(position[1], position[2]))
      local made = collide.group { parts = parts, rotation = rotation, position = position }
      assert.same(made:describe(), group:describe())
      assert.same({ made:bounds("numbers") }, { group:bounds("numbers") })
      local from, toward = { number(), number() }, { number(), number() }
      local expected, got = made:linecast(from, toward), group:linecast(from, toward)
      assert.same(plain(expected), plain(got))
      assert.equal(expected and expected.part, got and got.part)
    end
  end)

  it("has setters and getters like a shape", function()
    local group = collide.group { collide.sphere { radius = 1 } }
    assert.equal(group, group:set_position { 1, 2, 3 })
    assert.equal(group, group:set_rotation(0, 0, 1, 1))
    assert.equal(group, group:set_scale(2))
    assert.same({ x = 1, y = 2, z = 3 }, group:get_position())
    assert.same({ 0, 0, 1, 1 }, { group:get_rotation("numbers") })
    assert.same({ 2, 2, 2 }, { group:get_scale("numbers") })
    group:set_transform { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 3, 0, 7, 8, 9, 1 }
    assert.is_nil(group:get_rotation())
    assert.same({ 7, 8, 9 }, { group:get_position("numbers") })
    assert.is_true(group:contains(7, 8, 12))
    assert.is_false(group:contains(7, 8, 12 + 2 ^ -48))
    group:set_position(0, 0, 0)
    assert.is_true(group:contains(0, 0, -3))
    assert.is_false(group:contains(0, 1 + 2 ^ -50, 0))
    assert.has_error(function() group:set_scale(2) end,
      "bad argument #1 to 'set_scale' (scale: the group has a transform, set_transform replaces it)")
  end)

  it("moves boxes and rects that were made by their corners, and returns them in that pose", function()
    local rects = collide.group { collide.rect { min = { 0, 0 }, max = { 1, 2 } }, position = { 5, 0 } }
    assert.same({ shape = "rect", min = { 0, 0 }, max = { 1, 2 }, position = { 5, 0 } }, rects:part(1):describe())
    assert.same({ 5, 0, 6, 2 }, { collide.bounds(rects:part(1):describe(), "numbers") })
    assert.same({ -3, -4, 0, 0 }, { rects:part(1):set_scale(-3, 2):set_position(0, -4):bounds("numbers") })
    local group = collide.group { collide.box { min = { 0, 0, 0 }, max = { 1, 2, 3 } }, position = { 10, 0, 0 } }
    assert.same({ 10, 0, 0, 11, 2, 3 }, { group:bounds("numbers") })
    group:set_rotation(0, 0, 1, 1)
    assert.is_true(group:contains(8, 0, 0) and group:contains(10, 1, 3))
    assert.is_false(group:contains(8 - 2 ^ -49, 0, 0) or group:contains(10, 1, 3 + 2 ^ -50))
  end)
end)

describe("a group of the pieces of an outline", function()
  it("is a concave body: its casts are those at the single pieces", function()
    local outline = { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 3, 4 }, { 3, 1 }, { 1, 1 }, { 1, 4 }, { 0, 4 } }
    local below = random.generator(7)
    local function number() return (below(2000) - 1000) / 100 end
    for _ = 1, CASES / 4 do
      local pose = { position = { number(), number() }, rotation = number(),
        scale = { number() + 1 / 999, number() + 1 / 999 } }
      local pieces = collide.decompose(outline)
      local group = collide.group(pieces)
      group:set_position(pose.position):set_scale(pose.scale)
      group:set_rotation(pose.rotation)
      for _, piece in ipairs(pieces) do
        piece:set_position(pose.position):set_scale(pose.scale)
        piece:set_rotation(pose.rotation)
      end
      local from, toward = { number(), number() }, { number(), number() }
      local expected, got = collide.linecast(pieces, from, toward), group:linecast(from, toward)
      assert.same(plain(expected), plain(got))
      assert.equal(expected and expected.index, got and got.part)
      assert.equal(#collide.raycast_all(pieces, from, toward), #group:raycast_all(from, toward))
    end
  end)

  it("has the notch of the outline", function()
    local body = collide.group(collide.decompose { 0, 0, 4, 0, 4, 4, 3, 4, 3, 1, 1, 1, 1, 4, 0, 4 })
    assert.equal(4, body:raycast({ 2, 5 }, { 0, -1 }).t)
    assert.equal(1, body:raycast({ 2, 2 }, { 0, -1 }).t)
    assert.is_false(body:contains(2, 2))
    assert.is_true(body:contains(2, 0.5))
  end)
end)

describe("a group in an array", function()
  local tee = collide.group { collide.rect { half = { 2, 0.5 } }, collide.rect { half = { 0.5, 2 } }, layer = "crate" }
  local disc = collide.circle { radius = 1, position = { 0, 2.5 }, layer = "ball" }
  local far = collide.group { collide.circle { radius = 1 }, position = { 50, 0 } }

  it("is a member like a shape", function()
    assert.same({ 1, 3 }, collide.overlap_all(disc, { tee, far, disc:copy() }, "numbers"))
    assert.equal(tee, collide.overlap_all(disc, { far, tee })[1])
    assert.same({ disc }, tee:overlap_all { disc, far, tee })
    assert.same({ tee }, tee:overlap_all(tee:copy()) and collide.overlap_all({ tee }, disc))
    local contact = collide.contact(disc, { far, tee })
    assert.equal(tee, contact.shape)
    assert.equal(2, contact.index)
    assert.equal(2, contact.part)
    assert.equal("contact depth=0.5 normal=(0, 1) point=(0, 1.75) part=2 index=2", tostring(contact))
    assert.same({ 0, 1, 0.5, 0, 1.75, 2, nil, nil, nil, 2 }, { collide.contact(disc, { far, tee }, "numbers") })
    local distance, _, _, member, index, _, _, part = collide.distance({ 4, 0 }, { far, tee })
    assert.same({ 2, tee, 2, 1 }, { distance, member, index, part })
    assert.same({ 2, 2, 0, 2, nil, nil, nil, 1 }, { collide.closest({ far, tee }, 4, 0) })
    assert.is_true(collide.contains({ far, tee }, { 0, 2 }))
  end)

  it("can be skipped by its layer, by itself and by a filter", function()
    assert.is_false(collide.overlap(disc, { tee }, { ignore = "crate" }))
    assert.is_false(collide.overlap(disc, { tee }, { ignore = tee }))
    assert.is_true(collide.overlap(disc, { tee }, { only = { "crate" } }))
    assert.is_false(collide.overlap(disc, { tee }, { only = far }))
    assert.is_nil(collide.contact(disc, tee, { filter = function(member) return member ~= tee end }))
    assert.equal(2, collide.contact(disc, tee, { filter = function(member) return member == tee end }).part)
    assert.error_matches(function() collide.overlap(disc, { tee }, { filter = function(member)
      member:translate(0, 0)
      return true
    end }) end, "must not change the target", 1, true)
    local hit = collide.raycast({ tee, disc }, { 0, 9 }, { 0, -1 }, { ignore = "ball" })
    assert.equal(2, hit.part)
  end)

  it("fills the given table, and writes no part for a member without parts", function()
    local into = collide.contact(disc, tee, { into = {} })
    assert.equal(2, into.part)
    assert.equal(into, collide.contact(disc, disc:copy(), { into = into }))
    assert.is_nil(into.part)
    local list = collide.contact_all(collide.circle { radius = 3 }, { tee, disc }, { limit = 2, into = {} })
    assert.equal(2, #list)
    assert.same({ 1, 1 }, { list[1].index, list[1].part })
  end)
end)

describe("a group has, like a shape,", function()
  local function tee() return collide.group { collide.circle { radius = 1 }, layer = "crate", data = { 7 } } end

  it("a layer", function()
    local group = tee()
    assert.equal("crate", group:get_layer())
    assert.equal("crate", group:describe().layer)
    assert.equal("group parts=1 layer=crate", tostring(group))
    assert.equal(group, group:set_layer(nil))
    assert.is_nil(group:get_layer())
    assert.equal("group parts=1", tostring(group))
  end)

  it("data, and no other field", function()
    local group = tee()
    assert.equal(7, group.data[1])
    group.data = "else"
    assert.equal("else", group.data)
    group.data = nil
    assert.is_nil(group.data)
    assert.is_nil(collide.group({ collide.circle { radius = 1 } }).data)
    assert.is_false((pcall(function() group.position = { 1, 2 } end)))
    local fine, message = pcall(function() return group.position end)
    assert.is_false(fine)
    assert.truthy(message:find("a group has no field 'position'; call get_position()", 1, true))
  end)

  it("translate, and copy with its data", function()
    local group = tee():set_rotation(1)
    assert.equal("group parts=1 position=(2, 3) rotation=1 layer=crate", tostring(group:translate(2, 3)))
    assert.equal("group parts=1 position=(3, 3) rotation=1 layer=crate", tostring(group:translate { 1, 0 }))
    local copy = group:copy()
    assert.equal(tostring(group), tostring(copy))
    assert.equal(group.data, copy.data)
    assert.same(group:describe(), copy:describe())
    copy:translate(1, 0)
    assert.equal(3, group:get_position().x)
    assert.is_false((pcall(group.translate, group, 1e308, 1e308) and pcall(group.translate, group, 1e308, 1e308)))
  end)
end)

describe("a group of one part", function()
  it("overlaps what its parts do, even if their bounds are apart by less than the tolerance of a pair", function()
    local u = 2 ^ -52
    local place = { 3 - 6 * u, 3 + 4 * u, 0 }
    local post = collide.cylinder { radius = 3 + 4 * u, half_height = 1 + 2 * u, position = place }
    local can = collide.cylinder { radius = 2, half_height = 2 - 2 * u }
    local group = collide.group { post }
    assert.is_true(post:overlap(can))
    assert.is_true(group:overlap(can))
    assert.is_true(can:overlap(group))
    assert.is_true(group:overlap(can, {}))
    assert.equal(post:contact(can).depth, group:contact(can).depth)
  end)
end)

-- A closed tetrahedron, and a box behind it.
local mesh = collide.mesh { vertices = { 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2 },
  triangles = { 1, 3, 2, 1, 2, 4, 1, 4, 3, 2, 3, 4 } }
local box = collide.box { half = { 0.5, 0.5, 0.5 }, position = { 4, 0.5, 0.5 } }

local function grid_of_eight()
  local grid, cells = collide.grid { dimensions = 3 }, {}
  grid:fill({ 0, 0, 0 }, { 1, 1, 1 }, 3)
  for i = 0, 7 do
    local x, y, z = i % 2, math.floor(i / 2) % 2, math.floor(i / 4)
    cells[i + 1] = collide.box { min = { x, y, z }, max = { x + 1, y + 1, z + 1 } }
  end
  return grid, cells
end

local places = { { 0, 0, 0 }, { 0.25, 0.5, 0.75 }, { -1, 0, 0 }, { -3, 0, 0 }, { -3.5, 0.25, 0 }, { 2, 2, 2 },
  { -5, 1, 0 }, { 3, 0, 0 }, { -2, -0.5, 0.5 }, { 0, -9, 0 } }

describe("a group of a mesh and a box", function()
  local grid, cells = grid_of_eight()

  it("is refused with a grid by every pair function, like its mesh, at any position", function()
    local world = collide.world { grid }
    for _, place in ipairs(places) do
      local body = collide.group { mesh, box, position = place }
      for _, name in ipairs { "overlap", "contact", "distance", "overlap_all", "contact_all" } do
        assert.has_error(function() collide[name](body:part(1), grid) end)
        for _, call in ipairs { { body, grid, "group and grid" }, { grid, body, "grid and group" },
          { body, { grid }, "group and grid" } } do
          assert.error_matches(function() collide[name](call[1], call[2]) end,
            "there is no test for " .. call[3], 1, true)
        end
        assert.is_true((pcall(collide[name], body:part(2), grid)))
      end
    end
    local far = collide.group { mesh, box, position = { 90, 0, 0 } }
    assert.is_false(far:overlap(world)) -- of a world only what is near is asked
    assert.has_error(function() collide.group({ mesh, box }):overlap(world) end)
  end)

  it("overlaps the cells of a grid, as boxes, if its parts do", function()
    local met = 0
    for _, place in ipairs(places) do
      local body = collide.group { mesh, box, position = place }
      local parts, indices, nearest, deepest = { body:part(1), body:part(2) }, {}, math.huge, nil
      local contacts = 0
      for i, cell in ipairs(cells) do
        local meets = false
        for k, part in ipairs(parts) do
          meets = meets or part:overlap(cell)
          nearest = math.min(nearest, (part:distance(cell)))
          contacts = contacts + #collide.contact_all(cell, part)
          local contact = part:contact(cell)
          if contact and (not deepest or contact.depth > deepest.depth) then
            deepest = contact
            contact.index, contact.part = i, k
          end
        end
        if meets then indices[#indices + 1] = i end
      end
      assert.same(indices, collide.overlap_all(body, cells, "numbers"))
      assert.equal(#indices > 0, body:overlap(cells))
      assert.equal(#indices > 0, collide.overlap(cells, body))
      assert.equal(nearest, (body:distance(cells)))
      assert.equal(contacts, #collide.contact_all(body, cells))
      local contact = body:contact(cells)
      assert.equal(deepest and deepest.depth, contact and contact.depth)
      if deepest then
        assert.equal(deepest.index, contact.index)
        met = met + 1
      end
    end
    assert.is_true(met > 2 and met < #places)
  end)
end)
