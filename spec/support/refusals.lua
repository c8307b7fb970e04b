-- SPDX-License-Identifier: MIT
--
-- The errors of calls that have to raise one.
local assert = require("luassert")

local refusals = {}

-- What f(...) raises.
function refusals.message(f, ...)
  local ok, message = pcall(f, ...)
  assert.is_false(ok)
  return message
end

-- Checks that f(...) raises an error whose message has the text.
function refusals.expect(text, f, ...)
  local message = refusals.message(f, ...)
  assert.is_truthy(message:find(text, 1, true), message)
end

return refusals
