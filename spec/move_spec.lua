-- SPDX-License-Identifier: MIT
--
-- Moves in the plane, also in worlds.
local collide = require("collide")
local cases = require("spec.support.cases")
local random = require("spec.support.random")
local near = require("spec.support.pairs").near

local function at(r, x, y, slack)
  near(r.position.x, x, slack)
  near(r.position.y, y, slack)
end

local function tiles(from, to, y)
  local list = {}
  for x = from, to do list[#list + 1] = collide.rect { min = { x, y - 1 }, max = { x + 1, y } } end
  return list
end

local function box(x, y)
  return collide.rect { half = { 0.5, 0.5 }, position = { x, y } }
end

describe("move", function()
  it("does not pass through a shape that it overlaps only by rounding", function()
    local floor = collide.rect { min = { -5, -1 }, max = { 5, 0.3 } }
    local ceiling = collide.rect { min = { -5, 1.2999999999999998 }, max = { 5, 3 } }
    local block = collide.rect { half = { 0.3, 0.5 }, position = { 0, 0.8 } }
    for _, d in ipairs { { 0, 3 }, { 0, -3 }, { 1, 3 } } do
      block:set_position(0, 0.8)
      local moved = collide.move({ floor, ceiling }, block, d)
      assert.is_true(math.abs(moved.position.y - 0.8) < 1e-9)
      assert.is_true(math.abs(moved.position.x - d[1]) < 1e-9)
    end
  end)

  it("moves a shape all the way without obstacles", function()
    local b = box(0, 0)
    local r = collide.move({}, b, { 3, 4 })
    assert.are.same({ x = 3, y = 4 }, { x = r.position.x, y = r.position.y })
    assert.are.same({ x = 3, y = 4 }, { x = r.displacement.x, y = r.displacement.y })
    assert.are.same({ x = 0, y = 0 }, { x = r.remainder.x, y = r.remainder.y })
    assert.are.equal(0, #r.hits)
    assert.is_false(r.inside)
    assert.is_nil(r.ground)
    assert.are.same({ 3, 4 }, { b:get_position().x, b:get_position().y })
  end)

  it("answers in numbers to a displacement in numbers", function()
    assert.are.same({ 3, 0.5, 1 }, { collide.move(tiles(-5, 5, 0), box(2, 2), 1, -4) })
    assert.are.same({ 3, 0.5, 1, 0, 1 }, { collide.move(tiles(-5, 5, 0), box(2, 2), 1, -4, { up = { 0, 1 } }) })
    assert.are.same({ 3, 4, 0, 0, 0 }, { collide.move(tiles(-5, 5, 0), box(2, 2), 1, 2, { up = { 0, 1 } }) })
  end)

  it("is a method of shapes, grids and groups", function()
    local grid = collide.grid { dimensions = 2 }
    grid:fill({ -5, -1 }, { 5, -1 }, 3)
    local group = collide.group(tiles(-5, 5, 0))
    for _, target in ipairs { collide.plane { normal = { 0, 1 }, distance = 0 }, grid, group } do
      local r = target:move(box(0, 2), { 0, -9 })
      at(r, 0, 0.5)
      assert.are.equal(target, r.hits[1].shape or target)
    end
    local hit = grid:move(box(0.1, 2), { 0, -9 }).hits[1]
    assert.are.same({ -1, -1, 3 }, { hit.cell.x, hit.cell.y, hit.value })
    assert.are.equal(5, group:move(box(0.1, 2), { 0, -9 }).hits[1].part)
  end)

  it("passes through nothing, however long the displacement", function()
    local wall = collide.rect { min = { 5, -100 }, max = { 5.001, 100 } }
    at(collide.move(wall, box(0, 0), { 1e9, 0 }), 4.5, 0)
    local segment = collide.segment { { 5, -100 }, { 5, 100 } }
    -- A segment has no inside, but what crosses it is in it.
    at(collide.move(segment, box(0, 0), { 1e9, 0 }), 4.5, 0)
  end)

  it("skips the moving shape as a member", function()
    local b = box(0, 0)
    at(collide.move({ b, box(5, 0) }, b, { 9, 0 }), 4, 0)
    at(collide.move(b, b, { 2, 0 }), 6, 0)
  end)

  it("selects members by ignore, only, filter and layers", function()
    local a, b = box(3, 0), box(6, 0)
    a:set_layer "move_a"
    at(collide.move({ a, b }, box(0, 0), { 9, 0 }, { ignore = a }), 5, 0)
    at(collide.move({ a, b }, box(0, 0), { 9, 0 }, { only = b }), 5, 0)
    at(collide.move({ a, b }, box(0, 0), { 9, 0 }, { ignore = "move_a" }), 5, 0)
    local asked = {}
    at(collide.move({ a, b, box(0, 50) }, box(0, 0), { 9, 0 }, { filter = function(s)
      asked[#asked + 1] = s
      return s == b
    end }), 5, 0)
    for _, s in ipairs(asked) do assert.is_true(s == a or s == b) end
    assert.is_true(#asked <= 2)
  end)

  it("moves nothing if a filter or a response raises an error, or returns a wrong value", function()
    local a, b = box(3, 0), box(0, 0)
    local function fails(text, options)
      assert.error_matches(function() collide.move({ a }, b, { 9, 0 }, options) end, text, 1, true)
      assert.are.same({ 0, 0 }, { b:get_position().x, b:get_position().y })
    end
    fails("no!", { filter = function() error "no!" end })
    fails("no!", { respond = function() error "no!" end })
    fails('respond must return "slide"', { respond = function() return "stick" end })
    fails("filter must not change the target", { filter = function() a:set_position(3, 0) return true end })
    assert.has_error(function()
      collide.move({ a }, b, { 9, 0 }, { respond = function() b:set_position(1, 1) return "slide" end })
    end)
  end)
end)

describe("the response", function()
  local wall = collide.rect { min = { 5, -9 }, max = { 6, 9 }, layer = "move_wall" }
  local coin = collide.circle { radius = 0.5, position = { 2, 0 }, layer = "move_coin" }

  it("may be a word, a table by layer or a function", function()
    at(collide.move({ wall, coin }, box(0, 0), { 9, 3 }, { respond = "stop" }), 1, 1 / 3, 0.4)
    local r = collide.move({ wall, coin }, box(0, 0), { 9, 3 }, { respond = { move_coin = "pass" } })
    at(r, 4.5, 3)
    assert.are.same({ "pass", "slide" }, { r.hits[1].response, r.hits[2].response })
    local told = {}
    r = collide.move({ wall, coin }, box(0, 0), { 9, 3 }, { respond = function(hit)
      told[#told + 1] = hit.shape
      return hit.shape == coin and "pass" or "bounce"
    end })
    at(r, 0, 3)
    assert.are.same({ coin, wall }, told)
  end)

  it("stop: the rest of the displacement is the remainder", function()
    local r = collide.move(wall, box(0, 0), { 9, 0 }, { respond = "stop" })
    near(r.remainder.x, 4.5)
    near(r.remainder.y, 0)
  end)

  it("pass: continues through many members", function()
    local list = {}
    for i = 1, 100 do list[i] = box(2 * i, 0) end
    local r = collide.move(list, box(0, 0), { 300, 0 }, { respond = "pass" })
    at(r, 300, 0)
    assert.are.equal(100, #r.hits)
    for i = 1, 100 do assert.are.equal(list[i], r.hits[i].shape) end
  end)

  it("slide: continues along both walls of a corner, and stops in it", function()
    local floor = tiles(-5, 5, 0)
    floor[#floor + 1] = collide.rect { min = { 2, 0 }, max = { 3, 4 } }
    local b = box(0, 0.5)
    local r = collide.move(floor, b, { 5, -5 })
    at(r, 1.5, 0.5)
    at(collide.move(floor, b, { 5, -5 }), 1.5, 0.5)
    at(collide.move(floor, b, { 5, 2 }), 1.5, 2.5)
  end)

  it("changes direction at most `iterations` times", function()
    local walls = { collide.rect { min = { 2, -9 }, max = { 3, 9 } },
      collide.rect { min = { -3, -9 }, max = { -2, 9 } } }
    local r = collide.move(walls, box(0, 0), { 30, 0 }, { respond = "bounce", iterations = 4 })
    assert.are.equal(4, #r.hits)
    at(r, 1.5, 0) -- on the right once more after four turns
    near(r.remainder.x, 30 - 1.5 - 4 * 3)
  end)
end)

describe("walking", function()
  local up = { 0, 1 }
  local function slope(angle) -- a half-plane through the origin that rises to the right
    return collide.plane { normal = { -math.sin(angle), math.cos(angle) }, distance = 0 }
  end

  it("stands on walkable slopes, and slides down steeper ones", function()
    for _, c in ipairs { { 0.5, 0.6, true }, { 0.6, 0.6, true }, { 0.601, 0.6, false }, { 1.2, 0.6, false } } do
      local ball = collide.circle { radius = 1, position = { -math.sin(c[1]) * 1.5, math.cos(c[1]) * 1.5 } }
      local options = { up = up, max_slope = c[2] }
      collide.move(slope(c[1]), ball, { 0, -3 }, options)
      local p = ball:get_position()
      local r = collide.move(slope(c[1]), ball, { 0, -1 }, options)
      if c[3] then
        at(r, p.x, p.y, 1e-12)
        assert.is_table(r.ground)
      else
        assert.is_true(r.position.x < p.x - 0.1)
        assert.is_nil(r.ground)
      end
    end
  end)

  it("does not climb slopes that are too steep, and climbs others", function()
    for angle, climbs in pairs { [0.3] = true, [1.2] = false } do
      local target = { slope(angle), collide.plane { normal = { 0, 1 }, distance = 0 } }
      local ball = collide.circle { radius = 0.5, position = { -3, 0.5 } }
      for _ = 1, 60 do collide.move(target, ball, { 0.1, -0.05 }, { up = up, max_slope = 0.7 }) end
      local p = ball:get_position()
      assert.are.equal(climbs, p.y > 0.6)
      near(p.y > 0.6 and 0.5 or p.y, 0.5)
    end
  end)

  it("returns the wall if even gentle slopes are too steep", function()
    for _, angle in ipairs { 0.01, 0.03, 0.05 } do
      for _, way in ipairs { { 5, 0 }, { 5, -1 }, { 5, -4 } } do
        local ball = collide.circle { radius = 0.5, position = { -1, 0.5 } }
        local target = { slope(angle), collide.plane { normal = { 0, 1 }, distance = 0 } }
        local r = collide.move(target, ball, way, { up = up, max_slope = 0.001 })
        local met = false
        for _, hit in ipairs(r.hits) do met = met or hit.normal.x < 0 end
        assert.is_true(met)
      end
    end
  end)

  it("keeps its level displacement where its corner meets the upper corner of a wall", function()
    local wall = collide.rect { min = { 0, -50 }, max = { 1, 0 } }
    local r = collide.move(wall, box(-2, 2), { 4, -4 }, { up = up })
    at(r, 2, 0.5)
    assert.are.equal(1, #r.hits)
    -- A slide has no reason to prefer the top: both planes are as far from the displacement.
    at(collide.move(wall, box(-2, 2), { 4, -4 }), -0.5, -2)
  end)

  -- In a frame that is turned what is level is so but for rounding, and walls are not quite upright.
  it("climbs stairs and stays on the ground in any frame", function()
    for i = 1, cases.QUICK and 20 or 200 do
      local angle = i * 0.7
      local c, s = math.cos(angle), math.sin(angle)
      local function turned(x, y) return { c * x - s * y, s * x + c * y } end
      local function slab(x, y)
        return collide.polygon { turned(x, -9), turned(9, -9), turned(9, y), turned(x, y) }
      end
      local target = { slab(-9, 0), slab(1, 0.25), slab(2 + i / 100, 0.3 + i / 1000),
        collide.polygon { turned(-20, -9), turned(-9, -9), turned(-9, -0.2), turned(-20, -0.2) } }
      local b = collide.rect { half = { 0.25, 0.5 }, position = turned(-0.5, 0.5 + i / 997), rotation = angle }
      local options = { up = turned(0, 1), step = 0.3, snap = 0.3 }
      for _, way in ipairs { 0.125, -0.125 } do
        local left
        for _ = 1, 60 do
          local r = collide.move(target, b, turned(way, 0), options)
          assert.is_truthy(r.ground)
          left = r.position.x * c + r.position.y * s
        end
        assert.is_true(left * way > 0.5)
        for _ = 1, 48 do assert.is_truthy(collide.move(target, b, turned(-way, 0), options).ground) end
      end
    end
  end)

  it("stands on the ground after a fall from a great height", function()
    for _, far in ipairs { 1e3, 1e4, 1e6, 1e8 } do
      for i = 1, 40 do
        local y = i / 13
        local floor = collide.rect { min = { -9, y - 1 }, max = { 9, y } }
        local ball = collide.circle { radius = 0.3, x = i / 7, y = y + far * i }
        for _, b in ipairs { box(i / 7, y + far + 1 / i), ball } do
          local r = collide.move(floor, b, { 0, -50 * far }, { up = up })
          assert.is_truthy(r.ground)
          assert.is_true(math.abs(r.ground.normal.y - 1) < 1e-15)
        end
      end
    end
  end)

  it("climbs stairs up to the height of a step, and no higher", function()
    local stairs = tiles(-5, 0, 0)
    for i = 1, 8 do stairs[#stairs + 1] = collide.rect { min = { i, -1 }, max = { 20, 0.3 * i } } end
    for step, height in pairs { [0.31] = 2.4 + 0.5, [0.29] = 0.5 } do
      local b = box(-3, 0.5)
      for _ = 1, 200 do collide.move(stairs, b, { 0.1, -0.05 }, { up = up, step = step }) end
      near(b:get_position().y, height, 1e-9)
    end
    -- No stairs in the air.
    local b = box(0, 3)
    collide.move({ collide.rect { min = { 1, 0 }, max = { 2, 2.6 } } }, b, { 1, -0.1 }, { up = up, step = 1 })
    near(b:get_position().x, 0.5)
  end)

  it("stays on the ground as far as snap, unless it jumps", function()
    local floor = collide.plane { normal = { 0, 1 }, distance = 0 }
    at(collide.move(floor, box(0, 0.7), { 1, 0 }, { up = up, snap = 0.25 }), 1, 0.5)
    at(collide.move(floor, box(0, 0.7), { 1, 0 }, { up = up, snap = 0.15 }), 1, 0.7)
    at(collide.move(floor, box(0, 0.5), { 1, 0.1 }, { up = up, snap = 0.25 }), 1, 0.6)
    local down = slope(-0.5)
    local ball = collide.circle { radius = 1, position = { 0, 1 / math.cos(0.5) } }
    for _ = 1, 50 do
      local r = collide.move(down, ball, { 0.2, 0 }, { up = up, snap = 0.3 })
      assert.is_table(r.ground)
      near(r.ground.normal.y, math.cos(0.5))
    end
  end)

  it("walks along floors of tiles in both directions, everywhere, without a stop", function()
    for _, x in ipairs { 0, 1e3, 1e6 } do
      local list, grid = {}, collide.grid { dimensions = 2 }
      for i = 0, 40 do list[i + 1] = collide.rect { min = { x + i, -1 }, max = { x + i + 1, 0 } } end
      grid:fill({ x, -3 }, { x + 40, -1 }, 1)
      for _, target in ipairs { list, grid } do
        for _, b in ipairs { collide.rect { half = { 0.5, 0.5 }, position = { x + 5, 0.5 } },
          collide.circle { radius = 0.5, position = { x + 5, 0.5 } },
          collide.rect { half = { 0.5, 0.5 }, position = { x + 5, 1.25 }, rotation = 0.4 } } do
          collide.move(target, b, { 0, -1 }, { up = up })
          for i = 1, 200 do
            local before, dx = b:get_position().x, i <= 100 and 0.25 or -0.25
            local r = collide.move(target, b, { dx, -0.1 }, { up = up })
            near(r.position.x - before, dx, 1e-9)
            assert.is_table(r.ground)
          end
        end
      end
    end
  end)

  it("needs `up` for max_slope, step and snap", function()
    for _, name in ipairs { "max_slope", "step", "snap" } do
      assert.error_matches(function() collide.move({}, box(0, 0), { 1, 0 }, { [name] = 0.5 }) end,
        name .. " is for walking", 1, true)
    end
  end)
end)

describe("push_out", function()
  it("moves a shape out of its overlaps, deepest first", function()
    local b = box(0.5, 0.2)
    local r = collide.push_out(tiles(-5, 5, 0), b)
    at(r, 0.5, 0.5)
    near(r.displacement.y, 0.3)
    assert.is_false(r.inside)
    assert.are.equal(0, #r.hits)
  end)

  it("does not move a shape that overlaps nothing or only touches", function()
    assert.are.same({ 0.5, 0.5, 0 }, { collide.push_out(tiles(-5, 5, 0), box(0.5, 0.5), "numbers") })
    assert.are.same({ 0.5, 0.5, 0 }, { collide.push_out(tiles(-5, 5, 0), box(0.5, 0.5), {}, "numbers") })
    assert.are.same({ 0.5, 0.5, 0 }, { collide.push_out(tiles(-5, 5, 0), box(0.5, 0.5), nil, "numbers") })
  end)

  it("finds the way out of a corner", function()
    local floor = tiles(-5, 5, 0)
    for i = 0, 3 do floor[#floor + 1] = collide.rect { min = { 2, i }, max = { 3, i + 1 } } end
    at(collide.push_out(floor, box(1.6, 0.3)), 1.5, 0.5)
  end)

  it("pushes into nothing that was not overlapped, and returns inside if an overlap remains", function()
    -- a slot that is too narrow, with a wall above what it would be pushed out of
    local target = { collide.rect { min = { -9, -9 }, max = { 9, 0 } },
      collide.rect { min = { -9, 1.2 }, max = { 9, 9 } } }
    local b = collide.rect { half = { 0.5, 0.7 }, position = { 0, 0.5 } }
    local r = collide.push_out(target, b)
    assert.is_true(r.inside)
    near(r.position.y, 0.5, 0.2 + 1e-9)
    assert.is_nil(collide.contact({ target[2] }, b, { touching = "skip" }))
  end)

  it("runs before a move", function()
    local r = collide.move(tiles(-5, 5, 0), box(0.5, 0.2), { 1, 0 })
    at(r, 1.5, 0.5)
    near(r.displacement.y, 0.3)
  end)

  it("an overlap that cannot be resolved does not block", function()
    local prison = collide.plane { normal = { 0, 1 }, distance = 0 }
    local other = collide.plane { normal = { 0, -1 }, distance = 0 }
    local r = collide.move({ prison, other }, box(0, 3), { 4, 0 })
    near(r.position.x, 4)
    assert.is_true(r.inside)
  end)
end)

describe("move in a world", function()
  it("gives the answer of the array of its members, and updates the shape if it is a member", function()
    local pick = random.generator(20)
    for _ = 1, 40 do
      local list, layers = {}, { "wall", "floor" }
      for i = 1, 3 + pick(20) do
        list[i] = collide.rect { half = { pick(4) / 2, pick(4) / 2 }, position = { pick(20) - 10, pick(20) - 10 },
          rotation = pick(2) == 1 and pick(6) or nil, layer = layers[pick(2)] }
      end
      local one = box(pick(20) - 10, pick(20) - 10)
      local other = one:copy()
      local world = collide.world(list)
      world:add(other)
      local options = ({
        nil, { ignore = "wall" }, { respond = { wall = "bounce" } },
        { filter = function(m) return m:get_layer() == "floor" end }, { up = { 0, 1 }, step = 0.5, snap = 0.5 },
      })[pick(5)]
      for _ = 1, 4 do
        local dx, dy = pick(21) - 11, pick(21) - 11
        local a, b = collide.move(list, one, { dx, dy }, options), world:move(other, { dx, dy }, options)
        assert.same({ a.position.x, a.position.y, a.inside, #a.hits },
          { b.position.x, b.position.y, b.inside, #b.hits })
        for i, hit in ipairs(a.hits) do
          assert.equal(hit.shape, b.hits[i].shape)
          assert.equal(hit.index, b.hits[i].index)
        end
        local p = other:get_position()
        assert.is_true(world:contains({ p.x, p.y }))
      end
      assert.same({ collide.push_out(list, one, "numbers") }, { world:push_out(other, "numbers") })
    end
  end)

  it("keeps a member that a filter or a response removes until the move ends", function()
    for _, how in ipairs { "filter", "respond" } do
      local world = collide.world { dimensions = 2 }
      for x = -5, 5 do world:add(collide.rect { min = { x, -1 }, max = { x + 1, 0 } }) end
      local function drop()
        world:clear()
        collectgarbage()
        collectgarbage()
        return how == "filter" or "slide"
      end
      local fine, message = pcall(collide.move, world, box(0, 2), { 3, -4 }, { [how] = drop })
      if how == "filter" then assert.matches("filter must not change the target", message, 1, true) end
      assert.equal(how ~= "filter", fine)
    end
  end)
end)

describe("a move in numbers in a world", function()
  local number = random.uniform(7)

  -- Whole numbers touch and tie.
  local function place(is_whole)
    local x, y = number(-6, 6), number(-6, 6)
    if is_whole then return { math.floor(x), math.floor(y) } end
    return { x, y }
  end

  local function shape(kind, is_whole)
    local p = place(is_whole)
    if kind == 1 then return collide.circle { radius = is_whole and 1 or number(0.2, 1), position = p } end
    if kind == 2 then return collide.rect { half = { 0.5, 1 }, position = p, rotation = number(0, 3) } end
    if kind == 3 then return collide.polygon { { 0, 0 }, { 1, 0 }, { 0.5, 1 }, position = p } end
    if kind == 4 then return collide.capsule { a = { 0, 0 }, b = { 1, 0.5 }, radius = 0.25, position = p } end
    return collide.rect { half = is_whole and { 1, 0.5 } or { number(0.2, 1), number(0.2, 1) }, position = p }
  end

  local function members(round, is_whole)
    local list = {}
    for i = 1, round % 4 == 0 and 60 or 20 do list[i] = shape(round % 2 == 0 and 5 or i % 6, is_whole) end
    if round % 5 == 1 then list[#list + 1] = collide.plane { normal = { 0, 1 }, distance = -5 } end
    if round % 7 == 1 then list[#list + 1] = collide.rect { half = { 2, 0.5 }, one_way = { 0, 1 } } end
    if round % 9 == 1 then
      list[#list + 1] = collide.grid { dimensions = 2 }
      list[#list]:fill({ -6, -6 }, { 6, -5 }, 1)
    end
    if round % 11 == 1 then list[#list + 1] = collide.group { collide.circle { radius = 1 }, position = { 3, 3 } } end
    return list
  end

  local OPTIONS = { false, false, { respond = "stop" }, { respond = "bounce" }, { respond = "pass" },
    { iterations = 1 }, { up = { 0, 1 }, step = 0.3, snap = 0.2 }, { respond = function() return "slide" end } }

  it("equals the move in tables and that of the array of members, to the last bit", function()
    local moved = 0
    for round = 1, 400 do
      local is_whole = round % 3 == 0
      local list = members(round, is_whole)
      local world, mover = collide.world(list), shape(round % 2 == 0 and 5 or round % 6, is_whole)
      local one, other = mover:copy(), mover:copy()
      world:add(mover)
      for i = 1, 8 do
        local d, options = place(is_whole and i % 2 == 0), OPTIONS[i] or nil
        local all = { ignore = mover }
        for k, v in pairs(options or {}) do all[k] = v end
        local r = world:move(one, d, all)
        local told
        if options then
          told = { world:move(mover, d[1], d[2], options) }
        else
          told = { world:move(mover, d[1], d[2]) }
        end
        local listed = { collide.move(list, other, d[1], d[2], options) }
        local want = { r.position.x, r.position.y, #r.hits }
        if options and options.up then
          local n = r.ground and r.ground.normal
          want[4], want[5] = n and n.x or 0, n and n.y or 0
        end
        if r.direction then want[#want + 1], want[#want + 2] = r.direction.x, r.direction.y end
        assert.are.same(want, told)
        assert.are.same(want, listed)
        assert.are.same({ want[1], want[2] }, { mover:get_position().x, mover:get_position().y })
        moved = moved + #r.hits
      end
    end
    assert.is_true(moved > 500)
  end)

  it("skips members that were moved away or removed", function()
    local wall = collide.rect { half = { 1, 9 }, position = { 5, 0 } }
    local world, b = collide.world { wall }, box(0, 0)
    assert.are.same({ 3.5, 0, 1 }, { world:move(b, 9, 0) })
    wall:set_position(7, 0)
    assert.are.same({ 5.5, 0, 1 }, { world:move(b, 9, 0) })
    world:remove(wall)
    assert.are.same({ 14.5, 0, 0 }, { world:move(b, 9, 0) })
  end)
end)
