-- SPDX-License-Identifier: MIT
-- Collects walks for comparison.
local walked = {}

-- Groups, told as `trace` tells them in numbers.
function walked.flatten(groups)
  local flat = {}
  for i, group in ipairs(groups) do
    for _, cell in ipairs(group) do
      for _, value in ipairs { i, group.t, cell.x, cell.y, cell.z } do flat[#flat + 1] = value end
    end
  end
  return flat
end

-- All that the iterator of a walk in numbers yields.
function walked.collect(...)
  local flat = {}
  for i, t, x, y, z in ... do
    for _, value in ipairs { i, t, x, y, z } do flat[#flat + 1] = value end
  end
  return flat
end

-- All that the iterator of a walk in tables yields.
function walked.groups(...)
  local groups = {}
  for group in ... do groups[#groups + 1] = group end
  return groups
end

return walked
