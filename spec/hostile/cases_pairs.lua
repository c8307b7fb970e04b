-- SPDX-License-Identifier: MIT
--
-- Two shapes, and a shape with a point.

return function(cases, collide)
  local flat = {
    { "circle", function() return collide.circle { radius = 2 } end },
    { "rect", function() return collide.rect { half = { 1, 2 }, position = { 1, 0 } } end },
    { "turned rect", function() return { shape = "rect", half = { 1, 2 }, rotation = 1 } end },
    { "triangle", function() return collide.triangle { { -1, -1 }, { 3, 0 }, { 0, 2 } } end },
    { "segment", function() return collide.segment { { -2, -1 }, { 3, 2 } } end },
    { "capsule", function() return collide.capsule { a = { 0, 0 }, b = { 3, 1 }, radius = 1 } end },
    { "polygon", function() return collide.polygon { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 } } end },
    { "plane", function() return collide.plane { normal = { 0, 1 }, distance = 1 } end },
    { "far circle", function() return collide.circle { radius = 2, position = { 90, 0 } } end },
    { "point", function() return { x = 0.5, y = 0.5 } end },
  }
  for _, a in ipairs(flat) do
    for _, b in ipairs(flat) do
      for _, query in ipairs { "overlap", "contact", "distance" } do
        local function make() return { a = a[2](), b = b[2]() } end
        cases.add(("%s of a %s and a %s"):format(query, a[1], b[1]), make,
          function(state) return collide[query](state.a, state.b) end)
        cases.add(("%s of a %s and a %s in numbers"):format(query, a[1], b[1]), make,
          function(state) return collide[query](state.a, state.b, "numbers") end)
      end
    end
    local function make() return { a = a[2]() } end
    for _, query in ipairs { "overlap", "contact", "distance", "closest", "contains", "triangle_region" } do
      local ask = collide[query]
      cases.add(("%s of a %s and numbers"):format(query, a[1]), make,
        function(state) return ask(state.a, 0.25, 3.5) end)
      cases.add(("%s of a %s and a table"):format(query, a[1]), make,
        function(state) return ask(state.a, { 0.25, 0.5 }) end)
    end
    for _, query in ipairs { "triangle_rect_pef", "triangle_rect_sat" } do
      cases.add(("%s of a %s"):format(query, a[1]), function() return { a = a[2](), b = flat[2][2]() } end,
        function(state) return collide[query](state.a, state.b) end)
    end
  end
  for _, query in ipairs { "overlap", "contact", "distance" } do
    cases.add(query .. " of points", function() return {} end, function() return collide[query](1, 2, 1, 2) end)
  end
  local function solids()
    return { a = collide.triangle { { 0, 0, 0 }, { 3, 0, 0 }, { 0, 3, 0 } },
      b = collide.box { min = { 1, 1, 0 }, max = { 2, 2, 1 } } }
  end
  for _, query in ipairs { "overlap", "contact", "distance", "triangle_box_pef", "triangle_box_sat" } do
    cases.add(query .. " of a triangle and a box", solids,
      function(state) return collide[query](state.a, state.b) end)
  end
  -- Targets.
  local function many()
    local grid = collide.grid { dimensions = 2, layer = "ground" }
    grid:fill(-4, -2, 4, -1, 1)
    return { disc = collide.circle { radius = 2, layer = "ball" }, grid = grid,
      array = { flat[2][2](), grid, flat[7][2]():set_layer("wall"),
        { shape = "polygon", points = { { 0, 0 }, { 4, 0 }, { 4, 4 } } } },
      many = collide.polygon { 0, 5, 1, 4, 3, 4, 5, 5, 5, 7, 4, 9, 2, 9, 0, 8 },
      into = {}, full = { normal = {}, point = {}, depth = 1 }, list = { {}, {} },
      taken = function() return true end }
  end
  local function about(title, ask) cases.add(title, many, ask) end
  for _, query in ipairs { "overlap", "contact", "distance", "overlap_all", "contact_all", "distance_all" } do
    local ask = collide[query]
    for _, name in ipairs { "grid", "array" } do
      about(query .. " of a circle and the " .. name, function(s) return ask(s.disc, s[name]) end)
      about(query .. " of the " .. name .. " and a circle", function(s) return ask(s[name], s.disc) end)
      about(query .. " of numbers and the " .. name, function(s) return ask(1, 2, s[name]) end)
      about(query .. " of a point and the " .. name, function(s) return ask({ 1, -1 }, s[name], {}) end)
      about(query .. " of a circle and the " .. name .. " with a selection", function(s)
        return ask(s.disc, s[name], { only = { "ground", s.array[1] }, ignore = "wall", filter = s.taken })
      end)
      if query ~= "overlap" then
        about(query .. " of a circle and the " .. name .. " in numbers",
          function(s) return ask(s.disc, s[name], "numbers") end)
      end
      if query ~= "overlap" and query ~= "distance" then
        for _, into in ipairs { "into", "full", "list" } do
          about(query .. " of a circle and the " .. name .. " into " .. into, function(s)
            return ask(s.disc, s[name], { into = s[into], touching = "skip" })
          end)
        end
      end
    end
    about(query .. " of two grids", function(s) return ask(s.grid, s.grid) end)
  end
  for _, query in ipairs { "shapecast", "shapecast_any", "shapecast_all" } do
    local ask = collide[query]
    for _, name in ipairs { "grid", "array" } do
      about(query .. " at the " .. name, function(s) return ask(s[name], s.disc, { 3, -1 }) end)
      about(query .. " at the " .. name .. " in numbers", function(s) return ask(s[name], s.disc, 3, -1) end)
      about(query .. " of a description at the " .. name, function(s)
        return ask(s[name], { shape = "polygon", points = { { 0, 5 }, { 4, 5 }, { 4, 9 } } }, { 0, -9 }, {})
      end)
      about(query .. " at the " .. name .. " with a selection", function(s)
        return ask(s[name], s.disc, { 3, -1 }, { only = { "ground", s.array[1] }, filter = s.taken, touching = "skip" })
      end)
      if query ~= "shapecast_any" then
        for _, into in ipairs { "into", "full", "list" } do
          about(query .. " at the " .. name .. " into " .. into, function(s)
            return ask(s[name], s.disc, { 3, -1 }, { into = s[into] })
          end)
        end
      end
    end
  end
  for _, name in ipairs { "grid", "array" } do
    about("move past the " .. name, function(s) return collide.move(s[name], s.disc, { 3, -1 }) end)
    about("move past the " .. name .. " in numbers", function(s) return collide.move(s[name], s.disc, 3, -1) end)
    about("move of a polygon past the " .. name, function(s) return collide.move(s[name], s.many, { 0, -9 }, {}) end)
    about("move past the " .. name .. " with a selection", function(s)
      return collide.move(s[name], s.disc, { 3, -1 },
        { only = { "ground", s.array[1] }, filter = s.taken, respond = { ground = "pass" }, up = { 0, 1 }, step = 1 })
    end)
    about("move past the " .. name .. " that asks", function(s)
      return collide.move(s[name], s.disc, 3, -1, { respond = function() return "pass" end })
    end)
    about("push_out of the " .. name, function(s) return collide.push_out(s[name], s.disc) end)
    about("push_out of the " .. name .. " in numbers", function(s)
      return s.disc, collide.push_out(s[name], s.disc, "numbers")
    end)
  end
  about("closest of an array", function(s) return collide.closest(s.array, { 1, 9 }) end)
  about("closest of a grid in numbers", function(s) return s.grid:closest(1, 9) end)
  about("an array contains", function(s) return collide.contains(s.array, { 1, 1 }, { filter = s.taken }) end)
  about("a grid contains", function(s) return s.grid:contains(1, 1) end)
  about("a shape's layer", function(s) return s.disc:set_layer("another layer"):get_layer() end)
  about("a grid's layer", function(s) return s.grid:set_layer("a third layer"):get_layer() end)
  about("one-way shapes", function(s) return s.disc:copy():set_one_way(0, 1):copy():get_one_way() end)
  about("one-way values of a grid", function(s)
    for value = 1, 9 do s.grid:set_one_way(value, 0, value) end
    return s.grid:copy():get_one_way(7)
  end)
  about("shapes of values of a grid", function(s)
    for value = 1, 9 do
      s.grid:set_shape(value, { shape = "polygon", points = { 0, 0, 1, 0, 1, value / 10, 0, value / 9 } })
    end
    local copy = s.grid:copy()
    return { copy:contact(s.disc), copy:raycast_all({ 0.5, 9 }, { 0, -1 }, { rule = "closed" }),
      copy:set_shape(3, nil) }
  end)
  about("a move through what is one-way", function(s)
    s.grid:set_one_way(1, 0, 1)
    return collide.move({ s.grid, s.disc }, collide.rect { half = { 1, 1 }, position = { 0, -9 } }, { 0, 20 })
  end)
  about("a cast with a filter", function(s)
    return collide.raycast(s.array, { 0, 9 }, { 0, -1 }, { filter = s.taken, only = s.array })
  end)
  about("all casts with a filter", function(s)
    return collide.raycast_all(s.array, { 0, 9 }, { 0, -1 }, { filter = s.taken, ignore = "ground" })
  end)

  cases.add("a box contains numbers", solids, function(state) return state.b:contains(1.5, 1.5, 0.5) end)
  cases.add("a box contains a table", solids, function(state) return state.b:contains({ 1.5, 1.5, 9 }) end)
  cases.add("the closest point of a box", solids, function(state) return state.b:closest({ 1.5, 1.5, 9 }) end)
end
