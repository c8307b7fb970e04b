-- SPDX-License-Identifier: MIT
--
-- LUA tools/reference.lua [--examples DIRECTORY]: writes docs/reference, packaging/defold/collide.script_api and
-- library/collide/shapes2.lua and shapes3.lua from the other stubs in library/. Every Lua writes the same bytes. With
-- --examples it only writes each example as a program.
package.path = "tools/?.lua;" .. package.path

local dimensions = require("reference.dimensions")
local markdown = require("reference.markdown")
local script_api = require("reference.script_api")
local stubs = require("reference.stubs")

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  file:close()
end

local sections = stubs.read_all()
if arg[1] == "--examples" then
  for entry in stubs.each(sections, "function") do
    for i, example in ipairs(entry.examples) do
      local name = ("%s/%s_%d.lua"):format(arg[2], (entry.full:gsub("[.:]", "_")), i)
      write(name, 'local collide = require("collide")\n' .. example .. "\n")
    end
  end
  return
end
for _, page in ipairs(markdown.pages(sections)) do
  write("docs/reference/" .. page.name, page.text)
end
for _, file in ipairs(dimensions.files(sections)) do write(file.path, file.text) end
write("packaging/defold/collide.script_api", script_api.text(sections))
