-- SPDX-License-Identifier: MIT
--
-- Grids of the plane whose cells are groups of polygons. grid_pieces_spec.lua compares all queries with the list of
-- their parts.
local collide = require "collide"
local cases = require "spec.support.cases"
local cell_shapes = require("spec.support.cell_shapes")

local some = cases.of

local WHOLE = {
  [4] = collide.polygon { { 0, 0 }, { 1, 0 }, { 1, 1 } },
  [5] = collide.polygon { { 0, 0 }, { 1, 0 }, { 0, 1 } },
}

local function groups() return cell_shapes.of("groups") end

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
