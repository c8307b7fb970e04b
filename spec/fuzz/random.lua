-- SPDX-License-Identifier: MIT
--
-- A seeded generator whose state can be kept and put back: two linear congruential generators
-- combined, after L'Ecuyer (1988). `math.random` differs between versions of Lua.
local Random = {}
Random.__index = Random

-- Returns a whole number from 1 to n.
function Random:pick(n)
  self.a = self.a * 40014 % 2147483563
  self.b = self.b * 40692 % 2147483399
  local z = self.a - self.b
  if z < 1 then z = z + 2147483562 end
  return z % n + 1
end

function Random:of(list)
  return list[self:pick(#list)]
end

-- True in `percent` of 100 cases.
function Random:chance(percent)
  return self:pick(100) <= percent
end

function Random:state()
  return { self.a, self.b }
end

function Random:restore(state)
  self.a, self.b = state[1], state[2]
end

-- The same numbers for the same seed and case, in each Lua: what is multiplied stays below 2^53,
-- where a Lua without integers is exact, too.
return function(seed, case)
  seed = seed % 268435399
  local self = setmetatable({
    a = (seed * 7919 + case * 104729) % 2147483562 + 1,
    b = (case * 31337 + seed * 15485863) % 2147483398 + 1,
  }, Random)
  for _ = 1, 20 do self:pick(2) end
  return self
end
