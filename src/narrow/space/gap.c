/* SPDX-License-Identifier: MIT
 *
 * Overlap, distance, penetration depth and witness points of two solids. Plain doubles find the
 * features and mostly decide. Exact signs of single planes decide parallel features, twofolds
 * measure, and a search in exact numbers decides what is left.
 */
#include "../../number/orient.h"
#include "../../number/scalar.h"
#include "../../number/sum.h"
#include "../../number/tier.h"
#include "../../shape/shape.h"
#include "../plane/plane_quick.h"
#include "decide.h"
#include "facet.h"
#include "solid.h"

#include <string.h>

/* ---- A polytope at the flat end of an upright cylinder or cone ----------------------------------
 *
 * The polytope rests on the end, or hangs below it. The planes across the axes through the ends of
 * the round solid decide. Heights are sums of a few products, compared exactly. In the plane the
 * end, a disc, a segment or a point, meets the corners that touch it, by doubles with a margin. */

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

static int add_product(exact_sum *sum, double x, double y) {
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
  for (i = 0; i < 3; i++) fits &= add_product(&sum, entry_of(c->other, k, i), c->up * own[i]);
  fits &= add_product(&sum, entry_of(c->round, k, k), -c->up * c->level);
  fits &= add_product(&sum, c->up, c->other->at[k]) && add_product(&sum, -c->up, c->round->at[k]);
  fits &= add_product(&sum, c->up, c->other->at_low[k]) &&
          add_product(&sum, -c->up, c->round->at_low[k]);
  fits &= add_product(&sum, -1, c->other->radius);
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

/* In the plane. */

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
static double squared_distance(const double p[2], const double q[2]) {
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
    for (k = i; k < plan->count; k++)
      least = fmin(least, squared_distance(plan->at[i], plan->at[k]));
  least = sqrt(least);
  if (least < radius - margin) return SOLID_TOUCH;
  if (seems_inside(plan)) return least > margin ? SOLID_TOUCH : SOLID_UNDECIDED;
  return least > radius + margin ? SOLID_APART : SOLID_UNDECIDED;
}

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
  int way, relation = SOLID_UNDECIDED;
  c.round = p->a.form == SOLID_CYLINDER || p->a.form == SOLID_CONE ? &p->a : &p->b;
  c.other = c.round == &p->a ? &p->b : &p->a;
  if (c.round->form != SOLID_CYLINDER && c.round->form != SOLID_CONE) return SOLID_UNDECIDED;
  if (solid_is_curved(c.other) || p->scale != 1 || !is_upright(c.round)) return SOLID_UNDECIDED;
  disc = disc_of(c.round);
  if (disc < 0) return SOLID_UNDECIDED;
  tier_count(TIER_FACES);
  for (way = -1; way <= 1 && relation == SOLID_UNDECIDED; way += 2) {
    put_end(&c, way, disc);
    relation = decide_cap(&c, size);
  }
  for (way = 0; way < 4 && relation == SOLID_UNDECIDED && !c.round->turned; way++) {
    put_side(&c, way < 2 ? 0 : 2, way & 1 ? 1 : -1);
    relation = decide_cap(&c, size);
  }
  return relation;
}

/* Cores count as meeting if their distance is below this, in units of the pair's size: the
 * direction between them would be mostly rounding. */
#define CORES_MEET (64 * SOLID_UNIT)
#define CURVED_CORES_MEET 1e-11
/* To prove an overlap, the polytope inside the difference must hold the origin this deep. */
#define CLEARLY_INSIDE 1e-6
/* At this depth two curved solids overlap: half of the tolerance that pair.h names. */
#define CURVED_INSIDE 5e-11

/* ---- Yes or no ---------------------------------------------------------------------------- */

/* Decides by the face of the penetration depth. For two that touch it lies in the plane between
 * them. */
static int decide_by_depth(const solid_pair *p, const penetration *push) {
  simplex s;
  int i;
  if (push->count != 3) return SOLID_UNDECIDED;
  s.count = 3;
  for (i = 0; i < 3; i++) s.point[i] = push->face[i];
  vector_negate(push->normal, s.nearest);
  return ci_facet_decide(p, &s);
}

/* Decides if the simplex holds the origin, or nearly. A polytope grows from it until it certainly
 * holds the origin, or until a face shows that it does not. If neither is certain, `seems` is the
 * answer of the doubles, which is used only if no exact decision exists. SOLID_TOUCH: they nearly
 * touch. */
static int decide_by_epa(const solid_pair *p, const simplex *s, int *seems) {
  double near = CORES_MEET * p->size;
  penetration push;
  push.certain = 0;
  *seems = vector_length(s->nearest) - p->radius <= near ? SOLID_TOUCH : SOLID_APART;
  if (s->count < 4 && vector_length(s->nearest) > near) return SOLID_UNDECIDED;
  ci_epa_expand(p, s, CLEARLY_INSIDE * p->size, &push);
  if (push.certain) return SOLID_IN;
  if (push.dimensions == 3 && push.depth + p->radius < -near) *seems = SOLID_APART;
  if (fmin(push.depth, push.least) > CURVED_INSIDE * p->size) *seems = SOLID_IN;
  return decide_by_depth(p, &push);
}

/* A simplex may be flat by symmetry, as for two upright cylinders: then the polytope decides. */
int ci_solid_is_in(const solid_pair *p, int decides) {
  simplex s;
  int seems, found = ci_gjk(p, 0, &s);
  if (found != GJK_UNSURE) return found == GJK_IN;
  return decide_by_epa(p, &s, &seems) == SOLID_IN || (!decides && seems == SOLID_IN);
}

/* For curved cores the search ends with points that are somewhat farther apart than the nearest
 * ones. The measured distance is better. */
static int are_nearer(const solid_pair *p, const simplex *s) {
  finding f;
  if (!solid_pair_is_curved(p) || s->count == 4) return 0;
  ci_solid_measure_apart(p, s, &f);
  return f.between.hi - p->radius <= CORES_MEET * p->size;
}

int ci_solid_decide_by_search(const solid_pair *p, const simplex *s, int found, int *seems) {
  int relation;
  if (found != GJK_UNSURE) return found == GJK_IN ? SOLID_IN : SOLID_APART;
  relation = solid_pair_is_curved(p) ? ci_cap_decide(p) : ci_facet_decide(p, s);
  return relation != SOLID_UNDECIDED ? relation : decide_by_epa(p, s, seems);
}

static int decide_quickly(const collide_shape *a, const collide_shape *b, int *seems) {
  solid_pair p;
  simplex s;
  int found;
  ci_solid_pair_make(&p, a, b);
  found = ci_solid_decide_by_search(&p, &s, ci_gjk(&p, 0, &s), seems);
  if (found == SOLID_UNDECIDED && *seems == SOLID_APART && are_nearer(&p, &s)) *seems = SOLID_TOUCH;
  return found;
}

int ci_solids_overlap(const collide_shape *a, const collide_shape *b) {
  int seems = SOLID_APART, relation = decide_quickly(a, b, &seems);
  if (relation == SOLID_UNDECIDED) relation = ci_solid_decide(a, b, NULL);
  if (relation == SOLID_UNDECIDED && a->kind == b->kind && ci_solids_compare(a, b) > 0)
    relation = decide_quickly(b, a, &seems); /* the same in either order */
  if (relation == SOLID_UNDECIDED) return seems != SOLID_APART ? PAIR_MEET : 0;
  return relation == SOLID_APART ? 0 : relation == SOLID_TOUCH ? PAIR_TOUCH : PAIR_DEEP;
}

/* ---- The least push ---------------------------------------------------------------------- */

/* If three points of a face are nearly in a line, their plane may be no face of the difference.
 * Then takes the direction of the search if it separates the cores better. */
static void keep_parting(const solid_pair *p, const penetration *push, finding *out) {
  double reach = 0 - ci_solid_least_height(p, out->normal), normal[3], other;
  int i;
  if (reach <= push->depth + 2 * SOLID_SUPPORT_MARGIN * p->size) return;
  for (i = 0; i < 3; i++) normal[i] = 0 - push->normal[i];
  other = 0 - ci_solid_least_height(p, normal);
  if (!(other < reach)) return;
  memcpy(out->normal, normal, sizeof normal);
  out->between = tf(-other);
}

/* `in`: the origin is known to be inside of the difference. `points`: writes the witness points.
 * Returns 1 if the origin is certainly inside of the difference of the cores. */
static int measure_inside(const solid_pair *p, const simplex *s, int in, int points, finding *out) {
  penetration push;
  double between[3];
  int i;
  push.certain = in;
  if (!in || !ci_solid_round_depth(p, &push)) ci_epa_expand(p, s, HUGE_VAL, &push);
  ci_simplex_weigh(s, out->on_a, between);
  memcpy(out->on_b, out->on_a, sizeof out->on_b);
  for (i = 0; i < 3; i++) out->normal[i] = 0 - push.normal[i];
  out->between = tf(-push.depth);
  if (push.count == 3) ci_solid_measure_face(p, &push, points, out);
  if (push.count == 3 && !solid_pair_is_curved(p)) keep_parting(p, &push, out);
  return push.certain;
}

/* ---- Writing the gap ----------------------------------------------------------------------- */

static void to_world(const solid_pair *p, const double from[3], double to[3]) {
  int i;
  for (i = 0; i < 3; i++) to[i] = p->origin[i] + from[i] / p->scale;
}

static void move_along(const double from[3], const double normal[3], double by, double to[3]) {
  int i;
  for (i = 0; i < 3; i++) to[i] = from[i] + normal[i] * by;
}

/* For cores that are apart: the middle of the part between b's point and a's within both radii. */
static void put_between(const solid_pair *p, const finding *f, double common[3]) {
  double apart = f->between.hi, low = apart - p->a.radius, high = apart + p->a.radius;
  if (low < -p->b.radius) low = -p->b.radius;
  if (high > p->b.radius) high = p->b.radius;
  move_along(f->on_b, f->normal, low * 0.5 + high * 0.5, common);
}

static void put_gap(const solid_pair *p, const finding *f, const double common[3], pair_gap *gap) {
  double on_a[3], on_b[3];
  move_along(f->on_a, f->normal, 0 - p->a.radius, on_a);
  move_along(f->on_b, f->normal, p->b.radius, on_b);
  memcpy(gap->normal, f->normal, sizeof gap->normal);
  gap->apart = tf_sub(f->between, two_sum(p->a.radius, p->b.radius)).hi / p->scale;
  to_world(p, on_a, gap->on_a);
  to_world(p, on_b, gap->on_b);
  to_world(p, common, gap->common);
}

/* Beyond the magnitudes that the header names, products may overflow. Then the answer is wrong, but
 * finite. */
static void put_numbers(const double origin[3], double v[3]) {
  if (v[0] - v[0] == 0 && v[1] - v[1] == 0 && v[2] - v[2] == 0) return;
  memcpy(v, origin, 3 * sizeof v[0]);
}

static void put_numbers_in_gap(const collide_shape *a, const collide_shape *b, pair_gap *gap) {
  static const double right[3] = {1, 0, 0};
  put_numbers(right, gap->normal);
  put_numbers(a->origin, gap->on_a);
  put_numbers(b->origin, gap->on_b);
  put_numbers(b->origin, gap->common);
  if (gap->apart != gap->apart) gap->apart = 0;
}

/* Are the cores so far apart that the direction between them is known? */
static int are_cores_apart(const solid_pair *p, const simplex *s) {
  double meet = solid_pair_is_curved(p) ? CURVED_CORES_MEET : CORES_MEET;
  return s->count < 4 && vector_length(s->nearest) > meet * p->size;
}

/* The same for two that overlap; polytopes without a radius are then not apart. For curved cores
 * that touch, the search may end with points much farther apart than rounding. The support point
 * along their direction shows that the cores are nearer. */
static int are_overlapping_cores_apart(const solid_pair *p, const simplex *s) {
  if (!are_cores_apart(p, s)) return 0;
  if (!solid_pair_is_curved(p)) return p->radius > 0;
  return ci_solid_least_height(p, s->nearest) > 0.5 * vector_dot(s->nearest, s->nearest);
}

/* Returns 1 if the two are certainly in one another. */
static int measure_overlapping(const solid_pair *p, const simplex *s, int in, pair_gap *gap) {
  finding f;
  double common[3];
  memset(&f, 0, sizeof f);
  if (are_overlapping_cores_apart(p, s)) {
    ci_solid_measure_apart(p, s, &f);
    put_between(p, &f, common);
    in = f.between.hi < p->radius - SOLID_BALL_MARGIN * (p->size + p->radius);
  } else {
    in = measure_inside(p, s, in, 0, &f);
    in = in || (p->radius > 0 && f.between.hi < p->radius * 0.5);
    ci_solid_find_common(p, s, f.normal, common);
  }
  put_gap(p, &f, common, gap);
  return in;
}

/* Makes the sign of the measured gap agree with the decision. */
static void agree(int relation, pair_gap *gap) {
  if (relation == SOLID_UNDECIDED) relation = gap->apart < 0 ? SOLID_IN : SOLID_TOUCH;
  if (relation == SOLID_APART) {
    if (!(gap->apart > 0)) gap->apart = nextafter(0, 1);
  } else if (relation == SOLID_TOUCH) {
    gap->apart = 0;
  } else if (!(gap->apart < 0)) {
    gap->apart = 0 - nextafter(0, 1);
  }
}

/* Does the distance of the points agree with that of the cores to 2^-30 of the size? */
static int are_points_as_far(const solid_pair *p, const finding *f) {
  double between[3];
  int i;
  for (i = 0; i < 3; i++) between[i] = f->on_a[i] - f->on_b[i];
  return fabs(vector_length(between) - f->between.hi) <= 9.313225746154785e-10 * p->size;
}

/* The distance of two that do not overlap. */
static void measure_apart(const solid_pair *p, simplex *s, int roughly, pair_gap *gap) {
  double near = CURVED_CORES_MEET * p->size;
  finding f;
  memset(&f, 0, sizeof f);
  if (roughly && ci_solid_round_gap(p, s, &f) && f.between.hi > near && are_points_as_far(p, &f)) {
    put_gap(p, &f, f.on_a, gap);
    return;
  }
  if (roughly) (void)ci_gjk(p, GJK_PAST_APART | GJK_PAST_IN, s);
  if (are_cores_apart(p, s))
    ci_solid_measure_apart(p, s, &f);
  else
    (void)measure_inside(p, s, 0, 1, &f); /* apart by about rounding */
  if (solid_pair_is_curved(p) && (f.between.hi <= near || !are_points_as_far(p, &f)))
    ci_solid_improve_points(p, s, &f);
  put_gap(p, &f, f.on_a, gap);
}

/* Everything except the exact decision, so that their stack frames are not in use together. Returns
 * 1 if the two are certainly in one another. */
static int measure_gap(const collide_shape *a, const collide_shape *b, int overlap, pair_gap *gap) {
  solid_pair p;
  simplex s;
  int in;
  ci_solid_pair_make(&p, a, b);
  in = ci_gjk(&p, GJK_PAST_APART | GJK_PAST_IN, &s) == GJK_IN;
  if (overlap) return measure_overlapping(&p, &s, in, gap);
  measure_apart(&p, &s, 0, gap);
  return 0;
}

void ci_solids_measure(const collide_shape *a, const collide_shape *b, int overlap, pair_gap *gap) {
  int in = measure_gap(a, b, overlap, gap), relation = SOLID_APART;
  if (overlap == PAIR_TOUCH) relation = SOLID_TOUCH;
  if (overlap == PAIR_DEEP) relation = SOLID_IN;
  if (overlap == PAIR_MEET) relation = in ? SOLID_IN : ci_solid_relation(a, b, NULL);
  agree(relation, gap);
  put_numbers_in_gap(a, b, gap);
}

/* ---- Both in one ------------------------------------------------------------------------- */

/* If GJK is unsure, its simplex does not depend on its options: one search decides and measures. */
static int search_pair(const solid_pair *p, int wanted, simplex *s) {
  int past = wanted == QUICK_PUSH ? GJK_PAST_IN : GJK_PAST_APART;
  if (p->radius > 0) past |= GJK_PAST_IN;
  if (solid_pair_is_curved(p)) past |= GJK_ROUGHLY;
  return ci_gjk(p, past, s);
}

/* Decides two for which the search is unsure. Sets `meet` if there is no decision and the two seem
 * to meet. */
static int decide_unsure(const collide_shape *a, const collide_shape *b, const solid_pair *p,
                         const simplex *s, int seems, int *meet) {
  int relation = ci_solid_decide(a, b, NULL);
  *meet = relation == SOLID_UNDECIDED && (seems != SOLID_APART || are_nearer(p, s));
  return relation == SOLID_UNDECIDED && !*meet ? SOLID_APART : relation;
}

/* Writes the gap. `certain`: the search has decided. */
static void put_whole_gap(const solid_pair *p, simplex *s, int relation, int certain,
                          pair_gap *gap) {
  if (relation == SOLID_APART)
    measure_apart(p, s, certain && solid_pair_is_curved(p), gap);
  else if (measure_overlapping(p, s, certain, gap) && relation == SOLID_UNDECIDED)
    relation = SOLID_IN;
  agree(relation, gap);
}

/* Writes only the common point. A distance of two that overlap needs nothing else. */
static void put_common(const solid_pair *p, const simplex *s, const double origin[3],
                       pair_gap *gap) {
  double common[3], between[3];
  ci_simplex_weigh(s, common, between);
  to_world(p, common, gap->common);
  put_numbers(origin, gap->common);
}

int ci_solids_gap(const collide_shape *a, const collide_shape *b, int wanted, pair_gap *gap) {
  solid_pair p;
  simplex s;
  int found, relation, seems = SOLID_APART, meet = 0, certain;
  ci_solid_pair_make(&p, a, b);
  found = search_pair(&p, wanted, &s);
  relation = ci_solid_decide_by_search(&p, &s, found, &seems);
  certain = relation != SOLID_UNDECIDED;
  if (!certain) relation = decide_unsure(a, b, &p, &s, seems, &meet);
  if (wanted == QUICK_PUSH && relation == SOLID_APART) return 0;
  if (wanted == QUICK_PUSH && relation == SOLID_TOUCH) return PAIR_TOUCH;
  if (certain && relation != SOLID_APART && wanted == QUICK_NEAREST && p.radius == 0) {
    put_common(&p, &s, b->origin, gap);
    return 1;
  }
  put_whole_gap(&p, &s, relation, certain, gap);
  put_numbers_in_gap(a, b, gap);
  return relation != SOLID_APART;
}

/* ---- Order ------------------------------------------------------------------------------- */

static int compare_numbers(const double *p, const double *q, int count) {
  int i, order = 0;
  for (i = 0; i < count && order == 0; i++) order = compare_doubles(p[i], q[i]);
  return order;
}

static int compare_hulls(const solid_hull *p, const solid_hull *q) {
  int order = p->corners - q->corners;
  return order != 0 || p == q ? order : compare_numbers(p->positions, q->positions, 3 * p->corners);
}

int ci_solids_compare(const collide_shape *a, const collide_shape *b) {
  int order = compare_numbers(a->origin, b->origin, 3);
  if (order == 0) order = (int)a->frame - (int)b->frame;
  if (order == 0) order = compare_doubles(a->radius, b->radius);
  if (order == 0) order = compare_doubles(a->height, b->height);
  if (order == 0) order = compare_numbers(a->a, b->a, 3);
  if (order == 0) order = compare_numbers(a->b, b->b, 3);
  if (order == 0 && a->kind == COLLIDE_TRIANGLE)
    order = compare_numbers(a->of.facet.c, b->of.facet.c, 3);
  if (order == 0 && a->frame == COLLIDE_LINEAR)
    order = compare_numbers(shape_turned(a)->linear, shape_turned(b)->linear, 9);
  if (order == 0 && shape_core(a) == COLLIDE_HULL) order = compare_hulls(hull_of(a), hull_of(b));
  return order;
}

/* ---- The row -------------------------------------------------------------------------------- */

const pair_row ci_solids_row = {
    ci_solids_overlap, ci_solids_measure, ci_solids_compare, ci_solids_gap, NULL, NULL};
