-- SPDX-License-Identifier: MIT
--
-- The tops of slopes: a shape that walks with `snap` is on the ground after each move, and does not fly over obstacles
-- behind the top.
local collide = require "collide"
local cases = require "spec.support.cases"

-- x, height: a slope of 1 in 2, flat ground, a slope of 1 in 4 down, one of 1 in 2 up to a ridge, and down.
local PROFILE = { { -40, 0 }, { 0, 0 }, { 4, 2 }, { 6, 2 }, { 10, 1 }, { 14, 3 }, { 18, 1 }, { 30, 1 } }
-- Slopes of 45 degrees, in cells.
local TILED = { { -40, 0 }, { 0, 0 }, { 2, 2 }, { 4, 2 }, { 5, 3 }, { 7, 1 }, { 9, 1 }, { 10, 2 }, { 30, 2 } }
local BOTTOM = -2

local function height(profile, x)
  for i = 2, #profile do
    local a, b = profile[i - 1], profile[i]
    if x <= b[1] then return a[2] + (x - a[1]) * (b[2] - a[2]) / (b[1] - a[1]) end
  end
end

local floors = {}

floors["separate polygons"] = function(turn)
  local list = {}
  for i = 2, #PROFILE do
    local a, b = PROFILE[i - 1], PROFILE[i]
    list[#list + 1] = collide.polygon { { a[1], turn * BOTTOM }, { b[1], turn * BOTTOM },
      { b[1], turn * b[2] }, { a[1], turn * a[2] } }
  end
  return list, 2
end

floors["a group"] = function(turn) return collide.group((floors["separate polygons"](turn))), 2 end
floors["a world"] = function(turn) return collide.world((floors["separate polygons"](turn))), 2 end

floors["tiles"] = function(turn)
  local low, high = turn == 1 and 0 or 1, turn == 1 and 1 or 0
  local grid = collide.grid { dimensions = 2, shapes = {
    [2] = collide.triangle { { 0, low }, { 1, low }, { 1, high } },
    [3] = collide.triangle { { 0, low }, { 1, low }, { 0, high } },
  } }
  for x = -40, 29 do
    local left, right = height(TILED, x), height(TILED, x + 1)
    local full = math.floor(math.min(left, right) + 0.5)
    local function set(y, value) grid:set({ x, turn == 1 and y or -1 - y }, value) end
    for y = BOTTOM, full - 1 do set(y, 1) end
    if right > left then set(full, 2) elseif right < left then set(full, 3) end
  end
  return grid, 2
end

floors["separate hulls"] = function()
  local list = {}
  for i = 2, #PROFILE do
    local a, b = PROFILE[i - 1], PROFILE[i]
    local points = {}
    for _, y in ipairs { -5, 5 } do
      for _, p in ipairs { a, b } do
        points[#points + 1] = { p[1], y, BOTTOM }
        points[#points + 1] = { p[1], y, p[2] }
      end
    end
    list[#list + 1] = collide.hull { points = points }
  end
  return list, 3
end

floors["a mesh"] = function()
  local vertices, triangles = {}, {}
  for i, p in ipairs(PROFILE) do
    vertices[2 * i - 1], vertices[2 * i] = { p[1], -5, p[2] }, { p[1], 5, p[2] }
    if i > 1 then
      local k = 2 * i - 3
      triangles[#triangles + 1] = { k, k + 2, k + 1 }
      triangles[#triangles + 1] = { k + 1, k + 2, k + 3 }
    end
  end
  return collide.mesh { vertices = vertices, triangles = triangles }, 3
end

local walkers = {
  [2] = {
    rect = function(turn) return collide.rect { half = { 0.3, 0.5 }, position = { -2, turn * 0.5 } } end,
    circle = function(turn) return collide.circle { radius = 0.4, position = { -2, turn * 0.4 } } end,
    capsule = function(turn)
      return collide.capsule { a = { 0, 0 }, b = { 0, turn * 0.8 }, radius = 0.3, position = { -2, turn * 0.3 } }
    end,
  },
  [3] = {
    box = function() return collide.box { half = { 0.3, 0.3, 0.5 }, position = { -2, 0, 0.5 } } end,
    sphere = function() return collide.sphere { radius = 0.4, position = { -2, 0, 0.4 } } end,
    capsule = function()
      return collide.capsule { a = { 0, 0, 0 }, b = { 0, 0, 0.8 }, radius = 0.3, position = { -2, 0, 0.3 } }
    end,
    cylinder = function()
      return collide.cylinder { radius = 0.3, half_height = 0.5, position = { -2, 0, 0.5 }, rotation = { 1, 0, 0, 1 } }
    end,
  },
}

-- How far it may fall, straight down.
local function gap(target, shape, turn, dimensions)
  local down = dimensions == 2 and { 0, -turn * 9 } or { 0, 0, -9 }
  local hit = collide.shapecast(target, shape, down, { touching = "skip" })
  return hit and hit.t * 9 or math.huge
end

local function vector(dimensions, turn, x, up)
  if dimensions == 2 then return { x, turn * up } end
  return { x, 0.125 * x, up }
end

describe("over the top of a slope", function()
  for name, make in pairs(floors) do
    for turn = 1, -1, -2 do
      local target, dimensions = make(turn)
      local up = dimensions == 2 and { 0, turn } or { 0, 0, 1 }
      if dimensions == 2 or turn == 1 then
        for kind, walker in pairs(walkers[dimensions]) do
          it(("of %s a %s stays on the ground, with y %s"):format(name, kind, turn == 1 and "up" or "down"), function()
            local is_slow = kind == "cylinder"
            local steps = not cases.QUICK and not is_slow and { 0.15, 0.5, 1 }
              or (cases.SHORT or cases.QUICK and is_slow) and { 1 } or { 0.5, 1 }
            for _, step in ipairs(steps) do
              for _, fall in ipairs { 0, -0.05 } do
                local b = walker(turn)
                local options = { up = up, snap = step, max_slope = math.rad(46) }
                for direction = 1, -1, -2 do
                  for frame = 1, math.ceil(18 / step) do
                    local r = collide.move(target, b, vector(dimensions, turn, direction * step, fall), options)
                    if not r.ground or r.inside or gap(target, b, turn, dimensions) > (is_slow and 1e-8 or 1e-9) then
                      error(("step %g, fall %g, frame %d: %s"):format(step, fall, direction * frame, tostring(r)))
                    end
                  end
                end
              end
            end
          end)
        end
      end
    end
  end

  it("it does not fly over obstacles behind the slope", function()
    local ramp = collide.polygon { { 0, 0 }, { 4, 2 }, { 4, -1 }, { 0, -1 } }
    local flat = collide.rect { min = { 4, -1 }, max = { 12, 2 } }
    for _, tall in ipairs { 0.01, 0.05, 0.2 } do
      for _, fall in ipairs { 0, -0.05 } do
        for start = -1, 3, 0.125 do
          local curb = collide.rect { min = { 4.75, 2 }, max = { 5, 2 + tall } }
          local b = collide.rect { half = { 0.25, 0.5 }, position = { start - 0.25, math.max(start / 2, 0) + 0.5 } }
          local floor = { collide.rect { min = { -9, -1 }, max = { 0, 0 } }, ramp, flat, curb }
          for _ = 1, 12 do
            local r = collide.move(floor, b, { 0.75, fall }, { up = { 0, 1 }, snap = 0.5 })
            assert.is_truthy(r.ground)
            assert.is_true(r.position.y < 2.5 + 1e-5)
          end
          local p = b:get_position()
          assert.is_true(math.abs(p.x - 4.5) < 1e-12 and math.abs(p.y - 2.5) < 1e-12)
        end
      end
    end
  end)

  it("it is not stopped at the foot of a slope by the corner there", function()
    local floor = collide.rect { min = { -9, -1 }, max = { 0, 0 } }
    local solid = { collide.box { min = { -9, -1, -1 }, max = { 0, 1, 0 } }, collide.hull { { 0, -1, 0 }, { 0, 1, 0 },
      { 4, -1, 2 }, { 4, 1, 2 }, { 4, -1, -1 }, { 4, 1, -1 }, { 0, -1, -1 }, { 0, 1, -1 } } }
    for _, ramp in ipairs {
      collide.polygon { { 0, 0 }, { 4, 2 }, { 4, -1 }, { 0, -1 } }, collide.triangle { { 0, 0 }, { 4, 2 }, { 4, 0 } },
    } do
      for _, fall in ipairs { 0, -0.0625 } do
        for _, start in ipairs { -1.25, -0.75, -0.5, -0.25 } do
          local b = collide.rect { half = { 0.25, 0.5 }, position = { start, 0.5 } }
          local c = collide.box { half = { 0.25, 0.25, 0.5 }, position = { start, 0, 0.5 } }
          for _ = 1, 6 do
            local r = collide.move({ floor, ramp }, b, { 0.25, fall }, { up = { 0, 1 } })
            local q = collide.move(solid, c, { 0.25, 0, fall }, { up = { 0, 0, 1 } })
            for _, answer in ipairs { r, q } do
              assert.is_truthy(answer.ground)
              for _, hit in ipairs(answer.hits) do assert.is_true(hit.normal.x > -0.5) end
            end
          end
          local p, q = b:get_position(), c:get_position()
          assert.is_true(math.abs(p.y - 0.5 - (p.x + 0.25) / 2) < 1e-13)
          assert.is_true(math.abs(q.z - 0.5 - (q.x + 0.25) / 2) < 1e-10)
          assert.is_true(p.x > 0 and q.x > 0)
        end
      end
    end
  end)

  it("it is not stopped by a floor that is higher by rounding", function()
    local low = collide.rect { min = { -9, -1 }, max = { 0, 0.3 } }
    local high = collide.rect { min = { 0, -1 }, max = { 9, 0.1 * 3 } }
    assert.is_true(0.1 * 3 > 0.3)
    local b = collide.rect { half = { 0.25, 0.5 }, position = { -1, 0.3 + 0.5 } }
    for _ = 1, 8 do collide.move({ low, high }, b, { 0.25, -0.1 }, { up = { 0, 1 } }) end
    assert.is_true(math.abs(b:get_position().x - 1) < 1e-15)
  end)

  -- Across an edge at an angle the normal of what is round there leans more and more, though the way
  -- leads up less and less; the edge is not a top at each place of it.
  it("it is not stopped on the ridge between two triangles", function()
    local function ridge(a, b)
      return collide.mesh {
        vertices = { { -4, a, -4 }, { 4, b, -4 }, { 4, -a, 4 }, { -4, b - 4, 4 } },
        triangles = { { 1, 3, 2 }, { 1, 4, 3 } },
      }
    end
    for _, mesh in ipairs { ridge(2, 1), ridge(1, 0.5) } do
      for _, body in ipairs {
        collide.sphere { radius = 0.5 }, collide.capsule { radius = 0.5, half_height = 0.5 },
      } do
        for _, way in ipairs { { -0.25, 0 }, { -0.125, 0.0625 }, { -0.0625, -0.0625 }, { 0.0625, -0.25 } } do
          body:set_position(0, 5, 0)
          assert.is_truthy(mesh:move(body, { 0, -9, 0 }, { up = { 0, 1, 0 } }).ground)
          for _ = 1, 8 do
            local r = mesh:move(body, { way[1], -0.015625, way[2] }, { up = { 0, 1, 0 }, snap = 0.5 })
            assert.is_truthy(r.ground)
            assert.is_true(#r.hits < 4)
            assert.is_true(r.displacement.x * way[1] + r.displacement.z * way[2] > 0.75 * (way[1] ^ 2 + way[2] ^ 2))
          end
        end
      end
    end
  end)

  it("it leaves the top under a ceiling as high as the shape, where the ground ends behind it", function()
    local grid = collide.grid { dimensions = 2, shapes = { [3] = collide.polygon { 0, 0, 0, 1, 1, 1 } } }
    grid:set(1, 2, 3)
    grid:fill({ 1, 3 }, { 6, 3 }, 1)
    grid:fill({ -3, 0 }, { 6, 0 }, 1)
    local block = collide.rect { half = { 0.3, 0.5 }, position = { 4, 2.5 } }
    for _ = 1, 110 do grid:move(block, { -0.05, 0.01 }, { up = { 0, -1 } }) end
    assert.is_true(block:get_position().x < 0.9)
    local prism = collide.hull { 1, 3, -5, 1, 2, -5, 2, 3, -5, 1, 3, 5, 1, 2, 5, 2, 3, 5 }
    local world = collide.world {
      prism, collide.box { min = { 1, 3, -5 }, max = { 9, 4, 5 } },
      collide.box { min = { -3, -1, -5 }, max = { 9, 1, 5 } },
    }
    local box = collide.box { half = { 0.5, 0.5, 0.5 }, position = { 4, 2.5, 0 } }
    for _ = 1, 110 do world:move(box, { -0.05, 0.01, 0 }, { up = { 0, -1, 0 } }) end
    assert.is_true(box:get_position().x < 0.9)
  end)

  it("it falls between two corners whose distance is its width", function()
    local shapes = { [7] = collide.polygon { 0, 0.5, 0, 1, 1, 1 }, [8] = collide.polygon { 0, 0, 1, 0, 1, 1 } }
    local grid = collide.grid { dimensions = 2, size = 16, shapes = shapes }
    grid:set(22, 14, 7)
    grid:set(24, 15, 8)
    local points = { -6, -10, 6, -10, 8, 0, 6, 10, -6, 10, -8, 0 }
    local body = collide.polygon { points = points, position = { 376, 240 } }
    for _ = 1, 20 do grid:move(body, { 1.8, 3 }, { up = { 0, -1 } }) end
    assert.is_true(body:get_position().y > 270)
  end)

  it("it leaves the ground without `snap`, and if it rises", function()
    local ramp = collide.polygon { { 0, 0 }, { 4, 2 }, { 4, -1 } }
    local flat = collide.rect { min = { 4, -1 }, max = { 12, 2 } }
    for _, c in ipairs { { { 1, 0 }, 0 }, { { 1, 0.25 }, 0.5 } } do
      local b = collide.rect { half = { 0.25, 0.5 }, position = { 3.25, 2.25 } }
      local r = collide.move({ ramp, flat }, b, c[1], { up = { 0, 1 }, snap = c[2] })
      assert.is_nil(r.ground)
      assert.is_true(r.position.y > 2.55)
    end
  end)
end)
