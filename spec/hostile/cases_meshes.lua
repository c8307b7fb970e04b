-- SPDX-License-Identifier: MIT
--
-- Meshes: making them, casts, pairs, and what they tell.

return function(cases, collide)
  local vertices = { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2 } }
  local triangles = { { 1, 3, 2 }, { 1, 2, 4 }, { 1, 4, 3 }, { 2, 3, 4 } }
  local function fields(more)
    local made = { vertices = vertices, triangles = triangles }
    for key, value in pairs(more or {}) do made[key] = value end
    return made
  end
  local forms = {
    fields(), fields { position = { 1, 2, 3 }, rotation = { 0, 0, 3, 4 }, scale = 2, data = { 1 } },
    { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } },
    { vertices = { 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } }, { vertices = vertices, triangles = { 1, 2, 9 } },
    { vertices = vertices, triangles = {} }, fields { scale = 0 }, fields { hollow = true },
  }
  for i, form in ipairs(forms) do
    cases.add("mesh " .. i, function() return { fields = form } end,
      function(state) return collide.mesh(state.fields) end)
  end

  for i, form in ipairs { fields { weld = 1e-3 }, fields { weld = -1 } } do
    cases.add("mesh with weld " .. i, function() return { fields = form } end,
      function(state) return collide.mesh(state.fields) end)
  end
  for i, form in ipairs {
    { rows = { { 0, 1, 0 }, { 2, 1, 0 } } }, { rows = { { 0, 1 }, { 2, 1 } }, size = { 1, 2 }, origin = { 1, 2, 3 } },
    { rows = { { 0, 1 }, { 2, 1, 3 } } }, { rows = { { 0, 1 } } }, { rows = { { 0, 1 }, 7 } },
  } do
    cases.add("heights " .. i, function() return { fields = form } end,
      function(state) return collide.heights(state.fields) end)
  end

  local function make() return { mesh = collide.mesh(fields()), ball = collide.sphere { radius = 0.5 } } end
  local function add(name, call) cases.add("mesh: " .. name, make, call) end
  local points = {
    set_position = { 1, 2, 3 }, translate = { 1, 2, 3 }, set_rotation = { 0, 0, 3, 4 }, set_scale = { 1, 2, 3 },
    project = { 1, 2, 3 }, contains = { 0.1, 0.1, 0.1 }, closest = { 5, 5, 5 },
  }
  for name, v in pairs(points) do
    add(name .. " with numbers", function(s) return s.mesh[name](s.mesh, v[1], v[2], v[3], v[4]) end)
    add(name .. " with a table", function(s) return s.mesh[name](s.mesh, v) end)
  end
  add("set_transform", function(s)
    return s.mesh:set_transform { 1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 1, 0, 3, 5, -1, 1 }
  end)
  for _, name in ipairs { "get_position", "get_rotation", "get_scale", "bounds", "points", "is_closed" } do
    add(name, function(s) return s.mesh[name](s.mesh) end)
    add(name .. " in numbers", function(s) return s.mesh[name](s.mesh, "numbers") end)
  end
  for _, name in ipairs { "count", "describe", "copy", "get_layer" } do
    add(name, function(s) return s.mesh[name](s.mesh) end)
  end
  add("set_one_way", function(s) return s.mesh:set_one_way(0, 1, 0) end)
  add("set_layer", function(s) return s.mesh:set_layer("wall") end)
  add("data", function(s)
    s.mesh.data = { 1, 2 }
    return s.mesh:copy().data[2]
  end)
  add("triangle", function(s) return s.mesh:triangle(2) end)
  add("triangle in numbers", function(s) return s.mesh:triangle(2, "numbers") end)
  add("triangles_in", function(s) return s.mesh:triangles_in(s.ball) end)
  add("contains of an open one", function() return collide.mesh(forms[3]):contains(0, 0, 0) end)
  for _, name in ipairs { "raycast", "segmentcast", "linecast" } do
    for _, suffix in ipairs { "", "_any", "_all" } do
      add(name .. suffix .. " with numbers", function(s)
        return s.mesh[name .. suffix](s.mesh, 0.25, 0.25, -5, 0.25, 0.25, 9)
      end)
      add(name .. suffix .. " with tables", function(s)
        return s.mesh[name .. suffix](s.mesh, { 0.25, 0.25, -5 }, { 0.25, 0.25, 9 })
      end)
    end
  end
  for _, name in ipairs { "overlap", "contact", "distance", "overlap_all", "contact_all", "distance_all" } do
    add(name, function(s) return s.mesh[name](s.mesh, s.ball) end)
    add(name .. " the other way", function(s) return collide[name](s.ball, s.mesh) end)
    add(name .. " with an array", function(s)
      return collide[name](s.ball, { s.ball, s.mesh, fields { shape = "mesh" } })
    end)
    if name ~= "overlap" then
      add(name .. " in numbers", function(s) return collide[name](s.ball, s.mesh, "numbers") end)
    end
  end
  for _, name in ipairs { "shapecast", "shapecast_any", "shapecast_all" } do
    add(name, function(s) return s.mesh[name](s.mesh, s.ball, { 0, 0.5, -1 }) end)
    add(name .. " in numbers", function(s) return s.mesh[name](s.mesh, s.ball, 0, 0.5, -1) end)
    add(name .. " in an array", function(s)
      return collide[name]({ s.ball, s.mesh, fields { shape = "mesh" } }, s.ball, { 0, 0.5, -1 }, { touching = "skip" })
    end)
  end
  add("shapecast into", function(s)
    return s.mesh:shapecast(s.ball, { 0, 0.5, -1 }, { into = s.mesh:raycast({ 0.25, 0.25, -5 }, { 0, 0, 1 }) })
  end)
  add("contact into", function(s)
    return collide.contact(s.ball, s.mesh, { into = s.mesh:raycast({ 0.25, 0.25, -5 }, { 0, 0, 1 }) })
  end)
  add("a move past it", function(s) return s.mesh:move(s.ball, { 1, 2, -3 }, { up = { 0, 0, 1 }, step = 1 }) end)
  add("a move past it in numbers", function(s) return s.mesh:move(s.ball, 1, 2, -3) end)
  add("push_out of it", function(s) return s.ball, s.mesh:push_out(s.ball) end)
  add("overlap of two", function(s) return s.mesh:overlap(s.mesh:copy():translate(1, 0, 0)) end)
end
