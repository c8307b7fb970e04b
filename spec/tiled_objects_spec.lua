-- SPDX-License-Identifier: MIT
--
-- Objects of maps from Tiled.
local collide = require("collide")
local raised = require("spec.support.refusals").message
local tiled = require("spec.support.tiled")
local tmx = require("spec.support.tmx")

local from_objects = collide.from_tiled_objects

local map, layer, object, bounds = tmx.lua, tiled.objects, tiled.one_object, tiled.bounds

describe("from_tiled_objects", function()
  it("makes shapes of all objects in order, with the offsets of layers and groups", function()
    local shapes = from_objects(map("objects"), "things")
    local told_shapes = {}
    for i, shape in ipairs(shapes) do told_shapes[i] = shape.data.name .. " " .. shape:describe().shape end
    assert.equal("crate rect, turned rect, coin circle, start circle, hill polygon, hill polygon, rope segment, "
      .. "rope segment", table.concat(told_shapes, ", "))
    assert.same({ 108.5, 14, 124.5, 22 }, bounds(shapes[1]))
    assert.same({ 110.5, 30, 116.5, 36 }, bounds(shapes[3]))
    assert.same({ 103.5, 15, 103.5, 15 }, bounds(shapes[4]))
    assert.same({ 106.5, 12, 106.5, 19 }, bounds(shapes[8]))
  end)

  it("keeps the object as data, with its name, type and properties", function()
    local plan = map("objects")
    local crate = from_objects(plan, 2)[1]
    assert.equal(plan.layers[1].layers[1].objects[1], crate.data)
    assert.equal("solid", crate.data.type)
    assert.equal(2.5, crate.data.properties.weight)
  end)

  it("makes capsules along the longer side", function()
    local pill = from_objects(object { shape = "capsule", width = 4, height = 10, x = 10 }, "l")[1]
    assert.equal("capsule", pill:describe().shape)
    assert.is_true(pill:contains(12, 0) and pill:contains(12, 10) and pill:contains(10, 5) and pill:contains(14, 2))
    assert.is_false(pill:contains(10.1, 0.1))
    local lying = from_objects(object { shape = "capsule", width = 10, height = 4, rotation = 90 }, "l")[1]
    assert.is_true(math.abs(lying:raycast(-2, 11, 0, -1) - 1) < 1e-12)
  end)

  it("rotates objects about their position, clockwise on the screen", function()
    local turned = from_objects(map("objects"), "things")[2]
    for i, edge in ipairs { 130.5, 10, 132.5, 14 } do assert.is_true(math.abs(bounds(turned)[i] - edge) < 1e-12) end
    local disc = from_objects(object { shape = "ellipse", width = 4, height = 4, x = 10, rotation = 90 }, "l")[1]
    assert.is_true(math.abs(disc:get_position().x - 8) < 1e-12 and math.abs(disc:get_position().y - 2) < 1e-12)
  end)

  it("cuts concave polygons into convex ones, each with the object", function()
    local shapes = from_objects(map("objects"), "things")
    local function holds(x, y)
      return shapes[5]:contains(x, y) or shapes[6]:contains(x, y)
    end
    -- The L at 120.5, 40 lies upside down.
    assert.is_true(holds(113, 39) and holds(119, 35))
    assert.is_false(holds(115, 36))
    assert.equal(shapes[5].data, shapes[6].data)
  end)

  it("places tiles above their position, as Tiled does", function()
    assert.same({ 5, -6, 13, 10 }, bounds(from_objects(object { gid = 3, shape = "rectangle", x = 5, y = 10, width = 8,
      height = 16 }, "l")[1]))
  end)

  it("skips text, and returns an empty array for an empty layer", function()
    assert.same({}, from_objects(object { shape = "text", width = 3, height = 4 }, 7))
    assert.same({}, from_objects({ layers = { { type = "objectgroup", name = "l", objects = {} } } }, "l"))
  end)

  it("makes a polygon of an ellipse, whose corners lie on it", function()
    local fields = { shape = "ellipse", width = 20, height = 10, x = 3, y = 4, rotation = 30 }
    local shape = from_objects(object(fields), "l")[1]
    local points = shape:describe().points
    assert.equal(32, #points)
    assert.is_true(math.abs(shape:get_rotation() - math.pi / 6) < 1e-15)
    local cosine, sine = math.cos(math.pi / 6), math.sin(math.pi / 6)
    local center = shape:get_position()
    assert.is_true(math.abs(center.x - (3 + 10 * cosine - 5 * sine)) < 1e-12)
    assert.is_true(math.abs(center.y - (4 + 10 * sine + 5 * cosine)) < 1e-12)
    local most, inside = 0, 10 * (1 - math.cos(math.pi / 32))
    for i, point in ipairs(points) do
      local other = points[i % 32 + 1]
      assert.is_true(math.abs((point[1] / 10) ^ 2 + (point[2] / 5) ^ 2 - 1) < 1e-12)
      -- The farthest point of the arc has the parameter between those of the corners.
      local x, y = (point[1] + other[1]) / 2, (point[2] + other[2]) / 2
      local reach = math.sqrt((x / 10) ^ 2 + (y / 5) ^ 2)
      most = math.max(most, math.sqrt(x * x + y * y) * (1 / reach - 1))
    end
    assert.is_true(most <= inside and most > 0.99 * inside)
  end)

  it("reads objects of maps in JSON, which have no field `shape`", function()
    local null = newproxy and newproxy() or io.stdout
    local function kinds(fields)
      local names = {}
      for i, shape in ipairs(from_objects(object(fields), "l")) do names[i] = shape:describe().shape end
      return table.concat(names, ", ")
    end
    assert.equal("circle", kinds { ellipse = true, width = 20, height = 20, rotation = 0 })
    assert.equal("polygon", kinds { ellipse = true, width = 20, height = 10, rotation = 0 })
    assert.equal("rect", kinds { width = 20, height = 10, rotation = 30, gid = null, polygon = null, ellipse = false })
    local points = { { x = 0, y = 0 }, { x = 9, y = 0 }, { x = 9, y = 5 } }
    assert.equal("polygon", kinds { width = 0, height = 0, polygon = points })
    assert.equal("segment", kinds { width = 0, height = 0, polyline = { { x = 0, y = 0 }, { x = 9, y = 0 } } })
    assert.equal("circle", kinds { width = 0, height = 0, point = true })
    assert.equal("capsule", kinds { width = 5, height = 3, capsule = true })
    assert.equal("", kinds { width = 5, height = 3, text = { text = "a" } })
  end)

  for _, row in ipairs {
    { { shape = "star" }, "objects[1] (id 1): unknown shape 'star' of an object" },
    { { shape = "polygon" }, "objects[1] (id 1): polygon: array of points expected, got nil" },
    { { shape = "polygon", polygon = { { x = 0, y = 0 }, { x = 4, y = 4 }, { x = 4, y = 0 }, { x = 0, y = 4 } } },
      "objects[1] (id 1): polygon: the edges that begin at points" },
    { { shape = "polyline", polyline = { { x = 0, y = 0 }, { x = "a", y = 4 } } },
      "objects[1] (id 1): polyline[2].x: number expected, got string" },
    { { shape = "rectangle", width = -1 }, "objects[1] (id 1): width and height must not be negative" },
    { { shape = "rectangle", width = {} }, "width: number expected, got table" },
  } do
    it("names the object in an error: " .. row[2], function()
      assert.error_matches(function() from_objects(object(row[1]), "l") end, row[2], 1, true)
    end)
  end

  it("names a layer that does not exist, or has no objects", function()
    assert.error_matches(function() from_objects(map("objects"), "walls") end, "the map has no layer named 'walls'")
    assert.error_matches(function() from_objects(map("plain"), "ground") end, "'ground' is no object layer")
    assert.error_matches(function() from_objects() end, "map: table expected")
  end)
end)

describe("from_tiled_objects with isometric maps", function()
  local size = { orientation = "isometric", tilewidth = 32, tileheight = 16, height = 10 }

  it("turns rects into polygons, and circles into ellipses", function()
    local function kind(fields)
      return tostring(from_objects(object(fields, size), "l")[1]):match("^%a+")
    end
    assert.equal("polygon", kind { shape = "rectangle", width = 16, height = 16 })
    assert.equal("polygon", kind { shape = "ellipse", width = 16, height = 16 })
    assert.equal("polygon", kind { shape = "capsule", width = 16, height = 8 })
    assert.equal("segment", kind { shape = "rectangle", width = 16, height = 0 })
    assert.equal("segment", kind { shape = "ellipse", width = 0, height = 16 })
    assert.equal("segment", kind { shape = "capsule", width = 16, height = 0 })
    assert.equal("circle", kind { shape = "point" })
    assert.equal("circle", kind { shape = "ellipse", width = 0, height = 0 })
  end)

  it("keeps the corners of a capsule's polygon on the capsule", function()
    local fields = { shape = "capsule", width = 30, height = 12, rotation = 20, x = 9, y = 70 }
    local shape = from_objects(object(fields, size), "l", { ellipse = 16 })[1]
    local points = shape:describe().points
    assert.equal(18, #points)
    for _, point in ipairs(points) do
      local x, y = point[1] / 2 + point[2], point[2] - point[1] / 2 -- back in the plane of the objects
      local away = math.sqrt((x - math.min(math.max(x, 6), 24)) ^ 2 + (y - 6) ^ 2)
      assert.is_true(math.abs(away - 6) < 1e-12)
    end
  end)

  it("needs their sizes", function()
    for name, value in pairs { tilewidth = -2, tileheight = -1, height = -0.5 } do
      local plan = object({ shape = "point" }, size)
      plan[name] = value
      local message = "map: " .. name .. " must be above 0, got %" .. value
      assert.error_matches(function() from_objects(plan, "l") end, message)
    end
    local plan = object({ shape = "point" }, size)
    plan.tilewidth = "32"
    assert.error_matches(function() from_objects(plan, "l") end, "map: tilewidth: number expected, got string")
  end)

  it("refuses maps of another orientation", function()
    assert.error_matches(function() from_objects(object({ shape = "point" }, { orientation = "oblique" }), "l") end,
      "an orthogonal, isometric, staggered or hexagonal one expected, got one that is oblique; .*orientation to nil")
  end)
end)

describe("from_tiled_objects, its options:", function()
  local round = { shape = "ellipse", width = 20, height = 10 }

  it("ellipse is the number of corners", function()
    for _, count in ipairs { 3, 4, 31, 256, 1024 } do
      assert.equal(count, #from_objects(object(round), "l", { ellipse = count })[1]:describe().points)
    end
    for _, wrong in ipairs { 2, 1025, 4.5, "8", 0 / 0 } do
      assert.error_matches(function() from_objects(object(round), "l", { ellipse = wrong }) end, "#3.*ellipse")
    end
  end)

  it("there are three", function()
    assert.error_matches(function() from_objects(object(round), "l", { ellipses = 3 }) end,
      "unknown option 'ellipses'; from_tiled_objects takes ellipse, skip and templates")
    assert.error_matches(function() from_objects(object(round), "l", 3) end, "options: table expected, got number")
    assert.error_matches(function() from_objects(object(round), "l", {}, 3) end, "#4.*unexpected argument")
    assert.error_matches(function() from_objects(object(round), "l", { skip = 1 }) end, "skip: boolean expected")
  end)

  local function mixed()
    local cross = { { x = 0, y = 0 }, { x = 4, y = 4 }, { x = 4, y = 0 }, { x = 0, y = 4 } }
    local bent = { { x = 0, y = 0 }, { x = 4, y = 0 }, { x = "4", y = 4 } }
    return layer {
      { id = 4, x = 1, y = 2, shape = "rectangle", width = 3, height = 4 },
      { id = 5, x = 1, y = 2, name = "knot", shape = "polygon", polygon = cross },
      { x = 0, y = 0, shape = "polyline", polyline = bent },
      "text",
      { id = 8, x = 1, y = 2, shape = "point" },
    }
  end

  it("skip leaves out objects that cannot be read, and says why", function()
    local plan = mixed()
    local shapes, skipped = from_objects(plan, "l", { skip = true })
    assert.equal(2, #shapes)
    assert.equal(plan.layers[1].objects[1], shapes[1].data)
    assert.equal(plan.layers[1].objects[5], shapes[2].data)
    local list = {}
    for i, what in ipairs(skipped) do
      assert.equal(plan.layers[1].objects[what.index], what.object)
      list[i] = what.index .. " " .. what.reason
    end
    assert.same({
      "2 objects[2] ('knot', id 5): polygon: the edges that begin at points 1 and 3 cross",
      "3 objects[3]: polyline[3].x: number expected, got string",
      "4 objects[4]: table expected, got string",
    }, list)
    assert.is_nil(select(2, from_objects(layer {}, "l", { skip = false })))
    assert.same({}, select(2, from_objects(layer {}, "l", { skip = true })))
  end)

  it("skip gives the reason that is otherwise in the error", function()
    local reason = select(2, from_objects(mixed(), "l", { skip = true }))[1].reason
    assert.equal("bad argument #2 to 'from_tiled_objects' (layer: " .. reason .. ")",
      raised(from_objects, mixed(), "l"))
  end)

  it("skip does not hide errors of metamethods, of any type", function()
    for _, thrown in ipairs { "stop", "bad argument #2", "bad argument #2 to 'f' (", { "stop" }, false } do
      local plan = mixed()
      plan.layers[1].objects[2] = setmetatable({}, { __index = function() error(thrown, 0) end })
      for _, skip in ipairs { true, false } do
        assert.equal(thrown, raised(from_objects, plan, "l", { skip = skip }))
      end
    end
  end)
end)
