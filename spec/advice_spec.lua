-- SPDX-License-Identifier: MIT
--
-- What a mistake at the prompt says: misspelt names, a dot in place of a colon, `#`, and pairs().
local collide = require("collide")
local message = require("spec.support.refusals").message

local unpack = table.unpack or unpack -- luacheck: ignore 143
local load = loadstring or load -- luacheck: ignore 113

local function objects()
  local disc = collide.circle { radius = 1 }
  return {
    shape = disc, grid = collide.grid { dimensions = 2 }, world = collide.world { disc },
    mesh = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } },
    group = collide.group { disc },
  }
end

local function names_of(functions)
  local names = {}
  for name, value in pairs(functions) do
    if type(value) == "function" then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

-- The name with each mistake of one letter at `at`, which lies within a word.
local function misspell(name, at)
  local before, letter, after = name:sub(1, at - 1), name:sub(at, at), name:sub(at + 1)
  local list = { before .. after, before .. "q" .. after, before .. letter .. "q" .. after }
  local next_letter = after:match("^%a")
  if next_letter then list[4] = before .. next_letter .. letter .. after:sub(2) end
  return list
end

describe("a misspelt function of the module", function()
  it("is an error that names the function, when it is called", function()
    local disc = collide.circle { radius = 1 }
    assert.matches("advice_spec%.lua:%d+: collide has no function 'raycst'; call raycast$",
      message(function() collide.raycst(disc, { 0, 0 }, { 1, 0 }) end))
    for wrong, right in pairs { raycats = "raycast", raycasst = "raycast", raycqst = "raycast", shpere = "sphere",
      polgon = "polygon", overlap_al = "overlap_all", RayCst = "raycast", raycst_any = "raycast_any" } do
      assert.matches("collide has no function '" .. wrong .. "'; call " .. right .. "$",
        message(function() collide[wrong]() end))
    end
    assert.matches("collide.grid has no function 'from_rosw'; call from_rows$",
      message(function() collide.grid.from_rosw {} end))
  end)

  it("is known by any one mistake but at the first letter of a word", function()
    local index, checked = getmetatable(collide).__index, 0
    for _, name in ipairs(names_of(collide)) do
      for at = 2, #name do
        for _, wrong in ipairs(misspell(name, at)) do
          if #name > 5 and name:find("^%a%a", at - 1) and wrong ~= name and wrong .. "s" ~= name then
            assert.matches("collide has no function '" .. wrong .. "'; call " .. name .. "$",
              message(index, { [name] = print }, wrong))
            checked = checked + 1
          end
        end
      end
    end
    assert.is_true(checked > 1000)
  end)

  it("suggests the first of the names that are equally near", function()
    assert.matches("call raycast_all$", message(function() return collide.raycast_aly end))
  end)
end)

describe("a function that the module lacks", function()
  it("is nil when it is read", function()
    for _, name in ipairs { "foo", "x", "data", "", "_", "_NAME", "_M", "hulk", "mode", "get_position", "hulls",
      "layer", "raycasts", "raycast_always", "spheroid" } do
      assert.is_nil(collide[name], name)
    end
    assert.is_nil(collide[1])
    assert.is_nil(collide[collide])
    assert.is_nil(collide.grid.foo)
  end)

  it("is nil if another version has it: no function is a misspelt name of another one", function()
    for _, functions in ipairs { collide, collide.grid } do
      local index = getmetatable(functions).__index
      for _, name in ipairs(names_of(functions)) do
        local older = {}
        for key, value in pairs(functions) do if key ~= name then older[key] = value end end
        assert.is_nil(index(older, name), name)
        assert.is_nil(index({ [name .. "s"] = print }, name), name)
      end
    end
  end)
end)

describe("a misspelt method", function()
  it("is an error that names the method", function()
    for kind, object in pairs(objects()) do
      assert.matches("a " .. kind .. " has no method 'raycsat'; call raycast$",
        message(function() object:raycsat({ 0, 0 }, { 1, 0 }) end))
    end
    local ball = collide.sphere { radius = 1, data = 5 }
    assert.matches("a shape has no method 'get_poistion'; call get_position$",
      message(function() ball:get_poistion() end))
  end)

  it("is not suggested for a name that has nothing in common with any method", function()
    local ball = collide.sphere { radius = 1 }
    assert.matches("no field or method 'health'; its field data", message(function() return ball.health end))
  end)
end)

describe("a method called with a dot", function()
  it("says so for every method of every object, without arguments", function()
    for _, object in pairs(objects()) do
      for _, name in ipairs(names_of(getmetatable(object).__index)) do
        local call = assert(load("local object = ... return object." .. name .. "()"))
        local text = message(call, object)
        assert.matches("bad argument #1 to '" .. name .. "' %(.*got no value; a method is called with a colon", text)
      end
    end
  end)

  it("says so for getters with the word 'numbers'", function()
    local ball = collide.sphere { radius = 1 }
    for _, name in ipairs { "get_position", "get_rotation", "get_scale", "bounds", "get_half", "get_ends" } do
      local call = assert(load("local ball = ... return ball." .. name .. "('numbers')"))
      assert.matches("shape expected, got string; a method is called with a colon, shape:" .. name .. "(...)",
        message(call, ball), 1, true)
    end
  end)

  it("is not suspected when the colon is there, or the value may be the object", function()
    local ball = collide.sphere { radius = 1 }
    for _, wrong in ipairs { { 0, 0 }, collide.grid() } do
      assert.is_nil(message(collide.bounds, wrong):find("colon", 1, true))
    end
    assert.is_nil(message(collide.raycast, nil, { 0, 0 }, { 1, 0 }):find("colon", 1, true))
    assert.is_nil(message(function() ball:bounds(5) end):find("colon", 1, true))
  end)
end)

describe("the length of an object", function()
  it("is what count() returns", function()
    local all = objects()
    all.grid:set(3, 4, 1)
    all.grid:set(5, 4, 1)
    all.world:add(collide.circle { radius = 1 }, collide.circle { radius = 2 })
    for kind, count in pairs { grid = 2, world = 3, mesh = 1, group = 1 } do
      assert.equal(count, #all[kind])
      assert.equal(all[kind]:count(), #all[kind])
    end
    assert.equal(0, #collide.world())
    local with_data = collide.world { data = 5 }
    with_data:add(collide.circle { radius = 1 })
    assert.equal(1, #with_data)
    assert.has_error(function() return #collide.circle { radius = 1 } end)
  end)

  it("is an error for a closed world, and for other values", function()
    local world = collide.world()
    local length = getmetatable(world).__len
    getmetatable(world).__gc(world)
    assert.matches("world expected, got a closed world)", message(function() return #world end), 1, true)
    for _, wrong in ipairs { 5, "world", {}, collide.grid() } do
      assert.matches("world expected, got ", message(length, wrong), 1, true)
    end
  end)
end)

describe("pairs() of an object", function()
  local calls_metamethod = not pcall(pairs, setmetatable({}, { __pairs = error }))

  it("is an error that says what lists its contents, where Lua asks the object", function()
    local calls = { shape = "shape:describe()", grid = "grid:each()", mesh = "mesh:triangle(number)",
      group = "group:part(number)", world = "world:each()" }
    for kind, object in pairs(objects()) do
      assert.matches("pairs: table expected, got a " .. kind .. "; call " .. calls[kind],
        message(getmetatable(object).__pairs, object), 1, true)
      local text = message(function() return (pairs(object)) end)
      if calls_metamethod then
        assert.matches("advice_spec%.lua:%d+: pairs: table expected, got a " .. kind .. "; call ", text)
      end
    end
  end)
end)

describe("a capsule of space where one of the plane was meant", function()
  it("says how to make that", function()
    local stick = collide.capsule { radius = 1, half_height = 1 }
    local floor = collide.plane { normal = { 0, 1 }, distance = 0 }
    local hint = "; a capsule made with dimensions=2 is 2D)"
    for name, arguments in pairs { set_position = { 1, 2 }, translate = { 1, 2 } } do
      for _, given in ipairs { arguments, { arguments }, { { x = 1, y = 2 } } } do
        assert.matches("got 2 numbers, a 3D shape takes 3" .. hint,
          message(function() stick[name](stick, unpack(given)) end), 1, true)
      end
      assert.same({ 0, 0, 0 }, { stick:get_position("numbers") })
    end
    assert.matches("a 3D shape takes 3" .. hint,
      message(function() collide.move({}, stick, { 1, 0 }) end), 1, true)
    assert.matches("got a 3D capsule; made with dimensions=2 it is 2D",
      message(function() collide.world({ floor }):add(stick) end), 1, true)
    local flat = collide.capsule { radius = 1, half_height = 1, dimensions = 2 }
    flat:set_position(1, 2)
    assert.same({ 1, 2 }, { flat:get_position("numbers") })
    assert.matches("got 3 numbers, a 2D shape takes 2)", message(function() flat:set_position(1, 2, 3) end), 1, true)
    local ball = collide.sphere { radius = 1 }
    assert.matches("got 2 numbers, a 3D shape takes 3)", message(function() ball:set_position(1, 2) end), 1, true)
  end)
end)
