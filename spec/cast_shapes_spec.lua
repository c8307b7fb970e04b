-- SPDX-License-Identifier: MIT
--
-- Hits of rays at each shape, worked out by hand: {title, shape, origin, direction, t, t_exit, normal, face, more}. A
-- row without t is a miss. Each ray is cast in tables and in numbers, and also from another point of its line.
local collide = require("collide")

local inf = math.huge

-- The table that a hit is to be the same as.
local function expected_hit(row)
  local more, hit = row[9] or {}, { inside = false, t = row[5], t_exit = row[6], face = row[8] }
  local origin, direction = row[3], row[4]
  for key, value in pairs(more) do hit[key] = value end
  local normal = row[7] or { 0, 0, 0 }
  hit.normal = { x = normal[1], y = normal[2], z = normal[3] }
  hit.point = {
    x = origin[1] + hit.t * direction[1],
    y = origin[2] + hit.t * direction[2],
    z = origin[3] + hit.t * direction[3],
  }
  return hit
end

local function assert_near(expected, value)
  if type(expected) ~= "table" then
    if type(expected) == "number" and expected ~= value then
      assert.near(expected, value, 1e-15)
      return
    end
    return assert.equal(expected, value)
  end
  for key, item in pairs(expected) do assert_near(item, value[key]) end
  for key in pairs(value) do assert.is_not_nil(expected[key]) end
end

local function check(row)
  local shape, origin, direction = row[2], row[3], row[4]
  local hit = collide.raycast(shape, origin, direction)
  local x, y, z = origin[1], origin[2], origin[3]
  local dx, dy, dz = direction[1], direction[2], direction[3]
  local numbers = { collide.raycast(shape, x, y, z, dx, dy, dz) }
  assert.equal(row[5] ~= nil, collide.raycast_any(shape, origin, direction))
  if not row[5] then
    assert.is_nil(hit)
    assert.same({}, numbers)
    return
  end
  assert_near(expected_hit(row), hit)
  local p, n = hit.point, hit.normal
  assert.same({ hit.t, n.x, n.y, n.z, hit.t_exit, p.x, p.y, p.z, nil, hit.triangle, hit.u, hit.v }, numbers)
  -- The length of the direction is the unit of t.
  local half = collide.raycast(shape, origin, { dx / 2, dy / 2, dz / 2 })
  assert.same({ hit.t * 2, hit.t_exit * 2, n }, { half.t, half.t_exit, half.normal })
  -- Nothing is missed that lies at max, and nothing hit beyond.
  assert.is_true(collide.raycast_any(shape, origin, direction, hit.t + 1e-9))
  if hit.t > 0 then assert.is_false(collide.raycast_any(shape, origin, direction, hit.t - 1e-9)) end
end

local function describe_shape(name, rows)
  describe("a ray and " .. name, function()
    for _, row in ipairs(rows) do
      it(row[1], function() check(row) end)
    end
  end)
end

local inside = { inside = true }

do
  local ball = collide.sphere { radius = 1 }
  local shell = collide.sphere { radius = 1, hollow = true }
  local point = collide.sphere { radius = 0 }
  describe_shape("a sphere", {
    { "in front", ball, { 0, 0, -5 }, { 0, 0, 1 }, 4, 6, { 0, 0, -1 } },
    { "behind", ball, { 0, 0, 5 }, { 0, 0, 1 } },
    { "beside", ball, { 1.0000001, 0, -5 }, { 0, 0, 1 } },
    { "grazing", ball, { 1, 0, -5 }, { 0, 0, 1 }, 5, 5, { 1, 0, 0 } },
    { "off the middle", ball, { 0.6, 0, -5 }, { 0, 0, 1 }, 4.2, 5.8, { 0.6, 0, -0.8 } },
    { "from within", ball, { 0, 0.5, 0 }, { 0, 1, 0 }, 0, 0.5, nil, nil, inside },
    { "from its surface inwards", ball, { 0, 0, -1 }, { 0, 0, 1 }, 0, 2, { 0, 0, -1 } },
    { "from its surface outwards", ball, { 0, 0, 1 }, { 0, 0, 1 }, 0, 0, nil, nil, inside },
    { "from its surface, grazing", ball, { 1, 0, 0 }, { 0, 0, 1 }, 0, 0, { 1, 0, 0 } },
    { "hollow, from without", shell, { 0, 0, -5 }, { 0, 0, 1 }, 4, 6, { 0, 0, -1 } },
    { "hollow, from within", shell, { 0, 0.5, 0 }, { 0, 1, 0 }, 0.5, 0.5, { 0, 1, 0 }, nil, inside },
    { "hollow, from its surface outwards", shell, { 0, 0, 1 }, { 0, 0, 1 }, 0, 0, { 0, 0, 1 }, nil, inside },
    { "hollow, from its surface inwards", shell, { 0, 0, -1 }, { 0, 0, 1 }, 0, 2, { 0, 0, -1 } },
    { "that is a point", point, { 0, 0, -5 }, { 0, 0, 1 }, 5, 5, { 0, 0, -1 } },
    { "that is a point beside", point, { 1e-9, 0, -5 }, { 0, 0, 1 } },
    { "moved", collide.sphere { radius = 1, position = { 3, 4, 5 } },
      { 3, 4, 0 }, { 0, 0, 1 }, 4, 6, { 0, 0, -1 } },
    { "scaled", collide.sphere { radius = 1, scale = { 3, 1, 1 } },
      { -5, 0, 0 }, { 1, 0, 0 }, 2, 8, { -1, 0, 0 } },
  })
end

do
  local box = collide.box { half = { 1, 1, 1 } }
  local shell = collide.box { half = { 1, 1, 1 }, hollow = true }
  local flat = collide.box { half = { 1, 0, 1 } }
  local turned = collide.box { half = { 3, 1, 1 }, rotation = { 0, 0, 1, 1 } }
  local sheared = collide.box {
    half = { 1, 1, 1 }, transform = { 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 },
  }
  local r = math.sqrt(0.5)
  describe_shape("a box", {
    { "at -x", box, { -3, 0.1, 0.2 }, { 1, 0, 0 }, 2, 4, { -1, 0, 0 }, "-x" },
    { "at +x", box, { 3, 0.1, 0.2 }, { -1, 0, 0 }, 2, 4, { 1, 0, 0 }, "+x" },
    { "at -y", box, { 0.1, -3, 0.2 }, { 0, 1, 0 }, 2, 4, { 0, -1, 0 }, "-y" },
    { "at +y", box, { 0.1, 3, 0.2 }, { 0, -1, 0 }, 2, 4, { 0, 1, 0 }, "+y" },
    { "at -z", box, { 0.1, 0.2, -3 }, { 0, 0, 1 }, 2, 4, { 0, 0, -1 }, "-z" },
    { "at +z", box, { 0.1, 0.2, 3 }, { 0, 0, -1 }, 2, 4, { 0, 0, 1 }, "+z" },
    { "behind", box, { 3, 0, 0 }, { 1, 0, 0 } },
    { "beside", box, { -3, 1.0000001, 0 }, { 1, 0, 0 } },
    { "along a face", box, { -3, 1, 0 }, { 1, 0, 0 }, 2, 4, { -1, 0, 0 }, "-x" },
    { "along an edge", box, { -3, 1, -1 }, { 1, 0, 0 }, 2, 4, { -1, 0, 0 }, "-x" },
    { "at the edge of x and y", box, { -3, -3, 0 }, { 1, 1, 0 }, 2, 4, { -1, 0, 0 }, "-x" },
    { "at the edge of y and z", box, { 0, -3, 3 }, { 0, 1, -1 }, 2, 4, { 0, -1, 0 }, "-y" },
    { "at the edge of x and z", box, { 3, 0, 3 }, { -1, 0, -1 }, 2, 4, { 1, 0, 0 }, "+x" },
    { "at a corner", box, { 3, 3, -3 }, { -1, -1, 1 }, 2, 4, { 1, 0, 0 }, "+x" },
    { "past an edge", box, { 2, 0, 0 }, { -1, 1, 0 }, 1, 1, { 1, 0, 0 }, "+x" },
    { "past a corner", box, { 2, 0, 0 }, { -1, 1, 1 }, 1, 1, { 1, 0, 0 }, "+x" },
    { "from within", box, { 0, 0, 0.5 }, { 0, 0, -2 }, 0, 0.75, nil, nil, inside },
    { "from its surface inwards", box, { -1, 0, 0 }, { 1, 0, 0 }, 0, 2, { -1, 0, 0 }, "-x" },
    { "from its surface outwards", box, { 1, 0, 0 }, { 1, 0, 0 }, 0, 0, nil, nil, inside },
    { "from its surface, along it", box, { 1, 0, 0 }, { 0, 1, 0 }, 0, 1, nil, nil, inside },
    { "hollow, from within", shell, { 0, 0, 0.5 }, { 0, 0, -2 }, 0.75, 0.75, { 0, 0, -1 }, "-z", inside },
    { "hollow, from within to an edge", shell, { 0, 0, 0 }, { 0, 1, 1 }, 1, 1, { 0, 1, 0 }, "+y", inside },
    { "that is flat", flat, { 0, 3, 0 }, { 0, -1, 0 }, 3, 3, { 0, 1, 0 }, "+y" },
    { "that is flat, along it", flat, { -3, 0, 0 }, { 1, 0, 0 }, 2, 4, { -1, 0, 0 }, "-x" },
    { "that is a point", collide.box { half = { 0, 0, 0 } },
      { -3, 0, 0 }, { 1, 0, 0 }, 3, 3, { -1, 0, 0 }, "-x" },
    { "told by its corners", collide.box { min = { 1, 2, 3 }, max = { 4, 5, 6 } },
      { 0, 3, 4 }, { 1, 0, 0 }, 1, 4, { -1, 0, 0 }, "-x" },
    { "turned", turned, { 0, -9, 0 }, { 0, 1, 0 }, 6, 12, { 0, -1, 0 }, "-x" },
    { "turned, from the side", turned, { -9, 0, 0 }, { 1, 0, 0 }, 8, 10, { -1, 0, 0 }, "+y" },
    { "sheared", sheared, { -5, 0.5, 0 }, { 1, 0, 0 }, 4.5, 6.5, { -r, r, 0 }, "-x" },
    { "sheared, from above", sheared, { 1, 5, 0 }, { 0, -1, 0 }, 4, 5, { 0, 1, 0 }, "+y" },
  })
end

do
  local cylinder = collide.cylinder { radius = 1, half_height = 2 }
  local shell = collide.cylinder { radius = 1, half_height = 2, hollow = true }
  local disc = collide.cylinder { radius = 1, half_height = 0 }
  local needle = collide.cylinder { radius = 0, half_height = 2 }
  describe_shape("a cylinder", {
    { "at its side", cylinder, { -5, 0.5, 0 }, { 1, 0, 0 }, 4, 6, { -1, 0, 0 }, "side" },
    { "off the middle", cylinder, { -5, 0.5, 0.6 }, { 1, 0, 0 }, 4.2, 5.8, { -0.8, 0, 0.6 }, "side" },
    { "grazing its side", cylinder, { 1, 0.5, -5 }, { 0, 0, 1 }, 5, 5, { 1, 0, 0 }, "side" },
    { "grazing its side aslant", cylinder, { 1, -1, -1 }, { 0, 1, 1 }, 1, 1, { 1, 0, 0 }, "side" },
    { "beside", cylinder, { 1.0000001, 0.5, -5 }, { 0, 0, 1 } },
    { "above", cylinder, { -5, 2.0000001, 0 }, { 1, 0, 0 } },
    { "along its axis", cylinder, { 0, -5, 0 }, { 0, 1, 0 }, 3, 7, { 0, -1, 0 }, "bottom" },
    { "at its top", cylinder, { 0.5, 5, 0 }, { 0, -1, 0 }, 3, 7, { 0, 1, 0 }, "top" },
    { "at its rim", cylinder, { -3, 4, 0 }, { 1, -1, 0 }, 2, 4, { 0, 1, 0 }, "top" },
    { "along its top", cylinder, { -5, 2, 0 }, { 1, 0, 0 }, 4, 6, { 0, 1, 0 }, "top" },
    { "along its side", cylinder, { 1, -5, 0 }, { 0, 1, 0 }, 3, 7, { 0, -1, 0 }, "bottom" },
    { "from within", cylinder, { 0, 0, 0 }, { 0, 1, 0 }, 0, 2, nil, nil, inside },
    { "from its side outwards", cylinder, { 1, 0, 0 }, { 1, 0, 0 }, 0, 0, nil, nil, inside },
    { "hollow, from within to the side", shell, { 0, 0, 0 }, { 0, 0, 1 }, 1, 1, { 0, 0, 1 }, "side", inside },
    { "hollow, from within to the top", shell, { 0, 0, 0 }, { 0, 1, 0 }, 2, 2, { 0, 1, 0 }, "top", inside },
    { "that is a disc", disc, { 0.5, 2, 0 }, { 0, -1, 0 }, 2, 2, { 0, 1, 0 }, "top" },
    { "that is a line", needle, { -5, 1, 0 }, { 1, 0, 0 }, 5, 5, { -1, 0, 0 }, "side" },
    { "that is a line, along it", needle, { 0, -5, 0 }, { 0, 1, 0 }, 3, 7, { 0, -1, 0 }, "bottom" },
    { "scaled", collide.cylinder { radius = 1, half_height = 1, scale = { 2, 3, 2 } },
      { -5, 2.5, 0 }, { 1, 0, 0 }, 3, 7, { -1, 0, 0 }, "side" },
  })
end

do
  local cone = collide.cone { radius = 1, height = 2 }
  local shell = collide.cone { radius = 1, height = 2, hollow = true }
  local a, b = 2 / math.sqrt(5), 1 / math.sqrt(5)
  describe_shape("a cone", {
    { "at its side", cone, { -5, -1, 0 }, { 1, 0, 0 }, 4.5, 5.5, { -a, b, 0 }, "side" },
    { "at its base", cone, { 0, -5, 0 }, { 0, 1, 0 }, 3, 5, { 0, -1, 0 }, "base" },
    { "at its apex, from above", cone, { 0, 5, 0 }, { 0, -1, 0 }, 5, 7, { 0, 1, 0 }, "side" },
    { "at its apex, from the side", cone, { -5, 0, 0 }, { 1, 0, 0 }, 5, 5, { 0, 1, 0 }, "side" },
    { "above the apex, where the other half would be", cone, { -5, 1, 0 }, { 1, 0, 0 } },
    { "below the base", cone, { -5, -2.0000001, 0 }, { 1, 0, 0 } },
    { "along the base", cone, { -5, -2, 0 }, { 1, 0, 0 }, 4, 6, { 0, -1, 0 }, "base" },
    { "along its side, upwards", cone, { -2, -4, 0 }, { 1, 2, 0 }, 1, 2, { 0, -1, 0 }, "base" },
    { "along its side, downwards", cone, { 1, 2, 0 }, { -1, -2, 0 }, 1, 2, { 0, 1, 0 }, "side" },
    { "through both halves", cone, { -2, 2, 0 }, { 1, -2, 0 }, 1.5, 2, { -a, b, 0 }, "side" },
    { "from within", cone, { 0, -1, 0 }, { 0, 1, 0 }, 0, 1, nil, nil, inside },
    { "hollow, from within to the base", shell, { 0, -1, 0 }, { 0, -1, 0 },
      1, 1, { 0, -1, 0 }, "base", inside },
    { "hollow, from within to the side", shell, { 0, -1, 0 }, { 0, 0, 1 },
      0.5, 0.5, { 0, b, a }, "side", inside },
  })
end

do
  local capsule = collide.capsule { radius = 1, half_height = 2 }
  local shell = collide.capsule { radius = 1, half_height = 2, hollow = true }
  local lying = collide.capsule { a = { 0, 0, 0 }, b = { 4, 0, 0 }, radius = 1 }
  describe_shape("a capsule", {
    { "at its side", capsule, { -5, 1, 0 }, { 1, 0, 0 }, 4, 6, { -1, 0, 0 } },
    { "at its end", capsule, { 0, 5, 0 }, { 0, -1, 0 }, 2, 8, { 0, 1, 0 } },
    { "at the ball of its end", capsule, { -5, 2.6, 0 }, { 1, 0, 0 }, 4.2, 5.8, { -0.8, 0.6, 0 } },
    { "where side and ball meet", capsule, { -5, 2, 0 }, { 1, 0, 0 }, 4, 6, { -1, 0, 0 } },
    { "along its side", capsule, { 1, -5, 0 }, { 0, 1, 0 }, 3, 7, { 1, 0, 0 } },
    { "grazing its end", capsule, { -5, 3, 0 }, { 1, 0, 0 }, 5, 5, { 0, 1, 0 } },
    { "beyond its end", capsule, { -5, 3.0000001, 0 }, { 1, 0, 0 } },
    { "told by its ends", lying, { 2, 5, 0 }, { 0, -1, 0 }, 4, 6, { 0, 1, 0 } },
    { "told by its ends, along it", lying, { -5, 0, 0 }, { 1, 0, 0 }, 4, 10, { -1, 0, 0 } },
    { "without length", collide.capsule { radius = 1, half_height = 0 }, { 0, 5, 0 }, { 0, -1, 0 },
      4, 6, { 0, 1, 0 } },
    { "without radius", collide.capsule { radius = 0, half_height = 2 }, { 5, 1, 0 }, { -1, 0, 0 },
      5, 5, { 1, 0, 0 } },
    { "from within", capsule, { 0, 2.5, 0 }, { 0, 1, 0 }, 0, 0.5, nil, nil, inside },
    { "hollow, from within", shell, { 0, 0, 0 }, { 0, -1, 0 }, 3, 3, { 0, -1, 0 }, nil, inside },
  })
end

do
  local plane = collide.plane { normal = { 0, 2, 0 }, distance = 4 } -- y <= 2
  local shell = collide.plane { normal = { 0, 2, 0 }, distance = 4, hollow = true }
  describe_shape("a plane", {
    { "from above", plane, { 0, 5, 0 }, { 0, -1, 0 }, 3, inf, { 0, 1, 0 } },
    { "aslant", plane, { 1, 5, 0 }, { 1, -3, 0 }, 1, inf, { 0, 1, 0 } },
    { "away from it", plane, { 0, 5, 0 }, { 0, 1, 0 } },
    { "along it, above", plane, { 0, 2.0000001, 0 }, { 1, 0, 0 } },
    { "along it, on it", plane, { 0, 2, 0 }, { 1, 0, 0 }, 0, inf, nil, nil, inside },
    { "from within, outwards", plane, { 0, 0, 0 }, { 0, 1, 0 }, 0, 2, nil, nil, inside },
    { "from within, deeper", plane, { 0, 0, 0 }, { 0, -1, 0 }, 0, inf, nil, nil, inside },
    { "from its surface, inwards", plane, { 0, 2, 0 }, { 0, -1, 0 }, 0, inf, { 0, 1, 0 } },
    { "hollow, from within", shell, { 0, 0, 0 }, { 0, 1, 0 }, 2, 2, { 0, 1, 0 }, nil, inside },
    { "hollow, from within, deeper", shell, { 0, 0, 0 }, { 0, -1, 0 } },
    { "moved", collide.plane { normal = { 0, 1, 0 }, distance = 0, position = { 9, 3, 9 } }, { 0, 5, 0 },
      { 0, -1, 0 }, 2, inf, { 0, 1, 0 } },
  })
end

do
  local triangle = collide.triangle { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 } }
  local needle = collide.triangle { { 0, 0, 0 }, { 1, 0, 0 }, { 2, 0, 0 } }
  local point = collide.triangle { { 1, 0, 0 }, { 1, 0, 0 }, { 1, 0, 0 } }
  local function at(u, v, is_inside) return { triangle = 1, u = u, v = v, inside = is_inside or false } end
  describe_shape("a triangle", {
    { "from in front", triangle, { 0.5, 0.25, 5 }, { 0, 0, -1 },
      5, 5, { 0, 0, 1 }, "front", at(0.25, 0.125) },
    { "from behind", triangle, { 0.5, 0.25, -5 }, { 0, 0, 1 },
      5, 5, { 0, 0, -1 }, "back", at(0.25, 0.125) },
    { "away from it", triangle, { 0.5, 0.25, 5 }, { 0, 0, 1 } },
    { "beside", triangle, { 1.0000001, 1, 5 }, { 0, 0, -1 } },
    { "at an edge", triangle, { 1, 1, 5 }, { 0, 0, -1 }, 5, 5, { 0, 0, 1 }, "front", at(0.5, 0.5) },
    { "at a corner", triangle, { 2, 0, 5 }, { 0, 0, -1 }, 5, 5, { 0, 0, 1 }, "front", at(1, 0) },
    { "from on it", triangle, { 0.5, 0.5, 0 }, { 0, 0, 1 }, 0, 0, { 0, 0, -1 }, "back", at(0.25, 0.25) },
    { "in its plane", triangle, { -1, 0.5, 0 }, { 1, 0, 0 }, 1, 2.5, { -1, 0, 0 }, nil, at(0, 0.25) },
    { "in its plane, from on it", triangle, { 0.5, 0.5, 0 }, { 1, 0, 0 },
      0, 1, nil, nil, at(0.25, 0.25, true) },
    { "in its plane, beside", triangle, { -1, 2.0000001, 0 }, { 1, 0, 0 } },
    { "in its plane, past a corner", triangle, { -1, 2, 0 }, { 1, 0, 0 },
      1, 1, { -1, 0, 0 }, nil, at(0, 1) },
    { "that is a line", needle, { 1, 0, 5 }, { 0, 0, -1 }, 5, 5, { 0, 0, 1 }, nil, at(0, 0.5) },
    { "that is a line, along it", needle, { -5, 0, 0 }, { 1, 0, 0 }, 5, 7, { -1, 0, 0 }, nil, at(0, 0) },
    { "that is a line, beside", needle, { 1, 1e-9, 5 }, { 0, 0, -1 } },
    { "that is a point", point, { -5, 0, 0 }, { 1, 0, 0 }, 6, 6, { -1, 0, 0 }, nil, at(0, 0) },
    { "turned over by a mirror",
      collide.triangle { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, scale = { -1, 1, 1 } },
      { -0.5, 0.25, 5 }, { 0, 0, -1 }, 5, 5, { 0, 0, 1 }, "back", at(0.25, 0.125) },
  })
end
