-- SPDX-License-Identifier: MIT
--
-- Moves on round numbers, right angles and seams: what a player meets in the first minute.
local collide = require "collide"
local cases = require "spec.support.cases"
local new_random = require "spec.support.random"

local function is_near(p, q, most)
  for k = 1, 3 do
    local name = ({ "x", "y", "z" })[k]
    if math.abs((p[name] or 0) - (q[k] or 0)) > (most or 1e-6) then return false end
  end
  return true
end

-- A floor and a wall of unit squares, each of two triangles, cut along one diagonal or the other.
local function mesh_of_squares(is_cut_back)
  local vertices, triangles, known = {}, {}, {}
  local function corner(x, y, z)
    local key = x .. "," .. y .. "," .. z
    if not known[key] then
      vertices[#vertices + 1] = { x, y, z }
      known[key] = #vertices
    end
    return known[key]
  end
  local function quad(p, q, r, s)
    triangles[#triangles + 1] = is_cut_back and { p, q, r } or { p, q, s }
    triangles[#triangles + 1] = is_cut_back and { p, r, s } or { q, r, s }
  end
  for z = -16, 4 do
    for x = -4, 3 do
      quad(corner(x, 0, z), corner(x, 0, z + 1), corner(x + 1, 0, z + 1), corner(x + 1, 0, z))
    end
    for y = 0, 4 do quad(corner(4, y, z), corner(4, y, z + 1), corner(4, y + 1, z + 1), corner(4, y + 1, z)) end
  end
  return collide.mesh { vertices = vertices, triangles = triangles }
end

local function world_of_boxes()
  local world = collide.world {}
  for z = -16, 4 do
    for x = -4, 3 do world:add(collide.box { min = { x, -1, z }, max = { x + 1, 0, z + 1 } }) end
    for y = 0, 4 do world:add(collide.box { min = { 4, y, z }, max = { 5, y + 1, z + 1 } }) end
  end
  return world
end

local BODIES = {
  { collide.sphere { radius = 0.5 }, 0.5 },
  { collide.capsule { radius = 0.5, half_height = 0.5 }, 1 },
  { collide.box { half = { 0.5, 1, 0.5 } }, 1 },
  { collide.cylinder { radius = 0.5, half_height = 1 }, 1 },
  { collide.cone { radius = 0.5, height = 2 }, 2 },
}

describe("a body beside a wall of unit squares", function()
  it("arrives, whatever the round numbers of its steps", function()
    local levels = { mesh_of_squares(true), mesh_of_squares(false), world_of_boxes() }
    local uniform = new_random.uniform(20261129)
    local function pick(list) return list[1 + math.floor(uniform(0, #list))] end
    for _ = 1, cases.of(600, 120) do
      local choice = pick(BODIES)
      local body, height = choice[1], choice[2]
      local step, press = pick { 0.5, 0.25, 0.125, 1, 0.1, 0.2 }, pick { 0, 0.5, 0.25, 0.125, 0.1, 0.01, 1e-6 }
      local down, x, z = pick { 0, -0.5, -0.125, -0.1, -0.01 }, pick { 3.5, 3.25, 3, 2.5 }, pick { 0, 0.5, 0.25, 1 }
      local walk = uniform(0, 1) < 0.7 and { up = { 0, 1, 0 }, step = pick { 0, 0.3 }, snap = pick { 0, 0.3 } } or nil
      local level, count = pick(levels), math.floor(5 / step)
      body:set_position(x, height, z)
      for _ = 1, count do level:move(body, { press, down, -step }, walk) end
      local want = { math.min(3.5, x + press * count), height, z - count * step }
      assert.is_true(is_near(body:get_position(), want, 1e-3), tostring(body))
    end
  end)

  it("is not held by the edge inside a wall of two triangles", function()
    for _, x in ipairs { 2, 3, 2.0421094075041402, 3.1043357272186949 } do
      local vertices = { { -20, 0, 60 }, { 20, 0, 60 }, { 20, 0, -60 }, { -20, 0, -60 },
        { x, -80, 60 }, { x, 80, 60 }, { x, 80, -60 }, { x, -80, -60 } }
      local level = collide.mesh { vertices = vertices,
        triangles = { { 1, 2, 3 }, { 1, 3, 4 }, { 5, 6, 7 }, { 5, 7, 8 } } }
      for _, press in ipairs { 0.05, 0.025, 0.00078125 } do
        local ball = collide.sphere { radius = 0.4, position = { x - 0.4, 0.4, 0 } }
        for _ = 1, 16 do level:move(ball, { press, 0, -0.1 }, { up = { 0, 1, 0 } }) end
        assert.is_true(math.abs(ball:get_position().z + 1.6) < 1e-6)
      end
    end
  end)
end)

describe("a bounce at a seam", function()
  local function floor_of(make)
    local world = collide.world {}
    for x = -4, 3 do
      for z = -4, 4 do world:add(make(x, z)) end
    end
    return world
  end

  it("goes up, though the corner of the body leaves a piece at the moment of impact", function()
    local hulls = floor_of(function(x, z)
      local points = {}
      for i = 0, 7 do points[#points + 1] = { x + i % 2, math.floor(i / 2) % 2 - 1, z + math.floor(i / 4) } end
      return collide.hull { points = points }
    end)
    local boxes = floor_of(function(x, z) return collide.box { min = { x, -1, z }, max = { x + 1, 0, z + 1 } } end)
    local function box() return collide.box { half = { 0.5, 1, 0.5 } } end
    local function wedge()
      return collide.hull { { -0.5, -1, -0.5 }, { 0.5, -1, -0.5 }, { 0, -1, 0.5 }, { -0.5, 1, -0.5 }, { 0.5, 1, -0.5 },
        { 0, 1, 0.5 } }
    end
    for _, case in ipairs { { hulls, box, { 2.25, 3, -0.25 }, { 0.5, -4, 0 } },
      { hulls, box, { 1.5, 2, -0.75 }, { 1, -4, 1 } }, { hulls, box, { -0.5, 2, 0 }, { -0.5, -2, 1 } },
      { hulls, wedge, { 1.75, 2, 1.5 }, { -0.5, -2, 0.1 } }, { boxes, wedge, { 1.25, 2, 1.5 }, { 1, -4, 0.25 } } } do
      local floor, make, from, by = case[1], case[2], case[3], case[4]
      local moved = floor:move(make():set_position(from), by, { respond = "bounce" })
      assert.is_true(is_near(moved.position, { from[1] + by[1], 2 - by[2] - from[2], from[3] + by[3] }))
      assert.are.equal("(0, 1, 0)", tostring(moved.hits[1].normal))
    end
  end)
end)

describe("the option slope", function()
  it("keeps the level part of the displacement, or its length along the slope", function()
    local angle = math.rad(30)
    local hill = collide.plane { normal = { -math.sin(angle), math.cos(angle) }, distance = 0 }
    for _, kind in ipairs { "circle", "rect" } do
      for _, sign in ipairs { 1, -1 } do
        for _, fall in ipairs { 0, -0.01 } do
          for slope, share in pairs { level = 1, along = math.cos(angle) } do
            local body = kind == "circle" and collide.circle { radius = 0.5, position = { 0, 3 } }
              or collide.rect { half = { 0.5, 0.5 }, position = { 0, 3 } }
            hill:move(body, { 0, -9 }, { up = { 0, 1 } })
            local from = body:get_position()
            for _ = 1, 20 do hill:move(body, { sign * 0.1, fall }, { up = { 0, 1 }, snap = 0.5, slope = slope }) end
            assert.is_true(math.abs(body:get_position().x - from.x - sign * 2 * share) < 1e-9)
          end
        end
      end
    end
  end)

  it("refuses other words, and bodies that do not walk", function()
    local floor, body = collide.rect { half = { 5, 1 } }, collide.rect { half = { 1, 1 }, position = { 0, 9 } }
    local function refuses(options, text)
      assert.error_matches(function() floor:move(body, { 1, 0 }, options) end, text, 1, true)
    end
    refuses({ up = { 0, 1 }, slope = "steep" }, 'slope: "level" or "along" expected, got steep')
    refuses({ up = { 0, 1 }, slope = 1 }, 'slope: "level" or "along" expected, got number')
    refuses({ slope = "along" }, "slope is for walking, and needs up, too")
  end)
end)

describe("a half-space that walks", function()
  it("moves beside cells and solids", function()
    local grid = collide.grid { dimensions = 2 }
    grid:set({ 0, 0 }, 1)
    local left = collide.plane { normal = { 1, 0.125 }, distance = -4 }
    assert.is_nil(collide.move(grid, left, { 2, -0.5 }, { up = { 0, 1 }, step = 1, snap = 1 }).ground)
    local cone = collide.cone { radius = 1.5, height = 2, position = { 4, 1, -2 } }
    local below = collide.plane { normal = { -1, -1, -0.5 }, distance = 0.125 }
    assert.is_nil(collide.move(cone, below, { -0.25, 0, 0.125 }, { up = { 0, 1, 0 }, step = 0.5, snap = 0.5 }).ground)
  end)
end)

describe("a box at the middle of a stair of two triangles", function()
  it("climbs, although the riser ends lower in the triangle that it meets", function()
    local vertices, triangles = {}, {}
    local function quad(...)
      for _, corner in ipairs { ... } do vertices[#vertices + 1] = corner end
      local n = #vertices
      triangles[#triangles + 1] = { n - 3, n - 2, n - 1 }
      triangles[#triangles + 1] = { n - 3, n - 1, n }
    end
    quad({ -2, 0, -4 }, { -2, 0, 0 }, { 2, 0, 0 }, { 2, 0, -4 })
    for i = 1, 5 do
      local y, z = i * 0.25, (i - 1) * 0.5
      quad({ -2, 0, z }, { -2, y, z }, { 2, y, z }, { 2, 0, z })
      quad({ -2, y, z }, { -2, y, z + 0.5 }, { 2, y, z + 0.5 }, { 2, y, z })
    end
    local mesh = collide.mesh { vertices = vertices, triangles = triangles }
    for _, x in ipairs { -1.25, -0.5, 0, 0.125, 1 } do
      local body = collide.box { half = { 0.25, 1, 0.25 }, position = { x, 1, -1 } }
      for _ = 1, 20 do
        mesh:move(body, { 0, -0.0625, 0.125 }, { up = { 0, 1, 0 }, step = 0.25, snap = 0.25 })
      end
      assert.is_true(is_near(body:get_position(), { x, 2, 1.5 }), tostring(body))
    end
  end)
end)
