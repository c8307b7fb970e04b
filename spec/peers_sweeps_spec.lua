-- SPDX-License-Identifier: MIT
--
-- Tests of moving shapes from other projects: their inputs and values, in our own words. Each row names its source. If
-- a project's value is right only within its tolerance, or a workaround there, the row has the right value. (bump's
-- facts and Luanti's of two boxes are in move_spec.lua and move_space_spec.lua.)
local collide = require("collide")

local function near(a, b, slack)
  assert.is_true(math.abs(a - b) <= (slack or 1e-12), ("%.17g is not %.17g"):format(a, b))
end

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
