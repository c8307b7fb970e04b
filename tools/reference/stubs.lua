-- SPDX-License-Identifier: MIT
--
-- Reads the stubs of library/ into tables. A file is a section: a title and an
-- introduction, which are its first comment, and entries in the order of the file.
local types = require("reference.types")

local stubs = {}

-- One file for each page, in this order.
stubs.files = {
  "library/collide.lua",
  "library/collide/shapes.lua",
  "library/collide/poses.lua",
  "library/collide/meshes.lua",
  "library/collide/kinds.lua",
  "library/collide/groups.lua",
  "library/collide/sweeps.lua",
  "library/collide/worlds.lua",
  "library/collide/movement.lua",
  "library/collide/casts.lua",
  "library/collide/pairs.lua",
  "library/collide/triangles.lua",
  "library/collide/cells.lua",
  "library/collide/grids.lua",
  "library/collide/grid_files.lua",
  "library/collide/voxels.lua",
  "library/collide/import.lua",
  "library/collide/limits.lua",
}

local function lines_of(path)
  local file = assert(io.open(path, "rb"))
  local lines = {}
  for line in (file:read("*a") .. "\n"):gmatch("(.-)\r?\n") do lines[#lines + 1] = line end
  file:close()
  return lines
end

-- The paragraphs of a comment. A paragraph with a label, such as `Miss:`, is stored by the label; fenced blocks are
-- examples.
local labels = { Miss = "miss", Errors = "errors", Source = "source" }

local function sort_paragraphs(entry, lines)
  local paragraphs, examples, paragraph, fence = {}, {}, nil, nil
  for _, line in ipairs(lines) do
    if fence and line == "```" then
      examples[#examples + 1] = table.concat(fence, "\n")
      fence = nil
    elseif fence then
      fence[#fence + 1] = line
    elseif line == "```lua" then
      fence, paragraph = {}, nil
    elseif line == "" then
      paragraph = nil
    elseif paragraph then
      paragraph[#paragraph + 1] = line
    else
      paragraph = { line }
      paragraphs[#paragraphs + 1] = paragraph
    end
  end
  assert(not fence, "an example has no end")
  entry.text, entry.examples = {}, examples
  for _, found in ipairs(paragraphs) do
    local text = table.concat(found, " ")
    local label, words = text:match("^(%u%l+)[:,] (.*)$")
    if labels[label] then
      assert(not entry[labels[label]], label .. " twice")
      entry[labels[label]] = words
    else
      entry.text[#entry.text + 1] = table.concat(found, "\n")
    end
  end
end

-- Reads `name? type text`, of a parameter or a field.
local function read_named(text)
  local name, optional, rest = text:match("^([%w_]+)(%??)%s+(.*)$")
  if not name then
    name, rest = text:match("^(%[%a+%])%s+(.*)$")
  end
  assert(name, "no name in: " .. text)
  local type, words = types.read(rest)
  return { name = name, optional = optional == "?", type = type, text = words }
end

local tags = {}

function tags.param(block, text)
  local part = read_named(text)
  if part.name ~= "self" then block.params[#block.params + 1] = part end
end

-- The kind of shape of a method that returns its shape.
function tags.generic(block, text)
  assert(text == "S", "no generic name but S")
  block.generic = true
end

function tags.field(block, text)
  block.fields[#block.fields + 1] = read_named(text)
end

tags["return"] = function(block, text)
  local type, rest = types.read(text)
  local name, words = rest:match("^([%w_]+)%s*(.*)$")
  block.returns[#block.returns + 1] = { type = type, name = name, text = words or "" }
end

function tags.overload(block, text)
  block.overloads[#block.overloads + 1] = types.read_overload(text)
end

function tags.class(block, text)
  local name, parent = text:match("^([%w_.]+):?%s*([%w_.]*)$")
  block.class = assert(name, "no class: " .. text)
  block.parent = parent ~= "" and parent or nil
end

function tags.alias(block, text)
  local name, rest = text:match("^([%w_.]+)%s*(.*)$")
  block.alias = name
  block.type = rest ~= "" and types.read(rest) or nil
end

local function new_block()
  return { lines = {}, params = {}, fields = {}, returns = {}, overloads = {}, values = {} }
end

local function read_comment(block, line)
  local tag, text = line:match("^@(%w+)%s*(.*)$")
  assert(tag or not (block.params[1] or block.fields[1] or block.returns[1]),
    "LuaLS reads a @param, @field or @return from one line")
  if tag then
    assert(tags[tag], "unknown @" .. tag)(block, text)
  elseif line:match("^| ") then
    block.values[#block.values + 1] = (types.read(line:sub(3)))
  else
    block.lines[#block.lines + 1] = line
  end
end

-- Names of tables in a stub, and their public names.
local owners = {
  collide = "collide",
  ["collide.grid"] = "collide.grid",
  Grids = "collide.grid",
  Shape = "shape",
  Shape2 = "shape2",
  Shape3 = "shape3",
  Grid = "grid",
  Mesh = "mesh",
  Group = "group",
  World = "world",
  import = "import",
}
for _, kind in ipairs { "Sphere", "Box", "Cylinder", "Cone", "Hull", "Circle", "Rect", "Polygon", "Triangle",
  "Segment", "Capsule", "Plane" } do
  owners[kind] = kind:lower()
end

local function read_function(section, block, line)
  local owner, mark, name, list = line:match("^function ([%w_.]+)([.:])([%w_]+)%((.-)%) end$")
  assert(owners[owner], "no function: " .. line)
  local entry = {
    kind = "function",
    owner = owners[owner],
    name = name,
    full = owners[owner] .. mark .. name,
    method = mark == ":",
    params = block.params,
    returns = block.returns,
    overloads = block.overloads,
    generic = block.generic,
    arguments = {},
  }
  for argument in list:gmatch("[%w_]+") do entry.arguments[#entry.arguments + 1] = argument end
  sort_paragraphs(entry, block.lines)
  section.entries[#section.entries + 1] = entry
end

-- A callable table: a function, described by its overload.
local function read_callable(section, block)
  local overload = block.overloads[1]
  local entry = {
    kind = "function",
    owner = "collide",
    name = "grid",
    full = "collide.grid",
    params = {},
    returns = {},
    overloads = {},
    arguments = {},
  }
  for i, parameter in ipairs(overload.parameters) do
    entry.params[i] = { name = parameter.name, optional = parameter.optional, type = parameter.type, text = "" }
    entry.arguments[i] = parameter.name
  end
  for i, result in ipairs(overload.results) do
    entry.returns[i] = { name = result.name, type = result.type, text = "" }
  end
  sort_paragraphs(entry, block.lines)
  section.entries[#section.entries + 1] = entry
end

-- Handles a complete block of comments.
local function finish(section, block, line)
  local entry
  if line:match("^function ") then
    return read_function(section, block, line)
  elseif block.class and block.overloads[1] then
    return read_callable(section, block)
  elseif block.class then
    entry = { kind = "class", name = block.class, parent = block.parent, fields = block.fields }
  elseif block.alias then
    entry = { kind = "alias", name = block.alias, type = block.type, values = block.values }
  else
    assert(not block.lines[1], "a comment about nothing: " .. (block.lines[1] or ""))
    return
  end
  sort_paragraphs(entry, block.lines)
  section.entries[#section.entries + 1] = entry
end

-- The first comment: @meta, the licence and lines for luacheck, then title and text.
local function read_header(section, lines)
  section.meta = lines[1]:match("^%-%-%-@meta ([%w_.]+)$")
  local text, at = {}, 2
  while lines[at] and lines[at]:match("^%-%-") do
    local line = lines[at]:match("^%-%- ?(.*)$")
    section.title = section.title or line:match("^# (.*)$")
    if section.title and (line ~= "" or text[1]) and line ~= "# " .. section.title then text[#text + 1] = line end
    at = at + 1
  end
  section.intro = table.concat(text, "\n")
  return at
end

function stubs.read(path)
  local lines = lines_of(path)
  local section = { path = path, name = path:match("([%w_]+)%.lua$"), entries = {}, same = {} }
  local block = new_block()
  for at = read_header(section, lines), #lines do
    local line = lines[at]
    local comment = line:match("^%-%-%-(.*)$")
    if comment then
      local ok, message = pcall(read_comment, block, comment)
      if not ok then error(("%s:%d: %s"):format(path, at, message), 0) end
    else
      local ok, message = pcall(finish, section, block, line)
      if not ok then error(("%s:%d: %s"):format(path, at, message), 0) end
      block = new_block()
      local owner, name, of = line:gsub("^%-%-@method ", ""):match("^(%a+)%.([%w_]+) = ([%w_.]+)$")
      if owner and owners[owner] then
        section.same[#section.same + 1] = { owner = owners[owner], name = name, of = of }
      end
    end
  end
  return section
end

-- All sections, in the order of stubs.files.
function stubs.read_all()
  local sections = {}
  for i, path in ipairs(stubs.files) do sections[i] = stubs.read(path) end
  return sections
end

-- Iterates over the entries of one kind in all sections.
function stubs.each(sections, kind)
  return coroutine.wrap(function()
    for _, section in ipairs(sections) do
      for _, entry in ipairs(section.entries) do
        if entry.kind == kind then coroutine.yield(entry, section) end
      end
    end
  end)
end

-- ---- What pages ask ----------------------------------------------------------

-- Whether a class has a description here. Later files only name it, to add to it.
local function is_told(entry)
  return entry.kind ~= "class" or entry.text[1] ~= nil
end

-- The described types, by name, each with its section.
function stubs.types(sections)
  local told = {}
  for _, section in ipairs(sections) do
    for _, entry in ipairs(section.entries) do
      if entry.kind ~= "function" and is_told(entry) then
        told[entry.name] = entry
        entry.section = section
      end
    end
  end
  return told
end

-- The fields of a class and of its parents, its own first, up to a parent in `apart`; and that parent, if there is one.
function stubs.fields_of(class, told, apart)
  local fields, seen, first = {}, {}, class
  while class and (class == first or not (apart and apart[class.name])) do
    for _, field in ipairs(class.fields) do
      if not seen[field.name] then fields[#fields + 1] = field end
      seen[field.name] = true
    end
    class = told[class.parent]
  end
  return fields, class
end

-- The kinds that have a method, by the full name of its function: shapes in the order of the constructors, then meshes,
-- groups, worlds and grids.
local owner_order = { "shape", "box", "hull", "rect", "polygon", "triangle", "segment", "mesh",
  "group", "world", "grid" }

function stubs.methods(sections)
  local found = {}
  local function add(full, owner)
    found[full] = found[full] or {}
    found[full][owner] = true
  end
  for entry in stubs.each(sections, "function") do
    if entry.method then add(entry.full, entry.owner) end
  end
  for _, section in ipairs(sections) do
    for _, same in ipairs(section.same) do
      local full = same.of:gsub("^Shape%.", "shape:")
      add(full, same.owner)
    end
  end
  for full, has in pairs(found) do
    local list = {}
    for _, owner in ipairs(owner_order) do
      if has[owner] then list[#list + 1] = owner end
    end
    found[full] = list
  end
  return found
end

-- The first sentence of an entry; a full stop in code does not end it. Whether an overload repeats the parameters, with
-- more precise results for editors.
function stubs.is_same_call(entry, overload)
  if #overload.parameters ~= #entry.params then return false end
  for i, parameter in ipairs(overload.parameters) do
    if parameter.name ~= entry.params[i].name then return false end
  end
  return true
end

function stubs.first_sentence(entry, ends)
  local text = table.concat(entry.text, " "):gsub("\n", " ")
  local at, in_code = 1, false
  while at <= #text do
    local char = text:sub(at, at)
    if char == "`" then in_code = not in_code end
    if not in_code and ends:find(char, 1, true) and text:sub(at + 1, at + 1) == " " then
      return text:sub(1, at - 1) .. "."
    end
    at = at + 1
  end
  return text
end

-- The described type that a parameter names: `collide.Hit` for `collide.Hit?`, and the first of several.
function stubs.type_of(part, told)
  local type = part.type
  while type.of do type = type.kind == "union" and type.of[1] or type.of end
  return type.kind == "name" and told[type.name] or nil
end

-- The description of a parameter, or else that of its type.
function stubs.text_of(part, told)
  if part.text ~= "" then return part.text end
  local entry = stubs.type_of(part, told)
  return entry and stubs.first_sentence(entry, ".") or ""
end

-- The classes of a single parameter: the table of fields or options of one function.
function stubs.own_tables(sections, told)
  local uses = {}
  local function count(name)
    uses[name] = (uses[name] or 0) + 1
  end
  for entry in stubs.each(sections, "function") do
    for _, list in ipairs { entry.params, entry.returns } do
      for _, part in ipairs(list) do types.each_name(part.type, count) end
    end
  end
  for _, entry in pairs(told) do
    if entry.parent then count(entry.parent) end
    if entry.type then types.each_name(entry.type, count) end
    for _, field in ipairs(entry.fields or {}) do types.each_name(field.type, count) end
  end
  local own = {}
  for entry in stubs.each(sections, "function") do
    for _, part in ipairs(entry.params) do
      local class = stubs.type_of(part, told)
      if class and class.kind == "class" and uses[class.name] == 1 then own[class.name] = entry end
    end
  end
  return own
end

return stubs
