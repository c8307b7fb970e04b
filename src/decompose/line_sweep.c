/* SPDX-License-Identifier: MIT
 *
 * The sweep: points from left to right, those with the same x from the lowest up.
 *
 * Let q be the first place, in the order of the sweep, at which two edges cross inside both. Before
 * q, bundles meet only at points, so their order along the sweep line never changes between
 * points. If q is a point, both edges continue there: see bundles.c. Otherwise two edges that cross
 * in q are neighbours at some time before q, and all neighbours are compared. So the first
 * comparison that finds something comes at q or before, and until then the order is right.
 *
 * A bundle with as many edges to the right as to the left does not border the inside. Of the
 * others, `net` is 1 if the inside is above and -1 if it is below. Around a point, bundles of both
 * kinds alternate, and each angle of the inside between two of them becomes a corner.
 */
#include "../number/fp.h"
#include "decompose.h"

#include <string.h>

void ci_sweep_take(sweep *s, outline_mesh *m, const ring_links *l, int rings,
                   decompose_memory *memory) {
  size_t count = (size_t)l->count, room = (size_t)rings;
  s->mesh = m;
  s->links = l;
  s->order = take_ints(memory, count);
  s->other = take_ints(memory, count);
  s->place = take_ints(memory, count);
  s->more = take_ints(memory, count);
  s->leaving = take_ints(memory, count);
  s->walls = take_ints(memory, 2 * count);
  s->sign = take_ints(memory, room);
  s->sign_edge = take_ints(memory, room);
  s->turns = take_ints(memory, room);
  s->bundles = (bundle *)ci_decompose_take(memory, corner_room(l->count), sizeof(bundle));
  s->line = take_ints(memory, count);
  ci_chain_take(&s->chains, l->count, memory);
}

/* ---- The order of the points ------------------------------------------------------ */

static void merge_runs(const sweep *s, const int *from, int *to, int low, int middle, int high,
                       sweep_before *before) {
  int i = low, j = middle, k;
  for (k = low; k < high; k++) {
    int take_left = j >= high || (i < middle && !before(s, from[j], from[i]));
    to[k] = take_left ? from[i++] : from[j++];
  }
}

int *ci_sweep_sort(sweep *s, int *list, int count, sweep_before *before) {
  int length, i;
  for (length = 1; length < count; length *= 2) {
    int *to = s->other;
    for (i = 0; i < count; i += 2 * length) {
      int middle = i + length < count ? i + length : count;
      int high = middle + length < count ? middle + length : count;
      merge_runs(s, list, to, i, middle, high, before);
    }
    s->other = list;
    list = to;
  }
  return list;
}

static int comes_first(const sweep *s, int a, int b) {
  return comes_before(sweep_point(s, a), sweep_point(s, b));
}

static void sort_points(sweep *s) {
  int i;
  s->count = 0;
  for (i = 0; i < s->links->count; i++)
    if (s->links->after[i] != NONE) s->order[s->count++] = i;
  s->order = ci_sweep_sort(s, s->order, s->count, comes_first);
  for (i = 0; i < s->count; i++) {
    int is_new = i == 0 || comes_first(s, s->order[i - 1], s->order[i]);
    s->place[s->order[i]] = is_new ? i : s->place[s->order[i - 1]];
  }
}

/* ---- Comparisons ------------------------------------------------------------------ */

/* Returns an error if the neighbours at places `low` and `low` + 1 cross further to the right: then
 * the end that comes first is on the wrong side of the other. */
static collide_error compare(const sweep *s, int low, int places[2]) {
  const bundle *a, *b;
  int side;
  if (low < 0 || low + 1 >= s->crossed) return COLLIDE_OK;
  a = bundle_at(s, low);
  b = bundle_at(s, low + 1);
  if (s->place[a->right] == s->place[b->right]) return COLLIDE_OK;
  if (s->place[a->right] < s->place[b->right])
    side = orient2d(sweep_point(s, b->left), sweep_point(s, b->right), sweep_point(s, a->right));
  else
    side = -orient2d(sweep_point(s, a->left), sweep_point(s, a->right), sweep_point(s, b->right));
  if (side <= 0) return COLLIDE_OK;
  places[0] = a->first;
  places[1] = b->first;
  return COLLIDE_ERROR_OUTLINE_CROSSES;
}

/* ---- Corners ------------------------------------------------------------------------ */

/* The corner whose angle begins at the bundle, counterclockwise. Its number is that of the point
 * from which an edge of the bundle starts there, so that simple outlines keep their numbers. If all
 * edges pass through the current point, the corner is new. */
static int add_corner(const sweep *s, const bundle *b, int from) {
  outline_mesh *m = s->mesh;
  int edge, corner;
  for (edge = b->first; edge != NONE; edge = s->more[edge]) {
    corner = s->sign[s->links->ring[edge]] > 0 ? edge : s->links->after[edge];
    if (s->place[corner] == from && direction_of(s, edge) == b->net) break;
  }
  if (edge == NONE) {
    corner = m->corners++;
    memcpy(m->points + 2 * corner, s->here, 2 * sizeof *s->here);
  }
  m->given[corner] = edge == NONE ? s->order[from] : corner;
  m->origin[corner] = corner;
  return corner;
}

/* The chain below the current point. */
static int chain_below(const sweep *s) {
  int place = s->at - 1;
  while (bundle_at(s, place)->net == 0) place--;
  return bundle_at(s, place)->chain;
}

static void begin_chain(bundle *b, int chain, int corner) {
  b->chain = chain;
  b->half = corner;
}

/* The corners between two bundles that end and between two that begin. `inside`: the inside is
 * below the current point. */
static void add_ends_and_starts(sweep *s, int left, int right, int inside, int from) {
  bundle *b = s->bundles;
  const int *w = s->walls;
  int i, corner;
  for (i = inside; i + 1 < left; i += 2) {
    corner = add_corner(s, &b[w[i + 1]], from);
    ci_chain_end(&s->chains, s->mesh, b[w[i]].chain, corner, b[w[i]].half);
  }
  for (i = left + inside; i + 1 < left + right; i += 2) {
    corner = add_corner(s, &b[w[i]], from);
    begin_chain(&b[w[i]], ci_chain_start(&s->chains, corner), corner);
  }
}

/* The corners whose angles contain the direction down or up. */
static void add_others(sweep *s, int left, int right, int inside, int from) {
  chain_set *c = &s->chains;
  bundle *low = &s->bundles[s->walls[0]], *ending = &s->bundles[s->walls[left - (left > 0)]];
  bundle *beginning = &s->bundles[s->walls[left + right - 1]];
  int corner;
  if (left > 0 && right > 0) {
    int is_above = inside != ((left & 1) != 0);
    if (inside) {
      corner = add_corner(s, low, from);
      ci_chain_upper(c, s->mesh, chain_below(s), corner, corner);
    }
    if (!is_above) return;
    corner = add_corner(s, beginning, from);
    ci_chain_lower(c, s->mesh, ending->chain, corner, ending->half);
    begin_chain(beginning, ending->chain, corner);
  } else if (inside && left > 0) {
    corner = add_corner(s, low, from);
    ci_chain_merge(c, s->mesh, chain_below(s), ending->chain, corner, ending->half);
  } else if (inside) {
    corner = add_corner(s, beginning, from);
    begin_chain(beginning, ci_chain_split(c, s->mesh, chain_below(s), corner), corner);
  }
}

static void add_corners(sweep *s, int from) {
  int left = 0, right = 0, i, inside = winding_below(s);
  for (i = 0; i < s->left; i++)
    if (bundle_at(s, s->at + i)->net != 0) s->walls[left++] = s->line[s->at + i];
  for (i = s->used - s->right; i < s->used; i++)
    if (s->bundles[i].net != 0) s->walls[left + right++] = i;
  if (left + right == 0) return;
  add_ends_and_starts(s, left, right, inside, from);
  add_others(s, left, right, inside, from);
}

/* ---- The sweep ------------------------------------------------------------------------ */

static collide_error sweep_point_at(sweep *s, int from, int to, int places[2]) {
  collide_error error = ci_bundles_find(s, from, to, places);
  if (error != COLLIDE_OK) return error;
  ci_windings_check(s, from);
  if (s->fault == COLLIDE_OK) add_corners(s, from);
  ci_bundles_replace(s);
  error = compare(s, s->at - 1, places);
  return error != COLLIDE_OK || s->right == 0 ? error : compare(s, s->at + s->right - 1, places);
}

collide_error ci_sweep(sweep *s, int places[2]) {
  collide_error error = COLLIDE_OK;
  int from = 0, to, i;
  s->used = s->crossed = s->is_local = s->chains.used = s->chains.nodes = 0;
  s->fault = COLLIDE_OK;
  for (i = 0; i < s->links->rings; i++) s->sign[i] = s->turns[i] = 0;
  sort_points(s);
  for (; from < s->count && error == COLLIDE_OK; from = to) {
    for (to = from + 1; to < s->count && s->place[s->order[to]] == from;) to++;
    error = sweep_point_at(s, from, to, places);
  }
  if (error != COLLIDE_OK) return error;
  memcpy(places, s->fault_edges, sizeof s->fault_edges);
  if (s->fault != COLLIDE_OK) return s->fault;
  places[0] = places[1] = 0;
  return s->chains.used == 0 ? COLLIDE_ERROR_OUTLINE_FLAT : COLLIDE_OK;
}
