-- SPDX-License-Identifier: MIT
--
-- Every misuse of voxelize, and its error; see arguments_spec.lua.
local collide = require("collide")
local misuse = dofile("spec/support/misuse.lua")
local meshes = dofile("spec/support/meshes.lua")

local cube = meshes.box(0, 0, 0, 4, 4, 4)
local gap = meshes.box(0, 0, 0, 4, 4, 4)
for _ = 1, 3 do table.remove(gap.triangles) end

local function soup()
  local triangles = {}
  for i = 1, 11 do triangles[i] = meshes.corners(cube, i) end
  return triangles
end

local env = {
  collide = collide, nan = 0 / 0, huge = math.huge, print = print, cube = cube, gap = gap, soup = soup(),
  ball = collide.sphere { radius = 1 }, flat = collide.triangle { { 0, 0 }, { 1, 0 }, { 0, 1 } },
  grid = collide.grid(), box = collide.box { size = { 1, 1, 1 } },
  hole = { { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }, nil, { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } } },
}

local function refuses(arguments, argument, message)
  it(arguments, function()
    local wanted = ("misuse:1: bad argument #%d to 'voxelize' (%s)"):format(argument, message)
    assert.equal(wanted, misuse(("collide.voxelize(%s)"):format(arguments), env, wanted))
  end)
end

describe("the mesh of voxelize must not be", function()
  local wanted = "mesh, shape or array of triangles and shapes expected, got "
  refuses("", 1, wanted .. "no value")
  refuses("nil", 1, wanted .. "nil")
  refuses("'bunny.obj'", 1, wanted .. "string")
  refuses("ball", 1, "3D triangle, box or hull expected, got sphere")
  refuses("flat", 1, "3D triangle, box or hull expected, got a 2D triangle")
  refuses("{shape = 'plane', normal = {0, 1, 0}, distance = 1}", 1, "3D triangle, box or hull expected, got plane")
  refuses("{shape = 'box', size = {1, 1, 1}, mass = 3}", 1,
    "unknown field 'mass'; a box takes half, size, or min and max")
  refuses("{shape = 'box', size = {1, 1, 1}, radius = 3}", 1, "3D triangle, box or hull expected, got rounded box")
  refuses("collide.group{box, ball}", 1,
    "3D triangles, boxes, hulls and meshes expected, part 2 of the group is a sphere")
  refuses("{box, collide.group{box, box, ball}}", 1,
    "triangle[2]: 3D triangles, boxes, hulls and meshes expected, part 3 of the group is a sphere")
  refuses("collide.box{half = {1e300, 1, 1}}", 1, "a corner of face 1: cells are no longer distinct there")
  refuses("{box, {shape = 'box', half = {1e300, 1, 1}}}", 1, "a corner of shape 2: cells are no longer distinct there")
  refuses("grid", 1, wanted .. "grid")
  refuses("print", 1, wanted .. "function")
  refuses("{vertices = {0, 0, 0}}", 1, "triangles: array expected, got nil")
  refuses("{triangles = {1, 1, 1}}", 1, "vertices: array expected, got nil")
  refuses("{vertices = 3, triangles = {}}", 1, "vertices: array expected, got number")
  refuses("{vertices = {}, triangles = {}, normals = {}}", 1, "unknown field 'normals'")
  refuses("{vertices = {}, triangles = {}, 7}", 1, "unknown field [1]")
  refuses("{size = 3}", 1, "array expected, got a table with key 'size'")
  refuses("hole", 1, "array without holes expected, nothing at [2]")
end)

describe("the vertices of voxelize must not be", function()
  local function with(vertices) return "{vertices = " .. vertices .. ", triangles = {}}" end
  refuses(with "{0, 0, nan}", 1, "vertices: vertex 1 must be finite, got nan")
  refuses(with "{0, 0, 0, 1, huge, 0}", 1, "vertices: vertex 2 must be finite, got inf")
  refuses(with "{0, 0, 0, -huge, 0, 0}", 1, "vertices: vertex 2 must be finite, got -inf")
  refuses(with "{{0, 0, 0}, {0, nan, 0}}", 1, "vertices[2] must be finite, got nan")
  refuses(with "{{0, 0, 0}, {x = 0, y = huge, z = 0}}", 1, "vertices[2] must be finite, got inf")
  refuses(with "{0, 0}", 1, "vertices: three numbers for each vertex expected, got 2 in all")
  refuses(with "{0, 0, 0, 1}", 1, "vertices: three numbers for each vertex expected, got 4 in all")
  refuses(with "{0, 0, '0'}", 1, "vertices: vertex 1: number expected, got string")
  refuses(with "{0, 0, 0, {1, 2, 3}, 1, 2}", 1, "vertices: vertex 2: number expected, got table")
  refuses(with "{{0, 0, 0}, 1}", 1, "vertices[2]: vector expected, got number")
  refuses(with "{{0, 0}}", 1, "vertices[1]: got 2 numbers, a mesh takes 3")
  refuses(with "{{0, 0, 0, 0}}", 1, "vertices[1]: got 4 numbers, a mesh takes 3")
  refuses(with "{{0, '1', 0}}", 1, "vertices[1][2]: number expected, got string")
  refuses(with "{x = 1}", 1, "vertices: array expected, got a table with key 'x'")
  refuses(with "{1, 2, 3, nil, 5, 6}", 1, "vertices: array without holes expected, nothing at [4]")
  refuses("{vertices = {1e300, 0, 0}, triangles = {1, 1, 1}}", 1, "vertex 1: cells are no longer distinct there")
  refuses("{vertices = {0, 0, 0, 0, 2 ^ 53, 0}, triangles = {1, 1, 2}}", 1,
    "vertex 2: cells are no longer distinct there")
end)

describe("the triangles of voxelize must not be", function()
  local function with(triangles) return "{vertices = {0, 0, 0, 1, 0, 0, 0, 1, 0}, triangles = " .. triangles .. "}" end
  refuses(with "{1, 2}", 1, "triangles: three numbers for each triangle expected, got 2 in all")
  refuses(with "{1, 2, 4}", 1, "triangles: triangle 1: vertices from 1 to 3 expected, got 4")
  refuses(with "{1, 2, 3, 0, 1, 2}", 1, "triangles: triangle 2: vertices from 1 to 3 expected, got 0")
  refuses(with "{1, 2, 2.5}", 1, "triangles: triangle 1: vertices from 1 to 3 expected, got 2.5")
  refuses(with "{1, 2, nan}", 1, "triangles: triangle 1: vertices from 1 to 3 expected, got nan")
  refuses(with "{1, 2, -1}", 1, "triangles: triangle 1: vertices from 1 to 3 expected, got -1")
  refuses(with "{1, 2, 1e300}", 1, "triangles: triangle 1: vertices from 1 to 3 expected, got 1e+300")
  refuses(with "{1, 2, '3'}", 1, "triangles: triangle 1: number expected, got string")
  refuses(with "{{1, 2, 3}, {1, 2}}", 1, "triangles: triangle 2: three vertices expected, got fewer")
  refuses(with "{{1, 2, 3, 1}}", 1, "triangles: triangle 1: three vertices expected, got more")
  refuses(with "{{1, 2, 3}, 1}", 1, "triangles: triangle 2: {a, b, c} expected, got number")
  refuses(with "{{1, 2, 9}}", 1, "triangles: triangle 1: vertices from 1 to 3 expected, got 9")
  refuses(with "{a = 1}", 1, "triangles: array expected, got a table with key 'a'")
end)

describe("an array of triangles must not be", function()
  refuses("{1, 2, 3}", 1, "triangle[1]: triangle, {a, b, c} or shape expected, got number")
  refuses("{ball}", 1, "triangle[1]: 3D triangle, box or hull expected, got sphere")
  refuses("{flat}", 1, "triangle[1]: 3D triangle, box or hull expected, got a 2D triangle")
  refuses("{{shape = 'cone', radius = 1, height = 1}}", 1, "triangle[1]: 3D triangle, box or hull expected, got cone")
  refuses("{{shape = 'triangle'}}", 1, "triangle[1]: points: array of 3 vectors expected, got nil")
  refuses("{{{0, 0, 0}, {1, 0, 0}}}", 1, "triangle[1]: point[3]: vector expected, got nil")
  refuses("{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}}", 1, "triangle[1]: three points expected, got more")
  refuses("{{{0, 0, 0}, {1, 0, nan}, {0, 1, 0}}}", 1, "triangle[1]: point[2] must be finite, got nan")
  refuses("{{{0, 0, 0}, {1, 0}, {0, 1, 0}}}", 1, "triangle[1]: point[2]: got 2 numbers, a mesh takes 3")
  refuses("{{{0, 0, 0}, {1, 0, 2 ^ 53}, {0, 1, 0}}}", 1, "point 2 of triangle 1: cells are no longer distinct there")
end)

describe("the options of voxelize must not be", function()
  refuses("cube, 1", 2, "table expected, got number")
  refuses("cube, {}, 1", 3, "unexpected argument, got number")
  refuses("cube, {cells = 8}", 2, "unknown option 'cells'")
  refuses("cube, {'open'}", 2, "unknown option [1]")
  refuses("cube, {dimensions = 3}", 2, "unknown option 'dimensions'")
  refuses("cube, {size = 0}", 2, "size must be above 0, got 0")
  refuses("cube, {size = {1, 2}}", 2, "size: got 2 numbers, a 3D grid takes 3")
  refuses("cube, {size = nan}", 2, "size must be finite, got nan")
  refuses("cube, {origin = 'here'}", 2, "origin: number expected, got string")
  refuses("cube, {value = 0}", 2, "value must be a whole number from 1 to 65535, got 0")
  refuses("cube, {value = 65536}", 2, "value must be a whole number from 1 to 65535, got 65536")
  refuses("cube, {value = 1.5}", 2, "value must be a whole number from 1 to 65535, got 1.5")
  refuses("cube, {value = 'red'}", 2, "value: number or array expected, got string")
  refuses("cube, {value = {}}", 2, "value: one for each of 12 triangles expected, got 0")
  refuses("cube, {value = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13}}", 2,
    "value: one for each of 12 triangles expected, got 13")
  refuses("cube, {value = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0}}", 2,
    "value[12] must be a whole number from 1 to 65535, got 0")
  refuses("cube, {value = {1, 'x'}}", 2, "value[2]: number expected, got string")
  refuses("cube, {solid = 1}", 2, "solid: boolean expected, got number")
  refuses("cube, {method = 'aabb'}", 2, "method: 'pef' or 'sat' expected, got 'aabb'")
  refuses("cube, {method = true}", 2, "method: 'pef' or 'sat' expected, got boolean")
  refuses("cube, {method = 'sat\\0'}", 2, "method: 'pef' or 'sat' expected, got 'sat'")
  refuses("cube, {rule = 'half-open'}", 2, "rule: 'closed' or 'open' expected, got 'half-open'")
  refuses("cube, {lists = 1}", 2, "lists: boolean expected, got number")
  refuses("cube, {limit = 'all'}", 2, "limit: number expected, got string")
  refuses("cube, {limit = 0}", 2, "limit must be a whole number from 1 to 2^53, or math.huge, got 0")
  refuses("cube, {limit = 1.5}", 2, "limit must be a whole number from 1 to 2^53, or math.huge, got 1.5")
  refuses("cube, {limit = 1e17}", 2, "limit must be a whole number from 1 to 2^53, or math.huge, got 1e+17")
  refuses("cube, {limit = 100}", 1,
    "its triangles touch up to about 644 cells, triangle 1 most of all; the limit is 100; size 4.03 would do, "
    .. "or a greater limit")
  refuses("cube, {limit = 1}", 1, "its triangles touch up to about 644 cells, triangle 1 most of all; the limit is 1; "
    .. "a greater limit is needed, or fewer triangles")
  refuses("cube, {limit = 1000, lists = true}", 1,
    "its triangles touch up to about 644 cells, triangle 1 most of all, "
    .. "and in lists each counts for 8; the limit is 1000; size 4.03 would do, or a greater limit")
  refuses("{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 0, 0}, {1e9, 1e9, 1e9}, {0, 0, 0}}}", 1,
    "its triangles touch up to about 8980000000 cells, triangle 2 most of all; the limit is 16777216; "
    .. "size 1090 would do, or a greater limit")
  refuses("cube, {progress = true}", 2, "progress: function expected, got boolean")
end)

describe("a solid mesh must be closed:", function()
  refuses("gap, {solid = true}", 1,
    "solid needs a closed mesh: at the edge from vertex 6 to 8, of triangle 4, an odd number of triangles meets")
  refuses("soup, {solid = true}", 1,
    "solid needs a closed mesh: at the edge from point 1 to 2 of triangle 4 an odd number of triangles meets")
  refuses("{vertices = {}, triangles = {}}, {solid = 'yes'}", 2, "solid: boolean expected, got string")
end)

describe("an error while a mesh is read", function()
  it("is passed on", function()
    local raising = setmetatable({}, { __index = function() error("no such thing", 0) end })
    local ok, message = pcall(collide.voxelize, { vertices = { { 0, 0, 0 }, raising }, triangles = {} })
    assert.is_false(ok)
    assert.equal("no such thing", message)
  end)

  it("may come after a change of the mesh", function()
    local vertices = { { 0, 0, 0 }, {}, { 1, 0, 0 } }
    setmetatable(vertices[2], { __index = function(_, name)
      vertices[3] = nil
      collectgarbage()
      return ({ x = 1, y = 2, z = 3 })[name]
    end })
    local ok, message = pcall(collide.voxelize, { vertices = vertices, triangles = { 1, 2, 3 } })
    assert.is_false(ok)
    assert.truthy(message:find("vertices[3]: vector expected, got nil", 1, true))
  end)
end)
