/* SPDX-License-Identifier: MIT
 *
 * What a move takes for the time at which it meets something, and for that at which it would have
 * left it, where doubles do not know it (SPACE_EARLY): a cylinder, a cone, a capsule or a box
 * nearly touches a triangle or a box, or is farther away than that, and comes in. The guess from
 * which the time is sought is good, or none, or anything. Exact decisions say whether the time is
 * late, which it never may be, or too early; and of the other one whether it is early, or too late.
 *
 *   early [TIMES]
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "narrow/space/space.h"
#include "narrow/space/decide.h"
#include "allowed.h"
#include "../support/mutant.h"
#define RANDOM_SEED 20261126
#include "../support/random.h"

static long asked, at_once, wrong;

static void judge(const space_sweep *w, double t) {
  double after = t * (1 + ldexp(1, -29)) + allowed(w);
  asked++;
  at_once += t == 0;
  if (t > 0 && ci_space_relation(w, 0, t) != SOLID_APART) (void)add_failure(&wrong);
  if (after < 1 && ci_space_relation(w, 0, after) == SOLID_APART) (void)add_failure(&wrong);
}

/* By then they have surely parted. */
static const double later = 64;

static void judge_leaving(const space_sweep *w, double t) {
  double before = t * (1 - ldexp(1, -29)) - allowed(w);
  asked++;
  if (ci_space_relation(w, t * (1 + ldexp(1, -52)), later) != SOLID_APART)
    (void)add_failure(&wrong);
  if (before > 0 && ci_space_relation(w, before, later) == SOLID_APART) (void)add_failure(&wrong);
}

static void make_mover(collide_shape *s, collide_source *source) {
  static const double foot[3] = {0, -0.5, 0}, head[3] = {0, 0.5, 0}, half[3] = {0.5, 0.75, 0.25};
  switch (below(4)) {
  case 0:
    collide_make_cylinder(s, source, 0.25 + unit(), 0.5);
    break;
  case 1:
    collide_make_cone(s, source, 0.25 + unit(), 1);
    break;
  case 2:
    collide_make_box(s, source, half);
    break;
  default:
    collide_make_capsule(s, source, foot, head, 0.25 + unit());
  }
}

/* Good to so many units as doubles are, as a rule. */
static double guess_of(const space_sweep *w, int leaves) {
  double low = 0, high = leaves ? later : 1;
  int i;
  if (below(4) == 0) return below(2) ? 0 : unit();
  for (i = 0; i < 60; i++) {
    double middle = low + 0.5 * (high - low);
    int apart = (leaves ? ci_space_relation(w, middle, later) : ci_space_relation(w, 0, middle)) ==
                SOLID_APART;
    if (apart == leaves)
      high = middle;
    else
      low = middle;
  }
  return low + (unit() - 0.5) * 4 * allowed(w);
}

/* What is met lies across x, and the other one comes to it from there, turned or not. In a quarter
 * of the cases it is turned about the vertical, from a place in eighths, along a way in tenths. */
static void one(void) {
  static const double p[3] = {0, -4, -4}, q[3] = {0, 4, -4}, r[3] = {0, 0, 6}, half[3] = {1, 5, 6};
  collide_shape a, b;
  collide_source a_source, b_source;
  collide_pose pose = collide_identity_pose();
  space_sweep w;
  double low[3], high[3];
  int i, is_level = below(4) == 0;
  memset(&w, 0, sizeof w);
  if (below(2)) {
    collide_make_triangle(&b, &b_source, p, q, r);
  } else {
    static const double behind[3] = {-1, 0, 0};
    collide_make_box(&b, &b_source, half);
    collide_set_position(&b, &b_source, behind);
  }
  make_mover(&a, &a_source);
  if (is_level)
    pose.rotation[1] = below(5) - 2;
  else
    for (i = 0; i < 4 && below(2); i++) pose.rotation[i] = 0.1 + unit();
  collide_set_pose(&a, &a_source, &pose);
  collide_bounds(&a, low, high);
  for (i = 0; i < 3; i++) pose.position[i] = is_level ? below(9) * 0.125 : unit();
  pose.position[0] = -low[0] + ldexp(unit(), -below(60));
  collide_set_pose(&a, &a_source, &pose);
  w.a = &a;
  w.b = &b;
  w.flags = SPACE_EARLY;
  w.decides = 1;
  w.is_curved = a.kind == COLLIDE_CYLINDER || a.kind == COLLIDE_CONE;
  w.d[0] = is_level ? -1 : -0.25 - unit();
  for (i = 1; i < 3; i++) w.d[i] = is_level ? (below(11) - 5) * 0.1 : unit() - 0.5;
  if (ci_space_relation(&w, 0, 0) != SOLID_APART || ci_space_relation(&w, 0, 1) == SOLID_APART)
    return;
  judge(&w, ci_space_enter_exactly(&w, guess_of(&w, 0)));
  judge_leaving(&w, ci_space_leave_exactly(&w, guess_of(&w, 1), later));
}

int main(int argc, char **argv) {
  long i, times = 200 * (argc > 1 ? atol(argv[1]) : 1);
  for (i = 0; i < times; i++) one();
  printf("%ld wrong of %ld times, %ld of them at once\n", wrong, asked, at_once);
  return wrong != 0 || at_once < asked / 20 || at_once > asked / 20 * 9;
}
