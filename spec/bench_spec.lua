-- SPDX-License-Identifier: MIT
--
-- bench/queries/ has a row for every public function that answers a query, and in each row the module
-- and the formula by hand find the same. Few inputs do for that.
package.path = "bench/?.lua;" .. package.path

local collide = require("collide")
local families = require("families")
local inputs = require("inputs")
local race = require("race")

-- What has no row: makers, what reads, writes or describes, and what bench/voxel.lua measures.
local without = {
  "box", "capsule", "circle", "cone", "cylinder", "plane", "polygon", "rect", "segment", "sphere", "triangle",
  "grid", "from_rows", "from_tiled", "load", "decode", "save", "encode", "describe", "voxelize", "decompose",
  "hull", "faces", "mesh", "group", "part", "world",
  "get_position", "get_rotation", "get_scale", "set_layer", "get_layer", "set_one_way", "get_one_way", "set_shape",
  -- Many pairs at once: the rows of overlap and contact measure what each costs.
  "overlap_all", "contact_all", "cells_in", "raycast_many", "segmentcast_many",
  -- Rows are to come, with those of movement.
  "shapecast", "shapecast_any", "shapecast_all", "move", "push_out",
  "from_tiled_objects", "points", "winding", "translate", "copy", "clear",
}

local function make_rows(visit)
  inputs.COUNT, inputs.POOL = 8, 4
  for _, family in ipairs(families) do
    require("queries." .. family)(collide, function(make, ...)
      -- Worlds of many cells take too long for what they add.
      for i = 1, select("#", ...) do
        local word = select(i, ...)
        if word == "full" or word == "sparse" then return end
      end
      local row = make(...)
      if row then visit(row) end
    end)
  end
end

describe("bench/queries", function()
  local measured, rows = {}, {}

  setup(function()
    local count, pool = inputs.COUNT, inputs.POOL
    make_rows(function(row)
      rows[#rows + 1] = row
      for _, query in ipairs(type(row.query) == "table" and row.query or { row.query }) do
        measured[query:match("[%w_]+$")] = true
      end
    end)
    inputs.COUNT, inputs.POOL = count, pool
  end)

  it("measures every function that answers a query", function()
    local exempt, missing = {}, {}
    for _, name in ipairs(without) do exempt[name] = true end
    local function look(where, functions)
      for name, value in pairs(functions) do
        if type(value) == "function" and not exempt[name] and not measured[name] then
          missing[#missing + 1] = where .. name
        end
      end
    end
    look("collide.", collide)
    look("Shape:", getmetatable(collide.sphere({ radius = 1 })).__index)
    look("Group:", getmetatable(collide.group({ collide.circle { radius = 1 } })).__index)
    look("Grid:", getmetatable(collide.grid()).__index)
    table.sort(missing)
    assert.same({}, missing)
  end)

  it("finds the same by hand as the module does", function()
    assert.is_true(#rows > 200)
    for _, row in ipairs(rows) do race.prepare(row) end
  end)

  it("gives each row a name of its own", function()
    local seen = {}
    for _, row in ipairs(rows) do
      assert.is_nil(seen[row.name], row.name)
      seen[row.name] = true
    end
  end)
end)
