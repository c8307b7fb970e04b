-- SPDX-License-Identifier: MIT
--
-- Known calls that took long once, or grow with a number in one of the tables of docs/reference/limits.md. Each row has
-- the size of its answer: its elements, the cells that it writes, and the vertices and cells near it.
local cases = {}

local function add(title, size, locals, call)
  cases[#cases + 1] = { name = title, title = title, size = size, locals = locals, call = call, dim = 3, tags = {} }
end

-- ---- Shapes in filled grids -------------------------------------------------

for _, n in ipairs { 16, 32, 64 } do
  local ends = ("{ -1, -1, -1 }, { %d, %d, %d }"):format(n + 1, n + 2, n + 3)
  local long = { "a", ("c.segment { points = { %s }, radius = 0.1 }"):format(ends) }
  local thin = { "a", ("c.segment { %s }"):format(ends) }
  local half = { "a", ("c.plane { normal = { 0, 1, 0.1 }, distance = %d }"):format(n / 2) }
  local leaf = { "a", ("c.triangle { { 0, 1, 2 }, { %d, 1, %d }, { 3, %d, 4 } }"):format(n, n / 2, n) }
  for value, name in ipairs { "cells", "slopes" } do
    local target = { "t", ("s.filled(3, %d, %d)"):format(n, value) }
    local where = (" in %d %s a side"):format(n, name)
    local each = value == 1 and 1 or 7 -- a slope has six corners
    add("push_out of a long capsule" .. where, 8 * n * each, { target, long }, "c.push_out(t, a)")
    add("move of a long capsule" .. where, 8 * n * each, { target, long }, "c.move(t, a, { 0, 0, 1 })")
    add("shapecast of a long capsule" .. where, 8 * n * each, { target, long }, "c.shapecast(t, a, { 0, 0, 1 })")
    add("contact of a long segment" .. where, 8 * n * each, { target, thin }, "c.contact(a, t)")
    add("contact of a large triangle" .. where, 2 * n * n * each, { target, leaf }, "c.contact(a, t)")
    add("push_out of a half-space" .. where, n * n * n / 2 * each, { target, half }, "c.push_out(t, a)")
    add("contact of a half-space" .. where, n * n * n / 2 * each, { target, half }, "c.contact(a, t)")
    add("distance of a half-space" .. where, n * n * each, { target, half }, "c.distance(a, t)")
  end
end

-- ---- limit= -----------------------------------------------------------------

local LARGE = { "t", "s.filled(3, 256)" }
local BOX = { "a", "c.box { half = { 40, 40, 40 }, position = { 128, 128, 128 } }" }
local LEAF = { "a", "c.triangle { { 10, 10, 10 }, { 240, 20, 30 }, { 30, 240, 200 } }" }
add("shapecast_all, limit 3", 100, { LARGE, BOX }, "c.shapecast_all(t, a, { 3, 4, 5 }, { limit = 3 })")
add("contact_all, limit 3", 100, { LARGE, BOX }, "c.contact_all(a, t, { limit = 3 })")
add("distance_all, limit 3", 100, { LARGE, LEAF }, "c.distance_all(a, t, { max = 1, limit = 3 })")
add("raycast_all, limit 3", 100, { LARGE }, "c.raycast_all(t, { -1, 3.5, 2.5 }, { 1, 0.5, 0.25 }, { limit = 3 })")
add("overlap of a large box and a filled grid", 100, { LARGE, BOX }, "c.overlap(a, t)")

-- ---- Terrain and meshes -----------------------------------------------------

local HILLS = { "t", 's.terrain("any", 128, 1)' }
local BALL = { "a", "c.sphere { radius = 2, position = { 64, 3, 64 } }" }
local WALKER = { "a", "c.capsule { radius = 0.4, half_height = 0.5, position = { 64.5, 3, 64.5 } }" }
add("raycast across terrain", 1000, { HILLS }, "c.raycast(t, { 0, 2.5, 0.3 }, { 1, -1e-6, 0.9 })")
add("raycast_all along terrain", 1000, { HILLS }, "c.raycast_all(t, { 0, 1, 0.3 }, { 1, 0, 0.9 })")
add("distance of a ball and terrain", 100, { HILLS, BALL }, "c.distance(a, t)")
add("contact_all of a ball and terrain", 300, { HILLS, BALL }, "c.contact_all(a, t)")
add("contact of a triangle and 300 around a corner", 903, { { "t", "s.fan(300, 8)" },
  { "a", "c.triangle { { 9, -2, 2.5 }, { 0.5, 6, 3.5 }, { 4, 8, 6.5 } }" } }, "c.contact(a, t)")
add("move of a walker on terrain", 100, { HILLS, WALKER },
  "c.move(t, a, { 2, -1, 1 }, { up = { 0, 1, 0 }, step = 0.3, snap = 0.3 })")
add("contains of a ball of triangles", 4000, { { "t", "s.ball(32, 16)" } }, "c.contains(t, { 8, 8, 8 })")
add("closest point of a torus from its axis", 2000, { { "t", "s.torus(32, 16)" } }, "c.closest(t, { 8, 8, 8 })")
add("distance from the center of a ball of triangles", 25000, { { "t", "s.ball(32, 16)" } },
  "c.distance(c.sphere { radius = 1, position = { 8, 8, 8 } }, t)")

-- ---- Worlds -----------------------------------------------------------------

local CROWD = { "t", 'c.world(s.members(2, 300, "circle", "eighths", 1, 0, 1))' }
local BOXES = { "t", 'c.world(s.members(3, 300, "box", "lattice", 1, 0, 1))' }
add("pairs of 300 boxes on a lattice", 300 + 13 * 300, { BOXES }, "s.drain(t:pairs())")
add("move among 300 boxes", 300, { BOXES, { "a", "c.sphere { radius = 2, position = { 3, 9, 3 } }" } },
  "c.move(t, a, { 4, -5, 3 })")
add("separate 300 circles", 300 * 9 * 8 * 10, { CROWD }, "c.separate(t, { only = s.some(t, 1) })")
add("overlap_all of a large box among 300", 300 * 9, { BOXES, { "a", "c.box { half = { 9, 9, 9 } }" } },
  "c.overlap_all(a, t)")
add("a world after every member has moved", 300 * 9, { BOXES }, "s.shift(t, { 0.5, 0.5, 0.5 }, { 0, 0, 0 })")

-- ---- Cells ------------------------------------------------------------------

add("fill of a cube", 100 * 100 * 100, { { "t", "c.grid()" } }, "t:fill(1, 1, 1, 100, 100, 100, 1)")
add("fill of all coordinates along an axis", 1e6, { { "t", "c.grid { dimensions = 2 }" } },
  "t:fill(0, 0, 1048575, 1023, 1)")
add("cells_in of a ball", 9 * 4200, { { "t", "s.filled(3, 32)" },
  { "a", "c.sphere { radius = 10, position = { 16, 16, 16 } }" } }, "t:cells_in(a)")
add("trace of 10,000 cells", 20000, {}, "c.trace({ 0.5, 0.5 }, { 7000.5, 3000.5 })")
add("raycast through a grid of cells far apart", 100, { { "t", "s.scattered(3, 100, 50, 1)" } },
  "c.raycast(t, { 0.5, 0.5, 0.5 }, { 1, 0.7, 0.3 })")

-- ---- Makers -----------------------------------------------------------------

for _, name in ipairs { "sphere", "lattice", "disc", "moment" } do
  add("hull of 1,000 points, " .. name, 10 * 1000, { { "p", ("s.cloud(1000, %q, 1, 1)"):format(name) } }, "c.hull(p)")
end
for _, name in ipairs { "star", "waves", "comb", "stairs", "any" } do
  add("decompose of 1,000 points, " .. name, 20 * 1000, { { "p", ("s.outline(1000, %q, 1)"):format(name) } },
    "c.decompose(p)")
end
add("terrain of 128 x 128 cells", 3 * 128 * 128, { { "p", "s.rows(\"any\", 128, 1)" } }, "c.heights { rows = p }")
add("mesh of 3,000 vertices, welded", 2 * 3000, { { "p", 's.cloud(3000, "lattice", 8, 1)' } },
  "c.mesh { vertices = p, triangles = s.numbers(3000), weld = 1 }")
local POWERS = { "p", 's.cloud(20000, "powers", 1, 1)' }
add("mesh of 20,000 multiples of powers of two, welded", 2 * 20000, { POWERS },
  "c.mesh { vertices = p, triangles = { 1, 2, 3 }, weld = 0.125 }")
add("is_closed of 20,000 multiples of powers of two", 2 * 20000, { POWERS },
  "c.mesh { vertices = p, triangles = s.numbers(19998) }:is_closed()")
add("mesh of 20,000 vertices too far apart for cells", 2 * 20000, { { "p", 's.cloud(20000, "far", 1, 1)' } },
  "c.mesh { vertices = p, triangles = { 1, 2, 3 }, weld = 1e-70 }")
add("voxelize terrain", 60000, { { "t", 's.terrain("waves", 32, 1)' } }, "c.voxelize(t, { size = 0.25 })")

return cases
