-- SPDX-License-Identifier: MIT
--
-- Shapecasts of the plane: forms, options, arrays and groups. spec/sweep compares shapecasts of two shapes with exact
-- arithmetic; here are a few cases that can be worked out by hand.
local collide = require("collide")
local misuse = dofile("spec/support/misuse.lua")

local function circle(x, y, radius) return collide.circle { radius = radius, position = { x, y } } end
local function rect(x, y, half_x, half_y)
  return collide.rect { half = { half_x, half_y or half_x }, position = { x, y } }
end
local skip = { touching = "skip" }

local function vector(v) return { v.x, v.y } end

describe("shapecast of two shapes", function()
  it("hits a face", function()
    local hit = collide.shapecast(rect(10, 0, 1), rect(0, 0, 1), { 16, 0 })
    assert.same({ 0.5, 0.75, false }, { hit.t, hit.t_exit, hit.inside })
    assert.same({ { -1, 0 }, { 9, 0 } }, { vector(hit.normal), vector(hit.point) })
    assert.equal("-x", hit.face)
    assert.is_nil(hit.depth)
  end)

  it("touches in the middle of the common part of two sides", function()
    assert.same({ 4, 1 }, vector(collide.shapecast(rect(0, 0, 5, 1), rect(5, 5, 2, 1), { 0, -4 }).point))
    assert.same({ 4, 1 }, vector(collide.shapecast(rect(5, 0, 2, 1), rect(0, 5, 5, 1), { 0, -4 }).point))
  end)

  it("hits a corner with a circle", function()
    -- The centre passes (4, 3), which is 5 away from the corner at the origin.
    local hit = collide.shapecast(rect(-1, -1, 1), circle(4, 13, 5), { 0, -20 })
    assert.same({ 0.5, { 0, 0 } }, { hit.t, vector(hit.point) })
    assert.same({ 0.8, 0.6 }, vector(hit.normal))
  end)

  it("hits a shape that it grazes, and misses one an ulp beside it", function()
    local peg = circle(0, 0, 2)
    assert.is_true(collide.shapecast_any(peg, circle(-9, 5, 3), { 20, 0 }))
    assert.is_false(collide.shapecast_any(peg, circle(-9, 5, 3), { 20, 0 }, skip))
    assert.is_false(collide.shapecast_any(peg, circle(-9, 5 + 2 ^ -50, 3), { 20, 0 }))
    assert.is_true(collide.shapecast_any(peg, circle(-9, 5 - 2 ^ -50, 3), { 20, 0 }, skip))
  end)

  it("hits a shape that it touches at the end, and misses one an ulp farther", function()
    local wall, box = rect(10, 0, 1), rect(0, 0, 1)
    assert.equal(1, collide.shapecast(wall, box, { 8, 0 }).t)
    assert.is_nil(collide.shapecast(wall, box, { 8, 0 }, skip))
    assert.is_nil(collide.shapecast(wall, box, { 8 - 2 ^ -50, 0 }))
    assert.is_true(collide.shapecast(wall, box, { 8 + 2 ^ -49, 0 }).t < 1)
  end)

  it("is stopped by the shape on which it stands only if touching counts", function()
    local floor, box = rect(0, -1, 9, 1), rect(0, 1, 1)
    assert.same({ 0, { 0, 1 } }, { collide.shapecast(floor, box, { 3, 0 }).t,
      vector(collide.shapecast(floor, box, { 3, 0 }).normal) })
    for _, way in ipairs { { 3, 0 }, { -3, 0 }, { 0, 5 }, { 1, 1 }, { 0, 0 } } do
      assert.is_nil(collide.shapecast(floor, box, way, skip))
    end
    local hit = collide.shapecast(floor, box, { 3, -1 }, skip)
    assert.same({ 0, false, { 0, 1 } }, { hit.t, hit.inside, vector(hit.normal) })
  end)

  it("returns the depth of an initial overlap, and lets the shape leave it", function()
    local floor, box = rect(0, -1, 9, 1), rect(0, 0.5, 1)
    local hit = collide.shapecast(floor, box, { 3, 0 })
    assert.same({ 0, true, 0.5, { 0, 1 } }, { hit.t, hit.inside, hit.depth, vector(hit.normal) })
    assert.is_nil(collide.shapecast(floor, box, { 3, 0 }, { inside = "skip" }))
    assert.is_nil(collide.shapecast(floor, box, { 3, 0 }, skip))
    assert.is_nil(collide.shapecast(floor, box, { 3, 1 }, skip))
    assert.equal(0.5, collide.shapecast(floor, box, { 3, -1 }, skip).depth)
    assert.is_nil(collide.shapecast(floor, box, { 3, -1 }, { touching = "skip", inside = "skip" }))
  end)

  it("tests the position of the shape if the displacement is zero", function()
    local hit = collide.shapecast(rect(0, 0, 1), rect(2, 0, 1), { 0, 0 })
    assert.same({ 0, math.huge, { 1, 0 } }, { hit.t, hit.t_exit, vector(hit.normal) })
    assert.is_nil(collide.shapecast(rect(0, 0, 1), rect(2.5, 0, 1), { 0, 0 }))
    assert.is_nil(collide.shapecast(rect(0, 0, 1), rect(1, 0, 1), { 0, 0 }, skip))
  end)

  it("accepts half-planes as either shape", function()
    local ground = collide.plane { normal = { 0, 2 }, distance = 0 }
    local hit = collide.shapecast(ground, circle(3, 5, 1), { 2, -8 })
    assert.same({ 0.5, math.huge, { 0, 1 }, { 4, 0 } }, { hit.t, hit.t_exit, vector(hit.normal), vector(hit.point) })
    hit = collide.shapecast(circle(3, 5, 1), ground, { 0, 8 })
    assert.same({ 0.5, { 0, -1 }, { 3, 4 } }, { hit.t, vector(hit.normal), vector(hit.point) })
    hit = collide.shapecast(ground, collide.plane { normal = { 0, -1 }, distance = -6 }, { 1, -8 })
    assert.same({ 0.75, { 0, 1 } }, { hit.t, vector(hit.normal) })
  end)

  it("has the normal of the first axis at a corner of a rect, as casts do", function()
    local post, box = rect(0, 0, 1), rect(-4, 4, 1)
    local function normal(x, y) return vector(collide.shapecast(post, box, { x, y }).normal) end
    assert.same({ -1, 0 }, normal(4, -4))
    box:set_position(-6, 4)
    assert.same({ -1, 0 }, normal(8, -4))
    box:set_position(-4, 6)
    assert.same({ -1, 0 }, normal(4, -8))
  end)

  it("has the same normal as casts and contacts at a corner, in the order of the faces", function()
    local function axis(v) return math.abs(v.x) == 1 and "x" or math.abs(v.y) == 1 and "y" or "z" end
    for _, x in ipairs { -1, 1 } do
      for _, y in ipairs { -1, 1 } do
        for _, way in ipairs { { 1, 1, 1 }, { 1, 2, 3 }, { 3, 2, 1 }, { 2, 3, 1 } } do
          local from = { x * (5 + way[1]), y * (5 + way[2]), 5 + way[3] }
          local d = { -2 * x * way[1], -2 * y * way[2], -2 * way[3] }
          local rect_hit = collide.shapecast(rect(0, 0, 4), rect(from[1], from[2], 1), { d[1], d[2] })
          local rect_cast = collide.raycast(rect(0, 0, 5), { from[1], from[2] }, { d[1], d[2] })
          local rect_contact = collide.contact(rect(0, 0, 4), rect(x * 5, y * 5, 1))
          assert.same({ x, 0 }, vector(rect_hit.normal))
          assert.same({ x, 0 }, vector(rect_cast.normal))
          assert.same({ -x, 0 }, vector(rect_contact.normal))
          local box_hit = collide.shapecast(collide.box { half = { 4, 4, 4 } },
            collide.box { half = { 1, 1, 1 }, position = from }, d)
          local box_cast = collide.raycast(collide.box { half = { 5, 5, 5 } }, from, d)
          assert.equal("x", axis(box_hit.normal))
          assert.equal("x", axis(box_cast.normal))
        end
      end
    end
  end)

  it("returns the time of parallel faces as a quotient", function()
    local box = collide.box { min = { -4, 0, -4 }, max = { 4, 4, 4 } }
    for _, fall in ipairs { 9, 7, 1.3 } do
      local cylinder = collide.cylinder { radius = 0.5, half_height = 1, position = { 0, 5.3, 0 } }
      assert.equal((5.3 - 1 - 4) / fall, collide.shapecast(box, cylinder, { 0, -fall, 0 }).t)
      local cone = collide.cone { radius = 0.5, height = 1, position = { 0.25, 5.3, 0 } }
      assert.equal((5.3 - 1 - 4) / fall, collide.shapecast(box, cone, { 0, -fall, 0 }).t)
    end
  end)

  it("has no hit with an overlapped shape for a move along the contact plane, if touching is skipped", function()
    local disc = collide.circle { radius = 2.5 + 2 ^ -51, position = { -1.5, -0.5 } }
    local point = collide.circle { radius = 0, position = { 0.5, -2 } }
    assert.is_nil(collide.shapecast(disc, point, { -1.5, -2 }, { touching = "skip" }))
    assert.is_nil(collide.shapecast(disc, point, { 1.5, 2 }, { touching = "skip" }))
    assert.is_truthy(collide.shapecast(disc, point, { -1.5, 2 }, { touching = "skip" }))
    local ball = collide.sphere { radius = 2.5 + 2 ^ -51, position = { -1.5, -0.5, 0 } }
    local grain = collide.sphere { radius = 0, position = { 0.5, -2, 0 } }
    assert.is_nil(collide.shapecast(ball, grain, { -1.5, -2, 7 }, { touching = "skip" }))
    local post = collide.cylinder { radius = 1, half_height = 2 }
    for i = 1, 40 do
      local angle = 0.31 * i
      local x, z = math.cos(angle), math.sin(angle)
      local off = 1.5 * (1 - 2 ^ -50)
      local near = collide.sphere { radius = 0.5, position = { off * x, 0.25, off * z } }
      assert.is_nil(collide.shapecast(post, near, { 0, 0.5, 0 }, { touching = "skip" }))
    end
  end)
end)

describe("shapecast at many targets", function()
  local a, b = rect(5, 0, 1), rect(9, 0, 1)
  local box = rect(0, 0, 1)

  it("finds the nearest, and the first of equally near ones", function()
    assert.equal(2, collide.shapecast({ b, a }, box, { 20, 0 }).index)
    assert.equal(1, collide.shapecast({ a, a:copy() }, box, { 20, 0 }).index)
    assert.equal(a, collide.shapecast({ b, a }, box, { 20, 0 }).shape)
    assert.is_nil(collide.shapecast({}, box, { 20, 0 }))
    assert.is_nil(collide.shapecast({ b, a }, box, { 1, 0 }))
  end)

  it("returns all hits, nearest first", function()
    local hits = collide.shapecast_all({ b, a }, box, { 20, 0 })
    assert.same({ 2, 1 }, { hits[1].index, hits[2].index })
    assert.equal(1, #collide.shapecast_all({ b, a }, box, { 20, 0 }, { limit = 1 }))
    assert.same({ 0.15, -1, 0, 0.35, 4, 0, 2, 0, 0, 0, 0, 0.35, -1, 0, 0.55, 8, 0, 1, 0, 0, 0, 0 },
      collide.shapecast_all({ b, a }, box, 20, 0))
    assert.same({}, collide.shapecast_all({ b, a }, box, { 0, 9 }))
  end)

  it("skips the shape itself", function()
    assert.equal(2, collide.shapecast({ box, a }, box, { 20, 0 }).index)
    assert.is_nil(collide.shapecast(box, box, { 20, 0 }))
    assert.is_false(collide.shapecast_any(box, box, { 20, 0 }))
    assert.same({}, collide.shapecast_all(box, box, { 20, 0 }))
  end)

  it("obeys ignore, only and filter", function()
    a:set_layer("near")
    for options, expected in pairs { [{ ignore = "near" }] = 1, [{ only = b }] = 1, [{ only = "near" }] = 2,
      [{ filter = function(member) return member ~= a end }] = 1 } do
      assert.equal(expected, collide.shapecast({ b, a }, box, { 20, 0 }, options).index)
      assert.equal(1, #collide.shapecast_all({ b, a }, box, { 20, 0 }, options))
      assert.is_true(collide.shapecast_any({ b, a }, box, { 20, 0 }, options))
    end
  end)

  it("returns the part of a group", function()
    local body = collide.group { b, a, position = { 1, 0 } }
    assert.same({ 2, 0.2 }, { body:shapecast(box, { 20, 0 }).part, body:shapecast(box, { 20, 0 }).t })
    local hits = body:shapecast_all(box, { 20, 0 })
    assert.same({ 2, 1 }, { hits[1].part, hits[2].part })
    assert.equal(2, (select(11, body:shapecast(box, 20, 0))))
  end)

  it("fills a table, and removes the depth from it", function()
    local into = {}
    assert.equal(into, collide.shapecast(a, rect(5, 0, 0.5), { 1, 0 }, { into = into }))
    assert.same({ true, 1.5 }, { into.inside, into.depth })
    local point = into.point
    collide.shapecast(a, box, { 20, 0 }, { into = into })
    assert.same({ false, 0.15 }, { into.inside, into.t })
    assert.is_nil(into.depth)
    assert.equal(point, into.point)
    collide.shapecast(a, rect(5, 0, 0.5), { 1, 0 }, { into = into })
    collide.raycast(a, { 0, 0 }, { 1, 0 }, { into = into })
    assert.is_nil(into.depth)
    local list = { { depth = 7 }, { cells = {} }, {} }
    collide.shapecast_all({ b, a }, box, { 20, 0 }, { into = list })
    assert.same({ 2, 2, 1 }, { #list, list[1].index, list[2].index })
    assert.is_nil(list[1].depth)
  end)

  it("prints", function()
    assert.equal("hit t=0.15 point=(4, 0) normal=(-1, 0) face=-x", tostring(a:shapecast(box, { 20, 0 })))
  end)
end)

describe("an error in shapecast", function()
  local env = { c = collide, floor = rect(0, -1, 9, 1), box = rect(0, 5, 1), ball = collide.sphere { radius = 1 },
    group = collide.group { rect(0, 0, 1) }, meshes = collide.group { collide.mesh {
      vertices = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }, triangles = { { 1, 2, 3 } } } }, nan = 0 / 0 }
  local rows = {
    { "c.shapecast(nil, box, {1, 0})", "#1 to 'shapecast' (target: shape, grid or array expected, got nil)" },
    { "c.shapecast(floor, nil, {1, 0})", "#2 to 'shapecast' (shape expected, got nil)" },
    { "c.shapecast(floor, {1, 2}, {1, 0})", "#2 to 'shapecast' (shape expected, got a point)" },
    { "c.shapecast(floor, {box}, {1, 0})", "#2 to 'shapecast' (one shape expected, got an array)" },
    { "c.shapecast(ball, meshes, {1, 0, 0})",
      "#2 to 'shapecast' (a group of shapes expected, got one with a mesh; a mesh is a surface without an inside, "
        .. "so move collide.hull(mesh:points()), or a group of hulls if it is concave)" },
    { "c.shapecast(ball, group, {1, 0})", "#1 to 'shapecast' (a 2D target expected for a 2D group, got a 3D one)" },
    { "c.shapecast(ball, ball, {1, 0})", "#3 to 'shapecast' (displacement: got 2 numbers, a 3D target takes 3)" },
    { "c.shapecast(floor, ball, {1, 0})", "#1 to 'shapecast' (a 3D target expected for a 3D sphere, got a 2D one)" },
    { "c.shapecast({floor, ball}, box, {1, 0})",
      "#1 to 'shapecast' (target[2]: a 2D shape expected, got a 3D sphere)" },
    { "c.shapecast(floor, box)", "#3 to 'shapecast' (displacement: vector expected, got no value)" },
    { "c.shapecast(floor, box, {1, 2, 3})",
      "#3 to 'shapecast' (displacement: got 3 numbers, a 2D target takes 2)" },
    { "c.shapecast(floor, box, 1)", "#3 to 'shapecast' (displacement: got 1 number, a 2D target takes 2)" },
    { "c.shapecast(floor, box, {1, nan})", "#3 to 'shapecast' (displacement must be finite, got nan)" },
    { "c.shapecast(floor, box, {1, 0}, 3)", "#4 to 'shapecast' (options (table) expected, got number)" },
    { "c.shapecast(floor, box, {1, 0}, { max = 1 })",
      "#4 to 'shapecast' (unknown option 'max'; " ..
      "shapecast takes ignore, only, filter, inside, touching and into)" },
    { "c.shapecast(floor, box, {1, 0}, { limit = 1 })",
      "#4 to 'shapecast' (unknown option 'limit'; " ..
      "shapecast takes ignore, only, filter, inside, touching and into)" },
    { "c.shapecast_any(floor, box, {1, 0}, { into = {} })",
      "#4 to 'shapecast_any' (unknown option 'into'; shapecast_any takes ignore, only, filter, inside and touching)" },
    { "c.shapecast(floor, box, {1, 0}, { touching = 'no' })",
      "#4 to 'shapecast' (touching: 'skip' expected, got 'no')" },
    { "c.shapecast(floor, box, {1, 0}, { inside = true })",
      "#4 to 'shapecast' (inside: 'skip' expected, got boolean)" },
    { "c.shapecast_all(floor, box, {1, 0}, { limit = 0 })",
      "#4 to 'shapecast_all' (limit must be a whole number from 1 to 67108864, got 0)" },
  }
  for _, row in ipairs(rows) do
    it("names the fault in " .. row[1], function()
      local wanted = "misuse:1: bad argument " .. row[2]
      assert.equal(wanted, misuse(row[1], env, wanted))
    end)
  end
end)
