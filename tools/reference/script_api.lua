-- SPDX-License-Identifier: MIT
--
-- Writes the reference for Defold's editor: a .script_api, which is YAML.
local markdown = require("reference.markdown")
local stubs = require("reference.stubs")

local script_api = {}

-- A text as a YAML block, or in JSON quotes if it has one line.
local function add_text(out, indent, key, text)
  if text:find("\n") then
    out[#out + 1] = indent .. key .. ": |-"
    for line in (text .. "\n"):gmatch("(.-)\n") do
      out[#out + 1] = line == "" and "" or indent .. "  " .. line
    end
  else
    out[#out + 1] = ('%s%s: "%s"'):format(indent, key, (text:gsub('[\\"]', "\\%0"):gsub("\t", "\\t")))
  end
end

-- The Lua types of a value, each once, in order, in the words of the format.
local function lua_types(type, told, into)
  if type.kind == "union" then
    for _, unit in ipairs(type.of) do lua_types(unit, told, into) end
    return into
  elseif type.kind == "optional" then
    return lua_types(type.of, told, into)
  end
  local entry = type.kind == "name" and told[type.name]
  if entry and entry.kind == "alias" then
    if entry.type then return lua_types(entry.type, told, into) end
    return lua_types({ kind = "union", of = entry.values }, told, into)
  end
  local word
  if type.kind == "array" or type.kind == "table" or type.kind == "map" then
    word = "table"
  elseif type.kind == "literal" then
    word = type.text:find('"') and "string" or "number"
  elseif type.kind == "function" then
    word = "function"
  elseif entry then
    word = entry.parent == "userdata" and "userdata" or "table"
  else
    word = type.name == "integer" and "number" or type.name
  end
  if not into[word] then
    into[word] = true
    into[#into + 1] = word
  end
  return into
end

local function add_types(out, indent, type, told)
  local words = lua_types(type, told, {})
  local text = #words > 1 and "[" .. table.concat(words, ", ") .. "]" or words[1]
  out[#out + 1] = indent .. "type: " .. text
end

local function add_parts(out, indent, key, parts, told)
  if not parts[1] then return end
  out[#out + 1] = indent .. key .. ":"
  indent = indent .. "  "
  for _, part in ipairs(parts) do
    out[#out + 1] = indent .. "- name: " .. part.name
    add_types(out, indent .. "  ", part.type, told)
    if part.optional then out[#out + 1] = indent .. "  optional: true" end
    add_text(out, indent .. "  ", "desc", stubs.text_of(part, told))
  end
end

-- The fields of a table argument; the editor shows only its description.
local function add_fields(paragraphs, part, told)
  local class = stubs.type_of(part, told)
  if not (class and class.kind == "class") then return end
  local fields, base = stubs.fields_of(class, told, { ["collide.Pose"] = true })
  if not fields[1] then return end
  local lines = { "Fields of `" .. part.name .. "`:" }
  for _, field in ipairs(fields) do
    if field.name:match("^%a") then lines[#lines + 1] = ("* `%s` %s"):format(field.name, field.text) end
  end
  if base then
    local names = {}
    for i, field in ipairs(base.fields) do names[i] = "`" .. field.name .. "`" end
    lines[#lines + 1] = "* " .. table.concat(names, ", ")
  end
  paragraphs[#paragraphs + 1] = table.concat(lines, "\n")
end

local function description(entry, told)
  local paragraphs = {}
  for i, paragraph in ipairs(entry.text) do paragraphs[i] = paragraph end
  for _, part in ipairs(entry.params) do add_fields(paragraphs, part, told) end
  local forms = markdown.forms(entry)
  if forms[2] then
    paragraphs[#paragraphs + 1] = "```\n" .. table.concat(forms, "\n") .. "\n```"
  end
  if entry.miss then paragraphs[#paragraphs + 1] = "On a miss: " .. entry.miss end
  paragraphs[#paragraphs + 1] = "Errors: " .. entry.errors
  return table.concat(paragraphs, "\n\n")
end

local function add_function(out, indent, entry, told, more)
  out[#out + 1] = ""
  out[#out + 1] = indent .. "- name: " .. entry.name
  indent = indent .. "  "
  out[#out + 1] = indent .. "type: function"
  add_text(out, indent, "desc", description(entry, told) .. (more or ""))
  add_parts(out, indent, "parameters", entry.params, told)
  add_parts(out, indent, "returns", entry.returns, told)
  out[#out + 1] = indent .. "examples:"
  for _, example in ipairs(entry.examples) do
    out[#out + 1] = indent .. "  -"
    add_text(out, indent .. "    ", "desc", "```lua\n" .. example .. "\n```")
  end
end

-- The names of all methods of shapes, of meshes, of groups, of worlds or of grids.
local function methods_of(sections, owner)
  local kinds, names, seen = stubs.methods(sections), {}, {}
  for entry in stubs.each(sections, "function") do
    for _, kind in ipairs(kinds[entry.full] or {}) do
      local is_shape = kind ~= "mesh" and kind ~= "group" and kind ~= "grid" and kind ~= "world"
      if kind == owner or owner == "shape" and is_shape then
        if not seen[entry.name] then names[#names + 1] = "`" .. entry.name .. "`" end
        seen[entry.name] = true
      end
    end
  end
  return table.concat(names, ", ")
end

-- The whole file. The editor completes functions of tables but not methods of userdata, so a text lists the names of
-- the methods.
function script_api.text(sections)
  local told = stubs.types(sections)
  local out = {
    "# SPDX-License-Identifier: MIT",
    "# Written by `make reference` from library/: change that.",
    "- name: collide",
    "  type: table",
  }
  add_text(out, "  ", "desc", "What does a ray hit, which cells does it cross, do two shapes meet:\n"
    .. "exactly. Wherever a vector is wanted, write its numbers in place, or one\n"
    .. "value, such as a `vmath.vector3`.\n\nMethods of shapes: " .. methods_of(sections, "shape")
    .. ".\n\nMethods of meshes: " .. methods_of(sections, "mesh")
    .. ".\n\nMethods of groups: " .. methods_of(sections, "group")
    .. ".\n\nMethods of worlds: " .. methods_of(sections, "world") .. ".")
  out[#out + 1] = "  members:"
  for _, name in ipairs { "_VERSION", "_WAY" } do
    out[#out + 1] = "  - name: " .. name
    out[#out + 1] = "    type: string"
  end
  for entry in stubs.each(sections, "function") do
    if entry.owner == "collide" and not entry.method then
      local more = entry.name == "grid" and "\n\nMethods of grids: " .. methods_of(sections, "grid") .. "."
      add_function(out, "  ", entry, told, more or nil)
    end
  end
  out[#out + 1] = ""
  out[#out + 1] = "  - name: grid"
  out[#out + 1] = "    type: table"
  out[#out + 1] = '    desc: "Other ways to make a grid."'
  out[#out + 1] = "    members:"
  for entry in stubs.each(sections, "function") do
    if entry.owner == "collide.grid" then add_function(out, "    ", entry, told) end
  end
  return table.concat(out, "\n") .. "\n"
end

return script_api
