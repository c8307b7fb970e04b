-- SPDX-License-Identifier: MIT
--
-- Shapecasts in space: forms, worlds, and meshes, whose hits are those of their triangles. pieces_spec.lua compares
-- arrays, groups and worlds with their members; spec/sweep/space compares two solids with exact arithmetic.
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
