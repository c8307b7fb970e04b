-- SPDX-License-Identifier: MIT
--
-- Data, copies, corners and winding of shapes, errors for fields that they do not have, and shapes from data of other
-- programs: corners and sizes as in LÖVE, points in a flat array, matrices and Transforms. Transformed points are
-- computed here from numbers of few bits, whose products and sums are exact.
local collide = require("collide")
local message = require("spec.support.refusals").message

local unpack = table.unpack or unpack -- luacheck: ignore 143
local BOX = { { -1, -2, -3 }, { 1, -2, -3 }, { -1, 2, -3 }, { 1, 2, -3 }, { -1, -2, 3 }, { 1, -2, 3 }, { -1, 2, 3 },
  { 1, 2, 3 } }

local function plain(vectors)
  local list = {}
  for i, v in ipairs(vectors) do list[i] = { v.x, v.y, v.z } end
  return list
end

local makers = {
  sphere = { radius = 1 }, circle = { radius = 1 }, rect = { half = { 1, 2 } }, box = { half = { 1, 2, 3 } },
  polygon = { 0, 0, 4, 0, 4, 4 }, hull = { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 }, { 0, 0, 4 } },
}

describe("data", function()
  for name, fields in pairs(makers) do
    it("is nil until it is set, for a " .. name, function()
      local shape = collide[name](fields)
      assert.is_nil(shape.data)
      for _, value in ipairs { 1, "text", false, { 5 }, print } do
        shape.data = value
        assert.equal(value, shape.data)
      end
      shape.data = nil
      assert.is_nil(shape.data)
    end)
  end

  it("may be given with the other fields", function()
    local owner = {}
    assert.equal(owner, collide.circle({ radius = 1, data = owner }).data)
    assert.equal(owner, collide.polygon({ 0, 0, 4, 0, 4, 4, data = owner }).data)
  end)

  it("is not in a description, and does not affect comparisons", function()
    local ball = collide.sphere { radius = 1, data = { 1 } }
    assert.same({ shape = "sphere", radius = 1 }, ball:describe())
    assert.equal("sphere radius=1", tostring(ball))
  end)

  it("hides no method of the shape, and is present in hits", function()
    local ball = collide.sphere { radius = 1 }
    local wall = collide.sphere { radius = 1, position = { 0, 0, 9 }, data = "wall" }
    ball.data = "ball"
    for _, target in ipairs { { ball, wall }, { wall, ball } } do
      assert.equal("ball", collide.raycast(target, { 0, 0, -5 }, { 0, 0, 1 }).shape.data)
    end
    assert.equal(4, ball:raycast(0, 0, -5, 0, 0, 1))
    assert.is_true(ball:contains(0, 0, 0.5))
    assert.equal(ball, ball:set_position(0, 0, 1))
    assert.is_true(collide.circle({ radius = 1, data = 1 }):overlap(collide.circle { radius = 1, data = 2 }))
  end)

  it("lives as long as the shape, and no longer", function()
    local seen = setmetatable({}, { __mode = "v" })
    local ball = collide.sphere { radius = 1 }
    ball.data = { 7 }
    seen[1] = ball.data
    collectgarbage()
    assert.equal(7, ball.data[1])
    ball.data = nil
    collectgarbage()
    collectgarbage()
    assert.is_nil(seen[1])
  end)

  it("may be the shape itself, which is still collected", function()
    local seen = setmetatable({}, { __mode = "k" })
    do
      local ball = collide.sphere { radius = 1 }
      ball.data = ball
      seen[ball] = true
    end
    collectgarbage()
    collectgarbage()
    assert.is_nil(next(seen))
  end)
end)

describe("a field that a shape does not have", function()
  local plain_ball, with_data = collide.sphere { radius = 1 }, collide.sphere { radius = 1, data = 1 }

  for _, row in ipairs {
    { "position", "get_position", "set_position" }, { "x", "get_position", "set_position" },
    { "rotation", "get_rotation", "set_rotation" }, { "scale", "get_scale", "set_scale" },
    { "transform", "describe", "set_transform" },
    { "layer", "get_layer", "set_layer" }, { "min", "bounds", "call resize" },
    { "vertices", "points", "call resize" }, { "kind", "describe", "make another" },
    { "hollow", "describe", "when you make the shape" }, { "speed", "data", "data" }, { "Data", "data", "data" },
  } do
    it("is an error that names the method to call: " .. row[1], function()
      for _, ball in ipairs { plain_ball, with_data } do
        local read = message(function() return ball[row[1]] end)
        assert.matches("shape_fields_spec%.lua:%d+: a shape has no field", read)
        assert.matches(row[2], read, 1, true)
        assert.matches("'" .. row[1] .. "'", read, 1, true)
        local set = message(function() ball[row[1]] = 1 end)
        assert.matches(row[3], set, 1, true)
        assert.matches("'" .. row[1] .. "'", set, 1, true)
      end
    end)
  end

  it("is the radius, unless the shape has data", function()
    assert.matches("no field 'radius'; call get_radius()", message(function() return plain_ball.radius end), 1, true)
    assert.equal(1, with_data.radius)
    for _, ball in ipairs { plain_ball, with_data } do
      assert.matches("'radius' cannot be set; call resize", message(function() ball.radius = 2 end), 1, true)
    end
  end)

  it("may have a key that is no string", function()
    for _, ball in ipairs { plain_ball, with_data } do
      assert.matches("no field of type number", message(function() return ball[1] end))
      assert.matches("no field of type table", message(function() ball[{}] = 1 end))
    end
  end)

  it("is not a method of grids, either", function()
    assert.matches("a grid has no method 'raycats'; call raycast",
      message(function() collide.grid():raycats(0, 0, 0) end))
    assert.matches("a shape has no method 'fill', grids have it", message(function() plain_ball:fill() end))
    assert.matches("a grid has no method 'project', shapes have it",
      message(function() collide.grid():project(0, 0, 1) end))
  end)

  it("does not turn a shape into a vector", function()
    assert.matches("origin: vector expected, got shape",
      message(collide.raycast, plain_ball, with_data, { 0, 0, 1 }))
    assert.matches("point: vector expected, got grid", message(collide.contains, plain_ball, collide.grid()))
    assert.matches("transform: array of 16 numbers expected, got shape",
      message(plain_ball.set_transform, plain_ball, with_data))
  end)
end)

describe("copy", function()
  it("is an equal shape with its own pose", function()
    for name, fields in pairs(makers) do
      local shape = collide[name](fields)
      local copy = shape:copy()
      assert.same(shape:describe(), copy:describe())
      assert.is_false(rawequal(shape, copy))
      local away = shape:bounds().z and { 9, 9, 9 } or { 9, 9 }
      copy:set_position(away)
      assert.same(collide[name](fields):describe(), shape:describe())
      assert.is_false((select(2, shape:bounds())).x == (select(2, copy:bounds())).x)
    end
  end)

  it("keeps data, hollow and every part of the pose, to the last bit", function()
    local shape = collide.polygon { points = { 0.1, 0.2, 4.3, 0, 4, 4.7 }, position = { 1 / 3, 0 }, rotation = 0.1,
      scale = { 2, -1 }, hollow = true, data = "x" }
    local copy = shape:copy()
    assert.equal("x", copy.data)
    assert.same({ shape:points("numbers") }, { copy:points("numbers") })
    assert.equal(tostring(shape), tostring(copy))
    assert.is_nil(collide.sphere({ radius = 1 }):copy().data)
  end)
end)

describe("translate", function()
  it("adds to the position, and returns the shape", function()
    local box = collide.box { min = { 0, 0, 0 }, max = { 1, 1, 1 } }
    assert.equal(box, box:translate(1, 2, 3))
    assert.same({ x = 2, y = 4, z = 6 }, box:translate({ 1, 2, 3 }):get_position())
    assert.same({ x = 4, y = 3 }, collide.rect({ x = 1, y = 1, width = 2, height = 2 }):translate(3, 2):get_position())
  end)

  it("moves a shape with a transform", function()
    local box = collide.box { half = { 1, 1, 1 }, transform = { 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1 } }
    assert.same({ x = 6, y = 6, z = 6 }, box:translate(1, 0, -1):get_position())
    assert.is_nil(box:get_scale())
  end)

  it("refuses a position that is too far away, and leaves the shape unchanged", function()
    local disc = collide.circle { radius = 1, position = { 9e299, 0 } }
    assert.matches("displacement: a coordinate of the shape would exceed 1e300, got (2e+299, 0)",
      message(disc.translate, disc, 2e299, 0), 1, true)
    assert.same({ x = 9e299, y = 0 }, disc:get_position())
  end)
end)

describe("points", function()
  it("are the corners of a box, x first", function()
    assert.same(BOX, plain(collide.box({ half = { 1, 2, 3 } }):points()))
    local moved = collide.box { half = { 1, 2, 3 }, transform = { 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1 } }
    for i, p in ipairs(moved:points()) do
      assert.same({ x = 5 - BOX[i][2], y = 6 + BOX[i][1], z = 7 + BOX[i][3] }, p)
    end
  end)

  it("are in the world, in the given order", function()
    local given = { { 0, 0 }, { 0, 2 }, { 1, 2 }, { 2, 2 }, { 2, 0 } } -- clockwise, one of them in line
    assert.same(given, plain(collide.polygon(given):points()))
    assert.same({ { 5, 0 }, { 5, -2 }, { 6, -2 }, { 7, -2 }, { 7, 0 } },
      plain(collide.polygon({ points = given, position = { 5, 0 }, scale = { 1, -1 } }):points()))
    local wedge = { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 3, 0 }, { 0, 0, 2 }, { 1, 1, 0.5 } }
    assert.same(wedge, plain(collide.hull(wedge):points()))
    assert.same({ { 1, 2 }, { 5, 2 }, { 5, 5 }, { 1, 5 } },
      plain(collide.rect({ x = 1, y = 2, width = 4, height = 3 }):points()))
    assert.same({ { 1, 2, 3 }, { 4, 5, 6 } }, plain(collide.segment({ { 1, 2, 3 }, { 4, 5, 6 } }):points()))
    assert.same({ { 0, 1 }, { 2, 3 }, { 5, 0 } }, plain(collide.points { shape = "triangle", 0, 1, 2, 3, 5, 0 }))
  end)

  it("are in sequence in numbers", function()
    assert.same({ 0, 1, 2, 3, 5, 0 }, { collide.triangle({ 0, 1, 2, 3, 5, 0 }):points("numbers") })
    assert.same({ 1, 2, 3, 4, 5, 6 }, { collide.segment({ { 1, 2, 3 }, { 4, 5, 6 } }):points("numbers") })
  end)

  it("may be too many to return in numbers", function()
    local ring = {}
    for i = 0, 999999 do ring[i + 1] = { i, i * i } end
    local polygon = collide.polygon(ring)
    assert.matches("corners are too many", message(polygon.points, polygon, "numbers"))
    assert.equal(1000000, #polygon:points())
  end)

  it("do not exist for round and infinite shapes", function()
    for name, fields in pairs { sphere = { radius = 1 }, circle = { radius = 1 }, plane = { normal = { 0, 1 },
      distance = 0 },
      capsule = { a = { 0, 0 }, b = { 1, 0 }, radius = 1 }, cone = { radius = 1, height = 1 } } do
      assert.matches("shape with corners expected, got " .. name, message(collide.points, collide[name](fields)))
    end
  end)
end)

describe("winding", function()
  it("is the sign of the area, exactly", function()
    assert.equal(1, collide.triangle({ 0, 0, 1, 0, 0, 1 }):winding())
    assert.equal(-1, collide.triangle({ 0, 0, 0, 1, 1, 0 }):winding())
    assert.equal(0, collide.triangle({ 0, 0, 3, 3, 1, 1 }):winding())
    assert.equal(0, collide.triangle({ 2, 2, 2, 2, 2, 2 }):winding())
    -- 1 + 2^-52 and 1 apart from a line through points of few bits
    assert.equal(1, collide.triangle({ 0, 0, 1, 1, 3, 3 + 2 ^ -51 }):winding())
    assert.equal(-1, collide.triangle({ 0, 0, 1, 1, 3, 3 - 2 ^ -51 }):winding())
  end)

  it("is that in the world", function()
    local triangle = collide.triangle { 0, 0, 1, 0, 0, 1 }
    assert.equal(-1, triangle:set_scale(-1, 1):winding())
    assert.equal(1, triangle:set_scale(-1, -1):winding())
    assert.equal(1, triangle:set_rotation(2):winding())
  end)

  it("exists only for 2D triangles", function()
    assert.matches("triangle expected, got rect", message(collide.winding, collide.rect { half = { 1, 1 } }))
    assert.matches("2D triangle expected",
      message(collide.winding, collide.triangle { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }))
  end)
end)

describe("a grid", function()
  local function filled()
    local grid = collide.grid { dimensions = 2, size = 16, origin = { 3, 4 } }
    grid:fill(-5, -5, 60, 7, 3)
    grid:set(100, 100, 65535)
    return grid
  end

  it("is copied with its cells and properties", function()
    local grid = filled()
    local copy = grid:copy()
    assert.equal(grid:encode(), copy:encode())
    copy:set(0, 0, 9)
    assert.equal(3, grid:get(0, 0))
    grid:clear()
    assert.equal(9, copy:get(0, 0))
    assert.same({ grid:cell_bounds(1, 1) }, { copy:cell_bounds(1, 1) })
  end)

  it("is emptied by clear, keeps its frame, and can be filled again", function()
    local grid = filled()
    assert.equal(grid, grid:clear())
    assert.equal(0, grid:count())
    assert.is_nil(grid:bounds())
    assert.is_nil(grid:raycast({ 0, 0 }, { 1, 0 }))
    assert.equal("grid 2D size=16 origin=(3, 4) cells=0", tostring(grid))
    grid:set(1, 1, 1)
    assert.equal(1, grid:count())
  end)

  it("may be cleared in a loop over its cells", function()
    local grid, seen = filled(), 0
    for _ in grid:each() do
      seen = seen + 1
      grid:clear()
    end
    assert.equal(1, seen)
    for _ = 1, 3 do
      local again = collide.grid { dimensions = 2 }
      again:set(0, 0, 1)
      for x, y in again:each() do
        again:clear()
        if x == 0 then again:set(x + 1, y, 2) end
        if x == 1 then again:set(x + 1, y, 2) end
      end
      assert.is_true(again:count() <= 1)
    end
  end)

  it("accepts no arguments there", function()
    local grid = collide.grid()
    assert.matches("unexpected argument", message(grid.clear, grid, 1))
    assert.matches("unexpected argument", message(grid.copy, grid, unpack { 1 }))
    assert.matches("grid expected, got shape", message(grid.copy, collide.circle { radius = 1 }))
  end)
end)

local function bounds_of(shape)
  local low, high = shape:bounds()
  return { low.x, low.y, high.x, high.y }
end

-- In space bounds are rounded outward.
local function assert_bounds(expected, shape)
  local got = { shape:bounds("numbers") }
  for i, edge in ipairs(expected) do assert.is_true(math.abs(got[i] - edge) < 1e-12) end
end

-- An object with LÖVE's getMatrix, which answers row by row.
local Transform = {}
Transform.__index = Transform

function Transform:getMatrix()
  return unpack(self.rows, 1, 16)
end

local function transform(rows)
  return setmetatable({ rows = rows }, Transform)
end

-- A matrix of the plane: x' = a x + b y + e, y' = c x + d y + f, as LÖVE has it.
local function flat_transform(a, b, e, c, d, f)
  return transform { a, b, 0, e, c, d, 0, f, 0, 0, 1, 0, 0, 0, 0, 1 }
end

local function columns(a, b, e, c, d, f)
  return { a, c, 0, 0, b, d, 0, 0, 0, 0, 1, 0, e, f, 0, 1 }
end

local function carry(m, x, y)
  local a, b, e, c, d, f = unpack(m)
  return { a * x + b * y + e, c * x + d * y + f }
end

local MATRICES = {
  { 1, 0, 5, 0, 1, -3 },
  { 0, -1, 2, 1, 0, 7 },
  { 2, 0, 0, 0, 0.5, 0 },
  { 1, 0.5, -4, 0, 1, 0 },
  { -1, 2, 1, 3, 0.25, 8 },
  { 0, 3, 0, 0.5, 0, 1 },
}

-- Whether two shapes give the same answers to some casts and points.
local function assert_same_answers(expected, got)
  assert.same(bounds_of(expected), bounds_of(got))
  for x = -12, 12, 3 do
    for y = -12, 12, 2 do
      assert.equal(expected:contains(x, y), got:contains(x, y))
      assert.same({ expected:raycast(x, y, 1, 0.5 - y) }, { got:raycast(x, y, 1, 0.5 - y) })
    end
  end
end

describe("flat points", function()
  it("are x and y of each point, as in LÖVE", function()
    assert.equal("polygon points=((0, 0), (10, 0), (10, 10))", tostring(collide.polygon { 0, 0, 10, 0, 10, 10 }))
    assert.equal("triangle points=((0, 0), (10, 0), (10, 10))", tostring(collide.triangle { 0, 0, 10, 0, 10, 10 }))
    assert.equal("segment points=((0, 1), (2, 3))", tostring(collide.segment { 0, 1, 2, 3 }))
  end)

  it("may be in `points`, with a pose", function()
    local turned = collide.polygon { points = { 0, 0, 10, 0, 10, 10 }, position = { 1, 2 } }
    assert.same({ 1, 2, 11, 12 }, bounds_of(turned))
    assert.same({ { 0, 0 }, { 10, 0 }, { 10, 10 } }, turned:describe().points)
    assert.same({ 5, 5, 15, 15 }, bounds_of(collide.triangle { 0, 0, 10, 0, 10, 10, position = { 5, 5 } }))
  end)

  it("make the same shape as nested points", function()
    assert_same_answers(collide.polygon { { 0, 0 }, { 7, 1 }, { 5, 9 }, { -2, 4 } },
      collide.polygon { 0, 0, 7, 1, 5, 9, -2, 4 })
  end)

  it("may describe a shape in a call", function()
    assert.is_true(collide.overlap({ shape = "segment", 0, 0, 4, 4 }, { shape = "triangle", 4, 4, 9, 4, 9, 9 }))
  end)
end)

describe("a rect with x, y, width and height", function()
  it("is the rectangle that love.graphics.rectangle draws", function()
    local rect = collide.rect { x = 3, y = 4, width = 10, height = 5 }
    assert.same({ 3, 4, 13, 9 }, bounds_of(rect))
    assert.same({ x = 3, y = 4 }, rect:get_position())
  end)

  it("rotates about its corner", function()
    local rect = collide.rect { x = 3, y = 4, width = 10, height = 5, rotation = math.pi }
    for i, edge in ipairs { -7, -1, 3, 4 } do
      assert.is_true(math.abs(bounds_of(rect)[i] - edge) < 1e-14)
    end
  end)

  it("has its corner at the origin without x and y", function()
    assert.same({ 0, 0, 2, 1 }, bounds_of(collide.rect { width = 2, height = 1 }))
    assert.same({ 7, 8, 9, 9 }, bounds_of(collide.rect { width = 2, height = 1, position = { 7, 8 } }))
  end)

  it("may be flat", function()
    assert.same({ 1, 2, 1, 5 }, bounds_of(collide.rect { x = 1, y = 2, width = 0, height = 3 }))
  end)

  it("has a position in its description", function()
    local rect = collide.rect { x = 3, y = 4, width = 10, height = 5 }
    assert.same({ shape = "rect", width = 10, height = 5, position = { 3, 4 } }, rect:describe())
    assert.equal("rect width=10 height=5 position=(3, 4)", tostring(collide.rect(rect:describe())))
  end)
end)

describe("a circle with x and y", function()
  it("is a circle at that position", function()
    local circle = collide.circle { x = 3, y = 4, radius = 2 }
    assert.same({ 1, 2, 5, 6 }, bounds_of(circle))
    assert.same({ shape = "circle", radius = 2, position = { 3, 4 } }, circle:describe())
  end)

  it("may be a description in a call", function()
    assert.is_true(collide.overlap({ shape = "circle", x = 0, y = 0, radius = 1 },
      { shape = "rect", x = 1, y = 0, width = 2, height = 2 }))
  end)
end)

describe("the pose of a box between two corners", function()
  it("has the given corners at first", function()
    local box = collide.box { min = { 0, 0, 0 }, max = { 1, 2, 3 }, position = { 10, 20, 30 }, scale = 2 }
    local low, high = box:bounds()
    assert.same({ x = 10, y = 20, z = 30 }, low)
    assert.same({ x = 12, y = 24, z = 36 }, high)
    assert.equal("box min=(0, 0, 0) max=(1, 2, 3) position=(10, 20, 30) scale=2", tostring(box))
  end)

  it("may be a matrix, as in an article", function()
    local box = collide.box { min = { -1, 0, 2 }, max = { 1, 2, 4 }, transform = {
      0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 5, 5, 1 } }
    assert_bounds({ 3, 4, 7, 5, 6, 9 }, box)
    local hit = box:raycast({ 4, 0, 8 }, { 0, 1, 0 })
    assert.equal(4, hit.t)
    assert.same({ x = 0, y = -1, z = 0 }, hit.normal)
  end)

  it("is the same after a description", function()
    local box = collide.box { min = { 0, 0, 0 }, max = { 1, 2, 3 } }:set_rotation(0, 0, 1, 1)
    assert.equal(tostring(box), tostring(collide.box(box:describe())))
    local low, high = collide.box(box:describe()):bounds()
    assert.same({ low, high }, { box:bounds() })
  end)
end)

describe("a transform in the plane", function()
  local corners = { { 0, 0 }, { 4, 0 }, { 4, 3 }, { 0, 3 } }

  for k, m in ipairs(MATRICES) do
    local expected = {}
    for i, p in ipairs(corners) do expected[i] = carry(m, p[1], p[2]) end

    it("moves every corner of a polygon, matrix " .. k, function()
      local reference = collide.polygon(expected)
      assert_same_answers(reference, collide.polygon { points = corners, transform = flat_transform(unpack(m)) })
      assert_same_answers(reference, collide.polygon { points = corners, transform = columns(unpack(m)) })
      assert_same_answers(reference, collide.polygon(corners):set_transform(flat_transform(unpack(m))))
    end)

    it("moves rects, triangles and segments, matrix " .. k, function()
      local reference = collide.polygon(expected)
      local rect = collide.rect { min = { 0, 0 }, max = { 4, 3 }, transform = flat_transform(unpack(m)) }
      assert.same(bounds_of(reference), bounds_of(rect))
      for x = -12, 12, 1.5 do
        for y = -12, 12, 1.5 do assert.equal(reference:contains(x, y), rect:contains(x, y)) end
      end
      local three = { corners[1], corners[2], corners[3] }
      assert_same_answers(collide.triangle { expected[1], expected[2], expected[3] },
        collide.triangle { points = three, transform = flat_transform(unpack(m)) })
      assert_same_answers(collide.segment { expected[1], expected[3] },
        collide.segment { points = { corners[1], corners[3] }, transform = flat_transform(unpack(m)) })
    end)

    it("moves a half-plane, matrix " .. k, function()
      local plane = collide.plane { normal = { 1, 2 }, distance = 3, transform = flat_transform(unpack(m)) }
      for x = -8, 8, 0.5 do
        for y = -8, 8, 0.75 do
          local p = carry(m, x, y)
          if x + 2 * y ~= 3 then assert.equal(x + 2 * y < 3, plane:contains(p)) end
        end
      end
    end)
  end

  it("keeps circles and capsules round", function()
    local quarter = flat_transform(0, -2, 5, 2, 0, 7)
    assert.same({ 2, 4, 8, 10 }, bounds_of(collide.circle { radius = 1.5, transform = quarter }))
    assert.same({ -3, 5, 13, 9 }, bounds_of(collide.capsule { a = { 0, -3 }, b = { 0, 3 }, radius = 1,
      transform = quarter }))
    local mirrored = flat_transform(0, 3, 0, 3, 0, 0)
    assert.same({ -3, -3, 3, 3 }, bounds_of(collide.circle { radius = 1, transform = mirrored }))
  end)

  it("makes an ellipse of a circle that it stretches or shears", function()
    for _, case in ipairs {
      { rows = { 2, 0, 0, 0, 1, 0 }, x = 2, y = 1 }, { rows = { 1, 0.5, 0, 0, 1, 0 }, x = math.sqrt(1.25), y = 1 },
      { rows = { 1, 0, 0, 2 ^ -18, 1, 0 }, x = 1, y = 1 },
    } do
      local circle = collide.circle { radius = 1, transform = flat_transform(unpack(case.rows)) }
      local low, high = circle:bounds()
      for _, off in ipairs { low.x + case.x, low.y + case.y, high.x - case.x, high.y - case.y } do
        assert.is_true(math.abs(off) < 2e-3)
      end
    end
  end)

  it("accepts as round a rotation in single precision", function()
    local c, s = 0.95533645153045654296875, 0.29552018642425537109375 -- of 0.3, as floats
    local low, high = collide.circle { radius = 1, transform = flat_transform(c, -s, 0, s, c + 2 ^ -24, 0) }:bounds()
    assert.is_true(math.abs(low.x + 1) < 1e-6 and math.abs(high.y - 1) < 1e-6)
  end)

  it("has a description of 16 numbers, column by column", function()
    local rect = collide.rect { half = { 1, 2 }, transform = flat_transform(1, 2, 3, 4, 5, 6) }
    assert.same(columns(1, 2, 3, 4, 5, 6), rect:describe().transform)
    assert.equal(tostring(rect), tostring(collide.rect(rect:describe())))
    assert.same({ x = 3, y = 6 }, rect:get_position())
    assert.is_nil(rect:get_rotation())
    assert.is_nil(rect:get_scale())
  end)

  it("keeps an upright capsule 2D in its description", function()
    local capsule = collide.capsule { radius = 1, half_height = 2, position = { 1, 1 } }
    capsule:set_transform(flat_transform(0, -2, 5, 2, 0, 7))
    local again = collide.capsule(capsule:describe())
    assert.same(bounds_of(capsule), bounds_of(again))
    assert.equal(tostring(capsule), tostring(again))
  end)

  it("is refused by the tests for axis-aligned rects if it rotates", function()
    local triangle = collide.triangle { { 0, 0 }, { 1, 0 }, { 0, 1 } }
    local rect = collide.rect { half = { 1, 2 }, transform = flat_transform(2, 0, 5, 0, 3, 7) }
    assert.is_false(collide.triangle_rect_sat(triangle, rect))
    rect:set_transform(flat_transform(1, 0.5, 0, 0, 1, 0))
    assert.is_false((pcall(collide.triangle_rect_sat, triangle, rect)))
    assert.is_false((pcall(collide.triangle_rect_pef, triangle, rect)))
  end)

  it("keeps a rect axis-aligned if it only translates and scales", function()
    local rect = collide.rect { half = { 1, 2 }, transform = flat_transform(2, 0, 5, 0, 3, 7) }
    assert.equal("-x", rect:raycast(-9, 7, 1, 0) and rect:raycast({ -9, 7 }, { 1, 0 }).face)
    assert.same({ 3, 1, 7, 13 }, bounds_of(rect))
  end)

  it("names the sides of a rect without area by its own axes", function()
    local function face(m, half, from, direction)
      return collide.rect { half = half, transform = flat_transform(unpack(m)) }:raycast(from, direction).face
    end
    local quarter = { 0, -1, 0, 1, 0, 0 } -- own x is up, own y to the left
    assert.equal("-y", face(quarter, { 1, 0 }, { 9, 0.5 }, { -1, 0 }))
    assert.equal("+y", face(quarter, { 1, 0 }, { -9, 0.5 }, { 1, 0 }))
    assert.equal("+x", face(quarter, { 1, 0 }, { 0, 9 }, { 0, -1 }))
    assert.equal("-x", face(quarter, { 0, 0 }, { 0, -9 }, { 0, 1 }))
    assert.equal("+y", face(quarter, { 0, 0 }, { -9, 0 }, { 1, 0 }))
  end)
end)

describe("a Transform in space", function()
  it("is read row by row", function()
    local rows = { 1, 2, 0, 5, 0, 1, 0, 6, 0, 0, 2, 7, 0, 0, 0, 1 }
    local box = collide.box { half = { 1, 1, 1 }, transform = transform(rows) }
    assert.same({ 1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 2, 0, 5, 6, 7, 1 }, box:describe().transform)
    assert_bounds({ 2, 5, 5, 8, 7, 9 }, box)
  end)

  it("is read again by the setter", function()
    local moved = transform { 1, 0, 0, 1, 0, 1, 0, 2, 0, 0, 1, 3, 0, 0, 0, 1 }
    assert.same({ x = 1, y = 2, z = 3 }, collide.sphere { radius = 1 }:set_transform(moved):get_position())
  end)
end)
