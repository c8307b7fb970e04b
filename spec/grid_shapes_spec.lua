-- SPDX-License-Identifier: MIT
local collide = require "collide"
local cases = require("spec.support.cases")
local random = require "spec.support.random"

local unpack = table.unpack or unpack -- luacheck: ignore 143

-- How many of so many scenes a run looks at.
local some = cases.of

local SHAPES = {
  [2] = { { 0, 0 }, { 1, 0 }, { 1, 1 } },
  [3] = { { 0, 0 }, { 1, 0 }, { 0, 1 } },
  [4] = { { 0, 0 }, { 1, 0 }, { 1, 0.5 }, { 0, 0.5 } },
  [5] = { { 0, 0 }, { 1, 0 }, { 1, 0.5 } },
  [6] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 0.5 } },
  [7] = { { 0, 0 }, { 1, 0 }, { 1, 0.5 }, { 0, 1 } },
  [8] = { { 0, 0 }, { 1, 0 }, { 0, 0.5 } },
  [9] = { { 0.25, 0.5 }, { 0.5, 0.25 }, { 0.75, 0.25 }, { 1, 0.5 }, { 0.75, 1 }, { 0.25, 0.75 } },
}

local function shapes()
  local list = {}
  for value, points in pairs(SHAPES) do list[value] = collide.polygon(points) end
  list[10] = collide.segment { { 0, 0.5 }, { 1, 0.75 } }
  return list
end

-- What the cell is, made here from nothing but its corners: sizes are powers of 2, so all is exact.
local function one_shape(value, x, y, size, origin)
  local function at(p) return { origin + (x + p[1]) * size, origin + (y + p[2]) * size } end
  if value == 10 then return collide.segment { at { 0, 0.5 }, at { 1, 0.75 } } end
  local points = {}
  for i, p in ipairs(SHAPES[value] or { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } }) do points[i] = at(p) end
  return collide.polygon(points)
end

-- A grid, and the list of what is in its cells in their order.
local function scene(pick, size, origin, count, last)
  local grid = collide.grid { dimensions = 2, size = size, origin = origin, shapes = shapes() }
  local list, cells = {}, {}
  for _ = 1, count do grid:set(pick(8) - 1, pick(8) - 1, pick(last or 10)) end
  for x, y, value in grid:each() do
    list[#list + 1] = one_shape(value, x, y, size, origin)
    cells[#cells + 1] = { x, y, value }
  end
  return grid, list, cells
end

local function mover(pick)
  local x, y = pick(80) / 4 - 3, pick(80) / 4 - 3
  local kinds = {
    function() return collide.rect { half = { pick(5) / 4, pick(5) / 4 }, position = { x, y } } end,
    function() return collide.circle { radius = pick(6) / 4, position = { x, y } } end,
    function() return collide.rect { half = { pick(5) / 4, pick(5) / 4 }, position = { x, y }, rotation = pick(9) } end,
    function() return collide.segment { { x, y }, { x + pick(9) - 5, y + pick(9) - 4.5 } } end,
    function() return collide.polygon { { x, y }, { x + pick(4), y }, { x, y + pick(4) } } end,
  }
  return kinds[pick(#kinds)]()
end

-- In a gap exactly as wide as the shape a move may leave an overlap of 8 units in the last place.
local ROUNDING = 8e-15

describe("a grid whose cells are shapes", function()
  it("overlaps what the list of its shapes does, and has the same distance", function()
    local pick = random.generator(41)
    for _ = 1, some(150) do
      local grid, list, cells = scene(pick, 2, -3, 1 + pick(30))
      for _ = 1, 8 do
        local one = mover(pick)
        local meets = collide.overlap(list, one)
        assert.equal(meets, grid:overlap(one))
        assert.equal(meets, collide.overlap(one, grid))
        assert.equal(meets, grid:contact(one) ~= nil)
        local far, near = (collide.distance(one, list)), (collide.distance(one, grid))
        assert.equal(far, near)
        local found, count = grid:cells_in(one, "numbers"), 0
        for i, shape in ipairs(list) do
          if collide.overlap(one, shape) then
            count = count + 1
            assert.same({ cells[i][1], cells[i][2] }, { found[2 * count - 1], found[2 * count] })
          end
        end
        assert.equal(2 * count, #found)
        local x, y = pick(80) / 4 - 3, pick(80) / 4 - 3
        assert.equal(collide.contains(list, x, y), grid:contains(x, y))
        assert.equal((collide.closest(list, { x, y })), (grid:closest { x, y }))
      end
    end
  end)

  it("contains the points of the list of its shapes", function()
    local pick, skip = random.generator(42), { touching = "skip" }
    for _ = 1, some(150) do
      local grid, list, cells = scene(pick, 2, -3, 1 + pick(30))
      local one, is_in = mover(pick), {}
      for i, shape in ipairs(list) do
        if collide.overlap(one, shape, skip) then is_in[#is_in + 1] = ("%d %d %d"):format(unpack(cells[i])) end
      end
      local found = {}
      for _, contact in ipairs(collide.contact_all(one, grid, skip)) do
        found[#found + 1] = ("%d %d %d"):format(contact.cell.x, contact.cell.y, contact.value)
      end
      table.sort(is_in)
      table.sort(found)
      -- What has no inside may be in the seam of two: then the grid tells one of them.
      if #is_in > 0 or one:describe().shape ~= "segment" then assert.same(is_in, found) end
    end
  end)

  it("is hit by casts, closed or without a rule, where the first shape of the list is hit", function()
    local pick, closed = random.generator(43), { rule = "closed" }
    for i = 1, some(400) do
      local rule = i % 2 == 1 and "closed" or nil
      local grid, list, cells = scene(pick, 2, -3, 1 + pick(30))
      for _ = 1, 6 do
        local x, y = pick(80) / 4 - 3, pick(80) / 4 - 3
        local dx, dy = pick(13) - 7, pick(13) - 6.5
        if pick(4) == 1 then dy, x = 0, -9 end
        for _, name in ipairs { "raycast", "segmentcast", "linecast" } do
          local cast = collide[name]
          local ex, ey = dx, dy
          if name == "segmentcast" then ex, ey = x + 4 * dx, y + 4 * dy end
          if ex ~= 0 or ey ~= 0 then
            local options = { rule = rule, inside = name ~= "linecast" and pick(2) == 1 and "skip" or nil }
            local own = { inside = options.inside }
            local want, got = cast(list, { x, y }, { ex, ey }, own), cast(grid, { x, y }, { ex, ey }, options)
            assert.equal(want and want.t, got and got.t)
            assert.equal(want and want.t_exit, got and got.t_exit)
            assert.equal(want ~= nil, collide[name .. "_any"](grid, { x, y }, { ex, ey }, options))
            local in_world = cast(collide.world { grid }, { x, y }, { ex, ey }, options)
            assert.equal(want and want.t, in_world and in_world.t)
            if want then
              local cell = cells[want.index]
              assert.same({ cell[1], cell[2], cell[3] }, { got.cell.x, got.cell.y, got.value })
            end
            local all, found = collide[name .. "_all"](list, { x, y }, { ex, ey }, own), {}
            for k, hit in ipairs(collide[name .. "_all"](grid, { x, y }, { ex, ey }, options)) do
              found[k] = { hit.t, hit.cell.x, hit.cell.y }
            end
            for k, hit in ipairs(all) do all[k] = { hit.t, cells[hit.index][1], cells[hit.index][2] } end
            assert.same(all, found)
          end
        end
      end
      assert.is_nil(collide.grid { dimensions = 2, shapes = shapes() }:raycast({ 0, 0 }, { 1, 0 }, closed))
    end
  end)

  it("is hit by its shapes in every form of a cast", function()
    local pick, hits = random.generator(44), 0
    for _ = 1, some(100) do
      local grid = scene(pick, 2, -3, 20)
      local world = collide.world { grid }
      local x, y, dx, dy = pick(80) / 4 - 3, pick(80) / 4 - 3, pick(13) - 7, pick(13) - 6.5
      for _, name in ipairs { "raycast", "segmentcast", "linecast" } do
        local cast, any, all = collide[name], collide[name .. "_any"], collide[name .. "_all"]
        local want = cast(grid, { x, y }, { dx, dy }, { rule = "closed" })
        hits = hits + (want and 1 or 0)
        for place, target in ipairs { grid, { grid }, world } do
          local t, nx, ny, t_exit, px, py, _, value, cx, cy = cast(target, x, y, dx, dy)
          local got = cast(target, { x, y }, { dx, dy })
          assert.equal(want ~= nil, t ~= nil, name .. place)
          assert.equal(want ~= nil, any(target, x, y, dx, dy))
          assert.equal(want ~= nil, any(target, { x, y }, { dx, dy }))
          assert.equal(want and want.t, (all(target, x, y, dx, dy))[1])
          assert.equal(want and want.t, (all(target, { x, y }, { dx, dy })[1] or {}).t)
          if want then
            assert.same({ want.t, want.normal.x, want.normal.y, want.t_exit, want.point.x, want.point.y, want.value,
              want.cell.x, want.cell.y }, { t, nx, ny, t_exit, px, py, value, cx, cy })
            assert.same({ want.t, want.normal, want.point, want.cell, 1 },
              { got.t, got.normal, got.point, got.cell, #got.cells })
          end
          if name ~= "linecast" then
            assert.same(collide[name .. "_many"](target, { x, y, dx, dy }, { rule = "closed" }),
              collide[name .. "_many"](target, { x, y, dx, dy }))
          end
        end
      end
    end
    assert.is_true(hits > some(100))
  end)

  it("is hit on its slope by a ray from above, which a box would stop higher up", function()
    local grid = collide.grid { dimensions = 2, shapes = { [2] = collide.polygon { 0, 0, 1, 0, 1, 1 } } }
    grid:set(0, 0, 2)
    assert.equal(0.25, grid:raycast({ 0.25, 9 }, { 0, -1 }).point.y)
    grid:set_shape(2, nil)
    assert.equal(1, grid:raycast({ 0.25, 9 }, { 0, -1 }).point.y)
  end)

  it("takes no corners in a cast, and ignores them in an array or world", function()
    local grid = collide.grid { dimensions = 2, shapes = { [2] = collide.polygon { 0, 0, 1, 0, 1, 1 } } }
    grid:set(0, 0, 2)
    local ahead = { corners = "ahead" }
    for _, name in ipairs { "raycast", "segmentcast_any", "linecast_all" } do
      assert.error_matches(function() collide[name](grid, { -1, -1 }, { 1, 1 }, ahead) end,
        "corners: the grid has shapes, which are closed sets and touch at corners; leave it out")
    end
    assert.equal(1, collide.raycast({ grid }, { -1, -1 }, { 1, 1 }, ahead).t)
    assert.equal(1, collide.world({ grid }):raycast({ -1, -1 }, { 1, 1 }, ahead).t)
    assert.equal(1, collide.grid.decode(grid:encode()):raycast({ -1, -1 }, { 1, 1 }, ahead).t)
  end)

  it("is hit by a shapecast when the first shape of the list is", function()
    local pick = random.generator(45)
    for _ = 1, some(200) do
      local grid, list = scene(pick, 2, -3, 1 + pick(30), 9)
      for _ = 1, 4 do
        local one, d = mover(pick), { pick(41) - 21, pick(41) - 20.5 }
        local want, got = collide.shapecast(list, one, d), collide.shapecast(grid, one, d)
        assert.equal(want and want.t, got and got.t)
        local free = { touching = "skip", inside = "skip" }
        want, got = collide.shapecast(list, one, d, free), collide.shapecast(grid, one, d, free)
        assert.equal(want and want.t, got and got.t)
      end
    end
  end)

  it("is neither entered nor passed through by a shape that moves among its cells", function()
    local pick, skip = random.generator(47), { touching = "skip" }
    local entered, moves = 0, 0
    for _ = 1, some(60) do
      local grid, list = scene(pick, 2, -3, 5 + pick(40), 9)
      local one = mover(pick)
      for _ = 1, 12 do
        local before, from = {}, one:copy()
        for i, shape in ipairs(list) do before[i] = collide.overlap(one, shape, skip) end
        local d = { (pick(41) - 21) / 4, (pick(41) - 21) / 4 }
        local options = pick(2) == 1 and { up = { 0, 1 }, step = 0.5, snap = 0.5, max_slope = 0.8 } or nil
        local moved = grid:move(one, d, options)
        moves = moves + 1
        for i, shape in ipairs(list) do
          local found = not before[i] and collide.contact(one, shape, skip)
          if found and found.depth > ROUNDING then entered = entered + 1 end
        end
        -- A move without a turn is a cast at the list.
        if #moved.hits == 0 and not options and not collide.contact(from, list, skip) then
          local hit = collide.shapecast(list, from, d, skip)
          assert.is_true(hit == nil or hit.t > 1 - 1e-9, tostring(hit))
        end
      end
    end
    assert.equal(0, entered)
    assert.equal(12 * some(60), moves)
  end)

  it("overlaps another grid if a shape of the list does", function()
    local pick = random.generator(46)
    for _ = 1, some(150) do
      local grid, list = scene(pick, 2, -3, 1 + pick(6))
      local other, others = scene(pick, 1, pick(8) - 4, 1 + pick(6))
      local meets, least = false, math.huge
      for _, shape in ipairs(list) do
        for _, one in ipairs(others) do
          if collide.overlap(shape, one) then meets = true end
          least = math.min(least, (collide.distance(shape, one, "numbers")))
        end
      end
      assert.equal(meets, collide.overlap(grid, other))
      assert.equal(meets, other:overlap(grid))
      local distance = collide.distance(grid, other, "numbers")
      assert.is_true(math.abs(distance - least) <= 1e-12 * least)
      assert.equal(distance, (collide.distance(other, grid, "numbers")))
    end
  end)

  it("is as fast far from large fills as near them", function()
    local grid = collide.grid { dimensions = 2, shapes = shapes() }
    grid:fill({ -1e6, -1e6 }, { 1e6, -1 }, 2)
    local one = collide.circle { radius = 0.25, position = { 0.5, 3 } }
    local moved = grid:move(one, { 0, -9 })
    assert.is_true(moved.position.y < 0.3)
    assert.is_true(math.abs(collide.distance(one, grid, "numbers")) < 1e-12)
    assert.equal(1, #collide.overlap_all(collide.plane { normal = { 0, 1 }, distance = -5e5 }, { grid }))
    assert.is_true(grid:raycast_any({ 0, 9 }, { 0, -1 }, { rule = "closed" }))
  end)
end)

describe("slopes of a grid", function()
  local function level(size, origin, rows)
    local grid = collide.grid { dimensions = 2, size = size, origin = origin, shapes = shapes() }
    for i, row in ipairs(rows) do
      for x = 1, #row do grid:set(x - 1, #rows - i, tonumber(row:sub(x, x)) or 0) end
    end
    return grid
  end
  local HILLS = {
    ".......................",
    ".......................",
    "....2113...............",
    "...21111356178....4....",
    "11111111111111111111111",
  }
  local walkers = {
    function(s, x, y) return collide.rect { half = { 0.4 * s, 0.4 * s }, position = { x, y + 0.4 * s } } end,
    function(s, x, y) return collide.circle { radius = 0.4 * s, position = { x, y + 0.4 * s } } end,
    function(s, x, y)
      return collide.capsule { radius = 0.3 * s, half_height = 0.3 * s, position = { x, y + 0.6 * s } }
    end,
  }

  it("have no seams: a walk over hills is never stopped, in either direction, near and far", function()
    local options = { up = { 0, 1 }, max_slope = 0.8 }
    for _, size in ipairs(cases.QUICK and { 0.1 } or { 1, 16, 0.1 }) do
      for _, origin in ipairs { 0, 1000 * size } do
        local grid = level(size, origin, HILLS)
        options.snap = 0.3 * size
        for _, make in ipairs(walkers) do
          for _, step in ipairs { 0.1 * size, 0.07 * size, 0.25 * size } do
            for _, way in ipairs { 1, -1 } do
              local one = make(size, origin + (way == 1 and 1.5 or 16.5) * size, origin + size)
              local x = one:get_position().x
              for _ = 1, math.ceil(20 * size / step) do
                local moved = grid:move(one, { way * step, -0.01 * size }, options)
                if math.abs(moved.position.x - origin - 9 * size) > 7.9 * size then break end
                assert.is_false(moved.inside)
                assert.is_not_nil(moved.ground)
                -- On a slope of 45 degrees half of the step is left.
                assert.is_true(way * (moved.position.x - x) > 0.45 * step, tostring(one))
                x = moved.position.x
              end
              assert.is_true(math.abs(x - origin - (way == 1 and 15 or 3) * size) < 2 * size)
            end
          end
        end
      end
    end
  end)

  it("return only normals of slopes and floors, and between them at a convex corner", function()
    local grid = level(1, 0, HILLS)
    local r = math.sqrt(0.5)
    for i = 0, 400 do
      local x = 1 + i / 25
      local ball = collide.circle { radius = 0.3, position = { x, 9 } }
      local hit = collide.shapecast(grid, ball, { 0, -9 })
      assert.is_true(hit.normal.y >= r - 1e-12, tostring(hit))
    end
  end)

  local function normal_of(hit) return { hit.normal.x, hit.normal.y } end

  it("that continue from a floor have the slope's normal at their foot", function()
    local r = math.sqrt(0.5)
    -- The corner of the box meets that of the slope: of all normals that would do, the wall's does not.
    local grid = level(1, 0, { "....", "..2.", "1111" })
    local one = collide.rect { half = { 0.5, 0.5 }, position = { 0.5, 1.5 } }
    local hit = collide.shapecast(grid, one, { 3, 0 })
    assert.equal(0.0, hit.t) -- it stands on the floor
    hit = collide.shapecast(grid, one, { 3, 0 }, { touching = "skip" })
    assert.equal(1 / 3, hit.t)
    assert.is_true(math.abs(hit.normal.x + r) < 1e-15 and math.abs(hit.normal.y - r) < 1e-15, tostring(hit))
    -- Without a floor before it, its foot is the top of a wall.
    hit = collide.shapecast(level(1, 0, { "....", "..2.", "..11" }), one, { 3, 0 }, { touching = "skip" })
    assert.equal(1 / 3, hit.t)
    assert.is_true(hit.normal.x <= -r + 1e-15 and hit.normal.y >= 0)
  end)

  it("that end below a block leave the upper part of its side a wall", function()
    local grid = level(1, 0, { "....", "..51", "1111" })
    local one = collide.rect { half = { 0.25, 0.125 }, position = { 2.5, 1.75 } }
    local hit = collide.shapecast(grid, one, { 2, 0 }, { touching = "skip" })
    assert.same({ 3, 1 }, { hit.cell.x, hit.cell.y })
    assert.same({ -1, 0 }, normal_of(hit))
    one:set_position(2.875, 1.75)
    local contact = collide.contact(one, grid)
    assert.same({ -1, 0 }, normal_of(contact))
    assert.equal(0.125, contact.depth)
  end)

  it("push up out of a floor that continues from them, and across the corner as far as needed", function()
    local grid = level(1, 0, { "....", "....", "..21", "1111" })
    -- Over the upper end of the slope, in both it and the block by 1/64.
    local one = collide.rect { half = { 0.5, 0.5 }, position = { 3, 2.5 - 1 / 64 } }
    for _, contact in ipairs(collide.contact_all(one, grid)) do
      assert.same({ 0, 1 }, normal_of(contact))
      assert.equal(1 / 64, contact.depth)
    end
    assert.equal(2, #collide.contact_all(one, grid))
    -- A ball at the corner between the two, in both of them.
    local ball = collide.circle { radius = 0.5, position = { 3 - 0.15, 2 + 0.45 } }
    for _, contact in ipairs(collide.contact_all(ball, grid)) do
      assert.is_true(math.abs(contact.depth - 0.5 + math.sqrt(0.225)) < 1e-15, tostring(contact))
      assert.is_true(contact.normal.y > math.sqrt(0.5))
    end
    assert.equal(2, #collide.contact_all(ball, grid))
    -- Deep in the slope, the nearest way out is that into the block.
    ball = collide.circle { radius = 0.0625, position = { 2.875, 1.5 } }
    local deep = collide.contact(ball, grid)
    assert.is_true(math.abs(deep.depth - 0.0625 - 0.375 * math.sqrt(0.5)) < 1e-15, tostring(deep))
  end)

  it("are walls if they are steep", function()
    local grid = level(1, 0, { "....", "..2.", "1111" })
    local one = collide.rect { half = { 0.4, 0.4 }, position = { 1, 1.4 } }
    local moved = grid:move(one, { 3, 0 }, { up = { 0, 1 }, max_slope = 0.7 })
    assert.is_true(math.abs(moved.position.x - 1.6) < 1e-12)
    assert.equal(1, moved.ground.normal.y)
  end)
end)
