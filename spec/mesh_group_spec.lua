-- SPDX-License-Identifier: MIT
--
-- Meshes as parts of groups.
local collide = require("collide")
local soups = dofile("spec/support/soups.lua")

local below, point, size, with_pose, soup = soups.below, soups.point, soups.size, soups.with_pose, soups.soup
local shape, CUBE, POSES, makers, CASES = soups.shape, soups.CUBE, soups.POSES, soups.makers, soups.CASES

-- A group of shapes and meshes, its parts as they are in the world, and the shapes of all triangles that
-- its first mesh would be, each in a group of its own with that pose.
local function compound()
  local pose, own = POSES[1 + below(#POSES)], POSES[1 + below(#POSES)]
  local mesh = soup(1 + below(8))
  local fields = mesh:describe()
  for _, key in ipairs { "position", "rotation", "scale", "transform" } do fields[key] = own[key] end
  mesh = collide.mesh(fields)
  local parts = { mesh }
  for i = 2, 2 + below(3) do parts[i] = below(2) == 0 and soup(1 + below(4)) or makers[1 + below(3)]() end
  local group = collide.group(with_pose({ parts = parts }, pose))
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
  soups.each_turn(CASES / 3, function() run(compound()) end)
end

-- What an array of the parts answers, as the group has to.
local function of_part(hit)
  if not hit then return nil end
  hit.part, hit.index, hit.shape = hit.index, nil, nil
  return hit
end

describe("a group of meshes and shapes", function()
  it("places a mesh like its single triangles", function()
    each_compound(function(_, told, singles)
      for i, single in ipairs(singles) do
        assert.same(single:part(1):points(), { told[1]:triangle(i) })
      end
    end)
  end)

  it("is hit where its parts are hit, and returns part and triangle", function()
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

  it("has the bounds of its parts", function()
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

  it("overlaps shapes if its parts do, in either order", function()
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
      local e, p, q, _, _, of, _, part = s:distance(group)
      assert.same({ d, a, b, index, triangle }, { e, p, q, part, of })
      if expected then meets = meets + 1 end
    end)
    assert.is_true(meets > CASES / 20)
  end)

  it("has contacts with a mesh, and no test with a grid", function()
    local cube = collide.group { collide.mesh(CUBE) }
    assert.equal(1, cube:contact(collide.mesh(CUBE):translate(1, 1, 1)).part)
    assert.error_matches(function() cube:overlap(collide.grid { dimensions = 3 }) end, "no test for group and grid")
  end)

  it("contains the points of its parts, and names an edge if a mesh is open", function()
    local cube = collide.mesh(CUBE)
    local group = collide.group { cube, collide.sphere { radius = 1, position = { 9, 0, 0 } }, position = { 1, 0, 0 } }
    assert.is_true(group:contains(2, 1, 1))
    assert.is_false(group:contains(0.5, 1, 1))
    assert.is_true(group:contains(10.5, 0, 0))
    local open = collide.mesh { vertices = CUBE.vertices, triangles = { CUBE.triangles[1] } }
    group = collide.group { collide.sphere { radius = 1 }, open, position = { 5, 0, 0 } }
    assert.error_matches(function() group:contains(0, 0, 0) end, "the mesh is not closed.*%(5, [02], 0%)")
  end)

  it("has a description, and its copies share the triangles", function()
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

  it("keeps its triangles when the mesh is closed, and can be closed itself", function()
    local cube = collide.mesh(CUBE)
    local group = collide.group { cube, collide.sphere { radius = 1, position = { 9, 0, 0 } } }
    getmetatable(cube).__gc(cube)
    assert.is_true(group:raycast_any(1, 1, -5, 0, 0, 1))
    local copy = group:copy()
    getmetatable(group).__gc(group)
    getmetatable(group).__gc(group)
    assert.error_matches(function() group:raycast_any(1, 1, -5, 0, 0, 1) end, "a closed group")
    assert.is_true(copy:raycast_any(1, 1, -5, 0, 0, 1))
    for _, name in ipairs { "part", "describe", "copy" } do
      assert.error_matches(function() group[name](group, 1) end, "a closed group")
    end
    assert.error_matches(function() collide.group { cube } end, "shape expected, got a closed mesh")
    assert.error_matches(function() group:contains(1, 1, 1) end, "a closed group")
  end)

  it("accepts no mesh in 2D", function()
    assert.has_error(function() collide.group { collide.circle { radius = 1 }, collide.mesh(CUBE) } end,
      "bad argument #1 to 'group' (parts[2]: a 2D shape expected, got a mesh)")
    assert.has_error(function() collide.group { collide.mesh(CUBE), collide.circle { radius = 1 } } end)
  end)
end)
