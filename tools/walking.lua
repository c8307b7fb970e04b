-- SPDX-License-Identifier: MIT
--
-- LUA tools/walking.lua: writes the tables of docs/guides/walking.md, and its pictures, docs/pictures/walking-*.svg,
-- from spec/support/walking_rows.lua. The pictures show moves that the library makes. Every Lua writes the same bytes.
package.path = "./?.lua;" .. package.path

local page = require("spec.support.walking_page")

for path, text in pairs(page.files()) do
  local file = assert(io.open(path, "wb"))
  assert(file:write(text))
  file:close()
end
