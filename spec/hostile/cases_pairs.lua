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
  cases.add("a box contains numbers", solids, function(state) return state.b:contains(1.5, 1.5, 0.5) end)
  cases.add("a box contains a table", solids, function(state) return state.b:contains({ 1.5, 1.5, 9 }) end)
  cases.add("a box has no closest point yet", solids, function(state) return state.b:closest({ 1.5, 1.5, 9 }) end)
end
