/* SPDX-License-Identifier: MIT
 *
 * The foot of the perpendicular from the origin to a feature of a difference of polytopes: as
 * accurate as fine.c at a fraction of the cost, where the feature is not nearly degenerate. The
 * weights are doubles; their last step is added to the vector alone, which so has the digits of
 * twofolds.
 */
#include "solid.h"

#include <string.h>

/* How parallel two edges may be, as the square of the sine of their angle; and how large the last
 * step of a weight may be. Its own rounding is 2^-50 of it, times 2^20 for edges that are nearly
 * parallel: 2^-70 of an edge, across which the vector then is. */
#define FOOT_ANGLE 9.5367431640625e-07    /* 2^-20 */
#define FOOT_STEP 9.094947017729282e-13   /* 2^-40 */
/* A foot is taken when no less than this is left of the size: each coordinate is off by 2^-100 of
 * it. */
#define FOOT_LEFT 8.673617379884035e-19 /* 2^-60 */

static double along(const twofold r[3], const twofold e[3]) {
  return r[0].hi * e[0].hi + r[1].hi * e[1].hi + r[2].hi * e[2].hi;
}

/* How much the weights still change until r is perpendicular to the edges; 0 when these are too
 * nearly parallel. */
static int solve(const twofold e[2][3], int count, const twofold r[3], double step[2]) {
  double g = along(r, e[0]), aa = along(e[0], e[0]), h, ab, bb, det;
  step[1] = 0;
  if (count == 1) {
    step[0] = -g / aa;
    return aa > 0;
  }
  h = along(r, e[1]);
  ab = along(e[0], e[1]);
  bb = along(e[1], e[1]);
  det = aa * bb - ab * ab;
  step[0] = (ab * h - bb * g) / det;
  step[1] = (ab * g - aa * h) / det;
  return det > FOOT_ANGLE * (aa * bb);
}

static void put_vector(const twofold w[3], const twofold e[2][3], int count, const double *weight,
                       twofold r[3]) {
  int i, k;
  for (k = 0; k < 3; k++) {
    r[k] = w[k];
    for (i = 0; i < count; i++) r[k] = tf_add(r[k], tf_scale(e[i][k], weight[i]));
  }
}

/* A point of the difference with twice the digits, and a's part of it. */
static void put_corner(const solid_pair *p, const solid_point *q, twofold w[3], twofold a[3]) {
  twofold b[3];
  int k;
  ci_solid_corner(&p->a, q->corner[0], a);
  ci_solid_corner(&p->b, q->corner[1], b);
  for (k = 0; k < 3; k++) w[k] = tf_sub(a[k], b[k]);
}

int ci_solid_foot(const solid_pair *p, const solid_point *q, int count, double *weight, twofold r[3],
                  double on_a[3]) {
  twofold w[3][3], a[3][3], e[2][3];
  double step[2] = {0, 0}, most;
  int i, k, tries, edges = count - 1;
  for (i = 0; i < count; i++) {
    if (q[i].corner[0] < 0 || q[i].corner[1] < 0) return 0;
    put_corner(p, &q[i], w[i], a[i]);
  }
  for (i = 0; i < edges; i++)
    for (k = 0; k < 3; k++) e[i][k] = tf_sub(w[i + 1][k], w[0][k]);
  for (tries = 0; tries < 3; tries++) {
    put_vector(w[0], (const twofold(*)[3])e, edges, weight, r);
    if (edges == 0) break;
    if (!solve((const twofold(*)[3])e, edges, r, step)) return 0;
    if (fabs(step[0]) <= FOOT_STEP && fabs(step[1]) <= FOOT_STEP) break;
    for (i = 0; i < edges; i++) weight[i] += step[i];
  }
  if (tries == 3) return 0;
  for (k = 0; k < 3; k++) {
    for (i = 0; i < edges; i++) r[k] = tf_add(r[k], tf_scale(e[i][k], step[i]));
    on_a[k] = a[0][k].hi;
    for (i = 0; i < edges; i++) on_a[k] += weight[i] * (a[i + 1][k].hi - a[0][k].hi);
  }
  most = fabs(r[0].hi) + fabs(r[1].hi) + fabs(r[2].hi);
  return most > FOOT_LEFT * p->size;
}
