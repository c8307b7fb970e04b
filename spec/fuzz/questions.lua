-- SPDX-License-Identifier: MIT
--
-- Which comparisons of `checks.lua` a program makes, and with what. All arguments are valid.
local questions = {}

local function list_of(d, dim, count)
  local vectors = {}
  local function number() return d:plain_number("close") end
  for i = 1, count do vectors[i] = "{ " .. table.concat(d:components(dim, number), ", ") .. " }" end
  return vectors
end

local function point(d, dim)
  return list_of(d, dim, 1)[1]
end

local function direction(d, dim)
  local list = d:components(dim, function() return d:plain_number("close") end)
  list[d.random:pick(dim)] = d:of { "1", "-1", "0.5", "-3", "2" }
  return "{ " .. table.concat(list, ", ") .. " }"
end

local function options(d)
  local list = {}
  if d:chance(30) then list[#list + 1] = 'inside = "skip"' end
  if d:chance(15) then list[#list + 1] = 'faces = "front"' end
  if d:chance(35) then list[#list + 1] = d:of { 'corners = "ahead"', 'rule = "closed"' } end
  return "{ " .. table.concat(list, ", ") .. " }"
end

-- A target whose grids are small enough to list.
local function target(d)
  if d:chance(25) then return d:grid() end
  if d:chance(50) then return d:shape() end
  if d:chance(20) then return d:compound() end
  local list = {}
  for i = 1, d.random:pick(4) do list[i] = d:member() end
  return "{ " .. table.concat(list, ", ") .. " }"
end

function questions.casts(d)
  return { target(d), point(d, d.dim), direction(d, d.dim), options(d) }
end

function questions.into(d)
  return { target(d), point(d, d.dim), direction(d, d.dim), options(d) }
end

function questions.members(d)
  local list = {}
  for i = 1, d.random:pick(5) do list[i] = d:member() end
  return { "{ " .. table.concat(list, ", ") .. " }", point(d, d.dim), direction(d, d.dim), options(d) }
end

function questions.lines(d)
  return { d:shape(), point(d, d.dim), direction(d, d.dim) }
end

function questions.pairs(d)
  local function one() return d:chance(25) and point(d, 2) or d:shape(2) end
  local dim = d:chance(85) and 2 or 3
  if dim == 3 then return { d:shape(3), d:shape(3) } end
  return { one(), one() }
end

function questions.points(d)
  local dim = d.dim
  return { d:shape(dim), point(d, dim) }
end

function questions.described(d)
  return { d:shape(), point(d, d.dim), direction(d, d.dim) }
end

return questions
