-- SPDX-License-Identifier: MIT
--
-- The time of decompose for outlines with holes that were traced from pixels, each unit with a point: the mean of calls
-- with changing outlines, each of about 10,000 points. Run with nothing else on the machine:
--   LUA_CPATH="build/luajit/?.so;;" luajit bench/outlines.lua [SECONDS]
local collide = require("collide")
local outlines = require("spec.support.outlines")
local random = require("spec.support.random")
local rings = require("spec.support.rings")

local SIZE, INPUTS, LEAST, MOST = 1500, 8, 8000, 13000

-- The pixels of a disc with waves of several lengths.
local function draw(seed)
  local pick, waves, full = random.generator(seed), {}, {}
  local function uniform() return pick(2 ^ 20) / 2 ^ 20 end
  for i = 1, 24 do
    local length, angle = 2 ^ (i % 6) * (0.7 + uniform()), 2 * math.pi * uniform()
    waves[i] = { 3 * length * math.cos(angle), 3 * length * math.sin(angle), 2 * math.pi * uniform(),
      0.117 / 2 ^ (i % 6 * 0.75) }
  end
  for y = 0, SIZE - 1 do
    for x = 0, SIZE - 1 do
      local u, v, sum = 2 * x / SIZE - 1, 2 * y / SIZE - 1, 0.6
      for _, w in ipairs(waves) do sum = sum + w[4] * math.sin(w[1] * u + w[2] * v + w[3]) end
      full[y * SIZE + x] = u * u + v * v < sum
    end
  end
  return full
end

local function flat(ring)
  local numbers = {}
  for _, p in ipairs(ring) do
    numbers[#numbers + 1] = p[1]
    numbers[#numbers + 1] = p[2]
  end
  return numbers
end

-- The largest outline and its holes, and the number of points; or nil if decompose refuses them.
local function trace(seed)
  local traced = rings.trace(SIZE, SIZE, draw(seed), function() return 1 end, true)
  table.sort(traced, function(a, b) return outlines.area(a) > outlines.area(b) end)
  local input, count = { flat(traced[1]), {} }, #traced[1]
  for _, ring in ipairs(traced) do
    local holes = input[2]
    holes[#holes + 1] = outlines.area(ring) < 0 and flat(ring) or nil
    if #holes > 0 and not pcall(collide.decompose, input[1], holes) then holes[#holes] = nil end
  end
  for _, hole in ipairs(input[2]) do count = count + #hole / 2 end
  return input, count
end

local inputs, points, seed = {}, 0, 0
while #inputs < INPUTS do
  seed = seed + 1
  local input, count = trace(seed)
  if count > LEAST and count < MOST then
    inputs[#inputs + 1] = input
    points = points + count
  end
end
local calls, pieces, start, seconds = 0, 0, os.clock(), tonumber(arg and arg[1]) or 2
repeat
  for _, input in ipairs(inputs) do
    pieces = pieces + #collide.decompose(input[1], input[2])
    calls = calls + 1
  end
until os.clock() - start > seconds
local time, mean = (os.clock() - start) / calls, points / INPUTS
print(("decompose: %.1f ms for %.0f points with holes, %.1f ms for 10,000; %.0f pieces"):format(1e3 * time, mean,
  1e7 * time / mean, pieces / calls))
