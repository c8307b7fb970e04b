-- SPDX-License-Identifier: MIT
--
-- Shapes with flat faces into voxels: hulls, boxes, 3D triangles, groups and arrays of them. The expected cells come
-- from triangles written by hand, or from overlap with each cell.
local collide = require("collide")
local cases = require("spec.support.cases")
local meshes = dofile("spec/support/meshes.lua")
local random = require("spec.support.random")


local uniform = random.uniform(20261122)

local function cells_of(grid)
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

local function random_points(count, whole)
  local points = {}
  for i = 1, count do
    points[i] = {}
    for k = 1, 3 do
      local x = uniform(-4, 4)
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
    same(cells_of(collide.voxelize { { a, b, c }, { a, b, d }, { a, c, d }, { b, c, d } }),
      cells_of(collide.voxelize(collide.hull(points))))
  end)

  it("fills, closed and solid, exactly the cells that it overlaps", function()
    for round = 1, cases.of(12, 3) do
      local points = random_points(4 + round * 2, round % 2 == 0)
      local hull = collide.hull(points)
      same(overlapped(hull), cells_of(collide.voxelize(hull, solid)))
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
    same(overlapped(hull), cells_of(collide.voxelize(hull, solid)))
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
    same(cells_of(collide.voxelize(collide.hull(hull:points()), open)), cells_of(collide.voxelize(hull, open)))
  end)

  it("accepts the points of meshes, nested or flat", function()
    local torus = meshes.torus(0, 0, 0, 3, 1, 8, 6)
    local flat, nested = torus.vertices, {}
    assert.equal("number", type(flat[1]))
    for i = 1, #flat, 3 do nested[#nested + 1] = { flat[i], flat[i + 1], flat[i + 2] } end
    local a, b = collide.hull { points = flat }, collide.hull { points = nested }
    assert.same(a:faces(), b:faces())
    assert.same(a:points(), b:points())
    same(cells_of(collide.voxelize(a, solid)), cells_of(collide.voxelize(b, solid)))
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
    same(cells_of(collide.voxelize(meshes.box(4, 4, 4, 12, 12, 12))), cells_of(collide.voxelize(box)))
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
    same(cells_of(collide.voxelize(table_of)), cells_of(collide.voxelize(mesh {})))
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
