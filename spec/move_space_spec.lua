-- SPDX-License-Identifier: MIT
-- luacheck: no max line length
local collide = require "collide"
local near = require("spec.support.pairs").near
local refusals = require("spec.support.refusals")

local UP = { 0, 0, 1 }

local function at(r, x, y, z, slack)
  near(r.position.x, x, slack)
  near(r.position.y, y, slack)
  near(r.position.z, z, slack)
end

local function box(x0, y0, z0, x1, y1, z1)
  return collide.box { min = { x0, y0, z0 }, max = { x1, y1, z1 } }
end

local function cube(x, y, z)
  return collide.box { half = { 0.5, 0.5, 0.5 }, position = { x, y, z } }
end

-- A player on feet at a place: 0.6 wide, 1.8 high.
local function player(x, y, z)
  return collide.capsule { a = { 0, 0, 0.3 }, b = { 0, 0, 1.5 }, radius = 0.3, position = { x, y, z } }
end

-- A hilly square of triangles; `height` gives the height of a point.
local function land(size, height)
  local vertices, triangles = {}, {}
  for i = 0, size do
    for j = 0, size do vertices[#vertices + 1] = { i, j, height(i, j) } end
  end
  for i = 0, size - 1 do
    for j = 0, size - 1 do
      local a = i * (size + 1) + j + 1
      local b = a + size + 1
      triangles[#triangles + 1] = { a, b, b + 1 }
      triangles[#triangles + 1] = { a, b + 1, a + 1 }
    end
  end
  return collide.mesh { vertices = vertices, triangles = triangles }
end

describe("move in space", function()
  it("moves a shape all the way without obstacles", function()
    local b = cube(0, 0, 0)
    local r = collide.move({}, b, { 3, 4, -5 })
    assert.are.same({ x = 3, y = 4, z = -5 }, { x = r.position.x, y = r.position.y, z = r.position.z })
    assert.are.same({ 3, 4, -5 }, { r.displacement.x, r.displacement.y, r.displacement.z })
    assert.are.same({ 0, 0, 0 }, { r.remainder.x, r.remainder.y, r.remainder.z })
    assert.are.same({ 3, 4, -5 }, { b:get_position().x, b:get_position().y, b:get_position().z })
  end)

  it("answers in numbers to a displacement in numbers", function()
    local floor = box(-9, -9, -1, 9, 9, 0)
    assert.are.same({ 1, 2, 0.5, 1 }, { collide.move(floor, cube(0, 0, 2), 1, 2, -4) })
    assert.are.same({ 1, 2, 0.5, 1, 0, 0, 1 }, { collide.move(floor, cube(0, 0, 2), 1, 2, -4, { up = UP }) })
    assert.are.same({ 1, 2, 6, 0, 0, 0, 0 }, { collide.move(floor, cube(0, 0, 2), 1, 2, 4, { up = UP }) })
    local x, y, z, count = collide.push_out(floor, cube(0, 0, 0.25), "numbers")
    assert.are.same({ 0, 0, 0 }, { x, y, count })
    near(z, 0.5, 1e-15)
  end)

  it("is a method of shapes, grids, meshes, groups and worlds", function()
    local grid = collide.grid { dimensions = 3 }
    grid:fill({ -5, -5, -1 }, { 5, 5, -1 }, 3)
    local targets = { box(-5, -5, -1, 5, 5, 0), grid, collide.group { box(-5, -5, -1, 0, 5, 0), box(0, -5, -1, 5, 5, 0) },
      land(6, function() return 0 end), collide.world { box(-5, -5, -1, 5, 5, 0) } }
    for _, target in ipairs(targets) do
      local r = target:move(cube(1.25, 1.5, 2), { 0, 0, -9 })
      at(r, 1.25, 1.5, 0.5)
      assert.are.equal(1, #r.hits)
      assert.are.same({ 0, 0, 1 }, { r.hits[1].normal.x, r.hits[1].normal.y, r.hits[1].normal.z })
    end
    local hit = grid:move(cube(0.25, 0.5, 2), { 0, 0, -9 }).hits[1]
    assert.are.same({ -1, 3 }, { hit.cell.z, hit.value })
    assert.are.equal(2, targets[3]:move(cube(2, 0, 2), { 0, 0, -9 }).hits[1].part)
    assert.is_number(targets[4]:move(cube(2, 2, 2), { 0, 0, -9 }).hits[1].triangle)
  end)

  it("moves every solid", function()
    local floor = box(-9, -9, -1, 9, 9, 0)
    local solids = {
      collide.sphere { radius = 1 }, collide.box { half = { 1, 1, 1 } }, collide.capsule { radius = 0.5, half_height = 0.5 },
      collide.cylinder { radius = 1, half_height = 1 }, collide.triangle { { 0, 0, -1 }, { 1, 0, 0 }, { 0, 1, 0 } },
      collide.segment { { 0, 0, -1 }, { 1, 1, 1 } },
      collide.hull { points = { { 0, 0, -1 }, { 1, 0, 0 }, { 0, 1, 0 }, { -1, -1, 0 } } },
    }
    -- A cylinder and a hull keep a clearance.
    local slack = { [4] = 1e-8, [7] = 1e-10 }
    for i, solid in ipairs(solids) do
      solid:set_position(0, 0, 4)
      local r = collide.move(floor, solid, { 1, 2, -9 })
      local min = solid:bounds()
      near(min.z, 0, slack[i])
      assert.is_true(min.z >= 0)
      near(r.position.x, 1, slack[i])
      near(r.position.y, 2, slack[i])
      assert.is_false(r.inside)
    end
  end)

  it("passes through nothing, however long the displacement", function()
    at(collide.move(box(5, -99, -99, 5.001, 99, 99), cube(0, 0, 0), { 1e9, 0, 0 }), 4.5, 0, 0)
    local sheet = collide.triangle { { 5, -99, -99 }, { 5, 99, -99 }, { 5, 0, 99 } }
    at(collide.move(sheet, cube(0, 0, 0), { 1e9, 0, 0 }), 4.5, 0, 0)
    at(collide.move(sheet, collide.sphere { radius = 0.5 }, { 1e9, 0, 0 }), 4.5, 0, 0)
  end)

  -- Of two that stand upright beside one another a search from corner to corner sees one plane alone.
  it("keeps cylinders and cones from passing through each other", function()
    local function make(kind, field, size, rotation, center)
      return kind { radius = size, [field] = size * 1.5, rotation = rotation, position = center }
    end
    local kinds = { { collide.cylinder, "half_height" }, { collide.cone, "height" } }
    for i = 1, 60 do
      local angle = i * 0.37
      local rotation = i % 3 == 0 and { 0, 0, 0, 1 } or { math.cos(i), math.sin(i), 0.3, 0.5 }
      local way = { 3 * math.cos(angle), i % 2 == 0 and 0 or 0.2 * math.sin(i), 3 * math.sin(angle) }
      for _, p in ipairs(kinds) do
        for _, q in ipairs(kinds) do
          local post = make(p[1], p[2], 0.4 + i / 200, rotation, { 0, 0, 0 })
          local mover = make(q[1], q[2], 0.4, rotation, { -0.5 * way[1], -0.5 * way[2], -0.5 * way[3] })
          assert.is_table(collide.shapecast(post, mover, way, { touching = "skip" }))
          local moved = post:move(mover, way, { respond = "stop" })
          assert.are.equal(1, #moved.hits)
          assert.is_true(moved.hits[1].t < 0.5)
        end
      end
    end
  end)

  it("slides along the crease of two walls, and ends in the corner of three", function()
    local walls = { box(-9, -9, -1, 9, 9, 0), box(2, -9, 0, 3, 9, 9), box(-9, 4, 0, 9, 5, 9) }
    local b = cube(0, 0, 0.5)
    at(collide.move(walls, b, { 5, 1, -3 }), 1.5, 1, 0.5)
    at(collide.move(walls, b, { 5, 1, -3 }), 1.5, 2, 0.5)
    local r = collide.move(walls, b, { 5, 9, -3 })
    at(r, 1.5, 3.5, 0.5)
    assert.are.equal(3, #r.hits)
    at(collide.move(walls, b, { 1, 1, 2 }), 1.5, 3.5, 2.5)
  end)

  it("slides along the crease of leaning walls", function()
    local n, m = { 0.6, 0, 0.8 }, { 0, 0.6, 0.8 }
    local walls = { collide.plane { normal = n, distance = 0 }, collide.plane { normal = m, distance = 0 } }
    -- What is perpendicular to both normals, n x m.
    local u = { -0.48, -0.48, 0.36 }
    local wish = { -1, -0.5, -2 }
    local along = (u[1] * wish[1] + u[2] * wish[2] + u[3] * wish[3]) / (u[1] * u[1] + u[2] * u[2] + u[3] * u[3])
    -- The place of a ball that touches both.
    local height = 1 / 0.8
    local ball = collide.sphere { radius = 1, position = { 0, 0, height } }
    at(collide.move(walls, ball, wish), along * u[1], along * u[2], height + along * u[3], 1e-11)
  end)

  it("prints its answer", function()
    local r = collide.move(box(-9, -9, -1, 9, 9, 0), cube(0, 0, 2), { 0, 0, -3 })
    assert.are.equal("(0, 0, 0.5)", tostring(r.position))
    assert.matches("^hit t=0.5 .* normal=%(0, 0, 1%)", tostring(r.hits[1]))
    assert.are.equal("moved position=(0, 0, 0.5) hits=1", tostring(r))
  end)

  it("gives the same answer for a world and the array of its members", function()
    local random = require "spec.support.random"
    local pick = random.generator(21)
    for _ = 1, 15 do
      local list = {}
      for i = 1, 3 + pick(12) do
        list[i] = collide.box { half = { pick(4) / 2, pick(4) / 2, pick(4) / 2 },
          position = { pick(12) - 6, pick(12) - 6, pick(12) - 6 } }
      end
      local one = cube(pick(12) - 6, pick(12) - 6, pick(12) - 6)
      local other = one:copy()
      local world = collide.world(list)
      for _ = 1, 3 do
        local dx, dy, dz = pick(11) - 6, pick(11) - 6, pick(11) - 6
        assert.same({ collide.move(list, one, dx, dy, dz) }, { world:move(other, dx, dy, dz) })
      end
    end
  end)

  it("names the fault in its arguments", function()
    local function fails(text, ...) refusals.expect(text, collide.move, ...) end
    fails("a 3D target expected for a 3D box, got a 2D one", collide.rect { half = { 1, 1 } }, cube(0, 0, 0), { 1, 0, 0 })
    fails("3", box(0, 0, 0, 1, 1, 1), cube(0, 0, 0), { 1, 0 })
    fails("up must not be zero", {}, cube(0, 0, 0), { 1, 0, 0 }, { up = { 0, 0, 0 } })
  end)
end)

-- A walk through a world of blocks, which is one grid.
describe("a player in a block world", function()
  local function blocks()
    local grid = collide.grid { dimensions = 3 }
    grid:fill({ -20, -20, -1 }, { 20, 20, -1 }, 1)
    return grid
  end
  local function walk(target, shape, count, dx, dy, options)
    local r
    for _ = 1, count do r = collide.move(target, shape, { dx, dy, -0.1 }, options) end
    return r
  end

  it("walks anywhere on flat ground without a stop", function()
    local grid, b = blocks(), player(0.3, 0.7, 0)
    for _, way in ipairs { { 0.25, 0 }, { 0, -0.25 }, { -0.2, 0.15 }, { 0.125, 0.125 }, { -0.25, -0.25 } } do
      for _ = 1, 30 do
        local before = b:get_position()
        local r = collide.move(grid, b, { way[1], way[2], -0.1 }, { up = UP })
        near(r.position.x - before.x, way[1], 1e-9)
        near(r.position.y - before.y, way[2], 1e-9)
        near(r.position.z, 0, 1e-9)
        assert.is_table(r.ground)
      end
    end
  end)

  it("rests exactly on level triangles, and on those of a rotated mesh", function()
    local level = land(12, function() return 0.25 end)
    local turned = land(12, function() return 0.25 end)
    local half = math.pi / 10
    turned:set_rotation { math.sin(half), 0, 0, math.cos(half) }
    local up = { 0, -math.sin(2 * half), math.cos(2 * half) }
    local movers = { collide.sphere { radius = 0.5 }, collide.box { half = { 0.5, 0.25, 0.5 } },
      collide.capsule { a = { 0, 0, -0.25 }, b = { 0, 0, 0.25 }, radius = 0.25 },
      collide.cylinder { radius = 0.25, half_height = 0.5 } }
    for i, mover in ipairs(movers) do
      local tall = i == 4 and 0.25 or 0.5
      mover:set_position { 5.3, 5.5, 2 }
      for step = 1, 20 do
        local r = collide.move(level, mover, { 0.11 * (-1) ^ step, 0.07, step == 1 and -3 or -0.05 })
        if i == 4 then -- a cylinder keeps a clearance
          near(r.position.z, 0.25 + tall, 1e-8)
          assert.is_nil(collide.contact(mover, level, { touching = "skip" }))
        else
          assert.are.equal(0.25 + tall, r.position.z)
          assert.is_true(collide.overlap(mover, level))
          assert.are.equal(0, collide.contact(mover, level).depth)
        end
      end
      mover:set_position { 5.3, 5.5 * up[3] - 2 * -up[2], 5.5 * -up[2] + 2 * up[3] }
      for step = 1, 20 do
        collide.move(turned, mover, { 0.11 * (-1) ^ step, 0, step == 1 and -3 or -0.05 })
        local contact = collide.contact(mover, turned, { touching = "skip" })
        assert.is_nil(contact)
        assert.is_true(collide.distance(mover, turned) < (i == 4 and 1e-8 or 1e-10))
      end
    end
  end)

  it("slides along a wall of blocks, and stops in its corner", function()
    local grid = blocks()
    grid:fill({ 4, -20, 0 }, { 4, 20, 3 }, 1)
    grid:fill({ -20, 6, 0 }, { 20, 6, 3 }, 1)
    local b = player(3, 0, 0)
    for _ = 1, 20 do
      local before = b:get_position().y
      local r = collide.move(grid, b, { 0.2, 0.2, -0.1 }, { up = UP })
      near(r.position.y - before, 0.2, 1e-9)
    end
    local r = walk(grid, b, 20, 0.2, 0.2, { up = UP })
    at(r, 3.7, 5.7, 0, 1e-9)
  end)

  it("climbs stairs no higher than `step`", function()
    for step, climbs in pairs { [0.55] = true, [0.45] = false } do
      local stairs = { blocks() }
      for i = 0, 5 do stairs[#stairs + 1] = box(2 + i, -9, 0, 9, 9, 0.5 * (i + 1)) end
      local b = collide.box { half = { 0.3, 0.3, 0.9 }, position = { 0.5, 0.2, 0.9 } }
      local r = walk(stairs, b, 60, 0.1, 0.05, { up = UP, step = step })
      if climbs then
        at(r, 6.5, 3.2, 3.4, 1e-9)
      else
        at(r, 1.7, 3.2, 0.9, 1e-9)
      end
      assert.is_table(r.ground)
    end
  end)

  -- The rim comes to the edge between floor and slope, where doubles tell less than elsewhere.
  it("climbs slopes with a round base", function()
    local floor = collide.box { min = { -9, -9, -1 }, max = { 1, 9, 0 } }
    local slope = collide.hull { { 1, -9, -1 }, { 1, 9, -1 }, { 3, -9, -1 }, { 3, 9, -1 }, { 1, -9, 0 }, { 1, 9, 0 },
      { 3, -9, 0.5 }, { 3, 9, 0.5 } }
    local upright = { math.sqrt(0.5), 0, 0, math.sqrt(0.5) }
    for i = 0, 200 do
      for _, c in ipairs {
        { collide.cylinder { radius = 0.3, half_height = 0.6, rotation = upright }, 0.6 },
        { collide.cone { radius = 0.3, height = 1.2, rotation = upright }, 1.2 },
      } do
        c[1]:set_position(0.65 + i * 0.00025, i * 0.0047, c[2] + 2.4e-14)
        local r = collide.move({ floor, slope }, c[1], { 0.1, 0.007, -0.05 }, { up = { 0, 0, 1 }, snap = 0.5 })
        assert.is_true(r.displacement.x > 0.09)
        assert.is_truthy(r.ground)
      end
    end
  end)

  it("climbs walkable slopes, and no steeper ones", function()
    for angle, climbs in pairs { [0.5] = true, [1.0] = false } do
      local slope = collide.plane { normal = { -math.sin(angle), 0, math.cos(angle) }, distance = 0 }
      local floor = collide.plane { normal = { 0, 0, 1 }, distance = 0 }
      local ball = collide.sphere { radius = 0.5, position = { -2, 0, 0.5 } }
      local r = walk({ slope, floor }, ball, 60, 0.1, 0.03, { up = UP })
      near(r.position.y, 1.8, 1e-9) -- along the slope nothing holds it
      assert.are.equal(climbs, r.position.z > 1)
      if not climbs then near(r.position.z, 0.5, 1e-9) end
    end
  end)

  it("snaps to hills as far as `snap`, unless it jumps", function()
    local hills = land(12, function(i, j) return math.sin(i / 3) * math.cos(j / 4) end)
    local ball = collide.sphere { radius = 0.4, position = { 2.1, 1.2, 3 } }
    collide.move(hills, ball, { 0, 0, -9 }, { up = UP })
    for i = 1, 60 do
      local r = collide.move(hills, ball, { i <= 30 and 0.3 or -0.3, 0.1, 0 }, { up = UP, snap = 0.5, max_slope = 0.8 })
      assert.is_table(r.ground)
      near(collide.distance(hills, ball), 0, 1e-9)
    end
    assert.is_nil(collide.move(hills, ball, { 0, 0, 0.3 }, { up = UP, snap = 0.5 }).ground)
  end)

  it("is stopped by a ceiling, and not from below by a one-way shape", function()
    local grid = blocks()
    grid:fill({ -5, -5, 3 }, { 5, 5, 3 }, 2)
    local r = collide.move(grid, player(0, 0, 0), { 0.5, 0, 5 }, { up = UP })
    at(r, 0.5, 0, 1.2, 1e-9)
    grid:set_one_way(2, 0, 0, 1)
    local b = player(0, 0, 0)
    at(collide.move(grid, b, { 0.5, 0, 5 }, { up = UP }), 0.5, 0, 5, 1e-9)
    at(collide.move(grid, b, { 0.5, 0, -5 }, { up = UP }), 1, 0, 4, 1e-9)
  end)

  it("is pushed out of a block that is set at its position", function()
    local grid, b = blocks(), player(0.5, 0.5, 0)
    grid:set(1, 0, 0, 1)
    local r = grid:push_out(b:set_position(0.9, 0.5, 0))
    at(r, 0.7, 0.5, 0, 1e-9)
    assert.is_false(r.inside)
  end)
end)

-- The facts of bump-3dpd's specs, with boxes by corner and size.
describe("the specs of bump-3dpd", function()
  local wall = box(0, 0, 0, 8, 8, 8)
  local function item(p) return collide.box { min = { 0, 0, 0 }, max = { 2, 2, 2 }, position = p } end
  local function goes(list, respond)
    for _, c in ipairs(list) do
      local from, to, ends, normal = c[1], c[2], c[3], c[4]
      local d = { to[1] - from[1], to[2] - from[2], to[3] - from[3] }
      local r = collide.move(wall, item(from), d, { respond = respond })
      at(r, ends[1], ends[2], ends[3])
      local n = r.hits[1].normal
      assert.are.same(normal, { n.x, n.y, n.z })
    end
  end

  it("overlaps: a box that does not move is pushed out by the shortest displacement", function()
    for _, c in ipairs {
      { { 3, -1, 3 }, { 3, -2, 3 } }, { { -1, 3, 3 }, { -2, 3, 3 } }, { { 7, 3, 3 }, { 8, 3, 3 } },
      { { 3, 7, 3 }, { 3, 8, 3 } }, { { 3, 3, -1 }, { 3, 3, -2 } }, { { 3, 3, 7 }, { 3, 3, 8 } },
    } do
      at(collide.push_out(wall, item(c[1])), c[2][1], c[2][2], c[2][3])
    end
  end)

  it("touch: it ends at the first contact", function()
    goes({
      { { -3, 3, 3 }, { 3, 3, 3 }, { -2, 3, 3 }, { -1, 0, 0 } }, { { 9, 3, 3 }, { 3, 3, 3 }, { 8, 3, 3 }, { 1, 0, 0 } },
      { { 3, -3, 3 }, { 3, 3, 3 }, { 3, -2, 3 }, { 0, -1, 0 } }, { { 3, 9, 3 }, { 3, 3, 3 }, { 3, 8, 3 }, { 0, 1, 0 } },
      { { 3, 3, -3 }, { 3, 3, 3 }, { 3, 3, -2 }, { 0, 0, -1 } }, { { 3, 3, 9 }, { 3, 3, 3 }, { 3, 3, 8 }, { 0, 0, 1 } },
    }, "stop")
  end)

  it("slide: the rest of the displacement continues along the side", function()
    goes({
      { { 10, 10, 10 }, { 4, 1, 1 }, { 8, 1, 1 }, { 1, 0, 0 } }, { { 10, 10, 10 }, { 1, 4, 1 }, { 1, 8, 1 }, { 0, 1, 0 } },
      { { 10, 10, 10 }, { 1, 1, 4 }, { 1, 1, 8 }, { 0, 0, 1 } }, { { -4, -4, -4 }, { 2, 5, 5 }, { -2, 5, 5 }, { -1, 0, 0 } },
      { { -4, -4, -4 }, { 5, 2, 5 }, { 5, -2, 5 }, { 0, -1, 0 } }, { { -4, -4, -4 }, { 5, 5, 2 }, { 5, 5, -2 }, { 0, 0, -1 } },
    }, "slide")
  end)

  it("bounce: returns the reflected displacement after the ground, in numbers", function()
    local ground = collide.box { min = { -9, -1, -9 }, max = { 9, 0, 9 } }
    local ball = collide.sphere { radius = 1, position = { 0, 2, 0 } }
    local options = { respond = "bounce", bounciness = 0.5, up = { 0, 1, 0 } }
    local r = { collide.move(ground, ball, 1, -3, 2, options) }
    assert.are.equal(10, #r)
    assert.are.same({ 1, 0, 0, 0 }, { r[4], r[5], r[6], r[7] })
    assert.are.same({ 1, 1.5, 2 }, { r[8], r[9], r[10] })
    ball:set_position(0, 2, 0)
    r = collide.move(ground, ball, { 1, -3, 2 }, options)
    assert.are.same({ 1, 1.5, 2 }, { r.direction.x, r.direction.y, r.direction.z })
    assert.is_nil(collide.move(ground, ball, { 1, 0, 0 }, options).direction)
  end)

  it("bounce: the rest of the displacement is reflected", function()
    goes({
      { { 10, 10, 10 }, { 4, 1, 1 }, { 12, 1, 1 }, { 1, 0, 0 } }, { { 10, 10, 10 }, { 1, 4, 1 }, { 1, 12, 1 }, { 0, 1, 0 } },
      { { 10, 10, 10 }, { 1, 1, 4 }, { 1, 1, 12 }, { 0, 0, 1 } }, { { -4, -4, -4 }, { 2, 5, 5 }, { -6, 5, 5 }, { -1, 0, 0 } },
      { { -4, -4, -4 }, { 5, 2, 5 }, { 5, -6, 5 }, { 0, -1, 0 } }, { { -4, -4, -4 }, { 5, 5, 2 }, { 5, 5, -6 }, { 0, 0, -1 } },
    }, "bounce")
  end)
end)
