-- SPDX-License-Identifier: MIT
--
-- Draws arguments, as Lua source. Each draw is a leaf: a call is drawn once to count its leaves,
-- and drawn again with one of them spoilt, so that all but one argument are valid.
local known = require("spec.fuzz.known")

local Draw = {}
Draw.__index = Draw

local CLOSE = { "0", "1", "-1", "2", "-2", "3", "4", "-3", "5", "0.5", "-0.5", "1.5", "2.5", "0.25", "-1.25", "0.75" }
local FINE = { "0.1", "0.3", "-0.7", "1/3", "-2/3", "math.pi", "1e-3", "7.3", "-4.2", "1e-9", "2^-52", "1 + 2^-52" }
local FAR = { "100", "-1000", "1e6", "12345.678", "100000.5" }
local WILD = { "1e15", "1e70", "-1e70", "1e-70", "1e-200", "5e-324", "1e300", "1e308", "2^53", "-2^52 - 1" }

-- What nearly is an argument, by what it stands for. Those of NEAR are also numbers too large
-- for where work grows with the number.
local ODD = {
  "nil", "0/0", "1/0", "-1/0", "-0.0", '"1"', '"0x10"', '""', '"x\\0y"', "true", "false", "{}", "{ 1 }",
  "{ 1, 2 }", "{ 1, 2, 3 }", "{ 1, 2, 3, 4 }", "{ nil, 2 }", "{ 1, nil, 3 }", "{ x = 1 }", "{ x = 1, y = 2 }",
  "{ x = 1, y = 2, z = 3, w = 4 }", "{ x = 0/0, y = 0 }", "{ 1/0, 1, 1 }", '{ "1", "2", "3" }', "{ { 1, 2 } }",
  "{ [0] = 1, 2 }", "{ 1, 2, n = 2 }", "print", "1.5", "-1", "-7", "5e-324", "c", "c.grid", "h.light()",
  "h.cdata(1, 2)", "h.cdata(1, 2, 3)", "io.stdout", "coroutine.create(h.nothing)", "h.odd_cdata(1)",
  "h.odd_cdata(2)", "h.odd_cdata(3)", "h.odd_cdata(4)", "h.shape_meta", "h.grid_meta", "_G",
}
local NEAR = { "65536", "2^31", "-2^31 - 1", "2^53", "2^53 + 2", "-2^53", "2^63", "1e308", "-1e308", "h.greatest",
  "h.least", "1e19", "16777217" }

local ACTIONS = { "h.raise", "h.raise", "h.raise_table", "h.raise_nil", "h.yield", "h.collect", "h.step",
  "h.nothing", "h.recurse", "h.reenter" }
-- What is done to a value that may be in use.
local TAKING = { "h.empty", "h.empty", "h.close", "h.close_apart", "h.take_away", "h.move_away" }
local EVENTS = { "__index", "__index", "__index", "__newindex", "__len", "__call", "__gc", "__tostring", "__eq",
  "__metatable", "__name", "__pairs", "__ipairs", "__unm", "__lt", "__concat", "__close", "__mode" }

local KINDS = { '"sphere"', '"box"', '"hull"', '"mesh"', '"group"', '"circle"', '"polygon"', "nil", "1" }

local BASES = { "{}", "{ 1, 2, 3 }", "{ x = 1, y = 2, z = 3 }", "{ radius = 1 }" }

-- `random` draws what is valid, `other` what is spoilt; `mutation(draw)` gives source of a call.
local function new(random, other, pool, mutation)
  return setmetatable({
    random = random, other = other, pool = pool, mutation = mutation, dim = 3,
    leaves = 0, spoil = 0, hostile = false, needs = {}, small = false,
  }, Draw)
end

function Draw:begin(spoil, hostile)
  self.leaves, self.spoil, self.hostile, self.needs, self.small = 0, spoil, hostile, {}, false
end

function Draw:chance(percent)
  return self.random:chance(percent)
end

function Draw:of(list)
  return self.random:of(list)
end

-- ---- Spoilt values ----------------------------------------------------------

function Draw:action()
  local other = self.other
  local kind = other:pick(10)
  local action
  if kind <= 5 then
    action = other:pick(60) == 1 and "h.deep" or other:of(ACTIONS) -- that one takes its time
  elseif kind <= 8 then
    action = "function() return " .. self.mutation(self) .. " end"
  else
    local variable = self:any_variable()
    action = variable and ("function() %s(%s) end"):format(other:of(TAKING), variable) or "h.collect"
  end
  if other:chance(30) then action = ("h.after(%d, %s)"):format(other:pick(4), action) end
  return action
end

function Draw:any_variable()
  if #self.pool == 0 then return nil end
  local chosen = self.pool[self.other:pick(#self.pool)]
  self.needs[chosen.id] = true
  return "v[" .. chosen.id .. "]"
end

local function table_like(text)
  return text:sub(1, 1) == "{"
end

function Draw:hostile_value(kind, text)
  local other = self.other
  local choice = other:pick(11)
  if choice == 11 and table_like(text) then
    return ("h.shifty(%s, %s, %s, %s)"):format(text, other:of(KINDS), other:of(KINDS), other:of(KINDS))
  elseif choice <= 2 and kind ~= "string" then
    return ("h.userdata(%s, %d, %d, %d)"):format(self:action(), other:pick(4), other:pick(4), other:pick(4))
  elseif choice == 3 then
    return self:any_variable() or "c"
  elseif choice == 4 and self:any_variable() then
    return ("h.disguised(%s, %s)"):format(self:any_variable(), table_like(text) and text or "{}")
  elseif kind == "function" then
    return self:action()
  end
  local base = table_like(text) and text or other:of(BASES)
  return ("h.value(%q, %s, %s)"):format(other:of(EVENTS), self:action(), base)
end

function Draw:spoilt(kind, text)
  local other = self.other
  if self.hostile then return self:hostile_value(kind, text) end
  if other:chance(8) then return self:any_variable() or "nil" end
  if not self.small and (kind == "number" or kind == "cell") and other:chance(50) then return other:of(NEAR) end
  return other:of(ODD)
end

-- Counts one leaf and gives its text, or another in its place.
function Draw:leaf(kind, text)
  text = tostring(text)
  self.leaves = self.leaves + 1
  if self.leaves == self.spoil then return self:spoilt(kind, text) end
  return text
end

-- ---- Numbers and vectors ----------------------------------------------------

function Draw:plain_number(range)
  local kind = self.random:pick(range == "close" and 90 or 100)
  if kind <= 65 then return self:of(CLOSE) end
  if kind <= 90 then return self:of(FINE) end
  if kind <= 97 then return self:of(FAR) end
  return self:of(WILD)
end

function Draw:number(range)
  return self:leaf("number", self:plain_number(range))
end

-- Sizes: mostly above 0, for most constructors refuse what is below.
function Draw:size()
  return self:leaf("number", self:of { "0", "1", "2", "0.5", "1.5", "3", "0.1", "2.25", "5", "1", "1e-3", "40" })
end

function Draw:positive()
  return self:leaf("number", self:of { "1", "2", "0.5", "1.5", "3", "0.1", "2.25", "16", "1/3", "0.7" })
end

function Draw:whole(low, high)
  return self:leaf("cell", tostring(low + self.random:pick(high - low + 1) - 1))
end

-- The numbers of a vector, or of one without a zero: `draw` gives each.
function Draw:components(dim, draw)
  local list = {}
  for i = 1, dim do list[i] = draw(self) end
  return list
end

-- A vector as one value, in one of the forms there are.
function Draw:vector_of(list)
  local form = self.random:pick(10)
  local text
  if form <= 5 then
    text = "{ " .. table.concat(list, ", ") .. " }"
  elseif form <= 8 then
    text = ("{ x = %s, y = %s%s }"):format(list[1], list[2], list[3] and ", z = " .. list[3] or "")
  elseif form == 9 then
    text = ("h.userdata(h.nothing, %s)"):format(table.concat(list, ", "))
  else
    text = ("h.cdata(%s)"):format(table.concat(list, ", "))
  end
  return self:leaf("vector", text)
end

local function any_number(draw) return draw:number() end
local function close_number(draw) return draw:number("close") end

function Draw:vector(dim, range)
  return self:vector_of(self:components(dim or self.dim, range == "close" and close_number or any_number))
end

-- A plain table of numbers, where no other form will do or leaves would be too many.
function Draw:plain_vector(dim)
  return self:leaf("vector", "{ " .. table.concat(self:components(dim or self.dim, close_number), ", ") .. " }")
end

-- Appends a vector to arguments, as numbers in place or as one value.
function Draw:push_vector(arguments, in_numbers, list)
  if not in_numbers then
    arguments[#arguments + 1] = self:vector_of(list)
    return
  end
  for _, number in ipairs(list) do arguments[#arguments + 1] = number end
end

function Draw:direction(dim, range)
  local list = self:components(dim, range == "close" and close_number or any_number)
  list[self.random:pick(dim)] = self:leaf("number", self:of { "1", "-1", "0.5", "-3", "2", "1/3" })
  return list
end

function Draw:cell(dim)
  return self:components(dim or self.dim, function(draw)
    if draw:chance(5) then return draw:leaf("cell", draw:of { "100", "-1000", "65536", "2^40", "-2^52" }) end
    return draw:whole(-6, 9)
  end)
end

-- ---- What programs have made ------------------------------------------------

-- A variable of that kind and dimension, or nil.
function Draw:variable(kind, dim, shape)
  local fitting = {}
  for _, item in ipairs(self.pool) do
    if item.kind == kind and (not dim or not item.dim or item.dim == dim) and (not shape or item.shape == shape) then
      fitting[#fitting + 1] = item
    end
  end
  if #fitting == 0 then return nil end
  local chosen = self:of(fitting)
  self.needs[chosen.id] = true
  return "v[" .. chosen.id .. "]", chosen
end

-- Is the text a variable that holds a shape, grid or group?
function Draw:has_methods(text)
  local id = tonumber(text:match("^v%[(%d+)%]$"))
  for _, item in ipairs(self.pool) do
    if item.id == id then
      return item.kind == "shape" or item.kind == "grid" or item.kind == "compound" or item.kind == "world"
    end
  end
  return false
end

function Draw:shape(dim, shape)
  local shapes = require("spec.fuzz.shapes")
  local variable = self:variable("shape", dim or self.dim, shape)
  if variable and self:chance(85) then return self:leaf("shape", variable) end
  local fields, name = shapes.draw(self, dim or self.dim, shape)
  if self:chance(50) then return self:leaf("shape", ("c.%s(%s)"):format(name, fields)) end
  return self:leaf("shape", (fields:gsub("^{", ('{ shape = "%s",'):format(name))))
end

function Draw:grid(dim)
  local variable = self:variable("grid", dim or self.dim)
  if variable then return self:leaf("grid", variable) end
  return self:leaf("grid", ("c.grid { dimensions = %d }"):format(dim or self.dim))
end

function Draw:mesh()
  local variable = self:variable("mesh", 3)
  return self:leaf("mesh", variable or "h.samples.mesh()")
end

-- A group of shapes; those of cells are of the kind "groups".
function Draw:compound(dim)
  local variable = self:variable("compound", dim or self.dim)
  if variable and self:chance(85) then return self:leaf("compound", variable) end
  local fields = require("spec.fuzz.shapes").group(self, dim or self.dim)
  if self:chance(60) then return self:leaf("compound", ("c.group(%s)"):format(fields)) end
  return self:leaf("compound", (fields:gsub("^{", '{ shape = "group",')))
end

-- Members of a world, as a list of arguments.
function Draw:world_members(dim)
  local list = {}
  for i = 1, self.random:pick(6) do list[i] = self:member(dim) end
  return table.concat(list, ", ")
end

function Draw:world(dim)
  local variable = self:variable("world", dim or self.dim)
  if variable and self:chance(85) then return self:leaf("world", variable) end
  return self:leaf("world", ("c.world { %s }"):format(self:world_members(dim or self.dim)))
end

-- A point is a shape as well, where pairs are asked.
function Draw:member(dim)
  if self:chance(30) then return self:grid(dim) end
  if (dim or self.dim) == 3 and self:chance(20) then return self:mesh() end
  if self:chance(15) then return self:compound(dim) end
  return self:shape(dim)
end

function Draw:target(dim)
  if self:chance(15) then return self:world(dim) end
  if self:chance(65) then return self:member(dim) end
  local array = self:variable("targets", dim)
  if array and self:chance(40) then return self:leaf("targets", array) end
  return self:targets(dim)
end

function Draw:targets(dim)
  local list = {}
  for i = 1, self.random:pick(5) - 1 do list[i] = self:chance(10) and self:world(dim) or self:member(dim) end
  return self:leaf("targets", "{ " .. table.concat(list, ", ") .. " }")
end

-- A table of named fields, each "name = value", in the order drawn.
function Draw:fields(list)
  if #list == 0 then return self:leaf("table", "{}") end
  return self:leaf("table", "{ " .. table.concat(list, ", ") .. " }")
end

-- A table to be filled: an answer from before, a fresh one, or one with vectors in it.
function Draw:into()
  local before, chosen = self:variable("hit")
  if not before then before, chosen = self:variable("list") end
  if before then self.needs[chosen.id] = nil end -- it may have been a miss
  if before and self:chance(60) then return self:leaf("into", before .. " or {}") end
  return self:leaf("into", self:of { "{}", "{ point = {}, normal = {} }", "{ 1, 2, 3 }", "{ cells = {}, cell = {} }" })
end

function Draw:frame(dim)
  local list = {}
  if self:chance(60) then
    list[#list + 1] = "size = " .. (self:chance(60) and self:positive()
      or self:vector_of(self:components(dim, self.positive)))
  end
  if self:chance(40) then
    list[#list + 1] = "origin = " .. (self:chance(50) and self:number("close") or self:vector(dim, "close"))
  end
  if self:chance(30) then list[#list + 1] = "rule = " .. self:leaf("string", '"closed"') end
  if self:chance(30) or dim == 2 and #list == 0 then list[#list + 1] = "dimensions = " .. self:leaf("number", dim) end
  return self:fields(list)
end

return { new = new, known = known }
