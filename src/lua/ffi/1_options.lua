-- SPDX-License-Identifier: MIT
--
-- The options `ignore` and `only`, which leave some members of a target, and of rays `max`. Here each
-- names one member or one layer; what names several is for the C API.
local h = ...
if not h.ffi then return end

local getmetatable, setmetatable, type, huge = getmetatable, setmetatable, type, math.huge
local layers, OWN, has_only_choices = h.layers, h.OWN, h.has_only_choices

-- Options that have no other fields, and in which cycle of the garbage collector that was looked at, so
-- that a field that comes later does not stay unnoticed for long: the cycle is another when `witness` is
-- empty.
local known_options, witness, cycle = setmetatable({}, { __mode = "k" }), setmetatable({}, { __mode = "v" }), 0

-- Whether the value of an option is a common one; then the member or nil, and the number of the layer
-- or 0. Of a name that nothing has there may be a layer later.
local function read_choice(value)
  if value == nil then return true, nil, 0 end
  if type(value) == "userdata" then return OWN[getmetatable(value)] or false, value, 0 end
  local layer = type(value) == "string" and layers[value]
  return type(layer) == "number", nil, layer
end

-- Whether the options are common ones; then what `ignore` and `only` name, as read_choice tells it, and
-- `max`. The caller passes the members to C: so they live until C has read them.
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
  local max = options.max
  if max == nil then
    max = huge
  elseif type(max) ~= "number" then
    return false
  end
  local fine, ignore, ignored_layer = read_choice(options.ignore)
  if not fine then return false end
  local also_fine, only, only_layer = read_choice(options.only)
  if not also_fine then return false end
  return true, ignore, ignored_layer, only, only_layer, max
end
