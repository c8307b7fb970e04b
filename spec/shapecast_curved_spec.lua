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

  -- It was tested at one time only whether they surely overlap. There thin simplices decided nothing.
  it("hits a cone that it grazes", function()
    local cone = collide.cone { radius = 0.53570990277735797, height = 1.6071297083320739 }
    cone:set_transform {
      -0.13375976907202425, 0.66458316048162458, 0.73514457556459867, 0,
      0.39878258543147177, -0.64300596815657363, 0.65384690445976579, 0,
      0.90723799178296627, 0.38062126545856889, -0.17901586115852419, 0,
      2.7819908976852874, -0.3393639710674885, 1.4422939669921757, 1,
    }
    local cylinder = collide.cylinder { radius = 0.4, half_height = 0.9,
      position = { 1.2829350148090068, 0.80406378682102819, 0.32799948769256193 } }
    local way = { -0.1460263398706449, 0, 0.47764517646132612 }
    local hit = cone:shapecast(cylinder, way, { touching = "skip" })
    assert.is_true(hit.t < 1e-4)
    cylinder:translate { way[1] * 2e-4, 0, way[3] * 2e-4 }
    assert.is_true(cylinder:contact(cone).depth > 4e-9)
  end)

  it("hits a cylinder that it grazes", function()
    local one = collide.cylinder { radius = 429496729.60000002, half_height = 966367641.60000002 }
    one:set_transform {
      -0.54847554724697423, -0.73924322689109656, -0.39076083111132554, 0,
      0.80281452542419329, -0.334889096371354, -0.49329314904983745, 0,
      0.23380207834845976, -0.58426769945566603, 0.7771536807689482, 0,
      2381252509.6510744, 872022733.39560342, -1233542958.032016, 1,
    }
    local other = collide.cylinder { radius = 425306429.68271232, half_height = 956939466.78610265 }
    other:set_transform {
      -0.1316317387758259, 0.97341090814355435, -0.18746810196402469, 0,
      -0.46956133630103913, 0.1053249216559099, 0.87659501044060195, 0,
      0.87303220833943784, 0.20341549789855651, 0.44321202422390016, 0,
      2547555956.7979507, 866835082.00095773, 160116388.55098128, 1,
    }
    local way = { -5562343.0166654587, -7811340.6843123436, 2589622.5857477188 }
    local hit = other:shapecast(one, way, { touching = "skip" })
    assert.is_true(hit.t < 1e-2)
    one:translate { way[1] * 0.02, way[2] * 0.02, way[3] * 0.02 }
    assert.is_true(one:contact(other).depth > 20)
  end)
end)

describe("a shapecast of a segment of length 0", function()
  it("has the point of contact", function()
    local segment = collide.segment { { -4, 13, -1 }, { -4, 13, -1 } }
    local ball = collide.sphere { radius = 1, position = { -3.25, 13, 4 } }
    for _, pair in ipairs { { ball, segment, 9 }, { segment, ball, -9 } } do
      local hit = collide.shapecast(pair[1], pair[2], { 0, 0, pair[3] })
      assert.near(-4, hit.point.x, 1e-12)
      assert.near(13, hit.point.y, 1e-12)
    end
  end)
end)
