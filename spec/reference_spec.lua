-- SPDX-License-Identifier: MIT
--
-- The stubs in library/ are the only description of the Lua interface. These specs check that they are complete and
-- valid for LuaLS, and that docs/reference and Defold's .script_api agree with them. (spec/api_spec.lua compares them
-- with the exports.)
package.path = "tools/?.lua;spec/support/?.lua;" .. package.path

local collide = require("collide")
local contents = require("spec.support.files").contents
local dimensions = require("reference.dimensions")
local markdown = require("reference.markdown")
local script_api = require("reference.script_api")
local shell = require("spec.support.shell")
local stubs = require("reference.stubs")
local transcript = require("transcript")
local types = require("reference.types")

local unpack = table.unpack or unpack -- luacheck: ignore 143

local sections = stubs.read_all()
local told = stubs.types(sections)

-- The files of a folder, its folders' too, sorted.
local function files_below(folder)
  return shell.lines("find " .. folder .. " -type f | LC_ALL=C sort")
end

local function sorted(list)
  table.sort(list)
  return list
end

describe("the reference", function()
  local pages = markdown.pages(sections)

  it("is the output of make reference", function()
    local names = {}
    for i, page in ipairs(pages) do
      names[i] = "docs/reference/" .. page.name
      assert.equal(page.text, contents(names[i]))
    end
    assert.same(sorted(names), files_below("docs/reference"))
    assert.equal(script_api.text(sections), contents("packaging/defold/collide.script_api"))
    for _, file in ipairs(dimensions.files(sections)) do assert.equal(file.text, contents(file.path)) end
  end)

  it("has only links to existing targets", function()
    local anchors, links = {}, 0
    for _, page in ipairs(pages) do
      for heading in page.text:gmatch("\n##+ ([^\n]+)") do
        heading = heading:match("^%[(.-)%]") or heading
        local anchor = page.name .. "#" .. heading:lower():gsub("[^%w_ -]", ""):gsub(" ", "-")
        assert.is_nil(anchors[anchor], "two headings are " .. anchor)
        anchors[anchor] = true
      end
    end
    for _, page in ipairs(pages) do
      for target in page.text:gmatch("%]%(([^()]+)%)") do
        links = links + 1
        local file, anchor = target:match("^([^#]*)#?(.*)$")
        if file == "" then file = page.name end
        contents("docs/reference/" .. file)
        if anchor ~= "" then assert.is_true(anchors[file .. "#" .. anchor], page.name .. " leads to " .. target) end
      end
    end
    assert.is_true(links > 300)
  end)

  it("links to the example of each article", function()
    local text = {}
    for i, page in ipairs(pages) do text[i] = page.text end
    text = table.concat(text)
    local examples = files_below("examples/articles")
    assert.is_true(#examples >= 6)
    for _, name in ipairs(examples) do
      assert.truthy(text:find("[`" .. name .. "`](../../" .. name .. ")", 1, true), name)
    end
  end)

  it("has no syntax that Jekyll would interpret", function()
    for _, page in ipairs(pages) do assert.is_nil(page.text:match("{[{%%][^\n]*"), page.name) end
  end)

  it("has one page for each stub and one stub for each page, except the stubs of one dimension", function()
    local files = { unpack(stubs.files) }
    for _, file in ipairs(dimensions.files(sections)) do files[#files + 1] = file.path end
    assert.same(sorted(files), files_below("library"))
  end)

  it("lists all options of a query in one table", function()
    local text = contents("docs/reference/casts.md"):match("\n### RayOptions\n(.*)$")
    for _, name in ipairs { "max", "inside", "ignore", "only", "filter", "corners", "rule", "into", "limit" } do
      assert.is_truthy(text:find("\n| `" .. name .. "` |", 1, true), name)
    end
  end)

  it("lists every method on one page, with the kinds that have it", function()
    local text = contents("docs/reference/kinds.md")
    assert.is_truthy(text:find("| [winding](triangles.md#collidewinding) | triangles |", 1, true))
    assert.is_truthy(text:find("| [raycast](casts.md#collideraycast) | shapes, meshes, groups, worlds and grids |", 1,
      true))
    assert.is_truthy(text:find("| [fill](grids.md#gridfill) | grids |", 1, true))
  end)
end)

describe("the .script_api", function()
  local text = contents("packaging/defold/collide.script_api")

  it("is indented as YAML requires", function()
    local last, block = 0, nil
    for line in text:gmatch("[^\n]+") do
      local indent = #line:match("^ *")
      if block and indent > block then
        assert.is_true(indent >= block + 2, line)
      else
        block = nil
        assert.is_true(indent <= last + 4, line)
        assert.is_truthy(line:match("^#") or line:match("^ *%-$") or line:match("^ *%-? ?[%w_]+:"), line)
        if line:match(": |%-$") then block = indent + (line:match("^ *%- ") and 2 or 0) end
        last = indent
      end
    end
  end)

  it("has only types of the format", function()
    local known = { table = true, string = true, boolean = true, number = true, userdata = true,
      ["function"] = true, ["nil"] = true, any = true }
    for line in text:gmatch("\n *type: ([^\n]+)") do
      for word in line:gmatch("[%w_]+") do assert.is_true(known[word], line) end
    end
  end)
end)

-- These rules are LuaLS's own: make luals asks itself, where it is installed.
describe("a stub", function()
  it("is only for the editor", function()
    for _, section in ipairs(sections) do
      local module = section.path:match("([^/]+)%.lua$")
      local required = module == "collide" and "collide" or module == "import" and "collide.import" or "_"
      assert.equal(required, section.meta)
      assert(loadfile(section.path))()
    end
  end)

  it("refers only to existing types (undefined-doc-name)", function()
    local known = { any = true, boolean = true, integer = true, number = true, string = true,
      table = true, userdata = true, ["nil"] = true, ["false"] = true, ["true"] = true }
    local count = 0
    local function visit(name)
      count = count + 1
      assert.is_truthy(known[name] or told[name], name)
    end
    for _, section in ipairs(sections) do
      for _, entry in ipairs(section.entries) do
        if entry.type then types.each_name(entry.type, visit) end
        if entry.parent then visit(entry.parent) end
        for _, key in ipairs { "params", "returns", "fields", "overloads" } do
          for _, part in ipairs(entry[key] or {}) do types.each_name(part.type or part, visit) end
        end
      end
    end
    assert.is_true(count > 500)
  end)

  it("describes each type once (duplicate-doc-alias, duplicate-doc-field)", function()
    local seen = {}
    for _, section in ipairs(sections) do
      for _, entry in ipairs(section.entries) do
        if told[entry.name] and entry.text[1] then
          assert.is_nil(seen[entry.name], entry.name)
          seen[entry.name] = true
        end
        local fields = {}
        for _, field in ipairs(entry.fields or {}) do
          assert.is_nil(fields[field.name], entry.name)
          fields[field.name] = true
        end
      end
    end
  end)

  it("describes the existing arguments, in order (undefined-doc-param)", function()
    for entry in stubs.each(sections, "function") do
      local names = {}
      for i, parameter in ipairs(entry.params) do names[i] = parameter.name end
      assert.same(entry.arguments, names, entry.full)
    end
  end)

  it("has optional arguments after the others, and so have its overloads", function()
    for entry in stubs.each(sections, "function") do
      for _, list in ipairs { entry, unpack(entry.overloads) } do
        local optional = false
        for _, parameter in ipairs(list.params or list.parameters) do
          assert.is_true(parameter.optional or not optional, entry.full)
          optional = parameter.optional
        end
      end
    end
  end)
end)

describe("every function", function()
  local function each(check)
    local count = 0
    for entry in stubs.each(sections, "function") do
      count = count + 1
      local ok, message = pcall(check, entry)
      if not ok then error(entry.full .. ": " .. tostring(message), 0) end
    end
    assert.is_true(count > 55)
  end

  it("has a description, errors and an example", function()
    each(function(entry)
      assert.is_truthy(entry.text[1])
      assert.is_truthy(entry.errors and #entry.errors > 3)
      assert.is_true(#entry.examples >= 1)
    end)
  end)

  it("describes its arguments and results", function()
    each(function(entry)
      for _, part in ipairs(entry.params) do
        assert.is_true(#stubs.text_of(part, told) >= 3, part.name)
      end
      for _, part in ipairs(entry.returns) do
        assert.is_truthy(part.name)
        assert.is_true(#stubs.text_of(part, told) >= 3, part.name)
      end
    end)
  end)

  it("returns something, except functions that change a grid or write a file", function()
    local silent = {}
    each(function(entry)
      if not entry.returns[1] then silent[#silent + 1] = entry.full end
    end)
    assert.same({ "grid:fill", "grid:save", "grid:set" }, sorted(silent))
    local grid = collide.grid()
    assert.equal(0, select("#", grid:set(0, 0, 0, 1)))
    assert.equal(0, select("#", grid:fill(0, 0, 0, 1, 1, 1, 1)))
  end)

  it("describes a miss if it may return nil or false", function()
    each(function(entry)
      for _, part in ipairs(entry.returns) do
        if types.is_optional(part.type) and part.type.name ~= "nil" or part.type.name == "boolean" then
          assert.is_truthy(entry.miss, part.name)
        end
      end
    end)
  end)

  it("names its source if it is a query", function()
    local queries = { casts = true, pairs = true, cells = true, voxels = true }
    for entry, section in stubs.each(sections, "function") do
      if queries[section.name] or entry.name:match("^triangle_") then assert.is_truthy(entry.source, entry.full) end
    end
  end)

  it("takes vectors in numbers, too", function()
    local vectors = { ["collide.VectorLike"] = true, ["collide.PointLike"] = true,
      ["collide.CellLike"] = true, ["collide.PairLike"] = true }
    local count = 0
    each(function(entry)
      local wanted = false
      for _, parameter in ipairs(entry.params) do
        if vectors[parameter.type.name] then wanted = true end
      end
      if not wanted then return end
      count = count + 1
      local numbers = {}
      for _, overload in ipairs(entry.overloads) do
        local found, is_word = 0, stubs.is_same_call(entry, overload)
        for _, parameter in ipairs(is_word and {} or overload.parameters) do
          local type = parameter.type.name
          if (type == "number" or type == "integer") and parameter.name ~= "value" then found = found + 1 end
          assert.is_falsy(vectors[type] and type ~= "collide.PairLike", parameter.name)
          is_word = is_word or parameter.type.kind == "literal" -- "numbers", of a call without a vector
        end
        if not is_word then numbers[#numbers + 1] = found end
      end
      assert.is_true(#numbers >= 1)
      for _, found in ipairs(numbers) do assert.is_true(found >= 2 and found <= 6) end
    end)
    assert.is_true(count > 20)
  end)
end)

describe("the example", function()
  local has_import = pcall(require, "collide.import")

  for entry, section in stubs.each(sections, "function") do
    for i, example in ipairs(entry.examples) do
      local name = ("of %s%s prints what it says"):format(entry.full, i > 1 and ", " .. i or "")
      if section.name == "import" and not has_import then
        pending(name .. ": collide.import is not built here (make setup-tool import)")
      else
        it(name, function()
          local promised = transcript.promised(example)
          assert.is_true(#promised > 0)
          assert.same(promised, transcript.printed(example, { collide = collide }))
        end)
      end
    end
  end
end)
