-- SPDX-License-Identifier: MIT
--
-- Limits of voxelize; each case runs in a process with 512 MB of memory and two seconds of processor time.
local limited = require("spec.support.limited")

local output = limited.output

-- A box as a mesh, in the code that runs.
local BOX = [[
local function box(side)
  local v, t = {}, {}
  for i = 0, 7 do
    v[i + 1] = { i % 2 * side, math.floor(i / 2) % 2 * side, math.floor(i / 4) * side }
  end
  local sides = { { 1, 3, 4, 2 }, { 5, 6, 8, 7 }, { 1, 2, 6, 5 }, { 3, 7, 8, 4 }, { 1, 5, 7, 3 }, { 2, 4, 8, 6 } }
  for _, s in ipairs(sides) do
    t[#t + 1] = { s[1], s[2], s[3] }
    t[#t + 1] = { s[1], s[3], s[4] }
  end
  return { vertices = v, triangles = t }
end
]]

-- The code refuses the mesh with those options, and then takes it with the size that the error names.
local function suggests(mesh, options)
  return output(BOX .. ([[
    local mesh, options = %s, %s
    local ok, message = pcall(c.voxelize, mesh, options)
    assert(not ok, "not refused")
    options.size = tonumber(message:match("size (%%S+) would do"))
    local grid = c.voxelize(mesh, options)
    print(grid:count() > 0, message)
  ]]):format(mesh, options))
end

describe("voxelize refuses at once", function()
  local function refuses(name, mesh, options, words)
    it(name, function()
      local message = limited.message(BOX .. ("local start = os.clock() local ok, message = pcall(c.voxelize, %s, %s) "
        .. "assert(os.clock() - start < 0.1, 'slowly') error(message, 0)"):format(mesh, options))
      assert.truthy(message:find(words, 1, true), message)
    end)
  end

  refuses("a wild vertex", "{{{0, 0, 0}, {1e9, 1e9, 1e9}, {0, 0, 0}}}", "nil",
    "triangle 1 most of all; the limit is 16777216")
  refuses("a wild vertex of a mesh",
    "(function() local mesh = box(4) mesh.vertices[7] = {4, 1e12, 4} return mesh end)()", "nil",
    "the limit is 16777216")
  refuses("a wild vertex of a solid",
    "(function() local mesh = box(4) mesh.vertices[7] = {4, 1e12, 4} return mesh end)()", "{solid = true}",
    "the limit is 16777216")
  refuses("cells that are too small", "box(1)", "{size = 1e-5}", "the limit is 16777216")
  refuses("bounds that are too large to test every cell", "{{{0, 0, 0}, {1e4, 1e4, 1e4}, {0, 0, 0}}}",
    "{method = 'sat'}", "the limit is 16777216")
  refuses("lists that are too long", "box(1000)", "{lists = true}", "in lists each counts for 8")
end)

describe("voxelize refuses, because of memory,", function()
  it("a solid with many values", function()
    local message = limited.message(BOX .. "local values = {} for i = 1, 12 do values[i] = i end "
      .. "c.voxelize(box(900), {size = 1.01, solid = true, value = values})")
    assert.truthy(message:find("more memory than limit=16777216 allows", 1, true), message)
  end)

  it("a thin triangle of many values", function()
    local message = limited.message("c.voxelize({{{0, 0, 0}, {1e6, 1.1e6, 0.9e6}, {0, 0, 0}}}, {value = {3}})")
    assert.truthy(message:find("more memory than limit=16777216 allows", 1, true), message)
  end)
end)

describe("in place of a size, the error of voxelize names", function()
  local function says(words, mesh)
    local message = limited.message(BOX .. ("c.voxelize(%s)"):format(mesh))
    assert.truthy(message:find(words, 1, true), message)
    assert.falsy(message:find("would do", 1, true), message)
  end

  it("a vertex that is far from all others", function()
    says("; the limit is 16777216; vertex 7, (4, 1000000000000, 4), lies far away from all others",
      "(function() local mesh = box(4) mesh.vertices[7] = {4, 1e12, 4} return mesh end)()")
    says("; vertex 7, (-10000000, 4, 4), lies far away",
      "(function() local mesh = box(4) mesh.vertices[7] = {-1e7, 4, 4} return mesh end)()")
  end)

  it("such a vertex of a triangle", function()
    says("; point 2 of triangle 3, (1000000000, 1000000000, 0), lies far away", "{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, "
      .. "{{0, 0, 1}, {1, 0, 1}, {0, 1, 1}}, {{0, 0, 2}, {1e9, 1e9, 0}, {0, 1, 2}}, "
      .. "{{0, 0, 3}, {1, 0, 3}, {0, 1, 3}}}")
  end)
end)

it("voxelize accepts many planes that pass through corners of cells everywhere", function()
  -- The count is that of a loop over whole numbers: does z - i = x, 0 <= x <= y <= 300 meet the cell?
  assert.equal("2854744", output([[
    local mesh = {}
    for i = 1, 60 do mesh[i] = { { 0, 0, i }, { 300, 300, i + 300 }, { 0, 300, i } } end
    io.write(("%d"):format(c.voxelize(mesh):count()))
  ]]))
end)

describe("the size that the error of voxelize names", function()
  local function does(name, mesh, options)
    it("is enough for " .. name, function()
      assert.equal("true", suggests(mesh, options):match("^%a+"))
    end)
  end

  does("a wild vertex", "{{{0, 0, 0}, {1e9, 1e9, 1e9}, {0, 0, 0}}}", "{}")
  does("a triangle", "{{{0, 0, 0}, {1e6, 3e5, 2e4}, {7e5, 9e5, 1e6}}}", "{limit = 1e6}")
  does("tiny cells", "box(1)", "{size = 1e-6, limit = 1e5}")
  does("a solid", "box(5000.5)", "{solid = true, limit = 1e6}")
  does("a solid of many values", "box(300.5)", "{solid = true, limit = 1e6, value = {1,2,3,4,5,6,7,8,9,10,11,12}}")
  does("a thin triangle of many values", "{{{0, 0, 0}, {1e6, 1.1e6, 0.9e6}, {0, 0, 0}}}", "{value = {3}, limit = 1e6}")
  does("lists", "box(1000.5)", "{lists = true, limit = 1e6}")
end)

describe("within one triangle", function()
  local TRIANGLE = "{{{0.1, 0.2, 0.3}, {2900, 0.7, 3000}, {0.1, 2900, 0}}}"

  it("progress is called repeatedly", function()
    local text = output(([[
      local calls, last, greatest = 0, 0, 0
      c.voxelize(%s, { lists = false, progress = function(part)
        calls = calls + 1
        assert(part >= last and part <= 1)
        greatest = math.max(greatest, part - last)
        last = part
        local start = os.clock()
        while os.clock() - start < 0.001 do end
      end })
      print(calls, greatest, last)
    ]]):format(TRIANGLE))
    local calls, greatest, last = text:match("^(%d+)%s+(%S+)%s+(%S+)$")
    assert.is_true(tonumber(calls) >= 4, text)
    assert.is_true(tonumber(greatest) < 0.7, text)
    assert.equal(1, tonumber(last))
  end)

  it("progress stops the work", function()
    assert.equal("nil\tstopped", output(("print(c.voxelize(%s, {progress = function(part) return part == 0 end}))")
      :format(TRIANGLE)))
  end)
end)

it("a larger limit allows more cells", function()
  assert.equal("false\ttrue", output(BOX .. [[
    print((pcall(c.voxelize, box(100), {limit = 1e5})), (pcall(c.voxelize, box(100), {limit = 2e5})))
  ]]))
end)
