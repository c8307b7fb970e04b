-- SPDX-License-Identifier: MIT
--
-- Makes string.format refuse what Lua 5.1 refuses: %s of a value that is not a string or a number. So a spec that would
-- fail only under 5.1 fails under each Lua.
local format = string.format

function string.format(pattern, ...) -- luacheck: ignore 122
  local at = 0
  for conversion in pattern:gsub("%%%%", ""):gmatch("%%[-+ #0-9.]*(%a)") do
    at = at + 1
    local kind = type((select(at, ...)))
    if conversion == "s" and kind ~= "string" and kind ~= "number" then
      error("bad argument #" .. at + 1 .. " to 'format' (string expected, got " .. kind .. ")", 2)
    end
  end
  return format(pattern, ...)
end
