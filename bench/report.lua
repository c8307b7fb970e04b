-- SPDX-License-Identifier: MIT
-- One Markdown document from the rows of bench/queries.lua and bench/queries.c:
--   lua bench/report.lua [--output FILE] C=file lua5.4=file luajit=file ...
-- A column is an interpreter.
local columns, order, families, c_times, output = {}, {}, {}, {}, nil

local titles = {
  floor = "The floor",
  casts = "Rays, segments and lines at one shape",
  many = "A cast at many shapes",
  pairs = "Two shapes of the plane",
  points = "Points and shapes",
  space = "Triangles, boxes and rects",
  cells = "Cells, one by one and all at once",
  grids = "Grids",
  shapes = "Setters and getters",
  solids = "Two shapes of space",
}

local function add_row(rows, line)
  local fields = {}
  for field in (line .. "\t"):gmatch("([^\t]*)\t") do fields[#fields + 1] = field end
  local family, name = fields[1], fields[2]
  rows[name] = {
    ours = tonumber(fields[3]), hand = tonumber(fields[4]), bytes = tonumber(fields[5]),
    tables = tonumber(fields[6]), table_bytes = tonumber(fields[7]),
  }
  if not families[family] then
    families[family] = {}
    order[#order + 1] = family
  end
  if not families[family][name] then
    families[family][name] = true
    table.insert(families[family], name)
  end
end

local function read_column(name, path)
  local column = { name = name, rows = {} }
  for line in io.lines(path) do
    local interpreter, way = line:match("^#\t([^\t]+)\t([^\t]+)$")
    if interpreter then
      column.interpreter, column.way = interpreter, way
    elseif name == "C" then
      local query, ns = line:match("^([^\t]+)\t([^\t]+)")
      c_times[query] = tonumber(ns)
    else
      add_row(column.rows, line)
    end
  end
  if name ~= "C" then columns[#columns + 1] = column end
end

local i = 1
while arg[i] do
  if arg[i] == "--output" then
    output = arg[i + 1]
    i = i + 1
  else
    local name, path = arg[i]:match("^([^=]+)=(.*)$")
    assert(name, "bench/report.lua does not know " .. arg[i])
    read_column(name, path)
  end
  i = i + 1
end

local out = output and assert(io.open(output, "w")) or io.stdout
local function write(...)
  out:write(string.format(...), "\n")
end

local function number(x)
  return x and (x < 9.95 and "%.1f" or "%.0f"):format(x) or ""
end

local function ratio_text(ratio)
  return (ratio < 0.095 and "%.3f" or "%.2f"):format(ratio)
end

-- The cell of a query in numbers: ours : by hand = ratio.
local function cell(column, query)
  local row = column.rows[query]
  if not row or not row.ours then return "" end
  if not row.hand then return number(row.ours) end
  return ("%s : %s = %s"):format(number(row.ours), number(row.hand), ratio_text(row.ours / row.hand))
end

local function table_cell(column, query)
  local row = column.rows[query]
  if not row or not row.tables then return "" end
  return ("%s, %.0f B"):format(number(row.tables), row.table_bytes)
end

-- ---- Tables ---------------------------------------------------------------------

local function line(cells)
  write("| %s |", table.concat(cells, " | "))
end

local function header(first, with_c)
  local names, rule = { first }, { "---" }
  if with_c then names[2], rule[2] = "C", "---" end
  for _, column in ipairs(columns) do names[#names + 1], rule[#rule + 1] = column.name, "---" end
  line(names)
  line(rule)
end

local function any(family, field)
  for _, query in ipairs(families[family]) do
    for _, column in ipairs(columns) do
      if column.rows[query] and column.rows[query][field] then return true end
    end
  end
end

local function family_tables(family)
  write("\n## %s\n", titles[family] or family)
  if any(family, "ours") then
    header("in numbers", true)
    for _, query in ipairs(families[family]) do
      local cells, filled = { query, number(c_times[query]) }, false
      for _, column in ipairs(columns) do
        local text = cell(column, query)
        cells[#cells + 1], filled = text, filled or text ~= ""
      end
      if filled then line(cells) end
    end
  end
  if any(family, "tables") then
    write("")
    header("in tables", false)
    for _, query in ipairs(families[family]) do
      local cells, filled = { query }, false
      for _, column in ipairs(columns) do
        local text = table_cell(column, query)
        cells[#cells + 1], filled = text, filled or text ~= ""
      end
      if filled then line(cells) end
    end
  end
end

-- What makes garbage in numbers, though it should not: an array that is the answer is none.
local function garbage()
  local list = {}
  for _, family in ipairs(order) do
    for _, query in ipairs(families[family]) do
      for _, column in ipairs(columns) do
        local row = column.rows[query]
        if row and row.bytes and row.bytes >= 1 and not query:find("_all") and not query:find("^trace") then
          list[#list + 1] = ("%s under %s: %.0f"):format(query, column.name, row.bytes)
        end
      end
    end
  end
  if list[1] then write("\n## Garbage of calls in numbers, in bytes\n\n- %s", table.concat(list, "\n- ")) end
end

write("# Queries\n")
write("The output of `make bench-queries`; docs/measuring.md explains it. ns a call, the best of several")
write("rounds: collide : by hand in plain Lua = ratio. Both alternate in one process, on inputs that change from")
write("call to call; about half of them are hits. C is the same query in C. In tables: ns and bytes of")
write("garbage a call. Compare the ratios, not the nanoseconds.\n")
for _, column in ipairs(columns) do
  write("- %s: %s, through %s", column.name, column.interpreter or "?", column.way or "?")
end
for _, family in ipairs(order) do family_tables(family) end
garbage()
if output then out:close() end
