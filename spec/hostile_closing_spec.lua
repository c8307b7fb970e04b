-- SPDX-License-Identifier: MIT
--
-- Callbacks during a call, as a filter, `respond`, a metamethod, a finalizer or a debug hook: they collect garbage,
-- drop the arguments of the call, call finalizers, change members, move shapes, and remove what the query reads.
local collide = require("collide")

-- A cube from -2 to 2.
local function cube()
  local v = {}
  for i = 0, 7 do v[i + 1] = { i % 2 * 4 - 2, math.floor(i / 2) % 2 * 4 - 2, math.floor(i / 4) * 4 - 2 } end
  return collide.mesh { vertices = v, triangles = { { 1, 2, 4 }, { 1, 4, 3 }, { 5, 8, 6 }, { 5, 7, 8 }, { 1, 6, 2 },
    { 1, 5, 6 }, { 3, 4, 8 }, { 3, 8, 7 }, { 1, 3, 7 }, { 1, 7, 5 }, { 2, 6, 8 }, { 2, 8, 4 } } }
end

local function cell()
  local grid = collide.grid { size = 4, origin = -2 }
  grid:set(0, 0, 0, 1)
  return grid
end

local function box() return collide.box { half = { 2, 2, 2 } } end

-- One of each kind that has a finalizer; each is the cube from -2 to 2.
local KINDS = {
  { name = "mesh", make = cube },
  { name = "grid", make = cell },
  { name = "group", make = function() return collide.group { box() } end },
  { name = "group", make = function() return collide.group { cube() } end },
  { name = "world", make = function() return collide.world { box() } end },
  { name = "world", make = function() return collide.world { cube() } end },
}

local function close(object) getmetatable(object).__gc(object) end
local function close_apart(object) coroutine.wrap(close)(object) end

local function collect()
  collectgarbage()
  collectgarbage()
end

local function churn()
  collectgarbage()
  collectgarbage()
  local garbage = {}
  for i = 1, 200 do garbage[i] = { ("x"):rep(i % 40 * 16) } end
  return garbage
end

-- A vector at the point; `action` is called at the n-th time that it is asked for a component.
local function vector(x, y, z, n, action)
  local components = { x = x, y = y, z = z }
  return setmetatable({}, { __index = function(_, key)
    n = n - 1
    if n == 0 then action() end
    return components[key]
  end })
end

-- Calls while the action is done at the n-th instruction of Lua.
local function with_hook(n, action, call)
  local count = 0
  debug.sethook(function()
    count = count + 1
    if count == n then action() end
  end, "", 1)
  local fine, answer = pcall(call)
  debug.sethook()
  return fine, answer
end

-- A polygon so large that its memory goes back to the system when it is collected.
local function large()
  local points = {}
  for i = 1, 20000 do
    local angle = 2 * math.pi * i / 20000
    points[2 * i - 1], points[2 * i] = 1000 * math.cos(angle), 1000 * math.sin(angle)
  end
  return collide.polygon(points)
end

describe("a vector whose __index is called", function()
  it("may collect members that ignore or only name", function()
    local disc = collide.circle { radius = 1, position = { 5, 0 } }
    local world = collide.world { disc }
    for n = 1, 4 do
      local options = { ignore = large() }
      local origin = vector(0, 0, nil, n, function()
        options.ignore = nil
        collect()
      end)
      assert.equal(4, world:raycast(origin, { 1, 0 }, options).t)
      options = { only = { large(), disc } }
      origin = vector(0, 0, nil, n, function()
        options.only[1] = disc
        collect()
      end)
      assert.equal(4, world:raycast(origin, { 1, 0 }, options).t)
    end
  end)

  it("may collect the members of the array of the query", function()
    local kept = collide.sphere { radius = 1, position = { 0, 0, 9 } }
    for n = 1, 6 do
      local array = { collide.sphere { radius = 1 }, cube(), kept }
      local origin = vector(0, 0, -5, n, function()
        array[1], array[2], array[3] = kept, nil, nil
        collect()
      end)
      local hit = collide.raycast(array, origin, { 0, 0, 1 })
      assert.is_true(hit.t == 13 or hit.t == 3)
    end
  end)
end)

describe("a vector whose __index gives a world its first member", function()
  it("sets the dimensions of the world, and the call is refused", function()
    for _, name in ipairs { "raycast", "raycast_any", "raycast_all", "shapecast", "move" } do
      for _, filter in ipairs { false, function() return true end } do
        local world, disc = collide.world(), collide.circle { radius = 1 }
        local given = vector(1, 0, nil, 1, function() world:add(collide.sphere { radius = 1 }) end)
        local first = name:find("ray") and given or disc
        local second = name:find("ray") and { 1, 0 } or given
        assert.error_matches(function()
          collide[name](world, first, second, filter and { filter = filter } or nil)
        end, "a 2D world expected, got a 3D one")
      end
    end
  end)
end)

describe("a debug hook", function()
  it("may empty the array of the query, at any instruction", function()
    local written = {}
    local function ask(array) return (collide.raycast(array, 0, 0, -5, 0, 0, 1)) end
    local jit = rawget(_G, "jit")
    local compiles = jit and jit.status()
    if compiles then jit.off() end
    for n = 1, 200 do
      local array = {}
      for i = 1, 5 do array[i] = collide.sphere { radius = 1, position = { 0, 0, 5 * i } } end
      ask(array)
      local fine, t = with_hook(n, function()
        for i = 1, 5 do array[i] = nil end
        collide.sphere { radius = 1 }:set_position(1, 2, 3)
        collect()
        for size = 64, 1024, 8 do -- over what was freed
          for i = 1, 4 do written[#written + 1] = ("A"):rep(size - 8) .. n .. i end
        end
      end, function() return ask(array) end)
      assert.is_true(fine)
      assert.is_true(t == 9 or t == nil)
      written = {}
    end
    if compiles then jit.on() end
  end)
end)

describe("a finalizer that a script calls directly", function()
  for _, kind in ipairs(KINDS) do
    it("closes a " .. kind.name .. " for all later calls", function()
      local object = kind.make()
      assert.equal(3, object:raycast({ 0.5, 0.25, -5 }, { 0, 0, 1 }).t)
      close(object)
      close(object)
      for _, call in ipairs {
        function() return object:raycast(0.5, 0.25, -5, 0, 0, 1) end,
        function() return collide.raycast({ object }, { 0.5, 0.25, -5 }, { 0, 0, 1 }) end,
        function() return object:bounds() end,
        function() return collide.overlap(object, collide.sphere { radius = 1 }) end,
        function() return collide.world { object } end,
        function() return object:raycast_many({ 0, 0, -5, 0, 0, 1 }) end,
      } do
        assert.error_matches(call, "got a closed " .. kind.name)
      end
    end)

    it("does nothing while a call uses a " .. kind.name, function()
      local object = kind.make()
      local calls = {
        function(filter) return object:raycast({ 0.5, 0.25, -5 }, { 0, 0, 1 }, { filter = filter }).t end,
        function(filter) return #object:raycast_all({ 0.5, 0.25, -5 }, { 0, 0, 1 }, { filter = filter }) and 3 end,
        function(filter) return collide.raycast({ object }, { 0.5, 0.25, -5 }, { 0, 0, 1 }, { filter = filter }).t end,
        function(filter)
          local ball = collide.sphere { radius = 1, position = { 0, 0, -6 } }
          return 8 * object:shapecast(ball, { 0, 0, 8 }, { filter = filter }).t
        end,
        function(filter)
          return (collide.distance(object, collide.sphere { radius = 1, position = { 0, 0, -6 } }, { filter = filter }))
        end,
        function(filter)
          return collide.overlap(object, collide.sphere { radius = 1, position = { 0, 0, -2 } },
            { filter = filter }) and 3
        end,
        function() return object:raycast(vector(0.5, 0.25, -5, 2, function() close(object) end), { 0, 0, 1 }).t end,
      }
      for _, call in ipairs(calls) do
        assert.equal(3, call(function()
          close(object)
          return true
        end))
      end
      assert.equal(3, object:raycast({ 0.5, 0.25, -5 }, { 0, 0, 1 }).t)
    end)

    it("does nothing while a shape moves among a " .. kind.name, function()
      local object = kind.make()
      for _, target in ipairs { object, { object } } do
        local ball = collide.sphere { radius = 1, position = { 0, 0, -6 } }
        local moved = collide.move(target, ball, { 0, 0, 9 }, { respond = function()
          close(object)
          collect()
          return "stop"
        end })
        assert.near(-3, moved.position.z, 1e-12)
        ball:set_position(0, 0, -2.5)
        local out = collide.push_out(target, ball, { respond = function()
          close(object)
          return "slide"
        end })
        assert.near(-3, out.position.z, 1e-12)
      end
      assert.equal(3, object:raycast({ 0.5, 0.25, -5 }, { 0, 0, 1 }).t)
    end)

    it("of a " .. kind.name .. " is safe in a coroutine, too", function()
      for n = 1, 2 do
        local object = kind.make()
        local target = n == 1 and object or { object, box() }
        local ball = collide.sphere { radius = 1, position = { 0, 0, -6 } }
        local moved = collide.move(target, ball, { 0, 0, 9 }, { respond = function()
          close_apart(object)
          collect()
          return "stop"
        end })
        assert.near(-3, moved.position.z, 1e-12)
        assert.error_matches(function() object:bounds() end, "got a closed " .. kind.name)
      end
    end)
  end

  it("does nothing during a query of a world that has the object, which stays a member", function()
    for _, kind in ipairs { KINDS[1], KINDS[2], KINDS[3], KINDS[4] } do
      local object = kind.make()
      local world = collide.world { object }
      local function ask(filter) return world:raycast({ 0.5, 0.25, -5 }, { 0, 0, 1 }, { filter = filter }).t end
      assert.equal(3, ask(function(member)
        close(member)
        return true
      end))
      assert.equal(3, object:raycast({ 0.5, 0.25, -5 }, { 0, 0, 1 }).t)
      close(object)
      collect()
      assert.equal(3, ask())
      world:clear()
      assert.is_nil(world:raycast(0.5, 0.25, -5, 0, 0, 1))
    end
  end)

  it("is also called by the collector, and then frees the triangles", function()
    churn()
    local before = collectgarbage("count")
    for _ = 1, 300 do close(cube()) end
    churn()
    assert.is_true(collectgarbage("count") < before + 200)
  end)

  it("closes an object after a call that used it, even if that call raised an error", function()
    local mesh = cube()
    assert.has_error(function()
      mesh:raycast({ 0.5, 0.25, -5 }, { 0, 0, 1 }, { filter = function() error("no") end })
    end)
    close(mesh)
    assert.error_matches(function() mesh:count() end, "got a closed mesh")
  end)
end)

describe("a finalizer deep in a recursion", function()
  local function call_at(depth, action)
    if depth > 0 then return (call_at(depth - 1, action)) end
    return action()
  end

  -- It would search all calls for one that uses the object. Lua reaches the n-th in n steps.
  it("does nothing, so that it takes no time", function()
    local grid = cell()
    call_at(1100, function() close(grid) end)
    assert.equal(1, grid:get(0, 0, 0))
    call_at(900, function() close(grid) end)
    assert.error_matches(function() grid:get(0, 0, 0) end, "got a closed grid")
  end)
end)

describe("a callback of a move", function()
  it("may remove members from the target, collect them, and move others", function()
    for _, make in ipairs { function(list) return collide.world(list) end, function(list) return list end } do
      local members = {}
      for i = 1, 20 do members[i] = collide.box { half = { 1, 1, 1 }, position = { 0, 0, 3 * i } } end
      local others = { collide.box { half = { 1, 1, 1 }, position = { 0, 50, 0 } } }
      local target = make(members)
      local ball = collide.sphere { radius = 1, position = { 0, 0, -6 } }
      local moved = collide.move(target, ball, { 0, 0, 90 }, { respond = function()
        if target == members then
          for i = #members, 1, -1 do members[i] = nil end
        else
          target:clear()
          target:add(others[1])
          members = {}
        end
        others[1]:set_position(0, 90, 0)
        collect()
        return "stop"
      end })
      assert.near(1, moved.position.z, 1e-12)
      assert.equal(1, #moved.hits)
    end
  end)

  it("may change the cells of a grid and their shapes", function()
    local grid = cell()
    grid:set_shape(1, { shape = "box", half = { 0.5, 0.5, 0.5 }, position = { 0.5, 0.5, 0.5 } })
    local ball = collide.sphere { radius = 1, position = { 0, 0, -6 } }
    local moved = grid:move(ball, { 0, 0, 9 }, { respond = function()
      grid:set_shape(1, nil)
      for i = 0, 50 do grid:set(5 + i, 9, 9, 2) end
      grid:clear()
      collect()
      return "stop"
    end })
    assert.near(-3, moved.position.z, 1e-12)
  end)
end)

describe("a description that describes another shape at each read", function()
  -- Every pair of answers; whatever is asked may raise, but nothing else.
  local FIELDS = { radius = 1, vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 }, half = { 1, 1, 1 },
    parts = { collide.sphere { radius = 1 } } }
  local function shifty(first, second, times)
    return setmetatable({}, { __index = function(_, key)
      if key ~= "shape" then return FIELDS[key] end
      times = times - 1
      return times >= 0 and first or second
    end })
  end

  it("is refused, or counts as one of them", function()
    local ball = collide.sphere { radius = 1 }
    local names, asked = { "mesh", "group", "sphere", "box" }, 0
    for _, call in ipairs {
      function(x) return collide.raycast(x, { 0, 0, -5 }, { 0, 0, 1 }) end,
      function(x) return collide.raycast({ ball, x }, { 0, 0, -5 }, { 0, 0, 1 }) end,
      function(x) return collide.overlap(x, ball) end,
      function(x) return collide.overlap(x, x) end,
      function(x) return collide.distance(ball, x) end,
      function(x) return collide.contains(x, 0, 0, 0) end,
      function(x) return collide.closest(x, 0, 0, 0) end,
      function(x) return collide.overlap_all({ x }, ball) end,
      function(x) return collide.contact_all(ball, x) end,
      function(x) return collide.shapecast(x, ball, { 1, 2, 3 }) end,
      function(x) return collide.shapecast(ball, x, { 1, 2, 3 }) end,
      function(x) return collide.move(x, collide.sphere { radius = 1 }, { 1, 2, 3 }) end,
      function(x) return collide.push_out(x, collide.sphere { radius = 1 }) end,
      function(x) return collide.group { ball, x } end,
      function(x) return collide.world { x } end,
      function(x) return collide.mesh(x) end,
      function(x) return collide.voxelize(x, { size = 1 }) end,
      function(x) return collide.grid():set_shape(1, x) end,
      function(x) return collide.raycast(ball, { 0, 0, -5 }, { 0, 0, 1 }, { ignore = { x } }) end,
    } do
      for _, first in ipairs(names) do
        for _, second in ipairs(names) do
          for times = 0, 8 do
            local fine, problem = pcall(call, shifty(first, second, times))
            assert.is_true(fine or type(problem) == "string" and not problem:find("attempt to"))
            asked = asked + 1
          end
        end
      end
    end
    assert.equal(19 * 16 * 9, asked)
  end)
end)

-- Targets that a sphere at x = 2 comes into, each with what a script may do to it meanwhile.
local TARGETS = {
  ["a mesh"] = function() local m = cube() return m, function() close(m) end end,
  ["a mesh in an array"] = function()
    local list = { cube(), collide.sphere { radius = 1, position = { 9, 0, 0 } } }
    return list, function() if list[1] then close(list[1]) list[1], list[2] = nil, nil end end
  end,
  ["a group with a mesh"] = function()
    local g = collide.group { cube(), collide.sphere { radius = 1, position = { 0, 9, 0 } } }
    return g, function() close(g) end
  end,
  ["a world with a mesh"] = function()
    local m = cube()
    local w = collide.world { m, collide.box { min = { -2, -2, -9 }, max = { 2, 2, -3 } } }
    return w, function() close(m) if w:has(m) then w:remove(m) end end
  end,
  ["a world"] = function()
    local w = collide.world { cube(), collide.box { min = { -2, -2, -9 }, max = { 2, 2, -3 } } }
    return w, function() close(w) end
  end,
  ["a grid"] = function()
    local g = collide.grid { size = 1 }
    g:fill(-2, -2, -2, 1, 1, 1, 1)
    return g, function() close(g) end
  end,
  ["an array of shapes"] = function()
    local list = {}
    for i = 1, 40 do list[i] = collide.hull { { -2, -2, -2 }, { 2, -2, -2 }, { -2, 2, -2 }, { -2, -2, 2 + i } } end
    return list, function() for i = 1, 40 do list[i] = nil end end
  end,
}

-- Each query, with a function that is called within it.
local QUERIES = {
  ["move, from respond"] = function(target, act)
    local ball = collide.sphere { radius = 1, position = { 4, 0, 0 } }
    collide.move(target, ball, { -9, 0.5, 0.25 }, { respond = function() act() return "slide" end })
    return ball
  end,
  ["move, from a filter"] = function(target, act)
    local ball = collide.sphere { radius = 1, position = { 4, 0, 0 } }
    collide.move(target, ball, { -9, 0.5, 0.25 }, { filter = function() act() return true end })
  end,
  ["push_out, from a filter"] = function(target, act)
    local ball = collide.sphere { radius = 1, position = { 1.75, 0, 0 } }
    collide.push_out(target, ball, { filter = function() act() return true end })
  end,
  ["raycast, from a filter"] = function(target, act)
    collide.raycast(target, { 9, 0.25, 0.5 }, { -1, 0, 0 }, { filter = function() act() return true end })
  end,
  ["raycast_all, from a filter"] = function(target, act)
    collide.raycast_all(target, { 9, 0.25, 0.5 }, { -1, 0, 0 }, { filter = function() act() return true end })
  end,
  ["raycast, from a vector's __index"] = function(target, act)
    local start = setmetatable({}, { __index = function(_, key) act() return key == "x" and 9 or 0.25 end })
    collide.raycast(target, start, { -1, 0, 0 })
  end,
  ["raycast, from the __index of options"] = function(target, act)
    collide.raycast(target, { 9, 0.25, 0.5 }, { -1, 0, 0 }, setmetatable({}, { __index = function() act() end }))
  end,
  ["shapecast, from a filter"] = function(target, act)
    local ball = collide.sphere { radius = 1, position = { 9, 0, 0 } }
    collide.shapecast(target, ball, { -9, 0, 0 }, { filter = function() act() return true end })
  end,
  ["shapecast_all, from a filter"] = function(target, act)
    local ball = collide.sphere { radius = 1, position = { 9, 0, 0 } }
    collide.shapecast_all(target, ball, { -9, 0, 0 }, { filter = function() act() return true end })
  end,
  ["overlap_all, from a filter"] = function(target, act)
    local ball = collide.sphere { radius = 1, position = { 2, 0, 0 } }
    collide.overlap_all(target, ball, { filter = function() act() return true end })
  end,
  ["contact_all, from a filter"] = function(target, act)
    local ball = collide.sphere { radius = 1, position = { 2, 0, 0 } }
    collide.contact_all(target, ball, { filter = function() act() return true end })
  end,
  ["distance, from a filter"] = function(target, act)
    local ball = collide.sphere { radius = 1, position = { 9, 0, 0 } }
    collide.distance(target, ball, { filter = function() act() return true end })
  end,
}

describe("a query whose target is removed meanwhile", function()
  for name, make in pairs(TARGETS) do
    for query, ask in pairs(QUERIES) do
      it(("is safe: %s of %s"):format(query, name), function()
        for when = 1, 3 do -- at the first, second and third call
          local target, take_away = make()
          local calls = 0
          pcall(ask, target, function()
            calls = calls + 1
            if calls ~= when then return end
            pcall(take_away)
            churn()
          end)
          churn()
        end
        -- Another query is answered as ever.
        assert.equal(1, collide.raycast(collide.sphere { radius = 1 }, { 2, 0, 0 }, { -1, 0, 0 }).t)
      end)
    end
  end
end)
