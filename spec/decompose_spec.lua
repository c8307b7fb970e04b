-- SPDX-License-Identifier: MIT
local collide = require("collide")
local cases = require("spec.support.cases")
local misuse = require("spec.support.misuse")
local outlines = require("spec.support.outlines")
local random = require("spec.support.random")

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
