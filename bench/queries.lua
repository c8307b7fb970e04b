-- SPDX-License-Identifier: MIT
-- Measures the public queries in this Lua, in numbers, in tables, and by hand:
--
--   lua bench/queries.lua [--family NAME] [--match PATTERN] [--plan | --list | --place | --counts]
--
-- It prints rows for bench/report.lua. ROUNDS and SECONDS (of a round) set the duration. --plan prints the plan for
-- bench/queries.c instead, and --list the public functions that the rows measure. --counts runs each row a known number
-- of times between marks for callgrind. To make a row is slow there, so --only FILE selects rows by their places, which
-- --place prints.
package.path = (arg and arg[0] or "bench/queries.lua"):gsub("[^/]*$", "") .. "?.lua;" .. package.path
local collide = require("collide")
local families = require("families")
local inputs = require("inputs")
local race = require("race")

local function options()
  local o, i = { match = "" }, 1
  while arg[i] do
    local name = arg[i]:match("^%-%-(%a+)$")
    if name == "family" or name == "match" or name == "only" then
      o[name] = assert(arg[i + 1], "--" .. name .. " wants a word")
      i = i + 1
    else
      assert(name, "bench/queries.lua does not know " .. arg[i])
      o[name] = true
    end
    i = i + 1
  end
  return o
end

-- Each row is made, handed over and forgotten before the next. Its inputs depend on nothing but
-- its place, so that it is the same row when it is measured alone.
local function each_row(wanted, visit)
  for place, family in ipairs(families) do
    local is_floor = wanted.floor and family == "floor"
    if not wanted.family or wanted.family == family or is_floor then
      local number = 0
      require("queries." .. family)(collide, function(make, ...)
        number = number + 1
        if wanted.chosen and not wanted.chosen[family .. " " .. number] then return end
        inputs.restart(20261121 + 1000 * place + number)
        local row = make(...)
        if row and (is_floor or row.name:find(wanted.match)) then visit(family, row, number) end
      end)
    end
  end
end

local function queries_of(row)
  return type(row.query) == "table" and row.query or { row.query }
end

local function interpreter()
  local jit = rawget(_G, "jit")
  if not jit then return _VERSION end
  return jit.version .. (jit.status() and "" or " without its compiler")
end

local function cell(result, field)
  return result and ("%.2f"):format(result[field]) or "-"
end

local function measure(wanted)
  print(("#\t%s\t%s"):format(interpreter(), collide._WAY or "c"))
  each_row(wanted, function(family, row)
    local found = race.run(row)
    local numbers, tables, hand = found.numbers, found.tables, found.hand
    print(table.concat({
      family, row.name, cell(numbers, "ns"), cell(hand, "ns"), cell(numbers, "bytes"),
      cell(tables, "ns"), cell(tables, "bytes"),
    }, "\t"))
    io.stdout:flush()
  end)
end

local wanted = options()
if wanted.only then
  local chosen = {}
  for line in io.lines(wanted.only) do chosen[line] = true end
  wanted.chosen = chosen
end
if wanted.plan then
  local plan = require("plan")
  each_row(wanted, function(_, row)
    if row.c then plan.write(row) end
  end)
elseif wanted.place then
  each_row(wanted, function(family, _, number) print(family .. " " .. number) end)
elseif wanted.list then
  each_row(wanted, function(_, row)
    for _, query in ipairs(queries_of(row)) do print(query) end
  end)
elseif wanted.counts then
  require("counts").run(each_row, wanted)
else
  wanted.floor = true -- whatever was chosen: the report compares with it
  measure(wanted)
end
