-- SPDX-License-Identifier: MIT
--
-- The options of casts that hold whatever the shape: ignore, inside and into.
local collide = require("collide")

-- A ball of radius 1 around (0, 0, z).
local function ball_at(z, fields)
  local ball = { radius = 1, position = { 0, 0, z } }
  for key, value in pairs(fields or {}) do ball[key] = value end
  return collide.sphere(ball)
end

local ball = collide.sphere { radius = 1 }
local shell = collide.sphere { radius = 1, hollow = true }

describe("the option ignore", function()
  local a, b, c = ball_at(5), ball_at(10), ball_at(15)
  local described = { shape = "sphere", radius = 1, position = { 0, 0, 2 } }

  local function nearest(target, ignore)
    local hit = collide.raycast(target, { 0, 0, -5 }, { 0, 0, 1 }, { ignore = ignore })
    return hit and hit.point.z + 1
  end

  it("passes over a shape", function()
    assert.equal(10, nearest({ a, b, c }, a))
    assert.equal(5, nearest({ a, b, c }, b))
  end)

  it("passes over an array of shapes", function()
    assert.equal(15, nearest({ a, b, c }, { b, a }))
    assert.equal(5, nearest({ a, b, c }, {}))
    assert.is_nil(nearest({ a, b, c }, { a, b, c }))
  end)

  it("passes over a lone target", function()
    assert.is_nil(nearest(a, a))
    assert.is_nil(nearest(a, { b, a }))
    assert.equal(5, nearest(a, b))
    assert.is_nil(nearest(described, described))
  end)

  it("knows a description by itself, not by what it says", function()
    assert.equal(5, nearest({ described, a }, described))
    assert.equal(5, nearest({ described, a }, { described }))
    assert.equal(2, nearest({ described, a }, { shape = "sphere", radius = 1, position = { 0, 0, 2 } }))
  end)

  it("goes for segments, lines, any and all", function()
    local options = { ignore = a }
    assert.equal(2, collide.segmentcast({ a, b }, { 0, 0, 0 }, { 0, 0, 20 }, options).index)
    assert.equal(2, collide.linecast({ a, b }, { 0, 0, 0 }, { 0, 0, 1 }, options).index)
    assert.is_false(collide.segmentcast_any({ a }, 0, 0, 0, 0, 0, 20, options))
    assert.equal(1, #collide.linecast_all({ a, b }, { 0, 0, 0 }, { 0, 0, 1 }, options))
  end)
end)

describe("the option inside = 'skip'", function()
  local skip = { inside = "skip" }

  it("passes over shapes that hold the start", function()
    local around, ahead = collide.sphere { radius = 3 }, ball_at(10)
    assert.equal(2, collide.raycast({ around, ahead }, { 0, 0, 0 }, { 0, 0, 1 }, skip).index)
    assert.is_nil(around:raycast({ 0, 0, 0 }, { 0, 0, 1 }, skip))
    assert.equal(1, collide.raycast({ around, ahead }, { 0, 0, -4 }, { 0, 0, 1 }, skip).index)
  end)

  it("passes over those whose surface holds it", function()
    assert.is_nil(ball:raycast({ 0, 0, -1 }, { 0, 0, 1 }, skip))
    assert.is_nil(ball:raycast({ 0, 0, 1 }, { 0, 0, 1 }, skip))
    assert.equal("hit t=0 point=(0, 0, -1) normal=(0, 0, -1)",
      tostring(ball:raycast({ 0, 0, -1 }, { 0, 0, 1 })))
  end)

  it("passes over hollow ones too", function()
    assert.is_nil(shell:raycast({ 0, 0, 0 }, { 0, 0, 1 }, skip))
  end)

  it("goes for segments", function()
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

  it("does so in numbers too", function()
    local into = {}
    assert.equal(into, (ball:raycast(0, 0, -5, 0, 0, 1, { into = into })))
    assert.equal(4, into.t)
    assert.equal(into, (ball:segmentcast(0, 0, -5, 0, 0, 5, { into = into })))
    assert.equal(0.4, into.t)
    assert.equal(into, (ball:linecast(0, 0, 5, 0, 0, 1, { into = into })))
    assert.equal(-6, into.t)
  end)

  it("writes through the vectors that are there", function()
    local point, written = {}, {}
    local normal = setmetatable({}, { __newindex = function(_, key, value) written[key] = value end })
    local into = { point = point, normal = normal }
    ball:raycast({ 0, 0, -5 }, { 0, 0, 1 }, { into = into })
    assert.equal(point, into.point)
    assert.same({ x = 0, y = 0, z = -1 }, point)
    assert.equal(normal, into.normal)
    assert.same({ x = 0, y = 0, z = -1 }, written)
  end)

  it("clears what another answer left", function()
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

  it("is left alone by a miss and by a mistake", function()
    local into = { t = 9, point = { x = 1, y = 2, z = 3 } }
    assert.is_nil(ball:raycast({ 0, 0, 5 }, { 0, 0, 1 }, { into = into }))
    assert.is_false((pcall(ball.raycast, ball, { 0, 0, -5 }, { 0, 0, 1 }, { into = into, max = -1 })))
    assert.is_false((pcall(collide.raycast, { ball, 5 }, { 0, 0, -5 }, { 0, 0, 1 }, { into = into })))
    assert.same({ t = 9, point = { x = 1, y = 2, z = 3 } }, into)
  end)

  it("of ..._all is the array, whose hits are filled again", function()
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

  it("of ..._all in numbers is the flat array", function()
    local near, far = ball_at(5), ball_at(10)
    local into = {}
    assert.equal(into, collide.raycast_all({ far, near }, 0, 0, 0, 0, 0, 1, { into = into }))
    assert.equal(18, #into)
    collide.raycast_all({ far, near }, 0, 0, 7, 0, 0, 1, { into = into })
    assert.same({ 2, 0, 0, -1, 4, 0, 0, 9, 1 }, into)
  end)
end)
