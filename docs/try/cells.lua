-- SPDX-License-Identifier: MIT
-- The cells that a line crosses, one unit a side. What is entered at one instant is one group: a
-- single cell, or three of them where the line goes exactly through a corner.
local collide = require("collide")
local drawing = require("drawing")

local cells = {}

local count, vector = drawing.count, drawing.vector

local function draw_group(svg, i, group)
  for k, cell in ipairs(group) do
    local kind = k < #group and "beside" or i % 2 == 0 and "even" or "odd"
    svg:add('<rect class="cell %s" data-cell="%d,%d" x="%d" y="%d" width="1" height="1"/>',
      kind, cell.x, cell.y, cell.x, cell.y)
  end
  local last = group[#group]
  svg:add('<text x="%g" y="%g" class="order">%d</text>', last.x + 0.5, last.y + 0.62, i)
end

-- Two ends in, "x y x y"; out come the picture, what it shows in words, and what was asked.
function cells.draw(text)
  local x0, y0, x1, y1 = drawing.numbers(text)
  local groups = collide.trace({ x0, y0 }, { x1, y1 })
  local svg, corners, total = drawing.new(), drawing.new(), 0
  for i, group in ipairs(groups) do
    draw_group(svg, i, group)
    total = total + #group
    if #group > 1 then
      local t = group.t
      corners:add('<circle class="corner" cx="%.9g" cy="%.9g" r="0.16"/>', x0 + t * (x1 - x0), y0 + t * (y1 - y0))
    end
  end
  svg:add('<path class="line" d="M%.9g %.9gL%.9g %.9g"/>', x0, y0, x1, y1)
  local words = ("%s in %s"):format(count(total, "cell", "cells"), count(#groups, "group", "groups"))
  if #corners > 0 then
    words = words .. (", %s exactly through a corner"):format(count(#corners, "time", "times"))
  end
  local asked = ("collide.trace(%s, %s)"):format(vector(x0, y0), vector(x1, y1))
  return svg:markup() .. corners:markup(), words, asked
end

return cells
