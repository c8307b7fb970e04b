-- SPDX-License-Identifier: MIT
-- Source that returns a function of a module of by_hand/, with functions of its own: rows that
-- shared them would share LuaJIT's traces, too.
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
