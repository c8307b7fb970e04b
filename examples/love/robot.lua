-- SPDX-License-Identifier: MIT
-- Hands for the self-test: events as LÖVE makes them from keys and the mouse.
local robot = {}

-- Keeps keys down for that many frames.
function robot.hold(keys, frames)
  for _, key in ipairs(keys) do
    love.event.push("keypressed", key, key, false)
  end
  for _ = 1, frames do
    coroutine.yield()
  end
  for _, key in ipairs(keys) do
    love.event.push("keyreleased", key, key)
  end
end

-- Once more, so that keys have come up and the picture is the latest.
function robot.rest()
  coroutine.yield()
  coroutine.yield()
end

function robot.press(...)
  for _, key in ipairs({ ... }) do
    robot.hold({ key }, 1)
  end
  robot.rest()
end

-- At a place on the screen, of 640 by 384.
function robot.click(x, y, button)
  local scale = love.graphics.getWidth() / 640
  love.event.push("mousepressed", x * scale, y * scale, button, false, 1)
  coroutine.yield()
  love.event.push("mousereleased", x * scale, y * scale, button, false, 1)
  robot.rest()
end

-- The mouse, by so many pixels.
function robot.move(dx, dy)
  love.event.push("mousemoved", 0, 0, dx, dy, false)
  robot.rest()
end

return robot
