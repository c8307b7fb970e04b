/* SPDX-License-Identifier: MIT
 *
 * Casts of scripts: at one shape, with numbers by value, without flags. LuaJIT calls them as fast
 * as C does, and of the simplest kinds the call is then much of what a cast costs: so each kind has
 * a function for each cast, in which the kind of cast is a constant, and nothing is looked at
 * twice.
 *
 * They answer only numbers that are a cast: finite, a direction that is not zero, and a max that is
 * not negative; and only hits that have a point. */
#ifndef COLLIDE_DIRECT_H
#define COLLIDE_DIRECT_H

#include "kind.h"
#include "shoot.h"

/* What the functions return beside 0, a miss, and 1, a hit: that they do not answer, and a hit of a
 * triangle in space, of which u and v are written, too. */
enum { DIRECT_OTHER = -1, DIRECT_TRIANGLE = 2 };

/* A shoot_otherwise that returns QUICK_UNSURE. */
int ci_shoot_unsure(const collide_shape *s, const double from[3], const double d[3], double max,
                    int flags, collide_hit *hit);

/* Of any kind. */
#define DIRECT_ARGUMENTS_2 \
  const collide_shape *s, double ax, double ay, double bx, double by, double max, collide_hit *hit
#define DIRECT_ARGUMENTS_3                                                                  \
  const collide_shape *s, double ax, double ay, double az, double bx, double by, double bz, \
      double max, collide_hit *hit
int ci_direct_ray_2(DIRECT_ARGUMENTS_2);
int ci_direct_ray_any_2(DIRECT_ARGUMENTS_2);
int ci_direct_segment_2(DIRECT_ARGUMENTS_2);
int ci_direct_segment_any_2(DIRECT_ARGUMENTS_2);
int ci_direct_line_2(DIRECT_ARGUMENTS_2);
int ci_direct_line_any_2(DIRECT_ARGUMENTS_2);
int ci_direct_ray_3(DIRECT_ARGUMENTS_3);
int ci_direct_ray_any_3(DIRECT_ARGUMENTS_3);
int ci_direct_segment_3(DIRECT_ARGUMENTS_3);
int ci_direct_segment_any_3(DIRECT_ARGUMENTS_3);
int ci_direct_line_3(DIRECT_ARGUMENTS_3);
int ci_direct_line_any_3(DIRECT_ARGUMENTS_3);

/* Of one kind, wherever its deciding and measuring is. */
#define DIRECT_DECLARE_2(kind)                     \
  int ci_##kind##_ray(DIRECT_ARGUMENTS_2);         \
  int ci_##kind##_ray_any(DIRECT_ARGUMENTS_2);     \
  int ci_##kind##_segment(DIRECT_ARGUMENTS_2);     \
  int ci_##kind##_segment_any(DIRECT_ARGUMENTS_2); \
  int ci_##kind##_line(DIRECT_ARGUMENTS_2);        \
  int ci_##kind##_line_any(DIRECT_ARGUMENTS_2);
#define DIRECT_DECLARE_3(kind)                     \
  int ci_##kind##_ray(DIRECT_ARGUMENTS_3);         \
  int ci_##kind##_ray_any(DIRECT_ARGUMENTS_3);     \
  int ci_##kind##_segment(DIRECT_ARGUMENTS_3);     \
  int ci_##kind##_segment_any(DIRECT_ARGUMENTS_3); \
  int ci_##kind##_line(DIRECT_ARGUMENTS_3);        \
  int ci_##kind##_line_any(DIRECT_ARGUMENTS_3);
DIRECT_DECLARE_2(circle)
DIRECT_DECLARE_2(rect)
DIRECT_DECLARE_2(polygon)
DIRECT_DECLARE_2(segment_2d)
DIRECT_DECLARE_2(capsule_2d)
DIRECT_DECLARE_2(plane_2d)
DIRECT_DECLARE_3(sphere)
DIRECT_DECLARE_3(box)
DIRECT_DECLARE_3(cylinder)
DIRECT_DECLARE_3(cone)
DIRECT_DECLARE_3(capsule)
DIRECT_DECLARE_3(plane)
DIRECT_DECLARE_3(triangle)

/* A function of a kind, which returns `hit_code` of a hit. `from` and `d` are what its direct path
 * takes; where `is_cast` does not hold or `ask` is not certain, the general function answers. The
 * sign of a zero among the numbers changes nothing: what is written is made without, by adding 0.
 */
#define DIRECT_CAST_2(name, is_cast, x, y, ask, general) \
  int name(DIRECT_ARGUMENTS_2) {                         \
    double from[3], d[3];                                \
    int found = QUICK_UNSURE;                            \
    from[0] = ax;                                        \
    from[1] = ay;                                        \
    d[0] = (x);                                          \
    d[1] = (y);                                          \
    from[2] = d[2] = 0;                                  \
    if (is_cast) found = (ask);                          \
    if (found != QUICK_UNSURE) return found;             \
    return general(s, ax, ay, bx, by, max, hit);         \
  }
#define DIRECT_CAST_3(name, is_cast, x, y, z, ask, hit_code, general) \
  int name(DIRECT_ARGUMENTS_3) {                                      \
    double from[3], d[3];                                             \
    int found = QUICK_UNSURE;                                         \
    from[0] = ax;                                                     \
    from[1] = ay;                                                     \
    from[2] = az;                                                     \
    d[0] = (x);                                                       \
    d[1] = (y);                                                       \
    d[2] = (z);                                                       \
    if (is_cast) found = (ask);                                       \
    if (found == QUICK_HIT) return hit_code;                          \
    if (found == QUICK_MISS) return found;                            \
    return general(s, ax, ay, az, bx, by, bz, max, hit);              \
  }

/* A sum that is finite has no term that is not. */
#define DIRECT_FINITE_2 (fabs((from[0] + from[1]) + (d[0] + d[1])) <= DBL_MAX)
#define DIRECT_FINITE_3 (fabs((from[0] + from[1] + from[2]) + (d[0] + d[1] + d[2])) <= DBL_MAX)
/* Where numbers that are not finite do not pass what the direct path itself looks at. */
#define DIRECT_ASKED_LATER 1

/* The six of a kind, from what its `shoot` is made of: measure(s, from, d, max, flags, hit) and
 * decide(s, from, d, max, flags). Both have to leave a direction of zero unanswered, and what is
 * not finite, too, where `finite`, of lines `finite_line`, does not look at that. */
#define DIRECT_MEASURED_2(kind, finite, finite_line, measure)                                    \
  DIRECT_CAST_2(ci_##kind##_ray, max >= 0 && (finite), bx, by, measure(s, from, d, max, 0, hit), \
                ci_direct_ray_2)                                                                 \
  DIRECT_CAST_2(ci_##kind##_segment, (finite), bx - ax, by - ay, measure(s, from, d, 1, 0, hit), \
                ci_direct_segment_2)                                                             \
  DIRECT_CAST_2(ci_##kind##_line, (finite_line), bx, by,                                         \
                measure(s, from, d, HUGE_VAL, SHOOT_LINE, hit), ci_direct_line_2)
#define DIRECT_DECIDED_2(kind, finite, finite_line, decide)                                    \
  DIRECT_CAST_2(ci_##kind##_ray_any, max >= 0 && (finite), bx, by, decide(s, from, d, max, 0), \
                ci_direct_ray_any_2)                                                           \
  DIRECT_CAST_2(ci_##kind##_segment_any, (finite), bx - ax, by - ay, decide(s, from, d, 1, 0), \
                ci_direct_segment_any_2)                                                       \
  DIRECT_CAST_2(ci_##kind##_line_any, (finite_line), bx, by,                                   \
                decide(s, from, d, HUGE_VAL, SHOOT_LINE), ci_direct_line_any_2)
#define DIRECT_MEASURED_3(kind, finite, finite_line, hit_code, measure)        \
  DIRECT_CAST_3(ci_##kind##_ray, max >= 0 && (finite), bx, by, bz,             \
                measure(s, from, d, max, 0, hit), hit_code, ci_direct_ray_3)   \
  DIRECT_CAST_3(ci_##kind##_segment, (finite), bx - ax, by - ay, bz - az,      \
                measure(s, from, d, 1, 0, hit), hit_code, ci_direct_segment_3) \
  DIRECT_CAST_3(ci_##kind##_line, (finite_line), bx, by, bz,                   \
                measure(s, from, d, HUGE_VAL, SHOOT_LINE, hit), hit_code, ci_direct_line_3)
#define DIRECT_DECIDED_3(kind, finite, finite_line, decide)                                        \
  DIRECT_CAST_3(ci_##kind##_ray_any, max >= 0 && (finite), bx, by, bz, decide(s, from, d, max, 0), \
                1, ci_direct_ray_any_3)                                                            \
  DIRECT_CAST_3(ci_##kind##_segment_any, (finite), bx - ax, by - ay, bz - az,                      \
                decide(s, from, d, 1, 0), 1, ci_direct_segment_any_3)                              \
  DIRECT_CAST_3(ci_##kind##_line_any, (finite_line), bx, by, bz,                                   \
                decide(s, from, d, HUGE_VAL, SHOOT_LINE), 1, ci_direct_line_any_3)

/* In a kind's row. */
#define DIRECT_ROW_2(kind)                                              \
  {ci_##kind##_ray,         ci_##kind##_ray_any, ci_##kind##_segment,   \
   ci_##kind##_segment_any, ci_##kind##_line,    ci_##kind##_line_any}, \
  {                                                                     \
    NULL, NULL, NULL, NULL, NULL, NULL                                  \
  }
#define DIRECT_ROW_3(kind)                                                              \
  {NULL, NULL, NULL, NULL, NULL, NULL}, {                                               \
    ci_##kind##_ray, ci_##kind##_ray_any, ci_##kind##_segment, ci_##kind##_segment_any, \
        ci_##kind##_line, ci_##kind##_line_any                                          \
  }
#define DIRECT_ANY_2                                                    \
  {ci_direct_ray_2,         ci_direct_ray_any_2, ci_direct_segment_2,   \
   ci_direct_segment_any_2, ci_direct_line_2,    ci_direct_line_any_2}, \
  {                                                                     \
    NULL, NULL, NULL, NULL, NULL, NULL                                  \
  }
#define DIRECT_ANY_3                                                                    \
  {NULL, NULL, NULL, NULL, NULL, NULL}, {                                               \
    ci_direct_ray_3, ci_direct_ray_any_3, ci_direct_segment_3, ci_direct_segment_any_3, \
        ci_direct_line_3, ci_direct_line_any_3                                          \
  }

#endif
