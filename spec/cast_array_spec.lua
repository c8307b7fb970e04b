-- SPDX-License-Identifier: MIT
--
-- The data that casts keep about an array of shapes, and its lifetime. spec/target compares casts at arrays with casts
-- at each member.
local collide = require("collide")
local garbage = require("spec.support.garbage")

local function place_at(x, y)
  return collide.circle { radius = 1, position = { x, y or 0 } }
end

local function index_of_nearest(array)
  return (select(7, collide.raycast(array, 0, 0, 1, 0)))
end

-- Levels whose shapes have data that leads to the level; how many are left when all were collected.
local function count_left(ask)
  local levels, left = setmetatable({}, { __mode = "k" }), 0
  for _ = 1, 20 do
    local level = { shapes = {} }
    for i = 1, 10 do
      level.shapes[i] = place_at(5 * i)
      level.shapes[i].data = { level = level }
    end
    for _ = 1, 100 do ask(level) end
    levels[level] = true
  end
  for _ = 1, 3 do collectgarbage() end
  for _ in pairs(levels) do left = left + 1 end
  return left
end

describe("an array of shapes as a target", function()
  it("is collected with its shapes, although their data refers to it", function()
    local left = count_left(function(level) assert.equal(1, index_of_nearest(level.shapes)) end)
    assert.is_true(left <= 1, left .. " levels are left") -- the last may lie in a register
  end)

  it("is collected if options refer to it", function()
    local left = count_left(function(level)
      local shapes = level.shapes
      level.options = level.options or { ignore = { shapes[1], shapes[2] }, only = shapes }
      assert.equal(3, (select(7, collide.raycast(shapes, 0, 0, 1, 0, level.options))))
      assert.is_false(collide.raycast_any(shapes[1], 0, 0, 1, 0, level.options))
      assert.is_true(collide.overlap(shapes[3], shapes[3], level.options))
    end)
    assert.is_true(left <= 1, left .. " levels are left")
  end)

  -- New shapes are likely to lie where collected ones lay; all but one of them are off the way.
  it("is not confused with its earlier content, wherever new shapes lie in memory", function()
    local array = {}
    for i = 1, 64 do array[i] = place_at(i, 50) end
    for round = 1, 90 do
      local member = round * 7 % 64 + 1
      index_of_nearest(array)
      for i = 1, 64 do array[i] = false end
      if round % 3 == 0 then collectgarbage() end
      if round % 3 == 1 then collectgarbage("step", 200) end
      for i = 1, 64 do array[i] = place_at(i, i == member and 0 or 50) end
      for _ = 1, 60 do assert.equal(member, index_of_nearest(array)) end
    end
  end)

  if collide._WAY ~= "ffi" then return end

  it("is not confused with its earlier content if a new shape has the address of an old one", function()
    local ffi = require("ffi")
    local function address(shape) return tostring(ffi.cast("void *", shape)) end
    local reused, wrong = 0, 0
    for round = 1, 40 do
      local arrays, kept = {}, {}
      for i = 1, 20 do
        local array = { place_at(10, 50), place_at(20) }
        if index_of_nearest(array) ~= 2 then wrong = wrong + 1 end
        arrays[address(array[1])] = array
        array[1] = false
        kept[i] = array
      end
      collectgarbage()
      for i = 1, 300 do
        local shape = place_at(10)
        local array = arrays[address(shape)]
        if array then
          array[1], reused = shape, reused + 1
          if index_of_nearest(array) ~= 1 then wrong = wrong + 1 end
        end
        kept[20 + i] = shape
      end
      assert.equal(320, #kept)
      assert.equal(0, wrong, "round " .. round)
    end
    assert.is_true(reused > 0)
  end)

  it("makes no garbage in numbers, with a compiled or an interpreted caller", function()
    local array = {}
    for i = 1, 30 do array[i] = place_at(5 * i) end
    local function ask(times)
      local sum = 0
      for _ = 1, times do sum = sum + collide.raycast(array, 0, 0, 1, 0) end
      return sum
    end
    local function ask_interpreted(times)
      local sum = 0
      for _ = 1, times do sum = sum + collide.raycast(array, 0, 0, 1, 0) end
      return sum
    end
    require("jit").off(ask_interpreted)
    for _, asked in ipairs { ask_interpreted, ask } do
      garbage.assert_below(16, function() asked(1000) end)
    end
  end)
end)

describe("a cast at an array", function()
  it("measures the nearest hit before it runs a script that may change it", function()
    for _, change in ipairs { "move", "forget" } do
      local array
      local wicked = setmetatable({}, { __index = function(_, key)
        if change == "move" then array[1]:set_position { 0, 0, 100 } end
        if change == "forget" then array[1] = collide.sphere { radius = 1, position = { 0, 0, 200 } } end
        collectgarbage()
        collectgarbage()
        return ({ x = 0, y = 0, z = 50 })[key]
      end })
      array = { collide.sphere { radius = 1, position = { 0, 0, 10 } },
        { shape = "sphere", radius = 1, position = wicked },
        { shape = "box", half = { 1, 1, 1 }, position = { 0, 0, 70 } } }
      local hit = collide.raycast(array, { 0, 0, 0 }, { 0, 0, 1 })
      assert.equal(9, hit.t)
      assert.equal(9, hit.point.z)
      assert.equal(-1, hit.normal.z)
      assert.equal(1, hit.index)
    end
  end)

  it("makes no garbage in numbers", function()
    local array = {}
    for i = 1, 20 do array[i] = collide.sphere { radius = 1, position = { 0, 0, 100 - 4 * i } } end
    local raycast = collide.raycast
    local function work()
      for _ = 1, 1000 do raycast(array, 0, 0, 0, 0, 0, 1) end
    end
    garbage.assert_below(0.5, work)
  end)
end)
