-- SPDX-License-Identifier: MIT
-- One cast at many shapes: the nearest of 64, any of them, all of them. By hand, arrays have the centres and squared
-- radii.
local inputs = require("inputs")
local solids = require("by_hand.solids")
local fresh = require("by_hand.fresh")

local MEMBERS = 64

local function world(collide, dimensions)
  local kind = dimensions == 3 and "sphere" or "circle"
  local pool = inputs.pool(dimensions, kind, false, 8, MEMBERS)
  local w = { X = {}, Y = {}, Z = {}, R = {}, kind = kind, pool = pool, shapes = inputs.made(collide, pool) }
  for i, shape in ipairs(pool) do
    local p = shape.fields.position
    w.X[i], w.Y[i], w.Z[i], w.R[i] = p[1], p[2], p[3] or 0, shape.fields.radius ^ 2
  end
  return w
end

-- From outside of all; half of them hit something.
local function draw(w, dimensions, cast)
  return inputs.balanced(inputs.COUNT, function()
    local from, aim = inputs.vector(dimensions, 16, 20), inputs.vector(dimensions, 0, 16)
    local ray = {}
    for k = 1, dimensions do ray[k], ray[dimensions + k] = from[k], aim[k] - from[k] end
    return ray
  end, function(ray)
    if dimensions == 3 then
      return solids.any_sphere(w.X, w.Y, w.Z, w.R, MEMBERS, ray[1], ray[2], ray[3], ray[4], ray[5], ray[6])
    end
    return solids.nearest_circle(w.X, w.Y, w.R, MEMBERS, ray[1], ray[2], ray[3], ray[4])
  end), cast
end

local function begin(collide, dimensions, cast, suffix)
  local w = world(collide, dimensions)
  local drawn = draw(w, dimensions)
  local lists = { P = {}, Q = {}, a = {}, b = {}, c = {}, d = {}, e = {}, f = {} }
  local names = { "a", "b", "c", "d", "e", "f" }
  for i, ray in ipairs(drawn) do
    lists.P[i] = { ray[1], ray[2], dimensions == 3 and ray[3] or nil }
    if cast == "segment" then -- twice as far as it aims
      for k = 1, dimensions do ray[dimensions + k] = ray[k] + 2 * ray[dimensions + k] end
    end
    lists.Q[i] = { ray[dimensions + 1], ray[dimensions + 2], dimensions == 3 and ray[6] or nil }
    for k = 1, 2 * dimensions do lists[names[k]][i] = ray[k] end
  end
  local ask = cast .. "cast" .. suffix
  return {
    query = ask,
    with = { ask = collide[ask], shapes = w.shapes, X = w.X, Y = w.Y, Z = w.Z, R = w.R },
    lists = lists,
    count = inputs.COUNT,
    c = { ask = ask, dimensions = dimensions, array = w.pool, picks = {}, numbers = drawn },
  }
end

local function nearest(collide, dimensions)
  local row = begin(collide, dimensions, "ray", "")
  if dimensions == 3 then
    row.name = "raycast, nearest of 64 spheres"
    row.hand_source = fresh("solids", "nearest_sphere")
    row.numbers = [[
      local t, nx, ny, nz, _, px, py, pz, index = ask(shapes, a, b, c, d, e, f)
      if t then sum = sum + t + nx + ny + nz + px + py + pz + index end]]
    row.tables = [[
      local hit = ask(shapes, P, Q)
      if hit then
        local n, p = hit.normal, hit.point
        sum = sum + hit.t + n.x + n.y + n.z + p.x + p.y + p.z + hit.index
      end]]
    row.hand = [[
      local t, nx, ny, nz, px, py, pz, index = by_hand(X, Y, Z, R, 64, a, b, c, d, e, f)
      if t then sum = sum + t + nx + ny + nz + px + py + pz + index end]]
  else
    row.name = "raycast, nearest of 64 circles"
    row.hand_source = fresh("solids", "nearest_circle")
    row.numbers = [[
      local t, nx, ny, _, px, py, index = ask(shapes, a, b, c, d)
      if t then sum = sum + t + nx + ny + px + py + index end]]
    row.tables = [[
      local hit = ask(shapes, P, Q)
      if hit then
        local n, p = hit.normal, hit.point
        sum = sum + hit.t + n.x + n.y + p.x + p.y + hit.index
      end]]
    row.hand = [[
      local t, nx, ny, px, py, index = by_hand(X, Y, R, 64, a, b, c, d)
      if t then sum = sum + t + nx + ny + px + py + index end]]
  end
  return row
end

local function nearest_in_world(collide)
  local row = nearest(collide, 3)
  row.name = "raycast, nearest of 64 spheres in a world"
  row.c = nil
  row.with.shapes = collide.world(row.with.shapes)
  return row
end

local function any(collide)
  local row = begin(collide, 3, "ray", "_any")
  row.name = "raycast_any, of 64 spheres"
  row.hand_source = fresh("solids", "any_sphere")
  row.numbers = "if ask(shapes, a, b, c, d, e, f) then sum = sum + 1 end"
  row.tables = "if ask(shapes, P, Q) then sum = sum + 1 end"
  row.hand = "if by_hand(X, Y, Z, R, 64, a, b, c, d, e, f) then sum = sum + 1 end"
  return row
end

local function all(collide)
  local row = begin(collide, 3, "ray", "_all")
  row.name = "raycast_all, of 64 spheres"
  row.hand_source = fresh("solids", "all_spheres")
  row.c = nil
  row.numbers = "local list = ask(shapes, a, b, c, d, e, f) if list[1] then sum = sum + list[1] + list[9] end"
  row.tables = "local hit = ask(shapes, P, Q)[1] if hit then sum = sum + hit.t + hit.index end"
  row.hand = [[local list = by_hand(X, Y, Z, R, 64, a, b, c, d, e, f, 0, math.huge)
    if list[1] then sum = sum + list[1] + list[2] end]]
  return row
end

return function(collide, add)
  add(nearest, collide, 3)
  add(nearest, collide, 2)
  add(any, collide)
  add(all, collide)
  add(nearest_in_world, collide)
end
