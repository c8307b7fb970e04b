-- SPDX-License-Identifier: MIT
-- Somebody on foot among blocks: an upright box that falls, jumps, and goes through nothing. Each
-- step is one axis after the other; what stands in the way is asked of the grid.
local walker = {}
walker.__index = walker

local floor, huge, max, min, sqrt = math.floor, math.huge, math.max, math.min, math.sqrt

local half, tall = 0.3, 1.8
local gap = 1 / 1024 -- what is left to a wall: touching it counts as being in it
local speed, gravity, fastest = 4.5, 24, 40
local leap = sqrt(2 * gravity * 1.2) -- just over a block
walker.half, walker.tall, walker.eye, walker.gap = half, tall, 1.62, gap

-- `place` is where the feet are: the middle of the box's lower side.
function walker.new(grid, place)
  return setmetatable({ grid = grid, x = place.x, y = place.y + gap, z = place.z, rise = 0, stands = false }, walker)
end

-- The corners of the box.
function walker:box()
  return self.x - half, self.y, self.z - half, self.x + half, self.y + tall, self.z + half
end

-- The nearest cells that stand in the way of a box: the greatest below and the least above along
-- one axis, 1 to 3.
local function nearest(grid, axis, x0, y0, z0, x1, y1, z1)
  local least, greatest = huge, -huge
  for x, y, z in grid:each(floor(x0), floor(y0), floor(z0), floor(x1), floor(y1), floor(z1)) do
    local at = axis == 1 and x or axis == 2 and y or z
    least, greatest = min(least, at), max(greatest, at)
  end
  return least, greatest
end

-- How far the box gets along an axis, of so much.
function walker:reach(axis, by)
  local x0, y0, z0, x1, y1, z1 = self:box()
  local low = axis == 1 and x0 or axis == 2 and y0 or z0
  local high = axis == 1 and x1 or axis == 2 and y1 or z1
  local bx, by_, bz = axis == 1 and by or 0, axis == 2 and by or 0, axis == 3 and by or 0
  local least, greatest = nearest(self.grid, axis, x0 + min(0, bx), y0 + min(0, by_), z0 + min(0, bz),
    x1 + max(0, bx), y1 + max(0, by_), z1 + max(0, bz))
  if by > 0 then
    return max(0, min(by, least - gap - high))
  end
  return min(0, max(by, greatest + 1 + gap - low))
end

-- Walks so much of full speed along x and z for a while.
function walker:step(dt, along_x, along_z, jumps)
  local length = max(1, sqrt(along_x * along_x + along_z * along_z))
  self.x = self.x + self:reach(1, along_x / length * speed * dt)
  self.z = self.z + self:reach(3, along_z / length * speed * dt)
  if jumps and self.stands then
    self.rise = leap
  end
  self.rise = max(-fastest, self.rise - gravity * dt)
  local up = (self.rise + gravity * dt / 2) * dt
  local moved = self:reach(2, up)
  self.stands = up < 0 and moved > up
  if moved ~= up then
    self.rise = 0
  end
  self.y = self.y + moved
end

-- Whether the body is in a cell, or touches it.
function walker:is_in(x, y, z)
  local x0, y0, z0, x1, y1, z1 = self:box()
  return x <= x1 and x + 1 >= x0 and y <= y1 and y + 1 >= y0 and z <= z1 and z + 1 >= z0
end

return walker
