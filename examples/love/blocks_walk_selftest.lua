-- SPDX-License-Identifier: MIT
-- The walk in first person tried without hands: keys lead through blocks and over the mesh, and each
-- frame's place is compared with a copy of the blocks and with the formulas of the mesh.
local collide = require("collide")
local robot = require("robot")
local ruin = require("blocks_ruin")

local blocks_walk_selftest = {}

local abs, max, min = math.abs, math.max, math.min
local half = 0.3 -- the walker, along x and z

local tool, scene, copy, hands -- the helpers, the screen, its world by hand, what looks and takes

local function close(a, b)
  return abs(a - b) < 1e-9
end

-- Whether the walker is in no block; it may touch them.
local function free()
  local x0, y0, z0, x1, y1, z1 = scene.body:bounds("numbers")
  local e = 1e-9
  return not copy:blocked(x0 + e, y0 + e, z0 + e, x1 - e, y1 - e, z1 - e)
end

-- Keeps keys down; every frame the body is clear of all blocks and of the mesh, and `each` is called.
local function walk(what, keys, frames, each)
  for _, key in ipairs(keys) do
    love.event.push("keypressed", key, key, false)
  end
  for frame = 1, frames do
    coroutine.yield()
    if not free() or collide.overlap(scene.body, scene.mesh, { touching = "skip" }) then
      error(what .. ": in something at frame " .. frame, 0)
    end
    if each then
      each(frame)
    end
  end
  for _, key in ipairs(keys) do
    love.event.push("keyreleased", key, key)
  end
  robot.rest()
end

-- Where the feet are.
local function stands_at(what, x, feet, z)
  local bx, by, bz = scene:feet()
  tool.holds(what, close(bx, x) and close(by, feet) and close(bz, z), bx, by, bz)
end

-- How high the ground of the clearing is under the walker, from the formulas that its mesh was made
-- from. Between its vertices the mound differs from its formula by less than 0.02.
local function ground_at(x, z)
  local best, stairs = 0, ruin.stairs
  for i = -8, 8 do
    for k = -8, 8 do
      best = max(best, ruin.rises(x + half * i / 8, z + half * k / 8))
    end
  end
  if x + half > stairs.x0 and x - half < stairs.x1 and z - half < stairs.back and z + half > stairs.z then
    best = max(best, stairs.rise * min(stairs.count, math.floor((z + half - stairs.z) / stairs.depth) + 1))
  end
  return 6 + best
end

-- Where each frame on the ruin stands, compared with the formulas; returns how often, and how high.
local function watch_ground()
  local watched = { count = 0, top = 6 }
  return function(frame)
    local x, y, z = scene:feet()
    local below = ground_at(x, z)
    if y < below - 0.02 or scene.ground and y > below + 0.02 then
      error(string.format("frame %d: at %.4f, %.4f, %.4f the ground is %.4f", frame, x, y, z, below), 0)
    end
    if scene.ground then
      watched.count, watched.top = watched.count + 1, max(watched.top, y)
      local drop = collide.shapecast(scene.level, scene.body, { 0, -1, 0 })
      if not (drop and drop.t < 1e-9 and scene.ground.normal.y > math.cos(math.rad(45))) then
        error(string.format("frame %d: it stands on nothing, says a shapecast", frame), 0)
      end
    end
  end, watched
end

-- Walks that far at full speed in so many frames, over ground that is flat at both ends.
local function walk_far(what, distance, frames)
  tool.clock.step = distance / 4.5 / frames
  local each, watched = watch_ground()
  walk(what, { "w" }, frames, each)
  return watched
end

local function go()
  robot.press("r")
  hands.look_to(0, -0.45)
  local step = tool.clock.step
  tool.clock.step = 0.1
  walk("into the block", { "w" }, 9)
  stands_at("what was put stops the walker", 31.5, 6, 42 + half)
  hands.take("the way is free", function()
    robot.press("q")
  end)
  walk("to the arch", { "w" }, 66)
  stands_at("down a step, and the next one stops the walker", 31.5, 5, 19 + half)
  walk("along it", { "w", "a" }, 3)
  stands_at("but lets him go along it", 31.5 - 3 * 0.45 / math.sqrt(2), 5, 19 + half)
  tool.clock.step = step
  walk("over it", { "w", "space" }, 12)
  walk("and on", { "w" }, 8)
  tool.holds("a jump leads a block up", select(2, scene:feet()) > 5.9 and select(3, scene:feet()) < 19, scene:feet())
  walk("and down", {}, 25)
  tool.holds("where he stands", close(select(2, scene:feet()), 6) and scene.ground, scene:feet())
  scene.body:set_position(-2, 8, 19)
  walk("over the edge of the world", {}, 150)
  stands_at("back to the start", 31.5, 6, 44.5)
end

-- The mesh: up its stairs, down from them, at the foot of the spire, and over the mound.
local function climb()
  local step, stairs, spire, mound = tool.clock.step, ruin.stairs, ruin.spire, ruin.mound
  robot.press("r", "f")
  hands.look_to(-math.pi / 2, -0.3)
  walk_far("to the stairs", 31.5 - spire.x, 20)
  stands_at("before the stairs", spire.x, 6, 44.5)
  hands.look_to(math.pi, -0.4)
  tool.screenshot("love-steps.png")
  local watched = walk_far("up the stairs", 6, 60)
  tool.holds("a step at a time (" .. watched.count .. " frames)", close(watched.top, 6 + stairs.count * stairs.rise)
    and watched.count > 50, watched.top, watched.count)
  stands_at("on the platform", spire.x, 7.5, 50.5)
  hands.look_to(-math.pi / 2, -0.5)
  tool.screenshot("love-mound.png")
  tool.clock.step = step
  robot.press("r")
  scene.body:set_position(spire.x, 6.9, 52.5)
  hands.look_to(math.pi, -0.2)
  walk_far("against the spire", 3, 60)
  local x, y, z = scene:feet()
  tool.holds("which is too steep", close(x, spire.x) and y - 6 < 1e-3 and abs(z + half - spire.z + spire.half) < 1e-3,
    x, y, z)
  tool.screenshot("love-spire.png")
  scene.body:set_position(mound.x + 3, 8, mound.z)
  hands.look_to(-math.pi / 2, -0.6)
  local over = walk_far("over the mound", 6, 90)
  x, y, z = scene:feet()
  tool.holds(string.format("it was %.3f high, and was never left (%d)", over.top - 6, over.count), over.count > 80
    and abs(over.top - 6 - mound.height) < 0.01 and x < mound.x and close(z, mound.z), x, y, z, over.top, over.count)
  tool.clock.step = step
end

-- `given` has `look_to(yaw, pitch)` and `take(what, act)`; a block lies on the way that `go` takes away.
function blocks_walk_selftest.run(helpers, screen, by_hand, given)
  tool, scene, copy, hands = helpers, screen, by_hand, given
  go()
  climb()
end

return blocks_walk_selftest
