-- SPDX-License-Identifier: MIT
local collide = require "collide"

-- The overlap of both along the contact's normal, which points from b to a.
local function overlap_along(a, b, normal)
  local low = a:project(normal)
  local _, high = b:project(normal)
  return high - low
end

local PAIRS = {
  ["a hull on the edge of a flat box"] = function()
    return collide.hull { 6, -4, 0, 9, -3, 1, 4, -2, -4, 2, -1, -5, 8, 1, -4, 5, -1, -1, 9, -4, -1, 8, -3, -3 },
      collide.box { min = { 3, -1, -1 - 2 ^ -52 }, max = { 5, 1, -1 } }
  end,
  ["two hulls that touch at a corner"] = function()
    return collide.hull { 3.5, 4, -3.5, 2.5 + 2 ^ -51, 2, -2.5, 1.5, 0, -4.5, -1.5, 3, -3.5, 1.5, 4, -4.5, 4.5, 4, -1.5,
      -1.5, 4, -6.5, -1.5, 3, -1.5 },
      collide.hull { -1.5, -3, 3, -2.5, -2.5, -2, 2.5, 2, -2.5, 2.5, 1, -0.5, -1, 0.5, -2.5, 0.5, 1, 0, -2.5, -2, -1.5 }
  end,
  ["a triangle at the corner of a flat box"] = function()
    return collide.triangle { { -0.5, 2 ^ -52, -0.5 }, { -1.5, -4, 1.5 }, { -5.5, -1, 2.5 } },
      collide.box { min = { -0.5, -2 ^ -52, -0.5 }, max = { 0.5, 2 ^ -52, 0.5 } }
  end,
  ["a triangle through a flat box"] = function()
    return collide.triangle { { 1.75, -2.25, -0.75 }, { -2.25, 1.75, 5.25 }, { -1.25, -1.25, 2.25 } },
      collide.box { min = { -2 ^ -52, -1, -1.5 }, max = { 2 ^ -52, 1, 1.5 } }
  end,
  ["a needle at the end of a segment"] = function()
    return collide.hull { 0, 0, 0, -2.0000009536743, 2, -1.9999990463257, -1.999755859375, 2.03125, -2.0000610351562,
      -1.9990234375, 2.0000152587891, -1.999755859375 },
      collide.segment { { -1.999755859375, -2.96875, -1.0000610351563 },
        { -1.999755859375, 2.03125, -2.0000610351563 } }
  end,
  ["two rects that touch at a corner"] = function()
    return collide.rect { min = { 0, 0 }, max = { 2, 2 } }, collide.rect { min = { 2, 2 }, max = { 4, 3 } }
  end,
  ["a triangle on the corner of a rect"] = function()
    return collide.triangle { { 2, 2 }, { 5, 3 }, { 3, 7 } }, collide.rect { min = { 0, 0 }, max = { 2, 2 } }
  end,
}

describe("the normal of a contact", function()
  for name, make in pairs(PAIRS) do
    it("separates " .. name .. ", in either order", function()
      local a, b = make()
      for _ = 1, 2 do
        local contact = collide.contact(a, b)
        assert.is_true(overlap_along(a, b, contact.normal) <= contact.depth + 1e-13)
        a, b = b, a
      end
    end)
  end
end)

local CYLINDERS = {
  ["a segment"] = function()
    return collide.cylinder { radius = 1.2050727133062822, half_height = 0.15117149931607043,
      position = { -0.9036553671693646, -0.8897718929922016, -0.07471282763317255 } },
      collide.segment { { 0.1682239805712782, -0.7702091553920667, 0.5370097989005385 },
        { -0.756889692997148, 0.3872802342131194, 0.009699323723996622 } }
  end,
  ["a triangle"] = function()
    return collide.cylinder { radius = 7.999999999999999, half_height = 2, position = { 2.5, -3, 11 } },
      collide.triangle { { -0.5, -1, -3 }, { 2.5, -1, 3 }, { -0.5, 2.5, 3 } }
  end,
  ["a long segment"] = function()
    return collide.cylinder { radius = 11.493781883286367, half_height = 0.6016628635350125,
      position = { 5.516500414208732, 0.6383206185328643, -6.859443670932586 } },
      collide.segment { { -8.427330078653712, -4.842324130876301, 11.816923159777403 },
        { -3.4399249979465623, 1.5080599007011504, -0.4434811670664285 } }
  end,
}

describe("the nearest points of a cylinder", function()
  for name, make in pairs(CYLINDERS) do
    it("and " .. name .. " that it almost touches have the distance that is returned", function()
      local a, b = make()
      for _ = 1, 2 do
        local distance, p, q = a:distance(b)
        local size = math.max(math.abs(p.x), math.abs(p.y), math.abs(p.z), 1)
        local between = math.sqrt((p.x - q.x) ^ 2 + (p.y - q.y) ^ 2 + (p.z - q.z) ^ 2)
        assert.is_true(math.abs(between - distance) <= 8 * 2 ^ -52 * size)
        a, b = b, a
      end
    end)
  end

  it("give a distance of a few units in the last place", function()
    local cylinder = collide.cylinder { radius = 1, half_height = 1 }
    for _, gap in ipairs { 2 ^ -50, 2 ^ -48, 2 ^ -40 } do
      local distance = cylinder:distance(collide.segment { { 1 + gap, -3, 0.25 }, { 1 + gap, 3, -0.25 } })
      assert.is_true(math.abs(distance - gap) <= 8 * 2 ^ -52 * 3)
    end
    assert.equal(0, (cylinder:distance(collide.segment { { 1, -3, 0.25 }, { 1, 3, -0.25 } })))
  end)
end)
