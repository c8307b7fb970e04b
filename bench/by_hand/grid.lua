-- SPDX-License-Identifier: MIT
-- A ray through cells by hand: the loop of Amanatides and Woo, with a look-up in a table for each cell, in numbers. It
-- adds steps, so it does not handle ties. It is here for comparison of speed.
local grid = {}

local floor, huge = math.floor, math.huge

local function axis(s, d)
  local cell = floor(s)
  if d > 0 then return cell, 1, (cell + 1 - s) / d, 1 / d end
  if d < 0 then return cell, -1, (cell - s) / d, -1 / d end
  return cell, 0, huge, huge
end

-- The cell hit in `solid`, whose keys are x + row * y + plane * z, and how many
-- cells that took; false when t passes max.
function grid.raycast3(solid, row, plane, ox, oy, oz, dx, dy, dz, max)
  local x, x_step, tx, x_delta = axis(ox, dx)
  local y, y_step, ty, y_delta = axis(oy, dy)
  local z, z_step, tz, z_delta = axis(oz, dz)
  local key, count, t = x + row * y + plane * z, 1, 0
  local y_key, z_key = row * y_step, plane * z_step
  while not solid[key] do
    if tx < ty and tx < tz then
      t, tx, x, key = tx, tx + x_delta, x + x_step, key + x_step
    elseif ty < tz then
      t, ty, y, key = ty, ty + y_delta, y + y_step, key + y_key
    else
      t, tz, z, key = tz, tz + z_delta, z + z_step, key + z_key
    end
    if t > max then return false, count end
    count = count + 1
  end
  return t, count, x, y, z
end

function grid.raycast2(solid, row, ox, oy, dx, dy, max)
  local x, x_step, tx, x_delta = axis(ox, dx)
  local y, y_step, ty, y_delta = axis(oy, dy)
  local key, count, t = x + row * y, 1, 0
  local y_key = row * y_step
  while not solid[key] do
    if tx < ty then
      t, tx, x, key = tx, tx + x_delta, x + x_step, key + x_step
    else
      t, ty, y, key = ty, ty + y_delta, y + y_step, key + y_key
    end
    if t > max then return false, count end
    count = count + 1
  end
  return t, count, x, y
end

return grid
