-- SPDX-License-Identifier: MIT
--
-- Stairs, climbed by shapes with a round base. Such a shape comes down on the edge of a stair, where the normal is
-- steeper than walkable ground, even if little of its displacement is left.
local collide = require "collide"
local cases = require "spec.support.cases"

local STAIRS, RISE = 4, 0.25

-- Stairs from `o` on, two units long each, before which lies a floor.
local function stairs(dimensions, o)
  local list = {}
  for k = 0, STAIRS do
    local from, top = k == 0 and o - 9 or o + 2 * k, k * RISE
    list[#list + 1] = dimensions == 2 and collide.rect { min = { from, top - 2 }, max = { o + 40, top } }
      or collide.box { min = { from, -5, top - 2 }, max = { o + 40, 5, top } }
  end
  return list
end

local walkers = {
  circle = function(o) return collide.circle { radius = 0.3, position = { o, 0.8 } } end,
  capsule = function(o)
    return collide.capsule { a = { 0, -0.2 }, b = { 0, 0.2 }, radius = 0.3, position = { o, 0.8 } }
  end,
  sphere = function(o) return collide.sphere { radius = 0.3, position = { o, 0.1, 0.8 } } end,
  ["capsule in space"] = function(o)
    return collide.capsule { a = { 0, 0, -0.2 }, b = { 0, 0, 0.2 }, radius = 0.3, position = { o, 0.1, 0.8 } }
  end,
}

-- Walks up; returns the shape, and at most how far it went in a move along x. Once on the ground it stays there.
local function climb(target, walker, pace, gravity, goal, options)
  local dimensions, most, is_down = #options.up, 0, false
  local x = walker:get_position().x
  for _ = 1, 1.2 * (goal - x) / pace + 20 do
    local moved = dimensions == 2 and target:move(walker, { pace, gravity }, options)
      or target:move(walker, { pace, 0.003, gravity }, options)
    assert.is_false(moved.inside)
    assert.is_true(not is_down or moved.ground ~= nil)
    is_down = moved.ground ~= nil
    most = math.max(most, moved.position.x - x)
    x = moved.position.x
    if x > goal then break end
  end
  return x, most
end

describe("a flight of stairs", function()
  for name, make in pairs(walkers) do
    it("is climbed at any speed by a " .. name, function()
      for _, o in ipairs(cases.QUICK and { 1e3 } or { 0, 1e3, 1e6 }) do
        for _, gravity in ipairs { -0.01, -0.2 } do
          for _, pace in ipairs { 0.02, 0.05, 0.1, 0.3 } do
            local walker = make(o)
            local dimensions = (name == "circle" or name == "capsule") and 2 or 3
            local options = { up = dimensions == 2 and { 0, 1 } or { 0, 0, 1 }, step = 0.3, snap = 0.3 }
            local x, most = climb(collide.world(stairs(dimensions, o)), walker, pace, gravity, o + 9, options)
            assert.is_true(x > o + 9, ("%g at %g, pace %g"):format(gravity, o, pace))
            assert.is_true(most <= pace * 1.001 + o * 1e-12, "no move leads on by more than was asked for")
          end
        end
      end
    end)
  end

  it("can be walked down without a moment in the air", function()
    for name, make in pairs(walkers) do
      local walker, is_flat = make(0), name == "circle" or name == "capsule"
      local options = { up = is_flat and { 0, 1 } or { 0, 0, 1 }, snap = 0.3 }
      local target = collide.world(stairs(is_flat and 2 or 3, 0))
      walker:set_position(is_flat and { 9.5, 2 } or { 9.5, 0.1, 2 })
      target:move(walker, is_flat and { 0, -1 } or { 0, 0, -1 }, options)
      for _ = 1, 300 do
        local moved = target:move(walker, is_flat and { -0.03, -0.01 } or { -0.03, 0.003, -0.01 }, options)
        assert.is_truthy(moved.ground, name)
        assert.is_true(moved.ground.normal[is_flat and "y" or "z"] > 0.7)
      end
      assert.is_true(walker:get_position().x < 1)
    end
  end)

  it("does not hold a round shape that has sunk below its edge", function()
    local ledge = collide.rect { min = { -9, -9 }, max = { 0, 0 } }
    local options = { up = { 0, 1 }, snap = 0.3 }
    for _, deep in ipairs { 0.3, 5 } do -- of what is below
      local floor = collide.rect { min = { -9, -20 }, max = { 9, -deep } }
      for x = 0.22, 0.29, 0.01 do
        local y = math.sqrt(0.09 - x * x) + 0.001
        local ball = collide.circle { radius = 0.3, position = { x, y } }
        local r = collide.move({ ledge, floor }, ball, { 0, -0.002 }, options)
        assert.is_nil(r.ground)
        assert.is_true(r.position.y < y)
      end
    end
  end)

  it("is not ground for a shape in the air over an edge, nor beside an upright wall", function()
    local floor = collide.rect { min = { 0, -1 }, max = { 9, 0 } }
    local ball = collide.circle { radius = 0.5, position = { -0.45, 0.7 } }
    assert.is_nil(collide.move(floor, ball, { 0, 0 }, { up = { 0, 1 }, snap = 0.5 }).ground)
    for k = 1, 100 do
      local c, s = math.cos(k), math.sin(k)
      local function turned(x, y) return { c * x - s * y, s * x + c * y } end
      local wall = collide.polygon { turned(0, -9), turned(9, -9), turned(9, 0), turned(0, 0) }
      local b = collide.circle { radius = 0.5, position = turned(-0.6, 0.3) }
      for _ = 1, 12 do
        local r = collide.move(wall, b, turned(0.2, -0.1), { up = turned(0, 1), snap = 0.9 })
        if c * r.position.y - s * r.position.x < -0.05 then assert.is_nil(r.ground) end
      end
    end
  end)

  it("stops a shape with a lower step, round or not", function()
    for name, make in pairs { circle = walkers.circle, rect = function(o)
      return collide.rect { half = { 0.3, 0.3 }, position = { o, 0.8 } }
    end } do
      local walker = make(0)
      local options = { up = { 0, 1 }, step = 0.1, snap = 0.3 }
      local x = climb(collide.world(stairs(2, 0)), walker, 0.05, -0.01, 9, options)
      assert.is_true(x < 2, name)
    end
  end)

  -- The way down meets the edge and the floor at once, but for rounding.
  for name, make in pairs(walkers) do
    it("is ground for a " .. name .. " that is pressed against a step it cannot climb", function()
      for _, o in ipairs(cases.QUICK and { 1e3 } or { 0, 1e3, 1e6 }) do
        for _, height in ipairs { 0.1, 0.125, 0.15, 0.2 } do
          local walker, flat = make(o), (name == "circle" or name == "capsule")
          local level = flat and { collide.rect { min = { o - 9, -1 }, max = { o + 9, 0 } },
            collide.rect { min = { o + 1, -1 }, max = { o + 9, height } } }
            or { collide.box { min = { o - 9, -9, -1 }, max = { o + 9, 9, 0 } },
              collide.box { min = { o + 1, -9, -1 }, max = { o + 9, 9, height } } }
          for _, options in ipairs { { snap = 0.6 }, { step = 0.01 } } do
            options.up = flat and { 0, 1 } or { 0, 0, 1 }
            collide.move(level, walker, flat and { 0.05, -0.6 } or { 0.05, 0.01, -0.6 }, options)
            for _, fall in ipairs { -0.0067, -0.1, 0 } do
              for i = 1, 25 do
                local moved = collide.move(level, walker, flat and { 0.25, fall } or { 0.25, 0.01, fall }, options)
                assert.truthy(moved.ground, ("move %d, %g high, at %g"):format(i, height, o))
                local normal = moved.ground.normal
                assert.equal(1, flat and normal.y or normal.z)
                assert.is_true(moved.position.x < o + 1)
              end
            end
          end
        end
      end
    end)
  end

  it("is not climbed by a shape that jumps or falls beside it", function()
    local walker = walkers.circle(0)
    walker:set_position(1.6, 0.42)
    local level = collide.world(stairs(2, 0))
    for _ = 1, 10 do level:move(walker, { 0.05, -0.001 }, { up = { 0, 1 }, step = 0.3 }) end
    assert.is_true(walker:get_position().x < 1.77)
  end)

  it("does not include steep slopes, although there is ground above them", function()
    local slope = collide.polygon { { 2, 0 }, { 3, 2 }, { 3, 0 } }
    local floor = collide.rect { min = { -9, -1 }, max = { 3, 0 } }
    local roof = collide.rect { min = { 3, 0 }, max = { 9, 2 } }
    local level = collide.world { slope, floor, roof }
    local walker = collide.circle { radius = 0.3, position = { 1, 0.3 } }
    local x = climb(level, walker, 0.05, -0.05, 4, { up = { 0, 1 }, step = 0.3, snap = 0.3 })
    assert.is_true(x < 2)
  end)
end)

-- Boxes in space whose tops are at these heights; each begins at x and ends far behind.
local function treads(list)
  local boxes = {}
  for i, tread in ipairs(list) do
    boxes[i] = collide.box { min = { tread[1], -2, -9 }, max = { 9, tread[2], 9 } }
  end
  return boxes
end

-- The same as one mesh: a tread and a riser are two triangles each.
local function mesh_of(list)
  local vertices, triangles = {}, {}
  local function add_quad(...)
    local n = #vertices
    for i, v in ipairs { ... } do vertices[n + i] = v end
    triangles[#triangles + 1] = { n + 1, n + 2, n + 3 }
    triangles[#triangles + 1] = { n + 1, n + 3, n + 4 }
  end
  for i, tread in ipairs(list) do
    local x, top, ends = tread[1], tread[2], list[i + 1] and list[i + 1][1] or 9
    add_quad({ x, top, -9 }, { x, top, 9 }, { ends, top, 9 }, { ends, top, -9 })
    if i > 1 then
      local below = list[i - 1][2]
      add_quad({ x, below, -9 }, { x, below, 9 }, { x, top, 9 }, { x, top, -9 })
    end
  end
  return collide.mesh { vertices = vertices, triangles = triangles }
end

describe("a body on stairs in space", function()
  local walk = { up = { 0, 1, 0 }, step = 0.25, snap = 0.25 }

  it("has ground at the edge of a tread that its round bottom just touches", function()
    local level = { mesh_of { { -9, 0 }, { 0, 0.25 } } }
    for _, beyond in ipairs { 0, 1e-12, 1e-9, 1e-8 } do
      for _, body in ipairs {
        collide.cylinder { radius = 0.5, half_height = 1, position = { -0.6, 1, 0 } },
        collide.cone { radius = 0.5, height = 2, position = { -0.6, 2, 0 } },
      } do
        assert.is_truthy(collide.move(level, body, { 0.1 + beyond, -0.1, 0 }, walk).ground)
      end
    end
  end)

  it("climbs a low stair and a high one at once, of boxes and of triangles", function()
    for _, stair in ipairs { { 0.0625, 0.05, 0.2 }, { 0.0625, 0.1, 0.15 }, { 0.125, 0.05, 0.2 }, { 0.03, 0.1, 0.2 } } do
      local list = { { -9, 0 }, { 0, stair[2] }, { stair[1], stair[2] + stair[3] } }
      for _, level in ipairs { treads(list), { mesh_of(list) } } do
        local ball = collide.sphere { radius = 0.3, position = { -1, 0.3, 0 } }
        for _ = 1, 20 do
          local x = ball:get_position().x
          collide.move(level, ball, { 0.1, -0.1, 0 }, { up = { 0, 1, 0 }, step = 0.2, snap = 0.25 })
          assert.is_true(ball:get_position().x - x > 0.0999)
        end
      end
    end
  end)

  it("rolls over an edge above `step` and no higher than its top", function()
    for _, height in ipairs { 0.12, 0.13, 0.14 } do
      local ball = collide.sphere { radius = 0.5, position = { -0.5, 0.5, 0 } }
      local options = { up = { 0, 1, 0 }, step = 0.1, snap = 0.1 }
      local r = collide.move(treads { { -9, 0 }, { 0, height } }, ball, { 1, 0, 0 }, options)
      assert.is_true(math.abs(r.position.x - 0.5) < 1e-9 and math.abs(r.position.y - 0.5 - height) < 1e-9)
      assert.is_truthy(r.ground)
    end
  end)

  it("stays level if its middle is at the edge, but for rounding", function()
    for exponent = -15, -10 do
      local level = collide.group { collide.rect { min = { 0, -2 }, max = { 9, 0.05 } } }
      local body = collide.capsule { dimensions = 2, radius = 0.1, half_height = 0.1, position = { 0.05, 0.25 } }
      for _, x in ipairs { -0.05 - 10 ^ exponent, -0.05 } do
        level:move(body, { x, -0.1 }, { up = { 0, 1 }, step = 0.2, snap = 0.2 })
      end
      assert.is_true(math.abs(body:get_position().y - 0.25) < 1e-12)
    end
  end)

  it("does not slide down its chamfer at the edge of a tread", function()
    local level = {
      collide.rect { min = { 0, -2 }, max = { 9, 0.25 } }, collide.rect { min = { -9, -2 }, max = { 0, 0 } },
    }
    for _, step in ipairs { 0.05, 0.04, 0.03 } do
      local points = { -0.15, 0, 0.15, 0, 0.25, 0.1, 0.25, 0.75, -0.25, 0.75, -0.25, 0.1 }
      local body = collide.polygon { points = points, position = { 1.2, 0.25 } }
      for _ = 1, 60 do
        local y = collide.move(level, body, { -step, -0.1 }, { up = { 0, 1 }, step = 0.25, snap = 0.25 }).position.y
        assert.is_true(math.abs(y - 0.25) < 1e-6 or math.abs(y) < 1e-6)
      end
    end
  end)

  it("stands as far beyond an edge as it is long, turned about the vertical", function()
    local floor = collide.box { min = { -9, -2, -9 }, max = { 0, 0, 9 } }
    floor:set_rotation(0, 0.5, 0, 1)
    local along = { 0.6, 0, -0.8 }
    local cylinder = collide.cylinder { radius = 0.25, half_height = 0.5 }
    cylinder:set_rotation(0.5, 0.5, 1, 1)
    for beyond, stands in pairs { [0.49] = true, [0.52] = false } do
      cylinder:set_position(along[1] * beyond, 0.25, along[3] * beyond)
      local r = floor:move(cylinder, { 0, -0.01, 0 }, walk)
      assert.equal(stands, r.ground ~= nil and math.abs(r.position.y - 0.25) < 1e-6)
    end
  end)
end)
