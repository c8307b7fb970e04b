-- SPDX-License-Identifier: MIT
--
-- The cells that a walk enters, their times and their order, rule by rule and worked out by hand; and the forms of
-- walks: numbers and tables, frames, `into`, early exits, nested loops. spec/quick compares random walks with exact
-- arithmetic.
local collide = require("collide")
local cases = require("spec.support.cases")
local walked = require("spec.support.walked")
local random = require("spec.support.random").whole(20261121)
local garbage = require("spec.support.garbage")

-- The groups of a walk as { t, cell, ... }, a cell as "x,y" or "x,y,z".
local function groups_of(from, to, frame)
  local told = {}
  for i, group in ipairs(collide.trace(from, to, frame)) do
    told[i] = { group.t }
    for k, cell in ipairs(group) do
      local z = cell.z and (",%.0f"):format(cell.z) or ""
      told[i][k + 1] = ("%.0f,%.0f%s"):format(cell.x, cell.y, z)
    end
  end
  return told
end

-- The cells alone, group after group, those of one group joined.
local function path(from, to, frame)
  local groups = {}
  for i, group in ipairs(groups_of(from, to, frame)) do groups[i] = table.concat(group, " ", 2) end
  return groups
end

local function count_groups(size, from, to, frame)
  local count = 0
  for _, group in ipairs(collide.trace(from, to, frame)) do
    if #group == size then count = count + 1 end
  end
  return count
end

local function cell_of(x, frame)
  return (collide.cell_at(x, 0.5, frame))
end

-- The doubles next to x, which is neither zero nor subnormal, below and above.
local function neighbours(x)
  local unit = 2.0 ^ -52
  while math.abs(x) * 2.0 ^ -52 >= 2 * unit do unit = 2 * unit end
  while math.abs(x) * 2.0 ^ -52 < unit do unit = unit / 2 end
  local below = x - unit / 2 < x and x - unit / 2 or x - unit
  local above = x + unit / 2 > x and x + unit / 2 or x + unit
  return below, above
end

describe("the article's examples", function()
  it("in 2D, from (3.5, -2.5) to (7, 3.5)", function()
    assert.same({
      { 0, "3,-3" },
      { 1 / 12, "3,-2" },
      { 1 / 7, "4,-2" },
      { 3 / 12, "4,-1" },
      { 5 / 12, "4,0" },
      { 3 / 7, "5,0" },
      { 7 / 12, "5,1" },
      { 5 / 7, "6,1" },
      { 9 / 12, "6,2" },
      { 11 / 12, "6,3" },
      { 1, "7,3" }, -- it ends on a boundary
    }, groups_of({ 3.5, -2.5 }, { 7, 3.5 }))
  end)

  it("in 3D, from (2, 3, -4) to (5, -2, 2)", function()
    assert.same({
      { 0, "2,3,-4" },
      { 0, "2,2,-4" }, -- it starts on a boundary, going down
      { 1 / 6, "2,2,-3" },
      { 1 / 5, "2,1,-3" },
      { 1 / 3, "3,1,-3", "2,1,-2", "3,1,-2" }, -- an edge along y
      { 2 / 5, "3,0,-2" },
      { 1 / 2, "3,0,-1" },
      { 3 / 5, "3,-1,-1" },
      { 2 / 3, "4,-1,-1", "3,-1,0", "4,-1,0" },
      { 4 / 5, "4,-2,0" },
      { 5 / 6, "4,-2,1" },
      { 1, "5,-2,1", "4,-3,1", "5,-3,1", "4,-2,2", "5,-2,2", "4,-3,2", "5,-3,2" }, -- on a corner
    }, groups_of({ 2, 3, -4 }, { 5, -2, 2 }))
  end)

  it("in its first figure, cell by cell", function()
    assert.same({ "-2,0", "-1,0", "0,0", "0,1", "1,1", "2,1" }, path({ -1.5, 0.25 }, { 2.5, 1.75 }))
  end)
end)

describe("the first group", function()
  it("is the cell that contains the start, at t = 0", function()
    assert.same({ 0, "-2,0" }, groups_of({ -1.2, 0.6 }, { 5, 5 })[1])
    assert.same({ 0, "-1,-1" }, groups_of({ -0.5, -1e-300 }, { 5, 5 })[1])
  end)

  it("is the only one if the segment crosses nothing", function()
    assert.same({ { 0, "0,0" } }, groups_of({ 0.25, 0.5 }, { 0.75, 0.25 }))
    assert.same({ { 0, "-1,4,0" } }, groups_of({ -0.25, 4.5, 0.5 }, { -0.75, 4.25, 0.75 }))
    assert.same({ { 0, "2,-3" } }, groups_of({ 2, -3 }, { 2, -3 }))
  end)
end)

describe("a start on a boundary", function()
  it("is in the upper cell", function()
    assert.same({ "3,0", "4,0" }, path({ 3, 0.5 }, { 4.5, 0.5 }))
  end)

  it("is crossed at once by a walk down, in a separate group", function()
    assert.same({ { 0, "3,0" }, { 0, "2,0" }, { 0.8, "1,0" } }, groups_of({ 3, 0.5 }, { 1.75, 0.5 }))
  end)

  it("at a corner is left in four directions", function()
    assert.same({ { 0, "2,2" }, { 1, "3,2", "2,3", "3,3" } }, groups_of({ 2, 2 }, { 3, 3 }))
    assert.same({ { 0, "2,2" }, { 0, "1,2" }, { 1, "0,2", "1,3", "0,3" } }, groups_of({ 2, 2 }, { 1, 3 }))
    assert.same({ { 0, "2,2" }, { 0, "2,1" }, { 1, "3,1", "2,0", "3,0" } }, groups_of({ 2, 2 }, { 3, 1 }))
    assert.same({ { 0, "2,2" }, { 0, "1,2", "2,1", "1,1" }, { 1, "0,1", "1,0", "0,0" } },
      groups_of({ 2, 2 }, { 1, 1 }))
  end)

  it("at a corner in 3D is left through seven cells by a walk down", function()
    assert.same({
      { 0, "0,0,0" },
      { 0, "-1,0,0", "0,-1,0", "-1,-1,0", "0,0,-1", "-1,0,-1", "0,-1,-1", "-1,-1,-1" },
    }, groups_of({ 0, 0, 0 }, { -0.5, -0.25, -0.125 }))
    assert.same({ { 0, "0,0,0" }, { 0, "0,-1,0", "0,0,-1", "0,-1,-1" } },
      groups_of({ 0, 0, 0 }, { 0.5, -0.25, -0.125 }))
  end)
end)

describe("an end on a boundary", function()
  it("is crossed at t = 1, upward and downward", function()
    assert.same({ { 0, "0,0" }, { 1, "1,0" } }, groups_of({ 0.3, 0.5 }, { 1, 0.5 }))
    assert.same({ { 0, "0,0" }, { 1, "-1,0" } }, groups_of({ 0.3, 0.5 }, { 0, 0.5 }))
    assert.same({ { 0, "0,0" }, { 1, "0,-1" } }, groups_of({ 0.5, 0.7 }, { 0.6, 0 }))
  end)

  it("is not crossed if the end is one rounding before it", function()
    local below = neighbours(1)
    assert.same({ "0,0" }, path({ 0.3, 0.5 }, { below, 0.5 }))
    assert.same({ "0,0" }, path({ 0.3, 0.5 }, { 2 ^ -1074, 0.5 }))
  end)

  it("at a corner is entered on all sides", function()
    assert.same({ { 0, "0,0" }, { 1, "1,0", "0,1", "1,1" } }, groups_of({ 0.3, 0.6 }, { 1, 1 }))
    assert.same({ { 0, "0,0" }, { 1, "-1,0", "0,1", "-1,1" } }, groups_of({ 0.3, 0.6 }, { 0, 1 }))
  end)

  it("makes a walk and its reverse differ only there", function()
    assert.same({ "0,0", "1,0", "2,0" }, path({ 0.5, 0.5 }, { 2, 0.5 }))
    assert.same({ "2,0", "1,0", "0,0" }, path({ 2, 0.5 }, { 0.5, 0.5 }))
    assert.same({ "2,0", "1,0", "0,0", "-1,0" }, path({ 2, 0.5 }, { 0, 0.5 }))
    assert.same({ "0,0", "1,0", "2,0" }, path({ 0, 0.5 }, { 2, 0.5 }))
  end)
end)

describe("a component that is zero", function()
  it("crosses nothing: a walk along a boundary stays in the upper cells", function()
    assert.same({ "0,2", "1,2", "2,2" }, path({ 0.5, 2 }, { 2.5, 2 }))
    assert.same({ "2,2", "1,2", "0,2" }, path({ 2.5, 2 }, { 0.5, 2 }))
    assert.same({ "-1,-3", "-1,-4" }, path({ -1, -2.5 }, { -1, -3.5 }))
  end)

  it("may occur on two of three axes: a walk along an edge", function()
    assert.same({ "1,0,2", "1,1,2" }, path({ 1, 0.5, 2 }, { 1, 1.5, 2 }))
    assert.same({ "1,0,2", "1,-1,2" }, path({ 1, 0.5, 2 }, { 1, -0.5, 2 }))
  end)

  it("may be -0.0, or the difference of 0.0 and -0.0", function()
    local zero, minus = 0.0, -0.0
    assert.same({ "0,0", "1,0" }, path({ 0.5, minus }, { 1.5, minus }))
    assert.same({ "0,0", "1,0" }, path({ 0.5, zero }, { 1.5, minus }))
    assert.same({ "0,0", "1,0" }, path({ 0.5, minus }, { 1.5, zero }))
    assert.same({ "0,0", "-1,0" }, path({ minus, 0.5 }, { -0.5, 0.5 }))
  end)

  it("differs from a very small one", function()
    assert.same({ "0,2", "0,1", "1,1" }, path({ 0.5, 2 }, { 1.5, (neighbours(2)) }))
    assert.same({ { 0, "0,0" }, { 0, "0,-1" } }, groups_of({ 0.5, 0 }, { 0.5, -2 ^ -1074 }))
  end)
end)

describe("no answer is -0.0", function()
  local function is_plain(from, to, frame)
    for _, group in ipairs(collide.trace(from, to, frame)) do
      for _, value in ipairs { group.t, group.t_exit } do assert(value ~= 0 or 1 / value > 0) end
      for _, cell in ipairs(group) do
        for _, value in pairs(cell) do assert(value ~= 0 or 1 / value > 0) end
      end
    end
  end

  it("for a walk past zero in any direction", function()
    for _, frame in ipairs { {}, { origin = -0.0 }, { size = 0.5, origin = 0.5 } } do
      for x = -1, 1 do
        for y = -1, 1 do
          is_plain({ x, y }, { -x, -y }, frame)
          is_plain({ x - 0.0, -0.0 }, { -x, y }, frame)
          is_plain({ -0.0, y, -0.0 }, { x, -0.0, -0.0 }, frame)
        end
      end
    end
  end)
end)

describe("no number is -0.0", function()
  it("along a long walk that starts at zero, or passes it", function()
    for _, y in ipairs { -0.0, 0.0, 0.5, -20, 20 } do
      for _, values in ipairs { collide.trace(-0.0, y, -20, 0), collide.trace(20.5, y, -20, -0.0) } do
        for i = 1, #values do assert(values[i] ~= 0 or 1 / values[i] > 0) end
      end
    end
  end)
end)

describe("two boundaries that are crossed at once", function()
  it("enter three cells: x, y, then both", function()
    assert.same({ { 0, "0,0" }, { 0.5, "1,0", "0,1", "1,1" } }, groups_of({ 0.5, 0.5 }, { 1.5, 1.5 }))
    assert.same({ { 0, "0,0" }, { 0.5, "-1,0", "0,1", "-1,1" } }, groups_of({ 0.5, 0.5 }, { -0.5, 1.5 }))
    assert.same({ { 0, "0,0" }, { 0.5, "1,0", "0,-1", "1,-1" } }, groups_of({ 0.5, 0.5 }, { 1.5, -0.5 }))
    assert.same({ { 0, "0,0" }, { 0.5, "-1,0", "0,-1", "-1,-1" } }, groups_of({ 0.5, 0.5 }, { -0.5, -0.5 }))
  end)

  it("of x and z, or of y and z, give the same", function()
    assert.same({ "0,0,0", "1,0,0 0,0,-1 1,0,-1" }, path({ 0.5, 0.5, 0.5 }, { 1.5, 0.75, -0.5 }))
    assert.same({ "0,0,0", "0,1,0 0,0,-1 0,1,-1" }, path({ 0.5, 0.5, 0.5 }, { 0.75, 1.5, -0.5 }))
    assert.same({ "0,0,0", "1,0,0 0,1,0 1,1,0" }, path({ 0.5, 0.5, 0.5 }, { 1.5, 1.5, 0.75 }))
  end)

  it("are found a hundred times along a walk, where the sum of steps loses most digits", function()
    assert.equal(100, count_groups(3, { 0.5, 0.5 }, { 100.5, 100.5 }))
    assert.equal(100, count_groups(3, { 0.5, 0.5 }, { 300.5, 100.5 }))
    assert.equal(100, count_groups(3, { 0.5, 0.5 }, { 700.5, -99.5 }))
    assert.equal(100, count_groups(3, { 1 / 3, 1 / 3 }, { 1 / 3 + 100, 1 / 3 + 100 }))
    assert.equal(100, count_groups(3, { 0.1, 0.1, 0.25 }, { 100.1, 100.1, 0.75 }))
    assert.equal(100, count_groups(3, { 0.25, 0.7, -0.7 }, { 0.75, 100.7, -100.7 }))
  end)

  it("are not found if the crossings are only nearly equal", function()
    local below, above = neighbours(2.5)
    assert.same({ "0,0", "1,0", "1,1", "2,1", "2,2" }, path({ 0.5, 0.5 }, { 2.5, below }))
    assert.same({ "0,0", "0,1", "1,1", "1,2", "2,2" }, path({ 0.5, 0.5 }, { 2.5, above }))
    assert.equal(0, count_groups(3, { 0.5, 0.5 }, { 300.5, (neighbours(100.5)) }))
  end)

  it("are distinguished although their rounded times are equal", function()
    -- The first crossings: (1 - s) / 8 along x, (1 - s) / (8 + 2^-50) along y, with s = 1 - 2^-40.
    local s = 1 - 2 ^ -40
    local _, above = neighbours(s + 8)
    assert.equal("0,1", path({ s, s }, { s + 8, above })[2])
    assert.equal("1,0", path({ s, s }, { above, s + 8 })[2])
    assert.equal("1,0 0,1 1,1", path({ s, s }, { above, above })[2])
  end)
end)

describe("three boundaries that are crossed at once", function()
  it("enter seven cells: x, y, xy, z, xz, yz, xyz", function()
    assert.same({
      { 0, "0,0,0" },
      { 0.5, "1,0,0", "0,1,0", "1,1,0", "0,0,1", "1,0,1", "0,1,1", "1,1,1" },
    }, groups_of({ 0.5, 0.5, 0.5 }, { 1.5, 1.5, 1.5 }))
    assert.same({
      "0,0,0", "-1,0,0 0,1,0 -1,1,0 0,0,-1 -1,0,-1 0,1,-1 -1,1,-1",
    }, path({ 0.5, 0.5, 0.5 }, { -0.5, 1.5, -0.5 }))
  end)

  it("are found in every direction", function()
    for x = -1, 1, 2 do
      for y = -1, 1, 2 do
        for z = -1, 1, 2 do
          assert.equal(30, count_groups(7, { 0.5, 0.5, 0.5 }, { 0.5 + 30 * x, 0.5 + 90 * y, 0.5 + 150 * z }))
          assert.equal(30, count_groups(7, { 0.3 * x, 0.3 * y, 0.3 * z }, { 30.3 * x, 30.3 * y, 30.3 * z }))
        end
      end
    end
  end)
end)

describe("walks far from the origin and near it", function()
  it("find exactly the corners at 2^40", function()
    local far = 2 ^ 40
    assert.same({ ("%.0f,0"):format(far), ("%.0f,0 %.0f,1 %.0f,1"):format(far + 1, far, far + 1) },
      path({ far + 0.5, 0.5 }, { far + 1.25, 1.25 }))
    assert.equal(50, count_groups(3, { far + 0.5, -far - 0.5 }, { far + 50.5, -far - 50.5 }))
    assert.equal(0, count_groups(3, { far + 0.5, -far - 0.5 }, { far + 50.5, -far - 50.5 - 2 ^ -12 }))
  end)

  it("work up to the last cells before 2^53", function()
    local last = 2 ^ 53 - 1
    assert.equal(5, #path({ last - 4, 0.5 }, { last, 0.5 }))
    assert.equal(4, count_groups(3, { last - 4, -last }, { last, -last + 4 }))
    assert.equal(last, (collide.cell_at(last, 0)))
    assert.equal(-last, (collide.cell_at(-last, 0)))
  end)

  it("work at any distance along an axis that does not move", function()
    for _, y in ipairs { 2 ^ 51 + 1, 2 ^ 52 + 1, -(2 ^ 52) - 1, 2 ^ 53 - 1 } do
      local flat = collide.trace(0.5, y, 40.5, y)
      assert.equal(4 * 41, #flat)
      for x = 0, 40 do
        assert.equal(x, flat[4 * x + 3])
        assert.equal(y, flat[4 * x + 4])
      end
    end
  end)

  it("end where cells are no longer distinct", function()
    for _, frame in ipairs { { size = 1 }, { size = 0.25 }, { size = 2 ^ 70 } } do
      local limit = 2 ^ 53 * frame.size
      for _, x in ipairs { limit, -limit, limit * 4 } do
        assert.has_error(function() collide.cell_at(x, 0, frame) end)
        assert.has_error(function() collide.trace(0, 0, 0, x, frame) end)
        assert.has_error(function() collide.cells({ x, 0, 0 }, { 0, 0, 0 }, frame) end)
      end
      assert.has_no_error(function() collide.cell_at(limit - frame.size, frame.size - limit, frame) end)
    end
  end)

  it("do not enter the first such cell if they end on its boundary", function()
    local last = 2 ^ 53 - 1
    assert.has_error(function() collide.trace(2 - last, 0.5, -last, 0.5) end)
  end)

  it("work up to 2^51 cells of other sizes", function()
    local frame, limit = { size = 0.3 }, 2 ^ 51 * 0.3
    assert.has_no_error(function() collide.cell_at(limit * (1 - 2 ^ -40), 0, frame) end)
    assert.has_error(function() collide.cell_at(limit, 0, frame) end)
    assert.has_error(function() collide.cell_at(0, 0, { size = 0.3, origin = limit }) end)
    assert.has_error(function() collide.cell_at(0, 0, { size = 1, origin = 2 ^ 51 }) end)
    assert.has_no_error(function() collide.cell_at(0, 0, { size = 1, origin = 2 ^ 50 }) end)
  end)

  it("are the same at every scale", function()
    local from, to = { 0.5, -0.75, 3 }, { 7.5, -7.75, -9 }
    local expected = groups_of(from, to)
    assert.equal(26, #expected) -- the start and 27 crossings, of which two times two at once
    for exponent = -1060, 980, 85 do
      local scale = 2.0 ^ exponent
      local function scaled(v) return { v[1] * scale, v[2] * scale, v[3] * scale } end
      assert.same(expected, groups_of(scaled(from), scaled(to), { size = scale }))
    end
  end)

  it("end at 1e300", function()
    local function at(x) return collide.cell_at({ x, 0 }, { size = 1e299 }) end
    assert.equal(9, at(9.5e299).x)
    assert.equal(-10, at(-1e300).x)
    assert.error_matches(function() at(1e300) end, "no boundary may exceed 1e300")
    assert.error_matches(function() at(1.01e300) end, "point must be from %-1e300 to 1e300, got 1.01e%+300")
    local grid = collide.grid { dimensions = 2, size = 2.0 ^ 990 }
    assert.error_matches(function() grid:set(2 ^ 7, 0, 1) end, "or exceed 1e300")
    grid:set(2 ^ 6, 0, 1)
  end)

  it("work with axes of very different sizes", function()
    for _, exponent in ipairs { -1000, -500, 500, 990 } do
      local size = 2.0 ^ exponent
      local frame = { size = { size, 3 } }
      assert.equal(20, count_groups(3, { size, 3 }, { 21 * size, 63 }, frame))
      assert.equal(1, count_groups(1, { size, 3 }, { 21 * size, 63 }, frame))
    end
  end)
end)

describe("a frame", function()
  it("of 16 gives tiles", function()
    assert.same({ { 0, "0,0" }, { 0.25, "1,0" }, { 0.5, "1,1" }, { 0.75, "2,1" } },
      groups_of({ 8, 0 }, { 40, 32 - 0.5 }, { size = 16, origin = { 0, -0.25 } }))
  end)

  for _, size in ipairs { 0.1, 0.3, 0.7, 16, 1 / 3 } do
    for _, origin in ipairs { 0, 0.1, -1000.7 } do
      it(("of %.3g at %g has cell k between boundaries k and k + 1"):format(size, origin), function()
        local frame = { size = size, origin = { origin, 0 } }
        for k = -300, 300 do
          local boundary = origin + k * size
          assert.equal(k, cell_of(boundary, frame))
          if boundary ~= 0 then assert.equal(k - 1, cell_of((neighbours(boundary)), frame)) end
        end
      end)
    end
  end

  it("may be a frame of trace, with limit", function()
    local frame = { size = 2, limit = 2 }
    assert.equal(2, #collide.trace({ 1, 1 }, { 9, 1 }, frame))
    local count = 0
    for _ in collide.cells({ 1, 1 }, { 9, 1 }, frame) do count = count + 1 end
    assert.equal(5, count)
    assert.same({ 4, 0 }, { collide.cell_at(9, 1, frame) })
    assert.equal("grid 2D size=2 cells=0", tostring(collide.grid { size = { 2, 2 }, limit = 2 }))
  end)

  it("of 0.1 is crossed exactly at its boundaries", function()
    local frame = { size = 0.1 }
    -- 0.3 is below 3 * 0.1, and 0.7 below 7 * 0.1.
    assert.equal(2, cell_of(0.3, frame))
    assert.equal(6, cell_of(0.7, frame))
    assert.same({ "2,0" }, path({ 0.25, 0 }, { 0.3, 0 }, frame))
    assert.same({ "2,0", "3,0" }, path({ 0.25, 0 }, { 3 * 0.1, 0 }, frame))
    assert.same({ "2,0" }, path({ 0.3, 0.05 }, { 0.25, 0.05 }, frame))
    assert.same({ "3,0", "2,0" }, path({ 3 * 0.1, 0.05 }, { 0.25, 0.05 }, frame))
  end)

  it("has a corner where the doubles of its boundaries meet on the line", function()
    -- Along the diagonal, x and y are the same doubles.
    assert.equal(100, count_groups(3, { 0, 0 }, { 100 * 0.7, 100 * 0.7 }, { size = 0.7 }))
    -- With slope 2 they meet where k * 0.1 is twice the double nearest to it.
    assert.equal(100, count_groups(3, { 0, 0 }, { 100 * 0.1, 200 * 0.1 }, { size = { 0.1, 0.2 } }))
  end)

  it("may have a different size and origin for each axis", function()
    local frame = { size = { 2, 4, 8 }, origin = { 1, 0, -1 } }
    assert.same({ "0,0,0", "1,0,0", "1,1,0 1,0,1 1,1,1", "2,1,1" },
      path({ 2, 2, 3 }, { 5.5, 5.5, 10 }, frame))
  end)
end)

local unpack = table.unpack or unpack -- luacheck: ignore 143

describe("a walk", function()
  it("is the same in tables and in numbers, in one call and step by step", function()
    for round = 1, 120 do
      local dimensions = 2 + round % 2
      local from, to, numbers = {}, {}, {}
      local length = ({ 1, 6, 40, 400 })[1 + round % 4]
      for k = 1, dimensions do
        from[k] = random(-2 * length, 2 * length) / 2
        to[k] = random(-2 * length, 2 * length) / 2
        numbers[k], numbers[dimensions + k] = from[k], to[k]
      end
      local groups = collide.trace(from, to)
      local flat = walked.flatten(groups)
      assert.same(groups, walked.groups(collide.cells(from, to)))
      assert.same(flat, collide.trace(unpack(numbers)))
      assert.same(flat, walked.collect(collide.cells(unpack(numbers))))
    end
  end)

  it("of a million cells is complete", function()
    local length = cases.of(1e6, 1e4)
    local count, last_i, last_x = 0, 0, nil
    for i, t, x, y in collide.cells(0.5, 0.5, length - 0.5, 0.5) do
      count = count + 1
      assert(i == last_i + 1 and x == count - 1 and y == 0 and t >= 0 and t <= 1)
      last_i, last_x = i, x
    end
    assert.equal(length, count)
    assert.equal(length - 1, last_x)
  end)

  it("has t and t_exit, which is the t of the next group", function()
    local groups = collide.trace({ 0.5, 0.5 }, { 4.5, 2.5 })
    for k = 1, #groups - 1 do assert.equal(groups[k + 1].t, groups[k].t_exit) end
    assert.equal(0, groups[1].t)
    assert.equal(1, groups[#groups].t_exit)
  end)

  it("from a point to itself is the cell of the point", function()
    assert.same({ 1, 0, 2, -3 }, collide.trace(2.5, -2.5, 2.5, -2.5))
    assert.equal("group t=0: (2, -3)", tostring(collide.trace({ 2.5, -2.5 }, { 2.5, -2.5 })[1]))
  end)

  it("returns new groups and cells", function()
    local kept = walked.groups(collide.cells({ 0.5, 0.5 }, { 3.5, 0.5 }))
    kept[1][1].x = 99
    assert.equal(1, kept[2][1].x)
    assert.equal(0, collide.trace({ 0.5, 0.5 }, { 3.5, 0.5 })[1][1].x)
  end)
end)

describe("a walk step by step", function()
  it("may be left early, and takes time only for the visited cells", function()
    local function walk()
      local steps = 0
      for i in collide.cells(0.5, 0.5, 2 ^ 52, 2 ^ 51) do
        steps = i
        if i == 10 then break end
      end
      return steps
    end
    collectgarbage()
    local before = collectgarbage("count")
    assert.equal(10, walk())
    assert.is_true(collectgarbage("count") - before < 64)
    for _ = 1, 1000 do walk() end
  end)

  it("may be left and continued in tables, too", function()
    local step, walk, control = collide.cells({ 0.5, 0.5 }, { 2 ^ 52, 0.5 })
    for x = 0, 4 do
      local group = step(walk, control)
      assert.equal(x, group[1].x)
    end
    collectgarbage()
    assert.equal(5, step(walk)[1].x)
  end)

  it("may be nested", function()
    local count = 0
    for _, _, x in collide.cells(0.5, 0.5, 40.5, 7.5) do
      for _, _, inner in collide.cells(0.5, 0.5, 40.5, 3.5) do
        for _ in collide.cells(0.5, 0.5, 1.5, 0.5) do count = count + 1 end
        if inner > x then break end
      end
    end
    -- The plain way: the x of both walks, listed.
    local function columns(...)
      local list = {}
      for _, _, x in collide.cells(...) do list[#list + 1] = x end
      return list
    end
    local expected = 0
    for _, x in ipairs(columns(0.5, 0.5, 40.5, 7.5)) do
      for _, inner in ipairs(columns(0.5, 0.5, 40.5, 3.5)) do
        expected = expected + 2
        if inner > x then break end
      end
    end
    assert.equal(expected, count)
  end)

  it("is independent of another walk that alternates with it", function()
    local step_a, a, i = collide.cells(0.5, 0.5, 500.5, 0.5)
    local step_b, b, j = collide.cells(0.5, 0.5, 0.5, 0.5 - 500)
    for k = 0, 500 do
      local x, y, u, v
      i, x, y = (function(index, _, ...) return index, ... end)(step_a(a, i))
      j, u, v = (function(index, _, ...) return index, ... end)(step_b(b, j))
      assert(x == k and y == 0 and u == 0 and v == -k)
    end
    assert.is_nil((step_a(a, i)))
    assert.is_nil((step_b(b, j)))
  end)

  it("stays ended", function()
    for _, arguments in ipairs { { 0.5, 0.5, 2.5, 0.5 }, { { 0.5, 0.5 }, { 2.5, 0.5 } } } do
      local step, walk, control = collide.cells(unpack(arguments))
      for _ = 1, 3 do control = step(walk, control) end
      assert.is_not_nil(control)
      for _ = 1, 3 do assert.is_nil((step(walk, control))) end
    end
  end)

  it("continues while the collector runs", function()
    local count = 0
    for i, _, x, y, z in collide.cells(0.5, 0.5, 0.5, 300.25, 200.5, 100.125) do
      if i % 50 == 0 then collectgarbage() end
      assert(x >= 0 and y >= 0 and z >= 0)
      count = count + 1
    end
    assert.equal(#collide.trace(0.5, 0.5, 0.5, 300.25, 200.5, 100.125) / 5, count)
  end)

  it("may be passed to another function", function()
    local thread = coroutine.wrap(function()
      for _, _, x in collide.cells(0.5, 0.5, 99.5, 0.5) do coroutine.yield(x) end
    end)
    for x = 0, 99 do assert.equal(x, thread()) end
  end)
end)

describe("a frame", function()
  it("gives cells a size and an origin", function()
    assert.same({ 2, -1 }, { collide.cell_at(40, -3, { size = 16 }) })
    assert.same({ 1, 0 }, { collide.cell_at(39, -3, { size = 16, origin = { 8, -8 } }) })
    assert.same({ 3, -1 }, { collide.cell_at(40, -3, { size = { 12, 4 } }) })
    assert.same({ x = 2, y = -1 }, collide.cell_at({ 40, -3 }, { size = { x = 16, y = 8 } }))
    assert.same({ 2, 3, 4 }, { collide.cell_at(5, 7, 9, { size = 2 }) })
    assert.same({ 1, 2, 3 }, { collide.cell_at(5, 7, 9, { size = 2, origin = 2 }) })
  end)

  it("may be missing or empty", function()
    assert.same({ 1, -2 }, { collide.cell_at(1.5, -1.5) })
    assert.same({ 1, -2 }, { collide.cell_at(1.5, -1.5, nil) })
    assert.same({ 1, -2 }, { collide.cell_at(1.5, -1.5, {}) })
  end)

  it("applies to walks", function()
    local frame = { size = 16, origin = { 8, 0 } }
    local expected = collide.trace(0.5, 0.25, 3.25, 2.75)
    assert.same(expected, collide.trace(16, 4, 60, 44, frame))
    assert.same(expected, walked.collect(collide.cells(16, 4, 60, 44, frame)))
    assert.same(expected, walked.flatten(collide.trace({ 16, 4 }, { 60, 44 }, frame)))
    assert.same(expected, walked.flatten(walked.groups(collide.cells({ 16, 4 }, { 60, 44 }, frame))))
  end)

  it("has boundaries at origin + k * size: the product is rounded, then the sum", function()
    for k = 1, 200 do
      local boundary = 0.3 + k * 0.1
      assert.equal(k, (collide.cell_at(boundary, 0, { size = 0.1, origin = 0.3 })))
    end
  end)

  it("may give the dimensions", function()
    assert.same({ 1, 2, 3 }, { collide.cell_at(1.5, 2.5, 3.5, { dimensions = 3 }) })
    assert.same({ x = 1, y = 2 }, collide.cell_at({ 1.5, 2.5 }, { dimensions = 2 }))
  end)
end)

describe("trace into an array", function()
  local walks = {
    { 0.5, 0.5, 7.25, 3.5 }, { 0, 0, 4, 4 }, { 3.5, -2.5, 3.5, -2.5 }, { 9, 1, -3, 1 },
    { 0.5, 0.5, 0.5, 3.25, 2.5, -1.5 }, { 0, 0, 0, 3, 3, 3 }, { 0.25, 0.5, 0.75, 200.25, 100.5, 50.75 },
  }

  it("writes the content of a new array, and returns it", function()
    local array = {}
    for _ = 1, 2 do
      for _, walk in ipairs(walks) do
        local expected = collide.trace(unpack(walk))
        walk[#walk + 1] = { into = array }
        assert.is_true(rawequal(array, collide.trace(unpack(walk))))
        walk[#walk] = nil
        assert.equal(#expected, #array)
        assert.same(expected, array)
        if math.type then
          for i, value in ipairs(expected) do assert.equal(math.type(value), math.type(array[i])) end
        end
      end
    end
  end)

  it("works with the other fields of the frame", function()
    local array = {}
    for _, frame in ipairs { { size = 16 }, { size = { 2, 3 }, origin = { 0.5, -1 } }, { limit = 3 }, { limit = 1 },
      { limit = 5, size = 0.5, dimensions = 2 } } do
      local expected = collide.trace(0, 0, 30, 30, frame)
      frame.into = array
      assert.same(expected, collide.trace(0, 0, 30, 30, frame))
      assert.equal(#expected, #array)
    end
  end)

  it("keeps other fields of the array, and calls no metatable", function()
    local function refuse() error("asked") end
    local array = setmetatable({ 1, 2, name = "kept" }, { __index = refuse, __newindex = refuse, __len = refuse })
    collide.trace(0.5, 0.5, 1.5, 0.5, { into = array })
    assert.equal("kept", rawget(array, "name"))
    setmetatable(array, nil)
    assert.same({ 1, 0, 0, 0, 2, 0.5, 1, 0, name = "kept" }, array)
  end)

  it("fills holes", function()
    local array = { 1, nil, 3, nil, nil, 6 }
    collide.trace(0.5, 0.5, 1.5, 0.5, { into = array })
    assert.same({ 1, 0, 0, 0, 2, 0.5, 1, 0 }, array)
  end)

  it("leaves the array unchanged if it raises an error", function()
    local array = { 7, 8, 9 }
    for _, call in ipairs {
      function() collide.trace(0, 0, 2 ^ 40, 0, { into = array }) end,
      function() collide.trace(0, 0, 2 ^ 53, 0, { into = array }) end,
      function() collide.trace(0, 0, 4, 0, { into = array, limit = 0 }) end,
      function() collide.trace(0, 0, 4, 0, { into = array, size = -1 }) end,
      function() collide.trace({ 0, 0 }, { 4, 0 }, { into = array }) end,
    } do
      assert.is_false(pcall(call))
      assert.same({ 7, 8, 9 }, array)
    end
  end)

  it("refuses a value that is no table, and points in tables", function()
    assert.has_error(function() collide.trace(0, 0, 4, 0, { into = 5 }) end,
      "bad argument #5 to 'trace' (into: table expected, got number)")
    assert.has_error(function() collide.trace({ 0, 0 }, { 4, 0 }, { into = {} }) end,
      "bad argument #3 to 'trace' (into is only for points in numbers; groups of points in tables are always new)")
  end)

  it("has no effect in frames of other functions", function()
    local frame = { size = 2, into = { 7 } }
    assert.same({ 1, 0 }, { collide.cell_at(3, 1, frame) })
    for _ in collide.cells(0, 0, 4, 0, frame) do assert.same({ 7 }, frame.into) end
  end)

  it("makes no garbage for walks of equal length, and little for others", function()
    local frame = { into = {} }
    local function ask(change)
      for i = 1, 100 do collide.trace(0.5, 0.5, 50.5 - i % change, 20.25, frame) end
    end
    garbage.assert_below(0.5, function() ask(1) end)
    -- 5.1 and LuaJIT resize an array from which values were cut
    garbage.assert_below(4, function() ask(7) end)
  end)
end)
