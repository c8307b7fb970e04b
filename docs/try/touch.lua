-- SPDX-License-Identifier: MIT
-- A circle against a triangle: the region of its centre, the nearest point, and the way out.
local collide = require("collide")
local drawing = require("drawing")
local outline = require("outline")

local touch = {}

local number, vector = drawing.number, drawing.vector
local width, height = 480, 288

local function draw_regions(svg, corners, region)
  local all = { 0, 0, width, 0, width, height, 0, height }
  for which = 1, 7 do
    local points = outline.region(all, corners, which)
    local area, x, y = outline.middle(points)
    if which == region and #points > 0 then
      svg:add('<polygon class="region" points="%s"/>', table.concat(points, " "))
    end
    if area > 900 then
      local here = which == region and " here" or ""
      svg:add('<text class="number%s" x="%g" y="%g">%d</text>', here, x, y + 6, which)
    end
  end
end

-- The triangle's sides, far beyond its corners.
local function draw_sides(svg, triangle, corners)
  for i, edge in ipairs({ triangle:edges() }) do
    local corner, length = corners[i], math.sqrt(edge.x ^ 2 + edge.y ^ 2)
    if length > 0 then
      local x, y = edge.x / length * 700, edge.y / length * 700
      svg:add('<path class="side" d="M%g %gL%g %g"/>', corner.x - x, corner.y - y, corner.x + x, corner.y + y)
    end
  end
end

local function arrow(svg, class, x0, y0, x1, y1)
  local dx, dy = x1 - x0, y1 - y0
  local length = math.sqrt(dx * dx + dy * dy)
  svg:add('<path class="%s" d="M%g %gL%g %g"/>', class, x0, y0, x1, y1)
  if length > 4 then
    local head = math.min(9, length / 2)
    dx, dy = dx / length * head, dy / length * head
    svg:add('<path class="%s head" d="M%g %gL%g %gL%g %gZ"/>', class, x1, y1,
      x1 - dx - dy * 0.6, y1 - dy + dx * 0.6, x1 - dx + dy * 0.6, y1 - dy - dx * 0.6)
  end
end

local function in_words(region, contact, distance)
  if contact then
    local push = ("(%.4g, %.4g)"):format(contact.normal.x * contact.depth, contact.normal.y * contact.depth)
    return ("Region %d. They overlap, %.4g deep: the arrow %s pushes the circle out")
      :format(region, contact.depth, push)
  end
  return ("Region %d. They are %.4g apart, and the dot is the nearest point"):format(region, distance)
end

-- The triangle's corners, the circle's centre and its radius in: "ax ay bx by cx cy x y r".
function touch.draw(text)
  local ax, ay, bx, by, cx, cy, x, y, radius = drawing.numbers(text)
  local corners = { { x = ax, y = ay }, { x = bx, y = by }, { x = cx, y = cy } }
  local triangle = collide.triangle(corners)
  local circle = collide.circle({ radius = radius, position = { x, y } })
  local region = triangle:triangle_region({ x, y })
  local _, nearest = triangle:closest({ x, y })
  local contact = circle:contact(triangle)
  local state = contact and "meet" or "apart"

  local svg = drawing.new()
  draw_regions(svg, corners, region)
  draw_sides(svg, triangle, corners)
  svg:add('<polygon class="triangle %s" points="%g,%g %g,%g %g,%g"/>', state, ax, ay, bx, by, cx, cy)
  svg:add('<circle class="disk %s" cx="%g" cy="%g" r="%g"/>', state, x, y, radius)
  if contact then
    local px, py = x + contact.normal.x * contact.depth, y + contact.normal.y * contact.depth
    svg:add('<circle class="ghost" cx="%.9g" cy="%.9g" r="%g"/>', px, py, radius)
    arrow(svg, "push", x, y, px, py)
  else
    svg:add('<path class="gap" d="M%g %gL%g %g"/>', x, y, nearest.x, nearest.y)
  end
  svg:add('<circle class="nearest" data-region="%d" cx="%.9g" cy="%.9g" r="4"/>', region, nearest.x, nearest.y)

  local asked = ("collide.contact(collide.circle { radius = %s, position = %s }, collide.triangle { %s, %s, %s })")
    :format(number(radius), vector(x, y), vector(ax, ay), vector(bx, by), vector(cx, cy))
  return svg:markup(), in_words(region, contact, collide.distance(circle, triangle)), asked
end

return touch
