-- SPDX-License-Identifier: MIT
--
-- Meshes, outlines, and what makes cells of them: part of spec/fuzz/calls.lua, whose table it fills, and which gives it
-- what draws calls with a vector, calls that may answer in numbers, a point, a layer, the value of a cell and
-- a side to block from.
local known = require("spec.fuzz.known")
local shapes = require("spec.fuzz.shapes")

return function(calls, with_vector, or_numbers, any_point, name_layer, value, one_way)
  -- ---- Meshes -----------------------------------------------------------------

  local CUBE = "vertices = { 0, 0, 0, 2, 0, 0, 0, 2, 0, 2, 2, 0, 0, 0, 2, 2, 0, 2, 0, 2, 2, 2, 2, 2 }, triangles = { "
    .. "1, 3, 2, 2, 3, 4, 5, 6, 7, 6, 8, 7, 1, 2, 5, 2, 6, 5, 3, 7, 4, 4, 7, 8, 1, 5, 3, 3, 5, 7, 2, 4, 6, 4, 8, 6 }"

  -- The fields of a mesh: a cube, or any triangles.
  calls.module.mesh = function(d)
    local list = {}
    if d:chance(40) then
      list[1] = CUBE
    else
      local vertices, triangles = {}, {}
      for i = 1, 3 + d.random:pick(5) do vertices[i] = d:vector(3, "close") end
      for i = 1, 3 * d.random:pick(6) do triangles[i] = d:leaf("number", d.random:pick(#vertices)) end
      list[1] = "vertices = { " .. table.concat(vertices, ", ") .. " }"
      list[2] = "triangles = { " .. table.concat(triangles, ", ") .. " }"
    end
    if d:chance(50) then list[#list + 1] = "position = " .. d:vector(3, "close") end
    if d:chance(20) then list[#list + 1] = "scale = " .. d:leaf("number", d:of { "2", "-1", "0.5" }) end
    if d:chance(20) then list[#list + 1] = "weld = " .. d:leaf("number", d:of { "0", "1e-9", "1" }) end
    return { d:fields(list) }, { kind = "mesh", dim = 3 }
  end

  calls.module.heights = function(d)
    local columns, rows = 1 + d.random:pick(4), {}
    for z = 1, 1 + d.random:pick(4) do
      local row = {}
      for x = 1, columns do row[x] = d:leaf("number", d:of { "0", "1", "-0.5", "2" }) end
      rows[z] = "{ " .. table.concat(row, ", ") .. " }"
    end
    local list = { "rows = { " .. table.concat(rows, ", ") .. " }" }
    if d:chance(30) then list[2] = "size = " .. d:leaf("number", d:of { "0.5", "2", "{ 1, 2 }", "{ 1, 3, 1 }" }) end
    if d:chance(30) then list[#list + 1] = "origin = " .. d:vector(3, "close") end
    return { d:fields(list) }, { kind = "mesh", dim = 3 }
  end

  local function mesh_alone(d) return { d:mesh() } end
  local function any_mesh(d) return d:mesh() end
  local function mesh_and_vector(d) return with_vector(any_mesh, any_point)(d, 3) end

  calls.mesh.count, calls.mesh.describe = mesh_alone, mesh_alone
  calls.mesh.triangles = mesh_alone
  calls.mesh.points = or_numbers(mesh_alone)
  calls.mesh.project = function(d) return with_vector(any_mesh, function(e) return e:direction(3) end)(d, 3) end
  calls.mesh.bounds, calls.mesh.is_closed = or_numbers(mesh_alone), or_numbers(mesh_alone)
  calls.mesh.get_position, calls.mesh.get_rotation = or_numbers(mesh_alone), or_numbers(mesh_alone)
  calls.mesh.get_scale, calls.mesh.get_layer = or_numbers(mesh_alone), mesh_alone
  calls.mesh.get_layers = mesh_alone
  calls.mesh.get_one_way = or_numbers(mesh_alone)
  calls.mesh.set_one_way = function(d) return { d:mesh(), one_way(d, 3) } end
  calls.mesh.set_layer = function(d) return { d:mesh(), name_layer(d) } end
  calls.mesh.set_position, calls.mesh.translate = mesh_and_vector, mesh_and_vector
  calls.mesh.set_rotation = function(d) return { d:mesh(), shapes.rotation(d, 3) } end
  calls.mesh.set_scale = function(d) return { d:mesh(), shapes.scale(d, 3, true) } end
  calls.mesh.set_transform = function(d) return { d:mesh(), shapes.matrix(d) } end
  calls.mesh.copy = function(d) return mesh_alone(d), { kind = "mesh", dim = 3 } end
  calls.mesh.triangle = or_numbers(function(d) return { d:mesh(), d:leaf("number", d:of { "1", "2", "12", "1" }) } end)
  calls.mesh.triangles_in = function(d) return { d:mesh(), d:shape(3) } end

  -- ---- Outlines ---------------------------------------------------------------

  local function ring(d)
    local flat, list = d:chance(50), {}
    for i = 1, 2 + d.random:pick(8) do
      list[i] = flat and d:number("close") .. ", " .. d:number("close") or d:plain_vector(2)
    end
    return "{ " .. table.concat(list, ", ") .. " }"
  end

  -- An L, a comb, a pentagon and a plus, and holes that lie in all of them.
  local OUTLINES = { "{ 0, 0, 4, 0, 4, 1, 1, 1, 1, 3, 0, 3 }", "{ 0, 0, 4, 0, 4, 4, 3, 1, 2, 4, 1, 1, 0, 4 }",
    "{ { 0, 0 }, { 4, 0 }, { x = 4, y = 4 }, { 1, 1 }, { 0, 4 } }",
    "{ 0, 0, 1, 0, 1, -1, 2, -1, 2, 0, 3, 0, 3, 1, 2, 1, 2, 2, 1, 2, 1, 1, 0, 1 }" }
  local HOLES = { "{ { 0.25, 0.25, 0.5, 0.25, 0.5, 0.5 } }",
    "{ { { 0.25, 0.25 }, { 0.5, 0.25 }, { 0.5, 0.5 } }, { 0.625, 0.25, 0.75, 0.25, 0.75, 0.5 } }" }

  calls.module.decompose = function(d)
    local is_simple = d:chance(60)
    local arguments = { d:leaf("outline", is_simple and d:of(OUTLINES) or ring(d)) }
    if is_simple and d:chance(50) then
      arguments[2] = d:leaf("holes", d:of(HOLES))
    elseif d:chance(50) then
      arguments[2] = d:leaf("holes", "{ " .. ring(d) .. ", " .. ring(d) .. " }")
    end
    if d:chance(30) then
      arguments[#arguments + 1] = d:fields { "tolerance = " .. d:leaf("number", d:of { "0", "0.5", "2", "1e-9" }) }
    end
    return arguments
  end

  -- ---- Voxels -----------------------------------------------------------------

  local MESHES = {
    "k.cube(2)", "k.cube(3.5)", "k.pyramid(4)",
    "{ vertices = { 0, 0, 0, 4, 0, 0, 0, 4, 0 }, triangles = { 1, 2, 3 } }",
    "{ { { 0.2, 0.2, 0.2 }, { 0.8, 0.2, 0.2 }, { 0.2, 1.5, 0.2 } } }", "{}",
  }

  calls.module.voxelize = function(d)
    d.small = known.voxelize ~= nil
    local mesh
    local list = {}
    if d:chance(40) then
      mesh = d:leaf("mesh", d:of(MESHES))
    elseif not known.voxelize and d:chance(30) then
      mesh = d:chance(30) and d:mesh() or d:shape(3)
    else
      local triangles = {}
      for i = 1, d.random:pick(3) do
        triangles[i] = not known.voxelize and d:chance(20) and d:shape(3, d:of { "triangle", "box", "hull" })
          or d:leaf("triangle", ("{ %s, %s, %s }"):format(d:plain_vector(3), d:plain_vector(3), d:plain_vector(3)))
      end
      mesh = d:leaf("mesh", "{ " .. table.concat(triangles, ", ") .. " }")
    end
    if known.voxelize then
      list[1] = "size = " .. d:of { "1", "0.5", "0.3", "2", "{ 1, 0.5, 2 }" }
    else
      list[1] = "size = " .. (d:chance(70) and d:positive() or d:vector(3))
    end
    if d:chance(30) then list[#list + 1] = "origin = " .. d:vector(3, "close") end
    if d:chance(30) then
      list[#list + 1] = "value = " .. (d:chance(70) and value(d) or d:leaf("table", "{ 1, 2, 3 }"))
    end
    if d:chance(30) then list[#list + 1] = "solid = " .. d:leaf("boolean", "true") end
    if d:chance(20) then list[#list + 1] = "weld = " .. d:leaf("number", d:of { "0", "1e-9", "0.5" }) end
    if d:chance(40) then list[#list + 1] = "rule = " .. d:leaf("string", d:of { '"open"', '"closed"' }) end
    if d:chance(40) then list[#list + 1] = "method = " .. d:leaf("string", d:of { '"pef"', '"sat"' }) end
    if d:chance(20) then list[#list + 1] = "lists = " .. d:leaf("boolean", "true") end
    if d:chance(30) then list[#list + 1] = "progress = " .. d:leaf("function", "h.nothing") end
    return { mesh, d:fields(list) }, { kind = "grid", dim = 3 }
  end
end
