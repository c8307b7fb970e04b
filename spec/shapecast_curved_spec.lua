-- SPDX-License-Identifier: MIT
-- Shapecasts of curved solids in space, as they once went wrong.
local collide = require "collide"

describe("a shapecast of curved solids", function()
  -- The time at which a capsule leaves a cylinder was too late, so it passed through.
  it("hits a cylinder that it starts beside and grazes", function()
    local cylinder = collide.cylinder { radius = 472945002.58635694, half_height = 1064126255.8193032 }
    cylinder:set_transform {
      -0.61700990258946331, 0.52204850177583217, 0.58886682866345075, 0,
      -0.12836216774913017, 0.67149987725496696, -0.72980207504316441, 0,
      -0.77641608303620624, -0.52588332987476738, -0.34731079649579244, 0,
      739063632.73366213, -891197808.24175668, -597338084.07875848, 1,
    }
    local capsule = collide.capsule { radius = 429496729.60000002, half_height = 536870912,
      position = { 762341589.55999291, 1114988399.6631045, -1206996979.0978603 } }
    local way = { -85205447.459025145, 0, -10229532.482436657 }
    assert.is_true(cylinder:shapecast(capsule, way, { touching = "skip" }).t < 1e-5)
    capsule:translate { way[1] * 0.1368, way[2] * 0.1368, way[3] * 0.1368 }
    assert.is_true(capsule:contact(cylinder).depth > 7e4)
  end)
end)
