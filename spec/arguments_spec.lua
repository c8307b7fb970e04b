-- SPDX-License-Identifier: MIT
--
-- Every misuse of a function, and its error. Each table of spec/arguments has sections "== FUNCTION..." with rows
--   expression --> #number message        for the whole message about this argument
--   expression --> ... part ... part      for parts of the message
-- A row may leave out the advice behind the first "; ". `$name` is each function of the section, and other names
-- with `$` are in `words` below. mistakes.txt has mistakes of people who had only the documentation: each error says
-- what to do.
local collide = require("collide")
local files = require("spec.support.files")
local tmx = require("spec.support.tmx")
local meshes = dofile("spec/support/meshes.lua")
local misuse = dofile("spec/support/misuse.lua")

local function named(x, y, z) return setmetatable({}, { __index = { x = x, y = y, z = z } }) end

-- ---- What the expressions of each table name ----------------------------------------------------

local any = { collide = collide, nan = 0 / 0, huge = math.huge, pi = math.pi, far = 2.0 ^ 53, cos = math.cos,
  sin = math.sin, print = print, io = io, error = error, coroutine = coroutine, setmetatable = setmetatable }

local cube, gap = meshes.box(0, 0, 0, 4, 4, 4), meshes.box(0, 0, 0, 4, 4, 4)
for _ = 1, 3 do table.remove(gap.triangles) end
local soup = {}
for i = 1, 11 do soup[i] = meshes.corners(cube, i) end
local corner = { { 0, 0, 0 }, { 1, 0, 0 }, { 0, 1, 0 } }

local ball, disc = collide.sphere { radius = 1 }, collide.circle { radius = 1 }
local unit_box, unit_rect = collide.box { half = { 1, 1, 1 } }, collide.rect { half = { 1, 1 } }
local leaf = collide.mesh { vertices = { 0, 0, 0, 1, 0, 0, 0, 1, 0 }, triangles = { 1, 2, 3 } }
local nameless = setmetatable({}, { __index = function() return nil end })

local environments = {
  space = {
    ball = ball, nameless = nameless, half = { 1, 1, 1 }, triangle = collide.triangle(corner),
    posed = collide.sphere { radius = 1, transform = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1 } },
  },
  plane = {
    ball = ball, disc = disc, rect = unit_rect, polygon = collide.polygon { { 0, 0 }, { 1, 0 }, { 0, 1 } },
    triangle = collide.triangle { { 0, 0 }, { 1, 0 }, { 0, 1 } }, solid = collide.triangle(corner),
    object = named(1, 2, 3), o = { 0, 0 }, a = { 4, 0 }, b = { 0, 4 },
  },
  pairs = {
    ball = ball, disc = disc, box = unit_box, nameless = nameless, thread = coroutine.create(function() end),
    tile = collide.rect { half = { 2, 1 } }, turned = collide.rect { half = { 2, 1 }, rotation = 0.5 },
    triangle = collide.triangle { { 0, 0 }, { 4, 0 }, { 0, 4 } },
    solid = collide.triangle { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 4, 0 } },
    described = { shape = "circle", radius = 1 }, described_ball = { shape = "sphere", radius = 1 },
    map = collide.grid { dimensions = 2 }, cubes = collide.grid {},
    far = collide.rect { half = { 1, 1 }, position = { 50, 0 } },
    stringy = named(1, "2"), lone = named(1), infinite = named(1, math.huge),
  },
  cells = { ball = ball },
  grids = { ball = ball, flat = collide.grid { dimensions = 2 }, cube = collide.grid(),
    tenths = collide.grid { dimensions = 2, size = 0.1 } },
  groups = {
    ball = ball, disc = disc, wall = collide.plane { normal = { 0, 1, 0 }, distance = 0 },
    pair = collide.group { ball, unit_box }, flat = collide.group { disc, unit_rect },
  },
  worlds = {
    ball = ball, disc = disc, mesh = leaf, world = collide.world { collide.circle { radius = 1 } },
    space = collide.world { dimensions = 3 }, flat = collide.grid { dimensions = 2 },
  },
  voxels = {
    ball = ball, cube = cube, gap = gap, soup = soup, hole = { corner, nil, corner },
    flat = collide.triangle { { 0, 0 }, { 1, 0 }, { 0, 1 } }, grid = collide.grid(),
    box = collide.box { size = { 1, 1, 1 } },
  },
  mistakes = {
    ball = ball, disc = disc, tile = unit_rect, crate = unit_box,
    sail = collide.triangle { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 2, 0 } }, roof = collide.triangle { 0, 0, 4, 3, 8, 0 },
    stick = collide.capsule { radius = 1, half_height = 1 }, pair = collide.group { disc, unit_rect },
    grid = collide.grid { dimensions = 2 }, space = collide.grid(), map = tmx.lua("objects"), leaf = leaf,
    world = collide.world { disc, unit_rect }, mesh = { vertices = { { 0, 0, 0 } }, triangles = {} },
    o = { 0, 0 }, up = { 0, 0, 1 }, from = { 0, 0, 0 }, file = io.stdout,
    set = function(value, key, to) value[key] = to end,
  },
}

-- ---- Words that differ between the functions of a section ------------------------------------------

local words = { space = {}, plane = {}, grids = {
  set = { cell = "cell", rest = ", 1" }, get = { cell = "cell", rest = "" }, cell_bounds = { cell = "cell", rest = "" },
  fill = { cell = "min", rest = ", {9, 9}, 1" }, each = { cell = "min", rest = ", {9, 9}" },
} }
for name, points in pairs { raycast = { "origin", "direction" }, segmentcast = { "from", "to" },
  linecast = { "point", "direction" } } do
  for _, ending in ipairs { "", "_any", "_all" } do
    words.space[name .. ending] = { start = points[1], toward = points[2] }
    words.plane[name .. ending] = words.space[name .. ending]
  end
end
for name, sizes in pairs { sphere = "radius = 1", box = "half = half", cylinder = "radius = 1, half_height = 1",
  cone = "radius = 1, height = 1", capsule = "radius = 1, a = {0, 0, 0}, b = half",
  plane = "normal = half, distance = 1", triangle = "{0, 0, 0}, {1, 0, 0}, {0, 1, 0}",
  segment = "{0, 0, 0}, {1, 0, 0}" } do
  words.space[name] = { sizes = sizes }
end
for name, sizes in pairs { circle = "radius = 1", rect = "half = a", polygon = "o, a, b", triangle = "o, a, b",
  segment = "o, a", capsule = "a = o, b = a, radius = 1", plane = "normal = a, distance = 1" } do
  words.plane[name] = { sizes = sizes }
end

-- ---- The tables -------------------------------------------------------------------------------

local count = 0

-- What is wrong about the error of a row, or nil.
local function find_fault(row, name, replaced, environment)
  count = count + 1
  local line = row:gsub("%$(%a+)", function(word) return word == "name" and name or replaced[word] end)
  local code, expected = line:match("^(.-) %-%-> (.*)$")
  local argument, message = expected:match("^#(%d+) (.*)$")
  if argument then
    local wanted = ("misuse:1: bad argument #%s to '%s' (%s)"):format(argument, name, message)
    local said = misuse(code, environment, wanted)
    return said ~= wanted and line .. "\n" .. said or nil
  end
  local said = misuse(code, environment)
  for part in (expected .. " ... "):sub(5):gmatch("(.-) %.%.%. ") do
    if not said:find(part, 1, true) then return line .. "\n" .. said end
  end
end

-- The sections of a table: arrays of rows, with the names of the functions.
local function read_sections(path)
  local sections = {}
  for line in files.contents(path):gmatch("[^\n]+") do
    local names = line:match("^== (.*)$")
    if names then
      sections[#sections + 1] = { names = names }
    else
      table.insert(sections[#sections], line)
    end
  end
  return sections
end

for _, topic in ipairs { "space", "plane", "pairs", "cells", "grids", "groups", "worlds", "voxels", "mistakes" } do
  local environment = setmetatable(environments[topic], { __index = any })
  local replaced = words[topic] or {}
  describe("the table " .. topic .. ".txt of misuses has the errors of", function()
    for _, section in ipairs(read_sections("spec/arguments/" .. topic .. ".txt")) do
      it(section.names, function()
        local faults = {}
        for name in section.names:gmatch("%S+") do
          for _, row in ipairs(section) do
            faults[#faults + 1] = find_fault(row, name, replaced[name] or {}, environment)
          end
        end
        assert.equal("", table.concat(faults, "\n"))
      end)
    end
  end)
end

describe("the tables of misuses", function()
  it("have almost three thousand rows", function() assert.is_true(count > 2850, count) end)
end)
