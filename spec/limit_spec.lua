-- SPDX-License-Identifier: MIT
--
-- `limit` of contact_all, distance_all and shapecast_all gives the first of all answers, and `contact` gives the first
-- of contact_all. Shapes that are large beside the cells of a grid skip whole blocks of cells; their answers are those
-- of an array of boxes. And the forms, options and errors of distance_all.
local collide = require("collide")
local cases = require("spec.support.cases")
local random = require("spec.support.random")
local refusals = require("spec.support.refusals")

local CASES = cases.of(300, 30)
local below, uniform = random.generator(49), random.uniform(53)

local function eighth() return (below(97) - 49) / 8 end
local function tenth() return (below(121) - 61) / 10 end
local function number()
  local kind = below(3)
  return kind == 1 and eighth() or kind == 2 and tenth() or uniform(-6, 6)
end
local function size() return below(3) == 1 and uniform(0.1, 5) or below(40) / 8 end
local function point(dimensions) return { number(), number(), dimensions == 3 and number() or nil } end

local function axis(dimensions)
  local normals = dimensions == 2 and { { 0, 1 }, { -1, 0 }, { 0.6, 0.8 } }
    or { { 0, 1, 0 }, { 0, 0, -1 }, { 0, 0.6, 0.8 } }
  return normals[below(3)]
end

local flat = {
  function()
    return collide.rect { half = { size(), size() }, position = point(2), rotation = below(8) * math.pi / 4 }
  end,
  function() return collide.circle { radius = size(), position = point(2) } end,
  function() return collide.capsule { a = point(2), b = point(2), radius = 0.125 } end,
  function() return collide.triangle { point(2), point(2), point(2) } end,
  function() return collide.plane { normal = axis(2), distance = number() } end,
  function() return collide.segment { { -10, below(9) - 4 }, { 10, below(9) - 4 } } end,
}
local solids = {
  function() return collide.box { half = { size(), size(), size() }, position = point(3) } end,
  function()
    local turn = below(8) * math.pi / 8
    local rotation = { 0, math.sin(turn), 0, math.cos(turn) }
    return collide.box { half = { size(), size(), size() }, position = point(3), rotation = rotation }
  end,
  function() return collide.sphere { radius = size(), position = point(3) } end,
  function() return collide.capsule { a = point(3), b = point(3), radius = 0.125 } end,
  function() return collide.triangle { point(3), point(3), point(3) } end,
  function() return collide.plane { normal = axis(3), distance = number() } end,
  function() return collide.segment { { -10, below(9) - 4, 0 }, { 10, below(9) - 4, below(9) - 4 } } end,
}

local function shape(dimensions)
  local makers = dimensions == 2 and flat or solids
  return makers[below(#makers)]()
end

-- A full grid of one value; one with holes; one of several values. A grid stores full blocks of 8 x 8 x 8 cells, in 2D
-- of 16 x 16, without their cells.
local function draw_grid(dimensions)
  local kind = below(4)
  if kind == 4 then
    local g = collide.grid { dimensions = dimensions, size = dimensions == 3 and 1 or 0.3 }
    g:fill({ -16, -16, dimensions == 3 and -8 or nil }, { 15, 15, dimensions == 3 and 7 or nil }, 1)
    return g
  end
  local g = collide.grid { dimensions = dimensions, size = ({ 0.5, 1, 0.3 })[below(dimensions)] }
  local n = dimensions == 2 and 9 or 5
  local z = dimensions == 3 and n or nil
  g:fill({ -n, -n, z and -n }, { n, n, z }, 1)
  for _ = 1, kind == 1 and 0 or 2 * n * n do
    g:set({ below(2 * n) - n, below(2 * n) - n, z and below(2 * n) - n }, kind == 2 and 0 or below(3))
  end
  return g
end

local function mesh()
  local rows = {}
  for i = 1, 8 do
    rows[i] = {}
    for k = 1, 8 do rows[i][k] = (below(9) - 5) / 4 end
  end
  return collide.heights { rows = rows, origin = { -4, 0, -4 } }
end

local function draw_target(dimensions)
  local kind = below(5)
  if kind == 1 and dimensions == 3 then return mesh() end
  if kind == 2 then return { shape(dimensions), draw_grid(dimensions), shape(dimensions) } end
  return draw_grid(dimensions)
end

local function texts(answers)
  local list = {}
  for i, answer in ipairs(answers) do list[i] = tostring(answer) end
  return list
end

local function assert_first(all, first, limit)
  local expected = texts(all)
  for i = #expected, limit + 1, -1 do expected[i] = nil end
  assert.same(expected, texts(first))
end

local function each_case(check)
  for i = 1, CASES do
    local dimensions = i % 2 == 0 and 2 or 3
    check(shape(dimensions), draw_target(dimensions), ({ 1, 3, 17, 200 })[below(4)], dimensions)
  end
end

describe("the option limit", function()
  it("gives the deepest contacts", function()
    each_case(function(mover, level, limit)
      assert_first(collide.contact_all(mover, level), collide.contact_all(mover, level, { limit = limit }), limit)
    end)
  end)

  it("gives the nearest distances", function()
    each_case(function(mover, level, limit)
      local all = collide.distance_all(mover, level, { max = 2 })
      assert_first(all, collide.distance_all(mover, level, { max = 2, limit = limit }), limit)
    end)
  end)

  it("gives the earliest hits of a shapecast", function()
    each_case(function(mover, level, limit, dimensions)
      local along = point(dimensions)
      for _, touching in ipairs({ "hit", "skip" }) do
        local options = { touching = touching == "skip" and "skip" or nil }
        local all = collide.shapecast_all(level, mover, along, options)
        options.limit = limit
        assert_first(all, collide.shapecast_all(level, mover, along, options), limit)
      end
    end)
  end)

  it("gives the nearest cells of a grid with more cells than one call returns", function()
    local g = collide.grid { dimensions = 3 }
    g:fill(0, 0, 0, 127, 127, 127, 1)
    local near = collide.distance_all(collide.sphere { radius = 1, position = { -2, 0.5, 0.5 } }, g, { limit = 2 })
    assert.same({ 1, "(0, 0, 0)" }, { near[1].distance, tostring(near[1].cell) })
    assert.equal(2, #near)
    assert.has_error(function() collide.distance_all(collide.sphere { radius = 1 }, g) end)
  end)

  it("is needed for more contacts than one call returns", function()
    local g = collide.grid { dimensions = 3 }
    g:fill(0, 0, 0, 99, 99, 99, 1)
    local inside = collide.box { min = { 1, 1, 1 }, max = { 99, 99, 99 } }
    assert.error_matches(function() inside:contact_all(g) end, "more than 262144 hits")
    assert.equal(5, #inside:contact_all(g, { limit = 5 }))
  end)
end)

-- A few cells far apart, as a grid and as an array of boxes.
local function scattered(dimensions)
  local g, boxes = collide.grid { dimensions = dimensions }, {}
  for _ = 1, 12 do
    local cell = { below(120) - 60, below(30) - 15, dimensions == 3 and below(30) - 15 or nil }
    if g:get(cell) == 0 then
      local min, max = g:cell_bounds(cell)
      boxes[#boxes + 1] = (dimensions == 3 and collide.box or collide.rect) { min = min, max = max }
      g:set(cell, 1)
    end
  end
  return g, boxes
end

local function long(dimensions)
  local function far() return below(41) - 21 end
  local function ending() return { far(), far(), dimensions == 3 and far() or nil } end
  local a, b = ending(), ending()
  return below(2) == 1 and collide.segment { a, b } or collide.capsule { a = a, b = b, radius = 0.25 }
end

describe("a large shape at a grid", function()
  it("has the casts, overlaps and distances of the same boxes in an array", function()
    for i = 1, 4 * CASES do
      local dimensions = i % 2 == 0 and 2 or 3
      local mover, g, boxes = long(dimensions), scattered(dimensions)
      local along = point(dimensions)
      for k, x in ipairs(along) do along[k] = x * below(40) end
      for _, options in ipairs({ {}, { touching = "skip" } }) do
        local hit = collide.shapecast(g, mover, along, options)
        local expected = collide.shapecast(boxes, mover, along, options)
        assert.equal(expected and expected.t, hit and hit.t)
        assert.equal(collide.overlap(mover, boxes, options), collide.overlap(mover, g, options))
      end
      assert.equal((collide.distance(mover, boxes)), (collide.distance(mover, g)))
    end
  end)

  it("moves through a region of one-way cells that it begins in", function()
    local g = collide.grid { dimensions = 3 }
    g:fill(0, 0, 0, 29, 29, 29, 1)
    g:set_one_way(1, { 0, 1, 0 })
    local box = collide.box { min = { 0.1, 0.1, 0.1 }, max = { 29.9, 29.9, 29.9 } }
    assert.equal("(0, -1, 0)", tostring(g:move(box, { 0, -1, 0 }).displacement))
  end)
end)

describe("contact with many cells", function()
  it("is the first of all contacts", function()
    each_case(function(mover, level)
      for _, options in ipairs({ {}, { touching = "skip" } }) do
        local all, one = collide.contact_all(mover, level, options), collide.contact(mover, level, options)
        assert.equal(tostring(all[1]), tostring(one))
      end
    end)
  end)

  it("is with the lowest cell if a flat shape lies in a seam", function()
    local g = collide.grid { dimensions = 3 }
    g:fill(0, 0, 0, 31, 31, 31, 1)
    local leaf = collide.triangle { { 24.5, 2.5, 15 }, { 29.5, 20.5, 15 }, { 8.5, 28.5, 15 } }
    assert.equal(tostring(leaf:contact_all(g)[1]), tostring(leaf:contact(g)))
    assert.equal("1 (24, 2, 14)", ("%g %s"):format(leaf:contact(g).depth, tostring(leaf:contact(g).cell)))
  end)

end)

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
    local function refuses(text, ...) refusals.expect(text, collide.distance_all, ...) end
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
