/* SPDX-License-Identifier: MIT
 *
 * Boxes, and segments and points at boxes, by separating axes that move
 * (src/narrow/space/space_axes.c): in level, upright and random frames, of both or of each; on a
 * lattice of eighths or tenths, or an axis keeps the two just apart or not, and the one that moves
 * goes along it, or nearly. Where they never meet, or when they meet and part, exact decisions
 * (ci_space_relation) say whether it is right. Fails when any is wrong, or when less than half of
 * the ordinary ones are answered.
 *
 *   axes [TIMES]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "narrow/space/space.h"
#include "number/vector.h"
#include "narrow/space/decide.h"
#include "narrow/space/solid.h"
#include "../support/check.h"
#include "../support/mutant.h"
#define RANDOM_SEED 20261202
#include "../support/random.h"

typedef struct body {
  collide_shape shape;
  collide_source source;
} body;

static double lattice_unit; /* an eighth or a tenth */

static double number(int on_lattice) {
  return on_lattice ? (below(49) - 24) * lattice_unit : 6 * unit() - 3;
}

/* ---- Bodies ---------------------------------------------------------------------------------- */

static collide_pose draw_frame(void) {
  collide_pose pose = collide_identity_pose();
  double angle = below(2) ? below(24) * 0.26179938779914946 : 6.3 * unit();
  int i, kind = below(4);
  if (kind == 1) {
    pose.rotation[1] = sin(angle / 2);
    pose.rotation[3] = cos(angle / 2);
  }
  if (kind > 1)
    for (i = 0; i < 4; i++) pose.rotation[i] = 2 * unit() - 1;
  return pose;
}

/* `away` leads from the own origin to the shape, which then lies near the other one. */
static void make_body(body *b, const collide_pose *frame, int kind, int on_lattice,
                      const double away[3]) {
  collide_pose pose = *frame;
  double p[2][3], small = on_lattice || below(2) ? 1 : ldexp(1, -below(24));
  int i, k;
  for (k = 0; k < 3; k++) {
    p[0][k] = away[k] + number(on_lattice) / 2;
    p[1][k] = p[0][k] + (below(16) ? fabs(small * number(on_lattice)) : 0);
    if (kind == 1 && below(2)) p[1][k] = p[0][k] - small * number(on_lattice);
  }
  memset(pose.position, 0, sizeof pose.position);
  if (kind == 0) {
    check(collide_make_box_corners(&b->shape, &b->source, p[0], p[1]));
  } else if (kind == 1) {
    check(collide_make_segment(&b->shape, &b->source, p[0], p[1]));
  } else {
    memcpy(pose.position, p[0], sizeof p[0]);
    check(collide_make_sphere(&b->shape, &b->source, 0));
  }
  check(collide_set_pose(&b->shape, &b->source, &pose));
  if (kind == 2) return;
  for (i = 0; i < 3; i++) {
    double middle[3], low[3], high[3];
    collide_bounds(&b->shape, low, high);
    middle[i] = 0.5 * low[i] + 0.5 * high[i];
    pose.position[i] = on_lattice ? 0 - away[i] : number(0) - middle[i];
  }
  check(collide_set_position(&b->shape, &b->source, pose.position));
}

/* Face `i` of a box, or the direction of an edge: those of a segment and a point are any. */
static void direction(const collide_shape *s, int i, double e[3]) {
  int k;
  for (k = 0; k < 3; k++)
    e[k] = s->frame == COLLIDE_LINEAR ? shape_turned(s)->linear[3 * k + i] : i == k;
  if (s->kind == COLLIDE_SEGMENT) {
    solid_pair p;
    ci_solid_pair_make(&p, s, s);
    vector_minus(p.a.points[1], p.a.points[0], e);
  }
}

static int draw_axis(const body *a, const body *b, double n[3]) {
  double e[3], f[3];
  int kind = below(3);
  direction(&a->shape, below(3), e);
  direction(&b->shape, below(3), f);
  if (kind == 0 && a->shape.kind == COLLIDE_BOX)
    memcpy(n, e, sizeof e);
  else if (kind < 2 && b->shape.kind == COLLIDE_BOX)
    memcpy(n, f, sizeof f);
  else
    vector_cross(e, f, n);
  if (below(2)) vector_negate(n, n);
  return vector_length(n) > 1e-3 && ci_vector_unit(n, n);
}

/* The height of a over b along n, and a bound of the coordinates. */
static double height_over(const body *a, const body *b, const double n[3], double *size) {
  double low = HUGE_VAL, high = -HUGE_VAL, point[3];
  solid_pair p;
  int i;
  ci_solid_pair_make(&p, &a->shape, &b->shape);
  *size = p.size;
  for (i = 0; i < solid_corner_count(&p.a); i++) {
    ci_solid_corner_rounded(&p.a, i, point);
    low = fmin(low, vector_dot(point, n));
  }
  for (i = 0; i < solid_corner_count(&p.b); i++) {
    ci_solid_corner_rounded(&p.b, i, point);
    high = fmax(high, vector_dot(point, n));
  }
  return low - high;
}

/* The middle of a comes over that of b along n, so that a gap of a few units in the last place is
 * between them at a time from 0 to 1, or two. */
static int aim(body *a, const body *b, double d[3]) {
  double n[3], at[3], size, low[2][3], high[2][3], gap, rise;
  double length = ldexp(1 + unit(), below(3) ? below(30) : 0), s = 0.2 + 0.6 * unit();
  int k;
  if (!draw_axis(a, b, n)) return 0;
  collide_bounds(&a->shape, low[0], high[0]);
  collide_bounds(&b->shape, low[1], high[1]);
  for (k = 0; k < 3; k++)
    at[k] = a->shape.origin[k] + (low[1][k] - low[0][k] + high[1][k] - high[0][k]) / 2 +
            0.3 * number(0);
  check(collide_set_position(&a->shape, &a->source, at));
  for (k = 0; k < 3; k++) d[k] = below(2) ? number(0) : 0;
  vector_add(d, -vector_dot(d, n), n);
  if (!ci_vector_unit(d, d)) return 0;
  vector_scale(length, d, d);
  gap = height_over(a, b, n, &size);
  gap = (unit() - 0.5) * 0x1p-50 * size * (below(2) ? 1 : 32) - gap;
  rise = (unit() - 0.5) * (below(2) ? 0 : 0x1p-50 * (length + size) * (below(2) ? 1 : 64));
  vector_add(d, rise, n);
  vector_add(at, gap, n);
  vector_add(at, -s, d);
  check(collide_set_position(&a->shape, &a->source, at));
  return 1;
}

/* ---- Checks ---------------------------------------------------------------------------------- */

static long wrong, never, sure, unsure, left, ordinary, answered;

static void expect(int holds) {
  if (!holds) (void)add_failure(&wrong);
}

/* Two doubles before or after t, and 2^-60. */
static double beside(double t, int way) {
  double far = way * HUGE_VAL, off = t + way * ldexp(1, -60);
  t = nextafter(nextafter(t, far), far);
  return way < 0 ? fmin(t, off) : fmax(t, off);
}

static void judge_sure(const space_sweep *w, const space_entry *entry) {
  double before = beside(entry->t, -1), after = beside(entry->t, 1);
  expect(entry->has_normal && vector_dot(entry->normal, w->d) < 0);
  if (before > 0) expect(ci_space_relation(w, 0, before) == SOLID_APART);
  if (after <= 1) expect(ci_space_relation(w, 0, after) != SOLID_APART);
  if (entry->inside) expect(ci_space_relation(w, 0, 1) == SOLID_IN);
  if (entry->leaving != SPACE_SURE) return;
  left++;
  before = beside(entry->leave, -1);
  after = beside(entry->leave, 1);
  if (before > entry->t) expect(ci_space_relation(w, before, before) != SOLID_APART);
  expect(ci_space_relation(w, after, after + 1) == SOLID_APART);
}

static void judge(const space_sweep *w, int is_ordinary) {
  space_entry entry;
  space_found found;
  memset(&entry, 0, sizeof entry);
  found = ci_space_axes(w, &entry);
  ordinary += is_ordinary;
  answered += is_ordinary && found != SPACE_UNSURE;
  if (found == SPACE_NEVER) {
    never++;
    expect(ci_space_relation(w, 0, 1) == SOLID_APART);
  } else if (found == SPACE_SURE) {
    sure++;
    judge_sure(w, &entry);
  } else {
    unsure++;
  }
}

static void one(void) {
  body a, b;
  collide_pose frame = draw_frame();
  int on_lattice = below(4) == 0, aims = below(4) != 0, kinds = below(5), k;
  double away[2][3], far = below(2) ? 0 : ldexp(1, below(20));
  space_sweep w;
  lattice_unit = below(2) ? 0.125 : 0.1;
  for (k = 0; k < 6; k++) away[k / 3][k % 3] = on_lattice ? 0 : far * number(0);
  memset(&w, 0, sizeof w);
  make_body(&a, &frame, kinds == 1 ? 1 : kinds == 2 ? 2 : 0, on_lattice, away[0]);
  if (below(2)) frame = draw_frame();
  make_body(&b, &frame, kinds == 3 ? 1 : kinds == 4 ? 2 : 0, on_lattice, away[1]);
  for (k = 0; k < 3; k++) w.d[k] = number(on_lattice);
  if (aims && !on_lattice && !aim(&a, &b, w.d)) return;
  if (on_lattice || !aims) {
    double at[3];
    for (k = 0; k < 3; k++)
      at[k] = a.shape.origin[k] + number(on_lattice) - (below(2) ? w.d[k] : 0);
    check(collide_set_position(&a.shape, &a.source, at));
  }
  if (vector_dot(w.d, w.d) == 0) return;
  w.a = &a.shape;
  w.b = &b.shape;
  w.decides = 1;
  judge(&w, !on_lattice && !aims);
}

int main(int argc, char **argv) {
  long i, times = 10000 * (argc > 1 ? atol(argv[1]) : 1);
  for (i = 0; i < times; i++) one();
  printf(
      "%ld wrong; %ld never meet, %ld meet, of %ld the end is known, %ld are unsure; of %ld "
      "ordinary ones %ld are answered\n",
      wrong, never, sure, left, unsure, ordinary, answered);
  return wrong != 0 || answered * 2 < ordinary;
}
