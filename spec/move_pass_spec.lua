-- SPDX-License-Identifier: MIT
--
-- Obstacles that a move passes: those with the response "pass", and one-way cells from their open sides.
local collide = require "collide"
local cases = require "spec.support.cases"

local COIN, FLOOR = 7, 5

local function at(moved, x, y)
  assert.is_true(math.abs(moved.position.x - x) < 1e-9 and math.abs(moved.position.y - y) < 1e-9,
    tostring(moved.position))
end

local function rect(x, y)
  return collide.rect { half = { 0.3, 0.3 }, position = { x, y } }
end

local function pass_coins(hit)
  return hit.value == COIN and "pass" or "slide"
end

-- A wall to the left of something, as a plain cell, and as one that stands for a shape with the same
-- face there.
local function walls(value)
  local one_way = { [FLOOR] = { 0, 1 } }
  local wedge = collide.polygon { 0, 0, 1, 0, 1, 1 }
  local grids = {
    plain = collide.grid { dimensions = 2, one_way = one_way },
    formed = collide.grid { dimensions = 2, one_way = one_way, shapes = { [2] = wedge } },
  }
  for _, grid in pairs(grids) do
    grid:set({ 0, 3 }, 2)
    grid:set({ 1, 3 }, value)
  end
  return grids
end

describe("a wall beside a cell that a move passes", function()
  it("stops with its own normal a shape that was in a one-way cell, or enters the cell from its side", function()
    for name, grid in pairs(walls(FLOOR)) do
      for _, case in ipairs { { 1.8, 3.5, -1, 0.2 }, { 2.8, 3.7, -2, -0.2 }, { 2.8, 3.5, -2, 0.2 } } do
        local moved = collide.move(grid, rect(case[1], case[2]), { case[3], case[4] })
        at(moved, 1.3, case[2] + case[4])
        assert.are.equal("(1, 0)", tostring(moved.hits[1].normal), name)
      end
    end
  end)

  it("is on one level with a one-way cell on which the shape stands", function()
    for _, grid in pairs(walls(FLOOR)) do
      local moved = collide.move(grid, rect(1.8, 4.3), { -1, -0.1 })
      at(moved, 0.8, 4.3)
      assert.are.equal("(0, 1)", tostring(moved.hits[1].normal))
    end
  end)

  it("stops with its own normal a shape that falls past it through a coin", function()
    for _, grid in pairs(walls(COIN)) do
      local moved = collide.move(grid, rect(1.8, 5.5), { -0.6, -2 }, { respond = pass_coins })
      at(moved, 1.3, 3.5)
      assert.are.equal(2, #moved.hits)
      assert.are.equal("(1, 0)", tostring(moved.hits[2].normal))
    end
  end)

  it("pushes out a shape that is in both as if only the wall existed", function()
    for _, grid in pairs(walls(FLOOR)) do
      at(collide.push_out(grid, rect(1.2, 3.5)), 1.3, 3.5)
    end
  end)

  it("does so in space, too", function()
    local prism = collide.hull { 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1 }
    for _, shapes in ipairs { {}, { [2] = prism } } do
      local grid = collide.grid { one_way = { [FLOOR] = { 0, 1, 0 } }, shapes = shapes }
      grid:set({ 0, 3, 0 }, 2)
      grid:set({ 1, 3, 0 }, FLOOR)
      local box = collide.box { half = { 0.3, 0.3, 0.3 }, position = { 1.8, 3.5, 0.5 } }
      local moved = collide.move(grid, box, { -1, 0.2, 0.1 })
      assert.are.equal("(1, 0, 0)", tostring(moved.hits[1].normal))
      at(moved, 1.3, 3.7)
      box:set_position(1.2, 3.5, 0.5)
      at(collide.push_out(grid, box), 1.3, 3.5)
    end
  end)
end)

describe("an initial overlap", function()
  local coin = { min = { 0, 0 }, max = { 1, 1 }, layer = "coin" }
  local function targets()
    local grid = collide.grid { dimensions = 2, layer = "coin" }
    grid:set({ 0, 0 }, COIN)
    return {
      shape = collide.rect(coin), array = { collide.rect(coin) }, world = collide.world { collide.rect(coin) },
      grid = grid, group = collide.group { collide.rect { min = { 0, 0 }, max = { 1, 1 } }, layer = "coin" },
    }
  end

  it("is passed if that is the response, and is a hit in each move", function()
    for name, target in pairs(targets()) do
      for _, respond in ipairs { "pass", { coin = "pass" }, function() return "pass" end } do
        local ball, met = collide.circle { radius = 0.25, position = { 0.625, -1 } }, 0
        for frame = 1, 9 do
          local moved = collide.move(target, ball, { 0, 0.375 }, { respond = respond })
          at(moved, 0.625, -1 + frame * 0.375)
          assert.is_false(moved.inside, name)
          met = met + #moved.hits
          for _, hit in ipairs(moved.hits) do
            assert.are.equal("pass", hit.response)
            assert.are.equal(frame > 3, hit.inside)
            assert.are.same({ 0, frame > 3 }, { hit.t, (hit.depth or 0) > 0 })
          end
        end
        assert.are.equal(4, met, name)
      end
    end
  end)

  it("has the t at which the shape leaves it", function()
    local ball = collide.circle { radius = 0.25, position = { 0.5, 0.5 } }
    local hit = collide.move(collide.rect(coin), ball, { 0, 2 }, { respond = "pass" }).hits[1]
    assert.are.same({ 0, 0.375 }, { hit.t, hit.t_exit })
    assert.are.equal("(0.5, 0.5)", tostring(hit.position))
    ball:set_position(0.5, 0.5)
    assert.are.equal(math.huge, collide.move(collide.rect(coin), ball, { 0, 0 }, { respond = "pass" }).hits[1].t_exit)
  end)

  it("has this t for a half-plane, and for a cell of several parts", function()
    local sea = collide.plane { normal = { 0, 1 }, distance = 0 }
    local ball = collide.circle { radius = 0.25, position = { 0.5, -1 } }
    local hit = collide.move(sea, ball, { 0, 2 }, { respond = "pass" }).hits[1]
    assert.are.same({ true, 0.625 }, { hit.inside, hit.t_exit })
    local low = collide.rect { min = { 0, 0 }, max = { 1, 0.5 } }
    local grid = collide.grid { dimensions = 2, shapes = {
      [COIN] = collide.group { collide.rect { min = { 0, 0.75 }, max = { 1, 1 } }, low },
    } }
    grid:set(0, 0, COIN)
    ball:set_position(0.5, 0.25)
    hit = grid:move(ball, { 0, 2 }, { respond = "pass" }).hits[1]
    assert.are.same({ true, 0.25 }, { hit.inside, hit.t_exit })
  end)

  it("pushes out only if the response is not pass", function()
    local wall = collide.rect { min = { 1, -5 }, max = { 2, 5 } }
    for _, target in ipairs { { collide.rect(coin), wall }, collide.world { collide.rect(coin), wall } } do
      local ball, asked = collide.circle { radius = 0.25, position = { 0.875, 0.5 } }, 0
      local moved = collide.move(target, ball, { 0, 0.25 }, { respond = function(hit)
        asked = asked + 1
        return hit.shape == wall and "stop" or "pass"
      end })
      at(moved, 0.75, 0.75)
      assert.are.equal(2, asked)
      assert.are.equal(1, #moved.hits)
    end
    local ball = collide.circle { radius = 0.25, position = { 0.875, 0.5 } }
    at(collide.move(collide.rect(coin), ball, { 0, 0 }, { respond = "slide" }), 1.25, 0.5)
  end)

  it("cannot trap a shape between an obstacle and a member that it passes", function()
    local lift = collide.rect { half = { 1, 0.25 }, position = { 0, 0 } }
    local above = collide.rect { min = { -1, 1.3 }, max = { 1, 2 }, layer = "coin" }
    local player = collide.rect { half = { 0.5, 0.5 }, position = { 0, 0.75 } }
    local frames = 0
    for frame = 1, 40 do
      lift:set_position(0, frame * 0.0625)
      local moved = collide.move({ lift, above }, player, { 0, -0.03125 }, { respond = { coin = "pass" } })
      at(moved, 0, 0.75 + frame * 0.0625)
      assert.is_false(moved.inside)
      for _, hit in ipairs(moved.hits) do
        if hit.shape == above then frames = frames + 1 end
      end
    end
    assert.are.equal(28, frames)
  end)

  it("may be removed by the filter or the response", function()
    local grid = collide.grid { dimensions = 2 }
    grid:fill(-1, -1, 1, 1, COIN)
    local taken = 0
    local function take(hit)
      grid:set(hit.cell, 0)
      taken = taken + 1
      return "pass"
    end
    local moved = grid:move(collide.rect { half = { 1, 1 }, position = { 0.5, 0.5 } }, { 0, 9 }, { respond = take })
    at(moved, 0.5, 9.5)
    assert.are.equal(9, taken)
    assert.are.equal(0, grid:count())
  end)

  it("counts in numbers, and has the part of a group", function()
    local ball = collide.circle { radius = 0.25, position = { 0.5, 0.5 } }
    assert.are.same({ 0.5, 2.5, 1 }, { collide.move(collide.rect(coin), ball, 0, 2, { respond = "pass" }) })
    local other = collide.circle { radius = 0.25, position = { 5, 0.5 } }
    local pair = collide.group { other, collide.circle { radius = 0.25, position = { 0.5, 0.5 } } }
    local moved = collide.move(collide.rect(coin), pair, { 0, 2 }, { respond = "pass" })
    assert.are.same({ 2, true }, { moved.hits[1].mover_part, moved.hits[1].inside })
    at(moved, 0, 2)
  end)

  it("works in space and with a mesh, too", function()
    local sheet = collide.mesh { vertices = { -5, 0, -5, 5, 0, -5, 0, 0, 5 }, triangles = { 1, 2, 3 } }
    sheet:set_layer("water")
    local ball = collide.sphere { radius = 1, position = { 0, 0.5, 0 } }
    local moved = collide.move(sheet, ball, { 0, -0.25, 0 }, { respond = { water = "pass" } })
    at(moved, 0, 0.25)
    assert.are.same({ 1, true, 0 }, { moved.hits[1].triangle, moved.hits[1].inside, moved.hits[1].t })
  end)
end)

describe("a coin in one plane with a floor", function()
  it("is passed by a shape on a floor of cells or of rects", function()
    local grid = collide.grid { dimensions = 2 }
    grid:fill(0, 0, 9, 0, 1)
    grid:set(2, 1, COIN)
    local tiles = {}
    for x = 0, 9 do tiles[#tiles + 1] = collide.rect { min = { x, 0 }, max = { x + 1, 1 } } end
    tiles[#tiles + 1] = collide.rect { min = { 2, 1 }, max = { 3, 2 }, layer = "coin" }
    local function pass(hit)
      return (hit.value == COIN or hit.shape and hit.shape:get_layer() == "coin") and "pass" or "slide"
    end
    for _, target in ipairs { grid, tiles, collide.world(tiles) } do
      for _, case in ipairs { { 3.5, -0.125 }, { 1.5, 0.125 } } do
        local hero = collide.rect { half = { 0.5, 0.5 }, position = { case[1], 1.5 } }
        for frame = 1, 3 do
          local moved = collide.move(target, hero, { case[2], -0.0625 }, { up = { 0, 1 }, respond = pass })
          at(moved, case[1] + frame * case[2], 1.5)
        end
      end
    end
  end)
end)

describe("a probe to which the shape does not move", function()
  it("is no hit", function()
    local coin = collide.circle { radius = 0.25, position = { 0.575, -0.655 }, layer = "coin" }
    local fall = { up = { 0, 1 }, respond = { coin = "pass" } }
    local moved = coin:move(collide.rect { half = { 0.3, 0.5 } }, { 0.07, -0.15 }, fall)
    assert.are.equal(1, #moved.hits)
    assert.is_true(math.abs(moved.hits[1].t - 0.52637251673804) < 1e-9)
    -- A coin that lies within reach of `snap`, and one over the stair that is not climbed.
    local floor = collide.rect { min = { -9, -1 }, max = { 9, 0 } }
    local low = collide.rect { min = { -1, -0.75 }, max = { 1, -0.5 }, layer = "coin" }
    local wall = collide.rect { min = { 2, 0 }, max = { 3, 5 } }
    local high = collide.rect { min = { 1, 1.25 }, max = { 2, 1.5 }, layer = "coin" }
    local walk = { up = { 0, 1 }, step = 0.5, snap = 1, respond = { coin = "pass" } }
    local hero = collide.rect { half = { 0.5, 0.5 }, position = { 0, 0.5 } }
    assert.are.equal(0, #collide.move({ floor, low }, hero, { 0.5, 0 }, walk).hits)
    local stopped = collide.move({ floor, wall, high }, hero, { 2, 0 }, walk)
    at(stopped, 1.5, 0.5)
    assert.are.equal(1, #stopped.hits)
  end)
end)

-- The same random cells twice, with coins in the second grid.
local function scatter(random, dimensions)
  local bare, coined = collide.grid { dimensions = dimensions }, collide.grid { dimensions = dimensions }
  for x = -3, 3 do
    for y = -3, 3 do
      for z = dimensions == 3 and -3 or 0, dimensions == 3 and 3 or 0 do
        local cell, share = dimensions == 2 and { x, y } or { x, y, z }, random()
        if share < 0.2 then bare:set(cell, 1) end
        if share < 0.6 then coined:set(cell, share < 0.2 and 1 or COIN) end
      end
    end
  end
  return bare, coined
end

local MOVERS = {
  [2] = {
    function(p) return collide.circle { radius = 0.25, position = p } end,
    function(p) return collide.rect { half = { 0.25, 0.375 }, position = p } end,
    function(p) return collide.capsule { a = { 0, -0.25 }, b = { 0, 0.25 }, radius = 0.25, position = p } end,
  },
  [3] = {
    function(p) return collide.sphere { radius = 0.25, position = p } end,
    function(p) return collide.box { half = { 0.25, 0.375, 0.25 }, position = p } end,
    function(p) return collide.capsule { a = { 0, -0.25, 0 }, b = { 0, 0.25, 0 }, radius = 0.25, position = p } end,
  },
}

local function is_near(p, q)
  return math.abs(p.x - q.x) + math.abs(p.y - q.y) + math.abs((p.z or 0) - (q.z or 0)) < 1e-7
end

describe("coins", function()
  it("do not change a move among walls", function()
    local uniform = require("spec.support.random").uniform(20261126)
    local function random() return uniform(0, 1) end
    local count = 0
    for world = 1, cases.of(400, 80) do
      local dimensions = 2 + world % 2
      local bare, coined = scatter(random, dimensions)
      for i = 1, 30 do
        local p, d = {}, {}
        for k = 1, dimensions do p[k], d[k] = 7 * random() - 3, 10 * random() - 5 end
        local make = MOVERS[dimensions][1 + i % 3]
        if not collide.overlap(bare, make(p)) then
          local want, got = collide.move(bare, make(p), d), collide.move(coined, make(p), d, { respond = pass_coins })
          assert.is_true(is_near(want.position, got.position), dimensions .. "D from " .. table.concat(p, " ")
            .. " by " .. table.concat(d, " "))
          count = count + 1
        end
      end
    end
    assert.is_true(count > cases.of(4000, 800, 160))
  end)
end)
