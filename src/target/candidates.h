/* SPDX-License-Identifier: MIT
 *
 * The triangles of a mesh near the path of a shape. The end of the path is a rounded position, so a
 * move tests the contacts there again. The cast along the path records these triangles for that
 * test.
 */
#ifndef COLLIDE_CANDIDATES_H
#define COLLIDE_CANDIDATES_H

#include "../narrow/space/separation.h"

enum { MOST_CANDIDATES = 24 };

typedef struct mesh_candidate {
  int32_t place;  /* the triangle's place in the mesh */
  int is_outside; /* the shape is certainly apart from it at the start */
  separating_plane parting;
} mesh_candidate;

/* A position is rounded three times, by u = 2^-53 of the largest coordinate. A position to try
 * may be 2^-48 of it away. The separating plane is known to 2^-47.
 * The unit is the sum of the largest coordinate of the bounds and `size`; no coordinate is larger.
 */
#ifndef CANDIDATES_MARGIN
#define CANDIDATES_MARGIN 1.4210854715202004e-14 /* 2^-46 */
#endif

/* A cast that ends at t writes all triangles of `mesh` that come within `margin` of the shape, from
 * 0 to t. */
typedef struct mesh_candidates {
  double size;   /* the size of the terms of a position; set by the caller */
  double beside; /* the end of the leg may be this far from the path; set by the caller */
  double margin;
  const collide_mesh *mesh; /* the first mesh of the cast; NULL: none yet */
  int count;                /* if above MOST_CANDIDATES, the list is incomplete and is not used */
  mesh_candidate list[MOST_CANDIDATES];
} mesh_candidates;

/* `most`: the largest coordinate of the bounds. */
static inline void candidates_begin(mesh_candidates *c, double most) {
  c->mesh = NULL;
  c->margin = CANDIDATES_MARGIN * (most + c->size) + c->beside;
  c->count = 0;
}

/* The gap changes linearly: a triangle that is far at both ends is far throughout. */
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

/* Returns 0 only if the shape at t, moved by less than the margin, cannot touch the triangle. */
static inline int candidates_may_touch(const mesh_candidates *c, int i, double t) {
  const separating_plane *p = &c->list[i].parting;
  return !(p->gap - p->closing * t >= c->margin);
}

#endif
