-- SPDX-License-Identifier: MIT
--
-- Writes the reference as pages in Markdown, one for each section.
local stubs = require("reference.stubs")
local types = require("reference.types")

local unpack = table.unpack or unpack -- luacheck: ignore 143

local markdown = {}

local function page_of(section)
  return section.name == "collide" and "README.md" or section.name .. ".md"
end

-- GitHub's anchor of a heading.
local function anchor(heading)
  return (heading:lower():gsub("[^%w_ -]", ""):gsub(" ", "-"))
end

local function short(name)
  return (name:gsub("^collide%.", ""))
end

-- The link from a page to a type.
local function linker(book, from)
  return function(name)
    local entry = book.told[name]
    if not entry then return name end
    local own = book.own[name]
    local page = entry.section == from and "" or page_of(entry.section)
    return ("[%s](%s#%s)"):format(short(name), page, anchor(own and own.full or short(name)))
  end
end

-- One row of a table. A bar is escaped, because it would end the cell.
local function row(...)
  local cells = { ... }
  for i, cell in ipairs(cells) do cells[i] = cell:gsub("|", "\\|") end
  return "| " .. table.concat(cells, " | ") .. " |"
end

-- `a, b [, c]`; an argument with only one possible word is written as that word.
local function arguments(parameters)
  local text = ""
  for i, parameter in ipairs(parameters) do
    local separator = i > 1 and ", " or ""
    local is_word = parameter.type and parameter.type.kind == "literal"
    if is_word then
      text = text .. separator .. parameter.type.text
    elseif parameter.optional then
      text = text .. (i > 1 and " [" or "[") .. separator .. parameter.name .. "]"
    else
      text = text .. separator .. parameter.name
    end
  end
  return text
end

local function results(list)
  local names = {}
  for i, result in ipairs(list) do
    names[i] = result.name or result.type.kind == "function" and "step" or "..."
  end
  return names[1] and " -> " .. table.concat(names, ", ") or ""
end

-- The forms of a call, one a line.
function markdown.forms(entry)
  local forms = { ("%s(%s)%s"):format(entry.full, arguments(entry.params), results(entry.returns)) }
  for _, overload in ipairs(entry.overloads) do
    local parameters = {}
    for _, parameter in ipairs(overload.parameters) do
      if parameter.name ~= "self" then parameters[#parameters + 1] = parameter end
    end
    if not stubs.is_same_call(entry, overload) then
      forms[#forms + 1] = ("%s(%s)%s"):format(entry.full, arguments(parameters), results(overload.results))
    end
  end
  return forms
end

local function add_table(out, heading, parts, book, link)
  out[#out + 1] = row(heading, "type", "")
  out[#out + 1] = "|---|---|---|"
  for _, part in ipairs(parts) do
    local words = types.words(part.type, link)
    if part.optional then words = words .. ", optional" end
    out[#out + 1] = row("`" .. (part.name or "...") .. "`", words, stubs.text_of(part, book.told))
  end
  out[#out + 1] = ""
end

-- "boxes, rects and hulls"
local function plurals(kinds)
  local words = {}
  for i, kind in ipairs(kinds) do words[i] = kind .. (kind:match("x$") and "es" or kind:match("h$") and "es" or "s") end
  return (table.concat(words, ", "):gsub(", (%a+)$", " and %1"))
end

-- Adds the kinds that have the function as a method.
local function add_methods(out, methods)
  if not methods then return end
  local kinds = plurals(methods)
  out[#out + 1] = ("Also a method of %s: `%s:%s(...)`."):format(kinds, methods[1], methods.name)
  out[#out + 1] = ""
end

-- Adds the fields of a class, including inherited ones. The fields of all constructors and of all shapes are listed
-- only once.
local told_once = { ["collide.Pose"] = true, ["collide.Shape"] = true }

local function add_fields(out, class, book, link)
  local fields, parent = stubs.fields_of(class, book.told, told_once)
  if fields[1] then add_table(out, "field", fields, book, link) end
  if parent then
    out[#out + 1] = ("Also has the fields of %s."):format(link(parent.name))
    out[#out + 1] = ""
  end
end

local function add_results(out, entry, book, link)
  if entry.returns[1] then
    add_table(out, "result", entry.returns, book, link)
    out[#out + 1] = "**On a miss:** " .. (entry.miss or "it never misses.")
  else
    out[#out + 1] = "**Returns** nothing."
  end
  out[#out + 1] = ""
end

-- Replaces names of examples by links.
local function link_examples(text)
  return (text:gsub("`(examples/[%w_/]+%.lua)`", "[%0](../../%1)"))
end

local function add_function(out, entry, book, link)
  out[#out + 1] = "### " .. entry.full
  out[#out + 1] = ""
  out[#out + 1] = "```"
  for _, form in ipairs(markdown.forms(entry)) do out[#out + 1] = form end
  out[#out + 1] = "```"
  out[#out + 1] = ""
  for _, paragraph in ipairs(entry.text) do
    out[#out + 1] = paragraph
    out[#out + 1] = ""
  end
  add_methods(out, book.methods[entry.full])
  if entry.params[1] then add_table(out, "argument", entry.params, book, link) end
  for _, part in ipairs(entry.params) do
    local class = stubs.type_of(part, book.told)
    if class and book.own[class.name] then add_fields(out, class, book, link) end
  end
  add_results(out, entry, book, link)
  out[#out + 1] = "**Errors:** " .. entry.errors
  out[#out + 1] = ""
  if entry.source then
    out[#out + 1] = "**Source:** " .. link_examples(entry.source)
    out[#out + 1] = ""
  end
  for _, example in ipairs(entry.examples) do
    out[#out + 1] = "```lua"
    out[#out + 1] = example
    out[#out + 1] = "```"
    out[#out + 1] = ""
  end
end

local function add_type(out, entry, book, link)
  out[#out + 1] = "### " .. short(entry.name)
  out[#out + 1] = ""
  for _, paragraph in ipairs(entry.text) do
    out[#out + 1] = paragraph
    out[#out + 1] = ""
  end
  if entry.kind == "class" then
    add_fields(out, entry, book, link)
  elseif entry.type then
    out[#out + 1] = "Type: " .. types.words(entry.type, link) .. "."
    out[#out + 1] = ""
  end
end

local function add_contents(out, section, page)
  out[#out + 1] = row("function", "")
  out[#out + 1] = "|---|---|"
  for _, entry in ipairs(section.entries) do
    if entry.kind == "function" then
      local link = ("[%s](%s#%s)"):format(entry.full, page or "", anchor(entry.full))
      out[#out + 1] = row(link, stubs.first_sentence(entry, ".:"))
    end
  end
  out[#out + 1] = ""
end

local function has(section, kind)
  for _, entry in ipairs(section.entries) do
    if entry.kind == kind then return true end
  end
  return false
end

local notice = "<!-- Written by `make reference` from %s: change that. -->"

-- Lists every method with the kinds that have it.
local function add_method_table(out, sections)
  out[#out + 1] = row("method", "of", "")
  out[#out + 1] = "|---|---|---|"
  local owners = stubs.methods(sections)
  for entry, section in stubs.each(sections, "function") do
    local kinds = owners[entry.full]
    if kinds then
      local link = ("[%s](%s#%s)"):format(entry.name, page_of(section), anchor(entry.full))
      out[#out + 1] = row(link, plurals(kinds), stubs.first_sentence(entry, ".:"))
    end
  end
  out[#out + 1] = ""
end

-- Lists the functions of a section; for a section without functions, adds its first paragraph.
local function add_index(out, sections)
  for _, section in ipairs(sections) do
    local lists = has(section, "function")
    if lists or section.name == "kinds" or not section.entries[1] then
      out[#out + 1] = ("## [%s](%s)"):format(section.title, page_of(section))
      out[#out + 1] = ""
    end
    if lists then
      add_contents(out, section, page_of(section))
    elseif section.name == "kinds" or not section.entries[1] then
      out[#out + 1] = section.intro:match("^(.-)\n\n") or section.intro
      out[#out + 1] = ""
    end
  end
end

-- Adds the types of arguments and results, except tables of a single function.
local function add_values(out, section, book, link)
  local heading = "## Types of arguments and results"
  for _, entry in ipairs(section.entries) do
    if book.told[entry.name] == entry and not book.own[entry.name] then
      if heading then
        out[#out + 1] = heading
        out[#out + 1] = ""
        heading = nil
      end
      add_type(out, entry, book, link)
    end
  end
end

local function write_page(section, book)
  local out = { notice:format(section.path), "", "# " .. section.title, "" }
  local link = linker(book, section)
  local is_index = section.name == "collide"
  if not is_index then
    out[#out + 1] = "[All of the reference](README.md)"
    out[#out + 1] = ""
  end
  out[#out + 1] = link_examples(section.intro)
  out[#out + 1] = ""
  if is_index then
    add_index(out, book.sections)
  elseif section.name == "kinds" then
    add_method_table(out, book.sections)
  elseif has(section, "function") then
    add_contents(out, section)
    out[#out + 1] = "## Functions"
    out[#out + 1] = ""
  end
  for _, entry in ipairs(section.entries) do
    if entry.kind == "function" then add_function(out, entry, book, link) end
  end
  add_values(out, section, book, link)
  while out[#out] == "" do out[#out] = nil end
  return table.concat(out, "\n") .. "\n"
end

-- The kinds that have each function as a method, by name of the function.
local function methods_of(sections)
  local methods = {}
  for full, kinds in pairs(stubs.methods(sections)) do
    local owner, name = full:match("^([%w_]+)[.:]([%w_]+)$")
    if kinds[2] or kinds[1] ~= owner then methods[full] = { name = name, unpack(kinds) } end
  end
  return methods
end

-- The pages, each with file name and text.
function markdown.pages(sections)
  local told = stubs.types(sections)
  local book = {
    sections = sections,
    told = told,
    own = stubs.own_tables(sections, told),
    methods = methods_of(sections),
  }
  local pages = {}
  for i, section in ipairs(sections) do
    pages[i] = { name = page_of(section), text = write_page(section, book) }
  end
  return pages
end

return markdown
