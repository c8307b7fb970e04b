---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Grids in files
--
-- Grids from Tiled's maps, MagicaVoxel's models and strings, and back. See [grids](grids.md) for everything
-- else about grids.

---@class collide.Grids
local Grids = {}

---@class collide.Grid
local Grid = {}

---Colors from index 1 on, each `{red, green, blue}` or `{red, green, blue, alpha}`, whole
---numbers from 0 to 255.
---@alias collide.Palette integer[][]

---How to read a .vox file.
---@class collide.LoadOptions
---@field hidden? boolean also reads models that are hidden in MagicaVoxel
---@field limit? number a whole number up to 2^53, or `math.huge`: the most voxels that are placed, a model placed n times counted n times; 2^24 by default. It also allows a file and a grid of 16 bytes, and 1/16 node of the scene, for each of these voxels, but never less than by default: 2^28 bytes (256 MB) each and 2^20 nodes

---How to write a grid.
---@class collide.SaveOptions
---@field palette? collide.Palette the colors of values, for a .vox
---@field limit? number a whole number up to 2^53, or `math.huge`: the most cells of a `.vox`; 2^24 by default. It also allows a model for each 64 of these cells, and 16 bytes of a `.binvox` for each, but never less than by default: 2^18 models and 2^28 bytes (256 MB)

---A 2D grid from a tile layer of a map that Tiled exported to Lua. A cell holds the
---tile's gid without the four bits for flips. The map's tile size
---becomes the size of cells, the offset of the layer and of the groups about it the
---origin. Infinite maps, in chunks, are fine; so are layers in base64. Compressed ones
---(zlib, gzip) are decoded where there is `love.data`; elsewhere set the map's Tile
---Layer Format to CSV, or to Base64 uncompressed, and export it again.
---
---Errors: a map that is not orthogonal; no such tile layer; a gid above 65535, with
---the tile's place; data of another length than width times height. A group that is part of
---itself, or more than 100 deep; more than 2^20 layers; chunks that share their data, when more
---than 2^23 tiles would have to be read again for them, or when the grid then takes more than 128 MB.
---
---```lua
---local map = { -- the result of `require "maps.level"`
---  orientation = "orthogonal", tilewidth = 16, tileheight = 16,
---  layers = { {
---    type = "tilelayer", name = "walls", id = 1, encoding = "lua",
---    x = 0, y = 0, width = 3, height = 2, data = { 5, 5, 5, 5, 0, 5 },
---  } },
---}
---local walls = collide.grid.from_tiled(map, "walls")
---print(walls, walls:get(2, 1)) --> grid 2D size=16 cells=5	5
---```
---@param map table the table that the exported file returns
---@param layer string|integer|table its name (of several the first in the file), its id, or itself
---@return collide.Grid grid of 2D
function Grids.from_tiled(map, layer) end

---A 3D grid from a MagicaVoxel file: ours, or those of others, with all their models,
---turned, mirrored, grouped and shared as they are; of an animation the frame that comes first in the file.
---Models that are hidden in MagicaVoxel are left out, unless the option `hidden` is true. A cell
---holds the index into the palette, as MagicaVoxel counts it. z is up there and y
---here: cell (x, y, z) here is cell (x, -z - 1, y) there, so nothing is mirrored.
---
---Errors: a file that cannot be read, or is none (a pipe or a device), or is broken; one that
---needs more than `limit` allows. The message names the file, the number and the limit.
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
---@return collide.Grid grid in cells of size 1 from the origin on
---@return collide.Palette palette 255 colors
function Grids.load(path, options) end

---The grid that `encode` wrote. A string that is accepted is always the one that `encode` makes of
---the grid; decoding takes time linear in its length, and at most 158 bytes of memory for each byte.
---
---Errors: a string that is cut off, damaged, or of another version.
---
---```lua
---local world = collide.grid { size = 0.5 }
---world:set(1, 2, 3, 4)
---print(collide.grid.decode(world:encode()):get(1, 2, 3)) --> 4
---print(pcall(collide.grid.decode, "hello")) --> false	bad argument #1 to 'decode' (string: this is no encoded grid)
---```
---@param string string from `encode`
---@return collide.Grid grid equal to the one that was encoded
function Grids.decode(string) end

---Writes the grid to a file, by the ending of its name: `.vox` for MagicaVoxel, or
---`.binvox`.
---
---In a `.vox` a value is an index into the palette, from 1 to 255; indices without a color of
---yours have those of MagicaVoxel's own palette. A grid of more than 256 cells along a
---side becomes several models, each in its place; the size of the cells is lost.
---A `.binvox` holds a cube of up to 4096 cells a side, which are full or not, and where
---they are and how large.
---The file is written under a name of its own, `path .. ".part"`, or `path .. ".1.part"` and so on
---where that is taken, and renamed when it is complete, so an error leaves an older file as it was.
---`load` accepts a `.vox` file that was saved with the same `limit`; so too for the default.
---
---Errors: a grid of 2D; in `.vox` a value above 255, which names the cell; in `.binvox` cells
---that are no cubes; a file that needs more than `limit` allows; and the errors of the file system.
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

---The grid as a string, for a file or a thread; `collide.grid.decode` makes it again.
---The same cells, size and origin give the same string, on every machine. It takes time linear in
---the memory of the grid, not in the cells of large blocks.
---
---Errors: any argument.
---
---```lua
---local world = collide.grid()
---world:fill(0, 0, 0, 63, 63, 63, 1)
---local bytes = world:encode()
---print(#bytes < 1000, collide.grid.decode(bytes):count()) --> true	262144
---```
---@return string string not for reading
function Grid:encode() end
