/* SPDX-License-Identifier: MIT
 *
 * from_tiled_tiles: the shapes of the tiles of a layer, in maps of any orientation.
 */

/* ---- Cells ------------------------------------------------------------------------------------ */

/* The cells of a map: `place` returns the upper left corner of the rectangle around a cell, whose
 * lower side is at `bottom`. `corners` are those of the cell, in pixels from that corner. */

"local function cells_of_orthogonal(width, height)",
"  return { bottom = height, corners = { 0, 0, width, 0, width, height, 0, height }, place = function(x, y)",
"    return x * width, y * height",
"  end }",
"end",

"local function cells_of_isometric(map, width, height)",
"  local middle, half = floor(read_map_size(map, 'height', 0) * width / 2), width / 2",
"  local corners = { half, 0, width, height / 2, half, height, 0, height / 2 }",
"  return { bottom = height, corners = corners, place = function(x, y)",
"    return (x - y) * half + middle - half, (x + y) * height / 2",
"  end }",
"end",

/* Whether the field of the map is the word. A missing field counts as the word `otherwise`. */
"local function is_word(map, name, word, otherwise)",
"  local value, kind = field(map, name)",
"  if value == nil or value == otherwise then return false end",
"  if value == word then return true end",
"  fail('map', name .. ': ' .. quote(word) .. ' or ' .. quote(otherwise) .. ' expected, got '",
"    .. (kind == 'string' and quote(value) or kind))",
"end",

/* Half the part of a side that is not `flat`, in whole pixels, as Tiled computes it. */
"local function halve(size, flat)",
"  if size < 2 then fail('map', 'tilewidth and tileheight must be 2 or more, got ' .. text(size)) end",
"  if flat > size then fail('map', 'hexsidelength must not exceed the size of the tiles, got ' .. text(flat)) end",
"  return floor((size - flat) / 2)",
"end",

/* Drops the points of an outline that equal the point before. */
"local function drop_doubles(points)",
"  local kept, x, y = {}, points[#points - 1], points[#points]",
"  for i = 1, #points, 2 do",
"    if points[i] ~= x or points[i + 1] ~= y then kept[#kept + 1], kept[#kept + 2] = points[i], points[i + 1] end",
"    x, y = points[i], points[i + 1]",
"  end",
"  return kept",
"end",

/* Rows, or columns with the axis x, that are shifted by half a cell. `flat` is the length of the
 * sides of hexagons along the axis; a staggered map has diamonds. See HexagonalRenderer of Tiled. */
"local function cells_of_staggered(map, width, height, flat)",
"  local shifts_x, shifts_even = is_word(map, 'staggeraxis', 'x', 'y'), is_word(map, 'staggerindex', 'even', 'odd')",
"  local flat_x, flat_y = shifts_x and flat or 0, shifts_x and 0 or flat",
"  local left, top = halve(width, flat_x), halve(height, flat_y)",
"  local right, bottom = left + flat_x, top + flat_y",
"  local wide, high = right + left, bottom + top",
"  local corners = { 0, bottom, 0, top, left, 0, right, 0, wide, top, wide, bottom, right, high, left, high }",
"  local function is_shifted(i) return (i % 2 == 1) ~= shifts_even end",
"  local function place(x, y)",
"    if shifts_x then return x * right, y * (high + flat_y) + (is_shifted(x) and bottom or 0) end",
"    return x * (wide + flat_x) + (is_shifted(y) and right or 0), y * bottom",
"  end",
"  return { bottom = high, corners = drop_doubles(corners), place = place }",
"end",

"local function read_cells(map, width, height)",
"  local orientation = field(map, 'orientation')",
"  if orientation == 'isometric' then return cells_of_isometric(map, width, height) end",
"  if orientation == 'staggered' then return cells_of_staggered(map, width, height, 0) end",
"  if orientation ~= 'hexagonal' then return cells_of_orthogonal(width, height) end",
"  local flat = read('map', map, 'hexsidelength', 0)",
"  if flat < 0 then fail('map', 'hexsidelength must not be negative, got ' .. text(flat)) end",
"  return cells_of_staggered(map, width, height, flat)",
"end",

/* ---- Tiles ------------------------------------------------------------------------------------ */

/* What the tiles of a gid with its flags share: the outlines of their pieces, flat arrays. */
"local function read_kind(maker, gid)",
"  local tile = find_tile(maker.sets, gid, 'layer')",
"  local pieces, kind = read_pieces(maker, tile), { tile = tile, outlines = {}, count = 0 }",
"  for i, piece in items(pieces or {}) do",
"    kind.outlines[i], kind.count = piece.corners, kind.count + #piece.corners / 2",
"  end",
"  if not pieces and not maker.is_sparse then kind.outlines[1] = maker.cells.corners end",
"  local x, y = read_one_way(maker, tile)",
"  kind.one_way, kind.layer = x and { x, y }, read_layer(maker, tile)",
"  return kind",
"end",

/* The kinds of the tiles of the blocks, by their gids with flags. The tiles of a few bytes may have
 * many shapes, so the corners of all shapes are counted before the shapes are made. */
"local function read_kinds(maker)",
"  local kinds, count = {}, 0",
"  for _, block in items(maker.blocks) do",
"    for _, gid in C.next_tile, block.tiles, -1 do",
"      kinds[gid] = kinds[gid] or read_kind(maker, gid)",
"      count = count + kinds[gid].count",
"    end",
"  end",
"  if count > 2 ^ 21 then fail('layer', 'the shapes of its tiles have more than 2^21 corners; split the layer') end",
"  return kinds",
"end",

/* Adds the shapes of the tile in the cell. The tile's table of the tileset may be missing. */
"local function add_shapes_of_tile(maker, kind, x, y)",
"  local left, top = maker.cells.place(x, y)",
"  local position, tile = { left + maker.x, top + maker.y }, kind.tile",
"  local data = { x = C.whole(x), y = C.whole(y), gid = C.whole(tile.gid), flip_x = tile.flip_x,",
"    flip_y = tile.flip_y, flip_diagonal = tile.flip_diagonal, turn = tile.turn, tile = tile.fields }",
"  for _, points in items(kind.outlines) do",
"    maker.shapes[#maker.shapes + 1] = C.shape('layer', #points == 4 and 'segment' or 'polygon',",
"      { points = points, position = position, one_way = kind.one_way, layer = kind.layer }, data)",
"  end",
"end",

"local function from_tiled_tiles(map, wanted, options)",
"  local layer, x, y = find_layer(map, wanted, 'tilelayer', false)",
"  local is_sparse, one_way, layer_property, inflater, templates, corners = C.from_tiled_tiles(map, wanted, options)",
"  local width = read_map_size(map, 'tilewidth', 1)",
"  local height = read_map_size(map, 'tileheight', 1)",
"  local maker = {",
"    sizes = { [0] = height, width }, x = x, y = y, again = new_again(19), blocks = {}, greatest = 0,",
"    is_sparse = is_sparse, one_way = one_way, layer = layer_property, inflate = inflater, corners = corners,",
"    templates = templates, template_sets = {}, shapes = {}, cells = read_cells(map, width, height),",
"  }",
"  maker.bottom = maker.cells.bottom",
"  read_blocks(maker, layer)",
"  maker.sets = read_sets(map)",
"  local kinds = read_kinds(maker)",
"  for _, block in items(maker.blocks) do",
"    for i, gid in C.next_tile, block.tiles, -1 do",
"      add_shapes_of_tile(maker, kinds[gid], find_cell(block, i))",
"    end",
"  end",
"  return maker.shapes",
"end",

"return { from_tiled = from_tiled, from_tiled_objects = from_tiled_objects, from_tiled_tiles = from_tiled_tiles }",
