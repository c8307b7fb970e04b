-- SPDX-License-Identifier: MIT
--
-- The functions that LuaJIT compiles: when they are taken, that they answer as those of Lua's C API
-- do, and what scripts may do to them. All other specs run on both.
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

-- Functions that stay with the C API.
local UNCOMPILED = {
  -- each makes something
  "sphere", "box", "cylinder", "cone", "capsule", "plane", "triangle", "segment", "circle", "rect", "polygon",
  "decompose", "from_tiled_objects", "hull", "mesh", "faces", "group", "world",
  "voxelize", "describe",
  "encode",
  "save", "bounds", "cell_bounds", "cells_in", "set_shape",
  "edges", "edge_normals", "normal",
  "contact_all", "raycast_all", "segmentcast_all", "linecast_all", "shapecast", "shapecast_any", "shapecast_all",
  "push_out",
  -- each changes or looks at much
  "set_transform", "fill", "count",
  -- each returns what a script has set
  "get_position", "get_rotation", "get_scale", "set_layer", "get_layer", "set_one_way", "get_one_way", "set_shape",
  -- each is called while something is set up or drawn
  "points", "winding", "translate", "copy", "clear",
}

local function all_functions()
  local all = {}
  for _, functions in ipairs { collide, getmetatable(collide.sphere { radius = 1 }).__index,
    getmetatable(collide.grid()).__index } do
    for name, value in pairs(functions) do
      if type(value) == "function" then all[name] = value end
    end
  end
  return all
end

describe("the way into C", function()
  local print_way = "print(c._WAY)"

  it("is the ffi where LuaJIT compiles, else the C API", function()
    assert.equal(is_luajit and "ffi\n" or "c\n", printed(print_way, "COLLIDE_FFI="))
    if is_luajit then assert.equal("c\n", printed(print_way, "COLLIDE_FFI=", "-joff")) end
  end)

  it("can be chosen by the environment", function()
    assert.equal("c\n", printed(print_way, "COLLIDE_FFI=0"))
    if is_luajit then assert.equal("ffi\n", printed(print_way, "COLLIDE_FFI=1", "-joff")) end
  end)

  it("is told by the module", function()
    assert.is_true(collide._WAY == "c" or collide._WAY == "ffi")
  end)
end)

describe("the files in src/lua/ffi", function()
  it("are what the module contains", function()
    -- without the sanitizers, which some specs are run with: they find leaks in sed
    local text = shell.output("LD_PRELOAD= sh -c 'tools/chunk src/lua/ffi/*.lua'")
    assert.equal(files.contents("src/lua/lua_ffi_chunk.h"), text)
  end)
end)

if collide._WAY ~= "ffi" then return end

describe("a function of the module", function()
  it("is compiled, or is known to stay with the C API", function()
    local stays = {}
    for _, name in ipairs(UNCOMPILED) do stays[name] = true end
    for name, value in pairs(all_functions()) do
      assert.equal(stays[name] and "C" or "Lua", debug.getinfo(value, "S").what, name)
      stays[name] = nil
    end
    assert.same({}, stays)
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
  g = c.grid() g:set(1, 2, 3, 4)
  h = c.grid { dimensions = 2, size = 16 } h:set(1, 2, 3)
  many = c.grid { dimensions = 2 } for i = 0, 60 do many:set(i * i % 41 - 9, i * 7 % 23 - 4, i % 3 + 1) end
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
      "o2", "o3", "og", "om", "onone", "ofree", "forged_world", "{ o3, s }",
      "{}", "{ s, q }", "{ s, b }", "{ s, g }", "{ v, s }",
      "{ d, r, u }", "{ s, d }", "{ s, nil, b }", "{ s, x = 1 }", "{ s, 3 }", "nil", "7", "'s'", "io.stdout",
      "{ 1, 2 }",
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
        "0, 1, 0, 0, -1, 0", "0, -1, 0, 0, 1, 0" } do
        add(("c.%s(%s%s)"):format(name, target, arguments == "" and "" or ", " .. arguments))
      end
    end
  end
  for _, name in ipairs { "raycast_all", "segmentcast_all", "linecast_all" } do
    for _, target in ipairs { "s", "{}", "{ s, b, m }", "{ b, v, s, v }", "{ s, g }", "{ d, r, u }", "{ p, s, p }",
      "{ s, d }", "{ s, nil, b }", "{ s, x = 1 }", "{ s, forged }", "setmetatable({ s, b }, {})" } do
      for _, arguments in ipairs { "0, 0, -5, 0, 0, 1", "0, 0, -5, 0, 0, 1, 4.5", "0, 0, -5, 0.1, 0.1, 9",
        "-5, 0, 1, 0", "0.5, 0.5, -5, 0, 0, 9", "-5, 0.5, 1, 0, 5", "-5, 0.5, 5, 0.5", "{ 0, 0, -5 }, { 0, 0, 1 }",
        "{ 0.5, 0.5, -5 }, { 0, 0, 9 }", "{ 0, 0, -5 }, { 0, 0, 1 }, 4.5", "{ -5, 0.5 }, { 1, 0 }", "k3, k3", "k2, k2",
        "0, 0, n, 0, 0, 1", "0, 0, 0, 0, 0, 0", "{ 0, 0, -5 }, { 0, 0, 0 }", "0, 0, -5, 0, 0, 1, -1",
        "0, 1, 0, 1, 0, 0", "0, 0, -5, 0, 0, 1, { limit = 1 }", "{ 0, 0, -5 }, { 0, 0, 1 }, { limit = 1 }", "",
        "1, 2, 3", "e, e" } do
        add(("c.%s(%s%s)"):format(name, target, arguments == "" and "" or ", " .. arguments))
      end
    end
  end
  for _, name in ipairs { "raycast_many", "segmentcast_many" } do
    for _, target in ipairs { "s", "d", "p", "v", "g", "h", "q", "y", "o2", "o3", "og", "om", "onone", "ofree",
      "c.group { s, b }", "{ s, b }", "{}", "nil", "7", "forged", "forged_grid", "forged_world", "forged_mesh" } do
      for _, rays in ipairs { "{ 0, 0, -5, 0, 0, 1 }", "{ -5, 0, 1, 0, 9, 9, 1, -0 }",
        "{ 0, 0, -5, 0, 0, 1, 9, 9, -5, 0, 0, 1, 0.1, 0.2, -5, 0, 0.1, 9 }",
        "{ -5, 0, 9, 0, -5, 0.5, 9, 0.5, 1.5, 1, 0, 3 }",
        "{ 24, 40, 0, -1, 0, 0, 0, 0 }", "{}", "{ 1, 2, 3 }", "{ 0, 0, n, 0, 0, 1 }", "{ 0, i, -5, 0, 0, 1 }",
        "{ 0, 0, -5, '0', 0, 1 }", "{ { 0, 0, -5 } }", "a", "e",
        "ffi.string(ffi.new('double[6]', 0, 0, -5, 0, 0, 1), 48)",
        "ffi.string(ffi.new('double[4]', -5, 0, 1, 0), 32)", "'1234567'", "''",
        "ffi.new('double[6]', 0, 0, -5, 0, 0, 1)",
        "ffi.new('float[12]', 1)", "ffi.new('const double *', nil)", "7", "nil" } do
        for _, rest in ipairs { "", ", nil", ", {}", ", { into = {} }",
          ", { into = { 1, 2, 3, 4, 5, 6, 7, 8, 9, 'x' } }", ", { count = 1 }",
          ", { count = 2, into = {} }", ", { count = 0 }", ", { count = 1.5 }", ", { count = n }",
          ", { count = '1' }", ", { max = 3 }", ", { ignore = s }", ", { into = setmetatable({}, {}) }",
          ", { into = 3 }",
          ", setmetatable({}, {})", ", 7", ", {}, 7" } do
          add(("c.%s(%s, %s%s)"):format(name, target, rays, rest))
        end
      end
    end
  end
  for _, world in ipairs { "o2", "o3", "og", "om", "onone", "ofree", "forged_world" } do
    for _, shape in ipairs { "r", "b", "p", "q", "m", "forged", "nil", "c.rect { half = { 9, 9 } }",
      "c.box { half = { 9, 9, 9 } }", "1, 2", "{ 0, 0, 0 }" } do
      for _, rest in ipairs { "", ", 'numbers'", ", nil, 'numbers'", ", {}", ", { into = {} }", ", nil", ", nil, nil",
        ", { into = { 1, 2, 3, 4, 5 } }, 'numbers'", ", { into = setmetatable({}, {}) }", ", { into = 3 }",
        ", { limit = 1 }", ", { ignore = s, into = {} }", ", { touching = 'skip' }, 'numbers'", ", { intro = {} }",
        ", 'words'", ", { into = {} }, 'numbers', 5", ", { into = {} }, 7", ", { filter = function() end }" } do
        add(("c.overlap_all(%s, %s%s)"):format(world, shape, rest))
        if rest == "" or rest == ", 'numbers'" then add(("c.overlap_all(%s, %s%s)"):format(shape, world, rest)) end
      end
    end
    for _, rest in ipairs { "", "nil", "{}", "{ between = { 'a' } }", "{ filter = function(x) return x end }",
      "{ touching = 'skip' }", "{ ignore = s }", "3", "{}, 3" } do
      add(("(function() local n = 0 for x, z in %s:pairs(%s) do n = n + 1 if n > 9 then break end end return n end)()")
        :format(world, rest))
    end
  end
  -- each moves a copy, away from where the others are, or what lies in others already
  for _, world in ipairs { "o2", "o3", "og", "om", "onone", "ofree", "forged_world", "h", "{ d }" } do
    for _, shape in ipairs { "c.rect { half = { 1, 2 }, position = { -6, 0 } }",
      "c.box { half = { 1, 1, 1 }, position = { 9, 0, 0 } }",
      "c.circle { radius = 1, position = { 0, 8 } }", "c.circle { radius = 2 }", "r:copy()", "forged", "nil", "p" } do
      for _, rest in ipairs { "9, 1", "0, -20", "0, 0", "-9, 0.5, 0.25", "n, 1", "1, i", "'3', 1", "", "{ 9, 1 }", "9",
        "9, 1, nil", "9, 1, {}", "9, 1, { up = { 0, 1 } }", "9, 1, 2, 3" } do
        local moved = rest == "" and "" or ", " .. rest
        add(("(function() local t = %s local all = { c.move(%s, t%s) } return { t, all } end)()"):format(shape, world,
          moved))
      end
    end
  end
  for _, name in ipairs { "overlap", "contact", "distance" } do
    for _, first in ipairs { "s", "d", "r", "u", "v", "b", "f", "m", "q", "l", "p", "forged", "nil", "{ 1, 2 }" } do
      for _, second in ipairs { "d", "r", "u", "v", "b", "s", "stdout", "1, 2", "{ 1, 2 }", "r, 'numbers'",
        "r, 'words'", "s, 'numbers'", "b, 'numbers'", "m, 'numbers'", "q, 'numbers'", "l, 'numbers'", "m", "q", "l",
        "p, 'numbers'", "b, 'words'", "1, 2, 3", "{ 1, 2, 3 }, 'numbers'",
        "r, nil", "" } do
        add(("c.%s(%s%s)"):format(name, first, second == "" and "" or ", " .. second))
      end
    end
  end
  for _, name in ipairs { "triangle_box_pef", "triangle_box_sat", "triangle_rect_pef", "triangle_rect_sat" } do
    for _, first in ipairs { "u", "v", "r", "s", "forged", "nil" } do
      for _, second in ipairs { "r", "b", "f", "u", "s", "c.rect { half = { 1, 1 }, rotation = 1 }",
        "c.box { half = { 1, 1, 1 }, rotation = { 0, 0, 0.6, 0.8 } }", "b, 1", "nil", "forged" } do
        add(("c.%s(%s, %s)"):format(name, first, second))
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
  for _, name in ipairs { "contains", "closest", "project", "triangle_region" } do
    for _, shape in ipairs { "s", "d", "u", "f", "g", "b", "q", "l", "nil", "forged" } do
      for _, point in ipairs { "1, 2", "1, 2, 3", "{ 1, 2 }", "{ 1, 2, 3 }", "vec(1, 2)", "k3", "n, 1", "1", "",
        "vec(7, 8, 9)", "0, n, 0", "'1', 2, 3", "1, 2, 3, 'numbers'", "i, 0, 0", "-7, 1e99, 2", "{ 1, n, 3 }",
        "1, 2, 3, 4",
        "'1', 2", "e" } do
        add(("c.%s(%s%s)"):format(name, shape, point == "" and "" or ", " .. point))
      end
    end
  end
  for _, name in ipairs { "set_position", "set_rotation", "set_scale" } do
    for _, shape in ipairs { "s", "d", "m", "f", "b", "r", "g", "forged" } do
      for _, values in ipairs { "1, 2, 3", "1, 2", "{ 1, 2, 3 }", "{ 1, 2 }", "0.5", "0, 0, 0.6, 0.8",
        "{ 0, 0, 0.6, 0.8 }",
        "0", "0, 0, 0, 0", "n", "1, n", "'1'", "", "1, 2, 3, 4, 5", "2", "2, 2", "1e300, 1e300, 1e300", "1e-300",
        "k3" } do
        values = values == "" and "" or ", " .. values
        add(("(function() s.%s(%s%s) return %s end)()"):format(name, shape, values, shape))
      end
    end
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
  for _, grid in ipairs { "g", "h", "many", "s", "nil", "forged_grid" } do
    for _, box in ipairs { "", "1, 2, 3, 9, 9, 9", "0, 0, 9, 9", "-1, 0, 1, 4", "{ 1, 2 }, { 5, 5 }",
      "{ 0, 0, 0 }, { 9, 9, 9 }", "3, 0, 2, 9", "0, 0, 3, 9, 9, 2", "0, 0, 9", "n, 0, 9, 9", "0.5, 0, 9, 9", "nil",
      "0, 0, '9', 9", "0, 0, 2^53, 9", "nil, nil", "0, 0, 9, 9, 9" } do
      local call = ("g.each(%s%s)"):format(grid, box == "" and "" or ", " .. box)
      add("(function() local t, f = {}, " .. call
        .. " for x, y, z, v in f do t[#t + 1] = { x, y, z, v } end return t end)()")
    end
  end
  for _, arguments in ipairs { "0.5, 0.5, 3.5, 2.5", "0.5, 0.5, 0.5, 3.5, 2.5, 1.5", "0, 0, 3, 3", "0, 0, 3, 3, nil",
    "0.5, 0.5, 40, 30, { size = 16 }", "0.5, 0.5, 40, 30, { size = 16, origin = 3 }", "0, 0, 3, 3, { size = { 1, 2 } }",
    "0, 0, 3, 3, { sise = 1 }", "0, 0, 3, 3, { size = 0 }", "0, 0, 3, 3, { size = -1 }", "0, 0, 3, n", "0, 0, 3",
    "0, 0, 3, 3, { dimensions = 2 }", "0, 0, 3, 3, { dimensions = 3 }", "2^53, 0, 2^54, 3", "0, 0, '3', 3", "",
    "0, 0, 0, 1, 2, 3, { size = 0.1 }", "3, 3, 0, 0", "1, 1, 1, 1",
    "0.5, 0.5, 900.5, 700.25", "0.5, 0.5, 0.5, 90.5, -70.25, 300", "0, 0, 90, 90", "0, 0, 0, 30, 30, 30",
    "0, 0, 3, 3, { limit = 2 }", "0, 0, 3, 3, { into = {} }", "0, 0, i, 0" } do
    add(("walk(c.cells(%s))"):format(arguments), ("c.trace(%s)"):format(arguments))
  end
  add("#c.trace(0, 0, 49990.5, 3.5)", "#c.trace(0, 0, 60000.5, 1)", "c.trace(0, 0, 2^20, 1)")
  return list
end

describe("a compiled function and that of the C API", function()
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
    local function show(...)
      local all = {}
      for j = 1, select("#", ...) do all[j] = tell((select(j, ...)), 0) end
      print(table.concat(all, " "))
    end
  ]]

  it("answer the same, and raise the same", function()
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

describe("an array that a compiled cast is given", function()
  local function row(count)
    local array = {}
    for i = 1, count do array[i] = collide.sphere { radius = 1, position = { 0, 0, 10 * i } } end
    return array
  end

  it("may change between calls", function()
    local array = row(3)
    local function index() return (select(9, collide.raycast(array, 0, 0, 0, 0, 0, 1))) end
    for _ = 1, 100 do assert.equal(1, index()) end
    array[1], array[3] = array[3], array[1]
    assert.equal(3, index())
    table.remove(array, 2)
    assert.equal(2, index())
    array[2]:set_position(0, 0, 50)
    assert.equal(1, index())
    array[3] = collide.sphere { radius = 1 }
    assert.equal(3, index())
    array[2] = "no shape"
    assert.has_error(index)
  end)

  it("may hold more than the last", function()
    for _, count in ipairs { 3, 63, 64, 65, 300, 5 } do
      local array = row(count)
      array[count]:set_position(0, 0, 4)
      assert.equal(count, (select(9, collide.raycast(array, 0, 0, 0, 0, 0, 1))))
    end
  end)

  it("may be hit as often as it has members", function()
    for _, count in ipairs { 1, 63, 64, 65, 300, 2 } do
      local array = row(count)
      array[1], array[count] = array[count], array[1]
      local flat = collide.raycast_all(array, 0, 0, 0, 0, 0, 1)
      local hits = collide.raycast_all(array, { 0, 0, 0 }, { 0, 0, 1 })
      assert.same({ 17 * count, count }, { #flat, #hits })
      for i = 1, count do
        local member = (i == 1 or i == count) and count + 1 - i or i
        assert.same({ 10 * i - 1, member, 10 * i - 1, member },
          { flat[17 * i - 16], flat[17 * i - 8], hits[i].t, hits[i].index })
        assert.equal(array[member], hits[i].shape)
      end
    end
  end)

  it("has its equally near hits in the order of its members", function()
    local array = {}
    for i = 1, 20 do array[i] = collide.circle { radius = 1, position = { 5 * (i % 2), 0 } } end
    local flat, order = collide.raycast_all(array, -5, 0, 1, 0), {}
    for i = 7, #flat, 11 do order[#order + 1] = flat[i] end
    assert.same({ 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19 }, order)
  end)

  it("is looked at again now and then, so a wrong key is found though the length is the same", function()
    local array = row(3)
    collide.raycast(array, 0, 0, 0, 0, 0, 1)
    array[5] = array[1]
    array.wall = true
    local found = false
    for _ = 1, 5000 do
      found = not pcall(collide.raycast, array, 0, 0, 0, 0, 0, 1) or found
    end
    assert.is_true(found)
  end)
end)
