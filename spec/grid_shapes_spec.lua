-- SPDX-License-Identifier: MIT
--
-- Grids of the plane whose cells are polygons or groups of polygons: casts, and the slopes that they make.
-- grid_pieces_spec.lua compares all queries with the list of polygons.
local collide = require("collide")
local cases = require("spec.support.cases")
local cell_shapes = require("spec.support.cell_shapes")
local random = require("spec.support.random")

-- How many of so many scenes a run looks at.
local some = cases.of

local function shapes() return cell_shapes.of("polygons") end

describe("a grid whose cells are shapes", function()
  it("is hit by its shapes in every form of a cast", function()
    local pick, hits = random.generator(44), 0
    for _ = 1, some(100) do
      local grid = cell_shapes.scene("polygons", pick, 2, -3, 20, 10)
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

local WHOLE = {
  [4] = collide.polygon { { 0, 0 }, { 1, 0 }, { 1, 1 } },
  [5] = collide.polygon { { 0, 0 }, { 1, 0 }, { 0, 1 } },
}

local function groups() return cell_shapes.of("groups") end

describe("parts of a cell", function()
  local ROWS = { "................", "...4665.........", "..466665....2...", "6166166166616661" }
  local function level(own, boxes)
    local grid = collide.grid { dimensions = 2, shapes = own }
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
      assert.error_matches(function() (where or grid).set_shape(where or grid, 2, shape) end, text, 1, true)
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

describe("get_shape", function()
  local function points_of(shape)
    local list = {}
    for i, p in ipairs(shape:points()) do list[i] = p.z and { p.x, p.y, p.z } or { p.x, p.y } end
    return list
  end

  it("returns what set_shape was given, in a cell from 0 to 1", function()
    local grid = collide.grid { dimensions = 2, size = 16, origin = { 3, 5 } }
    grid:set_shape(2, collide.polygon { 0, 0, 1, 0, 0.5, 1, 0, 0.5 })
    grid:set_shape(3, collide.triangle { 0, 0, 1, 0, 1, 1 })
    grid:set_shape(4, collide.segment { 0, 0.5, 1, 0.5 })
    grid:set_shape(65535, collide.rect { min = { 0, 0.5 }, max = { 1, 1 } })
    assert.equal("polygon points=((0, 0), (1, 0), (0.5, 1), (0, 0.5))", tostring(grid:get_shape(2)))
    assert.equal("triangle points=((0, 0), (1, 0), (1, 1))", tostring(grid:get_shape(3)))
    assert.same({ { 0, 0.5 }, { 1, 0.5 } }, points_of(grid:get_shape(4)))
    assert.equal("rect min=(0, 0.5) max=(1, 1)", tostring(grid:get_shape(65535)))
    assert.is_nil(grid:get_shape(5))
  end)

  it("returns a rect that is turned as a polygon, with the corners that set_shape saw", function()
    local diamond = collide.rect { half = { 0.25, 0.25 }, position = { 0.5, 0.5 }, rotation = 0.75 }
    local grid = collide.grid { dimensions = 2, shapes = { [2] = diamond } }
    assert.equal("polygon", grid:get_shape(2):describe().shape)
    assert.same(diamond:outline(), grid:get_shape(2):outline())
  end)

  it("returns nil for whole cells, and after the shape was removed", function()
    local grid = collide.grid { dimensions = 2, shapes = { [2] = collide.triangle { 0, 0, 1, 0, 1, 1 } } }
    assert.is_nil(grid:get_shape(1))
    assert.is_nil(grid:set_shape(2, nil):get_shape(2))
    assert.is_nil(grid:set_shape(2, collide.rect { min = { 0, 0 }, max = { 1, 1 } }):get_shape(2))
    assert.is_nil(collide.grid.decode(grid:encode()):get_shape(2))
  end)

  it("returns a group for several parts, in their order", function()
    local step = collide.group { collide.rect { min = { 0, 0 }, max = { 1, 0.5 } },
      collide.triangle { 0, 1, 1, 0.5, 1, 1 } }
    local group = collide.grid({ dimensions = 2, shapes = { [7] = step } }):get_shape(7)
    assert.equal(2, group:count())
    assert.same(step:outline(), group:outline())
    local single = collide.group { collide.rect { min = { 0, 0 }, max = { 1, 0.5 } } }
    assert.equal("rect", collide.grid({ dimensions = 2, shapes = { [7] = single } }):get_shape(7):describe().shape)
  end)

  it("returns a new shape each time, which does not depend on the grid", function()
    local grid = collide.grid { dimensions = 2, shapes = { [2] = collide.polygon { 0, 0, 1, 0, 0.5, 1, 0, 0.5 } } }
    local shape = grid:get_shape(2)
    shape:set_position(5, 5)
    assert.same({ x = 0, y = 0 }, grid:get_shape(2):get_position())
    grid:set_shape(2, nil)
    grid = nil -- luacheck: ignore 311
    collectgarbage()
    assert.same({ { 5, 5 }, { 6, 5 }, { 5.5, 6 }, { 5, 5.5 } }, points_of(shape))
    assert.same({ { 5, 5 }, { 6, 5 }, { 5.5, 6 }, { 5, 5.5 } }, points_of(shape:copy()))
  end)

  it("gives the shape in the world if it is scaled and moved to the cell", function()
    local grid = cell_shapes.scene("polygons", random.generator(45), 2, -3, 20, 10)
    for x, y, value in grid:each() do
      local shape = grid:get_shape(value) or collide.rect { min = { 0, 0 }, max = { 1, 1 } }
      local low, high = grid:cell_bounds({ x, y })
      shape:set_scale(high.x - low.x, high.y - low.y):set_position(low)
      local alone = collide.grid { dimensions = 2, size = { high.x - low.x, high.y - low.y }, origin = low }
      local own = grid:get_shape(value)
      alone:set(0, 0, 1)
      if own then alone:set_shape(1, own) end
      for i = -1, 9 do
        for k = -1, 9 do
          local px, py = low.x + (high.x - low.x) * i / 8, low.y + (high.y - low.y) * k / 8
          assert.equal(alone:contains(px, py), shape:contains(px, py))
        end
      end
    end
  end)

  it("returns the solids of a grid of space", function()
    local ramp = collide.hull { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 1, 0, 1 }, { 1, 1, 1 } }
    local rope = collide.segment { { 0, 0, 0 }, { 1, 1, 1 } }
    local grid = collide.grid { size = { 2, 3, 4 }, shapes = {
      [2] = ramp, [3] = collide.box { min = { 0, 0, 0 }, max = { 1, 1, 0.5 } },
      [4] = collide.triangle { { 0, 0, 1 }, { 1, 0, 0.5 }, { 0, 1, 0 } }, [5] = rope,
      [6] = collide.group { ramp, rope },
    } }
    assert.same(ramp:describe(), grid:get_shape(2):describe())
    assert.same(ramp:faces(), grid:get_shape(2):faces())
    assert.equal("box min=(0, 0, 0) max=(1, 1, 0.5)", tostring(grid:get_shape(3)))
    assert.same({ { 0, 0, 1 }, { 1, 0, 0.5 }, { 0, 1, 0 } }, points_of(grid:get_shape(4)))
    assert.same({ { 0, 0, 0 }, { 1, 1, 1 } }, points_of(grid:get_shape(5)))
    assert.equal(2, grid:get_shape(6):count())
    local shape = grid:get_shape(2)
    grid = nil -- luacheck: ignore 311
    collectgarbage()
    shape:set_scale(2, 3, 4):set_position(1, 1, 1)
    assert.is_true(shape:contains(3, 4, 5))
    assert.is_false(shape:contains(1, 1, 5))
  end)

  it("survives a finalizer that changes the shapes during the call", function()
    local many = {}
    for i = 0, 15 do many[i + 1] = { 0.5 + 0.5 * math.cos(i * math.pi / 8), 0.5 + 0.5 * math.sin(i * math.pi / 8) } end
    local given = { collide.triangle { 0, 0, 1, 0, 1, 1 }, collide.polygon(many),
      collide.group { collide.polygon(many), collide.triangle { 0, 0, 1, 0, 1, 1 } } }
    local grid, turn = collide.grid { dimensions = 2 }, 0
    for _ = 1, 300 do
      grid:set_shape(2, given[turn % 3 + 1])
      local proxy = newproxy and newproxy(true) or setmetatable({}, { __gc = function() end })
      getmetatable(proxy).__gc = function()
        turn = turn + 1
        grid:set_shape(2, given[turn % 4 + 1])
      end
      proxy = nil -- luacheck: ignore 311
      local shape = grid:get_shape(2)
      if shape then assert.is_true(#shape:outline() > 0) end
    end
  end)
end)
