-- SPDX-License-Identifier: MIT
--
-- The memory that shapes take. The counts are those of the garbage collector.
local collide = require("collide")

-- The bytes of each of many values of make(i).
local function bytes_of(make)
  local count, list = 1000, {}
  for i = 1, count do list[i] = false end
  collectgarbage()
  collectgarbage()
  local before = collectgarbage("count")
  for i = 1, count do list[i] = make(i) end
  collectgarbage()
  collectgarbage()
  local after = collectgarbage("count")
  assert(#list == count)
  return (after - before) * 1024 / count
end

describe("the memory of a shape", function()
  local function takes(name, make)
    it(("%s is at most 768 bytes"):format(name), function()
      local bytes = bytes_of(make)
      assert.is_true(bytes > 100 and bytes <= 768 + 1, ("%.1f bytes"):format(bytes))
    end)
  end
  takes("of a sphere", function(i) return collide.sphere({ radius = i, position = { i, 0, 0 } }) end)
  takes("of a box that is rotated later", function(i)
    return collide.box({ half = { 1, 2, 3 } }):set_rotation(i, 0, 0, 1)
  end)
  takes("of a rect that is rotated later", function(i)
    return collide.rect({ width = i, height = 2 }):set_rotation(i)
  end)
  takes("of a triangle in the plane", function(i) return collide.triangle({ { i, 0 }, { 1, 2 }, { 0, 3 } }) end)
end)

-- The core's part of the world is not counted: 209 bytes a member.
describe("the memory of a world", function()
  it("of spheres and boxes is at most 1,040 bytes a member", function()
    local count, list = 2 ^ 14, {}
    for i = 1, count do list[i] = false end
    collectgarbage()
    collectgarbage()
    local before = collectgarbage("count")
    for i = 1, count do
      local position = { i % 128, math.floor(i / 128), 0 }
      if i % 2 == 0 then
        list[i] = collide.sphere({ radius = 0.4, position = position })
      else
        list[i] = collide.box({ half = { 0.4, 0.4, 0.4 }, position = position })
      end
    end
    local world = collide.world(list)
    collectgarbage()
    collectgarbage()
    local bytes = (collectgarbage("count") - before) * 1024 / count + 209
    assert.are.equal(count, world:count())
    assert.is_true(bytes <= 1042, ("%.1f bytes"):format(bytes))
  end)
end)

describe("a shape that gets a rotation, scale or transform later", function()
  local transform = { 1, 0, 0, 0, 0.5, 2, 0, 0, 0, 0, 1, 0, 3, 4, 5, 1 }
  local poses = {
    { "rotation", function(s) s:set_rotation(0.1, 0.2, 0.3, 0.4) end, { rotation = { 0.1, 0.2, 0.3, 0.4 } } },
    { "scale", function(s) s:set_scale(1, 2, 3) end, { scale = { 1, 2, 3 } } },
    { "uniform scale", function(s) s:set_scale(2) end, { scale = 2 } },
    { "transform", function(s) s:set_transform(transform) end, { transform = transform } },
  }
  local kinds = {
    sphere = { radius = 1 },
    box = { min = { -1, -2, -3 }, max = { 2, 3, 4 } },
    cylinder = { radius = 1, half_height = 2 },
    cone = { radius = 1, height = 2 },
    capsule = { a = { 0, -1, 0 }, b = { 1, 2, 3 }, radius = 0.5 },
    plane = { normal = { 1, 2, 3 }, distance = 4 },
    triangle = { points = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 2 } } },
    segment = { points = { { 0, 0, 0 }, { 1, 2, 3 } } },
  }
  local function make(kind, pose)
    local description = { shape = kind }
    for key, value in pairs(kinds[kind]) do description[key] = value end
    for key, value in pairs(pose or {}) do description[key] = value end
    return collide[kind](description)
  end
  local function answers(shape)
    local ball = collide.sphere({ radius = 0.7, position = { 0.9, 1.1, -0.8 } })
    local t, px, py, pz = shape:raycast(7, 8, 9, -1, -1.1, -1.2)
    return tostring(shape) .. " " .. table.concat({ tostring(t), tostring(px), tostring(py), tostring(pz),
      tostring(shape:overlap(ball)), tostring(shape:distance(ball, "numbers")) }, " ")
  end

  for kind in pairs(kinds) do
    for _, pose in ipairs(poses) do
      it(("is the same as a %s that was made with that %s"):format(kind, pose[1]), function()
        local late, early = make(kind), make(kind, pose[3])
        pose[2](late)
        assert.are.equal(answers(early), answers(late))
        assert.are.equal(answers(early), answers(late:copy()))
        assert.are.same(early:describe(), late:describe())
        late:set_position(1, 2, 3)
        early:set_position(1, 2, 3)
        assert.are.equal(answers(early), answers(late))
        if kind ~= "plane" then
          assert.are.equal(answers(early), answers(collide.group({ late }):part(1)))
        end
      end)
    end
  end

  it("is the same as a circle that was made so", function()
    local turned = { 0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 1, 0, 3, 4, 0, 1 }
    local function flat_answers(circle)
      local rect = collide.rect({ width = 2, height = 1, rotation = 0.3 })
      local polygon = collide.polygon({ { 0, 0 }, { 3, 0 }, { 3, 2 }, { 1, 3 } })
      local text = { tostring(circle), tostring(circle:raycast(9, 8, -1, -1)), tostring(circle:overlap(rect)),
        tostring(circle:distance(rect, "numbers")), tostring(circle:contact(polygon, "numbers")),
        tostring(polygon:shapecast(circle, 9, 8)), tostring(circle:bounds("numbers")) }
      return table.concat(text, " ")
    end
    for _, fields in ipairs({ { rotation = 0.5 }, { scale = 2 }, { scale = { -2, 2 } }, { transform = turned }, {} }) do
      for _, radius in ipairs({ 0, 1e-260, 0.5, 3 }) do
        local late, description = collide.circle({ radius = radius }), { radius = radius }
        for name, value in pairs(fields) do
          late["set_" .. name](late, value)
          description[name] = value
        end
        local early = collide.circle(description)
        for i = 1, 3 do
          if i > 1 then
            late:set_position(5 - i, i)
            early:set_position(5 - i, i)
          end
          collectgarbage()
          assert.are.equal(flat_answers(early), flat_answers(late))
          assert.are.equal(flat_answers(early), flat_answers(late:copy()))
          assert.are.equal(flat_answers(early), flat_answers(collide.group({ late }):part(1)))
          assert.are.same(early:describe(), late:describe())
        end
        local full = collide.group({ late }):part(1)
        if not fields.transform then assert.are.same({ 2, 3 }, { full:get_position("numbers") }) end
      end
    end
  end)

  local outlines = {
    { "rect", { width = 2, height = 1 } },
    { "rect", { half = { 1, 0 } } },
    { "rect", { min = { 0, -1 }, max = { 0, 2 } } },
    { "rect", { min = { 1, 2 }, max = { 1, 2 } } },
    { "triangle", { points = { { 0, 0 }, { 1, 0 }, { 0.3, 1 } } } },
    { "triangle", { points = { { 0, 0 }, { 0, 1 }, { 1, 0 } } } },
    { "segment", { points = { { -1, 0 }, { 1, 2 } } } },
    { "segment", { points = { { 1, 0 }, { 1, 0 } } } },
    { "capsule", { a = { -1, 0 }, b = { 1, 1 }, radius = 0.5 } },
    { "capsule", { a = { 0, -1 }, b = { 0, 1 }, radius = 0 } },
    { "plane", { normal = { 1, 2 }, distance = 3 } },
    { "polygon", { points = { { 0, 0 }, { 3, 0 }, { 3, 2 }, { 1, 3 } } } },
  }
  local flat_poses = {
    {},
    { rotation = 0.5 },
    { scale = 2 },
    { scale = -2 },
    { transform = { 0, 2, 0, 0, -2, 0, 0, 0, 0, 0, 1, 0, 3, 4, 0, 1 } },
    { transform = { 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1, 0, 3, 4, 0, 1 } },
  }
  local function outline_answers(shape)
    local rect = collide.rect({ width = 2, height = 1, rotation = 0.3 })
    local polygon = collide.polygon({ { 0, 0 }, { 3, 0 }, { 3, 2 }, { 1, 3 } })
    local text = {}
    local function add(...)
      for i = 1, select("#", ...) do text[#text + 1] = tostring((select(i, ...))) end
    end
    add(shape, shape:bounds("numbers"))
    add(shape:get_position("numbers"))
    add(shape:project({ 1, 2 }))
    add(shape:contains(1, 1), shape:closest(7, 9))
    for _, other in ipairs({ rect, polygon }) do
      add(shape:overlap(other), other:shapecast(shape, 9, 8))
      add(shape:contact(other, "numbers"))
      if tostring(shape):sub(1, 5) ~= "plane" then add(shape:distance(other, "numbers")) end
    end
    for i = 1, 8 do add(shape:raycast(9 * math.cos(i), 9 * math.sin(i), -math.cos(i), -math.sin(i))) end
    return table.concat(text, " ")
  end

  it("is the same as an outline that was made so", function()
    for _, outline in ipairs(outlines) do
      for _, pose in ipairs(flat_poses) do
        for _, position in ipairs({ { 1, 2 }, { -0.1, 1e5 + 0.3 }, { 1e17, -1e17 } }) do
          local construct, fields, description = collide[outline[1]], outline[2], { position = position }
          local late = construct(fields)
          for name, value in pairs(fields) do description[name] = value end
          for name, value in pairs(pose) do description[name] = value end
          if pose.transform then
            description.transform = { (table.unpack or unpack)(pose.transform) }
            description.transform[13], description.transform[14] = position[1], position[2]
            description.position = nil
          end
          for name, value in pairs(pose) do late["set_" .. name](late, value) end
          local early = construct(description)
          late:set_position(7, 1)
          late:set_position(position[1], position[2])
          collectgarbage()
          local expected = outline_answers(early)
          assert.are.equal(expected, outline_answers(late))
          assert.are.equal(expected, outline_answers(late:copy()))
          if outline[1] ~= "plane" then
            assert.are.equal(expected, outline_answers(collide.group({ late }):part(1)))
          end
        end
      end
    end
  end)

  it("keeps its data, and may get other data", function()
    local data, other = { "data" }, { "other" }
    local before, after = make("box", { data = data }), make("box")
    for i = 1, 3 do
      before:set_rotation(i, 0, 0, 1)
      after:set_rotation(i, 0, 0, 1)
      collectgarbage()
      assert.are.equal(data, before.data)
    end
    assert.is_nil(after.data)
    after.data = data
    before.data = other
    collectgarbage()
    assert.are.equal(data, after.data)
    assert.are.equal(other, before.data)
    assert.are.equal(answers(make("box", { rotation = { 3, 0, 0, 1 } })), answers(after))
    assert.are.equal(answers(after), answers(before))
  end)

  it("stays in its world", function()
    local box = make("box")
    local world = collide.world({ box })
    box:set_rotation(0, 0, math.sin(math.pi / 8), math.cos(math.pi / 8))
    local early = collide.world({ make("box", { rotation = { 0, 0, math.sin(math.pi / 8), math.cos(math.pi / 8) } }) })
    collectgarbage()
    for i = 1, 20 do
      local x, y, z = 9 * math.cos(i), 9 * math.sin(i), 0.3
      assert.are.equal((early:raycast(x, y, z, -x, -y, 0)), (world:raycast(x, y, z, -x, -y, 0)))
    end
  end)
end)

describe("a shape without one_way", function()
  it("gets it later, and loses it", function()
    local box = collide.box({ half = { 1, 1, 1 }, data = "data" })
    assert.is_nil(box:get_one_way())
    box:set_one_way(0, 1, 0)
    collectgarbage()
    assert.are.same({ 0, 1, 0 }, { box:get_one_way("numbers") })
    assert.are.equal("data", box.data)
    box:set_rotation(0, 0, 1, 1)
    assert.are.same({ 0, 1, 0 }, { box:get_one_way("numbers") })
    assert.are.equal("box half=(1, 1, 1) rotation=(0, 0, 1, 1) one_way=(0, 1, 0)", tostring(box))
    assert.are.equal(tostring(box), tostring(box:copy()))
    box:set_one_way(nil)
    assert.is_nil(box:get_one_way())
  end)
end)

describe("an outline whose position was set", function()
  local makers = {
    rect = function(at) return collide.rect({ half = { 1, 2 }, position = at }) end,
    turned = function(at) return collide.rect({ half = { 1, 2 }, rotation = 0.3, position = at }) end,
    capsule = function(at) return collide.capsule({ a = { 0, 0 }, b = { 1, 2 }, radius = 1, position = at }) end,
    segment = function(at) return collide.segment({ points = { { -1, 0 }, { 1, 2 } }, position = at }) end,
    triangle = function(at) return collide.triangle({ points = { { 0, 0 }, { 2, 0 }, { 0, 1 } }, position = at }) end,
    polygon = function(at) return collide.polygon({ points = { { 0, 0 }, { 2, 0 }, { 0, 1 } }, position = at }) end,
    plane = function(at) return collide.plane({ normal = { 1, 2 }, distance = 1, position = at }) end,
    circle = function(at) return collide.circle({ radius = 1, position = at }) end,
  }
  local function list(...)
    return table.concat({ tostring((...)), tostring((select(2, ...))), select("#", ...) }, " ")
  end
  local floor = collide.rect({ width = 100, height = 1, position = { -50, -5 } })
  local disc = collide.circle({ radius = 2, position = { 4, 3 } })
  local uses = {
    tostring = function(s) return tostring(s) end,
    position = function(s) return list(s:get_position("numbers")) end,
    bounds = function(s) return list(s:bounds("numbers")) end,
    project = function(s) return list(s:project(1, 2)) end,
    overlap = function(s) return list(s:overlap(disc)) end,
    ["overlap beside"] = function(s) return list(disc:overlap(s)) end,
    ["overlap options"] = function(s) return list(collide.overlap(s, { disc }, { touching = "skip" })) end,
    contact = function(s) return list(s:contact(disc, "numbers")) end,
    distance = function(s) return list(collide.distance(disc, s, "numbers")) end,
    closest = function(s) return list(s:closest(9, 9)) end,
    contains = function(s) return list(s:contains(4, 3)) end,
    raycast = function(s) return list(s:raycast(9, 9, -5, -6)) end,
    ["raycast vectors"] = function(s) return tostring(s:raycast({ 9, 9 }, { -5, -6 })) end,
    ["raycast many"] = function(s) return list(collide.raycast_any({ disc, s }, 9, 9, -5, -6)) end,
    shapecast = function(s) return list(disc:shapecast_any(s, 3, 3)) end,
    copy = function(s) return list(s:copy():bounds("numbers")) end,
    world = function(s) return list(collide.world({ s, floor }):raycast(9, 9, -5, -6)) end,
    rotation = function(s) return list(s:set_rotation(1):bounds("numbers")) end,
    scale = function(s) return list(s:set_scale(2):bounds("numbers")) end,
    layer = function(s) return list(collide.overlap_all({ s }, disc)) end,
    corner = function(s) return tostring(s:describe().position[1]) end,
  }
  local solids = {
    group = function(s) return list(collide.group({ s, disc }):bounds("numbers")) end,
    move = function(s)
      floor:move(s, { 0, -20 })
      return list(s:get_position("numbers"))
    end,
  }
  for name, make in pairs(makers) do
    it(("is there for every call: %s"):format(name), function()
      for _, set in ipairs({ uses, name ~= "plane" and solids or {} }) do
        for use, call in pairs(set) do
          if not (name == "plane" and use == "distance") then
            local moved = make({ -7, 5 })
            moved:bounds()
            moved:set_position(1, 3)
            moved:translate(1, -1)
            moved:set_position({ 3.1, 2.2 })
            assert.are.equal(call(make({ 3.1, 2.2 })), call(moved), use)
          end
        end
      end
    end)

    it(("refuses a position that is too large: %s"):format(name), function()
      if name == "circle" or name == "plane" then return end
      local shape, far = make({ 9e299, 0 }), 5e299
      assert.is_false((pcall(shape.translate, shape, far, 0)))
      assert.is_false((pcall(shape.set_position, shape, 0 / 0, 0)))
      assert.are.equal(tostring(make({ 9e299, 0 })), tostring(shape))
      shape:set_position(2e299, -2e299):translate(1e299, 0)
      assert.are.equal(list(make({ 2e299 + 1e299, -2e299 }):bounds("numbers")), list(shape:bounds("numbers")))
    end)
  end

  it("is where a script puts it while a move reads its arguments", function()
    local function run(set)
      local rect = collide.rect({ half = { 1, 1 }, rotation = 0.2 })
      local options = setmetatable({}, { __index = function(_, key) if key == "up" then set(rect) end end })
      pcall(floor.move, floor, rect, setmetatable({}, {
        __index = function(_, key)
          set(rect)
          return key == "x" and 0 or key == "y" and -20 or nil
        end,
      }), options)
      return list(rect:bounds("numbers"))
    end
    local function once(rect) rect:set_position(3, 8) end
    local function eager(rect) rect:set_position(3, 8):bounds() end
    assert.are.equal(run(eager), run(once))
  end)
end)

-- The first world of a member has its slot in the roster; another link takes its place.
describe("members of many worlds", function()
  it("are found in the worlds that are left, whichever goes first", function()
    for gone = 1, 3 do
      local ball, worlds = collide.sphere({ radius = 1 }), {}
      for i = 1, 3 do
        worlds[i] = collide.world({ ball, collide.box({ half = { 1, 1, 1 }, position = { i, 9, 0 } }) })
      end
      assert.is_true(worlds[gone]:remove(ball))
      worlds[gone]:add(collide.sphere({ radius = 2 }))
      ball:set_position(5, 0, 0)
      for i = 1, 3 do
        assert.are.equal(i ~= gone, worlds[i]:has(ball))
        assert.are.equal(i ~= gone, worlds[i]:raycast_any(5, 0, -9, 0, 0, 1))
      end
      worlds[gone]:clear()
      for i = 1, 3 do worlds[i]:remove(ball) end
      for i = 1, 3 do assert.is_false(worlds[i]:has(ball)) end
      worlds[gone]:add(ball)
      for i = 1, 3 do assert.are.equal(i == gone, worlds[i]:has(ball)) end
    end
  end)

  it("are found after a world was collected", function()
    local ball, kept = collide.sphere({ radius = 1 }), nil
    for i = 1, 50 do
      local world = collide.world({ ball })
      if i == 25 then kept = world end
      if i % 7 == 0 then collectgarbage() end
    end
    collectgarbage()
    collectgarbage()
    ball:set_position(5, 0, 0)
    assert.is_true(kept:has(ball))
    assert.is_true(kept:raycast_any(5, 0, -9, 0, 0, 1))
    assert.is_false(kept:raycast_any(0, 0, -9, 0, 0, 1))
  end)
end)
