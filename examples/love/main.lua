-- SPDX-License-Identifier: MIT
--
-- love examples/love: eight demos behind one menu: lines of sight in a tile map, solids under rays, a disk and a
-- triangle, a world of blocks, two solids to drag, hills to run over, a crowd, and rays in a level. Keys 1 to 8 or a
-- click select a demo, Escape goes back; each demo shows its other keys along its lower edge. love examples/love --test
-- [directory]: tests the demos without a user. It writes screenshots to the directory, by default the program's save
-- directory, and ends with exit status 0 or 1. love examples/love --pictures directory: draws the pictures of the
-- pages. love examples/love --film directory: draws the frames of the README's moving picture.

-- Lua must find the C module as a file: beside this file, as in your own game, or where `make LUA=luajit` builds it.
-- (packaging/love has the lines for a packed game.)
local folder = love.filesystem.getSource()
local ending = love.system.getOS() == "Windows" and "dll" or "so"
for _, place in ipairs({ "/../../build/luajit/?.", "/?." }) do
  package.cpath = folder .. place .. ending .. ";" .. package.cpath
end
package.path = folder .. "/../lib/?.lua;" .. package.path

local stage = require("stage")

local font, menu, screens, screen, test

local function mouse()
  return stage.at(love.mouse.getPosition())
end

local function fail(message)
  io.stderr:write("fails: ", tostring(message), "\n")
  io.stderr:flush()
  os.exit(1)
end

-- Calls a function of the screen, if it has one.
local function tell(what, ...)
  if screen and screen[what] then
    screen[what](screen, ...)
  end
end

-- Shows a screen, by its number, or the menu. Keys that are down belong to the previous screen.
local function switch(number)
  tell("leave")
  screen = screens[number] or menu
  tell("enter")
end

function love.load(arguments)
  local option, place = arguments[1], arguments[2]
  if option then
    love.errorhandler = fail -- not the blue screen, which waits for somebody
    test = option == "--test" and require("selftest")
  end
  font = love.graphics.getFont()
  screens = {
    require("tilemap").new(folder .. "/../maps"),
    require("solids").new(),
    require("touch").new(),
    require("blocks").new(),
    require("space").new(),
    require("platformer").new(folder .. "/../../spec/maps"),
    require("crowd").new(),
    require("rays").new(),
  }
  menu = require("menu").new(screens, switch)
  switch()
  if test then
    test.begin({
      screens = screens,
      menu = menu,
      shown = function()
        return screen
      end,
    }, place)
  elseif option == "--pictures" or option == "--film" then
    require(option == "--film" and "film" or "pictures")(screens, place)
    love.event.quit()
  end
end

function love.keypressed(key)
  if key ~= "escape" then
    tell("keypressed", key)
  elseif screen == menu then
    love.event.quit()
  else
    switch()
  end
end

function love.keyreleased(key)
  tell("keyreleased", key)
end

function love.mousepressed(x, y, button)
  x, y = stage.at(x, y)
  tell("mousepressed", x, y, button)
end

function love.mousereleased(_, _, button)
  tell("mousereleased", button)
end

-- The pixels of the window, and of the screen of 640 by 384.
function love.mousemoved(_, _, dx, dy)
  local scale = stage.fit()
  tell("mousemoved", dx, dy, dx / scale, dy / scale)
end

function love.wheelmoved(_, y)
  tell("wheelmoved", y)
end

-- LÖVE does not report a key that is released while another window has the keyboard.
function love.focus(focused)
  tell(focused and "enter" or "leave")
end

function love.update(dt)
  tell("update", test and test.step or math.min(dt, 0.1))
  if test then
    test.update()
  end
end

-- The text of the screen, on a dark strip along the bottom.
local function draw_caption(text, left, bottom, width)
  love.graphics.setColor(0, 0, 0, 0.55)
  love.graphics.rectangle("fill", left, bottom - 26, width, 26)
  love.graphics.setColor(1, 1, 1)
  love.graphics.setFont(font)
  local escape = screen == menu and "Escape: quit   " or "Escape: menu   "
  love.graphics.print(escape .. text, left + 8, bottom - 21)
end

function love.draw()
  if test and test.blind then
    return
  end
  local x, y = (test and test.mouse or mouse)()
  local scale, left, top = stage.fit()
  stage.draw(screen, x, y, scale, left, top)
  draw_caption(screen:caption(x, y), left, top + stage.height * scale, stage.width * scale)
end
