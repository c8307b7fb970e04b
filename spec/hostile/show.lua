-- SPDX-License-Identifier: MIT
--
-- A text of anything, which is the same for the same contents: numbers with all of their digits,
-- tables by their sorted keys, grids by what they encode to, files by their bytes.

-- LuaJIT 2.1.0-beta3 sometimes begins a loop over `next` in the middle of the table if compiled code has left the
-- function shortly before. Then a text lacks keys.
if jit then jit.off(true, true) end

-- In quotes, what cannot be printed as \065, and without what the names of files begin with.
local function quoted(text)
  local from, to = text:find(hostile_prefix, 1, true) -- luacheck: ignore 113
  if from then text = text:sub(1, from - 1) .. text:sub(to + 1) end
  return '"' .. text:gsub("[^ -~]", function(byte) return ("\\%03d"):format(byte:byte()) end) .. '"'
end

local function of_file(path)
  local file = io.open(path, "rb")
  if not file then return "no file" end
  local bytes = file:read("*a")
  file:close()
  return #bytes .. " bytes " .. quoted(bytes)
end

local function rank(a, b)
  local kind_a, kind_b = type(a), type(b)
  if kind_a ~= kind_b then return kind_a < kind_b end
  if kind_a == "number" or kind_a == "string" then return a < b end
  return tostring(a) < tostring(b)
end

local show

local function of_table(value, parts, seen)
  local keys, met = {}, {}
  for key in next, value do
    -- Lua 5.1 and LuaJIT damage a table themselves when memory runs out while it grows: traversal
    -- does not end, or meets keys that have no value. LuaJIT's NULL equals nil, and is a value.
    if met[key] or type(rawget(value, key)) == "nil" then
      parts[#parts + 1] = "damaged by Lua"
      break
    end
    met[key] = true
    keys[#keys + 1] = key
  end
  table.sort(keys, rank)
  parts[#parts + 1] = "{"
  for _, key in ipairs(keys) do
    show(key, parts, seen)
    parts[#parts + 1] = "="
    show(rawget(value, key), parts, seen)
    parts[#parts + 1] = " "
  end
  if type(rawget(value, "files")) == "table" then
    for _, path in ipairs(value.files) do
      parts[#parts + 1] = of_file(path)
      parts[#parts + 1] = of_file(path .. ".part")
    end
  end
  parts[#parts + 1] = "}"
end

-- A method, or nil: what a userdata has not is an error.
local function method(value, name)
  local has, found = pcall(function() return value[name] end)
  return has and found or nil
end

local function of_userdata(value, parts, seen)
  local encode, describe = method(value, "encode"), method(value, "describe")
  parts[#parts + 1] = encode and quoted(encode(value)) or "userdata"
  if describe then show(describe(value), parts, seen) end
  if method(value, "member") then -- a world
    show(value.data, parts, seen)
    for number, member in value:each() do
      show(number, parts, seen)
      show(member, parts, seen)
    end
  end
end

function show(value, parts, seen)
  local kind = type(value)
  if kind == "number" then
    parts[#parts + 1] = ("%.17g"):format(value)
  elseif kind == "string" then
    parts[#parts + 1] = quoted(value)
  elseif kind == "table" or kind == "userdata" then
    if seen[value] then
      parts[#parts + 1] = "seen " .. seen[value]
      return
    end
    seen.count = seen.count + 1
    seen[value] = seen.count
    local of = kind == "table" and of_table or of_userdata
    of(value, parts, seen)
  else
    parts[#parts + 1] = (kind == "nil" or kind == "boolean") and tostring(value) or kind
  end
end

return function(...)
  local parts, seen = {}, { count = 0 }
  for i = 1, select("#", ...) do
    show((select(i, ...)), parts, seen)
    parts[#parts + 1] = "\n"
  end
  return table.concat(parts)
end
