/* SPDX-License-Identifier: MIT
 *
 * The method of exact_nearest.c in doubles that carry a bound on their error. Each number has its
 * own bound, in proportion to what it was computed from and not to the size of the pair: where
 * coordinates differ by many magnitudes this is certain where gap.c is not. It ends at the first
 * sign that is unsure.
 */
#include "exact_points.h"

#include <string.h>

/* ---- Faces: 1, 0 or FILTER_UNSURE ------------------------------------------------------------ */

/* Are all signs 1? */
static int all_of(const int sign[], int count) {
  int i, all = 1;
  for (i = 0; i < count; i++) {
    if (sign[i] == FILTER_UNSURE)
      all = FILTER_UNSURE;
    else if (sign[i] < 0)
      return 0;
  }
  return all;
}

static void minus(const approx a[3], const approx b[3], approx r[3]) {
  int i;
  for (i = 0; i < 3; i++) r[i] = approx_sub(a[i], b[i]);
}

static void plane_normal(const approx p[3], const approx q[3], const approx r[3], approx n[3]) {
  approx e[2][3];
  minus(q, p, e[0]);
  minus(r, p, e[1]);
  approx_cross(e[0], e[1], n);
}

static int turn(const approx n[3], const approx p[3], const approx q[3]) {
  approx cross[3];
  approx_cross(p, q, cross);
  return approx_sign(approx_dot(n, cross));
}

/* Does the face hold the nearest point, and what is the direction of that? */
static int holds_nearest(const approx *const v[], int count, approx n[3]) {
  int i, facing, sign[3];
  if (count == 1) {
    memcpy(n, v[0], 3 * sizeof n[0]);
    return 1;
  }
  if (count == 2) {
    approx e[3], square, along;
    minus(v[1], v[0], e);
    square = approx_dot(e, e);
    along = approx_dot(v[0], e);
    for (i = 0; i < 3; i++) n[i] = approx_sub(approx_mul(v[0][i], square), approx_mul(e[i], along));
    sign[0] = approx_sign(approx_dot(v[1], e));
    sign[1] = approx_sign(approx_make(-along.value, along.error));
    return all_of(sign, 2);
  }
  plane_normal(v[0], v[1], v[2], n);
  for (i = 0; i < 3; i++) sign[i] = turn(n, v[i], v[(i + 1) % 3]);
  facing = approx_sign(approx_dot(n, v[0]));
  for (i = 0; i < 3; i++) {
    if (facing == FILTER_UNSURE) n[i].error = HUGE_VAL;
    if (facing < 0) n[i].value = -n[i].value;
  }
  return all_of(sign, 3);
}

static int space_holds(const approx *const v[]) {
  int i, sign[4];
  for (i = 0; i < 4; i++) {
    const approx *p = v[(i + 1) % 4];
    approx n[3], e[3], away;
    int to;
    plane_normal(p, v[(i + 2) % 4], v[(i + 3) % 4], n);
    away = approx_dot(n, p);
    minus(v[i], p, e);
    to = approx_sign(approx_dot(n, e));
    sign[i] = approx_sign(away);
    if (to == FILTER_UNSURE || sign[i] == FILTER_UNSURE)
      sign[i] = FILTER_UNSURE;
    else
      sign[i] *= -to;
  }
  return all_of(sign, 4);
}

int ci_solid_rough_face(approx (*const points)[3], int count, int mask, approx n[3]) {
  const approx *v[4];
  approx e[3];
  int i, corners = 0, others = 0, sign[4], holds, nearest;
  for (i = 0; i < count; i++)
    if (mask & (1 << i)) v[corners++] = points[i];
  if (corners == 4) return space_holds(v);
  holds = holds_nearest(v, corners, n);
  if (holds == 0 || corners == count) return holds;
  for (i = 0; i < count; i++) {
    if (mask & (1 << i)) continue;
    minus(points[i], v[0], e);
    sign[others++] = approx_sign(approx_dot(n, e));
  }
  nearest = all_of(sign, others);
  return nearest == 1 ? holds : nearest;
}

/* ---- The distance: the sign of it minus the radius, or FILTER_UNSURE ---------------------------
 */

/* The nearest point lies on the affine hull of the simplex. */
static int compare_radius(approx (*const at)[3], int count, approx radius) {
  approx e[3], n[3], over, square = approx_square(radius);
  if (count == 1) return approx_sign(approx_sub(approx_dot(at[0], at[0]), square));
  if (count == 2) { /* |p x e|^2 / |e|^2 */
    minus(at[1], at[0], e);
    approx_cross(at[0], e, n);
    return approx_sign(approx_sub(approx_dot(n, n), approx_mul(square, approx_dot(e, e))));
  }
  plane_normal(at[0], at[1], at[2], n); /* (n . p)^2 / |n|^2 */
  over = approx_square(approx_dot(n, at[0]));
  return approx_sign(approx_sub(over, approx_mul(square, approx_dot(n, n))));
}

/* All of the difference lies at least `height` along n, times |n|. */
static int is_beyond(const approx n[3], double height, approx radius) {
  approx square = approx_square(approx_exact(height));
  if (!(height > 0)) return 0;
  if (radius.value == 0) return 1;
  return approx_sign(approx_sub(square, approx_mul(approx_square(radius), approx_dot(n, n)))) == 1;
}

/* ---- Support points ---------------------------------------------------------------------------
 */

/* A corner along n that is least, as far as doubles tell. No corner is lower than it by more than
 * what is added to *slack. */
static int least_corner(const solid_corners *c, const approx n[3], double *slack) {
  const collide_shape *s = c->shape;
  double least = HUGE_VAL, low = HUGE_VAL, high = 0;
  approx g[3], way[2] = {{0, 0}, {0, 0}};
  int i, k, end, ends = c->count > c->base, at = 0;
  memcpy(g, n, sizeof g);
  for (k = 0; s->frame == COLLIDE_LINEAR && k < 3; k++) {
    approx column[3];
    for (i = 0; i < 3; i++) column[i] = approx_exact(s->of.turned.linear[3 * i + k]);
    g[k] = approx_dot(column, n);
  }
  for (k = 0; ends && k < 3; k++) {
    approx d = approx_mul(n[k], approx_exact(c->shift->d[k]));
    way[0] = approx_add(way[0], approx_mul(d, approx_exact(c->shift->from)));
    way[1] = approx_add(way[1], approx_mul(d, approx_exact(c->shift->to)));
  }
  for (i = 0; i < c->base; i++) {
    const double *own = solid_corner(c, i);
    approx v[3], value;
    for (k = 0; k < 3; k++) v[k] = approx_exact(own[k]);
    value = approx_dot(g, v);
    for (end = 0; end <= ends; end++) {
      approx there = approx_add(value, way[end]);
      low = fmin(low, there.value - there.error);
      if (there.value >= least) continue;
      least = there.value;
      high = there.value + there.error;
      at = i + end * c->base;
    }
  }
  *slack += high - low;
  return at;
}

/* The corners of both whose difference is least along n. */
static void least_corners(const solid_pair *p, const approx n[3], int at[2], double *slack) {
  const solid_frame *frame = p->frame;
  approx m[3]; /* n in the world */
  int i, k;
  memcpy(m, n, sizeof m);
  for (k = 0; frame->linear != NULL && k < 3; k++) {
    approx column[3];
    for (i = 0; i < 3; i++) column[i] = frame->rough[3 * i + k];
    m[k] = approx_dot(column, n);
  }
  at[0] = least_corner(p->a, m, slack);
  for (k = 0; k < 3; k++) m[k].value = -m[k].value;
  at[1] = least_corner(p->b, m, slack);
}

/* ---- The loop ----------------------------------------------------------------------------------
 */

typedef struct rough_simplex {
  solid_guess *corners;
  approx at[4][3];
} rough_simplex;

static int is_known(const solid_guess *g, const int corner[2]) {
  int i;
  for (i = 0; i < g->count; i++)
    if (memcmp(g->corner[i], corner, sizeof g->corner[i]) == 0) return 1;
  return 0;
}

void ci_solid_rough_scale(approx *n, int count) {
  double most = 0;
  int i, exponent;
  for (i = 0; i < count; i++) most = fmax(most, fabs(n[i].value));
  if (!(most > 0 && most <= DBL_MAX)) return;
  (void)frexp(most, &exponent);
  for (i = 0; i < count; i++) {
    n[i].value = ldexp(n[i].value, -exponent);
    n[i].error = ldexp(n[i].error, -exponent) + APPROX_FLOOR;
  }
}

/* Leaves the face that has the nearest point in its relative interior, of which n is the direction.
 * Returns 0 where doubles are certain of none. */
static int reduce(rough_simplex *s, approx n[3]) {
  solid_guess *g = s->corners;
  int i, count, mask = (1 << g->count) - 1, newest = 1 << (g->count - 1);
  while (mask >= newest && ci_solid_rough_face(s->at, g->count, mask, n) != 1) mask--;
  if (mask < newest) return 0;
  for (i = count = 0; i < g->count; i++) {
    if (!(mask & (1 << i))) continue;
    memmove(g->corner[count], g->corner[i], sizeof g->corner[i]);
    memmove(s->at[count++], s->at[i], sizeof s->at[i]);
  }
  g->count = count;
  if (count < 4) ci_solid_rough_scale(n, 3);
  return 1;
}

enum { STEPS = 64 };

int ci_solid_near_roughly(const solid_pair *p, approx radius, solid_guess *corners) {
  int step, next[2] = {0, 0};
  rough_simplex s;
  approx n[3], height;
  s.corners = corners;
  corners->count = 0;
  ci_solid_rough_difference(p, 0, 0, s.at[0]);
  for (step = 0; step < STEPS; step++) {
    double slack = 0;
    memcpy(corners->corner[corners->count++], next, sizeof next);
    if (!reduce(&s, n)) return SOLID_UNDECIDED;
    if (corners->count == 4) return SOLID_IN;
    if (radius.value > 0 && compare_radius(s.at, corners->count, radius) == -1) return SOLID_IN;
    least_corners(p, n, next, &slack);
    ci_solid_rough_difference(p, next[0], next[1], s.at[corners->count]);
    height = approx_dot(n, s.at[corners->count]);
    if (is_beyond(n, height.value - 1.0000001 * (height.error + slack), radius)) return SOLID_APART;
    if (is_known(corners, next)) return SOLID_UNDECIDED; /* nothing is nearer, but for rounding */
  }
  return SOLID_UNDECIDED;
}
