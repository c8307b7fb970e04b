-- SPDX-License-Identifier: MIT
--
-- Every misuse of groups, and its error.
local collide = require("collide")
local misuse = dofile("spec/support/misuse.lua")

local env = {
  collide = collide, print = print, nan = 0 / 0, setmetatable = setmetatable, error = error,
  ball = collide.sphere { radius = 1 },
  disc = collide.circle { radius = 1 },
  wall = collide.plane { normal = { 0, 1, 0 }, distance = 0 },
  pair = collide.group { collide.sphere { radius = 1 }, collide.box { half = { 1, 1, 1 } } },
  flat = collide.group { collide.circle { radius = 1 }, collide.rect { half = { 1, 1 } } },
}

local function refuses(title, name, rows)
  describe(title .. " refuses", function()
    for _, row in ipairs(rows) do
      it(row[1], function()
        local wanted = ("misuse:1: bad argument #%d to '%s' (%s)"):format(row[3], name, row[4])
        assert.equal(wanted, misuse(row[2], env, wanted))
      end)
    end
  end)
end

refuses("group", "group", {
  { "nothing", "collide.group()", 1, "array of shapes expected, got no value" },
  { "a shape", "collide.group(ball)", 1, "array of shapes expected, got shape" },
  { "a second argument", "collide.group({ball}, ball)", 2, "unexpected argument, got shape" },
  { "no shapes", "collide.group {}", 1, "a group needs at least one shape" },
  { "no parts", "collide.group {parts = {}}", 1, "a group needs at least one shape" },
  { "parts that are none", "collide.group {parts = ball}", 1, "parts: array of shapes expected, got shape" },
  { "parts twice", "collide.group {ball, parts = {ball}}", 1, "parts and parts in place exclude each other" },
  { "a number among them", "collide.group {ball, 7}", 1, "parts[2]: shape expected, got number" },
  { "a hole", "collide.group {ball, nil, ball}", 1, "array without holes expected, nothing at [2]" },
  { "an unknown field", "collide.group {ball, radius = 1}", 1, "unknown field 'radius'" },
  { "to be hollow", "collide.group {ball, hollow = true}", 1, "unknown field 'hollow'" },
  { "another's name", "collide.group {ball, shape = 'sphere'}", 1, "shape: 'group' expected, got 'sphere'" },
  { "a name that is none", "collide.group {ball, shape = 1}", 1, "shape: string expected, got number" },
  { "a plane", "collide.group {ball, wall}", 1, "parts[2]: a plane cannot be a part of a group" },
  { "a grid", "collide.group {ball, collide.grid()}", 1, "parts[2]: shape expected, got grid" },
  { "a group", "collide.group {pair}", 1, "parts[1]: one shape expected, got a group" },
  { "the description of one", "collide.group {{shape = 'group', ball}}", 1,
    "parts[1]: one shape expected, got a group" },
  { "other dimensions", "collide.group {ball, disc}", 1, "parts[2]: a 3D shape expected, got a 2D circle" },
  { "a position of 2D", "collide.group {ball, position = {1, 2}}", 1, "position: got 2 numbers, a 3D shape takes 3" },
  { "a scale of 0", "collide.group {ball, scale = 0}", 1, "scale must not be zero" },
  { "an uneven scale of a circle", "collide.group {disc, scale = {1, 2}}", 1,
    "scale: part 1, a circle, takes one number, the same for both axes" },
  { "a layer that is no name", "collide.group {ball, layer = 1}", 1, "layer: string expected, got number" },
  { "a matrix that makes a circle uneven", "collide.group {disc, transform = {1,0,0,0, 0,2,0,0, 0,0,1,0, 0,0,0,1}}", 1,
    "transform: part 1, a circle, stays round, it takes no shear and one scale for both axes" },
  { "a matrix and a scale", "collide.group {ball, scale = 2, transform = {}}", 1,
    "transform excludes position, rotation and scale" },
})

refuses("part", "part", {
  { "0", "pair.part(pair, 0)", 2, "number of a part expected, 1 to 2, got 0" },
  { "too many", "pair.part(pair, 3)", 2, "number of a part expected, 1 to 2, got 3" },
  { "nan", "pair.part(pair, nan)", 2, "number of a part expected, 1 to 2, got nan" },
  { "half a part", "pair.part(pair, 1.5)", 2, "number of a part expected, 1 to 2, got 1.5" },
  { "a string", "pair.part(pair, '1')", 2, "number of a part expected, got string" },
  { "a shape", "pair.part(ball, 1)", 1, "group expected, got shape" },
})

refuses("overlap", "overlap", {
  { "a shape of other dimensions", "collide.overlap(pair, disc)", 2,
    "a 2D target expected beside a 2D circle, got a 3D one" },
  { "a group without parts", "collide.overlap(disc, {shape = 'group'})", 2,
    "target: a group needs at least one shape" },
  { "a point of other dimensions", "collide.overlap({1, 2, 3}, flat)", 1, "point: got 3 numbers, a 2D shape takes 2" },
})

refuses("raycast", "raycast", {
  { "groups of other dimensions", "collide.raycast({ball, flat}, {0, 0, 0}, {1, 0, 0})", 1,
    "target[2]: a 3D shape expected, got a 2D group" },
  { "a group without parts", "collide.raycast({shape = 'group'}, {0, 0, 0}, {1, 0, 0})", 1,
    "target: a group needs at least one shape" },
  { "a group in a group", "collide.raycast({shape = 'group', pair}, {0, 0, 0}, {1, 0, 0})", 1,
    "target: parts[1]: one shape expected, got a group" },
  { "a vector of 2D", "collide.raycast(pair, {0, 0}, {1, 0})", 2, "origin: got 2 numbers, a 3D target takes 3" },
})

describe("a group", function()
  it("is not another userdata to which a script gave the metatable of groups", function()
    local methods = getmetatable(env.pair).__index
    for _, other in ipairs { env.ball, collide.grid(), io.stdout, {}, 7 } do
      assert.is_false((pcall(methods.count, other)))
      assert.is_false((pcall(methods.part, other, 1)))
    end
  end)

  it("survives parts that are collected while it reads them", function()
    local parts
    local point = setmetatable({}, { __index = function(_, name)
      for i = 2, #parts do parts[i] = nil end
      collectgarbage()
      return name == "x" and 1 or name == "y" and 2 or nil
    end })
    parts = { { shape = "circle", radius = 1, position = point }, collide.rect { half = { 1, 1 } },
      { shape = "polygon", { 0, 0 }, { 1, 0 }, { 0, 1 } } }
    local ok, group = pcall(collide.group, parts)
    if ok then assert.is_true(group:count() >= 1) end
    local raising = setmetatable({}, { __index = function() error("raised", 0) end })
    ok, group = pcall(collide.group, { { shape = "circle", radius = 1 }, { shape = "segment", { 0, 0 }, raising } })
    assert.is_false(ok)
    assert.equal("raised", group)
  end)
end)
