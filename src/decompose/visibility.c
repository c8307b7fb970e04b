/* SPDX-License-Identifier: MIT
 *
 * Visibility between the corners of a cluster, if one of them is concave. From each corner the
 * search passes through the pieces, crossing one diagonal after the other. The region visible
 * through a diagonal is between two rays to corners, on the right and on the left. The rays get
 * narrower from piece to piece. The pieces are convex, so the search leaves a piece through each
 * diagonal that is partly between the rays.
 */
#include "../number/fp.h"
#include "least.h"

static int is_inner(const least *l, int h) {
  return h >= l->mesh->count && l->inner[(h - l->mesh->count) / 2];
}

static int side(const least *l, int eye, int a, int b) {
  return mesh_turn(l->mesh, l->corner[eye], a, b);
}

/* The part between two corners. */
static least_part *part_between(const least *l, int a, int b) {
  return &l->parts[a < b ? a * l->count + b : b * l->count + a];
}

/* Marks the corner at which half-edge h begins as visible if it is between the rays, or on one of
 * them behind that ray's corner. */
static void mark_visible(least *l, int eye, int h, int right, int left) {
  int i = l->local[h], corner = l->mesh->origin[h], right_side, left_side;
  if (i < eye && computes_last(l, i)) return; /* it has seen this corner */
  right_side = side(l, eye, right, corner);
  left_side = side(l, eye, corner, left);
  if (right_side < 0 || left_side < 0) return;
  part_between(l, eye, i)->sight = right_side > 0 && left_side > 0 ? SIGHT_FREE : SIGHT_TOUCHES;
}

/* Continues through half-edge h into the next piece, if anything is visible through it. */
static void search_through(least *l, int eye, int h, int right, int left) {
  const outline_mesh *m = l->mesh;
  least_task *task;
  int a, b;
  if (!is_inner(l, h)) return;
  a = m->origin[h];
  b = target_of(m, h);
  if (side(l, eye, right, a) > 0) right = a;
  if (side(l, eye, b, left) > 0) left = b;
  if (side(l, eye, right, left) <= 0) return;
  task = &l->stack[l->tasks++];
  task->a = twin_of(m, h);
  task->b = right;
  task->c = left;
}

/* Searches a piece from half-edge `from` up to and excluding `to`. */
static void search_piece(least *l, int eye, int from, int to, int right, int left) {
  const outline_mesh *m = l->mesh;
  int h;
  for (h = from; h != to; h = m->next[h]) {
    search_through(l, eye, h, right, left);
    if (m->next[h] != to) mark_visible(l, eye, m->next[h], right, left);
  }
}

static void find_visible(least *l, int eye) {
  const outline_mesh *m = l->mesh;
  int h = l->outside[eye];
  l->tasks = 0;
  for (;;) { /* each piece around the corner */
    int last = m->prev[h], right = target_of(m, h), left = m->origin[last];
    part_between(l, eye, l->local[m->next[h]])->sight = SIGHT_FREE;
    if (right != left) search_piece(l, eye, m->next[h], last, right, left);
    if (!is_inner(l, last)) break;
    h = twin_of(m, last);
  }
  while (l->tasks > 0) {
    least_task task = l->stack[--l->tasks];
    search_piece(l, eye, m->next[task.a], task.a, task.b, task.c);
  }
}

void ci_least_find_sight(least *l) {
  int i, k;
  for (i = 0; i < l->count; i++) {
    for (k = 0; k < l->count; k++) {
      least_part *p = &l->parts[i * l->count + k];
      p->sight = SIGHT_NONE;
      p->cost = COST_NONE;
      p->start = p->count = 0;
    }
  }
  for (i = 0; i < l->count; i++)
    if (computes_last(l, i)) find_visible(l, i);
}
