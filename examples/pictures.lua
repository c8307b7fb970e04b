-- SPDX-License-Identifier: MIT
--
-- lua examples/pictures.lua [directory]: draws the pictures of the pages, by default in docs/pictures. The solids have
-- four rays a pixel, so edges are smooth.
local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/lib/?.lua;" .. package.path

local chart = require("chart")
local console = require("console")
local scene = require("scene")
local sight = require("sight")

local directory = arg[1] or here .. "/../docs/pictures"

local function nobody() end

console.make_directory(directory)
local plan = sight.plan(sight.load(here .. "/maps/castle.lua"))
print((chart.picture(plan, sight.look(plan, plan.watcher), nobody):save(directory .. "/sight", 256)))
print(scene.new():picture(960, 540, nobody):shrink(480, 270):save(directory .. "/solids"))
