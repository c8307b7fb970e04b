-- SPDX-License-Identifier: MIT
--
-- Casts at grids, compared with `cells` and a look-up of each cell. Random worlds, and lines with ties and near ties.
-- spec/quick compares rays, segments and lines with exact arithmetic.
local collide = require("collide")
local cases = require("spec.support.cases")
local random = require("spec.support.random")

local unpack = table.unpack or unpack -- luacheck: ignore 143

local source = random.source(1)
local integer, choose, uniform = source.integer, source.choose, source.uniform

local function near(x)
  return x + choose { 0, 0, 0, 0.5, -0.5, 1, -1, 2, -2 } * math.abs(x) * 2.0 ^ -52
end

-- ---- Worlds -------------------------------------------------------------------

local function any_cell(dimensions, reach)
  local cell = {}
  for k = 1, dimensions do cell[k] = integer(-reach, reach) end
  return cell
end

-- Cells, anywhere or in heaps, up to `reach` from the origin, and a few to aim at.
local worlds = {
  { "a few cells, far apart", 2000, function(grid, dimensions, reach, aims)
    for i = 1, integer(1, 8) do
      aims[i] = any_cell(dimensions, reach)
      grid:set(aims[i], i)
    end
  end },
  { "scattered cells", 24, function(grid, dimensions, reach, aims)
    for i = 1, 150 do
      local cell = any_cell(dimensions, reach)
      grid:set(cell, i)
      aims[1 + i % 20] = cell
    end
  end },
  { "heaps with much between", 600, function(grid, dimensions, reach, aims)
    for i = 1, integer(1, 5) do
      local middle = any_cell(dimensions, reach)
      aims[i] = middle
      for _ = 1, 80 do
        local cell = {}
        for k = 1, dimensions do cell[k] = middle[k] + integer(-6, 6) end
        grid:set(cell, i)
      end
    end
  end },
  { "boxes with holes", 70, function(grid, dimensions, reach, aims)
    for i = 1, 4 do
      local low, high = any_cell(dimensions, reach), {}
      for k = 1, dimensions do high[k] = low[k] + integer(0, 40) end
      grid:fill(low, high, i)
      aims[i] = low
    end
    for _ = 1, 6 do
      local low, high = any_cell(dimensions, reach), {}
      for k = 1, dimensions do high[k] = low[k] + integer(0, 30) end
      grid:fill(low, high, 0)
    end
  end },
  { "one cell about 2^50 away", 10, function(grid, dimensions, _, aims)
    local cell = any_cell(dimensions, 10)
    cell[1] = cell[1] + 2 ^ 50
    grid:set(cell, 1)
    aims[1] = any_cell(dimensions, 10)
    grid:set(aims[1], 2)
  end },
}

local frames = {
  { size = 1, origin = 0 }, { size = 1, origin = 0 }, { size = 16, origin = 8 }, { size = 0.1, origin = 0 },
  { size = 0.1, origin = 1000.1 }, { size = 0.3, origin = -7.3 }, "anisotropic",
}

local function make_frame(dimensions, world)
  local frame = { dimensions = dimensions, size = {}, origin = {} }
  local common = choose(frames)
  if world:find("2^50", 1, true) then common = frames[1] end
  for k = 1, dimensions do
    if common == "anisotropic" then
      frame.size[k] = choose { 16, 0.1, 0.7, 1 / 3, 1 }
      frame.origin[k] = choose { 0, 0.1, -0.5, 100.1 }
    else
      frame.size[k], frame.origin[k] = common.size, common.origin
    end
  end
  return frame
end

-- ---- Lines -------------------------------------------------------------------

local coordinates = {
  function(reach) return integer(-reach, reach) end,
  function(reach) return integer(-2 * reach, 2 * reach) / 2 end,
  function(reach) return integer(-3 * reach, 3 * reach) / 3 end,
  function(reach) return uniform(-reach, reach) end,
  function(reach) return near(integer(-2 * reach, 2 * reach) / 2) end,
}

-- From somewhere about the world to somewhere else, often past a cell of it.
local function make_line(frame, reach, aims)
  local from, to = {}, {}
  local coordinate = choose(coordinates)
  for k = 1, frame.dimensions do
    from[k] = frame.origin[k] + coordinate(reach) * frame.size[k]
    to[k] = frame.origin[k] + coordinate(reach) * frame.size[k]
  end
  local kind, a = integer(1, 10), integer(1, frame.dimensions)
  if kind <= 5 then
    local aim = choose(aims)
    local short = kind == 5 and 0.5 or 1
    for k = 1, frame.dimensions do
      local at = frame.origin[k] + (aim[k] + choose { 0, 0.5, 0.5, 0.25, 1 }) * frame.size[k]
      if math.abs(aim[k]) > 2 ^ 40 then at = from[k] end
      to[k] = from[k] + (at - from[k]) * choose { 1, 2, 2 } * short
    end
  elseif kind == 6 then
    to[a] = from[a]
  elseif kind == 7 then -- a diagonal, all of whose crossings are ties
    local length = integer(1, reach)
    for k = 1, frame.dimensions do to[k] = from[k] + length * frame.size[k] * choose { -1, 1 } end
  elseif kind == 8 then -- nearly along an axis
    for k = 1, frame.dimensions do
      if k ~= a then to[k] = from[k] + uniform(-1e-9, 1e-9) * frame.size[k] end
    end
  end
  return from, to
end

-- ---- What they are to be ---------------------------------------------------------

local function key_of(cell)
  return table.concat({ cell.x, cell.y, cell.z }, " ")
end

-- The hits that `cells` with look-ups finds: one text for each solid cell.
local function looked_up(grid, frame, from, to, ahead)
  local list = {}
  local first = true
  local before
  for group in collide.cells(from, to, frame) do
    local solid = {}
    for i = ahead and #group or 1, #group do
      if grid:get(group[i]) > 0 then solid[#solid + 1] = key_of(group[i]) end
    end
    local last = group[#group]
    for i = ahead and #group or 1, #group do
      local cell, value = group[i], grid:get(group[i])
      if value > 0 then
        local normal = { 0, 0, 0 }
        for k, axis in ipairs { "x", "y", "z" } do
          if before and cell[axis] and cell[axis] ~= before[axis] then
            normal[k] = cell[axis] > before[axis] and -1 or 1
            break
          end
        end
        local t_exit = i == #group and group.t_exit or group.t
        list[#list + 1] = ("%.17g %.17g %s %d (%s) %s %d %d %d"):format(group.t, t_exit, key_of(cell), value,
          table.concat(solid, ", "), tostring(first), normal[1], normal[2], normal[3])
      end
    end
    first, before = false, last
  end
  return list
end

local function tell(hit, cut)
  local solid = {}
  for i, cell in ipairs(hit.cells) do solid[i] = key_of(cell) end
  local t_exit = cut and hit.t_exit > 1 and 1 or hit.t_exit -- the walk ends at its end
  return ("%.17g %.17g %s %d (%s) %s %d %d %d"):format(hit.t, t_exit, key_of(hit.cell), hit.value,
    table.concat(solid, ", "), tostring(hit.inside), hit.normal.x, hit.normal.y, hit.normal.z or 0)
end

local function tell_all(hits)
  local list = {}
  for i, hit in ipairs(hits) do list[i] = tell(hit, true) end
  return list
end

local function where(frame, from, to)
  local function list(values)
    local written = {}
    for i, value in ipairs(values) do written[i] = ("%.17g"):format(value) end
    return table.concat(written, ", ")
  end
  return ("from {%s} to {%s}, size {%s}, origin {%s}"):format(list(from), list(to), list(frame.size),
    list(frame.origin))
end

local function same_lists(expected, got, message)
  if table.concat(expected, "\n") == table.concat(got, "\n") then return end
  assert.same(expected, got, message)
end

-- The segment, its first hit, in numbers, any of it, and from the cells ahead alone.
local function check_segment(grid, frame, from, to)
  local expected = looked_up(grid, frame, from, to)
  local message = where(frame, from, to)
  same_lists(expected, tell_all(grid:segmentcast_all(from, to)), message)
  local hit = grid:segmentcast(from, to)
  assert.equal(expected[1], hit and tell(hit, true), message)
  assert.equal(expected[1] ~= nil, grid:segmentcast_any(from, to), message)
  local numbers = { unpack(from) }
  for k = 1, #to do numbers[#numbers + 1] = to[k] end
  local answer = { grid:segmentcast(unpack(numbers)) }
  if hit then
    local d = frame.dimensions
    assert.same({ hit.t, hit.t_exit, hit.point.x, hit.value, hit.cell.x },
      { answer[1], answer[2 + d], answer[3 + d], answer[4 + 2 * d], answer[5 + 2 * d] })
  else
    assert.is_nil(answer[1])
  end
  same_lists(looked_up(grid, frame, from, to, true),
    tell_all(grid:segmentcast_all(from, to, { corners = "ahead" })), message)
  return expected
end

-- A ray is the segment where its direction is the difference, exactly, and max 1.
local function check_ray(grid, frame, from, to, expected)
  local direction, zero = {}, true
  for k = 1, #from do
    direction[k] = to[k] - from[k]
    if from[k] + direction[k] ~= to[k] or to[k] - direction[k] ~= from[k] then return end
    zero = zero and direction[k] == 0
  end
  if zero then return end
  local message = where(frame, from, to)
  same_lists(expected, tell_all(grid:raycast_all(from, direction, 1)), message)
  -- Without max there may be more, but nothing else before.
  local all = grid:raycast_all(from, direction)
  assert.is_true(#all >= #expected, message)
  for i = 1, #expected do assert.equal(expected[i], tell(all[i], true), message) end
  -- As far as a hit, its t included.
  if #expected > 0 then
    local some = grid:raycast_all(from, direction, { max = all[#expected].t })
    assert.is_true(#some <= #all)
  end
end

describe("casts at grids equal walks with look-ups #long:", function()
  for number, world in ipairs(worlds) do
    for dimensions = 2, 3 do
      it(("%s, in %dD"):format(world[1], dimensions), function()
        source.set_seed(100 * number + dimensions)
        local hits, several = 0, 0
        for _ = 1, cases.of(12, 3) do
          local frame = make_frame(dimensions, world[1])
          local grid = collide.grid(frame)
          local reach, aims = world[2], {}
          world[3](grid, dimensions, reach, aims)
          for _ = 1, cases.of(40, 10) do
            local from, to = make_line(frame, reach, aims)
            local expected = check_segment(grid, frame, from, to)
            check_ray(grid, frame, from, to, expected)
            hits = hits + #expected
            for _, text in ipairs(expected) do
              if text:find(",", 1, true) then several = several + 1 end
            end
          end
        end
        assert.is_true(hits > cases.of(50, 0))
        if number == 4 and not cases.QUICK then assert.is_true(several > 20) end
      end)
    end
  end
end)
