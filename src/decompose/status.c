/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "decompose.h"

#include <string.h>

void ci_status_take(status *s, const outline_mesh *m, decompose_memory *memory) {
  s->mesh = m;
  s->count = 0;
  s->nodes = take_ints(memory, (size_t)m->count);
  s->edge = take_ints(memory, (size_t)m->count);
}

/* The side of the node's edge on which the point lies, as a sign: 1 is above. */
static int find_side(const status *s, int node, const double p[2]) {
  const double *a = mesh_point(s->mesh, s->edge[node]);
  const double *b = mesh_point(s->mesh, corner_after(s->mesh, s->edge[node]));
  return comes_before(a, b) ? orient2d(a, b, p) : orient2d(b, a, p);
}

int ci_status_find(const status *s, const double p[2], int *is_on) {
  int low = 0, high = s->count;
  *is_on = 0;
  while (low < high) {
    int middle = (low + high) / 2, side = find_side(s, s->nodes[middle], p);
    *is_on |= side == 0;
    if (side > 0)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void ci_status_insert(status *s, int place, int edge) {
  int *node = s->nodes + place;
  memmove(node + 1, node, (size_t)(s->count - place) * sizeof *node);
  *node = s->edge[edge] = edge;
  s->count++;
}

void ci_status_remove(status *s, int place) {
  int *node = s->nodes + place;
  s->count--;
  memmove(node, node + 1, (size_t)(s->count - place) * sizeof *node);
}
