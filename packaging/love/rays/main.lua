-- SPDX-License-Identifier: MIT
--
-- Batches of rays from LÖVE's own Data: the answers are those of the same rays in an array, and of single
-- casts. Data come from love.data, from a file and from a view into another.
local collide = require("collide")
local ffi = require("ffi")

local checks = 0

local function check(condition, what)
  checks = checks + 1
  if not condition then error(what, 2) end
end

local random = love.math.newRandomGenerator(21)

local function same(found, expected, what)
  check(#found == #expected, what .. ": another length, " .. #found .. " and not " .. #expected)
  for i = 1, #expected do check(found[i] == expected[i], what .. ": number " .. i) end
end

local function data_of(numbers)
  local data = love.data.newByteData(8 * #numbers)
  local doubles = ffi.cast("double *", data:getFFIPointer())
  for i, x in ipairs(numbers) do doubles[i - 1] = x end
  return data
end

local function try(target, dimensions, cast, many)
  local rays = {}
  for i = 1, 2 * dimensions * 200 do rays[i] = random:random() * 20 - 10 end
  local expected, size = {}, 2 * dimensions
  for i = 1, #rays, size do
    local hit = { cast(target, unpack(rays, i, i + size - 1)) }
    expected[#expected + 1] = hit[1] or math.huge
    for k = 1, dimensions do expected[#expected + 1] = hit[1 + k] or 0 end
    expected[#expected + 1] = hit[1] and hit[2 * dimensions + 3] or 0
  end
  local data, into = data_of(rays), {}
  same(many(target, rays), expected, "an array")
  same(many(target, data), expected, "ByteData")
  check(many(target, data, { into = into }) == into, "into is returned")
  same(into, expected, "into")
  local packed = love.data.pack("data", "<" .. ("d"):rep(size), unpack(rays, 1, size))
  same(many(target, packed), { unpack(expected, 1, dimensions + 2) }, "packed")
  same(many(target, data:getString()), expected, "a string")
  same(many(target, love.data.newDataView(data, 8 * size, 8 * size * 3)),
    { unpack(expected, dimensions + 3, (dimensions + 2) * 4) }, "a view")
  same(many(target, love.filesystem.newFileData(data:getString(), "rays")), expected, "FileData")
  same(many(target, data, { count = 2 }), { unpack(expected, 1, 2 * (dimensions + 2)) }, "count")
  check(not pcall(many, target, love.data.newByteData(8 * size + 8)), "an odd length is refused")
  check(not pcall(many, target, love.data.newByteData(8 * size)), "rays without direction are refused")
end

local function planes()
  local shapes = {}
  for i = 1, 30 do
    shapes[i] = collide.rect { half = { 0.5, 0.25 }, rotation = i,
      position = { random:random() * 20 - 10, random:random() * 20 - 10 } }
  end
  for _, target in ipairs { shapes, collide.world(shapes) } do try(target, 2, collide.raycast, collide.raycast_many) end
end

local function space()
  local shapes = {}
  for i = 1, 30 do
    shapes[i] = collide.sphere { radius = 2,
      position = { random:random() * 20 - 10, random:random() * 20 - 10, random:random() * 20 - 10 } }
  end
  for _, target in ipairs { shapes, collide.world(shapes) } do try(target, 3, collide.raycast, collide.raycast_many) end
end

function love.load()
  for _, run in ipairs { planes, space } do
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
