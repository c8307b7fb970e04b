-- SPDX-License-Identifier: MIT
--
-- The forms of arguments and answers of a pair with a point.
local collide = require("collide")
local garbage = require("spec.support.garbage")
local pairs_of = require("spec.support.pairs")

local circle, rect, plane = pairs_of.circle, pairs_of.rect, pairs_of.plane

describe("a pair with a point", function()
  local tile = rect(0, 0, 2, 1)

  it("answers in the form of the first point", function()
    assert.same({ 0, 1, 0.5, 1, 0.5 }, { collide.contact(1, 0.5, tile) })
    assert.same({ 0, -1, 0.5, 1, 0.5 }, { tile:contact(1, 0.5) })
    assert.equal(0.5, tile:contact({ 1, 0.5 }).depth)
    assert.equal(0.5, collide.contact({ x = 1, y = 0.5 }, tile).depth)
    assert.same({ 5, 5, 5, 2, 1 }, { collide.distance(5, 5, tile) })
    assert.same({ 5, 2, 1, 5, 5 }, { collide.distance(tile, 5, 5) })
    assert.same({ 5, { x = 5, y = 5 }, { x = 2, y = 1 } }, { collide.distance({ 5, 5 }, tile) })
    assert.same({ 5, 0, 0, 3, 4 }, { collide.distance(0, 0, { 3, 4 }) })
    assert.same({ 5, { x = 0, y = 0 }, { x = 3, y = 4 } }, { collide.distance({ 0, 0 }, 3, 4) })
    assert.same({ 5, 0, 0, 3, 4 }, { collide.distance(0, 0, 3, 4) })
  end)

  it("returns a single nil on a miss", function()
    assert.equal(1, select("#", collide.contact(5, 5, tile)))
    assert.is_nil(collide.contact(5, 5, tile))
    assert.is_nil(collide.contact({ 5, 5 }, tile))
    assert.is_nil(collide.contact(tile, circle(9, 9, 1)))
  end)

  it("accepts objects with x and y, and ignores z", function()
    local object = setmetatable({}, { __index = function(_, key)
      assert(key == "x" or key == "y" or key == "shape", "asked for " .. tostring(key))
      return ({ x = 1, y = 0.5 })[key]
    end })
    assert.is_true(collide.overlap(tile, object))
    assert.is_true(collide.overlap(object, tile))
    assert.equal(0.5, collide.contact(object, tile).depth)
    assert.is_true(tile:contains(object))
    local with_z = setmetatable({}, { __index = { x = 1, y = 0.5, z = 7 } })
    assert.is_true(tile:overlap(with_z))
    assert.same({ 0, { x = 1, y = 0.5 } }, { tile:closest(with_z) })
  end)

  it("returns new vectors of two dimensions", function()
    local first, second = tile:contact { 1, 0.5 }, tile:contact { 1, 0.5 }
    assert.is_nil(first.normal.z)
    assert.is_nil(first.point.z)
    first.normal.x, first.extra = 7, 1
    assert.equal(0, second.normal.x)
    local _, on_a, on_b = collide.distance({ 1, 0.5 }, tile)
    assert.is_false(rawequal(on_a, on_b))
  end)

  it("has no -0.0 in its answer", function()
    local function assert_positive(...)
      for i = 1, select("#", ...) do
        local x = select(i, ...)
        assert.is_false(x == 0 and 1 / x < 0)
      end
    end
    for _, p in ipairs { { 0, 0 }, { -0.0, -0.0 }, { -1, 0 }, { 0, -1 }, { -2, -0.0 } } do
      for _, shape in ipairs { tile, circle(-0.0, 0, 1), circle(0, -0.0, 0), plane(-1, -0.0, 0),
        collide.segment { { -1, 0 }, { 1, -0.0 } } } do
        assert_positive(collide.contact(p[1], p[2], shape))
        assert_positive(collide.contact(shape, p[1], p[2]))
        assert_positive(collide.distance(shape, p[1], p[2]))
        assert_positive(collide.closest(shape, p[1], p[2]))
      end
    end
  end)

  it("makes no garbage in numbers", function()
    local function ask()
      for _ = 1, 1000 do
        collide.contact(1, 0.5, tile)
        collide.distance(5, 5, tile)
        collide.closest(tile, 5, 5)
        collide.overlap(tile, 1, 0.5)
      end
    end
    garbage.assert_below(0.5, ask)
  end)
end)
