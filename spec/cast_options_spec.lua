-- SPDX-License-Identifier: MIT
--
-- The options of casts that are the same for every shape: ignore, inside and into.
local collide = require("collide")
local cases = require("spec.support.cases")
local generator = require("spec.support.random").generator

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
