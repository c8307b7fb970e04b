/* SPDX-License-Identifier: MIT
 *
 * The closed forms of pairs in space against the exact decision, on cases aimed at their margins:
 * two shapes are drawn, a quarter of them on a lattice of eighths or tenths, and one of them is
 * moved or grown until the two touch but for rounding, a
 * few units of which are then added. Prints how many answers of each family are wrong, and fails
 * when any is. run_margins.py also builds it with each margin narrowed.
 *
 *     near-driver <cases> <seed>
 */
#include "collide.h"
#include "narrow/pairs.h"
#include "narrow/space/decide.h"
#include "../support/check.h"

#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state;

static double draw(double low, double high) {
  state = state * 6364136223846793005u + 1442695040888963407u;
  return low + (high - low) * ((double)(state >> 11) / 9007199254740992.0);
}

static int pick(int count) {
  return (int)draw(0, count);
}

typedef struct posed {
  collide_shape shape;
  collide_source source;
  double sizes[9];
} posed;

enum { BALL, BOX, TUBE, EDGE, FACET, SPACE, ROUND, KINDS };

static void remake(posed *p, int kind) {
  const double *z = p->sizes;
  collide_pose pose = p->source.pose;
  switch (kind) {
  case BALL:
    check(collide_make_sphere(&p->shape, &p->source, fabs(z[0])));
    break;
  case BOX: {
    double half[3];
    int i;
    for (i = 0; i < 3; i++) half[i] = fabs(z[i]);
    check(collide_make_box(&p->shape, &p->source, half));
    break;
  }
  case TUBE:
    check(collide_make_capsule(&p->shape, &p->source, z, z + 3, fabs(z[6])));
    break;
  case EDGE:
    check(collide_make_segment(&p->shape, &p->source, z, z + 3));
    break;
  case FACET:
    check(collide_make_triangle(&p->shape, &p->source, z, z + 3, z + 6));
    break;
  case SPACE:
    check(collide_make_plane(&p->shape, &p->source, z, z[3]));
    break;
  default:
    check(collide_make_cylinder(&p->shape, &p->source, fabs(z[0]), fabs(z[1])));
  }
  check(collide_set_pose(&p->shape, &p->source, &pose));
}

/* On a lattice of eighths or tenths, in a quarter turn or turned about the vertical. */
static void make_level(posed *p, int kind, double unit, int turns) {
  int i, axis = pick(4);
  memset(p, 0, sizeof *p);
  for (i = 0; i < 9; i++) p->sizes[i] = pick(3) ? (pick(21) - 10) * unit : 0.5;
  if (kind == SPACE && p->sizes[0] == 0 && p->sizes[1] == 0) p->sizes[2] = 1;
  p->source.pose = collide_identity_pose();
  for (i = 0; i < 3; i++) p->source.pose.position[i] = pick(7) - 3 + pick(2) * 0.5;
  if (turns) p->source.pose.rotation[axis < 3 ? axis : 1] = axis < 3 ? 1 : pick(5) - 2;
  remake(p, kind);
}

static void make(posed *p, int kind, double reach, int turns) {
  int i;
  memset(p, 0, sizeof *p);
  for (i = 0; i < 9; i++) p->sizes[i] = draw(-1, 1);
  p->source.pose = collide_identity_pose();
  for (i = 0; i < 3; i++) p->source.pose.position[i] = draw(-reach, reach);
  for (i = 0; i < 4 && turns; i++) p->source.pose.rotation[i] = draw(-1, 1);
  remake(p, kind);
}

/* Moves b until the two touch but for rounding, then by some units more. */
static void bring_near(const posed *a, posed *b) {
  double p[3], q[3], position[3], most = 0, step;
  collide_push push;
  int i, k;
  memcpy(position, b->source.pose.position, sizeof position);
  for (k = 0; k < 3; k++) {
    if (collide_contact(&a->shape, &b->shape, &push) == 1) {
      if (!(push.depth < 1e300)) return;
      for (i = 0; i < 3; i++) position[i] -= push.normal[i] * push.depth;
    } else {
      ci_pair_distance(&a->shape, &b->shape, p, q);
      for (i = 0; i < 3; i++) position[i] += p[i] - q[i];
    }
    check(collide_set_position(&b->shape, &b->source, position));
  }
  for (i = 0; i < 3; i++)
    if (fabs(position[i]) > most) most = fabs(position[i]);
  step = ldexp(most > 1 ? most : 1, -52 + pick(5));
  for (i = 0; i < 3; i++) position[i] += step * (pick(5) - 2) * 0.5;
  check(collide_set_position(&b->shape, &b->source, position));
}

/* b's normal nearly opposite to a's, and its border near a's. */
static void oppose(const posed *a, posed *b) {
  double k = pick(2) ? ldexp(1, pick(5)) : draw(0.5, 2);
  int i;
  for (i = 0; i < 3; i++) b->sizes[i] = -k * a->sizes[i];
  if (pick(2)) b->sizes[pick(3)] *= 1 + DBL_EPSILON;
  b->sizes[3] = -k * a->sizes[3] - ldexp(pick(5), -52);
  b->source.pose = collide_identity_pose();
  remake(b, SPACE);
}

static int is_wrong(const posed *a, const posed *b) {
  int level = ci_solid_decide(&a->shape, &b->shape, NULL);
  return collide_overlap(&a->shape, &b->shape) != (level > SOLID_APART) ||
         collide_overlap(&b->shape, &a->shape) != (level > SOLID_APART);
}

/* Families by the margin that decides. */
typedef struct family {
  const char *name;
  int kinds[2];
} family;

static const family families[] = {
    {"cores", {BALL, BALL}},        {"cores", {BALL, TUBE}},        {"cores", {BALL, EDGE}},
    {"cores", {BALL, FACET}},       {"cores", {TUBE, TUBE}},        {"cores", {TUBE, EDGE}},
    {"cores", {TUBE, FACET}},       {"ball-box", {BALL, BOX}},      {"boxes", {BOX, BOX}},
    {"half-space", {BALL, SPACE}},  {"half-space", {BOX, SPACE}},   {"half-space", {TUBE, SPACE}},
    {"half-space", {FACET, SPACE}}, {"half-space", {ROUND, SPACE}}, {"spaces", {SPACE, SPACE}}};

int main(int count, char **arguments) {
  int cases = count > 1 ? atoi(arguments[1]) : 2000, i, all = 0;
  size_t f;
  state = count > 2 ? (uint64_t)atoi(arguments[2]) : 1;
  for (f = 0; f < sizeof families / sizeof families[0]; f++) {
    const family *of = &families[f];
    int wrong = 0;
    for (i = 0; i < cases; i++) {
      posed a, b;
      double reach = pick(4) ? 2 : ldexp(1, pick(20));
      if (i % 4 == 0) {
        double unit = pick(2) ? 0.125 : 0.1;
        make_level(&a, of->kinds[0], unit, pick(2));
        make_level(&b, of->kinds[1], unit, pick(2));
        wrong += of->kinds[0] != SPACE && is_wrong(&a, &b); /* where they stand */
      } else {
        make(&a, of->kinds[0], reach, pick(4));
        make(&b, of->kinds[1], reach, pick(4));
      }
      if (of->kinds[0] == SPACE)
        oppose(&a, &b);
      else if (of->kinds[1] == SPACE)
        bring_near(&b, &a);
      else
        bring_near(&a, &b);
      wrong += is_wrong(&a, &b);
    }
    printf("%s %d: %d wrong of %d\n", of->name, (int)f, wrong, cases);
    all += wrong;
  }
  return all > 0;
}
