-- SPDX-License-Identifier: MIT
--
-- The calls that `make fuzz-memory` repeats while memory runs out, and `make fuzz-threads` in
-- several threads at once: every function and method in each of its forms. A case makes what it
-- needs, then makes one call. For programs in C, which run this file in a state that holds the
-- module; names of files begin with the global `hostile_prefix`.
local collide = require("collide")
local show = require("show")

local cases = { list = {}, show = show }

function cases.count() return #cases.list end

-- make(): a table of all that the call uses. call(state): the call, whose results are compared.
function cases.add(name, make, call)
  cases.list[#cases.list + 1] = { name = name, make = make, call = call }
end

require("cases_shapes")(cases, collide)
require("cases_groups")(cases, collide)
require("cases_worlds")(cases, collide)
require("cases_casts")(cases, collide)
require("cases_cells")(cases, collide)
require("cases_pairs")(cases, collide)
require("cases_grids")(cases, collide)
require("cases_meshes")(cases, collide)
require("cases_voxels")(cases, collide)
require("cases_text")(cases, collide)

cases.add("require", function() return {} end, function()
  local before = package.loaded.collide
  package.loaded.collide = nil
  local fine, module = pcall(require, "collide")
  package.loaded.collide = before
  if not fine then error(module, 0) end
  local names = {}
  for name in pairs(module) do names[name] = type(module[name]) end
  return names
end)

-- Those that are known to leave something half done: a pattern of their names, and why.
local known = {
  { ": separate$", "a series of moves: those before the failure stay" },
}

-- Forgets all but `count` from `first` on.
function cases.keep(first, count)
  local kept = {}
  for i = first, first + count - 1 do kept[i] = cases.list[i] end
  cases.list = kept
  collectgarbage()
end

-- Not in the order of `pairs`.
table.sort(cases.list, function(a, b) return a.name < b.name end)
for i, case in ipairs(cases.list) do
  assert(i == 1 or case.name ~= cases.list[i - 1].name, case.name)
  for row, mark in ipairs(known) do
    if case.name:find(mark[1]) then case.known = row end
  end
end

-- The functions of the module, of collide.grid, of shapes, grids and groups, by their names.
local function exported()
  local named = {}
  local ball = collide.sphere { radius = 1 }
  local owners = {
    ["collide."] = collide, ["collide.grid."] = collide.grid,
    ["mesh:"] = getmetatable(collide.mesh { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1 } }).__index,
    ["shape:"] = getmetatable(ball).__index, ["grid:"] = getmetatable(collide.grid()).__index,
    ["world:"] = getmetatable(collide.world()).__index,
    ["group:"] = getmetatable(collide.group { ball }).__index,
  }
  for owner, functions in pairs(owners) do
    for name, value in pairs(functions) do
      if type(value) == "function" then named[owner .. name] = value end
    end
  end
  named["collide.grid()"] = getmetatable(collide.grid).__call
  for name, value in pairs {
    mesh = collide.mesh { vertices = { 0, 0, 0 }, triangles = { 1, 1, 1 } },
    shape = ball, hit = ball:raycast({ 0, 0, -5 }, { 0, 0, 1 }), grid = collide.grid(),
    world = collide.world(), ["group of shapes"] = collide.group { ball },
    group = collide.trace({ 0, 0 }, { 2, 2 })[1], vector = ball:bounds(),
    list = collide.trace({ 0, 0 }, { 2, 2 }),
    contact = collide.circle { radius = 1 }:contact(collide.circle { radius = 1 }),
  } do
    named["tostring of a " .. name] = getmetatable(value).__tostring
  end
  return named
end

-- The names of those that no case calls, sorted.
function cases.missing()
  local called = {}
  local named = exported()
  debug.sethook(function() called[debug.getinfo(2, "f").func] = true end, "c")
  for _, case in ipairs(cases.list) do pcall(case.call, case.make()) end
  debug.sethook()
  local names = {}
  for name, value in pairs(named) do
    if not called[value] then names[#names + 1] = name end
  end
  table.sort(names)
  return names
end

return cases
