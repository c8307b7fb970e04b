-- SPDX-License-Identifier: MIT
--
-- Casts at one shape in numbers go to a function of the shape's kind (src/narrow/cast_numbers.h), which looks
-- at less of what it is given than the general way, and an option leads to that: both have to agree on
-- whatever numbers, to the bit and to the sign of a zero, and on what is an error.
local collide = require("collide")

local unpack = table.unpack or unpack -- luacheck: ignore 143

local function with(fields, more)
  for k, v in pairs(more) do fields[k] = v end
  return fields
end

local turned = { position = { 1, -2, 0.5 }, rotation = { 0.1, 0.2, 0.3, 0.9 } }

local function shapes_of_plane()
  local c = collide
  return {
    c.circle { radius = 1 }, c.circle { radius = 2, position = { 3, -1 } }, c.circle { radius = 0 },
    c.circle { radius = 1e200 }, c.circle { radius = 1e-200 }, c.circle { radius = 1, hollow = true },
    c.rect { half = { 1, 2 } }, c.rect { half = { 1, 2 }, rotation = 0.5, position = { 1, 1 } },
    c.segment { { -1, -1 }, { 2, 1 } }, c.segment { { 0, -1 }, { 0, 1 } },
    c.triangle { { 0, 0 }, { 3, 0 }, { 0, 3 } },
    c.polygon { { 0, 0 }, { 3, 0 }, { 4, 2 }, { 0, 3 } },
    c.capsule { a = { -1, 0 }, b = { 2, 1 }, radius = 0.5 }, c.capsule { a = { 1, 1 }, b = { 1, 1 }, radius = 1 },
    c.plane { normal = { 0, 1 }, distance = 0 }, c.plane { normal = { 1, 2 }, distance = -0.5 },
    c.plane { normal = { 1, 2 }, distance = 0.5, hollow = true },
  }
end

local function shapes_of_space()
  local c = collide
  return {
    c.sphere { radius = 1 }, c.sphere { radius = 2, position = { 3, -1, 1 } }, c.sphere { radius = 0 },
    c.sphere { radius = 1e200 }, c.sphere { radius = 1, scale = { 1, 2, 3 } },
    c.box { half = { 1, 2, 3 } }, c.box(with({ half = { 1, 2, 3 } }, turned)),
    c.cylinder { radius = 1, half_height = 2 }, c.cylinder(with({ radius = 1, half_height = 2 }, turned)),
    c.cone { radius = 1, height = 2 }, c.cone(with({ radius = 1, height = 2 }, turned)),
    c.capsule { radius = 1, half_height = 2 }, c.capsule(with({ radius = 1, half_height = 2 }, turned)),
    c.plane { normal = { 0, 1, 0 }, distance = 0 }, c.plane(with({ normal = { 1, 2, 3 }, distance = 1 }, turned)),
    c.triangle { { 0, 0, 0 }, { 3, 0, 0 }, { 0, 3, 0 } }, c.triangle { { 0, 0, 1 }, { 3, 1, 0 }, { 0, 3, 2 } },
    c.segment { { 0, 0, 0 }, { 3, 0, 0 } },
    c.hull { { -1, -1, -1 }, { 9, 0, 0 }, { 0, 9, 0 }, { 0, 0, 9 } },
  }
end

local huge = math.huge
local ODD = { 0, -0.0, 1, -1, 2, 0.5, -3, 5e-324, -1e-310, 1e-170, -1e-30, 1e30, 1e160, -1e300, 1.7e308, huge, -huge,
  huge - huge }

local random = require("spec.support.random").generator(1)

-- Few that are odd in one call: where two are, one hides what the other does.
local function number(is_odd)
  if is_odd and random(3) == 1 then return ODD[random(#ODD)] end
  return random(2) == 1 and ODD[random(7)] or (random(16001) - 8001) / 1024
end

local function told(fine, ...)
  if not fine then return (tostring((...)):gsub("^[^ ]+:%d+: ", "")) end
  local all = {}
  for i = 1, select("#", ...) do
    local v = select(i, ...)
    all[i] = type(v) == "number" and ("%.17g"):format(v) or tostring(v)
  end
  return table.concat(all, " ")
end

local function ask_directly(ask, dimensions, shape, v)
  if dimensions == 2 then return pcall(function() return ask(shape, v[1], v[2], v[3], v[4]) end) end
  return pcall(function() return ask(shape, v[1], v[2], v[3], v[4], v[5], v[6]) end)
end

local function ask_generally(ask, shape, v)
  local arguments = { shape, unpack(v) }
  arguments[#arguments + 1] = {}
  return pcall(function() return ask(unpack(arguments)) end)
end

-- How many casts hit anything.
local function compare(name, dimensions, shape, cases)
  local ask, hits = collide[name], 0
  for i = 1, cases do
    local v = {}
    for j = 1, 2 * dimensions do v[j] = number(i % 2 == 0) end
    local found, wanted = told(ask_directly(ask, dimensions, shape, v)), told(ask_generally(ask, shape, v))
    if found ~= wanted then
      assert.equal(wanted, found, ("%s, %s, %s"):format(name, tostring(shape), table.concat(v, ", ")))
    end
    if wanted ~= "nil" and wanted ~= "false" then hits = hits + 1 end
  end
  return hits
end

local CASES = os.getenv("COLLIDE_QUICK") and 100 or 1000

describe("a cast in numbers", function()
  for dimensions, shapes in pairs({ [2] = shapes_of_plane(), [3] = shapes_of_space() }) do
    for _, name in ipairs { "raycast", "raycast_any", "segmentcast", "segmentcast_any", "linecast", "linecast_any" } do
      it(("gives the answer of the general path: %s in %dD"):format(name, dimensions), function()
        local hits = 0
        for _, shape in ipairs(shapes) do hits = hits + compare(name, dimensions, shape, CASES) end
        assert.is_true(hits > #shapes * CASES / 8, hits .. " hits")
      end)
    end
  end

  it("accepts an infinite max", function()
    local shape = collide.circle { radius = 1 }
    for _, max in ipairs { -1, huge - huge, -huge } do
      for _, name in ipairs { "raycast", "raycast_any" } do
        assert.has_error(function() return collide[name](shape, -5, 0, 1, 0, max) end)
      end
    end
    assert.is_true(collide.raycast_any(shape, -5, 0, 1, 0, huge))
    assert.is_true(collide.raycast_any(shape, -5, 0, 1, 0, 4))
    assert.is_false(collide.raycast_any(shape, -5, 0, 1, 0, 3.999))
    assert.is_true(collide.raycast_any(shape, 0, 0, 1, 0, -0.0))
  end)
end)
