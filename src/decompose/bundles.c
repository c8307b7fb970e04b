/* SPDX-License-Identifier: MIT
 *
 * The bundles of edges at the current point of the sweep. Edges that lie on each other from one
 * point to the next form one bundle. The edges of a bundle may end at different points; at the
 * first of them the others form new bundles with the edges that begin there.
 */
#include "../number/fp.h"
#include "decompose.h"

#include <string.h>

/* ---- The bundles that end ---------------------------------------------------------- */

/* The side of the bundle on which the point lies, as a sign: 1 is above. */
static int find_side(const sweep *s, const bundle *b, int point) {
  if (s->place[b->right] == s->place[point]) return 0;
  return orient2d(sweep_point(s, b->left), sweep_point(s, b->right), sweep_point(s, point));
}

static void find_ending(sweep *s, int point) {
  int low = 0, high = s->crossed;
  while (low < high) {
    int middle = (low + high) / 2;
    if (find_side(s, bundle_at(s, middle), point) > 0)
      low = middle + 1;
    else
      high = middle;
  }
  s->at = low;
  while (low < s->crossed && find_side(s, bundle_at(s, low), point) == 0) low++;
  s->left = low - s->at;
}

/* ---- The edges that leave the point to the right ------------------------------------- */

static int right_end(const sweep *s, int edge) {
  return goes_right(s, edge) ? s->links->after[edge] : edge;
}

static void list_starting(sweep *s, int from, int to) {
  const ring_links *l = s->links;
  int i;
  s->leaves = 0;
  for (i = from; i < to; i++) {
    int point = s->order[i], before = l->before[point];
    if (s->place[l->after[point]] > from) s->leaving[s->leaves++] = point;
    if (s->place[before] > from) s->leaving[s->leaves++] = before;
  }
}

/* Adds the edges that do not end at the point. If they are in two bundles, these cross there. */
static collide_error list_continuing(sweep *s, int from, int places[2]) {
  int i, edge, others = 0;
  for (i = s->at; i < s->at + s->left; i++) {
    int before = s->leaves;
    for (edge = bundle_at(s, i)->first; edge != NONE; edge = s->more[edge])
      if (s->place[right_end(s, edge)] != from) s->leaving[s->leaves++] = edge;
    if (s->leaves == before) continue;
    places[others++] = s->leaving[before];
    if (others == 2) return COLLIDE_ERROR_OUTLINE_CROSSES;
  }
  return COLLIDE_OK;
}

/* Both edges leave the current point. */
static int leaves_below(const sweep *s, int a, int b) {
  return orient2d(s->here, sweep_point(s, right_end(s, a)), sweep_point(s, right_end(s, b))) > 0;
}

/* ---- The bundles that begin ------------------------------------------------------------ */

/* The lowest bundle that borders what a ring winds around tells the direction of the ring: below
 * it the ring has not been met. */
static void find_signs(sweep *s, const bundle *b) {
  const ring_links *l = s->links;
  int edge;
  for (edge = b->first; edge != NONE; edge = s->more[edge])
    if (s->sign[l->ring[edge]] == 0) s->turns[l->ring[edge]] += goes_right(s, edge) ? 1 : -1;
  for (edge = b->first; edge != NONE; edge = s->more[edge]) {
    int ring = l->ring[edge], turns = s->turns[ring];
    s->turns[ring] = 0;
    if (turns == 0) continue;
    s->sign[ring] = (turns > 0) == (ring == 0) ? 1 : -1;
    s->sign_edge[ring] = edge;
  }
}

/* Makes a bundle of `count` edges that leave the point in the same direction. */
static void add_bundle(sweep *s, const int *edges, int count, const bundle *below) {
  bundle *b = &s->bundles[s->used++];
  int i;
  s->right++;
  b->first = edges[0];
  b->right = right_end(s, edges[0]);
  b->left = goes_right(s, edges[0]) ? edges[0] : s->links->after[edges[0]];
  for (i = 0; i < count; i++) s->more[edges[i]] = i + 1 < count ? edges[i + 1] : NONE;
  find_signs(s, b);
  b->net = 0;
  b->outer = below != NULL ? below->outer : 0;
  for (i = 0; i < count; i++) {
    b->net += direction_of(s, edges[i]);
    if (s->links->ring[edges[i]] == 0) b->outer += direction_of(s, edges[i]);
  }
  b->winding = (below != NULL ? below->winding : 0) + b->net;
  b->half = b->chain = NONE;
}

collide_error ci_bundles_find(sweep *s, int from, int to, int places[2]) {
  collide_error error;
  int i, count;
  s->here = sweep_point(s, s->order[from]);
  find_ending(s, s->order[from]);
  list_starting(s, from, to);
  error = list_continuing(s, from, places);
  if (error != COLLIDE_OK) return error;
  s->leaving = ci_sweep_sort(s, s->leaving, s->leaves, leaves_below);
  s->right = 0;
  for (i = 0; i < s->leaves; i += count) {
    const int *edges = s->leaving + i;
    for (count = 1; i + count < s->leaves; count++)
      if (leaves_below(s, edges[0], edges[count])) break;
    add_bundle(s, edges, count, i > 0 ? right_bundle(s, s->right - 1) : bundle_below(s));
  }
  return COLLIDE_OK;
}

void ci_bundles_replace(sweep *s) {
  int *at = s->line + s->at, i;
  int above = s->crossed - s->at - s->left;
  if (s->left != s->right) memmove(at + s->right, at + s->left, (size_t)above * sizeof *at);
  for (i = 0; i < s->right; i++) at[i] = s->used - s->right + i;
  s->crossed += s->right - s->left;
}
