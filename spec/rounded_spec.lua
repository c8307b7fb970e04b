-- SPDX-License-Identifier: MIT
--
-- Rounded shapes. spec/rounded compares casts with exact roots; spec/pairs, spec/quick and spec/sweep, spec/solids and
-- spec/sweep/space compare pairs and shapecasts with exact arithmetic.
local collide = require("collide")
local message = require("spec.support.refusals").message
local ulps = require("spec.support.ulps")
local uniform = require("spec.support.random").uniform

local CORNERS = {
  { -1, -1, -1 }, { 1, -1, -1 }, { -1, 1, -1 }, { 1, 1, -1 },
  { -1, -1, 1 }, { 1, -1, 1 }, { -1, 1, 1 }, { 1, 1, 1 },
}

-- The same solid as a rounded box and as a rounded hull.
local MAKERS = {
  box = function(radius, pose)
    pose = pose or {}
    pose.half, pose.radius = { 1, 1, 1 }, radius
    return collide.box(pose)
  end,
  hull = function(radius, pose)
    pose = pose or {}
    pose.points, pose.radius = CORNERS, radius
    return collide.hull(pose)
  end,
}

local function near(expected, got, error)
  assert.is_true(math.abs(expected - got) <= (error or 1e-14), ("%.17g, got %.17g"):format(expected, got))
end

local function near_all(expected, got, error)
  for i, name in ipairs { "x", "y", "z" } do near(expected[i], got[name], error) end
end

for name, make in pairs(MAKERS) do
  describe("a rounded " .. name, function()
    it("is hit on its faces, edges and corners", function()
      local s = make(7)
      local hit = s:raycast({ 0.5, 0.25, -20 }, { 0, 0, 1 })
      assert.same({ 12, 28 }, { hit.t, hit.t_exit })
      near_all({ 0, 0, -1 }, hit.normal)
      near_all({ 0.5, 0.25, -8 }, hit.point)
      assert.is_nil(hit.face)

      s = make(5) -- an edge along z, with a triangle 3, 4, 5
      hit = s:raycast({ 4, -20, 0.5 }, { 0, 1, 0 })
      near(15, hit.t)
      near_all({ 0.6, -0.8, 0 }, hit.normal)
      near_all({ 4, -5, 0.5 }, hit.point)

      s = make(7) -- a corner, 2, 3, 6 away from a point of the surface
      hit = s:raycast({ 3, 4, 20 }, { 0, 0, -2 })
      near(6.5, hit.t)
      near_all({ 2 / 7, 3 / 7, 6 / 7 }, hit.normal)
      near_all({ 3, 4, 7 }, hit.point)
    end)

    it("answers in numbers", function()
      local s = make(5)
      for _ = 1, 100 do -- compiled
        local t, nx, ny, nz, _, x, y, z = s:raycast(4, -20, 0.5, 0, 1, 0)
        near(15, t)
        near_all({ 4, -5, 0.5 }, { x = x, y = y, z = z })
        near_all({ 0.6, -0.8, 0 }, { x = nx, y = ny, z = nz })
        assert.is_true(s:segmentcast_any(4, -20, 0.5, 4, 0, 0.5))
        assert.is_nil((s:raycast(6.5, -20, 0.5, 0, 1, 0)))
        assert.is_true(s:contains(4, -5, 0.5))
        assert.equal(1, (collide.closest(s, 1, 1, 7)))
        assert.equal(1, (s:distance(collide.sphere { radius = 0, position = { 1, 1, 7 } })))
      end
    end)

    it("touches exactly", function()
      local s = make(7)
      assert.is_true(s:contains { 3, 4, 7 })
      assert.is_false(s:contains { ulps.up(3), 4, 7 })
      assert.is_false(s:contains { 3, 4, ulps.up(7) })
      assert.is_true(s:contains { 3, 4, ulps.down(7) })
      assert.is_true(collide.overlap(s, collide.sphere { radius = 7, position = { 5, 7, 13 } }))
      assert.is_false(collide.overlap(s, collide.sphere { radius = 7, position = { 5, 7, ulps.up(13) } }))
      -- a line that grazes a corner, and one just beside it
      assert.is_true(s:raycast_any({ 3 - 3, 4 + 2, 7 }, { 3, -2, 0 }))
      assert.is_false(s:raycast_any({ 3 - 3, 4 + 2, ulps.up(7) }, { 3, -2, 0 }))
      -- the ends of rays and segments
      assert.equal(13, s:raycast({ 3, 4, 20 }, { 0, 0, -1 }, { max = 13 }).t)
      assert.is_nil(s:raycast({ 3, 4, 20 }, { 0, 0, -1 }, { max = ulps.down(13) }))
      assert.equal(1, s:segmentcast({ 3, 4, 20 }, { 3, 4, 7 }).t)
      assert.is_nil(s:segmentcast({ 3, 4, 20 }, { 3, 4, ulps.up(7) }))
      local hit = s:raycast({ 3, 4, 7 }, { 0, 0, -1 })
      assert.same({ 0, false }, { hit.t, hit.inside or false })
      assert.equal("(3, 4, 7)", tostring(hit.point))
      hit = s:raycast({ 3, 4, 7 }, { 0, 0, 1 }) -- leaves at once
      assert.same({ 0, true }, { hit.t, hit.inside })
      assert.is_nil(s:raycast({ 3, 4, 7 }, { 0, 0, 1 }, { inside = "skip" }))
    end)

    it("is cast at from inside", function()
      local s = make(2)
      local hit = s:raycast({ 0, 0, 2.5 }, { 0, 1, 0 })
      assert.same({ 0, true }, { hit.t, hit.inside })
      assert.is_nil(s:raycast({ 0, 0, 0 }, { 0, 1, 0 }, { inside = "skip" }))
      local shell = make(2, { hollow = true })
      hit = shell:raycast({ 0, 0, 2.5 }, { 0, 1, 0 })
      near(1 + math.sqrt(4 - 1.5 ^ 2), hit.t)
      assert.is_nil(shell:segmentcast({ 0, 0, 0 }, { 1, 1, 2.5 }))
      assert.is_nil(shell:raycast({ 0, 0, 0 }, { 0, 1, 0 }, { max = 2.9 }))
      assert.equal(3, shell:raycast({ 0, 0, 0 }, { 0, 1, 0 }, { max = 3 }).t)
      assert.is_truthy(shell:segmentcast({ 0, 0, 3 }, { 0, 0, 3 }))
      assert.is_nil(shell:segmentcast({ 0, 0, 2 }, { 0, 0, 2 }))
    end)

    it("is met by lines from both sides, and along its faces", function()
      local s = make(1)
      near(-12, s:linecast({ 10, 0, 0 }, { 1, 0, 0 }).t)
      local hit = s:linecast({ 0.5, 0, 2 }, { 1, 0, 0 }) -- in a face's plane
      near(-1.5, hit.t)
      near_all({ 0, 0, 1 }, hit.normal, 1e-7)
      hit = s:raycast({ 0.5, 0, 2 }, { 1, 0, 0 })
      assert.same({ 0, true }, { hit.t, hit.inside })
      hit = s:raycast({ -1, 0, 2 }, { 1, 0, 0 }) -- from the edge of the face
      assert.same({ 0, false }, { hit.t, hit.inside or false })
      assert.is_nil(s:linecast({ 0.5, 0, ulps.up(2) }, { 1, 0, 0 }))
    end)

    it("keeps its digits far away, and from far away", function()
      for _, far in ipairs { 1e6, -123456789 } do
        local s = make(7, { position = { far, -far, far } })
        local hit = s:raycast({ far + 3, 4 - far, far + 20 }, { 0, 0, -2 })
        near(6.5, hit.t)
        near_all({ 2 / 7, 3 / 7, 6 / 7 }, hit.normal, 1e-13)
        assert.is_true(s:contains { far + 3, 4 - far, far + 7 })
      end
      local hit = make(7):raycast({ 3, 4, 1e9 }, { 0, 0, -1 })
      assert.equal(1e9 - 7, hit.t)
      near_all({ 2 / 7, 3 / 7, 6 / 7 }, hit.normal, 1e-13)
    end)

    it("has bounds, projections and closest points", function()
      local s = make(0.5, { position = { 10, 0, 0 }, scale = 2 })
      assert.equal("(7, -3, -3)	(13, 3, 3)", table.concat({ tostring((s:bounds())),
        tostring((select(2, s:bounds()))) }, "\t"))
      local low, high = s:project(3, 4, 0)
      assert.same({ 30 - 14 - 5, 30 + 14 + 5 }, { low, high })
      local apart, at = collide.closest(s, { 10, 2 + 3, 2 + 4 })
      near(4, apart)
      near_all({ 10, 2.6, 2.8 }, at)
    end)

    it("turns with its ball", function()
      local s = make(1, { rotation = { 0, 0, math.sin(math.pi / 8), math.cos(math.pi / 8) } })
      near(math.sqrt(2) + 1, (select(4, s:bounds("numbers"))), 1e-13)
      near(10 - math.sqrt(2) - 1, s:raycast({ 10, 0, 0 }, { -1, 0, 0 }).t)
      s:set_rotation { 0, 0, 0, 1 }
      near(8, s:raycast({ 10, 0, 0 }, { -1, 0, 0 }).t)
      s:set_transform { 0, 3, 0, 0, -3, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 1 }
      near(4, s:raycast({ 10, 0, 0 }, { -1, 0, 0 }).t)
      near(-6, (s:bounds("numbers")), 1e-13)
    end)

    it("is in pairs with every solid", function()
      local s = make(0.5)
      assert.equal(1.5, collide.distance(s, collide.box { half = { 1, 1, 1 }, position = { 4, 0, 0 } }))
      assert.equal(2, collide.distance(s, collide.sphere { radius = 2.5, position = { 1 + 3, 1 + 4, 0 } }))
      near(0.5, collide.contact(s, collide.box { half = { 1, 1, 1 }, position = { 0, 2, 0 } }).depth)
      local push = collide.contact(s, collide.plane { normal = { 0, 1, 0 }, distance = -1.25 })
      near(0.25, push.depth)
      for _, other in ipairs {
        collide.cylinder { radius = 1, half_height = 1 }, collide.cone { radius = 1, height = 2 },
        collide.capsule { radius = 1, half_height = 1 }, collide.segment { { 0, 0, 0 }, { 0, 1, 0 } },
        collide.triangle { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }, collide.sphere { radius = 1, scale = { 1, 2, 1 } },
        make(0.5), collide.hull(CORNERS), MAKERS.box(0.25), MAKERS.hull(0.25),
      } do
        assert.is_true(collide.overlap(s, other))
        assert.is_true(collide.contact(other, s).depth > 0)
        other:set_position(0, 7.5, 0)
        assert.is_false(collide.overlap(s, other))
        local apart = collide.distance(s, other)
        assert.is_true(apart > 0)
        assert.equal(apart, collide.distance(other, s))
        local hit = collide.shapecast(s, other, { 0, -7.5, 0 })
        near(apart / 7.5, hit.t, 1e-9)
        near_all({ 0, 1, 0 }, hit.normal, 1e-9)
        near(apart / 7.5, collide.shapecast(other, s, { 0, 7.5, 0 }).t, 1e-9)
      end
    end)

    it("is a member of arrays, groups and worlds, and meets meshes and grids", function()
      local s = make(0.5, { position = { 5, 0, 0 } })
      local ball = collide.sphere { radius = 1, position = { -5, 0, 0 } }
      local group = collide.group { s:copy(), ball:copy() }
      local world = collide.world { s, ball }
      for _, target in ipairs { { s, ball }, world, group } do
        local hit = collide.raycast(target, { 20, 0, 0 }, { -1, 0, 0 })
        assert.equal(13.5, hit.t)
        assert.equal(2, #collide.raycast_all(target, { 20, 0, 0 }, { -1, 0, 0 }))
        assert.is_true(collide.overlap(target, collide.sphere { radius = 0.5, position = { 7, 0, 0 } }))
        assert.is_true(collide.raycast_any(target, { 20, 0, 0 }, { -1, 0, 0 }))
      end
      assert.is_nil(message(group.set_scale, group, { 1, 2, 1 }):find("2D", 1, true))
      local vertices = { { -9, 0, -9 }, { 9, 0, -9 }, { 0, 0, 9 } }
      local floor = collide.mesh { vertices = vertices, triangles = { { 1, 2, 3 } } }
      local above = make(0.5, { position = { 0, 4, 0 } })
      near(0.625, collide.shapecast(floor, above, { 0, -4, 0 }).t)
      assert.equal(2.5, collide.distance(above, floor))
      local grid = collide.grid { dimensions = 3 }
      grid:set(0, 0, 0, 1)
      near(0.375, collide.shapecast(grid, above, { 0, -4, 0 }).t)
      local many = collide.raycast_many(s, { 20, 0, 0, -1, 0, 0, 20, 9, 0, -1, 0, 0 })
      assert.equal(13.5, many[1])
    end)

    it("moves and is pushed out", function()
      local floor = collide.box { min = { -50, -1, -50 }, max = { 50, 0, 50 } }
      local wall = collide.box { min = { 5, 0, -50 }, max = { 6, 9, 50 } }
      for _, target in ipairs { { floor, wall }, collide.world { floor, wall } } do
        local s = make(0.25, { position = { 0, 3, 0 } })
        collide.move(target, s, { 10, -5, 1 })
        local at = s:get_position()
        near_all({ 5 - 1.25, 1.25, 1 }, at, 1e-9)
        s:set_position(0, 1, 0)
        collide.push_out(target, s)
        near_all({ 0, 1.25, 0 }, s:get_position(), 1e-9)
      end
      local s = make(0.25, { position = { 0, 1.25, 0 } })
      local mover = collide.capsule { radius = 0.5, half_height = 1, position = { -9, 1.5, 0 } }
      collide.move({ s, floor }, mover, { 20, 0, 0 })
      assert.is_true(mover:get_position().x <= -1.75)
      assert.is_false(collide.overlap(mover, s) and collide.contact(mover, s).depth > 0)
    end)

    it("describes, prints and copies itself", function()
      local s = make(0.5, { position = { 1, 2, 3 } })
      local made = s:describe()
      assert.same({ name, 0.5 }, { made.shape, made.radius })
      assert.equal(tostring(s), tostring(s:copy()))
      assert.is_truthy(tostring(s):find("radius=0.5", 1, true))
      assert.equal(s:raycast({ 1, 9, 3 }, { 0, -1, 0 }).t, collide.raycast(made, { 1, 9, 3 }, { 0, -1, 0 }).t)
      assert.equal(8, #s:points())
      local plain = make(0)
      assert.is_nil(plain:describe().radius)
      assert.equal("+y", name == "box" and plain:raycast({ 0, 9, 0 }, { 0, -1, 0 }).face or "+y")
    end)

    it("refuses what it cannot be", function()
      local s = make(0.5)
      for _, scale in ipairs { { 1, 2, 1 }, { 1, 1, 1.01 } } do
        assert.equal(("bad argument #2 to 'set_scale' (scale: a rounded %s takes one number, the same for all axes; "
          .. "make it with other sizes)")
          :format(name), message(s.set_scale, s, scale))
      end
      assert.is_truthy(message(s.set_transform, s, { 1, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 })
        :find(("a rounded %s stays round"):format(name), 1, true))
      assert.equal("(0, 0, 0)", tostring(s:get_position()))
      s:set_scale { -2, 2, 2 } -- mirrors
      near(7, s:raycast({ 0, 0, 10 }, { 0, 0, -1 }).t)
      local bad = {
        [-1] = "radius must not be negative, got -1", [1 / 0] = "radius must be finite, got inf",
        ["1"] = "radius: number expected, got string", [true] = "radius: number expected, got boolean",
      }
      for radius, text in pairs(bad) do
        assert.is_truthy(message(make, radius):find(text, 1, true), text)
      end
      assert.is_truthy(message(make, 0 / 0):find("radius must be finite, got nan", 1, true))
      local grid = collide.grid { dimensions = 3 }
      assert.is_truthy(message(grid.set_shape, grid, 1, s):find("got a rounded " .. name, 1, true))
      assert.is_truthy(message(collide.voxelize, s, { cell = 1 }):find("got rounded " .. name, 1, true))
      assert.is_truthy(message(collide.voxelize, { s }, { cell = 1 }):find("got rounded " .. name, 1, true))
    end)
  end)
end

describe("a rounded box without extent", function()
  -- The answers of two shapes to the same questions.
  local function same(a, b)
    for _, from in ipairs { { 5, 1, 0.3 }, { 0.2, 7, 0.1 }, { -4, -4, -4 }, { 0.5, 0.5, 9 } } do
      local p, q = a:raycast(from, { -from[1], -from[2], -from[3] }), b:raycast(from, { -from[1], -from[2], -from[3] })
      near(q.t, p.t)
      near_all({ q.normal.x, q.normal.y, q.normal.z }, p.normal)
      near(collide.distance(b, collide.sphere { radius = 0.25, position = from }),
        (collide.distance(a, collide.sphere { radius = 0.25, position = from })))
    end
  end

  it("is a ball", function()
    same(collide.box { half = { 0, 0, 0 }, radius = 1.5 }, collide.sphere { radius = 1.5 })
  end)

  it("is a capsule", function()
    same(collide.box { half = { 0, 2, 0 }, radius = 0.5 }, collide.capsule { radius = 0.5, half_height = 2 })
  end)

  it("is a plate", function()
    local plate = collide.box { half = { 2, 0, 2 }, radius = 0.5 }
    near(4.5, plate:raycast({ 1, 5, 1 }, { 0, -1, 0 }).t)
    near(2.5, plate:raycast({ 5, 0, 0 }, { -1, 0, 0 }).t)
    assert.is_true(plate:contains { 2.3, 0.4, 0 })
    assert.is_false(plate:contains { 2.3, 0.41, 0 })
  end)
end)

it("a rounded box has the casts of a rounded hull, to the last digits", function()
  local seed = 7
  local function number()
    seed = (seed * 16807) % 2147483647
    return seed / 2147483647 * 2 - 1
  end
  for _ = 1, 300 do
    local pose = { position = { number(), number(), number() }, rotation = { number(), number(), number(), number() } }
    local radius = number() ^ 2 + 0.01
    local box = MAKERS.box(radius, { position = pose.position, rotation = pose.rotation })
    local hull = MAKERS.hull(radius, { position = pose.position, rotation = pose.rotation })
    local from = { 5 * number(), 5 * number(), 5 * number() }
    local toward = { number() - from[1], number() - from[2], number() - from[3] }
    local p, q = box:raycast(from, toward), hull:raycast(from, toward)
    assert.equal(p == nil, q == nil)
    if p then
      near(p.t, q.t, 1e-12)
      near_all({ p.normal.x, p.normal.y, p.normal.z }, q.normal, 1e-9)
      -- a ball that is thrown along the ray
      local ball = collide.sphere { radius = radius, position = from }
      local core = collide.box { half = { 1, 1, 1 }, position = pose.position, rotation = pose.rotation }
      local swept = collide.shapecast(core, ball, toward)
      if p.t <= 1 and not p.inside then near(p.t, swept.t, 1e-12) end
    end
  end
end)

local HALF = 1 / 2

local function fails(text, make)
  assert.error_matches(make, text, 1, true)
end

describe("a rounded shape", function()
  local pillow = collide.rect { half = { 1, 1 }, radius = 5 }

  it("touches a point at the end of a 3-4-5 triangle, and none beyond", function()
    assert.is_true(pillow:contains(4, 5))
    assert.is_true(pillow:contains(-5, 4))
    assert.is_false(pillow:contains(4, 5 + 2 ^ -50))
    assert.is_false(pillow:contains(4 + 2 ^ -50, 5))
    assert.is_true(pillow:contains(0, 0))
    assert.is_true(pillow:contains(6, 1))
    assert.is_false(pillow:contains(6 + 2 ^ -50, 1))
    local ball = collide.circle { radius = 5, position = { 7, 9 } } -- (1, 1) + 10 (0.6, 0.8)
    assert.is_true(collide.overlap(pillow, ball))
    assert.equal(0, collide.distance(pillow, ball, "numbers"))
    ball:set_position(7 + 2 ^ -50, 9)
    assert.is_false(collide.overlap(pillow, ball))
  end)

  it("is hit on its sides and corners", function()
    assert.same({ t = 4, x = 4, y = 5, nx = 0.6, ny = 0.8 }, (function()
      local hit = pillow:raycast({ 4, 9 }, { 0, -1 })
      assert.is_nil(hit.face)
      return { t = hit.t, x = hit.point.x, y = hit.point.y, nx = hit.normal.x, ny = hit.normal.y }
    end)())
    assert.equal(3, pillow:raycast({ 9, HALF }, { -1, 0 }).t)
    assert.is_nil(pillow:raycast({ 9, 6 + 2 ^ -50 }, { -1, 0 }))
    assert.equal(8, pillow:raycast({ 9, 6 }, { -1, 0 }).t) -- along the upper side
    assert.is_true(pillow:segmentcast_any({ 0, 0 }, { 0.1, 0.1 }))
    assert.is_true(pillow:raycast({ 0, 0 }, { 1, 0 }).inside)
    local shell = collide.rect { half = { 1, 1 }, radius = 5, hollow = true }
    assert.is_nil(shell:segmentcast({ 0, 0 }, { 0.1, 0.1 }))
    assert.equal(6, shell:raycast({ 0, 0 }, { 1, 0 }).t)
    assert.is_true(shell:raycast_any({ 0, 0 }, { 1, 0 }))
  end)

  it("has the bounds, projections and distances of its core and the radius", function()
    local x, y, a, b = pillow:bounds("numbers")
    assert.same({ -6, -6, 6, 6 }, { x, y, a, b })
    local low, high = pillow:project({ 3, 4 })
    assert.same({ -32, 32 }, { low, high })
    assert.equal(3, pillow:distance(collide.circle { radius = 1, position = { 10, 0 } }, "numbers"))
    assert.same({ 4, 5 }, { select(2, pillow:closest(7, 9)) })
    local hit = collide.shapecast(collide.circle { radius = 1, position = { 12, 0 } }, pillow, { 10, 0 })
    assert.equal(HALF, hit.t)
    assert.equal(0, collide.rect { half = { 1, 1 }, radius = 0 }:distance(collide.rect { half = { 1, 1 } }, "numbers"))
  end)

  it("agrees with a circle that moves about the plain shape", function()
    local between = uniform(11)
    for _ = 1, 300 do
      local points = {}
      for i = 1, 3 do points[i] = { between(-3, 3), between(-3, 3) } end
      local radius = between(0.01, 2)
      local plain, round = collide.triangle(points), collide.triangle { points = points, radius = radius }
      local disc = collide.circle { radius = radius, position = { between(-6, 6), between(-6, 6) } }
      local x, y = disc:get_position("numbers")
      assert.equal(collide.overlap(plain, disc), round:contains(x, y))
      local dx, dy = between(-1, 1), between(-1, 1)
      local swept = collide.shapecast(plain, disc, { 20 * dx, 20 * dy })
      local hit = round:segmentcast({ x, y }, { x + 20 * dx, y + 20 * dy })
      -- The end of the segment is rounded: only hits that are not near an end are compared.
      if swept and swept.t < 0.999 then
        assert.truthy(hit)
        assert.is_true(math.abs(hit.t - swept.t) < 1e-9 / math.abs(dx * hit.normal.x + dy * hit.normal.y + 1e-30)
          or swept.inside)
      end
    end
  end)

  -- spec/sweep compares shapecasts of points at rounded polygons with exact arithmetic.
  it("has the casts of a point that moves, with whole numbers that touch", function()
    local between, point, hits, touches = uniform(5), collide.circle { radius = 0 }, 0, 0
    local function whole(n) return math.floor(between(-n, n + 1)) end
    for _ = 1, 3000 do
      local points = {}
      for i = 1, 5 do points[i] = { whole(4), whole(4) } end
      local ok, round = pcall(collide.hull, { points = points, radius = 1 + math.abs(whole(5)),
        position = { whole(3), 0 } })
      local long = whole(6)
      local along = whole(1) == 0 and { 3 * long, 4 * long } or { whole(30), whole(30) }
      if ok and (along[1] ~= 0 or along[2] ~= 0) then
        local from = { whole(20), whole(20) }
        point:set_position(from)
        local hit, swept = round:raycast(from, along, { max = 1 }), collide.shapecast(round, point, along)
        assert.equal(swept == nil, hit == nil)
        assert.equal(hit ~= nil, round:raycast_any(from, along, { max = 1 }))
        if hit and hit.t > 0 then
          hits = hits + 1
          if hit.t == 1 or hit.t_exit == hit.t then touches = touches + 1 end
          assert.is_true(math.abs(hit.t - swept.t) < 1e-14)
          assert.is_true(math.abs(hit.normal.x - swept.normal.x) + math.abs(hit.normal.y - swept.normal.y) < 1e-13)
        end
      end
    end
    assert.is_true(hits > 100 and touches > 0, hits .. " hits, " .. touches .. " touch")
  end)

  it("keeps its normals a million units away", function()
    local far = { 1e6, -1e6 }
    local tile = collide.rect { half = { 2, 1 }, radius = HALF, position = far }
    local wedge = collide.triangle { { 0, 0 }, { 4, 0 }, { 0, 3 }, radius = 0.25, position = { 1e6 - 1, -1e6 + 1.5 } }
    local push = collide.contact(wedge, tile)
    assert.equal(0.25, push.depth)
    assert.same({ 0, 1 }, { push.normal.x, push.normal.y })
  end)

  it("answers alike in arrays, worlds and groups", function()
    local members = { pillow, collide.triangle { { 20, 0 }, { 24, 0 }, { 20, 3 }, radius = 1 } }
    local world = collide.world()
    for _, member in ipairs(members) do world:add(member) end
    for y = -7, 7 do
      local a, b = collide.raycast(members, { 40, y }, { -1, 0 }), world:raycast({ 40, y }, { -1, 0 })
      assert.equal(a and a.t, b and b.t)
      assert.equal(a and a.index, b and b.index)
    end
    local group = collide.group { members[1], members[2], position = { 1, 2 } }
    assert.is_true(group:contains(5, 7))
    assert.is_false(group:contains(5, 7 + 2 ^ -48))
    group:set_scale(2)
    assert.is_true(group:contains(1 + 8, 2 + 10))
    fails("part 1, a rounded polygon, takes one number", function() group:set_scale(1, 2) end)
    assert.is_true(group:contains(1 + 8, 2 + 10))
  end)

  it("moves, slides and is pushed out", function()
    local floor = collide.rect { min = { -50, -1 }, max = { 50, 0 } }
    local hero = collide.rect { half = { HALF, 1 }, radius = 0.25, position = { 0, 2 } }
    local moved = collide.move(floor, hero, { 3, -2 })
    local _, y = hero:get_position("numbers")
    assert.is_true(math.abs(y - 1.25) < 1e-6)
    assert.is_true(#moved.hits > 0)
    hero:set_position(3, 0.25)
    collide.push_out(floor, hero)
    assert.is_false(collide.overlap(hero, collide.rect { min = { -50, -1 }, max = { 50, -1e-9 } }))
  end)

  it("prints itself, and is described and copied", function()
    for text, shape in pairs {
      ["rect half=(1, 1) radius=5"] = pillow,
      ["rect width=2 height=2 radius=1 position=(3, 4)"] =
        collide.rect { x = 3, y = 4, width = 2, height = 2, radius = 1 },
      ["rect min=(0, 0) max=(1, 0) radius=1 rotation=1"] =
        collide.rect { min = { 0, 0 }, max = { 1, 0 }, radius = 1, rotation = 1 },
      ["triangle points=((0, 0), (1, 0), (0, 1)) radius=0.5"] = collide.triangle { 0, 0, 1, 0, 0, 1, radius = HALF },
      ["polygon points=((0, 0), (1, 0), (0, 1)) radius=0.5"] =
        collide.hull { { 0, 0 }, { 1, 0 }, { 0, 1 }, { 0.25, 0.25 }, radius = HALF },
      ["capsule a=(0, 0) b=(1, 0) radius=2"] = collide.segment { { 0, 0 }, { 1, 0 }, radius = 2 },
      ["capsule a=(0, 0, 0) b=(1, 0, 0) radius=2"] = collide.segment { { 0, 0, 0 }, { 1, 0, 0 }, radius = 2 },
      ["segment points=((0, 0), (1, 0))"] = collide.segment { { 0, 0 }, { 1, 0 }, radius = 0 },
      ["capsule radius=1 half_height=2 position=(0, 0)"] =
        collide.capsule { radius = 1, half_height = 2, dimensions = 2 },
    } do
      assert.equal(text, tostring(shape))
      assert.equal(text, tostring(shape:copy()))
      assert.same({ shape:bounds("numbers") }, { collide.bounds(shape:describe(), "numbers") })
    end
    assert.equal(2, #{ collide.capsule { radius = 1, half_height = 2, dimensions = 2 }:get_position("numbers") })
  end)

  it("refuses what it cannot be", function()
    fails("radius must not be negative, got -1", function() return collide.rect { half = { 1, 1 }, radius = -1 } end)
    fails("radius must be finite, got nan", function() return collide.rect { half = { 1, 1 }, radius = 0 / 0 } end)
    fails("radius must be finite, got inf", function() return collide.polygon { 0, 0, 1, 0, 0, 1, radius = 1 / 0 } end)
    fails("radius: number expected, got table", function() return collide.segment { 0, 0, 1, 0, radius = {} } end)
    fails("radius does not round a 3D triangle", function()
      return collide.triangle { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, radius = 1 }
    end)
    fails("scale: a coordinate of the shape would exceed 1e300", function()
      return collide.rect { half = { 1, 1 }, radius = 1e299, scale = 100 }
    end)
    fails("a rounded rect takes one number, the same for both axes", function()
      return collide.rect { half = { 1, 1 }, radius = 1 }:set_scale(1, 2)
    end)
    fails("must not be rounded", function()
      local cell = collide.rect { min = { 0.2, 0.2 }, max = { 0.8, 0.8 }, radius = 0.1 }
      collide.grid { size = { 1, 1 } }:set_shape(1, cell)
    end)
    fails("dimensions must be 2 or 3, got 4", function()
      return collide.capsule { radius = 1, half_height = 1, dimensions = 4 }
    end)
    fails("dimensions: got 3, but the capsule's vectors have 2 components", function()
      return collide.capsule { radius = 1, a = { 0, 0 }, b = { 1, 0 }, dimensions = 3 }
    end)
    fails("unknown field 'dimensions'", function() return collide.rect { half = { 1, 1 }, dimensions = 2 } end)
  end)
end)

describe("an ellipse", function()
  -- The share of the greater radius that the reference states.
  local TOLERANCE = 0.00063

  -- How far a point is from the ellipse, nearly: along the gradient of (x / a)^2 + (y / b)^2.
  local function off(a, b, x, y)
    local f, gx, gy = (x / a) ^ 2 + (y / b) ^ 2 - 1, 2 * x / a ^ 2, 2 * y / b ^ 2
    return math.abs(f) / math.sqrt(gx * gx + gy * gy)
  end

  local function check(shape, a, b)
    local points = shape:points()
    local most = 0
    for i, p in ipairs(points) do
      local q = points[i % #points + 1]
      for share = 0, 1, 1 / 64 do
        most = math.max(most, off(a, b, p.x + share * (q.x - p.x), p.y + share * (q.y - p.y)))
      end
    end
    assert.is_true(most <= TOLERANCE * math.max(a, b))
    return points, most
  end

  it("is within the stated distance, and needs all of it", function()
    for _, radii in ipairs { { 2, 1 }, { 1, 1 }, { 1, 50 } } do
      assert.equal(64, #check(collide.ellipse { radii = radii }, radii[1], radii[2]))
    end
    assert.is_true(select(2, check(collide.ellipse { radii = { 1, 1 } }, 1, 1)) > TOLERANCE - 1e-5)
  end)

  it("has a corner on each axis, exactly at the radius", function()
    for _, radii in ipairs { { 0.4, 0.8 }, { 4, 8 }, { 1 / 3, 1e-3 }, { 1e100, 1e99 }, { 0.1, 0.7 } } do
      local a, b = radii[1], radii[2]
      assert.same({ -a, -b, a, b }, { collide.ellipse { radii = radii }:bounds("numbers") })
      assert.same({ -b, -a, b, a }, { collide.ellipse { radii = radii, degrees = 90 }:bounds("numbers") })
      local found = {}
      for _, p in ipairs(collide.ellipse { radii = radii }:points()) do
        if p.x == 0 then found[#found + 1] = p.y end
        if p.y == 0 then found[#found + 1] = p.x end
      end
      assert.same({ a, b, -a, -b }, found)
    end
    -- It stands on the ground at its radius.
    local ground, egg = collide.rect { min = { -9, -1 }, max = { 9, 0 } },
      collide.ellipse { radii = { 0.4, 0.8 }, position = { 0, 0.8 } }
    assert.equal(0, ground:contact(egg).depth)
    assert.is_false(ground:overlap(egg:set_position(0, 0.8000000000000002)))
    assert.same({ -4, -2, 4, 2 }, { collide.circle { radius = 2, scale = { 2, 1 } }:bounds("numbers") })
  end)

  it("has symmetrical corners", function()
    local known = {}
    for _, p in ipairs(collide.ellipse { radii = { 3, 2 } }:points()) do known[p.x .. " " .. p.y] = p end
    for _, p in pairs(known) do
      assert.truthy(known[(0 - p.x) .. " " .. p.y])
      assert.truthy(known[p.x .. " " .. (0 - p.y)])
    end
  end)

  it("is what a circle with an uneven scale becomes", function()
    local shape = collide.circle { radius = 2, scale = { 2, 1 }, hollow = true }
    assert.equal("ellipse radii=(2, 2) scale=(2, 1) hollow", tostring(shape))
    check(shape, 4, 2)
    check(shape:copy(), 4, 2)
    check(collide.circle { radius = 1, transform = { 3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 } }, 3, 1)
    shape:set_scale(1, 3)
    check(shape, 2, 6)
    assert.equal("circle radius=2 scale=3", tostring(collide.circle { radius = 2, scale = 3 }))
    fails("a circle takes one number, the same for both axes; a shape that is made with this pose becomes an ellipse "
      .. "or polygon",
      function() return collide.circle { radius = 1 }:set_scale(1, 2) end)
  end)

  it("rounds capsules and rounded shapes that are scaled unevenly", function()
    local capsule = collide.capsule { dimensions = 2, radius = 1, half_height = 2, scale = { 3, 1 }, data = "kept" }
    assert.matches("^polygon points=", tostring(capsule))
    assert.equal("kept", capsule.data)
    for _, p in ipairs(capsule:points()) do
      assert.is_true(off(3, 1, p.x, math.max(math.abs(p.y) - 2, 0)) <= TOLERANCE * 3 or math.abs(p.y) <= 2)
    end
    local rect = collide.rect { half = { 1, 2 }, radius = 1, scale = { 1, 2 } }
    assert.same({ -2, -6, 2, 6 }, { rect:bounds("numbers") })
  end)

  it("is refused with radii that are not above 0", function()
    fails("radii must be above 0, got 0", function() return collide.ellipse { radii = { 1, 0 } } end)
    fails("radii must be above 0, got -2", function() return collide.ellipse { radii = { -2, 1 } } end)
    fails("radii: got 3 numbers", function() return collide.ellipse { radii = { 1, 1, 1 } } end)
    fails("radii: vector expected, got nil", function() return collide.ellipse {} end)
    fails("too large or too small", function() return collide.ellipse { radii = { 5e-324, 1 } } end)
    fails("an ellipse takes radii", function() return collide.ellipse { radius = 1 } end)
  end)
end)
