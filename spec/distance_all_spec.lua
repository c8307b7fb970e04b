-- SPDX-License-Identifier: MIT
--
-- distance_all: forms, options and errors. pieces_spec.lua compares its answers with distances of single pieces.
local collide = require("collide")

describe("distance_all", function()
  it("includes a member at exactly max, and without max every member", function()
    local disc, coin = collide.circle { radius = 1 }, collide.circle { radius = 1, position = { 5, 0 } }
    assert.are.equal(1, #disc:distance_all(coin, { max = 3 }))
    assert.are.equal(0, #disc:distance_all(coin, { max = 2.9999999999999996 }))
    assert.are.equal(1, #disc:distance_all(coin))
    assert.are.equal(1, #collide.world { coin }:distance_all(disc, { max = math.huge }))
    assert.are.equal(0, #disc:distance_all(collide.grid { dimensions = 2 }))
    assert.are.equal(0, #disc:distance_all {})
  end)

  it("gives the part of a group as the shape, and skips the shape itself", function()
    local pair = collide.group { collide.circle { radius = 1 }, collide.circle { radius = 1, position = { 0, 5 } } }
    local wall = collide.rect { half = { 1, 9 }, position = { 4, 0 } }
    local list = pair:distance_all({ pair, wall })
    assert.are.same({ 2, 2 }, { list[1].index, list[2].index })
    assert.are.same({ 1, 2 }, { list[1].part, list[2].part })
    assert.are.same({ wall, 2, 2 }, { list[1].shape, list[1].distance, list[2].distance })
  end)

  it("answers in numbers with the same number of values for each", function()
    local wall = collide.rect { half = { 1, 1 }, position = { 4, 0 } }
    local grid = collide.grid { dimensions = 2 }
    grid:set(5, 0, 7)
    assert.are.same({ 3, 0, 0, 3, 0, 1, 0, 0, 0, 0, 5, 0, 0, 5, 0, 2, 0, 7, 5, 0 },
      collide.distance_all(0, 0, { wall, grid }))
    assert.are.same({ 3, 0, 0, 3, 0, 1, 0, 0, 0, 0 }, wall:distance_all(0, 0))
    local ball = collide.sphere { radius = 1 }
    assert.are.same({ 1, 0, 0, 2, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0 }, ball:distance_all(0, 0, 2))
    assert.are.same({ 1, 0, 1, 0, 0, 2, 0, 1, 0, 0, 0, 0, 0, 0 },
      ball:distance_all({ collide.box { half = { 1, 1, 1 }, position = { 0, 3, 0 } } }, "numbers"))
  end)

  it("takes only, ignore, filter, limit and into", function()
    local function disc(x, layer) return collide.circle { radius = 1, position = { x, 0 }, layer = layer } end
    local members = { disc(9, "red"), disc(3, "blue"), disc(6, "red"), disc(-12, "blue") }
    for _, target in ipairs { members, collide.world(members) } do
      local function indices(options)
        local list = {}
        for i, near in ipairs(collide.distance_all({ 0, 0 }, target, options)) do list[i] = near.index end
        return list
      end
      assert.are.same({ 2, 3, 1, 4 }, indices())
      assert.are.same({ 3, 1 }, indices { only = "red" })
      assert.are.same({ 2, 4 }, indices { ignore = "red" })
      assert.are.same({ 2, 3 }, indices { limit = 2 })
      local count = 0
      assert.are.same({ 2, 1 }, indices { max = 8, filter = function(member)
        count = count + 1
        return member ~= members[3]
      end })
      assert.are.equal(3, count)
      local into = { { normal = { x = 1 }, depth = 2, distance = 7 }, 2, 3, 4, 5 }
      local from = {}
      into[1].from = from
      assert.are.equal(into, collide.distance_all({ 0, 0 }, target, { max = 5, into = into }))
      assert.are.equal(2, #into)
      assert.are.same({ 2, from, 0 }, { into[1].distance, into[1].from, from.x })
      assert.is_nil(into[1].normal)
      assert.is_nil(into[1].depth)
      disc(0):contact({ disc(1) }, { into = into[1] })
      assert.is_nil(into[1].distance)
      assert.is_nil(into[1].from)
    end
  end)

  it("gives the number of a member of a world in an array", function()
    local ball = collide.sphere { radius = 1, position = { 0, 0, 4 } }
    local near = collide.distance_all({ 0, 0, 0 }, { collide.world { ball } }, { max = 3 })[1]
    assert.are.same({ 1, 1, ball }, { near.index, near.number, near.shape })
    assert.are.equal("near distance=3 from=(0, 0, 0) point=(0, 0, 3) index=1 number=1", tostring(near))
  end)

  it("takes a grid of many cells only with max", function()
    local grid = collide.grid { dimensions = 2 }
    grid:fill({ 0, 0 }, { 1e6, 1e6 }, 1)
    for _, target in ipairs { grid, { grid }, collide.world { grid } } do
      assert.error_matches(function() collide.distance_all({ 0, 0 }, target) end,
        "max (a distance) expected, because the grid has more than 262144 cells", 1, true)
      assert.equal(4, #collide.distance_all({ 1, 1 }, target, { max = 0 }))
    end
  end)

  it("refuses what distance refuses", function()
    local ball = collide.sphere { radius = 1 }
    local function refuses(text, ...)
      local fine, message = pcall(collide.distance_all, ...)
      assert.is_false(fine)
      assert.is_truthy(message:find(text, 1, true), message)
    end
    refuses("got two points", { 0, 0 }, { 1, 1 })
    refuses("max must be a number, got nan", ball, { ball }, { max = 0 / 0 })
    refuses("max must not be negative, got -1", ball, { ball }, { max = -1 })
    refuses("max: number expected, got table", ball, { ball }, { max = {} })
    refuses("unknown option 'touching'", ball, { ball }, { touching = "skip" })
    refuses("a 3D target expected", ball, { collide.circle { radius = 1 } })
    refuses("only two grids", collide.grid {}, collide.grid {})
    local solid = collide.grid {}
    solid:fill(0, 0, 0, 99, 99, 99, 1)
    refuses("there are more than 262144 hits", ball, solid, { max = 200 })
    assert.are.equal(1, #ball:distance_all(solid, { max = 1, limit = 1 }))
  end)
end)
