-- SPDX-License-Identifier: MIT
--
-- A copy that keeps only what JSON can store: string keys, arrays, finite numbers, booleans.
local function through_json(value)
  if type(value) ~= "table" then
    assert(type(value) == "string" or type(value) == "boolean" or type(value) == "number")
    assert(type(value) ~= "number" or value - value == 0)
    return value
  end
  assert(getmetatable(value) == nil)
  local copy, count = {}, 0
  for key, item in pairs(value) do
    assert(type(key) == "string" or value[1] ~= nil and type(key) == "number")
    copy[key] = through_json(item)
    count = count + 1
  end
  assert(#value == 0 or #value == count)
  return copy
end

return through_json
