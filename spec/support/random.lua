-- SPDX-License-Identifier: MIT
--
-- Random numbers that are the same in every Lua (Park and Miller 1988).
local random = {}

-- A function that returns the states of the generator.
local function states(seed)
  return function()
    seed = seed * 16807 % 2147483647
    return seed
  end
end

-- A function that returns a whole number from 0 to n - 1.
function random.below(seed)
  local next_state = states(seed)
  return function(n) return next_state() % n end
end

-- A function that returns a whole number from 1 to n.
function random.generator(seed)
  local next_state = states(seed)
  return function(n) return next_state() % n + 1 end
end

-- A function that returns a number from low to high.
function random.uniform(seed)
  local next_state = states(seed)
  return function(low, high) return low + (high - low) * (next_state() / 2147483647) end
end

-- A function that returns a whole number from low to high, by the state as a fraction.
function random.whole(seed)
  local next_state = states(seed)
  return function(low, high) return low + math.floor((high - low + 1) * (next_state() / 2147483647)) end
end

-- A generator with a seed that can be set again.
function random.source(seed)
  local source, next_state = {}, states(seed)

  function source.set_seed(value) next_state = states(value) end

  -- A whole number from low to high.
  function source.integer(low, high) return low + next_state() % (high - low + 1) end

  function source.choose(list) return list[source.integer(1, #list)] end

  -- A double of 53 random bits.
  function source.uniform(low, high)
    local fraction = (next_state() % 2 ^ 26 * 2 ^ 27 + next_state() % 2 ^ 27) / 2 ^ 53
    return low + (high - low) * fraction
  end

  return source
end

return random
