-- SPDX-License-Identifier: MIT
-- Source code that returns a new copy of a function of a module in by_hand/: rows that share functions would share
-- LuaJIT's traces, too.
return function(module, ...)
  local path = assert(package.searchpath and package.searchpath("by_hand." .. module, package.path)
    or package.path:match("^([^;]*)%?") .. "by_hand/" .. module .. ".lua")
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  local keys = ""
  for _, key in ipairs({ ... }) do keys = keys .. ("[%q]"):format(key) end
  return "return (function() " .. text .. "\nend)()" .. keys
end
