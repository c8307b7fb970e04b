-- SPDX-License-Identifier: MIT
-- Writes a row for bench/queries.c, so that C runs the same queries. Words and numbers are separated by spaces. There
-- is a line each for the name, the query, every shape, box of cells, and input:
--
--   row NAME
--   ask WHAT DIMENSIONS UNITS SUM MAX
--   shapes COUNT IS_ARRAY, and for each two lines: its kind, how many sizes, and those; its position,
--                          whether it is turned, and four numbers that say how
--   boxes COUNT, and for each six coordinates
--   inputs COUNT PICKS NUMBERS, and for each which shapes, from 0, and its numbers
local race = require("race")

local unpack = unpack or table.unpack -- luacheck: ignore 143

local plan = {}

local function write(...)
  local words = { ... }
  for i, word in ipairs(words) do
    words[i] = type(word) == "number" and ("%.17g"):format(word) or tostring(word)
  end
  io.write(table.concat(words, " "), "\n")
end

local function flat(list, into)
  into = into or {}
  for _, value in ipairs(list) do
    if type(value) == "table" then flat(value, into) else into[#into + 1] = value end
  end
  return into
end

local function sizes_of(kind, f)
  if kind == "sphere" or kind == "circle" then return { f.radius } end
  if kind == "box" or kind == "rect" then return f.half end
  if kind == "cylinder" then return { f.radius, f.half_height } end
  if kind == "cone" then return { f.radius, f.height } end
  if kind == "plane" then return { f.normal, f.distance } end
  if kind == "capsule" then
    if f.a then return { f.a, f.b, f.radius } end
    return { 0, -f.half_height, 0, 0, f.half_height, 0, f.radius }
  end
  return f.points
end

local function write_shape(shape)
  local fields, position = shape.fields, shape.fields.position
  local rotation = fields.rotation or 0
  if type(rotation) == "number" then rotation = { rotation, 0, 0, 0 } end
  local sizes = flat(sizes_of(shape.kind, fields))
  write(shape.kind, #sizes, unpack(sizes))
  write(position[1], position[2], position[3] or 0, fields.rotation and 1 or 0,
    rotation[1], rotation[2], rotation[3], rotation[4])
end

function plan.write(row)
  race.prepare(row)
  local c = row.c
  local shapes = c.pool or c.array or {}
  write("row", row.name)
  write("ask", c.ask, c.dimensions, row.units or row.count, row.sum, c.max or -1)
  write("shapes", #shapes, c.array and 1 or 0)
  for _, shape in ipairs(shapes) do write_shape(shape) end
  write("boxes", #(c.boxes or {}))
  for _, box in ipairs(c.boxes or {}) do write(unpack(box)) end
  local width = c.numbers and #c.numbers[1] or 0
  write("inputs", row.count, #c.picks, width)
  for i = 1, row.count do
    local line = {}
    for _, picks in ipairs(c.picks) do line[#line + 1] = picks[i] - 1 end
    for k = 1, width do line[#line + 1] = c.numbers[i][k] end
    write(unpack(line))
  end
end

return plan
