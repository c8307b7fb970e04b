-- SPDX-License-Identifier: MIT
-- A world of blocks to walk about in. What the crosshair is on comes from one cast at the grid a
-- frame: its cell is lit, can be taken away, and a block put where the normal points.
local blocks_tiles = require("blocks_tiles")
local blocks_view = require("blocks_view")
local walker = require("walker")
local world = require("blocks_world")

local blocks = { title = "Blocks", sharp = true }
blocks.__index = blocks

local cos, max, min, pi, sin = math.cos, math.max, math.min, math.pi, math.sin

local turn, steepest = 1.6, pi / 2 - 0.01 -- radians a second by the arrows; never upside down
local by_mouse = 0.0025 -- radians a pixel

function blocks.new()
  local self = setmetatable({ held = {}, kind = 1, reach = 8 }, blocks)
  self.grid, self.start = world.new()
  self.view = blocks_view.new(self.grid)
  self.quads = {}
  for kind = 1, world.placeable do
    local image = self.view.mesh.image
    local left, top, right, bottom = blocks_tiles.place(blocks_tiles.of(kind, 1))
    local width, height = image:getDimensions()
    left, top, right, bottom = left * width, top * height, right * width, bottom * height
    self.quads[kind] = love.graphics.newQuad(left, top, right - left, bottom - top, width, height)
  end
  self:restart()
  return self
end

function blocks:restart()
  self.walker = walker.new(self.grid, self.start)
  self.yaw, self.pitch = self.start.yaw, self.start.pitch
  self:look()
end

function blocks:eye()
  local body = self.walker
  return { x = body.x, y = body.y + body.eye, z = body.z, yaw = self.yaw, pitch = self.pitch }
end

-- The one cast.
function blocks:look()
  local eye = self:eye()
  self.hit = self.grid:raycast(eye, (blocks_view.axes(eye)), self.reach)
end

-- Sets a cell. What is under the crosshair is not known until it is looked for again.
function blocks:set(x, y, z, kind)
  self.grid:set(x, y, z, kind)
  self.view.mesh:changed(x, z)
  self.hit = nil
end

function blocks:take()
  local hit = self.hit
  if hit then
    self:set(hit.cell.x, hit.cell.y, hit.cell.z, 0)
  end
end

function blocks:put()
  local hit = self.hit
  if hit and not hit.inside then
    local x, y, z = hit.cell.x + hit.normal.x, hit.cell.y + hit.normal.y, hit.cell.z + hit.normal.z
    if not self.walker:is_in(x, y, z) then
      self:set(x, y, z, self.kind)
    end
  end
end

function blocks:rotate(yaw, pitch)
  self.yaw = (self.yaw + yaw) % (2 * pi)
  self.pitch = max(-steepest, min(steepest, self.pitch + pitch))
end

function blocks:keypressed(key)
  self.held[key] = true
  local kind = tonumber(key)
  if key == "q" then
    self:take()
  elseif key == "e" then
    self:put()
  elseif key == "r" then
    self:restart()
  elseif kind and self.quads[kind] then
    self.kind = kind
  end
end

function blocks:keyreleased(key)
  self.held[key] = nil
end

function blocks:mousepressed(_, _, button)
  if button == 1 then
    self:take()
  elseif button == 2 then
    self:put()
  end
end

function blocks:mousemoved(dx, dy)
  self:rotate(dx * by_mouse, -dy * by_mouse)
end

function blocks:wheelmoved(by)
  self.kind = (self.kind - 1 + (by < 0 and 1 or -1)) % world.placeable + 1
end

-- While it is on the screen the mouse turns the head, and is not seen.
function blocks.enter()
  love.mouse.setRelativeMode(true)
end

function blocks:leave()
  self.held = {}
  love.mouse.setRelativeMode(false)
end

function blocks:update(dt)
  local held = self.held
  local function either(positive, negative)
    return (held[positive] and 1 or 0) - (held[negative] and 1 or 0)
  end
  self:rotate(either("right", "left") * turn * dt, either("up", "down") * turn * dt)
  local ahead, aside = either("w", "s"), either("d", "a")
  local sy, cy = sin(self.yaw), cos(self.yaw)
  self.walker:step(dt, sy * ahead + cy * aside, sy * aside - cy * ahead, held.space)
  if self.walker.y < -30 then -- over the edge of the world
    self:restart()
  end
  self:look()
end

-- ---- What is seen --------------------------------------------------------------

local function draw_cross(x, y)
  for _, pen in ipairs({ { 3, 0, 0, 0, 0.5 }, { 1, 1, 1, 1, 0.9 } }) do
    love.graphics.setLineWidth(pen[1])
    love.graphics.setColor(pen[2], pen[3], pen[4], pen[5])
    love.graphics.line(x - 5, y, x + 5, y)
    love.graphics.line(x, y - 5, x, y + 5)
  end
end

-- What can be put, in a row; the chosen one has a frame.
function blocks:draw_kinds()
  local step, size = 24, 18
  local left, top = 320 - step * #self.quads / 2, 340
  love.graphics.setColor(0, 0, 0, 0.45)
  love.graphics.rectangle("fill", left - 2, top - 2, step * #self.quads + 4, step + 4, 4)
  for kind, quad in ipairs(self.quads) do
    local x = left + (kind - 1) * step
    love.graphics.setColor(1, 1, 1)
    love.graphics.draw(self.view.mesh.image, quad, x + 3, top + 3, 0, size / 16)
    if kind == self.kind then
      love.graphics.setLineWidth(2)
      love.graphics.rectangle("line", x + 1, top + 1, step - 2, step - 2, 3)
    end
  end
end

function blocks:draw_world()
  local left, top = love.graphics.transformPoint(0, 0)
  local right, bottom = love.graphics.transformPoint(640, 384)
  self.view:fit(right - left, bottom - top)
  self.view:draw(self:eye(), self.hit)
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(self.view.canvas, 0, 0, 0, 640 / self.view.canvas:getWidth(), 384 / self.view.canvas:getHeight())
end

function blocks:draw()
  self:draw_world()
  draw_cross(320, 192)
  self:draw_kinds()
end

function blocks:caption()
  local text = "WASD, space: walk   arrows or mouse: look   Q or click: take   "
    .. "E or right click: put   1 to 6: which   R: back to the start   "
  local hit = self.hit
  if hit then
    local normal = hit.normal
    text = text .. string.format("%s at %d, %d, %d, normal %d, %d, %d", world.names[hit.value] or hit.value, hit.cell.x,
      hit.cell.y, hit.cell.z, normal.x, normal.y, normal.z)
  end
  return text
end

return blocks
