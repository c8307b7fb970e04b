-- SPDX-License-Identifier: MIT
--
-- In each row of bench/queries/ the module and the formula by hand return the same answers. A few inputs suffice.
package.path = "bench/?.lua;" .. package.path

local collide = require("collide")
local families = require("families")
local inputs = require("inputs")
local race = require("race")

local function make_rows(visit)
  inputs.COUNT, inputs.POOL = 8, 4
  for _, family in ipairs(families) do
    require("queries." .. family)(collide, function(make, ...)
      -- Worlds of many cells take too long for what they add.
      for i = 1, select("#", ...) do
        local word = select(i, ...)
        if word == "sparse" then return end
      end
      local row = make(...)
      if row then visit(row) end
    end)
  end
end

describe("bench/queries", function()
  local rows = {}

  setup(function()
    local count, pool = inputs.COUNT, inputs.POOL
    make_rows(function(row) rows[#rows + 1] = row end)
    inputs.COUNT, inputs.POOL = count, pool
  end)

  it("returns the same answers by hand as from the module", function()
    assert.is_true(#rows >= 38)
    for _, row in ipairs(rows) do race.prepare(row) end
  end)

  it("gives each row a unique name", function()
    local seen = {}
    for _, row in ipairs(rows) do
      assert.is_nil(seen[row.name], row.name)
      seen[row.name] = true
    end
  end)
end)
