-- SPDX-License-Identifier: MIT
--
-- The functions that LuaJIT compiles; lua_ffi.h says why. tools/chunk writes the files of this folder
-- into lua_ffi_chunk.h, which the module contains; they run in the order of their names there, each
-- with the table `h` for what they share.
--
-- Each function answers the common forms of a call: all arguments there, of the right types, and no
-- options, but for those that 1_options.lua reads. For everything else it calls the function of the C
-- API that it replaces, with the same arguments; that one knows all forms and raises all errors. A
-- function of C tells by OTHER that a call is not common after all: it was given a number that is not
-- finite, or another userdata in place of a shape.
--
-- A finalizer may run between any two lines, and call the module again: where garbage is made, and
-- wherever compiled code is left for the interpreter, which lets the garbage collector go on there if
-- that has come to the finalizers. So what the functions share is read with a check. `answer.calls`
-- counts the calls that were given the answer to write: who has read what its call wrote looks
-- whether there was another, and has the function of the C API answer then. In compiled code such a
-- check costs next to nothing.
local h = ...
local module = h.module

module._WAY = "c"
local jit, getenv = rawget(_G, "jit"), os and os.getenv
if not jit then return end
local forced = getenv and getenv("COLLIDE_FFI")
if forced == "0" or (forced ~= "1" and not (jit.status and jit.status())) then return end
local found, ffi = pcall(require, "ffi")
if not found then
  if forced == "1" then error("COLLIDE_FFI is 1, but there is no ffi: " .. tostring(ffi), 0) end
  return
end
module._WAY = "ffi"
h.ffi = ffi

local getmetatable, setmetatable, type, pcall, rawget = getmetatable, setmetatable, type, pcall, rawget
local SHAPE, SHAPE_DATA, GRID, VECTOR = h.SHAPE, h.SHAPE_DATA, h.GRID, h.VECTOR
local WORLD, WORLD_DATA = h.WORLD, h.WORLD_DATA

local addresses = ffi.cast("const char *const *", ffi.cast("const char *", h.addresses))
h.casts = ffi.cast("const " .. h.CASTS .. " *", addresses[0])
h.C = ffi.cast("const " .. h.FUNCTIONS .. " *", addresses[1])
h.some = ffi.cast("const " .. h.SOME .. " *", addresses[2])

-- What functions of C write is passed as a pointer: LuaJIT takes that for a constant, while it would
-- look up and check a struct in each trace. `held` keeps the structs alive.
local held = {}

function h.new_pointer(struct)
  local made = ffi.new(struct)
  held[#held + 1] = made
  return ffi.cast(struct .. " *", made)
end

h.new_answer = ffi.typeof(h.ANSWER)
h.answer = h.new_pointer(h.ANSWER)
h.held = held

-- Puts a function in the place of the one of that name, wherever that is found, or first in the table
-- that is named, since the module and grids have each a `cell_at`. Of the methods of meshes only casts
-- are replaced, and of worlds casts and those that are made for them: the others would be handed on to
-- the old ones each time. `make` gets the old one. What
-- `make` takes from h.C it keeps: to look it up for each call would make garbage where the call is
-- not compiled.
function h.replace(name, make, where)
  local slow = rawget(where and h[where] or module, name) or rawget(h.shape, name) or rawget(h.grid, name)
    or rawget(h.world, name)
  local fast = make(slow)
  for _, functions in ipairs({ module, h.shape, h.grid }) do
    if rawget(functions, name) == slow then functions[name] = fast end
  end
  if name:find("cast") and rawget(h.mesh, name) == slow then h.mesh[name] = fast end
  if (name:find("cast") or name:find("overlap") or name == "move" or where == "world")
      and rawget(h.world, name) == slow then
    h.world[name] = fast
  end
end

function h.is_shape(v)
  if type(v) ~= "userdata" then return false end
  local meta = getmetatable(v)
  return meta == SHAPE or meta == SHAPE_DATA
end
function h.is_grid(v) return type(v) == "userdata" and getmetatable(v) == GRID end
function h.is_world(v)
  if type(v) ~= "userdata" then return false end
  local meta = getmetatable(v)
  return meta == WORLD or meta == WORLD_DATA
end

-- A table that has room for so many items and fields.
local has_new, new_table = pcall(require, "table.new")
h.new_table = has_new and new_table or function() return {} end

-- ---- Vectors ---------------------------------------------------------------------------------

-- The metatables of what this module makes that is no vector.
local OWN = {}
for _, name in ipairs({ "SHAPE", "SHAPE_DATA", "GRID", "MESH", "MESH_DATA", "COMPOUND", "COMPOUND_DATA", "WORLD",
  "WORLD_DATA" }) do
  OWN[h[name]] = true
end
h.OWN = OWN

local function xy(v) return v.x, v.y end
local function xyz(v) return v.x, v.y, v.z end

-- Whether a table with a metatable, a userdata or a cdata may be asked for .x, and whether that may
-- raise: a C struct raises at a member that it does not have.
local function find_access(v)
  local kind = type(v)
  if kind == "cdata" then return "guarded" end
  local meta = getmetatable(v)
  if meta == VECTOR and kind == "table" then return "open" end
  if type(meta) ~= "table" or OWN[meta] then return nil end
  if kind == "table" or (kind == "userdata" and meta.__index ~= nil) then return "open" end
end

-- The components of a vector that is one value, or nil if it is not a common one.
function h.read_2(v)
  local x, y
  if type(v) == "table" and getmetatable(v) == nil then
    x, y = v[1], v[2]
    if x ~= nil then
      if v[3] ~= nil then return nil end
    else
      x, y = v.x, v.y
      if v.z ~= nil then return nil end
    end
  else
    local access = find_access(v)
    if access == "open" then
      x, y = v.x, v.y
    elseif access then
      local fine
      fine, x, y = pcall(xy, v)
      if not fine then return nil end
    end
  end
  if type(x) == "number" and type(y) == "number" then return x, y end
end

function h.read_3(v)
  local x, y, z
  if type(v) == "table" and getmetatable(v) == nil then
    x, y, z = v[1], v[2], v[3]
    if x ~= nil then
      if v[4] ~= nil then return nil end
    else
      x, y, z = v.x, v.y, v.z
    end
  else
    local access = find_access(v)
    if access == "open" then
      x, y, z = v.x, v.y, v.z
    elseif access then
      local fine
      fine, x, y, z = pcall(xyz, v)
      if not fine then return nil end
    end
  end
  if type(x) == "number" and type(y) == "number" and type(z) == "number" then return x, y, z end
end

function h.vector_2(x, y) return setmetatable({ x = x, y = y }, VECTOR) end
function h.vector_3(x, y, z) return setmetatable({ x = x, y = y, z = z }, VECTOR) end

-- ---- Worlds ----------------------------------------------------------------------------------

-- The tables of the members of worlds, which their worlds keep.
local members, find_members = setmetatable({}, { __mode = "kv" }), h.members
function h.members_of(world)
  local known = members[world]
  if not known then
    known = find_members(world)
    members[world] = known
  end
  return known
end

-- ---- Fields ----------------------------------------------------------------------------------

-- The methods of shapes with data: here, where a trace can go through.
local methods, index = h.shape, h.SHAPE_DATA.__index
h.SHAPE_DATA.__index = function(shape, key)
  local method = rawget(methods, key)
  if method ~= nil then return method end
  return index(shape, key)
end
