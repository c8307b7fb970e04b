-- SPDX-License-Identifier: MIT
--
-- A program: calls, each an expression in Lua's own words whose value later calls may use as
-- v[number]. It is made from a seed and a number alone, without calling the module, so that it
-- can be made again after a crash.
local arguments = require("spec.fuzz.arguments")
local calls = require("spec.fuzz.calls")
local known = require("spec.fuzz.known")
local questions = require("spec.fuzz.questions")
local new_random = require("spec.fuzz.random")

local program = {}

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

-- All rows of `calls` in a fixed order.
local entries = {}
for _, where in ipairs { "module", "grids", "shape", "grid", "mesh", "group", "world", "meta" } do
  for _, name in ipairs(sorted_keys(calls[where])) do
    entries[#entries + 1] = { where = where, name = name, draw = calls[where][name] }
  end
end
local question_names = sorted_keys(questions)
local on_grids, walks = {}, {}
for _, entry in ipairs(entries) do
  if entry.where == "grid" then on_grids[#on_grids + 1] = entry end
  if entry.name == "each" or entry.name == "cells" then walks[#walks + 1] = entry end
end
local CHANGES = {}
for _, entry in ipairs(entries) do
  if (entry.where == "grid" and (entry.name == "set" or entry.name == "fill"))
    or (entry.where == "world" and (entry.name == "add" or entry.name == "remove" or entry.name == "clear"))
    or ((entry.where == "shape" or entry.where == "mesh" or entry.where == "group") and entry.name:find("^set_")) then
    CHANGES[#CHANGES + 1] = entry
  end
end

program.entries, program.questions = entries, question_names

local HOLDERS = { module = "c", grids = "c.grid", shape = "S", grid = "G", mesh = "M", group = "P", world = "W" }

local EVENTS = { free = "__gc", set = "__newindex", text = "__tostring", length = "__len", pairs = "__pairs" }

-- The function of a row, as Lua source.
function program.function_text(entry)
  if entry.where == "meta" then
    local event, kind = entry.name:match("^(%a+)_(%a+)$")
    return ("h.metatables.%s.%s"):format(kind, EVENTS[event])
  end
  return HOLDERS[entry.where] .. "." .. entry.name
end

local function call_text(d, entry, list)
  local first = list[1]
  local is_method = entry.where ~= "module" and entry.where ~= "grids" and entry.where ~= "meta"
  if is_method and first and d:has_methods(first) and d.spoil == 0 and not d.by_name and d:chance(60) then
    return ("%s:%s(%s)"):format(first, entry.name, table.concat(list, ", ", 2))
  end
  return ("%s(%s)"):format(program.function_text(entry), table.concat(list, ", "))
end

-- Draws the arguments of a call, and tells what kind of value comes back.
function program.valid_arguments(d, entry)
  d:begin(0, false)
  return entry.draw(d)
end

local function valid_call(d, entry)
  local list, result = program.valid_arguments(d, entry)
  return call_text(d, entry, list), result
end

-- Changes the list of arguments itself.
local function another_count(d, list)
  local other = d.other
  local kind = other:pick(4)
  if kind == 1 and #list > 0 then
    table.remove(list, other:pick(#list))
  elseif kind == 2 and #list > 1 then
    local i, j = other:pick(#list), other:pick(#list)
    list[i], list[j] = list[j], list[i]
  elseif kind == 3 then
    table.insert(list, other:pick(#list + 1), d:spoilt("number", "0"))
  else
    list[#list + 1] = list[#list] or "nil"
  end
end

-- The same with one leaf spoilt, or with another number of arguments.
function program.spoilt_arguments(d, entry, hostile)
  local state = d.random:state()
  d:begin(0, false)
  entry.draw(d)
  local leaves = d.leaves
  d.random:restore(state)
  if leaves == 0 or not hostile and d.other:chance(20) then
    d:begin(0, hostile)
    local list = entry.draw(d)
    another_count(d, list)
    d.spoil = 1
    return list
  end
  d:begin(d.other:pick(leaves), hostile)
  return (entry.draw(d))
end

local function spoilt_call(d, entry, hostile)
  return call_text(d, entry, program.spoilt_arguments(d, entry, hostile))
end

-- A valid call for an action, by draws that do not disturb those of the call around it.
local function mutation(d)
  local inner = arguments.new(d.other, d.other, d.pool, function() return "nil" end)
  inner.dim, inner.by_name = d.dim, true
  local entry = d.other:chance(60) and d.other:of(CHANGES) or d.other:of(entries)
  local text = valid_call(inner, entry)
  for id in pairs(inner.needs) do d.needs[id] = true end
  return text
end

local METAS = { "{}", "nil", "{ __index = h.raise }", "{ __index = h.nothing }", "{ __len = h.raise }",
  "h.shape_meta.__index" }

-- Each draws one statement: its text, what kind of value it has, and its mode.
local makers = {}

function makers.valid(d)
  local entry = d.random:of(entries)
  local text, result = valid_call(d, entry)
  if result and result.kind == "walk" then
    if d:chance(50) then return ("h.halfway(%d, %s)"):format(d.random:pick(6), text), { kind = "walk" }, entry end
    return ("h.loop(%d, h.nothing, %s)"):format(d.random:pick(200), text), nil, entry
  end
  return text, result, entry
end

function makers.near(d)
  local entry = d.random:of(entries)
  return spoilt_call(d, entry, false), nil, entry
end

function makers.hostile(d)
  local entry = d.random:of(entries)
  local text = spoilt_call(d, entry, true)
  if d:chance(20) then text = ("h.inside(function() return %s end)"):format(text) end
  return text, nil, entry
end

function makers.question(d)
  local name = d.random:of(question_names)
  d:begin(0, false)
  return ("k.%s(%s)"):format(name, table.concat(questions[name](d), ", ")), nil, { where = "question", name = name }
end

-- A grid stays as it was when a call raises; what the call does besides must not change grids.
function makers.unchanged(d)
  local entry = d.random:of(on_grids)
  if not d:variable("grid") then return makers.valid(d) end
  local text = spoilt_call(d, entry, false)
  local grid = d:variable("grid")
  return ("k.unchanged(%s, function() return %s end)"):format(grid, text), nil, entry
end

-- A cast whose `into` raises when it is written to, with what an earlier hit may have left in it.
local INTOS = {
  "{ t = 1, index = 4, point = %s, normal = {}, cell = {}, cells = { {} }, value = 3, face = 'top' }",
  "{ t = 1, triangle = 2, u = 1, point = {}, normal = %s, cell = {} }",
  "{ {}, { t = 7, point = {}, normal = %s, cell = {} } }", "{ cells = { {}, %s }, cell = %s, shape = 1 }",
}

function makers.into(d)
  local entry
  repeat entry = d.random:of(entries) until entry.name:find("cast") and not entry.name:find("_any")
  if known.into then return spoilt_call(d, entry, true), nil, entry end
  d:begin(0, false)
  local target, from, along = d:target(d.dim), d:vector(d.dim, "close"), d:vector_of(d:direction(d.dim, "close"))
  local vector = ('h.value("__newindex", %s, {})'):format(d:action())
  local into = d:of(INTOS):gsub("%%s", function() return vector end)
  return ("k.into_unchanged(%s, function(into) return c.%s(%s, %s, %s, { into = into }) end)"):format(into, entry.name,
    target, from, along), nil, entry
end

function makers.walk(d)
  local entry = d.random:of(walks)
  local kind = d.random:pick(5)
  local walk = d:variable("walk")
  if kind == 1 and walk then return ("h.go_on(%s, %d)"):format(walk, d.random:pick(100)) end
  if kind == 2 and walk then
    return ("h.crossed(%s, %s)"):format(walk, d:any_variable() or "nil")
  end
  local text = valid_call(d, entry)
  local body = mutation(d)
  if kind == 3 then return ("h.left(function() h.loop(9, h.yield, %s) end)"):format(text), nil, entry end
  return ("h.loop(%d, function() %s end, %s)"):format(d.random:pick(60), "return " .. body, text), nil, entry
end

function makers.around(d)
  local kind = d.random:pick(6)
  local entry = d.random:of(entries)
  if kind == 1 then return ("h.finalizer(function() return %s end)"):format(mutation(d)), { kind = "odd" } end
  if kind == 2 then return "collectgarbage()" end
  d.by_name = true -- for where the metatable is another there are no methods
  local text, result = valid_call(d, entry)
  d.by_name = false
  if result and result.kind == "walk" then result = nil end
  local variable = d:any_variable()
  if kind == 3 and variable then
    return ("h.under(%s, %s, function() return %s end)"):format(variable, d:of(METAS), text), nil, entry
  end
  if kind == 4 then return ("h.inside(function() return %s end)"):format(text), result, entry end
  if kind == 5 then
    return ("h.hooked(%d, %s, function() return %s end)"):format(d.random:pick(150), d:action(), text), nil, entry
  end
  d:begin(0, false)
  return d:targets(d.dim), { kind = "targets", dim = d.dim }
end

local SHARES = {
  { 34, "valid" }, { 20, "near" }, { 14, "hostile" }, { 16, "question" }, { 5, "unchanged" }, { 2, "into" },
  { 4, "walk" }, { 5, "around" },
}

local function maker(random)
  local at = random:pick(100)
  for _, share in ipairs(SHARES) do
    at = at - share[1]
    if at <= 0 then return share[2] end
  end
end

local FIRST = { "grid", "shape", "shape", "grid_fill" }

local function first_statement(d, kind)
  local entry = { where = "module", name = "grid", draw = calls.module.grid }
  if kind == "shape" then
    local name = d:of(require("spec.fuzz.shapes").kinds[d.dim])
    entry = { where = "module", name = name, draw = calls.module[name] }
  elseif kind == "grid_fill" then
    entry = { where = "grid", name = "fill", draw = calls.grid.fill }
  end
  return valid_call(d, entry)
end

-- Returns an array of statements {text=, needs=, mode=, where=, name=}. With `plain` all of them
-- are valid calls.
function program.make(seed, case, plain)
  local random, other = new_random(seed, case), new_random(seed + 1, case)
  local pool, statements = {}, {}
  local d = arguments.new(random, other, pool, mutation)
  d.dim = random:pick(2) + 1
  local count = 8 + random:pick(18)
  for id = 1, count do
    if random:chance(4) then d.dim = 5 - d.dim end
    d:begin(0, false)
    local mode, text, result, entry = "valid"
    if FIRST[id] then
      text, result = first_statement(d, FIRST[id])
    else
      mode = plain and "valid" or maker(random)
      text, result, entry = makers[mode](d)
    end
    statements[id] = { text = text, needs = d.needs, mode = mode, where = entry and entry.where,
      name = entry and entry.name }
    if result and result.kind then
      pool[#pool + 1] = { id = id, kind = result.kind, dim = result.dim, shape = result.shape }
    end
  end
  return statements
end

local HEAD = [[
local c, h, k = require("collide"), require("spec.fuzz.hostile"), require("spec.fuzz.checks")
local S, G, M, P = h.shape_methods, h.grid_methods, h.mesh_methods, h.group_methods -- luacheck: ignore
local W, v = h.world_methods, {} -- luacheck: ignore
]]

-- The statements as a chunk that returns an array of functions; it is given c, h, k and v.
function program.chunk(statements)
  local lines = { "local c, h, k, v = ... local S, G, M, P, W = h.shape_methods, h.grid_methods, h.mesh_methods, "
    .. "h.group_methods, h.world_methods return {" }
  for id, statement in ipairs(statements) do
    lines[#lines + 1] = ("[%d] = function() return %s end,"):format(id, statement.text)
  end
  lines[#lines + 1] = "}"
  return table.concat(lines, "\n")
end

-- The statements in `keep`, as a program that can be run, or put into a spec. What raises does so
-- within pcall, but for the last.
function program.source(statements, keep, raised)
  local lines = { HEAD }
  for i, id in ipairs(keep) do
    local text = statements[id].text
    if raised[id] and i < #keep then
      lines[#lines + 1] = ("pcall(function() v[%d] = %s end)\n"):format(id, text)
    else
      lines[#lines + 1] = ("v[%d] = %s\n"):format(id, text)
    end
  end
  return table.concat(lines)
end

return program
