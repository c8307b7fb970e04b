-- SPDX-License-Identifier: MIT
--
-- What the module exports; that the stubs in library/ tell of all of it, and of
-- nothing else.
local collide = require("collide")

local unpack = table.unpack or unpack -- luacheck: ignore 143

local functions = {
  "bounds", "box", "capsule", "cell_at", "cells", "circle", "closest", "cone", "contact", "contains",
  "cylinder", "describe", "distance", "edge_normals", "edges", "linecast", "linecast_all",
  "linecast_any", "normal", "overlap", "plane", "polygon", "project", "raycast", "raycast_all",
  "raycast_any", "rect", "segment", "segmentcast", "segmentcast_all", "segmentcast_any", "sphere",
  "trace", "triangle", "triangle_box_pef", "triangle_box_sat", "triangle_rect_pef",
  "triangle_rect_sat", "triangle_region", "voxelize",
}
local methods = {
  "bounds", "closest", "contact", "contains", "describe", "distance", "edge_normals", "edges",
  "linecast", "linecast_all", "linecast_any", "normal", "overlap", "project", "raycast",
  "raycast_all", "raycast_any", "segmentcast", "segmentcast_all", "segmentcast_any",
  "set_position", "set_rotation", "set_scale", "set_transform", "triangle_box_pef",
  "triangle_box_sat", "triangle_rect_pef", "triangle_rect_sat", "triangle_region",
}

local grid_functions = { "decode", "from_rows", "from_tiled", "load" }
local grid_methods = {
  "bounds", "cell_at", "cell_bounds", "count", "each", "encode", "fill", "get", "linecast",
  "linecast_all", "linecast_any", "raycast", "raycast_all", "raycast_any", "save",
  "segmentcast", "segmentcast_all", "segmentcast_any", "set",
}

local function sorted_keys(t)
  local keys = {}
  for key in pairs(t) do keys[#keys + 1] = key end
  table.sort(keys)
  return keys
end

local function contents(path)
  local file = assert(io.open(path, "rb"))
  local text = file:read("*a")
  file:close()
  return text
end

local stubs = contents("library/collide.lua")

-- What the stubs define, by lines that begin with one of the patterns.
local function defined(...)
  local found = {}
  for line in stubs:gmatch("[^\n]+") do
    for _, pattern in ipairs { ... } do
      local name = line:match(pattern)
      if name then found[name] = (found[name] or 0) + 1 end
    end
  end
  return found
end

describe("the module", function()
  it("exports these functions, and its version", function()
    local expected = { "_VERSION", "grid", unpack(functions) }
    table.sort(expected)
    assert.same(expected, sorted_keys(collide))
    for _, name in ipairs(functions) do assert.equal("function", type(collide[name])) end
  end)

  it("is of the version that the header names", function()
    assert.equal(contents("src/collide.h"):match('COLLIDE_VERSION "([^"]+)"'), collide._VERSION)
  end)

  it("gives shapes these methods", function()
    local ball = collide.sphere { radius = 1 }
    assert.same(methods, sorted_keys(getmetatable(ball).__index))
    for _, name in ipairs(methods) do
      assert.equal("function", type(ball[name]))
      if collide[name] then assert.equal(collide[name], ball[name]) end
    end
  end)

  it("makes grids by calling a table, which has these functions", function()
    assert.same(grid_functions, sorted_keys(collide.grid))
    assert.equal("table", type(collide.grid))
    assert.equal("userdata", type(collide.grid()))
  end)

  it("gives grids these methods", function()
    local grid = collide.grid()
    assert.same(grid_methods, sorted_keys(getmetatable(grid).__index))
    for _, name in ipairs(grid_methods) do
      assert.equal("function", type(grid[name]))
      if name:find("cast") then assert.equal(collide[name], grid[name]) end
    end
  end)

  it("leaves no globals behind", function()
    local before = sorted_keys(_G)
    package.loaded.collide = nil
    require("collide")
    package.loaded.collide = collide
    assert.same(before, sorted_keys(_G))
  end)

  it("may be loaded twice, and shapes of one are none of the other's", function()
    package.loaded.collide = nil
    local other = require("collide")
    package.loaded.collide = collide
    assert.is_false(rawequal(other, collide))
    assert.is_true(other.raycast_any(other.sphere { radius = 1 }, 0, 0, 0, 0, 0, 1))
    assert.has_error(function() other.bounds(collide.sphere { radius = 1 }) end,
      "bad argument #1 to 'bounds' (shape expected, got userdata)")
  end)
end)

describe("the stubs", function()
  it("run", function()
    local expected = { "grid", unpack(functions) }
    table.sort(expected)
    local stub = dofile("library/collide.lua")
    assert.same(expected, sorted_keys(stub))
    assert.same(grid_functions, sorted_keys(stub.grid))
  end)

  it("define every function once, and no other", function()
    local found = defined("^function collide%.([%w_]+)%(")
    assert.same(functions, sorted_keys(found))
    for _, count in pairs(found) do assert.equal(1, count) end
  end)

  it("define every method once, and no other", function()
    local found = defined("^function Shape:([%w_]+)%(", "^Shape%.([%w_]+) = collide%.")
    assert.same(methods, sorted_keys(found))
    for _, count in pairs(found) do assert.equal(1, count) end
    for name, same in stubs:gmatch("Shape%.([%w_]+) = collide%.([%w_]+)") do assert.equal(name, same) end
  end)

  it("define every function and method of grids once, and no other", function()
    local found = defined("^function collide%.grid%.([%w_]+)%(")
    assert.same(grid_functions, sorted_keys(found))
    for _, count in pairs(found) do assert.equal(1, count) end
    found = defined("^function Grid:([%w_]+)%(", "^Grid%.([%w_]+) = collide%.")
    assert.same(grid_methods, sorted_keys(found))
    for _, count in pairs(found) do assert.equal(1, count) end
  end)

  it("name the version", function()
    assert.matches('---@field _VERSION string "' .. collide._VERSION .. '"', stubs, 1, true)
  end)

  it("know the fields that each constructor knows", function()
    local pose = { "position", "rotation", "scale", "transform", "hollow", "shape" }
    for _, name in ipairs { "sphere", "box", "cylinder", "cone", "capsule", "plane", "triangle",
      "segment", "circle", "rect", "polygon" } do
      local class = "collide." .. name:sub(1, 1):upper() .. name:sub(2) .. "Fields"
      local fields = assert(stubs:match("%-%-%-@class " .. class .. ": collide.Pose\n(.-)\n\n"))
      local known = { unpack(pose) }
      for field in fields:gmatch("%-%-%-@field ([%l_]+)") do known[#known + 1] = field end
      for _, field in ipairs(known) do
        local _, message = pcall(collide[name], { [field] = {} })
        assert.not_matches("unknown field", message)
      end
      assert.matches("unknown field 'kown'", select(2, pcall(collide[name], { kown = 1 })), 1, true)
    end
  end)
end)
