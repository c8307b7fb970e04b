-- SPDX-License-Identifier: MIT
--
-- Casts at a shape, a grid, a mesh or a world.
local h = ...
if not h.ffi then return end

local getmetatable, setmetatable, type = getmetatable, setmetatable, type
local replace, answer, faces = h.replace, h.answer, h.faces
local SHAPE, SHAPE_DATA, GRID, HIT, LIST = h.SHAPE, h.SHAPE_DATA, h.GRID, h.HIT, h.LIST
local MESH, MESH_DATA, WORLD, WORLD_DATA = h.MESH, h.MESH_DATA, h.WORLD, h.WORLD_DATA
local vector_2, vector_3 = h.vector_2, h.vector_3
local C_dimensions, C_cast_grid, C_cast_mesh = h.C.dimensions, h.casts.cast_grid, h.casts.cast_mesh
local C_cast_world, members_of = h.casts.cast_world, h.members_of

-- What functions of C return, and the bits of what they are asked.
local OTHER, TRIANGLE, CELL, OF_MEMBER = -1, 2, 3, 4
local ANY = 4

-- ---- Targets ----------------------------------------------------------------------------------

local function dimensions_of(target)
  if type(target) == "userdata" then
    local meta = getmetatable(target)
    if meta == MESH or meta == MESH_DATA then return 3 end
    return (meta == SHAPE or meta == SHAPE_DATA or meta == GRID or meta == WORLD or meta == WORLD_DATA)
      and C_dimensions(target) or nil
  end
end

h.dimensions_of = dimensions_of

-- ---- Casts -------------------------------------------------------------------------------------

-- C_cast_shape: the function of C for that cast at a shape. What C returns goes into a local first:
-- LuaJIT does not compile the return from a loop with a call of C in tail position.
local function cast_2(C_cast_shape, target, what, ax, ay, bx, by, max, out)
  if type(target) ~= "userdata" then return OTHER end
  local meta = getmetatable(target)
  local code = OTHER
  if meta == SHAPE or meta == SHAPE_DATA then
    code = C_cast_shape(target, ax, ay, bx, by, max, out)
  elseif meta == GRID then
    code = C_cast_grid(target, what, ax, ay, 0, bx, by, 0, max, out)
  elseif meta == WORLD or meta == WORLD_DATA then
    code = C_cast_world(target, what, ax, ay, 0, bx, by, 0, max, out)
  end
  return code
end

local function cast_3(C_cast_shape, target, what, ax, ay, az, bx, by, bz, max, out)
  if type(target) ~= "userdata" then return OTHER end
  local meta = getmetatable(target)
  local code = OTHER
  if meta == SHAPE or meta == SHAPE_DATA then
    code = C_cast_shape(target, ax, ay, az, bx, by, bz, max, out)
  elseif meta == GRID then
    code = C_cast_grid(target, what, ax, ay, az, bx, by, bz, max, out)
  elseif meta == MESH or meta == MESH_DATA then
    code = C_cast_mesh(target, what, ax, ay, az, bx, by, bz, max, out)
  elseif meta == WORLD or meta == WORLD_DATA then
    code = C_cast_world(target, what, ax, ay, az, bx, by, bz, max, out)
  end
  return code
end

-- The functions that read the answer take what the call returned; `call`, the number that it was to
-- have among those that wrote the answer; and what else the function of the C API is to be called
-- with if it had another.
local function numbers_2(code, call, slow, count, target, ax, ay, bx, by, max)
  local a = answer
  local t, nx, ny, t_exit, px, py, index, value, x, y = a.t, a.nx, a.ny, a.t_exit, a.px, a.py
  if code > OF_MEMBER then index = a.index end
  if code == CELL then value, x, y = a.value, a.qx, a.qy end
  if a.calls ~= call then
    if count == 5 then return slow(target, ax, ay, bx, by) end
    return slow(target, ax, ay, bx, by, max)
  end
  if code == CELL then return t, nx, ny, t_exit, px, py, nil, value, x, y end
  return t, nx, ny, t_exit, px, py, index
end

local function numbers_3(code, call, slow, count, target, ax, ay, az, bx, by, bz, max)
  local a = answer
  local t, nx, ny, nz, t_exit, px, py, pz, index = a.t, a.nx, a.ny, a.nz, a.t_exit, a.px, a.py, a.pz, nil
  local x, y, z, value
  if code > OF_MEMBER then index = a.index end
  if code == CELL then
    value, x, y, z = a.value, a.qx, a.qy, a.qz
  elseif code == TRIANGLE or code == OF_MEMBER + TRIANGLE then
    x, y, value = a.u, a.v, a.value
  end
  if a.calls ~= call then
    if count == 7 then return slow(target, ax, ay, az, bx, by, bz) end
    return slow(target, ax, ay, az, bx, by, bz, max)
  end
  if code == CELL then return t, nx, ny, nz, t_exit, px, py, pz, nil, value, x, y, z end
  if x then return t, nx, ny, nz, t_exit, px, py, pz, index, value, x, y end
  return t, nx, ny, nz, t_exit, px, py, pz, index
end

-- Adds what only some hits have. Of the answer `u`, `v`, `index` and the triangle were read before.
local function complete(hit, code, target, index, u, v, triangle)
  if code >= OF_MEMBER then
    hit.index, hit.shape = index, members_of(target)[index]
    code = code - OF_MEMBER
  end
  if code == TRIANGLE then hit.triangle, hit.u, hit.v = triangle, u, v end
  return hit
end

local hit_of_cell

-- The function of the C API, with what it was called with.
local function call_slow(slow, count, target, a, b, max)
  if count == 3 then return slow(target, a, b) end
  return slow(target, a, b, max)
end
h.call_slow = call_slow

local function hit_2(code, call, a, slow, count, target, start, toward, max)
  if code == CELL then return hit_of_cell(a, false) end
  local t, t_exit, nx, ny, px, py = a.t, a.t_exit, a.nx, a.ny, a.px, a.py
  local inside, face, edge, index = a.inside ~= 0, faces[a.face], a.edge, a.index
  if a.calls ~= call then return call_slow(slow, count, target, start, toward, max) end
  if edge ~= 0 then face = edge end
  local hit = setmetatable({
    t = t, t_exit = t_exit, inside = inside, face = face,
    normal = vector_2(nx, ny), point = vector_2(px, py),
  }, HIT)
  return complete(hit, code, target, index)
end

local function hit_3(code, call, a, slow, count, target, start, toward, max)
  if code == CELL then return hit_of_cell(a, true) end
  local t, t_exit, nx, ny, nz, px, py, pz = a.t, a.t_exit, a.nx, a.ny, a.nz, a.px, a.py, a.pz
  local inside, face, edge, index, u, v = a.inside ~= 0, faces[a.face], a.edge, a.index, a.u, a.v
  local triangle = a.value
  if a.calls ~= call then return call_slow(slow, count, target, start, toward, max) end
  if edge ~= 0 then face = edge end
  local hit = setmetatable({
    t = t, t_exit = t_exit, inside = inside, face = face,
    normal = vector_3(nx, ny, nz), point = vector_3(px, py, pz),
  }, HIT)
  return complete(hit, code, target, index, u, v, triangle)
end

-- Of a grid, in an answer of its own, so that it may be read while tables are made.
function hit_of_cell(a, in_3d)
  local cells = {}
  for i = 0, 3 * a.count - 1, 3 do
    cells[#cells + 1] = in_3d and vector_3(a.cells[i], a.cells[i + 1], a.cells[i + 2])
      or vector_2(a.cells[i], a.cells[i + 1])
  end
  return setmetatable({
    t = a.t, t_exit = a.t_exit, inside = a.inside ~= 0, value = a.value, cells = setmetatable(cells, LIST),
    normal = in_3d and vector_3(a.nx, a.ny, a.nz) or vector_2(a.nx, a.ny),
    point = in_3d and vector_3(a.px, a.py, a.pz) or vector_2(a.px, a.py),
    cell = in_3d and vector_3(a.qx, a.qy, a.qz) or vector_2(a.qx, a.qy),
  }, HIT)
end

local function out_for(target)
  if getmetatable(target) == GRID then return h.new_answer() end
  return answer
end

-- What a cast with options is common at.
local function is_target(v)
  if type(v) ~= "userdata" then return false end
  local meta = getmetatable(v)
  return meta == SHAPE or meta == SHAPE_DATA or meta == WORLD or meta == WORLD_DATA or meta == GRID
    or meta == MESH or meta == MESH_DATA
end

-- The text of a function that casts. KIND: which cast; MAX: whether it takes `max`; MISS and the
-- others: what it answers.
local CAST = [[
local slow, h = ...
local cast_2, cast_3, answer, out_for = h.cast_2, h.cast_3, h.answer, h.out_for
local C_cast_2, C_cast_3, C_cast_some = h.C_cast_2, h.C_cast_3, h.C_cast_some
local read_choices, is_target = h.read_choices, h.is_target
local numbers_2, numbers_3, hit_2, hit_3 = h.numbers_2, h.numbers_3, h.hit_2, h.hit_3
local dimensions_of, read_2, read_3, call_slow = h.dimensions_of, h.read_2, h.read_3, h.call_slow
local type, select, huge = type, select, math.huge
local function cast_some_3(count, target, a, b, c, d, e, f, max)
  local fine, ignore, ignored_layer, only, only_layer, far = read_choices(max)
  if fine and (MAX or max.max == nil) and is_target(target) and type(b) == "number" and type(c) == "number"
    and type(d) == "number" and type(e) == "number" and type(f) == "number" then
    CALL_OF_ANSWER
    local code = C_cast_some(target, KIND + 8, a, b, c, d, e, f, far, answer,
      ignore, ignored_layer, only, only_layer)
    if code > 0 then return NUMBERS_3 end
    if code == 0 then return MISS end
  end
  return slow(target, a, b, c, d, e, f, max)
end
local function cast_some_2(count, target, a, b, c, d, e)
  local fine, ignore, ignored_layer, only, only_layer, far = read_choices(e)
  if fine and (MAX or e.max == nil) and is_target(target) and type(b) == "number" and type(c) == "number"
    and type(d) == "number" then
    CALL_OF_ANSWER
    local code = C_cast_some(target, KIND, a, b, 0, c, d, 0, far, answer, ignore, ignored_layer, only, only_layer)
    if code > 0 then return NUMBERS_2 end
    if code == 0 then return MISS end
  end
  return slow(target, a, b, c, d, e)
end
local function cast_some_in_tables(count, target, a, b, c)
  local fine, ignore, ignored_layer, only, only_layer, far = read_choices(c)
  local dimensions = fine and (MAX or c.max == nil) and is_target(target) and dimensions_of(target)
  if dimensions == 3 then
    local ax, ay, az = read_3(a)
    local bx, by, bz = read_3(b)
    if ax and bx then
      local out = out_for(target)
      CALL_OF_OUT
      local code = C_cast_some(target, KIND + 8, ax, ay, az, bx, by, bz, far, out,
        ignore, ignored_layer, only, only_layer)
      if code > 0 then return HIT_3 end
      if code == 0 then return MISS end
    end
  elseif dimensions == 2 then
    local ax, ay = read_2(a)
    local bx, by = read_2(b)
    if ax and bx then
      local out = out_for(target)
      CALL_OF_OUT
      local code = C_cast_some(target, KIND, ax, ay, 0, bx, by, 0, far, out, ignore, ignored_layer, only, only_layer)
      if code > 0 then return HIT_2 end
      if code == 0 then return MISS end
    end
  end
  return slow(target, a, b, c)
end
return function(...)
  local target, a, b, c, d, e, f, max = ...
  local count = select("#", ...)
  if type(a) == "number" then
    if count == 8 and type(max) == "table" then return cast_some_3(count, target, a, b, c, d, e, f, max) end
    if count == 6 and type(e) == "table" then return cast_some_2(count, target, a, b, c, d, e) end
    if count == 7 or MAX and count == 8 then
      if count == 7 then max = huge end
      if type(b) == "number" and type(c) == "number" and type(d) == "number" and type(e) == "number"
        and type(f) == "number" and type(max) == "number" then
        CALL_OF_ANSWER
        local code = cast_3(C_cast_3, target, KIND + 8, a, b, c, d, e, f, max, answer)
        if code > 0 then return NUMBERS_3 end
        if code == 0 then return MISS end
      end
    elseif count == 5 or MAX and count == 6 then
      if count == 5 then e = huge end
      if type(b) == "number" and type(c) == "number" and type(d) == "number" and type(e) == "number" then
        CALL_OF_ANSWER
        local code = cast_2(C_cast_2, target, KIND, a, b, c, d, e, answer)
        if code > 0 then return NUMBERS_2 end
        if code == 0 then return MISS end
      end
    end
  elseif count == 4 and type(c) == "table" then
    return cast_some_in_tables(count, target, a, b, c)
  elseif count == 3 or MAX and count == 4 then
    if count == 3 then c = huge end
    local dimensions = type(c) == "number" and dimensions_of(target)
    if dimensions == 3 then
      local ax, ay, az = read_3(a)
      local bx, by, bz = read_3(b)
      if ax and bx then
        local out = out_for(target)
        CALL_OF_OUT
        local code = cast_3(C_cast_3, target, KIND + 8, ax, ay, az, bx, by, bz, c, out)
        if code > 0 then return HIT_3 end
        if code == 0 then return MISS end
      end
    elseif dimensions == 2 then
      local ax, ay = read_2(a)
      local bx, by = read_2(b)
      if ax and bx then
        local out = out_for(target)
        CALL_OF_OUT
        local code = cast_2(C_cast_2, target, KIND, ax, ay, bx, by, c, out)
        if code > 0 then return HIT_2 end
        if code == 0 then return MISS end
      end
    end
  end
  return slow(...)
end
]]

local NEAREST = {
  NUMBERS_2 = "numbers_2(code, call, slow, count, target, a, b, c, d, e)",
  NUMBERS_3 = "numbers_3(code, call, slow, count, target, a, b, c, d, e, f, max)",
  HIT_2 = "hit_2(code, call, out, slow, count, target, a, b, c)",
  HIT_3 = "hit_3(code, call, out, slow, count, target, a, b, c)", MISS = "nil",
  CALL_OF_ANSWER = "local call = answer.calls + 1", CALL_OF_OUT = "local call = out.calls + 1",
}
local WHETHER = {
  NUMBERS_2 = "true", NUMBERS_3 = "true", HIT_2 = "true", HIT_3 = "true", MISS = "false",
  CALL_OF_ANSWER = "", CALL_OF_OUT = "",
}

-- Each has code of its own, so that what is compiled for one is not shared with another.
local function make_cast(name, kind, takes_max)
  local shared = {
    cast_2 = cast_2, cast_3 = cast_3, dimensions_of = dimensions_of,
    numbers_2 = numbers_2, numbers_3 = numbers_3, hit_2 = hit_2, hit_3 = hit_3, call_slow = call_slow,
    read_2 = h.read_2, read_3 = h.read_3, answer = answer, out_for = out_for,
    read_choices = h.read_choices, is_target = is_target, C_cast_some = h.some.cast_some,
  }
  for suffix, words in pairs({ [""] = NEAREST, _any = WHETHER }) do
    local text = CAST:gsub("[A-Z_]+_?%d?", words):gsub("%f[%w]MAX%f[%W]", tostring(takes_max))
      :gsub("KIND", tostring(words == WHETHER and kind + ANY or kind))
    shared.C_cast_2, shared.C_cast_3 = h.casts[name .. suffix .. "_2"], h.casts[name .. suffix .. "_3"]
    replace(name .. suffix, function(slow) return assert(loadstring(text, "=collide"))(slow, shared) end)
  end
end

make_cast("raycast", 0, true)
make_cast("segmentcast", 1, false)
make_cast("linecast", 2, false)
