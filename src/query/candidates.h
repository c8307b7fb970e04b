/* SPDX-License-Identifier: MIT
 *
 * The triangles of a mesh that a shape comes near on its way. The place where the way ends is
 * rounded, so a move tests the contacts there again. A cast along the way has found the triangles
 * near it, and keeps them here for that test.
 */
#ifndef COLLIDE_CANDIDATES_H
#define COLLIDE_CANDIDATES_H

#include "../solid/separating_plane.h"

enum { MOST_CANDIDATES = 24 };

typedef struct mesh_candidate {
  int32_t place;  /* of the triangle in the mesh */
  int is_outside; /* the shape is surely apart from it at its start, however little */
  separating_plane parting;
} mesh_candidate;

/* A place is rounded three times, by u = 2^-53 of the largest coordinate, and the next place to try
 * is 2^-48 of it away (move_place.c). The parting of the two is known to 2^-47. The unit is the sum
 * of the largest coordinate of the bounds and `size`; no coordinate is larger. */
#ifndef CANDIDATES_MARGIN
#define CANDIDATES_MARGIN 1.4210854715202004e-14 /* 2^-46 */
#endif

/* A cast that ends at t writes all triangles of `mesh` that come within `margin` of the shape, from
 * 0 to t. */
typedef struct mesh_candidates {
  double size; /* the size of the numbers that are added to make a place; set by the caller */
  double margin;
  const collide_mesh *mesh; /* the first that was asked; NULL: none was */
  int count;                /* above MOST_CANDIDATES there were too many, and nothing is known */
  mesh_candidate list[MOST_CANDIDATES];
} mesh_candidates;

/* `most`: the largest coordinate of the bounds. */
static inline void candidates_begin(mesh_candidates *c, double most) {
  c->mesh = NULL;
  c->margin = CANDIDATES_MARGIN * (most + c->size);
  c->count = 0;
}

/* The gap changes linearly, so a triangle that is far at both ends of the way is far throughout. */
static inline void candidates_note(mesh_candidates *c, int32_t place, int is_outside,
                                   const separating_plane *parting) {
  if (parting->gap >= c->margin && parting->gap - parting->closing >= c->margin) return;
  if (c->count < MOST_CANDIDATES) {
    c->list[c->count].place = place;
    c->list[c->count].is_outside = is_outside;
    c->list[c->count].parting = *parting;
  }
  if (c->count <= MOST_CANDIDATES) c->count++;
}

static inline int candidates_know(const mesh_candidates *c, const collide_mesh *mesh) {
  return c != NULL && c->mesh == mesh && c->count <= MOST_CANDIDATES;
}

/* May the shape, at t or as near to there as the margin, touch the triangle? */
static inline int candidates_may_touch(const mesh_candidates *c, int i, double t) {
  const separating_plane *p = &c->list[i].parting;
  return !(p->gap - p->closing * t >= c->margin);
}

#endif
