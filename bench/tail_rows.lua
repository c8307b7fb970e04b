-- SPDX-License-Identifier: MIT
-- The rows of bench/tail.lua: calls that a game makes in each frame, among hills, blocks and rotated shapes.
--
-- A row is { name, calls, call, mean }: call(i) makes the i-th call, and `mean` is its target in us, if it has one.
local collide = require "collide"
local inputs = require "inputs"

local sin, cos, floor = math.sin, math.cos, math.floor
local STEPS, CASTS, PAIRS, CROWD = 1500, 3000, 3000, 400

-- A number between -range and range.
local function spread(range)
  return (2 * inputs.random(0, 1) - 1) * range
end

local function points(count, ...)
  local list = {}
  for i = 1, count do
    list[i] = {}
    for k = 1, select("#", ...) do list[i][k] = spread((select(k, ...))) end
  end
  return list
end

local solids = {
  box = function() return collide.box { half = { 0.4, 0.9, 0.4 } } end,
  capsule = function() return collide.capsule { radius = 0.4, half_height = 0.5 } end,
  cylinder = function() return collide.cylinder { radius = 0.4, half_height = 0.9 } end,
  cone = function() return collide.cone { radius = 0.5, height = 1.5 } end,
  hull = function() return collide.hull(points(24, 0.5, 0.9, 0.5)) end,
}

local flats = {
  rect = function() return collide.rect { half = { 0.4, 0.9 } } end,
  capsule = function() return collide.capsule { a = { 0, -0.5 }, b = { 0, 0.5 }, radius = 0.4 } end,
  circle = function() return collide.circle { radius = 0.4 } end,
  polygon = function() return collide.hull(points(24, 0.5, 0.9)) end,
  triangle = function() return collide.triangle { { -0.5, -0.9 }, { 0.5, -0.6 }, { 0.1, 0.9 } } end,
  segment = function() return collide.segment { { -0.5, -0.9 }, { 0.5, 0.9 } } end,
  plane = function() return collide.plane { normal = { 0.6, 0.8 }, distance = 0 } end,
  ["turned rect"] = function() return collide.rect { half = { 0.4, 0.9 }, rotation = 0.3 } end,
}

local SPACE = {
  dimensions = 3, make = solids, movers = { "box", "capsule", "cylinder", "cone", "hull" },
  means = { box = 60, capsule = 60, hull = 60, cylinder = 150, cone = 150 },
  options = { up = { 0, 1, 0 }, step = 0.3, snap = 0.3 },
}
SPACE.members, SPACE.pairs = SPACE.movers, SPACE.movers

local PLANE = {
  dimensions = 2, make = flats, movers = { "rect", "capsule", "circle", "polygon", "turned rect" },
  members = { "rect", "capsule", "circle", "polygon", "triangle", "segment" },
  pairs = { "capsule", "circle", "plane", "polygon", "rect", "segment", "triangle" },
  means = { rect = 60, capsule = 60, circle = 60, polygon = 60, ["turned rect"] = 60 },
  options = { up = { 0, 1 }, step = 0.3, snap = 0.3 },
}

function SPACE.rotate(shape)
  local x, y, z, w = spread(1), spread(1), spread(1), spread(1)
  shape:set_rotation { x, y, z, w }
end

function PLANE.rotate(shape)
  shape:set_rotation(spread(math.pi))
end

-- ---- Levels ------------------------------------------------------------------------------------

-- A mesh of 20,000 triangles.
function SPACE.hills()
  local n, vertices, triangles = 101, {}, {}
  for i = 0, n - 1 do
    for j = 0, n - 1 do vertices[#vertices + 1] = { i, 3 * sin(i * 0.2) * cos(j * 0.17), j } end
  end
  for i = 0, n - 2 do
    for j = 0, n - 2 do
      local a = i * n + j + 1
      triangles[#triangles + 1] = { a, a + 1, a + n }
      triangles[#triangles + 1] = { a + 1, a + n + 1, a + n }
    end
  end
  return collide.world { collide.mesh { vertices = vertices, triangles = triangles } }
end

-- A chain of 400 segments.
function PLANE.hills()
  local segments = {}
  local function height(i) return 3 * sin(i * 0.05) + 0.1 * sin(i) end
  for i = 0, 399 do
    segments[i + 1] = collide.segment { { i / 4, height(i) }, { (i + 1) / 4, height(i + 1) } }
  end
  return collide.world(segments)
end

function SPACE.blocks()
  local grid = collide.grid {}
  for i = 0, 63 do
    for j = 0, 63 do grid:fill({ i, -4, j }, { i, floor(2 * sin(i * 0.3) * cos(j * 0.23)), j }, 1) end
  end
  return grid
end

-- Columns of cells, and slopes between columns whose heights differ by one.
function PLANE.blocks()
  local grid = collide.grid { dimensions = 2, shapes = {
    [2] = collide.triangle { { 0, 0 }, { 1, 0 }, { 1, 1 } },
    [3] = collide.triangle { { 0, 0 }, { 1, 0 }, { 0, 1 } },
  } }
  local function top(i) return floor(2 * sin(i * 0.3)) end
  for i = 0, 63 do
    grid:fill({ i, -4 }, { i, top(i) }, 1)
    if top(i + 1) == top(i) + 1 then grid:set(i, top(i) + 1, 2) end
    if top(i - 1) == top(i) + 1 then grid:set(i, top(i) + 1, 3) end
  end
  return grid
end

local function make_crowd(space, wide)
  local list = {}
  for i = 1, CROWD do
    local shape = space.make[space.members[1 + i % #space.members]]()
    shape:set_position(50 + spread(wide), spread(2), space.dimensions == 3 and 50 + spread(wide) or nil)
    space.rotate(shape)
    list[i] = shape
  end
  return collide.world(list)
end

function SPACE.solids() return make_crowd(SPACE, 12) end
function PLANE.shapes() return make_crowd(PLANE, 60) end

SPACE.levels, PLANE.levels = { "hills", "blocks", "solids" }, { "hills", "blocks", "shapes" }

-- ---- Rows --------------------------------------------------------------------------------------

-- A walker starts above the level, falls on it, and returns there after each 300 steps.
local function walk(space, kind, where, level, start)
  local shape, options = space.make[kind](), space.options
  return {
    name = ("%dD: %s walks on %s"):format(space.dimensions, kind, where), calls = STEPS, mean = space.means[kind],
    call = space.dimensions == 3 and function(i)
      if i % 300 == 1 then shape:set_position(start, 7, start) end
      level:move(shape, { 0.08 * cos(i * 0.01), -0.05, 0.08 * sin(i * 0.01) }, options)
    end or function(i)
      if i % 300 == 1 then shape:set_position(start, 7) end
      level:move(shape, { 0.08 * cos(i * 0.01), -0.05 }, options)
    end,
  }
end

local function cast(space, kind, where, level, start)
  local shape = space.make[kind]()
  return {
    name = ("%dD: shapecast of %s at %s"):format(space.dimensions, kind, where), calls = CASTS,
    call = space.dimensions == 3 and function()
      shape:set_position(start + spread(8), 3 + spread(2), start + spread(8))
      level:shapecast(shape, spread(6), spread(3), spread(6))
    end or function()
      shape:set_position(start + spread(8), 3 + spread(2))
      level:shapecast(shape, spread(6), spread(3))
    end,
  }
end

local function pair(space, first, second)
  local p, q = space.make[first](), space.make[second]()
  return {
    name = ("%dD: contact, distance of %s and %s"):format(space.dimensions, first, second), calls = PAIRS,
    call = function()
      space.rotate(p)
      p:set_position(spread(1), spread(1), space.dimensions == 3 and spread(1) or nil)
      p:contact(q)
      p:distance(q)
    end,
  }
end

-- A plane has no rotation.
local function is_pair(first, second)
  return first <= second and first ~= "plane"
end

-- All rows, one after the other, so that each is made just before it runs.
return function(visit)
  for _, space in ipairs { SPACE, PLANE } do
    inputs.restart(3)
    local levels = {}
    for _, where in ipairs(space.levels) do levels[where] = space[where]() end
    for _, kind in ipairs(space.movers) do
      for _, where in ipairs(space.levels) do
        local start = where == "blocks" and 32 or 50
        visit(walk, space, kind, where, levels[where], start)
        visit(cast, space, kind, where, levels[where], start)
      end
    end
    for _, first in ipairs(space.pairs) do
      for _, second in ipairs(space.pairs) do
        if is_pair(first, second) then visit(pair, space, first, second) end
      end
    end
  end
end
