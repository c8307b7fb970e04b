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

---A 2D grid from a tile layer of a map that Tiled exported to Lua. The value of a cell is the tile's gid without the
---four bits for flips. The map's tile size becomes the size of the cells. The offsets of the layer and of the groups
---that contain it become the origin. It reads infinite maps, in chunks, and layers in base64. In LÖVE it also reads
---compressed layers (zlib, gzip), with `love.data`. Elsewhere set the map's Tile Layer Format to CSV, or to Base64
---uncompressed, and export it again.
---
---Errors: a map that is not orthogonal; no such tile layer; a gid above 65535, with the tile's place; data whose length
---is not width times height; a group that contains itself, or is more than 100 deep; more than 2^20 layers. If chunks
---share their data, more than 2^23 tiles that would be read again, or a grid of more than 128 MB.
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
---@param layer string|integer|table its name (if several layers have it, the first in the file), its id, or the layer itself
---@return collide.Grid grid of 2D
function Grids.from_tiled(map, layer) end

---A 3D grid from a MagicaVoxel file, with all its models as they are placed, rotated, mirrored, grouped and shared. Of
---an animation it reads the first frame in the file. It skips models that are hidden in MagicaVoxel, unless the option
---`hidden` is true. The value of a cell is its index in the palette, as MagicaVoxel counts it. In MagicaVoxel z points
---up, in the grid y: cell (x, y, z) of the grid is cell (x, -z - 1, y) of the file, so nothing is mirrored.
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

---The grid from a string of `encode`. It accepts only the exact string that `encode` returns for the grid. Decoding
---takes time linear in the length, and at most 158 bytes of memory for each byte.
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
---with the position and size of the cells. `save` first writes to a temporary file, `path .. ".part"`, or `path ..
---".1.part"` and so on if that exists. It renames the file when it is complete, so an error leaves an older file
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
