-- SPDX-License-Identifier: MIT
--
-- Hulls and their faces, and careless and hostile arguments of `hull` and `faces`.
local collide = require("collide")
local message = require("spec.support.refusals").message
local generator = require("spec.support.random").generator

local CUBE = {
  { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 2, 2, 0 },
  { 0, 0, 2 }, { 2, 0, 2 }, { 0, 2, 2 }, { 2, 2, 2 },
}

local function joined(faces)
  local lines = {}
  for i, corners in ipairs(faces) do lines[i] = table.concat(corners, " ") end
  return table.concat(lines, "; ")
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

local nan, huge = 0 / 0, math.huge

local function raises() error("raised", 0) end

-- A point that calls back when it is asked for its x, y or z.
local function point(x, y, z, call)
  local values = { x = x, y = y, z = z }
  return setmetatable({}, { __index = function(_, name)
    call()
    return values[name]
  end })
end

local function corners(call)
  return { point(0, 0, 0, call), point(4, 0, 0, call), point(0, 4, 0, call), point(0, 0, 4, call) }
end

local function raised(points)
  return (message(collide.hull, { points = points }):gsub("^bad argument #1 to 'hull' ", ""))
end

local function faces_of(points)
  local lines = {}
  for i, face in ipairs(collide.hull(points):faces()) do lines[i] = table.concat(face, " ") end
  return table.concat(lines, "; ")
end

local TETRAHEDRON = "1 2 4; 1 3 2; 1 4 3; 2 3 4"

describe("the points of a hull", function()
  it("must be finite, and small enough that their products do not overflow", function()
    for _, bad in ipairs { nan, huge, -huge } do
      for axis = 1, 3 do
        local points = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 1, 1 } }
        points[3][axis] = bad
        assert.matches("(points[3] must be finite, got ", raised(points), 1, true)
      end
    end
    for _, large in ipairs { 1.01e100, -1e200, 1e300 } do
      assert.equal("(points[4] is too large to work with, a hull has coordinates up to 1e100)",
        raised { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, large } })
    end
  end)

  it("may be very close together, and an ulp from one plane", function()
    local tiny = 5e-324
    assert.equal(TETRAHEDRON, faces_of { { 0, 0, 0 }, { tiny, 0, 0 }, { 0, tiny, 0 }, { 0, 0, tiny } })
    assert.equal(TETRAHEDRON, faces_of { { 0, 0, 1 }, { 1, 0, 1 }, { 0, 1, 1 }, { 0, 0, 1 + 2 ^ -52 } })
    assert.equal(TETRAHEDRON, faces_of { { 0, 0, 0 }, { 1e100, 0, 0 }, { 0, 1e100, 0 }, { 0, 0, tiny } })
  end)

  it("are refused if all are in one plane, on one line, or equal", function()
    local flat = "(points: all in one plane, a 3D hull has volume)"
    local plane, line, same = {}, {}, {}
    for i = 1, 300 do
      local x, y = i % 17, i % 23
      plane[i], line[i], same[i] = { x, y, 2 * x - 3 * y }, { i, 2 * i, -i }, { 0.1, 0.2, 0.3 }
    end
    assert.equal(flat, raised(plane))
    assert.equal(flat, raised(line))
    assert.equal(flat, raised(same))
  end)

  it("must be vectors or numbers in an array", function()
    local nested = { { { 0, 0, 0 }, { 1, 0, 0 } }, { { 0, 1, 0 }, { 0, 0, 1 } } }
    assert.matches("(points[1][1]: number expected, got table", raised(nested), 1, true)
    local recursive = {}
    for i = 1, 4 do recursive[i] = recursive end
    assert.is_string(raised(recursive))
    assert.is_string(raised { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 1 } })
    assert.is_string(raised { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, 7 })
    assert.is_string(raised { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, {} })
    assert.is_string(raised { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, nan })
    assert.is_string(raised("points"))
    assert.is_string(raised(io.stdout))
    assert.is_string(raised {})
  end)

  it("are at most 65536, a limit that is checked before memory is allocated", function()
    local points, numbers = {}, {}
    for i = 1, 65537 do
      points[i] = { i, i * i % 1009, i % 31 }
      numbers[3 * i - 2], numbers[3 * i - 1], numbers[3 * i] = i, i * i % 1009, i % 31
    end
    assert.equal("(points: got 65537 points, the limit is 65536)", raised(points))
    assert.equal("(points: got 65537 points, the limit is 65536)", raised(numbers))
  end)

  it("may be removed while they are read", function()
    local seen = {}
    for last = 1, 40 do
      local points, calls = nil, 0
      points = corners(function()
        calls = calls + 1
        if calls < last then return end
        for i in pairs(points) do points[i] = nil end
        collectgarbage()
      end)
      local ok, text = pcall(collide.hull, points)
      if not ok then seen[#seen + 1] = text:match("%((.*)%)$") end
    end
    assert.matches("points: got 0, a hull takes 4 or more", seen[1], 1, true)
    assert.matches("points[4]: vector expected, got nil", seen[#seen], 1, true)
  end)

  it("may be added or replaced while they are read, which has no effect", function()
    local points
    points = corners(function()
      for i = 5, 104 do points[i] = { 9, 9, i } end
      collectgarbage()
    end)
    points[1] = { 0, 0, 0 } -- tells the dimensions, before the points are counted
    assert.equal(TETRAHEDRON, faces_of(points))
    local described = collide.hull(points):describe()
    described.points[1][1] = 77
    assert.equal(0, collide.hull(corners(function() end)):describe().points[1][1])
  end)

  it("may raise an error, which leaks nothing", function()
    local many = {}
    for i = 1, 1000 do many[i] = { i, i * i, i * i * i } end
    many[1000] = point(0, 0, 0, raises)
    collectgarbage()
    collectgarbage()
    local before = collectgarbage("count")
    for _ = 1, 20 do
      assert.equal("raised", message(collide.hull, many))
      assert.equal("raised", message(collide.bounds, { shape = "hull", points = many }))
    end
    collectgarbage()
    collectgarbage()
    assert.is_true(collectgarbage("count") < before + 300)
  end)

  it("may yield if the Lua allows it, and otherwise raise an error", function()
    local points = corners(function() coroutine.yield(1) end)
    local ok, text = coroutine.resume(coroutine.create(function() return collide.hull(points) end))
    assert.is_false(ok)
    assert.is_string(text)
  end)

  it("may create hulls while they are read", function()
    local made, inner = {}, { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
    local outer = collide.hull(corners(function() made[#made + 1] = collide.hull(inner) end))
    collectgarbage()
    assert.equal("hull points=((0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 4))", tostring(outer))
    for _, hull in ipairs(made) do
      assert.equal("hull points=((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))", tostring(hull))
    end
  end)

  it("stay with the shape after a garbage collection", function()
    local pick = generator(5)
    local hulls = {}
    for i = 1, 50 do
      local points = {}
      for k = 1, 3 + pick(20) do points[k] = { pick(99), pick(99), pick(99) } end
      local ok, hull = pcall(collide.hull, points)
      hulls[i] = ok and { hull, points, tostring(hull) } or nil
      collectgarbage("step")
    end
    collectgarbage()
    for _, kept in pairs(hulls) do
      assert.equal(kept[3], tostring(kept[1]))
      for _, p in ipairs(kept[2]) do assert.is_true(kept[1]:contains(p)) end
    end
  end)
end)

describe("faces", function()
  it("raises an error for a shape that is no hull", function()
    for _, other in ipairs { 1, "hull", {}, collide, io.stdout, print, { 1, 2, 3 }, collide.sphere { radius = 1 },
      collide.polygon { { 0, 0 }, { 1, 0 }, { 0, 1 } }, collide.hull { { 0, 0 }, { 1, 0 }, { 0, 1 } },
      { shape = "hull", points = corners(raises) } } do
      assert.is_string(message(collide.faces, other))
    end
    assert.is_string(message(collide.faces))
    assert.is_string(message(collide.faces, collide.hull(corners(function() end)), 1))
  end)

  it("returns new tables, which a script may change", function()
    local hull = collide.hull(corners(function() end))
    local faces = hull:faces()
    faces[1][1], faces[2] = 77, nil
    assert.equal(1, hull:faces()[1][1])
    assert.equal(4, #hull:faces())
  end)
end)
