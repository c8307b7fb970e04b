/* SPDX-License-Identifier: MIT
 *
 * The expanding polytope algorithm: epa_start.c finds the first tetrahedron, epa.c expands it.
 */
#ifndef COLLIDE_SOLID_EPA_H
#define COLLIDE_SOLID_EPA_H

#include "solid.h"

enum { MOST_POINTS = 128, CURVED_POINTS = 112, MOST_FACES = 2 * MOST_POINTS - 4, NO_FACE = -1 };

/* The rounding of heights, in units of the pair's size: a point this much above a plane counts as
 * in it. It steers the search; no decision depends on it. */
#define EPA_LEVEL (32 * SOLID_UNIT)
/* A search in polytopes ends if the nearest face cannot move by more than rounding. With curved
 * cores it ends if the face cannot move by more than this times the size, or at the limits. */
#define EPA_CURVED 1e-13

typedef struct epa_face {
  double unit[3];  /* the normal, outward */
  double distance; /* from the origin to the face's plane: positive if the origin is inside,
                      HUGE_VAL if the triangle has no plane */
  short point[3];  /* counterclockwise from outside */
  short next[3];   /* the face across the edge from point[i] to point[(i + 1) % 3] */
  int alive;
} epa_face;

typedef struct epa {
  const solid_pair *pair;
  double level;
  int points, faces, free; /* free: a list of faces through next[0] */
  int full;                /* no room, or no ring: the search has ended */
  solid_point point[MOST_POINTS];
  epa_face face[MOST_FACES];
  double key[MOST_FACES];   /* the distance of a face that is alive; else HUGE_VAL */
  short first[MOST_POINTS]; /* the new face whose first edge begins at a point of the ring */
} epa;

/* (q - p) x (r - p) for three points. */
static inline void epa_normal(const epa *g, const short point[3], double n[3]) {
  const double *p = g->point[point[0]].w, *q = g->point[point[1]].w, *r = g->point[point[2]].w;
  double x[3], y[3];
  int i;
  for (i = 0; i < 3; i++) {
    x[i] = q[i] - p[i];
    y[i] = r[i] - p[i];
  }
  vector_cross(x, y, n);
}

/* The unit normal of the first three points; 0 if there is none. */
int ci_epa_plane(const epa *g, double unit[3]);
/* Two unit vectors that are perpendicular to the unit vector e and to each other. */
void ci_vectors_across(const double e[3], double two[2][3]);
/* The height of a point above a plane through the first point. */
double ci_epa_height(const epa *g, const double unit[3], const solid_point *q);
/* Takes the points of the simplex, and completes them to a tetrahedron. Returns the dimension of
 * the difference; the normal of a flat one is perpendicular to all of it. */
int ci_epa_start(epa *g, const simplex *s, double normal[3]);

/* Turns the normal of a curved difference to the nearest local minimum of the depth. */
void ci_solid_refine_depth(const solid_pair *p, penetration *push);

#endif
