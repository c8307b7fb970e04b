-- SPDX-License-Identifier: MIT
--
-- distance_all: each member, part, triangle and cell that `distance` finds alone within `max`, the nearest first.
local collide = require("collide")
local cases = require("spec.support.cases")
local random = require("spec.support.random")

local CASES = cases.of(400, 40)

local below = random.below(40)
local function number() return (below(33) - 16) / 2 end
local function point(dimensions) return { number(), number(), dimensions == 3 and number() or nil } end
local function size() return below(4) / 2 end

local function shape(dimensions)
  local kind, p = below(3), point(dimensions)
  if dimensions == 2 then
    if kind == 0 then return collide.circle { radius = size(), position = p } end
    if kind == 1 then return collide.rect { half = { size(), size() }, position = p } end
    return collide.triangle { point(2), point(2), point(2) }
  end
  if kind == 0 then return collide.sphere { radius = size(), position = p } end
  if kind == 1 then return collide.box { half = { size(), size(), size() }, position = p } end
  return collide.triangle { point(3), point(3), point(3) }
end

-- Pieces are places of a target, each a shape that `distance` can test alone.
local function add_cells(pieces, dimensions, index)
  local grid = collide.grid { dimensions = dimensions, size = 2 }
  for _ = 1, 9 do
    local cell = { below(5) - 2, below(5) - 2, dimensions == 3 and below(3) or nil }
    grid:set(cell, 1 + below(9))
  end
  for x = -2, 2 do
    for y = -2, 2 do
      for z = 0, dimensions == 3 and 2 or 0 do
        local cell = { x, y, dimensions == 3 and z or nil }
        local value = grid:get(cell)
        if value ~= 0 then
          local min, max = grid:cell_bounds(cell)
          local box = (dimensions == 3 and collide.box or collide.rect) { min = min, max = max }
          local key = dimensions == 3 and ("%d %d %d"):format(x, y, z) or ("%d %d"):format(x, y)
          pieces[#pieces + 1] = { shape = box, index = index, cell = key, value = value }
        end
      end
    end
  end
  return grid
end

local function add_group(pieces, dimensions, index)
  local parts = { shape(dimensions), shape(dimensions), shape(dimensions) }
  for i, part in ipairs(parts) do pieces[#pieces + 1] = { shape = part, index = index, part = i } end
  return collide.group(parts)
end

local function add_mesh(pieces, index)
  local vertices, triangles = {}, {}
  for i = 1, 8 do vertices[i] = point(3) end
  for i = 1, 6 do triangles[i] = { i, i + 1, i + 2 } end
  local mesh = collide.mesh { vertices = vertices, triangles = triangles }
  for i = 1, 6 do
    local t = triangles[i]
    pieces[#pieces + 1] = { index = index, triangle = i,
      shape = collide.triangle { vertices[t[1]], vertices[t[2]], vertices[t[3]] } }
  end
  return mesh
end

local function scene(dimensions)
  local members, pieces = {}, {}
  for i = 1, 6 do
    members[i] = shape(dimensions)
    pieces[i] = { shape = members[i], index = i }
  end
  members[7] = add_cells(pieces, dimensions, 7)
  members[8] = add_group(pieces, dimensions, 8)
  if dimensions == 3 then members[9] = add_mesh(pieces, 9) end
  return members, pieces
end

local function name_of(entry, dimensions)
  local cell = entry.cell
  if type(cell) == "table" then
    cell = dimensions == 3 and ("%d %d %d"):format(cell.x, cell.y, cell.z) or ("%d %d"):format(cell.x, cell.y)
  end
  return table.concat({ tostring(entry.index), tostring(entry.part), tostring(entry.triangle), tostring(cell),
    tostring(entry.value) }, "/")
end

local function spell(v, dimensions)
  return (dimensions == 3 and "%.17g %.17g %.17g" or "%.17g %.17g"):format(v.x, v.y, v.z)
end

-- The answers that `distance` gives for the pieces one by one.
local function expect(subject, pieces, max, dimensions)
  local expected, count = {}, 0
  for _, piece in ipairs(pieces) do
    local distance, from, to = collide.distance(subject, piece.shape)
    if distance <= max then
      expected[name_of(piece, dimensions)] =
        ("%.17g %s %s"):format(distance, spell(from, dimensions), spell(to, dimensions))
      count = count + 1
    end
  end
  return expected, count
end

local function check(list, expected, count, dimensions)
  assert.are.equal(count, #list)
  for i, near in ipairs(list) do
    local text = ("%.17g %s %s"):format(near.distance, spell(near.from, dimensions), spell(near.point, dimensions))
    assert.are.equal(expected[name_of(near, dimensions)], text)
    local before = list[i - 1]
    if before then
      assert.is_true(before.distance < near.distance or before.distance == near.distance and
        (before.index < near.index or before.index == near.index and (before.part or 0) <= (near.part or 0) and
          (before.triangle or 0) <= (near.triangle or 0)))
    end
  end
end

describe("distance_all", function()
  for dimensions = 2, 3 do
    it(("finds what distance finds, in %dD"):format(dimensions), function()
      local found = 0
      for _ = 1, CASES do
        local members, pieces = scene(dimensions)
        local subject, max = shape(dimensions), below(12) / 2
        local expected, count = expect(subject, pieces, max, dimensions)
        check(collide.distance_all(subject, members, { max = max }), expected, count, dimensions)
        check(collide.world(members):distance_all(subject, { max = max }), expected, count, dimensions)
        found = found + count
      end
      assert.is_true(found > CASES)
    end)
  end

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
