-- SPDX-License-Identifier: MIT
--
-- Pairs with groups: the answers are those of the single parts, to the last bit. Coordinates are on a lattice, so many
-- shapes touch and many answers tie.
local collide = require("collide")
local cases = require("spec.support.cases")
local random = require("spec.support.random")

local CASES = cases.of(1200, 150, 150)

local below = random.below(20261122)

local on_lattice = true
local function number(span) return on_lattice and below(2 * span + 1) - span or below(2000 * span) / 1000 - span end
local function size() return on_lattice and below(3) or below(2000) / 1000 end
local function point(span, dimensions)
  return { number(span), number(span), dimensions == 3 and number(span) or nil }
end

local makers = {
  [2] = {
    function() return collide.circle { radius = size(), position = point(4) } end,
    function() return collide.rect { half = { size(), size() }, position = point(4) } end,
    function() return collide.polygon { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 0, 2 }, position = point(4) } end,
    function() return collide.triangle { point(3), point(3), point(3) } end,
    function() return collide.segment { point(3), point(3) } end,
  },
  [3] = {
    function() return collide.box { half = { size(), size(), size() }, position = point(4, 3) } end,
    function() return collide.triangle { point(3, 3), point(3, 3), point(3, 3) } end,
    function() return collide.sphere { radius = size(), position = point(4, 3) } end,
    function() return collide.segment { point(3, 3), point(3, 3) } end,
    function()
      return collide.hull { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2 }, position = point(4, 3) }
    end,
  },
}
local function shape(dimensions) return makers[dimensions][1 + below(#makers[dimensions])]() end

local function some_group(dimensions)
  local fields = { position = point(2, dimensions) }
  for i = 1, 1 + below(4) do fields[i] = shape(dimensions) end
  if below(3) == 0 then fields.scale = dimensions == 3 and { 1, -1, 2 } or -1 end
  local made, parts = collide.group(fields), {}
  for i = 1, made:count() do parts[i] = made:part(i) end
  return made, parts
end

-- Equal tables of numbers are equal to the last bit.
local function values(v) return { v.x, v.y, v.z } end
local function plain(contact)
  return contact and { contact.depth, values(contact.normal), values(contact.point), contact.part, contact.index }
end

-- The first of those with the greatest depth: parts of the target count before those of what is asked.
local function deepest(of)
  local best
  for _, contact in ipairs(of) do
    if not best or contact.depth > best.depth then best = contact end
  end
  return best
end

local function by_parts(asked, parts, options)
  local list = {}
  for k, part in ipairs(parts) do
    for i, one in ipairs(asked) do
      local contact = collide.contact(one, part, options)
      if contact then
        contact.part = #parts > 1 and k or i
        list[#list + 1] = contact
      end
    end
  end
  return list
end

for dimensions = 2, 3 do
  describe(("a group of %d dimensions beside a shape"):format(dimensions), function()
    it("overlaps it if a part does", function()
      local met = 0
      for case = 1, CASES do
        on_lattice = case % 2 == 0
        local body, parts = some_group(dimensions)
        local one = shape(dimensions)
        local expected, inside = false, false
        for _, part in ipairs(parts) do
          expected = expected or part:overlap(one)
          inside = inside or part:overlap(one, { touching = "skip" })
        end
        assert.equal(expected, body:overlap(one))
        assert.equal(expected, one:overlap(body))
        assert.equal(expected, collide.overlap(one, body:describe()))
        assert.equal(expected, collide.overlap({ one }, body))
        assert.equal(expected, collide.overlap(one, { body }))
        assert.equal(inside, body:overlap(one, { touching = "skip" }))
        assert.equal(inside, one:overlap(body, { touching = "skip" }))
        if expected then met = met + 1 end
      end
      assert.is_true(met > CASES / 10 and met < CASES)
    end)

    it("has the contact of the deepest part; of equal depth the lower part", function()
      for case = 1, CASES do
        on_lattice = case % 2 == 0
        local body, parts = some_group(dimensions)
        local one = shape(dimensions)
        local there, back = {}, {}
        for k, part in ipairs(parts) do
          local contact, mirrored = part:contact(one), one:contact(part)
          if contact then contact.part, mirrored.part = k, k end
          there[#there + 1], back[#back + 1] = contact, mirrored
        end
        assert.same(plain(deepest(there)), plain(body:contact(one)))
        assert.same(plain(deepest(back)), plain(one:contact(body)))
        local all = collide.contact_all(body, one)
        assert.equal(#there, #all)
        table.sort(there, function(a, b)
          if a.depth ~= b.depth then return a.depth > b.depth end
          return a.part < b.part
        end)
        for i, contact in ipairs(there) do assert.same(plain(contact), plain(all[i])) end
        assert.equal(#back, #collide.contact_all({ one }, body))
        local most = deepest(there)
        if most then
          local flat = { body:contact(one, "numbers") }
          assert.equal(most.part, flat[3 * dimensions + 4])
          assert.is_nil(flat[2 * dimensions + 2])
          assert.equal(most.depth, flat[dimensions + 1])
        end
      end
    end)

    it("has the distance of the nearest part; of equal distance the lower part", function()
      for case = 1, CASES do
        on_lattice = case % 2 == 0
        local body, parts = some_group(dimensions)
        local one, at = shape(dimensions), point(6, dimensions)
        local best, near
        for k, part in ipairs(parts) do
          local distance, a, b = part:distance(one)
          if not best or distance < best[1] then best = { distance, values(a), values(b), k } end
          local how_far, nearest = collide.closest({ part }, at)
          if not near or how_far < near[1] then near = { how_far, values(nearest), k } end
        end
        local distance, a, b, member, index, _, _, part = body:distance(one)
        assert.same(best, { distance, values(a), values(b), part })
        assert.is_nil(member)
        assert.is_nil(index)
        assert.equal(best[1], (one:distance(body, { max = best[1] })))
        if best[1] > 0 then assert.is_nil((one:distance(body, { max = best[1] * (1 - 1e-15) }))) end
        distance, a, member, index, _, _, part = body:closest(at)
        assert.same(near, { distance, values(a), part })
        assert.is_nil(member or index)
      end
    end)
  end)

  describe(("two groups of %d dimensions"):format(dimensions), function()
    it("overlap if two parts do", function()
      for case = 1, CASES do
        on_lattice = case % 2 == 0
        local a, a_parts = some_group(dimensions)
        local b, b_parts = some_group(dimensions)
        local list, nearest = by_parts(a_parts, b_parts), math.huge
        for _, one in ipairs(a_parts) do
          for _, other in ipairs(b_parts) do nearest = math.min(nearest, (one:distance(other))) end
        end
        assert.equal(#list > 0, a:overlap(b))
        assert.equal(#list > 0, b:overlap(a))
        assert.equal(#list, #collide.contact_all(a, b))
        local most, contact = deepest(list), a:contact(b)
        assert.equal(most and most.depth, contact and contact.depth)
        if #b_parts > 1 then assert.same(plain(most), plain(contact)) end
        assert.equal(nearest, (a:distance(b)))
        assert.equal(nearest, (b:distance(a)))
      end
    end)
  end)

  describe(("a group of %d dimensions beside a grid"):format(dimensions), function()
    it("overlaps the cells that its parts overlap", function()
      for case = 1, CASES / 3 do
        on_lattice = case % 2 == 0
        local grid = collide.grid { dimensions = dimensions }
        for _ = 1, 12 do
          local cell = { below(6) - 3, below(6) - 3, dimensions == 3 and below(6) - 3 or nil }
          grid:set(cell, 1 + below(9))
        end
        local body, parts = some_group(dimensions)
        local expected, nearest, count, most = false, math.huge, 0, nil
        for k, part in ipairs(parts) do
          expected = expected or part:overlap(grid)
          nearest = math.min(nearest, (part:distance(grid)))
          count = count + #part:contact_all(grid)
          local contact = part:contact(grid)
          if contact and (not most or contact.depth > most.depth) then
            most, contact.part = contact, k
          end
        end
        assert.equal(expected, body:overlap(grid))
        assert.equal(expected, grid:overlap(body))
        assert.equal(nearest, (body:distance(grid)))
        assert.equal(count, #body:contact_all(grid))
        local contact = body:contact(grid)
        assert.same(plain(most), plain(contact))
        if most then
          assert.same(most.cell, contact.cell)
          assert.equal(most.value, contact.value)
        end
      end
    end)
  end)
end

describe("a group in an array", function()
  local tee = collide.group { collide.rect { half = { 2, 0.5 } }, collide.rect { half = { 0.5, 2 } }, layer = "crate" }
  local disc = collide.circle { radius = 1, position = { 0, 2.5 }, layer = "ball" }
  local far = collide.group { collide.circle { radius = 1 }, position = { 50, 0 } }

  it("is a member like a shape", function()
    assert.same({ 1, 3 }, collide.overlap_all(disc, { tee, far, disc:copy() }, "numbers"))
    assert.equal(tee, collide.overlap_all(disc, { far, tee })[1])
    assert.same({ disc }, tee:overlap_all { disc, far, tee })
    assert.same({ tee }, tee:overlap_all(tee:copy()) and collide.overlap_all({ tee }, disc))
    local contact = collide.contact(disc, { far, tee })
    assert.equal(tee, contact.shape)
    assert.equal(2, contact.index)
    assert.equal(2, contact.part)
    assert.equal("contact depth=0.5 normal=(0, 1) point=(0, 1.75) part=2 index=2", tostring(contact))
    assert.same({ 0, 1, 0.5, 0, 1.75, 2, nil, nil, nil, 2 }, { collide.contact(disc, { far, tee }, "numbers") })
    local distance, _, _, member, index, _, _, part = collide.distance({ 4, 0 }, { far, tee })
    assert.same({ 2, tee, 2, 1 }, { distance, member, index, part })
    assert.same({ 2, 2, 0, 2, nil, nil, nil, 1 }, { collide.closest({ far, tee }, 4, 0) })
    assert.is_true(collide.contains({ far, tee }, { 0, 2 }))
  end)

  it("can be skipped by its layer, by itself and by a filter", function()
    assert.is_false(collide.overlap(disc, { tee }, { ignore = "crate" }))
    assert.is_false(collide.overlap(disc, { tee }, { ignore = tee }))
    assert.is_true(collide.overlap(disc, { tee }, { only = { "crate" } }))
    assert.is_false(collide.overlap(disc, { tee }, { only = far }))
    assert.is_nil(collide.contact(disc, tee, { filter = function(member) return member ~= tee end }))
    assert.equal(2, collide.contact(disc, tee, { filter = function(member) return member == tee end }).part)
    local fine, message = pcall(collide.overlap, disc, { tee }, { filter = function(member)
      member:translate(0, 0)
      return true
    end })
    assert.is_false(fine)
    assert.truthy(message:find("must not change the target", 1, true))
    local hit = collide.raycast({ tee, disc }, { 0, 9 }, { 0, -1 }, { ignore = "ball" })
    assert.equal(2, hit.part)
  end)

  it("fills the given table, and writes no part for a member without parts", function()
    local into = collide.contact(disc, tee, { into = {} })
    assert.equal(2, into.part)
    assert.equal(into, collide.contact(disc, disc:copy(), { into = into }))
    assert.is_nil(into.part)
    local list = collide.contact_all(collide.circle { radius = 3 }, { tee, disc }, { limit = 2, into = {} })
    assert.equal(2, #list)
    assert.same({ 1, 1 }, { list[1].index, list[1].part })
  end)
end)

describe("a group has, like a shape,", function()
  local function tee() return collide.group { collide.circle { radius = 1 }, layer = "crate", data = { 7 } } end

  it("a layer", function()
    local group = tee()
    assert.equal("crate", group:get_layer())
    assert.equal("crate", group:describe().layer)
    assert.equal("group parts=1 layer=crate", tostring(group))
    assert.equal(group, group:set_layer(nil))
    assert.is_nil(group:get_layer())
    assert.equal("group parts=1", tostring(group))
  end)

  it("data, and no other field", function()
    local group = tee()
    assert.equal(7, group.data[1])
    group.data = "else"
    assert.equal("else", group.data)
    group.data = nil
    assert.is_nil(group.data)
    assert.is_nil(collide.group({ collide.circle { radius = 1 } }).data)
    assert.is_false((pcall(function() group.position = { 1, 2 } end)))
    local fine, message = pcall(function() return group.position end)
    assert.is_false(fine)
    assert.truthy(message:find("a group has no field 'position'; call get_position()", 1, true))
  end)

  it("translate, and copy with its data", function()
    local group = tee():set_rotation(1)
    assert.equal("group parts=1 position=(2, 3) rotation=1 layer=crate", tostring(group:translate(2, 3)))
    assert.equal("group parts=1 position=(3, 3) rotation=1 layer=crate", tostring(group:translate { 1, 0 }))
    local copy = group:copy()
    assert.equal(tostring(group), tostring(copy))
    assert.equal(group.data, copy.data)
    assert.same(group:describe(), copy:describe())
    copy:translate(1, 0)
    assert.equal(3, group:get_position().x)
    assert.is_false((pcall(group.translate, group, 1e308, 1e308) and pcall(group.translate, group, 1e308, 1e308)))
  end)
end)

describe("a group of one part", function()
  it("overlaps what its parts do, even if their bounds are apart by less than the tolerance of a pair", function()
    local u = 2 ^ -52
    local place = { 3 - 6 * u, 3 + 4 * u, 0 }
    local post = collide.cylinder { radius = 3 + 4 * u, half_height = 1 + 2 * u, position = place }
    local can = collide.cylinder { radius = 2, half_height = 2 - 2 * u }
    local group = collide.group { post }
    assert.is_true(post:overlap(can))
    assert.is_true(group:overlap(can))
    assert.is_true(can:overlap(group))
    assert.is_true(group:overlap(can, {}))
    assert.equal(post:contact(can).depth, group:contact(can).depth)
  end)
end)
