-- SPDX-License-Identifier: MIT
-- Times a row: one query of the module in numbers and in tables, and the same by hand. The bodies of a row alternate in
-- one process; the best of several rounds counts. Each body is compiled separately, in its own loop, so that no row
-- shares LuaJIT's traces with another.
--
-- A row is a table:
--   name      what the table of results calls it
--   query     the public function, or an array of them, that it measures
--   numbers, tables, hand    bodies, each optional: Lua that adds what it found to `sum`
--   with      what the bodies know by name
--   lists     arrays of one value an input: the bodies know the value by the array's name
--   count     how many inputs there are
--   units     of how many things a pass over all inputs is, when not of `count`
--   hand_source  Lua that returns the function by_hand; fast_source likewise, another that LuaJIT's
--             compiler may like better: the faster of the two counts there
--   tolerance  how far what the forms find may differ, of itself; 1e-6
--   c         what bench/queries.c shall ask (see bench/plan.lua)
local race = {}

local load = loadstring or load

race.rounds = tonumber(os.getenv("ROUNDS")) or 7
race.seconds = tonumber(os.getenv("SECONDS")) or 0.01

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t or {}) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

local function mentions(body, name)
  return (" " .. body .. " "):find("[^%w_.:]" .. name .. "[^%w_]") ~= nil
end

-- A function that does so many passes over all inputs, and returns what the body found.
local function compile(row, body, hand_source)
  local source, environment = { "local E = ...", "return function(passes)" }, {}
  for _, name in ipairs(sorted_keys(row.with)) do
    if mentions(body, name) then
      source[#source + 1] = ("local %s = E.%s"):format(name, name)
      environment[name] = row.with[name]
    end
  end
  if hand_source and mentions(body, "by_hand") then
    source[#source + 1] = "local by_hand = E.by_hand"
    environment.by_hand = assert(load(hand_source, "=by hand, " .. row.name))()
  end
  local values, lists = {}, {}
  for _, name in ipairs(sorted_keys(row.lists)) do
    if mentions(body, name) then
      values[#values + 1], lists[#lists + 1] = name, name .. "_list[i]"
      source[#source + 1] = ("local %s_list = E.%s_list"):format(name, name)
      environment[name .. "_list"] = row.lists[name]
    end
  end
  source[#source + 1] = ("local sum = 0 for _ = 1, passes do for i = 1, %d do"):format(row.count)
  if values[1] then
    source[#source + 1] = ("local %s = %s"):format(table.concat(values, ", "), table.concat(lists, ", "))
  end
  source[#source + 1] = body
  source[#source + 1] = "end end return sum end"
  local chunk = assert(load(table.concat(source, "\n"), "=" .. row.name))
  return chunk(environment)
end

local function time(body, passes)
  local start = os.clock()
  body(passes)
  return os.clock() - start
end

-- Garbage of one pass, in bytes: the least of three, for LuaJIT may compile something in between.
local function garbage(body)
  local least = math.huge
  for _ = 1, 3 do
    collectgarbage()
    collectgarbage("stop")
    local before = collectgarbage("count")
    body(1)
    least = math.min(least, collectgarbage("count") - before)
    collectgarbage("restart")
  end
  return math.max(least, 0) * 1024
end

local FORMS = { "numbers", "tables", "hand", "fast" }

local jit = rawget(_G, "jit")

-- The body of a form, and the source of its by_hand; nil when there is none here.
local function body_of(row, form)
  if form ~= "fast" then return row[form], row.hand_source end
  if row.fast_source and jit and jit.status() then return row.hand, row.fast_source end
end

-- What holds of `sum` in every form, and in C. Sums of rounded numbers differ a little.
local function same(a, b, tolerance)
  return math.abs(a - b) <= (tolerance or 1e-6) * math.max(1, math.abs(a), math.abs(b))
end

-- The bodies of a row, after one pass each, which have to agree. A form that this version of the
-- module lacks is left out: the row says with `try` how to find out.
function race.prepare(row)
  local bodies, sum = {}, nil
  for _, form in ipairs(FORMS) do
    local body, hand_source = body_of(row, form)
    if body and not (row.try and row.try[form] and not pcall(row.try[form])) then
      bodies[form] = compile(row, body, hand_source)
      local found = bodies[form](1)
      assert(found == found and math.abs(found) < math.huge, row.name .. ": the sum is not finite")
      if sum and not same(sum, found, row.tolerance) then
        error(("%s: %s finds %.17g, and before it was %.17g"):format(row.name, form, found, sum))
      end
      sum = sum or found
    end
  end
  row.sum = sum
  return bodies
end

-- Enough passes for a round, by trying.
local function passes_of(body)
  local n = 1
  while true do
    local spent = time(body, n)
    if spent >= race.seconds then return n end
    n = spent > race.seconds / 20 and math.ceil(n * 1.2 * race.seconds / spent) or n * 4
  end
end

-- One go at a row: all forms by turns, and the best of each into results.
local function go(row, rounds, results)
  local bodies, passes = race.prepare(row), {}
  local units = row.units or row.count
  for form, body in pairs(bodies) do passes[form] = passes_of(body) end
  for _ = 1, rounds do
    for _, form in ipairs(FORMS) do
      if bodies[form] then
        local result = results[form] or { ns = math.huge, bytes = math.huge }
        result.ns = math.min(result.ns, time(bodies[form], passes[form]) * 1e9 / (passes[form] * units))
        results[form] = result
      end
    end
  end
  for form, body in pairs(bodies) do
    results[form].bytes = math.min(results[form].bytes, garbage(body) / units)
  end
end

-- ns and bytes a unit: { numbers = {ns=, bytes=}, tables = , hand = }. Which traces LuaJIT makes of a
-- loop is partly chance, and some are a hundred times slower than others: it gives up side exits of
-- formulas with many numbers in flight. So there each row gets eight goes, each with code and traces
-- of its own, and the luckiest counts for either side; of three, one row in ten had no luck.
function race.run(row)
  local goes, results = jit and jit.status() and 8 or 1, {}
  for _ = 1, goes do
    if jit then jit.flush() end -- traces of other rows fill what LuaJIT has for code
    go(row, math.ceil(race.rounds / goes), results)
  end
  if results.fast and results.fast.ns < results.hand.ns then results.hand = results.fast end
  return results
end

return race
