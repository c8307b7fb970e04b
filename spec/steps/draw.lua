-- SPDX-License-Identifier: MIT
--
-- Draws the arguments of calls, as Lua source: numbers, shapes and targets. Round numbers, right angles and equal sizes
-- come first, then random numbers, then those that are almost equal or far apart.
local scenes = require "spec.steps.scenes"

local draw = {}
draw.__index = draw

-- `choices` as of spec/steps/choices.lua. `tags` collects what the case has, for the limits of what is known.
function draw.new(choices, dim)
  local self = setmetatable({ choices = choices, dim = dim, extent = 8, tags = {} }, draw)
  local kind = choices:pick(20)
  self.style = kind <= 8 and "eighths" or kind <= 11 and "tenths" or kind <= 16 and "any" or kind <= 19 and "almost"
    or "far"
  return self
end

function draw:of(list) return self.choices:of(list) end
function draw:chance(percent) return self.choices:chance(percent) end

-- ---- Numbers ----------------------------------------------------------------

local NUMBERS = {
  eighths = function(c, low, high) return math.floor(low * 8 + c:pick(math.ceil((high - low) * 8) + 1) - 1) / 8 end,
  tenths = function(c, low, high) return math.floor(low * 10 + c:pick(math.ceil((high - low) * 10) + 1) - 1) / 10 end,
  any = function(c, low, high) return low + (high - low) * ((c:pick(1048577) - 1) / 1048576) end,
}
function NUMBERS.almost(c, low, high)
  return NUMBERS.eighths(c, low, high) + (c:pick(3) - 2) * 2 ^ -(c:pick(40) + 10)
end
function NUMBERS.far(c, low, high)
  if c:pick(2) == 1 then return NUMBERS.eighths(c, low, high) end
  return (low < 0 and c:pick(2) == 1 and -1 or 1) * 10 ^ (c:pick(101) - 51)
end

function draw:value(low, high)
  local style = self:chance(85) and self.style or self:of { "eighths", "eighths", "any" }
  if style == "far" then self.tags.far = true end
  return NUMBERS[style](self.choices, low, high)
end

function draw:number(low, high) return ("%.17g"):format(self:value(low, high)) end

-- A size above 0: small, as wide as the scene, or thin.
function draw:size()
  local kind = self.choices:pick(10)
  if kind <= 5 then return ("%.17g"):format(math.max(self:value(0.125, 2), 2 ^ -40)) end
  if kind <= 8 then return ("%.17g"):format(math.max(self:value(self.extent / 8, self.extent), 2 ^ -40)) end
  return self:of { "0.1", "0.01", "1e-3", "0.125", "1e-6", "100" }
end

local function in_braces(list) return "{ " .. table.concat(list, ", ") .. " }" end

function draw:list(count, one, ...)
  local list = {}
  for i = 1, count do list[i] = one(self, ...) end
  return in_braces(list)
end

-- A point in the scene or beside it.
function draw:point(dim)
  return self:list(dim or self.dim, self.number, -2, self.extent + 2)
end

function draw:sizes() return self:list(self.dim, self.size) end

function draw:displacement()
  if self:chance(10) then return self:list(self.dim, self.number, -0.125, 0.125) end
  local reach = self:of { 1, 2, 4, self.extent, 2 * self.extent }
  return self:list(self.dim, self.number, -reach, reach)
end

local DIRECTIONS = {
  [2] = { "{ 1, 0 }", "{ 0, 1 }", "{ 0, -1 }", "{ 1, 1 }", "{ -1, 0 }", "{ 1, 0.1 }", "{ -1, -1 }", "{ 3, 4 }" },
  [3] = { "{ 1, 0, 0 }", "{ 0, 1, 0 }", "{ 0, 0, 1 }", "{ 0, -1, 0 }", "{ 1, 1, 0 }", "{ 1, 1, 1 }", "{ 0, 1, 0.1 }",
    "{ 1, 2, 3 }" },
}

-- A vector that is not zero.
function draw:direction()
  if self:chance(60) then return self:of(DIRECTIONS[self.dim]) end
  local list = {}
  for i = 1, self.dim do list[i] = self:number(-1, 1) end
  list[self.choices:pick(self.dim)] = self:of { "1", "-1", "0.5" }
  return in_braces(list)
end

-- ---- Shapes -----------------------------------------------------------------

local TURNS = {
  [2] = { "math.pi / 2", "math.pi / 4", "0.1", "1", "math.pi", "1e-9" },
  [3] = { "{ 0, 1, 0, 1 }", "{ 1, 0, 0, 1 }", "{ 0, 0, 1, 1 }", "{ 1, 1, 1, 1 }", "{ 0, 0.1, 0, 1 }", "{ 0, 1, 0, 2 }",
    "{ -1, -1, -1, 1 }", "{ 0, 0, 1e-9, 1 }" },
}

local function add_pose(d, fields)
  fields[#fields + 1] = "position = " .. d:point()
  local kind = d.choices:pick(10)
  if kind <= 4 then
    fields[#fields + 1] = "rotation = " .. d:of(TURNS[d.dim])
  elseif kind == 5 then
    fields[#fields + 1] = "rotation = " .. (d.dim == 2 and d:number(-3, 3)
      or in_braces { d:number(-1, 1), d:number(-1, 1), d:number(-1, 1), "1" })
  end
  if d:chance(8) then fields[#fields + 1] = "scale = " .. d:of { "2", "-1", "0.5" } end
end

local function with_pose(...)
  local names = { ... }
  return function(d)
    local fields = {}
    for i, name in ipairs(names) do fields[i] = name .. " = " .. d:size() end
    add_pose(d, fields)
    return fields
  end
end

local function boxlike(d)
  local fields = { "half = " .. d:sizes() }
  if d:chance(15) then fields[2] = "radius = " .. d:size() end
  add_pose(d, fields)
  return fields
end

local function capsule(d) return { "a = " .. d:point(), "b = " .. d:point(), "radius = " .. d:size() } end

local function cornered(count)
  return function(d)
    local fields = {}
    for i = 1, count do fields[i] = d:point() end
    return fields
  end
end

local function plane(d)
  return { "normal = " .. d:direction(), "distance = " .. d:number(0, d.extent) }
end

local function uneven(d, fields)
  d.tags.curved = true
  fields[#fields + 1] = "scale = " .. d:list(d.dim, d.of, { "1", "2", "-0.5", "3" })
  return fields
end

-- The same fields, of a solid whose pairs a search measures.
local function curved(fields)
  return function(d)
    d.tags.curved = true
    return fields(d)
  end
end

-- Counts of corners.
local MANY = { 3, 4, 5, 6, 8, 12, 16, 24, 32, 64, 100, 256 }

local KINDS = {
  [2] = {
    { "rect", boxlike }, { "circle", with_pose("radius") }, { "capsule", capsule }, { "segment", cornered(2) },
    { "triangle", cornered(3) }, { "plane", plane }, { "ellipse", function(d)
      d.tags.corners = true
      local fields = { "radii = " .. d:sizes() }
      add_pose(d, fields)
      if fields[#fields]:find("^scale") then fields[#fields] = nil end
      return d:chance(20) and uneven(d, fields) or fields
    end }, { "polygon", function(d)
      local count = d:of(MANY)
      if count >= 24 then d.tags.corners = true end
      local fields = { ("points = s.ring(%d, %s, %s)"):format(count, d:size(), d:of { "1", "0.5", "0.01" }) }
      if d:chance(15) then fields[2] = "radius = " .. d:size() end
      add_pose(d, fields)
      return fields
    end },
  },
  [3] = {
    { "box", boxlike }, { "sphere", with_pose("radius") }, { "capsule", capsule }, { "segment", cornered(2) },
    { "triangle", cornered(3) }, { "plane", plane }, { "cylinder", curved(with_pose("radius", "half_height")) },
    { "cone", curved(with_pose("radius", "height")) }, { "hull", function(d)
      local fields = { ("points = s.cloud(%d, %q, %s, %d)"):format(d:of(MANY) + 1, d:of(scenes.clouds), d:size(),
        d.choices:pick(1000)) }
      if d:chance(15) then fields[2] = "radius = " .. d:size() end
      d.tags.curved = d.tags.curved or fields[2] ~= nil
      add_pose(d, fields)
      return fields
    end }, { "sphere", function(d) return uneven(d, { "radius = " .. d:size(), "position = " .. d:point() }) end },
  },
}

-- A shape, with `no_plane` one that a group may have.
function draw:shape(no_plane)
  local kind
  repeat kind = self:of(KINDS[self.dim]) until not (no_plane and kind[1] == "plane")
  return ("c.%s { %s }"):format(kind[1], table.concat(kind[2](self), ", "))
end

-- What moves: a shape, or now and then a group.
function draw:mover()
  if self:chance(85) then return self:shape() end
  self.tags.group = true
  local parts = {}
  for i = 1, 1 + self.choices:pick(4) do parts[i] = self:shape(true) end
  return "c.group { " .. table.concat(parts, ", ") .. " }"
end

-- ---- Targets ----------------------------------------------------------------

local TARGETS = { [2] = {}, [3] = {} }

local function seed(d) return d.choices:pick(9999) end

local function filled(sides)
  return function(d)
    d.extent = d:of(sides)
    local value = d:of { 1, 1, 1, 2, 3 }
    d.tags.cells = true
    d.tags.slopes = d.tags.slopes or value > 1
    return ("s.filled(%d, %d, %d)"):format(d.dim, d.extent, value)
  end
end

-- Patterns in which cells have shapes of their own.
local SLOPED = { ramps = true, slopes = true, corners = true, mixed = true }

local function pattern(sides)
  return function(d)
    d.extent = d:of(sides)
    local name = d:of(scenes.patterns)
    d.tags.cells = true
    d.tags.slopes = d.tags.slopes or SLOPED[name]
    return ("s.pattern(%d, %d, %q, %d)"):format(d.dim, d.extent, name, seed(d))
  end
end

local function scattered(d)
  d.tags.cells = true
  return ("s.scattered(%d, %d, %d, %d)"):format(d.dim, d:of { 1, 10, 100 }, d:of { 3, 5, 10, 30, 50 }, seed(d))
end

-- The source of an array of shapes.
local function members(d, most)
  d.tags.members = true
  local count = math.min(d:of { 2, 4, 8, 20, 50, 100, 200, 300 }, most)
  local kind, places = d:chance(25) and "mixed" or d:of(scenes.kinds[d.dim]), d:of(scenes.places)
  local long = d:of { "1", "1", "1", "1", "4", "0.125", "20" }
  if kind == "ellipse" or kind == "mixed" and d.dim == 2 then d.tags.corners = true end
  d.extent = math.ceil(count ^ (1 / d.dim))
  return ("s.members(%d, %d, %q, %q, %s, %s, %d)"):format(d.dim, count, kind, places, long,
    d:of { "0", "0", "0", "0.1", "1", '"any"' }, seed(d))
end

local function group(d) return "c.group(" .. members(d, 50) .. ")" end
local function array(d) return members(d, 300) end

local function mesh(d)
  d.tags.triangles = true
  d.extent = d:of { 4, 8, 16, 32 }
  local kind = d.choices:pick(8)
  if kind <= 4 then return ("s.terrain(%q, %d, %d)"):format(d:of(scenes.heights), d.extent, seed(d)) end
  if kind == 5 then
    return ("s.soup(%d, %d, %d, %d)"):format(d:of { 10, 100, 500 }, d.extent, d:of { 1, 2, d.extent }, seed(d))
  end
  if kind == 6 then return ("s.fan(%d, %d)"):format(d:of { 4, 16, 64, 300 }, d.extent) end
  return ("s.%s(%d, %d)"):format(kind == 7 and "ball" or "torus", d:of { 2, 4, 8, 16 }, d.extent)
end

local function together(d)
  local parts, extent = {}, 0
  for i = 1, 1 + d.choices:pick(2) do
    parts[i] = (d:of(d.dim == 2 and { pattern { 4, 16 }, array, filled { 16, 64 }, group }
      or { pattern { 4, 8 }, array, filled { 8, 16 }, mesh, group }))(d)
    extent = math.max(extent, d.extent)
  end
  d.extent = extent
  return "s.together(" .. table.concat(parts, ", ") .. ")"
end

-- A world, or the array of its members.
local function world(one)
  return function(d)
    local list = one(d)
    return d:chance(60) and "c.world(" .. list .. ")" or list
  end
end

TARGETS[2] = {
  { "shape", function(d) return d:shape() end }, { "filled grid", filled { 4, 16, 64, 256 } },
  { "grid", pattern { 4, 16, 64 } }, { "far cells", scattered }, { "members", world(array) }, { "group", group },
  { "mixture", world(together) },
}
TARGETS[3] = {
  { "shape", function(d) return d:shape() end }, { "filled grid", filled { 4, 8, 16, 32, 64 } },
  { "grid", pattern { 4, 8, 16 } }, { "far cells", scattered }, { "members", world(array) }, { "group", group },
  { "mesh", mesh }, { "mixture", world(together) },
}
draw.targets = TARGETS

-- The source of a target of that kind, one of draw.targets.
function draw:target(kind)
  for _, row in ipairs(TARGETS[self.dim]) do
    if row[1] == kind then return row[2](self) end
  end
end

draw.MANY, draw.in_braces, draw.seed = MANY, in_braces, seed

return draw
