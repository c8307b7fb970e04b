/* SPDX-License-Identifier: MIT
 *
 * The casts of direct.h at any kind of shape: what the functions of a kind hand on to.
 */
#include "direct.h"

int ci_shoot_unsure(const collide_shape *s, const double from[3], const double d[3], double max,
                    int flags, collide_hit *hit) {
  (void)s;
  (void)from;
  (void)d;
  (void)max;
  (void)flags;
  (void)hit;
  return QUICK_UNSURE;
}

/* Reads the numbers; 0 if they are no cast. A sum of finite numbers that overflows is left to
 * others, too. */
static int read_cast(double from[3], double toward[3], const double numbers[6]) {
  double sum = 0;
  int i;
  for (i = 0; i < 3; i++) {
    from[i] = numbers[i] + 0.0;
    toward[i] = numbers[3 + i] + 0.0;
    sum += from[i] + toward[i];
  }
  return fabs(sum) <= DBL_MAX;
}

static int is_direction(const double v[3]) {
  return v[0] != 0 || v[1] != 0 || v[2] != 0;
}

static int tell(const collide_shape *s, int found, const collide_hit *hit) {
  if (!found || hit == NULL) return found;
  if (!hit->has_point) return DIRECT_OTHER;
  return s->kind == COLLIDE_TRIANGLE ? DIRECT_TRIANGLE : found;
}

static int cast_ray(const collide_shape *s, const double numbers[6], double max, collide_hit *hit) {
  double from[3], d[3];
  if (!read_cast(from, d, numbers) || !is_direction(d) || !(max >= 0)) return DIRECT_OTHER;
  return tell(s, collide_raycast(s, from, d, max + 0.0, 0, hit), hit);
}

static int cast_segment(const collide_shape *s, const double numbers[6], collide_hit *hit) {
  double from[3], to[3];
  if (!read_cast(from, to, numbers)) return DIRECT_OTHER;
  return tell(s, collide_segmentcast(s, from, to, 0, hit), hit);
}

static int cast_line(const collide_shape *s, const double numbers[6], collide_hit *hit) {
  double point[3], d[3];
  if (!read_cast(point, d, numbers) || !is_direction(d)) return DIRECT_OTHER;
  return tell(s, collide_linecast(s, point, d, hit), hit);
}

#define PUT_2(numbers) \
  double numbers[6];   \
  numbers[0] = ax;     \
  numbers[1] = ay;     \
  numbers[3] = bx;     \
  numbers[4] = by;     \
  numbers[2] = numbers[5] = 0
#define PUT_3(numbers) \
  double numbers[6];   \
  numbers[0] = ax;     \
  numbers[1] = ay;     \
  numbers[2] = az;     \
  numbers[3] = bx;     \
  numbers[4] = by;     \
  numbers[5] = bz

int ci_direct_ray_2(DIRECT_ARGUMENTS_2) {
  PUT_2(numbers);
  return cast_ray(s, numbers, max, hit);
}

int ci_direct_ray_any_2(DIRECT_ARGUMENTS_2) {
  PUT_2(numbers);
  (void)hit;
  return cast_ray(s, numbers, max, NULL);
}

int ci_direct_segment_2(DIRECT_ARGUMENTS_2) {
  PUT_2(numbers);
  (void)max;
  return cast_segment(s, numbers, hit);
}

int ci_direct_segment_any_2(DIRECT_ARGUMENTS_2) {
  PUT_2(numbers);
  (void)max;
  (void)hit;
  return cast_segment(s, numbers, NULL);
}

int ci_direct_line_2(DIRECT_ARGUMENTS_2) {
  PUT_2(numbers);
  (void)max;
  return cast_line(s, numbers, hit);
}

int ci_direct_line_any_2(DIRECT_ARGUMENTS_2) {
  PUT_2(numbers);
  (void)max;
  (void)hit;
  return cast_line(s, numbers, NULL);
}

int ci_direct_ray_3(DIRECT_ARGUMENTS_3) {
  PUT_3(numbers);
  return cast_ray(s, numbers, max, hit);
}

int ci_direct_ray_any_3(DIRECT_ARGUMENTS_3) {
  PUT_3(numbers);
  (void)hit;
  return cast_ray(s, numbers, max, NULL);
}

int ci_direct_segment_3(DIRECT_ARGUMENTS_3) {
  PUT_3(numbers);
  (void)max;
  return cast_segment(s, numbers, hit);
}

int ci_direct_segment_any_3(DIRECT_ARGUMENTS_3) {
  PUT_3(numbers);
  (void)max;
  (void)hit;
  return cast_segment(s, numbers, NULL);
}

int ci_direct_line_3(DIRECT_ARGUMENTS_3) {
  PUT_3(numbers);
  (void)max;
  return cast_line(s, numbers, hit);
}

int ci_direct_line_any_3(DIRECT_ARGUMENTS_3) {
  PUT_3(numbers);
  (void)max;
  (void)hit;
  return cast_line(s, numbers, NULL);
}
