-- SPDX-License-Identifier: MIT
--
-- The distance `weld`, within which vertices of a mesh count as one.
local collide = require("collide")
local soups = dofile("spec/support/soups.lua")

local below, pack = soups.below, soups.pack
local ROUNDS, SIDES = 24, 16

-- A torus whose last ring and last column are computed again by sine and cosine, or are the first ones.
local function torus(is_exact)
  local vertices, triangles = {}, {}
  local function angle(i, of) return 2 * math.pi * (is_exact and i % of or i) / of end
  for i = 0, ROUNDS do
    for k = 0, SIDES do
      local a, b = angle(i, ROUNDS), angle(k, SIDES)
      local out = 5 + 2 * math.cos(b)
      vertices[#vertices + 1] = { out * math.cos(a), 2 * math.sin(b), out * math.sin(a) }
      local corner = i * (SIDES + 1) + k + 1
      if i < ROUNDS and k < SIDES then
        triangles[#triangles + 1] = { corner, corner + 1, corner + SIDES + 2 }
        triangles[#triangles + 1] = { corner, corner + SIDES + 2, corner + SIDES + 1 }
      end
    end
  end
  return { vertices = vertices, triangles = triangles }
end

local function with_weld(fields, weld)
  return { vertices = fields.vertices, triangles = fields.triangles, weld = weld }
end

-- The triangles of a mesh as an array of {a, b, c}, which share no vertices.
local function split(fields)
  local array = {}
  for i, triangle in ipairs(fields.triangles) do
    array[i] = { fields.vertices[triangle[1]], fields.vertices[triangle[2]], fields.vertices[triangle[3]] }
  end
  return array
end

describe("weld", function()
  local seam, exact = torus(false), torus(true)

  it("closes the seam of a torus that sine and cosine leave open", function()
    assert.is_true(collide.mesh(exact):is_closed())
    local open = collide.mesh(seam)
    assert.is_false((open:is_closed()))
    assert.is_false((open:is_closed { weld = 0 }))
    assert.is_true(open:is_closed { weld = 1e-9 })
    assert.is_false((open:is_closed()))
    local welded = collide.mesh(with_weld(seam, 1e-9))
    assert.is_true(welded:is_closed())
    assert.equal(open:count(), welded:count())
    assert.equal(#seam.vertices, #welded:points())
    assert.is_true(welded:contains(5, 0, 0))
    assert.is_false(welded:contains(0, 0, 0))
    assert.error_matches(function() open:contains(5, 0, 0) end, "the mesh is not closed")
  end)

  it("returns an open edge as before, in numbers too", function()
    local leaf = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } }
    leaf:set_position(0, 0, 5)
    assert.equal(3, select("#", leaf:is_closed { weld = 0.5 }))
    assert.equal(7, select("#", leaf:is_closed({ weld = 0.5 }, "numbers")))
    assert.equal(5, (select(4, leaf:is_closed({ weld = 0.5 }, "numbers"))))
    assert.is_true(leaf:is_closed { weld = 1 }) -- all corners are one: no triangle is left
  end)

  it("fills the cells of the closed model", function()
    for _, rule in ipairs { "open", "closed" } do
      for _, size in ipairs { 0.5, 0.3 } do
        local function fill(model, weld)
          return collide.voxelize(model, { size = size, solid = true, rule = rule, weld = weld }):encode()
        end
        local expected = fill(exact)
        assert.equal(expected, fill(seam, 1e-9))
        assert.equal(expected, fill(split(seam), 1e-9))
        assert.equal(expected, fill(collide.mesh(seam), 1e-9))
        assert.equal(expected, fill(collide.mesh(with_weld(seam, 1e-9))))
        assert.error_matches(function() fill(seam) end, "solid needs a closed mesh.*weld")
        assert.error_matches(function() fill(split(seam), 1e-300 / 1e300) end, "solid needs a closed mesh")
      end
    end
  end)

  it("voxelizes the moved corners without `solid` too", function()
    local leaf = { vertices = { 0.5, 0.5, 0.5, 1.5, 0.5, 0.5, 0.5, 0.5, 1.125 }, triangles = { 1, 2, 3 } }
    assert.equal(3, collide.voxelize(leaf):count())
    assert.equal(2, collide.voxelize(leaf, { weld = 0.625 }):count())
    assert.equal(2, collide.voxelize(collide.mesh(leaf), { weld = 0.625 }):count())
  end)

  it("joins each vertex with the first kept one within the distance, as a search of all pairs does", function()
    for case = 1, soups.CASES / 10 do
      local span, count = 1 + below(12), 2 + below(120)
      local weld, scale = below(6), 2 ^ (below(9) - 4)
      local vertices, flat = {}, {}
      for i = 1, count do
        if i > 1 and below(3) == 0 then
          local of = vertices[1 + below(i - 1)]
          vertices[i] = { of[1] + below(3) - 1, of[2] + below(3) - 1, of[3] + below(3) - 1 }
        else
          vertices[i] = { below(2 * span) - span, below(2 * span) - span, below(2 * span) - span }
        end
        for k = 1, 3 do flat[#flat + 1] = vertices[i][k] * scale end
      end
      local kept, expected = {}, {}
      for i, p in ipairs(vertices) do
        local to = p
        for _, q in ipairs(kept) do
          if (p[1] - q[1]) ^ 2 + (p[2] - q[2]) ^ 2 + (p[3] - q[3]) ^ 2 <= weld * weld then
            to = q
            break
          end
        end
        if to == p then kept[#kept + 1] = p end
        for k = 1, 3 do expected[3 * i - 3 + k] = to[k] * scale end
      end
      local mesh = collide.mesh { vertices = flat, triangles = { 1, 2, 1 }, weld = weld * scale }
      assert.same(expected, mesh:points("numbers"), "case " .. case)
    end
  end)

  it("compares exactly, where the sum of squares in doubles does not decide", function()
    local near = 1 - 2 ^ -53
    local function joined(x, y, z, weld)
      return collide.mesh { vertices = { 0, 0, 0, x, y, z }, triangles = { 1, 2, 1 }, weld = weld }:points()[2].x == 0
    end
    assert.is_true(joined(3, 0, 4, 5))
    assert.is_false(joined(3, 0, 4, 5 * near))
    assert.is_true(joined(1, 0, 0, 1))
    assert.is_false(joined(1, 2 ^ -30, 0, 1))
    assert.is_false(joined(1, 1e-60, 0, 1))
    assert.is_false(joined(1, 0, 1e-60, 1))
    assert.is_true(joined(near, 1e-9, 0, 1))
    assert.is_false(joined(near, 2 ^ -26, 0, 1)) -- 1 - 2^-52 + 2^-106 + 2^-52
    assert.is_true(joined(near, 2 ^ -26 * near, 0, 1))
    assert.is_false(joined(1 + 2 ^ -52, 0, 0, 1))
    assert.is_false(joined(0.5070886611938477, 0.7625932699729674, 0.9423027040556917, 1.3140098141909369))
    assert.is_true(joined(0.5748014450655319, 0.8517990112304688, 0.7282638550741467, 1.2594945412307612))
    assert.is_true(joined(0.612071037457099, 0.8964252471923828, 0.22042465257891308, 1.1076083270553128))
    assert.is_false(joined(0.856170654476955, 0.8642044069665644, 0.7077751159667969, 1.4074171596899554))
  end)

  it("does not move a kept vertex, and does not drift along a row", function()
    local vertices, xs = {}, {}
    for i = 0, 9 do vertices[i + 1] = { i, 0, 0 } end
    local mesh = collide.mesh { vertices = vertices, triangles = { 1, 4, 10 }, weld = 2 }
    for i, p in ipairs(mesh:points()) do xs[i] = p.x end
    assert.same({ 0, 0, 0, 3, 3, 3, 6, 6, 6, 9 }, xs)
  end)

  it("works far from the origin, and for small and large distances", function()
    for _, scale in ipairs { 1e-69, 1e-20, 1, 1e20, 1e68 } do
      for _, at in ipairs { 0, 1e3, 2 ^ 52, -2 ^ 53, 1e20 } do
        local x = (at + 1) * scale
        local mesh = collide.mesh { vertices = { at * scale, 0, 0, x, 0, 0, (at + 64) * scale, 0, 0 },
          triangles = { 1, 2, 3 }, weld = 2 * scale }
        local points = mesh:points("numbers")
        assert.equal(at * scale, points[4])
        assert.equal(math.abs(at) < 1e19 and (at + 64) * scale or at * scale, points[7])
      end
    end
  end)

  -- 25,000 vertices (0, 0, z) whose z are multiples of powers of two. Their doubles differ in few bits, so a hash table
  -- may keep all in one slot.
  local function powers(from)
    local vertices = {}
    for exponent = from, from + 390 do
      for multiple = 64, 127 do vertices[#vertices + 1] = { 0, 0, multiple * 2 ^ exponent } end
    end
    return vertices
  end

  it("joins equal vertices whose coordinates differ in few bits", function()
    local vertices, triangles, minus_zero = powers(-200), {}, -1 / math.huge
    local count = #vertices
    for i = 1, count do vertices[2 * count + 1 - i] = { 0, minus_zero, vertices[i][3] } end
    for i = 1, count - 2 do
      triangles[2 * i - 1] = { i, i + 1, i + 2 }
      triangles[2 * i] = { 2 * count + 1 - i, 2 * count - 1 - i, 2 * count - i }
    end
    assert.is_true(collide.mesh { vertices = vertices, triangles = triangles }:is_closed())
    triangles[2 * 4321] = triangles[1]
    assert.is_false((collide.mesh { vertices = vertices, triangles = triangles }:is_closed()))
  end)

  it("keeps vertices in cells whose coordinates differ in few bits", function()
    local flat = {}
    for i, vertex in ipairs(powers(0)) do
      for k = 1, 3 do flat[3 * i - 3 + k] = vertex[k] end
    end
    local mesh, changed = collide.mesh { vertices = flat, triangles = { 1, 2, 3 }, weld = 0.125 }, 0
    for i, x in ipairs(mesh:points("numbers")) do changed = changed + (x == flat[i] and 0 or 1) end
    assert.equal(0, changed)
  end)

  it("joins nothing where neighbouring doubles are farther apart than the distance", function()
    local flat = {}
    for i = 1, 20000 do
      flat[3 * i - 2], flat[3 * i - 1], flat[3 * i] = 1e140 * (1 + i / 2 ^ 40), 0, 0
    end
    assert.same(flat, collide.mesh({ vertices = flat, triangles = { 1, 2, 3 }, weld = 1e-70 }):points("numbers"))
  end)

  it("joins a vertex at the distance of kept ones in several cells with the first of them", function()
    -- Of the lattice points with an even sum, all are kept.
    local flat, numbers, expected = {}, {}, {}
    local function add(x, y, z, to)
      for _, c in ipairs { x, y, z } do flat[#flat + 1] = c end
      for _, c in ipairs(to) do expected[#expected + 1] = c end
    end
    for x = -6, 6 do
      for y = -6, 6 do
        for z = -6, 6 do
          if (x + y + z) % 2 == 0 then
            add(x, y, z, { x, y, z })
            numbers[#numbers + 1] = { x, y, z }
          end
        end
      end
    end
    for _, p in ipairs(numbers) do
      local x, y, z = p[1], p[2], p[3]
      -- Those at 5/4 come first if they exist: they are farther along -x.
      local to = p
      if x > -6 then
        to = y > -6 and { x - 1, y - 1, z } or z > -6 and { x - 1, y, z - 1 } or { x - 1, y, z + 1 }
      end
      add(x - 0.25, y, z, to)
    end
    local mesh = collide.mesh { vertices = flat, triangles = { 1, 2, 3 }, weld = 1.25 }
    assert.same(expected, mesh:points("numbers"))
  end)

  it("names the first open edge, in the order of triangles, at a vertex with many", function()
    local SIDES_MANY, vertices, triangles = 2000, { { 0, 9, 0 }, { 0, -9, 0 } }, {}
    for i = 0, SIDES_MANY - 1 do
      local angle, next = 2 * math.pi * i / SIDES_MANY, (i + 1) % SIDES_MANY
      vertices[3 + i] = { 9 * math.cos(angle), 0, 9 * math.sin(angle) }
      triangles[2 * i + 1], triangles[2 * i + 2] = { 1, 3 + next, 3 + i }, { 2, 3 + i, 3 + next }
    end
    local function fill()
      return collide.voxelize({ vertices = vertices, triangles = triangles }, { solid = true }):encode()
    end
    local closed = fill()
    local up = triangles[1001]
    triangles[1001] = { up[1], up[3], up[2] }
    assert.equal(closed, fill())
    triangles[1001] = up
    table.remove(triangles, 3001)
    assert.error_matches(fill, "from vertex 1 to 1503, of triangle 2999,")
    table.remove(triangles, 1001)
    assert.error_matches(fill, "from vertex 1 to 503, of triangle 999,")
  end)

  local mistakes = {
    { -1, " must be 0, or from 1e-70 to 1e70, got -1" },
    { 0 / 0, " must be 0, or from 1e-70 to 1e70, got nan" },
    { math.huge, " must be 0, or from 1e-70 to 1e70, got inf" },
    { 1e71, " must be 0, or from 1e-70 to 1e70, got 1e+71" },
    { 1e-71, " must be 0, or from 1e-70 to 1e70, got 1e-71" },
    { "1", ": number expected, got string" },
    { {}, ": number expected, got table" },
  }
  for _, row in ipairs(mistakes) do
    it("refuses: weld" .. row[2], function()
      local mesh = collide.mesh(exact)
      assert.has_error(function() collide.mesh(with_weld(exact, row[1])) end,
        "bad argument #1 to 'mesh' (weld" .. row[2] .. ")")
      assert.has_error(function() mesh:is_closed { weld = row[1] } end,
        "bad argument #1 to 'is_closed' (weld" .. row[2] .. ")")
      assert.has_error(function() collide.voxelize(exact, { weld = row[1] }) end,
        "bad argument #2 to 'voxelize' (weld" .. row[2] .. ")")
    end)
  end

  it("is the only option of is_closed", function()
    local mesh = collide.mesh(exact)
    assert.error_matches(function() mesh:is_closed { wled = 1 } end, "weld")
    assert.error_matches(function() mesh:is_closed(1) end, "bad argument #1 to 'is_closed'")
    assert.error_matches(function() mesh:is_closed({}, {}) end, "bad argument #2 to 'is_closed'")
    assert.same({ n = 1, true }, pack(mesh:is_closed({}, "numbers")))
    assert.same({ n = 1, true }, pack(mesh:is_closed(nil, "numbers")))
  end)
end)
