/* SPDX-License-Identifier: MIT
 *
 * The quick inverse of a pose's matrix against the exact one, as near as shape.h says:
 *
 *   inverse CASES
 *
 * Prints of each family of matrices how many are answered, and how many wrong. Exits with 1 if one
 * is wrong, or if fewer are answered than the family asks for.
 */
#include "number/fp.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "shape/shape.h"

static uint64_t state = 88172645463325252u;

static double uniform(double low, double high) {
  state ^= state << 13;
  state ^= state >> 7;
  state ^= state << 17;
  return low + (high - low) * ((double)(state >> 11) / 9007199254740992.0);
}

static int below(int n) {
  return (int)uniform(0, n);
}

/* ---- Matrices --------------------------------------------------------------------- */

static void rotate(double x, double y, double z, double w, double m[9]) {
  double n = x * x + y * y + z * z + w * w;
  m[0] = (w * w + x * x - y * y - z * z) / n;
  m[4] = (w * w - x * x + y * y - z * z) / n;
  m[8] = (w * w - x * x - y * y + z * z) / n;
  m[1] = 2 * (x * y - z * w) / n;
  m[3] = 2 * (x * y + z * w) / n;
  m[2] = 2 * (x * z + y * w) / n;
  m[6] = 2 * (x * z - y * w) / n;
  m[5] = 2 * (y * z - x * w) / n;
  m[7] = 2 * (y * z + x * w) / n;
}

static void scale(double m[9], double x, double y, double z) {
  int i;
  for (i = 0; i < 9; i++) m[i] *= i % 3 == 0 ? x : i % 3 == 1 ? y : z;
}

static void rotation(double m[9]) {
  rotate(uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), uniform(-1, 1), m);
}

static void rotation_about_axis(double m[9]) {
  double axis[3] = {0, 0, 0};
  axis[below(3)] = uniform(-1, 1);
  rotate(axis[0], axis[1], axis[2], uniform(-1, 1), m);
  if (below(3) == 0) scale(m, -1, 1, -1);
}

/* By an angle that may be tiny, so that sums of squares are long, and scaled. */
static void scaled_about_axis(double m[9]) {
  double share = ldexp(uniform(-1, 1), -below(60));
  rotate(uniform(-1, 1), 0, 0, share, m);
  scale(m, below(2) ? 2 : -4, 3, 0.7);
}

static void scales(double m[9]) {
  memset(m, 0, 9 * sizeof m[0]);
  m[0] = uniform(-3, 3);
  m[4] = 1 + below(8);
  m[8] = ldexp(1, below(19) - 9);
}

static void scaled_rotation(double m[9]) {
  rotation(m);
  scale(m, uniform(0.1, 4), uniform(-2, 2), 1.5);
}

static void of_all_sizes(double m[9]) {
  int i;
  for (i = 0; i < 9; i++) m[i] = ldexp(uniform(-1, 1), below(81) - 40);
}

static void whole(double m[9]) {
  int i;
  for (i = 0; i < 9; i++) m[i] = below(9) - 4;
}

static void almost_singular(double m[9]) {
  int i;
  rotation(m);
  for (i = 0; i < 3; i++) m[6 + i] = m[i] * 2 + m[3 + i] * 3 + ldexp(uniform(-1, 1), -below(60));
}

/* Of which one entry of the adjugate cancels, some as far as doubles go: (a + i ulp) b - (b + j
 * ulp) a where b is a j / i, rounded. */
static void minor_cancels(double m[9]) {
  int i = 1 + below(8), j = 1 + below(8), row = below(3), column = below(3), k;
  int next = 3 * ((row + 1) % 3), beside = (column + 1) % 3, last = 3 * ((row + 2) % 3);
  double a = uniform(1, 2), ulp = ldexp(DBL_EPSILON, below(53)), b = a * j / i;
  if (below(2)) b += ldexp(uniform(-1, 1), -below(below(2) ? 60 : 20));
  for (k = 0; k < 9; k++) m[k] = uniform(-1, 1);
  m[3 * row + column] = a;
  m[3 * row + beside] = b;
  if (below(2)) m[last + column] = m[last + beside] = 0;
  m[next + column] = a + i * ulp;
  m[next + beside] = b + j * ulp;
}

typedef struct family {
  const char *name;
  void (*draw)(double m[9]);
  double share; /* how many of them have to be answered */
} family;

static const family families[] = {
    {"rotations", rotation, 0.99},
    {"rotations about an axis", rotation_about_axis, 0.99},
    {"scaled rotations", scaled_rotation, 0.99},
    {"scales", scales, 1},
    {"scaled, about an axis", scaled_about_axis, 0.99},
    {"of all sizes", of_all_sizes, 0.5},
    {"whole numbers", whole, 0.1},
    {"almost singular", almost_singular, 0},
    {"with a minor that cancels", minor_cancels, 0.005},
};

/* ---- Exactly ---------------------------------------------------------------------------- */

#define UNIT_SQUARE (DBL_EPSILON / 2 * (DBL_EPSILON / 2))

/* Both are rounded: by 34 u^2 and by 9 u^2. */
static int is_near(const double m[9], const double inverse[9], const double low[9]) {
  double exact_inverse[9], exact_low[9];
  int i;
  if (!ci_exact_inverse(m, exact_inverse, exact_low)) return 0;
  for (i = 0; i < 9; i++) {
    double off = (inverse[i] - exact_inverse[i]) + (low[i] - exact_low[i]);
    if (!(fabs(off) <= 43 * UNIT_SQUARE * fabs(exact_inverse[i]))) return 0;
    if (inverse[i] + low[i] != inverse[i]) return 0;
  }
  return 1;
}

static int check_family(const family *f, long cases) {
  long answered = 0, wrong = 0, i;
  for (i = 0; i < cases; i++) {
    double m[9], inverse[9], low[9];
    f->draw(m);
    if (!ci_quick_inverse(m, inverse, low)) continue;
    answered++;
    if (!is_near(m, inverse, low)) wrong++;
  }
  printf("%-26s %8ld cases %8ld answered %6ld wrong\n", f->name, cases, answered, wrong);
  return wrong == 0 && (double)answered >= f->share * (double)cases;
}

int main(int count, char **words) {
  long cases = count > 1 ? atol(words[1]) : 100000;
  int k, failed = 0, kinds = (int)(sizeof families / sizeof families[0]);
  for (k = 0; k < kinds; k++)
    if (!check_family(&families[k], cases / kinds)) failed = 1;
  return failed;
}
