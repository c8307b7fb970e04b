-- SPDX-License-Identifier: MIT
--
-- Meshes into cells.

return function(cases, collide)
  local function nested()
    return {
      vertices = { { 0.1, 0.1, 0.1 }, { 6, 0.2, 0.3 }, { 0.4, 6, 0.5 }, { 0.6, 0.7, 6 } },
      triangles = { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } },
    }
  end
  local function flattened()
    local mesh, flat = nested(), { vertices = {}, triangles = {} }
    for name, rows in pairs(mesh) do
      for _, row in ipairs(rows) do
        for _, x in ipairs(row) do table.insert(flat[name], x) end
      end
    end
    return flat
  end
  local meshes = {
    { "a nested mesh", nested }, { "a flat mesh", flattened },
    { "triangles", function()
      return { { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 } }, { { 0, 0, 0 }, { 1, 1, 1 }, { 9, 8, 7 } } }
    end },
    { "shapes", function() return { collide.triangle { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 } } } end },
    { "a hull", function() return collide.hull(nested().vertices) end },
    { "a description of a hull", function() return { shape = "hull", points = nested().vertices } end },
    { "boxes and triangles", function()
      return { collide.box { half = { 1, 1, 1 } }, { { 0, 0, 0 }, { 1, 1, 1 }, { 9, 8, 7 } },
        { shape = "hull", points = nested().vertices } }
    end },
    { "a group", function()
      return collide.group { collide.box { half = { 1, 1, 1 } }, collide.hull(nested().vertices),
        position = { 0, 1, 0 } }
    end },
    { "a mesh with a pose", function()
      local mesh = nested()
      mesh.position = { 1, 2, 3 }
      return collide.mesh(mesh)
    end },
    { "nothing", function() return {} end },
    { "an open mesh", function()
      local mesh = nested()
      table.remove(mesh.triangles)
      return mesh
    end },
    { "a mesh with a mistake", function() return { vertices = { { 0, 0, 0 } }, triangles = { { 1, 2, 3 } } } end },
  }
  local options = {
    false, { size = 0.5, origin = { 1, 2, 3 } }, { solid = true }, { lists = true }, { rule = "open" },
    { rule = "open", solid = true, lists = true, method = "sat" }, { value = 9, method = "sat" },
    { value = { 3, 4, 5, 6 }, solid = true, lists = true }, { progress = true }, { rule = "opne" },
    { size = 0.125, solid = true },
  }
  for _, mesh in ipairs(meshes) do
    for i, given in ipairs(options) do
      cases.add(("voxelize %s, options %d"):format(mesh[1], i), function()
        local copy = given and {} or nil
        for name, value in pairs(given or {}) do copy[name] = value end
        if copy and copy.progress then copy.progress = function(part) return { part } end end
        return { mesh = mesh[2](), options = copy }
      end, function(state) return collide.voxelize(state.mesh, state.options) end)
    end
  end
end
