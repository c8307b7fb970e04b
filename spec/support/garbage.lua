-- SPDX-License-Identifier: MIT
--
-- How much garbage a function makes.
local garbage = {}

local MOST_ROUNDS = 50

-- The kilobytes that `work` allocates: the least of some rounds, or the first that is below `enough`.
-- LuaJIT compiles when it pleases, which takes memory too, and a collection shrinks the stack in 5.2
-- and 5.3, so that in each round `work` runs once before what it takes is counted.
function garbage.least(work, enough)
  local least = math.huge
  for _ = 1, MOST_ROUNDS do
    collectgarbage()
    collectgarbage("stop")
    work()
    local before = collectgarbage("count")
    work()
    least = math.min(least, collectgarbage("count") - before)
    collectgarbage("restart")
    if least < enough then break end
  end
  return least
end

return garbage
