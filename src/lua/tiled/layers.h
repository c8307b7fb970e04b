/* SPDX-License-Identifier: MIT
 *
 * Layers of tiles: their data, and the shapes and properties of their tiles.
 */

/* ---- The data of a layer ---------------------------------------------------------------------- */

/* The decompressed bytes. */
"local function inflate(maker, bytes, format)",
"  local is_deflated, done, result = format == 'zlib' or format == 'gzip', nil, nil",
"  local love = is_deflated and C.find_global('love', 'data', 'decompress')",
"  local defold = is_deflated and C.find_global('zlib', 'inflate')",
"  if maker.inflate then",
"    done, result = C.try(maker.inflate, bytes, format)",
"  elseif love then",
"    done, result = C.try(love, 'string', format, bytes)",
"  elseif defold then",
"    done, result = C.try(defold, bytes)",
"  else",
"    fail('layer', 'its data is compressed (' .. format .. [[), which cannot be decoded here; in Tiled set the map's ]]",
"      .. 'Tile Layer Format to CSV and export it again, or pass inflate=function(bytes, format) that returns the '",
"      .. 'decompressed bytes; LÖVE and Defold decompress zlib and gzip')",
"  end",
"  local _, kind = field({ result }, 1)",
"  local problem = kind == 'string' and result or kind",
"  if done and kind ~= 'string' then problem = 'a string expected from the function, got ' .. kind end",
"  if not done or kind ~= 'string' then fail('layer', 'its data cannot be decompressed (' .. problem .. ')') end",
"  return result",
"end",

/* The data of a block: an array of gids, or a string with four bytes for each, lowest first; and the
 * number of tiles. */
"local function read_data(maker, block, fields, compression)",
"  local data, kind = field(fields, 'data')",
"  if kind == 'table' then",
"    count_again(maker.again, data, length(data), 'layer', 'data')",
"    return data, length(data)",
"  elseif kind ~= 'string' then",
"    fail('layer', 'data (table or string) expected, got ' .. kind)",
"  end",
  /* The text may be white space: its units of four characters are work, too. */
"  count_again(maker.again, data, max(block.width * block.height, length(data) / 4), 'layer', 'data')",
"  local bytes = C.decode_base64(data) or fail('layer', 'its data is not base64')",
"  if compression ~= '' then bytes = inflate(maker, bytes, compression) end",
"  return bytes, length(bytes) / 4",
"end",

"local function read_whole(fields, name)",
"  local x = read('layer', fields, name, 0)",
"  if x % 1 ~= 0 or abs(x) >= 2 ^ 31 then fail('layer', name .. ' must be a whole number, got ' .. text(x)) end",
"  return x",
"end",

/* The cell of tile i of the block, from 0. */
"local function find_cell(block, i)",
"  local row = floor(i / block.width)",
"  return block.x + i - row * block.width, block.y + row",
"end",

"local function name_tile(x, y) return 'tile ' .. text(x) .. ', ' .. text(y) end",

/* Tile i of the block has a gid that is wrong, or too great for a cell. */
"local function fail_tile(block, i, gid)",
"  local tile = name_tile(find_cell(block, i))",
"  if not is_gid(gid) then fail('layer', tile .. ' is ' .. text(gid) .. ', which is not a tile') end",
"  fail('layer', tile .. ' is of gid ' .. text(gid % GIDS) .. ', a cell holds up to 65535')",
"end",

/* Adds the tiles of a layer or chunk. */
"local function add_block(maker, fields, compression)",
"  local block = { x = read_whole(fields, 'x'), y = read_whole(fields, 'y'), width = read_whole(fields, 'width'),",
"    height = read_whole(fields, 'height') }",
"  if block.width < 0 or block.height < 0 then fail('layer', 'width and height must not be negative') end",
"  if block.width == 0 or block.height == 0 then return end",
"  if maker.grids then",
"    C.check_cell(maker.grids[0], block.x, block.y)",
"    C.check_cell(maker.grids[0], block.x + block.width, block.y + block.height)",
"  end",
"  local data, count = read_data(maker, block, fields, compression)",
"  if count ~= block.width * block.height then",
"    fail('layer', 'data of ' .. text(block.width * block.height) .. ' tiles expected, got ' .. text(count))",
"  end",
"  local tiles, greatest, gid = C.tiles(data, maker.grids and 65535 or GIDS - 1)",
"  if not tiles then fail_tile(block, greatest, gid) end",
"  block.tiles, maker.greatest = tiles, max(maker.greatest, greatest)",
"  maker.blocks[#maker.blocks + 1] = block",
"end",

"local function read_blocks(maker, layer)",
"  local compression, kind = field(layer, 'compression')",
"  if kind ~= 'string' then compression = '' end",
"  local chunks, chunks_kind = field(layer, 'chunks')",
"  if chunks_kind ~= 'table' then return add_block(maker, layer, compression) end",
"  for i, chunk, chunk_kind in items(chunks) do",
"    if chunk_kind ~= 'table' then check_table('layer: chunks[' .. i .. ']', chunk_kind) end",
"    add_block(maker, chunk, compression)",
"  end",
"end",

/* ---- The properties of tiles ------------------------------------------------------------------ */

/* The value of a property of the tile, and its type. Exports to Lua have a table of properties by
 * name, JSON has a list. */
"local function read_property(tile, name)",
"  if not name or not tile.fields then return nil end",
"  local properties, kind = field(tile.fields, 'properties')",
"  if kind ~= 'table' then return nil end",
"  if length(properties) == 0 then return field(properties, name) end",
"  for _, property, property_kind in items(properties) do",
"    if property_kind == 'table' and field(property, 'name') == name then return field(property, 'value') end",
"  end",
"end",

"local function fail_property(tile, name, expected, value, kind)",
"  fail('map', 'property ' .. quote(name) .. ' of gid ' .. text(tile.gid) .. ': ' .. expected .. ' expected, got '",
"    .. (kind == 'string' and quote(value) or kind))",
"end",

"local ONE_WAYS = { [true] = { 0, -1 }, up = { 0, -1 }, down = { 0, 1 }, left = { -1, 0 }, right = { 1, 0 } }",

/* The side from which the tile blocks, in its orientation; nil for every side. */
"local function read_one_way(maker, tile)",
"  local side, kind = read_property(tile, maker.one_way)",
"  if not side or side == '' then return nil end",
"  if not ONE_WAYS[side] then",
"    fail_property(tile, maker.one_way, [['up', 'down', 'left', 'right' or a boolean]], side, kind)",
"  end",
"  local x, y = ONE_WAYS[side][1], ONE_WAYS[side][2]",
"  if tile.flip_diagonal then x, y = y, x end",
"  if tile.flip_x then x = 0 - x end",
"  if tile.flip_y then y = 0 - y end",
"  if tile.turn == 0 then return x, y end",
"  local cosine, sine = turn(tile.turn)",
"  return cosine * x - sine * y, sine * x + cosine * y",
"end",

/* The name of a layer that the property of the tile has, or nil. */
"local function read_layer(maker, tile)",
"  local name, kind = read_property(tile, maker.layer)",
"  if not name or name == '' then return nil end",
"  if kind ~= 'string' then fail_property(tile, maker.layer, 'string', name, kind) end",
"  return name",
"end",


/* ---- The shapes of tiles ---------------------------------------------------------------------- */

/* The size in which Tiled draws the tiles of layers. A tile without a size has that of the cells. */
"local function read_drawn_size(maker, tile)",
"  local width, height = maker.sizes[1], maker.sizes[0]",
"  if tile.width <= 0 then tile.width = width end",
"  if tile.height <= 0 then tile.height = height end",
"  if tile.is_stretched then return width, height end",
"  return tile.width, tile.height",
"end",

/* Where Tiled draws a tile, in pixels from the upper left corner of its cell. Tile layers ignore
 * the anchor: the lower left corner of the tile is that of the cell, whose lower side is at
 * `bottom`. See place_tile for `is_whole`. */
"local function place_in_cell(maker, tile, is_whole)",
"  local width, height = read_drawn_size(maker, tile)",
"  local placing = place_tile(tile, width, height, ANCHORS.bottomleft, is_whole)",
"  placing.y = placing.y + maker.bottom",
"  return placing",
"end",

/* The convex pieces of the shapes of a tile, or nil if it has none: each has a place in errors, and
 * its corners in pixels from the upper left corner of the cell. */
"local function read_pieces(maker, tile)",
"  local objects = find_objects(tile)",
"  if not objects then return nil end",
"  local placing, pieces = place_in_cell(maker, tile, false), {}",
"  for i, fields, kind in items(objects) do",
"    local place = 'map: gid ' .. text(tile.gid) .. ': objects[' .. i .. ']'",
"    local o = { place = place, fields = fields, placing = placing, corners = maker.corners, shapes = {} }",
"    add_part(o, kind, maker)",
"    for _, shape in items(o.shapes) do pieces[#pieces + 1] = { place = place, corners = C.corners(shape) } end",
"  end",
"  return #pieces > 0 and pieces or nil",
"end",
