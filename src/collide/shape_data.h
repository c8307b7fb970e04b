/* SPDX-License-Identifier: MIT
 *
 * The data of shapes, which queries read. Programs do not need it, and it may change between
 * versions. Part of collide.h, whose opening comment applies here too.
 */
#ifndef COLLIDE_SHAPE_DATA_API_H
#define COLLIDE_SHAPE_DATA_API_H

#include "begin.h"

/* How a shape's own frame lies in the world. */
typedef enum collide_frame_kind {
  COLLIDE_MOVED, /* world = origin + own */
  COLLIDE_LINEAR /* world = origin + linear * own */
} collide_frame_kind;

/* A corner of a hull in two dimensions, and the edge from it to the next one. */
typedef struct collide_corner {
  double point[2];
  double normal[2]; /* of the edge, outward; unit length except for rounding; zero if the hull is a
                       point */
  int edge;         /* the number, from 1, of the first given edge that this edge replaces */
} collide_corner;

/* The linear part of a pose that is not folded into the sizes. */
typedef struct collide_turned {
  double inverse[9], linear[9]; /* row by row; the inverse is rounded */
  double inverse_low[9];        /* the rounding error of `inverse` */
} collide_turned;

/* The data of a triangle of three dimensions. */
typedef struct collide_facet {
  double c[3];          /* the third corner */
  double normal[3];     /* (b - a) x (c - a), each component rounded once */
  double normal_low[3]; /* the rounding error of `normal` */
  double unit[3];       /* the unit normal; zero if the triangle is degenerate */
} collide_facet;

/* The data of a hull of three dimensions. */
typedef struct collide_solid_hull {
  collide_turned turned;                /* when frame is COLLIDE_LINEAR */
  const struct collide_hull_data *hull; /* corners and faces, in the hull's storage */
} collide_solid_hull;

/* A shape of two dimensions, in the world: the points within `radius` of a convex hull. */
typedef struct collide_outline {
  double low[2], high[2]; /* bounds, rounded outward; for a plane as in collide_bounds */
  double magnitude; /* the largest absolute coordinate of the corners; for a plane the absolute
                       distance */
  double center[2], inner; /* a disk inside the shape: its centre and its radius; inner is negative
                              if no disk is known */
  int count;   /* the number of corners of the hull, which are counterclockwise, no three in
                  line; 1 for a point, 2 for a segment, 0 for a plane */
  int winding; /* 1 if the given points are counterclockwise, else -1 */
  int aligned; /* 1 for a rect that is not mirrored, with sides along the axes: then a and b of the
                  shape are its least and greatest corners */
  int given;   /* the number of points from which the hull was made */
  int along_x; /* rect: 1 if the side along its own x is at least as long as the other */
  collide_corner *hull;      /* the corners of a polygon, in its storage; NULL for other kinds */
  collide_corner corners[4]; /* other kinds: the corners; after them the given points that are no
                                corners. Not set if `aligned` is 1: they follow from low and high */
} collide_outline;

#include "end.h"

#endif
