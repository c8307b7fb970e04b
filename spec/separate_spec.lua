-- SPDX-License-Identifier: MIT
--
-- separate: pushes a crowd apart, and nothing into obstacles.
local collide = require("collide")
local random = require("spec.support.random")

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
        world:add(list[i])
      end
      local function query()
        calls = calls + 1
        world:overlap(list[1], { ignore = { floor } })
      end
      local function separate() world:separate { only = list, iterations = 20 } end
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
    local function refuses(text, ...)
      local fine, message = pcall(collide.separate, ...)
      assert.is_false(fine)
      assert.is_truthy(message:find(text, 1, true), message)
    end
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
