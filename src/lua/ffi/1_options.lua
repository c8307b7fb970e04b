-- SPDX-License-Identifier: MIT
--
-- The options `ignore` and `only`, which leave some members of a target, and of rays `max`.
local h = ...
if not h.ffi then return end

local getmetatable, setmetatable, type, huge = getmetatable, setmetatable, type, math.huge
local layers, OWN, has_only_choices = h.layers, h.OWN, h.has_only_choices

-- Options that have no other fields, and in which cycle of the garbage collector that was looked at, so
-- that a field that comes later does not stay unnoticed for long: the cycle is another when `witness` is
-- empty.
local known_options = setmetatable({}, { __mode = "k" })
local witness, cycle = setmetatable({}, { __mode = "v" }), 0

-- Returns the object and the number of the layer that an option names, nil and 0 where it names none.
-- The caller holds the object until its call of C has returned. Returns false for what is not common:
-- an array, or a name that is no layer yet.
local function read_choice(value)
  if value == nil then return nil, 0 end
  if type(value) == "string" then
    local layer = layers[value]
    if type(layer) == "number" then return nil, layer end
  elseif type(value) == "userdata" and OWN[getmetatable(value)] then
    return value, 0
  end
  return false, 0
end

-- Whether the options are common ones; the object and the layer of `ignore`, those of `only`, and `max`.
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
  local ignore, ignored = read_choice(options.ignore)
  local only, chosen = read_choice(options.only)
  if ignore == false or only == false then return false end
  return true, ignore, ignored, only, chosen, max
end
