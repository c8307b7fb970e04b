/* SPDX-License-Identifier: MIT
 *
 * Removes unnecessary diagonals, and forms clusters of pieces.
 */
#include "../number/fp.h"
#include "decompose.h"

/* ---- Unnecessary diagonals -------------------------------------------------------- */

/* Returns 1 if the corner at the start of h is convex, or straight, without the diagonal. Both
 * angles there are at most half a turn, and together less than a full turn. So the sign decides. */
static int is_convex_without(const outline_mesh *m, int h) {
  int t = twin_of(m, h);
  return mesh_turn(m, m->origin[m->prev[h]], m->origin[h], target_of(m, m->next[t])) >= 0;
}

static void remove_diagonal(outline_mesh *m, int h) {
  int t = twin_of(m, h);
  mesh_link(m, m->prev[h], m->next[t]);
  mesh_link(m, m->prev[t], m->next[h]);
  m->origin[h] = m->origin[t] = NONE;
}

/* One pass is enough: a necessary diagonal stays necessary, because angles only grow. */
void ci_merge(outline_mesh *m) {
  int h;
  for (h = m->count; h < m->edges; h += 2) {
    if (m->origin[h] == NONE) continue;
    if (is_convex_without(m, h) && is_convex_without(m, h + 1)) remove_diagonal(m, h);
  }
}

/* ---- Clusters ---------------------------------------------------------------------- */

void ci_clusters_take(clusters *c, outline_mesh *m, decompose_memory *memory) {
  size_t count = (size_t)m->count;
  c->mesh = m;
  c->face = take_ints(memory, 3 * count);
  c->border = take_ints(memory, count);
  c->order = take_ints(memory, count);
  c->from = take_ints(memory, count);
  c->size = take_ints(memory, count);
  c->inner = (char *)ci_decompose_take(memory, count, 1);
  c->program = ci_least_take(m, c->inner, memory);
}

static int number_face(clusters *c, int face, int h) {
  int start = h;
  c->border[face] = h;
  c->size[face] = 0;
  do {
    c->face[h] = face;
    c->size[face]++;
    h = c->mesh->next[h];
  } while (h != start);
  return face;
}

/* Writes `order` so that each piece comes after its parent, and returns the number of pieces. The
 * pieces are the nodes of a tree, because an outline has no holes. */
static int list_faces(clusters *c) {
  const outline_mesh *m = c->mesh;
  int faces = 1, i;
  c->order[0] = number_face(c, 0, 0);
  c->from[0] = NONE;
  for (i = 0; i < faces; i++) {
    int start = c->border[i], h = start;
    do {
      int t = twin_of(m, h);
      if (t != NONE && h != c->from[i]) {
        c->order[faces] = number_face(c, faces, t);
        c->from[faces] = t;
        faces++;
      }
      h = m->next[h];
    } while (h != start);
  }
  return faces;
}

/* Joins each face to the cluster of its parent, from the leaves up, unless the cluster becomes too
 * large. */
static void join_faces(clusters *c, int faces, int limit) {
  const outline_mesh *m = c->mesh;
  int i;
  for (i = faces; i-- > 1;) {
    int across = twin_of(m, c->from[i]), parent = c->face[across];
    int size = c->size[parent] + c->size[i] - 2;
    int fits = size <= limit;
    c->inner[(across - m->count) / 2] = (char)fits;
    if (fits) c->size[parent] = size;
  }
}

static int is_inner(const clusters *c, int h) {
  return h >= c->mesh->count && c->inner[(h - c->mesh->count) / 2];
}

void ci_clusters_improve(clusters *c, int limit) {
  int faces = list_faces(c), i;
  join_faces(c, faces, limit);
  for (i = 0; i < faces; i++) {
    /* A cluster is handled at its first face, whose parent, if any, is in another cluster. */
    if (i > 0 && is_inner(c, c->from[i])) continue;
    if (c->size[i] > limit) continue; /* one piece with many corners */
    ci_least(c->program, c->border[i], c->size[i]);
  }
}
