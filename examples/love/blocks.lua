-- SPDX-License-Identifier: MIT
-- A world of blocks with a mesh in it, in first person. The walker is an upright box that `move` moves through both.
-- One cast a frame finds the block under the crosshair: it is lit, can be removed, and a new block can be placed beside
-- it, in the direction of the normal.
local blocks_tiles = require("blocks_tiles")
local blocks_ruin = require("blocks_ruin")
local blocks_view = require("blocks_view")
local collide = require("collide")
local world = require("blocks_world")

local blocks = { title = "Blocks", sharp = true }
blocks.__index = blocks

local cos, max, min, pi, sin, sqrt = math.cos, math.max, math.min, math.pi, math.sin, math.sqrt

local turn, steepest = 1.6, pi / 2 - 0.01 -- radians a second by the arrows; never upside down
local by_mouse = 0.0025 -- radians a pixel

local half, tall, eye_height = 0.3, 1.8, 1.62
local speed, gravity, fastest = 4.5, 24, 40
local leap = sqrt(2 * gravity * 1.2) -- just over a block
local walk = { up = { 0, 1, 0 }, max_slope = math.rad(45), step = 0.35 }
local snap = walk.step -- only after a step that ended on ground: otherwise a fall would end some steps early

function blocks.new()
  local self = setmetatable({ held = {}, kind = 1, reach = 8 }, blocks)
  self.grid, self.start = world.new()
  local ruin = blocks_ruin.new(self.start.y)
  self.mesh = ruin.mesh
  self.level = collide.world({ self.grid, self.mesh })
  self.body = collide.box({ half = { half, tall / 2, half } })
  self.view, self.shows = blocks_view.new(self.grid, ruin.picture), true
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
  self.body:set_position(self.start.x, self.start.y + tall / 2, self.start.z)
  self.rise, self.hits, self.ground = 0, {}, nil
  self.yaw, self.pitch = self.start.yaw, self.start.pitch
  self:look()
end

-- The feet: the centre of the body's lower side.
function blocks:feet()
  local x, y, z = self.body:get_position("numbers")
  return x, y - tall / 2, z
end

function blocks:eye()
  local x, y, z = self:feet()
  return { x = x, y = y + eye_height, z = z, yaw = self.yaw, pitch = self.pitch }
end

-- The one cast.
function blocks:look()
  local eye = self:eye()
  self.hit = self.level:raycast(eye, (blocks_view.axes(eye)), self.reach)
end

-- Sets a cell. The block under the crosshair is unknown until the next cast.
function blocks:set(x, y, z, kind)
  self.grid:set(x, y, z, kind)
  self.view.mesh:changed(x, z)
  self.hit = nil
end

function blocks:take()
  local hit = self.hit
  if hit and hit.cell then
    self:set(hit.cell.x, hit.cell.y, hit.cell.z, 0)
  end
end

function blocks:put()
  local hit = self.hit
  if hit and hit.cell and not hit.inside then
    local x, y, z = hit.cell.x + hit.normal.x, hit.cell.y + hit.normal.y, hit.cell.z + hit.normal.z
    local cell = collide.box({ min = { x, y, z }, max = { x + 1, y + 1, z + 1 } })
    if not collide.overlap(cell, { self.body, self.mesh }, { touching = "skip" }) then
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
  elseif key == "f" then
    self.shows = not self.shows
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

-- While this screen is active, the mouse rotates the view and is hidden.
function blocks.enter()
  love.mouse.setRelativeMode(true)
end

function blocks:leave()
  self.held = {}
  love.mouse.setRelativeMode(false)
end

-- Walks with these parts of full speed along x and z, jumps and falls.
function blocks:walk(dt, along_x, along_z)
  local scale = speed * dt / max(1, sqrt(along_x * along_x + along_z * along_z))
  if self.held.space and self.ground then
    self.rise = leap
  end
  self.rise = max(-fastest, self.rise - gravity * dt)
  local up = (self.rise + gravity * dt / 2) * dt
  walk.snap = self.ground and snap or 0
  local moved = self.level:move(self.body, { along_x * scale, up, along_z * scale }, walk)
  self.ground, self.hits = moved.ground, moved.hits
  -- The ground ends a fall, a ceiling ends a jump.
  if self.ground then
    self.rise = 0
  end
  for _, hit in ipairs(self.hits) do
    if hit.normal.y < -0.5 then
      self.rise = min(0, self.rise)
    end
  end
end

function blocks:update(dt)
  local held = self.held
  local function either(positive, negative)
    return (held[positive] and 1 or 0) - (held[negative] and 1 or 0)
  end
  self:rotate(either("right", "left") * turn * dt, either("up", "down") * turn * dt)
  local ahead, aside = either("w", "s"), either("d", "a")
  local sy, cy = sin(self.yaw), cos(self.yaw)
  self:walk(dt, sy * ahead + cy * aside, sy * aside - cy * ahead)
  if select(2, self:feet()) < -30 then -- over the edge of the world
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

-- The blocks that can be placed, in a row; the selected one has a frame.
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

-- A normal, drawn from its point, in perspective.
local function draw_arrow(eye, at, normal)
  local x0, y0 = blocks_view.project(eye, at, 640, 384)
  local x1, y1 = blocks_view.project(eye, { x = at.x + 0.3 * normal.x, y = at.y + 0.3 * normal.y,
    z = at.z + 0.3 * normal.z }, 640, 384)
  if x0 and x1 then
    love.graphics.circle("fill", x0, y0, 3)
    love.graphics.line(x0, y0, x1, y1)
  end
end

-- The body from its right side, with the normals of the ground and of its hits; and the same normals in the world.
function blocks:draw_met()
  local eye, scale = self:eye(), 26
  local left, top, width, height = 572, 262, 60, 64
  love.graphics.setColor(0, 0, 0, 0.45)
  love.graphics.rectangle("fill", left, top, width, height, 4)
  local x, y = left + width / 2, top + height - 9 -- the feet
  love.graphics.setLineWidth(1.5)
  love.graphics.setColor(1, 1, 1, 0.8)
  love.graphics.rectangle("line", x - half * scale, y - tall * scale, 2 * half * scale, tall * scale)
  local function arrow(met)
    local n = met.normal
    local fx, fy, fz = self:feet()
    local ahead = max(-half, min(half, sin(eye.yaw) * (met.point.x - fx) - cos(eye.yaw) * (met.point.z - fz)))
    local px, py = x + ahead * scale, y - max(0, min(tall, met.point.y - fy)) * scale
    love.graphics.circle("fill", px, py, 2)
    love.graphics.line(px, py, px + 18 * (sin(eye.yaw) * n.x - cos(eye.yaw) * n.z), py - 18 * n.y)
    draw_arrow(eye, met.point, n)
  end
  love.graphics.setColor(0.95, 0.64, 0.23)
  for _, hit in ipairs(self.hits) do
    arrow(hit)
  end
  if self.ground then
    love.graphics.setColor(0.45, 0.9, 0.55)
    arrow(self.ground)
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
  if self.shows then
    self:draw_met()
  end
end

function blocks:caption()
  local text = "WASD, space: walk   arrows or mouse: look   Q or click: take   "
    .. "E or right click: put   1 to 6: which   F: normals   R: back   "
  local hit = self.hit
  if hit and hit.cell then
    local normal = hit.normal
    text = text .. string.format("%s at %d, %d, %d, normal %d, %d, %d", world.names[hit.value] or hit.value, hit.cell.x,
      hit.cell.y, hit.cell.z, normal.x, normal.y, normal.z)
  end
  return text
end

return blocks
