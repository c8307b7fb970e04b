-- SPDX-License-Identifier: MIT
-- Joins the rows of the benches to one table: lua bench/table.lua C=file lua5.4=file ... Rows of C are query, ns; those
-- of a Lua are query, collide, plain Lua.
local columns, queries, seen = {}, {}, {}

for _, argument in ipairs(arg) do
  local name, path = argument:match("^([^=]+)=(.*)$")
  local column = {name = name, rows = {}}
  for line in io.lines(path) do
    local query, ours, theirs = line:match("^([^\t]+)\t([^\t]+)\t?([^\t]*)$")
    if query then
      column.rows[query] = {tonumber(ours), tonumber(theirs)}
      if not seen[query] then
        seen[query] = true
        queries[#queries + 1] = query
      end
    end
  end
  columns[#columns + 1] = column
end

local function write(...)
  io.write(string.format(...))
end

local function cell(row)
  if not row then return "" end
  if not row[2] then return ("%.0f"):format(row[1]) end
  return ("%.0f : %.0f = %.2f"):format(row[1], row[2], row[1] / row[2])
end

write("ns per query or cell; under each Lua, collide : plain Lua = ratio (medians)\n\n| %-24s |", "query")
for _, column in ipairs(columns) do write(" %-17s |", column.name) end
write("\n|%s|", ("-"):rep(26))
for _ in ipairs(columns) do write("%s|", ("-"):rep(19)) end
write("\n")
for _, query in ipairs(queries) do
  write("| %-24s |", query)
  for _, column in ipairs(columns) do write(" %-17s |", cell(column.rows[query])) end
  write("\n")
end
