-- SPDX-License-Identifier: MIT
-- All pairs of a crowd of circles, by a world and by a spatial hash written by hand, for bench/world.lua.
local collide = require("collide")
local inputs = require("inputs")

local random = inputs.random
local crowds = { COUNT = 10000 }
local CIRCLES, RADIUS = crowds.COUNT, 10

-- Each circle overlaps about 2.5 others.
function crowds.make(moves)
  inputs.restart()
  local side, s = 22 * math.sqrt(CIRCLES), { x = {}, y = {}, r = {}, shapes = {}, dx = {}, dy = {} }
  for i = 1, CIRCLES do
    s.x[i], s.y[i], s.r[i] = random(0, side), random(0, side), random(0.5, 1) * RADIUS
    s.dx[i], s.dy[i] = random(-2, 2), random(-2, 2)
    s.shapes[i] = collide.circle { radius = s.r[i], position = { s.x[i], s.y[i] } }
  end
  s.side, s.moves, s.frame = side, moves, 0
  s.world = collide.world(s.shapes)
  return s
end

-- How far all are from where they began, to and fro, frame by frame.
local function sway()
  local frame = 0
  return function()
    frame = frame + 1
    return math.abs(frame % 16 - 8)
  end
end

function crowds.ours(s)
  local world, shapes, x, y, dx, dy, next_far = s.world, s.shapes, s.x, s.y, s.dx, s.dy, sway()
  return function(first, last)
    local sum = 0
    for _ = first, last do
      if s.moves then
        local far = next_far()
        for i = 1, CIRCLES do shapes[i]:set_position(x[i] + far * dx[i], y[i] + far * dy[i]) end
      end
      for _ in world:pairs() do sum = sum + 1 end
    end
    return sum
  end
end

-- Each circle lies in the cell of its centre, and cells are as wide as two circles: so the others that
-- it may meet are in its own cell and those around; half of these, so that each pair comes once. Cells
-- are two arrays of a fixed size, which need no clearing of tables.
function crowds.hash(s)
  local x, y, r, dx, dy, next_far = s.x, s.y, s.r, s.dx, s.dy, sway()
  local size = 2 * RADIUS
  local across = math.ceil((s.side + 64) / size) + 2
  local first_of, next_of, px, py = {}, {}, {}, {}
  local floor = math.floor
  for c = 1, across * across do first_of[c] = 0 end
  for i = 1, CIRCLES do next_of[i] = 0 px[i] = x[i] py[i] = y[i] end
  return function(first, last)
    local sum = 0
    for _ = first, last do
      if s.moves then
        local far = next_far()
        for i = 1, CIRCLES do px[i], py[i] = x[i] + far * dx[i], y[i] + far * dy[i] end
      end
      for c = 1, across * across do first_of[c] = 0 end
      for i = 1, CIRCLES do
        local a, b, ri = px[i], py[i], r[i]
        local cx, cy = floor((a + 32) / size) + 1, floor((b + 32) / size) + 1
        local here = cy * across + cx
        for row = here - across, here + across, across do
          for c = row - 1, row + 1 do
            local j = first_of[c]
            while j ~= 0 do
              local u, v, w = px[j] - a, py[j] - b, r[j] + ri
              if u * u + v * v <= w * w then sum = sum + 1 end
              j = next_of[j]
            end
          end
        end
        next_of[i] = first_of[here]
        first_of[here] = i
      end
    end
    return sum
  end
end

return crowds
