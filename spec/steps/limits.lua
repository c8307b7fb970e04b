-- SPDX-License-Identifier: MIT
--
-- How many steps a call may take: those of 50 ms, and of a microsecond for each element, vertex and cell of its answer
-- and near it (spec/steps/near.lua). A step is a basic block of the module (spec/steps/steps.c).
--
-- Steps in a second, measured with gcc 12 -O2 on the same calls without counting:
--
--   exact decisions of far coordinates        3.2e9    contact of many boxes with a box        2.2e9
--   exact decisions of shapes that touch      2.8e9    contact of cones with terrain           2.1e9
--   push_out in a filled grid of space        2.3e9    shapecast of a large box in a grid      2.0e9
--   push_out of an ellipse                    2.6e9    distance_all in a large grid            1.8e9
--   decompose                                 2.4e9    contact of a box with terrain           1.6e9
--   voxelize                                  2.3e9    distance of balls and terrain           1.5e9
--   small calls through Lua's API             0.6e9    hull, heights, which wait for memory    0.6e9 to 1.0e9
--
-- So 2e9 steps a second are in the middle of the calls that take long.
local limits = {}

limits.BASE = 100e6 -- 50 ms
limits.EACH = 2000 -- a microsecond

-- What is known to take longer. The calls, by default all, with this tag of spec/steps/draw.lua may take `ms`
-- milliseconds, and `us` microseconds for each element, vertex and cell. Each row names its reason, and goes with it.
local MOVES = { move = true, push_out = true, separate = true }
local KNOWN = {
  { tag = "far", ms = 500, us = 20 }, -- exact numbers of magnitudes far apart are long
  { tag = "curved", ms = 100, us = 60 }, -- EPA at each cell or triangle that a curved solid overlaps
  { tag = "slopes", ms = 50, us = 10 }, -- no bound skips cells with shapes of their own
  { calls = { ["world:pairs"] = true }, tag = "members", ms = 50, us = 10 }, -- exact decisions of identical flat shapes
  -- a half-space that touches a layer of cells decides each of them exactly
  { calls = { shapecast = true, shapecast_any = true }, tag = "cells", ms = 150, us = 10 },
  { calls = MOVES, tag = "cells", ms = 500, us = 300 }, -- each query of a move visits all cells near
  { calls = MOVES, tag = "triangles", ms = 500, us = 300 }, -- each leg of a move tries many planes of terrain
  { calls = MOVES, tag = "corners", ms = 1000, us = 300 }, -- each cell or member costs the 64 corners of an ellipse
  { calls = MOVES, tag = "far", ms = 500, us = 300 }, -- exact numbers of magnitudes far apart are long
  { calls = MOVES, tag = "group", ms = 250, us = 5 }, -- each of up to 5 parts moves as a shape of its own
}

-- The limit of a case of spec/steps/measure.lua.
function limits.of(case)
  local base, each = limits.BASE, limits.EACH
  for _, row in ipairs(KNOWN) do
    if (row.calls == nil or row.calls[case.name]) and case.tags[row.tag] then
      base, each = math.max(base, row.ms / 50 * limits.BASE), math.max(each, row.us * limits.EACH)
    end
  end
  return base + each * case.near
end

return limits
