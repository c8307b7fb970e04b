-- SPDX-License-Identifier: MIT
--
-- Whether a shape fits where it is, with its sizes or with others.
local collide = require("collide")

-- A floor at 0, and a ceiling from x = -2 to 2 at the height 1, in each kind of target.
local function ceilings(dimensions)
  if dimensions == 2 then
    local floor = collide.rect { min = { -8, -1 }, max = { 8, 0 } }
    local ceiling = collide.rect { min = { -2, 1 }, max = { 2, 2 } }
    local grid = collide.grid { dimensions = 2 }
    grid:fill({ -8, -1 }, { 7, -1 }, 1)
    grid:fill({ -2, 1 }, { 1, 1 }, 1)
    return { array = { floor, ceiling }, world = collide.world { floor, ceiling }, grid = grid,
      group = collide.group { floor, ceiling }, ["world of a grid"] = collide.world { grid },
      ["array of a group"] = { collide.group { floor, ceiling } } }
  end
  local floor = collide.box { min = { -8, -1, -8 }, max = { 8, 0, 8 } }
  local ceiling = collide.box { min = { -2, 1, -8 }, max = { 2, 2, 8 } }
  local grid = collide.grid { dimensions = 3 }
  grid:fill({ -8, -1, -8 }, { 7, -1, 7 }, 1)
  grid:fill({ -2, 1, -8 }, { 1, 1, 7 }, 1)
  local mesh = collide.mesh { vertices = { -2, 1, -8, 2, 1, -8, 2, 1, 8, -2, 1, 8 }, triangles = { 1, 2, 3, 1, 3, 4 } }
  return { array = { floor, ceiling }, world = collide.world { floor, ceiling }, grid = grid,
    group = collide.group { floor, ceiling }, mesh = mesh, ["world of a mesh"] = collide.world { floor, mesh } }
end

-- Shapes of height 1 that stand at x on the floor, the fields of twice the height, and the kinds of targets.
local function heroes(x)
  return {
    [2] = {
      { collide.capsule { radius = 0.25, half_height = 0.25, position = { x, 0.5 } }, { half_height = 0.75 } },
      { collide.rect { half = { 0.25, 0.5 }, position = { x, 0.5 } }, { half = { 0.25, 1 } } },
      { collide.circle { radius = 0.5, position = { x, 0.5 } }, { radius = 1 } },
      { collide.rect { half = { 0.25, 0.25 }, radius = 0.25, position = { x, 0.5 } }, { half = { 0.25, 0.75 } } },
      { collide.polygon { points = { { 0, 0 }, { 1, 0 }, { 0, 1 } }, position = { x, 0 } },
        { points = { { 0, 0 }, { 1, 0 }, { 0, 2 } } } },
    },
    [3] = {
      { collide.capsule { radius = 0.25, half_height = 0.25, position = { x, 0.5, 0 } }, { half_height = 0.75 } },
      { collide.box { half = { 0.25, 0.5, 0.25 }, position = { x, 0.5, 0 } }, { half = { 0.25, 1, 0.25 } } },
      { collide.sphere { radius = 0.5, position = { x, 0.5, 0 } }, { radius = 1 } },
      { collide.cylinder { radius = 0.25, half_height = 0.5, position = { x, 0.5, 0 } }, { half_height = 1 } },
      { collide.cone { radius = 0.25, height = 1, position = { x, 1, 0 } }, { height = 2 } },
    },
  }
end

local function each(x, tell)
  for dimensions = 2, 3 do
    local targets = ceilings(dimensions)
    for _, row in ipairs(heroes(x)[dimensions]) do
      local tall = { anchor = dimensions == 2 and { 0, -1 } or { 0, -1, 0 } }
      for key, value in pairs(row[2]) do tall[key] = value end
      for name, target in pairs(targets) do
        tell(target, row[1], tall, ("%s, %s"):format(tostring(row[1]), name), dimensions)
      end
    end
  end
end

describe("target:fits", function()
  it("lets a shape stand up only where there is no ceiling", function()
    each(0, function(target, hero, tall, name)
      assert.is_true(collide.fits(target, hero), name)
      assert.is_false(collide.fits(target, hero, tall), name)
    end)
    each(5, function(target, hero, tall, name)
      assert.is_true(collide.fits(target, hero), name)
      assert.is_true(collide.fits(target, hero, tall), name)
    end)
  end)

  it("returns for new sizes what it returns after resize", function()
    for x = -4, 4, 0.25 do
      each(x, function(target, hero, tall, name)
        local can = collide.fits(target, hero, tall)
        local copy = hero:copy():resize(tall)
        assert.equal(can, collide.fits(target, copy), name)
        assert.equal(can, not collide.overlap(target, copy, { touching = "skip" }), name)
      end)
    end
  end)

  it("changes nothing", function()
    each(0, function(target, hero, tall)
      local before = hero:describe()
      collide.fits(target, hero, tall)
      assert.same(before, hero:describe())
    end)
  end)

  it("counts the shape itself as no obstacle, but an equal one", function()
    each(5, function(_, hero, tall)
      local world = collide.world { hero }
      assert.is_true(world:fits(hero, tall))
      assert.is_true(collide.fits({ hero }, hero, tall))
      world:add(hero:copy())
      assert.is_false(world:fits(hero, tall))
      assert.is_false(collide.fits({ hero, hero:copy() }, hero))
    end)
  end)

  it("takes a group, without sizes", function()
    local group = collide.group { collide.circle { radius = 1 }, collide.rect { half = { 2, 0.5 } } }
    local wall = collide.rect { min = { 2, -9 }, max = { 3, 9 } }
    assert.is_true(wall:fits(group))
    assert.is_false(wall:fits(group:set_position(0.125, 0)))
    assert.is_true(collide.world { group }:fits(group))
    assert.has_error(function() wall:fits(group, {}) end)
  end)

  it("takes the options of push_out", function()
    local ceiling = collide.rect { min = { -2, 1 }, max = { 2, 2 }, layer = "ceiling" }
    local hero = collide.rect { half = { 0.5, 1 }, position = { 0, 1 } }
    local world, called = collide.world { ceiling, hero }, 0
    assert.is_false(world:fits(hero))
    assert.is_true(world:fits(hero, nil, { ignore = "ceiling" }))
    assert.is_true(world:fits(hero, nil, { ignore = ceiling }))
    assert.is_false(world:fits(hero, nil, { only = { ceiling } }))
    assert.is_true(world:fits(hero, nil, { only = {} }))
    assert.is_true(world:fits(hero, { half = { 0.5, 0.25 }, anchor = { 0, -1 } }, { only = { ceiling } }))
    assert.is_true(world:fits(hero, nil, { filter = function(member)
      assert.equal(ceiling, member)
      called = called + 1
      return false
    end }))
    assert.equal(1, called)
    assert.is_false(world:fits(hero, nil, { filter = function() return true end }))
    assert.is_true(world:fits(hero, nil, { respond = { ceiling = "pass" } }))
    assert.is_true(world:fits(hero, nil, { respond = function() return "pass" end }))
    assert.is_false(world:fits(hero, nil, { respond = "slide" }))
    for _, options in ipairs { { up = { 0, 1 } }, { touching = "skip" }, { ignored = 1 }, "numbers", 3 } do
      assert.is_false((pcall(world.fits, world, hero, nil, options)))
    end
  end)

  it("counts one-way shapes as no obstacles", function()
    local ledge = collide.rect { min = { -2, 1 }, max = { 2, 1.5 }, one_way = { 0, 1 } }
    local hero = collide.rect { half = { 0.5, 1 }, position = { 0, 1 } }
    assert.is_true(ledge:fits(hero))
    assert.is_false(ledge:set_one_way(nil):fits(hero))
  end)

  -- The largest coordinate is 8. In the plane the clearance is 2^-48 of it, in space 2^-40, and 2^-30 of the width more
  -- for a cylinder, which is 2 wide.
  it("allows a penetration of twice the clearance, and no more", function()
    local function check(make, ceiling, limit)
      for _, share in ipairs { 0.5, 0.99, 1.01, 2, 1e6 } do
        assert.equal(share < 1, ceiling(8 - limit * share):fits(make), ("%s of %g"):format(share, limit))
      end
    end
    local function above(y) return collide.rect { min = { -9, y }, max = { 9, 20 } } end
    local function over(y) return collide.box { min = { -9, y, -9 }, max = { 9, 20, 9 } } end
    check(collide.rect { half = { 1, 1 }, position = { 0, 7 } }, above, 2 ^ -47 * 8)
    check(collide.circle { radius = 1, position = { 0, 7 } }, above, 2 ^ -47 * 8)
    check(collide.box { half = { 1, 1, 1 }, position = { 0, 7, 0 } }, over, 2 ^ -39 * 8)
    check(collide.sphere { radius = 1, position = { 0, 7, 0 } }, over, 2 ^ -39 * 8)
    check(collide.cylinder { radius = 1, half_height = 1, position = { 0, 7, 0 } }, over, 2 ^ -39 * 8 + 2 ^ -29 * 2)
  end)

  it("lets a shape stand up under a ceiling that is exactly as high, at any tenths", function()
    for i = 1, 60 do
      local floor_at, height = i / 10, 1.8
      local level = collide.world { collide.rect { min = { -9, floor_at - 1 }, max = { 9, floor_at } },
        collide.rect { min = { -9, floor_at + height }, max = { 9, floor_at + 3 } } }
      for _, hero in ipairs { collide.capsule { radius = 0.3, half_height = 0.1, position = { 0.1, floor_at + 0.4 } },
        collide.rect { half = { 0.3, 0.4 }, position = { 0.1, floor_at + 0.4 } } } do
        level:move(hero, { 0.1, -0.1 })
        local tall = { anchor = { 0, -1 } }
        if hero:describe().half then tall.half = { 0.3, 0.9 } else tall.half_height = 0.6 end
        assert.is_true(level:fits(hero, tall), i)
        hero:resize(tall)
        local moved = level:move(hero, { 1, -0.1 })
        assert.is_true(math.abs(moved.displacement.x - 1) < 1e-12 and not moved.inside, i)
        if tall.half then tall.half[2] = 0.95 else tall.half_height = 0.65 end
        assert.is_false(level:fits(hero, tall), i)
      end
    end
  end)

  it("finds the members of a world where they are after they were moved and resized", function()
    local hero, world, crates = collide.rect { half = { 0.5, 0.5 } }, collide.world(), {}
    for i = 1, 50 do
      crates[i] = collide.rect { half = { 1, 1 }, position = { 8 * i, 0 } }
      world:add(crates[i])
    end
    for i = 1, 50 do
      hero:set_position(8 * i + 2, 0)
      assert.is_true(world:fits(hero))
      crates[i]:resize { half = { 3, 1 } }
      assert.is_false(world:fits(hero))
      crates[i]:translate(0, 8)
      assert.is_true(world:fits(hero))
      crates[i]:translate(0, -8):resize { half = { 1, 1 } }
      assert.is_true(world:fits(hero))
    end
  end)

  it("takes a character through a tunnel: it crouches in front, and stands up behind", function()
    local level = collide.world { collide.rect { min = { -9, -1 }, max = { 40, 0 } },
      collide.rect { min = { 10, 1.25 }, max = { 14, 4 } } }
    local hero = collide.capsule { radius = 0.25, half_height = 0.75, position = { 5, 1 } }
    local tall, short = { half_height = 0.75, anchor = { 0, -1 } }, { half_height = 0.25, anchor = { 0, -1 } }
    level:add(hero)
    local crouched = 0
    for _ = 1, 60 do
      if hero:get_half_height() < 0.75 and level:fits(hero, tall) then hero:resize(tall) end
      local moved = level:move(hero, { 0.25, -0.25 }, { up = { 0, 1 } })
      if moved.displacement.x == 0 then
        hero:resize(short)
        moved = level:move(hero, { 0.25, -0.25 }, { up = { 0, 1 } })
      end
      local left, feet, right, head = hero:bounds("numbers")
      assert.equal(0.25, moved.displacement.x)
      assert.equal(0, feet)
      if right > 10 and left < 14 then assert.equal(1, head) end
      if left >= 14.25 then assert.equal(2, head) end
      if head == 1 then crouched = crouched + 1 end
    end
    assert.equal(20, hero:get_position().x)
    assert.is_true(crouched >= 16 and crouched <= 20, crouched)
  end)
end)
