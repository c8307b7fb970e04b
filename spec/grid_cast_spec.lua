-- SPDX-License-Identifier: MIT
--
-- Casts at grids that can be worked out by hand; grid_properties_spec.lua compares casts with walks.
local collide = require("collide")
local cases = require("spec.support.cases")

local function grid_of(cells, frame)
  local grid = collide.grid(frame or { dimensions = #cells[1] - 1 })
  for _, cell in ipairs(cells) do
    local value = table.remove(cell)
    grid:set(cell, value)
  end
  return grid
end

local function plain(v)
  return v.z and { v.x, v.y, v.z } or { v.x, v.y }
end

local function cells_of(hit)
  local list = {}
  for i, cell in ipairs(hit.cells) do list[i] = table.concat(plain(cell), " ") end
  return table.concat(list, ", ")
end

describe("a ray at a grid", function()
  local grid = grid_of { { 3, 0, 0, 7 }, { -2, 0, 0, 8 }, { 3, 5, 0, 9 } }

  it("hits the first cell that is not empty", function()
    local hit = grid:raycast({ 0.5, 0.25, 0.75 }, { 2, 0, 0 })
    assert.equal(1.25, hit.t)
    assert.equal(1.75, hit.t_exit)
    assert.same({ 3, 0.25, 0.75 }, plain(hit.point))
    assert.same({ -1, 0, 0 }, plain(hit.normal))
    assert.same({ 3, 0, 0 }, plain(hit.cell))
    assert.same("3 0 0", cells_of(hit))
    assert.equal(7, hit.value)
    assert.is_false(hit.inside)
    assert.is_nil(hit.face)
    assert.is_nil(hit.index)
    assert.equal("hit t=1.25 point=(3, 0.25, 0.75) normal=(-1, 0, 0) cell=(3, 0, 0) value=7", tostring(hit))
  end)

  it("returns a far cell exactly", function()
    local far = collide.grid { dimensions = 2 }
    far:set(2 ^ 53 - 1, 0, 7)
    local hit = far:segmentcast({ 2 ^ 53 - 4, 0.5 }, { 2 ^ 53 - 1, 0.5 })
    assert.truthy(tostring(hit):find("cell=(9007199254740991, 0)", 1, true), tostring(hit))
  end)

  it("goes downward as well as upward", function()
    local hit = grid:raycast({ 0.5, 0.25, 0.75 }, { -1, 0, 0 })
    assert.equal(1.5, hit.t)
    assert.same({ -1, 0.25, 0.75 }, plain(hit.point))
    assert.same({ 1, 0, 0 }, plain(hit.normal))
    assert.equal(8, hit.value)
  end)

  it("answers in numbers: t, nx, ny, nz, t_exit, px, py, pz, index, value, cx, cy, cz", function()
    assert.same({ 1.25, -1, 0, 0, 1.75, 3, 0.25, 0.75, n = 13, [10] = 7, [11] = 3, [12] = 0, [13] = 0 },
      { n = select("#", grid:raycast(0.5, 0.25, 0.75, 2, 0, 0)), grid:raycast(0.5, 0.25, 0.75, 2, 0, 0) })
    local flat = grid_of { { 3, -1, 4 } }
    assert.same({ 2.5, -1, 0, 3.5, 3, -0.5, nil, 4, 3, -1 }, { flat:raycast(0.5, -0.5, 1, 0) })
    assert.is_nil(flat:raycast(0.5, 0.5, 1, 0))
  end)

  it("may miss", function()
    assert.is_nil(grid:raycast({ 0.5, 1.25, 0.75 }, { 1, 0, 0 }))
    assert.is_nil(grid:raycast({ 4.5, 0.25, 0.75 }, { 1, 0, 0 }))
    assert.is_nil(grid:raycast({ 0.5, 0.25, 0.75 }, { 0, 0, 1 }))
    assert.is_nil(collide.grid():raycast({ 0, 0, 0 }, { 1, 0, 0 }))
    assert.is_false(grid:raycast_any({ 0.5, 1.25, 0.75 }, { 1, 0, 0 }))
    assert.is_true(grid:raycast_any({ 0.5, 0.25, 0.75 }, { 1, 0, 0 }))
    assert.same({}, grid:raycast_all({ 0.5, 1.25, 0.75 }, { 1, 0, 0 }))
  end)

  it("finds hits up to max, which is included", function()
    assert.is_not_nil(grid:raycast({ 0.5, 0.25, 0.75 }, { 1, 0, 0 }, 2.5))
    assert.is_nil(grid:raycast({ 0.5, 0.25, 0.75 }, { 1, 0, 0 }, 2.5 - 2 ^ -51))
    assert.is_nil(grid:raycast({ 0.5, 0.25, 0.75 }, { 1, 0, 0 }, { max = 2 }))
    assert.is_not_nil(grid:raycast({ 0.5, 0.25, 0.75 }, { 1, 0, 0 }, { max = math.huge }))
  end)

  it("decides max exactly although t is rounded", function()
    -- 1 is crossed at (1 - 0) / 3, which is above the double 1/3 and below the next.
    local wall = grid_of { { 1, 0, 1 } }
    local third = 1 / 3
    assert.is_true(3 * third == 1) -- though exactly it is less
    assert.is_nil(wall:raycast(0, 0.5, 3, 0, third))
    local t = wall:raycast(0, 0.5, 3, 0, third + 2 ^ -54)
    assert.is_true(t >= third and t <= third + 2 ^ -54)
  end)

  it("may start inside", function()
    local hit = grid:raycast({ 3.25, 0.5, 0.5 }, { 1, 0, 0 })
    assert.same({ 0, 0.75, true, 7 }, { hit.t, hit.t_exit, hit.inside, hit.value })
    assert.same({ 3.25, 0.5, 0.5 }, plain(hit.point))
    assert.same({ 0, 0, 0 }, plain(hit.normal))
    hit = grid:raycast({ 3.25, 0.5, 0.5 }, { 0, 1, 0 }, { inside = "skip" })
    assert.same({ 4.5, 9 }, { hit.t, hit.value })
  end)

  it("may start on a boundary, in the cell above it", function()
    assert.is_true(grid:raycast({ 3, 0, 0 }, { -1, 0, 0 }).inside)
    local hit = grid:raycast({ 4, 0.5, 0.5 }, { -1, 0, 0 })
    assert.same({ 0, 1, false, 7 }, { hit.t, hit.t_exit, hit.inside, hit.value })
    assert.same({ 1, 0, 0 }, plain(hit.normal))
    assert.is_nil(grid:raycast({ 4, 0.5, 0.5 }, { 1, 0, 0 }))
    assert.is_nil(grid:raycast({ 4, 0.5, 0.5 }, { 0, 1, 0 }))
  end)

  it("crosses a long empty distance at once", function()
    local far = 2 ^ 50
    local wide = grid_of { { far, 3, 5, 1 }, { -far, 3, 5, 2 } }
    local hit = wide:raycast({ 0.5, 3.5, 5.5 }, { 1, 0, 0 })
    assert.same({ far - 0.5, 1 }, { hit.t, hit.value })
    assert.equal(far, hit.cell.x)
    hit = wide:raycast({ 0.5, 3.5, 5.5 }, { -0.25, 0, 0 })
    assert.same({ 4 * (far - 0.5), 2 }, { hit.t, hit.value })
  end)

  it("may start anywhere", function()
    assert.equal(7, grid:raycast({ 1e300, 0.5, 0.5 }, { -1, 0, 0 }).value)
    assert.equal(8, grid:raycast({ -1e300, 0.5, 0.5 }, { 1e-5, 0, 0 }).value)
    local hit = grid:raycast({ 3.5 - 2 ^ 60, 0.5 - 2 ^ 60, 0.5 }, { 1, 1, 0 })
    assert.is_nil(hit) -- 3.5 - 2^60 is -2^60
    hit = grid:raycast({ 3 - 2 ^ 50, 5 + 2 ^ 50, 0.5 }, { 1, -1, 0 })
    assert.equal(9, hit.value)
    assert.same({ 3, 5, 0.5 }, plain(hit.point))
  end)

  it("has a point on the boundary that it crosses, and in the cell", function()
    local tenths = grid_of({ { 3, 7, 1, 1 } }, { dimensions = 3, size = 0.1, origin = 0.05 })
    for i = 1, 50 do
      local x, y, z = 0.4 + (i % 7 - 3) / 100, 0.8 + (i % 5 - 2) / 100, 0.2 + (i % 3 - 1) / 100
      local hit = tenths:raycast({ x - 1e6 / i, y - 1e5, z + 7e5 }, { 1e6 / i, 1e5, -7e5 })
      local low, high = tenths:cell_bounds { 3, 7, 1 }
      for axis, normal in pairs { x = hit.normal.x, y = hit.normal.y, z = hit.normal.z } do
        if normal ~= 0 then assert.equal(normal < 0 and low[axis] or high[axis], hit.point[axis]) end
        assert.is_true(low[axis] <= hit.point[axis] and hit.point[axis] <= high[axis])
      end
    end
  end)
end)

describe("a ray through a corner", function()
  it("hits cells beside it, and returns all that it enters at once", function()
    local grid = grid_of { { 1, 0, 4 }, { 1, 1, 5 } }
    local hit = grid:raycast({ 0.5, 0.5 }, { 1, 1 })
    assert.same({ 0.5, 0.5 }, { hit.t, hit.t_exit })
    assert.same({ 1, 1 }, plain(hit.point))
    assert.same({ 1, 0 }, plain(hit.cell))
    assert.same({ -1, 0 }, plain(hit.normal))
    assert.equal("1 0, 1 1", cells_of(hit))
    assert.equal(4, hit.value)
  end)

  it("does not slip between two cells that touch there", function()
    local grid = grid_of { { 1, 0, 1 }, { 0, 1, 2 } }
    assert.equal("1 0, 0 1", cells_of(grid:raycast({ 0.5, 0.5 }, { 1, 1 })))
    local hit = grid:raycast({ 2.5, 2.5 }, { -1, -1 })
    assert.equal("0 1, 1 0", cells_of(hit))
    assert.same({ 1, 0 }, plain(hit.normal))
    assert.is_nil(grid:raycast({ 0.5, 0.5 }, { 1, 1 }, { corners = "ahead" }))
  end)

  it("visits only the cell ahead with `corners`", function()
    local grid = grid_of { { 1, 0, 4 }, { 1, 1, 5 } }
    local hit = grid:raycast({ 0.5, 0.5 }, { 1, 1 }, { corners = "ahead" })
    assert.equal("1 1", cells_of(hit))
    assert.same({ 0.5, 1.5, 5 }, { hit.t, hit.t_exit, hit.value })
    assert.same({ -1, 0 }, plain(hit.normal))
  end)

  it("enters seven cells in 3D", function()
    local grid = collide.grid()
    grid:fill(0, 0, 0, 1, 1, 1, 1)
    grid:set(0, 0, 0, 0)
    local hit = grid:raycast({ 0.5, 0.5, 0.5 }, { 1, 1, 1 })
    assert.equal("1 0 0, 0 1 0, 1 1 0, 0 0 1, 1 0 1, 0 1 1, 1 1 1", cells_of(hit))
    for _, part in ipairs { { "0 1 0", { 0, -1, 0 } }, { "0 0 1", { 0, 0, -1 } }, { "0 1 1", { 0, -1, 0 } },
      { "1 0 1", { -1, 0, 0 } }, { "1 1 1", { -1, 0, 0 } } } do
      grid:fill(0, 0, 0, 1, 1, 1, 0)
      local x, y, z = part[1]:match("(%d) (%d) (%d)")
      grid:set(tonumber(x), tonumber(y), tonumber(z), 1)
      hit = grid:raycast({ 0.5, 0.5, 0.5 }, { 1, 1, 1 })
      assert.equal(part[1], cells_of(hit))
      assert.same(part[2], plain(hit.normal))
      assert.same({ 1, 1, 1 }, plain(hit.point))
    end
  end)

  it("hits a corner of the bounds from outside", function()
    local grid = grid_of { { 4, 4, 1 } }
    assert.equal("4 4", cells_of(grid:raycast({ 0, 0 }, { 1, 1 })))
    assert.equal(4, grid:raycast({ 0, 8 }, { 1, -1 }).t) -- past the cell's corner 4, 4
    assert.equal("4 4", cells_of(grid:raycast({ 0, 9 }, { 1, -1 })))
    assert.equal("4 4", cells_of(grid:raycast({ 0, 10 }, { 1, -1 })))
    assert.is_nil(grid:raycast({ 0, 10 }, { 1, -1 }, { corners = "ahead" }))
    assert.is_nil(grid:raycast({ 0, 10.001 }, { 1, -1 }))
    assert.is_nil(grid:raycast({ 0, 7.999 }, { 1, -1 }))
  end)
end)

describe("a segment at a grid", function()
  local grid = grid_of { { 3, 0, 1 }, { 3, 3, 2 } }

  it("has t from 0 to 1, both included", function()
    assert.equal(1, grid:segmentcast({ 0, 0.5 }, { 3, 0.5 }).t)
    assert.equal(0.5, grid:segmentcast({ 0, 0.5 }, { 6, 0.5 }).t)
    assert.is_nil(grid:segmentcast({ 0, 0.5 }, { 3 - 2 ^ -51, 0.5 }))
    assert.equal(1, grid:segmentcast({ 6, 0.5 }, { 4, 0.5 }).t)
    assert.is_nil(grid:segmentcast({ 6, 0.5 }, { 4 + 2 ^ -50, 0.5 }))
  end)

  it("has t_exit beyond its end", function()
    assert.equal(4 / 3.5, grid:segmentcast({ 0, 0.5 }, { 3.5, 0.5 }).t_exit)
  end)

  it("from a point to itself tests the cell of the point", function()
    local hit = grid:segmentcast({ 3.5, 0.5 }, { 3.5, 0.5 })
    assert.same({ 0, math.huge, true, 1 }, { hit.t, hit.t_exit, hit.inside, hit.value })
    assert.is_nil(grid:segmentcast({ 2.5, 0.5 }, { 2.5, 0.5 }))
    assert.is_true(grid:segmentcast_any({ 3, 3 }, { 3, 3 }))
    assert.is_false(grid:segmentcast_any({ 4, 3 }, { 4, 3 }))
  end)
end)

describe("a line at a grid", function()
  local grid = grid_of { { 3, 0, 1 }, { -3, 0, 2 } }

  it("hits at the least t, which may be negative, and is never inside", function()
    local hit = grid:linecast({ 0.5, 0.5 }, { 1, 0 })
    assert.same({ -3.5, -2.5, false, 2 }, { hit.t, hit.t_exit, hit.inside, hit.value })
    assert.same({ -3, 0.5 }, plain(hit.point))
    hit = grid:linecast({ -2.5, 0.5 }, { -1, 0 })
    assert.same({ -6.5, 1 }, { hit.t, hit.value })
    assert.same({ 1, 0 }, plain(hit.normal))
    assert.same({ -3.5, -1, 0, -2.5, -3, 0.5, nil, 2, -3, 0 }, { grid:linecast(0.5, 0.5, 1, 0) })
  end)

  it("hits all cells in its path", function()
    local values = {}
    for i, hit in ipairs(grid:linecast_all({ 0.5, 0.5 }, { 1, 0 })) do values[i] = hit.value end
    assert.same({ 2, 1 }, values)
    assert.is_true(grid:linecast_any({ 100, 0.5 }, { 1, 0 }))
    assert.is_false(grid:linecast_any({ 100, 1.5 }, { 1, 0 }))
  end)
end)

describe("all hits of a grid", function()
  local grid = grid_of { { 1, 0, 4 }, { 1, 1, 5 }, { 2, 1, 6 }, { 4, 4, 7 } }

  it("are one for each cell, in the order of the walk", function()
    local list = {}
    for i, hit in ipairs(grid:raycast_all({ 0.5, 0.5 }, { 1, 1 })) do
      list[i] = ("%g-%g %d (%s) from %d %d"):format(hit.t, hit.t_exit, hit.value, cells_of(hit),
        hit.normal.x, hit.normal.y)
    end
    assert.same({ "0.5-0.5 4 (1 0, 1 1) from -1 0", "0.5-1.5 5 (1 0, 1 1) from -1 0",
      "1.5-1.5 6 (2 1) from -1 0", "3.5-4.5 7 (4 4) from -1 0" }, list)
  end)

  it("are flat in numbers, eleven values a hit in 2D and seventeen in 3D", function()
    assert.same({ 0.5, -1, 0, 0.5, 1, 1, 1, 0, 4, 1, 0, 0.5, -1, 0, 1.5, 1, 1, 1, 0, 5, 1, 1 },
      grid:raycast_all(0.5, 0.5, 1, 1, 1))
    local space = grid_of { { 1, 0, 0, 4 } }
    assert.same({ 0.5, -1, 0, 0, 1.5, 1, 0.5, 0.5, 1, 0, 0, 0, 0, 4, 1, 0, 0 },
      space:raycast_all(0.5, 0.5, 0.5, 1, 0, 0))
  end)

  it("print as a line each", function()
    assert.equal("hit t=3.5 point=(4, 4) normal=(-1, 0) cell=(4, 4) value=7",
      tostring(grid:raycast_all({ 3, 3 }, { 2 / 7, 2 / 7 })))
  end)
end)

describe("grids among other targets", function()
  local grid = grid_of { { 3, 0, 0, 7 } }
  local ball = collide.sphere { radius = 1, position = { 8, 0.5, 0.5 } }
  local function ray(...) return collide.raycast({ ... }, { 0, 0.5, 0.5 }, { 1, 0, 0 }) end

  it("return the target that was hit", function()
    local hit = ray(ball, grid)
    assert.equal(3, hit.t)
    assert.equal(2, hit.index)
    assert.equal(grid, hit.shape)
    assert.equal(7, hit.value)
    local other = grid_of { { 1, 0, 0, 9 } }
    assert.equal(3, ray(ball, grid, other).index)
    assert.equal(9, ray(ball, grid, other).value)
    assert.is_nil(ray(ball).cell)
    assert.same({ 3, 2, 7 }, { (function(t, _, _, _, _, _, _, _, index, value) return t, index, value end)(
      collide.raycast({ ball, grid }, 0, 0.5, 0.5, 1, 0, 0)) })
  end)

  it("may be ignored", function()
    assert.equal(7, collide.raycast(grid, { 0, 0.5, 0.5 }, { 1, 0, 0 }, { ignore = ball }).value)
    assert.is_nil(collide.raycast(grid, { 0, 0.5, 0.5 }, { 1, 0, 0 }, { ignore = grid }))
    assert.equal(1, collide.raycast({ ball, grid }, { 0, 0.5, 0.5 }, { 1, 0, 0 }, { ignore = { grid } }).index)
  end)

  it("come first in the order of the array if they are equally near", function()
    local same = grid_of { { 3, 0, 0, 8 } }
    assert.equal(7, ray(grid, same).value)
    assert.equal(8, ray(same, grid).value)
    local box = collide.box { min = { 3, 0, 0 }, max = { 4, 1, 1 } }
    assert.equal(1, ray(box, grid).index)
    assert.equal(1, ray(grid, box).index)
  end)

  it("are sorted together with the others", function()
    local far = grid_of { { 12, 0, 0, 1 }, { 5, 0, 0, 2 } }
    local indices = {}
    for i, hit in ipairs(collide.raycast_all({ ball, grid, far }, { 0, 0.5, 0.5 }, { 1, 0, 0 })) do
      indices[i] = hit.index
    end
    assert.same({ 2, 3, 1, 3 }, indices)
    assert.same({ 3, -1, 0, 0, 4, 3, 0.5, 0.5, 2, 0, 0, 0, 0, 7, 3, 0, 0,
      7, -1, 0, 0, 9, 7, 0.5, 0.5, 1, 0, 0, 0, 0, 0, 0, 0, 0 },
      collide.raycast_all({ ball, grid }, 0, 0.5, 0.5, 1, 0, 0))
    assert.equal(17, #collide.raycast_all({ ball }, 0, 0.5, 0.5, 1, 0, 0))
  end)

  it("must have the same dimensions", function()
    local flat = collide.grid { dimensions = 2 }
    assert.has_error(function() collide.raycast({ ball, flat }, { 0, 0, 0 }, { 1, 0, 0 }) end,
      "bad argument #1 to 'raycast' (target[2]: a 3D shape expected, got a 2D grid)")
    assert.has_error(function() collide.raycast({ flat, ball }, { 0, 0 }, { 1, 0 }) end,
      "bad argument #1 to 'raycast' (target[2]: a 2D shape expected, got a 3D sphere)")
  end)
end)

describe("an answer in a table", function()
  local grid = grid_of { { 3, 0, 0, 7 }, { 3, 1, 0, 8 } }
  local ball = collide.sphere { radius = 1, position = { 8, 0.5, 0.5 } }

  it("writes cells into existing vectors", function()
    local cell, cells, first = {}, {}, {}
    cells[1], cells[2], cells[3] = first, {}, {}
    local into = { cell = cell, cells = cells, face = "side" }
    local hit = grid:raycast({ 2.5, 0.5, 0.5 }, { 1, 1, 0 }, { into = into })
    assert.equal(into, hit)
    assert.equal(cell, hit.cell)
    assert.equal(cells, hit.cells)
    assert.equal(first, hit.cells[1])
    assert.same({ x = 3, y = 0, z = 0 }, cell)
    assert.same({ { x = 3, y = 0, z = 0 }, { x = 3, y = 1, z = 0 } }, cells)
    assert.is_nil(hit.face)
  end)

  it("removes the fields of another target", function()
    local into = grid:raycast({ 0, 0.5, 0.5 }, { 1, 0, 0 })
    collide.raycast(ball, { 0, 0.5, 0.5 }, { 1, 0, 0 }, { into = into })
    assert.same({ nil, nil, nil }, { into.cell, into.cells, into.value })
    collide.raycast({ grid }, { 0, 0.5, 0.5 }, { 1, 0, 0 }, { into = into })
    assert.same({ 7, 1 }, { into.value, into.index })
  end)

  it("works for all hits", function()
    local into = grid:raycast_all({ 2.5, 0.5, 0.5 }, { 1, 1, 0 })
    local kept = into[1]
    grid:raycast_all({ 0, 0.5, 0.5 }, { 1, 0, 0 }, { into = into })
    assert.equal(1, #into)
    assert.equal(kept, into[1])
    assert.equal("3 0 0", cells_of(into[1]))
  end)
end)

describe("a change of the grid during a query", function()
  it("does no harm", function()
    -- Finalizers run where the list of hits grows, and empty the grid, or free it.
    local function with_finalizer(action)
      if newproxy then -- luacheck: ignore 113
        local proxy = newproxy(true) -- luacheck: ignore 113
        getmetatable(proxy).__gc = action
        return proxy
      end
      return setmetatable({}, { __gc = action })
    end
    for round = 1, cases.of(30, 5) do
      local grid = collide.grid()
      grid:fill(0, 0, 0, 3000, 1, 1, 1)
      local targets = { grid }
      for i = 1, 50 do
        with_finalizer(function()
          -- Once the grid is collected it refuses to be changed, and an error in a finalizer would end
          -- a LuaJIT.
          if i % 2 == round % 2 then
            pcall(grid.fill, grid, 0, 0, 0, 3000, 1, 1, 0)
          elseif i % 3 == 0 then
            targets[1] = nil
          elseif i % 5 == 0 then
            getmetatable(grid).__gc(grid)
          else
            for x = 0, 90 do pcall(grid.set, grid, x * 30, 5, 5, 2) end
          end
        end)
      end
      local hits = collide.raycast_all(targets, { 0.5, 0.5, 0.5 }, { 1, 0, 0 })
      assert.is_true(#hits <= 3001)
      for i = 2, #hits do assert.is_true(hits[i].t >= hits[i - 1].t) end
    end
    collectgarbage()
  end)
end)
