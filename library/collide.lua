---@meta collide
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # collide
--
-- The functions of `require "collide"`. The stubs in `library/` are the
-- only source of this description: editors with LuaLS read them (add that folder to
-- `workspace.library`), `make reference` writes these pages and Defold's `.script_api` from
-- them, and the specs run their examples under every Lua. In an example, `collide` is
-- `require "collide"`, and the text after `-->` is what the line prints; whole floats are
-- printed as before Lua 5.3, `4` and not `4.0`.
--
-- ## What holds everywhere
--
-- * **Vectors.** A vector is given as separate numbers or as one value: a plain table
--   `{x, y, z}` or `{x=, y=, z=}`, or any userdata, cdata or object with the fields
--   `.x`, `.y`, `.z` (such an object is never indexed by number). The form of a call's
--   first vector decides the form of its answer: numbers, which make no garbage
--   (of `_all`, with `into`, up to eight hits or contacts, and four of one member), or
--   tables. Calls without a vector answer in tables.
-- * **Dimensions.** `circle`, `rect` and `polygon` are 2D; `sphere`, `box`, `cylinder`
--   and `cone` are 3D. A `triangle`, `segment`, `capsule`, `plane` or `hull` has as many
--   dimensions as its vectors, which have to agree; an object with
--   a field `.z` counts as 3D. In every later call the shape decides: its vectors have
--   2 or 3 numbers, in answers too. A number too many is an error, separate or in a
--   plain table; the z of a userdata or object is ignored in 2D.
-- * **Units.** Lengths have any unit. `t` is in units of `direction`, which
--   need not have unit length; along a segment it goes from 0 to 1. Angles are in
--   radians, from x towards y; rotations in 3D are quaternions.
-- * **A miss** is `nil`; `..._all` gives an empty array, `..._any` false.
-- * **Touching counts:** every yes or no is exact, and all sets are closed.
-- * **Normals** have unit length and point out of the shape; the normal of a triangle
--   points to the side that the ray came from.
-- * **A mistake is an error:** wrong types (strings are never numbers), nan, infinity
--   (except for `max`), a zero direction, a negative radius, unknown fields and
--   options, arrays with holes, one argument too many. The message names the argument,
--   what was expected and what was given, and nothing has been changed:
--   `bad argument #1 to 'sphere' (unknown field 'raduis'; a sphere takes radius)`.
-- * Cells, counts and indices are integers on Lua 5.3 and later. No answer is -0.0.
--
-- LuaJIT, which LÖVE and Defold run, compiles some functions together with the loop around them, where its
-- compiler is on and there is an `ffi`. These are calls in numbers: casts at one shape, grid, mesh or world, also with
-- `max`, `ignore` and `only`; `overlap`, `contact`, `distance`, `closest` and `contains` of shapes, `overlap` with a world;
-- setters; `cells` and `cell_at`; `get` and `set` of grids. They call C through the ffi. All other calls go through Lua's C
-- API. The environment variable `COLLIDE_FFI` chooses when the module is loaded: with 0 all calls go through
-- the C API, with 1 the ffi is used though the compiler is off. Answers and errors are the same.
-- `collide._WAY` says which it is.

---The module.
---@class collide
---@field _VERSION string "0.1.0"
---@field _WAY string "ffi" when LuaJIT compiles its functions, else "c"; see below
local collide = {}

---A vector as one value: `{x, y, z}`, `{x=, y=, z=}`, or an object with the fields `.x`,
---`.y`, `.z`; in 2D without z.
---@alias collide.VectorLike number[]|{x: number, y: number, z?: number}|userdata

---A vector of the plane in an answer: a new plain table, which prints as `(1, 2)`.
---@class collide.Vector2
---@field x number
---@field y number

---A vector of space in an answer: a new plain table, which prints as `(1, 2, 3)`.
---@class collide.Vector3
---@field x number
---@field y number
---@field z number

---A vector in an answer, with the dimensions of the shape or target.
---@alias collide.Vector collide.Vector2|collide.Vector3

---A rotation in space in an answer: a new plain table, which prints as `(0, 0, 0, 1)`.
---@class collide.Quaternion
---@field x number
---@field y number
---@field z number
---@field w number

return collide
