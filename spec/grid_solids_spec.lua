-- SPDX-License-Identifier: MIT
--
-- Grids in space whose cells are solids, compared with the list of these solids.
local collide = require "collide"
local cases = require("spec.support.cases")
local random = require "spec.support.random"

local unpack = table.unpack or unpack -- luacheck: ignore 143

-- How many of so many scenes a run looks at.
local some = cases.of

local RAMP = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 1, 0, 1 }, { 1, 1, 1 } }
local BACK = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 0, 0, 1 }, { 0, 1, 1 } }
local TETRA = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0.25, 0.25, 0.75 } }
local LOW, HIGH = { { 0, 0, 0 }, { 1, 1, 0.5 } }, { { 0, 0, 0.5 }, { 0.5, 1, 1 } }
local FLAT, LINE = { { 0, 0, 0.5 }, { 1, 0, 0.5 }, { 0, 1, 0.25 } }, { { 0, 0.5, 0.5 }, { 1, 0.75, 0.25 } }

local function box(corners) return collide.box { min = corners[1], max = corners[2] } end

local function shapes()
  return {
    [2] = collide.hull(RAMP), [3] = collide.hull(BACK), [4] = box(LOW), [5] = collide.hull(TETRA),
    [6] = collide.triangle(FLAT), [7] = collide.segment(LINE), [8] = collide.group { box(LOW), box(HIGH) },
  }
end

-- What the cell is, made here from nothing but its corners: sizes are powers of 2, so all is exact.
local function parts_of(value, cell, size, origin)
  local function at(corners)
    local placed = {}
    for i, c in ipairs(corners) do
      placed[i] = {}
      for k = 1, 3 do placed[i][k] = origin + (cell[k] + c[k]) * size end
    end
    return placed
  end
  if value == 2 then return { collide.hull(at(RAMP)) } end
  if value == 3 then return { collide.hull(at(BACK)) } end
  if value == 4 then return { box(at(LOW)) } end
  if value == 5 then return { collide.hull(at(TETRA)) } end
  if value == 6 then return { collide.triangle(at(FLAT)) } end
  if value == 7 then return { collide.segment(at(LINE)) } end
  if value == 8 then return { box(at(LOW)), box(at(HIGH)) } end
  return { box(at { { 0, 0, 0 }, { 1, 1, 1 } }) }
end

-- A grid; the list of what is in its cells in their order, and of each the cell and its value.
local function scene(pick, size, origin, count, last)
  local grid = collide.grid { size = size, origin = origin, shapes = shapes() }
  local list, cells = {}, {}
  for _ = 1, count do grid:set(pick(5) - 1, pick(5) - 1, pick(4) - 1, pick(last or 8)) end
  for x, y, z, value in grid:each() do
    for _, shape in ipairs(parts_of(value, { x, y, z }, size, origin)) do
      list[#list + 1] = shape
      cells[#cells + 1] = { x, y, z, value }
    end
  end
  return grid, list, cells
end

local function place(pick) return pick(56) / 4 - 4 end

local function mover(pick)
  local p = { place(pick), place(pick), place(pick) }
  local kinds = {
    function() return collide.box { half = { pick(5) / 4, pick(5) / 4, pick(5) / 4 }, position = p } end,
    function() return collide.sphere { radius = pick(6) / 4, position = p } end,
    function() return collide.capsule { a = { 0, 0, 0 }, b = { pick(4) / 2, 0, 1 }, radius = 0.5, position = p } end,
    function()
      return collide.box { half = { pick(4) / 4, 0.5, pick(4) / 4 }, position = p, rotation = { 0.5, pick(3), 1, 2 } }
    end,
    function()
      return collide.hull { points = { { 0, 0, 0 }, { pick(3), 0, 0 }, { 0, pick(3), 0 }, { 0, 0, 1 } }, position = p }
    end,
    function() return collide.triangle { p, { p[1] + 1, p[2] + 0.5, p[3] }, { p[1], p[2] + 1, p[3] + pick(3) } } end,
  }
  return kinds[pick(#kinds)]()
end

local function name_of(cell) return ("%d %d %d %d"):format(unpack(cell)) end

-- Without a second one for further parts of a cell.
local function names_of(list)
  local names, has = {}, {}
  for _, cell in ipairs(list) do
    local name = name_of(cell)
    if not has[name] then names[#names + 1] = name end
    has[name] = true
  end
  table.sort(names)
  return names
end

-- In a gap exactly as wide as the shape a move may leave an overlap of 8 units in the last place.
local ROUNDING = 8e-15

describe("a grid whose cells are solids", function()
  it("overlaps what the list of its solids does, and has the same distance", function()
    local pick = random.generator(51)
    for _ = 1, some(80) do
      local grid, list, cells = scene(pick, 2, -3, 1 + pick(30))
      for _ = 1, 8 do
        local one = mover(pick)
        local meets = collide.overlap(list, one)
        assert.equal(meets, grid:overlap(one))
        assert.equal(meets, collide.overlap(one, grid))
        assert.equal(meets, grid:contact(one) ~= nil)
        local far, near = (collide.distance(one, list)), (collide.distance(one, grid))
        assert.is_true(math.abs(far - near) <= 1e-14 * far, tostring(one))
        local met, found = {}, {}
        for i, shape in ipairs(list) do
          if collide.overlap(one, shape) then met[#met + 1] = { cells[i][1], cells[i][2], cells[i][3], 0 } end
        end
        for _, cell in ipairs(grid:cells_in(one)) do found[#found + 1] = { cell.x, cell.y, cell.z, 0 } end
        assert.same(names_of(met), names_of(found))
        local x, y, z = place(pick), place(pick), place(pick)
        assert.equal(collide.contains(list, x, y, z), grid:contains(x, y, z))
        far, near = collide.closest(list, { x, y, z }), grid:closest { x, y, z }
        assert.is_true(math.abs(far - near) <= 1e-14 * far)
      end
    end
  end)

  it("contains the points of the list of its solids", function()
    local pick, skip = random.generator(52), { touching = "skip" }
    for _ = 1, some(80) do
      local grid, list, cells = scene(pick, 2, -3, 1 + pick(30), 5)
      local one, is_in, found = mover(pick), {}, {}
      for i, shape in ipairs(list) do
        if collide.overlap(one, shape, skip) then is_in[#is_in + 1] = cells[i] end
      end
      for _, contact in ipairs(collide.contact_all(one, grid, skip)) do
        found[#found + 1] = { contact.cell.x, contact.cell.y, contact.cell.z, contact.value }
      end
      if one:describe().shape ~= "triangle" then assert.same(names_of(is_in), names_of(found)) end
    end
  end)

  it("is hit by closed casts where the first solid of the list is hit", function()
    local pick = random.generator(53)
    for _ = 1, some(200) do
      local grid, list, cells = scene(pick, 2, -3, 1 + pick(40))
      for _ = 1, 6 do
        local start = { place(pick), place(pick), place(pick) }
        local way = { pick(13) - 7, pick(13) - 7, pick(13) - 6.5 }
        if pick(3) == 1 then way[1], way[2] = 0, pick(2) - 1 end
        for _, name in ipairs { "raycast", "segmentcast", "linecast" } do
          local cast, toward = collide[name], way
          if name == "segmentcast" then toward = { start[1] + way[1], start[2] + way[2], start[3] + 2 * way[3] } end
          local options = { inside = name ~= "linecast" and pick(2) == 1 and "skip" or nil }
          local own = { inside = options.inside }
          local want, got = cast(list, start, toward, own), cast(grid, start, toward, options)
          assert.equal(want and want.t, got and got.t)
          assert.equal(want ~= nil, collide[name .. "_any"](grid, start, toward, options))
          local in_world = cast(collide.world { grid }, start, toward, options)
          assert.equal(want and want.t, in_world and in_world.t)
          if want then
            assert.equal(name_of(cells[want.index]),
              ("%d %d %d %d"):format(got.cell.x, got.cell.y, got.cell.z, got.value))
          end
          local met, found, last = {}, {}, -math.huge
          for i, hit in ipairs(collide[name .. "_all"](list, start, toward, own)) do met[i] = cells[hit.index] end
          for i, hit in ipairs(collide[name .. "_all"](grid, start, toward, options)) do
            found[i] = { hit.cell.x, hit.cell.y, hit.cell.z, hit.value }
            assert.is_true(hit.t >= last)
            last = hit.t
          end
          assert.same(names_of(met), names_of(found))
          assert.equal(#names_of(found), #found)
        end
      end
    end
  end)

  it("is hit by a shapecast when the first solid of the list is", function()
    local pick = random.generator(54)
    for _ = 1, some(80) do
      local grid, list = scene(pick, 2, -3, 1 + pick(30), 5)
      for _ = 1, 4 do
        local one, d = mover(pick), { pick(41) - 21, pick(41) - 20.5, pick(41) - 21 }
        local want, got = collide.shapecast(list, one, d), collide.shapecast(grid, one, d)
        assert.is_true(want and got and math.abs(want.t - got.t) <= 1e-15 or want == got, tostring(one))
      end
    end
  end)

  it("is neither entered nor passed through by a shape that moves among its cells", function()
    local pick, skip = random.generator(55), { touching = "skip" }
    local entered = 0
    for _ = 1, some(40) do
      local grid, list = scene(pick, 2, -3, 5 + pick(40), 5)
      local one = mover(pick)
      for _ = 1, 8 do
        local before, from = {}, one:copy()
        for i, shape in ipairs(list) do before[i] = collide.overlap(one, shape, skip) end
        local d = { (pick(41) - 21) / 4, (pick(41) - 21) / 4, (pick(41) - 21) / 4 }
        local options = pick(2) == 1 and { up = { 0, 0, 1 }, step = 0.5, snap = 0.5, max_slope = 0.8 } or nil
        local moved = grid:move(one, d, options)
        for i, shape in ipairs(list) do
          local found = not before[i] and collide.contact(one, shape, skip)
          if found and found.depth > ROUNDING then entered = entered + 1 end
        end
        if #moved.hits == 0 and not options and not collide.contact(from, list, skip) then
          local hit = collide.shapecast(list, from, d, skip)
          assert.is_true(hit == nil or hit.t > 1 - 1e-9, tostring(hit))
        end
      end
    end
    assert.equal(0, entered)
  end)

  it("copies its solids, and can lose them", function()
    local grid = collide.grid { shapes = shapes() }
    grid:set(0, 0, 0, 2)
    local copy = grid:copy()
    grid:set_shape(2, nil)
    grid:set_shape(8, box { { 0, 0, 0 }, { 1, 1, 1 } })
    assert.is_true(grid:contains(0.25, 0.5, 0.75))
    assert.is_false(copy:contains(0.25, 0.5, 0.75))
    assert.is_nil(tostring(grid):find("8", 1, true))
    grid = nil -- luacheck: ignore 311
    collectgarbage()
    collectgarbage()
    assert.is_true(copy:contains(0.75, 0.5, 0.25))
    assert.equal(0.5, copy:raycast({ 0.5, 0.5, 2 }, { 0, 0, -1 }).point.z)
  end)

  it("refuses shapes that cannot be in a cell, and is unchanged", function()
    local grid = collide.grid { shapes = { [2] = collide.hull(RAMP) } }
    local many, wide = {}, {}
    for i = 1, 65 do many[i] = box(LOW) end
    for i = 1, 40 do
      wide[i] = { 0.5 + 0.5 * math.cos(i), 0.5 + 0.5 * math.sin(i), i % 2 }
    end
    for _, row in ipairs {
      { collide.sphere { radius = 1 }, "box, hull, triangle or segment expected, got a sphere" },
      { collide.rect { half = { 1, 1 } }, "a 3D shape expected, got a 2D rect" },
      { box { { 0, 0, 0 }, { 1, 1, 1.5 } }, "must lie within a cell, which reaches from 0 to 1 here" },
      { collide.hull(wide), "must have from 2 to 32 corners" },
      { collide.group { box(LOW), collide.sphere { radius = 0.1, position = { 0.5, 0.5, 0.5 } } },
        "boxes, hulls, triangles or segments expected as parts of the group" },
      { collide.group(many), "must have at most 64 parts, got 65" },
      { collide.group { collide.circle { radius = 1 } }, "a 3D group expected, got a 2D one" },
    } do
      local ok, message = pcall(grid.set_shape, grid, 2, row[1])
      assert.is_false(ok)
      assert.is_truthy(tostring(message):find(row[2], 1, true), message)
    end
    assert.equal("grid 3D size=1 cells=0 shapes={2}", tostring(grid))
  end)
end)

describe("slopes in space", function()
  -- A hill three cells wide: a slope of two cells, a top with half blocks and groups, and a slope down.
  local function hill(size, origin)
    local grid = collide.grid { size = size, origin = origin, shapes = shapes() }
    grid:set_shape(9, collide.group { box { { 0, 0, 0 }, { 1, 1, 0.25 } }, box { { 0, 0, 0.25 }, { 1, 1, 0.5 } } })
    for y = 0, 4 do
      for x = 0, 17 do grid:set(x, y, 0, 1) end
      grid:set(4, y, 1, 2)
      for x = 5, 11 do grid:set(x, y, 1, 1) end
      grid:set(5, y, 2, 2)
      for x = 6, 10 do grid:set(x, y, 2, 1) end
      grid:set(11, y, 2, 3)
      grid:set(12, y, 1, 3)
      for x = 7, 9 do grid:set(x, y, 3, (x + y) % 2 == 0 and 4 or 9) end
    end
    return grid
  end
  local walkers = {
    function(s, p) return collide.box { half = { 0.4 * s, 0.4 * s, 0.4 * s }, position = p } end,
    function(s, p) return collide.sphere { radius = 0.4 * s, position = p } end,
    function(s, p)
      return collide.capsule { a = { 0, 0, -0.2 * s }, b = { 0, 0, 0.2 * s }, radius = 0.3 * s, position = p }
    end,
  }

  it("have no seams: a walk over a hill is never stopped, in either direction, near and far", function()
    local options = { up = { 0, 0, 1 }, max_slope = 0.8 }
    for _, size in ipairs(cases.QUICK and { 0.1 } or { 1, 16, 0.1 }) do
      for _, origin in ipairs(cases.QUICK and { 1000 * size } or { 0, 1000 * size }) do
        local grid = hill(size, origin)
        for y = 0, 4 do for x = 7, 9 do grid:set(x, y, 3, 0) end end
        options.snap = 0.3 * size
        for _, make in ipairs(cases.SHORT and { walkers[1] } or walkers) do
          for _, way in ipairs { 1, -1 } do
            local step = 0.13 * size
            local start = origin + (way == 1 and 1.5 or 15.5) * size
            local one = make(size, { start, origin + 2.3 * size, origin + 2 * size })
            grid:move(one, { 0, 0, -9 * size })
            local x, steps = one:get_position().x, 0
            while math.abs(x - origin - 8.5 * size) < 7.5 * size and steps < 400 do
              local moved = grid:move(one, { way * step, 0, -0.01 * size }, options)
              steps = steps + 1
              assert.is_false(moved.inside)
              -- On a slope of 45 degrees half of the step is left.
              assert.is_true(way * (moved.position.x - x) > 0.45 * step, tostring(one))
              x = moved.position.x
            end
            assert.is_true(way * (x - origin - 8.5 * size) > 7 * size)
          end
        end
      end
    end
  end)

  it("and half blocks in a row form one floor, at any size and far away", function()
    for _, size in ipairs(cases.QUICK and { 0.1 } or { 1, 0.1 }) do
      for _, origin in ipairs { 0, 1e3, 1e6 } do
        local grid = hill(size, origin)
        for _, make in ipairs(cases.SHORT and { walkers[3] } or walkers) do
          local one = make(size, { origin + 7.5 * size, origin + 2.3 * size, origin + 5 * size })
          grid:move(one, { 0, 0, -9 * size })
          local z = one:get_position().z
          for i = 1, some(60, 30) do
            local before = one:get_position()
            local dx, dy = (i % 20 < 10 and 0.17 or -0.17) * size, (i % 6 < 3 and 0.21 or -0.21) * size
            local moved = grid:move(one, { dx, dy, -0.1 * size })
            assert.is_true(math.abs(moved.position.x - before.x - dx) < 1e-6 * size, tostring(one))
            assert.is_true(math.abs(moved.position.y - before.y - dy) < 1e-6 * size, tostring(one))
            assert.is_true(math.abs(moved.position.z - z) < 1e-6 * size)
          end
        end
      end
    end
  end)

  it("return only normals of slopes and floors", function()
    local grid, r = hill(1, 0), math.sqrt(0.5)
    for i = 0, 150 do
      local ball = collide.sphere { radius = 0.3, position = { 1 + i / 10, 2.3, 9 } }
      local hit = collide.shapecast(grid, ball, { 0, 0, -9 })
      if hit.cell.z < 3 then assert.is_true(hit.normal.z >= r - 1e-12, tostring(hit)) end
      assert.is_true(math.abs(hit.normal.y) < 1e-12, tostring(hit))
    end
  end)

  it("push out only across open faces", function()
    local grid = hill(1, 0)
    local one = collide.box { half = { 0.25, 0.25, 0.25 }, position = { 10, 2, 3.25 - 1 / 64 } }
    grid:set(9, 1, 3, 0) grid:set(9, 2, 3, 0)
    local found = 0
    for _, contact in ipairs(collide.contact_all(one, grid, { touching = "skip" })) do
      if contact.cell.z == 2 then
        assert.same({ 0, 0, 1 }, { contact.normal.x, contact.normal.y, contact.normal.z })
        assert.equal(1 / 64, contact.depth)
        found = found + 1
      end
    end
    assert.equal(4, found)
  end)
end)
