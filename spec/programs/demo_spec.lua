-- SPDX-License-Identifier: MIT
--
-- Runs examples/demo.lua as a program.
local collide = require("collide")
local files = require("spec.support.files")
local shell = require("spec.support.shell")

package.path = "examples/lib/?.lua;" .. package.path
local chart = require("chart")
local console = require("console")
local sight = require("sight")

local quote = shell.quote

describe("the demo", function()
  local place, lua

  setup(function()
    place = shell.make_directory()
    lua = quote(shell.interpreter())
  end)

  teardown(function()
    shell.remove_directory(place)
  end)

  -- The children find the module where this found it.
  local function demo(environment, directory)
    return shell.output("LUA_CPATH=" .. quote(package.cpath) .. " " .. environment .. " " .. lua
      .. " examples/demo.lua " .. quote(directory) .. " 48 2>&1; echo status $?")
  end

  local function check(text)
    assert.is_truthy(text:find("collide " .. collide._VERSION .. "\n", 1, true), text)
    assert.is_truthy(text:find("status 0\n$"), text)
    assert.is_nil(text:find("\27", 1, true)) -- no colour where nobody looks
    local plan = sight.plan(sight.load("examples/maps/castle.lua"))
    local seen, rays, cells = sight.look(plan, plan.watcher)
    assert.is_truthy(text:find(chart.text(plan, seen, false), 1, true), text)
    local walked = string.format("%s lines from the watcher to the border cross %s cells",
      console.count(rays), console.count(cells))
    assert.is_truthy(text:find(walked, 1, true), text)
    assert.is_truthy(text:find("%d rays +[%d.]+ s +[%d,]+/s"), text)
  end

  it("prints the map and the solids, and writes complete files", function()
    local directory = place .. "/it's here"
    check(demo("", directory))
    local endings = {}
    for _, name in ipairs(shell.lines("ls " .. quote(directory))) do
      endings[#endings + 1] = name:match("%.(%w+)$")
    end
    assert.is_nil(table.concat(endings, " "):find("part"))
  end)

  it("works without Tiled and netpbm", function()
    local directory = place .. "/alone"
    assert(shell.run("mkdir " .. quote(directory)))
    local text = demo("PATH=/nonexistent", directory)
    check(text)
    assert.is_truthy(text:find("Tiled is not installed", 1, true))
    assert.are.equal("P6\n640 384\n255\n", files.contents(directory .. "/sight.ppm"):sub(1, 15))
    local solids = files.contents(directory .. "/solids.ppm")
    assert.are.equal("P6\n48 27\n255\n", solids:sub(1, 13))
    assert.are.equal(13 + 48 * 27 * 3, #solids)
    assert.are.same({ "sight.ppm", "solids.ppm" }, shell.lines("ls " .. quote(directory)))
  end)
end)
