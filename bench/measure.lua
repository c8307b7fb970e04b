-- SPDX-License-Identifier: MIT
-- Times two bodies that alternate, and prints a row for bench/table.lua.
local measure = {}

local ROUNDS = tonumber(os.getenv("ROUNDS")) or 9

local function median(list)
  table.sort(list)
  return list[math.floor(#list / 2) + 1]
end

-- The time of a body, in ns per unit and in all. The body runs n rounds and returns the number of units.
local function time(body, n)
  local start = os.clock()
  local units = body(n)
  local spent = os.clock() - start
  return spent * 1e9 / units, spent
end

-- The medians of both, in ns per unit; n grows until a round lasts long enough.
-- The second may be nil.
function measure.both(first, second)
  local n = 1
  while select(2, time(first, n)) < 0.02 do n = n * 2 end
  local a, b = {}, {}
  for i = 1, ROUNDS do
    a[i] = time(first, n)
    if second then b[i] = time(second, n) end
  end
  return median(a), second and median(b)
end

function measure.row(name, first, second)
  local ours, theirs = measure.both(first, second)
  print(theirs and ("%s\t%.1f\t%.1f"):format(name, ours, theirs) or ("%s\t%.1f"):format(name, ours))
end

return measure
