-- SPDX-License-Identifier: MIT
--
-- Worlds, their members, their lifetimes, and the pairs of members that overlap. spec/world_select_spec.lua compares
-- answers with those of arrays; spec/arguments/worlds.txt has every misuse.
local collide = require("collide")
local garbage = require("spec.support.garbage")
local cases = require("spec.support.cases")
local random = require("spec.support.random")

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
        assert.error_matches(query, message, 1, true)
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

local function disc(x, y, radius) return collide.circle { radius = radius, position = { x, y } } end

describe("the pairs of a world", function()
  local function list(world, options)
    local found = {}
    for a, b in world:pairs(options) do found[#found + 1] = a.data .. b.data end
    return table.concat(found, " ")
  end

  local function named(name, x, y, layer)
    return collide.circle { radius = 1, position = { x, y or 0 }, layer = layer, data = name }
  end

  it("are those that overlap, each once, in the order of their numbers", function()
    local world = collide.world { named("d", 6), named("a", 0), named("b", 2), named("c", 3.5), named("e", 20) }
    assert.equal("ab bc", list(world))
    assert.equal("bc", list(world, { touching = "skip" }))
  end)

  it("are those across two layers, the first layer's member first", function()
    local world = collide.world { named("1", 0, 0, "enemy"), named("2", 0.5, 0, "bullet"), named("3", 1, 0, "bullet"),
      named("4", 0, 0.5), named("5", 0.5, 0.5, "enemy") }
    collide.layers { "nobody" }
    assert.equal("21 25 31 35", list(world, { between = { "bullet", "enemy" } }))
    assert.equal("12 13 52 53", list(world, { between = { "enemy", "bullet" } }))
    assert.equal("23", list(world, { between = { "bullet", "bullet" } }))
    assert.equal("", list(world, { between = { "bullet", "nobody" } }))
    assert.equal("12 13 14 23 24 34", list(world, { ignore = world:member(5) }))
    assert.equal("12 15 25", list(world, { only = { world:member(1), world:member(2), world:member(5) } }))
    assert.equal("14 24 34 45", list(world, { filter = function(a, b)
      return a:get_layer() == nil or b:get_layer() == nil
    end }))
  end)

  it("within a distance are those whose distance is at most that, touching or apart", function()
    local world = collide.world { named("a", 0), named("b", 2), named("c", 5), named("d", 5, 3.5) }
    assert.equal("ab", list(world, { within = 0 }))
    assert.equal("ab", list(world, { within = 0.9999999999999999 }))
    assert.equal("ab bc", list(world, { within = 1 }))
    assert.equal("ab bc cd", list(world, { within = 1.5 }))
    assert.equal("ab ac ad bc bd cd", list(world, { within = math.huge }))
    assert.equal("ac ad cd", list(world, { within = 9, ignore = world:member(2) }))
    assert.equal("ad", list(world, { within = 9, filter = function(a, b) return a.data .. b.data == "ad" end }))
    world:member(1):set_layer("red")
    world:member(4):set_layer("blue")
    assert.equal("da", list(world, { within = 9, between = { "blue", "red" } }))
    for _, wrong in ipairs { { 0 / 0, "must be a number, got nan" }, { -1, "must not be negative, got -1" },
      { "2", "number expected, got string" }, { {}, "number expected, got table" } } do
      assert.error_matches(function() world:pairs { within = wrong[1] } end, wrong[2], 1, true)
    end
    assert.error_matches(function() world:pairs { within = 1, touching = "skip" } end,
      "within or touching expected, got both", 1, true)
  end)

  it("within a distance are those of distance, for every kind of member and any number of them", function()
    local pick = random.generator(40)
    local function below(n) return pick(n) - 1 end
    local function some(dimensions, spread)
      local function at() return (below(64) - 32) / 64 * spread end
      local p = { at(), at(), dimensions == 3 and at() or nil }
      local kind, size = below(8), (1 + below(4)) / 4
      if dimensions == 2 then
        if kind == 0 then
          local grid = collide.grid { dimensions = 2, origin = p }
          grid:set(0, 0, 1)
          grid:set(2, 1, 1)
          return grid
        end
        if kind == 1 then
          return collide.group { collide.circle { radius = size },
            collide.rect { half = { 1, 1 }, position = { 3, 0 } },
            position = p }
        end
        if kind < 4 then return collide.rect { half = { size, 1 }, position = p } end
        return collide.circle { radius = size, position = p }
      end
      if kind == 0 then return collide.capsule { radius = size, half_height = 1, position = p } end
      if kind == 1 then
        return collide.group { collide.sphere { radius = size },
          collide.box { half = { 1, 1, 1 }, position = { 3, 0, 0 } }, position = p }
      end
      if kind < 4 then return collide.box { half = { size, 1, 1 }, position = p } end
      return collide.sphere { radius = size, position = p }
    end
    local found = 0
    for round = 1, cases.of(60, 12) do
      local dimensions = 2 + round % 2
      local count = below(2) == 0 and 12 or 60
      local world, members, within = collide.world(), {}, below(9) / 4
      for i = 1, count do
        members[i] = some(dimensions, count / 2)
        members[i]:set_layer(({ "red", "blue", "green" })[1 + below(3)])
        world:add(members[i])
      end
      if round % 5 == 0 then
        count = count + 1
        members[count] = collide.plane { normal = dimensions == 2 and { 0, 1 } or { 0, 1, 0 }, distance = -3 }
        world:add(members[count])
      end
      for _, options in ipairs { {}, { between = { "red", "blue" } }, { only = "green" } } do
        options.within = within
        local expected, got = {}, {}
        for i = 1, count do
          for j = i + 1, count do
            local a, b = members[i]:get_layer(), members[j]:get_layer()
            local swapped = options.between and a == "blue" and b == "red"
            if not (options.between and not swapped and not (a == "red" and b == "blue")) and
              not (options.only and not (a == "green" and b == "green")) then
              local grid = tostring(members[i]):find("^grid")
              local one, other = members[grid and j or i], members[grid and i or j]
              if collide.distance(one, other, { max = within }) then
                local pair = swapped and { j, i } or { i, j }
                expected[#expected + 1] = pair
              end
            end
          end
        end
        table.sort(expected, function(p, q)
          if p[1] ~= q[1] then return p[1] < q[1] end
          return p[2] < q[2]
        end)
        local number = {}
        for i, member in ipairs(members) do number[member] = i end
        for a, b in world:pairs(options) do got[#got + 1] = { number[a], number[b] } end
        assert.are.same(expected, got)
        found = found + #got
      end
    end
    assert.is_true(found > 100)
  end)

  it("allow changes in the loop: removed members do not appear any more", function()
    local world, members = collide.world(), {}
    for i = 1, 5 do members[i] = named(tostring(i), i / 10) end
    world:add(members[1], members[2], members[3], members[4], members[5])
    local found = {}
    for a, b in world:pairs() do
      found[#found + 1] = a.data .. b.data
      if #found == 1 then world:remove(members[3]) end
      if #found == 2 then
        members[4]:set_position(100, 0)
        world:add(named("9", 0), members[3])
      end
    end
    assert.equal("12 14 15 24 25 45", table.concat(found, " "))
    for _ in world:pairs() do world:clear() end
    assert.equal("", list(world))
  end)

  it("raise an error for a pair without a test, unless one of the two is skipped", function()
    local grid = collide.grid()
    grid:set(0, 0, 0, 1)
    local mesh = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } }
    local world = collide.world { grid, mesh, collide.sphere { radius = 1 } }
    assert.has_error(function() world:pairs() end,
      "'pairs' cannot be called on this (there is no test for grid and mesh, members 1 and 2; leave out one of them)")
    local count = 0
    for a, b in world:pairs { ignore = grid } do
      count = count + 1
      assert.equal(mesh, a)
      assert.equal(world:member(3), b)
    end
    assert.equal(1, count)
    mesh:set_position(9, 9, 9)
    for a in world:pairs() do assert.equal(grid, a) end
  end)

  it("are complete, even if all members overlap", function()
    local world = collide.world()
    for i = 1, 300 do world:add(disc(0, 0, i)) end
    local count = 0
    for _ in world:pairs() do count = count + 1 end
    assert.equal(300 * 299 / 2, count)
  end)

  it("do not keep a world alive whose members' data refers to a coroutine that stopped in the loop", function()
    local levels, left = setmetatable({}, { __mode = "k" }), 0
    for _ = 1, 20 do
      local level = { world = collide.world { named("a", 0), named("b", 1) } }
      level.script = coroutine.create(function()
        for a, b in level.world:pairs() do coroutine.yield(a, b) end
      end)
      local _, first, second = coroutine.resume(level.script)
      assert.equal("ab", first.data .. second.data)
      first.data, second.data = level, level
      levels[level] = true
    end
    for _ = 1, 3 do collectgarbage() end
    for _ in pairs(levels) do left = left + 1 end
    assert.is_true(left <= 1, left .. " levels are left") -- the last may lie in a register
  end)
end)
