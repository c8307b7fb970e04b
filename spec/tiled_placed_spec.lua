-- SPDX-License-Identifier: MIT
--
-- Objects of maps that Tiled exported, compared corner by corner with the places where Tiled draws them.
local collide = require("collide")
local tiled = require("spec.support.tiled")
local tmx = require("spec.support.tmx")

local from_objects = collide.from_tiled_objects

local object, bounds = tiled.one_object, tiled.bounds

-- Where Tiled draws the objects of a map, from its documentation.
local function drawing(plan)
  local drawn = {}

  -- "The isometric projection": both axes of the objects' plane are in units of the tile height.
  local function project(x, y)
    if plan.orientation ~= "isometric" then return x, y end
    local column, row = x / plan.tileheight, y / plan.tileheight
    return (column - row) * plan.tilewidth / 2 + math.floor(plan.height * plan.tilewidth / 2),
      (column + row) * plan.tileheight / 2
  end

  local function turn(x, y, degrees)
    local angle = math.rad(degrees)
    return x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle)
  end

  -- Points of an object relative to its position, before it turns.
  local function outline(this)
    local w, h, points = this.width, this.height, this.polygon or this.polyline
    if points then return points end
    if this.shape == "rectangle" then
      return { { x = 0, y = 0 }, { x = w, y = 0 }, { x = w, y = h }, { x = 0, y = h } }
    end
    points = {}
    for i = 1, this.shape == "ellipse" and 32 or 0 do
      local angle = i * math.pi / 16
      points[i] = { x = w / 2 * (1 + math.cos(angle)), y = h / 2 * (1 + math.sin(angle)) }
    end
    return points
  end

  local function tileset_of(gid)
    local found
    for _, set in ipairs(plan.tilesets) do
      if set.firstgid <= gid then found = set end
    end
    return found, gid - found.firstgid
  end

  local anchors = { topleft = { 0, 0 }, top = { 0.5, 0 }, topright = { 1, 0 }, left = { 0, 0.5 }, center = { 0.5, 0.5 },
    right = { 1, 0.5 }, bottomleft = { 0, 1 }, bottom = { 0.5, 1 }, bottomright = { 1, 1 } }

  -- The tile is scaled to a box of the size of the object. The flag 2^29 exchanges x and y, and keeps the lower left
  -- corner of the box; then 2^31 flips x, and 2^30 flips y. The drawing offset is scaled, but not flipped.
  local function tile_points(this)
    local flags = math.floor(this.gid / 2 ^ 28)
    local set, id = tileset_of(this.gid % 2 ^ 28)
    local anchor = anchors[set.objectalignment]
      or (plan.orientation == "isometric" and anchors.bottom or anchors.bottomleft)
    local sx, sy = this.width / set.tilewidth, this.height / set.tileheight
    local points = {}
    local function add(u, v)
      local x, y, width, height = u * sx, v * sy, this.width, this.height
      if math.floor(flags / 2) % 2 == 1 then x, y, width, height = y, x, height, width end
      if flags >= 8 then x = width - x end
      if math.floor(flags / 4) % 2 == 1 then y = height - y end
      points[#points + 1] = { x = x - anchor[1] * this.width + set.tileoffset.x * sx,
        y = y + this.height - height - anchor[2] * this.height + set.tileoffset.y * sy }
    end
    for _, tile in ipairs(set.tiles) do
      for _, part in ipairs(tile.id == id and tile.objectGroup.objects or {}) do
        for _, point in ipairs(outline(part)) do
          local x, y = turn(point.x, point.y, part.rotation)
          add(part.x + x, part.y + y)
        end
      end
    end
    if #points > 0 then return points end
    for _, point in ipairs { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } } do
      add(point[1] * set.tilewidth, point[2] * set.tileheight)
    end
    return points
  end

  -- The points of an object on the screen. Objects turn there, about the place of their position.
  function drawn.points(this, offset_x, offset_y)
    local left, top = project(this.x, this.y)
    local points = this.gid and tile_points(this) or outline(this)
    if this.shape == "point" then points = { { x = 0, y = 0 } } end
    local placed = {}
    for i, point in ipairs(points) do
      local x, y = point.x, point.y
      if not this.gid then
        x, y = project(this.x + point.x, this.y + point.y)
        x, y = x - left, y - top
      end
      x, y = turn(x, y, this.rotation)
      placed[i] = { left + x + offset_x, top + y + offset_y }
    end
    return placed
  end

  return drawn
end

-- The corners of a shape in the world; for a circle 32 points.
local function corners(shape)
  local text, own, world = shape:describe(), {}, {}
  if text.shape == "circle" then
    local count = text.radius == 0 and 1 or 32
    for i = 1, count do
      local angle = i * math.pi / 16
      own[i] = { text.radius * math.cos(angle), text.radius * math.sin(angle) }
    end
  elseif text.shape == "rect" then
    local low, high = text.min or { 0, 0 }, text.max or { text.width, text.height }
    own = { low, { high[1], low[2] }, high, { low[1], high[2] } }
  else
    own = text.points
  end
  local angle = text.rotation or 0
  for i, point in ipairs(own) do
    world[i] = { text.position[1] + point[1] * math.cos(angle) - point[2] * math.sin(angle),
      text.position[2] + point[1] * math.sin(angle) + point[2] * math.cos(angle) }
  end
  return world
end

-- Requires that each point of one list is one of the other, to 1e-9.
local function assert_among(list, others, name)
  for _, point in ipairs(list) do
    local least = math.huge
    for _, other in ipairs(others) do
      least = math.min(least, math.abs(point[1] - other[1]) + math.abs(point[2] - other[2]))
    end
    if least >= 1e-9 then error(("%s: no point at %g, %g"):format(name, point[1], point[2])) end
  end
end

-- Compares all objects of a layer but text. Returns their number.
local function assert_drawn(plan, name)
  local group
  for _, this in ipairs(plan.layers) do
    if this.name == name then group = this end
  end
  local drawn, shapes, found, count = drawing(plan), from_objects(plan, name), {}, 0
  for _, shape in ipairs(shapes) do
    local list = found[shape.data] or {}
    found[shape.data] = list
    for _, corner in ipairs(corners(shape)) do list[#list + 1] = corner end
  end
  for _, this in ipairs(group.objects) do
    if this.shape ~= "text" then
      count = count + 1
      local points = drawn.points(this, group.offsetx, group.offsety)
      assert_among(found[this], points, this.name)
      assert_among(points, found[this], this.name)
    end
  end
  return count
end

describe("from_tiled_objects places objects where Tiled draws them:", function()
  for name, changes in pairs { orthogonal = {}, isometric = tiled.isometric } do
    local plan = tmx.lua("placed", changes)
    it("the anchors of tiles, " .. name, function() assert.equal(13, assert_drawn(plan, "anchors")) end)
    it("tiles in all orientations, " .. name, function() assert.equal(9, assert_drawn(plan, "orientations")) end)
    it("all kinds of objects, " .. name, function() assert.equal(8, assert_drawn(plan, "kinds")) end)

    it("the same from JSON as from Lua, " .. name, function()
      local json, count = tmx.json("placed", changes), 0
      for _, this in ipairs { "anchors", "orientations", "kinds" } do
        local texts = {}
        for i, shape in ipairs(from_objects(plan, this)) do texts[i] = tostring(shape) end
        for i, shape in ipairs(from_objects(json, this)) do
          assert.equal(texts[i], tostring(shape))
          count = count + 1
        end
        count = count - #texts
      end
      assert.equal(0, count)
    end)
  end

  it("in isometric maps with tiles of any size", function()
    local plan = tmx.lua("placed", tiled.isometric)
    plan.tilewidth, plan.tileheight, plan.height = 25, 19, 13
    for _, name in ipairs { "anchors", "orientations", "kinds" } do assert.is_true(assert_drawn(plan, name) > 0) end
  end)

  it("in staggered and hexagonal maps as in orthogonal ones", function()
    local plan = tmx.lua("placed")
    plan.orientation = "staggered"
    for _, name in ipairs { "anchors", "orientations", "kinds" } do assert.is_true(assert_drawn(plan, name) > 0) end
    plan.orientation = "hexagonal" -- where the flag 2^29 turns tiles: see tiled_maps_spec.lua
    assert.equal(8, assert_drawn(plan, "kinds"))
  end)
end)

describe("from_tiled_objects with tiles", function()
  local function tile_object(fields, part, set)
    fields.gid, fields.width, fields.height = fields.gid or 5, fields.width or 16, fields.height or 8
    local made = { name = "t", firstgid = 5, tilewidth = 16, tileheight = 8, tilecount = 2, tiles = {
      { id = 0, objectGroup = { type = "objectgroup", objects = { part } } } } }
    for key, value in pairs(set or {}) do made[key] = value end
    return object(fields, { tilesets = { made } })
  end

  it("keeps circles and capsules round if both axes have one scale", function()
    local circle = { shape = "ellipse", x = 4, y = 2, width = 4, height = 4, rotation = 70 }
    local pill = { shape = "capsule", x = 4, y = 2, width = 4, height = 2 }
    local function kind(part, width, height)
      return from_objects(tile_object({ width = width, height = height, gid = 5 + 2 ^ 31 }, part), "l")[1]:describe()
    end
    assert.is_true(math.abs(kind(circle, 32, 16).radius - 4) < 1e-15)
    assert.equal("capsule", kind(pill, 32, 16).shape)
    assert.equal(2, kind(pill, 32, 16).radius)
    assert.equal("polygon", kind(circle, 16, 16).shape)
    assert.equal("polygon", kind(pill, 32, 8).shape)
  end)

  it("turns all shapes of a tile about the object's position", function()
    local part = { shape = "rectangle", x = 4, y = 2, width = 4, height = 4 }
    local shape = from_objects(tile_object({ x = 100, y = 50, rotation = 90 }, part), "l")[1]
    assert.same({ x = 100, y = 50 }, shape:get_position())
    for i, edge in ipairs { 102, 54, 106, 58 } do assert.is_true(math.abs(bounds(shape)[i] - edge) < 1e-12) end
  end)

  -- A cell of 16 by 8 at the bottom left of a tile of 16 by 20. Objects turn on the screen.
  it("read isometric collision editors", function()
    local part = { shape = "rectangle", x = 2, y = 4, width = 6, height = 2, rotation = 90 }
    local plan = tile_object({ x = 100, y = 50, width = 32, height = 40, gid = 5 + 2 ^ 31 }, part,
      { tileheight = 20, grid = { orientation = "isometric", width = 16, height = 8 } })
    local found = corners(from_objects(plan, "l")[1])
    local left, top = 8 + (2 - 4), 12 + (2 + 4) / 2
    local expected = {}
    for i, point in ipairs { { 0, 0 }, { 6, 0 }, { 6, 2 }, { 0, 2 } } do
      local x, y = point[1] - point[2], (point[1] + point[2]) / 2
      expected[i] = { 100 + 32 - 2 * (left - y), 50 - 40 + 2 * (top + x) }
    end
    assert_among(expected, found, "editor")
    assert_among(found, expected, "editor")
  end)

  it("scale evenly in the middle of the object if the tileset says so", function()
    local part = { shape = "rectangle", x = 4, y = 2, width = 4, height = 4 }
    local fields = { x = 0, y = 40, width = 32, height = 40 }
    local stretched = from_objects(tile_object(fields, part, { fillmode = "stretch" }), "l")[1]
    assert.same({ 8, 10, 16, 30 }, bounds(stretched))
    local fitted = from_objects(tile_object(fields, part, { fillmode = "preserve-aspect-fit" }), "l")[1]
    assert.same({ 8, 16, 16, 24 }, bounds(fitted)) -- the image is 32 by 16, from 12 to 28
  end)

  it("limit the work on shapes that many objects share", function()
    local points = {}
    for i = 1, 2 ^ 14 do points[i] = { x = i, y = i * i } end
    local plan = tile_object({}, { shape = "text", polygon = points })
    local objects = plan.layers[1].objects
    for i = 2, 40 do objects[i] = { id = i, gid = 5, width = 16, height = 8 } end
    local _, skipped = from_objects(plan, "l", { skip = true })
    assert.equal(40 - 32, #skipped) -- 2^19 values are 32 times 2^14
    assert.matches("objects used in several places would be read again for more than 2%^19 values", skipped[1].reason)
  end)

  it("limit the corners of round shapes that many objects share", function()
    for _, round in ipairs { { shape = "ellipse" }, { ellipse = true }, { shape = "capsule" }, { capsule = true } } do
      round.width, round.height = 16, 8
      local plan = tile_object({}, round)
      local objects = plan.layers[1].objects
      for i = 2, 600 do objects[i] = { id = i, gid = 5, width = 16, height = 8 } end
      local shapes, skipped = from_objects(plan, "l", { skip = true, ellipse = 1023 })
      assert.same({ 513, 600 - 513 }, { #shapes, #skipped }) -- one, and 512 times 1024 values again
    end
  end)

  it("are full if the collision editor is empty", function()
    for _, group in ipairs { false, { objects = {} } } do
      local plan = tile_object({ x = 1, y = 8 }, nil, { tiles = { { id = 0, objectGroup = group or nil } } })
      assert.same({ 1, 0, 17, 8 }, bounds(from_objects(plan, "l")[1]))
    end
  end)

  it("are left out whole if one of their shapes cannot be read", function()
    local plan = tile_object({}, { shape = "rectangle", x = 0, y = 0, width = 2, height = 2 })
    local parts = plan.tilesets[1].tiles[1].objectGroup.objects
    parts[2], parts[3] = parts[1], { shape = "star" }
    plan.layers[1].objects[2] = { id = 2, shape = "point", x = 0, y = 0 }
    local shapes, skipped = from_objects(plan, "l", { skip = true })
    assert.equal(1, #shapes)
    assert.equal("circle", shapes[1]:describe().shape)
    assert.equal(1, skipped[1].index)
  end)

  it("have exact corners after quarter turns", function()
    for degrees = -360, 720, 90 do
      local line = { { x = 0, y = 0 }, { x = 3, y = 1 } }
      local part = { shape = "polyline", x = 5, y = 7, rotation = degrees, polyline = line }
      local points = from_objects(tile_object({ y = 8 }, part), "l")[1]:describe().points
      local quarter = degrees / 90 % 4
      local x, y = ({ [0] = 3, -1, -3, 1 })[quarter], ({ [0] = 1, 3, -1, -3 })[quarter]
      assert.same({ { 5, 7 - 8 }, { 5 + x, 7 + y - 8 } }, points)
    end
  end)

  it("have no shape if the collision editor has points and text only", function()
    assert.same({}, from_objects(tile_object({}, { shape = "point", x = 1, y = 1 }), "l"))
    assert.same({}, from_objects(tile_object({}, { shape = "text", x = 1, y = 1 }), "l"))
  end)

  for _, row in ipairs {
    { { gid = 0.5 }, {}, nil, "(id 1): 0.5 is not a gid" },
    { { gid = "5" }, {}, nil, "(id 1): gid: number expected, got string" },
    { { width = -16 }, {}, nil, "(id 1): width and height must not be negative" },
    { {}, { shape = "star", x = 0, y = 0 }, nil, "(id 1): objects[1] of tile 0: unknown shape 'star'" },
    { {}, { gid = 5, x = 0, y = 0 }, nil, "(id 1): objects[1] of tile 0: a tile's shapes cannot be tiles" },
    { {}, "x", nil, "(id 1): objects[1] of tile 0: table expected, got string" },
    { {}, 5, nil, "(id 1): objects[1] of tile 0: table expected, got number" },
    { {}, { shape = "polygon", polygon = {} }, nil, "(id 1): objects[1] of tile 0: polygon: got 0" },
    { { width = 0 }, { shape = "polygon", polygon = { { x = 0, y = 0 }, { x = 1, y = 0 }, { x = 0, y = 1 } } }, nil,
      "(id 1): objects[1] of tile 0: polygon: " },
    { {}, {}, { objectalignment = "middle" }, "objectalignment: " },
  } do
    it("name the object in an error: " .. row[4], function()
      local plan = tile_object(row[1], row[2], row[3])
      assert.error_matches(function() from_objects(plan, "l") end, row[4], 1, true)
      assert.equal(1, #select(2, from_objects(plan, "l", { skip = true })))
    end)
  end

  it("of a tileset in a file of its own explain how to embed it", function()
    local plan = object({ gid = 3, shape = "rectangle", width = 8, height = 8 })
    plan.tilesets = { { firstgid = 1, source = "blocks.tsx" } }
    assert.error_matches(function() from_objects(plan, "l") end, "objects%[1%] %(id 1%): gid 3 .*embed")
    local shapes, skipped = from_objects(plan, "l", { skip = true })
    assert.same({}, shapes)
    assert.matches("blocks%.tsx", skipped[1].reason)
  end)
end)
