-- SPDX-License-Identifier: MIT
-- The solids of the demo, one ray a pixel, and a beam of light that they throw from one to the next.
local collide = require("collide")
local drawing = require("drawing")
local scene = require("scene")

local solids = {}

local number, vector = drawing.number, drawing.vector
local width, height = 480, 288
local lamp = { x = -2, y = 2.75, z = 1.75 }
local bounces = 6
local world = scene.new()

-- Turns the scene by so many degrees.
function solids.turn(text)
  world:look_from(tonumber(text))
end

-- The direction in which the eye sees a point of the picture.
local function sight(x, y)
  return world:ray((2 * x - width) / width, (height - 2 * y) / width)
end

-- A row of squares of pixels, "top size" in: red, green, blue and opaque, a byte each.
function solids.row(text)
  local top, size = drawing.numbers(text)
  local bytes = {}
  for left = 0, width - 1, size do
    local r, g, b = world:colour((2 * left + size - width) / width, (height - 2 * top - size) / width)
    local pixel = string.char(math.floor(math.min(r, 255) + 0.5), math.floor(math.min(g, 255) + 0.5),
      math.floor(math.min(b, 255) + 0.5), 255)
    bytes[#bytes + 1] = pixel:rep(size)
  end
  return table.concat(bytes):rep(size)
end

local function along(v, p)
  return (p.x - world.eye[1]) * v[1] + (p.y - world.eye[2]) * v[2] + (p.z - world.eye[3]) * v[3]
end

local function between(a, b, share)
  return { x = a.x + share * (b.x - a.x), y = a.y + share * (b.y - a.y), z = a.z + share * (b.z - a.z) }
end

-- Where a point in front of the eye is in the picture.
local function project(p)
  local far = along(world.forward, p) * 0.45
  return (1 + along(world.right, p) / far) * width / 2, height / 2 - along(world.up, p) / far * width / 2
end

local function draw_dot(svg, class, p, radius)
  if along(world.forward, p) > 0.2 then
    local x, y = project(p)
    svg:add('<circle class="%s" cx="%.6g" cy="%.6g" r="%g"/>', class, x, y, radius)
  end
end

-- A line from a to b, as far as it is in front of the eye.
local function draw_line(svg, class, a, b)
  local near, from, to = 0.2, along(world.forward, a), along(world.forward, b)
  if from < near and to < near then
    return
  elseif from < near then
    a = between(a, b, (near - from) / (to - from))
  elseif to < near then
    b = between(a, b, (near - from) / (to - from))
  end
  local x0, y0 = project(a)
  local x1, y1 = project(b)
  svg:add('<path class="%s" d="M%.6g %.6gL%.6g %.6g"/>', class, x0, y0, x1, y1)
end

-- A stretch of the beam, piece by piece: faint where something stands before it.
local function draw_beam(svg, a, b)
  local pieces, eye = 24, world.eye
  for i = 1, pieces do
    local middle = between(a, b, (i - 0.5) / pieces)
    local hidden = collide.segmentcast_any(world.shapes, eye[1], eye[2], eye[3], middle.x, middle.y, middle.z)
    draw_line(svg, hidden and "beam hidden" or "beam", between(a, b, (i - 1) / pieces), between(a, b, i / pieces))
  end
end

local function unit(x, y, z)
  local length = math.sqrt(x * x + y * y + z * z)
  return x / length, y / length, z / length
end

local function reflect(dx, dy, dz, normal)
  local twice = 2 * (dx * normal.x + dy * normal.y + dz * normal.z)
  return dx - twice * normal.x, dy - twice * normal.y, dz - twice * normal.z
end

-- The point that is aimed at: what is seen there, or the sky's.
local function aim(x, y)
  local eye, dx, dy, dz = world.eye, sight(x, y)
  local hit = collide.raycast(world.shapes, eye, { dx, dy, dz })
  return hit and hit.point or { x = eye[1] + 14 * dx, y = eye[2] + 14 * dy, z = eye[3] + 14 * dz }
end

-- The table that describes a shape, as it is written in Lua.
local function written(value)
  if type(value) == "number" then
    return number(value)
  elseif type(value) ~= "table" then
    return ("%q"):format(value)
  end
  local words, keys = {}, {}
  for i, part in ipairs(value) do
    words[i] = written(part)
  end
  for key in pairs(value) do
    keys[#keys + 1] = type(key) == "string" and key or nil
  end
  table.sort(keys)
  for _, key in ipairs(keys) do
    words[#words + 1] = key .. " = " .. written(value[key])
  end
  return "{ " .. table.concat(words, ", ") .. " }"
end

local function in_words(first, hits)
  if not first then
    return "The beam hits nothing"
  end
  local face = first.face and ", " .. first.face or ""
  return ("The beam hits a %s%s, at t = %.4g; normal (%.3g, %.3g, %.3g)%s"):format(first.shape:describe().shape, face,
    first.t, first.normal.x, first.normal.y, first.normal.z,
    hits > 1 and "; " .. drawing.count(hits, "hit", "hits") .. " in all" or "")
end

-- The beam from the lamp to what is seen at a point of the picture, "x y" in.
function solids.beam(text)
  local target = aim(drawing.numbers(text))
  local dx, dy, dz = unit(target.x - lamp.x, target.y - lamp.y, target.z - lamp.z)
  local direction = vector(dx, dy, dz)
  local svg, marks, from, options, first, hits = drawing.new(), drawing.new(), lamp, {}, nil, 0
  for _ = 1, bounces do
    local hit = collide.raycast(world.shapes, from, { dx, dy, dz }, options)
    if not hit then
      draw_beam(svg, from, { x = from.x + 8 * dx, y = from.y + 8 * dy, z = from.z + 8 * dz })
      break
    end
    hits, first = hits + 1, first or hit
    draw_beam(svg, from, hit.point)
    local tip = { x = hit.point.x + 0.6 * hit.normal.x, y = hit.point.y + 0.6 * hit.normal.y,
      z = hit.point.z + 0.6 * hit.normal.z }
    draw_line(marks, "normal", hit.point, tip)
    draw_dot(marks, "hit", hit.point, 3.5)
    dx, dy, dz = reflect(dx, dy, dz, hit.normal)
    from, options = hit.point, world.ignores[hit.index]
  end
  draw_dot(marks, "lamp", lamp, 6)

  local shape = first and written(first.shape:describe()) or "{}"
  local asked = ("collide.raycast(%s, %s, %s)"):format(shape, vector(lamp.x, lamp.y, lamp.z), direction)
  return svg:markup() .. marks:markup(), in_words(first, hits), asked
end

return solids
