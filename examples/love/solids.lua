-- SPDX-License-Identifier: MIT
-- The solids, with one ray for each pixel: first a coarse picture, then a fine one, with as many rows a frame as the
-- time allows.
local collide = require("collide")
local scene = require("scene")

local solids = { title = "Solids" }
solids.__index = solids

local width, height = 640, 384

function solids.new()
  local self = setmetatable({ scene = scene.new(), degrees = 8, budget = 0.012 }, solids)
  self.data = love.image.newImageData(width, height)
  self.image = love.graphics.newImage(self.data)
  self:restart()
  return self
end

function solids:restart()
  self.scene:look_from(self.degrees)
  self.block, self.row = 8, 0
end

-- Where the middle of a square of pixels lies, as scene:colour wants it.
local function across(x, block)
  return (2 * x + block - width) / width
end

local function upward(y, block)
  return (height - 2 * y - block) / width
end

function solids:draw_row(y, block)
  for x = 0, width - 1, block do
    local r, g, b = self.scene:colour(across(x, block), upward(y, block))
    for dy = 0, block - 1 do
      for dx = 0, block - 1 do
        self.data:setPixel(x + dx, y + dy, r / 255, g / 255, b / 255, 1)
      end
    end
  end
end

function solids:done()
  return self.block == 0
end

function solids:update()
  local start = love.timer.getTime()
  while self.block > 0 and love.timer.getTime() - start < self.budget do
    self:draw_row(self.row, self.block)
    self.row = self.row + self.block
    if self.row >= height then
      self.row, self.block = 0, self.block == 8 and 1 or 0
    end
  end
  self.image:replacePixels(self.data)
end

function solids:keypressed(key)
  local turn = key == "left" and -8 or key == "right" and 8
  if turn then
    self.degrees = self.degrees + turn
    self:restart()
  end
end

function solids:draw()
  love.graphics.draw(self.image)
end

-- The hit under a pixel, or nil.
function solids:pick(x, y)
  local eye = self.scene.eye
  local dx, dy, dz = self.scene:ray(across(x, 1), upward(y, 1))
  return collide.raycast(self.scene.shapes, eye, { dx, dy, dz })
end

function solids:caption(x, y)
  local text = "arrows: walk around   "
  local hit = x >= 0 and y >= 0 and x < width and y < height and self:pick(x, y)
  if hit then
    local face = hit.face and ", face " .. hit.face or ""
    text = text .. hit.shape:describe().shape .. face .. ": " .. tostring(hit)
  end
  return text
end

return solids
