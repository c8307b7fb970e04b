-- SPDX-License-Identifier: MIT
-- A mesh in the world of blocks: a mound, stairs with a platform, and a spire that is too steep to climb.
local blocks_mesh = require("blocks_mesh")
local collide = require("collide")
local tiles = require("blocks_tiles")

local blocks_ruin = {}
blocks_ruin.__index = blocks_ruin

local cos, max, min, pi, sqrt = math.cos, math.max, math.min, math.pi, math.sqrt

local brick, stone, sand = 1, 3, 5

-- Measured from `ground`, the upper side of the blocks that it stands on.
blocks_ruin.mound = { x = 23.5, z = 51, radius = 3.5, height = 1.6, cells = 20 }
blocks_ruin.stairs = { x0 = 27.5, x1 = 30, z = 47, count = 5, rise = 0.3, depth = 0.5, back = 52 }
blocks_ruin.spire = { x = 28.75, z = 54.5, half = 1.2, height = 3 }

-- The number of a vertex; places that are met again have the number that they had.
function blocks_ruin:vertex(point)
  local name = string.format("%.9g %.9g %.9g", point[1], point[2], point[3])
  if not self.numbers[name] then
    local last = #self.places
    self.places[last + 1], self.places[last + 2], self.places[last + 3] = point[1], point[2], point[3]
    self.numbers[name] = last / 3 + 1
  end
  return self.numbers[name]
end

-- Adds a triangle, counterclockwise from outside; `corners` are those of its tile, each 0 or 1.
function blocks_ruin:add(tile, points, corners)
  local a, b, c = points[1], points[2], points[3]
  local ux, uy, uz, vx, vy, vz = b[1] - a[1], b[2] - a[2], b[3] - a[3], c[1] - a[1], c[2] - a[2], c[3] - a[3]
  local nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
  local sun = blocks_mesh.sun
  local sunny = max(0, (nx * sun[1] + ny * sun[2] + nz * sun[3]) / sqrt(nx * nx + ny * ny + nz * nz))
  local left, top, right, bottom = tiles.place(tile)
  for i, point in ipairs(points) do
    self.triangles[#self.triangles + 1] = self:vertex(point)
    local u, v = corners[i][1], corners[i][2]
    self.drawn[#self.drawn + 1] = { point[1], point[2], point[3], left + u * (right - left),
      bottom - v * (bottom - top), sunny, 1, 0, 1 }
  end
end

function blocks_ruin:add_quad(tile, a, b, c, d)
  self:add(tile, { a, b, c }, { { 0, 0 }, { 1, 0 }, { 1, 1 } })
  self:add(tile, { a, c, d }, { { 0, 0 }, { 1, 1 }, { 0, 1 } })
end

-- The upper, left, right, front and back side of a box that stands on the ground.
function blocks_ruin:add_box(tile, x0, z0, x1, z1, y0, y1)
  self:add_quad(tile, { x0, y1, z1 }, { x1, y1, z1 }, { x1, y1, z0 }, { x0, y1, z0 })
  self:add_quad(tile, { x0, y0, z0 }, { x0, y0, z1 }, { x0, y1, z1 }, { x0, y1, z0 })
  self:add_quad(tile, { x1, y0, z1 }, { x1, y0, z0 }, { x1, y1, z0 }, { x1, y1, z1 })
  self:add_quad(tile, { x0, y0, z1 }, { x1, y0, z1 }, { x1, y1, z1 }, { x0, y1, z1 })
  self:add_quad(tile, { x1, y0, z0 }, { x0, y0, z0 }, { x0, y1, z0 }, { x1, y1, z0 })
end

-- How high the mound is above the ground, there.
function blocks_ruin.rises(x, z)
  local mound = blocks_ruin.mound
  local away = min(1, sqrt((x - mound.x) ^ 2 + (z - mound.z) ^ 2) / mound.radius)
  return mound.height * (0.5 + 0.5 * cos(pi * away))
end

function blocks_ruin:add_mound(ground)
  local mound = blocks_ruin.mound
  local side = 2 * mound.radius / mound.cells
  local function point(i, k)
    local x, z = mound.x - mound.radius + i * side, mound.z - mound.radius + k * side
    return { x, ground + blocks_ruin.rises(x, z), z }
  end
  for i = 0, mound.cells - 1 do
    for k = 0, mound.cells - 1 do
      local a, b, c, d = point(i, k + 1), point(i + 1, k + 1), point(i + 1, k), point(i, k)
      if max(a[2], b[2], c[2], d[2]) > ground then -- where it is flat it would lie in the grass
        self:add_quad(sand, a, b, c, d)
      end
    end
  end
end

function blocks_ruin:add_stairs(ground)
  local stairs = blocks_ruin.stairs
  for i = 1, stairs.count do
    local z0, z1 = stairs.z + (i - 1) * stairs.depth, i < stairs.count and stairs.z + i * stairs.depth or stairs.back
    self:add_box(brick, stairs.x0, z0, stairs.x1, z1, ground, ground + i * stairs.rise)
  end
end

function blocks_ruin:add_spire(ground)
  local spire = blocks_ruin.spire
  local x, z, half = spire.x, spire.z, spire.half
  local top = { x, ground + spire.height, z }
  local corners = {
    { x - half, ground, z + half }, { x + half, ground, z + half },
    { x + half, ground, z - half }, { x - half, ground, z - half },
  }
  for i, corner in ipairs(corners) do
    self:add(stone, { corner, corners[i % 4 + 1], top }, { { 0, 0 }, { 1, 0 }, { 0.5, 1 } })
  end
end

-- On ground of that height: `mesh` is what is asked, `picture` what is drawn.
function blocks_ruin.new(ground)
  local self = setmetatable({ places = {}, numbers = {}, triangles = {}, drawn = {} }, blocks_ruin)
  self:add_mound(ground)
  self:add_stairs(ground)
  self:add_spire(ground)
  self.mesh = collide.mesh({ vertices = self.places, triangles = self.triangles })
  self.picture = love.graphics.newMesh(blocks_mesh.format, self.drawn, "triangles", "static")
  return self
end

return blocks_ruin
