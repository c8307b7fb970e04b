-- SPDX-License-Identifier: MIT
--
-- Queries of worlds, of all members or of some: a world gives the answers of the array of these, to the last bit.
-- spec/world compares trees and worlds of the core with queries of each member.
local collide = require("collide")
local cases = require("spec.support.cases")
local random = require("spec.support.random")

local IS_TARGET = { grid = true, plane = true, mesh = true } -- what cannot be asked about a world
local LAYERS = { "select a", "select b", "select c" }
collide.layers(LAYERS)
collide.layers { "nobody has this layer" }

-- A world in which most members have no layer, and few the last one; there are members without bounds.
local function make_flat(below)
  local makers = {
    function() return collide.circle { radius = below(4) / 2 } end,
    function() return collide.rect { half = { below(3) / 2, below(3) / 2 } } end,
    function() return collide.rect { half = { below(3) / 2, below(3) / 2 }, rotation = below(6) } end,
    function() return collide.polygon { 0, 0, below(3), 0, 0, below(3) } end,
    function() return collide.group { collide.circle { radius = 1 }, collide.rect { half = { 2, 0.5 } } } end,
  }
  local members, side = {}, 5 + below(30)
  for i = 1, 30 + below(120) do
    members[i] = makers[below(#makers)]()
    members[i]:set_position(below(side), below(side))
  end
  if below(2) == 1 then
    members[#members + 1] = collide.plane { normal = { 0, 1 }, distance = below(4) }
    members[#members + 1] = collide.plane { normal = { 1, 1 }, distance = below(4) }
  end
  if below(3) == 1 then
    local grid = collide.grid { dimensions = 2 }
    grid:fill({ below(side), 2 }, { below(side) + side, 3 }, 1)
    members[#members + 1] = grid
    members[#members + 1] = collide.grid { dimensions = 2 }
  end
  return members, function(radius)
    return collide.circle { radius = radius, position = { below(side), below(side) } }
  end, function() return { below(side), below(side) } end
end

local function make_space(below)
  local makers = {
    function() return collide.sphere { radius = below(4) / 2 } end,
    function() return collide.box { half = { below(3) / 2, 1, below(3) / 2 } } end,
    function() return collide.capsule { radius = 0.5, half_height = below(3) } end,
    function() return collide.group { collide.sphere { radius = 1 }, collide.box { half = { 2, 0.5, 1 } } } end,
    function()
      return collide.mesh { vertices = { 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2 },
        triangles = { 1, 3, 2, 1, 2, 4, 1, 4, 3, 2, 3, 4 } }
    end,
  }
  if below(2) == 1 then makers[4], makers[5] = nil, nil end
  local members, side = {}, 3 + below(8)
  for i = 1, 30 + below(60) do
    members[i] = makers[below(#makers)]()
    members[i]:set_position(below(side), below(side), below(side))
  end
  if below(2) == 1 then members[#members + 1] = collide.plane { normal = { 0, 1, 0 }, distance = below(4) } end
  return members, function(radius)
    return collide.sphere { radius = radius, position = { below(side), below(side), below(side) } }
  end, function() return { below(side), below(side), below(side) } end
end

-- One member of twelve has several layers, and most have none.
local function set_layers(members, below)
  for i = 1, #members do
    local layer = below(12)
    local several = { LAYERS[below(3)], LAYERS[below(3)], LAYERS[below(2)] }
    members[i]:set_layer(layer == 1 and LAYERS[1] or layer == 2 and LAYERS[2] or layer == 3 and several
      or below(40) == 1 and LAYERS[3] or nil)
  end
end

local function has_layer(member, layer)
  for _, own in ipairs(member:get_layers()) do
    if own == layer then return true end
  end
  return false
end

-- Some of the members, layers, or both.
local function choose(members, below)
  local way = below(5)
  if way == 1 then return members[below(#members)] end
  if way == 2 then return LAYERS[below(3)] end
  local list = {}
  for i = 1, below(2) == 1 and below(4) or below(#members) do list[i] = members[below(#members)] end
  if way == 3 then list[#list + 1] = LAYERS[below(3)] end
  if way == 4 then list[#list + 1] = "nobody has this layer" end
  if below(4) == 1 then list[#list + 1] = collide.circle { radius = 1 } end
  return list
end

local function names(choice, member)
  if choice == nil then return false end
  for _, one in ipairs(type(choice) == "table" and choice or { choice }) do
    if one == member or (type(one) == "string" and has_layer(member, one)) then return true end
  end
  return false
end

local function is_taken(options, member)
  return not names(options.ignore, member) and (options.only == nil or names(options.only, member))
end

local function make_options(members, below)
  local options, way = {}, below(4)
  if way ~= 1 then options.only = choose(members, below) end
  if way == 1 or way == 4 then options.ignore = choose(members, below) end
  return options
end

local function worlds(seed, rounds, ask)
  local below = random.generator(seed)
  for round = 1, rounds do
    local members, make_shape, make_point = (round % 2 == 0 and make_space or make_flat)(below)
    set_layers(members, below)
    local world = collide.world(members)
    for _ = 1, 4 do
      ask(world, members, below, make_shape, make_point)
      -- What is removed and added again is at the end of the list.
      for _ = 1, below(5) do
        local member = table.remove(members, below(#members))
        world:remove(member)
        if below(2) == 1 then
          world:add(member)
          members[#members + 1] = member
        end
      end
      for _ = 1, below(6) do
        local member = members[below(#members)]
        if tostring(member):find("^grid") then
          member:set({ below(20), 2 }, below(3) - 1)
        else
          member:set_position(make_point())
        end
      end
      set_layers(members, below)
    end
  end
end

describe("the pairs of a world", function()
  -- As the pages say it, of each two members.
  local function expected(members, options)
    local found, between = {}, options.between
    for i, a in ipairs(members) do
      for j = i + 1, #members do
        local b, order = members[j], 1
        if between then
          order = has_layer(b, between[1]) and has_layer(a, between[2]) and 2 or 0
          if has_layer(a, between[1]) and has_layer(b, between[2]) then order = 1 end
        end
        if order > 0 and is_taken(options, a) and is_taken(options, b) and a:overlap(b)
          and (not options.touching or a:contact(b).depth > 0) then
          found[#found + 1] = order == 1 and { i, j } or { j, i }
        end
      end
    end
    table.sort(found, function(p, q) return p[1] < q[1] or p[1] == q[1] and p[2] < q[2] end)
    for i, pair in ipairs(found) do found[i] = pair[1] .. "-" .. pair[2] end
    return table.concat(found, " ")
  end

  local function told(world, members, options)
    local index_of, found = {}, {}
    for i, member in ipairs(members) do index_of[member] = i end
    for a, b in world:pairs(options) do found[#found + 1] = index_of[a] .. "-" .. index_of[b] end
    return table.concat(found, " ")
  end

  it("with options are those of a test of every two, for few and many selected members", function()
    worlds(11, cases.of(24, 8), function(world, members, below)
      for _ = 1, 3 do
        local options = make_options(members, below)
        if below(2) == 1 then options = {} end
        if below(3) > 1 then options.between = { LAYERS[below(3)], LAYERS[below(3)] } end
        local has_grid = false
        for _, member in ipairs(members) do has_grid = has_grid or tostring(member):find("^grid") ~= nil end
        if not has_grid and below(3) == 1 then options.touching = "skip" end
        assert.are.equal(expected(members, options), told(world, members, options))
      end
    end)
  end)

  it("use the current layers of members, in each of their worlds", function()
    local a, b = collide.circle { radius = 1 }, collide.circle { radius = 1, layer = "select a" }
    local one, other = collide.world { a, b }, collide.world { b, a }
    local function count(world, layer)
      local found = 0
      for _ in world:pairs { only = layer } do found = found + 1 end
      return found
    end
    assert.are.same({ 0, 0 }, { count(one, "select a"), count(other, "select a") })
    a:set_layer("select a")
    assert.are.same({ 1, 1 }, { count(one, "select a"), count(other, "select a") })
    b:set_layer(nil)
    assert.are.same({ 0, 0 }, { count(one, "select a"), count(other, "select a") })
    b:set_layer("select a")
    one:clear()
    one:add(b, a)
    other:remove(a)
    a:set_layer("select b")
    other:add(a)
    assert.are.same({ 0, 0 }, { count(one, "select a"), count(other, "select a") })
    a:set_layer("select a")
    assert.are.same({ 1, 1 }, { count(one, "select a"), count(other, "select a") })
  end)

  it("use the right layers after the places of removed members are reused", function()
    local world, members = collide.world(), {}
    for i = 1, 200 do
      members[i] = collide.circle { radius = 1, layer = LAYERS[i % 3 + 1], position = { 9 * i, 0 } }
      world:add(members[i])
    end
    for i = 1, 160 do world:remove(members[i]) end
    for i = 1, 200 do world:add(collide.circle { radius = 1, position = { 9 * i, 0 } }) end
    for _, layer in ipairs(LAYERS) do
      local want, got = {}, {}
      for i = 161, 200 do if members[i]:get_layer() == layer then want[#want + 1] = members[i] end end
      for _, member in ipairs(want) do member:set_position(9, 0) end
      for _ in world:pairs { only = layer } do got[#got + 1] = 1 end
      assert.are.equal(#want * (#want - 1) / 2, #got)
      for i, member in ipairs(want) do member:set_position(-9 * i, 50) end
    end
  end)

  it("do not test members that are skipped", function()
    local grid = collide.grid()
    local mesh = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } }
    grid:set(0, 0, 0, 1)
    local world, ball = collide.world { grid, mesh }, collide.sphere { radius = 1, layer = "select a" }
    world:add(ball)
    for i = 1, 40 do world:add(collide.sphere { radius = 1, position = { 9 * i, 0, 0 } }) end
    for a, b in world:pairs { only = { mesh, ball } } do assert.are.same({ mesh, ball }, { a, b }) end
    assert.has_error(function() world:pairs { only = { mesh, grid } } end,
      "'pairs' cannot be called on this (there is no test for grid and mesh, members 1 and 2; leave out one of them)")
  end)
end)

describe("a world with some selected members", function()
  -- Of an answer all but the index, which the array has otherwise.
  local function flat(answer, list)
    if type(answer) ~= "table" then return answer end
    local parts = {}
    for name in ("t t_exit depth normal point inside cell value part triangle"):gmatch("%S+") do
      parts[#parts + 1] = name .. "=" .. tostring(answer[name])
    end
    parts[#parts + 1] = "member=" .. tostring(list[answer.shape])
    return table.concat(parts, " ")
  end

  local function flat_list(answers, list)
    local parts = {}
    for i, answer in ipairs(answers) do parts[i] = list[answer] or flat(answer, list) end
    return table.concat(parts, "\n")
  end

  local function near(list, distance, on_a, on_b, member)
    -- Of closest, the member is what comes third.
    if distance == nil then return "nil" end
    if type(on_b) == "userdata" then member, on_b = on_b, nil end
    return table.concat({ distance, tostring(on_a), tostring(on_b), tostring(list[member]) }, " ")
  end

  -- A cast in numbers, with the member in place of its index.
  local function in_numbers(list, members, cast, point, toward, options, world)
    local answer
    if point[3] then
      answer = { cast(world or members, point[1], point[2], point[3], toward[1], toward[2], toward[3], options) }
    else
      answer = { cast(world or members, point[1], point[2], toward[1], toward[2], options) }
    end
    local at = point[3] and 9 or 7
    local member = answer[at]
    if member and world then member = world:member(member) elseif member then member = members[member] end
    answer[at] = member and list[member] or 0
    return answer
  end

  local function check(world, members, shape, point, toward, options)
    local taken, list = {}, {}
    for i, member in ipairs(members) do
      list[member] = i
      if is_taken(options, member) then taken[#taken + 1] = member end
    end
    local function with(extra)
      local all = { ignore = options.ignore, only = options.only }
      for name, value in pairs(extra) do all[name] = value end
      return all
    end
    local function asked(extra)
      local all = {}
      for name, value in pairs(extra) do all[name] = value end
      return all
    end
    local function filter(member) return list[member] % 3 > 0 end
    for _, extra in ipairs { {}, { touching = "skip" }, { filter = filter } } do
      local here, there = with(extra), asked(extra)
      assert.are.equal(collide.overlap(taken, shape, there), world:overlap(shape, here))
      assert.are.equal(collide.overlap(shape, taken, there), collide.overlap(shape, world, here))
      assert.are.equal(flat(collide.contact(taken, shape, there), list),
        flat(collide.contact(world, shape, here), list))
      assert.are.equal(flat_list(collide.overlap_all(taken, shape, there), list),
        flat_list(world:overlap_all(shape, here), list))
      assert.are.equal(flat_list(collide.contact_all(taken, shape, there), list),
        flat_list(collide.contact_all(world, shape, here), list))
      assert.are.equal(flat(collide.shapecast(taken, shape, toward, there), list),
        flat(world:shapecast(shape, toward, here), list))
      assert.are.equal(collide.shapecast_any(taken, shape, toward, there), world:shapecast_any(shape, toward, here))
      for _, limit in ipairs { false, 3 } do
        here.limit, there.limit = limit or nil, limit or nil
        assert.are.equal(flat_list(collide.shapecast_all(taken, shape, toward, there), list),
          flat_list(world:shapecast_all(shape, toward, here), list))
        if not extra.touching then
          assert.are.equal(flat_list(collide.linecast_all(taken, point, toward, there), list),
            flat_list(world:linecast_all(point, toward, here), list))
        end
      end
      here.limit, there.limit = nil, nil
      if not extra.touching then
        assert.are.equal(collide.contains(taken, point, there), world:contains(point, here))
        assert.are.equal(flat(collide.linecast(taken, point, toward, there), list),
          flat(world:linecast(point, toward, here), list))
        assert.are.equal(flat(collide.raycast(taken, point, toward, there), list),
          flat(world:raycast(point, toward, here), list))
        assert.are.equal(collide.raycast_any(taken, point, toward, there), world:raycast_any(point, toward, here))
        assert.are.same(in_numbers(list, taken, collide.raycast, point, toward, there),
          in_numbers(list, members, collide.raycast, point, toward, here, world))
        assert.are.same(in_numbers(list, taken, collide.segmentcast, point, toward, there),
          in_numbers(list, members, collide.segmentcast, point, toward, here, world))
        assert.are.equal(flat_list(collide.raycast_all(taken, point, toward, there), list),
          flat_list(world:raycast_all(point, toward, here), list))
        assert.are.equal(near(list, collide.distance(taken, shape, there)),
          near(list, collide.distance(world, shape, here)))
        assert.are.equal(near(list, collide.closest(taken, point, there)), near(list, world:closest(point, here)))
        there.max, here.max = 2, 2
        assert.are.equal(near(list, collide.closest(taken, point, there)), near(list, world:closest(point, here)))
      end
    end
  end

  it("gives the answers of the array of these", function()
    worlds(23, cases.of(30, 8), function(world, members, below, make_shape, make_point)
      for _ = 1, 3 do
        local shape, options = make_shape(below(6) / 2), make_options(members, below)
        if below(4) == 1 then options = {} end
        local own = members[below(#members)]
        if below(3) == 1 and not IS_TARGET[tostring(own):match("^%a+")] then shape = own end
        check(world, members, shape, make_point(), make_point(), options)
      end
    end)
  end)

  it("reads the content of options at each call", function()
    local hero = collide.circle { radius = 1 }
    local a, b = collide.circle { radius = 1, layer = "select a" }, collide.circle { radius = 1, position = { 1, 0 } }
    local world, list = collide.world { hero, a, b }, {}
    local options = { ignore = list }
    local function ask()
      local found = {}
      for _ = 1, 3 do
        found[#found + 1] = tostring(world:overlap(hero, options)) .. tostring(a:raycast_any(-9, 0, 1, 0, options))
          .. tostring(world:raycast_any(-9, 0, 1, 0, options)) .. tostring(collide.overlap(hero, a, options))
      end
      assert.are.equal(found[1], found[2])
      assert.are.equal(found[1], found[3])
      return (found[1]:gsub("true", "1"):gsub("false", "0"))
    end
    assert.are.equal("1111", ask())
    list[1] = a
    assert.are.equal("1010", ask())
    list[1] = b
    assert.are.equal("1111", ask())
    list[1] = a
    assert.are.equal("1010", ask())
    list[2] = b
    assert.are.equal("0010", ask())
    list[3] = hero
    assert.are.equal("0000", ask())
    list[1], list[2], list[3] = "select a", nil, nil
    assert.are.equal("1010", ask())
    a:set_layer(nil)
    assert.are.equal("1111", ask())
    options.ignore, options.only = nil, "select a layer of later"
    collide.layers { "select a layer of later", "select a layer of later too" }
    assert.are.equal("0000", ask())
    a:set_layer("select a layer of later")
    assert.are.equal("1111", ask())
    options.only = { b, "select a layer of later too" }
    assert.are.equal("1010", ask())
    options.only = world
    assert.are.equal("1010", ask())
    options.only, options.ignore = nil, world
    assert.are.equal("0101", ask())
    options.ignore, options.filter = nil, function() return false end
    assert.are.equal("0000", ask())
    options.filter = nil
    assert.are.equal("1111", ask())
    assert.has_error(function() world:overlap(hero, { ignore = list, onyl = 1 }) end)
    assert.has_error(function() world:raycast(0, 0, 1, 0, { ignore = 7 }) end)
    assert.has_error(function() world:raycast(0, 0, 1, 0, { ignore = list, max = -1 }) end)
    assert.has_error(function() world:segmentcast(0, 0, 1, 0, { ignore = list, max = 1 }) end)
    assert.has_error(function() world:overlap(hero, { ignore = list, max = 1 }) end)
    assert.is_nil(a:raycast(-9, 0, 1, 0, { max = 7.5 }))
    assert.are.equal(8, (a:raycast(-9, 0, 1, 0, { max = 8, only = a })))
  end)

  it("keeps its selection while a filter queries the same world with another one", function()
    local list = {}
    for i = 1, 24 do list[i] = collide.circle { radius = 1, position = { i, 0 } } end
    local world, probe = collide.world(list), collide.circle { radius = 20, position = { 12, 0 } }
    local function ask(filter)
      local options = { only = { list[9], list[7], list[20] }, ignore = list[7], filter = filter }
      return {
        world:raycast({ -5, 0 }, { 1, 0 }, options).index, (world:overlap(probe, options)),
        world:contact(probe, options).index, world:shapecast(collide.circle { radius = 1, position = { -5, 0 } },
          { 40, 0 }, options).index, (world:distance(collide.circle { radius = 1, position = { -5, 0 } }, options)),
      }
    end
    local expected = ask(function() return true end)
    assert.are.equal(9, expected[1])
    assert.are.same(expected, ask(function()
      world:raycast({ -5, 0 }, { 1, 0 }, { only = { list[1], list[2] }, ignore = list[9] })
      world:overlap(probe, { ignore = { list[9], list[20] } })
      return true
    end))
  end)

  it("notices a new field of options, at the latest after a garbage collection", function()
    local hero, a = collide.circle { radius = 1 }, collide.circle { radius = 1 }
    local world = collide.world { a }
    local options = { ignore = { "nobody has this layer" } }
    for _ = 1, 100 do assert.is_true(world:overlap(hero, options)) end
    options.onyl = "a layer"
    collectgarbage()
    assert.has_error(function() collide.overlap(world, hero, options) end,
      "bad argument #3 to 'overlap' (unknown option 'onyl'; overlap takes ignore, only, filter and touching)")
  end)

  it("accepts no userdata that only has the metatable of a member", function()
    local hero, a = collide.circle { radius = 1 }, collide.circle { radius = 1 }
    local world = collide.world { a }
    local file = io.tmpfile()
    local own = debug.getmetatable(file)
    debug.setmetatable(file, debug.getmetatable(collide.grid {}))
    local fine = pcall(world.overlap, world, hero, { ignore = file })
    local fine_in_array = pcall(world.raycast, world, -9, 0, 1, 0, { only = { a, file } })
    debug.setmetatable(file, own)
    file:close()
    assert.is_false(fine)
    assert.is_false(fine_in_array)
  end)
end)
