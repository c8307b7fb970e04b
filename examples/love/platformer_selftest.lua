-- SPDX-License-Identifier: MIT
-- Tests the platformer without a user: keys lead the hero over hills, up a ladder and stairs, through a platform and up
-- with the lift. In each step the hero's position is compared with one computed here, and must overlap nothing. Then
-- the picture is compared with the grid.
local collide = require("collide")
local platformer_view = require("platformer_view")
local robot = require("robot")

local platformer_selftest = {}

local abs, huge, max, min, sqrt = math.abs, math.huge, math.max, math.min, math.sqrt

local tool, scene -- the helpers, the screen under test

local radius, half_height = 5, 4

-- ---- By hand -------------------------------------------------------------------

-- The upper side of the ground, read off the map.
local outline = {
  16, 320, 80, 320, 128, 272, 160, 272, 208, 320, 240, 320, 272, 304, 304, 304, 336, 320, 368, 320,
}

-- How high a disk may be at x that rolls over a corner or along a side: its least y.
local function over_corner(cx, cy, x)
  return abs(x - cx) <= radius and cy - sqrt(radius * radius - (x - cx) ^ 2) or huge
end

local function over_side(ax, ay, bx, by, x)
  local dx, dy = bx - ax, by - ay
  local length = sqrt(dx * dx + dy * dy)
  local nx, ny = dy / length * radius, -dx / length * radius -- from the side to the middle
  local t = (x - ax - nx) / dx
  return t >= 0 and t <= 1 and ay + t * dy + ny or huge
end

-- Where the middle of the hero is when it stands at x.
local function standing(x)
  local best = huge
  for i = 1, #outline - 2, 2 do
    best = min(best, over_side(outline[i], outline[i + 1], outline[i + 2], outline[i + 3], x),
      over_corner(outline[i], outline[i + 1], x))
  end
  return best - half_height
end

-- ---- Steps -----------------------------------------------------------------------

local function place()
  return scene.hero:get_position("numbers")
end

-- It is in nothing that blocks from all sides, as overlap says, which takes no part in moves.
local function is_free()
  for _, contact in ipairs(collide.contact_all(scene.hero, scene.level, { touching = "skip" })) do
    if not (contact.value and scene.grid:get_one_way(contact.value)) then
      return false
    end
  end
  return true
end

local function stands(what, x, y)
  robot.rest()
  local px, py = place()
  tool.holds(string.format("%s (%.1f, %.1f)", what, px, py),
    scene.ground and abs(py - y) < 1e-6 and (not x or abs(px - x) < 8), px, py)
end

-- Holds keys until a place, at most so many steps; `each` is asked after each of them.
local function go(keys, arrived, most, each)
  for _, key in ipairs(keys) do
    love.event.push("keypressed", key, key, false)
  end
  local steps = 0
  repeat
    coroutine.yield()
    steps = steps + 1
    if not is_free() then
      error("the hero is in something at " .. table.concat({ place() }, ", "), 0)
    end
    if each then
      each(place())
    end
  until arrived(place()) or steps == most
  for _, key in ipairs(keys) do
    love.event.push("keyreleased", key, key)
  end
  robot.rest()
  return steps
end

local function follows(x, y)
  if abs(y - standing(x)) > 1e-6 then
    error(string.format("at %.4f the hero is at %.6f, not %.6f", x, y, standing(x)), 0)
  end
end

-- ---- The picture -------------------------------------------------------------------

local function is_in_area(x, y)
  for _, area in ipairs(scene.areas) do
    if area:contains(x, y) then
      return true
    end
  end
  return false
end

-- x, y is the middle of a pixel of the map, as which tiles are drawn. Things are drawn as pixels of the screen.
local function is_solid(x, y, scale)
  local half = 0.5 / scale
  return scene.grid:contains(x, y) or collide.contains(scene.things, x + half, y + half)
end

-- Visits every third pixel far from the hero, the lift, ladders and water, by its middle.
local function each_pixel(visit)
  local hx, hy = place()
  local x0, y0, x1, y1 = scene.lift:bounds("numbers")
  for y = 1.5, 365, 3 do
    for x = 0.5, 640, 3 do
      local in_lift = x > x0 - 2 and x < x1 + 2 and y > y0 - 2 and y < y1 + 2
      if not in_lift and max(abs(x - hx), abs(y - hy)) > 72 and not is_in_area(x, y) then
        visit(x, y)
      end
    end
  end
end

-- These pixels are sky exactly where nothing is solid.
local function shown(what, name)
  local shot = tool.screenshot(name)
  local scale, solid, sky, hx, hy = shot:getWidth() / 640, 0, 0, place()
  local sky_colour, x0, _, _, y1 = platformer_view.sky, scene.lift:bounds("numbers")
  each_pixel(function(x, y)
    local is_sky = tool.same(shot, x * scale, y * scale, sky_colour[1], sky_colour[2], sky_colour[3])
    if is_sky == is_solid(x, y, scale) then
      error(string.format("%s: %.1f, %.1f is %s", what, x, y, is_sky and "sky" or "solid"), 0)
    end
    solid, sky = solid + (is_sky and 0 or 1), sky + (is_sky and 1 or 0)
  end)
  tool.holds(string.format("%s: the tiles are where the module has them (%d solid, %d sky)", what, solid, sky),
    solid > 1000 and sky > 1000)
  local hero, lift = platformer_view.hero, platformer_view.lift
  tool.holds(what .. ": the hero is seen", tool.same(shot, (hx - 3 * scene.facing) * scale, (hy - 2) * scale, hero[1],
    hero[2], hero[3]))
  tool.holds(what .. ": the lift is seen", tool.same(shot, (x0 + 3) * scale, (y1 - 2) * scale, lift[1], lift[2],
    lift[3]))
end

-- The outlines of tiles and things cover what the module has. Lines reach less than three units beyond sharp corners.
local function solids_shown(name)
  local plain = tool.screenshot()
  robot.press("s")
  local shot = tool.screenshot(name)
  robot.press("s")
  local scale, covered, free = shot:getWidth() / 640, 0, 0
  local x0, _, x1 = scene.lift:bounds("numbers") -- the lift moves between the pictures
  each_pixel(function(x, y)
    if x > x0 - 3 and x < x1 + 3 then
      return
    end
    local red, green, blue = plain:getPixel(x * scale, y * scale)
    local changes = not tool.same(shot, x * scale, y * scale, red, green, blue)
    local distance = collide.distance({ scene.grid, unpack(scene.things) }, x, y)
    if distance == 0 and not changes or distance > 3 and changes then
      error(string.format("the outlines: %.1f, %.1f is %s", x, y, changes and "covered" or "free"), 0)
    end
    covered, free = covered + (changes and 1 or 0), free + (changes and 0 or 1)
  end)
  tool.holds(string.format("the outlines cover what is solid (%d covered, %d free)", covered, free),
    covered > 1000 and free > 1000)
end

-- ---- The way -----------------------------------------------------------------------

local function over_hills()
  robot.press("r")
  for _ = 1, 30 do
    coroutine.yield()
  end
  stands("it begins on the ground", 40, standing(40))
  go({ "right" }, function(x) return x > 100 end, 60, follows)
  shown("on a slope", "love-hill.png")
  local steps = go({ "right" }, function(x) return x > 345 end, 200, follows)
  tool.holds("over both hills, as high as they are (" .. steps .. " steps)", place() > 345, (place()))
  steps = go({ "left" }, function(x) return x < 60 end, 220, follows)
  tool.holds("and back (" .. steps .. " steps)", place() < 60, (place()))
end

local function up_ladder()
  go({ "right" }, function(x) return x > 150 end, 120)
  go({ "up" }, function(_, y) return y < 136 end, 200)
  go({ "right", "up" }, function(x) return x > 165 end, 30)
  stands("up the ladder, to the platform", nil, 144 - 9)
  shown("on the upper platform", "love-ladder.png")
  solids_shown("love-solid-tiles.png")
  robot.press("r")
end

local function up_stairs()
  go({ "right" }, function(x) return x > 454 end, 280)
  stands("up the stairs", nil, 272 - 9)
  shown("on the stairs", "love-stairs.png")
end

local function through_platform()
  go({ "right" }, function(x) return x > 458 end, 20)
  robot.press("up")
  go({}, function(_, y) return y < 263 and scene.ground ~= nil end, 90)
  stands("a jump leads through the platform from below", nil, 224 - 9)
  shown("on the platform", "love-platform.png")
  go({ "down" }, function() return scene.ground == nil end, 10)
  go({}, function() return scene.ground ~= nil end, 90)
  stands("and down leads through it again", nil, 272 - 9)
end

local function with_lift()
  local function is_low()
    local _, top = scene.lift:bounds("numbers")
    return top > 311.9
  end
  go({ "right" }, function(x) return x > 500 end, 120)
  go({}, is_low, 700)
  go({ "right" }, function(x) return x > 548 end, 60)
  local least = huge
  go({}, function(_, y) return y < 151.0001 end, 700, function(_, y)
    local _, top = scene.lift:bounds("numbers")
    if scene.ground and scene.ground.shape == scene.lift then
      least = min(least, y)
      if abs(y + 9 - top) > 1e-6 then
        error("the hero is not on the lift: " .. y + 9 .. ", " .. top, 0)
      end
    end
  end)
  tool.holds("the lift carries it up", abs(least - 151) < 0.001, least)
  shown("on the lift", "love-lift.png")
  go({ "right" }, function(x) return x > 590 end, 60)
  stands("and to the ledge", nil, 151)
end

-- `helpers` are the self-test's, `screen` is the platformer.
function platformer_selftest.run(helpers, screen)
  tool, scene = helpers, screen
  tool.clock.step = 1 / 60
  over_hills()
  up_ladder()
  up_stairs()
  through_platform()
  with_lift()
end

return platformer_selftest
