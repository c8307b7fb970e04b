-- SPDX-License-Identifier: MIT
--
-- search.lua CASES SEED [NAME]: searches the calls of spec/steps/calls.lua for those that take the most steps, CASES of
-- each function at each kind of target. Half of the cases are random, the others are changes of the slowest so far. It
-- prints the slowest call of each function, and each call over its limit as a program. A search ends early at such a
-- call, and when its calls have taken MOST_STEPS together. NAME selects functions.
local calls = require "spec.steps.calls"
local choices = require "spec.steps.choices"
local draw = require "spec.steps.draw"
local measure = require "spec.steps.measure"
local new_random = require "spec.fuzz.random"

local cases, seed, only = tonumber(arg[1]), tonumber(arg[2]), arg[3]
local MOST_STEPS = 0.5e9
local counts = { cases = 0, invalid = 0, raised = 0, over = 0 }

local function run(row, dim, kind, made)
  local d = draw.new(made, dim)
  local locals, call = row.make(d, kind)
  local case = { name = row.name, dim = dim, tags = d.tags, own = row.own, locals = locals, call = call,
    choices = made.taken }
  case.title = ("%s%s, %dD"):format(row.name, kind == "alone" and "" or ", " .. kind, dim)
  measure.run(case)
  counts.cases = counts.cases + 1
  if case.invalid then counts.invalid = counts.invalid + 1 end
  if case.raised then counts.raised = counts.raised + 1 end
  return case
end

local function search(row, dim, kind, random)
  local slowest, steps = nil, 0
  for i = 1, cases do
    local list = {}
    if slowest and i > cases / 2 and not random:chance(10) then list = choices.change(slowest.choices, random) end
    local case = run(row, dim, kind, choices.new(random, list))
    if not case.invalid and (not slowest or case.score > slowest.score) then slowest = case end
    steps = steps + (case.steps or 0)
    if slowest and slowest.score > 1 or steps > MOST_STEPS then break end
  end
  return slowest
end

print(("fuzz-slow: SEED=%d, %d cases of each call"):format(seed, cases))
for number, name in ipairs(calls.names) do
  local row, slowest = calls[name], nil
  for dim = 2, 3 do
    for i, kind in ipairs(only and not name:find(only, 1, true) and {} or row.kinds[dim]) do
      local case = search(row, dim, kind, new_random(seed, number * 100 + dim * 20 + i))
      if case and case.score > 1 then
        counts.over = counts.over + 1
        print("over the limit: " .. measure.text(case) .. "\n  " .. case.source:gsub("\n", "\n  "))
      end
      if case and (not slowest or case.score > slowest.score) then slowest = case end
    end
  end
  if slowest then print(measure.text(slowest)) end
  io.stdout:flush()
end
print(("fuzz-slow: %d cases, %d without arguments, %d raised, %d over their limit"):format(counts.cases, counts.invalid,
  counts.raised, counts.over))
os.exit(counts.over == 0 and 0 or 1)
