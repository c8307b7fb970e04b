-- SPDX-License-Identifier: MIT
--
-- misuse(code, env): what is said when the code, an expression, is run. misuse(code, env, wanted) leaves the
-- way out away, which stands behind the first "; ", if that makes it what is wanted.
local function compile(code, env)
  if setfenv then return setfenv(assert(loadstring(code, "=misuse")), env) end
  return assert(load(code, "=misuse", "t", env))
end

return function(code, env, wanted)
  local ok, message = pcall(compile("local _ = " .. code, env))
  if ok then return "no error" end
  local short = wanted and wanted:gsub("%)$", "") .. "; "
  return short and message:sub(1, #short) == short and wanted or message
end
