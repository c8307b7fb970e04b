-- SPDX-License-Identifier: MIT
--
-- Rays, segments and lines at shapes, descriptions, grids and arrays, with every option.

local unpack = table.unpack or unpack -- luacheck: ignore 143

return function(cases, collide)
  local function blocks(dimensions)
    local grid = collide.grid { dimensions = dimensions, size = 0.5 }
    if dimensions == 2 then
      grid:fill(-2, -2, 1, 1, 7)
      grid:set(3, 0, 2)
    else
      grid:fill(-2, -2, -2, 1, 1, 1, 7)
      grid:set(3, 0, 0, 2)
    end
    return grid
  end

  local solid = {
    sphere = function() return collide.sphere { radius = 1 } end,
    box = function() return collide.box { half = { 1, 1, 1 } } end,
    cylinder = function() return collide.cylinder { radius = 1, half_height = 1 } end,
    cone = function() return collide.cone { radius = 1, height = 1, position = { 0, 0.5, 0 } } end,
    capsule = function() return collide.capsule { radius = 1, half_height = 1, scale = { 1, 2, 1 } } end,
    plane = function() return collide.plane { normal = { 1, 1, 0 }, distance = 1 } end,
    ["3D triangle"] = function() return collide.triangle { { 0, -1, -1 }, { 0, 2, 0 }, { 0, 0, 2 } } end,
    hull = function() return collide.hull { { -1, -1, -1 }, { 1, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2 } } end,
    ["3D grid"] = function() return blocks(3) end,
    ["3D description"] = function() return { shape = "box", half = { 1, 1, 1 } } end,
    ["3D array"] = function()
      return { collide.sphere { radius = 1 }, { shape = "sphere", radius = 0.5 }, blocks(3),
        collide.triangle { { 0, -1, -1 }, { 0, 2, 0 }, { 0, 0, 2 } } }
    end,
    ["3D group"] = function()
      return collide.group { collide.sphere { radius = 1 }, collide.hull { { -1, -1, -1 }, { 1, 0, 0 }, { 0, 2, 0 },
        { 0, 0, 2 } }, collide.triangle { { 0, -1, -1 }, { 0, 2, 0 }, { 0, 0, 2 } }, scale = { 1, 2, 1 } }
    end,
    ["3D description of a group"] = function()
      return { shape = "group", { shape = "sphere", radius = 1 }, collide.box { half = { 1, 1, 1 } } }
    end,
    ["3D array of groups"] = function()
      return { collide.group { collide.sphere { radius = 1 } }, blocks(3), { shape = "group", parts = {
        { shape = "box", half = { 1, 1, 1 } } }, position = { 0.5, 0, 0 } } }
    end,
    ["3D miss"] = function() return collide.sphere { radius = 1, position = { 0, 90, 0 } } end,
  }
  local flat = {
    circle = function() return collide.circle { radius = 1 } end,
    rect = function() return collide.rect { half = { 1, 1 }, rotation = 1 } end,
    ["2D capsule"] = function() return collide.capsule { a = { 0, -1 }, b = { 0, 1 }, radius = 1 } end,
    ["2D plane"] = function() return collide.plane { normal = { 1, 0 }, distance = 0 } end,
    ["2D triangle"] = function() return collide.triangle { { -1, -1 }, { 1, 0 }, { 0, 1 } } end,
    segment = function() return collide.segment { { 0, -1 }, { 0, 1 } } end,
    polygon = function() return collide.polygon { { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 } } end,
    ["2D grid"] = function() return blocks(2) end,
    ["2D array"] = function()
      return { collide.circle { radius = 1 }, blocks(2), { shape = "rect", half = { 1, 1 } } }
    end,
    ["2D group"] = function()
      return collide.group { collide.circle { radius = 1 }, collide.polygon { { -1, -1 }, { 1, -1 }, { 0, 1 } },
        rotation = 0.5 }
    end,
    ["2D empty array"] = function() return {} end,
  }

  -- Those of which hits have fields of their own.
  local into = { ["sphere"] = true, ["3D triangle"] = true, ["3D grid"] = true, ["3D array"] = true,
    ["plane"] = true, ["polygon"] = true, ["hull"] = true, ["2D grid"] = true, ["2D array"] = true,
    ["2D group"] = true, ["3D array of groups"] = true }

  local lines = {
    raycast = { { -5, 0.1, 0.1 }, { 1, 0, 0 } },
    segmentcast = { { -5, 0.1, 0.1 }, { 5, 0.2, 0.1 } },
    linecast = { { 3, 0.1, 0.1 }, { 1, 0, 0 } },
  }

  -- What a script may have in `into`: nothing, the hit of something else, something half of it.
  local function old_hits(dimensions)
    local from, along = { -5, 0.1, dimensions == 3 and 0.1 or nil }, { 1, 0, dimensions == 3 and 0 or nil }
    local array = dimensions == 3 and solid["3D array"]() or flat["2D array"]()
    return { {}, collide.raycast(array, from, along), collide.raycast(blocks(dimensions), from, along),
      { point = { x = 7, y = 8, z = 9 }, normal = false, cells = { 1, 2, 3 }, kept = "kept" },
      collide.raycast_all(array, from, along), collide.raycast_all(blocks(dimensions), from, along) }
  end

  local function add(name, target, dimensions)
    for query, line in pairs(lines) do
      local a, b = { unpack(line[1], 1, dimensions) }, { unpack(line[2], 1, dimensions) }
      local numbers = { unpack(a) }
      for i = 1, dimensions do numbers[dimensions + i] = b[i] end
      local function make() return { target = target(), a = a, b = b } end
      for _, ending in ipairs { "", "_any", "_all" } do
        local cast = collide[query .. ending]
        local title = ("%s%s at a %s"):format(query, ending, name)
        cases.add(title .. " in tables", make,
          function(state) return cast(state.target, state.a, state.b) end)
        cases.add(title .. " in numbers", make,
          function(state) return cast(state.target, unpack(numbers)) end)
        if ending ~= "_any" and into[name] then
          for i in ipairs(old_hits(dimensions)) do
            local function make_old()
              local state = make()
              state.options = { into = old_hits(dimensions)[i] }
              state.arguments = { unpack(numbers) }
              state.arguments[2 * dimensions + 1] = state.options
              return state
            end
            cases.add(("%s into %d"):format(title, i), make_old,
              function(state) return cast(state.target, state.a, state.b, state.options) end)
            cases.add(("%s in numbers into %d"):format(title, i), make_old,
              function(state) return cast(state.target, unpack(state.arguments)) end)
          end
        end
      end
      cases.add(query .. " at a " .. name .. " with options", function()
        local state = make()
        local among = name:find("array") and state.target[1]
        state.options = { ignore = { among or target() }, corners = "ahead" }
        if query ~= "linecast" then state.options.inside = "skip" end
        if query == "raycast" then state.options.max = 100 end
        return state
      end, function(state) return collide[query](state.target, state.a, state.b, state.options) end)
      cases.add(query .. " at a " .. name .. " with closed cells", function()
        local state = make()
        state.options = { rule = "closed" }
        return state
      end, function(state) return collide[query](state.target, state.a, state.b, state.options) end)
    end
  end
  for name, target in pairs(solid) do add(name, target, 3) end
  for name, target in pairs(flat) do add(name, target, 2) end

  cases.add("raycast with max", function() return { target = solid.sphere() } end,
    function(state) return state.target:raycast(0, 0, -5, 0, 0, 1, 9) end)
  for i, arguments in ipairs { { 0, 0, 0, 0, 0, 0 }, { 0, 0 }, { {}, {} }, { { 0, 0, 0 }, { 0, 0, 1 }, -1 },
    { { 0, 0, 0 }, { 0, 0, 1 }, { mx = 1 } }, { { 0, 0, 0 }, { 0, 0, 1 }, { into = 1 } } } do
    cases.add("raycast, mistake " .. i, function() return { target = solid.sphere() } end,
      function(state) return state.target:raycast(unpack(arguments)) end)
  end
  cases.add("raycast at shapes of 2D and 3D", function() return { { solid.sphere(), flat.circle() } } end,
    function(state) return collide.raycast(state[1], { 0, 0, 0 }, { 0, 0, 1 }) end)
end
