-- SPDX-License-Identifier: MIT
--
-- closed_cells(from, to, frame): the closed cells that a closed segment touches, by brute force: for each cell near the
-- segment, the interval of t in which they touch. Times are fractions; expansions (Shewchuk, 1997) compare them
-- exactly. Returns an array of groups, as a closed walk should: { t =, zero =, whole =, { x, y[, z] }, ... }.
local function two_sum(a, b)
  local sum = a + b
  local part = sum - a
  return sum, (a - (sum - part)) + (b - part)
end

local function split(a)
  local c = 134217729.0 * a
  local high = c - (c - a)
  return high, a - high
end

local function two_product(a, b)
  local p = a * b
  local ah, al = split(a)
  local bh, bl = split(b)
  return p, ((ah * bh - p) + ah * bl + al * bh) + al * bl
end

-- The sign of a sum of doubles.
local function sign_of_sum(terms)
  local expansion = {}
  for _, term in ipairs(terms) do
    local grown, rest = {}, term
    for _, part in ipairs(expansion) do
      local low
      rest, low = two_sum(rest, part)
      if low ~= 0 then grown[#grown + 1] = low end
    end
    if rest ~= 0 then grown[#grown + 1] = rest end
    expansion = grown
  end
  local greatest = expansion[#expansion] or 0
  return greatest > 0 and 1 or greatest < 0 and -1 or 0
end

-- A fraction (a - b) / (c - d), c - d not 0; the denominator is made positive.
local function fraction(a, b, c, d)
  if c < d then a, b, c, d = b, a, d, c end
  local top_low, bottom_low
  local top, bottom
  top, top_low = two_sum(a, -b)
  bottom, bottom_low = two_sum(c, -d)
  return { top, top_low, bottom, bottom_low, value = top / bottom }
end

local ZERO, ONE = fraction(0.0, 0.0, 1.0, 0.0), fraction(1.0, 0.0, 1.0, 0.0)

local function order(p, q)
  if math.abs(p.value - q.value) > 1e-9 * (math.abs(p.value) + math.abs(q.value)) then
    return p.value < q.value and -1 or 1
  end
  local terms = {}
  for i = 1, 2 do
    for j = 3, 4 do
      local left, left_low = two_product(p[i], q[j])
      local right, right_low = two_product(q[i], p[j])
      for _, term in ipairs { left, left_low, -right, -right_low } do terms[#terms + 1] = term end
    end
  end
  return sign_of_sum(terms)
end

-- The cells of one axis with the interval of t in which each is touched.
local function cells_of_axis(from, to, size, origin)
  from, to, size, origin = from + 0.0, to + 0.0, size + 0.0, origin + 0.0
  local function boundary(k) return origin + k * size end
  local cells = {}
  local low, high = math.min(from, to), math.max(from, to)
  for k = math.floor((low - origin) / size) - 3.0, math.floor((high - origin) / size) + 3.0 do
    local enter, leave = boundary(k), boundary(k + 1)
    if enter <= high and leave >= low then
      local cell = { k = k, enter = ZERO, leave = ONE }
      if to ~= from then
        if to < from then enter, leave = leave, enter end
        cell.enter, cell.leave = fraction(enter, from, to, from), fraction(leave, from, to, from)
      end
      cells[#cells + 1] = cell
    end
  end
  return cells
end

-- By t, then z, then y, then x.
local function comes_before(a, b)
  local by_time = order(a.first, b.first)
  if by_time ~= 0 then return by_time < 0 end
  for axis = #a.cell, 1, -1 do
    if a.cell[axis] ~= b.cell[axis] then return a.cell[axis] < b.cell[axis] end
  end
  return false
end

local function component(value, k)
  return type(value) == "table" and value[k] or value
end

local function touch(cells, touched)
  local first, last, cell = ZERO, ONE, {}
  for axis, at in ipairs(cells) do
    if order(at.enter, first) > 0 then first = at.enter end
    if order(at.leave, last) < 0 then last = at.leave end
    cell[axis] = at.k
  end
  if order(first, last) <= 0 then touched[#touched + 1] = { first = first, cell = cell } end
end

return function(from, to, frame)
  local axes, touched = {}, {}
  for k = 1, #from do
    axes[k] = cells_of_axis(from[k], to[k], component(frame and frame.size or 1, k),
      component(frame and frame.origin or 0, k))
  end
  for _, x in ipairs(axes[1]) do
    for _, y in ipairs(axes[2]) do
      for _, z in ipairs(axes[3] or { false }) do touch({ x, y, z or nil }, touched) end
    end
  end
  table.sort(touched, comes_before)
  local groups, last = {}, nil
  for _, one in ipairs(touched) do
    if not last or order(last, one.first) ~= 0 then
      last = one.first
      groups[#groups + 1] = { t = last.value, zero = order(last, ZERO) == 0, whole = order(last, ONE) == 0 }
    end
    table.insert(groups[#groups], one.cell)
  end
  return groups
end
