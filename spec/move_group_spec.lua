-- SPDX-License-Identifier: MIT
local collide = require "collide"
local cases = require("spec.support.cases")
local near = require("spec.support.pairs").near
local generator = require("spec.support.random").generator
local refusals = require("spec.support.refusals")

-- A lying L: a foot three wide, and a post on its left end.
local function el(x, y)
  return collide.group {
    collide.rect { min = { 0, 0 }, max = { 3, 1 } }, collide.rect { min = { 0, 0 }, max = { 1, 3 } },
    position = { x, y },
  }
end

local floor = collide.rect { min = { -100, -1 }, max = { 100, 0 } }

describe("a group that moves", function()
  it("is stopped by the first hit of any part, and returns the part", function()
    local lintel = collide.rect { min = { 10, 2 }, max = { 12, 3 } }
    local step = collide.rect { min = { 10, 0 }, max = { 12, 0.5 } }
    local group = el(0, 0)
    local r = collide.move({ lintel, step }, group, { 20, 0 }, { respond = "stop" })
    near(r.position.x, 7)
    assert.are.same({ 2, 1 }, { r.hits[1].index, r.hits[1].mover_part })
    assert.are.same({ -1, 0 }, { r.hits[1].normal.x, r.hits[1].normal.y })
    near(group:get_position().x, 7)
    near(group:part(2):bounds().x, 7)
    r = collide.move(lintel, el(0, 0), { 20, 0 }, { respond = "stop" })
    near(r.position.x, 9)
    assert.are.equal(2, r.hits[1].mover_part)
    assert.is_nil(collide.move(floor, collide.circle { radius = 1, position = { 0, 2 } }, { 0, -5 }).hits[1].mover_part)
  end)

  it("slides, stands, climbs and is pushed out like a shape", function()
    local stair = collide.rect { min = { 5, 0 }, max = { 20, 0.3 } }
    local options = { up = { 0, 1 }, step = 0.5, snap = 0.5 }
    local r = collide.move({ floor, stair }, el(0, 0), { 6, 0 }, options)
    near(r.position.y, 0.3)
    near(r.position.x, 6)
    assert.are.equal(1, r.ground.mover_part)
    assert.are.equal(stair, r.ground.shape)
    r = collide.push_out(floor, el(0, -0.25))
    near(r.position.y, 0)
    assert.is_false(r.inside)
    r = collide.move(floor, el(0, 4), { 3, -9 })
    near(r.position.x, 3)
    near(r.position.y, 0)
  end)

  it("answers in numbers, and skips itself as a member of the target", function()
    local group = el(0, 2)
    local world = collide.world { floor, group }
    assert.are.same({ 1, 0, 1, 0, 1 }, { world:move(group, 1, -4, { up = { 0, 1 } }) })
    assert.are.same({ 1, 0, 0 }, { world:push_out(group, "numbers") })
    assert.are.equal(group, world:overlap_all(collide.rect { min = { 3.5, 0.5 }, max = { 3.75, 0.75 } })[1])
    assert.are.equal(group, group:set_position(0, 2))
    assert.are.same({ 5, 2, 0 }, { group:move(group, 5, 0) })
  end)

  it("with one part moves like the part alone", function()
    local random = generator(14)
    for _ = 1, cases.of(1000, 100) do
      local world = {}
      for i = 1, 6 do
        world[i] = collide.rect { half = { 0.5 + random(3), 0.5 + random(3) },
          position = { random(20) - 10, random(20) - 10 }, rotation = random(8) / 5 }
      end
      local sizes = { half = { 0.5, 1 }, rotation = random(8) / 5 }
      local shape, group = collide.rect(sizes), collide.group { collide.rect(sizes) }
      local dx, dy = random(30) - 15, random(30) - 15
      for _ = 1, 3 do
        local a, b = collide.move(world, shape, { dx, dy }), collide.move(world, group, { dx, dy })
        assert.are.same({ a.position.x, a.position.y, #a.hits, a.inside },
          { b.position.x, b.position.y, #b.hits, b.inside })
        dx, dy = -dy, dx
      end
    end
  end)

  it("does not move if a filter or a response raises an error or moves the group", function()
    local group = el(0, 2)
    local function fails(options, text)
      assert.error_matches(function() collide.move({ floor }, group, { 0, -4 }, options) end, text, 1, true)
      assert.are.same({ 0, 2 }, { group:get_position().x, group:get_position().y })
    end
    fails({ respond = function() error "no" end }, "no")
    fails({ filter = function() error "no" end }, "no")
    fails({ respond = function() return "jump" end }, "must return")
    fails({ filter = function() return group:set_position(0, 2) end }, "must not move the shape")
    fails({ respond = function() group:set_position(0, 2) return "stop" end }, "must not move the shape")
  end)

  it("must have no mesh, and must have the target's dimensions", function()
    local mesh = collide.mesh { vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }, triangles = { { 1, 2, 3 } } }
    local function fails(text, ...) refusals.expect(text, collide.move, ...) end
    local hint = "; a mesh is a surface without an inside, so move collide.hull(mesh:points()), or a group of hulls "
      .. "if it is concave)"
    fails("#2 to 'move' (a group of shapes expected, got one with a mesh" .. hint,
      {}, collide.group { mesh }, { 1, 0, 0 })
    for _, one in ipairs { mesh, mesh:describe() } do
      fails("#2 to 'move' (shape or group expected, got a mesh" .. hint, {}, one, { 1, 0, 0 })
      for _, name in ipairs { "push_out", "shapecast", "shapecast_any", "shapecast_all" } do
        local wanted = "'" .. name .. "' (shape or group expected, got a mesh" .. hint
        refusals.expect(wanted, collide[name], {}, one, { 1, 0, 0 })
      end
    end
    fails("#1 to 'move' (a 2D target expected for a 2D group, got a 3D one)",
      collide.sphere { radius = 1 }, el(0, 0), { 1, 0 })
  end)

  it("works with many parts as with few", function()
    local parts = {}
    for i = 1, 40 do
      parts[i] = collide.polygon { { i, 0 }, { i + 1, 0 }, { i + 1, 1 }, { i + 0.5, 1.5 }, { i, 1 } }
    end
    local r = collide.move(floor, collide.group(parts), { 0, 50 })
    near(r.position.y, 50)
    local group = collide.group(parts):set_position(0, 9)
    r = collide.move(floor, group, { 2, -20 })
    near(r.position.x, 2)
    near(r.position.y, 0)
  end)
end)

describe("a group of decomposed outlines", function()
  it("passes through nothing and enters nothing, among rotated shapes and tiles", function()
    local random = generator(41)
    local outline = { 0, 0, 3, 0, 3, 1, 1, 1, 1, 2, 3, 2, 3, 3, 0, 3 } -- a C
    local grid = collide.grid { dimensions = 2 }
    for x = -12, 12 do
      for y = -12, 12 do
        if random(9) == 1 and (math.abs(x) > 4 or math.abs(y) > 4) then grid:set({ x, y }, 1) end
      end
    end
    local ring = collide.group {
      collide.rect { min = { -14, -14 }, max = { 14, -13 } }, collide.rect { min = { -14, 13 }, max = { 14, 14 } },
      collide.rect { min = { -14, -14 }, max = { -13, 14 } }, collide.rect { min = { 13, -14 }, max = { 14, 14 } },
    }
    local turned = collide.rect { half = { 1, 3 }, rotation = 0.7, position = { 6, 6 } }
    local all = { grid, ring, turned }
    local group = collide.group(collide.decompose(outline)):set_rotation(0.4)
    for _ = 1, cases.of(1500, 100) do
      local d = { random(80) - 40.5, random(80) - 40.5 }
      local r = collide.move(all, group, d)
      local p = group:get_position()
      assert.are.same({ p.x, p.y }, { r.position.x, r.position.y })
      assert.is_true(math.abs(p.x) < 14 and math.abs(p.y) < 14)
      assert.is_false(r.inside)
      for i = 1, 3 do assert.is_false(collide.overlap(group, all[i], { touching = "skip" })) end
      for _, hit in ipairs(r.hits) do
        assert.is_true(hit.mover_part >= 1 and hit.mover_part <= group:count())
      end
    end
  end)
end)

describe("a group that moves in space", function()
  it("stands on its lowest part, and enters nothing", function()
    local random = generator(33)
    local mesh = collide.mesh { vertices = { { -9, 0, -9 }, { 9, 0, -9 }, { 9, 0, 9 }, { -9, 0, 9 } },
      triangles = { { 1, 3, 2 }, { 1, 4, 3 } } }
    local walls = {}
    for i = 0, 3 do
      walls[i + 1] = collide.plane { normal = { i == 0 and 1 or i == 1 and -1 or 0, 0,
        i == 2 and 1 or i == 3 and -1 or 0 }, distance = -9 }
    end
    local all = { mesh, collide.box { half = { 2, 1, 2 }, rotation = { 0, 1, 0, 2 } }, walls[1], walls[2], walls[3],
      walls[4] }
    local group = collide.group {
      collide.box { half = { 0.5, 0.5, 0.5 } }, collide.sphere { radius = 0.5, position = { 0, 1.5, 0 } },
      collide.capsule { radius = 0.25, half_height = 1, position = { 1, 1, 0 } }, position = { 5, 4, 5 },
    }
    for _ = 1, cases.of(1000, 60) do
      local r = collide.move(all, group, { random(20) - 10.5, -random(5), random(20) - 10.5 }, { up = { 0, 1, 0 } })
      assert.is_false(r.inside)
      assert.is_not_nil(r.ground)
      for i = 1, #all do assert.is_false(collide.overlap(group, all[i], { touching = "skip" })) end
    end
  end)
end)

describe("shapecast of a group", function()
  it("returns the first hit of any part, and all hits of each part", function()
    local group = el(0, 0)
    local lintel = collide.rect { min = { 10, 2 }, max = { 12, 3 } }
    local hit = lintel:shapecast(group, { 20, 0 })
    assert.are.same({ 0.45, 2, -1 }, { hit.t, hit.mover_part, hit.normal.x })
    assert.is_truthy(tostring(hit):find("mover_part=2", 1, true))
    assert.is_nil(hit.part)
    assert.is_nil(hit.index)
    local into = { mover_part = 9 }
    assert.are.equal(into, lintel:shapecast(group, { 20, 0 }, { into = into }))
    assert.are.equal(2, into.mover_part)
    lintel:shapecast(collide.circle { radius = 1, position = { 0, 2 } }, { 20, 0 }, { into = into })
    assert.is_nil(into.mover_part)
    assert.is_true(lintel:shapecast_any(group, { 20, 0 }))
    assert.is_false(lintel:shapecast_any(group, { 5, 0 }))
    assert.is_nil(collide.shapecast(group, group, { 1, 0 }))
    local described = { shape = "group", parts = { collide.circle { radius = 1, position = { 0, 2 } } } }
    assert.are.equal(1, lintel:shapecast(described, { 20, 0 }).mover_part)
    local wall = collide.rect { min = { 10, -9 }, max = { 12, 9 } }
    local list = wall:shapecast_all(group, { 20, 0 })
    assert.are.same({ 2, 1, 0.35, 2, 0.45 },
      { #list, list[1].mover_part, list[1].t, list[2].mover_part, list[2].t })
  end)

  it("is the nearest of the shapecasts of its parts; ..._all has them all", function()
    local random = generator(7)
    local grid = collide.grid { dimensions = 2 }
    for _ = 1, 60 do grid:set({ random(30) - 15, random(30) - 15 }, 1) end
    local world = collide.world { grid }
    for _ = 1, 12 do
      world:add(collide.rect { half = { random(3), random(2) }, rotation = random(6) / 4,
        position = { random(40) - 20, random(40) - 20 } })
    end
    for _ = 1, cases.of(400, 40) do
      local group = collide.group { collide.rect { half = { 0.5, 2 }, position = { 1, 0 } },
        collide.circle { radius = random(3), position = { -1, 2 } }, rotation = random(6) / 2,
        position = { random(20) - 10, random(20) - 10 } }
      local d = { random(60) - 30, random(60) - 30 }
      local options = random(2) == 1 and { touching = "skip" } or {}
      local hit, best, count = world:shapecast(group, d, options), nil, 0
      for i = 1, group:count() do
        local one = world:shapecast(group:part(i), d, options)
        if one and (not best or one.t < best.t) then best = one end
        count = count + #world:shapecast_all(group:part(i), d, options)
      end
      assert.are.equal(best and best.t, hit and hit.t)
      assert.are.equal(best ~= nil, world:shapecast_any(group, d, options))
      local list = world:shapecast_all(group, d, options)
      assert.are.equal(count, #list)
      if hit then assert.are.equal(hit.t, list[1].t) end
      for i = 2, #list do assert.is_true(list[i - 1].t <= list[i].t) end
    end
  end)
end)
