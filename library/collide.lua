---@meta collide
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # collide
--
-- What `require "collide"` gives, function by function. The stubs in `library/` are the
-- one description of it: editors that speak LuaLS read them (add that folder to
-- `workspace.library`), `make reference` writes these pages and Defold's `.script_api` from
-- them, and the specs run their examples under every Lua. In these `collide` is
-- `require "collide"`, and what follows `-->` is what they print; whole floats are printed
-- as they were before Lua 5.3, `4` and not `4.0`.
--
-- ## What holds everywhere
--
-- * **Vectors.** Wherever one is wanted, write its numbers in place, or one value: a
--   plain table `{x, y, z}` or `{x=, y=, z=}`, or any userdata, cdata or object
--   that answers `.x`, `.y`, `.z` (these are never indexed by number). The form
--   of the first vector of a call decides the form of its answer: numbers, which
--   make no garbage, or tables. Calls without a vector answer in tables.
-- * **Dimensions.** `circle`, `rect` and `polygon` are of 2D; `sphere`, `box`, `cylinder`
--   and `cone` of 3D; of `triangle`, `segment`, `capsule` and `plane` the length of
--   their vectors tells, which have to agree, and what answers `.z` is of 3D. From
--   there on the shape tells: its vectors have 2 or 3 numbers, in answers too. One
--   too many in place or in a plain table is an error; the z of a userdata or object
--   is not looked at in 2D.
-- * **Units.** Lengths are yours. `t` is in units of `direction`, which need not have
--   unit length; of a segment it runs from 0 to 1. Angles are radians, from x to y;
--   in 3D rotations come as quaternions.
-- * **A miss** is `nil`; `..._all` gives an empty array, `..._any` false.
-- * **Touching counts:** every yes or no is exact, and all sets are closed.
-- * **Normals** have unit length and point out of the shape; a triangle's face where
--   the ray came from.
-- * **A mistake is an error:** wrong types (strings are never numbers), nan, infinity
--   (but for `max`), a zero direction, a negative radius, unknown fields and
--   options, arrays with holes, one argument too many. It names the argument,
--   what was wanted and what came, and nothing has been changed by then:
--   `bad argument #1 to 'sphere' (unknown field 'raduis')`.
-- * Cells, counts and indices are integers on Lua 5.3 and later. No answer is -0.0.

---The module.
---@class collide
---@field _VERSION string "0.1.0"
local collide = {}

---A vector as one value: `{x, y, z}`, `{x=, y=, z=}`, or what answers `.x`, `.y`, `.z`;
---in 2D without z.
---@alias collide.VectorLike number[]|{x: number, y: number, z?: number}|userdata

---A vector in an answer: a plain table, fresh and yours, that prints as `(1, 2, 3)`.
---@class collide.Vector
---@field x number
---@field y number
---@field z number in 3D alone

return collide
