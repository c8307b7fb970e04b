/* SPDX-License-Identifier: MIT */
#include "vector.h"

static double largest_of(const double v[3]) {
  double most = fabs(v[0]);
  if (fabs(v[1]) > most) most = fabs(v[1]);
  return fabs(v[2]) > most ? fabs(v[2]) : most;
}

int ci_vector_unit(const double v[3], double unit[3]) {
  double most = largest_of(v), x, y, z, length;
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
  (void)frexp(largest_of(v), &exponent);
  for (i = 0; i < 3; i++) near[i] = ldexp(v[i], -exponent);
  return ldexp(vector_length(near), exponent);
}
