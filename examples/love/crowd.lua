-- SPDX-License-Identifier: MIT
-- Five thousand moving shapes in a world. Shapes that overlap another are lit, and so are shapes on the segment from
-- the centre to the mouse.
local collide = require("collide")

local crowd = { title = "Crowd", sharp = true }
crowd.__index = crowd

local width, height, count = 640, 384, 5000
local eye_x, eye_y = width / 2, height / 2
local texture = 32 -- pixels across a shape's picture

crowd.ground, crowd.alone, crowd.lit, crowd.struck = { 0.08, 0.10, 0.14 }, { 0.26, 0.34, 0.47 }, { 0.95, 0.64, 0.23 },
  { 1, 1, 1 }

-- A disc and a square, white, side by side.
local function draw_textures()
  local data = love.image.newImageData(2 * texture, texture)
  data:mapPixel(function(x, y)
    local dx, dy = x + 0.5 - texture / 2, y + 0.5 - texture / 2
    local inside = x >= texture or dx * dx + dy * dy <= texture * texture / 4
    return 1, 1, 1, inside and 1 or 0
  end)
  return love.graphics.newImage(data)
end

function crowd.new()
  local random = love.math.newRandomGenerator(5)
  local self = setmetatable({ count = count, shapes = {}, number_of = {}, x = {}, y = {}, dx = {}, dy = {}, size = {},
    angle = {}, is_lit = {}, is_struck = {}, hits = {}, pairs = 0, ms = { move = 0, pairs = 0, ray = 0 } }, crowd)
  for i = 1, count do
    local x, y, size = 3 + 634 * random:random(), 3 + 378 * random:random(), 0.8 + 1.4 * random:random()
    local angle, speed = 2 * math.pi * random:random(), 4 + 16 * random:random()
    local shape = i % 2 == 0 and collide.circle({ radius = size, position = { x, y } })
      or collide.rect({ half = { size, size }, position = { x, y }, rotation = angle })
    self.x[i], self.y[i], self.size[i], self.angle[i], self.shapes[i] = x, y, size, angle, shape
    self.dx[i], self.dy[i] = speed * math.cos(angle), speed * math.sin(angle)
    self.number_of[shape] = i
  end
  self.world = collide.world(self.shapes)
  self.image = draw_textures()
  self.disc = love.graphics.newQuad(0, 0, texture, texture, 2 * texture, texture)
  self.square = love.graphics.newQuad(texture, 0, texture, texture, 2 * texture, texture)
  self.batch = love.graphics.newSpriteBatch(self.image, count, "stream")
  self:find_pairs()
  return self
end

-- A number that follows another slowly, so that it is readable.
local function follow(ms, name, start)
  local now = (love.timer.getTime() - start) * 1000
  ms[name] = ms[name] == 0 and now or ms[name] + 0.05 * (now - ms[name])
end

local function bounce(at, way, far)
  if at < 3 then return 3, math.abs(way) end
  if at > far - 3 then return far - 3, -math.abs(way) end
  return at, way
end

function crowd:move(dt)
  local x, y, dx, dy, shapes = self.x, self.y, self.dx, self.dy, self.shapes
  for i = 1, self.count do
    x[i], dx[i] = bounce(x[i] + dt * dx[i], dx[i], width)
    y[i], dy[i] = bounce(y[i] + dt * dy[i], dy[i], height)
    shapes[i]:set_position(x[i], y[i])
  end
end

function crowd:find_pairs()
  local is_lit, number_of, found = self.is_lit, self.number_of, 0
  for i = 1, self.count do is_lit[i] = false end
  for a, b in self.world:pairs() do
    is_lit[number_of[a]], is_lit[number_of[b]] = true, true
    found = found + 1
  end
  self.pairs = found
end

function crowd:update(dt)
  local start = love.timer.getTime()
  self:move(dt)
  follow(self.ms, "move", start)
  start = love.timer.getTime()
  self:find_pairs()
  follow(self.ms, "pairs", start)
end

-- All shapes that the segment from the centre to a point hits.
function crowd:strike(x, y)
  local start, is_struck = love.timer.getTime(), self.is_struck
  for i = 1, #self.hits do is_struck[self.hits[i]] = nil end
  self.hits = {}
  if (x == eye_x and y == eye_y) or x < 0 or y < 0 then return end
  local found = self.world:segmentcast_all(eye_x, eye_y, x, y)
  for at = 7, #found, 11 do -- the seventh of eleven numbers is the index
    local i = found[at]
    self.hits[#self.hits + 1], is_struck[i] = i, true
  end
  follow(self.ms, "ray", start)
end

function crowd:draw(x, y)
  local graphics, batch = love.graphics, self.batch
  self:strike(x, y)
  graphics.setColor(crowd.ground)
  graphics.rectangle("fill", 0, 0, width, height)
  batch:clear()
  for i = 1, self.count do
    local colour = self.is_struck[i] and crowd.struck or self.is_lit[i] and crowd.lit or crowd.alone
    batch:setColor(colour[1], colour[2], colour[3])
    local scale = 2 * self.size[i] / texture
    batch:add(i % 2 == 0 and self.disc or self.square, self.x[i], self.y[i], self.angle[i], scale, scale, texture / 2,
      texture / 2)
  end
  graphics.setColor(1, 1, 1)
  graphics.draw(batch)
  if x >= 0 and y >= 0 then
    graphics.setLineWidth(0.75)
    graphics.setColor(1, 1, 1, 0.8)
    graphics.line(eye_x, eye_y, x, y)
  end
end

function crowd:caption()
  local ms = self.ms
  return ("%d shapes: moved %.1f ms, %d pairs %.1f ms, ray %.2f ms, %d struck"):format(self.count, ms.move, self.pairs,
    ms.pairs, ms.ray, #self.hits)
end

return crowd
