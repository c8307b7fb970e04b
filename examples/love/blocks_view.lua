-- SPDX-License-Identifier: MIT
-- The world as an eye sees it: LÖVE draws flat, so a shader does the perspective, and a canvas
-- with a depth buffer sorts out what is in front.
local blocks_mesh = require("blocks_mesh")

local blocks_view = {}
blocks_view.__index = blocks_view

local cos, max, min, sin, tan = math.cos, math.max, math.min, math.sin, math.tan

local near, far = 0.05, 300
blocks_view.half_angle = math.rad(33) -- from the middle to the upper edge

-- Shared by the sky and by what fades into it with distance.
local sky = [[
uniform vec3 sun;
vec3 sky(vec3 way) {
  way = normalize(way);
  vec3 colour = mix(vec3(0.80, 0.88, 0.95), vec3(0.29, 0.53, 0.82), sqrt(clamp(way.y, 0.0, 1.0)));
  float glow = max(dot(way, sun), 0.0);
  return colour + vec3(0.30, 0.24, 0.14) * pow(glow, 12.0) + vec3(smoothstep(0.9985, 0.9990, glow));
}
]]

local sky_code = sky .. [[
uniform vec3 forward, right, up;
vec4 effect(vec4 colour, Image image, vec2 uv, vec2 pixel) {
  return vec4(sky(forward + (2.0 * uv.x - 1.0) * right + (1.0 - 2.0 * uv.y) * up), 1.0);
}
]]

local position = [[
uniform mat4 camera;
uniform vec3 offset;
uniform float grow;
varying vec3 place;
#ifdef VERTEX
vec4 position(mat4 flat_one, vec4 vertex) {
  place = (vertex.xyz - 0.5) * grow + 0.5 + offset;
  return camera * vec4(place, 1.0);
}
#endif
]]

local world_code = position .. sky .. [[
uniform vec3 eye;
#ifdef PIXEL
vec4 effect(vec4 light, Image image, vec2 uv, vec2 pixel) {
  vec3 colour = Texel(image, uv).rgb;
  colour *= light.r * vec3(0.98, 0.88, 0.70) + light.g * light.g * vec3(0.42, 0.50, 0.62);
  vec3 way = place - eye;
  float haze = 1.0 - exp(-max(length(way) - 12.0, 0.0) * 0.014);
  return vec4(mix(colour, sky(way), haze), 1.0);
}
#endif
]]

local lit_code = position .. [[
uniform float glow;
#ifdef PIXEL
vec4 effect(vec4 light, Image image, vec2 uv, vec2 pixel) {
  vec2 rim = abs(uv - 0.5) * 2.0;
  float edge = smoothstep(0.90, 0.93, max(rim.x, rim.y));
  return vec4(1.0, 0.85, 0.30, glow + edge * 0.6);
}
#endif
]]

function blocks_view.new(grid, ruin)
  local self = setmetatable({ mesh = blocks_mesh.new(grid), ruin = ruin, cube = blocks_mesh.cube() }, blocks_view)
  self.sky = love.graphics.newShader(sky_code)
  self.world = love.graphics.newShader(world_code)
  self.lit = love.graphics.newShader(lit_code)
  local square = { { 0, 0, 0, 0 }, { 1, 0, 1, 0 }, { 1, 1, 1, 1 }, { 0, 1, 0, 1 } }
  self.blank = love.graphics.newMesh(square, "fan", "static")
  for _, shader in ipairs({ self.sky, self.world }) do
    shader:send("sun", blocks_mesh.sun)
  end
  return self
end

-- The directions of the view: forward, right and up, of unit length. Yaw 0 looks along -z.
function blocks_view.axes(eye)
  local sy, cy, sp, cp = sin(eye.yaw), cos(eye.yaw), sin(eye.pitch), cos(eye.pitch)
  return { sy * cp, sp, -cy * cp }, { cy, 0, sy }, { -sy * sp, cp, cy * sp }
end

-- From the world to the screen, y downwards, as LÖVE has it in a canvas.
local function camera(eye, aspect)
  local f, r, u = blocks_view.axes(eye)
  local high = tan(blocks_view.half_angle)
  local function row(axis, scale, shift)
    local along = axis[1] * eye.x + axis[2] * eye.y + axis[3] * eye.z
    return { axis[1] * scale, axis[2] * scale, axis[3] * scale, shift - along * scale }
  end
  local depth = (far + near) / (far - near)
  return {
    row(r, 1 / (high * aspect), 0),
    row(u, -1 / high, 0),
    row(f, depth, -2 * far * near / (far - near)),
    row(f, 1, 0),
  }
end

local function scaled(axis, by)
  return { axis[1] * by, axis[2] * by, axis[3] * by }
end

-- The canvas, as large as what it fills.
function blocks_view:fit(width, height)
  width, height = max(1, width), max(1, height)
  if self.canvas and self.canvas:getWidth() == width and self.canvas:getHeight() == height then
    return
  end
  if self.canvas then
    self.canvas:release()
  end
  local samples = min(4, love.graphics.getSystemLimits().canvasmsaa)
  self.canvas = love.graphics.newCanvas(width, height, { msaa = samples, dpiscale = 1 })
end

function blocks_view:draw_sky(eye, aspect)
  local f, r, u = blocks_view.axes(eye)
  local high = tan(blocks_view.half_angle)
  self.sky:send("forward", f)
  self.sky:send("right", scaled(r, high * aspect))
  self.sky:send("up", scaled(u, high))
  love.graphics.setShader(self.sky)
  love.graphics.draw(self.blank, 0, 0, 0, self.canvas:getDimensions())
end

-- The block that was hit shines, the face that was hit most.
function blocks_view:draw_lit(hit)
  self.lit:send("offset", { hit.cell.x, hit.cell.y, hit.cell.z })
  self.lit:send("grow", 1.004)
  love.graphics.setShader(self.lit)
  self.lit:send("glow", 0.28)
  self.cube:setDrawRange()
  love.graphics.draw(self.cube)
  local first = blocks_mesh.first_of(hit.normal)
  if first then
    self.lit:send("glow", 0.35)
    self.cube:setDrawRange(first, 6)
    love.graphics.draw(self.cube)
  end
end

-- Where a point of the world is on a picture of that size; nil behind the eye.
function blocks_view.project(eye, point, width, height)
  local f, r, u = blocks_view.axes(eye)
  local x, y, z = point.x - eye.x, point.y - eye.y, point.z - eye.z
  local deep = f[1] * x + f[2] * y + f[3] * z
  if deep > near then
    local scale = height / 2 / (tan(blocks_view.half_angle) * deep)
    return width / 2 + scale * (r[1] * x + r[2] * y + r[3] * z), height / 2 - scale * (u[1] * x + u[2] * y + u[3] * z)
  end
end

-- Draws into self.canvas what the eye at {x, y, z, yaw, pitch} sees, and `hit`, if any, lit.
function blocks_view:draw(eye, hit)
  local aspect = self.canvas:getWidth() / self.canvas:getHeight()
  local matrix = camera(eye, aspect)
  love.graphics.push("all")
  love.graphics.reset()
  love.graphics.setCanvas({ self.canvas, depth = true })
  love.graphics.clear()
  self:draw_sky(eye, aspect)
  love.graphics.setDepthMode("lequal", true)
  love.graphics.setMeshCullMode("back")
  self.world:send("camera", matrix)
  self.world:send("offset", { 0, 0, 0 })
  self.world:send("grow", 1)
  self.world:send("eye", { eye.x, eye.y, eye.z })
  love.graphics.setShader(self.world)
  self.mesh:draw()
  self.ruin:setTexture(self.mesh.image)
  love.graphics.draw(self.ruin)
  if hit and hit.cell then
    self.lit:send("camera", matrix)
    self:draw_lit(hit)
  end
  love.graphics.pop()
end

return blocks_view
