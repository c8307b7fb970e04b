-- SPDX-License-Identifier: MIT
-- Shapes of the plane with a radius, ellipses, and uneven scales. Exact numbers check pairs, casts and shapecasts of
-- them in spec/pairs, spec/quick and spec/sweep.
local collide = require "collide"
local uniform = require("spec.support.random").uniform

local HALF = 1 / 2

local function fails(text, make)
  local ok, message = pcall(make)
  assert.is_false(ok)
  assert.matches(text, message, 1, true)
end

describe("a rounded shape", function()
  local pillow = collide.rect { half = { 1, 1 }, radius = 5 }

  it("touches a point at the end of a 3-4-5 triangle, and none beyond", function()
    assert.is_true(pillow:contains(4, 5))
    assert.is_true(pillow:contains(-5, 4))
    assert.is_false(pillow:contains(4, 5 + 2 ^ -50))
    assert.is_false(pillow:contains(4 + 2 ^ -50, 5))
    assert.is_true(pillow:contains(0, 0))
    assert.is_true(pillow:contains(6, 1))
    assert.is_false(pillow:contains(6 + 2 ^ -50, 1))
    local ball = collide.circle { radius = 5, position = { 7, 9 } } -- (1, 1) + 10 (0.6, 0.8)
    assert.is_true(collide.overlap(pillow, ball))
    assert.equal(0, collide.distance(pillow, ball, "numbers"))
    ball:set_position(7 + 2 ^ -50, 9)
    assert.is_false(collide.overlap(pillow, ball))
  end)

  it("is hit on its sides and corners", function()
    assert.same({ t = 4, x = 4, y = 5, nx = 0.6, ny = 0.8 }, (function()
      local hit = pillow:raycast({ 4, 9 }, { 0, -1 })
      assert.is_nil(hit.face)
      return { t = hit.t, x = hit.point.x, y = hit.point.y, nx = hit.normal.x, ny = hit.normal.y }
    end)())
    assert.equal(3, pillow:raycast({ 9, HALF }, { -1, 0 }).t)
    assert.is_nil(pillow:raycast({ 9, 6 + 2 ^ -50 }, { -1, 0 }))
    assert.equal(8, pillow:raycast({ 9, 6 }, { -1, 0 }).t) -- along the upper side
    assert.is_true(pillow:segmentcast_any({ 0, 0 }, { 0.1, 0.1 }))
    assert.is_true(pillow:raycast({ 0, 0 }, { 1, 0 }).inside)
    local shell = collide.rect { half = { 1, 1 }, radius = 5, hollow = true }
    assert.is_nil(shell:segmentcast({ 0, 0 }, { 0.1, 0.1 }))
    assert.equal(6, shell:raycast({ 0, 0 }, { 1, 0 }).t)
    assert.is_true(shell:raycast_any({ 0, 0 }, { 1, 0 }))
  end)

  it("has the bounds, projections and distances of its core and the radius", function()
    local x, y, a, b = pillow:bounds("numbers")
    assert.same({ -6, -6, 6, 6 }, { x, y, a, b })
    local low, high = pillow:project({ 3, 4 })
    assert.same({ -32, 32 }, { low, high })
    assert.equal(3, pillow:distance(collide.circle { radius = 1, position = { 10, 0 } }, "numbers"))
    assert.same({ 4, 5 }, { select(2, pillow:closest(7, 9)) })
    local hit = collide.shapecast(collide.circle { radius = 1, position = { 12, 0 } }, pillow, { 10, 0 })
    assert.equal(HALF, hit.t)
    assert.equal(0, collide.rect { half = { 1, 1 }, radius = 0 }:distance(collide.rect { half = { 1, 1 } }, "numbers"))
  end)

  it("agrees with a circle that moves about the plain shape", function()
    local between = uniform(11)
    for _ = 1, 300 do
      local points = {}
      for i = 1, 3 do points[i] = { between(-3, 3), between(-3, 3) } end
      local radius = between(0.01, 2)
      local plain, round = collide.triangle(points), collide.triangle { points = points, radius = radius }
      local disc = collide.circle { radius = radius, position = { between(-6, 6), between(-6, 6) } }
      local x, y = disc:get_position("numbers")
      assert.equal(collide.overlap(plain, disc), round:contains(x, y))
      local dx, dy = between(-1, 1), between(-1, 1)
      local swept = collide.shapecast(plain, disc, { 20 * dx, 20 * dy })
      local hit = round:segmentcast({ x, y }, { x + 20 * dx, y + 20 * dy })
      -- The end of the segment is rounded: only hits that are not near an end are compared.
      if swept and swept.t < 0.999 then
        assert.truthy(hit)
        assert.is_true(math.abs(hit.t - swept.t) < 1e-9 / math.abs(dx * hit.normal.x + dy * hit.normal.y + 1e-30)
          or swept.inside)
      end
    end
  end)

  -- spec/sweep compares shapecasts of points at rounded polygons with exact arithmetic.
  it("has the casts of a point that moves, with whole numbers that touch", function()
    local between, point, hits, touches = uniform(5), collide.circle { radius = 0 }, 0, 0
    local function whole(n) return math.floor(between(-n, n + 1)) end
    for _ = 1, 3000 do
      local points = {}
      for i = 1, 5 do points[i] = { whole(4), whole(4) } end
      local ok, round = pcall(collide.hull, { points = points, radius = 1 + math.abs(whole(5)),
        position = { whole(3), 0 } })
      local long = whole(6)
      local along = whole(1) == 0 and { 3 * long, 4 * long } or { whole(30), whole(30) }
      if ok and (along[1] ~= 0 or along[2] ~= 0) then
        local from = { whole(20), whole(20) }
        point:set_position(from)
        local hit, swept = round:raycast(from, along, { max = 1 }), collide.shapecast(round, point, along)
        assert.equal(swept == nil, hit == nil)
        assert.equal(hit ~= nil, round:raycast_any(from, along, { max = 1 }))
        if hit and hit.t > 0 then
          hits = hits + 1
          if hit.t == 1 or hit.t_exit == hit.t then touches = touches + 1 end
          assert.is_true(math.abs(hit.t - swept.t) < 1e-14)
          assert.is_true(math.abs(hit.normal.x - swept.normal.x) + math.abs(hit.normal.y - swept.normal.y) < 1e-13)
        end
      end
    end
    assert.is_true(hits > 100 and touches > 0, hits .. " hits, " .. touches .. " touch")
  end)

  it("keeps its normals a million units away", function()
    local far = { 1e6, -1e6 }
    local tile = collide.rect { half = { 2, 1 }, radius = HALF, position = far }
    local wedge = collide.triangle { { 0, 0 }, { 4, 0 }, { 0, 3 }, radius = 0.25, position = { 1e6 - 1, -1e6 + 1.5 } }
    local push = collide.contact(wedge, tile)
    assert.equal(0.25, push.depth)
    assert.same({ 0, 1 }, { push.normal.x, push.normal.y })
  end)

  it("answers alike in arrays, worlds and groups", function()
    local members = { pillow, collide.triangle { { 20, 0 }, { 24, 0 }, { 20, 3 }, radius = 1 } }
    local world = collide.world()
    for _, member in ipairs(members) do world:add(member) end
    for y = -7, 7 do
      local a, b = collide.raycast(members, { 40, y }, { -1, 0 }), world:raycast({ 40, y }, { -1, 0 })
      assert.equal(a and a.t, b and b.t)
      assert.equal(a and a.index, b and b.index)
    end
    local group = collide.group { members[1], members[2], position = { 1, 2 } }
    assert.is_true(group:contains(5, 7))
    assert.is_false(group:contains(5, 7 + 2 ^ -48))
    group:set_scale(2)
    assert.is_true(group:contains(1 + 8, 2 + 10))
    fails("part 1, a rounded polygon, takes one number", function() group:set_scale(1, 2) end)
    assert.is_true(group:contains(1 + 8, 2 + 10))
  end)

  it("moves, slides and is pushed out", function()
    local floor = collide.rect { min = { -50, -1 }, max = { 50, 0 } }
    local hero = collide.rect { half = { HALF, 1 }, radius = 0.25, position = { 0, 2 } }
    local moved = collide.move(floor, hero, { 3, -2 })
    local _, y = hero:get_position("numbers")
    assert.is_true(math.abs(y - 1.25) < 1e-6)
    assert.is_true(#moved.hits > 0)
    hero:set_position(3, 0.25)
    collide.push_out(floor, hero)
    assert.is_false(collide.overlap(hero, collide.rect { min = { -50, -1 }, max = { 50, -1e-9 } }))
  end)

  it("prints itself, and is described and copied", function()
    for text, shape in pairs {
      ["rect half=(1, 1) radius=5"] = pillow,
      ["rect width=2 height=2 radius=1 position=(3, 4)"] =
        collide.rect { x = 3, y = 4, width = 2, height = 2, radius = 1 },
      ["rect min=(0, 0) max=(1, 0) radius=1 rotation=1"] =
        collide.rect { min = { 0, 0 }, max = { 1, 0 }, radius = 1, rotation = 1 },
      ["triangle points=((0, 0), (1, 0), (0, 1)) radius=0.5"] = collide.triangle { 0, 0, 1, 0, 0, 1, radius = HALF },
      ["polygon points=((0, 0), (1, 0), (0, 1)) radius=0.5"] =
        collide.hull { { 0, 0 }, { 1, 0 }, { 0, 1 }, { 0.25, 0.25 }, radius = HALF },
      ["capsule a=(0, 0) b=(1, 0) radius=2"] = collide.segment { { 0, 0 }, { 1, 0 }, radius = 2 },
      ["capsule a=(0, 0, 0) b=(1, 0, 0) radius=2"] = collide.segment { { 0, 0, 0 }, { 1, 0, 0 }, radius = 2 },
      ["segment points=((0, 0), (1, 0))"] = collide.segment { { 0, 0 }, { 1, 0 }, radius = 0 },
      ["capsule radius=1 half_height=2 position=(0, 0)"] =
        collide.capsule { radius = 1, half_height = 2, dimensions = 2 },
    } do
      assert.equal(text, tostring(shape))
      assert.equal(text, tostring(shape:copy()))
      assert.same({ shape:bounds("numbers") }, { collide.bounds(shape:describe(), "numbers") })
    end
    assert.equal(2, #{ collide.capsule { radius = 1, half_height = 2, dimensions = 2 }:get_position("numbers") })
  end)

  it("refuses what it cannot be", function()
    fails("radius must not be negative, got -1", function() return collide.rect { half = { 1, 1 }, radius = -1 } end)
    fails("radius must be finite, got nan", function() return collide.rect { half = { 1, 1 }, radius = 0 / 0 } end)
    fails("radius must be finite, got inf", function() return collide.polygon { 0, 0, 1, 0, 0, 1, radius = 1 / 0 } end)
    fails("radius: number expected, got table", function() return collide.segment { 0, 0, 1, 0, radius = {} } end)
    fails("radius does not round a 3D triangle", function()
      return collide.triangle { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, radius = 1 }
    end)
    fails("scale: a coordinate of the shape would exceed 1e300", function()
      return collide.rect { half = { 1, 1 }, radius = 1e299, scale = 100 }
    end)
    fails("a rounded rect takes one number, the same for both axes", function()
      return collide.rect { half = { 1, 1 }, radius = 1 }:set_scale(1, 2)
    end)
    fails("must not be rounded", function()
      local cell = collide.rect { min = { 0.2, 0.2 }, max = { 0.8, 0.8 }, radius = 0.1 }
      collide.grid { size = { 1, 1 } }:set_shape(1, cell)
    end)
    fails("dimensions must be 2 or 3, got 4", function()
      return collide.capsule { radius = 1, half_height = 1, dimensions = 4 }
    end)
    fails("dimensions: got 3, but the capsule's vectors have 2 components", function()
      return collide.capsule { radius = 1, a = { 0, 0 }, b = { 1, 0 }, dimensions = 3 }
    end)
    fails("unknown field 'dimensions'", function() return collide.rect { half = { 1, 1 }, dimensions = 2 } end)
  end)
end)

describe("an ellipse", function()
  -- The share of the greater radius that the reference states.
  local TOLERANCE = 0.00061

  -- How far a point is from the ellipse, nearly: along the gradient of (x / a)^2 + (y / b)^2.
  local function off(a, b, x, y)
    local f, gx, gy = (x / a) ^ 2 + (y / b) ^ 2 - 1, 2 * x / a ^ 2, 2 * y / b ^ 2
    return math.abs(f) / math.sqrt(gx * gx + gy * gy)
  end

  local function check(shape, a, b)
    local points = shape:points()
    for i, p in ipairs(points) do
      local q = points[i % #points + 1]
      assert.is_true(off(a, b, p.x, p.y) <= TOLERANCE * math.max(a, b))
      assert.is_true(off(a, b, (p.x + q.x) / 2, (p.y + q.y) / 2) <= TOLERANCE * math.max(a, b))
    end
    return points
  end

  it("is within the stated distance, and needs all of it", function()
    for _, radii in ipairs { { 2, 1 }, { 1, 1 }, { 1, 50 } } do
      assert.equal(64, #check(collide.ellipse { radii = radii }, radii[1], radii[2]))
    end
    local x = select(3, collide.ellipse { radii = { 2, 1 } }:bounds("numbers"))
    assert.is_true(x > 2 * (1 + TOLERANCE - 1e-5))
  end)

  it("has symmetrical corners", function()
    local known = {}
    for _, p in ipairs(collide.ellipse { radii = { 3, 2 } }:points()) do known[p.x .. " " .. p.y] = p end
    for _, p in pairs(known) do
      assert.truthy(known[(0 - p.x) .. " " .. p.y])
      assert.truthy(known[p.x .. " " .. (0 - p.y)])
    end
  end)

  it("is what a circle with an uneven scale becomes", function()
    local shape = collide.circle { radius = 2, scale = { 2, 1 }, hollow = true }
    assert.equal("ellipse radii=(2, 2) scale=(2, 1) hollow", tostring(shape))
    check(shape, 4, 2)
    check(shape:copy(), 4, 2)
    check(collide.circle { radius = 1, transform = { 3, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 } }, 3, 1)
    shape:set_scale(1, 3)
    check(shape, 2, 6)
    assert.equal("circle radius=2 scale=3", tostring(collide.circle { radius = 2, scale = 3 }))
    fails("a circle takes one number, the same for both axes; a shape that is made with this pose becomes an ellipse "
      .. "or polygon",
      function() return collide.circle { radius = 1 }:set_scale(1, 2) end)
  end)

  it("rounds capsules and rounded shapes that are scaled unevenly", function()
    local capsule = collide.capsule { dimensions = 2, radius = 1, half_height = 2, scale = { 3, 1 }, data = "kept" }
    assert.matches("^polygon points=", tostring(capsule))
    assert.equal("kept", capsule.data)
    for _, p in ipairs(capsule:points()) do
      assert.is_true(off(3, 1, p.x, math.max(math.abs(p.y) - 2, 0)) <= TOLERANCE * 3 or math.abs(p.y) <= 2)
    end
    local x, y, a, b = collide.rect { half = { 1, 2 }, radius = 1, scale = { 1, 2 } }:bounds("numbers")
    for _, size in ipairs { -x / 2, -y / 6, a / 2, b / 6 } do
      assert.is_true(size > 1 and size < 1 + TOLERANCE)
    end
  end)

  it("is refused with radii that are not above 0", function()
    fails("radii must be above 0, got 0", function() return collide.ellipse { radii = { 1, 0 } } end)
    fails("radii must be above 0, got -2", function() return collide.ellipse { radii = { -2, 1 } } end)
    fails("radii: got 3 numbers", function() return collide.ellipse { radii = { 1, 1, 1 } } end)
    fails("radii: vector expected, got nil", function() return collide.ellipse {} end)
    fails("too large or too small", function() return collide.ellipse { radii = { 1e300, 1e300 } } end)
    fails("an ellipse takes radii", function() return collide.ellipse { radius = 1 } end)
  end)
end)
