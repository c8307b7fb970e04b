-- SPDX-License-Identifier: MIT
--
-- A world gives the answers of the array of its members in the order of their numbers, to the last bit. Random programs
-- add, remove, move and query members. Many coordinates are whole numbers, so many answers tie.
local collide = require("collide")
local cases = require("spec.support.cases")
local random = require("spec.support.random")
local meshes = require("spec.support.meshes")

local unpack = table.unpack or unpack -- luacheck: ignore 143

local PROGRAMS = cases.of(120, 12)
local STEPS = 40

local pick = random.generator(20261122)
local function chance(percent) return pick(100) <= percent end

local on_lattice = true
local function number(reach)
  if on_lattice then return pick(2 * reach + 1) - 1 - reach end
  return (pick(16000 * reach) - 8000 * reach) / 8000
end
local function cell(dimensions, reach)
  local function whole() return pick(2 * reach + 1) - 1 - reach end
  return { whole(), whole(), dimensions == 3 and whole() or nil }
end
local function size() return on_lattice and pick(3) - 1 or pick(2000) / 1000 end
local function vector(dimensions, reach)
  return { number(reach), number(reach), dimensions == 3 and number(reach) or nil }
end
local function direction(dimensions)
  local v
  repeat v = vector(dimensions, 4) until v[1] ~= 0 or v[2] ~= 0 or (v[3] or 0) ~= 0
  return v
end
local function turn(dimensions)
  if dimensions == 2 then return number(3) end
  return { number(3), number(3), number(3), 5 }
end

-- ---- Members ---------------------------------------------------------------------------------

local sizes = {
  [2] = {
    function() return { shape = "circle", radius = size() } end,
    function() return { shape = "rect", half = { size(), size() } } end,
    function() return { shape = "polygon", points = { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 0, 2 } } } end,
    function() return { shape = "segment", points = { vector(2, 2), vector(2, 2) } } end,
    function() return { shape = "triangle", points = { vector(2, 2), vector(2, 2), vector(2, 2) } } end,
    function() return { shape = "capsule", a = vector(2, 2), b = vector(2, 2), radius = size() } end,
  },
  [3] = {
    function() return { shape = "sphere", radius = size() } end,
    function() return { shape = "box", half = { size(), size(), size() } } end,
    function() return { shape = "capsule", a = vector(3, 2), b = vector(3, 2), radius = size() } end,
    function() return { shape = "triangle", points = { vector(3, 2), vector(3, 2), vector(3, 2) } } end,
    function() return { shape = "segment", points = { vector(3, 2), vector(3, 2) } } end,
    function() return { shape = "hull", points = { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 1 } } } end,
  },
}

local LAYERS = { "wall", "door", "bullet" }

local function fields(dimensions, reach)
  local t = sizes[dimensions][pick(#sizes[dimensions])]()
  t.position = vector(dimensions, reach)
  if chance(20) then t.rotation = turn(dimensions) end
  if chance(10) then t.hollow = true end
  return t
end

local function new_grid(dimensions)
  local grid = collide.grid { dimensions = dimensions, size = pick(2), origin = vector(dimensions, 2) }
  for _ = 1, pick(6) - 1 do grid:set(cell(dimensions, 3), pick(5)) end
  return grid
end

local function new_member(dimensions, reach)
  local kind = pick(20)
  local member
  if kind == 1 then
    member = collide.group { fields(dimensions, 2), fields(dimensions, 2), position = vector(dimensions, reach) }
  elseif kind == 2 then
    member = new_grid(dimensions)
  elseif kind == 3 then
    member = collide.plane { normal = direction(dimensions), distance = number(6) }
  elseif kind == 4 and dimensions == 3 then
    local box = meshes.box(0, 0, 0, 1 + size(), 1 + size(), 1 + size())
    box.position = vector(3, reach)
    member = collide.mesh(box)
  else
    local t = fields(dimensions, reach)
    member = collide[t.shape](t)
  end
  if chance(40) then member:set_layer(LAYERS[pick(3)]) end
  return member
end

local function kind_of(member)
  return tostring(member):match("^%a+")
end

local function change(member, dimensions, reach)
  local kind = kind_of(member)
  if kind == "grid" then
    local at, what = cell(dimensions, 4), pick(4)
    if what == 1 then
      member:clear()
    elseif what == 2 then
      member:fill(at, at, pick(3) - 1)
    else
      member:set(at, pick(3) - 1)
    end
  elseif chance(20) and kind ~= "group" and kind ~= "circle" then
    member:set_rotation(turn(dimensions))
  elseif chance(20) then
    member:set_scale(pick(3))
  elseif chance(20) then
    member:translate(vector(dimensions, 1))
  else
    member:set_position(unpack(vector(dimensions, reach)))
  end
end

-- ---- Comparing --------------------------------------------------------------------------------

-- Equal to the last bit. `index` of what the array answers is a place in it, that of a world a number.
local function same(a, b, numbers, key)
  if key == "index" then return numbers[a] == b end
  if type(a) ~= "table" or type(b) ~= "table" then return rawequal(a, b) or (a ~= a and b ~= b) end
  for k, v in pairs(a) do
    if not same(v, b[k], numbers, k) then return false, k end
  end
  for k in pairs(b) do
    if a[k] == nil then return false, k end
  end
  return true
end

local function compare(what, array, world, numbers, from, to, note)
  local fine, place = true, nil
  if array.n ~= world.n then fine = false end
  for i = 1, array.n do
    local one, key = same(array[i], world[i], numbers, note == i and "index" or nil)
    if fine and not one then fine, place = false, tostring(i) .. " " .. tostring(key) end
  end
  if not fine then
    local text = {}
    for i = 1, math.max(array.n, world.n) do text[i] = tostring(array[i]) .. " / " .. tostring(world[i]) end
    error(("%s differs at %s: %s (%s, %s)"):format(what, tostring(place), table.concat(text, "; "), from, to), 0)
  end
end

local function pack(...) return { n = select("#", ...), ... } end

-- What both say, and that both raise or neither does.
local function ask(f, ...)
  local answer = pack(pcall(f, ...))
  if not answer[1] then return nil, tostring(answer[2]) end
  table.remove(answer, 1)
  answer.n = answer.n - 1
  return answer
end

local function selection(list, options)
  if #list == 0 then return options end
  local what = pick(8)
  if what == 1 then options.ignore = list[pick(#list)] end
  if what == 2 then options.ignore = { LAYERS[pick(3)], list[pick(#list)] } end
  if what == 3 then options.only = LAYERS[pick(3)] end
  if what == 4 then options.only = { list[pick(#list)], list[pick(#list)], "wall" } end
  if what == 5 then
    local refused = LAYERS[pick(3)]
    options.filter = function(member) return member:get_layer() ~= refused end
  end
  return options
end

local function ask_both(name, list, world, place, ...)
  local f = collide[name]
  local before, after = { ... }, { ... }
  before[place], after[place] = list, world
  local count = math.max(select("#", ...), place)
  local array = ask(f, unpack(before, 1, count))
  local answer, other = ask(f, unpack(after, 1, count))
  if not array or not answer then
    -- What is not near is not asked, so an array may raise where a world does not.
    if array then error(name .. ": only the world raises: " .. tostring(other), 0) end
    return
  end
  return array, answer
end

local function cast(list, numbers, world, dimensions)
  local kind = ({ "raycast", "segmentcast", "linecast" })[pick(3)]
  local from = vector(dimensions, 8)
  local to = kind == "segmentcast" and vector(dimensions, 8) or direction(dimensions)
  local options = selection(list, {})
  if kind == "raycast" and chance(30) then options.max = math.abs(number(3)) end
  if kind ~= "linecast" and chance(20) then options.inside = "skip" end
  if chance(15) then options.corners = "ahead" elseif chance(15) then options.rule = "closed" end
  if chance(40) then options = nil end
  local array, answer = ask_both(kind, list, world, 1, nil, from, to, options)
  local text = table.concat(from, ",") .. " to " .. table.concat(to, ",")
  if array then compare(kind, array, answer, numbers, text, "tables") end
  array, answer = ask_both(kind .. "_any", list, world, 1, nil, from, to, options)
  if array then compare(kind .. "_any", array, answer, numbers, text, "tables") end
  if options and chance(40) then options.limit = pick(5) end
  array, answer = ask_both(kind .. "_all", list, world, 1, nil, from, to, options)
  if array then compare(kind .. "_all", array, answer, numbers, text, "tables") end
  if options then options.limit = nil end
  local row = { nil }
  for i = 1, dimensions do
    row[1 + i], row[1 + dimensions + i] = from[i], to[i]
  end
  row[2 + 2 * dimensions] = options
  array, answer = ask_both(kind, list, world, 1, unpack(row, 1, 2 + 2 * dimensions))
  if array then compare(kind, array, answer, numbers, text, "numbers", 3 + 2 * dimensions) end
end

local function meet(list, numbers, world, dimensions)
  local shape
  if chance(20) and #list > 0 then
    shape = list[pick(#list)]
    if kind_of(shape) == "grid" or kind_of(shape) == "mesh" then shape = vector(dimensions, 5) end
  elseif chance(20) then
    shape = vector(dimensions, 6)
  else
    local t = fields(dimensions, 6)
    shape = collide[t.shape](t)
  end
  local options = selection(list, {})
  local first = chance(50)
  for _, name in ipairs { "overlap", "contact", "distance", "overlap_all", "contact_all" } do
    options.touching, options.limit, options.max = nil, nil, nil
    if name ~= "distance" and chance(30) then options.touching = "skip" end
    if name:find("_all") and chance(30) then options.limit = pick(4) end
    if name == "distance" and chance(30) then options.max = math.abs(number(3)) end
    local array, answer
    local given = chance(60) and options or nil
    if first then
      array, answer = ask_both(name, list, world, 1, nil, shape, given)
    else
      array, answer = ask_both(name, list, world, 2, shape, nil, given)
    end
    if array then
      compare(name, array, answer, numbers, tostring(shape), first and "first" or "second", name == "distance" and 5)
    end
  end
  local point = vector(dimensions, 6)
  local array, answer = ask_both("closest", list, world, 1, nil, point, options.filter and options)
  if array then compare("closest", array, answer, numbers, table.concat(point, ","), "", 4) end
  array, answer = ask_both("contains", list, world, 1, nil, point)
  if array then compare("contains", array, answer, numbers, table.concat(point, ","), "") end
end

local function sweep(list, numbers, world)
  local shape
  if chance(20) and #list > 0 then shape = list[pick(#list)] end
  if not shape or kind_of(shape) == "grid" or kind_of(shape) == "group" then
    local t = fields(2, 6)
    shape = collide[t.shape](t)
  end
  local way, options = vector(2, 8), selection(list, {})
  if chance(40) then options.touching = "skip" end
  if chance(20) then options.inside = "skip" end
  for _, name in ipairs { "shapecast", "shapecast_any", "shapecast_all" } do
    if name == "shapecast_all" and chance(30) then options.limit = pick(4) end
    local array, answer = ask_both(name, list, world, 1, nil, shape, way, options)
    if array then compare(name, array, answer, numbers, tostring(shape), table.concat(way, ",")) end
  end
  options.limit = nil
  local array, answer = ask_both("shapecast", list, world, 1, nil, shape, way[1], way[2], options)
  if array then compare("shapecast", array, answer, numbers, tostring(shape), "numbers", 7) end
end

local function compare_pairs(list, world)
  local options, between = {}, chance(40) and { LAYERS[pick(3)], LAYERS[pick(3)] } or nil
  options.between = between
  if chance(30) then options.touching = "skip" end
  if chance(20) and #list > 0 then options.ignore = { list[pick(#list)], "door" } end
  if chance(20) then options.only = { "wall", "bullet" } end
  if chance(20) then options.filter = function(a, b) return a:get_layer() ~= b:get_layer() end end
  local expected, possible = {}, true
  local function counts(m)
    if options.ignore and (m == options.ignore[1] or m:get_layer() == "door") then return false end
    return not options.only or m:get_layer() == "wall" or m:get_layer() == "bullet"
  end
  local function try(i, k)
    local a, b = list[i], list[k]
    local one, other = a, b
    if between then
      if a:get_layer() == between[1] and b:get_layer() == between[2] then
        one, other = a, b
      elseif b:get_layer() == between[1] and a:get_layer() == between[2] then
        one, other = b, a
      else
        return
      end
    end
    if not counts(a) or not counts(b) then return end
    local given = options.touching and { touching = "skip" } or nil
    local kinds = kind_of(a) .. kind_of(b)
    local fine, overlap = pcall(collide.overlap, a, b, given)
    if not fine or (kinds == "gridgrid" and given) then
      possible = possible and not fine and not world:bounds()
      return
    end
    if overlap and (not options.filter or options.filter(one, other)) then
      expected[#expected + 1] = { one, other }
    end
  end
  for i = 1, #list do
    for k = i + 1, #list do try(i, k) end
  end
  if between then
    local place = {}
    for i, m in ipairs(list) do place[m] = i end
    table.sort(expected, function(p, q)
      if p[1] ~= q[1] then return place[p[1]] < place[q[1]] end
      return place[p[2]] < place[q[2]]
    end)
  end
  local found = {}
  local fine, problem = pcall(function()
    for a, b in world:pairs(next(options) and options) do found[#found + 1] = { a, b } end
  end)
  if not possible then return end
  if not fine then error("pairs: " .. tostring(problem), 0) end
  if #found ~= #expected then error(("%d pairs, and %d in the array"):format(#found, #expected), 0) end
  for i, pair in ipairs(expected) do
    if found[i][1] ~= pair[1] or found[i][2] ~= pair[2] then error("pair " .. i .. " differs", 0) end
  end
end

local function run(dimensions)
  on_lattice = chance(60)
  local lattice = on_lattice
  local world, list, numbers = collide.world { dimensions = dimensions }, {}, {}
  local reach = chance(50) and 4 or 20
  local function add()
    on_lattice = lattice or chance(20)
    local member = new_member(dimensions, reach)
    list[#list + 1] = member
    numbers[#numbers + 1] = world:add(member)
    on_lattice = lattice
  end
  for _ = 1, chance(15) and 120 or pick(20) - 1 do add() end
  for _ = 1, STEPS do
    local what = pick(10)
    if what == 1 or #list == 0 then
      add()
    elseif what == 2 then
      local i = pick(#list)
      assert.is_true(world:remove(list[i]))
      table.remove(list, i)
      table.remove(numbers, i)
    elseif what == 3 then
      for _, member in ipairs(list) do
        if chance(70) then change(member, dimensions, reach) end
        on_lattice = lattice
      end
    elseif what <= 6 then
      change(list[pick(#list)], dimensions, reach)
      on_lattice = lattice
    end
    cast(list, numbers, world, dimensions)
    meet(list, numbers, world, dimensions)
    if dimensions == 2 then sweep(list, numbers, world) end
    if chance(20) then compare_pairs(list, world) end
  end
  assert.equal(#list, world:count())
  local i = 0
  for number_of, member in world:each() do
    i = i + 1
    assert.equal(numbers[i], number_of)
    assert.equal(list[i], member)
  end
end

describe("a world gives the answers of the array of its members", function()
  for dimensions = 2, 3 do
    it(("in %dD"):format(dimensions), function()
      for _ = 1, PROGRAMS do run(dimensions) end
    end)
  end
end)
