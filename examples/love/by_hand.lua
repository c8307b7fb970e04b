-- SPDX-License-Identifier: MIT
-- Which tiles are seen, found without collide: each line of sight is clipped to each tile, a
-- closed square, in fractions of whole numbers, so that nothing is rounded. Slow, and plain.
local sight = require("sight")

local by_hand = {}

local floor, max, min = math.floor, math.max, math.min

-- The sign of a/b - c/d, for b, d > 0 and all small whole numbers.
local function compare(a, b, c, d)
  return a * d - c * b
end

-- Where a line from `from` to `to` is between low and high: two fractions, {n, d} with d > 0, or
-- nothing. {0, 1} to {1, 1} is all of it.
local function clip(from, to, low, high)
  local d = to - from
  if d == 0 then
    if from < low or from > high then
      return nil
    end
    return { 0, 1 }, { 1, 1 }
  elseif d > 0 then
    return { low - from, d }, { high - from, d }
  end
  return { from - high, -d }, { from - low, -d }
end

local function later(p, q)
  return compare(p[1], p[2], q[1], q[2]) > 0
end

-- Where the line enters a tile, as a fraction, or nil when it does not touch it.
local function entry(from, to, x, y, size)
  local x_in, x_out = clip(from.x, to.x, x * size, (x + 1) * size)
  local y_in, y_out = clip(from.y, to.y, y * size, (y + 1) * size)
  if not (x_in and y_in) then
    return nil
  end
  local enter = later(x_in, y_in) and x_in or y_in
  local leave = later(x_out, y_out) and y_out or x_out
  if later({ 0, 1 }, enter) then
    enter = { 0, 1 }
  end
  if later(enter, leave) or later(enter, { 1, 1 }) then
    return nil
  end
  return enter
end

-- The tiles around a line, all that it can touch.
local function each_entry(plan, from, to, visit)
  local size = plan.size
  local left, right = floor(min(from.x, to.x) / size) - 1, floor(max(from.x, to.x) / size)
  local top, bottom = floor(min(from.y, to.y) / size) - 1, floor(max(from.y, to.y) / size)
  for y = max(0, top), min(plan.height - 1, bottom) do
    for x = max(0, left), min(plan.width - 1, right) do
      local enter = entry(from, to, x, y, size)
      if enter then
        visit(y * plan.width + x + 1, enter)
      end
    end
  end
end

-- A table with `true` at the number of each tile that is seen from a point in whole pixels.
function by_hand.look(plan, from)
  local seen = {}
  for _, to in ipairs(sight.ends(plan)) do
    local stop
    each_entry(plan, from, to, function(at, enter)
      if plan.walls[at] ~= 0 and (not stop or later(stop, enter)) then
        stop = enter
      end
    end)
    each_entry(plan, from, to, function(at, enter)
      local wall = plan.walls[at] ~= 0
      if not stop or later(stop, enter) or (wall and not later(enter, stop)) then
        seen[at] = true
      end
    end)
  end
  return seen
end

return by_hand
