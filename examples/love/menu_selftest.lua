-- SPDX-License-Identifier: MIT
-- The menu tried without hands: which card leads where, by keys and by the mouse, and that the one
-- under the mouse is lit.
local robot = require("robot")

local menu_selftest = {}

-- Where the cards are: found on the screen, not asked for.
local function middle(number)
  return 90.5 + (number - 1) % 4 * 153, 115.5 + (number > 4 and 140 or 0)
end

-- The frame around a card, at the middle of its left side.
local function frame(shot, number)
  local x, y = middle(number)
  local scale = shot:getWidth() / 640
  return (x - 73.5) * scale, y * scale
end

-- How many colours there are in the middle of a card: a picture has many.
local function colours(shot, number)
  local scale, x, y = shot:getWidth() / 640, middle(number)
  local found, count = {}, 0
  for dy = -40, 40, 4 do
    for dx = -65, 65, 5 do
      local r, g, b = shot:getPixel((x + dx) * scale, (y + dy) * scale)
      local name = string.format("%.2f %.2f %.2f", r, g, b)
      count = count + (found[name] and 0 or 1)
      found[name] = true
    end
  end
  return count
end

local function lit(tool, game, number)
  tool.point(middle(number))
  robot.rest()
  local shot = tool.screenshot(number == 8 and "love-menu.png" or nil)
  for other = 1, 8 do
    local x, y = frame(shot, other)
    local colour = other == number and game.menu.lit or game.menu.rim
    tool.holds("the mouse over card " .. number .. ": frame of " .. other, tool.same(shot, x, y, unpack(colour)),
      shot:getPixel(x, y))
  end
  return shot
end

-- `game` has the menu, the screens, and tells which is shown.
function menu_selftest.run(tool, game)
  robot.rest()
  tool.holds("it begins with the menu", game.shown() == game.menu)
  for number, screen in ipairs(game.screens) do
    robot.press(tostring(number))
    tool.holds("key " .. number .. " leads to " .. screen.title, game.shown() == screen)
    robot.press("escape")
    tool.holds("and Escape back", game.shown() == game.menu)
    local x, y = middle(number)
    robot.click(x, y, 2)
    tool.holds("a right click leads nowhere", game.shown() == game.menu)
    robot.click(x, y, 1)
    tool.holds("a click on its card, too", game.shown() == screen)
    robot.press("escape")
    local count = colours(lit(tool, game, number), number)
    tool.holds("its card shows a picture (" .. count .. " colours)", count > 4, count)
  end
  robot.press("9")
  robot.click(320, 20, 1)
  tool.holds("another key or place leads nowhere", game.shown() == game.menu)
  tool.holds("the mouse is free", not love.mouse.getRelativeMode())
  tool.point(-1, -1)
end

return menu_selftest
