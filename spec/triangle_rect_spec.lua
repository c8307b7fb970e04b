-- SPDX-License-Identifier: MIT
--
-- Triangle and rect, by edge functions and by separating axes. Both are exact, so they agree on every input, and with
-- overlap.
local collide = require("collide")
local cases = require("spec.support.cases")
local planar = dofile("spec/support/planar.lua")
local random = dofile("spec/support/random.lua")
local ulps = dofile("spec/support/ulps.lua")


local pef, sat, overlap = collide.triangle_rect_pef, collide.triangle_rect_sat, collide.overlap

local function rect(x0, y0, x1, y1) return collide.rect { min = { x0, y0 }, max = { x1, y1 } } end

local function assert_all(expected, triangle, tile)
  assert.equal(expected, pef(triangle, tile))
  assert.equal(expected, sat(triangle, tile))
  assert.equal(expected, overlap(triangle, tile))
  assert.equal(expected, overlap(tile, triangle))
  assert.equal(expected, triangle:triangle_rect_pef(tile))
  assert.equal(expected, triangle:triangle_rect_sat(tile))
end

-- ---- All there are on a lattice ---------------------------------------------------

-- Corners on 4 x 4 points two apart, and rects with corners on all that lie on
-- them or between: so edges pass through corners, lie along sides, and miss both
-- by little. Collapsed triangles and flat rects are among them.
local function lattice_triangles()
  local points, triangles = {}, {}
  for x = 0, 6, 2 do
    for y = 0, 6, 2 do points[#points + 1] = { x, y } end
  end
  for i = 1, #points do
    for j = i, #points do
      for k = j, #points do triangles[#triangles + 1] = { points[i], points[j], points[k] } end
    end
  end
  return triangles
end

local function lattice_rects()
  local rects = {}
  for x0 = 0, 6 do
    for x1 = x0, 6 do
      for y0 = 0, 6 do
        for y1 = y0, 6 do rects[#rects + 1] = { { x0, y0 }, { x1, y0 }, { x0, y1 }, { x1, y1 }, radius = 0 } end
      end
    end
  end
  return rects
end

local orders = { { 1, 2, 3 }, { 3, 2, 1 }, { 2, 3, 1 }, { 1, 3, 2 }, { 3, 1, 2 }, { 2, 1, 3 } }

-- Corners in some order of the six, the whole of it scaled and moved.
local function made_triangle(corners, order, scale, x, y)
  local points = {}
  for i = 1, 3 do
    local p = corners[order[i]]
    points[i] = { p[1] * scale + x, p[2] * scale + y }
  end
  return collide.triangle(points)
end

local function tell(triangle, tile) return tostring(triangle) .. " and " .. tostring(tile) end

-- Every so many-th pair of a triangle and a rect of the lattice, from one on.
-- The strides have no factor in common with how many there are.
local function check_lattice(first, stride, scale, x, y)
  local triangles, rects, tiles = lattice_triangles(), lattice_rects(), {}
  local hits, count = 0, 0
  for i, r in ipairs(rects) do
    tiles[i] = rect(r[1][1] * scale + x, r[1][2] * scale + y, r[4][1] * scale + x, r[4][2] * scale + y)
  end
  for i, corners in ipairs(triangles) do
    local triangle = made_triangle(corners, orders[i % 6 + 1], scale, x, y)
    local hull = { corners[1], corners[2], corners[3], radius = 0 }
    local from = (first - i * #rects) % stride + 1
    for k = from, #rects, stride do
      local expected = planar.pair(hull, rects[k])
      local got = pef(triangle, tiles[k])
      if got ~= expected then error("pef: " .. tell(triangle, tiles[k])) end
      if sat(triangle, tiles[k]) ~= expected then error("sat: " .. tell(triangle, tiles[k])) end
      if overlap(triangle, tiles[k]) ~= expected then error("overlap: " .. tell(triangle, tiles[k])) end
      hits, count = hits + (got and 1 or 0), count + 1
    end
  end
  assert.is_true(hits > count / 10 and hits < count * 9 / 10, hits .. " of " .. count)
end

describe("triangle and rect on a lattice", function()
  local stride = cases.QUICK and 1009 or 23
  it("overlap exactly if integers say so", function() check_lattice(0, stride, 1, 0, 0) end)
  it("overlap there in steps of 1e-71", function() check_lattice(5, stride, 2.0 ^ -236, 0, 0) end)
  it("overlap there at 1e70", function() check_lattice(7, stride, 2.0 ^ 230, 0, 0) end)
  it("overlap there at a distance of 2^50", function() check_lattice(11, stride, 1, 2 ^ 50, -2 ^ 50) end)
  it("overlap there beside the origin", function() check_lattice(13, stride, 0.5, -1.5, -1.5) end)
end)

-- ---- By hand --------------------------------------------------------------------------

describe("triangle and rect", function()
  local tile = rect(0, 0, 2, 1)
  local function triangle(...) return collide.triangle { ... } end

  it("overlap if one contains the other", function()
    assert_all(true, triangle({ 0.5, 0.25 }, { 1, 0.25 }, { 0.5, 0.5 }), tile)
    assert_all(true, triangle({ -9, -9 }, { 20, -9 }, { -9, 20 }), tile)
  end)

  it("overlap if they cross without a corner in the other", function()
    assert_all(true, triangle({ -1, 0.4 }, { 3, 0.4 }, { 1, 0.6 }), tile)
    assert_all(true, triangle({ 0.9, -1 }, { 1.1, -1 }, { 1, 2 }), tile)
  end)

  it("are separated only by an edge although their bounds overlap", function()
    assert_all(false, triangle({ 1.5, -2 }, { 4, -2 }, { 4, 0.6 }), tile)
    assert_all(false, triangle({ -2, 0.5 }, { 0.5, 3 }, { -2, 3 }), tile)
  end)

  it("touch at a corner, and do not overlap an ulp beside it", function()
    -- The edge from (1, 2) to (3, 0) passes by (2, 1).
    assert_all(true, triangle({ 1, 2 }, { 3, 0 }, { 3, 2 }), tile)
    assert_all(false, triangle({ 1, ulps.up(2) }, { 3, 0 }, { 3, 2 }), tile)
    assert_all(false, triangle({ 1, 2 }, { ulps.up(3), 0 }, { 3, 2 }), tile)
    assert_all(true, triangle({ 1, ulps.down(2) }, { 3, 0 }, { 3, 2 }), tile)
    assert_all(true, triangle({ 2, 1 }, { 3, 2 }, { 2, 2 }), tile)
    assert_all(false, triangle({ 2, ulps.up(1) }, { 3, 2 }, { 2, 2 }), tile)
  end)

  it("touch along a side", function()
    assert_all(true, triangle({ 0.5, 1 }, { 1, 1 }, { 0.75, 2 }), tile)
    assert_all(false, triangle({ 0.5, ulps.up(1) }, { 1, ulps.up(1) }, { 0.75, 2 }), tile)
    assert_all(true, triangle({ -2, -1 }, { 0, 0 }, { -2, 0 }), tile)
  end)

  it("are exact for arbitrary doubles", function()
    -- The line of (0.1, 0.1) and (0.7, 0.7) passes by (0.3, 0.3), whatever 0.3 is.
    for _, c in ipairs { 0.2, 0.3, 0.4, 1 / 3, 0.6 } do
      local corner = rect(-1, c, c, 2)
      assert_all(true, triangle({ 0.1, 0.1 }, { 0.7, 0.7 }, { 0.7, 0.1 }), corner)
      assert_all(false, triangle({ 0.1, 0.1 }, { 0.7, 0.7 }, { 0.7, 0.1 }), rect(-1, ulps.up(c), c, 2))
      assert_all(false, triangle({ 0.1, 0.1 }, { 0.7, 0.7 }, { 0.7, 0.1 }), rect(-1, c, ulps.down(c), 2))
    end
  end)

  it("treat degenerate triangles as segments or points", function()
    local needle = triangle({ -1, 2.5 }, { 5, -0.5 }, { 3, 0.5 }) -- by (2, 1)
    assert_all(true, needle, tile)
    assert_all(false, needle, rect(0, 0, ulps.down(2), 1))
    assert_all(false, triangle({ 3, 0.5 }, { 4, 0 }, { 5, -0.5 }), tile) -- its line meets the rect
    assert_all(true, triangle({ 2, 1 }, { 2, 1 }, { 2, 1 }), tile)
    assert_all(false, triangle({ 2, ulps.up(1) }, { 2, ulps.up(1) }, { 2, ulps.up(1) }), tile)
  end)

  it("treat flat rects as segments or points", function()
    local corner = triangle({ 0, 0 }, { 4, 0 }, { 0, 4 })
    assert_all(true, corner, rect(2, 2, 3, 2))
    assert_all(false, corner, rect(ulps.up(2), 2, 3, 2))
    assert_all(true, corner, rect(1, 1, 1, 1))
    assert_all(true, corner, rect(1, 3, 1, 3))
    assert_all(false, corner, rect(1, ulps.up(3), 1, ulps.up(3)))
  end)

  it("use the current poses of the rect and the triangle", function()
    local posed = collide.rect { half = { 1, 2 }, position = { 10, 20 }, scale = { -2, 0.5 } } -- 8..12, 19..21
    local moved = collide.triangle { { 0, 0 }, { 4, 0 }, { 0, 4 }, position = { 12, 21 } }
    assert_all(true, moved, posed)
    moved:set_position(12, ulps.up(21))
    assert_all(false, moved, posed)
    moved:set_position(8, 19)
    moved:set_scale(-1)
    assert_all(true, moved, posed)
    posed:set_position(10 + 2.0 ^ -48, 20)
    assert_all(false, moved, posed)
  end)

  it("accept tables that describe them", function()
    local described = { shape = "triangle", { 1, 2 }, { 3, 0 }, { 3, 2 } }
    local by_its_edge = triangle({ 1, 2 }, { 3, 0 }, { 3, 2 })
    assert_all(true, by_its_edge, { shape = "rect", min = { 0, 0 }, max = { 2, 1 } })
    assert.is_true(pef(described, tile))
    assert.is_true(sat(described, { shape = "rect", half = { 2, 1 } }))
  end)

  it("refuse a rotated rect, even if it is rotated by a full turn", function()
    local corner = triangle({ 0, 0 }, { 4, 0 }, { 0, 4 })
    for _, rotation in ipairs { 0.1, math.pi / 2, math.pi, 2 * math.pi, -1e-300 } do
      local turned = collide.rect { half = { 1, 1 }, rotation = rotation }
      for _, method in ipairs { "triangle_rect_pef", "triangle_rect_sat" } do
        assert.has_error(function() collide[method](corner, turned) end,
          ("bad argument #2 to '%s' (rect without rotation expected; overlap takes any)"):format(method))
      end
      assert.is_true(overlap(corner, turned))
      turned:set_rotation(0)
      assert_all(true, corner, turned)
    end
  end)
end)

describe("triangle and rect, by both methods", function()
  -- `number` draws a coordinate.
  local function check_agreement(number)
    local count, hits = cases.of(20000), 0
    for _ = 1, count do
      local p = {}
      for i = 1, 10 do p[i] = number() end
      local triangle = collide.triangle { { p[1], p[2] }, { p[3], p[4] }, { p[5], p[6] } }
      local tile = rect(math.min(p[7], p[8]), math.min(p[9], p[10]), math.max(p[7], p[8]), math.max(p[9], p[10]))
      local expected = pef(triangle, tile)
      if sat(triangle, tile) ~= expected then error(tell(triangle, tile)) end
      hits = hits + (expected and 1 or 0)
    end
    assert.is_true(hits > count / 10 and hits < count * 9 / 10, hits .. " of " .. count)
  end

  it("agree for multiples of 0.1", function()
    local draw = random.generator(5)
    check_agreement(function() return 0.1 * (draw(13) - 7) end)
  end)

  it("agree for numbers an ulp beside those", function()
    local draw = random.generator(6)
    check_agreement(function()
      local x, way = 0.1 * (draw(9) - 5), draw(6)
      return way == 1 and ulps.up(x) or way == 2 and ulps.down(x) or x
    end)
  end)

  it("agree for any numbers", function()
    local uniform = random.uniform(7)
    check_agreement(function() return uniform(-1, 1) end)
  end)
end)
