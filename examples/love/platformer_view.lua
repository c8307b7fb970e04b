-- SPDX-License-Identifier: MIT
-- Draws the platformer: the tiles of the map, the things, the hero, the rays, and the normals of the last hits. Over
-- them it can show what the module considers solid.
local collide = require("collide")
local hills = require("hills")

local platformer_view = {}
platformer_view.__index = platformer_view

local graphics = love.graphics

platformer_view.hero = { 0.93, 0.35, 0.25 }
platformer_view.lift = { 0.32, 0.34, 0.42 }
platformer_view.feeler = { 1, 0.93, 0.45 }
platformer_view.normal = { 0.72, 0.1, 0.55 }
platformer_view.solid = { 0.98, 0.12, 0.6 }
platformer_view.thing = { 0.5, 0.5, 0.53 }

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

-- The rotation and the scale of a tile's picture. Tiled mirrors a tile about its diagonal first, then along x and y.
local function orientation(flip_x, flip_y, flip_diagonal)
  if flip_diagonal then
    return flip_y and -math.pi / 2 or math.pi / 2, 1, flip_x == flip_y and -1 or 1
  end
  return 0, flip_x and -1 or 1, flip_y and -1 or 1
end

local function add_tiles(batch, image, grid)
  local size, half = hills.size, hills.size / 2
  for x, y, value in grid:each() do
    local gid, flip_x, flip_y, flip_diagonal = grid:gid(value)
    local left, top = (gid - 1) % hills.columns, math.floor((gid - 1) / hills.columns)
    local quad = graphics.newQuad(left * size, top * size, size, size, image:getDimensions())
    local angle, scale_x, scale_y = orientation(flip_x, flip_y, flip_diagonal)
    batch:add(quad, x * size + half, y * size + half, angle, scale_x, scale_y, half, half)
  end
end

-- Adds the outline of a shape, or those of the parts of a group, to the list.
local function add_outlines(list, shape)
  local outline = shape:outline()
  for _, part in ipairs(type(outline[1]) == "table" and outline or { outline }) do
    list[#list + 1] = part
  end
end

-- The outlines of all tiles, as the module has them: a tile without a shape of its own fills its cell. One-way tiles
-- count, too.
local function find_outlines(grid)
  local list, cell = {}, collide.rect({ min = { 0, 0 }, max = { 1, 1 } })
  for x, y, value in grid:each() do
    local tile = grid:get_shape(value) or cell
    add_outlines(list, tile:set_scale(hills.size):set_position(x * hills.size, y * hills.size))
  end
  return list
end

local function draw_solid(outline)
  local red, green, blue = unpack(platformer_view.solid)
  graphics.setColor(red, green, blue, 0.35)
  graphics.polygon("fill", outline)
  graphics.setColor(red, green, blue, 0.9)
  graphics.polygon("line", outline)
end

-- Shows what the module considers solid, or no longer.
function platformer_view:toggle_solids(scene)
  self.shows_solids = not self.shows_solids
  self.solids = self.solids or find_outlines(scene.grid)
end

function platformer_view.new(maps, scene)
  local self = setmetatable({ grass = {} }, platformer_view)
  local image = load_image(maps .. "/hills.png")
  self.tiles = graphics.newSpriteBatch(image, scene.grid:count() + 64)
  for _, grid in ipairs(scene.areas) do
    add_tiles(self.tiles, image, grid)
  end
  add_tiles(self.tiles, image, scene.grid)
  for x, y, value in scene.grid:each() do
    if value == 1 and y > 0 and scene.grid:get(x, y - 1) == 0 then
      self.grass[#self.grass + 1] = { x * hills.size, y * hills.size }
    end
  end
  return self
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
  for _, shape in ipairs(scene.things) do
    graphics.setColor(shape == scene.lift and platformer_view.lift or platformer_view.thing)
    graphics.polygon("fill", shape:outline())
  end
  if self.shows_solids then
    graphics.setLineWidth(1)
    for _, outline in ipairs(self.solids) do
      draw_solid(outline)
    end
    for _, shape in ipairs(scene.things) do
      draw_solid(shape:outline())
    end
  end
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
