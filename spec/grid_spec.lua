-- SPDX-License-Identifier: MIT
--
-- Grids, the values of their cells, and grids as strings of bytes; casts are in grid_cast_spec.lua.
local collide = require("collide")
local cases = require("spec.support.cases")
local random = require("spec.support.random").whole(20261121)

local unpack = table.unpack or unpack -- luacheck: ignore 143

-- All cells and values that a loop yields, one text each.
local function told(...)
  local list = {}
  for x, y, z, value in ... do list[#list + 1] = table.concat({ x, y, z, value }, " ") end
  return list
end

describe("a grid", function()
  it("has no data, and the error says so to code that reads data of any hit", function()
    assert.is_nil(collide.grid { dimensions = 2 }.data)
    assert.has_error(function() collide.grid { dimensions = 2 }.data = 1 end)
  end)

  it("is empty at first", function()
    for _, grid in ipairs { collide.grid(), collide.grid { dimensions = 2 } } do
      assert.equal(0, grid:count())
      assert.is_nil(grid:bounds())
      assert.same({}, told(grid:each()))
    end
    assert.equal(0, collide.grid():get(1, 2, 3))
  end)

  it("is 3D unless its fields decide otherwise", function()
    assert.equal("grid 3D size=1 cells=0", tostring(collide.grid()))
    assert.equal("grid 3D size=1 cells=0", tostring(collide.grid {}))
    assert.equal("grid 2D size=1 cells=0", tostring(collide.grid { dimensions = 2 }))
    assert.equal("grid 2D size=(16, 8) cells=0", tostring(collide.grid { size = { 16, 8 } }))
    assert.equal("grid 2D size=1 origin=(3, 0) cells=0", tostring(collide.grid { origin = { x = 3, y = 0 } }))
    assert.equal("grid 3D size=2 origin=-1 cells=0", tostring(collide.grid { size = 2, origin = { -1, -1, -1 } }))
  end)

  it("prints the number of its cells", function()
    local grid = collide.grid()
    grid:fill(0, 0, 0, 9, 9, 9, 1)
    assert.equal("grid 3D size=1 cells=1000", tostring(grid))
  end)

  it("returns the value of a cell that was set, in numbers and as one value", function()
    local grid = collide.grid()
    grid:set(1, -2, 3, 7)
    grid:set({ 4, 5, 6 }, 65535)
    grid:set({ x = -7, y = 8, z = 9 }, 1)
    assert.equal(7, grid:get(1, -2, 3))
    assert.equal(7, grid:get { 1, -2, 3 })
    assert.equal(65535, grid:get { x = 4, y = 5, z = 6 })
    assert.equal(1, grid:get(-7, 8, 9))
    assert.equal(0, grid:get(-2, 1, 3))
    assert.equal(3, grid:count())
    grid:set(1, -2, 3, 8)
    assert.equal(8, grid:get(1, -2, 3))
    assert.equal(3, grid:count())
    grid:set(1, -2, 3, 0)
    assert.equal(0, grid:get(1, -2, 3))
    assert.equal(2, grid:count())
  end)

  it("returns integers in Lua 5.3 and later", function()
    if not math.type then return end
    local grid = collide.grid { dimensions = 2 }
    grid:set(1.0, 2.0, 3.0)
    for x, y, value in grid:each() do
      assert.same({ "integer", "integer", "integer" }, { math.type(x), math.type(y), math.type(value) })
    end
    assert.equal("integer", math.type(grid:get(1, 2)))
    assert.equal("integer", math.type(grid:count()))
    assert.equal("integer", math.type(grid:bounds().x))
  end)

  it("reaches to 2^53 in every direction", function()
    local far = 2 ^ 53 - 1
    for dimensions = 2, 3 do
      local grid = collide.grid { dimensions = dimensions }
      local corners = { { far, far, far }, { -far, far, -far }, { far, -far, far }, { -far, -far, -far } }
      for i, corner in ipairs(corners) do
        corner[dimensions + 1] = nil
        grid:set(corner, i)
      end
      for i, corner in ipairs(corners) do assert.equal(i, grid:get(corner)) end
      assert.equal(4, grid:count())
      local min, max = grid:bounds()
      assert.same({ -far, far }, { min.x, max.x })
      for _, corner in ipairs(corners) do grid:set(corner, 0) end
      assert.is_nil(grid:bounds())
    end
  end)

  it("fills boxes, both corners included", function()
    local grid = collide.grid { dimensions = 2 }
    grid:fill(-1, 2, 1, 3, 5)
    assert.same({ "-1 2 5", "0 2 5", "1 2 5", "-1 3 5", "0 3 5", "1 3 5" }, told(grid:each()))
    grid:fill({ 0, 0 }, { x = 0, y = 9 }, 0)
    assert.same({ "-1 2 5", "1 2 5", "-1 3 5", "1 3 5" }, told(grid:each()))
  end)

  it("fills boxes that would not fit into memory cell by cell", function()
    local grid = collide.grid()
    grid:fill(-1000, -1000, -1000, 999, 999, 999, 3)
    assert.equal(8e9, grid:count())
    assert.equal(3, grid:get(-1000, 999, 0))
    assert.equal(0, grid:get(-1001, 999, 0))
    grid:set(0, 0, 0, 4)
    grid:fill(10, 10, 10, 20, 20, 20, 0)
    assert.equal(8e9 - 1331, grid:count())
    assert.equal(3, grid:get(0, 0, 1))
    grid:fill(-2000, -2000, -2000, 2000, 2000, 2000, 0)
    assert.equal(0, grid:count())
  end)

  it("returns its exact bounds, also after removals", function()
    local grid = collide.grid()
    grid:fill(0, 0, 0, 40, 40, 40, 1)
    local function bounds()
      local min, max = grid:bounds()
      return { min.x, min.y, min.z, max.x, max.y, max.z }
    end
    assert.same({ 0, 0, 0, 40, 40, 40 }, bounds())
    grid:fill(0, 0, 0, 9, 40, 40, 0)
    assert.same({ 10, 0, 0, 40, 40, 40 }, bounds())
    grid:fill(10, 0, 0, 40, 40, 38, 0)
    assert.same({ 10, 0, 39, 40, 40, 40 }, bounds())
    grid:fill(11, 0, 0, 40, 40, 40, 0)
    assert.same({ 10, 0, 39, 10, 40, 40 }, bounds())
    grid:set(-5, 3, 2, 1)
    assert.same({ -5, 0, 2, 10, 40, 40 }, bounds())
    assert.equal("(-5, 0, 2)", tostring((grid:bounds())))
  end)
end)

describe("each", function()
  it("ends once, and stays in its box", function()
    local blocks = collide.grid()
    blocks:set(1, 0, -1, 7) -- beside what a walk that found nothing stands at
    local next_cell, state, control = blocks:each({ 0, 0, 0 }, { 5, 5, 5 })
    assert.is_nil((next_cell(state, control)))
    assert.is_nil((next_cell(state, control)))
  end)

  it("returns the cells in a box, and none behind it in a row", function()
    for dimensions = 2, 3 do
      for _ = 1, 60 do
        local grid, cells = collide.grid { dimensions = dimensions }, {}
        for i = 1, 60 do
          local cell = { math.random(-20, 20), math.random(-3, 3), dimensions == 3 and math.random(-3, 3) or nil }
          if grid:get(cell) == 0 then cells[#cells + 1] = cell end
          grid:set(cell, i)
        end
        table.sort(cells, function(p, q)
          for k = dimensions, 1, -1 do
            if p[k] ~= q[k] then return p[k] < q[k] end
          end
          return false
        end)
        local low, high, expected = {}, {}, {}
        for k = 1, dimensions do
          local p, q = math.random(-20, 20), math.random(-20, 20)
          low[k], high[k] = math.min(p, q), math.max(p, q)
        end
        for _, cell in ipairs(cells) do
          local is_in = true
          for k = 1, dimensions do is_in = is_in and low[k] <= cell[k] and cell[k] <= high[k] end
          local text = table.concat(cell, " ") .. " " .. grid:get(cell)
          if is_in then expected[#expected + 1] = text end
        end
        assert.same(expected, told(grid:each(low, high)))
      end
    end
  end)

  it("goes by z, then y, then x, in whatever order cells were set", function()
    local grid, expected = collide.grid(), {}
    for _ = 1, 300 do
      grid:set(random(-40, 40), random(-40, 40), random(-40, 40), random(1, 65535))
    end
    for z = -40, 40 do
      for y = -40, 40 do
        for x = -40, 40 do
          local value = grid:get(x, y, z)
          if value > 0 then expected[#expected + 1] = table.concat({ x, y, z, value }, " ") end
        end
      end
    end
    assert.equal(grid:count(), #expected)
    assert.same(expected, told(grid:each()))
  end)

  it("stays in a box", function()
    local grid = collide.grid { dimensions = 2 }
    grid:fill(-9, -9, 9, 9, 2)
    assert.same({ "3 4 2", "4 4 2", "3 5 2", "4 5 2" }, told(grid:each(3, 4, 4, 5)))
    assert.same({ "3 4 2", "4 4 2", "3 5 2", "4 5 2" }, told(grid:each({ 3, 4 }, { 4, 5 })))
    assert.same({ "9 9 2" }, told(grid:each({ 9, 9 }, { 100, 100 })))
    assert.same({}, told(grid:each(10, -100, 100, 100)))
  end)

  it("continues in the changed grid", function()
    local grid = collide.grid { dimensions = 2 }
    grid:fill(0, 0, 3, 0, 1)
    local list = {}
    for x, y in grid:each() do
      list[#list + 1] = x .. " " .. y
      grid:set(x, y, 0)
      if x == 1 then
        grid:set(2, 0, 0)
        grid:set(50, 0, 1)
        grid:set(0, 0, 1)
        grid:set(-3, 1, 1)
      end
    end
    assert.same({ "0 0", "1 0", "3 0", "50 0", "-3 1" }, list)
    assert.same({ "0 0 1" }, told(grid:each()))
  end)

  it("keeps its grid alive, and loops may nest", function()
    local function walk()
      local grid = collide.grid { dimensions = 2 }
      grid:fill(0, 0, 2, 2, 1)
      return grid:each()
    end
    local step, count = walk(), 0
    collectgarbage()
    for _ in step do
      for _ in walk() do count = count + 1 end
    end
    assert.equal(81, count)
  end)
end)

describe("a grid's frame", function()
  it("decides the places of cells", function()
    local grid = collide.grid { dimensions = 2, size = { 16, 8 }, origin = { 4, 0 } }
    assert.same({ 1, 2 }, { grid:cell_at(20, 23.5) })
    assert.same({ x = 0, y = -1 }, grid:cell_at { 19, -0.5 })
    assert.same({ 20, 16, 36, 24 }, { grid:cell_bounds(1, 2) })
    local min, max = grid:cell_bounds { 1, 2 }
    assert.same({ { x = 20, y = 16 }, { x = 36, y = 24 } }, { min, max })
  end)

  it("is that of cells()", function()
    local frame = { dimensions = 3, size = 0.1, origin = { 0.3, 0, -7.7 } }
    local grid = collide.grid(frame)
    for _ = 1, 200 do
      local x, y, z = random(-900, 900) / 10, random(-900, 900) / 30, random(-900, 900) / 10
      local a, b, c = grid:cell_at(x, y, z)
      assert.same({ collide.cell_at(x, y, z, frame) }, { a, b, c })
      local low, _, _, high = grid:cell_bounds(a, b, c)
      assert.is_true(low <= x and x < high)
    end
  end)
end)

describe("from_rows of strings", function()
  local from_rows = collide.grid.from_rows

  it("makes a grid with the values of the characters", function()
    local grid = from_rows({ "#.o", " oo" }, { ["#"] = 1, o = 7 })
    assert.equal(collide.grid.from_rows { { 1, 0, 7 }, { 0, 7, 7 } }:encode(), grid:encode())
  end)

  it("accepts strings and arrays together, and a frame", function()
    local grid = from_rows({ "##", false, { 5, 6 }, "", size = 16, origin = { 8, 0 } }, { ["#"] = 3 })
    assert.equal(3, grid:get(1, 0))
    assert.equal(6, grid:get(1, 2))
    assert.equal("grid 2D size=16 origin=(8, 0) cells=4", tostring(grid))
  end)

  it("reads a UTF-8 character as one, and other bytes one by one", function()
    local grid = from_rows({ "█.€#", "\255#" }, { ["█"] = 1, ["€"] = 2, ["#"] = 3, ["\255"] = 4 })
    assert.equal(collide.grid.from_rows { { 1, 0, 2, 3 }, { 4, 3 } }:encode(), grid:encode())
  end)

  it("accepts values for dots and spaces", function()
    assert.equal(2, from_rows({ ".", " " }, { ["."] = 1, [" "] = 2 }):get(0, 1))
    assert.equal(0, from_rows({ "...", "   " }):count())
  end)

  it("accepts a value for a character that does not occur", function()
    assert.equal(1, from_rows({ "x#x" }, { x = 0, ["#"] = 1 }):count())
  end)

  it("accepts one long string as many rows, up to the limit of rows that are read again #long", function()
    local rows, long = {}, ("#."):rep(50000)
    for i = 1, 60 do rows[i] = long end
    assert.equal(3000000, from_rows(rows, { ["#"] = 1 }):count())
    for i = 61, 100 do rows[i] = long end
    assert.error_matches(function() from_rows(rows, { ["#"] = 1 }) end, "used in several places")
  end)
end)

describe("from_rows", function()
  it("has row 1, column 1 at cell 0, 0, and y increases with the rows", function()
    local grid = collide.grid.from_rows { { 1, 0, 2 }, { 0, 3, 0 } }
    assert.same({ "0 0 1", "2 0 2", "1 1 3" }, told(grid:each()))
  end)

  it("accepts false and nil for empty cells and rows", function()
    local grid = collide.grid.from_rows { false, { nil, false, 5 }, nil, { 6 }, {} }
    assert.same({ "2 1 5", "0 3 6" }, told(grid:each()))
  end)

  it("reads sparse rows like dense ones", function()
    local draw = require("spec.support.random").generator(1)
    for _ = 1, 50 do
      local rows, expected, apart = {}, collide.grid { dimensions = 2 }, draw(40)
      for _ = 1, draw(60) do
        local x, y, value = draw(9 * apart), draw(9 * apart), draw(4) - 1
        rows[y] = rows[y] or {}
        rows[y][x] = value
        expected:set(x - 1, y - 1, value)
      end
      assert.equal(expected:encode(), collide.grid.from_rows(rows):encode())
    end
  end)

  it("names the first wrong value, in the order of rows and columns", function()
    for _, apart in ipairs { 1, 1000 } do
      local rows = {}
      for y = 1, 20 do
        rows[y * apart] = {}
        for x = 1, 20 do rows[y * apart][x * apart] = (y > 3 and x > 5) and -1 or 1 end
      end
      assert.error_matches(function() collide.grid.from_rows(rows) end,
        ("row %d, column %d: a whole number from 0 to 65535 expected, got %%-1"):format(4 * apart, 6 * apart))
      rows[2 * apart] = "#"
      assert.error_matches(function() collide.grid.from_rows(rows) end,
        ("row %d, column 1: no value for '#'"):format(2 * apart))
    end
  end)

  it("may have a size and an origin", function()
    local grid = collide.grid.from_rows { { 1 }, size = 16, origin = { 8, 0 } }
    assert.equal("grid 2D size=16 origin=(8, 0) cells=1", tostring(grid))
    assert.equal("grid 2D size=1 cells=0", tostring(collide.grid.from_rows {}))
    assert.equal("grid 2D size=(2, 3) cells=0", tostring(collide.grid.from_rows { size = { 2, 3 }, dimensions = 2 }))
  end)
end)

describe("the memory of a grid", function()
  it("drives the garbage collector", function()
    collectgarbage()
    local before = collectgarbage("count")
    for _ = 1, cases.of(400, 50) do
      local grid = collide.grid()
      for i = 0, 999 do grid:set(i * 8, 0, 0, 1) end -- a megabyte
    end
    -- None of it is Lua's; but all were freed on the way, or the machine would know.
    collectgarbage()
    assert.is_true(collectgarbage("count") - before < 1000)
  end)

  it("is not accessible to any call after __gc", function()
    local grid = collide.grid()
    grid:fill(0, 0, 0, 99, 99, 99, 1)
    getmetatable(grid).__gc(grid)
    for _, name in ipairs { "count", "each", "bounds", "clear", "encode" } do
      assert.error_matches(function() grid[name](grid) end, "grid expected, got a closed grid")
    end
    getmetatable(grid).__gc(grid)
    assert.error_matches(function() grid:get(1, 2, 3) end, "got a closed grid")
    assert.has_no.errors(function() getmetatable(grid).__gc("no grid") end)
  end)
end)

describe("a grid compared with a table", function()
  it("has the same cells after any sequence of calls #long", function()
    for round = 1, cases.of(30, 6) do
      local dimensions = 2 + round % 2
      local grid, cells, count = collide.grid { dimensions = dimensions }, {}, 0
      local function put(x, y, z, value)
        local key = x .. " " .. y .. " " .. z
        if (cells[key] or 0) > 0 then count = count - 1 end
        if value > 0 then count = count + 1 end
        cells[key] = value
      end
      local function corner()
        return { random(-20, 20), random(-20, 20), dimensions == 3 and random(-20, 20) or 0 }
      end
      local function cut(cell)
        return { unpack(cell, 1, dimensions) }
      end
      for _ = 1, 40 do
        local a, b, value = corner(), corner(), math.max(0, random(-2, 4))
        if random(1, 4) > 1 then
          grid:set(cut(a), value)
          put(a[1], a[2], a[3], value)
        else
          for k = 1, 3 do
            if a[k] > b[k] then a[k], b[k] = b[k], a[k] end
          end
          grid:fill(cut(a), cut(b), value)
          for x = a[1], b[1] do
            for y = a[2], b[2] do
              for z = a[3], b[3] do put(x, y, z, value) end
            end
          end
        end
      end
      assert.equal(count, grid:count())
      local seen, min, max = 0, { 99, 99, 99 }, { -99, -99, -99 }
      for x, y, z, value in grid:each() do
        if dimensions == 2 then z, value = 0, z end
        seen = seen + 1
        assert.equal(cells[x .. " " .. y .. " " .. z], value)
        for k, c in ipairs { x, y, z } do
          min[k], max[k] = math.min(min[k], c), math.max(max[k], c)
        end
      end
      assert.equal(count, seen)
      local low, high = grid:bounds()
      if low then
        assert.same({ min[1], min[2], min[3] }, { low.x, low.y, low.z or 0 })
        assert.same({ max[1], max[2], max[3] }, { high.x, high.y, high.z or 0 })
      end
    end
  end)
end)

describe("shapes of values", function()
  local slope = { shape = "polygon", points = { { 0, 0 }, { 1, 0 }, { 1, 1 } } }

  it("can be set and removed, and stay in a copy but not in a string", function()
    local half = collide.rect { min = { 0, 0 }, max = { 1, 0.5 } }
    local grid = collide.grid { dimensions = 2, shapes = { [3] = slope, [2] = half } }
    assert.equal("grid 2D size=1 cells=0 shapes={2, 3}", tostring(grid))
    grid:set(0, 0, 3)
    assert.is_false(grid:contains(0.25, 0.75))
    assert.is_true(grid:contains(0.75, 0.25))
    assert.is_true(collide.grid.decode(grid:encode()):contains(0.25, 0.75))
    local copy = grid:copy()
    assert.equal("wall", collide.grid({ layer = "wall" }):copy():get_layer())
    assert.is_nil(copy:get_layer())
    assert.equal(grid, grid:set_shape(3, nil))
    assert.is_true(grid:contains(0.25, 0.75))
    assert.is_false(copy:contains(0.25, 0.75))
    assert.equal("grid 2D size=1 cells=1 shapes={2}", tostring(grid))
    grid:set_shape(3, slope)
    assert.is_false(grid:contains(0.25, 0.75))
  end)

  it("have the pose that they were given", function()
    local grid = collide.grid { dimensions = 2 }
    grid:set(4, 4, 1)
    grid:set_shape(1, collide.rect { half = { 0.25, 0.25 }, position = { 0.5, 0.25 } })
    assert.is_true(grid:contains(4.25, 4.5))
    assert.is_false(grid:contains(4.5, 4.75))
    assert.is_false(grid:contains(4.125, 4.25))
  end)

  it("may fill the cell: then they are boxes", function()
    local grid = collide.grid { dimensions = 2, shapes = { collide.rect { min = { 0, 0 }, max = { 1, 1 } } } }
    assert.equal("grid 2D size=1 cells=0", tostring(grid))
  end)

  it("of a member of a world change at once", function()
    local grid = collide.grid { dimensions = 2 }
    grid:set(0, 0, 1)
    local world = collide.world { grid }
    assert.is_true(world:contains(0.25, 0.75))
    grid:set_shape(1, slope)
    assert.is_false(world:contains(0.25, 0.75))
  end)

  it("cannot be set or removed by a filter during a query", function()
    local tile = collide.polygon { 0, 0, 0.5, 0, 0.5, 0.5, 0, 0.5 }
    for _, before in ipairs { true, false } do
      local grid = collide.grid { dimensions = 2 }
      grid:fill(0, 0, 9, 9, 1)
      if before then grid:set_shape(1, tile) end
      local asked = 0
      local function filter()
        asked = asked + 1
        grid:set_shape(1, not before and tile or nil)
        return true
      end
      local options = { rule = "closed", filter = filter }
      assert.error_matches(function() grid:raycast_all({ -1, 0.25 }, { 1, 0 }, options) end,
        "filter must not change the target", 1, true)
      assert.is_true(asked > 0)
    end
  end)
end)

describe("encode", function()
  local function same(grid)
    local text = grid:encode()
    local copy = collide.grid.decode(text)
    assert.equal(tostring(grid), tostring(copy))
    assert.same(told(grid:each()), told(copy:each()))
    assert.equal(text, copy:encode())
    return text
  end

  it("and decode restore a grid", function()
    same(collide.grid())
    same(collide.grid { dimensions = 2, size = 0.1, origin = { -3, 1e100 } })
    for round = 1, cases.of(40, 10) do
      local dimensions = 2 + round % 2
      local grid = collide.grid { dimensions = dimensions, size = round / 3 }
      for _ = 1, random(1, 40) do
        local cell = { random(-60, 60), random(-60, 60), random(-60, 60) }
        cell[dimensions + 1] = nil
        grid:set(cell, random(1, 9) ^ 5)
      end
      local low = { random(-20, 0), random(-20, 0), dimensions == 3 and random(-20, 0) or nil }
      grid:fill(low, { random(0, 20), random(0, 20), dimensions == 3 and random(0, 20) or nil }, random(0, 3))
      same(grid)
    end
  end)

  it("encodes a large filled grid in little memory", function()
    local grid = collide.grid()
    grid:fill(-1000, -1000, -1000, 999, 999, 999, 3)
    local text = grid:encode()
    local copy = collide.grid.decode(text)
    assert.is_true(#text < 2 ^ 21)
    assert.equal(8e9, copy:count())
    assert.equal(text, copy:encode())
  end)

  it("returns the same string for the same cells, in whatever order they were set", function()
    local one, other = collide.grid(), collide.grid()
    one:fill(-8, -8, -8, 23, 23, 23, 7)
    one:fill(0, 0, 0, 3, 3, 3, 0)
    other:set(500, 500, 500, 1)
    for z = 23, -8, -1 do
      for y = -8, 23 do
        for x = 23, -8, -1 do
          if x < 0 or x > 3 or y < 0 or y > 3 or z < 0 or z > 3 then other:set(x, y, z, 7) end
        end
      end
    end
    other:set(500, 500, 500, 0)
    assert.equal(one:encode(), other:encode())
    one:set(0, 0, 0, 7)
    assert.not_equal(one:encode(), other:encode())
  end)

  it("encodes a block in the same way, whatever surrounded it before", function()
    local one, other = collide.grid(), collide.grid()
    one:fill(32, 32, 32, 63, 63, 63, 2)
    other:fill(0, 0, 0, 127, 127, 127, 2)
    for axis = 1, 3 do
      local low, high = { 0, 0, 0 }, { 127, 127, 127 }
      high[axis] = 31
      other:fill(low, high, 0)
      low, high = { 0, 0, 0 }, { 127, 127, 127 }
      low[axis] = 64
      other:fill(low, high, 0)
    end
    assert.equal(one:count(), other:count())
    assert.equal(one:encode(), other:encode())
  end)

  it("takes few bytes", function()
    local grid = collide.grid()
    grid:fill(0, 0, 0, 99, 0, 99, 1)
    assert.is_true(#grid:encode() < 10000)
  end)
end)

describe("decode", function()
  local function message(text)
    local ok, err = pcall(collide.grid.decode, text)
    return ok and "fine" or err
  end

  local grid = collide.grid()
  grid:set(3, 4, 5, 600)
  grid:fill(0, 0, 0, 20, 9, 9, 2)
  grid:fill(64, 64, 64, 95, 95, 95, 3)
  local good = grid:encode()

  it("refuses a string that is no grid", function()
    assert.matches("string: this is not an encoded grid", message(""), 1, true)
    assert.matches("string: this is not an encoded grid", message("hello, world, this is no grid"), 1, true)
    assert.matches("another version of collide", message(good:sub(1, 5) .. "\1" .. good:sub(7)), 1, true)
  end)

  it("refuses a string that is cut off at any byte", function()
    for length = 6, #good - 1 do
      assert.matches("string: it ", message(good:sub(1, length)), 1, true)
    end
    assert.matches("string: it is damaged", message(good .. "\0"), 1, true)
  end)

  it("survives any bytes", function()
    local fine = 0
    for _ = 1, cases.of(5000, 500) do
      local at = random(7, #good)
      local bytes = string.char(random(0, 255), random(0, 1) * 255, random(0, 255)):sub(1, random(1, 3))
      local text = (good:sub(1, at - 1) .. bytes .. good:sub(at + #bytes)):sub(1, #good)
      local ok, got = pcall(collide.grid.decode, text)
      if ok then
        fine = fine + 1
        local min, max = got:bounds()
        assert.is_true(got:count() > 0 and min.x <= max.x)
        assert.equal(text, got:encode())
      end
    end
    assert.is_true(fine > 0)
  end)

  -- A number as 8 bytes; a string of a grid with a root of that level, from cell 0 on.
  local function word(n)
    local bytes = {}
    for i = 1, 8 do bytes[i], n = string.char(n % 256), math.floor(n / 256) end
    return table.concat(bytes)
  end
  local function rooted(level, rest) return good:sub(1, 55) .. string.char(level) .. "\0\0\0" .. rest end
  local one_child, all = word(1) .. word(0), ("\255"):rep(8)
  local row = "\1" .. "\1\0" .. word(15) .. "\7" -- a brick with four cells that hold 7

  it("accepts strings that are put together by hand", function()
    assert.equal(4, collide.grid.decode(rooted(1, one_child .. row)):count())
    assert.equal(2 ^ 15, collide.grid.decode(rooted(1, word(0) .. all .. ("\7"):rep(64))):count())
  end)

  it("refuses strings that encode would write differently", function()
    for what, text in pairs {
      ["a root that is higher than need be"] = rooted(2, one_child .. one_child .. row),
      ["a root of level 2 with one full slot"] = rooted(2, word(0) .. word(1) .. "\7"),
      ["a node of full slots that are alike"] =
        rooted(2, word(1) .. word(2) .. word(0) .. all .. ("\7"):rep(64) .. "\7"),
      ["an empty word among those that follow"] =
        rooted(1, one_child .. "\1" .. "\5\0" .. word(15) .. word(0) .. "\7"),
      ["a full word among those that follow"] =
        rooted(1, one_child .. "\1" .. "\1\0" .. all .. "\7"),
      ["a full brick of one value"] = rooted(1, one_child .. "\1" .. "\170\170" .. "\7"),
      ["several values that are one"] = rooted(1, one_child .. "\0" .. "\1\0" .. word(15) .. "\4\255\255\3"),
      ["two runs of one value"] = rooted(1, one_child .. "\0" .. "\1\0" .. word(15) .. "\1\7\3\7"),
      ["a number with a 0 for its last byte"] = rooted(1, one_child .. row:sub(1, -2) .. "\135\0"),
    } do
      assert.equal("bad argument #1 to '?' (string: it is damaged)", (message(text):gsub("to '.-'", "to '?'")), what)
    end
  end)

  it("allocates little for a string that declares large sizes", function()
    -- A root of level 26 with 64 children, and nothing behind.
    local head = good:sub(1, 55)
    for level = 1, 40 do
      local text = head .. string.char(level) .. ("\0"):rep(3) .. ("\255"):rep(8) .. ("\0"):rep(8)
      collectgarbage()
      assert.matches("string: it ", message(text), 1, true)
    end
  end)
end)
