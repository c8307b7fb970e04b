-- SPDX-License-Identifier: MIT
--
-- Casts at a shape that LuaJIT compiles go to a function of the shape's kind (src/shape/direct.h),
-- which looks at less of what it is given than the function of the C API: both have to agree on
-- whatever numbers, to the bit and to the sign of a zero.
local collide = require("collide")
local files = require("spec.support.files")
local shell = require("spec.support.shell")

if collide._WAY ~= "ffi" then return end

local PROGRAM = [==[
  local turned = { position = { 1, -2, 0.5 }, rotation = { 0.1, 0.2, 0.3, 0.9 } }
  local function with(fields, more)
    for k, v in pairs(more) do fields[k] = v end
    return fields
  end
  local shapes = { [2] = {}, [3] = {} }
  local function add(dimensions, make, fields, more)
    table.insert(shapes[dimensions], c[make](with(fields, more or {})))
  end
  add(2, "circle", { radius = 1 }) add(2, "circle", { radius = 2, position = { 3, -1 } })
  add(2, "circle", { radius = 0 }) add(2, "circle", { radius = 1e200 }) add(2, "circle", { radius = 1e-200 })
  add(2, "rect", { half = { 1, 2 } }) add(2, "rect", { half = { 1, 2 }, rotation = 0.5, position = { 1, 1 } })
  add(2, "segment", { { -1, -1 }, { 2, 1 } }) add(2, "segment", { { 0, -1 }, { 0, 1 } })
  add(2, "triangle", { { 0, 0 }, { 3, 0 }, { 0, 3 } })
  add(2, "polygon", { { 0, 0 }, { 3, 0 }, { 4, 2 }, { 0, 3 } })
  add(2, "capsule", { a = { -1, 0 }, b = { 2, 1 }, radius = 0.5 })
  add(2, "capsule", { a = { 1, 1 }, b = { 1, 1 }, radius = 1 })
  add(2, "plane", { normal = { 0, 1 }, distance = 0 }) add(2, "plane", { normal = { 1, 2 }, distance = -0.5 })
  add(3, "sphere", { radius = 1 }) add(3, "sphere", { radius = 2, position = { 3, -1, 1 } })
  add(3, "sphere", { radius = 0 }) add(3, "sphere", { radius = 1e200 })
  add(3, "sphere", { radius = 1, scale = { 1, 2, 3 } })
  add(3, "box", { half = { 1, 2, 3 } }) add(3, "box", { half = { 1, 2, 3 } }, turned)
  add(3, "cylinder", { radius = 1, half_height = 2 }) add(3, "cylinder", { radius = 1, half_height = 2 }, turned)
  add(3, "cone", { radius = 1, height = 2 }) add(3, "cone", { radius = 1, height = 2 }, turned)
  add(3, "capsule", { radius = 1, half_height = 2 }) add(3, "capsule", { radius = 1, half_height = 2 }, turned)
  add(3, "plane", { normal = { 0, 1, 0 }, distance = 0 })
  add(3, "plane", { normal = { 1, 2, 3 }, distance = 1 }, turned)
  add(3, "triangle", { { 0, 0, 0 }, { 3, 0, 0 }, { 0, 3, 0 } })
  add(3, "triangle", { { 0, 0, 1 }, { 3, 1, 0 }, { 0, 3, 2 } })
  add(3, "segment", { { 0, 0, 0 }, { 3, 0, 0 } })
  add(3, "hull", { { -1, -1, -1 }, { 9, 0, 0 }, { 0, 9, 0 }, { 0, 0, 9 } })

  local odd = { 0, -0, 1, -1, 2, 0.5, -3, 5e-324, -1e-310, 1e-170, -1e-30, 1e30, 1e160, -1e300, 1.7e308,
    1 / 0, -1 / 0, 0 / 0 }
  local state = 1
  local function random(n)
    state = (state * 16807) % 2147483647
    return state % n + 1
  end
  -- the rarest numbers not in every call: two that are odd in a hundred ways hide what one does
  local function number(is_odd)
    if is_odd and random(3) == 1 then return odd[random(#odd)] end
    return random(2) == 1 and odd[random(7)] or (random(16001) - 8001) / 1024
  end
  local function told(fine, ...)
    if not fine then return (...) end
    local all = {}
    for i = 1, select("#", ...) do
      local v = select(i, ...)
      all[i] = type(v) == "number" and ("%.17g"):format(v) or tostring(v)
    end
    return table.concat(all, " ")
  end

  local names = { "raycast", "raycast_any", "segmentcast", "segmentcast_any", "linecast", "linecast_any" }
  for dimensions = 2, 3 do
    for k, shape in ipairs(shapes[dimensions]) do
      for _, name in ipairs(names) do
        local ask = c[name]
        for i = 1, CASES do
          local v, is_odd = {}, i % 2 == 0
          for j = 1, 2 * dimensions do v[j] = number(is_odd) end
          if name:find("ray") and i % 3 == 0 then v[#v + 1] = number(is_odd) end
          -- twice, and the second time it may be compiled
          local first = told(pcall(ask, shape, unpack(v)))
          local second
          if dimensions == 2 and #v == 4 then
            second = told(pcall(function() return ask(shape, v[1], v[2], v[3], v[4]) end))
          elseif dimensions == 3 and #v == 6 then
            second = told(pcall(function() return ask(shape, v[1], v[2], v[3], v[4], v[5], v[6]) end))
          else
            second = told(pcall(ask, shape, unpack(v)))
          end
          print(dimensions, k, name, table.concat(v, " "), first, second)
        end
      end
    end
  end
]==]

local function printed(way)
  local path = files.write(os.tmpname(), ("package.cpath = %q\n"):format(package.cpath)
    .. "local c = require('collide')\n" .. PROGRAM:gsub("CASES", os.getenv("COLLIDE_QUICK") and "150" or "1500"))
  local text = shell.output(("COLLIDE_FFI=%s %s %s 2>&1"):format(way, shell.quote(shell.interpreter()), path))
  os.remove(path)
  return text
end

describe("a cast by value", function()
  it("answers as the function of the C API does, whatever the numbers", function()
    local lines, count, hits = {}, 0, 0
    for line in printed("0"):gmatch("[^\n]+") do lines[#lines + 1] = line end
    for line in printed("1"):gmatch("[^\n]+") do
      count = count + 1
      if line ~= lines[count] then assert.equal(lines[count], line) end
      if not line:find("nil") and not line:find("false") then hits = hits + 1 end
    end
    assert.equal(#lines, count)
    assert.is_true(count > 30 * 6 * 100 and hits > count / 8, count .. " lines, " .. hits .. " hits")
  end)
end)
