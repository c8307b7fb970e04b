---@meta _
-- SPDX-License-Identifier: MIT
-- luacheck: no max line length (LuaLS reads an annotation from one line)
--
-- # Shapes
--
-- Shapes are convex. Their sizes are checked once and fixed; their poses can change. If a constructor makes 2D and 3D
-- shapes, the length of its vectors decides. Every function that takes a shape also takes a table that describes one,
-- with the constructor's name in `shape`: `{shape="sphere", radius=1}`. The functions whose first argument is a shape
-- are also methods of shapes: `collide.bounds(ball)` is `ball:bounds()`.

---@class collide
local collide = {}

---A shape, or the table that describes one, with its name under `shape`:
---`{shape="sphere", radius=1}`.
---@alias collide.ShapeLike collide.Shape|collide.Description

---The pose of a shape in the world: a scale, then a rotation, then a translation; or one matrix. The pose is combined
---into doubles once, when it is set, and every yes or no is exact for these doubles. In 3D the position is not rounded;
---in 2D each corner and centre is rounded to doubles in the world.
---@class collide.Pose
---@field position? collide.VectorLike the origin if there is none
---@field rotation? number|collide.VectorLike 2D: radians, from x to y; 3D: a quaternion `{x, y, z, w}` of any length but 0
---@field degrees? number in 2D instead of `rotation`: degrees, from x to y, as for `set_rotation_degrees`
---@field scale? number|collide.VectorLike not 0 on any axis; below 0 it mirrors; for a rounded box or hull of 3D one number
---@field transform? number[]|collide.Transform any invertible affine matrix, shear included: 16 numbers, column by column, translation at 13, 14, 15, last row 0 0 0 1. Or a LÖVE Transform object (not the numbers of its getMatrix, which go row by row). In 2D the matrix must not change z
---@field hollow? boolean the shape is a shell in raycasts and segmentcasts; no effect elsewhere
---@field layer? string|string[] a name for the options `ignore` and `only`, or an array of names, as for `set_layer`; at most 64 different names in all
---@field one_way? collide.VectorLike in `move` and `push_out` the shape blocks only from this side: see `set_one_way`
---@field data? any any value of yours: the field `data` of the new shape
---@field shape? string the constructor's own name, so that a description may be passed

---An object whose method `getMatrix` returns 16 numbers, row by row, such as a Transform of LÖVE.
---@class collide.Transform
---@field getMatrix fun(self: collide.Transform): number, number, number, number, number, number, number, number, number, number, number, number, number, number, number, number

---A table from which an equal shape can be made: the fields of its constructor, and the constructor's name in `shape`.
---Such a table has string keys and arrays only, so it can be stored as JSON.
---@class collide.Description: collide.Pose
---@field shape "sphere"|"box"|"cylinder"|"cone"|"capsule"|"plane"|"triangle"|"segment"|"circle"|"rect"|"polygon"|"hull" the constructor
---@field [string] any the sizes, as the constructor takes them
---@field [integer] collide.VectorLike|number the points of a triangle, segment, polygon or hull, unless they are under `points`

---The sizes of a sphere, and its pose.
---@class collide.SphereFields: collide.Pose
---@field radius number 0 is a point

---A ball around the origin of its frame. With a scale that differs by axis it is an ellipsoid.
---
---Errors: `radius` missing, negative or not finite; see `collide.Pose`.
---
---```lua
---local ball = collide.sphere { radius = 1, position = { 0, 0, 5 } }
---print(ball) --> sphere radius=1 position=(0, 0, 5)
---print(ball:raycast({ 0, 0, 0 }, { 0, 0, 1 })) --> hit t=4 point=(0, 0, 4) normal=(0, 0, -1)
---```
---@param fields collide.SphereFields|collide.Description
---@return collide.Sphere sphere of 3D
function collide.sphere(fields) end

---The sizes of a box, and its pose.
---@class collide.BoxFields: collide.Pose
---@field half? collide.VectorLike half of each side; this or `size`, or `min` and `max`
---@field size? collide.VectorLike each side
---@field min? collide.VectorLike the corner with the least coordinates, in its own frame
---@field max? collide.VectorLike the other corner
---@field radius? number rounds the box; 0 by default

---A box around the origin of its frame, or between two corners in its frame. It may be flat.
---
---With `radius` the box is rounded: it consists of all points within that distance of the box, so it reaches farther
---than its sides by the radius. The box may be flat, thin or a point. All queries accept rounded boxes and hulls, and
---are exact for them. Hits have no `face`; `points` returns the corners before the rounding. The scale multiplies the
---radius and must be one number, and a `transform` must scale evenly. For other proportions, make a rounded box with
---other sides. `voxelize`, meshes and cells of grids do not accept rounded shapes.
---
---Errors: none or two of `half`, `size` and `min, max`; a negative side or radius; `min` above `max`; with a radius, a
---scale that differs by axis.
---
---```lua
---print(collide.box { half = { 1, 2, 3 } }) --> box half=(1, 2, 3)
---
---local brick = collide.box { min = { 0, 0, 0 }, max = { 4, 2, 1 } }
---print(brick:raycast({ 2, 9, 0.5 }, { 0, -1, 0 }).face) --> +y
---
---local pillow = collide.box { half = { 1, 1, 1 }, radius = 0.5 }
---print(pillow:raycast({ 1.3, 1, -9 }, { 0, 0, 1 })) --> hit t=7.6 point=(1.3, 1, -1.4) normal=(0.6, 0, -0.8)
---```
---@param fields collide.BoxFields|collide.Description
---@return collide.Box box of 3D
function collide.box(fields) end

---The sizes of a cylinder, and its pose.
---@class collide.CylinderFields: collide.Pose
---@field radius number 0 is a line
---@field half_height number from the middle to either end; 0 is a disc

---A cylinder along y around the origin of its frame. Radius or height may be 0.
---
---Errors: a size missing, negative or not finite.
---
---```lua
---local tower = collide.cylinder { radius = 1, half_height = 2 }
---print(tower:raycast({ 0.5, 9, 0 }, { 0, -1, 0 })) --> hit t=7 point=(0.5, 2, 0) normal=(0, 1, 0) face=top
---```
---@param fields collide.CylinderFields|collide.Description
---@return collide.Cylinder cylinder of 3D
function collide.cylinder(fields) end

---The sizes of a cone, and its pose.
---@class collide.ConeFields: collide.Pose
---@field radius number of the base; above 0
---@field height number from base to apex; above 0

---A cone with its apex at the origin of its frame and its base at y = -height.
---
---Errors: a size missing, not above 0 or not finite.
---
---```lua
---local roof = collide.cone { radius = 3, height = 4, position = { 0, 4, 0 } }
---print(roof:raycast({ -9, 2, 0 }, { 1, 0, 0 })) --> hit t=7.5 point=(-1.5, 2, 0) normal=(-0.8, 0.6, 0) face=side
---```
---@param fields collide.ConeFields|collide.Description
---@return collide.Cone cone of 3D
function collide.cone(fields) end

---The sizes of a capsule, and its pose.
---@class collide.CapsuleFields: collide.Pose
---@field radius number 0 is a line
---@field half_height? number of the line along y through the origin; this, or `a` and `b`
---@field dimensions? 2|3 with `half_height`: 2 makes a capsule of the plane
---@field a? collide.VectorLike one end of the line
---@field b? collide.VectorLike the other end

---All points within `radius` of a segment. If the segment has no length, the capsule is a sphere or circle. The number
---of components of `a` and `b` decides whether it is 2D or 3D. With `half_height` the first of these fields decides:
---`dimensions`, `position`, `rotation` (a number means 2D), a `scale` of 2 or 3 numbers. Without these fields the
---capsule is 3D. So the description of a 2D capsule always has a position. A 2D capsule that is made with an uneven
---scale becomes a polygon: see `circle`.
---
---Errors: both or neither of `half_height` and `a, b`; a negative size; vectors of 2D and 3D together; `dimensions` that
---contradict the vectors.
---
---```lua
---local stick = collide.capsule { a = { 0, 0 }, b = { 4, 0 }, radius = 1 }
---print(stick:contains(4.5, 0.5), stick:contains(5, 1)) --> true	false
---
---local player = collide.capsule { radius = 0.5, half_height = 1 }
---print(player:bounds()) --> (-0.5, -1.5, -0.5)	(0.5, 1.5, 0.5)
---print(collide.capsule { dimensions = 2, radius = 0.5, half_height = 1 }:bounds()) --> (-0.5, -1.5)	(0.5, 1.5)
---```
---@param fields collide.CapsuleFields|collide.Description
---@return collide.Capsule capsule of 2D or 3D
function collide.capsule(fields) end

---The sizes of a half-space, and its pose.
---@class collide.PlaneFields: collide.Pose
---@field normal collide.VectorLike of any length but 0
---@field distance number the value of `normal . p` on the surface

---The half-space, or in 2D half-plane, `normal . p <= distance`, the normal as given.
---
---Errors: a zero normal; `distance` missing or not finite.
---
---```lua
---local floor = collide.plane { normal = { 0, 1, 0 }, distance = 0 }
---print(floor:raycast({ 0, 5, 0 }, { 3, -1, 0 })) --> hit t=5 point=(15, 0, 0) normal=(0, 1, 0)
---```
---@param fields collide.PlaneFields|collide.Description
---@return collide.Plane half_space of 2D or 3D
function collide.plane(fields) end

---The corners of a triangle, and its pose.
---@class collide.TriangleFields: collide.Pose
---@field points? collide.VectorLike[]|number[] the three corners, unless they are elements of the table itself
---@field [integer] collide.VectorLike|number a corner; in 2D two numbers may be a corner
---@field radius? number rounds the triangle, as `radius` rounds a rect; 2D only

---A triangle in 2D or 3D, `{a, b, c}` or `{points={a, b, c}}`, in 2D also flat: `{ax, ay, bx, by, cx, cy}`. The points
---may lie on one line or coincide. Two triangles that share corners leave no gap between them.
---
---Errors: fewer or more than three points; points given twice, as elements and as `points`; points of 2D and 3D
---together; a negative radius; a radius in 3D: for a rounded triangle, make a hull of these points and one point
---outside of their plane.
---
---```lua
---local sail = collide.triangle { { 0, 0, 0 }, { 2, 0, 0 }, { 0, 4, 0 } }
---local hit = sail:raycast({ 0.5, 1, 5 }, { 0, 0, -1 })
---print(hit.t, hit.u, hit.v, hit.face) --> 5	0.25	0.25	front
---```
---@param fields collide.TriangleFields|collide.Description
---@return collide.Triangle triangle of 2D or 3D
function collide.triangle(fields) end

---The ends of a segment, and its pose.
---@class collide.SegmentFields: collide.Pose
---@field points? collide.VectorLike[]|number[] the two ends, unless they are elements of the table itself
---@field [integer] collide.VectorLike|number an end; in 2D two numbers may be an end
---@field radius? number above 0 it makes a capsule

---A segment in 2D or 3D, `{a, b}` or `{points={a, b}}`, in 2D also flat: `{ax, ay, bx, by}`. If both ends are equal, it
---is a point. With a radius above 0 it is a capsule.
---
---Errors: a negative radius; fewer or more than two points; points given twice, as elements and as `points`; points of
---2D and 3D together.
---
---```lua
---local fence = collide.segment { { 0, 0 }, { 8, 6 } }
---print(fence:distance({ 0, 5 })) --> 4	(2.4, 1.8)	(0, 5)
---```
---@param fields collide.SegmentFields|collide.Description
---@return collide.Segment|collide.Capsule segment of 2D or 3D
function collide.segment(fields) end

---The size of a circle, and its pose.
---@class collide.CircleFields: collide.Pose
---@field radius number 0 is a point
---@field x? number with `y`, in place of `position`: the centre
---@field y? number see `x`

---A disc around the origin of its frame.
---
---A circle that is made with an uneven scale, or with a transform that scales unevenly, becomes an `ellipse` and
---remains one in later poses. A 2D capsule or a rounded shape becomes a polygon, to the same tolerance. If the radius
---of such a shape is so small that rounding leaves no area, the shape becomes the segment between the points of its
---core. An existing circle, 2D capsule or rounded shape has no room for the corners, so `set_scale` and `set_transform`
---raise an error for an uneven scale. Make the shape with that scale, or make an `ellipse`.
---
---Errors: `radius` missing, negative or not finite.
---
---```lua
---local disc = collide.circle { radius = 5, position = { 3, 4 } }
---print(disc:contains(0, 0)) --> true
---print(collide.circle { radius = 1, scale = { 2, 1 } }) --> ellipse radii=(1, 1) scale=(2, 1)
---```
---@param fields collide.CircleFields|collide.Description
---@return collide.Circle circle of 2D
function collide.circle(fields) end

---The radii of an ellipse, and its pose.
---@class collide.EllipseFields: collide.Pose
---@field radii collide.VectorLike along its own x and y, each above 0

---An ellipse around the origin of its frame, as a convex polygon of 64 corners. The borders of the polygon and of the
---ellipse are nowhere farther apart than 0.00063 times the greater radius; an uneven scale keeps this ratio. Queries
---are exact for the polygon, and take as long as those of any polygon of 64 corners. Hits have an `edge`, and `points`
---returns the corners. A corner lies on each axis, so without a rotation the bounds are exact.
---
---Errors: a radius that is missing, not above 0 or not finite.
---
---```lua
---local lake = collide.ellipse { radii = { 40, 20 }, position = { 100, 0 }, rotation = 0.3 }
---print(lake, lake:contains(100, 0), #lake:points()) --> ellipse radii=(40, 20) position=(100, 0) rotation=0.3	true	64
---```
---@param fields collide.EllipseFields|collide.Description
---@return collide.Polygon ellipse of 2D
function collide.ellipse(fields) end

---The sizes of a rect, and its pose.
---@class collide.RectFields: collide.Pose
---@field half? collide.VectorLike half of each side; this or `size`, or `min` and `max`, or `width` and `height`
---@field size? collide.VectorLike each side
---@field min? collide.VectorLike the corner with the least coordinates, in its own frame
---@field max? collide.VectorLike the other corner
---@field width? number of a rect whose least corner is the origin of its frame
---@field height? number of a rect whose least corner is the origin of its frame
---@field x? number with `y`, `width` and `height`, in place of `position`: the least corner
---@field y? number see `x`
---@field radius? number rounds the rect; 0 by default

---A rectangle around the origin of its frame, or between two corners, or as `love.graphics.rectangle` draws it: `{x=,
---y=, width=, height=}`. It may be flat. A rotated rect is the convex hull of its corners, which are rounded to
---doubles.
---
---With `radius` the rect is rounded: it consists of all points within that distance of the rect, so it reaches farther
---than its sides by the radius. A radius rounds polygons, 2D triangles and 2D hulls in the same way. Every query is exact
---for rounded shapes. Hits have no `face` or `edge`; `points` are the corners before the rounding. The scale multiplies
---the radius; for an uneven scale see `circle`. Cells of grids do not accept rounded shapes.
---
---Errors: none or two of `half`, `size`, `min, max` and `width, height`; a negative side or radius; `min` above `max`;
---`x` and `y` without `width` and `height`, or beside `position`.
---
---```lua
---local door = collide.rect { size = { 2, 4 }, position = { 10, 2 } }
---print(door:raycast({ 0, 1 }, { 1, 0 })) --> hit t=9 point=(9, 1) normal=(-1, 0) face=-x
---
---local button = collide.rect { x = 10, y = 20, width = 80, height = 24 }
---print(button:contains(10, 44), button:get_position()) --> true	(10, 20)
---
---local pillow = collide.rect { half = { 1, 1 }, radius = 5 }
---print(pillow:raycast({ 4, 9 }, { 0, -1 })) --> hit t=4 point=(4, 5) normal=(0.6, 0.8)
---```
---@param fields collide.RectFields|collide.Description
---@return collide.Rect rect of 2D
function collide.rect(fields) end

---The corners of a polygon, and its pose.
---@class collide.PolygonFields: collide.Pose
---@field points? collide.VectorLike[]|number[] three or more corners, unless they are elements of the table itself
---@field [integer] collide.VectorLike|number a corner; of numbers two are a corner
---@field radius? number rounds the polygon, as `radius` rounds a rect
---@field tolerance? number drops points that are concave by at most this distance; 0 if it is not given

---A convex polygon, `{a, b, c, ...}` or `{points={a, b, c, ...}}`, or flat as LÖVE has it, `{ax, ay, bx, by, cx, cy,
---...}`; either winding. Edge k goes from point k to the next point. Points may lie in line with their neighbours. A
---polygon with a pose is the convex hull of its corners, which are rounded to doubles. A radius rounds the polygon, as
---it rounds a rect.
---
---With a `tolerance`, points that are concave by at most this distance, for example by rounding, are dropped. This is
---the distance of a point inside the convex hull from the edge that replaces it, up to rounding. Edges are numbered by
---the points that stay.
---
---Errors, which name the point: a concave corner; two equal points in a row; an outline that turns around twice; no
---area; fewer than three points; points given twice.
---
---```lua
---local house = collide.polygon { { 0, 0 }, { 4, 0 }, { 4, 3 }, { 2, 5 }, { 0, 3 } }
---print(house:raycast({ 3, 9 }, { 0, -1 }).face) --> 3
---print(collide.polygon { 0, 0, 4, 0, 4, 3 }) --> polygon points=((0, 0), (4, 0), (4, 3))
---```
---@param fields collide.PolygonFields|collide.Description
---@return collide.Polygon polygon of 2D
function collide.polygon(fields) end

---The options of `decompose`.
---@class collide.DecomposeOptions
---@field tolerance? number leaves out points within this distance of the edges that replace them, and moves corners that cross an edge by at most this distance onto it; 0 if it is not given

---Cuts an outline with holes into convex polygons whose corners are points of the outline and the holes. Together the
---polygons cover exactly the inside of the outline without the holes, and two of them share at most parts of their
---edges. The outline and each hole may have either winding, may end with its first point, and may repeat points in a
---row. Points may lie in line with their neighbours; the corners of the polygons do not.
---
---No edge may cross another, but edges may touch: at points, at points on edges, and along edges. An edge that is
---traversed once in each direction vanishes. So a hole can also be a part of the outline: a bridge leads to the hole, the
---points go around it in the other direction than the outline, and the same bridge leads back.
---
---For up to 256 points without holes, the number of polygons is the least that is possible without new points; holes
---may add a few. For more points it is usually a little above the least, and at most four times as large. The polygons
---have the winding of the outline. They are sorted by their first corner, then by their second, in the order of the
---points. Every platform gives the same polygons.
---
---With a `tolerance`, points are left out first (Douglas and Peucker), for example at the steps of an outline that was
---traced from pixels. Each point that is left out is within this distance, up to rounding, of the edge that replaces
---it. Points are kept where edges would cross otherwise. A second argument with a field `tolerance` is the options, not
---holes.
---
---If edges still cross, a corner that lies beyond another edge by at most the `tolerance` moves onto that edge, up to
---rounding, or onto its end. No corner moves farther than the `tolerance` from where it was given. If moves do not
---help, the error names edges that cross in the given outline. An outline without crossings keeps its corners.
---
---The second result has a row for each polygon, with an entry for each of its edges: the number of the polygon on the
---other side, or 0 for the outside. Edge k goes from corner k to the next one. Where several polygons share parts of
---the edge, the entry is an array of their numbers, in the direction of the edge. So a row has as many entries as the
---polygon has corners, and neighbours name each other. `group(decompose(...))` and `world(decompose(...))` use the
---polygons and ignore the second result.
---
---At a common border, the edges of two neighbours lie on one line, in opposite directions. They may share only a part.
---Sort their four ends along the line: the common part goes from the second to the third.
---
---Errors, which name two edges by the numbers of the points at which they begin: two edges that cross; edges that cross
---at a point, lie along each other in the same direction, or enclose an area twice. Further errors: a hole that is not
---inside the outline, two holes that overlap, no area; fewer than three points, or more than 262,144 together; holes that
---are not in an array of their own.
---
---```lua
---local pieces, neighbours = collide.decompose { 0, 0, 4, 0, 4, 1, 1, 1, 1, 3, 0, 3 } -- an L
---print(#pieces) --> 2
---print(pieces[1]) --> polygon points=((0, 0), (4, 0), (4, 1), (1, 1))
---print(table.concat(neighbours[1], " ")) --> 0 0 0 2
---local frame = collide.decompose({ 0, 0, 9, 0, 9, 9, 0, 9 }, { { 3, 3, 6, 3, 6, 6, 3, 6 } })
---print(#frame) --> 4
---```
---@param points collide.VectorLike[]|number[] three or more points, nested or flat: `{x1, y1, x2, y2, ...}`
---@param holes? (collide.VectorLike[]|number[])[]|collide.DecomposeOptions an array of outlines; or the options
---@param options? collide.DecomposeOptions the third argument, after holes or nil
---@return collide.Polygon[] polygons
---@return (integer|integer[])[][] neighbours by polygon and edge
function collide.decompose(points, holes, options) end

---Options of `from_tiled_objects`.
---@class collide.ObjectsOptions
---@field ellipse? integer the number of corners of the polygon for an ellipse, from 3 to 1,024; default 32
---@field skip? boolean leave out objects that cannot be read, and return a second array that names them
---@field templates? table<string, table> the decoded templates (`.tj`) of a map in JSON, by the names that the map has for them, such as `{ ["crate.tj"] = decoded }`

---An object that was left out.
---@class collide.SkippedObject
---@field object any the object
---@field index integer its place in the layer
---@field reason string why: the object and its error, as `"objects[3] ('crate', id 12): ..."`

---The shapes of an object layer of a map of Tiled, in the order of its objects. The map is a table that Tiled exported
---to Lua, or decoded JSON (`.tmj`). Lengths are pixels, y points down, and the offsets of the layer and of the groups
---that contain it are added. The `data` of each shape is the object, with its `name`, `type` and `properties`.
---
---- A rectangle becomes a rect, a capsule a capsule, a point a circle of radius 0.
---- An ellipse becomes a circle if it is as wide as high, otherwise a polygon. The position of both is the centre.
---- A polygon becomes the polygons of `decompose`, a polyline a segment for each edge. Text is skipped.
---- A tile becomes the shapes of its collision editor, or a rect if it has none. They are scaled, flipped and rotated as
---  Tiled draws the tile, about its anchor: `objectalignment` of the tileset. The tileset's drawing offset and
---  `fillmode` are applied.
---
---The corners of an ellipse's polygon are points of the ellipse at equal steps of its parameter. The polygon lies
---inside the ellipse, at most `(1 - cos(pi / corners))` of the longer radius from it: 0.5% with 32 corners. Points and
---text among the shapes of a tile add nothing. If a tile is not scaled evenly, its circles and capsules become polygons.
---
---Objects of isometric maps are converted to the plane of the screen, where Tiled draws them: rectangles, ellipses and
---capsules become polygons, tiles stand upright. An ellipse fills its rectangle, even where Tiled draws it elsewhere: in
---maps whose tiles are not twice as wide as high. Staggered and hexagonal maps are read like orthogonal ones; in
---hexagonal maps the flags of a tile turn it by 60 and 120 degrees.
---
---In JSON, an object that is an instance of a template has the template's name, and only the fields that differ. Pass
---the template in `templates`. The `data` of the shape is then a new table, with the fields and properties of both. A
---template that is a tile names the file of its tileset. The map must have a tileset with that file or name. If it does
---not, put the decoded tileset into the template's field `tileset`. Exports to Lua have all fields.
---
---Errors, which name the object: a polygon that `decompose` refuses; a tile of a tileset that is in a file of its own; a
---template that is not given. With `skip=true` such objects are left out, and a second array lists them. Errors of metamethods, and errors for lack
---of memory, are raised nevertheless. Other errors: no such layer, or a layer without objects; a map of another
---orientation.
---
---```lua
---local map = dofile("spec/maps/hills.lua")
---local lift = collide.from_tiled_objects(map, "things")[2]
---print(lift, lift.data.properties.rise) --> rect width=48 height=8 position=(528, 312)	152
---local shapes, skipped = collide.from_tiled_objects(map, "things", { skip = true })
---for _, what in ipairs(skipped) do print(what.index, what.reason) end
---print(#shapes) --> 8
---```
---@param map table as the exported file returns it, or decoded JSON
---@param layer string|integer|table its name, its id, or the layer itself; it may be inside groups
---@param options? collide.ObjectsOptions
---@return (collide.Rect|collide.Circle|collide.Capsule|collide.Polygon|collide.Segment)[] shapes
---@return collide.SkippedObject[] skipped only with `skip=true`
function collide.from_tiled_objects(map, layer, options) end

---Options of `from_tiled_tiles`. An option that `grid.from_tiled` also has means the same in both.
---@class collide.TilesOptions
---@field empty? "without shape" tiles without a shape are left out
---@field one_way? string the name of a property of tiles, for the `one_way` of their shapes: `"up"`, `"down"`, `"left"` or `"right"`, or true for up; the side turns with the tile
---@field layer? string the name of a property of tiles, a string, for the `layer` of their shapes
---@field inflate? fun(bytes: string, format: string): string decompresses the data of layers; `format` is the map's: `"zlib"`, `"gzip"` or `"zstd"`
---@field ellipse? integer the number of corners of the polygon for an ellipse, from 3 to 1,024; default 32
---@field templates? table<string, table> the decoded templates (`.tj`) of the shapes of tiles, by name

---The shapes of the tiles of a layer of a map of Tiled, in the order of the layer's cells, for a world. The map may be
---orthogonal, isometric, staggered or hexagonal, and infinite. For orthogonal maps, `grid.from_tiled` makes a grid,
---which is faster and smaller.
---
---A tile without a shape is a polygon: its whole cell, a rectangle, a diamond or a hexagon. A tile with shapes of the
---collision editor is a polygon for each of them, several for a concave one, and a segment for each edge of a polyline.
---They lie where Tiled draws them. The lower left corner of a tile's picture is at the lower left corner of the
---rectangle around its cell. The drawing offset of the tileset moves the picture from there. Flips, `tilerendersize`
---and `fillmode` are applied. In hexagonal maps the flags turn the tile by 60 and 120 degrees about its centre. Shapes
---are in the pixels of the picture. If the grid of the tileset is isometric, shapes are in its isometric plane, as the
---collision editor shows them.
---
---Lengths are pixels of the screen, y points down. An isometric map has its uppermost cell in the middle, at `x = height *
---tilewidth / 2`. Sizes of staggered and hexagonal cells are rounded to whole pixels, as in Tiled from 1.10.1 on. The
---position of a shape is the upper left corner of the rectangle around its cell, with the offsets of the layer and of
---the groups that contain it. The shapes of a cell share their `data`, a table: `x` and `y` of the cell; `gid` without
---flags; `flip_x`, `flip_y` and `flip_diagonal`; `turn`, the degrees by which a hexagonal map turns the tile; `tile`, the
---tileset's table of the tile with its `properties`, or nil.
---
---Errors: a map of another orientation; no such tile layer; a tile of a tileset in another file; a template that is not
---given; a `hexsidelength` that is greater than the tiles; a polygon that `decompose` refuses; shapes of tiles that
---have more than 2^21 corners in all cells together; the errors of `grid.from_tiled` about data.
---
---```lua
---local map = {
---  orientation = "isometric", width = 2, height = 1, tilewidth = 32, tileheight = 16,
---  layers = { { type = "tilelayer", name = "ground", id = 1, width = 2, height = 1, data = { 1, 1 } } },
---}
---local tiles = collide.from_tiled_tiles(map, "ground")
---print(tiles[2]) --> polygon points=((16, 0), (32, 8), (16, 16), (0, 8)) position=(16, 8)
---print(tiles[2].data.x, tiles[2].data.y, tiles[2].data.gid) --> 1	0	1
---local level = collide.world(tiles)
---print(level:raycast({ 16, -8 }, { 0, 1 }).point) --> (16, 0)
---```
---@param map table as the exported file returns it, or decoded JSON
---@param layer string|integer|table its name, its id, or the layer itself; it may be inside groups
---@param options? collide.TilesOptions
---@return (collide.Polygon|collide.Segment)[] shapes
function collide.from_tiled_tiles(map, layer, options) end

---The points of a hull, and its pose.
---@class collide.HullFields: collide.Pose
---@field points? collide.VectorLike[]|number[] four or more points, in 2D three or more, unless they are elements of the table itself
---@field [integer] collide.VectorLike|number a point; in 3D three numbers may be a point
---@field radius? number rounds the hull, as `radius` rounds a box or, in 2D, a rect

---The convex hull of up to 65,536 points in space, `{a, b, c, d, ...}` or `{points={a, b, c, d, ...}}`, in any order.
---The array may be flat, three numbers a point. So `hull{points = mesh.vertices}` accepts a mesh of `collide.import` or
---`voxelize`, in either form, if it has at most 65,536 vertices. Points may repeat, and may lie inside the hull or on
---its faces and edges. Points that lie exactly in one plane make one face. The faces are numbered from 1, the same on
---every platform: see `faces`. `face` in the hit of a cast is such a number; at an edge or corner it is the lowest of
---the faces that face the start of the cast. The hull of points in the plane is a polygon. Its corners are the given
---points that are corners of the hull, counterclockwise from the first such point.
---
---Errors: fewer than four points (in 2D three); all points exactly in one plane (in 2D on one line); a coordinate that
---is too large; points given twice; a negative radius; with a radius, a scale that differs by axis.
---
---```lua
---local wedge = collide.hull { { 0, 0, 0 }, { 4, 0, 0 }, { 0, 3, 0 }, { 0, 0, 2 }, { 1, 1, 0 } }
---print(wedge:raycast({ 1, 1, 5 }, { 0, 0, -1 }).face) --> 4
---print(wedge:contains({ 1, 1, 0 }), wedge:contains({ 3, 3, 0 })) --> true	false
---print(collide.hull { { 0, 0 }, { 1, 1 }, { 2, 0 }, { 2, 2 }, { 0, 2 } }) --> polygon points=((0, 0), (2, 0), (2, 2), (0, 2))
---```
---@param fields collide.HullFields|collide.Description
---@return collide.Hull hull of 3D, or a `polygon` of 2D
function collide.hull(fields) end
