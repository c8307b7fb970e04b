-- SPDX-License-Identifier: MIT
--
-- Batches of casts: each ray has the answer of a single cast, for every source of the numbers.
local collide = require("collide")
local garbage = require("spec.support.garbage")
local random = require("spec.support.random")

local unpack = table.unpack or unpack -- luacheck: ignore 143
local pick = random.generator(20261123)

local function scene(dimensions)
  local function at(x, y) return { x, y, dimensions == 3 and 0 or nil } end
  local ball = dimensions == 2 and collide.circle or collide.sphere
  local grid = collide.grid { dimensions = dimensions }
  grid:set(dimensions == 2 and { 3, 3 } or { 3, 3, 0 }, 1)
  local group = collide.group { ball { radius = 1, position = at(5, 0) }, ball { radius = 2, position = at(-5, 0) } }
  local array = { grid, group, ball { radius = 1, layer = "wall" } }
  local targets = { array[3], grid, group, array, collide.world { unpack(array) }, { group, collide.world { grid } } }
  if dimensions == 3 then
    targets[#targets + 1] = collide.mesh { vertices = { -4, -4, 1, 4, -4, 1, 0, 4, 1 }, triangles = { 1, 2, 3 } }
  end
  return targets
end

-- What the casts say one by one.
local function one_by_one(name, target, rays, dimensions, options)
  local answers = {}
  for i = 0, #rays / (2 * dimensions) - 1 do
    local row = { unpack(rays, 2 * dimensions * i + 1, 2 * dimensions * (i + 1)) }
    row[#row + 1] = options
    local list = { collide[name](target, unpack(row)) }
    if list[1] then
      for k = 1, dimensions + 1 do answers[#answers + 1] = list[k] end
      answers[#answers + 1] = list[3 + 2 * dimensions] or 1
    else
      answers[#answers + 1] = math.huge
      for _ = 1, dimensions + 1 do answers[#answers + 1] = 0 end
    end
  end
  return answers
end

-- The bytes of a double on this machine.
local function packed(numbers)
  if string.pack then return string.pack(("d"):rep(#numbers), unpack(numbers)) end
  local ffi = rawget(_G, "jit") and require("ffi")
  return ffi and ffi.string(ffi.new("double[?]", #numbers, numbers), 8 * #numbers)
end

describe("a batch", function()
  for dimensions = 2, 3 do
    it(("gives the answers of single casts, at every target of %dD"):format(dimensions), function()
      for _, target in ipairs(scene(dimensions)) do
        local rays = {}
        for i = 1, 60 * 2 * dimensions do rays[i] = (pick(160) - 80.25) / 10 end
        for _, options in ipairs { false, { ignore = "wall" }, { inside = "skip" },
          { filter = function(m) return m:get_layer() == nil end } } do
          for _, name in ipairs { "raycast", "segmentcast" } do
            local expected = one_by_one(name, target, rays, dimensions, options or nil)
            assert.same(expected, collide[name .. "_many"](target, rays, options or nil))
          end
        end
        assert.same(one_by_one("raycast", target, rays, dimensions, { max = 0.5 }),
          collide.raycast_many(target, rays, { max = 0.5 }))
        local bytes = packed(rays)
        if bytes then assert.same(collide.raycast_many(target, rays), collide.raycast_many(target, bytes)) end
      end
    end)
  end

  it("accepts a Data of LÖVE and a cdata of LuaJIT", function()
    local ffi = rawget(_G, "jit") and require("ffi")
    if not ffi then return end
    local disc = collide.circle { radius = 1 }
    local data = ffi.new("double[8]", { -5, 0, 1, 0, -5, 3, 1, 0 })
    local expected = { 4, -1, 0, 1, math.huge, 0, 0, 0 }
    assert.same(expected, disc:raycast_many(data, { count = 2 }))
    assert.same({ 4, -1, 0, 1 }, disc:raycast_many(ffi.cast("double *", data), { count = 1 }))
    assert.has_error(function() disc:raycast_many(data) end,
      "bad argument #1 to 'raycast_many' (rays: a cdata needs the option count)")
  end)

  it("accepts doubles in rows and structs, and reads no byte beyond a cdata", function()
    local ffi = rawget(_G, "jit") and require("ffi")
    if not ffi then return end
    local disc, bad = collide.circle { radius = 1 }, "bad argument #%d to 'raycast_many' (%s)"
    local rows = ffi.new("double[2][4]", { { -5, 0, 1, 0 }, { -6, 0, 1, 0 } })
    assert.same({ 4, -1, 0, 1, 5, -1, 0, 1 }, disc:raycast_many(rows, { count = 2 }))
    assert.same({ 5, -1, 0, 1 }, disc:raycast_many(rows[1], { count = 1 }))
    local struct = ffi.new("struct { double x, y, dx, dy; }", -5, 0, 1, 0)
    assert.same({ 4, -1, 0, 1 }, disc:raycast_many(struct, { count = 1 }))
    for _, short in ipairs { rows[0], struct, ffi.new("double[?]", 4) } do
      assert.has_error(function() disc:raycast_many(short, { count = 2 }) end,
        bad:format(2, "count: there is only 1 ray"))
    end
    -- To ffi.cast the integer and the type would be addresses.
    for _, other in ipairs { ffi.new("int64_t", 5), ffi.typeof("double"), ffi.new("double", 8), ffi.new("float[8]") } do
      assert.has_error(function() disc:raycast_many(other, { count = 1 }) end,
        bad:format(1, "rays: doubles expected, or a pointer to them, got another cdata"))
    end
  end)

  it("accepts the address of a Data only as a light userdata", function()
    local make = rawget(_G, "newproxy") -- not there in 5.2 and later
    if not make then return end
    local disc, fake = collide.circle { radius = 1 }, make(true)
    for _, place in ipairs { {}, "bytes", print, 5 } do
      getmetatable(fake).__index = { getPointer = function() return place end, getSize = function() return 3200 end }
      assert.has_error(function() disc:raycast_many(fake) end, "bad argument #1 to 'raycast_many' "
        .. "(rays: array of numbers, string or Data expected, got userdata)")
    end
  end)

  it("reads the address of a Data after it has allocated memory", function()
    local make, upvalue = rawget(_G, "newproxy"), debug.upvalueid
    if not make or not upvalue then return end -- what gives a light userdata
    local order, held, fake = {}, { -5, 0, 1, 0 }, make(true)
    local function hold() return held end
    getmetatable(fake).__index = {
      getSize = function() order[#order + 1] = "size" return 0 end,
      getPointer = function() order[#order + 1] = "place" return upvalue(hold, 1) end,
    }
    assert.same({}, collide.circle({ radius = 1 }):raycast_many(fake))
    assert.same({ "size", "place" }, order)
  end)

  it("fills a table and cuts it, without garbage", function()
    local disc, into = collide.circle { radius = 1 }, { 1, 2, 3, 4, 5, 6, 7, 8, 9 }
    assert.equal(into, disc:raycast_many({ -5, 0, 1, 0 }, { into = into }))
    assert.same({ 4, -1, 0, 1 }, into)
    assert.same({}, disc:raycast_many({}))
    assert.same({ 4, -1, 0, 1 }, disc:raycast_many({ -5, 0, 1, 0, 9, 9, 1, 1 }, { count = 1 }))
    local rays, options = {}, { into = {} }
    for i = 1, 400 do rays[i] = (pick(160) - 80.25) / 10 end
    local world = collide.world { disc }
    garbage.assert_below(0.5, function() world:raycast_many(rays, options) end)
  end)

  it("leaves `into` unchanged if it raises, and may run inside a filter", function()
    local disc, into = collide.circle { radius = 1 }, { 7 }
    for _, case in ipairs {
      { { 0, 0, 1 }, "rays: got 3 numbers, each takes 4" },
      { { 0, 0, 1, "1" }, "rays[4]: number expected, got string" },
      { { 0, 0, 1, 0 / 0 }, "rays[1] must be finite, got nan" },
      { { 5, 5, 1, 0, 0, 0, 0, 0 }, "rays[2]: the direction must not be zero" },
      { 7, "rays: array of numbers, string or Data expected, got number" },
      { "123", "rays: packed doubles expected, got 3 bytes" },
    } do
      assert.has_error(function() collide.raycast_many(disc, case[1], { into = into }) end,
        ("bad argument #2 to 'raycast_many' (%s)"):format(case[2]))
    end
    local fine = pcall(collide.raycast_many, { disc }, { -5, 0, 1, 0 }, { into = into, filter = function()
      error("mine")
    end })
    assert.is_false(fine)
    assert.same({ 7 }, into)
    local answers = collide.raycast_many({ disc }, { -5, 0, 1, 0, -6, 0, 1, 0 }, { filter = function()
      return #disc:raycast_many { 0, 0, 1, 0, 9, 9, 1, 0 } == 8
    end })
    assert.same({ 4, -1, 0, 1, 5, -1, 0, 1 }, answers)
    assert.has_error(function() collide.raycast_many({}, {}) end, "bad argument #1 to 'raycast_many' (target: a "
      .. "target with a member expected, or a world with dimensions)")
    assert.same({ math.huge, 0, 0, 0 }, collide.world({ dimensions = 2 }):segmentcast_many { 0, 0, 1, 0 })
  end)
end)
