-- SPDX-License-Identifier: MIT
-- Tests the disk and the triangle without a user: it sends LÖVE's key events, and after each walk compares the state
-- and the picture with numbers computed here.
local collide = require("collide")
local robot = require("robot")
local touch_view = require("touch_view")

local touch_selftest = {}

local abs, cos, max, min, pi, sin, sqrt = math.abs, math.cos, math.max, math.min, math.pi, math.sin, math.sqrt

local tool, scene, look -- the helpers, the screen under test, its view

local hold, rest = robot.hold, robot.rest

-- ---- By hand -------------------------------------------------------------------

local function corners()
  local turn, list = math.rad(scene.degrees), {}
  for i, own in ipairs({ { 0, 0 }, { 0.8, 1.8 }, { 2.4, 0 } }) do
    local x, y = own[1] * scene.scale_x, own[2] * scene.scale_y
    list[i] = { x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn) }
  end
  return list
end

local function cross(a, b, x, y)
  return (b[1] - a[1]) * (y - a[2]) - (b[2] - a[2]) * (x - a[1])
end

-- The number of the region, with the article's weights.
local function region_of(list, x, y)
  local a, b, c = list[1], list[2], list[3]
  local way = cross(a, b, c[1], c[2]) > 0 and 1 or -1
  return (way * cross(a, b, x, y) >= 0 and 4 or 0) + (way * cross(b, c, x, y) >= 0 and 2 or 0)
    + (way * cross(c, a, x, y) >= 0 and 1 or 0)
end

local function nearest_on(a, b, x, y)
  local dx, dy = b[1] - a[1], b[2] - a[2]
  local t = max(0, min(1, ((x - a[1]) * dx + (y - a[2]) * dy) / (dx * dx + dy * dy)))
  local px, py = a[1] + t * dx, a[2] + t * dy
  return sqrt((x - px) ^ 2 + (y - py) ^ 2), px, py
end

-- How far the triangle is from a point, and where: 0 inside.
local function nearest(list, x, y)
  if region_of(list, x, y) == 7 then
    return 0, x, y
  end
  local best, px, py = math.huge, nil, nil
  for i = 1, 3 do
    local d, qx, qy = nearest_on(list[i], list[i % 3 + 1], x, y)
    if d < best then
      best, px, py = d, qx, qy
    end
  end
  return best, px, py
end

local function close(a, b)
  return abs(a - b) < 1e-9
end

local function pushed(list)
  local contact, ghost = scene.contact, scene.ghost
  local disk = collide.circle({ radius = 1, position = ghost })
  local left = collide.contact(disk, scene.triangle)
  return close(contact.normal.x ^ 2 + contact.normal.y ^ 2, 1)
    and close(ghost.x, scene.x + contact.normal.x * contact.depth)
    and close(ghost.y, scene.y + contact.normal.y * contact.depth)
    and close(nearest(list, ghost.x, ghost.y), 1)
    and (not left or left.depth < 1e-12)
end

local function state(what)
  local list = corners()
  local distance, x, y = nearest(list, scene.x, scene.y)
  local touching = distance <= 1
  tool.holds(what .. ": region " .. scene.region, scene.region == region_of(list, scene.x, scene.y),
    scene.region)
  tool.holds(what .. ": " .. (touching and "touching" or "apart"), scene.touching == touching, distance)
  tool.holds(what .. ": the nearest point", close(scene.nearest[1], x) and close(scene.nearest[2], y),
    scene.nearest[1], scene.nearest[2])
  tool.holds(what .. ": the gap", close(scene.gap[1], max(0, distance - 1)), scene.gap[1])
  tool.holds(what .. ": a push when they touch", (scene.contact ~= nil) == touching)
  tool.holds(what .. ": the push parts them", not touching or pushed(list))
end

-- ---- The picture -----------------------------------------------------------------

-- Where that point of the plane is in the screenshot.
local function pixel(shot, x, y)
  local scale = shot:getWidth() / 640
  local px, py = look:at(x, y)
  return px * scale, py * scale
end

local function is(shot, px, py, colour)
  return tool.same(shot, px, py, colour[1], colour[2], colour[3])
end

-- What a point of the plane belongs to, its colour, and the colour that it must not have.
local function expected(list, x, y)
  local mode, other = scene.touching and "lit" or "rest", scene.touching and "rest" or "lit"
  local ghost = scene.ghost
  if sqrt((x - scene.nearest[1]) ^ 2 + (y - scene.nearest[2]) ^ 2) < 0.2 then
    return nil -- under its dot
  elseif sqrt((x - scene.x) ^ 2 + (y - scene.y) ^ 2) < 0.95 then
    return "disk", touch_view.disk[mode], touch_view.disk[other]
  elseif ghost and sqrt((x - ghost.x) ^ 2 + (y - ghost.y) ^ 2) < 1.1 then
    return nil
  end
  local region = region_of(list, x, y)
  if region == 7 then
    if scene.region == 7 then
      return "triangle", touch_view.triangle.shaded, touch_view.triangle.lit
    end
    return "triangle", touch_view.triangle[mode], touch_view.triangle[other]
  end
  local shade = touch_view.shades[scene.region]
  if region == scene.region then
    return "region", shade, touch_view.ground
  end
  return "ground", touch_view.ground, shade or touch_view.triangle.rest
end

-- Lines, letters and panels cover some points; none may have the colour that is wrong there, and
-- most must have theirs.
local function colours(shot, what)
  local list, right, covered = corners(), {}, {}
  for py = 3, shot:getHeight() - 40, 9 do
    for px = 3, shot:getWidth() - 1, 9 do
      local scale = shot:getWidth() / 640
      local x, y = look.left + (px + 0.5) / scale / look.unit, look.top - (py + 0.5) / scale / look.unit
      local kind, wanted, wrong = expected(list, x, y)
      if kind and is(shot, px, py, wanted) then
        right[kind] = (right[kind] or 0) + 1
      elseif kind then
        local near = abs(nearest(list, x, y)) < 0.05
        if is(shot, px, py, wrong) and not near then
          error(string.format("%s: %.2f, %.2f (pixel %d, %d) is not in the colour of the %s", what, x, y, px, py,
            kind), 0)
        end
        covered[kind] = (covered[kind] or 0) + 1
      end
    end
  end
  local words = {}
  for _, kind in ipairs({ "disk", "triangle", "region", "ground" }) do
    local good, rest_of = right[kind] or 0, covered[kind] or 0
    if good + rest_of > 40 then
      tool.holds(what .. ": most of the " .. kind .. " is seen", good > rest_of, good, rest_of)
      words[#words + 1] = good .. " of " .. kind
    end
  end
  tool.holds(what .. ": the colours say what the queries say (" .. table.concat(words, ", ") .. ")",
    #words >= 2)
end

-- The dashes of the ghost's outline, but those under a panel or out of sight.
local function ghost_shown(shot, what)
  local seen, asked = 0, 0
  for i = 0, 23 do
    local angle = 2 * pi * i / 24 + 0.6 * pi / 24
    local px, py = pixel(shot, scene.ghost.x + cos(angle), scene.ghost.y - sin(angle))
    if px >= 0 and py >= 220 and px < shot:getWidth() and py < shot:getHeight() - 40 then
      asked = asked + 1
      seen = seen + (is(shot, px, py, touch_view.ghost) and 1 or 0)
    end
  end
  tool.holds(string.format("%s: the ghost is where the push ends (%d of %d dashes)", what, seen, asked),
    asked > 8 and seen >= asked - 4)
end

local function shown(what, name)
  rest()
  state(what)
  local shot = tool.screenshot(name)
  colours(shot, what)
  local px, py = pixel(shot, scene.nearest[1], scene.nearest[2])
  tool.holds(what .. ": the nearest point is white", is(shot, px, py, touch_view.nearest))
  if scene.ghost then
    ghost_shown(shot, what)
  end
  return shot
end

-- ---- The walk --------------------------------------------------------------------

-- Where the disk and the triangle should be, as the article's steps add up.
local function stands(what, x, y, degrees, scale_x, scale_y)
  rest()
  tool.holds(what, close(scene.x, x) and close(scene.y, y) and close(scene.degrees, degrees)
    and close(scene.scale_x, scale_x) and close(scene.scale_y, scale_y), scene.x, scene.y, scene.degrees,
    scene.scale_x, scene.scale_y)
end

-- Goes there by the keys alone, in frames that take as long as it needs.
local function walk(x, y)
  local step = tool.clock.step
  for _, way in ipairs({ { x - scene.x, "l", "h" }, { y - scene.y, "k", "j" } }) do
    tool.clock.step = abs(way[1]) / 6 / 5
    hold({ way[1] > 0 and way[2] or way[3] }, 5)
    rest()
  end
  tool.clock.step = step
end

local function arrive()
  stands("it begins as in the article", -4, 0, 0, 2, 2)
  shown("at first", "love-apart.png")
  hold({ "l" }, 20)
  stands("L moves the disk right, 0.1 a frame", -2, 0, 0, 2, 2)
  hold({ "j" }, 5)
  stands("J moves it down", -2, -0.5, 0, 2, 2)
  hold({ "k", "h" }, 15)
  stands("K moves it up, H left, both at once", -3.5, 1, 0, 2, 2)
  shown("to the left of AB", "love-above.png")
  local frames = 0
  repeat
    hold({ "l" }, 1)
    rest()
    frames = frames + 1
  until scene.touching or frames > 99
  local before = nearest(corners(), scene.x - 0.1, scene.y)
  tool.holds("it is lit at the first step that touches (" .. frames .. ")", scene.touching and before > 1)
  shown("touching", "love-touching.png")
  hold({ "l" }, 5)
  shown("pushed out", "love-pushed.png")
end

local function turn_and_scale()
  walk(scene.x - 1, scene.y)
  local x, y = scene.x, scene.y
  hold({ "r" }, 10)
  stands("R turns the triangle, half a degree a frame", x, y, 5, 2, 2)
  tool.clock.step = 5 / 60
  hold({ "r" }, 8)
  stands("and as far in the same time when frames take longer", x, y, 25, 2, 2)
  hold({ "lshift", "r" }, 22)
  stands("shift turns it back", x, y, 330, 2, 2)
  hold({ "s" }, 4)
  hold({ "rshift", "t" }, 9)
  stands("S makes it wider, shift T lower", x, y, 330, 2.4, 1.1)
  walk(2.6, -1.3)
  shown("turned and scaled", "love-turned.png")
  hold({ "lshift", "t" }, 25)
  stands("shift T goes on past nothing", 2.6, -1.3, 330, 2.4, -1.4)
  shown("the other way round", "love-mirrored.png")
end

-- The centre in each of the seven.
local function all_regions()
  hold({ "space" }, 1)
  stands("space begins again", -4, 0, 0, 2, 2)
  hold({ "r" }, 4)
  local found = {}
  for _, at in ipairs({ { -3, 2 }, { 0.2, 5 }, { 3.8, 1.8 }, { 5.8, 0.3 }, { 3, -1.5 }, { -2.5, -1.5 }, { 1, 1.5 } }) do
    walk(at[1], at[2])
    shown("at " .. at[1] .. ", " .. at[2], "love-region-" .. scene.region .. ".png")
    found[#found + 1] = scene.region
  end
  found = table.concat(found, " ")
  tool.holds("the centre was in all seven regions", found == "3 1 5 4 6 2 7", found)
end

-- A key that is down when another screen comes up is forgotten.
local function forgets_keys()
  love.event.push("keypressed", "l", "l", false)
  coroutine.yield()
  love.keypressed("escape")
  love.keypressed("3")
  local x = scene.x
  coroutine.yield()
  tool.holds("no key stays down behind another screen", scene.x == x)
end

-- `helpers` are the self-test's, `screen` is the one with the disk and the triangle.
function touch_selftest.run(helpers, screen)
  tool, scene, look = helpers, screen, screen.view
  arrive()
  turn_and_scale()
  all_regions()
  forgets_keys()
end

return touch_selftest
