-- SPDX-License-Identifier: MIT
--
-- Cells: of grids, and along a segment.
local h = ...
if not h.ffi then return end

local getmetatable, setmetatable, type, select = getmetatable, setmetatable, type, select
local abs, floor, new_table = math.abs, math.floor, h.new_table
local ffi, C, replace, is_grid = h.ffi, h.C, h.replace, h.is_grid
local read_2, read_3, settle = h.read_2, h.read_3, h.settle
local OTHER, YES = -1, 1

-- ---- Grids ----------------------------------------------------------------------------------------

replace("get", function(slow)
  local C_dimensions, C_grid_get_2, C_grid_get_3 = C.dimensions, C.grid_get_2, C.grid_get_3
  return function(...)
    local grid, x, y, z = ...
    local count = select("#", ...)
    if is_grid(grid) then
      local code = OTHER
      if count == 2 and type(x) ~= "number" then
        if C_dimensions(grid) == 3 then
          count, x, y, z = 4, read_3(x)
        else
          count, x, y = 3, read_2(x)
        end
      end
      if count == 4 then
        if type(x) == "number" and type(y) == "number" and type(z) == "number" then
          code = C_grid_get_3(grid, x, y, z)
        end
      elseif count == 3 and type(x) == "number" and type(y) == "number" then
        code = C_grid_get_2(grid, x, y)
      end
      if code ~= OTHER then return code end
    end
    return slow(...)
  end
end)

replace("set", function(slow)
  local C_dimensions, C_grid_set = C.dimensions, C.grid_set
  return function(...)
    local grid, x, y, z, value = ...
    local count = select("#", ...)
    if is_grid(grid) then
      local code = OTHER
      if count == 3 and type(x) ~= "number" then
        local given = y
        if C_dimensions(grid) == 3 then
          count, x, y, z = 5, read_3(x)
          value = given
        else
          count, x, y = 4, read_2(x)
          z = given
        end
      end
      if count == 5 then
        if type(x) == "number" and type(y) == "number" and type(z) == "number" and type(value) == "number" then
          code = C_grid_set(grid, 3, x, y, z, value)
        end
      elseif count == 4 and type(x) == "number" and type(y) == "number" and type(z) == "number" then
        code = C_grid_set(grid, 2, x, y, 0, z)
      end
      if code == YES then settle(grid) end
      if code ~= OTHER then return end
    end
    return slow(...)
  end
end)

-- The iterator is a function of Lua: traces are of all those that one line makes, while each function
-- of C that is made would have traces of its own.
replace("each", function(slow)
  local C_dimensions, C_grid_limit, C_grid_each = C.dimensions, C.grid_limit, C.grid_each
  local new_loop = h.ffi.typeof(h.EACH_CELL)
  local function each_2(grid, loop)
    return function()
      local value = C_grid_each(grid, loop)
      if value ~= 0 then return loop.x, loop.y, value end
    end
  end
  local function each_3(grid, loop)
    return function()
      local value = C_grid_each(grid, loop)
      if value ~= 0 then return loop.x, loop.y, loop.z, value end
    end
  end
  return function(...)
    local grid, ax, ay, az, bx, by, bz = ...
    local count = select("#", ...)
    local dimensions = is_grid(grid) and C_dimensions(grid)
    local each = dimensions == 2 and each_2 or dimensions == 3 and each_3
    if each then
      local loop, code = new_loop(), OTHER
      if count == 1 then
        code = YES
      elseif count == 5 and dimensions == 2 then
        if type(ax) == "number" and type(ay) == "number" and type(az) == "number" and type(bx) == "number" then
          code = C_grid_limit(grid, loop, ax, ay, 0, az, bx, 0)
        end
      elseif count == 7 and dimensions == 3 and type(ax) == "number" and type(ay) == "number"
        and type(az) == "number" and type(bx) == "number" and type(by) == "number" and type(bz) == "number" then
        code = C_grid_limit(grid, loop, ax, ay, az, bx, by, bz)
      end
      if code == YES then return each(grid, loop) end
    end
    return slow(...)
  end
end)

-- ---- Cells ----------------------------------------------------------------------------------------

-- A walk needs a room of 3 KB, where cells are read ahead. To make one for each walk would cost more
-- than a short walk, so there are some that the walks take in turn. A walk whose room was taken since,
-- because so many others were begun, goes on through the C API. What a script has of a walk it cannot
-- change but for `at`, and any `at` is either not below `limit` or a place in a room. (`at` lies there,
-- where LuaJIT sees that a loop does not move it, so that it is kept in a register.)
--
-- A finalizer that begins walks may take the room between any two lines. So C gives a room to a walk
-- only in exchange for the walk that has it, in one call; and a step reads the cell, looks whether the
-- room was still its own then (`limit` is 0 if it was not), and moves `at` last.
local rooms = h.new_pointer(h.ROOMS)
-- Two types, so that the iterator of one is never given the other. Their texts differ, too: busted
-- replaces typeof by a function that knows types by their texts.
local new_walk_2, new_walk_3 = ffi.typeof(h.WALK), ffi.typeof(h.WALK .. " ")
local istype = ffi.istype
local C_walk_begin, C_walk_fill = C.walk_begin, C.walk_fill

local cell, ROOMS, ROOM_SIZE, ROOM_CELLS = rooms.cell, 15, 328, 64

-- The walks by the numbers of their rooms, the room taken last, and of a walk without a room, what goes
-- on with it.
local walkers, last, others = {}, 0, setmetatable({}, { __mode = "k" })
for room = 1, ROOMS do walkers[room] = false end
local slow_cells = h.module.cells

local function fail_iterator() error("the iterator of cells wants what cells returned with it", 3) end

local function step_otherwise(walk, dimensions)
  local other = others[walk]
  if not other then
    local step, state
    local frame = { size = walk.size, origin = walk.origin }
    if dimensions == 2 then
      step, state = slow_cells(walk.ax, walk.ay, walk.bx, walk.by, frame)
    else
      step, state = slow_cells(walk.ax, walk.ay, walk.az, walk.bx, walk.by, walk.bz, frame)
    end
    local read = (walk.at - walk.room * ROOM_SIZE) / walk.stride
    if not (read >= 0 and read <= ROOM_CELLS) then read = ROOM_CELLS end -- a script has changed `at`
    for _ = 1, walk.done + read do step(state) end
    other = { step = step, state = state }
    others[walk] = other
  end
  return other.step(other.state)
end

local function step_2(walk)
  if not istype(new_walk_2, walk) then fail_iterator() end
  local at, limit = walk.at, walk.limit
  if at < 0 or at >= limit then
    if C_walk_fill(rooms, walk) == 0 then return nil end
    at, limit = walk.at, walk.limit
    if at < 0 or at >= limit then return step_otherwise(walk, 2) end
  end
  local i, t, x, y = cell[at], cell[at + 1], cell[at + 2], cell[at + 3]
  if walk.limit ~= limit then return step_otherwise(walk, 2) end
  walk.at = at + 4
  return i, t, x, y
end

local function step_3(walk)
  if not istype(new_walk_3, walk) then fail_iterator() end
  local at, limit = walk.at, walk.limit
  if at < 0 or at >= limit then
    if C_walk_fill(rooms, walk) == 0 then return nil end
    at, limit = walk.at, walk.limit
    if at < 0 or at >= limit then return step_otherwise(walk, 3) end
  end
  local i, t, x, y, z = cell[at], cell[at + 1], cell[at + 2], cell[at + 3], cell[at + 4]
  if walk.limit ~= limit then return step_otherwise(walk, 3) end
  walk.at = at + 5
  return i, t, x, y, z
end

-- Frames without unknown fields.
local known_frames = setmetatable({}, { __mode = "k" })

-- The size and the origin of a frame, or nil if it is not common.
local function read_frame(frame)
  if type(frame) ~= "table" or getmetatable(frame) ~= nil then return nil end
  if not known_frames[frame] then
    if not h.is_frame(frame) then return nil end
    known_frames[frame] = true
  end
  local size, origin = frame.size, frame.origin
  if size == nil then size = 1 end
  if origin == nil then origin = 0 end
  if frame.dimensions == nil and frame.limit == nil and frame.rule == nil and frame.into == nil
    and type(size) == "number" and type(origin) == "number" then return size, origin end
end

-- A walk that has a room, or nil if C refuses the question.
local function begin_2(ax, ay, bx, by, size, origin)
  local room = last % ROOMS + 1
  last = room
  local before = walkers[room]
  local walk = new_walk_2(0, 0, room, 4, ax, ay, 0, bx, by, 0, size, origin)
  local code = C_walk_begin(rooms, walk, before or nil)
  if code ~= OTHER then walkers[room] = walk end
  if code == YES then return walk end
end

local function begin_3(ax, ay, az, bx, by, bz, size, origin)
  local room = last % ROOMS + 1
  last = room
  local before = walkers[room]
  local walk = new_walk_3(0, 0, room, 5, ax, ay, az, bx, by, bz, size, origin)
  local code = C_walk_begin(rooms, walk, before or nil)
  if code ~= OTHER then walkers[room] = walk end
  if code == YES then return walk end
end

replace("cells", function(slow)
  return function(...)
    local ax, ay, az, bx, by, bz, frame = ...
    local count = select("#", ...)
    if type(ax) == "number" and type(ay) == "number" and type(az) == "number" and type(bx) == "number" then
      local size, origin = 1, 0
      if type(by) == "number" then
        if count == 7 then size, origin = read_frame(frame) end
        if (count == 6 or count == 7) and size and type(bz) == "number" then
          local walk = begin_3(ax, ay, az, bx, by, bz, size, origin)
          if walk then return step_3, walk end
        end
      else
        if count == 5 then size, origin = read_frame(by) end
        if (count == 4 or count == 5) and size then
          local walk = begin_2(ax, ay, az, bx, size, origin)
          if walk then return step_2, walk end
        end
      end
    end
    return slow(...)
  end
end)

-- All cells of a walk in an array, which begins with room for `expected` numbers; nil if others took
-- the walk's room meanwhile.
local function read_all(walk, expected)
  local flat, n = new_table(expected, 0), 0
  local found = C_walk_fill(rooms, walk)
  while found > 0 do
    local limit = walk.limit
    for at = walk.at, limit - 1 do
      n = n + 1
      flat[n] = cell[at]
    end
    if walk.limit ~= limit then return nil end
    found = C_walk_fill(rooms, walk)
  end
  if found == 0 then return flat end
end

-- As many cells as a trace may have here; the function of the C API knows what limits there are.
local MOST = 50000

replace("trace", function(slow)
  local function trace_2(count, ax, ay, bx, by, frame)
    local size, origin = 1, 0
    if count == 5 then size, origin = read_frame(frame) end
    if size then
      local cells = (abs(bx - ax) + abs(by - ay)) / size + 2
      local walk = cells < MOST and begin_2(ax, ay, bx, by, size, origin)
      local flat = walk and read_all(walk, 4 * floor(cells))
      if flat then return flat end
    end
    if count == 4 then return slow(ax, ay, bx, by) end
    return slow(ax, ay, bx, by, frame)
  end
  local function trace_3(count, ax, ay, az, bx, by, bz, frame)
    local size, origin = 1, 0
    if count == 7 then size, origin = read_frame(frame) end
    if size then
      local cells = (abs(bx - ax) + abs(by - ay) + abs(bz - az)) / size + 2
      local walk = cells < MOST and begin_3(ax, ay, az, bx, by, bz, size, origin)
      local flat = walk and read_all(walk, 5 * floor(cells))
      if flat then return flat end
    end
    if count == 6 then return slow(ax, ay, az, bx, by, bz) end
    return slow(ax, ay, az, bx, by, bz, frame)
  end
  return function(...)
    local ax, ay, az, bx, by, bz, frame = ...
    local count = select("#", ...)
    if type(ax) == "number" and type(ay) == "number" and type(az) == "number" and type(bx) == "number" then
      if type(by) == "number" then
        if (count == 6 or count == 7) and type(bz) == "number" then
          return trace_3(count, ax, ay, az, bx, by, bz, frame)
        end
      elseif count == 4 or count == 5 then
        return trace_2(count, ax, ay, az, bx, by)
      end
    end
    return slow(...)
  end
end)

local answer = h.answer

-- Of unit cells at the origin the cell is the floor, which is exact; below 2^52 each has doubles in it beside
-- its lower bound, and its number is one. To add 0 makes 0 of -0.
local MOST_UNIT = 2 ^ 52

replace("cell_at", function(slow)
  local C_cell_at = C.cell_at
  return function(...)
    local x, y, z, frame = ...
    local count = select("#", ...)
    if type(x) == "number" and type(y) == "number" then
      local size, origin = 1, 0
      if x > -MOST_UNIT and x < MOST_UNIT and y > -MOST_UNIT and y < MOST_UNIT then
        if count == 2 then return floor(x) + 0, floor(y) + 0 end
        if count == 3 and type(z) == "number" and z > -MOST_UNIT and z < MOST_UNIT then
          return floor(x) + 0, floor(y) + 0, floor(z) + 0
        end
      end
      if type(z) == "number" then
        if count == 4 then size, origin = read_frame(frame) end
        local call = answer.calls + 1
        if (count == 3 or count == 4) and size and C_cell_at(3, x, y, z, size, origin, answer) == YES then
          local i, j, k = answer.qx, answer.qy, answer.qz
          if answer.calls == call then return i, j, k end
        end
      else
        if count == 3 then size, origin = read_frame(z) end
        local call = answer.calls + 1
        if (count == 2 or count == 3) and size and C_cell_at(2, x, y, 0, size, origin, answer) == YES then
          local i, j = answer.qx, answer.qy
          if answer.calls == call then return i, j end
        end
      end
    end
    return slow(...)
  end
end, "module")

replace("cell_at", function(slow)
  local C_grid_cell_at = C.grid_cell_at
  return function(...)
    local grid, x, y, z = ...
    local count = select("#", ...)
    if is_grid(grid) and type(x) == "number" and type(y) == "number" then
      local call = answer.calls + 1
      if count == 4 then
        if type(z) == "number" and C_grid_cell_at(grid, 3, x, y, z, answer) == YES then
          local i, j, k = answer.qx, answer.qy, answer.qz
          if answer.calls == call then return i, j, k end
        end
      elseif count == 3 and C_grid_cell_at(grid, 2, x, y, 0, answer) == YES then
        local i, j = answer.qx, answer.qy
        if answer.calls == call then return i, j end
      end
    end
    return slow(...)
  end
end, "grid")
