-- SPDX-License-Identifier: MIT
--
-- Meshes as shapes: the answers are those of the array of their triangles, to the last bit.
local collide = require("collide")

local CASES = os.getenv("COLLIDE_QUICK") and 150 or 1000

-- Park and Miller's generator: the same cases on every Lua.
local seed = 20261122
local function below(n)
  seed = seed * 16807 % 2147483647
  return seed % n
end

-- On a lattice ties and touches abound.
local on_lattice = true
local function number(span)
  return on_lattice and (below(4 * span + 1) - 2 * span) / 2 or below(2000 * span) / 1000 - span
end
local function point(span) return { number(span), number(span), number(span) } end
local function size() return on_lattice and (1 + below(4)) / 2 or (1 + below(2000)) / 1000 end

local CUBE = {
  vertices = {
    { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 2, 2, 0 }, { 0, 0, 2 }, { 2, 0, 2 }, { 0, 2, 2 }, { 2, 2, 2 },
  },
  triangles = {
    { 1, 3, 2 }, { 2, 3, 4 }, { 5, 6, 7 }, { 6, 8, 7 }, { 1, 2, 5 }, { 2, 6, 5 },
    { 3, 7, 4 }, { 4, 7, 8 }, { 1, 5, 3 }, { 3, 5, 7 }, { 2, 4, 6 }, { 4, 8, 6 },
  },
}

local POSES = {
  {}, { position = { 0.5, -1, 0.25 } }, { position = { 1, 0, 0 }, scale = { 1, -1, 2 } },
  { rotation = { 0, 0, 1, 2 }, position = { 0.1, 0.2, 0.3 } },
  { transform = { 1, 0, 0, 0, 2, 1, 0, 0, 0, 0.5, 1, 0, 3, 1, -1, 1 } },
}

local function with_pose(fields, pose)
  for key, value in pairs(pose) do fields[key] = value end
  return fields
end

-- A mesh of random triangles that share vertices, degenerate ones among them, and the same triangles
-- as shapes.
local function soup(count)
  local vertices, triangles, shapes = {}, {}, {}
  local pose = POSES[1 + below(#POSES)]
  for i = 1, count + 2 do vertices[i] = point(3) end
  for i = 1, count do
    local a, b, c = 1 + below(#vertices), 1 + below(#vertices), 1 + below(#vertices)
    triangles[i] = { a, b, c }
    shapes[i] = collide.triangle(with_pose({ points = { vertices[a], vertices[b], vertices[c] } }, pose))
  end
  return collide.mesh(with_pose({ vertices = vertices, triangles = triangles }, pose)), shapes
end

local makers = {
  function() return collide.sphere { radius = size(), position = point(4) } end,
  function() return collide.box { half = { size(), size(), size() }, position = point(4) } end,
  function() return collide.capsule { a = point(3), b = point(3), radius = size() } end,
  function() return collide.triangle { point(3), point(3), point(3) } end,
  function() return collide.segment { point(3), point(3) } end,
  function() return collide.plane { normal = { 1 + below(3), below(5) - 2, below(3) }, distance = number(3) } end,
  function() return collide.hull { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2 }, position = point(3) } end,
}
local function shape() return makers[1 + below(#makers)]() end

local function pack(...) return { n = select("#", ...), ... } end

-- The answer of the array, as the mesh has to give it: the place in the array is the triangle.
local function expected_hit(hit)
  if not hit then return nil end
  hit.triangle, hit.index, hit.shape = hit.index, nil, nil
  return hit
end

local function each_case(run)
  for i = 1, CASES do
    on_lattice = i % 2 == 0
    run(soup(1 + below(30)))
  end
end

describe("a mesh", function()
  it("is hit where the array of its triangles is hit", function()
    local hits = 0
    each_case(function(mesh, shapes)
      for _, cast in ipairs { "raycast", "segmentcast", "linecast" } do
        local from, to = point(4), point(4)
        if to[1] == 0 then to[1] = 1 end
        local expected = expected_hit(collide[cast](shapes, from, to))
        assert.same(expected, mesh[cast](mesh, from, to))
        assert.equal(expected ~= nil, mesh[cast .. "_any"](mesh, from, to))
        local all = collide[cast .. "_all"](shapes, from, to)
        for _, hit in ipairs(all) do expected_hit(hit) end
        assert.same(all, mesh[cast .. "_all"](mesh, from, to))
        hits = hits + #all
      end
    end)
    assert.is_true(hits > CASES)
  end)

  it("tells in numbers which triangle was hit, and where on it", function()
    local cube = collide.mesh(CUBE)
    assert.same({ n = 12, 3, 0, 0, -1, 3, 0.5, 0.25, 0, nil, 1, 0.125, 0.25 },
      pack(cube:raycast(0.5, 0.25, -3, 0, 0, 1)))
    assert.equal(2, select(9, collide.raycast({ collide.sphere { radius = 0.1 }, cube }, 0.5, 0.25, -3, 0, 0, 1)))
  end)

  it("with faces=\"front\" is passed through from behind, as each of its triangles is", function()
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
    assert.is_true(hits > CASES / 2 and passed > CASES / 2)
  end)

  it("reaches as far as its triangles do", function()
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

  it("gives its vertices in the world, in order", function()
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

  it("tells in the flat arrays of all which triangle it was", function()
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

  it("meets shapes as the array of its triangles does", function()
    local meets = 0
    each_case(function(mesh, shapes)
      local s = shape()
      local expected = collide.overlap(s, shapes)
      assert.equal(expected, collide.overlap(s, mesh))
      assert.equal(expected, mesh:overlap(s))
      assert.equal(collide.overlap(s, shapes, { touching = "skip" }), collide.overlap(s, mesh, { touching = "skip" }))
      assert.same(collide.overlap_all(s, shapes, "numbers"), mesh:triangles_in(s))
      assert.same(expected and { mesh } or {}, collide.overlap_all(s, mesh))
      if expected then meets = meets + 1 end
    end)
    assert.is_true(meets > CASES / 10 and meets < CASES * 0.95)
  end)

  it("gives the contacts that the array of its triangles gives", function()
    each_case(function(mesh, shapes)
      local s = shape()
      assert.same(expected_hit(collide.contact(s, shapes)), collide.contact(s, mesh))
      assert.same(expected_hit(collide.contact(shapes, s)), mesh:contact(s))
      local all = collide.contact_all(s, shapes)
      for _, hit in ipairs(all) do expected_hit(hit) end
      assert.same(all, collide.contact_all(s, mesh))
    end)
  end)

  it("is as far away as the nearest of its triangles", function()
    each_case(function(mesh, shapes)
      local s, max = shape(), below(2) == 0 and { max = size() } or {}
      local d, a, b, _, index = collide.distance(s, shapes, max)
      local e, p, q, member, none, triangle = collide.distance(s, mesh, max)
      assert.same({ d, a, b, index }, { e, p, q, triangle })
      assert.is_nil(member or none)
      local at = point(6)
      d, a, _, index = collide.closest(shapes, at)
      e, p, member, none, triangle = mesh:closest(at)
      assert.same({ d, a, index }, { e, p, triangle })
      assert.is_nil(member or none)
    end)
  end)

  it("meets another where any of their triangles meet", function()
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

  it("says so", function()
    assert.is_true(cube:is_closed())
    assert.equal(1, select("#", cube:is_closed()))
  end)

  it("is none when a triangle is missing, and names an edge", function()
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
end)

describe("collide.mesh", function()
  it("takes vertices and triangles flat or nested, and what else collide.import gives", function()
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
    { { vertices = { 0, 0, 1e160 }, triangles = { 1, 1, 1 } }, "vertices: vertex 1 is too large to work with" },
    { { vertices = { 0, 0, 0 }, triangles = { 1, 1 } },
      "triangles: three numbers for each triangle expected, got 2 in all" },
    { { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1, 1, 1, 2 } },
      "triangles: triangle 2: vertices from 1 to 1 expected, got 2" },
    { { vertices = { 0, 0, 0 }, triangles = {} }, "triangles: at least one triangle expected" },
    { { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1 }, hollow = true }, "unknown field 'hollow'; a mesh takes vertices and triangles" },
    { { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1 }, scale = 0 }, "scale must not be zero" },
    { { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1 }, rotation = { 0, 0, 0, 0 } }, "rotation must not be zero" },
    { { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1 }, layer = 1 }, "layer: string expected, got number" },
    { { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1 }, shape = "box" },
      "shape: 'mesh' expected, got something else" },
    { 3, "table expected, got number; for example mesh{vertices=..., triangles=...}" },
  }
  for _, row in ipairs(mistakes) do
    it("refuses: " .. row[2], function()
      assert.has_error(function() collide.mesh(row[1]) end, "bad argument #1 to 'mesh' (" .. row[2] .. ")")
    end)
  end

  it("says what its methods want", function()
    local cube = collide.mesh(CUBE)
    assert.has_error(function() cube:triangle(13) end,
      "bad argument #1 to 'triangle' (number must be a whole number from 1 to 12, got 13)")
    assert.has_error(function() collide.raycast({ collide.circle { radius = 1 }, cube }, 0, 0, 1, 0) end,
      "bad argument #1 to 'raycast' (target[2]: a 2D shape expected, got a mesh)")
    assert.has_error(function() cube:triangles_in(collide.circle { radius = 1 }) end,
      "bad argument #1 to 'triangles_in' (a 3D shape expected beside a mesh, got a 2D circle)")
    assert.error_matches(function() cube:distance(cube) end, "of two that are many only two grids .* two meshes")
    assert.error_matches(function() return cube.vertices end, "a mesh has no field 'vertices'; call points")
    assert.error_matches(function() cube.radius = 1 end, "a mesh's 'radius' cannot be set")
  end)

  it("has a pose, a layer and data, as shapes have", function()
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

  it("meets a group as it meets the group's parts, and tells the part and the triangle", function()
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
      if most then assert.same({ most.part, most.triangle }, { select(9, group:contact(cube, "numbers")) }) end
      local list = group:contact_all(cube)
      assert.equal(all, #list)
      for i = 2, #list do
        local a, b = list[i - 1], list[i]
        assert.is_true(a.depth > b.depth
          or a.depth == b.depth and (a.part < b.part or a.part == b.part and a.triangle < b.triangle))
      end
      local distance, on_group, on_cube, _, _, part, triangle = group:distance(cube)
      assert.same(nearest, { distance, on_group, on_cube, part, triangle })
      local back = { cube:distance(group) }
      assert.same({ distance, on_cube, on_group, part, triangle }, { back[1], back[2], back[3], back[6], back[7] })
    end
  end)

  it("stands beside groups in arrays", function()
    local cube, ball = collide.mesh(CUBE), collide.sphere { radius = 0.5, position = { 1, 1, 5 } }
    local group = collide.group { collide.sphere { radius = 1, position = { 9, 9, 9 } }, ball }
    local hit = collide.raycast({ cube, group }, { 1, 1, 9 }, { 0, 0, -1 })
    assert.same({ 2, 2 }, { hit.index, hit.part })
    hit = collide.raycast({ cube, group }, { 1, 1.5, 9 }, { 0, 0, -1 }, { ignore = group })
    assert.equal(1, hit.index)
    assert.is_nil(hit.part)
    assert.is_number(hit.triangle)
    assert.error_matches(function() cube:overlap { group } end, "only two grids")
    group.data, cube.data = "a", "b"
    assert.same({ "a", "b" }, { group.data, cube.data })
    assert.error_matches(function() return cube.count_all end, "a mesh has no field or method 'count_all'")
    assert.error_matches(function() return group.is_closed end, "a group has no field or method 'is_closed'")
    assert.error_matches(function() group.pos = 1 end, "a group's 'pos' cannot be set")
  end)

  it("may be described where a target is wanted", function()
    local cube = collide.mesh(CUBE)
    local told = cube:describe()
    assert.equal("mesh", told.shape)
    assert.same(cube:raycast({ 0.5, 0.25, -3 }, { 0, 0, 1 }), collide.raycast(told, { 0.5, 0.25, -3 }, { 0, 0, 1 }))
    assert.same({ cube:bounds() }, { collide.bounds(told) })
    assert.is_true(collide.contains({ told }, 1, 1, 1))
    assert.same(told, collide.mesh(told):describe())
  end)

  it("frees its triangles when the last copy is gone, and when it is told to", function()
    local cube = collide.mesh(CUBE)
    local copy = cube:copy()
    getmetatable(cube).__gc(cube)
    getmetatable(cube).__gc(cube)
    assert.has_error(function() collide.raycast_any(cube, 0, 0, 0, 1, 0, 0) end)
    assert.equal(12, copy:count())
    cube = collide.mesh(CUBE)
    assert.is_true(cube:raycast_any({ 0.5, 0.25, -3 }, { 0, 0, 1 }, { filter = function() return true end }))
    assert.has_error(function()
      cube:raycast_all({ 0.5, 0.25, -3 }, { 0, 0, 1 }, { filter = function(m) getmetatable(m).__gc(m) return true end })
    end)
    collectgarbage()
    local before = collectgarbage("count")
    for _ = 1, 200 do collide.mesh(CUBE):copy():set_position(1, 0, 0) end
    collectgarbage()
    collectgarbage()
    assert.is_true(collectgarbage("count") < before + 100)
  end)
end)

-- A group of shapes and meshes, its parts as they are in the world, and the shapes of all triangles that
-- its first mesh would be, each in a group of its own with that pose.
local function compound()
  local pose, own = POSES[1 + below(#POSES)], POSES[1 + below(#POSES)]
  local mesh = soup(1 + below(8))
  local fields = mesh:describe()
  for _, key in ipairs { "position", "rotation", "scale", "transform" } do fields[key] = own[key] end
  mesh = collide.mesh(fields)
  local parts, group = { mesh }, {}
  for i = 2, 2 + below(3) do parts[i] = below(2) == 0 and soup(1 + below(4)) or makers[1 + below(3)]() end
  group = collide.group(with_pose({ parts = parts }, pose))
  local told, singles = {}, {}
  for i = 1, #parts do told[i] = group:part(i) end
  for i, corners in ipairs(fields.triangles) do
    local v = fields.vertices
    singles[i] = collide.group(with_pose({ parts = {
      with_pose({ shape = "triangle", points = { v[corners[1]], v[corners[2]], v[corners[3]] } }, own) } }, pose))
  end
  return group, told, singles
end

local function each_compound(run)
  for i = 1, CASES / 3 do
    on_lattice = i % 2 == 0
    run(compound())
  end
end

-- What an array of the parts answers, as the group has to.
local function of_part(hit)
  if not hit then return nil end
  hit.part, hit.index, hit.shape = hit.index, nil, nil
  return hit
end

describe("a group of meshes and shapes", function()
  it("places a mesh as it places its triangles one by one", function()
    each_compound(function(_, told, singles)
      for i, single in ipairs(singles) do
        assert.same(single:part(1):points(), { told[1]:triangle(i) })
      end
    end)
  end)

  it("is hit where its parts are hit, and tells part and triangle", function()
    local hits, triangles = 0, 0
    each_compound(function(group, parts)
      for _, cast in ipairs { "raycast", "segmentcast", "linecast" } do
        for _, options in ipairs { {}, { faces = "front" } } do
          local from, low, high = point(5), parts[1 + below(#parts)]:bounds()
          local to = { (low.x + high.x) / 2, (low.y + high.y) / 2, (low.z + high.z) / 2 }
          if cast ~= "segmentcast" then
            for k = 1, 3 do to[k] = to[k] - from[k] end
            if to[1] == 0 then to[1] = 1 end
          end
          local expected = of_part(collide[cast](parts, from, to, options))
          assert.same(expected, group[cast](group, from, to, options))
          assert.equal(expected ~= nil, group[cast .. "_any"](group, from, to, options))
          local all = collide[cast .. "_all"](parts, from, to, options)
          for _, hit in ipairs(all) do of_part(hit) end
          assert.same(all, group[cast .. "_all"](group, from, to, options))
          local ball = collide.sphere { radius = size(), position = point(4) }
          local beside = collide[cast]({ ball, group }, from, to, options)
          if beside and beside.index == 2 then
            beside.index, beside.shape = nil, nil
            assert.same(expected, beside)
          else
            assert.same(beside and ball, beside and beside.shape)
          end
          hits = hits + #all
          if expected and expected.triangle then triangles = triangles + 1 end
        end
      end
    end)
    assert.is_true(hits > CASES / 2 and triangles > CASES / 5)
  end)

  it("reaches as far as its parts do", function()
    each_compound(function(group, parts)
      local low, high, axis = {}, {}, point(3)
      if axis[1] == 0 then axis[1] = 1 end
      local least, greatest = math.huge, -math.huge
      for _, part in ipairs(parts) do
        local a, b = part:bounds()
        for _, k in ipairs { "x", "y", "z" } do
          low[k], high[k] = math.min(low[k] or a[k], a[k]), math.max(high[k] or b[k], b[k])
        end
        local from, to = part:project(axis)
        least, greatest = math.min(least, from), math.max(greatest, to)
      end
      assert.same({ low, high }, { group:bounds() })
      assert.same({ least, greatest }, { group:project(axis) })
    end)
  end)

  it("meets shapes where its parts do, asked either way", function()
    local meets = 0
    each_compound(function(group, parts)
      local s = shape()
      local expected = collide.overlap(s, parts)
      assert.equal(expected, s:overlap(group))
      assert.equal(expected, group:overlap(s))
      local contact = collide.contact(s, parts)
      assert.same(of_part(contact), s:contact(group))
      assert.same(of_part(collide.contact(parts, s)), group:contact(s))
      local all = collide.contact_all(s, parts)
      for _, one in ipairs(all) do of_part(one) end
      assert.same(all, s:contact_all(group))
      local d, a, b, _, index, triangle = collide.distance(s, parts)
      local e, p, q, _, _, part, of = s:distance(group)
      assert.same({ d, a, b, index, triangle }, { e, p, q, part, of })
      if expected then meets = meets + 1 end
    end)
    assert.is_true(meets > CASES / 20)
  end)

  it("meets groups and meshes and arrays as its parts do", function()
    local contacts = 0
    each_compound(function(group, parts)
      local others = { makers[1 + below(5)](), makers[1 + below(5)]() }
      local other = collide.group(others)
      local overlap, most, nearest = false, nil, math.huge
      for _, part in ipairs(parts) do
        overlap = overlap or part:overlap(other)
        local contact = part:contact(other)
        if contact and (not most or contact.depth > most) then most = contact.depth end
        nearest = math.min(nearest, (part:distance(other)))
      end
      assert.equal(overlap, group:overlap(other))
      assert.equal(overlap, other:overlap(group))
      assert.equal(most, (group:contact(other) or {}).depth)
      assert.equal(most, (other:contact(group) or {}).depth)
      local distance, on_group, on_other = group:distance(other)
      assert.same({ nearest, nearest }, { distance, (other:distance(group)) })
      local dx, dy, dz = on_group.x - on_other.x, on_group.y - on_other.y, on_group.z - on_other.z
      if distance > 0 then
        assert.is_true(math.abs(math.sqrt(dx * dx + dy * dy + dz * dz) - distance) < 1e-9)
        assert.is_true(other:distance(on_other) < 1e-9 and group:distance(on_group) < 1e-9)
      end
      assert.equal(overlap, collide.overlap(group, others))
      assert.equal(most, (collide.contact(group, others) or {}).depth)
      if most then contacts = contacts + 1 end
      local lone, expected = soup(3), false
      for _, part in ipairs(parts) do expected = expected or part:overlap(lone) end
      assert.equal(expected, group:overlap(lone))
      assert.equal(expected, lone:overlap(group))
    end)
    assert.is_true(contacts > CASES / 30)
    local cube = collide.group { collide.mesh(CUBE) }
    assert.error_matches(function() cube:contact(collide.mesh(CUBE)) end, "no test for group and mesh")
    assert.error_matches(function() cube:overlap(collide.grid { dimensions = 3 }) end, "no test for group and grid")
  end)

  it("contains what is in a part of it, and says where one is open", function()
    local cube = collide.mesh(CUBE)
    local group = collide.group { cube, collide.sphere { radius = 1, position = { 9, 0, 0 } }, position = { 1, 0, 0 } }
    assert.is_true(group:contains(2, 1, 1))
    assert.is_false(group:contains(0.5, 1, 1))
    assert.is_true(group:contains(10.5, 0, 0))
    local open = collide.mesh { vertices = CUBE.vertices, triangles = { CUBE.triangles[1] } }
    group = collide.group { collide.sphere { radius = 1 }, open, position = { 5, 0, 0 } }
    assert.error_matches(function() group:contains(0, 0, 0) end, "the mesh is not closed.*%(5, [02], 0%)")
  end)

  it("may be described, and its copies share the triangles", function()
    local vertices, triangles = {}, {}
    for i = 1, 3000 do
      vertices[i] = { i % 50, i % 7, i % 11 }
      triangles[i] = { i, i % 3000 + 1, (i + 1) % 3000 + 1 }
    end
    local mesh = collide.mesh { vertices = vertices, triangles = triangles, position = { 0, 0, 0.5 } }
    local group = collide.group { mesh, collide.sphere { radius = 1 }, rotation = { 0, 0, 1, 1 }, layer = "level" }
    assert.same(collide.group(group:describe()):describe(), group:describe())
    assert.same({ x = 0, y = 0, z = 0.5 }, group:part(1):get_position())
    assert.equal("group parts=2 rotation=(0, 0, 1, 1) layer=level", tostring(group))
    collectgarbage()
    local before = collectgarbage("count")
    local copies = {}
    for i = 1, 100 do copies[i] = group:copy():translate(i, 0, 0) end
    collectgarbage()
    assert.is_true(collectgarbage("count") - before < 400)
    local from, to = { -3, 25, -50 }, { 0, 0, 1 }
    local hit, moved = group:raycast(from, to), copies[7]:raycast({ 4, 25, -50 }, to)
    assert.same({ hit.t, hit.part, hit.triangle }, { moved.t, moved.part, moved.triangle })
    local part = group:part(1)
    local expected = group:raycast_all(from, to)
    mesh, group, copies = nil, copies[7]:set_position(0, 0, 0), nil
    collectgarbage()
    collectgarbage()
    assert.is_nil(mesh or copies)
    assert.same(expected, group:raycast_all(from, to))
    assert.equal(3000, part:count())
  end)

  it("keeps its triangles when the mesh is freed, and loses them when it is freed itself", function()
    local cube = collide.mesh(CUBE)
    local group = collide.group { cube, collide.sphere { radius = 1, position = { 9, 0, 0 } } }
    getmetatable(cube).__gc(cube)
    assert.is_true(group:raycast_any(1, 1, -5, 0, 0, 1))
    local copy = group:copy()
    getmetatable(group).__gc(group)
    getmetatable(group).__gc(group)
    assert.is_false(group:raycast_any(1, 1, -5, 0, 0, 1))
    assert.is_true(group:raycast_any(9, 0, -5, 0, 0, 1))
    assert.is_true(copy:raycast_any(1, 1, -5, 0, 0, 1))
    assert.error_matches(function() group:part(1) end, "was collected")
    assert.error_matches(function() group:describe() end, "was collected")
    assert.error_matches(function() group:copy() end, "was collected")
    assert.error_matches(function() collide.group { cube } end, "shape expected")
    assert.is_false(group:contains(1, 1, 1))
  end)

  it("takes no mesh in 2D", function()
    assert.has_error(function() collide.group { collide.circle { radius = 1 }, collide.mesh(CUBE) } end,
      "bad argument #1 to 'group' (parts[2]: a 2D shape expected, got a mesh)")
    assert.has_error(function() collide.group { collide.mesh(CUBE), collide.circle { radius = 1 } } end)
  end)
end)
