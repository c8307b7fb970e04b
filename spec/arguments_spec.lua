-- SPDX-License-Identifier: MIT
--
-- Every misuse of the functions for shapes and casts, and its error. A row has the fault, code with it, the argument's
-- number and the message. Misuses of cells are in arguments_cells_spec.lua.
local collide = require("collide")
local misuse = dofile("spec/support/misuse.lua")

local ball = collide.sphere { radius = 1 }
local posed = collide.sphere {
  radius = 1,
  transform = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 },
}
local nameless = setmetatable({}, { __index = function() return nil end })
local env = {
  collide = collide, ball = ball, posed = posed, nameless = nameless,
  triangle = collide.triangle { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } },
  nan = 0 / 0, huge = math.huge, print = print, coroutine = coroutine, setmetatable = setmetatable,
  half = { 1, 1, 1 },
}

local function describe_misuse(title, name, rows)
  describe(title .. " refuses", function()
    for _, row in ipairs(rows) do
      local what, code, argument, message = row[1], row[2], row[3], row[4]
      it(what, function()
        local wanted = ("misuse:1: bad argument #%d to '%s' (%s)"):format(argument, name, message)
        assert.equal(wanted, misuse(code, env, wanted))
      end)
    end
  end)
end

describe_misuse("sphere", "sphere", {
  { "nothing", "collide.sphere()", 1, "table expected, got no value; for example sphere{radius=1}" },
  { "a number", "collide.sphere(1)", 1, "table expected, got number; for example sphere{radius=1}" },
  { "a shape", "collide.sphere(ball)", 1, "table expected, got shape; for example sphere{radius=1}" },
  { "a second argument", "collide.sphere({radius = 1}, 2)", 2, "unexpected argument, got number" },
  { "an unknown field", "collide.sphere {raduis = 1}", 1, "unknown field 'raduis'; a sphere takes radius" },
  { "the first of many", "collide.sphere {d = 1, c = 1, b = 1, a = 1, [1] = 1}", 1,
    "unknown field 'a'; a sphere takes radius" },
  { "a numbered field", "collide.sphere {radius = 1, [3] = 1, [7] = 2}", 1,
    "unknown field [3]; a sphere takes radius" },
  { "a keyed field", "collide.sphere {radius = 1, [print] = 1}", 1, "unknown field [function]; a sphere takes radius" },
  { "no radius", "collide.sphere {}", 1, "radius: number expected, got nil" },
  { "a string", "collide.sphere {radius = '1'}", 1, "radius: number expected, got string" },
  { "a vector", "collide.sphere {radius = {1, 1, 1}}", 1, "radius: number expected, got table" },
  { "nan", "collide.sphere {radius = nan}", 1, "radius must be finite, got nan" },
  { "infinity", "collide.sphere {radius = huge}", 1, "radius must be finite, got inf" },
  { "a negative radius", "collide.sphere {radius = -1}", 1, "radius must not be negative, got -1" },
  { "another's name", "collide.sphere {shape = 'box', radius = 1}", 1,
    "shape: 'sphere' expected, got 'box'" },
  { "no name", "collide.sphere {shape = 1, radius = 1}", 1, "shape: string expected, got number" },
  { "hollow", "collide.sphere {radius = 1, hollow = 1}", 1, "hollow: boolean expected, got number" },
})

describe_misuse("box", "box", {
  { "no size", "collide.box {}", 1, "half, size, or min and max expected" },
  { "two sizes", "collide.box {size = half, half = half}", 1, "half and size exclude each other" },
  { "corners and size", "collide.box {size = half, max = half}", 1, "size and max exclude each other" },
  { "half a corner", "collide.box {min = half}", 1, "max: vector expected, got nil" },
  { "the other half", "collide.box {max = half}", 1, "min: vector expected, got nil" },
  { "a number", "collide.box {half = 1}", 1, "half: vector expected, got number" },
  { "a string", "collide.box {half = '1'}", 1, "half: number expected, got string" },
  { "two numbers", "collide.box {half = {1, 1}}", 1, "half: got 2 numbers, a 3D shape takes 3" },
  { "one number", "collide.box {half = {1}}", 1, "half: got 1 number, a 3D shape takes 3" },
  { "four numbers", "collide.box {half = {1, 1, 1, 1}}", 1, "half: got 4 numbers, a 3D shape takes 3" },
  { "an empty table", "collide.box {half = {}}", 1, "half: vector expected, got an empty table" },
  { "an object that is no vector", "collide.box {half = nameless}", 1, "half: vector expected, got table" },
  { "a shape", "collide.box {half = ball}", 1, "half: vector expected, got shape" },
  { "a hole", "collide.box {half = {1, nil, 1}}", 1, "half: got 1 number, a 3D shape takes 3" },
  { "no z", "collide.box {half = {x = 1, y = 1}}", 1, "half: got 2 numbers, a 3D shape takes 3" },
  { "a string in it", "collide.box {half = {1, '1', 1}}", 1, "half[2]: number expected, got string" },
  { "a string at y", "collide.box {half = {x = 1, y = '1', z = 1}}", 1,
    "half.y: number expected, got string" },
  { "nan in it", "collide.box {half = {1, nan, 1}}", 1, "half must be finite, got nan" },
  { "minus infinity", "collide.box {half = {1, -huge, 1}}", 1, "half must be finite, got -inf" },
  { "a negative half", "collide.box {half = {1, -2, 1}}", 1, "half must not be negative, got -2" },
  { "a negative size", "collide.box {size = {1, 1, -0.5}}", 1, "size must not be negative, got -0.5" },
  { "corners the wrong way", "collide.box {min = {0, 2, 0}, max = half}", 1,
    "min.y must not be above max.y, got 2 and 1" },
})

describe_misuse("cylinder", "cylinder", {
  { "no radius", "collide.cylinder {half_height = 1}", 1, "radius: number expected, got nil" },
  { "no half_height", "collide.cylinder {radius = 1}", 1, "half_height: number expected, got nil" },
  { "a negative radius", "collide.cylinder {radius = -1, half_height = 1}", 1,
    "radius must not be negative, got -1" },
  { "a negative height", "collide.cylinder {radius = 1, half_height = -1}", 1,
    "half_height must not be negative, got -1" },
  { "the cone's height", "collide.cylinder {radius = 1, height = 1}", 1,
    "unknown field 'height'; a cylinder takes radius and half_height" },
})

describe_misuse("cone", "cone", {
  { "no height", "collide.cone {radius = 1}", 1, "height: number expected, got nil" },
  { "radius 0", "collide.cone {radius = 0, height = 1}", 1, "radius must be above 0, got 0" },
  { "height 0", "collide.cone {radius = 1, height = 0}", 1, "height must be above 0, got 0" },
  { "a negative height", "collide.cone {radius = 1, height = -2}", 1, "height must be above 0, got -2" },
})

describe_misuse("capsule", "capsule", {
  { "no sizes", "collide.capsule {radius = 1}", 1, "radius and half_height, or a and b and radius expected" },
  { "two lengths", "collide.capsule {radius = 1, half_height = 1, a = half}", 1,
    "half_height and a exclude each other" },
  { "one end", "collide.capsule {radius = 1, b = half}", 1, "a: vector expected, got nil" },
  { "no radius", "collide.capsule {a = half, b = half}", 1, "radius: number expected, got nil" },
  { "a negative radius", "collide.capsule {half_height = 1, radius = -1}", 1,
    "radius must not be negative, got -1" },
  { "a negative length", "collide.capsule {half_height = -1, radius = 1}", 1,
    "half_height must not be negative, got -1" },
  { "an end in 2D", "collide.capsule {a = {0, 0, 0}, b = {1, 0}, radius = 1}", 1,
    "b: got 2 numbers, a 3D shape takes 3" },
})

describe_misuse("plane", "plane", {
  { "no normal", "collide.plane {distance = 1}", 1, "normal: vector expected, got nil" },
  { "no distance", "collide.plane {normal = half}", 1, "distance: number expected, got nil" },
  { "a zero normal", "collide.plane {normal = {0, 0, 0}, distance = 1}", 1, "normal must not be zero" },
  { "a normal in 1D", "collide.plane {normal = {1}, distance = 1}", 1,
    "normal: got 1 number, a shape takes 2 or 3" },
  { "distance nan", "collide.plane {normal = half, distance = nan}", 1, "distance must be finite, got nan" },
})

describe_misuse("triangle", "triangle", {
  { "no points", "collide.triangle {}", 1, "points: array of 3 vectors expected, got nil" },
  { "a number", "collide.triangle {points = 1}", 1, "points: array of 3 vectors expected, got number" },
  { "a shape", "collide.triangle {points = ball}", 1, "points: array of 3 vectors expected, got shape" },
  { "two points", "collide.triangle {points = {half, half}}", 1, "points: got 2, a triangle takes 3" },
  { "four points", "collide.triangle {points = {half, half, half, half}}", 1,
    "points: got 4, a triangle takes 3" },
  { "two in place", "collide.triangle {half, half}", 1, "points: got 2, a triangle takes 3" },
  { "four in place", "collide.triangle {half, half, half, half}", 1, "points: got 4, a triangle takes 3" },
  { "points twice", "collide.triangle {half, half, half, points = {half, half, half}}", 1,
    "points and points in place exclude each other" },
  { "a number as point", "collide.triangle {half, 1, half}", 1, "points[2]: vector expected, got number" },
  { "a point in 2D", "collide.triangle {half, half, {1, 2}}", 1,
    "points[3]: got 2 numbers, a 3D shape takes 3" },
  { "a string in a point", "collide.triangle {half, {0, '0', 0}, half}", 1,
    "points[2][2]: number expected, got string" },
  { "a string at z", "collide.triangle {half, {x = 0, y = 0, z = '0'}, half}", 1,
    "points[2].z: number expected, got string" },
  { "a point at infinity", "collide.triangle {half, half, {0, huge, 0}}", 1,
    "points[3] must be finite, got inf" },
  { "points beyond measure", "collide.triangle {{1, 2, 3}, {1e200, 0, 0}, {0, 1e200, 0}}", 1,
    "triangle points=((1, 2, 3), (1e+200, 0, 0), (0, 1e+200, 0)) is too large to work with, "
      .. "make its sides at most 1e150" },
})

-- The pose is read alike for all shapes of three dimensions.
for _, name in ipairs { "sphere", "box", "cylinder", "cone", "capsule", "plane", "triangle", "segment" } do
  local sizes = ({
    sphere = "radius = 1", box = "half = half", cylinder = "radius = 1, half_height = 1",
    cone = "radius = 1, height = 1", capsule = "radius = 1, a = {0, 0, 0}, b = half",
    segment = "{0, 0, 0}, {1, 0, 0}", plane = "normal = half, distance = 1",
    triangle = "{0, 0, 0}, {1, 0, 0}, {0, 1, 0}",
  })[name]
  local function posed_by(pose) return ("collide.%s {%s, %s}"):format(name, sizes, pose) end
  describe_misuse("the pose of a " .. name, name, {
    { "position 1", posed_by("position = 1"), 1, "position: vector expected, got number" },
    { "position 2D", posed_by("position = {1, 2}"), 1, "position: got 2 numbers, a 3D shape takes 3" },
    { "position nan", posed_by("position = {1, 2, nan}"), 1, "position must be finite, got nan" },
    { "rotation 1", posed_by("rotation = 1"), 1, "rotation: quaternion {x, y, z, w} expected, got number" },
    { "rotation 3", posed_by("rotation = {1, 2, 3}"), 1, "rotation: got 3 numbers, a quaternion takes 4" },
    { "rotation 5", posed_by("rotation = {1, 2, 3, 4, 5}"), 1,
      "rotation: got 5 numbers, a quaternion takes 4" },
    { "rotation w", posed_by("rotation = {x = 1, y = 2, z = 3}"), 1,
      "rotation: got 3 numbers, a quaternion takes 4" },
    { "rotation 0", posed_by("rotation = {0, 0, 0, 0}"), 1, "rotation must not be zero" },
    { "scale string", posed_by("scale = '2'"), 1, "scale: number or vector expected, got string" },
    { "scale nan", posed_by("scale = nan"), 1, "scale must be finite, got nan" },
    { "scale 2D", posed_by("scale = {1, 2}"), 1, "scale: got 2 numbers, a 3D shape takes 1 or 3" },
    { "scale 0", posed_by("scale = 0"), 1, "scale must not be zero" },
    { "scale 0 on y", posed_by("scale = {1, 0, 1}"), 1, "scale must not be zero" },
    { "transform 1", posed_by("transform = 1"), 1, "transform: array of 16 numbers expected, got number" },
    { "transform 3", posed_by("transform = {1, 2, 3}"), 1, "transform: got 3 numbers, a matrix takes 16" },
    { "transform 17", posed_by("transform = {1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1, 0}"), 1,
      "transform: got 17 numbers, a matrix takes 16" },
    { "a string in transform", posed_by("transform = {1,0,0,0, '0'}"), 1,
      "transform[5]: number expected, got string" },
    { "nan in transform", posed_by("transform = {1,0,0,0, nan}"), 1, "transform[5] must be finite, got nan" },
    { "row by row", posed_by("transform = {1,0,0,5, 0,1,0,0, 0,0,1,0, 0,0,0,1}"), 1,
      "transform: the last row, at 4, 8, 12 and 16, must be 0 0 0 1" },
    { "singular", posed_by("transform = {1,0,0,0, 2,0,0,0, 0,0,1,0, 0,0,0,1}"), 1,
      "transform must have an inverse" },
    { "transform and scale", posed_by("transform = {1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1}, scale = 2"), 1,
      "transform excludes position, rotation and scale" },
  })
end

describe_misuse("set_position", "set_position", {
  { "nothing", "ball:set_position()", 1, "position: vector expected, got no value" },
  { "nil", "ball:set_position(nil)", 1, "position: vector expected, got nil" },
  { "a string", "ball:set_position('1', 2, 3)", 1, "position: number expected, got string" },
  { "a string further on", "ball:set_position(1, 2, '3')", 3, "position: number expected, got string" },
  { "two numbers", "ball:set_position(1, 2)", 1, "position: got 2 numbers, a 3D shape takes 3" },
  { "four numbers", "ball:set_position(1, 2, 3, 4)", 4, "unexpected argument, got number" },
  { "a vector and more", "ball:set_position({1, 2, 3}, 4)", 2, "unexpected argument, got number" },
  { "nan", "ball:set_position(1, nan, 3)", 2, "position must be finite, got nan" },
  { "no shape", "ball.set_position({}, {1, 2, 3})", 1, "shape expected, got table" },
  { "a description", "ball.set_position({shape = 'sphere', radius = 1}, 1, 2, 3)", 1,
    "shape expected, got table" },
})

describe_misuse("set_rotation", "set_rotation", {
  { "nothing", "ball:set_rotation()", 1, "rotation: quaternion {x, y, z, w} expected, got no value" },
  { "an angle", "ball:set_rotation(1)", 1, "rotation: got 1 number, a quaternion takes 4" },
  { "five numbers", "ball:set_rotation(1, 2, 3, 4, 5)", 5, "unexpected argument, got number" },
  { "zero", "ball:set_rotation(0, 0, 0, 0)", 1, "rotation must not be zero" },
  { "a shape with a transform", "posed:set_rotation(0, 0, 0, 1)", 1,
    "rotation: the shape has a transform, set_transform replaces it" },
})

describe_misuse("set_scale", "set_scale", {
  { "nothing", "ball:set_scale()", 1, "scale: number or vector expected, got no value" },
  { "two numbers", "ball:set_scale(1, 2)", 1, "scale: got 2 numbers, a 3D shape takes 1 or 3" },
  { "four numbers", "ball:set_scale(1, 2, 3, 4)", 4, "unexpected argument, got number" },
  { "a number and more", "ball:set_scale(1, {})", 2, "unexpected argument, got table" },
  { "zero", "ball:set_scale(0)", 1, "scale must not be zero" },
  { "zero on z", "ball:set_scale(1, 1, 0)", 1, "scale must not be zero" },
  { "infinity", "ball:set_scale(huge)", 1, "scale must be finite, got inf" },
  { "a shape with a transform", "posed:set_scale(2)", 1,
    "scale: the shape has a transform, set_transform replaces it" },
})

describe_misuse("set_transform", "set_transform", {
  { "nothing", "ball:set_transform()", 1, "transform: array of 16 numbers expected, got no value" },
  { "a number", "ball:set_transform(1)", 1, "transform: array of 16 numbers expected, got number" },
  { "three numbers", "ball:set_transform({1, 2, 3})", 1, "transform: got 3 numbers, a matrix takes 16" },
  { "one more", "ball:set_transform({1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1}, 1)", 2,
    "unexpected argument, got number" },
  { "zero", "ball:set_transform({0,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0,1})", 1, "transform must have an inverse" },
})

for _, name in ipairs { "bounds", "describe", "normal", "edges" } do
  local function call(arguments) return ("collide.%s(%s)"):format(name, arguments) end
  describe_misuse(name, name, {
    { "nothing", call(""), 1, "shape expected, got no value" },
    { "a number", call("1"), 1, "shape expected, got number" },
    { "a table without shape", call("{radius = 1}"), 1,
      "shape expected, got a table without a name under shape, as in {shape='sphere', radius=1}" },
    { "an unknown shape", call("{shape = 'spere'}"), 1, "unknown shape 'spere'" },
    { "a mistaken description", call("{shape = 'sphere', radius = -1}"), 1,
      "radius must not be negative, got -1" },
    { "one more", call("triangle, 1"), 2, "unexpected argument, got number" },
    { "one more, as a method", ("triangle:%s(1)"):format(name), 1, "unexpected argument, got number" },
  })
end

describe_misuse("project", "project", {
  { "nothing", "collide.project()", 1, "shape expected, got no value" },
  { "no axis", "ball:project()", 1, "axis: vector expected, got no value" },
  { "a zero axis", "ball:project(0, 0, 0)", 1, "axis must not be zero" },
  { "an axis in 2D", "ball:project({0, 1})", 1, "axis: got 2 numbers, a 3D shape takes 3" },
  { "one more", "ball:project(0, 1, 0, 5)", 4, "unexpected argument, got number" },
})

describe("a method of triangles", function()
  for _, name in ipairs { "normal", "edges" } do
    it("refuses another shape: " .. name, function()
      assert.has_error(function() ball[name](ball) end,
        ("bad argument #1 to '%s' (triangle expected, got sphere)"):format(name))
      local _, message = pcall(function() local _ = ball:normal() end)
      assert.matches("'normal' cannot be called on this %(triangle expected, got sphere%)$", message)
    end)
  end
end)

-- ---- Casts ------------------------------------------------------------------

local casts = {
  { "raycast", "origin", "direction" },
  { "segmentcast", "from", "to" },
  { "linecast", "point", "direction" },
}

local function cast_misuses(name, start, toward)
  local function call(arguments) return ("collide.%s(%s)"):format(name, arguments) end
  -- Past the ball: `..._any` looks no further than the first hit.
  local function with(target) return call(target .. ", {0, 5, 0}, {0, 1, 1}") end
  local function asked(question) return call("ball, " .. question) end
  return {
    { "nothing", call(""), 1, "target: shape, grid or array expected, got no value" },
    { "a number as target", with("1"), 1, "target: shape, grid or array expected, got number" },
    { "a string as target", with("'ball'"), 1, "target: shape, grid or array expected, got string" },
    { "nil as target", with("nil"), 1, "target: shape, grid or array expected, got nil" },
    { "a vector as target", with("{1, 2, 3}"), 1,
      "target: shape, grid or array of them expected, got an array of numbers" },
    { "a dictionary", with("{ball = ball}"), 1, "target: array expected, got a table with key 'ball'" },
    { "an array and more", with("{ball, n = 1}"), 1, "target: array expected, got a table with key 'n'" },
    { "key 0", with("{[0] = ball}"), 1, "target: array expected, got a table with key [0]" },
    { "key 1.5", with("{[1.5] = ball}"), 1, "target: array expected, got a table with key [1.5]" },
    { "keys of all kinds, of which a name is told", with("{ball, [1.5] = ball, [true] = ball, y = 1, x = 1}"), 1,
      "target: array expected, got a table with key 'x'" },
    { "keys among good ones", with("{ball, ball, [0.5] = ball, [2.5] = ball}"), 1,
      "target: array expected, got a table with key [0.5]" },
    { "key true", with("{[true] = ball}"), 1, "target: array expected, got a table with key [boolean]" },
    { "a hole", with("{ball, nil, ball}"), 1, "target: array without holes expected, nothing at [2]" },
    { "a far element", with("{ball, [2^40] = ball}"), 1,
      "target: array without holes expected, nothing at [2]" },
    { "nothing at 1", with("{nil, ball}"), 1, "target: array without holes expected, nothing at [1]" },
    { "a number in it", with("{ball, 5}"), 1, "target[2]: shape expected, got number" },
    { "an array in it", with("{ball, {ball}}"), 1,
      "target[2]: shape expected, got an array; an array within an array is no shape" },
    { "an unknown shape", with("{shape = 'spere', radius = 1}"), 1, "target: unknown shape 'spere'" },
    { "a mistake in a description", with("{shape = 'sphere', raduis = 1}"), 1,
      "target: unknown field 'raduis'; a sphere takes radius" },
    { "a mistake in one of many", with("{ball, {shape = 'sphere', radius = -1}}"), 1,
      "target[2]: radius must not be negative, got -1" },
    { "a pose without inverse", with("{ball, {shape = 'sphere', radius = 1, scale = 0}}"), 1,
      "target[2]: scale must not be zero" },
    { "no start", asked("nil"), 2, start .. ": vector expected, got nil" },
    { "a string", asked("'0', 0, 0, 0, 0, 1"), 2, start .. ": number expected, got string" },
    { "a boolean", asked("true, {0, 0, 1}"), 2, start .. ": vector expected, got boolean" },
    { "a shape as start", asked("ball, {0, 0, 1}"), 2, start .. ": vector expected, got shape" },
    { "a string further on", asked("0, 0, '0', 0, 0, 1"), 4, start .. ": number expected, got string" },
    { "nil further on", asked("0, nil, 0, 0, 0, 1"), 3, start .. ": number expected, got nil" },
    { "two numbers, then a table", asked("0, 0, {0, 0, 1}"), 2,
      start .. ": got 2 numbers, a 3D target takes 3" },
    { "two components", asked("{0, 0}, {0, 0, 1}"), 2, start .. ": got 2 numbers, a 3D target takes 3" },
    { "four components", asked("{0, 0, 0, 0}, {0, 0, 1}"), 2,
      start .. ": got 4 numbers, a 3D target takes 3" },
    { "nan", asked("0, nan, 0, 0, 0, 1"), 3, start .. " must be finite, got nan" },
    { "infinity in a table", asked("{0, 0, huge}, {0, 0, 1}"), 2, start .. " must be finite, got inf" },
    { "a string in a table", asked("{x = 0, y = '0', z = 0}, {0, 0, 1}"), 2,
      start .. ".y: number expected, got string" },
    { "2D in numbers", asked("0, 0, 0, 1"), 5, toward .. ": got 1 number, a 3D target takes 3" },
    { "nowhere to go", asked("{0, 0, 0}"), 3, toward .. ": vector expected, got no value" },
    { "one component", asked("{0, 0, 0}, {1}"), 3, toward .. ": got 1 number, a 3D target takes 3" },
    { "a string to go to", asked("0, 0, 0, 0, 0, '1'"), 7, toward .. ": number expected, got string" },
    { "minus infinity", asked("0, 0, 0, 0, 0, -huge"), 7, toward .. " must be finite, got -inf" },
    { "one argument too many", asked("0, 0, 0, 0, 0, 1, {}, 9"), 9, "unexpected argument, got number" },
    { "an unknown option", asked("{0, 0, 0}, {0, 0, 1}, {maxt = 1}"), 4, "unknown option 'maxt'" },
    { "an option in place", asked("{0, 0, 0}, {0, 0, 1}, {9}"), 4, "unknown option [1]" },
    { "a shape as options", asked("{0, 0, 0}, {0, 0, 1}, ball"), 4,
      (name:find("raycast") and "max (number) or options (table)" or "options (table)")
        .. " expected, got shape" },
    { "ignore 1", asked("{0, 0, 0}, {0, 0, 1}, {ignore = 1}"), 4, "ignore: shape, grid or layer expected, got number" },
    { "ignore false", asked("{0, 0, 0}, {0, 0, 1}, {ignore = false}"), 4,
      "ignore: shape, grid or layer expected, got boolean" },
    { "ignore a dictionary", asked("{0, 0, 0}, {0, 0, 1}, {ignore = {me = ball}}"), 4,
      "ignore: array expected, got a table with key 'me'" },
    { "ignore a hole", asked("{0, 0, 0}, {0, 0, 1}, {ignore = {nil, ball}}"), 4,
      "ignore: array without holes expected, nothing at [1]" },
    { "ignore numbers", asked("{0, 0, 0}, {0, 0, 1}, {ignore = {ball, 2}}"), 4,
      "ignore[2]: shape, grid or layer expected, got number" },
    { "ignore an unknown shape", asked("{0, 0, 0}, {0, 0, 1}, {ignore = {shape = 'ball'}}"), 4,
      "ignore: unknown shape 'ball'" },
  }
end

for _, cast in ipairs(casts) do
  for _, ending in ipairs { "", "_any", "_all" } do
    local name = cast[1] .. ending
    local function asked(options) return ("collide.%s(ball, 0, 0, 0, 0, 0, 1, %s)"):format(name, options) end
    local function misused(rows) describe_misuse(name, name, rows) end
    misused(cast_misuses(name, cast[2], cast[3]))
    if cast[1] ~= "segmentcast" then
      misused {
        { "a zero direction", ("collide.%s(ball, 0, 0, 0, 0, 0, 0)"):format(name), 5,
          "direction must not be zero; first test whether both points are equal, or call segmentcast" },
        { "a zero vector", ("ball:%s({0, 0, 0}, {0, -0, 0})"):format(name), 2,
          "direction must not be zero; first test whether both points are equal, or call segmentcast" },
      }
    end
    if cast[1] == "raycast" then
      misused {
        { "max below 0", asked("-1"), 8, "max must not be negative, got -1" },
        { "max nan", asked("nan"), 8, "max must be a number, got nan" },
        { "max minus infinity", asked("-huge"), 8, "max must not be negative, got -inf" },
        { "max a string", asked("'1'"), 8, "max (number) or options (table) expected, got string" },
        { "option max below 0", asked("{max = -0.5}"), 8, "max must not be negative, got -0.5" },
        { "option max a string", asked("{max = '1'}"), 8, "max: number expected, got string" },
        { "max and options", asked("1, {}"), 9, "unexpected argument, got table" },
      }
    else
      misused {
        { "max", asked("1"), 8, "options (table) expected, got number" },
        { "option max", asked("{max = 1}"), 8, "unknown option 'max'" },
      }
    end
    if cast[1] == "linecast" then
      misused { { "inside", asked("{inside = 'skip'}"), 8, "unknown option 'inside'" } }
    else
      misused {
        { "inside true", asked("{inside = true}"), 8, "inside: 'skip' expected, got boolean" },
        { "inside stop", asked("{inside = 'stop'}"), 8, "inside: 'skip' expected, got 'stop'" },
      }
    end
    if ending == "_any" then
      misused { { "into", asked("{into = {}}"), 8, "unknown option 'into'" } }
    else
      misused {
        { "into 1", asked("{into = 1}"), 8, "into: table expected, got number" },
        { "into a shape", asked("{into = ball}"), 8, "into: table expected, got shape" },
      }
    end
    if ending == "_all" then
      misused {
        { "limit a word", asked("{limit = 'few'}"), 8, "limit: number expected, got string" },
        { "limit nan", asked("{limit = 0/0}"), 8, "limit must be a whole number from 1 to 67108864, got nan" },
        { "limit huge", asked("{limit = huge}"), 8,
          "limit must be a whole number from 1 to 67108864, got inf" },
        { "limit 0", asked("{limit = 0}"), 8, "limit must be a whole number from 1 to 67108864, got 0" },
        { "limit 1.5", asked("{limit = 1.5}"), 8, "limit must be a whole number from 1 to 67108864, got 1.5" },
        { "limit too great", asked("{limit = 2^26 + 1}"), 8,
          "limit must be a whole number from 1 to 67108864, got 67108865" },
      }
    else
      misused { { "limit", asked("{limit = 1}"), 8, "unknown option 'limit'" } }
    end
  end
end
