-- SPDX-License-Identifier: MIT
--
-- Models from other programs as cells. Assimp reads them from Debian's assimp-testmodels.
local collide = require("collide")
local cases = require("spec.support.cases")
local files = require("spec.support.files")

local built, import = pcall(require, "collide.import")

local DEBIAN, NPM = "/usr/share/assimp/models/", "build/models/"

-- Triangles, and the cells that they touch with 64 and with 256 to the largest side: of the first, the bunny and the
-- teapot also as integers of Python tell. Where nodes turn parts of a model Assimp computes in floats, and not
-- everywhere alike.
local expected = {
  { DEBIAN .. "OBJ/spider.obj", 1368, 5069, 85489 },
  { DEBIAN .. "OBJ/WusonOBJ.obj", 3732, 4709, 77854 },
  { DEBIAN .. "PLY/Wuson.ply", 3732, 4709, 77854 },
  { DEBIAN .. "STL/3DSMaxExport.STL", 2000, 2991, 52074 },
  { DEBIAN .. "STL/sphereWithHole.stl", 285, 18970, 303191 },
  { DEBIAN .. "FBX/huesitos.fbx", 120 },
  { DEBIAN .. "glTF2/2CylinderEngine-glTF-Binary/2CylinderEngine.glb", 121496 },
  { NPM .. "bunny.obj", 3674, 13173, 211851 },
  { NPM .. "teapot.obj", 992, 7304, 118267 },
}

local function bounds(vertices)
  local low, high = { math.huge, math.huge, math.huge }, { -math.huge, -math.huge, -math.huge }
  for i, x in ipairs(vertices) do
    local axis = (i - 1) % 3 + 1
    low[axis], high[axis] = math.min(low[axis], x), math.max(high[axis], x)
  end
  return low, math.max(high[1] - low[1], high[2] - low[2], high[3] - low[3])
end

local function ask(row)
  local loaded = import.load(row[1])
  assert.equal(row[2], #loaded.triangles / 3)
  local mesh = { vertices = loaded.vertices, triangles = loaded.triangles }
  local low, side = bounds(mesh.vertices)
  for i, cells in ipairs({ 64, 256 }) do
    if cells == 64 or not cases.QUICK then
      local options = { size = side / cells, origin = low, method = "pef" }
      local pef = collide.voxelize(mesh, options)
      options.method = "sat"
      local sat = collide.voxelize(mesh, options)
      assert.equal(row[2 + i] or sat:count(), pef:count())
      assert.is_true(pef:encode() == sat:encode())
    end
  end
end

describe("models from other programs", function()
  for _, row in ipairs(expected) do
    local name = row[1]:match("[^/]+$")
    if not built then
      pending(name .. " needs collide.import (make setup-tool import)")
    elseif not files.exists(row[1]) then
      pending(name .. " is not here (Debian's assimp-testmodels, or make models)")
    else
      it("become cells: " .. name, function() ask(row) end)
    end
  end
end)
