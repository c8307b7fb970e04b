/* SPDX-License-Identifier: MIT
 *
 * The interface of this room for casts: casts at one shape, and pruning for casts at targets. The
 * public interface is in collide/cast.h and collide/target.h.
 */
#ifndef COLLIDE_CAST_H
#define COLLIDE_CAST_H

#include "../number/fp.h"

#include "../collide.h"

/* As collide_raycast, or as collide_segmentcast with max = 1, but always by the exact cast. */
int ci_cast_exactly(const collide_shape *shape, const double from[3], const double toward[3],
                    int is_segment, double max, int flags, collide_hit *hit);
/* The same, by the quick cast alone: QUICK_HIT, QUICK_MISS or QUICK_UNSURE. */
int ci_cast_quickly(const collide_shape *shape, const double from[3], const double toward[3],
                    int is_segment, double max, int flags, collide_hit *hit);

/* ---- Casts at many shapes: target/prune.c -------------------------------------------- */

/* Values for pruning, computed once for each cast. */
typedef struct cast_heading {
  double d[3], dd, most; /* the direction; |d|^2, 0 if nothing is pruned; the largest |d[i]| */
  double dd_slack;
  double dd_low, dd_high; /* dd minus and plus the rounding error of a bound */
  double max;
} cast_heading;

/* Computes these values. */
void ci_cast_head(const collide_cast *cast, cast_heading *heading);
/* Returns 1 only if the cast certainly misses the ball; 0 if it may hit. rr is the square of its
 * radius. heading->dd must not be 0. */
int ci_cast_passes_ball(const collide_cast *cast, const cast_heading *heading,
                        const double center[3], double rr);

/* A bounding ball of the shape. Writes its centre, the shape's origin, and returns the square of
 * its radius. Infinite if no ball is known. */
double ci_cast_ball(const collide_shape *shape, double center[3]);

/* The largest of the shape's lengths and of the absolute coordinates of its origin. */
double ci_cast_reach(const collide_shape *s);

/* ci_cast_latest(t, slack): an object that lies wholly beyond this value has a measured t greater
 * than `t`. collide/cast.h bounds the error of a measured t: some 8 u of the sizes, over |d| and
 * over the cosine between direction and normal. No kind computes in plain doubles with a cosine
 * below 2^-30. That makes 2^-20 of the sizes; the constant is 2^-17. `slack` is the sizes of start
 * and members, over the largest component of d. */
#ifndef CAST_TIME_ERROR
#define CAST_TIME_ERROR 7.62939453125e-6 /* 2^-17 */
#endif

static inline double ci_cast_latest(double t, double slack) {
  return t + 4 * CAST_TIME_ERROR * (slack + fabs(t));
}

/* The index of the first member, from i on, that the cast may hit; `count` if there is none. */
int ci_cast_skip(const collide_cast *cast, const cast_heading *heading,
                 const collide_target *members, int i, int count);

/* A bounding ball of a shape. rr is the square of its radius, infinite if no ball is known. */
typedef struct cast_ball {
  double center[3], rr;
} cast_ball;

/* The same for balls. */
int ci_cast_skip_balls(const collide_cast *cast, const cast_heading *heading,
                       const cast_ball *balls, int i, int count);

/* ---- Casts at one shape: cast.c -------------------------------------------------------- */

/* Casts at one shape. `hit` may be NULL. */
int ci_cast_shape(const collide_cast *cast, const collide_shape *shape, collide_hit *hit);

/* The same, by the quick cast alone: QUICK_HIT, QUICK_MISS or QUICK_UNSURE. For a triangle it reads
 * the corners and facet.unit, not facet.normal. */
int ci_cast_shortly(const collide_cast *cast, const collide_shape *shape, collide_hit *hit);

#endif
