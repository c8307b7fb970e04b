-- SPDX-License-Identifier: MIT
--
-- Outlines, and their properties, computed by slow methods. Coordinates are whole numbers below 2^20 (times one power
-- of two), so all arithmetic here is exact. A point is {x, y}; an outline is an array of points.
local outlines = {}

-- 1 where c is to the left of the line from a to b, -1 to the right, 0 on it.
function outlines.turn(a, b, c)
  local cross = (b[1] - a[1]) * (c[2] - a[2]) - (b[2] - a[2]) * (c[1] - a[1])
  return cross > 0 and 1 or cross < 0 and -1 or 0
end
local turn = outlines.turn

local function at(points, i) return points[(i - 1) % #points + 1] end

-- Twice the area, positive where it goes counterclockwise.
function outlines.area(points)
  local sum = 0
  for i = 1, #points do
    local a, b = points[i], at(points, i + 1)
    sum = sum + (a[1] * b[2] - a[2] * b[1])
  end
  return sum
end

function outlines.area_of_all(pieces)
  local sum = 0
  for _, piece in ipairs(pieces) do sum = sum + math.abs(outlines.area(piece)) end
  return sum
end

local function same(a, b) return a[1] == b[1] and a[2] == b[2] end

local function within(x, a, b) return math.min(a, b) <= x and x <= math.max(a, b) end

-- Does p lie on the closed segment from a to b?
local function on_segment(p, a, b)
  return turn(a, b, p) == 0 and within(p[1], a[1], b[1]) and within(p[2], a[2], b[2])
end

local function cross(a, b, c, d)
  return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0
end

-- Everything that keeps the outline from being simple: a set of texts as the errors have them, a list
-- of {"crosses", i, j} and the like, and what the error says of the first pair of equal points.
function outlines.faults(points)
  local set, list, repeated = {}, {}, nil
  local function add(kind, i, j, text)
    set[text:format(i, j)] = true
    list[#list + 1] = { kind, i, j }
  end
  for i = 1, #points do
    for j = 1, #points do
      local p, a, b = points[i], points[j], at(points, j + 1)
      if i < j and same(p, a) then
        add("repeated", i, j, "points %d and %d are the same")
        repeated = repeated or ("point %d is the same as point %d"):format(j, i)
      end
      if not same(p, a) and not same(p, b) and on_segment(p, a, b) then
        add("touches", i, j, "point %d lies on the edge that begins at point %d")
      end
      if i < j and cross(p, at(points, i + 1), a, b) then
        add("crosses", i, j, "the edges that begin at points %d and %d cross")
      end
    end
  end
  return set, list, repeated
end

-- A random simple outline of `count` points on a grid of that size: crossings of a random one are
-- undone until there are none. `pick(n)` is a random number from 1 to n.
function outlines.random(count, size, pick)
  while true do
    local points, taken = {}, {}
    while #points < count do
      local x, y = pick(size), pick(size)
      if not taken[x * size + y] then
        taken[x * size + y] = true
        points[#points + 1] = { x, y }
      end
    end
    for _ = 1, 100 do
      local _, list = outlines.faults(points)
      if #list == 0 then return points end
      local fault = list[pick(#list)]
      local i, j = fault[2], fault[3]
      if fault[1] == "crosses" then
        for k = 0, math.floor((j - i) / 2) - 1 do
          points[i + 1 + k], points[j - k] = points[j - k], points[i + 1 + k]
        end
      else
        table.insert(points, pick(#points), table.remove(points, i))
      end
    end
  end
end

function outlines.reversed(points)
  local other = {}
  for i = #points, 1, -1 do other[#other + 1] = points[i] end
  return other
end

local function counterclockwise(points)
  return outlines.area(points) < 0 and outlines.reversed(points) or points
end

-- How many corners are concave.
function outlines.concave(points)
  local count = 0
  points = counterclockwise(points)
  for i = 1, #points do
    if turn(at(points, i - 1), points[i], at(points, i + 1)) < 0 then count = count + 1 end
  end
  return count
end

-- Is the middle between two points in the closed outline? All is doubled, to be exact.
local function holds_middle(points, a, b)
  local m, inside = { a[1] + b[1], a[2] + b[2] }, false
  for i = 1, #points do
    local p, q = points[i], at(points, i + 1)
    p, q = { 2 * p[1], 2 * p[2] }, { 2 * q[1], 2 * q[2] }
    if on_segment(m, p, q) then return true end
    if (p[2] > m[2]) ~= (q[2] > m[2]) and (turn(p, q, m) > 0) == (q[2] > p[2]) then inside = not inside end
  end
  return inside
end

-- May a piece have an edge from corner i to corner j? It lies inside and meets no other corner.
local function is_diagonal(points, i, j)
  local a, b = points[i], points[j]
  for k = 1, #points do
    if k ~= i and k ~= j and on_segment(points[k], a, b) then return false end
    if cross(a, b, points[k], at(points, k + 1)) then return false end
  end
  return holds_middle(points, a, b)
end

-- The fewest convex pieces, by trying every piece along each diagonal.
function outlines.least(points)
  points = counterclockwise(points)
  local count, known = #points, {}
  local fewest

  local function beyond(i, j)
    if j == i + 1 then return 0 end
    local key = i * 100 + j
    if known[key] == nil then known[key] = is_diagonal(points, i, j) and fewest(i, j) or math.huge end
    return known[key]
  end

  fewest = function(first, last)
    local best = math.huge
    local function extend(second, before, now, cost, bends)
      if cost >= best then return end
      if now == last then
        local a, b, c, d = points[before], points[last], points[first], points[second]
        local convex = turn(a, b, c) >= 0 and turn(b, c, d) >= 0
        if convex and (bends or turn(a, b, c) > 0) then best = cost end
        return
      end
      for to = now + 1, last do
        local bend = before and turn(points[before], points[now], points[to]) or 0
        if bend >= 0 and not (now == first and to == last) then
          extend(second or to, now, to, cost + beyond(now, to), bends or bend > 0)
        end
      end
    end
    extend(nil, nil, first, 1, false)
    return best
  end
  return fewest(1, count)
end

-- Do two convex pieces, counterclockwise, have no inside in common? Then the line of an edge of one
-- of them parts the two.
function outlines.are_apart(a, b)
  local function parts(one, other)
    for i = 1, #one do
      local apart = true
      for _, p in ipairs(other) do
        if turn(one[i], at(one, i + 1), p) > 0 then apart = false end
      end
      if apart then return true end
    end
    return false
  end
  return parts(a, b) or parts(b, a)
end

return outlines
