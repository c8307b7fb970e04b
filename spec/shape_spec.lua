-- SPDX-License-Identifier: MIT
--
-- Shapes: how their dimensions are decided, their poses, and their getters.
local collide = require("collide")
local flat_shapes = require("spec.support.flat_shapes")
local generator = require("spec.support.random").generator

local unpack = table.unpack or unpack -- luacheck: ignore 143

local identity = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }
local half_turn_about_z = { 0, 0, 1, 0 }
local quarter_about_z = { 0, 0, 1, 1 } -- x goes to y; of any length

local function hits(shape, x, y, z) return collide.segmentcast_any(shape, x, y, z, x, y, z) end

-- Bounds under rotation or matrix are rounded outward, by a hair.
local function assert_bounds(expected, shape)
  local low, high = shape:bounds()
  for i, axis in ipairs { "x", "y", "z" } do
    assert.is_true(low[axis] <= expected[i] and low[axis] > expected[i] - 1e-12)
    assert.is_true(high[axis] >= expected[3 + i] and high[axis] < expected[3 + i] + 1e-12)
  end
end

describe("a pose", function()
  it("translates", function()
    local box = collide.box { half = { 1, 1, 1 }, position = { 10, 0, 0 } }
    assert.is_true(hits(box, 11, 1, 1))
    assert.is_false(hits(box, 8.999, 0, 0))
  end)

  it("scales, then rotates, then translates", function()
    local box = collide.box {
      half = { 1, 1, 1 }, scale = { 3, 1, 1 }, rotation = quarter_about_z, position = { 10, 0, 0 },
    }
    assert.is_true(hits(box, 10, 2.9, 0))
    assert.is_false(hits(box, 12.9, 0, 0))
  end)

  it("rotates by a quaternion of any length", function()
    for _, length in ipairs { 1e-6, 1, 1e6 } do
      local box = collide.box { half = { 3, 1, 1 }, rotation = { 0, 0, length, length } }
      assert.is_true(hits(box, 0, 2.999, 0))
      assert.is_false(hits(box, 2.999, 0, 0))
    end
  end)

  it("may mirror", function()
    local cone = collide.cone { radius = 1, height = 2, scale = { 1, -1, 1 } }
    assert.is_true(hits(cone, 0.9, 2, 0))
    assert.is_false(hits(cone, 0, -1, 0))
  end)

  it("may be a matrix, column by column", function()
    -- x goes to 2y, y to -x, z to z, then by 7, 8, 9.
    local box = collide.box {
      half = { 1, 0.5, 1 }, transform = { 0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1 },
    }
    assert.is_true(hits(box, 7, 9.9, 9))
    assert.is_false(hits(box, 7.6, 8, 9))
    assert_bounds({ 6.5, 6, 8, 7.5, 10, 10 }, box)
  end)

  it("may shear", function()
    -- y goes to x + y: a box becomes a parallelepiped.
    local box = collide.box {
      half = { 1, 1, 1 }, transform = { 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 },
    }
    assert.is_true(hits(box, 1.9, 0.95, 0))
    assert.is_false(hits(box, -1.9, 0.95, 0))
  end)
end)

describe("a setter", function()
  it("accepts numbers or a vector", function()
    local ball = collide.sphere { radius = 1 }
    ball:set_position(1, 2, 3)
    assert.same({ 1, 2, 3 }, ball:describe().position)
    ball:set_position { x = 4, y = 5, z = 6 }
    assert.same({ 4, 5, 6 }, ball:describe().position)
    ball:set_rotation(0, 0, 1, 0)
    assert.same(half_turn_about_z, ball:describe().rotation)
    ball:set_rotation { x = 0, y = 0, z = 0, w = 1 }
    assert.same({ 0, 0, 0, 1 }, ball:describe().rotation)
    ball:set_scale(2)
    assert.equal(2, ball:describe().scale)
    ball:set_scale { 2, 3, 4 }
    assert.same({ 2, 3, 4 }, ball:describe().scale)
    ball:set_scale(5, 6, 7)
    assert.same({ 5, 6, 7 }, ball:describe().scale)
  end)

  it("changes its part and leaves the others", function()
    local box = collide.box { half = { 3, 1, 1 }, position = { 10, 0, 0 } }
    box:set_rotation(quarter_about_z)
    assert.is_true(hits(box, 10, 2.9, 0))
    box:set_scale(2)
    assert.is_true(hits(box, 10, 5.9, 0))
    box:set_position(0, 0, 0)
    assert.is_true(hits(box, 0, 5.9, 0))
    assert.is_false(hits(box, 10, 0, 0))
  end)

  it("does not accumulate", function()
    local ball = collide.sphere { radius = 1 }
    for _ = 1, 3 do
      ball:set_scale(2)
      ball:set_position(1, 0, 0)
    end
    assert.same({ { x = -1, y = -2, z = -2 }, { x = 3, y = 2, z = 2 } }, { ball:bounds() })
  end)

  it("of the transform replaces all others", function()
    local box = collide.box { half = { 1, 1, 1 }, position = { 5, 5, 5 }, scale = 3 }
    box:set_transform(identity)
    assert.same({ { x = -1, y = -1, z = -1 }, { x = 1, y = 1, z = 1 } }, { box:bounds() })
  end)

  it("of the position moves a shape that has a transform", function()
    local transform = { 0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1 }
    local box = collide.box { half = { 1, 1, 1 }, transform = transform }
    box:set_position(1, 2, 3)
    assert.same({ 0, 2, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 1, 2, 3, 1 }, box:describe().transform)
    assert_bounds({ 0, 0, 2, 2, 4, 4 }, box)
    assert.equal(7, transform[13])
  end)

  it("returns the shape", function()
    local box, disc = collide.box { half = { 1, 2, 3 } }, collide.circle { radius = 1 }
    assert.equal(box, box:set_transform { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 4, 5, 6, 1 })
    local other = collide.box { half = { 1, 2, 3 } }
    assert.equal(other, other:set_rotation { 0, 0, 0, 1 })
    assert.equal(other, other:set_scale { 1, 2, 3 })
    assert.equal(disc, disc:set_scale { 2, 2 })
    for _, set in ipairs {
      { other, "set_position", 1, 2, 3 }, { other, "set_position", { 1, 2, 3 } }, { disc, "set_position", 1, 2 },
      { disc, "set_position", { x = 1, y = 2 } }, { other, "set_rotation", 0, 0, 0, 1 }, { disc, "set_rotation", 1 },
      { other, "set_scale", 2 }, { other, "set_scale", 1, 2, 3 }, { disc, "set_scale", 2 },
    } do
      local shape, method = set[1], set[2]
      assert.equal(1, select("#", shape[method](shape, unpack(set, 3))))
      assert.equal(shape, (shape[method](shape, unpack(set, 3))))
    end
  end)

  it("leaves the shape unchanged if it raises an error", function()
    local ball = collide.sphere { radius = 1, position = { 1, 2, 3 }, scale = 2 }
    local before = ball:describe()
    local trap = setmetatable({}, {
      __index = function(_, key) return key == "z" and error("trap", 0) or 1 end,
    })
    for method, arguments in pairs {
      set_position = { 1, 2, 0 / 0 }, set_rotation = { 0, 0, 0, 0 }, set_scale = { 0 },
      set_transform = { { 1, 2, 3 } },
    } do
      assert.is_false((pcall(ball[method], ball, unpack(arguments))))
      assert.is_false((pcall(ball[method], ball, trap)))
      assert.same(before, ball:describe())
      assert.same({ { x = -1, y = 0, z = 1 }, { x = 3, y = 4, z = 5 } }, { ball:bounds() })
    end
  end)
end)

describe("a getter", function()
  local function plain(v) return v and { v.x, v.y, v.z, v.w } end

  it("returns the value as it was given", function()
    local box = collide.box {
      half = { 1, 2, 3 }, position = { 4, 5, 6 }, rotation = { 0, 0, 3, 4 }, scale = { 1, -2, 3 },
    }
    assert.same({ x = 4, y = 5, z = 6 }, box:get_position())
    assert.same({ x = 0, y = 0, z = 3, w = 4 }, box:get_rotation())
    assert.same({ x = 1, y = -2, z = 3 }, box:get_scale())
    local rect = collide.rect { half = { 1, 2 }, position = { 4, 5 }, rotation = 0.1, scale = { 2, 3 } }
    assert.same({ x = 4, y = 5 }, rect:get_position())
    assert.equal(0.1, rect:get_rotation())
    assert.same({ x = 2, y = 3 }, rect:get_scale())
  end)

  it("returns the origin for a shape without a pose", function()
    for _, shape in ipairs { collide.sphere { radius = 1 }, collide.box { min = { 1, 1, 1 }, max = { 2, 2, 2 } },
      collide.cone { radius = 1, height = 2, position = { 0, 0, 0 } } } do
      assert.same({ 0, 0, 0 }, plain(shape:get_position()))
      assert.same({ 0, 0, 0, 1 }, plain(shape:get_rotation()))
      assert.same({ 1, 1, 1 }, plain(shape:get_scale()))
    end
    local flat = collide.polygon { { 0, 0 }, { 1, 0 }, { 0, 1 } }
    assert.same({ 0, 0 }, plain(flat:get_position()))
    assert.equal(0, flat:get_rotation())
    assert.same({ 1, 1 }, plain(flat:get_scale()))
  end)

  it("returns a value that was set later, and its setter accepts that value", function()
    local box, disc = collide.box { half = { 1, 2, 3 } }, collide.circle { radius = 1 }
    box:set_position(1, 2, 3)
    box:set_rotation(1, 0, 0, 2)
    box:set_scale(0.5)
    disc:set_rotation(-7)
    disc:set_scale(3)
    assert.same({ 0.5, 0.5, 0.5 }, plain(box:get_scale()))
    assert.same({ 3, 3 }, plain(disc:get_scale()))
    assert.equal(-7, disc:get_rotation())
    local copy = collide.box { half = { 1, 2, 3 } }
    copy:set_position(box:get_position())
    copy:set_rotation(box:get_rotation())
    copy:set_scale(box:get_scale())
    assert.same({ box:bounds() }, { copy:bounds() })
    copy:set_position(box:get_position("numbers"))
    copy:set_rotation(box:get_rotation("numbers"))
    copy:set_scale(box:get_scale("numbers"))
    assert.same({ box:bounds() }, { copy:bounds() })
    disc:set_scale(disc:get_scale())
    assert.same({ { x = -3, y = -3 }, { x = 3, y = 3 } }, { disc:bounds() })
  end)

  it("answers in numbers after the word", function()
    local box = collide.box { half = { 1, 2, 3 }, position = { 4, 5, 6 }, rotation = { 0, 0, 3, 4 }, scale = 2 }
    local rect = collide.rect { half = { 1, 2 }, position = { 4, 5 }, rotation = 0.1, scale = { 2, 3 } }
    assert.same({ 4, 5, 6 }, { box:get_position("numbers") })
    assert.same({ 0, 0, 3, 4 }, { box:get_rotation("numbers") })
    assert.same({ 2, 2, 2 }, { box:get_scale("numbers") })
    assert.same({ 4, 5 }, { rect:get_position("numbers") })
    assert.same({ 0.1 }, { rect:get_rotation("numbers") })
    assert.same({ 2, 3 }, { rect:get_scale("numbers") })
  end)

  it("returns only the translation of a transform", function()
    local box = collide.box { half = { 1, 1, 1 }, transform = { 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 4, 5, 6, 1 } }
    assert.same({ 4, 5, 6 }, plain(box:get_position()))
    assert.is_nil(box:get_rotation())
    assert.is_nil(box:get_scale())
    assert.equal(1, select("#", box:get_scale("numbers")))
  end)

  it("returns a new table, which prints itself", function()
    local box = collide.box { half = { 1, 1, 1 }, position = { 4, 5, 6 } }
    box:get_position().x = 9
    box:get_rotation().w = 9
    assert.equal("(4, 5, 6) (0, 0, 0, 1)", tostring(box:get_position()) .. " " .. tostring(box:get_rotation()))
  end)

  it("accepts a description, and no argument except the word", function()
    local told = { shape = "sphere", radius = 1, position = { 1, 2, 3 } }
    local ball = collide.sphere { radius = 1 }
    assert.same({ 1, 2, 3 }, plain(ball.get_position(told)))
    for _, name in ipairs { "get_position", "get_rotation", "get_scale" } do
      assert.has_error(function() ball[name](ball, 1) end,
        "bad argument #2 to '" .. name
          .. "' (unexpected argument, got number; only the word 'numbers' is allowed there)")
      assert.has_error(function() ball[name](7) end,
        "bad argument #1 to '" .. name
          .. "' (shape expected, got number; a method is called with a colon, shape:" .. name .. "(...))")
    end
  end)
end)

describe("bounds", function()
  local function bounds_of(name, fields)
    local low, high = collide[name](fields):bounds()
    return { low.x, low.y, low.z, high.x, high.y, high.z }
  end

  it("contain the shape, tightly if they are exact", function()
    assert.same({ -1, 1, 2, 3, 5, 6 }, bounds_of("sphere", { radius = 2, position = { 1, 3, 4 } }))
    assert.same({ -1, -2, -3, 1, 2, 3 }, bounds_of("box", { half = { 1, 2, 3 } }))
    assert.same({ -0.5, -1, -1.5, 0.5, 1, 1.5 }, bounds_of("box", { size = { 1, 2, 3 } }))
    assert.same({ 1, 2, 3, 4, 5, 6 }, bounds_of("box", { min = { 1, 2, 3 }, max = { 4, 5, 6 } }))
    assert.same({ -2, -3, -2, 2, 3, 2 }, bounds_of("cylinder", { radius = 2, half_height = 3 }))
    assert.same({ -2, -3, -2, 2, 0, 2 }, bounds_of("cone", { radius = 2, height = 3 }))
    assert.same({ -2, -5, -2, 2, 5, 2 }, bounds_of("capsule", { radius = 2, half_height = 3 }))
    assert.same({ -1, -1, -1, 4, 1, 1 },
      bounds_of("capsule", { a = { 0, 0, 0 }, b = { 3, 0, 0 }, radius = 1 }))
    assert.same({ 0, 0, -1, 2, 3, 5 }, bounds_of("triangle", { { 0, 0, -1 }, { 2, 0, 0 }, { 1, 3, 5 } }))
  end)

  it("of a plane are finite if the plane is perpendicular to an axis", function()
    local inf = math.huge
    local function plane(x, y, z, distance)
      return bounds_of("plane", { normal = { x, y, z }, distance = distance })
    end
    assert.same({ -inf, -inf, -inf, inf, 2, inf }, plane(0, 2, 0, 4))
    assert.same({ -inf, -inf, -2, inf, inf, inf }, plane(0, 0, -1, 2))
    assert.same({ -inf, -inf, -inf, inf, inf, inf }, plane(1, 1, 0, 2))
  end)

  it("ignore hollow", function()
    assert.same({ -1, -1, -1, 1, 1, 1 }, bounds_of("sphere", { radius = 1, hollow = true }))
  end)

  it("contain the shape in its pose", function()
    assert_bounds({ -1, -3, -1, 1, 3, 1 }, collide.box { half = { 3, 1, 1 }, rotation = quarter_about_z })
  end)
end)

describe("project", function()
  it("returns the lowest and highest value along an axis of any length", function()
    assert.same({ -4, 8 }, { collide.sphere({ radius = 3, position = { 1, 0, 0 } }):project(2, 0, 0) })
    assert.same({ -6, 6 }, { collide.box({ half = { 1, 2, 3 } }):project(1, -1, 1) })
    assert.same({ -3, 0 }, { collide.cone({ radius = 2, height = 3 }):project { 0, 1, 0 } })
    assert.same({ 0, 3 }, { collide.triangle({ { 0, 0, 0 }, { 1, 0, 0 }, { 0, 3, 0 } }):project(0, 1, 0) })
  end)

  it("of a plane is infinite except along its normal", function()
    local plane = collide.plane { normal = { 0, 2, 0 }, distance = 4 }
    assert.same({ -math.huge, 2 }, { plane:project(0, 1, 0) })
    assert.same({ -4, math.huge }, { plane:project(0, -2, 0) })
    assert.same({ -math.huge, math.huge }, { plane:project(1, 1, 0) })
  end)

  it("of a plane far away is never nan", function() -- found by fuzz, issue 10
    local flat = collide.plane { normal = { 2, 1 }, distance = -0.5, position = { 1e299, 0.5 } }
    assert.same({ -math.huge, 2e299 }, { flat:project(2, 1) })
    assert.same({ -2e299, math.huge }, { flat:project(-2, -1) })
    for exponent = 290, 299 do
      local solid = collide.plane { normal = { 3, 0, 0 }, distance = 1, position = { 10 ^ exponent, 0, 0 } }
      local low, high = solid:bounds()
      assert.equal(-math.huge, low.x)
      assert.is_true(high.x > 9e289) -- as nan is not
    end
  end)
end)

describe("a triangle", function()
  local triangle = collide.triangle { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 3, 0 } }

  it("has a normal by its winding", function()
    assert.same({ x = 0, y = 0, z = 1 }, triangle:normal())
    assert.same({ x = 0, y = 0, z = -1 },
      collide.triangle({ { 0, 0, 0 }, { 0, 3, 0 }, { 2, 0, 0 } }):normal())
  end)

  it("without area has none", function()
    assert.is_nil(collide.triangle({ { 0, 0, 0 }, { 1, 1, 1 }, { 3, 3, 3 } }):normal())
    assert.is_nil(collide.triangle({ { 1, 2, 3 }, { 1, 2, 3 }, { 1, 2, 3 } }):normal())
    assert.equal(1, select("#", collide.normal { shape = "triangle", { 1, 2, 3 }, { 1, 2, 3 }, { 1, 2, 3 } }))
    assert.is_not_nil(collide.triangle({ { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1e-60, 0 } }):normal())
  end)

  it("has three edges, from each point to the next", function()
    assert.same({ { x = 2, y = 0, z = 0 }, { x = -2, y = 3, z = 0 }, { x = 0, y = -3, z = 0 } },
      { triangle:edges() })
  end)

  it("has the edges of its pose", function()
    local turned = collide.triangle {
      { 0, 0, 0 }, { 2, 0, 0 }, { 0, 3, 0 }, scale = { 1, 1, -1 }, rotation = half_turn_about_z,
      position = { 5, 5, 5 },
    }
    assert.same({ { x = -2, y = 0, z = 0 }, { x = 2, y = -3, z = 0 }, { x = 0, y = 3, z = 0 } },
      { turned:edges() })
    assert.same({ x = 0, y = 0, z = 1 }, turned:normal())
    local mirrored = collide.triangle { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 3, 0 }, scale = { -1, 1, 1 } }
    assert.same({ x = 0, y = 0, z = -1 }, mirrored:normal())
  end)
end)

local inf = math.huge
local bounds_of, descriptions, object = flat_shapes.bounds_of, flat_shapes.descriptions, flat_shapes.object
local ORIGIN = collide.circle { radius = 0 }

local function components(vector)
  assert(vector.z == nil)
  return { vector.x, vector.y }
end

local function assert_near(expected, got, most)
  assert.equal(#expected, #got)
  for i, x in ipairs(expected) do
    assert.is_true(math.abs(got[i] - x) <= (most or 1e-15), ("%d: %.17g, not %.17g"):format(i, got[i], x))
  end
end

describe("the length of the vectors", function()
  local function is_flat(shape) return shape:bounds().z == nil end

  it("decides between 2D and 3D", function()
    assert.is_true(is_flat(collide.triangle { { 0, 0 }, { 1, 0 }, { 0, 1 } }))
    assert.is_false(is_flat(collide.triangle { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }))
    assert.is_true(is_flat(collide.segment { { x = 0, y = 0 }, { x = 1, y = 0 } }))
    assert.is_false(is_flat(collide.segment { points = { { x = 0, y = 0, z = 0 }, { 1, 0, 0 } } }))
    assert.is_true(is_flat(collide.plane { normal = { 0, 1 }, distance = 1 }))
    assert.is_false(is_flat(collide.plane { normal = { 0, 1, 0 }, distance = 1 }))
    assert.is_true(is_flat(collide.capsule { a = { 0, 0 }, b = { 1, 0 }, radius = 1 }))
    assert.is_false(is_flat(collide.capsule { a = { 0, 0, 0 }, b = { 1, 0, 0 }, radius = 1 }))
  end)

  it("of a pose decides for a capsule without other vectors", function()
    local function capsule(pose)
      pose.radius, pose.half_height = 1, 2
      return collide.capsule(pose)
    end
    assert.is_false(is_flat(capsule {}))
    assert.is_false(is_flat(capsule { scale = 2 }))
    assert.is_true(is_flat(capsule { position = { 1, 2 } }))
    assert.is_false(is_flat(capsule { position = { 1, 2, 3 } }))
    assert.is_true(is_flat(capsule { rotation = 1 }))
    assert.is_false(is_flat(capsule { rotation = { 0, 0, 0, 1 } }))
    assert.is_true(is_flat(capsule { scale = { 2, 2 } }))
    assert.is_false(is_flat(capsule { scale = { 2, 2, 2 } }))
  end)

  it("is in the description of a 2D capsule, which always has a position", function()
    local capsule = collide.capsule { radius = 1, half_height = 2, scale = { 2, 2 } }
    capsule:set_scale(3)
    assert.same({ shape = "capsule", radius = 1, half_height = 2, position = { 0, 0 }, scale = 3 },
      capsule:describe())
    assert.is_true(is_flat(collide.capsule(capsule:describe())))
  end)

  it("includes a z that an object returns", function()
    assert.is_false(is_flat(collide.triangle { object(0, 0, 0), object(1, 0, 0), object(0, 1, 0) }))
    assert.is_true(is_flat(collide.triangle { object(0, 0), object(1, 0), object(0, 1) }))
    assert.is_false(is_flat(collide.capsule { radius = 1, half_height = 1, position = object(1, 2, 3) }))
  end)

  it("excludes it if the name or the shape decides", function()
    assert.same({ -1, -2, 1, 2 }, bounds_of(collide.rect { half = object(1, 2, 3) }))
    assert.same({ 0, 1, 2, 3 }, bounds_of(collide.rect { min = object(0, 1, 9), max = object(2, 3, -9) }))
    assert.same({ 0, 0, 1, 1 }, bounds_of(collide.polygon { object(0, 0, 5), object(1, 0, 6), object(0, 1, 7) }))
    assert.same({ 0, 1, 2, 3 }, bounds_of(collide.circle { radius = 1, position = object(1, 2, 3) }))
    local segment = collide.segment { { 0, 0 }, { 1, 0 }, position = object(1, 2, 3) }
    assert.same({ 1, 2, 2, 2 }, bounds_of(segment))
    segment:set_position(object(5, 6, 7))
    segment:set_scale(object(2, 3, 4))
    assert.same({ 5, 6, 7, 6 }, bounds_of(segment))
    assert.same({ 5, 7 }, { segment:project(object(1, 0, 9)) })
  end)
end)

describe("a pose in 2D", function()
  it("scales, then rotates from x to y, then translates", function()
    local rect = collide.rect { half = { 1, 1 }, scale = { 3, 1 }, rotation = math.pi / 2, position = { 10, 0 } }
    assert_near({ 9, -3, 11, 3 }, bounds_of(rect))
    local segment = collide.segment { { 0, 0 }, { 1, 0 }, rotation = math.pi / 2 }
    assert_near({ 0, 0, 0, 1 }, bounds_of(segment))
    assert_near({ 0, 0.5, 0, 3 ^ 0.5 / 2 + 0.5 },
      bounds_of(collide.segment { { 0, 0 }, { 3 ^ 0.5 / 2, 0.5 }, rotation = math.pi / 3, position = { 0, 0.5 } }),
      1)
  end)

  it("may mirror", function()
    assert.same({ -2, 0, 0, 3 }, bounds_of(collide.triangle { { 0, 0 }, { 2, 0 }, { 0, 3 }, scale = { -1, 1 } }))
    assert.same({ -6, -6, 0, 0 }, bounds_of(collide.polygon { { 0, 0 }, { 2, 0 }, { 0, 2 }, scale = -3 }))
    assert.same({ -2, -2, 2, 2 }, bounds_of(collide.circle { radius = 1, scale = -2 }))
    assert.same({ -2, -2, 2, 2 }, bounds_of(collide.circle { radius = 1, scale = { 2, -2 } }))
  end)

  it("moves a plane", function()
    local plane = collide.plane { normal = { 0, 2 }, distance = 4, position = { 7, 1 } }
    assert.same({ -inf, -inf, inf, 3 }, bounds_of(plane))
    plane:set_position(0, -5)
    assert.same({ -inf, -inf, inf, -3 }, bounds_of(plane))
    plane:set_rotation(1)
    assert.same({ -inf, -inf, inf, inf }, bounds_of(plane))
  end)

  it("moves a rect between two corners as given, not about its centre", function()
    local rect = collide.rect { min = { 0, 0 }, max = { 1, 2 } }
    assert.same({ 5, 7, 6, 9 }, bounds_of(rect:set_position(5, 7)))
    assert.same({ 5, 7, 7, 11 }, bounds_of(rect:set_scale(2)))
    assert.same({ 4, 7, 5, 11 }, bounds_of(rect:set_scale(-1, 2)))
  end)
end)

describe("a setter in 2D", function()
  it("accepts numbers or a vector", function()
    local rect = collide.rect { half = { 1, 2 } }
    rect:set_position(1, 2)
    assert.same({ 0, 0, 2, 4 }, bounds_of(rect))
    rect:set_position { 4, 5 }
    assert.same({ 3, 3, 5, 7 }, bounds_of(rect))
    rect:set_scale(2)
    assert.same({ 2, 1, 6, 9 }, bounds_of(rect))
    rect:set_scale(3, 1)
    assert.same({ 1, 3, 7, 7 }, bounds_of(rect))
    rect:set_scale { x = 1, y = 3 }
    assert.same({ 3, -1, 5, 11 }, bounds_of(rect))
    rect:set_rotation(math.pi)
    assert_near({ 3, -1, 5, 11 }, bounds_of(rect), 1e-14)
  end)

  it("changes a polygon any number of times without accumulated errors", function()
    local polygon = collide.polygon { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 0, 1 } }
    for i = 1, 10 do
      polygon:set_position(i, -i)
      assert.same({ i, -i, i + 2, 1 - i }, bounds_of(polygon))
      polygon:set_scale(2, 3)
      assert.same({ i, -i, i + 4, 3 - i }, bounds_of(polygon))
      polygon:set_scale(1)
    end
  end)

  it("leaves the shape unchanged if it raises an error", function()
    for _, fields in ipairs(descriptions) do
      local shape = collide[fields.shape](fields)
      local bounds = bounds_of(shape)
      for method, arguments in pairs {
        set_position = { 1, 0 / 0 }, set_rotation = { inf }, set_scale = { 0 }, set_transform = { {} },
      } do
        assert.is_false((pcall(shape[method], shape, unpack(arguments))))
        assert.is_false((pcall(shape[method], shape, object(1))))
        assert.is_false((pcall(shape.set_scale, shape, 1e308, -1e308)))
        assert.is_false((pcall(shape.set_position, shape, 1, 2, 3)))
        assert.same(fields, shape:describe())
        assert.same(bounds, bounds_of(shape))
      end
    end
  end)

  it("moves a circle like a circle made there", function()
    local pick = generator(7)
    local function number() return (pick(2001) - 1001) * 2 ^ (pick(40) - 20) / 3 end
    for _ = 1, 300 do
      local fields = { radius = pick(9) / 7, scale = pick(3), hollow = pick(2) == 1 or nil, position = { 5, 5 } }
      local moved = collide.circle(fields)
      fields.position = { pick(9) == 1 and -0.0 or number(), number() }
      assert.equal(moved, moved:set_position(fields.position[1], fields.position[2]))
      local made = collide.circle(fields)
      assert.same(made:describe(), moved:describe())
      assert.same(bounds_of(made), bounds_of(moved))
      local x, y = number(), number()
      assert.same({ made:project(x, y) }, { moved:project(x, y) })
      assert.same({ made:closest(x, y) }, { moved:closest(x, y) })
      local dx = number()
      assert.same({ made:raycast(x, y, dx, 1) }, { moved:raycast(x, y, dx, 1) })
      assert.same({ made:distance(ORIGIN, "numbers") }, { moved:distance(ORIGIN, "numbers") })
    end
  end)

  it("moves a rect like a rect made there, also if rounding removes its area", function()
    local draw = generator(11)
    local far = { 1, 1e3, 1e9, 1e15, 2 ^ 52, 2 ^ 53, 1e16 }
    local probe = collide.circle { radius = 0.75, position = { 3, 1 } }
    for i = 1, 400 do
      local half = { draw(40) / 16 - 1 / 16, draw(40) / 7 }
      local scale = i % 5 == 0 and { draw(9) / 4, 1 } or nil
      local x, y = (draw(2001) - 1001) / 300 * far[draw(#far)], (draw(2001) - 1001) / 300 * far[draw(#far)]
      local moved = collide.rect { half = half, scale = scale, position = { draw(9), draw(9) } }
      moved:set_position(x, y)
      local made = collide.rect { half = half, scale = scale, position = { x, y } }
      assert.same(made:describe(), moved:describe())
      assert.same({ made:bounds("numbers") }, { moved:bounds("numbers") })
      assert.same({ made:project(3, 4) }, { moved:project(3, 4) })
      assert.same({ collide.distance(made, probe, "numbers") }, { collide.distance(moved, probe, "numbers") })
      assert.same({ made:raycast(-30, x / 3, 1, 0.25) }, { moved:raycast(-30, x / 3, 1, 0.25) })
    end
  end)

  it("may be called by the vector in its argument", function()
    for _, scale in ipairs { 2, 1e300 } do
      local polygon = collide.polygon { { 0, 0 }, { 4, 0 }, { 0, 4 } }
      local vector = setmetatable({}, {
        __index = function(_, name)
          if name == "y" then polygon:set_position(100, 100) end
          return scale
        end,
      })
      local ok = pcall(polygon.set_scale, polygon, vector)
      assert.equal(scale == 2, ok)
      assert.same(ok and { 0, 0, 8, 8 } or { 100, 100, 104, 104 }, bounds_of(polygon))
      assert.same(ok and { 0, 8 } or { 100, 104 }, { polygon:project(1, 0) })
    end
  end)
end)

describe("bounds and project in 2D", function()
  it("have two components", function()
    assert.same({ { x = 0, y = -1 }, { x = 2, y = 1 } },
      { collide.bounds { shape = "circle", radius = 1, position = { 1, 0 } } })
    assert.equal("(0, -1)", tostring((collide.bounds { shape = "circle", radius = 1, position = { 1, 0 } })))
  end)

  it("contain every kind of shape, and no more", function()
    assert.same({ -1, -2, 1, 2 }, bounds_of(collide.rect { size = { 2, 4 } }))
    assert.same({ 3, 3, 3, 3 }, bounds_of(collide.circle { radius = 0, position = { 3, 3 } }))
    assert.same({ -1, -3, 1, 3 }, bounds_of(collide.capsule { radius = 1, half_height = 2, position = { 0, 0 } }))
    assert.same({ -1, -1, 4, 3 }, bounds_of(collide.capsule { radius = 1, a = { 0, 0 }, b = { 3, 2 } }))
    assert.same({ 0, 0, 2, 3 }, bounds_of(collide.triangle { { 0, 0 }, { 2, 1 }, { 1, 3 } }))
    assert.same({ 1, 0, 2, 5 }, bounds_of(collide.segment { { 1, 5 }, { 2, 0 } }))
    assert.same({ -inf, -inf, inf, 2 }, bounds_of(collide.plane { normal = { 0, 2 }, distance = 4 }))
    assert.same({ -2, -inf, inf, inf }, bounds_of(collide.plane { normal = { -1, 0 }, distance = 2 }))
  end)

  it("are rounded outward", function()
    local low, high = collide.circle { radius = 1e-17, position = { 1, 1 } }:bounds()
    assert.is_true(low.x < 1 and low.y < 1 and high.x > 1 and high.y > 1)
  end)

  it("project onto an axis in numbers or as a vector", function()
    local polygon = collide.polygon { { 0, 0 }, { 2, 0 }, { 0, 3 } }
    assert.same({ -3, 4 }, { polygon:project(2, -1) })
    assert.same({ -3, 4 }, { polygon:project { x = 2, y = -1 } })
    local disk = collide.circle { radius = 2, position = { 1, 0 } }
    assert.same({ -2 ^ 600, 3 * 2 ^ 600 }, { disk:project(2 ^ 600, 0) }) -- whose square is no double
    assert.same({ -2 ^ -600, 3 * 2 ^ -600 }, { disk:project(2 ^ -600, 0) })
    assert.same({ -4, 8 }, { collide.project({ shape = "circle", radius = 3, position = { 1, 0 } }, { 2, 0 }) })
    local plane = collide.plane { normal = { 0, 2 }, distance = 4 }
    assert.same({ -inf, 2 }, { plane:project(0, 1) })
    assert.same({ -4, inf }, { plane:project(0, -2) })
    assert.same({ -inf, inf }, { plane:project(1, 1) })
  end)
end)

describe("a 2D triangle", function()
  local points = { { 0, 0 }, { 4, 0 }, { 0, 3 } }
  local triangle = collide.triangle(points)

  it("has three edges, from each point to the next", function()
    assert.same({ { x = 4, y = 0 }, { x = -4, y = 3 }, { x = 0, y = -3 } }, { triangle:edges() })
    assert.same({ { x = -8, y = 0 }, { x = 8, y = 6 }, { x = 0, y = -6 } },
      { collide.edges { shape = "triangle", points = points, scale = { -2, 2 }, position = { 7, 9 } } })
  end)

  it("has edge normals that point outward, for either winding", function()
    local ab, bc, ca = triangle:edge_normals()
    assert.same({ 0, -1 }, components(ab))
    assert_near({ 0.6, 0.8 }, components(bc))
    assert.same({ -1, 0 }, components(ca))
    ab, bc, ca = collide.edge_normals { shape = "triangle", points[1], points[3], points[2] }
    assert.same({ -1, 0 }, components(ab))
    assert_near({ 0.6, 0.8 }, components(bc))
    assert.same({ 0, -1 }, components(ca))
    assert.equal("(0, -1)", tostring(ca))
    ab, bc, ca = collide.edge_normals { shape = "triangle", points[2], points[3], points[1], scale = { -1, 1 } }
    assert_near({ -0.6, 0.8 }, components(ab))
    assert.same({ 1, 0 }, components(bc))
    assert.same({ 0, -1 }, components(ca))
    triangle:set_rotation(math.pi / 2)
    assert_near({ 1, 0 }, components((triangle:edge_normals())))
    triangle:set_rotation(0)
  end)

  it("has none without area", function()
    for _, third in ipairs { { 2, 2 }, { 0.5, 0.5 }, { 0, 0 }, { 1, 1 } } do
      local flat = collide.triangle { { 0, 0 }, { 1, 1 }, third }
      assert.equal(1, select("#", flat:edge_normals()))
      assert.is_nil(flat:edge_normals())
    end
    assert.is_not_nil(collide.triangle({ { 0, 0 }, { 1, 1 }, { 2, 2 + 2 ^ -51 } }):edge_normals())
  end)
end)

describe("a polygon", function()
  it("may have either winding, and points in line with their neighbours", function()
    local points = { { 0, 0 }, { 2, 0 }, { 4, 0 }, { 4, 4 }, { 2, 4 }, { 0, 4 }, { 0, 2 } }
    assert.same({ 0, 0, 4, 4 }, bounds_of(collide.polygon(points)))
    local back = {}
    for i, point in ipairs(points) do back[#points + 1 - i] = point end
    assert.same({ 0, 0, 4, 4 }, bounds_of(collide.polygon(back)))
  end)

  it("can be described in place of a shape, and is not changed", function()
    local description = { shape = "polygon", { 0, 0 }, { 2, 0 }, { 0, 2 }, position = { 1, 1 } }
    assert.same({ { x = 1, y = 1 }, { x = 3, y = 3 } }, { collide.bounds(description) })
    assert.same({ 2, 4 }, { collide.project(description, 1, 1) })
    assert.same({ 2, 4 }, { collide.project(description, { 1, 1 }) })
    assert.same({ shape = "polygon", { 0, 0 }, { 2, 0 }, { 0, 2 }, position = { 1, 1 } }, description)
  end)

  it("may have any number of points", function()
    local points, count = {}, 20000
    for i = 1, count do points[i] = { i - 1, (i - 1) ^ 2 } end
    local polygon = collide.polygon { points = points }
    assert.same({ 0, 0, count - 1, (count - 1) ^ 2 }, bounds_of(polygon))
    polygon:set_position(1, 2)
    assert.same({ 1, 2, count, (count - 1) ^ 2 + 2 }, bounds_of(polygon))
    assert.same(points, polygon:describe().points)
    points[count / 2][2] = count ^ 2
    assert.has_error(function() collide.polygon(points) end)
  end)

  it("keeps its own copy of the points", function()
    local points = { { 0, 0 }, { 2, 0 }, { 0, 2 } }
    local polygon = collide.polygon { points = points }
    points[2][1] = 9
    collectgarbage()
    assert.same({ 0, 0, 2, 2 }, bounds_of(polygon))
    polygon:describe().points[1][1] = -5
    assert.same({ 0, 0, 2, 2 }, bounds_of(polygon))
  end)
end)
