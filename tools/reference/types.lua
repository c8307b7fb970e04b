-- SPDX-License-Identifier: MIT
--
-- Reads types in the notation of LuaLS into trees, and describes them in words.
local types = {}

local Reader = {}
Reader.__index = Reader

function Reader:fail(what)
  error(("%s expected at '%s' in '%s'"):format(what, self.text:sub(self.at), self.text), 0)
end

function Reader:skip()
  self.at = self.text:find("%S", self.at) or #self.text + 1
end

-- Returns the match of the pattern at this place, and moves behind it.
function Reader:take(pattern)
  self:skip()
  local found = self.text:match("^" .. pattern, self.at)
  if found then self.at = self.at + #found end
  return found
end

function Reader:need(pattern, what)
  return self:take(pattern) or self:fail(what)
end

-- Reads items between commas, up to the closing token.
function Reader:list(close, read)
  local list = {}
  if self:take(close) then return list end
  repeat
    list[#list + 1] = read(self)
  until not self:take(",")
  self:need(close, close)
  return list
end

local read_type

-- `name: type`, `name?: type`; the name `...` stands for any number of them
local function read_named(reader)
  local name = reader:take("%.%.%.") or reader:need("[%a_][%w_]*", "name")
  local optional = reader:take("%?") ~= nil
  reader:need(":", "':'")
  return { name = name, optional = optional, type = read_type(reader) }
end

-- `type`, or `name: type` of a result
local function read_result(reader)
  reader:skip()
  if reader.text:match("^[%a_.][%w_.]*%s*:[^:]", reader.at) then return read_named(reader) end
  return { type = read_type(reader) }
end

local function read_results(reader)
  local results = {}
  repeat
    results[#results + 1] = read_result(reader)
  until not reader:take(",")
  return results
end

local function read_unit(reader)
  if reader:take("%(") then
    local inner = read_type(reader)
    reader:need("%)", "')'")
    return inner
  end
  if reader:take("{") then
    return { kind = "table", fields = reader:list("}", read_named) }
  end
  local literal = reader:take('"[^"]*"') or reader:take("%-?%d+")
  if literal then return { kind = "literal", text = literal } end
  if reader:take("fun%(") or reader:take("fun<%u>%(") then
    local result = { kind = "function", parameters = reader:list("%)", read_named), results = {} }
    if reader:take(":") then result.results = read_results(reader) end
    return result
  end
  if reader:take("table<") then
    local key = read_type(reader)
    reader:need(",", "','")
    local map = { kind = "map", key = key, of = read_type(reader) }
    reader:need(">", "'>'")
    return map
  end
  local name = reader:need("[%a_][%w_.]*", "type")
  if name:match("^%u$") then return { kind = "same" } end -- of @generic: the kind that the method is called on
  return { kind = "name", name = name }
end

function read_type(reader)
  local union = {}
  repeat
    local unit = read_unit(reader)
    while true do
      if reader.text:sub(reader.at, reader.at + 1) == "[]" then
        reader.at = reader.at + 2
        unit = { kind = "array", of = unit }
      elseif reader.text:sub(reader.at, reader.at) == "?" then
        reader.at = reader.at + 1
        unit = { kind = "optional", of = unit }
      else
        break
      end
    end
    union[#union + 1] = unit
  until not reader:take("|")
  return union[2] and { kind = "union", of = union } or union[1]
end

-- Reads one type; returns it and the remaining text.
function types.read(text)
  local reader = setmetatable({ text = text, at = 1 }, Reader)
  local found = read_type(reader)
  reader:skip()
  return found, text:sub(reader.at)
end

-- Reads an overload, `fun(...)` or `fun(...): a: type, b: type`, to its end.
function types.read_overload(text)
  local found, rest = types.read(text)
  if rest ~= "" or found.kind ~= "function" then error("an overload is no fun(): " .. text, 0) end
  return found
end

-- Calls `visit` with every name in the type.
function types.each_name(type, visit)
  if type.kind == "name" then visit(type.name) end
  if type.key then types.each_name(type.key, visit) end
  if type.kind == "union" then
    for _, unit in ipairs(type.of) do types.each_name(unit, visit) end
  elseif type.of then
    types.each_name(type.of, visit)
  end
  for _, key in ipairs { "fields", "parameters", "results" } do
    for _, part in ipairs(type[key] or {}) do types.each_name(part.type, visit) end
  end
end

-- Whether it may be nil.
function types.is_optional(type)
  if type.kind == "union" then
    for _, unit in ipairs(type.of) do
      if types.is_optional(unit) then return true end
    end
  end
  return type.kind == "optional" or type.kind == "name" and type.name == "nil"
end

local function parts_text(parts, rename)
  local texts = {}
  for i, part in ipairs(parts) do
    local name = part.name and part.name .. (part.optional and "?" or "") .. ": " or ""
    texts[i] = name .. types.text(part.type, rename)
  end
  return table.concat(texts, ", ")
end

-- In the notation of LuaLS; `rename` may replace a name.
function types.text(type, rename)
  if type.kind == "name" then
    return rename(type.name) or type.name
  elseif type.kind == "literal" then
    return type.text
  elseif type.kind == "same" then
    return "S"
  elseif type.kind == "map" then
    return ("table<%s, %s>"):format(types.text(type.key, rename), types.text(type.of, rename))
  elseif type.kind == "table" then
    return "{" .. parts_text(type.fields, rename) .. "}"
  elseif type.kind == "union" then
    local units = {}
    for i, unit in ipairs(type.of) do units[i] = types.text(unit, rename) end
    return table.concat(units, "|")
  elseif type.kind == "function" then
    local results = parts_text(type.results, rename)
    return ("fun(%s)%s"):format(parts_text(type.parameters, rename), results ~= "" and ": " .. results or "")
  end
  local inner = types.text(type.of, rename)
  if type.of.kind == "union" or type.of.kind == "function" then inner = "(" .. inner .. ")" end
  return inner .. (type.kind == "array" and "[]" or "?")
end

-- In words; `link` formats a name.
function types.words(type, link)
  if type.kind == "name" then
    return link(type.name)
  elseif type.kind == "literal" then
    return "`" .. type.text .. "`"
  elseif type.kind == "array" then
    local inner = types.words(type.of, link)
    return "array of " .. (type.of.kind == "union" and "(" .. inner .. ")" or inner)
  elseif type.kind == "map" then
    return "table of " .. types.words(type.of, link) .. " by " .. types.words(type.key, link)
  elseif type.kind == "optional" then
    return types.words(type.of, link) .. " or nil"
  elseif type.kind == "function" then
    return "function"
  elseif type.kind == "same" then
    return "the same kind"
  elseif type.kind == "union" then
    local words = {}
    for i, unit in ipairs(type.of) do words[i] = types.words(unit, link) end
    return table.concat(words, " or ")
  end
  local fields = {}
  for i, field in ipairs(type.fields) do
    fields[i] = field.name .. "=" .. (field.optional and "?" or "")
  end
  return "`{" .. table.concat(fields, ", ") .. "}`"
end

return types
