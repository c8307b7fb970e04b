-- SPDX-License-Identifier: MIT
--
-- magnitudes.lua CALLS [SEED]: random calls on up to 30 shapes with coordinates from 1e-60 to 1e58, in arrays and
-- worlds. Prints the slowest call of each kind, and the number of calls over 50 ms.
local collide = require "collide"
local new_random = require "spec.fuzz.random"

local calls, seed = tonumber(arg[1] or 1000), tonumber(arg[2] or 1)
local MOST_MEMBERS, SLOW = 30, 0.05

local function sized(random)
  return 10 ^ ((random:pick(118001) - 1) / 1000 - 60)
end

local function number(random)
  if random:chance(10) then return 0 end
  if random:chance(10) then return random:pick(7) - 4 end
  return random:chance(50) and sized(random) or -sized(random)
end

local function vector(random)
  return { number(random), number(random), number(random) }
end

local function points(random, count)
  local list = {}
  for i = 1, count do list[i] = vector(random) end
  return list
end

local MAKERS = {
  function(r) return collide.box { position = vector(r), half = { sized(r), sized(r), sized(r) } } end,
  function(r) return collide.sphere { position = vector(r), radius = sized(r) } end,
  function(r) return collide.capsule { position = vector(r), half_height = sized(r), radius = sized(r) } end,
  function(r) return collide.cylinder { position = vector(r), half_height = sized(r), radius = sized(r) } end,
  function(r) return collide.cone { position = vector(r), height = sized(r), radius = sized(r) } end,
  function(r) return collide.triangle(points(r, 3)) end,
  function(r) return collide.segment(points(r, 2)) end,
  function(r) return collide.hull(points(r, 3 + r:pick(6))) end,
}

-- Numbers of such different size seldom make a hull, and never some shapes.
local function make(random)
  while true do
    local ok, shape = pcall(random:of(MAKERS), random)
    if ok then return shape end
  end
end

local CALLS = {
  contact = function(_, level, shape) collide.contact(shape, level) end,
  distance = function(_, level, shape) collide.distance(shape, level) end,
  move = function(random, level, shape) collide.move(level, shape, vector(random)) end,
  overlap = function(_, level, shape) collide.overlap(shape, level) end,
  push_out = function(_, level, shape) collide.push_out(level, shape) end,
  shapecast = function(random, level, shape) collide.shapecast(level, shape, vector(random)) end,
  walk = function(random, level, shape) collide.move(level, shape, vector(random), { up = { 0, 1, 0 } }) end,
}
local NAMES = { "contact", "distance", "move", "overlap", "push_out", "shapecast", "walk" }

local worst, worst_case, slow = {}, {}, {}
for case = 1, calls do
  local random = new_random(seed, case)
  local members = {}
  for i = 1, random:pick(MOST_MEMBERS) do members[i] = make(random) end
  local level = random:chance(50) and collide.world(members) or members
  local shape, name = make(random), random:of(NAMES)
  local before = os.clock()
  CALLS[name](random, level, shape)
  local took = os.clock() - before
  if took > SLOW then slow[name] = (slow[name] or 0) + 1 end
  if took > (worst[name] or -1) then worst[name], worst_case[name] = took, case end
end
for _, name in ipairs(NAMES) do
  if worst[name] then
    print(("%-10s at most %7.2f ms (case %d), %d above %d ms"):format(name, worst[name] * 1e3, worst_case[name],
      slow[name] or 0, SLOW * 1e3))
  end
end
