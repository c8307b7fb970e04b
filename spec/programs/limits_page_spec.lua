-- SPDX-License-Identifier: MIT
--
-- The reference's page on limits has the numbers of the errors.
local files = require("spec.support.files")
local limited = require("spec.support.limited")

local page = files.contents("docs/reference/limits.md")

-- What the page says, a chunk that passes the limit, and what the error says.
local limits = {
  { "262,144 hits (2^18)",
    "local g = c.grid { dimensions = 2 } g:fill(0, 0, 2^19, 0, 1) g:raycast_all(0.5, 0.5, 1, 0)",
    "raycast_all: there are more than 262144 hits" },
  { "the option `limit`, up to 2^26;",
    "c.raycast_all(c.circle { radius = 1 }, 0, 0, 1, 0, { limit = 2^26 + 1 })", "67108864" },
  { "262,144 groups of cells (2^18)", "c.trace(0, 0, 2^20, 0)", "more than 262144 groups" },
  { "| `grid:fill`, erasing included | 256 MB |",
    "c.grid():fill(0, 0, 0, 1e9, 7, 7, 1)", "more than the limit of 256 MB" },
  { "fewer than 2^53 cells that are not empty", "c.grid():fill(0, 0, 0, 2^40, 2^40, 0, 1)", "2^53 cells or more" },
  { "coordinates below 2^53", "c.grid():set(2^53, 0, 0, 1)", "must be below 2^53" },
  { "| `grid:save` as `.vox` | 16,777,216 cells (2^24)",
    "local g = c.grid() g:fill(0, 0, 0, 255, 255, 256, 1) g:save(os.tmpname() .. '.vox')", "limit=16777216" },
  { "the format allows at most 2^29 cells",
    "local g = c.grid() g:fill(0, 0, 0, 1023, 1023, 511, 1) g:save(os.tmpname() .. '.vox')",
    "536870912 cells are too many" },
  { "4,096 cells along each axis",
    "local g = c.grid() g:set(0, 0, 0, 1) g:set(4096, 0, 0, 1) g:save(os.tmpname() .. '.binvox')",
    "a .binvox may be 4096" },
  { "rows and columns up to 2^24", "c.grid.from_rows { { [2^24 + 1] = 1 } }", "up to 2^24" },
  { "| `decompose` | 262,144 points (2^18)",
    "local p = {} for i = 1, 2^19 + 2 do p[i] = i end c.decompose(p)", "the limit is 262144 points" },
  { "| `voxelize` | 16,777,216 cells touched (2^24)", "c.voxelize({ { { 0, 0, 0 }, { 1e4, 0, 0 }, { 0, 1e4, 1 } } })",
    "the limit is 16777216" },
}

describe("docs/reference/limits.md", function()
  for _, limit in ipairs(limits) do
    local says, code, message = limit[1], limit[2], limit[3]
    it("states the limit of the error: " .. message, function()
      assert.is_truthy(page:find(says, 1, true), "the page does not say: " .. says)
      assert.matches(message, limited.message(code), 1, true)
    end)
  end
end)
