-- SPDX-License-Identifier: MIT
-- Draws the disk and the triangle: y up, with a number of pixels for each unit.
local outline = require("outline")

local touch_view = {}
touch_view.__index = touch_view

local graphics = love.graphics
local floor, max, min, pi, sqrt = math.floor, math.max, math.min, math.pi, math.sqrt

local function rgb(hex)
  return { floor(hex / 65536) / 255, floor(hex / 256) % 256 / 255, hex % 256 / 255 }
end

local ground, ink, faint = rgb(0x151a24), rgb(0xe8edf6), rgb(0x8492ad)
local line, bright = rgb(0x55637f), rgb(0xfff6d8)

touch_view.ground, touch_view.nearest = ground, rgb(0xffffff)
touch_view.triangle = { rest = rgb(0x4d6fb3), lit = rgb(0xf2a33a), shaded = rgb(0xf9c25c) }
touch_view.disk = { rest = rgb(0x2f9d8c), lit = rgb(0xe8593f) }
touch_view.ghost = rgb(0x7fe3d0)

-- The shades of the regions 1 to 6; 7 is the triangle itself.
local shades = {
  rgb(0x2c3a6b), rgb(0x46306b), rgb(0x1d4b66), rgb(0x57441f), rgb(0x1f5140), rgb(0x5a2a3f),
}
touch_view.shades = shades

local function lighter(colour, share)
  local mixed = {}
  for i = 1, 3 do
    mixed[i] = colour[i] + (1 - colour[i]) * share
  end
  return mixed
end

-- A view of width by height, `unit` pixels to one of the plane's, with x, y in the middle. Its
-- uppermost `words` pixels are for words.
function touch_view.new(width, height, unit, x, y, words)
  local self = setmetatable({ width = width, height = height, unit = unit, words = words }, touch_view)
  self.fonts = {}
  self.left, self.right = x - width / 2 / unit, x + width / 2 / unit
  self.bottom, self.top = y - height / 2 / unit, y + height / 2 / unit
  return self
end

-- Where a point of the plane is on the screen.
function touch_view:at(x, y)
  return (x - self.left) * self.unit, (self.top - y) * self.unit
end

function touch_view:all(points)
  local moved = {}
  for i = 1, #points, 2 do
    moved[i], moved[i + 1] = self:at(points[i], points[i + 1])
  end
  return moved
end

local function pen(colour, alpha, width)
  graphics.setColor(colour[1], colour[2], colour[3], alpha or 1)
  graphics.setLineWidth(width or 1)
end

-- Letters of the size that the screen has, not enlarged ones. `lean` is 0 for a text to the right
-- of x, 0.5 around it, 1 to its left; its middle is at y.
function touch_view:write(text, x, y, size, lean)
  local left, top = graphics.transformPoint(x, y)
  local scale = (graphics.transformPoint(x + 1, y)) - left
  local pixels = max(6, floor(size * scale + 0.5))
  local font = self.fonts[pixels] or graphics.newFont(pixels)
  self.fonts[pixels] = font
  graphics.push()
  graphics.origin()
  graphics.setFont(font)
  graphics.print(text, floor(left - (lean or 0) * font:getWidth(text) + 0.5),
    floor(top - font:getHeight() / 2 + 0.5))
  graphics.pop()
end

-- ---- The plane -----------------------------------------------------------------

function touch_view:draw_grid()
  pen(ink, 0.06)
  for x = math.ceil(self.left), self.right do
    local at = self:at(x, 0)
    graphics.line(at, 0, at, self.height)
  end
  for y = math.ceil(self.bottom), self.top do
    local _, at = self:at(0, y)
    graphics.line(0, at, self.width, at)
  end
end

function touch_view:draw_edge_lines(corners)
  local far = 4 * (self.width + self.height) / self.unit
  for i = 1, 3 do
    local a, b = corners[i], corners[i % 3 + 1]
    local dx, dy = b.x - a.x, b.y - a.y
    local length = sqrt(dx * dx + dy * dy)
    dx, dy = dx / length * far, dy / length * far
    local ax, ay = self:at(a.x - dx, a.y - dy)
    local bx, by = self:at(b.x + dx, b.y + dy)
    pen(line, 1, 1)
    graphics.line(ax, ay, bx, by)
  end
end

-- A region as far as it is in view, or below `top`.
function touch_view:region(corners, number, top)
  top = top or self.top
  local frame = { self.left, self.bottom, self.right, self.bottom, self.right, top, self.left, top }
  return outline.region(frame, corners, number)
end

function touch_view:draw_region(scene)
  local shade = shades[scene.region]
  local points = self:region(scene.corners, scene.region)
  if shade and #points >= 6 then
    pen(shade)
    graphics.polygon("fill", self:all(points))
  end
end

-- Where a region's number goes: below the words where there is room; nil when it is too small.
function touch_view:number_place(corners, number)
  local area, x, y = outline.middle(self:region(corners, number, self.top - self.words / self.unit))
  if area < 1.5 then
    area, x, y = outline.middle(self:region(corners, number))
  end
  if area > 0.6 then
    return x, y
  end
end

-- The numbers of the regions where the disk is not; it may hide some.
function touch_view:draw_numbers(scene)
  for number = 1, 7 do
    local x, y = self:number_place(scene.corners, number)
    if x and number ~= scene.region then
      local px, py = self:at(x, y)
      pen(number == 7 and ink or faint, 0.7)
      self:write(tostring(number), px, py, 14, 0.5)
    end
  end
end

-- The number of the region where the disk is; on the disk, beside the arrow, where that hides it.
function touch_view:draw_number(scene)
  local x, y = self:number_place(scene.corners, scene.region)
  if not x or (x - scene.x) ^ 2 + (y - scene.y) ^ 2 < 1.3 * 1.3 then
    local normal = scene.contact and scene.contact.normal or { x = 0, y = -1 }
    local wx, wy = -normal.x, -normal.y
    if scene.region ~= 7 then -- the nearest point is over there
      wx, wy = wy, -wx
    end
    x, y = scene.x + 0.55 * wx, scene.y + 0.55 * wy
  end
  local px, py = self:at(x, y)
  pen(ink)
  self:write(tostring(scene.region), px, py, 22, 0.5)
end

-- ---- The two -------------------------------------------------------------------

-- What is filled has no smooth edges; a line around it does.
local function disk(x, y, radius, fill, edge)
  pen(fill)
  graphics.circle("fill", x, y, radius - 0.5)
  pen(edge, 1, 1.5)
  graphics.circle("line", x, y, radius - 0.75)
end

function touch_view:draw_triangle(scene)
  local fill = touch_view.triangle[scene.region == 7 and "shaded" or scene.touching and "lit" or "rest"]
  local points = {}
  for i, corner in ipairs(scene.corners) do
    points[2 * i - 1], points[2 * i] = self:at(corner.x, corner.y)
  end
  pen(fill)
  graphics.polygon("fill", points)
  return points, lighter(fill, 0.45)
end

function touch_view:draw_letters(corners)
  local mx = (corners[1].x + corners[2].x + corners[3].x) / 3
  local my = (corners[1].y + corners[2].y + corners[3].y) / 3
  pen(faint)
  for i, corner in ipairs(corners) do
    local dx, dy = corner.x - mx, corner.y - my
    local away = 10 / (self.unit * max(1e-3, sqrt(dx * dx + dy * dy)))
    local x, y = self:at(corner.x + dx * away, corner.y + dy * away)
    self:write(("ABC"):sub(i, i), x, y, 11, 0.5)
  end
end

function touch_view:draw_ghost(ghost)
  local x, y = self:at(ghost.x, ghost.y)
  local dashes = 24
  pen(touch_view.ghost, 1, 1.5)
  for i = 0, dashes - 1 do
    local from = 2 * pi * i / dashes
    graphics.arc("line", "open", x, y, self.unit, from, from + 1.2 * pi / dashes, 6)
  end
end

-- An arrow between two places of the plane; a short one has a small head.
function touch_view:draw_arrow(ax, ay, bx, by)
  ax, ay = self:at(ax, ay)
  bx, by = self:at(bx, by)
  local dx, dy = bx - ax, by - ay
  local length = sqrt(dx * dx + dy * dy)
  if length < 0.5 then
    return
  end
  dx, dy = dx / length, dy / length
  local head = min(9, length * 0.6)
  local nx, ny = bx - dx * head, by - dy * head
  pen(bright, 1, min(2.5, length / 4))
  graphics.line(ax, ay, nx, ny)
  local wide = head * 0.45
  local tip = { bx, by, nx - dy * wide, ny + dx * wide, nx + dy * wide, ny - dx * wide }
  graphics.polygon("fill", tip)
  graphics.setLineWidth(0.75)
  graphics.polygon("line", tip)
end

-- What is between the two while they are apart, or the way to the nearest point.
function touch_view:draw_gap(scene)
  local cx, cy = self:at(scene.x, scene.y)
  local nx, ny = self:at(scene.nearest[1], scene.nearest[2])
  pen(touch_view.nearest, 0.35, 1)
  graphics.line(cx, cy, nx, ny)
  if scene.gap[1] > 0 then
    local ax, ay = self:at(scene.gap[2].x, scene.gap[2].y)
    pen(bright, 0.9, 1.5)
    graphics.line(ax, ay, nx, ny)
    if scene.gap[1] > 1 then
      local length = sqrt((nx - ax) ^ 2 + (ny - ay) ^ 2)
      local side = nx < ax and -10 / length or 10 / length -- above the line
      self:write(string.format("%.2f", scene.gap[1]), (ax + nx) / 2 + (ny - ay) * side,
        (ay + ny) / 2 - (nx - ax) * side, 10, 0.5)
    end
  end
end

function touch_view:draw_nearest(nearest)
  local x, y = self:at(nearest[1], nearest[2])
  disk(x, y, 4.5, ground, ground)
  disk(x, y, 3.5, touch_view.nearest, touch_view.nearest)
end

function touch_view:draw(scene)
  pen(ground)
  graphics.rectangle("fill", 0, 0, self.width, self.height)
  self:draw_region(scene)
  self:draw_grid()
  self:draw_edge_lines(scene.corners)
  local points, edge = self:draw_triangle(scene)
  self:draw_numbers(scene)
  self:draw_letters(scene.corners)
  if scene.ghost then
    local x, y = self:at(scene.ghost.x, scene.ghost.y)
    pen(touch_view.ghost, 0.12)
    graphics.circle("fill", x, y, self.unit)
  end
  local x, y = self:at(scene.x, scene.y)
  local fill = touch_view.disk[scene.touching and "lit" or "rest"]
  disk(x, y, self.unit, fill, lighter(fill, 0.45))
  pen(edge, 1, 1.5)
  graphics.polygon("line", points)
  self:draw_number(scene)
  if scene.ghost then
    self:draw_ghost(scene.ghost)
  end
  self:draw_gap(scene)
  if scene.ghost then
    self:draw_arrow(scene.x, scene.y, scene.ghost.x, scene.ghost.y)
  end
  self:draw_nearest(scene.nearest)
end

-- ---- Words ---------------------------------------------------------------------

local function panel(x, y, width, height)
  pen(ground, 0.8)
  graphics.rectangle("fill", x, y, width, height, 5)
  pen(line, 0.6, 0.75)
  graphics.rectangle("line", x, y, width, height, 5)
end

local legend = {
  { "move the disk", "h", "j", "k", "l" },
  { "turn the triangle", "r" },
  { "scale the triangle", "s", "t" },
  { "the other way round", "shift" },
}

-- The keys, and which of them are down.
function touch_view:draw_keys(scene)
  local held = scene.held
  panel(8, 8, 176, 76)
  for row, entry in ipairs(legend) do
    local x, y = 15, 19 + (row - 1) * 18
    for i = 2, #entry do
      local key = entry[i]
      local down = held[key] or key == "shift" and (held.lshift or held.rshift)
      local width = key == "shift" and 30 or 14
      pen(down and bright or line, down and 1 or 0.55)
      graphics.rectangle("fill", x, y - 7, width, 14, 3)
      pen(down and ground or ink)
      self:write(#key == 1 and key:upper() or key, x + width / 2, y, 9, 0.5)
      x = x + width + 2
    end
    pen(faint)
    self:write(entry[1], 84, y, 9)
  end
end

local function pair(x, y)
  return string.format("%.2f, %.2f", x + 0, y + 0)
end

-- What the module says of the two.
function touch_view:draw_answers(scene)
  local contact = scene.contact
  local rows = {
    { "overlap", tostring(scene.touching) },
    { "triangle_region", tostring(scene.region) },
    { "distance", string.format("%.2f", scene.gap[1]) },
    { "closest", pair(scene.nearest[1], scene.nearest[2]) },
    { "contact.depth", contact and string.format("%.2f", contact.depth) or "-" },
    { "contact.normal", contact and pair(contact.normal.x, contact.normal.y) or "-" },
  }
  local left, width = self.width - 168, 160
  panel(left, 8, width, 14 + #rows * 14)
  for i, row in ipairs(rows) do
    local y = 8 + 7 + (i - 0.5) * 14
    pen(faint)
    self:write(row[1], left + 8, y, 9)
    pen(i == 1 and scene.touching and touch_view.triangle.lit or ink)
    self:write(row[2], left + width - 8, y, 9, 1)
  end
end

return touch_view
