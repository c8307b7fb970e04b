-- SPDX-License-Identifier: MIT
-- What the pictures have in common: markup, and numbers as Lua writes them.
local drawing = {}
drawing.__index = drawing

function drawing.new()
  return setmetatable({}, drawing)
end

-- Adds markup, made as string.format does.
function drawing:add(format, ...)
  self[#self + 1] = format:format(...)
end

function drawing:markup()
  return table.concat(self, "\n")
end

-- The numbers in a text.
function drawing.numbers(text)
  local found = {}
  for word in text:gmatch("%S+") do
    found[#found + 1] = tonumber(word)
  end
  return table.unpack(found)
end

-- The shortest way to write exactly that number, without an exponent where that will do.
function drawing.number(x)
  for digits = 1, 16 do
    local text = ("%." .. digits .. "g"):format(x)
    if tonumber(text) == x and not text:find("e") then
      return text
    end
  end
  return ("%.17g"):format(x)
end

function drawing.vector(...)
  local words = {}
  for i, x in ipairs({ ... }) do
    words[i] = drawing.number(x)
  end
  return "{ " .. table.concat(words, ", ") .. " }"
end

-- How many of what.
function drawing.count(n, one, many)
  return n .. " " .. (n == 1 and one or many)
end

return drawing
