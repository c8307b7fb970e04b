-- SPDX-License-Identifier: MIT
--
-- Shapes from data of other programs: corners and sizes as in LÖVE, points in a flat array, matrices and Transforms.
-- Transformed points are computed here from numbers of few bits, whose products and sums are exact.
local collide = require("collide")

local unpack = table.unpack or unpack -- luacheck: ignore 143

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
