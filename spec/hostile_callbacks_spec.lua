-- SPDX-License-Identifier: MIT
--
-- Lua code that runs within a query, as a filter, `respond`, a metamethod, a finalizer or a debug hook, and removes the
-- data that the query reads.
local collide = require "collide"

local function churn()
  collectgarbage()
  collectgarbage()
  local garbage = {}
  for i = 1, 200 do garbage[i] = { ("x"):rep(i % 40 * 16) } end
  return garbage
end

local CORNERS = {}
for i = 0, 7 do
  CORNERS[i + 1] = { i % 2 * 4 - 2, math.floor(i / 2) % 2 * 4 - 2, math.floor(i / 4) * 4 - 2 }
end
local SIDES = { { 1, 2, 4 }, { 1, 4, 3 }, { 5, 8, 6 }, { 5, 7, 8 }, { 1, 6, 2 }, { 1, 5, 6 }, { 3, 4, 8 }, { 3, 8, 7 },
  { 1, 3, 7 }, { 1, 7, 5 }, { 2, 6, 8 }, { 2, 8, 4 } }

local function cube() return collide.mesh { vertices = CORNERS, triangles = SIDES } end

local function close(object) getmetatable(object).__gc(object) end

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

describe("a member that `ignore` names", function()
  it("may be collected by the __index of a vector", function()
    local points = {}
    for i = 1, 2000 do
      local angle = 2 * math.pi * i / 2000
      points[2 * i - 1], points[2 * i] = 1000 * math.cos(angle), 1000 * math.sin(angle)
    end
    local world = collide.world { collide.circle { radius = 1, position = { 5, 0 } } }
    for _, list in ipairs { false, true } do
      local one = collide.polygon(points)
      local options = { ignore = list and { one } or one }
      one = nil
      local armed = false
      local origin = setmetatable({}, { __index = function()
        if armed then
          armed, options.ignore = false, nil
          churn()
        end
        return 0
      end })
      for _ = 1, 3 do assert.equal(4, world:raycast(origin, { 1, 0 }, options).t) end
      armed = true
      assert.equal(4, world:raycast(origin, { 1, 0 }, options).t)
      assert.is_nil(one)
    end
  end)
end)

describe("an array", function()
  it("may be emptied by a debug hook at any instruction of a call", function()
    for at = 1, 120, 3 do
      local list = {}
      for i = 1, 5 do list[i] = collide.sphere { radius = 1, position = { 0, 0, 5 * i } } end
      collide.raycast(list, 0, 0, -5, 0, 0, 1)
      local count = 0
      debug.sethook(function()
        count = count + 1
        if count ~= at then return end
        for i = 1, 5 do list[i] = nil end
        churn()
      end, "", 1)
      local fine, t = pcall(collide.raycast, list, 0, 0, -5, 0, 0, 1)
      debug.sethook()
      assert.is_true(not fine or t == nil or t == 9)
    end
  end)
end)

describe("a finalizer that a script calls directly", function()
  it("closes a mesh and a group for later calls", function()
    local mesh = cube()
    local group = collide.group { cube(), collide.sphere { radius = 1 } }
    close(mesh)
    close(group)
    for _, object in ipairs { mesh, group } do
      assert.error_matches(function() object:bounds() end, "expected, got a closed ")
      assert.error_matches(function() collide.overlap(object, collide.sphere { radius = 1 }) end,
        "expected, got a closed ")
      assert.is_nil(close(object))
    end
  end)

  it("does not close a mesh that a move is using", function()
    local mesh = cube()
    local ball = collide.sphere { radius = 1, position = { 4, 0, 0 } }
    local move = collide.move(mesh, ball, { -9, 0, 0 }, { respond = function()
      close(mesh)
      churn()
      return "stop"
    end })
    assert.equal(3, move.position.x)
    assert.equal(12, mesh:count()) -- it was in use, so it is open
    close(mesh)
    assert.error_matches(function() collide.move(mesh, ball, { 1, 0, 0 }) end, "expected, got a closed mesh")
  end)

  it("is also called by the collector, and then frees the triangles", function()
    churn()
    local before = collectgarbage("count")
    for _ = 1, 300 do close(cube()) end
    churn()
    assert.is_true(collectgarbage("count") < before + 200)
  end)
end)
