-- SPDX-License-Identifier: MIT
-- Opens no window: it only measures and prints.
function love.conf(t)
  t.identity = "collide-bench"
  t.version = "11.4"
  t.window = false
  t.modules.window, t.modules.graphics, t.modules.audio, t.modules.sound = false, false, false, false
  t.modules.joystick, t.modules.video, t.modules.touch = false, false, false
end
