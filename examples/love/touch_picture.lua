-- SPDX-License-Identifier: MIT
-- The disk and the triangle as the README shows them: no words, and twice as large until it is
-- shrunk, so that edges are smooth.
local picture = require("picture")
local touch_view = require("touch_view")

local width, height = 480, 288

-- Saves it; `path` comes without an ending. Returns the path with it.
return function(scene, path)
  scene.x, scene.y, scene.degrees = 0.35, 2, 10
  scene:ask()
  local canvas = love.graphics.newCanvas(2 * width, 2 * height)
  love.graphics.push("all")
  love.graphics.setCanvas(canvas)
  love.graphics.scale(2)
  touch_view.new(width, height, 42, 1.2, 1.65, 0):draw(scene)
  love.graphics.pop()
  local data, image = canvas:newImageData(), picture.new(2 * width, 2 * height)
  for y = 0, 2 * height - 1 do
    for x = 0, 2 * width - 1 do
      local r, g, b = data:getPixel(x, y)
      image:set(x, y, 255 * r, 255 * g, 255 * b)
    end
  end
  return image:shrink(width, height):save(path, 256)
end
