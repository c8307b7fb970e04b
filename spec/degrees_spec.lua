-- SPDX-License-Identifier: MIT
--
-- Rotations in degrees, and quarter turns of the plane. spec/turn compares many more numbers with exact ones.
local collide = require("collide")
local random = require("spec.support.random")

-- Degrees, and the double nearest to their radians, by integers and 2600 bits of pi. The second column differs from
-- degrees * math.pi / 180 in 30, 60 and 1e-300, and from degrees / 180 * math.pi in 30, 60, -33 and 123456.789.
local KNOWN = {
  { 0, 0 }, { 1, 0.017453292519943295 }, { 0.1, 0.0017453292519943296 }, { 22.5, 0.39269908169872414 },
  { 30, 0.5235987755982989 }, { 45, 0.7853981633974483 }, { 60, 1.0471975511965979 }, { -33, -0.5759586531581288 },
  { 100, 1.7453292519943295 }, { 1e-300, 1.7453292519943295e-302 }, { 123456.789, 2154.727451989918 },
  { 1e15, 17453292519943.295 }, { 90, 1.5707963267948966 }, { 180, 3.141592653589793 }, { 360, 6.283185307179586 },
}

local function list_bounds(shape) return { shape:bounds("numbers") } end

-- The rect turned by quarters, as a rect with the same position and without a rotation.
local function turned(hx, hy, px, py, quarters)
  if quarters % 2 == 1 then hx, hy = hy, hx end
  return collide.rect { half = { hx, hy }, position = { px, py } }
end

local function wedge(fields)
  fields[1], fields[2], fields[3] = { 1, 0 }, { 3, 1 }, { 0, 2 }
  return collide.polygon(fields)
end

describe("degrees", function()
  it("are the nearest radians, in the constructor and in set_rotation_degrees", function()
    for _, row in ipairs(KNOWN) do
      local degrees, radians = row[1], row[2]
      assert.equal(radians, collide.rect({ half = { 1, 2 }, degrees = degrees }):get_rotation())
      assert.equal(-radians, collide.circle({ radius = 1, degrees = -degrees }):get_rotation())
      assert.equal(radians, collide.rect({ half = { 1, 2 } }):set_rotation_degrees(degrees):get_rotation())
      local group = collide.group { parts = { collide.rect { half = { 1, 2 } } }, degrees = degrees }
      assert.equal(radians, group:get_rotation())
      assert.equal(-radians, group:set_rotation_degrees(-degrees):get_rotation())
    end
  end)

  it("are returned, described and copied as radians", function()
    local shape = collide.rect { half = { 1, 2 }, degrees = 30 }
    assert.equal(0.5235987755982989, shape:describe().rotation)
    assert.is_nil(shape:describe().degrees)
    assert.same(list_bounds(shape), list_bounds(shape:copy()))
    assert.equal(tostring(shape), tostring(collide.rect { half = { 1, 2 }, rotation = shape:get_rotation() }))
  end)

  it("are taken wherever a table describes a shape of the plane", function()
    assert.is_true(collide.overlap({ shape = "rect", half = { 2, 1 }, degrees = 90 }, { 0, 2 }))
    assert.is_false(collide.overlap({ shape = "rect", half = { 2, 1 }, degrees = 90 }, { 2, 0 }))
    local group = collide.group { { shape = "rect", half = { 2, 1 }, degrees = 90 }, degrees = 90 }
    assert.same({ -2, -1, 2, 1 }, list_bounds(group))
    local stick = collide.capsule { radius = 1, half_height = 2, degrees = 90 } -- of the plane, for a number turns it
    assert.same({ -3, -1, 3, 1 }, list_bounds(stick))
  end)

  it("exclude rotation, and a failed call changes nothing", function()
    local shape, box = collide.rect { half = { 2, 1 }, degrees = 30 }, collide.box { half = { 1, 2, 3 } }
    local before, text = tostring(shape), tostring(box)
    for _, wrong in ipairs { "90", {}, true, 0 / 0, 1 / 0, -1 / 0 } do
      assert.has_error(function() shape:set_rotation_degrees(wrong) end)
      assert.has_error(function() collide.rect { half = { 1, 1 }, degrees = wrong } end)
    end
    assert.has_error(function() shape:set_rotation_degrees() end)
    assert.error_matches(function() collide.rect { half = { 1, 1 }, degrees = 0, rotation = 0 } end,
      "degrees and rotation exclude each other")
    assert.error_matches(function() collide.group { shape, degrees = 0, rotation = 0 } end,
      "degrees and rotation exclude each other")
    assert.error_matches(function()
      collide.rect { half = { 1, 1 }, degrees = 0, transform = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 } }
    end, "transform excludes position, rotation and scale")
    for _, call in ipairs {
      function() box:set_rotation_degrees(90) end,
      function() collide.box { half = { 1, 1, 1 }, degrees = 90 } end,
      function() collide.group { box, degrees = 90 } end,
      function() collide.capsule { radius = 1, half_height = 1, position = { 0, 0, 0 }, degrees = 90 } end,
      function()
        collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 }, degrees = 90 }
      end,
    } do
      assert.error_matches(call, "degrees are for 2D; in 3D rotation is a quaternion")
    end
    assert.same({ before, text }, { tostring(shape), tostring(box) })
    shape:set_transform { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }
    assert.error_matches(function() shape:set_rotation_degrees(1) end, "the shape has a transform")
  end)
end)

describe("a quarter turn", function()
  it("swaps the bounds of a rect exactly", function()
    local below = random.generator(1)
    local function size() return below(2) == 1 and below(64) / 8 or below(999) / 10 end
    for _, degrees in ipairs { 90, 180, 270, 360, -90, -180, 450, 810, -990, 90 * 65536, -90 * 65535 } do
      local quarters = degrees / 90
      for _ = 1, 200 do
        local hx, hy, px, py = size(), size(), size() - 4, size() - 4
        local want = list_bounds(turned(hx, hy, px, py, quarters))
        assert.same(want, list_bounds(collide.rect { half = { hx, hy }, position = { px, py }, degrees = degrees }))
        local shape = collide.rect { half = { hx, hy }, position = { px, py } }
        assert.same(want, list_bounds(shape:set_rotation_degrees(degrees)))
        assert.same(want, list_bounds(shape:set_rotation(shape:get_rotation())))
      end
    end
  end)

  it("is exact in radians, too, as far as these are the nearest", function()
    for quarters, radians in pairs { [1] = math.pi / 2, [2] = math.pi, [3] = 4.71238898038469, [4] = 2 * math.pi,
      [-1] = -math.pi / 2, [5] = 7.853981633974483 } do
      assert.same(list_bounds(turned(2.1, 1.3, 0.1, 0.7, quarters)),
        list_bounds(collide.rect { half = { 2.1, 1.3 }, position = { 0.1, 0.7 }, rotation = radians }))
    end
    local near = collide.rect { half = { 2, 1 }, rotation = 1.5707963267948963 }
    assert.is_true(list_bounds(near)[3] > 1)
  end)

  it("puts corners where integers put them", function()
    for quarters, want in pairs { [0] = "1,0 3,1 0,2", "0,1 -1,3 -2,0", "-1,0 -3,-1 0,-2", "0,-1 1,-3 2,0" } do
      local list = {}
      for i, p in ipairs(wedge({ degrees = 90 * quarters }):points()) do
        list[i] = ("%.17g,%.17g"):format(p.x, p.y)
      end
      assert.equal(want, table.concat(list, " "))
    end
  end)

  it("is exact for parts of groups, by their sum", function()
    local part = collide.rect { half = { 2.1, 1.3 }, position = { 0.5, 0.25 }, degrees = 90 }
    local group = collide.group { parts = { part }, position = { 4, 8 }, degrees = 90 }
    assert.same(list_bounds(turned(2.1, 1.3, 3.75, 8.5, 2)), list_bounds(group))
    local stretched = collide.group { parts = { part }, scale = { 2, 1 }, degrees = 180 }
    assert.same({ -1 - 2.6, -0.25 - 2.1, -1 + 2.6, -0.25 + 2.1 }, list_bounds(stretched))
  end)

  it("lets a turned crate stand and slide on the floor as another one does", function()
    local floor = collide.rect { min = { -9, -1 }, max = { 9, 0 } }
    for degrees = -360, 360, 90 do
      local tall = degrees % 180 == 0 and 1 or 2
      local crate = collide.rect { half = { 2, 1 }, position = { 0, tall }, degrees = degrees }
      assert.equal(0, floor:contact(crate).depth)
      assert.is_false(floor:overlap(crate:copy():set_position(0, tall + 1e-15)))
      assert.equal(5, floor:move(crate, { 5, 0 }).position.x)
    end
  end)
end)
