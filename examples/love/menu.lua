-- SPDX-License-Identifier: MIT
-- The first screen: a card for each of the others, which shows it as it is now.
local collide = require("collide")
local stage = require("stage")

local menu = { sharp = true }
menu.__index = menu

local graphics = love.graphics

local card_width, card_height = 145, 87 -- as wide to high as a screen
local columns, left, top, across, down = 4, 18, 72, 153, 140

menu.ground, menu.rim, menu.lit = { 0.08, 0.10, 0.14 }, { 0.33, 0.39, 0.50 }, { 0.95, 0.64, 0.23 }

-- `choose` is told the number of the card.
function menu.new(screens, choose)
  local self = setmetatable({ screens = screens, choose = choose, cards = {}, fonts = {} }, menu)
  for i in ipairs(screens) do
    local x, y = left + (i - 1) % columns * across, top + math.floor((i - 1) / columns) * down
    self.cards[i] = {
      x = x,
      y = y,
      rect = collide.rect({ min = { x, y }, max = { x + card_width, y + card_height } }),
      canvas = graphics.newCanvas(stage.width, stage.height, { mipmaps = "manual", dpiscale = 1 }),
    }
  end
  return self
end

function menu:enter()
  for _, card in ipairs(self.cards) do
    card.stale = true
  end
end

-- Screens that take their time go on with it here.
function menu:update(dt)
  for i, screen in ipairs(self.screens) do
    if screen.done and not screen:done() then
      screen:update(dt)
      self.cards[i].stale = true
    end
  end
end

function menu:keypressed(key)
  if self.cards[tonumber(key)] then
    self.choose(tonumber(key))
  end
end

-- The number of the card at a point, or nil.
function menu:card_at(x, y)
  for i, card in ipairs(self.cards) do
    if collide.contains(card.rect, x, y) then
      return i
    end
  end
end

function menu:mousepressed(x, y, button)
  local number = button == 1 and self:card_at(x, y)
  if number then
    self.choose(number)
  end
end

-- Letters of the size that the screen has.
function menu:write(text, x, y, size)
  local px, py = graphics.transformPoint(x, y)
  local pixels = math.max(6, math.floor(size * (graphics.transformPoint(x + 1, y) - px) + 0.5))
  self.fonts[pixels] = self.fonts[pixels] or graphics.newFont(pixels)
  graphics.push()
  graphics.origin()
  graphics.setFont(self.fonts[pixels])
  graphics.print(text, math.floor(px + 0.5), math.floor(py + 0.5))
  graphics.pop()
end

local function redraw(card, screen)
  graphics.push("all")
  graphics.reset()
  graphics.setCanvas(card.canvas)
  stage.draw(screen, -1, -1, 1, 0, 0)
  graphics.pop()
  card.canvas:generateMipmaps()
  card.stale = false
end

function menu:draw(x, y)
  graphics.setColor(menu.ground)
  graphics.rectangle("fill", 0, 0, stage.width, stage.height)
  graphics.setColor(1, 1, 1)
  self:write("collide", left, 16, 20)
  graphics.setColor(1, 1, 1, 0.5)
  self:write(collide._VERSION, left + 80, 24, 11)
  local under = self:card_at(x, y)
  for i, card in ipairs(self.cards) do
    if card.stale then
      redraw(card, self.screens[i])
    end
    graphics.setColor(i == under and menu.lit or menu.rim)
    graphics.rectangle("fill", card.x - 2, card.y - 2, card_width + 4, card_height + 4)
    graphics.setColor(1, 1, 1)
    graphics.draw(card.canvas, card.x, card.y, 0, card_width / stage.width)
    graphics.setColor(1, 1, 1, i == under and 1 or 0.75)
    self:write(i .. "   " .. self.screens[i].title, card.x, card.y + card_height + 4, 9)
  end
end

function menu.caption()
  return "1 to 8, or click"
end

return menu
