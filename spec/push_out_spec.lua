-- SPDX-License-Identifier: MIT
--
-- push_out: one shape out of a target; separate: pushes a crowd apart, and nothing into obstacles.
local collide = require("collide")
local garbage = require("spec.support.garbage")
local cases = require("spec.support.cases").of
local random = require("spec.support.random")
local refusals = require("spec.support.refusals")

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

local function circle(x, y, fields)
  fields = fields or {}
  fields.radius, fields.position = fields.radius or 1, { x, y }
  fields.layer = fields.layer or "separate_crowd"
  return collide.circle(fields)
end

-- Calls the function when the collector frees a value that is garbage at once.
local function finalizer(action)
  if newproxy then -- luacheck: ignore 113
    getmetatable(newproxy(true)).__gc = action -- luacheck: ignore 113
  else
    setmetatable({}, { __gc = action })
  end
end

-- Runs body(). Meanwhile finalizers call action() again and again; afterwards none does.
local function run_beside(action, body)
  local is_running = true
  local function run()
    if not is_running then return end
    action()
    finalizer(run)
  end
  finalizer(run)
  body()
  is_running = false
end

local function penetrating(world)
  local count = 0
  for _ in world:pairs { only = "separate_crowd", touching = "skip" } do count = count + 1 end
  return count
end

local many_parts, many_walls = {}, {}
for i = 1, 40 do
  many_parts[i] = collide.circle { radius = 1 - i / 100 }
  many_walls[i] = collide.rect { min = { i, -1 }, max = { i + 1, 1 } }
end

-- Frees the memory that calls keep for each other: a call that raises an error does not keep it.
local function free_kept_memory()
  assert.has_error(function()
    collide.move(many_walls, collide.group { parts = many_parts }, { 9, 0 }, { filter = error })
  end)
  local grid = collide.grid { layer = "separate_crowd" }
  grid:set(0, 0, 0, 1)
  local leaf = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 },
    layer = "separate_crowd" }
  assert.error_matches(function() collide.world({ grid, leaf }):separate { only = "separate_crowd" } end, "no test")
end

describe("separate", function()
  it("moves each of two by half, with a gap of a 256th of the width, and the other two not at all", function()
    local a, b, far = circle(0, 0), circle(1, 0), circle(9, 0)
    local wall = collide.rect { half = { 1, 1 }, position = { 0, 9 } }
    local world = collide.world { a, b, far, wall }
    assert.equal(0, world:separate { only = "separate_crowd" })
    assert.is_true(math.abs(a:get_position().x + 0.5 + 1 / 256) < 1e-6)
    assert.is_true(math.abs(b:get_position().x - 1.5 - 1 / 256) < 0.005)
    assert.same({ 9, 0 }, { far:get_position().x, far:get_position().y })
    assert.same({ 0, 9 }, { wall:get_position().x, wall:get_position().y })
    local x, y = a:get_position("numbers")
    assert.equal(0, collide.separate(world, { only = { a, b, far }, iterations = 1 }))
    assert.same({ x, y }, { a:get_position("numbers") })
  end)

  it("moves the other one farther if an obstacle blocks one", function()
    local a, b = circle(1, 0), circle(2, 0)
    local world = collide.world { a, b, collide.rect { min = { -1, -9 }, max = { 0, 9 } } }
    assert.equal(0, world:separate { only = "separate_crowd", iterations = 1 })
    assert.is_true(a:get_position().x >= 1 and a:get_position().x < 1 + 1e-9)
    assert.is_true(b:get_position().x > 3 and b:get_position().x < 3.02)
  end)

  it("slides a crowd along walls, passes what is ignored, and keeps out of all else", function()
    local uniform, world = random.uniform(11), collide.world()
    local walls = {
      collide.rect { min = { -1, -1 }, max = { 13, 0 } }, collide.rect { min = { -1, 12 }, max = { 13, 13 } },
      collide.rect { min = { -1, 0 }, max = { 0, 12 } }, collide.rect { min = { 12, 0 }, max = { 13, 12 } },
      collide.polygon { { 5, 5 }, { 7, 4 }, { 6, 8 } },
    }
    local grid = collide.grid { dimensions = 2 }
    grid:set(9, 9, 1)
    walls[#walls + 1] = grid
    world:add(walls[1], walls[2], walls[3], walls[4], walls[5], walls[6])
    world:add(collide.rect { min = { 0, 0 }, max = { 4, 4 }, layer = "separate_water" })
    local list = {}
    for i = 1, 60 do
      repeat
        local at = { uniform(0.5, 11.5), uniform(0.5, 11.5) }
        if i % 3 == 0 then
          list[i] = collide.rect { half = { 0.4, 0.3 }, position = at, rotation = uniform(0, 3),
            layer = "separate_crowd" }
        elseif i % 3 == 1 then
          list[i] = circle(at[1], at[2], { radius = 0.4 })
        else
          list[i] = collide.group { collide.circle { radius = 0.3 },
            collide.circle { radius = 0.2, position = { 0.3, 0 } }, position = at, layer = "separate_crowd" }
        end
      until not collide.overlap(list[i], walls)
      world:add(list[i])
    end
    local before, left = penetrating(world), nil
    assert.is_true(before > 10)
    for _ = 1, 12 do
      left = world:separate { only = "separate_crowd", ignore = "separate_water" }
      assert.equal(penetrating(world), left)
      for _, member in ipairs(list) do
        assert.is_false(collide.overlap(member, walls, { touching = "skip" }))
      end
    end
    assert.is_true(left <= 2)
  end)

  it("gives the same positions each time, and for a layer as for its members", function()
    local results = {}
    for run = 1, 3 do
      local uniform, world, list = random.uniform(5), collide.world(), {}
      world:add(collide.rect { min = { -9, -1 }, max = { 9, 0 } })
      for i = 1, 30 do
        list[i] = circle(uniform(0, 5), uniform(1, 5))
        world:add(list[i])
      end
      world:separate { only = run == 3 and list or "separate_crowd", iterations = 3 }
      results[run] = {}
      for i = 1, 30 do results[run][2 * i - 1], results[run][2 * i] = list[i]:get_position("numbers") end
    end
    assert.same(results[1], results[2])
    assert.same(results[1], results[3])
  end)

  it("is not changed by queries of finalizers", function()
    local positions = {}
    for run = 1, 2 do
      local uniform, world, list, calls = random.uniform(5), collide.world(), {}, 0
      local floor = collide.rect { min = { -9, -1 }, max = { 9, 0 } }
      world:add(floor)
      for _ = 1, 40 do world:add(floor:copy()) end -- so many obstacles need memory
      for i = 1, 30 do
        list[i] = circle(uniform(0, 5), uniform(1, 2))
        if i % 2 == 0 then -- so many parts need memory
          list[i] = collide.group { parts = many_parts, position = { list[i]:get_position("numbers") } }
        end
        world:add(list[i])
      end
      local others = collide.world()
      for i = 1, 40 do others:add(circle(i / 10, 0)) end
      local function query()
        calls = calls + 1
        world:overlap(list[1], { ignore = { floor } })
        others:separate { only = "separate_crowd", ignore = floor, iterations = 2 }
      end
      local function separate()
        for _ = 1, 20 do
          free_kept_memory() -- so that each call needs new memory, which runs finalizers
          world:separate { only = list, iterations = 2 }
        end
      end
      local pause, step = collectgarbage("setpause", 0), collectgarbage("setstepmul", 1000)
      if run == 1 then separate() else run_beside(query, separate) end
      collectgarbage("setpause", pause)
      collectgarbage("setstepmul", step)
      assert.is_true(run == 1 or calls > 1)
      positions[run] = {}
      for i = 1, 30 do
        assert.is_false(collide.overlap(list[i], floor, { touching = "skip" }))
        positions[run][2 * i - 1], positions[run][2 * i] = list[i]:get_position("numbers")
      end
    end
    assert.same(positions[1], positions[2])
  end)

  -- A crowd, and a function that sets the positions that it has at first.
  local function crowd_among_walls(count)
    local world, list = collide.world(), {}
    for i = 1, count do
      list[i] = circle(0, 0, { radius = 0.5 })
      if i % 10 == 0 then list[i] = collide.group { parts = many_parts, scale = 0.5, layer = "separate_crowd" } end
      world:add(list[i])
    end
    world:add(collide.rect { min = { -2, -2 }, max = { -1, 9 } }, collide.rect { min = { 5, -2 }, max = { 6, 9 } })
    for i = 1, 40 do world:add(collide.circle { radius = 0.1, position = { i * 0.15, 4.4 } }) end
    local function place()
      for i, member in ipairs(list) do member:set_position(i % 8 * 0.6, math.floor(i / 8) * 0.6) end
    end
    return world, list, place
  end

  it("makes no garbage, also among many obstacles", function()
    for _, names in ipairs { "layer", "members" } do
      local world, list, place = crowd_among_walls(50)
      local options = { only = names == "layer" and "separate_crowd" or list, ignore = world:member(51) }
      garbage.assert_below(0.5, function()
        for _ = 1, 5 do
          place()
          world:separate(options)
        end
      end)
    end
  end)

  it("keeps no world and no member alive", function()
    local weak = setmetatable({}, { __mode = "k" })
    do
      local world, list, place = crowd_among_walls(30)
      place()
      world:separate { only = list, ignore = list[3] }
      weak[world] = true
      for _, member in ipairs(list) do weak[member] = true end
    end
    for _ = 1, 4 do collectgarbage() end
    assert.is_nil(next(weak))
  end)

  it("gives the same positions in memory that another call has kept", function()
    local positions = {}
    for run = 1, 3 do
      local world, list, place = crowd_among_walls(run == 2 and 90 or 40)
      if run == 1 then free_kept_memory() end
      place()
      positions[run] = { world:separate { only = list } }
      for _, member in ipairs(list) do
        for _, x in ipairs { member:get_position("numbers") } do table.insert(positions[run], x) end
      end
    end
    assert.same(positions[1], positions[3])
  end)

  it("works in space; members that cannot move push others away whole", function()
    local floor = collide.box { min = { -9, -1, -9 }, max = { 9, 0, 9 } }
    local ball = collide.sphere { radius = 1, position = { 0, 1, 0 }, layer = "separate_crowd" }
    local crate = collide.box { half = { 1, 1, 1 }, position = { 1.5, 1, 0.25 }, layer = "separate_crowd" }
    local world = collide.world { floor, ball, crate }
    assert.equal(0, world:separate { only = "separate_crowd" })
    assert.is_false(collide.overlap(ball, { floor, crate }, { touching = "skip" }))
    assert.is_false(collide.overlap(crate, { floor }, { touching = "skip" }))
    local leaf = collide.mesh { vertices = { { 5, 0, -2 }, { 5, 0, 2 }, { 5, 4, 0 } }, triangles = { { 1, 2, 3 } },
      layer = "separate_crowd" }
    local marble = collide.sphere { radius = 0.5, position = { 5.2, 1.5, 0 }, layer = "separate_crowd" }
    world:add(leaf, marble)
    assert.equal(0, world:separate { only = "separate_crowd" })
    assert.is_true(math.abs(marble:get_position().x - 5.5) < 0.01)
  end)

  it("counts what still penetrates", function()
    local a, b = circle(1, 1), circle(1.5, 1)
    local world = collide.world { a, b, collide.rect { min = { 0, -1 }, max = { 3, 0 } },
      collide.rect { min = { 0, 2 }, max = { 3, 3 } }, collide.rect { min = { -1, 0 }, max = { 0, 2 } },
      collide.rect { min = { 3, 0 }, max = { 4, 2 } } }
    assert.equal(1, world:separate { only = "separate_crowd" })
    for _, one in ipairs { a, b } do
      for i = 3, 6 do assert.is_false(one:overlap({ world:member(i) }, { touching = "skip" })) end
    end
    assert.equal(0, collide.world():separate { only = {} })
  end)

  -- Bodies of one kind at random places, in steps of a quarter, or all at one place.
  local function crowd(uniform, kind, count, spread)
    local world = collide.world()
    for i = 1, count do
      local place = { uniform(-spread, spread), uniform(-spread, spread) }
      if i % 2 == 0 then place = { math.floor(4 * place[1]) / 4, math.floor(4 * place[2]) / 4 } end
      local fields = { position = place, layer = "separate_crowd" }
      if kind == "rect" then fields.half = { 0.5, 0.3 } else fields.radius = 0.4 end
      if kind == "capsule" then fields.half_height, fields.dimensions = 0.3, 2 end
      world:add(collide[kind](fields))
    end
    return world
  end

  it("brings any crowd in the open apart within 100 calls", function()
    local uniform = random.uniform(20261129)
    for case = 1, 120 do
      local kind = ({ "circle", "rect", "capsule" })[1 + case % 3]
      local count = case % 20 == 0 and 60 or 2 + case % 12
      local world = crowd(uniform, kind, count, ({ 0, 0.25, 1, 3 })[1 + case % 4])
      local left
      for _ = 1, 100 do
        left = world:separate { only = "separate_crowd" }
        if left == 0 then break end
      end
      assert.equal(0, left, count .. " of kind " .. kind)
      assert.equal(0, penetrating(world))
    end
  end)

  it("never leaves more pairs than the call before, however narrow the room", function()
    local uniform = random.uniform(20261130)
    local crowded = 0
    for case = 1, 60 do
      local world = crowd(uniform, ({ "circle", "rect", "capsule" })[1 + case % 3], 2 + case % 20, 1.5)
      world:add(collide.rect { min = { -3, -9 }, max = { -2, 9 } })
      world:add(collide.rect { min = { 2, -9 }, max = { 3, 9 } })
      world:add(collide.rect { min = { -9, -3 }, max = { 9, -2 } })
      world:add(collide.polygon { -1, 2, 3, 3, -3, 3 })
      local last = penetrating(world)
      for _ = 1, 12 do
        local left = world:separate { only = "separate_crowd" }
        assert.is_true(left <= last, left .. " after " .. last)
        assert.equal(left, penetrating(world))
        last = left
      end
      if last > 0 then crowded = crowded + 1 end
    end
    assert.is_true(crowded > 0)
  end)

  it("refuses anything but a world and what to push apart", function()
    local world = collide.world { circle(0, 0) }
    local function refuses(text, ...) refusals.expect(text, collide.separate, ...) end
    refuses("world expected", { circle(0, 0) }, { only = "separate_crowd" })
    refuses("{only=...} expected", world)
    refuses("{only=...} expected", world, "separate_crowd")
    refuses("{only=...} expected", world, { iterations = 2 })
    refuses("unknown option 'filter'", world, { only = "separate_crowd", filter = print })
    refuses("unknown layer", world, { only = "separate_nobody" })
    refuses("iterations must be a whole number from 1 to 1000, got 0", world,
      { only = "separate_crowd", iterations = 0 })
    refuses("iterations", world, { only = "separate_crowd", iterations = 0 / 0 })
    refuses("shape, grid or layer expected", world, { only = 5 })
  end)
end)
