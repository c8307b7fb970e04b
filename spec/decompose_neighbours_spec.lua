-- SPDX-License-Identifier: MIT
--
-- The neighbours of the pieces of `decompose`, corners that a tolerance moves onto edges, and how holes are passed.
local collide = require("collide")
local cases = require("spec.support.cases")
local misuse = require("spec.support.misuse")
local outlines = require("spec.support.outlines")
local random = require("spec.support.random")
local rings = require("spec.support.rings")

local turn = outlines.turn

local function points_of(shapes)
  local pieces = {}
  for i, shape in ipairs(shapes) do
    pieces[i] = {}
    for k, p in ipairs(shape:describe().points) do pieces[i][k] = { p.x or p[1], p.y or p[2] } end
  end
  return pieces
end

local function split(list)
  local holes = {}
  for i = 2, #list do holes[i - 1] = list[i] end
  return list[1], holes
end

-- Where the edges a-b and c-d of two pieces share more than a point: the place of its middle along a-b, else nil. The
-- coordinates are whole numbers.
local function shared(a, b, c, d)
  if turn(a, b, c) ~= 0 or turn(a, b, d) ~= 0 then return nil end
  local x, y = b[1] - a[1], b[2] - a[2]
  local function along(p) return (p[1] - a[1]) * x + (p[2] - a[2]) * y end
  local from, to = math.max(0, along(d)), math.min(along(b), along(c))
  return from < to and from + to or nil
end

-- The rows that `decompose` should return, by a comparison of all edges.
local function rows_of(pieces)
  local rows = {}
  for i, piece in ipairs(pieces) do
    rows[i] = {}
    for k, a in ipairs(piece) do
      local b, found, place = piece[k % #piece + 1], {}, {}
      for j, other in ipairs(pieces) do
        for l, c in ipairs(other) do
          local middle = j ~= i and shared(a, b, c, other[l % #other + 1])
          if middle then
            found[#found + 1] = j
            place[j] = middle
          end
        end
      end
      table.sort(found, function(m, n) return place[m] < place[n] end)
      rows[i][k] = #found > 1 and found or found[1] or 0
    end
  end
  return rows
end

-- Checks the neighbours, and returns how many edges have one and how many have more.
local function check(list)
  local shapes, neighbours = collide.decompose(split(list))
  local about, one, more = rings.text(list), 0, 0
  assert.same(rows_of(points_of(shapes)), neighbours, about)
  for i, row in ipairs(neighbours) do
    for _, value in ipairs(row) do
      local numbers = type(value) == "table" and value or { value }
      if type(value) == "table" then more = more + 1 elseif value > 0 then one = one + 1 end
      for _, n in ipairs(numbers) do
        local back = n == 0
        for _, other in ipairs(neighbours[n] or {}) do
          for _, m in ipairs(type(other) == "table" and other or { other }) do back = back or m == i end
        end
        assert.is_true(back, about)
      end
    end
  end
  return one, more
end

describe("the neighbours that decompose returns", function()
  local square, hole = { 0, 0, 9, 0, 9, 9, 0, 9 }, { 3, 3, 6, 3, 6, 6, 3, 6 }

  it("are numbers by edge, 0 for the outside", function()
    local pieces, neighbours = collide.decompose { 0, 0, 4, 0, 4, 1, 1, 1, 1, 3, 0, 3 }
    assert.same({ { 0, 0, 0, 2 }, { 1, 0, 0, 0 } }, neighbours)
    assert.equal(2, #pieces)
    neighbours = select(2, collide.decompose(square, { hole }))
    assert.same({ { 0, 3, 0, 2 }, { 1, 0, 4, 0 }, { 0, 4, 0, 1 }, { 0, 2, 0, 3 } }, neighbours)
    assert.same({ { 0, 0, 0, 0 } }, select(2, collide.decompose(square)))
  end)

  it("follow the edges of a clockwise outline", function()
    local neighbours = select(2, collide.decompose { 0, 0, 0, 3, 1, 3, 1, 1, 4, 1, 4, 0 })
    assert.same({ { 0, 0, 0, 2 }, { 1, 0, 0, 0 } }, neighbours)
  end)

  it("are an array, along the edge, where several share parts of it", function()
    local comb = { 0, 0, 9, 0, 9, 3, 8, 3, 8, 1, 6, 1, 6, 3, 4, 3, 4, 1, 2, 1, 2, 3, 0, 3 }
    local pieces, neighbours = collide.decompose(comb)
    assert.equal("polygon points=((0, 0), (9, 0), (8, 1), (2, 1))", tostring(pieces[1]))
    assert.same({ 0, 3, 4, 2 }, neighbours[1]) -- the middle tooth is a part of this edge
    comb = { { 0, 0 }, { 7, 0 }, { 7, 3 }, { 6, 3 }, { 6, 1 }, { 5, 1 }, { 5, 3 }, { 4, 3 }, { 4, 1 }, { 3, 1 },
      { 3, 3 }, { 2, 3 }, { 2, 1 }, { 1, 1 }, { 1, 3 }, { 0, 3 } }
    local _, more = check { comb }
    assert.equal(1, more)
  end)

  it("share a part of an edge of both", function()
    local one, more = check { { { 0, 0 }, { 2, 0 }, { 2, 1 }, { 3, 1 }, { 3, 2 }, { 1, 2 }, { 1, 1 }, { 0, 1 } } }
    assert.is_true(one >= 2 and more == 0)
  end)

  it("do not meet at a point, nor across two parts of an outline", function()
    assert.same({ { 0, 0, 0 }, { 0, 0, 0 } }, select(2, collide.decompose { 0, 0, 2, 2, 4, 0, 4, 4, 2, 2, 0, 4 }))
  end)

  it("are those that a comparison of all edges finds", function()
    local pick, one, more = random.generator(3), 0, 0
    for _ = 1, cases.of(600, 150, 40) do
      local points = outlines.random(6 + pick(14), ({ 9, 12, 30 })[pick(3)], pick)
      local o, m = check { pick(2) == 1 and points or outlines.reversed(points) }
      one, more = one + o, more + m
    end
    assert.is_true(one > cases.of(2000, 500, 100) and more > 0)
  end)

  it("are those of such a comparison with holes, bridges and touching edges", function()
    local pick, one, more = random.generator(9), 0, 0
    for _ = 1, cases.of(3000, 500, 100) do
      local list = rings.random(pick)
      if list and #list[1] >= 3 and rings.judge(list) == "fine" then
        local o, m = check(list)
        one, more = one + o, more + m
      end
    end
    assert.is_true(one > cases.of(2000, 300, 50) and more > 0)
  end)

  it("are no obstacle to a group or world of the pieces", function()
    assert.equal("group parts=4", tostring(collide.group(collide.decompose(square, { hole }))))
    assert.equal(4, collide.world(collide.decompose(square, { hole })):count())
    assert.equal("group parts=1", tostring(collide.group(collide.decompose(square))))
    for _, second in ipairs { "{}", "{ position = { 1, 2 } }", "{ disc }", "{ { 1, 2 } }", "4" } do
      assert.matches("unexpected argument", misuse("collide.group({ disc }, " .. second .. ")",
        { collide = collide, disc = collide.circle { radius = 1 } }))
    end
  end)
end)

describe("decompose moves", function()
  local function refused(...)
    local ok, message = pcall(collide.decompose, ...)
    assert.is_false(ok)
    return message:match("%((.*)%)")
  end

  it("a corner that lies beyond an edge by rounding onto it", function()
    local function spiked(y) return { 0, 0, 4, 0, 4, 4, 2, y, 0, 4 } end
    local crossing = "points: the edges that begin at points 1 and 4 cross"
    assert.equal(crossing, refused(spiked(-4e-14)))
    assert.equal(crossing, refused(spiked(-4e-14), { tolerance = 3e-14 }))
    local expected = points_of(collide.decompose(spiked(0)))
    for _, tolerance in ipairs { 4e-14, 1e-9, 0.5 } do
      assert.same(expected, points_of(collide.decompose(spiked(-4e-14), { tolerance = tolerance })))
    end
  end)

  it("a corner up to the edge where no double lies on it", function()
    local pieces, neighbours = collide.decompose({ 0, 0, 4, 1.1, 4, 4, 2, 0.55 - 4e-14, 0, 4 }, { tolerance = 1e-9 })
    local sum = 0
    for _, piece in ipairs(points_of(pieces)) do
      sum = sum + outlines.area(piece) / 2
      for _, p in ipairs(piece) do
        if p[1] > 1 and p[1] < 3 then assert.is_true(math.abs(p[1] - 2) + math.abs(p[2] - 0.55) < 1e-13) end
      end
    end
    assert.is_true(math.abs(sum - 6.9) < 1e-9 and #neighbours == #pieces)
  end)

  it("holes back to the outline that they touch", function()
    local square = { 0, 0, 9, 0, 9, 9, 0, 9 }
    local e = 1e-12
    for _, hole in ipairs { { 3, 3, 9 + e, 3, 9 + e, 6, 3, 6 }, { 0 - e, 3, 4, 3, 4, 6, 0 - e, 6 },
      { 3, 3, 6, 3, 6, 9 + e, 3, 9 + e }, { 3, 0 - e, 6, 0 - e, 6, 4, 3, 4 }, { 3, 3, 9 + e, 4, 3, 6 } } do
      local exact = {}
      for i, v in ipairs(hole) do exact[i] = math.floor(v + 0.5) end
      assert.matches("cross$", refused(square, { hole }))
      assert.same(points_of(collide.decompose(square, { exact })),
        points_of(collide.decompose(square, { hole }, { tolerance = 1e-9 })))
    end
  end)

  it("no corner of an outline that is right as it is", function()
    local outline = { 0, 0, 4, 0, 4, 4, 2, 4e-14, 0, 4 }
    assert.same(points_of(collide.decompose(outline)), points_of(collide.decompose(outline, { tolerance = 1e-9 })))
  end)

  it("nothing if edges still cross, and names edges that cross in the given outline", function()
    assert.equal("points: the edges that begin at points 1 and 3 cross",
      refused({ 0, 0, 4, 4, 4, 0, 0, 4 }, { tolerance = 1 }))
    -- A spike through the outline: its corner is near the edge, its neighbours are on both sides.
    assert.equal(refused { 0, 0, 4, 0, 4, 4, 2, -1e-12, 3, -4, 0, 4 },
      refused({ 0, 0, 4, 0, 4, 4, 2, -1e-12, 3, -4, 0, 4 }, { tolerance = 1e-9 }))
    assert.equal(refused({ 0, 0, 9, 0, 9, 9, 0, 9 }, { { 3, 3, 12, 3, 12, 6, 3, 6 } }),
      refused({ 0, 0, 9, 0, 9, 9, 0, 9 }, { { 3, 3, 12, 3, 12, 6, 3, 6 } }, { tolerance = 1 }))
  end)

  it("corners onto corners, which become one", function()
    -- Two parts of the outline meet in a point, which was computed twice, and a bridge leads to a hole and back.
    local e = 1e-13
    local waist = { 0, 0, 2 + e, 2 + e, 4, 0, 4, 4, 2 - e, 2 - e, 0, 4 }
    assert.is_true(#collide.decompose(waist, { tolerance = 1e-9 }) >= 2)
    local bridged = { 0, 0, 9, 0, 9, 9, 0, 9, e, e, 3 + e, 3, 3, 6, 6, 6, 6, 3, 3, 3 + e }
    local sum = 0
    for _, piece in ipairs(points_of(collide.decompose(bridged, { tolerance = 1e-9 }))) do
      sum = sum + outlines.area(piece)
    end
    assert.is_true(math.abs(sum / 2 - 72) < 1e-9)
  end)

  it("the corners of outlines that touch themselves, and were turned and rounded", function()
    local pick, touching, accepted = random.generator(21), 0, 0
    for _ = 1, cases.of(2000, 400, 100) do
      local list = rings.random(pick)
      local verdict, area
      if list and #list[1] >= 3 then verdict, area = rings.judge(list) end
      if verdict == "fine" then
        local angle, turned = pick(1000) * 0.00628, {}
        local c, s = math.cos(angle), math.sin(angle)
        for r, ring in ipairs(list) do
          turned[r] = {}
          for i, p in ipairs(ring) do
            turned[r][i] = { c * p[1] - s * p[2] + (pick(3) - 2) * 1e-13, s * p[1] + c * p[2] + (pick(3) - 2) * 1e-13 }
          end
        end
        if not pcall(collide.decompose, split(turned)) then
          touching = touching + 1
          local outline, holes = split(turned)
          local ok, shapes = pcall(collide.decompose, outline, holes, { tolerance = 1e-6 })
          if ok then
            accepted = accepted + 1
            local sum = math.abs(outlines.area_of_all(points_of(shapes)))
            assert.is_true(math.abs(sum - math.abs(area)) < 1e-3, rings.text(list))
          end
        end
      end
    end
    assert.is_true(touching > cases.of(300, 60, 10) and accepted > 0.8 * touching)
  end)
end)

describe("decompose says how holes are passed", function()
  local function said(code)
    return (misuse("collide.decompose" .. code,
      { collide = collide, outer = { 0, 0, 9, 0, 9, 9 }, hole = { 3, 1, 6, 1, 6, 3 },
        points = { { 0, 0 }, { 9, 0 }, { 9, 9 } }, inner = { { 3, 1 }, { 6, 1 }, { 6, 3 } } })
      :gsub("^misuse:1: bad argument #%d to 'decompose' %((.*)%)$", "%1"))
  end
  local hint = "; holes are an array of outlines, decompose(outline, {hole})"

  it("if the outline and the holes are in one array", function()
    for _, code in ipairs { "{ outer, hole }", "{ outer }", "{ points, inner }", "{ outer, { hole } }" } do
      assert.equal("points: array of points expected, got an array of outlines" .. hint, said(code))
    end
  end)

  it("if they are fields", function()
    for _, code in ipairs { "{ points = outer, holes = { hole } }", "{ points = outer }", "{ holes = { hole } }" } do
      assert.equal("points: array of points expected, got a table with points and holes" .. hint, said(code))
    end
  end)

  it("if a hole is not in an array", function()
    for _, code in ipairs { "(outer, hole)", "(points, inner)", "(outer, hole, hole)",
      "(outer, hole, { tolerance = 1 })" } do
      assert.equal("holes: array of outlines expected, got one outline" .. hint, said(code))
    end
  end)
end)
