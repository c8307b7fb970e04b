-- SPDX-License-Identifier: MIT
--
-- Mistakes of people who had only the documentation, and many similar ones. Each error says what to do
-- (spec/support/mistakes*.lua). The specs arguments_* have the whole messages.
local collide = require("collide")
local tmx = require("spec.support.tmx")
local misuse = dofile("spec/support/misuse.lua")
local mistakes = dofile("spec/support/mistakes.lua")
local of_worlds = dofile("spec/support/mistakes_worlds.lua")
local of_moves = dofile("spec/support/mistakes_moves.lua")

local disc, tile = collide.circle { radius = 1 }, collide.rect { half = { 1, 1 } }
local env = {
  collide = collide, ball = collide.sphere { radius = 1 }, disc = disc, tile = tile,
  crate = collide.box { half = { 1, 1, 1 } },
  sail = collide.triangle { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 } },
  roof = collide.triangle { 0, 0, 4, 3, 8, 0 },
  stick = collide.capsule { radius = 1, half_height = 1 }, pair = collide.group { disc, tile },
  grid = collide.grid { dimensions = 2 }, space = collide.grid(), map = tmx.lua("objects"),
  leaf = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } },
  world = collide.world { disc, tile },
  mesh = { vertices = { { 0, 0, 0 } }, triangles = {} }, o = { 0, 0 }, up = { 0, 0, 1 }, from = { 0, 0, 0 },
  file = io.stdout,
  set = function(value, key, to) value[key] = to end,
}

local count = 0
local function tell(name, rows)
  describe("an error in " .. name .. " says what to do:", function()
    for _, row in ipairs(rows) do
      count = count + 1
      it(row[1], function()
        local message = misuse(row[1], env)
        for i = 2, #row do assert.truthy(message:find(row[i], 1, true), message) end
      end)
    end
  end)
end

for _, name in ipairs { "making", "asking", "moving", "cells", "meshes", "worlds" } do tell(name, mistakes[name]) end
for _, name in ipairs { "worlds", "meshes", "batches" } do tell(name, of_worlds[name]) end
for _, name in ipairs { "grids", "moves", "sweeps", "shapes" } do tell(name, of_moves[name]) end

describe("the list of errors", function()
  it("has more than five hundred rows", function() assert.is_true(count > 500, count) end)
end)
