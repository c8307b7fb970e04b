-- SPDX-License-Identifier: MIT
local collide = require "collide"
local random = require "spec.support.random"

local function box(x, y)
  return collide.rect { half = { 0.5, 0.5 }, position = { x, y } }
end

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
