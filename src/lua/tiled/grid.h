/* SPDX-License-Identifier: MIT
 *
 * grid.from_tiled: the grids of a tile layer. A shape counts in each cell that it reaches.
 */

/* ---- The shapes of a tile as shapes of cells -------------------------------------------------- */

"local SNAP = 0.001 -- in pixels: files of Tiled have six digits, and a corner is the sum of two such numbers",

/* Converts points from pixels to cells of that size. Moves them onto the sides of cells. */
"local function convert_to_cells(points, sizes)",
"  for i = 1, #points do",
"    local x, size = points[i], sizes[i % 2]",
"    local side = floor(x / size + 0.5)",
"    points[i] = abs(x - side * size) <= SNAP and side or x / size",
"  end",
"end",

/* The other coordinate of the point of the edge from p to q at which one coordinate is `bound`.
 * The edge from q to p gives the same point, so neighbours still share it. */
"local function find_crossing(p, p_other, q, q_other, bound)",
"  if q < p then p, p_other, q, q_other = q, q_other, p, p_other end",
"  local other = p_other + (bound - p) / (q - p) * (q_other - p_other)",
"  return max(min(p_other, q_other), min(max(p_other, q_other), other))",
"end",

/* Sutherland and Hodgman: cuts off the part of the polygon beyond a bound. The axis is 0 for x, 1
 * for y. The part above the bound is kept if `is_low`, otherwise the part below. */
"local function clip_side(points, axis, bound, is_low)",
"  local kept = {}",
"  local function is_inside(x)",
"    if is_low then return x >= bound end",
"    return x <= bound",
"  end",
"  for i = 1, #points, 2 do",
"    local k = i + 2 > #points and 1 or i + 2",
"    local p, p_other, q, q_other = points[i + axis], points[i + 1 - axis], points[k + axis], points[k + 1 - axis]",
"    if is_inside(p) then kept[#kept + 1], kept[#kept + 2] = points[i], points[i + 1] end",
"    if is_inside(p) ~= is_inside(q) then",
"      local other = find_crossing(p, p_other, q, q_other, bound)",
"      if axis == 0 then",
"        kept[#kept + 1], kept[#kept + 2] = bound, other",
"      else",
"        kept[#kept + 1], kept[#kept + 2] = other, bound",
"      end",
"    end",
"  end",
"  return kept",
"end",

"local function clip(points, left, top, right, bottom)",
"  points = clip_side(clip_side(points, 0, left, true), 0, right, false)",
"  return clip_side(clip_side(points, 1, top, true), 1, bottom, false)",
"end",

/* Adds a convex polygon or a segment. A cell takes parts of at most 16 corners, which make a fan. */
"local function add_convex(parts, corners, place)",
"  local count, from = #corners, 3",
"  repeat",
"    if #parts == 64 then fail(place, 'the tile has more than 64 convex parts in a cell; draw it with fewer corners') end",
"    local to = min(from + 29, count)",
"    local points = { corners[1], corners[2] }",
"    for i = from, to do points[#points + 1] = corners[i] end",
"    parts[#parts + 1] = C.shape(place, to == 4 and 'segment' or 'polygon', { points = points })",
"    from = to - 1",
"  until to == count",
"end",

/* The first and last cell along an axis that points reach. A segment on the side between two cells
 * is in the cell nearer to cell 0, the tile's own. */
"local function find_range(points, axis)",
"  local low, high = points[1 + axis], points[1 + axis]",
"  for i = 3 + axis, #points, 2 do low, high = min(low, points[i]), max(high, points[i]) end",
"  local first, last = floor(low), -floor(-high) - 1",
"  if first > last then first = first > 0 and last or first end",
"  return first, max(first, last)",
"end",

/* The parts of a tile in the cell x, y from its own. */
"local function find_part(spread, x, y)",
"  local row = spread.rows[y] or {}",
"  spread.rows[y] = row",
"  if not row[x] then",
"    row[x] = { x = x, y = y, parts = {} }",
"    spread.cells[#spread.cells + 1] = row[x]",
"  end",
"  return row[x].parts",
"end",

/* Adds the piece to a cell. Its corners are shifted, so neighbours share the crossings of sides. */
"local function add_to_cell(spread, piece, points, x, y)",
"  for i = 1, #points, 2 do points[i], points[i + 1] = points[i] - x, points[i + 1] - y end",
"  local corners = C.hull(points)",
"  if #corners >= piece.least then add_convex(find_part(spread, x, y), corners, piece.place) end",
"end",

/* Adds a convex piece in pixels to each cell that it reaches. */
"local function add_piece(maker, spread, piece)",
"  local points = piece.corners",
"  piece.least = #points == 4 and 4 or 6 -- a segment has two ends",
"  convert_to_cells(points, maker.sizes)",
"  if maker.clips then points = clip(points, spread.left, spread.top, spread.right, spread.bottom) end",
"  if #points == 0 then return end",
"  local left, right = find_range(points, 0)",
"  local top, bottom = find_range(points, 1)",
"  local count = (right - left + 1) * (bottom - top + 1)",
"  local is_near = left > -2 ^ 31 and top > -2 ^ 31 and right < 2 ^ 31 and bottom < 2 ^ 31 -- false for nan",
"  if not is_near then fail(piece.place, 'reaches cells beyond 2^31') end",
"  if count > 2 ^ 14 then fail(piece.place, 'reaches more than 2^14 cells') end",
"  if count == 1 then return add_to_cell(spread, piece, points, left, top) end",
"  for y = top, bottom do",
"    for x = left, right do add_to_cell(spread, piece, clip(points, x, y, x + 1, y + 1), x, y) end",
"  end",
"end",

/* With `clip`, shapes are cut off at the smallest rectangle that holds the cell and the picture. */
"local function set_bounds(maker, spread, tile)",
"  local placing = place_in_cell(maker, tile, true)",
"  local width, height = read_drawn_size(maker, tile)",
"  local x1, y1 = place_point(placing, 0, 0)",
"  local x2, y2 = place_point(placing, width, height)",
"  local sides = { min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2) }",
"  convert_to_cells(sides, maker.sizes)",
"  spread.left, spread.top = min(sides[1], 0), min(sides[2], 0)",
"  spread.right, spread.bottom = max(sides[3], 1), max(sides[4], 1)",
"end",

/* The cells that the shapes of a tile reach, with their parts; nil if the tile has no shape. With
 * `clip` there may be no cell. */
"local function read_spread(maker, tile)",
"  local pieces = read_pieces(maker, tile)",
"  if not pieces then return nil end",
"  local spread = { cells = {}, rows = {} }",
"  if maker.clips then set_bounds(maker, spread, tile) end",
"  for _, piece in items(pieces) do add_piece(maker, spread, piece) end",
"  return spread.cells",
"end",

/* ---- Values ----------------------------------------------------------------------------------- */

/* The number of the layer that the property of the tile names, and its grid. */
"local function find_grid(maker, tile)",
"  local name = read_layer(maker, tile)",
"  if not name then return 0, maker.grids[0] end",
"  if not maker.numbers[name] then",
"    local grid, number_of_layer = C.grid(maker.sizes[1], maker.sizes[0], maker.x, maker.y, name)",
"    maker.grids[number_of_layer], maker.numbers[name] = grid, number_of_layer",
"    maker.layers[#maker.layers + 1], maker.layers[name] = grid, grid",
"  end",
"  return maker.numbers[name], maker.layers[name]",
"end",

/* A new value above the gids, for cells of the tile with that gid and its flags. */
"local function add_value(maker, gid)",
"  maker.value = maker.value + 1",
"  if maker.value > 65535 then",
"    fail('layer', 'more than 65535 values needed for ' .. text(maker.value - maker.last)",
"      .. ' flipped or larger tiles above gid ' .. text(maker.last) .. ' of the map')",
"  end",
"  maker.flipped[maker.value] = gid",
"  return maker.value",
"end",

/* The value of a tile with a shape or a side from which it blocks. A flipped tile gets a value of
 * its own. */
"local function make_value(maker, tile, gid)",
"  if not (tile.flip_x or tile.flip_y or tile.flip_diagonal) then return tile.gid end",
"  return add_value(maker, gid)",
"end",

/* Gives the cells of the value these parts and the side from which they block. */
"local function set_value(maker, grid, value, parts, x, y)",
"  C.set_value(grid, value, parts, x, y)",
"  maker.shapes[value] = { parts = parts, x = x, y = y }",
"end",

/* The value of the cells of a tile, 0 for air, plus 2^16 times the number of their layer. If the
 * tile reaches other cells, returns nil and the tile. */
"local function read_tile(maker, gid)",
"  local tile = find_tile(maker.sets, gid, 'layer')",
"  local cells = read_spread(maker, tile)",
"  if cells and #cells == 0 or not cells and maker.is_sparse then return 0 end",
"  local x, y = read_one_way(maker, tile)",
"  local layer, grid = find_grid(maker, tile)",
"  if not cells and not x then return tile.gid + 2 ^ 16 * layer end",
"  if cells and (#cells > 1 or cells[1].x ~= 0 or cells[1].y ~= 0) then",
"    return nil, { tile = tile, gid = gid, cells = cells, side_x = x, side_y = y, layer = layer }",
"  end",
"  local value = make_value(maker, tile, gid)",
"  set_value(maker, grid, value, cells and cells[1].parts, x, y)",
"  return value + 2 ^ 16 * layer",
"end",

/* ---- Tiles that reach several cells ----------------------------------------------------------- */

/* A cell that such tiles reach has `mix`, a node of a tree. The path from the root to the node
 * lists the cells of tiles, as read_spread returns them, whose parts the cell has. So cells with
 * equal parts share a node, and a value. */

"local function new_mix(parent, tile, cell)",
"  return { parent = parent, tile = tile, cell = cell, next = {}, values = {} }",
"end",

/* Whether Tiled draws the tile at x, y after that at the other place. */
"local function is_drawn_later(maker, x, y, other_x, other_y)",
"  if y ~= other_y then return (y > other_y) ~= maker.draws_up end",
"  return (x > other_x) ~= maker.draws_left",
"end",

"local function find_reached(maker, layer, x, y)",
"  local rows = maker.reached_rows[layer] or {}",
"  local row = rows[y] or {}",
"  maker.reached_rows[layer], rows[y] = rows, row",
"  if not row[x] then",
"    if max(abs(x), abs(y)) >= 2 ^ 31 then fail('layer', 'its larger tiles reach cells beyond 2^31') end",
"    C.check_cell(maker.grids[0], x, y)",
"    row[x] = { layer = layer, x = x, y = y, mix = maker.mixes[layer] or new_mix() }",
"    maker.mixes[layer] = maker.mixes[layer] or row[x].mix",
"    maker.reached[#maker.reached + 1] = row[x]",
"  end",
"  return row[x]",
"end",

/* Adds the tile, whose own cell is x, y, to the cells that it reaches. The top tile of a cell is
 * the one that Tiled draws last. */
"local function add_to_reached(maker, wide, x, y)",
"  maker.count = maker.count + #wide.cells",
"  if maker.count > 2 ^ 18 then fail('layer', 'its larger tiles reach more than 2^18 cells; split the layer') end",
"  for _, cell in items(wide.cells) do",
"    local reached = find_reached(maker, wide.layer, x + cell.x, y + cell.y)",
"    local mix = reached.mix.next[cell] or new_mix(reached.mix, wide, cell)",
"    reached.mix.next[cell], reached.mix = mix, mix",
"    if not reached.top or is_drawn_later(maker, x, y, reached.top_x, reached.top_y) then",
"      reached.top, reached.top_x, reached.top_y = wide, x, y",
"    end",
"  end",
"end",

/* The parts of the tiles of a mix, and of the cell's own tile. */
"local function collect_parts(reached, own)",
"  local place, parts = 'layer: ' .. name_tile(reached.x, reached.y), {}",
"  for _, part in items(own and own.parts or {}) do parts[#parts + 1] = part end",
"  local mix = reached.mix",
"  while mix.parent do",
"    if own and (own.x ~= mix.tile.side_x or own.y ~= mix.tile.side_y) then",
"      fail(place, 'gid ' .. text(mix.tile.tile.gid) .. ' reaches this cell, and another tile there blocks from another '",
"        .. 'side; put them on two layers')",
"    end",
"    own = own or { x = mix.tile.side_x, y = mix.tile.side_y }",
"    for _, part in items(mix.cell.parts) do parts[#parts + 1] = part end",
"    mix = mix.parent",
"  end",
"  if #parts > 64 then fail(place, 'its tiles have more than 64 convex parts there; draw them with fewer corners') end",
"  return parts, own",
"end",

/* Whether a cell has only the part of its own tile, which is not flipped. */
"local function is_own(reached)",
"  local mix, tile = reached.mix, reached.top.tile",
"  return not mix.parent.parent and mix.cell.x == 0 and mix.cell.y == 0",
"    and not (tile.flip_x or tile.flip_y or tile.flip_diagonal)",
"end",

/* The value of a reached cell whose own tile has the value `given`, or 0. */
"local function make_mixed_value(maker, reached, given)",
"  local own = given ~= 0 and (maker.shapes[given] or {}) or nil",
"  if own and not own.parts and not own.x then return given end -- the cell is full",
"  local parts, side = collect_parts(reached, own)",
"  if own and not own.parts then return given end",
"  local gid = reached.top.gid",
"  if own then gid = maker.flipped[given] or given end",
"  local value = not own and is_own(reached) and gid % GIDS or add_value(maker, gid)",
"  C.set_value(maker.grids[reached.layer], value, parts, side.x, side.y)",
"  return value",
"end",

/* A cell that larger tiles reach keeps the gid of its own tile, or gets that of its top tile. */
"local function set_reached(maker)",
"  for _, reached in items(maker.reached) do",
"    local grid, values = maker.grids[reached.layer], reached.mix.values",
"    local given = C.get_cell(grid, reached.x, reached.y)",
"    local key = given ~= 0 and given or reached.top",
"    values[key] = values[key] or make_mixed_value(maker, reached, given)",
"    C.set_cell(grid, reached.x, reached.y, values[key])",
"  end",
"end",

/* ---- The grids of a layer --------------------------------------------------------------------- */

/* Sets the cells of a block. `values` has the values of tiles by the keys that C returns for
 * unknown ones; `wide` has, by the same keys, those tiles that reach other cells. */
"local function set_cells(maker, values, wide, block)",
"  local function set_from(i)",
"    return C.set_cells(maker.grids, values, block.tiles, block.x, block.y, block.width, i, maker.again.values)",
"  end",
"  local i, key, gid = set_from(0)",
"  while i do",
"    if not wide[key] then values[key], wide[key] = read_tile(maker, gid) end",
"    if wide[key] then",
"      add_to_reached(maker, wide[key], find_cell(block, i))",
"      i = i + 1",
"    end",
"    i, key, gid = set_from(i)",
"  end",
"end",

"local function new_maker(map, x, y)",
"  local width = read_map_size(map, 'tilewidth', 1)",
"  local height = read_map_size(map, 'tileheight', 1)",
"  local order = field(map, 'renderorder')",
"  return {",
"    sizes = { [0] = height, width }, bottom = height, x = x, y = y, again = new_again(23), blocks = {}, greatest = 0,",
"    grids = { [0] = C.grid(width, height, x, y) }, -- by the numbers of their layers",
"    layers = {}, numbers = {}, -- the same grids, and these numbers, by the names of layers",
"    flipped = {}, shapes = {}, -- by value",
"    reached = {}, reached_rows = {}, mixes = {}, count = 0,",
"    draws_up = order == 'right-up' or order == 'left-up', draws_left = order == 'left-down' or order == 'left-up',",
"    corners = 16, template_sets = {},",
"  }",
"end",

"local function from_tiled(map, wanted, options)",
"  local layer, x, y = find_layer(map, wanted, 'tilelayer', true)",
"  local is_sparse, one_way, layer_property, inflater, templates, clips = C.from_tiled(map, wanted, options)",
"  local maker = new_maker(map, x, y)",
"  maker.is_sparse, maker.clips, maker.one_way, maker.layer = is_sparse, clips, one_way, layer_property",
"  maker.inflate, maker.templates = inflater, templates",
"  read_blocks(maker, layer)",
"  maker.sets = read_sets(map)",
  /* Tilesets with more tiles than there are values may still have few tiles in this layer. */
"  local last = floor(maker.sets.last)",
"  maker.last = last < 65535 and max(last, maker.greatest) or maker.greatest",
"  maker.value = maker.last",
"  local values, wide = {}, {}",
"  for _, block in items(maker.blocks) do set_cells(maker, values, wide, block) end",
"  set_reached(maker)",
"  C.set_gids(maker.grids[0], maker.flipped)",
"  for _, grid in items(maker.layers) do C.set_gids(grid, maker.flipped) end",
"  if not layer_property then return maker.grids[0] end",
"  return maker.grids[0], maker.layers",
"end",
