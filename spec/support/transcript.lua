-- SPDX-License-Identifier: MIT
--
-- Runs a piece of Lua, and returns its output and the output that its comments, `--> ...`, declare.
local transcript = {}

-- Whole floats as before Lua 5.3.
local function shown(value)
  return type(value) == "number" and ("%.14g"):format(value) or tostring(value)
end

-- What a text prints, line by line, with these globals beside the usual ones.
function transcript.printed(text, globals)
  local lines, temporary = {}, {}
  local environment = {
    print = function(...)
      local words = {}
      for i = 1, select("#", ...) do words[i] = shown((select(i, ...))) end
      lines[#lines + 1] = table.concat(words, "\t")
    end,
    os = setmetatable({
      tmpname = function()
        temporary[#temporary + 1] = os.tmpname()
        return temporary[#temporary]
      end,
    }, { __index = os }),
  }
  for name, value in pairs(globals) do environment[name] = value end
  setmetatable(environment, { __index = _G })
  local chunk
  if setfenv then
    chunk = setfenv(assert(loadstring(text)), environment)
  else
    chunk = assert(load(text, text, "t", environment))
  end
  local ok, message = pcall(chunk)
  for _, path in ipairs(temporary) do os.remove(path) end
  if not ok then error(message, 0) end
  return lines
end

function transcript.promised(text)
  local lines = {}
  for line in text:gmatch("%-%-> ([^\n]*)") do lines[#lines + 1] = line end
  return lines
end

return transcript
