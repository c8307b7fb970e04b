-- SPDX-License-Identifier: MIT
--
-- What overlaps a shape in a world, the pairs in one, and moves among its members.
local h = ...
if not h.ffi then return end

local getmetatable, setmetatable, type, select, pcall, error = getmetatable, setmetatable, type, select, pcall, error
local ffi, C, answer, replace, new_table = h.ffi, h.C, h.answer, h.replace, h.new_table
local is_shape, is_world, members_of, LIST = h.is_shape, h.is_world, h.members_of, h.LIST

-- ---- Members that overlap ------------------------------------------------------------------------

-- C writes their numbers.
local numbers = ffi.new("int[?]", h.NUMBERS_ROOM)
h.held[#h.held + 1] = numbers
numbers = ffi.cast("int *", numbers)

-- Options that have no other field than `into`; and arrays that were given there, with how many items
-- they are known to take without an error.
local known_options, rooms = setmetatable({}, { __mode = "k" }), setmetatable({}, { __mode = "k" })
local has_only_into, reserve = h.has_only_into, h.reserve

-- Whether options are common ones; nil are, too.
local function are_common(options)
  if options == nil then return true end
  if type(options) ~= "table" or getmetatable(options) ~= nil then return false end
  if not known_options[options] then
    if not has_only_into(options) then return false end
    known_options[options] = true
  end
  local into = options.into
  return type(into) == "table" and getmetatable(into) == nil and options.ignore == nil and options.only == nil
    and options.filter == nil and options.touching == nil and options.limit == nil
end

-- Writes what C has found into an array, which it returns; nil if there was another call meanwhile, or
-- if a member was removed.
local function write(found, call, into, members)
  local length = 0
  if into then
    length = #into
    if length < found and (rooms[into] or 0) < found then
      reserve(into, found)
      rooms[into] = found
    end
  else
    into = new_table(found, 0)
  end
  if members then
    for i = 1, found do
      local member = members[numbers[i - 1]]
      if member == nil then return nil end
      into[i] = member
    end
  else
    for i = 1, found do into[i] = numbers[i - 1] end
  end
  for i = length, found + 1, -1 do into[i] = nil end
  if answer.calls == call then return into end
end

replace("overlap_all", function(slow)
  local C_world_overlaps = C.world_overlaps
  return function(...)
    local a, b, c, d = ...
    local count = select("#", ...)
    local world, shape, first = b, a, 0
    if is_world(a) then world, shape, first = a, b, 1 end
    if count >= 2 and count <= 4 and is_world(world) and is_shape(shape) then
      local options, form = c, d
      if count == 3 and type(c) == "string" then options, form = nil, c end
      if (form == nil and count < 4 or form == "numbers") and are_common(options) then
        local into = nil
        if options then into = options.into end
        local call = answer.calls + 1
        local found = C_world_overlaps(world, shape, first, answer, numbers)
        if found >= 0 then
          local members = nil
          if form == nil then members = members_of(world) end
          local all = write(found, call, into, members)
          if all then
            if into or not members then return all end
            return setmetatable(all, LIST)
          end
        end
      end
    end
    return slow(...)
  end
end)

-- ---- Pairs ------------------------------------------------------------------------------------------

-- Of the state of each loop, a userdata of the C API, what is read here. The state keeps the table of
-- the members, and so the world; what is read here does not, or a level would never be collected whose
-- members' data lead to a coroutine that was left in such a loop.
local loops, lists = setmetatable({}, { __mode = "k" }), setmetatable({}, { __mode = "k" })
local WEAK = { __mode = "v" }

replace("pairs", function(slow)
  local C_loop_count, C_loop_pairs = C.loop_count, C.loop_pairs

  -- Without a loop of its own: a trace of the script's loop cannot have another in it. So where one of
  -- a pair was removed meanwhile, the next pair is a call in tail position.
  local step
  function step(state)
    local loop = loops[state]
    if not loop then error("the state of a loop over a world expected", 2) end
    local at = loop.at
    if at >= loop.count then return nil end
    loop.at = at + 1
    local list, members = loop.list, loop.members
    local a, b = members[list[2 * at]], members[list[2 * at + 1]]
    if a ~= nil and b ~= nil then return a, b end
    return step(state)
  end

  -- What raises is called again in tail position: then the message names the place of the script's
  -- call. A filter is not called twice.
  return function(...)
    local world, options = ...
    local count = select("#", ...)
    if is_world(world) and (count == 1 or count == 2 and type(options) == "table"
      and getmetatable(options) == nil and options.filter == nil) then
      local fine, _, state = pcall(slow, ...)
      local members = fine and members_of(world)
      if members then
        local list = C_loop_pairs(state)
        lists[state] = list
        loops[state] = setmetatable({ at = 0, count = C_loop_count(state), list = list, members = members }, WEAK)
        return step, state
      end
    end
    return slow(...)
  end
end, "world")

-- ---- Moves ------------------------------------------------------------------------------------------

-- C tells where the shape comes to, and does not move it. A finalizer may run, and ask something else,
-- before the answer is read: `calls` shows that, nothing was done yet, and the slow way is taken.
replace("move", function(slow)
  local C_world_move, C_set_position = C.world_move, C.set_position
  return function(...)
    local world, shape, x, y, z = ...
    local count = select("#", ...) - 2
    if count == 2 then z = 0 end
    if (count == 2 or count == 3) and type(x) == "number" and type(y) == "number" and type(z) == "number"
      and is_world(world) and is_shape(shape) then
      local call = answer.calls + 1
      local code = C_world_move(world, shape, count, x, y, z, answer)
      if code >= 0 then
        local px, py, pz, hits = answer.px, answer.py, answer.pz, answer.t
        if answer.calls == call and (code == 0 or C_set_position(shape, count, px, py, pz) == 1) then
          if count == 2 then return px, py, hits end
          return px, py, pz, hits
        end
      end
    end
    return slow(...)
  end
end)
