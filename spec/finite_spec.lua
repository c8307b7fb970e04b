-- SPDX-License-Identifier: MIT
--
-- No number that leaves the module is nan, none is infinite where the reference does not say so, and no coordinate
-- exceeds 1e300. Every function is called with extreme numbers in the places of all its numbers. It either answers, and
-- all numbers of the answer are looked at, or it raises an error about an argument.
local collide = require("collide")
local cases = require("spec.support.cases")
local extremes = require("spec.support.extremes")

local unpack = table.unpack or unpack -- luacheck: ignore 143
local huge = math.huge

-- ---- Answers ------------------------------------------------------------------------------------

-- Numbers that are no coordinates: times, distances and lengths may exceed 1e300, and cells lie below 2^53.
local LENGTHS = { t = true, t_exit = true, distance = true, depth = true, length = true }

local MOST = 1e300

-- Returns what is wrong with the answer, or nil. `name` is that of the field, or of the value in the answer, or the
-- names of the numbers of each item of a flat array; `infinite` has the names of numbers that may be infinite.
local function fault(value, name, infinite)
  if type(value) == "table" then
    for key, item in pairs(value) do
      local own = key
      if type(key) == "number" then own = type(name) == "table" and name[(key - 1) % #name + 1] or name end
      local found = key ~= "shape" and fault(item, own, infinite)
      if found then return found end
    end
  elseif type(value) == "number" then
    if value ~= value then return name .. " is nan" end
    if value == 0 and 1 / value < 0 then return name .. " is -0" end
    if math.abs(value) == huge then return not infinite[name] and name .. " is infinite" end
    if math.abs(value) > MOST and not LENGTHS[name] then return name .. " exceeds 1e300" end
  end
end

local NONE, EXIT, LINE, DEPTH = {}, { t_exit = true }, { t = true, t_exit = true }, { depth = true }
local SWEEP = { t_exit = true, depth = true }
local PLANE, MANY = { x = true, y = true, z = true, bound = true }, { t = true }

-- The names of the numbers of an answer, in order; all further ones have the last name.
local function hit_names(dimensions)
  return dimensions == 2 and { "t", "normal", "normal", "t_exit", "point" }
    or { "t", "normal", "normal", "normal", "t_exit", "point" }
end

-- The same for each item of a flat array: its answers, and what follows them.
local FLAT = {
  [2] = {
    many = { "t", "normal", "normal", "index" },
    contact = { "normal", "normal", "depth", "point", "point", "index", "value", "cell", "cell", "part", "number" },
    distance = { "distance", "point", "point", "point", "point", "index", "value", "cell", "cell", "part", "number" },
  },
  [3] = {
    many = { "t", "normal", "normal", "normal", "index" },
    contact = { "normal", "normal", "normal", "depth", "point", "point", "point", "index", "value", "cell", "cell",
      "cell", "part", "number" },
    distance = { "distance", "point", "point", "point", "point", "point", "point", "index", "value", "cell", "cell",
      "cell", "part", "number" },
  },
}

-- ---- Calls --------------------------------------------------------------------------------------

local draw, called, answered = nil, {}, 0

local function show(value)
  if type(value) == "number" then return ("%.17g"):format(value) end
  if type(value) ~= "table" then return tostring(value) end
  local parts = {}
  for key, item in pairs(value) do
    parts[#parts + 1] = (type(key) == "number" and "" or tostring(key) .. " = ") .. show(item)
  end
  table.sort(parts)
  return "{ " .. table.concat(parts, ", ") .. " }"
end

local function show_call(name, ...)
  local arguments = {}
  for i = 1, select("#", ...) do arguments[i] = show((select(i, ...))) end
  return ("%s(%s)"):format(name, table.concat(arguments, ", "))
end

-- Calls a function by its name. Returns its first two values, or nothing if it refuses the arguments.
local function call(name, f, infinite, names, ...)
  called[name] = true
  local answer = { pcall(f, ...) }
  if not answer[1] then
    local message = tostring(answer[2])
    if not message:find("bad argument #%d+ to '[%w_]+' %(..+%)$") then
      error(show_call(name, ...) .. " raises no error about an argument: " .. message, 0)
    end
    return
  end
  answered = answered + 1
  for i = 2, #answer do
    local own = names and (names[i - 1] or names[#names]) or "answer"
    local found = fault(answer[i], own, infinite)
    if found then error(show_call(name, ...) .. ": " .. found, 0) end
  end
  return answer[2], answer[3], answer[4]
end

local function ask(name, infinite, names, ...) return call(name, collide[name], infinite, names, ...) end

-- Calls a method of the object, if it has it.
local function ask_method(name, infinite, names, object, ...)
  return call(name, object[name], infinite, names, object, ...)
end

local function numbers_of(...)
  local all = {}
  for i = 1, select("#", ...) do
    for _, x in ipairs((select(i, ...))) do all[#all + 1] = x end
  end
  return all
end

-- ---- Objects ------------------------------------------------------------------------------------

local function make_shape(dimensions)
  local fields = draw:shape(dimensions)
  return ask(fields.shape, NONE, nil, fields), fields.shape
end

local function make_several(dimensions, may_be_plane)
  local several = {}
  for _ = 1, 1 + draw.random(2) do
    local shape, kind = make_shape(dimensions)
    if shape and (may_be_plane or kind ~= "plane") then several[#several + 1] = shape end
  end
  return several
end

local function make_grid(dimensions)
  local grid = call("grid", collide.grid, NONE, nil, {
    dimensions = dimensions, size = draw:chance(2) and draw:size() or nil,
    origin = draw:chance(2) and draw:vector(dimensions) or nil,
  })
  if not grid then return end
  for _ = 1, 3 do
    local cell = {}
    for i = 1, dimensions do cell[i] = draw.random(5) - 3 end
    ask_method("set", NONE, nil, grid, cell, draw.random(2))
  end
  if draw:chance(3) then
    local shape = make_shape(dimensions)
    if shape then ask_method("set_shape", NONE, nil, grid, 1, shape) end
  end
  return grid
end

-- Each returns an object, or nothing if its arguments were refused.
local makers = {
  shape = make_shape,
  grid = make_grid,
  group = function(dimensions)
    return ask("group", NONE, nil, draw:pose(make_several(dimensions, false), dimensions))
  end,
  mesh = function() return ask("mesh", NONE, nil, draw:mesh()) end,
  heights = function() return ask("heights", NONE, nil, draw:heights()) end,
  array = function(dimensions) return make_several(dimensions, true) end,
  world = function(dimensions)
    local members = make_several(dimensions, true)
    members.dimensions = dimensions
    return ask("world", NONE, nil, members)
  end,
}
local KINDS = {
  [2] = { "shape", "shape", "shape", "group", "grid", "array", "world" },
  [3] = { "shape", "shape", "shape", "group", "grid", "array", "world", "mesh", "heights" },
}

local function make_target(dimensions)
  local kind = draw:pick(KINDS[dimensions])
  return makers[kind](dimensions), kind
end

local function make_mover(dimensions)
  return makers[draw:chance(5) and "group" or "shape"](dimensions)
end

-- Makes one of the kind, by several tries.
local function make(kind, dimensions)
  for _ = 1, 20 do
    local made = makers[kind](dimensions)
    if made then return made end
  end
end

-- ---- The functions ------------------------------------------------------------------------------

-- Each makes its arguments and calls functions.
local calls = {}

for _, kind in ipairs { "raycast", "segmentcast", "linecast" } do
  local infinite = kind == "linecast" and LINE or EXIT
  calls[kind] = function(d)
    local target, from, to = make_target(d), draw:vector(d), draw:direction(d)
    if not target then return end
    local flat = numbers_of(from, to)
    ask(kind, infinite, nil, target, from, to)
    ask(kind, infinite, hit_names(d), target, unpack(flat))
    ask(kind .. "_all", infinite, nil, target, from, to)
    ask(kind .. "_any", NONE, nil, target, from, to)
    if kind ~= "linecast" then ask(kind .. "_many", MANY, { FLAT[d].many }, target, flat) end
    if kind == "raycast" then
      flat[#flat + 1] = draw:size()
      ask(kind, infinite, hit_names(d), target, unpack(flat))
      ask(kind, infinite, nil, target, from, to, { max = draw:size(), inside = "skip" })
    end
  end
end

for _, name in ipairs { "overlap", "contact", "distance" } do
  calls[name] = function(d)
    local a, b, infinite = make_target(d), make_shape(d), name == "contact" and DEPTH or NONE
    if not a or not b then return end
    local names = name == "distance" and { "distance", "point" } or nil
    ask(name, infinite, names, a, b)
    ask(name, infinite, names, a, draw:vector(d))
    ask(name .. "_all", infinite, nil, a, b)
    if name == "overlap" then return end
    if name == "contact" then
      names = d == 2 and { "normal", "normal", "depth", "point" } or { "normal", "normal", "normal", "depth", "point" }
    end
    ask(name, infinite, names, a, b, "numbers")
    ask(name .. "_all", infinite, { FLAT[d][name] }, a, b, "numbers")
    if name == "distance" then ask("distance_all", NONE, nil, a, b, { max = draw:size() }) end
  end
end

calls.points = function(d)
  local target = make_target(d)
  if not target then return end
  local point = draw:vector(d)
  ask("closest", NONE, { "distance", "point" }, target, point)
  ask("closest", NONE, { "distance", "point" }, target, unpack(point))
  ask("contains", NONE, nil, target, point)
end

calls.shapecast = function(d)
  local target, shape, displacement = make_target(d), make_mover(d), draw:vector(d)
  if not target or not shape then return end
  local options = { touching = draw:chance(2) and "skip" or nil, inside = draw:chance(3) and "skip" or nil }
  ask("shapecast", SWEEP, nil, target, shape, displacement, options)
  ask("shapecast", SWEEP, hit_names(d), target, shape, unpack(displacement))
  ask("shapecast_any", NONE, nil, target, shape, displacement, options)
  ask("shapecast_all", SWEEP, nil, target, shape, displacement, options)
end

calls.move = function(d)
  local target, shape, displacement = make_target(d), make_mover(d), draw:vector(d)
  if not target or not shape then return end
  local options = { respond = draw:pick { "slide", "stop", "bounce", "pass" } }
  if draw:chance(3) then
    options.up = draw:direction(d)
    options.step, options.snap = draw:size(), draw:size()
    options.max_slope = draw:chance(2) and draw:size() or nil
  end
  if draw:chance(4) then options.bounciness = draw:size() end
  ask("move", SWEEP, nil, target, shape, displacement, options)
  displacement[d + 1] = options
  ask("move", NONE, nil, target, shape, unpack(displacement))
  local moved = ask("push_out", SWEEP, nil, target, shape)
  if moved then assert.same(shape:get_position(), moved.position) end
  ask("push_out", NONE, nil, target, shape, "numbers")
end

calls.separate = function(d)
  local world = make("world", d)
  local step, state, control = ask_method("pairs", NONE, nil, world, { within = draw:size() })
  if step then
    local answer = { step(state, control) }
    assert(fault(answer, "pair", NONE) == nil)
  end
  for _, member in ipairs(make_several(d, false)) do
    ask_method("set_layer", NONE, nil, member, "crowd")
    ask_method("add", NONE, nil, world, member)
  end
  ask("separate", NONE, nil, world, { only = "crowd" })
  ask_method("bounds", PLANE, nil, world)
  local shape = make_shape(d)
  if shape then ask_method("add", NONE, nil, world, shape) end
end

calls.poses = function(d)
  local one = make_target(d)
  if not one or not getmetatable(one) or not pcall(function() return one.set_scale end) then return end
  for _ = 1, 3 do
    local name = draw:pick { "set_position", "translate", "set_rotation", "set_scale", "set_transform",
      d == 2 and "set_rotation_degrees" or nil }
    local v = name == "set_transform" and draw:transform(d) or name == "set_rotation" and draw:rotation(d)
      or name == "set_rotation_degrees" and draw:number()
      or name == "set_scale" and draw:scale(d) or draw:vector(d)
    if type(v) == "table" and #v < 16 and draw:chance(2) then
      ask_method(name, NONE, nil, one, unpack(v))
    else
      ask_method(name, NONE, nil, one, v)
    end
    local kind = one:describe().shape
    ask_method("bounds", kind == "plane" and PLANE or NONE, { "bound" }, one, "numbers")
    for _, getter in ipairs { "get_position", "get_rotation", "get_scale", "describe", "copy" } do
      ask_method(getter, NONE, nil, one)
    end
    ask_method("project", kind == "plane" and PLANE or NONE, { "bound" }, one, draw:direction(d))
    ask_method("set_one_way", NONE, nil, one, draw:direction(d))
    ask_method("get_one_way", NONE, nil, one)
  end
end

calls.shapes = function(d)
  local shape = make_shape(d)
  if not shape then return end
  for _, name in ipairs { "points", "get_radius", "get_half", "get_ends", "normal", "edges", "edge_normals", "winding",
    "faces" } do
    ask_method(name, NONE, nil, shape)
  end
  ask_method("get_half_height", NONE, { "length" }, shape)
  ask_method("points", NONE, nil, shape, 8)
  ask_method(d == 2 and "outline" or "triangles", NONE, nil, shape, 8)
end

local function call_sizes(d)
  local target, shape, kind = make_target(d), make_shape(d)
  if not target or not shape then return end
  local sizes = kind == "rect" and { half = draw:vector(d) } or kind == "box" and { half = draw:vector(d) }
    or { radius = draw:size() }
  if draw:chance(2) then sizes.anchor = draw:vector(d) end
  ask("fits", NONE, nil, target, shape, sizes)
  ask_method("resize", NONE, nil, shape, sizes)
  local bound = kind == "plane" and PLANE or NONE
  ask_method("bounds", bound, { "bound" }, shape, "numbers")
  ask_method("describe", NONE, nil, shape)
  ask("fits", NONE, nil, target, shape)
end

calls.triangles = function(d)
  local triangle = ask("triangle", NONE, nil, { points = draw:points(3, d) })
  if not triangle then return end
  local name, half = d == 2 and "rect" or "box", {}
  for i = 1, d do half[i] = draw:size() end
  local other = ask(name, NONE, nil, { half = half })
  if d == 2 then ask("triangle_region", NONE, nil, triangle, draw:vector(2)) end
  if not other then return end
  ask("triangle_" .. name .. "_sat", NONE, nil, triangle, other)
  ask("triangle_" .. name .. "_pef", NONE, nil, triangle, other)
end

calls.cells = function(d)
  local frame = {
    size = draw:chance(2) and draw:size() or nil, origin = draw:chance(2) and draw:vector(d) or nil,
    rule = draw:chance(3) and "closed" or nil,
  }
  local from, to = draw:vector(d), draw:vector(d)
  ask("cell_at", NONE, nil, from, { size = frame.size, origin = frame.origin })
  local step, state, control = nil, nil, nil
  called.cells = true
  for in_numbers = 0, 1 do
    local flat = in_numbers == 1 and numbers_of(from, to) or { from, to }
    flat[#flat + 1] = frame
    local ok, message = pcall(function() step, state, control = collide.cells(unpack(flat)) end)
    assert(ok or message:find("bad argument #%d+ to 'cells' %(..+%)$"), message)
    for _ = 1, ok and 8 or 0 do
      local answer = { step(state, control) }
      control = answer[1]
      if control == nil then break end
      assert(fault(answer, "cells", NONE) == nil)
    end
  end
  frame.limit = 8
  ask("trace", NONE, nil, from, to, frame)
  local flat = numbers_of(from, to)
  flat[#flat + 1] = frame
  ask("trace", NONE, nil, unpack(flat))
  ask("cell_at", NONE, nil, unpack(from))
end

calls.grids = function(d)
  local grid = make("grid", d)
  local cell, other = draw:vector(d), draw:vector(d)
  ask_method("cell_at", NONE, nil, grid, cell)
  for _, at in ipairs { cell, d == 2 and { 1, -2 } or { 1, -2, 0 } } do
    ask_method("cell_bounds", NONE, nil, grid, at)
    ask_method("get", NONE, nil, grid, at)
    ask_method("set", NONE, nil, grid, at, 1)
  end
  ask_method("fill", NONE, nil, grid, cell, other, 1)
  ask_method("each", NONE, nil, grid, cell, other)
  ask_method("bounds", NONE, nil, grid)
  ask_method("set_one_way", NONE, nil, grid, 1, draw:direction(d))
  ask_method("get_one_way", NONE, nil, grid, 1)
  ask_method("get_shape", NONE, nil, grid, 1)
  ask_method("copy", NONE, nil, grid)
  call("decode", collide.grid.decode, NONE, nil, grid:encode())
  local shape = make_shape(d)
  if shape and grid:count() < 100 then ask_method("cells_in", NONE, nil, grid, shape) end
  call("from_rows", collide.grid.from_rows, NONE, nil, { { 1, 2 }, { 0, 1 }, size = draw:size(),
    origin = draw:vector(2) })
end

calls.meshes = function(d)
  local mesh = make(draw:pick { "mesh", "heights" }, 3)
  if not mesh then return end
  ask_method("triangle", NONE, nil, mesh, 1 + draw.random(2))
  ask_method("points", NONE, nil, mesh)
  ask_method("is_closed", NONE, nil, mesh)
  local shape = make_shape(3)
  if shape then ask_method("triangles_in", NONE, nil, mesh, shape) end
  local group = make("group", d)
  local part = group and ask_method("part", NONE, nil, group, 1)
  if part then ask_method("describe", NONE, nil, part) end
end

calls.outlines = function()
  ask("decompose", NONE, nil, draw:points(3 + draw.random(4), 2))
  local object = { id = 1, x = draw:number(), y = draw:number(), width = draw:size(), height = draw:size(),
    rotation = draw:number() }
  local kind = draw.random(3)
  object.shape = kind == 1 and "ellipse" or kind == 2 and "polygon" or nil
  if kind == 2 then
    object.polygon = {}
    for i = 1, 3 do object.polygon[i] = { x = draw:number(), y = draw:number() } end
  end
  local layer = { type = "objectgroup", name = "o", id = 1, offsetx = draw:number(), offsety = draw:number(),
    objects = { object } }
  local shapes = ask("from_tiled_objects", NONE, nil, { orientation = draw:pick { "orthogonal", "isometric" },
    width = 2, height = 2, tilewidth = draw:size(), tileheight = draw:size(), tilesets = {}, layers = { layer } }, "o")
  for _, shape in ipairs(shapes or {}) do ask("bounds", NONE, nil, shape) end
  local tiles = { type = "tilelayer", name = "t", id = 2, width = 1, height = 1, offsetx = draw:number(), data = { 1 } }
  shapes = ask("from_tiled_tiles", NONE, nil, { orientation = draw:pick { "orthogonal", "isometric", "hexagonal" },
    width = 2, height = 2, tilewidth = draw:size(), tileheight = draw:size(), hexsidelength = draw:size(),
    tilesets = { { firstgid = 1, tiles = { { id = 0, objectGroup = { objects = { object } } } } } },
    layers = { tiles } }, "t")
  for _, shape in ipairs(shapes or {}) do ask("bounds", NONE, nil, shape) end
end

calls.voxels = function()
  local shape = make_shape(3)
  if shape then ask("voxelize", NONE, nil, shape, { size = draw:size(), origin = draw:vector(3), limit = 1000 }) end
end

local names = {}
for name in pairs(calls) do names[#names + 1] = name end
table.sort(names)

-- Functions without numbers, or whose numbers are counts.
local OTHERS = { "layers", "set_layer", "get_layer", "get_layers", "load", "save", "encode", "from_tiled", "clear",
  "count", "gid", "remove", "has", "member" }

describe("every number of an answer is finite, or documented to be infinite", function()
  local taken = extremes.TAKEN

  it("with numbers of one magnitude, and one among common ones", function()
    draw = extremes.new(1, taken, extremes.REFUSED)
    for _ = 1, cases.of(20, 1) do
      for _, magnitude in ipairs(taken) do
        for _, name in ipairs(names) do
          for dimensions = 2, 3 do
            draw:begin(magnitude)
            calls[name](dimensions)
          end
        end
      end
    end
  end)

  it("of shapes that change their sizes", function()
    draw = extremes.new(3, taken, extremes.REFUSED)
    for _ = 1, cases.of(4000, 400) do
      draw:begin()
      call_sizes(draw.random(2) + 1)
    end
  end)

  it("with numbers of all magnitudes", function()
    draw = extremes.new(2, taken, extremes.REFUSED)
    for _ = 1, cases.of(20000, 1000) do
      draw:begin()
      calls[draw:pick(names)](draw.random(2) + 1)
    end
  end)

  it("in answers of every function", function()
    for _, name in ipairs(OTHERS) do called[name] = true end
    local grid, world = getmetatable(collide.grid()).__index, getmetatable(collide.world()).__index
    local shape = getmetatable(collide.circle { radius = 1 }).__index
    local mesh = getmetatable(collide.mesh { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1 } }).__index
    local group = getmetatable(collide.group { collide.circle { radius = 1 } }).__index
    for _, functions in ipairs { collide, collide.grid, grid, world, shape, mesh, group } do
      for name, f in pairs(functions) do
        assert(type(f) ~= "function" or called[name], name .. " is not called")
      end
    end
    assert(answered > 1000)
  end)
end)

describe("a number above 1e300", function()
  local function refuses(message, f, ...)
    local ok, said = pcall(f, ...)
    assert.is_false(ok)
    assert.equal("bad argument " .. message, (said:gsub("^spec[^ ]+ ", "")))
  end

  it("is refused as an argument, and named", function()
    local ball = collide.sphere { radius = 1 }
    refuses("#1 to 'sphere' (radius must be from -1e300 to 1e300, got 1e+308)", collide.sphere, { radius = 1e308 })
    refuses("#3 to 'raycast' (direction must be from -1e300 to 1e300, got -1e+301)", collide.raycast, ball,
      { 0, 0, 0 }, { 0, 0, -1e301 })
    refuses("#2 to 'raycast' (origin must be from -1e300 to 1e300, got 1e+301)", collide.raycast, ball,
      1e301, 0, -1e301, 1, 0, 1)
    refuses("#4 to 'closest' (point must be from -1e300 to 1e300, got 1e+301)", collide.closest, ball, 0, 0, 1e301)
    refuses("#1 to 'polygon' (points[2] must be from -1e300 to 1e300, got 1e+301)", collide.polygon,
      { { 0, 0 }, { 1e301, 0 }, { 0, 1 } })
    refuses("#2 to 'raycast_many' (rays[2] must be from -1e300 to 1e300, got 1e+301)", collide.raycast_many, ball,
      { 0, 0, 0, 1, 0, 0, 0, 0, 0, 1e301, 0, 0 })
    refuses("#1 to 'mesh' (vertices: vertex 2 must be from -1e300 to 1e300, got 1e+301)", collide.mesh,
      { vertices = { 0, 0, 0, 1e301, 0, 0 }, triangles = { 1, 2, 2 } })
    refuses("#1 to 'heights' (rows[1][2] must be from -1e300 to 1e300, got 1e+301)", collide.heights,
      { rows = { { 0, 1e301 }, { 0, 0 } } })
    refuses("#2 to 'set_scale' (scale must be from -1e300 to 1e300, got 1e+301)", ball.set_scale, ball, 1e301)
  end)

  it("is refused as a coordinate of a shape, by the part of its pose that makes it", function()
    local function circle(fields)
      fields.radius = 1e200
      return collide.circle(fields)
    end
    refuses("#1 to 'circle' (position: a coordinate of the shape would exceed 1e300, got (0, -1e+300))", circle,
      { position = { 0, -1e300 } })
    refuses("#1 to 'circle' (scale: a coordinate of the shape would exceed 1e300, or its size be too small to work " ..
      "with, got 1e+101)", circle, { scale = 1e101, position = { 1e250, 0 } })
    refuses("#1 to 'circle' (transform: a coordinate of the shape would exceed 1e300, or its size be too small to " ..
      "work with)", circle, { transform = { 1e101, 0, 0, 0, 0, 1e101, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 } })
    refuses("#1 to 'capsule' (capsule a=(1e+300, 0) b=(0, 0) radius=1e+290 is too large to work with, no coordinate " ..
      "may exceed 1e300)", collide.capsule, { a = { 1e300, 0 }, b = { 0, 0 }, radius = 1e290 })
    refuses("#1 to 'box' (radius: a coordinate of the shape would exceed 1e300, got 1e+300)", collide.box,
      { half = { 1e300, 1, 1 }, radius = 1e300 })
    local turned = collide.box { half = { 9e299, 9e299, 1 } }
    refuses("#2 to 'set_rotation' (rotation: a coordinate of the shape would exceed 1e300, got (0, 0, 1, 2))",
      turned.set_rotation, turned, { 0, 0, 1, 2 })
    refuses("#2 to 'translate' (displacement: a coordinate of the shape would exceed 1e300, got (2e+299, 0, 0))",
      turned.translate, turned, { 2e299, 0, 0 })
    assert.same({ -9e299, -9e299, -1, 9e299, 9e299, 1 }, { turned:bounds("numbers") })
    turned:translate(1e299, 0, 0)
    assert.equal(1e300, (select(4, turned:bounds("numbers"))))
  end)

  it("is refused in an answer, by the argument that makes it", function()
    local floor = collide.plane { normal = { 0, 1 }, distance = 0 }
    for _, target in ipairs { floor, { floor }, collide.world { floor } } do
      for _, name in ipairs { "raycast", "linecast", "raycast_all" } do
        refuses(("#3 to '%s' (direction: a coordinate of a hit would exceed 1e300, got %s)")
          :format(name, "(1e+300, -0.001)"), collide[name], target, { 0, 1 }, { 1e300, -1e-3 })
      end
      assert.is_true(collide.raycast_any(target, { 0, 1 }, { 1e300, -1e-3 }))
      refuses("#4 to 'raycast' (direction: the t of a hit would be infinite, got (0, " ..
        "-4.9406564584125e-324))", collide.raycast, target, 0, 1, 0, -5e-324)
      refuses("#2 to 'raycast_many' (rays[2]: a coordinate of a hit would exceed 1e300, got " ..
        "(1e+300, -0.001))", collide.raycast_many, target, { 0, 1, 0, -1, 0, 1, 1e300, -1e-3 })
    end
    local slope = collide.plane { normal = { 1, 2 }, distance = -1e300 }
    refuses("#1 to 'distance' (a coordinate of the answer would exceed 1e300, got plane and point)", collide.distance,
      slope, { -1e300, 9e299 })
    refuses("#2 to 'closest' (point: a coordinate of the nearest point would exceed 1e300, got (-1e+300, 9e+299))",
      collide.closest, slope, -1e300, 9e299)
    refuses("#2 to 'project' (axis: the projection would exceed 1e300, got (1e+200, 0))", collide.project,
      collide.circle { radius = 1e200 }, 1e200, 0)
    local ball = collide.circle { radius = 1, position = { 5e299, 0 } }
    for _, name in ipairs { "shapecast", "move" } do
      refuses(("#3 to '%s' (displacement: a coordinate of the shape would exceed 1e300, got (6e+299, 0))"):format(name),
        collide[name], floor, ball, { 6e299, 0 })
    end
  end)
end)

describe("a number that was nan, or lost", function()
  it("is the parameter at which a line leaves a shape that a short segment lies in", function()
    for _, fields in ipairs { { shape = "circle", radius = 1 }, { shape = "rect", half = { 0.5, 0.5 }, radius = 0.5 },
      { shape = "capsule", a = { 0, -1 }, b = { 0, 1 }, radius = 1 }, { shape = "rect", half = { 1, 1 } },
      { shape = "sphere", radius = 1 }, { shape = "cylinder", radius = 1, half_height = 1 },
      { shape = "cone", radius = 2, height = 2, position = { 0, 1, 0 } }, { shape = "sphere", radius = 1,
        scale = { 1, 2, 1 } } } do
      local shape = collide[fields.shape](fields)
      for _, x in ipairs { 1e-10, 1e-100, 1e-160, 1e-165, 1e-200, 1e-300 } do
        local is_flat = select("#", shape:get_position("numbers")) == 2
        local hit = shape:segmentcast(is_flat and { 0, 0 } or { 0, 0, 0 }, is_flat and { x, 0 } or { x, 0, 0 })
        assert.is_true(math.abs(hit.t_exit * x - 1) < 1e-14, tostring(shape))
      end
    end
  end)

  it("is the time at which a shape leaves a half-plane that it nearly runs along", function()
    local wall, ball = collide.plane { normal = { 1, 0 }, distance = 2 }, collide.circle { radius = 1 }
    for _, dx in ipairs { 1e-200, 1e-300, 1e-305 } do
      assert.equal(3 / dx, collide.shapecast(wall, ball, { dx, 0.5 }).t_exit)
    end
    assert.equal(huge, collide.shapecast(wall, ball, { 1e-308, 0.5 }).t_exit)
  end)

  it("is the point of a hit at a t above 1e300", function()
    local s, third = 1e-300, 1 / 3
    local hull = collide.hull { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
    local point = hull:raycast({ 2, 2, 2 }, { -s, -s, -s }).point
    for _, x in ipairs { point.x, point.y, point.z } do assert.is_true(math.abs(x - third) < 1e-15) end
    local slope = collide.plane { normal = { s, s }, distance = s }
    assert.same({ 0.5, 0.5 }, { select(5, slope:raycast(2, 2, -s, -s)) })
    for d = 2, 3 do
      local grid = collide.grid { dimensions = d }
      grid:set(d == 2 and { 0, 0 } or { 0, 0, 0 }, 1)
      point = grid:raycast(d == 2 and { 2.5, 2.25 } or { 2.5, 2.25, 0.5 }, d == 2 and { -s, -s } or { -s, -s, 0 }).point
      assert.same({ 1, 0.75 }, { point.x, point.y })
    end
  end)

  it("is the t of a line that begins in a cell, which was -0", function()
    local grid = collide.grid { dimensions = 2 }
    grid:set(0, 0, 1)
    local t = grid:linecast(1e-200, 0.5, 1e200, 0)
    assert.equal(huge, 1 / t)
  end)

  it("is a bound of a shape that reaches to 1e300 except for rounding", function()
    for _, shape in ipairs { collide.box { half = { 1e300, 1, 1 }, position = { 5e-324, 0, 0 } },
      collide.sphere { radius = 1e300, position = { 5e-324, 0, 0 } } } do
      for _, one in ipairs { shape, collide.world { shape }, collide.group { shape } } do
        local x1, _, _, x2 = one:bounds("numbers")
        assert.same({ -1e300, 1e300 }, { x1, x2 })
      end
    end
  end)

  it("is the cell of a grid whose cells are 1e290 large, which ended at 1e100", function()
    local grid, k = collide.grid { dimensions = 2, size = 1e290 }, 1e290
    grid:set(5, 5, 1)
    local _, x, y = grid:closest(-k, -k)
    assert.same({ 5 * k, 5 * k }, { x, y })
    local ball = collide.circle { radius = k / 8, position = { 5.5 * k, 9 * k } }
    local hit = grid:shapecast(ball, { 0, -9 * k })
    assert.is_true(math.abs(hit.t * 9 - (3 - 0.125)) < 1e-12)
  end)

  it("is the corner of a line that misses its shape by rounding, which was read from memory", function()
    local k = 1e100
    local hollow = collide.rect { rotation = k, min = { -k, 0 }, max = { -k, k }, hollow = true, scale = 0.5,
      position = { 0, k } }
    local group = collide.group {
      { shape = "polygon", points = { { 8.047921097574252e99, -1.9813763357910645e100 },
        { 1.9813763357910645e100, -1.1952078902425748e100 }, { 1.9957844596681362e100, -1.0980762088739702e100 } },
        transform = { 1, k, 0, 0, 0, k, 0, 0, 0, 0, 1, 0, -k, -k, 0, 1 } },
      { shape = "triangle", rotation = k, radius = k, points = { { k, -4.4324475542361205e99 },
        { -1.8388871061774937e99, -k }, { k, -k } }, position = { -k, k } },
      { shape = "rect", width = k, height = k, rotation = -k, position = { -k, k } },
    }
    local moved = group:copy()
    collide.move(hollow, moved, { k, k }, { respond = "bounce", up = { 0, -1 } })
    assert.same(moved:get_position(), (select(2, pcall(collide.move, hollow, group, { k, k },
      { respond = "bounce", up = { 0, -1 } }))).position)
  end)

  it("is a point of a segment under a large scale", function()
    assert.error_matches(function() collide.segment { { 0, 0, -1 }, { 1e70, 1, 1e154 }, scale = 1e300 } end,
      "scale: a coordinate of the shape would exceed 1e300")
  end)

  it("is the contact of a ball in space with a half-space whose normal is long", function()
    local long = collide.plane { normal = { 0, 1e200, 0 }, distance = 1e200 }
    local ball = collide.sphere { radius = 1, scale = { 2, 1, 1 }, position = { 0, 1.5, 0 } }
    assert.same({ 0, 1, 0, 0.5, 0, 0.75, 0 }, { collide.contact(ball, long, "numbers") })
  end)

  it("is the time of a line through a capsule of the smallest numbers, which was read from memory", function()
    local tiny = 5e-324
    local point = collide.capsule { radius = tiny, a = { 0, 0, 0 }, b = { 0, 0, 0 }, position = { tiny, -tiny, tiny } }
    for x = 1, 3 do
      collide.linecast(collide.sphere { radius = x, scale = { 1, 2, 3 } }, x, 0, 0, 1, x, 0)
      local t = point:linecast(0.3, -0.7, 0.1, 0.3, -0.7, 0.1)
      assert.is_true(t == nil or t == 0)
    end
  end)
end)
