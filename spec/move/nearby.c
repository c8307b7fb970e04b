/* SPDX-License-Identifier: MIT
 *
 * Casts and overlaps by the list of the nearby members (target/nearby.c), against those by all
 * members: the first ones, and series that begin where the last cast met a member. Many members are
 * about the margin away. With an argument, that many cases.
 */
#include <stdio.h>

#include "../support/turn.h"
#include "collide.h"
#include "target/proximity.h"
#include "target/sweep_target.h"
#include "narrow/space/space.h"
#include "height.h"

#define RANDOM_SEED 20261128
#include "../support/mutant.h"
#include "../support/random.h"

static long failures, answers, again;

static void fail(const char *what) {
  if (add_failure(&failures) < 10) printf("%s\n", what);
}

static double between(double low, double high) {
  return low + (high - low) * unit();
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

enum { BOX, HULL, TRIANGLE, SEGMENT, SPHERE, CAPSULE, CYLINDER, CONE, KINDS };

/* A shape, and a solid that is the same set of points. */
typedef struct body {
  collide_shape shape;
  collide_source source;
  solid is;
  double *hull; /* the storage of a hull, or NULL */
} body;

static void must(collide_error error) {
  if (error != COLLIDE_OK) abort();
}

static void make_hull(body *b) {
  void *work = malloc(collide_hull_work(b->is.count));
  size_t storage;
  int point;
  if (work == NULL) abort();
  must(collide_build_hull(b->is.points[0], b->is.count, work, &storage, &point));
  b->hull = (double *)malloc(storage);
  if (b->hull == NULL) abort();
  collide_make_hull(&b->shape, &b->source, work, b->hull);
  free(work);
}

static void put_box(body *b, double size) {
  double half[3];
  int i, k;
  for (k = 0; k < 3; k++) half[k] = between(0.1, 1) * size;
  must(collide_make_box(&b->shape, &b->source, half));
  b->is.count = 8;
  for (i = 0; i < 8; i++)
    for (k = 0; k < 3; k++) b->is.points[i][k] = i >> k & 1 ? half[k] : -half[k];
}

/* Two discs, or the apex and one. */
static void put_discs(body *b, int kind, double size) {
  double height = between(0.2, 1) * size;
  b->is.disc_radius = between(0.2, 1) * size;
  if (kind == CYLINDER) {
    b->is.discs = 2;
    b->is.disc_y[1] = height;
    must(collide_make_cylinder(&b->shape, &b->source, b->is.disc_radius, height));
  } else {
    b->is.discs = b->is.count = 1;
    memset(b->is.points[0], 0, sizeof b->is.points[0]);
    must(collide_make_cone(&b->shape, &b->source, b->is.disc_radius, height));
  }
  b->is.disc_y[0] = -height;
}

static void make_body(body *b, int kind, double size) {
  double(*p)[3] = b->is.points;
  int i, k;
  b->hull = NULL;
  make_solid(&b->is);
  for (i = 0; i < POINTS_MOST; i++)
    for (k = 0; k < 3; k++) p[i][k] = between(-1, 1) * size;
  b->is.count = kind == HULL       ? 6 + below(POINTS_MOST - 5)
                : kind == TRIANGLE ? 3
                : kind == SPHERE   ? 1
                                   : 2;
  if (kind == SPHERE || kind == CAPSULE) b->is.radius = between(0.1, 1) * size;
  if (kind == SPHERE) {
    memset(p[0], 0, sizeof p[0]);
    must(collide_make_sphere(&b->shape, &b->source, b->is.radius));
  }
  if (kind == CAPSULE) must(collide_make_capsule(&b->shape, &b->source, p[0], p[1], b->is.radius));
  if (kind == SEGMENT) must(collide_make_segment(&b->shape, &b->source, p[0], p[1]));
  if (kind == TRIANGLE) must(collide_make_triangle(&b->shape, &b->source, p[0], p[1], p[2]));
  if (kind == BOX) put_box(b, size);
  if (kind == HULL) make_hull(b);
  if (kind >= CYLINDER) {
    b->is.count = 0;
    put_discs(b, kind, size);
  }
}

static void set_position(body *b, const double at[3]) {
  must(collide_set_position(&b->shape, &b->source, at));
  memcpy(b->is.position, at, sizeof b->is.position);
}

/* A rounded matrix would stretch a sphere or capsule, so these are not turned. */
static void turn_body(body *b) {
  collide_pose pose = collide_identity_pose();
  double q[4];
  int i;
  if (b->is.radius > 0) return;
  for (i = 0; i < 4; i++) q[i] = between(-1, 1);
  pose.has_linear = 1;
  write_rotation(q, pose.linear);
  memcpy(b->is.linear, pose.linear, sizeof b->is.linear);
  b->is.is_level = 0;
  must(collide_set_pose(&b->shape, &b->source, &pose));
}

/* ---- Lists ----------------------------------------------------------------------------------- */

enum { MEMBERS = 12 };

/* Moves b beside a, so that along one axis their bounds overlap by about this part of the size. */
static void graze(const body *a, body *b, double part) {
  double low[3], high[3], low_b[3], high_b[3], at[3], size;
  int k = below(3), i;
  (void)collide_bounds(&a->shape, low, high);
  (void)collide_bounds(&b->shape, low_b, high_b);
  for (i = 0; i < 3; i++) at[i] = b->is.position[i];
  size = fmax(fabs(low[k]), fabs(high[k]));
  at[k] += high[k] - low_b[k] - part * size;
  set_position(b, at);
}

/* Times may be early by 2^-18 of themselves, and by the time of a distance. */
static int is_same_time(double t, double other, double distance, const double d[3]) {
  double length = sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
  return fabs(t - other) <= ldexp(fmax(t, other), -18) + distance / length;
}

static int has_disc(const collide_shape *s) {
  return s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE;
}

/* The mover slides to what it meets, keeps a small distance from it, and turns. Where a rim meets
 * an edge, doubles find the time up to 2^-32 of the size, else up to 2^-40. */
static void check_series(body *mover, const collide_target *target, nearby *near, double far) {
  const int flags = COLLIDE_SKIP_TOUCHING | COLLIDE_SKIP_EXIT | SPACE_EARLY;
  double d[3], at[3];
  int i, k;
  for (i = 0; i < 8; i++) {
    collide_target_sweep all, listed;
    sweep_mover m;
    int found, is_curved;
    double part = below(2) ? ldexp(1, -30) : 0.5;
    for (k = 0; k < 3; k++) d[k] = i % 2 ? d[k] + between(-0.1, 0.1) : between(-0.5, 0.5);
    m = ci_sweep_mover(&mover->shape, d, flags);
    if (!nearby_covers(near, m.low, m.high)) return;
    found = ci_sweep_chosen(&m, target, NULL, NULL, NULL, &all);
    if (ci_sweep_chosen(&m, target, NULL, NULL, near, &listed) != found) {
      fail("series: another answer");
      return;
    }
    if (found != 1) continue;
    again++;
    is_curved = has_disc(&mover->shape) || has_disc(all.at.member.of.shape);
    if (!is_same_time(all.hit.t, listed.hit.t, ldexp(8 + far, is_curved ? -31 : -39), d))
      fail("series: another time");
    for (k = 0; k < 3; k++)
      at[k] = mover->is.position[k] + all.hit.t * d[k] + part * ldexp(1, -8) * all.hit.normal[k];
    set_position(mover, at);
  }
}

static void check_list(void) {
  static const double offsets[] = {0, 1e3, 1e6};
  static body mover, bodies[MEMBERS];
  static nearby near;
  static const double no_displacement[3] = {0, 0, 0};
  collide_target members[MEMBERS], target;
  collide_target_sweep all, listed;
  double far = offsets[below(3)], from[3], at[3], d[3], low[3], high[3];
  sweep_mover m;
  meet query;
  int i, k, found;
  for (k = 0; k < 3; k++) from[k] = far * between(-1, 1);
  make_body(&mover, below(2) ? BOX : below(KINDS), 1);
  set_position(&mover, from);
  for (i = 0; i < MEMBERS; i++) {
    make_body(&bodies[i], below(2) ? BOX : below(KINDS), 1);
    if (below(2)) turn_body(&bodies[i]);
    for (k = 0; k < 3; k++) at[k] = from[k] + between(-2, 2);
    set_position(&bodies[i], at);
    if (below(2)) graze(&mover, &bodies[i], ldexp(between(-1, 1), -31 - below(16)));
    members[i] = collide_target_of_shape(&bodies[i].shape);
  }
  target = collide_target_of_array(members, MEMBERS);
  for (k = 0; k < 3; k++) d[k] = below(4) ? between(-1, 1) : 0;
  m = ci_sweep_mover(&mover.shape, d, COLLIDE_SKIP_TOUCHING | COLLIDE_SKIP_EXIT | SPACE_EARLY);
  nearby_sweep(m.low, m.high, d, low, high);
  ci_nearby_find(&near, &target, low, high);
  memset(&all, 0, sizeof all);
  memset(&listed, 0, sizeof listed);
  found = ci_sweep_chosen(&m, &target, NULL, NULL, NULL, &all);
  if (ci_sweep_chosen(&m, &target, NULL, NULL, &near, &listed) != found)
    fail("list: another answer");
  if (found == 1 && (all.at.index != listed.at.index || all.hit.t != listed.hit.t))
    fail("list: another hit");
  answers += found == 1;
  query = ci_meet_begin(&mover.shape, COLLIDE_SKIP_TOUCHING);
  nearby_sweep(query.low, query.high, no_displacement, low, high);
  ci_nearby_find(&near, &target, low, high);
  found = ci_meet_overlap(&query, &target);
  query.near = &near;
  if (ci_meet_overlap(&query, &target) != found) fail("list: another overlap");
  answers += found == 1;
  for (k = 0; k < 3; k++) {
    low[k] -= 4;
    high[k] += 4;
  }
  ci_nearby_find(&near, &target, low, high);
  check_series(&mover, &target, &near, far);
  for (i = 0; i < MEMBERS; i++) free(bodies[i].hull);
  free(mover.hull);
}

int main(int argc, char **argv) {
  long i, cases = argc > 1 && atol(argv[1]) > 0 ? atol(argv[1]) : 20000;
  for (i = 0; i < cases; i++) check_list();
  printf("%ld hits by lists, %ld in series; %ld wrong\n", answers, again, failures);
  if (answers == 0 || again == 0) fail("nothing was checked");
  return failures > 0;
}
