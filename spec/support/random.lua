-- SPDX-License-Identifier: MIT
--
-- Random numbers that are the same in every Lua (Park and Miller 1988).
local random = {}

-- A function that returns a whole number from 1 to n.
function random.generator(seed)
  return function(n)
    seed = seed * 16807 % 2147483647
    return seed % n + 1
  end
end

-- A function that returns a number from low to high.
function random.uniform(seed)
  return function(low, high)
    seed = seed * 16807 % 2147483647
    return low + (high - low) * (seed / 2147483647)
  end
end

return random
