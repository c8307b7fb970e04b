-- SPDX-License-Identifier: MIT
--
-- Every misuse of pairs, and its error; see arguments_spec.lua.
local collide = require("collide")
local misuse = dofile("spec/support/misuse.lua")

local function named(x, y, z) return setmetatable({}, { __index = { x = x, y = y, z = z } }) end

local env = {
  collide = collide, nan = 0 / 0, huge = math.huge, print = print, io = io, pi = math.pi,
  thread = coroutine.create(function() end),
  disc = collide.circle { radius = 1 }, tile = collide.rect { half = { 2, 1 } },
  turned = collide.rect { half = { 2, 1 }, rotation = 0.5 },
  triangle = collide.triangle { { 0, 0 }, { 4, 0 }, { 0, 4 } },
  solid = collide.triangle { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 } },
  ball = collide.sphere { radius = 1 }, box = collide.box { half = { 1, 1, 1 } },
  described = { shape = "circle", radius = 1 }, described_ball = { shape = "sphere", radius = 1 },
  map = collide.grid { dimensions = 2 }, cubes = collide.grid {},
  far = collide.rect { half = { 1, 1 }, position = { 50, 0 } },
  nameless = setmetatable({}, { __index = function() return nil end }),
  stringy = named(1, "2"), lone = named(1), infinite = named(1, math.huge),
}

local nameless_table = "shape expected, got a table without a name under shape, as in {shape='sphere', radius=1}"
local nested = "shape expected, got an array; an array within an array is no shape"
local two_targets = "a shape or point expected beside a grid, a mesh, a world or an array; only two grids "
  .. "(overlap, distance), and a mesh beside a mesh, a world or an array, have a test"

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

-- ---- Two shapes or points -----------------------------------------------------------

for _, name in ipairs { "overlap", "contact", "distance" } do
  local function call(arguments) return ("collide.%s(%s)"):format(name, arguments) end
  local wanted = "shape or point expected, got "

  describe_misuse(name, name, {
    { "nothing", call "", 1, wanted .. "no value" },
    { "one shape", call "disc", 2, wanted .. "no value" },
    { "one point", call "{1, 2}", 2, wanted .. "no value" },
    { "one point in numbers", call "1, 2", 3, wanted .. "no value" },
    { "nil first", call "nil, disc", 1, wanted .. "nil" },
    { "nil second", call "disc, nil", 2, wanted .. "nil" },
    { "a boolean", call "true, disc", 1, wanted .. "boolean" },
    { "a string", call "disc, 'tile'", 2, wanted .. "string" },
    { "a number as a string", call "'1', '2', disc", 1, wanted .. "string" },
    { "a function", call "print, disc", 1, wanted .. "function" },
    { "a thread", call "disc, thread", 2, wanted .. "thread" },
    { "a string in place", call "1, '2', disc", 2, "point: number expected, got string" },
    { "a string in place, second", call "disc, 1, '2'", 3, "point: number expected, got string" },
    { "a boolean in place", call "disc, 1, true", 3, "point: number expected, got boolean" },
    { "one number", call "1, disc", 1, "point: got 1 number, a 2D shape takes 2" },
    { "one number second", call "disc, 1", 2, "point: got 1 number, a 2D shape takes 2" },
    { "three numbers first", call "1, 2, 3, disc", 3, "point: got 1 number, a 2D shape takes 2" },
    { "three numbers second", call "disc, 1, 2, 3", 4, "unexpected argument, got number" },
    { "three numbers alone", call "1, 2, 3", 3, "point: got 1 number, a 2D shape takes 2" },
    { "five numbers", call "1, 2, 3, 4, 5", 5, "unexpected argument, got number" },
    { "three components", call "disc, {1, 2, 3}", 2, "point: got 3 numbers, a 2D shape takes 2" },
    { "three components first", call "{1, 2, 3}, disc", 1, "point: got 3 numbers, a 2D shape takes 2" },
    { "three components by name", call "disc, {x = 1, y = 2, z = 3}", 2, "point: got 3 numbers, a 2D shape takes 2" },
    { "three components beside a description", call "described, {1, 2, 3}", 2,
      "point: got 3 numbers, a 2D shape takes 2" },
    { "one component", call "disc, {1}", 2, "point: got 1 number, a 2D shape takes 2" },
    { "one component by name", call "{x = 1}, disc", 1, "point: got 1 number, a 2D shape takes 2" },
    { "one component of an object", call "lone, disc", 1, "point: got 1 number, a 2D shape takes 2" },
    { "a string in a point", call "disc, {1, '2'}", 2, "point[2]: number expected, got string" },
    { "a string by name", call "{x = 1, y = '2'}, disc", 1, "point.y: number expected, got string" },
    { "a string in an object", call "disc, stringy", 2, "point.y: number expected, got string" },
    { "nan in place", call "disc, nan, 1", 2, "point must be finite, got nan" },
    { "nan in place, second", call "disc, 1, nan", 3, "point must be finite, got nan" },
    { "infinity in a point", call "{1, -huge}, disc", 1, "point must be finite, got -inf" },
    { "infinity in an object", call "disc, infinite", 2, "point must be finite, got inf" },
    { "a file", call "disc, io.stdout", 2, "point: vector expected, got userdata" },
    { "a table that names no shape", call "{radius = 1}, disc", 1, nameless_table },
    { "an object that is nothing", call "disc, nameless", 2, nameless_table },
    { "two arrays", call "{disc}, {tile, tile}", 2, two_targets },
    { "a grid and an array", call "map, {tile}", 2, two_targets },
    { "a map of 2D and one of 3D", call "map, cubes", 2, name == "contact" and two_targets
      or "a 2D grid expected beside a 2D grid, got a 3D one" },
    { "a grid of 3D", call "disc, cubes", 2, "a 2D target expected beside a 2D circle, got a 3D one" },
    { "an array with a solid", call "disc, {far, ball}", 2, "target[2]: a 2D shape expected, got a 3D sphere" },
    { "an array of solids", call "{ball}, disc", 2, "a 2D target expected beside a 2D circle, got a 3D one" },
    { "an array with a hole", call "disc, {far, nil, far}", 2,
      "target: array without holes expected, nothing at [2]" },
    { "an array of arrays", call "disc, {{tile}}", 2, "target[1]: " .. nested },
    { "an array of points", call "disc, {{1, 2}, {3, 4}}", 2, "target[1]: " .. nameless_table },
    { "an unknown shape", call "disc, {shape = 'disk', radius = 1}", 2, "unknown shape 'disk'" },
    { "a shape that is no string", call "{shape = 1}, disc", 1, "shape: string expected, got number" },
    { "a shape without sizes", call "{shape = 'circle'}, disc", 1, "radius: number expected, got nil" },
    { "an unknown field", call "disc, {shape = 'circle', raduis = 1}", 2,
      "unknown field 'raduis'; a circle takes radius" },
    { "nan in a description", call "disc, {shape = 'circle', radius = nan}", 2, "radius must be finite, got nan" },
    { "a mistake in a pose", call "{shape = 'rect', half = {1, 1}, scale = 0}, disc", 1, "scale must not be zero" },
    { "a concave polygon", call "disc, {shape = 'polygon', points = {{0, 0}, {4, 0}, {1, 1}, {0, 4}}}", 2,
      "points[3]: concave there" },
    { "a mistaken description behind numbers", call "1, 2, {shape = 'circle'}", 3, "radius: number expected, got nil" },
    { "a third shape", call "disc, tile, triangle", 3, "unexpected argument, got shape" },
    { "a third point", call "disc, tile, {1, 2}", 3, "unknown option [1]" },
    { "an unknown option", call "disc, {tile}, {ignroe = tile}", 3, "unknown option 'ignroe'" },
    { "a filter that is none", call "disc, {tile}, {filter = tile}", 3, "filter: function expected, got shape" },
    { "a number to choose by", call "disc, {tile}, {only = 1}", 3,
      "only: shape, grid or layer expected, got number" },
    { "a number among what to pass over", call "disc, {tile}, {ignore = {tile, 1}}", 3,
      "ignore[2]: shape, grid or layer expected, got number" },
    { "a number too many", call "disc, tile, 0", 3, "unexpected argument, got number" },
    { "an argument behind numbers", call "1, 2, disc, true", 4, "unexpected argument, got boolean" },
    { "an argument behind options", call "disc, tile, {}, {}", 4, "unexpected argument, got table" },
    { "an option of others", call "disc, {1, 2}, {limit = 1}", 3, "unknown option 'limit'" },

    { "a solid beside a flat one", call "disc, ball", 2, "a 2D shape expected beside a 2D circle, got a 3D sphere" },
    { "a flat one beside a solid", call "ball, disc", 2, "a 3D shape expected beside a 3D sphere, got a 2D circle" },
    { "triangles of 2D and 3D", call "triangle, solid", 2,
      "a 2D shape expected beside a 2D triangle, got a 3D triangle" },
    { "described ones of 2D and 3D", call "described_ball, described", 2,
      "a 3D shape expected beside a 3D sphere, got a 2D circle" },
    { "a mistake rather than a solid", call "disc, {shape = 'sphere'}", 2, "radius: number expected, got nil" },

    { "a solid and a point of 2D", call "ball, {1, 2}", 2, "point: got 2 numbers, a 3D shape takes 3" },
    { "a solid and a point of 2D in numbers", call "ball, 1, 2", 2, "point: got 2 numbers, a 3D shape takes 3" },
    { "a point of 2D and a solid", call "{1, 2}, box", 1, "point: got 2 numbers, a 3D shape takes 3" },
    { "a point of 2D in numbers and a solid", call "1, 2, described_ball", 1,
      "point: got 2 numbers, a 3D shape takes 3" },
    { "an object of 2D and a solid", call "lone, box", 1, "point: got 1 number, a 3D shape takes 3" },
    { "four numbers behind a solid", call "ball, 1, 2, 3, 4", 5, "unexpected argument, got number" },
    { "nan behind a solid", call "ball, 1, nan, 3", 3, "point must be finite, got nan" },
    { "points of 3D and 2D", call "{1, 2, 3}, {1, 2}", 2, "point: got 2 numbers, a 3D shape takes 3" },
  })

  describe_misuse(name .. " as a method", name, {
    { "nothing", ("disc:%s()"):format(name), 1, wanted .. "no value" },
    { "one number", ("disc:%s(1)"):format(name), 1, "point: got 1 number, a 2D shape takes 2" },
    { "a string", ("disc:%s('tile')"):format(name), 1, wanted .. "string" },
    { "a solid", ("disc:%s(ball)"):format(name), 1, "a 2D shape expected beside a 2D circle, got a 3D sphere" },
    { "two shapes", ("disc:%s(tile, tile)"):format(name), 2, "unexpected argument, got shape" },
    { "'.' for ':'", ("disc.%s(tile)"):format(name), 2, wanted .. "no value" },
    { "'.' for ':' and a point", ("disc.%s(1, 2)"):format(name), 3, wanted .. "no value" },
  })
end

-- ---- A shape and a point ---------------------------------------------------------------

for _, name in ipairs { "closest", "contains" } do
  local function call(arguments) return ("collide.%s(%s)"):format(name, arguments) end

  describe_misuse(name, name, {
    { "nothing", call "", 1, "shape expected, got no value" },
    { "no point", call "disc", 2, "point: vector expected, got no value" },
    { "a shape for the point", call "disc, disc", 2,
      "point: vector expected, got shape; overlap, contact and distance take two shapes" },
    { "a description for the point", call "disc, described", 2, "point: vector expected, got table" },
    { "a point for the shape", call "{1, 2}, disc", 1, "shape expected, got a point" },
    { "an object for the shape", call "lone, {1, 2}", 1, "shape expected, got a point" },
    { "a number for the shape", call "1, 2, disc", 1, "shape expected, got number" },
    { "a string for the shape", call "'disc', 1, 2", 1, "shape expected, got string" },
    { "a table that names no shape", call "{radius = 1}, 1, 2", 1, nameless_table },
    { "an array with a solid", call "{disc, ball}, 1, 2", 1, "target[2]: a 2D shape expected, got a 3D sphere" },
    { "an unknown shape", call "{shape = 'disk'}, 1, 2", 1, "target: unknown shape 'disk'" },
    { "a string for the point", call "disc, '1', '2'", 2, "point: number expected, got string" },
    { "a string in place", call "disc, 1, '2'", 3, "point: number expected, got string" },
    { "one number", call "disc, 1", 2, "point: got 1 number, a 2D shape takes 2" },
    { "three numbers", call "disc, 1, 2, 3", 4, "unexpected argument, got number" },
    { "three components", call "disc, {1, 2, 3}", 2, "point: got 3 numbers, a 2D shape takes 2" },
    { "nan", call "disc, {nan, 1}", 2, "point must be finite, got nan" },
    { "infinity", call "disc, 1, huge", 3, "point must be finite, got inf" },
    { "two numbers in 3D", call "ball, 1, 2", 2, "point: got 2 numbers, a 3D shape takes 3" },
    { "two components in 3D", call "ball, {1, 2}", 2, "point: got 2 numbers, a 3D shape takes 3" },
    { "four components in 3D", call "ball, {1, 2, 3, 4}", 2, "point: got 4 numbers, a 3D shape takes 3" },
    { "four numbers in 3D", call "ball, 1, 2, 3, 4", 5, "unexpected argument, got number" },
    { "two points", call "disc, {1, 2}, {3, 4}", 3, "unknown option [1]" },
    { "an unknown option", call "disc, {1, 2}, {into = {}}", 3, "unknown option 'into'" },
  })

  describe_misuse(name .. " as a method", name, {
    { "nothing", ("disc:%s()"):format(name), 1, "point: vector expected, got no value" },
    { "three numbers", ("disc:%s(1, 2, 3)"):format(name), 3, "unexpected argument, got number" },
    { "'.' for ':'", ("disc.%s({1, 2})"):format(name), 1, "shape expected, got a point" },
    { "'.' for ':' in numbers", ("disc.%s(1, 2)"):format(name), 1, "shape expected, got number" },
  })
end

-- ---- Triangles ---------------------------------------------------------------------------

describe_misuse("triangle_region", "triangle_region", {
  { "nothing", "collide.triangle_region()", 1, "shape expected, got no value" },
  { "no point", "collide.triangle_region(triangle)", 2, "point: vector expected, got no value" },
  { "a circle", "collide.triangle_region(disc, 1, 2)", 1, "2D triangle expected, got circle" },
  { "a 3D triangle", "collide.triangle_region(solid, 1, 2)", 1, "2D triangle expected, got a 3D triangle" },
  { "a sphere", "collide.triangle_region(ball, {1, 2})", 1, "2D triangle expected, got a 3D sphere" },
  { "a point for the triangle", "collide.triangle_region({1, 2}, triangle)", 1, "shape expected, got a point" },
  { "a shape for the point", "collide.triangle_region(triangle, disc)", 2,
      "point: vector expected, got shape; overlap, contact and distance take two shapes" },
  { "one number", "collide.triangle_region(triangle, 1)", 2, "point: got 1 number, a 2D shape takes 2" },
  { "three numbers", "triangle:triangle_region(1, 2, 3)", 3, "unexpected argument, got number" },
  { "three components", "triangle:triangle_region({1, 2, 3})", 1, "point: got 3 numbers, a 2D shape takes 2" },
  { "nan", "triangle:triangle_region(nan, 2)", 1, "point must be finite, got nan" },
})

for _, name in ipairs { "triangle_rect_pef", "triangle_rect_sat" } do
  local function call(arguments) return ("collide.%s(%s)"):format(name, arguments) end
  describe_misuse(name, name, {
    { "nothing", call "", 1, "shape expected, got no value" },
    { "no rect", call "triangle", 2, "shape expected, got no value" },
    { "the rect first", call "tile, triangle", 1, "2D triangle expected, got rect" },
    { "a 3D triangle", call "solid, tile", 1, "2D triangle expected, got a 3D triangle" },
    { "a box", call "triangle, box", 2, "rect expected, got a 3D box" },
    { "a circle", call "triangle, disc", 2, "rect expected, got circle" },
    { "two triangles", call "triangle, triangle", 2, "rect expected, got triangle" },
    { "a point for the rect", call "triangle, {1, 2}", 2, "shape expected, got a point" },
    { "numbers for the rect", call "triangle, 1, 2", 2, "shape expected, got number" },
    { "a rotated rect", call "triangle, turned", 2, "rect without rotation expected; overlap takes any" },
    { "a rect rotated by a quarter", call "triangle, {shape = 'rect', half = {1, 1}, rotation = pi / 2}", 2,
      "rect without rotation expected; overlap takes any" },
    { "a third shape", call "triangle, tile, tile", 3, "unexpected argument, got shape" },
    { "'.' for ':'", ("triangle.%s(tile)"):format(name), 2, "shape expected, got no value" },
    { "a rotated rect, as a method", ("triangle:%s(turned)"):format(name), 1,
      "rect without rotation expected; overlap takes any" },
  })
end

-- ---- What is no mistake --------------------------------------------------------------------

describe("pairs accept", function()
  local disc = env.disc

  it("nil after the last argument", function()
    assert.is_true(collide.overlap(disc, env.tile, nil))
    assert.is_true(disc:contains(0.5, 0.5, nil))
    assert.is_true(collide.overlap(0.5, 0.5, disc, nil, nil))
  end)

  it("a userdata or object with an extra z", function()
    assert.is_true(collide.overlap(disc, named(0.5, 0.5, "z")))
    assert.is_true(collide.overlap(named(0.5, 0.5, 0 / 0), disc))
    assert.is_true(disc:contains(named(0.5, 0.5, 9)))
  end)

  it("a LuaJIT struct with a z, and one without", function()
    local ok, ffi = pcall(require, "ffi")
    if not ok or type(jit) ~= "table" then return end -- luacheck: ignore 113
    local three = ffi.new("struct { double x, y, z; }", 0.5, 0.5, 7)
    local two = ffi.new("struct { float x, y; }", 0.5, 0.5)
    for _, vector in ipairs { three, two } do
      assert.is_true(collide.overlap(disc, vector))
      assert.is_true(collide.overlap(vector, disc))
      assert.equal(0, (collide.distance(vector, disc)))
      assert.is_true(disc:contains(vector))
      assert.equal(7, collide.triangle_region(env.triangle, vector))
    end
  end)

  it("a description with a metatable, and a vector in one", function()
    local described = setmetatable({}, { __index = { shape = "circle", radius = 1 } })
    assert.is_true(collide.overlap(described, setmetatable({ 0.5, 0.5 }, {})))
  end)
end)

describe("an error raised by a vector", function()
  it("is passed on unchanged", function()
    local raising = setmetatable({}, { __index = function() error({ "mine" }, 0) end })
    for _, call in ipairs {
      function() collide.overlap(raising, env.disc) end, function() collide.overlap(env.disc, raising) end,
      function() collide.contact(env.disc, raising) end, function() collide.distance(raising, 1, 2) end,
      function() collide.closest(env.disc, raising) end, function() collide.contains(env.disc, raising) end,
      function() collide.triangle_region(env.triangle, raising) end,
      function() collide.triangle_rect_pef(env.triangle, raising) end,
    } do
      local ok, raised = pcall(call)
      assert.is_false(ok)
      assert.same({ "mine" }, raised)
    end
  end)
end)
