-- SPDX-License-Identifier: MIT
--
-- Careless and hostile calls of pairs; see hostile_spec.lua. Many of these tests can only fail by a crash, or under the
-- sanitizers.
local collide = require("collide")
local cases = require("spec.support.cases")
local generator = require("spec.support.random").generator

-- All of the garbage while what one test holds is small; then step by step, for
-- among the results of thousands of specs each full collection takes its time.
local full = 40
local function collect()
  full = full - 1
  collectgarbage(full > 0 and "collect" or "step")
end

local disc = collide.circle { radius = 1 }
local square = collide.polygon { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 } }
local triangle = collide.triangle { { 0, 0 }, { 4, 0 }, { 0, 4 } }
local tile = collide.rect { half = { 2, 1 } }

local two = { "overlap", "contact", "distance" }
local with_point = { "closest", "contains" }

-- An object that answers x and y, and does something else besides.
local function vector(x, y, besides)
  return setmetatable({}, {
    __index = function(_, key)
      besides()
      return ({ x = x, y = y })[key]
    end,
  })
end

-- Points around (x, y), and as many corners; each collects when it is asked.
local function ring(x, y, count, besides)
  local points = {}
  for i = 1, count do
    local angle = 2 * math.pi * i / count
    points[i] = vector(x + math.cos(angle), y + math.sin(angle), besides)
  end
  return points
end

local function nothing() end

-- Answers as one list, whatever their form.
local function listed(...)
  local list = {}
  for i = 1, select("#", ...) do
    local value = select(i, ...)
    if type(value) == "table" then
      for _, key in ipairs { "x", "y", "depth" } do list[#list + 1] = value[key] end
      if value.normal then list[#list + 1] = listed(value.normal, value.point) end
    else
      list[#list + 1] = tostring(value)
    end
  end
  return list
end

describe("described polygons", function()
  local function described(x, count, besides)
    return { shape = "polygon", points = ring(x, 0, count, besides) }
  end

  it("are read in place, while the collector runs", function()
    for _, count in ipairs(cases.QUICK and { 3 } or { 3, 8, 60 }) do
      local a, b = collide.polygon(ring(0, 0, count, nothing)), collide.polygon(ring(1, 0, count, nothing))
      local c = vector(0.25, 0.5, collect)
      for _, name in ipairs(two) do
        local ask = collide[name]
        local expected = listed(ask(a, b))
        assert.same(expected, listed(ask(described(0, count, collect), described(1, count, collect))))
        assert.same(expected, listed(ask(a, described(1, count, collect))))
        assert.same(expected, listed(ask(described(0, count, collect), b)))
        assert.same(listed(ask(a, { 0.25, 0.5 })), listed(ask(described(0, count, collect), c)))
        assert.same(listed(ask({ 0.25, 0.5 }, a)), listed(ask(c, described(0, count, collect))))
        assert.same(listed(ask(a, 0.25, 0.5)), listed(ask(described(0, count, collect), 0.25, 0.5)))
        assert.same(listed(ask(0.25, 0.5, a)), listed(ask(0.25, 0.5, described(0, count, collect))))
      end
      for _, name in ipairs(with_point) do
        local ask = collide[name]
        assert.same(listed(ask(a, { 0.25, 0.5 })), listed(ask(described(0, count, collect), c)))
        assert.same(listed(ask(a, 0.25, 0.5)), listed(ask(described(0, count, collect), 0.25, 0.5)))
      end
    end
  end)

  it("may be the same table for both arguments", function()
    local same = { shape = "polygon", points = { { 0, 0 }, { 4, 0 }, { 0, 4 } } }
    assert.is_true(collide.overlap(same, same))
    assert.near(2 * math.sqrt(2), collide.contact(same, same).depth, 8 * 2 ^ -52)
    assert.equal(0, (collide.distance(same, same)))
    assert.equal("polygon", same.shape)
    assert.equal(3, #same.points)
  end)

  it("are safe if they are refused halfway", function()
    for at = 1, 8 do
      local function points()
        local list = ring(0, 0, 8, nothing)
        list[at] = vector(0, 0, function() error("raised", 0) end)
        return list
      end
      for _, name in ipairs(two) do
        assert.is_false(pcall(collide[name], square, { shape = "polygon", points = points() }))
        assert.is_false(pcall(collide[name], { shape = "polygon", points = points() }, square))
      end
      collect()
    end
    assert.is_true(collide.overlap(square, disc))
  end)
end)

describe("while a call reads the second of two shapes,", function()
  it("the first may move, and the call uses its new position", function()
    local moved = collide.polygon { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 } }
    local function far() moved:set_position(100, 0) end
    assert.is_true(collide.overlap(moved, { 1, 1 }))
    assert.is_false(collide.overlap(moved, vector(1, 1, far)))
    moved:set_position(0, 0)
    assert.equal(97, (collide.distance(moved, vector(3, 1, far))))
    moved:set_position(0, 0)
    assert.is_nil(collide.contact(moved, { shape = "polygon", points = ring(1, 1, 5, far) }))
    moved:set_position(0, 0)
    assert.equal(97, (collide.closest(moved, vector(3, 1, far))))
  end)

  it("the first may be scaled repeatedly", function()
    local scaled = collide.polygon(ring(0, 0, 20, nothing))
    local size = 1
    local function grow()
      size = size % 50 + 1
      scaled:set_scale(size)
      scaled:set_rotation(size)
      collect()
    end
    for _, name in ipairs(two) do
      for _ = 1, 5 do
        assert.is_true(pcall(collide[name], scaled, { shape = "polygon", points = ring(1, 1, 9, grow) }))
      end
    end
  end)

  it("everything else may be collected", function()
    for _ = 1, 20 do
      local besides = collect
      assert.is_true(collide.overlap(collide.polygon(ring(0, 0, 9, nothing)), vector(0.1, 0.1, besides)))
      assert.is_true(collide.overlap({ shape = "polygon", points = ring(0, 0, 9, nothing) }, vector(0.1, 0.1, besides)))
    end
  end)

  it("no code may yield", function()
    local routine = coroutine.create(function()
      return collide.overlap(disc, vector(0, 0, coroutine.yield))
    end)
    local ok, message = coroutine.resume(routine)
    assert.is_false(ok)
    assert.matches("yield", message)
  end)
end)

describe("a description that changes while it is read", function()
  it("from a shape to a point counts as one of them, or is refused", function()
    local forms = { false, "polygon", "circle", "sphere", "plane", 5 }
    local fields = { radius = 1, points = { { 0, 0 }, { 4, 0 }, { 0, 4 } }, x = 1, y = 2, [1] = 1 }
    local pick = generator(5)
    for _ = 1, cases.of(3000, 300) do
      local function fickle()
        return setmetatable({}, { __index = function(_, key)
          if key == "shape" then return forms[pick(#forms)] or nil end
          return pick(3) > 1 and fields[key] or nil
        end })
      end
      local ok, message = pcall(collide[two[pick(3)]], fickle(), fickle())
      assert.is_true(ok or type(message) == "string")
      ok, message = pcall(collide[two[pick(3)]], disc, fickle())
      assert.is_true(ok or type(message) == "string")
      ok, message = pcall(collide[with_point[pick(2)]], fickle(), fickle())
      assert.is_true(ok or type(message) == "string")
      ok, message = pcall(collide.triangle_rect_pef, fickle(), fickle())
      assert.is_true(ok or type(message) == "string")
    end
  end)
end)

describe("a value that is no shape", function()
  it("is refused by the methods of pairs", function()
    local lookalike = setmetatable({}, getmetatable(disc))
    for _, name in ipairs { "overlap", "contact", "distance", "closest", "contains", "triangle_region",
      "triangle_rect_pef", "triangle_rect_sat" } do
      for _, value in ipairs { io.stdout, "disc", print, lookalike, setmetatable({}, { __index = disc }) } do
        assert.is_false(pcall(disc[name], value, { 1, 2 }))
        assert.is_false(pcall(disc[name], value, tile))
      end
    end
  end)

  it("may be a shape of a module that was loaded again", function()
    package.loaded.collide = nil
    local again = require("collide")
    package.loaded.collide = collide
    assert.is_false(pcall(again.overlap, disc, again.circle { radius = 1 }))
    assert.is_false(pcall(collide.overlap, disc, again.circle { radius = 1 }))
    assert.is_true(again.overlap(again.circle { radius = 1 }, { 0, 0 }))
  end)
end)

describe("the answers of pairs", function()
  it("are right even if their metatables are emptied", function()
    package.loaded.collide = nil
    local again = require("collide")
    package.loaded.collide = collide
    local box = again.rect { half = { 2, 1 } }
    local hit = again.contact(box, { 1, 0.5 })
    for _, value in ipairs { hit, hit.normal } do
      local metatable = getmetatable(value)
      for key in pairs(metatable) do metatable[key] = nil end
    end
    assert.equal(0.5, again.contact(box, { 1, 0.5 }).depth)
    assert.equal(0.5, again.contact({ 1, 0.5 }, box).depth)
  end)

  -- Within the magnitudes that are promised, and with what is left of a coordinate that
  -- was to be 0.
  for _, row in ipairs {
    { "however long and short things are", { 0, 1e-70, 1e-35, 1, 1e8, 1e35, 1e70 } },
    { "where a coordinate is all but 0", { 0, 1e-300, 5e-324, 0.5, 1, 1, 2, 3 } },
  } do
    local title, sizes = row[1], row[2]

    it("are finite " .. title, function()
      local pick = generator(3)
      local function any() return sizes[pick(#sizes)] * (pick(2) * 2 - 3) * pick(3) end
      local function size() return math.abs(any()) end
      local makers = {
        function() return collide.circle { radius = size(), position = { any(), any() } } end,
        function()
          return collide.rect { half = { size(), size() }, position = { any(), any() }, rotation = pick(9) }
        end,
        function() return collide.rect { half = { size(), size() }, position = { any(), any() } } end,
        function() return collide.triangle { { any(), any() }, { any(), any() }, { any(), any() } } end,
        function() return collide.segment { { any(), any() }, { any(), any() } } end,
        function() return collide.capsule { a = { any(), any() }, b = { any(), any() }, radius = size() } end,
        function() return collide.plane { normal = { any(), 1 }, distance = any() } end,
      }
      for _ = 1, cases.of(3000, 300) do
        local a, b = makers[pick(#makers)](), makers[pick(#makers)]()
        local hit, distance, on_a, on_b = collide.contact(a, b), collide.distance(a, b)
        local numbers = { distance, on_a.x, on_a.y, on_b.x, on_b.y }
        if hit then
          numbers = { hit.normal.x, hit.normal.y, hit.point.x, hit.point.y, on_a.x, on_a.y }
          assert.is_true(hit.depth >= 0)
          assert.is_true(math.abs(hit.normal.x ^ 2 + hit.normal.y ^ 2 - 1) < 1e-15)
        end
        for _, x in ipairs(numbers) do assert.is_true(x - x == 0, tostring(a) .. " and " .. tostring(b)) end
        assert.equal(hit ~= nil, distance == 0)
        assert.equal(hit ~= nil, collide.overlap(b, a))
      end
    end)
  end
end)

describe("regions and rects", function()
  it("accept arguments that are collected meanwhile", function()
    for _ = 1, 10 do
      local corners = { vector(0, 0, collect), vector(4, 0, collect), vector(0, 4, collect) }
      local described = { shape = "triangle", points = corners }
      assert.equal(7, collide.triangle_region(described, vector(1, 1, collect)))
      assert.is_true(collide.triangle_rect_pef(described, { shape = "rect", half = vector(1, 1, collect) }))
      assert.is_true(collide.triangle_rect_sat(triangle, { shape = "rect", half = vector(1, 1, collect) }))
    end
  end)
end)
