-- SPDX-License-Identifier: MIT
--
-- The option `into` when something raises: the tables are as they were (issue 10).
local collide = require("collide")

-- A copy of a table and of the tables in it, and of what proxies hold; `identity` tells tables apart.
local function snapshot(value, seen)
  if type(value) ~= "table" then return value end
  seen = seen or {}
  if seen[value] then return seen[value] end
  local copy = { identity = tostring(value):gsub("^.*: ", "") }
  seen[value] = copy
  local metatable = getmetatable(value)
  if metatable and metatable.backing then copy.backing = snapshot(metatable.backing, seen) end
  for key, item in next, value do copy[key] = snapshot(item, seen) end
  return copy
end

-- LuaJIT for x64 before April 2022 sometimes compiles a `next`, as in `snapshot`, so that half of a
-- pointer is lost (LuaJIT's issue 829). Its interpreter is right.
setup(function() if jit then jit.off() end end) -- luacheck: ignore 113
teardown(function() if jit then jit.on() end end) -- luacheck: ignore 113

-- Counts the writes that go through proxies, and raises at one of them.
local writes, forbidden

local function proxy(backing)
  return setmetatable({}, {
    backing = backing,
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
local function assert_all_or_nothing(make, call, check)
  local count = 0
  repeat
    local into = make()
    local before = snapshot(into)
    writes, forbidden = 0, count + 1
    local ok, message = pcall(call, into)
    forbidden = nil
    if ok then
      check(into)
      return count
    end
    count = count + 1
    assert.equal("write " .. count, message)
    assert.same(before, snapshot(into))
  until count > 200
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

describe("an answer into", function()
  for _, name in ipairs(sorted(tables)) do
    it(name .. " is written wholly, or not at all", function()
      local most = 0
      for _, target in ipairs(sorted(calls)) do
        local call = calls[target]
        local count = assert_all_or_nothing(tables[name], call, function(into)
          assert.same(plain(call({})), plain(into))
        end)
        most = math.max(most, count)
      end
      assert.is_true(most > 2)
    end)
  end

  it("a table is not begun when the vectors cannot be read", function()
    local point = setmetatable({}, { __index = function() error("unreadable", 0) end })
    local into = { t = 9, normal = { x = 1, y = 2, z = 3 }, point = point, index = 4 }
    local before = snapshot(into)
    local ok, message = pcall(calls["a ball"], into)
    assert.is_false(ok)
    assert.equal("unreadable", message)
    assert.same(before, snapshot(into))
  end)

  it("a table whose setter casts in turn counts its own writes", function()
    local inner = proxy({})
    local values, written = { x = 1, y = 2, z = 3 }, 0
    local normal = setmetatable({}, {
      __index = values,
      __newindex = function(_, key, value)
        calls["a grid"](inner)
        written = written + 1
        if written == 3 then error("third", 0) end
        values[key] = value
      end,
    })
    writes, forbidden = 0, nil
    local into = { normal = normal, t = 9 }
    local ok, message = pcall(calls["a ball"], into)
    assert.is_false(ok)
    assert.equal("third", message)
    assert.same({ x = 1, y = 2, z = 3 }, values)
    assert.equal(9, into.t)
    assert.is_nil(into.point)
    assert.equal(5, inner.value)
  end)

  it("a setter that raises even when the old value comes back is the only one to keep its state", function()
    local broken = false
    local point = setmetatable({}, {
      __index = { x = 1, y = 2, z = 3 },
      __newindex = function() broken = true error("broken", 0) end,
    })
    local into = { point = point, normal = { x = 1, y = 2, z = 3 }, t = 9, t_exit = 9, inside = true }
    local before = snapshot(into)
    assert.is_false((pcall(calls["a ball"], into)))
    assert.is_true(broken)
    assert.same(before, snapshot(into))
  end)

  it("vectors of a class are written without its __newindex where they have the fields", function()
    local class = { __newindex = function() error("never", 0) end }
    class.__index = class
    local into = { point = setmetatable({ x = 0, y = 0, z = 0 }, class), normal = { x = 0, y = 0, z = 0 } }
    local point = into.point
    calls["a ball"](into)
    assert.equal(point, into.point)
    assert.equal(-1, point.z)
  end)
end)

describe("answers into an array", function()
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
    it(name .. " are written wholly, or not at all", function()
      assert.is_true(assert_all_or_nothing(arrays[name], call, check) > 2)
    end)
  end

  it("are there, whatever the array held before", function()
    for _, into in ipairs { { true }, { {}, {}, 1 }, { n = 1, [3] = {} }, { ball, ball }, { {}, nil, {} } } do
      check(call(into))
    end
  end)

  it("that a setter empties, do no harm", function()
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

  it("in numbers are there, whatever the array held before", function()
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
