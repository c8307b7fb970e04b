-- SPDX-License-Identifier: MIT
-- luacheck: no max line length
local collide = require "collide"

local function near(a, b, slack)
  assert.is_true(math.abs(a - b) <= (slack or 1e-12), ("%.17g is not %.17g"):format(a, b))
end

local function box(x0, y0, z0, x1, y1, z1)
  return collide.box { min = { x0, y0, z0 }, max = { x1, y1, z1 } }
end

-- The facts of Luanti's unit test of box sweeps: a box of this size at a place, a mover beside it, a
-- velocity, how long it is followed; the axis along which it collides, and when, or false.
describe("the tests of box sweeps in Luanti", function()
  local facts = {
    { 1, { -2, 0, 0, -1, 1, 1 }, { 1, 0, 0 }, 1, 1, 1 },
    { 1, { -2, 0, 0, -1, 1, 1 }, { -1, 0, 0 }, 1, false },
    { 1, { -2, 1.5, 0, -1, 2.5, 1 }, { 1, 0, 0 }, 1, false },
    { 1, { -2, -1.5, 0, -1.5, 0.5, 1 }, { 0.5, 0.1, 0 }, 3, 1, 3 },
    { 1, { 2, 0, 0, 3, 1, 1 }, { -1, 0, 0 }, 1, 1, 1 },
    { 1, { 2, 0, 0, 3, 1, 1 }, { 1, 0, 0 }, 1, false },
    { 1, { 2, 0, 1.5, 3, 1, 3.5 }, { -1, 0, 0 }, 1, false },
    { 1, { 2, -1.5, 0, 2.5, -0.5, 1 }, { -0.5, 0.2, 0 }, 2.5, 2, 2.5 },
    { 1, { 2, -1.5, 0, 2.5, -0.5, 1 }, { -0.5, 0.3, 0 }, 2, 1, 2 },
    { 2, { 2.3, 2.29, 2.29, 4.2, 4.2, 4.2 }, { -1 / 3, -1 / 3, -1 / 3 }, 1, 1, 0.9 },
    { 2, { 2.29, 2.3, 2.29, 4.2, 4.2, 4.2 }, { -1 / 3, -1 / 3, -1 / 3 }, 1, 2, 0.9 },
    { 2, { 2.29, 2.29, 2.3, 4.2, 4.2, 4.2 }, { -1 / 3, -1 / 3, -1 / 3 }, 1, 3, 0.9 },
    { 2, { -4.2, -4.2, -4.2, -2.3, -2.29, -2.29 }, { 1 / 7, 1 / 7, 1 / 7 }, 17, 1, 16.1 },
    { 2, { -4.2, -4.2, -4.2, -2.29, -2.3, -2.29 }, { 1 / 7, 1 / 7, 1 / 7 }, 17, 2, 16.1 },
    { 2, { -4.2, -4.2, -4.2, -2.29, -2.29, -2.3 }, { 1 / 7, 1 / 7, 1 / 7 }, 17, 3, 16.1 },
  }
  for number, fact in ipairs(facts) do
    local size, m, v, time, axis, when = fact[1], fact[2], fact[3], fact[4], fact[5], fact[6]
    it("fact " .. number, function()
      for _, p in ipairs { { -3, -3, -3 }, { 0, 0, 0 }, { 3, -1, 2 } } do
        local x, y, z = p[1], p[2], p[3]
        local fixed = box(x, y, z, x + size, y + size, z + size)
        local mover = box(x + m[1], y + m[2], z + m[3], x + m[4], y + m[5], z + m[6])
        -- A little longer, for what touches at the very end of a displacement that was rounded.
        local more = time * (axis and 1.0001 or 1)
        local d = { v[1] * more, v[2] * more, v[3] * more }
        local hit = collide.shapecast(fixed, mover, d)
        if axis then
          near(hit.t * more, when, 1e-3)
          near(math.abs(({ hit.normal.x, hit.normal.y, hit.normal.z })[axis]), 1)
        else
          assert.is_nil(hit)
        end
        local r = collide.move(fixed, mover, d, { respond = "stop" })
        for k, name in ipairs { "x", "y", "z" } do near(r.position[name], v[k] * (when or time), 1e-3) end
      end
    end)
  end
end)
