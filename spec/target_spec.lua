-- SPDX-License-Identifier: MIT
--
-- Casts at arrays: the nearest hit is the one with the least t among the hits of the single members, to the last bit,
-- and of equal t that of the lower index.
local collide = require("collide")
local cases = require("spec.support.cases")
local garbage = require("spec.support.garbage")
local random = require("spec.support.random")

local CASES = cases.of(4000, 400)

local below = random.below(20261122)

local on_lattice = true
local function number()
  return on_lattice and below(9) - 4 or below(8000) / 1000 - 4
end
local function size()
  return on_lattice and below(3) or below(2000) / 1000
end
local function vector(dimensions)
  return dimensions == 3 and { number(), number(), number() } or { number(), number() }
end
local function direction(dimensions)
  local v
  repeat v = vector(dimensions) until v[1] ~= 0 or v[2] ~= 0 or (v[3] or 0) ~= 0
  return v
end

local makers = {
  [2] = {
    function() return { shape = "circle", radius = size() } end,
    function() return { shape = "rect", half = { size(), size() } } end,
    function() return { shape = "polygon", points = { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 0, 2 } } } end,
    function() return { shape = "segment", points = { vector(2), vector(2) } } end,
    function() return { shape = "capsule", a = vector(2), b = vector(2), radius = size() } end,
    function() return { shape = "plane", normal = direction(2), distance = number() } end,
  },
  [3] = {
    function() return { shape = "sphere", radius = size() } end,
    function() return { shape = "box", half = { size(), size(), size() } } end,
    function() return { shape = "cylinder", radius = size(), half_height = size() } end,
    function() return { shape = "cone", radius = size() + 0.5, height = size() + 0.5 } end,
    function() return { shape = "capsule", a = vector(3), b = vector(3), radius = size() } end,
    function() return { shape = "plane", normal = direction(3), distance = number() } end,
    function() return { shape = "triangle", points = { vector(3), vector(3), vector(3) } } end,
  },
}

local function description(dimensions)
  local list = makers[dimensions]
  local d = list[1 + below(#list)]()
  d.position = vector(dimensions)
  if below(4) == 0 then d.hollow = true end
  return d
end

local function member(dimensions, last)
  local kind = below(10)
  if kind == 0 then
    local grid = collide.grid { dimensions = dimensions }
    for _ = 1, 1 + below(4) do
      local cell = { below(9) - 4, below(9) - 4, dimensions == 3 and below(9) - 4 or nil }
      grid:set(cell, 1 + below(9))
    end
    return grid
  end
  if kind < 3 and last then return last end -- the same again: a tie
  local d = description(dimensions)
  if kind < 6 then return d end
  local name = d.shape
  d.shape = nil
  return collide[name](d)
end

-- All that a cast answers, so that two answers can be compared.
local function flatten(hit)
  if hit == nil then return "nothing" end
  local parts = {}
  local function add(x)
    if type(x) == "table" then
      add(x.x) add(x.y) add(x.z)
    else
      parts[#parts + 1] = type(x) == "number" and ("%.17g"):format(x) or tostring(x)
    end
  end
  add(hit.t) add(hit.t_exit) add(hit.point) add(hit.normal) add(hit.inside) add(hit.face)
  add(hit.triangle) add(hit.u) add(hit.v) add(hit.cell) add(hit.value)
  for _, cell in ipairs(hit.cells or {}) do add(cell) end
  return table.concat(parts, " ")
end

local function random_options(name, members)
  local options = {}
  if name == "raycast" and below(2) == 0 then options.max = size() end
  if name ~= "linecast" and below(3) == 0 then options.inside = "skip" end
  if below(4) == 0 then options.corners = "ahead" end
  if below(3) == 0 and #members > 0 then
    options.ignore = { members[1 + below(#members)], members[1 + below(#members)] }
  end
  return options
end

local function is_ignored(options, one)
  for _, other in ipairs(options.ignore or {}) do
    if rawequal(one, other) then return true end
  end
  return false
end

-- The nearest of what each member has alone, its index, and how many members have a hit.
local function ask_each(cast, members, from, toward, options)
  local best, index, count = nil, nil, 0
  for i, one in ipairs(members) do
    local hit = not is_ignored(options, one) and cast(one, from, toward, options) or nil
    if hit then
      count = count + 1
      if best == nil or hit.t < best.t then best, index = hit, i end
    end
  end
  return best, index, count
end

describe("a cast at an array", function()
  for _, name in ipairs { "raycast", "segmentcast", "linecast" } do
    for dimensions = 2, 3 do
      it(("finds the nearest hit of any single member: %s in %dD"):format(name, dimensions), function()
        local cast, hits, shared = collide[name], 0, 0
        for case = 1, CASES do
          on_lattice = case % 2 == 0
          local members = {}
          for i = 1, below(9) do members[i] = member(dimensions, members[i - 1]) end
          local from = vector(dimensions)
          local toward = name == "segmentcast" and vector(dimensions) or direction(dimensions)
          local options = random_options(name, members)
          if #members > 0 then
            local best, index, count = ask_each(cast, members, from, toward, options)
            local hit = cast(members, from, toward, options)
            assert.equal(flatten(best), flatten(hit))
            assert.equal(index, hit and hit.index)
            assert.is_true(hit == nil or rawequal(members[index], hit.shape))
            assert.equal(best ~= nil, collide[name .. "_any"](members, from, toward, options))
            local all, seen, different = collide[name .. "_all"](members, from, toward, options), {}, 0
            for i, one in ipairs(all) do
              if not seen[one.index] then different = different + 1 end
              seen[one.index] = true
              assert.is_true(i == 1 or all[i - 1].t <= one.t)
            end
            assert.equal(count, different)
            assert.equal(flatten(best), flatten(all[1]))
            if hit then hits = hits + 1 end
            if different > 1 and all[1].t == all[2].t then shared = shared + 1 end
          end
        end
        assert.is_true(hits > CASES / 8 and shared > CASES / 50) -- or the cases are poor ones
      end)
    end
  end

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
