-- SPDX-License-Identifier: MIT
--
-- Every misuse of grids, and its error; see arguments_spec.lua. Misuses of maps from Tiled are in tiled_spec.lua.
local collide = require("collide")
local misuse = dofile("spec/support/misuse.lua")

local env = {
  collide = collide, flat = collide.grid { dimensions = 2 }, cube = collide.grid(),
  tenths = collide.grid { dimensions = 2, size = 0.1 }, ball = collide.sphere { radius = 1 },
  nan = 0 / 0, huge = math.huge, far = 2.0 ^ 53,
}

local function refuse(text, rows)
  describe(text .. " refuses", function()
    for _, row in ipairs(rows) do
      local what, code, message = row[1], row[2], row[3]
      it(what, function()
        local wanted = "misuse:1: " .. message
        assert.equal(wanted, misuse(code, env, wanted))
      end)
    end
  end)
end

local function about(name, rows)
  for _, row in ipairs(rows) do
    row[3] = ("bad argument #%d to '%s' (%s)"):format(row[3], name, row[4])
  end
  refuse(name, rows)
end

about("grid", {
  { "a number", "collide.grid(5)", 1, "table expected, got number" },
  { "a grid", "collide.grid(cube)", 1, "table expected, got grid" },
  { "two tables", "collide.grid({}, {})", 2, "unexpected argument, got table" },
  { "an unknown field", "collide.grid {sise = 16}", 1, "unknown field 'sise'" },
  { "a field in place", "collide.grid {16}", 1, "unknown field [1]" },
  { "one dimension", "collide.grid {dimensions = 1}", 1, "dimensions must be 2 or 3, got 1" },
  { "dimensions in words", "collide.grid {dimensions = '2'}", 1, "dimensions: number expected, got string" },
  { "size 0", "collide.grid {size = 0}", 1, "size must be above 0, got 0" },
  { "a size of one number", "collide.grid {size = {1}}", 1, "size: got 1 number, 2 or 3 are expected" },
  { "an infinite origin", "collide.grid {origin = huge}", 1, "origin must be finite, got inf" },
  { "vectors that disagree", "collide.grid {size = {1, 1}, origin = {0, 0, 0}}", 1,
    "origin: got 3 numbers, a 2D grid takes 2" },
  { "dimensions that the size does not have", "collide.grid {dimensions = 3, size = {1, 1}}", 1,
    "size: got 2 numbers, a 3D grid takes 3" },
})

-- What each function says of a cell that is given to it first, under that name.
for _, row in ipairs { { "set", "cell", ", 1" }, { "get", "cell", "" }, { "cell_bounds", "cell", "" },
  { "fill", "min", ", {9, 9}, 1" }, { "each", "min", ", {9, 9}" } } do
  local name, cell, rest = row[1], row[2], row[3]
  local function call(arguments) return ("flat:%s(%s%s)"):format(name, arguments, rest) end
  about(name, {
    { "half a cell", call("1.5, 2"), 1, cell .. " must be whole numbers, got 1.5" },
    { "half a cell in y", call("1, 2.5"), 2, cell .. " must be whole numbers, got 2.5" },
    { "half a cell in a table", call("{1, 2.5}"), 1, cell .. " must be whole numbers, got 2.5" },
    { "nan", call("nan, 2"), 1, cell .. " must be finite, got nan" },
    { "infinity", call("{1, -huge}"), 1, cell .. " must be finite, got -inf" },
    { "a cell beyond 2^53", call("far, 2"), 1, cell .. " must be below 2^53, got 9007199254740992" },
    { "a cell beyond -2^53", call("{1, -far}"), 1, cell .. " must be below 2^53, got -9007199254740992" },
    { "cells that are no longer distinct", ("tenths:%s({2 ^ 52, 0}%s)"):format(name, rest), 1,
      cell .. ": cells of this size and origin are no longer distinct at 4503599627370496, or exceed 1e300" },
    { "one number", call("{1}"), 1, cell .. ": got 1 number, a 2D grid takes 2" },
    { "three numbers in a table", call("{1, 2, 3}"), 1, cell .. ": got 3 numbers, a 2D grid takes 2" },
    { "a string", call("'1', 2"), 1, cell .. ": number expected, got string" },
    { "a string in a table", call("{1, '2'}"), 1, cell .. "[2]: number expected, got string" },
    { "a boolean", call("true"), 1, cell .. ": vector expected, got boolean" },
  })
  refuse(name, {
    { "to be called with a dot", ("flat.%s({1, 2}%s)"):format(name, rest),
      ("bad argument #1 to '%s' (grid expected, got table)"):format(name) },
    { "a shape for a grid", ("flat.%s(ball, {1, 2}%s)"):format(name, rest),
      ("bad argument #1 to '%s' (grid expected, got shape)"):format(name) },
  })
end

about("set", {
  { "no value", "flat:set({1, 2})", 2, "value: number expected, got no value" },
  { "one number too few", "cube:set(1, 2, 3)", 4, "value: number expected, got no value" },
  { "an extra number", "flat:set(1, 2, 3, 4)", 4, "unexpected argument, got number" },
  { "half a value", "flat:set(1, 2, 0.5)", 3, "value must be a whole number from 0 to 65535, got 0.5" },
  { "a negative value", "flat:set(1, 2, -1)", 3, "value must be a whole number from 0 to 65535, got -1" },
  { "65536", "flat:set(1, 2, 65536)", 3, "value must be a whole number from 0 to 65535, got 65536" },
  { "nan", "flat:set(1, 2, nan)", 3, "value must be finite, got nan" },
  { "a string", "flat:set(1, 2, '3')", 3, "value: number expected, got string" },
  { "a boolean", "flat:set(1, 2, true)", 3, "value: number expected, got boolean" },
})

about("get", {
  { "no cell", "flat:get()", 1, "cell: vector expected, got no value" },
  { "one more", "flat:get(1, 2, 3)", 3, "unexpected argument, got number" },
})

about("fill", {
  { "corners in the wrong order", "cube:fill(0, 5, 0, 3, 4, 3, 1)", 1,
    "min must not be above max, got 5 and 4 along y" },
  { "one corner", "flat:fill({0, 0}, 1)", 2, "max: got 1 number, a 2D grid takes 2" },
  { "no value", "flat:fill({0, 0}, {1, 1})", 3, "value: number expected, got no value" },
  { "a box with too much of a border", "cube:fill(1, 1, 1, 20000, 20000, 20000, 1)", 1,
    "min and max: this fill would take 4730 MB, more than the limit of 256 MB; a box takes little where its "
      .. "min is a multiple of 512 and its max one less than a multiple" },
  { "a row too long", "flat:fill(0, 0, 2 ^ 30, 0, 1)", 1,
    "min and max: this fill would take 11118 MB, more than the limit of 256 MB; a box takes little where its "
      .. "min is a multiple of 1024 and its max one less than a multiple" },
  { "2^53 cells or more", "flat:fill(0, 0, 2 ^ 27 - 1, 2 ^ 26 - 1, 1)", 1,
    "min and max: the grid could then hold 2^53 cells or more, which is the limit" },
})

about("each", {
  { "one corner", "flat:each({0, 0})", 2, "max: vector expected, got no value" },
  { "one more", "flat:each({0, 0}, {1, 1}, {2, 2})", 3, "unexpected argument, got table" },
  { "corners in the wrong order", "flat:each(0, 0, -1, 0)", 1, "min must not be above max, got 0 and -1 along x" },
})

for _, name in ipairs { "count", "bounds", "encode" } do
  about(name, { { "anything", ("flat:%s(1)"):format(name), 1, "unexpected argument, got number" } })
  refuse(name, { { "what is no grid", ("flat.%s(5)"):format(name),
    ("bad argument #1 to '%s' (grid expected, got number)"):format(name) } })
end

about("cell_at", {
  { "no point", "flat:cell_at()", 1, "point: vector expected, got no value" },
  { "a point in 3D", "flat:cell_at({1, 2, 3})", 1, "point: got 3 numbers, a 2D grid takes 2" },
  { "a point too far off", "flat:cell_at(1e300, 0)", 1, "point: cells are no longer distinct there, or exceed 1e300" },
})

about("decode", {
  { "nothing", "collide.grid.decode()", 1, "string: string expected, got no value" },
  { "a number", "collide.grid.decode(5)", 1, "string: string expected, got number" },
  { "one more", "collide.grid.decode('', 1)", 2, "unexpected argument, got number" },
  { "any string", "collide.grid.decode('cgri')", 1, "string: this is not an encoded grid" },
})

about("from_rows", {
  { "nothing", "collide.grid.from_rows()", 1, "table expected, got no value" },
  { "a grid", "collide.grid.from_rows(flat)", 1, "table expected, got grid" },
  { "an unknown field", "collide.grid.from_rows {{1}, sise = 1}", 1, "unknown field 'sise'" },
  { "row 0", "collide.grid.from_rows {[0] = {1}}", 1, "unknown field [0]" },
  { "a string without values", "collide.grid.from_rows {'.#'}", 1,
    "row 1, column 2: no value for '#'; the second argument has them: {['#']=1}" },
  { "a character without a value", "collide.grid.from_rows({'##', '#€x'}, {['#'] = 1, ['€'] = 2})", 1,
    "row 2, column 3: no value for 'x'; the second argument has them: {['x']=1}" },
  { "values among the rows", "collide.grid.from_rows {'##', ['#'] = 1}", 1,
    "unknown field '#'; pass the values of characters as the second argument: {['#']=1}" },
  { "values that are no table", "collide.grid.from_rows({'##'}, 1)", 2,
    "table of characters and their values expected, got number" },
  { "a value of two characters", "collide.grid.from_rows({'##'}, {['##'] = 1, zz = 2})", 2,
    "'##' is not one character" },
  { "a value of no character", "collide.grid.from_rows({'##'}, {'#'})", 2,
    "a key that is not a character but a number" },
  { "a value that is no value", "collide.grid.from_rows({'##'}, {['#'] = 70000})", 2,
    "'#': a whole number from 0 to 65535 expected, got number" },
  { "a third argument", "collide.grid.from_rows({'##'}, {['#'] = 1}, 1)", 3, "unexpected argument, got number" },
  { "3D", "collide.grid.from_rows {{1}, dimensions = 3}", 1, "dimensions must be 2, rows are of 2D" },
  { "a number for a row", "collide.grid.from_rows {{1}, 2}", 1, "row 2: table or string expected, got number" },
  { "a string", "collide.grid.from_rows {{1}, {1, '#'}}", 1, "row 2, column 2: number expected, got string" },
  { "true", "collide.grid.from_rows {{true}}", 1, "row 1, column 1: number expected, got boolean" },
  { "half a value", "collide.grid.from_rows {{0, 0.5}}", 1,
    "row 1, column 2: a whole number from 0 to 65535 expected, got 0.5" },
  { "65536", "collide.grid.from_rows {{65536}}", 1,
    "row 1, column 1: a whole number from 0 to 65535 expected, got 65536" },
  { "names in a row", "collide.grid.from_rows {{1, x = 1}}", 1, "unknown column 'x'" },
  { "a row far off", "collide.grid.from_rows {[2 ^ 40] = {1}}", 1, "unknown field [1099511627776]" },
  { "a row beyond 2^24", "collide.grid.from_rows {[2 ^ 24 + 1] = {1}}", 1,
    "rows and columns up to 2^24 = 16777216 expected, got 16777217" },
})

about("raycast", {
  { "another word for corners", "cube:raycast({0, 0, 0}, {1, 0, 0}, {corners = 'beside'})", 3,
    "corners: 'ahead' expected, got 'beside'" },
  { "corners that are no word", "cube:raycast({0, 0, 0}, {1, 0, 0}, {corners = true})", 3,
    "corners: 'ahead' expected, got boolean" },
  { "another word for rule", "cube:raycast({0, 0, 0}, {1, 0, 0}, {rule = 'open'})", 3,
    "rule: 'closed' expected, got 'open'" },
  { "corners and rule", "cube:raycast({0, 0, 0}, {1, 0, 0}, {rule = 'closed', corners = 'ahead'})", 3,
    "corners and rule exclude each other: closed cells touch at corners" },
  { "a direction of zero", "cube:raycast({0, 0, 0}, {0, 0, 0})", 2,
    "direction must not be zero; first test whether both points are equal, or call segmentcast" },
  { "a vector in 2D", "cube:raycast({0, 0}, {1, 0, 0})", 1, "origin: got 2 numbers, a 3D target takes 3" },
})

describe("a refused call", function()
  it("leaves the grid unchanged", function()
    local grid = collide.grid { dimensions = 2 }
    grid:fill(0, 0, 3, 3, 1)
    local before = grid:encode()
    for _, code in ipairs { "grid:set(0, 0, -1)", "grid:fill(0, 0, 1, 1, 70000)", "grid:fill(0, 0, 2 ^ 40, 5, 2)",
      "grid:fill(0, 0, 2 ^ 40, 2 ^ 40, 2)",
      "grid:fill(0, 0, 0.5, 5, 2)" } do
      assert.not_equal("no error", misuse(code, { grid = grid }))
    end
    assert.equal(before, grid:encode())
  end)

  it("may have a cell with a hostile vector", function()
    local grid = collide.grid { dimensions = 2 }
    local tricky = setmetatable({}, { __index = function(_, key)
      getmetatable(grid).__gc(grid)
      return key == "x" and 3 or key == "y" and 4 or nil
    end })
    grid:set(0, 0, 1)
    grid:set(tricky, 2) -- a call that runs uses the grid, so its finalizer does nothing
    assert.equal(2, grid:count())
    assert.equal(2, grid:get(3, 4))
    assert.equal(4, grid:raycast({ 7, 4.5 }, { -1, 0 }).cell.y)
    getmetatable(grid).__gc(grid)
    assert.has_error(function() grid.set(grid, 1, 1, 1) end, "bad argument #1 to 'set'"
      .. " (grid expected, got a closed grid; a method is called with a colon, grid:set(...))")
  end)
end)
