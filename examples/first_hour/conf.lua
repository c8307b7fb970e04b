-- SPDX-License-Identifier: MIT
-- Finds the module beside this file, or in a clone where `make LUA=luajit` builds it.
local folder = love.filesystem.getSource()
local ending = love.system and love.system.getOS() == "Windows" and "dll" or "so"
package.cpath = folder .. "/../../build/luajit/?." .. ending .. ";" .. folder .. "/?." .. ending .. ";" .. package.cpath

function love.conf(t)
  t.window.title = "The first hour"
  t.window.width, t.window.height = 640, 384
  t.modules.audio, t.modules.sound, t.modules.physics = false, false, false
end
