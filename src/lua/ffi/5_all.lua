-- SPDX-License-Identifier: MIT
--
-- All hits of a cast at an array of shapes.
local h = ...
if not h.ffi then return end

local setmetatable, type, select, getmetatable = setmetatable, type, select, getmetatable
local ffi, answer, faces, replace = h.ffi, h.answer, h.faces, h.replace
local HIT, LIST = h.HIT, h.LIST
local vector_2, vector_3, read_2, read_3 = h.vector_2, h.vector_3, h.read_2, h.read_3
local find_pack, dimensions_of, call_slow = h.find_pack, h.dimensions_of, h.call_slow
local C_cast_pack_all = h.casts.cast_pack_all
local huge = math.huge

-- C writes the hits, nearest first, as long as it is no more than there is room for.
local hits = ffi.new(h.ONE_HIT .. "[" .. h.PACK_HITS .. "]")
h.held[#h.held + 1] = hits
hits = ffi.cast(h.ONE_HIT .. " *", hits)

-- A table that has room for so many items.
local has_new, new_table = pcall(require, "table.new")
if not has_new then new_table = function() return {} end end

-- These read `found` hits. `call` is the number that the call of C was to have among those that wrote
-- an answer; what comes behind it is for the function of the C API if it had another.
local function flat_2(found, call, slow, count, target, ax, ay, bx, by, max)
  local flat, at = new_table(11 * found, 0), 0
  for i = 0, found - 1 do
    local a = hits[i]
    flat[at + 1], flat[at + 2], flat[at + 3], flat[at + 4] = a.t, a.nx, a.ny, a.t_exit
    flat[at + 5], flat[at + 6], flat[at + 7] = a.px, a.py, a.index
    flat[at + 8], flat[at + 9], flat[at + 10], flat[at + 11] = 0, 0, 0, 0 -- of groups and grids
    at = at + 11
  end
  if answer.calls ~= call then
    if count == 5 then return slow(target, ax, ay, bx, by) end
    return slow(target, ax, ay, bx, by, max)
  end
  return flat
end

local function flat_3(found, call, slow, count, target, ax, ay, az, bx, by, bz, max)
  local flat, at = new_table(17 * found, 0), 0
  for i = 0, found - 1 do
    local a = hits[i]
    flat[at + 1], flat[at + 2], flat[at + 3], flat[at + 4], flat[at + 5] = a.t, a.nx, a.ny, a.nz, a.t_exit
    flat[at + 6], flat[at + 7], flat[at + 8], flat[at + 9] = a.px, a.py, a.pz, a.index
    flat[at + 10], flat[at + 11], flat[at + 12], flat[at + 13] = 0, 0, 0, 0
    if a.triangle ~= 0 then flat[at + 11], flat[at + 12], flat[at + 13] = 1, a.u, a.v end
    flat[at + 14], flat[at + 15], flat[at + 16], flat[at + 17] = 0, 0, 0, 0 -- of grids
    at = at + 17
  end
  if answer.calls ~= call then
    if count == 7 then return slow(target, ax, ay, az, bx, by, bz) end
    return slow(target, ax, ay, az, bx, by, bz, max)
  end
  return flat
end

local function list(found, call, slow, count, target, start, toward, max, in_3d)
  local all = new_table(found, 0)
  for i = 0, found - 1 do
    local a = hits[i]
    local t, t_exit, inside, face, edge, index = a.t, a.t_exit, a.inside ~= 0, faces[a.face], a.edge, a.index
    local nx, ny, nz, px, py, pz, u, v, triangle = a.nx, a.ny, a.nz, a.px, a.py, a.pz, a.u, a.v, a.triangle
    if edge ~= 0 then face = edge end
    local hit = setmetatable({
      t = t, t_exit = t_exit, inside = inside, face = face, index = index, shape = target[index],
      normal = in_3d and vector_3(nx, ny, nz) or vector_2(nx, ny),
      point = in_3d and vector_3(px, py, pz) or vector_2(px, py),
    }, HIT)
    if triangle ~= 0 then hit.triangle, hit.u, hit.v = 1, u, v end
    all[i + 1] = hit
  end
  if answer.calls ~= call then return call_slow(slow, count, target, start, toward, max) end
  return setmetatable(all, LIST)
end

-- The functions of arrays take no `...`: LuaJIT does not compile the return from a loop through a
-- function with `...`.
local function make_all(name, kind, takes_max)
  replace(name, function(slow)
    local function in_2d(count, target, a, b, c, d, max)
      local pack = getmetatable(target) == nil and find_pack(target)
      if pack then
        local call = answer.calls + 1
        local found = C_cast_pack_all(pack.memory, kind, a, b, 0, c, d, 0, max, answer, hits)
        if found >= 0 then return flat_2(found, call, slow, count, target, a, b, c, d, max) end
      end
      if count == 5 then return slow(target, a, b, c, d) end
      return slow(target, a, b, c, d, max)
    end
    local function in_3d(count, target, a, b, c, d, e, f, max)
      local pack = getmetatable(target) == nil and find_pack(target)
      if pack then
        local call = answer.calls + 1
        local found = C_cast_pack_all(pack.memory, kind + 8, a, b, c, d, e, f, max, answer, hits)
        if found >= 0 then return flat_3(found, call, slow, count, target, a, b, c, d, e, f, max) end
      end
      if count == 7 then return slow(target, a, b, c, d, e, f) end
      return slow(target, a, b, c, d, e, f, max)
    end
    local function in_tables(count, target, a, b, max)
      local dimensions = getmetatable(target) == nil and dimensions_of(target)
      local ax, ay, az, bx, by, bz = nil, nil, 0, nil, nil, 0
      if dimensions == 3 then
        ax, ay, az = read_3(a)
        bx, by, bz = read_3(b)
      elseif dimensions == 2 then
        ax, ay = read_2(a)
        bx, by = read_2(b)
      end
      local pack = ax and bx and find_pack(target)
      if pack then
        local call = answer.calls + 1
        local what = dimensions == 3 and kind + 8 or kind
        local found = C_cast_pack_all(pack.memory, what, ax, ay, az, bx, by, bz, max, answer, hits)
        if found >= 0 then return list(found, call, slow, count, target, a, b, max, dimensions == 3) end
      end
      return call_slow(slow, count, target, a, b, max)
    end
    return function(...)
      local target, a, b, c, d, e, f, max = ...
      local count = select("#", ...)
      if type(target) == "table" then
        if type(a) == "number" then
          if (count == 7 or takes_max and count == 8) and type(b) == "number" and type(c) == "number"
            and type(d) == "number" and type(e) == "number" and type(f) == "number" then
            if count == 7 then max = huge end
            if type(max) == "number" then return in_3d(count, target, a, b, c, d, e, f, max) end
          elseif (count == 5 or takes_max and count == 6) and type(b) == "number" and type(c) == "number"
            and type(d) == "number" then
            if count == 5 then e = huge end
            if type(e) == "number" then return in_2d(count, target, a, b, c, d, e) end
          end
        elseif count == 3 or takes_max and count == 4 then
          if count == 3 then c = huge end
          if type(c) == "number" then return in_tables(count, target, a, b, c) end
        end
      end
      return slow(...)
    end
  end)
end

make_all("raycast_all", 0, true)
make_all("segmentcast_all", 1, false)
make_all("linecast_all", 2, false)
