/* SPDX-License-Identifier: MIT
 *
 * Removes unnecessary diagonals, and forms clusters of pieces.
 */
#include "../number/fp.h"
#include "decompose.h"

#include <string.h>

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

void ci_clusters_take(clusters *c, outline_mesh *m, int count, decompose_memory *memory) {
  size_t faces = face_room(count);
  c->mesh = m;
  c->face = take_ints(memory, half_edge_room(count));
  c->border = take_ints(memory, faces);
  c->order = take_ints(memory, faces);
  c->from = take_ints(memory, faces);
  c->size = take_ints(memory, faces);
  c->inner = (char *)ci_decompose_take(memory, half_edge_room(count) / 2, 1);
  c->program = ci_least_take(m, count, c->inner, memory);
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

/* Adds the faces that can be reached from half-edge `start`, each after its parent, and returns the
 * number of faces. The faces are nodes of a tree, or around a hole of a graph, whose other edges
 * stay outside the clusters: around holes, clusters are cut along these diagonals. */
static int list_from(clusters *c, int start, int faces) {
  const outline_mesh *m = c->mesh;
  int i = faces;
  c->order[faces] = number_face(c, faces, start);
  c->from[faces++] = NONE;
  for (; i < faces; i++) {
    int first = c->border[i], h = first;
    do {
      int t = twin_of(m, h);
      if (t == NONE) {
        c->last = h;
      } else if (c->face[t] == NONE) {
        c->order[faces] = number_face(c, faces, t);
        c->from[faces] = t;
        faces++;
      } else if (c->face[t] < i && t != c->from[i]) {
        c->cuts++;
      }
      h = m->next[h];
    } while (h != first);
  }
  return faces;
}

static int list_faces(clusters *c) {
  const outline_mesh *m = c->mesh;
  int faces = 0, h;
  c->cuts = 0;
  for (h = 0; h < m->edges; h++) c->face[h] = NONE;
  if (c->last != NONE) faces = list_from(c, c->last, faces);
  for (h = 0; h < m->corners; h++)
    if (m->origin[h] != NONE && c->face[h] == NONE) faces = list_from(c, h, faces);
  return faces;
}

/* Joins each face to the cluster of its parent, from the leaves up, unless the cluster becomes too
 * large. */
static void join_faces(clusters *c, int faces, int limit) {
  const outline_mesh *m = c->mesh;
  int i;
  memset(c->inner, 0, (size_t)(m->edges - m->count) / 2);
  for (i = faces; i-- > 0;) {
    int across, parent, size;
    if (c->from[i] == NONE) continue;
    across = twin_of(m, c->from[i]);
    parent = c->face[across];
    size = c->size[parent] + c->size[i] - 2;
    if (size > limit) continue;
    c->inner[(across - m->count) / 2] = 1;
    c->size[parent] = size;
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
    if (c->from[i] != NONE && is_inner(c, c->from[i])) continue;
    if (c->size[i] > limit) continue; /* one piece with many corners */
    ci_least(c->program, c->border[i], c->size[i]);
  }
}
