-- SPDX-License-Identifier: MIT
--
-- worker.lua SEED FIRST SECONDS FILE [KEEP]: runs the programs from number FIRST on for that long,
-- in a process that may be killed; with -N for SECONDS, N of them. FILE gets the number of the
-- program that runs. With KEEP, a list "1,4,7" of statements, it runs those of the program FIRST
-- alone, and writes each one's number to FILE as well. What is found is printed, a line each; see
-- run.lua, which reads them. With the word "complete" for SECONDS it prints what has no generator;
-- with the word "print" for KEEP every answer, of programs whose calls are all valid.
local seed, first, seconds, path, keep = tonumber(arg[1]), tonumber(arg[2]), tonumber(arg[3]), arg[4], arg[5]
if arg[3] == "complete" then
  for _, line in ipairs(require("spec.fuzz.complete")()) do print("missing\t" .. line) end
  return
end

local collide = require("collide")
local checks = require("spec.fuzz.checks")
local hostile = require("spec.fuzz.hostile")
local known = require("spec.fuzz.known")
local program = require("spec.fuzz.program")

local load = loadstring or load -- luacheck: ignore 143
checks.path = path

-- Of one call. A fill may take 256 MB, and its code as much again for a moment; the sanitizers take
-- five times as long as a plain build, which has two seconds.
local MOST_SECONDS, MOST_MB = 10, 768
-- Of a program, which may have many calls that take seconds: the rest is left out then.
local MOST_SECONDS_PROGRAM = 15

local counts = { programs = 0, calls = 0, raised = 0, checks = 0, skipped = 0 }
local used, fine = {}, {} -- how often each function was called, and answered
-- A metamethod that a program calls itself has the name of its field in some Lua versions, or of the
-- variable by which hostile.lua calls it.
local names = { tostring = true, free = true, setmetatable = true, __tostring = true, __gc = true, action = true,
  finalizer = true }
for _, entry in ipairs(program.entries) do names[entry.name] = true end

local progress = assert(io.open(path, "w"))
local function note(...)
  progress:seek("set")
  progress:write(...)
  progress:write("          \n")
  progress:flush()
end

-- Resident memory in MB, where the system tells.
local function resident()
  local file = io.open("/proc/self/statm")
  if not file then return 0 end
  local _, pages = file:read("*n", "*n")
  file:close()
  return (pages or 0) / 256
end

-- ---- What is wrong with an answer or an error -------------------------------

-- Looks into answers: no number may be -0.0 or nan. Returns what it found, in words.
local function wrong_number(value, depth)
  if type(value) == "number" then
    return value ~= value and "nan" or value == 0 and 1 / value < 0 and "-0.0" or nil
  end
  if type(value) ~= "table" or depth > 3 then return nil end
  for key, inner in next, value do
    local wrong = key ~= "shape" and wrong_number(inner, depth + 1)
    if wrong then return wrong end
  end
end

local function wrong_error(message, text, where)
  if type(message) ~= "string" then
    if text:find("h.raise_", 1, true) then return nil end
    return "an error that is no string: " .. tostring(message)
  end
  if message:find("^finding: ") then return message end
  if message:find("attempt to", 1, true) and not message:find("attempt to yield", 1, true) then return message end
  local name = message:match("bad argument #%-?%d+ to '([^']*)'")
  if name and not names[name] and where ~= "meta" then return "an error that names no function: " .. message end
  return nil
end

-- ---- What programs share ----------------------------------------------------

-- Tables that a program can get hold of, and write to, by `into` say, with what is in them.
local shared = { collide, collide.grid, hostile.shape_methods, hostile.grid_methods, hostile.mesh_methods,
  hostile.group_methods, hostile.world_methods, _G }
for _, name in ipairs { "compound", "contact", "grid", "group", "hit", "list", "mesh", "shape", "vector", "world" } do
  shared[#shared + 1] = hostile.metatables[name]
end
local contents = {}
for i, t in ipairs(shared) do
  contents[i] = {}
  for key, value in next, t do contents[i][key] = value end
end

-- Restores what a statement has written to them, or later ones would fail for that.
local function restore()
  for i, t in ipairs(shared) do
    for key, value in next, contents[i] do rawset(t, key, value) end
    for key in next, t do
      if contents[i][key] == nil then rawset(t, key, nil) end
    end
  end
end

-- ---- One program ------------------------------------------------------------

local function found(case, id, what)
  print(("finding\t%d\t%d\t%s"):format(case, id, (what:gsub("%s+", " "))))
end

local clock, pcall = os.clock, pcall

local function pack(...)
  return { n = select("#", ...), ... }
end

-- What the call answers, or that it raised. In Lua 5.2 and 5.3 a finalizer raises through whatever
-- allocates, so none may do so outside of this.
local function attempt(call)
  local answered, results = pcall(function()
    hostile.armed = true
    local list = pack(call())
    hostile.armed = false
    return list
  end)
  hostile.armed = false
  return answered, results
end

-- What a statement answers or raises, as text that is the same in each Lua.
local function told(value, depth)
  if type(value) == "number" then return ("%.21g"):format(value) end -- LuaJIT rounds ties of 17 digits up
  if type(value) == "string" then
    value = value:gsub("%.0%f[%D]", "") -- of floats in a list's text, from 5.3 on
    return (value:gsub("[%c\128-\255]", function(byte) return "\\" .. byte:byte() end))
  end
  if type(value) == "boolean" or type(value) == "nil" then return tostring(value) end
  if hostile.proxies[value] then return "proxy" end
  if type(value) ~= "table" or depth > 3 then return type(value) end
  -- A member of a target that is a description: the caller's own table, with whatever is in it.
  local kind = rawget(value, "shape")
  if depth > 1 and type(kind) == "string" then return "description of a " .. kind end
  local parts = {}
  for key, inner in next, value do
    -- Not the shape that was hit, nor the state of an iterator, which LuaJIT's keeps elsewhere.
    if key ~= "state" and (key ~= "shape" or type(inner) == "string") then
      parts[#parts + 1] = tostring(key):gsub("%.0$", "") .. "=" .. told(inner, depth + 1)
    end
  end
  table.sort(parts)
  return "{" .. table.concat(parts, " ") .. "}"
end

local function tell(case, id, answered, results)
  local list = {}
  if answered then
    for i = 1, results.n do list[i] = told(results[i], 1) end
  else
    -- Without the place, and the number of the argument: LuaJIT counts a method's object as one
    -- after a tail call.
    local message = tostring(results):gsub("^[^%s:]+:%d+: ", "")
    message = message:gsub("'([%w_]+)' cannot be called on this", "bad argument # to '%1'"):gsub("#%d", "#")
    message = message:gsub("'[%w_]+' (%(table expected)", "%1") -- Lua's own words for __tostring
    message = message:gsub("got %a+; a method", "got userdata; a method") -- h.cdata without the ffi
    list[1] = told(message, 1)
  end
  print(("told\t%d\t%d\t%s"):format(case, id, table.concat(list, " ")))
end

local telling = keep == "print"

local function run_statement(case, id, statement, call, v)
  for need in pairs(statement.needs) do
    if v[need] == nil then
      counts.skipped = counts.skipped + 1
      return true
    end
  end
  if statement.text:find("^k%.") then
    local check = call
    call = function() return hostile.without_finalizers(check) end
  end
  local kilobytes, before = collectgarbage("count"), clock()
  local answered, results = attempt(call)
  restore()
  local took, more = clock() - before, (collectgarbage("count") - kilobytes) / 1024
  if telling then tell(case, id, answered, results) end
  local where = statement.name and statement.where .. "." .. statement.name
  counts.calls = counts.calls + 1
  if statement.where == "question" then counts.checks = counts.checks + 1 end
  if where then used[where] = (used[where] or 0) + 1 end
  if took > MOST_SECONDS then found(case, id, "a call that takes " .. MOST_SECONDS .. " seconds and more") end
  if more > MOST_MB then found(case, id, "a call after which Lua holds " .. MOST_MB .. " MB more") end
  if not answered then
    counts.raised = counts.raised + 1
    local wrong = wrong_error(results, statement.text, statement.where)
    if wrong then found(case, id, wrong) end
    return false
  end
  if where then fine[where] = (fine[where] or 0) + 1 end
  v[id] = results[1]
  if statement.mode == "valid" and statement.where ~= "question" then
    for i = 1, results.n do
      local wrong = wrong_number(results[i], 1)
      if wrong then found(case, id, "an answer with " .. wrong) end
    end
  end
  return true
end

local alive -- what the last program has made, until the state is closed

local function run_program(case, wanted)
  local statements = program.make(seed, case, telling)
  local chunk, message = load(program.chunk(statements), "=program")
  if not chunk then
    found(case, 0, "the generator wrote no Lua: " .. message)
    return
  end
  local v = {}
  alive = v
  local functions = chunk(collide, hostile, checks, v)
  os.remove(path .. ".vox")
  os.remove(path .. ".binvox")
  local before, began = resident(), clock()
  for id, statement in ipairs(statements) do
    if not wanted or wanted[id] then
      if wanted then note(case, " ", id) end
      local answered = run_statement(case, id, statement, functions[id], v)
      if wanted and not answered then print("raised\t" .. id) end
      if wanted and resident() - before > MOST_MB then
        found(case, id, "a call that takes " .. MOST_MB .. " MB and more")
        break
      end
      if clock() - began > MOST_SECONDS_PROGRAM then break end
    end
  end
  if not wanted and resident() - before > MOST_MB then
    found(case, #statements, "a call that takes " .. MOST_MB .. " MB and more")
  end
  counts.programs = counts.programs + 1
end

local wanted
if keep and keep ~= "" and not telling then
  wanted = {}
  for id in keep:gmatch("%d+") do wanted[tonumber(id)] = true end
end
local started, case = clock(), first
repeat
  note(case)
  run_program(case, wanted)
  case = case + 1
  if case % 16 == 0 then collectgarbage() end
until wanted or seconds >= 0 and clock() - started > seconds or seconds < 0 and case - first >= -seconds

for where, count in pairs(used) do print(("used\t%s\t%d\t%d"):format(where, count, fine[where] or 0)) end
print(("done\t%d\t%d\t%d\t%d\t%d\t%d"):format(case, counts.programs, counts.calls, counts.raised, counts.checks,
  counts.skipped))
note("closing ", case - 1)
hostile.closing = known.exit ~= nil
hostile.alive = alive
