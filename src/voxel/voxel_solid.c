/* SPDX-License-Identifier: MIT
 *
 * The inside of closed meshes. A cell whose open interior meets no triangle is completely inside or
 * completely outside. So one line through it decides: the line along x through the middles of its
 * row. Every triangle that the line crosses changes the winding number by one from there on. The
 * inside is where it is not 0, or where it is odd if the triangles do not all face the same way.
 * Surfaces that face into a cavity make it 0 again there. Parts of a mesh that overlap make it 2,
 * which is also inside.
 *
 * If the line meets an edge or a corner, it counts as a little farther along y, and by still less
 * along z (Edelsbrunner and Muecke, "Simulation of simplicity", 1990). So it crosses exactly one of
 * the triangles that meet there, or a pair of them. The side of a boundary across x on which it
 * crosses is decided exactly. A crossing on the boundary itself counts from the cell behind it.
 */
#include "../mesh/mesh.h"
#include "../number/orient.h"
#include "voxel_solid.h"
#include "voxel_work.h"

/* ---- Items ----------------------------------------------------------------------------------- */

/* A cell that a triangle touches, or a crossing of a row of cells and a triangle. */
typedef struct voxel_item {
  int64_t at[3];
  uint32_t triangle;
  int32_t turn; /* the change of the winding number, in a solid */
} voxel_item;

/* Items in a list that grows. */
typedef struct voxel_items {
  collide_voxelizer *v;
  voxel_item *all;
  size_t count, room, most; /* `most`: the largest possible count */
  int is_limited;           /* its memory counts against the limit */
  int64_t low[3], high[3];
} voxel_items;

/* The smallest capacity. It doubles as needed, and sorting needs as much again. */
enum { VOXEL_ROOM = 1024 };

static int is_same_row(const voxel_item *a, const voxel_item *b) {
  return a->at[1] == b->at[1] && a->at[2] == b->at[2];
}

/* The sort is a radix sort by bytes, the least significant byte first (Hollerith 1889). It is
 * stable. */

static void voxel_items_begin(voxel_items *items, collide_voxelizer *v, size_t most,
                              int is_limited) {
  int i;
  memset(items, 0, sizeof *items);
  items->v = v;
  items->most = most;
  items->is_limited = is_limited;
  for (i = 0; i < 3; i++) {
    items->low[i] = INT64_MAX;
    items->high[i] = INT64_MIN;
  }
}

static void voxel_items_free(voxel_items *items) {
  if (items->room > 0) ci_voxel_give_memory(items->v, items->all, items->room, sizeof *items->all);
  items->all = NULL;
  items->room = 0;
}

static int grow(voxel_items *items) {
  const collide_grid *grid = items->v->grid;
  size_t room = items->room > 0 ? 2 * items->room : (size_t)VOXEL_ROOM, bytes = sizeof *items->all;
  void *grown = NULL;
  if (room > items->most && items->most > items->count) room = items->most;
  if (room <= (size_t)-1 / 4 / bytes) {
    if (items->is_limited && grid->bytes + 2 * room * bytes > items->v->most_bytes)
      return voxel_fail(items->v, COLLIDE_ERROR_LIMIT);
    grown = grid->alloc(grid->user, items->all, items->room * bytes, room * bytes);
  }
  if (grown == NULL) return voxel_fail(items->v, COLLIDE_ERROR_MEMORY);
  items->all = (voxel_item *)grown;
  items->room = room;
  return 1;
}

/* These return 0 and set the voxelizer's error if there is no memory, if the limit is exceeded, or
 * if the work is stopped. */
static int voxel_items_add(voxel_items *items, int64_t x, int64_t y, int64_t z, size_t triangle,
                           int turn) {
  voxel_item *item;
  int i;
  if (items->count == items->room && !grow(items)) return 0;
  item = &items->all[items->count++];
  item->at[0] = x;
  item->at[1] = y;
  item->at[2] = z;
  item->triangle = (uint32_t)triangle;
  item->turn = turn;
  for (i = 0; i < 3; i++) {
    if (item->at[i] < items->low[i]) items->low[i] = item->at[i];
    if (item->at[i] > items->high[i]) items->high[i] = item->at[i];
  }
  return 1;
}

static inline unsigned byte_of(const voxel_items *items, const voxel_item *item, int axis,
                               int shift) {
  return (unsigned)((uint64_t)(item->at[axis] - items->low[axis]) >> shift) & 255;
}

static int sort_items_by_byte(const voxel_items *items, int axis, int shift, voxel_item *to,
                              size_t done) {
  size_t starts[256], total = 0, i;
  memset(starts, 0, sizeof starts);
  for (i = 0; i < items->count; i++) {
    if (i % VOXEL_BLOCK == 0 && !voxel_work(items->v, WORK_BLOCK, done)) return 0;
    starts[byte_of(items, &items->all[i], axis, shift)]++;
  }
  for (i = 0; i < 256; i++) {
    size_t own = starts[i];
    starts[i] = total;
    total += own;
  }
  for (i = 0; i < items->count; i++) {
    if (i % VOXEL_BLOCK == 0 && !voxel_work(items->v, WORK_BLOCK, done)) return 0;
    to[starts[byte_of(items, &items->all[i], axis, shift)]++] = items->all[i];
  }
  return 1;
}

/* Sorts by z, then y, then x. Items of the same cell stay in their order. Reports `done`. Can be
 * called again after the work was stopped. */
static int voxel_items_sort(voxel_items *items, size_t done) {
  voxel_item *other;
  int axis, shift, ok = 1;
  if (items->count == 0) return 1;
  other = (voxel_item *)ci_voxel_take_memory(items->v, items->room, sizeof *other);
  if (other == NULL) return voxel_fail(items->v, COLLIDE_ERROR_MEMORY);
  for (axis = 0; axis < 3; axis++) {
    uint64_t range = (uint64_t)(items->high[axis] - items->low[axis]);
    for (shift = 0; ok && shift < 64 && range >> shift > 0; shift += 8) {
      voxel_item *sorted = other;
      ok = sort_items_by_byte(items, axis, shift, sorted, done);
      if (!ok) break; /* items->all still has all of them */
      other = items->all;
      items->all = sorted;
    }
  }
  ci_voxel_give_memory(items->v, other, items->room, sizeof *other);
  return ok;
}
/* The current triangle is v->done. */
static int take_run(void *user, int64_t x, int64_t y, int64_t z, int64_t count) {
  voxel_items *t = (voxel_items *)user;
  for (; count > 0; count--, x++)
    if (!voxel_work(t->v, WORK_TOUCH, t->v->done) || !voxel_items_add(t, x, y, z, t->v->done, 0))
      return 0;
  return 1;
}

static int find_touches(voxel_items *t) {
  collide_voxelizer *v = t->v;
  voxel_rule rule;
  voxel_taker taker;
  size_t i;
  ci_voxel_rule_begin(&rule, &v->grid->frame, v->options.rule == COLLIDE_VOXEL_OPEN);
  taker.run = take_run;
  taker.user = t;
  taker.v = v;
  taker.windows = &((voxel_tools *)v->tools)->windows;
  for (i = 0; i < v->mesh.triangle_count; i++) {
    const double *corner[3];
    const voxel_point *point[3];
    voxel_point own[3];
    voxel_triangle triangle;
    voxel_get_corners(v, &rule, i, corner, point, own);
    v->done = i; /* the value at the time of the writes; the caller restores it */
    if (!voxel_work(v, WORK_TRIANGLE, i)) return 0;
    if (ci_voxel_triangle_begin(&triangle, &rule, corner, point) &&
        !ci_voxel_triangle_take(&triangle, point, &taker))
      return 0;
  }
  return 1;
}

/* ---- Lists -----------------------------------------------------------------------------------
 *
 * Lists of the triangles that touch each cell. All pairs of a triangle and a cell are sorted by
 * cells. The sort is stable, so the triangles of a cell stay in their order.
 */

static int is_same_cell(const voxel_item *a, const voxel_item *b) {
  return a->at[0] == b->at[0] && is_same_row(a, b);
}

/* Makes the lists from sorted touches. */
static int make_lists(const voxel_items *t, collide_cell_lists *lists) {
  size_t i, cells = 0;
  ci_voxel_phase(t->v, 0.95, 1, 1);
  for (i = 0; i < t->count; i++) {
    if (i % VOXEL_BLOCK == 0 && !voxel_work(t->v, WORK_BLOCK, 0)) return 0;
    cells += i == 0 || !is_same_cell(&t->all[i - 1], &t->all[i]);
  }
  lists->cells = (collide_cell_list *)ci_voxel_take_memory(t->v, cells, sizeof *lists->cells);
  lists->triangles = (uint32_t *)ci_voxel_take_memory(t->v, t->count, sizeof *lists->triangles);
  lists->count = cells;
  lists->total = t->count;
  if (lists->cells == NULL || lists->triangles == NULL) return 0;
  cells = 0;
  for (i = 0; i < t->count; i++) {
    if (i % VOXEL_BLOCK == 0 && !voxel_work(t->v, WORK_BLOCK, 0)) return 0;
    lists->triangles[i] = t->all[i].triangle;
    if (i == 0 || !is_same_cell(&t->all[i - 1], &t->all[i])) {
      collide_cell_list *list = &lists->cells[cells++];
      memcpy(list->cell, t->all[i].at, sizeof list->cell);
      list->first = i;
      list->count = 0;
    }
    lists->cells[cells - 1].count++;
  }
  return 1;
}

collide_error collide_voxelize_lists(collide_voxelizer *v, collide_cell_lists *lists) {
  voxel_items t;
  size_t done = v->done;
  int ok;
  memset(lists, 0, sizeof *lists);
  if (v->mesh.triangle_count > UINT32_MAX) return COLLIDE_ERROR_MEMORY;
  v->error = COLLIDE_ERROR_MEMORY;
  if (!v->options.lists) {
    collide_error error;
    v->options.lists = 1;
    error = ci_voxel_limit_cells(v);
    if (error != COLLIDE_OK) return error;
  }
  voxel_items_begin(&t, v, v->cells < (double)((size_t)-1 / 2) ? (size_t)v->cells : (size_t)-1 / 2,
                    0);
  ci_voxel_phase(v, 0.6, 0.8, (double)v->mesh.triangle_count);
  ok = find_touches(&t);
  ci_voxel_phase(v, 0.8, 0.95, 1);
  ok = ok && voxel_items_sort(&t, 0) && make_lists(&t, lists);
  voxel_items_free(&t);
  if (!ok) collide_cell_lists_free(v->grid, lists);
  v->done = done;
  if (ok) v->part = 1;
  return ok ? COLLIDE_OK : v->error;
}

void collide_cell_lists_free(collide_grid *grid, collide_cell_lists *lists) {
  collide_voxelizer v;
  v.grid = grid;
  ci_voxel_give_memory(&v, lists->cells, lists->count, sizeof *lists->cells);
  ci_voxel_give_memory(&v, lists->triangles, lists->total, sizeof *lists->triangles);
  memset(lists, 0, sizeof *lists);
}
/* ---- Is the mesh closed? --------------------------------------------------------------------- */

/* Tests whether a mesh is closed. Vertices at the same place count as one: many meshes store a
 * vertex several times, once for each normal, or share no vertices. In a closed mesh the triangles
 * traverse every edge equally often in both directions. Then their borders cancel out, and winding
 * numbers are well defined. If this fails but an even number of triangles meets at every such edge,
 * the mesh is also closed. Its triangles then disagree on which side is outside. */

/* ---- Vertices -------------------------------------------------------------------------------- */

static int count_work(void *user, int64_t units, size_t done) {
  return voxel_work((collide_voxelizer *)user, units, done);
}

collide_error ci_voxel_weld(collide_voxelizer *v) {
  tree_memory memory = ci_tree_memory(v->grid->alloc, v->grid->user);
  size_t count = v->mesh.vertex_count;
  v->kept = (uint32_t *)ci_voxel_take_memory(v, count, sizeof *v->kept);
  v->error = COLLIDE_ERROR_MEMORY;
  if (v->kept == NULL ||
      !ci_mesh_weld(v->mesh.vertices, count, v->options.weld, v->kept, &memory, count_work, v))
    return v->error;
  return COLLIDE_OK;
}

/* ---- Edges ----------------------------------------------------------------------------------- */

/* Each edge of a triangle becomes an item. Its key is made of the kept vertices at its ends. Its
 * number is 2 (3 triangle + k) for the edge from corner k to the next, plus 1 if it goes from the
 * lower kept vertex to the higher one. Returns 0 if the work is stopped. */
static int list_edges(collide_voxelizer *v, sort_item *edges, size_t *count) {
  const collide_triangles *mesh = &v->mesh;
  size_t i, vertex[3];
  int k;
  *count = 0;
  for (i = 0; i < mesh->triangle_count; i++) {
    if (!voxel_work(v, 3 * WORK_EDGE, i)) return 0;
    voxel_corners(mesh, i, vertex);
    for (k = 0; k < 3; k++) {
      uint32_t from = v->kept[vertex[k]], to = v->kept[vertex[(k + 1) % 3]];
      if (from == to) continue;
      edges[*count].key = sort_pair(from, to);
      edges[(*count)++].number = 2 * (3 * i + (size_t)k) + (from < to);
    }
  }
  return 1;
}

/* Reports the first edge, in the order of triangles, where the mesh is not closed. */
static collide_error check_edges(collide_voxelizer *v, const sort_item *edges, size_t count,
                                 int *by_parity) {
  size_t i, first = 0, open = (size_t)-1, vertex[3];
  int64_t balance = 0; /* the number of traversals in one direction, minus those in the other */
  *by_parity = 0;
  for (i = 0; i < count; i++) {
    if (!voxel_work(v, WORK_EDGE, v->mesh.triangle_count + i / 3)) return v->error;
    balance += edges[i].number % 2 != 0 ? 1 : -1;
    if (i + 1 < count && edges[i + 1].key == edges[first].key) continue;
    if (balance != 0) *by_parity = 1;
    if ((i + 1 - first) % 2 != 0 && edges[first].number < open) open = edges[first].number;
    first = i + 1;
    balance = 0;
  }
  if (open == (size_t)-1) return COLLIDE_OK;
  v->triangle = open / 6;
  voxel_corners(&v->mesh, v->triangle, vertex);
  v->edge[0] = vertex[open / 2 % 3];
  v->edge[1] = vertex[(open / 2 + 1) % 3];
  return COLLIDE_ERROR_MESH_NOT_CLOSED;
}

/* Checks that the mesh is closed. *by_parity becomes 1 if its triangles do not all face the same
 * way. */
static collide_error voxel_check_closed(collide_voxelizer *v, int *by_parity) {
  size_t room = 3 * v->mesh.triangle_count, count;
  sort_item *edges = (sort_item *)ci_voxel_take_memory(v, 2 * room, sizeof *edges);
  collide_error error;
  sorter s;
  v->error = COLLIDE_ERROR_MEMORY;
  if (edges == NULL) return v->error;
  s.spare = edges + room;
  s.work = count_work;
  s.user = v;
  if (list_edges(v, edges, &count) && sort_items(&s, edges, count))
    error = check_edges(v, edges, count, by_parity);
  else
    error = v->error;
  ci_voxel_give_memory(v, edges, 2 * room, sizeof *edges);
  return error;
}
typedef struct voxel_solid {
  int by_parity;
  voxel_items crossings; /* a crossing is the first cell of its row that lies behind */
  int sorted;
  size_t written;
} voxel_solid;

/* ---- Lines through middles ------------------------------------------------------------------- */

/* Coordinates and origins of solids are below this many cells, so that `middle` is strictly inside
 * of its cell. Let 2^e <= size < 2^(e+1). Boundaries, below 2^50 cells, are multiples of their
 * last bit, at most 2^(e-2); products k * size are below 2^51 cells and rounded by at most
 * 2^(e-3), the sums by 2^(e-3) again. So the two boundaries of a cell are apart by at least
 * 2^e - 4 * 2^(e-3), which is two last bits, and half of that is a double between them. (Where
 * a product is 2^(e+51) or more, as size is just above 2^e then, neighbours' products differ
 * by 2^e exactly, or more.) */
#define SOLID_NEAR 1125899906842624.0 /* 2^50 */

/* The middle of a cell, rounded; strictly inside of it (SOLID_NEAR). */
static double middle(const voxel_triangle *t, int axis, int64_t line) {
  double low = voxel_boundary(t, axis, line), high = voxel_boundary(t, axis, line + 1);
  return low + (high - low) / 2;
}

/* A line along x through the middles of a row, or a plane of such lines. */
typedef struct row_line {
  const voxel_triangle *t;
  voxel_plane plane;
  const double *from, *to; /* an edge that goes up along z */
  double y, z;
} row_line;

/* Returns 1 if the middle of row k is at the edge or behind it, along y. */
static int is_behind_edge(const row_line *l, int64_t k) {
  double p[2], q[2], c[2];
  p[0] = l->from[1];
  p[1] = l->from[2];
  q[0] = l->to[1];
  q[1] = l->to[2];
  c[0] = middle(l->t, 1, k);
  c[1] = l->z;
  return orient2d(p, q, c) <= 0;
}

/* Returns 1 if boundary k is at the plane or behind it, along x. */
static int is_behind_plane(const row_line *l, int64_t k) {
  const double *const *corner = l->t->corner;
  double c[3];
  c[0] = voxel_boundary(l->t, 0, k);
  c[1] = l->y;
  c[2] = l->z;
  return l->plane.sign[0] * ci_orient3d(corner[0], corner[1], corner[2], c) >= 0;
}

/* The first number from 0 on that is behind, or `end` if there is none before it. The search begins
 * at a guess, which affects only its time. */
static int64_t find_first(const row_line *l, int (*is_behind)(const row_line *, int64_t),
                          double guess, int64_t end) {
  int64_t low = -1, high = end, k = 0, step = 1;
  if (guess > 0) k = guess < (double)end ? (int64_t)guess : end - 1;
  while (high - low > 1) {
    if (k <= low || k >= high) k = low + (high - low) / 2;
    if (is_behind(l, k)) {
      high = k;
      k -= step;
    } else {
      low = k;
      k += step;
    }
    step *= 2;
  }
  return high;
}

/* ---- Crossings ------------------------------------------------------------------------------- */

double ci_voxel_solid_bytes(double rows) {
  return 2 * (2 * rows + (double)VOXEL_ROOM) * (double)sizeof(voxel_item);
}

/* The rows of layer j whose lines cross the triangle, from *first to *end - 1. Returns 0 if there
 * are none. */
static int find_rows(row_line *l, int64_t j, int64_t *first, int64_t *end) {
  const voxel_triangle *t = l->t;
  int64_t width = t->width[1];
  int k, found = 0;
  l->z = middle(t, 2, j);
  for (k = 0; k < 3; k++) {
    int next = (k + 1) % 3, up = t->corner[k][2] < t->corner[next][2];
    int from = up ? k : next, to = up ? next : k;
    const double *y = t->at[1], *z = t->at[2];
    double slope = (y[to] - y[from]) / (z[to] - z[from]);
    int64_t row;
    l->from = t->corner[from];
    l->to = t->corner[to];
    if (!(l->from[2] <= l->z && l->z < l->to[2])) continue;
    row = find_first(l, is_behind_edge, y[from] + ((double)j + 0.5 - z[from]) * slope + 0.5, width);
    if (found++ == 0)
      *first = *end = row;
    else if (row < *first)
      *first = row;
    else
      *end = row;
  }
  return *first < *end && found > 0;
}

/* The first boundary along x that is behind the triangle's plane, in row y of layer z. */
static int64_t find_x(row_line *l, int64_t y, int64_t z) {
  const voxel_triangle *t = l->t;
  const voxel_plane *p = &l->plane;
  double x = p->start + ((double)y + 0.5) * p->step[1] + ((double)z + 0.5) * p->step[2];
  if ((p->sign[1] | p->sign[2]) == 0)
    return (t->code[0][0] + 1) >> 1; /* x is the same everywhere */
  l->y = middle(t, 1, y);
  return find_first(l, is_behind_plane, x + 1, t->width[0]);
}

static int cross_triangle(collide_voxelizer *v, const voxel_rule *rule, size_t triangle) {
  const double *corner[3];
  const voxel_point *point[3];
  voxel_point own[3];
  voxel_triangle t;
  row_line l;
  int64_t j, y = 0, end = 0;
  voxel_items *crossings = &((voxel_solid *)v->solid)->crossings;
  voxel_get_corners(v, rule, triangle, corner, point, own);
  ci_voxel_triangle_begin(&t, rule, corner, point);
  ci_voxel_triangle_place(&t, point);
  ci_voxel_triangle_code(&t, point);
  ci_voxel_plane_begin(&t, &l.plane);
  if (!l.plane.across) return 1;
  l.t = &t;
  for (j = 0; j < t.width[2]; j++) {
    if (!voxel_work(v, 2 * WORK_EXACT, v->done)) return 0;
    if (!find_rows(&l, j, &y, &end)) continue;
    for (; y < end; y++) {
      if (!voxel_work(v, 2 * WORK_EXACT, v->done)) return 0;
      if (!voxel_items_add(crossings, t.low[0] + find_x(&l, y, j), t.low[1] + y, t.low[2] + j,
                           triangle, -l.plane.sign[0]))
        return 0;
    }
  }
  return 1;
}

static collide_error cross_triangles(collide_voxelizer *v, size_t end) {
  voxel_solid *solid = (voxel_solid *)v->solid;
  size_t count = v->mesh.triangle_count;
  voxel_rule rule;
  ci_voxel_rule_begin(&rule, &v->grid->frame, 0);
  for (; v->done < end && v->done < 2 * count; v->done++) {
    size_t before = solid->crossings.count;
    if (cross_triangle(v, &rule, v->done - count)) continue;
    solid->crossings.count = before;
    return v->error;
  }
  return COLLIDE_OK;
}

/* ---- Writing --------------------------------------------------------------------------------- */

/* Writes one row. */
static int write_row(collide_voxelizer *v, voxel_solid *solid, voxel_pen *pen) {
  const voxel_item *c = solid->crossings.all + solid->written;
  const voxel_item *end = solid->crossings.all + solid->crossings.count, *row = c;
  int64_t winding = 0, low[3], width[3];
  width[1] = width[2] = 1;
  for (; c + 1 < end && is_same_row(c, c + 1); c++) {
    if (!voxel_work(v, WORK_TRIANGLE, v->done)) return 0;
    winding += c->turn;
    if (solid->by_parity) winding &= 1;
    if (winding == 0 || c[0].at[0] == c[1].at[0]) continue;
    memcpy(low, c->at, sizeof low);
    width[0] = c[1].at[0] - c[0].at[0];
    if (v->options.values != NULL) pen->value = v->options.values[c->triangle];
    ci_voxel_pen_box(pen, low, width);
    if (!ci_voxel_pen_run(pen, low[0], low[1], low[2], width[0])) return 0;
  }
  solid->written += (size_t)(c + 1 - row);
  return 1;
}

static collide_error write_rows(collide_voxelizer *v, size_t end) {
  voxel_solid *solid = (voxel_solid *)v->solid;
  size_t count = v->mesh.triangle_count;
  /* In proportion to the steps. */
  double part = (double)(end - 2 * count) / (double)count * (double)solid->crossings.count;
  size_t bytes = solid->crossings.room * sizeof(voxel_item);
  voxel_pen *pen = &((voxel_tools *)v->tools)->pen;
  int ok = 1;
  v->most_bytes -= bytes;
  ci_voxel_pen_begin(pen, v);
  while (ok && solid->written < solid->crossings.count &&
         (end == v->total || (double)solid->written < part)) {
    double written = (double)solid->written / (double)solid->crossings.count;
    ok = ((v->left -= WORK_TRIANGLE) >= 0 || ci_voxel_report(v, (2 + written) * (double)count)) &&
         write_row(v, solid, pen);
  }
  ci_voxel_pen_end(pen, ok);
  v->most_bytes += bytes;
  if (!ok) return v->error;
  v->done = end;
  return COLLIDE_OK;
}

/* ---- Declared in the header ------------------------------------------------------------------ */

static collide_error check_middles(collide_voxelizer *v) {
  const double *vertices = v->mesh.vertices;
  const collide_grid_frame *frame = &v->grid->frame;
  size_t i;
  for (i = 0; i < 3 * v->mesh.vertex_count; i++) {
    double limit = SOLID_NEAR * frame->size[i % 3];
    v->vertex = i / 3;
    if (!(fabs(vertices[i]) < limit && fabs(frame->origin[i % 3]) < limit))
      return COLLIDE_ERROR_MESH_FAR;
  }
  return COLLIDE_OK;
}

collide_error ci_voxel_solid_begin(collide_voxelizer *v) {
  voxel_solid *solid;
  collide_error error = check_middles(v);
  if (error != COLLIDE_OK) return error;
  if (v->mesh.triangle_count > UINT32_MAX) return COLLIDE_ERROR_MEMORY;
  solid = (voxel_solid *)ci_voxel_take_memory(v, 1, sizeof *solid);
  if (solid == NULL) return COLLIDE_ERROR_MEMORY;
  memset(solid, 0, sizeof *solid);
  voxel_items_begin(&solid->crossings, v, (size_t)-1, 1);
  v->solid = solid;
  return voxel_check_closed(v, &solid->by_parity);
}

collide_error ci_voxel_solid_step(collide_voxelizer *v, size_t end) {
  voxel_solid *solid = (voxel_solid *)v->solid;
  collide_error error = cross_triangles(v, end);
  if (error != COLLIDE_OK || v->done == end) return error;
  if (!solid->sorted) solid->sorted = voxel_items_sort(&solid->crossings, v->done);
  return solid->sorted ? write_rows(v, end) : v->error;
}

void ci_voxel_solid_end(collide_voxelizer *v) {
  voxel_solid *solid = (voxel_solid *)v->solid;
  if (solid == NULL) return;
  solid->crossings.v = v;
  voxel_items_free(&solid->crossings);
  ci_voxel_give_memory(v, solid, 1, sizeof *solid);
  v->solid = NULL;
}
