-- SPDX-License-Identifier: MIT
--
-- Random levels of shapes that share corners, and movers: for ways_on.lua. Coordinates are small
-- whole numbers, or quarters, times a power of 2, plus an offset, so that all of them are exact.
local collide = require "collide"

local Scene = {}
Scene.__index = Scene

function Scene:whole(low, high)
  return low - 1 + self.random:pick(high - low + 1)
end

-- Up to `range` in whole numbers, on each axis.
function Scene:offset(range)
  local v = {}
  for i = 1, self.dimensions do v[i] = self:whole(-range, range) * self.size end
  return v
end

function Scene:place(range, part)
  local v = self:offset(range)
  for i = 1, self.dimensions do v[i] = v[i] / (part or 1) + self.origin end
  return v
end

-- The first that can be made: random points may lie in a line.
local function attempt(make, ...)
  for _ = 1, 50 do
    local ok, shape = pcall(make, ...)
    if ok then return shape end
  end
  error "no shape in 50 attempts"
end

-- The hull of random points, about the origin.
function Scene:hull(count, range, part)
  local points = {}
  for i = 1, count do
    points[i] = self:offset(range)
    for k = 1, self.dimensions do points[i][k] = points[i][k] / part end
  end
  return collide.hull(points)
end

function Scene:box(range)
  local min, max = self:place(range), {}
  for i = 1, self.dimensions do max[i] = min[i] + self:whole(1, range) * self.size end
  return self.dimensions == 2 and collide.rect { min = min, max = max } or collide.box { min = min, max = max }
end

function Scene:triangle(range)
  return attempt(function()
    return collide.triangle { self:place(range), self:place(range), self:place(range) }
  end)
end

-- A shape of the level.
function Scene:obstacle()
  local range = self.dimensions == 2 and 8 or 3
  local kind = self:whole(1, 5)
  if kind == 1 then return self:box(range) end
  if kind == 2 then return self:triangle(range) end
  if kind == 3 then return collide.segment { self:place(range), self:place(range) } end
  if kind == 4 and self.random:chance(30) then
    local make = self.dimensions == 2 and collide.circle
      or self.random:chance(50) and collide.sphere or collide.cylinder
    local radius = self:whole(1, 3) * self.size
    return make { radius = radius, half_height = make == collide.cylinder and radius or nil,
      position = self:place(range) }
  end
  local hull = attempt(self.hull, self, self:whole(self.dimensions + 1, 7), self.dimensions == 2 and 4 or 3, 1)
  return hull:set_position(self:place(range))
end

local FLAT_MOVERS = {
  rect = function(s) return collide.rect { half = { s:whole(1, 4) / 4 * s.size, s:whole(1, 4) / 4 * s.size } } end,
  circle = function(s) return collide.circle { radius = s:whole(1, 4) / 4 * s.size } end,
  capsule = function(s)
    return collide.capsule { a = { -s.size / 2, 0 }, b = { s.size / 2, s:whole(0, 2) / 4 * s.size },
      radius = s:whole(1, 2) / 4 * s.size }
  end,
  polygon = function(s) return attempt(s.hull, s, s:whole(3, 6), 4, 4) end,
}

local SOLID_MOVERS = {
  box = function(s)
    return collide.box { half = { s:whole(1, 4) / 4 * s.size, s:whole(1, 4) / 4 * s.size, s:whole(1, 4) / 4 * s.size } }
  end,
  sphere = function(s) return collide.sphere { radius = s:whole(1, 4) / 4 * s.size } end,
  capsule = function(s)
    return collide.capsule { a = { -s.size / 2, 0, 0 }, b = { s.size / 2, s:whole(0, 2) / 4 * s.size, 0 },
      radius = s:whole(1, 2) / 4 * s.size }
  end,
  cylinder = function(s)
    return collide.cylinder { radius = s.size / 2, half_height = s:whole(1, 3) / 4 * s.size }
  end,
  cone = function(s) return collide.cone { radius = s.size / 2, height = s:whole(1, 3) / 2 * s.size } end,
  hull = function(s) return attempt(s.hull, s, s:whole(4, 6), 4, 4) end,
}

local FLAT_NAMES = { "rect", "circle", "capsule", "polygon" }
local SOLID_NAMES = { "box", "sphere", "capsule", "cylinder", "cone", "hull" }

-- A shape that moves, and the name of its kind.
function Scene:mover()
  local flat = self.dimensions == 2
  local name = self.random:of(flat and FLAT_NAMES or SOLID_NAMES)
  return (flat and FLAT_MOVERS or SOLID_MOVERS)[name](self):set_position(self:place(flat and 32 or 12, 4)), name
end

-- ---- Levels ------------------------------------------------------------------------------------

function Scene:obstacles()
  local list = {}
  for i = 1, self.dimensions == 2 and self:whole(3, 10) or self:whole(8, 24) do list[i] = self:obstacle() end
  return list
end

-- A grid whose cells are whole, or slopes and slabs of half a cell.
function Scene:grid()
  local flat, size, shapes, origin = self.dimensions == 2, self.size, {}, {}
  for i = 1, self.dimensions do origin[i] = self.origin end
  for value = 2, 6 do
    shapes[value] = attempt(function()
      local points = {}
      for i = 1, flat and self:whole(3, 4) or self:whole(4, 6) do
        points[i] = {}
        for k = 1, self.dimensions do points[i][k] = self:whole(0, 2) / 2 end
      end
      return collide.hull(points)
    end)
  end
  local grid = collide.grid { dimensions = self.dimensions, size = size, origin = origin, shapes = shapes }
  for _ = 1, flat and 60 or 120 do
    local cell = {}
    for i = 1, self.dimensions do cell[i] = self:whole(-4, 4) end
    cell[#cell + 1] = self:whole(1, 6)
    grid:set((table.unpack or unpack)(cell)) -- luacheck: ignore 143
  end
  return { grid, self:obstacle() }
end

-- Triangles that share corners; in the plane there are no meshes.
function Scene:mesh()
  if self.dimensions == 2 then return { collide.group(self:obstacles()), self:obstacle() } end
  local vertices, triangles = {}, {}
  for i = 1, 12 do vertices[i] = self:place(4) end
  for i = 1, 24 do triangles[i] = { self:whole(1, 12), self:whole(1, 12), self:whole(1, 12) } end
  return { collide.mesh { vertices = vertices, triangles = triangles }, self:obstacle() }
end

local LEVELS = {
  array = function(s) return s:obstacles() end,
  world = function(s) return collide.world(s:obstacles()) end,
  group = function(s) return collide.group(s:obstacles()) end,
  grid = function(s) return s:grid() end,
  mesh = function(s) return s:mesh() end,
  moving = function(s)
    local list = s:obstacles()
    s.moving = list[1]
    return collide.world(list)
  end,
}

local LEVEL_NAMES = { "array", "world", "group", "grid", "mesh", "moving" }

-- A target, and the name of its kind. Of a `moving` one, self.moving may be moved.
function Scene:level()
  local name = self.random:of(LEVEL_NAMES)
  self.moving = nil
  return LEVELS[name](self), name
end

-- random: of spec/support; dimensions: 2 or 3; size: a power of 2; origin: what is added.
return function(random, dimensions, size, origin)
  return setmetatable({ random = random, dimensions = dimensions, size = size, origin = origin }, Scene)
end
