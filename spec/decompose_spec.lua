-- SPDX-License-Identifier: MIT
--
-- Concave outlines into convex pieces, without holes and with them.
local collide = require("collide")
local cases = require("spec.support.cases")
local misuse = require("spec.support.misuse")
local outlines = require("spec.support.outlines")
local random = require("spec.support.random")
local rings = require("spec.support.rings")

local function flat(points)
  local numbers = {}
  for _, p in ipairs(points) do
    numbers[#numbers + 1] = p[1]
    numbers[#numbers + 1] = p[2]
  end
  return numbers
end

local function pieces_of(points)
  local pieces = {}
  for i, shape in ipairs(collide.decompose(points)) do
    local described = shape:describe()
    assert.equal("polygon", described.shape)
    pieces[i] = {}
    for k, p in ipairs(described.points) do pieces[i][k] = { p.x or p[1], p.y or p[2] } end
  end
  return pieces
end

local function key(p) return ("%.17g %.17g"):format(p[1], p[2]) end

local function text(points)
  local words = {}
  for i = 1, math.min(#points, 40) do words[i] = ("{%.17g, %.17g}"):format(points[i][1], points[i][2]) end
  return table.concat(words, ", ")
end

-- Checks that the pieces are the outline, exactly, and returns how many there are. Pairs of them
-- are compared unless there are too many.
local function check(points, pairwise)
  local pieces, sum, about = pieces_of(points), 0, text(points)
  local sign = outlines.area(points) < 0 and -1 or 1
  local place, before = {}, { 0, 0 }
  for i, p in ipairs(points) do place[key(p)] = i end
  for i, piece in ipairs(pieces) do
    local last = 0
    for k, p in ipairs(piece) do
      local here = place[key(p)]
      assert.is_truthy(here, "a new point: " .. about)
      assert.is_true(here > last, "not in the outline's order: " .. about)
      last = here
      if outlines.turn(p, piece[k % #piece + 1], piece[(k + 1) % #piece + 1]) ~= sign then
        error("not convex: " .. about)
      end
    end
    local first, second = place[key(piece[1])], place[key(piece[2])]
    assert.is_true(first > before[1] or first == before[1] and second > before[2], "not sorted: " .. about)
    before = { first, second }
    sum = sum + outlines.area(piece)
    pieces[i] = sign < 0 and outlines.reversed(piece) or piece
  end
  assert.equal(outlines.area(points), sum, about)
  for i = 1, pairwise ~= false and #pieces or 0 do
    for j = i + 1, #pieces do
      assert.is_true(outlines.are_apart(pieces[i], pieces[j]), about)
    end
  end
  -- A diagonal ends at two concave corners at most.
  local fewest = math.ceil(outlines.concave(points) / 2) + 1
  assert.is_true(#pieces <= 4 * fewest, about)
  return #pieces
end

local function spiral(count)
  local out, back = {}, {}
  for i = 0, count / 2 - 1 do
    local angle = i * 0.4
    local function put(list, radius)
      list[#list + 1] = { math.floor(radius * math.cos(angle)), math.floor(radius * math.sin(angle)) }
    end
    put(out, 64 * (i + 8))
    put(back, 64 * (i + 8) - 200)
  end
  for i = #back, 1, -1 do out[#out + 1] = back[i] end
  return out
end

local function comb(count)
  local points = { { 0, 0 }, { count, 0 } }
  for i = count, 0, -1 do points[#points + 1] = { i, i % 2 == 0 and 2 or 100 } end
  return points
end

-- Stairs of whole steps, with a point at every unit or at corners alone.
local function stairs(count, rise, with_units)
  local points = { { 0, 0 } }
  for i = 1, count * (with_units and 1 or 0) do points[#points + 1] = { i, 0 } end
  if not with_units then points[2] = { count, 0 } end
  for i = count, 1, -1 do
    points[#points + 1] = { i, i * rise }
    points[#points + 1] = { i - 1, i * rise }
  end
  return points
end

-- Checks an outline of multiples of 1/8 or 0.1: each piece, in units, is convex except for rounding, and the pieces
-- are the outline. Points in line may be an ulp off, so there may be more pieces, some without area.
local function check_in(unit, points)
  local scaled, sum, about, pieces = {}, 0, unit .. " " .. text(points), {}
  for i, p in ipairs(points) do scaled[i] = { p[1] * unit, p[2] * unit } end
  local sign = outlines.area(points) < 0 and -1 or 1
  for i, piece in ipairs(pieces_of(scaled)) do
    local whole = {}
    for k, p in ipairs(piece) do
      whole[k] = { math.floor(p[1] / unit + 0.5), math.floor(p[2] / unit + 0.5) }
      assert.is_true(whole[k][1] * unit == p[1] and whole[k][2] * unit == p[2], "a new point: " .. about)
    end
    for k, p in ipairs(whole) do
      local turn = outlines.turn(p, whole[k % #whole + 1], whole[(k + 1) % #whole + 1])
      assert.is_true(turn ~= -sign, "not convex: " .. about)
    end
    sum = sum + outlines.area(whole)
    pieces[i] = sign < 0 and outlines.reversed(whole) or whole
  end
  assert.equal(outlines.area(points), sum, about)
  for i = 1, #pieces do
    for j = i + 1, #pieces do
      local is_flat = outlines.area(pieces[i]) == 0 or outlines.area(pieces[j]) == 0
      assert.is_true(is_flat or outlines.are_apart(pieces[i], pieces[j]), about)
    end
  end
  return #pieces
end

local function star(count, inner)
  local points = {}
  for i = 0, 2 * count - 1 do
    local radius, angle = i % 2 == 0 and 4096 or inner, math.pi * i / count
    points[i + 1] = { math.floor(radius * math.cos(angle)), math.floor(radius * math.sin(angle)) }
  end
  return points
end

describe("decompose", function()
  it("returns a convex outline whole", function()
    assert.equal(1, check({ { 0, 0 }, { 4, 0 }, { 4, 3 } }))
    assert.equal(1, check({ { 0, 0 }, { 0, 3 }, { 4, 3 }, { 4, 0 } }))
  end)

  it("cuts an L in two, for either winding and any form of the points", function()
    local l = { { 0, 0 }, { 4, 0 }, { 4, 1 }, { 1, 1 }, { 1, 3 }, { 0, 3 } }
    assert.equal(2, check(l))
    assert.equal(2, check(outlines.reversed(l)))
    assert.same(pieces_of(l), pieces_of(flat(l)))
    local named = {}
    for i, p in ipairs(l) do named[i] = { x = p[1], y = p[2] } end
    assert.same(pieces_of(l), pieces_of(named))
  end)

  it("returns shapes that answer like any polygon", function()
    local pieces = collide.decompose { 0, 0, 4, 0, 4, 1, 1, 1, 1, 3, 0, 3 }
    assert.is_true(collide.raycast_any(pieces, 0.5, 9, 0, -1))
    local hit = collide.raycast(pieces, { 2, 9 }, { 0, -1 })
    assert.equal(8, hit.t)
    assert.same({ x = 0, y = 1 }, hit.normal)
  end)

  it("needs no new point for a cross, a star, a comb or a spiral", function()
    local cross = { { 1, 0 }, { 2, 0 }, { 2, 1 }, { 3, 1 }, { 3, 2 }, { 2, 2 }, { 2, 3 }, { 1, 3 }, { 1, 2 },
      { 0, 2 }, { 0, 1 }, { 1, 1 } }
    assert.equal(3, check(cross))
    for _, inner in ipairs { 200, 1500, 1600, 3000 } do
      assert.equal(outlines.least(star(5, inner)), check(star(5, inner)))
    end
    check(comb(40))
    check(star(40, 300))
    check(spiral(100))
  end)

  it("keeps a point in line with its neighbours only at the end of a cut", function()
    local square = { { 0, 0 }, { 1, 0 }, { 2, 0 }, { 3, 0 }, { 3, 3 }, { 1, 3 }, { 0, 3 }, { 0, 1 } }
    assert.equal(1, check(square))
    assert.same({ { 0, 0 }, { 3, 0 }, { 3, 3 }, { 0, 3 } }, pieces_of(square)[1])
    -- Stairs with points at every unit.
    check({ { 0, 0 }, { 1, 0 }, { 2, 0 }, { 3, 0 }, { 3, 1 }, { 2, 1 }, { 2, 2 }, { 1, 2 }, { 1, 3 }, { 0, 3 },
      { 0, 2 }, { 0, 1 } })
  end)

  it("finds a notch of one ulp, and none where there is none", function()
    local function notched(y) return #collide.decompose { 0, 0, 2, 0, 2, 2, 1, y, 0, 2 } end
    assert.equal(1, notched(2 + 2 ^ -51))
    assert.equal(1, notched(2))
    assert.equal(2, notched(2 - 2 ^ -52))
    -- A spike that ends next to an edge, and on it.
    local function spiked(y) return #collide.decompose { 0, 0, 2, 0, 2, 2, 1, y, 0, 2 } end
    assert.equal(3, spiked(2 ^ -1074))
    assert.equal(2, spiked(0))
    assert.has_error(function() spiked(-(2 ^ -1074)) end,
      "bad argument #1 to 'decompose' (points: the edges that begin at points 1 and 4 cross)")
  end)

  it("returns the fewest pieces for few points, as a full search does", function()
    local pick = random.generator(4)
    for _ = 1, cases.of(400, 60) do
      local points = outlines.random(4 + pick(5), ({ 4, 5, 9, 100 })[pick(4)], pick)
      assert.equal(outlines.least(points), check(points), text(points))
    end
  end)

  it("covers stairs, combs and random outlines of multiples of 1/8 and 0.1", function()
    local pick = random.generator(8)
    for _, unit in ipairs { 0.125, 0.1 } do
      for count = 1, 12 do
        for rise = 1, 3 do
          assert.equal(check(stairs(count, rise)), check_in(unit, stairs(count, rise)))
          assert.equal(check(stairs(count, rise, true)), check_in(unit, stairs(count, rise, true)))
        end
      end
      check_in(unit, comb(20))
      for _ = 1, cases.of(300, 60) do check_in(unit, outlines.random(4 + pick(12), ({ 5, 9, 30 })[pick(3)], pick)) end
    end
  end)

  it("covers random outlines exactly, at any size #long", function()
    local pick = random.generator(7)
    for _ = 1, cases.of(120, 20) do
      local points = outlines.random(10 + pick(20), ({ 9, 30, 1000 })[pick(3)], pick)
      local count, scale = check(points), 2 ^ (({ -1000, -100, 100, 500 })[pick(4)])
      local scaled = {}
      for i, p in ipairs(points) do scaled[i] = { p[1] * scale, p[2] * scale } end
      assert.equal(count, #collide.decompose(scaled))
      assert.equal(count, check(outlines.reversed(points)))
    end
  end)

  it("covers outlines of some thousand points exactly #long", function()
    check(comb(3000), false)
    check(spiral(1200), false)
    check(star(1000, 4000), false)
    local pick, wavy = random.generator(11), {}
    for i = 1, 1500 do
      local angle, radius = i * math.pi / 750, 400000 + pick(100000)
      wavy[i] = { math.floor(radius * math.cos(angle)), math.floor(radius * math.sin(angle)) }
    end
    check(wavy, false)
  end)

  it("returns the same pieces each time", function()
    local points = spiral(400)
    assert.same(pieces_of(points), pieces_of(points))
  end)
end)

describe("decompose refuses an outline that", function()
  local function said(points)
    return (misuse("collide.decompose(points)", { collide = collide, points = points })
      :gsub("^misuse:1: bad argument #1 to 'decompose' %((.*)%)$", "%1"))
  end

  it("crosses itself, and names both edges", function()
    assert.equal("points: the edges that begin at points 1 and 3 cross", said { 0, 0, 2, 2, 2, 0, 0, 2 })
    assert.equal("points: the edges that begin at points 1 and 3 cross",
      said { { 0, 0 }, { 4, 4 }, { 8, 0 }, { 0, 3 } })
  end)

  it("crosses itself, also if a tooth lies between the two edges", function()
    assert.equal("points: the edges that begin at points 1 and 3 cross",
      said { 0, 0, 10, 10, 10, 0, 0, 10, 0, 6, 3, 5, 0, 4 })
  end)

  it("has no area", function()
    local empty = "points: the outline has no area outside its holes"
    assert.equal(empty, said { 0, 0, 1, 1, 2, 2 })
    assert.equal(empty, said { 0, 0, 4, 0, 4, 4, 4, 0 })
    assert.equal(empty, said { 3, 3, 3, 3, 3, 3 })
  end)

  it("turns around twice", function()
    assert.is_truthy(said({ 0, 9, 5, -8, -9, 3, 9, 3, -5, -8 }):find("cross", 1, true))
  end)

  it("is no outline at all", function()
    assert.equal("points: array of points expected, got nil", said(nil))
    assert.equal("points: array of points expected, got number", said(3))
    assert.equal("points: got 0, an outline takes 3 or more", said {})
    assert.equal("points: got 2, an outline takes 3 or more", said { { 0, 0 }, { 1, 0 } })
    assert.equal("points: x and y of each point expected, got 5 numbers", said { 0, 0, 1, 0, 1 })
    assert.equal("points[4]: number expected, got string", said { 0, 0, 1, "1", 2, 2 })
    assert.equal("points[3]: vector expected, got boolean", said { { 0, 0 }, { 1, 0 }, true })
    assert.equal("points[3] must be from -1e300 to 1e300, got 1e+308", said { 0, 0, 1e308, 0, 0, 1 })
    assert.is_truthy(said({ { 0, 0 }, { 1, 0 }, { 0, 0 / 0 } }):find("must be finite", 1, true))
  end)
end)

local function split(list)
  local holes = {}
  for i = 2, #list do holes[i - 1] = list[i] end
  return list[1], holes
end

local function points_of(shapes)
  local pieces = {}
  for i, shape in ipairs(shapes) do
    pieces[i] = {}
    for k, p in ipairs(shape:describe().points) do pieces[i][k] = { p.x or p[1], p.y or p[2] } end
  end
  return pieces
end

local function nested(numbers)
  local points = {}
  for i = 1, #numbers, 2 do points[#points + 1] = { numbers[i], numbers[i + 1] } end
  return points
end

-- Checks the pieces of flat rings, and returns how many there are.
local function count(outline, holes)
  local list = { nested(outline) }
  for i, hole in ipairs(holes or {}) do list[i + 1] = nested(hole) end
  local verdict, area, samples = rings.judge(list)
  assert.equal("fine", verdict)
  local pieces = points_of(collide.decompose(outline, holes))
  rings.check(list, pieces, area, samples)
  return #pieces
end

local function said(outline, holes)
  return (misuse("collide.decompose(outline, holes)", { collide = collide, outline = outline, holes = holes })
    :gsub("^misuse:1: bad argument #%d to 'decompose' %((.*)%)$", "%1"))
end

local square = { 0, 0, 9, 0, 9, 9, 0, 9 }

describe("decompose accepts an outline that", function()
  it("ends with its first point, or repeats points in a row", function()
    assert.equal(1, count { 0, 0, 9, 0, 9, 9, 0, 9, 0, 0 })
    assert.equal(1, count { 0, 0, 0, 0, 9, 0, 9, 9, 9, 9, 9, 9, 0, 9, 0, 0, 0, 0 })
  end)

  it("touches itself at a corner, on an edge or along one", function()
    assert.equal(2, count { 0, 0, 2, 2, 4, 0, 4, 4, 2, 2, 0, 4 })
    assert.equal(2, count { 0, 0, 4, 0, 4, 4, 2, 0, 0, 4 })
    assert.equal(2, count { 0, 0, 6, 0, 6, 4, 4, 0, 2, 0, 0, 4 })
    assert.equal(1, count { 0, 0, 4, 0, 2, 0, 1, 3 })
  end)

  it("touches an edge from outside, without a cut there", function()
    assert.equal(4, count { 0, 0, 8, 0, 8, 8, 4, 4, 0, 4, 0, 8, -4, 8, -4, 4, 0, 0, -4, 0, -4, -4, 0, -4 })
  end)

  it("has holes by bridges, with the same pieces as with rings", function()
    local hole = { 3, 3, 6, 3, 6, 6, 3, 6 }
    assert.equal(4, count(square, { hole }))
    assert.equal(4, count { 0, 0, 9, 0, 9, 9, 0, 9, 0, 0, 3, 3, 3, 6, 6, 6, 6, 3, 3, 3 })
    assert.equal(4, count { 0, 0, 9, 0, 9, 9, 0, 9, 0, 0, 3, 3, 3, 6, 6, 6, 6, 3, 3, 3, 0, 0 })
    -- From the middle of an edge, in the other winding, along an edge of the hole.
    assert.equal(4, count { 0, 9, 9, 9, 9, 0, 0, 0, 0, 3, 6, 3, 6, 6, 3, 6, 3, 3, 0, 3 })
  end)

  it("has spikes inside and outside, which vanish", function()
    assert.equal(1, count { 0, 0, 5, 0, 5, 5, 5, 0, 9, 0, 9, 9, 0, 9, 0, 4, -7, 4, 0, 4 })
  end)

  it("has holes that touch it and each other", function()
    assert.equal(3, count(square, { { 0, 0, 5, 3, 3, 5 } }))
    assert.equal(5, count(square, { { 0, 3, 3, 2, 3, 4 }, { 3, 4, 5, 4, 4, 7 } }))
    assert.equal(3, count(square, { { 0, 0, 9, 0, 5, 5 }, { 0, 9, 4, 6, 9, 9 } }))
    -- Two holes share an edge, and one shares an edge with the outline.
    assert.equal(2, count(square, { { 0, 3, 4, 3, 4, 6, 0, 6 }, { 4, 3, 9, 3, 9, 6, 4, 6 } }))
  end)

  it("has holes of any winding and first point", function()
    local hole = { 3, 3, 6, 3, 6, 6, 3, 6 }
    for _ = 1, 4 do
      table.insert(hole, table.remove(hole, 1))
      table.insert(hole, table.remove(hole, 1))
      assert.equal(4, count(square, { hole }))
    end
    assert.equal(4, count(square, { { 3, 6, 6, 6, 6, 3, 3, 3 } }))
    assert.equal(4, count({ 0, 9, 9, 9, 9, 0, 0, 0 }, { { 6, 3, 6, 6, 3, 6, 3, 3 } }))
  end)

  it("is any of random outlines with holes #long", function()
    local pick, holes, checked = random.generator(5), 0, 0
    for _ = 1, cases.of(20000, 1500, 200) do
      local list = rings.random(pick)
      local verdict, area, samples
      if list and #list[1] >= 3 then verdict, area, samples = rings.judge(list) end
      if verdict == "fine" then
        local pieces = points_of(collide.decompose(split(list)))
        rings.check(list, pieces, area, samples)
        checked, holes = checked + 1, holes + #list - 1
        local scaled, scale = {}, 2 ^ (({ -1000, -100, 100, 500 })[pick(4)])
        for r, ring in ipairs(list) do
          scaled[r] = {}
          for i, p in ipairs(ring) do scaled[r][i] = { p[1] * scale, p[2] * scale } end
        end
        assert.equal(#pieces, #collide.decompose(split(scaled)))
      end
    end
    assert.is_true(checked > cases.of(12000, 900, 100) and holes > cases.of(1200, 90, 5))
  end)
end)

-- A random outline with holes around cells of a small grid, and the number of its connected parts; or nil.
local function random_cells(pick)
  local width, height, full, seen, regions = 1 + pick(3), 2 + pick(2), {}, {}, 0
  for c = 0, width * height - 1 do full[c] = pick(10) <= 8 end
  local list = {}
  for _, ring in ipairs(rings.trace(width, height, full, pick)) do
    if outlines.area(ring) > 0 and list[1] then return nil end
    table.insert(list, outlines.area(ring) > 0 and 1 or #list + 1, ring)
  end
  local function visit(x, y)
    local c = y * width + x
    if x < 0 or y < 0 or x >= width or y >= height or seen[c] or not full[c] then return end
    seen[c] = true
    visit(x - 1, y)
    visit(x + 1, y)
    visit(x, y - 1)
    visit(x, y + 1)
  end
  for c = 0, width * height - 1 do
    if full[c] and not seen[c] then
      regions = regions + 1
      visit(c % width, math.floor(c / width))
    end
  end
  if regions > 0 and rings.judge(list) == "fine" then return list, regions end
end

describe("decompose returns", function()
  it("the fewest pieces of small outlines that touch themselves and have holes, or few more", function()
    local ring = { nested(square), { { 3, 3 }, { 3, 6 }, { 6, 6 }, { 6, 3 } } }
    assert.equal(4, rings.least(ring, 1))
    assert.equal(1, rings.least({ nested(square) }, 1))
    assert.equal(2, rings.least({ nested { 0, 0, 2, 2, 4, 0, 4, 4, 2, 2, 0, 4 } }, 2))
    local pick, least, got, holes = random.generator(6), 0, 0, 0
    for _ = 1, cases.of(2000, 200, 30) do
      local list, regions = random_cells(pick)
      if list then
        local fewest, pieces = rings.least(list, regions), #collide.decompose(split(list))
        assert.is_true(pieces >= fewest, rings.text(list))
        if #list == 1 then assert.equal(fewest, pieces, rings.text(list)) end
        holes = holes + #list - 1
        least, got = least + fewest, got + pieces
      end
    end
    assert.is_true(holes > cases.of(100, 10, 1))
    assert.is_true(got <= 1.01 * least, ("%d pieces, %d are enough"):format(got, least))
  end)
end)

describe("a hole that crosses itself where it touches the outline", function()
  it("is refused: one of its loops would add area outside", function()
    local field = { 0, 0, 10, 0, 10, 10, 0, 10 }
    for _, hole in ipairs { { 8, 4, 10, 5, 12, 6, 12, 4, 10, 5, 8, 6 }, { 8, 6, 10, 5, 12, 4, 12, 6, 10, 5, 8, 4 } } do
      assert.error_matches(function() collide.decompose(field, { hole }) end,
        "holes%[1%]: points: the edges that begin at points %d and %d cross at a point")
    end
  end)
end)

describe("decompose with a tolerance", function()
  -- The distance of a point from the nearest edge of the pieces.
  local function distance(p, pieces)
    local least = math.huge
    for _, piece in ipairs(pieces) do
      for k, a in ipairs(piece) do
        local b = piece[k % #piece + 1]
        local dx, dy, x, y = b[1] - a[1], b[2] - a[2], p[1] - a[1], p[2] - a[2]
        local t = math.max(0, math.min(1, (x * dx + y * dy) / (dx * dx + dy * dy)))
        least = math.min(least, (x - t * dx) ^ 2 + (y - t * dy) ^ 2)
      end
    end
    return math.sqrt(least)
  end

  it("leaves out points within that distance of the edges that replace them", function()
    local circle = {}
    for i = 1, 1000 do circle[i] = { 100 * math.cos(i * math.pi / 500), 100 * math.sin(i * math.pi / 500) } end
    local before = 1001
    for _, tolerance in ipairs { 0.01, 0.1, 1, 10, 1e300 } do
      local pieces = points_of(collide.decompose(circle, { tolerance = tolerance }))
      assert.equal(1, #pieces)
      assert.is_true(#pieces[1] < before and #pieces[1] >= 3)
      before = #pieces[1]
      for _, p in ipairs(circle) do assert.is_true(distance(p, pieces) <= tolerance * (1 + 1e-9)) end
    end
    assert.equal(3, before)
  end)

  it("cuts the steps of a staircase", function()
    local outline = {}
    for i = 0, 19 do
      outline[#outline + 1] = { i, i }
      outline[#outline + 1] = { i + 1, i }
    end
    outline[#outline + 1] = { 0, 20 }
    assert.is_true(#collide.decompose(outline) > 10)
    assert.equal(1, #collide.decompose(outline, { tolerance = 0.8 }))
    assert.equal(#collide.decompose(outline), #collide.decompose(outline, { tolerance = 0.3 }))
  end)

  it("keeps a point without which an edge would cross another", function()
    -- A tooth of height 1 reaches into a dent of depth 2.
    local teeth = { 0, 0, 9, 0, 9, 3, 5, 3, 4.5, 1.5, 4, 3, 0, 3 }
    local hole = { 4.25, 0.25, 4.75, 0.25, 4.5, 1 }
    assert.equal(1, #collide.decompose(teeth, { tolerance = 2 }))
    local pieces = points_of(collide.decompose(teeth, { hole }, { tolerance = 1.4 }))
    for _, p in ipairs(nested(hole)) do assert.is_true(distance(p, pieces) == 0) end
    -- A slit with a bump whose lower side is too high to be left out, and the upper side is not. Only the bump is kept,
    -- not the waves along the top.
    local slit = { 0, 0, 20, 0, 20, 10, 17, 10.1, 14, 10, 11, 10.1, 8, 10, 5, 10.1, 2, 10, 0, 10.1, 0, 5.4, 8, 5.4, 9,
      6.375, 10, 5.4, 19, 5.4, 19, 5.2, 10, 5.2, 9, 6.3125, 8, 5.2, 0, 5.2 }
    local kept = {}
    for _, piece in ipairs(points_of(collide.decompose(slit, { tolerance = 1 }))) do
      for _, p in ipairs(piece) do kept[("%g %g"):format(p[1], p[2])] = true end
    end
    assert.is_true(kept["9 6.375"] and kept["9 6.3125"] and not kept["8 10"] and not kept["14 10"])
  end)

  it("accepts every outline that is accepted without it #long", function()
    local pick, checked, fewer = random.generator(15), 0, 0
    for _ = 1, cases.of(10000, 800, 100) do
      local list = rings.random(pick)
      local verdict, whole
      if list and #list[1] >= 3 then verdict, whole = rings.judge(list) end
      if verdict == "fine" then
        local outline, holes = split(list)
        local tolerance = ({ 0.5, 1.5, 3, 1000 })[pick(4)]
        local pieces = points_of(collide.decompose(outline, holes, { tolerance = tolerance }))
        local lost = math.abs(outlines.area_of_all(pieces) - whole)
        assert.is_true(lost <= 2 * tolerance * rings.length(list), rings.text(list))
        for i = 1, #pieces do
          for j = i + 1, #pieces do
            local a, b = pieces[i], pieces[j]
            if outlines.area(a) < 0 then a, b = outlines.reversed(a), outlines.reversed(b) end
            assert.is_true(outlines.are_apart(a, b), rings.text(list))
          end
        end
        checked = checked + 1
        if #pieces < #collide.decompose(outline, holes) then fewer = fewer + 1 end
      end
    end
    assert.is_true(checked > cases.of(6000, 450, 50) and fewer > cases.of(1000, 70, 5))
  end)

  it("refuses values that are no tolerance", function()
    local function refused(rest)
      return (misuse("collide.decompose({ 0, 0, 4, 0, 4, 4 }, " .. rest .. ")", { collide = collide })
        :gsub("^misuse:1: bad argument #%d to 'decompose' %((.*)%)$", "%1"))
    end
    assert.equal("tolerance must not be negative, got -1", refused("{ tolerance = -1 }"))
    assert.equal("tolerance must be finite, got inf", refused("{ tolerance = 1 / 0 }"))
    assert.equal("tolerance must be finite, got nan", refused("nil, { tolerance = 0 / 0 }"))
    assert.equal("tolerance: number expected, got string", refused("{ tolerance = 'a' }"))
    assert.equal("unknown option 'error'; decompose takes tolerance", refused("nil, { error = 1 }"))
    assert.equal("options: table expected, got number", refused("{}, 1"))
    assert.equal("unexpected argument, got table", refused("{ tolerance = 1 }, {}"))
  end)
end)

describe("decompose refuses", function()
  it("crossings of two rings, and names both edges", function()
    assert.equal("points: the edges that begin at point 2 of the outline and point 1 of hole 1 cross",
      said(square, { { 5, 5, 12, 5, 12, 7, 5, 7 } }))
    assert.equal("holes[2]: points: the edges that begin at points 1 and 3 cross",
      said(square, { { 1, 1, 2, 1, 2, 2 }, { 4, 4, 6, 6, 6, 4, 4, 6 } }))
    assert.equal("holes: the edges that begin at point 1 of hole 1 and point 3 of hole 2 cross",
      said(square, { { 2, 2, 6, 2, 4, 4 }, { 3, 1, 5, 1, 4, 3 } }))
  end)

  it("edges that cross where a third ends", function()
    assert.equal("points: the edges that begin at points 1 and 3 cross",
      said { 0, 0, 8, 8, 8, 4, 0, 4, 0, 8, 4, 4, 8, 0 })
  end)

  it("crossings at a point, and edges along each other in one direction", function()
    local twice = "points: the edges that begin at points %d and %d cross at a point, or enclose an area twice"
    assert.equal(twice:format(2, 4), said { 0, 0, 2, 2, 4, 4, 4, 0, 2, 2, 0, 4 })
    assert.equal(twice:format(4, 8), said { 0, 0, 9, 0, 9, 9, 0, 9, 0, 0, 9, 0, 9, 9, 0, 9 })
    assert.equal(twice:format(1, 6),
      said { 0, 0, 9, 0, 9, 9, 0, 9, 0, 0, 3, 3, 6, 3, 6, 6, 3, 6, 3, 3 })
  end)

  it("holes outside the outline or in each other", function()
    assert.equal("holes: hole 1 is not inside the outline", said(square, { { 10, 0, 12, 0, 12, 3 } }))
    assert.equal("holes: hole 2 is not inside the outline",
      said(square, { { 1, 1, 2, 1, 2, 2 }, { -1, -1, 10, -1, 10, 10, -1, 10 } }))
    assert.equal("holes: hole 1 is not inside the outline", said(square, { { 9, 3, 12, 2, 12, 4 } }))
    assert.equal("holes: holes 1 and 2 overlap",
      said(square, { { 1, 1, 8, 1, 8, 8, 1, 8 }, { 3, 3, 4, 3, 4, 4 } }))
    assert.equal("holes: holes 1 and 2 overlap", said(square, { { 3, 3, 4, 3, 4, 4 }, { 3, 3, 4, 3, 4, 4 } }))
    assert.equal("points: the outline has no area outside its holes", said(square, { square }))
  end)

  it("values that are no holes", function()
    assert.equal("holes: array of outlines expected, got number", said(square, 3))
    assert.equal("holes[2]: points: array of points expected, got boolean",
      said(square, { { 1, 1, 2, 1, 2, 2 }, true }))
    assert.equal("holes[1]: points: got 0, an outline takes 3 or more", said(square, { {} }))
    assert.equal("holes[1]: points[2]: vector expected, got boolean", said(square, { { { 1, 1 }, true, { 2, 2 } } }))
    assert.equal("holes[1]: points[3] must be from -1e300 to 1e300, got 1e+308",
      said(square, { { 1, 1, 1e308, 1, 2, 2 } }))
  end)

  it("random rings that cross, and names a pair that does", function()
    local pick, tally = random.generator(8), { crosses = 0, winds = 0, fine = 0, flat = 0, mixed = 0 }
    for _ = 1, cases.of(20000, 2000, 200) do
      local list = rings.tangle(pick)
      local verdict, area, samples = rings.judge(list)
      local message = said(split(list))
      tally[verdict] = tally[verdict] + 1
      if verdict == "crosses" then
        assert.is_true(area[message:match("begin at (.*) cross$")], message .. ": " .. rings.text(list))
      elseif verdict == "fine" then
        assert.equal("no error", message, rings.text(list))
        rings.check(list, points_of(collide.decompose(split(list))), area, samples)
      elseif verdict == "flat" then
        assert.equal("points: the outline has no area outside its holes", message)
      elseif verdict == "winds" then
        assert.is_true(message ~= "no error" and not message:find(" cross$"), message .. ": " .. rings.text(list))
      end
    end
    assert.is_true(tally.crosses > cases.of(8000, 800, 80) and tally.fine > cases.of(4000, 400, 40))
    assert.is_true(tally.winds > cases.of(200, 20, 1) and tally.flat > cases.of(200, 20, 1))
  end)
end)
