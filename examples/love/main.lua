-- SPDX-License-Identifier: MIT
--
-- love examples/love: lines of sight in a tile map, solids under rays, and a disk and a triangle
-- that touch. 1, 2 and 3 switch, the arrows move the watcher or the eye, the mouse points at
-- things; H, J, K and L move the disk, R turns the triangle, S and T scale it.
-- love examples/love --test [directory]: the same, tried without hands: writes screenshots to the
-- directory, by default the program's own save directory, and ends with exit status 0 or 1.
-- love examples/love --picture path: the README's picture of the disk and the triangle.

-- A C module is a file of the system's, so Lua must be told where it lies: beside this file, as
-- in a game of yours, or where `make LUA=luajit` puts it.
local folder = love.filesystem.getSource()
local ending = love.system.getOS() == "Windows" and "dll" or "so"
for _, place in ipairs({ "/../../build/luajit/?.", "/?." }) do
  package.cpath = folder .. place .. ending .. ";" .. package.cpath
end
package.path = folder .. "/../lib/?.lua;" .. package.path

local canvas, font, screens, screen, test

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

-- Brings a screen up. Keys that are down belong to the one before.
local function switch(number)
  if screen and screen.release then
    screen:release()
  end
  screen = screens[number]
end

function love.load(arguments)
  local option, place = arguments[1], arguments[2]
  if option then
    love.errorhandler = fail -- not the blue screen, which waits for somebody
    test = option == "--test" and require("selftest")
  end
  local tilemap, solids, touch = require("tilemap"), require("solids"), require("touch")
  canvas = love.graphics.newCanvas(640, 384)
  canvas:setFilter("nearest", "nearest")
  font = love.graphics.getFont()
  screens = { tilemap.new(folder .. "/../maps"), solids.new(), touch.new() }
  switch(1)
  if test then
    test.begin(screens, place, switch)
  elseif option == "--picture" then
    print(require("touch_picture")(screens[3], place))
    love.event.quit()
  end
end

function love.keypressed(key)
  if key == "escape" then
    love.event.quit()
  elseif screens[tonumber(key)] then
    switch(tonumber(key))
  else
    screen:keypressed(key)
  end
end

function love.keyreleased(key)
  if screen.keyreleased then
    screen:keyreleased(key)
  end
end

-- A key that comes up while another window has the keyboard is never heard of.
function love.focus(focused)
  if screen.release and not focused then
    screen:release()
  end
end

function love.update(dt)
  screen:update(test and test.step or math.min(dt, 0.1))
  if test then
    test.update()
  end
end

-- What the screen says, on a dark strip along the bottom.
local function draw_caption(text, left, bottom, width)
  love.graphics.setColor(0, 0, 0, 0.55)
  love.graphics.rectangle("fill", left, bottom - 26, width, 26)
  love.graphics.setColor(1, 1, 1)
  love.graphics.setFont(font)
  love.graphics.print("1, 2, 3: screens   " .. text, left + 8, bottom - 21)
end

-- A screen of pixels, enlarged as they are.
local function draw_pixels(x, y, scale, left, top)
  love.graphics.setCanvas({ canvas, stencil = true })
  love.graphics.clear(0, 0, 0)
  love.graphics.setColor(1, 1, 1)
  screen:draw(x, y)
  love.graphics.setCanvas()
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(canvas, left, top, 0, scale)
end

-- A screen of lines, drawn in the size that it is shown in.
local function draw_lines(x, y, scale, left, top)
  love.graphics.push("all")
  love.graphics.setScissor(left, top, 640 * scale, 384 * scale)
  love.graphics.translate(left, top)
  love.graphics.scale(scale)
  screen:draw(x, y)
  love.graphics.pop()
end

function love.draw()
  local x, y = (test and test.mouse or mouse)()
  local scale, left, top = fit()
  local draw = screen.sharp and draw_lines or draw_pixels
  draw(x, y, scale, left, top)
  draw_caption(screen:caption(x, y), left, top + 384 * scale, 640 * scale)
end
