-- SPDX-License-Identifier: MIT
--
-- Every misuse of worlds, and its error.
local collide = require("collide")
local misuse = dofile("spec/support/misuse.lua")

local env = {
  collide = collide, nan = 0 / 0, error = error,
  disc = collide.circle { radius = 1 },
  ball = collide.sphere { radius = 1 },
  world = collide.world { collide.circle { radius = 1 } },
  space = collide.world { dimensions = 3 },
  flat = collide.grid { dimensions = 2 },
  mesh = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } },
}

local function refuses(name, rows)
  describe(name .. " of worlds refuses:", function()
    for _, row in ipairs(rows) do
      it(row[1], function()
        local wanted = ("misuse:1: bad argument #%d to '%s' (%s)"):format(row[3], name, row[4])
        assert.equal(wanted, misuse(row[2], env, wanted))
      end)
    end
  end)
end

refuses("world", {
  { "a shape that is no member", "collide.world(disc)", 1, "table of members expected, got shape" },
  { "a second argument", "collide.world({disc}, disc)", 2, "unexpected argument, got shape" },
  { "an unknown field", "collide.world {disc, size = 1}", 1, "unknown field 'size'; a world takes its "
    .. "members, dimensions and data" },
  { "a hole", "collide.world {disc, nil, disc}", 1, "array without holes expected, nothing at [2]" },
  { "a number among the members", "collide.world {disc, 7}", 1,
    "members[2]: shape, grid, mesh or group expected, got number" },
  { "a world among them", "collide.world {world}", 1, "members[1]: shape, grid, mesh or group expected, got world" },
  { "other dimensions", "collide.world {disc, ball}", 1, "members[2]: a 2D shape expected, got a 3D sphere" },
  { "a mesh in the plane", "collide.world {disc, mesh}", 1, "members[2]: a 2D shape expected, got a 3D mesh" },
  { "a grid of the plane in space", "collide.world {flat, dimensions = 3}", 1,
    "members[1]: a 3D shape expected, got a 2D grid" },
  { "dimensions that there are not", "collide.world {dimensions = 4}", 1, "dimensions must be 2 or 3, got 4" },
  { "dimensions that are no number", "collide.world {dimensions = '2'}", 1, "dimensions: number expected, got string" },
  { "a wrong description", "collide.world {{shape = 'circle', radius = -1}}", 1,
    "members[1]: radius must not be negative, got -1" },
})

refuses("add", {
  { "nothing", "world.add(world)", 2, "shape, grid, mesh or group expected, got no value" },
  { "nil", "world.add(world, nil)", 2, "member: shape, grid, mesh or group expected, got nil" },
  { "a world", "world.add(world, world)", 2, "member: shape, grid, mesh or group expected, got world" },
  { "other dimensions", "world.add(world, disc, ball)", 3, "member: a 2D shape expected, got a 3D sphere" },
  { "the plane in space", "space.add(space, disc)", 2, "member: a 3D shape expected, got a 2D circle" },
  { "no world", "world.add(disc, disc)", 1, "world expected, got shape" },
})

refuses("remove", {
  { "a number", "world.remove(world, 1)", 2, "member: shape, grid, mesh or group expected, got number" },
  { "two", "world.remove(world, disc, disc)", 3, "unexpected argument, got shape" },
})

refuses("has", { { "a table", "world.has(world, {})", 2, "member: shape, grid, mesh or group expected, got table" } })

refuses("member", {
  { "a shape", "world.member(world, disc)", 2, "number: number expected, got shape" },
  { "nan", "world.member(world, nan)", 2, "number must be finite, got nan" },
})

refuses("count", { { "an argument", "world.count(world, 1)", 2, "unexpected argument, got number" } })
refuses("clear", { { "an argument", "world.clear(world, 1)", 2, "unexpected argument, got number" } })
refuses("each", { { "an argument", "world.each(world, 1)", 2, "unexpected argument, got number" } })
refuses("bounds", { { "another word", "world.bounds(world, 'table')", 2,
  "unknown word 'table', only 'numbers' is allowed" } })

refuses("pairs", {
  { "a number", "world.pairs(world, 1)", 2, "options (table) expected, got number" },
  { "an unknown option", "world.pairs(world, {limit = 1})", 2, "unknown option 'limit'; pairs takes ignore, only, "
    .. "filter, between, within and touching" },
  { "between one layer", "world.pairs(world, {between = {'a'}})", 2, "between: two layers expected, got 1" },
  { "between a name", "world.pairs(world, {between = 'a'})", 2, "between: two layers expected, got string" },
  { "between an unknown layer", "world.pairs(world, {between = {'a', 'b'}})", 2,
    "between[1]: unknown layer 'a'; no object has had a layer yet; collide.layers{'a'} declares a name before an object"
    .. " has it" },
  { "between shapes", "world.pairs(world, {between = {disc, 'a'}})", 2,
    "between[1]: the name of a layer expected, got shape" },
  { "another word", "world.pairs(world, {touching = 'keep'})", 2, "touching: 'skip' expected, got 'keep'" },
  { "a filter that is none", "world.pairs(world, {filter = 1})", 2, "filter: function expected, got number" },
})

refuses("raycast", {
  { "other dimensions", "world.raycast(world, {0, 0, 0}, {1, 0, 0})", 2, "origin: got 3 numbers, a 2D target takes 2" },
  { "worlds of both dimensions", "collide.raycast({world, space}, {0, 0}, {1, 0})", 1,
    "target[2]: a 2D shape expected, got a 3D world" },
})

refuses("overlap", {
  { "two worlds", "world.overlap(world, world)", 2, "a shape or point expected beside a grid, a mesh, a world or an "
    .. "array; only two grids (overlap, distance), and a mesh beside a mesh, a world or an array, have a test" },
  { "other dimensions", "world.overlap(world, ball)", 2, "a 3D target expected beside a 3D sphere, got a 2D one" },
})
