-- SPDX-License-Identifier: MIT
--
-- LUA tools/release.lua [--write] [TAG]: checks that the stubs, the changelog and the rockspecs have the version of
-- src/collide.h. With --write it first writes the rockspecs of this version from the scm rockspecs. With TAG, such as
-- v0.1.0, it also checks that the changelog has a date for that version.
local ROCKSPECS = {
  { from = "collide-scm-1.rockspec", to = "packaging/luarocks/collide-%s-1.rockspec" },
  {
    from = "packaging/luarocks/collide-import-scm-1.rockspec",
    to = "packaging/luarocks/collide-import-%s-1.rockspec",
  },
}

local function contents(path)
  local file = io.open(path, "rb")
  if not file then return nil end
  local text = file:read("*a")
  file:close()
  return text
end

local wrong = 0
local function expect(holds, message, ...)
  if holds then return end
  wrong = wrong + 1
  print(message:format(...))
end

-- The rockspec of a version: the scm rockspec, with the version's tag.
local function versioned(text, version)
  local count
  text, count = text:gsub('version = "scm%-1"', ('version = "%s-1"'):format(version))
  assert(count == 1, "no version in a rockspec")
  text, count = text:gsub('(\n  url = "git%+[^"]*",\n)', ('%%1  tag = "v%s",\n'):format(version))
  assert(count == 1, "no url in a rockspec")
  return text
end

local writing = arg[1] == "--write"
local tag = arg[writing and 2 or 1]
local version = contents("src/collide.h"):match('#define COLLIDE_VERSION "([^"]+)"')

for _, rockspec in ipairs(ROCKSPECS) do
  local path = rockspec.to:format(version)
  local text = versioned(contents(rockspec.from), version)
  if writing then
    local file = assert(io.open(path, "wb"))
    file:write(text)
    file:close()
    print("wrote " .. path)
  end
  expect(contents(path) == text, "%s is not what make release writes from %s", path, rockspec.from)
end

local stub = contents("library/collide.lua"):match('@field _VERSION string "([^"]+)"')
expect(stub == version, "library/collide.lua names version %s, src/collide.h %s", stub, version)

-- The topmost section must be of this version: with a date, or unreleased.
local changelog = contents("CHANGELOG.md")
local heading, body = changelog:match("\n## ([^\n]*)\n(.-)\n## ")
if not heading then heading, body = changelog:match("\n## ([^\n]*)\n(.*)$") end
local released, date = heading:match("^%[(%d[^%]]*)%] %- (%d%d%d%d%-%d%d%-%d%d)$")
local unreleased = heading == "[Unreleased]" and body:match("To become (%d+%.%d+%.%d+)%.")
expect((released or unreleased) == version, "CHANGELOG.md begins with %s, src/collide.h names version %s",
  released or unreleased and unreleased .. ", to come" or heading, version)
expect(body:find("\n### %u%l+\n\n%- "), "CHANGELOG.md tells nothing of %s", heading)

if tag then
  expect(tag == "v" .. version, "the tag is %s, src/collide.h names version %s", tag, version)
  expect(date, "CHANGELOG.md has no date for %s", version)
end
os.exit(wrong == 0 and 0 or 1)
