/* SPDX-License-Identifier: MIT
 *
 * Polytopes as corners, and the differences of the corners of two of them in exact numbers, for
 * the exact decisions of this room.
 *
 * Degrees. A coordinate in the world, origin + linear * own, has degree 2. In the frame of a
 * shape that has a matrix, everything is multiplied by |det(linear)| to avoid quotients. There a
 * difference of points has degree 4, and so has a size of the shape.
 */
#ifndef COLLIDE_SOLID_EXACT_POINTS_H
#define COLLIDE_SOLID_EXACT_POINTS_H

#include "../../number/approx.h"
#include "../../shape/hull.h"
#include "decide.h"

/* ---- Corners -------------------------------------------------------------------------------- */

/* The corners of a polytope in the shape's own frame: a sphere's centre, a capsule's ends, the ends
 * of the axis of a cylinder or a cone. A moving shape has these corners at the start of its
 * displacement, then again at the end, unless that is the same place. Their hull is the set of all
 * its places. */
typedef struct solid_corners {
  const collide_shape *shape;
  const solid_shift *shift; /* or NULL */
  int base, count;          /* of the shape at one place, and in all */
  double few[24];           /* unless the shape is a hull */
  double most[3];           /* the largest absolute value of each coordinate */
} solid_corners;

/* `shift` may be NULL; it stays the caller's. */
solid_corners ci_solid_corners(const collide_shape *shape, const solid_shift *shift);

static inline const double *solid_corner(const solid_corners *c, int i) {
  if (i >= c->base) i -= c->base;
  return shape_core(c->shape) == COLLIDE_HULL ? hull_position(hull_of(c->shape), i)
                                              : c->few + 3 * i;
}

/* The factor of the displacement at corner i. */
static inline double solid_corner_shift(const solid_corners *c, int i) {
  return c->shift == NULL ? 0 : i < c->base ? c->shift->from : c->shift->to;
}

/* The count of numbers for ci_solid_edge. */
int ci_solid_edges(const solid_corners *c);
/* The ends of edge `number`, from 0. Returns 0 if the number has no edge, or if its edge has
 * another number, too. Edges may have length 0, and a point has one edge. A moving shape has the
 * edges at both ends of the displacement, and the paths of its corners; some lie inside. */
int ci_solid_edge(const solid_corners *c, int number, int ends[2]);

/* ---- Exact numbers -------------------------------------------------------------------------- */

/* A function that keeps exact numbers leaves its results on top of the pool, in their order, and
 * releases all others. */

/* r += a . b for exact a and doubles b, r = a . b. */
void ci_solid_dot(exact *r, const exact a[3], const exact b[3]);
void ci_solid_dot_doubles(exact *r, const exact a[3], const double b[3]);
/* r = a x b, a - b */
void ci_solid_cross(exact r[3], const exact a[3], const exact b[3]);
void ci_solid_minus(exact r[3], const exact a[3], const exact b[3]);
/* The signs of a . b and of n . (p x q). */
int ci_solid_dot_sign(const exact a[3], const exact b[3]);
int ci_solid_turn(const exact n[3], const exact p[3], const exact q[3]);
int ci_solid_is_zero(const exact v[3]);
/* Points of four numbers: a vector and its positive divisor. e = q - p, times a positive number;
 * and the sign of n . (p - q). */
void ci_solid_edge_vector(const exact p[4], const exact q[4], exact e[3]);
int ci_solid_height_sign(const exact n[3], const exact p[4], const exact q[4]);
/* The vector times a power of two that brings its largest component between 2^-33 and 1, as
 * doubles. Each is off by at most 2^-53 of itself, and 2^-1074. */
void ci_solid_round(const exact v[3], double r[3]);

/* ---- Frames --------------------------------------------------------------------------------- */

/* The frame of a shape's own coordinates, or of the world if `linear` is NULL. In the frame a world
 * vector v is adj(linear) v, times the sign of det(linear). */
typedef struct solid_frame {
  exact_pool *pool;
  const double *linear;
  exact numbers[10];     /* the adjugate, row by row, and the determinant, both times that sign */
  approx approximate[9]; /* of the adjugate */
} solid_frame;

enum { SOLID_FRAME_SCALE = 9 };

/* The numbers lie at the far end of the pool. */
void ci_solid_frame_of_world(solid_frame *frame, exact_pool *pool);
void ci_solid_frame_of(solid_frame *frame, const collide_shape *shape, exact_pool *pool);
/* r = size * |det(linear)| */
void ci_solid_frame_size(const solid_frame *frame, double size, exact *r);

/* ---- Differences ----------------------------------------------------------------------------- */

/* The differences of the corners of a and b, in a frame. */
typedef struct exact_pair {
  const solid_corners *a, *b;
  const solid_frame *frame;
} exact_pair;

/* w = corner i of a - corner k of b */
void ci_solid_difference(const exact_pair *p, int i, int k, exact w[3]);
/* The same in doubles if b is the origin of its frame: linear * own + offset, one coordinate at a
 * time. Only a may move. */
typedef struct solid_map {
  const solid_corners *corners;
  approx linear[9], offset[2][3]; /* the offset at both ends of the displacement */
} solid_map;

static inline approx solid_map_at(const solid_map *map, int corner, int axis) {
  const double *own = solid_corner(map->corners, corner);
  approx v[3];
  int k;
  for (k = 0; k < 3; k++) v[k] = approx_exact(own[k]);
  return approx_add(approx_dot(map->linear + 3 * axis, v),
                    map->offset[corner >= map->corners->base][axis]);
}

/* A polytope in the own frame of a cylinder or cone; b is the origin. */
typedef struct axis_scene {
  exact_solid numbers;
  exact_pool *pool;
  solid_corners a, b;
  solid_frame frame;
  exact_pair pair;
  solid_map map;
} axis_scene;

void ci_solid_see_from_axis(axis_scene *s, const collide_shape *other, const collide_shape *round,
                            const solid_shift *shift);

/* An exact number as a double. */
approx ci_solid_approx(const exact *a);
/* The corners with the least n . w. */
void ci_solid_least(const exact_pair *p, const exact n[3], int at[2]);
/* The corner of one polytope with the least n . corner, for a vector n of the world; and n in the
 * own coordinates of a shape: linear^T n. */
int ci_solid_least_corner(const solid_corners *c, const exact n[3]);
void ci_solid_pull_back(const collide_shape *shape, const exact n[3], exact g[3]);

/* ---- Decisions about differences ------------------------------------------------------------- */

/* Is the origin farther than the radius from the hull of the differences (SOLID_APART), at the
 * radius (SOLID_TOUCH) or nearer (SOLID_IN)? With the radius 0: it is not in the hull
 * (SOLID_APART), in its interior (SOLID_IN), or in the hull and maybe in its interior
 * (SOLID_TOUCH). */
int ci_solid_locate_origin(const exact_pair *p, const exact *radius);

/* Is u in the cone of the differences, the closed set of their sums with factors that are not
 * negative? u lies in the pool. */
int ci_solid_cone_holds(const exact_pair *p, const exact u[3]);
/* Is the origin in the interior of the hull of the differences? In the frame of the world, for
 * shapes that meet. */
int ci_solid_holds_inside(const exact_pair *p);

/* ---- Decisions about pairs ------------------------------------------------------------------- */

/* `plane` is a half-space, `other` any shape. `other` moves, unless `shift` is NULL. */
int ci_solid_decide_plane(const collide_shape *other, const collide_shape *plane,
                          const solid_shift *shift);
/* Do the differences of corners lie in no plane? */
int ci_solid_spans_space(const exact_pair *p);

/* ---- The slab of a polytope -------------------------------------------------------------- */

/* The part with low <= y <= high of a polytope, in the frame of a cylinder or cone. It is the hull
 * of the corners between the two planes and of the points where edges cross a plane. Its shadow is
 * its projection along the axis y: all y are 0. */
typedef struct solid_slab {
  const exact_pair *pair; /* b is one point, the origin of the frame */
  const solid_map *map;   /* of the pair */
  exact low, high;
  int is_flat; /* low is high, so that edges that cross it count once */
} solid_slab;

/* Compares the distance of that part from the axis y with the radius: SOLID_APART if it is greater
 * or the part is empty, SOLID_TOUCH if it is the same, SOLID_IN if it is less. */
int ci_solid_locate_axis(const solid_slab *s, const exact *radius);
/* The signs of y - level for the least and the greatest y of the polytope. */
void ci_solid_slab_range(const exact_pair *p, const exact *level, int sign[2]);

#endif
