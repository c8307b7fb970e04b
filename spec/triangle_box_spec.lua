-- SPDX-License-Identifier: MIT
--
-- Triangle and box, by edge functions and by separating axes. Both are exact, so they agree on every input; overlap
-- uses the first. spec/voxel compares both with exact arithmetic, and spec/quick narrows their margins.
local collide = require("collide")
local misuse = dofile("spec/support/misuse.lua")

local pef, sat, overlap = collide.triangle_box_pef, collide.triangle_box_sat, collide.overlap

local function box(x0, y0, z0, x1, y1, z1)
  return collide.box { min = { x0, y0, z0 }, max = { x1, y1, z1 } }
end

local function triangle(...)
  local n = { ... }
  return collide.triangle { { n[1], n[2], n[3] }, { n[4], n[5], n[6] }, { n[7], n[8], n[9] } }
end

local function assert_all(expected, t, b)
  assert.equal(expected, pef(t, b))
  assert.equal(expected, sat(t, b))
  assert.equal(expected, overlap(t, b))
  assert.equal(expected, overlap(b, t))
  assert.equal(expected, t:triangle_box_pef(b))
  assert.equal(expected, t:triangle_box_sat(b))
end

local cube = box(0, 0, 0, 2, 2, 2)

describe("triangle and box", function()
  it("overlap if only the triangle's inside does", function()
    assert_all(true, triangle(-9, -9, 1, 9, -9, 1, 0, 20, 1), cube)
    assert_all(false, triangle(-9, -9, 2.5, 9, -9, 2.5, 0, 20, 2.5), cube)
  end)

  it("overlap if one contains the other", function()
    assert_all(true, triangle(0.5, 0.5, 0.5, 1, 0.5, 0.5, 0.5, 1, 0.7), cube)
  end)

  it("overlap if they touch: side, edge, corner", function()
    assert_all(true, triangle(-9, -9, 2, 9, -9, 2, 0, 20, 2), cube)
    assert_all(true, triangle(4, 0, 1, 0, 4, 1, 4, 4, 1), cube) -- past x + y = 4
    assert_all(true, triangle(6, 0, 0, 0, 6, 0, 0, 0, 6), cube) -- x + y + z = 6
    assert_all(true, triangle(2, 2, 2, 3, 3, 3, 4, 3, 3), cube)
  end)

  it("do not overlap at a tiny gap", function()
    local above = 2 + 2 ^ -51
    assert_all(false, triangle(-9, -9, above, 9, -9, above, 0, 20, above), cube)
    assert_all(false, triangle(4 + 2 ^ -50, 0, 1, 0, 4 + 2 ^ -50, 1, 4, 4, 1), cube)
    assert_all(false, triangle(6 + 2 ^ -50, 0, 0, 0, 6 + 2 ^ -50, 0, 0, 0, 6 + 2 ^ -50), cube)
    assert_all(false, triangle(above, 2, 2, 3, 3, 3, 4, 3, 3), cube)
  end)

  it("are separated only by the plane, although all bounds and projections overlap", function()
    assert_all(false, triangle(6.5, 0, 0, 0, 6.5, 0, 0, 0, 6.5), cube)
  end)

  it("are separated only by a cross product of edges", function()
    -- Along x + y = 4.5 above, and seen along z; the plane goes through the cube.
    assert_all(false, triangle(4.5, 0, -9, 0, 4.5, 9, 9, 9, 0), cube)
    assert_all(false, triangle(-9, 4.5, 0, 9, 0, 4.5, 0, 9, 9), cube)
    assert_all(false, triangle(0, -9, 4.5, 4.5, 9, 0, 9, 0, 9), cube)
  end)

  it("are right for triangles that are segments or points", function()
    assert_all(true, triangle(-1, 3, 1, 3, -1, 1, 1, 1, 1), cube)
    assert_all(true, triangle(4, 0, 0, 0, 4, 4, 4, 0, 0), cube) -- through 2, 2, 2
    assert_all(false, triangle(4.25, 0, 0, 0.25, 4, 4, 4.25, 0, 0), cube)
    assert_all(true, triangle(2, 2, 2, 2, 2, 2, 2, 2, 2), cube)
    assert_all(false, triangle(2, 2, 2.5, 2, 2, 2.5, 2, 2, 2.5), cube)
  end)

  it("are right for boxes that are flat, segments or points", function()
    local t = triangle(0, 0, 0, 8, 0, 4, 0, 8, 4) -- z = (x + y) / 2
    assert_all(true, t, box(2, 2, 2, 2, 2, 2))
    assert_all(false, t, box(2, 2, 2.5, 2, 2, 2.5))
    assert_all(true, t, box(0, 0, 3, 9, 9, 3))
    assert_all(true, t, box(3, 3, 0, 3, 3, 9))
    assert_all(false, t, box(5, 5, 0, 5, 5, 9))
  end)

  it("are exact if differences of positions are no doubles", function()
    local far = 2 ^ 60
    local t = triangle(-9, -9, 1, 9, -9, 1, 0, 20, 1)
    local b = collide.box { half = { 1, 1, 1 } }
    t:set_position(far, 0, -far)
    b:set_position(far, 0, -far + 1024)
    assert_all(false, t, b)
    b:set_position(far, 0, -far)
    assert_all(true, t, b) -- 1 and 1 touch, though -far + 1 is no double
    t:set_position(far, 0, -far - 256)
    assert_all(false, t, b)
  end)

  it("may be translated and scaled, the box without rotation", function()
    local t = triangle(0, 0, 0, 1, 0, 0, 0, 1, 0)
    local b = collide.box { half = { 1, 1, 1 }, scale = 2, position = { 3, 0, 0 }, rotation = { 0, 0, 0, 1 } }
    assert_all(true, t, b)
    b:set_position(3.25, 0, 0)
    assert_all(false, t, b)
    t:set_rotation(0, 0, math.sin(0.5), math.cos(0.5))
    assert_all(false, t, b)
  end)

  it("may be descriptions, and hollow has no effect", function()
    assert.is_true(pef({ shape = "triangle", points = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } } },
      { shape = "box", size = { 1, 1, 1 }, hollow = true }))
    assert.is_true(overlap({ shape = "triangle", { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } },
      { shape = "box", size = { 1, 1, 1 } }))
  end)
end)

describe("box and box", function()
  it("overlap if they touch", function()
    assert.is_true(overlap(cube, box(2, 2, 2, 3, 3, 3)))
    assert.is_true(overlap(box(2, 1, 1, 2, 1, 1), cube))
    assert.is_false(overlap(cube, box(2 + 2 ^ -51, 0, 0, 3, 3, 3)))
    assert.is_false(overlap(cube, box(0, 0, -3, 3, 3, -2 ^ -60)))
  end)

  it("are exact at any position", function()
    local a, b = collide.box { half = { 1, 1, 1 } }, collide.box { half = { 1, 1, 1 } }
    a:set_position(2 ^ 60, 0, 0)
    b:set_position(2 ^ 60, 0, 2)
    assert.is_true(overlap(a, b))
    b:set_position(2 ^ 60 + 256, 0, 2)
    assert.is_false(overlap(a, b))
    assert.is_true(a:overlap(a))
  end)
end)

describe("triangle and box refuse:", function()
  local env = {
    collide = collide, cube = cube, solid = triangle(0, 0, 0, 1, 0, 0, 0, 1, 0),
    flat = collide.triangle { { 0, 0 }, { 1, 0 }, { 0, 1 } }, rect = collide.rect { half = { 1, 1 } },
    ball = collide.sphere { radius = 1 },
    turned = collide.box { half = { 1, 1, 1 }, rotation = { 0, 0, 1, 1 } },
  }
  local function refuses(code, name, argument, message)
    it(code, function()
      assert.equal(("misuse:1: bad argument #%d to '%s' (%s)"):format(argument, name, message),
        misuse(code, env))
    end)
  end
  for _, name in ipairs { "triangle_box_pef", "triangle_box_sat" } do
    local call = "collide." .. name
    refuses(call .. "()", name, 1, "shape expected, got no value; a method is called with a colon")
    refuses(call .. "(solid)", name, 2, "shape expected, got no value")
    refuses(call .. "(cube, solid)", name, 1, "3D triangle expected, got box")
    refuses(call .. "(flat, cube)", name, 1, "3D triangle expected, got a 2D triangle")
    refuses(call .. "(solid, rect)", name, 2, "box expected, got a 2D rect")
    refuses(call .. "(solid, ball)", name, 2, "box expected, got sphere")
    refuses(call .. "(solid, turned)", name, 2, "box without rotation expected")
    refuses(call .. "(solid, cube, cube)", name, 3, "unexpected argument, got shape")
    refuses("solid:" .. name .. "(turned)", name, 1, "box without rotation expected")
  end
end)
