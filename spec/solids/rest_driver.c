/* SPDX-License-Identifier: MIT
 *
 * What twofolds say about two solids that rest on each other (src/narrow/space/twofold_decide.c)
 * against the exact decision. A ball or capsule lies on a triangle,
 * a segment or a capsule: the coordinates are whole numbers and the directions of whole length, so
 * that they touch exactly; half of the time they are then off by some units in the last place. The
 * first one stays, moves along, or passes by. Prints for each family how many answers are wrong,
 * and how many are left open though the two do not just touch, and fails when any is wrong, or many
 * are open other than of those that pass by. A ball or capsule is also asked up to when it is apart
 * from a triangle that has such a face, edge or corner (src/narrow/space/separation.c).
 * run_margins.py also builds it with each margin narrowed.
 *
 *     rest-driver <cases> <seed>
 */
#include "collide.h"
#include "shape/shape.h"
#include "narrow/space/decide.h"
#include "narrow/space/separation.h"
#include "../support/check.h"

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

/* ---- Cases --------------------------------------------------------------------------------- */

/* Two directions across the normal, whole numbers; the normal's length is whole, too. */
typedef struct base {
  double n[3], length, u[3], v[3];
} base;

static base draw_base(void) {
  static const int normals[][4] = {{0, 0, 1, 1},   {1, 2, 2, 3},   {2, 3, 6, 7},   {1, 4, 8, 9},
                                   {4, 4, 7, 9},   {3, 4, 0, 5},   {2, 6, 9, 11},  {6, 6, 7, 11},
                                   {3, 4, 12, 13}, {2, 5, 14, 15}, {2, 10, 11, 15}};
  const int *q = normals[pick(11)];
  base b;
  int i, turn = pick(3);
  for (i = 0; i < 3; i++) b.n[(i + turn) % 3] = pick(2) ? q[i] : -q[i];
  b.length = q[3];
  b.u[0] = b.n[1];
  b.u[1] = -b.n[0];
  b.u[2] = 0;
  if (b.u[0] == 0 && b.u[1] == 0) b.u[0] = 1;
  for (i = 0; i < 3; i++) {
    int j = (i + 1) % 3, k = (i + 2) % 3;
    b.v[i] = b.n[j] * b.u[k] - b.n[k] * b.u[j];
  }
  return b;
}

static void put(const base *b, double x, double y, double z, double out[3]) {
  int i;
  for (i = 0; i < 3; i++) out[i] = x * b->u[i] + y * b->v[i] + z * b->n[i];
}

static double whole(double most) {
  return floor(draw(-most, most + 1));
}

typedef struct rest_case {
  collide_shape a, b;
  collide_source a_source, b_source;
  solid_shift shift;
  int has_shift;
} rest_case;

enum { ON_FACE, ON_EDGE, PASSING, ON_TUBE, FAMILIES };

static void draw_fixed(rest_case *c, const base *b, int family, double most, double around) {
  double p[3], q[3], r[3];
  if (family == ON_FACE) {
    put(b, -floor(draw(1, most)), whole(most), 0, p);
    put(b, floor(draw(1, most)), -floor(draw(1, most)), 0, q);
    put(b, whole(most), floor(draw(1, most)), pick(4) ? 0 : -floor(draw(0, 4)), r);
    check(collide_make_triangle(&c->b, &c->b_source, p, q, r));
    return;
  }
  put(b, -floor(draw(1, most)), 0, 0, p);
  put(b, floor(draw(1, most)), 0, 0, q);
  if (family == ON_TUBE)
    check(collide_make_capsule(&c->b, &c->b_source, p, q, around));
  else
    check(collide_make_segment(&c->b, &c->b_source, p, q));
}

static void draw_way(rest_case *c, const base *b, int family, double most) {
  double x = whole(most), y = whole(most), z = pick(3) ? 0 : whole(3);
  c->has_shift = family == PASSING || pick(3) != 0;
  c->shift.from = 0;
  c->shift.to = pick(2) ? 1 : draw(0, 1);
  if (family == PASSING) { /* through the place where they touch */
    c->shift.from = -draw(0, 1);
    x = z = 0;
    if (pick(2)) x = whole(most);
    if (y == 0) y = 1;
  }
  put(b, x, y, z, c->shift.d);
  if (c->shift.d[0] == 0 && c->shift.d[1] == 0 && c->shift.d[2] == 0) c->shift.d[0] = 1;
}

static double nudged(double x, int units) {
  for (; units > 0; units--) x = nextafter(x, HUGE_VAL);
  for (; units < 0; units++) x = nextafter(x, -HUGE_VAL);
  return x;
}

static void draw_case(rest_case *c, int family) {
  base b = draw_base();
  double most = ldexp(1, 2 + pick(18)), high = floor(draw(1, most)), away[3], foot[3], head[3];
  double around = family == ON_TUBE ? floor(draw(0, high)) : 0, radius = high - around;
  int i, off = pick(2);
  if (radius == 0) radius = high, around = 0;
  draw_fixed(c, &b, family, most, around * b.length);
  draw_way(c, &b, family, most);
  put(&b, 0, 0, high, foot);
  put(&b, whole(most), whole(most), high + (pick(2) ? 0 : floor(draw(0, most))), head);
  radius *= b.length;
  if (off && pick(2)) radius = nudged(radius, pick(9) - 4);
  for (i = 0; i < 3; i++) away[i] = whole(ldexp(1, 2 + pick(20)));
  for (i = 0; i < 3 && off; i++) foot[i] = nudged(foot[i], pick(3) - 1);
  if (pick(2))
    check(collide_make_capsule(&c->a, &c->a_source, foot, head, radius));
  else
    check(collide_make_capsule(&c->a, &c->a_source, foot, foot, radius));
  check(collide_set_position(&c->a, &c->a_source, away));
  check(collide_set_position(&c->b, &c->b_source, away));
}

/* ---- A triangle with a face, edge or corner up ------------------------------------------------
 */

/* As draw_fixed, for the first three families; the last one has a corner. */
static void draw_triangle(rest_case *c, const base *b, int family, double most,
                          const double away[3]) {
  double p[3], q[3], r[3];
  int i, turn = pick(3);
  put(b, -floor(draw(1, most)), whole(most), 0, p);
  put(b, floor(draw(1, most)), -floor(draw(1, most)), 0, q);
  put(b, whole(most), floor(draw(1, most)), family == ON_FACE ? 0 : -floor(draw(1, most)), r);
  if (family == ON_EDGE || family == PASSING) {
    put(b, -floor(draw(1, most)), 0, 0, p);
    put(b, floor(draw(1, most)), 0, 0, q);
  } else if (family == ON_TUBE) {
    put(b, 0, 0, 0, p);
    put(b, whole(most), whole(most), -floor(draw(1, most)), q);
  }
  for (i = 0; i < 3; i++) {
    p[i] += away[i];
    q[i] += away[i];
    r[i] += away[i];
  }
  check(turn == 0   ? collide_make_triangle(&c->b, &c->b_source, p, q, r)
        : turn == 1 ? collide_make_triangle(&c->b, &c->b_source, r, p, q)
                    : collide_make_triangle(&c->b, &c->b_source, q, r, p));
}

/* Far from the origin the position is off, too, and some ways lead in by the least that there is.
 */
static void draw_apart(rest_case *c, int family) {
  base b = draw_base();
  double most = ldexp(1, 2 + pick(10)), high = floor(draw(1, most)), away[3], foot[3], head[3];
  double radius = high * b.length, from = pick(3) ? 0 : floor(draw(0, most));
  int i, off = pick(2);
  for (i = 0; i < 3; i++) away[i] = whole(ldexp(1, 2 + pick(20)));
  draw_triangle(c, &b, family, most, away);
  draw_way(c, &b, family, ldexp(most, pick(12)));
  if (from > 0) put(&b, whole(most), whole(most), -floor(draw(1, 2 * from)), c->shift.d);
  put(&b, 0, 0, high + from, foot);
  put(&b, whole(most), whole(most), high + from + (pick(2) ? 0 : floor(draw(0, most))), head);
  if (off && pick(2)) radius = nudged(radius, pick(9) - 4);
  for (i = 0; i < 3 && off; i++) foot[i] = nudged(foot[i], pick(3) - 1);
  for (i = 0; i < 3 && pick(2); i++) c->shift.d[i] = nudged(c->shift.d[i], pick(3) - 1);
  check(collide_make_capsule(&c->a, &c->a_source, foot, pick(2) ? head : foot, radius));
  for (i = 0; i < 3 && off && pick(2); i++) away[i] = nudged(away[i], pick(3) - 1);
  check(collide_set_position(&c->a, &c->a_source, away));
}

/* Two boxes that lie face on face in one turned frame, which is anything but whole: their corners
 * are then in one plane exactly, and nothing that is rounded says so. A third of the frames are
 * turned about the vertical, with sizes in eighths or tenths. */
static void draw_flush(rest_case *c) {
  collide_pose pose = collide_identity_pose();
  double low[3], high[3];
  int i, which, off = pick(3);
  double unit = pick(3) ? 0 : pick(2) ? 0.125 : 0.1; /* 0: sizes are any */
  for (i = 0; i < 4; i++) pose.rotation[i] = draw(-1, 1);
  if (unit > 0) pose.rotation[0] = pose.rotation[2] = 0; /* about the vertical */
  for (i = 0; i < 3; i++) pose.position[i] = whole(ldexp(1, pick(20))) * (pick(4) ? 1 : 0.3);
  for (which = 0; which < 2; which++) {
    for (i = 0; i < 3; i++) {
      low[i] = (unit > 0 ? -(1 + pick(16)) * unit : -draw(0.1, 2)) - (i == 1 && which == 1 ? 1 : 0);
      high[i] = unit > 0 ? (1 + pick(16)) * unit : draw(0.1, 2);
    }
    if (which == 0) low[1] = 0;
    if (which == 1) high[1] = 0;
    if (which == 0) {
      check(collide_make_box_corners(&c->a, &c->a_source, low, high));
      check(collide_set_pose(&c->a, &c->a_source, &pose));
    } else {
      check(collide_make_box_corners(&c->b, &c->b_source, low, high));
      check(collide_set_pose(&c->b, &c->b_source, &pose));
    }
  }
  for (i = 0; i < 3 && off > 0; i++)
    pose.position[i] = nudged(pose.position[i], pick(2 * off + 1) - off);
  check(collide_set_position(&c->a, &c->a_source, pose.position));
  c->has_shift = pick(3) == 0;
  c->shift.from = 0;
  c->shift.to = pick(2) ? 1 : ldexp(draw(1, 2), -pick(60));
  for (i = 0; i < 3; i++) c->shift.d[i] = draw(-1, 1);
}

/* ---- Checks -------------------------------------------------------------------------------- */

typedef int (*decision)(const collide_shape *a, const collide_shape *b, const solid_shift *shift);

/* The other way round: b moves, against the way. */
static void turn(rest_case *c) {
  collide_shape a = c->a;
  int i;
  c->a = c->b;
  c->b = a;
  for (i = 0; i < 3; i++) c->shift.d[i] = -c->shift.d[i];
}

typedef struct tally {
  int wrong, open;
} tally;

static void count(tally *t, decision ask, const rest_case *c, int level) {
  int found = ask(&c->a, &c->b, c->has_shift ? &c->shift : NULL);
  t->wrong += found != SOLID_UNDECIDED && found != level;
  t->open += found == SOLID_UNDECIDED && level != SOLID_TOUCH;
}

static void count_apart(tally *t, rest_case *c) {
  static const double still[3] = {0, 0, 0};
  const double *corner[3];
  separating_plane plane;
  round_body body;
  double until;
  int level, stays;
  corner[0] = c->b.a;
  corner[1] = c->b.b;
  corner[2] = c->b.of.facet.c;
  if (!ci_round_body_make(&body, &c->a, c->b.origin, c->has_shift ? c->shift.d : still)) return;
  until = ci_separate_until(&body, corner, c->b.of.facet.unit, pick(2) ? 1 : HUGE_VAL, &plane);
  c->shift.from = 0;
  c->shift.to = c->has_shift ? 1 : 0;
  stays = ci_solid_decide(&c->a, &c->b, &c->shift) == SOLID_APART;
  if (until < c->shift.to) c->shift.to = until > 0 ? until : 0;
  level = ci_solid_decide(&c->a, &c->b, &c->shift);
  t->wrong += until >= 0 && level != SOLID_APART;
  t->open += stays && !(until >= 1);
}

/* Boxes face on face: most of those that do not just touch have to be answered. */
static int check_drawn(const char *name, void (*draw_one)(rest_case *c), int cases) {
  tally t = {0, 0};
  int i, apart = 0;
  for (i = 0; i < cases; i++) {
    rest_case c;
    int level;
    draw_one(&c);
    if (i % 2) turn(&c);
    level = ci_solid_decide(&c.a, &c.b, c.has_shift ? &c.shift : NULL);
    count(&t, ci_decide_in_twofolds, &c, level);
    apart += level != SOLID_TOUCH;
  }
  printf("%s: %d wrong, %d open of %d\n", name, t.wrong, t.open, apart);
  return t.wrong > 0 || t.open * 4 > apart;
}

int main(int count_of, char **arguments) {
  static const char *const names[] = {"face", "edge", "passing", "tube"};
  static const char *const ups[] = {"face", "edge", "passing", "corner"};
  int cases = count_of > 1 ? atoi(arguments[1]) : 20000, family, i, failed = 0;
  state = count_of > 2 ? (uint64_t)atoi(arguments[2]) : 1;
  for (family = 0; family < FAMILIES; family++) {
    tally searched = {0, 0}, told = {0, 0};
    int apart = 0;
    for (i = 0; i < cases; i++) {
      rest_case c;
      int level;
      draw_case(&c, family);
      if (i % 2) turn(&c);
      level = ci_solid_decide(&c.a, &c.b, c.has_shift ? &c.shift : NULL);
      count(&searched, ci_decide_in_twofolds, &c, level);
      apart += level != SOLID_TOUCH;
      draw_apart(&c, family);
      count_apart(&told, &c);
    }
    printf("%s: %d wrong, %d open of %d\n", names[family], searched.wrong, searched.open, apart);
    printf("apart-%s: %d wrong, %d open of %d\n", ups[family], told.wrong, told.open, cases);
    failed += searched.wrong > 0 || told.wrong > 0 || told.open * 4 > cases;
    failed += family != PASSING && searched.open * 4 > apart;
  }
  failed += check_drawn("flush", draw_flush, cases);
  return failed > 0;
}
