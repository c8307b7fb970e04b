-- SPDX-License-Identifier: MIT
--
-- Data, copies, corners and winding of shapes, and errors for fields that they do not have.
local collide = require("collide")

local unpack = table.unpack or unpack -- luacheck: ignore 143
local BOX = { { -1, -2, -3 }, { 1, -2, -3 }, { -1, 2, -3 }, { 1, 2, -3 }, { -1, -2, 3 }, { 1, -2, 3 }, { -1, 2, 3 },
  { 1, 2, 3 } }

local function plain(vectors)
  local list = {}
  for i, v in ipairs(vectors) do list[i] = { v.x, v.y, v.z } end
  return list
end

local function message(f, ...)
  local ok, text = pcall(f, ...)
  assert.is_false(ok)
  return text
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
    { "layer", "get_layer", "set_layer" }, { "min", "bounds", "keeps its size" },
    { "vertices", "points", "keeps its size" }, { "kind", "describe", "make another" },
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
      assert.matches("'radius' cannot be set; a shape keeps its size", message(function() ball.radius = 2 end), 1, true)
    end
  end)

  it("may have a key that is no string", function()
    for _, ball in ipairs { plain_ball, with_data } do
      assert.matches("no field of type number", message(function() return ball[1] end))
      assert.matches("no field of type table", message(function() ball[{}] = 1 end))
    end
  end)

  it("is not a method of grids, either", function()
    assert.matches("a grid has no field or method 'raycats'",
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
