-- SPDX-License-Identifier: MIT
--
-- Many casts in one call. The call itself need not be compiled; what is, are the loops that read and
-- write the numbers.
local h = ...
if not h.ffi then return end

local getmetatable, type, select = getmetatable, type, select
local ffi, replace, reserve, new_table = h.ffi, h.replace, h.reserve, h.new_table
local C_cast_many, dimensions_of, has_only_count = h.casts.cast_many, h.dimensions_of, h.has_only_count
local YES = 1
local KEPT = 2 ^ 23 -- doubles; more are not kept for the next call

-- The numbers of the last batch, and how many there is room for. Who uses it takes it away meanwhile, since
-- a finalizer may make such a call as well.
local kept, room

local function take_room(count)
  if kept and room >= count then
    local numbers, size = kept, room
    kept = nil
    return numbers, size
  end
  return ffi.new("double[?]", count), count
end

local function return_room(numbers, size)
  if size <= KEPT then kept, room = numbers, size end
end

local function copy_table(numbers, rays, count)
  for i = 1, count do
    local number = rays[i]
    if type(number) ~= "number" then return false end
    numbers[i - 1] = number
  end
  return true
end

-- An array of doubles; all other cdata is for the C API, which knows what may be read.
local function bytes_of_cdata(rays)
  return tostring(ffi.typeof(rays)):find("^ctype<double %[") and ffi.sizeof(rays)
end

-- How many numbers are given, or nil if they are not given in a common form.
local function count_given(rays, count)
  if type(rays) == "table" and getmetatable(rays) == nil then return #rays end
  local bytes
  if type(rays) == "string" then
    bytes = #rays
  elseif type(rays) == "cdata" and count then
    bytes = bytes_of_cdata(rays)
  end
  return bytes and bytes / 8
end

-- How many rays there are, or nil.
local function count_rays(given, each, count)
  local all = given / each
  if count then
    all = type(count) == "number" and count <= all and count or 0.5
  end
  return all % 1 == 0 and all >= 1 and all <= h.MOST_RAYS and all or nil
end

-- Whether options are common ones; returns `into` and `count`, too.
local function read_options(options)
  if options == nil then return true end
  if type(options) ~= "table" or getmetatable(options) ~= nil or not has_only_count(options) then return false end
  local into = options.into
  if into ~= nil and (type(into) ~= "table" or getmetatable(into) ~= nil) then return false end
  return true, into, options.count
end

local function write(into, answers, first, count)
  for i = 1, count do into[i] = answers[first + i - 1] end
end

local function cut(into, count)
  for i = #into, count + 1, -1 do into[i] = nil end
end

-- Returns the answers, or nil if the call is not common.
local function cast_many(kind, target, rays, options)
  local dimensions, fine, into, wanted = dimensions_of(target), read_options(options)
  if not fine or not dimensions or dimensions < 2 or type(target) ~= "userdata" then return nil end
  local each, told = 2 * dimensions, 2 + dimensions
  local given = count_given(rays, wanted)
  local count = given and count_rays(given, each, wanted)
  if not count then return nil end
  local numbers, size = take_room(count * (each + told))
  local answers = numbers + count * each
  if type(rays) ~= "table" then
    ffi.copy(numbers, rays, 8 * count * each)
  elseif not copy_table(numbers, rays, count * each) then
    return nil
  end
  if C_cast_many(target, dimensions == 3 and kind + 8 or kind, numbers, count, answers) ~= YES then return nil end
  if into then reserve(into, count * told) end
  into = into or new_table(count * told, 0)
  write(into, numbers, count * each, count * told)
  cut(into, count * told)
  return_room(numbers, size)
  return into
end

for kind, name in pairs({ [0] = "raycast_many", "segmentcast_many" }) do
  replace(name, function(slow)
    return function(...)
      local target, rays, options = ...
      local count = select("#", ...)
      local answers = (count == 2 or count == 3) and cast_many(kind, target, rays, options)
      if answers then return answers end
      return slow(...)
    end
  end)
end
