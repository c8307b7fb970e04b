-- SPDX-License-Identifier: MIT
-- Picking among 2,000 rotated boxes: under the cursor, through a glass pane, and in a selection frame. `lua
-- examples/many_boxes.lua boxes` also draws the camera's view, as boxes.png or boxes.ppm.
package.path = "examples/lib/?.lua;" .. package.path
local collide = require("collide")

-- A generator that makes the same boxes under every Lua; math.random differs.
local state = 1
local function random(low, high)
  state = state * 16807 % 2147483647
  return low + (high - low) * state / 2147483647
end

local boxes = {}
for i = 1, 2000 do
  boxes[i] = collide.box({
    half = { random(0.2, 0.6), random(0.2, 0.6), random(0.2, 0.6) },
    position = { random(-20, 20), random(-12, 12), random(10, 50) },
    rotation = { random(-1, 1), random(-1, 1), random(-1, 1), random(-1, 1) }, -- of any length
    layer = i % 10 == 0 and "glass" or "wood",
    data = i,
  })
end

-- The camera is at the origin and looks along z. The screen has 320 x 200 pixels; its middle is at x = 0, y = 0 at a
-- distance of 1, and y points down.
local width, height = 320, 200
local function to_screen(px, py)
  return (px - width / 2) / 200, (height / 2 - py) / 200
end

-- In numbers a pixel makes no garbage. Returns nil, or the index of the box, t and the normal.
local function pick(px, py, options)
  local x, y = to_screen(px, py)
  local t, nx, ny, nz, _, _, _, _, index = collide.raycast(boxes, 0, 0, 0, x, y, 1, options)
  return index, t, nx, ny, nz
end

print("under the cursor", (pick(160, 100))) --> under the cursor	1732
print("nothing there", (pick(42, 2))) --> nothing there	nil
print("behind the glass", (pick(164, 34)), (pick(164, 34, { ignore = "glass" }))) --> behind the glass	850	1856

-- Everything that the cursor's ray hits, nearest first.
local x, y = to_screen(90, 20)
for _, hit in ipairs(collide.raycast_all(boxes, { 0, 0, 0 }, { x, y, 1 })) do
  print(("%d at %.3f, left at %.3f"):format(hit.shape.data, hit.t, hit.t_exit))
end
--> 132 at 17.383, left at 18.277
--> 1652 at 18.999, left at 19.585
--> 1126 at 21.981, left at 22.169
--> 1884 at 29.291, left at 29.650

-- The view through a frame on the screen is the hull of eight corners, near and far. The test is exact, so it includes
-- boxes that only reach into the view. A hull must have volume, so the frame is at least one pixel wide and high. With
-- "numbers" the answer is one array of indices.
local function frame(left, top, right, bottom)
  right, bottom = math.max(right, left + 1), math.max(bottom, top + 1)
  local corners = {}
  for _, z in ipairs { 1, 60 } do
    for _, py in ipairs { top, bottom } do
      for _, px in ipairs { left, right } do
        local sx, sy = to_screen(px, py)
        corners[#corners + 1] = { sx * z, sy * z, z }
      end
    end
  end
  return collide.hull(corners)
end

local all = collide.overlap_all(frame(0, 0, width, height), boxes, "numbers")
local dragged = collide.overlap_all(frame(100, 80, 140, 110), boxes, "numbers")
local glass = collide.overlap_all(frame(100, 80, 140, 110), boxes, { only = "glass" }, "numbers")
print(#all .. " on the screen, " .. #dragged .. " in the frame, " .. #glass .. " of them of glass")
--> 1695 on the screen, 93 in the frame, 4 of them of glass

-- Which box is nearest to a point of the scene?
local distance, _, box = collide.closest(boxes, { 0, 0, 5 })
print(("box %d is %.3f away"):format(box.data, distance)) --> box 738 is 4.386 away

local path = (...)
if path and not path:find("%.lua$") then
  local picture = require("picture")
  local selected, image = {}, picture.new(width, height)
  for _, index in ipairs(dragged) do selected[index] = true end
  for py = 0, height - 1 do
    for px = 0, width - 1 do
      local index, t, nx, ny, nz = pick(px + 0.5, py + 0.5)
      local light = index and (40 + 160 * math.abs(0.3 * nx + 0.8 * ny - 0.5 * nz)) * (1.2 - t / 60) or 0
      local red = index and selected[index] and 1.25 or 0.7
      local blue = index and boxes[index]:get_layer() == "glass" and 1.3 or 0.6
      image:set(px, py, index and light * red or 18, index and light * 0.8 or 22, index and light * blue or 34)
    end
  end
  print(image:save(path))
end
