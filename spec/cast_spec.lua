-- SPDX-License-Identifier: MIT
--
-- Properties of casts that are the same for every shape: rays, segments and lines, one and many targets, and the
-- options ignore, inside, into and limit. Hits of each shape are in cast_shapes_spec.lua.
local collide = require("collide")
local garbage = require("spec.support.garbage")
local cases = require("spec.support.cases")
local generator = require("spec.support.random").generator

local unpack = table.unpack or unpack -- luacheck: ignore 143
local inf = math.huge

-- A ball of radius 1 around (0, 0, z).
local function ball_at(z, fields)
  local ball = { radius = 1, position = { 0, 0, z } }
  for key, value in pairs(fields or {}) do ball[key] = value end
  return collide.sphere(ball)
end

local ball = collide.sphere { radius = 1 }
local shell = collide.sphere { radius = 1, hollow = true }

describe("raycast", function()
  it("returns all fields of a hit", function()
    assert.same({
      t = 4, t_exit = 6, inside = false, point = { x = 0, y = 0, z = -1 }, normal = { x = 0, y = 0, z = -1 },
    }, ball:raycast({ 0, 0, -5 }, { 0, 0, 1 }))
  end)

  it("in numbers returns the same values", function()
    assert.equal(9, select("#", ball:raycast(0, 0, -5, 0, 0, 1)))
    assert.same({ 4, 0, 0, -1, 6, 0, 0, -1 }, { ball:raycast(0, 0, -5, 0, 0, 1) })
  end)

  it("in numbers also returns triangle, u and v for a triangle", function()
    local triangle = collide.triangle { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 } }
    assert.equal(12, select("#", triangle:raycast(0.5, 1, 5, 0, 0, -1)))
    assert.same({ 5, 0, 0, 1, 5, 0.5, 1, 0, nil, 1, 0.25, 0.5 }, { triangle:raycast(0.5, 1, 5, 0, 0, -1) })
    assert.equal(12, select("#", collide.raycast({ triangle }, 0.5, 1, 5, 0, 0, -1)))
    assert.equal(1, (select(9, collide.raycast({ triangle }, 0.5, 1, 5, 0, 0, -1))))
  end)

  it("returns a single nil on a miss", function()
    assert.equal(1, select("#", ball:raycast(0, 0, 5, 0, 0, 1)))
    assert.is_nil(ball:raycast(0, 0, 5, 0, 0, 1))
    assert.is_nil(ball:raycast({ 0, 0, 5 }, { 0, 0, 1 }))
  end)

  it("finds hits up to max, and none beyond", function()
    assert.equal(4, ball:raycast({ 0, 0, -5 }, { 0, 0, 1 }, 4).t)
    assert.equal(2, (ball:raycast(0, 0, -5, 0, 0, 2, 2)))
    assert.is_nil(ball:raycast({ 0, 0, -5 }, { 0, 0, 1 }, 3.999999999999999))
    assert.equal(4, ball:raycast({ 0, 0, -5 }, { 0, 0, 1 }, inf).t)
    assert.equal(0, ball:raycast({ 0, 0, -1 }, { 0, 0, 1 }, 0).t)
    assert.is_nil(ball:raycast({ 0, 0, -1.5 }, { 0, 0, 1 }, 0))
  end)

  it("does not limit t_exit by max", function()
    assert.equal(6, ball:raycast({ 0, 0, -5 }, { 0, 0, 1 }, 4).t_exit)
    assert.equal(1, ball:raycast({ 0, 0, 0 }, { 0, 0, 1 }, 0.5).t_exit)
  end)

  it("accepts max as an option, too", function()
    assert.equal(4, ball:raycast({ 0, 0, -5 }, { 0, 0, 1 }, { max = 4 }).t)
    assert.is_nil(ball:raycast(0, 0, -5, 0, 0, 1, { max = 3 }))
    assert.equal(4, (ball:raycast(0, 0, -5, 0, 0, 1, { max = inf })))
    assert.equal(4, (ball:raycast(0, 0, -5, 0, 0, 1, {})))
  end)

  it("from inside a hollow shape hits its wall, if that is within max", function()
    assert.is_nil(shell:raycast({ 0, 0, 0 }, { 0, 0, 1 }, 0.999999999999))
    assert.equal(1, shell:raycast({ 0, 0, 0 }, { 0, 0, 1 }, 1).t)
  end)
end)

describe("segmentcast", function()
  it("has t = 0 at one end and t = 1 at the other", function()
    local hit = ball:segmentcast({ 0, 0, -5 }, { 0, 0, 3 })
    assert.equal(0.5, hit.t)
    assert.equal(0.75, hit.t_exit)
    assert.same({ 0.5, 0, 0, -1, 0.75, 0, 0, -1 }, { ball:segmentcast(0, 0, -5, 0, 0, 3) })
  end)

  it("finds hits up to its end, and none beyond", function()
    assert.equal(1, ball:segmentcast({ 0, 0, -5 }, { 0, 0, -1 }).t)
    assert.is_nil(ball:segmentcast({ 0, 0, -5 }, { 0, 0, -1.0000000000000002 }))
    assert.equal(1.5, ball:segmentcast({ 0, 0, -5 }, { 0, 0, -1 }).t_exit)
  end)

  it("from a point to itself tests that point", function()
    assert.same({
      t = 0, t_exit = inf, inside = true, point = { x = 0, y = 0, z = 1 }, normal = { x = 0, y = 0, z = 0 },
    }, ball:segmentcast({ 0, 0, 1 }, { 0, 0, 1 }))
    assert.same({ 0, 0, 0, 0, inf, 0, 0, 0.5 }, { ball:segmentcast(0, 0, 0.5, 0, 0, 0.5) })
    assert.is_nil(ball:segmentcast({ 0, 0, 1.0000000000000002 }, { 0, 0, 1.0000000000000002 }))
  end)

  it("may start inside, as rays do", function()
    assert.equal("hit t=0 point=(0, 0, 0) normal=(0, 0, 0) inside",
      tostring(ball:segmentcast({ 0, 0, 0 }, { 0, 0, 0.1 })))
    assert.is_nil(shell:segmentcast({ 0, 0, 0 }, { 0, 0, 0.5 }))
    assert.equal(0.5, shell:segmentcast({ 0, 0, 0 }, { 0, 0, 2 }).t)
  end)
end)

describe("linecast", function()
  it("also finds hits behind the point", function()
    assert.same({
      t = -6, t_exit = -4, inside = false,
      point = { x = 0, y = 0, z = -1 }, normal = { x = 0, y = 0, z = -1 },
    }, ball:linecast({ 0, 0, 5 }, { 0, 0, 1 }))
    assert.same({ -6, 0, 0, -1, -4, 0, 0, -1 }, { ball:linecast(0, 0, 5, 0, 0, 1) })
  end)

  it("is never inside, and treats hollow shapes as solid", function()
    local expected = {
      t = -1, t_exit = 1, inside = false, point = { x = 0, y = 0, z = -1 }, normal = { x = 0, y = 0, z = -1 },
    }
    assert.same(expected, ball:linecast({ 0, 0, 0 }, { 0, 0, 1 }))
    assert.same(expected, shell:linecast({ 0, 0, 0 }, { 0, 0, 1 }))
  end)

  it("finds a box with a matrix behind the point", function()
    local box = collide.box {
      half = { 1, 1, 1 }, transform = { 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, -10, 0, 0, 1 },
    }
    assert.equal("hit t=-12 point=(-12, 0, 0) normal=(-1, 0, 0) face=-x",
      tostring(box:linecast({ 0, 0, 0 }, { 1, 0, 0 })))
  end)

  it("may come from infinity inside a plane; then there is no point", function()
    local plane = collide.plane { normal = { 0, 1, 0 }, distance = 0 }
    assert.same({ t = -inf, t_exit = 1, inside = false, normal = { x = 0, y = 0, z = 0 } },
      plane:linecast({ 0, -1, 0 }, { 0, 1, 0 }))
    assert.equal(9, select("#", plane:linecast(0, -1, 0, 0, 1, 0)))
    assert.same({ -inf, 0, 0, 0, 1 }, { plane:linecast(0, -1, 0, 0, 1, 0) })
    assert.same({ -inf, 0, 0, 0, 1, false, false, false, 1, 0, 0, 0, 0, 0, 0, 0, 0 },
      plane:linecast_all(0, -1, 0, 0, 1, 0))
    assert.is_nil(plane:linecast_all({ 0, -1, 0 }, { 0, 1, 0 })[1].point)
  end)
end)

describe("an array of targets", function()
  local near, far = ball_at(5), ball_at(10)

  it("returns the nearest hit and the index of the target", function()
    for _, order in ipairs { { near, far }, { far, near } } do
      local hit = collide.raycast(order, { 0, 0, 0 }, { 0, 0, 1 })
      assert.equal(4, hit.t)
      assert.equal(near, hit.shape)
      assert.equal(order[1] == near and 1 or 2, hit.index)
      assert.same({ 4, 0, 0, -1, 6, 0, 0, 4, hit.index }, { collide.raycast(order, 0, 0, 0, 0, 0, 1) })
    end
  end)

  it("accepts shapes and descriptions, and returns the same object", function()
    local description = { shape = "sphere", radius = 1, position = { 0, 0, 3 } }
    local hit = collide.raycast({ near, description, far }, { 0, 0, 0 }, { 0, 0, 1 })
    assert.equal(2, hit.index)
    assert.is_true(rawequal(description, hit.shape))
  end)

  it("returns the lower index of two equal hits", function()
    local twins = { ball_at(10), ball_at(5), ball_at(5), ball_at(5) }
    for _, name in ipairs { "raycast", "linecast" } do
      assert.equal(2, collide[name](twins, { 0, 0, 0 }, { 0, 0, 1 }).index)
    end
    assert.equal(2, collide.segmentcast(twins, { 0, 0, 0 }, { 0, 0, 9 }).index)
    -- Also where Lua keeps the array in no order.
    local scattered = {}
    for i = 64, 1, -1 do scattered[i] = ball_at(5) end
    assert.equal(1, collide.raycast(scattered, { 0, 0, 0 }, { 0, 0, 1 }).index)
    local order = {}
    for i, hit in ipairs(collide.raycast_all(scattered, { 0, 0, 0 }, { 0, 0, 1 })) do order[i] = hit.index end
    for i = 1, 64 do assert.equal(i, order[i]) end
  end)

  it("may have one member, whose index is 1", function()
    local hit = collide.raycast({ near }, { 0, 0, 0 }, { 0, 0, 1 })
    assert.equal(1, hit.index)
    assert.equal(near, hit.shape)
    assert.is_nil(near:raycast({ 0, 0, 0 }, { 0, 0, 1 }).index)
    assert.is_nil(near:raycast({ 0, 0, 0 }, { 0, 0, 1 }).shape)
  end)

  it("may be empty; every cast then misses", function()
    assert.is_nil(collide.raycast({}, { 0, 0, 0 }, { 0, 0, 1 }))
    assert.is_nil(collide.segmentcast({}, 0, 0, 0, 0, 0, 1))
    assert.is_false(collide.raycast_any({}, 0, 0, 0, 0, 0, 1))
    assert.same({}, collide.raycast_all({}, 0, 0, 0, 0, 0, 1))
    assert.same({}, collide.linecast_all({}, { 0, 0, 0 }, { 0, 0, 1 }))
  end)

  it("may have very many members", function()
    local many = {}
    for i = 1, 1000 do many[i] = ball_at(10 + (i * 379) % 1000) end
    local hits = collide.raycast_all(many, { 0, 0, 0 }, { 0, 0, 1 })
    assert.equal(1000, #hits)
    for i = 2, 1000 do assert.is_true(hits[i - 1].t <= hits[i].t) end
    local nearest = collide.raycast(many, { 0, 0, 0 }, { 0, 0, 1 })
    assert.equal(hits[1].index, nearest.index)
    assert.equal(1000, nearest.index)
  end)
end)

describe("..._any", function()
  local near, far = ball_at(5), ball_at(10)

  it("returns whether anything is hit", function()
    for _, target in ipairs { near, { near, far }, { far, { shape = "sphere", radius = 1 } } } do
      assert.is_true(collide.raycast_any(target, { 0, 0, 0 }, { 0, 0, 1 }))
      assert.is_true(collide.raycast_any(target, 0, 0, 0, 0, 0, 1))
      assert.is_false(collide.raycast_any(target, 0, 3, 0, 0, 0, 1))
      assert.is_true(collide.segmentcast_any(target, 0, 0, 0, 0, 0, 20))
      assert.is_true(collide.linecast_any(target, 0, 0, 20, 0, 0, 1))
    end
    assert.is_false(near:raycast_any(0, 0, 20, 0, 0, 1))
    assert.is_true(near:linecast_any(0, 0, 20, 0, 0, 1))
  end)

  it("accepts max and the other options", function()
    assert.is_false(near:raycast_any(0, 0, 0, 0, 0, 1, 3))
    assert.is_true(near:raycast_any(0, 0, 0, 0, 0, 1, { max = 4 }))
    assert.is_false(collide.raycast_any({ near }, 0, 0, 0, 0, 0, 1, { ignore = near }))
    assert.is_false(near:raycast_any(0, 0, 5, 0, 0, 1, { inside = "skip" }))
  end)
end)

describe("..._all", function()
  local near, far = ball_at(5), ball_at(10)

  it("returns every hit, nearest first", function()
    local hits = collide.raycast_all({ far, ball_at(-5), near }, { 0, 0, 0 }, { 0, 0, 1 })
    assert.equal(2, #hits)
    assert.equal("hit t=4 point=(0, 0, 4) normal=(0, 0, -1) index=3", tostring(hits[1]))
    assert.equal("hit t=9 point=(0, 0, 9) normal=(0, 0, -1) index=1", tostring(hits[2]))
    assert.equal(near, hits[1].shape)
  end)

  it("in numbers returns one flat array, seventeen values a hit, whatever the target", function()
    assert.same({ 4, 0, 0, -1, 6, 0, 0, 4, 2, 0, 0, 0, 0, 0, 0, 0, 0,
      9, 0, 0, -1, 11, 0, 0, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0 }, collide.raycast_all({ far, near }, 0, 0, 0, 0, 0, 1))
    local triangle = collide.triangle { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 } }
    assert.same({ 5, 0, 0, 1, 5, 0.5, 0.5, 0, 1, 0, 1, 0.25, 0.25, 0, 0, 0, 0 },
      triangle:raycast_all(0.5, 0.5, 5, 0, 0, -1))
    local grid = collide.grid { dimensions = 3 }
    grid:set(0, 0, 1, 7)
    local group = collide.group { ball_at(9), ball_at(0) }
    assert.same({
      1, 0, 0, -1, 1, 0.5, 0.5, 1, 1, 0, 1, 0.25, 0.25, 0, 0, 0, 0,
      1, 0, 0, -1, 2, 0.5, 0.5, 1, 3, 0, 0, 0, 0, 7, 0, 0, 1,
    }, collide.raycast_all({ triangle:copy():set_position(0, 0, 1), near, grid }, 0.5, 0.5, 0, 0, 0, 1, 2))
    assert.same({ 2, 0, 0, -1, 4, 0, 0, -1, 1, 2, 0, 0, 0, 0, 0, 0, 0 }, group:raycast_all(0, 0, -3, 0, 0, 1, 3))
  end)

  it("returns one hit or none of a single shape", function()
    local hits = near:raycast_all({ 0, 0, 0 }, { 0, 0, 1 })
    assert.equal(1, #hits)
    assert.is_nil(hits[1].index)
    assert.same({ 4, 0, 0, -1, 6, 0, 0, 4, 1, 0, 0, 0, 0, 0, 0, 0, 0 }, near:raycast_all(0, 0, 0, 0, 0, 1))
    assert.same({}, near:raycast_all({ 0, 0, 9 }, { 0, 0, 1 }))
  end)

  it("ends at max, or at the end of the segment", function()
    assert.equal(1, #collide.raycast_all({ near, far }, { 0, 0, 0 }, { 0, 0, 1 }, 8))
    assert.equal(1, #collide.segmentcast_all({ near, far }, { 0, 0, 0 }, { 0, 0, 8 }))
    assert.equal(2, #collide.segmentcast_all({ near, far }, { 0, 0, 0 }, { 0, 0, 9 }))
  end)

  it("along a line also finds hits behind the point", function()
    local hits = collide.linecast_all({ near, far }, { 0, 0, 7 }, { 0, 0, 1 })
    assert.equal(-3, hits[1].t)
    assert.equal(2, hits[2].t)
  end)
end)

describe("answers", function()
  it("are new at each call", function()
    local one, two = ball:raycast({ 0, 0, -5 }, { 0, 0, 1 }), ball:raycast({ 0, 0, -5 }, { 0, 0, 1 })
    assert.is_false(rawequal(one, two))
    assert.is_false(rawequal(one.point, two.point))
    one.point.x = 9
    assert.equal(0, two.point.x)
  end)

  it("in numbers make no garbage", function()
    local many = { ball_at(5), ball_at(10), collide.box { half = { 1, 1, 1 } } }
    local options = { max = 100, ignore = many[1], inside = "skip" }
    local into = { point = {}, normal = {} }
    local filled = { into = into }
    ball:raycast(0, 0, -5, 0, 0, 1, filled)
    local function work()
      for _ = 1, 200 do
        ball:raycast(0, 0, -5, 0, 0, 1)
        ball:raycast(0, 0, -5, 0, 0, 1, 10)
        ball:segmentcast(0, 0, -5, 0, 0, 5)
        ball:linecast(0, 0, -5, 0, 0, 1)
        ball:raycast(0, 3, -5, 0, 0, 1)
        collide.raycast(many, 0, 0, -5, 0, 0, 1)
        collide.raycast_any(many, 0, 0, -5, 0, 0, 1)
        collide.raycast(many, 0, 0, -5, 0, 0, 1, options)
        ball:raycast(0, 0, -5, 0, 0, 1, filled)
        collide.cell_at(1.5, 2.5, 3.5)
        ball:project(1, 2, 3)
        ball:set_position(0, 0, 0)
      end
    end
    garbage.assert_below(0.5, work)
  end)

  it("survive the shapes in them", function()
    local hit = collide.raycast({ ball_at(5) }, { 0, 0, 0 }, { 0, 0, 1 })
    collectgarbage()
    collectgarbage()
    assert.equal(4, hit.shape:raycast({ 0, 0, 0 }, { 0, 0, 1 }).t)
  end)

  it("are the same from a method and from a function", function()
    for _, name in ipairs { "raycast", "segmentcast", "linecast" } do
      for _, ending in ipairs { "", "_any", "_all" } do
        local call = name .. ending
        assert.equal(collide[call], ball[call])
        local question = { 0, 0, -5, 0, 0, 5 }
        assert.same({ collide[call](ball, unpack(question)) }, { ball[call](ball, unpack(question)) })
      end
    end
  end)
end)

describe("the option ignore", function()
  local a, b, c = ball_at(5), ball_at(10), ball_at(15)
  local described = { shape = "sphere", radius = 1, position = { 0, 0, 2 } }

  local function nearest(target, ignore)
    local hit = collide.raycast(target, { 0, 0, -5 }, { 0, 0, 1 }, { ignore = ignore })
    return hit and hit.point.z + 1
  end

  it("skips a shape", function()
    assert.equal(10, nearest({ a, b, c }, a))
    assert.equal(5, nearest({ a, b, c }, b))
  end)

  it("skips an array of shapes", function()
    assert.equal(15, nearest({ a, b, c }, { b, a }))
    assert.equal(5, nearest({ a, b, c }, {}))
    assert.is_nil(nearest({ a, b, c }, { a, b, c }))
  end)

  it("skips a single target", function()
    assert.is_nil(nearest(a, a))
    assert.is_nil(nearest(a, { b, a }))
    assert.equal(5, nearest(a, b))
    assert.is_nil(nearest(described, described))
  end)

  it("identifies a description as the same table, not by its content", function()
    assert.equal(5, nearest({ described, a }, described))
    assert.equal(5, nearest({ described, a }, { described }))
    assert.equal(2, nearest({ described, a }, { shape = "sphere", radius = 1, position = { 0, 0, 2 } }))
  end)

  it("works for segments, lines, _any and _all", function()
    local options = { ignore = a }
    assert.equal(2, collide.segmentcast({ a, b }, { 0, 0, 0 }, { 0, 0, 20 }, options).index)
    assert.equal(2, collide.linecast({ a, b }, { 0, 0, 0 }, { 0, 0, 1 }, options).index)
    assert.is_false(collide.segmentcast_any({ a }, 0, 0, 0, 0, 0, 20, options))
    assert.equal(1, #collide.linecast_all({ a, b }, { 0, 0, 0 }, { 0, 0, 1 }, options))
  end)
end)

describe("the option inside = 'skip'", function()
  local skip = { inside = "skip" }

  it("skips shapes that contain the start", function()
    local around, ahead = collide.sphere { radius = 3 }, ball_at(10)
    assert.equal(2, collide.raycast({ around, ahead }, { 0, 0, 0 }, { 0, 0, 1 }, skip).index)
    assert.is_nil(around:raycast({ 0, 0, 0 }, { 0, 0, 1 }, skip))
    assert.equal(1, collide.raycast({ around, ahead }, { 0, 0, -4 }, { 0, 0, 1 }, skip).index)
  end)

  it("skips shapes with the start on their surface", function()
    assert.is_nil(ball:raycast({ 0, 0, -1 }, { 0, 0, 1 }, skip))
    assert.is_nil(ball:raycast({ 0, 0, 1 }, { 0, 0, 1 }, skip))
    assert.equal("hit t=0 point=(0, 0, -1) normal=(0, 0, -1)",
      tostring(ball:raycast({ 0, 0, -1 }, { 0, 0, 1 })))
  end)

  it("skips hollow shapes, too", function()
    assert.is_nil(shell:raycast({ 0, 0, 0 }, { 0, 0, 1 }, skip))
  end)

  it("works for segments", function()
    assert.is_nil(ball:segmentcast({ 0, 0, 0 }, { 0, 0, 9 }, skip))
    assert.is_nil(ball:segmentcast({ 0, 0, 0 }, { 0, 0, 0 }, skip))
    assert.same({}, collide.segmentcast_all({ ball }, { 0, 0, 0 }, { 0, 0, 9 }, skip))
  end)
end)

describe("the option into", function()
  it("fills a table and returns it", function()
    local into = {}
    assert.equal(into, ball:raycast({ 0, 0, -5 }, { 0, 0, 1 }, { into = into }))
    assert.same(ball:raycast({ 0, 0, -5 }, { 0, 0, 1 }), into)
  end)

  it("works in numbers, too", function()
    local into = {}
    assert.equal(into, (ball:raycast(0, 0, -5, 0, 0, 1, { into = into })))
    assert.equal(4, into.t)
    assert.equal(into, (ball:segmentcast(0, 0, -5, 0, 0, 5, { into = into })))
    assert.equal(0.4, into.t)
    assert.equal(into, (ball:linecast(0, 0, 5, 0, 0, 1, { into = into })))
    assert.equal(-6, into.t)
  end)

  it("writes into existing vectors", function()
    local point, written = {}, {}
    local normal = setmetatable({}, { __newindex = function(_, key, value) written[key] = value end })
    local into = { point = point, normal = normal }
    ball:raycast({ 0, 0, -5 }, { 0, 0, 1 }, { into = into })
    assert.equal(point, into.point)
    assert.same({ x = 0, y = 0, z = -1 }, point)
    assert.equal(normal, into.normal)
    assert.same({ x = 0, y = 0, z = -1 }, written)
  end)

  it("clears the fields of an earlier answer", function()
    local triangle = collide.triangle { { -9, -9, 0 }, { 9, -9, 0 }, { 0, 9, 0 } }
    local into = { mine = true }
    collide.raycast({ triangle }, { 0, 0, 5 }, { 0, 0, -1 }, { into = into })
    assert.equal("front", into.face)
    ball:raycast({ 0, 0, 0 }, { 0, 0, 1 }, { into = into })
    assert.same({
      mine = true, t = 0, t_exit = 1, inside = true,
      point = { x = 0, y = 0, z = 0 }, normal = { x = 0, y = 0, z = 0 },
    }, into)
    collide.plane({ normal = { 0, 1, 0 }, distance = 0 }):linecast({ 0, 0, 0 }, { 1, 0, 0 }, { into = into })
    assert.is_nil(into.point)
  end)

  it("leaves the table unchanged on a miss and on an error", function()
    local into = { t = 9, point = { x = 1, y = 2, z = 3 } }
    assert.is_nil(ball:raycast({ 0, 0, 5 }, { 0, 0, 1 }, { into = into }))
    assert.is_false((pcall(ball.raycast, ball, { 0, 0, -5 }, { 0, 0, 1 }, { into = into, max = -1 })))
    assert.is_false((pcall(collide.raycast, { ball, 5 }, { 0, 0, -5 }, { 0, 0, 1 }, { into = into })))
    assert.same({ t = 9, point = { x = 1, y = 2, z = 3 } }, into)
  end)

  it("is the array of ..._all, whose hits are reused", function()
    local near, far = ball_at(5), ball_at(10)
    local into = {}
    assert.equal(into, collide.raycast_all({ far, near }, { 0, 0, 0 }, { 0, 0, 1 }, { into = into }))
    assert.equal(2, #into)
    local first = into[1]
    collide.raycast_all({ far, near }, { 0, 0, 7 }, { 0, 0, 1 }, { into = into })
    assert.equal(1, #into)
    assert.equal(first, into[1])
    assert.equal(1, first.index)
    assert.equal(far, first.shape)
    collide.raycast_all({ far, near }, { 0, 0, 20 }, { 0, 0, 1 }, { into = into })
    assert.same({}, into)
  end)

  it("is the flat array of ..._all in numbers", function()
    local near, far = ball_at(5), ball_at(10)
    local into = {}
    assert.equal(into, collide.raycast_all({ far, near }, 0, 0, 0, 0, 0, 1, { into = into }))
    assert.equal(34, #into)
    collide.raycast_all({ far, near }, 0, 0, 7, 0, 0, 1, { into = into })
    assert.same({ 2, 0, 0, -1, 4, 0, 0, 9, 1, 0, 0, 0, 0, 0, 0, 0, 0 }, into)
  end)
end)

-- The hits that a limit has to leave are told here from the whole answer: its first ones.
describe("the option limit", function()
  -- Boxes whose faces lie on few planes, so that many are hit at the same t.
  local function random_targets(pick, count, grids)
    local targets = {}
    for i = 1, count do
      local x = pick(6)
      if pick(10) <= grids then
        local grid = collide.grid()
        for _ = 1, pick(30) do grid:set(pick(8), pick(3) - 2, pick(3) - 2, pick(9)) end
        targets[i] = grid
      else
        targets[i] = collide.box { min = { x, -1, -1 }, max = { x + pick(3), 1, 1 } }
      end
    end
    return targets
  end

  local function assert_first(whole, limited, limit, context)
    assert.equal(math.min(#whole, limit), #limited, context)
    for i = 1, #limited do assert.same(whole[i], limited[i], context) end
  end

  for name, grids in pairs { ["shapes"] = 0, ["grids"] = 10, ["shapes and grids"] = 3 } do
    it("returns the first hits of an array of " .. name, function()
      local pick = generator(11 + grids)
      for round = 1, cases.of(60, 6) do
        local targets = random_targets(pick, pick(40), grids)
        local along = { 1, (pick(5) - 3) / 8, (pick(5) - 3) / 8 }
        for _, query in ipairs { "raycast_all", "linecast_all" } do
          local whole = collide[query](targets, { 0, 0, 0 }, along)
          local flat = collide[query](targets, 0, 0, 0, along[1], along[2], along[3])
          local size = #whole > 0 and #flat / #whole or 0
          for _, limit in ipairs { 1, 2, pick(10), pick(#whole + 1), #whole + 1, 2 ^ 26 } do
            local context = ("round %d, %s, limit %d"):format(round, query, limit)
            local options = { limit = limit }
            assert_first(whole, collide[query](targets, { 0, 0, 0 }, along, options), limit, context)
            local numbers = collide[query](targets, 0, 0, 0, along[1], along[2], along[3], options)
            assert_first(flat, numbers, limit * size, context)
            local into = { {}, {}, {} }
            collide[query](targets, { 0, 0, 0 }, along, { limit = limit, into = into })
            assert_first(whole, into, limit, context)
          end
        end
      end
    end)
  end

  it("returns the first hits of a grid, also in a group #long", function()
    local grid = collide.grid()
    grid:fill(0, 0, 0, 15, 15, 15, 3)
    for _, query in ipairs { "raycast_all", "linecast_all", "segmentcast_all" } do
      local whole = grid[query](grid, { 0.5, 0.5, 0.5 }, { 20.5, 20.5, 20.5 })
      for limit = 1, #whole + 2 do
        local options = { limit = limit }
        assert_first(whole, grid[query](grid, { 0.5, 0.5, 0.5 }, { 20.5, 20.5, 20.5 }, options), limit, query)
      end
    end
  end)

  it("counts no ignored target, and no hit that another option skips", function()
    local near, far = ball_at(5), ball_at(10)
    local hits = collide.raycast_all({ near, far }, { 0, 0, 5 }, { 0, 0, 1 }, { limit = 1, inside = "skip" })
    assert.equal(2, hits[1].index)
    hits = collide.raycast_all({ near, far }, { 0, 0, 0 }, { 0, 0, 1 }, { limit = 1, ignore = near })
    assert.equal(2, hits[1].index)
  end)

  it("may come from a metatable, like every option", function()
    local options = setmetatable({}, { __index = { limit = 1 } })
    assert.equal(1, #collide.raycast_all({ ball_at(5), ball_at(10) }, { 0, 0, 0 }, { 0, 0, 1 }, options))
  end)
end)
