-- SPDX-License-Identifier: MIT
--
-- Shapecasts in space: forms, curved shapes, worlds, meshes, whose hits are those of their triangles, and sparse grids
-- along diagonals, where the shape enters layers along several axes at the same t. pieces_spec.lua compares arrays,
-- groups and worlds with their members; spec/sweep/space compares two solids with exact arithmetic.
local collide = require("collide")
local cases = require("spec.support.cases")
local random = require("spec.support.random")

local CASES = cases.of(240, 120, 120)

local skip = { touching = "skip" }

local function vector(v) return { v.x, v.y, v.z } end
local function box(x, y, z, half_x, half_y, half_z)
  return collide.box { half = { half_x, half_y or half_x, half_z or half_x }, position = { x, y, z } }
end
local function sphere(x, y, z, radius) return collide.sphere { radius = radius, position = { x, y, z } } end

local below = random.below(20261122)

-- On a lattice ties and touches abound.
local on_lattice = true
local function number(span)
  return on_lattice and (below(4 * span + 1) - 2 * span) / 2 or below(2000 * span) / 1000 - span
end
local function size() return on_lattice and (1 + below(3)) / 2 or (1 + below(2000)) / 1000 end
local function point(span) return { number(span or 5), number(span or 5), number(span or 5) } end
local function turn() return below(2) == 0 and { 0, 0, 0, 1 } or { below(5) - 2, below(5) - 2, 1, below(5) + 1 } end

local movers = {
  function() return collide.sphere { radius = size(), position = point() } end,
  function() return collide.box { half = { size(), size(), size() }, position = point() } end,
  function() return collide.box { half = { size(), size(), size() }, position = point(), rotation = turn() } end,
  function() return collide.capsule { a = point(2), b = point(2), radius = size(), position = point() } end,
  function() return collide.triangle { points = { point(2), point(2), point(2) }, position = point() } end,
  function() return collide.segment { points = { point(2), point(2) }, position = point() } end,
  function() return collide.cylinder { radius = size(), half_height = size(), position = point() } end,
}

local function draw_mover() return movers[1 + below(#movers)]() end

local every = { {}, { inside = "skip" }, skip, { touching = "skip", inside = "skip" } }

-- What is told of a hit, but for where it was found.
local function facts(hit)
  return { hit.t, hit.t_exit, vector(hit.point), vector(hit.normal), hit.inside, hit.depth, hit.face }
end

describe("shapecast in space", function()
  it("returns numbers if products leave the range of doubles", function()
    local cylinder = collide.cylinder { radius = 1.5, half_height = 0.5, position = { 2, math.pi, 2 ^ -52 },
      rotation = { 0.75, 5, 1e-3, -1 } }
    local segment = collide.segment { { 0.3, 0.5, 2 }, { 1e-9, -3, -2 } }
    segment:set_rotation { -0.7, 1 / 3, 1, 1 }
    local hit = collide.shapecast(cylinder, segment, { -0.5, 1e299, 2 }, skip)
    for _, x in ipairs(vector(hit.point)) do assert.is_true(x == x and math.abs(x) < math.huge) end
  end)

  it("hits a face", function()
    local hit = collide.shapecast(box(10, 0, 0, 1), box(0, 0, 0, 1), { 16, 0, 0 })
    assert.same({ 0.5, 0.75, false }, { hit.t, hit.t_exit, hit.inside })
    assert.same({ -1, 0, 0 }, vector(hit.normal))
    assert.equal(9, hit.point.x)
  end)

  it("is stopped by the shape on which it stands only if touching counts", function()
    local floor, cube = box(0, -1, 0, 9, 1, 9), box(0, 1, 0, 1)
    assert.same({ 0, { 0, 1, 0 } }, { collide.shapecast(floor, cube, { 3, 0, 1 }).t,
      vector(collide.shapecast(floor, cube, { 3, 0, 1 }).normal) })
    for _, way in ipairs { { 3, 0, 0 }, { 0, 0, -3 }, { 0, 5, 0 }, { 1, 1, 1 }, { 0, 0, 0 } } do
      assert.is_nil(collide.shapecast(floor, cube, way, skip))
    end
    assert.equal(0, collide.shapecast(floor, cube, { 3, -1, 2 }, skip).t)
  end)

  it("answers in numbers", function()
    local t, x, y, z, exit = box(10, 0, 0, 1):shapecast(box(0, 0, 0, 1), 16, 0, 0)
    assert.same({ 0.5, -1, 0, 0, 0.75 }, { t, x, y, z, exit })
    local flat = collide.shapecast_all({ box(10, 0, 0, 1), box(20, 0, 0, 1) }, box(0, 0, 0, 1), 36, 0, 0)
    assert.equal(34, #flat)
    assert.same({ 1, 2 }, { flat[9], flat[26] })
  end)
end)

describe("shapecast at many targets in space", function()
  it("visits only members along the path in a world", function()
    local world, boxes = collide.world(), {}
    for i = 1, 400 do
      boxes[i] = box(below(800), below(800), below(800), 1 + below(20))
      world:add(boxes[i])
    end
    local hits = 0
    for _ = 1, 60 do
      local mover = sphere(below(800), below(800), below(800), 1 + below(40))
      local way = { below(4000) - 2000, below(4000) - 2000, below(4000) - 2000 }
      local expected, hit = collide.shapecast(boxes, mover, way, skip), world:shapecast(mover, way, skip)
      assert.same(expected and { expected.index, facts(expected) }, hit and { hit.index, facts(hit) })
      hits = hits + (hit and 1 or 0)
    end
    assert.is_true(hits > 10)
  end)
end)

-- ---- Meshes -------------------------------------------------------------------------------

-- A field of hills, n x n squares of two triangles each.
local function draw_field(n, height)
  local vertices, triangles = {}, {}
  for z = 0, n do
    for x = 0, n do vertices[#vertices + 1] = { x - n / 2, height(x, z), z - n / 2 } end
  end
  for z = 0, n - 1 do
    for x = 0, n - 1 do
      local a = 1 + x + z * (n + 1)
      triangles[#triangles + 1] = { a, a + n + 1, a + 1 }
      triangles[#triangles + 1] = { a + 1, a + n + 1, a + n + 2 }
    end
  end
  return { vertices = vertices, triangles = triangles }
end

local function triangles_of(mesh)
  local list = {}
  for k = 1, mesh:count() do
    local a, b, c = mesh:triangle(k)
    list[k] = collide.triangle { a, b, c }
  end
  return list
end

-- What the mover is in has contacts of its own (mesh_seam_spec.lua), by which it may be passed over.
-- Returns how much of it there was.
local function compare_hits(expected, all, may_pass)
  local inside, outside, starts = {}, {}, 0
  for _, hit in ipairs(expected) do
    if hit.inside then
      inside[hit.index] = hit
    else
      outside[#outside + 1] = hit
    end
  end
  local place = 0
  for _, hit in ipairs(all) do
    local other = inside[hit.triangle]
    if not hit.inside then
      place = place + 1
      other = outside[place]
      assert.same({ other.index, other.t, other.t_exit, other.depth }, { hit.triangle, hit.t, hit.t_exit, hit.depth })
    else
      starts = starts + 1
      inside[hit.triangle] = nil
      assert.is_true(hit.t == 0 and hit.depth > 0)
      if other then assert.is_true(hit.t_exit == other.t_exit and hit.depth >= other.depth) end
      assert.is_true(other ~= nil or may_pass)
    end
  end
  assert.equal(#outside, place)
  assert.is_true(may_pass or next(inside) == nil)
  return starts
end

describe("shapecast at a mesh", function()
  it("has the hits of its triangles, at the same t", function()
    local seen, starts = 0, 0
    for case = 1, CASES do
      on_lattice = case % 2 == 0
      local table = draw_field(3, function() return number(2) end)
      local mesh = collide.mesh(table)
      if case % 3 == 0 then
        mesh:set_position(point(2))
      elseif case % 3 == 1 then
        mesh:set_rotation { below(5) - 2, below(5) - 2, 1, 1 }
        mesh:set_scale(below(2) == 0 and 2 or -1.5)
      end
      local mover, way = draw_mover(), point(9)
      local options = every[1 + case % 4]
      local array = {}
      for k, v in ipairs(table.triangles) do
        array[k] = collide.triangle { points = { table.vertices[v[1]], table.vertices[v[2]], table.vertices[v[3]] },
          position = mesh:get_position(), rotation = mesh:get_rotation(), scale = mesh:get_scale() }
      end
      local expected, all = collide.shapecast_all(array, mover, way, options), mesh:shapecast_all(mover, way, options)
      starts = starts + compare_hits(expected, all, options.touching == "skip")
      local nearest = mesh:shapecast(mover, way, options)
      assert.equal(all[1] ~= nil, mesh:shapecast_any(mover, way, options))
      assert.same(all[1] and { all[1].triangle, facts(all[1]) }, nearest and { nearest.triangle, facts(nearest) })
      seen = seen + (nearest and 1 or 0)
      local group = collide.group { box(50, 50, 50, 1), mesh }
      local part = group:shapecast(mover, way, options)
      assert.same(nearest and { 2, nearest.triangle, facts(nearest) },
        part and { part.part, part.triangle, facts(part) })
    end
    assert.is_true(seen > CASES / 8 and starts > 0)
  end)

  it("visits only triangles along the path in a large field", function()
    local field = collide.mesh(draw_field(40, function() return below(100) / 200 end))
    local array, hits = triangles_of(field), 0
    for _ = 1, 12 do
      local mover = sphere(below(40) - 20, 1 + below(3), below(40) - 20, 0.3)
      local way = { below(40) - 20, -2 - below(4), below(40) - 20 }
      local expected, hit = collide.shapecast(array, mover, way), field:shapecast(mover, way)
      assert.same(expected and { expected.index, expected.t }, hit and { hit.triangle, hit.t })
      hits = hits + (hit and 1 or 0)
    end
    assert.is_true(hits > 3)
  end)

  local function is_one_of(normal, list)
    for _, n in ipairs(list) do
      if math.abs(normal.x - n[1]) + math.abs(normal.y - n[2]) + math.abs(normal.z - n[3]) < 1e-9 then return true end
    end
    return false
  end

  it("has the normal of a face where a floor continues", function()
    local floor = collide.mesh(draw_field(24, function() return 0 end))
    for case = 1, CASES do
      on_lattice = case % 3 ~= 0
      local mover = movers[1 + below(4)]()
      mover:set_position(number(3), 3, number(3))
      local min = mover:bounds()
      mover:translate { 0, 1 - min.y, 0 }
      local hit = floor:shapecast(mover, { number(2), -2, number(2) }, skip)
      if hit then assert.same({ true, hit }, { is_one_of(hit.normal, { { 0, 1, 0 } }), hit }) end
    end
  end)

  it("has the normal of a face in a valley, and of an edge on a ridge", function()
    local s = math.sqrt(0.5)
    local faces = { { s, s, 0 }, { -s, s, 0 } }
    local valley = collide.mesh(draw_field(8, function(x) return math.abs(x - 4) end))
    local ridge = collide.mesh(draw_field(8, function(x) return -math.abs(x - 4) end))
    local on_edge = 0
    for case = 1, CASES do
      on_lattice = case % 3 ~= 0
      local mover, way = movers[1 + below(3)](), { number(1), -8, number(1) }
      mover:set_position(number(1), 9, number(1))
      local hit = valley:shapecast(mover, way, skip)
      if hit then assert.is_true(is_one_of(hit.normal, faces)) end
      hit = ridge:shapecast(mover, way, skip)
      if hit then
        assert.is_true(math.abs(hit.normal.z) < 1e-9 and hit.normal.y > s - 1e-9)
        on_edge = on_edge + (is_one_of(hit.normal, faces) and 0 or 1)
      end
    end
    assert.is_true(on_edge > CASES / 20)
  end)
end)

describe("a shapecast of curved solids", function()
  -- The time at which a capsule leaves a cylinder was too late, so it passed through.
  it("hits a cylinder that it starts beside and grazes", function()
    local cylinder = collide.cylinder { radius = 472945002.58635694, half_height = 1064126255.8193032 }
    cylinder:set_transform {
      -0.61700990258946331, 0.52204850177583217, 0.58886682866345075, 0,
      -0.12836216774913017, 0.67149987725496696, -0.72980207504316441, 0,
      -0.77641608303620624, -0.52588332987476738, -0.34731079649579244, 0,
      739063632.73366213, -891197808.24175668, -597338084.07875848, 1,
    }
    local capsule = collide.capsule { radius = 429496729.60000002, half_height = 536870912,
      position = { 762341589.55999291, 1114988399.6631045, -1206996979.0978603 } }
    local way = { -85205447.459025145, 0, -10229532.482436657 }
    assert.is_true(cylinder:shapecast(capsule, way, { touching = "skip" }).t < 1e-5)
    capsule:translate { way[1] * 0.1368, way[2] * 0.1368, way[3] * 0.1368 }
    assert.is_true(capsule:contact(cylinder).depth > 7e4)
  end)

  -- It was tested at one time only whether they surely overlap. There thin simplices decided nothing.
  it("hits a cone that it grazes", function()
    local cone = collide.cone { radius = 0.53570990277735797, height = 1.6071297083320739 }
    cone:set_transform {
      -0.13375976907202425, 0.66458316048162458, 0.73514457556459867, 0,
      0.39878258543147177, -0.64300596815657363, 0.65384690445976579, 0,
      0.90723799178296627, 0.38062126545856889, -0.17901586115852419, 0,
      2.7819908976852874, -0.3393639710674885, 1.4422939669921757, 1,
    }
    local cylinder = collide.cylinder { radius = 0.4, half_height = 0.9,
      position = { 1.2829350148090068, 0.80406378682102819, 0.32799948769256193 } }
    local way = { -0.1460263398706449, 0, 0.47764517646132612 }
    local hit = cone:shapecast(cylinder, way, { touching = "skip" })
    assert.is_true(hit.t < 1e-4)
    cylinder:translate { way[1] * 2e-4, 0, way[3] * 2e-4 }
    assert.is_true(cylinder:contact(cone).depth > 4e-9)
  end)

  it("hits a cylinder that it grazes", function()
    local one = collide.cylinder { radius = 429496729.60000002, half_height = 966367641.60000002 }
    one:set_transform {
      -0.54847554724697423, -0.73924322689109656, -0.39076083111132554, 0,
      0.80281452542419329, -0.334889096371354, -0.49329314904983745, 0,
      0.23380207834845976, -0.58426769945566603, 0.7771536807689482, 0,
      2381252509.6510744, 872022733.39560342, -1233542958.032016, 1,
    }
    local other = collide.cylinder { radius = 425306429.68271232, half_height = 956939466.78610265 }
    other:set_transform {
      -0.1316317387758259, 0.97341090814355435, -0.18746810196402469, 0,
      -0.46956133630103913, 0.1053249216559099, 0.87659501044060195, 0,
      0.87303220833943784, 0.20341549789855651, 0.44321202422390016, 0,
      2547555956.7979507, 866835082.00095773, 160116388.55098128, 1,
    }
    local way = { -5562343.0166654587, -7811340.6843123436, 2589622.5857477188 }
    local hit = other:shapecast(one, way, { touching = "skip" })
    assert.is_true(hit.t < 1e-2)
    one:translate { way[1] * 0.02, way[2] * 0.02, way[3] * 0.02 }
    assert.is_true(one:contact(other).depth > 20)
  end)
end)

describe("a shapecast of a segment of length 0", function()
  it("has the point of contact", function()
    local segment = collide.segment { { -4, 13, -1 }, { -4, 13, -1 } }
    local ball = collide.sphere { radius = 1, position = { -3.25, 13, 4 } }
    for _, pair in ipairs { { ball, segment, 9 }, { segment, ball, -9 } } do
      local hit = collide.shapecast(pair[1], pair[2], { 0, 0, pair[3] })
      assert.near(-4, hit.point.x, 1e-12)
      assert.near(13, hit.point.y, 1e-12)
    end
  end)
end)

local ROUNDS = cases.of(600, 100)

local up_to = random.generator(29)
local function from_to(low, high) return low - 1 + up_to(high - low + 1) end

local function ball(half, at)
  return (#at == 2 and collide.circle or collide.sphere) { radius = half, position = at }
end
local function block(half, at)
  if #at == 2 then return collide.rect { half = { half, half }, position = at } end
  return collide.box { half = { half, half, half }, position = at }
end

-- A few cells, and the same as rects or boxes.
local function draw_grid(dimensions)
  local grid, members, last = collide.grid { dimensions = dimensions }, {}, nil
  for _ = 1, from_to(2, 12) do
    last = { from_to(-200, 200), from_to(-200, 200), dimensions == 3 and from_to(-2, 2) or nil }
    if grid:get(last) == 0 then
      local min, max = grid:cell_bounds(last)
      members[#members + 1] = (dimensions == 2 and collide.rect or collide.box) { min = min, max = max }
      grid:set(last, 1)
    end
  end
  return grid, members, last
end

local function compare(dimensions)
  local hits = 0
  for _ = 1, ROUNDS do
    local grid, members, last = draw_grid(dimensions)
    local far, at, way = from_to(3, 120), {}, {}
    for axis = 1, dimensions do
      local sign = from_to(-1, 1)
      at[axis], way[axis] = last[axis] - far * sign, 2 * far * sign
    end
    for _, half in ipairs { 0, 0.25, 0.5 } do
      for _, make in ipairs { ball, block } do
        local mover = make(half, at)
        local expected, hit = collide.shapecast(members, mover, way), grid:shapecast(mover, way)
        assert.equal(expected and expected.t, hit and hit.t)
        hits = hits + (hit and 1 or 0)
      end
    end
  end
  assert.is_true(hits > ROUNDS)
end

describe("shapecast along a diagonal", function()
  it("enters a row of cells in the plane", function()
    local grid = collide.grid { dimensions = 2 }
    for x = -4, 8 do grid:set(x, 0, 2) end
    grid:set(-4, -4, 2)
    local hit = grid:shapecast(collide.circle { radius = 0, position = { 6, -1 } }, { 2, 2 })
    assert.same({ 0.5, 6, 0 }, { hit.t, hit.cell.x, hit.cell.y })
  end)

  it("continues where it leaves a large empty block through a corner", function()
    local function cast(cells, half, from, by)
      local grid, boxes = collide.grid { dimensions = #from }, {}
      local make = #from == 2 and collide.rect or collide.box
      for i, cell in ipairs(cells) do
        local low, high = {}, {}
        for k = 1, #cell do low[k], high[k] = cell[k], cell[k] + 1 end
        grid:set(cell, 1)
        boxes[i] = make { min = low, max = high }
      end
      local shape = make { half = #from == 2 and { half, half } or { half, half, half }, position = from }
      local hit, expected = grid:shapecast(shape, by), collide.shapecast(boxes, shape, by)
      assert.are.equal(expected and expected.t, hit and hit.t)
    end
    cast({ { 0, -3, 0 }, { -4, 0, 2 } }, 1, { 4, 3, 0 }, { -7, -7, -1 })
    cast({ { -6, 0, -1 }, { 2, -1, 1 } }, 1, { 4, 2, 2 }, { -8, -1, -8 })
    cast({ { -6, -6 }, { 1, 0 } }, 1, { -1, 4 }, { -8, -8 })
  end)

  it("has the hits of the cells as rects", function() compare(2) end)

  it("has the hits of the cells as boxes", function() compare(3) end)
end)
