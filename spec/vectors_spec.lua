-- SPDX-License-Identifier: MIT
--
-- The forms of vectors in arguments and answers.
local collide = require("collide")
local object = require("spec.support.flat_shapes").object

local ball = collide.sphere { radius = 1, position = { 0, 0, 5 } }

-- The same as a userdata: a shape is the only one at hand that owns nothing.
local function userdata(x, y, z)
  local value = collide.sphere { radius = 0 }
  debug.setmetatable(value, getmetatable(object(x, y, z)))
  return value
end

local forms = {
  { "an array", function(x, y, z) return { x, y, z } end },
  { "a table with x, y, z", function(x, y, z) return { x = x, y = y, z = z } end },
  { "an object", object },
  { "a userdata", userdata },
  { "an object that is an array", function(x, y, z) return setmetatable({ x, y, z }, {}) end },
}
local has_ffi, ffi = pcall(require, "ffi")
if has_ffi then
  ffi.cdef("typedef struct { double x, y, z; } collide_spec_vector; "
    .. "typedef struct { float x, y; } collide_spec_pair;")
  forms[#forms + 1] = { "a C struct", function(x, y, z) return ffi.new("collide_spec_vector", x, y, z) end }
end

describe("a vector", function()
  for _, form in ipairs(forms) do
    local name, vector = form[1], form[2]
    it("may be " .. name, function()
      local hit = ball:raycast(vector(0, 0, 1), vector(0, 0, 2))
      assert.equal(1.5, hit.t)
      assert.same({ x = 0, y = 0, z = -1 }, hit.normal)
      assert.equal(1, collide.sphere({ radius = 1, position = vector(1, 2, 3) }):raycast(
        vector(1, 2, 1), vector(0, 0, 1)).t)
    end)
  end

  it("in the first place decides the form of the answer", function()
    assert.equal("table", type(ball:raycast({ 0, 0, 0 }, 0, 0, 1)))
    assert.equal(4, (ball:raycast(0, 0, 0, { 0, 0, 1 })))
    assert.equal("table", type(ball:segmentcast({ 0, 0, 0 }, 0, 0, 9)))
    assert.equal(0.5, (ball:segmentcast(0, 0, 0, { z = 8, x = 0, y = 0 })))
  end)

  it("may precede max or options in every form", function()
    assert.is_nil(ball:raycast(0, 0, 0, { 0, 0, 1 }, 3.5))
    assert.is_nil(ball:raycast({ 0, 0, 0 }, 0, 0, 1, 3.5))
    assert.is_nil(ball:raycast({ 0, 0, 0 }, 0, 0, 1, { max = 3.5 }))
    assert.is_nil(ball:raycast({ 0, 0, 0 }, { 0, 0, 1 }, { max = 3.5 }))
    assert.equal(4, (ball:raycast(0, 0, 0, 0, 0, 1, nil)))
    assert.equal(4, (ball:raycast(0, 0, 0, 0, 0, 1, nil, nil)))
  end)

  it("may have additional named components", function()
    assert.equal(4, ball:raycast({ x = 0, y = 0, z = 0, w = 1 }, { x = 0, y = 0, z = 1, w = 0 }).t)
  end)

  it("in an answer has only x, y and z", function()
    local hit = ball:raycast({ 0, 0, 0 }, { 0, 0, 1 })
    assert.same({ x = 0, y = 0, z = 4 }, hit.point)
    local keys = {}
    for key in pairs(getmetatable(hit.point)) do keys[#keys + 1] = key end
    assert.same({ "__tostring" }, keys)
  end)

  it("of an answer can be an argument", function()
    local hit = ball:raycast({ 0, 0, 0 }, { 0, 0, 1 })
    assert.equal(0, ball:raycast(hit.point, hit.normal).t)
  end)

  it("whose components raise an error passes it on", function()
    local broken = setmetatable({}, { __index = function() error("no such thing", 0) end })
    local ok, message = pcall(ball.raycast, ball, broken, { 0, 0, 1 })
    assert.is_false(ok)
    assert.equal("no such thing", message)
    assert.equal(4, ball:raycast({ 0, 0, 0 }, { 0, 0, 1 }).t)
  end)

  it("never has -0.0 in an answer", function()
    local shape = collide.sphere { radius = 1, position = { -0.0, -0.0, -0.0 } }
    local function positive(...)
      for i = 1, select("#", ...) do
        local x = select(i, ...)
        if x == 0 then assert.equal(math.huge, 1 / x) end
      end
    end
    positive(shape:raycast(-0.0, -0.0, -5, -0.0, -0.0, 1))
    positive(shape:raycast(-0.0, -0.0, -0.0, -0.0, -0.0, -1))
    positive(shape:project(-0.0, 1, -0.0))
    positive(collide.box { half = { 0, 0, 0 } }:project(1, -1, 0))
    for _, v in ipairs { shape:describe().position, { collide.cell_at(-0.0, -0.5) },
      collide.trace(-0.0, -0.0, -3, -2), collide.trace(-3, -2, -0.0, -0.0),
      collide.trace(-1, -1, -0.0, -0.0, -1, 2, { size = 0.5 }) } do
      positive((table.unpack or unpack)(v)) -- luacheck: ignore 143
    end
    local low, high = collide.box({ half = { 0, 0, 0 } }):bounds()
    positive(low.x, low.y, low.z, high.x, high.y, high.z)
    local edges = { collide.triangle({ { 0, 0, 0 }, { 0, 0, 0 }, { 0, 0, 0 } }):edges() }
    for _, edge in ipairs(edges) do positive(edge.x, edge.y, edge.z) end
  end)
end)

describe("a vector of a walk", function()
  it("has two or three components, and its length decides", function()
    assert.equal(3, #collide.trace({ 0.5, 0.5 }, { 2.5, 0.5 }))
    assert.is_nil(collide.trace({ 0.5, 0.5 }, { 2.5, 0.5 })[1][1].z)
    assert.equal(0, collide.trace({ 0.5, 0.5, 0.5 }, { 2.5, 0.5, 0.5 })[1][1].z)
    assert.is_nil(collide.trace(object(0.5, 0.5), object(2.5, 0.5))[1][1].z)
    assert.equal(7, collide.trace(object(0.5, 0.5, 7.5), object(2.5, 0.5, 7.5))[1][1].z)
    assert.is_nil(collide.cell_at(userdata(0.5, 0.5)).z)
  end)

  it("may have a z that a 2D frame ignores", function()
    local flat = { dimensions = 2 }
    assert.same({ x = 1, y = 2 }, collide.cell_at(object(1, 2, 3), flat))
    assert.same({ x = 1, y = 2 }, collide.cell_at(userdata(1, 2, "three"), flat))
    assert.equal(3, #collide.trace(userdata(0.5, 0.5, 3), userdata(2.5, 0.5, 4), flat))
  end)

  it("may be of a class that raises an error for missing fields", function()
    local pair = setmetatable({}, {
      __index = function(_, key) return key == "x" and 1 or key == "y" and 2 or error("no " .. key) end,
    })
    assert.same({ x = 1, y = 2 }, collide.cell_at(pair))
  end)

  if has_ffi then
    it("may be a C struct with two or three fields", function()
      assert.same({ x = 1, y = 2 }, collide.cell_at(ffi.new("collide_spec_pair", 1.5, 2.5)))
      assert.same({ x = 1, y = 2, z = 3 }, collide.cell_at(ffi.new("collide_spec_vector", 1.5, 2.5, 3.5)))
    end)

    it("may not be a C struct without x, nor a C number", function()
      for _, value in ipairs { ffi.new("int64_t", 5), ffi.new("int[3]"), ffi.new("struct { int a; }") } do
        assert.has_error(function() collide.cell_at(value) end,
          "bad argument #1 to 'cell_at' (point: vector expected, got cdata)")
      end
    end)
  end

  it("may come in either form", function()
    assert.same(collide.trace({ 0, 0 }, { 3, 2 }), collide.trace({ 0, 0 }, 3, 2))
    assert.same(collide.trace(0, 0, 3, 2), collide.trace(0, 0, { 3, 2 }))
    assert.same(collide.trace({ 0, 0 }, { 3, 2 }, { size = 2 }), collide.trace({ 0, 0 }, 3, 2, { size = 2 }))
    assert.same(collide.trace(0, 0, 3, 2, { size = 2 }), collide.trace(0, 0, { 3, 2 }, { size = 2 }))
    assert.same(collide.trace(0, 0, 0, 3, 2, 1), collide.trace(0, 0, 0, { 3, 2, 1 }))
    assert.same(collide.trace({ 0, 0, 0 }, { 3, 2, 1 }), collide.trace({ 0, 0, 0 }, 3, 2, 1))
  end)
end)

if math.type then
  describe("an integer", function()
    it("is the type of counts, cells and indices", function()
      local function integers(...)
        for i = 1, select("#", ...) do assert.equal("integer", math.type((select(i, ...)))) end
      end
      integers(collide.cell_at(1.5, 2.5))
      local cell = collide.cell_at({ 1.5, 2.5, 3.5 })
      integers(cell.x, cell.y, cell.z)
      for i, t, x, y in collide.cells(0, 0, 3, 2) do
        integers(i, x, y)
        assert.equal("float", math.type(t))
      end
      local flat = collide.trace(0, 0, 3, 2)
      integers(flat[1], flat[3], flat[4])
      integers(collide.trace({ 0, 0 }, { 3, 2 })[2][1].x)
      integers((select(9, collide.raycast({ ball }, 0, 0, 0, 0, 0, 1))))
      integers(collide.raycast({ ball }, { 0, 0, 0 }, { 0, 0, 1 }).index)
      integers(collide.raycast_all({ ball }, 0, 0, 0, 0, 0, 1)[9])
    end)

    it("is never the type of measured values", function()
      local answers = { ball:raycast(0, 0, 0, 0, 0, 1) }
      for i = 1, 8 do assert.equal("float", math.type(answers[i])) end
      assert.equal("float", math.type(ball:raycast({ 0, 0, 0 }, { 0, 0, 1 }).t))
      assert.equal("float", math.type(ball:describe().radius))
    end)
  end)
end
