-- SPDX-License-Identifier: MIT
--
-- Compares the inside of outlines with holes with the triangles of npm's earcut, if npm is installed.
local collide = require("collide")
local cases = require("spec.support.cases")
local files = require("spec.support.files")
local outlines = require("spec.support.outlines")
local random = require("spec.support.random")
local rings = require("spec.support.rings")
local shell = require("spec.support.shell")

if not shell.run("command -v npm > /dev/null 2>&1") then
  io.stderr:write("earcut_spec: decompose is not compared with earcut: npm is not installed\n")
  return
end

-- The triangles of each list of rings.
local function triangulate(lists)
  local path, texts, triangles = os.tmpname(), {}, {}
  for i, list in ipairs(lists) do
    local parts = {}
    for r, ring in ipairs(list) do
      local numbers = {}
      for _, p in ipairs(ring) do numbers[#numbers + 1] = ("%d,%d"):format(p[1], p[2]) end
      parts[r] = "[" .. table.concat(numbers, ",") .. "]"
    end
    texts[i] = "[" .. table.concat(parts, ",") .. "]"
  end
  files.write(path, "[" .. table.concat(texts, ",") .. "]")
  assert.is_true(shell.run(("LD_PRELOAD= tools/earcut build/earcut %s"):format(shell.quote(path))))
  for line in io.lines(path) do
    local points = {}
    for x, y in line:gmatch("(%S+) (%S+)") do points[#points + 1] = { tonumber(x), tonumber(y) } end
    local list = {}
    for i = 1, #points, 3 do list[#list + 1] = { points[i], points[i + 1], points[i + 2] } end
    triangles[#triangles + 1] = list
  end
  os.remove(path)
  return triangles
end

-- Is the point, which is on no edge of the rings, in one of the convex pieces?
local function holds(pieces, p)
  for _, piece in ipairs(pieces) do
    if rings.winding(piece, p) ~= 0 then return true end
  end
  return false
end

describe("decompose", function()
  it("covers the same places as the triangles of earcut", function()
    local pick, lists, compared = random.generator(21), {}, 0
    while #lists < cases.of(3000, 300) do
      local list = rings.random(pick)
      if list and #list[1] >= 3 and rings.judge(list) == "fine" then lists[#lists + 1] = list end
    end
    local triangles = triangulate(lists)
    assert.equal(#lists, #triangles)
    for i, list in ipairs(lists) do
      local _, whole, samples = rings.judge(list)
      local holes, pieces = {}, {}
      for r = 2, #list do holes[r - 1] = list[r] end
      for k, shape in ipairs(collide.decompose(list[1], holes)) do
        pieces[k] = {}
        for n, p in ipairs(shape:points()) do pieces[k][n] = { p.x, p.y } end
      end
      -- earcut is not exact: where outlines touch themselves its triangles may overlap. These do not count.
      if outlines.area_of_all(triangles[i]) == whole then
        compared = compared + 1
        assert.equal(whole, outlines.area_of_all(pieces), rings.text(list))
        for _, p in ipairs(samples) do
          assert.equal(holds(triangles[i], p), holds(pieces, p), rings.text(list))
        end
      end
    end
    io.stderr:write(("earcut_spec: %d of %d outlines agree\n"):format(compared, #lists))
    assert.is_true(compared > 0.9 * #lists)
  end)
end)
