/* SPDX-License-Identifier: MIT
 *
 * Convex hulls of points in space, in contrast to outline.h, which is about outlines in the plane.
 * hull_build.c finds the triangles of a hull by exact signs, merges them to faces and numbers
 * everything. hull.c has searches on a hull, and the kind of shape with its casts.
 */
#ifndef COLLIDE_HULL_H
#define COLLIDE_HULL_H

#include "kind.h"

/* The plane of a face: (b - a) x (c - a) for its first three corners, each component in two
 * doubles, and the unit normal. */
typedef struct hull_plane {
  double normal[3], normal_low[3], unit[3];
} hull_plane;

/* A finished hull, in one block of memory; the arrays lie behind this struct. Corners are numbered
 * from 0 in the order of the points given. Faces are numbered from 0; a face lists its corners
 * counterclockwise as seen from outside, beginning with the lowest, no three in a line; faces are
 * in the order of these lists, compared corner by corner. Every number is the same on every
 * platform, because it depends on exact signs only.
 *
 * Place k of all lists together, one after the other, also stands for the edge from the corner
 * at k to the next corner of the same face. */
struct collide_hull_data {
  size_t bytes;
  int given, corners, faces, places; /* places: twice the number of edges */
  int cells;                         /* see `starts` */
  int extreme[6];                    /* the corners with the least and greatest x, y, z */
  double low[3], high[3];            /* bounds */
  double center[3], radius;          /* a ball that surely holds all corners */
  double inner;                      /* the radius of a ball around the center that the hull surely
                                        holds; 0 when none is known */
  double zoom[3];                    /* brings the bounds to a cube of side 2, about */
  const double *points;              /* as given: x, y, z of each */
  const double *positions;           /* of the corners */
  const hull_plane *planes;          /* of the faces */
  const int *index; /* of a corner: the index of its given point, or of the first of equal points */
  const int *first; /* of a face: its first place; first[faces] == places */
  const int *corner;     /* of a place: a corner */
  const int *face;       /* of a place: its face */
  const int *across;     /* of a place: the place of the same edge in the other face */
  const int *first_edge; /* of a corner: where its edges begin in `edges`, ascending */
  const int *edges;      /* places; the edges of a corner, that is, those that begin
                            at it */
  const int *neighbours; /* of a place in `edges`: the corner at that edge's end */
  const int *starts;     /* faces to start a walk from: the sphere around the center, zoomed, is
                            divided as a cube's six sides are, each into cells * cells */
};

typedef struct collide_hull_data solid_hull;

static inline const double *hull_position(const solid_hull *p, int corner) {
  return p->positions + 3 * corner;
}

/* The corner of a face's place; its first place is `first`. */
static inline const double *hull_at(const solid_hull *p, int place) {
  return p->positions + 3 * p->corner[place];
}

static inline int hull_next(const solid_hull *p, int place) {
  int face = p->face[place];
  return place + 1 < p->first[face + 1] ? place + 1 : p->first[face];
}

static inline const solid_hull *hull_of(const collide_shape *s) {
  return s->of.solid.hull;
}

/* Point `index` as given, posed; 0 when there is none. */
int ci_hull_point(const collide_shape *shape, int index, double point[3]);
/* A corner where g . p is greatest, exactly. */
int ci_hull_support(const solid_hull *p, const double g[3]);
/* The same; the search begins at corner `start`. */
int ci_hull_support_from(const solid_hull *p, const double g[3], int start);
/* A face at which a walk to the given direction from the center may start. */
int ci_hull_start(const solid_hull *p, const double direction[3]);
/* Fills in the table that ci_hull_start reads. */
void ci_hull_fill_starts(solid_hull *p, int *starts);

/* ---- Making a hull --------------------------------------------------------------------------- */

/* Writes the hull that collide_build_hull has left in its working memory to `storage`. */
solid_hull *ci_hull_pack(const void *work, void *storage);
/* Copies a finished hull into memory of as many bytes. */
solid_hull *ci_hull_copy(const solid_hull *p, void *storage);

#endif
