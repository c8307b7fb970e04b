-- SPDX-License-Identifier: MIT
--
-- Worlds, their members and their lifetimes. spec/world_select_spec.lua compares answers with those of arrays;
-- spec/arguments/worlds.txt has every misuse.
local collide = require("collide")
local garbage = require("spec.support.garbage")

local function circle(x, y, radius) return collide.circle { radius = radius or 1, position = { x, y or 0 } } end

local function collect()
  collectgarbage()
  collectgarbage()
  collectgarbage()
end

describe("a world", function()
  -- The search visits near boxes first, not members in the order of distance. So it may ask about members that are
  -- farther than the answer, until the filter has accepted a nearer one.
  it("calls the filter of a nearest query at most once for each member, and for none beyond an accepted one", function()
    local world, list = collide.world(), {}
    for i = 0, 399 do
      list[i + 1] = collide.circle { radius = 0.2, position = { i % 20, math.floor(i / 20) } }
      world:add(list[i + 1])
    end
    for _, wanted in ipairs { 1, 2, 6, 30, 100, 399, 400, 0 } do
      local asked, count, accepted = {}, 0, math.huge
      local function is_wanted(member)
        assert.is_nil(asked[member])
        assert.is_true(member:closest(0, 0) <= accepted)
        if member == list[wanted] then accepted = member:closest(0, 0) end
        asked[member] = true
        count = count + 1
        return member == list[wanted]
      end
      local distance = world:closest(0, 0, { filter = is_wanted })
      assert.are.equal((collide.closest(list, 0, 0, { filter = function(m) return m == list[wanted] end })), distance)
      local near = 0
      for _, member in ipairs(list) do
        local far = member:closest(0, 0)
        if not distance or far < distance then near = near + 1 end
      end
      assert.is_true(count >= near)
    end
  end)

  it("gives its members numbers that increase and are never reused", function()
    local world, a, b, c = collide.world(), circle(0), circle(5), circle(10)
    assert.equal(1, world:add(a))
    assert.equal(2, world:add(b, c))
    assert.equal(2, world:add(b))
    assert.equal(3, world:count())
    assert.is_true(world:remove(c))
    assert.is_false(world:remove(c))
    assert.is_nil(world:member(3))
    assert.equal(4, world:add(c))
    world:clear()
    assert.equal(0, world:count())
    assert.equal(5, world:add(c, b, c))
    assert.equal(2, world:count())
    assert.equal(c, world:member(5))
    assert.equal(b, world:member(6))
    assert.is_nil(world:member(7))
    assert.is_nil(world:member(1.5))
    assert.is_nil(world:member(-1))
    assert.is_nil(world:member(2 ^ 40))
  end)

  it("is made from its members, which may be described", function()
    local ball = collide.sphere { radius = 1 }
    local world = collide.world { ball, { shape = "box", half = { 1, 1, 1 }, data = "crate" },
      { shape = "group", collide.sphere { radius = 2 }, data = "pair" },
      { shape = "mesh", vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 }, data = 7 }, data = "level" }
    assert.equal(4, world:count())
    assert.equal(ball, world:member(1))
    assert.equal("crate", world:member(2).data)
    assert.equal("pair", world:member(3).data)
    assert.equal(7, world:member(4).data)
    assert.equal("level", world.data)
    assert.equal("world 3D members=4", tostring(world))
    assert.equal("world members=0", tostring(collide.world()))
    assert.equal("world 2D members=0", tostring(collide.world { dimensions = 2 }))
  end)

  it("accepts any vector before its dimensions are set", function()
    local world = collide.world()
    assert.is_nil(world:raycast({ 0, 0 }, { 1, 0 }))
    assert.is_nil(world:raycast(0, 0, 0, 1, 0, 0))
    assert.is_false(world:overlap(circle(0)))
    assert.is_nil(world:contact(collide.sphere { radius = 1 }))
    assert.is_nil((world:closest({ 1, 2, 3 })))
    assert.is_false(world:contains(1, 2))
    assert.same({}, world:overlap_all(circle(0)))
    assert.same({}, world:raycast_all({ 0, 0 }, { 1, 0 }))
    for _ in world:pairs() do error("no pairs") end
    for _ in world:each() do error("no members") end
    assert.is_nil(world:bounds())
  end)

  it("has its own data", function()
    local world = collide.world()
    assert.is_nil(world.data)
    world.data = { 1 }
    assert.same({ 1 }, world.data)
    world.data = nil
    assert.is_nil(world.data)
    world.data = false
    assert.is_false(world.data)
    assert.equal(1, world:add(circle(0)))
    assert.has_error(function() world.layer = "wall" end,
      "a world has no field or method 'layer'; its members have layers")
    assert.has_error(function() return world.radius end, "a world has no field or method 'radius'; its field data "
      .. "may hold any value of yours")
  end)

  it("returns its bounds, which a plane makes infinite", function()
    local world = collide.world { circle(0), circle(5, 2) }
    assert.same({ -1, -1, 6, 3 }, { world:bounds("numbers") })
    world:add(collide.plane { normal = { 0, 1 }, distance = -3 })
    local min, max = world:bounds()
    assert.same({ -math.huge, -math.huge }, { min.x, min.y })
    assert.same({ math.huge, 3 }, { max.x, max.y })
    assert.is_nil(collide.world({ collide.grid { dimensions = 2 } }):bounds())
  end)

  it("loops over its members in order, while members are added and removed", function()
    local world, members = collide.world(), {}
    for i = 1, 10 do
      members[i] = circle(3 * i)
      world:add(members[i])
    end
    world:remove(members[4])
    local seen = {}
    for number, member in world:each() do
      assert.equal(members[number], member)
      seen[#seen + 1] = number
      if number == 2 then world:remove(members[3]) end
      if number == 5 then world:remove(member) end
      if number == 6 then world:add(members[4], circle(99)) end
    end
    assert.same({ 1, 2, 5, 6, 7, 8, 9, 10 }, seen)
    for _ in world:each() do world:clear() end
    assert.equal(0, world:count())
  end)

  it("notices every move of a member", function()
    local disc, grid = circle(0), collide.grid { dimensions = 2 }
    local pair = collide.group { circle(0), position = { 0, 50 } }
    local world, other = collide.world { disc, grid, pair }, collide.world { disc }
    local function at(x, y) return #world:overlap_all({ x, y }) end
    assert.equal(1, at(0, 0))
    disc:set_position(20, 0)
    assert.equal(0, at(0, 0))
    assert.equal(1, at(20, 0))
    assert.is_true(other:contains(20, 0))
    disc:set_position({ 30, 0 })
    assert.equal(1, at(30, 0))
    disc:translate({ 10, 0 })
    assert.equal(1, at(40, 0))
    disc:set_scale(5)
    assert.equal(1, at(45, 0))
    assert.equal(0, at(46, 0))
    grid:set(-10, -10, 1)
    assert.equal(1, at(-9.5, -9.5))
    grid:fill({ -20, -20 }, { -15, -15 }, 2)
    assert.equal(1, at(-19.5, -15))
    grid:clear()
    assert.equal(0, at(-9.5, -9.5))
    pair:set_position({ 0, 60 })
    assert.equal(1, at(0, 60))
    pair:translate({ 5, 0 })
    assert.equal(1, at(5, 60))
    pair:set_rotation(1)
    assert.equal(1, at(5, 60))
    local mesh = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } }
    local space = collide.world { mesh }
    mesh:set_position(0, 0, 5)
    assert.equal(4, space:raycast({ 0.25, 0.25, 1 }, { 0, 0, 1 }).t)
    mesh:translate({ 0, 0, 1 })
    assert.equal(5, space:raycast({ 0.25, 0.25, 1 }, { 0, 0, 1 }).t)
    mesh:set_transform { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 8, 1 }
    assert.equal(7, space:raycast({ 0.25, 0.25, 1 }, { 0, 0, 1 }).t)
    world:remove(disc)
    disc:set_position(0, 0)
    assert.is_true(other:contains(0, 0))
  end)

  it("has a member that is in several worlds, and one that was removed from some", function()
    local worlds, disc = {}, circle(0)
    for i = 1, 20 do worlds[i] = collide.world { disc } end
    for i = 1, 20, 2 do assert.is_true(worlds[i]:remove(disc)) end
    disc:set_position(7, 0)
    for i = 1, 20 do assert.equal(i % 2 == 0, worlds[i]:contains(7, 0)) end
    worlds[2]:clear()
    worlds[4] = nil
    collect()
    disc:set_position(8, 0)
    assert.is_false(worlds[2]:has(disc))
    assert.is_true(worlds[6]:contains(8, 0))
    assert.equal(2, worlds[1]:add(disc))
    disc:set_position(9, 0)
    assert.is_true(worlds[1]:contains(9, 0))
  end)

  it("is a member of an array, with the member's number beside the index", function()
    local near, far = circle(5), circle(9)
    local world = collide.world { far, near }
    local wall = collide.rect { half = { 1, 1 }, position = { 20, 0 } }
    local targets = { wall, world }
    local hit = collide.raycast(targets, { 0, 0 }, { 1, 0 })
    assert.same({ 2, 2, 4 }, { hit.index, hit.number, hit.t })
    assert.equal(near, hit.shape)
    assert.equal("hit t=4 point=(4, 0) normal=(-1, 0) index=2 number=2", tostring(hit))
    assert.same({ 4, -1, 0, 6, 4, 0, 2, nil, nil, nil, nil, 2 }, { collide.raycast(targets, 0, 0, 1, 0) })
    local into = {}
    collide.raycast(targets, { 0, 0 }, { 1, 0 }, { into = into })
    assert.same({ 2, 2 }, { into.index, into.number })
    collide.raycast(targets, { 30, 0 }, { -1, 0 }, { into = into })
    assert.equal(1, into.index)
    assert.is_nil(into.number)
    local hits = collide.raycast_all(targets, { 0, 0 }, { 1, 0 })
    assert.same({ 2, 1 }, { hits[1].number, hits[2].number })
    assert.equal(wall, hits[3].shape)
    hits = collide.raycast_all(targets, { 0, 0 }, { 1, 0 }, { ignore = world })
    assert.equal(1, #hits)
    hits = collide.raycast_all(targets, { 0, 0 }, { 1, 0 }, { only = world })
    assert.equal(2, #hits)
    hits = collide.raycast_all(targets, { 0, 0 }, { 1, 0 }, { only = { world, wall }, ignore = near })
    assert.equal(2, #hits)
    local contact = collide.contact(circle(5.5), targets)
    assert.same({ 2, 2 }, { contact.index, contact.number })
    assert.equal(near, contact.shape)
    local distance, on_a, _, shape, index, _, _, _, number = collide.distance({ 0, 0 }, targets)
    assert.same({ 4, 0, 2, 2 }, { distance, on_a.x, index, number })
    assert.equal(near, shape)
    assert.same({ wall, near }, collide.overlap_all(collide.rect { min = { 4.5, 0 }, max = { 19, 1 } }, targets,
      { ignore = far }))
    assert.is_true(collide.contains(targets, 9, 0))
    collide.raycast(targets, { 0, 0 }, { 1, 0 }, { filter = function(m)
      assert.is_true(m == near or m == far or m == wall)
    end })
    assert.is_nil(collide.raycast({ collide.world(), collide.world { dimensions = 2 } }, { 0, 0 }, { 1, 0 }))
  end)

  it("skips the shape of the query", function()
    local a, b = circle(0), circle(1)
    local world = collide.world { a, b }
    assert.same({ b }, world:overlap_all(a))
    assert.equal(2, world:contact(a).index)
    local _, _, _, shape = world:distance(a)
    assert.equal(b, shape)
    world:remove(b)
    assert.is_false(world:overlap(a))
    assert.is_nil((world:distance(a)))
    assert.same({}, collide.overlap_all(a, world))
    assert.same({}, collide.contact_all(a, world))
  end)

  it("calls a filter at most once for each member, and only for members that would count", function()
    local world, asked = collide.world(), {}
    for i = 1, 400 do world:add(circle(i * 3)) end
    local function filter(member)
      asked[member] = (asked[member] or 0) + 1
      return member:get_position().x > 30
    end
    local function check(most)
      local count = 0
      for _, times in pairs(asked) do
        assert.equal(1, times)
        count = count + 1
      end
      assert.is_true(count <= most)
      asked = {}
    end
    assert.equal(11, world:raycast({ 0, 0 }, { 1, 0 }, { filter = filter }).index)
    check(400)
    assert.equal(390, #world:raycast_all({ 0, 0 }, { 1, 0 }, { filter = filter }))
    check(400)
    local distance, _, _, number = world:closest({ 0, 0 }, { filter = filter })
    assert.same({ 32, 11 }, { distance, number })
    check(11)
    assert.is_nil((world:closest({ 0, 0 }, { filter = filter, max = 20 })))
    check(7)
    assert.is_false(world:contains(6, 0, { filter = filter }))
    check(1)
    assert.equal(390, #world:overlap_all(collide.rect { min = { 0, -1 }, max = { 2000, 1 } }, { filter = filter }))
    check(400)
  end)

  it("allows filters that query it and raise errors, but not filters that change it", function()
    local a, b, c = circle(0), circle(3), circle(4)
    local world = collide.world { a, b, c }
    local function ask(filter)
      return pcall(world.raycast, world, { -9, 0 }, { 1, 0 }, { filter = filter })
    end
    local fine, hit = ask(function(m)
      return world:raycast({ -9, 0 }, { 1, 0 }).shape ~= m and world:overlap(m) and #world:overlap_all({ 3, 0 }) == 2
    end)
    assert.is_true(fine)
    assert.equal(b, hit.shape)
    fine, hit = ask(function() error("mine") end)
    assert.is_false(fine)
    assert.matches("mine", hit)
    local message = "filter must not change the target"
    for _, change in ipairs {
      function() world:remove(a) end, function() world:add(circle(50)) end, function() b:set_position(9, 9) end,
      function() world:clear() end,
    } do
      local function filter() change() return true end
      for _, query in ipairs {
        function() return world:raycast({ -9, 0 }, { 1, 0 }, { filter = filter }) end,
        function() return world:closest({ -9, 0 }, { filter = filter }) end,
        function() return world:overlap_all(circle(0, 0, 9), { filter = filter }) end,
        function() for _ in world:pairs { filter = filter } do error("not reached") end end,
      } do
        world:clear()
        world:add(a, b, c)
        b:set_position(3, 0)
        local done, problem = pcall(query)
        assert.is_false(done)
        assert.matches(message, problem, 1, true)
      end
    end
  end)

  it("makes no garbage in numbers", function()
    local world = collide.world()
    for i = 1, 100 do world:add(circle(i * 1.5), collide.rect { half = { 1, 1 }, position = { i, 5 } }) end
    local shape, fixed, options = circle(20, 2, 3), circle(20, 2, 3), { into = {} }
    world:overlap_all(fixed, options)
    local function work()
      for i = 1, 100 do
        world:raycast(0, i / 50, 1, 0)
        world:raycast_any(0, i / 50, 1, 0)
        world:overlap(shape)
        world:closest(i, 9)
        world:contains(i, 5)
        world:overlap_all(fixed, options)
        shape:set_position(i, 2)
      end
    end
    garbage.assert_below(0.5, work)
  end)
end)

describe("worlds and their members are collected", function()
  local function count(t)
    local n = 0
    for _ in pairs(t) do n = n + 1 end
    return n
  end

  -- Two worlds with shapes that refer to the first.
  local function fill(weak)
    local held = { collide.world(), collide.world() }
    for i = 1, 50 do
      local shape = circle(i)
      shape.data = { world = held[1], shape = shape }
      weak[shape] = true
      held[1]:add(shape)
      if i % 2 == 0 then held[2]:add(shape) end
    end
    return held
  end

  local function use(held)
    if held[2] then
      for _, member in held[2]:each() do member:set_position(5, 5) end
    end
    if held[1] then assert.equal(50, #held[1]:overlap_all(circle(0, 0, 100))) end
    if held[2] then assert.equal(25, #held[2]:overlap_all(circle(0, 0, 100))) end
  end

  it("in every order, and a world keeps its members", function()
    for round = 1, 3 do
      local weak = setmetatable({}, { __mode = "k" })
      coroutine.wrap(function() -- on a stack of its own, on which LuaJIT may leave values
        local held = fill(weak)
        collect()
        assert.equal(50, count(weak))
        if round < 3 then held[round] = nil end
        collect()
        use(held)
      end)()
      collect()
      collect()
      assert.equal(0, count(weak))
    end
  end)

  it("even if a script calls the finalizer", function()
    local disc = circle(0)
    local world = collide.world { disc }
    local free = getmetatable(world).__gc
    local hit = world:raycast({ -5, 0 }, { 1, 0 }, { filter = function()
      free(world) -- a call that runs uses it
      return true
    end })
    assert.equal(disc, hit.shape)
    free(world)
    disc:set_position(5, 5)
    assert.has_error(function() world:count() end,
      "'count' cannot be called on this (world expected, got a closed world)")
    local again = collide.world { disc }
    assert.is_true(again:contains(5, 5))
    for _ in again:pairs() do error("none") end
    for _ in again:each() do free(again) end
  end)

  it("and leak no memory", function()
    local function work()
      for _ = 1, 20 do
        local world = collide.world()
        for i = 1, 100 do world:add(circle(i)) end
        world:raycast(0, 0, 1, 0)
        world:clear()
      end
    end
    garbage.assert_below(4, function() work() collect() end)
  end)
end)
