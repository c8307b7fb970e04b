-- SPDX-License-Identifier: MIT
-- A small tool for models of blocks. It makes a mug from a mesh, carves it with shapes, adds a handle, paints it with
-- a bucket, picks a block, and saves the mug for MagicaVoxel. `lua examples/voxel_tool.lua mug.vox` keeps the file.
local collide = require("collide")

local CLAY, GLAZE, TEA = 1, 2, 3

-- A drum of 24 sides as a mesh, y up. The points of a quarter of its rim are constants and the others are rotated by
-- quarter turns. So they are the same on every machine; sines are not.
local rim = {}
local quarter = { { 1, 0 }, { 0.966, 0.259 }, { 0.866, 0.5 }, { 0.707, 0.707 }, { 0.5, 0.866 }, { 0.259, 0.966 } }
for _, turn in ipairs { { 1, 0, 0, 1 }, { 0, -1, 1, 0 }, { -1, 0, 0, -1 }, { 0, 1, -1, 0 } } do
  for _, p in ipairs(quarter) do
    rim[#rim + 1] = { turn[1] * p[1] + turn[2] * p[2], turn[3] * p[1] + turn[4] * p[2] }
  end
end

local function drum(radius, low, high)
  local mesh = { vertices = { { 0, low, 0 }, { 0, high, 0 } }, triangles = {} }
  for i, p in ipairs(rim) do
    local x, z = radius * p[1], radius * p[2]
    mesh.vertices[2 * i + 1], mesh.vertices[2 * i + 2] = { x, low, z }, { x, high, z }
    local a, b = 2 * i + 1, 2 * (i % #rim) + 3 -- below; one more is above
    for _, triangle in ipairs { { 1, a, b }, { 2, b + 1, a + 1 }, { a, a + 1, b }, { b, a + 1, b + 1 } } do
      table.insert(mesh.triangles, triangle)
    end
  end
  return mesh
end

local model = collide.voxelize(drum(5.2, 0, 8), { solid = true, value = CLAY, rule = "open" })

-- Sets the cells whose centre is in the shape. The value may be a function of the old value.
local function brush(shape, value)
  local min, max = shape:bounds()
  local low, high = model:cell_at(min), model:cell_at(max)
  for z = low.z, high.z do
    for y = low.y, high.y do
      for x = low.x, high.x do
        if collide.contains(shape, x + 0.5, y + 0.5, z + 0.5) then
          model:set(x, y, z, type(value) == "number" and value or value(model:get(x, y, z)))
        end
      end
    end
  end
end

local full = model:count()
brush(collide.cylinder { radius = 4.2, half_height = 4, position = { 0, 5, 0 } }, 0) -- hollow it out
print(full .. " blocks, " .. full - model:count() .. " taken out") --> 896 blocks, 364 taken out
brush(collide.cylinder { radius = 4.2, half_height = 2.5, position = { 0, 3.5, 0 } }, TEA)

-- A handle: six capsules along an arc, as one group.
local arc, handle = { { 5, 2 }, { 7, 2 }, { 8, 3 }, { 8, 5 }, { 7, 6 }, { 5, 6 } }, {}
for i = 1, #arc - 1 do
  local a, b = arc[i], arc[i + 1]
  handle[i] = collide.capsule { a = { a[1], a[2], 0 }, b = { b[1], b[2], 0 }, radius = 0.75 }
end
brush(collide.group(handle), function(old) return old == 0 and CLAY or old end)

-- The bucket: paints all blocks of the same value that are connected to this one.
local function fill(cell, value)
  local old, open, count = model:get(cell), { cell }, 0
  if old == value then return 0 end
  while open[1] do
    local c = table.remove(open)
    if model:get(c) == old then
      model:set(c, value)
      count = count + 1
      for axis = 1, 3 do
        for step = -1, 1, 2 do
          local d = { c.x or c[1], c.y or c[2], c.z or c[3] }
          d[axis] = d[axis] + step
          open[#open + 1] = d
        end
      end
    end
  end
  return count
end

-- The block under the cursor, and the place for a new block: the cell at the side that was hit.
local function point_at(from, direction)
  local hit = model:raycast(from, direction)
  if not hit then return nil end
  local cell, n = hit.cell, hit.normal
  return cell, { cell.x + n.x, cell.y + n.y, cell.z + n.z }, hit.value
end

local cell, beside, value = point_at({ 0.5, 20, 0.5 }, { 0, -1, 0 })
print(("value %d at %s, a block would go above y = %d"):format(value, tostring(cell), beside[2] - 1))
--> value 3 at (0, 5, 0), a block would go above y = 5
print("the bucket paints " .. fill((point_at({ -20, 4.5, 0.5 }, { 1, 0, 0 })), GLAZE)) --> the bucket paints 552
print("a miss", (point_at({ 0, 20, 0 }, { 0, 1, 0 }))) --> a miss	nil

-- A slice, as seen from the front.
local marks = { [0] = ".", [CLAY] = "c", [GLAZE] = "#", [TEA] = "~" }
local min, max = model:bounds()
for y = max.y, min.y, -1 do
  local row = {}
  for x = min.x, max.x do row[#row + 1] = marks[model:get(x, y, 0)] end
  print(table.concat(row))
end
--> ##........##...
--> ##........###..
--> ##~~~~~~~~####.
--> ##~~~~~~~~##.##
--> ##~~~~~~~~##.##
--> ##~~~~~~~~####.
--> ##~~~~~~~~###..
--> ############...

-- To a file and back: value v has color v of the palette.
local path = (...)
local keep = path and path:find("%.vox$")
path = keep and path or os.tmpname() .. ".vox"
model:save(path, { palette = { { 190, 120, 80 }, { 230, 230, 220 }, { 90, 50, 20 } } })
local again, palette = collide.grid.load(path)
print(again:encode() == model:encode(), palette[GLAZE][1], palette[GLAZE][2], palette[GLAZE][3]) --> true	230	230	220
if not keep then os.remove(path) end
