-- SPDX-License-Identifier: MIT
--
-- misuse(code, env): what is said when the code, an expression, is run.
local function compile(code, env)
  if setfenv then return setfenv(assert(loadstring(code, "=misuse")), env) end
  return assert(load(code, "=misuse", "t", env))
end

return function(code, env)
  local ok, message = pcall(compile("local _ = " .. code, env))
  return ok and "no error" or message
end
