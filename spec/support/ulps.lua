-- SPDX-License-Identifier: MIT
--
-- The neighbours of a double.
local ulps = {}

-- The power of two at or below x > 0.
local function binade(x)
  local power = 1.0
  while power > x do power = power / 2 end
  while power * 2 <= x do power = power * 2 end
  return power
end

-- The next double above x.
function ulps.up(x)
  if x == 0 then return 2.0 ^ -1074 end
  if x < 0 then return -ulps.down(-x) end
  return x + binade(x) * 2.0 ^ -52
end

-- The next double below x.
function ulps.down(x)
  if x <= 0 then return -ulps.up(-x) end
  local power = binade(x)
  return x - power * 2.0 ^ (x == power and -53 or -52)
end

return ulps
