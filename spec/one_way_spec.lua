-- SPDX-License-Identifier: MIT
local collide = require "collide"

local function box(x, y)
  return collide.rect { half = { 0.5, 0.5 }, position = { x, y } }
end

local function at(moved, x, y)
  assert.are.same({ x, y }, { moved.position.x, moved.position.y })
end

-- The same platform as a shape, a description, a group, a grid, and a member of an array and a world: from
-- (-4, 0) to (4, 1).
local function platforms(one_way)
  local fields = { shape = "rect", min = { -4, 0 }, max = { 4, 1 }, one_way = one_way }
  local grid = collide.grid { dimensions = 2, one_way = { [3] = one_way } }
  grid:fill(-4, 0, 3, 0, 3)
  local part = collide.rect { min = { -4, 0 }, max = { 4, 1 } }
  return {
    shape = collide.rect(fields), description = fields, grid = grid, copy = grid:copy(),
    group = collide.group { part, one_way = one_way },
    ["described group"] = { shape = "group", parts = { part }, one_way = one_way },
    array = { collide.rect(fields), box(50, 50) }, ["array of descriptions"] = { box(50, 50), fields },
    ["array with a grid"] = { box(50, 50), grid }, world = collide.world { collide.rect(fields), box(50, 50) },
    ["world with a grid"] = collide.world { box(50, 50), grid },
    ["world in an array"] = { collide.world { collide.rect(fields) } },
  }
end

describe("one_way", function()
  it("passes a shape from behind, and blocks it from the front, in every kind of target", function()
    for name, target in pairs(platforms { 0, 1 }) do
      local one = box(0, -3)
      at(collide.move(target, one, { 0, 6 }), 0, 3)
      local moved = collide.move(target, one, { 0, -6 })
      assert.are.equal(1.5, moved.position.y, name)
      assert.are.same({ x = 0, y = 1 }, { x = moved.hits[1].normal.x, y = moved.hits[1].normal.y })
    end
  end)

  it("does not block from the sides", function()
    for _, target in pairs(platforms { 0, 1 }) do
      at(collide.move(target, box(-9, 0.5), { 18, 0 }), 9, 0.5)
      at(collide.move(target, box(-9, 0.5), { 18, -0.25 }), 9, 0.25)
    end
  end)

  it("does not block a shape that overlapped it at the call, even if the shape comes back", function()
    for _, target in pairs(platforms { 0, 1 }) do
      at(collide.move(target, box(0, 1), { 0, -6 }), 0, -5)
      at(collide.push_out(target, box(0, 1)), 0, 1)
      assert.is_false(collide.push_out(target, box(0, 1)).inside)
    end
  end)

  it("of a grid does not block with cells beside one that was overlapped", function()
    local grid = collide.grid { dimensions = 2, one_way = { [3] = { 0, 1 } } }
    grid:fill(-4, 0, 3, 0, 3)
    grid:fill(-4, -5, 3, -5, 3)
    for _, target in pairs({ grid, { grid }, collide.world { grid } }) do
      -- Its lowest part is in the cell at 0; by its widest one it comes to that at -1.
      local ball = collide.circle { radius = 2, position = { 0.25, 2.984375 } }
      at(collide.move(target, ball, { 0, -0.5 }, { up = { 0, 1 }, snap = 0.25 }), 0.25, 2.484375)
      at(collide.move(target, ball, { 0, -1 }, { up = { 0, 1 }, snap = 0.25 }), 0.25, 1.484375)
      local moved = collide.move(target, ball, { 0, -9 }, { up = { 0, 1 } })
      at(moved, 0.25, -2)
      assert.are.same({ x = 0, y = 1 }, { x = moved.ground.normal.x, y = moved.ground.normal.y })
    end
  end)

  it("of adjacent parts, triangles and members does not block, either", function()
    local one_way = { 0, 1 }
    local left, right = { min = { 0, 0 }, max = { 1, 0.5 } }, { min = { 1, 0 }, max = { 2, 0.5 } }
    local group = collide.group { collide.rect(left), collide.rect(right), one_way = one_way }
    left.one_way, right.one_way = one_way, one_way
    -- One that begins where the other ends but for rounding.
    local apart = collide.rect { half = { 0.5, 0.25 }, position = { 1.5 + 2 ^ -50, 0.25 }, one_way = one_way }
    for _, target in pairs { group, { collide.rect(left), collide.rect(right) }, { collide.rect(left), apart },
      collide.world { collide.rect(left), collide.rect(right) } } do
      local ball = collide.circle { radius = 0.45, position = { 1.3, 0.93 } }
      for _ = 1, 60 do collide.move(target, ball, { 0, -0.02 }, { up = { 0, 1 } }) end
      assert.is_true(math.abs(ball:get_position().y + 0.27) < 1e-9)
      collide.move(target, ball:set_position(1.3, 3), { 0, -9 })
      assert.is_true(math.abs(ball:get_position().y - 0.95) < 1e-9)
    end
    local sheet = collide.mesh {
      vertices = { -3, 3, -3, 3, 3, -3, 3, 3, 3, -3, 3, 3 }, triangles = { 1, 3, 2, 1, 4, 3 }, one_way = { 0, 1, 0 },
    }
    local ball = collide.sphere { radius = 0.5, position = { 0.43, 3.45, 0 } }
    for _ = 1, 60 do sheet:move(ball, { 0, -0.02, 0 }, { up = { 0, 1, 0 } }) end
    assert.is_true(math.abs(ball:get_position().y - 2.25) < 1e-9)
  end)

  it("blocks a shape that stands on one stair and overlaps the side of the next", function()
    local one_way = { 0, 1 }
    local low, high = { min = { 0, 0 }, max = { 1, 1 } }, { min = { 1, 0 }, max = { 2, 1.5 } }
    local group = collide.group { collide.rect(low), collide.rect(high), one_way = one_way }
    local grid = collide.grid { dimensions = 2, one_way = { [3] = one_way, [4] = one_way },
      shapes = { [4] = collide.rect { min = { 0, 0 }, max = { 1, 0.5 } } } }
    grid:set(0, 1, 4)
    grid:set(1, 1, 3)
    low.one_way, high.one_way = one_way, one_way
    for _, case in ipairs { { group, 1 }, { { collide.rect(low), collide.rect(high) }, 1 }, { grid, 1.5 } } do
      local hero = collide.rect { half = { 0.3, 0.5 }, position = { 0.5, case[2] + 0.5 } }
      for _ = 1, 8 do collide.move(case[1], hero, { 0.05, -0.05 }, { up = { 0, 1 } }) end
      assert.is_true(math.abs(hero:get_position().y - case[2] - 0.5) < 1e-9)
    end
  end)

  it("holds a shape that walks up a slope whose n is up", function()
    local floor = collide.rect { min = { -20, -1 }, max = { 20, 0 } }
    local ramp = collide.polygon { points = { { 0, 0.05 }, { 8, 2.05 }, { 8, 1.8 }, { 0.25, 0 } }, one_way = { 0, 1 } }
    local hero = collide.capsule { a = { 0, -0.3 }, b = { 0, 0.3 }, radius = 0.25 }
    hero:set_position(0.65061560223792991, 0.77034800216058663)
    local moved = collide.move({ floor, ramp }, hero, { 0.18993882724602701, -0.05 }, { up = { 0, 1 }, snap = 0.4 })
    assert.is_true(moved.position.y > 0.8)
    assert.are.equal(2, moved.ground.index)
  end)

  it("does not block with its sides under any rotation", function()
    for k = 1, 60 do
      local a = k * 0.1
      local s, c = math.sin(a), math.cos(a)
      local ledge = collide.rect { half = { 2, 0.25 }, rotation = a, one_way = { -s, c } }
      -- Along it, toward its short end, and a little down onto it.
      local ball = collide.circle { radius = 0.125, position = { -3 * c, -3 * s } }
      collide.move(ledge, ball, { 2 * c + 0.01 * s, 2 * s - 0.01 * c })
      local p = ball:get_position()
      assert.is_true(p.x * c + p.y * s > -1.01)
    end
  end)

  it("holds a shape that stands on it, whatever the rounding", function()
    for top = 1, 40 do
      for half = 1, 40 do
        local ledge = collide.rect { min = { -2, 0 }, max = { 2, top / 10 }, one_way = { 0, 1 } }
        local hero = collide.rect { half = { 0.3, half / 10 }, position = { 0, top / 10 + half / 10 } }
        assert.is_not_nil(ledge:move(hero, { 0, -0.1 }, { up = { 0, 1 } }).ground)
      end
    end
  end)

  it("carries a shape on a lift", function()
    local up = { up = { 0, 1 } }
    for speed = -30, 30 do
      local lift = collide.rect { min = { -2, 2 }, max = { 2, 2.5 }, one_way = { 0, 1 } }
      local riders = {
        collide.rect { half = { 0.3, 0.6 }, position = { 0, 3.1 } },
        collide.circle { radius = 0.4, position = { 1, 2.9 } },
        collide.capsule { a = { 0, -0.3 }, b = { 0, 0.3 }, radius = 0.3, position = { -1, 3.1 } },
      }
      for _ = 1, 60 do
        lift:translate(0, speed * 0.00173)
        for _, rider in ipairs(riders) do
          lift:move(rider, { 0, speed * 0.00173 }, { ignore = lift })
          assert.is_not_nil(lift:move(rider, { 0, -0.005 }, up).ground)
        end
      end
    end
  end)

  it("of a grid in space works along both axes of the floor", function()
    local grid = collide.grid { one_way = { [3] = { 0, 1, 0 } } }
    grid:fill(-4, 0, -4, 3, 0, 3, 3)
    grid:fill(-4, -5, -4, 3, -5, 3, 3)
    local ball = collide.sphere { radius = 2, position = { 0.25, 2.984375, 0.25 } }
    grid:move(ball, { 0, -1.5, 0 }, { up = { 0, 1, 0 }, snap = 0.25 })
    assert.are.equal(1.484375, ball:get_position().y)
    grid:move(ball, { 0, -9, 0 })
    assert.are.equal(-2, ball:get_position().y)
  end)

  it("is ground to walk on", function()
    for name, target in pairs(platforms { 0, 1 }) do
      local moved = collide.move(target, box(-2, 1.5), { 3, -1 }, { up = { 0, 1 }, snap = 0.5 })
      at(moved, 1, 1.5)
      assert.is_not_nil(moved.ground, name)
    end
  end)

  it("may have any direction and length", function()
    for _, target in pairs(platforms { 30, 0 }) do
      at(collide.move(target, box(-9, 0.5), { 20, 0 }), 11, 0.5)
      at(collide.move(target, box(9, 0.5), { -20, 0 }), 4.5, 0.5)
    end
  end)

  it("applies to one value of a grid only", function()
    local grid = collide.grid.from_rows({ "--##" }, { ["-"] = 3, ["#"] = 1 }):set_one_way(3, 0, -1)
    at(collide.move(grid, box(1, 4), { 0, -8 }), 1, -4)
    at(collide.move(grid, box(3, 4), { 0, -8 }), 3, 1.5)
    at(collide.move(grid, box(1, -4), { 0, 8 }), 1, -0.5)
    local rows = { { 3, 3 }, one_way = { [3] = { 0, -1 } } }
    at(collide.move(collide.grid.from_rows(rows), box(1, 4), { 0, -8 }), 1, -4)
  end)

  it("has no effect on other queries", function()
    for _, target in pairs(platforms { 0, 1 }) do
      assert.are.equal(0.5, collide.raycast(target, { 0, -3 }, { 0, 6 }).t)
      assert.are.equal(2.5 / 6, collide.shapecast(target, box(0, -3), { 0, 6 }).t)
      assert.is_true(collide.overlap(target, box(0, 0)))
    end
  end)

  it("works in space, too", function()
    local up = { 0, 1, 0 }
    local grid = collide.grid { one_way = { [3] = up } }
    grid:fill({ -5, -1, -5 }, { 5, -1, 5 }, 3)
    local sheet = collide.mesh {
      vertices = { -5, 0, -5, 5, 0, -5, 5, 0, 5, -5, 0, 5 }, triangles = { 1, 2, 3, 1, 3, 4 }, one_way = up,
    }
    for _, target in ipairs { collide.box { min = { -5, -1, -5 }, max = { 5, 0, 5 }, one_way = up }, grid, sheet } do
      local ball = collide.sphere { radius = 1, position = { 0.25, -4, 0.25 } }
      assert.are.equal(4, collide.move(target, ball, { 0, 8, 0 }).position.y)
      assert.are.equal(1, collide.move(target, ball, { 0, -8, 0 }).position.y)
    end
  end)

  it("can be read, copied, set and removed", function()
    local one = collide.rect { half = { 1, 2 }, one_way = { 0, -1 } }
    assert.are.equal("rect half=(1, 2) one_way=(0, -1)", tostring(one))
    assert.are.same({ 0, -1 }, one:describe().one_way)
    assert.are.same({ 0, -1 }, { one:copy():get_one_way("numbers") })
    assert.is_nil(one:set_one_way(nil):get_one_way())
    assert.are.equal("rect half=(1, 2)", tostring(one))
    assert.are.equal(one, one:set_one_way { x = 1, y = 2 })
    assert.are.equal("(1, 2)", tostring(one:get_one_way()))
    local group = collide.group { one, one_way = { 0, 1 } }
    assert.are.same({ 0, 1 }, { group:copy():get_one_way("numbers") })
    assert.is_nil(group:part(1):get_one_way())
    local mesh = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 },
      one_way = { 0, 0, 1 } }
    assert.are.same({ 0, 0, 1 }, { mesh:copy():get_one_way("numbers") })
    assert.are.same({ 0, 0, 1 }, mesh:describe().one_way)
    assert.is_truthy(tostring(mesh):find("one_way=(0, 0, 1)", 1, true))
    assert.are.same({ 0, 1, 0 }, { collide.sphere { radius = 1, one_way = { 0, 1, 0 } }:get_one_way("numbers") })
  end)

  it("of a grid keeps many values in order", function()
    local grid, want = collide.grid(), {}
    for i = 1, 200 do
      local value = (i * 37) % 199 + 1
      want[value] = { i, 0, 1 }
      grid:set_one_way(value, i, 0, 1)
    end
    for value = 1, 199, 3 do
      want[value] = nil
      grid:set_one_way(value, nil)
    end
    local copy = grid:copy()
    for value = 1, 250 do
      assert.are.same(want[value] or { nil }, { grid:get_one_way(value, "numbers") })
      assert.are.same(want[value] or { nil }, { copy:get_one_way(value, "numbers") })
    end
    assert.are.equal("grid 2D size=1 cells=0 one_way={[2]=(0, 1), [65535]=(1, 0)}",
      tostring(collide.grid { dimensions = 2, one_way = { [65535] = { 1, 0 }, [2] = { 0, 1 } } }))
    assert.is_nil(collide.grid.decode(grid:encode()):get_one_way(2))
  end)
end)
