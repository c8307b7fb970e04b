---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Grids in files
--
-- These functions read grids from maps of Tiled, models of MagicaVoxel and strings, and write them. See
-- [grids](grids.md) for the other functions of grids.

---@class collide.Grids
local Grids = {}

---@class collide.Grid
local Grid = {}

---Colors, from index 1 on. Each is `{red, green, blue}` or `{red, green, blue, alpha}`, whole numbers from 0 to 255.
---@alias collide.Palette integer[][]

---How to read a .vox file.
---@class collide.LoadOptions
---@field hidden? boolean also read models that are hidden in MagicaVoxel
---@field limit? number the largest number of voxels: a whole number up to 2^53, or `math.huge`; 2^24 by default. A model that is placed n times counts n times. The limit also bounds the file and the grid to 16 bytes, and the scene to 1/16 node, for each of these voxels, but never below the default: 2^28 bytes (256 MB) each and 2^20 nodes

---How to write a grid.
---@class collide.SaveOptions
---@field palette? collide.Palette the colors of values, for a .vox
---@field limit? number the largest number of cells of a `.vox`: a whole number up to 2^53, or `math.huge`; 2^24 by default. The limit also bounds a `.vox` to one model for each 64 of these cells, and a `.binvox` to 16 bytes for each cell, but never below the default: 2^18 models and 2^28 bytes (256 MB)

---How to read a tile layer.
---@class collide.TiledOptions
---@field empty? "without shape" tiles without a shape become empty cells, not full ones
---@field one_way? string the name of a property of tiles, for the `one_way` of their cells: `"up"`, `"down"`, `"left"` or `"right"`, or true for up; the side turns with the tile
---@field layer? string the name of a property of tiles, a string: tiles that have it go into a grid of their own, which has that layer
---@field clip? boolean cut off what lies beyond the smallest rectangle that holds the tile's picture and its cell; without `clip` shapes count in all cells that they reach
---@field inflate? fun(bytes: string, format: string): string decompresses the data of layers; `format` is the map's: `"zlib"`, `"gzip"` or `"zstd"`
---@field templates? table<string, table> the decoded templates (`.tj`) of the shapes of tiles, by name: see `from_tiled_objects`

---A 2D grid from a tile layer of a map from Tiled, exported to Lua, or as JSON that you have decoded. The map's tile size
---becomes the size of the cells. The offsets of the layer and of the groups that contain it become the origin. Infinite
---maps and layers in Base64 are read, too. Layers that are compressed by zlib or gzip are read in LÖVE and Defold; in
---other programs, and for zstd, pass `inflate`.
---
---A tile has the shapes that its tileset's collision editor gives it: rectangles, polygons, polylines and ellipses (as
---polygons of 16 corners), rotated, flipped and aligned as Tiled draws them. The cells of the tile get these shapes, as
---by `set_shape`. A corner within 0.001 pixels of a side of a cell is moved onto that side. The cells of other tiles
---are full.
---
---A shape counts in each cell that it reaches. So a tile may be larger than the cells, or moved by the drawing offset
---of its tileset. Tiled draws a tile with its lower left corner at the lower left corner of its cell. `tilerendersize`
---and `fillmode` are applied. If several tiles reach a cell, the cell has the shapes of all of them. If its own tile
---reaches no other cell, the cell keeps the gid of this tile. Otherwise it has the gid of the tile that Tiled draws
---last, by the map's `renderorder`. Embed the tilesets in the map: in Tiled choose Embed Tileset below the Tilesets
---view, or Embed tilesets in the Preferences for all exports.
---
---The value of a cell is the tile's gid, without the bits for flips. A flipped tile with a shape or `one_way` gets a
---value of its own above all gids of the map, in the order of the layer. The values of cells that larger tiles reach
---follow. `grid:gid` returns the gid and the flips of all these values.
---
---Miss: without the option `layer` there is no second result.
---
---Errors: a map that is not orthogonal (see `from_tiled_tiles`); no such tile layer; a gid above 65535, with the tile's
---place; more than 65535 values; a tile of a tileset in another file; a template that is not given; more than 64 convex
---parts in a cell; tiles of one cell that block from different sides; a shape that reaches more than 2^14 cells, or
---larger tiles that reach more than 2^18 together; a property of a wrong type; data whose length is not width times
---height; a group that contains itself, or is more than 100 deep; more than 2^20 layers or 4096 tilesets. If chunks
---share their data, or tiles their shapes, more than 2^23 values that would be read again, or a grid of more than 128
---MB.
---
---```lua
---local slope = { shape = "polygon", x = 0, y = 16, polygon = { { x = 0, y = 0 }, { x = 16, y = -16 }, { x = 16, y = 0 } } }
---local map = { -- the result of `require "maps.level"`
---  orientation = "orthogonal", tilewidth = 16, tileheight = 16,
---  tilesets = { {
---    firstgid = 1, tilewidth = 16, tileheight = 16, tilecount = 8,
---    tiles = { { id = 5, objectGroup = { objects = { slope } } } }, -- gid 6
---  } },
---  layers = { {
---    type = "tilelayer", name = "walls", id = 1, encoding = "lua",
---    x = 0, y = 0, width = 3, height = 2, data = { 6, 5, 6 + 2 ^ 31, 5, 0, 5 }, -- the third is flipped along x
---  } },
---}
---local walls = collide.grid.from_tiled(map, "walls")
---print(walls, walls:get(2, 1)) --> grid 2D size=16 cells=5 shapes={6, 9}	5
---print(walls:contains(4, 4), walls:contains(12, 12)) --> false	true
---```
---@param map table the table that the exported file returns
---@param layer string|integer|table its name (if several layers have it, the first in the file), its id, or the layer itself
---@param options? collide.TiledOptions
---@return collide.Grid grid of 2D
---@return collide.Grid[]? layers with the option `layer`: a grid for each of the names, in the order in which the map's layer has them, and also by name: `layers.water`
function Grids.from_tiled(map, layer, options) end

---The gid and the flips of the tiles that have this value, in a grid of `from_tiled`. For any other value, and in other
---grids, it returns the value itself and no flips. `encode` does not store the flips; `copy` keeps them.
---
---Miss: false for each flip that the tile does not have.
---
---Errors: a value that is not a whole number from 0 to 65535.
---
---```lua
---local map = {
---  layers = { { type = "tilelayer", name = "l", width = 2, height = 1, data = { 1, 1 + 2 ^ 31 } } },
---  tilesets = { { firstgid = 1, tiles = { { id = 0, properties = { side = "left" } } } } },
---}
---local grid = collide.grid.from_tiled(map, "l", { one_way = "side" })
---print(grid:get(1, 0), grid:get_one_way(2)) --> 2	(1, 0)
---print(grid:gid(2)) --> 1	true	false	false
---```
---@param value integer 0 to 65535
---@return integer gid of the tile in the map, without the bits for flips
---@return boolean flip_x left and right are exchanged
---@return boolean flip_y top and bottom are exchanged
---@return boolean flip_diagonal x and y are exchanged, before the other flips
function Grid:gid(value) end

---A 3D grid from a MagicaVoxel file, with all its models as they are placed, rotated, mirrored, grouped and shared. An
---animation is read as its first frame in the file. Models that are hidden in MagicaVoxel are skipped, unless the
---option `hidden` is true. The value of a cell is its index in the palette, as MagicaVoxel counts it. In MagicaVoxel z
---points up, in the grid y points up: cell (x, y, z) of the grid is cell (x, -z - 1, y) of the file, so nothing is
---mirrored.
---
---Errors: a file that cannot be read, is damaged, or is a pipe or a device; a file that needs more than `limit` allows.
---The message names the file, the number and the limit.
---
---```lua
---local path = os.tmpname() .. ".vox"
---local tower = collide.grid()
---tower:fill(0, 0, 0, 1, 9, 1, 3)
---tower:save(path, { palette = { { 200, 0, 0 }, { 0, 200, 0 }, { 90, 140, 60 } } })
---
---local castle, palette = collide.grid.load(path)
---print(castle, castle:bounds()) --> grid 3D size=1 cells=40	(0, 0, 0)	(1, 9, 1)
---print(table.concat(palette[castle:get(0, 9, 0)], " ")) --> 90 140 60 255
---os.remove(path)
---```
---@param path string of a `.vox`
---@param options? collide.LoadOptions
---@return collide.Grid grid with cells of size 1 and the origin 0
---@return collide.Palette palette 255 colors
function Grids.load(path, options) end

---The grid from a string of `encode`. Only the exact string that `encode` returned is accepted. Decoding takes time
---linear in the length, and at most 158 bytes of memory for each byte.
---
---Errors: a string that is cut off, damaged, or of another version.
---
---```lua
---local world = collide.grid { size = 0.5 }
---world:set(1, 2, 3, 4)
---print(collide.grid.decode(world:encode()):get(1, 2, 3)) --> 4
---print(pcall(collide.grid.decode, "hello")) --> false	bad argument #1 to 'decode' (string: this is not an encoded grid)
---```
---@param string string from `encode`
---@return collide.Grid grid equal to the one that was encoded
function Grids.decode(string) end

---Writes the grid to a file. The ending of its name decides the format: `.vox` for MagicaVoxel, or `.binvox`.
---
---In a `.vox` a value is an index into the palette, from 1 to 255. An index without a color in your palette has the
---color of MagicaVoxel's default palette. A grid of more than 256 cells along a side becomes several models, each in
---its place. The size of the cells is lost. A `.binvox` stores a cube of up to 4096 cells a side, each full or empty,
---with the position and size of the cells. `save` first writes to a temporary file, `path .. ".part"`, or to `path ..
---".1.part"` and so on if that file exists. The complete file is then renamed, so an error leaves an older file
---unchanged. `load` accepts a `.vox` file that was saved with the same `limit`, or with the default limit.
---
---Errors: a grid of 2D; in `.vox` a value above 255, which names the cell; in `.binvox` cells that are not cubes; a
---file that needs more than `limit` allows; and the errors of the file system.
---
---```lua
---local castle = collide.grid()
---castle:fill(0, 0, 0, 3, 3, 3, 2)
---
---local path = os.tmpname() .. ".vox"
---castle:save(path, { palette = { { 200, 180, 150 }, { 90, 140, 60, 128 } } })
---print(collide.grid.load(path):count()) --> 64
---os.remove(path)
---
---castle:set(1, 2, 3, 256)
---print(pcall(castle.save, castle, "castle.vox"))
-----> false	cannot save 'castle.vox': cell (1, 2, 3) holds 256, and a .vox has the palette indices 1 to 255
---```
---@param path string that ends in `.vox` or `.binvox`
---@param options? collide.SaveOptions
function Grid:save(path, options) end

---The grid as a string, for a file or a thread; `collide.grid.decode` returns the grid. The same cells, size and origin
---give the same string, on every machine. The time is linear in the memory of the grid, not in the cells of large
---blocks.
---
---Errors: any argument.
---
---```lua
---local world = collide.grid()
---world:fill(0, 0, 0, 63, 63, 63, 1)
---local bytes = world:encode()
---print(#bytes < 1000, collide.grid.decode(bytes):count()) --> true	262144
---```
---@return string string binary data
function Grid:encode() end
