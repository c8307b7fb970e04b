/* SPDX-License-Identifier: MIT */
#include "vector.h"
#include "scalar.h"

double ci_largest(const double *v, int count, double least) {
  int i;
  for (i = 0; i < count; i++)
    if (!(fabs(v[i]) <= least)) least = v[i] == v[i] ? fabs(v[i]) : HUGE_VAL;
  return least;
}

int ci_are_within(double most, const double *v, int count) {
  int i;
  for (i = 0; i < count; i++)
    if (!(fabs(v[i]) <= most)) return 0;
  return 1;
}

int ci_vector_unit(const double v[3], double unit[3]) {
  double most = ci_largest(v, 3, 0), x, y, z, length;
  int exponent;
  if (!(most > 0) || most > DBL_MAX) return 0;
  if (most < 1e-100 || most > 1e100) { /* keep the squares in range */
    (void)frexp(most, &exponent);
    x = ldexp(v[0], -exponent);
    y = ldexp(v[1], -exponent);
    z = ldexp(v[2], -exponent);
  } else {
    x = v[0];
    y = v[1];
    z = v[2];
  }
  length = sqrt(x * x + y * y + z * z);
  unit[0] = x / length;
  unit[1] = y / length;
  unit[2] = z / length;
  return 1;
}

double ci_vector_length(const double v[3]) {
  double square = vector_dot(v, v), near[3];
  int i, exponent;
  if (square >= 1e-280 && square <= 1e300) return sqrt(square);
  (void)frexp(ci_largest(v, 3, 0), &exponent);
  for (i = 0; i < 3; i++) near[i] = ldexp(v[i], -exponent);
  return ldexp(vector_length(near), exponent);
}

double ci_segment_distance_2d(const double p[2], const double a[2], const double b[2]) {
  double dx = b[0] - a[0], dy = b[1] - a[1], x = p[0] - a[0], y = p[1] - a[1], length, along;
  double size = greater(greater(fabs(dx), fabs(dy)), greater(fabs(x), fabs(y)));
  if (size == 0) return 0;
  dx /= size;
  dy /= size;
  x /= size;
  y /= size;
  length = dx * dx + dy * dy;
  along = x * dx + y * dy;
  if (along <= 0 || length == 0) return size * sqrt(x * x + y * y);
  if (along >= length) return size * sqrt((x - dx) * (x - dx) + (y - dy) * (y - dy));
  return size * fabs(dx * y - dy * x) / sqrt(length);
}
