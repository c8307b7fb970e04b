-- SPDX-License-Identifier: MIT
--
-- Errors of arguments that the tables of spec/arguments cannot state, and arguments that are no mistake.
local collide = require("collide")
local misuse = dofile("spec/support/misuse.lua")
local said = require("spec.support.refusals").message

local ball, disc = collide.sphere { radius = 1 }, collide.circle { radius = 1 }
local tile = collide.rect { half = { 2, 1 } }
local triangle = collide.triangle { { 0, 0 }, { 4, 0 }, { 0, 4 } }
local pair = collide.group { ball, collide.box { half = { 1, 1, 1 } } }

local function named(x, y, z) return setmetatable({}, { __index = { x = x, y = y, z = z } }) end

describe("an error", function()
  it("has the position of the line that made it", function()
    assert.matches("arguments_called_spec%.lua:%d+: bad argument #1 to 'sphere' %(unknown field 'raduis'; "
      .. "a sphere takes radius%)$",
      said(function() collide.sphere { raduis = 1 } end))
  end)

  it("has the name of the function, even if the script renames it", function()
    local f = collide.raycast
    local message = said(function() f(ball, "x") end)
    assert.matches("bad argument #2 to 'raycast' %(origin: number expected, got string%)$", message)
    assert.equal("bad argument #2 to 'raycast' (origin: number expected, got string)",
      select(2, pcall(collide.raycast, ball, "x")))
  end)

  it("does not count the object of a method as an argument", function()
    assert.matches("bad argument #1 to 'raycast'", said(function() ball:raycast("x") end), 1, true)
    assert.matches("bad argument #4 to 'raycast'",
      said(function() ball:raycast(0, 0, 0, 0, 0, 0) end), 1, true)
    assert.matches("bad argument #2 to 'raycast'", said(function() ball.raycast(ball, "x") end), 1, true)
  end)

  it("is the same in a coroutine", function()
    local thread = coroutine.create(function() collide.raycast(ball, {}) end)
    local ok, message = coroutine.resume(thread)
    assert.is_false(ok)
    assert.matches("bad argument #2 to 'raycast' %(origin: vector expected, got an empty table%)$", message)
  end)
end)

describe("a method of triangles", function()
  for _, name in ipairs { "normal", "edges" } do
    it("refuses another shape: " .. name, function()
      assert.has_error(function() ball[name](ball) end,
        ("bad argument #1 to '%s' (triangle expected, got sphere)"):format(name))
      local _, message = pcall(function() local _ = ball:normal() end)
      assert.matches("'normal' cannot be called on this %(triangle expected, got sphere%)$", message)
    end)
  end
end)

describe("the iterator of cells", function()
  it("refuses a state that cells did not return", function()
    local step = collide.cells({ 0, 0 }, { 1, 1 })
    for _, wrong in ipairs { {}, 5, ball } do
      assert.error_matches(function() step(wrong) end,
        "the iterator of cells needs the state that cells returned", 1, true)
    end
  end)
end)

describe("a refused call", function()
  it("leaves the grid unchanged", function()
    local grid = collide.grid { dimensions = 2 }
    grid:fill(0, 0, 3, 3, 1)
    local before = grid:encode()
    for _, code in ipairs { "grid:set(0, 0, -1)", "grid:fill(0, 0, 1, 1, 70000)", "grid:fill(0, 0, 2 ^ 40, 5, 2)",
      "grid:fill(0, 0, 2 ^ 40, 2 ^ 40, 2)",
      "grid:fill(0, 0, 0.5, 5, 2)" } do
      assert.not_equal("no error", misuse(code, { grid = grid }))
    end
    assert.equal(before, grid:encode())
  end)

  it("may have a cell with a hostile vector", function()
    local grid = collide.grid { dimensions = 2 }
    local tricky = setmetatable({}, { __index = function(_, key)
      getmetatable(grid).__gc(grid)
      return key == "x" and 3 or key == "y" and 4 or nil
    end })
    grid:set(0, 0, 1)
    grid:set(tricky, 2) -- a call that runs uses the grid, so its finalizer does nothing
    assert.equal(2, grid:count())
    assert.equal(2, grid:get(3, 4))
    assert.equal(4, grid:raycast({ 7, 4.5 }, { -1, 0 }).cell.y)
    getmetatable(grid).__gc(grid)
    assert.has_error(function() grid.set(grid, 1, 1, 1) end, "bad argument #1 to 'set'"
      .. " (grid expected, got a closed grid)")
  end)
end)

describe("a group", function()
  it("is not another userdata to which a script gave the metatable of groups", function()
    local methods = getmetatable(pair).__index
    for _, other in ipairs { ball, collide.grid(), io.stdout, {}, 7 } do
      assert.is_false((pcall(methods.count, other)))
      assert.is_false((pcall(methods.part, other, 1)))
    end
  end)

  it("survives parts that are collected while it reads them", function()
    local parts
    local point = setmetatable({}, { __index = function(_, name)
      for i = 2, #parts do parts[i] = nil end
      collectgarbage()
      return name == "x" and 1 or name == "y" and 2 or nil
    end })
    parts = { { shape = "circle", radius = 1, position = point }, collide.rect { half = { 1, 1 } },
      { shape = "polygon", { 0, 0 }, { 1, 0 }, { 0, 1 } } }
    local ok, group = pcall(collide.group, parts)
    if ok then assert.is_true(group:count() >= 1) end
    local raising = setmetatable({}, { __index = function() error("raised", 0) end })
    ok, group = pcall(collide.group, { { shape = "circle", radius = 1 }, { shape = "segment", { 0, 0 }, raising } })
    assert.is_false(ok)
    assert.equal("raised", group)
  end)
end)

describe("pairs accept", function()
  it("nil after the last argument", function()
    assert.is_true(collide.overlap(disc, tile, nil))
    assert.is_true(disc:contains(0.5, 0.5, nil))
    assert.is_true(collide.overlap(0.5, 0.5, disc, nil, nil))
  end)

  it("a userdata or object with an extra z", function()
    assert.is_true(collide.overlap(disc, named(0.5, 0.5, "z")))
    assert.is_true(collide.overlap(named(0.5, 0.5, 0 / 0), disc))
    assert.is_true(disc:contains(named(0.5, 0.5, 9)))
  end)

  it("a LuaJIT struct with a z, and one without", function()
    local ok, ffi = pcall(require, "ffi")
    if not ok or type(jit) ~= "table" then return end -- luacheck: ignore 113
    local three = ffi.new("struct { double x, y, z; }", 0.5, 0.5, 7)
    local two = ffi.new("struct { float x, y; }", 0.5, 0.5)
    for _, vector in ipairs { three, two } do
      assert.is_true(collide.overlap(disc, vector))
      assert.is_true(collide.overlap(vector, disc))
      assert.equal(0, (collide.distance(vector, disc)))
      assert.is_true(disc:contains(vector))
      assert.equal(7, collide.triangle_region(triangle, vector))
    end
  end)

  it("a description with a metatable, and a vector in one", function()
    local described = setmetatable({}, { __index = { shape = "circle", radius = 1 } })
    assert.is_true(collide.overlap(described, setmetatable({ 0.5, 0.5 }, {})))
  end)
end)

describe("an error raised by a vector", function()
  it("is passed on unchanged", function()
    local raising = setmetatable({}, { __index = function() error({ "mine" }, 0) end })
    for _, call in ipairs {
      function() collide.overlap(raising, disc) end, function() collide.overlap(disc, raising) end,
      function() collide.contact(disc, raising) end, function() collide.distance(raising, 1, 2) end,
      function() collide.closest(disc, raising) end, function() collide.contains(disc, raising) end,
      function() collide.triangle_region(triangle, raising) end,
      function() collide.triangle_rect_pef(triangle, raising) end,
    } do
      assert.same({ "mine" }, said(call))
    end
  end)
end)

describe("an error while a mesh is read", function()
  it("is passed on", function()
    local raising = setmetatable({}, { __index = function() error("no such thing", 0) end })
    assert.equal("no such thing",
      said(collide.voxelize, { vertices = { { 0, 0, 0 }, raising }, triangles = {} }))
  end)

  it("may come after a change of the mesh", function()
    local vertices = { { 0, 0, 0 }, {}, { 1, 0, 0 } }
    setmetatable(vertices[2], { __index = function(_, name)
      vertices[3] = nil
      collectgarbage()
      return ({ x = 1, y = 2, z = 3 })[name]
    end })
    assert.error_matches(function() collide.voxelize({ vertices = vertices, triangles = { 1, 2, 3 } }) end,
      "vertices[3]: vector expected, got nil", 1, true)
  end)
end)
