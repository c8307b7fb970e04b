-- SPDX-License-Identifier: MIT
--
-- Careless and hostile arguments of `hull` and `faces`.
local collide = require("collide")
local generator = require("spec.support.random").generator

local nan, huge = 0 / 0, math.huge

local function raises() error("raised", 0) end

-- A point that calls back when it is asked for its x, y or z.
local function point(x, y, z, call)
  local values = { x = x, y = y, z = z }
  return setmetatable({}, { __index = function(_, name)
    call()
    return values[name]
  end })
end

local function corners(call)
  return { point(0, 0, 0, call), point(4, 0, 0, call), point(0, 4, 0, call), point(0, 0, 4, call) }
end

local function message(...)
  local ok, text = pcall(...)
  assert.is_false(ok)
  return text
end

local function raised(points)
  return (message(collide.hull, { points = points }):gsub("^bad argument #1 to 'hull' ", ""))
end

local function faces_of(points)
  local lines = {}
  for i, face in ipairs(collide.hull(points):faces()) do lines[i] = table.concat(face, " ") end
  return table.concat(lines, "; ")
end

local TETRAHEDRON = "1 2 4; 1 3 2; 1 4 3; 2 3 4"

describe("the points of a hull", function()
  it("must be finite, and small enough that their products do not overflow", function()
    for _, bad in ipairs { nan, huge, -huge } do
      for axis = 1, 3 do
        local points = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 }, { 1, 1, 1 } }
        points[3][axis] = bad
        assert.matches("(points[3] must be finite, got ", raised(points), 1, true)
      end
    end
    for _, large in ipairs { 1.01e100, -1e200, 1e300 } do
      assert.equal("(points[4] is too large to work with, a hull has coordinates up to 1e100)",
        raised { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, large } })
    end
  end)

  it("may be very close together, and an ulp from one plane", function()
    local tiny = 5e-324
    assert.equal(TETRAHEDRON, faces_of { { 0, 0, 0 }, { tiny, 0, 0 }, { 0, tiny, 0 }, { 0, 0, tiny } })
    assert.equal(TETRAHEDRON, faces_of { { 0, 0, 1 }, { 1, 0, 1 }, { 0, 1, 1 }, { 0, 0, 1 + 2 ^ -52 } })
    assert.equal(TETRAHEDRON, faces_of { { 0, 0, 0 }, { 1e100, 0, 0 }, { 0, 1e100, 0 }, { 0, 0, tiny } })
  end)

  it("are refused if all are in one plane, on one line, or equal", function()
    local flat = "(points: all in one plane, a 3D hull has volume)"
    local plane, line, same = {}, {}, {}
    for i = 1, 300 do
      local x, y = i % 17, i % 23
      plane[i], line[i], same[i] = { x, y, 2 * x - 3 * y }, { i, 2 * i, -i }, { 0.1, 0.2, 0.3 }
    end
    assert.equal(flat, raised(plane))
    assert.equal(flat, raised(line))
    assert.equal(flat, raised(same))
  end)

  it("must be vectors or numbers in an array", function()
    local nested = { { { 0, 0, 0 }, { 1, 0, 0 } }, { { 0, 1, 0 }, { 0, 0, 1 } } }
    assert.matches("(points[1][1]: number expected, got table", raised(nested), 1, true)
    local recursive = {}
    for i = 1, 4 do recursive[i] = recursive end
    assert.is_string(raised(recursive))
    assert.is_string(raised { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 1 } })
    assert.is_string(raised { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, 7 })
    assert.is_string(raised { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, {} })
    assert.is_string(raised { 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, nan })
    assert.is_string(raised("points"))
    assert.is_string(raised(io.stdout))
    assert.is_string(raised {})
  end)

  it("are at most 65536, a limit that is checked before memory is allocated", function()
    local points, numbers = {}, {}
    for i = 1, 65537 do
      points[i] = { i, i * i % 1009, i % 31 }
      numbers[3 * i - 2], numbers[3 * i - 1], numbers[3 * i] = i, i * i % 1009, i % 31
    end
    assert.equal("(points: got 65537 points, the limit is 65536)", raised(points))
    assert.equal("(points: got 65537 points, the limit is 65536)", raised(numbers))
  end)

  it("may be removed while they are read", function()
    local seen = {}
    for last = 1, 40 do
      local points, calls = nil, 0
      points = corners(function()
        calls = calls + 1
        if calls < last then return end
        for i in pairs(points) do points[i] = nil end
        collectgarbage()
      end)
      local ok, text = pcall(collide.hull, points)
      if not ok then seen[#seen + 1] = text:match("%((.*)%)$") end
    end
    assert.matches("points: got 0, a hull takes 4 or more", seen[1], 1, true)
    assert.matches("points[4]: vector expected, got nil", seen[#seen], 1, true)
  end)

  it("may be added or replaced while they are read, which has no effect", function()
    local points
    points = corners(function()
      for i = 5, 104 do points[i] = { 9, 9, i } end
      collectgarbage()
    end)
    points[1] = { 0, 0, 0 } -- tells the dimensions, before the points are counted
    assert.equal(TETRAHEDRON, faces_of(points))
    local described = collide.hull(points):describe()
    described.points[1][1] = 77
    assert.equal(0, collide.hull(corners(function() end)):describe().points[1][1])
  end)

  it("may raise an error, which leaks nothing", function()
    local many = {}
    for i = 1, 1000 do many[i] = { i, i * i, i * i * i } end
    many[1000] = point(0, 0, 0, raises)
    collectgarbage()
    collectgarbage()
    local before = collectgarbage("count")
    for _ = 1, 20 do
      assert.equal("raised", message(collide.hull, many))
      assert.equal("raised", message(collide.bounds, { shape = "hull", points = many }))
    end
    collectgarbage()
    collectgarbage()
    assert.is_true(collectgarbage("count") < before + 300)
  end)

  it("may yield if the Lua allows it, and otherwise raise an error", function()
    local points = corners(function() coroutine.yield(1) end)
    local ok, text = coroutine.resume(coroutine.create(function() return collide.hull(points) end))
    assert.is_false(ok)
    assert.is_string(text)
  end)

  it("may create hulls while they are read", function()
    local made, inner = {}, { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }
    local outer = collide.hull(corners(function() made[#made + 1] = collide.hull(inner) end))
    collectgarbage()
    assert.equal("hull points=((0, 0, 0), (4, 0, 0), (0, 4, 0), (0, 0, 4))", tostring(outer))
    for _, hull in ipairs(made) do
      assert.equal("hull points=((0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1))", tostring(hull))
    end
  end)

  it("stay with the shape after a garbage collection", function()
    local pick = generator(5)
    local hulls = {}
    for i = 1, 50 do
      local points = {}
      for k = 1, 3 + pick(20) do points[k] = { pick(99), pick(99), pick(99) } end
      local ok, hull = pcall(collide.hull, points)
      hulls[i] = ok and { hull, points, tostring(hull) } or nil
      collectgarbage("step")
    end
    collectgarbage()
    for _, kept in pairs(hulls) do
      assert.equal(kept[3], tostring(kept[1]))
      for _, p in ipairs(kept[2]) do assert.is_true(kept[1]:contains(p)) end
    end
  end)
end)

describe("faces", function()
  it("raises an error for a shape that is no hull", function()
    for _, other in ipairs { 1, "hull", {}, collide, io.stdout, print, { 1, 2, 3 }, collide.sphere { radius = 1 },
      collide.polygon { { 0, 0 }, { 1, 0 }, { 0, 1 } }, collide.hull { { 0, 0 }, { 1, 0 }, { 0, 1 } },
      { shape = "hull", points = corners(raises) } } do
      assert.is_string(message(collide.faces, other))
    end
    assert.is_string(message(collide.faces))
    assert.is_string(message(collide.faces, collide.hull(corners(function() end)), 1))
  end)

  it("returns new tables, which a script may change", function()
    local hull = collide.hull(corners(function() end))
    local faces = hull:faces()
    faces[1][1], faces[2] = 77, nil
    assert.equal(1, hull:faces()[1][1])
    assert.equal(4, #hull:faces())
  end)
end)
