-- SPDX-License-Identifier: MIT
--
-- Objects with several layers: their forms, their order, and which options take them.
local collide = require("collide")
local garbage = require("spec.support.garbage")
local misuse = require("spec.support.misuse")

local unpack = table.unpack or unpack -- luacheck: ignore 143

local BAT = { "enemy", "flying" }

local function circle(x, layer) return collide.circle { radius = 1, position = { x, 0 }, layer = layer } end

-- One object of each kind, with that layer.
local function objects(layer)
  return {
    circle = circle(0, layer),
    polygon = collide.polygon { { 0, 0 }, { 2, 0 }, { 0, 2 }, layer = layer },
    box = collide.box { half = { 1, 1, 1 }, layer = layer },
    group = collide.group { parts = { circle(0), circle(1) }, layer = layer },
    mesh = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 }, layer = layer },
    heights = collide.heights { rows = { { 0, 1 }, { 0, 1 } }, layer = layer },
    grid = collide.grid { dimensions = 2, layer = layer },
    rows = collide.grid.from_rows { { 1 }, layer = layer },
  }
end

describe("several layers", function()
  it("are an array of names, in the constructor of each kind and in set_layer", function()
    for name, object in pairs(objects(BAT)) do
      assert.same({ name, "enemy", BAT }, { name, object:get_layer(), object:get_layers() })
      assert.same({ "x", { "x" } }, { object:set_layer("x"):get_layer(), object:get_layers() })
      assert.same({ "flying", { "flying", "enemy" } },
        { object:set_layer { "flying", "enemy" }:get_layer(), object:get_layers() })
      assert.same({ nil, {} }, { object:set_layer(nil):get_layer(), object:get_layers() })
    end
  end)

  it("are copied, and described in the form of the constructor", function()
    for name, object in pairs(objects(BAT)) do
      assert.same({ name, BAT }, { name, object:copy():get_layers() })
      if name ~= "grid" and name ~= "rows" then
        assert.same({ name, BAT }, { name, object:describe().layer })
      end
    end
    local described = circle(3, BAT):describe()
    assert.same(BAT, collide.circle(described):get_layers())
    assert.equal("enemy", circle(3, { "enemy" }):describe().layer)
    assert.is_nil(circle(3, {}):describe().layer)
  end)

  it("are printed in parentheses", function()
    assert.equal("circle radius=1 position=(0, 0) layer=(enemy, flying)", tostring(circle(0, BAT)))
    assert.equal("circle radius=1 position=(0, 0) layer=enemy", tostring(circle(0, { "enemy" })))
  end)

  it("have the order of the array, and each name once", function()
    assert.same({ "b", "a" }, circle(0, { "b", "a", "b", "a" }):get_layers())
    assert.same({ "a", "b" }, circle(0, { "a", "b" }):get_layers())
    assert.same({ "a" }, circle(0, { "a", "a" }):get_layers())
  end)

  it("are none for an empty array, so that set_layer takes what get_layers returns", function()
    local shape = circle(0, "a")
    assert.is_nil(shape:set_layer(circle(0):get_layers()):get_layer())
  end)

  it("are arrays of the caller, who may change them", function()
    local mine = { "a", "b" }
    local shape = circle(0, mine)
    mine[1] = "c"
    shape:get_layers()[2] = "c"
    shape:describe().layer[1] = "c"
    assert.same({ "a", "b" }, shape:get_layers())
  end)

  for _, row in ipairs {
    { "a number in it", "{ 'new 1', 2 }", "layer[2]: string expected, got number" },
    { "an array in it", "{ { 'new 1' } }", "layer[1]: string expected, got table" },
    { "a hole", "{ 'new 1', nil, 'new 2' }", "layer: array without holes expected, nothing at [2]" },
    { "a name as key", "{ enemy = true }", "layer: array expected, got a table with key 'enemy'" },
    { "a shape", "c.grid()", "layer: string or array of strings expected, got grid" },
  } do
    it("are refused with " .. row[1] .. ", and nothing changes", function()
      local shape = circle(0, "a")
      local wanted = "misuse:1: bad argument #1 to 'set_layer' (" .. row[3] .. ")"
      assert.equal(wanted, misuse("s:set_layer(" .. row[2] .. ")", { c = collide, s = shape }, wanted))
      wanted = "misuse:1: bad argument #1 to 'circle' (" .. row[3] .. ")"
      assert.equal(wanted, misuse("c.circle { radius = 1, layer = " .. row[2] .. " }", { c = collide }, wanted))
      assert.equal("a", shape:get_layer())
      assert.error_matches(function() circle(0):overlap({ shape }, { only = "new 1" }) end, "unknown layer 'new 1'")
    end)
  end

  it("are of 64 names and 190 different arrays at most", function()
    package.loaded.collide = nil
    local again = require("collide")
    package.loaded.collide = collide
    local shape, all, made = again.circle { radius = 1 }, {}, 0
    for i = 1, 64 do all[i] = "layer " .. i end
    assert.error_matches(function() shape:set_layer { "layer 1", "one", unpack(all) } end,
      "layer: there are 0 layers already, and at most 64 may be; got 66 more", 1, true)
    assert.same(all, shape:set_layer(all):get_layers())
    for i = 1, 64 do
      for j = 1, 3 do
        if made < 189 then shape:set_layer { all[i], all[(i + j - 1) % 64 + 1] } end
        made = made + 1
      end
    end
    local last = shape:get_layers()
    assert.error_matches(function() shape:set_layer { "layer 1", "layer 30" } end,
      "layer: there are 190 different arrays of layers already, at most that many may be", 1, true)
    assert.same(last, shape:get_layers())
    assert.same(all, shape:set_layer(all):get_layers())
    assert.equal("layer 64", shape:set_layer("layer 64"):get_layer())
  end)
end)

describe("an object with several layers", function()
  local bat, rat, bird, stone = circle(0, BAT), circle(3, "enemy"), circle(6, { "flying", "friend" }), circle(9)
  local list = { bat, rat, bird, stone }
  local place = {}
  for i, member in ipairs(list) do place[member] = i end
  local near = collide.rect { min = { -20, -1 }, max = { 20, 1 } }

  local function selected(target, options)
    local found = {}
    for _, member in ipairs(near:overlap_all(target, options)) do found[#found + 1] = place[member] end
    return table.concat(found)
  end

  for name, target in pairs { array = list, world = collide.world(list) } do
    it("is in only and ignore by any of them, in the form of " .. name, function()
      assert.equal("12", selected(target, { only = "enemy" }))
      assert.equal("13", selected(target, { only = "flying" }))
      assert.equal("123", selected(target, { only = { "friend", "enemy" } }))
      assert.equal("24", selected(target, { ignore = "flying" }))
      assert.equal("4", selected(target, { ignore = { "enemy", "friend" } }))
      assert.equal("2", selected(target, { only = "enemy", ignore = "flying" }))
    end)

    it("is hit or skipped by a ray, in the form of " .. name, function()
      local function first(options)
        local hit = collide.raycast(target, { -9, 0 }, { 1, 0 }, options)
        return hit and place[hit.shape]
      end
      assert.same({ 1, 2, 4, 1 },
        { first(), first { ignore = "flying" }, first { ignore = { "friend", "enemy" } }, first { only = BAT } })
      for _ = 1, 100 do -- LuaJIT compiles this
        assert.equal(9 - 1 + 3, (collide.raycast(target, -9, 0, 1, 0, { ignore = "flying" })))
      end
    end)
  end

  it("is skipped as a lone target", function()
    assert.is_false(near:overlap(bat, { ignore = "flying" }))
    assert.is_true(near:overlap(bat, { only = "flying" }))
    assert.is_false(near:overlap(bat, { only = "friend" }))
  end)

  it("is in pairs between any of its layers, each pair once", function()
    local world, far = collide.world(list), {}
    for i = 1, 100 do far[i] = circle(100 + 9 * i) end
    local function pairs_between(one, other)
      local found = {}
      for a, b in world:pairs { between = { one, other }, within = 3.5 } do found[#found + 1] = place[a] .. place[b] end
      return table.concat(found, " ")
    end
    for _ = 1, 2 do
      assert.equal("12", pairs_between("enemy", "enemy"))
      assert.equal("21 23", pairs_between("enemy", "flying"))
      assert.equal("12 32", pairs_between("flying", "enemy"))
      assert.equal("", pairs_between("friend", "flying"))
      world:add(unpack(far)) -- then few members have these layers
    end
  end)

  it("gives the response and bounciness of its first layer that is named", function()
    local function answers(layer, options)
      local wall, ball = circle(0, layer), circle(-4)
      local moved = collide.world({ wall }):move(ball, { 8, 0 }, options)
      local hit = moved.hits[1]
      return hit and hit.response, moved.direction and math.floor(-12.5 * moved.direction.x + 0.5)
    end
    local both = { "enemy", "flying" }
    local turned = { "flying", "enemy" }
    local respond = { enemy = "stop", flying = "pass" }
    assert.equal("stop", (answers(both, { respond = respond })))
    assert.equal("pass", (answers(turned, { respond = respond })))
    assert.equal("pass", (answers(both, { respond = { flying = "pass", friend = "stop" } })))
    assert.equal("slide", (answers(both, { respond = { friend = "stop" } })))
    local bounce = { respond = "bounce", bounciness = { enemy = 0.5, flying = 0.25 } }
    assert.same({ 50, 25 }, { (select(2, answers(both, bounce))), (select(2, answers(turned, bounce))) })
    assert.equal(25, (select(2, answers(both, { respond = "bounce", bounciness = { flying = 0.25 } }))))
    assert.equal(100, (select(2, answers(both, { respond = "bounce", bounciness = { friend = 0.25 } }))))
    -- The layers of each set count apart: responses of one option, bounciness of another.
    assert.same({ "bounce", 25 },
      { answers(both, { respond = { enemy = "bounce" }, bounciness = { flying = 0.25 } }) })
  end)

  it("has its own layers, not those of its parts, if it is a group", function()
    local group = collide.group { parts = { circle(0, BAT) }, layer = { "friend", "flying" } }
    assert.same({ "friend", "flying" }, group:get_layers())
    assert.is_false(near:overlap(group, { ignore = "friend" }))
    assert.is_true(near:overlap(group, { ignore = "enemy" }))
  end)

  it("makes no garbage in queries and moves by one name", function()
    local world, mover = collide.world(list), circle(-30)
    local ignore = { ignore = "flying" }
    local function step()
      world:raycast(-9, 0, 1, 0, ignore)
      world:move(mover, 1, 0, ignore)
      mover:set_position(-30, 0)
    end
    garbage.assert_below(8, function()
      for _ = 1, 1000 do step() end
    end)
  end)
end)
