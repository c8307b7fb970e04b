-- SPDX-License-Identifier: MIT
--
-- The functions that LuaJIT compiles: when they are used, their answers compared with those of Lua's C API, and hostile
-- scripts. All other specs run on both.
local collide = require("collide")
local files = require("spec.support.files")
local shell = require("spec.support.shell")

local is_luajit = rawget(_G, "jit") ~= nil

-- What a program prints that has the module as `c`, with these words before the interpreter's name
-- and these options behind it.
local function printed(code, set, options)
  local path = files.write(os.tmpname(), ("package.cpath = %q\n"):format(package.cpath)
    .. "local c = require('collide')\n" .. code .. "\n")
  local text = shell.output(("%s %s %s %s 2>&1"):format(set or "", shell.quote(shell.interpreter()), options or "",
    path))
  os.remove(path)
  return (text:gsub(path:gsub("%p", "%%%0"), "program"))
end

-- Functions that are written in Lua and call C through the ffi. All others stay with the C API.
local COMPILED = {
  "raycast", "raycast_any", "segmentcast", "segmentcast_any", "linecast", "linecast_any", "overlap", "contact",
  "distance", "closest", "contains", "set_position", "translate", "get", "set", "cell_at",
  "cells",
}

local function all_functions()
  local all = {}
  for _, functions in ipairs { getmetatable(collide.grid()).__index, collide,
    getmetatable(collide.sphere { radius = 1 }).__index } do
    for name, value in pairs(functions) do
      if type(value) == "function" then all[name] = value end
    end
  end
  return all
end

describe("the interface to C", function()
  local print_way = "print(c._WAY)"

  it("is the ffi if LuaJIT compiles, otherwise the C API", function()
    assert.equal(is_luajit and "ffi\n" or "c\n", printed(print_way, "COLLIDE_FFI="))
    if is_luajit then assert.equal("c\n", printed(print_way, "COLLIDE_FFI=", "-joff")) end
  end)

  it("can be chosen by the environment", function()
    assert.equal("c\n", printed(print_way, "COLLIDE_FFI=0"))
    if is_luajit then assert.equal("ffi\n", printed(print_way, "COLLIDE_FFI=1", "-joff")) end
  end)

  it("is named by the module", function()
    assert.is_true(collide._WAY == "c" or collide._WAY == "ffi")
  end)
end)

if collide._WAY ~= "ffi" then return end

describe("a function of the module", function()
  it("is compiled, or remains in the C API", function()
    local is_compiled = {}
    for _, name in ipairs(COMPILED) do is_compiled[name] = true end
    for name, value in pairs(all_functions()) do
      assert.equal(is_compiled[name] and "Lua" or "C", debug.getinfo(value, "S").what, name)
      is_compiled[name] = nil
    end
    assert.same({}, is_compiled)
  end)

  it("has its file and line in an error of its own", function()
    local step = collide.cells(0.5, 0.5, 3.5, 0.5)
    assert.equal("collide/ffi/cells.h", debug.getinfo(step, "S").short_src)
    local line, lines = debug.getinfo(step, "S").linedefined, {}
    for text in io.lines("src/lua/ffi/cells.h") do lines[#lines + 1] = text end
    assert.matches("^\"  local function step%(walk%)", lines[line])
  end)
end)

-- Calls in forms that the compiled functions pass on, and in common forms with wrong arguments.
local CALLS = [==[
  s = c.sphere { radius = 1 }
  b = c.box { half = { 1, 2, 3 } }
  d = c.circle { radius = 1 }
  r = c.rect { half = { 1, 2 } }
  u = c.triangle { { 0, 0 }, { 3, 0 }, { 0, 3 } }
  v = c.triangle { { 0, 0, 0 }, { 3, 0, 0 }, { 0, 3, 0 } }
  p = c.plane { normal = { 0, 1, 0 }, distance = 0 }
  m = c.sphere { radius = 1, transform = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1 } }
  q = c.hull { { -1, -1, -1 }, { 9, 0, 0 }, { 0, 9, 0 }, { 0, 0, 9 } }
  l = c.cylinder { radius = 1, half_height = 2, position = { 1, 2, 0.5 }, rotation = { 0, 0, 0.6, 0.8 } }
  f = c.rect { min = { 0, 0 }, max = { 1, 1 } }
  b:set_layer("left") r:set_layer("left") q:set_layer("left")
  g = c.grid() g:set(1, 2, 3, 4)
  h = c.grid { dimensions = 2, size = 16 } h:set(1, 2, 3)
  q = c.mesh { vertices = { 9, 9, 9, -1, -1, 0, 3, -1, 0, 0, 3, 0 }, triangles = { 1, 1, 2, 2, 3, 4 } }
  o2, o3 = c.world { d, r, u }, c.world { s, b, v, p }
  o3.data = 7
  og = c.world { h, c.circle { radius = 1, position = { 0, -9 } } }
  om = c.world { q, s, c.group { b, position = { 0, 0, 9 } } }
  onone, ofree = c.world(), c.world { c.sphere { radius = 1 } }
  getmetatable(ofree).__gc(ofree)
  y = q:copy() y.data = 5 y:set_rotation(0, 0, 1, 5)
  n, i = 0 / 0, 1 / 0
  e = setmetatable({}, { __index = function(_, k) error("no " .. k, 0) end })
  w = setmetatable({}, { __index = function(_, k) return ({ x = 0, y = 0, z = -5 })[k] end })
  a = setmetatable({ 0, 0, -5 }, {})
  function vec(...) local v = newproxy(true) local t = { ... }
    getmetatable(v).__index = function(_, k) return t[({ x = 1, y = 2, z = 3 })[k]] end return v end
  local ffi = require("ffi")
  pcall(ffi.cdef, "typedef struct { double x, y, z; } spec_v3; typedef struct { double x, y; } spec_v2;")
  k3, k2 = ffi.new("spec_v3", 0, 0, -5), ffi.new("spec_v2", 0, -5)
  forged = debug.setmetatable(newproxy(), debug.getmetatable(s))
  forged_grid = debug.setmetatable(newproxy(), debug.getmetatable(g))
  forged_world = debug.setmetatable(newproxy(), debug.getmetatable(o2))
  forged_mesh = debug.setmetatable(newproxy(), debug.getmetatable(q))
  stdout = debug.setmetatable(io.tmpfile(), debug.getmetatable(s))
]==]

local function calls()
  local list = {}
  local function add(...)
    for _, text in ipairs { ... } do list[#list + 1] = text end
  end
  for _, name in ipairs { "raycast", "segmentcast", "linecast", "raycast_any", "segmentcast_any", "linecast_any" } do
    for _, target in ipairs { "s", "b", "d", "u", "v", "p", "m", "g", "h", "q", "y", "forged_mesh",
      "o2", "o3", "og", "om", "onone", "ofree", "forged_world", "{ o3, s }", "{ s, q }", "nil", "7", "io.stdout",
      "{ shape = 'sphere', radius = 1 }", "forged", "forged_grid", "stdout", "{ s, forged }", "ffi.new('int[4]')" } do
      for _, arguments in ipairs { "0, 0, -5, 0, 0, 1", "0, 0, -5, 0, 0, 1, 2", "0, 0, -5, 0.1, 0.1, 9", "-5, 0, 1, 0",
        "-5, 0.5, 1, 0, 3", "-5, 0.5, 5, 0.5", "0, 0, -5, 0, 0", "", "{ 0, 0, -5 }, { 0, 0, 1 }", "{ -5, 0 }, { 1, 0 }",
        "{ 0, 0, -5 }, { 0, 0, 1 }, 2", "{ x = 0, y = 0, z = -5 }, { x = 0, y = 0, z = 9 }",
        "{ x = -5, y = 0 }, { x = 9, y = 1 }", "vec(0, 0, -5), vec(0, 0, 9)", "vec(0, -5), vec(0, 9)", "k3, k3",
        "k2, k3",
        "w, { 0, 0, 1 }", "a, { 0, 0, 1 }", "e, e", "io.stdout, io.stdout", "0, 0, n, 0, 0, 1", "0, 0, 0, 0, 0, 0",
        "0, 0, 0, 0", "i, 0, 0, 0, 0, 1", "0, 0, -5, 0, 0, 1, -1", "0, 0, -5, 0, 0, 1, i", "0, 0, -5, 0, 0, 1, n",
        "0, 0, -5, 0, 0, '1'", "'0', 0, -5, 0, 0, 1", "0, 0, -5, 0, 0, 1, { max = 3 }", "0, 0, -5, 0, 0, 1, nil",
        "0, 0, -5, 0, 0, 1, 2, 3", "{ 0, 0, -5, 1 }, { 0, 0, 1 }", "{ 0, 0 }, { 0, 0, 1 }", "{ 0, 0, 0 }, { 0, 0, 0 }",
        "{ 1, 2, 3 }, 4, 5, 6", "1, 2, 3, { 4, 5, 6 }", "1LL, 2, 3, 4, 5, 6", "-0, 1.5, 2.5, 3.5, 1, 0",
        "1.5, 2.5, 0, 0, 0, 1", "24, 40, 0, -1", "{ 1.5, 2.5, 9 }, { 0, 0, -1 }", "{ 24, 40 }, { 1, 0 }",
        "0, 1, 0, 0, -1, 0", "0, -1, 0, 0, 1, 0", "0, 0, -5, 0, 0, 1, { ignore = s }",
        "0, 0, -5, 0, 0, 1, { only = s }",
        "0, 0, -5, 0, 0, 1, { ignore = 'left', max = 9 }", "0, 0, -5, 0, 0, 1, { only = 'left' }",
        "-5, 0.5, 1, 0, { ignore = 'left' }", "-5, 0.5, 1, 0, { ignore = d, only = 'left' }",
        "-5, 0.5, 1, 0, { only = o2 }",
        "0, 0, -5, 0, 0, 1, { ignore = o3 }", "0, 0, -5, 0, 0, 1, { only = 'nothing' }",
        "0, 0, -5, 0, 0, 1, { only = forged }", "0, 0, -5, 0, 0, 1, { ignore = io.stdout }",
        "0, 0, -5, 0, 0, 1, { only = { s, 'left' } }", "0, 0, n, 0, 0, 1, { ignore = s }",
        "0, 0, -5, 0, 0, 1, { maxx = 3 }", "0, 0, -5, 0, 0, 1, { max = n }",
        "0, 0, -5, 0, 0, 1, setmetatable({ max = 3 }, {})" } do
        add(("c.%s(%s%s)"):format(name, target, arguments == "" and "" or ", " .. arguments))
      end
    end
  end
  for _, name in ipairs { "overlap", "contact", "distance" } do
    for _, first in ipairs { "s", "d", "r", "u", "v", "b", "f", "m", "q", "l", "p", "forged", "nil", "{ 1, 2 }" } do
      for _, second in ipairs { "d", "r", "u", "v", "b", "s", "stdout", "1, 2", "{ 1, 2 }", "r, 'numbers'",
        "r, 'words'", "s, 'numbers'", "b, 'numbers'", "m, 'numbers'", "q, 'numbers'", "l, 'numbers'", "m", "q", "l",
        "p, 'numbers'", "b, 'words'", "1, 2, 3", "{ 1, 2, 3 }, 'numbers'",
        "r, nil", "o2", "o3, { ignore = 'left' }", "o2, { only = r }", "r, { ignore = r }", "s, { only = 'left' }",
        "o3, { ignore = s, only = b }", "b, { max = 3 }", "b, {}", "onone", "ofree", "" } do
        add(("c.%s(%s%s)"):format(name, first, second == "" and "" or ", " .. second))
      end
    end
  end
  for _, name in ipairs { "c.cell_at(", "g:cell_at(", "h:cell_at(" } do
    for _, point in ipairs { "1.5, 2.5", "1.5, 2.5, -3.5", "17, -1", "{ 1, 2 }", "{ 1, 2, 3 }", "n, 1", "1", "",
      "'1', 2",
      "1, 2, 3, 4", "2^60, 0", "2^60, 0, 0", "1, 2, { size = 16 }", "1, 2, 3, { size = 0.1, origin = 1 }",
      "1, 2, { size = 0 }", "1, 2, { sise = 1 }", "1, 2, nil", "1, 2, 3, nil", "-0.5, 0.5",
      "-0, 0, -0", "-0, -0", "2^52, 0", "2^52 - 0.5, 0.5 - 2^52", "0, -2^52, 0", "0, 0, 2^53", "i, 0", "0, 0, n",
      "-1e-320, 1e-320", "0, -i, 1", "1, n" } do
      add(name .. point .. ")")
    end
  end
  for _, name in ipairs { "contains", "closest" } do
    for _, shape in ipairs { "s", "d", "u", "f", "g", "b", "q", "l", "nil", "forged" } do
      for _, point in ipairs { "1, 2", "1, 2, 3", "{ 1, 2 }", "{ 1, 2, 3 }", "vec(1, 2)", "k3", "n, 1", "1", "",
        "vec(7, 8, 9)", "0, n, 0", "'1', 2, 3", "1, 2, 3, 'numbers'", "i, 0, 0", "-7, 1e99, 2", "{ 1, n, 3 }",
        "1, 2, 3, 4",
        "'1', 2", "e" } do
        add(("c.%s(%s%s)"):format(name, shape, point == "" and "" or ", " .. point))
      end
    end
  end
  for _, name in ipairs { "set_position", "translate", "set_rotation", "set_scale" } do
    for _, shape in ipairs { "s", "d", "m", "f", "b", "r", "g", "forged" } do
      for _, values in ipairs { "1, 2, 3", "1, 2", "{ 1, 2, 3 }", "{ 1, 2 }", "0.5", "0, 0, 0.6, 0.8",
        "{ 0, 0, 0.6, 0.8 }",
        "0", "0, 0, 0, 0", "n", "1, n", "'1'", "", "1, 2, 3, 4, 5", "2", "2, 2", "1e300, 1e300, 1e300", "1e-300",
        "k3", "1e308, 1e308", "1e308, 0, 0", "-0, i", "0, 0, n", "1, 2, nil" } do
        values = values == "" and "" or ", " .. values
        add(("(function() s.%s(%s%s) return %s end)()"):format(name, shape, values, shape))
      end
    end
  end
  for _, world in ipairs { "o2", "o3", "og", "om", "onone", "ofree", "forged_world", "s", "nil", "{}" } do
    for _, options in ipairs { "", "nil", "{}", "{ ignore = d }", "{ between = { 'left', 'right' } }", "7",
      "{ filter = function(a, b) return a ~= d end }", "{ touching = 'skip' }", "{}, 1" } do
      add(("walk_pairs(c.world().pairs(%s%s))"):format(world, options == "" and "" or ", " .. options))
    end
  end
  for _, loop in ipairs { "", "nil", "7", "{}", "s", "o2", "io.stdout", "forged", "ffi.new('int[4]')",
    "(select(2, o2:each()))" } do
    add(("(o2:pairs())(%s)"):format(loop))
  end
  for _, grid in ipairs { "g", "h", "s", "nil", "forged_grid" } do
    for _, cell in ipairs { "1, 2, 3", "1, 2", "{ 1, 2, 3 }", "{ 1, 2 }", "vec(1, 2, 3)", "1.5, 2, 3", "n, 2, 3",
      "2^53, 0, 0",
      "2^53 - 1, 0, 0", "-1, -2, -3", "", "'1', 2, 3", "1, 2, 3, 4", "2^52, 3" } do
      add(("g.get(%s%s)"):format(grid, cell == "" and "" or ", " .. cell))
      for _, value in ipairs { "0", "7", "65536", "-1", "1.5", "n", "'7'" } do
        add(("(function() g.set(%s%s, %s) return %s end)()"):format(grid, cell == "" and "" or ", " .. cell, value,
          grid))
      end
    end
  end
  for _, arguments in ipairs { "0.5, 0.5, 3.5, 2.5", "0.5, 0.5, 0.5, 3.5, 2.5, 1.5", "0, 0, 3, 3", "0, 0, 3, 3, nil",
    "0.5, 0.5, 40, 30, { size = 16 }", "0.5, 0.5, 40, 30, { size = 16, origin = 3 }", "0, 0, 3, 3, { size = { 1, 2 } }",
    "0, 0, 3, 3, { sise = 1 }", "0, 0, 3, 3, { size = 0 }", "0, 0, 3, 3, { size = -1 }", "0, 0, 3, n", "0, 0, 3",
    "0, 0, 3, 3, { dimensions = 2 }", "0, 0, 3, 3, { dimensions = 3 }", "2^53, 0, 2^54, 3", "0, 0, '3', 3", "",
    "0, 0, 0, 1, 2, 3, { size = 0.1 }", "3, 3, 0, 0", "1, 1, 1, 1",
    "0.5, 0.5, 900.5, 700.25", "0.5, 0.5, 0.5, 90.5, -70.25, 300", "0, 0, 90, 90", "0, 0, 0, 30, 30, 30",
    "0, 0, 3, 3, { limit = 2 }", "0, 0, 3, 3, { into = {} }", "0, 0, i, 0" } do
    add(("walk(c.cells(%s))"):format(arguments))
  end
  return list
end

describe("a compiled function and the function of the C API", function()
  -- Each call is made twice in each of two processes, and the second time it is compiled if it is to be.
  local told = [[
    local function tell(v, depth)
      if type(v) == "number" then return v ~= v and "nan" or ("%.17g"):format(v) end
      if type(v) ~= "table" or depth > 3 then return (tostring(v):gsub("0x%x+", "")) end
      local keys = {}
      for k in pairs(v) do keys[#keys + 1] = k end
      table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
      for j, k in ipairs(keys) do keys[j] = tostring(k) .. "=" .. tell(v[k], depth + 1) end
      local meta = getmetatable(v)
      return "{" .. table.concat(keys, ",") .. "}" .. (meta and meta.__tostring and tostring(v) or "")
    end
    function walk(step, state, control)
      local all = {}
      for i, t, x, y, z in step, state, control do
        for _, v in ipairs { i, t, x, y, z } do all[#all + 1] = v end
      end
      return all
    end
    function walk_pairs(step, state, control)
      local all = {}
      for first, second in step, state, control do
        all[#all + 1] = tostring(first) .. " " .. tostring(second)
      end
      return all
    end
    local function show(...)
      local all = {}
      for j = 1, select("#", ...) do all[j] = tell((select(j, ...)), 0) end
      print(table.concat(all, " "))
    end
  ]]

  it("return the same answers and raise the same errors", function()
    local code = { told, CALLS }
    for _, call in ipairs(calls()) do
      code[#code + 1] = ("show(pcall(function() return %s end))"):format(call)
    end
    -- in parts: a function of LuaJIT has a limit for its constants
    local text = { code[1], code[2] }
    for first = 3, #code, 200 do
      text[#text + 1] = (";(function()\n%s\nend)()"):format(table.concat(code, "\n", first, math.min(first + 199,
        #code)))
    end
    local program = table.concat(text, "\n")
    local compiled, plain = printed(program, "COLLIDE_FFI=1"), printed(program, "COLLIDE_FFI=0")
    local lines, number = {}, 0
    for line in plain:gmatch("[^\n]*") do lines[#lines + 1] = line end
    for line in compiled:gmatch("[^\n]*") do
      number = number + 1
      if line ~= lines[number] then
        assert.equal((code[number + 2] or "") .. "\n" .. tostring(lines[number]),
          (code[number + 2] or "") .. "\n" .. line)
      end
    end
    assert.is_true(number > 2 * #calls() and number == #lines)
  end)
end)
