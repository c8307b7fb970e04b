-- SPDX-License-Identifier: MIT
--
-- LÖVE's own Transforms as the pose of shapes, in 2D and 3D: a shape has to be where LÖVE puts its points.
-- LÖVE keeps a matrix in single precision, so what it says is compared to 2^-20 of the size.
local collide = require("collide")

local checks = 0

local function check(condition, what)
  checks = checks + 1
  if not condition then error(what, 2) end
end

local function near(a, b, size)
  return math.abs(a - b) <= size * 2 ^ -20
end

-- x, y[, z] by the matrix as LÖVE gives it, row by row.
local function by_matrix(transform, x, y, z)
  local m = { transform:getMatrix() }
  return m[1] * x + m[2] * y + m[3] * z + m[4], m[5] * x + m[6] * y + m[7] * z + m[8],
    m[9] * x + m[10] * y + m[11] * z + m[12]
end

local random = love.math.newRandomGenerator(20)

local function between(low, high)
  return low + (high - low) * random:random()
end

-- Position, angle, scale, origin and shear: everything that newTransform takes.
local function random_transform()
  return love.math.newTransform(between(-500, 500), between(-500, 500), between(-7, 7), between(0.2, 3),
    between(-3, -0.2), between(-50, 50), between(-50, 50), between(-0.5, 0.5), between(-0.5, 0.5))
end

local function planes()
  local corners = { 0, 0, 40, 0, 55, 30, 10, 60 }
  for _ = 1, 200 do
    local transform = random_transform()
    local made = collide.polygon { points = corners, transform = transform }
    local set = collide.polygon(corners):set_transform(transform)
    for _, shape in ipairs { made, set } do
      local points = { shape:points("numbers") }
      for i = 1, #corners, 2 do
        local x, y = transform:transformPoint(corners[i], corners[i + 1])
        check(near(points[i], x, 1000) and near(points[i + 1], y, 1000),
          ("point %d: %g, %g, but LÖVE says %g, %g"):format((i + 1) / 2, points[i], points[i + 1], x, y))
      end
    end
    -- A point that LÖVE moves into the world is in the shape, and one that it moves from outside is not.
    check(made:contains(transform:transformPoint(30, 20)), "the middle is in")
    check(not made:contains(transform:transformPoint(60, 55)), "what is outside is out")
  end
end

local function circles()
  local transform = love.math.newTransform(30, 40, 0.7, 2, 2)
  local disc = collide.circle { radius = 5, transform = transform }
  local x0, y0, x1, y1 = disc:bounds("numbers")
  check(near(x0, 20, 100) and near(y0, 30, 100) and near(x1, 40, 100) and near(y1, 50, 100), "a circle of 10")
  -- Made with an uneven scale it is an ellipse; set later, there is no room for the corners.
  local uneven = love.math.newTransform(30, 40, 0, 2, 1)
  local oval = collide.circle { radius = 5, transform = uneven }
  check(tostring(oval):find("^ellipse"), "an ellipse: " .. tostring(oval))
  for _, p in ipairs { { 39.9, 40 }, { 20.1, 40 }, { 30, 44.9 }, { 30, 35.1 }, { 37, 43 } } do
    check(oval:contains(p[1], p[2]), ("%g, %g is in an ellipse of 10 by 5"):format(p[1], p[2]))
  end
  for _, p in ipairs { { 40.1, 40 }, { 19.9, 40 }, { 30, 45.1 }, { 30, 34.9 }, { 38, 44 } } do
    check(not oval:contains(p[1], p[2]), ("%g, %g is outside of it"):format(p[1], p[2]))
  end
  local ok, message = pcall(disc.set_transform, disc, uneven)
  check(not ok and message:find("circle", 1, true), "a circle stays round: " .. tostring(message))
end

-- Any affine matrix of space; setMatrix takes it row by row, as getMatrix gives it.
local function space()
  for _ = 1, 200 do
    local rows = {}
    for i = 1, 12 do rows[i] = i % 4 == 0 and between(-100, 100) or between(-2, 2) end
    for i = 1, 3 do rows[5 * i - 4] = rows[5 * i - 4] + 4 end -- far from singular
    rows[13], rows[14], rows[15], rows[16] = 0, 0, 0, 1
    local transform = love.math.newTransform():setMatrix("row", unpack(rows))
    local crate = collide.box { half = { 1, 2, 3 }, transform = transform }
    local points, i = crate:points(), 0
    for z = -3, 3, 6 do
      for y = -2, 2, 4 do
        for x = -1, 1, 2 do
          i = i + 1
          local wx, wy, wz = by_matrix(transform, x, y, z)
          check(near(points[i].x, wx, 200) and near(points[i].y, wy, 200) and near(points[i].z, wz, 200),
            ("corner %d: %s, but by hand %g, %g, %g"):format(i, tostring(points[i]), wx, wy, wz))
        end
      end
    end
    check(near(crate:get_position().x, rows[4], 100), "its position is the matrix's last column")
    check(crate:contains(by_matrix(transform, 0.5, -1.5, 2.5)), "a point of its own is in")
    check(not crate:contains(by_matrix(transform, 1.1, 0, 0)), "one beyond its side is not")
    check(crate:overlap(collide.sphere({ radius = 1 }):set_transform(transform)), "a ball of the same place")
  end
end

-- What is drawn inside of two transforms is what their product poses.
local function products()
  local outer, inner = random_transform(), random_transform()
  local tile = collide.rect { half = { 3, 4 }, transform = outer * inner }
  local x, y = outer:transformPoint(inner:transformPoint(3, 4))
  local corner = tile:points()[3]
  check(near(corner.x, x, 5000) and near(corner.y, y, 5000), "the product of two")
  local wx, wy = tile:raycast(x + 5000, y, -1, 0)
  check(wx ~= nil and wy ~= nil, "a ray at the corner's height hits")
  -- The inverse takes the world into the shape's own frame.
  local ox, oy = (outer * inner):inverseTransformPoint(corner.x, corner.y)
  check(near(ox, 3, 5000) and near(oy, 4, 5000), "and back")
end

-- The transform that was given is read once: LÖVE changes it in place, and the shape stays.
local function copies()
  local transform = love.math.newTransform(10, 0)
  local dot = collide.circle { radius = 1, transform = transform }
  transform:translate(90, 0)
  check(dot:contains(10, 0), "the shape stays")
  check(dot:set_transform(transform):contains(100, 0), "until it is set again")
end

-- Outlines as LÖVE cuts them.
local function triangles()
  local count = 0
  for _, flat in ipairs(love.math.triangulate { 0, 0, 100, 0, 100, 100, 50, 20, 0, 100 }) do
    count = count + 1
    check(#collide.polygon(flat):points() == 3 and collide.triangle(flat):winding() ~= 0, "a triangle of LÖVE's")
  end
  check(count == 3, "three of them")
end

function love.load()
  for _, run in ipairs { planes, circles, space, products, copies, triangles } do
    local ok, message = pcall(run)
    if not ok then
      print(message)
      love.event.quit(1)
      return
    end
  end
  print(checks .. " checks\nall holds")
  love.event.quit(0)
end
