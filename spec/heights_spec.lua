-- SPDX-License-Identifier: MIT
--
-- Terrain: `heights` is a mesh over a grid of heights.
local collide = require("collide")
local soups = dofile("spec/support/soups.lua")

local below, number, point, pack = soups.below, soups.number, soups.point, soups.pack

local function make_rows(columns, count, height)
  local rows = {}
  for z = 1, count do
    rows[z] = {}
    for x = 1, columns do rows[z][x] = height(x, z) end
  end
  return rows
end

-- The same triangles as an ordinary mesh.
local function as_mesh(rows, sx, sy, sz, fields)
  local vertices, triangles, columns = {}, {}, #rows[1]
  for z, row in ipairs(rows) do
    for x, y in ipairs(row) do vertices[#vertices + 1] = { (x - 1) * sx, y * sy, (z - 1) * sz } end
  end
  for z = 1, #rows - 1 do
    for x = 1, columns - 1 do
      local corner = (z - 1) * columns + x
      local opposite = corner + columns + 1
      triangles[#triangles + 1] = { corner, opposite - 1, opposite }
      triangles[#triangles + 1] = { corner, opposite, corner + 1 }
    end
  end
  local all = { vertices = vertices, triangles = triangles }
  for key, value in pairs(fields or {}) do all[key] = value end
  return collide.mesh(all)
end

local function random_shape(span)
  local at = { below(4 * span) / 4, number(2), below(4 * span) / 4 }
  local shapes = {
    function() return collide.sphere { radius = soups.size(), position = at } end,
    function() return collide.box { half = { soups.size(), soups.size(), soups.size() }, position = at } end,
    function() return collide.capsule { radius = soups.size() / 2, half_height = soups.size(), position = at } end,
    function() return collide.box { half = { 1, 0.5, 0.25 }, rotation = { 0, 0, 1, 2 }, position = at } end,
  }
  return shapes[1 + below(#shapes)]()
end

describe("collide.heights", function()
  it("has the corners, triangles and text of a mesh", function()
    local hills = collide.heights { rows = { { 1, 2, 3 }, { 4, 5, 6 } }, size = { 2, 3 }, origin = { 10, 20, 30 } }
    assert.equal("mesh vertices=6 triangles=4 position=(10, 20, 30)", tostring(hills))
    assert.equal(4, hills:count())
    assert.same({ 10, 21, 30, 12, 22, 30, 14, 23, 30, 10, 24, 33, 12, 25, 33, 14, 26, 33 }, hills:points("numbers"))
    assert.same({ n = 9, 10, 21, 30, 10, 24, 33, 12, 25, 33 }, pack(hills:triangle(1, "numbers")))
    assert.same({ n = 9, 10, 21, 30, 12, 25, 33, 12, 22, 30 }, pack(hills:triangle(2, "numbers")))
    assert.same({ n = 9, 12, 22, 30, 14, 26, 33, 14, 23, 30 }, pack(hills:triangle(4, "numbers")))
    assert.same({ x = 10, y = 20, z = 30 }, hills:get_position())
    assert.same({ x = 10, y = 21, z = 30 }, (hills:bounds()))
    local scaled = collide.heights { rows = { { 1, 2 }, { 4, -5 } }, size = { 2, 0.5, 3 } }
    assert.same({ 0, 0.5, 0, 2, 1, 0, 0, 2, 3, 2, -2.5, 3 }, scaled:points("numbers"))
    assert.same({ 0, 1, 0, 4, 2, 0, 0, 4, 4, 4, -5, 4 },
      collide.heights({ rows = { { 1, 2 }, { 4, -5 } }, size = 4 }):points("numbers"))
  end)

  it("numbers triangles by cells, with normals up", function()
    local columns, count = 7, 5
    local hills = collide.heights { rows = make_rows(columns, count, function() return number(2) end) }
    for t = 1, hills:count() do
      local cell = math.floor((t - 1) / 2)
      local x, z = cell % (columns - 1), math.floor(cell / (columns - 1))
      local a, b, c = hills:triangle(t)
      assert.same({ x, z, x + 1, z + 1 }, { a.x, a.z, math.max(b.x, c.x), math.max(b.z, c.z) })
      -- The first half has the corner (x, z + 1), the second (x + 1, z).
      local aside = t % 2 == 1 and 0.25 or 0.75
      local hit = hills:raycast({ x + aside, 9, z + 1 - aside }, { 0, -1, 0 })
      assert.equal(t, hit.triangle)
      assert.is_true(hit.normal.y > 0)
      assert.equal("front", hit.face)
    end
  end)

  it("answers like an ordinary mesh of the same triangles", function()
    for case = 1, soups.CASES / 6 do
      local columns, count = 2 + below(11), 2 + below(11)
      local kind, span = below(4), math.max(columns, count)
      local rows = make_rows(columns, count, function()
        return kind == 0 and 0 or kind == 1 and 4 * below(2) or kind == 2 and below(3) / 2 or number(1)
      end)
      local sizes = ({ { 1, 1, 1 }, { 0.5, 2, 1 }, { 0.1, 0.3, 0.7 } })[1 + below(3)]
      local origin = below(2) == 0 and { 0, 0, 0 } or point(3)
      local a = collide.heights { rows = rows, size = sizes, origin = origin }
      local b = as_mesh(rows, sizes[1], sizes[2], sizes[3], { position = origin })
      if below(3) == 0 then
        a:set_rotation(1, 2, 3, 4):set_scale(1, -2, 0.5)
        b:set_rotation(1, 2, 3, 4):set_scale(1, -2, 0.5)
      end
      assert.same(b:describe(), a:describe())
      assert.same({ b:bounds() }, { a:bounds() })
      assert.same({ b:project(1, 2, -3) }, { a:project(1, 2, -3) })
      assert.same({ b:is_closed() }, { a:is_closed() })
      local t = 1 + below(a:count())
      assert.same({ b:triangle(t) }, { a:triangle(t) })
      for _ = 1, 3 do
        local p, d = { below(4 * span) / 4, number(4), below(4 * span) / 4 }, point(2)
        if d[1] == 0 and d[2] == 0 and d[3] == 0 then d = { 1, 0, 1 } end
        assert.same(b:raycast(p, d), a:raycast(p, d), "case " .. case)
        assert.same(b:linecast_all(p, d), a:linecast_all(p, d))
        assert.equal(b:segmentcast_any(p, d), a:segmentcast_any(p, d))
        local shape = random_shape(span)
        assert.same(b:triangles_in(shape), a:triangles_in(shape))
        assert.same({ b:contact(shape) }, { a:contact(shape) })
        assert.same(b:contact_all(shape), a:contact_all(shape))
        assert.same({ shape:distance(b) }, { shape:distance(a) })
        assert.same(collide.shapecast(b, shape, d), collide.shapecast(a, shape, d))
        local other = shape:copy()
        assert.same(b:move(shape, d), a:move(other, d))
        assert.same(shape:get_position(), other:get_position())
      end
      local cells = { size = 0.5, rule = case % 2 == 0 and "open" or nil }
      assert.equal(collide.voxelize(b, cells):encode(), collide.voxelize(a, cells):encode())
    end
  end)

  it("is a member of worlds and groups, and may be described", function()
    local rows = make_rows(9, 6, function(x, z) return (x * z) % 3 end)
    local hills = collide.heights { rows = rows, layer = "ground", data = "a", one_way = { 0, 1, 0 } }
    local world = collide.world { hills, collide.sphere { radius = 1, position = { 4, 9, 2 } } }
    local hit = world:raycast({ 2.5, 9, 2.25 }, { 0, -1, 0 })
    assert.equal(hills, hit.shape)
    assert.same({ "ground", "a", { x = 0, y = 1, z = 0 } }, { hills:get_layer(), hills.data, (hills:get_one_way()) })
    assert.is_nil(world:raycast({ 2.5, 9, 2.25 }, { 0, -1, 0 }, { ignore = "ground" }))
    local described = { shape = "heights", rows = rows }
    assert.equal(hit.t, collide.raycast(described, { 2.5, 9, 2.25 }, { 0, -1, 0 }).t)
    assert.equal(hit.t, collide.raycast({ described }, { 2.5, 9, 2.25 }, { 0, -1, 0 }).t)
    assert.equal(hit.t, collide.group({ described }):raycast({ 2.5, 9, 2.25 }, { 0, -1, 0 }).t)
    assert.same(hills:describe(), hills:copy():describe())
    assert.equal(80, collide.group({ hills }):part(1):count())
  end)
end)

describe("a capsule that walks over terrain", function()
  local up = { 0, 1, 0 }

  -- Walks along a random path, and returns the hits of all steps.
  local function walk(hills, from, steps, options)
    local hero = collide.capsule { radius = 0.3, half_height = 0.5, position = from }
    local hits = {}
    hills:move(hero, { 0, -9, 0 }, options)
    local angle = below(6283) / 1000
    for _ = 1, steps do
      angle = angle + (below(1001) - 500) / 2000
      local result = hills:move(hero, { math.cos(angle) * 0.2, -0.05, math.sin(angle) * 0.2 }, options)
      for _, hit in ipairs(result.hits) do hits[#hits + 1] = hit end
    end
    return hits
  end

  -- ---- Faces and creases ---------------------------------------------------------------------

  local function minus(a, b) return { x = a.x - b.x, y = a.y - b.y, z = a.z - b.z } end
  local function dot(a, b) return a.x * b.x + a.y * b.y + a.z * b.z end
  local function cross(a, b)
    return { x = a.y * b.z - a.z * b.y, y = a.z * b.x - a.x * b.z, z = a.x * b.y - a.y * b.x }
  end
  local function unit(a)
    local length = math.sqrt(dot(a, a))
    return { x = a.x / length, y = a.y / length, z = a.z / length }
  end
  local function key(p) return p.x .. " " .. p.z end

  -- Its triangles, each with its corners, its normal, and by edge the neighbour's corner beyond the edge.
  local function list_triangles(hills)
    local triangles, edges = {}, {}
    for t = 1, hills:count() do
      local a, b, c = hills:triangle(t)
      local triangle = { a, b, c, normal = unit(cross(minus(b, a), minus(c, a))), apex = {} }
      triangles[t] = triangle
      for k = 1, 3 do
        local from, to = triangle[k], triangle[k % 3 + 1]
        local other = edges[key(to) .. " " .. key(from)]
        edges[key(from) .. " " .. key(to)] = { triangle, k }
        if other then
          triangle.apex[k], other[1].apex[other[2]] = other[1][(other[2] + 1) % 3 + 1], triangle[(k + 1) % 3 + 1]
        end
      end
    end
    return triangles
  end

  local function is_on_convex_edge(triangle, at)
    for k = 1, 3 do
      local from, to, apex = triangle[k], triangle[k % 3 + 1], triangle.apex[k]
      local aside = cross(minus(at, from), unit(minus(to, from)))
      if apex and dot(aside, aside) < 1e-12 and dot(minus(apex, from), triangle.normal) < -1e-12 then return true end
    end
    return false
  end

  it("meets only faces and convex edges of rough ground", function()
    local hills = collide.heights { rows = make_rows(60, 60, function(x, z)
      return math.floor(3 * math.sin(x * 0.5) * math.cos(z * 0.4)) / 8 + below(5) / 8
    end) }
    local triangles, faces, edges = list_triangles(hills), 0, 0
    for _ = 1, soups.CASES >= 1000 and 200 or 40 do
      local from = { 8 + below(440) / 10, 6, 8 + below(440) / 10 }
      for _, hit in ipairs(walk(hills, from, 40, { up = up, snap = 0.3, step = 0.2, max_slope = math.rad(55) })) do
        local triangle = triangles[hit.triangle]
        if dot(hit.normal, triangle.normal) > 1 - 1e-9 then
          faces = faces + 1
        else
          edges = edges + 1
          assert.is_true(is_on_convex_edge(triangle, hit.point), tostring(hit))
        end
      end
    end
    assert.is_true(faces > 500 and edges > 20)
  end)

  it("is not slowed by the seams of a flat terrain", function()
    local hills = collide.heights { rows = make_rows(100, 100, function() return 0 end), size = 0.7 }
    for _ = 1, soups.CASES >= 1000 and 200 or 40 do
      local hero = collide.capsule { radius = 0.3, half_height = 0.5, position = { 35, 2, 35 } }
      hills:move(hero, { 0, -9, 0 })
      local y = hero:get_position().y
      local angle = below(6283) / 1000
      local dx, dz = math.cos(angle), math.sin(angle)
      for step = 1, 30 do
        local result = hills:move(hero, { dx, -0.1, dz }, { up = up, snap = 0.2, step = 0.2 })
        for _, hit in ipairs(result.hits) do
          local n = hit.normal
          assert.is_true(n.y > 1 - 1e-12 and math.abs(n.x) + math.abs(n.z) < 1e-9, tostring(n))
        end
        local at = hero:get_position()
        assert.is_true(math.abs(at.x - 35 - step * dx) < 1e-6 and math.abs(at.z - 35 - step * dz) < 1e-6
          and math.abs(at.y - y) < 1e-6)
      end
    end
  end)

  it("stops at a cliff, and falls from one", function()
    local rows = make_rows(40, 40, function(x) return x > 20 and 8 or 0 end)
    local hills = collide.heights { rows = rows }
    local hero = collide.capsule { radius = 0.3, half_height = 0.5, position = { 10, 0.9, 10.3 } }
    local options = { up = up, snap = 0.2, step = 0.3, max_slope = math.rad(50) }
    for _ = 1, 40 do hills:move(hero, { 0.5, -0.1, 0.03 }, options) end
    local at = hero:get_position()
    assert.is_true(at.x < 20 and at.x > 18 and at.y < 1.5)
    hero:set_position(25, 8.9, 10.3)
    for _ = 1, 40 do hills:move(hero, { -0.5, -0.4, 0.03 }, options) end
    at = hero:get_position()
    assert.is_true(at.x < 10 and math.abs(at.y - 0.8) < 0.01)
  end)
end)

describe("heights refuse", function()
  local flat = { { 0, 0 }, { 0, 0 } }
  local nan, inf = 0 / 0, math.huge
  local mistakes = {
    { {}, "rows: array of rows expected, got nil" },
    { { rows = 3 }, "rows: array of rows expected, got number" },
    { { rows = {} }, "rows: at least 2 rows of 2 heights expected, got 0 of 2" },
    { { rows = { { 1, 2 } } }, "rows: at least 2 rows of 2 heights expected, got 1 of 2" },
    { { rows = { { 1 }, { 1 } } }, "rows: at least 2 rows of 2 heights expected, got 2 of 1" },
    { { rows = { 1, 2 } }, "rows[1]: array of heights expected, got number" },
    { { rows = { { 1, 2 }, 2 } }, "rows[2]: array of heights expected, got number" },
    { { rows = { { 1, 2 }, { 1 } } }, "rows[2]: 2 heights expected, as in the first row, got fewer" },
    { { rows = { { 1, 2 }, { 1, 2, 3 } } }, "rows[2]: 2 heights expected, as in the first row, got more" },
    { { rows = { { 1, 2 }, { 1, "2" } } }, "rows[2][2]: number expected, got string" },
    { { rows = { { 1, nan }, { 1, 2 } } }, "rows[1][2] must be finite, got nan" },
    { { rows = { { 1, 2 }, { -inf, 2 } } }, "rows[2][1] must be finite, got -inf" },
    { { rows = { { 1, 2 }, { 1e151, 2 } } },
      "rows[2][1]: the corner is too far away, a mesh has coordinates up to 1e150" },
    { { rows = flat, size = 1e151 }, "rows[1][2]: the corner is too far away, a mesh has coordinates up to 1e150" },
    { { rows = flat, size = 0 }, "size must be above 0, got 0" },
    { { rows = flat, size = { 1, -1 } }, "size must be above 0, got -1" },
    { { rows = flat, size = nan }, "size must be finite, got nan" },
    { { rows = flat, size = inf }, "size must be finite, got inf" },
    { { rows = flat, size = { 1, 0, 1 } }, "size must be above 0, got 0" },
    { { rows = flat, position = { 0, 0, 0 } }, "unknown field 'position'; heights take rows, size and origin" },
    { { rows = flat, shape = "mesh" }, "shape: 'heights' expected, got 'mesh'" },
    { { rows = flat, layer = 1 }, "layer: string or array of strings expected, got number" },
  }
  for _, row in ipairs(mistakes) do
    it(row[2], function()
      assert.has_error(function() collide.heights(row[1]) end, "bad argument #1 to 'heights' (" .. row[2] .. ")")
    end)
  end

  it("other values, wrong vectors, and too many rows", function()
    assert.error_matches(function() collide.heights(3) end, "table expected, got number; for example heights{rows=")
    assert.error_matches(function() collide.heights({ rows = flat }, 2) end, "heights takes one table")
    assert.error_matches(function() collide.heights { rows = flat, size = { 1, 2, 3, 4 } } end, "size")
    assert.error_matches(function() collide.heights { rows = flat, size = {} } end, "size")
    assert.error_matches(function() collide.heights { rows = flat, origin = { 1, 2 } } end, "origin")
    assert.error_matches(function() collide.heights { rows = flat, origin = { 1, 2, nan } } end, "origin")
    local row = {}
    for x = 1, 8193 do row[x] = 0 end
    local rows = {}
    for z = 1, 8194 do rows[z] = row end
    assert.error_matches(function() collide.heights { rows = rows } end,
      "rows: at most 2%^26 cells expected, got 8194 rows of 8193 heights")
  end)

  it("pass on the error of a metamethod", function()
    local proxy = setmetatable({}, { __index = function(_, key)
      if key == "rows" then error("no rows today") end
    end })
    assert.error_matches(function() collide.heights(proxy) end, "no rows today")
  end)
end)
