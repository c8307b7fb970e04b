-- SPDX-License-Identifier: MIT
--
-- Walks and casts with rule="closed": walks are compared with brute force over all cells, casts with casts at the same
-- cells as boxes.
local collide = require("collide")
local cases = require("spec.support.cases")
local closed_cells = require("spec.support.closed_cells")
local walked = dofile("spec/support/walked.lua")
local random = require("spec.support.random")

local unpack = table.unpack or unpack -- luacheck: ignore 143

local CASES = cases.of(300, 30) -- of each family

local source = random.source(1)
local integer, choose = source.integer, source.choose

local function tell(group)
  local cells = {}
  for i, c in ipairs(group) do cells[i] = c.z and ("%d %d %d"):format(c.x, c.y, c.z) or ("%d %d"):format(c.x, c.y) end
  return table.concat(cells, ", ")
end

local function told(from, to, frame)
  local list = {}
  for i, group in ipairs(collide.trace(from, to, frame or { rule = "closed" })) do
    list[i] = ("%g: %s"):format(group.t, tell(group))
  end
  return list
end

describe("a walk over closed cells", function()
  it("begins with all cells that contain its start", function()
    assert.same({ "0: 0 0" }, told({ 0.5, 0.5 }, { 0.5, 0.5 }))
    assert.same({ "0: 1 0, 2 0" }, told({ 2, 0.5 }, { 2, 0.5 }))
    assert.same({ "0: 1 1, 2 1, 1 2, 2 2" }, told({ 2, 2 }, { 2, 2 }))
    assert.same({ "0: 1 1 1, 2 1 1, 1 2 1, 2 2 1, 1 1 2, 2 1 2, 1 2 2, 2 2 2" }, told({ 2, 2, 2 }, { 2, 2, 2 }))
  end)

  it("touches the cells on both sides of a boundary along which it runs", function()
    assert.same({ "0: 1 0, 2 0", "0.25: 1 1, 2 1", "0.75: 1 2, 2 2" }, told({ 2, 0.5 }, { 2, 2.5 }))
    assert.same({ "0: 1 2, 2 2", "0.25: 1 1, 2 1", "0.75: 1 0, 2 0" }, told({ 2, 2.5 }, { 2, 0.5 }))
    assert.same({ "0: 0 0 0, 0 1 0, 0 0 1, 0 1 1", "0.5: 1 0 0, 1 1 0, 1 0 1, 1 1 1" },
      told({ 0.5, 1, 1 }, { 1.5, 1, 1 }))
  end)

  it("touches cells that it meets only at a corner, also at its end", function()
    assert.same({ "0: 0 0", "0.5: 1 0, 0 1, 1 1" }, told({ 0.5, 0.5 }, { 1.5, 1.5 }))
    assert.same({ "0: 0 0", "1: 1 0, 0 1, 1 1" }, told({ 0.5, 0.5 }, { 1, 1 }))
    assert.same({ "0: 0 0, 1 0, 0 1, 1 1" }, told({ 1, 1 }, { 1.5, 1.5 }))
    assert.same({ "0: 0 0, 1 0, 0 1, 1 1" }, told({ 1, 1 }, { 0.5, 0.5 }))
  end)

  it("equals the half-open walk if nothing lies on a boundary", function()
    local from, to = { 0.25, 0.5, 0.125 }, { 5.125, -3.75, 2.25 }
    assert.same(told(from, to, {}), told(from, to))
  end)

  it("runs without end in the memory of one group", function()
    local count = 0
    for i, _, x, y in collide.cells(0.5, 3, 2 ^ 40, 3, { rule = "closed" }) do
      count = count + 1
      assert.equal(math.floor((count + 1) / 2), i)
      assert.equal(i - 1, x)
      assert.equal(count % 2 == 1 and 2 or 3, y)
      if count == 1000 then break end
    end
  end)

  it("is an error if the cell below a boundary is not distinct", function()
    local far = -(2 ^ 53 - 1)
    assert.has_no.errors(function() collide.trace({ far, 0.5 }, { far, 0.5 }) end)
    assert.has_error(function() collide.trace({ far, 0.5 }, { far, 0.5 }, { rule = "closed" }) end,
      "bad argument #1 to 'trace' (from: cells are no longer distinct there, the limit is 2^51 cells, " ..
      "or 2^53 where size is a power of two and origin 0; and no boundary may exceed 1e300)")
  end)
end)

-- A coordinate of a frame along an axis.
local families = {
  { "integers", function() return integer(-4, 4) end },
  { "half-integers", function() return integer(-8, 8) / 2 end },
  { "thirds, as doubles", function() return integer(-12, 12) / 3 end },
  { "sevenths, as doubles", function() return integer(-28, 28) / 7 end },
  { "boundaries of a frame", function(f) return f.origin + integer(-4, 4) * f.size end, true },
  { "points of a frame and boundaries", function(f)
    return f.origin + (integer(1, 2) == 1 and integer(-4, 4) or integer(-12, 12) / 3) * f.size
  end, true },
  { "boundaries and doubles beside", function(f)
    local x = f.origin + integer(-4, 4) * f.size
    return x + choose { 0, 0, 1, -1 } * math.abs(x) * 2 ^ -52
  end, true },
}

local function make_walk(family)
  local _, coordinate, has_frame = unpack(family)
  local frame = { size = 1, origin = 0, rule = "closed" }
  if has_frame then frame.size, frame.origin = choose { 0.1, 0.3, 0.7, 16 }, choose { 0, 0.1, -7.3, 1000.1 } end
  local from, to = {}, {}
  for axis = 1, choose { 2, 2, 3 } do
    from[axis], to[axis] = coordinate(frame), coordinate(frame)
    if integer(1, 4) == 1 then to[axis] = from[axis] end
  end
  return from, to, frame
end

local function show(from, to, frame)
  local values = {}
  for _, p in ipairs { from, to } do
    for _, x in ipairs(p) do values[#values + 1] = ("%.17g"):format(x) end
  end
  return ("%s, size %.17g, origin %.17g"):format(table.concat(values, ", "), frame.size, frame.origin)
end

-- What is wrong with groups, or nil.
local function compare(groups, expected)
  local last = 0
  for i, group in ipairs(expected) do
    local got = groups[i]
    if not got then return ("group %d is missing"):format(i) end
    if got.t ~= got.t or got.t < last or math.abs(got.t - group.t) > 2 ^ -50 * group.t then
      return ("group %d is at %.17g, not %.17g"):format(i, got.t, group.t)
    end
    if (got.t == 0) ~= group.zero or (group.whole and got.t ~= 1) then
      return ("group %d has t %.17g"):format(i, got.t)
    end
    if got.t_exit ~= (groups[i + 1] and groups[i + 1].t or 1) then return ("group %d has another t_exit"):format(i) end
    for k, cell in ipairs(group) do group[k] = { x = cell[1], y = cell[2], z = cell[3] } end
    if tell(got) ~= tell(group) then return ("group %d: %s; expected %s"):format(i, tell(got), tell(group)) end
    last = got.t
  end
  if groups[#expected + 1] then return "there is a group more" end
end

local function set_of(groups)
  local set, count = {}, 0
  for _, group in ipairs(groups) do
    for _, cell in ipairs(group) do
      local key = tell { cell }
      assert(not set[key], "a cell is there twice")
      set[key], count = true, count + 1
    end
  end
  return set, count
end

describe("the closed cells of segments", function()
  for number, family in ipairs(families) do
    it("are those of brute force between " .. family[1], function()
      source.set_seed(100 + number)
      for _ = 1, CASES do
        local from, to, frame = make_walk(family)
        local groups = collide.trace(from, to, frame)
        local wrong = compare(groups, closed_cells(from, to, frame))
        assert(not wrong, wrong and wrong .. ": " .. show(from, to, frame))
      end
    end)

    it("are the same in the reverse direction between " .. family[1], function()
      source.set_seed(200 + number)
      for _ = 1, CASES do
        local from, to, frame = make_walk(family)
        local set, count = set_of(collide.trace(from, to, frame))
        local back, back_count = set_of(collide.trace(to, from, frame))
        assert.equal(count, back_count, show(from, to, frame))
        for key in pairs(set) do assert(back[key], key .. ": " .. show(from, to, frame)) end
      end
    end)
  end

  it("are the same in every form", function()
    source.set_seed(77)
    for case = 1, CASES do
      local from, to, frame = make_walk(families[1 + case % #families])
      local arguments = {}
      for _, p in ipairs { from, to } do
        for _, x in ipairs(p) do arguments[#arguments + 1] = x end
      end
      arguments[#arguments + 1] = frame
      local flat = walked.flatten(collide.trace(from, to, frame))
      assert.same(flat, collide.trace(unpack(arguments)))
      assert.same(flat, walked.collect(collide.cells(unpack(arguments))))
      assert.same(flat, walked.flatten(walked.groups(collide.cells(from, to, frame))))
    end
  end)

  it("are the same for one long segment along a boundary and for its pieces", function()
    for _, to in ipairs { { 700, 3, 5 }, { 700, 300, 5 }, { -700, 300, 5 }, { 600, 600, 5 }, { 611, -307, 5 } } do
      local from = { 0, to[2] == 3 and 3 or 0, 5 }
      local flat = collide.trace(from[1], from[2], from[3], to[1], to[2], to[3], { rule = "closed" })
      assert.same(walked.flatten(collide.trace(from, to, { rule = "closed" })), flat)
      local _, count = set_of(collide.trace(to, from, { rule = "closed" }))
      assert.equal(count, #flat / 5)
    end
  end)
end)

-- ---- Casts ------------------------------------------------------------------

-- A grid of some cells near the origin, and boxes of the same cells by z, then y, then x.
local function make_target(dimensions, size)
  local grid = collide.grid { dimensions = dimensions, size = size, origin = size / 2 }
  local reach = choose { 1, 2, 3 }
  for _ = 1, integer(1, 12) do
    local cell = {}
    for axis = 1, dimensions do cell[axis] = integer(-reach, reach) end
    grid:set(cell, integer(1, 9))
  end
  if integer(1, 3) == 1 then
    local low, high = { 2, 3 }, { 20, 3 } -- blocks larger than a brick, and far away
    if dimensions == 3 then low[3], high[3] = 1, 20 end
    grid:fill(low, high, 5)
  end
  local boxes, names = {}, {}
  for x, y, z in grid:each() do
    local cell = dimensions == 3 and { x, y, z } or { x, y }
    local bounds = { grid:cell_bounds(cell) }
    local make = dimensions == 3 and collide.box or collide.rect
    boxes[#boxes + 1] = make { min = bounds[1], max = bounds[2] }
    names[boxes[#boxes]] = table.concat(cell, " ")
  end
  return grid, boxes, names
end

local function random_point(dimensions, size)
  local point = {}
  for axis = 1, dimensions do point[axis] = size * integer(-10, 10) / choose { 1, 2, 2, 4 } + size / 2 end
  return point
end

local function key_of(cell)
  return cell.z and ("%d %d %d"):format(cell.x, cell.y, cell.z) or ("%d %d"):format(cell.x, cell.y)
end

local function near(a, b)
  return a == b or math.abs(a - b) <= 1e-12 * math.max(1, math.abs(a))
end

local function same_vector(a, b)
  return near(a.x, b.x) and near(a.y, b.y) and near(a.z or 0, b.z or 0)
end

local function assert_same_hit(expected, got, what)
  assert(near(expected.t, got.t), ("t %.17g, not %.17g: %s"):format(got.t, expected.t, what))
  assert(near(expected.t_exit, got.t_exit), ("t_exit %.17g, not %.17g: %s"):format(got.t_exit, expected.t_exit, what))
  assert(expected.inside == got.inside, "inside: " .. what)
  assert(same_vector(expected.normal, got.normal), ("normal %s, not %s: %s"):format(tostring(got.normal),
    tostring(expected.normal), what))
  assert(same_vector(expected.point, got.point), "point: " .. what)
end

local function copy_with(options, key, value)
  local copy = {}
  for name, one in pairs(options) do copy[name] = one end
  copy[key] = value
  return copy
end

local function check_cast(name, grid, boxes, names, from, toward, options, what)
  local closed = copy_with(options, "rule", "closed")
  local expected = collide[name .. "_all"](boxes, from, toward, options)
  local got = collide[name .. "_all"](grid, from, toward, closed)
  local by_cell, group, least = {}, {}, expected[1] and expected[1].t
  for _, hit in ipairs(expected) do
    by_cell[names[hit.shape]] = hit
    if near(hit.t, least) then group[#group + 1] = names[hit.shape] end
  end
  assert.equal(#expected, #got, what)
  for _, hit in ipairs(got) do
    local other = by_cell[key_of(hit.cell)]
    assert(other, "a cell too many: " .. what)
    assert_same_hit(other, hit, what .. " cell " .. key_of(hit.cell))
  end
  assert.equal(least ~= nil, collide[name .. "_any"](grid, from, toward, closed), what)
  local nearest = collide[name](grid, from, toward, closed)
  assert.equal(least ~= nil, nearest ~= nil, what)
  if not nearest then return end
  local cells = {}
  for i, cell in ipairs(nearest.cells) do cells[i] = key_of(cell) end
  table.sort(group)
  assert.equal(cells[1], key_of(nearest.cell), what)
  assert_same_hit(by_cell[cells[1]], nearest, what)
  table.sort(cells)
  assert.same(group, cells, what)
  local among = collide[name]({ grid }, from, toward, closed)
  assert_same_hit(nearest, among, what)
  assert.equal(1, among.index)
end

describe("a cast at closed cells", function()
  for _, dimensions in ipairs { 2, 3 } do
    for _, name in ipairs { "raycast", "segmentcast", "linecast" } do
      it(("gives the answers of %s at the boxes of the cells in %dD"):format(name, dimensions), function()
        source.set_seed(7 * dimensions + #name)
        for _ = 1, CASES do
          local size = choose { 1, 1, 0.25, 16 }
          local grid, boxes, names = make_target(dimensions, size)
          for _ = 1, 6 do
            local from, toward = random_point(dimensions, size), random_point(dimensions, size)
            for axis = 1, dimensions do
              if integer(1, 4) == 1 then toward[axis] = name == "segmentcast" and from[axis] or 0 end
            end
            local options = {}
            if name == "raycast" and integer(1, 3) == 1 then options.max = choose { 0, 0.5, 1, 2 } end
            if name ~= "linecast" and integer(1, 4) == 1 then options.inside = "skip" end
            local moves = name == "segmentcast"
            for axis = 1, dimensions do moves = moves or toward[axis] ~= 0 end
            if moves then
              local what = ("%s size %g from %s toward %s max %s %s"):format(name, size, table.concat(from, " "),
                table.concat(toward, " "), tostring(options.max), tostring(options.inside))
              check_cast(name, grid, boxes, names, from, toward, options, what)
            end
          end
        end
      end)
    end
  end

  it("hits a wall along which it runs, on either side", function()
    local wall = collide.grid { dimensions = 2 }
    wall:set(3, 0, 7)
    for _, y in ipairs { 0, 1 } do
      local hit = assert(wall:segmentcast({ 0, y }, { 10, y }, { rule = "closed" }))
      assert.equal(0.3, hit.t)
      assert.equal(0.4, hit.t_exit)
      assert.equal("(-1, 0)", tostring(hit.normal))
    end
    assert.is_nil(wall:segmentcast({ 0, 1 }, { 10, 1 }))
  end)

  it("runs far along a boundary between empty blocks", function()
    local grid = collide.grid { dimensions = 3 }
    grid:set(1000000, 3, 5, 1)
    grid:set(1000000, 4, 4, 2)
    grid:set(0, 900, 900, 2)
    local hit = assert(grid:raycast({ 0.5, 4, 5 }, { 1, 0, 0 }, { rule = "closed" }))
    assert.equal(999999.5, hit.t)
    assert.equal("(1000000, 4, 4)", tostring(hit.cell))
    assert.equal(2, #hit.cells)
    assert.equal("(1000000, 3, 5)", tostring(hit.cells[2]))
  end)

  it("skips empty blocks only if both sides are empty", function()
    for _, side in ipairs { 511, 512, 1023, 1024, 15, 16, -1, 0 } do
      local flat, solid = collide.grid { dimensions = 2 }, collide.grid { dimensions = 3 }
      local y = side % 2 == 0 and side or side + 1
      flat:set(700, side, 7)
      solid:set(700, side, side, 7)
      for _, grid in ipairs { flat, solid } do
        local dimensions = grid == flat and 2 or 3
        grid:set(dimensions == 2 and { 5000, y } or { 5000, y, y }, 8)
        local hit = assert(grid:raycast(dimensions == 2 and { 0, y } or { 0, y, y },
          dimensions == 2 and { 1, 0 } or { 1, 0, 0 }, { rule = "closed" }))
        assert.equal(700, hit.t, side)
        assert.equal(7, hit.value)
        local back = assert(grid:raycast(dimensions == 2 and { 4000, y } or { 4000, y, y },
          dimensions == 2 and { -1, 0 } or { -1, 0, 0 }, { rule = "closed" }))
        assert.equal(3299, back.t, side)
      end
    end
  end)

  it("finds up to eight cells at its start", function()
    local grid = collide.grid { dimensions = 3 }
    grid:fill({ 0, 0, 0 }, { 1, 1, 1 }, 3)
    local hit = assert(grid:segmentcast({ 1, 1, 1 }, { 1, 1, 1 }, { rule = "closed" }))
    assert.equal(8, #hit.cells)
    assert.equal(8, #grid:segmentcast_all({ 1, 1, 1 }, { 5, 1, 1 }, { rule = "closed" }))
    assert.is_nil(grid:segmentcast({ 1, 1, 1 }, { 5, 2, 1 }, { rule = "closed", inside = "skip" }))
  end)

  it("accepts either rule or corners, not both", function()
    local grid = collide.grid { dimensions = 2 }
    assert.has_error(function() grid:raycast({ 0, 0 }, { 1, 0 }, { rule = "closed", corners = "ahead" }) end,
      "bad argument #3 to 'raycast' (corners and rule exclude each other: closed cells touch at corners)")
  end)
end)
