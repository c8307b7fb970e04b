-- SPDX-License-Identifier: MIT
--
-- Tests of moving shapes from other projects: their inputs and values, in our own words. Each row names its source.
-- If a project's value is right only within its tolerance, or a workaround there, the row has the right value.
-- luacheck: no max line length
local collide = require("collide")
local near = require("spec.support.pairs").near

-- ---- Box2D ----------------------------------------------------------------------------------------
-- test_distance.c and test_large_world.c. In a row: the name, what stays, what moves, by how much;
-- `t`, or none when it misses; the normal; and `point.x` where their test asks for it.

local function box(x, y, hx, hy) return collide.rect { half = { hx, hy }, position = { x, y } } end

local function plank(half_thickness) return box(0, 0, 0.5, half_thickness) end

local rows = {
  -- Theirs are told to 0.005; the same two shapes are asked for a time of impact.
  { name = "ShapeCastTest and TimeOfImpactTest", fixed = collide.polygon { { -1, -1 }, { 1, -1 }, { 1, 1 },
    { -1, 1 } }, mover = collide.segment { { 2, -1 }, { 2, 1 } }, by = { -2, 0 }, t = 0.5, normal = { 1, 0 }, x = 1 },
  { name = "LargeWorldOriginQueryTest, circle", fixed = box(0, 0, 0.5, 0.5),
    mover = collide.circle { radius = 0.1, position = { -5, 0 } }, by = { 10, 0 }, t = 0.44,
    normal = { -1, 0 }, x = -0.5 },
  { name = "LargeWorldOriginQueryTest, mover", fixed = box(0, 0, 0.5, 0.5),
    mover = collide.capsule { a = { -5, -0.2 }, b = { -5, 0.2 }, radius = 0.3 }, by = { 10, 0 }, t = 0.42,
    normal = { -1, 0 }, x = -0.5 },
  { name = "LargeWorldOriginQueryTest, ray", fixed = box(0, 0, 0.5, 0.5),
    mover = collide.circle { radius = 0, position = { -5, 0 } }, by = { 10, 0 }, t = 0.45,
    normal = { -1, 0 }, x = -0.5 },
  -- Theirs is switched off, for b2ShapeCast trips an assertion there: the point passes the plank's end
  -- 0.0059 away from it, and when it is as far to the left as the end it is long below.
  { name = "ShapeCastShortEdgeTest", fixed = plank(0.0002),
    mover = collide.circle { radius = 0, position = { 0.506, 0.0035 } }, by = { -0.01, -0.5 } },
  -- Our own: the same end of the plank, met in its middle, so that the short edge is the nearest.
  { name = "ShapeCastShortEdgeTest, towards the end", fixed = plank(0.0002),
    mover = collide.circle { radius = 0, position = { 0.505, 0 } }, by = { -0.01, 0 }, t = 0.5,
    normal = { 1, 0 }, x = 0.5 },
  { name = "ShapeDistanceShortEdgeTest, its point and plank", fixed = plank(0.0016),
    mover = collide.circle { radius = 0, position = { 0.505, 0 } }, by = { -0.02, 0 }, t = 0.25,
    normal = { 1, 0 }, x = 0.5 },
}

describe("the tests of shape casts in Box2D", function()
  -- Far away, too, as its test of large worlds asks: there in multiples of 1e7 along x.
  for _, far in ipairs { 0, 1e7 } do
    for _, row in ipairs(rows) do
      it(row.name .. (far == 0 and "" or ", far away"), function()
        local fixed, mover = row.fixed:copy(), row.mover:copy()
        fixed:translate(far, 0)
        mover:translate(far, 0)
        local hit = collide.shapecast(fixed, mover, row.by)
        if row.t then
          -- Places there are told to an ulp of 1e7, of which the displacement is the divisor.
          local slack = far == 0 and 1e-12 or 2 ^ -28 / math.abs(row.by[1])
          near(hit.t, row.t, slack)
          near(hit.normal.x, row.normal[1])
          near(hit.normal.y, row.normal[2])
          near(hit.point.x - far, row.x, slack)
        else
          assert.is_nil(hit)
        end
      end)
    end
  end

  it("a mover that overlaps the box has inside, here with a depth", function()
    for _, far in ipairs { 0, 1e7 } do
      local fixed = box(far, 0, 0.5, 0.5)
      local mover = collide.capsule { a = { far - 0.9, -0.2 }, b = { far - 0.9, 0.2 }, radius = 0.5 }
      local hit = collide.shapecast(fixed, mover, { 10, 0 })
      assert.is_true(hit.inside)
      near(hit.t, 0)
      near(hit.depth, 0.1, far == 0 and 1e-12 or 2 ^ -28)
      near(hit.normal.x, -1)
    end
  end)
end)

-- ---- Luanti ---------------------------------------------------------------------------------------
-- test_collision.cpp, "Test simple moving collision": a floor of nodes, whose middles have whole
-- coordinates, and a box on feet. Theirs is told a speed, an acceleration and a time; `by` is what
-- these come to. Where they fall they end beside the floor, as their comments say, and need a second
-- step; a move ends on it.

local simple = {
  { name = "Simple movement with accel", from = { 4, 1, 4 }, by = { 0, 0.5, 0 }, to = { 4, 1.5, 4 } },
  { name = "Standing on ground", from = { 0, 0.5, 0 }, by = { 0, -9.81 * 0.05 ^ 2 / 2, 0 }, to = { 0, 0.5, 0 },
    cell = { 0, 0, 0 } },
  { name = "Glitched into ground", from = { 0, 0.499, 0 }, by = { 0, -9.81 * 0.05 ^ 2 / 2, 0 }, to = { 0, 0.5, 0 },
    cell = { 0, 0, 0 } },
  { name = "Falling on ground", from = { 0, 1.2345, 0 }, by = { 0, -3 * 0.5 - 9.81 * 0.5 ^ 2 / 2, 0 },
    to = { 0, 0.5, 0 }, cell = { 0, 0, 0 } },
  { name = "Jumping on ground, up", from = { 0, 0.5, 0 }, by = { 0, 2 * 0.2 - 9.81 * 0.2 ^ 2 / 2, 0 },
    to = { 0, 0.7038, 0 } },
  { name = "Jumping on ground, down", from = { 0, 0.7038, 0 }, by = { 0, 0.038 * 0.5 - 9.81 * 0.5 ^ 2 / 2, 0 },
    to = { 0, 0.5, 0 }, cell = { 0, 0, 0 } },
  { name = "Moving over ground, no gravity", from = { 0, 0.5, 0 }, by = { -1.6, 0, -1.7 }, to = { -1.6, 0.5, -1.7 } },
  -- It stands on four nodes; theirs names the one of the least coordinates.
  { name = "Moving over ground, with gravity", from = { 5.5, 0.5, 5.5 }, by = { -1, -9.81 / 2, -0.1 },
    to = { 4.5, 0.5, 5.4 }, cell = { 5, 0, 5 } },
  { name = "Not moving never collides", from = { 0, -100, 0 }, by = { 0, 0, 0 }, to = { 0, -100, 0 } },
}

describe("the test of simple moves in Luanti", function()
  for _, fact in ipairs(simple) do
    it(fact.name, function()
      local floor = collide.grid { dimensions = 3, origin = -0.5 }
      floor:fill({ 0, 0, 0 }, { 15, 0, 15 }, 1)
      local walker = collide.box { min = { -0.1, 0, -0.1 }, max = { 0.1, 1.4, 0.1 } }
      walker:translate(fact.from)
      local _, start = walker:bounds("numbers")
      assert.is_true(math.abs(start - fact.from[2]) < 1e-12)
      local x, y, z = walker:get_position("numbers")
      local moved = floor:move(walker, fact.by)
      near(moved.position.x - x, fact.to[1] - fact.from[1], 1e-12)
      near(moved.position.y - y, fact.to[2] - fact.from[2], 1e-12)
      near(moved.position.z - z, fact.to[3] - fact.from[3], 1e-12)
      assert.are.equal(fact.cell and 1 or 0, #moved.hits)
      if fact.cell then
        local hit = moved.hits[1]
        assert.are.same({ 0, 1, 0 }, { hit.normal.x, hit.normal.y, hit.normal.z })
        assert.are.same(fact.cell, { hit.cell.x, hit.cell.y, hit.cell.z })
      end
    end)
  end
end)

local function at(r, x, y, slack)
  near(r.position.x, x, slack)
  near(r.position.y, y, slack)
end

-- The facts of bump's specs, with boxes by corner and size as bump has them.
describe("the specs of bump", function()
  local function item(x, y, w, h) return collide.rect { x = x, y = y, width = w, height = h } end

  it("touch: a box ends beside the obstacle", function()
    local facts = { { 30, 0, 8, 0, -1, 0 }, { -30, 0, -6, 0, 1, 0 }, { 0, 30, 0, 8, 0, -1 }, { 0, -30, 0, -6, 0, 1 } }
    for _, c in ipairs(facts) do
      local mover = item(0, 0, 2, 2)
      local wall = item(c[1] == 30 and 10 or c[1] == -30 and -8 or -4, c[2] == 30 and 10 or c[2] == -30 and -8 or -4,
        c[1] ~= 0 and 2 or 10, c[2] ~= 0 and 2 or 10)
      local r = collide.move(wall, mover, { c[1], c[2] }, { respond = "stop" })
      at(r, c[3], c[4])
      assert.are.same({ c[5], c[6] }, { r.hits[1].normal.x, r.hits[1].normal.y })
    end
  end)

  it("cross: it continues, and returns the members that it passed, nearest first", function()
    local a, b = item(4, 0, 1, 1), item(2, 0, 1, 1)
    local r = collide.move({ a, b }, item(0, 0, 1, 1), { 8, 0 }, { respond = "pass" })
    at(r, 8, 0)
    assert.are.same({ b, a }, { r.hits[1].shape, r.hits[2].shape })
    assert.are.same({ "pass", 1, 3 }, { r.hits[1].response, r.hits[1].position.x, r.hits[2].position.x })
  end)

  it("slide: the rest of the displacement continues along the side", function()
    at(collide.move(item(0, 8, 100, 2), item(2, 2, 2, 2), { 10, 20 }), 12, 6)
    at(collide.move(item(8, 0, 2, 100), item(2, 2, 2, 2), { 20, 10 }), 6, 12)
  end)

  it("bounce: the rest of the displacement is reflected", function()
    -- from 1 to 6 of 10, then 5 back
    local r = collide.move(item(7, 0, 2, 100), item(1, 1, 1, 1), { 10, 10 }, { respond = "bounce" })
    at(r, 1, 11)
    assert.are.equal("bounce", r.hits[1].response)
  end)

  it("bounce: returns the whole displacement as it was reflected", function()
    local ground = collide.rect { min = { -20, -1 }, max = { 20, 0 }, layer = "bouncy_floor" }
    local wall = collide.rect { min = { 8, 0 }, max = { 9, 20 }, layer = "bouncy_wall" }
    local world = collide.world { ground, wall }
    local function bounced(respond, bounciness, x, y, dx, dy)
      local ball = collide.circle { radius = 1, position = { 0, 3 } }
      local options = { respond = respond, bounciness = bounciness }
      local r = collide.move(world, ball, { 14, -6 }, options)
      at(r, x, y)
      ball:set_position(0, 3)
      local px, py, count, nx, ny = world:move(ball, 14, -6, options)
      assert.are.same({ r.position.x, r.position.y, #r.hits }, { px, py, count })
      if dx then
        near(r.direction.x, dx)
        near(r.direction.y, dy)
      end
      assert.are.same(dx and { r.direction.x, r.direction.y } or {}, { nx, ny })
    end
    bounced("bounce", nil, 0, 5, -14, 6)
    bounced("bounce", 1, 0, 5, -14, 6)
    bounced("bounce", 0.5, 3.5, 3, -7, 3)
    bounced("bounce", 0, 7, 1, 0, 0)
    bounced("slide", nil, 7, 1)
    bounced("bounce", { bouncy_floor = 0.5 }, 0, 3, -14, 3)
    bounced({ bouncy_floor = "bounce" }, { bouncy_floor = 0.25, bouncy_wall = 0 }, 7, 2, 14, 1.5)
    bounced(function(hit) return hit.shape == wall and "bounce" or "slide" end, 0.5, 3.5, 1, -7, -6)
  end)

  it("bounce: keeps a ball that falls on a floor above it, lower and lower", function()
    for _, bounciness in ipairs { 0, 1e-18, 0.1, 0.5, 0.9 } do
      local ball, vx, vy = collide.circle { radius = 0.5, position = { 0, 3 } }, 0.001, 0
      local ground = collide.rect { min = { -9, -1 }, max = { 9, 0 } }
      for _ = 1, 400 do
        vy = vy - 0.01
        local r = collide.move(ground, ball, { vx, vy }, { respond = "bounce", bounciness = bounciness })
        if r.direction then vx, vy = r.direction.x, r.direction.y end
        assert.is_false(r.inside)
        assert.is_true(r.position.y >= 0.5)
      end
      near(ball:get_position().x, 0.4, 1e-6)
      assert.is_true(bounciness == 0.9 or ball:get_position().y < 0.52)
    end
  end)

  it("bounce: refuses a bounciness that is none, or without a bounce", function()
    local wall = collide.rect { half = { 1, 1 }, position = { 5, 0 }, layer = "bouncy_wall" }
    local ball = collide.circle { radius = 1 }
    local function refuses(options, text)
      assert.error_matches(function() collide.move(wall, ball, { 9, 0 }, options) end, text, 1, true)
      assert.are.equal(0, ball:get_position().x)
    end
    refuses({ bounciness = 0.5 }, "bounciness needs a response that bounces")
    refuses({ respond = { bouncy_wall = "stop" }, bounciness = { bouncy_wall = 0.5 } }, "needs a response that bounces")
    refuses({ respond = "bounce", bounciness = 1.5 }, "bounciness must be from 0 to 1, got 1.5")
    refuses({ respond = "bounce", bounciness = -1 }, "bounciness must be from 0 to 1, got -1")
    refuses({ respond = "bounce", bounciness = 0 / 0 }, "bounciness must be finite, got nan")
    refuses({ respond = "bounce", bounciness = "1" }, "bounciness: number expected, got string")
    refuses({ respond = "bounce", bounciness = { 0.5 } }, "the names of layers expected as keys, got a number")
    refuses({ respond = "bounce", bounciness = { bouncy_wall = {} } }, "number expected, got table")
    refuses({ respond = "bounce", bounciness = { no_such_layer = 1 } }, "unknown layer 'no_such_layer'")
    assert.has_error(function() collide.push_out(wall, ball, { bounciness = 1 }) end)
  end)

  it("does not stick between tiles", function()
    local list = {}
    for i = 1, 10 do list[i] = item(10 * i, 10, 10, 10) end
    local mover = item(10, 0, 10, 10)
    for _ = 1, 80 do collide.move(list, mover, { 1, 1 }) end
    assert.are.same({ 90, 0 }, { mover:get_position().x, mover:get_position().y })
  end)
end)

local function cuboid(x0, y0, z0, x1, y1, z1)
  return collide.box { min = { x0, y0, z0 }, max = { x1, y1, z1 } }
end

-- The facts of Luanti's unit test of box sweeps: a box of this size at a place, a mover beside it, a
-- velocity, how long it is followed; the axis along which it collides, and when, or false.
describe("the tests of box sweeps in Luanti", function()
  local facts = {
    { 1, { -2, 0, 0, -1, 1, 1 }, { 1, 0, 0 }, 1, 1, 1 },
    { 1, { -2, 0, 0, -1, 1, 1 }, { -1, 0, 0 }, 1, false },
    { 1, { -2, 1.5, 0, -1, 2.5, 1 }, { 1, 0, 0 }, 1, false },
    { 1, { -2, -1.5, 0, -1.5, 0.5, 1 }, { 0.5, 0.1, 0 }, 3, 1, 3 },
    { 1, { 2, 0, 0, 3, 1, 1 }, { -1, 0, 0 }, 1, 1, 1 },
    { 1, { 2, 0, 0, 3, 1, 1 }, { 1, 0, 0 }, 1, false },
    { 1, { 2, 0, 1.5, 3, 1, 3.5 }, { -1, 0, 0 }, 1, false },
    { 1, { 2, -1.5, 0, 2.5, -0.5, 1 }, { -0.5, 0.2, 0 }, 2.5, 2, 2.5 },
    { 1, { 2, -1.5, 0, 2.5, -0.5, 1 }, { -0.5, 0.3, 0 }, 2, 1, 2 },
    { 2, { 2.3, 2.29, 2.29, 4.2, 4.2, 4.2 }, { -1 / 3, -1 / 3, -1 / 3 }, 1, 1, 0.9 },
    { 2, { 2.29, 2.3, 2.29, 4.2, 4.2, 4.2 }, { -1 / 3, -1 / 3, -1 / 3 }, 1, 2, 0.9 },
    { 2, { 2.29, 2.29, 2.3, 4.2, 4.2, 4.2 }, { -1 / 3, -1 / 3, -1 / 3 }, 1, 3, 0.9 },
    { 2, { -4.2, -4.2, -4.2, -2.3, -2.29, -2.29 }, { 1 / 7, 1 / 7, 1 / 7 }, 17, 1, 16.1 },
    { 2, { -4.2, -4.2, -4.2, -2.29, -2.3, -2.29 }, { 1 / 7, 1 / 7, 1 / 7 }, 17, 2, 16.1 },
    { 2, { -4.2, -4.2, -4.2, -2.29, -2.29, -2.3 }, { 1 / 7, 1 / 7, 1 / 7 }, 17, 3, 16.1 },
  }
  for number, fact in ipairs(facts) do
    local size, m, v, time, axis, when = fact[1], fact[2], fact[3], fact[4], fact[5], fact[6]
    it("fact " .. number, function()
      for _, p in ipairs { { -3, -3, -3 }, { 0, 0, 0 }, { 3, -1, 2 } } do
        local x, y, z = p[1], p[2], p[3]
        local fixed = cuboid(x, y, z, x + size, y + size, z + size)
        local mover = cuboid(x + m[1], y + m[2], z + m[3], x + m[4], y + m[5], z + m[6])
        -- A little longer, for what touches at the very end of a displacement that was rounded.
        local more = time * (axis and 1.0001 or 1)
        local d = { v[1] * more, v[2] * more, v[3] * more }
        local hit = collide.shapecast(fixed, mover, d)
        if axis then
          near(hit.t * more, when, 1e-3)
          near(math.abs(({ hit.normal.x, hit.normal.y, hit.normal.z })[axis]), 1)
        else
          assert.is_nil(hit)
        end
        local r = collide.move(fixed, mover, d, { respond = "stop" })
        for k, name in ipairs { "x", "y", "z" } do near(r.position[name], v[k] * (when or time), 1e-3) end
      end
    end)
  end
end)
