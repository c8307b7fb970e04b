-- SPDX-License-Identifier: MIT
--
-- Walks between thousands of points with ties and near ties, compared with an exact reference that shares no code or
-- method with the module.
local collide = require("collide")
local cases = require("spec.support.cases")
local reference = require("spec.support.cells_reference")
local walked = dofile("spec/support/walked.lua")
local random = require("spec.support.random")

local unpack = table.unpack or unpack -- luacheck: ignore 143

local CASES = cases.of(160, 20) -- of each family

local source = random.source(1)
local integer, choose, uniform = source.integer, source.choose, source.uniform

-- x or, as often, a double or two beside it.
local function near(x)
  local unit = math.abs(x) * 2.0 ^ -52
  return x + choose { 0, 0, 0, 0.5, -0.5, 1, -1, 2, -2 } * unit
end

local function boundary(frame, axis)
  return frame.origin[axis] + integer(-12, 12) * frame.size[axis]
end

local UNIT = { size = { 1, 1, 1 }, origin = { 0, 0, 0 } }

local function any_frame()
  local frame = { size = {}, origin = {} }
  for axis = 1, 3 do
    frame.size[axis] = choose { 16, 0.1, 0.3, 0.7, 1 / 3, 1, uniform(0.01, 10) }
    frame.origin[axis] = choose { 0, 0, 0.1, -0.5, 1000.1, uniform(-100, 100) }
  end
  return frame
end

local function even_frame()
  local size, origin = choose { 16, 0.1, 0.3, 0.7, 0.25 }, choose { 0, 0, 0.1, -7.3 }
  return { size = { size, size, size }, origin = { origin, origin, origin } }
end

local function frame_of(size)
  return function() return { size = { size, size, size }, origin = { 0, 0, 0 } } end
end

-- name, a coordinate (of a frame, along an axis), the frame; each gives a point
-- at either end.
local families = {
  { "integers", function() return integer(-12, 12) end },
  { "half-integers", function() return integer(-24, 24) / 2 end },
  { "thirds, as doubles", function() return integer(-36, 36) / 3 end },
  { "tenths, as doubles", function() return integer(-100, 100) / 10 end },
  { "doubles at random", function() return uniform(-12, 12) end },
  { "half-integers or doubles beside", function() return near(integer(-24, 24) / 2) end },
  { "thirds or doubles beside", function() return near(integer(-36, 36) / 3) end },
  { "points 2^40 away", function() return 2 ^ 40 + integer(-48, 48) / 4 end },
  { "points about 2^52", function() return 2 ^ 52 + integer(-12, 12) / 2 end },
  { "boundaries of a frame", boundary, any_frame },
  { "boundaries of an even frame", boundary, even_frame },
  { "boundaries of an even frame or doubles beside", function(f, axis) return near(boundary(f, axis)) end,
    even_frame },
  { "thirds of a frame's cells", function(f, axis)
    return f.origin[axis] + integer(-36, 36) / 3 * f.size[axis]
  end, even_frame },
  { "points of cells of 1e-140", function(f) return integer(-24, 24) / 2 * f.size[1] end, frame_of(1e-140) },
  { "points of cells of 1e-300", function(f) return integer(-24, 24) / 2 * f.size[1] end, frame_of(1e-300) },
  { "points of cells of 2^-1070", function(f) return integer(-24, 24) / 4 * f.size[1] end,
    frame_of(2.0 ^ -1070) },
  { "points of cells of 1e298", function(f) return integer(-24, 24) / 2 * f.size[1] end, frame_of(1e298) },
  { "points of cells of very different sizes", function(f, axis)
    return integer(-24, 24) / 2 * f.size[axis]
  end, function() return { size = { 1e-140, 3, 1e140 }, origin = { 0, 0, 0 } } end },
}

local function point(coordinate, frame, dimensions)
  local p = {}
  for axis = 1, dimensions do p[axis] = coordinate(frame, axis) end
  return p
end

-- A walk of a family: its ends, and every so often one that stands still along
-- an axis, or goes as far along two.
local function make_walk(coordinate, frame)
  local from = point(coordinate, frame, choose { 2, 2, 3 })
  local to = point(coordinate, frame, #from)
  local a, b = integer(1, #from), integer(1, #from)
  local kind, alike = integer(1, 8), frame.size[a] == frame.size[b]
  if kind == 1 then
    to[a] = from[a]
  elseif kind == 2 and alike then
    from[a], to[a] = from[b], to[b]
  elseif kind == 3 and alike then
    from[a], to[a] = -from[b], -to[b]
  end
  return from, to
end

local function list(values)
  local written = {}
  for i, value in ipairs(values) do written[i] = ("%.17g"):format(value) end
  return table.concat(written, ", ")
end

local function tell(what, from, to, frame)
  return ("%s: from {%s} to {%s}, size {%s}, origin {%s}"):format(what, list(from), list(to),
    list(frame.size), list(frame.origin))
end

-- What is wrong with a flat answer, or nil.
local function compare(flat, groups, dimensions)
  local at, last = 1, 0
  for i, group in ipairs(groups) do
    for _, cell in ipairs(group) do
      local index, t = flat[at], flat[at + 1]
      if index ~= i then return ("cell %d is of group %s, not %d"):format(at, tostring(index), i) end
      if not (t >= last and t <= 1) then return ("t goes from %.17g to %.17g"):format(last, t) end
      if math.abs(t - group.t) > 2 ^ -50 * group.t then return ("t of group %d is %.17g"):format(i, t) end
      for axis = 1, dimensions do
        local k = flat[at + 1 + axis]
        if k ~= cell[axis] then return ("group %d has %.17g along axis %d"):format(i, k, axis) end
        if k == 0 and 1 / k < 0 then return ("group %d has -0.0"):format(i) end
      end
      at, last = at + 2 + dimensions, t
    end
    if (last == 0) ~= (group.zero or false) then return ("t of group %d is %.17g"):format(i, last) end
    if group.whole and last ~= 1 then return ("group %d is at the end, t is %.17g"):format(i, last) end
  end
  if flat[at] ~= nil then return "there is more than there should be" end
end

local function of_dimensions(frame, dimensions)
  local cut = { size = {}, origin = {} }
  for axis = 1, dimensions do
    cut.size[axis], cut.origin[axis] = frame.size[axis], frame.origin[axis]
  end
  return cut
end

-- from and to, one after the other, and the frame.
local function in_numbers(from, to, frame)
  local arguments = {}
  for _, x in ipairs(from) do arguments[#arguments + 1] = x end
  for _, x in ipairs(to) do arguments[#arguments + 1] = x end
  arguments[#arguments + 1] = frame
  return unpack(arguments)
end

local function same(a, b)
  for i = 1, math.max(#a, #b) do
    if a[i] ~= b[i] then return false end
  end
  return true
end

describe("the groups of walks", function()
  for number, family in ipairs(families) do
    local name, coordinate, make_frame = unpack(family)

    it("are exact between " .. name, function()
      source.set_seed(1000 + number)
      for _ = 1, CASES do
        local frame = make_frame and make_frame() or UNIT
        local from, to = make_walk(coordinate, frame)
        frame = of_dimensions(frame, #from)
        local flat = collide.trace(in_numbers(from, to, frame))
        local wrong = compare(flat, reference(from, to, frame), #from)
        assert(not wrong, wrong and tell(wrong, from, to, frame))
      end
    end)
  end

  it("are the same in every form, to the last bit", function()
    source.set_seed(77)
    for case = 1, CASES do
      local _, coordinate, make_frame = unpack(families[1 + case % #families])
      local frame = make_frame and make_frame() or UNIT
      local from, to = make_walk(coordinate, frame)
      frame = of_dimensions(frame, #from)
      local flat = collide.trace(in_numbers(from, to, frame))
      assert(same(flat, walked.flatten(collide.trace(from, to, frame))), tell("trace", from, to, frame))
      assert(same(flat, walked.flatten(walked.groups(collide.cells(from, to, frame)))), tell("groups", from, to, frame))
      assert(same(flat, walked.collect(collide.cells(in_numbers(from, to, frame)))), tell("steps", from, to, frame))
    end
  end)
end)

-- A walk may be answered many cells at once where no tie is near, and has to go
-- over to single steps and back where one is: long walks do both.
describe("long walks", function()
  local lengths = cases.QUICK and { 150 } or { 40, 150, 600 }

  local function check(from, to, frame)
    local flat = collide.trace(in_numbers(from, to, frame))
    local wrong = compare(flat, reference(from, to, frame), #from)
    assert(not wrong, wrong and tell(wrong, from, to, frame))
  end

  local function ends(dimensions, length, coordinate)
    local from, to = {}, {}
    for axis = 1, dimensions do
      local share = choose { 1, 1, 0.5, 0.1, 0.01 } * length
      from[axis] = coordinate(-share, share)
      to[axis] = coordinate(-share, share)
    end
    return from, to
  end

  for _, length in ipairs(lengths) do
    it(("of %d cells are exact"):format(length), function()
      source.set_seed(5 + length)
      for case = 1, math.floor(cases.of(3000, 600) / length) do
        local dimensions = 2 + case % 2
        local frame = of_dimensions(UNIT, dimensions)
        check(ends(dimensions, length, uniform))
        local from, to = ends(dimensions, length, function(low, high)
          return math.floor(uniform(low, high) * 2) / 2
        end)
        check(from, to, frame)
        to[1] = near(to[1])
        check(from, to, frame)
      end
    end)
  end

  it("are exact if they go much farther along one axis than along the other", function()
    for _, offset in ipairs(cases.QUICK and { 2e-4 } or { 1e-3, 2e-4, 1e-5, 1e-6, 1e-9 }) do
      for sign = -1, 1, 2 do
        check({ 0.5, sign * offset }, { 3.5, 1800 + sign * offset }, of_dimensions(UNIT, 2))
        check({ sign * offset, 0.5 }, { -1200 + sign * offset, -3.5 }, of_dimensions(UNIT, 2))
      end
    end
  end)

  it("are exact if they barely miss a far corner", function()
    source.set_seed(9)
    for _ = 1, CASES / 4 do
      -- From a half-integer through a corner to as far beyond, and a rounding off.
      local slope = choose { 3, 5, 7, 9, 21 }
      local steps = integer(5, 20)
      local from, to = { 0.5, 0.5 }, { 0.5 + steps * choose { -1, 1 }, near(0.5 + slope * steps) }
      check(from, to, of_dimensions(UNIT, 2))
      check({ from[2], from[1] }, { to[2], to[1] }, of_dimensions(UNIT, 2))
    end
  end)
end)
