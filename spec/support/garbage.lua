-- SPDX-License-Identifier: MIT
--
-- Measures the garbage of a function.
local garbage = {}

local MOST_ROUNDS, FRESH = 60, 20

-- The kilobytes that `work` allocates.
local function measure(work)
  collectgarbage()
  collectgarbage("stop")
  work()
  local before = collectgarbage("count")
  work()
  local made = collectgarbage("count") - before
  collectgarbage("restart")
  return made
end

-- Raises an error unless `work` allocates less than so many kilobytes in one of some rounds.
-- LuaJIT compiles when it pleases, which takes memory too, and a collection shrinks the stack in 5.2
-- and 5.3, so that in each round `work` runs once before what it takes is counted. What LuaJIT
-- compiled, and gave up to compile, for the specs before may make it try again in every round: now
-- and then it begins anew.
function garbage.assert_below(kilobytes, work)
  local rounds = {}
  for i = 1, MOST_ROUNDS do
    rounds[i] = measure(work)
    if rounds[i] < kilobytes then return end
    if jit and i % FRESH == 0 then jit.flush() end
  end
  error("allocates, in kilobytes by rounds: " .. table.concat(rounds, " "), 2)
end

return garbage
