-- SPDX-License-Identifier: MIT
-- Tests the world of blocks without a user: it sends LÖVE's key and mouse events, and compares all answers and pictures
-- with a copy of the world that does not use collide.
local by_hand = require("blocks_by_hand")
local collide = require("collide")
local robot = require("robot")
local tiles = require("blocks_tiles")
local walk_selftest = require("blocks_walk_selftest")

local blocks_selftest = {}

local abs = math.abs

local tool, scene, copy -- the helpers, the screen under test, its world by hand

local function close(a, b)
  return abs(a - b) < 1e-9
end

local function words(...)
  return table.concat({ ... }, " ")
end

-- ---- One cast a frame ------------------------------------------------------------

local casts = {}
for _, kind in ipairs({ "raycast", "segmentcast", "linecast" }) do
  for _, ending in ipairs({ "", "_any", "_all" }) do
    casts[#casts + 1] = kind .. ending
  end
end

-- Counts what is cast, by whichever name, while `work` is done.
local function count_casts(work)
  local count, methods = 0, debug.getmetatable(scene.grid).__index
  local level = debug.getmetatable(scene.level).__index
  local kept = {}
  for _, place in ipairs({ collide, methods, level }) do
    kept[place] = {}
    for _, name in ipairs(casts) do
      local cast = place[name]
      kept[place][name] = cast
      place[name] = function(...)
        count = count + 1
        return cast(...)
      end
    end
  end
  work()
  for place, functions in pairs(kept) do
    for name, cast in pairs(functions) do
      place[name] = cast
    end
  end
  return count
end

local function one_cast()
  tool.clock.blind = false
  local count = count_casts(function()
    for _ = 1, 5 do
      coroutine.yield()
    end
  end)
  tool.holds("standing, five frames take five casts", count == 5, count)
  count = count_casts(function()
    robot.hold({ "d", "left", "space" }, 5)
  end)
  tool.holds("walking, turning and jumping, too", count == 5, count)
  tool.clock.blind = true
end

-- ---- What is under the crosshair ---------------------------------------------------

-- The query against the walk by hand: returns cell and normal, or nil.
local function aim(what)
  local eye = scene:eye()
  local way = by_hand.ray(eye, 0.5, 0.5, 1, 1)
  local cell, normal, t = copy:cast(eye, way, scene.reach)
  local hit = scene.hit
  if not cell then
    tool.holds(what .. ": nothing is within reach", hit == nil, tostring(hit))
    return nil
  end
  tool.holds(what .. ": the cell " .. words(cell[1], cell[2], cell[3]), hit and hit.cell.x == cell[1]
    and hit.cell.y == cell[2] and hit.cell.z == cell[3] and hit.value == copy:get(cell[1], cell[2], cell[3]),
    tostring(hit))
  tool.holds(what .. ": its face " .. words(normal[1], normal[2], normal[3]), hit.normal.x == normal[1]
    and hit.normal.y == normal[2] and hit.normal.z == normal[3] and close(hit.t, t), tostring(hit))
  return cell, normal
end

local function same_cell(a, b)
  return a and b and a[1] == b[1] and a[2] == b[2] and a[3] == b[3]
end

-- How much of the light's colour lies on what is there: on the face that was hit, and on others.
local gold = { 1, 0.85, 0.30 }
local on_hit, on_others = 1 - (1 - 0.28) * (1 - 0.35), 0.28

-- The share of gold that made one pixel the other.
local function share_of_gold(plain, lit, x, y)
  local before, after = { plain:getPixel(x, y) }, { lit:getPixel(x, y) }
  local most, share = 0, 0
  for i = 1, 3 do
    local room = gold[i] - before[i]
    if abs(room) > most then
      most, share = abs(room), (after[i] - before[i]) / room
    end
  end
  return share
end

-- What a pixel of the two pictures should be: "hit", "beside" it on the same block, "else", "sky";
-- nil near an edge, or where something is drawn over it.
local function expected(eye, x, y, width, height, cell, normal)
  if abs(x - width / 2) < 14 and abs(y - height / 2) < 14 or y > 0.86 * height then
    return nil
  end
  local way = by_hand.ray(eye, x + 0.5, y + 0.5, width, height)
  local met, face, t = copy:cast(eye, way, 100)
  for _, at in ipairs({ { -2, -2 }, { 2, -2 }, { -2, 2 }, { 2, 2 } }) do
    local other, side = copy:cast(eye, by_hand.ray(eye, x + 0.5 + at[1], y + 0.5 + at[2], width, height), 100)
    if (other == nil) ~= (met == nil) or other and not (same_cell(other, met) and same_cell(side, face)) then
      return nil
    end
  end
  if not met then
    return "sky"
  elseif not same_cell(met, cell) then
    return "else"
  elseif by_hand.rim(eye, way, t, met, face) < 0.13 then
    return nil -- its frame
  end
  return same_cell(face, normal) and "hit" or "beside"
end

local wanted = { hit = on_hit, beside = on_others, ["else"] = 0, sky = 0 }

-- How far a colour is from what any share of sun and sky makes of a paint.
local sunlight, skylight = { 0.98, 0.88, 0.70 }, { 0.42, 0.50, 0.62 }

local function off(colour, paint)
  local ss, so, oo, sc, oc = 0, 0, 0, 0, 0
  for i = 1, 3 do
    local s, o = paint[i] * sunlight[i], paint[i] * skylight[i]
    ss, so, oo, sc, oc = ss + s * s, so + s * o, oo + o * o, sc + s * colour[i], oc + o * colour[i]
  end
  local det = ss * oo - so * so
  local sun, sky = (sc * oo - oc * so) / det, (oc * ss - sc * so) / det
  local most = math.max(-sun, sun - 1, -sky, sky - 1, 0) * 0.1
  for i = 1, 3 do
    most = math.max(most, abs(colour[i] - paint[i] * (sun * sunlight[i] + sky * skylight[i])))
  end
  return most
end

-- What is near has the paint of the block that a ray through the pixel meets, in some light.
local function paint_shown(what, plain)
  local eye, count = scene:eye(), 0
  local width, height = plain:getDimensions()
  for y = 5, height - 1, 7 do
    for x = 5, width - 1, 7 do
      local way = by_hand.ray(eye, x + 0.5, y + 0.5, width, height)
      local cell, normal, t = copy:cast(eye, way, 7)
      local u, v
      if cell and expected(eye, x, y, width, height) and by_hand.steep(way, normal) > 0.35 then -- else it is blurred
        u, v = by_hand.texel(eye, way, t, cell, normal)
      end
      if u then
        local kind = copy:get(cell[1], cell[2], cell[3])
        local far = off({ plain:getPixel(x, y) }, { tiles.colour(tiles.of(kind, normal[2]), u, v) })
        if far > 0.02 then
          local name = words(unpack(cell))
          error(string.format("%s: pixel %d, %d is not of the block %s (%.3f)", what, x, y, name, far), 0)
        end
        count = count + 1
      end
    end
  end
  tool.holds(what .. ": blocks have their paint (" .. count .. ")", count > 200, count)
end

-- The block that the query tells is the one that shines, and its face most; nothing else does.
local function lit_shown(what, name)
  local cell, normal = aim(what)
  local lit = tool.screenshot(name)
  local reach, eye = scene.reach, scene:eye()
  scene.reach = 0
  robot.rest()
  local plain = tool.screenshot()
  scene.reach = reach
  robot.rest()
  paint_shown(what, plain)
  local width, height = lit:getDimensions()
  local counts = { hit = 0, beside = 0, ["else"] = 0, sky = 0 }
  for y = 3, height - 1, 9 do
    for x = 3, width - 1, 9 do
      local kind = expected(eye, x, y, width, height, cell, normal)
      if kind then
        local share = share_of_gold(plain, lit, x, y)
        if abs(share - wanted[kind]) > 0.06 then
          error(string.format("%s: pixel %d, %d (%s) has %.3f of the light", what, x, y, kind, share), 0)
        end
        counts[kind] = counts[kind] + 1
      end
    end
  end
  local dark = counts["else"] + counts.sky
  tool.holds(string.format("%s: the lit pixels are the cell's (%d of the face, %d beside, %d not lit)", what,
    counts.hit, counts.beside, dark), (counts.hit > 12) == (cell ~= nil) and counts["else"] > 500)
  return lit, counts
end

-- The middle of the face that was hit, projected: there it shines.
local function face_shown(what, lit)
  local hit, eye = scene.hit, scene:eye()
  local width, height = lit:getDimensions()
  local px, py = by_hand.project(eye, hit.point.x, hit.point.y, hit.point.z, width, height)
  tool.holds(what .. ": the point that was hit is under the crosshair", abs(px - width / 2) < 0.01
    and abs(py - height / 2) < 0.01, px, py)
  local cell, normal = hit.cell, hit.normal
  px, py = by_hand.project(eye, cell.x + 0.5 + normal.x / 2, cell.y + 0.5 + normal.y / 2, cell.z + 0.5 + normal.z / 2,
    width, height)
  local r, _, b = lit:getPixel(math.floor(px), math.floor(py))
  tool.holds(what .. ": the middle of the face is golden", r - b > 0.25, px, py, r, b)
end

-- Sky where no ray meets a block; what is near is never of that colour.
local function sky_shown(what, picture)
  local eye = scene:eye()
  local width, height = picture:getDimensions()
  local counts = { sky = 0, near = 0 }
  for y = 3, height - 1, 12 do
    for x = 3, width - 1, 12 do
      local kind = expected(eye, x, y, width, height)
      local way = by_hand.ray(eye, x + 0.5, y + 0.5, width, height)
      local _, _, t = copy:cast(eye, way, 100)
      local r, g, b = picture:getPixel(x, y)
      local blue = b > r + 0.05 and b > g and b > 0.7
      if kind == "sky" or kind == "else" and t < 8 then
        kind = kind == "sky" and "sky" or "near"
        if blue ~= (kind == "sky") then
          error(string.format("%s: pixel %d, %d is not %s", what, x, y, kind), 0)
        end
        counts[kind] = counts[kind] + 1
      end
    end
  end
  tool.holds(string.format("%s: sky where rays meet nothing (%d), blocks where they do (%d)", what, counts.sky,
    counts.near), counts.sky > 100 and counts.near > 100)
end

-- ---- Taking and putting -------------------------------------------------------------

local function changed(what)
  robot.rest()
  local count = copy:differences(scene.grid)
  tool.holds(what .. ": this and no other cell has changed", count == 0, count)
end

local function take(what, act)
  local cell = aim(what)
  copy:set(cell[1], cell[2], cell[3], 0)
  act()
  changed(what)
end

local function put(what, kind, act)
  local cell, normal = aim(what)
  copy:set(cell[1] + normal[1], cell[2] + normal[2], cell[3] + normal[3], kind)
  act()
  changed(what)
end

local function nothing(what, act)
  aim(what)
  act()
  changed(what)
end

-- Looks that way, by the arrows alone.
local function look_to(yaw, pitch)
  local step = tool.clock.step
  local function turn(by, positive, negative)
    if abs(by) > 1e-6 then
      tool.clock.step = abs(by) / 1.6 / 4
      robot.hold({ by > 0 and positive or negative }, 4)
      coroutine.yield()
      tool.clock.step = 0
      robot.rest()
    end
  end
  tool.clock.step = 0
  robot.rest()
  turn((yaw - scene.yaw + math.pi) % (2 * math.pi) - math.pi, "right", "left")
  turn(pitch - scene.pitch, "up", "down")
  tool.clock.step = step
end

local function press(...)
  local keys = { ... }
  return function()
    robot.press(unpack(keys))
  end
end

local function click(button)
  return function()
    robot.click(320, 192, button)
  end
end

-- ---- All of it --------------------------------------------------------------------------

local function look_around()
  local lit = lit_shown("at first", "love-blocks.png")
  face_shown("at first", lit)
  one_cast()
  robot.press("r")
  look_to(0.9, 0.1)
  local far = lit_shown("the tower", "love-tower.png")
  sky_shown("the tower", far)
  nothing("out of reach, Q", press("q"))
  nothing("out of reach, E", press("e"))
  local yaw, pitch = scene.yaw, scene.pitch
  robot.move(200, 40)
  tool.holds("the mouse turns the head", close(scene.yaw, yaw + 0.5) and close(scene.pitch, pitch - 0.1), scene.yaw,
    scene.pitch)
  robot.move(0, 4000)
  tool.holds("no further than straight down", scene.pitch > -math.pi / 2 and scene.pitch < -1.5, scene.pitch)
  nothing("no block goes where somebody stands", press("e"))
end

local function take_and_put()
  robot.press("r")
  put("E", 1, press("e"))
  put("3 and E", 3, press("3", "e"))
  lit_shown("what was put", "love-put.png")
  take("Q", press("q"))
  put("the wheel and a right click", 4, function()
    love.event.push("wheelmoved", 0, -1)
    robot.click(320, 192, 2)
  end)
  take("a click", click(1))
  take("another", click(1))
  take("what was there before", press("q"))
  lit_shown("nothing left", "love-taken.png")
  look_to(scene.yaw + 0.4, -0.5)
  put("on the ground", 2, press("2", "e"))
  local counts = select(2, lit_shown("on the ground", "love-ground.png"))
  tool.holds("more than one face of it shines", counts.hit > 12 and counts.beside > 12, counts.hit, counts.beside)
end

-- `helpers` are the self-test's, `screen` is the one with the world of blocks.
function blocks_selftest.run(helpers, screen)
  tool, scene = helpers, screen
  copy = by_hand.new(screen.grid)
  robot.press("f") -- nothing is drawn over the picture
  look_around()
  take_and_put()
  walk_selftest.run(tool, scene, copy, { look_to = look_to, take = take })
end

return blocks_selftest
