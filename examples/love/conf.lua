-- SPDX-License-Identifier: MIT
function love.conf(t)
  t.identity = "collide-example"
  t.version = "11.4"
  t.window.title = "collide"
  t.window.width, t.window.height = 1280, 768
  t.window.resizable = true
  t.modules.audio, t.modules.sound, t.modules.video = false, false, false
  t.modules.joystick, t.modules.physics, t.modules.touch = false, false, false
end
