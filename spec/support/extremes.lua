-- SPDX-License-Identifier: MIT
--
-- Draws descriptions of shapes, and vectors, with numbers from a list: zero, fractions, the smallest and largest
-- numbers. The numbers of one call are of one magnitude, of two, of any, or common ones but for one.
local generator = require("spec.support.random").generator

local extremes = {}

-- Numbers that a script may pass.
extremes.TAKEN = { 0, -0.0, 1 / 8, 0.1, 1, 1e-300, 1e-308, 5e-324, 1e-162, 1e-70, 1e70, 1e100, 1e149, 1e154, 1e155,
  1e200, 1e299, 5e299, 1e300 }
-- Numbers that it may not.
extremes.REFUSED = { 1.0000001e300, 1e308, math.huge, 0 / 0 }

local Draw = {}
Draw.__index = Draw

-- With `refused`, one call in twelve has numbers from that list.
function extremes.new(seed, values, refused)
  return setmetatable({ random = generator(seed), values = values, refused = refused, of = values }, Draw)
end

function Draw:chance(n) return self.random(n) == 1 end

function Draw:pick(list) return list[self.random(#list)] end

-- Begins a call: chooses its magnitudes, or takes the given one.
function Draw:begin(magnitude)
  local values, kind = self.values, self.random(6)
  local a, b = magnitude or self:pick(values), self:pick(values)
  self.of = kind <= 2 and { a } or kind == 3 and { a, b } or kind == 4 and values
    or kind == 5 and { 1, 1, 1, 1, 1, a } or { 1, 1, a, b }
  self.is_refused = self.refused ~= nil and self:chance(12)
end

function Draw:number()
  local sign = self:chance(2) and 1 or -1
  if self.is_refused and self:chance(12) then return sign * self:pick(self.refused) end
  local x, kind = self:pick(self.of), self.random(8)
  if kind == 1 then return 0 end
  if x == 1 and kind <= 5 then return (self.random(9) - 5) / (self:chance(2) and 1 or 8) end
  if x < 1e299 and kind == 2 then x = x * self.random(3) end
  return sign * x
end

function Draw:size() return math.abs(self:number()) end

function Draw:vector(dimensions)
  local v = {}
  for i = 1, dimensions do v[i] = self:number() end
  return v
end

-- A vector that is not zero.
function Draw:direction(dimensions)
  local v = self:vector(dimensions)
  for i = 1, dimensions do
    if v[i] ~= 0 then return v end
  end
  v[self.random(dimensions)] = self:chance(2) and 1 or -0.1
  return v
end

function Draw:points(count, dimensions)
  local points, a, b = {}, self:vector(dimensions), self:vector(dimensions)
  local kind = self.random(4)
  for i = 1, count do
    if kind == 1 and i > 1 and self:chance(2) then
      points[i] = points[self.random(i - 1)] -- the same place again
    elseif kind == 2 then
      local k, p = self.random(4) - 2, {}
      for axis = 1, dimensions do p[axis] = a[axis] + k * b[axis] end
      points[i] = p -- on a line
    else
      points[i] = self:vector(dimensions)
    end
  end
  return points
end

-- Two corners, the least and the greatest.
function Draw:corners(dimensions)
  local a, b = self:vector(dimensions), self:vector(dimensions)
  for i = 1, dimensions do
    if a[i] > b[i] then a[i], b[i] = b[i], a[i] end
  end
  return a, b
end

function Draw:transform(dimensions)
  local m = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }
  for column = 0, dimensions - 1 do
    for row = 1, dimensions do
      if self:chance(2) then m[4 * column + row] = self:number() end
    end
    m[13 + column] = self:number()
  end
  return m
end

function Draw:rotation(dimensions)
  if dimensions == 2 then return self:number() end
  return self:vector(4)
end

function Draw:scale(dimensions) return self:chance(2) and self:number() or self:vector(dimensions) end

-- Adds a pose to the fields.
function Draw:pose(fields, dimensions)
  if self:chance(8) then
    fields.transform = self:transform(dimensions)
    return fields
  end
  if self:chance(2) then fields.position = self:vector(dimensions) end
  if self:chance(3) then fields.rotation = self:rotation(dimensions) end
  if self:chance(3) then fields.scale = self:scale(dimensions) end
  return fields
end

-- ---- Shapes -------------------------------------------------------------------------------------

-- Each returns the fields of one way to describe a shape of that many dimensions.
local forms = { [2] = {}, [3] = {} }

local function form(dimensions, name, has_radius, fields)
  for d = dimensions == 3 and 3 or 2, dimensions == 2 and 2 or 3 do
    table.insert(forms[d], function(draw)
      local described = fields(draw, d)
      described.shape = name
      if has_radius and draw:chance(3) then described.radius = draw:size() end
      return draw:pose(described, d)
    end)
  end
end

local function sizes(draw, dimensions)
  local v = {}
  for i = 1, dimensions do v[i] = draw:size() end
  return v
end

local function min_and_max(draw, dimensions)
  local min, max = draw:corners(dimensions)
  return { min = min, max = max }
end

form(3, "sphere", false, function(draw) return { radius = draw:size() } end)
form(2, "circle", false, function(draw) return { radius = draw:size() } end)
form(2, "ellipse", false, function(draw) return { radii = sizes(draw, 2) } end)
for _, box in ipairs { { 3, "box" }, { 2, "rect" } } do
  form(box[1], box[2], true, function(draw, d) return { half = sizes(draw, d) } end)
  form(box[1], box[2], true, function(draw, d) return { size = sizes(draw, d) } end)
  form(box[1], box[2], true, min_and_max)
end
form(3, "cylinder", false, function(draw) return { radius = draw:size(), half_height = draw:size() } end)
form(3, "cone", false, function(draw) return { radius = draw:size(), height = draw:size() } end)
form(0, "capsule", false, function(draw, d) return { a = draw:vector(d), b = draw:vector(d), radius = draw:size() } end)
form(0, "capsule", false, function(draw, d)
  return { dimensions = d, radius = draw:size(), half_height = draw:size() }
end)
form(0, "plane", false, function(draw, d) return { normal = draw:direction(d), distance = draw:number() } end)
form(2, "triangle", true, function(draw) return { points = draw:points(3, 2) } end)
form(3, "triangle", false, function(draw) return { points = draw:points(3, 3) } end)
form(0, "segment", true, function(draw, d) return { points = draw:points(2, d) } end)
form(2, "polygon", true, function(draw) return { points = draw:points(2 + draw.random(3), 2) } end)
form(2, "polygon", true, function(draw)
  local a, b = draw:corners(2)
  return { points = { a, { b[1], a[2] }, b, { a[1], b[2] } } }
end)
form(0, "hull", true, function(draw, d) return { points = draw:points(d + 1 + draw.random(4), d) } end)

-- The description of a shape, valid or not.
function Draw:shape(dimensions) return self:pick(forms[dimensions])(self) end

-- The fields of a mesh or of terrain.
function Draw:mesh()
  local fields = { vertices = {}, triangles = { 1, 2, 3, 2, 3, 4 } }
  for i = 1, 12 do fields.vertices[i] = self:number() end
  return self:pose(fields, 3)
end

function Draw:heights()
  return { rows = { self:vector(3), self:vector(3) }, size = self:size(), origin = self:vector(3) }
end

return extremes
