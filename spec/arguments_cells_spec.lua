-- SPDX-License-Identifier: MIT
--
-- Every misuse of cells, trace and cell_at, and its error; see arguments_spec.lua.
local collide = require("collide")
local misuse = dofile("spec/support/misuse.lua")

local env = { collide = collide, nan = 0 / 0, huge = math.huge, ball = collide.sphere { radius = 1 } }

local function describe_misuse(name, rows)
  describe(name .. " refuses", function()
    for _, row in ipairs(rows) do
      local what, code, argument, message = row[1], row[2], row[3], row[4]
      it(what, function()
        local wanted = ("misuse:1: bad argument #%d to '%s' (%s)"):format(argument, name, message)
        assert.equal(wanted, misuse(code, env, wanted))
      end)
    end
  end)
end

-- Rows that any of the functions has; `at` gives a call with these arguments
-- after a place, and the frame is argument number `frame`.
local function frame_misuses(at, frame)
  return {
    { "a number as frame", at("5"), frame, "frame: table expected, got number" },
    { "a string as frame", at("'5'"), frame, "frame: table expected, got string" },
    { "a shape as frame", at("ball"), frame, "frame: table expected, got shape" },
    { "one more", at("{}, 5"), frame + 1, "unexpected argument, got number" },
    { "an unknown field", at("{sise = 16}"), frame, "unknown field 'sise'" },
    { "a size in place", at("{16}"), frame, "unknown field [1]" },
    { "size 0", at("{size = 0}"), frame, "size must be above 0, got 0" },
    { "a negative size", at("{size = -16}"), frame, "size must be above 0, got -16" },
    { "size 0 on y", at("{size = {1, 0}}"), frame, "size must be above 0, got 0" },
    { "size nan", at("{size = nan}"), frame, "size must be finite, got nan" },
    { "size infinite", at("{size = huge}"), frame, "size must be finite, got inf" },
    { "a string as size", at("{size = '16'}"), frame, "size: number expected, got string" },
    { "a boolean as size", at("{size = true}"), frame, "size: vector expected, got boolean" },
    { "a size in 3D", at("{size = {1, 1, 1}}"), frame, "size: got 3 numbers, a 2D grid takes 2" },
    { "a size in 1D", at("{size = {1}}"), frame, "size: got 1 number, a 2D grid takes 2" },
    { "origin infinite", at("{origin = -huge}"), frame, "origin must be finite, got -inf" },
    { "an origin in 3D", at("{origin = {x = 0, y = 0, z = 0}}"), frame,
      "origin: got 3 numbers, a 2D grid takes 2" },
    { "dimensions 1", at("{dimensions = 1}"), frame, "dimensions must be 2 or 3, got 1" },
    { "dimensions 2.5", at("{dimensions = 2.5}"), frame, "dimensions must be 2 or 3, got 2.5" },
    { "dimensions 4", at("{dimensions = 4}"), frame, "dimensions must be 2 or 3, got 4" },
    { "dimensions nan", at("{dimensions = nan}"), frame, "dimensions must be finite, got nan" },
    { "a string as dimensions", at("{dimensions = '2'}"), frame, "dimensions: number expected, got string" },
  }
end

for _, name in ipairs { "cells", "trace" } do
  local function call(arguments) return ("collide.%s(%s)"):format(name, arguments) end
  local counts = "expected 4 in 2D or 6 in 3D"
  describe_misuse(name, frame_misuses(function(rest) return call("{0, 0}, {1, 1}, " .. rest) end, 3))
  describe_misuse(name, {
    { "nothing", call(""), 1, "from: vector expected, got no value" },
    { "nil", call("nil, {1, 1}"), 1, "from: vector expected, got nil" },
    { "a string", call("'0', 0, 1, 1"), 1, "from: number expected, got string" },
    { "a shape", call("ball, {1, 1}"), 1, "from: vector expected, got shape" },
    { "one number", call("0"), 1, "from: got 1 number, " .. counts },
    { "one number, then a table", call("0, {1, 1}"), 1, "from: got 1 number, " .. counts },
    { "two numbers", call("0, 0"), 1, "to: got 2 numbers, " .. counts },
    { "three numbers", call("0, 0, 1"), 1, "from and to: got 3 numbers, " .. counts },
    { "five numbers", call("0, 0, 0, 1, 1"), 1, "from and to: got 5 numbers, " .. counts },
    { "seven numbers", call("0, 0, 0, 1, 1, 1, 1"), 1, "from and to: got 7 numbers, " .. counts },
    { "five numbers and a frame", call("0, 0, 0, 1, 1, {size = 2}"), 1,
      "from and to: got 5 numbers, " .. counts },
    { "a string after three numbers", call("0, 0, 1, '1'"), 4, "from and to: number expected, got string" },
    { "nil after one number", call("0, nil, 1, 1"), 2, "from: number expected, got nil" },
    { "nan", call("0, nan, 1, 1"), 2, "from must be finite, got nan" },
    { "infinity", call("0, 0, 1, huge"), 4, "to must be finite, got inf" },
    { "one component", call("{0}, {1, 1}"), 1, "from: got 1 number, 2 or 3 are expected" },
    { "four components", call("{0, 0, 0, 0}, {1, 1}"), 1, "from: got 4 numbers, 2 or 3 are expected" },
    { "a string in a table", call("{0, '0'}, {1, 1}"), 1, "from[2]: number expected, got string" },
    { "a string at z", call("{x = 0, y = 0, z = '0'}, {1, 1}"), 1, "from.z: number expected, got string" },
    { "no end", call("{0, 0}"), 2, "to: vector expected, got no value" },
    { "an end in 3D", call("{0, 0}, {1, 1, 1}"), 2, "to: got 3 numbers, a 2D grid takes 2" },
    { "an end in 2D", call("{0, 0, 0}, {1, 1}"), 2, "to: got 2 numbers, a 3D grid takes 3" },
    { "an end of three numbers", call("{0, 0}, 1, 1, 1"), 2, "to: got 3 numbers, a 2D grid takes 2" },
    { "an end of two numbers", call("{0, 0, 0}, 1, 1"), 2, "to: got 2 numbers, a 3D grid takes 3" },
    { "numbers, then a table in 3D", call("0, 0, {1, 1, 1}"), 3, "to: got 3 numbers, a 2D grid takes 2" },
    { "numbers, then a string", call("0, 0, 'x'"), 3, "to: number expected, got string" },
    { "a frame in numbers", call("0, 0, 1, 1, {size = 0}"), 5, "size must be above 0, got 0" },
    { "a frame in 3D numbers", call("0, 0, 0, 1, 1, 1, {size = {1, 1}}"), 7,
      "size: got 2 numbers, a 3D grid takes 3" },
    { "false as frame", call("0, 0, 1, 1, false"), 5, "frame: table expected, got boolean" },
    { "one more after a frame", call("0, 0, 1, 1, nil, 3"), 6, "unexpected argument, got number" },
    { "3D numbers in a 2D frame", call("0, 0, 0, 1, 1, 1, {dimensions = 2}"), 1,
      "from: got 3 numbers, a 2D grid takes 2" },
    { "2D numbers in a 3D frame", call("0, 0, 1, 1, {dimensions = 3}"), 1,
      "from: got 2 numbers, a 3D grid takes 3" },
    { "a 3D table in a 2D frame", call("{0, 0, 0}, {1, 1, 1}, {dimensions = 2}"), 1,
      "from: got 3 numbers, a 2D grid takes 2" },
    { "a 2D table in a 3D frame", call("{0, 0}, {1, 1}, {dimensions = 3}"), 1,
      "from: got 2 numbers, a 3D grid takes 3" },
    { "a start at 2^53", call("2^53, 0, 0, 0"), 1,
      "from: cells are no longer distinct there, the limit is 2^53" },
    { "an end at -2^53", call("0, 0, 0, -2^53"), 3,
      "to: cells are no longer distinct there, the limit is 2^53" },
    { "an end far off, in tables", call("{0, 0}, {1e300, 0}"), 2,
      "to: cells are no longer distinct there, the limit is 2^53" },
    { "an end 2^51 cells off", call("0, 0, 0, 0.1 * 2^51, {size = 0.1}"), 3,
      "to: cells are no longer distinct there, the limit is 2^51 cells, "
        .. "or 2^53 where size is a power of two and origin 0; and no boundary may exceed 1e300" },
  })
end

describe_misuse("trace", {
  { "what no table holds", "collide.trace(0, 0, 2^40, 0)", 3,
    "to is more than 262144 groups of cells away, the most without limit=; limit=n in the frame "
      .. "returns the first n, for n up to 67108864, and cells yields them one by one" },
  { "another word for rule", "collide.trace(0, 0, 4, 0, {rule = 'open'})", 5,
    "rule: 'closed' expected, got 'open'" },
  { "a rule that is no word", "collide.trace({0, 0}, {4, 0}, {rule = true})", 3,
    "rule: 'closed' expected, got boolean" },
  { "limit 0", "collide.trace(0, 0, 4, 0, {limit = 0})", 5,
    "limit must be a whole number from 1 to 67108864, got 0" },
  { "a limit beyond the most", "collide.trace(0, 0, 4, 0, {limit = 2^26 + 1})", 5,
    "limit must be a whole number from 1 to 67108864, got 67108865" },
  { "a limit in words", "collide.trace({0, 0}, {4, 0}, {limit = '4'})", 3, "limit: number expected, got string" },
})

describe_misuse("cells", {
})

describe_misuse("cell_at", frame_misuses(function(rest)
  return "collide.cell_at({0, 0}, " .. rest .. ")"
end, 2))

describe_misuse("cell_at", {
  { "nothing", "collide.cell_at()", 1, "point: vector expected, got no value" },
  { "a string", "collide.cell_at('1', 2)", 1, "point: number expected, got string" },
  { "one number", "collide.cell_at(1)", 1, "point: got 1 number, 2 or 3 are expected" },
  { "four numbers", "collide.cell_at(1, 2, 3, 4)", 1, "point: got 4 numbers, 2 or 3 are expected" },
  { "a string further on", "collide.cell_at(1, '2')", 2, "point: number expected, got string" },
  { "one component", "collide.cell_at({1})", 1, "point: got 1 number, 2 or 3 are expected" },
  { "nan", "collide.cell_at({1, nan})", 1, "point must be finite, got nan" },
  { "3D numbers in a 2D frame", "collide.cell_at(1, 2, 3, {dimensions = 2})", 1,
    "point: got 3 numbers, a 2D grid takes 2" },
  { "2D numbers in a 3D frame", "collide.cell_at(1, 2, {dimensions = 3})", 1,
    "point: got 2 numbers, a 3D grid takes 3" },
  { "a frame in 3D numbers", "collide.cell_at(1, 2, 3, {origin = {0, 0}})", 4,
    "origin: got 2 numbers, a 3D grid takes 3" },
  { "2^53", "collide.cell_at(0, -2^53)", 1, "point: cells are no longer distinct there, the limit is 2^53" },
  { "2^51 cells of 0.3", "collide.cell_at({2^52, 0}, {size = 0.3})", 1,
    "point: cells are no longer distinct there, the limit is 2^51 cells, "
      .. "or 2^53 where size is a power of two and origin 0; and no boundary may exceed 1e300" },
})

describe("the iterator of cells", function()
  it("refuses a state that cells did not return", function()
    local step = collide.cells({ 0, 0 }, { 1, 1 })
    for _, wrong in ipairs { {}, 5, env.ball } do
      local ok, message = pcall(step, wrong)
      assert.is_false(ok)
      assert.matches("the iterator of cells needs the state that cells returned", message, 1, true)
    end
  end)
end)
