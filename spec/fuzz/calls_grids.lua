-- SPDX-License-Identifier: MIT
--
-- Cells and grids: part of spec/fuzz/calls.lua, whose table it fills. What it is given besides draws calls with a
-- vector, and those that may answer in numbers. Returns what draws the value of a cell.
local known = require("spec.fuzz.known")

return function(calls, with_vector, or_numbers, any_point)
  -- ---- Cells ------------------------------------------------------------------

  local function segment(d, dim, range)
    local arguments, in_numbers = {}, d:chance(50)
    for _ = 1, 2 do
      d:push_vector(arguments, in_numbers, d:components(dim, function() return d:number(range) end))
    end
    if d:chance(50) then arguments[#arguments + 1] = d:frame(dim) end
    return arguments
  end

  calls.module.cells = function(d) return segment(d, d.dim), { kind = "walk" } end
  calls.module.trace = function(d)
    d.small = known.answers ~= nil
    return segment(d, d.dim, known.answers and "close"), { kind = "groups" }
  end
  calls.module.cell_at = function(d)
    local arguments = {}
    d:push_vector(arguments, d:chance(50), d:components(d.dim, d.number))
    if d:chance(50) then arguments[2] = d:frame(d.dim) end
    return arguments
  end

  -- ---- Grids ------------------------------------------------------------------

  -- A grid, and a cell or two, in numbers or as values.
  local function with_cells(count, rest)
    return function(d)
      local arguments, in_numbers = { d:grid() }, d:chance(50)
      for _ = 1, count do d:push_vector(arguments, in_numbers, d:cell()) end
      if rest then arguments[#arguments + 1] = rest(d) end
      return arguments
    end
  end

  local function value(d)
    return d:leaf("cell", d:of { "1", "0", "2", "7", "255", "256", "65535", "3" })
  end

  local function grid_alone(d) return { d:grid() } end

  calls.grid.set = with_cells(1, value)
  calls.grid.get = with_cells(1)
  local BIG = { "7", "15", "255", "1000", "2^15 - 1", "2^16", "1e9", "1e10", "2^40", "2^52" }

  calls.grid.fill = function(d)
    d.small = known.fill ~= nil
    local arguments, in_numbers, low, high = { d:grid() }, d:chance(50), {}, {}
    local big = not known.fill and d:chance(3)
    for i = 1, d.dim do
      if big then low[i], high[i] = d:leaf("cell", d:of { "0", "-8", "-1", "3" }), d:leaf("cell", d:of(BIG)) end
    end
    for i = #low + 1, d.dim do
      local at = d.random:pick(16) - 8
      local side = d.random:pick(d:chance(10) and (d.dim == 2 and 300 or 80) or 6) - 1
      low[i], high[i] = d:leaf("cell", tostring(at)), d:leaf("cell", tostring(at + side))
    end
    d:push_vector(arguments, in_numbers, low)
    d:push_vector(arguments, in_numbers, high)
    arguments[#arguments + 1] = value(d)
    return arguments
  end
  calls.grid.each = function(d)
    return d:chance(50) and grid_alone(d) or with_cells(2)(d), { kind = "walk" }
  end
  calls.grid.count, calls.grid.bounds = grid_alone, or_numbers(grid_alone)
  calls.grid.clear = grid_alone
  calls.grid.copy = function(d) return grid_alone(d), { kind = "grid", dim = d.dim } end
  calls.grid.encode = function(d) return { d:grid() }, { kind = "string" } end
  calls.grid.cell_at = with_vector(function(d, dim) return d:grid(dim) end, any_point)
  calls.grid.cell_bounds = with_cells(1)
  calls.grid.cells_in = or_numbers(function(d) return { d:grid(), d:shape(d.dim) } end)
  calls.grid.save = function(d)
    local path = d:leaf("string", d:of { 'k.path .. ".vox"', 'k.path .. ".binvox"', 'k.path .. "/none.vox"' })
    local arguments = { d:grid(d:chance(90) and 3 or 2), path }
    if d:chance(50) then
      arguments[3] = d:fields { "palette = " .. d:leaf("table", d:of { "{}", "{ { 1, 2, 3 }, { 4, 5, 6, 7 } }",
        "{ { 255, 0, 300 } }", "{ [3] = { 1, 2, 3 } }" }) }
    end
    return arguments
  end

  calls.grids.load = function(d)
    local path = d:of { "k.saved()", "k.saved()", 'k.path .. ".vox"', 'k.path .. ".binvox"', '"none.vox"' }
    local arguments = { d:leaf("string", path) }
    if d:chance(40) then arguments[2] = d:fields { "hidden = " .. d:leaf("boolean", d:of { "true", "false" }) } end
    return arguments, { kind = "grid", dim = 3 }
  end
  calls.grids.decode = function(d)
    local text = d:variable("string")
    if not text then text = ("G.encode(%s)"):format(d:grid()) end
    if not known.decode and d:chance(20) then text = ("k.spoil(%s, %d)"):format(text, d.random:pick(200)) end
    return { d:leaf("string", text) }, { kind = "grid", dim = d.dim }
  end
  calls.grids.from_rows = function(d)
    local rows = {}
    local strings = d:chance(30)
    for y = 1, d.random:pick(5) do
      local row = {}
      if strings and d:chance(80) then
        for x = 1, d.random:pick(6) do row[x] = d:of { "#", "€", "o", ".", " " } end
        rows[y] = d:leaf("string", ("%q"):format(table.concat(row)))
        row = nil
      end
      for x = 1, row and d.random:pick(6) or 0 do row[x] = d:leaf("cell", d:of { "0", "1", "7", "false", "65535",
        "nil", "2" }) end
      if row and d:chance(10) then row = { "[40] = 7" } end
      if row then rows[y] = d:chance(8) and "false" or d:leaf("row", "{ " .. table.concat(row, ", ") .. " }") end
    end
    if d:chance(30) then rows[#rows + 1] = "size = " .. d:positive() end
    if d:chance(20) then rows[#rows + 1] = "origin = " .. d:vector(2, "close") end
    local arguments = { d:fields(rows) }
    if strings then arguments[2] = d:leaf("table", '{ ["#"] = 1, ["€"] = 2, o = 65535 }') end
    return arguments, { kind = "grid", dim = 2 }
  end
  calls.module.from_tiled_objects = function(d)
    local objects = {}
    for i = 1, d.random:pick(4) do
      local fields = { "id = " .. i, "x = " .. d:number(), "y = " .. d:number() }
      if d:chance(30) then fields[#fields + 1] = "rotation = " .. d:of { "0", "90", "30", "-45.5" } end
      local kind = d:of { "rectangle", "ellipse", "capsule", "point", "polygon", "polyline", "text" }
      fields[#fields + 1] = d:chance(70) and ("shape = %q"):format(kind) or kind .. " = true"
      if d:chance(20) then fields[#fields + 1] = "gid = " .. d:of { "1", "2", "2^31 + 1", "2^29 + 1", "0" } end
      if kind == "rectangle" or kind == "ellipse" or kind == "capsule" then
        fields[#fields + 1] = "width = 4"
        fields[#fields + 1] = "height = " .. d:of { "4", "4", "2", "0" }
      elseif kind == "polygon" or kind == "polyline" then
        fields[#fields + 1] = kind .. " = { { x = 0, y = 0 }, { x = 4, y = 0 }, { x = 1, y = 1 }, { x = 0, y = 4 } }"
      end
      objects[i] = d:fields(fields)
    end
    local layer = d:fields { 'type = "objectgroup"', 'name = "things"', "id = 1",
      "objects = " .. d:leaf("table", "{ " .. table.concat(objects, ", ") .. " }") }
    local map = d:fields { "orientation = " .. d:of { '"orthogonal"', '"isometric"', '"staggered"', '"hexagonal"' },
      "tilewidth = 16", "tileheight = 8", "height = 3", "layers = " .. d:leaf("table", "{ " .. layer .. " }"),
      "tilesets = { { firstgid = 1, tilewidth = 8, tileheight = 8, objectalignment = " .. d:of { '"top"', '"right"' }
        .. ", tiles = { { id = 0, objectGroup = { objects = { " .. (objects[1] or "") .. " } } } } } }" }
    local arguments = { map, d:chance(50) and d:leaf("string", '"things"') or d:leaf("number", "1") }
    if d:chance(40) then arguments[3] = d:fields { "skip = true", "ellipse = " .. d:of { "3", "32", "2" } } end
    return arguments
  end
  calls.module.from_tiled_tiles = function(d)
    local data = {}
    for i = 1, 6 do data[i] = d:leaf("cell", d:of { "0", "1", "2", "2^31 + 2", "2^29 + 2", "2^28 + 2" }) end
    local layer = d:fields { 'type = "tilelayer"', 'name = "walls"', "id = 1", "offsetx = " .. d:number(),
      "width = " .. d:leaf("cell", "3"), "height = " .. d:leaf("cell", "2"),
      "data = " .. d:leaf("table", "{ " .. table.concat(data, ", ") .. " }") }
    local object = d:of { "width = 4, height = 2", "ellipse = true, width = 4, height = 8", 'template = "t"',
      "polygon = { { x = 0, y = 0 }, { x = 4, y = 0 }, { x = 1, y = 1 }, { x = 0, y = 4 } }" }
    local map = d:fields { "orientation = " .. d:of { '"orthogonal"', '"isometric"', '"staggered"', '"hexagonal"' },
      "tilewidth = 16", "tileheight = 8", "height = 2", "staggeraxis = " .. d:of { '"x"', '"y"' },
      "staggerindex = " .. d:of { '"odd"', '"even"' }, "hexsidelength = " .. d:leaf("number", "4"),
      "layers = " .. d:leaf("table", "{ " .. layer .. " }"),
      "tilesets = { { firstgid = 1, tilewidth = 16, tileheight = 8, tiles = { { id = 1, properties = { name = 'up' }, "
        .. "objectGroup = { objects = { { x = " .. d:number() .. ", y = 0, " .. object .. " } } } } } } }" }
    local arguments = { map, d:leaf("layer", d:of { '"walls"', "1", '"other"' }) }
    if d:chance(50) then
      arguments[3] = d:fields { "ellipse = " .. d:of { "3", "32", "2" }, d:of { 'one_way = "name"', 'layer = "name"' },
        "templates = " .. d:leaf("table", "{ t = { object = { width = 4, height = 4 } } }") }
    end
    return arguments
  end
  calls.grids.from_tiled = function(d)
    local width, height, data = d.random:pick(5), d.random:pick(4), {}
    local packed = d:chance(20) -- the option `inflate` returns the bytes of as many tiles
    for i = 1, width * height do data[i] = d:leaf("cell", d:of { "0", "5", "1", "2^31 + 3", "65535" }) end
    local layer = d:fields { packed and 'compression = "zlib"' or "offsetx = 1",
      'type = "tilelayer"', 'name = "walls"', "id = " .. d:leaf("cell", "1"), 'encoding = "lua"',
      "width = " .. d:leaf("cell", width), "height = " .. d:leaf("cell", height), "x = 0", "y = 0",
      "data = " .. (packed and d:leaf("string", '"AQAAAA=="')
        or d:leaf("table", "{ " .. table.concat(data, ", ") .. " }")),
    }
    local object = d:of { 'shape = "rectangle", width = 16, height = 8', 'ellipse = true, width = 8, height = 20',
      'shape = "polygon", polygon = { { x = 0, y = 0 }, { x = 16, y = 0 }, { x = 4, y = 4 }, { x = 0, y = 16 } }' }
    local set = d:fields { "firstgid = " .. d:leaf("cell", "1"), "tilewidth = " .. d:leaf("number", "16"),
      "tileheight = " .. d:leaf("number", d:of { "16", "8" }),
      "tiles = { { id = " .. d:leaf("cell", d:of { "0", "2", "4" }) .. ', properties = { name = "up" }, '
        .. "objectGroup = { objects = { { x = " .. d:number() .. ", y = 0, " .. object .. " } } } } }" }
    local map = d:fields { 'orientation = "orthogonal"', "tilewidth = " .. d:leaf("number", "16"),
      "tilesets = " .. d:leaf("table", "{ " .. set .. " }"),
      "tileheight = " .. d:leaf("number", "16"), "layers = " .. d:leaf("table", "{ " .. layer .. " }") }
    local arguments = { map, d:leaf("layer", d:of { '"walls"', "1", '"other"', "2" }) }
    if d:chance(60) then
      arguments[3] = d:fields { "clip = " .. d:of { "true", "false" }, 'one_way = "name"',
        d:of { 'layer = "name"', 'empty = "without shape"' },
        "inflate = " .. d:leaf("function", ('function(s) return s:rep(%d) end'):format(width * height)) }
    end
    return arguments, { kind = "grid", dim = 2 }
  end

  calls.module.grid = function(d)
    if d:chance(10) then return {}, { kind = "grid", dim = 3 } end
    local dim, list = d.dim, {}
    if d:chance(50) then list[1] = "size = " .. d:positive() end
    if d:chance(30) then list[#list + 1] = "origin = " .. d:number("close") end
    list[#list + 1] = "dimensions = " .. d:leaf("number", dim)
    if dim == 2 and d:chance(30) then
      list[#list + 1] = "shapes = { [2] = c.polygon { 0, 0, 1, 0, 1, 1 }, [3] = c.polygon { 0, 0, 1, 0, 0, 0.5 }, "
        .. "[4] = c.group { c.rect { min = { 0, 0 }, max = { 1, 0.5 } }, c.polygon { 0, 0.5, 0.5, 0.5, 0, 1 } } }"
    end
    if dim == 3 and d:chance(30) then
      list[#list + 1] = "shapes = { [2] = c.hull { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, "
        .. "[3] = c.group { c.box { min = { 0, 0, 0 }, max = { 1, 1, 0.5 } }, "
        .. "c.box { min = { 0, 0, 0.5 }, max = { 0.5, 1, 1 } } } }"
    end
    if d:chance(10) then list[#list + 1] = ("one_way = { [3] = %s }"):format(d:vector_of(d:direction(dim))) end
    return { d:fields(list) }, { kind = "grid", dim = dim }
  end

  return value
end
