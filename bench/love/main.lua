-- SPDX-License-Identifier: MIT
-- The same queries by the module and by LÖVE's physics, alternating in one process, on the same inputs: `make
-- bench-love`. Box2D has floats and finite rays, so the module casts segments.
package.path = "bench/?.lua;" .. package.path
local collide = require("collide")
local inputs = require("inputs")
local race = require("race")

local physics = love.physics
physics.setMeter(1)

local makers = {
  circle = function(f) return physics.newCircleShape(f.radius) end,
  rect = function(f) return physics.newRectangleShape(2 * f.half[1], 2 * f.half[2]) end,
  polygon = function(f)
    local flat = {}
    for i, p in ipairs(f.points) do flat[2 * i - 1], flat[2 * i] = p[1], p[2] end
    return physics.newPolygonShape(flat)
  end,
}
makers.triangle = makers.polygon

-- Shapes of ours and theirs, and lists of which each input asks and where it stands.
local function scene(kind, world)
  local s = { pool = inputs.pool(2, kind, true, 2), theirs = {}, picks = {} }
  s.ours = inputs.made(collide, s.pool)
  for i, shape in ipairs(s.pool) do
    local f = shape.fields
    local own = makers[kind](f)
    if world then
      local body = physics.newBody(world, f.position[1], f.position[2], "static")
      body:setAngle(f.rotation)
      s.theirs[i] = physics.newFixture(body, own)
    else
      s.theirs[i] = own
    end
  end
  for i = 1, inputs.COUNT do s.picks[i] = inputs.integer(1, #s.pool) end
  return s
end

local function begin(s, drawn)
  local lists = { S = inputs.spread(s.ours, s.picks), T = inputs.spread(s.theirs, s.picks), x = {}, y = {}, r = {},
    a = {}, b = {}, c = {}, d = {} }
  for i, pick in ipairs(s.picks) do
    local f, v = s.pool[pick].fields, drawn[i]
    lists.x[i], lists.y[i], lists.r[i] = f.position[1], f.position[2], f.rotation
    lists.a[i], lists.b[i], lists.c[i], lists.d[i] = v[1], v[2], v[3], v[4]
  end
  return { lists = lists, count = inputs.COUNT, tolerance = 1e-2 }
end

local function near(s, i, reach)
  local p = s.pool[s.picks[i]].fields.position
  return p[1] + inputs.random(-reach, reach), p[2] + inputs.random(-reach, reach)
end

local function casts(kind)
  local s = scene(kind)
  local row = begin(s, inputs.balanced(inputs.COUNT, function(i)
    local x, y = near(s, i, 1.6)
    local way, p = inputs.vector(2, 3, 12), s.pool[s.picks[i]].fields.position
    local ax, ay, over = p[1] + way[1], p[2] + way[2], inputs.random(1, 1.5)
    return { ax, ay, ax + (x - ax) * over, ay + (y - ay) * over, i = i }
  end, function(v)
    return collide.segmentcast_any(s.ours[s.picks[v.i]], v[1], v[2], v[3], v[4])
  end))
  row.name = "segmentcast " .. kind .. ", Shape:rayCast"
  row.with = { ask = collide.segmentcast }
  row.numbers = "local t, nx, ny = ask(S, a, b, c, d) if t then sum = sum + t + nx + ny end"
  row.hand = "local nx, ny, t = T:rayCast(a, b, c, d, 1, x, y, r) if t then sum = sum + t + nx + ny end"
  return row
end

local function contains(kind)
  local s = scene(kind)
  local row = begin(s, inputs.balanced(inputs.COUNT, function(i)
    local x, y = near(s, i, 1.6)
    return { x, y, 0, 0, i = i }
  end, function(v)
    return collide.contains(s.ours[s.picks[v.i]], v[1], v[2])
  end))
  row.name = "contains " .. kind .. ", Shape:testPoint"
  row.with = { ask = collide.contains }
  row.numbers = "if ask(S, a, b) then sum = sum + 1 end"
  row.hand = "if T:testPoint(x, y, r, a, b) then sum = sum + 1 end"
  return row
end

-- Its polygons have a skin of 0.01, which getDistance leaves out of what it measures.
local function distance(a, b)
  local world = physics.newWorld()
  local s, others = scene(a, world), scene(b, world)
  local row = { lists = {}, count = inputs.COUNT, tolerance = 0.1 }
  row.lists = { A = inputs.spread(s.ours, s.picks), B = inputs.spread(others.ours, others.picks),
    T = inputs.spread(s.theirs, s.picks), U = inputs.spread(others.theirs, others.picks) }
  row.name = ("distance %s %s, love.physics.getDistance"):format(a, b)
  row.with = { ask = collide.distance, getDistance = physics.getDistance, world = world }
  row.numbers = pcall(collide.distance, s.ours[1], others.ours[1], "numbers")
    and "sum = sum + (ask(A, B, 'numbers'))" or "sum = sum + (ask(A, B))"
  row.hand = "sum = sum + (getDistance(T, U))"
  return row
end

-- A World keeps its shapes in a tree; an array does not.
local function nearest()
  local world = physics.newWorld()
  local pool = inputs.pool(2, "circle", true, 8, 64)
  for _, shape in ipairs(pool) do
    local f = shape.fields
    physics.newFixture(physics.newBody(world, f.position[1], f.position[2], "static"), makers.circle(f))
  end
  local row = { lists = { a = {}, b = {}, c = {}, d = {} }, count = inputs.COUNT, tolerance = 1e-2 }
  for i = 1, inputs.COUNT do
    local from, to = inputs.vector(2, 16, 20), inputs.vector(2, 0, 16)
    row.lists.a[i], row.lists.b[i] = from[1], from[2]
    row.lists.c[i], row.lists.d[i] = 2 * to[1] - from[1], 2 * to[2] - from[2]
  end
  row.name = "segmentcast, nearest of 64 circles, World:rayCast"
  row.with = { ask = collide.segmentcast, shapes = inputs.made(collide, pool), world = world, best = { 2 } }
  row.with.callback = function(_, _, _, _, _, fraction)
    row.with.best[1] = fraction
    return fraction
  end
  row.numbers = "local t = ask(shapes, a, b, c, d) if t then sum = sum + t end"
  row.hand = [[
    best[1] = 2
    world:rayCast(a, b, c, d, callback)
    if best[1] < 2 then sum = sum + best[1] end]]
  return row
end

local function row(make, ...)
  inputs.restart()
  local r = make(...)
  local found = race.run(r)
  print(("| %s | %.0f | %.0f | %.2f |"):format(r.name, found.numbers.ns, found.hand.ns,
    found.numbers.ns / found.hand.ns))
end

function love.load(words)
  io.stdout:setvbuf("line")
  if words[1] == "world" then
    require("world")()
    return love.event.quit()
  end
  print(("LÖVE %d.%d, %s, through %s; ns a call\n"):format(love.getVersion(), select(2, love.getVersion()),
    rawget(_G, "jit").version, collide._WAY or "c"))
  print("| query | collide | love.physics | ratio |\n| --- | --- | --- | --- |")
  for _, kind in ipairs({ "circle", "rect", "polygon", "triangle" }) do row(casts, kind) end
  for _, kind in ipairs({ "circle", "rect", "polygon", "triangle" }) do row(contains, kind) end
  row(distance, "circle", "circle")
  row(distance, "rect", "rect")
  row(distance, "polygon", "polygon")
  row(nearest)
  love.event.quit()
end

function love.errorhandler(message)
  io.stderr:write(debug.traceback(tostring(message)), "\n")
  os.exit(1)
end
