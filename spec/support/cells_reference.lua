-- SPDX-License-Identifier: MIT
--
-- reference(from, to, frame): the groups of a walk by exact arithmetic, by a simple and slow method: the times of all
-- crossings are fractions of big integers, and comparisons find the next crossing. Returns an array of { t =, zero =,
-- whole =, {x, y[, z]}, ... }: t rounded roughly, and whether it is 0 or 1 exactly.
local BASE = 2 ^ 24 -- so that a product of limbs and what is carried are exact doubles

-- Natural numbers are arrays of limbs, lowest first, without leading zeros.

-- A natural number that is a double, times 2^shift.
local function natural(x, shift)
  local limbs, carry = {}, 0
  for _ = 1, math.floor(shift / 24) do limbs[#limbs + 1] = 0 end
  local factor = 2.0 ^ (shift % 24)
  while x > 0 or carry > 0 do
    local limb = x % BASE
    x = (x - limb) / BASE
    local shifted = limb * factor + carry
    limbs[#limbs + 1] = shifted % BASE
    carry = (shifted - shifted % BASE) / BASE
  end
  while limbs[#limbs] == 0 do limbs[#limbs] = nil end
  return limbs
end

local function compare(a, b)
  if #a ~= #b then return #a < #b and -1 or 1 end
  for i = #a, 1, -1 do
    if a[i] ~= b[i] then return a[i] < b[i] and -1 or 1 end
  end
  return 0
end

-- a + sign * b, which must not be negative.
local function add(a, b, sign)
  local sum, carry = {}, 0
  for i = 1, math.max(#a, #b) do
    local limb = (a[i] or 0) + sign * (b[i] or 0) + carry
    sum[i] = limb % BASE
    carry = (limb - sum[i]) / BASE
  end
  if carry > 0 then sum[#sum + 1] = carry end
  while sum[#sum] == 0 do sum[#sum] = nil end
  return sum
end

local function multiply(a, b)
  local product = {}
  for i = 1, #a + #b do product[i] = 0 end
  for i = 1, #a do
    local carry = 0
    for j = 1, #b do
      local limb = product[i + j - 1] + a[i] * b[j] + carry
      product[i + j - 1] = limb % BASE
      carry = (limb - limb % BASE) / BASE
    end
    product[i + #b] = carry
  end
  while product[#product] == 0 do product[#product] = nil end
  return product
end

-- a / b, within a few roundings: the highest limbs decide.
local function quotient(a, b)
  local function highest(limbs, top)
    local x = 0
    for i = top, math.max(1, top - 5), -1 do x = x * BASE + (limbs[i] or 0) end
    return x
  end
  local top = math.max(#a, #b)
  return highest(a, top) / highest(b, top)
end

-- The least n, or nearly, that makes x * 2^n an integer.
local function scale_of(x)
  local scale = 0
  if x == 0 then return -2000 end
  x = math.abs(x)
  while x >= 2 ^ 53 do x, scale = x * 2.0 ^ -24, scale - 24 end
  while x < 2 ^ 29 do x, scale = x * 2.0 ^ 24, scale + 24 end
  while x ~= math.floor(x) do x, scale = x * 2, scale + 1 end
  return scale
end

-- |a - b| * 2^scale
local function distance(a, b, scale)
  local function magnitude(x)
    if x == 0 then return {} end
    local own = scale_of(x)
    local half = math.floor(own / 2)
    return natural(math.abs(x) * 2.0 ^ half * 2.0 ^ (own - half), scale - own)
  end
  local x, y = magnitude(a), magnitude(b)
  if (a < 0) ~= (b < 0) then return add(x, y, 1) end
  if compare(x, y) < 0 then x, y = y, x end
  return add(x, y, -1)
end

-- The cell of x, by the rule alone: boundary k <= x < boundary k + 1.
local function cell_of(x, boundary, guess)
  local k = guess
  while x < boundary(k) do k = k - 1 end
  while x >= boundary(k + 1) do k = k + 1 end
  return k
end

-- One axis: its first cell, the direction, and the boundaries crossed, in order,
-- as distances from the start: numerators of the times, `length` the denominator.
local function axis_of(from, to, size, origin)
  -- Floats, so that 5.3 and later round as doubles do.
  from, to, size, origin = from + 0.0, to + 0.0, size + 0.0, origin + 0.0
  local function boundary(k) return origin + k * size end
  local first = cell_of(from, boundary, math.floor(from / size - origin / size) + 0.0)
  local axis = { first = first, step = to > from and 1 or to < from and -1 or 0, crossings = {} }
  if axis.step == 0 then return axis end
  local k = axis.step > 0 and first + 1 or first
  local scale = math.max(scale_of(from), scale_of(to))
  while (to - boundary(k)) * axis.step >= 0 do
    axis.crossings[#axis.crossings + 1] = boundary(k)
    scale = math.max(scale, scale_of(boundary(k)))
    k = k + axis.step
  end
  axis.length = distance(to, from, scale)
  for i, b in ipairs(axis.crossings) do axis.crossings[i] = distance(b, from, scale) end
  return axis
end

-- Which axes move to reach each cell of a group, in the order of the cells.
local PARTS = { { 1 }, { 2 }, { 1, 2 }, { 3 }, { 1, 3 }, { 2, 3 }, { 1, 2, 3 } }

-- The axes that are crossed next, as a set, and when, as a fraction; nil when
-- none is.
local function next_crossing(axes, position)
  local top, bottom, crossed
  for k, axis in ipairs(axes) do
    local crossing = axis.crossings[position[k]]
    local order = crossing and -1
    if crossing and top then order = compare(multiply(crossing, bottom), multiply(top, axis.length)) end
    if order == -1 then
      top, bottom, crossed = crossing, axis.length, { [k] = true }
    elseif order == 0 then
      crossed[k] = true
    end
  end
  return crossed, top, bottom
end

local function enter(cell, axes, crossed, group)
  for _, part in ipairs(PARTS) do
    local moved, whole = {}, true
    for k, x in ipairs(cell) do moved[k] = x end
    for _, k in ipairs(part) do
      whole = whole and crossed[k]
      if whole then moved[k] = moved[k] + axes[k].step end
    end
    if whole then group[#group + 1] = moved end
  end
end

local function component(value, k)
  return type(value) == "table" and value[k] or value
end

return function(from, to, frame)
  local axes, cell, position = {}, {}, {}
  local sizes, origins = frame and frame.size or 1, frame and frame.origin or 0
  for k = 1, #from do
    axes[k] = axis_of(from[k], to[k], component(sizes, k), component(origins, k))
    cell[k], position[k] = axes[k].first, 1
  end
  local start = {}
  for k = 1, #cell do start[k] = cell[k] end
  local groups = { { t = 0, zero = true, start } }
  while true do
    local crossed, top, bottom = next_crossing(axes, position)
    if not crossed then return groups end
    local group = { t = quotient(top, bottom), zero = #top == 0, whole = compare(top, bottom) == 0 }
    enter(cell, axes, crossed, group)
    groups[#groups + 1] = group
    for k in pairs(crossed) do
      cell[k] = cell[k] + axes[k].step
      position[k] = position[k] + 1
    end
  end
end
