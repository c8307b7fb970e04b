-- SPDX-License-Identifier: MIT
--
-- The pages that are written by hand: their links work, and the targets of make and the files that they name exist.
-- (spec/reference_spec.lua checks the same for the generated pages.)
local files = require("spec.support.files")
local shell = require("spec.support.shell")

-- Pages in bench/results and CHANGELOG.md may name things of the past.
local pages = shell.lines("find . \\( -name .git -o -name build -o -name reference -o -name results \\) -prune"
  .. " -o -name '*.md' -print | LC_ALL=C sort")

local function without_fences(text)
  return (("\n" .. text):gsub("\n```.-\n```", "\n"))
end

-- How GitHub calls the headings of a page.
local function anchors_of(path)
  local anchors = {}
  for heading in without_fences(files.contents(path)):gmatch("\n#+ ([^\n]+)") do
    heading = heading:lower():gsub("Ö", "ö"):gsub("[^%w\128-\255_ -]", "")
    anchors[heading:gsub(" ", "-")] = true
  end
  return anchors
end

-- `a/b/../c` without what leads back
local function plain(path)
  path = path:gsub("^%./", "")
  local count
  repeat path, count = path:gsub("[^/]+/%.%./", "", 1) until count == 0
  return path
end

-- The targets that there are: rules of the Makefile, and groups of tools/setup, which make up theirs.
local targets = {}
for _, line in ipairs(shell.lines("make -pnq help 2>/dev/null")) do
  local names = line:match("^([^#%s=][^=:]*):")
  for name in (names or ""):gmatch("%S+") do targets[name] = true end
end
for group in files.contents("tools/setup"):gmatch("\napt_(%w+)=") do targets["setup-" .. group] = true end
targets["setup-hosts"] = true

-- The targets that a command of make names.
local function targets_in(command)
  local found = {}
  command = command:gsub("%s#.*$", ""):gsub("'[^']*'", ""):gsub('"[^"]*"', ""):gsub("%${{.-}}", "")
  for word in command:gsub("^make", ""):gmatch("%S+") do
    if word == "&&" or word:match("^[|>]") then break end
    if not word:match("^%-") and not word:match("=") then found[#found + 1] = word end
  end
  return found
end

-- The commands of make on a page: in code spans, and in blocks.
local function commands(text)
  local found = {}
  for line in text:gmatch("[^\n]+") do
    found[#found + 1] = line:match("^    (make .*)$") or line:match("^make .*$")
      or line:match("^%s*%- run: (make .*)$")
  end
  for span in without_fences(text):gmatch("`([^`]+)`") do
    if span:match("^make%s") then found[#found + 1] = span:gsub("%s+", " ") end
  end
  return found
end

local function assert_targets(path, named)
  for _, command in ipairs(commands(files.contents(path))) do
    for _, target in ipairs(targets_in(command)) do
      named[target] = true
      assert.is_true(targets[target], ("%s: `%s`: there is no target %s"):format(path, command, target))
    end
  end
end

describe("a page", function()
  for _, path in ipairs(pages) do
    local folder = path:match("^(.*/)")

    it("has only links to existing pages: " .. path, function()
      for target in without_fences(files.contents(path)):gmatch("%]%(([^()%s]+)%)") do
        local file, anchor = target:match("^([^#]*)#?(.*)$")
        if not target:match("^%a+:") then
          local to = file == "" and path or plain(folder .. file)
          assert.is_true(shell.run("test -e " .. shell.quote(to)), path .. " leads to " .. target)
          if anchor ~= "" then assert.is_true(anchors_of(to)[anchor], path .. " leads to " .. target) end
        end
      end
    end)

    if path ~= "./CHANGELOG.md" then
      it("names only existing files: " .. path, function()
        local names = {}
        for span in without_fences(files.contents(path)):gmatch("`([^`\n]+)`") do
          local name = span:match("^[%w_./-]+$")
          local room = name and name:match("^(%w+)/")
          if room and shell.run("test -d " .. room) and room ~= "build" then names[#names + 1] = name end
        end
        if names[1] then
          assert.same({}, shell.lines("for name in " .. table.concat(names, " ")
            .. "; do [ -e $name ] || [ -e $name.lua ] || echo $name; done"))
        end
      end)
    end
  end
end)

describe("the targets of make that pages name", function()
  it("exist", function()
    local named, count = {}, 0
    for _, path in ipairs(pages) do
      if path ~= "./CHANGELOG.md" then assert_targets(path, named) end
    end
    assert_targets(".github/workflows/ci.yml", named)
    for _ in pairs(named) do count = count + 1 end
    assert.is_true(count > 40, count)
  end)

  it("exist in the table of checks", function()
    local rows = files.contents("CONTRIBUTING.md"):match("\n| target | shows |\n(.-)\n\n")
    local count = 0
    for cell in rows:gmatch("\n| ([^|]+) |") do
      for name in cell:gmatch("`([^`]+)`") do
        count = count + 1
        assert.is_true(targets[name], "there is no target " .. name)
      end
    end
    assert.is_true(count > 30, count)
  end)

  it("would fail this spec if they did not exist", function()
    assert.same({ "setup", "tset" }, targets_in("make -j2 setup LUA=lua5.4 tset BUSTED='a b' # what"))
    assert.is_nil(targets.tset)
    assert.same({ "make exact", "make no-such" }, commands("    make exact\n\n`make\nno-such`"))
  end)
end)
