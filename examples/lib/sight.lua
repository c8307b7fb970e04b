-- SPDX-License-Identifier: MIT
-- The visible part of a tile map from Tiled, from a point.
local collide = require("collide")

local sight = {}

-- The table of the map. The file has an empty environment, so it can call nothing.
function sight.load(path)
  local nothing = {}
  local chunk = assert(loadfile(path, "t", nothing))
  if setfenv then
    setfenv(chunk, nothing)
  end
  return chunk()
end

local function named(list, name)
  for _, item in ipairs(list) do
    if item.name == name then
      return item
    end
  end
  error("the map has nothing named '" .. name .. "'")
end

-- The parts of a map that are used here. Tile x, y, from 0, is element y * width + x + 1 of `floor` and `walls`, where
-- 0 means no tile; the watcher's position is in pixels.
function sight.plan(map)
  local watcher = named(named(map.layers, "people").objects, "watcher")
  return {
    width = map.width,
    height = map.height,
    frame = { size = map.tilewidth },
    size = map.tilewidth,
    floor = named(map.layers, "floor").data,
    walls = named(map.layers, "walls").data,
    watcher = { x = watcher.x, y = watcher.y },
  }
end

-- Whether a tile is opaque. Everything beyond the map is.
function sight.blocks(plan, x, y)
  if x < 0 or y < 0 or x >= plan.width or y >= plan.height then
    return true
  end
  return plan.walls[y * plan.width + x + 1] ~= 0
end

-- The ends of the lines of sight: a point every 4 pixels along the border of the map, clockwise.
function sight.ends(plan)
  local right, bottom, ends = plan.width * plan.size, plan.height * plan.size, {}
  for x = 0, right - 4, 4 do
    ends[#ends + 1] = { x = x, y = 0 }
  end
  for y = 0, bottom - 4, 4 do
    ends[#ends + 1] = { x = right, y = y }
  end
  for x = right, 4, -4 do
    ends[#ends + 1] = { x = x, y = bottom }
  end
  for y = bottom, 4, -4 do
    ends[#ends + 1] = { x = 0, y = y }
  end
  return ends
end

-- Follows one line of sight. It enters the tiles of a group at the same t: several tiles if it passes exactly through a
-- corner. It ends at a group with a wall, so it does not pass between two walls that touch at a corner. Marks the
-- visible tiles. Returns the number of tiles that it tested, and the clear part of the line, from 0 to 1.
local function follow(plan, from, to, seen)
  local asked = 0
  for group in collide.cells(from, to, plan.frame) do
    local open = true
    for _, cell in ipairs(group) do
      asked = asked + 1
      open = open and not sight.blocks(plan, cell.x, cell.y)
    end
    for _, cell in ipairs(group) do
      local x, y = cell.x, cell.y
      local inside = x >= 0 and y >= 0 and x < plan.width and y < plan.height
      if inside and (open or sight.blocks(plan, x, y)) then
        seen[y * plan.width + x + 1] = true
      end
    end
    if not open then
      return asked, group.t
    end
  end
  return asked, 1
end

-- The visible tiles from a point in pixels: a table with `true` at the number of each; then the number of lines of
-- sight, the number of cells that they crossed, and the end of each.
function sight.look(plan, from)
  local seen, cells, ends = {}, 0, sight.ends(plan)
  for i, to in ipairs(ends) do
    local asked, clear = follow(plan, from, to, seen)
    cells = cells + asked
    ends[i] = { x = from.x + clear * (to.x - from.x), y = from.y + clear * (to.y - from.y) }
  end
  return seen, #ends, cells, ends
end

-- Whether the line between two points, in pixels, is clear, and the number of cells that it tested. In numbers, because
-- pictures call this for each pixel.
function sight.clear(plan, x0, y0, x1, y1)
  local asked = 0
  for _, _, x, y in collide.cells(x0, y0, x1, y1, plan.frame) do
    asked = asked + 1
    if sight.blocks(plan, x, y) then
      return false, asked
    end
  end
  return true, asked
end

return sight
