-- SPDX-License-Identifier: MIT
--
-- The description of a shape of space, from which the shape can be made again.
local collide = require("collide")
local through_json = require("spec.support.json")

local unpack = table.unpack or unpack -- luacheck: ignore 143

local function moved(x, y, z) return { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1 } end

-- One of each way to tell a shape.
local descriptions = {
  { shape = "sphere", radius = 0.1 },
  { shape = "sphere", radius = 0, position = { 1e-300, -3, 1 / 3 } },
  { shape = "sphere", radius = 1, hollow = true },
  { shape = "box", half = { 1, 0.1, 0 } },
  { shape = "box", size = { 1, 0.1, 1 / 3 }, rotation = { 0.1, 0.2, 0.3, 0.4 } },
  { shape = "box", min = { 0.1, -2, 3 }, max = { 0.3, 0, 3 } },
  { shape = "box", min = { 0.1, -2, 3 }, max = { 0.3, 0, 3 }, position = { 1, 2, 3 },
    rotation = { 0.1, 0.2, 0.3, 0.4 } },
  { shape = "cylinder", radius = 0.7, half_height = 1 / 3, scale = { 1, -2, 3 } },
  { shape = "cone", radius = 0.7, height = 1 / 3, scale = 0.1 },
  { shape = "capsule", radius = 0.7, half_height = 1 / 3, position = { 0.1, 0.2, 0.3 } },
  { shape = "capsule", a = { 0.1, 0.2, 0.3 }, b = { 0.3, 0.7, -1 }, radius = 1 / 3 },
  { shape = "plane", normal = { 0.1, 0.2, 0.3 }, distance = -1 / 3 },
  { shape = "triangle", points = { { 0.1, 0, 0 }, { 0, 0.2, 0 }, { 0, 0, 0.3 } }, hollow = true },
  { shape = "box", half = { 1, 2, 3 },
    transform = { 0, 2, 0, 0, -0.1, 0, 0, 0, 0.5, 0, 1 / 3, 0, 7, 8, 9, 1 } },
}

describe("describe", function()
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
      for _, ray in ipairs { { -9, 0.1, 0.2, 1, 0.001, 0.01 }, { 0.3, 9, -0.2, 0.01, -1, 0.03 },
        { 0, 0, -9, 0.1, 0.1, 1 } } do
        assert.same({ shape:linecast(unpack(ray)) }, { again:linecast(unpack(ray)) })
        assert.same({ shape:linecast(unpack(ray)) }, { collide.linecast(copy, unpack(ray)) })
      end
    end)
  end

  it("returns the points of a triangle in `points`, wherever they were", function()
    local triangle = collide.triangle { { x = 1, y = 2, z = 3 }, { 4, 5, 6 }, { 7, 8, 10 } }
    assert.same({ shape = "triangle", points = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 10 } } },
      triangle:describe())
    assert.same(triangle:describe(),
      collide.describe { shape = "triangle", { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 10 } })
  end)

  it("leaves out fields that were not given", function()
    assert.same({ shape = "sphere", radius = 1 }, collide.sphere({ radius = 1, hollow = false }):describe())
  end)

  it("returns fields that were set later", function()
    local shape = collide.box { half = { 1, 2, 3 } }
    shape:set_position(1, 2, 3)
    shape:set_scale(2)
    assert.same({ shape = "box", half = { 1, 2, 3 }, position = { 1, 2, 3 }, scale = 2 }, shape:describe())
    shape:set_scale(1, 2, 2)
    shape:set_rotation { 0, 0, 0, 2 }
    assert.same({ shape = "box", half = { 1, 2, 3 }, position = { 1, 2, 3 }, rotation = { 0, 0, 0, 2 },
      scale = { 1, 2, 2 } }, shape:describe())
    shape:set_transform(moved(7, 8, 9))
    assert.same({ shape = "box", half = { 1, 2, 3 }, transform = moved(7, 8, 9) }, shape:describe())
  end)

  it("returns new tables", function()
    local shape = collide.sphere { radius = 1, position = { 1, 2, 3 } }
    shape:describe().position[1] = 9
    assert.same({ 1, 2, 3 }, shape:describe().position)
  end)
end)

describe("a description", function()
  it("can replace a shape everywhere", function()
    local sphere = { shape = "sphere", radius = 1, position = { 0, 0, 5 } }
    assert.equal(4, collide.raycast(sphere, { 0, 0, 0 }, { 0, 0, 1 }).t)
    assert.equal(4, (collide.linecast(sphere, 0, 0, 0, 0, 0, 1)))
    assert.equal(0.5, (collide.segmentcast(sphere, 0, 0, 0, 0, 0, 8)))
    assert.same({ { x = -1, y = -1, z = 4 }, { x = 1, y = 1, z = 6 } }, { collide.bounds(sphere) })
    assert.same({ 4, 6 }, { collide.project(sphere, 0, 0, 1) })
    local triangle = { shape = "triangle", { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }
    assert.same({ x = 0, y = 0, z = 1 }, collide.normal(triangle))
    assert.same({ x = -1, y = 1, z = 0 }, (select(2, collide.edges(triangle))))
  end)

  it("may have the name of the constructor to which it is passed", function()
    assert.equal("sphere radius=1", tostring(collide.sphere { shape = "sphere", radius = 1 }))
  end)

  it("is not changed by a query", function()
    local sphere = { shape = "sphere", radius = 1 }
    collide.raycast(sphere, 0, 0, 0, 0, 0, 1)
    assert.same({ shape = "sphere", radius = 1 }, sphere)
  end)

  it("may inherit its fields", function()
    local default = { radius = 2 }
    local sphere = setmetatable({ shape = "sphere" }, { __index = default })
    assert.equal(3, (collide.raycast(sphere, 0, 0, -5, 0, 0, 1)))
  end)

  it("that raises while it is read leaves everything unchanged", function()
    local trap = setmetatable({ shape = "sphere" }, { __index = function() error("trap", 0) end })
    local into = {}
    for _, target in ipairs { trap, { collide.sphere { radius = 1 }, trap } } do
      local ok, message = pcall(collide.raycast, target, { 0, 0, -5 }, { 0, 0, 1 }, { into = into })
      assert.is_false(ok)
      assert.equal("trap", message)
    end
    assert.is_nil(next(into))
  end)
end)
