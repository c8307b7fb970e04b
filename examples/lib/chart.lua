-- SPDX-License-Identifier: MIT
-- Draws a plan and its visible part: as text, as coloured text, or as a picture.
local picture = require("picture")
local sight = require("sight")
local tiles = require("tiles")

local chart = {}

local floor, sqrt = math.floor, math.sqrt

local glyphs = { [3] = "()", [5] = "()", [16] = "()", [12] = "%%", [13] = "[]" }

local function watcher_tile(plan)
  return floor(plan.watcher.x / plan.size), floor(plan.watcher.y / plan.size)
end

-- Two characters a tile: seen walls as themselves, seen floor as a dot, unseen walls as colons.
local function letters(plan, seen, x, y)
  local at = y * plan.width + x + 1
  local wall = plan.walls[at]
  if wall == 0 then
    return seen[at] and " ." or "  "
  end
  return seen[at] and (glyphs[wall] or "##") or "::"
end

local function mean(tile)
  local red, green, blue, last = 0, 0, 0, tiles.size - 1
  for y = 0, last do
    for x = 0, last do
      local r, g, b = tiles.colour(tile, x, y)
      red, green, blue = red + r, green + g, blue + b
    end
  end
  local count = tiles.size * tiles.size
  return { red / count, green / count, blue / count }
end

-- The light on a point: blue dusk in the invisible part, the light of a lamp in the visible part.
local function lit(plan, seen, x, y, r, g, b)
  if not seen then
    return r * 0.31, g * 0.34, b * 0.44
  end
  local dx, dy = x - plan.watcher.x, y - plan.watcher.y
  local by = 0.52 + 0.68 / (1 + (dx * dx + dy * dy) / 22500)
  return r * by * 1.08, g * by, b * by * 0.86
end

local function coloured(plan, seen, means, x, y)
  local at = y * plan.width + x + 1
  local wall = plan.walls[at]
  local tile = wall ~= 0 and wall or plan.floor[at]
  means[tile] = means[tile] or mean(tile)
  local half = plan.size / 2
  local left, top = x * plan.size + half, y * plan.size + half
  local r, g, b = lit(plan, seen[at], left, top, means[tile][1], means[tile][2], means[tile][3])
  local paper = string.format("\27[48;2;%d;%d;%dm", floor(r), floor(g), floor(b))
  if wall == 0 then
    return paper .. "  "
  end
  local ink = string.format("\27[38;2;%d;%d;%dm", floor(r * 0.6), floor(g * 0.6), floor(b * 0.6))
  return paper .. ink .. (glyphs[wall] or "\226\150\145\226\150\145")
end

-- The plan in lines of text, two columns a tile.
function chart.text(plan, seen, colour)
  local means, lines = {}, {}
  local at_x, at_y = watcher_tile(plan)
  for y = 0, plan.height - 1 do
    local line = {}
    for x = 0, plan.width - 1 do
      if x == at_x and y == at_y then
        line[#line + 1] = colour and "\27[48;2;255;140;30;38;2;60;20;0m<>" or "@@"
      elseif colour then
        line[#line + 1] = coloured(plan, seen, means, x, y)
      else
        line[#line + 1] = letters(plan, seen, x, y)
      end
    end
    lines[#lines + 1] = table.concat(line) .. (colour and "\27[0m" or "")
  end
  return table.concat(lines, "\n")
end

local function lantern(image, plan)
  for y = -6, 6 do
    for x = -6, 6 do
      local from_centre = sqrt((x + 0.5) ^ 2 + (y + 0.5) ^ 2)
      if from_centre < 3.2 then
        image:set(plan.watcher.x + x, plan.watcher.y + y, 255, 236, 170)
      elseif from_centre < 5 then
        image:set(plan.watcher.x + x, plan.watcher.y + y, 240, 120, 20)
      elseif from_centre < 6 then
        image:set(plan.watcher.x + x, plan.watcher.y + y, 70, 26, 10)
      end
    end
  end
end

-- The plan as a picture. Each wall tile has one light; the floor has one line of sight for each pixel. `progress` gets
-- the finished share. Also returns the number of lines and of cells that they cross.
function chart.picture(plan, seen, progress)
  local size = plan.size
  local image = picture.new(plan.width * size, plan.height * size)
  local lines, cells = 0, 0
  for y = 0, image.height - 1 do
    for x = 0, image.width - 1 do
      local at = floor(y / size) * plan.width + floor(x / size) + 1
      local tile, bright = plan.walls[at], seen[at]
      if tile == 0 then
        local clear, asked = sight.clear(plan, plan.watcher.x, plan.watcher.y, x + 0.5, y + 0.5)
        tile, bright, lines, cells = plan.floor[at], clear, lines + 1, cells + asked
      end
      local r, g, b = tiles.colour(tile, x % size, y % size)
      image:set(x, y, lit(plan, bright, x, y, r, g, b))
    end
    progress((y + 1) / image.height)
  end
  lantern(image, plan)
  return image, lines, cells
end

return chart
