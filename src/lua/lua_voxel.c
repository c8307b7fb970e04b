/* SPDX-License-Identifier: MIT
 *
 * voxelize: a mesh as a grid.
 */

#include <string.h>
#include <time.h>

#include "lua_cells.h"
#include "lua_grid.h"
#include "lua_triangles.h"
#include "lua_options.h"
#include "lua_result.h"

/* ---- Progress ---------------------------------------------------------------- */

/* The time between two calls of `progress`, unless a single triangle takes longer. */
#define PROGRESS_SECONDS 0.02

typedef struct progress_listener {
  int index;    /* the stack index of the function, or of nil */
  int stopped;  /* it returned false */
  clock_t last; /* the time of its last call, */
  double told;  /* and the fraction of the work that it got */
} progress_listener;

/* Pushes the function that the options at 2 name, or nil. */
static void push_progress(lua_State *L, progress_listener *to) {
  args_place at = ci_args_at(2, "progress");
  if (lua_istable(L, 2))
    lua_getfield(L, 2, at.name);
  else
    lua_pushnil(L);
  to->index = lua_gettop(L);
  if (!lua_isnil(L, -1)) ci_args_check(L, &at, to->index, LUA_TFUNCTION, "function");
  to->last = clock();
}

static int is_progress_due(const progress_listener *to) {
  return (double)(clock() - to->last) / CLOCKS_PER_SEC >= PROGRESS_SECONDS;
}

/* Calls the function at the index with the fraction of the work that is done, unless it stopped the
 * work earlier. Returns 0 if the work is stopped. */
static int report_progress(lua_State *L, progress_listener *to, int index, double part) {
  if (to->stopped) return 0;
  if (part > to->told) to->told = part;
  if (!lua_isnil(L, index)) {
    lua_pushvalue(L, index);
    lua_pushnumber(L, to->told);
    lua_call(L, 1, 1);
    to->stopped = lua_isboolean(L, -1) && !lua_toboolean(L, -1);
    lua_pop(L, 1);
  }
  to->last = clock();
  return !to->stopped;
}

/* For a triangles_watch. While arguments are read, the reading goes on even after a stop. */
static void watch_progress(lua_State *L, void *user) {
  progress_listener *to = (progress_listener *)user;
  if (is_progress_due(to)) report_progress(L, to, to->index, 0);
}

/* ---- Options ----------------------------------------------------------------- */

/* The options, and the data that their readers need. */
typedef struct voxel_question {
  counted_triangles told;
  triangles_watch watch;
  collide_voxel_options options;
} voxel_question;

/* A number, or an array with one for each element. Leaves the memory of the array on the stack. */
static void read_values(lua_State *L, const args_place *at, int index, const option_row *row,
                        void *question) {
  enum { LOOK = 512 };
  voxel_question *q = (voxel_question *)question;
  const counted_triangles *told = &q->told;
  args_array array;
  uint16_t *values;
  (void)row;
  if (!lua_istable(L, index)) {
    if (lua_type(L, index) != LUA_TNUMBER)
      ci_args_fail(L, at, ": number or array expected, got %s", ci_args_type(L, index));
    q->options.value = (unsigned)ci_args_whole(L, at, index, 1, 65535);
    return;
  }
  values = (uint16_t *)lua_newuserdata(L, (told->mesh.triangle_count + 1) * sizeof *values);
  array = ci_args_array_begin(L, index);
  while (ci_args_array_next(L, at, &array)) {
    args_place item = ci_args_item(at, array.element);
    if ((size_t)array.element <= told->elements)
      values[array.element - 1] = (uint16_t)ci_args_whole(L, &item, lua_gettop(L), 1, 65535);
    lua_pop(L, 1);
    if (array.element % LOOK == 0) q->watch.report(L, q->watch.user);
  }
  if (array.count != (double)told->elements)
    ci_args_fail(L, at, ": one for each of %d %ss expected, got %d", (int)told->elements,
                 told->element, (int)array.count);
  ci_triangles_spread(told, values);
  q->options.values = values;
}

static void read_options(lua_State *L, collide_grid_frame *frame, voxel_question *q) {
  static const option_row rows[] = {
      OPTION_CUSTOM("size", 1, NULL),
      OPTION_CUSTOM("origin", 1, NULL),
      OPTION_CUSTOM("value", 1, read_values),
      OPTION_ROW("solid", 1, ci_option_boolean, voxel_question, options.solid),
      OPTION_ROW("weld", 1, ci_option_weld, voxel_question, options.weld),
      OPTION_WORD("rule", 1, voxel_question, options.rule, "open", "closed", COLLIDE_VOXEL_OPEN),
      OPTION_WORD("method", 1, voxel_question, options.method, "sat", "pef", COLLIDE_VOXEL_SAT),
      OPTION_CUSTOM("progress", 1, NULL),
      OPTION_ROW("lists", 1, ci_option_boolean, voxel_question, options.lists),
      OPTION_ROW("limit", 1, ci_option_work, voxel_question, options.limit),
      OPTION_END};
  if (lua_isnil(L, 2)) return;
  if (!lua_istable(L, 2))
    ci_args_fail_at(L, 2, NULL, "table expected, got %s; for example {size=0.5}",
                    ci_args_type(L, 2));
  ci_options_read(L, 2, rows, ~0U, q);
  *frame = ci_cells_read_frame(L, 2, 3);
}

typedef enum work_stage { STAGE_BEGIN, STAGE_STEP, STAGE_LISTS } work_stage;

/* ---- Memory -------------------------------------------------------------------- */

typedef struct work {
  owned base;
  collide_voxelizer v;
  collide_cell_lists lists;
  held_grid *held;
  lua_State *L;
  progress_listener to;
  int report, raised; /* stack indices of l_report, and of the error that it raised */
  int has_raised;
  const counted_triangles *told;
  double share;           /* the fraction of the whole work that the core does */
  collide_grid allocator; /* frees memory after the real grid is gone */
} work;

static void release(owned *self) {
  work *w = (work *)self;
  w->v.grid = &w->allocator;
  collide_voxelize_end(&w->v);
  collide_cell_lists_free(w->v.grid, &w->lists);
}

/* __gc of the handle, a userdata that points to the work. */
static int l_release(lua_State *L) {
  ci_owned_release(*(owned **)lua_touserdata(L, 1));
  return 0;
}

/* Called in protected mode with the work, the fraction that is done, and the function or nil.
 * Returns true if the work goes on. */
static int l_report(lua_State *L) {
  work *w = (work *)lua_touserdata(L, 1);
  ci_grid_report_memory(L, w->held);
  lua_pushboolean(L, report_progress(L, &w->to, 3, lua_tonumber(L, 2)));
  return 1;
}

/* The callback of the core. An error must not pass through the core, which must free its memory. */
static int proceed(void *user, double part) {
  work *w = (work *)user;
  lua_State *L = w->L;
  int go_on;
  if (!is_progress_due(&w->to)) return 1;
  lua_pushvalue(L, w->report);
  lua_pushlightuserdata(L, w);
  lua_pushnumber(L, w->share * part);
  lua_pushvalue(L, w->to.index);
  w->has_raised = lua_pcall(L, 3, 1, 0) != 0;
  go_on = !w->has_raised && lua_toboolean(L, -1);
  if (w->has_raised)
    lua_replace(L, w->raised);
  else
    lua_pop(L, 1);
  return go_on;
}

/* Pushes a handle whose finalizer frees the memory of the work after an error. */
static work *push_work(lua_State *L, held_grid *held, const progress_listener *to) {
  owned **handle = (owned **)lua_newuserdata(L, sizeof *handle);
  work *w = (work *)ci_owned_new(L, lua_gettop(L), sizeof *w, release);
  *handle = &w->base;
  ci_grid_begin(&w->allocator, &held->grid->frame, held->grid->alloc, held->grid->user);
  w->v.grid = held->grid;
  w->held = held;
  w->L = L;
  w->to = *to;
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, l_release);
  lua_setfield(L, -2, "__gc");
  lua_setmetatable(L, -2);
  lua_pushcfunction(L, l_report);
  w->report = lua_gettop(L);
  lua_pushnil(L);
  w->raised = w->report + 1;
  return w;
}

/* ---- Errors ---------------------------------------------------------------------- */

/* Names an edge at which an odd number of triangles meets. */
static int fail_open(lua_State *L, const args_place *at, const work *w) {
  const collide_voxelizer *v = &w->v;
  int shared = v->mesh.triangles != NULL, triangle = (int)v->triangle + 1;
  int from = (int)v->edge[0], to = (int)v->edge[1];
  const char *edge;
  if (w->told->element_of != NULL)
    edge = lua_pushfstring(L, "an edge of %s %d", w->told->element,
                           triangles_element(w->told, v->triangle));
  else if (shared)
    edge = lua_pushfstring(L, "the edge from vertex %d to %d, of triangle %d,", from + 1, to + 1,
                           triangle);
  else
    edge = lua_pushfstring(L, "the edge from point %d to %d of triangle %d", from % 3 + 1,
                           to % 3 + 1, triangle);
  return ci_args_fail(L, at, "solid needs a closed mesh: at %s an odd number of triangles meets%s",
                      edge, v->options.weld > 0 ? "" : "; for vertices that nearly meet, set weld");
}

/* Pushes the name of the vertex of an error. */
static const char *push_vertex(lua_State *L, const work *w) {
  const counted_triangles *told = w->told;
  int vertex = (int)w->v.vertex;
  if (w->v.mesh.triangles != NULL) return lua_pushfstring(L, "vertex %d", vertex + 1);
  if (told->element_of != NULL)
    return lua_pushfstring(L, "a corner of %s %d", told->element,
                           triangles_element(told, w->v.vertex / 3));
  return lua_pushfstring(L, "point %d of triangle %d", vertex % 3 + 1, vertex / 3 + 1);
}

/* Adds a cell size that keeps to the limit. */
static void add_size(luaL_Buffer *text, const double size[3]) {
  if (!(size[0] > 0)) {
    luaL_addstring(text, "; a greater limit is needed, or fewer triangles");
    return;
  }
  luaL_addstring(text, "; size ");
  if (size[0] == size[1] && size[0] == size[2])
    ci_result_add_number(text, size[0]);
  else
    ci_args_add_vector(text, size, 3);
  luaL_addstring(text, " would do, or a greater limit");
}

/* Rounds up to three digits: the number is an estimate. */
static double rough(double x) {
  double power = 1;
  while (x / power > 1000 && power < 1e300) power *= 10;
  return ceil(x / power) * power;
}

static int fail_limit(lua_State *L, const args_place *at, const work *w) {
  const collide_voxelizer *v = &w->v;
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  if (v->cells > 0) {
    luaL_addstring(&text, "its triangles touch up to about ");
    ci_result_add_number(&text, rough(v->cells));
    lua_pushfstring(L, " cells, %s %d most of all", w->told->element,
                    triangles_element(w->told, v->triangle));
    luaL_addvalue(&text);
    if (v->options.lists) luaL_addstring(&text, ", and in lists each counts for 8");
    luaL_addstring(&text, "; the limit is ");
    ci_result_add_number(&text, v->options.limit);
  } else {
    luaL_addstring(&text, "its cells take more memory than limit=");
    ci_result_add_number(&text, v->options.limit);
    luaL_addstring(&text, " allows, 16 bytes for each and 1 MB");
  }
  if (v->is_wild) { /* one vertex makes the mesh so large */
    luaL_addstring(&text, "; ");
    push_vertex(L, w);
    luaL_addvalue(&text);
    luaL_addstring(&text, ", ");
    ci_args_add_vector(&text, v->mesh.vertices + 3 * v->vertex, 3);
    luaL_addstring(&text, ", lies far away from all others");
  } else {
    add_size(&text, v->size);
  }
  luaL_pushresult(&text);
  return ci_args_fail(L, at, "%s", lua_tostring(L, -1));
}

/* Raises the error. Returns only if `progress` stopped the work without an error. */
static int fail(lua_State *L, const work *w, collide_error error) {
  args_place at = ci_args_at(1, NULL);
  switch (error) {
  case COLLIDE_ERROR_STOPPED:
    if (!w->has_raised) return 0;
    lua_pushvalue(L, w->raised);
    return lua_error(L);
  case COLLIDE_ERROR_LIMIT:
    return fail_limit(L, &at, w);
  case COLLIDE_ERROR_MESH_NOT_CLOSED:
    return fail_open(L, &at, w);
  default: /* other errors cannot occur: the mesh was checked */
    return ci_args_fail(L, &at, "%s: cells are no longer distinct there", push_vertex(L, w));
  }
}

/* ---- Voxelize ---------------------------------------------------------------------- */

/* Calls the core. If memory runs out, collects garbage and tries once more. Returns 0 if `progress`
 * stops the work. */
static int run_stage(lua_State *L, work *w, work_stage stage, const voxel_question *q,
                     size_t steps) {
  collide_error error;
  int tries = 0;
  do {
    error = stage == STAGE_BEGIN
                ? collide_voxelize_begin(&w->v, w->held->grid, &q->told.mesh, &q->options)
            : stage == STAGE_STEP ? collide_voxelize_step(&w->v, steps)
                                  : collide_voxelize_lists(&w->v, &w->lists);
  } while (error == COLLIDE_ERROR_MEMORY && ci_grid_retry(L, &tries));
  return error == COLLIDE_OK || fail(L, w, error);
}

static int report(lua_State *L, work *w, double part) {
  return report_progress(L, &w->to, w->to.index, part);
}

/* Works in steps, so that the collector keeps pace, and so that progress is reported for few
 * triangles too. A triangle takes nanoseconds or seconds. So the number of triangles in a step
 * depends on the time of the last step. Within a step the core calls `proceed`. Returns 0 if
 * `progress` stops the work. */
static int go_on(lua_State *L, work *w, const voxel_question *q) {
  collide_voxelizer *v = &w->v;
  size_t steps = 1;
  if (!report(L, w, 0) || !run_stage(L, w, STAGE_BEGIN, q, 0)) return 0;
  do {
    clock_t start = clock();
    double seconds;
    if (!run_stage(L, w, STAGE_STEP, q, steps)) return 0;
    seconds = (double)(clock() - start) / CLOCKS_PER_SEC;
    ci_grid_report_memory(L, w->held);
    /* At the end it is too late to stop. */
    if (!report(L, w, w->share * v->part) && (v->done < v->total || w->share < 1)) return 0;
    if (seconds < PROGRESS_SECONDS && steps < v->total) steps *= 2;
    if (seconds > 5 * PROGRESS_SECONDS && steps > 1) steps /= 2;
  } while (v->done < v->total);
  return !q->options.lists || run_stage(L, w, STAGE_LISTS, q, 0);
}

static void append(lua_State *L, int *next, int64_t value) {
  compat_pushwhole(L, value);
  lua_rawseti(L, -2, (*next)++);
}

/* Pushes an array with these values for each cell: x, y and z, the number of its elements, and the
 * elements. Returns 0 if `progress` stops the work. */
static int push_lists(lua_State *L, work *w) {
  enum { LOOK = 1 << 12 };
  const collide_cell_lists *lists = &w->lists;
  size_t i, k, size;
  int next = 1, look = LOOK;
  size = 4 * lists->count + lists->total;
  if (size > 0x7fffffff) ci_grid_fail_memory(L);
  if (!report(L, w, w->share)) return 0; /* such a large table takes time */
  lua_createtable(L, (int)size, 0);
  if (!report(L, w, w->share)) return 0;
  for (i = 0; i < lists->count; i++) {
    const collide_cell_list *list = &lists->cells[i];
    uint32_t *elements = lists->triangles + list->first;
    size_t count = ci_triangles_elements(w->told, elements, list->count);
    for (k = 0; k < 3; k++) append(L, &next, list->cell[k]);
    append(L, &next, (int64_t)count);
    for (k = 0; k < count; k++) append(L, &next, (int64_t)elements[k] + 1);
    if (next < look) continue;
    look = next + LOOK;
    if (is_progress_due(&w->to) &&
        !report(L, w, w->share + (1 - w->share) * (double)next / (double)size))
      return 0;
  }
  report(L, w, 1); /* it is too late to stop */
  return 1;
}

/* The fraction of the work that the core does if there are lists. */
#define SHARE_WITH_LISTS 0.9

static int l_voxelize(lua_State *L) {
  collide_grid_frame frame = collide_unit_frame(3);
  voxel_question q;
  held_grid *held;
  work *w;
  progress_listener to;
  int grid, go;
  ci_args_end(L, 3);
  memset(&to, 0, sizeof to);
  if (lua_gettop(L) > 0) {
    lua_settop(L, 2);
    push_progress(L, &to);
  }
  q.options = collide_voxel_defaults();
  q.watch.report = watch_progress;
  q.watch.user = &to;
  ci_triangles_read(L, 1, &q.told, &q.watch);
  read_options(L, &frame, &q);
  held = ci_grid_push(L, &frame);
  grid = lua_gettop(L);
  w = push_work(L, held, &to);
  w->told = &q.told;
  w->share = q.options.lists ? SHARE_WITH_LISTS : 1;
  q.options.proceed = proceed;
  q.options.user = w;
  go = go_on(L, w, &q);
  lua_pushvalue(L, grid);
  if (q.options.lists && go) go = push_lists(L, w);
  ci_owned_release(&w->base);
  if (go) return 1 + q.options.lists;
  lua_pushnil(L);
  lua_pushliteral(L, "stopped");
  return 2;
}

const binding ci_voxel_bindings[] = {{"voxelize", l_voxelize, IN_MODULE}, {NULL, NULL, 0}};
