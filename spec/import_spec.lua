-- SPDX-License-Identifier: MIT
local binary = require("spec.support.bytes")
local files = require("spec.support.files")
local shell = require("spec.support.shell")

local built, import = pcall(require, "collide.import")
local int32, float32 = binary.int32, binary.float32

if not built then
  describe("collide.import", function()
    pending("is not built here: it needs Assimp (make setup-tool import)")
  end)
  return
end

local path_of = shell.temporary(setup, teardown)

local function write(name, bytes) return files.write(path_of(name), bytes) end

-- The corners of a unit cube, and its sides as squares that go counterclockwise seen from outside.
local corners = {
  { 0, 0, 0 }, { 1, 0, 0 }, { 1, 1, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 0, 1 }, { 1, 1, 1 }, { 0, 1, 1 },
}
local sides = { { 4, 3, 2, 1 }, { 5, 6, 7, 8 }, { 1, 2, 6, 5 }, { 3, 4, 8, 7 }, { 1, 5, 8, 4 }, { 2, 3, 7, 6 } }

local function halves()
  local list = {}
  for _, s in ipairs(sides) do
    list[#list + 1] = { s[1], s[2], s[3] }
    list[#list + 1] = { s[1], s[3], s[4] }
  end
  return list
end

local function lines(list, format, first)
  local out = {}
  for i, item in ipairs(list) do
    out[i] = (first or "") .. string.format(format, (table.unpack or unpack)(item))
  end
  return table.concat(out, "\n") .. "\n"
end

local function corner(mesh, triangle, which)
  local at = 3 * (mesh.triangles[3 * (triangle - 1) + which] - 1)
  return mesh.vertices[at + 1], mesh.vertices[at + 2], mesh.vertices[at + 3]
end

-- What its triangles hold: positive when they go round counterclockwise, seen from outside.
local function volume(mesh)
  local six = 0
  for triangle = 1, #mesh.triangles / 3 do
    local ax, ay, az = corner(mesh, triangle, 1)
    local bx, by, bz = corner(mesh, triangle, 2)
    local cx, cy, cz = corner(mesh, triangle, 3)
    six = six + ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
  end
  return six / 6
end

local function bounds(mesh)
  local box = { math.huge, math.huge, math.huge, -math.huge, -math.huge, -math.huge }
  for i, x in ipairs(mesh.vertices) do
    local axis = (i - 1) % 3 + 1
    box[axis] = math.min(box[axis], x)
    box[axis + 3] = math.max(box[axis + 3], x)
  end
  return box
end

local function assert_cube(mesh, box, size)
  assert.equal(8, #mesh.vertices / 3)
  assert.equal(12, #mesh.triangles / 3)
  assert.equal(12, #mesh.triangle_materials)
  assert.same(box, bounds(mesh))
  assert.equal(size, volume(mesh))
end

describe("import.load", function()
  local unit = { 0, 0, 0, 1, 1, 1 }

  it("reads an OBJ of squares, each of which becomes two triangles", function()
    local path = write("cube.obj", lines(corners, "v %g %g %g") .. lines(sides, "f %d %d %d %d"))
    local mesh = import.load(path)
    assert_cube(mesh, unit, 1)
    for _, index in ipairs(mesh.triangles) do
      assert.equal(index, math.floor(index))
      assert.is_true(index >= 1 and index <= 8)
    end
  end)

  it("returns vertices that collide.hull accepts", function()
    local collide = require("collide")
    local mesh = import.load(write("hull.obj", lines(corners, "v %g %g %g") .. lines(sides, "f %d %d %d %d")))
    local hull = collide.hull { points = mesh.vertices }
    assert.equal(6, #hull:faces())
    assert.is_true(hull:contains({ 1, 1, 1 }))
    assert.is_false(hull:contains({ 1, 1, 1.0000001 }))
    assert.equal(8, collide.voxelize(hull, { solid = true, origin = -0.5 }):count())
  end)

  it("returns the material of each triangle, and its color in bytes", function()
    write("paint.mtl", "newmtl red\nKd 1 0 0\n\nnewmtl glass\nKd 0.2 0.4 0.6\nd 0.5\n")
    local two = "usemtl glass\n" .. lines({ sides[1], sides[2] }, "f %d %d %d %d") .. "usemtl red\n"
      .. lines({ sides[3], sides[4], sides[5], sides[6] }, "f %d %d %d %d")
    local mesh = import.load(write("paint.obj", "mtllib paint.mtl\n" .. lines(corners, "v %g %g %g") .. two))
    assert_cube(mesh, unit, 1)
    local count = {}
    for triangle, index in ipairs(mesh.triangle_materials) do
      local material = mesh.materials[index]
      count[material.name] = (count[material.name] or 0) + 1
      local _, _, z1 = corner(mesh, triangle, 1)
      local _, _, z2 = corner(mesh, triangle, 2)
      local _, _, z3 = corner(mesh, triangle, 3)
      assert.equal(z1 == z2 and z2 == z3 and "glass" or "red", material.name)
    end
    assert.same({ red = 8, glass = 4 }, count)
    local colors = {}
    for _, material in ipairs(mesh.materials) do
      colors[material.name] = material.color
    end
    assert.same({ 255, 0, 0, 255 }, colors.red)
    assert.same({ 51, 102, 153, 128 }, colors.glass)
  end)

  it("joins the corners of an STL, which repeats them for each triangle", function()
    local text = { "solid cube" }
    for _, triangle in ipairs(halves()) do
      text[#text + 1] = "facet normal 0 0 0\nouter loop"
      for _, index in ipairs(triangle) do
        text[#text + 1] = string.format("vertex %g %g %g", (table.unpack or unpack)(corners[index]))
      end
      text[#text + 1] = "endloop\nendfacet"
    end
    text[#text + 1] = "endsolid cube"
    assert_cube(import.load(write("cube.stl", table.concat(text, "\n") .. "\n")), unit, 1)
  end)

  -- Assimp's own joining takes whatever is closer than 1e-5 for one.
  it("joins only equal points, even in a very small model", function()
    local small = 2 ^ -30
    local parts = { ("made by a spec"):rep(6):sub(1, 80), int32(12) }
    for _, triangle in ipairs(halves()) do
      parts[#parts + 1] = float32(0):rep(3)
      for _, index in ipairs(triangle) do
        for axis = 1, 3 do
          parts[#parts + 1] = float32(corners[index][axis] * small)
        end
      end
      parts[#parts + 1] = "\0\0"
    end
    local mesh = import.load(write("small.stl", table.concat(parts)))
    assert_cube(mesh, { 0, 0, 0, small, small, small }, small ^ 3)
  end)

  it("reads PLY", function()
    local faces = {}
    for i, s in ipairs(sides) do
      faces[i] = { s[1] - 1, s[2] - 1, s[3] - 1, s[4] - 1 }
    end
    local head = "ply\nformat ascii 1.0\nelement vertex 8\nproperty float x\nproperty float y\n"
      .. "property float z\nelement face 6\nproperty list uchar int vertex_indices\nend_header\n"
    local path = write("cube.ply", head .. lines(corners, "%g %g %g") .. lines(faces, "4 %d %d %d %d"))
    assert_cube(import.load(path), unit, 1)
  end)

  -- Assimp alone loses triangles of each of these.
  it("reads an ASCII PLY whatever its lines are", function()
    local head = "ply\nformat ascii 1.0\ncomment a square\nelement vertex 4\nproperty float x\nproperty float y\n"
      .. "property float z\nelement face 2\nproperty list uchar int vertex_indices\nend_header\n"
    local body = "0 0 0\n1 0 0\n1 1 0\n0 1 0\n3 0 1 2\n3 0 2 3\n"
    local function load(text, start) return import.load(write("lines.ply", (start or head) .. text)) end
    local expected = load(body)
    assert.same({ 0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0 }, expected.vertices)
    assert.same({ 1, 2, 3, 1, 3, 4 }, expected.triangles)
    for _, change in ipairs { { " ", "\n" }, { "\n", " " }, { "\n", "\n\n" }, { " ", "\t" }, { "\n", " \t\n" },
      { "\n", "\r\n" }, { "1 1", "1\n1" }, { "\n3", " 3" }, { "\n$", "" }, { "^", "\n\n  " } } do
      assert.same(expected, load((body:gsub(change[1], change[2]))))
    end
    assert.same(expected, load((body:gsub("\n", "\r\n")), (head:gsub("\n", "\r\n"))))
    local function said(text) return select(2, pcall(load, text)) end
    assert.matches("it is cut off", said(body:sub(1, -9)))
    assert.matches("line 17: it has more values than its header says", said(body .. "3 0 1 2\n"))
    assert.matches("line 11: a value is not a number", said("comment\n" .. body))
  end)

  describe("reads a glTF and", function()
    -- Nodes are what `nodes` says; mesh 0 is the cube.
    local function gltf(name, nodes)
      local bytes = {}
      for _, triangle in ipairs(halves()) do
        for _, index in ipairs(triangle) do
          local n = index - 1
          bytes[#bytes + 1] = string.char(n, 0)
        end
      end
      for _, point in ipairs(corners) do
        bytes[#bytes + 1] = float32(point[1]) .. float32(point[2]) .. float32(point[3])
      end
      write(name .. ".bin", table.concat(bytes))
      return write(name .. ".gltf", [[{"asset": {"version": "2.0"}, "scene": 0,
        "scenes": [{"nodes": [0]}], "nodes": []] .. nodes .. [[],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 1}, "indices": 0}]}],
        "buffers": [{"uri": "]] .. name .. [[.bin", "byteLength": 168}],
        "bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": 72, "target": 34963},
          {"buffer": 0, "byteOffset": 72, "byteLength": 96, "target": 34962}],
        "accessors": [{"bufferView": 0, "componentType": 5123, "count": 36, "type": "SCALAR"},
          {"bufferView": 1, "componentType": 5126, "count": 8, "type": "VEC3",
           "min": [0, 0, 0], "max": [1, 1, 1]}]}]])
    end

    it("applies the transforms of all nodes above a mesh", function()
      -- Twice as large and at (1, 2, 3); then thrice in the parent's frame, at (10, 20, 30).
      local path = gltf("nested", [[{"translation": [10, 20, 30], "scale": [3, 3, 3], "children": [1]},
        {"translation": [1, 2, 3], "scale": [2, 2, 2], "mesh": 0}]])
      assert_cube(import.load(path), { 13, 26, 39, 19, 32, 45 }, 216)
    end)

    it("rotates meshes, here by a quarter turn about z", function()
      local path = gltf("turned", [[{"matrix": [0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1], "mesh": 0}]])
      assert_cube(import.load(path), { 4, 0, 0, 5, 1, 1 }, 1)
    end)

    it("keeps the winding if a node mirrors", function()
      assert_cube(import.load(gltf("mirrored", [[{"scale": [-2, 1, 1], "mesh": 0}]])), { -2, 0, 0, 0, 1, 1 }, 2)
    end)

    it("copies a mesh for each node that has it", function()
      local path = gltf("twice", [[{"children": [1, 2]}, {"mesh": 0}, {"translation": [1, 0, 0], "mesh": 0}]])
      local mesh = import.load(path)
      assert.equal(24, #mesh.triangles / 3)
      assert.equal(12, #mesh.vertices / 3) -- the two cubes share a side
      assert.same({ 0, 0, 0, 2, 1, 1 }, bounds(mesh))
    end)
  end)

  it("rotates a model with z up, so that y points up", function()
    local text = lines({ { 0, 0, 0 }, { 1, 0, 0 }, { 0, 2, 0 }, { 0, 0, 3 } }, "v %g %g %g")
      .. "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n"
    local path = write("tall.obj", text)
    assert.same({ 0, 0, 0, 1, 2, 3 }, bounds(import.load(path)))
    local turned = import.load(path, { up = "z" })
    assert.same({ 0, 0, -2, 1, 3, 0 }, bounds(turned))
    assert.equal(1, volume(turned))
    assert.same(import.load(path), import.load(path, { up = "y" }))
  end)

  it("skips points and lines, and vertices without a triangle", function()
    local mesh = import.load(write("mixed.obj", "v 9 9 9\n" .. lines(corners, "v %g %g %g") .. "p 1\nl 2 3\nf 2 3 4\n"))
    assert.same({ 1, 2, 3 }, mesh.triangles)
    assert.same({ 0, 0, 0, 1, 0, 0, 1, 1, 0 }, mesh.vertices)
  end)

  describe("refuses", function()
    local function refused(path, words, ...)
      local ok, message = pcall(import.load, path, ...)
      assert.is_false(ok)
      assert.truthy(message:find("cannot load '" .. path .. "'", 1, true), message)
      assert.truthy(message:find(words, 1, true), message)
    end

    it("a file that does not exist", function()
      refused(path_of("no.obj"), "No such file")
    end)

    it("a directory", function()
      refused(path_of("."), "irectory")
    end)

    it("an empty file", function()
      refused(write("empty.obj", ""), "it is empty")
    end)

    it("an unknown format", function()
      refused(write("notes.xyzzy", "Dear diary"), "No suitable reader")
    end)

    it("a broken file", function()
      refused(write("broken.gltf", [[{"asset": {"version": "2.0"}, "nodes": [{"mesh": 0}]]), "No suitable reader")
      refused(write("short.ply", "ply\nformat ascii 1.0\nelement vertex 8\n"), "a PLY without an end_header")
      for _, line in ipairs { "end_header-", "xend_header", "comment end_header" } do
        refused(write("other.ply", "ply\nformat ascii 1.0\n" .. line .. "\n0\n"), "a PLY without an end_header")
      end
    end)

    it("a file without triangles", function()
      refused(write("points.obj", "v 0 0 0\nv 1 1 1\np 1\np 2\n"), "there are no triangles in it")
    end)

    it("a coordinate that is not finite, and names it", function()
      refused(write("nan.obj", "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n"), "is not finite")
    end)

    it("unknown arguments", function()
      local path = write("one.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
      assert.error_matches(function()
        import.load()
      end, "bad argument #1 to 'load' %(path: string expected, got no value%)")
      assert.error_matches(function()
        import.load(7)
      end, "path: string expected, got number")
      assert.error_matches(function()
        import.load(path, "z")
      end, "bad argument #2 to 'load' %(table expected, got string%)")
      assert.error_matches(function()
        import.load(path, { Up = "z" })
      end, "unknown field 'Up'")
      assert.error_matches(function()
        import.load(path, { up = "x" })
      end, "up: 'y' or 'z' expected")
    end)
  end)

  -- Assimp 5.2 alone waits for ever, or crashes.
  it("reads or refuses a PLY that is cut off at any byte", function()
    local head = "ply\nformat %s 1.0\nelement vertex 4\nproperty float x\nproperty float y\n"
      .. "property float z\nelement face 1\nproperty list uchar int vertex_indices\nend_header\n"
    local text = head:format("ascii") .. "0 0 0\n1 0 0\n1 1 0\n0 1 0\n4 0 1 2 3\n"
    local bytes = head:format("binary_little_endian")
    for _, i in ipairs({ 1, 2, 3, 4 }) do
      bytes = bytes .. float32(corners[i][1]) .. float32(corners[i][2]) .. float32(corners[i][3])
    end
    bytes = bytes .. string.char(4) .. int32(0) .. int32(1) .. int32(2) .. int32(3)
    for _, whole in ipairs({ text, bytes }) do
      assert.equal(2, #import.load(write("whole.ply", whole)).triangles / 3)
      for size = 1, #whole - 2 do
        local ok, mesh = pcall(import.load, write("cut.ply", whole:sub(1, size)))
        assert.equal(ok and "table" or "string", type(mesh))
      end
    end
  end)

  it("numbers positions in the order of their first corners, however alike they are", function()
    -- (0, 0, z) for multiples of powers of two, so the floats differ in few bits.
    local vertices, faces, triangles, positions = {}, {}, {}, {}
    for exponent = -110, 110 do
      for multiple = 64, 127 do
        for sign = -1, 1, 2 do
          local z = sign * multiple * 2 ^ exponent
          vertices[#vertices + 1] = float32(0) .. float32(0) .. float32(z)
          positions[3 * #vertices - 2], positions[3 * #vertices - 1], positions[3 * #vertices] = 0, 0, z
        end
      end
    end
    local function add(a, b, c)
      faces[#faces + 1] = string.char(3) .. int32(a - 1) .. int32(b - 1) .. int32(c - 1)
      for _, index in ipairs { a, b, c } do triangles[#triangles + 1] = index end
    end
    for i = 1, #vertices - 2 do add(i, i + 1, i + 2) end
    for i = 1, #vertices, 999 do add(#vertices + 1 - i, i, #vertices) end
    local path = write("powers.ply", ("ply\nformat binary_little_endian 1.0\nelement vertex %d\nproperty float x\n"
      .. "property float y\nproperty float z\nelement face %d\nproperty list uchar int vertex_indices\nend_header\n")
      :format(#vertices, #faces) .. table.concat(vertices) .. table.concat(faces))
    local mesh = import.load(path)
    assert.equal(#positions, #mesh.vertices)
    assert.equal(#triangles, #mesh.triangles)
    local changed = 0
    for i, z in ipairs(mesh.vertices) do changed = changed + (z == positions[i] and 0 or 1) end
    for i, index in ipairs(mesh.triangles) do changed = changed + (index == triangles[i] and 0 or 1) end
    assert.equal(0, changed)
  end)

  it("frees models that are refused halfway", function()
    local path = write("again.obj", "v 0 0 0\nv 1 nan 0\nv 0 1 0\nf 1 2 3\n")
    for _ = 1, 200 do
      assert.is_false(pcall(import.load, path))
    end
    collectgarbage()
  end)
end)

-- Debian's assimp-testmodels.
local models = "/usr/share/assimp/models/"
local there = io.open(models .. "OBJ/box.obj")

describe("models from other programs", function()
  if not there then
    pending("are not here (Debian: assimp-testmodels)")
    return
  end
  there:close()

  it("are boxes in every format", function()
    for _, path in ipairs({ "OBJ/box.obj", "FBX/box.fbx", "PLY/cube.ply", "glTF2/BoxTextured-glTF/BoxTextured.gltf",
      "glTF2/BoxTextured-glTF-Binary/BoxTextured.glb" }) do
      local mesh = import.load(models .. path)
      assert.same({ path, 8, 12 }, { path, #mesh.vertices / 3, #mesh.triangles / 3 })
    end
  end)

  it("are the same spider in each format", function()
    for _, path in ipairs({ "OBJ/spider.obj", "STL/Spider_binary.stl", "STL/Spider_ascii.stl", "FBX/spider.fbx" }) do
      local mesh = import.load(models .. path)
      assert.same({ path, 722, 1368 }, { path, #mesh.vertices / 3, #mesh.triangles / 3 })
    end
  end)
end)
