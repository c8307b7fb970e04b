-- SPDX-License-Identifier: MIT
function love.conf(t)
  t.identity = "collide-check"
  t.version = "11.4"
  t.window.width, t.window.height = 160, 120
  t.modules.window = not os.getenv("COLLIDE_LOVE_HEADLESS")
  t.modules.graphics = t.modules.window
  t.modules.audio, t.modules.sound, t.modules.joystick = false, false, false
end
