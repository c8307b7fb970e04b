-- SPDX-License-Identifier: MIT
--
-- run.lua: counts the steps of the calls of spec/steps/cases.lua, and fails if one is over its limit.
local cases = require "spec.steps.cases"
local measure = require "spec.steps.measure"

local over = 0
for _, case in ipairs(cases) do
  measure.run(case)
  assert(not case.invalid and not case.raised, case.title .. ": " .. tostring(case.invalid or case.raised))
  print(measure.text(case))
  if case.score > 1 then over = over + 1 end
end
print(("steps: %d calls, %d over their limit"):format(#cases, over))
os.exit(over == 0 and 0 or 1)
