-- SPDX-License-Identifier: MIT
-- In space a move ends at a clearance from what it meets, and ends early if it takes too long.
local collide = require "collide"
local uniform = require("spec.support.random").uniform(20261128)

local TURN = { 0.3, 0.1, -0.2, 0.9 }
local BODIES = {
  sphere = function() return collide.sphere { radius = 0.5 } end,
  capsule = function() return collide.capsule { radius = 0.25, half_height = 0.5 } end,
  box = function() return collide.box { half = { 0.4, 0.5, 0.3 } } end,
  hull = function() return collide.hull { { 0, -1, 0 }, { 1, 0, 0 }, { -1, 0, 0.2 }, { 0, 0, 1 }, { 0, 1, 0 } } end,
  cylinder = function() return collide.cylinder { radius = 0.4, half_height = 0.5 } end,
  cone = function() return collide.cone { radius = 0.5, height = 1 } end,
}
local CURVED = { cylinder = true, cone = true }

local function fall(target, body, steps)
  for _ = 1, steps do target:move(body, { 0, -0.1, 0 }, { up = { 0, 1, 0 } }) end
  return body
end

describe("a move in space", function()
  for name, make in pairs(BODIES) do
    it("ends a clearance above a turned box, and stays there: " .. name, function()
      local floor = collide.box { half = { 5, 1, 5 }, position = { 20, 0, 20 } }:set_rotation(TURN)
      local body = fall(floor, make():set_position(20, 6, 20), 80)
      local most = 25 * 2 ^ -40 * 4 + (CURVED[name] and 2 ^ -30 * 4 or 0)
      local distance = collide.distance(body, floor)
      assert.is_true(distance > 4e-12 and distance < most, distance)
      local before = body:get_position()
      for _ = 1, 100 do floor:move(body, { 0, -0.1, 0 }, { up = { 0, 1, 0 } }) end
      local after = body:get_position()
      assert.is_true(math.abs(after.y - before.y) < most)
      assert.is_nil(collide.contact(body, floor, { touching = "skip" }))
    end)
  end

  it("touches a level floor exactly with a box, a ball and an upright capsule", function()
    local floor = collide.world { collide.box { min = { -9, -1, -9 }, max = { 9, 0, 9 } } }
    for name, height in pairs { box = 0.5, sphere = 0.5, capsule = 0.75 } do
      local body = fall(floor, BODIES[name]():set_position(0, 3, 0), 40)
      assert.are.equal(height, body:get_position().y)
    end
  end)
end)

-- A heap of 400 turned solids.
local function heap()
  local makers, members = { BODIES.box, BODIES.cylinder, BODIES.cone }, {}
  for i = 1, 400 do
    local turn = { uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1) }
    members[i] = makers[1 + i % 3]():set_position(uniform(-8, 8), uniform(-2, 2), uniform(-8, 8)):set_rotation(turn)
  end
  return collide.world(members)
end

describe("a step in a heap", function()
  it("ends free", function()
    local level = heap()
    for case = 1, 12 do
      local body = BODIES.box():set_position(uniform(-6, 6), 5, uniform(-6, 6))
      for step = 1, 120 do
        local d = { 0.08 * math.cos(step * 0.01 + case), -0.05, 0.08 * math.sin(step * 0.01 + case) }
        local moved = level:move(body, d, { up = { 0, 1, 0 }, step = 0.3, snap = 0.3 })
        assert.is_false(moved.inside)
        assert.is_nil(level:contact(body, { touching = "skip" }))
      end
    end
  end)
end)

describe("a move that takes too long", function()
  it("ends free, with a remainder, and says so", function()
    local walls = {
      collide.box { half = { 0.5, 5, 500 }, position = { -2, 0, 0 } },
      collide.box { half = { 0.5, 5, 500 }, position = { 2, 0, 0 } },
    }
    local body = BODIES.box():set_position(0, 0, -400)
    local moved = collide.move(walls, body, { 800, 0, 80 }, { respond = "bounce", iterations = 1000 })
    assert.is_true(moved.exhausted)
    assert.is_false(moved.inside)
    assert.is_nil(collide.contact(walls, body, { touching = "skip" }))
    assert.is_true(math.abs(moved.remainder.x) > 100)
    assert.matches(" exhausted$", tostring(moved))
    moved = collide.move(walls, body, { 8, 0, 0.8 }, { respond = "bounce", iterations = 1000 })
    assert.is_nil(moved.exhausted)
  end)
end)

describe("the members near a move", function()
  it("are found again after a response moves one of them", function()
    local wall = collide.box { half = { 0.5, 5, 5 }, position = { 3, 0, 0 } }
    local gate = collide.box { half = { 0.5, 5, 5 }, position = { 0, 0, 40 } }
    local body = collide.sphere { radius = 0.5, position = { 0, 0, 0 } }
    local moved = collide.move({ wall, gate }, body, { 9, 0, 9 }, {
      respond = function()
        gate:set_position(0, 0, 4):set_rotation { 0, 1, 0, 1 }
        return "slide"
      end,
    })
    assert.are.equal(2, #moved.hits)
    assert.is_true(moved.position.z < 3.01, moved.position.z)
  end)

  it("give the same result among few members and among many", function()
    local few, many = {}, {}
    for i = 1, 60 do
      local turn = { uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1) }
      local x, y, z = uniform(-2, 2), uniform(-2, 2), uniform(-2, 2)
      many[i] = collide.box { half = { 0.2, 0.3, 0.2 }, position = { x, y, z } }:set_rotation(turn)
      if i <= 20 then few[i] = many[i] end
    end
    local function rejects_late(shape)
      for i = 21, 60 do if shape == many[i] then return false end end
      return true
    end
    for _ = 1, 40 do
      local at, d = { uniform(-2, 2), 5, uniform(-2, 2) }, { uniform(-1, 1), -6, uniform(-1, 1) }
      local p = collide.move(few, collide.sphere { radius = 0.3, position = at }, d)
      local q = collide.move(many, collide.sphere { radius = 0.3, position = at }, d, { filter = rejects_late })
      for _, axis in ipairs { "x", "y", "z" } do
        assert.is_true(math.abs(p.position[axis] - q.position[axis]) < 1e-9)
      end
    end
  end)
end)
