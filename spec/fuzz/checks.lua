-- SPDX-License-Identifier: MIT
--
-- Answers checked against each other, on valid arguments. A difference raises an error that
-- begins with "finding: "; a mistake that all ways report alike is none. Programs name it `k`.
local collide = require("collide")
local agree = require("spec.fuzz.agree")

local finding, text, same, components = agree.finding, agree.text, agree.same, agree.components

local checks = { path = "build/fuzz_file" } -- where files go
for _, name in ipairs { "spoil", "cube", "pyramid" } do checks[name] = agree[name] end

local function ask(f, ...)
  local results = agree.pack(pcall(f, ...))
  if not results[1] and type(results[2]) ~= "string" then finding("an error that is no string") end
  return results[1], results
end

-- Both answer alike, or both raise.
local function both(what, f, g)
  local first, a = ask(f)
  local second, b = ask(g)
  if first ~= second then
    finding("%s: one answers and the other raises: %s, %s", what, text(a[2]), text(b[2]))
  end
  return first, a[2], b[2]
end

local function with(options, changes)
  local result = {}
  for key, value in pairs(options) do result[key] = value end
  for key, value in pairs(changes) do result[key] = value end
  return result
end

local function numbers(hit, dim)
  local n, p = hit.normal, hit.point or {}
  if dim == 2 then return { hit.t, n.x, n.y, hit.t_exit, p.x, p.y, n = 6 } end
  return { hit.t, n.x, n.y, n.z, hit.t_exit, p.x, p.y, p.z, n = 8 }
end

local FIELDS = { "t", "t_exit", "inside", "face", "triangle", "u", "v", "index", "value", "part" }

local function same_hit(what, a, b)
  if (a == nil) ~= (b == nil) then finding("%s: %s and %s", what, text(a), text(b)) end
  if a == nil then return end
  for _, field in ipairs(FIELDS) do
    if a[field] ~= b[field] then finding("%s: %s is %s and %s", what, field, text(a[field]), text(b[field])) end
  end
  for _, field in ipairs { "point", "normal", "cell", "cells" } do
    if not same(a[field], b[field]) then
      finding("%s: %s is %s and %s", what, field, text(a[field]), text(b[field]))
    end
  end
end

-- Measured values may differ by roundings from one way in to another.
local function near(a, b)
  return a == b or math.abs(a - b) <= 1e-9 * (1 + math.abs(a))
end

local function near_vector(a, b)
  for key, value in pairs(a) do
    if not near(value, b[key]) then return false end
  end
  return true
end

local CASTS = { "raycast", "segmentcast", "linecast" }

local function options_for(name, options)
  return name == "linecast" and { corners = options.corners, rule = options.rule, faces = options.faces } or options
end

-- Only the form for all hits has a limit.
local function beyond_limit(message)
  return type(message) == "string" and message:find("the most without limit=", 1, true) ~= nil
end

-- One cast in each of its forms: any, all, in numbers.
function checks.casts(target, from, along, options)
  for _, name in ipairs(CASTS) do
    local own = options_for(name, options)
    local fine, hit = ask(collide[name], target, from, along, own)
    hit = hit[2]
    local any_fine, any = ask(collide[name .. "_any"], target, from, along, own)
    local all_fine, all = ask(collide[name .. "_all"], target, from, along, own)
    local stopped = any_fine and any[2] and type(target) == "table" -- at a hit, before a member that is refused
    if fine ~= any_fine and not stopped or fine ~= all_fine and not beyond_limit(all[2]) then
      finding("%s: not all of its forms raise: %s, %s, %s", name, text(hit), text(any[2]), text(all[2]))
    end
    if not (fine and all_fine) then return end
    if any[2] ~= (hit ~= nil) then finding("%s_any says %s, and %s", name, text(any[2]), text(hit)) end
    local first = all[2][1]
    if (first ~= nil) ~= (hit ~= nil) then finding("%s_all and %s: %s, %s", name, name, text(first), text(hit)) end
    if hit then
      same_hit(name .. "_all", hit, with(first, { cells = hit.cells }))
      local last = -math.huge
      for _, each in ipairs(all[2]) do
        if each.t < last then finding("%s_all is not in order", name) end
        last = each.t
      end
    end
    local list = {}
    for _, number in ipairs(from) do list[#list + 1] = number end
    for _, number in ipairs(along) do list[#list + 1] = number end
    list[#list + 1] = own
    local answers = agree.pack(collide[name](target, agree.unpack(list)))
    if hit == nil then
      if answers[1] ~= nil then finding("%s in numbers hits", name) end
    else
      local wanted = numbers(hit, #from)
      for i = 1, wanted.n do
        if wanted[i] ~= answers[i] then
          finding("%s: number %d is %s, and in a table %s", name, i, text(answers[i]), text(wanted[i]))
        end
      end
      if answers[wanted.n + 1] ~= hit.index then finding("%s: the index in numbers differs", name) end
    end
  end
end

-- The form `into` gives the same table, with the same answer in it, and nothing of before.
function checks.into(target, from, along, options)
  for _, name in ipairs(CASTS) do
    local own = options_for(name, options)
    local fine, hit = ask(collide[name], target, from, along, own)
    hit = hit[2]
    if not fine then return end
    local into = { t = 1, index = 9, shape = 1, cell = { x = 1 }, cells = { {}, {}, {}, {}, {}, {}, {}, {}, {} },
      value = 3, triangle = 1, u = 1, v = 2, part = 4, face = "top", point = { x = 9, y = 9 } }
    local again = collide[name](target, from, along, with(own, { into = into }))
    if hit and again ~= into then finding("%s: `into` is not what came back", name) end
    same_hit(name .. " into", hit, again)
    local all = collide[name .. "_all"](target, from, along, own)
    local array = { into, 2, 3, 4, 5 }
    if collide[name .. "_all"](target, from, along, with(own, { into = array })) ~= array then
      finding("%s_all: `into` is not what came back", name)
    end
    if #array ~= #all then finding("%s_all into: %d hits, not %d", name, #array, #all) end
    for i = 1, #all do same_hit(name .. "_all into", all[i], array[i]) end
  end
end

-- An array against each member alone: the least t, then the lower index.
function checks.members(array, from, along, options)
  for _, name in ipairs(CASTS) do
    local own = options_for(name, options)
    local fine, hit = ask(collide[name], array, from, along, own)
    hit = hit[2]
    if not fine then return end
    local best, index
    for i, member in ipairs(array) do
      local alone = collide[name](member, from, along, own)
      if alone and (not best or alone.t < best.t) then best, index = alone, i end
    end
    same_hit(name .. " of an array", best and with(best, { index = index }), hit)
    if hit and hit.shape ~= array[index] then finding("%s: another shape than its index says", name) end
  end
end

-- Is the shape, or the point, one about which yes and no are exact?
local function exact_shape(shape)
  local fine, description = pcall(collide.describe, shape)
  return agree.ordinary(fine and description or shape)
end

-- The largest of all numbers in there, by their size; infinite ones are bounds of what has none.
local function largest(value, most)
  if type(value) == "number" then
    local size = math.abs(value)
    return size < math.huge and size > most and size or most
  end
  if type(value) == "table" then
    for _, inner in pairs(value) do most = largest(inner, most) end
  end
  return most
end

-- How far off a measured t may be: what the reference says of casts, with 16 eps for its 8, for here
-- sizes are those of single coordinates.
local function doubt(shape, from, along, normal, t)
  local low, high = collide.bounds(shape)
  local size = largest(collide.describe(shape), largest(from, largest(low, largest(high, 0))))
  local slope = 0
  for i, component in ipairs(components(normal)) do slope = slope + component * along[i] end
  return 16 * 2 ^ -52 * (3 * size + math.abs(t) * largest(along, 0)) / math.abs(slope)
end

-- The same of a line's t_exit: the other way it enters there.
local function doubt_of_exit(shape, from, along, line)
  local back = {}
  for i, x in ipairs(along) do back[i] = -x end
  local hit = collide.linecast(shape, from, back)
  return hit and doubt(shape, from, along, hit.normal, line.t_exit) or math.huge
end

-- Rays, segments and lines of one shape. Where from + along is exact the segment is the ray up to 1.
function checks.lines(shape, from, along)
  local to, exact = {}, true
  for i, x in ipairs(from) do
    to[i] = x + along[i]
    exact = exact and to[i] - x == along[i] and to[i] - along[i] == x
  end
  local fine, line = ask(collide.linecast, shape, from, along)
  line = line[2]
  if not fine or not exact_shape(shape) then return end
  local ray = collide.raycast(shape, from, along)
  local hollow = collide.describe(shape).hollow
  if ray and not line then finding("a ray hits where its line misses") end
  if line and not hollow then
    if (line.t_exit >= 0) ~= (ray ~= nil) and math.abs(line.t_exit) > 1e-9
      and math.abs(line.t_exit) > doubt_of_exit(shape, from, along, line) then
      finding("a line leaves at %s, and the ray: %s", text(line.t_exit), text(ray))
    end
    if ray and line.t > 0 and not (near(ray.t, line.t) and near_vector(ray.normal, line.normal)) then
      finding("the ray's t is %s, the line's %s", text(ray.t), text(line.t))
    end
    if ray and not near(ray.t_exit, line.t_exit) then
      finding("a ray leaves at %s, its line at %s", text(ray.t_exit), text(line.t_exit))
    end
  end
  if ray and ray.t > 0 then
    if ray.t > 2 * doubt(shape, from, along, ray.normal, ray.t) and collide.raycast(shape, from, along, ray.t / 2) then
      finding("a ray up to half its t hits")
    end
    same_hit("a ray up to twice its t", ray, collide.raycast(shape, from, along, 2 * ray.t))
  end
  if exact then
    local up_to_1, segment = collide.raycast(shape, from, along, 1), collide.segmentcast(shape, from, to)
    if (up_to_1 == nil) ~= (segment == nil) then
      finding("the segment: %s, the ray up to 1: %s", text(segment), text(up_to_1))
    end
    if segment and not near(segment.t, up_to_1.t) then
      finding("the segment's t is %s, the ray's %s", text(segment.t), text(up_to_1.t))
    end
  end
end

-- ---- Pairs ------------------------------------------------------------------

local function negative(a, b)
  for key, value in pairs(a) do
    if b[key] ~= -value then return false end
  end
  return true
end

local function mirrored(name, a, b)
  local first, one, other = both(name .. " mirrored",
    function() return agree.pack(collide[name](a, b)) end, function() return agree.pack(collide[name](b, a)) end)
  return first and one, first and other
end

-- Of shapes that are the same in kind and every number the normal is the same in both orders. A
-- point is a circle without radius.
local function alike(a, b)
  local kinds = {}
  for i, one in ipairs { a, b } do
    local fine, description = pcall(collide.describe, one)
    if not fine then one, description = { shape = "circle", radius = 0, position = one }, { shape = "circle" } end
    local low, high = collide.bounds(one)
    kinds[i] = { description.shape, low, high }
  end
  return same(kinds[1], kinds[2])
end

function checks.pairs(a, b)
  local forth, back = mirrored("overlap", a, b)
  if not forth then
    mirrored("contact", a, b)
    mirrored("distance", a, b)
    return
  end
  if not exact_shape(a) or not exact_shape(b) then return end
  if forth[1] ~= back[1] then finding("overlap is %s, and mirrored %s", text(forth[1]), text(back[1])) end
  local contact, opposite = mirrored("contact", a, b)
  if contact then
    contact, opposite = contact[1], opposite[1]
    if (contact ~= nil) ~= forth[1] or (opposite ~= nil) ~= forth[1] then
      finding("overlap is %s, and contact %s, mirrored %s", text(forth[1]), text(contact), text(opposite))
    end
    if contact then
      if contact.depth ~= opposite.depth then finding("depth %s, mirrored %s", contact.depth, opposite.depth) end
      -- Of two that touch at a corner the one that stays gives the normal.
      if contact.depth > 0 and not alike(a, b) and not negative(contact.normal, opposite.normal) then
        finding("normal %s, mirrored %s", text(contact.normal), text(opposite.normal))
      end
      if contact.depth < 0 then finding("depth %s", text(contact.depth)) end
    end
    local part = contact and (contact.part or contact.index) -- of a group, which numbers give as well
    if type(a) == "userdata" and type(b) == "userdata" and not part then
      local answer = { collide.contact(a, b, "numbers") }
      local told = contact or { normal = {}, point = {} }
      local n, p = told.normal, told.point
      local wanted = n.z and { n.x, n.y, n.z, told.depth, p.x, p.y, p.z } or { n.x, n.y, told.depth, p.x, p.y }
      if not same(answer, wanted) then finding("contact in numbers differs") end
    end
  end
  local apart, mirror = mirrored("distance", a, b)
  if apart and apart[1] == nil then -- of what is empty, such as a grid that is a member of a world
    if mirror[1] ~= nil or forth[1] then finding("overlap or a distance of what has none") end
  elseif apart then
    if type(a) == "userdata" and type(b) == "userdata" then
      local answer, p, q = { collide.distance(a, b, "numbers") }, apart[2], apart[3]
      local wanted = p.z and { apart[1], p.x, p.y, p.z, q.x, q.y, q.z } or { apart[1], p.x, p.y, q.x, q.y }
      -- Behind them comes where in a grid, or in a world, that is.
      if not same({ agree.unpack(answer, 1, #wanted) }, wanted) then finding("distance in numbers differs") end
    end
    if apart[1] ~= mirror[1] or not same(apart[2], mirror[3]) or not same(apart[3], mirror[2]) then
      finding("distance %s %s %s, mirrored %s %s %s", text(apart[1]), text(apart[2]), text(apart[3]),
        text(mirror[1]), text(mirror[2]), text(mirror[3]))
    end
    if (apart[1] == 0) ~= forth[1] then finding("overlap is %s at distance %s", text(forth[1]), text(apart[1])) end
  end
end

local function inside_bounds(shape, point)
  local low, high = collide.bounds(shape)
  for i, axis in ipairs { "x", "y", "z" } do
    if point[i] and (point[i] < low[axis] or point[i] > high[axis]) then return false end
  end
  return true
end

function checks.points(shape, point)
  local fine, inside = ask(collide.contains, shape, point)
  inside = inside[2]
  if not fine or not exact_shape(shape) then return end
  if collide.contains(shape, agree.unpack(point)) ~= inside then finding("contains in numbers differs") end
  if inside and not inside_bounds(shape, point) then finding("a point of the shape outside its bounds") end
  local description = collide.describe(shape)
  if not description.hollow then
    local hit = collide.segmentcast(shape, point, point)
    if (hit ~= nil) ~= inside then
      finding("contains is %s, the segment without length: %s", text(inside), text(hit))
    end
    if hit and (hit.t ~= 0 or hit.t_exit ~= math.huge) then finding("a segment without length hit at %s", text(hit)) end
  end
  if #point == 2 then
    if collide.overlap(shape, point) ~= inside then finding("overlap with a point is not contains") end
    local distance, nearest = collide.closest(shape, point)
    if (distance == 0) ~= inside then finding("closest is %s away, contains says %s", text(distance), text(inside)) end
    local apart, on_shape = collide.distance(shape, point)
    if apart ~= distance or not inside and not same(on_shape, nearest) then
      finding("closest and distance: %s %s, %s %s", text(distance), text(nearest), text(apart), text(on_shape))
    end
    if collide.overlap(shape, point[1], point[2]) ~= inside then finding("overlap with numbers is not contains") end
    local n = agree.pack(collide.closest(shape, point[1], point[2]))
    if n[1] ~= distance or n[2] ~= nearest.x or n[3] ~= nearest.y then finding("closest in numbers differs") end
  end
end

-- What describes the shape makes the same shape, and answers as it does.
function checks.described(shape, from, along)
  if type(shape) == "table" then shape = collide[shape.shape](shape) end
  local description = collide.describe(shape)
  local again = collide[description.shape](description)
  if tostring(again) ~= tostring(shape) then finding("described anew: %s, not %s", tostring(again), tostring(shape)) end
  local fine, a, b = both("a description", function() return collide.raycast(shape, from, along) end,
    function() return collide.raycast(description, from, along) end)
  if fine then same_hit("a description", a, b) end
  local low, high = collide.bounds(shape)
  local low_again, high_again = collide.bounds(again)
  if not (same(low, low_again) and same(high, high_again)) then finding("other bounds when described anew") end
  local least, most = collide.project(shape, along)
  if least > most then finding("projected from %s to %s", text(least), text(most)) end
  local in_numbers = agree.pack(collide.project(shape, agree.unpack(along)))
  if in_numbers[1] ~= least or in_numbers[2] ~= most then finding("project in numbers differs") end
end

-- ---- What raises changes nothing --------------------------------------------

local grid_count = getmetatable(collide.grid()).__index.count

-- Passes on what the call answers or raises; then the grid has to be as it was.
function checks.unchanged(grid, call)
  if grid_count(grid) > 1e6 then return call() end
  local before = collide.grid().encode(grid)
  local results = agree.pack(pcall(call))
  if results[1] then return agree.unpack(results, 2, results.n) end
  if collide.grid().encode(grid) ~= before then
    finding("a grid that changed though the call raised: %s", text(results[2]))
  end
  error(results[2], 0)
end

function checks.into_unchanged(into, call)
  local before = agree.copy(into)
  local results = agree.pack(pcall(call, into))
  if results[1] then return results[2] end
  -- An argument error of the cast writes nothing. A metamethod that raises later may leave it partly written.
  if tostring(results[2]):find("bad argument #%d+ to '[%w_]*cast") and not agree.same_tables(before, into) then
    finding("`into` changed though the call raised: %s", text(results[2]))
  end
  error(results[2], 0)
end

-- The path of a .vox that is there.
function checks.saved()
  local grid = collide.grid()
  grid:fill(0, -1, 0, 2, 3, 1, 7)
  grid:save(checks.path .. ".vox")
  return checks.path .. ".vox"
end

return checks
