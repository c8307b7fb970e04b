-- SPDX-License-Identifier: MIT
--
-- LUA tools/reference.lua: writes docs/reference and packaging/defold/collide.script_api
-- anew, from the stubs in library/. Any Lua gives the same bytes.
package.path = "tools/?.lua;" .. package.path

local markdown = require("reference.markdown")
local script_api = require("reference.script_api")
local stubs = require("reference.stubs")

local function write(path, text)
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  file:close()
  print("wrote " .. path)
end

local sections = stubs.read_all()
for _, page in ipairs(markdown.pages(sections)) do
  write("docs/reference/" .. page.name, page.text)
end
write("packaging/defold/collide.script_api", script_api.text(sections))
