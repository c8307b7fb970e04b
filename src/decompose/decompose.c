/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "decompose.h"

#include <float.h>
#include <math.h>

/* Differences of larger coordinates might overflow. */
#define LARGEST (DBL_MAX / 4)

/* ---- Memory ------------------------------------------------------------------------ */

enum { ALIGNMENT = sizeof(double) };

void *ci_decompose_take(decompose_memory *memory, size_t count, size_t size) {
  size_t at = memory->used;
  memory->used += (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  return memory->at == NULL ? NULL : memory->at + at;
}

typedef struct workshop {
  outline_mesh mesh;
  double *points;
  int *corners, *first; /* the pieces */
  sweep passing;
  clusters joined;
} workshop;

static void take_all(workshop *w, int count, decompose_memory *memory) {
  outline_mesh *m = &w->mesh;
  m->count = m->edges = count;
  w->points = (double *)ci_decompose_take(memory, 2 * (size_t)count, sizeof(double));
  m->points = w->points;
  w->corners = take_ints(memory, 3 * (size_t)count);
  w->first = take_ints(memory, (size_t)count);
  m->origin = take_ints(memory, 3 * (size_t)count);
  m->next = take_ints(memory, 3 * (size_t)count);
  m->prev = take_ints(memory, 3 * (size_t)count);
  ci_sweep_take(&w->passing, m, memory);
  ci_clusters_take(&w->joined, m, memory);
}

size_t collide_decompose_storage(int count) {
  decompose_memory memory = {NULL, 0};
  workshop w;
  take_all(&w, count < 3 ? 3 : count, &memory);
  return memory.used;
}

/* ---- Input -------------------------------------------------------------------------- */

static collide_error check(const double *points, int count, int places[2]) {
  int i;
  places[0] = places[1] = 0;
  if (count < 3) return COLLIDE_ERROR_POLYGON_FEW;
  if (count > COLLIDE_DECOMPOSE_MOST) return COLLIDE_ERROR_LIMIT;
  for (i = 0; i < 2 * count; i++) {
    places[0] = places[1] = i / 2;
    if (!(fabs(points[i]) <= LARGEST)) return COLLIDE_ERROR_POLYGON_SIZE;
  }
  return COLLIDE_OK;
}

/* Decides by the turn at the first corner by x, then y. Every simple outline is convex there. */
static int goes_clockwise(const double *points, int count) {
  int i, first = 0;
  for (i = 1; i < count; i++)
    if (comes_before(points + 2 * i, points + 2 * first)) first = i;
  return orient2d(points + 2 * ((first + count - 1) % count), points + 2 * first,
                  points + 2 * ((first + 1) % count)) < 0;
}

/* The number of corner i of the mesh in the order of the caller. */
static int as_given(int i, int count, int clockwise) {
  return clockwise ? count - 1 - i : i;
}

static void take_points(workshop *w, const double *points, int clockwise) {
  outline_mesh *m = &w->mesh;
  int i;
  for (i = 0; i < m->count; i++) {
    const double *p = points + 2 * as_given(i, m->count, clockwise);
    w->points[2 * i] = p[0];
    w->points[2 * i + 1] = p[1];
    m->origin[i] = i;
  }
}

/* The number of an edge in the order of the caller: that of its first point there. */
static int edge_given(int i, int count, int clockwise) {
  return clockwise ? as_given((i + 1) % count, count, 1) : i;
}

static void name_places(collide_error error, int count, int clockwise, int places[2]) {
  int i;
  for (i = 0; i < 2; i++) {
    int is_edge = error == COLLIDE_ERROR_OUTLINE_CROSSES ||
                  (error == COLLIDE_ERROR_OUTLINE_TOUCHES && i == 1);
    places[i] =
        is_edge ? edge_given(places[i], count, clockwise) : as_given(places[i], count, clockwise);
  }
  if (error != COLLIDE_ERROR_OUTLINE_TOUCHES && places[0] > places[1]) {
    i = places[0];
    places[0] = places[1];
    places[1] = i;
  }
}

/* ---- Output ----------------------------------------------------------------------------- */

static int is_straight(const outline_mesh *m, int h) {
  return mesh_turn(m, m->origin[m->prev[h]], m->origin[h], target_of(m, h)) == 0;
}

/* Writes a piece from its least corner on. The corner numbers of a piece rise along the outline. */
static int write_piece(workshop *w, int start, int clockwise, int at) {
  const outline_mesh *m = &w->mesh;
  int h = start, first = at, i, lowest = at, length;
  do {
    if (!is_straight(m, h)) w->corners[at++] = as_given(m->origin[h], m->count, clockwise);
    h = clockwise ? m->prev[h] : m->next[h];
  } while (h != start);
  length = at - first;
  for (i = first; i < at; i++)
    if (w->corners[i] < w->corners[lowest]) lowest = i;
  for (i = 0; i < length; i++) /* the sweep's arrays are free now */
    w->passing.order[i] = w->corners[first + (lowest - first + i) % length];
  for (i = 0; i < length; i++) w->corners[first + i] = w->passing.order[i];
  return at;
}

/* Writes all pieces in the order of their half-edges and returns their number. `first` gets one
 * more entry. `seen` has a mark for each half-edge. */
static int write_pieces(workshop *w, int clockwise, int *seen) {
  const outline_mesh *m = &w->mesh;
  int pieces = 0, at = 0, i, h;
  for (i = 0; i < m->edges; i++) seen[i] = 0;
  for (i = 0; i < m->edges; i++) {
    if (seen[i] || m->origin[i] == NONE) continue;
    w->first[pieces++] = at;
    at = write_piece(w, i, clockwise, at);
    for (h = i; !seen[h]; h = m->next[h]) seen[h] = 1;
  }
  w->first[pieces] = at;
  return pieces;
}

/* Sorts the numbers of pieces by their corner at that place, stably, into `to`. */
static void sort_by_corner(const workshop *w, const int *from, int *to, int pieces, int place,
                           int *begins) {
  int i, sum = 0;
  for (i = 0; i < w->mesh.count; i++) begins[i] = 0;
  for (i = 0; i < pieces; i++) begins[w->corners[w->first[i] + place]]++;
  for (i = 0; i < w->mesh.count; i++) {
    int here = begins[i];
    begins[i] = sum;
    sum += here;
  }
  for (i = 0; i < pieces; i++) to[begins[w->corners[w->first[from[i]] + place]]++] = from[i];
}

/* Sorts by the first corner, then the second. No two pieces share both, because at the first corner
 * both would be on the same side of the edge to the second. */
static void sort_pieces(workshop *w, int pieces, int *sorted_corners, int *sorted_first) {
  int *order = w->passing.order, *other = w->passing.other, *begins = w->joined.border;
  int i, k, at = 0;
  for (i = 0; i < pieces; i++) order[i] = i;
  sort_by_corner(w, order, other, pieces, 1, begins);
  sort_by_corner(w, other, order, pieces, 0, begins);
  for (i = 0; i < pieces; i++) {
    sorted_first[i] = at;
    for (k = w->first[order[i]]; k < w->first[order[i] + 1]; k++)
      sorted_corners[at++] = w->corners[k];
  }
  sorted_first[pieces] = at;
}

collide_error collide_decompose(const double *points, int count, void *storage,
                                collide_pieces *pieces, int places[2]) {
  decompose_memory memory = {NULL, 0};
  workshop w;
  int clockwise, nowhere[2];
  int *at = places != NULL ? places : nowhere;
  collide_error error = check(points, count, at);
  if (error != COLLIDE_OK) return error;
  memory.at = (char *)storage;
  take_all(&w, count, &memory);
  clockwise = goes_clockwise(points, count);
  take_points(&w, points, clockwise);
  error = ci_sweep(&w.passing, at);
  if (error == COLLIDE_ERROR_OUTLINE_REPEATED && clockwise) {
    clockwise = 0; /* sweeps again, for the first pair of equal points in the order of the caller */
    take_points(&w, points, clockwise);
    error = ci_sweep(&w.passing, at);
  }
  if (error != COLLIDE_OK) {
    name_places(error, count, clockwise, at);
    return error;
  }
  ci_merge(&w.mesh);
  ci_clusters_improve(&w.joined, cluster_limit(count));
  ci_merge(&w.mesh);
  if (count > WHOLE_POINTS) {
    ci_clusters_improve(&w.joined, SECOND_POINTS);
    ci_merge(&w.mesh);
  }
  pieces->count = write_pieces(&w, clockwise, w.joined.face);
  sort_pieces(&w, pieces->count, w.joined.face, w.joined.order);
  pieces->corners = w.joined.face;
  pieces->first = w.joined.order;
  return COLLIDE_OK;
}
