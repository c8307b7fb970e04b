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

return random
