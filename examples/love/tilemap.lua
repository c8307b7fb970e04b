-- SPDX-License-Identifier: MIT
-- The castle from above: what the watcher sees is lit.
local collide = require("collide")
local sight = require("sight")

local tilemap = { title = "Lines of sight", dusk = { 0.31, 0.34, 0.44 } }
tilemap.__index = tilemap

local floor = math.floor

-- LÖVE reads its own folder only; pictures elsewhere come through Lua's own files.
local function load_tiles(path)
  local file = assert(io.open(path, "rb"))
  local data = love.filesystem.newFileData(file:read("*a"), path)
  file:close()
  return love.image.newImageData(data)
end

local function batch(image, layer, plan, wanted)
  local tiles = love.graphics.newSpriteBatch(image, plan.width * plan.height)
  local size, columns = plan.size, image:getWidth() / plan.size
  for y = 0, plan.height - 1 do
    for x = 0, plan.width - 1 do
      local at = y * plan.width + x + 1
      local tile = layer[at] - 1
      if tile >= 0 and wanted(at) then
        local left, top = tile % columns * size, floor(tile / columns) * size
        local quad = love.graphics.newQuad(left, top, size, size, image:getDimensions())
        tiles:add(quad, x * size, y * size)
      end
    end
  end
  return tiles
end

local function all()
  return true
end

function tilemap.new(maps)
  local self = setmetatable({}, tilemap)
  self.plan = sight.plan(sight.load(maps .. "/castle.lua"))
  self.tiles = load_tiles(maps .. "/tiles.png")
  self.image = love.graphics.newImage(self.tiles)
  self.image:setFilter("nearest", "nearest")
  self.floor = batch(self.image, self.plan.floor, self.plan, all)
  self.walls = batch(self.image, self.plan.walls, self.plan, all)
  self:look()
  return self
end

-- Asks anew what is seen: the tiles, and the outline of the light.
function tilemap:look()
  local plan, watcher = self.plan, self.plan.watcher
  local seen, lines, cells, ends = sight.look(plan, watcher)
  self.seen, self.lines, self.cells = seen, lines, cells
  self.lit_walls = batch(self.image, plan.walls, plan, function(at)
    return seen[at]
  end)
  local fan = { { watcher.x, watcher.y } }
  for _, point in ipairs(ends) do
    fan[#fan + 1] = { point.x, point.y }
  end
  fan[#fan + 1] = fan[2]
  self.light = love.graphics.newMesh(fan, "fan", "static")
end

local moves = { left = { -1, 0 }, right = { 1, 0 }, up = { 0, -1 }, down = { 0, 1 } }

function tilemap:keypressed(key)
  local move, plan = moves[key], self.plan
  if not move then
    return
  end
  local x, y = plan.watcher.x + move[1] * plan.size, plan.watcher.y + move[2] * plan.size
  if not sight.blocks(plan, floor(x / plan.size), floor(y / plan.size)) then
    plan.watcher.x, plan.watcher.y = x, y
    self:look()
  end
end

function tilemap.update() end

-- The cells on the way to the mouse, up to the first group with a wall in it.
function tilemap:draw_line(x, y)
  local plan, size = self.plan, self.plan.size
  for group in collide.cells(plan.watcher, { x, y }, plan.frame) do
    local open = true
    for _, cell in ipairs(group) do
      open = open and not sight.blocks(plan, cell.x, cell.y)
    end
    for _, cell in ipairs(group) do
      local wall = sight.blocks(plan, cell.x, cell.y)
      if wall or open then
        love.graphics.setColor(wall and { 1, 0.2, 0.1, 0.6 } or { 0.4, 0.8, 1, 0.35 })
        love.graphics.rectangle("fill", cell.x * size, cell.y * size, size, size)
      end
    end
    if not open then
      break
    end
  end
  love.graphics.setColor(1, 1, 1, 0.8)
  love.graphics.line(plan.watcher.x, plan.watcher.y, x, y)
end

function tilemap:draw(x, y)
  love.graphics.setColor(self.dusk)
  love.graphics.draw(self.floor)
  love.graphics.draw(self.walls)

  love.graphics.stencil(function()
    love.graphics.draw(self.light)
  end, "replace", 1)
  love.graphics.setStencilTest("greater", 0)
  love.graphics.setColor(1, 1, 1)
  love.graphics.draw(self.floor)
  love.graphics.setStencilTest()
  love.graphics.draw(self.lit_walls)

  if x >= 0 and y >= 0 and x < 640 and y < 384 then
    self:draw_line(x, y)
  end
  local watcher = self.plan.watcher
  for _, ring in ipairs({ { 6, 0.27, 0.1, 0.04 }, { 5, 0.95, 0.47, 0.08 }, { 3, 1, 0.93, 0.67 } }) do
    love.graphics.setColor(ring[2], ring[3], ring[4])
    love.graphics.circle("fill", watcher.x, watcher.y, ring[1])
  end
end

function tilemap:caption()
  return string.format("arrows: walk   %d lines of sight crossed %d cells", self.lines, self.cells)
end

return tilemap
