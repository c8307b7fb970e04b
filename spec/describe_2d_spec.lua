-- SPDX-License-Identifier: MIT
--
-- The description of a shape of the plane, from which the shape can be made again.
local collide = require("collide")
local flat_shapes = require("spec.support.flat_shapes")
local through_json = require("spec.support.json")

local unpack = table.unpack or unpack -- luacheck: ignore 143
local bounds_of, descriptions, object = flat_shapes.bounds_of, flat_shapes.descriptions, flat_shapes.object

describe("describe in 2D", function()
  for _, description in ipairs(descriptions) do
    local shape = collide[description.shape](description)

    it("returns the given fields: " .. tostring(shape), function()
      assert.same(description, shape:describe())
      assert.same(description, collide.describe(description))
    end)

    it("describes the shape to the last bit: " .. tostring(shape), function()
      local copy = through_json(shape:describe())
      local again = collide[copy.shape](copy)
      assert.same(shape:describe(), again:describe())
      assert.same({ shape:bounds() }, { again:bounds() })
      assert.same({ shape:bounds() }, { collide.bounds(copy) })
      for _, axis in ipairs { { 1, 0.3 }, { -0.7, 1 }, { 0, 2 } } do
        assert.same({ shape:project(axis) }, { again:project(axis) })
        assert.same({ shape:project(axis) }, { collide.project(copy, unpack(axis)) })
      end
    end)
  end

  it("returns the points in `points`, whatever their form was", function()
    local points = { { 1, 2 }, { 4, 2 }, { 2, 7 } }
    local forms = { { x = 1, y = 2 }, object(4, 2), { 2, 7 } }
    for _, name in ipairs { "triangle", "polygon" } do
      assert.same({ shape = name, points = points }, collide[name](points):describe())
      assert.same({ shape = name, points = points }, collide[name]({ points = forms }):describe())
      assert.same({ shape = name, points = points }, collide.describe { shape = name, unpack(forms) })
    end
    assert.same({ shape = "segment", points = { { 1, 2 }, { 4, 2 } } },
      collide.segment({ { x = 1, y = 2 }, object(4, 2) }):describe())
  end)

  it("returns all points of a polygon, although it stores fewer", function()
    local points = { { 0, 0 }, { 1, 0 }, { 2, 0 }, { 2, 1 }, { 2, 2 }, { 0, 2 } }
    assert.same(points, collide.polygon(points):describe().points)
    local many = {}
    for i = 1, 1000 do many[i] = { i, i * i } end
    assert.same(many, collide.polygon(many):describe().points)
  end)

  it("returns fields that were set later", function()
    for _, fields in ipairs { { shape = "rect", half = { 1, 2 } },
      { shape = "polygon", points = { { 0, 0 }, { 4, 0 }, { 0, 4 } } } } do
      local shape = collide[fields.shape](fields)
      local function assert_told(key, value)
        fields[key] = value
        assert.same(fields, shape:describe())
      end
      shape:set_position(1, 2)
      assert_told("position", { 1, 2 })
      shape:set_scale(2)
      assert_told("scale", 2)
      shape:set_rotation(0.5)
      assert_told("rotation", 0.5)
      shape:set_scale(2, 3)
      assert_told("scale", { 2, 3 })
      shape:set_scale { 4, 5 }
      assert_told("scale", { 4, 5 })
      shape:set_position { x = 3, y = 4 }
      assert_told("position", { 3, 4 })
    end
  end)

  it("has no -0.0", function()
    local shape = collide.polygon { { -0.0, 0 }, { 1, -0.0 }, { 0, 1 }, position = { -0.0, 1 }, rotation = -0.0 }
    local text = tostring(shape)
    assert.equal("polygon points=((0, 0), (1, 0), (0, 1)) position=(0, 1) rotation=0", text)
    for _, list in ipairs { bounds_of(shape), { shape:project(-1, -0.0) } } do
      for _, x in ipairs(list) do assert.is_false(x == 0 and 1 / x < 0) end
    end
  end)
end)
