/* SPDX-License-Identifier: MIT
 *
 * Where Tiled draws tiles and objects, and the shapes of an object. y points down.
 */

/* ---- Placings --------------------------------------------------------------------------------- */

/* A placing m maps (x, y) to (m.a x + m.b y + m.x, m.c x + m.d y + m.y). m.slant is that of the
 * plane of the objects that are placed next. */
"local function place_point(m, x, y)",
"  return m.a * x + m.b * y + m.x, m.c * x + m.d * y + m.y",
"end",

/* The linear map from the plane of objects to that of the screen. In isometric maps Tiled draws
 * (x, y) at ((x - y) * slant, (x + y) / 2). With 0, both planes are the same. */
"local function project(slant)",
"  if slant == 0 then return 1, 0, 0, 1 end",
"  return slant, -slant, 0.5, 0.5",
"end",

"local function multiply(m, a, b, c, d)",
"  m.a, m.b = m.a * a + m.b * c, m.a * b + m.b * d",
"  m.c, m.d = m.c * a + m.d * c, m.c * b + m.d * d",
"end",

"local COSINES, SINES = { [0] = 1, 0, -1, 0 }, { [0] = 0, 1, 0, -1 }",

/* The cosine and sine, which are exact for multiples of 90 degrees. */
"local function turn(degrees)",
"  local quarter = degrees / 360 % 1 * 4 % 4",
"  if COSINES[quarter] then return COSINES[quarter], SINES[quarter] end",
"  return C.sincos(degrees / 180 * 3.141592653589793)",
"end",

/* The linear map of a tile that is scaled, flipped, and turned or with exchanged axes. */
"local function orient_tile(tile, scale_x, scale_y)",
"  if tile.flip_diagonal then scale_x, scale_y = scale_y, scale_x end",
"  local x, y = tile.flip_x and -scale_x or scale_x, tile.flip_y and -scale_y or scale_y",
"  if tile.flip_diagonal then return { a = 0, b = x, c = y, d = 0, slant = 0.0 } end",
"  if tile.turn == 0 then return { a = x, b = 0, c = 0, d = y, slant = 0.0 } end",
"  local cosine, sine = turn(tile.turn)",
"  return { a = cosine * x, b = -sine * y, c = sine * x, d = cosine * y, slant = 0.0 }",
"end",

/* Places a tile that is drawn in that size, with its anchor at (0, 0). Tiled scales it, exchanges
 * its axes, flips it, and turns it about its centre. Exchanged axes leave the lower left corner of
 * the image in place. The drawing offset is scaled, too. With `is_whole` the placing is that of a
 * rect of that size, otherwise that of the shapes of the tile. */
"local function place_tile(tile, width, height, anchor, is_whole)",
"  local scale_x = tile.width > 0 and width / tile.width or 0",
"  local scale_y = tile.height > 0 and height / tile.height or 0",
"  if tile.keeps_aspect then",
"    scale_x = min(scale_x, scale_y)",
"    scale_y = scale_x",
"  end",
"  local shown_x, shown_y = width, height -- the size on the screen",
"  local own_x, own_y = is_whole and width or tile.width, is_whole and height or tile.height",
"  local m = orient_tile(tile, is_whole and 1 or scale_x, is_whole and 1 or scale_y)",
"  if tile.flip_diagonal then shown_x, shown_y = shown_y, shown_x end",
"  m.x = shown_x / 2 - (m.a * own_x + m.b * own_y) / 2 - width * anchor[1] + tile.offset_x * scale_x",
"  m.y = height - shown_y / 2 - (m.c * own_x + m.d * own_y) / 2 - height * anchor[2] + tile.offset_y * scale_y",
"  if not is_whole then",
"    m.slant = tile.slant",
"    m.x, m.y = place_point(m, tile.origin_x, tile.origin_y)",
"  end",
"  return m",
"end",

/* The placing of an object of a collision editor, in the placing of its tile. */
"local function place_in_tile(m, x, y, degrees)",
"  local a, b, c, d = project(m.slant)",
"  local cosine, sine = turn(degrees)",
"  local placed = { a = m.a, b = m.b, c = m.c, d = m.d, slant = m.slant }",
"  placed.x, placed.y = place_point(m, a * x + b * y, c * x + d * y)",
"  multiply(placed, cosine, -sine, sine, cosine)",
"  multiply(placed, a, b, c, d)",
"  return placed",
"end",

"local function keeps_circles(m)",
"  return m.a * m.b + m.c * m.d == 0 and m.a * m.a + m.c * m.c == m.b * m.b + m.d * m.d",
"end",

"local function keeps_rects(m)",
"  return m.b == 0 and m.c == 0 or m.a == 0 and m.d == 0",
"end",

/* How much a placing that keeps circles scales them. */
"local function scale_of(m)",
"  if m.a == 0 or m.c == 0 then return abs(m.a + m.c) end",
"  return C.sqrt(m.a * m.a + m.c * m.c)",
"end",

/* Adds `count` placed points of an ellipse, at equal steps in degrees of its parameter. */
"local function add_arc(points, m, x, y, radius_x, radius_y, first, step, count)",
"  for i = 0, count - 1 do",
"    local cosine, sine = turn(first + i * step)",
"    points[#points + 1], points[#points + 2] = place_point(m, x + radius_x * cosine, y + radius_y * sine)",
"  end",
"end",

/* ---- The shapes of an object ------------------------------------------------------------------ */

/* The fields of an object `o` here: its place in errors; its `fields` in the map; its placing,
 * width and height; `corners`, the number of corners for an ellipse; and `shapes`, the array that
 * gets its shapes.
 *
 * An object of an object layer also has `data`, a position x, y and an angle. Its shapes get
 * these; circles and capsules stay round if the placing allows it. The shapes of a cell have no
 * pose, and are polygons, rects and segments. */

"local function add_shape(o, kind, description)",
"  if o.data then description.position = { o.x, o.y } end",
"  if o.data and o.angle ~= 0 then description.rotation = o.angle end",
"  o.shapes[#o.shapes + 1] = C.shape(o.place, kind, description, o.data)",
"end",

/* The numbers of an object are in range, but not their sums and products. */
"local function check_points(o, points)",
"  for i = 1, #points do",
"    local x = points[i]",
"    if abs(x) > 1e300 or x ~= x then fail(o.place, 'a coordinate of the shape would exceed 1e300') end",
"  end",
"end",

"local function add_segment(o, ...)",
"  local points = { ... }",
"  check_points(o, points)",
"  add_shape(o, 'segment', { points = points })",
"end",

/* Adds the convex pieces of an outline. */
"local function add_outline(o, name, points)",
"  check_points(o, points)",
"  for _, piece in items(C.pieces(o.place, name, points, o.data, o.x, o.y, o.angle)) do",
"    o.shapes[#o.shapes + 1] = piece",
"  end",
"end",

"local function is_flat(o) return o.width == 0 or o.height == 0 end",

/* Adds an object without area as a segment. In a cell it has no shape if it has no length. */
"local function add_flat(o)",
"  if not (o.data or o.width > 0 or o.height > 0) then return end",
"  local x, y = place_point(o.placing, 0, 0)",
"  add_segment(o, x, y, place_point(o.placing, o.width, o.height))",
"end",

"local function add_rect(o)",
"  local m = o.placing",
"  local x1, y1 = place_point(m, 0, 0)",
"  local x2, y2 = place_point(m, o.width, 0)",
"  local x3, y3 = place_point(m, o.width, o.height)",
"  local x4, y4 = place_point(m, 0, o.height)",
"  if keeps_rects(m) and (o.data or not is_flat(o)) then",
"    local left, top, right, bottom = min(x1, x3), min(y1, y3), max(x1, x3), max(y1, y3)",
"    local at_origin = left == 0 and top == 0",
"    add_shape(o, 'rect', at_origin and { width = right, height = bottom }",
"      or { min = { left, top }, max = { right, bottom } })",
"  elseif is_flat(o) then",
"    add_flat(o)",
"  else",
"    add_outline(o, 'rectangle', { x1, y1, x2, y2, x3, y3, x4, y4 })",
"  end",
"end",

/* Moves the position of the shapes to the centre of the object. */
"local function move_origin(o)",
"  local x, y = place_point(o.placing, o.width / 2, o.height / 2)",
"  local cosine, sine = C.sincos(o.angle)",
"  o.x, o.y = o.x + (cosine * x - sine * y), o.y + (sine * x + cosine * y)",
"  o.placing.x, o.placing.y = 0, 0",
"end",

"local function add_ellipse(o)",
"  local radius_x, radius_y = o.width / 2, o.height / 2",
"  local x, y = radius_x, radius_y",
"  local is_point = o.data and o.width == 0 and o.height == 0",
"  if is_flat(o) and not is_point then return add_flat(o) end",
"  if o.data then",
"    move_origin(o)",
"    x, y = 0, 0",
"  end",
"  if is_point or o.data and o.width == o.height and keeps_circles(o.placing) then",
"    o.angle = 0",
"    return add_shape(o, 'circle', { radius = is_point and 0 or radius_x * scale_of(o.placing) })",
"  end",
"  local points = {}",
"  add_arc(points, o.placing, x, y, radius_x, radius_y, 0, 360 / o.corners, o.corners)",
"  add_outline(o, 'ellipse', points)",
"end",

/* A capsule fills its rectangle, with round ends at the farther sides. As a polygon, each end has
 * the corners of half an ellipse. */
"local function add_capsule(o)",
"  local m, radius = o.placing, min(o.width, o.height) / 2",
"  local x, y = o.width - radius, o.height - radius",
"  if o.width == o.height then",
"    add_ellipse(o)",
"  elseif radius == 0 then",
"    add_flat(o)",
"  elseif o.data and keeps_circles(m) then",
"    add_shape(o, 'capsule', { a = { place_point(m, radius, radius) }, b = { place_point(m, x, y) },",
"      radius = radius * scale_of(m) })",
"  else",
"    local steps = floor(o.corners / 2)",
"    local points, first = {}, o.width < o.height and 180 or 90",
"    add_arc(points, m, radius, radius, radius, radius, first, 180 / steps, steps + 1)",
"    add_arc(points, m, x, y, radius, radius, first + 180, 180 / steps, steps + 1)",
"    add_outline(o, 'capsule', points)",
"  end",
"end",

/* The placed points of the field, an array. */
"local function read_points(o, name)",
"  local points = C.points(o.place, name, (field(o.fields, name)))",
"  for i = 1, #points, 2 do points[i], points[i + 1] = place_point(o.placing, points[i], points[i + 1]) end",
"  return points",
"end",

"local function add_polygon(o)",
"  add_outline(o, 'polygon', read_points(o, 'polygon'))",
"end",

"local function add_polyline(o)",
"  local points = read_points(o, 'polyline')",
"  for i = 1, #points - 3, 2 do add_segment(o, points[i], points[i + 1], points[i + 2], points[i + 3]) end",
"end",

/* A point among the shapes of a tile marks a place. */
"local function add_point(o)",
"  o.width, o.height = 0, 0",
"  if not o.is_part then add_ellipse(o) end",
"end",

"local ADDERS = { rectangle = add_rect, ellipse = add_ellipse, capsule = add_capsule, polygon = add_polygon,",
"  polyline = add_polyline, point = add_point, text = function() end }",
"local KEYS = { 'ellipse', 'capsule', 'polygon', 'polyline', 'point', 'text' }",

/* Exports to Lua have the name of the kind in the field `shape`. In JSON the name is a key, with
 * the value true or a table; a rectangle has no such key. */
"local function find_adder(o)",
"  local shape, kind = field(o.fields, 'shape')",
"  if shape == nil then",
"    for _, name in items(KEYS) do",
"      if field(o.fields, name) then return ADDERS[name] end",
"    end",
"    return add_rect",
"  end",
"  return ADDERS[shape] or fail(o.place, 'unknown shape ' .. quote(kind == 'string' and shape or '')",
"    .. ' of an object; there are rectangle, ellipse, capsule, polygon, polyline, point and text')",
"end",

"local function add_shapes(o) find_adder(o)(o) end",

"local function read_size(o)",
"  o.width, o.height = read(o.place, o.fields, 'width', 0), read(o.place, o.fields, 'height', 0)",
"  if o.width < 0 or o.height < 0 then fail(o.place, 'width and height must not be negative') end",
"end",

/* The number of values in an object, for count_again: 1, and its points. */
"local function count_values(fields, corners)",
"  local count, shape = 1, field(fields, 'shape')",
"  for _, name in items({ 'polygon', 'polyline' }) do",
"    local list, kind = field(fields, name)",
"    if kind == 'table' then count = count + length(list) end",
"  end",
"  for _, name in items({ 'ellipse', 'capsule' }) do",
"    if shape == name or field(fields, name) ~= nil then count = count + corners end",
"  end",
"  return count",
"end",

/* Adds the shapes of an object of a collision editor. Its placing is that of the tile. */
"local function add_part(o, kind, reader)",
"  check_table(o.place, kind)",
"  local source",
"  o.fields, source = resolve(reader, o.place, o.fields)",
"  if field(o.fields, 'gid') ~= nil then fail(o.place, [[a tile's shapes cannot be tiles]]) end",
"  local x, y = read(o.place, o.fields, 'x', 0), read(o.place, o.fields, 'y', 0)",
"  o.placing = place_in_tile(o.placing, x, y, read(o.place, o.fields, 'rotation', 0))",
"  o.is_part = true",
"  read_size(o)",
"  count_again(reader.again, source, count_values(o.fields, o.corners), o.place, 'objects')",
"  add_shapes(o)",
"end",
