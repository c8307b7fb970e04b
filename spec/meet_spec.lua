-- SPDX-License-Identifier: MIT
--
-- Pairs with grids: contacts, which are across faces that no cell covers, and large grids. Of two grids, or two meshes,
-- the second is the target, as of two shapes. pieces_spec.lua compares overlap and distance with the cells,
-- grid_apart_spec.lua those of two grids.
local collide = require("collide")
local cases = require("spec.support.cases")
local pairs_of = require("spec.support.pairs")
local random = require("spec.support.random")

local circle, rect = pairs_of.circle, pairs_of.rect
local CASES = cases.of(600, 40)

local below = random.below(20261123)

-- On a lattice ties and touches abound.
local on_lattice = true
local function number(span)
  return on_lattice and (below(4 * span + 1) - 2 * span) / 2 or below(2000 * span) / 1000 - span
end
local function size() return on_lattice and below(4) / 2 or below(2000) / 1000 end

-- A grid of the plane and its cells, each with itself as a shape, in the order of y and x.
local function draw_grid(span, count)
  local frame = { dimensions = 2 }
  if below(2) == 0 then frame.size, frame.origin = 0.7, 0.1 end
  local g, cells = collide.grid(frame), {}
  for _ = 1, count do g:set(below(span) - span / 2, below(span) - span / 2, 1 + below(9)) end
  if below(3) == 0 then g:fill(-16, -20, 15, -3, 5) end
  if below(200) == 0 then g:fill({ -16, -16 }, { -1, -1 }, 6) end
  for x, y in g:each() do
    local min, max = g:cell_bounds { x, y }
    cells[#cells + 1] = { x = x, y = y, min = min, max = max, box = collide.rect { min = min, max = max } }
  end
  return g, cells
end

local function assert_same_vector(expected, got)
  assert.is_true(expected.x == got.x and expected.y == got.y and expected.z == got.z,
    ("%s, not %s"):format(tostring(got), tostring(expected)))
end

local function each_case(count, run)
  for i = 1, count do
    on_lattice = i % 2 == 0
    run()
  end
end

-- ---- Contacts with cells ------------------------------------------------------------------------

describe("the contacts of a grid", function()
  -- The depth and the normal of a ball's least push out of the box of a cell that is endless on the
  -- sides where other cells cover it: the ball's radius less its centre's signed distance.
  local function out_of(g, cell, x, y, radius)
    local function is_open(i, j) return g:get(i, j) == 0 end
    local low_x = is_open(cell.x - 1, cell.y) and cell.min.x - x or -math.huge
    local high_x = is_open(cell.x + 1, cell.y) and x - cell.max.x or -math.huge
    local low_y = is_open(cell.x, cell.y - 1) and cell.min.y - y or -math.huge
    local high_y = is_open(cell.x, cell.y + 1) and y - cell.max.y or -math.huge
    local gap_x, gap_y = math.max(low_x, high_x), math.max(low_y, high_y)
    if gap_x > 0 and gap_y > 0 then return radius - math.sqrt(gap_x * gap_x + gap_y * gap_y) end
    return radius - math.max(gap_x, gap_y)
  end

  it("are across faces that no cell covers, and the corners between them", function()
    each_case(CASES, function()
      local g, cells = draw_grid(6, 12)
      local x, y, radius = number(4), number(4), 0.25 + size()
      local ball = circle(x, y, radius)
      local best
      for _, cell in ipairs(cells) do
        local alone = ball:contact(cell.box)
        if alone then
          local depth = out_of(g, cell, x, y, radius)
          if depth == math.huge then depth = alone.depth end -- buried
          -- A cell that is touched only where others cover it does not count.
          if not (alone.depth == 0 and depth > 0) and (not best or depth > best) then best = depth end
        end
      end
      local contact = ball:contact(g)
      assert.equal(best ~= nil, contact ~= nil)
      if not contact then return end
      pairs_of.assert_close(best, contact.depth, 1e-14)
      local mirrored = collide.contact(g, ball)
      assert.equal(contact.depth, mirrored.depth)
      assert_same_vector(contact.cell, mirrored.cell)
      assert.is_true(mirrored.normal.x == -contact.normal.x and mirrored.normal.y == -contact.normal.y)
      assert.is_true(ball:contains(contact.point.x, contact.point.y) or contact.depth < 1e-12)
    end)
  end)

  it("have the floor's normal wherever a box stands", function()
    local floor = collide.grid { dimensions = 2 }
    floor:fill(-40, -3, 40, -1, 1)
    for i = -60, 60 do
      local crate = rect(i / 8, 0.9, 1.3, 1)
      local contact = crate:contact(floor)
      assert.same({ x = 0, y = 1 }, contact.normal)
      pairs_of.assert_close(0.1, contact.depth, 1e-15)
      for _, one in ipairs(crate:contact_all(floor)) do
        assert.same({ x = 0, y = 1 }, one.normal)
        assert.is_true(one.point.x >= one.cell.x and one.point.x <= one.cell.x + 1)
      end
    end
  end)

  it("never have the normal of a seam, whatever the angle of the shape", function()
    local floor = collide.grid { dimensions = 2 }
    floor:fill(-40, -1, 40, -1, 1)
    for i = 1, 60 do
      local crate = rect(i / 7 - 4, 1, 1, 1, i / 1000)
      for _, one in ipairs(crate:contact_all(floor)) do assert.same({ x = 0, y = 1 }, one.normal) end
    end
  end)

  it("push out of a corner", function()
    local block = collide.grid { dimensions = 2 }
    block:set(0, 0, 1)
    local contact = circle(1.3, 1.4, 1):contact(block)
    pairs_of.assert_close(0.5, contact.depth)
    pairs_of.assert_close(0.6, contact.normal.x)
    block:set(1, 0, 1) -- now the corner is in a flat side
    contact = circle(1.3, 1.4, 1):contact(block)
    assert.same({ x = 0, y = 1 }, contact.normal)
    pairs_of.assert_close(0.6, contact.depth)
  end)

  it("are across all faces of a cell that is surrounded", function()
    local block = collide.grid { dimensions = 2 }
    block:fill(-1, -1, 1, 1, 1)
    local inside = circle(0.5, 0.75, 0.125):contact(block)
    assert.same({ x = 0, y = 0 }, inside.cell)
    assert.same({ x = 0, y = 1 }, inside.normal)
    assert.equal(0.375, inside.depth)
  end)

  it("exist for a shape that lies entirely in a seam", function()
    local block = collide.grid { dimensions = 2 }
    block:fill(0, 0, 1, 0, 1)
    assert.equal(0.25, collide.contact(1, 0.75, block) and select(3, collide.contact(1, 0.75, block)))
    assert.is_true(collide.overlap(1, 0.75, block, { touching = "skip" }))
    assert.is_false(collide.overlap(1, 1, block, { touching = "skip" }))
    block:fill(-3, -3, 3, 3, 1)
    assert.is_true(select(3, collide.contact(0, 0, block)) > 0)
  end)

  it("with a half-plane are those of the foremost cell", function()
    local stairs = collide.grid { dimensions = 2 }
    for i = 0, 5 do stairs:fill(i, 0, i, i, 1) end
    local sky = pairs_of.plane(0.6, -0.8, -1) -- what is above a slope
    local contact = sky:contact(stairs)
    assert.same({ x = 5, y = 5 }, contact.cell)
    pairs_of.assert_close(0.8, contact.depth, 1e-14)
    pairs_of.assert_close(-0.6, contact.normal.x)
    assert.is_nil(pairs_of.plane(0.6, -0.8, -2):contact(stairs))
  end)
end)

-- ---- Large grids ------------------------------------------------------------------------------------

describe("a grid of any size", function()
  local far = 2 ^ 20

  it("answers quickly about large blocks and wide gaps", function()
    local g = collide.grid { dimensions = 2 }
    g:fill(-far, -far, far - 1, -1, 3)
    g:set(far, far, 4)
    assert.is_true(rect(0, 0, 1e9, 1):overlap(g))
    assert.is_false(rect(0, 2, 1e9, 1):overlap(g))
    local distance, _, on_grid, _, _, cell, value = circle(0.25, 11, 1):distance(g)
    assert.equal(10, distance)
    assert.same({ x = 0.25, y = 0 }, on_grid)
    assert.same({ x = 0, y = -1 }, cell)
    assert.equal(3, value)
    distance, _, _, _, _, cell = circle(far + 0.5, far + 5, 1):distance(g)
    assert.equal(3, distance)
    assert.same({ x = far, y = far }, cell)
    assert.equal(0, (rect(-far, -far, 5, 5):distance(g)))
  end)

  it("visits only the blocks of the other grid #long", function()
    local g, h = collide.grid { dimensions = 2 }, collide.grid { dimensions = 2, size = 0.5 }
    local wide = cases.QUICK and far / 8 or far
    g:fill(-wide, 0, wide - 1, wide - 1, 1)
    h:fill(-wide, -wide, wide - 1, -4, 1)
    assert.is_false(g:overlap(h))
    assert.equal(1.5, (g:distance(h)))
    assert.equal(1.5, (h:distance(g)))
    h:set(77, -1, 1)
    assert.is_true(g:overlap(h))
    assert.is_true(h:overlap(g))
    assert.equal(0, (g:distance(h)))
  end)

  it("may be empty", function()
    local none = collide.grid { dimensions = 2 }
    local disc = circle(0, 0, 1)
    assert.is_false(disc:overlap(none))
    assert.is_nil(disc:contact(none))
    assert.is_nil((disc:distance(none)))
    assert.is_nil((none:closest(0, 0)))
    assert.is_false(none:contains(0, 0))
    assert.is_false(none:overlap(none))
    assert.is_nil((none:distance(none)))
    assert.same({}, disc:contact_all(none))
  end)
end)

describe("the nearest of several members", function()
  -- What may be passed over is told by the boxes around the members; the largest gap between two
  -- boxes is a distance that squares of it would not tell.
  it("is the same in any order even if squares overflow or underflow", function()
    for _, unit in ipairs { 1e298, 1e200, 1e-162, 2^-1074 * 4 } do
      local near = collide.circle { radius = 0, position = { -8 * unit, 0 } }
      local far = collide.circle { radius = 0, position = { 0, 9 * unit } }
      local origin = collide.circle { radius = 0 }
      for _, target in ipairs { { near, far }, { far, near }, collide.group { near, far }, collide.group { far, near },
        collide.world { near, far }, collide.world { far, near }, { collide.group { far }, near } } do
        assert.equal(8 * unit, (collide.distance(origin, target)))
        assert.equal(8 * unit, (collide.closest(target, 0, 0)))
      end
    end
  end)
end)

describe("options of a query about two grids or two meshes", function()
  local function cell_at(layer, x)
    local one = collide.grid { origin = { x, 0, 0 }, layer = layer }
    one:set(0, 0, 0, 1)
    return one
  end

  local function sheet(layer)
    local corners = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }
    return collide.mesh { vertices = corners, triangles = { { 1, 2, 3 } }, layer = layer }
  end

  it("select the second, as for any target", function()
    for _, make in ipairs { cell_at, sheet } do
      local are_grids = make == cell_at
      local a, b = make("mine", 0), make("other", 1)
      local function is_a(member) return member == a end
      local function is_b(member) return member == b end
      for _, options in ipairs { { ignore = b }, { ignore = { "other" } }, { only = a }, { only = "mine" },
        { filter = is_a } } do
        assert.is_false(collide.overlap(a, b, options))
        if are_grids then assert.is_nil((collide.distance(a, b, options))) end
      end
      for _, options in ipairs { {}, { ignore = a }, { only = b }, { only = "other" }, { filter = is_b } } do
        assert.is_true(collide.overlap(a, b, options))
        if are_grids then assert.equal(0, (collide.distance(a, b, options))) end
      end
    end
  end)

  it("are refused if they would exclude grids that only touch", function()
    assert.has_error(function() collide.overlap(cell_at("mine", 0), cell_at("other", 1), { touching = "skip" }) end,
      "bad argument #2 to 'overlap' (there is no test for grid and grid)")
  end)
end)
