-- SPDX-License-Identifier: MIT
-- What make and tools/setup print: a line for each file that is made, and nothing else unless something is wrong.
-- Doubles stand for compilers and apt-get, so a build takes a second and installs nothing.
local files = require("spec.support.files")
local shell = require("spec.support.shell")

local quote = shell.quote
local path_of = shell.temporary(setup, teardown)

local function write_program(name, text)
  local path = path_of(name)
  local file = assert(io.open(path, "w"))
  file:write("#!/bin/sh\n", text, "\n")
  file:close()
  assert(shell.run("chmod +x " .. quote(path)))
end

-- Runs a command without the settings of the make that runs this spec, and without a sanitizer, which would look for
-- leaks of the shell; returns all that it prints, and its status.
local function run(command)
  local text = shell.output("env -u LD_PRELOAD -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u V " .. command
    .. " 2>&1; echo status $?")
  local printed, status = text:match("^(.-)status (%d+)%s*$")
  return printed, tonumber(status)
end

-- A compiler, an archiver and MinGW's programs that create the files that they are asked for, and do nothing else.
local function write_doubles()
  write_program("cc", [[
if [ "$1" = rcs ]; then : >"$2"; fi
for word do
  [ "${before:-}" != -o ] || : >"$word"
  before=$word
done
if [ -n "${WARNS:-}" ]; then echo "$before: warning: $WARNS" >&2; fi
exit "${FAILS:-0}"]])
  shell.run("cp " .. quote(path_of("cc")) .. " " .. quote(path_of("mingw-gcc")))
  write_program("mingw-nm", "echo '         U lua_gettop'")
  write_program("mingw-dlltool", "exit 0")
  write_program("mingw-objdump", [[
printf '\tDLL Name: %s\n' KERNEL32.dll "$(basename "$(dirname "$2")").dll" msvcrt.dll
printf '[Ordinal/Name Pointer] Table\n\t[   0] luaopen_collide\n\n']])
end

-- Two rooms stand for the core, and one file for the binding.
local sources = shell.lines("ls src/cells/*.c src/narrow/plane/*.c")
local core, binding = #sources, 1

-- Builds in a folder of its own.
local function build(name, targets, environment)
  local out = path_of(name)
  local settings = ("CORE='%s' BINDING=src/lua/lua_cells.c CC=%s AR=%s MINGW=%s LUA_INCDIR=."):format(
    table.concat(sources, " "), quote(path_of("cc")), quote(path_of("cc")), quote(path_of("mingw")))
  local places = ("OUT=%s CORE_OUT=%s LIB=%s WINDOWS=%s DESTDIR=%s PREFIX=/p"):format(out, out, out, out, out)
  return run(("%s make %s %s %s"):format(environment or "", targets, settings, places))
end

-- Fails unless each line is a word in capitals and a file, and no file comes twice; returns how many lines begin with
-- each word.
local function lines_of(printed)
  local counts, seen = {}, {}
  for line in printed:gmatch("[^\n]+") do
    local word = line:match("^(%u+) [^%s]+$")
    assert.is_truthy(word, "not a line for a file: " .. line)
    assert.is_nil(seen[line], "twice: " .. line)
    seen[line], counts[word] = true, (counts[word] or 0) + 1
  end
  return counts
end

describe("make", function()
  setup(write_doubles)

  it("prints a line for each file of the module, and nothing when it is up to date", function()
    local lua = "LUA=" .. quote(shell.interpreter())
    local printed, status = build("module", "all " .. lua)
    assert.are.equal(0, status, printed)
    assert.are.same({ CC = core + binding, LINK = 1 }, lines_of(printed))
    assert.are.same({ "", 0 }, { build("module", "all " .. lua) })
  end)

  it("prints a line for collide.import and its object", function()
    local printed, status = build("import", "import LUA=" .. quote(shell.interpreter()))
    assert.are.equal(0, status, printed)
    assert.are.same({ CC = 1, LINK = 1 }, lines_of(printed))
  end)

  it("prints a line for each file of the C library, and for each place of an installation", function()
    local printed, status = build("library", "lib")
    assert.are.equal(0, status, printed)
    assert.are.same({ CC = core, AR = 1, LINK = 1 }, lines_of(printed))
    assert.are.same({ "", 0 }, { build("library", "lib") })
    assert.are.same({ INSTALL = 5 }, lines_of((build("library", "install-lib"))))
  end)

  it("prints a line for each file of the libraries for Windows", function()
    if not shell.run("command -v lua5.1 lua5.4 >/dev/null") then
      return pending("needs lua5.1 and lua5.4 (make setup)")
    end
    local printed, status = build("windows", "-j1 windows-objects windows-lua51")
    assert.are.equal(0, status, printed)
    assert.are.same({ CC = core + binding, LINK = 1 }, lines_of(printed))
    assert.are.same({ "", 0 }, { build("windows", "windows-objects windows-lua51") })
  end)

  it("packs for LÖVE what it is given, and names the libraries that no compiler here makes", function()
    if not shell.run("command -v luajit python3 >/dev/null") then
      return pending("needs luajit and python3 (make setup)")
    end
    local love, given = path_of("love"), path_of("collide.dylib")
    files.write(given, "a library")
    local printed, status = run(("make love-zip LOVE=%s LOVE_WITH=%s MINGW=none love_needs_collide.so=none-x86_64"
      .. " love_needs_collide-arm64.so=none-arm64"):format(love, given))
    assert.are.equal(0, status, printed)
    assert.is_truthy(printed:find("love-zip: no collide.dll without none-gcc; try make setup-love\n", 1, true), printed)
    assert.is_truthy(printed:find("/collide%-love%.zip: collide[^ ]* ?collide[^ ]*\n"), printed)
    assert.are.equal("a library", files.contents(love .. "/collide/collide.dylib"))
    assert.is_false(files.exists(love .. "/collide/collide.dll"))
    assert.is_truthy(shell.output("python3 -m zipfile -l " .. love .. "/collide-love.zip")
      :find("collide/collide.dylib", 1, true))
  end)

  it("shows the commands with V=1, and nothing with -s", function()
    local printed = build("shown", "core V=1")
    local _, count = printed:gsub("%-c %-o [^\n]+%.o src/[^\n]+%.c\n", "")
    assert.are.equal(core, count)
    assert.is_nil(printed:find("\nCC ", 1, true))
    assert.are.same({ "", 0 }, { build("silent", "-s core") })
  end)

  it("shows warnings and errors", function()
    local printed = build("warned", "core", "WARNS='of a kind'")
    local _, count = printed:gsub("%.c: warning: of a kind\n", "")
    assert.are.equal(core, count)
    local failed, status = build("failed", "core", "WARNS=why FAILS=1")
    assert.are.equal(2, status)
    assert.is_truthy(failed:find("warning: why\n", 1, true), failed)
  end)

  -- Rules that no build above runs.
  it("has no rule that prints its command", function()
    local count = 0
    for _, path in ipairs(shell.lines("ls Makefile make/*.mk packaging/*/rules.mk spec/*/rules.mk")) do
      local before = ""
      for line in files.contents(path):gmatch("[^\n]+") do
        if line:match("^\t") and not before:match("\\$") then
          count = count + 1
          assert.is_truthy(line:match("^\t%+?@") or line:match("^\t%$%(call say,"), path .. ": " .. line)
        end
        before = line
      end
    end
    assert.is_true(count > 100, count)
  end)
end)

describe("tools/setup", function()
  setup(function()
    assert(shell.run("mkdir " .. quote(path_of("bin"))))
    write_program("bin/dpkg-query", "exit 0") -- nothing is installed
    write_program("bin/apt-cache", "echo '  Candidate: 1'")
    write_program("bin/sudo", '"$@"')
    write_program("bin/apt-get", 'echo "apt says $1"; echo "apt warns of $1" >&2; exit "${FAILS:-0}"')
  end)

  local function set_up(environment)
    return run(environment .. ' PATH=' .. quote(path_of("bin")) .. ':"$PATH" tools/setup run')
  end

  it("prints what it installs, and nothing of what apt-get prints", function()
    local printed, status = set_up("FAILS=0")
    assert.are.equal(0, status, printed)
    for line in printed:gmatch("[^\n]+") do
      assert.is_truthy(line:match("^setup: "), line)
    end
    assert.is_truthy(printed:match("apt%-get install gcc"), printed)
  end)

  it("shows what apt-get prints when it fails, and fails", function()
    local printed, status = set_up("FAILS=100")
    assert.are.equal(1, status)
    for _, words in ipairs({ "apt says update", "apt warns of update", "apt says install", "apt warns of install" }) do
      assert.is_truthy(printed:find(words, 1, true), printed)
    end
  end)
end)
