-- SPDX-License-Identifier: MIT
--
-- Templates: in JSON, Tiled writes for an instance the name of its template, and the fields that differ.
local collide = require("collide")
local tiled = require("spec.support.tiled")

local from_objects, from_tiled = collide.from_tiled_objects, collide.grid.from_tiled
local bounds, objects, row, tile = tiled.bounds, tiled.objects, tiled.row, tiled.tile

-- As Tiled writes a template to a .tj.
local function template(object, tileset)
  return { type = "template", object = object, tileset = tileset }
end

local crate = template { height = 8, name = "crate", rotation = 0, type = "solid", visible = true, width = 16,
  properties = { { name = "weight", type = "float", value = 2.5 }, { name = "wood", type = "string", value = "oak" } } }

local function read(fields, given, more)
  return from_objects(objects({ fields }, more), "l", { templates = given })
end

describe("from_tiled_objects with templates", function()
  it("takes the fields of the template", function()
    local shapes = read({ id = 3, template = "crate.tj", x = 100, y = 50 }, { ["crate.tj"] = crate })
    assert.equal(1, #shapes)
    assert.equal("rect", shapes[1]:describe().shape)
    assert.same({ 100, 50, 116, 58 }, bounds(shapes[1]))
  end)

  it("gives the shape all fields as data, and leaves the map as it is", function()
    local instance = { id = 3, template = "crate.tj", x = 100, y = 50 }
    local data = read(instance, { ["crate.tj"] = crate })[1].data
    assert.same({ 3, "crate", "solid", 100, 50, 16, "crate.tj" },
      { data.id, data.name, data.type, data.x, data.y, data.width, data.template })
    assert.equal("oak", data.properties[2].value)
    assert.same({ id = 3, template = "crate.tj", x = 100, y = 50 }, instance)
  end)

  it("prefers the fields of the instance, and its properties by their names", function()
    local instance = { id = 3, template = "crate.tj", x = 100, y = 50, width = 4, height = 6, name = "box",
      visible = false, properties = { { name = "weight", value = 7 }, { name = "full", value = true } } }
    local shape = read(instance, { ["crate.tj"] = crate })[1]
    assert.same({ 100, 50, 104, 56 }, bounds(shape))
    assert.equal("box", shape.data.name)
    assert.is_false(shape.data.visible)
    local list = {}
    for i, property in ipairs(shape.data.properties) do list[i] = property.name .. "=" .. tostring(property.value) end
    assert.equal("weight=7, full=true, wood=oak", table.concat(list, ", "))
  end)

  it("reads every kind of shape, turned as the template or the instance says", function()
    local function first(object, instance)
      instance.template, instance.x, instance.y = "t", 10, 20
      return read(instance, { t = template(object) })[1]
    end
    local line = { { x = 0, y = 0 }, { x = 8, y = 0 }, { x = 0, y = 4 } }
    assert.equal("circle", first({ width = 4, height = 4, ellipse = true }, {}):describe().shape)
    assert.equal("capsule", first({ width = 4, height = 8, capsule = true }, {}):describe().shape)
    assert.equal("circle", first({ width = 0, height = 0, point = true }, {}):describe().shape)
    assert.equal("segment", first({ width = 0, height = 0, polyline = line }, {}):describe().shape)
    assert.same({ 10, 20, 18, 24 }, bounds(first({ width = 0, height = 0, polygon = line }, {})))
    for _, pair in ipairs { { { rotation = 90 }, {} }, { { rotation = 30 }, { rotation = 90 } } } do
      pair[1].width, pair[1].height = 16, 8
      for i, edge in ipairs { 2, 20, 10, 36 } do
        assert.is_true(math.abs(bounds(first(pair[1], pair[2]))[i] - edge) < 1e-12)
      end
    end
  end)

  it("names a template that is missing, or lists the object with skip", function()
    local plan = objects { { id = 3, template = "crate.tj", x = 100, y = 50 }, { id = 4, point = true } }
    for _, given in ipairs { false, {} } do
      local options = { templates = given or nil }
      assert.error_matches(function() from_objects(plan, "l", options) end,
        "objects[1] (id 3): its template 'crate.tj' is not given; decode that file, and "
        .. "pass it in the option templates={['crate.tj']=...}, or export the map to Lua", 1, true)
      options.skip = true
      local shapes, skipped = from_objects(plan, "l", options)
      assert.same({ 1, 1, 1 }, { #shapes, #skipped, skipped[1].index })
      assert.equal(plan.layers[1].objects[1], skipped[1].object)
      assert.matches("^objects%[1%] %(id 3%): its template 'crate%.tj' is not given", skipped[1].reason)
    end
  end)

  for _, case in ipairs {
    { 5, {}, "template: string expected, got number" },
    { "t", { t = "t.tj" }, "template 't': table expected, got string" },
    { "t", { t = {} }, "template 't': object: table expected, got nil" },
    { "t", { t = template { width = "8" } }, "(id 3): width: number expected, got string" },
    { "t", { t = template { gid = 1, width = 8, height = 8 } }, "tileset of the file 'boxes.tsx'" },
    { "t", 5, "templates: table expected, got number" },
  } do
    it("refuses: " .. case[3], function()
      if type(case[2]) == "table" and type(case[2].t) == "table" and case[2].t.object and case[2].t.object.gid then
        case[2].t.tileset = { firstgid = 1, source = "boxes.tsx" }
      end
      assert.error_matches(function() read({ id = 3, template = case[1] }, case[2]) end, case[3], 1, true)
    end)
  end
end)

describe("A template that is a tile", function()
  local slope = { id = 1, objectgroup = { objects = { { x = 0, y = 4, width = 8, height = 4 } } } }
  local function map_with(set, gid)
    return objects({ { id = 3, template = "t", x = 100, y = 50, gid = gid } }, { tilesets = {
      { firstgid = 1, name = "other", tilewidth = 8, tileheight = 8, tilecount = 10, tiles = {} }, set } })
  end
  local function full(fields)
    local set = { firstgid = 11, name = "boxes", tilewidth = 8, tileheight = 8, tilecount = 4, tiles = { slope } }
    for key, value in pairs(fields or {}) do set[key] = value end
    return set
  end
  local flipped = 2 + 2 ^ 30 -- of the template's own tileset

  for name, set in pairs { file = full { name = "b", source = "tiles/boxes.tsx" }, name = full() } do
    it("uses the map's tileset with the same " .. name, function()
      local plan = map_with(set)
      local given = { t = template({ gid = flipped, width = 8, height = 8 },
        { firstgid = 1, source = "..\\boxes.v2/boxes.tsj" }) }
      local shape = from_objects(plan, "l", { templates = given })[1]
      assert.same({ 100, 42, 108, 46 }, bounds(shape))
      assert.equal("1073741836", ("%s"):format(shape.data.gid)) -- 12 and the flag
    end)
  end

  it("uses its own tileset if that is complete", function()
    local given = { t = template({ gid = flipped, width = 8, height = 8 }, full { firstgid = 1 }) }
    local shape = from_objects(map_with(nil), "l", { templates = given })[1]
    assert.same({ 100, 42, 108, 46 }, bounds(shape))
    given.t.tileset.firstgid = nil
    assert.same({ 100, 42, 108, 46 }, bounds(from_objects(map_with(nil), "l", { templates = given })[1]))
  end)

  it("is another tile if the instance has a gid", function()
    local given = { t = template({ gid = flipped, width = 8, height = 8 }, { firstgid = 1, source = "unknown.tsx" }) }
    assert.same({ 100, 46, 108, 50 }, bounds(from_objects(map_with(full(), 12), "l", { templates = given })[1]))
  end)
end)

describe("The shapes of a tile", function()
  local plan = row({ 2 }, { tile { { id = 1, template = "half.tj", x = 0, y = 8 } } })
  local half = template { width = 16, height = 8 }

  it("may be instances of templates", function()
    local grid = from_tiled(plan, "l", { templates = { ["half.tj"] = half } })
    assert.is_true(grid:contains(8, 12))
    assert.is_false(grid:contains(8, 4))
  end)

  it("name a template that is missing", function()
    assert.error_matches(function() from_tiled(plan, "l") end,
      "map: gid 2: objects[1]: its template 'half.tj' is not given", 1, true)
  end)
end)

describe("Templates that many objects share", function()
  it("are limited as objects are", function()
    local points, list = {}, {}
    for i = 1, 2 ^ 14 do points[i] = { x = i, y = i * i } end
    for i = 1, 40 do list[i] = { id = i, template = "t", x = 0, y = 0 } end
    local big = template { text = {}, polygon = points }
    big.object.polygon, big.object.shape = points, "text"
    local _, skipped = from_objects(objects(list), "l", { skip = true, templates = { t = big } })
    assert.equal(40 - 32, #skipped) -- the first, and 31 times 2^14 + 1 values again
    assert.matches("objects used in several places would be read again for more than 2%^19 values", skipped[1].reason)
  end)
end)
