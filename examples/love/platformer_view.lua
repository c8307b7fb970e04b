-- SPDX-License-Identifier: MIT
-- Draws the platformer: the tiles of the map, the hero and the lift, the rays, and the normals of the last hits.
local hills = require("hills")

local platformer_view = {}
platformer_view.__index = platformer_view

local graphics = love.graphics

platformer_view.hero = { 0.93, 0.35, 0.25 }
platformer_view.lift = { 0.32, 0.34, 0.42 }
platformer_view.feeler = { 1, 0.93, 0.45 }
platformer_view.normal = { 0.72, 0.1, 0.55 }

local function bytes(colour)
  return { colour[1] / 255, colour[2] / 255, colour[3] / 255 }
end
platformer_view.sky = bytes(hills.sky)

-- LÖVE reads its own folder only; pictures elsewhere come through Lua's own files.
local function load_image(path)
  local file = assert(io.open(path, "rb"))
  local data = love.filesystem.newFileData(file:read("*a"), path)
  file:close()
  local image = graphics.newImage(love.image.newImageData(data))
  image:setFilter("nearest", "nearest")
  return image
end

function platformer_view.new(maps, map)
  local self = setmetatable({}, platformer_view)
  local layer, image = map.layers[1], load_image(maps .. "/hills.png")
  self.grass = {}
  self.tiles = graphics.newSpriteBatch(image, layer.width * layer.height)
  for i, tile in ipairs(layer.data) do
    if tile ~= 0 then
      local left, top = (tile - 1) % hills.columns, math.floor((tile - 1) / hills.columns)
      local quad = graphics.newQuad(left * hills.size, top * hills.size, hills.size, hills.size, image:getDimensions())
      local x, y = (i - 1) % layer.width, math.floor((i - 1) / layer.width)
      self.tiles:add(quad, x * hills.size, y * hills.size)
      if tile == 1 and y > 0 and layer.data[i - layer.width] == 0 then
        self.grass[#self.grass + 1] = { x * hills.size, y * hills.size }
      end
    end
  end
  return self
end

local function draw_box(shape)
  local x0, y0, x1, y1 = shape:bounds("numbers")
  graphics.rectangle("fill", x0, y0, x1 - x0, y1 - y0)
end

local function draw_hero(x, y, facing)
  graphics.setColor(platformer_view.hero)
  graphics.rectangle("fill", x - 5, y - 9, 10, 18, 5, 5)
  graphics.setColor(1, 1, 1)
  graphics.circle("fill", x + 2 * facing, y - 4, 1.8)
end

local function draw_arrow(at, normal)
  local x, y = at.x + 22 * normal.x, at.y + 22 * normal.y
  graphics.line(at.x, at.y, x, y)
  graphics.polygon("fill", x + 4 * normal.x, y + 4 * normal.y, x - 2 * normal.y, y + 2 * normal.x, x + 2 * normal.y,
    y - 2 * normal.x)
end

function platformer_view:draw(scene)
  graphics.setColor(platformer_view.sky)
  graphics.rectangle("fill", 0, 0, 640, 384)
  graphics.setColor(1, 1, 1)
  graphics.draw(self.tiles)
  graphics.setColor(bytes(hills.grass))
  for _, at in ipairs(self.grass) do
    graphics.rectangle("fill", at[1], at[2], hills.size, 3)
  end
  graphics.setColor(platformer_view.lift)
  draw_box(scene.lift)
  local x, y = scene.hero:get_position("numbers")
  draw_hero(x, y, scene.facing)
  graphics.setLineWidth(1)
  for _, feeler in ipairs(scene.feelers) do
    graphics.setColor(platformer_view.feeler)
    graphics.line(feeler.from.x, feeler.from.y, feeler.to.x, feeler.to.y)
    if feeler.hit then
      graphics.circle("fill", feeler.to.x, feeler.to.y, 2)
    end
  end
  graphics.setColor(platformer_view.normal)
  graphics.setLineWidth(1.5)
  for _, hit in ipairs(scene.hits) do
    draw_arrow(hit.point, hit.normal)
  end
  if scene.ground then
    draw_arrow(scene.ground.point, scene.ground.normal)
  end
end

return platformer_view
