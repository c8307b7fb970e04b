-- SPDX-License-Identifier: MIT
-- Grids: get, set and look up a cell; and casts, whose times are for each cell that the walk by hand visits. That walk
-- looks up each cell in a table.
local inputs = require("inputs")
local by_hand = require("by_hand.grid")
local fresh = require("by_hand.fresh")

local RAYS = 128

-- The boxes of cells that are set, as two corners each: cells go from 0 to side - 1 along each axis,
-- in a table by hand at x + side * y + side^2 * z.
local function world(dimensions, side)
  return { dimensions = dimensions, side = side, boxes = {}, solid = {} }
end

local function fill(w, x0, y0, z0, x1, y1, z1)
  w.boxes[#w.boxes + 1] = { x0, y0, z0, x1, y1, z1 }
  local side = w.side
  for z = z0, z1 do
    for y = y0, y1 do
      for x = x0, x1 do w.solid[x + side * y + side * side * z] = 1 end
    end
  end
end

local worlds = {}

-- One cell of two thousand, anywhere.
function worlds.sparse(dimensions)
  local side = dimensions == 3 and 512 or 4096
  local w = world(dimensions, side)
  for _ = 1, side ^ dimensions / 2000 do
    local x, y = inputs.integer(0, side - 1), inputs.integer(0, side - 1)
    local z = dimensions == 3 and inputs.integer(0, side - 1) or 0
    fill(w, x, y, z, x, y, z)
  end
  return w
end

-- Solid and free cells side by side at random, for what asks for one cell.
function worlds.mixed(dimensions)
  local w = world(dimensions, 32)
  for z = 0, dimensions == 3 and 31 or 0 do
    for y = 0, 31 do
      for x = 0, 31 do
        if inputs.random(0, 1) < 0.5 then fill(w, x, y, z, x, y, z) end
      end
    end
  end
  return w
end

local function grid_of(collide, w)
  local grid = collide.grid({ dimensions = w.dimensions })
  for _, b in ipairs(w.boxes) do
    if w.dimensions == 3 then
      grid:fill(b[1], b[2], b[3], b[4], b[5], b[6], 1)
    else
      grid:fill(b[1], b[2], b[4], b[5], 1)
    end
  end
  return grid
end

-- Up to a quarter of the side, from the middle half of the world.
local function rays_in(w)
  local rays, d, middle = {}, w.dimensions, w.side / 2
  for i = 1, RAYS do
    local ray, way = {}, inputs.vector(d, 1, 1)
    for k = 1, d do ray[k], ray[d + k] = middle + inputs.random(-middle / 2, middle / 2), way[k] end
    rays[i] = ray
  end
  return rays
end

local names = { "a", "b", "c", "d", "e", "f" }

local function cast(collide, kind, dimensions)
  local w = worlds[kind](dimensions)
  local max, d = w.side / 4, dimensions
  local rays, units, lists = rays_in(w), 0, { P = {}, Q = {} }
  for k = 1, 2 * d do lists[names[k]] = {} end
  for i, r in ipairs(rays) do
    for k = 1, 2 * d do lists[names[k]][i] = r[k] end
    lists.P[i], lists.Q[i] = { r[1], r[2], d == 3 and r[3] or nil }, { r[d + 1], r[d + 2], d == 3 and r[6] or nil }
    local _, count
    if d == 3 then
      _, count = by_hand.raycast3(w.solid, w.side, w.side ^ 2, r[1], r[2], r[3], r[4], r[5], r[6], max)
    else
      _, count = by_hand.raycast2(w.solid, w.side, r[1], r[2], r[3], r[4], max)
    end
    units = units + count
  end
  local numbers = d == 3 and "a, b, c, d, e, f, max" or "a, b, c, d, max"
  local table_numbers = (d == 3 and "solid, side, plane, " or "solid, side, ") .. numbers
  local add = "local t = ASK if t then sum = sum + t end"
  return {
    name = ("raycast at a grid, %s, %dD, a cell"):format(kind, d),
    query = "raycast",
    with = { ask = collide.raycast, grid = grid_of(collide, w), solid = w.solid, side = w.side,
      plane = w.side ^ 2, max = max },
    lists = lists,
    count = RAYS,
    units = units,
    numbers = add:gsub("ASK", "ask(grid, " .. numbers .. ")"),
    tables = "local hit = ask(grid, P, Q, max) if hit then sum = sum + hit.t end",
    hand = add:gsub("ASK", "by_hand(" .. table_numbers .. ")"),
    hand_source = fresh("grid", "raycast" .. d),
    c = { ask = "raycast", dimensions = d, boxes = w.boxes, picks = {}, numbers = rays, max = max },
  }
end

-- All that is solid along a short ray through the mixed world.
local function cast_all(collide)
  local w = worlds.mixed(2)
  local rays, lists = rays_in(w), { P = {}, Q = {}, a = {}, b = {}, c = {}, d = {} }
  for i, r in ipairs(rays) do
    for k = 1, 4 do lists[names[k]][i] = r[k] end
    lists.P[i], lists.Q[i] = { r[1], r[2] }, { r[3], r[4] }
  end
  return {
    name = "raycast_all at a grid, mixed, 2D, a ray of 8",
    query = "raycast_all", lists = lists, count = RAYS,
    with = { ask = collide.raycast_all, grid = grid_of(collide, w) },
    numbers = "local flat = ask(grid, a, b, c, d, 8) sum = sum + (flat[1] or 0)",
    tables = "local hit = ask(grid, P, Q, 8)[1] sum = sum + (hit and hit.t or 0)",
  }
end

local bodies = {
  get = {
    numbers = "sum = sum + grid:get(CELL)",
    tables = "sum = sum + grid:get(P)",
    hand = "sum = sum + (solid[KEY] or 0)",
  },
  set = {
    numbers = "grid:set(CELL, v)",
    tables = "grid:set(P, v)",
    hand = "solid[KEY] = v",
  },
}

local function cell(collide, method, d)
  local w = worlds.mixed(d)
  local lists, drawn = { a = {}, b = {}, c = {}, v = {}, P = {} }, {}
  for i = 1, inputs.COUNT do
    local x, y, z = inputs.integer(0, 31), inputs.integer(0, 31), inputs.integer(0, 31)
    lists.a[i], lists.b[i], lists.c[i], lists.v[i] = x, y, z, inputs.integer(0, 3)
    lists.P[i] = { x, y, d == 3 and z or nil }
    drawn[i] = { x, y, d == 3 and z or nil }
    if method == "set" then drawn[i][d + 1] = lists.v[i] end
  end
  local row = {
    name = ("grid:%s in %dD"):format(method, d),
    query = "Grid:" .. method,
    with = { grid = grid_of(collide, w), solid = w.solid, floor = math.floor },
    lists = lists,
    count = inputs.COUNT,
    c = { ask = method, dimensions = d, boxes = w.boxes, picks = {}, numbers = drawn },
  }
  for form, text in pairs(bodies[method]) do
    row[form] = text:gsub("CELL", d == 3 and "a, b, c" or "a, b")
      :gsub("KEY", d == 3 and "a + 32 * b + 1024 * c" or "a + 32 * b")
  end
  return row
end

-- A pass over the 1,024 cells, half of which are solid.
local function each(collide)
  local w = worlds.mixed(2)
  local cells = 0
  for _ in pairs(w.solid) do cells = cells + 1 end
  return {
    name = "grid:each in 2D, a cell",
    query = "Grid:each",
    with = { grid = grid_of(collide, w) },
    count = 64,
    units = 64 * cells,
    numbers = "for x, y, value in grid:each() do sum = sum + x + y + value end",
  }
end

return function(collide, add)
  add(cell, collide, "get", 2)
  add(cell, collide, "set", 3)
  add(each, collide)
  for d = 2, 3 do add(cast, collide, "sparse", d) end
  add(cast_all, collide)
end
