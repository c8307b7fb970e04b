/* SPDX-License-Identifier: MIT
 *
 * Upright cylinders and cones, by the planes across the axes through their ends: see cap.h. Heights
 * are sums of a few products, compared exactly. In the plane the end, a disc, a segment or a point,
 * meets the corners that touch it, by doubles with a margin.
 */
#include "cap.h"

#include "../../number/scalar.h"
#include "../../number/sum.h"
#include "../../number/tier.h"
#include "decide.h"

/* The end of the round solid along an axis: a disc or the apex along y, a segment of the side or a
 * point of the rim along x and z. */
typedef struct solid_cap {
  const solid_proxy *round, *other;
  int axis;
  double level;     /* its own coordinate along the axis */
  double up;        /* 1: the polytope lies above the plane; -1: below */
  double radius;    /* of the disc, rounded; 0 for other ends */
  double low, high; /* own y of the ends of the segment; both 0 along y */
} solid_cap;

/* Between these no product of two numbers under- or overflows. */
static int is_ordinary(double x) {
  return x == 0 || (fabs(x) > 1e-120 && fabs(x) < 1e120);
}

/* Does the frame keep the axis y, exactly? */
static int is_upright(const solid_proxy *s) {
  const double *m = s->linear;
  return !s->turned || (m[1] == 0 && m[3] == 0 && m[5] == 0 && m[7] == 0);
}

static double entry_of(const solid_proxy *s, int row, int column) {
  return s->turned ? s->linear[3 * row + column] : row == column;
}

static int add(exact_sum *sum, double x, double y) {
  twofold product = two_product(x, y);
  if (!is_ordinary(x) || !is_ordinary(y)) return 0;
  ci_sum_add(sum, product.lo);
  ci_sum_add(sum, product.hi);
  return 1;
}

/* The sign of the height of a corner beyond the plane, less the radius. Exact; 2 if numbers are too
 * small or too large. */
static int sign_exactly(const solid_cap *c, int corner) {
  double room[3];
  const double *own = solid_own_corner(c->other, corner, room);
  exact_sum sum;
  double value;
  int i, k = c->axis, fits = 1;
  sum.count = 0;
  for (i = 0; i < 3; i++) fits &= add(&sum, entry_of(c->other, k, i), c->up * own[i]);
  fits &= add(&sum, entry_of(c->round, k, k), -c->up * c->level);
  fits &= add(&sum, c->up, c->other->at[k]) && add(&sum, -c->up, c->round->at[k]);
  fits &= add(&sum, c->up, c->other->at_low[k]) && add(&sum, -c->up, c->round->at_low[k]);
  fits &= add(&sum, -1, c->other->radius);
  value = ci_sum_value(&sum);
  return fits ? (value > 0) - (value < 0) : 2;
}

/* A height is off by 5 u M for the corner, 4 u M for the end, and 3 u M for their difference. */
#ifndef CAP_HEIGHT
#define CAP_HEIGHT (16 * SOLID_UNIT)
#endif

/* The same, in doubles if they are certain. */
static int height_of(const solid_cap *c, int corner, double size) {
  double p[3], height;
  int k = c->axis;
  ci_solid_corner_rounded(c->other, corner, p);
  height = p[k] - (c->round->at[k] + entry_of(c->round, k, k) * c->level);
  height = c->up * height - c->other->radius;
  if (fabs(height) > CAP_HEIGHT * size) return height > 0 ? 1 : -1;
  return sign_exactly(c, corner);
}

/* ---- In the plane ------------------------------------------------------------------------------
 */

/* More corners in the plane go to the exact decision. */
enum { CAP_CORNERS = 16 };

typedef struct cap_plan {
  int count;
  double at[2 * CAP_CORNERS][2]; /* relative to the middle of the disc, or to each end */
} cap_plan;

static double cross_of(const double p[2], const double q[2]) {
  return p[0] * q[1] - p[1] * q[0];
}

/* The square of the distance of the origin from a segment. */
static double square_of(const double p[2], const double q[2]) {
  double e[2], ee, at;
  e[0] = q[0] - p[0];
  e[1] = q[1] - p[1];
  ee = e[0] * e[0] + e[1] * e[1];
  at = ee > 0 ? clamp_unit(-(p[0] * e[0] + p[1] * e[1]) / ee) : 0;
  e[0] = p[0] + at * e[0];
  e[1] = p[1] + at * e[1];
  return e[0] * e[0] + e[1] * e[1];
}

/* Is the origin in the hull of the points, except for rounding? It is if they do not lie within
 * less than a half turn about it. */
static int seems_inside(const cap_plan *plan) {
  int i, k, left, right;
  for (i = 0; i < plan->count; i++) {
    for (k = left = right = 0; k < plan->count; k++) {
      double turn = cross_of(plan->at[i], plan->at[k]);
      left += turn > 0;
      right += turn < 0;
    }
    if (left == 0 || right == 0) return 0;
  }
  return plan->count > 2;
}

/* A wide margin: the distances are off by less than 100 u of the size, and the disc by the rounding
 * of its frame. */
#ifndef CAP_DISC
#define CAP_DISC 9.094947017729282e-13 /* 2^-40 */
#endif

/* Does the disc meet the hull of the points? */
static int decide_disc(const cap_plan *plan, double radius, double size) {
  double least = HUGE_VAL, margin = CAP_DISC * size;
  int i, k;
  for (i = 0; i < plan->count; i++)
    for (k = i; k < plan->count; k++) least = fmin(least, square_of(plan->at[i], plan->at[k]));
  least = sqrt(least);
  if (least < radius - margin) return SOLID_TOUCH;
  if (seems_inside(plan)) return least > margin ? SOLID_TOUCH : SOLID_UNDECIDED;
  return least > radius + margin ? SOLID_APART : SOLID_UNDECIDED;
}

/* ---- All ---------------------------------------------------------------------------------- */

static void add_point(const solid_cap *c, const double p[3], double y, cap_plan *plan) {
  int i;
  for (i = 0; i < 2; i++) {
    int k = (c->axis + 1 + i) % 3;
    plan->at[plan->count][i] = p[k] - (c->round->at[k] + (k == 1 ? y : 0));
  }
  plan->count++;
}

/* Decides if no corner lies on the other side of the plane. */
static int decide_cap(const solid_cap *c, double size) {
  cap_plan plan;
  int i, height, count = solid_corner_count(c->other);
  plan.count = 0;
  for (i = 0; i < count; i++) {
    double p[3];
    height = height_of(c, i, size);
    if (height < 0 || height == 2) return SOLID_UNDECIDED;
    if (height > 0) continue;
    if (plan.count + 2 > 2 * CAP_CORNERS) return SOLID_UNDECIDED;
    ci_solid_corner_rounded(c->other, i, p);
    add_point(c, p, c->low, &plan);
    if (c->high > c->low) add_point(c, p, c->high, &plan);
  }
  if (plan.count == 0) return SOLID_APART;
  return decide_disc(&plan, c->radius, size);
}

/* The radius of the disc, if its frame keeps it round except for rounding; else -1. */
static double disc_of(const solid_proxy *s) {
  const double *m = s->linear;
  double x, z, along;
  if (!s->turned) return s->around;
  x = m[0] * m[0] + m[6] * m[6];
  z = m[2] * m[2] + m[8] * m[8];
  along = m[0] * m[2] + m[6] * m[8];
  if (!(fabs(x - z) <= CAP_DISC * x * 0.1 && fabs(along) <= CAP_DISC * x * 0.1)) return -1;
  return s->around * sqrt(x);
}

/* The end along y; `up` is the side of the axis in the own frame. */
static void put_end(solid_cap *c, double up, double disc) {
  int is_apex = up > 0 && c->round->form == SOLID_CONE;
  c->axis = 1;
  c->up = entry_of(c->round, 1, 1) < 0 ? -up : up;
  c->level = is_apex ? 0 : up * c->round->height;
  c->radius = is_apex ? 0 : disc;
  c->low = c->high = 0;
}

static void put_side(solid_cap *c, int axis, double up) {
  c->axis = axis;
  c->up = up;
  c->level = up * c->round->around;
  c->radius = 0;
  c->low = -c->round->height;
  c->high = c->round->form == SOLID_CONE ? c->low : c->round->height;
}

int ci_cap_decide(const solid_pair *p) {
  solid_cap c;
  double disc, size = p->size + p->radius;
  int way, level = SOLID_UNDECIDED;
  c.round = p->a.form == SOLID_CYLINDER || p->a.form == SOLID_CONE ? &p->a : &p->b;
  c.other = c.round == &p->a ? &p->b : &p->a;
  if (c.round->form != SOLID_CYLINDER && c.round->form != SOLID_CONE) return SOLID_UNDECIDED;
  if (solid_is_curved(c.other) || p->scale != 1 || !is_upright(c.round)) return SOLID_UNDECIDED;
  disc = disc_of(c.round);
  if (disc < 0) return SOLID_UNDECIDED;
  tier_count(TIER_FACES);
  for (way = -1; way <= 1 && level == SOLID_UNDECIDED; way += 2) {
    put_end(&c, way, disc);
    level = decide_cap(&c, size);
  }
  for (way = 0; way < 4 && level == SOLID_UNDECIDED && !c.round->turned; way++) {
    put_side(&c, way < 2 ? 0 : 2, way & 1 ? 1 : -1);
    level = decide_cap(&c, size);
  }
  return level;
}
