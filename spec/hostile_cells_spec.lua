-- SPDX-License-Identifier: MIT
--
-- Walks over cells, and scripts that run during a walk.
local collide = require("collide")

local ball = collide.sphere { radius = 1 }

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
    local ok, message = pcall(collide.trace, 0, 0, 1e9, 1e9)
    assert.is_false(ok)
    assert.matches("limit=n in the frame returns the first n", message, 1, true)
  end)
end)
