-- SPDX-License-Identifier: MIT
--
-- Decodes JSON such as maps of Tiled, whose strings have no escape but `\/`. null becomes `null`, or nil.
local function decode(text, null)
  local place = 1
  local value

  local function take(pattern)
    local first, last, found = text:find("^%s*" .. pattern, place)
    if first then place = last + 1 end
    return first and (found or true)
  end

  local function list(close, item)
    if take(close) then return end
    repeat item() until not take(",")
    assert(take(close), "JSON: no end of a list at " .. place)
  end

  function value()
    if take("{") then
      local made = {}
      list("}", function()
        local key = assert(take('"([^"\\]*)"'), "JSON: no key at " .. place)
        assert(take(":"), "JSON: no colon at " .. place)
        made[key] = value()
      end)
      return made
    elseif take("%[") then
      local made, count = {}, 0
      list("%]", function()
        count = count + 1
        made[count] = value()
      end)
      return made
    end
    for word, of in pairs { ["true"] = true, ["false"] = false } do
      if take(word) then return of end
    end
    if take("null") then return null end
    local found = take('"([^"]*)"')
    if found then return (found:gsub("\\/", "/")) end
    return assert(tonumber(take("(%-?%d[%d.eE+-]*)")), "JSON: no value at " .. place)
  end

  local decoded = value()
  assert(not text:find("%S", place), "JSON: text behind the value")
  return decoded
end

return decode
