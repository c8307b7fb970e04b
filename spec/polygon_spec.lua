-- SPDX-License-Identifier: MIT
--
-- Polygons whose corners are concave by at most a tolerance.
local collide = require("collide")
local misuse = require("spec.support.misuse")
local random = require("spec.support.random")

local function text(fields) return tostring(collide.polygon(fields)) end

local function said(code)
  return (misuse("collide.polygon " .. code, { collide = collide })
    :gsub("^misuse:1: bad argument #1 to 'polygon' %((.*)%)$", "%1"))
end

describe("a polygon with a tolerance", function()
  local square = "polygon points=((0, 0), (4, 0), (4, 4), (0, 4))"

  it("drops a corner that is concave by at most that distance", function()
    assert.equal("point 4: concave there; decompose cuts an outline into convex polygons",
      said "{ points = { 0, 0, 4, 0, 4, 4, 2, 4 - 3.4e-9, 0, 4 } }")
    local dented = { 0, 0, 4, 0, 4, 4, 2, 4 - 3.4e-9, 0, 4 }
    assert.equal(square, text { points = dented, tolerance = 1e-8 })
    dented.tolerance = 1e-8
    assert.equal(square, text(dented))
    assert.equal(square, text { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 2, 4 - 3.4e-9 }, { 0, 4 }, tolerance = 1e-8 })
    assert.equal(square, tostring(collide.polygon { 0, 0, 4, 0, 4, 4, 2, 2, 0, 4, tolerance = 2 }))
    assert.equal("point 4: concave there; decompose cuts an outline into convex polygons",
      said "{ 0, 0, 4, 0, 4, 4, 2, 2, 0, 4, tolerance = 2 - 2^-50 }")
  end)

  it("keeps the winding and the order, from any first point", function()
    assert.equal("polygon points=((0, 4), (4, 4), (4, 0), (0, 0))",
      text { 0, 4, 2, 3.5, 4, 4, 4, 0, 0, 0, tolerance = 0.5 })
    assert.equal("polygon points=((4, 4), (4, 0), (0, 0), (0, 4))",
      text { 2, 3.5, 4, 4, 4, 0, 0, 0, 0, 4, tolerance = 0.5 })
  end)

  it("keeps points in line, and numbers the edges of what it keeps", function()
    local polygon = collide.polygon { 0, 0, 2, 0, 4, 0, 4, 4, 3, 3.5, 2, 4, 1, 3.5, 0, 4, tolerance = 0.5 }
    assert.equal("polygon points=((0, 0), (2, 0), (4, 0), (4, 4), (2, 4), (0, 4))", tostring(polygon))
    assert.equal(5, polygon:raycast({ 1, 9 }, { 0, -1 }).face)
    assert.equal("polygon points=((0, 0), (2, 0), (4, 0), (4, 4))", text { 0, 0, 2, 0, 4, 0, 4, 4, tolerance = 9 })
  end)

  it("drops points that go back along an edge, and spikes inside", function()
    assert.equal("polygon points=((0, 0), (2, 0), (4, 0), (4, 4), (0, 4))",
      text { 0, 0, 2, 0, 1.5, 0, 4, 0, 4, 4, 0, 4, tolerance = 0.1 })
    assert.equal(square, text { 0, 0, 4, 0, 4, 4, 3.5, 3.5, 4, 4, 0, 4, tolerance = 1 })
  end)

  it("measures a bay as a whole, not corner by corner", function()
    local bay = { 0, 0, 64, 0, 64, 64 }
    for i = 63, 1, -1 do
      bay[#bay + 1] = i
      bay[#bay + 1] = 64 - i * (64 - i) / 128
    end
    bay[#bay + 1], bay[#bay + 2] = 0, 64
    local function with(tolerance) return pcall(collide.polygon, { points = bay, tolerance = tolerance }) end
    assert.is_true((with(8)))
    assert.is_false((with(7.9)))
  end)

  it("is convex, with all points within the tolerance, for noise along the edges", function()
    local pick = random.generator(1)
    for _ = 1, 100 do
      local points, amount = {}, 2 ^ -pick(40)
      for side = 0, 3 do
        for i = 0, 15 do
          local u, v = i - 8, 8 + (pick(3) - 2) * amount
          for _ = 1, side do u, v = v, -u end
          points[#points + 1] = { u, v }
        end
      end
      local kept = collide.polygon { points = points, tolerance = 3 * amount }
      assert.is_true(#kept:describe().points >= 4)
      for _, p in ipairs(points) do assert.is_true(kept:distance(p) == 0) end
    end
  end)

  it("rounds, is described without it, and is read from a description", function()
    local polygon = collide.polygon { 0, 0, 4, 0, 4, 4, 2, 3.5, 0, 4, tolerance = 1, radius = 2 }
    assert.equal(square .. " radius=2", tostring(polygon))
    assert.is_nil(polygon:describe().tolerance)
    local description = { shape = "polygon", points = { 0, 0, 4, 0, 4, 4, 2, 3.5, 0, 4 }, tolerance = 1 }
    assert.equal(5, collide.raycast(description, { 2, 9 }, { 0, -1 }).t)
  end)

  it("refuses what no tolerance mends", function()
    assert.matches("turns around a second time", said "{ 0, 9, 5, -8, -9, 3, 9, 3, -5, -8, tolerance = 1e9 }")
    assert.matches("concave there", said "{ 0, 0, 4, 4, 4, 0, 0, 4, tolerance = 1e9 }")
    assert.matches("all in one line", said "{ 0, 0, 1, 1, 2, 2, tolerance = 1 }")
    assert.matches("the same point as its neighbour", said "{ 0, 0, 0, 0, 2, 2, 3, 1, tolerance = 1 }")
    assert.equal("tolerance must not be negative, got -1", said "{ 0, 0, 4, 0, 4, 4, tolerance = -1 }")
    assert.equal("tolerance must be finite, got inf", said "{ 0, 0, 4, 0, 4, 4, tolerance = 1 / 0 }")
    assert.equal("tolerance: number expected, got string", said "{ 0, 0, 4, 0, 4, 4, tolerance = 'a' }")
    assert.matches("unknown field 'tolerance'", (misuse("collide.hull { { 0, 0 }, { 1, 0 }, { 1, 1 }, tolerance = 1 }",
      { collide = collide })))
  end)
end)
