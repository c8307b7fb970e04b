/* SPDX-License-Identifier: MIT
 *
 * Welding: finds vertices that lie within a distance of one another, in sorted cells.
 *
 * A vertex is joined to the first kept vertex before it that lies within the distance. If there is
 * none, the vertex itself is kept. Kept vertices are farther apart than the distance, so a cell
 * holds few of them, and the time is O(n log n) for every input.
 */
#include "../number/fp.h"

#include <string.h>

#include "../number/exact.h"
#include "mesh.h"

/* ---- Distances ----------------------------------------------------------------------------- */

/* The degrees add up to 4 for the differences and w, 2 for r, 2 for a product and 2 for the sum. */
static int is_within_exactly(const double p[3], const double q[3], double w) {
  exact_tiny numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact d[3], own, r;
  int k;
  for (k = 0; k < 3; k++) ci_exact_set_diff(pool, &d[k], p[k], q[k]);
  ci_exact_set(pool, &own, w);
  ci_exact_mul(&r, &d[0], &d[0]);
  for (k = 1; k < 3; k++) ci_exact_add_product(&r, &d[k], &d[k]);
  ci_exact_sub_product(&r, &own, &own);
  return exact_sign(&r) <= 0;
}

/* Returns 1 if the distance is at most w. The sum of squares is off by at most 6 u of itself, and
 * w^2 by u, with u = 2^-53. */
#ifndef WELD_ERROR
#define WELD_ERROR 1.7763568394002505e-15 /* 16 u */
#endif

static int is_within(const double p[3], const double q[3], double w) {
  double sum = 0, square = w * w;
  int k, sign;
  for (k = 0; k < 3; k++) sum += (p[k] - q[k]) * (p[k] - q[k]);
  sign = filter_sign(sum - square, WELD_ERROR * (sum + square));
  return sign != FILTER_UNSURE ? sign < 0 : is_within_exactly(p, q, w);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* A cell with vertices. Balls with half the distance d as radius around kept vertices do not
 * overlap. Cells are 2 d to 4 d large, so the balls of a cell lie in a cube of side 5 d. It has
 * room for (5 d)^3 / (pi d^3 / 6) = 238 balls. */
typedef struct weld_cell {
  double at[3];
  uint32_t first, count; /* of its kept vertices in `members`, lowest number first */
} weld_cell;

typedef struct welder {
  const double *points;
  double distance, size;
  weld_cell *cells; /* by x, then y, then z */
  size_t count;
  uint32_t *members; /* each cell has room for all of its vertices */
} welder;

/* Sets place[i] to the index of vertex i's cell. */
static int make_cells(welder *w, const sorter *s, const sort_item *items, size_t count,
                      uint32_t *place) {
  size_t i, k;
  w->count = 0;
  for (i = 0; i < count; i++) {
    if (items[i].key != 0) {
      weld_cell *cell = &w->cells[w->count++];
      for (k = 0; k < 3; k++) cell->at[k] = sort_cell(w->points[3 * items[i].number + k], w->size);
      cell->first = (uint32_t)i;
      cell->count = 0;
    }
    place[items[i].number] = (uint32_t)(w->count - 1);
    if (!sort_report(s, i)) return 0;
  }
  return 1;
}

static int is_before(const double a[3], const double b[3]) {
  int k = a[0] != b[0] ? 0 : a[1] != b[1] ? 1 : 2;
  return a[k] < b[k];
}

/* The first cell that is not before `at`. The steps of the search from cell `from` double, so it is
 * quick if the result is near. */
static size_t find_cell(const welder *w, size_t from, const double at[3]) {
  size_t low = 0, high = w->count, k = from, step = 1; /* the result is from low to high */
  while (low < high) {
    if (k < low || k >= high) k = low + (high - low) / 2;
    if (is_before(w->cells[k].at, at)) {
      low = k + 1;
      k += step;
    } else {
      high = k;
      k -= step;
    }
    step *= 2;
  }
  return high;
}

/* ---- Kept vertices --------------------------------------------------------------------------- */

/* Lowers *found to the first kept vertex of the cell within the distance of point p. */
static void search_cell(const welder *w, const weld_cell *cell, const double p[3],
                        uint32_t *found) {
  const uint32_t *members = w->members + cell->first;
  uint32_t i;
  for (i = 0; i < cell->count && members[i] < *found; i++)
    if (is_within(w->points + 3 * (size_t)members[i], p, w->distance)) *found = members[i];
}

/* The first kept vertex within the distance of point p in cell `own`, or UINT32_MAX. Vertices
 * within the distance lie in p's cell or in one beside it, because a cell is at least 2 distances
 * large. A cell beside it is searched only if p - distance or p + distance, rounded, reaches it:
 * rounding does not pass the border of a cell, which is a double. */
static uint32_t find_kept(const welder *w, const double p[3], size_t own, int64_t *units) {
  double low[3], high[3], at[3];
  uint32_t found = UINT32_MAX;
  int k, i;
  search_cell(w, &w->cells[own], p, &found);
  if (found < UINT32_MAX && memcmp(w->points + 3 * (size_t)found, p, sizeof at) == 0) return found;
  for (k = 0; k < 3; k++) {
    low[k] = high[k] = w->cells[own].at[k];
    if (p[k] - w->distance < low[k]) low[k] -= w->size;
    if (p[k] + w->distance >= high[k] + w->size) high[k] += w->size;
  }
  for (i = 0; i < 4; i++) {
    const weld_cell *cell, *end = w->cells + w->count;
    at[0] = i & 1 ? high[0] : low[0];
    at[1] = i & 2 ? high[1] : low[1];
    at[2] = low[2];
    if ((i & 1 && at[0] == low[0]) || (i & 2 && at[1] == low[1])) continue;
    for (cell = w->cells + find_cell(w, own, at); cell < end; cell++) {
      if (cell->at[0] != at[0] || cell->at[1] != at[1] || cell->at[2] > high[2]) break;
      search_cell(w, cell, p, &found);
      *units += cell->count;
    }
  }
  return found;
}

/* kept[i] is the cell of vertex i at first. */
static int join_near(welder *w, const sorter *s, size_t count, uint32_t *kept) {
  uint32_t i;
  for (i = 0; i < count; i++) {
    weld_cell *own = &w->cells[kept[i]];
    int64_t units = WELD_WORK;
    uint32_t found = find_kept(w, w->points + 3 * (size_t)i, kept[i], &units);
    if (s->work != NULL && !s->work(s->user, units, i)) return 0;
    kept[i] = found < i ? found : i;
    if (kept[i] == i) w->members[own->first + own->count++] = i;
  }
  return 1;
}

static int weld_near(welder *w, const sorter *s, sort_item *items, size_t count, uint32_t *kept,
                     const tree_memory *memory) {
  size_t bytes = count * (sizeof(weld_cell) + sizeof(uint32_t));
  int done;
  w->cells = (weld_cell *)ci_tree_resize(memory, NULL, 0, bytes);
  if (w->cells == NULL) return 0;
  w->members = (uint32_t *)(void *)(w->cells + count);
  done = sort_points(s, w->points, w->size, items, count) && make_cells(w, s, items, count, kept) &&
         join_near(w, s, count, kept);
  ci_tree_free(memory, w->cells, bytes);
  return done;
}

/* ---- Declared in the headers --------------------------------------------------------------- */

int ci_mesh_weld(const double *points, size_t count, double distance, uint32_t *kept,
                 const tree_memory *memory, sort_work work, void *user) {
  size_t bytes = 2 * count * sizeof(sort_item);
  sort_item *items;
  welder w;
  sorter s;
  int exponent, done;
  if (count == 0) return 1;
  if (count >= UINT32_MAX || count > (size_t)-1 / 64) return 0;
  items = (sort_item *)ci_tree_resize(memory, NULL, 0, bytes);
  if (items == NULL) return 0;
  (void)frexp(distance, &exponent);
  w.points = points;
  w.distance = distance;
  w.size = ldexp(1, exponent + 1);
  s.spare = items + count;
  s.work = work;
  s.user = user;
  done = distance > 0 ? weld_near(&w, &s, items, count, kept, memory)
                      : sort_find_first(&s, points, items, count, kept);
  ci_tree_free(memory, items, bytes);
  return done;
}

collide_error collide_weld(double *vertices, size_t count, double distance, collide_alloc alloc,
                           void *user) {
  tree_memory memory = ci_tree_memory(alloc, user);
  size_t i, size = (count > 0 ? count : 1) * sizeof(uint32_t);
  uint32_t *kept;
  int done;
  if (count >= UINT32_MAX || !(distance == 0 || (distance >= WELD_LEAST && distance <= WELD_MOST)))
    return COLLIDE_ERROR_LIMIT;
  kept = (uint32_t *)ci_tree_resize(&memory, NULL, 0, size);
  if (kept == NULL) return COLLIDE_ERROR_MEMORY;
  done = ci_mesh_weld(vertices, count, distance, kept, &memory, NULL, NULL);
  /* A kept vertex comes before those that are joined to it, and is not moved. */
  for (i = 0; done && i < count; i++)
    memcpy(vertices + 3 * i, vertices + 3 * (size_t)kept[i], 3 * sizeof *vertices);
  ci_tree_free(&memory, kept, size);
  return done ? COLLIDE_OK : COLLIDE_ERROR_MEMORY;
}
