-- SPDX-License-Identifier: MIT
-- lua packaging/web/expect.lua WHAT NUMBER...: what the page should show, by the module as it is
-- built for this machine.
local collide = require("collide")

local expect = {}

-- "x y group last" for each cell under the line from x0, y0 to x1, y1.
function expect.cells(x0, y0, x1, y1)
  for i, group in ipairs(collide.trace({ x0, y0 }, { x1, y1 })) do
    for k, cell in ipairs(group) do
      print(cell.x, cell.y, i, k == #group and 1 or 0)
    end
  end
end

-- The region, the nearest point, and the depth and the push where the two overlap.
function expect.touch(ax, ay, bx, by, cx, cy, x, y, radius)
  local triangle = collide.triangle({ { ax, ay }, { bx, by }, { cx, cy } })
  local disk = collide.circle({ radius = radius, position = { x, y } })
  local _, nearest = triangle:closest({ x, y })
  print(triangle:triangle_region({ x, y }), nearest.x, nearest.y)
  local contact = disk:contact(triangle)
  if contact then
    print(contact.depth, contact.normal.x * contact.depth, contact.normal.y * contact.depth)
  end
end

-- The region of each of the points x, y.
function expect.regions(ax, ay, bx, by, cx, cy, ...)
  local triangle = collide.triangle({ { ax, ay }, { bx, by }, { cx, cy } })
  local points = { ... }
  for i = 1, #points, 2 do
    print(triangle:triangle_region({ points[i], points[i + 1] }))
  end
end

-- Where a rect of 28 by 28 ends that moves from x0, y0 to x1, y1 among what the picture has, how many
-- hits there were, and how much it is in then; and each hit's point and normal.
function expect.slide(x0, y0, x1, y1)
  local level = {
    collide.polygon({ 60, 250, 180, 190, 300, 250 }),
    collide.rect({ min = { 0, 250 }, max = { 480, 288 } }),
    collide.circle({ radius = 34, position = { 250, 96 } }),
    collide.rect({ half = { 46, 10 }, position = { 386, 170 }, rotation = -0.4 }),
    collide.rect({ min = { 440, 40 }, max = { 460, 250 } }),
  }
  local rect = collide.rect({ half = { 14, 14 }, position = { x0, y0 } })
  local moved = collide.move(level, rect, { x1 - x0, y1 - y0 })
  print(moved.position.x, moved.position.y, #moved.hits, #collide.overlap_all(rect, level, { touching = "skip" }))
  for _, hit in ipairs(moved.hits) do
    print(hit.point.x, hit.point.y, hit.normal.x, hit.normal.y)
  end
end

-- Seen from so many degrees, for each of the pixels x, y: red, green, blue and the solid's name.
function expect.solids(degrees, ...)
  package.path = "examples/lib/?.lua;" .. package.path
  local width, height = 480, 288
  local scene = require("scene").new()
  scene:look_from(degrees)
  local pixels = { ... }
  for i = 1, #pixels, 2 do
    local across, upward = (2 * pixels[i] + 1 - width) / width, (height - 2 * pixels[i + 1] - 1) / width
    local r, g, b, index = scene:colour(across, upward)
    print(math.floor(r), math.floor(g), math.floor(b), index and scene.shapes[index]:describe().shape or "sky")
  end
end

local numbers = {}
for i = 2, #arg do
  numbers[i - 1] = assert(tonumber(arg[i]), arg[i])
end
expect[arg[1]]((table.unpack or unpack)(numbers)) -- luacheck: ignore 143
