-- SPDX-License-Identifier: MIT
--
-- Whether `calls.lua` knows all that the module exports, and nothing else.
local collide = require("collide")
local calls = require("spec.fuzz.calls")
local hostile = require("spec.fuzz.hostile")

local function names(t, wanted)
  local set = {}
  for name, value in pairs(t) do
    if type(value) == "function" or wanted and wanted[name] then set[name] = true end
  end
  return set
end

local function compare(missing, what, exported, known)
  for name in pairs(exported) do
    if not known[name] then missing[#missing + 1] = what .. "." .. name .. " has no generator" end
  end
  for name in pairs(known) do
    if not exported[name] then missing[#missing + 1] = what .. "." .. name .. " is generated, and not exported" end
  end
end

-- Returns an array of what is missing, in words.
return function()
  local missing = {}
  compare(missing, "collide", names(collide, { grid = true }), calls.module)
  compare(missing, "collide.grid", names(collide.grid), calls.grids)
  compare(missing, "shape", names(hostile.shape_methods), calls.shape)
  compare(missing, "mesh", names(hostile.mesh_methods), calls.mesh)
  compare(missing, "grid", names(hostile.grid_methods), calls.grid)
  compare(missing, "group", names(hostile.group_methods), calls.group)
  compare(missing, "world", names(hostile.world_methods), calls.world)
  local meta = {}
  for kind, metatable in pairs(hostile.metatables) do
    for event, value in pairs(metatable) do
      if event == "__tostring" then
        meta["text_" .. kind] = true
      elseif event == "__gc" then
        meta["free_" .. kind] = true
      elseif event == "__newindex" then
        meta["set_" .. kind] = true
      elseif event == "__len" then
        meta["length_" .. kind] = true
      elseif event == "__pairs" then
        meta["pairs_" .. kind] = true
      elseif type(value) == "function" then
        meta[kind .. event] = true
      end
    end
  end
  compare(missing, "metamethods", meta, calls.meta)
  table.sort(missing)
  return missing
end
