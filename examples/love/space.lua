-- SPDX-License-Identifier: MIT
-- Two solids to drag, with their distance, their nearest points, and the displacement that separates them.
local collide = require("collide")
local space_solids = require("space_solids")
local space_view = require("space_view")

local space = { title = "Pairs in space", sharp = true }
space.__index = space

local speed = { turn = 1.2, away = 0.25 } -- radians a second; units for a notch of the wheel

function space.new()
  local self = setmetatable({ held = {}, view = space_view.new(), bodies = { {}, {} } }, space)
  self:restart()
  return self
end

local function become(body, kind)
  body.kind = kind
  body.name, body.shape, body.triangles = space_solids.make(kind)
  body.stale = true -- what is drawn has to be made anew
end

-- Replaces the first or second solid, by name.
function space:become(number, name)
  for kind, row in ipairs(space_solids.kinds) do
    if row[1] == name then
      become(self.bodies[number], kind)
    end
  end
end

function space:restart()
  local first, second = self.bodies[1], self.bodies[2]
  become(first, 1)
  become(second, 3)
  first.position, first.rotation = { x = -1.9, y = 0.2, z = 0.3 }, { 0.1, 0.2, 0.1, 1 }
  second.position, second.rotation = { x = 1.6, y = 0.1, z = -0.2 }, { 0.2, 0, -0.4, 1 }
  self.chosen, self.dragged = first, nil
  self:ask()
end

-- These few calls return everything that the screen shows.
function space:ask()
  for _, body in ipairs(self.bodies) do
    body.shape:set_position(body.position)
    body.shape:set_rotation(body.rotation)
  end
  local first, second = self.bodies[1].shape, self.bodies[2].shape
  self.touching = collide.overlap(first, second)
  self.gap = { collide.distance(first, second) }
  self.contact = collide.contact(first, second)
  self.ghost = nil
  if self.contact then
    local at, normal, depth = self.bodies[1].position, self.contact.normal, self.contact.depth
    self.ghost = { x = at.x + normal.x * depth, y = at.y + normal.y * depth, z = at.z + normal.z * depth }
  end
end

-- The body under a point of the screen, and the hit, or nil.
function space:pick(x, y)
  local from, way = self.view:ray(x, y)
  local hit = collide.raycast({ self.bodies[1].shape, self.bodies[2].shape }, from, way)
  return hit and self.bodies[hit.index], hit
end

local function move(body, axis, by)
  local at = body.position
  body.position = { x = at.x + axis[1] * by, y = at.y + axis[2] * by, z = at.z + axis[3] * by }
end

function space:mousepressed(x, y, button)
  if button == 1 then
    self.dragged = self:pick(x, y)
    self.chosen = self.dragged or self.chosen
  end
end

function space:mousereleased()
  self.dragged = nil
end

-- A drag moves along the screen, whose 640 by 384 dx and dy count.
function space:mousemoved(_, _, dx, dy)
  if self.dragged then
    move(self.dragged, self.view.right, dx / self.view.unit)
    move(self.dragged, self.view.up, -dy / self.view.unit)
    self:ask()
  end
end

-- The wheel moves to and fro.
function space:wheelmoved(notches)
  move(self.chosen, self.view.forward, notches * speed.away)
  self:ask()
end

function space:keypressed(key)
  self.held[key] = true
  if key == "space" then
    self:restart()
  elseif key == "1" or key == "2" then
    local body = self.bodies[tonumber(key)]
    become(body, body.kind % #space_solids.kinds + 1)
    self.chosen = body
    self:ask()
  end
end

function space:keyreleased(key)
  self.held[key] = nil
end

function space:leave()
  self.held, self.dragged = {}, nil
end

-- The product of two rotations: b first, then a; and by a small angle around an axis.
local function turned(axis, angle, b)
  local s, c = math.sin(angle / 2), math.cos(angle / 2)
  local x, y, z = axis[1] * s, axis[2] * s, axis[3] * s
  local r = {
    c * b[1] + x * b[4] + y * b[3] - z * b[2],
    c * b[2] - x * b[3] + y * b[4] + z * b[1],
    c * b[3] + x * b[2] - y * b[1] + z * b[4],
    c * b[4] - x * b[1] - y * b[2] - z * b[3],
  }
  local length = math.sqrt(r[1] * r[1] + r[2] * r[2] + r[3] * r[3] + r[4] * r[4])
  return { r[1] / length, r[2] / length, r[3] / length, r[4] / length }
end

-- The arrows turn the chosen one, as the screen has left, right, up and down.
function space:update(dt)
  local held = self.held
  local function either(positive, negative)
    return (held[positive] and 1 or 0) - (held[negative] and 1 or 0)
  end
  local across, upward = either("right", "left"), either("down", "up")
  if across ~= 0 or upward ~= 0 then
    local body = self.chosen
    body.rotation = turned(self.view.up, across * speed.turn * dt, body.rotation)
    body.rotation = turned(self.view.right, upward * speed.turn * dt, body.rotation)
    self:ask()
  end
end

function space:draw()
  self.view:draw(self)
end

function space.caption()
  return "drag, wheel, arrows: move and turn   1, 2: another solid   space: start again"
end

return space
