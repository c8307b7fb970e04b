-- SPDX-License-Identifier: MIT
--
-- love examples/love: lines of sight in a tile map, and solids under rays. 1 and 2 switch, the
-- arrows move the watcher or the eye, the mouse points at things.
-- love examples/love --test [directory]: the same, tried without hands: writes screenshots to the
-- directory, by default the program's own save directory, and ends with exit status 0 or 1.

-- A C module is a file of the system's, so Lua must be told where it lies: beside this file, as
-- in a game of yours, or where `make LUA=luajit` puts it.
local folder = love.filesystem.getSource()
local ending = love.system.getOS() == "Windows" and "dll" or "so"
for _, place in ipairs({ "/../../build/luajit/?.", "/?." }) do
  package.cpath = folder .. place .. ending .. ";" .. package.cpath
end
package.path = folder .. "/../lib/?.lua;" .. package.path

local canvas, screens, screen, test

-- A picture of 640 by 384 fills the window, whatever its size.
local function fit()
  local width, height = love.graphics.getDimensions()
  local scale = math.min(width / 640, height / 384)
  return scale, (width - 640 * scale) / 2, (height - 384 * scale) / 2
end

local function mouse()
  local scale, left, top = fit()
  local x, y = love.mouse.getPosition()
  return (x - left) / scale, (y - top) / scale
end

local function fail(message)
  io.stderr:write("fails: ", tostring(message), "\n")
  io.stderr:flush()
  os.exit(1)
end

function love.load(arguments)
  if arguments[1] == "--test" then
    love.errorhandler = fail -- not the blue screen, which waits for somebody
    test = require("selftest")
  end
  local tilemap, solids = require("tilemap"), require("solids")
  canvas = love.graphics.newCanvas(640, 384)
  canvas:setFilter("nearest", "nearest")
  screens = { tilemap.new(folder .. "/../maps"), solids.new() }
  screen = screens[1]
  if test then
    test.begin(screens, arguments[2], function(number)
      screen = screens[number]
    end)
  end
end

function love.keypressed(key)
  if key == "escape" then
    love.event.quit()
  elseif screens[tonumber(key)] then
    screen = screens[tonumber(key)]
  else
    screen:keypressed(key)
  end
end

function love.update(dt)
  screen:update(dt)
  if test then
    test.update()
  end
end

-- What the screen says, on a dark strip along the bottom.
local function draw_caption(text, left, bottom, width)
  love.graphics.setColor(0, 0, 0, 0.55)
  love.graphics.rectangle("fill", left, bottom - 26, width, 26)
  love.graphics.setColor(1, 1, 1)
  love.graphics.print("1, 2: screens   " .. text, left + 8, bottom - 21)
end

function love.draw()
  local x, y = (test and test.mouse or mouse)()
  love.graphics.setCanvas({ canvas, stencil = true })
  love.graphics.clear(0, 0, 0)
  love.graphics.setColor(1, 1, 1)
  screen:draw(x, y)
  love.graphics.setCanvas()

  local scale, left, top = fit()
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(canvas, left, top, 0, scale)
  draw_caption(screen:caption(x, y), left, top + 384 * scale, 640 * scale)
end
