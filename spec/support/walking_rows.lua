-- SPDX-License-Identifier: MIT
--
-- The rows of docs/guides/walking.md. `make walking` writes its tables and pictures from them, and
-- spec/walking_page_spec.lua runs them. A row has these fields:
--
--   situation, result   cells of the table; `{x}` in `result` is the field `x` of the row
--   bodies              "all" (if absent), "flat", "round", "ball" (round, with a round bottom) or "space"
--   scene               pieces, or a function of the body that returns them
--   start               x and height of the foot before the first move; the body falls onto the ground there,
--                       unless the row is `in_air`
--   move, count         the displacement of each move, and the number of moves (1); or `moves`, of which each is made
--                       `count` times; `aside` is the displacement along z, of bodies of space
--   options             of `move`, with `max_slope` in degrees; `ignores`: the moves ignore the one-way piece
--   draw, shows         the names of the bodies that the picture of the section shows, and a point in that picture
--
-- The other fields are checked: `x` and `height` of the foot at the end (numbers, or functions of the body); `below`
-- and `x_below`, limits of these; `ground` after the moves ("always", "never", "last", "not last", "only last",
-- "lost": not always); `level_normal`, ground has the normal `up`; `kept`, each move keeps the level part of its
-- displacement; `sole`, after each move the foot is at the height of the highest top below the body's extent;
-- `touches`, no move ends above the ground.
local DEEP, R = -2, 0.3

local function box(x0, y0, x1, y1) return { box = { x0, y0, x1, y1 } } end
local function floor(from, to, height) return box(from, DEEP, to, height or 0) end
local function ceiling(from, height, to)
  return { box = { from, height, to, height + 0.5 }, is_ceiling = true }
end
local function one_way(piece)
  piece.one_way = true
  return piece
end

-- A floor, a slope from (0, 0) to (run, rise), and a floor behind it; then the same down.
local function ramp(run, rise)
  return { floor(-9, 0), { polygon = { 0, DEEP, run, DEEP, run, rise, 0, 0 } }, floor(run, 12, rise) }
end
local function hill(run, rise)
  local list = ramp(run, rise)
  list[3] = floor(run, run + 1, rise)
  list[4] = { polygon = { run + 1, DEEP, 2 * run + 1, DEEP, 2 * run + 1, 0, run + 1, rise } }
  list[5] = floor(2 * run + 1, 20)
  return list
end

local function stairs(count, run, rise)
  local list = { floor(-9, 0) }
  for i = 1, count do list[i + 1] = floor((i - 1) * run, i < count and i * run or 12, i * rise) end
  return list
end
-- A floor, and over it a one-way slope through (0, 0) to (run, 2), and a level floor behind it.
local function one_way_ramp(run)
  local below = -2 / run
  return { floor(-9, 12), one_way { polygon = { -1, below, run, 2, run, 1.7, -1, below - 0.3 } },
    box(run, 1.7, 12, 2) }
end

local function with(list, ...)
  for _, piece in ipairs { ... } do list[#list + 1] = piece end
  return list
end

-- How far before the foot of a slope of `tangent` a body stands that touches it.
local function before_slope(tangent)
  return function(body)
    if body.ball then return -R * math.tan(math.atan(tangent) / 2) end
    if body.name == "rounded box" then return -0.2 - 0.1 * math.tan(math.atan(tangent) / 2) end
    if body.round then return -math.max(0.2, R - 0.1 / tangent) end
    return -R
  end
end

local function row_of_tiles(from, to, y, value)
  local list = {}
  for x = from, to do list[#list + 1] = { x, y, value or 1 } end
  return list
end
local function tiled_hill()
  local list = row_of_tiles(-4, 9, -1)
  for _, tile in ipairs { { 0, 0, 2 }, { 1, 0, 1 }, { 1, 1, 2 }, { 2, 0, 1 }, { 2, 1, 1 }, { 3, 0, 1 }, { 3, 1, 3 },
    { 4, 0, 3 } } do
    list[#list + 1] = tile
  end
  return { { tiles = list } }
end

local WALK = { 0.25, -0.1 }
local BOTH = { step = 0.5, snap = 0.5 }

return {
  {
    name = "floors", letter = "F",
    rows = {
      { situation = "a floor of the tiles of a grid", scene = { { tiles = row_of_tiles(-4, 4, -1) } },
        start = { -1.5, 0 },
        move = WALK, count = 12, x = 1.5, height = 0, kept = true, ground = "always", level_normal = true,
        result = "x = {x} and height {height}: seams stop nothing; ground after each move",
        draw = { "rect", "circle" } },
      { situation = "a floor of separate boxes", start = { -1.5, 0 }, move = WALK, count = 12,
        scene = { floor(-4, -1), floor(-1, 0), floor(0, 1), floor(1, 4) },
        x = 1.5, height = 0, kept = true, ground = "always", level_normal = true, result = "the same" },
      { situation = "a floor of segments, in space of meshes without volume", start = { -1.5, 0 }, move = WALK,
        count = 12,
        scene = { { line = { -4, 0, 0, 0 } }, { line = { 0, 0, 4, 0 } } },
        x = 1.5, height = 0, kept = true, ground = "always", level_normal = true, result = "the same" },
      { situation = "tops at 0.3 and at 0.1 * 3, which is higher by rounding", start = { -1.5, 0.3 }, move = WALK,
        count = 12,
        scene = { floor(-4, 0, 0.3), floor(0, 4, 0.1 * 3) }, x = 1.5, height = 0.3, kept = true, ground = "always",
        result = "the same, at height {height}, without `step`" },
      { situation = "a body 1 above a floor", start = { 0, 1 }, in_air = true, move = { 1, -2 },
        scene = { floor(-4, 4) },
        x = 1, height = 0, ground = "always", level_normal = true,
        result = "lands, and keeps the level part: x = {x}, height {height}" },
      { situation = "a body that rises", start = { 0, 0 }, move = { 0.25, 0.25 }, scene = { floor(-4, 4) },
        options = BOTH, x = 0.25, height = 0.25, ground = "never",
        result = "jumps: height {height}, no ground; `snap` does not hold it", draw = { "rect" } },
      { situation = "a wall at x = 1", start = { 0, 0 }, move = WALK, count = 4,
        scene = { floor(-4, 4), box(1, 0, 4, 2) },
        options = BOTH, x = 0.7, height = 0, ground = "always", level_normal = true,
        result = "stops at the wall: x = {x}, half the body's width before it", draw = { "circle", "cone" },
        shows = { 1.4, 1.2 } },
    },
  },
  {
    name = "slopes", letter = "S",
    rows = {
      { situation = "up a slope of 1 in 2 (27 degrees)", start = { -1, 0 }, move = WALK, count = 24, scene = ramp(4, 2),
        options = { snap = 0.5 }, x = 5, height = 2, kept = true, ground = "always", touches = true,
        result = "keeps the level part of each move: x = {x}, height {height}; ground after each move",
        draw = { "rect", "circle" } },
      { situation = "down the same slope", start = { 5, 2 }, move = { -0.25, -0.1 }, count = 24, scene = ramp(4, 2),
        options = { snap = 0.5 }, x = -1, height = 0, kept = true, ground = "always", touches = true,
        result = "keeps the level part: x = {x}, height {height}; `snap` keeps it on the ground",
        draw = { "capsule" } },
      { situation = "down the same slope without `snap`", start = { 5, 2 }, move = { -0.25, -0.1 }, count = 24,
        scene = ramp(4, 2), kept = true, x = -1, ground = "lost",
        result = "the slope falls by 0.125 a move and the body by 0.1: it has no ground in some moves" },
      { situation = "over a hill of 45 degrees", start = { -1, 0 }, move = WALK, count = 32, scene = hill(2, 2),
        options = { snap = 0.5 }, x = 7, height = 0, kept = true, ground = "always", touches = true,
        result = "keeps the level part up and down: x = {x}, height {height}; it does not fly over the top",
        draw = { "polygon" } },
      { situation = "over a hill of 45 degrees, of tiles", start = { -1, 0 }, move = WALK, count = 32,
        scene = tiled_hill(),
        options = { snap = 0.5 }, x = 7, height = 0, kept = true, ground = "always", touches = true,
        result = "the same" },
      { situation = "aslant up a slope of 1 in 2", bodies = "space", start = { -1, 0 }, move = { 0.25, -0.1 },
        aside = 0.125, count = 24, scene = ramp(4, 2), options = { snap = 0.5 }, x = 5, height = 2, kept = true,
        ground = "always", touches = true, result = "x = {x}, z = 3: each move keeps both level components" },
      { situation = "level displacements, up a slope of 1 in 2", start = { -1, 0 }, move = { 0.25, 0 }, count = 24,
        scene = ramp(4, 2), options = { snap = 0.5 }, x = 5, height = 2, kept = true, ground = "always", touches = true,
        result = "the same as with gravity: x = {x}, height {height}" },
      { situation = "one long move up a slope of 1 in 2", start = { -1, 0 }, move = { 6, -0.1 }, scene = ramp(4, 2),
        options = { snap = 1 }, x = 5, height = 2, kept = true, ground = "always",
        result = "x = {x}, height {height}" },
      { situation = "a slope of 2 in 1 (63 degrees)", start = { -1, 0 }, move = WALK, count = 12, scene = ramp(1, 2),
        options = BOTH, x = before_slope(2), height = 0, ground = "always", level_normal = true,
        result = "is a wall: the body stops where it touches the slope, at height {height}",
        draw = { "rect", "sphere" },
        shows = { 1.4, 2.2 } },
      { situation = "the same slope, with a greater `max_slope`", start = { -1, 0 }, move = WALK, count = 16,
        scene = ramp(1, 2), options = { max_slope = 70, snap = 0.5 }, x = 3, height = 2, kept = true, ground = "always",
        touches = true, result = "is ground: x = {x}, height {height}" },
      { situation = "falling onto a slope of 1 in 2", start = { 2, 3 }, in_air = true, move = { 0, -0.5 }, count = 12,
        scene = ramp(4, 2), x = 2, ground = "last", touches = false,
        result = "stays where it lands, x = {x}, and does not slide" },
      { situation = "falling onto a slope of 2 in 1", start = { 0.5, 3 }, in_air = true, move = { 0, -0.5 }, count = 16,
        scene = ramp(1, 2), x = before_slope(2), height = 0, ground = "last",
        result = "slides down to the floor, and has ground only there", draw = { "circle" }, shows = { 1.4, 2 } },
      { situation = "falling and landing on a slope of 1 in 2", start = { 1, 3 }, in_air = true, move = { 1, -4 },
        scene = ramp(4, 2), options = { snap = 0.5 }, x = 2, ground = "last", touches = true,
        result = "keeps the level part after the landing, too: x = {x}" },
      { situation = "off the side of a slope of 1 in 2, at z = 0", bodies = "ball in space", start = { 2, 1.5, -1 },
        scene = { floor(-9, 12), { polygon = { 0, 0, 4, 2, 4, 0 }, side = 0 } }, move = { 0, -0.1 }, aside = 0.25,
        count = 16, height = 0, ground = "lost", z = 3,
        result = "the edge does not hold it: it rolls over it, slides off, and lands on the floor" },
    },
  },
  {
    name = "steps", letter = "T",
    rows = {
      { situation = "a step of 0.5", start = { -1, 0 }, move = WALK, count = 8, scene = stairs(1, 1, 0.5),
        options = BOTH,
        x = 1, height = 0.5, kept = true, ground = "always", level_normal = true, sole = true,
        result = "climbs, and keeps the level part: x = {x}, height {height}", draw = { "rect", "circle", "polygon" } },
      { situation = "a step of 0.6", start = { -1, 0 }, move = WALK, count = 8, scene = stairs(1, 1, 0.6),
        options = BOTH,
        x = -0.3, height = 0, ground = "always", level_normal = true,
        result = "is higher than `step`, so it is a wall: x = {x}", draw = { "cylinder", "circle" },
        shows = { 0.7, 1 } },
      { situation = "a step of 0.5 without `step`", bodies = "flat", start = { -1, 0 }, move = WALK, count = 8,
        scene = stairs(1, 1, 0.5), x = -0.3, height = 0, ground = "always", result = "is a wall: x = {x}" },
      { situation = "an edge of 0.08 without `step`", bodies = "flat", start = { -1, 0 }, move = WALK, count = 8,
        scene = stairs(1, 1, 0.08), options = { snap = 0.5 }, x = -0.3, height = 0, ground = "always",
        result = "is a wall: x = {x}" },
      { situation = "an edge of 0.08 without `step`", bodies = "ball", start = { -1, 0 }, move = WALK, count = 8,
        scene = stairs(1, 1, 0.08), options = { snap = 0.5 }, x = 1, height = 0.08, ground = "always",
        result = "rolls over it, because it is below r (1 - cos max_slope) = 0.088: x = {x}, height {height}" },
      { situation = "an edge of 0.1 without `step`", bodies = "ball", start = { -1, 0 }, move = WALK, count = 8,
        scene = stairs(1, 1, 0.1), options = { snap = 0.5 }, x = -math.sqrt(0.05), height = 0, ground = "always",
        result = "is a wall: the body touches the edge at x = -0.2236" },
      { situation = "stairs of 0.5, one unit long, up", start = { -1, 0 }, move = WALK, count = 24,
        scene = stairs(4, 1, 0.5),
        options = BOTH, x = 5, height = 2, kept = true, ground = "always", level_normal = true, sole = true,
        result = "climbs each: x = {x}, height {height}; its height never falls", draw = { "capsule" } },
      { situation = "the same stairs, down", start = { 5, 2 }, move = { -0.25, -0.1 }, count = 24,
        scene = stairs(4, 1, 0.5),
        options = BOTH, x = -1, height = 0, kept = true, ground = "always", level_normal = true, sole = true,
        result = "ground after each move, at the height of the stair on which the body stands", draw = { "group" } },
      { situation = "the same stairs, down, with a `snap` below 0.5", start = { 5, 2 }, move = { -0.25, -0.1 },
        count = 32,
        scene = stairs(4, 1, 0.5), options = { snap = 0.25 }, ground = "lost", x = -3, height = 0,
        result = "falls from each stair: no ground in some moves" },
      { situation = "treads of 0.25 below a body of 0.6", start = { -1, 0 }, move = { 0.125, -0.1 }, count = 24,
        scene = stairs(6, 0.25, 0.25), options = { step = 0.25, snap = 0.25 }, x = 2, height = 1.5, kept = true,
        ground = "always", level_normal = true, sole = true,
        result = "climbs: x = {x}, height {height}, at the height of the highest tread below it",
        draw = { "box", "circle" } },
      { situation = "the same treads, down", start = { 2, 1.5 }, move = { -0.125, -0.1 }, count = 24,
        scene = stairs(6, 0.25, 0.25), options = { step = 0.25, snap = 0.25 }, x = -1, height = 0, kept = true,
        ground = "always", level_normal = true, sole = true, result = "the same, downward: x = {x}, height {height}" },
      { situation = "four stairs of 0.5 in one move", start = { -1, 0 }, move = { 6, -0.1 }, scene = stairs(4, 1, 0.5),
        options = BOTH, x = 5, height = 2, kept = true, ground = "always", level_normal = true, sole = true,
        result = "x = {x}, height {height}: the speed does not matter" },
      { situation = "a fence of 0.3: a segment or mesh without a tread", start = { -1, 0 }, move = WALK, count = 8,
        scene = { floor(-9, 12), { line = { 0, 0, 0, 0.3 } } }, options = BOTH, x = -0.3, height = 0, ground = "always",
        result = "is a wall, because no walkable face meets its edge: x = {x}", draw = { "circle" },
        shows = { 0.6, 0.8 } },
      { situation = "a board of 0.3, 0.1 thick", start = { -1, 0 }, move = WALK, count = 8,
        scene = { floor(-9, 12), box(0, 0, 0.1, 0.3) }, options = BOTH, x = 1, height = 0, kept = true,
        ground = "always",
        sole = true, result = "has a top, so it is a step: over it to x = {x}" },
      { situation = "a step of 0.5, in the air", start = { -1, 0.25 }, in_air = true, move = { 1, 0 }, bodies = "flat",
        scene = stairs(1, 1, 0.5), options = BOTH, x = -0.3, ground = "last",
        result = "a body without ground does not climb: x = {x}" },
      { situation = "a step of 0.5 with a side of 84 degrees", start = { -1, 0 }, move = WALK, count = 8,
        scene = { floor(-9, 0), { polygon = { 0, DEEP, 12, DEEP, 12, 0.5, 0.05, 0.5, 0, 0 } } }, options = BOTH, x = 1,
        height = 0.5, kept = true, ground = "always", level_normal = true,
        result = "climbs: the top begins within the move, x = {x}, height {height}" },
      { situation = "a step of 0.5 with a side of 63 degrees", start = { -1, 0 }, move = WALK, count = 8,
        scene = { floor(-9, 0), { polygon = { 0, DEEP, 12, DEEP, 12, 0.5, 0.25, 0.5, 0, 0 } } }, options = BOTH,
        height = 0, x_below = 0, ground = "always", level_normal = true,
        result = "is a wall: the top begins more than a tenth of the body's width behind the contact" },
    },
  },
  {
    name = "ledges", letter = "L",
    rows = {
      { situation = "the end of a floor at x = 0", start = { -1, 0 }, move = WALK, count = 5,
        scene = { floor(-9, 0), floor(2, 12) },
        x = 0.25, height = 0, kept = true, ground = "always", level_normal = true, sole = true,
        point = { 0, 0 }, bodies = "round",
        result = "stands at height {height} while its extent touches the floor (x = {x}); the edge is `ground.point`",
        draw = { "circle" } },
      { situation = "the end of a floor at x = 0", start = { -1, 0 }, move = WALK, count = 5,
        scene = { floor(-9, 0), floor(2, 12) }, bodies = "flat", x = 0.25, height = 0, kept = true, ground = "always",
        level_normal = true, sole = true,
        result = "stands at height {height} while its bottom touches the floor (x = {x})",
        draw = { "rect" } },
      { situation = "the same, two moves more", start = { -1, 0 }, move = WALK, count = 7,
        scene = { floor(-9, 0), floor(2, 12) },
        options = { snap = 0.5 }, x = 0.75, height = -0.1, kept = true, ground = "not last",
        result = "has no ground from x = 0.5 on, and falls: x = {x}, height {height}" },
      { situation = "a ledge of 0.4", start = { -1, 0 }, move = WALK, count = 8,
        scene = { floor(-9, 0), floor(0, 12, -0.4) }, options = BOTH, x = 1, height = -0.4, kept = true,
        ground = "always",
        level_normal = true, sole = true,
        result = "`snap` brings it down when its extent leaves the upper floor: height {height}, always with ground",
        draw = { "circle" } },
      { situation = "a ledge of 0.6", start = { -1, 0 }, move = WALK, count = 7,
        scene = { floor(-9, 0), floor(0, 12, -0.6) }, options = BOTH, x = 0.75, height = -0.6, ground = "lost",
        result = "is deeper than `snap`: no ground at x = 0.5; there it starts to fall, and lands in the next move" },
      { situation = "a dip 2 wide and 0.4 deep", start = { -1, 0 }, move = WALK, count = 16,
        scene = { floor(-9, 0), floor(0, 2, -0.4), floor(2, 12) }, options = BOTH, x = 3, height = 0, kept = true,
        ground = "always", level_normal = true, sole = true, result = "down and up again: x = {x}, height {height}",
        draw = { "polygon" } },
      { situation = "a dip 0.5 wide below a body of 0.6", start = { -1, 0 }, move = { 0.125, -0.1 }, count = 20,
        scene = { floor(-9, 0), floor(0, 0.5, -0.4), floor(0.5, 12) }, options = BOTH, x = 1.5, height = 0, kept = true,
        ground = "always", level_normal = true, sole = true, result = "walks over it at height {height}" },
      { situation = "a gap 0.5 wide below a body of 0.6", start = { -1, 0 }, move = { 0.125, -0.1 }, count = 20,
        scene = { floor(-9, 0), floor(0.5, 12) }, options = { snap = 0.5 }, x = 1.5, height = 0, kept = true,
        ground = "always",
        level_normal = true, sole = true, result = "walks over it at height {height}",
        draw = { "circle", "rounded box" } },
      { situation = "standing in the middle of this gap", start = { -0.25, 0 },
        moves = { { 0.125, -0.1 }, { 0, -0.1 } },
        count = 4, scene = { floor(-9, 0), floor(0.5, 12) }, options = { snap = 0.5 }, x = 0.25, height = 0,
        ground = "always",
        level_normal = true, sole = true, result = "stays at height {height}, with ground" },
      { situation = "a gap 0.8 wide, when the body is over it after a move", start = { -0.25, 0 },
        move = { 0.05, -0.1 }, count = 20,
        scene = { floor(-9, 0), floor(0.8, 12) }, options = { snap = 0.5 }, below = -0.1, ground = "not last",
        result = "falls in", draw = { "circle" } },
      { situation = "falling onto the end of a floor, its middle 0.2 beyond", bodies = "ball", start = { 0.2, 1 },
        in_air = true,
        move = { 0, -0.3 }, count = 8, scene = { floor(-9, 0) }, x = 0.2, height = math.sqrt(0.05) - R, ground = "last",
        result = "stays where it landed, at height -0.076", draw = { "circle" } },
      { situation = "falling onto the end of a floor, its middle 0.2 beyond", bodies = "flat", start = { 0.2, 1 },
        in_air = true, move = { 0, -0.5 }, count = 6, scene = { floor(-9, 0) }, x = 0.2, height = 0, ground = "last",
        result = "stands at height {height}" },
      { situation = "falling into a gap 0.5 wide", bodies = "ball", start = { 0.25, 1 }, in_air = true,
        move = { 0, -0.3 }, count = 8, scene = { floor(-9, 0), floor(0.5, 12) }, x = 0.25,
        height = math.sqrt(R * R - 0.0625) - R, ground = "last",
        result = "lies between the edges, and has ground there", draw = { "circle" } },
      { situation = "walking on from there", bodies = "ball", start = { 0.25, 1 }, in_air = true,
        moves = { { 0, -0.3 }, { 0.125, -0.3 } }, count = 8, scene = { floor(-9, 0), floor(0.5, 12) },
        options = { step = 0.25, snap = 0.25 }, x = 1.25, height = 0, ground = "last",
        result = "climbs the edge: x = {x}, height {height}" },
    },
  },
  {
    name = "ceilings", letter = "C",
    rows = {
      { situation = "a ceiling as high as the body", start = { -1, 0 }, move = WALK, count = 8,
        scene = function(b) return { floor(-9, 12), ceiling(0, b.height, 12) } end, options = BOTH, x = 1, height = 0,
        kept = true, ground = "always", level_normal = true,
        result = "walks below it, x = {x}", draw = { "rect", "circle" } },
      { situation = "a block that ends 0.3 lower", start = { -1, 0 }, move = WALK, count = 8, bodies = "flat",
        scene = function(b) return { floor(-9, 12), ceiling(0, b.height - 0.3, 12) } end, options = BOTH,
        x = function(b) return b.name == "cone" and -0.075 or -0.3 end, height = 0, ground = "always",
        result = "is a wall: the body stops where it touches it (x = -0.3, a cone at x = -0.075)",
        draw = { "box", "cone" }, shows = { 0.6, 1.5 } },
      { situation = "a step of 0.5, and a ceiling at 0.5 and the body's height", start = { -1, 0 }, move = WALK,
        count = 8,
        scene = function(b) return with(stairs(1, 1, 0.5), ceiling(-9, 0.5 + b.height, 12)) end, options = BOTH, x = 1,
        height = 0.5, kept = true, ground = "always", level_normal = true, sole = true,
        result = "climbs: x = {x}, height {height}", draw = { "rect", "capsule in space" } },
      { situation = "the same, and the ceiling 0.1 lower", start = { -1, 0 }, move = WALK, count = 8,
        scene = function(b) return with(stairs(1, 1, 0.5), ceiling(-9, 0.4 + b.height, 12)) end, options = BOTH,
        height = 0, x_below = 0.01, ground = "always", level_normal = true,
        result = "does not climb: it stays at height {height}, before the step", draw = { "rect" },
        shows = { 0.6, 1.5 } },
      { situation = "stairs of 0.5, each with such a ceiling, up", start = { -1, 0 }, move = WALK, count = 24,
        scene = function(b)
          local list = stairs(4, 1, 0.5)
          for i = 1, 4 do with(list, ceiling(i == 1 and -9 or i - 1.75, i / 2 + b.height, i < 4 and i - 0.75 or 12)) end
          return list
        end,
        options = BOTH, x = 5, height = 2, kept = true, ground = "always", level_normal = true, sole = true,
        result = "climbs to x = {x}, height {height}", draw = { "circle" } },
      { situation = "the same, down", start = { 5, 2 }, move = { -0.25, -0.1 }, count = 24,
        scene = function(b)
          local list = stairs(4, 1, 0.5)
          for i = 1, 4 do with(list, ceiling(i == 1 and -9 or i - 2.1, i / 2 + b.height, i < 4 and i - 1.1 or 12)) end
          return list
        end,
        options = BOTH, x = -1, height = 0, kept = true, ground = "always", level_normal = true, sole = true,
        result = "x = {x}, height {height}" },
      { situation = "a slope of 1 in 2, and a ceiling at the top and the body's height", start = { -1, 0 },
        move = WALK, bodies = "flat",
        count = 24, scene = function(b) return with(ramp(4, 2), ceiling(-9, 2 + b.height, 12)) end,
        options = { snap = 0.5 }, x = 5, height = 2,
        kept = true, ground = "always", touches = true, result = "walks to x = {x}, height {height}" },
      { situation = "a jump of 1 below a ceiling 0.5 above the body", start = { 0, 0 }, move = { 0.25, 1 },
        scene = function(b) return { floor(-9, 12), ceiling(-9, 0.5 + b.height, 12) } end, x = 0.25, height = 0.5,
        ground = "never", result = "ends at the ceiling, height {height}; the level part is kept" },
    },
  },
  {
    name = "one-way", letter = "O",
    rows = {
      { situation = "a one-way floor", start = { -1, 0 }, move = WALK, count = 8,
        scene = { one_way(box(-9, -0.25, 12, 0)) },
        options = BOTH, x = 1, height = 0, kept = true, ground = "always", level_normal = true,
        result = "carries the body like any floor" },
      { situation = "a jump through it from below", start = { 0, 0 }, moves = { { 0, 3 }, { 0, -5 } },
        scene = { floor(-9, 12), one_way(box(-9, 1.75, 12, 2)) }, options = BOTH, x = 0, height = 2,
        ground = "only last",
        result = "passes, and lands on it at height {height}", draw = { "rect" } },
      { situation = "a drop with `ignore`", start = { 0, 2 }, move = { 0, -1 }, count = 3, ignores = true,
        scene = { floor(-9, 12), one_way(box(-9, 1.75, 12, 2)) }, options = BOTH, x = 0, height = 0, ground = "last",
        result = "falls through to the floor" },
      { situation = "a one-way slope of 1 in 2, up, with gravity", start = { -1, 0 }, move = WALK, count = 24,
        scene = one_way_ramp(4),
        options = { snap = 0.5 }, x = 5, height = 2, kept = true, ground = "always", touches = true,
        result = "is ground, like any slope: x = {x}, height {height}", draw = { "circle" } },
      { situation = "the same slope, with level displacements", start = { -1, 0 }, move = { 0.25, 0 }, count = 24,
        scene = one_way_ramp(4),
        options = { snap = 0.5 }, x = 5, height = 2, kept = true, ground = "always", touches = true,
        result = "the same: x = {x}, height {height}", draw = { "rect" } },
      { situation = "the same slope, down", start = { 5, 2 }, move = { -0.25, -0.1 }, count = 24,
        scene = one_way_ramp(4),
        options = { snap = 0.5 }, x = -1, height = 0, kept = true, ground = "always", touches = true,
        result = "x = {x}, height {height}" },
      { situation = "a one-way slope of 1 in 2 that begins on the floor", start = { -1, 0 }, move = WALK, count = 16,
        scene = { floor(-9, 12), one_way { polygon = { 0, 0, 4, 0, 4, 2 } } }, options = { snap = 0.5 }, x = 3,
        kept = true, ground = "always", touches = true, result = "is ground from its foot on: x = {x}" },
      { situation = "a one-way slope of 45 degrees, up, with gravity", start = { -1, 0 }, move = WALK, count = 16,
        scene = one_way_ramp(2),
        options = { snap = 0.5 }, x = 3, height = 2, kept = true, ground = "always", touches = true,
        result = "x = {x}, height {height}" },
      { situation = "from the back, below the slope of 1 in 2", start = { 5, 0 }, move = { -0.25, -0.1 }, count = 24,
        scene = one_way_ramp(4), options = { snap = 0.25 }, x = -1, height = 0, ground = "always", kept = true,
        result = "passes through it, and stays on the floor: x = {x}, height {height}", draw = { "rect" } },
      { situation = "a one-way box of 0.5, with level displacements", start = { -1, 0 }, move = { 0.25, 0 }, count = 12,
        scene = { floor(-9, 12), one_way(box(0, 0, 1, 0.5)) }, options = { snap = 0.25 }, x = 2, height = 0,
        kept = true,
        result = "its sides do not block: x = {x}, height {height}" },
      { situation = "the same, with gravity and with `step`", start = { -1, 0 }, move = WALK, count = 12,
        scene = { floor(-9, 12), one_way(box(0, 0, 1, 0.5)) }, options = BOTH, x = 2, height = 0, kept = true,
        ground = "always", result = "the same" },
    },
  },
}
