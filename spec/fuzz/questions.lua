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

function questions.grid_casts(d)
  return { d:grid(), point(d, d.dim), point(d, d.dim) }
end

function questions.walks(d)
  local frame = d:chance(50) and d:frame(d.dim) or ("{ dimensions = %d }"):format(d.dim)
  return { point(d, d.dim), point(d, d.dim), frame }
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

function questions.triangles(d)
  local dim = d.dim
  local kind = dim == 3 and "box" or "rect"
  local low = list_of(d, dim, 1)[1]
  return { ("c.triangle { %s }"):format(table.concat(list_of(d, dim, 3), ", ")),
    ("k.tile(%q, %s, %s)"):format(kind, low, d:of { "1", "0", "0.5", "3", "1/3" }), point(d, dim) }
end

function questions.groups(d)
  return { d:compound(), point(d, d.dim), direction(d, d.dim), options(d) }
end

function questions.hulls(d) return { d:shape(3, "hull") } end

function questions.round_trips(d) return { d:grid() } end
function questions.counts(d) return { d:grid() } end
function questions.files(d) return { d:grid(3) } end

function questions.fills(d)
  local boxes = {}
  for i = 1, d.random:pick(4) do
    local numbers = {}
    for axis = 1, d.dim do
      local at = d.random:pick(20) - 10
      numbers[axis], numbers[axis + d.dim] = at, at + d.random:pick(9) - 1
    end
    numbers[#numbers + 1] = d:of { "0", "1", "7", "65535" }
    boxes[i] = "{ " .. table.concat(numbers, ", ") .. " }"
  end
  return { tostring(d.dim), "{ " .. table.concat(boxes, ", ") .. " }" }
end

function questions.rows(d)
  local rows = {}
  for y = 1, d.random:pick(5) do
    local row = {}
    for x = 1, d.random:pick(6) do row[x] = d:of { "0", "1", "7", "false", "65535", "2" } end
    rows[y] = "{ " .. table.concat(row, ", ") .. " }"
  end
  return { "{ " .. table.concat(rows, ", ") .. " }" }
end

function questions.voxels(d)
  local triangles = {}
  for i = 1, d.random:pick(3) do triangles[i] = "{ " .. table.concat(list_of(d, 3, 3), ", ") .. " }" end
  return { "{ " .. table.concat(triangles, ", ") .. " }", d:of { "1", "0.5", "2", "0.7", "{ 1, 0.5, 2 }" } }
end

function questions.solids(d)
  return { d:of { "k.cube(2)", "k.cube(3.5)", "k.pyramid(4)", "k.cube(4.25)" }, d:of { "1", "0.5", "0.7" } }
end

return questions
