---@meta collide
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # collide
--
-- The functions of `require "collide"`. The stubs in `library/` are the only source of this description. Editors with
-- LuaLS read them (add that folder to `workspace.library`), and `make reference` writes these pages and Defold's
-- `.script_api` from them. The specs run their examples under every Lua. In an example, `collide` is `require
-- "collide"`, and the text after `-->` is the output of the line. Whole floats are printed as before Lua 5.3: `4`, not
-- `4.0`.
--
-- ## What holds everywhere
--
-- * **Vectors.** Pass a vector as separate numbers or as one value: a plain table `{x, y, z}` or `{x=, y=, z=}`, or any
--   userdata, cdata or object with the fields `.x`, `.y`, `.z` (such an object is never indexed by number). The answer
--   has the form of the first vector of the call: numbers or tables. Calls without a vector answer in tables. Answers
--   in numbers make no garbage. An array of `_all` makes none if `into` is given and there are at most eight hits or
--   contacts, at most four of them from one member.
-- * **Dimensions.** `circle`, `rect` and `polygon` are 2D; `sphere`, `box`, `cylinder` and `cone` are 3D. A `triangle`,
--   `segment`, `capsule`, `plane` or `hull` has the dimensions of its vectors, which must agree; an object with a field
--   `.z` counts as 3D. In every later call the shape decides: vectors in arguments and answers have the dimensions of
--   the shape. An extra number is an error, separate or in a plain table; the z of a userdata or object is ignored in
--   2D.
-- * **Units.** Lengths have any unit. `t` is in units of `direction`, which
--   need not have unit length; along a segment it goes from 0 to 1. Angles are in
--   radians, from x towards y; rotations in 3D are quaternions.
-- * **A miss** is `nil`; `..._all` gives an empty array, `..._any` false.
-- * **Touching counts:** all shapes are closed sets, and every yes or no is exact. [Exactness](../exactness.md) states
--   the guarantees and the exceptions.
-- * **Normals** have unit length and point out of the shape; the normal of a triangle
--   points to the side that the ray came from.
-- * **A mistake is an error:** wrong types (strings are never numbers), nan, infinity (except for `max`), a zero
--   direction, a negative radius, unknown fields and options, arrays with holes, an extra argument. The message names
--   the argument, the expected value and the given value. Such a call changes nothing: `bad argument #1 to 'sphere'
--   (unknown field 'raduis'; a sphere takes radius)`.
-- * **A function that the module does not have is nil**, so a script can test for a function. But reading a misspelt
--   name, or a name that other libraries use, is an error: `collide has no function 'raycst'; call raycast`.
-- * **Numbers are from -1e300 to 1e300**, in arguments (`max` and `within` may be larger) and in the coordinates of
--   answers. A call that would take a coordinate beyond this range is an error that names the argument. No answer has a
--   nan. Only these numbers may be infinite: `t_exit`, if the line or shape never leaves, or leaves later than every
--   number; `depth` of half-spaces that no displacement separates; bounds and projections of half-spaces; `t` of a
--   `linecast` from infinity inside a half-space; `t` of a miss of `raycast_many` and `segmentcast_many`.
-- * Cells, counts and indices are integers on Lua 5.3 and later. No answer is -0.0.
--
-- LuaJIT, which LÖVE and Defold use, compiles some calls together with the loop around them, if its compiler is on and
-- there is an `ffi`. These are calls in numbers: casts at one shape, grid, mesh or world, also with `max`, `ignore` and
-- `only`; `overlap`, `contact`, `distance`, `closest` and `contains` of shapes, `overlap` with a world; the steps of a
-- loop over the pairs of a world; setters and `translate`; `cells` and `cell_at`; `get` and `set` of grids. These calls
-- reach C through the ffi. All other calls go through Lua's C API. When the module is loaded, the environment variable
-- `COLLIDE_FFI` chooses: with 0 all calls go through the C API, with 1 they use the ffi even if the compiler is off.
-- Both ways give the same answers and errors. `collide._WAY` is "ffi" or "c".

---The module.
---@class collide
---@field _VERSION string "0.1.0"
---@field _WAY string "ffi" when LuaJIT compiles its functions, else "c"; see the top of this page
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
