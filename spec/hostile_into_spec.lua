-- SPDX-License-Identifier: MIT
--
-- The option `into`: the metatables of a script's tables, and their effects on the writes.
local collide = require("collide")

-- Proxies count the writes that go through them, and raise at the one numbered `forbidden`.
local writes, forbidden

local function proxy(backing)
  return setmetatable({}, {
    __index = backing,
    __newindex = function(_, key, value)
      writes = writes + 1
      if writes == forbidden then error("write " .. writes, 0) end
      backing[key] = value
    end,
    __tostring = function() return "proxy" end,
  })
end

local ball = collide.sphere { radius = 1 }
local triangle = collide.triangle { { -9, -9, 0 }, { 9, -9, 0 }, { 0, 9, 0 } }
local plane = collide.plane { normal = { 0, 1, 0 }, distance = 0 }
local grid = collide.grid()
grid:fill(-3, -3, 2, 3, 3, 4, 5)

-- Calls that answer into the table, each of a different form.
local calls = {
  ["a ball"] = function(into) return ball:raycast({ 0, 0, -5 }, { 0, 0, 1 }, { into = into }) end,
  ["a triangle among others"] = function(into)
    return collide.raycast({ ball, triangle }, 3, 0, 5, 0, 0, -1, { into = into })
  end,
  ["a plane that the line never enters"] = function(into)
    return plane:linecast({ 0, -1, 0 }, { 1, 0, 0 }, { into = into })
  end,
  ["a grid"] = function(into) return grid:raycast({ 0.5, 0.5, 0 }, { 0, 0, 1 }, { into = into }) end,
  ["a grid, at a corner of cells"] = function(into)
    return grid:segmentcast({ 0.5, 0.5, 0.5 }, { 9.5, 9.5, 9.5 }, { into = into })
  end,
}

-- What `into` may be; each returns a new one.
local tables = {
  ["a proxy"] = function() return proxy({}) end,
  ["a proxy of an answer"] = function()
    return proxy(collide.raycast({ triangle }, { 1, 0, 5 }, { 0, 0, -1 }))
  end,
  ["an empty table that refuses fields"] = function()
    return setmetatable({}, getmetatable(proxy({})))
  end,
  ["proxies as vectors"] = function()
    return { normal = proxy({ x = 1, y = 2, z = 3 }), point = proxy({ x = 4, y = 5, z = 6 }), t = 7, face = "side" }
  end,
  ["empty proxies as vectors"] = function() return { normal = proxy({}), point = proxy({}), mine = true } end,
  ["proxies as cells"] = function()
    local into = grid:raycast({ 0.5, 0.5, 0 }, { 0, 0, 1 })
    into.cell, into.cells = proxy({ x = 1 }), { proxy({ x = 2, y = 3, z = 4 }), { x = 5 }, 6, {} }
    return into
  end,
  ["a proxy within a proxy"] = function() return proxy({ point = proxy({ x = 1 }), value = 3, cell = {} }) end,
}

local function sorted(list)
  local names = {}
  for name in pairs(list) do names[#names + 1] = name end
  table.sort(names)
  return names
end

-- Raises at each write in turn, until none is left; then the answer has to be in the table.
local function assert_raises_at_each_write(make, call, check)
  for count = 0, 200 do
    local into = make()
    writes, forbidden = 0, count + 1
    local ok, message = pcall(call, into)
    forbidden = nil
    if ok then
      check(into)
      return count
    end
    assert.equal("write " .. count + 1, message)
  end
  error("it never succeeds")
end

-- The fields of a hit, as the table gives them.
local function plain(hit)
  local copy = {}
  for _, key in ipairs { "t", "t_exit", "inside", "face", "triangle", "u", "v", "index", "shape", "value" } do
    copy[key] = hit[key]
  end
  for _, key in ipairs { "normal", "point", "cell" } do
    local v = hit[key]
    copy[key] = v and { v.x, v.y, v.z }
  end
  for i, v in ipairs(hit.cells or {}) do copy["cell " .. i] = { v.x, v.y, v.z } end
  return copy
end

describe("an answer in `into`", function()
  for _, name in ipairs(sorted(tables)) do
    it(name .. " passes on an error of its metatable, and is otherwise written", function()
      local most = 0
      for _, target in ipairs(sorted(calls)) do
        local call = calls[target]
        local count = assert_raises_at_each_write(tables[name], call, function(into)
          assert.same(plain(call({})), plain(into))
        end)
        most = math.max(most, count)
      end
      assert.is_true(most > 2)
    end)
  end

  it("leaves a table unchanged if an argument is wrong", function()
    local into = { t = 9, normal = { x = 1, y = 2, z = 3 } }
    assert.is_false(pcall(ball.raycast, ball, { 0, 0, -5 }, { 0, 0, 0 }, { into = into }))
    assert.is_false(pcall(ball.raycast, ball, { 0, 0, -5 }, { 0, 0, 1 }, { into = into, max = -1 }))
    assert.same({ t = 9, normal = { x = 1, y = 2, z = 3 } }, into)
  end)

  it("is complete in a table whose setter makes another cast", function()
    local inner, values = proxy({}), { x = 1, y = 2, z = 3 }
    local normal = setmetatable({}, {
      __index = values,
      __newindex = function(_, key, value)
        calls["a grid"](inner)
        values[key] = value
      end,
    })
    local into = calls["a ball"]({ normal = normal, t = 9 })
    assert.equal(normal, into.normal)
    assert.same({ x = 0, y = 0, z = -1 }, values)
    assert.equal(4, into.t)
    assert.equal(5, inner.value)
  end)

  it("writes vectors of a class without __newindex if they have the fields", function()
    local class = { __newindex = function() error("never", 0) end }
    class.__index = class
    local into = { point = setmetatable({ x = 0, y = 0, z = 0 }, class), normal = { x = 0, y = 0, z = 0 } }
    local point = into.point
    calls["a ball"](into)
    assert.equal(point, into.point)
    assert.equal(-1, point.z)
  end)
end)

describe("answers in an array", function()
  local balls = {}
  for i = 1, 40 do balls[i] = collide.sphere { radius = 1, position = { 0, 0, 5 * i } } end

  local function call(into) return collide.raycast_all(balls, { 0, 0, 0 }, { 0, 0, 1 }, { into = into }) end

  local function check(into)
    local whole = call({})
    assert.equal(#whole, #into)
    for i = 1, #whole do assert.same(plain(whole[i]), plain(into[i])) end
  end

  local arrays = {
    ["with one proxy"] = function()
      local into = call({})
      into[7] = proxy({ t = 1 })
      into[41] = { t = 2 }
      return into
    end,
    ["with proxies as vectors"] = function()
      local into = call({})
      for i = 1, 6 do into[6 * i].point = proxy({ x = 1, y = 2, z = 3 }) end
      return into
    end,
    ["that is shorter, with holes and other things"] = function()
      return { proxy({}), false, 5, [7] = { normal = proxy({ x = 1 }) }, [9] = "x", mine = true }
    end,
  }

  for _, name in ipairs(sorted(arrays)) do
    it(name .. " pass on an error of a metatable, and are otherwise written", function()
      assert.is_true(assert_raises_at_each_write(arrays[name], call, check) > 2)
    end)
  end

  it("are written whatever the array had before", function()
    for _, into in ipairs { { true }, { {}, {}, 1 }, { n = 1, [3] = {} }, { ball, ball }, { {}, nil, {} } } do
      check(call(into))
    end
  end)

  it("are safe if a setter empties the array", function()
    local into
    local function empty()
      for i = #into, 1, -1 do into[i] = nil end
      collectgarbage()
    end
    for _, junk in ipairs { false, 5, {}, { normal = 5 } } do
      into = call({})
      into[3].point = setmetatable({}, { __newindex = function()
        empty()
        for i = 1, 10 do into[i] = junk end
      end })
      pcall(call, into)
    end
  end)

  it("in numbers are written whatever the array had before", function()
    local flat = collide.raycast_all(balls, 0, 0, 0, 0, 0, 1)
    for _, into in ipairs { {}, { 1, nil, 3 }, { n = 1 }, { [5] = 5, [100] = 100 }, { 1, 2, 3, 4, 5, 6, 7, 8 } } do
      local n = into.n
      collide.raycast_all(balls, 0, 0, 0, 0, 0, 1, { into = into })
      assert.equal(n, into.n)
      into.n = nil
      assert.same(flat, into)
    end
  end)
end)
