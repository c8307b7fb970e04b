-- SPDX-License-Identifier: MIT
--
-- The calls that `make fuzz-memory` repeats while memory runs out, and `make fuzz-threads` in several threads at once.
-- Each function and method has DRAWS cases, whose arguments the generators of spec/fuzz draw (spec/fuzz/complete.lua
-- asserts that these know all that the module exports); cases_tiled.lua and cases_files.lua add calls that they do not
-- draw. A case makes its arguments, then makes one call. For programs in C, which run this file in spec/hostile, in a
-- state that holds the module; names of files begin with the global `hostile_prefix`.
package.path = package.path .. ";../../?.lua"
local collide = require("collide")
local show = require("show")
local arguments = require("spec.fuzz.arguments")
local checks = require("spec.fuzz.checks")
local hostile = require("spec.fuzz.hostile")
local new_random = require("spec.fuzz.random")
local program = require("spec.fuzz.program")
local files = require("spec.support.files")

local unpack = table.unpack or unpack -- luacheck: ignore 143
local load = loadstring or load -- luacheck: ignore 113
local prefix = hostile_prefix -- luacheck: ignore 113
local DRAWS = 16 -- of each function; every third has a mistake
local SEED = 3
local LONGEST = 60 -- steps of a loop

checks.path = prefix .. "drawn"
-- All names that are drawn, also as mistakes: whether an error knows one does not depend on the calls before.
for _, name in ipairs { "floor", "1", "0x10", "", "x\0y" } do pcall(collide.layers, { name }) end

local cases = { show = show }

-- ---- What the calls share ----------------------------------------------------

local function filled(dim)
  local grid = collide.grid { dimensions = dim }
  local low, high = { -2, -2, dim == 3 and -2 or nil }, { 1, -1, dim == 3 and 1 or nil }
  grid:fill(low, high, 7)
  low[1], high[1], high[2] = 3, 900, -900
  grid:set(low, 2)
  grid:set(high, 65535)
  return grid
end

local function ball(dim, x, layer)
  local kind = dim == 2 and collide.circle or collide.sphere
  return kind { radius = 1, position = { x, 0, dim == 3 and 0 or nil }, layer = layer }
end

local function crowd(dim)
  local group = { ball(dim, 0), ball(dim, 1), dim == 3 and hostile.samples.mesh() or nil, layer = "door" }
  local members = { filled(dim), collide.group(group) }
  for x = 1, 8 do members[#members + 1] = ball(dim, 1.25 * x, x % 2 == 0 and "wall" or "door") end
  if dim == 3 then members[#members + 1] = hostile.samples.mesh() end
  return members
end

-- The values that arguments name by v[number], as the results of earlier calls in a program of spec/fuzz.
local pool = {}
local function add_to_pool(kind, dim, make, shape)
  pool[#pool + 1] = { id = #pool + 1, kind = kind, dim = dim, make = make, shape = shape }
end
local lines = { [2] = { { -9, -0.9 }, { 1, 0 } }, [3] = { { -9, -0.9, 0.1 }, { 1, 0, 0 } } }
for dim = 2, 3 do
  add_to_pool("grid", dim, function() return filled(dim) end)
  add_to_pool("shape", dim, function() return ball(dim, 0.5) end, dim == 2 and "circle" or "sphere")
  add_to_pool("compound", dim, function() return crowd(dim)[2] end)
  add_to_pool("world", dim, function() return collide.world(crowd(dim)) end)
  add_to_pool("targets", dim, function() return crowd(dim) end)
  add_to_pool("string", dim, function() return filled(dim):encode() end)
  add_to_pool("hit", dim, function() return filled(dim):raycast(unpack(lines[dim])) end)
  add_to_pool("list", dim, function() return filled(dim):raycast_all(unpack(lines[dim])) end)
end
add_to_pool("shape", 2, function() return collide.triangle { { -1, -1 }, { 2, 0 }, { 0, 2 } } end, "triangle")
add_to_pool("shape", 2, function() return collide.rect { half = { 1, 2 }, rotation = 1 } end, "rect")
add_to_pool("shape", 3, function()
  return collide.triangle { { 0, 0, -1 }, { 0, 2, 0 }, { 1, -0.25, 2 } }
end, "triangle")
add_to_pool("shape", 3, function()
  return collide.hull { { -1, 0, -1 }, { 1, -0.25, 0 }, { 0, 2, 0 }, { 0, 0, 2 }, radius = 0.25 }
end, "hull")
add_to_pool("shape", 2, function() return collide.capsule { a = { 0, 0 }, b = { 2, 1 }, radius = 1 } end, "capsule")
add_to_pool("shape", 3, function() return collide.capsule { radius = 0.5, half_height = 1 } end, "capsule")
add_to_pool("shape", 3, function() return collide.cylinder { radius = 0.5, half_height = 1 } end, "cylinder")
add_to_pool("mesh", 3, function()
  local mesh = checks.cube(2)
  mesh.position = { -1, -1, -1 }
  return collide.mesh(mesh)
end)

-- ---- The cases ---------------------------------------------------------------

-- Those that are known to leave something half done: a pattern of their names, and why.
local known = {
  { "%.separate ", "a series of moves: those before the failure stay" },
}

local entries = {}
for _, entry in ipairs(program.entries) do
  -- A finalizer leaves nothing to look at.
  if not (entry.where == "meta" and entry.name:find("^free_")) then entries[#entries + 1] = entry end
end

-- Where files stand as they did before each call.
local function reset_files()
  local list = { checks.path .. ".vox", checks.path .. ".binvox" }
  for _, path in ipairs(list) do files.write(path, "what was here before") end
  return list
end

local function go_through(step, state, control)
  local list = {}
  for a, b, c, d, e in step, state, control do
    list[#list + 1] = { a, b, c, d, e }
    if #list == LONGEST then break end
  end
  return list
end

-- Between far points these would take long, and so would a text of all that Lua has.
local FAR = { trace = true, cells = true, fill = true, voxelize = true }

local function pack(...) return { n = select("#", ...), ... } end

local LOOPS = { cells = true, each = true, pairs = true }
local HEAD = "local c, h, k, v, pack = ... local S, G, M, P, W = h.shape_methods, h.grid_methods, h.mesh_methods, "
  .. "h.group_methods, h.world_methods "

-- make(): a table of all that the call uses. call(state): the call, whose results are compared. Where the arguments
-- cannot be made, and in half of all cases, the call makes them, too.
local function drawn(number)
  local entry = entries[(number - 1) % #entries + 1]
  local round = math.floor((number - 1) / #entries) + 1
  local d = arguments.new(new_random(SEED, number), new_random(SEED + 1, number), pool, function() return "nil" end)
  d.dim = 2 + round % 2
  local list = (round % 3 == 0 and program.spoilt_arguments or program.valid_arguments)(d, entry)
  local text = table.concat(list, ", ")
  if text:find("_G", 1, true) or FAR[entry.name] and text:find("%d%d%d%d") then text = "" end
  local code = HEAD .. ("return %s, pack(%s)"):format(program.function_text(entry), text)
  local values
  local function evaluate(state) return values(collide, hostile, checks, state.v, pack) end
  local function make()
    values = values or assert(load(code))
    local state = { v = {} }
    if text:find("k.", 1, true) then state.files = reset_files() end
    for id in text:gmatch("v%[(%d+)%]") do state.v[tonumber(id)] = pool[tonumber(id)].make() end
    local made, called, given = pcall(evaluate, state)
    if made and round % 4 < 2 then state.called, state.given = called, given end
    return state
  end
  local function call(state)
    local called, given = state.called, state.given
    if not called then called, given = evaluate(state) end
    if LOOPS[entry.name] then return go_through(called(unpack(given, 1, given.n))) end
    return called(unpack(given, 1, given.n))
  end
  return { name = ("%s.%s %d: %s"):format(entry.where, entry.name, round, text), make = make, call = call }
end

local written = {}
local function add(name, make, call)
  written[#written + 1] = { name = name, make = make, call = call }
end
require("cases_tiled")(add, collide)
require("cases_files")(add, collide, prefix)
add("a layer that has no number yet", function() return { shape = ball(3, 0) } end,
  function(state) return state.shape:set_layer("another layer"):get_layer() end)
add("layers that have no number yet", function() return { shape = ball(3, 0) } end,
  function(state) return state.shape:set_layer { "a third layer", "a fourth layer" }:get_layer() end)
add("a move past more members than the call has room for", function()
  local members = {}
  for x = 1, 60 do members[x] = ball(2, 3 * x) end
  return { members = members, mover = ball(2, 0) }
end, function(state) return collide.move(state.members, state.mover, { 200, 0 }, { respond = "pass" }) end)
local ring = {}
for i = 1, 20 do ring[i] = { math.cos(i * math.pi / 10), math.sin(i * math.pi / 10) } end
add("a polygon that gets more points than it has memory for", function()
  local shape = collide.polygon { { 0, 0 }, { 1, 0 }, { 0, 1 } }
  return { shape = shape, world = collide.world { shape } }
end, function(state) return state.shape:resize { points = ring, anchor = { 0, -1 } } end)
add("require", function() return {} end, function()
  local before = package.loaded.collide
  package.loaded.collide = nil
  local fine, module = pcall(require, "collide")
  package.loaded.collide = before
  if not fine then error(module, 0) end
  local names = {}
  for name in pairs(module) do names[name] = type(module[name]) end
  return names
end)

function cases.count() return #written + DRAWS * #entries end

-- Makes the list of cases: `count` of them from `first` on.
function cases.keep(first, count)
  cases.list = {}
  for i = first, math.min(first + count - 1, cases.count()) do
    local case = written[i] or drawn(i - #written)
    for row, mark in ipairs(known) do
      if case.name:find(mark[1]) then case.known = row end
    end
    cases.list[i] = case
  end
  collectgarbage()
end

return cases
