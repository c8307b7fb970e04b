-- SPDX-License-Identifier: MIT
--
-- The constructors of shapes: for each kind the fields that it takes, as Lua source.
local shapes = {}

local function vectors(d, dim, count)
  local list = {}
  for i = 1, count do list[i] = d:plain_vector(dim) end
  return list
end

local function scale(d, dim, uniform)
  if uniform or d:chance(50) then return d:leaf("number", d:of { "2", "0.5", "-1", "3", "1.25", "1/3" }) end
  return d:vector_of(d:components(dim, function() return d:leaf("number", d:of { "1", "2", "-1", "0.5", "3" }) end))
end

local function rotation(d, dim)
  if dim == 2 then return d:leaf("number", d:of { "0", "1", "-0.5", "math.pi / 2", "math.pi", "100", "1e-3" }) end
  return d:leaf("quaternion", "{ " .. table.concat({ d:number("close"), d:number("close"), d:number("close"),
    d:leaf("number", d:of { "1", "2", "-1" }) }, ", ") .. " }")
end

local function degrees(d)
  return d:leaf("number", d:of { "90", "-90", "180", "450", "30", "0.1", "1e9", "0" })
end

local MATRICES = {
  "{ 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 }",
  "{ 1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 1, 0, 3, 5, -1, 1 }",
  "{ 0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 3, 0, 1, 0, 0, 1 }",
  "{ 6, 7, -8, 0, 1, 9, -6, 0, 7, 8, 8, 0, 0, 0, 0, 1 }",
}

function shapes.matrix(d)
  return d:leaf("matrix", d:of(MATRICES))
end

-- Appends the fields of a pose.
local function pose(d, dim, list, uniform)
  if dim == 3 and d:chance(12) then
    list[#list + 1] = "transform = " .. shapes.matrix(d)
  else
    if d:chance(60) then list[#list + 1] = "position = " .. d:vector(dim) end
    if dim == 2 and d:chance(10) then
      list[#list + 1] = "degrees = " .. degrees(d)
    elseif d:chance(35) then
      list[#list + 1] = "rotation = " .. rotation(d, dim)
    end
    if d:chance(20) then list[#list + 1] = "scale = " .. scale(d, dim, uniform) end
  end
  if d:chance(6) then list[#list + 1] = "one_way = " .. d:vector_of(d:direction(dim)) end
  if d:chance(10) then list[#list + 1] = "hollow = " .. d:leaf("boolean", d:of { "true", "false" }) end
end

shapes.rotation, shapes.degrees, shapes.scale = rotation, degrees, scale

local function round(d, dim)
  local list = { "radius = " .. d:size() }
  pose(d, dim, list, dim == 2 and d:chance(80))
  return list
end

-- Appends a radius that rounds the shape, now and then.
local function rounding(d, list)
  if d:chance(20) then list[#list + 1] = "radius = " .. d:size() end
end

local function boxlike(d, dim)
  local list = {}
  rounding(d, list)
  if d:chance(35) then
    local low, high = {}, {}
    for i = 1, dim do
      local at = d:of { "0", "-2", "1", "-0.5", "3", "1/3" }
      low[i], high[i] = d:leaf("number", at), d:leaf("number", at .. " + " .. d:of { "0", "1", "2.5", "4" })
    end
    list[#list + 1] = "min = " .. d:vector_of(low)
    list[#list + 1] = "max = " .. d:vector_of(high)
    pose(d, dim, list)
    return list
  end
  list[#list + 1] = d:of { "half", "size" } .. " = " .. d:vector_of(d:components(dim, d.size))
  pose(d, dim, list)
  return list
end

-- Points in place, or under `points` beside a pose. The kind may be `sharp`, without a radius.
local function cornered(d, dim, points, sharp)
  if d:chance(60) then return points end
  local list = { "points = " .. d:leaf("points", "{ " .. table.concat(points, ", ") .. " }") }
  if not sharp then rounding(d, list) end
  pose(d, dim, list)
  return list
end

local POLYGONS = {
  { "{ 0, 0 }", "{ 4, 0 }", "{ 4, 4 }", "{ 0, 4 }" },
  { "{ 0, 0 }", "{ 4, 0 }", "{ 4, 3 }", "{ 2, 5 }", "{ 0, 3 }" },
  { "{ -1, -1 }", "{ 0, 2 }", "{ 1, -1 }" },
  { "{ 0, 0 }", "{ 1, 0 }", "{ 2, 0 }", "{ 2, 1 }", "{ 0, 1 }" },
  { "{ 0.1, 0.2 }", "{ 3.3, -0.7 }", "{ 2.2, 1.9 }" },
}

local SOLIDS = {
  { "{ 0, 0, 0 }", "{ 2, 0, 0 }", "{ 0, 2, 0 }", "{ 0, 0, 2 }" },
  { "{ -1, -1, 0 }", "{ 1, -1, 0 }", "{ 1, 1, 0 }", "{ -1, 1, 0 }", "{ 0, 0, 3 }", "{ 0, 0, 0 }" },
  { "{ 0, 0, 0 }", "{ 2, 0, 0 }", "{ 0, 2, 0 }", "{ 2, 2, 0 }", "{ 0, 0, 2 }", "{ 2, 0, 2 }", "{ 0, 2, 2 }",
    "{ 2, 2, 2 }" },
  { "{ 0.1, 0.2, 0.3 }", "{ 3.3, -0.7, 0.1 }", "{ 2.2, 1.9, -0.4 }", "{ 1.1, 0.6, 2.7 }", "{ 1/3, 1/3, 1/3 }" },
}

-- Points in space: of a solid, on a sphere or in one plane, or any, some of them repeated.
local function solid_points(d)
  if d:chance(25) then
    return nil, ("h.cloud(%d, %s, %s)"):format(2 + d.random:pick(60), d:of { "1", "0.5", "3.3", "100" },
      d:of { "1", "1", "1", "0", "2^-30" })
  end
  local points = {}
  if d:chance(60) then
    for i, point in ipairs(d:of(SOLIDS)) do points[i] = d:leaf("vector", point) end
    return points
  end
  points = vectors(d, 3, 3 + d.random:pick(9))
  if d:chance(20) then points[#points + 1] = points[1] end
  return points
end

local function capsule(d, dim)
  local list = { "radius = " .. d:size() }
  if d:chance(50) then
    list[2], list[3] = "a = " .. d:vector(dim), "b = " .. d:vector(dim)
    pose(d, dim, list, dim == 3 or d:chance(80))
  else
    list[2] = "half_height = " .. d:size()
    if dim == 2 then list[4] = "dimensions = " .. d:leaf("number", "2") end
    list[3] = "position = " .. d:vector(dim)
    if d:chance(30) then list[#list + 1] = "rotation = " .. rotation(d, dim) end
  end
  return list
end

-- The kinds of each dimension in a fixed order, and what draws the fields of each.
shapes.kinds = {
  [2] = { "circle", "ellipse", "rect", "polygon", "triangle", "segment", "capsule", "plane" },
  [3] = { "sphere", "box", "cylinder", "cone", "triangle", "segment", "capsule", "plane", "hull" },
}

shapes.fields = {
  sphere = round,
  circle = round,
  ellipse = function(d)
    local list = { "radii = " .. d:vector_of(d:components(2, d.size)) }
    pose(d, 2, list)
    return list
  end,
  box = boxlike,
  rect = boxlike,
  capsule = capsule,
  cylinder = function(d, dim)
    local list = { "radius = " .. d:size(), "half_height = " .. d:size() }
    pose(d, dim, list)
    return list
  end,
  cone = function(d, dim)
    local list = { "radius = " .. d:positive(), "height = " .. d:positive() }
    pose(d, dim, list)
    return list
  end,
  plane = function(d, dim)
    local list = { "normal = " .. d:vector_of(d:direction(dim)), "distance = " .. d:number() }
    pose(d, dim, list)
    return list
  end,
  triangle = function(d, dim) return cornered(d, dim, vectors(d, dim, 3), dim == 3) end,
  segment = function(d, dim) return cornered(d, dim, vectors(d, dim, 2)) end,
  polygon = function(d, dim)
    if d:chance(20) then
      local list = { ("points = h.ring(%d, %s)"):format(2 + d.random:pick(40), d:of { "1", "0.5", "3.3", "100" }) }
      rounding(d, list)
      pose(d, dim, list)
      return list
    end
    local points = {}
    for i, point in ipairs(d:of(POLYGONS)) do points[i] = d:leaf("vector", point) end
    return cornered(d, dim, points)
  end,
  hull = function(d, dim)
    if dim == 2 then return cornered(d, 2, vectors(d, 2, 2 + d.random:pick(8))) end
    local points, source = solid_points(d)
    if points then return cornered(d, 3, points) end
    local list = { "points = " .. source }
    rounding(d, list)
    pose(d, 3, list)
    return list
  end,
}

-- The fields of a group: some shapes in place or under `parts`, and a pose.
function shapes.group(d, dim)
  local parts, list = {}, {}
  for i = 1, d.random:pick(4) do
    local kind
    repeat kind = d:of(shapes.kinds[dim]) until kind ~= "plane"
    parts[i] = d:chance(60) and d:shape(dim, kind)
      or (d:fields(shapes.fields[kind](d, dim)):gsub("^{", ('{ shape = "%s",'):format(kind)))
    if dim == 3 and d:chance(15) then parts[i] = d:mesh() end
  end
  if d:chance(50) then list = parts else list[1] = "parts = { " .. table.concat(parts, ", ") .. " }" end
  if dim == 3 and d:chance(12) then
    list[#list + 1] = "transform = " .. shapes.matrix(d)
  else
    if d:chance(60) then list[#list + 1] = "position = " .. d:vector(dim) end
    if d:chance(35) then list[#list + 1] = "rotation = " .. rotation(d, dim) end
    if d:chance(30) then list[#list + 1] = "scale = " .. scale(d, dim, dim == 2 and d:chance(60)) end
  end
  return d:fields(list)
end

-- A kind of that dimension, or the one named. Returns its fields in braces, and its name.
function shapes.draw(d, dim, name)
  name = name or d:of(shapes.kinds[dim])
  return d:fields(shapes.fields[name](d, dim)), name
end

return shapes
