-- SPDX-License-Identifier: MIT
-- Convex hulls of points in space. spec/hull compares many of them with exact arithmetic.

local collide = require("collide")

local CUBE = {
  { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 2, 2, 0 },
  { 0, 0, 2 }, { 2, 0, 2 }, { 0, 2, 2 }, { 2, 2, 2 },
}

local function joined(faces)
  local lines = {}
  for i, corners in ipairs(faces) do lines[i] = table.concat(corners, " ") end
  return table.concat(lines, "; ")
end

local function message(...)
  local ok, text = pcall(...)
  assert.is_false(ok)
  return text
end

describe("a hull", function()
  it("has square faces, numbered by their lowest corners, counterclockwise from outside", function()
    assert.equal("1 2 6 5; 1 3 4 2; 1 5 7 3; 2 4 8 6; 3 7 8 4; 5 6 8 7",
      joined(collide.hull(CUBE):faces()))
  end)

  it("drops points inside, on faces, on edges, and repeated ones", function()
    local points = { { 1, 1, 1 }, { 1, 1, 0 }, { 1, 0, 0 }, { 0, 0, 0 } }
    for _, p in ipairs(CUBE) do points[#points + 1] = p end
    assert.equal("4 6 10 9; 4 7 8 6; 4 9 11 7; 6 8 12 10; 7 11 12 8; 9 10 12 11",
      joined(collide.hull { points = points }:faces()))
  end)

  it("accepts points as separate numbers, three a point, and as vectors with fields", function()
    local expected = "1 2 4; 1 3 2; 1 4 3; 2 3 4"
    assert.equal(expected, joined(collide.hull { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 }:faces()))
    assert.equal(expected, joined(collide.hull { points = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 } }
      :faces()))
    assert.equal(expected, joined(collide.hull { { x = 0, y = 0, z = 0 }, { x = 1, y = 0, z = 0 },
      { x = 0, y = 1, z = 0 }, { x = 0, y = 0, z = 1 } }:faces()))
  end)

  it("returns the number of the face that is hit", function()
    local cube = collide.hull(CUBE)
    local hit = cube:raycast({ 1, 0.5, 5 }, { 0, 0, -2 })
    assert.equal(1.5, hit.t)
    assert.equal(2.5, hit.t_exit)
    assert.equal(6, hit.face)
    assert.same({ x = 0, y = 0, z = 1 }, hit.normal)
    assert.same({ x = 1, y = 0.5, z = 2 }, hit.point)
    assert.is_nil(cube:raycast({ 3, 0.5, 5 }, { 0, 0, -1 }))
  end)

  it("returns the lowest face that faces the ray at an edge or corner", function()
    local cube = collide.hull(CUBE)
    assert.equal(1, cube:raycast({ 1, -1, 1 }, { 0, 1, 1 }).face)
    assert.equal(1, cube:raycast({ 1, -1, -1 }, { 0, 1, 1 }).face)
    assert.equal(1, cube:raycast({ -1, -1, -1 }, { 1, 1, 1 }).face)
    local graze = cube:raycast({ 2, -3, 2 }, { 0, 1, 0 })
    assert.equal(3, graze.t)
    assert.equal(5, graze.t_exit)
    assert.is_nil(cube:raycast({ 2 + 2 ^ -51, -3, 2 }, { 0, 1, 0 }))
    assert.equal(0.5, cube:segmentcast({ 3, -1, 2 }, { 1, 1, 2 }).t)
  end)

  it("contains points inside and on its surface, exactly", function()
    local wedge = collide.hull { { 0, 0, 0 }, { 3, 0, 0 }, { 0, 3, 0 }, { 0, 0, 3 } }
    assert.is_true(wedge:contains({ 1, 1, 1 }))
    assert.is_false(wedge:contains({ 1, 1, 1 + 2 ^ -52 }))
    assert.is_true(wedge:contains({ 0, 0, 3 }))
    assert.is_true(wedge:raycast({ 0.5, 0.5, 0.5 }, { 1, 0, 0 }).inside)
    assert.equal(0.5, collide.raycast({ shape = "hull", points = { { 0, 0, 0 }, { 3, 0, 0 },
      { 0, 3, 0 }, { 0, 0, 3 } }, hollow = true }, { 0.5, 1, 1 }, { 1, 0, 0 }).t)
  end)

  it("has the pose that it was given", function()
    local cube = collide.hull { points = CUBE, position = { 10, 0, 0 }, scale = { -1, 2, 1 } }
    local min, max = cube:bounds()
    local expected = { { x = 8, y = 0, z = 0 }, { x = 10, y = 4, z = 2 } }
    for _, axis in ipairs { "x", "y", "z" } do -- rounded outward
      assert.is_true(min[axis] <= expected[1][axis] and min[axis] > expected[1][axis] - 1e-13)
      assert.is_true(max[axis] >= expected[2][axis] and max[axis] < expected[2][axis] + 1e-13)
    end
    assert.equal(3, cube:raycast({ 13, 1, 1 }, { -1, 0, 0 }).t)
    assert.equal(3, cube:raycast({ 13, 1, 1 }, { -1, 0, 0 }).face)
    cube:set_position(0, 0, 7)
    assert.equal(7, cube:raycast({ -1, 1, 0 }, { 0, 0, 1 }).t)
    local lowest, highest = cube:project({ 0, 0, 1 })
    assert.equal(7, lowest)
    assert.equal(9, highest)
  end)

  it("has all given points in its description", function()
    local cube = collide.hull { points = CUBE, position = { 1, 2, 3 } }
    local told = cube:describe()
    assert.equal("hull", told.shape)
    assert.same(CUBE, told.points)
    assert.same(told, collide.hull(told):describe())
    assert.matches("^hull points=%(%(0, 0, 0%), .*%) position=%(1, 2, 3%)$", tostring(cube))
    assert.equal(1, collide.raycast(told, { 2, 3, 2 }, { 0, 0, 1 }).t)
  end)

  it("is found in an array of shapes", function()
    local far, near = collide.sphere { radius = 1, position = { 0, 0, 9 } }, collide.hull(CUBE)
    assert.equal(near, collide.raycast({ far, near }, { 0.5, 0.5, -3 }, { 0, 0, 1 }).shape)
  end)

  it("of points in the plane is a polygon", function()
    local square = collide.hull { { 1, 1 }, { 0, 0 }, { 1, 0 }, { 2, 2 }, { 2, 0 }, { 0, 2 }, { 0, 0 } }
    assert.equal("polygon points=((0, 0), (2, 0), (2, 2), (0, 2))", tostring(square))
    assert.equal("polygon", square:describe().shape)
    assert.is_true(square:overlap(collide.circle { radius = 1, position = { 3, 1 } }))
  end)

  it("names the fault in its points", function()
    assert.matches("points: got 3, a hull takes 4 or more", message(collide.hull,
      { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }), 1, true)
    assert.matches("points: all in one plane, a 3D hull has volume", message(collide.hull,
      { { 0, 0, 1 }, { 1, 0, 1 }, { 0, 1, 1 }, { 5, 7, 1 } }), 1, true)
    assert.matches("points: all in one line, a 2D hull has area", message(collide.hull,
      { { 0, 0 }, { 1, 1 }, { 3, 3 } }), 1, true)
    assert.matches("points[4] is too large to work with", message(collide.hull,
      { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1e200 } }), 1, true)
    assert.matches("points: got 13 numbers, a hull takes 3 a point, 12 or more", message(
      collide.hull, { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 5 }), 1, true)
    assert.matches("points[2][3]: number expected, got string", message(collide.hull,
      { { 0, 0, 0 }, { 1, 0, "x" }, { 0, 1, 0 }, { 0, 0, 1 } }), 1, true)
    assert.matches("3D hull expected, got sphere", message(collide.faces,
      { shape = "sphere", radius = 1 }), 1, true)
  end)
end)
