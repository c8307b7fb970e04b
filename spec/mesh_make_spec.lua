-- SPDX-License-Identifier: MIT
--
-- The constructor and methods of meshes, and closed meshes.
local collide = require("collide")
local soups = dofile("spec/support/soups.lua")

local point, size, pack, CUBE, POSES = soups.point, soups.size, soups.pack, soups.CUBE, soups.POSES
local CASES = soups.CASES

describe("a closed mesh", function()
  local cube = collide.mesh(CUBE)

  it("contains its inside and its surface", function()
    for x = -1, 5 do
      for y = -1, 5 do
        for z = -1, 5 do
          local inside = x >= 0 and x <= 4 and y >= 0 and y <= 4 and z >= 0 and z <= 4
          assert.equal(inside, cube:contains(x / 2, y / 2, z / 2))
        end
      end
    end
  end)

  it("returns true from is_closed", function()
    assert.is_true(cube:is_closed())
    assert.equal(1, select("#", cube:is_closed()))
  end)

  it("is open if a triangle is missing, and then names an edge", function()
    local open = collide.mesh { vertices = CUBE.vertices, triangles = { CUBE.triangles[1] }, position = { 5, 0, 0 } }
    local closed, a, b = open:is_closed()
    assert.is_false(closed)
    local is_corner = { ["(5, 0, 0)"] = true, ["(5, 2, 0)"] = true, ["(7, 0, 0)"] = true }
    assert.is_true(is_corner[tostring(a)] and is_corner[tostring(b)] and tostring(a) ~= tostring(b))
    assert.equal(7, select("#", open:is_closed("numbers")))
    assert.has_error(function() collide.contains(open, 0, 0, 0) end,
      ("bad argument #1 to 'contains' (the mesh is not closed, so it contains nothing: an odd number of "
        .. "triangles meets at the edge from %s to %s)"):format(tostring(a), tostring(b)))
    assert.error_matches(function() collide.contains({ cube, open }, 9, 9, 9) end, "target%[2%]")
  end)

  it("names the open edge in the first direction, by the numbers of vertices, in any order of triangles", function()
    -- Vertex 6 is at the place of vertex 1.
    local vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 0, -1, 0 }, { 0, 0, 0 } }
    local fan = { { 2, 6, 3 }, { 2, 1, 4 }, { 5, 1, 2 } }
    for i = 1, 3 do
      for step = 1, 2 do
        local order = { fan[i], fan[(i + step - 1) % 3 + 1], fan[(i + 2 * step - 1) % 3 + 1] }
        local mesh = collide.mesh { vertices = vertices, triangles = order }
        assert.same({ false, 0, 0, 0, 1, 0, 0 }, { mesh:is_closed("numbers") })
      end
    end
  end)
end)

describe("a mesh of triangles", function()
  it("is a target of moves, as a function and as a method", function()
    local floor = collide.mesh { vertices = { -9, 0, -9, 9, 0, -9, 0, 0, 9 }, triangles = { 1, 2, 3 } }
    local ball = collide.sphere { radius = 1, position = { 0, 3, 0 } }
    assert.same({ x = 0, y = 1, z = 0 }, floor:move(ball, { 0, -9, 0 }).position)
    ball:set_position(0, 3, 0)
    assert.same({ x = 0, y = 1, z = 0 }, collide.move(floor, ball, { 0, -9, 0 }).position)
    assert.is_false(floor:push_out(ball).inside)
  end)
end)

describe("collide.mesh", function()
  it("accepts flat or nested vertices and triangles, and the fields of collide.import", function()
    local flat = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } }
    local nested = collide.mesh { vertices = { { 0, 0, 0 }, { x = 1, y = 0, z = 0 }, { 0, 1, 0 } },
      triangles = { { 1, 2, 3 } }, materials = {}, triangle_materials = { 1 } }
    assert.same(flat:describe(), nested:describe())
    assert.equal(1, flat:count())
    assert.same({ x = 1, y = 0, z = 0 }, (select(2, nested:triangle(1))))
    assert.same({ n = 9, 0, 0, 0, 1, 0, 0, 0, 1, 0 }, pack(flat:triangle(1, "numbers")))
  end)

  local mistakes = {
    { { triangles = {} }, "vertices: array expected, got nil" },
    { { vertices = { 1, 2 }, triangles = {} }, "vertices: three numbers for each vertex expected, got 2 in all" },
    { { vertices = { 0, 0, 0, 0, 0 / 0, 0 }, triangles = { 1, 1, 1 } }, "vertices: vertex 2 must be finite, got nan" },
    { { vertices = { 0, 0, 1e160 }, triangles = { 1, 1, 1 } },
      "vertices: vertex 1 is too large to work with, a mesh has coordinates up to 1e150" },
    { { vertices = { 0, 0, 0 }, triangles = { 1, 1 } },
      "triangles: three numbers for each triangle expected, got 2 in all" },
    { { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1, 1, 1, 2 } },
      "triangles: triangle 2: vertices from 1 to 1 expected, got 2" },
    { { vertices = { 0, 0, 0 }, triangles = {} }, "triangles: at least one triangle expected" },
    { { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1 }, hollow = true },
      "unknown field 'hollow'; a mesh takes vertices and triangles" },
    { { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1 }, scale = 0 }, "scale must not be zero" },
    { { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1 }, rotation = { 0, 0, 0, 0 } }, "rotation must not be zero" },
    { { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1 }, layer = 1 },
      "layer: string or array of strings expected, got number" },
    { { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1 }, shape = "box" },
      "shape: 'mesh' expected, got 'box'" },
    { 3, "table expected, got number; for example mesh{vertices=..., triangles=...}" },
  }
  for _, row in ipairs(mistakes) do
    it("refuses: " .. row[2], function()
      assert.has_error(function() collide.mesh(row[1]) end, "bad argument #1 to 'mesh' (" .. row[2] .. ")")
    end)
  end

  it("names the expected arguments of its methods", function()
    local cube = collide.mesh(CUBE)
    assert.has_error(function() cube:triangle(13) end,
      "bad argument #1 to 'triangle' (number must be a whole number from 1 to 12, got 13)")
    assert.has_error(function() collide.raycast({ collide.circle { radius = 1 }, cube }, 0, 0, 1, 0) end,
      "bad argument #1 to 'raycast' (target[2]: a 2D shape expected, got a mesh)")
    assert.has_error(function() cube:triangles_in(collide.circle { radius = 1 }) end,
      "bad argument #1 to 'triangles_in' (a 3D shape expected beside a mesh, got a 2D circle)")
    assert.error_matches(function() return cube.vertices end, "a mesh has no field 'vertices'; call points")
    assert.error_matches(function() cube.radius = 1 end, "a mesh's 'radius' cannot be set")
  end)

  it("has a pose, a layer and data, like shapes", function()
    local cube = collide.mesh { vertices = CUBE.vertices, triangles = CUBE.triangles, layer = "level", data = "a" }
    assert.equal(cube, cube:set_position(1, 2, 3):set_rotation(0, 0, 1, 1):set_scale(2):translate { 0, 0, 1 })
    assert.same({ x = 1, y = 2, z = 4 }, cube:get_position())
    assert.equal("mesh vertices=8 triangles=12 position=(1, 2, 4) rotation=(0, 0, 1, 1) scale=2 layer=level",
      tostring(cube))
    local copy = cube:copy()
    assert.same(cube:describe(), copy:describe())
    assert.equal("a", copy.data)
    copy:set_position(0, 0, 0).data = { 1 }
    assert.same({ x = 1, y = 2, z = 4 }, cube:get_position())
    assert.same({ "level", "a", { 1 } }, { cube:get_layer(), cube.data, copy.data })
    assert.is_false(cube:raycast_any({ 0.5, 3, -9 }, { 0, 0, 1 }, { ignore = "level" }))
    assert.is_true(cube:raycast_any({ 0.5, 3, -9 }, { 0, 0, 1 }, { only = "level" }))
    assert.error_matches(function() cube:set_transform(POSES[5].transform):set_scale(2) end,
      "the mesh has a transform")
  end)

  it("overlaps a group if a part does, and returns the part and the triangle", function()
    for _ = 1, CASES / 10 do
      local cube = collide.mesh { vertices = CUBE.vertices, triangles = CUBE.triangles, position = point(1) }
      local parts = {}
      for i = 1, 3 do parts[i] = collide.sphere { radius = size(), position = point(2) } end
      local group, most, nearest, all, overlaps = collide.group(parts), nil, nil, 0, false
      for i, part in ipairs(parts) do
        local contact = part:contact(cube)
        overlaps = overlaps or part:overlap(cube)
        all = all + #part:contact_all(cube)
        if contact and (not most or contact.depth > most.depth) then
          most = contact
          most.part = i
        end
        local distance, on_part, on_cube, _, _, triangle = part:distance(cube)
        if not nearest or distance < nearest[1] then nearest = { distance, on_part, on_cube, i, triangle } end
      end
      assert.equal(overlaps, group:overlap(cube))
      assert.equal(overlaps, cube:overlap(group))
      assert.same(most, (group:contact(cube)))
      if most then
        assert.same({ most.triangle, nil, nil, nil, most.part }, { select(9, group:contact(cube, "numbers")) })
      end
      local list = group:contact_all(cube)
      assert.equal(all, #list)
      for i = 2, #list do
        local a, b = list[i - 1], list[i]
        assert.is_true(a.depth > b.depth
          or a.depth == b.depth and (a.part < b.part or a.part == b.part and a.triangle < b.triangle))
      end
      local distance, on_group, on_cube, _, _, triangle, _, part = group:distance(cube)
      assert.same(nearest, { distance, on_group, on_cube, part, triangle })
      local back = { collide.distance(cube, group) }
      assert.same({ distance, on_cube, on_group, part, triangle }, { back[1], back[2], back[3], back[8], back[6] })
    end
  end)

  it("can be in an array with groups", function()
    local cube, ball = collide.mesh(CUBE), collide.sphere { radius = 0.5, position = { 1, 1, 5 } }
    local group = collide.group { collide.sphere { radius = 1, position = { 9, 9, 9 } }, ball }
    local hit = collide.raycast({ cube, group }, { 1, 1, 9 }, { 0, 0, -1 })
    assert.same({ 2, 2 }, { hit.index, hit.part })
    hit = collide.raycast({ cube, group }, { 1, 1.5, 9 }, { 0, 0, -1 }, { ignore = group })
    assert.equal(1, hit.index)
    assert.is_nil(hit.part)
    assert.is_number(hit.triangle)
    assert.is_false(cube:overlap { group })
    assert.is_true(collide.overlap({ group:translate(0, 0, -3) }, cube))
    group.data, cube.data = "a", "b"
    assert.same({ "a", "b" }, { group.data, cube.data })
    assert.error_matches(function() return cube.count_all end, "a mesh has no field or method 'count_all'")
    assert.error_matches(function() return group.is_closed end, "a group has no field or method 'is_closed'")
    assert.error_matches(function() group.pos = 1 end, "a group's 'pos' cannot be set")
  end)

  it("can be described in place of a target", function()
    local cube = collide.mesh(CUBE)
    local told = cube:describe()
    assert.equal("mesh", told.shape)
    assert.same(cube:raycast({ 0.5, 0.25, -3 }, { 0, 0, 1 }), collide.raycast(told, { 0.5, 0.25, -3 }, { 0, 0, 1 }))
    assert.same({ cube:bounds() }, { collide.bounds(told) })
    assert.is_true(collide.contains({ told }, 1, 1, 1))
    assert.same(told, collide.mesh(told):describe())
  end)

  it("frees its triangles when the last copy is collected, or closed", function()
    local cube = collide.mesh(CUBE)
    local copy = cube:copy()
    getmetatable(cube).__gc(cube)
    getmetatable(cube).__gc(cube)
    assert.has_error(function() collide.raycast_any(cube, 0, 0, 0, 1, 0, 0) end)
    assert.equal(12, copy:count())
    cube = collide.mesh(CUBE)
    assert.is_true(cube:raycast_any({ 0.5, 0.25, -3 }, { 0, 0, 1 }, { filter = function() return true end }))
    assert.equal(2, #cube:raycast_all({ 0.5, 0.25, -3 }, { 0, 0, 1 },
      { filter = function(m) getmetatable(m).__gc(m) return true end }))
    assert.equal(12, cube:count())
    collectgarbage()
    local before = collectgarbage("count")
    for _ = 1, 200 do collide.mesh(CUBE):copy():set_position(1, 0, 0) end
    collectgarbage()
    collectgarbage()
    assert.is_true(collectgarbage("count") < before + 100)
  end)
end)
