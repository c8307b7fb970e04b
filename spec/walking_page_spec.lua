-- SPDX-License-Identifier: MIT
--
-- docs/guides/walking.md: each row of its tables is a check, and its tables and pictures are current.
local files = require("spec.support.files")
local page = require("spec.support.walking_page")
local walking = require("spec.support.walking")

for _, section in ipairs(require("spec.support.walking_rows")) do
  describe("a walking body: " .. section.name, function()
    for i, row in ipairs(section.rows) do
      it(("%s%d: %s"):format(section.letter, i, row.situation), function()
        for _, body in ipairs(walking.bodies_of(row)) do
          assert.is_nil(walking.check(row, body), body.name)
        end
      end)
    end
  end)
end

describe("the page about walking", function()
  it("has the tables and pictures that `make walking` writes", function()
    for path, text in pairs(page.files()) do
      assert.is_true(files.exists(path) and files.contents(path) == text, path .. " is not current")
    end
  end)

  it("would fail this spec if a row were wrong", function()
    local walker = walking.body("rect")
    local row = { scene = { { box = { -9, -1, 9, 0 } } }, start = { 0, 0 }, move = { 1, -0.1 }, x = 2, ground = "never",
      kept = true, sole = true, height = 0 }
    assert.equal("x 1, not 2; ground g, not never", walking.check(row, walker))
  end)
end)
