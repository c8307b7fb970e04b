/* SPDX-License-Identifier: MIT */
#include "vector.h"

int ci_vector_unit(const double v[3], double unit[3]) {
  double most = fabs(v[0]), x, y, z, length;
  int exponent;
  if (fabs(v[1]) > most) most = fabs(v[1]);
  if (fabs(v[2]) > most) most = fabs(v[2]);
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
