-- SPDX-License-Identifier: MIT
-- The inputs of the queries: shapes and numbers that are the same in every Lua. A shape is a random description, from
-- which the module, the formulas by hand and bench/queries.c each make their own shape.
local inputs = {}

-- The number of inputs of a row, and the size of the pool of shapes: neither the shape nor the numbers are constants of
-- the loop.
inputs.COUNT = 1024
inputs.POOL = 16

-- Park and Miller's generator.
local seed = 20261121

function inputs.restart(number)
  seed = number or 20261121
end

local function random(low, high)
  seed = seed * 16807 % 2147483647
  return low + (high - low) * (seed / 2147483647)
end
inputs.random = random

function inputs.integer(low, high)
  return math.floor(random(low, high + 1))
end

-- A vector of a length between low and high, in any direction.
function inputs.vector(dimensions, low, high)
  local v, square
  repeat
    v, square = {}, 0
    for k = 1, dimensions do
      v[k] = random(-1, 1)
      square = square + v[k] * v[k]
    end
  until square > 0.01 and square <= 1
  local scale = random(low, high) / math.sqrt(square)
  for k = 1, dimensions do v[k] = v[k] * scale end
  return v
end

-- `count` inputs of which about half are answered with yes: `draw` makes one, `is_hit` tells.
-- Whether a yes is wanted is drawn, too, so that the answers have no pattern. When a wanted answer
-- does not come up (a line always meets a plane), any other will do.
function inputs.balanced(count, draw, is_hit)
  local list = {}
  for i = 1, count do
    local wanted, input = random(0, 1) < 0.5, nil
    for _ = 1, 200 do
      input = draw(i)
      if (is_hit(input) and true or false) == wanted then break end
    end
    list[i] = input
  end
  return list
end

-- ---- Shapes -------------------------------------------------------------------

local function size()
  return random(0.7, 1.3)
end

local triangle_2d = { { -1, -0.8 }, { 1.2, -0.3 }, { 0, 1.1 } }
local hexagon = { { 1, 0 }, { 0.5, 0.9 }, { -0.5, 0.9 }, { -1, 0 }, { -0.5, -0.9 }, { 0.5, -0.9 } }

local function scaled(points, by)
  local list = {}
  for i, p in ipairs(points) do
    list[i] = {}
    for k = 1, #p do list[i][k] = p[k] * by end
  end
  return list
end

-- The fields of each kind's constructor, without its pose.
local sizes = {
  [3] = {
    sphere = function() return { radius = size() } end,
    box = function() return { half = { size(), 0.8 * size(), 0.6 * size() } } end,
    cylinder = function() return { radius = size(), half_height = size() } end,
    cone = function() return { radius = size(), height = 2 * size() } end,
    capsule = function() return { radius = 0.5 * size(), half_height = size() } end,
    plane = function() return { normal = inputs.vector(3, 1, 1), distance = random(-1, 1) } end,
    triangle = function()
      return { points = scaled({ { -1, -1, 0 }, { 2, -1, 0.5 }, { -1, 2, 0 } }, size()) }
    end,
  },
  [2] = {
    circle = function() return { radius = size() } end,
    rect = function() return { half = { size(), 0.7 * size() } } end,
    polygon = function() return { points = scaled(hexagon, size()) } end,
    triangle = function() return { points = scaled(triangle_2d, size()) } end,
    segment = function() return { points = scaled({ triangle_2d[1], triangle_2d[2] }, size()) } end,
    capsule = function()
      local ends = scaled({ triangle_2d[1], triangle_2d[2] }, size())
      return { a = ends[1], b = ends[2], radius = 0.4 * size() }
    end,
  },
}

-- A shape of that kind somewhere within `spread` of the origin.
function inputs.shape(dimensions, kind, turned, spread)
  local fields = sizes[dimensions][kind]()
  fields.position = {}
  for k = 1, dimensions do fields.position[k] = random(-spread, spread) end
  if turned then
    fields.rotation = dimensions == 2 and random(-3, 3) or inputs.vector(4, 1, 1)
  end
  return { dimensions = dimensions, kind = kind, fields = fields }
end

function inputs.pool(dimensions, kind, turned, spread, count)
  local pool = {}
  for i = 1, count or inputs.POOL do pool[i] = inputs.shape(dimensions, kind, turned, spread) end
  return pool
end

-- The module's shapes of a pool.
function inputs.made(collide, pool)
  local shapes = {}
  for i, shape in ipairs(pool) do shapes[i] = collide[shape.kind](shape.fields) end
  return shapes
end

-- Lists over `count` inputs of what is in the pool at the places in `picks`.
function inputs.spread(pool, picks)
  local list = {}
  for i, pick in ipairs(picks) do list[i] = pool[pick] end
  return list
end

return inputs
