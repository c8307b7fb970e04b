/* SPDX-License-Identifier: MIT
 *
 * Welding: finds vertices that lie within a distance of one another, in cells of a hash table.
 *
 * A vertex is joined to the first kept vertex before it that lies within the distance. If there is
 * none, the vertex itself is kept. Kept vertices are farther apart than the distance, so a cell
 * holds few of them, and the time is in proportion to the number of vertices.
 */
#include "../number/fp.h"

#include <string.h>

#include "../number/bits.h"
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
  if (w == 0) return p[0] == q[0] && p[1] == q[1] && p[2] == q[2];
  for (k = 0; k < 3; k++) sum += (p[k] - q[k]) * (p[k] - q[k]);
  sign = filter_sign(sum - square, WELD_ERROR * (sum + square));
  return sign != FILTER_UNSURE ? sign < 0 : is_within_exactly(p, q, w);
}

/* ---- Cells ----------------------------------------------------------------------------------- */

/* Cells are 4 to 8 times as large as the distance, so most searches visit one or two. If the
 * distance is 0, each coordinate is a cell of its own. */
typedef struct welder {
  const double *points;
  double distance, per_size;
  uint32_t *heads; /* by hash: the last kept vertex there, from 1; 0: none */
  uint32_t *next;  /* by vertex: another kept vertex with the same hash, or 0 */
  size_t mask;
} welder;

/* Never decreases as x grows. */
static double cell_of(const welder *w, double x) {
  return (w->distance > 0 ? floor(x * w->per_size) : x) + 0.0; /* no -0.0 */
}

static size_t hash_cell(const welder *w, const double cell[3]) {
  uint64_t hash = 0, bits;
  int k;
  for (k = 0; k < 3; k++) {
    memcpy(&bits, &cell[k], sizeof bits);
    hash = bits_mix(hash, bits);
  }
  return (size_t)hash & w->mask;
}

/* The first kept vertex within the distance of point p, from 1, or 0. If |x - y| is at most the
 * distance, then y is at least x - distance, also rounded, and at most x + distance. So its cell is
 * one of the two cells of these, which are the same or adjacent. */
static uint32_t find_kept(const welder *w, const double p[3]) {
  double cells[3][2], cell[3];
  uint32_t found = 0, at;
  unsigned two = 0, i; /* the axes along which the two differ, as bits; a part of these */
  int k;
  for (k = 0; k < 3; k++) {
    cells[k][0] = cell_of(w, p[k] - w->distance);
    cells[k][1] = cell_of(w, p[k] + w->distance);
    two |= (unsigned)(cells[k][0] != cells[k][1]) << k;
  }
  for (i = two;; i = (i - 1) & two) {
    for (k = 0; k < 3; k++) cell[k] = cells[k][i >> k & 1];
    for (at = w->heads[hash_cell(w, cell)]; at != 0; at = w->next[at - 1])
      if ((found == 0 || at < found) && is_within(w->points + 3 * (size_t)(at - 1), p, w->distance))
        found = at;
    if (i == 0) return found;
  }
}

static void keep(welder *w, uint32_t vertex) {
  double cell[3];
  size_t slot;
  int k;
  for (k = 0; k < 3; k++) cell[k] = cell_of(w, w->points[3 * (size_t)vertex + (size_t)k]);
  slot = hash_cell(w, cell);
  w->next[vertex] = w->heads[slot];
  w->heads[slot] = vertex + 1;
}

/* ---- Declared in the headers --------------------------------------------------------------- */

static int set_zero(const welder *w, weld_work work, void *user) {
  enum { BLOCK = 1 << 15 };
  size_t i, size = w->mask + 1;
  for (i = 0; i < size; i += BLOCK) {
    if (work != NULL && !work(user, BLOCK / 2, 0)) return 0;
    memset(w->heads + i, 0, (size - i < BLOCK ? size - i : (size_t)BLOCK) * sizeof *w->heads);
  }
  return 1;
}

static int join(welder *w, size_t count, uint32_t *kept, weld_work work, void *user) {
  uint32_t i;
  for (i = 0; i < count; i++) {
    uint32_t found = find_kept(w, w->points + 3 * (size_t)i);
    if (work != NULL && !work(user, WELD_WORK, i)) return 0;
    kept[i] = found > 0 ? found - 1 : i;
    if (found == 0) keep(w, i);
  }
  return 1;
}

int ci_mesh_weld(const double *points, size_t count, double distance, uint32_t *kept,
                 const tree_memory *memory, weld_work work, void *user) {
  welder w;
  size_t size = 16, bytes;
  int exponent, done;
  if (count >= UINT32_MAX || count > (size_t)-1 / 64) return 0;
  while (size < count + count / 2) size *= 2;
  bytes = (size + count) * sizeof *w.heads;
  (void)frexp(distance, &exponent);
  w.points = points;
  w.distance = distance;
  w.per_size = ldexp(1, -exponent - 2);
  w.mask = size - 1;
  w.heads = (uint32_t *)ci_tree_resize(memory, NULL, 0, bytes);
  if (w.heads == NULL) return 0;
  w.next = w.heads + size;
  done = set_zero(&w, work, user) && join(&w, count, kept, work, user);
  ci_tree_free(memory, w.heads, bytes);
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
