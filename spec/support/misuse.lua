-- SPDX-License-Identifier: MIT
--
-- misuse(code, env): the error of the code, which is an expression. misuse(code, env, wanted) removes the advice after
-- the first "; " if the rest then equals `wanted`.
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
