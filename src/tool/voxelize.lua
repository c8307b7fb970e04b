-- SPDX-License-Identifier: MIT
-- collide-voxelize: a polygon model into blocks.
local tool = {}

local abs, floor, max, min = math.abs, math.floor, math.max, math.min

local name = "collide-voxelize"
-- Along a side.
local most_cells = 65536

-- Calls f(...). Its errors name no line of a script: they are for the user of the program.
local function try(f, ...)
  local ok, result = pcall(f, ...)
  if not ok then
    error(result, 0)
  end
  return result
end

-- ---- Arguments -----------------------------------------------------------------

-- Converts a number above 0, or a whole number, up to `most`.
local function number(option, what, most, is_whole)
  return function(text)
    local value = tonumber(text)
    if value and value > 0 and value < math.huge and value <= most and (not is_whole or value == floor(value)) then
      return value
    end
    return nil, ("option '%s': a %s expected, got '%s'"):format(option, what, text)
  end
end

local function ending(option, ...)
  local known = { ... }
  return function(path)
    for _, one in ipairs(known) do
      if path:lower():sub(-#one) == one then
        return path
      end
    end
    return nil, ("option '%s': a name that ends with %s expected, got '%s'"):format(option,
      table.concat(known, " or "), path)
  end
end

local function make_parser(argparse, version)
  local parser = argparse(name, "Turns a polygon model into blocks, exactly, and writes them as .vox or .binvox.")
    :help_max_width(80):usage_max_width(80)
    :epilog("Exit status: 0 when the blocks are written, 1 when they cannot be made or written, 2 for arguments "
      .. "that are none.")
  parser:argument("model", "OBJ, STL, PLY, glTF, FBX, or whatever else Assimp reads.")
  parser:mutex(
    parser:option("-r --resolution", "How many cells go along the model's largest side; 128 if nothing is said.")
      :argname("N"):convert(number("-r", "whole number from 1 to " .. most_cells, most_cells, true)),
    parser:option("-s --size", "Instead: how long a cell is in the model's own units, on a grid through its origin.")
      :argname("LENGTH"):convert(number("-s", "number above 0", math.huge, false)))
  parser:option("-o --output", "The file to write, .vox or .binvox; the model's name with .vox, in this directory, "
    .. "if nothing is said."):argname("FILE"):convert(ending("-o", ".vox", ".binvox"))
  parser:flag("--solid", "Fill the inside, too; the model must be closed.")
  parser:option("--method", "Ask triangles about cells by edge functions, or by separating axes, which takes longer; "
    .. "the cells are the same."):choices({ "pef", "sat" }):default("pef")
  parser:option("--rule", "Take the cells whose inside the surface meets, so that what is drawn on the grid keeps "
    .. "its size, which is what one looks at; or every cell that it touches, so that nothing leaks, which is what the "
    .. "module does if nothing is said."):choices({ "open", "closed" }):default("open")
  parser:option("--limit", "The most cells that the triangles may touch, each triangle counted for itself; 16777216 "
    .. "(2^24) if nothing is said. Each takes up to 16 bytes."):argname("N")
    :convert(number("--limit", "whole number from 1 to 2^53", 2 ^ 53, true))
  parser:option("--up", "The axis that points up in the model; y does in what is written."):choices({ "y", "z" })
    :default("y")
  parser:option("--preview", "Draw the blocks into a PNG (netpbm makes it), or without FILE on the terminal.")
    :argname("FILE"):args("?"):convert(ending("--preview", ".png"))
  parser:flag("-q --quiet", "Say nothing unless something is wrong.")
  parser:flag("--version", "Say which version this is."):action(function()
    print(name .. " " .. version)
    os.exit(0)
  end)
  return parser
end

-- ---- The model -----------------------------------------------------------------

local function bounds(vertices)
  local low, high = {}, {}
  for axis = 1, 3 do
    local least, greatest = math.huge, -math.huge
    for i = axis, #vertices, 3 do
      least, greatest = min(least, vertices[i]), max(greatest, vertices[i])
    end
    low[axis], high[axis] = least, greatest
  end
  return low, high
end

-- Six times the volume; below 0 if the triangles face inwards. Relative to the model's corner, so
-- that a model far from the origin loses no digits.
local function volume(mesh, low)
  local v, t, sum = mesh.vertices, mesh.triangles, 0
  local x, y, z = low[1], low[2], low[3]
  for i = 1, #t, 3 do
    local a, b, c = 3 * t[i], 3 * t[i + 1], 3 * t[i + 2]
    local ax, ay, az = v[a - 2] - x, v[a - 1] - y, v[a] - z
    local bx, by, bz = v[b - 2] - x, v[b - 1] - y, v[b] - z
    local cx, cy, cz = v[c - 2] - x, v[c - 1] - y, v[c] - z
    sum = sum + ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
  end
  return sum
end

local function turn_inside_out(triangles)
  for i = 1, #triangles, 3 do
    triangles[i + 1], triangles[i + 2] = triangles[i + 2], triangles[i + 1]
  end
end

-- The size of cells of which `count` reach from the model's corner to its other end along `axis`. The end lies on the
-- last boundary or before it, so there is no further cell.
local function fit(low, high, axis, count)
  local size = (high[axis] - low[axis]) / count
  local step = size * 2 ^ -53
  while low[axis] + count * size < high[axis] do
    size, step = size + step, 2 * step
  end
  return size
end

-- The frame of the grid, from the arguments or to fit the model.
local function frame(arguments, low, high)
  if arguments.size then
    for axis = 1, 3 do
      local cells = (high[axis] - low[axis]) / arguments.size
      if cells > most_cells then
        error(string.format("%.3g cells of that size go along it, and %d are the most", cells, most_cells), 0)
      end
    end
    return { size = arguments.size }
  end
  local longest = 1
  for axis = 2, 3 do
    if high[axis] - low[axis] > high[longest] - low[longest] then
      longest = axis
    end
  end
  local size = fit(low, high, longest, arguments.resolution or 128)
  if size <= 0 then
    error("all its vertices are at one place", 0)
  end
  return { size = size, origin = low }
end

-- Assimp's name for the material of a model that has none. Its dark grey shows little.
local NO_MATERIAL, CLAY = "DefaultMaterial", { 226, 176, 116, 255 }

-- A palette of the colors of the materials, and for each triangle the index of its color. If the palette is full, a
-- color gets the index of the nearest one.
local function paint(mesh)
  local palette, index_of, of_material = {}, {}, {}
  for i, material in ipairs(mesh.materials) do
    local color = material.name == NO_MATERIAL and CLAY or material.color
    local key = table.concat(color, " ")
    if not index_of[key] and #palette < 255 then
      palette[#palette + 1] = color
      index_of[key] = #palette
    elseif not index_of[key] then
      local best, least = 1, math.huge
      for index, other in ipairs(palette) do
        local apart = abs(color[1] - other[1]) + abs(color[2] - other[2]) + abs(color[3] - other[3])
        if apart < least then
          best, least = index, apart
        end
      end
      index_of[key] = best
    end
    of_material[i] = index_of[key]
  end
  local values = {}
  for i, material in ipairs(mesh.triangle_materials) do
    values[i] = of_material[material]
  end
  return palette, values
end

-- ---- From one to the other --------------------------------------------------------

local function load_model(import, arguments)
  local mesh = try(import.load, arguments.model, { up = arguments.up })
  local low, high = bounds(mesh.vertices)
  if volume(mesh, low) < 0 then
    turn_inside_out(mesh.triangles)
  end
  return mesh, frame(arguments, low, high)
end

local function make_blocks(collide, arguments, mesh, grid_frame, progress)
  local palette, values = paint(mesh)
  local options = {
    size = grid_frame.size,
    origin = grid_frame.origin,
    value = values,
    solid = arguments.solid or false,
    method = arguments.method,
    rule = arguments.rule,
    limit = arguments.limit,
    progress = progress,
  }
  return try(collide.voxelize, { vertices = mesh.vertices, triangles = mesh.triangles }, options), palette
end

local function show(console, preview, arguments, grid, palette)
  local path = arguments.preview[1]
  if grid:count() == 0 then
    return
  end
  local columns = path and 0 or min(console.columns(), 100)
  local progress = console.progress("drawing")
  local image = path and preview.draw(grid, palette, 640, 480, progress)
    or preview.draw(grid, palette, 2 * columns, floor(1.5 * columns), progress)
  if not path then
    return print(console.colour() and image:blocks(columns) or image:letters(columns))
  end
  local saved, why = pcall(image.save, image, (path:gsub("%.[^.]*$", "")))
  if not saved then
    error("cannot save '" .. path .. "': " .. tostring(why):gsub("^.-:%d+: ", ""), 0)
  end
end

local function summary(console, mesh, grid, seconds, path)
  local low, high = grid:bounds()
  local extent = ""
  if low then
    extent = string.format(" of %d x %d x %d", high.x - low.x + 1, high.y - low.y + 1, high.z - low.z + 1)
  end
  return string.format("%s triangles, %s cells%s in %.3f s: %s", console.count(#mesh.triangles / 3),
    console.count(grid:count()), extent, seconds, path)
end

-- Errors of reading and writing name the file; other errors are about the model.
local function explain(message, path)
  message = tostring(message)
  message = message:match("^bad argument #%d+ to '%a+' %((.*)%)$") or message
  return message:find("^cannot ") and message or path .. ": " .. message
end

local function need(module, what)
  local ok, loaded = pcall(require, module)
  if ok then
    return loaded
  end
  if not loaded:find("module '" .. module .. "' not found", 1, true) then
    error(loaded, 0)
  end
  error("the module " .. module .. " is not here: " .. what, 0)
end

local function run(arguments)
  local collide = need("collide", "luarocks install collide")
  local import = need("collide.import", "luarocks install collide-import, or make import install; it needs Assimp")
  local console, preview = require("collide.tool.console"), require("collide.tool.preview")
  if arguments.preview and arguments.preview[1] and not console.run("pnmtopng -version > /dev/null 2>&1") then
    error("cannot draw a PNG: pnmtopng is not here (Debian: netpbm)", 0)
  end
  local path = arguments.output or arguments.model:gsub("^.*[/\\]", ""):gsub("%.[^.]*$", "") .. ".vox"
  local mesh, grid_frame = load_model(import, arguments)
  local progress = arguments.quiet and function() end or console.progress("voxelizing")
  local start = os.clock()
  local grid, palette = make_blocks(collide, arguments, mesh, grid_frame, progress)
  local seconds = os.clock() - start
  progress(1)
  try(grid.save, grid, path, { palette = palette, limit = math.huge })
  if not arguments.quiet then
    print(summary(console, mesh, grid, seconds, path))
  end
  if arguments.preview then
    show(console, preview, arguments, grid, palette)
  end
end

-- Takes the arguments and returns the exit status.
function tool.main(list)
  local found, argparse = pcall(need, "argparse", "luarocks install argparse (Debian: lua-argparse)")
  if not found then
    io.stderr:write(name, ": ", argparse, "\n")
    return 1
  end
  local parser = make_parser(argparse, require("collide")._VERSION)
  local understood, arguments = parser:pparse(list)
  if not understood then
    io.stderr:write(parser:get_usage(), "\n\n", name, ": ", arguments, "\n")
    return 2
  end
  local ok, message = pcall(run, arguments)
  if not ok then
    io.stderr:write(name, ": ", explain(message, arguments.model), "\n")
    return 1
  end
  return 0
end

return tool
