-- SPDX-License-Identifier: MIT
-- luacheck: no max line length
local collide = require "collide"

local function levels(a, b)
  return { world = collide.world { a, b }, reversed = collide.world { b, a }, group = collide.group { a, b }, array = { a, b } }
end

-- A floor whose right end is at the origin, and a slope that rises from there; mirrored with sign -1. y is up.
local function foot(degrees, sign)
  local tangent = math.tan(math.rad(degrees))
  local function at(x, y) return { sign * x, y } end
  local floor = collide.polygon { points = { at(-200, 0), at(0, 0), at(0, -50), at(-200, -50) } }
  local slope = collide.polygon { points = { at(0, 0), at(200, 200 * tangent), at(200, -50), at(0, -50) } }
  return floor, slope
end

describe("move at a corner, without up,", function()
  local movers = {
    rect = function() return collide.rect { half = { 8, 8 } } end,
    polygon = function() return collide.polygon { points = { { -8, -8 }, { 8, -8 }, { 4, 8 }, { -4, 8 } } } end,
    triangle = function() return collide.triangle { -8, -8, 8, -8, 0, 8 } end,
  }
  for name, make in pairs(movers) do
    it(("slides a %s up every slope from its foot"):format(name), function()
      for degrees = 5, 75, 5 do
        for _, sign in ipairs { 1, -1 } do
          local a, b = foot(degrees, sign)
          for kind, level in pairs(levels(a, b)) do
            -- What is left along the slope of a push right and down is uphill.
            for _, down in ipairs { 0, 0.25 / math.tan(math.rad(degrees)) } do
              local box = make():set_position(sign * -20, 8)
              for _ = 1, 100 do collide.move(level, box, { sign * 2, -down }) end
              assert.is_true(sign * box:get_position().x > -7,
                ("%d degrees, %s, sign %d: stopped at %s"):format(degrees, kind, sign, tostring(box:get_position())))
            end
          end
        end
      end
    end)
  end

  -- The square's lower right corner is on the apex of a wedge. Down along the wedge's left side is free: the side falls by
  -- 2 for each 1 to the left, and of (0, -2) the part along it is (-0.8, -1.6).
  it("slides a corner down from an apex", function()
    local wedge, post = collide.triangle { -2, -2, 0, -2, 0, 2 }, collide.rect { half = { 2, 1 }, position = { 2, 2 } }
    for kind, level in pairs(levels(wedge, post)) do
      local m = collide.move(level, collide.rect { half = { 0.5, 0.5 }, position = { -0.5, 2.5 } }, { 0, -2 })
      assert.is_true(math.abs(m.position.x + 1.3) < 1e-12 and math.abs(m.position.y - 0.9) < 1e-12, kind)
      assert.are.same({ 0, 0 }, { m.remainder.x, m.remainder.y })
    end
  end)

  -- The slope's side rises by 1 for each 2 to the left; of (-0.7, 0) the part along it is (-0.56, 0.28).
  it("slides a pole up from the foot of a wedge", function()
    local wedge, block = collide.triangle { 4, 6, 8, 6, 4, 8 }, collide.rect { min = { 8, 4 }, max = { 14, 6 } }
    for kind, level in pairs(levels(wedge, block)) do
      local m = collide.move(level, collide.rect { half = { 0.25, 1 }, position = { 8.25, 7 } }, { -0.7, 0 })
      assert.is_true(math.abs(m.position.x - 7.69) < 1e-12 and math.abs(m.position.y - 7.28) < 1e-12, kind)
    end
  end)
end)

-- Three cells meet at the corner (2.3, 4.3). A segment that comes to the corner from below overlaps the third cell by
-- rounding. The contact with this cell leads across all of it, because its other faces are covered.
describe("move of a segment to the corner of three cells", function()
  it("does not lead through the third cell", function()
    local grid = collide.grid { dimensions = 2, origin = { 0.3, 0.3 } }
    for _, cell in ipairs { { 1, 4 }, { 2, 3 }, { 2, 4 } } do grid:set(cell[1], cell[2], 1) end
    local x, y = 2.2852086957616002, 4.3724214144569435
    for i = -20, 20 do
      local segment = collide.segment {
        { 2.2765264594729926 - x + i * 1e-15, 4.2062259974173815 - y },
        { 2.3000000000000003 - x + i * 1e-16, 4.3000000000000025 - y },
      }
      segment:set_position(1.9, 3.9154408349292678)
      grid:move(segment, { 494711156, 238375420 })
      assert.is_true(segment:get_position().y < 5)
    end
  end)
end)
