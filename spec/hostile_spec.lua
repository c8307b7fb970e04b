-- SPDX-License-Identifier: MIT
--
-- Careless and hostile scripts, also during walks. Many of these tests can only fail by a crash, or under the
-- sanitizers.
local collide = require("collide")
local generator = require("spec.support.random").generator

local unpack = table.unpack or unpack -- luacheck: ignore 143
local nan, huge = 0 / 0, math.huge

local ball = collide.sphere { radius = 1 }
local disc = collide.circle { radius = 1 }
local polygon = collide.polygon { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 } }

-- A module of its own, to tamper with.
local function load_again()
  local first = package.loaded.collide
  package.loaded.collide = nil
  local second = require("collide")
  package.loaded.collide = first
  return second
end

-- Calls the function when something of it is collected.
local function finalized(call)
  local proxy = newproxy and newproxy(true) -- luacheck: ignore 113
  if proxy then
    getmetatable(proxy).__gc = call
  else
    setmetatable({}, { __gc = call })
  end
end

local function raises() error("raised", 0) end

local function garbage()
  local recursive = {}
  recursive[1], recursive.x, recursive.shape, recursive.into = recursive, recursive, recursive, recursive
  return {
    true, false, print, coroutine.create(function() end), "1", "skip", "", 0, 1, -1, nan, huge, -huge, -0.0,
    5e-324, 1e308, 2 ^ 53, io.stdout, ball, recursive, collide, {}, { 1 }, { 1, 2 }, { 1, 2, 3 },
    { 1, 2, 3, 4 }, { x = 1, y = 2, z = 3 }, { x = 1, y = 2 }, { 1, nil, 3 }, { nan, 0, 0 },
    { ball, ball }, { ball, nil, ball }, { [2 ^ 40] = ball }, { ball, x = 1 }, { shape = "sphere" },
    { shape = "sphere", radius = 1 }, { shape = "box", half = { 1, 2, 3 } }, { radius = 1 },
    { max = 5 }, { max = nan }, { ignore = { ball } }, { ignore = recursive }, { inside = "skip" },
    { into = {} }, { into = recursive }, { size = 1 }, { size = 0 }, { dimensions = nan },
    setmetatable({}, { __index = raises }), setmetatable({}, { __index = coroutine.yield }),
    setmetatable({}, { __index = function(t) return t end }),
    setmetatable({ 1, 2, 3 }, { __len = raises, __newindex = raises }),
    { into = setmetatable({}, { __newindex = raises }) }, { into = { point = ball } },
    disc, polygon, { polygon, disc }, { ball, disc }, { { 0, 0 }, { 4, 0 }, { 0, 4 } }, { points = recursive },
    { shape = "polygon", { 0, 0 }, { 4, 0 }, { 0, 4 } }, { shape = "polygon", points = recursive },
    { { shape = "polygon", { 0, 0 }, { 4, 0 }, { 0, 4 } }, disc }, { shape = "capsule", radius = 1, half_height = 1 },
    { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { shape = "hull", points = recursive },
    { shape = "hull", { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, { shape = "hull", { 0, 0 }, { 4, 0 } },
    { ignore = { shape = "polygon", { 0, 0 }, { 4, 0 }, { 0, 4 } } }, { 0, 1 }, { 3, 0 }, { half = { 1, 1 } },
  }
end

local function all_functions()
  local list = {}
  for name, value in pairs(collide) do
    if type(value) == "function" then list[#list + 1] = { name, value } end
  end
  for name, method in pairs(getmetatable(ball).__index) do list[#list + 1] = { name .. "_", method } end
  table.sort(list, function(a, b) return a[1] < b[1] end)
  return list
end

describe("any function with any arguments", function()
  it("returns, or raises a string", function()
    local pick, values, functions = generator(7), garbage(), all_functions()
    for _ = 1, 6000 do
      local arguments, count = {}, pick(8) - 1
      for i = 1, count do
        local kind = pick(12)
        if kind < 9 then arguments[i] = values[pick(#values)] end
        if kind == 9 then arguments[i] = pick(5) - 3 end
        if kind == 10 then arguments[i] = ({ ball, disc, polygon })[pick(3)] end
      end
      local ok, message = pcall(functions[pick(#functions)][2], unpack(arguments, 1, count))
      assert.is_true(ok or type(message) == "string")
    end
  end)
end)

describe("a script that runs during a call", function()
  it("may empty the array whose hits are listed", function()
    local array = {}
    for i = 1, 100 do array[i] = collide.sphere { radius = 1, position = { 0, 0, i } } end
    local function empty()
      for i in pairs(array) do array[i] = nil end
      collectgarbage()
    end
    for _ = 1, 20 do finalized(empty) end
    pcall(collide.raycast_all, array, 0, 0, -5, 0, 0, 1)
  end)

  it("may refer to the shapes weakly", function()
    for _ = 1, 20 do
      local array = setmetatable({}, { __mode = "v" })
      for i = 1, 100 do array[i] = collide.sphere { radius = 1, position = { 0, 0, i } } end
      pcall(collide.raycast_all, array, { 0, 0, -5 }, { 0, 0, 1 })
    end
  end)

  it("does not change a shape by raising an error", function()
    local cone = collide.cone { radius = 1, height = 2, position = { 1, 2, 3 } }
    local before = tostring(cone)
    local vector = setmetatable({}, {
      __index = function(_, name) return name == "z" and error("raised", 0) or 1 end,
    })
    for _, name in ipairs { "set_position", "set_rotation", "set_scale", "set_transform" } do
      assert.is_false(pcall(cone[name], cone, vector))
      assert.equal(before, tostring(cone))
    end
  end)

  it("may not yield from a vector", function()
    local vector = setmetatable({}, { __index = function(_, name) return coroutine.yield(name) end })
    local routine = coroutine.create(function() return ball:raycast(vector, { 0, 0, 1 }) end)
    local ok, message = coroutine.resume(routine)
    assert.is_false(ok)
    assert.matches("yield", message)
  end)
end)

describe("the points of a polygon", function()
  -- A point that calls back when it is asked for its x, y or z.
  local function point(x, y, call)
    return setmetatable({}, {
      __index = function(_, name)
        call()
        return name == "x" and x or name == "y" and y or nil
      end,
    })
  end

  local function triple(call) return { point(0, 0, call), point(4, 0, call), point(0, 4, call) } end

  it("may be removed while they are read", function()
    local points
    local function empty()
      for i in pairs(points) do points[i] = nil end
      collectgarbage()
    end
    points = triple(empty)
    assert.has_error(function() collide.polygon { points = points } end,
      "bad argument #1 to 'polygon' (points[2]: vector expected, got nil)")
  end)

  it("may be added while they are read, which has no effect", function()
    local points
    points = triple(function()
      for _ = 1, 100 do points[#points + 1] = { 1, 1 } end
      collectgarbage()
    end)
    assert.equal("polygon points=((0, 0), (4, 0), (0, 4))", tostring(collide.polygon(points)))
  end)

  it("may raise an error, which leaks nothing", function()
    collectgarbage()
    local before = collectgarbage("count")
    local many = {}
    for i = 1, 1000 do many[i] = { i, i * i } end
    many[1000] = point(0, 0, raises)
    for _ = 1, 100 do
      assert.is_false((pcall(collide.polygon, many)))
      assert.is_false((pcall(collide.bounds, { shape = "polygon", points = many })))
    end
    many = nil -- luacheck: ignore 311
    collectgarbage()
    collectgarbage()
    assert.is_true(collectgarbage("count") < before + 300)
  end)

  it("may create polygons while they are read", function()
    local made = {}
    local points = triple(function() made[#made + 1] = collide.polygon { { 0, 0 }, { 1, 0 }, { 0, 1 } } end)
    local outer = collide.polygon(points)
    collectgarbage()
    assert.equal("polygon points=((0, 0), (4, 0), (0, 4))", tostring(outer))
    for _, inner in ipairs(made) do assert.equal("polygon points=((0, 0), (1, 0), (0, 1))", tostring(inner)) end
  end)

  it("may be described in an array that is emptied meanwhile", function()
    local array
    local function empty()
      for i in pairs(array) do array[i] = nil end
      collectgarbage()
    end
    local function step() collectgarbage("step") end -- a whole collection is slow among so many specs
    for _, name in ipairs { "raycast", "raycast_all", "raycast_any" } do
      array = {}
      for i = 1, 20 do array[i] = { shape = "polygon", points = triple(i == 3 and empty or step) } end
      pcall(collide[name], array, 9, 9, 1, 0)
      for i = 1, 50 do array[i] = { shape = "polygon", points = { { i, 0 }, { i + 1, 0 }, { i, 1 } } } end
      for _ = 1, 20 do finalized(empty) end
      pcall(collide[name], array, -5, 0.5, 1, 0)
    end
  end)

  it("belong to the shape, and survive a garbage collection", function()
    local shapes = {}
    for i = 1, 200 do
      shapes[i] = collide.polygon { { i, 0 }, { i + 1, 0 }, { i, 1 } }
      shapes[i - 3] = nil
      if i % 20 == 0 then collectgarbage() end
    end
    for i, shape in pairs(shapes) do
      shape:set_position(1, 0)
      assert.equal(i + 1, shape:bounds().x)
    end
  end)
end)

describe("a description that changes while it is read", function()
  -- Answers with the next of the values each time the field is asked for.
  local function fickle(fields, name, values)
    local i = 0
    return setmetatable(fields, {
      __index = function(_, key)
        if key ~= name then return nil end
        i = i + 1
        return values[math.min(i, #values)]
      end,
    })
  end

  it("in its dimensions is refused", function()
    local flat, solid = { { 0, 0 }, { 1, 0 }, { 0, 1 } }, { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }
    for times = 1, 6 do
      for _, order in ipairs { { flat, solid }, { solid, flat } } do
        local values = {}
        for i = 1, times do values[i] = order[1] end
        values[times + 1] = order[2]
        local function described() return fickle({ shape = "triangle" }, "points", values) end
        pcall(collide.raycast, described(), { 0, 0 }, { 0, 1 })
        pcall(collide.raycast, { described(), polygon }, { 0, 0 }, { 0, 1 })
        pcall(collide.bounds, described())
        pcall(collide.edges, described())
      end
    end
    assert.has_error(function() collide.bounds(fickle({ shape = "triangle" }, "points", { flat, solid })) end,
      "bad argument #1 to 'bounds' (points[1]: got 3 numbers, a 2D shape takes 2)")
  end)

  it("in its name counts as one or the other", function()
    local names = { "polygon", "sphere", "triangle", "circle", "box", 5 }
    for i = 1, #names do
      for j = 1, #names do
        for _, fields in ipairs { { radius = 1 }, { points = { { 0, 0 }, { 1, 0 }, { 0, 1 } } } } do
          local function described()
            return fickle({ radius = fields.radius, points = fields.points }, "shape", { names[i], names[j] })
          end
          pcall(collide.raycast, described(), { 0, 0 }, { 0, 1 })
          pcall(collide.raycast, { described() }, { 0, 0 }, { 0, 1 })
          pcall(collide.raycast_all, { polygon, described() }, { 0, 0 }, { 0, 1 }, { ignore = described() })
          pcall(collide.bounds, described())
        end
      end
    end
  end)
end)

describe("an empty target", function()
  it("that is filled while the vectors are read has the dimensions of the vectors", function()
    local target = {}
    local function vector(fill)
      return setmetatable({}, {
        __index = function(_, name)
          target[1] = fill
          return name ~= "z" and 1 or nil
        end,
      })
    end
    assert.has_error(function() collide.raycast(target, vector(ball), { 1, 0 }) end,
      "bad argument #1 to 'raycast' (target[1]: a 2D shape expected, got a 3D sphere)")
    target[1] = nil
    local square = collide.polygon { { 0, 0 }, { 4, 0 }, { 4, 4 }, { 0, 4 } } -- nobody has moved this one
    assert.equal(1, collide.raycast(target, vector(square), { 1, 0 }).index)
  end)
end)

describe("a value that is no shape", function()
  it("is refused by a method under another name", function()
    for _, value in ipairs { io.stdout, 1, "ball", {}, print, setmetatable({}, getmetatable(ball)) } do
      assert.is_false(pcall(ball.describe, value))
      assert.is_false(pcall(ball.set_position, value, { 1, 2, 3 }))
    end
    assert.is_false(pcall(getmetatable(ball).__tostring, io.stdout))
  end)

  it("is refused even if its metatable looks like a shape's", function()
    local lookalike = setmetatable({}, getmetatable(ball))
    assert.is_false(pcall(lookalike.bounds, lookalike))
  end)

  it("may be another userdata with the metatable of a shape, a grid or a walk", function()
    local _, walk = collide.cells({ 0, 0 }, { 1, 1 })
    local step = collide.cells({ 0, 0 }, { 1, 1 })
    local kinds = {
      [ball] = function(value) return collide.bounds(value) end,
      [collide.grid()] = function(value) return collide.grid().count(value) end,
      [walk] = function(value) return step(value) end,
    }
    for kind, call in pairs(kinds) do
      for other in pairs(kinds) do
        if other ~= kind then assert.is_false(pcall(call, other)) end
      end
      local file = io.tmpfile()
      local own = debug.getmetatable(file)
      debug.setmetatable(file, debug.getmetatable(kind))
      local done, message = pcall(call, file)
      debug.setmetatable(file, own)
      file:close()
      assert.is_false(done)
      assert.is_truthy(message:find("got userdata", 1, true) or message:find("iterator", 1, true), message)
    end
  end)

  it("may be a shape of a module that was loaded again", function()
    local again = load_again()
    assert.is_false(pcall(again.bounds, ball))
    assert.is_false(pcall(collide.bounds, again.sphere { radius = 1 }))
    assert.is_true(again.raycast_any(again.sphere { radius = 1 }, 0, 0, -5, 0, 0, 1))
  end)
end)

describe("a metatable", function()
  it("may be emptied", function()
    local again = load_again()
    local box = again.box { half = { 1, 1, 1 } }
    local hit = again.raycast(box, { 0, 0, -5 }, { 0, 0, 1 })
    for _, value in ipairs { box, hit, hit.point } do
      local metatable = getmetatable(value)
      for key in pairs(metatable) do metatable[key] = nil end
    end
    assert.equal(4, again.raycast(box, { 0, 0, -5 }, { 0, 0, 1 }).t)
    assert.is_false(pcall(function() return box:bounds() end))
  end)

  it("may get a metamethod that raises an error", function()
    local again = load_again()
    local box = again.box { half = { 1, 1, 1 } }
    local metatable = getmetatable(box)
    metatable.__index, metatable.__gc, metatable.__eq = raises, raises, raises
    assert.equal(4, (again.raycast(box, 0, 0, -5, 0, 0, 1)))
    assert.equal(1, #again.raycast_all({ box }, { 0, 0, -5 }, { 0, 0, 1 }, { ignore = { {
      shape = "sphere", radius = 1,
    } } }))
    metatable.__gc = nil
  end)
end)

describe("an answer", function()
  local function assert_no_negative_zero(...)
    for i = 1, select("#", ...) do
      local x = select(i, ...)
      assert.is_false(x == 0 and 1 / x < 0)
    end
  end

  it("is never -0.0, even if max is", function()
    local box = collide.box { half = { 1, 1, 1 } }
    for _, hollow in ipairs { false, true } do
      local shell = collide.sphere { radius = 1, hollow = hollow }
      assert_no_negative_zero(shell:raycast(0, 0, -1, 0, -0.0, 1, -0.0))
      assert_no_negative_zero(shell:raycast(0, 0, 1, 0, -0.0, 1, -0.0))
    end
    assert_no_negative_zero(box:raycast(-0.0, -0.0, -1, -0.0, 0, 1, { max = -0.0 }))
  end)

  it("is never -0.0, from any kind and cast, even if the arguments are #long", function()
    local choices = { -2, -1, -0.5, -0.0, 0, 0.5, 1, 2 }
    local pick = generator(5)
    local function choose() return choices[pick(#choices)] end
    local kinds = {
      [3] = {
        sphere = { radius = 1 }, box = { half = { 1, 1, 1 } }, cylinder = { radius = 1, half_height = 1 },
        cone = { radius = 1, height = 1 }, capsule = { a = { 0, -1, 0 }, b = { 0, 1, 0 }, radius = 1 },
        plane = { normal = { 0, 1, 0 }, distance = 0 }, triangle = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } },
      },
      [2] = {
        circle = { radius = 1 }, rect = { half = { 1, 1 } }, segment = { { -1, 0 }, { 1, 0 } },
        capsule = { a = { 0, -1 }, b = { 0, 1 }, radius = 1 }, triangle = { { 0, 0 }, { 1, 0 }, { 0, 1 } },
        polygon = { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 0, 1 } }, plane = { normal = { 0, 1 }, distance = 0 },
      },
    }
    local function cast_all(shape, dimensions)
      for _ = 1, 100 do
        local numbers, zero = {}, true
        for k = 1, 2 * dimensions do numbers[k] = choose() end
        for k = dimensions + 1, 2 * dimensions do zero = zero and numbers[k] == 0 end
        for _, cast in ipairs { "raycast", "segmentcast", zero and "segmentcast" or "linecast" } do
          if cast ~= "raycast" or not zero then assert_no_negative_zero(shape[cast](shape, unpack(numbers))) end
        end
      end
    end
    for dimensions, forms in pairs(kinds) do
      for kind, form in pairs(forms) do
        cast_all(collide[kind](form), dimensions)
        if dimensions == 3 then
          local placed = collide[kind](form)
          placed:set_rotation(0, 0, 1, 1)
          placed:set_scale(1, 2, 1)
          cast_all(placed, dimensions)
        end
        if kind ~= "segment" then
          form.hollow = true
          cast_all(collide[kind](form), dimensions)
        end
      end
    end
  end)

  it("is never nan, for very large and very small lengths", function()
    local pick, sizes = generator(3), { 0, 5e-324, 1e-300, 1e-160, 1e-70, 1, 1e70, 1e160, 1e300 }
    local answered = 0
    for _ = 1, 1000 do
      local function any() return sizes[pick(#sizes)] * (pick(2) * 2 - 3) end
      local shapes = {
        collide.sphere { radius = math.abs(any()) },
        collide.cylinder { radius = math.abs(any()), half_height = math.abs(any()) },
        collide.plane { normal = { any(), any(), 1 }, distance = any() },
      }
      local ok, hit = pcall(collide.raycast, shapes, { any(), any(), any() }, { any(), any(), 1 })
      if ok then
        answered = answered + 1
        assert.is_true(hit == nil or hit.t == hit.t and hit.t_exit == hit.t_exit and hit.t >= 0)
      else -- a hit with the plane, far away
        assert.matches("direction: .+ of a hit would ", hit)
      end
    end
    assert.is_true(answered > 800)
  end)
end)

describe("a walk", function()
  local function count(...)
    local cells, last, in_order = 0, 0, true
    for i in collide.cells(...) do
      in_order = in_order and (i == last or i == last + 1)
      cells, last = cells + 1, i
    end
    assert.is_true(in_order)
    return cells
  end

  -- y leaves its cell by 2^-52 on the way, a third along.
  it("may run far along a boundary that it hardly crosses", function()
    local low, high = 1 - 2 ^ -53, 1 + 2 ^ -52
    for length = 300, 20100, 3300 do
      assert.equal(length + 2, count(0.5, low, 0.25, 0.5, high, length))
      assert.equal(length + 2, count(0.25, low, 0.5, length, high, 0.5))
      assert.equal(length + 2, count(low, 0.5, 0.25, high, 0.5, length))
      assert.equal((length + 2) * 5, #collide.trace(0.5, low, 0.25, 0.5, high, length))
    end
  end)

  it("may cross cells of very different sizes", function()
    for power = 0, 280, 20 do
      count(62, 304, 250, 62, 124.33, -5000, { size = { 3, 10 ^ power, 0.7 }, origin = { 0, 134.67, 0 } })
    end
  end)

  it("stays at its end", function()
    for _, next_cell in ipairs { { collide.cells(0, 0, 3, 2) }, { collide.cells({ 0, 0 }, { 3, 2 }) } } do
      local step, state = next_cell[1], next_cell[2]
      while step(state) do end -- luacheck: ignore 542
      for _ = 1, 200 do assert.is_nil(step(state)) end
    end
  end)

  it("continues after an error in the body of the loop, and in another coroutine", function()
    local step, state = collide.cells(0, 0, 100, 50)
    pcall(function()
      for i in step, state do
        if i == 30 then error("enough") end
      end
    end)
    local resume = coroutine.wrap(function()
      while true do coroutine.yield((step(state))) end
    end)
    local i = resume()
    assert.is_true(i == 30 or i == 31) -- 30 may be a group of several cells
    assert.is_true(step(state) >= i)
  end)

  it("survives a garbage collection", function()
    local walks = {}
    for i = 1, 50 do
      local step, state = collide.cells(0, 0, 100 + i, 70)
      walks[i] = { step, state, step(state) }
    end
    collectgarbage()
    collectgarbage()
    for i, walk in ipairs(walks) do
      local last
      for _, _, x in walk[1], walk[2] do last = x end
      assert.equal(100 + i, last)
    end
  end)

  it("accepts only its own state", function()
    for _, from in ipairs { 0, { 0, 0 } } do
      local step = type(from) == "table" and collide.cells(from, { 3, 3 }) or collide.cells(0, 0, 3, 3)
      local _, other = collide.cells({ 0, 0, 0 }, { 3, 3, 3 })
      for _, state in ipairs { io.stdout, ball, {}, "state", 1, other } do pcall(step, state) end
      pcall(step)
    end
  end)

  it("of a thousand million cells is refused by trace", function()
    assert.error_matches(function() collide.trace(0, 0, 1e9, 1e9) end,
      "limit=n in the frame returns the first n", 1, true)
  end)
end)
