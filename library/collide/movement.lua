---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Movement
--
-- `move` moves a shape through a target by a desired displacement: it slides along obstacles, and walks, in the plane
-- and in space. Both functions are methods of the target: `collide.move(level, player, ...)` is
-- `level:move(player, ...)`.
--
-- **Guarantees.** A move passes through nothing, however long the displacement. It ends only at a position where
-- `contact` finds no overlap that the shape did not have at the call. (Pairs of two curved solids have the tolerance of
-- [pairs](pairs.md) if one of them is a cylinder, a cone, or round and unevenly scaled.) The order of the members does not
-- matter, and every platform gives the same bits.
--
-- In the plane the shape ends in contact, except for rounding: within 2^-48 of its largest coordinate. In space the
-- shape keeps a clearance of 2^-40 of that coordinate from the plane of the contact, because exact contact takes long
-- to decide. If one of the two is a cylinder, a cone, or round and unevenly scaled, the clearance is larger by 2^-30 of
-- the width of the moving shape. Balls, capsules and boxes that are not turned have no clearance where they meet a box,
-- a cell or a triangle along a coordinate axis, as on a level floor.
--
-- During the move the shape may enter an obstacle along which it slides: in space by up to 16 clearances, in the plane
-- by 2^-43 of its largest coordinate. At the end of the move it is pushed out again. An overlap of up to 8 clearances,
-- in the plane 2^-44, can remain only in a gap that is exactly as wide as the shape. Such an overlap does not set
-- `inside`, and the next move does not push the shape out of it by a longer way.
--
-- A move that would take too long ends early, after 32 legs or some hundred queries, and its result is `exhausted`.
-- This happens, for example, in a crowd that holds the shape on all sides.
--
-- In a move, touching is not overlapping: a shape may stand on a floor, slide along a wall and leave both. Seams
-- between tiles do not stop the shape, in whatever order the tiles are. A shape without an inside never penetrates
-- another shape without an inside, so it passes through: for example a point through a segment or the face of a mesh.
-- So give a player a size; for a point use `segmentcast`.
--
-- **Initial overlaps.** First the shape is pushed out of its overlaps, as by `push_out`. The shape is not pushed out of
-- an overlap with the response "pass". Such an overlap is a hit at `t = 0` with `inside`, in each move until the shape
-- has left it. Members, parts, cells and triangles that the shape still overlaps do not block it. All others block it.
--
-- **Walking** needs `up`. The guide [Walking](../guides/walking.md) shows each kind of shape with pictures. Ground is
-- walkable up to a slope of `max_slope`, and 1e-9 more. On walkable ground the part of the displacement across `up` is
-- kept: after n moves by `d` the shape is `n * d` farther, uphill, downhill and aslant, unless something blocks it.
-- This holds for a shape that had ground at the call, or landed in the move, and does not rise. With `slope = "along"`
-- the shape goes as far along the slope as it would go on level ground. Downward motion ends on walkable ground.
-- Steeper ground is a wall for the level part, and the shape slides down on it.
--
-- The shape climbs a step up to the height `step` if it stands on the ground and does not rise. Several stairs may be
-- climbed in one move. The height is measured from the lowest point of the shape, and is the same for every kind. So a
-- round shape climbs as a flat one does, and also rolls over edges up to `radius * (1 - cos(max_slope))`. There must be
-- room for the shape above the step, and its sole must end on a walkable face. The sole is the extent across `up` at
-- the lowest point: a disc for balls, and for upright capsules, cylinders and cones, else a rectangle along the shape.
-- Downward motion ends on a step. If the side of the step is steep, but not upright, the face must begin within a tenth
-- of the shape's width; otherwise the side is a wall.
--
-- A round shape stands at the edge of a level face as long as its sole touches that face: on stairs, ledges and dips it
-- stands as a flat shape would. `ground.point` is then the nearest point of the edge, and `contact` may find nothing. A
-- shape whose lowest point is below such an edge when it lands there is not lifted. Edges of faces that are not level
-- do not hold a shape: it rolls over them, or slides off. A fence without a walkable top is a wall. A shape that cannot
-- fall has ground if it lies between two edges of level faces, or between such an edge and a wall.
--
-- With `snap` a shape that does not rise snaps to walkable ground at most that far below. So it walks down slopes and
-- stairs without falling. A rise of less than 2^-40 of the displacement counts as level. For descending slopes, `snap`
-- must be at least the descent of one displacement on the steepest slope.
--
-- **One-way shapes** have `one_way = n`; a grid has `one_way = { [value] = n }`. A face blocks if `normal . n > 0`, the
-- displacement leads into it, and the shape did not overlap the one-way shape at the call by more than rounding. Edges,
-- corners and round shapes block only if `displacement . n < 0`, too. So n = up serves for level floors and for slopes
-- (in LÖVE, where y points down, `{ 0, -1 }`). If a shape overlapped one piece of a floor, adjacent pieces with the
-- same n do not block it, either. The pieces may be cells of a grid, parts of a group, triangles of a mesh or members
-- of the target.
--
-- **A group** moves as one shape: an obstacle of any part blocks all parts, and an overlap of any part is an overlap of
-- the group. `mover_part` of a hit is the number of the part. A mesh, or a group with a mesh, cannot move, because parallel
-- surfaces never penetrate each other: move `collide.hull(mesh:points())`, or a group of hulls.
--
-- **In numbers** the answer is `x, y, count`: the position and the number of hits. With `up` the normal of the ground,
-- `gx, gy`, follows; in the air it is 0, 0. If the shape bounced, `direction` follows: `dx, dy`. In space they are `x, y,
-- z, count`, `gx, gy, gz` and `dx, dy, dz`.

---@class collide
local collide = {}

---@class collide.Shape
local Shape = {}

---@class collide.Grid
local Grid = {}

---@class collide.Mesh
local Mesh = {}

---The response to an obstacle. "slide" continues along the obstacle, and between two obstacles along both; in space a
---corner of three obstacles ends the move. "stop" ends the move. "bounce" reflects the rest of the displacement. "pass"
---continues as if the obstacle did not exist, and may end in it. A function is also called for probes, when `move`
---searches for ground. Probes are no hits, so count the hits that `move` returns, not the calls.
---@alias collide.Response "slide"|"stop"|"bounce"|"pass"

---An obstacle of a move.
---@class collide.MoveHit: collide.SweepHit
---@field t number from 0 to 1, within the leg: the straight part of the move that ends at this obstacle. 0 for an obstacle that the shape touched before the leg. In space `t` may be too small, by at most 2^-18 of its value, if the shape meets a face at a flat angle, or if the obstacle is nearer than the rounding error
---@field position collide.Vector of the shape at the hit
---@field response? collide.Response the response; not in `ground`, nor in the argument of `respond`

---The result of a move, in tables. It prints as `moved position=(5, 1) hits=2 ground`.
---@class collide.Moved
---@field position collide.Vector the new position of the shape
---@field displacement collide.Vector the total displacement
---@field remainder collide.Vector the rest of the displacement at the end: zero if all of it was used, or lost in slides
---@field direction? collide.Vector after a bounce: the whole displacement, reflected at each bounce, for the next move. Slides do not change it
---@field hits collide.MoveHit[] the obstacles, in the order of contact
---@field ground? collide.MoveHit with `up`: the walkable ground on which the shape stands
---@field inside boolean whether it still overlaps an obstacle
---@field exhausted? boolean true if the move ended early, because it would have taken too long: in a crowd of shapes that hold it on all sides; `remainder` is the rest

---The options of `move`.
---@class collide.MoveOptions: collide.Selection
---@field respond? collide.Response|table<string, collide.Response>|fun(hit: collide.MoveHit): collide.Response the response: "slide" by default. A table gives the response by layer: that of the obstacle's first layer that the table names, else "slide"; a layer that no object ever had is an error. A function is called for each hit, for each initial overlap, and for probes, possibly more than once. If the function raises an error, nothing moves. The function must not move the shape
---@field bounciness? number|table<string, number> how much of the speed towards an obstacle a bounce returns, from 0 to 1: 1 by default. A table gives the bounciness by layer, as for `respond`, else 1. With 0 the shape slides
---@field iterations? integer how many obstacles may change the direction of the shape, 16 by default; the next one ends the move
---@field up? collide.VectorLike the shape walks; of any length above 0
---@field max_slope? number radians, a quarter of pi by default, at most half of pi: the steepest walkable ground
---@field slope? "level"|"along" what a slope keeps of the displacement: its level part, by default, or its length
---@field step? number the largest height of a step that the shape climbs, 0 by default
---@field snap? number the distance over which the shape snaps down to walkable ground, 0 by default; snap applies if `displacement . up <= 0`

---Moves a shape by a displacement, slides along obstacles, and sets the shape's position.
---
---Errors: a mesh, a group with a mesh, or a table that describes the moving shape; a target of other dimensions; a
---displacement that takes a coordinate of the shape beyond 1e300, or a bounce that takes a vector of the result beyond
---1e300 (a move ends before a leg that would leave this range); `max_slope`, `slope`, `step` or `snap` without `up`;
---`bounciness` without a bounce; a filter that changes the target; a `respond` that returns none of the four words;
---unknown options. An error moves nothing.
---
---Source: each leg is a `shapecast` with `touching="skip"`. A contact is no obstacle if one of its separating normals
---permits the leg, because that normal separates the two all the way (Gregorius, "The Separating Axis Test", GDC 2013). A
---plane solver takes the displacement that is nearest to the desired one and that all contacts permit. Its candidates are
---the projections onto a plane, and in space onto the line of two planes (Quake's `SV_FlyMove` collects the same planes
---and creases).
---
---```lua
---local floor = collide.rect { min = { 0, -1 }, max = { 10, 0 } }
---local wall = collide.rect { min = { 8, 0 }, max = { 9, 6 } }
---local crate = collide.rect { half = { 1, 1 }, position = { 2, 5 } }
---local moved = collide.move({ floor, wall }, crate, { 3, -8 })
---print(moved.position, moved.hits[1].normal) --> (5, 1)	(0, 1)
---print(collide.move({ floor, wall }, crate, 9, -1)) --> 7	1	2
---local bounced = collide.move(wall, crate:set_position(6, 3), { 4, 2 }, { respond = "bounce", bounciness = 0.5 })
---print(bounced.position, bounced.direction) --> (5.5, 5)	(-2, 2)
---
---local player = collide.capsule { radius = 0.5, half_height = 0.5, position = { 2, 3 } }
---local walked = collide.move({ floor, wall }, player, { 1, -9 }, { up = { 0, 1 }, step = 0.3 })
---print(walked.position, walked.ground.normal) --> (3, 1)	(0, 1)
---
---local cart = collide.group { collide.rect { half = { 2, 0.5 } }, collide.circle { radius = 1, position = { 2, 1 } }, position = { 3, 3 } }
---print(collide.move(wall, cart, { 9, 0 }).hits[1].mover_part) --> 2
---
---local stairs = { collide.box { min = { -9, -9, -1 }, max = { 9, 9, 0 } }, collide.box { min = { 2, -9, 0 }, max = { 9, 9, 0.25 } } }
---local climber = collide.box { half = { 0.5, 0.5, 1 }, position = { 0, 0, 1 } }
---print(collide.move(stairs, climber, { 3, 1, 0 }, { up = { 0, 0, 1 }, step = 0.3 }).position) --> (3, 1, 1.25)
---```
---@param target collide.Target the obstacles; the shape itself may be one of its members
---@param shape collide.Shape|collide.ShapeGroup the moving shape
---@param displacement collide.VectorLike the desired displacement; may be zero
---@param options? collide.MoveOptions
---@return collide.Moved moved the new position and the hits
---@overload fun(target: collide.Target, shape: collide.Shape|collide.ShapeGroup, dx: number, dy: number, options?: collide.MoveOptions): x: number, y: number, count: integer, gx_or_dx: number?, gy_or_dy: number?, dx: number?, dy: number?
---@overload fun(target: collide.Target, shape: collide.Shape|collide.ShapeGroup, dx: number, dy: number, dz: number, options?: collide.MoveOptions): x: number, y: number, z: number, count: integer, gx_or_dx: number?, gy_or_dy: number?, gz_or_dz: number?, dx: number?, dy: number?, dz: number?
function collide.move(target, shape, displacement, options) end

---The options of `push_out`.
---@class collide.PushOptions: collide.Selection
---@field respond? collide.Response|table<string, collide.Response>|fun(hit: collide.MoveHit): collide.Response as for `move`, but only "pass" counts: a member with this response pushes nothing out

---Moves a shape out of its overlaps, and sets its position. Touching is allowed. The shape passes through nothing and
---ends in nothing that it did not overlap before. If the search finds no free position, `inside` is true, and the shape
---ends at the least penetration depth.
---
---The push of the deepest contact is tried first. Then a search combines faces of the shape and of the obstacles, and
---tries at most 32 positions, the nearest first. The search finds the nearest free position beyond such faces if that
---position is at most half the least width of the shape away. It finds most positions that are farther away, but not
---all.
---
---Errors: as `move`.
---
---Source: branch and bound. Each face limits positions to a half-plane, in space a half-space. The nearest position in
---all chosen half-planes is tried first.
---
---```lua
---local floor = collide.rect { min = { 0, -1 }, max = { 10, 0 } }
---local wall = collide.rect { min = { 8, 0 }, max = { 9, 6 } }
---local crate = collide.rect { half = { 1, 1 }, position = { 7.25, 0.5 } }
---print(collide.push_out({ floor, wall }, crate).position) --> (7, 1)
---print(collide.push_out({ floor, wall }, crate, "numbers")) --> 7	1	0
---
---local pond = collide.rect { min = { 0, 0 }, max = { 10, 5 }, layer = "water" }
---print(collide.push_out({ floor, pond }, crate:set_position(3, 0.5), { respond = { water = "pass" } }).position) --> (3, 1)
---```
---@param target collide.Target the obstacles; the shape itself may be one of its members
---@param shape collide.Shape|collide.ShapeGroup the moving shape
---@param options? collide.PushOptions
---@return collide.Moved moved the new position; its hits are the members with the response "pass"
---@overload fun(target: collide.Target, shape: collide.Shape|collide.ShapeGroup, options: collide.PushOptions|nil, form: "numbers"): x: number, y: number, count: integer
---@overload fun(target: collide.Target, shape: collide.Shape|collide.ShapeGroup, form: "numbers"): x: number, y: number, count: integer
function collide.push_out(target, shape, options) end

---Whether a shape fits where it is, or would fit with other sizes: true if it penetrates no obstacle by more than twice
---the clearance that moves keep. In the plane, where moves keep none, the limit is 2^-47 of the largest coordinate. A
---crouching character calls `fits` before it stands up. Touching is allowed, as in a move. The shape itself, one-way
---shapes and members with the response "pass" are not obstacles. Nothing changes.
---
---Miss: false.
---
---Errors: as `push_out`, and as `shape:resize` for the sizes. A group takes no sizes.
---
---```lua
---local floor = collide.rect { min = { -9, -1 }, max = { 9, 0 } }
---local shelf = collide.rect { min = { 2, 1.5 }, max = { 9, 2 } }
---local level = collide.world { floor, shelf }
---local hero = collide.capsule { radius = 0.5, half_height = 0.25, position = { 0, 0.75 } }
---local standing = { half_height = 0.5, anchor = { 0, -1 } }
---print(level:fits(hero, standing), level:fits(hero:set_position(4, 0.75), standing)) --> true	false
---print(level:fits(hero, standing, { ignore = shelf }), level:fits(hero)) --> true	true
---```
---@param target collide.Target the obstacles; the shape itself may be one of its members
---@param shape collide.Shape|collide.ShapeGroup
---@param sizes? collide.Sizes the sizes and the anchor as for `shape:resize`; nil for the present sizes
---@param options? collide.PushOptions
---@return boolean fits true if there is room
function collide.fits(target, shape, sizes, options) end

---The options of `separate`.
---@class collide.SeparateOptions
---@field only collide.Choice the layer or the members that are pushed apart: the crowd
---@field ignore? collide.Choice members that are no obstacles
---@field iterations? integer how often all pairs are pushed, 8 by default, at most 1000

---Pushes the members of a crowd apart, such as units that overlap, and none of them into an obstacle. Obstacles are all
---members of the world that are not in the crowd; obstacles never move. The pairs of the crowd that penetrate are
---separated in the order of `pairs`: the first member moves by half of the distance, and the second member by the rest.
---So if an obstacle blocks the first, the second moves farther. Both move as by `move`, and slide along obstacles. A
---pair ends a 256th of its width apart. A pair that penetrates again in a later iteration moves 2.25 times as far.
---Planes, grids, meshes and groups with a mesh in the crowd do not move.
---
---A dense crowd needs many iterations. A game calls it once a frame: then the crowd relaxes over some frames. Circles,
---rects and capsules come apart within 100 calls, if no obstacle is near and there are at most 60 of them. Among
---obstacles the count never grows from call to call: a call that would leave more pairs than before takes its last
---moves back. There is no guarantee that the count reaches 0 among obstacles, even if there is room for all members.
---Members may change their order and their places in the crowd.
---
---Calls reuse memory and make no garbage. Exceptions are the first calls, crowds that have grown, and more than 256
---obstacles near one member.
---
---Errors: no `only`; as `world:pairs`. If memory runs out, the members that were pushed before keep their new
---positions.
---
---Source: Gauss and Seidel's iteration, as in position based dynamics (Müller and others 2007).
---
---```lua
---local level = collide.world { collide.rect { min = { -1, -9 }, max = { 0, 9 } } }
---local a = collide.circle { radius = 1, position = { 1, 0 }, layer = "units" }
---local b = collide.circle { radius = 1, position = { 2, 0 }, layer = "units" }
---level:add(a, b)
---print(level:separate { only = "units" }) --> 0
---print(a:overlap(b), a:get_position().x < 1.001, b:get_position().x > 3) --> false	true	true
---```
---@param world collide.World
---@param options collide.SeparateOptions
---@return integer count the pairs of the crowd that still penetrate: 0 if all are apart
function collide.separate(world, options) end

Shape.move = collide.move
Shape.push_out = collide.push_out
Shape.fits = collide.fits
Grid.move = collide.move
Grid.push_out = collide.push_out
Grid.fits = collide.fits
Mesh.move = collide.move
Mesh.push_out = collide.push_out
Mesh.fits = collide.fits
