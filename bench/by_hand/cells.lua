-- SPDX-License-Identifier: MIT
-- A walk from cell to cell by hand: the loop of Amanatides and Woo (1987), which adds steps and has neither groups nor
-- ties.
local floor, huge = math.floor, math.huge

local function axis(s, d)
  local cell = floor(s)
  if d > 0 then return cell, 1, (cell + 1 - s) / d, 1 / d end
  if d < 0 then return cell, -1, (cell - s) / d, -1 / d end
  return cell, 0, huge, huge
end

-- VISIT is the body of the loop, for each cell x, y[, z] that is entered at t.
local walk = {}

walk[2] = [[
local x, sx, tx, rx = axis(x0, x1 - x0)
local y, sy, ty, ry = axis(y0, y1 - y0)
local t = 0
repeat
  VISIT
  if tx < ty then
    t, x, tx = tx, x + sx, tx + rx
  else
    t, y, ty = ty, y + sy, ty + ry
  end
until t > 1
]]

walk[3] = [[
local x, sx, tx, rx = axis(x0, x1 - x0)
local y, sy, ty, ry = axis(y0, y1 - y0)
local z, sz, tz, rz = axis(z0, z1 - z0)
local t = 0
repeat
  VISIT
  if tx < ty and tx < tz then
    t, x, tx = tx, x + sx, tx + rx
  elseif ty < tz then
    t, y, ty = ty, y + sy, ty + ry
  else
    t, z, tz = tz, z + sz, tz + rz
  end
until t > 1
]]

return { axis = axis, walk = walk }
