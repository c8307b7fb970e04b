-- SPDX-License-Identifier: MIT
-- A level as a mesh, from above. A lamp casts a thousand rays a frame, in one call, and lights the area that they
-- reach. The lamp moves in a circle, or to the mouse while a button is down.
local collide = require("collide")

local rays = { title = "Thousand rays", sharp = true }
rays.__index = rays

local width, height, count, up = 640, 384, 1000, 5 -- the rays run at that height
rays.ground, rays.wall, rays.light = { 0.06, 0.08, 0.12 }, { 0.36, 0.42, 0.52 }, { 1, 0.86, 0.55 }

-- Adds a pillar: a polygon with sides that lean inward, closed at both ends.
local function add_pillar(level, corners, lean, top)
  local vertices, triangles, n = level.vertices, level.triangles, #corners
  local first, x, y = #vertices / 3, 0, 0
  for _, c in ipairs(corners) do x, y = x + c[1] / n, y + c[2] / n end
  for _, c in ipairs(corners) do
    for _, v in ipairs({ c[1], c[2], 0, c[1] + lean * (x - c[1]), c[2] + lean * (y - c[2]), top }) do
      vertices[#vertices + 1] = v
    end
  end
  local function triangle(a, b, c)
    triangles[#triangles + 1], triangles[#triangles + 2], triangles[#triangles + 3] = first + a, first + b, first + c
  end
  for i = 1, n do
    local j = i % n + 1
    triangle(2 * i - 1, 2 * j - 1, 2 * j)
    triangle(2 * i - 1, 2 * j, 2 * i)
    if i > 1 and i < n then
      triangle(1, 2 * j - 1, 2 * i - 1)
      triangle(2, 2 * i, 2 * j)
    end
  end
  local foot = {}
  for i, c in ipairs(corners) do -- what the rays meet: the section at their height
    foot[2 * i - 1] = c[1] + lean * (x - c[1]) * up / top
    foot[2 * i] = c[2] + lean * (y - c[2]) * up / top
  end
  level.feet[#level.feet + 1] = foot
end

local function rectangle(x, y, w, h)
  return { { x, y }, { x + w, y }, { x + w, y + h }, { x, y + h } }
end

local function build()
  local random = love.math.newRandomGenerator(8)
  local level = { vertices = {}, triangles = {}, feet = {} }
  for _, wall in ipairs({ { 0, 0, width, 6 }, { 0, height - 6, width, 6 }, { 0, 0, 6, height },
    { width - 6, 0, 6, height } }) do
    add_pillar(level, rectangle(unpack(wall)), 0, 20)
  end
  for row = 0, 6 do
    for column = 0, 12 do
      local x, y = 38 + 47 * column + 20 * random:random() - 10, 36 + 47 * row + 20 * random:random() - 10
      local sides, radius, angle, corners = random:random(3, 9), 4 + 8 * random:random(), random:random() * 7, {}
      for i = 1, sides do
        corners[i] = { x + radius * math.cos(angle + 2 * math.pi * i / sides),
          y + radius * math.sin(angle + 2 * math.pi * i / sides) }
      end
      if math.abs(x - 320) + math.abs(y - 192) > 40 then add_pillar(level, corners, 0.4, 20) end
    end
  end
  return level
end

function rays.new()
  local level = build()
  local self = setmetatable({ level = level, x = 320, y = 192, time = 0, count = count, numbers = {}, answers = {},
    options = {}, ms = 0 }, rays)
  self.mesh = collide.mesh({ vertices = level.vertices, triangles = level.triangles })
  self.options.into = self.answers
  for i = 0, count - 1 do
    local angle, at = 2 * math.pi * i / count, 6 * i
    self.numbers[at + 1], self.numbers[at + 2], self.numbers[at + 3] = 0, 0, up
    self.numbers[at + 4], self.numbers[at + 5], self.numbers[at + 6] = math.cos(angle), math.sin(angle), 0
  end
  self.fan = love.graphics.newMesh(count + 2, "fan", "stream")
  self:cast()
  return self
end

-- All rays from the lamp.
function rays:cast()
  local numbers, start = self.numbers, love.timer.getTime()
  for at = 1, 6 * self.count, 6 do numbers[at], numbers[at + 1] = self.x, self.y end
  collide.raycast_many(self.mesh, numbers, self.options)
  local now = (love.timer.getTime() - start) * 1000
  self.ms = self.ms == 0 and now or self.ms + 0.05 * (now - self.ms)
end

-- The end of ray i, from 0 on.
function rays:end_of(i)
  local t = math.min(self.answers[5 * i + 1], 2000)
  return self.x + t * self.numbers[6 * i + 4], self.y + t * self.numbers[6 * i + 5]
end

-- Inside a pillar the lamp would light nothing.
function rays:put(x, y)
  x, y = math.max(8, math.min(width - 8, x)), math.max(8, math.min(height - 8, y))
  if not self.mesh:contains(x, y, up) then self.x, self.y = x, y end
end

function rays:mousepressed(x, y)
  self.held = true
  self:put(x, y)
end

function rays:mousereleased() self.held = false end
rays.leave = rays.mousereleased

function rays:update(dt)
  if not self.held then
    self.time = self.time + dt
    self:put(320 + 250 * math.sin(0.21 * self.time), 192 + 120 * math.sin(0.34 * self.time))
  end
  self:cast()
end

function rays:draw(x, y)
  local graphics = love.graphics
  if self.held and x >= 0 then self:put(x, y) end
  graphics.setColor(rays.ground)
  graphics.rectangle("fill", 0, 0, width, height)
  self.fan:setVertex(1, self.x, self.y, 0, 0, 1, 1, 1, 0.9)
  for i = 0, self.count do
    local px, py = self:end_of(i % self.count)
    local far = math.min(1, math.sqrt((px - self.x) ^ 2 + (py - self.y) ^ 2) / 300)
    self.fan:setVertex(i + 2, px, py, 0, 0, 1, 1, 1, 0.9 - 0.7 * far)
  end
  graphics.setColor(rays.light)
  graphics.draw(self.fan)
  graphics.setColor(rays.wall)
  for _, foot in ipairs(self.level.feet) do graphics.polygon("fill", foot) end
  graphics.setColor(1, 1, 1)
  graphics.circle("fill", self.x, self.y, 3)
end

function rays:caption()
  return ("hold the mouse: the lamp   %d rays at %d triangles: %.2f ms"):format(self.count, #self.level.triangles / 3,
    self.ms)
end

return rays
