-- SPDX-License-Identifier: MIT
--
-- Groups of shapes: making them, posing them, and what they tell about themselves.

local unpack = table.unpack or unpack -- luacheck: ignore 143

local identity = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1 }

-- A vector that is asked for its components by name.
local function object(x, y, z)
  return setmetatable({}, { __index = { x = x, y = y, z = z } })
end

return function(cases, collide)
  local function forms()
    local wedge = collide.hull { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2 } }
    return {
      { collide.sphere { radius = 1 }, wedge,
        { shape = "hull", { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, object(0, 0, 1) } },
      { parts = { collide.circle { radius = 1 }, { shape = "polygon", { 0, 0 }, object(2, 0), { 0, 2 }, rotation = 1 },
        { shape = "rect", min = { 0, 0 }, max = { 1, 2 } } }, position = object(1, 2), rotation = 1, scale = -2 },
      { { shape = "rect", half = { 1, 2 }, rotation = 1 }, collide.segment { points = { { 0, 0 }, { 1, 0 } },
        rotation = 1 }, scale = { 1, 2 } },
      { { shape = "box", half = { 1, 2, 3 } }, shape = "group", transform = identity },
      { collide.mesh { vertices = { 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2 }, position = { 0, 0, -1 },
        triangles = { 1, 3, 2, 1, 2, 4, 1, 4, 3, 2, 3, 4 } }, wedge, rotation = { 0, 0, 1, 2 },
        { shape = "mesh", vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } } },
      {}, { wedge, collide.circle { radius = 1 } }, { collide.grid() }, { wedge, scale = 0 },
      { collide.circle { radius = 1 }, scale = { 1, 2 } }, { collide.plane { normal = { 0, 1 }, distance = 0 } },
      { { shape = "sphere" } }, { parts = 7 }, { collide.decompose },
    }
  end
  local MADE = 5

  for i in ipairs(forms()) do
    cases.add("group " .. i, function() return { fields = forms()[i] } end,
      function(state) return collide.group(state.fields) end)
  end
  cases.add("group of an outline's pieces", function()
    return { pieces = collide.decompose { 0, 0, 4, 0, 4, 1, 1, 1, 1, 3, 0, 3 } }
  end, function(state) return collide.group(state.pieces) end)

  for i = 1, MADE do
    local function make() return { group = collide.group(forms()[i]) } end
    local function add(title, method, ...)
      local arguments = { ... }
      cases.add(("group %d: %s"):format(i, title), make,
        function(state) return state.group[method](state.group, unpack(arguments)) end)
    end
    local dimensions = make().group:bounds().z and 3 or 2
    local point, numbers = { 1, 0.5, dimensions == 3 and 0.25 or nil }, { 1, 0.5, dimensions == 3 and 0.25 or nil }
    for _, method in ipairs { "bounds", "get_position", "get_rotation", "get_scale" } do
      add(method, method)
      add(method .. " in numbers", method, "numbers")
    end
    for _, method in ipairs { "project", "contains", "set_position" } do
      add(method .. " by a table", method, point)
      add(method .. " by numbers", method, unpack(numbers))
    end
    add("describe", "describe")
    add("count", "count")
    for k = 0, 3 do add("part " .. k, "part", k) end
    add("set_scale", "set_scale", 2)
    add("set_scale, uneven", "set_scale", { 1, 2, dimensions == 3 and 3 or nil })
    add("set_rotation", "set_rotation", dimensions == 3 and { 0, 0, 3, 4 } or 1)
    add("set_transform", "set_transform", identity)
    cases.add(("group %d: bounds of its description"):format(i),
      function() return { description = make().group:describe() } end,
      function(state) return collide.bounds(state.description) end)
    local function beside(title, ask)
      cases.add(("group %d: %s"):format(i, title), function()
        local grid = collide.grid { dimensions = dimensions }
        grid:set(dimensions == 3 and { 0, 0, 0 } or { 0, 0 }, 5)
        local group = make().group
        local shape = dimensions == 3 and collide.sphere { radius = 2 } or collide.circle { radius = 2 }
        return { group = group, other = collide.group(forms()[i]), described = collide.group(forms()[i]):describe(),
          shape = shape, grid = grid, array = { shape, group }, taken = function() return true end, into = {} }
      end, ask)
    end
    for _, query in ipairs { "overlap", "contact", "distance", "overlap_all", "contact_all", "distance_all" } do
      local ask = collide[query]
      for _, name in ipairs { "group", "other", "described", "shape", "grid", "array" } do
        beside(query .. " beside " .. name, function(s) return ask(s.group, s[name]) end)
        beside(query .. " behind " .. name, function(s) return ask(s[name], s.group) end)
      end
      beside(query .. " beside numbers", function(s) return ask(s.group, unpack(numbers)) end)
      beside(query .. " behind a point", function(s) return ask(point, s.group) end)
      beside(query .. " with a filter", function(s)
        return ask(s.shape, s.array, { filter = s.taken, only = s.group })
      end)
      if query ~= "overlap" then
        beside(query .. " in numbers", function(s) return ask(s.group, s.shape, "numbers") end)
      end
      if query:find("contact") then
        beside(query .. " into a table", function(s) return ask(s.group, s.shape, { into = s.into }) end)
      end
    end
    for _, query in ipairs { "shapecast", "shapecast_any", "shapecast_all" } do
      beside(query, function(s) return collide[query](s.group, s.shape, point) end)
    end
    beside("closest", function(s) return s.group:closest(point) end)
    beside("closest of many in numbers", function(s) return collide.closest(s.array, unpack(numbers)) end)
    -- One change in each: what was done before memory ran out stays.
    beside("copy", function(s) return s.group:copy():describe() end)
    beside("data", function(s) s.group.data = s.into end)
    beside("a layer", function(s) return s.group:set_layer("crate") end)
    beside("one-way", function(s) return s.group:set_one_way(point) end)
    beside("translate", function(s) return s.group:translate(point) end)
  end
end
