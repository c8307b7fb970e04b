-- SPDX-License-Identifier: MIT
-- Triangles against boxes, and meshes into grids, from Lua, over the same triangles as voxel.c; for installed real
-- models, at 64 and 256 cells a side, also the number of cells. Prints rows for bench/table.lua.
local collide = require("collide")
local measure = dofile("bench/measure.lua")

local PAIRS, LARGE, SIDES, RINGS = 512, 6, 250, 150

-- Park and Miller's generator, as in voxel.c.
local seed = 20261121
local function uniform(low, high)
  seed = seed * 16807 % 2147483647
  return low + (high - low) * (seed / 2147483647)
end

-- ---- Triangle and box -------------------------------------------------------------

local triangles, boxes = {}, {}
for i = 1, PAIRS do
  local n, min, max = {}, {}, {}
  for k = 1, 9 do n[k] = uniform(-1, 1) end
  for k = 1, 3 do
    min[k] = uniform(-0.8, 0.6)
    max[k] = min[k] + uniform(0.1, 0.6)
  end
  triangles[i] = collide.triangle { { n[1], n[2], n[3] }, { n[4], n[5], n[6] }, { n[7], n[8], n[9] } }
  boxes[i] = collide.box { min = min, max = max }
end

measure.row("triangle and box", function(n)
  for _ = 1, n do
    for i = 1, PAIRS do collide.overlap(triangles[i], boxes[i]) end
  end
  return n * PAIRS
end)

measure.row("triangle and box, SAT", function(n)
  for _ = 1, n do
    for i = 1, PAIRS do collide.triangle_box_sat(triangles[i], boxes[i]) end
  end
  return n * PAIRS
end)

-- ---- Meshes -------------------------------------------------------------------------

local large = {}
for i = 1, LARGE do
  large[i] = {}
  for k = 1, 3 do large[i][k] = { uniform(0, 1024), uniform(0, 1024), uniform(0, 1024) } end
end
measure.row("large triangles, a cell", function(n)
  local cells = 0
  for _ = 1, n do cells = cells + collide.voxelize(large):count() end
  return cells
end)

local function frame(vertices, side)
  local low, high, most, origin = {}, {}, 0, {}
  for i = 1, #vertices do
    local k = (i - 1) % 3 + 1
    low[k] = math.min(low[k] or vertices[i], vertices[i])
    high[k] = math.max(high[k] or vertices[i], vertices[i])
  end
  for k = 1, 3 do most = math.max(most, high[k] - low[k]) end
  local size = most / (side - 1)
  for k = 1, 3 do origin[k] = (low[k] + high[k]) / 2 - size * side / 2 end
  return { size = size, origin = origin }
end

local function bench(name, mesh, sides, counts)
  for _, side in ipairs(sides) do
    local options = frame(mesh.vertices, side)
    measure.row(("%s at %d, us"):format(name, side), function(n)
      for _ = 1, n do collide.voxelize(mesh, options) end
      return n * 1000
    end)
    if counts then
      print(("%s at %d, cells\t%d"):format(name, side, collide.voxelize(mesh, options):count()))
    end
  end
end

local torus = { vertices = {}, triangles = {} }
for i = 0, SIDES - 1 do
  for k = 0, RINGS - 1 do
    local a, b, v, t = 2 * math.pi * i / SIDES, 2 * math.pi * k / RINGS, torus.vertices, torus.triangles
    local r = 3 + math.cos(b)
    v[#v + 1], v[#v + 2], v[#v + 3] = r * math.cos(a), math.sin(b), r * math.sin(a)
    local own, next, up = i * RINGS + 1, (i + 1) % SIDES * RINGS + 1, (k + 1) % RINGS
    for _, corner in ipairs { own + k, own + up, next + k, next + k, own + up, next + up } do
      t[#t + 1] = corner
    end
  end
end
bench("torus", torus, { 128, 256, 512 })

-- ---- Models that are installed ----------------------------------------------------------

local MODELS = {
  { "bunny of npm", "build/models/bunny.obj" },
  { "teapot", "build/models/teapot.obj" },
  { "spider", "/usr/share/assimp/models/OBJ/spider.obj" },
  { "Wuson", "/usr/share/assimp/models/PLY/Wuson.ply" },
  { "engine", "/usr/share/assimp/models/glTF2/2CylinderEngine-glTF-Binary/2CylinderEngine.glb" },
}

local found, import = pcall(require, "collide.import")
for _, model in ipairs(found and MODELS or {}) do
  local ok, mesh = pcall(import.load, model[2])
  if ok then bench(model[1], mesh, { 64, 256 }, true) end
end
