-- SPDX-License-Identifier: MIT
local collide = require("collide")
local files = require("spec.support.files")
local shell = require("spec.support.shell")
local transcript = require("spec.support.transcript")

-- The blocks of Lua on a page, one after another, as one program.
local function program(path)
  local blocks = {}
  for block in files.contents(path):gmatch("\n```lua\n(.-)\n```") do
    blocks[#blocks + 1] = block
  end
  return table.concat(blocks, "\n")
end

describe("a guide", function()
  for _, path in ipairs(shell.lines("ls docs/guides/*.md")) do
    local name = path:match("([%w-]+)%.md$")

    it("prints what its comments say: " .. name, function()
      local text = program(path)
      if text ~= "" then
        assert.are.same(transcript.promised(text), transcript.printed(text, {}))
      end
    end)

    it("has the text of the files that it names: " .. name, function()
      for file, block in files.contents(path):gmatch("\n```lua (%S+)\n(.-)\n```") do
        assert.is_truthy(files.contents(file):find(block, 1, true), file .. " has not:\n" .. block)
      end
    end)

    it("names only files and functions that exist: " .. name, function()
      for word in files.contents(path):gmatch("collide%.([%a_]+)") do
        local is_file = word == "so" or word == "dll"
        assert.is_truthy(collide[word] or word == "import" or is_file, path .. " names collide." .. word)
      end
    end)

    it("is linked from the index: " .. name, function()
      assert.is_truthy(files.contents("docs/README.md"):find("(guides/" .. name .. ".md)", 1, true))
    end)
  end
end)
