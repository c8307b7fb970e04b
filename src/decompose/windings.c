/* SPDX-License-Identifier: MIT
 *
 * Windings. The outline should wind once around each place of the inside, and each hole once in the
 * other direction around its own inside, which lies in that of the outline. So the sum is 1 or 0.
 */
#include "../number/fp.h"
#include "decompose.h"

static void add_turns(sweep *s, const bundle *b) {
  int edge;
  for (edge = b->first; edge != NONE; edge = s->more[edge])
    s->turns[s->links->ring[edge]] += direction_of(s, edge);
}

/* Writes the fault of the places above bundle i of those that begin at the current point. */
static void write_fault(sweep *s, int i) {
  int found[2] = {0, 0}, count = 0, is_outside, is_self, k;
  for (k = 0; k < s->at; k++) add_turns(s, bundle_at(s, k));
  for (k = 0; k <= i; k++) add_turns(s, right_bundle(s, k));
  is_outside = s->turns[0] == 0;
  is_self = s->turns[0] < 0 || s->turns[0] > 1;
  for (k = 1; k < s->links->rings; k++) {
    is_self |= s->turns[k] < -1 || s->turns[k] > 0;
    if (s->turns[k] != 0 && count < 2) found[count++] = k;
  }
  for (k = 0; k < s->links->rings; k++) s->turns[k] = 0;
  s->fault_edges[0] = is_self ? right_bundle(s, i)->first : s->sign_edge[found[0]];
  s->fault_edges[1] =
      s->sign_edge[is_self ? s->links->ring[s->fault_edges[0]] : found[!is_outside]];
  s->fault = is_self      ? COLLIDE_ERROR_OUTLINE_WINDS
             : is_outside ? COLLIDE_ERROR_OUTLINE_OUTSIDE
                          : COLLIDE_ERROR_OUTLINE_NESTED;
}

/* Bundle i of those that end or begin at the current point. */
static const bundle *bundle_near(const sweep *s, int i) {
  return i < s->right ? right_bundle(s, i) : bundle_at(s, s->at + i - s->right);
}

/* Do the edges meet at the current point as neighbours of a ring? */
static int are_joined(const sweep *s, int a, int b, int from) {
  const ring_links *l = s->links;
  return (l->after[a] == b && s->place[b] == from) || (l->after[b] == a && s->place[a] == from);
}

/* The fault is at the current point: names two edges there that are not neighbours. */
static void name_edges(sweep *s, int from) {
  int *edges = s->fault_edges, count = s->right + s->left, i, k;
  const bundle *b = bundle_near(s, 0);
  for (i = 1; i < count; i++) /* edges that cover each other */
    if (bundle_near(s, i)->net * bundle_near(s, i)->net > 1) b = bundle_near(s, i);
  for (i = count; i-- > 0;)
    for (k = bundle_near(s, i)->first; k != NONE; k = s->more[k])
      if (k != b->first && !are_joined(s, k, b->first, from)) edges[1] = k;
  for (k = s->more[b->first]; k != NONE; k = s->more[k])
    if (direction_of(s, k) == direction_of(s, b->first)) edges[1] = k;
  edges[0] = b->first;
  s->is_local = 1;
}

/* Returns 1 if the rings wind wrongly around the places above the bundle. They must be inside (1)
 * or outside (0), and holes only take away from the outline. */
static int is_wrong(const bundle *b) {
  if (b->winding < 0 || b->winding > 1) return 1;
  return b->outer < b->winding || b->outer > 1;
}

void ci_windings_check(sweep *s, int from) {
  int low = winding_below(s), high = low, i;
  for (i = 0; i < s->right + s->left; i++) {
    int winding = bundle_near(s, i)->winding;
    if (winding < low) low = winding;
    if (winding > high) high = winding;
    if (i < s->right && s->fault == COLLIDE_OK && is_wrong(right_bundle(s, i))) write_fault(s, i);
  }
  if (high - low > 1 && s->fault == COLLIDE_ERROR_OUTLINE_WINDS && !s->is_local)
    name_edges(s, from);
}
