-- SPDX-License-Identifier: MIT
-- Pictures as flat arrays of red, green, blue from 0 to 255, for a terminal or a file.
local console = require(((...):gsub("picture$", "console"))) -- the one beside it

local picture = {}
picture.__index = picture

local floor, max, min = math.floor, math.max, math.min
local unpack = table.unpack or unpack

function picture.new(width, height)
  return setmetatable({ width = width, height = height }, picture)
end

local function byte(value)
  return floor(max(0, min(255, value)) + 0.5)
end

-- x from 0 to width - 1, y from 0, downwards.
function picture:set(x, y, red, green, blue)
  local at = 3 * (y * self.width + x)
  self[at + 1], self[at + 2], self[at + 3] = byte(red), byte(green), byte(blue)
end

function picture:get(x, y)
  local at = 3 * (y * self.width + x)
  return self[at + 1], self[at + 2], self[at + 3]
end

local function average(image, left, top, right, bottom)
  local red, green, blue, count = 0, 0, 0, 0
  for y = top, bottom do
    for x = left, right do
      local r, g, b = image:get(x, y)
      red, green, blue, count = red + r, green + g, blue + b, count + 1
    end
  end
  return red / count, green / count, blue / count
end

-- The picture at a smaller size; each pixel is the mean of those that it replaces.
function picture:shrink(width, height)
  local small = picture.new(width, height)
  for y = 0, height - 1 do
    local top = floor(y * self.height / height)
    local bottom = max(top, floor((y + 1) * self.height / height) - 1)
    for x = 0, width - 1 do
      local left = floor(x * self.width / width)
      local right = max(left, floor((x + 1) * self.width / width) - 1)
      small:set(x, y, average(self, left, top, right, bottom))
    end
  end
  return small
end

-- Lines of text in colour: a half block shows two pixels, one in its ink and one in its paper.
function picture:blocks(columns)
  local rows = max(1, floor(columns * self.height / self.width / 2 + 0.5))
  local small, lines = self:shrink(columns, rows * 2), {}
  for row = 0, rows - 1 do
    local line, before = {}, nil
    for x = 0, columns - 1 do
      local r, g, b = small:get(x, 2 * row)
      local r2, g2, b2 = small:get(x, 2 * row + 1)
      local colour = string.format("\27[38;2;%d;%d;%d;48;2;%d;%d;%dm", r, g, b, r2, g2, b2)
      line[#line + 1] = colour ~= before and colour .. "\226\150\128" or "\226\150\128"
      before = colour
    end
    lines[#lines + 1] = table.concat(line) .. "\27[0m"
  end
  return table.concat(lines, "\n")
end

local shades = "@%#*+=-:. "

-- Lines of plain characters; denser characters are darker.
function picture:letters(columns)
  local rows = max(1, floor(columns * self.height / self.width / 2 + 0.5))
  local small, lines = self:shrink(columns, rows), {}
  for y = 0, rows - 1 do
    local line = {}
    for x = 0, columns - 1 do
      local r, g, b = small:get(x, y)
      local light = (0.299 * r + 0.587 * g + 0.114 * b) / 255
      local at = max(1, min(#shades, floor(light * 1.25 * #shades)))
      line[#line + 1] = shades:sub(at, at)
    end
    lines[#lines + 1] = (table.concat(line):gsub(" +$", ""))
  end
  return table.concat(lines, "\n")
end

local function ppm(self)
  local parts = { string.format("P6\n%d %d\n255\n", self.width, self.height) }
  local last = 3 * self.width * self.height
  for first = 1, last, 3000 do
    parts[#parts + 1] = string.char(unpack(self, first, min(first + 2999, last)))
  end
  return table.concat(parts)
end

local function write(path, bytes)
  local file = assert(io.open(path, "wb"))
  local ok, message = file:write(bytes)
  local closed, why = file:close()
  if not (ok and closed) then
    os.remove(path)
    error(message or why, 0)
  end
end

-- Saves as PNG if netpbm is installed, else as PPM, which needs no tool. It writes the whole file or none. `path` has
-- no ending; returns the path with it. `colours` is an optional limit for the PNG, for a smaller file.
function picture:save(path, colours)
  local raw, ppm_path, png_path = path .. ".ppm.part", path .. ".ppm", path .. ".png"
  write(raw, ppm(self))
  local command = "pnmtopng -quiet -compression 9 "
  if colours then
    command = "pnmquant -quiet " .. colours .. " " .. console.quote(raw) .. " | " .. command
  else
    command = command .. console.quote(raw)
  end
  if console.run(command .. " > " .. console.quote(png_path .. ".part") .. " 2> /dev/null") then
    os.remove(raw)
    local renamed, why = os.rename(png_path .. ".part", png_path)
    if not renamed then
      os.remove(png_path .. ".part")
      error(why, 0)
    end
    return png_path
  end
  os.remove(png_path .. ".part")
  assert(os.rename(raw, ppm_path))
  return ppm_path
end

return picture
