-- SPDX-License-Identifier: MIT
local collide = require "collide"
local garbage = require "spec.support.garbage"
local cases = require("spec.support.cases").of
local random = require "spec.support.random"

local number, pick = random.uniform(31), random.generator(32)

local function flat(far)
  local p, kind = { far + number(-3, 3), number(-3, 3) }, pick(5)
  if kind == 1 then return collide.circle { radius = number(0.2, 1.5), position = p } end
  if kind == 2 then return collide.rect { half = { 0.5, 1 }, position = p, rotation = number(0, 3) } end
  if kind == 3 then return collide.polygon { { 0, 0 }, { 2, 0 }, { 0.5, 1 }, position = p } end
  if kind == 4 then return collide.capsule { a = { 0, 0 }, b = { 1, 0.5 }, radius = 0.25, position = p } end
  return collide.rect { half = { pick(4) / 2, pick(4) / 2 }, position = { far + pick(7) - 4, pick(7) - 4 } }
end

local function solid(far)
  local p, kind = { far + number(-2, 2), number(-2, 2), number(-2, 2) }, pick(5)
  if kind == 1 then return collide.sphere { radius = number(0.2, 1.5), position = p } end
  if kind == 2 then return collide.cylinder { radius = 0.5, half_height = 1, position = p } end
  if kind == 3 then
    return collide.capsule { radius = 0.5, half_height = 1, position = p, rotation = { 1, 2, 3, 4 } }
  end
  if kind == 4 then return collide.box { half = { 1, 0.5, 0.25 }, position = p, rotation = { 1, 0, 2, 3 } } end
  return collide.box { half = { pick(4) / 2, pick(4) / 2, 1 }, position = { far + pick(5) - 3, pick(5) - 3, 0 } }
end

local function members(dimensions, round)
  local make, far, list = dimensions == 2 and flat or solid, round % 10 == 0 and 1e6 or 0, {}
  -- beside one another: the way out of one leads to the next
  for i = 1, 4 + pick(30) do list[i] = make(far + i % 3 * 4) end
  if round % 4 == 1 then
    local grid = collide.grid { dimensions = dimensions }
    for _ = 1, 20 do
      local cell = { pick(9) - 5, pick(9) - 5, pick(9) - 5 }
      if dimensions == 2 then cell[3] = nil end
      grid:set(cell, 1)
    end
    list[#list + 1] = grid
  end
  if round % 6 == 1 then list[#list + 1] = collide.group { make(0), make(1) } end
  if round % 8 == 1 then
    list[#list + 1] = collide.plane { normal = dimensions == 2 and { 0, 1 } or { 0, 0, 1 }, distance = -1 }
  end
  return list, make(far)
end

describe("push_out with a response", function()
  it("leaves the shape in a member with the response pass, and reports it", function()
    local floor = collide.rect { min = { -9, -1 }, max = { 9, 0 } }
    local pond = collide.rect { min = { -9, 0 }, max = { 9, 5 }, layer = "water" }
    local function is_at(x, y) return x == 3 and math.abs(y - 1) < 1e-12 end
    for _, respond in ipairs { { water = "pass" }, function(hit) return hit.shape == pond and "pass" or "stop" end } do
      for _, target in ipairs { { floor, pond }, { pond, floor }, collide.world { pond, floor } } do
        local crate = collide.rect { half = { 1, 1 }, position = { 3, 0.5 } }
        local moved = collide.push_out(target, crate, { respond = respond })
        assert.is_true(is_at(moved.position.x, moved.position.y))
        assert.is_false(moved.inside)
        assert.are.equal(1, #moved.hits)
        assert.are.equal(pond, moved.hits[1].shape)
        crate:set_position(3, 0.5)
        local x, y, count = collide.push_out(target, crate, { respond = respond }, "numbers")
        assert.is_true(is_at(x, y))
        assert.are.equal(1, count)
      end
    end
    local crate = collide.rect { half = { 1, 1 }, position = { 3, 0.5 } }
    assert.is_true(collide.push_out(pond, crate, { respond = "slide" }).position.y < -0.9)
    assert.has_error(function() collide.push_out(pond, crate, { up = { 0, 1 } }) end)
  end)
end)

describe("push_out at a world", function()
  it("equals that at the array of its members, to the last bit; so does a move with an initial overlap", function()
    local pushed = 0
    for round = 1, cases(400, 100) do
      local dimensions = 2 + round % 2
      local list, mover = members(dimensions, round)
      local world, one, other = collide.world(list), mover:copy(), mover:copy()
      local options = ({ nil, { ignore = list[2] }, { filter = function(m) return m ~= list[1] end } })[pick(4)]
      for turn = 1, 3 do
        local want, told, numbers
        if turn == 2 then
          local d = { number(-1, 1), number(-3, 0), dimensions == 3 and 0.25 or nil }
          want, told = collide.move(list, one, d, options), world:move(mover, d, options)
          d[#d + 1] = options or {}
          numbers = { world:move(other, (table.unpack or unpack)(d)) } -- luacheck: globals unpack
        else
          want, told = collide.push_out(list, one, options), world:push_out(mover, options)
          numbers = { world:push_out(other, options or {}, "numbers") }
        end
        assert.are.same({ want.position, want.remainder, want.inside, #want.hits },
          { told.position, told.remainder, told.inside, #told.hits })
        local same = { want.position.x, want.position.y, want.position.z }
        same[dimensions + 1] = #want.hits
        assert.are.same(same, numbers)
        for i, hit in ipairs(want.hits) do assert.equal(hit.shape, told.hits[i].shape) end
        if want.displacement.x ~= 0 then pushed = pushed + 1 end
      end
    end
    assert.is_true(pushed > cases(300, 70))
  end)

  it("also finds members that were not near at first", function()
    local wall = collide.rect { min = { -9, -5 }, max = { 0.9, 5 } }
    local post = collide.rect { min = { 3, -5 }, max = { 4, 5 } }
    for _, target in ipairs { { wall, collide.world { post } }, collide.world { wall, post } } do
      local b = collide.rect { half = { 1.5, 0.5 } }
      local r = collide.push_out(target, b)
      -- 1.5 of 2.1 fit between the two: it goes as far as the post
      assert.are.same({ 1.5, 0 }, { r.position.x, r.position.y })
      assert.is_true(r.inside)
    end
  end)

  it("calls a filter once for each member", function()
    local world, asked = collide.world { dimensions = 2 }, {}
    for i = 0, 20 do world:add(collide.rect { min = { 0, -20 }, max = { 90, 1 + i } }) end
    for x = 0, 80 do world:add(collide.rect { min = { x, 22 }, max = { x + 1, 23 } }) end
    local b = collide.rect { half = { 0.5, 0.5 }, position = { 40, 1 } }
    local r = world:push_out(b, { filter = function(m)
      assert.is_nil(asked[m])
      asked[m] = true
      return true
    end })
    assert.are.same({ 40, 21.5, false }, { r.position.x, r.position.y, r.inside })
  end)

  it("takes time only for nearby members", function()
    local world = collide.world { dimensions = 2 }
    for i = 0, 9999 do
      world:add(collide.rect { half = { 0.5, 0.5 }, position = { i % 100 * 3, math.floor(i / 100) * 3 } })
    end
    local b = collide.rect { half = { 0.5, 0.5 } }
    -- The table that keeps what was gathered would have 10,000 places.
    garbage.assert_below(6000, function()
      b:set_position(150.25, 150)
      assert.is_false(world:push_out(b).inside)
    end)
  end)
end)

describe("push_out and move in numbers", function()
  local list = {}
  for x = 1, 12 do list[x] = collide.rect { half = { 0.5, 0.5 }, position = { x, 0 } } end
  local grid = collide.grid { dimensions = 2 }
  grid:fill({ -9, -2 }, { 20, -1 }, 1)

  it("make no garbage at arrays, worlds and grids, with and without overlaps", function()
    local more = { grid }
    for i, member in ipairs(list) do more[i + 1] = member end
    local b = collide.rect { half = { 0.5, 0.5 } }
    for _, target in ipairs { list, grid, more, collide.world(list), collide.world(more) } do
      garbage.assert_below(0.5, function()
        b:set_position(5, 0.25)
        collide.push_out(target, b, "numbers")
        b:set_position(5, 0.25)
        collide.move(target, b, 0.5, -0.25)
        b:set_position(5, 3)
        collide.move(target, b, 0.5, -5)
      end)
    end
  end)

  it("work among descriptions and among many members", function()
    local many = { { shape = "rect", half = { 0.5, 0.5 }, position = { 0, 0 } } }
    for x = 1, 40 do many[#many + 1] = collide.rect { half = { 0.5, 0.5 }, position = { x, 0 } } end
    many[#many + 1] = { shape = "polygon", points = { { 41, -1 }, { 42, -1 }, { 42, 0.5 }, { 41, 0.5 } } }
    for _, x in ipairs { 0, 0.25, 20.25, 40, 41.5 } do
      local b = collide.rect { half = { 0.25, 0.25 }, position = { x, 0.375 } }
      local px, py, count = collide.push_out(many, b, "numbers")
      assert.is_true(px == x and math.abs(py - 0.75) < 1e-13 and count == 0)
      px, py, count = collide.move(many, b, 0.25, -1)
      assert.is_true(px == x + 0.25 and math.abs(py - 0.75) < 1e-13 and count > 0)
    end
  end)
end)

describe("push_out with a blocked shortest displacement", function()
  local function assert_goes(by, body, ...)
    local list = { ... }
    for first = 1, #list do
      local order = {}
      for i = 0, #list - 1 do order[i + 1] = list[(first + i - 1) % #list + 1] end
      for _, target in ipairs { order, collide.world(order) } do
        local copy = body:copy()
        local out = collide.push_out(target, copy)
        local d = out.displacement
        assert.is_false(out.inside)
        for i, axis in ipairs { "x", "y", "z" } do
          if by[i] then assert.is_true(math.abs(d[axis] - by[i]) < 1e-13) end
        end
      end
    end
  end
  local function rect(x0, y0, x1, y1) return collide.rect { min = { x0, y0 }, max = { x1, y1 } } end
  local function box(min, max) return collide.box { min = min, max = max } end

  it("takes the next shortest", function()
    -- 0.1 to the right is blocked, 0.2 up is free
    assert_goes({ 0, 0.2 }, rect(3.9, 3.8, 5.2, 5.3), rect(0, 0, 4, 4), rect(5.2, 0, 6, 9))
    assert_goes({ 0, 0, 0.3 }, box({ 3.9, 3.8, 3.7 }, { 5, 5, 5 }), box({ 0, 0, 0 }, { 4, 4, 4 }),
      box({ 5, 0, 0 }, { 6, 9, 9 }), box({ 0, 5, 0 }, { 9, 6, 9 }))
  end)

  it("takes the free one of equal displacements", function()
    local body = rect(0, 0, 2, 2)
    local left, right, below, above = rect(-3, -5, -1, 5), rect(3, -5, 5, 5), rect(-1, -5, 3, -1), rect(-1, 3, 3, 5)
    assert_goes({ 0, 2 }, body, body:copy(), left, right, below)
    assert_goes({ 0, -2 }, body, body:copy(), left, right, above)
    assert_goes({ 2, 0 }, body, body:copy(), left, below, above)
    assert_goes({ -2, 0 }, body, body:copy(), right, below, above)
  end)

  it("leaves two members by a face of each", function()
    -- out of the door to the right is blocked after 0.05; up, it has to leave the beam, too
    assert_goes({ 0.03, 0.2 }, rect(3.9, 3.8, 5.2, 5.3), rect(0, 0, 4, 4), rect(5.25, 0, 6, 9), rect(3, 5.2, 3.93, 9))
  end)

  it("returns inside if it finds none", function()
    local body = rect(0, 0, 2, 2)
    local list = { body:copy(), rect(-3, -5, -1, 5), rect(3, -5, 5, 5), rect(-1, -5, 3, -1), rect(-1, 3, 3, 5) }
    assert.is_true(collide.push_out(list, body).inside)
  end)
end)
