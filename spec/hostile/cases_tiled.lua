-- SPDX-License-Identifier: MIT
--
-- Maps of Tiled: every form of a layer, tiles with shapes, and every kind of object.
return function(add, collide)
  local grid = collide.grid
  add("from_tiled_objects", function()
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

  add("from_tiled_objects, templates", function()
    local made = { object = { gid = 2 + 2 ^ 30, width = 8, height = 4, properties = { { name = "a", value = 1 } } },
      tileset = { firstgid = 1, source = "t.tsx" } }
    local tiles = { firstgid = 5, name = "t", tilewidth = 4, tileheight = 4, tiles = {} }
    return { templates = { t = made, own = { object = { ellipse = true, width = 8, height = 4 } } }, map = {
      tilesets = { tiles }, layers = { { type = "objectgroup", name = "l", id = 1, objects = {
        { template = "t", x = 3, y = 4, properties = { { name = "b", value = 2 } } },
        { template = "own", x = 1, y = 2 }, { template = "t", x = 3, y = 4, rotation = 45 } } } } } }
  end, function(state)
    local texts = {}
    for _, shape in ipairs(collide.from_tiled_objects(state.map, "l", { templates = state.templates })) do
      texts[#texts + 1] = tostring(shape) .. tostring(shape.data.gid)
    end
    return table.concat(texts, ", ")
  end)

  add("from_tiled_tiles", function()
    local flat = { { x = 0, y = 0 }, { x = 4, y = 0 }, { x = 1, y = 1 }, { x = 0, y = 4 } }
    local tiles = { firstgid = 1, tilewidth = 8, tileheight = 8, tiles = { { id = 1, properties = { side = "up" },
      objectGroup = { objects = { { x = 1, y = 0, rotation = 90, polygon = flat } } } } } }
    return { map = { orientation = "hexagonal", tilewidth = 8, tileheight = 8, hexsidelength = 4, staggeraxis = "x",
      tilesets = { tiles }, layers = { { type = "tilelayer", id = 1, name = "l", width = 2, height = 2,
        data = { 1, 0, 2 + 2 ^ 31 + 2 ^ 28, 2 } } } } }
  end, function(state)
    local texts = {}
    for _, shape in ipairs(collide.from_tiled_tiles(state.map, "l", { one_way = "side" })) do
      texts[#texts + 1] = tostring(shape) .. shape.data.turn
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
    add("grid.from_tiled, layer " .. layer, function() return { map = map() } end,
      function(state) return grid.from_tiled(state.map, layer) end)
  end
  add("grid.from_tiled, the layer itself", function() return { map = map() } end,
    function(state) return grid.from_tiled(state.map, state.map.layers[1]) end)

  add("grid.from_tiled, tiles with shapes", function()
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

  add("grid.from_tiled, larger tiles", function()
    local made = map()
    made.layers[1].data[2] = 2
    made.tilesets = { { firstgid = 1, tilewidth = 32, tileheight = 16, tiles = { { id = 1,
      objectgroup = { objects = { { x = 4, y = 2, width = 20, height = 9 } } } } } } }
    return { map = made }
  end, function(state) return tostring(grid.from_tiled(state.map, "plain")) end)

  add("grid.from_tiled, inflate", function() return { map = map() } end, function(state)
    local bytes = "\1\0\0\0\2\0\0\0\3\0\0\0\4\0\0\0"
    return grid.from_tiled(state.map, "packed", { inflate = function(_, format) return bytes .. format:sub(1, 0) end })
  end)
end
