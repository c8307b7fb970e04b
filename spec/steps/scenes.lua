-- SPDX-License-Identifier: MIT
--
-- What the calls of `make steps` and `make fuzz-slow` are made at: grids, terrain, meshes and crowds of members, each
-- made from a few numbers.
local collide = require "collide"
local meshes = require "spec.support.meshes"
local random = require "spec.support.random"

local scenes = {}

-- ---- Grids ------------------------------------------------------------------

local SLOPES = {
  [2] = { shape = "polygon", { 0, 0 }, { 1, 0 }, { 1, 1 } },
  [3] = { shape = "hull", { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 0, 1 }, { 1, 0, 1 }, { 1, 1, 1 } },
}

-- Value 2 is a slope, value 3 is an L of two parts.
local function set_shapes(grid, dim)
  grid:set_shape(2, SLOPES[dim])
  if dim == 2 then
    grid:set_shape(3, collide.group { collide.rect { min = { 0, 0 }, max = { 1, 0.5 } },
      collide.rect { min = { 0, 0.5 }, max = { 0.5, 1 } } })
  else
    grid:set_shape(3, collide.group { collide.box { min = { 0, 0, 0 }, max = { 1, 0.5, 1 } },
      collide.box { min = { 0, 0.5, 0 }, max = { 0.5, 1, 1 } } })
  end
end

-- A grid whose cells from 0 to n - 1 along each axis all have the value.
function scenes.filled(dim, n, value, size)
  local grid = collide.grid { dimensions = dim, size = size }
  if value and value > 1 then set_shapes(grid, dim) end
  if dim == 2 then grid:fill(0, 0, n - 1, n - 1, value or 1) end
  if dim == 3 then grid:fill(0, 0, 0, n - 1, n - 1, n - 1, value or 1) end
  return grid
end

-- Whether the cell is full. Returns its value.
local PATTERNS = {
  checker = function(_, x, y, z) return (x + y + z) % 2 end,
  columns = function(_, x, _, z) return (x % 2 == 0 and z % 2 == 0) and 1 or 0 end,
  holes = function(pick) return pick(8) > 1 and 1 or 0 end,
  sparse = function(pick) return pick(8) == 1 and 1 or 0 end,
  stairs = function(_, x, y) return y <= x and 1 or 0 end,
  ramps = function(_, x, y) return y < x and 1 or y == x and 2 or 0 end,
  slopes = function() return 2 end,
  corners = function() return 3 end,
  mixed = function(pick) return pick(4) - 1 end,
  shell = function(_, x, y, z, n)
    local border = x == 0 or y == 0 or x == n - 1 or y == n - 1 or (z == n - 1 and z > 0)
    return border and 1 or 0
  end,
}
scenes.patterns = { "checker", "columns", "holes", "sparse", "stairs", "ramps", "slopes", "corners", "mixed", "shell" }

function scenes.pattern(dim, n, name, seed)
  local grid, pick = collide.grid { dimensions = dim }, random.generator(seed)
  set_shapes(grid, dim)
  local value_of = PATTERNS[name]
  for z = 0, dim == 3 and n - 1 or 0 do
    for y = 0, n - 1 do
      for x = 0, n - 1 do
        local value = value_of(pick, x, y, z, n)
        if value > 0 and dim == 2 then grid:set(x, y, value) end
        if value > 0 and dim == 3 then grid:set(x, y, z, value) end
      end
    end
  end
  return grid
end

-- Cells far apart: each coordinate is up to 2^power.
function scenes.scattered(dim, n, power, seed)
  local grid, pick = collide.grid { dimensions = dim }, random.generator(seed)
  local function number() return (pick(1048576) - 524288) * 2 ^ (power - 19) - (power > 19 and 0 or 0.5) end
  for _ = 1, n do
    local cell = {}
    for axis = 1, dim do cell[axis] = math.floor(number()) end
    grid:set(cell, 1)
  end
  return grid
end

-- ---- Meshes -----------------------------------------------------------------

local HEIGHTS = {
  flat = function() return 0 end,
  slope = function(_, x) return x / 2 end,
  steps = function(_, x) return math.floor(x / 2) / 2 end,
  whole = function(pick) return pick(3) - 1 end,
  eighths = function(pick) return (pick(17) - 1) / 8 end,
  any = function(pick) return pick(1048576) / 524288 end,
  spikes = function(pick, x, z) return (x + z) % 2 == 0 and 0 or 4 + pick(4) end,
  waves = function(_, x, z) return ((x * x + z) % 7) / 2 end,
}
scenes.heights = { "flat", "slope", "steps", "whole", "eighths", "any", "spikes", "waves" }

function scenes.rows(name, n, seed)
  local rows, pick = {}, random.generator(seed)
  for z = 0, n do
    rows[z + 1] = {}
    for x = 0, n do rows[z + 1][x + 1] = HEIGHTS[name](pick, x, z) end
  end
  return rows
end

-- Terrain of n x n cells of the size 1, from the origin on.
function scenes.terrain(name, n, seed)
  return collide.heights { rows = scenes.rows(name, n, seed) }
end

-- Triangles with corners at multiples of 1/8 within a cube of the side; `reach` is how long their sides are at most.
function scenes.soup(n, side, reach, seed)
  local vertices, triangles, pick = {}, {}, random.generator(seed)
  for i = 1, n do
    local at = {}
    for axis = 1, 3 do at[axis] = (pick(side * 8 + 1) - 1) / 8 end
    for corner = 0, 2 do
      for axis = 1, 3 do
        vertices[#vertices + 1] = math.max(0, math.min(side, at[axis] + (pick(reach * 16 + 1) - 1) / 8 - reach))
      end
      triangles[#triangles + 1] = 3 * i - 2 + corner
    end
  end
  return collide.mesh { vertices = vertices, triangles = triangles }
end

-- Triangles that have a corner in common, at the center of a cube of the side.
function scenes.fan(n, side)
  local half = side / 2
  local vertices, triangles = { half, half, half }, {}
  for i = 0, n - 1 do
    local share = i / n * 4
    local x = math.max(-1, math.min(1, math.abs(share - 2) * 2 - 2))
    local z = math.max(-1, math.min(1, 2 - math.abs((share + 3) % 4 - 2) * 2))
    for _, number in ipairs { half + half * x, i % 2 * half, half + half * z } do vertices[#vertices + 1] = number end
    for _, number in ipairs { 1, i + 2, (i + 1) % n + 2 } do triangles[#triangles + 1] = number end
  end
  return collide.mesh { vertices = vertices, triangles = triangles }
end

-- A closed ball, or a torus, within a cube of the side; n is the number of triangles along an edge, or of rings.
function scenes.ball(n, side)
  return collide.mesh(meshes.ball(side / 2, side / 2, side / 2, side / 2, n))
end

function scenes.torus(n, side)
  return collide.mesh(meshes.torus(side / 2, side / 2, side / 2, side / 3, side / 8, 2 * n, n))
end

-- ---- Points -----------------------------------------------------------------

-- Corners of a polygon on a circle, or, with `flat`, on an ellipse so flat.
function scenes.ring(n, radius, flat)
  local points = {}
  for i = 1, n do
    local angle = 2 * math.pi * i / n
    points[i] = { radius * math.cos(angle), radius * (flat or 1) * math.sin(angle) }
  end
  return points
end

-- Points of space: on a sphere, on a lattice, in a disc, on a helix, on two skew arcs.
local CLOUDS = {
  sphere = function(number)
    local x, y, z = number(), number(), number()
    local length = math.sqrt(x * x + y * y + z * z) + 1e-9
    return x / length, y / length, z / length
  end,
  lattice = function(_, i, n)
    local side = math.ceil(n ^ (1 / 3))
    return i % side / side, math.floor(i / side) % side / side, math.floor(i / side / side) / side
  end,
  disc = function(number, i, n)
    local angle = 2 * math.pi * i / n
    return math.cos(angle), number() * 2 ^ -40, math.sin(angle)
  end,
  helix = function(_, i, n)
    local angle = 2 * math.pi * i / n
    return math.cos(angle), i / n, math.sin(angle)
  end,
  arcs = function(_, i, n)
    local t = (i - n / 2) / n
    if i % 2 == 0 then return t, 1 - t * t, 0 end
    return 0, t * t - 1, t
  end,
  moment = function(_, i, n)
    local t = 2 * i / n - 1
    return t, t * t, t * t * t
  end,
  -- These doubles differ in few bits. A hash table of them may have one slot for all.
  powers = function(_, i) return 0, 0, (64 + i % 64) * 2 ^ math.floor(i / 64) end,
  far = function(_, i) return 1e140 * (1 + i / 2 ^ 40), 0, 0 end,
}
scenes.clouds = { "sphere", "lattice", "disc", "helix", "arcs", "moment" }

function scenes.cloud(n, name, radius, seed)
  local points, number = {}, random.uniform(seed)
  for i = 1, n do
    local x, y, z = CLOUDS[name](function() return number(-1, 1) end, i - 1, n)
    points[i] = { radius * x, radius * y, radius * z }
  end
  return points
end

-- Outlines for `decompose`.
local OUTLINES = {
  star = function(i) return i % 2 == 0 and 1 or 0.5 end,
  waves = function(i, n) return 1 + 0.25 * math.sin(2 * math.pi * 9 * i / n) end,
  gear = function(i) return i % 4 < 2 and 1 or 0.875 end,
  any = function(_, _, pick) return 0.5 + pick(1024) / 1024 end,
}
scenes.outlines = { "star", "waves", "gear", "any", "comb", "stairs" }

function scenes.outline(n, name, seed)
  local points, pick = {}, random.generator(seed)
  for i = 0, n - 1 do
    if name == "comb" then
      points[i + 1] = { i, i % 4 < 2 and i % 2 * 9 or 9 - i % 2 * 9 }
    elseif name == "stairs" then
      points[i + 1] = { math.floor((i + 1) / 2), math.floor(i / 2) }
    else
      local angle = 2 * math.pi * i / n
      local radius = OUTLINES[name](i, n, pick)
      points[i + 1] = { radius * math.cos(angle), radius * math.sin(angle) }
    end
  end
  if name == "comb" then points[#points + 1], points[#points + 2] = { n, -1 }, { 0, -1 } end
  if name == "stairs" then points[#points + 1] = { math.floor(n / 2), -1 } points[#points + 1] = { 0, -1 } end
  return points
end

-- ---- Members ----------------------------------------------------------------

-- Each makes a shape of the width 1 from its least corner on, or longer by `long` along x.
local SHAPES = {
  [2] = {
    rect = function(p, long) return { shape = "rect", min = p, max = { p[1] + long, p[2] + 1 } } end,
    circle = function(p) return { shape = "circle", radius = 0.5, position = { p[1] + 0.5, p[2] + 0.5 } } end,
    ellipse = function(p, long)
      return { shape = "ellipse", radii = { long / 2, 0.375 }, position = { p[1] + long / 2, p[2] + 0.5 } }
    end,
    capsule = function(p, long)
      return { shape = "capsule", a = { p[1] + 0.25, p[2] + 0.5 }, b = { p[1] + long, p[2] + 0.5 }, radius = 0.25 }
    end,
    triangle = function(p, long) return { shape = "triangle", p, { p[1] + long, p[2] }, { p[1], p[2] + 1 } } end,
    segment = function(p, long) return { shape = "segment", p, { p[1] + long, p[2] + 1 } } end,
    polygon = function(p, long)
      return { shape = "polygon", points = scenes.ring(12, 0.5), scale = { long, 1 },
        position = { p[1] + long / 2, p[2] + 0.5 } }
    end,
  },
  [3] = {
    box = function(p, long) return { shape = "box", min = p, max = { p[1] + long, p[2] + 1, p[3] + 1 } } end,
    sphere = function(p)
      return { shape = "sphere", radius = 0.5, position = { p[1] + 0.5, p[2] + 0.5, p[3] + 0.5 } }
    end,
    capsule = function(p, long)
      return { shape = "capsule", a = { p[1] + 0.25, p[2] + 0.5, p[3] + 0.5 },
        b = { p[1] + long, p[2] + 0.5, p[3] + 0.5 }, radius = 0.25 }
    end,
    cylinder = function(p, long)
      return { shape = "cylinder", radius = 0.5, half_height = long / 2, rotation = { 0, 0, 1, 1 },
        position = { p[1] + long / 2, p[2] + 0.5, p[3] + 0.5 } }
    end,
    cone = function(p, long)
      return { shape = "cone", radius = 0.5, height = long, position = { p[1] + 0.5, p[2], p[3] + 0.5 } }
    end,
    hull = function(p, long)
      return { shape = "hull", points = scenes.cloud(24, "sphere", 0.5, 3), scale = { long, 1, 1 },
        position = { p[1] + long / 2, p[2] + 0.5, p[3] + 0.5 } }
    end,
    triangle = function(p, long)
      return { shape = "triangle", p, { p[1] + long, p[2], p[3] }, { p[1], p[2] + 1, p[3] + 1 } }
    end,
    segment = function(p, long) return { shape = "segment", p, { p[1] + long, p[2] + 1, p[3] + 1 } } end,
  },
}
scenes.kinds = {
  [2] = { "rect", "circle", "ellipse", "capsule", "triangle", "segment", "polygon" },
  [3] = { "box", "sphere", "capsule", "cylinder", "cone", "hull", "triangle", "segment" },
}

-- Where the i-th of n members is.
local PLACES = {
  lattice = function(i, n, dim)
    local side = math.ceil(n ^ (1 / dim))
    return { i % side, math.floor(i / side) % side, math.floor(i / side / side) }
  end,
  floor = function(i, n)
    local side = math.ceil(n ^ 0.5)
    return { i % side, 0, math.floor(i / side) }
  end,
  stairs = function(i) return { i, i / 4, 0 } end,
  row = function(i) return { i * 0.875, 0, 0 } end,
  dense = function(i, n, dim)
    local side = math.ceil(n ^ (1 / dim))
    return { i % side / 4, math.floor(i / side) % side / 4, math.floor(i / side / side) / 4 }
  end,
  same = function() return { 0, 0, 0 } end,
  eighths = function(_, n, dim, pick)
    local side = math.ceil(n ^ (1 / dim)) * 8
    return { (pick(side) - 1) / 8, (pick(side) - 1) / 8, (pick(side) - 1) / 8 }
  end,
  any = function(_, n, dim, pick)
    local side = math.ceil(n ^ (1 / dim))
    return { side * pick(1048576) / 1048576, side * pick(1048576) / 1048576, side * pick(1048576) / 1048576 }
  end,
}
scenes.places = { "lattice", "floor", "stairs", "row", "dense", "same", "eighths", "any" }

-- An array of n shapes of a kind, or of all kinds if it is "mixed". `turn` rotates each by so much about the vertical,
-- or its own if it is "any".
function scenes.members(dim, n, kind, places, long, turn, seed)
  local list, pick = {}, random.generator(seed)
  for i = 0, n - 1 do
    local at = PLACES[places](i, n, dim, pick)
    at[dim + 1] = nil
    local name = kind == "mixed" and scenes.kinds[dim][pick(#scenes.kinds[dim])] or kind
    local fields = SHAPES[dim][name](at, long)
    local angle = turn == "any" and (pick(17) - 9) / 4 or turn
    if angle ~= 0 and not fields.rotation then fields.rotation = dim == 2 and angle or { 0, angle, 0, 1 } end
    list[i + 1] = collide[name](fields)
  end
  return list
end

-- All of the arrays and targets, in one array.
function scenes.together(...)
  local list = {}
  for _, some in ipairs { ... } do
    if type(some) == "table" then
      for _, member in ipairs(some) do list[#list + 1] = member end
    else
      list[#list + 1] = some
    end
  end
  return list
end

-- Moves the shape down, or along the displacement, until it rests on the target. Returns it.
function scenes.rest(target, shape, displacement)
  collide.move(target, shape, displacement, { respond = "stop" })
  return shape
end

-- Steps through an iterator. Returns how often it stepped, as the field `n`.
function scenes.drain(step, state, control)
  for count = 0, 1e6 do
    control = step(state, control)
    if control == nil then return { n = count } end
  end
  return { n = 1e6 }
end

-- n rays in a fan from the point, as one array.
function scenes.rays(n, point, direction)
  local list = {}
  for i = 1, n do
    for _, number in ipairs(point) do list[#list + 1] = number end
    for axis, number in ipairs(direction) do list[#list + 1] = number + (axis == 1 and i / 9 or 0) end
  end
  return list
end

-- Each step-th member of the world.
function scenes.some(world, step)
  local list = {}
  for number, member in world:each() do
    if (number - 1) % step == 0 then list[#list + 1] = member end
  end
  return list
end

-- Moves every member of the world, and asks for the one nearest to the point.
function scenes.shift(world, displacement, point)
  for _, member in world:each() do
    pcall(function() member:translate(displacement) end) -- grids keep their places
  end
  return collide.closest(world, point)
end

function scenes.numbers(n)
  local list = {}
  for i = 1, n do list[i] = i end
  return list
end

function scenes.made_again(shape)
  local fields = shape:describe()
  return shape:copy(), collide[fields.shape](fields)
end

function scenes.extents(shape, axis)
  return shape:bounds("numbers"), shape:project(axis)
end

return scenes
