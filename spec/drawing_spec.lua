-- SPDX-License-Identifier: MIT
--
-- Outlines and surfaces: `outline` and `triangles`. Points are compared with formulas of the shapes that are written
-- down here, areas and volumes of whole numbers with whole numbers.
local collide = require("collide")
local random = require("spec.support.random")

local abs, max, pi, sin, sqrt = math.abs, math.max, math.pi, math.sin, math.sqrt

-- ---- The plane ---------------------------------------------------------------

-- Twice the area; positive if counterclockwise.
local function area(flat)
  local sum, count = 0, #flat
  for i = 1, count, 2 do
    local x, y = flat[(i + 1) % count + 1], flat[(i + 2) % count + 1]
    sum = sum + flat[i] * y - x * flat[i + 1]
  end
  return sum
end

-- The distance of a point from a segment.
local function from_segment(px, py, ax, ay, bx, by)
  local dx, dy = bx - ax, by - ay
  local t = max(0, math.min(1, ((px - ax) * dx + (py - ay) * dy) / max(dx * dx + dy * dy, 1e-300)))
  return sqrt((px - ax - t * dx) ^ 2 + (py - ay - t * dy) ^ 2)
end

-- Each point is at that distance from something; the outline turns left everywhere.
local function check_outline(flat, distance, radius)
  local count = #flat
  assert.is_true(count >= 6 and count % 2 == 0)
  for i = 1, count, 2 do
    local x, y = flat[i], flat[i + 1]
    local nx, ny = flat[(i + 1) % count + 1], flat[(i + 2) % count + 1]
    local ox, oy = flat[(i + 3) % count + 1], flat[(i + 4) % count + 1]
    local size = 1 + radius + abs(x) + abs(y)
    assert.is_true(abs(distance(x, y) - radius) <= 1e-14 * size, ("off the border: %.17g, %.17g"):format(x, y))
    assert.is_true((nx - x) * (oy - ny) - (ny - y) * (ox - nx) >= -1e-13 * size * size, "not convex")
    assert.is_true(nx ~= x or ny ~= y, "the same point twice")
  end
  assert.is_true(area(flat) > 0, "clockwise")
end

describe("outline", function()
  it("has the corners of a rect, polygon or triangle, counterclockwise, for either winding", function()
    assert.same({ 6, 0, 10, 0, 10, 2, 6, 2 }, collide.rect({ half = { 2, 1 }, position = { 8, 1 } }):outline())
    assert.same({ 0, 0, 4, 0, 4, 3 }, collide.polygon({ 0, 0, 4, 0, 4, 3 }):outline())
    for _, points in ipairs { { 0, 0, 4, 0, 0, 3 }, { 0, 0, 0, 3, 4, 0 } } do
      local flat = collide.triangle(points):outline()
      assert.equal(6, #flat)
      assert.equal(12, area(flat))
    end
  end)

  it("is exact in every pose of whole numbers, also one that mirrors", function()
    local below = random.generator(51)
    for _ = 1, 200 do
      local a, b, c, d = below(9) - 5, below(9) - 5, below(9) - 5, below(9) - 5
      local determinant = a * d - b * c
      if determinant ~= 0 then
        local x, y = below(40) - 20, below(40) - 20
        local shape = collide.polygon { 0, 0, 4, 0, 5, 2, 2, 4, 0, 3 }
        shape:set_transform({ a, c, 0, 0, b, d, 0, 0, 0, 0, 1, 0, x, y, 0, 1 })
        local flat = shape:outline()
        assert.equal(10, #flat)
        assert.equal(30 * abs(determinant), area(flat))
        local corners = {}
        for _, p in ipairs { { 0, 0 }, { 4, 0 }, { 5, 2 }, { 2, 4 }, { 0, 3 } } do
          corners[("%g %g"):format(a * p[1] + b * p[2] + x, c * p[1] + d * p[2] + y)] = true
        end
        for i = 1, 10, 2 do assert.is_true(corners[("%g %g"):format(flat[i], flat[i + 1])]) end
      end
    end
  end)

  it("leaves out points in line with their neighbours", function()
    assert.same({ 0, 0, 4, 0, 4, 4, 0, 4 }, collide.polygon({ 0, 0, 2, 0, 4, 0, 4, 4, 2, 4, 0, 4, 0, 2 }):outline())
  end)

  it("has two points for a segment and a flat rect, one for a point", function()
    assert.same({ 0, 0, 3, 4 }, collide.segment({ 0, 0, 3, 4 }):outline())
    assert.equal(4, #collide.rect({ half = { 2, 0 } }):outline())
    assert.same({ 3, 4 }, collide.rect({ half = { 0, 0 }, position = { 3, 4 } }):outline())
    assert.same({ 3, 4 }, collide.circle({ radius = 0, position = { 3, 4 } }):outline())
    assert.same({ 3, 4 }, collide.segment({ 3, 4, 3, 4 }):outline())
    assert.equal(4, #collide.capsule({ radius = 0, a = { 0, 0 }, b = { 3, 4 } }):outline())
  end)

  it("of a circle is a regular polygon that begins at its greatest x", function()
    for _, corners in ipairs { 3, 4, 5, 8, 31, 32, 1024 } do
      local flat = collide.circle({ radius = 1, position = { 3, -2 }, scale = -2, rotation = 1 }):outline(corners)
      assert.equal(2 * corners, #flat)
      assert.same({ 5, -2 }, { flat[1], flat[2] })
      check_outline(flat, function(x, y) return sqrt((x - 3) ^ 2 + (y + 2) ^ 2) end, 2)
      assert.is_true(abs(area(flat) - 4 * corners * sin(2 * pi / corners)) < 1e-11)
    end
    assert.same({ 2, 0, 0, 2, -2, 0, 0, -2 }, collide.circle({ radius = 2 }):outline(4))
    assert.same(collide.circle({ radius = 2 }):outline(32), collide.circle({ radius = 2 }):outline())
  end)

  it("of a capsule is two half circles and both straight sides", function()
    assert.same({ -1, -1, 0, -2, 1, -1, 1, 1, 0, 2, -1, 1 },
      collide.capsule({ radius = 1, half_height = 1, dimensions = 2 }):outline(4))
    local below = random.generator(52)
    for _ = 1, 60 do
      local ax, ay, bx, by, radius = below(40), below(40), below(40) + 40, below(40), below(30) / 8
      local corners = 2 + below(60)
      local flat = collide.capsule({ radius = radius, a = { ax, ay }, b = { bx, by } }):outline(corners)
      assert.equal(4 * (math.ceil(corners / 2) + 1), #flat)
      check_outline(flat, function(x, y) return from_segment(x, y, ax, ay, bx, by) end, radius)
    end
  end)

  it("of a rounded rect is four quarter circles and four straight sides", function()
    local function distance(x, y) return sqrt(max(0, abs(x) - 2) ^ 2 + max(0, abs(y) - 1) ^ 2) end
    for corners = 3, 40 do
      local flat = collide.rect({ half = { 2, 1 }, radius = 0.5 }):outline(corners)
      assert.equal(8 * (math.ceil(corners / 4) + 1), #flat)
      check_outline(flat, distance, 0.5)
      local ends = {}
      for i = 1, #flat, 2 do ends[("%.17g %.17g"):format(flat[i], flat[i + 1])] = true end
      for _, place in ipairs { "2.5 -1", "2.5 1", "2 1.5", "-2 1.5", "-2.5 1", "-2.5 -1", "-2 -1.5", "2 -1.5" } do
        assert.is_true(ends[place], place)
      end
    end
  end)

  it("of a rounded polygon has no step greater than a turn divided by corners", function()
    local below = random.generator(53)
    for _ = 1, 60 do
      local points, radius, corners = {}, below(20) / 8, 2 + below(40)
      for i = 1, 3 + below(5) do points[i] = { below(30), below(30) } end
      local fine, core = pcall(collide.hull, { points = points })
      if fine then
        local pose = { points = core:points(), position = { below(9), below(9) }, rotation = below(6) }
        core = collide.polygon(pose)
        pose.radius = radius
        local flat = collide.polygon(pose):outline(corners)
        check_outline(flat, function(x, y) return (core:distance(x, y)) end, radius)
        local count, turned = #flat, 0
        for i = 1, count, 2 do
          local function edge(k)
            local p, q = (i + k - 2) % count + 1, (i + k) % count + 1
            return flat[q] - flat[p], flat[q % count + 1] - flat[p % count + 1]
          end
          local ux, uy = edge(1)
          local vx, vy = edge(3)
          local angle = math.atan2 and math.atan2(ux * vy - uy * vx, ux * vx + uy * vy)
            or math.atan(ux * vy - uy * vx, ux * vx + uy * vy)
          turned = turned + angle
          assert.is_true(angle <= 2 * pi / corners + 1e-5, "too wide a step")
        end
        assert.is_true(abs(turned - 2 * pi) < 1e-9)
      end
    end
  end)

  it("of an ellipse is its polygon of 64 corners", function()
    local ellipse = collide.ellipse { radii = { 3, 2 }, position = { 5, 5 }, rotation = 1 }
    assert.same({ ellipse:points("numbers") }, ellipse:outline(5))
    assert.equal(128, #ellipse:outline())
  end)

  it("of a group is an array with the outline of each part", function()
    local disc, tile = collide.circle { radius = 1 }, collide.rect { half = { 1, 1 } }
    local pair = collide.group { disc, tile, position = { 4, 0 } }
    local outlines = pair:outline(4)
    assert.equal(2, #outlines)
    assert.same({ 5, 0, 4, 1, 3, 0, 4, -1 }, outlines[1])
    assert.same({ 3, -1, 5, -1, 5, 1, 3, 1 }, outlines[2])
    assert.error_matches(function() collide.group({ collide.sphere { radius = 1 } }):outline() end,
      "2D shape expected, got a 3D group; triangles() gives its surface", 1, true)
  end)

  it("takes descriptions, and belongs to the caller", function()
    local told = { shape = "circle", radius = 1 }
    local flat = collide.outline(told, 4)
    assert.same({ 1, 0, 0, 1, -1, 0, 0, -1 }, flat)
    flat[1] = 7
    assert.equal(1, collide.outline(told, 4)[1])
  end)

  it("makes a polygon again", function()
    for _, shape in ipairs { collide.circle { radius = 3 }, collide.rect { half = { 2, 1 }, radius = 1, rotation = 1 },
      collide.capsule { radius = 1, a = { 0, 0 }, b = { 5, 3 } } } do
      assert.equal(#shape:outline(), #collide.polygon(shape:outline()):outline())
    end
  end)

  it("keeps points apart or drops them where coordinates are coarse", function()
    local far = collide.circle { radius = 1, position = { 2 ^ 53, 2 ^ 53 } }
    local flat = far:outline()
    assert.is_true(#flat < 64)
    for i = 1, #flat, 2 do
      local k = (i + 1) % #flat + 1
      assert.is_true(flat[i] ~= flat[k] or flat[i + 1] ~= flat[k + 1])
    end
  end)
end)

-- ---- Space -------------------------------------------------------------------

-- Six times the volume. Whole for whole coordinates; negative if the triangles face inward.
local function volume(surface)
  local v, t, sum = surface.vertices, surface.triangles, 0
  for i = 1, #t, 3 do
    local a, b, c = 3 * t[i] - 2, 3 * t[i + 1] - 2, 3 * t[i + 2] - 2
    sum = sum + v[a] * (v[b + 1] * v[c + 2] - v[b + 2] * v[c + 1])
      + v[a + 1] * (v[b + 2] * v[c] - v[b] * v[c + 2]) + v[a + 2] * (v[b] * v[c + 1] - v[b + 1] * v[c])
  end
  return sum
end

local function vertex(surface, number)
  local v = surface.vertices
  return v[3 * number - 2], v[3 * number - 1], v[3 * number]
end

-- Each edge is passed once in each direction, so the triangles are closed and all have the same winding.
local function check_closed(surface)
  local passed, open = {}, 0
  for i = 1, #surface.triangles, 3 do
    local keys = {}
    for k = 0, 2 do keys[k] = ("%.17g %.17g %.17g"):format(vertex(surface, surface.triangles[i + k])) end
    for k = 0, 2 do
      local there, back = keys[k] .. ";" .. keys[(k + 1) % 3], keys[(k + 1) % 3] .. ";" .. keys[k]
      if passed[back] then
        passed[back], open = nil, open - 1
      else
        assert.is_nil(passed[there], "an edge is passed twice in one direction")
        passed[there], open = true, open + 1
      end
    end
  end
  assert.equal(0, open)
  assert.is_true(collide.mesh(surface):is_closed())
end

local function check_surface(surface, off)
  check_closed(surface)
  for i = 1, #surface.vertices / 3 do
    local x, y, z = vertex(surface, i)
    assert.is_true(abs(off(x, y, z)) <= 1e-14 * (1 + abs(x) + abs(y) + abs(z)),
      ("off the border: %.17g, %.17g, %.17g"):format(x, y, z))
  end
  assert.is_true(volume(surface) > 0, "inside out")
end

local CORNERS = { 3, 4, 5, 7, 8, 32 }

describe("triangles", function()
  it("of a box are twelve, with its corners and its volume", function()
    local surface = collide.box({ half = { 1, 2, 3 }, position = { 1, 2, 3 } }):triangles()
    assert.equal(8, #surface.vertices / 3)
    assert.equal(12, #surface.triangles / 3)
    assert.equal(6 * 48, volume(surface))
    check_closed(surface)
    assert.same(collide.box({ half = { 1, 1, 1 } }):triangles(), collide.box({ half = { 1, 1, 1 } }):triangles(7))
  end)

  it("of a hull have its volume, in every pose of whole numbers, also one that mirrors", function()
    local below = random.generator(54)
    local corners = { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 3, 0 }, { 0, 0, 2 }, { 1, 1, 0 }, { 4, 0, 2 }, { 0, 3, 2 } }
    local hull = collide.hull(corners)
    for _ = 1, 100 do
      local m = {}
      for i = 1, 9 do m[i] = below(7) - 4 end
      local determinant = m[1] * (m[5] * m[9] - m[6] * m[8]) - m[2] * (m[4] * m[9] - m[6] * m[7])
        + m[3] * (m[4] * m[8] - m[5] * m[7])
      if determinant ~= 0 then
        hull:set_transform({ m[1], m[4], m[7], 0, m[2], m[5], m[8], 0, m[3], m[6], m[9], 0, 5, -3, 2, 1 })
        local surface = hull:triangles()
        assert.equal(6, #surface.vertices / 3) -- a point in a face is no corner
        assert.equal(8, #surface.triangles / 3)
        assert.equal(6 * 12 * abs(determinant), volume(surface))
        check_closed(surface)
      end
    end
  end)

  it("of a sphere lie on it, also where it is scaled to an ellipsoid or mirrored", function()
    for _, corners in ipairs(CORNERS) do
      local surface = collide.sphere({ radius = 2 }):triangles(corners)
      check_surface(surface, function(x, y, z) return sqrt(x * x + y * y + z * z) - 2 end)
      local egg = collide.sphere({ radius = 1, scale = { 1, 2, -3 }, position = { 5, 0, 0 } }):triangles(corners)
      check_surface(egg, function(x, y, z) return (x - 5) ^ 2 + y * y / 4 + z * z / 9 - 1 end)
    end
    -- 482 vertices: 15 rings of 32, and two poles.
    local surface = collide.sphere({ radius = 1 }):triangles()
    assert.equal(15 * 32 + 2, #surface.vertices / 3)
    assert.equal(2 * 15 * 32, #surface.triangles / 3)
    assert.is_true(abs(volume(surface) / 6 - 4 * pi / 3) < 0.08)
    assert.is_true(abs(volume(collide.sphere({ radius = 1 }):triangles(256)) / 6 - 4 * pi / 3) < 0.002)
  end)

  it("of a cylinder lie on its side and its caps", function()
    for _, corners in ipairs(CORNERS) do
      local surface = collide.cylinder({ radius = 2, half_height = 3 }):triangles(corners)
      check_surface(surface, function(x, y, z) return max(abs(sqrt(x * x + z * z) - 2), abs(abs(y) - 3)) end)
      assert.equal(2 * corners, #surface.vertices / 3)
      assert.is_true(abs(volume(surface) / 6 - 6 * 2 * corners * sin(2 * pi / corners)) < 1e-11)
    end
    -- Turned by a quarter about z, and scaled.
    local turned = collide.cylinder({ radius = 2, half_height = 3 })
    turned:set_transform({ 0, 1, 0, 0, -2, 0, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1 })
    check_surface(turned:triangles(8), function(x, y, z)
      return max(abs(sqrt(y * y + z * z) - 2), abs(abs(x - 1) - 6))
    end)
  end)

  it("of a cone lie on its base and meet at its apex", function()
    for _, corners in ipairs(CORNERS) do
      local surface = collide.cone({ radius = 2, height = 3, scale = { 1, 1, -1 } }):triangles(corners)
      check_surface(surface, function(x, y, z) return sqrt(x * x + z * z) + 2 / 3 * y end)
      assert.equal(corners + 1, #surface.vertices / 3)
      assert.is_true(abs(volume(surface) / 6 - 2 * corners * sin(2 * pi / corners)) < 1e-11)
    end
  end)

  it("of a capsule lie at its radius from its axis", function()
    local below = random.generator(55)
    for _ = 1, 20 do
      local a, b = { below(9), below(9), below(9) }, { below(9) + 9, below(9), below(9) }
      local radius, d, square = below(9) / 4, {}, 0
      for i = 1, 3 do d[i] = b[i] - a[i] end
      for i = 1, 3 do square = square + d[i] * d[i] end
      local surface = collide.capsule({ radius = radius, a = a, b = b }):triangles(2 + below(20))
      check_surface(surface, function(x, y, z)
        local t = ((x - a[1]) * d[1] + (y - a[2]) * d[2] + (z - a[3]) * d[3]) / square
        t = max(0, math.min(1, t))
        return sqrt((x - a[1] - t * d[1]) ^ 2 + (y - a[2] - t * d[2]) ^ 2 + (z - a[3] - t * d[3]) ^ 2) - radius
      end)
    end
    assert.same(collide.sphere({ radius = 2 }):triangles(),
      collide.capsule({ radius = 2, half_height = 0 }):triangles())
  end)

  it("of a rounded box lie at its radius from the box", function()
    for _, corners in ipairs(CORNERS) do
      local surface = collide.box({ half = { 1, 2, 3 }, radius = 0.5 }):triangles(corners)
      check_surface(surface, function(x, y, z)
        return sqrt(max(0, abs(x) - 1) ^ 2 + max(0, abs(y) - 2) ^ 2 + max(0, abs(z) - 3) ^ 2) - 0.5
      end)
      local mirrored = collide.box({ half = { 1, 2, 3 }, radius = 0.5, scale = { -2, 2, 2 } }):triangles(corners)
      check_surface(mirrored, function(x, y, z)
        return sqrt(max(0, abs(x) - 2) ^ 2 + max(0, abs(y) - 4) ^ 2 + max(0, abs(z) - 6) ^ 2) - 1
      end)
    end
    -- The box, its faces times the radius, its edges times a quarter of a circle, and a ball.
    local exact = 48 + 88 * 0.5 + 4 * 12 * pi / 4 * 0.25 + 4 * pi / 3 / 8
    assert.is_true(abs(volume(collide.box({ half = { 1, 2, 3 }, radius = 0.5 }):triangles()) / 6 - exact) < 0.15)
    assert.is_true(abs(volume(collide.box({ half = { 1, 2, 3 }, radius = 0.5 }):triangles(256)) / 6 - exact) < 0.003)
  end)

  it("of a rounded hull lie at its radius from the hull", function()
    local below = random.generator(56)
    for _ = 1, 30 do
      local points = {}
      for i = 1, 4 + below(12) do points[i] = { below(9), below(9), below(9) } end
      local fine, core = pcall(collide.hull, { points = points })
      if fine then
        local radius, scale = below(9) / 8, below(2) == 1 and 2 or -1
        local pose = { points = points, scale = scale, rotation = { below(9), below(9), below(9), below(9) },
          position = { below(9), 0, 0 } }
        core = collide.hull(pose)
        pose.radius = radius
        check_surface(collide.hull(pose):triangles(2 + below(16)), function(x, y, z)
          return core:distance(x, y, z) - radius * abs(scale)
        end)
      end
    end
  end)

  it("of a triangle are one, with its own winding", function()
    local surface = collide.triangle({ { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, scale = { -1, 1, 1 } }):triangles()
    assert.same({ vertices = { 0, 0, 0, -1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } }, surface)
  end)

  it("of a mesh are its own in its pose, and face outward in one that mirrors", function()
    local box = collide.box({ half = { 1, 1, 1 } }):triangles()
    local mesh = collide.mesh(box)
    assert.same(box, mesh:triangles())
    mesh:set_scale(-1, 2, 1):set_position(5, 0, 0)
    local surface = mesh:triangles(9)
    assert.equal(6 * 16, volume(surface))
    assert.same(mesh:points("numbers"), surface.vertices)
    check_closed(surface)
    local terrain = collide.heights { rows = { { 0, 0 }, { 0, 1 } } }
    assert.equal(2, #terrain:triangles().triangles / 3)
  end)

  it("of a group are those of its parts, one after the other", function()
    local box, ball = collide.box { half = { 1, 1, 1 } }, collide.sphere { radius = 1, position = { 9, 0, 0 } }
    local mesh = collide.mesh(collide.box({ half = { 1, 1, 1 }, position = { 0, 9, 0 } }):triangles())
    local rope = collide.segment { { 0, 0, 0 }, { 1, 1, 1 } }
    local group = collide.group { box, rope, ball, mesh, scale = 2 }
    local surface = group:triangles(8)
    local count, sum = 0, 0
    for _, part in ipairs { 1, 3, 4 } do
      local one = group:part(part):triangles(8)
      for i, number in ipairs(one.triangles) do
        assert.equal(number + count, surface.triangles[sum + i])
      end
      for i, x in ipairs(one.vertices) do assert.equal(x, surface.vertices[3 * count + i]) end
      count, sum = count + #one.vertices / 3, sum + #one.triangles
    end
    assert.equal(3 * count, #surface.vertices)
    assert.equal(sum, #surface.triangles)
    check_closed(surface)
  end)

  it("of flat solids have no area on their sides, and are closed", function()
    for _, shape in ipairs { collide.box { half = { 1, 0, 1 } }, collide.cylinder { radius = 1, half_height = 0 },
      collide.sphere { radius = 0 }, collide.box { half = { 1, 0, 1 }, radius = 0.5 } } do
      assert.is_true(collide.mesh(shape:triangles(8)):is_closed())
    end
  end)

  it("are refused for shapes without a surface, and for numbers of corners that are none", function()
    local ball = collide.sphere { radius = 1 }
    for _, corners in ipairs { 2, 257, 3.5, -1 } do
      assert.error_matches(function() ball:triangles(corners) end, "corners must be a whole number from 3 to 256, got")
    end
    for _, corners in ipairs { 0 / 0, 1 / 0 } do
      assert.error_matches(function() ball:triangles(corners) end, "corners must be finite, got")
    end
    for _, shape in ipairs { collide.segment { { 0, 0, 0 }, { 1, 0, 0 } },
      collide.plane { normal = { 0, 1, 0 }, distance = 0 } } do
      assert.error_matches(function() shape:triangles() end,
        "shape with a surface that ends expected, got " .. shape:describe().shape)
    end
    assert.error_matches(function() collide.group({ collide.circle { radius = 1 } }):triangles() end,
      "3D shape expected, got a 2D group; outline() gives its corners", 1, true)
    assert.error_matches(function() collide.outline(collide.mesh(collide.box({ half = { 1, 1, 1 } }):triangles())) end,
      "2D shape expected, got a 3D mesh; triangles() gives its surface", 1, true)
  end)

  it("are limited to four million", function()
    local parts = {}
    for i = 1, 70 do parts[i] = collide.sphere { radius = 1 } end
    local group = collide.group(parts)
    assert.error_matches(function() group:triangles(256) end,
      "corners: the group would have more than 4194304 triangles, which is the limit")
    assert.equal(70 * 6, #group:triangles(3).triangles / 3)
  end)

  it("do not change when a finalizer moves the shape during the call, except all at once", function()
    local box = collide.box { half = { 1, 1, 1 }, radius = 0.5 }
    local scale = 1
    for _ = 1, 50 do
      for _ = 1, 20 do
        local proxy = newproxy and newproxy(true) or setmetatable({}, { __gc = function() end })
        getmetatable(proxy).__gc = function()
          scale = 3 - scale
          box:set_scale(scale)
        end
      end
      local surface = box:triangles(8)
      local reach = 0
      for i = 1, #surface.vertices do reach = max(reach, abs(surface.vertices[i])) end
      assert.is_true(reach == 1.5 or reach == 3)
      check_closed(surface)
    end
  end)
end)
