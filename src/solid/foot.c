/* SPDX-License-Identifier: MIT
 *
 * The foot of the perpendicular from the origin to a feature of a difference of polytopes: as
 * accurate as fine.c at a fraction of the cost, where the feature is not nearly degenerate. The
 * weights are doubles; their last step is added to the vector alone, which so has the digits of
 * twofolds.
 */
#include "solid.h"

#include <string.h>

/* ---- Corners with twice the digits ------------------------------------------------------- */

/* What the roundings leave is summed in doubles, which is off by some units of their own. */
static twofold pose_coordinate(const double row[3], const double own[3], double at, double at_low) {
  twofold x = two_product(row[0], own[0]), y = two_product(row[1], own[1]);
  twofold z = two_product(row[2], own[2]), sum = two_sum(at, x.hi);
  double low = at_low + (x.lo + y.lo + z.lo) + sum.lo;
  sum = two_sum(sum.hi, y.hi);
  low += sum.lo;
  sum = two_sum(sum.hi, z.hi);
  return two_sum(sum.hi, low + sum.lo);
}

void ci_solid_corner(const solid_view *s, int corner, twofold point[3]) {
  double picked[3];
  const double *own = picked, *m = s->linear;
  int i;
  if (s->form == SOLID_HULL)
    own = polytope_position(s->hull, corner);
  else if (s->form == SOLID_POINTS)
    own = s->own[corner];
  else
    for (i = 0; i < 3; i++) picked[i] = s->own[(corner >> i) & 1][i];
  for (i = 0; i < 3; i++)
    point[i] = s->turned ? pose_coordinate(m + 3 * i, own, s->at[i], s->at_low[i])
                         : tf_add(tf(own[i]), tf_make(s->at[i], s->at_low[i]));
}

/* ---- The foot ---------------------------------------------------------------------------- */

/* How parallel two edges may be, as the square of the sine of their angle; and how large the last
 * step of a weight may be. Its own rounding is 2^-50 of it, times 2^20 for edges that are nearly
 * parallel: 2^-70 of an edge, across which the vector then is. */
#define FOOT_ANGLE 9.5367431640625e-07  /* 2^-20 */
#define FOOT_STEP 9.094947017729282e-13 /* 2^-40 */
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

/* The roundings are summed in doubles: as good as twofolds, which is 2^-100 of the terms, for fewer
 * operations. */
static void put_vector(const twofold w[3], const twofold e[2][3], int count, const double *weight,
                       twofold r[3]) {
  int i, k;
  for (k = 0; k < 3; k++) {
    double high = w[k].hi, low = w[k].lo;
    for (i = 0; i < count; i++) {
      twofold x = two_product(e[i][k].hi, weight[i]), sum = two_sum(high, x.hi);
      high = sum.hi;
      low += sum.lo + (x.lo + e[i][k].lo * weight[i]);
    }
    r[k] = two_sum(high, low);
  }
}

/* The length of r, in the same way. */
twofold ci_solid_length(const twofold r[3]) {
  twofold x = two_product(r[0].hi, r[0].hi), y = two_product(r[1].hi, r[1].hi);
  twofold z = two_product(r[2].hi, r[2].hi), sum = two_sum(x.hi, y.hi), square;
  double low = 2 * (r[0].hi * r[0].lo + r[1].hi * r[1].lo + r[2].hi * r[2].lo), root;
  low += sum.lo + (x.lo + y.lo);
  sum = two_sum(sum.hi, z.hi);
  low += sum.lo + z.lo;
  root = sqrt(sum.hi);
  if (!(root > 0)) return tf(0);
  square = two_product(root, root);
  return two_sum(root, ((sum.hi - square.hi) - square.lo + low) / (2 * root));
}

/* The corners of one solid, each computed once: those of a feature are often the same. */
static void put_corners(const solid_view *s, const solid_point *q, int count, int which,
                        twofold corner[3][3]) {
  int i, j;
  for (i = 0; i < count; i++) {
    for (j = 0; j < i && q[j].corner[which] != q[i].corner[which]; j++) continue;
    if (j < i)
      memcpy(corner[i], corner[j], sizeof corner[i]);
    else
      ci_solid_corner(s, q[i].corner[which], corner[i]);
  }
}

int ci_solid_foot(const solid_pair *p, const solid_point *q, int count, double *weight,
                  twofold r[3], double on_a[3]) {
  twofold w[3][3], a[3][3], b[3][3], e[2][3];
  double step[2] = {0, 0}, most;
  int i, k, tries, edges = count - 1;
  for (i = 0; i < count; i++)
    if (q[i].corner[0] < 0 || q[i].corner[1] < 0) return 0;
  put_corners(&p->a, q, count, 0, a);
  put_corners(&p->b, q, count, 1, b);
  for (i = 0; i < count; i++)
    for (k = 0; k < 3; k++) w[i][k] = tf_sub(a[i][k], b[i][k]);
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
    double rest = r[k].lo;
    for (i = 0; i < edges; i++) rest += e[i][k].hi * step[i];
    r[k] = two_sum(r[k].hi, rest);
    on_a[k] = a[0][k].hi;
    for (i = 0; i < edges; i++) on_a[k] += weight[i] * (a[i + 1][k].hi - a[0][k].hi);
  }
  most = fabs(r[0].hi) + fabs(r[1].hi) + fabs(r[2].hi);
  return most > FOOT_LEFT * p->size;
}
