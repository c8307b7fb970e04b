-- SPDX-License-Identifier: MIT
--
-- A target answers as its pieces, to the last bit: the members of an array or a world, the parts of a group, the cells
-- of a grid as rects and boxes, the triangles of a mesh. The subject is a shape, a point or a group. spec/target,
-- spec/mesh and spec/world do so for casts; contacts with cells and triangles, which hide edges, are in meet_spec.lua
-- and mesh_spec.lua.
local collide = require("collide")
local cases = require("spec.support.cases")
local random = require("spec.support.random")

local CASES = cases.of(400, 40)
local below = random.below(20261122)

-- On a lattice many shapes touch, and many answers tie.
local on_lattice = true
local function number(span)
  return on_lattice and (below(4 * span + 1) - 2 * span) / 2 or below(2000 * span) / 1000 - span
end
local function size() return on_lattice and below(4) / 2 or below(2000) / 1000 end
local function point(dimensions, span)
  span = span or 4
  return { number(span), number(span), dimensions == 3 and number(span) or nil }
end

local makers = {
  [2] = {
    function() return collide.circle { radius = size(), position = point(2) } end,
    function()
      return collide.rect { half = { size(), size() }, position = point(2), rotation = below(3) == 0 and 1 or nil }
    end,
    function() return collide.polygon { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 0, 2 }, position = point(2) } end,
    function() return collide.triangle { point(2, 3), point(2, 3), point(2, 3) } end,
    function() return collide.segment { point(2, 3), point(2, 3) } end,
    function() return collide.capsule { a = point(2, 3), b = point(2, 3), radius = size() } end,
  },
  [3] = {
    function() return collide.sphere { radius = size(), position = point(3) } end,
    function() return collide.box { half = { size(), size(), size() }, position = point(3) } end,
    function() return collide.triangle { point(3, 3), point(3, 3), point(3, 3) } end,
    function() return collide.segment { point(3, 3), point(3, 3) } end,
    function() return collide.capsule { a = point(3, 3), b = point(3, 3), radius = size() } end,
    function() return collide.hull { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2 }, position = point(3) } end,
  },
}
local function shape(dimensions) return makers[dimensions][1 + below(#makers[dimensions])]() end

-- ---- Targets and their pieces ------------------------------------------------------------------

-- Each returns a target, and its pieces in order: a shape, and the names by which an answer tells it.
local targets = {}

local function plane(dimensions)
  local normal = { 1 + below(3), below(5) - 2, dimensions == 3 and below(3) or nil }
  return collide.plane { normal = normal, distance = number(3) }
end

-- An array, which may be empty, of shapes and planes.
function targets.array(dimensions)
  local members, pieces = {}, {}
  for i = 1, below(6) do
    members[i] = below(8) == 0 and plane(dimensions) or shape(dimensions)
    pieces[i] = { shape = members[i], index = i }
  end
  return members, pieces
end

function targets.group(dimensions)
  local fields, pieces = { position = point(dimensions, 2) }, {}
  for i = 1, 1 + below(4) do fields[i] = shape(dimensions) end
  if below(3) == 0 then fields.scale = -1 end
  local group = collide.group(fields)
  for i = 1, group:count() do pieces[i] = { shape = group:part(i), part = i } end
  return group, pieces
end

function targets.grid(dimensions)
  local frame = below(2) == 0 and { size = 2 } or { size = 0.7, origin = 0.1 }
  frame.dimensions = dimensions
  local grid, pieces = collide.grid(frame), {}
  for _ = 1, 1 + below(12) do
    grid:set({ below(5) - 2, below(5) - 2, dimensions == 3 and below(5) - 2 or nil }, 1 + below(9))
  end
  if below(3) == 0 then
    local low = { below(5) - 4, below(5) - 4, dimensions == 3 and below(5) - 4 or nil }
    grid:fill(low, { low[1] + below(5), low[2] + below(5), low[3] and low[3] + below(3) }, 1)
  end
  for x, y, z, value in grid:each() do
    if dimensions == 2 then z, value = nil, z end
    local min, max = grid:cell_bounds { x, y, z }
    local box = (dimensions == 3 and collide.box or collide.rect) { min = min, max = max }
    pieces[#pieces + 1] = { shape = box, cell = table.concat({ x, y, z }, " "), value = value }
  end
  return grid, pieces
end

function targets.mesh()
  local vertices, triangles, pieces = {}, {}, {}
  local position, scale = point(3, 1), below(2) == 0 and { 1, -1, 2 } or nil
  for i = 1, 8 do vertices[i] = point(3) end
  for i = 1, 6 do
    local corners = { vertices[i], vertices[i + 1], vertices[i + 2] }
    triangles[i] = { i, i + 1, i + 2 }
    pieces[i] = { shape = collide.triangle { points = corners, position = position, scale = scale }, triangle = i }
  end
  return collide.mesh { vertices = vertices, triangles = triangles, position = position, scale = scale }, pieces
end

targets["mesh group"] = function()
  local mesh, pieces = targets.mesh()
  local group = collide.group { mesh, shape(3) }
  for _, piece in ipairs(pieces) do piece.part = 1 end
  pieces[#pieces + 1] = { shape = group:part(2), part = 2 }
  return group, pieces
end

-- An array of everything.
function targets.all(dimensions)
  local members, pieces = targets.array(dimensions)
  for _, kind in ipairs { "grid", "group", dimensions == 3 and "mesh" or nil } do
    local member, own = targets[kind](dimensions)
    members[#members + 1] = member
    for _, piece in ipairs(own) do
      piece.index = #members
      pieces[#pieces + 1] = piece
    end
  end
  return members, pieces
end

-- ---- Answers ---------------------------------------------------------------------------------------

local function cell_name(cell)
  return type(cell) == "table" and table.concat({ cell.x, cell.y, cell.z }, " ") or cell
end

local function name_of(one)
  return ("%s/%s/%s/%s/%s"):format(tostring(one.index), tostring(one.part), tostring(one.triangle),
    tostring(cell_name(one.cell)), tostring(one.value))
end

local function spell(v) return v and ("%.17g %.17g %.17g"):format(v.x, v.y, v.z or 0) end

local function spell_contact(contact)
  return contact and ("%.17g %s %s"):format(contact.depth, spell(contact.normal), spell(contact.point))
end

-- What distance or closest return, with their points in one text; a number in the place of a cell is a triangle.
local function near_of(distance, points, index, place, value, part)
  local is_cell = type(place) == "table"
  return { distance = distance, points = points, index = index, cell = is_cell and place or nil,
    triangle = not is_cell and place or nil, value = value, part = part }
end

local function distance_of(a, b, options)
  local distance, from, to, _, index, place, value, part = collide.distance(a, b, options)
  return distance and near_of(distance, spell(from) .. " " .. spell(to), index, place, value, part)
end

local function closest_of(target, at)
  local distance, to, _, index, place, value, part = collide.closest(target, at)
  return distance and near_of(distance, spell(to), index, place, value, part)
end

-- The answer is that of a piece at the least distance; but for cells, of the first of these.
local function assert_nearest(pieces, answer, ask)
  if #pieces == 0 then return assert.is_nil(answer) end
  local best, by_name = nil, {}
  for _, piece in ipairs(pieces) do
    local alone = ask(piece.shape)
    by_name[name_of(piece)] = alone
    if not best or alone.distance < best.distance then best, alone.name = alone, name_of(piece) end
  end
  local found = by_name[name_of(answer)]
  assert.same({ best.distance, best.distance }, { answer.distance, found and found.distance })
  assert.equal(found.points, answer.points)
  if not answer.cell then assert.equal(best.name, name_of(answer)) end
  return best.distance
end

-- Grows with the index, then the part, then the triangle.
local function place_of(near)
  return ((near.index or 0) * 1000 + (near.part or 0)) * 1000 + (near.triangle or 0)
end

local function assert_distances(pieces, list, ask, max)
  local expected, count = {}, 0
  for _, piece in ipairs(pieces) do
    local alone = ask(piece.shape)
    if alone.distance <= max then expected[name_of(piece)], count = alone, count + 1 end
  end
  assert.equal(count, #list)
  for i, near in ipairs(list) do
    local alone = expected[name_of(near)]
    assert.same({ alone.distance, alone.points }, { near.distance, spell(near.from) .. " " .. spell(near.point) })
    local before = list[i - 1]
    assert.is_true(not before or before.distance < near.distance
      or before.distance == near.distance and place_of(before) <= place_of(near))
  end
  return count
end

-- The contacts of all pieces, the deepest first, of equal depth in the order of pieces.
local function contacts_of(pieces, ask)
  local list = {}
  for i, piece in ipairs(pieces) do
    local contact = ask(piece.shape)
    if contact then list[#list + 1] = { order = i, name = name_of(piece), depth = contact.depth, contact = contact } end
  end
  table.sort(list, function(a, b) return a.depth > b.depth or a.depth == b.depth and a.order < b.order end)
  return list
end

local skip = { touching = "skip" }

local function overlaps_any(pieces, one, options)
  for _, piece in ipairs(pieces) do
    if collide.overlap(one, piece.shape, options) then return true end
  end
  return false
end

local function check_overlap(kind, target, pieces, one)
  local expected = overlaps_any(pieces, one)
  assert.equal(expected, collide.overlap(one, target))
  assert.equal(expected, collide.overlap(target, one))
  if kind ~= "grid" and kind ~= "all" then -- a shape in the seam of two cells is in the grid
    assert.equal(overlaps_any(pieces, one, skip), collide.overlap(one, target, skip))
    assert.equal(overlaps_any(pieces, one, skip), collide.overlap(target, one, skip))
  end
  local met = {}
  for _, piece in ipairs(pieces) do
    local at = piece.index or 1
    if met[#met] ~= at and collide.overlap(one, piece.shape) then met[#met + 1] = at end
  end
  assert.same(met, collide.overlap_all(one, target, "numbers"))
  return expected
end

-- The pieces that a shape overlaps, by one of their names.
local function met_by(pieces, one, name)
  local met = {}
  for _, piece in ipairs(pieces) do
    if collide.overlap(one, piece.shape) then met[#met + 1] = piece[name] end
  end
  return met
end

local function check_contact(target, pieces, one)
  for _, is_first in ipairs { true, false } do
    local function ask(other)
      if is_first then return collide.contact(other, one) end
      return collide.contact(one, other)
    end
    local expected, deepest = contacts_of(pieces, ask), ask(target)
    local first = expected[1]
    assert.equal(first and first.name, deepest and name_of(deepest))
    assert.equal(spell_contact(first and first.contact), spell_contact(deepest))
    local all = is_first and collide.contact_all(target, one) or collide.contact_all(one, target)
    assert.equal(#expected, #all)
    for i, contact in ipairs(all) do
      assert.equal(expected[i].name, name_of(contact))
      assert.equal(spell_contact(expected[i].contact), spell_contact(contact))
    end
  end
end

local function check_distance(target, pieces, one, dimensions)
  local function ask(other) return distance_of(one, other) end
  local least = assert_nearest(pieces, ask(target), ask)
  assert_nearest(pieces, distance_of(target, one), function(other) return distance_of(other, one) end)
  if not least then return 0 end
  assert.equal(least, (collide.distance(one, target, { max = least })))
  if least > 0 then assert.is_nil((collide.distance(one, target, { max = least * (1 - 1e-15) }))) end
  local at = point(dimensions, 6)
  assert_nearest(pieces, closest_of(target, at), function(other) return closest_of({ other }, at) end)
  local max = below(12) / 2
  return assert_distances(pieces, collide.distance_all(one, target, { max = max }), ask, max)
end

-- The first of the deepest contacts of parts of a group with a target: pieces count before parts, cells and triangles
-- after them.
local function deepest_of_parts(kind, target, pieces, parts)
  local best
  local function offer(contact)
    if contact and (not best or contact.depth > best.depth) then best = contact end
  end
  if kind ~= "array" and kind ~= "group" then
    for _, part in ipairs(parts) do offer(collide.contact(part.shape, target)) end
    return best
  end
  for _, piece in ipairs(pieces) do
    for _, part in ipairs(parts) do offer(collide.contact(part.shape, piece.shape)) end
  end
  return best
end

local KINDS = {
  [2] = { "array", "group", "grid", "all" },
  [3] = { "array", "group", "grid", "mesh", "mesh group", "all" },
}

-- ---- Shapecasts ------------------------------------------------------------------------------------

local EVERY = { {}, { inside = "skip" }, skip, { touching = "skip", inside = "skip" } }

-- What is told of a hit, and where it was found.
local function spell_hit(hit)
  return hit and ("%s: %.17g %.17g %s %s %s %s %s"):format(name_of(hit), hit.t, hit.t_exit, spell(hit.point),
    spell(hit.normal), tostring(hit.inside), tostring(hit.depth), tostring(hit.face))
end

local function check_sweep(target, pieces, one, way, options)
  local expected = {}
  for i, piece in ipairs(pieces) do
    local hit = collide.shapecast(piece.shape, one, way, options)
    if hit then
      hit.index, hit.part = piece.index, piece.part
      expected[#expected + 1] = { order = i, t = hit.t, text = spell_hit(hit) }
    end
  end
  table.sort(expected, function(a, b) return a.t < b.t or a.t == b.t and a.order < b.order end)
  local all = collide.shapecast_all(target, one, way, options)
  assert.equal(#expected, #all)
  for i, hit in ipairs(all) do assert.equal(expected[i].text, spell_hit(hit)) end
  assert.equal(expected[1] and expected[1].text, spell_hit(collide.shapecast(target, one, way, options)))
  assert.equal(#expected > 0, collide.shapecast_any(target, one, way, options))
  return #expected
end

describe("shapecasts give the hits of the pieces:", function()
  for dimensions = 2, 3 do
    for _, kind in ipairs { "array", "group" } do
      it(("%s in %dD"):format(kind, dimensions), function()
        local hits = 0
        for case = 1, CASES do
          on_lattice = case % 2 == 0
          local target, pieces = targets[kind](dimensions)
          local one, way, options = shape(dimensions), point(dimensions, 9), EVERY[1 + case % 4]
          hits = hits + check_sweep(target, pieces, one, way, options)
          if kind == "array" then check_sweep(collide.world(target), pieces, one, way, options) end
        end
        assert.is_true(hits > CASES / 32)
      end)
    end
  end
end)

-- ---- All questions ---------------------------------------------------------------------------------

for dimensions = 2, 3 do
  for _, kind in ipairs(KINDS[dimensions]) do
    describe(("a target in %dD, %s,"):format(dimensions, kind), function()
      it("overlaps, touches and is as far away as its pieces", function()
        local met, near = 0, 0
        for case = 1, CASES do
          on_lattice = case % 2 == 0
          local target, pieces = targets[kind](dimensions)
          local one = shape(dimensions)
          met = met + (check_overlap(kind, target, pieces, one) and 1 or 0)
          near = near + check_distance(target, pieces, one, dimensions)
          if kind == "array" or kind == "group" then check_contact(target, pieces, one) end
          if kind == "mesh" then
            assert.same(met_by(pieces, one, "triangle"), target:triangles_in(one))
          end
          for _, asked in ipairs(kind == "grid" and { one, plane(dimensions) } or {}) do
            local cells, flat = target:cells_in(asked), target:cells_in(asked, "numbers")
            for i, cell in ipairs(cells) do cells[i] = cell_name(cell) end
            assert.same(met_by(pieces, asked, "cell"), cells)
            assert.equal(table.concat(cells, " "), table.concat(flat, " "))
          end
          if kind == "all" then
            local list = collide.world(target):distance_all(one, { max = 3 })
            assert_distances(pieces, list, function(other) return distance_of(one, other) end, 3)
          end
        end
        assert.is_true(met > CASES / 10 and near > CASES / 2)
      end)

      it("does so for the parts of a group", function()
        for case = 1, CASES / 3 do
          on_lattice = case % 2 == 0
          local target, pieces = targets[kind](dimensions)
          local group, parts = targets.group(dimensions)
          local meets, least, contacts = false, nil, 0
          for _, part in ipairs(parts) do
            meets = meets or overlaps_any(pieces, part.shape)
            local distance = collide.distance(part.shape, target)
            if not least or distance < least then least = distance end
            contacts = contacts + #collide.contact_all(part.shape, target)
          end
          assert.equal(meets, collide.overlap(group, target))
          assert.equal(meets, collide.overlap(target, group))
          assert.equal(least, (collide.distance(group, target)))
          assert.equal(least, (collide.distance(target, group)))
          assert.equal(contacts, #collide.contact_all(group, target))
          local deepest, contact = deepest_of_parts(kind, target, pieces, parts), collide.contact(group, target)
          assert.equal(deepest and deepest.depth, contact and contact.depth)
          if kind ~= "all" then assert.equal(spell_contact(deepest), spell_contact(contact)) end
          if kind == "grid" and contact then
            assert.same({ cell_name(deepest.cell), deepest.value }, { cell_name(contact.cell), contact.value })
          end
        end
      end)
    end)
  end
end
