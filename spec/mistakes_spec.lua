-- SPDX-License-Identifier: MIT
--
-- Mistakes that people made who had only the documentation, and the way out that each error names.
-- Every message is in one of the specs arguments_*; here is what it has to say at least.
local collide = require("collide")
local misuse = dofile("spec/support/misuse.lua")

local env = {
  collide = collide, ball = collide.sphere { radius = 1 }, disc = collide.circle { radius = 1 },
  stick = collide.capsule { radius = 1, half_height = 1 }, grid = collide.grid { dimensions = 2 },
  mesh = { vertices = { { 0, 0, 0 } }, triangles = {} }, o = { 0, 0 }, up = { 0, 0, 1 }, from = { 0, 0, 0 },
}

local rows = {
  { "collide.sphere(1)", "table expected, got number", "sphere{radius=1}" },
  { "collide.rect(1)", "rect{half={1, 1}}" },
  { "collide.polygon()", "polygon{{0, 0}, {1, 0}, {0, 1}}" },
  { "collide.circle {r = 1}", "unknown field 'r'", "a circle takes radius" },
  { "collide.box {w = 1, h = 1}", "unknown field 'h'", "a box takes half, size, or min and max" },
  { "collide.rect {x = 1, y = 2, w = 3, h = 4}", "a rect takes half, size, min and max, or width and height" },
  { "collide.cylinder {radius = 1, height = 2}", "a cylinder takes radius and half_height" },
  { "collide.rect {x = 1, y = 2, half = o}", "x and y are for width and height" },
  { "collide.triangle {0, 0, 1, 0}", "got 4 numbers, a triangle wants 6" },
  { "collide.polygon {0, 0, 4, 0, 1, 1, 0, 4}", "point 3: concave there" },
  { "collide.raycast({{ball}}, from, up)", "target[1]: shape expected, got an array" },
  { "collide.raycast(mesh, from, up)", "got the table of a mesh" },
  { "collide.raycast({ball, {radius = 1}}, from, up)", "target[2]", "{shape='sphere', radius=1}" },
  { "collide.bounds(mesh)", "got the table of a mesh, which is for voxelize" },
  { "collide.bounds {radius = 1}", "without a name under shape" },
  { "collide.bounds(grid)", "shape expected, got grid" },
  { "collide.overlap(disc, true)", "shape or point expected, got boolean" },
  { "collide.contains(disc, grid)", "point: vector expected, got grid" },
  { "ball:raycast(from, from)", "direction must not be zero", "or ask segmentcast" },
  { "disc:raycast_any(0, 0, 0, 0)", "direction must not be zero" },
  { "stick:overlap(disc)", "a capsule whose position has 2 numbers is 2D" },
  { "disc:overlap(stick)", "a capsule whose position has 2 numbers is 2D" },
  { "collide.raycast({disc, stick}, o, {1, 0})", "target[2]", "with a position of 2 numbers it is 2D" },
  { "ball:normal()", "'normal'", "triangle expected, got sphere" },
  { "ball:faces()", "'faces'", "3D hull expected, got sphere" },
  { "ball:points()", "'points'", "shape with corners expected, got sphere" },
  { "ball:fill()", "a shape has no method 'fill', grids have it" },
  { "grid:project({ 1, 0 })", "a grid has no method 'project', shapes have it" },
  { "ball.radius", "'radius'", "describe()" },
  { "ball.x", "'x'", "get_position()" },
  { "ball:moveTo(1, 2, 3)", "a shape has no field or method 'moveTo'" },
  { "disc:set_transform {1, 0, 0, 1, 5, 5}", "got 6 numbers, a matrix wants 16" },
  { "disc:set_rotation(0, 0, 0, 1)", "a 2D shape wants 1, in radians" },
  { "ball:set_rotation(1)", "a quaternion wants 4" },
  { "collide.grid.from_rows {'#'}", "row 1, column 1: no value for '#'", "{['#']=1}" },
  { "collide.grid.from_rows {'#', ['#'] = 1}", "the values of characters are the second argument" },
}

describe("a mistake is told with its way out", function()
  for _, row in ipairs(rows) do
    it(row[1], function()
      local message = misuse(row[1], env)
      for i = 2, #row do assert.truthy(message:find(row[i], 1, true), message) end
    end)
  end
end)
