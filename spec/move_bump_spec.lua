-- SPDX-License-Identifier: MIT
local collide = require "collide"

local function near(a, b, slack)
  assert.is_true(math.abs(a - b) <= (slack or 1e-12), ("%.17g is not %.17g"):format(a, b))
end

local function at(r, x, y, slack)
  near(r.position.x, x, slack)
  near(r.position.y, y, slack)
end

-- The facts of bump's specs, with boxes by corner and size as bump has them.
describe("the specs of bump", function()
  local function item(x, y, w, h) return collide.rect { x = x, y = y, width = w, height = h } end

  it("touch: a box ends beside the obstacle", function()
    local facts = { { 30, 0, 8, 0, -1, 0 }, { -30, 0, -6, 0, 1, 0 }, { 0, 30, 0, 8, 0, -1 }, { 0, -30, 0, -6, 0, 1 } }
    for _, c in ipairs(facts) do
      local mover = item(0, 0, 2, 2)
      local wall = item(c[1] == 30 and 10 or c[1] == -30 and -8 or -4, c[2] == 30 and 10 or c[2] == -30 and -8 or -4,
        c[1] ~= 0 and 2 or 10, c[2] ~= 0 and 2 or 10)
      local r = collide.move(wall, mover, { c[1], c[2] }, { respond = "stop" })
      at(r, c[3], c[4])
      assert.are.same({ c[5], c[6] }, { r.hits[1].normal.x, r.hits[1].normal.y })
    end
  end)

  it("cross: it continues, and returns the members that it passed, nearest first", function()
    local a, b = item(4, 0, 1, 1), item(2, 0, 1, 1)
    local r = collide.move({ a, b }, item(0, 0, 1, 1), { 8, 0 }, { respond = "pass" })
    at(r, 8, 0)
    assert.are.same({ b, a }, { r.hits[1].shape, r.hits[2].shape })
    assert.are.same({ "pass", 1, 3 }, { r.hits[1].response, r.hits[1].position.x, r.hits[2].position.x })
  end)

  it("slide: the rest of the displacement continues along the side", function()
    at(collide.move(item(0, 8, 100, 2), item(2, 2, 2, 2), { 10, 20 }), 12, 6)
    at(collide.move(item(8, 0, 2, 100), item(2, 2, 2, 2), { 20, 10 }), 6, 12)
  end)

  it("bounce: the rest of the displacement is reflected", function()
    -- from 1 to 6 of 10, then 5 back
    local r = collide.move(item(7, 0, 2, 100), item(1, 1, 1, 1), { 10, 10 }, { respond = "bounce" })
    at(r, 1, 11)
    assert.are.equal("bounce", r.hits[1].response)
  end)

  it("bounce: returns the whole displacement as it was reflected", function()
    local ground = collide.rect { min = { -20, -1 }, max = { 20, 0 }, layer = "bouncy_floor" }
    local wall = collide.rect { min = { 8, 0 }, max = { 9, 20 }, layer = "bouncy_wall" }
    local world = collide.world { ground, wall }
    local function bounced(respond, bounciness, x, y, dx, dy)
      local ball = collide.circle { radius = 1, position = { 0, 3 } }
      local options = { respond = respond, bounciness = bounciness }
      local r = collide.move(world, ball, { 14, -6 }, options)
      at(r, x, y)
      ball:set_position(0, 3)
      local px, py, count, nx, ny = world:move(ball, 14, -6, options)
      assert.are.same({ r.position.x, r.position.y, #r.hits }, { px, py, count })
      if dx then
        near(r.direction.x, dx)
        near(r.direction.y, dy)
      end
      assert.are.same(dx and { r.direction.x, r.direction.y } or {}, { nx, ny })
    end
    bounced("bounce", nil, 0, 5, -14, 6)
    bounced("bounce", 1, 0, 5, -14, 6)
    bounced("bounce", 0.5, 3.5, 3, -7, 3)
    bounced("bounce", 0, 7, 1, 0, 0)
    bounced("slide", nil, 7, 1)
    bounced("bounce", { bouncy_floor = 0.5 }, 0, 3, -14, 3)
    bounced({ bouncy_floor = "bounce" }, { bouncy_floor = 0.25, bouncy_wall = 0 }, 7, 2, 14, 1.5)
    bounced(function(hit) return hit.shape == wall and "bounce" or "slide" end, 0.5, 3.5, 1, -7, -6)
  end)

  it("bounce: keeps a ball that falls on a floor above it, lower and lower", function()
    for _, bounciness in ipairs { 0, 1e-18, 0.1, 0.5, 0.9 } do
      local ball, vx, vy = collide.circle { radius = 0.5, position = { 0, 3 } }, 0.001, 0
      local ground = collide.rect { min = { -9, -1 }, max = { 9, 0 } }
      for _ = 1, 400 do
        vy = vy - 0.01
        local r = collide.move(ground, ball, { vx, vy }, { respond = "bounce", bounciness = bounciness })
        if r.direction then vx, vy = r.direction.x, r.direction.y end
        assert.is_false(r.inside)
        assert.is_true(r.position.y >= 0.5)
      end
      near(ball:get_position().x, 0.4, 1e-6)
      assert.is_true(bounciness == 0.9 or ball:get_position().y < 0.52)
    end
  end)

  it("bounce: refuses a bounciness that is none, or without a bounce", function()
    local wall = collide.rect { half = { 1, 1 }, position = { 5, 0 }, layer = "bouncy_wall" }
    local ball = collide.circle { radius = 1 }
    local function refuses(options, text)
      local fine, message = pcall(collide.move, wall, ball, { 9, 0 }, options)
      assert.is_false(fine)
      assert.is_truthy(message:find(text, 1, true), message)
      assert.are.equal(0, ball:get_position().x)
    end
    refuses({ bounciness = 0.5 }, "bounciness needs a response that bounces")
    refuses({ respond = { bouncy_wall = "stop" }, bounciness = { bouncy_wall = 0.5 } }, "needs a response that bounces")
    refuses({ respond = "bounce", bounciness = 1.5 }, "bounciness must be from 0 to 1, got 1.5")
    refuses({ respond = "bounce", bounciness = -1 }, "bounciness must be from 0 to 1, got -1")
    refuses({ respond = "bounce", bounciness = 0 / 0 }, "bounciness must be finite, got nan")
    refuses({ respond = "bounce", bounciness = "1" }, "bounciness: number expected, got string")
    refuses({ respond = "bounce", bounciness = { 0.5 } }, "the names of layers expected as keys, got a number")
    refuses({ respond = "bounce", bounciness = { bouncy_wall = {} } }, "number expected, got table")
    refuses({ respond = "bounce", bounciness = { no_such_layer = 1 } }, "unknown layer 'no_such_layer'")
    assert.has_error(function() collide.push_out(wall, ball, { bounciness = 1 }) end)
  end)

  it("does not stick between tiles", function()
    local list = {}
    for i = 1, 10 do list[i] = item(10 * i, 10, 10, 10) end
    local mover = item(10, 0, 10, 10)
    for _ = 1, 80 do collide.move(list, mover, { 1, 1 }) end
    assert.are.same({ 90, 0 }, { mover:get_position().x, mover:get_position().y })
  end)
end)
