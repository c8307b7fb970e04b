-- SPDX-License-Identifier: MIT
--
-- Sets of shapes for the cells of a grid, by value: polygons, groups of polygons, and solids; and random grids of them
-- with the list of their parts, made here from nothing but corners. Sizes are powers of 2, so all sums are exact.
local collide = require("collide")

local function polygon(...) return { kind = "polygon", ... } end
local function hull(...) return { kind = "hull", ... } end
local function box(...) return { kind = "box", ... } end

local RAMP = hull({ 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 1, 0, 1 }, { 1, 1, 1 })
local LOW, HIGH = box({ 0, 0, 0 }, { 1, 1, 0.5 }), box({ 0, 0, 0.5 }, { 0.5, 1, 1 })

local sets = {
  polygons = {
    dimensions = 2,
    [2] = { polygon({ 0, 0 }, { 1, 0 }, { 1, 1 }) },
    [3] = { polygon({ 0, 0 }, { 1, 0 }, { 0, 1 }) },
    [4] = { polygon({ 0, 0 }, { 1, 0 }, { 1, 0.5 }, { 0, 0.5 }) },
    [5] = { polygon({ 0, 0 }, { 1, 0 }, { 1, 0.5 }) },
    [6] = { polygon({ 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 0.5 }) },
    [7] = { polygon({ 0, 0 }, { 1, 0 }, { 1, 0.5 }, { 0, 1 }) },
    [8] = { polygon({ 0, 0 }, { 1, 0 }, { 0, 0.5 }) },
    [9] = { polygon({ 0.25, 0.5 }, { 0.5, 0.25 }, { 0.75, 0.25 }, { 1, 0.5 }, { 0.75, 1 }, { 0.25, 0.75 }) },
    [10] = { { kind = "segment", { 0, 0.5 }, { 1, 0.75 } } },
  },
  groups = {
    dimensions = 2,
    [2] = { -- an L
      polygon({ 0, 0 }, { 1, 0 }, { 1, 0.5 }, { 0.5, 0.5 }), polygon({ 0, 0 }, { 0.5, 0.5 }, { 0.5, 1 }, { 0, 1 }),
    },
    [3] = { -- two that are apart
      polygon({ 0, 0 }, { 0.25, 0 }, { 0, 0.25 }), polygon({ 0.75, 1 }, { 1, 0.75 }, { 1, 1 }),
    },
    [4] = { -- a slope in three parts
      polygon({ 0, 0 }, { 0.5, 0 }, { 0.5, 0.5 }), polygon({ 0.5, 0 }, { 1, 0 }, { 1, 0.5 }, { 0.5, 0.5 }),
      polygon({ 0.5, 0.5 }, { 1, 0.5 }, { 1, 1 }),
    },
    [5] = { -- the same the other way
      polygon({ 0.5, 0 }, { 1, 0 }, { 0.5, 0.5 }), polygon({ 0, 0 }, { 0.5, 0 }, { 0.5, 0.5 }, { 0, 0.5 }),
      polygon({ 0, 0.5 }, { 0.5, 0.5 }, { 0, 1 }),
    },
    [6] = { -- a whole cell in four parts
      polygon({ 0, 0 }, { 0.5, 0 }, { 0.5, 0.5 }, { 0, 0.5 }), polygon({ 0.5, 0 }, { 1, 0 }, { 1, 0.5 }, { 0.5, 0.5 }),
      polygon({ 0, 0.5 }, { 0.5, 0.5 }, { 0.5, 1 }, { 0, 1 }), polygon({ 0.5, 0.5 }, { 1, 0.5 }, { 1, 1 }, { 0.5, 1 }),
    },
  },
  solids = {
    dimensions = 3,
    [2] = { RAMP },
    [3] = { hull({ 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 1, 1, 0 }, { 0, 0, 1 }, { 0, 1, 1 }) },
    [4] = { LOW },
    [5] = { hull({ 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 }, { 0.25, 0.25, 0.75 }) },
    [6] = { { kind = "triangle", { 0, 0, 0.5 }, { 1, 0, 0.5 }, { 0, 1, 0.25 } } },
    [7] = { { kind = "segment", { 0, 0.5, 0.5 }, { 1, 0.75, 0.25 } } },
    [8] = { LOW, HIGH },
  },
}
local WHOLE = { [2] = { polygon({ 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 }) }, [3] = { box({ 0, 0, 0 }, { 1, 1, 1 }) } }

-- A part in a cell.
local function make(part, cell, size, origin)
  local corners = {}
  for i, corner in ipairs(part) do
    corners[i] = {}
    for k, x in ipairs(corner) do corners[i][k] = origin + (cell[k] + x) * size end
  end
  if part.kind == "box" then return collide.box { min = corners[1], max = corners[2] } end
  return collide[part.kind](corners)
end

local cell_shapes = { RAMP = RAMP, LOW = LOW }

-- A part as a shape in the unit cell.
function cell_shapes.make(part) return make(part, { 0, 0, 0 }, 1, 0) end

-- The shapes of a set by their values, as a grid takes them.
function cell_shapes.of(name)
  local shapes = {}
  for value, parts in pairs(sets[name]) do
    if value ~= "dimensions" then
      local list = {}
      for i, part in ipairs(parts) do list[i] = cell_shapes.make(part) end
      shapes[value] = list[2] and collide.group(list) or list[1]
    end
  end
  return shapes
end

function cell_shapes.name_of(cell, value)
  return ("%d %d %d: %d"):format(cell.x or cell[1], cell.y or cell[2], cell.z or cell[3] or 0, value)
end

-- A grid of random cells with values up to `last`; the list of the parts in its cells in their order; and of each the
-- name of its cell.
function cell_shapes.scene(name, pick, size, origin, count, last)
  local set, list, names = sets[name], {}, {}
  local dimensions = set.dimensions
  local grid = collide.grid { dimensions = dimensions, size = size, origin = origin, shapes = cell_shapes.of(name) }
  local reach = dimensions == 2 and 8 or 5
  for _ = 1, count do
    grid:set({ pick(reach) - 1, pick(reach) - 1, dimensions == 3 and pick(4) - 1 or nil }, pick(last))
  end
  for x, y, z, value in grid:each() do
    if dimensions == 2 then z, value = nil, z end
    for _, part in ipairs(set[value] or WHOLE[dimensions]) do
      list[#list + 1] = make(part, { x, y, z }, size, origin)
      names[#names + 1] = cell_shapes.name_of({ x, y, z }, value)
    end
  end
  return grid, list, names
end

return cell_shapes
