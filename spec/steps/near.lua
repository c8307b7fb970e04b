-- SPDX-License-Identifier: MIT
--
-- The size of an answer, which a call may take time for: its elements, the cells that it writes, and the vertices and
-- cells near it. This file uses the public functions of the module alone, and only those that are tested elsewhere.
local collide = require "collide"
local hostile = require "spec.fuzz.hostile"

local unpack = table.unpack or unpack -- luacheck: ignore 143
local near = {}

local MOST_CELLS = 262144 -- more are an error of cells_in
local MOST = 1e9 -- the largest size
local MOST_STEPS = 200 -- places of a shape along its displacement

-- What the value is: "shape", "grid", "mesh", "group", "world", "array", or nil if it is a number or point.
local function kind_of(value)
  if type(value) == "userdata" then
    local meta = debug.getmetatable(value)
    for kind, known in pairs(hostile.metatables) do
      if known == meta then return kind == "compound" and "group" or kind end
    end
    return "shape"
  end
  if type(value) == "table" and type(value[1]) ~= "number" then return "array" end
end

-- How many elements the results have: hits, cells, members, numbers, bytes.
function near.elements(results)
  local sum = 0
  for i = 1, results.n do
    local value = results[i]
    if type(value) == "string" then
      sum = sum + #value
    elseif kind_of(value) == "grid" then
      sum = sum + value:count()
    else
      sum = sum + (type(value) == "table" and value.n or type(value) == "table" and math.max(1, #value) or 1)
    end
  end
  return sum
end

-- ---- Boxes ------------------------------------------------------------------

local function bounds(value, dim)
  if kind_of(value) == nil then return { unpack(value) }, { unpack(value) } end
  local numbers = { value:bounds("numbers") }
  if #numbers == 0 then return nil end
  return { unpack(numbers, 1, dim) }, { unpack(numbers, dim + 1, 2 * dim) }
end

local function meets(value, dim, low, high)
  local other_low, other_high = bounds(value, dim)
  if not other_low then return false end
  for axis = 1, dim do
    if not (other_low[axis] <= high[axis] and low[axis] <= other_high[axis]) then return false end
  end
  return true
end

-- The bounds of the shape or point of the call along its displacement, and `more` around them.
local function region(case, dim, more)
  local start = case.a or case.p
  if not start then return nil end
  local low, high = bounds(start, dim)
  for axis = 1, dim do
    local along = case.v and case.v[axis] or 0
    low[axis] = low[axis] + math.min(0, along) - more
    high[axis] = high[axis] + math.max(0, along) + more
  end
  return low, high
end

local function clamp(x, most) return math.max(-most, math.min(most, x)) end

local function box(low, high)
  local size, middle = {}, {}
  for axis = 1, #low do
    local l, h = clamp(low[axis], 1e9), clamp(high[axis], 1e9)
    size[axis], middle[axis] = h - l, (h + l) / 2
  end
  return collide[#low == 2 and "rect" or "box"] { size = size, position = middle }
end

-- ---- Vertices and cells -----------------------------------------------------

local function vertices(value)
  local kind = kind_of(value)
  if kind == nil then return 1 end
  if kind == "mesh" then return 3 * value:count() end
  if kind == "group" then
    local sum = 0
    for i = 1, value:count() do sum = sum + vertices(value:part(i)) end
    return sum
  end
  local fields = value:describe()
  return fields.shape == "ellipse" and 64 or fields.points and #fields.points or 8
end

local function parts_of(shape)
  if kind_of(shape) ~= "group" then return { shape } end
  local parts = {}
  for i = 1, shape:count() do parts[i] = shape:part(i) end
  return parts
end

-- A cell counts as one, and the corners of its shape as more.
local CORNERS = { [2] = { 0, 3, 8 }, [3] = { 0, 6, 16 } }

-- The cells that are not empty and that the shape touches, at its place and along its displacement in steps of a cell.
local function cells(grid, case, dim)
  local found, sum, length = {}, 0, 0
  for axis = 1, dim do length = math.max(length, math.abs(case.v and case.v[axis] or 0)) end
  local steps = math.ceil(math.min(length, MOST_STEPS))
  for _, part in ipairs(parts_of(case.a)) do
    local moved, along = part:copy(), {}
    for axis = 1, dim do along[axis] = (case.v and case.v[axis] or 0) / math.max(1, steps) end
    for step = 0, steps do
      if step > 0 and not pcall(moved.translate, moved, along) then break end
      local few, list = pcall(grid.cells_in, grid, moved)
      if not few then return MOST_CELLS end
      for _, cell in ipairs(list) do
        local key = cell.x .. " " .. cell.y .. " " .. (cell.z or 0)
        if not found[key] then
          found[key] = true
          sum = sum + 1 + CORNERS[dim][grid:get(cell)]
        end
      end
    end
  end
  return sum
end

-- The vertices and cells of the target near the shape.
local function count(target, case, dim, low, high)
  local kind, sum = kind_of(target), 0
  if kind == nil then return 1 end
  if kind == "grid" then
    if not kind_of(case.a) then return 64 end -- the cells around a point or line
    if case.o and case.o.limit and not case.o.inside then return 27 * case.o.limit end
    if case.o and (case.o.max or 0) > 0 then return 2 * cells(target, { a = box(low, high) }, dim) end
    return cells(target, case, dim)
  end
  if kind == "array" then
    for _, member in ipairs(target) do sum = sum + count(member, case, dim, low, high) end
  elseif kind == "world" then
    for _, member in target:each() do sum = sum + count(member, case, dim, low, high) end
  elseif kind == "mesh" and low then
    sum = 3 * #target:triangles_in(box(low, high))
  elseif not low or meets(target, dim, low, high) then
    sum = vertices(target)
  end
  return sum
end

-- ---- Calls ------------------------------------------------------------------

-- Calls whose limits page states other costs (docs/reference/limits.md).
local OWN = {
  -- 10 us for each triangle or part with each of the other, 1 us for each cell with each that is around it.
  pairs = function(case)
    if kind_of(case.a) == "grid" then return 27 * (case.a:count() + case.t:count()) end
    return 10 * case.a:count() * case.t:count()
  end,
  -- 2 ms for each pair that penetrates, in each iteration: two moves, which have obstacles near.
  separate = function(case)
    local sum = 0
    for _ in case.t:pairs { touching = "skip" } do sum = sum + 1 end
    return 2000 * case.n * sum
  end,
  hull = function(case) return 10 * #case.p end,
  decompose = function(case) return 100 * #case.p end,
  mesh = function(case) return 2 * #case.p end,
  -- The cells that it writes.
  fill = function(case)
    local corners, written = case.box, 1
    local dim = #corners / 2
    for axis = 1, dim do written = written * (corners[axis + dim] - corners[axis] + 1) end
    return written
  end,
}

-- The number of elements, vertices and cells of the call, which got `results`. `case` has its arguments by the names of
-- spec/steps/calls.lua, as they were before the call. `own` names a row above.
function near.count(case, results, dim, own)
  local sum = near.elements(results)
  if own then return math.min(sum + OWN[own](case), MOST) end
  local low, high = region(case, dim, case.o and case.o.max or type(results[1]) == "number" and results[1] or 0)
  if case.a then sum = sum + vertices(case.a) end
  if case.t then sum = sum + count(case.t, case, dim, low, high) end
  return sum
end

return near
