-- SPDX-License-Identifier: MIT
--
-- Every function of the module and every method, each with what draws its arguments. A row draws
-- a list of arguments and tells what kind of value comes back, if later calls can use it.
local known = require("spec.fuzz.known")
local shapes = require("spec.fuzz.shapes")

local calls = {
  module = {}, -- collide.<name>
  grids = {}, -- collide.grid.<name>
  shape = {}, -- methods of shapes
  grid = {}, -- methods of grids
  mesh = {}, -- methods of meshes
  group = {}, -- methods of groups
  world = {}, -- methods of worlds
  meta = {}, -- metamethods, which a script may call as well
}

-- ---- Constructors -----------------------------------------------------------

for _, dim in ipairs { 3, 2 } do
  for _, name in ipairs(shapes.kinds[dim]) do
    calls.module[name] = function(d)
      local own = d.dim
      if name == "sphere" or name == "box" or name == "cylinder" or name == "cone" then own = 3 end
      if name == "circle" or name == "ellipse" or name == "rect" or name == "polygon" then own = 2 end
      if name == "hull" and d:chance(80) then own = 3 end
      return { (shapes.draw(d, own, name)) }, { kind = "shape", dim = own, shape = name }
    end
  end
end

-- ---- Options of targets -----------------------------------------------------

local LAYERS = { '"wall"', '"door"', '"bullet"' }

local function name_layer(d) return d:leaf("string", d:of(LAYERS)) end

-- A name, or an array of names.
local function layers(d)
  if d:chance(70) then return name_layer(d) end
  return d:leaf("table", ("{ %s, %s }"):format(name_layer(d), name_layer(d)))
end

calls.module.layers = function(d) return { d:leaf("table", ("{ %s, %s }"):format(name_layer(d), name_layer(d))) } end

-- A member, a layer or a list of either.
local function choice(d, dim)
  local kind = d.random:pick(3)
  if kind == 1 then return name_layer(d) end
  if kind == 2 then return d:chance(60) and d:member(dim) or d:targets(dim) end
  return d:leaf("table", ("{ %s, %s }"):format(name_layer(d), d:member(dim)))
end

-- The member may have another metatable just then, see hostile.under.
local FILTERS = { "h.nothing", "function() return true end",
  'function(m) return type(m) == "userdata" and S.get_layer(m) ~= "wall" end' }

local function selection(d, list, dim)
  if d:chance(20) then list[#list + 1] = "ignore = " .. choice(d, dim) end
  if d:chance(15) then list[#list + 1] = "only = " .. choice(d, dim) end
  if d:chance(15) then list[#list + 1] = "filter = " .. d:leaf("function", d:of(FILTERS)) end
  return list
end

-- ---- Casts ------------------------------------------------------------------

local function line_options(d, name, dim)
  local list = {}
  if name:find("ray") and d:chance(40) then
    list[#list + 1] = "max = " .. d:leaf("number", d:of { "1", "0", "0.5", "100", "1/0", "7" })
  end
  if not name:find("line") and d:chance(25) then list[#list + 1] = "inside = " .. d:leaf("string", '"skip"') end
  selection(d, list, dim)
  if d:chance(10) then list[#list + 1] = "faces = " .. d:leaf("string", '"front"') end
  if d:chance(20) then list[#list + 1] = "corners = " .. d:leaf("string", '"ahead"') end
  if d:chance(20) then list[#list + 1] = "rule = " .. d:leaf("string", '"closed"') end
  if not name:find("_any") and d:chance(35) then list[#list + 1] = "into = " .. d:into() end
  return d:fields(list)
end

local function cast(name)
  local kind = name:find("_all") and "list" or not name:find("_any") and "hit" or nil
  return function(d)
    local dim, in_numbers = d.dim, d:chance(40)
    local range = known.answers and name:find("_all") and "close" or nil
    local arguments = { d:target(dim) }
    d:push_vector(arguments, in_numbers, d:components(dim, function() return d:number(range) end))
    d:push_vector(arguments, in_numbers, d:direction(dim, range))
    if name:find("ray") and d:chance(15) then
      arguments[#arguments + 1] = d:leaf("number", d:of { "1", "0", "100", "1/0" })
    elseif d:chance(50) then
      arguments[#arguments + 1] = line_options(d, name, dim)
    end
    return arguments, { kind = not in_numbers and kind or nil, dim = dim }
  end
end

for _, stem in ipairs { "raycast", "segmentcast", "linecast" } do
  for _, suffix in ipairs { "", "_any", "_all" } do
    local name = stem .. suffix
    calls.module[name] = cast(name)
    calls.shape[name], calls.grid[name] = calls.module[name], calls.module[name]
    calls.mesh[name], calls.group[name], calls.world[name] = calls.module[name], calls.module[name], calls.module[name]
  end
end

for _, name in ipairs { "raycast_many", "segmentcast_many" } do
  calls.module[name] = function(d)
    local numbers = {}
    for i = 1, d.random:pick(3) * 2 * d.dim - (d:chance(5) and 1 or 0) do numbers[i] = d:number() end
    local rays = d:leaf("table", "{ " .. table.concat(numbers, ", ") .. " }")
    if d:chance(15) then rays = d:leaf("string", '("\\0"):rep(' .. d:of { "64", "96", "0", "7" } .. ")") end
    local list = {}
    if name == "raycast_many" and d:chance(30) then list[1] = "max = " .. d:leaf("number", d:of { "1", "0", "1/0" }) end
    if d:chance(20) then list[#list + 1] = "count = " .. d:leaf("number", d:of { "1", "2", "9" }) end
    if d:chance(20) then list[#list + 1] = "into = " .. d:leaf("into", d:of { "{}", "{ 1, 2, 3 }" }) end
    return { d:target(d.dim), rays, d:fields(selection(d, list, d.dim)) }
  end
  for _, where in ipairs { "shape", "grid", "mesh", "group", "world" } do calls[where][name] = calls.module[name] end
end

-- ---- Pairs and questions about one shape ------------------------------------

local function pairlike(d)
  if d:chance(30) then return d:vector(2) end
  return d:shape(2)
end

-- Pairs are mostly of the plane, whatever the program's dimension.
local function pair(d)
  if d.dim == 3 and d:chance(40) then return { d:shape(3), d:shape(3) } end
  local arguments = { pairlike(d) }
  if d:chance(25) then
    d:push_vector(arguments, true, d:components(2, d.number))
  else
    arguments[2] = pairlike(d)
  end
  return arguments
end

local function with_vector(draw_shape, vector)
  return function(d, dim)
    dim = dim or d.dim
    local arguments = { draw_shape(d, dim) }
    d:push_vector(arguments, d:chance(50), vector(d, dim))
    return arguments
  end
end

local function any_shape(d, dim) return d:shape(dim) end
local function any_point(d, dim) return d:components(dim, d.number) end

local function kind_of(name, dim)
  return function(d)
    return { d:shape(dim or d.dim, name) }
  end
end

-- Asks for the answer in numbers now and then; where there is a vector, that is a mistake.
local function or_numbers(draw)
  return function(d)
    local arguments, result = draw(d)
    if d:chance(25) then arguments[#arguments + 1] = d:leaf("string", '"numbers"') end
    return arguments, result
  end
end

local function triangle_and(name, dim)
  return function(d)
    local list = { "min = { -1, -1, -1 }, max = { 1, 2, 3 }", "half = { 1, 2, 0.5 }", "half = { 1, 0, 2 }" }
    if dim == 2 then list = { "min = { -1, -1 }, max = { 1, 2 }", "half = { 1, 2 }", "size = { 1, 0 }" } end
    local second = d:chance(40) and d:shape(dim, name) or d:leaf("shape", ("c.%s { %s }"):format(name, d:of(list)))
    return { d:shape(dim, "triangle"), second }
  end
end

local function some_max(d) return "max = " .. d:leaf("number", d:of { "1", "0", "3.5" }) end

-- A pair, perhaps with a target in the place of one, and options.
local function pair_with_target(name)
  return function(d)
    local arguments = pair(d)
    local dim = d:chance(80) and 2 or d.dim
    if d:chance(40) then
      local one = d:chance(20) and d:compound(dim) or d:chance(80) and d:shape(dim) or d:vector(dim)
      arguments = d:chance(70) and { one, d:target(dim) } or { d:target(dim), one }
    elseif d:chance(5) then
      arguments = { d:grid(dim), d:grid(dim) }
    end
    if d:chance(30) then
      local list = selection(d, {}, dim)
      if name ~= "distance" and d:chance(30) then list[#list + 1] = "touching = " .. d:leaf("string", '"skip"') end
      if name == "distance" and d:chance(40) then list[#list + 1] = some_max(d) end
      if name ~= "distance" and name ~= "overlap" and d:chance(30) then list[#list + 1] = "into = " .. d:into() end
      if name:find("_all") and d:chance(30) then
        list[#list + 1] = "limit = " .. d:leaf("number", d:of { "1", "2", "9" })
      end
      arguments[#arguments + 1] = d:fields(list)
    end
    return arguments
  end
end

local function with_selection(draw, has_max)
  return function(d, dim)
    dim = dim or d.dim
    local arguments = draw(d, dim)
    if d:chance(20) then
      local list = selection(d, {}, dim)
      if has_max and d:chance(40) then list[#list + 1] = some_max(d) end
      arguments[#arguments + 1] = d:fields(list)
    end
    return arguments
  end
end

local function any_target(d, dim) return d:chance(60) and d:shape(dim) or d:target(dim) end

calls.module.overlap, calls.module.distance = pair_with_target("overlap"), or_numbers(pair_with_target("distance"))
calls.module.overlap_all = or_numbers(pair_with_target("overlap_all"))
calls.module.contact_all = or_numbers(function(d) return pair_with_target("contact_all")(d), { kind = "list" } end)
calls.module.distance_all = or_numbers(pair_with_target("distance_all"))
calls.module.contact = or_numbers(function(d) return pair_with_target("contact")(d), { kind = "contact" } end)

-- A moving shape, a target, and where to; now and then nowhere.
local function shapecast(name)
  return function(d)
    local dim = d:chance(50) and 2 or 3
    local one = d:chance(75) and d:shape(dim) or d:compound(dim)
    local arguments = { d:chance(40) and d:shape(dim) or d:target(dim), one }
    if d:chance(50) then
      for i = 1, dim do arguments[2 + i] = d:number("close") end
    else
      arguments[3] = d:chance(10) and d:leaf("vector", dim == 2 and "{ 0, 0 }" or "{ 0, 0, 0 }") or d:vector(dim)
    end
    if d:chance(50) then
      local list = selection(d, {}, dim)
      if d:chance(50) then list[#list + 1] = "touching = " .. d:leaf("string", '"skip"') end
      if d:chance(25) then list[#list + 1] = "inside = " .. d:leaf("string", '"skip"') end
      if name ~= "shapecast_any" and d:chance(30) then list[#list + 1] = "into = " .. d:into() end
      if name == "shapecast_all" and d:chance(30) then
        list[#list + 1] = "limit = " .. d:leaf("number", d:of { "1", "2", "9" })
      end
      arguments[#arguments + 1] = d:fields(list)
    end
    return arguments, ({ shapecast = { kind = "hit" }, shapecast_all = { kind = "list" } })[name]
  end
end

for _, name in ipairs { "shapecast", "shapecast_any", "shapecast_all" } do
  calls.module[name] = shapecast(name)
  calls.shape[name], calls.grid[name], calls.group[name] = calls.module[name], calls.module[name], calls.module[name]
  calls.mesh[name], calls.world[name] = calls.module[name], calls.module[name]
end

-- What moves is a shape, hardly ever something else.
local RESPONSES = { '"slide"', '"stop"', '"bounce"', '"pass"', '"stick"',
  '{ wall = "pass" }', '{ wall = "bounce", floor = "stop" }',
  'function(hit) return hit.t > 0 and "slide" or "pass" end', "function() end" }

local function move(d)
  local dim = d:chance(60) and 2 or 3
  local arguments = { d:chance(40) and d:shape(dim) or d:target(dim), d:chance(75) and d:shape(dim) or d:compound(dim) }
  if d:chance(50) then
    for i = 1, dim do arguments[2 + i] = d:number("close") end
  else
    arguments[3] = d:chance(10) and d:leaf("vector", dim == 2 and "{ 0, 0 }" or "{ 0, 0, 0 }") or d:vector(dim)
  end
  if d:chance(60) then
    local list = selection(d, {}, dim)
    if d:chance(40) then list[#list + 1] = "respond = " .. d:leaf("string", d:of(RESPONSES)) end
    if d:chance(20) then
      list[#list + 1] = "bounciness = " .. d:leaf("number", d:of { "0", "0.5", "1", "{ wall = 0.5 }", "{ door = 0 }" })
    end
    if d:chance(20) then list[#list + 1] = "iterations = " .. d:leaf("number", d:of { "1", "2", "40" }) end
    if d:chance(40) then
      list[#list + 1] = "up = " .. d:leaf("vector", d:of(dim == 2 and { "{ 0, 1 }", "{ 0, -1 }", "{ 1, 3 }" } or
        { "{ 0, 0, 1 }", "{ 0, 1, 0 }", "{ 1, 3, -2 }" }))
      for _, name in ipairs { "max_slope", "step", "snap" } do
        local size = d:leaf("number", d:of { "0.5", "1", "0", "1e9", "3" })
        if d:chance(40) then list[#list + 1] = name .. " = " .. size end
      end
    end
    arguments[#arguments + 1] = d:fields(list)
  end
  return arguments
end

local function push_out(d)
  local dim = d:chance(60) and 2 or 3
  local arguments = { d:target(dim), d:chance(75) and d:shape(dim) or d:compound(dim) }
  if d:chance(50) then arguments[3] = d:fields(selection(d, {}, dim)) end
  if d:chance(40) then arguments[#arguments + 1] = '"numbers"' end
  return arguments
end

-- Mostly sizes of some maker, of any kind.
local SIZES = { "radius", "half_height", "height", "width" }
local function sizes(d, dim)
  local list = {}
  for _, name in ipairs(SIZES) do
    if d:chance(25) then list[#list + 1] = name .. " = " .. d:leaf("number", d:of { "0.5", "1", "0", "2" }) end
  end
  if d:chance(30) then
    list[#list + 1] = d:of { "half", "size", "radii", "max" } .. " = " .. d:vector_of(d:components(dim, function()
      return d:leaf("number", d:of { "0.5", "1", "2" })
    end))
  end
  if d:chance(50) then
    list[#list + 1] = "anchor = " .. d:vector_of(d:components(dim, function()
      return d:leaf("number", d:of { "-1", "0", "1", "0.5" })
    end))
  end
  return d:fields(list)
end

calls.shape.resize = function(d) return { d:shape(), sizes(d, d.dim) } end

local function fits(d)
  local dim = d:chance(60) and 2 or 3
  local arguments = { d:target(dim), d:chance(75) and d:shape(dim) or d:compound(dim) }
  if d:chance(60) then arguments[3] = sizes(d, dim) end
  if arguments[3] and d:chance(50) then arguments[4] = d:fields(selection(d, {}, dim)) end
  return arguments
end

for name, draw in pairs { move = move, push_out = push_out, fits = fits } do
  calls.module[name], calls.shape[name], calls.grid[name], calls.group[name] = draw, draw, draw, draw
  calls.mesh[name], calls.world[name] = draw, draw
end

calls.module.contains = with_selection(with_vector(any_target, any_point))
calls.module.closest = function(d)
  return with_selection(with_vector(any_target, any_point), true)(d, d:chance(80) and 2 or 3)
end
calls.shape.set_layer = function(d) return { d:shape(), layers(d) } end
calls.shape.get_layer = function(d) return { d:shape() } end
calls.shape.get_layers = calls.shape.get_layer
-- Now and then zero or of the wrong dimensions, which are errors, or nil.
local function one_way(d, dim) return d:chance(20) and "nil" or d:vector_of(d:direction(dim)) end
local VALUES = { "1", "2", "3", "7", "65535", "0" }
local function value_of(d) return d:leaf("number", d:of(VALUES)) end
calls.shape.set_one_way = function(d)
  local shape = d:shape()
  return { shape, one_way(d, d.dim) }
end
calls.shape.get_one_way = or_numbers(kind_of())
calls.grid.set_one_way = function(d)
  local grid = d:grid()
  return { grid, value_of(d), one_way(d, d.dim) }
end
local TILES = { "{ 0, 0, 1, 0, 1, 1 }", "{ 0, 0, 1, 0, 0, 1 }", "{ 0, 0, 1, 0, 1, 0.5, 0, 1 }",
  "{ 0.25, 0, 1, 0.25, 0.75, 1, 0, 0.5 }" }
local SOLIDS = { "c.hull { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 1, 0, 1 }, { 1, 1, 1 } }",
  "c.box { min = { 0, 0, 0 }, max = { 1, 1, 0.5 } }",
  "c.hull { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0.25, 0.5, 1 } }",
  "c.triangle { { 0, 0, 1 }, { 1, 0, 0.5 }, { 0, 1, 0 } }" }
local function tile_part(d, dim)
  if dim == 3 then return d:of(SOLIDS) end
  return ("c.polygon(%s)"):format(d:of(TILES))
end
local function tile(d, dim)
  if d:chance(70) then return d:leaf("shape", tile_part(d, dim)) end
  return d:leaf("group", ("c.group { %s, %s }"):format(tile_part(d, dim), tile_part(d, dim)))
end
calls.grid.set_shape = function(d)
  local dim = d:chance(50) and 2 or 3
  local grid = d:grid(dim)
  return { grid, value_of(d), d:chance(15) and "nil" or d:chance(15) and d:shape() or tile(d, dim) }
end
calls.grid.get_shape = function(d) return { d:grid(), value_of(d) } end
calls.grid.get_one_way = or_numbers(function(d) return { d:grid(), value_of(d) } end)
calls.grid.set_layer = function(d) return { d:grid(), layers(d) } end
calls.grid.get_layer = function(d) return { d:grid() } end
calls.grid.get_layers = calls.grid.get_layer
calls.grid.gid = function(d) return { d:grid(), d:leaf("cell", d:of { "0", "1", "10", "65535" }) } end
calls.module.project = with_vector(any_shape, function(d, dim) return d:direction(dim) end)
calls.module.bounds = or_numbers(kind_of())
calls.module.describe = function(d) return { d:shape() }, { kind = "description", dim = d.dim } end
calls.module.normal = or_numbers(kind_of("triangle", 3))
calls.module.edges = or_numbers(kind_of("triangle"))
calls.module.edge_normals = or_numbers(kind_of("triangle", 2))
calls.module.faces = kind_of("hull", 3)
calls.module.points = or_numbers(kind_of())
for _, name in ipairs { "get_radius", "get_half", "get_half_height", "get_ends" } do
  calls.shape[name] = or_numbers(kind_of())
end
calls.module.winding = kind_of("triangle", 2)
calls.module.triangle_region = function(d)
  return with_vector(function() return d:shape(2, "triangle") end, any_point)(d, 2)
end
calls.module.triangle_box_sat, calls.module.triangle_box_pef = triangle_and("box", 3), triangle_and("box", 3)
calls.module.triangle_rect_sat, calls.module.triangle_rect_pef = triangle_and("rect", 2), triangle_and("rect", 2)

for _, name in ipairs { "overlap", "contact", "distance", "contains", "closest", "project", "bounds", "describe",
  "normal", "edges", "edge_normals", "faces", "points", "winding", "triangle_region", "triangle_box_sat",
    "triangle_box_pef",
  "triangle_rect_sat", "triangle_rect_pef" } do
  calls.shape[name] = calls.module[name]
end
calls.shape.points = or_numbers(function(d)
  if d:chance(50) then return { d:shape() } end
  return { d:shape(2), d:leaf("cell", d:of { "8", "32", "3", "1" }) }
end)
local CORNERS = { "3", "4", "32", "1", "nil" }
calls.module.outline = function(d) return { d:shape(2), d:leaf("cell", d:of(CORNERS)) } end
calls.module.triangles = function(d) return { d:shape(3), d:leaf("cell", d:of(CORNERS)) } end
calls.shape.outline, calls.shape.triangles = calls.module.outline, calls.module.triangles
for _, name in ipairs { "overlap_all", "contact_all", "distance_all" } do calls.shape[name] = calls.module[name] end
for _, name in ipairs { "contains", "closest" } do
  calls.grid[name], calls.mesh[name] = calls.module[name], calls.module[name]
end

-- As methods of a target these answer for the shape that is passed.
for _, name in ipairs { "overlap", "contact", "distance", "overlap_all", "contact_all", "distance_all" } do
  for where, dim in pairs { grid = 0, mesh = 3, world = 0 } do
    local ask = with_selection(function(d, of)
      return { d[where](d, of), d:chance(20) and d:vector(of) or d:member(of) }
    end, name:find("distance") ~= nil)
    calls[where][name] = or_numbers(function(d) return ask(d, dim > 0 and dim or d.dim) end)
  end
end

-- ---- Poses ------------------------------------------------------------------

calls.shape.get_position, calls.shape.get_rotation = or_numbers(kind_of()), or_numbers(kind_of())
calls.shape.get_scale = or_numbers(kind_of())
calls.shape.set_position = with_vector(any_shape, any_point)
calls.shape.translate = with_vector(any_shape, any_point)
calls.shape.copy = function(d) return { d:shape() }, { kind = "shape", dim = d.dim } end
calls.shape.set_scale = function(d)
  local dim = d.dim
  if d:chance(50) then return { d:shape(dim), shapes.scale(d, dim, true) } end
  return with_vector(any_shape, function()
    return d:components(dim, function() return d:leaf("number", d:of { "1", "2", "-1", "0.5" }) end)
  end)(d, dim)
end
calls.shape.set_rotation = function(d)
  if d.dim == 3 and d:chance(40) then
    return { d:shape(3), d:number(), d:number(), d:number(), d:leaf("number", "1") }
  end
  return { d:shape(), shapes.rotation(d, d.dim) }
end
calls.shape.set_rotation_degrees = function(d) return { d:shape(2), shapes.degrees(d) } end
calls.shape.set_transform = function(d) return { d:shape(3), shapes.matrix(d) } end

-- ---- Groups -----------------------------------------------------------------

local function any_group(d, dim) return d:compound(dim) end
local function group_alone(d) return { d:compound() } end

calls.module.group = function(d) return { shapes.group(d, d.dim) }, { kind = "compound", dim = d.dim } end
calls.group.count = group_alone
calls.group.part = function(d)
  return { d:compound(), d:leaf("cell", d:of { "1", "1", "2", "3" }) }, { kind = "shape", dim = d.dim }
end
calls.group.bounds, calls.group.describe = or_numbers(group_alone), group_alone
calls.group.project = with_vector(any_group, function(d, dim) return d:direction(dim) end)
calls.group.contains = with_vector(any_group, any_point)
for _, name in ipairs { "overlap", "contact", "distance", "closest", "overlap_all", "contact_all", "distance_all" } do
  calls.group[name] = calls.module[name]
end
calls.group.set_layer = function(d) return { d:compound(), layers(d) } end
calls.group.get_layer, calls.group.get_layers = group_alone, group_alone
calls.group.set_one_way = function(d)
  local group = d:compound()
  return { group, one_way(d, d.dim) }
end
calls.group.outline = function(d) return { d:compound(2), d:leaf("cell", d:of(CORNERS)) } end
calls.group.triangles = function(d) return { d:compound(3), d:leaf("cell", d:of(CORNERS)) } end
calls.group.get_one_way = or_numbers(group_alone)
calls.group.translate = with_vector(any_group, any_point)
calls.group.copy = function(d) return { d:compound() }, { kind = "compound", dim = d.dim } end
for _, name in ipairs { "get_position", "get_rotation", "get_scale" } do calls.group[name] = or_numbers(group_alone) end
calls.group.set_position = with_vector(any_group, any_point)
calls.group.set_rotation_degrees = function(d) return { d:compound(2), shapes.degrees(d) } end
calls.group.set_rotation = function(d) return { d:compound(), shapes.rotation(d, d.dim) } end
calls.group.set_scale = function(d) return { d:compound(), shapes.scale(d, d.dim, d:chance(60)) } end
calls.group.set_transform = function(d) return { d:compound(3), shapes.matrix(d) } end

-- ---- Worlds -----------------------------------------------------------------

local world_alone = require("spec.fuzz.calls_worlds")(calls, or_numbers, selection, name_layer)

-- ---- Cells and grids --------------------------------------------------------

local value = require("spec.fuzz.calls_grids")(calls, with_vector, or_numbers, any_point)

-- ---- Meshes and voxels ---------------------------------------------------------

require("spec.fuzz.calls_meshes")(calls, with_vector, or_numbers, any_point, name_layer, value, one_way)

-- ---- Metamethods ------------------------------------------------------------

require("spec.fuzz.calls_meta")(calls, world_alone)

return calls
