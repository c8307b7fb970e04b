-- SPDX-License-Identifier: MIT
local collide = require "collide"
local random = require "spec.support.random"
local cases = require "spec.support.cases"

local some = cases.of

-- By value the parts of its cells; coordinates are such that all sums below are exact.
local PARTS = {
  [1] = { { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } } },
  [2] = { -- an L
    { { 0, 0 }, { 1, 0 }, { 1, 0.5 }, { 0.5, 0.5 } },
    { { 0, 0 }, { 0.5, 0.5 }, { 0.5, 1 }, { 0, 1 } },
  },
  [3] = { -- two that are apart
    { { 0, 0 }, { 0.25, 0 }, { 0, 0.25 } },
    { { 0.75, 1 }, { 1, 0.75 }, { 1, 1 } },
  },
  [4] = { -- a slope in three parts
    { { 0, 0 }, { 0.5, 0 }, { 0.5, 0.5 } },
    { { 0.5, 0 }, { 1, 0 }, { 1, 0.5 }, { 0.5, 0.5 } },
    { { 0.5, 0.5 }, { 1, 0.5 }, { 1, 1 } },
  },
  [5] = { -- the same the other way
    { { 0.5, 0 }, { 1, 0 }, { 0.5, 0.5 } },
    { { 0, 0 }, { 0.5, 0 }, { 0.5, 0.5 }, { 0, 0.5 } },
    { { 0, 0.5 }, { 0.5, 0.5 }, { 0, 1 } },
  },
  [6] = { -- a whole cell in four parts
    { { 0, 0 }, { 0.5, 0 }, { 0.5, 0.5 }, { 0, 0.5 } },
    { { 0.5, 0 }, { 1, 0 }, { 1, 0.5 }, { 0.5, 0.5 } },
    { { 0, 0.5 }, { 0.5, 0.5 }, { 0.5, 1 }, { 0, 1 } },
    { { 0.5, 0.5 }, { 1, 0.5 }, { 1, 1 }, { 0.5, 1 } },
  },
}
local WHOLE = {
  [4] = collide.polygon { { 0, 0 }, { 1, 0 }, { 1, 1 } },
  [5] = collide.polygon { { 0, 0 }, { 1, 0 }, { 0, 1 } },
}

local function groups()
  local shapes = {}
  for value, parts in pairs(PARTS) do
    local list = {}
    for i, points in ipairs(parts) do list[i] = collide.polygon(points) end
    shapes[value] = #list > 1 and collide.group(list) or nil
  end
  return shapes
end

-- A grid, the list of the parts in its cells, and the cell of each.
local function scene(pick, size, origin, count)
  local grid = collide.grid { dimensions = 2, size = size, origin = origin, shapes = groups() }
  local list, cells = {}, {}
  for _ = 1, count do grid:set(pick(8) - 1, pick(8) - 1, pick(6)) end
  for x, y, value in grid:each() do
    for _, part in ipairs(PARTS[value]) do
      local points = {}
      for i, p in ipairs(part) do points[i] = { origin + (x + p[1]) * size, origin + (y + p[2]) * size } end
      list[#list + 1] = collide.polygon(points)
      cells[#cells + 1] = ("%d %d %d"):format(x, y, value)
    end
  end
  return grid, list, cells
end

local function mover(pick)
  local x, y = pick(80) / 4 - 3, pick(80) / 4 - 3
  local kinds = {
    function() return collide.rect { half = { pick(5) / 4, pick(5) / 4 }, position = { x, y } } end,
    function() return collide.circle { radius = pick(6) / 4, position = { x, y } } end,
    function() return collide.rect { half = { pick(5) / 4, pick(5) / 4 }, position = { x, y }, rotation = pick(9) } end,
    function() return collide.polygon { { x, y }, { x + pick(4), y }, { x, y + pick(4) } } end,
  }
  return kinds[pick(#kinds)]()
end

-- The cells of the parts in this list, each once.
local function once(list)
  local seen, out = {}, {}
  for _, cell in ipairs(list) do
    if not seen[cell] then out[#out + 1] = cell end
    seen[cell] = true
  end
  table.sort(out)
  return out
end

local function named(list)
  local out = {}
  for i, at in ipairs(list) do out[i] = ("%d %d %d"):format(at.cell.x, at.cell.y, at.value) end
  table.sort(out)
  return out
end

describe("a grid whose cells are groups", function()
  it("overlaps and contains what the parts do, and has their distance", function()
    local pick, skip = random.generator(61), { touching = "skip" }
    for _ = 1, some(150) do
      local grid, list, cells = scene(pick, 2, -3, 1 + pick(30))
      for _ = 1, 4 do
        local one, met, is_in = mover(pick), {}, {}
        for i, shape in ipairs(list) do
          if collide.overlap(one, shape) then met[#met + 1] = cells[i] end
          if collide.overlap(one, shape, skip) then is_in[#is_in + 1] = cells[i] end
        end
        assert.equal(#met > 0, grid:overlap(one))
        assert.equal(#met > 0, grid:contact(one) ~= nil)
        assert.equal((collide.distance(one, list)), (collide.distance(one, grid)))
        local found = {}
        for i, cell in ipairs(grid:cells_in(one)) do
          found[i] = ("%d %d %d"):format(cell.x, cell.y, grid:get(cell))
        end
        table.sort(found)
        assert.same(once(met), found)
        if #is_in > 0 then assert.same(once(is_in), named(collide.contact_all(one, grid, skip))) end
        local x, y = pick(80) / 4 - 3, pick(80) / 4 - 3
        assert.equal(collide.contains(list, { x, y }), collide.contains(grid, { x, y }))
      end
    end
  end)

  it("is hit by casts and shapecasts at the first part, once for each cell", function()
    local pick = random.generator(62)
    for _ = 1, some(300) do
      local grid, list, cells = scene(pick, 2, -3, 1 + pick(30))
      local from, d = { pick(80) / 4 - 3, pick(80) / 4 - 3 }, { pick(13) - 7, pick(13) - 6.5 }
      for _, name in ipairs { "raycast", "linecast" } do
        local want, got = collide[name](list, from, d), collide[name](grid, from, d)
        assert.equal(want and want.t, got and got.t)
        if want then assert.equal(cells[want.index], named({ got })[1]) end
        assert.equal(want ~= nil, collide[name .. "_any"](grid, from, d))
        local met = {}
        for i, hit in ipairs(collide[name .. "_all"](list, from, d)) do met[i] = cells[hit.index] end
        assert.same(once(met), named(collide[name .. "_all"](grid, from, d)))
      end
      local one, met = mover(pick), {}
      for _, options in ipairs { {}, { touching = "skip", inside = "skip" } } do
        local want, got = collide.shapecast(list, one, d, options), collide.shapecast(grid, one, d, options)
        assert.equal(want and want.t, got and got.t)
      end
      for i, hit in ipairs(collide.shapecast_all(list, one, d)) do met[i] = cells[hit.index] end
      assert.same(once(met), named(collide.shapecast_all(grid, one, d)))
    end
  end)

  it("overlaps another grid if a part does", function()
    local pick = random.generator(63)
    for _ = 1, some(100) do
      local grid, list = scene(pick, 2, -3, 1 + pick(6))
      local other, others = scene(pick, 1, pick(8) - 4, 1 + pick(6))
      local meets, least = false, math.huge
      for _, shape in ipairs(list) do
        meets = meets or collide.overlap(shape, others)
        least = math.min(least, (collide.distance(shape, others, "numbers")))
      end
      assert.equal(meets, collide.overlap(grid, other))
      assert.is_true(math.abs(collide.distance(grid, other, "numbers") - least) <= 1e-12 * least)
    end
  end)

  it("is not entered by a shape that moves among its cells", function()
    local pick, skip = random.generator(64), { touching = "skip" }
    for _ = 1, some(60) do
      local grid, list = scene(pick, 2, -3, 5 + pick(40))
      local one = mover(pick)
      for _ = 1, 12 do
        local before = {}
        for i, shape in ipairs(list) do before[i] = collide.overlap(one, shape, skip) end
        local options = pick(2) == 1 and { up = { 0, 1 }, step = 0.5, snap = 0.5, max_slope = 0.8 } or nil
        grid:move(one, { (pick(41) - 21) / 4, (pick(41) - 21) / 4 }, options)
        for i, shape in ipairs(list) do
          assert.is_true(before[i] or not collide.overlap(one, shape, skip))
        end
      end
    end
  end)
end)

describe("parts of a cell", function()
  local ROWS = { "................", "...4665.........", "..466665....2...", "6166166166616661" }
  local function level(shapes, boxes)
    local grid = collide.grid { dimensions = 2, shapes = shapes }
    for i, row in ipairs(ROWS) do
      for x = 1, #row do
        local value = tonumber(row:sub(x, x)) or 0
        grid:set(x - 1, #ROWS - i, boxes and value == 6 and 1 or value)
      end
    end
    return grid
  end

  it("have no seams: a walk over them is the same as over whole cells", function()
    local whole = level({ [2] = groups()[2], [4] = WHOLE[4], [5] = WHOLE[5] }, true)
    local parted = level(groups(), false)
    local options = { up = { 0, 1 }, max_slope = 0.8, snap = 0.3 }
    local makes = {
      function(x) return collide.rect { half = { 0.3, 0.4 }, position = { x, 1.4 } } end,
      function(x) return collide.circle { radius = 0.4, position = { x, 1.4 } } end,
    }
    for _, make in ipairs(makes) do
      for way = -1, 1, 2 do
        local p, q = make(way == 1 and 1 or 11), make(way == 1 and 1 or 11)
        for _ = 1, some(1000) do
          whole:move(p, { way * 0.0171, -0.01 }, options)
          local moved = parted:move(q, { way * 0.0171, -0.01 }, options)
          assert.is_not_nil(moved.ground)
          local a, b = p:get_position(), q:get_position()
          assert.is_true(math.abs(a.x - b.x) + math.abs(a.y - b.y) < 1e-9, tostring(p) .. tostring(q))
          if b.x < 0.5 or b.x > 11.5 then break end
        end
      end
    end
  end)

  it("stop a walk at the inner wall of a step, with the wall's normal, and let it fall along the back", function()
    local grid = collide.grid { dimensions = 2, shapes = groups() }
    grid:set(0, 0, 2)
    local one = collide.rect { half = { 0.125, 0.125 }, position = { 0.875, 0.625 } }
    local moved = grid:move(one, { -1, 0 })
    assert.equal(0.625, moved.position.x)
    assert.equal(1, moved.hits[1].normal.x)
    one = collide.rect { half = { 0.125, 0.125 }, position = { -0.125, 1 } }
    moved = grid:move(one, { 0.25, -2 })
    assert.is_true(math.abs(moved.position.y + 1) < 1e-9, tostring(one))
    local contact = grid:contact(collide.rect { half = { 0.25, 0.0625 }, position = { -0.125, 0.5 } })
    assert.equal(0.125, contact.depth)
    assert.same({ -1, 0 }, { -math.abs(contact.normal.x), contact.normal.y })
  end)

  it("do not push out across their common edges", function()
    local grid = collide.grid { dimensions = 2, shapes = groups() }
    grid:set(0, 0, 6)
    for _, x in ipairs { 0.4375, 0.5, 0.5625 } do
      local contact = grid:contact(collide.rect { half = { 0.0625, 0.25 }, position = { x, 1 } })
      assert.equal(0.25, contact.depth)
      assert.equal(1, math.abs(contact.normal.y))
    end
  end)

  it("come from decompose, stay in a copy, and can be removed", function()
    local outline = { { 0, 0 }, { 1, 0 }, { 1, 0.5 }, { 0.5, 0.5 }, { 0.5, 1 }, { 0, 1 } }
    local grid = collide.grid { dimensions = 2, shapes = { [3] = collide.group(collide.decompose(outline)) } }
    grid:set_shape(2, { shape = "group", { shape = "rect", min = { 0, 0 }, max = { 1, 0.5 } } })
    grid:set(0, 0, 3)
    grid:set(1, 0, 2)
    for _, g in ipairs { grid, grid:copy() } do
      assert.is_true(g:contains(0.25, 0.75) and g:contains(0.75, 0.25) and not g:contains(0.75, 0.75))
      assert.is_false(g:contains(1.5, 0.75))
      assert.is_truthy(tostring(g):find("shapes={2, 3}", 1, true))
    end
    grid:set_shape(3, nil)
    assert.is_true(grid:contains(0.75, 0.75) and not grid:contains(1.5, 0.75))
    grid:set_shape(2, collide.rect { min = { 0, 0 }, max = { 1, 1 } })
    assert.is_nil(tostring(grid):find("shapes", 1, true))
  end)

  it("are refused if one is not a convex outline in the cell", function()
    local grid = collide.grid { dimensions = 2 }
    local function fails(shape, text, where)
      local ok, message = pcall((where or grid).set_shape, where or grid, 2, shape)
      assert.is_false(ok)
      assert.is_truthy(tostring(message):find(text, 1, true), message)
    end
    local rect = collide.rect { min = { 0, 0 }, max = { 0.5, 0.5 } }
    fails(collide.group { rect, collide.circle { radius = 1 } }, "expected as parts of the group")
    fails(collide.group { rect, collide.rect { min = { 0, 0 }, max = { 2, 1 } } }, "must lie within a cell")
    fails(collide.group { collide.sphere { radius = 1 } }, "a 2D group expected")
    fails(collide.group { rect }, "a 3D group expected, got a 2D one", collide.grid {})
    local many = {}
    for i = 1, 65 do many[i] = rect end
    fails(collide.group(many), "must have at most 64 parts, got 65")
    assert.is_nil(tostring(grid):find("shapes", 1, true))
  end)
end)
