/* SPDX-License-Identifier: MIT
 *
 * The door of this room: casts at one shape, and what targets need of them. collide/cast.h and
 * collide/target.h have what is public.
 */
#ifndef COLLIDE_CAST_H
#define COLLIDE_CAST_H

#include "../number/fp.h"

#include "../collide.h"

/* As collide_raycast, or as collide_segmentcast with max = 1, but always by
 * the exact cast. */
int ci_cast_exactly(const collide_shape *shape, const double from[3], const double toward[3],
                    int is_segment, double max, int flags, collide_hit *hit);
/* The same by the quick function alone: QUICK_HIT, QUICK_MISS or QUICK_UNSURE. */
int ci_cast_quickly(const collide_shape *shape, const double from[3], const double toward[3],
                    int is_segment, double max, int flags, collide_hit *hit);

/* ---- For targets ---------------------------------------------------------------- */

/* What a cast at many finds out beforehand. */
typedef struct cast_heading {
  double d[3], dd, most; /* the direction, its square and its largest component */
  double dd_slack;
  double dd_low, dd_high; /* its square less and more what rounding may move a bound by */
  double max;
} cast_heading;

/* What pruning needs of a cast. */
void ci_cast_head(const collide_cast *cast, cast_heading *heading);
/* Certain: the cast does not hit the shape. 0 says nothing. */
int ci_cast_passes_by(const collide_cast *cast, const cast_heading *heading,
                      const collide_shape *shape);

/* The same of a ball with that square of its radius; heading->dd must not be 0. */
int ci_cast_passes_ball(const collide_cast *cast, const cast_heading *heading,
                        const double center[3], double rr);

/* Whether that asks the bounds of the shape, and no more. */
int ci_cast_prunes_by_box(const collide_shape *shape);

/* The square of the radius of a ball about the shape's position, `center`, that holds it; infinite
 * where none is known. */
double ci_cast_ball(const collide_shape *shape, double center[3]);

/* How far from the origin the position and all lengths of a shape reach. */
double ci_cast_reach(const collide_shape *s);

/* What lies wholly beyond this t is hit at a greater t than `t`, as measured. A measured t is off
 * by what collide/cast.h says: some 8 u of sizes over |d|, divided by the cosine between direction
 * and normal, where no kind computes with a smaller cosine than 2^-30 in plain doubles: that makes
 * 2^-20 of the sizes. 2^-17 of them are taken. `slack` is the sizes of start and members over the
 * largest component of d. */
#ifndef CAST_TIME_ERROR
#define CAST_TIME_ERROR 7.62939453125e-6 /* 2^-17 */
#endif

static inline double ci_cast_latest(double t, double slack) {
  return t + 4 * CAST_TIME_ERROR * (slack + fabs(t));
}

/* The first member from the one at i on that is not certain to be passed by; `count` when there is
 * none. */
int ci_cast_skip(const collide_cast *cast, const cast_heading *heading,
                 const collide_target *members, int i, int count);

/* A ball that holds a shape, by the square of its radius, which is infinite where none is known. */
typedef struct cast_ball {
  double center[3], rr;
} cast_ball;

/* The same of balls. */
int ci_cast_skip_balls(const collide_cast *cast, const cast_heading *heading,
                       const cast_ball *balls, int i, int count);

/* The hit of one shape; hit may be NULL. */
int ci_cast_shape(const collide_cast *cast, const collide_shape *shape, collide_hit *hit);

/* The same by the quick function alone: QUICK_HIT, QUICK_MISS or QUICK_UNSURE. Of a triangle it
 * reads the corners and the unit normal, not the normal. */
int ci_cast_shortly(const collide_cast *cast, const collide_shape *shape, collide_hit *hit);

typedef enum cast_found {
  CAST_NONE,
  CAST_TIMED,   /* a hit, of which only t is written: the t that ci_cast_shape writes */
  CAST_MEASURED /* a hit, and all of it is written */
} cast_found;

/* The same, at less cost. */
cast_found ci_cast_time(const collide_cast *cast, const collide_shape *shape, collide_hit *hit);

#endif
