-- SPDX-License-Identifier: MIT
--
-- lua examples/demo.lua [directory [width]]: shows the visible part of a tile map, and a picture of all solids. It
-- writes both to the terminal and to files in the directory, by default build/demo. `width` is the width of the picture
-- in pixels, by default 960.
local here = arg[0]:match("^(.*)[/\\]") or "."
package.path = here .. "/lib/?.lua;" .. package.path

local collide = require("collide")
local chart = require("chart")
local console = require("console")
local scene = require("scene")
local sight = require("sight")

local directory = arg[1] or "build/demo"
local width = math.floor(tonumber(arg[2]) or 960)
local colour, count = console.colour(), console.count

local function heading(text)
  print(colour and "\n\27[1m" .. text .. "\27[0m\n" or "\n" .. text .. "\n")
end

-- Tiled exports the map. Without Tiled, the demo uses the export that is stored beside the map.
local function export()
  local map, kept = here .. "/maps/castle.tmx", here .. "/maps/castle.lua"
  local fresh, log = directory .. "/castle.lua", directory .. "/tiled.log"
  local files = console.quote(map) .. " " .. console.quote(fresh .. ".part")
  os.remove(fresh .. ".part")
  for _, tiled in ipairs({ "tiled", "/Applications/Tiled.app/Contents/MacOS/Tiled" }) do
    if console.run("command -v " .. tiled .. " > /dev/null 2>&1") then
      local command = "QT_QPA_PLATFORM=offscreen " .. tiled .. " --export-map lua " .. files
      console.run(command .. " > " .. console.quote(log) .. " 2>&1")
      if os.rename(fresh .. ".part", fresh) then
        print(map .. ", exported by Tiled to " .. fresh)
        return fresh
      end
      print(tiled .. " could not export " .. map .. ": see " .. log .. ". Going on with " .. kept)
      return kept
    end
  end
  print("Tiled is not installed (apt-get install tiled, or brew install --cask tiled). Using " .. kept)
  return kept
end

local answered = {}

-- Runs a function that returns a result, a count of queries, and a name for them.
local function timed(things, ask)
  local start = os.clock()
  local result, number, words = ask()
  answered[#answered + 1] = { things = things, number = number, words = words, seconds = os.clock() - start }
  return result
end

local function lines_of_sight()
  heading("Which tiles are seen from a point? (collide.cells)")
  local plan = sight.plan(sight.load(export()))
  local lines, cells
  local seen = timed("cells", function()
    local seen
    seen, lines, cells = sight.look(plan, plan.watcher)
    return seen, cells, "along " .. count(lines) .. " lines to the border"
  end)
  local tiles = 0
  for _ in pairs(seen) do
    tiles = tiles + 1
  end
  print(chart.text(plan, seen, colour))
  print(string.format("%s lines from the watcher to the border cross %s cells.", count(lines), count(cells)))
  print(string.format("%d of %d tiles are seen: nothing between two walls that touch at a corner, for", tiles,
    plan.width * plan.height))
  print("a line through it enters both.")
  local image = timed("cells", function()
    local image, drawn, crossed = chart.picture(plan, seen, console.progress("sight"))
    return image, crossed, "along " .. count(drawn) .. " lines, to each pixel of floor"
  end)
  print("The same with a line to every pixel: " .. image:save(directory .. "/sight"))
end

local function solids()
  heading("What does a ray hit, and where? (collide.raycast)")
  local height = math.floor(width * 9 / 16)
  local image = timed("rays", function()
    local still_life = scene.new()
    local image = still_life:picture(width, height, console.progress("solids"))
    return image, still_life.rays, "one a pixel; shadows, mirrors"
  end)
  local columns = math.min(console.columns() - 1, 100)
  print(colour and image:blocks(columns) or image:letters(columns))
  print("One ray a pixel, shaded by the normals: " .. image:save(directory .. "/solids"))
end

local function summary()
  heading("Answered, drawing included (" .. (rawget(_G, "jit") and jit.version or _VERSION) .. ")")
  for _, row in ipairs(answered) do
    local speed = row.seconds > 0 and count(row.number / row.seconds) .. "/s" or ""
    print(string.format("%11s %-5s %8.3f s %13s   %s", count(row.number), row.things, row.seconds, speed,
      row.words))
  end
end

console.make_directory(directory)
print("collide " .. collide._VERSION)
lines_of_sight()
solids()
summary()
