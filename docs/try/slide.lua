-- SPDX-License-Identifier: MIT
-- A rect that is moved: where it meets something it slides along it, and it ends in nothing.
local collide = require("collide")
local drawing = require("drawing")

local slide = {}

local count, vector = drawing.count, drawing.vector
local half = 14

-- What is in its way, as it is written in the question.
local level = [[{
  collide.polygon { 60, 250, 180, 190, 300, 250 },
  collide.rect { min = { 0, 250 }, max = { 480, 288 } },
  collide.circle { radius = 34, position = { 250, 96 } },
  collide.rect { half = { 46, 10 }, position = { 386, 170 }, rotation = -0.4 },
  collide.rect { min = { 440, 40 }, max = { 460, 250 } } }]]
local shapes = load("local collide = ... return " .. level)(collide)

local function draw_level(svg)
  for _, shape in ipairs(shapes) do
    local told = shape:describe()
    if told.shape == "circle" then
      svg:add('<circle class="solid" cx="%g" cy="%g" r="%g"/>', told.position[1], told.position[2], told.radius)
    else
      svg:add('<polygon class="solid" points="%s"/>', table.concat({ shape:points("numbers") }, " "))
    end
  end
end

local function draw_rect(svg, class, x, y)
  svg:add('<rect class="%s" x="%.9g" y="%.9g" width="%d" height="%d"/>', class, x - half, y - half, 2 * half, 2 * half)
end

local function draw_hit(svg, hit)
  local p, n = hit.point, hit.normal
  svg:add('<path class="face" d="M%.9g %.9gL%.9g %.9g"/>', p.x, p.y, p.x + 22 * n.x, p.y + 22 * n.y)
  svg:add('<circle class="met" cx="%.9g" cy="%.9g" r="4"/>', p.x, p.y)
end

local function in_words(moved, is_in)
  local begins = is_in and "It begins in something, and is pushed out. " or ""
  local ends = (" and ends at (%.4g, %.4g)"):format(moved.position.x, moved.position.y)
  if moved.inside then
    return "It begins in something, and there is no way out"
  elseif #moved.hits == 0 then
    return begins .. "Nothing is in its way," .. ends
  end
  return begins .. "It meets something " .. count(#moved.hits, "time", "times") .. ", slides along it" .. ends
end

-- Where it is and where it is to go in: "x y x y".
function slide.draw(text)
  local x0, y0, x1, y1 = drawing.numbers(text)
  local rect = collide.rect({ half = { half, half }, position = { x0, y0 } })
  local is_in = collide.overlap_all(rect, shapes, { touching = "skip" })[1]
  local moved = collide.move(shapes, rect, { x1 - x0, y1 - y0 })
  local svg = drawing.new()
  draw_level(svg)
  svg:add('<path class="gap" d="M%g %gL%g %g"/>', x0, y0, x1, y1)
  draw_rect(svg, "ghost", x1, y1)
  local path = { ("M%.9g %.9g"):format(x0, y0) }
  for i, hit in ipairs(moved.hits) do
    path[i + 1] = ("L%.9g %.9g"):format(hit.position.x, hit.position.y)
  end
  path[#path + 1] = ("L%.9g %.9g"):format(moved.position.x, moved.position.y)
  draw_rect(svg, "mover begin", x0, y0)
  draw_rect(svg, "mover end", moved.position.x, moved.position.y)
  svg:add('<path class="line way" d="%s"/>', table.concat(path))
  for _, hit in ipairs(moved.hits) do
    draw_hit(svg, hit)
  end
  local asked = ("collide.move(%s, collide.rect { half = { %d, %d }, position = %s }, %s).position"):format(
    level:gsub("%s+", " "), half, half, vector(x0, y0), vector(x1 - x0, y1 - y0))
  return svg:markup(), in_words(moved, is_in), asked
end

return slide
