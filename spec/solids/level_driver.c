/* SPDX-License-Identifier: MIT
 *
 * Spheres, boxes that are not turned, and capsules and segments along an axis
 * (src/narrow/space/quick_aligned.c) against exact numbers: on a lattice or anywhere, and so that
 * two faces, an edge and a face, or two corners touch, exactly or but for some units in the last
 * place. Prints how many answers of each pair of kinds are wrong, and fails when any is, or when
 * few cases just touch.
 *
 *     level-driver <cases>
 */
#include "collide.h"
#include "number/exact.h"
#include "narrow/pairs.h"
#include "narrow/space/decide.h"
#include "../support/check.h"
#define RANDOM_SEED 20261127
#include "../support/random.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static double draw(double low, double high) {
  return low + (high - low) * unit();
}

enum { BALL, BOX, TUBE, EDGE, KINDS };

typedef struct level_shape {
  collide_shape shape;
  collide_source source;
  double low[3], high[3], radius; /* the core, relative to the position */
} level_shape;

/* A size: a few sixteenths, or any. */
static double lattice_unit; /* a sixteenth or a tenth */

static double size(int is_lattice) {
  return is_lattice ? (1 + below(64)) * lattice_unit : draw(0.1, 4);
}

static void make(level_shape *s, int kind, int is_lattice) {
  int k, axis = below(3);
  memset(s, 0, sizeof *s);
  for (k = 0; k < 3; k++) {
    if (kind == BALL || (kind != BOX && k != axis)) continue;
    s->low[k] = -size(is_lattice);
    s->high[k] = size(is_lattice);
  }
  s->radius = kind == BALL || kind == TUBE ? size(is_lattice) : 0;
  if (kind == BALL) check(collide_make_sphere(&s->shape, &s->source, s->radius));
  if (kind == BOX) check(collide_make_box_corners(&s->shape, &s->source, s->low, s->high));
  if (kind == TUBE) {
    const double *from = below(2) ? s->low : s->high, *to = from == s->low ? s->high : s->low;
    check(collide_make_capsule(&s->shape, &s->source, from, to, s->radius));
  }
  if (kind == EDGE) check(collide_make_segment(&s->shape, &s->source, s->low, s->high));
}

/* Puts b where the cores are so far from each other as the radii are long: along one axis, along
 * two as the sides of 3, 4, 5, along three as those of 2, 3, 6, 7; or anywhere. */
static void bring_near(const level_shape *a, level_shape *b, int is_lattice) {
  static const double ways[3][3] = {{1, 0, 0}, {0.6, 0.8, 0}, {2 / 7.0, 3 / 7.0, 6 / 7.0}};
  const double *way = ways[below(3)];
  double p[3], radius = a->radius + b->radius;
  int k, turn = below(3), is_near = below(4);
  for (k = 0; k < 3; k++) {
    double part = way[(k + turn) % 3], at = a->source.pose.position[k];
    double share = is_lattice ? below(17) / 16.0 : draw(0, 1);
    if (part == 0) {
      p[k] = at + a->low[k] - b->high[k];
      p[k] += share * ((a->high[k] - a->low[k]) + (b->high[k] - b->low[k]));
    } else if (below(2)) {
      p[k] = at + (a->high[k] - b->low[k]) + part * radius;
    } else {
      p[k] = at + (a->low[k] - b->high[k]) - part * radius;
    }
    if (is_near == 0 && below(2)) p[k] += draw(-1, 1) * ldexp(1, -below(56));
    if (is_near == 1 && p[k] != 0 && below(2))
      p[k] = nextafter(p[k], below(2) ? HUGE_VAL : -HUGE_VAL);
  }
  check(collide_set_position(&b->shape, &b->source, p));
}

/* ---- In exact numbers ---------------------------------------------------------------------- */

static void add_double(exact *x, double y) {
  exact other;
  ci_exact_set(x->pool, &other, y);
  ci_exact_add(x, x, &other);
}

/* How far a's core is from b's along an axis, with its sign. */
static void put_way(exact_pool *pool, const level_shape *a, const level_shape *b, int k, exact *r) {
  const double *p = a->shape.origin, *q = b->shape.origin;
  int side;
  for (side = 0; side < 2; side++) {
    ci_exact_set_diff(pool, r, p[k], q[k]);
    add_double(r, side ? a->high[k] : a->low[k]);
    add_double(r, side ? -b->low[k] : -b->high[k]);
    if (exact_sign(r) == (side ? -1 : 1)) return;
  }
  ci_exact_set(pool, r, 0);
}

typedef struct judged {
  int is_apart; /* the cores */
  double normal[3], gap, size;
} judged;

/* D - R = (D^2 - R^2) / (D + R), where below the line plain doubles do. */
static judged judge(const level_shape *a, const level_shape *b) {
  exact_medium numbers;
  exact_pool *pool = EXACT_POOL_OPEN(&numbers);
  exact squares, r, one;
  judged j;
  double length = 0, low;
  int k;
  ci_exact_set(pool, &squares, 0);
  for (k = 0; k < 3; k++) {
    int mark = ci_exact_mark(pool);
    put_way(pool, a, b, k, &r);
    j.normal[k] = ci_exact_round(&r);
    ci_exact_add_product(&squares, &r, &r);
    ci_exact_keep(pool, mark, &squares, 1);
    length += j.normal[k] * j.normal[k];
  }
  j.is_apart = exact_sign(&squares) > 0;
  ci_exact_set_sum(pool, &r, a->radius, b->radius);
  ci_exact_sub_product(&squares, &r, &r);
  ci_exact_set(pool, &one, 1);
  length = sqrt(length);
  j.gap = ci_exact_ratio(&squares, &one, &low) / (length + (a->radius + b->radius));
  for (k = 0; k < 3; k++) j.normal[k] /= length;
  j.size = a->shape.reach + b->shape.reach;
  for (k = 0; k < 3; k++) j.size += fabs(a->shape.origin[k] - b->shape.origin[k]);
  return j;
}

/* ---- The answers --------------------------------------------------------------------------- */

/* Both are off by 5.5 u. Of a ball and a ball or box the common way answers down to 2^-90 of the
 * size. */
static int is_close(const level_shape *a, const level_shape *b, const judged *j, double x) {
  int is_plain = (a->shape.kind == COLLIDE_SPHERE &&
                  (b->shape.kind == COLLIDE_SPHERE || b->shape.kind == COLLIDE_BOX)) ||
                 (b->shape.kind == COLLIDE_SPHERE && a->shape.kind == COLLIDE_BOX);
  return fabs(x - fabs(j->gap)) <= 6 * DBL_EPSILON * fabs(j->gap) + is_plain * ldexp(j->size, -90);
}

static int is_contact_wrong(const level_shape *a, const level_shape *b, const judged *j,
                            int level) {
  collide_push push;
  int k;
  if (collide_contact(&a->shape, &b->shape, &push) != (level > SOLID_APART)) return 1;
  if (level == SOLID_APART) return 0;
  if ((push.depth == 0) != (level == SOLID_TOUCH)) return 1;
  if (!j->is_apart) return 0;
  for (k = 0; k < 3; k++)
    if (fabs(push.normal[k] - j->normal[k]) > 1e-14) return 1;
  return !is_close(a, b, j, push.depth);
}

/* The points are where they are said to be: as far apart, along the normal. */
static int is_distance_wrong(const level_shape *a, const level_shape *b, const judged *j,
                             int level) {
  double p[3], q[3], d = ci_pair_distance(&a->shape, &b->shape, p, q), most = 0;
  int k;
  if ((d > 0) != (level == SOLID_APART)) return 1;
  if (level != SOLID_APART) return 0;
  if (!is_close(a, b, j, d)) return 1;
  for (k = 0; k < 3; k++) most = fmax(most, fmax(fabs(p[k]), fabs(q[k])));
  most += j->size;
  for (k = 0; k < 3; k++)
    if (fabs(p[k] - q[k] - d * j->normal[k]) > 8 * DBL_EPSILON * most) return 1;
  return 0;
}

static int is_wrong(const level_shape *a, const level_shape *b, int *touches) {
  int level = ci_solid_decide(&a->shape, &b->shape, NULL), hit = level > SOLID_APART;
  judged j = judge(a, b);
  *touches += level == SOLID_TOUCH;
  return collide_overlap(&a->shape, &b->shape) != hit || is_contact_wrong(a, b, &j, level) ||
         is_distance_wrong(a, b, &j, level);
}

int main(int count, char **arguments) {
  static const char *const names[] = {"ball", "box", "tube", "edge"};
  int cases = count > 1 ? atoi(arguments[1]) : 20000, i, k, first, second, all = 0;
  for (first = 0; first < KINDS; first++) {
    for (second = 0; second < KINDS; second++) {
      int wrong = 0, touches = 0;
      for (i = 0; i < cases; i++) {
        int is_lattice = below(3) > 0;
        double p[3], far = ldexp(1, below(12));
        level_shape a, b;
        lattice_unit = below(2) ? 1.0 / 16 : 0.1;
        make(&a, first, is_lattice);
        make(&b, second, is_lattice);
        for (k = 0; k < 3; k++)
          p[k] = is_lattice ? below(200) * far * lattice_unit : draw(-far, far);
        check(collide_set_position(&a.shape, &a.source, p));
        bring_near(&a, &b, is_lattice);
        wrong += is_wrong(&a, &b, &touches);
      }
      printf("%s and %s: %d wrong of %d, %d just touch\n", names[first], names[second], wrong,
             cases, touches);
      all += wrong + (touches < cases / 50);
    }
  }
  return all > 0;
}
