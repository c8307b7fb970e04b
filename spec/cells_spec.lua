-- SPDX-License-Identifier: MIT
--
-- The cells that a walk enters, their times and their order, rule by rule and worked out by hand. The forms of walks
-- are in walks_spec.lua; spec/quick compares random walks with exact arithmetic.
local collide = require("collide")

-- The groups of a walk as { t, cell, ... }, a cell as "x,y" or "x,y,z".
local function walk(from, to, frame)
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
  for i, group in ipairs(walk(from, to, frame)) do groups[i] = table.concat(group, " ", 2) end
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
    }, walk({ 3.5, -2.5 }, { 7, 3.5 }))
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
    }, walk({ 2, 3, -4 }, { 5, -2, 2 }))
  end)

  it("in its first figure, cell by cell", function()
    assert.same({ "-2,0", "-1,0", "0,0", "0,1", "1,1", "2,1" }, path({ -1.5, 0.25 }, { 2.5, 1.75 }))
  end)
end)

describe("the first group", function()
  it("is the cell that contains the start, at t = 0", function()
    assert.same({ 0, "-2,0" }, walk({ -1.2, 0.6 }, { 5, 5 })[1])
    assert.same({ 0, "-1,-1" }, walk({ -0.5, -1e-300 }, { 5, 5 })[1])
  end)

  it("is the only one if the segment crosses nothing", function()
    assert.same({ { 0, "0,0" } }, walk({ 0.25, 0.5 }, { 0.75, 0.25 }))
    assert.same({ { 0, "-1,4,0" } }, walk({ -0.25, 4.5, 0.5 }, { -0.75, 4.25, 0.75 }))
    assert.same({ { 0, "2,-3" } }, walk({ 2, -3 }, { 2, -3 }))
  end)
end)

describe("a start on a boundary", function()
  it("is in the upper cell", function()
    assert.same({ "3,0", "4,0" }, path({ 3, 0.5 }, { 4.5, 0.5 }))
  end)

  it("is crossed at once by a walk down, in a separate group", function()
    assert.same({ { 0, "3,0" }, { 0, "2,0" }, { 0.8, "1,0" } }, walk({ 3, 0.5 }, { 1.75, 0.5 }))
  end)

  it("at a corner is left in four directions", function()
    assert.same({ { 0, "2,2" }, { 1, "3,2", "2,3", "3,3" } }, walk({ 2, 2 }, { 3, 3 }))
    assert.same({ { 0, "2,2" }, { 0, "1,2" }, { 1, "0,2", "1,3", "0,3" } }, walk({ 2, 2 }, { 1, 3 }))
    assert.same({ { 0, "2,2" }, { 0, "2,1" }, { 1, "3,1", "2,0", "3,0" } }, walk({ 2, 2 }, { 3, 1 }))
    assert.same({ { 0, "2,2" }, { 0, "1,2", "2,1", "1,1" }, { 1, "0,1", "1,0", "0,0" } },
      walk({ 2, 2 }, { 1, 1 }))
  end)

  it("at a corner in 3D is left through seven cells by a walk down", function()
    assert.same({
      { 0, "0,0,0" },
      { 0, "-1,0,0", "0,-1,0", "-1,-1,0", "0,0,-1", "-1,0,-1", "0,-1,-1", "-1,-1,-1" },
    }, walk({ 0, 0, 0 }, { -0.5, -0.25, -0.125 }))
    assert.same({ { 0, "0,0,0" }, { 0, "0,-1,0", "0,0,-1", "0,-1,-1" } },
      walk({ 0, 0, 0 }, { 0.5, -0.25, -0.125 }))
  end)
end)

describe("an end on a boundary", function()
  it("is crossed at t = 1, upward and downward", function()
    assert.same({ { 0, "0,0" }, { 1, "1,0" } }, walk({ 0.3, 0.5 }, { 1, 0.5 }))
    assert.same({ { 0, "0,0" }, { 1, "-1,0" } }, walk({ 0.3, 0.5 }, { 0, 0.5 }))
    assert.same({ { 0, "0,0" }, { 1, "0,-1" } }, walk({ 0.5, 0.7 }, { 0.6, 0 }))
  end)

  it("is not crossed if the end is one rounding before it", function()
    local below = neighbours(1)
    assert.same({ "0,0" }, path({ 0.3, 0.5 }, { below, 0.5 }))
    assert.same({ "0,0" }, path({ 0.3, 0.5 }, { 2 ^ -1074, 0.5 }))
  end)

  it("at a corner is entered on all sides", function()
    assert.same({ { 0, "0,0" }, { 1, "1,0", "0,1", "1,1" } }, walk({ 0.3, 0.6 }, { 1, 1 }))
    assert.same({ { 0, "0,0" }, { 1, "-1,0", "0,1", "-1,1" } }, walk({ 0.3, 0.6 }, { 0, 1 }))
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
    assert.same({ { 0, "0,0" }, { 0, "0,-1" } }, walk({ 0.5, 0 }, { 0.5, -2 ^ -1074 }))
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
    assert.same({ { 0, "0,0" }, { 0.5, "1,0", "0,1", "1,1" } }, walk({ 0.5, 0.5 }, { 1.5, 1.5 }))
    assert.same({ { 0, "0,0" }, { 0.5, "-1,0", "0,1", "-1,1" } }, walk({ 0.5, 0.5 }, { -0.5, 1.5 }))
    assert.same({ { 0, "0,0" }, { 0.5, "1,0", "0,-1", "1,-1" } }, walk({ 0.5, 0.5 }, { 1.5, -0.5 }))
    assert.same({ { 0, "0,0" }, { 0.5, "-1,0", "0,-1", "-1,-1" } }, walk({ 0.5, 0.5 }, { -0.5, -0.5 }))
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
    }, walk({ 0.5, 0.5, 0.5 }, { 1.5, 1.5, 1.5 }))
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
    local expected = walk(from, to)
    assert.equal(26, #expected) -- the start and 27 crossings, of which two times two at once
    for exponent = -1060, 980, 85 do
      local scale = 2.0 ^ exponent
      local function scaled(v) return { v[1] * scale, v[2] * scale, v[3] * scale } end
      assert.same(expected, walk(scaled(from), scaled(to), { size = scale }))
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
      walk({ 8, 0 }, { 40, 32 - 0.5 }, { size = 16, origin = { 0, -0.25 } }))
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
