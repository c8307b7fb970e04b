-- SPDX-License-Identifier: MIT
--
-- The selection of members of a target: layers, also those that no object has, `ignore`, `only` and `filter`, for
-- pairs and casts; and the forms of answers for targets.
local collide = require("collide")
local cases = require("spec.support.cases")
local misuse = require("spec.support.misuse")
local pairs_of = require("spec.support.pairs")

local circle, rect = pairs_of.circle, pairs_of.rect

local function wall(x, layer) return collide.rect { half = { 1, 1 }, position = { x, 0 }, layer = layer } end

-- Every query that takes the options, as a function that tells the indices of the members that count.
local ball = circle(0, 0, 20)
local queries = {
  overlap_all = function(target, options) return ball:overlap_all(target, options, "numbers") end,
  contact_all = function(target, options)
    local indices = {}
    for _, contact in ipairs(ball:contact_all(target, options)) do indices[#indices + 1] = contact.index end
    table.sort(indices)
    return indices
  end,
  raycast_all = function(target, options)
    local indices = {}
    for _, hit in ipairs(collide.raycast_all(target, { -90, 0 }, { 1, 0 }, options)) do
      indices[#indices + 1] = hit.index
    end
    table.sort(indices)
    return indices
  end,
}
-- And those that tell one of them, or whether there is one.
local singles = {
  contact = function(target, options) return (ball:contact(target, options) or {}).index end,
  distance = function(target, options) return (select(5, collide.distance({ 0, 90 }, target, options))) end,
  closest = function(target, options) return (select(4, collide.closest(target, { 0, 90 }, options))) end,
  raycast = function(target, options)
    return (collide.raycast(target, { -90, 0 }, { 1, 0 }, options) or {}).index
  end,
}
local whether = {
  overlap = function(target, options) return ball:overlap(target, options) end,
  mirrored = function(target, options) return collide.overlap(target, ball, options) end,
  contains = function(target, options) return collide.contains(target, { 0.5, 0.5 }, options) end,
  raycast_any = function(target, options) return collide.raycast_any(target, { -90, 0.5 }, { 1, 0 }, options) end,
  segmentcast_any = function(target, options)
    return collide.segmentcast_any(target, { -90, 0.5 }, { 90, 0.5 }, options)
  end,
}

describe("a layer", function()
  it("leaves no field of a shapecast in a table into which a contact is written", function()
    local block, disc, into = collide.rect { half = { 1, 1 } }, collide.circle { radius = 1, position = { 1.5, 0 } }, {}
    block:shapecast(disc, { 1, 0 }, { into = into })
    assert.is_true(into.inside)
    disc:contact(block, { into = into })
    assert.are.equal(0.5, into.depth)
    assert.is_nil(into.t)
    assert.is_nil(into.t_exit)
    assert.is_nil(into.inside)
  end)

  it("is a name of a shape or grid, from its constructor or a setter", function()
    local shape = wall(0, "wall")
    assert.equal("wall", shape:get_layer())
    assert.equal(shape, shape:set_layer("door"))
    assert.equal("door", shape:get_layer())
    assert.is_nil(shape:set_layer(nil):get_layer())
    local grid = collide.grid { layer = "ground" }
    assert.equal("ground", grid:get_layer())
    assert.equal("air", grid:set_layer("air"):get_layer())
    assert.equal("ground", collide.grid.from_rows({ { 1 }, layer = "ground" }):get_layer())
    assert.is_nil(collide.grid():get_layer())
  end)

  it("is in a description and in the text", function()
    local shape = collide.polygon { { 0, 0 }, { 2, 0 }, { 0, 2 }, layer = "wall" }
    assert.equal("wall", shape:describe().layer)
    assert.equal("wall", collide.polygon(shape:describe()):get_layer())
    assert.equal("circle radius=1 layer=wall", tostring(collide.circle { radius = 1, layer = "wall" }))
    assert.is_nil(circle(0, 0, 1):describe().layer)
  end)

  it("is one of 64 names", function()
    package.loaded.collide = nil
    local again = require("collide")
    package.loaded.collide = collide
    local shape = again.circle { radius = 1 }
    for i = 1, 64 do shape:set_layer("layer " .. i) end
    assert.error_matches(function() shape:set_layer("layer 65") end,
      "layer: there are 64 layers already, 'layer 65' would be one too many", 1, true)
    assert.equal("layer 64", shape:get_layer())
    assert.equal("layer 7", shape:set_layer("layer 7"):get_layer())
    assert.has_error(function() again.layers { "layer 1", "layer 65", "layer 66" } end,
      "bad argument #1 to 'layers' (names: there are 64 layers already, and at most 64 may be; got 2 more)")
    again.layers { "layer 1", "layer 64" }
    assert.error_matches(function() again.overlap(shape, { shape }, { only = "layer 66" }) end,
      "only: unknown layer 'layer 66'; known layers: 'layer 1', 'layer 2', .*, 'layer 64'; collide.layers{'layer 66'}")
  end)

  for _, row in ipairs {
    { "no string", "c.circle { radius = 1, layer = 1 }",
      "#1 to 'circle' (layer: string or array of strings expected, got number)" },
    { "nothing", "c.circle { radius = 1 }:set_layer()",
      "#1 to 'set_layer' (layer: string, array of strings or nil expected, got no value)" },
    { "a shape", "c.circle { radius = 1 }:set_layer(c.grid())",
      "#1 to 'set_layer' (layer: string or array of strings expected, got grid)" },
    { "a boolean of a grid", "c.grid { layer = true }",
      "#1 to 'grid' (layer: string or array of strings expected, got boolean)" },
    { "what a walk does not have", "c.trace({ 0, 0 }, { 1, 1 }, { layer = 'x' })",
      "#3 to 'trace' (unknown field 'layer')" },
  } do
    it("is not " .. row[1], function()
      local wanted = "misuse:1: bad argument " .. row[3]
      assert.equal(wanted, misuse(row[2], { c = collide }, wanted))
    end)
  end
end)

describe("a member that counts", function()
  collide.layers { "dor" }
  local a, b, c = wall(0, "wall"), wall(0, "door"), wall(0)
  local ground = collide.grid { dimensions = 2, layer = "ground" }
  ground:set(0, 0, 1)
  local described = { shape = "rect", half = { 1, 1 }, layer = "door" }
  local target = { a, b, c, ground, described }

  local rows = {
    { "everything without options", nil, { 1, 2, 3, 4, 5 } },
    { "everything with none", {}, { 1, 2, 3, 4, 5 } },
    { "not a member that is ignored", { ignore = b }, { 1, 3, 4, 5 } },
    { "not a grid that is ignored", { ignore = ground }, { 1, 2, 3, 5 } },
    { "not a layer that is ignored", { ignore = "door" }, { 1, 3, 4 } },
    { "nothing in a list of both that is ignored", { ignore = { "door", ground, a } }, { 3 } },
    { "everything but a layer that nothing has", { ignore = "dor" }, { 1, 2, 3, 4, 5 } },
    { "only a member", { only = c }, { 3 } },
    { "only a layer", { only = "door" }, { 2, 5 } },
    { "only the layer of a grid", { only = "ground" }, { 4 } },
    { "only members and layers in a list", { only = { "wall", c, described } }, { 1, 3, 5 } },
    { "nothing of a layer that nothing has", { only = "dor" }, {} },
    { "nothing of an empty list", { only = {} }, {} },
    { "what is ignored less than what is chosen", { only = { "door", "wall" }, ignore = a }, { 2, 5 } },
    { "what a filter takes", { filter = function(m) return m == a or m == ground end }, { 1, 4 } },
    { "what a filter takes of the rest", { ignore = a, filter = function(m) return m == a or m == ground end }, { 4 } },
    { "not what a filter answers nil for", { filter = function() end }, {} },
    { "a description, too, to a filter", { filter = function(m) return m == described end }, { 5 } },
  }
  for _, row in ipairs(rows) do
    it("is " .. row[1], function()
      for name, ask in pairs(queries) do assert.same(row[3], ask(target, row[2]), name) end
      local chosen = {}
      for _, index in ipairs(row[3]) do chosen[index] = true end
      for name, ask in pairs(singles) do
        local index = ask(target, row[2])
        assert.equal(#row[3] > 0, index ~= nil, name)
        assert.is_true(index == nil or chosen[index], name)
      end
      for name, ask in pairs(whether) do assert.equal(#row[3] > 0, ask(target, row[2]), name) end
    end)
  end

  it("may be a single target", function()
    assert.is_true(collide.overlap(ball, a, { only = "wall" }))
    assert.is_false(collide.overlap(a, ball, { only = "wall" })) -- of two shapes the second is the target
    for name, ask in pairs(whether) do
      if name == "mirrored" then ask = whether.overlap end
      assert.is_true(ask(a, { only = "wall" }), name)
      assert.is_false(ask(a, { ignore = "wall" }), name)
      assert.is_false(ask(a, { ignore = a }), name)
      assert.is_false(ask(described, { ignore = "door" }), name)
      assert.is_false(ask(ground, { only = "wall" }), name)
      assert.is_true(ask(ground, { filter = function(m) return m == ground end }), name)
      assert.is_true(ask(described, { filter = function(m) return m == described end }), name)
    end
  end)
end)

describe("a shape", function()
  it("never overlaps itself as a member", function()
    local a, b = wall(0), wall(0.5)
    assert.is_true(a:overlap(a))
    assert.is_false(a:overlap { a })
    assert.is_false(collide.overlap({ a }, a))
    assert.equal(2, a:contact({ a, b }).index)
    assert.equal(2, select(5, a:distance { a, b }))
    assert.same({ b }, a:overlap_all { a, b, a })
    assert.same({}, a:overlap_all(a))
    assert.same({}, a:contact_all(a))
  end)
end)

describe("a filter", function()
  local a, b, c = wall(-5), wall(0), wall(5)
  local target = { a, b, c, wall(400) }

  it("is called at most once for each member, and only for members that would count", function()
    for name, ask in pairs(queries) do
      local asked = {}
      ask(target, { filter = function(m)
        assert.is_nil(asked[m], name)
        asked[m] = true
        return true
      end })
      assert.is_true(asked[a] and asked[b] and asked[c] and not asked[target[4]] or name == "raycast_all", name)
    end
    for _, list in ipairs { singles, whether } do
      for name, ask in pairs(list) do
        local asked = {}
        ask(target, { filter = function(m)
          assert.is_nil(asked[m], name)
          asked[m] = true
        end })
      end
    end
  end)

  local function each(run)
    for _, list in ipairs { queries, singles, whether } do
      for name, ask in pairs(list) do run(name, ask) end
    end
  end

  it("may call queries", function()
    each(function(_, ask)
      local inner = 0
      ask(target, { filter = function()
        inner = inner + #ball:overlap_all(target, { filter = function(other)
          return collide.raycast(target, { -9, 0 }, { 1, 0 }, { only = other }) ~= nil
        end })
        collectgarbage()
        return true
      end })
      assert.is_true(inner > 0)
    end)
  end)

  it("may raise an error, which leaks nothing", function()
    each(function(name, ask)
      local ok, message = pcall(ask, target, { filter = function() error({ "mine" }) end })
      assert.is_false(ok, name)
      assert.same({ "mine" }, message)
      assert.is_true(pcall(ask, target, {}))
    end)
  end)

  it("must not yield", function()
    each(function(name, ask)
      local thread = coroutine.create(function() ask(target, { filter = function() coroutine.yield() end }) end)
      local ok, message = coroutine.resume(thread)
      assert.is_false(ok, name)
      assert.truthy(tostring(message):find("yield", 1, true), name)
    end)
  end)

  local changes = {
    ["a member's place"] = function(m) m:set_position(1, 0) end,
    ["the array"] = function(_, list) list[#list] = nil end,
    ["the array's order"] = function(_, list) list[1], list[2] = list[2], list[1] end,
    ["a new member"] = function(_, list) list[#list + 1] = wall(7) end,
  }
  for what, change in pairs(changes) do
    it("must not change " .. what, function()
      each(function(name, ask)
        local list = { wall(-0.5), wall(0), wall(0.5) }
        local done = false
        local ok, message = pcall(ask, list, { filter = function(m)
          if not done then change(m, list) end
          done = true
          collectgarbage()
          return true
        end })
        assert.is_false(ok, name .. " took it")
        assert.truthy(message:find("filter must not change the target", 1, true), message)
      end)
    end)
  end

  it("must not change the cells of a grid", function()
    local grid = collide.grid { dimensions = 2 }
    grid:fill(-2, -2, 2, 2, 1)
    each(function(_, ask)
      assert.error_matches(function() ask(grid, { filter = function()
        grid:set(9, 9, 1)
        grid:fill(-2, -2, 2, 2, 0)
        grid:set(0, 0, 1)
        return true
      end }) end, "filter must not change the target", 1, true)
    end)
  end)

  it("may move shapes that are not members", function()
    local other = wall(3)
    each(function(_, ask) ask(target, { filter = function() other:set_position(3, 3) return true end }) end)
  end)
end)

describe("touching = \"skip\"", function()
  local tile, floor = rect(0, 0, 1, 1), collide.grid { dimensions = 2 }
  floor:fill(-3, -1, 3, -1, 1)

  it("skips members that only touch", function()
    local skip = { touching = "skip" }
    local beside, inside = circle(2, 0, 1), circle(1.75, 0, 1)
    assert.is_true(tile:overlap(beside))
    assert.is_false(tile:overlap(beside, skip))
    assert.is_true(tile:overlap(inside, skip))
    assert.is_nil(tile:contact(beside, skip))
    assert.same({ inside }, tile:overlap_all({ beside, inside }, skip))
    assert.equal(1, #tile:contact_all({ beside, inside }, skip))
    assert.is_true(tile:overlap(rect(0, -1, 9, 0)))
    assert.is_false(rect(0, 1, 2, 1):overlap(floor, skip))
    assert.is_true(rect(0, 0.75, 2, 1):overlap(floor, skip))
    assert.is_nil(floor:contact(rect(0, 1, 2, 1), skip))
    assert.same({}, rect(0, 1, 2, 1):contact_all(floor, skip))
  end)

  it("skips a segment on a side, but not one through the shape", function()
    local skip = { touching = "skip" }
    assert.is_false(collide.segment({ { -1, 0 }, { 1, 0 } }):overlap(floor, skip))
    assert.is_true(collide.segment({ { 0, -1 }, { 0, 1 } }):overlap(floor, skip))
  end)

  -- In eighths, so that the squares are exact, and many only touch, or would but for an ulp of the radius.
  it("agrees with squared distances for balls and capsules among blocks", function()
    local function between(low, high) return math.random(low * 8, high * 8) / 8 end
    local function gap(low, high, cell) return math.max(cell - high, low - (cell + 1), 0) end
    local skip, touches, enters = { touching = "skip" }, 0, 0
    for i = 1, cases.of(4000, 400) do
      local grid, boxes, cells = collide.grid(), {}, {}
      for k = 1, 6 do
        local cell = { math.random(-1, 1), math.random(-1, 1), math.random(-1, 0) }
        grid:set(cell, 1)
        cells[k] = cell
        boxes[k] = collide.box { min = cell, max = { cell[1] + 1, cell[2] + 1, cell[3] + 1 } }
      end
      local at, axis, half = { between(-2, 2), between(-2, 2), between(-1, 2) }, math.random(3), between(0, 1)
      local radius, far = math.random(8) / 8, { 0, 0, 0 }
      far[axis] = half
      local least = math.huge
      for _, cell in ipairs(cells) do
        local square = 0
        for k = 1, 3 do square = square + gap(at[k] - far[k], at[k] + far[k], cell[k]) ^ 2 end
        least = math.min(least, square)
      end
      local exact = math.sqrt(least)
      if i % 4 ~= 0 and least > 0 and exact * 8 % 1 == 0 then radius = exact * (1 + math.random(-1, 1) * 2 ^ -52) end
      local round = half == 0 and collide.sphere { radius = radius, position = at }
        or collide.capsule { a = { -far[1], -far[2], -far[3] }, b = far, radius = radius, position = at }
      local is_in, meets = exact < radius, exact <= radius
      if meets and not is_in then touches = touches + 1 end
      if is_in then enters = enters + 1 end
      for _, target in ipairs { grid, boxes } do
        assert.equal(is_in, collide.overlap(target, round, skip))
        assert.equal(is_in, collide.contact(round, target, skip) ~= nil)
        assert.equal(is_in, #collide.contact_all(round, target, skip) > 0)
        assert.equal(meets, collide.overlap(round, target))
      end
    end
    assert.is_true(touches > 0 and enters > 0)
  end)

  it("accepts no other word", function()
    assert.equal("misuse:1: bad argument #2 to 'overlap' (touching: 'skip' expected, got 'no')",
      misuse("a:overlap(a, { touching = 'no' })", { a = tile }))
  end)
end)

describe("the answer of a query at a target", function()
  local a, b = rect(0, 0, 1, 1), rect(3, 0, 1, 1)
  local grid = collide.grid { dimensions = 2 }
  grid:set(0, 0, 7)
  local list = { b, a, grid }
  local disc = circle(0.5, 1.25, 0.5)

  it("is in numbers with the word, or with a point in numbers", function()
    assert.same({ 0, 1, 0.25, 0.5, 0.875, nil, 7, 0, 0 }, { disc:contact(grid, "numbers") })
    assert.same({ 0, 1, 0.25, 0.5, 0.875, 2 }, { disc:contact(list, "numbers") })
    assert.same({ 0, 1, 0.25, 0.5, 0.875, 3, 7, 0, 0 }, { disc:contact(list, { only = grid }, "numbers") })
    assert.same({ 1, 0.5, 2, 0.5, 1, 2 }, { collide.distance(0.5, 2, list) })
    assert.same({ 1, 0.5, 1, 0.5, 2, nil, 7, 0, 0 }, { collide.distance(grid, 0.5, 2) })
    assert.same({ 1, 0.5, 1, nil, 7, 0, 0 }, { grid:closest(0.5, 2) })
    assert.same({ 1, 0.5, 1, 2 }, { collide.closest(list, 0.5, 2) })
    assert.same({ 0, 1, 0.25, 0.5, 0.875, 2, 0, 0, 0, 0, 0, 1, 0.25, 0.5, 0.875, 3, 0, 7, 0, 0 },
      disc:contact_all(list, "numbers"))
    assert.same({ 2, 3 }, disc:overlap_all(list, "numbers"))
    assert.same({ 1 }, disc:overlap_all(grid, "numbers"))
  end)

  it("is otherwise in tables, with the member", function()
    local contact = disc:contact(list, { only = grid })
    assert.equal(grid, contact.shape)
    assert.same({ 3, 7, { x = 0, y = 0 } }, { contact.index, contact.value, contact.cell })
    assert.equal("contact depth=0.25 normal=(0, 1) point=(0.5, 0.875) cell=(0, 0) value=7 index=3", tostring(contact))
    assert.same({ 1, { x = 0.5, y = 2 }, { x = 0.5, y = 1 }, a, 2 }, { collide.distance({ 0.5, 2 }, list) })
    assert.same({ 1, { x = 0.5, y = 1 }, grid, 3, { x = 0, y = 0 }, 7 },
      { collide.closest(list, { 0.5, 2 }, { only = grid }) })
    assert.same({ a, grid }, disc:overlap_all(list))
    assert.same({ grid }, grid:overlap_all(disc))
  end)

  it("fills a table with `into`, and returns the table", function()
    local into = {}
    assert.equal(into, disc:contact(list, { into = into, only = grid }))
    assert.same({ 3, 0.25, 7 }, { into.index, into.depth, into.value })
    local normal, cell = into.normal, into.cell
    assert.equal(into, disc:contact(list, { into = into }))
    assert.same({ 2, 0.25 }, { into.index, into.depth })
    assert.is_nil(into.cell)
    assert.equal(normal, into.normal)
    assert.same({ x = 0, y = 0 }, cell)
    into = { 1, 2, 3, 4, 5 }
    assert.equal(into, disc:overlap_all(list, { into = into }))
    assert.same({ a, grid }, into)
    into = {}
    assert.equal(into, disc:contact_all(list, { into = into }))
    local first = into[1]
    disc:contact_all(list, { into = into, limit = 1 })
    assert.equal(1, #into)
    assert.equal(first, into[1])
    into = {}
    assert.equal(into, disc:contact_all(grid, { into = into }, "numbers"))
    assert.same({ 0, 1, 0.25, 0.5, 0.875, 1, 0, 7, 0, 0 }, into)
  end)

  it("is cut off at the limit", function()
    local many = {}
    for i = 1, 50 do many[i] = circle(0, i / 50, 1) end
    assert.same({ 1, 2, 3 }, a:overlap_all(many, { limit = 3 }, "numbers"))
    local contacts = a:contact_all(many, { limit = 3 })
    assert.equal(3, #contacts)
    assert.equal(1, contacts[1].index)
    assert.is_true(contacts[1].depth >= contacts[2].depth and contacts[2].depth >= contacts[3].depth)
  end)

  it("is nil or empty without an overlap", function()
    assert.is_nil(disc:contact {})
    assert.is_nil((disc:distance {}))
    assert.is_nil((collide.closest({}, 0, 0)))
    assert.is_nil((disc:distance({ b }, { max = 0.5 })))
    assert.same({}, disc:overlap_all {})
    assert.same({}, disc:contact_all({}, "numbers"))
    assert.is_false(disc:overlap({}))
    assert.is_false(collide.contains({}, { 1, 2, 3 }))
  end)
end)

describe("the name of a layer that no object ever had", function()
  package.loaded.collide = nil
  local fresh = require("collide")
  package.loaded.collide = collide
  local wall_at = fresh.rect { half = { 1, 1 }, layer = "wall" }
  local enemy = fresh.circle { radius = 1, position = { 0, 1 } }:set_layer("enemy")
  local level = fresh.world { wall_at, enemy }
  local hint = "unknown layer 'enmy'; known layers: 'wall', 'enemy'; collide.layers{'enmy'} declares a name"

  for what, call in pairs {
    ["only: "] = function(options) return level:raycast({ 0, 9 }, { 0, -1 }, options("only", "enmy")) end,
    ["ignore: "] = function(options) return level:overlap(enemy, options("ignore", "enmy")) end,
    ["only[2]: "] = function(options) return fresh.contact(enemy, level, options("only", { "wall", "enmy" })) end,
    ["ignore[1]: "] = function(options)
      return level:raycast_any(0, 9, 0, -1, options("ignore", { "enmy", wall_at }))
    end,
    ["between[2]: "] = function(options) return level:pairs(options("between", { "wall", "enmy" })) end,
    ["respond: "] = function(options) return level:move(enemy, { 0, 1 }, options("respond", { enmy = "pass" })) end,
  } do
    it("is an error in " .. what:match("^%a+") .. " that lists the known names: " .. what, function()
      local function options(name, value) return { [name] = value } end
      for _ = 1, 60 do -- also when LuaJIT has compiled the call
        assert.error_matches(function() call(options) end, what .. hint, 1, true)
      end
    end)
  end

  it("is an error for a cast in numbers, and none once an object has it", function()
    local options = { ignore = "later" }
    assert.error_matches(function() return level:raycast_any(0, 9, 0, -1, options) end, "ignore: unknown layer 'later'")
    enemy:set_layer("later")
    assert.is_true(level:raycast_any(0, 9, 0, -1, options))
    enemy:set_layer("enemy") -- a name stays known
    assert.is_true(level:raycast_any(0, 9, 0, -1, options))
  end)

  it("can be declared before an object has it", function()
    local names = { "ghost", "coin", "ghost" }
    assert.equal(names, fresh.layers(names))
    assert.is_nil(level:raycast({ 0, 9 }, { 0, -1 }, { only = "ghost" }))
    assert.is_true(level:raycast_any({ 0, 9 }, { 0, -1 }, { ignore = { "ghost", "coin" } }))
    level:move(enemy, { 0, 1 }, { respond = { coin = "pass" } })
    enemy:set_layer("ghost")
    assert.equal(enemy, level:raycast({ 0, 9 }, { 0, -1 }, { only = "ghost" }).shape)
  end)

  it("is declared only if all names can be", function()
    for _, row in ipairs {
      { { "nobody", 5 }, "names[2]: string expected, got number" },
      { { "nobody", false }, "names[2]: string expected, got boolean" },
      { "nobody", "names: array of strings expected, got string" },
      { nil, "names: array of strings expected, got nil" },
      { { nobody = true }, "names: " },
      { { "nobody", nil, "none" }, "names: array without holes expected, nothing at [2]" },
    } do
      assert.error_matches(function() fresh.layers(row[1]) end, row[2], 1, true)
      assert.error_matches(function() level:overlap(enemy, { only = "nobody" }) end, "unknown layer 'nobody'")
    end
    assert.error_matches(function() fresh.layers({ "nobody" }, "none") end, "unexpected argument, got string")
  end)
end)
