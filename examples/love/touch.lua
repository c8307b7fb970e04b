-- SPDX-License-Identifier: MIT
-- A disk and a triangle, both lit when they touch: the program of "Redpoll's 60", 2-23, with other queries of the two
-- shapes.
local collide = require("collide")
local touch_view = require("touch_view")

local touch = { title = "Pairs in the plane", sharp = true }
touch.__index = touch

local max, min, rad = math.max, math.min, math.rad

-- The article's steps, sixty a second.
local speed = { move = 60 * 0.1, turn = 60 * 0.5, scale = 60 * 0.02 }

function touch.new()
  local self = setmetatable({ held = {}, view = touch_view.new(640, 384, 36, 0, 0.8, 110) }, touch)
  self.disk = collide.circle({ radius = 1 })
  self.triangle = collide.triangle({ points = { { 0, 0 }, { 0.8, 1.8 }, { 2.4, 0 } } })
  self:restart()
  return self
end

function touch:restart()
  self.x, self.y, self.degrees, self.scale_x, self.scale_y = -4, 0, 0, 2, 2
  self:ask()
end

-- These few calls return everything that the screen shows.
function touch:ask()
  local disk, triangle = self.disk, self.triangle
  disk:set_position(self.x, self.y)
  triangle:set_rotation(rad(self.degrees))
  triangle:set_scale(self.scale_x, self.scale_y)
  self.touching = collide.overlap(disk, triangle)
  self.region = collide.triangle_region(triangle, self.x, self.y)
  self.gap = { collide.distance(disk, triangle) }
  self.nearest = { select(2, collide.closest(triangle, self.x, self.y)) }
  self.contact = collide.contact(disk, triangle)
  self.ghost = nil
  if self.contact then
    local normal, depth = self.contact.normal, self.contact.depth
    self.ghost = { x = self.x + normal.x * depth, y = self.y + normal.y * depth }
  end
  self:place_corners()
end

-- A stays at the origin; the edges lead to the others.
function touch:place_corners()
  local ab, bc = self.triangle:edges()
  self.corners = { { x = 0, y = 0 }, { x = ab.x, y = ab.y }, { x = ab.x + bc.x, y = ab.y + bc.y } }
end

-- Which keys are down, from what comes and goes.
function touch:keypressed(key)
  self.held[key] = true
  if key == "space" then
    self:restart()
  end
end

function touch:keyreleased(key)
  self.held[key] = nil
end

function touch:leave()
  self.held = {}
end

-- 0 is no scale; a step that would end there goes past it.
local function rescale(scale, by)
  return scale + by ~= 0 and scale + by or by
end

function touch:update(dt)
  local held = self.held
  local function either(positive, negative)
    return (held[positive] and 1 or 0) - (held[negative] and 1 or 0)
  end
  local reach, back = self.view, (held.lshift or held.rshift) and -1 or 1
  local x, y = either("l", "h"), either("k", "j")
  local turn, wider, higher = either("r"), either("s"), either("t")
  if x == 0 and y == 0 and turn == 0 and wider == 0 and higher == 0 then
    return
  end
  self.x = max(reach.left, min(reach.right, self.x + x * speed.move * dt))
  self.y = max(reach.bottom, min(reach.top, self.y + y * speed.move * dt))
  self.degrees = (self.degrees + back * turn * speed.turn * dt) % 360
  self.scale_x = rescale(self.scale_x, back * wider * speed.scale * dt)
  self.scale_y = rescale(self.scale_y, back * higher * speed.scale * dt)
  self:ask()
end

function touch:draw()
  self.view:draw(self)
  self.view:draw_keys(self)
  self.view:draw_answers(self)
end

function touch:caption()
  return "space: start again   collide.contact(disk, triangle): " .. tostring(self.contact)
end

return touch
