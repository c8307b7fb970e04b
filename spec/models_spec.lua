-- SPDX-License-Identifier: MIT
--
-- Models of others as cells: read by Assimp, from Debian's assimp-testmodels.
local collide = require("collide")

local built, import = pcall(require, "collide.import")
local models = "/usr/share/assimp/models/"
local there = io.open(models .. "OBJ/spider.obj")

if not built or not there then
  describe("models of others", function()
    pending(built and "are not here (Debian: assimp-testmodels)" or "need collide.import (make setup-tool import)")
  end)
  return
end
there:close()

-- Triangles, and the cells that they touch with 64 and with 256 to the largest side: the first also as integers of
-- Python tell. Where nodes turn parts of a model Assimp computes in floats, and not everywhere alike.
local expected = {
  { "OBJ/spider.obj", 1368, 5069, 85489 },
  { "OBJ/WusonOBJ.obj", 3732, 4709, 77854 },
  { "PLY/Wuson.ply", 3732, 4709, 77854 },
  { "STL/3DSMaxExport.STL", 2000, 2991, 52074 },
  { "STL/sphereWithHole.stl", 285, 18970, 303191 },
  { "FBX/huesitos.fbx", 120 },
  { "glTF2/2CylinderEngine-glTF-Binary/2CylinderEngine.glb", 121496 },
}

local function bounds(vertices)
  local low, high = { math.huge, math.huge, math.huge }, { -math.huge, -math.huge, -math.huge }
  for i, x in ipairs(vertices) do
    local axis = (i - 1) % 3 + 1
    low[axis], high[axis] = math.min(low[axis], x), math.max(high[axis], x)
  end
  return low, math.max(high[1] - low[1], high[2] - low[2], high[3] - low[3])
end

describe("models of others", function()
  for _, row in ipairs(expected) do
    it("as cells: " .. row[1], function()
      local loaded = import.load(models .. row[1])
      assert.equal(row[2], #loaded.triangles / 3)
      local mesh = { vertices = loaded.vertices, triangles = loaded.triangles }
      local low, side = bounds(mesh.vertices)
      for i, cells in ipairs({ 64, 256 }) do
        if cells == 64 or not os.getenv("COLLIDE_QUICK") then
          local options = { size = side / cells, origin = low, method = "pef" }
          local pef = collide.voxelize(mesh, options)
          options.method = "sat"
          local sat = collide.voxelize(mesh, options)
          assert.equal(row[2 + i] or sat:count(), pef:count())
          assert.is_true(pef:encode() == sat:encode())
        end
      end
    end)
  end
end)
