-- SPDX-License-Identifier: MIT
--
-- Runs and checks the rows of spec/support/walking_rows.lua, the tables of docs/guides/walking.md. y points up. A
-- scene is a list of pieces of the plane; bodies of space walk on the same pieces, 10 units wide along z.
local collide = require "collide"

local walking = {}

local HALF_WIDTH = 5
local TOLERANCE = 1e-7
local R, TALL, DEEP = 0.3, 1.2, -2 -- half of each body's width, most bodies' height, and the bottom of floors

walking.R, walking.DEEP = R, DEEP

-- The bodies, in the order of the page. `outline` is the body from the side, about its foot: corners, or the centres
-- and radii of discs whose convex hull it is.
local chamfered = { -0.2, 0, 0.2, 0, R, 0.1, R, TALL, -R, TALL, -R, 0.1 }
local upright = { { 0, R, R }, { 0, TALL - R, R } }
local square = { -R, 0, R, 0, R, TALL, -R, TALL }

local hexagon = { R, 0, R / 2, R, -R / 2, R, -R, 0, -R / 2, -R, R / 2, -R } -- x and z

local function hexagonal_prism()
  local points = {}
  for _, y in ipairs { 0, TALL } do
    for i = 1, #hexagon, 2 do points[#points + 1] = { hexagon[i], y, hexagon[i + 1] } end
  end
  return collide.hull { points = points }
end

walking.bodies = {
  { name = "rect", dimensions = 2, height = TALL, outline = square,
    make = function() return collide.rect { half = { R, TALL / 2 } } end },
  { name = "circle", dimensions = 2, round = true, ball = true, height = 2 * R, outline = { { 0, R, R } },
    make = function() return collide.circle { radius = R } end },
  { name = "capsule", dimensions = 2, round = true, ball = true, height = TALL, outline = upright,
    make = function() return collide.capsule { dimensions = 2, radius = R, half_height = TALL / 2 - R } end },
  { name = "polygon", dimensions = 2, round = true, height = TALL, outline = chamfered,
    make = function() return collide.polygon { points = chamfered } end },
  { name = "box", dimensions = 3, height = TALL, outline = square,
    make = function() return collide.box { half = { R, TALL / 2, R } } end },
  { name = "sphere", dimensions = 3, round = true, ball = true, height = 2 * R, outline = { { 0, R, R } },
    make = function() return collide.sphere { radius = R } end },
  { name = "capsule in space", dimensions = 3, round = true, ball = true, height = TALL, outline = upright,
    make = function() return collide.capsule { radius = R, half_height = TALL / 2 - R } end },
  { name = "cylinder", dimensions = 3, height = TALL, outline = square,
    make = function() return collide.cylinder { radius = R, half_height = TALL / 2 } end },
  { name = "cone", dimensions = 3, height = TALL, outline = { -R, 0, R, 0, 0, TALL },
    make = function() return collide.cone { radius = R, height = TALL } end },
  { name = "hull", dimensions = 3, height = TALL, outline = square, make = hexagonal_prism },
  { name = "rounded box", dimensions = 3, round = true, height = TALL,
    outline = { { -0.2, 0.1, 0.1 }, { 0.2, 0.1, 0.1 }, { 0.2, TALL - 0.1, 0.1 }, { -0.2, TALL - 0.1, 0.1 } },
    make = function() return collide.box { half = { R - 0.1, TALL / 2 - 0.1, R - 0.1 }, radius = 0.1 } end },
  { name = "group", dimensions = 3, round = true, ball = true, height = TALL,
    parts = { { { 0, R, R }, { 0, TALL - 0.5, R } }, { { 0, TALL - 0.2, 0.2 } } },
    make = function()
      return collide.group {
        collide.capsule { a = { 0, R, 0 }, b = { 0, TALL - 0.5, 0 }, radius = R },
        collide.sphere { radius = 0.2, position = { 0, TALL - 0.2, 0 } },
      }
    end },
}

-- The bodies of a row: all, or those that its field `bodies` names.
function walking.bodies_of(row)
  local wanted, list = row.bodies or "all", {}
  for _, body in ipairs(walking.bodies) do
    if wanted == "all" or wanted == "round" and body.round or wanted == "flat" and not body.round
      or wanted == "ball" and body.ball or wanted == "space" and body.dimensions == 3
      or wanted == "ball in space" and body.ball and body.dimensions == 3 then
      list[#list + 1] = body
    end
  end
  return list
end

function walking.body(name)
  for _, body in ipairs(walking.bodies) do
    if body.name == name then return body end
  end
end

local function extruded(points, side)
  local list = {}
  for i = 1, #points, 2 do
    for _, z in ipairs { -HALF_WIDTH, side or HALF_WIDTH } do list[#list + 1] = { points[i], points[i + 1], z } end
  end
  return list
end

-- The cells of a tile map: 1 is full, 2 rises along x, 3 falls.
walking.tile_corners = { [2] = { 0, 0, 1, 0, 1, 1 }, [3] = { 0, 0, 1, 0, 0, 1 } }

local function tile_grid(tiles, dimensions)
  local shapes = {}
  for value, points in pairs(walking.tile_corners) do
    if dimensions == 2 then
      shapes[value] = collide.polygon { points = points }
    else
      local corners = {}
      for i = 1, 6, 2 do
        for z = 0, 1 do corners[#corners + 1] = { points[i], points[i + 1], z } end
      end
      shapes[value] = collide.hull { points = corners }
    end
  end
  local grid = collide.grid { dimensions = dimensions, shapes = shapes }
  for _, tile in ipairs(tiles) do
    if dimensions == 2 then
      grid:set({ tile[1], tile[2] }, tile[3])
    else
      grid:fill({ tile[1], tile[2], -HALF_WIDTH }, { tile[1], tile[2], HALF_WIDTH - 1 }, tile[3])
    end
  end
  return grid
end

local function in_plane(piece)
  local b, s, c = piece.box, piece.line, piece.circle
  if b then return collide.rect { min = { b[1], b[2] }, max = { b[3], b[4] } } end
  if s then return collide.segment { { s[1], s[2] }, { s[3], s[4] } } end
  if c then return collide.circle { radius = c[3], position = { c[1], c[2] } } end
  if piece.tiles then return tile_grid(piece.tiles, 2) end
  return collide.polygon { points = piece.polygon }
end

local function in_space(piece)
  local b, s, c, w = piece.box, piece.line, piece.circle, HALF_WIDTH
  if b then return collide.box { min = { b[1], b[2], -w }, max = { b[3], b[4], w } } end
  if s then
    local vertices = { { s[1], s[2], -w }, { s[3], s[4], -w }, { s[3], s[4], w }, { s[1], s[2], w } }
    return collide.mesh { vertices = vertices, triangles = { { 1, 3, 2 }, { 1, 4, 3 } } }
  end
  if c then return collide.capsule { a = { c[1], c[2], -w }, b = { c[1], c[2], w }, radius = c[3] } end
  if piece.tiles then return tile_grid(piece.tiles, 3) end
  return collide.hull { points = extruded(piece.polygon, piece.side) }
end

local function obstacles(pieces, dimensions)
  local list, one_way = {}, {}
  for i, piece in ipairs(pieces) do
    list[i] = dimensions == 2 and in_plane(piece) or in_space(piece)
    if piece.one_way then
      list[i]:set_one_way(dimensions == 2 and { 0, 1 } or { 0, 1, 0 })
      one_way[#one_way + 1] = list[i]
    end
  end
  return list, one_way
end

function walking.scene(row, body)
  if type(row.scene) == "function" then return row.scene(body) end
  return row.scene
end

-- What the row does: for each move the displacement, the position of the body's foot, and the ground.
function walking.run(row, body)
  local list, one_way = obstacles(walking.scene(row, body), body.dimensions)
  local world, shape = collide.world(list), body.make()
  local options = { up = body.dimensions == 2 and { 0, 1 } or { 0, 1, 0 } }
  for name, value in pairs(row.options or {}) do options[name] = value end
  if options.max_slope then options.max_slope = math.rad(options.max_slope) end
  if row.ignores then options.ignore = one_way[1] end

  local low = shape:bounds()
  local bottom = low.y
  local function vector(x, y, z)
    if body.dimensions == 2 then return { x, y } end
    return { x, y, z or 0 }
  end
  local function state(moved)
    local p = shape:get_position()
    return { x = p.x, y = p.y + bottom, z = p.z or 0, ground = moved and moved.ground, moved = moved }
  end

  local start = row.start
  if row.in_air then
    shape:set_position(vector(start[1], start[2] - bottom))
  else
    shape:set_position(vector(start[1], start[2] + 0.125 - bottom, start[3]))
    world:move(shape, vector(0, -0.25), { up = options.up, snap = 0.25 })
  end
  local trace = { [0] = state(), world = world, shape = shape, bottom = bottom, vector = vector }
  for _, move in ipairs(row.moves or { row.move }) do
    for _ = 1, row.count or 1 do
      trace[#trace + 1] = state(world:move(shape, vector(move[1], move[2], row.aside), options))
      trace[#trace].wanted = move
      trace[#trace].gap = world:shapecast(shape, vector(0, -9), { touching = "skip" })
    end
  end
  return trace
end

-- The highest top of a box under the extent of a body at x.
local function highest_top(pieces, x)
  local top = -math.huge
  for _, piece in ipairs(pieces) do
    local b = piece.box
    if b and not piece.is_ceiling and b[1] <= x + R and b[3] >= x - R and b[4] > top then top = b[4] end
  end
  return top
end

local function is_near(a, b) return math.abs(a - b) <= TOLERANCE end

local grounds = {
  always = function(count, n) return count == n end,
  never = function(count) return count == 0 end,
  last = function(_, _, is_last) return is_last end,
  ["not last"] = function(_, _, is_last) return not is_last end,
  ["only last"] = function(count, _, is_last) return count == 1 and is_last end,
  any = function() return true end,
  lost = function(count, n) return count < n end,
}

-- nil if the body does what the row says, or a message.
function walking.check(row, body)
  local trace = walking.run(row, body)
  local pieces, problems, count = walking.scene(row, body), {}, 0
  local function complain(...) problems[#problems + 1] = string.format(...) end
  local function expected(name)
    local value = row[name]
    if type(value) == "function" then return value(body) end
    return value
  end
  local n, last = #trace, trace[#trace]
  local level_normal = true
  for i = 1, n do
    local before, now = trace[i - 1], trace[i]
    if now.ground then
      count = count + 1
      level_normal = level_normal and is_near(now.ground.normal.y, 1)
    end
    if now.moved.inside and not row.ignores then complain("move %d: inside", i) end
    if row.kept and not (is_near(now.x - before.x, now.wanted[1])
      and (body.dimensions == 2 or is_near(now.z - before.z, row.aside or 0))) then
      complain("move %d from (%.9g, %.9g): %.9g along x", i, before.x, before.y, now.x - before.x)
    end
    if row.sole and not is_near(now.y, highest_top(pieces, now.x)) then
      complain("move %d: height %.9g at %.9g, not %.9g", i, now.y, now.x, highest_top(pieces, now.x))
    end
    if row.touches and now.gap and now.gap.t * 9 > TOLERANCE then
      complain("move %d: %.9g above the ground at (%.9g, %.9g)", i, now.gap.t * 9, now.x, now.y)
    end
  end
  for name, axis in pairs { x = "x", height = "y", z = "z" } do
    local value = expected(name)
    if value and not is_near(last[axis], value) then complain("%s %.9g, not %.9g", name, last[axis], value) end
  end
  if row.below and last.y >= row.below then complain("height %.9g, not below %.9g", last.y, row.below) end
  if row.x_below and last.x >= row.x_below then complain("x %.9g, not below %.9g", last.x, row.x_below) end
  if row.ground and not grounds[row.ground](count, n, last.ground ~= nil) then
    local seen = {}
    for i = 1, n do seen[i] = trace[i].ground and "g" or "-" end
    complain("ground %s, not %s", table.concat(seen), row.ground)
  end
  local corner = expected("point")
  if corner and not (last.ground and is_near(last.ground.point.x, corner[1])
    and is_near(last.ground.point.y, corner[2])) then
    complain("ground.point %s", tostring(last.ground and last.ground.point))
  end
  if row.level_normal and not level_normal then complain("a normal of ground is not up") end
  if problems[1] then return table.concat(problems, "; ", 1, math.min(3, #problems)) end
end

return walking
