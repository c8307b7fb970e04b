/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "decompose.h"

#include <math.h>
#include <string.h>

/* ---- Memory ------------------------------------------------------------------------ */

enum { ALIGNMENT = sizeof(double) };

void *ci_decompose_take(decompose_memory *memory, size_t count, size_t size) {
  size_t at = memory->used;
  memory->used += (count * size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  return memory->at == NULL ? NULL : memory->at + at;
}

typedef struct workshop {
  outline_mesh mesh;
  ring_links links;
  int *corners, *first; /* the pieces */
  int *order, *other;   /* scratch space for sorting them */
  sweep passing;
  clusters joined;
} workshop;

static void take_all(workshop *w, int count, int rings, decompose_memory *memory) {
  outline_mesh *m = &w->mesh;
  size_t room = corner_room(count), edges = half_edge_room(count), faces = face_room(count);
  m->count = m->edges = (int)room;
  m->corners = count;
  m->points = (double *)ci_decompose_take(memory, 2 * room, sizeof(double));
  w->corners = take_ints(memory, edges);
  w->first = take_ints(memory, faces);
  w->order = take_ints(memory, faces);
  w->other = take_ints(memory, faces);
  m->given = take_ints(memory, room);
  m->origin = take_ints(memory, edges);
  m->next = take_ints(memory, edges);
  m->prev = take_ints(memory, edges);
  ci_links_take(&w->links, count, memory);
  ci_sweep_take(&w->passing, m, &w->links, rings, memory);
  ci_clusters_take(&w->joined, m, count, memory);
}

size_t collide_decompose_storage(int count, int rings) {
  decompose_memory memory = {NULL, 0};
  workshop w;
  take_all(&w, count < 3 ? 3 : count, rings < 1 ? 1 : rings, &memory);
  return memory.used;
}

/* ---- Input -------------------------------------------------------------------------- */

static collide_error check(const double *points, const int *counts, int rings, int places[2],
                           int *count) {
  int i;
  *count = 0;
  if (rings < 1) return COLLIDE_ERROR_POLYGON_FEW;
  for (i = 0; i < rings; i++) {
    places[0] = places[1] = i;
    if (counts[i] < 3) return COLLIDE_ERROR_POLYGON_FEW;
    if (counts[i] > COLLIDE_DECOMPOSE_MOST - *count) return COLLIDE_ERROR_LIMIT;
    *count += counts[i];
  }
  for (i = 0; i < 2 * *count; i++) {
    places[0] = places[1] = i / 2;
    if (!(fabs(points[i]) <= COLLIDE_LARGEST)) return COLLIDE_ERROR_POLYGON_SIZE;
  }
  return COLLIDE_OK;
}

static void take_points(workshop *w, const double *points) {
  outline_mesh *m = &w->mesh;
  int i;
  memcpy(m->points, points, 2 * (size_t)w->links.count * sizeof *points);
  for (i = 0; i < m->count; i++) m->origin[i] = NONE;
  m->corners = w->links.count;
  m->edges = m->count;
}

/* The most points that are swept again, all sweeps together. */
#define AGAIN_WORK 3e6

/* Sweeps, with fewer and fewer points left out until there is no error. If the error is elsewhere
 * than at edges that replace points, halves the tolerance. After too much work, keeps all points.
 */
static collide_error sweep_outline(workshop *w, const double *points, double tolerance,
                                   int places[2]) {
  double work = 0;
  collide_error error;
  int halved = 0;
  if (tolerance > 0) ci_simplify(&w->links, tolerance);
  for (;;) {
    take_points(w, points);
    error = ci_sweep(&w->passing, places);
    if (error == COLLIDE_OK || !(tolerance > 0)) return error;
    work += w->links.count;
    if (work < AGAIN_WORK && ci_simplify_less(&w->links, places)) continue;
    tolerance = work < AGAIN_WORK && halved++ < 8 ? tolerance / 2 : 0;
    if (tolerance > 0)
      ci_simplify(&w->links, tolerance);
    else
      ci_links_restore(&w->links);
  }
}

static void sort_places(int places[2]) {
  int a = places[0];
  if (a < places[1]) return;
  places[0] = places[1];
  places[1] = a;
}

/* ---- Fewer pieces --------------------------------------------------------------------- */

static void improve(workshop *w, int count) {
  int pass, limit = cluster_limit(count);
  ci_merge(&w->mesh);
  w->joined.last = NONE;
  for (pass = 0; pass < PASSES; pass++) {
    ci_clusters_improve(&w->joined, limit);
    ci_merge(&w->mesh);
    if (w->joined.cuts == 0 && (pass == 1 || count <= WHOLE_POINTS)) break;
    if (count > WHOLE_POINTS) limit = 2 * limit / 3;
  }
}

/* ---- Output ----------------------------------------------------------------------------- */

static int is_straight(const outline_mesh *m, int h) {
  return mesh_turn(m, m->origin[m->prev[h]], m->origin[h], target_of(m, h)) == 0;
}

/* Writes a piece from its least corner on, in the winding of the outline. */
static int write_piece(workshop *w, int start, int at) {
  const outline_mesh *m = &w->mesh;
  int h = start, first = at, i, lowest = at, length, clockwise = w->passing.sign[0] < 0;
  do {
    if (!is_straight(m, h)) w->corners[at++] = m->given[m->origin[h]];
    h = clockwise ? m->prev[h] : m->next[h];
  } while (h != start);
  length = at - first;
  for (i = first; i < at; i++)
    if (w->corners[i] < w->corners[lowest]) lowest = i;
  for (i = 0; i < length; i++) w->order[i] = w->corners[first + (lowest - first + i) % length];
  for (i = 0; i < length; i++) w->corners[first + i] = w->order[i];
  return at;
}

/* Writes all pieces in the order of their half-edges and returns their number. `first` gets one
 * more entry. `seen` has a mark for each half-edge. */
static int write_pieces(workshop *w, int *seen) {
  const outline_mesh *m = &w->mesh;
  int pieces = 0, at = 0, i, h;
  for (i = 0; i < m->edges; i++) seen[i] = 0;
  for (i = 0; i < m->edges; i++) {
    if (seen[i] || m->origin[i] == NONE) continue;
    w->first[pieces++] = at;
    at = write_piece(w, i, at);
    for (h = i; !seen[h]; h = m->next[h]) seen[h] = 1;
  }
  w->first[pieces] = at;
  return pieces;
}

/* Sorts the numbers of pieces by their corner at that place, stably, into `to`. */
static void sort_by_corner(const workshop *w, const int *from, int *to, int pieces, int place,
                           int *begins) {
  int i, sum = 0;
  for (i = 0; i < w->links.count; i++) begins[i] = 0;
  for (i = 0; i < pieces; i++) begins[w->corners[w->first[i] + place]]++;
  for (i = 0; i < w->links.count; i++) {
    int here = begins[i];
    begins[i] = sum;
    sum += here;
  }
  for (i = 0; i < pieces; i++) to[begins[w->corners[w->first[from[i]] + place]]++] = from[i];
}

/* Sorts by the first corner, then the second. No two pieces share both, because at the first corner
 * both would be on the same side of the edge to the second. */
static void sort_pieces(workshop *w, int pieces, int *sorted_corners, int *sorted_first) {
  int *order = w->order, *other = w->other, *begins = w->joined.border;
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

collide_error collide_decompose(const double *points, const int *counts, int rings,
                                double tolerance, void *storage, collide_pieces *pieces,
                                int places[2]) {
  decompose_memory memory = {NULL, 0};
  workshop w;
  int count, nowhere[2];
  int *at = places != NULL ? places : nowhere;
  collide_error error = check(points, counts, rings, at, &count);
  if (error != COLLIDE_OK) return error;
  memory.at = (char *)storage;
  take_all(&w, count, rings, &memory);
  ci_links_set(&w.links, points, counts, rings);
  error = sweep_outline(&w, points, tolerance, at);
  if (error != COLLIDE_OK) {
    sort_places(at);
    return error;
  }
  improve(&w, count);
  pieces->count = write_pieces(&w, w.joined.face);
  sort_pieces(&w, pieces->count, w.joined.face, w.joined.order);
  pieces->corners = w.joined.face;
  pieces->first = w.joined.order;
  return COLLIDE_OK;
}
