/* SPDX-License-Identifier: MIT */
#include "../number/fp.h"
#include "decompose.h"

void ci_status_take(status *s, const outline_mesh *m, decompose_memory *memory) {
  size_t count = (size_t)m->count;
  s->mesh = m;
  s->root = NONE;
  s->left = take_ints(memory, count);
  s->right = take_ints(memory, count);
  s->parent = take_ints(memory, count);
  s->below = take_ints(memory, count);
  s->above = take_ints(memory, count);
  s->edge = take_ints(memory, count);
  s->node = take_ints(memory, count);
}

/* ---- The tree --------------------------------------------------------------- */

static void set_child(status *s, int *side, int node, int child) {
  side[node] = child;
  if (child != NONE) s->parent[child] = node;
}

/* Puts the node in the place of its parent. */
static void rotate(status *s, int node) {
  int parent = s->parent[node], grand = s->parent[parent];
  int is_left = s->left[parent] == node;
  int *near = is_left ? s->left : s->right, *far = is_left ? s->right : s->left;
  set_child(s, near, parent, far[node]);
  set_child(s, far, node, parent);
  s->parent[node] = grand;
  if (grand == NONE) return;
  if (s->left[grand] == parent)
    s->left[grand] = node;
  else
    s->right[grand] = node;
}

/* Makes the node the root of the tree that it is in. */
static void splay(status *s, int node) {
  while (s->parent[node] != NONE) {
    int parent = s->parent[node], grand = s->parent[parent];
    if (grand != NONE) {
      int is_straight = (s->left[parent] == node) == (s->left[grand] == parent);
      rotate(s, is_straight ? parent : node);
    }
    rotate(s, node);
  }
}

int ci_status_side(const status *s, int node, const double p[2]) {
  const double *a = mesh_point(s->mesh, s->edge[node]);
  const double *b = mesh_point(s->mesh, corner_after(s->mesh, s->edge[node]));
  return comes_before(a, b) ? orient2d(a, b, p) : orient2d(b, a, p);
}

int ci_status_find(status *s, const double p[2], int *below, int *above) {
  int at = s->root, deepest = NONE;
  *below = *above = NONE;
  while (at != NONE) {
    int side = ci_status_side(s, at, p);
    if (side == 0) return at;
    deepest = at;
    if (side > 0) {
      *below = at;
      at = s->right[at];
    } else {
      *above = at;
      at = s->left[at];
    }
  }
  if (deepest != NONE) { /* pays for the descent */
    splay(s, deepest);
    s->root = deepest;
  }
  return NONE;
}

void ci_status_insert(status *s, int below, int edge) {
  int above, node = edge;
  s->edge[node] = edge;
  s->node[edge] = node;
  s->left[node] = s->right[node] = s->parent[node] = NONE;
  if (below == NONE) {
    above = s->root;
    while (above != NONE && s->left[above] != NONE) above = s->left[above];
    if (above != NONE) splay(s, above);
    set_child(s, s->right, node, above);
  } else {
    splay(s, below);
    above = s->above[below];
    set_child(s, s->right, node, s->right[below]);
    s->right[below] = NONE;
    set_child(s, s->left, node, below);
    s->above[below] = node;
  }
  if (above != NONE) s->below[above] = node;
  s->below[node] = below;
  s->above[node] = above;
  s->root = node;
}

void ci_status_remove(status *s, int node) {
  int below = s->below[node], above = s->above[node], low, high;
  splay(s, node);
  low = s->left[node];
  high = s->right[node];
  if (low != NONE) s->parent[low] = NONE;
  if (high != NONE) s->parent[high] = NONE;
  if (low == NONE) {
    s->root = high;
  } else {
    splay(s, below); /* the greatest of the lower part: it has no right child then */
    set_child(s, s->right, below, high);
    s->root = below;
  }
  if (below != NONE) s->above[below] = above;
  if (above != NONE) s->below[above] = below;
}
