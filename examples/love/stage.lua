-- SPDX-License-Identifier: MIT
-- Screens are 640 by 384, and are drawn at any size: one of pixels is enlarged as it is, one of
-- lines (it is `sharp`) is drawn in the size that it is shown in.
local stage = { width = 640, height = 384 }

local canvas

-- As large as goes into the window: the scale, left and top.
function stage.fit()
  local width, height = love.graphics.getDimensions()
  local scale = math.min(width / stage.width, height / stage.height)
  return scale, (width - stage.width * scale) / 2, (height - stage.height * scale) / 2
end

-- Where the mouse is, as screens count.
function stage.at(x, y)
  local scale, left, top = stage.fit()
  return (x - left) / scale, (y - top) / scale
end

local function draw_pixels(screen, x, y, scale, left, top)
  canvas = canvas or love.graphics.newCanvas(stage.width, stage.height, { dpiscale = 1 })
  canvas:setFilter("nearest", "nearest")
  love.graphics.push("all")
  love.graphics.setCanvas({ canvas, stencil = true })
  love.graphics.clear(0, 0, 0)
  love.graphics.setColor(1, 1, 1)
  screen:draw(x, y)
  love.graphics.pop()
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(canvas, left, top, 0, scale)
end

local function draw_lines(screen, x, y, scale, left, top)
  love.graphics.push("all")
  love.graphics.setScissor(left, top, stage.width * scale, stage.height * scale)
  love.graphics.translate(left, top)
  love.graphics.scale(scale)
  screen:draw(x, y)
  love.graphics.pop()
end

-- Draws a screen over which the mouse is at x, y.
function stage.draw(screen, x, y, scale, left, top)
  local draw = screen.sharp and draw_lines or draw_pixels
  draw(screen, x, y, scale, left, top)
end

return stage
