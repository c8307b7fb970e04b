-- SPDX-License-Identifier: MIT
--
-- Every misuse of shapes of two dimensions, and its error; see arguments_spec.lua.
local collide = require("collide")
local misuse = dofile("spec/support/misuse.lua")

local unpack = table.unpack or unpack -- luacheck: ignore 143

local env = {
  collide = collide, nan = 0 / 0, huge = math.huge, cos = math.cos, sin = math.sin,
  setmetatable = setmetatable, ball = collide.sphere { radius = 1 },
  disc = collide.circle { radius = 1 },
  rect = collide.rect { half = { 1, 1 } },
  polygon = collide.polygon { { 0, 0 }, { 1, 0 }, { 0, 1 } },
  triangle = collide.triangle { { 0, 0 }, { 1, 0 }, { 0, 1 } },
  solid = collide.triangle { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } },
  object = setmetatable({}, { __index = { x = 1, y = 2, z = 3 } }),
  o = { 0, 0 }, a = { 4, 0 }, b = { 0, 4 },
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

describe_misuse("circle", "circle", {
  { "nothing", "collide.circle()", 1, "table expected, got no value; for example circle{radius=1}" },
  { "a place in words", "collide.circle {radius = 1, x = 1, y = '2'}", 1, "y: number expected, got string" },
  { "no radius", "collide.circle {}", 1, "radius: number expected, got nil" },
  { "a negative radius", "collide.circle {radius = -1}", 1, "radius must not be negative, got -1" },
  { "nan", "collide.circle {radius = nan}", 1, "radius must be finite, got nan" },
  { "an unknown field", "collide.circle {raduis = 1}", 1, "unknown field 'raduis'; a circle takes radius" },
  { "a height", "collide.circle {radius = 1, half_height = 1}", 1,
    "unknown field 'half_height'; a circle takes radius" },
  { "another's name", "collide.circle {shape = 'sphere', radius = 1}", 1,
    "shape: 'circle' expected, got 'sphere'" },
  { "a scale of zero beside another", "collide.circle {radius = 1, scale = {1, 0}}", 1, "scale must not be zero" },
  { "a radius that grows too large", "collide.circle {radius = 1e300, scale = 1e300}", 1,
    "scale: a coordinate of the shape would exceed 1e300, or its size be too small to work with, got 1e+300" },
  { "a position too far away", "collide.circle {radius = 1e300, position = {1e290, 0}}", 1,
    "position: a coordinate of the shape would exceed 1e300, got (1e+290, 0)" },
  { "a number beyond 1e300", "collide.circle {radius = 1.0001e300}", 1,
    "radius must be from -1e300 to 1e300, got 1.0001e+300" },
})

describe_misuse("rect", "rect", {
  { "no size", "collide.rect {}", 1, "half, size, min and max, or width and height expected" },
  { "two sizes", "collide.rect {size = a, half = a}", 1, "half and size exclude each other" },
  { "a number", "collide.rect {half = 1}", 1, "half: vector expected, got number" },
  { "one number", "collide.rect {half = {1}}", 1, "half: got 1 number, a 2D shape takes 2" },
  { "three numbers", "collide.rect {half = {1, 1, 1}}", 1, "half: got 3 numbers, a 2D shape takes 2" },
  { "a z", "collide.rect {half = {x = 1, y = 1, z = 1}}", 1, "half: got 3 numbers, a 2D shape takes 2" },
  { "half a corner", "collide.rect {min = a}", 1, "max: vector expected, got nil" },
  { "corners the wrong way", "collide.rect {min = {0, 2}, max = {1, 1}}", 1,
    "min.y must not be above max.y, got 2 and 1" },
  { "a corner in 3D", "collide.rect {min = o, max = {1, 1, 1}}", 1,
    "max: got 3 numbers, a 2D shape takes 2" },
  { "a negative half", "collide.rect {half = {1, -2}}", 1, "half must not be negative, got -2" },
  { "a negative size", "collide.rect {size = {-0.5, 1}}", 1, "size must not be negative, got -0.5" },
})

describe_misuse("a rect by width and height", "rect", {
  { "x alone", "collide.rect {width = 1, height = 1, x = 1}", 1, "y: number expected, got nil" },
  { "a place and a position", "collide.rect {width = 1, height = 1, x = 1, y = 2, position = a}", 1,
    "x and y are the position; they exclude position" },
  { "a place and a transform", "collide.rect {width = 1, height = 1, x = 1, y = 2, transform = {}}", 1,
    "transform excludes position, rotation and scale" },
  { "no height", "collide.rect {width = 1}", 1, "height: number expected, got nil" },
  { "a negative width", "collide.rect {width = -1, height = 1}", 1, "width must not be negative, got -1" },
  { "a size, too", "collide.rect {width = 1, height = 1, size = a}", 1, "size and width exclude each other" },
  { "a place and half", "collide.rect {half = a, x = 1, y = 1}", 1, "x and y need width and height" },
})

describe_misuse("polygon", "polygon", {
  { "nothing", "collide.polygon()", 1, "table expected, got no value; for example polygon{{0, 0}, {1, 0}, {0, 1}}" },
  { "no points", "collide.polygon {}", 1, "points: array of vectors expected, got nil" },
  { "a number", "collide.polygon {points = 3}", 1, "points: array of vectors expected, got number" },
  { "a shape", "collide.polygon {points = disc}", 1, "points: array of vectors expected, got shape" },
  { "no point", "collide.polygon {points = {}}", 1, "points: got 0, a polygon takes 3 or more" },
  { "two points", "collide.polygon {points = {o, a}}", 1, "points: got 2, a polygon takes 3 or more" },
  { "two in place", "collide.polygon {o, a}", 1, "points: got 2, a polygon takes 3 or more" },
  { "points twice", "collide.polygon {o, a, b, points = {o, a, b}}", 1,
    "points and points in place exclude each other" },
  { "a vector", "collide.polygon {points = {x = 1, y = 2}}", 1,
    "points: array expected, got a table with key 'x'" },
  { "a dictionary", "collide.polygon {points = {o, a, b, c = o}}", 1,
    "points: array expected, got a table with key 'c'" },
  { "an unknown field", "collide.polygon {o, a, b, hole = o}", 1, "unknown field 'hole'; a polygon takes points" },
  { "a key that is no index", "collide.polygon {o, a, b, [1.5] = o}", 1,
    "unknown field [1.5]; a polygon takes points" },
  { "a hole", "collide.polygon {points = {o, nil, a, b}}", 1,
    "points: array without holes expected, nothing at [2]" },
  { "a hole in place", "collide.polygon {o, nil, a, b}", 1,
    "points: array without holes expected, nothing at [2]" },
  { "a point far out", "collide.polygon {o, a, b, [2^30] = o}", 1,
    "points: array without holes expected, nothing at [4]" },
  { "four numbers", "collide.polygon {0, 0, 1, 0}", 1,
    "points: got 4 numbers, a polygon takes x and y of each point, 6 or more" },
  { "seven numbers", "collide.polygon {points = {0, 0, 1, 0, 0, 1, 5}}", 1,
    "points: got 7 numbers, a polygon takes x and y of each point, 6 or more" },
  { "a vector among numbers", "collide.polygon {0, 0, 1, 0, 0, o}", 1, "points[6]: number expected, got table" },
  { "nan among numbers", "collide.polygon {0, 0, 1, 0, 0, nan}", 1, "points[6] must be finite, got nan" },
  { "a hole among numbers", "collide.polygon {0, 0, 1, nil, 0, 1}", 1,
    "points: array without holes expected, nothing at [4]" },
  { "flat points and a wrong field", "collide.polygon {0, 0, 1, 0, 0, 1, colour = 1}", 1,
    "unknown field 'colour'; a polygon takes points" },
  { "flat points, concave", "collide.polygon {0, 0, 4, 0, 1, 1, 0, 4}", 1, "point 3: concave there" },
  { "a string", "collide.polygon {o, a, 'b'}", 1, "points[3]: number expected, got string" },
  { "false", "collide.polygon {o, a, b, false}", 1, "points[4]: vector expected, got boolean" },
  { "a point in 3D", "collide.polygon {o, {4, 0, 0}, b}", 1, "points[2]: got 3 numbers, a 2D shape takes 2" },
  { "a point in 1D", "collide.polygon {o, a, {0}}", 1, "points[3]: got 1 number, a 2D shape takes 2" },
  { "a string in a point", "collide.polygon {o, a, {0, '4'}}", 1, "points[3][2]: number expected, got string" },
  { "nan", "collide.polygon {o, a, {0, nan}}", 1, "points[3] must be finite, got nan" },
  { "infinity", "collide.polygon {points = {o, a, {huge, 0}}}", 1, "points[3] must be finite, got inf" },
  { "a point beyond measure", "collide.polygon {o, a, {0, 1e308}}", 1,
    "points[3] must be from -1e300 to 1e300, got 1e+308" },
  { "a concave corner", "collide.polygon {o, a, {1, 1}, b}", 1, "points[3]: concave there" },
  { "a concave corner, the other way round", "collide.polygon {o, b, {1, 1}, a}", 1, "points[3]: concave there" },
  { "a concave first corner", "collide.polygon {{1, 1}, b, o, a}", 1, "points[1]: concave there" },
  { "a corner that is concave by a hair", "collide.polygon {o, {2, 2^-70}, {4, 0}, b}", 1,
    "points[2]: concave there" },
  { "a spike", "collide.polygon {o, {6, 0}, a, b}", 1, "points[2]: concave there" },
  { "a bow tie", "collide.polygon {o, {4, 4}, a, b}", 1, "points[2]: concave there" },
  { "a point twice", "collide.polygon {o, a, {4, 0}, b}", 1, "points[3]: the same point as its neighbour" },
  { "the first as the last", "collide.polygon {o, a, b, {0, 0}}", 1,
    "points[4]: the last point is the first again; leave it out" },
  { "0 and -0.0", "collide.polygon {o, {-0.0, 0}, a, b}", 1, "points[2]: the same point as its neighbour" },
  { "no area", "collide.polygon {o, {1, 1}, {3, 3}}", 1, "points: all in one line, a polygon has area" },
  { "a pentagram", "collide.polygon {{0, 3}, {2, -3}, {-3, 1}, {3, 1}, {-2, -3}}", 1,
    "points[4]: turns around a second time there" },
  { "a mistake in its pose", "collide.polygon {o, a, b, scale = 0}", 1, "scale must not be zero" },
  { "hollow", "collide.polygon {o, a, b, hollow = 1}", 1, "hollow: boolean expected, got number" },
})

describe_misuse("triangle", "triangle", {
  { "four numbers", "collide.triangle {0, 0, 1, 0}", 1,
    "points: got 4 numbers, a triangle takes 6, x and y of each point" },
  { "numbers of 3D", "collide.triangle {0, 0, 0, 1, 0, 0, 0, 1, 0}", 1,
    "points: got 9 numbers, a triangle takes 6, x and y of each point" },
  { "points twice, flat", "collide.triangle {0, 0, 1, 0, 0, 1, points = {0, 0, 1, 0, 0, 1}}", 1,
    "points and points in place exclude each other" },
  { "two points", "collide.triangle {o, a}", 1, "points: got 2, a triangle takes 3" },
  { "four points", "collide.triangle {points = {o, a, b, o}}", 1, "points: got 4, a triangle takes 3" },
  { "a point in 3D", "collide.triangle {o, a, {0, 4, 0}}", 1, "points[3]: got 3 numbers, a 2D shape takes 2" },
  { "an object in 3D", "collide.triangle {o, object, b}", 1, "points[2]: got 3 numbers, a 2D shape takes 2" },
  { "a point in 2D", "collide.triangle {object, a, b}", 1, "points[2]: got 2 numbers, a 3D shape takes 3" },
  { "a point in 1D", "collide.triangle {{1}, a, b}", 1, "points[1]: got 1 number, a shape takes 2 or 3" },
  { "a position in 3D", "collide.triangle {o, a, b, position = {1, 2, 3}}", 1,
    "position: got 3 numbers, a 2D shape takes 2" },
  { "points beyond measure", "collide.triangle {o, a, {0, 1e299}, scale = 1e10}", 1,
    "scale: a coordinate of the shape would exceed 1e300, or its size be too small to work with, got 10000000000" },
})

describe_misuse("segment", "segment", {
  { "no points", "collide.segment {}", 1, "points: array of 2 vectors expected, got nil" },
  { "one point", "collide.segment {o}", 1, "points: got 1, a segment takes 2" },
  { "three points", "collide.segment {points = {o, a, b}}", 1, "points: got 3, a segment takes 2" },
  { "three in place", "collide.segment {o, a, b}", 1, "points: got 3, a segment takes 2" },
  { "a point in 3D", "collide.segment {o, {1, 2, 3}}", 1, "points[2]: got 3 numbers, a 2D shape takes 2" },
  { "a point in 2D", "collide.segment {{1, 2, 3}, o}", 1, "points[2]: got 2 numbers, a 3D shape takes 3" },
  { "ends by name", "collide.segment {a = o, b = a}", 1, "unknown field 'a'; a segment takes points" },
})

describe_misuse("capsule", "capsule", {
  { "one end in 3D", "collide.capsule {a = o, b = {1, 2, 3}, radius = 1}", 1,
    "b: got 3 numbers, a 2D shape takes 2" },
  { "an end in 4D", "collide.capsule {a = {1, 2, 3, 4}, b = o, radius = 1}", 1,
    "a: got 4 numbers, a shape takes 2 or 3" },
  { "a position in 3D", "collide.capsule {a = o, b = a, radius = 1, position = {1, 2, 3}}", 1,
    "position: got 3 numbers, a 2D shape takes 2" },
  { "position and rotation that differ",
    "collide.capsule {radius = 1, half_height = 1, position = a, rotation = {0, 0, 0, 1}}", 1,
    "rotation: number (radians) expected, got table; quaternions are for 3D" },
  { "rotation and position that differ",
    "collide.capsule {radius = 1, half_height = 1, position = {1, 2, 3}, rotation = 1}", 1,
    "rotation: quaternion {x, y, z, w} expected, got number" },
  { "rotation and scale that differ",
    "collide.capsule {radius = 1, half_height = 1, rotation = 1, scale = {1, 1, 1}}", 1,
    "scale: got 3 numbers, a 2D shape takes 1 or 2" },
  { "a position in 1D", "collide.capsule {radius = 1, half_height = 1, position = {1}}", 1,
    "position: got 1 number, a shape takes 2 or 3" },
  { "four dimensions", "collide.capsule {radius = 1, half_height = 1, dimensions = 4}", 1,
    "dimensions must be 2 or 3, got 4" },
})

describe_misuse("plane", "plane", {
  { "one that a scale moves too far", "collide.plane {normal = {0, -1}, distance = 5e299, scale = 3}", 1,
    "scale: a coordinate of the shape would exceed 1e300, or its size be too small to work with, got 3" },
  { "one that is too far away", "collide.plane {normal = {0, 1e-10}, distance = 1e299}", 1,
    "plane normal=(0, 1e-10) distance=1e+299 is too large to work with, no coordinate may exceed 1e300" },
  { "a zero normal", "collide.plane {normal = o, distance = 1}", 1, "normal must not be zero" },
  { "a position in 3D", "collide.plane {normal = a, distance = 1, position = {1, 2, 3}}", 1,
    "position: got 3 numbers, a 2D shape takes 2" },
  { "a quaternion", "collide.plane {normal = a, distance = 1, rotation = {0, 0, 0, 1}}", 1,
    "rotation: number (radians) expected, got table; quaternions are for 3D" },
})

-- The pose is read alike for all shapes of two dimensions.
for _, shape in ipairs {
  { "circle", "radius = 1" }, { "rect", "half = a" }, { "polygon", "o, a, b" }, { "triangle", "o, a, b" },
  { "segment", "o, a" }, { "capsule", "a = o, b = a, radius = 1" }, { "plane", "normal = a, distance = 1" },
} do
  local name, sizes = unpack(shape)
  local function posed_by(pose) return ("collide.%s {%s, %s}"):format(name, sizes, pose) end
  describe_misuse("the pose of a 2D " .. name, name, {
    { "position 1", posed_by("position = 1"), 1, "position: vector expected, got number" },
    { "position 3D", posed_by("position = {1, 2, 3}"), 1, "position: got 3 numbers, a 2D shape takes 2" },
    { "position nan", posed_by("position = {1, nan}"), 1, "position must be finite, got nan" },
    { "rotation string", posed_by("rotation = '1'"), 1, "rotation: number (radians) expected, got string" },
    { "rotation nan", posed_by("rotation = nan"), 1, "rotation must be finite, got nan" },
    { "rotation 4", posed_by("rotation = {0, 0, 0, 1}"), 1,
      "rotation: number (radians) expected, got table; quaternions are for 3D" },
    { "rotation object", posed_by("rotation = object"), 1,
      "rotation: number (radians) expected, got table; quaternions are for 3D" },
    { "scale string", posed_by("scale = '2'"), 1, "scale: number or vector expected, got string" },
    { "scale nan", posed_by("scale = nan"), 1, "scale must be finite, got nan" },
    { "scale 3D", posed_by("scale = {1, 2, 3}"), 1, "scale: got 3 numbers, a 2D shape takes 1 or 2" },
    { "scale 1D", posed_by("scale = {2}"), 1, "scale: got 1 number, a 2D shape takes 1 or 2" },
    { "scale 0", posed_by("scale = 0"), 1, "scale must not be zero" },
    { "scale 0 on y", posed_by("scale = {1, 0}"), 1, "scale must not be zero" },
    { "transform with another z", posed_by("transform = {1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,1,1}"), 1,
      "transform: in 2D z stays as it is, with 0 at 3, 7, 9, 10, 12 and 15, and 1 at 11" },
    { "transform without an inverse", posed_by("transform = {1,2,0,0, 2,4,0,0, 0,0,1,0, 0,0,0,1}"), 1,
      "transform must have an inverse" },
    { "transform of text", posed_by("transform = 'turned'"), 1,
      "transform: array of 16 numbers expected, got string" },
    { "transform and scale", posed_by("scale = 1, transform = {}"), 1,
      "transform excludes position, rotation and scale" },
    { "hollow", posed_by("hollow = 0"), 1, "hollow: boolean expected, got number" },
  })
end

describe_misuse("set_position in 2D", "set_position", {
  { "one number", "disc:set_position(1)", 1, "position: got 1 number, a 2D shape takes 2" },
  { "three numbers", "disc:set_position(1, 2, 3)", 1, "position: got 3 numbers, a 2D shape takes 2" },
  { "three in a table", "polygon:set_position({1, 2, 3})", 1, "position: got 3 numbers, a 2D shape takes 2" },
  { "nan", "rect:set_position(1, nan)", 2, "position must be finite, got nan" },
  { "a string", "disc:set_position(1, '2')", 2, "position: number expected, got string" },
  { "a place beyond measure", "collide.circle({radius = 1, scale = 2}):set_position(1, 2, {})", 3,
    "unexpected argument, got table" },
})

describe_misuse("set_rotation in 2D", "set_rotation", {
  { "nothing", "disc:set_rotation()", 1, "rotation: number (radians) expected, got no value" },
  { "a quaternion", "disc:set_rotation(0, 0, 0, 1)", 1, "rotation: got 4 numbers, a 2D shape takes 1, in radians" },
  { "a quaternion as one value", "polygon:set_rotation({0, 0, 0, 1})", 1,
    "rotation: number (radians) expected, got table; quaternions are for 3D" },
  { "infinity", "disc:set_rotation(huge)", 1, "rotation must be finite, got inf" },
  { "one more", "disc:set_rotation(1, {})", 2, "unexpected argument, got table" },
})

describe_misuse("set_scale in 2D", "set_scale", {
  { "nothing", "rect:set_scale()", 1, "scale: number or vector expected, got no value" },
  { "three numbers", "rect:set_scale(1, 2, 3)", 1, "scale: got 3 numbers, a 2D shape takes 1 or 2" },
  { "three in a table", "rect:set_scale({1, 2, 3})", 1, "scale: got 3 numbers, a 2D shape takes 1 or 2" },
  { "zero", "polygon:set_scale(0)", 1, "scale must not be zero" },
  { "zero on y", "polygon:set_scale(1, 0)", 1, "scale must not be zero" },
  { "two for a circle", "disc:set_scale(1, 2)", 1,
    "scale: a circle takes one number, the same for both axes; a shape that is made with this pose becomes an ellipse "
      .. "or polygon" },
})

describe_misuse("set_transform in 2D", "set_transform", {
  { "nothing", "polygon:set_transform()", 1, "transform: array of 16 numbers expected, got no value" },
  { "six numbers", "rect:set_transform({1, 0, 0, 1, 5, 5})", 1, "transform: got 6 numbers, a matrix takes 16" },
  { "a shear of a circle", "disc:set_transform({1,0,0,0, 1,1,0,0, 0,0,1,0, 0,0,0,1})", 1,
    "transform: a circle stays round, it takes no shear and one scale for both axes; a shape that "
      .. "is made with this pose becomes an ellipse or polygon" },
  { "an object whose matrix is no matrix", "rect:set_transform({getMatrix = function() return 1, 0 end})", 1,
    "transform:getMatrix()[3]: number expected, got nil" },
})

describe_misuse("project in 2D", "project", {
  { "no axis", "disc:project()", 1, "axis: vector expected, got no value" },
  { "one number", "disc:project(1)", 1, "axis: got 1 number, a 2D shape takes 2" },
  { "three numbers", "disc:project(1, 0, 0)", 3, "unexpected argument, got number" },
  { "three in a table", "disc:project({1, 0, 0})", 1, "axis: got 3 numbers, a 2D shape takes 2" },
  { "a zero axis", "disc:project(0, 0)", 1, "axis must not be zero" },
})

describe_misuse("edge_normals", "edge_normals", {
  { "nothing", "collide.edge_normals()", 1, "shape expected, got no value" },
  { "a circle", "collide.edge_normals(disc)", 1, "triangle expected, got circle" },
  { "a 3D triangle", "collide.edge_normals(solid)", 1, "a 2D triangle expected, got a 3D one; that has normal" },
  { "one more", "triangle:edge_normals(1)", 1, "unexpected argument, got number" },
})

describe_misuse("normal", "normal", {
  { "a 2D triangle", "collide.normal(triangle)", 1,
    "a 3D triangle expected, got a 2D one; that has edge_normals" },
  { "a polygon", "collide.normal(polygon)", 1, "triangle expected, got polygon" },
})

describe_misuse("bounds", "bounds", {
  { "a mistaken polygon", "collide.bounds {shape = 'polygon', o, a, {1, 1}, b}", 1, "points[3]: concave there" },
  { "a polygon without points", "collide.bounds {shape = 'polygon'}", 1,
    "points: array of vectors expected, got nil" },
})

-- ---- Casts ------------------------------------------------------------------

local casts = {
  { "raycast", "origin", "direction" },
  { "segmentcast", "from", "to" },
  { "linecast", "point", "direction" },
}

-- What any cast refuses; `..._any` looks no further than the first hit, so all
-- these pass by the shapes.
local function cast_misuses(name, start, toward)
  local function call(arguments) return ("collide.%s(%s)"):format(name, arguments) end
  local function asked(question) return call("disc, " .. question) end
  local function with(target) return call(target .. ", {50, 0}, {0, 60}") end
  local both = start .. " and " .. toward
  local open = "%s: got %d number%s, expected 4 in 2D or 6 in 3D"
  return {
    { "a solid among 2D shapes", with("{disc, ball}"), 1, "target[2]: a 2D shape expected, got a 3D sphere" },
    { "a 2D shape among solids", call("{ball, disc}, {50, 0, 0}, {0, 60, 0}"), 1,
      "target[2]: a 3D shape expected, got a 2D circle" },
    { "a described solid among 2D shapes", with("{disc, polygon, {shape = 'box', half = {1, 1, 1}}}"), 1,
      "target[3]: a 2D shape expected, got a 3D box" },
    { "a solid triangle among flat ones", with("{triangle, solid}"), 1,
      "target[2]: a 2D shape expected, got a 3D triangle" },
    { "a flat triangle behind a described solid one",
      call("{{shape = 'triangle', {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, triangle}, {50, 0, 0}, {0, 60, 0}"), 1,
      "target[2]: a 3D shape expected, got a 2D triangle" },
    { "a described 2D capsule among solids",
      call("{ball, {shape = 'capsule', radius = 1, half_height = 1, rotation = 1}}, {50, 0, 0}, {0, 60, 0}"), 1,
      "target[2]: a 3D shape expected, got a 2D capsule" },
    { "one that is to be ignored, too", call("{disc, ball}, {50, 0}, {0, 60}, {ignore = ball}"), 1,
      "target[2]: a 2D shape expected, got a 3D sphere" },
    { "a mistaken polygon", with("{shape = 'polygon', o, a, {1, 1}, b}"), 1,
      "target: points[3]: concave there" },
    { "a mistaken polygon in an array", with("{disc, {shape = 'polygon', o, a}}"), 1,
      "target[2]: points: got 2, a polygon takes 3 or more" },
    { "a mistaken polygon to ignore", asked("o, a, {ignore = {shape = 'polygon', o, a, {1, 1}, b}}"), 4,
      "ignore: points[3]: concave there" },
    { "the second of two to ignore", asked("o, a, {ignore = {disc, {shape = 'polygon', o, a}}}"), 4,
      "ignore[2]: points: got 2, a polygon takes 3 or more" },
    { "a triangle whose first point is none", with("{shape = 'triangle', {1}, a, b}"), 1,
      "target: points[1]: got 1 number, a shape takes 2 or 3" },
    { "an unknown shape first", with("{{shape = 'disk'}}"), 1, "target[1]: unknown shape 'disk'" },
    { "a boolean first", with("{true}"), 1, "target[1]: shape expected, got boolean" },
    { "three numbers", asked("0, 0, 1"), 4, toward .. ": got 1 number, a 2D target takes 2" },
    { "six numbers", asked("0, 0, 0, 0, 0, 1"), 2, both .. ": got 6 numbers, a 2D target takes 4" },
    { "seven numbers", asked("0, 0, 0, 0, 0, 1, 5"), 2, both .. ": got 7 numbers, a 2D target takes 4" },
    { "six numbers and options", asked("0, 0, 0, 1, 0, 0, {}"), 2, both .. ": got 6 numbers, a 2D target takes 4" },
    { "one number", asked("0"), 2, start .. ": got 1 number, a 2D target takes 2" },
    { "a number and a table", asked("0, {0, 1}"), 2, start .. ": got 1 number, a 2D target takes 2" },
    { "three numbers and a table", asked("0, 0, 0, {0, 1}"), 4, toward .. ": got 1 number, a 2D target takes 2" },
    { "three components", asked("{0, 0, 0}, {0, 1}"), 2, start .. ": got 3 numbers, a 2D target takes 2" },
    { "three components by name", asked("{x = 0, y = 0, z = 0}, {0, 1}"), 2,
      start .. ": got 3 numbers, a 2D target takes 2" },
    { "three to go to", asked("{0, 0}, {0, 1, 0}"), 3, toward .. ": got 3 numbers, a 2D target takes 2" },
    { "one component", asked("{0}, {0, 1}"), 2, start .. ": got 1 number, a 2D target takes 2" },
    { "nan", asked("0, nan, 0, 1"), 3, start .. " must be finite, got nan" },
    { "infinity further on", asked("0, 0, 0, huge"), 5, toward .. " must be finite, got inf" },
    { "a string further on", asked("0, '0', 0, 1"), 3, start .. ": number expected, got string" },
    { "a string to go to", asked("0, 0, 0, '1'"), 5, toward .. ": number expected, got string" },
    { "a solid's question by a described circle", call("{shape = 'circle', radius = 1}, {0, 0, 0}, {0, 0, 1}"), 2,
      start .. ": got 3 numbers, a 2D target takes 2" },
    { "a flat question by a described sphere", call("{shape = 'sphere', radius = 1}, {0, 0}, {0, 1}"), 2,
      start .. ": got 2 numbers, a 3D target takes 3" },
    { "no target, one number", call("{}, 0"), 2, open:format(both, 1, "") },
    { "no target, two numbers", call("{}, 0, 0"), 2, open:format(both, 2, "s") },
    { "no target, three numbers", call("{}, 0, 0, 1"), 2, open:format(both, 3, "s") },
    { "no target, eight numbers", call("{}, 0, 0, 1, 0, 0, 0, 0, 1"), 2, open:format(both, 8, "s") },
    { "no target, four numbers and a table", call("{}, 0, 0, 1, 0, {0, 1}"), 6,
      "unknown option [1]" },
    { "no target, no vector", call("{}"), 2, start .. ": vector expected, got no value" },
    { "no target, a string", call("{}, '0', 0, 1, 0"), 2, start .. ": number expected, got string" },
    { "no target, one component", call("{}, {1}, {0, 1}"), 2, start .. ": got 1 number, 2 or 3 are expected" },
    { "no target, vectors that differ", call("{}, {0, 0}, {0, 1, 0}"), 3,
      toward .. ": got 3 numbers, a 2D target takes 2" },
    { "no target, vectors that differ the other way", call("{}, {0, 0, 0}, {0, 1}"), 3,
      toward .. ": got 2 numbers, a 3D target takes 3" },
    { "no target, one of which came in numbers", call("{}, {0, 0, 0}, 0, 1"), 3,
      toward .. ": got 2 numbers, a 3D target takes 3" },
  }
end

for _, cast in ipairs(casts) do
  for _, ending in ipairs { "", "_any", "_all" } do
    local name = cast[1] .. ending
    local function misused(rows) describe_misuse(name .. " in 2D", name, rows) end
    misused(cast_misuses(name, cast[2], cast[3]))
    if cast[1] ~= "segmentcast" then
      misused {
        { "a zero direction", ("disc:%s(0, 0, 0, 0)"):format(name), 3,
          "direction must not be zero; first test whether both points are equal, or call segmentcast" },
        { "a zero vector", ("disc:%s({0, 0}, {0, -0})"):format(name), 2,
          "direction must not be zero; first test whether both points are equal, or call segmentcast" },
        { "a zero direction but for its z", ("disc:%s({0, 0}, setmetatable({}, {__index = {x = 0, y = 0, z = 1}}))")
          :format(name), 2,
        "direction must not be zero; first test whether both points are equal, or call segmentcast" },
        { "six numbers that go along z", ("disc:%s(0, 0, 0, 0, 0, 1)"):format(name), 1,
          cast[2] .. " and direction: got 6 numbers, a 2D target takes 4" },
      }
    end
    if cast[1] == "raycast" then
      misused {
        { "max below 0", ("disc:%s(0, 0, 0, 1, -1)"):format(name), 5, "max must not be negative, got -1" },
        { "max and options", ("disc:%s(0, 0, 0, 1, 1, {})"):format(name), 6, "unexpected argument, got table" },
      }
    else
      misused {
        { "max", ("disc:%s(0, 0, 0, 1, 1)"):format(name), 5, "options (table) expected, got number" },
        { "no target and max", ("collide.%s({}, 0, 0, 0, 1, 1)"):format(name), 6,
          "options (table) expected, got number" },
      }
    end
  end
end
