/* SPDX-License-Identifier: MIT
 *
 * The rings of an outline as linked lists of points.
 */
#include "../number/fp.h"
#include "decompose.h"

#include <string.h>

void ci_links_take(ring_links *l, int count, decompose_memory *memory) {
  l->count = count;
  l->after = take_ints(memory, (size_t)count);
  l->before = take_ints(memory, (size_t)count);
  l->full = take_ints(memory, (size_t)count);
  l->ring = take_ints(memory, (size_t)count);
}

static int are_same(const ring_links *l, int a, int b) {
  return is_same_point(l->points + 2 * a, l->points + 2 * b);
}

void ci_links_join(ring_links *l, int a, int b) {
  l->after[a] = b;
  l->before[b] = a;
}

/* Links the points from `first` up to and excluding `end`. Of equal points in a row, only the last
 * is linked, at which the next edge begins. */
static void link_ring(ring_links *l, int first, int end) {
  int last = end - 1, next = last, i;
  for (i = end - 2; i >= first; i--) {
    if (are_same(l, i, next)) continue;
    ci_links_join(l, i, next);
    next = i;
  }
  while (last != next && are_same(l, last, next)) {
    i = l->before[last];
    l->before[last] = NONE;
    l->after[i] = NONE;
    last = i;
  }
  if (last != next) ci_links_join(l, last, next);
}

void ci_links_set(ring_links *l, const double *points, const int *counts, int rings) {
  int first = 0, i, k;
  l->points = points;
  l->rings = rings;
  for (k = 0; k < rings; k++) {
    for (i = first; i < first + counts[k]; i++) {
      l->after[i] = l->before[i] = NONE;
      l->ring[i] = k;
    }
    link_ring(l, first, i);
    first = i;
  }
  memcpy(l->full, l->after, (size_t)first * sizeof *l->full);
}

void ci_links_restore(ring_links *l) {
  int i;
  for (i = 0; i < l->count; i++)
    if (l->full[i] != NONE) ci_links_join(l, i, l->full[i]);
}
