-- SPDX-License-Identifier: MIT
--
-- Meshes and shapes with flat faces into voxels: the cells for which triangle_box_sat is true, for every form of a
-- mesh; hulls, boxes, 3D triangles, groups and arrays of them; and the option progress. spec/voxel has random cases.
local collide = require("collide")
local cases = require("spec.support.cases")
local meshes = require("spec.support.meshes")
local random = require("spec.support.random")

local unpack = table.unpack or unpack -- luacheck: ignore 143

local uniform = random.uniform(20261121)

local function key(x, y, z) return ("%d %d %d"):format(x, y, z) end

-- "x y z" -> value.
local function cells_of(grid)
  local cells = {}
  for x, y, z, value in grid:each() do cells[key(x, y, z)] = value end
  return cells
end

local function count(cells)
  local n = 0
  for _ in pairs(cells) do n = n + 1 end
  return n
end

-- Cell by cell, of triangles as corners: the value of the first that touches it.
local function asked(triangles, size, origin, value_of)
  local cells = {}
  for number, corners in ipairs(triangles) do
    local triangle, low, high = collide.triangle(corners), {}, {}
    for i = 1, 3 do
      low[i] = math.floor((math.min(corners[1][i], corners[2][i], corners[3][i]) - origin[i]) / size[i]) - 2
      high[i] = math.floor((math.max(corners[1][i], corners[2][i], corners[3][i]) - origin[i]) / size[i]) + 2
    end
    for z = low[3], high[3] do
      for y = low[2], high[2] do
        for x = low[1], high[1] do
          local cell, min, max = { x, y, z }, {}, {}
          for i = 1, 3 do
            min[i], max[i] = cell[i] * size[i] + origin[i], (cell[i] + 1) * size[i] + origin[i]
          end
          if not cells[key(x, y, z)] and triangle:triangle_box_sat(collide.box { min = min, max = max }) then
            cells[key(x, y, z)] = value_of and value_of(number) or 1
          end
        end
      end
    end
  end
  return cells
end

local function corners_of(mesh)
  local triangles = {}
  for i = 1, #mesh.triangles / 3 do triangles[i] = meshes.corners(mesh, i) end
  return triangles
end

local function random_triangles(n, whole)
  local triangles = {}
  for i = 1, n do
    triangles[i] = {}
    for k = 1, 3 do
      triangles[i][k] = {}
      for axis = 1, 3 do
        local x = uniform(-3, 3)
        triangles[i][k][axis] = whole and math.floor(x + 0.5) or x
      end
    end
  end
  return triangles
end

local unit, zero = { 1, 1, 1 }, { 0, 0, 0 }

describe("voxelize", function()
  it("fills the cells for which triangle_box_sat is true", function()
    for round = 1, cases.of(20, 4) do
      local triangles = random_triangles(3, round % 2 == 0)
      assert.same(asked(triangles, unit, zero), cells_of(collide.voxelize(triangles)))
    end
  end)

  it("fills cells of any size and origin", function()
    for _ = 1, cases.of(10, 3) do
      local triangles = random_triangles(2)
      local size, origin = { 0.7, 0.3, 1.1 }, { 100.1, -7.7, 0.05 }
      for _, corners in ipairs(triangles) do
        for _, p in ipairs(corners) do
          for i = 1, 3 do p[i] = p[i] * size[i] + origin[i] end
        end
      end
      local grid = collide.voxelize(triangles, { size = size, origin = origin })
      assert.same(asked(triangles, size, origin), cells_of(grid))
      local x, y, z = grid:cell_at(100.1, -7.7, 0.05)
      assert.same({ 0, 0, 0 }, { x, y, z })
    end
  end)

  it("fills the same cells with either method", function()
    local mesh = meshes.torus(0.3, 0.2, 0.1, 5, 2, 12, 8)
    for _, rule in ipairs { "closed", "open" } do
      local pef = collide.voxelize(mesh, { method = "pef", rule = rule })
      local sat = collide.voxelize(mesh, { method = "sat", rule = rule })
      assert.same(cells_of(sat), cells_of(pef))
      assert.is_true(pef:count() > 200)
    end
    assert.same(asked(corners_of(mesh), unit, zero), cells_of(collide.voxelize(mesh)))
  end)

  it("accepts triangles that are segments or points", function()
    local grid = collide.voxelize { { { 0.5, 0.5, 0.5 }, { 3.5, 0.5, 0.5 }, { 2, 0.5, 0.5 } } }
    assert.same({ ["0 0 0"] = 1, ["1 0 0"] = 1, ["2 0 0"] = 1, ["3 0 0"] = 1 }, cells_of(grid))
    grid = collide.voxelize { { { 1, 1, 1 }, { 1, 1, 1 }, { 1, 1, 1 } } }
    assert.equal(8, grid:count()) -- all cells that share the corner
    assert.equal(1, collide.voxelize({ { { 0.1, 0.1, 0.1 }, { 0.1, 0.1, 0.1 }, { 0.2, 0.1, 0.1 } } }):count())
  end)

  it("accepts triangles of any size", function()
    local grid = collide.voxelize { { { 0.5, 0.5, 0.5 }, { 3e5 + 0.5, 0.5, 0.5 }, { 0.5, 0.5, 0.5 } } }
    assert.equal(300001, grid:count())
    grid = collide.voxelize { { { -1e5, -1e5, -1e5 }, { 1e5, 1e5, 1e5 }, { 0, 0, 0 } } }
    -- On the diagonal: a cell for each step, and six beside each corner that it goes through.
    assert.equal(200000 + 200001 * 6 + 2, grid:count())
    grid = collide.voxelize({ { { 0, 0, 0 }, { 1e-65, 0, 0 }, { 0, 1e-65, 0 } } }, { size = 1e-66 })
    assert.equal(asked({ { { 0, 0, 0 }, { 10, 0, 0 }, { 0, 10, 0 } } }, unit, zero)["3 3 0"], grid:get(3, 3, 0))
    assert.is_true(grid:count() > 100)
  end)

  it("returns an empty grid for no triangles", function()
    assert.equal(0, collide.voxelize({}):count())
    assert.equal(0, collide.voxelize({ vertices = {}, triangles = {} }, { solid = true }):count())
    assert.equal(0, collide.voxelize({ vertices = { 1, 2, 3 }, triangles = {} }):count())
  end)

  it("leaves no hole in a surface", function()
    -- Through empty cells, by their sides, the middle of the tube is not reached from outside.
    local grid = collide.voxelize(meshes.torus(0, 0, 0, 6, 2, 24, 12))
    local low, high = grid:bounds()
    local seen, queue = {}, { { low.x - 1, low.y - 1, low.z - 1 } }
    seen[key(low.x - 1, low.y - 1, low.z - 1)] = true
    while #queue > 0 do
      local cell = table.remove(queue)
      for axis = 1, 3 do
        for step = -1, 1, 2 do
          local x, y, z = cell[1], cell[2], cell[3]
          if axis == 1 then x = x + step elseif axis == 2 then y = y + step else z = z + step end
          if x >= low.x - 1 and x <= high.x + 1 and y >= low.y - 1 and y <= high.y + 1 and
            z >= low.z - 1 and z <= high.z + 1 and not seen[key(x, y, z)] and grid:get(x, y, z) == 0 then
            seen[key(x, y, z)] = true
            queue[#queue + 1] = { x, y, z }
          end
        end
      end
    end
    assert.is_nil(seen["6 0 0"])
    assert.is_true(seen["0 0 0"])
    -- And that is what solid fills.
    local solid = collide.voxelize(meshes.torus(0, 0, 0, 6, 2, 24, 12), { solid = true })
    for x = low.x, high.x do
      for y = low.y, high.y do
        for z = low.z, high.z do
          assert.equal(seen[key(x, y, z)] and 0 or 1, solid:get(x, y, z))
        end
      end
    end
  end)
end)

describe("the rule of voxelize", function()
  local cube = meshes.box(4, 4, 4, 12, 12, 12)

  it("'closed' fills every cell that a triangle touches", function()
    assert.equal(10 ^ 3 - 6 ^ 3, collide.voxelize(cube):count())
    assert.equal(10 ^ 3 - 6 ^ 3, collide.voxelize(cube, { rule = "closed" }):count())
  end)

  it("'open' keeps the size of a cube on cell boundaries", function()
    local grid = collide.voxelize(cube, { rule = "open" })
    assert.equal(8 ^ 3 - 6 ^ 3, grid:count())
    local low, high = grid:bounds()
    assert.same({ 4, 4, 4, 11, 11, 11 }, { low.x, low.y, low.z, high.x, high.y, high.z })
    assert.equal(8 ^ 3, collide.voxelize(cube, { rule = "open", solid = true }):count())
  end)

  it("'open' fills the cells behind a face, by its winding", function()
    local grid = collide.voxelize(meshes.turned(cube), { rule = "open" })
    local low, high = grid:bounds()
    assert.same({ 3, 3, 3, 12, 12, 12 }, { low.x, low.y, low.z, high.x, high.y, high.z })
    assert.equal(6 * 64, grid:count()) -- in front of the six sides, no edges
  end)

  it("'open' fills no cells in front of a face", function()
    local slope = { { { 0, 0, 0 }, { 2, 2, 0 }, { 0, 0, 2 } } } -- in x = y
    assert.same({ ["0 0 0"] = 1, ["1 1 0"] = 1, ["0 0 1"] = 1 }, cells_of(collide.voxelize(slope, { rule = "open" })))
    local line = { { { 0, 0, 0.5 }, { 2, 0, 0.5 }, { 1, 0, 0.5 } } } -- no area, in y = 0
    assert.equal(0, collide.voxelize(line, { rule = "open" }):count())
  end)
end)

describe("solid voxelize", function()
  it("leaves cavities empty", function()
    local outer, inner = meshes.ball(0, 0, 0, 9.3, 6), meshes.ball(0.2, 0.1, 0, 5.2, 4)
    local grid = collide.voxelize(meshes.joined(outer, meshes.turned(inner)), { solid = true })
    assert.equal(0, grid:get(0, 0, 0))
    assert.equal(1, grid:get(7, 0, 0))
    assert.equal(0, grid:get(10, 0, 0))
    local whole = collide.voxelize(outer, { solid = true })
    local hole = collide.voxelize(inner, { solid = true })
    local border = collide.voxelize(inner)
    assert.equal(whole:count() - (hole:count() - border:count()), grid:count())
  end)

  it("fills parts that overlap as one", function()
    local a, b = meshes.box(0.5, 0.5, 0.5, 8.5, 8.5, 8.5), meshes.box(4.5, 4.5, 4.5, 12.5, 12.5, 12.5)
    local grid = collide.voxelize(meshes.joined(a, b), { solid = true })
    assert.equal(2 * 9 ^ 3 - 5 ^ 3, grid:count())
  end)

  it("works for either winding, and for mixed windings", function()
    local cube = meshes.box(0.5, 0.5, 0.5, 6.5, 6.5, 6.5)
    assert.equal(7 ^ 3, collide.voxelize(meshes.turned(cube), { solid = true }):count())
    cube.triangles[1], cube.triangles[2] = cube.triangles[2], cube.triangles[1]
    assert.equal(7 ^ 3, collide.voxelize(cube, { solid = true }):count())
  end)

  it("leaves an inner part empty if not all triangles face the same way", function()
    local both = meshes.joined(meshes.box(0.5, 0.5, 0.5, 8.5, 8.5, 8.5), meshes.box(2.5, 2.5, 2.5, 6.5, 6.5, 6.5))
    assert.equal(9 ^ 3, collide.voxelize(both, { solid = true }):count())
    both.triangles[1], both.triangles[2] = both.triangles[2], both.triangles[1]
    assert.equal(9 ^ 3 - 3 ^ 3, collide.voxelize(both, { solid = true }):count())
  end)

  it("counts each edge and corner once", function()
    -- The middles of rows, y = 0.5 and z = 0.5 and so on, are where this one has its edges.
    local mesh = {
      vertices = { { 0, 0.5, 0.5 }, { 9, 0.5, 0.5 }, { 4.5, 4.5, 0.5 }, { 4.5, 2.5, 4.5 }, { 4.5, 0.5, -3.5 } },
      triangles = { { 1, 2, 4 }, { 2, 3, 4 }, { 3, 1, 4 }, { 2, 1, 5 }, { 3, 2, 5 }, { 1, 3, 5 } },
    }
    local grid = collide.voxelize(mesh, { solid = true })
    local inside = collide.voxelize(mesh):count()
    assert.is_true(grid:count() > inside)
    local low, high = grid:bounds()
    assert.same({ -1, 0, -4, 9, 4, 4 }, { low.x, low.y, low.z, high.x, high.y, high.z })
    assert.equal(0, grid:get(8, 4, 4))
    assert.equal(1, grid:get(4, 2, 1))
  end)

  it("has the value of the last triangle that is crossed before, along x", function()
    local values = {}
    for i = 1, 12 do values[i] = 10 + i end
    local grid = collide.voxelize(meshes.box(0.5, 0.5, 0.5, 6.5, 6.5, 6.5), { solid = true, value = values })
    for y = 1, 5 do
      for z = 1, 5 do
        local value = grid:get(3, y, z)
        assert.is_true(value == 19 or value == 20) -- the side at x = 0.5 is triangles 9 and 10
        assert.equal(grid:get(0, y, z) == 0 and 0 or value, value)
      end
    end
  end)
end)

describe("the values of voxelize", function()
  it("are 1 by default, or the given ones", function()
    local t = { { { 0.5, 0.5, 0.5 }, { 0.6, 0.5, 0.5 }, { 0.5, 0.6, 0.5 } } }
    assert.equal(1, collide.voxelize(t):get(0, 0, 0))
    assert.equal(65535, collide.voxelize(t, { value = 65535 }):get(0, 0, 0))
  end)

  it("are those of the first triangle that touches a cell", function()
    local triangles = random_triangles(6)
    local values = { 5, 65535, 7, 1, 300, 2 }
    local grid = collide.voxelize(triangles, { value = values })
    assert.same(asked(triangles, unit, zero, function(i) return values[i] end), cells_of(grid))
  end)
end)

describe("the lists of voxelize", function()
  it("are the triangles of each cell, in one array", function()
    for _, rule in ipairs { "closed", "open" } do
      local triangles = random_triangles(5, rule == "closed")
      local grid, lists = collide.voxelize(triangles, { lists = true, rule = rule })
      local expected, cells, i, previous = {}, 0, 1, nil
      for number, corners in ipairs(triangles) do
        for x, y, z in collide.voxelize({ corners }, { rule = rule }):each() do
          local list = expected[key(x, y, z)] or {}
          expected[key(x, y, z)] = list
          list[#list + 1] = number
        end
      end
      local found = {}
      while lists[i] do
        local x, y, z, n = unpack(lists, i, i + 3)
        found[key(x, y, z)] = { unpack(lists, i + 4, i + 3 + n) }
        if previous then -- by z, then y, then x
          local a, b, c = previous[3] - z, previous[2] - y, previous[1] - x
          assert.is_true(a < 0 or (a == 0 and (b < 0 or (b == 0 and c < 0))))
        end
        previous = { x, y, z }
        cells, i = cells + 1, i + 4 + n
      end
      assert.equal(#lists + 1, i)
      assert.same(expected, found)
      assert.equal(cells, grid:count())
    end
  end)

  it("are returned on request, and empty for no triangles", function()
    assert.equal(1, select("#", collide.voxelize({})))
    assert.equal(1, select("#", collide.voxelize({}, { lists = false })))
    local grid, lists = collide.voxelize({}, { lists = true })
    assert.equal(0, grid:count())
    assert.same({}, lists)
  end)

  it("do not list cells inside", function()
    local grid, lists = collide.voxelize(meshes.box(0.5, 0.5, 0.5, 4.5, 4.5, 4.5), { lists = true, solid = true })
    local cells, i = 0, 1
    while lists[i] do cells, i = cells + 1, i + 4 + lists[i + 3] end
    assert.equal(125, grid:count())
    assert.equal(98, cells)
  end)

  it("work for far cells", function()
    local far = 2 ^ 40
    local _, lists = collide.voxelize({
      { { far, 0.5, 0.5 }, { far, 0.5, 0.5 }, { far + 0.5, 0.5, 0.5 } },
      { { -far, 0.5, 0.5 }, { -far, 0.5, 0.5 }, { -far + 0.5, 0.5, 0.5 } },
    }, { lists = true, rule = "open" })
    assert.same({ -far, 0, 0, 1, 2, far, 0, 0, 1, 1 }, lists)
  end)
end)

describe("the mesh of voxelize", function()
  local mesh = meshes.ball(0, 0, 0, 3.3, 2)
  local expected = cells_of(collide.voxelize(mesh))
  local nested = { vertices = {}, triangles = {} }
  for i = 1, #mesh.vertices, 3 do
    nested.vertices[(i + 2) / 3] = { mesh.vertices[i], mesh.vertices[i + 1], mesh.vertices[i + 2] }
  end
  for i = 1, #mesh.triangles, 3 do
    nested.triangles[(i + 2) / 3] = { mesh.triangles[i], mesh.triangles[i + 1], mesh.triangles[i + 2] }
  end

  it("may be nested", function()
    assert.is_true(count(expected) > 100)
    assert.same(expected, cells_of(collide.voxelize(nested)))
    assert.same(expected, cells_of(collide.voxelize { vertices = nested.vertices, triangles = mesh.triangles }))
    assert.same(expected, cells_of(collide.voxelize { vertices = mesh.vertices, triangles = nested.triangles }))
  end)

  it("may have vertices with named components", function()
    local named = {}
    for i, p in ipairs(nested.vertices) do named[i] = { x = p[1], y = p[2], z = p[3] } end
    assert.same(expected, cells_of(collide.voxelize { vertices = named, triangles = mesh.triangles }))
  end)

  it("may be separate triangles, which solid joins", function()
    local soup = corners_of(mesh)
    assert.same(expected, cells_of(collide.voxelize(soup)))
    assert.equal(collide.voxelize(mesh, { solid = true }):count(), collide.voxelize(soup, { solid = true }):count())
  end)

  it("may be shapes in their poses", function()
    local shapes = {}
    for i, corners in ipairs(corners_of(mesh)) do
      shapes[i] = i % 2 == 0 and collide.triangle(corners) or { shape = "triangle", points = corners }
    end
    assert.same(expected, cells_of(collide.voxelize(shapes)))
    local moved = collide.triangle { { 0.5, 0.5, 0.5 }, { 0.5, 0.5, 0.5 }, { 0.5, 0.5, 0.5 }, position = { 7, 8, 9 } }
    assert.same({ ["7 8 9"] = 1 }, cells_of(collide.voxelize { moved }))
  end)

  it("may be a result of collide.import", function()
    local given = { vertices = mesh.vertices, triangles = mesh.triangles, materials = {}, triangle_materials = {} }
    assert.same(expected, cells_of(collide.voxelize(given)))
  end)

  it("is not changed", function()
    local before = { #mesh.vertices, #mesh.triangles, mesh.vertices[1], mesh.triangles[1] }
    collide.voxelize(mesh, { solid = true })
    assert.same(before, { #mesh.vertices, #mesh.triangles, mesh.vertices[1], mesh.triangles[1] })
  end)
end)

describe("the progress of voxelize", function()
  it("goes from 0 to 1", function()
    local told = {}
    collide.voxelize(meshes.torus(0, 0, 0, 6, 2, 60, 30), {
      solid = true, progress = function(part, more)
        assert.is_nil(more)
        told[#told + 1] = part
      end,
    })
    assert.equal(0, told[1])
    assert.equal(1, told[#told])
    assert.is_true(#told > 4)
    for i = 2, #told do assert.is_true(told[i] >= told[i - 1]) end
  end)

  it("is called for each of a few triangles", function()
    local told = {}
    collide.voxelize(meshes.box(0.5, 0.5, 0.5, 300.5, 300.5, 300.5), {
      solid = true, progress = function(part) told[#told + 1] = part end,
    })
    assert.is_true(#told > 6)
  end)

  it("is called less often for more triangles, however long the callback takes", function()
    local calls = 0
    collide.voxelize(meshes.torus(0, 0, 0, 6, 2, 60, 30), {
      progress = function()
        local start = os.clock()
        while os.clock() - start < 0.03 do end
        calls = calls + 1
      end,
    })
    assert.is_true(calls < 100)
  end)

  it("may raise an error, which leaks nothing", function()
    local mesh = meshes.torus(0, 0, 0, 6, 2, 60, 30)
    for stop = 1, 5 do
      local calls = 0
      local ok, message = pcall(collide.voxelize, mesh, {
        solid = true, progress = function()
          calls = calls + 1
          if calls == stop then error("enough", 0) end
        end,
      })
      assert.is_false(ok)
      assert.equal("enough", message)
    end
    collectgarbage()
    collectgarbage()
  end)

  it("may return false, which stops the work: nil and 'stopped'", function()
    local mesh = meshes.torus(0, 0, 0, 6, 2, 60, 30)
    for _, stop in ipairs({ 0, 0.1, 0.3 }) do
      for _, lists in ipairs({ false, true }) do
        local calls, after = 0, 0
        local grid, why = collide.voxelize(mesh, {
          lists = lists, solid = true, progress = function(part)
            calls = calls + 1
            if part >= stop then after = after + 1 end
            return part < stop
          end,
        })
        assert.is_nil(grid)
        assert.equal("stopped", why)
        assert.equal(1, after)
      end
    end
  end)

  it("may return false at the end, without effect", function()
    for _, lists in ipairs({ false, true }) do
      local grid, triangles = collide.voxelize(meshes.torus(0, 0, 0, 6, 2, 60, 30), {
        lists = lists, progress = function(part) return part < 1 end,
      })
      assert.equal("grid 3D size=1 cells=586", tostring(grid))
      assert.equal(lists, triangles ~= nil)
    end
  end)

  it("continues if it returns nothing, nil or true", function()
    local triangles = { { { 0, 0, 0 }, { 3, 0, 0 }, { 0, 3, 0 } } }
    local cells = collide.voxelize(triangles):count()
    for _, progress in ipairs({ function() end, function() return nil end, function() return true end }) do
      assert.equal(cells, collide.voxelize(triangles, { progress = progress }):count())
    end
  end)

  it("passes an error on unchanged, even if it is no string", function()
    local reason = {}
    local ok, message = pcall(collide.voxelize, { { { 0.1, 0.2, 0.3 }, { 1500, 0.7, 1600 }, { 0.1, 1500, 0 } } }, {
      progress = function(part) if part > 0 then error(reason) end end,
    })
    assert.is_false(ok)
    assert.equal(reason, message)
  end)

  it("cannot yield", function()
    local thread = coroutine.create(function()
      collide.voxelize({ { { 0.1, 0.2, 0.3 }, { 1500, 0.7, 1600 }, { 0.1, 1500, 0 } } }, { progress = coroutine.yield })
    end)
    local ok, message = coroutine.resume(thread)
    assert.is_false(ok)
    assert.truthy(message:find("yield", 1, true), message)
  end)

  it("may voxelize and collect garbage", function()
    local mesh = meshes.torus(0, 0, 0, 6, 2, 40, 30)
    local inner
    local grid = collide.voxelize(mesh, {
      progress = function(part)
        if part > 0.3 and not inner then inner = collide.voxelize(mesh) end
        collectgarbage()
      end,
    })
    assert.equal(inner:encode(), grid:encode())
  end)
end)

local uniform_shape = random.uniform(20261122)

local function cells_by_overlap(grid)
  local cells = {}
  for x, y, z, value in grid:each() do cells[("%d %d %d"):format(x, y, z)] = value end
  return cells
end

-- Compares sets of cells, and shows a single difference, where assert.same would print them all.
local function same(expected, found)
  for cell in pairs(expected) do assert.is_truthy(found[cell], "not found: " .. cell) end
  for cell in pairs(found) do assert.is_truthy(expected[cell], "not expected: " .. cell) end
  assert.is_truthy(next(expected))
end

-- The cells from -5 to 4 along each axis that the solid overlaps.
local function overlapped(solid)
  local cells = {}
  for z = -5, 4 do
    for y = -5, 4 do
      for x = -5, 4 do
        if collide.overlap(solid, collide.box { min = { x, y, z }, max = { x + 1, y + 1, z + 1 } }) then
          cells[("%d %d %d"):format(x, y, z)] = 1
        end
      end
    end
  end
  return cells
end

local function random_points(most, whole)
  local points = {}
  for i = 1, most do
    points[i] = {}
    for k = 1, 3 do
      local x = uniform_shape(-4, 4)
      points[i][k] = whole and math.floor(x + 0.5) or x
    end
  end
  return points
end

-- How many cells a grid has along each axis, and whether it is a full block.
local function block_of(grid)
  local low, high = grid:bounds()
  local size = { high.x - low.x + 1, high.y - low.y + 1, high.z - low.z + 1 }
  assert.equal(size[1] * size[2] * size[3], grid:count())
  return table.concat(size, " ") .. " from " .. tostring(low)
end

local solid, open = { solid = true }, { solid = true, rule = "open" }
local cube = { { 4, 4, 4 }, { 12, 4, 4 }, { 4, 12, 4 }, { 12, 12, 4 }, { 4, 4, 12 }, { 12, 4, 12 }, { 4, 12, 12 },
  { 12, 12, 12 } }

describe("voxelize of a hull", function()
  it("fills the cells that its triangles touch", function()
    local points = { { 0.2, 0.3, 0.1 }, { 3.7, 0.2, 0.4 }, { 0.6, 3.1, 0.7 }, { 0.5, 0.8, 3.9 } }
    local a, b, c, d = points[1], points[2], points[3], points[4]
    same(cells_by_overlap(collide.voxelize { { a, b, c }, { a, b, d }, { a, c, d }, { b, c, d } }),
      cells_by_overlap(collide.voxelize(collide.hull(points))))
  end)

  it("fills, closed and solid, exactly the cells that it overlaps", function()
    for round = 1, cases.of(12, 3) do
      local points = random_points(4 + round * 2, round % 2 == 0)
      local hull = collide.hull(points)
      same(overlapped(hull), cells_by_overlap(collide.voxelize(hull, solid)))
    end
  end)

  it("does so for faces with many corners", function()
    local points = {}
    for _, z in ipairs { -3, 3 } do
      for _, p in ipairs { { 4, 1 }, { 3, 3 }, { 1, 4 }, { -1, 4 }, { -3, 3 }, { -4, 1 }, { -4, -1 }, { -1, -4 },
        { 1, -4 }, { 4, -1 } } do
        points[#points + 1] = { p[1], p[2], z + 0.5 }
      end
    end
    local hull = collide.hull(points)
    local most = 0
    for _, corners in ipairs(hull:faces()) do most = math.max(most, #corners) end
    assert.equal(10, most)
    same(overlapped(hull), cells_by_overlap(collide.voxelize(hull, solid)))
  end)

  it("fills the cells behind a face, mirrored or not", function()
    assert.equal("8 8 8 from (4, 4, 4)", block_of(collide.voxelize(collide.hull(cube), open)))
    assert.equal("10 10 10 from (3, 3, 3)", block_of(collide.voxelize(collide.hull(cube), solid)))
    assert.equal("8 8 8 from (-12, 4, 4)",
      block_of(collide.voxelize(collide.hull { points = cube, scale = { -1, 1, 1 } }, open)))
    assert.equal("8 8 4 from (-12, -12, -6)",
      block_of(collide.voxelize(collide.hull { points = cube, scale = { -1, -1, -0.5 } }, open)))
  end)

  it("fills it at its pose", function()
    local hull = collide.hull { points = cube, position = { -20, 0.5, 1 }, rotation = { 0, 0, 1, 0 } }
    -- Turned by half a turn about z: x and y change their sign.
    assert.equal("8 8 8 from (-32, -12, 5)", block_of(collide.voxelize(collide.hull {
      points = cube, position = { -20, 0, 1 }, rotation = { 0, 0, 1, 0 } }, open)))
    same(cells_by_overlap(collide.voxelize(collide.hull(hull:points()), open)),
      cells_by_overlap(collide.voxelize(hull, open)))
  end)

  it("accepts the points of meshes, nested or flat", function()
    local torus = meshes.torus(0, 0, 0, 3, 1, 8, 6)
    local flat, nested = torus.vertices, {}
    assert.equal("number", type(flat[1]))
    for i = 1, #flat, 3 do nested[#nested + 1] = { flat[i], flat[i + 1], flat[i + 2] } end
    local a, b = collide.hull { points = flat }, collide.hull { points = nested }
    assert.same(a:faces(), b:faces())
    assert.same(a:points(), b:points())
    same(cells_by_overlap(collide.voxelize(a, solid)), cells_by_overlap(collide.voxelize(b, solid)))
  end)

  it("accepts a description", function()
    local fields = { shape = "hull", points = cube }
    assert.equal("8 8 8 from (4, 4, 4)", block_of(collide.voxelize(fields, open)))
    assert.equal(cube, fields.points)
  end)
end)

describe("voxelize of a box", function()
  it("equals that of its faces", function()
    local box = collide.box { min = { 4, 4, 4 }, max = { 12, 12, 12 } }
    same(cells_by_overlap(collide.voxelize(meshes.box(4, 4, 4, 12, 12, 12))), cells_by_overlap(collide.voxelize(box)))
    assert.equal("8 8 8 from (4, 4, 4)", block_of(collide.voxelize(box, open)))
    assert.equal("10 10 10 from (3, 3, 3)", block_of(collide.voxelize(box, solid)))
  end)

  it("fills the cells behind each of its faces in every pose", function()
    local function posed(fields)
      fields.min, fields.max = { 1, 2, 3 }, { 3, 6, 9 }
      return block_of(collide.voxelize(collide.box(fields), open))
    end
    assert.equal("2 4 6 from (1, 2, 3)", posed {})
    assert.equal("2 4 6 from (-3, 2, 3)", posed { scale = { -1, 1, 1 } })
    assert.equal("2 4 6 from (-3, -6, -9)", posed { scale = -1 })
    -- x, y, z become y, z, x: a rotation; and y, x, z: a reflection.
    assert.equal("4 6 2 from (2, 3, 1)", posed { transform = { 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1 } })
    assert.equal("4 2 6 from (2, 1, 3)", posed { transform = { 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 } })
  end)

  it("accepts flat boxes", function()
    local plate = collide.box { min = { 0.5, 0.5, 0.5 }, max = { 3.5, 2.5, 0.5 } }
    assert.equal("4 3 1 from (0, 0, 0)", block_of(collide.voxelize(plate)))
    assert.equal("4 3 1 from (0, 0, 0)", block_of(collide.voxelize(plate, solid)))
    assert.equal(8, collide.voxelize(collide.box { half = { 0, 0, 0 } }):count())
  end)
end)

describe("voxelize of a mesh", function()
  local table_of = meshes.box(4, 4, 4, 12, 12, 12)
  local function mesh(pose)
    pose.vertices, pose.triangles = table_of.vertices, table_of.triangles
    return collide.mesh(pose)
  end

  it("fills it at its pose", function()
    same(cells_by_overlap(collide.voxelize(table_of)), cells_by_overlap(collide.voxelize(mesh {})))
    assert.equal("8 8 8 from (4, 4, 4)", block_of(collide.voxelize(mesh {}, open)))
    assert.equal("8 8 8 from (-12, 4, 5)", block_of(collide.voxelize(
      mesh { scale = { -1, 1, 1 }, position = { 0, 0, 1 } }, open)))
    assert.equal("8 8 8 from (-12, -12, 4)", block_of(collide.voxelize(mesh { scale = { -1, -1, 1 } }, open)))
  end)

  it("numbers its triangles, but in an array the mesh", function()
    local _, lists = collide.voxelize(mesh {}, { lists = true, size = 100 })
    assert.same({ 0, 0, 0, 12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 }, lists)
    _, lists = collide.voxelize({ mesh {}, mesh { scale = 2 } }, { lists = true, size = 100 })
    assert.same({ 0, 0, 0, 2, 1, 2 }, lists)
  end)

  it("accepts it as a part of a group", function()
    local apart = collide.box { min = { 20, 4, 4 }, max = { 21, 5, 5 } }
    local group = collide.group { apart, mesh { position = { 0, 0, 1 } }, position = { 0, 0, -1 } }
    assert.equal(8 * 8 * 8 + 1, collide.voxelize(group, open):count())
    local _, lists = collide.voxelize(group, { lists = true, size = 100 })
    assert.same({ 0, 0, 0, 2, 1, 2 }, lists)
  end)
end)

describe("voxelize of many shapes", function()
  local left = collide.box { min = { 0, 0, 0 }, max = { 4, 4, 4 } }
  local right = collide.hull { { 2, 0, 0 }, { 8, 0, 0 }, { 2, 4, 0 }, { 8, 4, 0 }, { 2, 0, 4 }, { 8, 0, 4 },
    { 2, 4, 4 },
    { 8, 4, 4 } }

  it("fills their union", function()
    assert.equal("8 4 4 from (0, 0, 0)", block_of(collide.voxelize({ left, right }, open)))
    assert.equal("8 4 4 from (1, 0, 0)",
      block_of(collide.voxelize(collide.group { left, right, position = { 1, 0, 0 } }, open)))
    assert.equal("8 4 8 from (0, 0, 0)", block_of(collide.voxelize({
      collide.group { left, right }, { shape = "box", min = { 0, 0, 4 }, max = { 8, 4, 8 } } }, open)))
  end)

  it("accepts them among triangles", function()
    local grid = collide.voxelize { left, { { 20.5, 0.5, 0.5 }, { 20.6, 0.5, 0.5 }, { 20.5, 0.6, 0.5 } },
      collide.triangle { { 30.5, 0.5, 0.5 }, { 30.6, 0.5, 0.5 }, { 30.5, 0.6, 0.5 } } }
    assert.equal(collide.voxelize(left):count() + 2, grid:count())
    assert.equal(1, grid:get(20, 0, 0))
    assert.equal(1, grid:get(30, 0, 0))
  end)

  it("gives each its value", function()
    local grid = collide.voxelize({ left, { { 20.5, 0.5, 0.5 }, { 20.6, 0.5, 0.5 }, { 20.5, 0.6, 0.5 } }, right },
      { value = { 5, 6, 7 }, rule = "open" })
    assert.equal(5, grid:get(0, 0, 0))
    assert.equal(6, grid:get(20, 0, 0))
    assert.equal(7, grid:get(7, 0, 0))
    local faces = collide.voxelize(collide.box { half = { 3, 3, 3 } }, { value = { 1, 2, 3, 4, 5, 6 }, rule = "open" })
    assert.equal(1, faces:get(-3, 0, 0))
    assert.equal(2, faces:get(2, 0, 0))
    assert.equal(3, faces:get(0, -3, 0))
    assert.equal(4, faces:get(0, 2, 0))
    assert.equal(5, faces:get(0, 0, -3))
    assert.equal(6, faces:get(0, 0, 2))
    assert.has_error(function() collide.voxelize({ left, right }, { value = { 1 } }) end,
      "bad argument #2 to 'voxelize' (value: one for each of 2 shapes expected, got 1)")
    assert.has_error(function() collide.voxelize(left, { value = { 1 } }) end,
      "bad argument #2 to 'voxelize' (value: one for each of 6 faces expected, got 1)")
  end)

  it("lists each once for a cell", function()
    local function lists_of(what)
      local _, lists = collide.voxelize(what, { lists = true, rule = "open" })
      local out, i = {}, 1
      while i <= #lists do
        out[table.concat(lists, " ", i, i + 2)] = table.concat(lists, " ", i + 4, i + 3 + lists[i + 3])
        i = i + 4 + lists[i + 3]
      end
      return out
    end
    local shapes = lists_of { left, right }
    assert.equal("1", shapes["0 0 0"])
    assert.equal("1 2", shapes["2 0 0"])
    assert.equal("2", shapes["7 3 3"])
    local faces = lists_of(left)
    assert.equal("1 3 5", faces["0 0 0"])
    assert.equal("2 4 6", faces["3 3 3"])
    assert.equal("1", faces["0 1 1"])
    local parts = lists_of(collide.group { right, left })
    assert.equal("1 2", parts["2 0 0"])
  end)

  it("names a mesh that is not closed", function()
    assert.has_error(function() collide.voxelize({ left, collide.triangle { { 9, 0, 0 }, { 8, 0, 0 }, { 8, 1, 0 } } },
      solid) end,
      "bad argument #1 to 'voxelize' (solid needs a closed mesh: at an edge of shape 2 "
      .. "an odd number of triangles meets; for vertices that nearly meet, set weld)")
  end)
end)
