-- SPDX-License-Identifier: MIT
--
-- grid:cells_in: its forms, limits and errors. pieces_spec.lua and grid_pieces_spec.lua compare it with a test of every
-- cell.
local collide = require("collide")

-- The cells of an answer as arrays.
local function plain(cells)
  local list = {}
  for i, cell in ipairs(cells) do list[i] = { cell.x, cell.y, cell.z } end
  return list
end

describe("grid:cells_in", function()
  it("accepts a rotated shape, and a table that describes one", function()
    local grid = collide.grid { dimensions = 2 }
    grid:fill(0, 0, 3, 3, 1)
    local slope = collide.polygon { 0, 4.5, 4.5, 0, 4.5, 4.5 }
    assert.equal(10, #grid:cells_in(slope))
    assert.same({ { 3, 3 } }, plain(grid:cells_in { shape = "circle", radius = 1, position = { 5, 4 } }))
    assert.same({}, grid:cells_in { shape = "circle", radius = 1, position = { 5.125, 4 } })
  end)

  it("returns cells that print themselves", function()
    local grid = collide.grid()
    grid:set(1, -2, 3, 9)
    assert.equal("(1, -2, 3)", tostring(grid:cells_in(collide.sphere { radius = 3.5 })[1]))
  end)

  it("takes little time in a huge grid, and refuses too large an answer", function()
    local grid = collide.grid()
    grid:fill(-2 ^ 16, -2 ^ 16, -2 ^ 16, 2 ^ 16 - 1, 2 ^ 16 - 1, 2 ^ 16 - 1, 1)
    assert.equal(8, #grid:cells_in(collide.sphere { radius = 0.5 }))
    assert.has_error(function() grid:cells_in(collide.plane { normal = { 1, 1, 1 }, distance = 0 }) end,
      "bad argument #1 to 'cells_in' (it overlaps more than 262144 cells, which is the limit; use several "
        .. "smaller shapes)")
    assert.equal(1, #grid:cells_in(collide.plane { normal = { 1, 1, 1 }, distance = -3 * 2 ^ 16 + 0.5 }))
  end)

  it("accepts only one shape of the grid's dimensions", function()
    local grid, disc = collide.grid { dimensions = 2 }, collide.circle { radius = 1 }
    local function refused(value, message)
      assert.has_error(function() grid:cells_in(value) end, "bad argument #1 to 'cells_in' (" .. message .. ")")
    end
    refused(nil, "shape expected, got nil")
    refused({ 0, 0 }, "shape expected, got a point")
    refused({ disc }, "one shape expected, got an array")
    refused(grid, "shape expected, got grid")
    refused(collide.sphere { radius = 1 }, "a 2D shape expected beside a 2D grid, got a 3D sphere")
    assert.has_error(function() grid:cells_in(disc, "number") end,
      "bad argument #2 to 'cells_in' (unknown word 'number', only 'numbers' is allowed)")
  end)
end)
