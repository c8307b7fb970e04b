-- SPDX-License-Identifier: MIT
--
-- Shapes that change their sizes. A resized shape is compared with one that its maker makes.
local collide = require("collide")
local below = require("spec.support.random").below

local unpack = table.unpack or unpack -- luacheck: ignore 143

local ring = {}
for i = 1, 40 do ring[i] = { 3 * math.cos(i * math.pi / 20), 2 * math.sin(i * math.pi / 20) } end
local triangle, square = { { 0, 0 }, { 1, 0 }, { 0, 1 } }, { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } }

-- The kind, its fields, the fields that change, and the fields that the maker then needs.
local plane = {
  { "circle", { radius = 1 }, { radius = 0.25 } },
  { "rect", { half = { 1, 2 } }, { half = { 2, 1 } } },
  { "rect", { half = { 1, 2 } }, { size = { 3, 1 } }, { size = { 3, 1 } } },
  { "rect", { half = { 1, 2 } }, { radius = 0.5 } },
  { "rect", { half = { 1, 2 }, radius = 0.5 }, { half = { 3, 1 } } },
  { "rect", { half = { 1, 2 }, radius = 0.5 }, { radius = 0 } },
  { "rect", { half = { 1, 2 }, radius = 0.5 }, { size = { 1, 1 } }, { size = { 1, 1 }, radius = 0.5 } },
  { "rect", { width = 1, height = 2 }, { height = 1 } },
  { "rect", { width = 1, height = 2 }, { half = { 1, 1 } }, { half = { 1, 1 } } },
  { "rect", { min = { -1, 0 }, max = { 1, 3 } }, { max = { 2, 2 } } },
  { "rect", { min = { -1, 0 }, max = { 1, 3 } }, { width = 2, height = 2 }, { width = 2, height = 2 } },
  { "capsule", { radius = 0.5, half_height = 1 }, { half_height = 0.25 } },
  { "capsule", { radius = 0.5, half_height = 1 }, { radius = 0.75 } },
  { "capsule", { a = { 0, 0 }, b = { 0, 2 }, radius = 0.5 }, { b = { 0, 1 } } },
  { "capsule", { a = { 0, 0 }, b = { 0, 2 }, radius = 0.5 }, { half_height = 1 }, { radius = 0.5, half_height = 1 } },
  { "segment", { points = { { 0, 0 }, { 2, 0 } } }, { points = { { 0, 1 }, { 2, 1 } } } },
  { "segment", { points = { { 0, 0 }, { 2, 0 } } }, { radius = 0.5 } },
  { "triangle", { points = triangle }, { points = { { 0, 0 }, { 3, 0 }, { 0, 1 } } } },
  { "triangle", { points = triangle }, { radius = 0.5 } },
  { "triangle", { points = triangle, radius = 0.5 }, { points = { { 0, 0 }, { 3, 0 }, { 0, 1 } } } },
  { "polygon", { points = triangle }, { points = square } },
  { "polygon", { points = triangle }, { points = ring } },
  { "polygon", { points = ring }, { points = triangle } },
  { "polygon", { points = square }, { radius = 0.25 } },
  { "polygon", { points = square, radius = 0.25 }, { points = triangle } },
  { "ellipse", { radii = { 2, 1 } }, { radii = { 1, 3 } } },
  { "plane", { normal = { 0, 1 }, distance = 1 }, { distance = 2 } },
  { "plane", { normal = { 0, 1 }, distance = 1 }, { normal = { 1, 0 } } },
}
local space = {
  { "sphere", { radius = 1 }, { radius = 0.25 } },
  { "box", { half = { 1, 2, 3 } }, { half = { 2, 1, 0 } } },
  { "box", { size = { 1, 2, 3 } }, { half = { 2, 1, 1 } }, { half = { 2, 1, 1 } } },
  { "box", { half = { 1, 2, 3 } }, { radius = 0.5 } },
  { "box", { half = { 1, 2, 3 }, radius = 0.5 }, { half = { 1, 1, 1 } } },
  { "box", { half = { 1, 2, 3 }, radius = 0.5 }, { radius = 0 } },
  { "box", { min = { 0, 0, 0 }, max = { 1, 2, 3 } }, { max = { 3, 2, 1 } } },
  { "cylinder", { radius = 1, half_height = 2 }, { half_height = 1 } },
  { "cylinder", { radius = 1, half_height = 2 }, { radius = 2 } },
  { "cone", { radius = 1, height = 2 }, { height = 1 } },
  { "capsule", { radius = 0.5, half_height = 1 }, { half_height = 0.25 } },
  { "capsule", { a = { 0, 0, 0 }, b = { 0, 2, 0 }, radius = 0.5 }, { b = { 1, 1, 1 } } },
  { "segment", { points = { { 0, 0, 0 }, { 2, 0, 1 } } }, { points = { { 0, 1, 0 }, { 2, 1, 1 } } } },
  { "triangle", { points = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 1 } } },
    { points = { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 1, 1 } } } },
  { "plane", { normal = { 0, 1, 0 }, distance = 1 }, { distance = 2 } },
}

local half = math.sqrt(0.5)
local poses = {
  [2] = {
    { position = { 0, 0 } }, { position = { 2.5, -1.25 } }, { position = { 0.1, 0.2 }, rotation = 0.3 },
    { position = { 3, 1 }, scale = 0.5 }, { position = { 3, 1 }, scale = { 1, -1 } },
    { transform = { 0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 1, 0, 3, 1, 0, 1 } },
  },
  [3] = {
    { position = { 0, 0, 0 } }, { position = { 2.5, -1.25, 3 } },
    { position = { 0.1, 0.2, 0.3 }, rotation = { 0, half, 0, half } },
    { rotation = { 0.1, 0.2, 0.3, 0.4 } }, { position = { 3, 1, 0 }, scale = 0.5 },
    { transform = { 0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 2, 0, 3, 1, 0, 1 } },
  },
}

local function merged(...)
  local all = {}
  for _, fields in ipairs { ... } do
    for key, value in pairs(fields) do all[key] = value end
  end
  return all
end

local function each(tell)
  for dimensions, rows in pairs { [2] = plane, [3] = space } do
    for _, row in ipairs(rows) do
      for _, pose in ipairs(poses[dimensions]) do
        local kind, fields, change, after = unpack(row)
        if kind == "capsule" then pose = merged(pose, { dimensions = dimensions }) end
        local shape = collide[kind](merged(fields, pose))
        local function make() return collide[kind](merged(after or merged(fields, change), pose)) end
        tell(shape, change, make, dimensions)
      end
    end
  end
end

-- Some answers about a shape, to the last bit.
local function answers(shape, target, dimensions)
  local probe = dimensions == 2 and collide.rect { half = { 0.7, 0.6 }, position = { 2.1, 0.9 } }
    or collide.box { half = { 0.7, 0.6, 0.8 }, position = { 2.1, 0.9, 0.3 } }
  local list = { tostring(shape), tostring(#target:overlap_all(probe)), tostring(target:overlap(probe)) }
  local function add(...)
    for i = 1, select("#", ...) do
      local answer = select(i, ...)
      list[#list + 1] = type(answer) == "number" and ("%.17g"):format(answer) or tostring(answer)
    end
  end
  add(shape:bounds("numbers"))
  local draw = below(7)
  local function number() return (draw(161) - 80) / 8 end
  for _ = 1, 6 do
    local from, to = {}, {}
    for i = 1, dimensions do from[i], to[i] = number(), number() / 4 end
    local line = { unpack(from) }
    for i = 1, dimensions do line[#line + 1] = to[i] - from[i] + 1 / 64 end
    add(target:raycast(unpack(line)))
    add(shape:raycast(unpack(line)))
  end
  if shape:describe().shape ~= "plane" then add((target:distance(probe))) end
  return table.concat(list, " ")
end

describe("shape:resize", function()
  it("leaves a shape that equals one of its maker, alone and in a world", function()
    each(function(shape, change, make, dimensions)
      local world, made = collide.world { shape }, make()
      local _ = answers(shape, world, dimensions) -- builds the tree
      assert.equal(shape, shape:resize(change))
      assert.same(made:describe(), shape:describe())
      assert.equal(answers(made, collide.world { made }, dimensions), answers(shape, world, dimensions))
      assert.equal(answers(made, made, dimensions), answers(shape, shape, dimensions))
    end)
  end)

  it("moves and turns afterwards as a shape of its maker does", function()
    each(function(shape, change, make, dimensions)
      local made = make()
      shape:resize(change)
      for _, one in ipairs { shape, made } do
        one:set_position(unpack { 1, 0.5, dimensions == 3 and 2 or nil })
        one:translate(unpack { 0.125, 1, dimensions == 3 and 2 or nil })
      end
      assert.equal(answers(made, made, dimensions), answers(shape, shape, dimensions))
      assert.equal(answers(made, made, dimensions), answers(shape:copy(), shape:copy(), dimensions))
    end)
  end)

  it("keeps the layer, the data, the one-way side, hollow, and the worlds", function()
    local shape = collide.rect { half = { 1, 1 }, layer = "resized", data = "mine", one_way = { 0, 1 }, hollow = true }
    local world = collide.world { shape }
    shape:resize { half = { 2, 2 } }
    assert.same({ shape = "rect", half = { 2, 2 }, layer = "resized", one_way = { 0, 1 }, hollow = true },
      shape:describe())
    assert.equal("mine", shape.data)
    assert.is_true(world:has(shape))
    assert.equal(1, world:count())
  end)

  it("keeps all sizes that are not named", function()
    each(function(shape)
      local before = shape:describe()
      shape:resize {}
      assert.same(before, shape:describe())
    end)
  end)

  it("changes nothing on an error", function()
    local bad = { { radius = -1 }, { half = { -1, 1 } }, { width = 3 }, { points = { { 0, 0 }, { 0, 0 } } },
      { anchor = { 0, 2 } }, { anchor = "feet" }, { nothing = 1 }, { points = {} }, { radius = 2e300 },
      { radii = { 0, 1 } }, { height = 0 / 0 }, { position = { 0, 0 } }, { layer = "a" }, { 1, 2 } }
    each(function(shape, _, _, dimensions)
      local before = answers(shape, shape, dimensions)
      for _, fields in ipairs(bad) do
        if pcall(shape.resize, shape, merged(fields, { anchor = fields.anchor or false })) then error("no error") end
        assert.equal(before, answers(shape, shape, dimensions))
      end
    end)
  end)

  it("does not resize hulls, meshes, groups and shapes of an uneven scale", function()
    local shapes = {
      collide.hull { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
      collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } },
      collide.group { collide.circle { radius = 1 } },
      collide.rect { half = { 1, 1 }, scale = { 1, 2 } },
      collide.circle { radius = 1, scale = { 1, 2 } },
      collide.sphere { radius = 1, scale = { 1, 2, 1 } },
      collide.box { half = { 1, 1, 1 }, transform = { 1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 } },
    }
    for _, shape in ipairs(shapes) do
      local before = tostring(shape)
      assert.is_false((pcall(function() shape:resize {} end)))
      assert.equal(before, tostring(shape))
    end
  end)
end)

describe("the anchor of a resized shape", function()
  -- The point of the bounds along an axis.
  local function place(shape, dimensions, axis, anchor)
    local ends = { shape:bounds("numbers") }
    return ((1 - anchor) * ends[axis] + (1 + anchor) * ends[dimensions + axis]) / 2
  end

  local function keeps(tolerance, takes)
    each(function(shape, change, _, dimensions)
      local kind = shape:describe().shape
      if kind == "plane" or not takes(kind, shape:describe()) then return end
      for k = 0, 3 ^ dimensions - 1 do
        local one, anchor, before = shape:copy(), {}, {}
        for i = 1, dimensions do
          anchor[i] = math.floor(k / 3 ^ (i - 1)) % 3 - 1
          before[i] = place(one, dimensions, i, anchor[i])
        end
        one:resize(merged(change, { anchor = anchor }))
        for i = 1, dimensions do
          local now = place(one, dimensions, i, anchor[i])
          assert.is_true(math.abs(now - before[i]) <= tolerance,
            ("%s axis %d: %.17g, not %.17g"):format(tostring(one), i, now, before[i]))
        end
      end
    end)
  end

  it("keeps its place, to the last bit where the numbers are eighths", function()
    keeps(0, function(kind, fields)
      local position = fields.position
      return kind ~= "ellipse" and fields.points == nil and fields.rotation == nil and fields.transform == nil
        and position ~= nil and (position[1] * 8) % 1 == 0
    end)
  end)

  it("keeps its place up to rounding for turned shapes, whose bounds are turned, too", function()
    keeps(1e-13, function() return true end)
  end)

  it("keeps the feet at tenths up to rounding, and the middle to the last bit", function()
    local worst = 0
    for tenth = 1, 30 do
      local x, y = tenth / 10, 0.9
      for _, hero in ipairs { collide.capsule { radius = 0.4, half_height = 0.5, position = { x, y } },
        collide.rect { half = { 0.4, 0.9 }, position = { x, y } },
        collide.rect { half = { 0.3, 0.8 }, radius = 0.1, position = { x, y } } } do
        local standing = hero:describe()
        for _ = 1, 100 do
          hero:resize { half_height = standing.half_height and 0.1, half = standing.half and { 0.3, 0.4 },
            anchor = { 0, -1 } }
          hero:resize { half_height = standing.half_height, half = standing.half, anchor = { 0, -1 } }
        end
        local _, feet = hero:bounds("numbers")
        worst = math.max(worst, math.abs(feet))
        assert.equal(x, hero:get_position().x)
      end
    end
    assert.is_true(worst < 1e-14, worst)
  end)

  it("is half-way for numbers between, and takes any vector", function()
    local rect = collide.rect { min = { 0, 0 }, max = { 8, 8 } }
    rect:resize { min = { 0, 0 }, max = { 4, 4 }, anchor = { x = 0.5, y = -0.5 } }
    assert.equal("3 1 7 5", table.concat({ rect:bounds("numbers") }, " "):gsub("%.0", ""))
  end)
end)

describe("the memory of a resized polygon", function()
  local function outline(count)
    local points = {}
    for i = 1, count do
      points[i] = { 3 * math.cos(i * 2 * math.pi / count), 2 * math.sin(i * 2 * math.pi / count) }
    end
    return points
  end

  it("lives as long as the shape, however often it grows and shrinks", function()
    local shape = collide.polygon { points = outline(3), position = { 0, 0 } }
    local world, draw = collide.world { shape }, below(3)
    for i = 1, 60 do
      local count = 3 + draw(i < 30 and 9 or 300)
      shape:resize { points = outline(count) }
      collectgarbage()
      for _ = 1, 10 do shape:translate(1, 0):translate(-1, 0) end
      local made = collide.polygon { points = outline(count), position = { 0, 0 } }
      assert.equal(answers(made, collide.world { made }, 2), answers(shape, world, 2))
      assert.equal(count, #shape:points())
    end
  end)

  it("is freed with the shape", function()
    local function count()
      collectgarbage()
      collectgarbage()
      return collectgarbage("count")
    end
    local function run()
      for _ = 1, 20 do collide.rect { half = { 1, 1 } }:resize { radius = 0.5 } end
      for _ = 1, 20 do collide.polygon(triangle):resize { points = outline(500) } end
    end
    run()
    local before = count()
    for _ = 1, 5 do run() end
    assert.is_true(count() < before + 64)
  end)

  it("does not grow while a rounded rect changes again and again", function()
    local hero = collide.rect { half = { 1, 2 }, radius = 0.25 }
    local function run(times)
      for i = 1, times do hero:resize { half = { 1, 1 + i % 2 }, anchor = { 0, -1 } } end
      collectgarbage()
      collectgarbage()
      return collectgarbage("count")
    end
    local before = run(10)
    assert.is_true(run(2000) < before + 16)
  end)

  it("is safe from scripts that resize the shape while its fields are read", function()
    local shape = collide.polygon(triangle)
    local function fields(times)
      return setmetatable({}, { __index = function(_, key)
        if times > 0 then shape:resize { points = outline(50 * times) } end
        if times > 1 then shape:resize(fields(times - 1)) end
        collectgarbage()
        return key == "points" and square or nil
      end })
    end
    shape:resize(fields(3))
    local made = collide.polygon(square)
    assert.equal(answers(made, made, 2), answers(shape, shape, 2))
    collide.move(collide.plane { normal = { 0, 1 }, distance = -1 }, shape, { 1, -3 })
    assert.equal("1 0", table.concat({ shape:get_position("numbers") }, " "):gsub("%.0", ""))
  end)
end)

-- Finalizers run while a call allocates, also between two reads of the shape.
describe("a finalizer that resizes a polygon", function()
  local function outline(count)
    local points = {}
    for i = 1, count do points[i] = { math.cos(i * 2 * math.pi / count), math.sin(i * 2 * math.pi / count) } end
    return points
  end

  -- Calls act now and then, when the collector runs.
  local function with_finalizers(act, call)
    local finalized, ends = 0, false
    local function plant()
      local function done()
        finalized = finalized + 1
        if not ends then
          act(finalized)
          plant()
        end
      end
      if newproxy then -- luacheck: ignore 113
        getmetatable(newproxy(true)).__gc = done -- luacheck: ignore 113
      else
        setmetatable({}, { __gc = done })
      end
    end
    local pause, step = collectgarbage("setpause", 100), collectgarbage("setstepmul", 1000)
    for _ = 1, 20 do plant() end
    for _ = 1, 50 do pcall(call) end
    ends = true
    collectgarbage("setpause", pause)
    collectgarbage("setstepmul", step)
    collectgarbage()
    return finalized
  end

  it("leaves calls that use it safe, and leaves a shape of its last sizes", function()
    local outlines = {}
    for i, count in ipairs { 3, 60, 5, 200, 4, 12 } do outlines[i] = outline(count) end
    local uses = {
      function(shape, level) level:move(shape, { 0.25, -0.5 }) end,
      function(shape, level) level:move(shape, { 0.25, -0.5 }, { respond = function() return "slide" end }) end,
      function(shape, level) level:fits(shape, { points = outlines[2] }) end,
      function(shape) return collide.group { shape, shape }:bounds() end,
      function(shape) return shape:points(), shape:copy(), tostring(shape) end,
      function(shape) return shape:resize { radius = 0.25 }:points(800) end,
      function(shape) shape:resize { points = outlines[4] } end,
      function(shape, level) return level:contact_all(shape), level:overlap_all(shape) end,
    }
    for _, use in ipairs(uses) do
      local shape = collide.polygon(outlines[1])
      local floor = collide.rect { min = { -99, -9 }, max = { 99, -1 } }
      local level, changes = collide.world { shape, floor }, 0
      local times = with_finalizers(function(i)
        if changes > 2000 then return end
        changes = changes + 1
        shape:resize { points = outlines[i % #outlines + 1], radius = i % 3 * 0.125 }
      end, function() use(shape, level) end)
      assert.is_true(times > 0)
      shape:resize { points = square, radius = 0 }:set_position(0, 0)
      local made = collide.polygon { points = square, position = { 0, 0 } }
      assert.equal(answers(made, made, 2), answers(shape, shape, 2))
    end
  end)
end)
