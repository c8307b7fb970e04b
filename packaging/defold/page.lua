-- SPDX-License-Identifier: MIT
--
-- Run by a double of Defold: the code of docs/defold.md, as it stands there. What it prints is
-- compared with what the page says, and the scripts are asked in a level of our own.
local double = dofile("packaging/defold/double/defold.lua")

local function read(path)
  local file = assert(io.open(path))
  local text = file:read("*a")
  file:close()
  return text
end

local function equal(wanted, got)
  assert(wanted == got, ("%s expected, got %s"):format(tostring(wanted), tostring(got)))
end

-- What stands behind --> is what is printed there.
local function run(code, name)
  local said, wanted = {}, {}
  for line in code:gmatch("[^\n]+") do wanted[#wanted + 1] = line:match("%-%-> (.*)") end
  local env = setmetatable({ print = function(value) said[#said + 1] = tostring(value) end }, { __index = _G })
  local value = setfenv(assert(loadstring(code, "=" .. name)), env)()
  equal(table.concat(wanted, "\n"), table.concat(said, "\n"))
  return value, env, #said
end

local blocks, files = {}, {}
for code in read("docs/defold.md"):gmatch("```lua\n(.-)```") do
  local path = code:match("^%-%- (%S+)\n")
  if path then files[path] = code else blocks[#blocks + 1] = code end
end
equal(2, #blocks)

-- First steps
equal(2, select(3, run(blocks[1], "first block")))
double.places["."] = vmath.vector3()
run(blocks[2], "second block")
equal(90, double.places["."].x)
equal(24, double.places["."].y)

-- A level with its lower left corner at 100, 200, tiles from -1, 0 on, a wall with a gap
double.maps["/level#tilemap"] = { left = -1, bottom = 0, layers = { walls = {
  { 5, 5, 5, 5, 5, 5 },
  { 5, 0, 0, 0, 0, 5 },
  { 5, 0, 0, 3, 0, 5 },
  { 5, 0, 0, 0, 0, 5 },
} } }
double.places["/level"] = vmath.vector3(100, 200, 0)
local function middle(x, y) return vmath.vector3(100 + 16 * x - 8, 200 + 16 * y - 8, 0) end

package.preload["main.walls"] = function() return (run(files["main/walls.lua"], "walls.lua")) end
local _, guard = run(files["main/guard.script"], "guard.script")
local self = {}
guard.init(self)
equal(13, self.walls:count())
equal(3, self.walls:get(2, 2))

local function look(from, to)
  double.places["."], double.places["/hero"], double.sent = from, to, {}
  guard.update(self, 1 / 60)
  local line = double.sent[1].content
  equal("draw_line", double.sent[1].message)
  assert(rawequal(line.start_point, from))
  return line.end_point, double.sent[2] and double.sent[2].message
end
local point, seen = look(middle(0, 2), middle(3, 2)) -- the block in the middle stands between
equal(116, point.x)
equal(224, point.y)
equal(nil, seen)
point, seen = look(middle(0, 1), middle(3, 1)) -- below it
equal(middle(3, 1).x, point.x)
equal("seen", seen)
look(middle(1, 3), middle(2, 4)) -- outside of what the map has, and free
equal("seen", select(2, look(middle(0, 3), middle(3, 3))))

local shoot = run(files["main/shot.lua"], "shot.lua")
local cell = shoot(self.walls, "/level#tilemap", "walls", middle(0, 2), middle(3, 2))
equal(2, cell.x)
equal(2, cell.y)
equal(0, tilemap.get_tile("/level#tilemap", "walls", 2, 2))
equal("seen", select(2, look(middle(0, 2), middle(3, 2))))
equal(nil, shoot(self.walls, "/level#tilemap", "walls", middle(0, 2), middle(3, 2)))

-- What the last section says
equal(self.walls:count(), collide.grid.decode(self.walls:encode()):count())
equal(0.42, (collide.circle({ radius = 32, position = { 200, 100 } }):segmentcast(0, 100, 400, 100)))
