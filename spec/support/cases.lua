-- SPDX-License-Identifier: MIT
--
-- The number of random cases of a property. COLLIDE_QUICK=1 runs fewer, because another run has all of them.
-- COLLIDE_SHORT=1, for sanitizers and valgrind, runs the least number that still makes every call.
local QUICK, SHORT = os.getenv("COLLIDE_QUICK") ~= nil, os.getenv("COLLIDE_SHORT") ~= nil

local cases = { QUICK = QUICK or SHORT, SHORT = SHORT }

-- `full` cases, or `quick` of them (a tenth if it is not given), or `short` (a fifth of those).
function cases.of(full, quick, short)
  quick = quick or math.ceil(full / 10)
  return SHORT and (short or math.ceil(quick / 5)) or QUICK and quick or full
end

return cases
