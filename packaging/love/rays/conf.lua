-- SPDX-License-Identifier: MIT
function love.conf(t)
  t.console = true
  t.modules.window = false
  t.modules.graphics = false
  t.modules.audio = false
  t.modules.joystick = false
end
