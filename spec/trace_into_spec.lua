-- SPDX-License-Identifier: MIT
--
-- `into` in the frame of `trace`: the array to fill in place of a new one.
local collide = require("collide")
local garbage = require("spec.support.garbage")

local unpack = table.unpack or unpack -- luacheck: ignore 143

describe("trace into an array", function()
  local walks = {
    { 0.5, 0.5, 7.25, 3.5 }, { 0, 0, 4, 4 }, { 3.5, -2.5, 3.5, -2.5 }, { 9, 1, -3, 1 },
    { 0.5, 0.5, 0.5, 3.25, 2.5, -1.5 }, { 0, 0, 0, 3, 3, 3 }, { 0.25, 0.5, 0.75, 200.25, 100.5, 50.75 },
  }

  it("writes the content of a new array, and returns it", function()
    local array = {}
    for _ = 1, 2 do
      for _, walk in ipairs(walks) do
        local expected = collide.trace(unpack(walk))
        walk[#walk + 1] = { into = array }
        assert.is_true(rawequal(array, collide.trace(unpack(walk))))
        walk[#walk] = nil
        assert.equal(#expected, #array)
        assert.same(expected, array)
        if math.type then
          for i, value in ipairs(expected) do assert.equal(math.type(value), math.type(array[i])) end
        end
      end
    end
  end)

  it("works with the other fields of the frame", function()
    local array = {}
    for _, frame in ipairs { { size = 16 }, { size = { 2, 3 }, origin = { 0.5, -1 } }, { limit = 3 }, { limit = 1 },
      { limit = 5, size = 0.5, dimensions = 2 } } do
      local expected = collide.trace(0, 0, 30, 30, frame)
      frame.into = array
      assert.same(expected, collide.trace(0, 0, 30, 30, frame))
      assert.equal(#expected, #array)
    end
  end)

  it("keeps other fields of the array, and calls no metatable", function()
    local function refuse() error("asked") end
    local array = setmetatable({ 1, 2, name = "kept" }, { __index = refuse, __newindex = refuse, __len = refuse })
    collide.trace(0.5, 0.5, 1.5, 0.5, { into = array })
    assert.equal("kept", rawget(array, "name"))
    setmetatable(array, nil)
    assert.same({ 1, 0, 0, 0, 2, 0.5, 1, 0, name = "kept" }, array)
  end)

  it("fills holes", function()
    local array = { 1, nil, 3, nil, nil, 6 }
    collide.trace(0.5, 0.5, 1.5, 0.5, { into = array })
    assert.same({ 1, 0, 0, 0, 2, 0.5, 1, 0 }, array)
  end)

  it("leaves the array unchanged if it raises an error", function()
    local array = { 7, 8, 9 }
    for _, call in ipairs {
      function() collide.trace(0, 0, 2 ^ 40, 0, { into = array }) end,
      function() collide.trace(0, 0, 2 ^ 53, 0, { into = array }) end,
      function() collide.trace(0, 0, 4, 0, { into = array, limit = 0 }) end,
      function() collide.trace(0, 0, 4, 0, { into = array, size = -1 }) end,
      function() collide.trace({ 0, 0 }, { 4, 0 }, { into = array }) end,
    } do
      assert.is_false(pcall(call))
      assert.same({ 7, 8, 9 }, array)
    end
  end)

  it("refuses a value that is no table, and points in tables", function()
    assert.has_error(function() collide.trace(0, 0, 4, 0, { into = 5 }) end,
      "bad argument #5 to 'trace' (into: table expected, got number)")
    assert.has_error(function() collide.trace({ 0, 0 }, { 4, 0 }, { into = {} }) end,
      "bad argument #3 to 'trace' (into is only for points in numbers; groups of points in tables are always new)")
  end)

  it("has no effect in frames of other functions", function()
    local frame = { size = 2, into = { 7 } }
    assert.same({ 1, 0 }, { collide.cell_at(3, 1, frame) })
    for _ in collide.cells(0, 0, 4, 0, frame) do assert.same({ 7 }, frame.into) end
  end)

  it("makes no garbage for walks of equal length, and little for others", function()
    local frame = { into = {} }
    local function ask(change)
      for i = 1, 100 do collide.trace(0.5, 0.5, 50.5 - i % change, 20.25, frame) end
    end
    garbage.assert_below(0.5, function() ask(1) end)
    -- 5.1 and LuaJIT resize an array from which values were cut
    garbage.assert_below(4, function() ask(7) end)
  end)
end)
