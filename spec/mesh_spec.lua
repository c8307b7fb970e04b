-- SPDX-License-Identifier: MIT
--
-- Meshes as shapes: the answers are those of the array of their triangles, to the last bit. pieces_spec.lua compares
-- overlap and distance, spec/mesh casts.
local collide = require("collide")
local soups = dofile("spec/support/soups.lua")

local below, point, soup, shape = soups.below, soups.point, soups.soup, soups.shape
local pack, expected_hit, each_case = soups.pack, soups.expected_hit, soups.each_case
local CUBE, CASES = soups.CUBE, soups.CASES

describe("a mesh", function()
  it("returns the triangle in numbers, with u and v", function()
    local cube = collide.mesh(CUBE)
    assert.same({ n = 12, 3, 0, 0, -1, 3, 0.5, 0.25, 0, nil, 1, 0.125, 0.25 },
      pack(cube:raycast(0.5, 0.25, -3, 0, 0, 1)))
    assert.equal(2, select(9, collide.raycast({ collide.sphere { radius = 0.1 }, cube }, 0.5, 0.25, -3, 0, 0, 1)))
  end)

  it("with faces='front' is not hit from behind, as single triangles are not", function()
    local hits, passed = 0, 0
    each_case(function(mesh, shapes)
      for _, cast in ipairs { "raycast", "segmentcast", "linecast" } do
        local from, to, front = point(4), point(4), {}
        if to[1] == 0 then to[1] = 1 end
        local all = collide[cast .. "_all"](shapes, from, to)
        for _, hit in ipairs(all) do
          expected_hit(hit)
          if hit.face ~= "back" then front[#front + 1] = hit end
        end
        local options = { faces = "front" }
        assert.same(front, mesh[cast .. "_all"](mesh, from, to, options))
        assert.same(front[1], mesh[cast](mesh, from, to, options))
        assert.same(front[1], expected_hit(collide[cast](shapes, from, to, options)))
        assert.same(front[1], collide[cast]({ mesh }, from, to, options) and mesh[cast](mesh, from, to, options))
        assert.equal(front[1] ~= nil, mesh[cast .. "_any"](mesh, from, to, options))
        assert.equal(front[1] ~= nil, collide[cast .. "_any"](shapes, from, to, options))
        assert.equal(#front, #collide[cast .. "_all"](shapes, from, to, options))
        hits, passed = hits + #front, passed + #all - #front
      end
    end)
    assert.is_true(hits > CASES / 8 and passed > CASES / 8)
  end)

  it("has the bounds of its triangles", function()
    each_case(function(mesh, shapes)
      local low, high, axis = { x = math.huge, y = math.huge, z = math.huge }, {}, point(3)
      for _, k in ipairs { "x", "y", "z" } do high[k] = -math.huge end
      if axis[1] == 0 then axis[1] = 1 end
      local least, greatest = math.huge, -math.huge
      for _, s in ipairs(shapes) do
        local a, b = s:bounds()
        for _, k in ipairs { "x", "y", "z" } do
          low[k], high[k] = math.min(low[k], a[k]), math.max(high[k], b[k])
        end
        local from, to = s:project(axis)
        least, greatest = math.min(least, from), math.max(greatest, to)
      end
      assert.same({ low, high }, { mesh:bounds() })
      assert.same({ least, greatest }, { mesh:project(axis) })
    end)
  end)

  it("returns its vertices in the world, in order", function()
    local vertices = { { 1, 2, 3 }, { 4, 5, 6 }, { 0, 0, 1 }, { 7, 7, 7 } }
    local mesh = collide.mesh { vertices = vertices, triangles = { { 2, 1, 3 } }, position = { 1, 0, 0 }, scale = 2 }
    assert.same({ { x = 3, y = 4, z = 6 }, { x = 9, y = 10, z = 12 }, { x = 1, y = 0, z = 2 },
      { x = 15, y = 14, z = 14 } }, mesh:points())
    assert.same({ 3, 4, 6, 9, 10, 12, 1, 0, 2, 15, 14, 14 }, mesh:points("numbers"))
    mesh = collide.mesh { vertices = CUBE.vertices, triangles = CUBE.triangles, rotation = { 1, 2, 3, 4 },
      position = { 0.1, 0.2, 0.3 } }
    local points = mesh:points()
    for k, triangle in ipairs(CUBE.triangles) do
      assert.same({ mesh:triangle(k) }, { points[triangle[1]], points[triangle[2]], points[triangle[3]] })
    end
    assert.has_error(function() mesh:points(1) end)
  end)

  it("returns the triangle in the flat arrays of ..._all", function()
    local cube, flat = collide.mesh(CUBE), {}
    for _, hit in ipairs(cube:raycast_all({ 0.5, 0.25, -3 }, { 0, 0, 1 })) do
      for _, x in ipairs { hit.t, 0, 0, -1, hit.t_exit, 0.5, 0.25, hit.point.z, 1, 0, hit.triangle, hit.u, hit.v,
        0, 0, 0, 0 } do
        flat[#flat + 1] = x
      end
    end
    assert.equal(34, #flat)
    assert.same(flat, cube:raycast_all(0.5, 0.25, -3, 0, 0, 1))
    flat = {}
    local ball = collide.sphere { radius = 0.5, position = { 0.5, 0.25, -0.25 } }
    for _, hit in ipairs(ball:contact_all(cube)) do
      for _, x in ipairs { hit.normal.x, hit.normal.y, hit.normal.z, hit.depth, hit.point.x, hit.point.y, hit.point.z,
        1, 0, hit.triangle, 0, 0, 0, 0 } do
        flat[#flat + 1] = x
      end
    end
    assert.is_true(#flat > 14)
    assert.same(flat, ball:contact_all(cube, "numbers"))
    assert.equal("hit t=3 point=(0.5, 0.25, 0) normal=(0, 0, -1) face=front triangle=1",
      tostring(cube:raycast({ 0.5, 0.25, -3 }, { 0, 0, 1 })))
  end)

  -- But for those across inner edges, which are deeper: see mesh_seam_spec.lua.
  it("has the contacts of the array of its triangles", function()
    local same = 0
    each_case(function(mesh, shapes)
      local s, alone = shape(), {}
      for _, hit in ipairs(collide.contact_all(s, shapes)) do alone[hit.index] = hit end
      local all = collide.contact_all(s, mesh)
      for i, hit in ipairs(all) do
        local expected = alone[hit.triangle]
        alone[hit.triangle] = nil
        local n, m = expected.normal, hit.normal
        if n.x == m.x and n.y == m.y and n.z == m.z and hit.depth == expected.depth then
          assert.same(expected_hit(expected), hit)
          same = same + 1
        else
          assert.is_true(hit.depth > 0)
        end
        -- (curved shapes: to their tolerance)
        assert.is_true(hit.depth >= expected.depth * (1 - 1e-7), hit.depth .. " < " .. expected.depth)
        assert.equal(expected.depth > 0, hit.depth > 0)
        assert.is_true(i == 1 or hit.depth <= all[i - 1].depth)
      end
      assert.is_nil(next(alone))
      assert.same(all[1], collide.contact(s, mesh))
      local mirrored = collide.contact(mesh, s)
      assert.equal(all[1] and all[1].depth, mirrored and mirrored.depth)
    end)
    assert.is_true(same > CASES / 8)
  end)

  it("overlaps another mesh if any of their triangles do", function()
    local meets = 0
    each_case(function(mesh, shapes)
      local other, others = soup(1 + below(4))
      other:translate(point(2))
      for _, s in ipairs(others) do s:set_position(other:get_position()) end
      local expected, inside = false, false
      for _, s in ipairs(others) do
        expected = expected or collide.overlap(s, shapes)
        inside = inside or collide.overlap(s, shapes, { touching = "skip" })
      end
      assert.equal(expected, mesh:overlap(other))
      assert.equal(expected, collide.overlap(other, mesh))
      assert.equal(inside, collide.overlap(other, mesh, { touching = "skip" }))
      if expected then meets = meets + 1 end
    end)
    assert.is_true(meets > CASES / 10 and meets < CASES * 0.95)
  end)
end)
