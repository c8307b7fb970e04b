-- SPDX-License-Identifier: MIT
-- A still life of all solids, with one ray for each pixel: its hit, the light there, and the shadow.
local collide = require("collide")
local picture = require("picture")

local scene = {}
scene.__index = scene

local sin, cos, sqrt, pi = math.sin, math.cos, math.sqrt, math.pi
local max, floor = math.max, math.floor

local function unit(x, y, z)
  local length = sqrt(x * x + y * y + z * z)
  return x / length, y / length, z / length
end

local sun_x, sun_y, sun_z = unit(-0.55, 0.80, 0.52)

-- A quaternion: a rotation by degrees about an axis.
local function turn(degrees, x, y, z)
  local half = degrees * pi / 360
  x, y, z = unit(x, y, z)
  return { x * sin(half), y * sin(half), z * sin(half), cos(half) }
end

-- Moves a shape so that it stands on the floor at x, z.
local function stand(shape, x, z)
  shape:set_position(0, 0, 0)
  local low = shape:bounds()
  shape:set_position(x, -low.y, z)
  return shape
end

-- Two pyramids, base to base: twelve triangles that share their edges and corners.
local function gem(x, y, z, radius, height)
  local around, triangles = {}, {}
  for corner = 0, 5 do
    local angle = corner * pi / 3 + 0.2
    around[corner] = { radius * cos(angle), 0, radius * sin(angle) }
  end
  for corner = 0, 5 do
    for _, apex in ipairs({ height, -height }) do
      triangles[#triangles + 1] = collide.triangle({
        points = { { 0, apex, 0 }, around[corner], around[(corner + 1) % 6] },
        position = { x, y, z },
        rotation = turn(14, 0.4, 0, -1),
      })
    end
  end
  return triangles
end

function scene.new()
  local self = setmetatable({ shapes = {}, colours = {}, ignores = {}, rays = 0 }, scene)

  -- `ignore` is what a ray that leaves the shape must skip: the shape, or all of the gem.
  local function add(shape, red, green, blue, ignore)
    local index = #self.shapes + 1
    self.shapes[index], self.colours[index] = shape, { red, green, blue }
    self.ignores[index] = { ignore = ignore or shape }
  end

  add(collide.plane({ normal = { 0, 1, 0 }, distance = 0 }), 1, 1, 1)
  local ball = collide.sphere({ radius = 0.95 })
  add(stand(ball, 0.15, -0.75), 0.78, 0.09, 0.07)
  local cube = collide.box({ half = { 0.72, 0.72, 0.72 }, rotation = turn(49, 1, 0.35, 0.55) })
  add(stand(cube, -2.25, -1.1), 0.03, 0.36, 0.40)
  local drum = collide.cylinder({ radius = 0.56, half_height = 0.85, rotation = turn(-64, 0.35, 0.5, 1) })
  add(stand(drum, 2.55, -1.35), 0.06, 0.16, 0.62)
  local cone = collide.cone({ radius = 0.62, height = 1.5, rotation = turn(-112, 0.55, 0.2, 1) })
  add(stand(cone, 0.95, 1.85), 0.90, 0.36, 0.02)
  local pill = collide.capsule({ radius = 0.36, half_height = 0.62, rotation = turn(66, 0.35, 0.3, 1) })
  add(stand(pill, -1.3, 1.55), 0.20, 0.46, 0.07)
  local sheared = { 1, 0, 0, 0, 0.55, 1, 0.15, 0, 0, 0, 1, 0, 0, 0, 0, 1 }
  local slanted = collide.box({ half = { 0.42, 0.6, 0.42 }, transform = sheared })
  add(stand(slanted, 2.5, 1.5), 0.78, 0.58, 0.22)
  local facets = gem(-3.25, 0.92, 0.85, 0.5, 0.85)
  for _, facet in ipairs(facets) do
    add(facet, 0.56, 0.12, 0.50, facets)
  end

  self.floor = { ignore = self.shapes[1] }
  self:look_from(8)
  return self
end

-- Moves the eye by degrees around the scene.
function scene:look_from(degrees)
  local angle = degrees * pi / 180
  local x, y, z = 9.6 * sin(angle), 3.1, 9.6 * cos(angle)
  local fx, fy, fz = unit(-x, 0.95 - y, -z)
  local rx, ry, rz = unit(-fz, 0, fx)
  self.eye = { x, y, z }
  self.forward = { fx, fy, fz }
  self.right = { rx, ry, rz }
  self.up = { ry * fz - rz * fy, rz * fx - rx * fz, rx * fy - ry * fx }
end

-- The direction of the ray through a point of the picture: across from -1 to 1, up likewise by
-- the same measure. Not of unit length: rays need not be.
function scene:ray(across, upward)
  local f, r, u = self.forward, self.right, self.up
  across, upward = across * 0.45, upward * 0.45
  return f[1] + across * r[1] + upward * u[1], f[2] + across * r[2] + upward * u[2],
    f[3] + across * r[3] + upward * u[3]
end

local function sky(dx, dy, dz)
  dx, dy, dz = unit(dx, dy, dz)
  local high = sqrt(max(0, dy))
  local glow = max(0, dx * sun_x + dy * sun_y + dz * sun_z) ^ 24 * 0.2
  return 0.78 - 0.66 * high + glow, 0.84 - 0.52 * high + glow, 0.92 - 0.26 * high + glow * 0.8
end

-- The colour of the surface at a point: the floor is a chequer that blends with distance.
function scene:paint(index, x, z)
  if index ~= 1 then
    local colour = self.colours[index]
    return colour[1], colour[2], colour[3]
  end
  local even = (floor(x) + floor(z)) % 2 == 0
  local contrast = 1 / (1 + (x * x + z * z) / 300)
  local by = 0.36 + (even and 0.22 or -0.22) * contrast
  return by, by * 0.97, by * 0.93
end

-- The light on a point with a normal: that of the sky and, unless it is in shadow, that of the sun.
function scene:light(index, x, y, z, nx, ny, nz, dx, dy, dz)
  local red, green, blue = self:paint(index, x, z)
  local above = 0.5 + 0.5 * ny
  local r, g, b = 0.13 + 0.21 * above, 0.12 + 0.24 * above, 0.11 + 0.31 * above
  local towards = nx * sun_x + ny * sun_y + nz * sun_z
  local shine = 0
  if towards > 0 then
    self.rays = self.rays + 1
    if not collide.raycast_any(self.shapes, x, y, z, sun_x, sun_y, sun_z, self.ignores[index]) then
      r, g, b = r + 1.02 * towards, g + 0.96 * towards, b + 0.84 * towards
      local hx, hy, hz = unit(sun_x - dx, sun_y - dy, sun_z - dz)
      shine = index == 1 and 0 or max(0, nx * hx + ny * hy + nz * hz) ^ 60 * 0.55
    end
  end
  return red * r + shine, green * g + shine, blue * b + shine
end

-- The colour of a ray, without mirrors.
function scene:see(x, y, z, dx, dy, dz, options)
  self.rays = self.rays + 1
  local t, nx, ny, nz, _, px, py, pz, index = collide.raycast(self.shapes, x, y, z, dx, dy, dz, options)
  if not t then
    return sky(dx, dy, dz)
  end
  dx, dy, dz = unit(dx, dy, dz)
  local r, g, b = self:light(index, px, py, pz, nx, ny, nz, dx, dy, dz)
  return r, g, b, index, px, py, pz, nx, ny, nz
end

local function to_byte(light)
  return 255 * (light / (1 + 0.16 * light)) ^ (1 / 2.0)
end

local function blend(a, b, share)
  return a + (b - a) * share
end

-- The reflection of a polished surface, which is weaker at steep angles.
function scene:mirror(index, x, y, z, nx, ny, nz, dx, dy, dz)
  dx, dy, dz = unit(dx, dy, dz)
  local along = dx * nx + dy * ny + dz * nz
  local share = (index == 1 and 0.50 or 0.30) * max(0, 1 + along) ^ 4 - 0.01
  if share <= 0 then
    return 0, 0, 0, 0
  end
  dx, dy, dz = dx - 2 * along * nx, dy - 2 * along * ny, dz - 2 * along * nz
  return share, self:see(x, y, z, dx, dy, dz, self.ignores[index])
end

local nothing = {}

-- Red, green, blue, 0 to 255, at a point of the picture; then the number of the shape, if any.
function scene:colour(across, upward)
  local eye = self.eye
  local dx, dy, dz = self:ray(across, upward)
  local r, g, b, index, x, y, z, nx, ny, nz = self:see(eye[1], eye[2], eye[3], dx, dy, dz, nothing)
  if index then
    local share, r2, g2, b2 = self:mirror(index, x, y, z, nx, ny, nz, dx, dy, dz)
    r, g, b = blend(r, r2, share), blend(g, g2, share), blend(b, b2, share)
    local far = (x - eye[1]) ^ 2 + (z - eye[3]) ^ 2
    local haze = index == 1 and far / (far + 2500) or 0
    r, g, b = blend(r, 0.78, haze), blend(g, 0.84, haze), blend(b, 0.92, haze)
  end
  return to_byte(r), to_byte(g), to_byte(b), index
end

-- The picture, with one such ray for each pixel; `progress` gets the finished share.
function scene:picture(width, height, progress)
  local image = picture.new(width, height)
  for y = 0, height - 1 do
    for x = 0, width - 1 do
      image:set(x, y, self:colour((2 * x + 1 - width) / width, (height - 2 * y - 1) / width))
    end
    progress((y + 1) / height)
  end
  return image
end

return scene
