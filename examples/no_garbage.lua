-- SPDX-License-Identifier: MIT
-- Calls in numbers return numbers, and make no garbage.
local collide = require("collide")

local balls = {
  collide.sphere({ radius = 1, position = { 0, 0, 5 } }),
  collide.sphere({ radius = 2, position = { 1, 0, 9 } }),
}

local function sweep()
  local hits = 0
  for i = -100, 100 do
    local t, nx, ny, nz, t_exit, px, py, pz, index = collide.raycast(balls, 0, 0, 0, i / 100, 0, 1)
    if t then
      assert(nx and ny and nz and t_exit and px and py and pz and index)
      hits = hits + 1
    end
  end
  return hits
end

local function garbage()
  collectgarbage("stop")
  local before = collectgarbage("count")
  for _ = 1, 1000 do
    sweep()
  end
  local grown = collectgarbage("count") - before
  collectgarbage("restart")
  return grown
end

print(string.format("%d of 201 rays hit", sweep())) --> 55 of 201 rays hit
local least = math.huge
for _ = 1, 20 do -- LuaJIT compiles in several runs, and allocates memory for traces
  least = math.min(least, garbage())
end
print(string.format("%g bytes left by 201000 rays", least * 1024)) --> 0 bytes left by 201000 rays
