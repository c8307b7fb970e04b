-- SPDX-License-Identifier: MIT
--
-- Walks through cells.

local unpack = table.unpack or unpack -- luacheck: ignore 143

return function(cases, collide)
  local walks = {
    { { 0.5, 0.5 }, { 4.5, 4.5 } }, { { 0.5, 0.5 }, { 7, -3 }, { size = 2, origin = { 1, 1 } } },
    { { 0.5, 0.5, 0.5 }, { 4.5, 4.5, 4.5 } }, { { 9, 2, 3 }, { 1, 2, 2.5 }, { size = { 1, 2, 3 } } },
    { { 0, 0 }, { 30, 20 } }, { { 0, 0 }, { 0, 9 }, { rule = "closed" } },
    { { 1, 1, 1 }, { 4, 4, 1 }, { rule = "closed" } },
    { { 0, 0, 0 }, { 1 } }, { { 0, 0 }, { 1, 1 }, { size = 0 } },
  }
  for i, walk in ipairs(walks) do
    local numbers = {}
    for _, vector in ipairs { walk[1], walk[2] } do
      for _, x in ipairs(vector) do numbers[#numbers + 1] = x end
    end
    numbers[#numbers + 1] = walk[3]
    local function make() return { walk = walk, numbers = numbers } end
    cases.add("trace " .. i, make, function(state) return collide.trace(unpack(state.walk)) end)
    cases.add("trace in numbers " .. i, make, function(state) return collide.trace(unpack(state.numbers)) end)
    cases.add("trace into " .. i, function() return { numbers = numbers, array = { 1, 2, 3 } } end, function(state)
      local arguments = { unpack(state.numbers) }
      local at = type(arguments[#arguments]) == "table" and #arguments or #arguments + 1
      arguments[at] = { into = state.array, size = (arguments[at] or {}).size, rule = (arguments[at] or {}).rule }
      return collide.trace(unpack(arguments))
    end)
    cases.add("cells " .. i, make, function(state)
      local last, count = nil, 0
      for group in collide.cells(unpack(state.walk)) do last, count = group, count + 1 end
      return last, count
    end)
    cases.add("cells in numbers " .. i, make, function(state)
      local last, sum = nil, 0
      for k, t, x, y, z in collide.cells(unpack(state.numbers)) do last, sum = k, sum + t + x + y + (z or 0) end
      return last, sum
    end)
  end
  for i, arguments in ipairs { { { 1.5, 2.5 } }, { 1.5, 2.5 }, { { 1.5, 2.5, 3.5 }, { size = 2 } },
    { 1.5, 2.5, 3.5, { size = 2, origin = 1 } }, { { 1e300, 0 } }, { "x" } } do
    cases.add("cell_at " .. i, function() return {} end,
      function() return collide.cell_at(unpack(arguments)) end)
  end
end
