-- SPDX-License-Identifier: MIT
-- The cells that a segment crosses, one by one and all at once; ns and bytes a cell.
local inputs = require("inputs")
local by_hand = require("by_hand.cells")

local LINES = 128

local function lines(dimensions, length)
  local drawn = {}
  for i = 1, LINES do
    local line, way = {}, inputs.vector(dimensions, length, length)
    for k = 1, dimensions do
      line[k] = inputs.random(-50, 50)
      line[dimensions + k] = line[k] + way[k]
    end
    drawn[i] = line
  end
  return drawn
end

-- No line here goes through a corner, so that a cell is a group.
local function units_of(collide, drawn, dimensions)
  local units = 0
  for _, l in ipairs(drawn) do
    local flat = dimensions == 2 and collide.trace(l[1], l[2], l[3], l[4])
      or collide.trace(l[1], l[2], l[3], l[4], l[5], l[6])
    units = units + #flat / (2 + dimensions)
  end
  return units
end

local function row(collide, query, dimensions, length)
  local drawn = lines(dimensions, length)
  local names = dimensions == 2 and { "x0", "y0", "x1", "y1" } or { "x0", "y0", "z0", "x1", "y1", "z1" }
  local lists = { P = {}, Q = {} }
  for _, name in ipairs(names) do lists[name] = {} end
  for i, l in ipairs(drawn) do
    for k, name in ipairs(names) do lists[name][i] = l[k] end
    lists.P[i] = { l[1], l[2], dimensions == 3 and l[3] or nil }
    lists.Q[i] = { l[dimensions + 1], l[dimensions + 2], l[6] }
  end
  local ends, cell = table.concat(names, ", "), dimensions == 2 and "x, y" or "x, y, z"
  local add = "sum = sum + t + " .. cell:gsub(", ", " + ")
  local r = {
    name = ("%s in %dD, length %d, a cell"):format(query, dimensions, length),
    query = query,
    with = { ask = collide[query], axis = by_hand.axis },
    lists = lists,
    count = LINES,
    units = units_of(collide, drawn, dimensions),
    c = { ask = "cells", dimensions = dimensions, picks = {}, numbers = drawn },
  }
  if query == "cells" then
    r.numbers = ("for _, t, %s in ask(%s) do %s end"):format(cell, ends, add)
    r.tables = "for group in ask(P, Q) do local c = group[1] sum = sum + group.t + c.x + c.y"
      .. (dimensions == 3 and " + c.z" or "") .. " end"
    r.hand = by_hand.walk[dimensions]:gsub("VISIT", add)
  else -- an array of all cells, then over it
    local step = dimensions + 1
    local read = dimensions == 3 and " + flat[k + 3]" or ""
    r.numbers = ("local flat = ask(%s) for k = 2, #flat, %d do sum = sum + flat[k] + flat[k + 1] + flat[k + 2]%s end")
      :format(ends, step + 1, read)
    r.tables = "for _, group in ipairs(ask(P, Q)) do local c = group[1] sum = sum + group.t + c.x + c.y"
      .. (dimensions == 3 and " + c.z" or "") .. " end"
    r.hand = "local flat, n = {}, 0\n" .. by_hand.walk[dimensions]:gsub("VISIT",
      dimensions == 2 and "flat[n + 1], flat[n + 2], flat[n + 3] = t, x, y n = n + 3"
      or "flat[n + 1], flat[n + 2], flat[n + 3], flat[n + 4] = t, x, y, z n = n + 4")
      .. ("for k = 1, n, %d do sum = sum + flat[k] + flat[k + 1] + flat[k + 2]%s end"):format(step, read)
  end
  return r
end

return function(collide, add)
  for dimensions = 2, 3 do
    for _, length in ipairs({ 10, 100, 1000 }) do add(row, collide, "cells", dimensions, length) end
  end
  for dimensions = 2, 3 do add(row, collide, "trace", dimensions, 100) end
end
