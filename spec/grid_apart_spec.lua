-- SPDX-License-Identifier: MIT
--
-- The distance of two grids, also of large ones.
local collide = require("collide")
local cases = require("spec.support.cases")
local random = require("spec.support.random")

local function solid(min, max, frame)
  local grid = collide.grid(frame)
  grid:fill(min, max, 1)
  return grid
end

local function text(distance, on_a, on_b)
  if distance == nil then return "nil" end
  return table.concat({ distance, tostring(on_a), tostring(on_b) }, " ")
end

-- The same of every cell of one grid and the other grid: the least distance, and the answer of the first cell that is
-- as near.
local function by_cells(grid, other, dimensions)
  local answers, least = {}, math.huge
  for x, y, z in grid:each() do
    local low, high = grid:cell_bounds(dimensions == 2 and { x, y } or { x, y, z })
    local make = dimensions == 2 and collide.rect or collide.box
    local answer = { make({ min = low, max = high }):distance(other) }
    answers[#answers + 1] = answer
    if answer[1] < least then least = answer[1] end
  end
  for _, answer in ipairs(answers) do
    if answer[1] <= least * (1 + 2 ^ -40) then return least, text(answer[1], answer[2], answer[3]) end
  end
end

describe("the distance of two grids", function()
  it("of a billion cells each is fast if they are equal, touch or are apart", function()
    local a, b = solid({ 0, 0, 0 }, { 999, 999, 999 }), solid({ 0, 0, 0 }, { 999, 999, 999 })
    assert.are.equal("0.0 (0.5, 0.5, 0.5) (0.5, 0.5, 0.5)", (text(collide.distance(a, b)):gsub("^0 ", "0.0 ")))
    assert.is_true(a:overlap(b))
    b:set(500, 500, 500, 0)
    a:set(500, 500, 501, 0)
    local one, other = text(collide.distance(a, b)), text(collide.distance(b, a))
    assert.are.equal(one, other)
    b = solid({ 1002, 0, 0 }, { 2001, 999, 999 })
    local distance, on_a, on_b = collide.distance(a, b)
    assert.are.same({ 2, 1000, 1002 }, { distance, on_a.x, on_b.x })
    distance, on_b, on_a = collide.distance(b, a)
    assert.are.same({ 2, 1000, 1002 }, { distance, on_a.x, on_b.x })
    assert.are.same({ 0.5, 0.5 }, { on_a.y, on_a.z })
    assert.is_nil(a:distance(b, { max = 1.5 }))
    assert.is_false(a:overlap(b))
    local middle = solid({ 1000, 400, 400 }, { 1000, 600, 600 })
    assert.are.equal(0, (a:distance(middle)))
    assert.are.equal(1, (b:distance(middle)))
  end)

  it("is found between rough surfaces, and in hollows", function()
    local ground, roof = collide.grid(), collide.grid()
    for x = 0, 40 do
      for z = 0, 40 do
        local height = (x * x + 3 * z) % 3
        ground:fill({ x, 0, z }, { x, height, z }, 1)
        roof:fill({ x, height + (x == 31 and z == 17 and 5 or 9), z }, { x, 30, z }, 1)
      end
    end
    local distance = ground:distance(roof)
    assert.are.equal(distance, (roof:distance(ground)))
    assert.is_true(distance > 0)
    assert.are.equal(distance, (ground:distance(roof, { max = distance })))
    assert.is_nil(ground:distance(roof, { max = distance * 0.999 }))
    local shell = solid({ 0, 0, 0 }, { 63, 63, 63 })
    shell:fill({ 2, 2, 2 }, { 61, 61, 61 }, 0)
    local d, on_core = collide.distance(solid({ 10, 10, 9 }, { 53, 53, 53 }), shell)
    assert.are.same({ 7, 9 }, { d, on_core.z })
  end)

  it("is the least of all cells, and mirrored in the other order", function()
    local below = random.generator(31)
    for _ = 1, cases.of(120, 30) do
      local dimensions = 1 + below(2)
      local function make(offset)
        local size = below(3) == 1 and 0.75 or 1
        local grid = collide.grid { dimensions = dimensions, size = size, origin = below(2) == 1 and 0.25 or nil }
        local function place()
          return { offset + below(12), below(12), dimensions == 3 and below(12) or nil }
        end
        for _ = 1, below(20) do grid:set(place(), below(3)) end
        local low, high = place(), place()
        for i = 1, dimensions do low[i], high[i] = math.min(low[i], high[i]), math.max(low[i], high[i]) end
        if below(2) == 1 then grid:fill(low, high, 1) end
        return grid
      end
      local a, b = make(0), make(below(4) * 8 - 8)
      if below(4) == 1 then b = a:copy() end
      local distance, on_a, on_b = collide.distance(a, b)
      assert.are.equal(text(distance, on_b, on_a), text(collide.distance(b, a)))
      assert.are.equal(a:overlap(b), distance == 0)
      local least, answer = by_cells(a, b, dimensions)
      assert.is_true(math.abs(distance - least) <= 1e-12 * least)
      if a:count() < b:count() then assert.are.equal(answer, text(distance, on_a, on_b)) end
      assert.are.equal(text(distance, on_a, on_b), text(collide.distance(a, b, { max = distance })))
      if distance > 0 then assert.is_nil(collide.distance(a, b, { max = distance * (1 - 1e-9) })) end
    end
  end)

  -- Of grids with the same frame and as many cells, that is the first which has the first cell that the other has not.
  local function is_first(a, b)
    local step_a, step_b = a:each(), b:each()
    local pa, pb = { step_a() }, { step_b() }
    while pa[1] do
      for axis = #pa - 1, 1, -1 do
        if pa[axis] ~= pb[axis] then return pa[axis] < pb[axis] end
      end
      pa, pb = { step_a() }, { step_b() }
    end
    return true
  end

  it("does not depend on the order if both have the same number of cells", function()
    local below = random.generator(37)
    for round = 1, cases.of(40, 12) do
      local dimensions = round % 2 + 2
      local function at(x, y) return dimensions == 2 and { x, y } or { x, y, y % 3 } end
      local a, b = collide.grid { dimensions = dimensions }, collide.grid { dimensions = dimensions }
      local far = 10 ^ below(5)
      if below(2) == 1 then -- they touch
        local low, high = at(0, 0), at(8 + below(20), 8 + below(20))
        if dimensions == 3 then low[3], high[3] = 0, 8 + below(3) end
        a:fill(low, high, 1)
        b:fill(low, high, 1)
        for _ = 1, below(4) do
          local x, y = below(12), below(12)
          a:set(at(x, y), 0)
          b:set(at(y, x), 0)
        end
      else
        for k = 1, 1 + below(4) do
          local y = below(50)
          a:set(at(far * k, 3 * y), 1)
          b:set(at(far * k, 3 * y + (below(2) == 1 and 9 or -9)), 1)
        end
      end
      if below(2) == 1 then -- of these the first tells
        a:set(at(-far * below(3), below(2) == 1 and 300 or -300), 1)
        b:set(at(70 * far, below(2) == 1 and 900 or -900), 1)
      end
      while a:count() < b:count() do a:set(at(-far, 300 + 9 * a:count()), 1) end
      while b:count() < a:count() do b:set(at(-far, 300 + 9 * b:count()), 1) end
      local first, second = a, b
      if not is_first(a, b) then first, second = b, a end
      local _, answer = by_cells(first, second, dimensions)
      local distance, on_first, on_second = collide.distance(first, second)
      assert.are.equal(answer, text(distance, on_first, on_second))
      assert.are.equal(text(distance, on_second, on_first), text(collide.distance(second, first)))
    end
  end)
end)
