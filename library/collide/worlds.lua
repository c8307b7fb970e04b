---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Worlds
--
-- A world holds any number of shapes, groups, grids and meshes of one dimension, planes too, in a BVH of their bounds. The
-- time of a query depends on the members near it, not on all members.
--
-- A world is a target: casts and pairs accept it like an array. It answers exactly like an array of its members in the
-- order of their numbers, also in ties. `index` of an answer is the member's number, and `shape` the member. Numbers
-- begin at 1 and are never used again, so a stored number always means the same member or none. A world may also be in
-- an array: then `index` is its place in the array, and `number` the member's number.
--
-- `world:contact(shape)` equals `collide.contact(shape, world)`: the contact moves the shape out of the world. Likewise
-- `world:distance(shape)` returns the point of the shape first.
--
-- A world differs from an array in one way: it does not visit distant members. So a pair without a test, or `contains`
-- of a mesh that is not closed, is an error only if the member is near.
--
-- Setters move a member, and `set`, `fill` and `clear` change a grid. Nothing else is needed: the world follows. A
-- setter marks its shape, and the next query updates the BVH for all marked shapes. A member may be in several worlds.
-- A world keeps its members alive. If nothing else refers to a world and its members, all are collected, in any order.
--
-- A world is faster than an array from 2 members on, with one exception: if all members move and then only a few
-- queries follow, the update of the BVH costs more than the queries save. LuaJIT compiles casts in numbers and
-- `overlap` at worlds, and not those at arrays.
--
-- A member takes about 260 bytes of memory, which comes from Lua's allocator but is not in `collectgarbage("count")`.

---@class collide
local collide = {}

---A possible member of a world.
---@alias collide.WorldItem collide.Shape|collide.ShapeGroup|collide.Grid|collide.MeshShape

---Many members in a BVH. It prints as `world 2D members=3`. The casts and pairs are its
---methods.
---@class collide.World: userdata
---@field data any any value of yours, nil at first; it is an error to set another field
local World = {}

---The members of a world.
---@class collide.WorldFields
---@field [integer] collide.WorldItem|collide.Description a member, or the table that describes one
---@field dimensions? 2|3 by default the dimensions of the first member
---@field data? any any value of yours

---The options of `pairs`.
---@class collide.WorldPairsOptions
---@field between? string[] two layers: only pairs with one member in each; the member in the first layer comes first, or the lower number if both members are in both
---@field within? number pairs whose `distance` is at most this, instead of those that overlap; not below 0, may be `math.huge`
---@field touching? "skip" skips members that only touch; not with `within`
---@field ignore? collide.Choice members to skip in all pairs
---@field only? collide.Choice both members of a pair must be among these
---@field filter? fun(a: collide.WorldItem, b: collide.WorldItem): boolean? accepts the pair if it returns true. It is called once for each pair that overlaps or is within the distance, when the loop begins. It may call queries and may raise an error. It must not yield or change the world

---A world of these members. If a member is a table that describes a shape, the world makes the shape. If there are
---neither members nor `dimensions`, the first member that is added decides the dimensions.
---
---Errors: members of 2D and 3D; a world or an array among them; an unknown field; too little memory.
---
---```lua
---local level = collide.world {
---  collide.rect { half = { 10, 1 }, layer = "floor" },
---  { shape = "circle", radius = 1, position = { 0, 5 }, data = "ball" },
---}
---local hit = level:raycast({ 0, 20 }, { 0, -1 })
---print(level, hit.index, hit.shape.data) --> world 2D members=2	2	ball
---```
---@param fields? collide.WorldFields
---@return collide.World world with these members
function collide.world(fields) end

---Adds members, and returns the number of the first; the others have the next numbers. A shape that is already a member
---keeps its number.
---
---Errors: no member; an invalid member, or one with other dimensions; too little memory. The world is then unchanged.
---
---```lua
---local world, ball = collide.world(), collide.circle { radius = 1 }
---print(world:add(ball, collide.rect { half = { 1, 1 } }), world:add(ball), world:count()) --> 1	1	2
---```
---@param member collide.WorldItem|collide.Description the first
---@param more? collide.WorldItem|collide.Description any number of further members
---@return integer number of the first
function World:add(member, more) end

---Removes a member. Its number is never used again: if you add the member again, it gets a new number.
---
---Miss: false.
---
---Errors: an argument that cannot be a member.
---
---```lua
---local ball = collide.circle { radius = 1 }
---local world = collide.world { ball }
---print(world:remove(ball), world:remove(ball), world:add(ball)) --> true	false	2
---```
---@param member collide.WorldItem
---@return boolean was true if the argument was a member
function World:remove(member) end

---Whether a shape, group, grid or mesh is a member.
---
---Miss: false.
---
---Errors: an argument that cannot be a member.
---
---```lua
---local ball = collide.circle { radius = 1 }
---print(collide.world({ ball }):has(ball), collide.world():has(ball)) --> true	false
---```
---@param member collide.WorldItem
---@return boolean has true if the argument is a member
function World:has(member) end

---The member that has this number.
---
---Miss: nil.
---
---Errors: no number.
---
---```lua
---print(collide.world({ collide.circle { radius = 1 } }):member(1)) --> circle radius=1
---```
---@param number integer from 1 on
---@return collide.WorldItem? member or nil
function World:member(number) end

---The number of members, as `#world`. `pairs(world)` is an error: call `world:each()`.
---
---Errors: any argument.
---
---```lua
---print(collide.world({ collide.circle { radius = 1 } }):count()) --> 1
---```
---@return integer count of members
function World:count() end

---All members in the order of their numbers. Members may be added and removed in the loop: the loop skips removed
---members, and members that are added during the loop.
---
---Errors: any argument.
---
---```lua
---local world = collide.world { collide.circle { radius = 1 }, collide.circle { radius = 2 } }
---for number, member in world:each() do
---  if number > 1 then print(number, member) end --> 2	circle radius=2
---end
---```
---@return fun(loop: userdata): integer?, collide.WorldItem? next gives number and member
---@return userdata loop the state of this loop
function World:each() end

---Removes all members, and returns the world. New members get the next numbers.
---
---Errors: any argument.
---
---```lua
---print(collide.world({ collide.circle { radius = 1 } }):clear()) --> world 2D members=0
---```
---@return collide.World world itself
function World:clear() end

---The least and the greatest corner of the axis-aligned box of all members. The box of a plane is infinite. The time is
---in proportion to the number of members.
---
---Miss: nil, if the world has no members.
---
---Errors: any argument but the word "numbers".
---
---```lua
---print(collide.world({ collide.circle { radius = 1, position = { 5, 0 } } }):bounds()) --> (4, -1)	(6, 1)
---```
---@return collide.Vector? min the least coordinates
---@return collide.Vector? max the greatest
---@overload fun(self: collide.World, form: "numbers"): x0: number?, y0: number?, x1_or_z0: number?, y1_or_x1: number?, y1: number?, z1: number?
function World:bounds() end

---The pairs of members for which `overlap` is true, each once, in the order of the first number, then the second. The
---first member of a pair has the lower number, or with `between` the first layer. With `within = d` the loop yields the
---pairs whose `distance` is at most d.
---
---Only members near those that may be in a pair are visited: `between` 20 players and any number of enemies takes about
---as long as 20 calls of `overlap_all`.
---
---Members may be added, moved and removed in the loop. The loop yields the pairs that overlapped when it began, except
---pairs with a member that has been removed since.
---
---Errors: two members near one another for which `overlap` has no test, such as a grid and a mesh, or
---with `touching="skip"` two grids; `within` together with `touching`; more than 2^28 pairs; an unknown option; a filter that changes the
---world.
---
---```lua
---local world = collide.world {
---  collide.circle { radius = 1, layer = "bullet" },
---  collide.circle { radius = 1, position = { 1, 0 }, layer = "enemy" },
---  collide.circle { radius = 1, position = { 2, 0 }, layer = "enemy" },
---}
---local count = 0
---for _ in world:pairs() do count = count + 1 end
---print(count) --> 3
---for bullet, enemy in world:pairs { between = { "bullet", "enemy" }, touching = "skip" } do
---  print(bullet, enemy) --> circle radius=1 layer=bullet	circle radius=1 position=(1, 0) layer=enemy
---end
---for bullet, enemy in world:pairs { between = { "bullet", "enemy" }, within = 0 } do
---  print(bullet:distance(enemy)) --> 0	(0.5, 0)	(0.5, 0)
---  break
---end
---```
---@param options? collide.WorldPairsOptions
---@return fun(loop: userdata): collide.WorldItem?, collide.WorldItem? next gives both members of a pair
---@return userdata loop the state of this loop
function World:pairs(options) end

World.raycast = collide.raycast
World.raycast_any = collide.raycast_any
World.raycast_all = collide.raycast_all
World.raycast_many = collide.raycast_many
World.segmentcast_many = collide.segmentcast_many
World.segmentcast = collide.segmentcast
World.segmentcast_any = collide.segmentcast_any
World.segmentcast_all = collide.segmentcast_all
World.linecast = collide.linecast
World.linecast_any = collide.linecast_any
World.linecast_all = collide.linecast_all
World.shapecast = collide.shapecast
World.shapecast_any = collide.shapecast_any
World.shapecast_all = collide.shapecast_all
World.move = collide.move
World.push_out = collide.push_out
World.fits = collide.fits
World.separate = collide.separate
World.overlap = collide.overlap
-- `world:contact(shape)` is `collide.contact(shape, world)`.
World.contact = collide.contact
-- `world:distance(shape)` is `collide.distance(shape, world)`.
World.distance = collide.distance
World.closest = collide.closest
World.contains = collide.contains
World.overlap_all = collide.overlap_all
-- `world:contact_all(shape)` is `collide.contact_all(shape, world)`.
World.contact_all = collide.contact_all
World.distance_all = collide.distance_all
