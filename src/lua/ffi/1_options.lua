-- SPDX-License-Identifier: MIT
--
-- The options `ignore` and `only`, which leave some members of a target, and of rays `max`.
local h = ...
if not h.ffi then return end

local getmetatable, setmetatable, type, ceil, huge = getmetatable, setmetatable, type, math.ceil, math.huge
local ffi, some, layers, OWN = h.ffi, h.some, h.layers, h.OWN
local has_only_choices, count_choices = h.has_only_choices, h.count_choices
local choice_size, choice_begin = some.choice_size, some.choice_begin
local choice_member, choice_layer = some.choice_member, some.choice_layer

-- Options that have no other fields, and in which cycle of the garbage collector that was looked at, so
-- that a field that comes later does not stay unnoticed for long: the cycle is another when `witness` is
-- empty. And what C keeps of what they name, of an array with its elements, which are not kept alive: the
-- data of one may lead to the array.
local known_options, choices = setmetatable({}, { __mode = "k" }), setmetatable({}, { __mode = "k" })
local WEAK = { __mode = "v" }
local MOST, YES = 64, 1
local witness, cycle = setmetatable({}, WEAK), 0

-- Of a name that nothing has there may be a layer later.
local function is_common(one)
  if type(one) == "string" then return type(layers[one]) == "number" end
  return type(one) == "userdata" and OWN[getmetatable(one)]
end

local function add(memory, one)
  if type(one) == "string" then return choice_layer(memory, layers[one]) end
  return choice_member(memory, one)
end

-- Nil for what is not common.
local function make(value)
  local count, elements = 1, nil
  if type(value) == "table" then
    if getmetatable(value) ~= nil then return nil end
    count = count_choices(value)
    if not count or count > MOST then return nil end
    for i = 1, count do
      if not is_common(value[i]) then return nil end
    end
    elements = setmetatable({}, WEAK)
    for i = 1, count do elements[i] = value[i] end
  elseif not is_common(value) then
    return nil
  end
  local memory = ffi.new("double[?]", ceil(choice_size(count) / 8))
  choice_begin(memory, count)
  for i = 1, count do
    if add(memory, elements and elements[i] or value) ~= YES then return nil end
  end
  local choice = { memory = memory, elements = elements, count = count, calls = 0 }
  choices[value] = choice
  return choice
end

-- Whether an array has other keys is looked at when it is new, and now and then.
local function find(value)
  local choice = choices[value]
  if not choice then return make(value) end
  local elements, count = choice.elements, choice.count
  if elements then
    choice.calls = choice.calls + 1
    if #value ~= count or choice.calls > 4096 then return make(value) end
    for i = 1, count do
      if value[i] ~= elements[i] then return make(value) end
    end
  end
  return choice
end

-- Whether the options are common ones, what C keeps of `ignore` and `only`, and `max`.
function h.read_choices(options)
  if getmetatable(options) ~= nil then return false end
  if witness[1] == nil then witness[1], cycle = {}, cycle + 1 end
  if known_options[options] ~= cycle then
    if not has_only_choices(options) then return false end
    known_options[options] = cycle
  end
  if options.filter ~= nil or options.touching ~= nil or options.inside ~= nil or options.corners ~= nil
    or options.rule ~= nil or options.faces ~= nil or options.into ~= nil or options.limit ~= nil then
    return false
  end
  local ignore, only, max = options.ignore, options.only, options.max
  if max == nil then
    max = huge
  elseif type(max) ~= "number" then
    return false
  end
  if ignore ~= nil then
    ignore = find(ignore)
    if not ignore then return false end
    ignore = ignore.memory
  end
  if only ~= nil then
    only = find(only)
    if not only then return false end
    only = only.memory
  end
  return true, ignore, only, max
end
