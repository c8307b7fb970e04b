/* SPDX-License-Identifier: MIT
 *
 * Grids from the tile layers of maps of Tiled.
 */
#include "../number/fp.h"
#include "lua_tiled.h"

#include <string.h>

#include "lua_select.h"
#include "lua_one_way.h"
#include "lua_options.h"

enum { MAP = 1, OPTIONS = 3, MOST_VALUE = 65535 };

/* ---- The gids of values --------------------------------------------------------------------- */

/* Gives a grid without gids room for `count` of them. */
static void make_gids(lua_State *L, held_grid *held, unsigned first, int count) {
  owned_grid *owner = (owned_grid *)(void *)held->owner;
  collide_grid *grid = &owner->grid;
  int tries = 0;
  if (count == 0) return;
  do {
    owner->gids = (uint32_t *)grid->alloc(grid->user, NULL, 0, (size_t)count * sizeof(uint32_t));
  } while (owner->gids == NULL && ci_grid_retry(L, &tries));
  if (owner->gids == NULL) ci_grid_fail_memory(L);
  memset(owner->gids, 0, (size_t)count * sizeof(uint32_t));
  owner->gid_first = first;
  owner->gid_count = count;
}

void ci_tiled_copy_gids(lua_State *L, held_grid *to, const held_grid *from) {
  const owned_grid *owner = (const owned_grid *)(const void *)from->owner;
  owned_grid *copy = (owned_grid *)(void *)to->owner;
  make_gids(L, to, owner->gid_first, owner->gid_count);
  /* A finalizer may have released the grid. */
  if (owner->gids != NULL)
    memcpy(copy->gids, owner->gids, (size_t)copy->gid_count * sizeof(uint32_t));
}

void ci_tiled_free_gids(owned_grid *owner) {
  collide_grid *grid = &owner->grid;
  if (owner->gids == NULL) return;
  grid->alloc(grid->user, owner->gids, (size_t)owner->gid_count * sizeof(uint32_t), 0);
  owner->gids = NULL;
  owner->gid_count = 0;
}

static int l_gid(lua_State *L) {
  const held_grid *held = ci_grid_check(L);
  const owned_grid *owner = (const owned_grid *)(const void *)held->owner;
  args_place at = ci_args_at(2, "value");
  unsigned value = (unsigned)ci_args_whole(L, &at, 2, 0, MOST_VALUE);
  uint32_t gid = value;
  ci_args_end(L, 3);
  if (value >= owner->gid_first && value - owner->gid_first < (unsigned)owner->gid_count)
    gid = owner->gids[value - owner->gid_first];
  lua_pushinteger(L, (lua_Integer)(gid & TILED_GID));
  lua_pushboolean(L, (gid & TILED_FLIP_X) != 0);
  lua_pushboolean(L, (gid & TILED_FLIP_Y) != 0);
  lua_pushboolean(L, (gid & TILED_FLIP_DIAGONAL) != 0);
  return 4;
}

/* ---- Options -------------------------------------------------------------------------------- */

typedef struct tiled_options {
  int has_empty; /* 1: tiles without a shape are air */
  int clip;
  int one_way, layer, inflate; /* stack indices; 0: not given */
} tiled_options;

/* Writes the index of a value that must have the type row->flag. */
static void read_index(lua_State *L, const args_place *at, int index, const option_row *row,
                       void *field) {
  if (lua_type(L, index) != row->flag)
    ci_args_fail(L, at, ": %s expected, got %s", row->word, ci_args_type(L, index));
  *(int *)field = index;
}

#define PROPERTY_ROW(name, field)                                                                \
  {                                                                                              \
    name, 1, read_index, offsetof(tiled_options, field), "name of a property of tiles (string)", \
        NULL, LUA_TSTRING                                                                        \
  }

static const option_row option_rows[] = {
    OPTION_WORD("empty", 1, tiled_options, has_empty, "without shape", NULL, 1),
    PROPERTY_ROW("one_way", one_way),
    PROPERTY_ROW("layer", layer),
    OPTION_ROW("clip", 1, ci_option_boolean, tiled_options, clip),
    {"inflate", 1, read_index, offsetof(tiled_options, inflate), "function", NULL, LUA_TFUNCTION},
    OPTION_END};

/* ---- Tiles ---------------------------------------------------------------------------------- */

/* What the cells of a tile in one orientation hold. */
typedef struct tile_value {
  uint16_t value;  /* 0: air */
  uint8_t layer;   /* the grid that gets the cells: 0, or the layer's number */
  uint8_t is_read; /* 0: the tile was not seen so far */
} tile_value;

typedef struct grid_maker {
  tiled_options options;
  tiled_data data;
  int sets, layers; /* indices: the tilesets, and the array of the grids of layers */
  int layer_count;
  held_grid *grids[LAYERS_MOST + 1];
  tiled_parts *parts;
  tile_value *values; /* by gid and flags */
  unsigned next;      /* the value of the next flipped tile */
  unsigned first;     /* the first of them */
} grid_maker;

/* Pushes the value of a property of the tile at the index, or nil. Exports to Lua have a table of
 * properties by name, JSON has a list. */
static void push_property(lua_State *L, int tile, int name) {
  int properties = lua_gettop(L) + 1, i, count = 0;
  const char *key = name != 0 ? lua_tostring(L, name) : NULL;
  lua_pushnil(L);
  if (name == 0 || !lua_istable(L, tile)) return;
  ci_tiled_push_field(L, tile, "properties");
  lua_replace(L, properties);
  if (!lua_istable(L, properties)) return; /* nil */
  count = (int)lua_rawlen(L, properties);
  if (count == 0) ci_tiled_push_field(L, properties, key);
  for (i = 1; i <= count; i++) {
    lua_rawgeti(L, properties, i);
    if (lua_istable(L, -1) && ci_tiled_has_word(L, properties + 1, "name", key)) {
      ci_tiled_push_field(L, properties + 1, "value");
      break;
    }
    lua_settop(L, properties);
  }
  if (lua_gettop(L) == properties) lua_pushnil(L);
  lua_replace(L, properties);
  lua_settop(L, properties);
}

static int fail_property(lua_State *L, const tiled_tile *tile, int name, const char *expected) {
  const char *got = lua_type(L, -1) == LUA_TSTRING ? lua_pushfstring(L, "'%s'", lua_tostring(L, -1))
                                                   : ci_args_type(L, lua_gettop(L));
  args_place at = ci_args_at(MAP, "map");
  return ci_args_fail(L, &at, ": property '%s' of gid %d: %s expected, got %s",
                      lua_tostring(L, name), (int)tile->gid, expected, got);
}

/* Returns 1 if the value on top of the stack means that a property is not set. */
static int is_unset(lua_State *L) {
  return !lua_toboolean(L, -1) || (lua_type(L, -1) == LUA_TSTRING && lua_rawlen(L, -1) == 0);
}

/* Reads the side from which the tile blocks, in its orientation; zero for every side. */
static void read_one_way(lua_State *L, const grid_maker *m, int index, const tiled_tile *tile,
                         double n[3]) {
  static const char *const names[] = {"up", "down", "left", "right"};
  static const double vectors[][2] = {{0, -1}, {0, 1}, {-1, 0}, {1, 0}};
  int i = 0;
  n[0] = n[1] = n[2] = 0;
  push_property(L, index, m->options.one_way);
  if (!is_unset(L)) {
    if (!lua_isboolean(L, -1))
      for (; i < 4; i++)
        if (lua_type(L, -1) == LUA_TSTRING && strcmp(lua_tostring(L, -1), names[i]) == 0) break;
    if (i == 4)
      i = fail_property(L, tile, m->options.one_way, "'up', 'down', 'left', 'right' or a boolean");
    n[0] = vectors[i][tile->flip_diagonal];
    n[1] = vectors[i][1 - tile->flip_diagonal];
    if (tile->flip_x) n[0] = 0 - n[0];
    if (tile->flip_y) n[1] = 0 - n[1];
  }
  lua_pop(L, 1);
}

/* Returns the number of the layer that the tile's property names, and makes its grid. */
static int read_layer(lua_State *L, grid_maker *m, int index, const tiled_tile *tile) {
  int layer = 0;
  push_property(L, index, m->options.layer);
  if (!is_unset(L)) {
    if (lua_type(L, -1) != LUA_TSTRING) fail_property(L, tile, m->options.layer, "string");
    layer = ci_layer_read(L, &ci_tiled_layer, lua_gettop(L));
    if (m->grids[layer] == NULL) {
      held_grid *held = ci_grid_push(L, &m->grids[0]->grid->frame);
      held->head.layer = (uint8_t)layer;
      m->grids[layer] = held;
      lua_pushvalue(L, -1);
      lua_rawseti(L, m->layers, ++m->layer_count);
      lua_rawset(L, m->layers);
      return layer;
    }
  }
  lua_pop(L, 1);
  return layer;
}

static void set_parts(lua_State *L, held_grid *held, unsigned value, const tiled_parts *parts) {
  collide_error error;
  int tries = 0;
  do {
    error = collide_grid_set_shapes(held->grid, value, parts->list, parts->count);
  } while (error == COLLIDE_ERROR_MEMORY && ci_grid_retry(L, &tries));
  if (error == COLLIDE_ERROR_MEMORY) ci_grid_fail_memory(L);
  if (error != COLLIDE_OK) luaL_error(L, "%s", collide_error_text(error));
}

/* The value of a tile with a shape or a side from which it blocks. */
static unsigned make_value(lua_State *L, grid_maker *m, const tiled_tile *tile) {
  if (!tile->flip_x && !tile->flip_y && !tile->flip_diagonal) return tile->gid;
  if (m->next > MOST_VALUE)
    ci_args_fail(L, &ci_tiled_layer,
                 ": more than %d values needed for %d flipped tiles above gid %d of the map",
                 (int)MOST_VALUE, (int)(m->next - m->first) + 1, (int)m->first - 1);
  return m->next++;
}

/* Reads a tile in the orientation that its flags give. */
static void read_tile(lua_State *L, grid_maker *m, uint32_t bits, tile_value *v) {
  int top = lua_gettop(L), is_shaped = 0;
  unsigned value;
  tiled_tile tile;
  double n[3];
  v->is_read = 1;
  ci_tiled_push_tile(L, m->sets, bits, &ci_tiled_layer, &tile);
  ci_tiled_push_objects(L, top + 1);
  if (lua_istable(L, -1)) {
    ci_tiled_read_parts(L, top + 2, &tile, m->grids[0]->grid->frame.size, m->options.clip,
                        &m->data.again, m->parts);
    is_shaped = m->parts->is_shaped;
    if (is_shaped && m->parts->count == 0) {
      lua_settop(L, top);
      return;
    }
  }
  if (is_shaped || !m->options.has_empty) {
    read_one_way(L, m, top + 1, &tile, n);
    v->layer = (uint8_t)read_layer(L, m, top + 1, &tile);
    value = is_shaped || one_way_is_set(n) ? make_value(L, m, &tile) : tile.gid;
    if (is_shaped) set_parts(L, m->grids[v->layer], value, m->parts);
    if (one_way_is_set(n)) ci_one_way_set_value(L, m->grids[v->layer], value, n);
    v->value = (uint16_t)value;
  }
  lua_settop(L, top);
}

/* The three highest bits tell how a tile is flipped. */
static tile_value *value_of(const grid_maker *m, uint32_t bits) {
  return m->values + (bits & TILED_GID) * 8 + (bits >> 29);
}

static void set_cell(lua_State *L, held_grid *held, int64_t x, int64_t y, unsigned value) {
  if (!grid_set_at(held->grid, x, y, 0, value)) ci_make_set(L, held, x, y, value);
}

/* Sets the cells of the block on top of the stack. */
static void set_cells(lua_State *L, grid_maker *m) {
  const tiled_block *block = (const tiled_block *)lua_touserdata(L, -1);
  int64_t column, row;
  size_t i = 0;
  int layer;
  for (row = 0; row < (int64_t)block->height; row++) {
    for (column = 0; column < (int64_t)block->width; column++, i++) {
      uint32_t bits = block->gids[i];
      tile_value *v;
      if ((bits & TILED_GID) == 0) continue;
      v = value_of(m, bits);
      if (!v->is_read) read_tile(L, m, bits, v);
      if (v->value == 0) continue;
      set_cell(L, m->grids[v->layer], (int64_t)block->x + column, (int64_t)block->y + row,
               v->value);
    }
  }
  for (layer = 0; layer <= LAYERS_MOST; layer++)
    if (m->grids[layer] != NULL)
      ci_make_check_memory(L, &ci_tiled_layer, &m->data.again, m->grids[layer], ": data");
}

/* Gives all grids the gids of the values that were made. */
static void set_gids(lua_State *L, const grid_maker *m) {
  int layer, count = (int)(m->next - m->first);
  uint32_t gid, flags;
  owned_grid *owner;
  make_gids(L, m->grids[0], m->first, count);
  owner = (owned_grid *)(void *)m->grids[0]->owner;
  for (gid = 0; gid <= m->data.greatest; gid++) {
    for (flags = 0; flags < 8; flags++) {
      const tile_value *v = value_of(m, gid | flags << 29);
      if (v->value >= m->first) owner->gids[v->value - m->first] = gid | flags << 29;
    }
  }
  for (layer = 1; layer <= LAYERS_MOST; layer++)
    if (m->grids[layer] != NULL) ci_tiled_copy_gids(L, m->grids[layer], m->grids[0]);
}

/* ---- from_tiled ----------------------------------------------------------------------------- */

static void push_values(lua_State *L, grid_maker *m, double last) {
  size_t bytes = ((size_t)m->data.greatest + 1) * 8 * sizeof(tile_value);
  m->values = (tile_value *)lua_newuserdata(L, bytes);
  memset(m->values, 0, bytes);
  m->parts = (tiled_parts *)lua_newuserdata(L, ci_tiled_parts_size());
  /* Tilesets with more tiles than there are values may still have few tiles in this layer. */
  m->first = m->data.greatest + 1;
  if (last >= m->first && last < (double)MOST_VALUE) m->first = (unsigned)last + 1;
  m->next = m->first;
}

static int l_from_tiled(lua_State *L) {
  collide_grid_frame frame = collide_unit_frame(2);
  grid_maker m;
  double last;
  int layer, grid, i;
  memset(&m, 0, sizeof m);
  ci_tiled_find(L, "tilelayer", frame.origin);
  luaL_checkstack(L, 32, NULL);
  layer = lua_gettop(L);
  if (lua_istable(L, OPTIONS)) ci_options_read(L, OPTIONS, option_rows, 1, &m.options);
  frame.size[0] = ci_tiled_read_map_size(L, "tilewidth", 1);
  frame.size[1] = ci_tiled_read_map_size(L, "tileheight", 1);
  m.data.again = ci_make_begin_again(L);
  m.data.inflate = m.options.inflate;
  m.grids[0] = ci_grid_push(L, &frame);
  m.data.grid = m.grids[0]->grid;
  grid = lua_gettop(L);
  lua_newtable(L);
  m.layers = grid + 1;
  lua_newtable(L);
  m.data.blocks = grid + 2;
  ci_tiled_read_data(L, layer, &m.data);
  m.sets = ci_tiled_push_sets(L, MAP, &last);
  push_values(L, &m, last);
  for (i = 1; i <= m.data.count; i++) {
    lua_rawgeti(L, m.data.blocks, i);
    set_cells(L, &m);
    lua_pop(L, 1);
  }
  set_gids(L, &m);
  lua_settop(L, grid + (m.options.layer != 0));
  for (i = 0; i <= LAYERS_MOST; i++)
    if (m.grids[i] != NULL) ci_grid_report_memory(L, m.grids[i]);
  return 1 + (m.options.layer != 0);
}

const binding ci_tiled_bindings[] = {
    {"from_tiled", l_from_tiled, IN_GRIDS}, {"gid", l_gid, IN_GRID}, {NULL, NULL, 0}};
