-- SPDX-License-Identifier: MIT
--
-- The description of a shape, from which the shape can be made again. What a maker accepts can be copied, described and
-- made again, and each gives the same shape to the last bit.
local collide = require("collide")
local through_json = require("spec.support.json")
local flat_shapes = require("spec.support.flat_shapes")
local cases = require("spec.support.cases")
local extremes = require("spec.support.extremes")
local new_random = require("spec.support.random").generator

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

local bounds_of, flat_descriptions, object = flat_shapes.bounds_of, flat_shapes.descriptions, flat_shapes.object

describe("describe in 2D", function()
  for _, description in ipairs(flat_descriptions) do
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

-- Round numbers, and radii so small that rounding leaves nothing of them beside 1.
local VALUES = { 0, 1, 1, 1, 1 / 8, 0.1, 2, 3, 1e-16, 1e-20, 1e-162, 1e-300, 1e-308, 5e-324, 1e10, 1e70, 1e299 }

-- Returns the path of the first difference, or nil. 0 and -0 differ.
local function difference(a, b, path)
  if type(a) ~= "table" or type(b) ~= "table" then
    if a == b and (a ~= 0 or 1 / a == 1 / b) then return nil end
    return ("%s: %s and %s"):format(path, tostring(a), tostring(b))
  end
  for key, value in pairs(a) do
    local found = difference(value, b[key], path .. "." .. tostring(key))
    if found then return found end
  end
  for key in pairs(b) do
    if a[key] == nil then return path .. "." .. tostring(key) end
  end
end

local DIRECTIONS = {
  [2] = { { 1, 0 }, { 0.3, -0.7 }, { -1, 0.2 } },
  [3] = { { 1, 0, 0 }, { 0.3, -0.7, 0.1 }, { -1, 0.2, 3 } },
}

-- All that can be learned of a shape, mesh or group; of an error that there is one.
local function answers(one, dimensions)
  local all = { one:describe(), { pcall(one.bounds, one, "numbers") } }
  for _, name in ipairs { "points", "get_radius", "get_half", "get_half_height", "get_ends", "get_position",
    "get_rotation", "get_scale", "faces", "edge_normals", "outline" } do
    local ok, answer, more = pcall(function() return one[name](one) end)
    all[#all + 1] = { ok, ok and answer, ok and more }
  end
  for _, a in ipairs(DIRECTIONS[dimensions]) do
    local function add(ok, ...) all[#all + 1] = { ok, ok and { ... } } end
    add(pcall(one.project, one, a))
    add(pcall(one.closest, one, a))
    for _, b in ipairs(DIRECTIONS[dimensions]) do add(pcall(one.linecast, one, a, b)) end
  end
  return all
end

local function show(value)
  if type(value) ~= "table" then return type(value) == "number" and ("%.17g"):format(value) or tostring(value) end
  local keys, parts = {}, {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for i, key in ipairs(keys) do parts[i] = (type(key) == "number" and "" or key .. " = ") .. show(value[key]) end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

-- Returns 1 if the maker accepts the fields.
local function check(name, fields, dimensions)
  local ok, made = pcall(collide[name], fields)
  if not ok then return 0 end
  local function whole(does, maker, ...)
    local fine, other = pcall(maker, ...)
    assert(fine, does .. " of " .. name .. " " .. show(fields) .. ": " .. tostring(other))
    local differs = difference(answers(made, dimensions), answers(other, dimensions), does)
    assert(differs == nil, name .. " " .. show(fields) .. ": " .. tostring(differs))
  end
  local description = made:describe()
  if description.shape == name and type(fields.scale) ~= "table" and not fields.transform then
    for _, key in ipairs { "radius", "half_height", "distance" } do
      local value = fields[key]
      local kept = type(value) ~= "number" or (description[key] or 0) == value
      assert(kept, name .. " " .. show(fields) .. " is described with " .. key .. " = " .. show(description[key]))
    end
  end
  whole("a copy", made.copy, made)
  whole("a description", collide[description.shape], description)
  return 1
end

describe("what a maker accepts can be copied, described and made again", function()
  it("if it is a shape", function()
    local draw, accepted, count = extremes.new(1, VALUES), 0, cases.of(20000, 1500)
    for _ = 1, count do
      local dimensions = draw.random(2) + 1
      draw:begin()
      local fields = draw:shape(dimensions)
      accepted = accepted + check(fields.shape, fields, dimensions)
    end
    assert(accepted > count / 2)
  end)

  it("if it is a mesh, terrain or a group", function()
    local draw, accepted, count = extremes.new(2, VALUES), 0, cases.of(4000, 400)
    for _ = 1, count do
      local dimensions, kind = draw.random(2) + 1, draw.random(4)
      draw:begin()
      if kind == 1 then
        accepted = accepted + check("mesh", draw:mesh(), 3)
      elseif kind == 2 then
        accepted = accepted + check("heights", draw:heights(), 3)
      else
        local fields = draw:pose({ draw:shape(dimensions), draw:shape(dimensions) }, dimensions)
        accepted = accepted + check("group", fields, dimensions)
      end
    end
    assert(accepted > count / 4)
  end)

  it("if a tiny radius is scaled unevenly", function()
    local random = new_random(3)
    for _, radius in ipairs { 1e-15, 1e-16, 1e-17, 1e-20, 1e-100, 1e-300, 5e-324, 0 } do
      for _, scale in ipairs { { 2, 1 }, { 1, -0.5 }, { 1e20, 1 }, { 1, 1e-20 } } do
        local function number() return random(5) - 3 end
        local p, q, r = { number(), number() }, { number(), number() }, { number() / 8, number() / 10 }
        for _, given in ipairs {
          { "circle", { radius = radius } }, { "capsule", { a = p, b = q, radius = radius } },
          { "capsule", { a = p, b = p, radius = radius } }, { "segment", { p, q, radius = radius } },
          { "segment", { p, p, radius = radius } }, { "triangle", { p, q, r, radius = radius } },
          { "triangle", { p, p, p, radius = radius } }, { "triangle", { p, p, q, radius = radius } },
          { "rect", { half = { 0, 0 }, radius = radius } }, { "rect", { min = p, max = p, radius = radius } },
          { "capsule", { radius = radius, half_height = 0, dimensions = 2 } },
          { "capsule", { radius = radius, half_height = 1, position = p } },
        } do
          given[2].scale = scale
          assert(check(given[1], given[2], 2) == 1, given[1] .. " " .. show(given[2]) .. " is refused")
        end
      end
    end
  end)
end)

describe("a shape of the plane whose radius is lost under an uneven scale", function()
  it("is the segment between the points of its core", function()
    local thin = collide.capsule { a = { 1, 1 }, b = { 2, 2 }, radius = 1e-20, scale = { 2, 1 }, hollow = true }
    assert.equal("segment points=((1, 1), (2, 2)) scale=(2, 1) hollow", tostring(thin))
    assert.equal(1, thin:raycast({ 3, 0.5 }, { 0, 1 }).t)
    assert.equal("segment points=((1, 1), (1, 1)) scale=(2, 1)",
      tostring(collide.triangle { { 1, 1 }, { 1, 1 }, { 1, 1 }, radius = 1e-20, scale = { 2, 1 } }))
  end)

  it("is a point if it is a circle", function()
    local point = collide.circle { radius = 0, position = { 3, 4 }, scale = { 2, 1 } }
    assert.equal("segment points=((0, 0), (0, 0)) position=(3, 4) scale=(2, 1)", tostring(point))
    assert.is_true(point:contains(3, 4))
  end)

  it("stays an ellipse or a polygon as long as it has area", function()
    assert.equal("ellipse radii=(1e-300, 1e-300) scale=(2, 1)",
      tostring(collide.circle { radius = 1e-300, scale = { 2, 1 } }))
    local thin = collide.capsule { a = { 0, 0 }, b = { 0, 1e-300 }, radius = 1e-300, scale = { 2, 1 } }
    assert.equal("polygon", thin:describe().shape)
  end)
end)
