-- SPDX-License-Identifier: MIT
--
-- Grids: every method in its forms, from what grids are made, strings and files.

local unpack = table.unpack or unpack -- luacheck: ignore 143

return function(cases, collide)
  local grid = collide.grid
  local function filled(dimensions)
    local made = grid { dimensions = dimensions }
    local low, high = { -3, -3, dimensions == 3 and -3 or nil }, { 20, 9, dimensions == 3 and 5 or nil }
    made:fill(low, high, 7)
    high[1] = 0
    made:set(high, 9)
    high[1], high[2] = 900, -900
    made:set(high, 65535)
    return made
  end

  for i, frame in ipairs { false, { dimensions = 2 }, { size = { 1, 2, 3 }, origin = { 4, 5, 6 } },
    { dimensions = 2, size = 16, origin = { 1, 2 } }, { size = -1 }, { sise = 1 } } do
    cases.add("grid " .. i, function() return { frame = frame or nil } end,
      function(state) return grid(state.frame) end)
  end

  -- Each with the grid as it is, and with one that holds nothing.
  local calls = {
    [3] = {
      set = { { 1, 2, 3, 4 }, { { 1, 2, 3 }, 4 }, { { 1, 2, 3 }, 0 }, { 5000, -5000, 70000, 4 },
        { { 2 ^ 52, 0, 0 }, 1 }, { 1, 2, 3, 70000 }, { -3, -3, -3, 8 } },
      get = { { 1, 2, 3 }, { { 1, 2, 3 } }, { 1, 2 } },
      fill = { { 0, 0, 0, 70, 70, 70, 5 }, { { 0, 0, 0 }, { 9, 9, 9 }, 5 }, { { -9, -9, -9 }, { 99, 99, 99 }, 0 },
        { -1, -1, -1, 1, 1, 1, 0 }, { 1e6, 0, 0, 1e6 + 300, 3, 3, 6 }, { 0, 0, 0, 1e9, 1e9, 7, 1 },
        { 3, 3, 3, 0, 0, 0, 1 }, { -1e12, 5, 5, -1e12 + 8, 17, 9, 3 } },
      cell_at = { { 1.5, 2.5, 3.5 }, { { 1.5, 2.5, 3.5 } } },
      cell_bounds = { { 1, 2, 3 }, { { 1, 2, 3 } } },
      cells_in = { { collide.sphere { radius = 6 } }, { collide.sphere { radius = 6 }, "numbers" } },
      count = { {} }, bounds = { {}, { "numbers" } }, encode = { {} },
    },
    [2] = {
      set = { { 1, 2, 4 }, { { 1, 2 }, 4 }, { { x = 1, y = 2 }, 0 }, { 5000, -5000, 4 } },
      get = { { 1, 2 }, { { 1, 2 } } },
      fill = { { 0, 0, 170, 170, 5 }, { { 0, 0 }, { 9, 9 }, 5 }, { -9, -9, 99, 99, 0 }, { -1, -1, 1, 1, 0 } },
      cell_at = { { 1.5, 2.5 }, { { 1.5, 2.5 } } },
      cell_bounds = { { 1, 2 }, { { 1, 2 } } },
      cells_in = { { collide.circle { radius = 20 } }, { collide.circle { radius = 20 }, "numbers" } },
      count = { {} }, bounds = { {}, { "numbers" } }, encode = { {} },
    },
  }
  for dimensions, methods in pairs(calls) do
    for method, list in pairs(methods) do
      for i, arguments in ipairs(list) do
        for _, empty in ipairs { false, true } do
          cases.add(("%dD %sgrid:%s %d"):format(dimensions, empty and "empty " or "", method, i),
            function() return { grid = empty and grid { dimensions = dimensions } or filled(dimensions) } end,
            function(state) return state.grid[method](state.grid, unpack(arguments)) end)
        end
      end
    end
  end

  for i, box in ipairs { {}, { { 0, 0, 0 }, { 4, 4, 4 } }, { 0, 0, 0, 4, 4, 4 } } do
    cases.add("grid:each " .. i, function() return { grid = filled(3) } end, function(state)
      local sum = 0
      for x, y, z, value in state.grid:each(unpack(box)) do sum = sum + x + 2 * y + 3 * z + value end
      return sum
    end)
  end
  cases.add("2D grid:each", function() return { grid = filled(2) } end, function(state)
    local sum = 0
    for x, y, value in state.grid:each() do sum = sum + x + 2 * y + value end
    return sum
  end)

  for dimensions = 2, 3 do
    cases.add(dimensions .. "D grid.decode", function() return { bytes = filled(dimensions):encode() } end,
      function(state) return grid.decode(state.bytes) end)
    cases.add(dimensions .. "D grid: copy", function() return { grid = filled(dimensions) } end,
      function(state) return state.grid:copy():encode() end)
    cases.add(dimensions .. "D grid: clear", function() return { grid = filled(dimensions) } end,
      function(state) return state.grid:clear() end)
    cases.add(dimensions .. "D grid.decode of half", function()
      local bytes = filled(dimensions):encode()
      return { bytes = bytes:sub(1, math.floor(#bytes / 2)) }
    end, function(state) return grid.decode(state.bytes) end)
  end
  cases.add("grid.decode of nothing", function() return {} end, function() return grid.decode("") end)

  local rows = {
    { { 1, 2, 3 }, { 4, 5, 6 } }, { { 1, nil, 3 }, false, { [40] = 7 }, size = 16, origin = { 1, 2 } },
    { { 1, "x" } }, { 5 }, {}, { { 70000 } },
  }
  for i, given in ipairs(rows) do
    cases.add("grid.from_rows " .. i, function() return { rows = given } end,
      function(state) return grid.from_rows(state.rows) end)
  end
  for i, given in ipairs { { { "#€", "..#" }, { ["#"] = 1, ["€"] = 2 } }, { { "#" }, { xx = 1 } }, { { "#" } } } do
    cases.add("grid.from_rows of strings " .. i, function() return { rows = given[1], values = given[2] } end,
      function(state) return grid.from_rows(state.rows, state.values) end)
  end

  cases.add("from_tiled_objects", function()
    local flat = { { x = 0, y = 0 }, { x = 4, y = 0 }, { x = 1, y = 1 }, { x = 0, y = 4 } }
    local slope = { id = 1, objectGroup = { objects = { { x = 1, y = 0, rotation = 90, polygon = flat },
      { shape = "ellipse", x = 1, y = 2, width = 4, height = 4 } } } }
    local tiles = { firstgid = 1, tilewidth = 4, tileheight = 4, objectalignment = "top", tiles = { slope } }
    return { map = { tilesets = { tiles }, layers = { { type = "objectgroup", name = "l", id = 1, objects = {
      { gid = 2 + 2 ^ 29, x = 3, y = 4, width = 8, height = 4, rotation = 45 },
      { ellipse = true, x = 3, y = 4, width = 8, height = 4, rotation = 45 },
      { shape = "rectangle", x = 1, y = 2, width = 3, height = 4, rotation = 30 },
      { shape = "ellipse", x = 1, y = 2, width = 4, height = 4 },
      { shape = "polygon", x = 1, y = 2, polygon = flat },
      { shape = "polyline", x = 1, y = 2, polyline = flat },
    } } } } }
  end, function(state)
    local texts = {}
    for _, options in ipairs { {}, { skip = true } } do
      local shapes = collide.from_tiled_objects(state.map, "l", options)
      for _, shape in ipairs(shapes) do texts[#texts + 1] = tostring(shape) end
    end
    return table.concat(texts, ", ")
  end)

  -- Tile numbers 1, 2, 3, 4 in four bytes each.
  local encoded = "AQAAAAIAAAADAAAABAAAAA=="
  local function map()
    return {
      orientation = "orthogonal", tilewidth = 16, tileheight = 8,
      layers = {
        { type = "tilelayer", id = 1, name = "plain", x = 0, y = 0, width = 2, height = 2, encoding = "lua",
          data = { 1, 0, 2147483650, 4 } },
        { type = "group", id = 5, name = "group", offsetx = 3, offsety = 4, layers = {
          { type = "tilelayer", id = 2, name = "base64", x = 0, y = 0, width = 2, height = 2, encoding = "base64",
            data = encoded },
        } },
        { type = "tilelayer", id = 3, name = "chunks", x = 0, y = 0, width = 99, height = 99, encoding = "lua",
          chunks = { { x = -16, y = 0, width = 2, height = 2, data = { 1, 2, 3, 4 } },
            { x = 160, y = 32, width = 2, height = 2, data = { 1, 2, 3, 4 } } } },
        { type = "tilelayer", id = 4, name = "packed", x = 0, y = 0, width = 2, height = 2, encoding = "base64",
          compression = "zstd", data = encoded },
        { type = "objectgroup", id = 6, name = "objects" },
      },
    }
  end
  for _, layer in ipairs { "plain", 1, "base64", 2, "chunks", "packed", "objects", "none", 99 } do
    cases.add("grid.from_tiled, layer " .. layer, function() return { map = map() } end,
      function(state) return grid.from_tiled(state.map, layer) end)
  end
  cases.add("grid.from_tiled, the layer itself", function() return { map = map() } end,
    function(state) return grid.from_tiled(state.map, state.map.layers[1]) end)

  cases.add("grid.from_tiled, tiles with shapes", function()
    local flat = { { x = 0, y = 0 }, { x = 4, y = 0 }, { x = 1, y = 1 }, { x = 0, y = 4 } }
    local made = map()
    made.layers[1].data[2] = 2
    made.tilesets = { { firstgid = 1, tilewidth = 16, tileheight = 8, tiles = { { id = 1,
      properties = { { name = "side", value = "up" }, { name = "kind", value = "ice" } },
      objectgroup = { objects = { { x = 1, y = 2, polygon = flat }, { x = 9, y = 2, width = 9, height = 3 } } } } } } }
    return { map = made, options = { one_way = "side", layer = "kind", clip = true } }
  end, function(state)
    local all, layers = grid.from_tiled(state.map, "plain", state.options)
    return tostring(all) .. " " .. tostring(layers.ice:copy()) .. " " .. layers.ice:gid(5)
  end)

  cases.add("grid.from_tiled, inflate", function() return { map = map() } end, function(state)
    local bytes = "\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0"
    return grid.from_tiled(state.map, "packed", { inflate = function(_, format) return bytes .. format:sub(1, 0) end })
  end)

  local function path(name) return hostile_prefix .. name end -- luacheck: ignore 113
  local function colors() return { { 1, 2, 3 }, { 4, 5, 6, 7 } } end
  local function small()
    local made = grid()
    made:fill(0, 0, 0, 9, 3, 3, 1)
    made:set(300, 0, 0, 2)
    return made
  end
  local function put(name, bytes)
    local file = assert(io.open(path(name), "wb"))
    file:write(bytes)
    file:close()
    return { files = { path(name) } }
  end
  for i, options in ipairs { false, { palette = true }, { pallete = true } } do
    for _, ending in ipairs { "vox", "binvox", "txt" } do
      cases.add(("grid:save %d .%s"):format(i, ending), function()
        local state = put("saved." .. ending, "what was here before")
        state.grid = small()
        state.options = options and { palette = options.palette and colors(), pallete = options.pallete } or nil
        return state
      end, function(state) return state.grid:save(state.files[1], state.options) end)
    end
  end
  cases.add("grid:save where no folder is", function() return { grid = small() } end,
    function(state) return state.grid:save(path("none/here.vox")) end)
  cases.add("grid:save of 256", function() return { grid = filled(3) } end,
    function(state) return state.grid:save(path("never.vox")) end)
  for i, options in ipairs { false, { hidden = true }, { hiden = true } } do
    cases.add("grid.load " .. i, function()
      small():save(path("loaded.vox"), { palette = colors() })
      return { files = { path("loaded.vox") }, options = options or nil }
    end, function(state) return grid.load(state.files[1], state.options) end)
  end
  cases.add("grid.load of none", function() return {} end, function() return grid.load(path("none.vox")) end)
  cases.add("grid.load of something else", function() return put("other.vox", "other") end,
    function(state) return grid.load(state.files[1]) end)
  cases.add("grid.load of half", function()
    small():save(path("half.vox"))
    local file = assert(io.open(path("half.vox"), "rb"))
    local bytes = file:read("*a")
    file:close()
    return put("half.vox", bytes:sub(1, #bytes - 500))
  end, function(state) return grid.load(state.files[1]) end)
end
