-- SPDX-License-Identifier: MIT
--
-- Triangle and rect, by edge functions and by separating axes. Both are exact, so they agree on every input, and with
-- overlap; spec/pairs compares them with exact arithmetic.
local collide = require("collide")
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
