-- SPDX-License-Identifier: MIT
--
-- The word "numbers", which requests an answer in numbers from a call without a vector: the numbers of the tables, in
-- the documented order.
local collide = require("collide")
local garbage = require("spec.support.garbage")
local message = require("spec.support.refusals").message

local unpack = table.unpack or unpack -- luacheck: ignore 143

local function pack(...)
  return { n = select("#", ...), ... }
end

-- The components of the vectors and the numbers in a list of answers, in order.
local function flatten(list)
  local flat = {}
  for i = 1, list.n do
    local value = list[i]
    if type(value) == "table" then
      flat[#flat + 1], flat[#flat + 2] = value.x, value.y
      flat[#flat + 1] = value.z
    else
      flat[#flat + 1] = value
    end
  end
  return flat
end

local function assert_same_numbers(expected, answer)
  assert.equal(#expected, answer.n)
  for i = 1, #expected do
    assert.equal(expected[i], answer[i])
    if math.type then assert.equal(math.type(expected[i]), math.type(answer[i])) end
  end
end

local disc = collide.circle { radius = 1.5, position = { 0.25, 0.5 } }
local shapes = {
  disc,
  collide.rect { half = { 1, 0.75 }, position = { 1.1, 0.3 }, rotation = 0.4 },
  collide.polygon { { 0, 0 }, { 4, 0 }, { 4, 3 }, { 2, 5 }, { 0, 3 } },
  collide.triangle { { 0, 0 }, { 4, 3 }, { 8, 0 } },
  collide.segment { { 3, -3 }, { 4, 3 } },
  collide.capsule { a = { 9, 9 }, b = { 12, 8 }, radius = 0.5 },
  collide.plane { normal = { 3, 4 }, distance = -2 },
}
local roof = shapes[4]
local sail = collide.triangle { { 0, 0, 1 }, { 3, 0, 0 }, { 0.5, 2, 0 } }
local flat = collide.grid { dimensions = 2 }
flat:set(-3, 4, 1)
flat:set(5, -6, 1)
local deep = collide.grid()
deep:set(-3, 4, 7, 1)
deep:set(5, -6, 9, 1)

describe("the word \"numbers\"", function()
  it("gives nx, ny, depth, px, py of a contact, and a single nil for shapes that do not overlap", function()
    local met, missed = 0, 0
    for _, a in ipairs(shapes) do
      for _, b in ipairs(shapes) do
        local told, answer = collide.contact(a, b), pack(collide.contact(a, b, "numbers"))
        if told then
          met = met + 1
          assert_same_numbers({ told.normal.x, told.normal.y, told.depth, told.point.x, told.point.y }, answer)
        else
          missed = missed + 1
          assert.equal(1, answer.n)
          assert.is_nil(answer[1])
        end
      end
    end
    assert.is_true(met > 10 and missed > 10)
  end)

  it("gives the distance, ax, ay, bx, by", function()
    for _, a in ipairs(shapes) do
      for _, b in ipairs(shapes) do
        assert_same_numbers(flatten(pack(collide.distance(a, b))), pack(collide.distance(a, b, "numbers")))
      end
    end
  end)

  it("gives the components of all vectors in sequence", function()
    for _, shape in ipairs { disc, shapes[7], sail } do
      assert_same_numbers(flatten(pack(shape:bounds())), pack(shape:bounds("numbers")))
    end
    for _, method in ipairs { "edges", "edge_normals" } do
      local expected = flatten(pack(roof[method](roof)))
      assert.equal(6, #expected)
      assert_same_numbers(expected, pack(roof[method](roof, "numbers")))
    end
    assert_same_numbers(flatten(pack(sail:edges())), pack(sail:edges("numbers")))
    assert_same_numbers(flatten(pack(sail:normal())), pack(sail:normal("numbers")))
    assert_same_numbers(flatten(pack(flat:bounds())), pack(flat:bounds("numbers")))
    assert_same_numbers(flatten(pack(deep:bounds())), pack(deep:bounds("numbers")))
    assert_same_numbers({ -3, -6, 5, 4 }, pack(flat:bounds("numbers")))
    assert_same_numbers({ -3, -6, 7, 5, 4, 9 }, pack(deep:bounds("numbers")))
  end)

  it("gives a single nil on a miss", function()
    local line = collide.triangle { { 0, 0 }, { 1, 1 }, { 2, 2 } }
    local line3 = collide.triangle { { 0, 0, 0 }, { 1, 1, 1 }, { 2, 2, 2 } }
    for _, answer in ipairs {
      pack(line:edge_normals("numbers")), pack(line3:normal("numbers")), pack(collide.grid():bounds("numbers")),
    } do
      assert.equal(1, answer.n)
      assert.is_nil(answer[1])
    end
  end)

  it("works with tables that describe shapes, too", function()
    local told = disc:describe()
    assert_same_numbers(pack(disc:bounds("numbers")), pack(collide.bounds(told, "numbers")))
    assert_same_numbers(pack(disc:contact(shapes[2], "numbers")), pack(collide.contact(told, shapes[2], "numbers")))
    assert_same_numbers(pack(disc:distance(shapes[2], "numbers")),
      pack(collide.distance(told, shapes[2]:describe(), "numbers")))
  end)

  it("makes no garbage for the answers of a few members", function()
    local ball = collide.circle { radius = 1 }
    local hits, none, contacts, met = { into = {} }, { into = {} }, { into = {} }, { into = {} }
    local world = collide.world { ball, collide.rect { half = { 1, 1 }, position = { 1.5, 0 } } }
    for _, target in ipairs { world, { ball, collide.rect { half = { 1, 1 } } } } do
      local function ask()
        for _ = 1, 20 do
          collide.raycast_all(target, -9, 0, 1, 0, hits)
          collide.segmentcast_all(target, 0, 9, 1, 9, none)
          collide.contact_all(ball, target, contacts, "numbers")
          collide.shapecast_all(target, ball, 1, 0, met)
        end
      end
      garbage.assert_below(0.5, ask)
    end
  end)

  it("makes no garbage in moves at a single shape, a grid or a world, in the plane and in space", function()
    local ground, block = collide.rect { half = { 9, 1 } }, collide.box { half = { 9, 9, 1 } }
    local level, blocks = collide.grid { dimensions = 2 }, collide.grid()
    level:fill({ -9, -1 }, { 9, 0 }, 1)
    blocks:fill({ -9, -9, -1 }, { 9, 9, 0 }, 1)
    local wheel = collide.circle { radius = 1, position = { 0, 3 } }
    local ball = collide.sphere { radius = 1, position = { 0, 0, 3 } }
    local flat_world, world = collide.world { ground }, collide.world { block }
    local function ask()
      for i = 1, 200 do
        local x = i % 2 == 0 and 0.01 or -0.01
        collide.move(wheel, ground, x, -0.01)
        level:move(wheel, x, -0.01)
        flat_world:move(wheel, x, -0.01)
        block:move(ball, x, 0, -0.01)
        blocks:move(ball, x, 0, -0.01)
        world:move(ball, x, 0, -0.01)
      end
    end
    ask()
    garbage.assert_below(0.5, ask)
  end)

  it("makes no garbage", function()
    local function ask()
      for _ = 1, 1000 do
        disc:contact(shapes[2], "numbers")
        disc:distance(shapes[6], "numbers")
        disc:bounds("numbers")
        roof:edges("numbers")
        deep:bounds("numbers")
      end
    end
    garbage.assert_below(0.5, ask)
  end)

  local calls = {
    contact = { 3, disc, shapes[2] }, distance = { 3, disc, shapes[2] }, bounds = { 2, disc },
    edges = { 2, roof }, edge_normals = { 2, roof }, normal = { 2, sail },
  }
  for name, call in pairs(calls) do
    local arguments = { unpack(call, 2) }
    local at = ("bad argument #%d to '%s' ("):format(call[1], name)

    it("is the only word that " .. name .. " accepts", function()
      for _, word in ipairs { "number", "Numbers", "numbers\0", "" } do
        arguments[call[1]] = word
        local shown = word:gsub("%z.*", "")
        assert.equal(at .. "unknown word '" .. shown .. "', only 'numbers' is allowed)",
          message(collide[name], unpack(arguments)))
      end
    end)

    it("is the last argument of " .. name, function()
      arguments[call[1]] = "numbers"
      arguments[call[1] + 1] = 7
      assert.equal(("bad argument #%d to '%s' (unexpected argument, got number)"):format(call[1] + 1, name),
        message(collide[name], unpack(arguments)))
      arguments[call[1] + 1] = nil
      arguments[call[1]] = true
      local said = message(collide[name], unpack(arguments))
      local hint = (name == "contact" or name == "distance") and "; options are a table"
        or said:match("; only the word 'numbers' is allowed there") or ""
      assert.equal(at .. "unexpected argument, got boolean" .. hint .. ")", said)
    end)
  end

  it("is refused if a point decides the form", function()
    local decides = "'numbers' is for calls without a vector, here the form of the vector decides"
    for _, name in ipairs { "contact", "distance" } do
      assert.has_error(function() collide[name](disc, { 1, 2 }, "numbers") end,
        ("bad argument #3 to '%s' (%s)"):format(name, decides))
      assert.has_error(function() collide[name](disc, 1, 2, "numbers") end,
        ("bad argument #4 to '%s' (%s)"):format(name, decides))
      assert.has_error(function() collide[name](1, 2, disc, "numbers") end,
        ("bad argument #4 to '%s' (%s)"):format(name, decides))
    end
    assert.has_error(function() disc:overlap(shapes[2], "numbers") end,
      "bad argument #2 to 'overlap' (unexpected argument, got string)")
  end)
end)
