-- SPDX-License-Identifier: MIT
--
-- The functions that LuaJIT compiles share an answer and memory for walks. Finalizers, hooks and other walks that run
-- during a call do not change its answer. The same holds for functions of the C API.
local collide = require("collide")
local cases = require "spec.support.cases"
local unpack = table.unpack or unpack -- luacheck: ignore

describe("a call", function()
  -- What a finalizer may do between any two lines, a hook does here between any two instructions.
  local function interrupt_with(interruption, call)
    if rawget(_G, "jit") then jit.flush() end
    debug.sethook(interruption, "", 1)
    local answers = { call() }
    debug.sethook()
    return answers
  end

  local function answers_alike(call, interruption)
    local expected = { call() }
    for _ = 1, 3 do
      local answers = interrupt_with(interruption, call)
      for i = 1, 14 do
        assert.equal(tostring(expected[i]), tostring(answers[i]))
      end
    end
  end

  local ball, box = collide.sphere { radius = 1 }, collide.box { half = { 1, 2, 3 }, position = { 9, 9, 9 } }
  local triangle = collide.triangle { { 0, 0, 0 }, { 0, 1, 0 }, { 1, 0, 0 } }
  local mesh = collide.mesh { vertices = { 9, 9, 9, 0, 0, 0, 0, 1, 0, 1, 0, 0 }, triangles = { 1, 1, 1, 2, 3, 4 } }
  local disc = collide.circle { radius = 1 }
  local rect = collide.rect { half = { 3, 4 }, position = { 1.5, 2 } }
  local space, map = collide.grid(), collide.grid { dimensions = 2 }
  space:set(0, 0, 3, 7)
  map:set(3, 0, 5)
  local balls = { collide.sphere { radius = 1, position = { 0, 0, 10 } }, ball }
  local near = collide.box { half = { 1, 2, 3 }, position = { 0.5, 0.25, 0 } }
  local discs = { collide.circle { radius = 1, position = { 9, 0 } }, disc }
  local world, crowd = collide.world(balls), collide.world { near, ball, box }
  local plane, touching = collide.world(discs), collide.world { disc, rect }

  local function ask_others()
    crowd:raycast(9, 9, -50, 0, 0, 1)
    box:raycast(9, 9, -50, 0, 0, 1)
    rect:raycast(-50, 1, 1, 0)
    disc:contact(rect)
    rect:distance(collide.circle { radius = 1, position = { 40, 50 } })
    rect:closest(30, 40)
    box:contact(collide.sphere { radius = 30, position = { 1, 2, 4 } })
    ball:distance(collide.sphere { radius = 1, position = { 40, 50, 60 } }, "numbers")
    box:closest(30, 40, 50)
    collide.cell_at(7.5, 8.5, 9.5)
    local step, loop = touching:pairs()
    step(loop)
  end

  for name, call in pairs {
    ["a cast in space"] = function() return ball:raycast(0.25, 0, -5, 0, 0, 1) end,
    ["a cast in the plane"] = function() return disc:raycast(-5, 0.25, 1, 0, 9) end,
    ["a cast at a triangle"] = function() return triangle:raycast(0.25, 0.25, -5, 0, 0, 1) end,
    ["a cast at a world in the plane"] = function() return plane:raycast(-5, 0.25, 1, 0, { ignore = discs[1] }) end,
    ["a cast at a world"] = function() return world:raycast(0.25, 0, -5, 0, 0, 1) end,
    ["a cast at a mesh"] = function() return mesh:raycast(0.25, 0.25, -5, 0, 0, 1) end,
    ["a cast at a grid"] = function() return space:raycast(0.5, 0.5, 0, 0, 0, 1) end,
    ["a cast at a grid in the plane"] = function() return map:raycast(0.5, 0.5, 1, 0) end,
    ["a contact"] = function() return disc:contact(discs[2], "numbers") end,
    ["a distance"] = function() return disc:distance(discs[1], "numbers") end,
    ["the closest point"] = function() return disc:closest(7, 8) end,
    ["a contact in space"] = function() return near:contact(ball, "numbers") end,
    ["a distance in space"] = function() return balls[1]:distance(near, "numbers") end,
    ["the closest point in space"] = function() return near:closest(7, 8, 9) end,
    ["a cell"] = function() return collide.cell_at(1.5, 2.5) end,
    ["a cell in space"] = function() return collide.cell_at(1.5, 2.5, 3.5, { size = 2 }) end,
    ["a cell of a grid"] = function() return map:cell_at(1.5, 2.5) end,
    ["a cell of a grid in space"] = function() return space:cell_at(1.5, 2.5, 3.5) end,
    ["pairs"] = function()
      local all = {}
      for a, b in crowd:pairs() do all[#all + 1] = tostring(a) .. tostring(b) end
      return table.concat(all, ", ")
    end,
    ["cells"] = function()
      local all = {}
      for i, _, x, y in collide.cells(0.5, 0.5, 9.5, 4.5) do all[i] = x .. " " .. y end
      return table.concat(all, ", ")
    end,
    ["cells in space, many"] = function()
      local all = {}
      for i, _, x, y, z in collide.cells(0.5, 0.5, 0.5, 39.5, 4.5, 3.5) do all[i] = x .. " " .. y .. " " .. z end
      return table.concat(all, ", ")
    end,
  } do
    it(name .. " gives the same answer if other calls run between any two instructions", function()
      answers_alike(call, ask_others)
    end)
  end

  it("continues its cells if other walks take its memory, and those continue, too", function()
    local function add(all, ...)
      for i, _, x, y, z in collide.cells(...) do all[#all + 1] = table.concat({ i, x, y, z }, " ") end
    end
    local function cells()
      local all = {}
      add(all, 0.5, 0.5, 9.5, 4.5, { size = 1 })
      add(all, 0.5, 0.5, 0.5, 39.5, 4.5, 3.5)
      all[#all + 1] = table.concat(collide.trace(0.5, 0.5, 9.5, 4.5), " ")
      for k = 1, 20 do add(all, k, 0.5, 9.5, 4.5) end
      return table.concat(all, ", ")
    end
    local function rest_of(walk)
      local all = {}
      for _, _, x, y in walk.step, walk.state do all[#all + 1] = x .. " " .. y end
      return table.concat(all, ", ")
    end
    local function begin_walk(k)
      local step, state = collide.cells(0.5, 0.5, 30.5, 40.5 + k)
      step(state)
      return { step = step, state = state }
    end
    local expected, others = cells(), {}
    for k = 1, 15 do others[k] = rest_of(begin_walk(k)) end
    -- at one instruction of each run, so that most walks keep a room up to there
    for at = 1, 3000, collide._WAY == "ffi" and math.floor(3000 / cases.of(430, 150)) or 70 do
      local instruction, walks = 0, {}
      local answers = interrupt_with(function()
        instruction = instruction + 1
        if instruction == at then for k = 1, 15 do walks[k] = begin_walk(k) end end
      end, cells)
      assert.equal(expected, answers[1], at)
      for k, walk in ipairs(walks) do assert.equal(others[k], rest_of(walk), at) end
    end
  end)
end)

if collide._WAY ~= "ffi" then return end

describe("a compiled walk", function()
  local function cells_of(...)
    local all = {}
    for _, _, x, y in collide.cells(...) do all[#all + 1] = x .. " " .. y end
    return table.concat(all, ", ")
  end

  it("continues at its place after many others have begun", function()
    local expected = cells_of(0.5, 0.5, 90.5, 40.5)
    local all = {}
    for _, _, x, y in collide.cells(0.5, 0.5, 90.5, 40.5) do
      all[#all + 1] = x .. " " .. y
      for k = 1, #all % 40 do
        local step, walk = collide.cells(0.5, 0.5, 9.5, k + 0.5)
        step(walk)
      end
    end
    assert.equal(expected, table.concat(all, ", "))
  end)

  it("may be one of many that run side by side", function()
    local expected, walks, texts = cells_of(0.5, 0.5, 90.5, 40.5), {}, {}
    for k = 1, 40 do walks[k], texts[k] = { collide.cells(0.5, 0.5, 90.5, 40.5) }, {} end
    local going = true
    while going do
      going = false
      for k, walk in ipairs(walks) do
        local i, _, x, y = walk[1](walk[2], walk[3])
        if i then
          going = true
          texts[k][#texts[k] + 1] = x .. " " .. y
        end
      end
    end
    for k = 1, 40 do assert.equal(expected, table.concat(texts[k], ", ")) end
  end)

  it("is not changed by a finalizer that begins walks while it is created", function()
    local finalized = 0
    local function litter()
      local garbage = newproxy(true) -- luacheck: ignore 113
      getmetatable(garbage).__gc = function()
        finalized = finalized + 1
        for _ = 1, 15 do collide.cells(0.5, 0.5, 0.5, 90.5) end
      end
    end
    local function sum_of_cells()
      local sum = 0
      for _, _, x, y in collide.cells(0.5, 0.5, 9.5, 4.5) do sum = 100 * x + y - sum end
      return sum
    end
    local expected, rounds = sum_of_cells(), 0
    collectgarbage("setpause", 0)
    collectgarbage("setstepmul", 10000) -- the specs before may have left much for it to look through
    local enough = cases.of(500, 150)
    while finalized < enough and rounds < 200 do
      rounds = rounds + 1
      for _ = 1, 100 do litter() end
      for _ = 1, 1000 do -- only walks are made here, so it is then that finalizers run
        assert.is_true(sum_of_cells() == expected)
      end
    end
    collectgarbage("setpause", 200)
    collectgarbage("setstepmul", 200)
    assert.is_true(finalized >= enough)
  end)

  it("ends once, and stays ended", function()
    local step, walk = collide.cells(0.5, 0.5, 3.5, 0.5)
    for _ = 1, 4 do assert.is_number(step(walk)) end
    for _ = 1, 3 do assert.is_nil(step(walk)) end
    for _ = 1, 20 do collide.cells(0.5, 0.5, 3.5, 0.5) end
    for _ = 1, 3 do assert.is_nil(step(walk)) end
  end)

  it("cannot be changed by a script to read other memory", function()
    local step, walk = collide.cells(0.5, 0.5, 300.5, 0.5)
    step(walk)
    for _, field in ipairs { "limit", "room", "done", "ax", "size" } do
      assert.is_false(pcall(function() walk[field] = 1e6 end))
    end
    for _, at in ipairs { 1e9, -1e9, -1, 5000, 3 } do
      walk.at = at
      step(walk)
      for _ = 1, 20 do collide.cells(0.5, 0.5, 3.5, 0.5) end
      step(walk)
    end
  end)

  it("is the only state that its iterator accepts", function()
    local step_2, walk_2 = collide.cells(0.5, 0.5, 3.5, 0.5)
    local step_3, walk_3 = collide.cells(0.5, 0.5, 0.5, 3.5, 0.5, 0.5)
    for _, other in ipairs { {}, 7, "walk", io.stdout, require("ffi").new("int[400]"), walk_3 } do
      assert.error_matches(function() step_2(other) end, "needs the state that cells returned")
    end
    assert.error_matches(function() step_2() end, "needs the state that cells returned")
    assert.error_matches(function() step_3(walk_2) end, "needs the state that cells returned")
  end)
end)
