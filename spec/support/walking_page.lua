-- SPDX-License-Identifier: MIT
--
-- The tables and pictures of docs/guides/walking.md, from the rows of spec/support/walking_rows.lua.
local files = require("spec.support.files")
local walking = require("spec.support.walking")
local sections = require("spec.support.walking_rows")

local page = { path = "docs/guides/walking.md" }

-- ---- Tables ----------------------------------------------------------------

local function number(x)
  return (("%.14g"):format(x))
end

local function vector(v)
  local words = {}
  for i, x in ipairs(v) do words[i] = number(x) end
  return "(" .. table.concat(words, ", ") .. ")"
end

local body_words = { ball = "circle, sphere, capsules, group", space = "those of space",
  ["ball in space"] = "sphere, capsule, group" }

local function moves_of(row)
  local words = {}
  for _, move in ipairs(row.moves or { row.move }) do
    local v = row.aside and { move[1], move[2], row.aside } or move
    words[#words + 1] = (row.count and row.count .. " × " or "") .. vector(v)
  end
  return table.concat(words, ", then ")
end

local function options_of(row)
  local words = {}
  for _, name in ipairs { "step", "snap", "max_slope" } do
    local value = row.options and row.options[name]
    if value then words[#words + 1] = ("`%s` %s%s"):format(name, number(value), name == "max_slope" and "°" or "") end
  end
  if row.ignores then words[#words + 1] = "`ignore`" end
  return #words > 0 and table.concat(words, ", ") or "none"
end

local function table_of(section)
  local lines = { "| | situation | bodies | moves | options | what happens |", "|---|---|---|---|---|---|" }
  for i, row in ipairs(section.rows) do
    local result = row.result:gsub("{(%w+)}", function(name) return number(row[name]) end)
    local bodies = row.bodies or "all"
    lines[#lines + 1] = ("| %s%d | %s | %s | %s | %s | %s |"):format(section.letter, i, row.situation,
      body_words[bodies] or bodies, moves_of(row), options_of(row), result)
  end
  return table.concat(lines, "\n") .. "\n"
end

-- ---- Pictures --------------------------------------------------------------

local SCALE, WIDTH, GAP, TITLE = 40, 800, 16, 18 -- pixels a unit, and pixels

local STYLE = [[
  text { font: 12px sans-serif; fill: #808890; }
  .frame { fill: none; stroke: #808890; stroke-opacity: 0.35; }
  .solid { fill: #808890; fill-opacity: 0.3; stroke: #808890; }
  .thin { fill: none; stroke: #808890; stroke-width: 3; }
  .one-way { fill: #2f9e6e; fill-opacity: 0.25; stroke: #2f9e6e; stroke-dasharray: 4 2; }
  .body { fill: none; stroke: #3b8beb; stroke-opacity: 0.4; }
  .last { fill: #3b8beb; fill-opacity: 0.2; stroke: #3b8beb; stroke-width: 1.5; }
  .path { fill: none; stroke: #e0762f; }
  .ground { fill: #e0762f; }
  .air { fill: none; stroke: #e0762f; }
]]

-- A coordinate: two digits after the point, at most.
local function pixel(x)
  local text = ("%.2f"):format(x):gsub("0+$", ""):gsub("%.$", "")
  return text == "-0" and "0" or text
end

local function tag(name, class, attributes)
  local words = {}
  for _, pair in ipairs(attributes) do words[#words + 1] = ('%s="%s"'):format(pair[1], pair[2]) end
  return ('<%s class="%s" %s/>'):format(name, class, table.concat(words, " "))
end

-- Draws into the box from `low` to `high`, in units.
local function canvas(low, high)
  local self = { width = (high[1] - low[1]) * SCALE, height = (high[2] - low[2]) * SCALE }
  local out = {}
  local function place(x, y) return (x - low[1]) * SCALE, (high[2] - y) * SCALE end

  function self.points(name, class, points, dx, dy)
    local words = {}
    for i = 1, #points, 2 do
      local x, y = place(points[i] + (dx or 0), points[i + 1] + (dy or 0))
      words[#words + 1] = pixel(x) .. "," .. pixel(y)
    end
    out[#out + 1] = tag(name, class, { { "points", table.concat(words, " ") } })
  end

  function self.rect(class, x0, y0, x1, y1, radius)
    x0, y0 = math.max(x0, low[1] - 1), math.max(y0, low[2] - 1)
    x1, y1 = math.min(x1, high[1] + 1), math.min(y1, high[2] + 1)
    local x, y = place(x0, y1)
    out[#out + 1] = tag("rect", class, { { "x", pixel(x) }, { "y", pixel(y) }, { "width", pixel((x1 - x0) * SCALE) },
      { "height", pixel((y1 - y0) * SCALE) }, { "rx", pixel((radius or 0) * SCALE) } })
  end

  function self.disc(class, x, y, radius)
    x, y = place(x, y)
    out[#out + 1] = tag("circle", class, { { "cx", pixel(x) }, { "cy", pixel(y) }, { "r", pixel(radius) } })
  end

  function self.text() return table.concat(out, "\n") end

  return self
end

local function draw_piece(to, piece)
  local class, b, s, c = piece.one_way and "one-way" or "solid", piece.box, piece.line, piece.circle
  if b then
    to.rect(class, b[1], b[2], b[3], b[4])
  elseif s then
    to.points("polyline", "thin", s)
  elseif c then
    to.disc(class, c[1], c[2], c[3] * SCALE)
  elseif piece.tiles then
    for _, tile in ipairs(piece.tiles) do
      local x, y, corners = tile[1], tile[2], walking.tile_corners[tile[3]]
      if corners then to.points("polygon", class, corners, x, y) else to.rect(class, x, y, x + 1, y + 1) end
    end
  else
    to.points("polygon", class, piece.polygon)
  end
end

-- The outline of discs is a rounded rectangle: that of one, of two above each other, or of four.
local function draw_outline(to, class, outline, x, y)
  if type(outline[1]) == "number" then return to.points("polygon", class, outline, x, y) end
  local first, r = outline[1], outline[1][3]
  local low, high = { first[1], first[2] }, { first[1], first[2] }
  for _, disc in ipairs(outline) do
    for k = 1, 2 do low[k], high[k] = math.min(low[k], disc[k]), math.max(high[k], disc[k]) end
  end
  to.rect(class, x + low[1] - r, y + low[2] - r, x + high[1] + r, y + high[2] + r, r)
end

local function draw_body(to, class, body, x, y)
  for _, outline in ipairs(body.parts or { body.outline }) do draw_outline(to, class, outline, x, y) end
end

local function panel(row, body)
  local trace, pieces = walking.run(row, body), walking.scene(row, body)
  local low, high = { math.huge, math.huge }, { -math.huge, -math.huge }
  for i = 0, #trace do
    local at = trace[i]
    low[1], low[2] = math.min(low[1], at.x - 0.6), math.min(low[2], at.y - 0.4)
    high[1], high[2] = math.max(high[1], at.x + 0.6), math.max(high[2], at.y + body.height + 0.2)
  end
  for _, piece in ipairs(pieces) do
    if piece.is_ceiling then high[2] = math.max(high[2], piece.box[2] + 0.3) end
  end
  if row.shows then
    for k = 1, 2 do low[k], high[k] = math.min(low[k], row.shows[k]), math.max(high[k], row.shows[k]) end
  end
  local to = canvas(low, high)
  for _, piece in ipairs(pieces) do draw_piece(to, piece) end
  local path = {}
  for i = 0, #trace do
    draw_body(to, i == #trace and "last" or "body", body, trace[i].x, trace[i].y)
    path[#path + 1], path[#path + 2] = trace[i].x, trace[i].y
  end
  to.points("polyline", "path", path)
  for i = 0, #trace do
    local has_ground = trace[i].ground or i == 0 and not row.in_air
    to.disc(has_ground and "ground" or "air", trace[i].x, trace[i].y, 2.5)
  end
  return to
end

local function picture(section)
  local out, x, y, tall, width = {}, 0, 0, 0, 0
  for i, row in ipairs(section.rows) do
    for _, name in ipairs(row.draw or {}) do
      local drawn = panel(row, walking.body(name))
      if x > 0 and x + drawn.width > WIDTH then x, y, tall = 0, y + tall + TITLE + GAP, 0 end
      local size = ('width="%s" height="%s"'):format(pixel(drawn.width), pixel(drawn.height))
      out[#out + 1] = ('<text x="%s" y="%s">%s%d %s</text>'):format(pixel(x + 1), pixel(y + TITLE - 6),
        section.letter, i, name)
      out[#out + 1] = ('<svg x="%s" y="%s" %s>\n%s\n<rect class="frame" %s/>\n</svg>'):format(pixel(x + 1),
        pixel(y + TITLE), size, drawn.text(), size)
      width = math.max(width, x + drawn.width + 2)
      x, tall = x + drawn.width + GAP, math.max(tall, drawn.height)
    end
  end
  local height = y + tall + TITLE + 2
  local format = '<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s">\n'
    .. "<style>\n%s</style>\n%s\n</svg>\n"
  local w, h = pixel(width), pixel(height)
  return format:format(w, h, w, h, STYLE, table.concat(out, "\n"))
end

-- ---- Files -----------------------------------------------------------------

-- The text of each file, by its path. The prose of the page stays; a table stands between two comments.
function page.files()
  local list, text = {}, files.contents(page.path)
  for _, section in ipairs(sections) do
    local first, last = ("<!-- rows: %s -->\n"):format(section.name), "<!-- end -->"
    local from = assert(text:find(first, 1, true), "no place for " .. section.name) + #first
    local to = assert(text:find(last, from, true))
    text = text:sub(1, from - 1) .. table_of(section) .. text:sub(to)
    list["docs/pictures/walking-" .. section.name .. ".svg"] = picture(section)
  end
  list[page.path] = text
  return list
end

return page
