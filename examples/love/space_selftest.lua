-- SPDX-License-Identifier: MIT
-- Tests the two solids without a user: the mouse drags them, keys rotate and replace them. The answers of queries are
-- compared with the triangles of the picture, which lie inside the round solids.
local robot = require("robot")
local space_solids = require("space_solids")
local space_view = require("space_view")

local space_selftest = {}

local abs, huge, max, min, sqrt = math.abs, math.huge, math.max, math.min, math.sqrt

local tool, scene, view -- the helpers, the screen under test, its view

local chord = 0.012 -- how far a piece of a round side may lie inside the solid

-- ---- By hand ---------------------------------------------------------------------

-- v turned by the quaternion q: v + 2 u x (u x v + w v).
local function turn(q, v)
  local x, y, z, w = q[1], q[2], q[3], q[4]
  local length = sqrt(x * x + y * y + z * z + w * w)
  x, y, z, w = x / length, y / length, z / length, w / length
  local tx, ty, tz = y * v[3] - z * v[2] + w * v[1], z * v[1] - x * v[3] + w * v[2], x * v[2] - y * v[1] + w * v[3]
  return v[1] + 2 * (y * tz - z * ty), v[2] + 2 * (z * tx - x * tz), v[3] + 2 * (x * ty - y * tx)
end

-- The least and greatest of n . p over the corners of what is drawn.
local function extent(body, n)
  local least, most = huge, -huge
  for _, corner in ipairs(body.triangles) do
    local x, y, z = turn(body.rotation, corner)
    local along = n.x * (x + body.position.x) + n.y * (y + body.position.y) + n.z * (z + body.position.z)
    least, most = min(least, along), max(most, along)
  end
  return least, most
end

local function along(n, p)
  return n.x * p.x + n.y * p.y + n.z * p.z
end

-- Between the nearest points there is a gap that nothing drawn reaches into, and it is no wider
-- than round sides explain.
local function apart(what)
  local gap, a, b = scene.gap[1], scene.gap[2], scene.gap[3]
  local n = { x = (a.x - b.x) / gap, y = (a.y - b.y) / gap, z = (a.z - b.z) / gap }
  local least = extent(scene.bodies[1], n)
  local _, most = extent(scene.bodies[2], n)
  tool.holds(what .. ": the points are as far apart as the distance", abs(along(n, a) - along(n, b) - gap) < 1e-12)
  tool.holds(what .. ": nothing reaches into the gap", least > along(n, a) - 1e-9 and most < along(n, b) + 1e-9,
    least, along(n, a), most, along(n, b))
  tool.holds(what .. ": the nearest points are on the solids",
    least < along(n, a) + chord and most > along(n, b) - chord, least, along(n, a), most, along(n, b))
end

-- Along the normal the push is as long as what is drawn has in common.
local function pushed(what)
  local n, depth = scene.contact.normal, scene.contact.depth
  local least = extent(scene.bodies[1], n)
  local _, most = extent(scene.bodies[2], n)
  tool.holds(what .. ": the normal has unit length", abs(along(n, n) - 1) < 1e-12)
  tool.holds(what .. ": the push parts them", depth > most - least - 1e-6 and depth < most - least + 2 * chord,
    depth, most - least)
end

local function state(what)
  tool.holds(what .. ": distance, contact and overlap agree",
    scene.touching == (scene.gap[1] == 0) and scene.touching == (scene.contact ~= nil))
  if scene.touching then
    pushed(what)
  else
    apart(what)
  end
end

-- ---- The picture -----------------------------------------------------------------

local function body_at(x, y)
  local body = scene:pick(x, y)
  return body == scene.bodies[1] and 1 or body == scene.bodies[2] and 2 or 0
end

-- The body under a place of the screen, or nil near an edge.
local function body_around(x, y)
  local here = body_at(x, y)
  for _, at in ipairs({ { -3, 0 }, { 3, 0 }, { 0, -3 }, { 0, 3 } }) do
    if body_at(x + at[1], y + at[2]) ~= here then
      return nil
    end
  end
  return here
end

-- Whether a pixel has a colour, as bright as may be.
local function tinted(shot, px, py, colour)
  local r, g, b = shot:getPixel(px, py)
  local bright, full = r + g + b, colour[1] + colour[2] + colour[3]
  return bright > 0.2 and abs(r / bright - colour[1] / full) + abs(g / bright - colour[2] / full)
    + abs(b / bright - colour[3] / full) < 0.03
end

local function shown(what, name)
  robot.rest()
  state(what)
  local shot = tool.screenshot(name)
  local scale, mode = shot:getWidth() / 640, scene.touching and "lit" or "rest"
  local right, asked = { [0] = 0, 0, 0 }, { [0] = 0, 0, 0 }
  for y = 100, 350, 7 do
    for x = 4, 636, 7 do
      local body = body_around(x, y)
      if body then
        asked[body] = asked[body] + 1
        local px, py = x * scale, y * scale
        local good
        if body == 0 then
          good = not tinted(shot, px, py, space_view.colours[1][mode])
            and not tinted(shot, px, py, space_view.colours[2][mode])
        else
          good = tinted(shot, px, py, space_view.colours[body][mode])
        end
        right[body] = right[body] + (good and 1 or 0)
      end
    end
  end
  local share = 0.95 -- lines and points cover some
  for body = 0, 2 do
    tool.holds(string.format("%s: %s is seen where rays meet it (%d of %d)", what,
      body == 0 and "the ground" or "the " .. scene.bodies[body].name, right[body], asked[body]),
      asked[body] > 20 and right[body] >= share * asked[body])
  end
end

-- ---- Hands -----------------------------------------------------------------------

local function press(x, y)
  local scale = love.graphics.getWidth() / 640
  love.event.push("mousepressed", x * scale, y * scale, 1, false, 1)
  coroutine.yield()
end

local function drag(dx, dy)
  local scale = love.graphics.getWidth() / 640
  robot.move(dx * scale, dy * scale)
end

local function release()
  love.event.push("mousereleased", 0, 0, 1, false, 1)
  robot.rest()
end

local function close(a, b)
  return abs(a - b) < 1e-9
end

local function dragged()
  local body = scene.bodies[1]
  local before, x, y = body.position, view:at(body.position)
  press(x, y)
  tool.holds("a press takes the solid under the mouse", scene.dragged == body)
  drag(31, -62)
  local r, u, at = view.right, view.up, body.position
  tool.holds("a drag moves it along the screen", close(at.x, before.x + 0.5 * r[1] + u[1])
    and close(at.y, before.y + 0.5 * r[2] + u[2]) and close(at.z, before.z + 0.5 * r[3] + u[3]), at.x, at.y, at.z)
  local ax, ay = view:at(at)
  tool.holds("as far as the mouse went", close(ax, x + 31) and close(ay, y - 62), ax, ay)
  drag(-31, 62)
  local steps = 0
  repeat
    drag(6, 0)
    steps = steps + 1
  until scene.touching or steps > 60
  tool.holds("they are lit at the first step that touches (" .. steps .. ")", scene.touching)
  shown("touching", "love-space-touching.png")
  drag(30, 4)
  shown("pushed apart", "love-space-pushed.png")
  release()
  drag(50, 0)
  tool.holds("a released solid stays", close(body.position.y, at.y) or scene.dragged == nil)
  before = body.position
  love.event.push("wheelmoved", 0, 2)
  robot.rest()
  tool.holds("the wheel moves it away", close(along({ x = view.forward[1], y = view.forward[2], z = view.forward[3] },
    { x = body.position.x - before.x, y = body.position.y - before.y, z = body.position.z - before.z }), 0.5))
end

local function turned()
  robot.press("space")
  local body = scene.bodies[1]
  local before = body.rotation
  robot.hold({ "right", "down" }, 20)
  robot.rest()
  local same = 0
  for i = 1, 4 do
    same = same + before[i] * body.rotation[i]
  end
  tool.holds("the arrows turn it", abs(same) < 0.999 * sqrt(1.06), same)
  shown("turned", "love-space-turned.png")
end

-- Each kind beside each other one, apart and pushed into one another.
local function all_pairs()
  robot.press("space")
  local first, second = scene.bodies[1], scene.bodies[2]
  local count, seen = #space_solids.kinds, {}
  for _ = 1, count do
    for _ = 1, count do
      local what = first.name .. " and " .. second.name
      seen[what] = true
      first.position = { x = -1.9, y = 0.2, z = 0.3 }
      scene:ask()
      state(what .. " apart")
      first.position = { x = 0.7, y = 0.3, z = 0.1 }
      scene:ask()
      state(what .. " in one another")
      robot.press("2")
    end
    robot.press("1")
  end
  local pairs_seen = 0
  for _ in pairs(seen) do
    pairs_seen = pairs_seen + 1
  end
  tool.holds("the keys lead through all pairs (" .. pairs_seen .. ")", pairs_seen == count * count)
end

-- `helpers` are the self-test's, `screen` is the one with the two solids.
function space_selftest.run(helpers, screen)
  tool, scene, view = helpers, screen, screen.view
  shown("at first", "love-space.png")
  dragged()
  turned()
  all_pairs()
end

return space_selftest
