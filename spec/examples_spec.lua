-- SPDX-License-Identifier: MIT
local collide = require("collide")
local cases = require("spec.support.cases")
local files = require("spec.support.files")
local shell = require("spec.support.shell")

package.path = "examples/lib/?.lua;examples/love/?.lua;" .. package.path
local by_hand = require("by_hand")
local chart = require("chart")
local outline = require("outline")
local picture = require("picture")
local scene = require("scene")
local sight = require("sight")

local function lines(text)
  local list = {}
  for line in text:gmatch("[^\n]+") do
    list[#list + 1] = line
  end
  return list
end

describe("a short example", function()
  local programs = { demo = true, pictures = true }

  -- What a script prints, line by line.
  local function printed(path)
    local said = {}
    local env = setmetatable({
      print = function(...)
        local words = {}
        for i = 1, select("#", ...) do
          words[i] = tostring((select(i, ...)))
        end
        said[#said + 1] = table.concat(words, "\t")
      end,
    }, { __index = _G })
    local chunk = assert(loadfile(path, "t", env))
    if setfenv then
      setfenv(chunk, env)
    end
    chunk()
    return said
  end

  -- What its comments promise.
  local function promised(path)
    local said = {}
    for line in files.contents(path):gmatch("%-%-> ([^\n]*)") do
      said[#said + 1] = line
    end
    return said
  end

  local found = 0
  for _, path in ipairs(shell.lines("ls examples/*.lua examples/articles/*.lua")) do
    local name = path:match("([%w_]+)%.lua$")
    if not programs[name] then
      found = found + 1
      -- Four million rays, where every allocation is watched.
      local is_long = name == "no_garbage"
      it("prints what its comments say: " .. name .. (is_long and " #long" or ""), function()
        assert.are.same(promised(path), printed(path))
        assert.is_true(#promised(path) > 0)
      end)
    end
  end

  it("exists", function()
    assert.is_true(found >= 8)
  end)
end)

local kept = "examples/maps/castle.lua"

describe("the castle", function()
  -- By itself: watching from elsewhere must not move anybody else's watcher.
  local function fresh_plan()
    return sight.plan(sight.load(kept))
  end

  local function each_tile(plan, visit)
    for y = 0, plan.height - 1 do
      for x = 0, plan.width - 1 do
        visit(x, y, plan.walls[y * plan.width + x + 1])
      end
    end
  end

  it("is data only", function()
    local path = files.write(os.tmpname(), "return os.time()")
    assert.has_error(function()
      sight.load(path)
    end)
    os.remove(path)
  end)

  it("has closed walls, and its watcher stands on open floor", function()
    local plan = fresh_plan()
    each_tile(plan, function(x, y, wall)
      if x == 0 or y == 0 or x == plan.width - 1 or y == plan.height - 1 then
        assert.are_not.equal(0, wall)
      end
    end)
    local x, y = math.floor(plan.watcher.x / plan.size), math.floor(plan.watcher.y / plan.size)
    assert.is_false(sight.blocks(plan, x, y))
    assert.are.equal(plan.width * plan.height, #plan.walls)
    assert.are.equal(#plan.walls, #plan.floor)
  end)

  it("has walls that touch only at a corner", function()
    local plan, corners = fresh_plan(), 0
    each_tile(plan, function(x, y, wall)
      if wall ~= 0 and not sight.blocks(plan, x + 1, y) and not sight.blocks(plan, x, y + 1) then
        corners = corners + (sight.blocks(plan, x + 1, y + 1) and 1 or 0)
      end
    end)
    assert.is_true(corners > 5)
  end)

  it("shows the tiles that a count by hand finds", function()
    local plan, places = fresh_plan(), 0
    local every = cases.QUICK and 400 or 150
    each_tile(plan, function(x, y, wall)
      if wall == 0 and (x * 7 + y * 3) % every == 60 then
        local from = { x = x * plan.size + 8, y = y * plan.size + 8 }
        assert.are.same(by_hand.look(plan, from), (sight.look(plan, from)))
        places = places + 1
      end
    end)
    assert.is_true(places > 1)
  end)

  it("is drawn with the visible tiles", function()
    local plan = fresh_plan()
    local seen = sight.look(plan, plan.watcher)
    local rows = lines(chart.text(plan, seen, false))
    assert.are.equal(plan.height, #rows)
    each_tile(plan, function(x, y, wall)
      local at, shown = y * plan.width + x + 1, rows[y + 1]:sub(2 * x + 1, 2 * x + 2)
      if shown ~= "@@" then
        local bright, dim = wall == 0 and " ." or "[^:]", wall == 0 and "  " or "::"
        assert.is_truthy(shown:find(seen[at] and bright or dim), shown)
      end
    end)
    local _, watchers = table.concat(rows):gsub("@@", "")
    assert.are.equal(1, watchers)
    assert.is_truthy(chart.text(plan, seen, true):find("\27[48;2;", 1, true))
  end)
end)

describe("the solids", function()
  it("are all visible", function()
    local still_life, kinds = scene.new(), {}
    for y = -20, 20 do
      for x = -36, 36 do
        local _, _, _, index = still_life:colour(x / 37, y / 37)
        if index then
          kinds[still_life.shapes[index]:describe().shape] = true
        end
      end
    end
    local names = {}
    for name in pairs(kinds) do
      names[#names + 1] = name
    end
    table.sort(names)
    assert.are.equal("box capsule cone cylinder plane sphere triangle", table.concat(names, " "))
  end)
end)

describe("an outline", function()
  local square = { 0, 0, 4, 0, 4, 4, 0, 4 }

  it("keeps the part to the left of a line", function()
    local a, b = { x = 1, y = -9 }, { x = 1, y = 9 }
    assert.are.same({ 0, 0, 1, 0, 1, 4, 0, 4 }, outline.cut(square, a, b))
    assert.are.same({ 1, 0, 4, 0, 4, 4, 1, 4 }, outline.cut(square, b, a))
    assert.are.same({}, outline.cut(square, { x = -1, y = 0 }, { x = -1, y = 1 }))
    assert.are.same({}, outline.cut({}, a, b))
  end)

  it("has an area and a centre", function()
    assert.are.same({ 16, 2, 2 }, { outline.middle(square) })
    assert.are.same({ 9, 1, 2 }, { outline.middle({ 0, 0, 0, 6, 3, 0, 1, 0 }) })
    assert.are.same({ 0 }, { outline.middle({}) })
  end)

  it("is cut into seven regions by a triangle, as the module names them", function()
    local frame = { -9, -9, 9, -9, 9, 9, -9, 9 }
    for _, points in ipairs({ { { 0, 0 }, { 1, 3 }, { 5, -1 } }, { { 0, 0 }, { 5, -1 }, { 1, 3 } } }) do
      local triangle, corners, sum = collide.triangle(points), {}, 0
      for i, point in ipairs(points) do
        corners[i] = { x = point[1], y = point[2] }
      end
      for number = 1, 7 do
        local area, x, y = outline.middle(outline.region(frame, corners, number))
        assert.are.equal(number, collide.triangle_region(triangle, x, y))
        sum = sum + area
      end
      assert.is_true(math.abs(sum - 18 * 18) < 1e-9, tostring(sum))
    end
  end)
end)

describe("a picture", function()
  local function sample()
    local image = picture.new(4, 2)
    for y = 0, 1 do
      for x = 0, 3 do
        image:set(x, y, 60 * x, 100 * y, 300)
      end
    end
    return image
  end

  it("shrinks to the mean of its pixels", function()
    local small = sample():shrink(2, 1)
    assert.are.same({ 30, 50, 255 }, { small:get(0, 0) })
    assert.are.same({ 150, 50, 255 }, { small:get(1, 0) })
  end)

  it("becomes half blocks, the upper pixel in ink, the lower in paper", function()
    local half = "\226\150\128"
    assert.are.equal("\27[38;2;30;0;255;48;2;30;100;255m" .. half .. "\27[38;2;150;0;255;48;2;150;100;255m"
      .. half .. "\27[0m", sample():blocks(2))
  end)

  it("becomes letters, denser where it is darker", function()
    local image = picture.new(2, 2)
    for y = 0, 1 do
      image:set(0, y, 0, 0, 0)
      image:set(1, y, 200, 200, 200)
    end
    assert.are.equal("@.", image:letters(2))
  end)
end)
