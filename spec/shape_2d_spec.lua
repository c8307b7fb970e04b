-- SPDX-License-Identifier: MIT
--
-- Shapes of two dimensions: how their dimensions are decided, their poses, and their getters.
local collide = require("collide")
local flat_shapes = require("spec.support.flat_shapes")
local generator = require("spec.support.random").generator

local unpack = table.unpack or unpack -- luacheck: ignore 143
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
