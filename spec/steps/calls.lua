-- SPDX-License-Identifier: MIT
--
-- The calls that `make fuzz-slow` searches. Each row draws a call at a target of some kind: the sources of its
-- arguments, as locals, and of the call. The names of the locals tell spec/steps/near.lua what is near the answer:
-- t: target, a: shape, p: point, v: displacement or direction, o: options.
local draw = require "spec.steps.draw"
local scenes = require "spec.steps.scenes"

local calls, names = {}, {}

local ALL = { [2] = {}, [3] = {} }
for dim = 2, 3 do
  for i, row in ipairs(draw.targets[dim]) do ALL[dim][i] = row[1] end
end
local GRIDS = { [2] = { "filled grid", "grid", "far cells" }, [3] = { "filled grid", "grid", "far cells" } }
local MESH = { [2] = {}, [3] = { "mesh" } }
local WORLDS = { [2] = { "members", "mixture" }, [3] = { "members", "mixture" } }
local ALONE = { [2] = { "alone" }, [3] = { "alone" } }

-- `own` names the row of spec/steps/near.lua, if the call has a limit of its own.
local function add(name, kinds, make, own)
  names[#names + 1] = name
  calls[name] = { name = name, kinds = kinds, make = make, own = own }
end

local function options(d, list, ...)
  for i = 1, select("#", ...) do
    local one = select(i, ...)
    if one and d:chance(30) then list[#list + 1] = one end
  end
  return { "o", draw.in_braces(list) }
end

local CORNERS = { 'corners = "ahead"', 'rule = "closed"', 'rule = "closed"' }

-- ---- Casts ------------------------------------------------------------------

for _, stem in ipairs { "raycast", "segmentcast", "linecast" } do
  for _, suffix in ipairs { "", "_any", "_all" } do
    local name = stem .. suffix
    add(name, ALL, function(d, kind)
      local target = d:target(kind)
      local is_ray = stem == "raycast"
      return { { "t", target }, { "p", d:point() }, { "v", stem == "segmentcast" and d:point() or d:direction() },
        options(d, {}, stem ~= "linecast" and 'inside = "skip"', d:of(CORNERS),
          is_ray and "max = " .. d:number(0, 20), suffix == "_all" and "limit = 3") },
        ("c.%s(t, p, v, o)"):format(name)
    end)
  end
end

local function rays(count) return ("s.rays(%d, %s, %s)"):format(count, "p", "v") end
add("raycast_many", ALL, function(d, kind)
  local target = d:target(kind)
  return { { "t", target }, { "p", d:point() }, { "v", d:direction() } }, "c.raycast_many(t, " .. rays(10) .. ")"
end)

-- ---- Pairs ------------------------------------------------------------------

local function shape_or_point(d) return d:chance(90) and d:shape() or d:point() end

-- Now and then the shape rests on the target.
local function mover_at(d)
  local source = d:mover()
  if not d:chance(25) then return source end
  return ("s.rest(t, %s, %s)"):format(source, d:displacement())
end

for _, name in ipairs { "overlap", "contact", "distance", "overlap_all", "contact_all", "distance_all" } do
  add(name, ALL, function(d, kind)
    local target = d:target(kind)
    local shape = d:chance(70) and shape_or_point(d) or mover_at(d)
    local is_distance = name:find("^distance")
    local o = options(d, {}, not is_distance and 'touching = "skip"', name:find("_all") and name ~= "overlap_all"
      and "limit = " .. d:of { 1, 3, 20 })
    if name == "distance_all" or is_distance and d:chance(30) then
      o[2] = o[2]:gsub("^{", "{ max = " .. d:of { "0", "1", "0.125", "4", d:number(0, 10) } .. ",")
    end
    return { { "t", target }, { "a", shape }, o }, ("c.%s(a, t, o)"):format(name)
  end)
end

add("closest", ALL, function(d, kind)
  local target = d:target(kind)
  return { { "t", target }, { "p", d:point() }, options(d, {}, "max = " .. d:number(0, 10)) }, "c.closest(t, p, o)"
end)
add("contains", ALL, function(d, kind)
  local target = d:target(kind)
  return { { "t", target }, { "p", d:point() } }, "c.contains(t, p)"
end)

-- Two targets, each with many members.
local PAIRED = { [2] = { "filled grid", "grid", "group" }, [3] = { "filled grid", "grid", "group", "mesh" } }
for _, name in ipairs { "overlap", "contact", "distance" } do
  local kinds = name == "contact" and { [2] = { "group" }, [3] = { "group", "mesh" } } or PAIRED
  add(name .. " of two", kinds, function(d, kind)
    local one = d:target(kind)
    local other = d:target(kind)
    if kind == "mesh" then other = other:gsub("$", ":translate(" .. d:displacement() .. ")") end
    return { { "t", one }, { "a", other } }, ("c.%s(a, t)"):format(name)
  end, "pairs")
end

-- ---- Moves ------------------------------------------------------------------

for _, name in ipairs { "shapecast", "shapecast_any", "shapecast_all" } do
  add(name, ALL, function(d, kind)
    local target = d:target(kind)
    return { { "t", target }, { "a", mover_at(d) }, { "v", d:displacement() },
      options(d, {}, 'touching = "skip"', 'inside = "skip"',
        name == "shapecast_all" and "limit = " .. d:of { 1, 3, 20 }) }, ("c.%s(t, a, v, o)"):format(name)
  end)
end

local RESPONSES = { '"stop"', '"bounce"', '"pass"', 'function(h) return h.t > 0 and "slide" or "pass" end' }
local UP = { [2] = "{ 0, 1 }", [3] = "{ 0, 1, 0 }" }

add("move", ALL, function(d, kind)
  local target = d:target(kind)
  local list = {}
  if d:chance(40) then
    list[1] = "up = " .. UP[d.dim]
    if d:chance(70) then list[2] = "step = " .. d:of { "0.3", "0.5", "1" } end
    if d:chance(70) then list[#list + 1] = "snap = " .. d:of { "0.3", "0.5", "1" } end
    if d:chance(20) then list[#list + 1] = "max_slope = " .. d:of { "1", "1.5", "0.1" } end
  end
  return { { "t", target }, { "a", mover_at(d) }, { "v", d:displacement() }, options(d, list,
    d:chance(50) and "respond = " .. d:of(RESPONSES), d:chance(50) and "iterations = " .. d:of { 1, 4, 40 }) },
    "c.move(t, a, v, o)"
end)

add("push_out", ALL, function(d, kind)
  local target = d:target(kind)
  return { { "t", target }, { "a", d:mover() } }, "c.push_out(t, a)"
end)

local function world_of(d, kind)
  local list = d:target(kind)
  return list:find("^c%.world") and list or "c.world(" .. list .. ")"
end

add("separate", WORLDS, function(d)
  return { { "t", world_of(d, "members") }, { "n", d:of { 1, 4, 8 } } },
    ("c.separate(t, { only = s.some(t, %d), iterations = n })"):format(d:of { 1, 2, 1000 })
end, "separate")

-- ---- Worlds, grids, meshes --------------------------------------------------

add("world:pairs", WORLDS, function(d, kind)
  local world = world_of(d, kind)
  return { { "t", world }, options(d, {}, d:of { 'touching = "skip"', "within = " .. d:number(0, 2) }) },
    "s.drain(t:pairs(o))"
end)
-- Every member has moved, and the world brings its BVH up to date.
add("world:update", WORLDS, function(d, kind)
  local world = world_of(d, kind)
  return { { "t", world }, { "v", d:displacement() }, { "p", d:point() } }, "s.shift(t, v, p)"
end)

add("grid:cells_in", GRIDS, function(d, kind)
  local grid = d:target(kind)
  return { { "t", grid }, { "a", d:shape() } }, "t:cells_in(a)"
end)

local function cell(d, low, high)
  local list = {}
  for i = 1, d.dim do list[i] = tostring(low + d.choices:pick(high - low + 1) - 1) end
  return list
end

-- Two corners, of which the second is not below the first.
local function box(d)
  local far = d:chance(15)
  local low, list = cell(d, -4, d.extent), {}
  for i = 1, d.dim do
    local more = far and d:of { 2 ^ 10, 2 ^ 20, 2 ^ 40 } or d.choices:pick(d.extent + 4)
    list[i] = ("%.0f"):format(tonumber(low[i]) + more)
  end
  return table.concat(low, ", ") .. ", " .. table.concat(list, ", ")
end

add("grid:fill", GRIDS, function(d, kind)
  local grid = d:target(kind)
  local corners = box(d)
  return { { "t", grid }, { "box", "{ " .. corners .. " }" } }, ("t:fill(%s, %d)"):format(corners, d:of { 0, 1, 2 })
end, "fill")
add("grid:each", GRIDS, function(d, kind)
  local grid = d:target(kind)
  return { { "t", grid } }, ("s.drain(t:each(%s))"):format(d:chance(50) and box(d) or "")
end)
add("grid:set", GRIDS, function(d, kind)
  local grid = d:target(kind)
  return { { "t", grid } }, ("t:set(%s, %d)"):format(table.concat(cell(d, -4, d.extent), ", "), d:of { 0, 1, 2 })
end)
add("grid:bounds", GRIDS, function(d, kind)
  local grid = d:target(kind)
  local at = table.concat(cell(d, 0, d.extent - 1), ", ")
  return { { "t", grid }, { "n", "t:set(" .. at .. ", 0)" } }, "t:bounds()"
end)
for _, name in ipairs { "copy", "encode", "clear", "count" } do
  add("grid:" .. name, GRIDS, function(d, kind) return { { "t", d:target(kind) } }, "t:" .. name .. "()" end)
end

add("trace", ALONE, function(d)
  return { { "p", d:point() }, { "v", d:point() } }, ("c.trace(p, v, { size = %s%s })"):format(
    d:of { "1", "0.125", "0.1", "16" }, d:chance(30) and ', rule = "closed"' or "")
end)
add("cells", ALONE, function(d)
  return { { "p", d:point() }, { "v", d:point() } }, ("s.drain(c.cells(p, v, { size = %s }))"):format(
    d:of { "1", "0.125", "0.1", "16" })
end)

add("mesh:triangles_in", MESH, function(d, kind)
  local mesh = d:target(kind)
  return { { "t", mesh }, { "a", d:shape() } }, "t:triangles_in(a)"
end)
add("mesh:is_closed", MESH, function(d, kind)
  return { { "t", d:target(kind) } }, ("t:is_closed { weld = %s }"):format(d:of { "0", "1e-9", "0.125", "10" })
end)

-- ---- Makers -----------------------------------------------------------------

add("hull", ALONE, function(d)
  if d.dim == 2 then
    return { { "p", ("s.ring(%d, %s, %s)"):format(d:of(draw.MANY) * 4, d:size(), d:of { "1", "0.01", "1e-12" }) } },
      "c.hull(p)"
  end
  return { { "p", ("s.cloud(%d, %q, %s, %d)"):format(d:of { 8, 30, 100, 300, 1000, 3000 }, d:of(scenes.clouds),
    d:size(), draw.seed(d)) } }, "c.hull(p)"
end, "hull")
add("polygon", { [2] = { "alone" }, [3] = {} }, function(d)
  return { { "p", ("s.ring(%d, %s, %s)"):format(d:of { 3, 30, 300, 3000 }, d:size(), d:of { "1", "0.01", "1e-12" }) } },
    ("c.polygon { points = p, rotation = %s }"):format(d:number(-3, 3))
end, "hull")
add("decompose", { [2] = { "alone" }, [3] = {} }, function(d)
  local n = d:of { 8, 20, 50, 100, 256, 257, 1000, 3000 }
  return { { "p", ("s.outline(%d, %q, %d)"):format(n, d:of(scenes.outlines), draw.seed(d)) } },
    ("c.decompose(p, { tolerance = %s })"):format(d:of { "0", "0", "0", "0.01", "0.5", "2" })
end, "decompose")
add("mesh", { [2] = {}, [3] = { "alone" } }, function(d)
  return { { "p", ("s.cloud(%d, %q, %s, %d)"):format(d:of { 30, 300, 3000, 9000 }, d:of(scenes.clouds), d:size(),
    draw.seed(d)) } }, ("c.mesh { vertices = p, triangles = s.numbers(#p - #p %% 3), weld = %s }"):format(
    d:of { "0", "1e-9", "0.01", "1", "1e-70" })
end, "mesh")
add("voxelize", { [2] = {}, [3] = { "mesh" } }, function(d, kind)
  return { { "t", d:target(kind) } }, ("c.voxelize(t, { size = %s%s })"):format(d:of { "1", "0.5", "0.25", "0.3", "4" },
    d:chance(40) and ", solid = true" or "")
end)
add("copy, describe", ALONE, function(d)
  return { { "a", d:mover() } }, "s.made_again(a)"
end)
add("bounds, project", ALL, function(d, kind)
  return { { "t", d:target(kind == "shape" and "shape" or "group") }, { "v", d:direction() } }, "s.extents(t, v)"
end)
add("set_position", ALL, function(d)
  return { { "t", d:target("group") }, { "v", d:point() } }, "t:set_position(v)"
end)

calls.names = names
return calls
