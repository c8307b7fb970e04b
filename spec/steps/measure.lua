-- SPDX-License-Identifier: MIT
--
-- Counts the steps of one call, in a process of its own, which may crash, and which is stopped if the call takes too
-- many steps.
local limits = require "spec.steps.limits"
local near = require "spec.steps.near"
local steps = require "collide.steps"

local load = loadstring or load -- luacheck: ignore 143
local measure = {}

measure.HEAD = 'local c, s = require "collide", require "spec.steps.scenes"\n'

local MOST = 12 * limits.BASE -- steps of the call
local MOST_BEFORE = 24 * limits.BASE -- and of all that is made before it

-- The results of a call, and its error if it has raised one.
local function keep(answered, ...)
  if answered then return { n = select("#", ...), ... } end
  return { n = 0 }, (...)
end

-- Runs in the process of its own. Returns the steps, and the size of the answer if they are more than BASE.
local function count(chunk, case)
  collectgarbage("stop") -- no finalizer runs within the call
  steps.reset(MOST_BEFORE)
  local made, fields, call = pcall(chunk)
  if not made then return "invalid: " .. tostring(fields) end
  steps.reset(MOST)
  local results, raised = keep(pcall(call))
  local taken, size = steps.count(), 0
  steps.reset()
  if not case.size and taken > limits.BASE then size = near.count(chunk(), results, case.dim, case.own) end
  return ("%.0f %.0f %s"):format(taken, size, raised or "")
end

-- `case` has `locals`, an array of names and sources, and `call`, the source of the call; `name`, `title`, `dim` and
-- `tags`; `size`, the size of the answer if it is known; and `own`, if it has a limit of its own (near.lua). Sets
-- `source`, and `invalid` if an argument cannot be made. Otherwise it sets `steps`, `near`, `limit` and `score`, the
-- steps in relation to the limit; `stopped` if the call has exceeded MOST, and `failure` if the process has crashed.
function measure.run(case)
  local lines, fields = {}, {}
  for i, one in ipairs(case.locals) do
    lines[i] = ("local %s = %s\n"):format(one[1], one[2])
    fields[i] = one[1] .. " = " .. one[1]
  end
  case.source = measure.HEAD .. table.concat(lines) .. case.call
  local chunk = assert(load(("%s%sreturn { %s }, function() return %s end"):format(measure.HEAD, table.concat(lines),
    table.concat(fields, ", "), case.call)))
  local status, answer = steps.try(function() return count(chunk, case) end)
  if status == "ok" and answer:find("^invalid") or status == "over" and answer > MOST + 1e6 then
    case.invalid = answer
    return
  end
  if status == "ok" then
    local taken, size, said = answer:match("^(%d+) (%d+) (.*)")
    case.steps, case.near, case.raised = tonumber(taken), tonumber(size), said ~= "" and said or nil
  elseif status == "over" then
    local _, size = steps.try(function()
      return ("%.0f"):format(case.size or near.count(chunk(), { n = 0 }, case.dim, case.own))
    end)
    case.steps, case.near, case.stopped = answer, tonumber(size) or 0, true
  else
    case.steps, case.near, case.failure = 0, 0, status .. " " .. tostring(answer)
  end
  if case.size then case.near = case.size end
  case.limit = limits.of(case)
  case.score = case.failure and math.huge or case.steps / case.limit
end

-- A line of text about a case that has run.
function measure.text(case)
  local note = case.failure or case.stopped and (case.score > 1 and "stopped" or "stopped before its limit")
  return ("%-62s %8.1f M steps %5.0f%% of the limit%s"):format(case.title, case.steps / 1e6, 100 * case.score,
    note and ", " .. note or "")
end

return measure
