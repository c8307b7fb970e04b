-- SPDX-License-Identifier: MIT
-- Instructions of each call, counted by callgrind. Times vary from run to run; these counts hardly do.
--
-- In bench/queries.lua --counts, `run` runs each row, in numbers and by hand, between marks: one pass over its inputs,
-- then two. Their difference is one pass without any overhead. bench/queries.c does the same. As a program this makes a
-- table of the counts that callgrind wrote at the marks:
--
--   lua bench/counts.lua C=DIRECTORY lua5.4=DIRECTORY [--before FILE]
--
-- A directory holds `rows`, what the program printed, and out.1, out.2, ... With --before there are
-- the counts of an earlier table beside it.
local counts = {}

function counts.run(each_row, wanted)
  local race, callgrind = require("race"), require("bench_empty")
  each_row(wanted, function(_, row)
    local bodies = race.prepare(row)
    for _, form in ipairs({ "numbers", "hand" }) do
      local body = bodies[form]
      if body then
        callgrind.start()
        callgrind.dump()
        body(1)
        callgrind.dump()
        body(2)
        callgrind.dump()
        callgrind.stop()
        print(("%s\t%.17g\t%s"):format(row.name, row.units or row.count, form))
      end
    end
  end)
end

local function total(path)
  local file = assert(io.open(path))
  for line in file:lines() do
    local count = line:match("^totals: (%d+)") or line:match("^summary: (%d+)")
    if count then
      file:close()
      return tonumber(count)
    end
  end
  error(path .. " has no total")
end

-- Of each row and form the instructions a unit, and the rows' names in order.
local function read(directory)
  local found, names, dump = {}, {}, 0
  for line in io.lines(directory .. "/rows") do
    local name, units, form = line:match("^([^\t]+)\t([^\t]+)\t?([^\t]*)$")
    if name then
      form = form == "" and "numbers" or form
      local once = total(("%s/out.%d"):format(directory, dump + 2))
      local twice = total(("%s/out.%d"):format(directory, dump + 3))
      dump = dump + 3
      if not found[name] then
        found[name] = {}
        names[#names + 1] = name
      end
      found[name][form] = (twice - once) / tonumber(units)
    end
  end
  return found, names
end

-- The numbers of a table that this printed, by query and column.
local function read_table(path)
  local before = {}
  for line in io.lines(path) do
    local name, cells = line:match("^| (.-) |(.*)|$")
    if name then
      before[name] = {}
      for cell in cells:gmatch("([^|]*)|?") do table.insert(before[name], tonumber((cell:match("%d+%.?%d*")))) end
    end
  end
  return before
end

local function write(arguments)
  local columns, order, before = {}, {}, {}
  local i = 1
  while arguments[i] do
    if arguments[i] == "--before" then
      before = read_table(arguments[i + 1])
      i = i + 1
    else
      local name, directory = arguments[i]:match("^([^=]+)=(.*)$")
      local found, names = read(directory)
      columns[#columns + 1] = { title = name, found = found, form = "numbers" }
      if name ~= "C" then columns[#columns + 1] = { title = name .. " by hand", found = found, form = "hand" } end
      if #names > #order then order = names end
    end
    i = i + 1
  end
  local titles, rule = "| instructions a call |", "| --- |"
  for _, column in ipairs(columns) do
    titles, rule = titles .. " " .. column.title .. " |", rule .. " --- |"
  end
  print(titles)
  print(rule)
  for _, name in ipairs(order) do
    local line = "| " .. name .. " |"
    for k, column in ipairs(columns) do
      local count = column.found[name] and column.found[name][column.form]
      local was = before[name] and before[name][k]
      line = line .. (count and (" %.1f"):format(count) or " ")
        .. (count and was and (" (%+.1f%%)"):format(100 * (count - was) / was) or "") .. " |"
    end
    print(line)
  end
end

if arg and (arg[0] or ""):find("counts%.lua$") then write(arg) end

return counts
