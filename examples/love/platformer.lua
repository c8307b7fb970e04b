-- SPDX-License-Identifier: MIT
-- A hero runs and jumps over hills, stairs and platforms, climbs a ladder, and rides on a lift. The map is from Tiled:
-- its slopes, one-way tiles and objects are read as they are. `move` does all movement; these few lines compute speed
-- and gravity.
local collide = require("collide")
local platformer_view = require("platformer_view")
local sight = require("sight")

local platformer = { title = "Moving", sharp = true }
platformer.__index = platformer

local max, min, pi = math.max, math.min, math.pi

-- Pixels and seconds; y is down.
local speed, climbing, gravity, leap, fastest = 110, 80, 900, 310, 600
local walk = { up = { 0, -1 }, max_slope = math.rad(50), step = 8.5, slope = "along" } -- as fast as on floors
-- `snap` is the height of the stairs, so that there is ground at their edges. It is set only after a step that ended on
-- ground; otherwise a fall would end some steps early.
local snap = walk.step

function platformer.new(maps)
  local map = sight.load(maps .. "/hills.lua")
  local self = setmetatable({ held = {} }, platformer)
  -- Tiles whose property `layer` is "ladder" or "water" are grids of their own, which do not block.
  self.grid, self.areas = collide.grid.from_tiled(map, "ground", { one_way = "one_way", layer = "layer" })
  self.things = {}
  for _, shape in ipairs(collide.from_tiled_objects(map, "things")) do
    self[shape.data.name] = shape
    if shape.data.name ~= "hero" then
      self.things[#self.things + 1] = shape
    end
  end
  self.start = { self.hero:get_position("numbers") }
  self.lift_start = { self.lift:get_position("numbers") }
  self.low = select(2, self.lift:bounds("numbers"))
  self.hero = collide.capsule({ radius = 5, half_height = 4, position = self.start })
  self.level = collide.world({ self.grid })
  for _, shape in ipairs(self.things) do
    self.level:add(shape)
  end
  -- Lets the hero drop through one-way tiles.
  function self.drop(hit)
    return hit.value and self.grid:get_one_way(hit.value) and "pass" or "slide"
  end
  self.view = platformer_view.new(maps, self)
  self:restart()
  return self
end

function platformer:restart()
  self.hero:set_position(self.start)
  self.lift:set_position(self.lift_start)
  self.rise, self.facing, self.time, self.hits, self.ground, self.climbs = 0, 1, 0, {}, nil, false
  self:move_lift(0)
  self:feel()
end

-- The position of the lift at a time; it waits at both ends.
function platformer:lift_top(time)
  local told = self.lift.data.properties
  local wave = 0.5 - 0.75 * math.cos(2 * pi * time / told.seconds)
  return self.low - told.rise * max(0, min(1, wave))
end

-- The lift carries a hero who stands on it, and pushes out a hero in front of it. If it cannot push the hero out, it
-- stops. The hero's last move says whether the hero stands on it, because that move may end slightly above the lift,
-- where there is no contact.
function platformer:move_lift(dt)
  local hero, lift = self.hero, self.lift
  local _, top = lift:bounds("numbers")
  local by = self:lift_top(self.time + dt) - top
  lift:translate(0, by)
  if self.ground and self.ground.shape == lift then
    self.level:move(hero, 0, by, { ignore = lift })
  end
  if self.level:push_out(hero).inside and collide.overlap(hero, lift, { touching = "skip" }) then
    lift:translate(0, -by)
    return
  end
  self.time = self.time + dt
end

function platformer:displacement(dt)
  local run = ((self.held.right and 1 or 0) - (self.held.left and 1 or 0)) * speed * dt
  if run ~= 0 then
    self.facing = run > 0 and 1 or -1
  end
  return run, self.rise * dt
end

-- Sets the vertical speed: that of a climber on a ladder, else that of a jump or a fall.
function platformer:update_rise(dt)
  local climb = (self.held.down and 1 or 0) - (self.held.up and 1 or 0)
  self.climbs = (self.climbs or climb < 0) and self.areas.ladder:overlap(self.hero)
  if self.climbs then
    self.rise = climb * climbing
  elseif self.jumps and self.ground then
    self.rise = -leap
  else
    self.rise = min(fastest, self.rise + gravity * dt)
  end
  self.jumps = false
end

function platformer:update(dt)
  self:move_lift(dt)
  self:update_rise(dt)
  local dx, dy = self:displacement(dt)
  walk.snap = self.ground and not self.climbs and snap or 0
  walk.respond = self.held.down and self.drop or nil
  local moved = self.level:move(self.hero, { dx, dy }, walk)
  self.ground, self.hits = moved.ground, moved.hits
  -- The ground ends a fall, and a ceiling ends a jump.
  if self.ground then
    self.rise = 0
  end
  for _, hit in ipairs(self.hits) do
    if hit.normal.y > 0.5 then
      self.rise = max(0, self.rise)
    end
  end
  self:feel()
end

-- Rays downward and forward, which hit the real slopes.
function platformer:feel()
  local x, y = self.hero:get_position("numbers")
  self.feelers = {}
  for i, way in ipairs({ { 0, 48 }, { 64 * self.facing, 0 }, { 40 * self.facing, 40 } }) do
    local to = { x = x + way[1], y = y + way[2] }
    local hit = self.level:segmentcast({ x, y }, to)
    self.feelers[i] = { from = { x = x, y = y }, to = hit and hit.point or to, hit = hit }
  end
end

function platformer:keypressed(key)
  self.held[key] = true
  self.jumps = self.jumps or key == "up" or key == "space"
  if key == "r" then
    self:restart()
  elseif key == "s" then
    self.view:toggle_solids(self)
  end
end

function platformer:keyreleased(key)
  self.held[key] = nil
end

function platformer:leave()
  self.held = {}
end

function platformer:draw()
  self.view:draw(self)
end

function platformer:caption()
  local ground = self.ground
  return "arrows: run, jump, climb, drop   s: solids   r: start again   ground: "
    .. (ground and string.format("(%.2f, %.2f)", ground.normal.x, ground.normal.y) or "none")
end

return platformer
