-- SPDX-License-Identifier: MIT
--
-- A grid whose cells are shapes, groups or solids gives the answers of the list of these, in its cells' order.
local collide = require("collide")
local cases = require("spec.support.cases")
local cell_shapes = require("spec.support.cell_shapes")
local random = require("spec.support.random")

-- How many of so many scenes a run looks at.
local some = cases.of
local skip = { touching = "skip" }

-- In a gap exactly as wide as the shape a move may leave an overlap of 8 units in the last place.
local ROUNDING = 8e-15

-- `last`: the greatest value; `full`: the greatest without shapes that have no inside; how far a distance and the t of
-- a shapecast may be off, of themselves.
local SETS = {
  polygons = { dimensions = 2, last = 10, full = 9, distance = 0, t = 0 },
  groups = { dimensions = 2, last = 6, full = 6, distance = 0, t = 0 },
  solids = { dimensions = 3, last = 8, full = 5, distance = 1e-14, t = 1e-15 },
}

local function place(pick, dimensions)
  if dimensions == 2 then return { pick(80) / 4 - 3, pick(80) / 4 - 3 } end
  return { pick(56) / 4 - 4, pick(56) / 4 - 4, pick(56) / 4 - 4 }
end

-- Shapes to ask with; the last of each list has no inside.
local movers = {
  [2] = {
    function(p, pick) return collide.rect { half = { pick(5) / 4, pick(5) / 4 }, position = p } end,
    function(p, pick) return collide.circle { radius = pick(6) / 4, position = p } end,
    function(p, pick) return collide.rect { half = { pick(5) / 4, pick(5) / 4 }, position = p, rotation = pick(9) } end,
    function(p, pick) return collide.polygon { p, { p[1] + pick(4), p[2] }, { p[1], p[2] + pick(4) } } end,
    function(p, pick) return collide.segment { p, { p[1] + pick(9) - 5, p[2] + pick(9) - 4.5 } } end,
  },
  [3] = {
    function(p, pick) return collide.box { half = { pick(5) / 4, pick(5) / 4, pick(5) / 4 }, position = p } end,
    function(p, pick) return collide.sphere { radius = pick(6) / 4, position = p } end,
    function(p, pick)
      return collide.capsule { a = { 0, 0, 0 }, b = { pick(4) / 2, 0, 1 }, radius = 0.5, position = p }
    end,
    function(p, pick)
      return collide.box { half = { pick(4) / 4, 0.5, pick(4) / 4 }, position = p, rotation = { 0.5, pick(3), 1, 2 } }
    end,
    function(p, pick)
      return collide.hull { points = { { 0, 0, 0 }, { pick(3), 0, 0 }, { 0, pick(3), 0 }, { 0, 0, 1 } }, position = p }
    end,
    function(p, pick)
      return collide.triangle { p, { p[1] + 1, p[2] + 0.5, p[3] }, { p[1], p[2] + 1, p[3] + pick(3) } }
    end,
  },
}

local function draw(pick, dimensions)
  local kind = pick(#movers[dimensions])
  return movers[dimensions][kind](place(pick, dimensions), pick), kind == #movers[dimensions]
end

-- Each name once.
local function once(names)
  local list, has = {}, {}
  for _, name in ipairs(names) do
    if not has[name] then list[#list + 1] = name end
    has[name] = true
  end
  return list
end

local function sorted(names)
  table.sort(names)
  return names
end

local function names_of(answers)
  local names = {}
  for i, answer in ipairs(answers) do names[i] = cell_shapes.name_of(answer.cell, answer.value) end
  return names
end

-- The names of those in the list that a test finds.
local function found_by(test, list, names)
  local found = {}
  for i, shape in ipairs(list) do
    if test(shape) then found[#found + 1] = names[i] end
  end
  return once(found)
end

local function assert_close(expected, got, share)
  assert.equal(expected == nil, got == nil)
  assert.is_true(expected == nil or math.abs(expected - got) <= share * math.abs(expected))
end

for name, set in pairs(SETS) do
  local dimensions = set.dimensions
  local function scene(pick, count, last) return cell_shapes.scene(name, pick, 2, -3, count, last or set.last) end
  local function vector(make) return { make(1), make(2), dimensions == 3 and make(3) or nil } end

  describe("a grid whose cells are " .. name, function()
    it("overlaps what the list of its parts does, and has the same distance", function()
      local pick = random.generator(41)
      for _ = 1, some(120) do
        local grid, list, names = scene(pick, 1 + pick(30))
        for _ = 1, 8 do
          local one = draw(pick, dimensions)
          local meets = collide.overlap(list, one)
          assert.equal(meets, grid:overlap(one))
          assert.equal(meets, collide.overlap(one, grid))
          assert.equal(meets, grid:contact(one) ~= nil)
          assert_close(collide.distance(one, list), collide.distance(one, grid), set.distance)
          local cells = {}
          for i, cell in ipairs(grid:cells_in(one)) do cells[i] = cell_shapes.name_of(cell, grid:get(cell)) end
          assert.same(found_by(function(shape) return collide.overlap(one, shape) end, list, names), cells)
          local at = place(pick, dimensions)
          assert.equal(collide.contains(list, at), grid:contains(at))
          assert_close(collide.closest(list, at), grid:closest(at), set.distance)
        end
      end
    end)

    it("has contacts with the cells whose parts it enters", function()
      local pick = random.generator(42)
      for _ = 1, some(120) do
        local grid, list, names = scene(pick, 1 + pick(30), dimensions == 3 and set.full or set.last)
        local one, is_flat = draw(pick, dimensions)
        local entered = found_by(function(shape) return collide.overlap(one, shape, skip) end, list, names)
        local found = names_of(collide.contact_all(one, grid, skip))
        -- What has no inside may be in the seam of two parts: then the grid tells one of them.
        if not is_flat or dimensions == 2 and #entered > 0 then assert.same(sorted(entered), sorted(found)) end
      end
    end)

    it("is hit by casts where the first part of the list is hit, each cell once", function()
      local pick = random.generator(43)
      for round = 1, some(300) do
        local grid, list, names = scene(pick, 1 + pick(35))
        local world = collide.world { grid }
        for _ = 1, 6 do
          local from, way = place(pick, dimensions), vector(function() return pick(13) - 7 end)
          way[dimensions] = way[dimensions] + 0.5
          if pick(4) == 1 then from[1], way[1], way[2] = -9, 1, 0 end
          for _, kind in ipairs { "raycast", "segmentcast", "linecast" } do
            local to = way
            if kind == "segmentcast" then to = vector(function(k) return from[k] + 4 * way[k] end) end
            local own = { inside = kind ~= "linecast" and pick(2) == 1 and "skip" or nil }
            local options = { inside = own.inside, rule = round % 2 == 1 and "closed" or nil }
            local cast, cast_all = collide[kind], collide[kind .. "_all"]
            local want, got, in_world = cast(list, from, to, own), cast(grid, from, to, options),
              cast(world, from, to, options)
            assert.same({ want and want.t, want and want.t }, { got and got.t, in_world and in_world.t })
            assert.equal(want ~= nil, collide[kind .. "_any"](grid, from, to, options))
            if want then assert.equal(names[want.index], names_of({ got })[1]) end
            if want and name == "polygons" then assert.equal(want.t_exit, got.t_exit) end
            local met, all = {}, cast_all(grid, from, to, options)
            for i, hit in ipairs(cast_all(list, from, to, own)) do met[i] = names[hit.index] end
            if name == "polygons" then
              assert.same(met, names_of(all))
            else
              assert.same(sorted(once(met)), sorted(names_of(all)))
            end
            for i = 2, #all do assert.is_true(all[i].t >= all[i - 1].t) end
          end
        end
      end
    end)

    it("is hit by a shapecast when the first part of the list is", function()
      local pick = random.generator(45)
      for _ = 1, some(150) do
        local grid, list = scene(pick, 1 + pick(30), set.full)
        for _ = 1, 4 do
          local one, way = draw(pick, dimensions), vector(function(k) return pick(41) - (k == 2 and 20.5 or 21) end)
          for _, options in ipairs { {}, dimensions == 2 and { touching = "skip", inside = "skip" } or nil } do
            local want, got = collide.shapecast(list, one, way, options), collide.shapecast(grid, one, way, options)
            assert_close(want and want.t, got and got.t, set.t)
          end
        end
      end
    end)

    it("is neither entered nor passed through by a shape that moves among its cells", function()
      local pick, up = random.generator(47), dimensions == 2 and { 0, 1 } or { 0, 0, 1 }
      for _ = 1, some(50) do
        local grid, list, names = scene(pick, 5 + pick(40), set.full)
        local one = draw(pick, dimensions)
        for _ = 1, 10 do
          local is_in, from = {}, one:copy() -- a cell with all of its parts
          for i, shape in ipairs(list) do is_in[names[i]] = is_in[names[i]] or collide.overlap(one, shape, skip) end
          local way = vector(function() return (pick(41) - 21) / 4 end)
          local options = pick(2) == 1 and { up = up, step = 0.5, snap = 0.5, max_slope = 0.8 } or nil
          local moved = grid:move(one, way, options)
          for i, shape in ipairs(list) do
            local contact = not is_in[names[i]] and collide.contact(one, shape, skip)
            assert.is_true(not contact or contact.depth <= ROUNDING)
          end
          -- A move without a turn is a cast at the list.
          if #moved.hits == 0 and not options and not collide.contact(from, list, skip) then
            local hit = collide.shapecast(list, from, way, skip)
            assert.is_true(hit == nil or hit.t > 1 - 1e-9, tostring(hit))
          end
        end
      end
    end)

    it("overlaps another grid if a part does", function()
      local pick = random.generator(46)
      for _ = 1, dimensions == 2 and some(120) or 0 do
        local grid, list = scene(pick, 1 + pick(6))
        local other, others = cell_shapes.scene(name, pick, 1, pick(8) - 4, 1 + pick(6), set.last)
        local meets, least = false, math.huge
        for _, shape in ipairs(list) do
          meets = meets or collide.overlap(shape, others)
          least = math.min(least, (collide.distance(shape, others)))
        end
        assert.same({ meets, meets }, { collide.overlap(grid, other), other:overlap(grid) })
        assert_close(least, collide.distance(grid, other), 1e-12)
        assert.equal(collide.distance(grid, other, "numbers"), (collide.distance(other, grid, "numbers")))
      end
    end)
  end)
end
