-- SPDX-License-Identifier: MIT
--
-- The pairs of members of a world that overlap.
local collide = require("collide")
local cases = require("spec.support.cases")
local random = require("spec.support.random")

local function circle(x, y, radius) return collide.circle { radius = radius, position = { x, y } } end

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
      local fine, message = pcall(world.pairs, world, { within = wrong[1] })
      assert.is_false(fine)
      assert.is_truthy(message:find(wrong[2], 1, true), message)
    end
    local fine, message = pcall(world.pairs, world, { within = 1, touching = "skip" })
    assert.is_false(fine)
    assert.is_truthy(message:find("within or touching expected, got both", 1, true), message)
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
    for i = 1, 300 do world:add(circle(0, 0, i)) end
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
