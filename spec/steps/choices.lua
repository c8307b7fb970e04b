-- SPDX-License-Identifier: MIT
--
-- Choices that can be made again: they replay a list of numbers, and draw further ones at random. The list of all
-- choices describes a case completely, so a search changes cases by changing numbers of their lists.
local new_random = require "spec.fuzz.random"

local choices = {}
choices.__index = choices

-- `recorded` may be shorter than what is needed, or empty.
function choices.new(random, recorded)
  return setmetatable({ random = random, recorded = recorded, taken = {} }, choices)
end

-- Returns a whole number from 1 to n.
function choices:pick(n)
  local i = #self.taken + 1
  local before = self.recorded[i]
  local value = before and (before - 1) % n + 1 or self.random:pick(n)
  self.taken[i] = value
  return value
end

choices.of, choices.chance = getmetatable(new_random(1, 1)).of, getmetatable(new_random(1, 1)).chance

-- Another list with one to four changes: numbers replaced, raised or lowered, removed and inserted.
function choices.change(list, random)
  local other = {}
  for i, value in ipairs(list) do other[i] = value end
  for _ = 1, random:pick(4) do
    if #other == 0 then break end
    local at, kind = random:pick(#other), random:pick(10)
    if kind <= 6 then
      other[at] = random:pick(1048576)
    elseif kind <= 8 then
      other[at] = math.max(1, other[at] + (random:pick(2) == 1 and 1 or -1))
    elseif kind == 9 then
      table.remove(other, at)
    else
      table.insert(other, at, random:pick(1048576))
    end
  end
  return other
end

return choices
