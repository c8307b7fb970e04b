-- SPDX-License-Identifier: MIT
-- How two solids look from one side, without perspective: a shader turns their triangles, a canvas
-- with a depth buffer sorts out what is in front, and lines on top of it say what the queries said.
local touch_view = require("touch_view")

local space_view = {}
space_view.__index = space_view

local graphics = love.graphics
local max, min, sqrt = math.max, math.min, math.sqrt

local width, height = 640, 384
local deep = 20 -- units before and behind the middle that are drawn

space_view.ground = { 0.08, 0.10, 0.14 }
-- Of the first and the second solid: at rest, and where they touch.
space_view.colours = {
  { rest = { 0.30, 0.52, 0.86 }, lit = { 0.97, 0.66, 0.22 } },
  { rest = { 0.20, 0.66, 0.56 }, lit = { 0.93, 0.37, 0.26 } },
}
space_view.ghost, space_view.bright, space_view.nearest = { 0.50, 0.89, 0.82 }, { 1, 0.96, 0.85 }, { 1, 1, 1 }

local code = [[
uniform mat4 model, camera;
uniform vec3 light, forward;
uniform vec4 tint;
varying vec3 normal;
#ifdef VERTEX
attribute vec3 VertexNormal;
vec4 position(mat4 flat_one, vec4 vertex) {
  normal = mat3(model) * VertexNormal;
  return camera * (model * vec4(vertex.xyz, 1.0));
}
#endif
#ifdef PIXEL
vec4 effect(vec4 colour, Image image, vec2 uv, vec2 pixel) {
  vec3 n = normalize(normal);
  float shade = 0.42 + 0.48 * max(dot(n, light), 0.0) + 0.10 * max(-dot(n, forward), 0.0);
  return vec4(tint.rgb * shade, tint.a);
}
#endif
]]

local format = { { "VertexPosition", "float", 3 }, { "VertexNormal", "float", 3 } }

local function unit(x, y, z)
  local length = sqrt(x * x + y * y + z * z)
  return { x / length, y / length, z / length }
end

local function cross(a, b)
  return { a[2] * b[3] - a[3] * b[2], a[3] * b[1] - a[1] * b[3], a[1] * b[2] - a[2] * b[1] }
end

local function dot(a, x, y, z)
  return a[1] * x + a[2] * y + a[3] * z
end

function space_view.new()
  local self = setmetatable({ unit = 62 }, space_view)
  self.words = touch_view.new(width, height, self.unit, 0, 0, 0)
  self.forward = unit(-0.35, -0.45, -1)
  self.right = unit(1, 0, -0.35)
  self.up = cross(self.right, self.forward)
  self.light = unit(-0.4, 1, 0.7)
  self.shader = graphics.newShader(code)
  self.shader:send("light", self.light)
  self.shader:send("forward", self.forward)
  self.shader:send("camera", self:camera())
  return self
end

-- From the world to a canvas, y downwards.
function space_view:camera()
  local function row(axis, scale)
    return { axis[1] * scale, axis[2] * scale, axis[3] * scale, 0 }
  end
  local across, upward = 2 * self.unit / width, 2 * self.unit / height
  return { row(self.right, across), row(self.up, -upward), row(self.forward, 1 / deep), { 0, 0, 0, 1 } }
end

-- Where a point of the world is on the screen.
function space_view:at(p)
  return width / 2 + dot(self.right, p.x, p.y, p.z) * self.unit, height / 2 - dot(self.up, p.x, p.y, p.z) * self.unit
end

-- The ray into the screen at x, y: from where, and which way.
function space_view:ray(x, y)
  local across, upward = (x - width / 2) / self.unit, (height / 2 - y) / self.unit
  local from = {}
  for i = 1, 3 do
    from[i] = self.right[i] * across + self.up[i] * upward - self.forward[i] * deep
  end
  return from, self.forward
end

-- ---- Solids ----------------------------------------------------------------------

-- A quaternion of any length and a position, as a matrix.
local function matrix(q, p)
  local x, y, z, w = q[1], q[2], q[3], q[4]
  local s = 2 / (x * x + y * y + z * z + w * w)
  return {
    { 1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w), p.x },
    { s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w), p.y },
    { s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y), p.z },
    { 0, 0, 0, 1 },
  }
end

local function mesh_of(body)
  if body.stale then
    body.mesh = graphics.newMesh(format, body.triangles, "triangles", "static")
    body.stale = false
  end
  return body.mesh
end

function space_view:draw_solid(body, position, colour, alpha)
  self.shader:send("model", matrix(body.rotation, position))
  self.shader:send("tint", { colour[1], colour[2], colour[3], alpha })
  graphics.draw(mesh_of(body))
end

-- The canvas, as fine as what it is shown on.
function space_view:fit(pixels)
  local wide, high = max(1, math.floor(width * pixels + 0.5)), max(1, math.floor(height * pixels + 0.5))
  if self.canvas and self.canvas:getWidth() == wide and self.canvas:getHeight() == high then
    return
  end
  if self.canvas then
    self.canvas:release()
  end
  local samples = min(4, graphics.getSystemLimits().canvasmsaa)
  self.canvas = graphics.newCanvas(wide, high, { msaa = samples, dpiscale = 1 })
end

function space_view:draw_solids(scene)
  local mode = scene.touching and "lit" or "rest"
  graphics.push("all")
  graphics.reset()
  graphics.setCanvas({ self.canvas, depth = true })
  graphics.clear(0, 0, 0, 0)
  graphics.setShader(self.shader)
  graphics.setMeshCullMode("back")
  if scene.ghost then -- where the push ends; behind the solids
    self:draw_solid(scene.bodies[1], scene.ghost, space_view.ghost, 0.5)
  end
  graphics.setDepthMode("lequal", true)
  for i, body in ipairs(scene.bodies) do
    self:draw_solid(body, body.position, space_view.colours[i][mode], 1)
  end
  graphics.pop()
end

-- ---- Lines and words -------------------------------------------------------------

local function pen(colour, alpha, wide)
  graphics.setColor(colour[1], colour[2], colour[3], alpha or 1)
  graphics.setLineWidth(wide or 1)
end

function space_view:draw_floor()
  pen({ 1, 1, 1 }, 0.07)
  for k = -6, 6 do
    for _, ends in ipairs({ { k, -6, k, 6 }, { -6, k, 6, k } }) do
      local ax, ay = self:at({ x = ends[1], y = -1.8, z = ends[2] })
      local bx, by = self:at({ x = ends[3], y = -1.8, z = ends[4] })
      graphics.line(ax, ay, bx, by)
    end
  end
end

function space_view:draw_gap(scene)
  local ax, ay = self:at(scene.gap[2])
  local bx, by = self:at(scene.gap[3])
  pen(space_view.bright, 0.9, 1.5)
  graphics.line(ax, ay, bx, by)
  for _, p in ipairs({ { ax, ay }, { bx, by } }) do
    pen(space_view.ground)
    graphics.circle("fill", p[1], p[2], 4.5)
    pen(space_view.nearest)
    graphics.circle("fill", p[1], p[2], 3)
  end
end

-- From the point that both share, as long as the push.
function space_view:draw_push(contact)
  local p, n, depth = contact.point, contact.normal, contact.depth
  local ax, ay = self:at(p)
  local bx, by = self:at({ x = p.x + n.x * depth, y = p.y + n.y * depth, z = p.z + n.z * depth })
  local dx, dy = bx - ax, by - ay
  local length = sqrt(dx * dx + dy * dy)
  pen(space_view.nearest)
  graphics.circle("fill", ax, ay, 3)
  if length > 1 then
    dx, dy = dx / length, dy / length
    local head = min(9, length * 0.6)
    local nx, ny, wide = bx - dx * head, by - dy * head, head * 0.45
    pen(space_view.bright, 1, 2)
    graphics.line(ax, ay, nx, ny)
    graphics.polygon("fill", bx, by, nx - dy * wide, ny + dx * wide, nx + dy * wide, ny - dx * wide)
  end
end

function space_view:draw_answers(scene)
  local contact = scene.contact
  local rows = {
    { "1, 2", scene.bodies[1].name .. ", " .. scene.bodies[2].name },
    { "overlap", tostring(scene.touching) },
    { "distance", string.format("%.3f", scene.gap[1]) },
    { "contact.depth", contact and string.format("%.3f", contact.depth) or "-" },
  }
  local left, wide = width - 168, 160
  pen(space_view.ground, 0.8)
  graphics.rectangle("fill", left, 8, wide, 14 + #rows * 14, 5)
  for i, row in ipairs(rows) do
    local y = 8 + 7 + (i - 0.5) * 14
    pen({ 0.52, 0.57, 0.68 })
    self.words:write(row[1], left + 8, y, 9)
    pen({ 0.91, 0.93, 0.96 })
    self.words:write(row[2], left + wide - 8, y, 9, 1)
  end
end

function space_view:draw(scene)
  local x, y = graphics.transformPoint(0, 0)
  local pixels = graphics.transformPoint(1, 0) - x
  self:fit(pixels)
  self:draw_solids(scene)
  pen(space_view.ground)
  graphics.rectangle("fill", 0, 0, width, height)
  self:draw_floor()
  graphics.push()
  graphics.origin()
  graphics.setColor(1, 1, 1)
  graphics.setBlendMode("alpha", "premultiplied")
  graphics.draw(self.canvas, x, y)
  graphics.setBlendMode("alpha")
  graphics.pop()
  if scene.contact then
    self:draw_push(scene.contact)
  else
    self:draw_gap(scene)
  end
  self:draw_answers(scene)
end

return space_view
