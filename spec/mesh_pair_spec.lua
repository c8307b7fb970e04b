-- SPDX-License-Identifier: MIT
--
-- Two meshes, and a mesh beside an array or a world: the mesh answers like the group of its triangles.
local collide = require("collide")
local soups = dofile("spec/support/soups.lua")

local below, soup, point = soups.below, soups.soup, soups.point
local CASES = soups.CASES

-- A mesh of up to `most` triangles; the group of its triangles; and whether two of them share an edge.
local function moved_soup(most, far)
  local mesh, shapes, has_edge = soup(1 + below(most))
  local p = point(far)
  mesh:translate(p[1], p[2], p[3])
  for _, shape in ipairs(shapes) do shape:translate(p[1], p[2], p[3]) end
  return mesh, collide.group(shapes), has_edge
end

describe("two meshes", function()
  it("have the contact, contacts and distance of a group of the triangles of the first", function()
    local contacts, apart = 0, 0
    for _ = 1, CASES do
      local a, group = moved_soup(8, 1 + below(4))
      local b = soup(1 + below(8))
      local options = below(3) == 0 and { touching = "skip" } or {}
      assert.same(group:overlap(b, options), a:overlap(b, options))
      local contact = collide.contact(a, b, options)
      assert.same(collide.contact(group, b, options), contact)
      assert.same(collide.contact_all(group, b, options), collide.contact_all(a, b, options))
      assert.same(contact, b:contact(a, options))
      local near = { collide.distance(a, b) }
      assert.same({ collide.distance(group, b) }, near)
      assert.same(near, { b:distance(a) })
      if near[1] > 0 then
        local max = below(2) == 0 and near[1] or near[1] * (1 - 2 ^ -52)
        assert.same({ collide.distance(group, b, { max = max }) }, { collide.distance(a, b, { max = max }) })
        assert.equal(max == near[1], collide.distance(a, b, { max = max }) ~= nil)
      end
      contacts, apart = contacts + (contact and 1 or 0), apart + (near[1] > 0 and 1 or 0)
    end
    assert.is_true(contacts > CASES / 5 and apart > CASES / 5)
  end)

  it("have tables and numbers that name both triangles", function()
    local function leaf(y) return { { 0, y, 0 }, { 2, y, 0 }, { 0, y, 2 } } end
    local function leaves(y)
      local v = leaf(y)
      for _, corner in ipairs(leaf(y + 8)) do v[#v + 1] = corner end
      return collide.mesh { vertices = v, triangles = { 1, 2, 3, 4, 5, 6 } }
    end
    local a, b = leaves(0), leaves(5)
    local d, on_a, on_b, member, index, triangle, value, part = collide.distance(a, b)
    assert.same({ 3, 8, 5 }, { d, on_a.y, on_b.y })
    assert.same({ nil, nil, 1, nil, 2 }, { member, index, triangle, value, part })
    assert.same({ 3, 1 }, { (collide.distance(a, b, "numbers")), (select(9, collide.distance(a, b, "numbers"))) })
    assert.is_nil(collide.distance(a, b, { max = 2.5 }))
    assert.is_nil(collide.contact(a, b))
    local flap = collide.mesh { vertices = { 0.5, 4, 0.5, 1, 5.5, 0.5, 0.5, 5.5, 0.75 }, triangles = { 1, 2, 3 } }
    local contact = collide.contact(flap, b)
    assert.same({ 1, 1, 0.5 }, { contact.triangle, contact.part, contact.depth })
    assert.same({ 0, -1, 0 }, { contact.normal.x, contact.normal.y, contact.normal.z })
    assert.is_true(b:overlap(flap))
    flap:translate(0, -0.5, 0)
    assert.same(0, collide.contact(flap, b).depth)
  end)

  it("are found in arrays, worlds and groups, in either order", function()
    for _ = 1, CASES / 5 do
      local a, group, has_edge
      repeat
        a, group, has_edge = moved_soup(5, 2) -- at a shared edge a box meets the mesh, but not the group, face on
      until not has_edge
      local other = soup(1 + below(5))
      local ball = collide.sphere { radius = 1, position = point(3) }
      local pair = collide.group { soup(2), collide.box { half = { 1, 1, 1 }, position = point(3) } }
      local list = { ball, other, pair, a }
      local function but_part(one)
        if type(one) == "table" then one.part, one.triangle = nil, nil end
        return one
      end
      for _, query in ipairs { "contact", "overlap" } do
        local expected = but_part(collide[query](group, { ball, other, pair }))
        assert.same(expected, but_part(collide[query](a, list)))
        assert.same(expected, but_part(collide[query](a, collide.world(list))))
        assert.same(collide[query](list, a), collide[query](collide.world(list), a))
        assert.same(expected, but_part(collide.world(list)[query](collide.world(list), a)))
      end
      local d, p, q, shape, index = collide.distance(group, { ball, other, pair })
      for _, target in ipairs { list, collide.world(list) } do
        local e, r, s, one, at = collide.distance(a, target)
        assert.same({ d, p, q, shape, index }, { e, r, s, one, at })
      end
    end
  end)

  it("list each triangle of the second near the first", function()
    local count = 0
    for _ = 1, CASES / 3 do
      local a, group = moved_soup(6, 3)
      local b, triangles = soup(1 + below(6))
      local max, expected = below(8) / 4, {}
      for i, triangle in ipairs(triangles) do
        local d, from, to = collide.distance(group, triangle)
        if d <= max then expected[i] = { d, from, to } end
      end
      local list = collide.distance_all(a, b, { max = max })
      for i, near in ipairs(list) do
        assert.same(expected[near.triangle], { near.distance, near.from, near.point })
        assert.is_true(i == 1 or list[i - 1].distance <= near.distance)
        expected[near.triangle] = nil
      end
      assert.same({}, expected)
      count = count + #list
    end
    assert.is_true(count > 0)
  end)

  it("have no test with grids", function()
    local cube = collide.mesh(soups.CUBE)
    local grid = collide.grid()
    grid:set(0, 0, 0, 1)
    for _, query in ipairs { "contact", "distance", "overlap", "contact_all", "distance_all" } do
      assert.error_matches(function() collide[query](cube, grid) end, "only two grids")
      assert.error_matches(function() collide[query](cube, { grid }) end, "there is no test for mesh and grid")
    end
    assert.error_matches(function() cube:contact { collide.circle { radius = 1 } } end,
      "a 3D target expected beside a 3D mesh, got a 2D one")
  end)
end)
