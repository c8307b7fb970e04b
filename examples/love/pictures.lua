-- SPDX-License-Identifier: MIT
-- The pages' pictures of the disk and the triangle, of the world of blocks, of two solids, of the
-- hills, of the crowd and of the thousand rays: larger until they are shrunk, so that edges are smooth.
local blocks_view = require("blocks_view")
local picture = require("picture")
local touch_view = require("touch_view")

-- What is on a canvas, shrunk to half and saved; `path` comes without an ending. Prints it with one.
local function save(canvas, path)
  local data = canvas:newImageData()
  local image = picture.new(data:getDimensions())
  for y = 0, image.height - 1 do
    for x = 0, image.width - 1 do
      local r, g, b = data:getPixel(x, y)
      image:set(x, y, 255 * r, 255 * g, 255 * b)
    end
  end
  print(image:shrink(image.width / 2, image.height / 2):save(path, 256))
end

local function touching(scene)
  local width, height = 480, 288
  scene.x, scene.y, scene.degrees = 0.35, 2, 10
  scene:ask()
  local canvas = love.graphics.newCanvas(2 * width, 2 * height, { dpiscale = 1 })
  love.graphics.push("all")
  love.graphics.setCanvas(canvas)
  love.graphics.scale(2)
  touch_view.new(width, height, 42, 1.2, 1.65, 0):draw(scene)
  love.graphics.pop()
  return canvas
end

-- Past what is begun to the hut and the tower.
local function walking(scene)
  local eye = { x = 31.7, y = 8.1, z = 44.9, yaw = -0.27, pitch = -0.235 }
  local hit = scene.grid:raycast(eye, (blocks_view.axes(eye)))
  scene.view:fit(832, 500)
  scene.view:draw(eye, hit)
  return scene.view.canvas
end

-- A screen, with the mouse at that place.
local function drawn(scene, x, y)
  local canvas = love.graphics.newCanvas(1280, 768, { dpiscale = 1 })
  love.graphics.push("all")
  love.graphics.setCanvas(canvas)
  love.graphics.scale(2)
  scene:draw(x or -1, y or -1)
  love.graphics.pop()
  return canvas
end

-- A gem that a cone is stuck in, and the way out.
local function pushing(scene)
  scene:become(1, "hull")
  scene:become(2, "cone")
  scene.bodies[1].position = { x = -0.75, y = 0.1, z = 0.3 }
  scene.bodies[2].position = { x = -0.25, y = 0.45, z = 0.2 }
  scene.bodies[2].rotation = { 0.2, 0, 0.75, 1 }
  scene:ask()
  return drawn(scene)
end

local function lamp(scene)
  scene:put(100, 60)
  scene:cast()
  return drawn(scene)
end

-- Half way up a hill.
local function running(scene)
  scene:restart()
  scene.held.right = true
  for _ = 1, 85 do
    scene:update(1 / 60)
  end
  return drawn(scene)
end

-- The map of Tiled, and over it what is solid.
local function solids(scene)
  scene:restart()
  scene.view:toggle_solids(scene)
  local canvas = drawn(scene)
  scene.view:toggle_solids(scene)
  return canvas
end

return function(screens, directory)
  save(touching(screens[3]), directory .. "/touch")
  save(walking(screens[4]), directory .. "/blocks")
  save(pushing(screens[5]), directory .. "/space")
  save(running(screens[6]), directory .. "/moving")
  save(solids(screens[6]), directory .. "/tiled")
  save(drawn(screens[7], 600, 60), directory .. "/crowd")
  save(lamp(screens[8]), directory .. "/rays")
end
