/* SPDX-License-Identifier: MIT
 *
 * The sweep: corners from left to right, those with the same x from the lowest up.
 *
 * No two corners are equal. Then an outline is not simple exactly if two of its edges cross inside
 * both, or a corner lies on an edge that does not end there. Let q be the first such place in the
 * order of the sweep. Before q, edges meet only at their common ends, so their order along the
 * sweep line never changes. Two edges that meet in q can be neighbours at some time before q, and
 * all neighbours are compared. Otherwise q is the left end of both edges of a corner, and the
 * search for the place of that corner finds it on another edge. So the first comparison that finds
 * something comes at q or before, and until then the order is right.
 */
#include "../number/fp.h"
#include "decompose.h"

void ci_sweep_take(sweep *s, outline_mesh *m, decompose_memory *memory) {
  s->mesh = m;
  s->order = take_ints(memory, (size_t)m->count);
  s->other = take_ints(memory, (size_t)m->count);
  ci_status_take(&s->line, m, memory);
  ci_chain_take(&s->chains, m->count, memory);
  s->tangled = 0;
}

/* ---- The order of the corners ---------------------------------------------------- */

static void merge_runs(const outline_mesh *m, const int *from, int *to, int low, int middle,
                       int high) {
  int i = low, j = middle, k;
  for (k = low; k < high; k++) {
    int take_left =
        j >= high || (i < middle && !comes_before(mesh_point(m, from[j]), mesh_point(m, from[i])));
    to[k] = take_left ? from[i++] : from[j++];
  }
}

/* Sorts stably: equal corners stay in the order of the outline. */
static void sort_corners(sweep *s) {
  int count = s->mesh->count, length, i;
  for (i = 0; i < count; i++) s->order[i] = i;
  for (length = 1; length < count; length *= 2) {
    int *t = s->order;
    for (i = 0; i < count; i += 2 * length) {
      int middle = i + length < count ? i + length : count;
      int high = middle + length < count ? middle + length : count;
      merge_runs(s->mesh, s->order, s->other, i, middle, high);
    }
    s->order = s->other;
    s->other = t;
  }
}

/* Finds the first repeated corner, and its first repetition. */
static collide_error find_repeated(const sweep *s, int places[2]) {
  int i;
  places[0] = s->mesh->count;
  for (i = 0; i + 1 < s->mesh->count; i++) {
    int a = s->order[i], b = s->order[i + 1];
    if (a < places[0] && is_same_point(mesh_point(s->mesh, a), mesh_point(s->mesh, b))) {
      places[0] = a;
      places[1] = b;
    }
  }
  return places[0] < s->mesh->count ? COLLIDE_ERROR_OUTLINE_REPEATED : COLLIDE_OK;
}

/* ---- Comparisons ------------------------------------------------------------------ */

static collide_error touching(int corner, int edge, int places[2]) {
  places[0] = corner;
  places[1] = edge;
  return COLLIDE_ERROR_OUTLINE_TOUCHES;
}

/* For a point in line with a and b: returns 1 if it lies between them. */
static int is_between(const double p[2], const double a[2], const double b[2]) {
  return comes_before(a, p) == comes_before(p, b);
}

/* Returns an error if the edges a and b meet other than at a common end. */
static collide_error compare(const outline_mesh *m, int a, int b, int places[2]) {
  int ends[4], side[4], i;
  ends[0] = a;
  ends[1] = corner_after(m, a);
  ends[2] = b;
  ends[3] = corner_after(m, b);
  for (i = 0; i < 4; i++) {
    int base = i < 2 ? 2 : 0, other = i < 2 ? b : a;
    const double *p = mesh_point(m, ends[i]);
    const double *from = mesh_point(m, ends[base]), *to = mesh_point(m, ends[base + 1]);
    side[i] = orient2d(from, to, p);
    if (side[i] != 0 || ends[i] == ends[base] || ends[i] == ends[base + 1]) continue;
    if (is_between(p, from, to)) return touching(ends[i], other, places);
  }
  if (side[0] * side[1] >= 0 || side[2] * side[3] >= 0) return COLLIDE_OK;
  places[0] = a < b ? a : b;
  places[1] = a < b ? b : a;
  return COLLIDE_ERROR_OUTLINE_CROSSES;
}

static collide_error compare_nodes(const sweep *s, int low, int high, int places[2]) {
  if (low == NONE || high == NONE) return COLLIDE_OK;
  return compare(s->mesh, s->line.edge[low], s->line.edge[high], places);
}

/* Compares the nodes from place `low` to place `high` with their neighbours. */
static collide_error compare_around(const sweep *s, int low, int high, int places[2]) {
  const status *l = &s->line;
  collide_error error = compare_nodes(s, status_node(l, low - 1), status_node(l, low), places);
  return error != COLLIDE_OK
             ? error
             : compare_nodes(s, status_node(l, high), status_node(l, high + 1), places);
}

/* ---- Corners ------------------------------------------------------------------------ */

/* Returns 1 if the inside is above the node's edge. Edges run counterclockwise. */
static int is_floor(const sweep *s, int node) {
  const outline_mesh *m = s->mesh;
  int edge = s->line.edge[node];
  return comes_before(mesh_point(m, edge), mesh_point(m, corner_after(m, edge)));
}

/* Both edges run to the right. */
static collide_error open_corner(sweep *s, int corner, int places[2]) {
  outline_mesh *m = s->mesh;
  int before = corner_before(m, corner), after = corner_after(m, corner);
  int turn = mesh_turn(m, before, corner, after);
  int low = turn > 0 ? corner : before, high = turn > 0 ? before : corner, is_on;
  int at = ci_status_find(&s->line, mesh_point(m, corner), &is_on);
  int below = status_node(&s->line, at - 1);
  if (is_on) return touching(corner, s->line.edge[status_node(&s->line, at)], places);
  if (turn == 0) { /* the outline turns back: the nearer end lies on the longer edge */
    if (comes_before(mesh_point(m, before), mesh_point(m, after)))
      return touching(before, corner, places);
    return touching(after, before, places);
  }
  /* If nothing crosses, a start is outside the outline and a split inside. */
  if ((turn > 0) == (below != NONE && is_floor(s, below))) s->tangled = 1;
  ci_status_insert(&s->line, at, high);
  ci_status_insert(&s->line, at, low);
  if (!s->tangled) {
    if (turn > 0)
      ci_chain_start(&s->chains, low, corner);
    else
      ci_chain_split(&s->chains, m, below, high, corner);
  }
  return compare_around(s, at, at + 1, places);
}

/* Both edges run to the left. */
static collide_error close_corner(sweep *s, int corner, int places[2]) {
  outline_mesh *m = s->mesh;
  int is_on, at = ci_status_find(&s->line, mesh_point(m, corner), &is_on);
  int below = status_node(&s->line, at - 1), low = status_node(&s->line, at);
  int high = status_node(&s->line, at + 1), above = status_node(&s->line, at + 2);
  int is_end = s->line.edge[low] == corner_before(m, corner);
  if (!s->tangled) {
    if (is_end)
      ci_chain_end(&s->chains, m, low, corner);
    else
      ci_chain_merge(&s->chains, m, below, high, corner);
  }
  ci_status_remove(&s->line, at);
  ci_status_remove(&s->line, at);
  return compare_nodes(s, below, above, places);
}

/* One edge ends, and the next one takes over its node. */
static collide_error pass_corner(sweep *s, int corner, int ending, int beginning, int places[2]) {
  int is_on, at = ci_status_find(&s->line, mesh_point(s->mesh, corner), &is_on);
  int node = status_node(&s->line, at), below = status_node(&s->line, at - 1);
  if (!s->tangled) {
    if (is_floor(s, node))
      ci_chain_lower(&s->chains, s->mesh, node, corner, ending);
    else
      ci_chain_upper(&s->chains, s->mesh, below, corner, ending);
  }
  s->line.edge[node] = beginning;
  return compare_around(s, at, at, places);
}

collide_error ci_sweep(sweep *s, int places[2]) {
  const outline_mesh *m = s->mesh;
  collide_error error;
  int i;
  sort_corners(s);
  error = find_repeated(s, places);
  for (i = 0; i < m->count && error == COLLIDE_OK; i++) {
    int corner = s->order[i], before = corner_before(m, corner);
    const double *p = mesh_point(m, corner);
    int was_before = comes_before(mesh_point(m, before), p);
    int was_after = comes_before(mesh_point(m, corner_after(m, corner)), p);
    if (was_before && was_after)
      error = close_corner(s, corner, places);
    else if (was_before)
      error = pass_corner(s, corner, before, corner, places);
    else if (was_after)
      error = pass_corner(s, corner, corner, before, places);
    else
      error = open_corner(s, corner, places);
  }
  return error;
}
