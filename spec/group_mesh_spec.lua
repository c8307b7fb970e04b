-- SPDX-License-Identifier: MIT
--
-- Pairs of a group of a mesh and a box with grids, and with the cells of a grid as boxes.
local collide = require("collide")

-- A closed tetrahedron, and a box behind it.
local mesh = collide.mesh { vertices = { 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2 },
  triangles = { 1, 3, 2, 1, 2, 4, 1, 4, 3, 2, 3, 4 } }
local box = collide.box { half = { 0.5, 0.5, 0.5 }, position = { 4, 0.5, 0.5 } }

local function grid_of_eight()
  local grid, cells = collide.grid { dimensions = 3 }, {}
  grid:fill({ 0, 0, 0 }, { 1, 1, 1 }, 3)
  for i = 0, 7 do
    local x, y, z = i % 2, math.floor(i / 2) % 2, math.floor(i / 4)
    cells[i + 1] = collide.box { min = { x, y, z }, max = { x + 1, y + 1, z + 1 } }
  end
  return grid, cells
end

local places = { { 0, 0, 0 }, { 0.25, 0.5, 0.75 }, { -1, 0, 0 }, { -3, 0, 0 }, { -3.5, 0.25, 0 }, { 2, 2, 2 },
  { -5, 1, 0 }, { 3, 0, 0 }, { -2, -0.5, 0.5 }, { 0, -9, 0 } }

describe("a group of a mesh and a box", function()
  local grid, cells = grid_of_eight()

  it("is refused with a grid by every pair function, like its mesh, at any position", function()
    local world = collide.world { grid }
    for _, place in ipairs(places) do
      local body = collide.group { mesh, box, position = place }
      for _, name in ipairs { "overlap", "contact", "distance", "overlap_all", "contact_all" } do
        assert.has_error(function() collide[name](body:part(1), grid) end)
        for _, call in ipairs { { body, grid, "group and grid" }, { grid, body, "grid and group" },
          { body, { grid }, "group and grid" } } do
          local fine, message = pcall(collide[name], call[1], call[2])
          assert.is_false(fine)
          assert.truthy(message:find("there is no test for " .. call[3], 1, true), message)
        end
        assert.is_true((pcall(collide[name], body:part(2), grid)))
      end
    end
    local far = collide.group { mesh, box, position = { 90, 0, 0 } }
    assert.is_false(far:overlap(world)) -- of a world only what is near is asked
    assert.has_error(function() collide.group({ mesh, box }):overlap(world) end)
  end)

  it("overlaps the cells of a grid, as boxes, if its parts do", function()
    local met = 0
    for _, place in ipairs(places) do
      local body = collide.group { mesh, box, position = place }
      local parts, indices, nearest, deepest = { body:part(1), body:part(2) }, {}, math.huge, nil
      local contacts = 0
      for i, cell in ipairs(cells) do
        local meets = false
        for k, part in ipairs(parts) do
          meets = meets or part:overlap(cell)
          nearest = math.min(nearest, (part:distance(cell)))
          contacts = contacts + #collide.contact_all(cell, part)
          local contact = part:contact(cell)
          if contact and (not deepest or contact.depth > deepest.depth) then
            deepest = contact
            contact.index, contact.part = i, k
          end
        end
        if meets then indices[#indices + 1] = i end
      end
      assert.same(indices, collide.overlap_all(body, cells, "numbers"))
      assert.equal(#indices > 0, body:overlap(cells))
      assert.equal(#indices > 0, collide.overlap(cells, body))
      assert.equal(nearest, (body:distance(cells)))
      assert.equal(contacts, #collide.contact_all(body, cells))
      local contact = body:contact(cells)
      assert.equal(deepest and deepest.depth, contact and contact.depth)
      if deepest then
        assert.equal(deepest.index, contact.index)
        met = met + 1
      end
    end
    assert.is_true(met > 2 and met < #places)
  end)
end)
