/* SPDX-License-Identifier: MIT
 *
 * The door of this room: a shape that moves without turning against a fixed one, in the plane.
 *
 * Let a move by t d. It meets b at t exactly when a + t d = b for some points of the two, that is,
 * when t d lies in their Minkowski difference M = { b - a }: the points within the sum R of both
 * radii of the convex polygon Q of the differences of corners. So a shapecast is a ray from the
 * origin against M. The edges of Q are those of b and those of -a, in the order of their
 * directions; they are merged while they are walked along, and nothing is stored. (Berg et al.,
 * "Computational Geometry", Minkowski sums.)
 *
 * A ray enters M through one feature: an edge of Q, moved outward by R, or the disk of radius R
 * around a corner of Q. sweep_enter.c finds it by exact signs; sweep_measure.c measures it. Nearly
 * always plain doubles tell both: sweep_polygon.c, sweep_rect.c and sweep_quick.c.
 */
#ifndef COLLIDE_SWEEP_H
#define COLLIDE_SWEEP_H

#include "../collide.h"
#include "../number/exact.h"
#include "../pair/pair.h"

/* Two hulls of which the first moves by d. */
typedef struct sweep_pair {
  const collide_shape *moving, *fixed;
  round_hull a, b;
  double d[2]; /* not zero */
} sweep_pair;

typedef enum sweep_owner { SWEEP_CORNER, SWEEP_EDGE_OF_A, SWEEP_EDGE_OF_B } sweep_owner;

/* A feature of M: the corner b[j] - a[i] of Q, or the edge of Q that the edge of a from corner i,
 * or of b from corner j, makes with the corner of the other. `i` and `j` are always set, and b[j] -
 * a[i] is an end of the edge. */
typedef struct sweep_feature {
  sweep_owner owner;
  int i, j;
} sweep_feature;

typedef enum sweep_found {
  SWEEP_MISS,
  SWEEP_GRAZE, /* the line meets M, but not its inside */
  SWEEP_CROSS,
  SWEEP_UNSURE /* of quick paths alone */
} sweep_found;

/* Where the line through the origin along d enters M. Exact. Of several edges through one corner
 * that of b, then the one that the shape prefers: as casts have it. */
sweep_found ci_sweep_enter(const sweep_pair *s, sweep_feature *feature);

/* What is known of where the line enters: the signs of t and of t - 1 there, the second only where
 * t > 0. */
typedef struct sweep_entry {
  sweep_found found;
  sweep_feature feature;
  int start, end;
  int has_time; /* these are known, too */
  double t, normal[2];
} sweep_entry;

/* The same as ci_sweep_enter and ci_sweep_compare tell, for two rects along the axes with area, in
 * plain doubles, and t, whatever its sign. Returns 0 where these do not tell. In the open question
 * a line that misses the inside may be told to miss M. */
int ci_sweep_rects(const sweep_pair *s, int open, sweep_entry *entry);
/* The point in which a, moved by t, touches b, where ci_sweep_rects has told the time. */
void ci_sweep_rects_touch(const sweep_pair *s, const sweep_entry *in, double t, double point[2]);

/* Of a hull: along which of its edges, each a bit, the side d x p rises, and along which it falls;
 * of a segment along d the corner that lies ahead. Exact. */
typedef struct sweep_runs {
  unsigned rise, fall;
  int foremost;
} sweep_runs;

/* Of both hulls: d x p for each corner p, behind the last one once more for the first, and by how
 * much the difference of two of them may be off. */
enum { SWEEP_SIDES_MOST = 32 };
typedef struct sweep_sides {
  double of_a[SWEEP_SIDES_MOST + 1], of_b[SWEEP_SIDES_MOST + 1], error;
  double d[2], radius, reach; /* reach: R |d| */
  sweep_runs runs_a, runs_b;
} sweep_sides;

/* Returns 0 for hulls that this is not for: without area, or with many corners. */
int ci_sweep_sides(const sweep_pair *s, sweep_sides *sides);
/* As ci_sweep_enter, from the sides in plain doubles; with sign -1 along -d. SWEEP_UNSURE where
 * these do not tell. */
sweep_found ci_sweep_polygons(const sweep_pair *s, const sweep_sides *sides, int sign,
                              sweep_feature *edge);

/* The t at which the line enters M through a feature, or with sign -1 leaves it, where that is
 * above 0, within 0.51 units in the last place of itself; and the normal of M there, unless n is
 * NULL. In plain doubles and a little more: returns 0 where these do not tell. */
int ci_sweep_quick(const sweep_pair *s, const sweep_feature *feature, int sign, double *t,
                   double n[2]);

/* The sign of t - at, where t is the value at which the line enters M through this feature, and
 * `at` is -1, 0 or 1. Exact. */
int ci_sweep_compare(const sweep_pair *s, const sweep_feature *feature, int at);

/* That t, within 0.51 units in the last place of itself. */
double ci_sweep_time(const sweep_pair *s, const sweep_feature *feature);
/* That t on the side of 1 that its comparison with 1 tells; 0 unless `later`. Writes the normal of
 * M there, and the point in which a, moved by t, touches b. */
double ci_sweep_meet(const sweep_pair *s, const sweep_entry *in, int later, double normal[2],
                     double point[2]);

/* That point, from t and the normal. */
void ci_sweep_touch(const sweep_pair *s, const sweep_feature *feature, double t,
                    const double normal[2], double point[2]);

/* ---- Straight features ------------------------------------------------------------------- */

/* A straight feature: a comes from beyond the line, on which n . x = k, along d with n . d < 0.
 * With g = n . p - k for the point p of a that reaches the line first and f = -n . d above 0, it
 * touches at t = (g - R |n|) / f. The line is that through two points, with n pointing to the right
 * of the direction from `from` to `to`, g is then n . (p - q), and q is any point of the line; or
 * the border of a half-plane, where `from` is NULL. */
typedef struct sweep_face {
  const double *p, *q, *from, *to;
  const collide_shape *plane;
  double r1, r2; /* R is the sum */
  double d[2];
} sweep_face;

/* As ci_sweep_compare and ci_sweep_time. */
int ci_sweep_compare_face(const sweep_face *face, int at);
double ci_sweep_face_time(const sweep_face *face);

/* See sweep_face.c, "How much". */
#ifndef SWEEP_CANCEL
#define SWEEP_CANCEL 9.5367431640625e-07 /* 2^-20 */
#endif

/* d x v and d . v for v = q - p, exactly: of degree 2. */
void ci_sweep_cross_exactly(exact_pool *pool, const double d[2], const double p[2],
                            const double q[2], exact *r);
void ci_sweep_dot_exactly(exact_pool *pool, const double d[2], const double p[2], const double q[2],
                          exact *r);

/* x k1 k2, rounded to a twofold; x is lost. */
twofold ci_sweep_rounded(exact *x, double k1, double k2);

/* The sign of p + (r1 + r2) |root of n|, for an exact n that is not negative: of the degrees of
 * p^2 and n. Releases nothing. */
int ci_sweep_sign_with_root(exact_pool *pool, const exact *p, const exact *n, double r1, double r2,
                            int root_sign);

#endif
