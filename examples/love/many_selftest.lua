-- SPDX-License-Identifier: MIT
-- The crowd and the thousand rays tried without hands: what is lit is compared with pairs asked one by one,
-- the rays with single casts, and the picture with both.
local collide = require("collide")
local robot = require("robot")

local many_selftest = {}

local tool

local function pixel_is(shot, x, y, colour)
  local scale = shot:getWidth() / 640
  return tool.same(shot, x * scale, y * scale, colour[1], colour[2], colour[3])
end

-- Whether shape i overlaps another, by a plain loop.
local function overlaps(screen, i)
  for j, other in ipairs(screen.shapes) do
    if j ~= i and math.abs(screen.x[i] - screen.x[j]) < 8 and math.abs(screen.y[i] - screen.y[j]) < 8
      and collide.overlap(screen.shapes[i], other) then return true end
  end
  return false
end

-- Whether nothing else is drawn over the middle of shape i.
local function is_clear(screen, i)
  for j = i + 1, screen.count do
    if math.abs(screen.x[i] - screen.x[j]) < 5 and math.abs(screen.y[i] - screen.y[j]) < 5 then return false end
  end
  return screen.y[i] < 350 and screen.size[i] > 1.2
end

local function crowd_steps(screen, name)
  tool.clock.step = 0 -- it stands still while it is looked at
  robot.rest()
  local shot, wrong, lit, looked = tool.screenshot(name), 0, 0, 0
  for i = 1, screen.count, 7 do
    local expected = overlaps(screen, i)
    if expected ~= screen.is_lit[i] then wrong = wrong + 1 end
    lit = lit + (expected and 1 or 0)
    if is_clear(screen, i) and not screen.is_struck[i] then
      looked = looked + 1
      local colour = expected and screen.lit or screen.alone
      if not pixel_is(shot, screen.x[i], screen.y[i], colour) then
        error(("shape %d at %g, %g is not drawn as it is"):format(i, screen.x[i], screen.y[i]), 0)
      end
    end
  end
  tool.holds("those lit overlap another (" .. lit .. ")", wrong == 0 and lit > 50 and lit < screen.count / 7, wrong)
  tool.holds("and are drawn so (" .. looked .. ")", looked > 50, looked)
  tool.clock.step = 1 / 60
end

local function struck_steps(screen)
  tool.clock.step = 0
  tool.point(600, 60)
  tool.screenshot("love-struck.png") -- what is struck is found where it is drawn
  local wanted, wrong = 0, 0
  for i, shape in ipairs(screen.shapes) do
    local hit = shape:segmentcast_any(320, 192, 600, 60)
    wanted = wanted + (hit and 1 or 0)
    wrong = wrong + (hit == (screen.is_struck[i] or false) and 0 or 1)
  end
  tool.holds("the line to the mouse strikes what single casts hit (" .. wanted .. ")", wrong == 0 and wanted > 5, wrong)
  tool.point(-1, -1)
  tool.clock.step = 1 / 60
end

local function brightness(shot, x, y)
  local scale = shot:getWidth() / 640
  return (shot:getPixel(x * scale, y * scale))
end

local function rays_steps(screen, name)
  tool.clock.step = 0
  robot.rest()
  local shot, wrong, dark, reached = tool.screenshot(name), 0, 0, 0
  for i = 0, screen.count - 1, 3 do
    local numbers, answers = screen.numbers, screen.answers
    local hit = { screen.mesh:raycast(unpack(numbers, 6 * i + 1, 6 * i + 6)) }
    if hit[1] ~= answers[5 * i + 1] or hit[2] ~= answers[5 * i + 2] or hit[4] ~= answers[5 * i + 4] then
      wrong = wrong + 1
    end
    reached = reached + (hit[1] and 1 or 0)
    local before, after = answers[5 * ((i - 1) % screen.count) + 1], answers[5 * ((i + 1) % screen.count) + 1]
    local is_wide = math.min(before, after) > 0.9 * hit[1] -- else the light is less than a pixel wide
    local x, y = screen.x + hit[1] * 0.7 * numbers[6 * i + 4], screen.y + hit[1] * 0.7 * numbers[6 * i + 5]
    if is_wide and y < 350 and brightness(shot, x, y) < screen.ground[1] + 0.1 then dark = dark + 1 end
  end
  tool.holds("the rays hit what single casts hit (" .. reached .. ")", wrong == 0 and reached > 300, wrong)
  tool.holds("what they pass is in the light", dark == 0, dark)
  tool.clock.step = 1 / 60
end

function many_selftest.run(new_tool, crowd, rays)
  tool = new_tool
  robot.press("7")
  crowd_steps(crowd, "love-crowd.png")
  local x = crowd.x[1]
  for _ = 1, 20 do coroutine.yield() end
  tool.holds("the crowd moves", crowd.x[1] ~= x)
  crowd_steps(crowd)
  struck_steps(crowd)
  robot.press("escape", "8")
  rays_steps(rays, "love-rays.png")
  x = rays.x
  for _ = 1, 30 do coroutine.yield() end
  tool.holds("the lamp moves", rays.x ~= x)
  local scale = love.graphics.getWidth() / 640
  tool.point(100, 60)
  love.event.push("mousepressed", 100 * scale, 60 * scale, 1, false, 1)
  robot.rest()
  tool.holds("it goes where the mouse is held", math.abs(rays.x - 100) < 1e-9 and math.abs(rays.y - 60) < 1e-9, rays.x,
    rays.y)
  rays_steps(rays, "love-lamp.png")
  love.event.push("mousereleased", 100 * scale, 60 * scale, 1, false, 1)
  tool.point(-1, -1)
  robot.rest()
  robot.press("escape")
end

return many_selftest
