-- SPDX-License-Identifier: MIT
-- Sizes of shapes as they were given, the ends of segments and capsules, and points of round outlines.
local collide = require("collide")
local random = require("spec.support.random")

local function components(v) return v.z and { v.x, v.y, v.z } or { v.x, v.y } end

describe("get_radius", function()
  it("is the radius as it was given, whatever the pose", function()
    for name, fields in pairs {
      sphere = { radius = 2.5 }, circle = { radius = 2.5 }, cone = { radius = 2.5, height = 1 },
      cylinder = { radius = 2.5, half_height = 1 }, capsule = { radius = 2.5, half_height = 1 },
    } do
      local shape = collide[name](fields)
      assert.equal(2.5, shape:get_radius())
      assert.equal(2.5, shape:set_scale(3):get_radius("numbers"))
      assert.equal(2.5, shape:copy():get_radius())
    end
    local box = collide.box { half = { 1, 2, 3 }, radius = 0.5, scale = 2 }
    assert.same({ 0.5, 1, 2, 3 }, { box:get_radius(), box:get_half("numbers") })
    assert.equal(0.5, collide.hull({ points = { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1 }, radius = 0.5 }):get_radius())
    assert.equal(0, collide.box({ half = { 1, 2, 3 } }):get_radius())
    assert.equal(0, collide.capsule({ radius = 0, a = { 0, 0 }, b = { 1, 2 } }):get_radius())
  end)

  it("is an error for a shape that takes none", function()
    local plane = collide.plane { normal = { 0, 1 }, distance = 1 }
    assert.error_matches(function() plane:get_radius() end, "a shape with a radius expected, got")
    assert.error_matches(function() collide.circle({ radius = 1 }):get_radius("all") end, "unknown word 'all'")
    assert.error_matches(function() collide.circle({ radius = 1 }).get_radius(5) end, "get_radius")
  end)
end)

describe("the field radius", function()
  it("is that of a shape with data", function()
    local shape = collide.circle { radius = 2, scale = 3 }
    shape.data = "ball"
    assert.equal(2, shape.radius)
    shape = collide.plane { normal = { 0, 1 }, distance = 1 }
    shape.data = "floor"
    assert.error_matches(function() return shape.radius end, "a shape has no field 'radius'")
  end)

  it("is no field of a shape without data; the error names the getter", function()
    assert.error_matches(function() return collide.circle({ radius = 2 }).radius end, "call get_radius()", 1, true)
  end)
end)

describe("get_half", function()
  it("is the same for each form of a rect or box", function()
    for _, fields in ipairs { { half = { 2, 3 } }, { size = { 4, 6 } }, { min = { 1, 1 }, max = { 5, 7 } },
      { width = 4, height = 6 }, { x = 9, y = 9, width = 4, height = 6 }, { half = { 2, 3 }, scale = { 2, 5 } } } do
      local shape = collide.rect(fields)
      assert.same({ 2, 3 }, components(shape:get_half()))
      assert.same({ 2, 3 }, { shape:get_half("numbers") })
    end
    for _, fields in ipairs { { half = { 2, 3, 4 } }, { size = { 4, 6, 8 } }, { min = { 1, 1, 1 }, max = { 5, 7, 9 } },
      { half = { 2, 3, 4 }, rotation = { 0, 1, 0, 1 }, position = { 5, 5, 5 } } } do
      assert.same({ 2, 3, 4 }, components(collide.box(fields):get_half()))
    end
    local wide = collide.box { min = { -1e300, 0, 0 }, max = { 1e300, 0, 1 } }
    assert.same({ 1e300, 0, 0.5 }, { wide:get_half("numbers") })
  end)

  it("is an error for any other shape", function()
    assert.error_matches(function() collide.circle({ radius = 1 }):get_half() end, "rect or box expected, got circle")
    assert.error_matches(function() collide.polygon({ 0, 0, 1, 0, 0, 1 }):get_half() end, "rect or box expected")
  end)
end)

describe("get_half_height", function()
  it("is half of the axis of a capsule or cylinder", function()
    assert.equal(1.5, collide.capsule({ radius = 1, half_height = 1.5, scale = 2 }):get_half_height())
    assert.equal(1.5, collide.cylinder({ radius = 1, half_height = 1.5, scale = { 1, 2, 3 } }):get_half_height())
    assert.equal(2.5, collide.capsule({ radius = 1, a = { 1, 1 }, b = { 4, 5 } }):get_half_height("numbers"))
    assert.equal(1.5, collide.capsule({ radius = 1, a = { 0, 0, 0 }, b = { 1, 2, 2 } }):get_half_height())
    assert.equal(0, collide.capsule({ radius = 1, a = { 3, 3 }, b = { 3, 3 } }):get_half_height())
    for _, size in ipairs { 2 ^ 600, 2 ^ -600 } do
      local stick = collide.capsule { radius = 0, a = { 0, 0 }, b = { 3 * size, 4 * size } }
      assert.equal(2.5 * size, stick:get_half_height())
    end
  end)

  it("is an error for any other shape", function()
    assert.error_matches(function() collide.cone({ radius = 1, height = 1 }):get_half_height() end,
      "capsule or cylinder expected, got cone")
  end)
end)

describe("get_ends", function()
  local function ends(shape)
    local a, b = shape:get_ends()
    local flat = { shape:get_ends("numbers") }
    local list = components(a)
    for _, x in ipairs(components(b)) do list[#list + 1] = x end
    assert.same(list, flat)
    return list
  end

  it("are in the world", function()
    assert.same({ 10, -2, 10, 2 }, ends(collide.capsule { radius = 1, half_height = 2, position = { 10, 0 } }))
    assert.same({ 6, 7, 9, 11 }, ends(collide.capsule { radius = 1, a = { 1, 2 }, b = { 4, 6 }, position = { 5, 5 } }))
    assert.same({ 1, -4, 3, 1, 8, 3 }, ends(collide.capsule { radius = 1, half_height = 2, position = { 1, 2, 3 },
      scale = { 1, 3, 5 } }))
    assert.same({ 1, 0, 3, 1, 4, 3 }, ends(collide.capsule { radius = 1, half_height = 2, position = { 1, 2, 3 } }))
    assert.same({ 1, 2, 7, 9 }, ends(collide.segment { { 0, 0 }, { 6, 7 }, position = { 1, 2 } }))
    assert.same({ 1, 2, 3, 7, 9, 3 }, ends(collide.segment { { 0, 0, 0 }, { 6, 7, 0 }, position = { 1, 2, 3 } }))
  end)

  it("follow the shape", function()
    local stick = collide.capsule { radius = 1, half_height = 2, position = { 0, 0 } }
    stick:set_rotation(math.pi / 2):set_position(3, 4)
    local ax, ay, bx, by = stick:get_ends("numbers")
    for i, difference in ipairs { ax - 5, ay - 4, bx - 1, by - 4 } do
      assert.is_true(math.abs(difference) < 1e-14, "component " .. i)
    end
  end)

  it("are an error for any other shape", function()
    assert.error_matches(function() collide.circle({ radius = 1 }):get_ends() end, "capsule or segment expected, got")
    assert.error_matches(function() collide.plane({ normal = { 0, 1 }, distance = 1 }):get_ends() end, "got plane")
  end)
end)

describe("points of an outline", function()
  -- Twice the area; positive if counterclockwise.
  local function area(points)
    local sum = 0
    for i, p in ipairs(points) do
      local q = points[i % #points + 1]
      sum = sum + p.x * q.y - q.x * p.y
    end
    return sum
  end

  local function check(shape, count, core, radius)
    local points, flat = shape:points(count), { shape:points(count, "numbers") }
    assert.equal(count, #points)
    assert.equal(2 * count, #flat)
    for i, p in ipairs(points) do
      assert.same({ p.x, p.y }, { flat[2 * i - 1], flat[2 * i] })
      local size = radius + math.abs(p.x) + math.abs(p.y)
      assert.is_true(math.abs(core:distance(p.x, p.y) - radius) <= 1e-14 * size, "off the outline")
      local q, r = points[i % count + 1], points[(i + 1) % count + 1]
      local turn = (q.x - p.x) * (r.y - q.y) - (q.y - p.y) * (r.x - q.x)
      assert.is_true(turn >= -1e-13 * size * size, "not convex, or clockwise")
    end
    if radius > 0 then assert.is_true(area(points) > 0) end
    return points
  end

  it("lie on a circle, evenly spaced from the side of x", function()
    local below = random.generator(91)
    for _ = 1, 60 do
      local x, y, radius, count = below(40) - 20, below(40) - 20, below(30) / 8, 2 + below(40)
      local disc = collide.circle { radius = radius / 2, position = { x, y }, scale = 2, rotation = below(6) }
      local points = check(disc, count, collide.circle { radius = 0, position = { x, y } }, radius)
      assert.same({ x + radius, y }, components(points[1]))
      for i, p in ipairs(points) do
        local q, side = points[i % count + 1], 2 * radius * math.sin(math.pi / count)
        assert.is_true(math.abs(math.sqrt((q.x - p.x) ^ 2 + (q.y - p.y) ^ 2) - side) < 1e-12)
      end
      if count % 4 == 0 then
        assert.same({ x, y + radius }, components(points[count / 4 + 1]))
        assert.same({ x - radius, y }, components(points[count / 2 + 1]))
      end
    end
  end)

  it("lie on a capsule, with both ends of its straight sides", function()
    local below = random.generator(92)
    for _ = 1, 60 do
      local a, b = { below(40) - 20, below(40) - 20 }, { below(40) - 60, below(40) - 20 }
      local radius, count = below(30) / 8, 3 + below(40)
      local place = { 3, below(9) }
      local stick = collide.capsule { radius = radius, a = a, b = b, rotation = below(7) - 1, position = place }
      local ax, ay, bx, by = stick:get_ends("numbers")
      local points = check(stick, count, collide.segment { { ax, ay }, { bx, by } }, radius)
      local length, straight = math.sqrt((bx - ax) ^ 2 + (by - ay) ^ 2), 0
      for i, p in ipairs(points) do
        local q = points[i % count + 1]
        local dx, dy = q.x - p.x, q.y - p.y
        if math.abs(math.sqrt(dx * dx + dy * dy) - length) < 1e-12 * length
          and math.abs(dx * (by - ay) - dy * (bx - ax)) < 1e-12 * length * length then
          straight = straight + 1
        end
      end
      assert.is_true(straight >= 2, "both straight sides")
    end
  end)

  it("lie on a rounded polygon, with both ends of each straight side", function()
    local below = random.generator(93)
    for _ = 1, 80 do
      local list, radius = {}, below(20) / 8
      for i = 1, 3 + below(5) do list[i] = { below(30), below(30) } end
      local fine, core = pcall(collide.hull, { points = list })
      if fine then
        local scale, place = below(4), { below(9), below(9) }
        local pose = { points = core:points(), scale = scale, position = place, rotation = below(6) }
        core = collide.polygon(pose)
        pose.radius = radius / scale
        local sides = #core:points()
        local count = 2 * sides - 1 + below(60)
        local points = check(collide.polygon(pose), count, core, radius)
        local straight = 0
        for i, p in ipairs(points) do
          local q = points[i % count + 1]
          local middle = core:distance((p.x + q.x) / 2, (p.y + q.y) / 2)
          if math.abs(middle - radius) <= 1e-13 * (radius + 200) then straight = straight + 1 end
        end
        assert.is_true(straight >= sides, straight .. " straight sides of " .. sides)
      end
    end
  end)

  it("lie on a needle with a radius, and on a rounded rect of any form", function()
    local needle = { 0, 0, 1e6, 1, 0, 1e-3 }
    local flat = collide.polygon { points = needle }
    check(collide.polygon { points = needle, radius = 0.5 }, 64, flat, 0.5)
    local plate, core = collide.rect { half = { 2, 1 }, radius = 0.5 }, collide.rect { half = { 2, 1 } }
    local points = check(plate, 16, core, 0.5)
    for i, wanted in ipairs { { 2.5, -1 }, { 2.5, 1 }, { -2.5, 1 }, { -2.5, -1 } } do
      local found = false
      for _, p in ipairs(points) do found = found or p.x == wanted[1] and p.y == wanted[2] end
      assert.is_true(found, "end " .. i)
    end
    assert.equal(4, #plate:points())
    assert.equal(0.5, plate:get_radius())
    assert.error_matches(function() plate:points(7) end, "count must be a whole number from 8 to 65536, got 7")
    check(collide.segment { { 0, 0 }, { 3, 4 }, radius = 1 }, 10, collide.segment { { 0, 0 }, { 3, 4 } }, 1)
    check(collide.triangle { { 0, 0 }, { 4, 0 }, { 0, 3 }, radius = 1 }, 10,
      collide.triangle { { 0, 0 }, { 4, 0 }, { 0, 3 } }, 1)
  end)

  it("of a capsule without length are those of a circle", function()
    local ball = collide.capsule { radius = 2, a = { 1, 1 }, b = { 1, 1 } }
    for i, p in ipairs(collide.circle({ radius = 2, position = { 1, 1 } }):points(12)) do
      assert.same(components(p), components(ball:points(12)[i]))
    end
  end)

  it("may be taken from a description", function()
    assert.same({ 3, 0, 1, 2, -1, 0, 1, -2 },
      { collide.points({ shape = "circle", radius = 2, position = { 1, 0 } }, 4, "numbers") })
  end)

  it("print themselves as a list", function()
    assert.equal("(1, 0)\n(0, 1)\n(-1, 0)\n(0, -1)", tostring(collide.circle({ radius = 1 }):points(4)))
  end)

  it("are refused for other shapes and numbers", function()
    local disc, stick = collide.circle { radius = 1 }, collide.capsule { radius = 1, a = { 0, 0 }, b = { 1, 0 } }
    for _, count in ipairs { 2, 0, -1, 2.5, 65537, 1e300 } do
      assert.error_matches(function() disc:points(count) end, "count must be a whole number from 3 to 65536, got")
    end
    assert.error_matches(function() stick:points(3) end, "count must be a whole number from 4 to 65536, got 3")
    for _, count in ipairs { 0 / 0, 1 / 0, -1 / 0 } do
      assert.error_matches(function() disc:points(count) end, "count must be finite, got")
    end
    for _, shape in ipairs { collide.sphere { radius = 1 }, collide.capsule { radius = 1, half_height = 1 },
      collide.box { half = { 1, 1, 1 } } } do
      assert.error_matches(function() shape:points(8) end,
        "round 2D shape expected beside a number of points, got 3D " .. shape:describe().shape)
    end
    assert.error_matches(function() collide.rect({ half = { 1, 1 } }):points(8) end,
      "beside a number of points, got rect; points() gives its corners", 1, true)
    assert.error_matches(function() disc:points() end, "got circle; points(32) gives 32 points of its outline", 1, true)
    assert.error_matches(function() disc:points(8, 8) end, "unexpected argument, got number")
    -- The stack of Lua 5.2 and later has room for a million values, that of others for 8,000.
    local fine, found = pcall(function() return select("#", disc:points(65536, "numbers")) end)
    assert.is_true(fine and found == 131072
      or not fine and found:find("65536 points are too many to return as numbers", 1, true) ~= nil, tostring(found))
    assert.equal(65536, #disc:points(65536))
  end)
end)
