-- SPDX-License-Identifier: MIT
-- The frames of the README's moving picture: the hero of the platformer on a route, as PNG files. Steps have a fixed
-- length, and the route depends only on the hero's position, so the frames are the same each time.
local steps_a_second, steps_a_frame, pause = 50, 4, 10

-- Legs of the route: a key that is held, if any, and when the leg ends; `jump` begins it with a jump.
local route = {
  { key = "right", ends = function(x) return x > 176 end }, -- over the hill
  { key = "right", jump = true, ends = function(x) return x > 452 end }, -- over water and a hill, up the stairs
  { jump = true, ends = function(_, y, ground) return y < 220 and ground end }, -- up through a platform
  { key = "left", ends = function(x) return x < 446 end },
  { key = "left", jump = true, ends = function(_, _, ground) return ground end }, -- to the next ones
  { key = "left", ends = function(x) return x < 348 end },
  { key = "left", jump = true, ends = function(_, y, ground) return y < 190 and ground end },
  { key = "left", ends = function(x) return x < 250 end },
  { key = "left", jump = true, ends = function(_, y, ground) return y < 140 and ground end },
}

-- Draws the screen twice as large and shrinks it, so that edges are smooth. The arrows of hits at the risers of stairs
-- last one step, so only the ground has one.
local function draw(scene, large, small)
  scene.hits = {}
  love.graphics.push("all")
  love.graphics.reset()
  love.graphics.setCanvas(large)
  love.graphics.scale(2)
  scene:draw()
  love.graphics.reset()
  love.graphics.setCanvas(small)
  love.graphics.draw(large, 0, 0, 0, 0.5)
  love.graphics.pop()
  return small:newImageData():encode("png"):getString()
end

local function new_canvas(width, height)
  return love.graphics.newCanvas(width, height, { dpiscale = 1 })
end

-- Returns a function that writes the next frame.
local function writer(scene, directory)
  local large, small, count = new_canvas(1280, 768), new_canvas(640, 384), 0
  return function()
    count = count + 1
    local path = string.format("%s/frame-%03d.png", directory, count)
    local file = assert(io.open(path, "wb"))
    assert(file:write(draw(scene, large, small)))
    assert(file:close())
  end
end

return function(screens, directory)
  local scene = screens[6]
  local write, steps = writer(scene, directory), 0
  local function step()
    scene:update(1 / steps_a_second)
    steps = steps + 1
    if steps % steps_a_frame == 0 then
      write()
    end
  end
  scene:restart()
  repeat
    scene:update(1 / steps_a_second)
  until scene.ground
  for _ = 1, pause do
    step()
  end
  for number, leg in ipairs(route) do
    scene.held = leg.key and { [leg.key] = true } or {}
    scene.jumps = leg.jump
    local x, y
    repeat
      step()
      x, y = scene.hero:get_position("numbers")
      assert(steps < 10 * steps_a_second, "the hero does not end leg " .. number)
    until leg.ends(x, y, scene.ground)
  end
  scene.held = {}
  for _ = 1, 3 * pause do
    step()
  end
  scene:restart()
end
