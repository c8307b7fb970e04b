-- SPDX-License-Identifier: MIT
-- The program tried without hands: what the module answers inside LÖVE, and that the screen shows
-- it. Prints a line for each thing that holds; the first that does not ends it with status 1.
local blocks_selftest = require("blocks_selftest")
local by_hand = require("by_hand")
local collide = require("collide")
local many_selftest = require("many_selftest")
local menu_selftest = require("menu_selftest")
local platformer_selftest = require("platformer_selftest")
local robot = require("robot")
local sight = require("sight")
local space_selftest = require("space_selftest")
local touch_selftest = require("touch_selftest")

-- How long a frame takes, whatever the clock says; and whether frames that nobody looks at are left
-- out, since without a graphics card they take long.
local selftest = { step = 1 / 60, blind = true }

local floor, abs, min = math.floor, math.abs, math.min
local run, directory
local point = { -1, -1 } -- where the mouse is said to be: at first, nowhere

local function holds(what, condition, ...)
  if not condition then
    error(what .. ": " .. table.concat({ ... }, ", "), 0)
  end
  print("holds: " .. what)
end

local function store(name, data)
  local path = directory and directory .. "/" .. name
  if path then
    local file = assert(io.open(path, "wb"))
    assert(file:write(data:getString()))
    file:close()
  else
    assert(love.filesystem.write(name, data))
    path = love.filesystem.getSaveDirectory() .. "/" .. name
  end
  print("screenshot: " .. path)
end

-- The screen as LÖVE shows it, once the next frame is there; kept when it has a name.
local function screenshot(name)
  local shot, blind
  blind, selftest.blind = selftest.blind, false
  love.graphics.captureScreenshot(function(data)
    shot = data
  end)
  while not shot do
    coroutine.yield()
  end
  selftest.blind = blind
  if name then
    store(name, shot:encode("png"))
  end
  return shot
end

-- Whether a pixel has that colour, as far as a byte can tell.
local function same(data, x, y, r, g, b)
  local red, green, blue = data:getPixel(x, y)
  local function near(shown, wanted)
    return abs(shown - min(1, wanted)) <= 0.012
  end
  return near(red, r) and near(green, g) and near(blue, b)
end

local function module_answers()
  print(string.format("collide %s, %s, LÖVE %d.%d", collide._VERSION, jit.version, love.getVersion()))
  local ball = collide.sphere({ radius = 1, position = { 0, 0, 5 } })
  local hit = collide.raycast(ball, { 0, 0, 0 }, { 0, 0, 2 })
  holds("a ray meets a ball", hit.t == 2 and hit.point.z == 4 and hit.normal.z == -1, tostring(hit))
  holds("a hit prints itself", tostring(hit) == "hit t=2 point=(0, 0, 4) normal=(0, 0, -1)", tostring(hit))
  local groups = collide.trace(0.5, 0.5, 2.5, 2.5)
  local flat = table.concat(groups, " ")
  holds("a diagonal enters the cells beside",
    flat == "1 0 0 0 2 0.25 1 0 2 0.25 0 1 2 0.25 1 1 3 0.75 2 1 3 0.75 1 2 3 0.75 2 2", flat)
end

-- Each thread of LÖVE's is a Lua of its own, which loads the module again.
local thread_code = [[
  local cpath, number, answers = ...
  require("love.timer")
  package.cpath = cpath
  local collide = require("collide")
  local ball = collide.sphere({ radius = 1, position = { 0, 0, 5 + number } })
  local sum = 0
  for _ = 1, 1000 do
    sum = sum + collide.raycast(ball, 0, 0, 0, 0, 0, 1)
  end
  answers:push(sum)
]]

local function threads_answer()
  local answers, threads, sum = love.thread.newChannel(), {}, 0
  for number = 1, 4 do
    threads[number] = love.thread.newThread(thread_code)
    threads[number]:start(package.cpath, number, answers)
  end
  for _, thread in ipairs(threads) do
    thread:wait()
    holds("a thread ends without an error", not thread:getError(), tostring(thread:getError()))
    sum = sum + (answers:pop() or 0)
  end
  holds("four threads asked a thousand rays each", sum == 1000 * (5 + 6 + 7 + 8), sum)
end

local function count(set)
  local size = 0
  for _ in pairs(set) do
    size = size + 1
  end
  return size
end

local function tiles_seen(tilemap)
  local expected, differ = by_hand.look(tilemap.plan, tilemap.plan.watcher), 0
  for at = 1, tilemap.plan.width * tilemap.plan.height do
    differ = differ + (expected[at] ~= tilemap.seen[at] and 1 or 0)
  end
  local sum = count(expected)
  holds("the tiles seen are those found by hand (" .. sum .. ")", differ == 0 and sum > 0, differ)
end

-- Whether all around a point is in the light, or all in the dark; nil where they meet.
local function light_around(plan, x, y)
  local clear
  for _, at in ipairs({ { 0, 0 }, { -4, -4 }, { 4, -4 }, { -4, 4 }, { 4, 4 } }) do
    local here = sight.clear(plan, plan.watcher.x, plan.watcher.y, x + at[1], y + at[2])
    if clear ~= nil and here ~= clear then
      return nil
    end
    clear = here
  end
  return clear
end

local function expect(tilemap, picture, x, y)
  local plan, size = tilemap.plan, tilemap.plan.size
  local at = y * plan.width + x + 1
  local wall, lit = plan.walls[at] ~= 0, tilemap.seen[at] or false
  local px, py = x * size + size / 2, y * size + size / 2
  if not wall then
    lit = light_around(plan, px, py)
  end
  if lit == nil or (px == plan.watcher.x and py == plan.watcher.y) then
    return nil
  end
  local tile = (wall and plan.walls[at] or plan.floor[at]) - 1
  local columns = picture:getWidth() / size
  local r, g, b = picture:getPixel(tile % columns * size + size / 2, floor(tile / columns) * size + size / 2)
  local dusk = lit and { 1, 1, 1 } or tilemap.dusk
  return { r * dusk[1], g * dusk[2], b * dusk[3], lit = lit }
end

-- The middle of every tile on the screen is as bright as the queries say.
local function map_shown(tilemap, name)
  local shot, picture, plan = screenshot(name), tilemap.tiles, tilemap.plan
  local scale, lit, dark = shot:getWidth() / 640, 0, 0
  for y = 0, plan.height - 1 do
    for x = 0, plan.width - 1 do
      local wanted = y < plan.height - 2 and expect(tilemap, picture, x, y) -- the caption is below
      if wanted then
        local px, py = (x + 0.5) * plan.size * scale, (y + 0.5) * plan.size * scale
        if not same(shot, px, py, wanted[1], wanted[2], wanted[3]) then
          error(string.format("tile %d, %d should be %s", x, y, wanted.lit and "lit" or "dark"), 0)
        end
        lit, dark = lit + (wanted.lit and 1 or 0), dark + (wanted.lit and 0 or 1)
      end
    end
  end
  holds("the screen shows what is seen (" .. lit .. " lit, " .. dark .. " dark)", lit > 0 and dark > 0)
end

-- From tile 16, 16 a line down to the left leaves tile 15, 17 exactly through a corner, between the
-- walls 14, 17 and 15, 18: both are red, and tile 14, 18 behind them stays dark.
local function line_shown()
  point = { 200, 328 }
  coroutine.yield()
  local shot = screenshot("love-line.png")
  local scale = shot:getWidth() / 640
  local function colour(x, y)
    local red, _, blue = shot:getPixel((x * 16 + 3) * scale, (y * 16 + 4) * scale)
    return red > 1.5 * blue and "red" or red < 0.3 and "dark" or "bluish"
  end
  local found = {}
  for _, tile in ipairs({ { 15, 16 }, { 15, 17 }, { 14, 17 }, { 15, 18 }, { 14, 18 } }) do
    found[#found + 1] = colour(tile[1], tile[2])
  end
  found = table.concat(found, " ")
  holds("a line to the mouse stops at a corner", found == "bluish bluish red red dark", found)
  point = { -1, -1 }
end

local function solids_shown(solids, name)
  solids.budget = 0.5 -- nobody waits for the next frame
  while not solids:done() do
    coroutine.yield()
  end
  robot.rest()
  local shot, kinds, found = screenshot(name), {}, {}
  local scale = shot:getWidth() / 640
  for y = 2, 340, 13 do
    for x = 2, 637, 13 do
      local r, g, b = solids.scene:colour((2 * x + 1 - 640) / 640, (384 - 2 * y - 1) / 640)
      local shown = same(shot, (x + 0.5) * scale, (y + 0.5) * scale, r / 255, g / 255, b / 255)
      if not shown then
        error(string.format("pixel %d, %d is not what its ray sees", x, y), 0)
      end
      local hit = solids:pick(x, y)
      kinds[hit and hit.shape:describe().shape or "sky"] = true
    end
  end
  for kind in pairs(kinds) do
    found[#found + 1] = kind
  end
  table.sort(found)
  local names = table.concat(found, " ")
  holds("the screen shows " .. names, names == "box capsule cone cylinder plane sky sphere triangle")
  return shot
end

local function sight_steps(tilemap)
  tiles_seen(tilemap)
  robot.press("1")
  map_shown(tilemap, "love-sight.png")
  robot.press("left", "left", "left", "down", "down", "left", "left")
  tiles_seen(tilemap)
  map_shown(tilemap, "love-moved.png")
  line_shown()
  robot.press("escape")
end

local function solids_steps(solids)
  robot.press("2")
  local x, z = solids.scene.eye[1], solids.scene.eye[3]
  solids_shown(solids, "love-solids.png")
  robot.press("right", "right")
  local angle = math.rad(16) -- twice eight degrees
  local eye = solids.scene.eye
  holds("the arrows lead around the solids", abs(eye[1] - (x * math.cos(angle) + z * math.sin(angle))) < 1e-9
    and abs(eye[3] - (z * math.cos(angle) - x * math.sin(angle))) < 1e-9, eye[1], eye[3])
  solids_shown(solids, "love-around.png")
  robot.press("escape")
end

local function steps(game)
  local tool = { clock = selftest, holds = holds, same = same, screenshot = screenshot }
  function tool.point(x, y)
    point = { x, y }
  end
  module_answers()
  threads_answer()
  menu_selftest.run(tool, game)
  sight_steps(game.screens[1])
  solids_steps(game.screens[2])
  robot.press("3")
  touch_selftest.run(tool, game.screens[3])
  robot.press("escape", "4")
  blocks_selftest.run(tool, game.screens[4])
  robot.press("escape", "5")
  space_selftest.run(tool, game.screens[5])
  robot.press("escape", "6")
  platformer_selftest.run(tool, game.screens[6])
  robot.press("escape")
  many_selftest.run(tool, game.screens[7], game.screens[8])
  print("all holds")
  io.stdout:flush()
  robot.press("escape")
  error("Escape in the menu does not end it", 0)
end

-- `game` has the `screens`, the `menu`, and a function that tells which is `shown`; `place` is
-- where the screenshots go, or nil.
function selftest.begin(game, place)
  directory = place
  run = coroutine.create(function()
    steps(game)
  end)
end

function selftest.update()
  local ok, message = coroutine.resume(run)
  if not ok then
    error(message, 0)
  end
end

function selftest.mouse()
  return point[1], point[2]
end

return selftest
