-- SPDX-License-Identifier: MIT
--
-- The option progress of voxelize, and how it stops the work.
local collide = require("collide")
local meshes = dofile("spec/support/meshes.lua")

describe("the progress of voxelize", function()
  it("goes from 0 to 1", function()
    local told = {}
    collide.voxelize(meshes.torus(0, 0, 0, 6, 2, 60, 30), {
      solid = true, progress = function(part, more)
        assert.is_nil(more)
        told[#told + 1] = part
      end,
    })
    assert.equal(0, told[1])
    assert.equal(1, told[#told])
    assert.is_true(#told > 4)
    for i = 2, #told do assert.is_true(told[i] >= told[i - 1]) end
  end)

  it("is called for each of a few triangles", function()
    local told = {}
    collide.voxelize(meshes.box(0.5, 0.5, 0.5, 300.5, 300.5, 300.5), {
      solid = true, progress = function(part) told[#told + 1] = part end,
    })
    assert.is_true(#told > 6)
  end)

  it("is called less often for more triangles, however long the callback takes", function()
    local calls = 0
    collide.voxelize(meshes.torus(0, 0, 0, 6, 2, 60, 30), {
      progress = function()
        local start = os.clock()
        while os.clock() - start < 0.03 do end
        calls = calls + 1
      end,
    })
    assert.is_true(calls < 100)
  end)

  it("may raise an error, which leaks nothing", function()
    local mesh = meshes.torus(0, 0, 0, 6, 2, 60, 30)
    for stop = 1, 5 do
      local calls = 0
      local ok, message = pcall(collide.voxelize, mesh, {
        solid = true, progress = function()
          calls = calls + 1
          if calls == stop then error("enough", 0) end
        end,
      })
      assert.is_false(ok)
      assert.equal("enough", message)
    end
    collectgarbage()
    collectgarbage()
  end)

  it("may return false, which stops the work: nil and 'stopped'", function()
    local mesh = meshes.torus(0, 0, 0, 6, 2, 60, 30)
    for _, stop in ipairs({ 0, 0.1, 0.3 }) do
      for _, lists in ipairs({ false, true }) do
        local calls, after = 0, 0
        local grid, why = collide.voxelize(mesh, {
          lists = lists, solid = true, progress = function(part)
            calls = calls + 1
            if part >= stop then after = after + 1 end
            return part < stop
          end,
        })
        assert.is_nil(grid)
        assert.equal("stopped", why)
        assert.equal(1, after)
      end
    end
  end)

  it("may return false at the end, without effect", function()
    for _, lists in ipairs({ false, true }) do
      local grid, triangles = collide.voxelize(meshes.torus(0, 0, 0, 6, 2, 60, 30), {
        lists = lists, progress = function(part) return part < 1 end,
      })
      assert.equal("grid 3D size=1 cells=586", tostring(grid))
      assert.equal(lists, triangles ~= nil)
    end
  end)

  it("continues if it returns nothing, nil or true", function()
    local triangles = { { { 0, 0, 0 }, { 3, 0, 0 }, { 0, 3, 0 } } }
    local cells = collide.voxelize(triangles):count()
    for _, progress in ipairs({ function() end, function() return nil end, function() return true end }) do
      assert.equal(cells, collide.voxelize(triangles, { progress = progress }):count())
    end
  end)

  it("passes an error on unchanged, even if it is no string", function()
    local reason = {}
    local ok, message = pcall(collide.voxelize, { { { 0.1, 0.2, 0.3 }, { 1500, 0.7, 1600 }, { 0.1, 1500, 0 } } }, {
      progress = function(part) if part > 0 then error(reason) end end,
    })
    assert.is_false(ok)
    assert.equal(reason, message)
  end)

  it("cannot yield", function()
    local thread = coroutine.create(function()
      collide.voxelize({ { { 0.1, 0.2, 0.3 }, { 1500, 0.7, 1600 }, { 0.1, 1500, 0 } } }, { progress = coroutine.yield })
    end)
    local ok, message = coroutine.resume(thread)
    assert.is_false(ok)
    assert.truthy(message:find("yield", 1, true), message)
  end)

  it("may voxelize and collect garbage", function()
    local mesh = meshes.torus(0, 0, 0, 6, 2, 40, 30)
    local inner
    local grid = collide.voxelize(mesh, {
      progress = function(part)
        if part > 0.3 and not inner then inner = collide.voxelize(mesh) end
        collectgarbage()
      end,
    })
    assert.equal(inner:encode(), grid:encode())
  end)
end)
