-- SPDX-License-Identifier: MIT
--
-- Random meshes and shapes for the specs of meshes. Loaded by dofile, so that each spec has its own generator, with the
-- same seed.
local collide = require("collide")
local cases = require("spec.support.cases")
local soups = {}

soups.CASES = cases.of(1000, 150)

soups.below = require("spec.support.random").below(20261122)

-- In eighths ties and touches abound.
local on_lattice = true
function soups.number(span)
  return on_lattice and (soups.below(16 * span + 1) - 8 * span) / 8 or soups.below(2000 * span) / 1000 - span
end
function soups.point(span) return { soups.number(span), soups.number(span), soups.number(span) } end
function soups.size() return on_lattice and (1 + soups.below(16)) / 8 or (1 + soups.below(2000)) / 1000 end

soups.CUBE = {
  vertices = {
    { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 2, 2, 0 }, { 0, 0, 2 }, { 2, 0, 2 }, { 0, 2, 2 }, { 2, 2, 2 },
  },
  triangles = {
    { 1, 3, 2 }, { 2, 3, 4 }, { 5, 6, 7 }, { 6, 8, 7 }, { 1, 2, 5 }, { 2, 6, 5 },
    { 3, 7, 4 }, { 4, 7, 8 }, { 1, 5, 3 }, { 3, 5, 7 }, { 2, 4, 6 }, { 4, 8, 6 },
  },
}

soups.POSES = {
  {}, { position = { 0.5, -1, 0.25 } }, { position = { 1, 0, 0 }, scale = { 1, -1, 2 } },
  { rotation = { 0, 0, 1, 2 }, position = { 0.1, 0.2, 0.3 } },
  { transform = { 1, 0, 0, 0, 2, 1, 0, 0, 0, 0.5, 1, 0, 3, 1, -1, 1 } },
}

function soups.with_pose(fields, pose)
  for key, value in pairs(pose) do fields[key] = value end
  return fields
end

-- Does a triangle share an edge with one of a list?
local function shares_edge(triangle, list)
  for _, other in ipairs(list) do
    local shared = 0
    for i = 1, 3 do
      for k = 1, 3 do
        if triangle[i] == other[k] then shared = shared + 1 end
      end
    end
    if shared >= 2 then return true end
  end
  return false
end

-- A mesh of random triangles that share vertices, degenerate ones among them; the same triangles as
-- shapes; and true if two of them share an edge, whose normals the mesh hides.
function soups.soup(count)
  local vertices, triangles, shapes, has_edge = {}, {}, {}, false
  local pose = soups.POSES[1 + soups.below(#soups.POSES)]
  for i = 1, count + 2 do vertices[i] = soups.point(3) end
  for i = 1, count do
    local a, b, c = 1 + soups.below(#vertices), 1 + soups.below(#vertices), 1 + soups.below(#vertices)
    has_edge = has_edge or shares_edge({ a, b, c }, triangles)
    triangles[i] = { a, b, c }
    shapes[i] = collide.triangle(soups.with_pose({ points = { vertices[a], vertices[b], vertices[c] } }, pose))
  end
  return collide.mesh(soups.with_pose({ vertices = vertices, triangles = triangles }, pose)), shapes, has_edge
end

soups.makers = {
  function() return collide.sphere { radius = soups.size(), position = soups.point(4) } end,
  function() return collide.box { half = { soups.size(), soups.size(), soups.size() }, position = soups.point(4) } end,
  function() return collide.capsule { a = soups.point(3), b = soups.point(3), radius = soups.size() } end,
  function() return collide.triangle { soups.point(3), soups.point(3), soups.point(3) } end,
  function() return collide.segment { soups.point(3), soups.point(3) } end,
  function()
    return collide.plane { normal = { 1 + soups.below(3), soups.below(5) - 2, soups.below(3) },
      distance = soups.number(3) }
  end,
  function() return collide.hull { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 }, { 0, 0, 2 }, position = soups.point(3) } end,
}
function soups.shape() return soups.makers[1 + soups.below(#soups.makers)]() end

function soups.pack(...) return { n = select("#", ...), ... } end

-- The answer of the array, as the mesh has to give it: the place in the array is the triangle.
function soups.expected_hit(hit)
  if not hit then return nil end
  hit.triangle, hit.index, hit.shape = hit.index, nil, nil
  return hit
end

-- So many times, by turns on the lattice and off it.
function soups.each_turn(count, run)
  for i = 1, count do
    on_lattice = i % 2 == 0
    run()
  end
end

function soups.each_case(run)
  soups.each_turn(soups.CASES, function() run(soups.soup(1 + soups.below(30))) end)
end

return soups
