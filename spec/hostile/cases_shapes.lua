-- SPDX-License-Identifier: MIT
--
-- Making shapes, posing them, and what they tell about themselves.

local identity = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1 }

-- A vector that is asked for its components by name.
local function object(x, y, z)
  return setmetatable({}, { __index = { x = x, y = y, z = z } })
end

local function forms()
  return {
    sphere = {
      { radius = 2 },
      { radius = 2, position = { 1, 2, 3 }, rotation = { 0, 0, 3, 4 }, scale = 2, hollow = true },
      { radius = 1, position = object(1, 2, 3), scale = { x = 1, y = 2, z = 3 } },
      { shape = "sphere", radius = 1, transform = identity },
      { raduis = 1 }, { radius = -1 }, { radius = 1, position = { 1, 2 } },
    },
    box = {
      { half = { 1, 2, 3 } }, { size = object(1, 2, 3), rotation = { 1, 0, 0, 1 } },
      { min = { 0, 0, 0 }, max = { 1, 1, 1 } }, { min = { 1, 1, 1 }, max = { 0, 0, 0 } },
      { half = { 1, 2, 3 }, radius = 0.5 },
    },
    cylinder = { { radius = 1, half_height = 2 }, { radius = 1, half_height = 2, position = { 1, 2, 3 } } },
    cone = { { radius = 1, height = 2 }, { radius = 1, height = 2, rotation = { 0, 0, 1, 1 } } },
    capsule = {
      { radius = 1, half_height = 2 }, { a = { 0, 0, 0 }, b = { 1, 2, 3 }, radius = 1 },
      { a = { 0, 0 }, b = { 1, 2 }, radius = 1, position = { 1, 2 }, rotation = 1, scale = 2 },
      { radius = 1, half_height = 2, dimensions = 2, scale = { 1, 3 } },
    },
    plane = { { normal = { 0, 1, 0 }, distance = 1 }, { normal = { x = 0, y = 1 }, distance = 1 } },
    triangle = {
      { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }, { points = { { 0, 0 }, { 1, 0 }, { 0, 1 } } },
      { { x = 0, y = 0 }, object(1, 0), { 0, 1 }, position = { 1, 2 } }, { { 0, 0 }, { 1, 0 } },
    },
    segment = { { { 0, 0, 0 }, { 1, 0, 0 } }, { points = { { 0, 0 }, { 1, 0 } }, radius = 2 } },
    circle = { { radius = 1 }, { radius = 1, position = { 1, 2 }, rotation = 1, scale = -2 },
      { radius = 1, scale = { 2, 3 } } },
    ellipse = { { radii = { 2, 1 } }, { radii = object(2, 1), position = { 1, 2 }, rotation = 1 }, { radii = { 1 } } },
    rect = { { half = { 1, 2 }, radius = 1 }, { size = { 1, 2 }, rotation = 1, scale = { 2, 3 } },
      { min = { 0, 0 }, max = { 1, 2 } } },
    polygon = {
      { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 } },
      { points = { { 0, 0 }, { 4, 0 }, { 5, 2 }, { 4, 4 }, { 0, 4 } }, position = { 1, 2 }, scale = 2 },
      { { 0, 0 }, { 4, 0 }, { 1, 1 }, { 0, 4 } },
      { points = { { 0, 0 }, { 4, 0 }, { 4, 4 } }, radius = 1, scale = { 1, 2 } },
    },
    hull = {
      { { 0, 0, 0 }, { 4, 0, 0 }, object(0, 4, 0), { x = 0, y = 0, z = 4 }, { 1, 1, 1 }, { 4, 0, 0 } },
      { points = { 0, 0, 0, 2, 0, 0, 0, 2, 0, 2, 2, 0, 0, 0, 2, 2, 0, 2, 0, 2, 2, 2, 2, 2 }, position = { 1, 2, 3 },
        rotation = { 0, 0, 3, 4 }, scale = { -1, 2, 1 }, hollow = true },
      { { 0, 0 }, { 4, 0 }, { 1, 1 }, { 0, 4 }, object(4, 4), position = { 1, 2 } },
      { { 0, 0, 1 }, { 4, 0, 1 }, { 1, 1, 1 }, { 0, 4, 1 } },
      { points = { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 }, { 0, 0, 4 } }, radius = 0.25 },
      { { 0, 0 }, { 4, 0 }, { 8, 0 } }, { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1e200 } },
    },
  }
end

local names = { "sphere", "box", "cylinder", "cone", "capsule", "plane", "triangle", "segment", "circle",
  "ellipse", "rect", "polygon", "hull" }

local setters = {
  solid = {
    set_position = { { { 1, 2, 3 } }, { 1, 2, 3 }, { object(1, 2, 3) }, { { 1, 2 } } },
    set_rotation = { { { 0, 0, 3, 4 } }, { 0, 0, 3, 4 }, { { 0, 0, 0, 0 } } },
    set_scale = { { 2 }, { { 1, 2, 3 } }, { 1, 2, 3 }, { 0 } },
    set_transform = { { identity }, { { 1, 2, 3 } } },
  },
  flat = {
    set_position = { { { 1, 2 } }, { 1, 2 }, { object(1, 2) } },
    set_rotation = { { 1 }, { {} } },
    set_scale = { { 2 }, { { 2, 2 } }, { 1, 2 } },
    set_transform = { { identity } },
  },
}

local unpack = table.unpack or unpack -- luacheck: ignore 143

local drawn = {
  { 0, 0, 4, 0, 4, 1, 1, 1, 1, 3, 0, 3 }, -- an L
  { { 0, 0 }, object(4, 0), { x = 4, y = 4 }, { 1, 1 }, { 0, 4 } },
  { 0, 0, 2, 0, 4, 0, 4, 4, 3, 1, 2, 4, 1, 1, 0, 4 },
  { 0, 0, 4, 4, 4, 0, 0, 4 }, { 0, 0, 4, 0, 0, 0, 0, 4 }, { 0, 0, 1, 0, 1 }, { {}, {}, {} },
}
local holes = {
  { { 1, 1, 2, 1, 2, 2 } }, { { { 1, 1 }, object(2, 1), { 2, 2 } }, { 0, 0, 1, 0, 1, 1 } }, { {} }, { 3, object(1, 1) },
  object(2, 2), 7,
}

return function(cases, collide)
  for i, points in ipairs(drawn) do
    cases.add("decompose " .. i, function() return { points = points } end,
      function(state) return collide.decompose(state.points) end)
    for k, list in ipairs(holes) do
      cases.add("decompose " .. i .. " with holes " .. k, function() return { points = points, holes = list } end,
        function(state) return collide.decompose(state.points, state.holes) end)
    end
  end
  cases.add("decompose with a tolerance", function() return { points = drawn[2] } end,
    function(state) return collide.decompose(state.points, { holes[1][1] }, { tolerance = 0.25 }) end)
  cases.add("layers", function() return {} end, function() return collide.layers { "wall", "ice", "door" } end)
  for _, name in ipairs(names) do
    for i in ipairs(forms()[name]) do
      cases.add(name .. " " .. i, function() return { fields = forms()[name][i] } end,
        function(state) return collide[name](state.fields) end)
    end
    for i = 1, 2 do
      local function make() return { shape = collide[name](forms()[name][i]) } end
      local axis = make().shape:bounds().z and { 1, 2, 3 } or { 1, 2 }
      for _, method in ipairs { "bounds", "describe", "normal", "edges", "edge_normals", "faces", "get_position",
        "get_rotation", "get_scale", "get_radius", "get_half", "get_half_height", "get_ends", "points", "winding",
        "copy" } do
        cases.add(("%s %d: %s"):format(name, i, method), make,
          function(state) return state.shape[method](state.shape) end)
        cases.add(("%s %d: %s in numbers"):format(name, i, method), make,
          function(state) return state.shape[method](state.shape, "numbers") end)
      end
      cases.add(("%s %d: points of the outline"):format(name, i), make,
        function(state) return state.shape:points(8) end)
      cases.add(("%s %d: data"):format(name, i), make, function(state)
        state.shape.data = { 1, 2 }
        return state.shape:copy().data[2]
      end)
      cases.add(("%s %d: data when it is made"):format(name, i), function()
        local fields = forms()[name][i]
        fields.data = { 1, 2 }
        return { fields = fields }
      end, function(state) return collide[name](state.fields).data[2] end)
      cases.add(("%s %d: translate"):format(name, i), make,
        function(state) return state.shape:translate(unpack(axis)) end)
      cases.add(("%s %d: project on a table"):format(name, i), make,
        function(state) return state.shape:project(axis) end)
      cases.add(("%s %d: project on numbers"):format(name, i), make,
        function(state) return state.shape:project(unpack(axis)) end)
      cases.add(("%s %d: bounds of its description"):format(name, i),
        function() return { description = make().shape:describe() } end,
        function(state) return collide.bounds(state.description) end)
      for method, calls in pairs(setters[#axis == 3 and "solid" or "flat"]) do
        for k, arguments in ipairs(calls) do
          cases.add(("%s %d: %s %d"):format(name, i, method, k), make,
            function(state) return state.shape[method](state.shape, unpack(arguments)) end)
        end
      end
    end
  end
end
