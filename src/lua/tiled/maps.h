/* SPDX-License-Identifier: MIT
 *
 * Maps of Tiled: their fields, layers and tilesets. lua_tiled.c includes the files of this folder,
 * one after another, and runs them at the first call of a function for Tiled. Each line of Lua is
 * a C string.
 *
 * The functions of C are those of lua_tiled.c. The code uses no globals, so a script cannot change
 * what it does. Only `field` and `next_item` read tables of the map.
 *
 * A place names a value in errors. It begins with the name of an argument: "map: tilesets[1]",
 * "layer".
 */

"local C = ...",
"local field, number, text, length, fail = C.field, C.number, C.text, C.length, C.fail",

"local function min(a, b) return a < b and a or b end",
"local function max(a, b) return a > b and a or b end",
"local function abs(x) return x < 0 and -x or x end",
"local function floor(x) return x - x % 1 end",
"local function quote(name) return [[']] .. name .. [[']] end",

/* ---- Fields ----------------------------------------------------------------------------------- */

/* For loops over an array: each index, its item, and the name of its type. */
"local function items(array) return C.next_item, array, 0 end",

/* The field, a number; `otherwise` if it is missing. */
"local function read(place, table, name, otherwise)",
"  local value = field(table, name)",
"  if value == nil then return otherwise end",
"  return number(place, name, value)",
"end",

"local function check_table(place, kind)",
"  if kind ~= 'table' then fail(place, 'table expected, got ' .. kind) end",
"end",

/* The field of the map, a number above 0. */
"local function read_map_size(map, name, otherwise)",
"  local size = read('map', map, name, otherwise)",
"  if size <= 0 then fail('map', name .. ' must be above 0, got ' .. text(size)) end",
"  return size",
"end",

/* One table may occur in a million places, so a few tables can cause any amount of work. The first
 * reading of a table is not limited, because a script had to make the table. Later readings are
 * limited to 2^most values. */
"local function new_again(most) return { seen = {}, values = 0, most = most } end",

"local function count_again(again, value, values, place, what)",
"  local total = again.values + (again.seen[value] and values or 0)",
"  if total > 2 ^ again.most then",
"    fail(place, what .. ' used in several places would be read again for more than 2^' .. again.most",
"      .. ' values; give each place its own')",
"  end",
"  again.seen[value], again.values = true, total",
"end",

/* ---- Layers ----------------------------------------------------------------------------------- */

"local ORIENTATIONS = { orthogonal = true, isometric = true, staggered = true, hexagonal = true }",

/* Tiled draws the objects of staggered and hexagonal maps where they are, and those of isometric
 * maps in a plane of their own. The cells of a grid are rectangles on the screen. */
"local function check_map(map, is_grid)",
"  local _, kind = field(map, 'layers')",
"  if kind ~= 'table' then fail('map', 'a map that Tiled exported to Lua or JSON expected, this has no layers') end",
"  local name, name_kind = field(map, 'orientation')",
"  if name_kind ~= 'string' or name == 'orthogonal' then return end",
"  if is_grid then",
"    fail('map', 'an orthogonal one expected, got one that is ' .. name .. '; its cells are no rectangles on the '",
"      .. 'screen; collide.from_tiled_tiles makes polygons of its tiles; for a grid in tile coordinates set the '",
"      .. [[map's orientation to nil, and its tilewidth and tileheight to 1]])",
"  elseif not ORIENTATIONS[name] then",
"    fail('map', 'an orthogonal, isometric, staggered or hexagonal one expected, got one that is ' .. name",
"      .. [[; to read it like an orthogonal one, set its orientation to nil]])",
"  end",
"end",

"local function is_wanted(search, layer)",
"  if search.by == 'table' then return layer == search.wanted end",
"  return field(layer, search.by == 'number' and 'id' or 'name') == search.wanted",
"end",

"local search_layers",

/* Searches a layer, and those in it. Returns the wanted layer and its offset, which includes those
 * of the groups around it. */
"local function search_layer(search, layer, kind, depth, x, y)",
"  search.count = search.count + 1",
"  if search.count > 2 ^ 20 then fail('layer', 'the map has more than 2^20 layers') end",
"  if kind ~= 'table' then return nil end",
"  x, y = x + read('layer', layer, 'offsetx', 0), y + read('layer', layer, 'offsety', 0)",
"  local type = field(layer, 'type')",
"  if is_wanted(search, layer) then",
"    if type == search.type then return layer, x, y end",
"    search.has_other = true",
"  end",
"  if type == 'group' then return search_layers(search, layer, depth + 1, x, y) end",
"end",

/* Groups may share their layers, so the number of paths to one layer can grow exponentially. So an
 * array of layers is searched once: `searched` has such arrays as keys, with the value false
 * during the search. */
"function search_layers(search, group, depth, x, y)",
"  if depth > 100 then fail('layer', 'groups are nested more than 100 deep') end",
"  local layers, kind = field(group, 'layers')",
"  if kind ~= 'table' then return nil end",
"  local searched = search.searched[layers]",
"  if searched == false then fail('layer', 'a group contains itself') end",
"  if searched then return nil end",
"  search.searched[layers] = false",
"  for _, layer, layer_kind in items(layers) do",
"    local found, found_x, found_y = search_layer(search, layer, layer_kind, depth, x, y)",
"    if found then return found, found_x, found_y end",
"  end",
"  search.searched[layers] = true",
"end",

/* "; it has 'ground', 'walls'": the names of the first layers, but not of those in groups. A
 * metamethod of the map may return something else than in check_map. */
"local function list_names(map)",
"  local layers, kind = field(map, 'layers')",
"  local names = ''",
"  if kind ~= 'table' then return names end",
"  for i, layer, layer_kind in items(layers) do",
"    if i > 8 or layer_kind ~= 'table' then break end",
"    local name, name_kind = field(layer, 'name')",
"    if name_kind == 'string' then names = names .. (i == 1 and '; it has ' or ', ') .. quote(name) end",
"  end",
"  return names",
"end",

"local function fail_layer(map, search)",
"  local wanted, what = search.wanted, 'like that'",
"  if search.by == 'string' then what = 'named ' .. quote(wanted) end",
"  if search.by == 'number' then what = 'with id ' .. text(wanted) end",
"  if not search.has_other then fail('layer', 'the map has no layer ' .. what .. list_names(map)) end",
"  fail('layer', 'the one ' .. what .. (search.type == 'tilelayer'",
"    and ' is no tile layer; collide.from_tiled_objects takes layers of objects'",
"    or ' is no object layer; collide.grid.from_tiled takes layers of tiles'))",
"end",

/* The first layer of the type with that name or id, or that layer itself, and its offset. */
"local function find_layer(map, wanted, type, is_grid)",
"  local _, by = field({ wanted }, 1)",
"  local search = { wanted = wanted, by = by, type = type, count = 0, searched = {} }",
"  check_map(map, is_grid)",
"  local layer, x, y = search_layers(search, map, 0, 0, 0)",
"  if not layer then fail_layer(map, search) end",
"  return layer, x, y",
"end",

/* ---- Tilesets --------------------------------------------------------------------------------- */

"local GIDS = 2 ^ 28 -- the four highest bits of a gid are flags",

"local function is_gid(x) return x >= 0 and x < 2 ^ 32 and x % 1 == 0 end",

"local function new_sets() return { tiles = {}, last = 0, again = new_again(23) } end",

/* `otherwise` is the first gid of a tileset without one. */
"local function read_set(sets, set, place, otherwise)",
"  local given = field(set, 'firstgid')",
"  local first = given == nil and otherwise or number(place, 'firstgid', given, 1, GIDS - 1)",
"  sets[#sets + 1] = { fields = set, first = first, place = place }",
"  sets.last = max(sets.last, first + read(place, set, 'tilecount', 0) - 1)",
"  local tiles, kind = field(set, 'tiles')",
"  if tiles == nil then return end",
"  check_table(place .. ': tiles', kind)",
"  count_again(sets.again, tiles, length(tiles), place, 'tiles')",
"  for i, tile, tile_kind in items(tiles) do",
"    if tile_kind ~= 'table' then check_table(place .. ': tiles[' .. i .. ']', tile_kind) end",
"    local id = number(place, 'id', field(tile, 'id'), 0, GIDS - 1)",
"    sets.last = max(sets.last, first + id)",
"    sets.tiles[first + id] = tile",
"  end",
"end",

/* The tilesets of the map: `tiles` has the tables of tiles by their gids, `last` is the greatest
 * gid, 0 if there is none. A map without `tilesets` has plain tiles. Hexagonal maps turn tiles. */
"local function read_sets(map)",
"  local sets = new_sets()",
"  sets.turns = field(map, 'orientation') == 'hexagonal'",
"  local list, kind = field(map, 'tilesets')",
"  if list == nil then return sets end",
"  check_table('map: tilesets', kind)",
"  if length(list) > 4096 then fail('map: tilesets', 'at most 4096 expected, got ' .. length(list)) end",
"  for i, set, set_kind in items(list) do",
"    local place = 'map: tilesets[' .. i .. ']'",
"    check_table(place, set_kind)",
"    read_set(sets, set, place)",
"  end",
"  return sets",
"end",

/* The tileset with the greatest firstgid up to the gid, the last of them if there are several. */
"local function find_set(sets, gid)",
"  local best",
"  for i = 1, #sets do",
"    local first = sets[i].first",
"    if first <= gid and (not best or first >= best.first) then best = sets[i] end",
"  end",
"  return best",
"end",

"local function check_embedded(place, set, gid)",
"  if field(set, 'tilewidth') ~= nil then return end",
"  for _, name in items({ 'source', 'filename' }) do",
"    local file, kind = field(set, name)",
"    if kind == 'string' then",
"      fail(place, 'gid ' .. text(gid) .. ' is in the tileset of the file ' .. quote(file) .. '; embed it: in Tiled '",
"        .. 'choose Embed Tileset below the Tilesets view, or Embed tilesets in the Preferences, or pass '",
"        .. '--embed-tilesets on the command line, and export the map again')",
"    end",
"  end",
"end",

/* The point of a tile that lies at the position of its object, in parts of the tile's size. */
"local ANCHORS = {",
"  topleft = { 0, 0 }, top = { 0.5, 0 }, topright = { 1, 0 },",
"  left = { 0, 0.5 }, center = { 0.5, 0.5 }, right = { 1, 0.5 },",
"  bottomleft = { 0, 1 }, bottom = { 0.5, 1 }, bottomright = { 1, 1 },",
"}",

"local function read_anchor(place, set)",
"  local name, kind = field(set, 'objectalignment')",
"  if name == nil or name == 'unspecified' then return nil end",
"  if not ANCHORS[name] then",
"    local got = kind == 'string' and name or kind",
"    fail(place, [[objectalignment: 'unspecified', 'topleft' to 'bottomright' expected, got ]] .. got)",
"  end",
"  return ANCHORS[name]",
"end",

/* A tile of a collection of images has the size of its image, or of the part that it uses: `width`
 * and `height`. In JSON before Tiled 1.9 only the image has a size. */
"local function read_size_of_image(place, fields, tile)",
"  if field(fields, 'image') == nil then return end",
"  tile.width = read(place, fields, 'imagewidth', tile.width)",
"  tile.height = read(place, fields, 'imageheight', tile.height)",
"  tile.width = read(place, fields, 'width', tile.width)",
"  tile.height = read(place, fields, 'height', tile.height)",
"end",

/* Reads the plane of the collision editor. An isometric cell lies at the bottom left of the tile;
 * `slant` is half of its width over its height. */
"local function read_plane(place, set, tile)",
"  local grid, kind = field(set, 'grid')",
"  if kind ~= 'table' or field(grid, 'orientation') ~= 'isometric' then return end",
"  local width = read(place, grid, 'width', tile.width)",
"  local height = read(place, grid, 'height', tile.height)",
"  tile.slant = height > 0 and width / 2 / height or 0.0",
"  tile.origin_x, tile.origin_y = floor(width / 2), tile.height - height",
"end",

/* The table of a tile, or nil. Old JSON has an object of tiles, by their ids. */
"local function find_fields(sets, set, tile)",
"  if sets.tiles[tile.gid] then return sets.tiles[tile.gid] end",
"  local tiles, kind = field(set, 'tiles')",
"  if kind ~= 'table' then return nil end",
"  local fields, fields_kind = field(tiles, text(tile.id))",
"  return fields_kind == 'table' and fields or nil",
"end",

/* The tile of a gid with its flags. The place is that of the gid. Tiled exchanges x and y first
 * (diagonal), then flips x and y. In hexagonal maps it flips x and y, then turns the tile. */
"local function find_tile(sets, gid, place)",
"  if not is_gid(gid) then fail(place, text(gid) .. ' is not a gid') end",
"  local tile = {",
"    gid = gid % GIDS,",
"    flip_x = gid >= 2 ^ 31, flip_y = gid % 2 ^ 31 >= 2 ^ 30, flip_diagonal = gid % 2 ^ 30 >= 2 ^ 29,",
"    turn = 0, -- in degrees",
"    width = 0, height = 0, -- of the image in pixels",
"    offset_x = 0, offset_y = 0, slant = 0.0, origin_x = 0, origin_y = 0,",
"  }",
"  if sets.turns then",
"    tile.turn = (tile.flip_diagonal and 60 or 0) + (gid % 2 ^ 29 >= 2 ^ 28 and 120 or 0)",
"    tile.flip_diagonal = false",
"  end",
"  local found = find_set(sets, tile.gid)",
"  if not found then return tile end",
"  local set, set_place = found.fields, found.place",
"  check_embedded(place, set, tile.gid)",
"  tile.id = tile.gid - found.first",
"  tile.width, tile.height = read(set_place, set, 'tilewidth', 0), read(set_place, set, 'tileheight', 0)",
"  local offset, kind = field(set, 'tileoffset')",
"  if kind == 'table' then",
"    tile.offset_x, tile.offset_y = read(set_place, offset, 'x', 0), read(set_place, offset, 'y', 0)",
"  end",
"  tile.anchor = read_anchor(set_place, set)",
"  tile.is_stretched = field(set, 'tilerendersize') == 'grid'",
"  tile.keeps_aspect = field(set, 'fillmode') == 'preserve-aspect-fit'",
"  tile.fields = find_fields(sets, set, tile)",
"  if tile.fields then read_size_of_image(set_place, tile.fields, tile) end",
"  read_plane(set_place, set, tile)",
"  return tile",
"end",

/* The array of objects in the collision editor of the tile, or nil. */
"local function find_objects(tile)",
"  if not tile.fields then return nil end",
"  local group, kind = field(tile.fields, 'objectGroup')",
"  if kind ~= 'table' then group, kind = field(tile.fields, 'objectgroup') end -- JSON",
"  if kind ~= 'table' then return nil end",
"  local objects, objects_kind = field(group, 'objects')",
"  return objects_kind == 'table' and objects or nil",
"end",
