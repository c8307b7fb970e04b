-- SPDX-License-Identifier: MIT
-- Worlds in LÖVE, compared with love.physics, an array, a plain loop in Lua, and bump and slick if they are installed:
-- `make bench-world`. The columns of a row alternate in one process with the same inputs, which change from call to
-- call; the best of several rounds counts.
local collide = require("collide")
local inputs = require("inputs")
local crowds = require("world_pairs")

local physics, jit = love.physics, rawget(_G, "jit")
local random = inputs.random
local ROUNDS, SECONDS = tonumber(os.getenv("ROUNDS")) or 7, tonumber(os.getenv("SECONDS")) or 0.02
local MATCH = (os.getenv("MATCH") or ""):lower() -- a part of the titles of the selected tables
local ASKED = 1024

local has_bump, bump = pcall(require, "bump")
local has_slick, slick = pcall(require, "slick")

-- ---- Rows ----------------------------------------------------------------------------------------

-- A contender: its name; ask(first, last), which answers these of the inputs and returns a sum of what
-- it found; what its time is compared with is the first contender's, ours.
local function time(ask, passes, count)
  local start = love.timer.getTime()
  for _ = 1, passes do ask(1, count) end
  return love.timer.getTime() - start
end

-- Rectangles of others' libraries are rounded to float, or grow by a skin: so what they find need
-- only be much the same.
local function check(row, contenders)
  local wanted
  for _, c in ipairs(contenders) do
    local sum = c.ask(1, row.count)
    wanted = wanted or sum
    if math.abs(sum - wanted) > (c.tolerance or 1e-6) * math.abs(wanted) then
      error(("%s: %s finds %.17g, and the world %.17g"):format(row.name, c.name, sum, wanted))
    end
  end
end

local function measure(row, contenders)
  local best = {}
  for _ = 1, 3 do -- which traces LuaJIT makes is partly chance
    if jit then jit.flush() end
    check(row, contenders)
    for _, c in ipairs(contenders) do
      local passes, spent = 1, time(c.ask, 1, row.count)
      while spent < SECONDS and passes < 1e6 do
        passes = math.ceil(passes * math.min(8, 1.3 * SECONDS / math.max(spent, 1e-9)))
        spent = time(c.ask, passes, row.count)
      end
      c.passes = passes
    end
    for _ = 1, ROUNDS do
      for _, c in ipairs(contenders) do
        local spent = time(c.ask, c.passes, row.count) / (c.passes * row.units)
        best[c.name] = math.min(best[c.name] or math.huge, spent)
      end
    end
  end
  local cells = { row.name }
  for _, name in ipairs(row.columns) do
    local t, ours = best[name], best[contenders[1].name]
    cells[#cells + 1] = not t and "" or name == contenders[1].name and ("%.3g"):format(t * row.scale)
      or ("%.3g (%.2f)"):format(t * row.scale, ours / t)
  end
  print("| " .. table.concat(cells, " | ") .. " |")
end

-- A table of rows, if its title is among those asked for.
local function section(title, columns, rows, race)
  if not title:lower():find(MATCH, 1, true) then return end
  print(("\n## %s\n\n| | %s |\n|---%s|"):format(title, table.concat(columns, " | "), ("|---"):rep(#columns)))
  for _, row in ipairs(rows) do race(row[1], row[2]) end
end

-- ---- A level ---------------------------------------------------------------------------------------

-- Boxes of 10 to 40 pixels, so many that each has 100 x 100 of them, and numbers for questions.
local function level(count)
  inputs.restart()
  local side = 100 * math.sqrt(count)
  local s = { count = count, side = side, x = {}, y = {}, w = {}, h = {},
    ax = {}, ay = {}, bx = {}, by = {}, step = {} }
  for i = 1, count do
    s.x[i], s.y[i], s.w[i], s.h[i] = random(0, side), random(0, side), random(10, 40), random(10, 40)
  end
  for i = 1, ASKED do
    local way = inputs.vector(2, 300, 300)
    s.ax[i], s.ay[i] = random(0, side), random(0, side)
    s.bx[i], s.by[i] = s.ax[i] + way[1], s.ay[i] + way[2]
  end
  for i = 1, 4096 do s.step[i] = random(-2, 2) end
  return s
end

local function make_ours(s)
  local shapes = {}
  for i = 1, s.count do
    shapes[i] = collide.rect { half = { s.w[i] / 2, s.h[i] / 2 }, position = { s.x[i], s.y[i] } }
  end
  return collide.world(shapes), shapes
end

local function make_physics(s)
  local world, bodies = physics.newWorld(), {}
  for i = 1, s.count do
    local body = physics.newBody(world, s.x[i], s.y[i], "kinematic")
    physics.newFixture(body, physics.newRectangleShape(s.w[i], s.h[i]))
    bodies[i] = body
  end
  return world, bodies
end

local function make_bump(s)
  local world, items = bump.newWorld(64), {}
  for i = 1, s.count do
    items[i] = { i }
    world:add(items[i], s.x[i] - s.w[i] / 2, s.y[i] - s.h[i] / 2, s.w[i], s.h[i])
  end
  return world, items
end

local function make_slick(s)
  local world, items = slick.newWorld(s.side, s.side), {}
  for i = 1, s.count do
    items[i] = { i }
    world:add(items[i], s.x[i], s.y[i],
      slick.newRectangleShape(-s.w[i] / 2, -s.h[i] / 2, s.w[i], s.h[i]))
  end
  return world, items
end

-- ---- The nearest hit of a segment -------------------------------------------------------------------

local CASTS = { "world", "array", "loop", "love.physics", "bump", "slick" }

-- 1 for each hit, and how far it is along.
local function cast_ours(target, s)
  local cast, ax, ay, bx, by = collide.segmentcast, s.ax, s.ay, s.bx, s.by
  return function(first, last)
    local sum = 0
    for i = first, last do
      local t = cast(target, ax[i], ay[i], bx[i], by[i])
      if t then sum = sum + 1 + t end
    end
    return sum
  end
end

local function cast_loop(s)
  local ax, ay, bx, by, x, y, w, h = s.ax, s.ay, s.bx, s.by, s.x, s.y, s.w, s.h
  local min, max, count = math.min, math.max, s.count
  return function(first, last)
    local sum = 0
    for i = first, last do
      local px, py, ix, iy, best = ax[i], ay[i], 1 / (bx[i] - ax[i]), 1 / (by[i] - ay[i]), 2
      for j = 1, count do
        local hw, hh = w[j] / 2, h[j] / 2
        local x1, x2 = (x[j] - hw - px) * ix, (x[j] + hw - px) * ix
        local y1, y2 = (y[j] - hh - py) * iy, (y[j] + hh - py) * iy
        local near, far = max(min(x1, x2), min(y1, y2)), min(max(x1, x2), max(y1, y2))
        if near <= far and far >= 0 and near < best then best = max(near, 0) end
      end
      if best <= 1 then sum = sum + 1 + best end
    end
    return sum
  end
end

-- Box2D does not tell of a box that the segment begins in, so there is less to be found.
local function cast_physics(world, s)
  local ax, ay, bx, by, best = s.ax, s.ay, s.bx, s.by, 2
  local function callback(_, _, _, _, _, fraction)
    best = fraction
    return fraction
  end
  return function(first, last)
    local sum = 0
    for i = first, last do
      best = 2
      world:rayCast(ax[i], ay[i], bx[i], by[i], callback)
      if best < 2 then sum = sum + 1 + best end
    end
    return sum
  end
end

local function cast_bump(world, s)
  local ax, ay, bx, by = s.ax, s.ay, s.bx, s.by
  return function(first, last)
    local sum = 0
    for i = first, last do
      local items, count = world:querySegmentWithCoords(ax[i], ay[i], bx[i], by[i])
      if count > 0 then sum = sum + 1 + math.max(items[1].ti1, 0) end
    end
    return sum
  end
end

local function cast_slick(world, s)
  local ax, ay, bx, by, query = s.ax, s.ay, s.bx, s.by, slick.newWorldQuery(world)
  return function(first, last)
    local sum = 0
    for i = first, last do
      local _, count = world:querySegment(ax[i], ay[i], bx[i], by[i], nil, query)
      if count > 0 then sum = sum + 1 end
    end
    return sum
  end
end

local function race_casts(s, made)
  local list = { { name = "world", ask = cast_ours(made.world, s) },
    { name = "array", ask = cast_ours(made.shapes, s) },
    { name = "loop", ask = cast_loop(s) },
    { name = "love.physics", ask = cast_physics(made.physics, s), tolerance = 0.2 } }
  if has_bump then list[#list + 1] = { name = "bump", ask = cast_bump(made.bump, s), tolerance = 1e-3 } end
  if has_slick then list[#list + 1] = { name = "slick", ask = cast_slick(made.slick, s), tolerance = 1 } end
  measure({ name = ("%d boxes"):format(s.count), count = ASKED, units = ASKED, scale = 1e6, columns = CASTS }, list)
end

-- ---- Members in an area of 100 x 100 -----------------------------------------------------------------

local function area_ours(target, s)
  local ask, ax, ay = collide.overlap_all, s.ax, s.ay
  local area, found = collide.rect { half = { 50, 50 } }, {}
  local options = { into = found }
  return function(first, last)
    local sum = 0
    for i = first, last do
      area:set_position(ax[i], ay[i])
      sum = sum + #ask(area, target, options)
    end
    return sum
  end
end

local function area_numbers(target, s)
  local ask, ax, ay = collide.overlap_all, s.ax, s.ay
  local area, found = collide.rect { half = { 50, 50 } }, {}
  local options = { into = found }
  return function(first, last)
    local sum = 0
    for i = first, last do
      area:set_position(ax[i], ay[i])
      sum = sum + #ask(area, target, options, "numbers")
    end
    return sum
  end
end

local function area_loop(s)
  local ax, ay, x, y, w, h, count, abs = s.ax, s.ay, s.x, s.y, s.w, s.h, s.count, math.abs
  local found = {} -- luacheck: ignore
  return function(first, last)
    local sum = 0
    for i = first, last do
      local px, py, n = ax[i], ay[i], 0
      for j = 1, count do
        if abs(x[j] - px) <= 50 + w[j] / 2 and abs(y[j] - py) <= 50 + h[j] / 2 then
          n = n + 1
          found[n] = j
        end
      end
      sum = sum + n
    end
    return sum
  end
end

-- Box2D asks the boxes of its tree alone, which have a margin: so it finds more.
local function area_physics(world, s)
  local ax, ay, found, n = s.ax, s.ay, {}, 0 -- luacheck: ignore
  local function callback(fixture)
    n = n + 1
    found[n] = fixture
    return true
  end
  return function(first, last)
    local sum = 0
    for i = first, last do
      n = 0
      world:queryBoundingBox(ax[i] - 50, ay[i] - 50, ax[i] + 50, ay[i] + 50, callback)
      sum = sum + n
    end
    return sum
  end
end

local function area_bump(world, s)
  local ax, ay = s.ax, s.ay
  return function(first, last)
    local sum = 0
    for i = first, last do
      local _, count = world:queryRect(ax[i] - 50, ay[i] - 50, 100, 100)
      sum = sum + count
    end
    return sum
  end
end

local function area_slick(world, s)
  local ax, ay, query = s.ax, s.ay, slick.newWorldQuery(world)
  return function(first, last)
    local sum = 0
    for i = first, last do
      local _, count = world:queryRectangle(ax[i] - 50, ay[i] - 50, 100, 100, nil, query)
      sum = sum + count
    end
    return sum
  end
end

local AREAS = { "world", "in numbers", "array", "loop", "love.physics", "bump", "slick" }

local function race_areas(s, made)
  local list = { { name = "world", ask = area_ours(made.world, s) },
    { name = "in numbers", ask = area_numbers(made.world, s) }, { name = "array", ask = area_ours(made.shapes, s) },
    { name = "loop", ask = area_loop(s) },
    { name = "love.physics", ask = area_physics(made.physics, s), tolerance = 0.2 } }
  if has_bump then list[#list + 1] = { name = "bump", ask = area_bump(made.bump, s), tolerance = 1e-3 } end
  if has_slick then list[#list + 1] = { name = "slick", ask = area_slick(made.slick, s), tolerance = 0.2 } end
  measure({ name = ("%d boxes"):format(s.count), count = ASKED, units = ASKED, scale = 1e6, columns = AREAS }, list)
end

-- ---- All pairs of circles ---------------------------------------------------------------------------------

local function race_pairs(name, moves)
  local s = crowds.make(moves)
  measure({ name = name, count = moves and 16 or 1, units = moves and 16 or 1, scale = 1e3,
    columns = { "world", "hash by hand" } },
    { { name = "world", ask = crowds.ours(s) }, { name = "hash by hand", ask = crowds.hash(s) } })
end

-- ---- A frame in which all move ------------------------------------------------------------------------------

local FRAME_CASTS = 1000

local function frame_ours(s, world, shapes)
  local ask, x, y, step, frame = cast_ours(world, s), s.x, s.y, s.step, 0
  return function(first, last)
    local sum = 0
    for _ = first, last do
      frame = frame + 1
      for i = 1, s.count do
        local k = (i * 7 + frame * 131) % 4095 + 1
        shapes[i]:set_position(x[i] + step[k], y[i] + step[k + 1])
      end
      sum = sum + ask(1, FRAME_CASTS)
    end
    return sum
  end
end

local function frame_physics(s, world, bodies)
  local ask, x, y, step, frame = cast_physics(world, s), s.x, s.y, s.step, 0
  return function(first, last)
    local sum = 0
    for _ = first, last do
      frame = frame + 1
      for i = 1, s.count do
        local k = (i * 7 + frame * 131) % 4095 + 1
        bodies[i]:setPosition(x[i] + step[k], y[i] + step[k + 1])
      end
      sum = sum + ask(1, FRAME_CASTS)
    end
    return sum
  end
end

local function race_frames(s, made)
  measure({ name = ("%d boxes move, %d casts"):format(s.count, FRAME_CASTS), count = 1, units = 1, scale = 1e3,
    columns = { "world", "love.physics" } },
    { { name = "world", ask = frame_ours(s, made.world, made.shapes) },
      { name = "love.physics", ask = frame_physics(s, made.physics, made.bodies), tolerance = 0.2 } })
end

-- ---- All ------------------------------------------------------------------------------------------------------

return function()
  print(("LÖVE %d.%d, %s, through %s. In parentheses: the world's time divided by this time."):format(love.getVersion(),
    select(2, love.getVersion()), jit.version, collide._WAY))
  for name, there in pairs({ bump = has_bump, slick = has_slick }) do
    if not there then print(("%s is left out: it is not installed"):format(name)) end
  end
  local levels = {}
  for _, count in ipairs({ 100, 1000, 10000 }) do
    local s, made = level(count), {}
    made.world, made.shapes = make_ours(s)
    made.physics, made.bodies = make_physics(s)
    if has_bump then made.bump = make_bump(s) end
    if has_slick then made.slick = make_slick(s) end
    levels[#levels + 1] = { s, made }
  end
  section("The nearest hit of a segment of 300 pixels, us", CASTS, levels, race_casts)
  section("Members in 100 x 100 pixels, us", AREAS, levels, race_areas)
  section(("All pairs of %d circles, ms"):format(crowds.COUNT), { "world", "hash by hand" },
    { { "at rest", false }, { "all move before", true } }, race_pairs)
  section("A frame in which all move, ms", { "world", "love.physics" }, levels, race_frames)
end
