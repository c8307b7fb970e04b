-- SPDX-License-Identifier: MIT
--
-- Repeats the descriptions of shapes of either dimension for Shape2, Shape3 and the kinds of one dimension. So an
-- editor completes `hit.point.z` only in space, and shows the right number of arguments. Only LuaLS needs this; the
-- pages describe each function once.
local stubs = require("reference.stubs")
local types = require("reference.types")

local dimensions = {}

local function includes(type, names)
  local found = false
  types.each_name(type, function(name) found = found or names[name] ~= nil end)
  return found
end

local function any_includes(parts, names)
  for _, part in ipairs(parts) do
    if includes(part.type, names) then return true end
  end
  return false
end

-- The types that also exist for 2D and 3D, each with the name before the 2 or 3; and the classes among them, in order.
local function dependent_types(sections, told)
  local names = { ["collide.Vector"] = "collide.Vector", ["collide.Cell"] = "collide.Cell" }
  local classes = {}
  for class in stubs.each(sections, "class") do
    local answers = class.name:match("Hit$") or class.name == "collide.Contact"
    if told[class.name] == class and answers and any_includes(stubs.fields_of(class, told), names) then
      classes[#classes + 1] = class
      names[class.name] = class.name
    end
  end
  return names, classes
end

local function has_z(parts)
  for _, part in ipairs(parts) do
    if (part.name or ""):match("^%l?z%d?$") then return true end
  end
  return false
end

local function has_number(parts)
  for i = 2, #parts do
    local name = parts[i].type.name
    if name == "number" or name == "integer" then return true end
  end
  return false
end

local function parameters_text(overload)
  return types.text({ kind = "function", parameters = overload.parameters, results = {} }, function() end)
end

-- Whether the call has another form with the same arguments and a z.
local function has_twin(entry, overload)
  for _, other in ipairs(entry.overloads) do
    if other ~= overload and parameters_text(other) == parameters_text(overload) then return true end
  end
  return false
end

-- Whether the form applies to a shape of these dimensions.
local function is_of(entry, overload, dimension)
  local first = overload.parameters[1]
  if not first or first.type.name == "number" then return false end
  if has_number(overload.parameters) then return has_z(overload.parameters) == (dimension == 3) end
  if has_twin(entry, overload) then return has_z(overload.results) == (dimension == 3) end
  return true
end

local function add_overload(out, entry, overload, owner, rename)
  local parameters = {}
  for i, parameter in ipairs(overload.parameters) do parameters[i] = parameter end
  parameters[1] = { name = "self", type = entry.generic and { kind = "same" } or { kind = "name", name = owner } }
  local text = types.text({ kind = "function", parameters = parameters, results = overload.results }, rename)
  out[#out + 1] = "---@overload " .. (entry.generic and text:gsub("^fun", "fun<S>") or text)
end

-- The rotation is one number in the plane and a quaternion in space, in answers.
local function return_text(type, dimension, rename)
  local text = types.text(type, rename)
  return (text:gsub("%(number|collide%.Quaternion%)", dimension == 2 and "number" or "collide.Quaternion"))
end

local function add_method(out, entry, owner, dimension, rename)
  local text = stubs.first_sentence(entry, ".:")
  out[#out + 1] = "---" .. text
  if entry.generic then
    out[#out + 1] = "---@generic S"
    out[#out + 1] = "---@param self S"
  end
  local names = {}
  for i = entry.method and 1 or 2, #entry.params do
    local parameter = entry.params[i]
    names[#names + 1] = parameter.name
    out[#out + 1] = ("---@param %s%s %s %s"):format(parameter.name, parameter.optional and "?" or "",
      types.text(parameter.type, function() end), parameter.text):gsub(" $", "")
  end
  for _, result in ipairs(entry.returns) do
    out[#out + 1] = ("---@return %s %s %s"):format(return_text(result.type, dimension, rename), result.name,
      result.text):gsub(" $", "")
  end
  for _, overload in ipairs(entry.overloads) do
    if is_of(entry, overload, dimension) then add_overload(out, entry, overload, owner, rename) end
  end
  out[#out + 1] = ("function %s:%s(%s) end"):format(owner:match("(%w+)$"), entry.name, table.concat(names, ", "))
  out[#out + 1] = ""
end

-- Whether the forms of 2D and 3D differ.
local function depends(entry, names)
  if entry.name == "get_rotation" or any_includes(entry.returns, names) then return true end
  for _, overload in ipairs(entry.overloads) do
    if has_z(overload.parameters) or has_z(overload.results) then return true end
  end
  return false
end

-- The methods of an owner ("shape", "box"), in the order of the sections.
local function methods_of(sections, owner)
  local functions, methods = {}, {}
  for entry in stubs.each(sections, "function") do
    functions[entry.full] = entry
    if entry.method and entry.owner == owner then methods[#methods + 1] = entry end
  end
  for _, section in ipairs(sections) do
    for _, same in ipairs(section.same) do
      if same.owner == owner then methods[#methods + 1] = assert(functions[same.of], same.of) end
    end
  end
  return methods
end

-- The dimensions of a class of shapes, or nil.
local function dimension_of(class, told)
  while class do
    local number = class.name:match("^collide%.Shape([23])$")
    if number then return tonumber(number) end
    class = told[class.parent]
  end
end

local function add_classes(out, classes, told, names, dimension)
  local function rename(name) return names[name] and names[name] .. dimension end
  for _, class in ipairs(classes) do
    out[#out + 1] = ("---%s"):format(stubs.first_sentence(class, ".:"))
    out[#out + 1] = ("---@class %s%d: %s"):format(class.name, dimension, class.name)
    for _, field in ipairs(stubs.fields_of(class, told)) do
      if includes(field.type, names) then
        out[#out + 1] = ("---@field %s%s %s %s"):format(field.name, field.optional and "?" or "",
          types.text(field.type, rename), field.text):gsub(" $", "")
      end
    end
    out[#out + 1] = ""
  end
end

local function text_of(sections, told, dimension)
  local names, classes = dependent_types(sections, told)
  local function rename(name) return names[name] and names[name] .. dimension end
  local out = {
    "---@meta _",
    "-- SPDX-License-Identifier: MIT",
    "-- luacheck: no max line length (LuaLS reads an annotation from one line)",
    "-- Written by `make reference` from the other files of this folder: change those.",
    "",
  }
  add_classes(out, classes, told, names, dimension)
  for class in stubs.each(sections, "class") do
    local short = class.name:match("^collide%.(%w+)$")
    local methods = {}
    if told[class.name] == class and dimension_of(class, told) == dimension then
      methods = methods_of(sections, short:match("^Shape") and "shape" or short:lower())
    end
    local chosen = {}
    for _, entry in ipairs(methods) do
      if depends(entry, names) then chosen[#chosen + 1] = entry end
    end
    if chosen[1] then
      out[#out + 1] = "---@class " .. class.name
      out[#out + 1] = ("local %s = {}"):format(short)
      out[#out + 1] = ""
      for _, entry in ipairs(chosen) do add_method(out, entry, class.name, dimension, rename) end
    end
  end
  out[#out] = nil
  return table.concat(out, "\n") .. "\n"
end

-- The files, each with path and text.
function dimensions.files(sections)
  local told = stubs.types(sections)
  return {
    { path = "library/collide/shapes2.lua", text = text_of(sections, told, 2) },
    { path = "library/collide/shapes3.lua", text = text_of(sections, told, 3) },
  }
end

return dimensions
