/* SPDX-License-Identifier: MIT
 *
 * Templates: JSON has, for an object that is an instance of a template, the name of the template
 * and the fields that differ. Exports to Lua have all fields, and do not name it.
 */

/* The first four fields are those of the object itself. */
"local FIELDS = { 'id', 'x', 'y', 'template', 'name', 'type', 'class', 'width', 'height', 'rotation', 'opacity',",
"  'visible', 'gid', 'shape', 'ellipse', 'capsule', 'polygon', 'polyline', 'point', 'text' }",

/* The properties of the object `own`, and those of its template that it does not have. Both are
 * lists, as JSON has them. */
"local function merge_properties(reader, place, own, base)",
"  local properties, kind = field(own, 'properties')",
"  local others, others_kind = field(base, 'properties')",
"  if kind ~= 'table' then return others end",
"  if others_kind ~= 'table' then return properties end",
"  count_again(reader.again, others, length(others), place, 'properties')",
"  local merged, has = {}, {}",
"  for i, property, property_kind in items(properties) do",
"    merged[i] = property",
"    local name = property_kind == 'table' and field(property, 'name')",
"    if name then has[name] = true end",
"  end",
"  for _, property, property_kind in items(others) do",
"    if property_kind == 'table' and not has[field(property, 'name')] then merged[#merged + 1] = property end",
"  end",
"  return merged",
"end",

"local function merge(reader, place, own, base)",
"  local merged = {}",
"  for i, name in items(FIELDS) do",
"    merged[name] = field(own, name)",
"    if merged[name] == nil and i > 4 then merged[name] = field(base, name) end",
"  end",
"  merged.properties = merge_properties(reader, place, own, base)",
"  return merged",
"end",

/* The tileset of the map that is that of the file: by its file, or by its name if it is embedded. */
"local function find_set_of_file(sets, file)",
"  for _, set in items(sets) do",
"    for _, name in items({ 'source', 'filename', 'name' }) do",
"      local own, kind = field(set.fields, name)",
"      if kind == 'string' and C.is_same_file(own, file) then return set end",
"    end",
"  end",
"end",

/* Gids of a template are those of its own tileset. Returns what to add to them, and the tilesets
 * for the sum: the template's if its tileset is complete, otherwise those of the map. */
"local function find_template_sets(reader, place, template)",
"  local set, kind = field(template, 'tileset')",
"  if kind ~= 'table' then return 0, reader.sets end",
"  if field(set, 'tilewidth') ~= nil then",
"    local sets = new_sets()",
"    sets.turns = reader.sets.turns",
"    read_set(sets, set, place .. ': tileset', 1)",
"    return 0, sets",
"  end",
"  local file, file_kind = field(set, 'source')",
"  if file_kind ~= 'string' then file = '' end",
"  local found = find_set_of_file(reader.sets, file)",
"  if not found then",
"    fail(place, 'its tile is in the tileset of the file ' .. quote(file) .. ', which the map does not have; put the '",
"      .. [[decoded file in the template's field tileset]])",
"  end",
"  return found.first - read(place .. ': tileset', set, 'firstgid', 1), reader.sets",
"end",

/* The template of that name: a table with the field `object`. */
"local function find_template(reader, place, name, kind)",
"  if kind ~= 'string' then fail(place, 'template: string expected, got ' .. kind) end",
"  local template, template_kind",
"  if reader.templates then template, template_kind = field(reader.templates, name) end",
"  if template == nil then",
"    fail(place, 'its template ' .. quote(name) .. ' is not given; decode that file, and pass it in the option '",
"      .. 'templates={[' .. quote(name) .. ']=...}, or export the map to Lua')",
"  end",
"  place = place .. ': template ' .. quote(name)",
"  check_table(place, template_kind)",
"  local object, object_kind = field(template, 'object')",
"  check_table(place .. ': object', object_kind)",
"  return template, object, place",
"end",

/* The fields of an object with those of its template, the table that has its points, and the
 * tilesets of its gid. An object without a template is returned itself. */
"local function resolve(reader, place, fields)",
"  local name, kind = field(fields, 'template')",
"  if name == nil then return fields, fields, reader.sets end",
"  local template, object, template_place = find_template(reader, place, name, kind)",
"  local merged, sets = merge(reader, place, fields, object), reader.sets",
"  if field(fields, 'gid') == nil and merged.gid ~= nil then",
"    local known = reader.template_sets[template]",
"    if not known then",
"      known = {}",
"      known.more, known.sets = find_template_sets(reader, template_place, template)",
"      reader.template_sets[template] = known",
"    end",
"    merged.gid, sets = C.whole(read(template_place, object, 'gid', 0) + known.more), known.sets",
"  end",
"  return merged, object, sets",
"end",
