-- SPDX-License-Identifier: MIT
-- As methods of a world, grid or mesh, contact, contact_all and distance answer for the shape that is passed.
local collide = require "collide"
collide.layers { "none of them" }

local CUBE = {
  vertices = { 0, 0, 0, 4, 0, 0, 4, 4, 0, 0, 4, 0, 0, 0, 4, 4, 0, 4, 4, 4, 4, 0, 4, 4 },
  triangles = { 1, 3, 2, 1, 4, 3, 5, 6, 7, 5, 7, 8, 1, 2, 6, 1, 6, 5, 3, 4, 8, 3, 8, 7, 1, 5, 8, 1, 8, 4, 2, 3, 7,
    2, 7, 6 },
}

local function grid_of(dimensions)
  local grid = collide.grid { dimensions = dimensions }
  grid:fill(dimensions == 2 and { 0, 0 } or { 0, 0, 0 }, dimensions == 2 and { 3, 3 } or { 3, 3, 3 }, 2)
  return grid
end

-- Each has its top at y = 4, over x = 1.
local TARGETS = {
  ["a grid"] = { 2, function() return grid_of(2) end },
  ["a grid in space"] = { 3, function() return grid_of(3) end },
  ["a mesh"] = { 3, function() return collide.mesh(CUBE) end },
  ["a world"] = { 2, function()
    return collide.world { collide.rect { min = { 0, 0 }, max = { 2, 4 } }, grid_of(2) }
  end },
  ["a world with a mesh"] = { 3, function() return collide.world { collide.mesh(CUBE) } end },
}

local function flat(value)
  if type(value) ~= "table" then return tostring(value) end
  local keys, parts = {}, {}
  for key in pairs(value) do keys[#keys + 1] = key end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(keys) do
    local field = value[key]
    parts[#parts + 1] = key .. "=" .. (key == "shape" and tostring(field) or flat(field))
  end
  return "{" .. table.concat(parts, " ") .. "}"
end

local function all(...)
  local list = {}
  for i = 1, select("#", ...) do list[i] = flat((select(i, ...))) end
  return table.concat(list, " | ")
end

describe("contact, contact_all and distance", function()
  for name, row in pairs(TARGETS) do
    local dimensions, make = row[1], row[2]
    local function at(x, y) return dimensions == 2 and { x, y } or { x, y, 1.25 } end
    local function disc(x, y, radius)
      return (dimensions == 2 and collide.circle or collide.sphere) { radius = radius, position = at(x, y) }
    end

    it("as methods of " .. name .. " push the shape that is passed out of it", function()
      local target, one = make(), disc(1.25, 4.5, 0.75)
      local contact = target:contact(one)
      assert.are.equal(1, contact.normal.y)
      assert.are.equal(0.25, contact.depth)
      one:translate(dimensions == 2 and { 0, 0.25 } or { 0, 0.25, 0 })
      assert.are.equal(0, target:contact(one).depth)
      assert.are.equal(1, target:contact_all(one)[1].normal.y)
    end)

    it("as methods of " .. name .. " return the point of the shape first", function()
      local target, one = make(), disc(1.25, 6, 0.5)
      local distance, on_shape, on_target = target:distance(one)
      assert.are.same({ 1.5, 5.5, 4 }, { distance, on_shape.y, on_target.y })
    end)

    it("as methods of " .. name .. " give every answer of the functions with the shape first", function()
      local target = make()
      local group = collide.group { disc(1.25, 4.25, 0.75), disc(3.5, 4.5, 0.75) }
      for _, one in ipairs { disc(1.25, 4.5, 0.75), disc(2, 2, 3), disc(1, 9, 0.5), disc(4.5, 4.5, 1), group,
        at(1.25, 3.75), at(9, 9), disc(4, 4, 2):describe() } do
        for _, rest in ipairs { {}, { { touching = "skip" } }, { { ignore = "none of them" } }, { "numbers" } } do
          if not (rest[1] == "numbers" and type(one) == "table") then
            for _, query in ipairs { "contact", "contact_all", "distance" } do
              if not (query == "distance" and type(rest[1]) == "table" and rest[1].touching) then
                assert.are.equal(all(collide[query](one, target, rest[1])), all(target[query](target, one, rest[1])))
              end
            end
          end
        end
      end
    end)

    it("as methods of " .. name .. " take points in numbers", function()
      local target, third = make(), dimensions == 3 and 1.25 or nil
      local function call(query, x, y, first)
        if third then
          if first then return collide[query](x, y, third, target) end
          return target[query](target, x, y, third)
        end
        if first then return collide[query](x, y, target) end
        return target[query](target, x, y)
      end
      for _, query in ipairs { "contact", "contact_all", "distance" } do
        for _, y in ipairs { 3.75, 4, 6 } do
          assert.are.equal(all(call(query, 1.25, y, true)), all(call(query, 1.25, y)))
        end
      end
      local _, ny = call("contact", 1.25, 4)
      assert.are.equal(1, ny)
    end)

    it("as functions with " .. name .. " first answer for it", function()
      local target, one = make(), disc(1.25, 4.5, 0.75)
      assert.are.equal(-1, collide.contact(target, one).normal.y)
      assert.are.equal(-1, collide.contact_all(target, one)[1].normal.y)
      local _, on_target = collide.distance(target, disc(1.25, 6, 0.5))
      assert.are.equal(4, on_target.y)
    end)

    it("of " .. name .. " need a target before the colon", function()
      local method, one = make().contact, disc(0, 0, 1)
      assert.error_matches(function() method(one, one) end, "target expected, got shape")
      assert.error_matches(function() method(nil, one) end, "target expected, got nil")
    end)
  end

  it("as methods of a grid answer for the other grid", function()
    local a, b = grid_of(2), collide.grid { dimensions = 2, origin = { 0, 10 } }
    b:set(0, 0, 1)
    local distance, on_b, on_a = a:distance(b)
    assert.are.same({ 6, 10, 4 }, { distance, on_b.y, on_a.y })
  end)

  it("as methods of a shape or group answer for it", function()
    local disc, tile = collide.circle { radius = 1, position = { 0, 1.5 } }, collide.rect { half = { 1, 1 } }
    assert.are.equal(1, disc:contact(tile).normal.y)
    assert.are.equal(1, collide.group { disc }:contact(tile).normal.y)
    assert.are.equal(1, collide.group { disc }:contact_all(tile)[1].normal.y)
    assert.are.equal(-1, tile:contact(disc).normal.y)
    assert.are.equal(-1, collide.contact({ tile }, disc).normal.y)
  end)
end)
