-- SPDX-License-Identifier: MIT
--
-- Run by a double of Defold: the example that lies in the package. Each line that it draws has to
-- end where the first wall or the ball begins, found here by small steps.
local double = dofile("packaging/defold/double/defold.lua")
local script = setmetatable({}, { __index = _G })
setfenv(assert(loadfile("packaging/defold/example/sight.script")), script)()

local self = {}
script.init(self)
assert(double.sent[1].message == "acquire_input_focus")

local function is_free(x, y)
  local cell = self.walls:get(math.floor(x / 32), math.floor(y / 32))
  return cell == 0 and (x - 430) ^ 2 + (y - 190) ^ 2 > 24 ^ 2
end

-- How many lines are drawn, and how many of them end at the ball.
local function draw()
  double.sent = {}
  script.update(self, 1 / 60)
  local balls = 0
  for _, line in ipairs(double.sent) do
    local from, to = line.content.start_point, line.content.end_point
    local steps = 2000
    for step = 0, steps do
      local k = step / steps * 0.999
      assert(is_free(from.x + k * (to.x - from.x), from.y + k * (to.y - from.y)), "a line goes through something")
    end
    local length = math.sqrt((to.x - from.x) ^ 2 + (to.y - from.y) ^ 2)
    local beyond = 1 + 0.1 / length
    assert(not is_free(from.x + beyond * (to.x - from.x), from.y + beyond * (to.y - from.y)),
      "a line ends before something")
    if line.content.color.x == 1 then balls = balls + 1 end
  end
  return #double.sent, balls
end

local lines, balls = draw()
assert(lines == 120 and balls > 0 and balls < 20)
script.on_input(self, nil, { x = 380, y = 190 }) -- close to the ball
lines, balls = draw()
assert(lines == 120 and balls > 15)
script.on_input(self, "touch", { x = 1, y = 1 }) -- pressed, not moved
assert(self.eye.x == 380)
