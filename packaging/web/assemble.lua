-- SPDX-License-Identifier: MIT
-- lua packaging/web/assemble.lua PAGE BUILT RESULT: writes a page whose style and scripts stand in
-- it, so that one file is all there is to it, also when it is opened from a disk. What is not
-- beside the page, the compiled script, is in the directory BUILT.
local page, built, result = ...
local folder = page:match("^(.*/)") or ""

local function read(path)
  local file = io.open(path, "rb")
  if not file then
    return nil
  end
  local text = file:read("*a")
  file:close()
  return text
end

local function text_of(name)
  local text = read(folder .. name) or read(built .. "/" .. name)
  assert(text, page .. " wants " .. name .. ", which is not there")
  local lower = text:lower()
  assert(not lower:find("</script", 1, true) and not lower:find("<!--", 1, true), name .. " would end its script")
  return text
end

local html = assert(read(page), "there is no " .. page)
html = html:gsub('<link rel="stylesheet" href="([^"]*)">', function(name)
  return "<style>\n" .. text_of(name) .. "</style>"
end)
html = html:gsub('<script([^>]-) src="([^"]*)"></script>', function(attributes, name)
  return "<script" .. attributes .. ">\n" .. text_of(name) .. "</script>"
end)
html = html:gsub('<script src="([^"]*)"></script>', function(name)
  return "<script>\n" .. text_of(name) .. "</script>"
end)

-- Other places are for links to go to, and none is for the page to fetch from.
assert(not html:find('<%a+[^>]- src="'), "something of the page lies in a file of its own")

local file = assert(io.open(result, "wb"))
assert(file:write(html))
assert(file:close())
print(("%s: %d kB"):format(result, #html // 1024))
