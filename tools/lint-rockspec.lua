-- SPDX-License-Identifier: MIT
--
-- LUA tools/lint-rockspec.lua ROCKSPEC SOURCE...: checks the list of sources in a rockspec. It prints sources of the
-- tree that are missing, and sources that are extra or listed twice. Two sources must not have the same file name,
-- because a compiler without an output folder writes both objects to one file.
local path = table.remove(arg, 1)
local rockspec = {}
if setfenv then
  setfenv(assert(loadfile(path)), rockspec)()
else
  assert(loadfile(path, "t", rockspec))()
end

local listed, wrong, names = {}, false, {}
for _, module in pairs(rockspec.build.modules) do
  for _, source in ipairs(module.sources or { module }) do
    local name = source:match("[^/]+%.c$")
    if listed[source] then
      wrong = true
      print(path .. " lists " .. source .. " twice")
    elseif name and names[name] then
      wrong = true
      print(("%s lists %s and %s, which have the same name"):format(path, names[name], source))
    end
    if name then names[name] = source end
    listed[source] = true
  end
end
for _, program in pairs((rockspec.build.install or {}).bin or {}) do
  listed[program] = true
end
for _, source in ipairs(arg) do
  if not listed[source] then
    wrong = true
    print(path .. " lacks " .. source)
  end
  listed[source] = nil
end
for source in pairs(listed) do
  wrong = true
  print(path .. " lists " .. source .. ", which does not exist")
end
os.exit(wrong and 1 or 0)
