-- SPDX-License-Identifier: MIT
-- A game that asks one question, here and in a thread, shows a frame, and ends.
function love.errorhandler(message) -- not the blue screen, which waits for somebody
  io.stderr:write(tostring(message), "\n")
  io.stderr:flush()
  os.exit(1)
end

local collide = require("MODULE")

local thread = love.thread.newThread([[
  local path, answers = ...
  package.cpath = path
  local collide = require("MODULE")
  answers:push(collide.sphere({ radius = 1, position = { 0, 0, 5 } }):raycast(0, 0, 0, 0, 0, 1))
]])

function love.load()
  local answers = love.thread.newChannel()
  thread:start(package.cpath, answers)
  thread:wait()
  assert(not thread:getError(), thread:getError())
  local ball = collide.sphere({ radius = 1, position = { 0, 0, 5 } })
  print("answers: " .. tostring(ball:raycast({ 0, 0, 0 }, { 0, 0, 1 })) .. ", " .. answers:pop())
end

function love.draw()
  io.stdout:flush()
  love.event.quit()
end

if not love.graphics then -- no window: LÖVE draws nothing
  love.update = love.draw
end
