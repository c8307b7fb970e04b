-- SPDX-License-Identifier: MIT
--
-- Casts at shapes of two dimensions: forms of calls and answers, targets, options; and hits of each shape, worked out
-- by hand.
local collide = require("collide")
local object = require("spec.support.flat_shapes").object
local garbage = require("spec.support.garbage")

local unpack = table.unpack or unpack -- luacheck: ignore 143
local inf = math.huge

-- A disc of radius 1 around (x, 0).
local function disc_at(x, fields)
  local disc = { radius = 1, position = { x, 0 } }
  for key, value in pairs(fields or {}) do disc[key] = value end
  return collide.circle(disc)
end

local disc, shell = disc_at(0), disc_at(0, { hollow = true })
local square = { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 } }
local names = { "raycast", "segmentcast", "linecast" }

describe("a cast in 2D", function()
  it("returns all fields of a hit, without z", function()
    assert.same({ t = 4, t_exit = 6, inside = false, point = { x = -1, y = 0 }, normal = { x = -1, y = 0 } },
      disc:raycast({ -5, 0 }, { 1, 0 }))
    assert.same({ t = 0.5, t_exit = 0.75, inside = false, point = { x = 0, y = -1 }, normal = { x = 0, y = -1 } },
      disc:segmentcast({ 0, -5 }, { 0, 3 }))
    assert.same({ t = -3, t_exit = -2, inside = false, point = { x = 1, y = 0 }, normal = { x = 1, y = 0 } },
      disc:linecast({ -5, 0 }, { -2, 0 }))
  end)

  it("in numbers returns the same in seven values", function()
    assert.equal(7, select("#", disc:raycast(-5, 0, 1, 0)))
    assert.same({ 4, -1, 0, 6, -1, 0 }, { disc:raycast(-5, 0, 1, 0) })
    assert.same({ 0.5, 0, -1, 0.75, 0, -1 }, { disc:segmentcast(0, -5, 0, 3) })
    assert.same({ -3, 1, 0, -2, 1, 0 }, { disc:linecast(-5, 0, -2, 0) })
    local triangle = collide.triangle { { 0, 0 }, { 4, 0 }, { 0, 4 } }
    assert.equal(7, select("#", triangle:raycast(-1, 1, 1, 0)))
    assert.equal(2, select(7, collide.raycast({ triangle, disc }, -5, 0, 1, 0)))
  end)

  it("accepts either form for each vector, then max or options", function()
    for _, from in ipairs { { -5, 0 }, { x = -5, y = 0 }, object(-5, 0), object(-5, 0, 7) } do
      assert.equal(4, disc:raycast(from, { 1, 0 }).t)
      assert.equal(4, disc:raycast(from, 1, 0).t)
      assert.equal(4, disc:raycast(from, object(1, 0, 9)).t)
      assert.equal(4, disc:raycast(from, 1, 0, 4).t)
      assert.is_nil(disc:raycast(from, 1, 0, 3.9))
      assert.is_nil(disc:raycast(from, { 1, 0 }, 3.9))
      assert.is_nil(disc:raycast(from, 1, 0, { max = 3.9 }))
    end
    assert.equal(4, (disc:raycast(-5, 0, { 1, 0 })))
    assert.equal(4, (disc:raycast(-5, 0, object(1, 0, 9))))
    assert.is_nil(disc:raycast(-5, 0, 1, 0, 3.9))
    assert.is_nil(disc:raycast(-5, 0, { 1, 0 }, 3.9))
    assert.equal(4, (disc:raycast(-5, 0, 1, 0, 4)))
    assert.equal(4, (disc:raycast(-5, 0, 1, 0, inf)))
    assert.is_nil(disc:raycast(-5, 0, 1, 0, { ignore = disc }))
    assert.equal(0.4, (disc:segmentcast(-5, 0, { 5, 0 }, {})))
  end)

  it("may start inside a shape, and hits the wall of a shell from inside", function()
    assert.same({ t = 0, t_exit = 1, inside = true, point = { x = 0, y = 0 }, normal = { x = 0, y = 0 } },
      disc:raycast({ 0, 0 }, { 1, 0 }))
    assert.equal(1, shell:raycast({ 0, 0 }, { 1, 0 }).t)
    assert.is_nil(shell:raycast({ 0, 0 }, { 1, 0 }, 0.5))
    assert.equal(-1, shell:linecast({ 0, 0 }, { 1, 0 }).t)
    assert.is_nil(disc:raycast({ 0, 0 }, { 1, 0 }, { inside = "skip" }))
    assert.is_true(disc:segmentcast_any(0, 1, 0, 1))
    assert.is_false(disc:segmentcast_any(0, 1 + 2 ^ -52, 0, 1 + 2 ^ -52))
  end)

  it("may graze a shape", function()
    assert.is_true(disc:raycast_any(-5, 1, 1, 0))
    assert.is_false(disc:raycast_any(-5, 1 + 2 ^ -52, 1, 0))
    assert.is_true(collide.polygon(square):raycast_any(-4, 0, 1, 1))
    assert.is_true(collide.polygon(square):raycast_any(0, -4, 1, 1))
    assert.is_false(collide.polygon(square):raycast_any(0, -4.000000000000001, 1, 1))
  end)

  it("returns a single nil on a miss", function()
    assert.equal(1, select("#", disc:raycast(5, 0, 1, 0)))
    assert.is_nil(disc:raycast({ 5, 0 }, { 1, 0 }))
    assert.is_false(disc:raycast_any(5, 0, 1, 0))
    assert.same({}, disc:raycast_all(5, 0, 1, 0))
  end)

  it("gives the same answers as a method and as a function", function()
    for _, name in ipairs(names) do
      for _, ending in ipairs { "", "_any", "_all" } do
        local call = name .. ending
        assert.equal(collide[call], disc[call])
        assert.same({ collide[call](disc, -5, 0, 5, 0) }, { disc[call](disc, -5, 0, 5, 0) })
      end
    end
  end)

  it("in numbers makes no garbage", function()
    local polygon = collide.polygon(square)
    local many = { polygon, disc_at(10), collide.rect { half = { 1, 1 } } }
    local options = { max = 100, ignore = many[1], inside = "skip" }
    local filled = { into = polygon:raycast({ -5, 1 }, { 1, 0 }) }
    local function work()
      for _ = 1, 200 do
        polygon:raycast(-5, 1, 1, 0)
        polygon:raycast(-5, 1, 1, 0, 10)
        disc:segmentcast(-5, 0, 5, 0)
        disc:linecast(-5, 0, 1, 0)
        collide.raycast(many, -5, 0.5, 1, 0)
        collide.raycast(many, -5, 0.5, 1, 0, options)
        collide.raycast_any(many, -5, 0.5, 1, 0)
        polygon:raycast(-5, 1, 1, 0, filled)
        polygon:project(1, 2)
        polygon:set_position(0, 0)
        polygon:set_rotation(0)
      end
    end
    garbage.assert_below(0.5, work)
  end)
end)

describe("a cast in 2D hits", function()
  local function text(shape, from, direction) return tostring(shape:raycast(from, direction)) end

  it("a circle", function()
    assert.equal("hit t=5 point=(6, 4) normal=(0, 1)",
      text(collide.circle { radius = 2, scale = 2, position = { 6, 0 } }, { 6, 9 }, { 0, -1 }))
    local point = collide.circle { radius = 0, position = { 5, 4 } }
    assert.equal(2, point:linecast({ 1, 0 }, { 2, 2 }).t)
    assert.is_nil(point:segmentcast({ 1, 0 }, { 3, 2 }))
    assert.is_nil(point:linecast({ 1, 0 }, { 2, 2 + 2 ^ -50 }))
  end)

  it("a rect, with the names of its sides", function()
    local rect = collide.rect { half = { 2, 1 }, position = { 10, 0 } }
    assert.equal("hit t=8 point=(8, 0.5) normal=(-1, 0) face=-x", text(rect, { 0, 0.5 }, { 1, 0 }))
    assert.equal("hit t=4 point=(12, 0.5) normal=(1, 0) face=+x", text(rect, { 16, 0.5 }, { -1, 0 }))
    assert.equal("hit t=2 point=(10, -1) normal=(0, -1) face=-y", text(rect, { 10, -3 }, { 0, 1 }))
    assert.equal("hit t=2 point=(10, 1) normal=(0, 1) face=+y", text(rect, { 10, 3 }, { 0, -1 }))
    local still = collide.rect { min = { 0, 0 }, max = { 1, 2 } }
    assert.equal("hit t=1 point=(0, 2) normal=(-1, 0) face=-x", text(still, { -1, 2 }, { 1, 0 }))
  end)

  it("a rotated rect, with the names of the sides in its own frame", function()
    local rect = collide.rect { half = { 2, 1 }, rotation = math.pi / 2 }
    assert.equal("-y", rect:raycast({ 5, 0 }, { -1, 0 }).face)
    assert.equal("+y", rect:raycast({ -5, 0 }, { 1, 0 }).face)
    assert.equal("+x", rect:raycast({ 0, 5 }, { 0, -1 }).face)
    assert.equal("-x", rect:raycast({ 0, -5 }, { 0, 1 }).face)
  end)

  it("a polygon, with the number of the edge", function()
    local polygon = collide.polygon(square)
    local questions = { { 1, -1, 0, 1 }, { 6, 1, -1, 0 }, { 1, 6, 0, -1 }, { -1, 1, 1, 0 } }
    for edge, q in ipairs(questions) do
      assert.equal(edge, polygon:raycast({ q[1], q[2] }, { q[3], q[4] }).face)
    end
    local back = collide.polygon { square[4], square[3], square[2], square[1] }
    for edge, q in ipairs(questions) do
      assert.equal(({ 3, 2, 1, 4 })[edge], back:raycast({ q[1], q[2] }, { q[3], q[4] }).face)
    end
    assert.equal("hit t=1 point=(1, 0) normal=(0, -1) face=1", text(polygon, { 1, -1 }, { 0, 1 }))
  end)

  it("a polygon with collinear edges, with the number of the edge that is hit", function()
    local polygon = collide.polygon { { 0, 0 }, { 2, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 } }
    assert.equal(1, polygon:raycast({ 1, -1 }, { 0, 1 }).face)
    assert.equal(2, polygon:raycast({ 3, -1 }, { 0, 1 }).face)
    assert.equal(3, polygon:raycast({ 5, 1 }, { -1, 0 }).face)
  end)

  it("a filled triangle, with the number of the edge", function()
    local triangle = collide.triangle { { 0, 0 }, { 4, 0 }, { 0, 3 } }
    local hit = triangle:raycast({ 1, -1 }, { 0, 1 })
    assert.same({ t = 1, t_exit = 3.25, inside = false, face = 1, point = { x = 1, y = 0 },
      normal = { x = 0, y = -1 } }, hit)
    assert.equal(2, triangle:raycast({ 5, 1 }, { -1, 0 }).face)
    assert.equal(3, triangle:raycast({ -5, 1 }, { 1, 0 }).face)
    assert.is_true(triangle:raycast({ 1, 1 }, { 1, 0 }).inside)
  end)

  it("a segment, from either side", function()
    local segment = collide.segment { { 0, 0 }, { 0, 4 } }
    assert.equal("hit t=3 point=(0, 1) normal=(-1, 0)", text(segment, { -3, 1 }, { 1, 0 }))
    assert.equal("hit t=3 point=(0, 1) normal=(1, 0)", text(segment, { 3, 1 }, { -1, 0 }))
    assert.equal(3, segment:raycast({ -3, 1 }, { 1, 0 }).t_exit)
    assert.is_nil(segment:raycast({ -3, 5 }, { 1, 0 }))
  end)

  it("a capsule", function()
    local capsule = collide.capsule { radius = 1, half_height = 2, position = { 0, 0 } }
    assert.equal("hit t=2 point=(-1, 1) normal=(-1, 0)", text(capsule, { -3, 1 }, { 1, 0 }))
    assert.equal("hit t=2 point=(0, 3) normal=(0, 1)", text(capsule, { 0, 5 }, { 0, -1 }))
  end)

  it("a plane, also one that contains the start of the line at infinity, without a point", function()
    local plane = collide.plane { normal = { 0, 2 }, distance = 4 }
    assert.equal("hit t=3 point=(3, 2) normal=(0, 1)", text(plane, { 0, 5 }, { 1, -1 }))
    assert.same({ t = -inf, t_exit = 3, inside = false, normal = { x = 0, y = 0 } },
      plane:linecast({ 0, -1 }, { 0, 1 }))
    assert.equal(7, select("#", plane:linecast(0, -1, 0, 1)))
    assert.same({ -inf, 0, 0, 3 }, { plane:linecast(0, -1, 0, 1) })
    assert.same({ -inf, 0, 0, 3, false, false, 1, 0, 0, 0, 0 }, plane:linecast_all(0, -1, 0, 1))
  end)
end)

describe("an array of 2D targets", function()
  local near, far = disc_at(5), disc_at(10)

  it("returns the nearest hit and the index of the target", function()
    for _, order in ipairs { { near, far }, { far, near } } do
      local hit = collide.raycast(order, { 0, 0 }, { 1, 0 })
      assert.equal(4, hit.t)
      assert.equal(near, hit.shape)
      assert.equal(order[1] == near and 1 or 2, hit.index)
      assert.same({ 4, -1, 0, 6, 4, 0, hit.index }, { collide.raycast(order, 0, 0, 1, 0) })
    end
  end)

  it("returns every hit, with eleven numbers each", function()
    assert.same({ 4, -1, 0, 6, 4, 0, 2, 0, 0, 0, 0, 9, -1, 0, 11, 9, 0, 1, 0, 0, 0, 0 },
      collide.raycast_all({ far, near }, 0, 0, 1, 0))
    assert.equal("hit t=4 point=(4, 0) normal=(-1, 0) index=2\nhit t=9 point=(9, 0) normal=(-1, 0) index=1",
      tostring(collide.raycast_all({ far, near }, { 0, 0 }, { 1, 0 })))
    assert.same({ 4, -1, 0, 6, 4, 0, 1, 0, 0, 0, 0 }, near:raycast_all(0, 0, 1, 0))
  end)

  it("accepts polygons and descriptions, and returns the same object", function()
    local points = { { 3, -1 }, { 4, -1 }, { 4, 1 }, { 3, 1 } }
    local description = { shape = "polygon", points = points }
    local hit = collide.raycast({ near, description, far }, { 0, 0 }, { 1, 0 })
    assert.equal("hit t=3 point=(3, 0) normal=(-1, 0) face=4 index=2", tostring(hit))
    assert.is_true(rawequal(description, hit.shape))
    local many = {}
    for i = 1, 50 do many[i] = { shape = "polygon", points = points, position = { (i * 7) % 50, 0 } } end
    local hits = collide.raycast_all(many, { 0, 0 }, { 1, 0 })
    assert.equal(50, #hits)
    for i = 2, 50 do assert.is_true(hits[i - 1].t < hits[i].t) end
    for _, found in ipairs(hits) do assert.is_true(rawequal(many[found.index], found.shape)) end
    assert.equal(50, hits[1].index)
    assert.equal("hit t=2 point=(3, 0) normal=(-1, 0) face=4",
      tostring(collide.raycast(description, { 1, 0 }, { 1, 0 })))
    assert.same({ 2, -1, 0, 3, 3, 0 }, { collide.raycast(description, 1, 0, 1, 0) })
  end)

  it("may be empty; 2D and 3D casts then miss", function()
    for _, ending in ipairs { "", "_any", "_all" } do
      local nothing = ({ [""] = { nil }, _any = { false }, _all = { {} } })[ending]
      for _, name in ipairs(names) do
        local cast = collide[name .. ending]
        assert.same(nothing, { cast({}, 0, 0, 1, 0) })
        assert.same(nothing, { cast({}, 0, 0, 0, 1, 0, 0) })
        assert.same(nothing, { cast({}, { 0, 0 }, { 1, 0 }) })
        assert.same(nothing, { cast({}, { 0, 0 }, 1, 0) })
        assert.same(nothing, { cast({}, 0, 0, { 1, 0 }) })
        assert.same(nothing, { cast({}, 0, 0, 0, { 1, 0, 0 }) })
        assert.same(nothing, { cast({}, { 0, 0, 0 }, 1, 0, 0) })
        assert.same(nothing, { cast({}, 0, 0, 1, 0, {}) })
        assert.same(nothing, { cast({}, 0, 0, 0, 1, 0, 0, {}) })
      end
      assert.same(nothing, { collide["raycast" .. ending]({}, 0, 0, 1, 0, 5) })
      assert.same(nothing, { collide["raycast" .. ending]({}, 0, 0, 0, 1, 0, 0, 5) })
    end
  end)
end)

describe("the option ignore in 2D", function()
  local near, far = disc_at(5), disc_at(10)
  local described = { shape = "polygon", { 2, -1 }, { 3, -1 }, { 3, 1 }, { 2, 1 } }

  local function nearest(target, ignore)
    local hit = collide.raycast(target, { 0, 0 }, { 1, 0 }, { ignore = ignore })
    return hit and hit.t
  end

  it("identifies a description as the same table, not by its content", function()
    assert.equal(4, nearest({ described, near }, described))
    assert.equal(4, nearest({ described, near }, { described }))
    assert.equal(9, nearest({ described, near, far }, { described, near }))
    assert.equal(2, nearest({ described, near }, { shape = "polygon", unpack(described) }))
    assert.is_nil(nearest(described, described))
    assert.is_nil(nearest(described, { near, described }))
    assert.equal(2, nearest(described, near))
    assert.equal(2, nearest(described, { { shape = "polygon", unpack(described) } }))
  end)

  it("accepts shapes of 2D and 3D", function()
    assert.equal(4, nearest({ near }, { collide.sphere { radius = 1 }, described }))
  end)
end)

describe("the option into in 2D", function()
  local polygon = collide.polygon(square)

  it("fills a table and returns it", function()
    local into = {}
    assert.equal(into, polygon:raycast({ -1, 1 }, { 1, 0 }, { into = into }))
    assert.same(polygon:raycast({ -1, 1 }, { 1, 0 }), into)
    assert.equal(into, (polygon:raycast(-2, 1, 1, 0, { into = into })))
    assert.equal(2, into.t)
  end)

  it("writes x and y of existing vectors, and no z", function()
    local written = {}
    local normal = setmetatable({}, { __newindex = function(_, key, value) written[key] = value end })
    local point = { z = "mine" }
    polygon:raycast({ -1, 1 }, { 1, 0 }, { into = { point = point, normal = normal } })
    assert.same({ x = 0, y = 1, z = "mine" }, point)
    assert.same({ x = -1, y = 0 }, written)
  end)

  it("clears the fields of an earlier answer", function()
    local into = {}
    collide.raycast({ polygon }, { -1, 1 }, { 1, 0 }, { into = into })
    assert.equal(4, into.face)
    disc:raycast({ 0, 0 }, { 1, 0 }, { into = into })
    assert.same({ t = 0, t_exit = 1, inside = true, point = { x = 0, y = 0 }, normal = { x = 0, y = 0 } }, into)
    collide.rect({ half = { 1, 1 } }):raycast({ -2, 0 }, { 1, 0 }, { into = into })
    assert.equal("-x", into.face)
    polygon:raycast({ -1, 1 }, { 1, 0 }, { into = into })
    assert.equal(4, into.face)
    collide.plane({ normal = { 0, 1 }, distance = 0 }):linecast({ 0, 0 }, { 1, 0 }, { into = into })
    assert.is_nil(into.face)
    assert.is_nil(into.point)
    collide.triangle({ { 0, -9, -9 }, { 0, 9, -9 }, { 0, 0, 9 } }):raycast({ -1, 0, 0 }, { 1, 0, 0 }, { into = into })
    polygon:raycast({ -1, 1 }, { 1, 0 }, { into = into })
    assert.is_nil(into.triangle)
    assert.is_nil(into.u)
  end)

  it("is the flat array of ..._all in numbers", function()
    local into = {}
    collide.raycast_all({ disc, disc_at(5) }, -5, 0, 1, 0, { into = into })
    assert.equal(22, #into)
    collide.raycast_all({ disc, disc_at(5) }, 3, 0, 1, 0, { into = into })
    assert.same({ 1, -1, 0, 3, 4, 0, 2, 0, 0, 0, 0 }, into)
  end)
end)

if math.type then
  describe("an edge's number and an index in 2D", function()
    it("are integers", function()
      local polygon = collide.polygon(square)
      assert.equal("integer", math.type(polygon:raycast({ -1, 1 }, { 1, 0 }).face))
      assert.equal("integer", math.type((select(7, collide.raycast({ polygon }, -1, 1, 1, 0)))))
      assert.equal("integer", math.type(collide.raycast_all({ polygon }, -1, 1, 1, 0)[7]))
      for _, x in ipairs { polygon:raycast(-1, 1, 1, 0) } do assert.equal("float", math.type(x)) end
    end)
  end)
end

local has_ffi, ffi = pcall(require, "ffi")
if has_ffi then
  describe("a C struct in 2D", function()
    it("is a vector, with or without a z, which is ignored", function()
      ffi.cdef("typedef struct { double x, y; } collide_spec_2; typedef struct { double x, y, z; } collide_spec_3;")
      local two, three = ffi.typeof("collide_spec_2"), ffi.typeof("collide_spec_3")
      assert.equal(4, disc:raycast(two(-5, 0), two(1, 0)).t)
      assert.equal(4, disc:raycast(three(-5, 0, 7), three(1, 0, 7)).t)
      assert.equal("segment points=((1, 2), (3, 4))", tostring(collide.segment { two(1, 2), two(3, 4) }))
      assert.equal("segment points=((1, 2, 5), (3, 4, 6))",
        tostring(collide.segment { three(1, 2, 5), three(3, 4, 6) }))
      assert.equal("rect half=(1, 2)", tostring(collide.rect { half = three(1, 2, 5) }))
    end)
  end)
end
