/* SPDX-License-Identifier: MIT */
#include "lua_voxel.h"

#include <string.h>
#include <time.h>

#include "lua_cells.h"
#include "lua_grid.h"
#include "lua_mesh.h"

/* ---- Options ----------------------------------------------------------------- */

static int known_option(const void *context, const char *key) {
  static const char *const names[] = {"size",   "origin", "value",    "solid",
                                      "method", "rule",   "progress", "lists"};
  size_t i;
  (void)context;
  for (i = 0; i < sizeof names / sizeof names[0]; i++)
    if (strcmp(names[i], key) == 0) return 1;
  return 0;
}

/* One of two words: 0 or 1; 0 when it is not given. */
static int read_word(lua_State *L, int arg, const char *name, const char *first,
                     const char *second) {
  args_place at = ci_args_at(arg, name);
  int found = 0;
  lua_getfield(L, arg, name);
  if (!lua_isnil(L, -1)) {
    const char *word = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
    if (word == NULL)
      ci_args_fail(L, &at, ": '%s' or '%s' expected, got %s", first, second,
                   ci_args_type(L, lua_gettop(L)));
    found = strcmp(word, second) == 0;
    if (!ci_args_is_word(L, lua_gettop(L)) || (!found && strcmp(word, first) != 0))
      ci_args_fail(L, &at, ": '%s' or '%s' expected, got '%s'", first, second, word);
  }
  lua_pop(L, 1);
  return found;
}

static int read_boolean(lua_State *L, int arg, const char *name) {
  args_place at = ci_args_at(arg, name);
  int is;
  lua_getfield(L, arg, name);
  if (!lua_isnil(L, -1) && !lua_isboolean(L, -1))
    ci_args_fail(L, &at, ": boolean expected, got %s", ci_args_type(L, lua_gettop(L)));
  is = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return is;
}

/* What is on the stack's top. */
static unsigned read_value(lua_State *L, const args_place *at) {
  char text[ARGS_NUMBER_TEXT];
  double value = ci_args_number(L, at, lua_gettop(L));
  if (!(value >= 1 && value <= 65535 && value == floor(value)))
    ci_args_fail(L, at, " must be a whole number from 1 to 65535, got %s",
                 ci_args_number_text(text, value));
  return (unsigned)value;
}

/* A number, or an array of one for each triangle, whose memory is left on the stack. */
static void read_values(lua_State *L, int arg, size_t triangles, collide_voxel_options *options) {
  args_place at = ci_args_at(arg, "value");
  args_array array;
  uint16_t *values;
  int index;
  lua_getfield(L, arg, "value");
  index = lua_gettop(L);
  if (lua_isnil(L, index)) return;
  if (!lua_istable(L, index)) {
    if (lua_type(L, index) != LUA_TNUMBER)
      ci_args_fail(L, &at, ": number or array expected, got %s", ci_args_type(L, index));
    options->value = read_value(L, &at);
    return;
  }
  values = (uint16_t *)lua_newuserdata(L, (triangles + 1) * sizeof *values);
  array = ci_args_array_begin(L, index);
  while (ci_args_array_next(L, &at, &array)) {
    args_place item = at;
    item.item = array.element;
    if ((size_t)array.element <= triangles)
      values[array.element - 1] = (uint16_t)read_value(L, &item);
    lua_pop(L, 1);
  }
  if (array.count != (double)triangles)
    ci_args_fail(L, &at, ": one for each of %d triangles expected, got %d", (int)triangles,
                 (int)array.count);
  options->values = values;
}

/* Pushes the function that is told how far it has come, or nil. */
static int push_progress(lua_State *L, int arg) {
  args_place at = ci_args_at(arg, "progress");
  lua_getfield(L, arg, "progress");
  if (!lua_isnil(L, -1) && !lua_isfunction(L, -1))
    ci_args_fail(L, &at, ": function expected, got %s", ci_args_type(L, lua_gettop(L)));
  return lua_gettop(L);
}

/* ---- Memory -------------------------------------------------------------------- */

typedef struct work {
  collide_voxelizer v;
  collide_cell_lists lists;
} work;

static int l_release(lua_State *L) {
  work *w = (work *)lua_touserdata(L, 1);
  collide_voxelize_end(&w->v);
  collide_cell_lists_free(w->v.grid, &w->lists);
  return 0;
}

/* What is released whatever happens; what it needs lives as long. */
static work *push_work(lua_State *L, held_grid *held, int grid) {
  work *w = (work *)lua_newuserdata(L, sizeof *w);
  memset(w, 0, sizeof *w);
  w->v.grid = &held->grid;
  lua_createtable(L, 1, 1);
  lua_pushvalue(L, grid);
  lua_rawseti(L, -2, 1);
  lua_pushcfunction(L, l_release);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  return w;
}

/* ---- Errors ---------------------------------------------------------------------- */

static int fail_open(lua_State *L, const args_place *at, const collide_voxelizer *v) {
  int shared = v->mesh.triangles != NULL, triangle = (int)v->triangle + 1;
  int from = (int)v->edge[0] + 1, to = (int)v->edge[1] + 1;
  if (shared)
    return ci_args_fail(
        L, at,
        "solid wants a closed mesh: at the edge from vertex %d to %d, of triangle %d, "
        "an odd number of triangles meets",
        from, to, triangle);
  return ci_args_fail(L, at,
                      "solid wants a closed mesh: at the edge from point %d to %d of triangle %d "
                      "an odd number of triangles meets",
                      (from - 1) % 3 + 1, (to - 1) % 3 + 1, triangle);
}

static int fail(lua_State *L, const collide_voxelizer *v, collide_error error) {
  args_place at = ci_args_at(1, NULL);
  int vertex = (int)v->vertex + 1;
  switch (error) {
  case COLLIDE_ERROR_MEMORY:
    return ci_grid_fail_memory(L);
  case COLLIDE_ERROR_MESH_NOT_CLOSED:
    return fail_open(L, &at, v);
  default: /* the rest cannot be: the mesh was read */
    if (v->mesh.triangles != NULL)
      return ci_args_fail(L, &at, "vertex %d: cells are no longer distinct there", vertex);
    return ci_args_fail(L, &at, "triangle %d: cells are no longer distinct at point %d",
                        (vertex - 1) / 3 + 1, (vertex - 1) % 3 + 1);
  }
}

/* ---- Voxelize ---------------------------------------------------------------------- */

static void begin(lua_State *L, collide_voxelizer *v, held_grid *held, const collide_mesh *mesh,
                  const collide_voxel_options *options) {
  collide_error error;
  int tries = 0;
  do {
    error = collide_voxelize_begin(v, &held->grid, mesh, options);
  } while (error == COLLIDE_ERROR_MEMORY && ci_grid_retry(L, &tries));
  if (error != COLLIDE_OK) fail(L, v, error);
}

static void tell(lua_State *L, int progress, const collide_voxelizer *v) {
  if (lua_isnil(L, progress)) return;
  lua_pushvalue(L, progress);
  lua_pushnumber(L, v->total > 0 ? (lua_Number)v->done / (lua_Number)v->total : 1);
  lua_call(L, 1, 0);
}

/* In steps, so that the collector keeps pace and progress can be told. A triangle may take
 * nanoseconds or seconds: how many a step takes follows from how long the last one took. */
static void go_on(lua_State *L, collide_voxelizer *v, held_grid *held, int progress) {
  size_t steps = 1;
  tell(L, progress, v);
  while (v->done < v->total) {
    collide_error error;
    clock_t start = clock();
    double seconds;
    int tries = 0;
    do {
      error = collide_voxelize_step(v, steps);
    } while (error == COLLIDE_ERROR_MEMORY && ci_grid_retry(L, &tries));
    if (error != COLLIDE_OK) fail(L, v, error);
    seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    ci_grid_settle(L, held);
    tell(L, progress, v);
    if (seconds < 0.02 && steps < v->total) steps *= 2;
    if (seconds > 0.1 && steps > 1) steps /= 2;
  }
}

/* Pushes x, y, z, how many triangles and these, cell after cell. */
static void push_lists(lua_State *L, work *w) {
  const collide_cell_lists *lists = &w->lists;
  collide_error error;
  size_t i, k, size;
  int tries = 0, next = 1;
  do {
    error = collide_voxelize_lists(&w->v, &w->lists);
  } while (error == COLLIDE_ERROR_MEMORY && ci_grid_retry(L, &tries));
  if (error != COLLIDE_OK) fail(L, &w->v, error);
  size = 4 * lists->count + lists->total;
  if (size > 0x7fffffff) ci_grid_fail_memory(L);
  lua_createtable(L, (int)size, 0);
  for (i = 0; i < lists->count; i++) {
    const collide_cell_list *list = &lists->cells[i];
    for (k = 0; k < 3; k++) {
      compat_pushwhole(L, list->cell[k]);
      lua_rawseti(L, -2, next++);
    }
    lua_pushinteger(L, (lua_Integer)list->count);
    lua_rawseti(L, -2, next++);
    for (k = 0; k < list->count; k++) {
      lua_pushinteger(L, (lua_Integer)lists->triangles[list->first + k] + 1);
      lua_rawseti(L, -2, next++);
    }
  }
}

static int l_voxelize(lua_State *L) {
  collide_grid_frame frame = collide_unit_frame(3);
  collide_voxel_options options = collide_voxel_defaults();
  args_place at = ci_args_at(2, NULL);
  collide_mesh mesh;
  held_grid *held;
  work *w;
  int grid, progress, lists = 0;
  ci_args_end(L, 3);
  if (lua_gettop(L) > 0) lua_settop(L, 2);
  ci_mesh_read(L, 1, &mesh);
  if (lua_isnil(L, 2)) {
    lua_pushnil(L);
    progress = lua_gettop(L);
  } else {
    if (!lua_istable(L, 2)) ci_args_fail(L, &at, "table expected, got %s", ci_args_type(L, 2));
    ci_args_only(L, &at, 2, "option", known_option, NULL, 0);
    frame = ci_cells_read_frame(L, 2, 3);
    options.method =
        read_word(L, 2, "method", "pef", "sat") ? COLLIDE_VOXEL_SAT : COLLIDE_VOXEL_PEF;
    options.rule =
        read_word(L, 2, "rule", "closed", "open") ? COLLIDE_VOXEL_OPEN : COLLIDE_VOXEL_CLOSED;
    options.solid = read_boolean(L, 2, "solid");
    lists = read_boolean(L, 2, "lists");
    read_values(L, 2, mesh.triangle_count, &options);
    progress = push_progress(L, 2);
  }
  held = ci_grid_push(L, &frame);
  grid = lua_gettop(L);
  w = push_work(L, held, grid);
  begin(L, &w->v, held, &mesh, &options);
  go_on(L, &w->v, held, progress);
  lua_pushvalue(L, grid);
  if (lists) push_lists(L, w);
  collide_voxelize_end(&w->v);
  collide_cell_lists_free(w->v.grid, &w->lists);
  return 1 + lists;
}

const binding ci_voxel_bindings[] = {{"voxelize", l_voxelize, IN_MODULE}, {NULL, NULL, 0}};
