/* SPDX-License-Identifier: MIT
 *
 * Polygons of few and of many corners, for the way that large ones are asked about: which corner
 * is foremost, where edges are parallel, where several features are equally near.
 */
#include <stdlib.h>
#include <string.h>

#include "pair_cases.h"
#include "shape/shape.h"

enum { MOST = 40 };

typedef struct points {
  double at[2 * MOST + 2][2];
  int count;
} points;

static double storage[2][2048];

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

/* Mostly enough corners for two polygons to be large. */
static int draw_count(void) {
  return below(3) ? 21 + below(MOST - 20) : 3 + below(20);
}

/* ---- Outlines ------------------------------------------------------------------------- */

static void ellipse(points *p, double height) {
  double angle[MOST], turn = uniform(-4, 4);
  int i, regular = below(2), turned = below(2);
  p->count = draw_count();
  for (i = 0; i < p->count; i++)
    angle[i] = regular ? 6.283185307179586 * i / p->count : uniform(0, 6.283);
  qsort(angle, (size_t)p->count, sizeof angle[0], ascending);
  for (i = 0; i < p->count; i++) {
    double x = cos(angle[i]), y = height * sin(angle[i]);
    p->at[i][0] = turned ? cos(turn) * x - sin(turn) * y : x;
    p->at[i][1] = turned ? sin(turn) * x + cos(turn) * y : y;
  }
}

/* One side is a straight edge; `height` is a power of two and keeps the bits. */
static void parabola(points *p, double height, int even) {
  double x = -1;
  int i;
  p->count = draw_count();
  for (i = 0; i < p->count; i++) {
    x += even ? 0.0625 : uniform(0, 0.125);
    p->at[i][0] = x;
    p->at[i][1] = height * x * x;
  }
}

/* A triangle with one corner replaced by a few, as near to each other as `size`, so that twice
 * the precision hardly tells them apart. Not more than NEIGHBOURS in plane_measure.c. */
static void cluster(points *p, double size) {
  double angle[8];
  int i, few = 2 + below(7);
  for (i = 0; i < few; i++) angle[i] = uniform(3.15, 4.7);
  qsort(angle, (size_t)few, sizeof angle[0], ascending);
  for (i = 0; i < few; i++) {
    p->at[i][0] = size * (1 + cos(angle[i]));
    p->at[i][1] = size * (1 + sin(angle[i]));
  }
  p->at[few][0] = p->at[few + 1][1] = 1;
  p->at[few][1] = uniform(0, 0.2);
  p->at[few + 1][0] = uniform(0, 0.2);
  p->count = few + 2;
}

static int by_coordinates(const void *a, const void *b) {
  const double *p = (const double *)a, *q = (const double *)b;
  return p[0] != q[0] ? ascending(p, q) : ascending(p + 1, q + 1);
}

static int turns_left(const double *a, const double *b, const double *c) {
  return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]) > 0;
}

/* The hull of whole points in a disk, or in half of one, which has a long edge. Of small disks
 * many have the same edges. */
static void lattice(points *p) {
  double given[100][2];
  int i, side, count = 0, half = below(2), radius = 2 + below(30), most = 8 + below(92);
  for (i = 0; i < most; i++) {
    double t = uniform(0, 6.283), r = radius * (below(4) ? 1 : uniform(0, 1));
    given[i][0] = floor(r * cos(t));
    given[i][1] = half ? floor(fabs(r * sin(t))) : floor(r * sin(t));
  }
  qsort(given, (size_t)most, sizeof given[0], by_coordinates);
  for (side = 0; side < 2; side++) {
    int start = count;
    for (i = 0; i < most; i++) {
      const double *q = given[side ? most - 1 - i : i];
      while (count >= start + 2 && !turns_left(p->at[count - 2], p->at[count - 1], q)) count--;
      if (count - start < MOST) memcpy(p->at[count++], q, sizeof p->at[0]);
    }
    count--;
  }
  p->count = count;
}

/* ---- Where they stand ----------------------------------------------------------------- */

/* A pose that keeps whole numbers whole, or any. */
static collide_pose draw_pose(int whole) {
  collide_pose pose = collide_identity_pose();
  if (below(3) == 0) pose.scale[0] = -1;
  if (below(3) == 0) pose.scale[1] = -1;
  if (!whole && below(3) == 0) pose.angle = uniform(-4, 4);
  if (!whole && below(3) == 0) pose.scale[0] = pose.scale[1] = ldexp(uniform(1, 2), below(20) - 10);
  return pose;
}

static int make(collide_shape *s, int which, const points *p, collide_pose pose,
                const double position[2]) {
  collide_source source;
  int corner;
  memcpy(pose.position, position, 2 * sizeof position[0]);
  return collide_make_polygon(s, &source, p->at[0], p->count, storage[which], &corner) ==
             COLLIDE_OK &&
         collide_set_pose(s, &source, &pose) == COLLIDE_OK;
}

/* Where b has to be moved for a corner of it to lie on an edge or corner of a; or somewhere. */
static void draw_place(const collide_shape *a, const collide_shape *b, int whole, double to[2]) {
  const collide_corner *p = outline_stored(a), *q = outline_stored(b);
  int i = below(a->of.outline.count), j = below(b->of.outline.count), axis;
  int next = (i + 1) % a->of.outline.count, how = below(5);
  double share = below(3) ? 0 : whole ? 0.5 : uniform(0, 1);
  for (axis = 0; axis < 2; axis++) {
    double x = p[i].point[axis], y = p[next].point[axis];
    double size = a->of.outline.high[axis] - a->of.outline.low[axis];
    to[axis] = x + share * (y - x) - q[j].point[axis];
    if (how == 0) to[axis] = size * uniform(-2, 2);
    if (how == 1) to[axis] = size * ldexp(uniform(-1, 1), -below(60));
    if (how == 2) to[axis] = 0;
    if (whole) to[axis] = floor(to[axis]);
  }
  if (!whole && below(2))
    for (axis = 0; axis < 2; axis++) to[axis] = nudged(to[axis], 3);
}

static void place_both(pair_case *c, const points *p, const points *q, int whole) {
  static const points small = {{{0, 0}, {3, 0}, {3, 2}, {1, 2}}, 4};
  static const double origin[2] = {0, 0};
  collide_pose a = draw_pose(whole), b = below(2) ? a : draw_pose(whole);
  double at[2] = {0, 0}, to[2], far = below(4) ? 0 : ldexp(uniform(-1, 1), below(40));
  if (whole) far = floor(far);
  at[0] = far;
  at[1] = below(2) ? far : -far;
  if (!make(&c->a, 0, p, a, at)) make(&c->a, 0, &small, collide_identity_pose(), origin);
  if (!make(&c->b, 1, q, b, at)) make(&c->b, 1, &small, collide_identity_pose(), origin);
  draw_place(&c->a, &c->b, whole, to);
  at[0] += to[0];
  at[1] += to[1];
  if (!make(&c->b, 1, q, b, at)) make(&c->b, 1, &small, collide_identity_pose(), origin);
}

void round_polygons(pair_case *c) {
  points p, q;
  ellipse(&p, below(2) ? 1 : uniform(0.1, 1));
  if (below(4))
    ellipse(&q, below(2) ? 1 : uniform(0.1, 1));
  else
    q = p;
  place_both(c, &p, &q, 0);
}

void lattice_polygons(pair_case *c) {
  points p, q;
  lattice(&p);
  if (below(2))
    lattice(&q);
  else
    q = p;
  place_both(c, &p, &q, 1);
}

static int longest_edge(const points *p) {
  int i, longest = 0;
  double most = 0;
  for (i = 0; i < p->count; i++) {
    const double *from = p->at[i], *to = p->at[(i + 1) % p->count];
    double x = to[0] - from[0], y = to[1] - from[1], square = x * x + y * y;
    if (square > most) longest = i;
    if (square > most) most = square;
  }
  return longest;
}

/* A polygon and the same, turned by half a turn, or a part of it: an edge of one faces one of the
 * other, apart or not, and to the side of it by fourths of its length. */
void facing_polygons(pair_case *c) {
  points p, q;
  collide_pose pose = collide_identity_pose();
  static const double origin[2] = {0, 0};
  double at[2], e[2], aside = below(13) - 6, apart = below(6) - 1;
  int i, k, axis;
  do
    if (below(2))
      lattice(&p);
    else
      parabola(&p, ldexp(1, -below(30)), 1);
  while (p.count < 3);
  for (i = 0; i < p.count; i++)
    for (axis = 0; axis < 2; axis++) p.at[i][axis] *= 4;
  i = below(4) ? longest_edge(&p) : below(p.count);
  q = p;
  k = below(q.count);
  if (below(2) && q.count > 4 && k != i && k != (i + 1) % q.count) { /* without corner k */
    memmove(q.at[k], q.at[k + 1], (size_t)(q.count - k - 1) * sizeof q.at[0]);
    q.count--;
  }
  for (axis = 0; axis < 2; axis++) {
    e[axis] = (p.at[(i + 1) % p.count][axis] - p.at[i][axis]) / 4;
    at[axis] = p.at[i][axis] + p.at[(i + 1) % p.count][axis] + e[axis] * aside;
  }
  at[0] += e[1] * apart;
  at[1] -= e[0] * apart;
  pose.scale[0] = pose.scale[1] = -1;
  make(&c->a, 0, &p, collide_identity_pose(), origin);
  make(&c->b, 1, &q, pose, at);
}

void needle_polygons(pair_case *c) {
  points p, q;
  double height = ldexp(1, -below(below(2) ? 60 : 120));
  if (below(2))
    parabola(&p, height, below(2));
  else
    ellipse(&p, height);
  if (below(3) == 0)
    ellipse(&q, height);
  else if (below(2))
    parabola(&q, height, below(2));
  else
    q = p;
  place_both(c, &p, &q, 0);
}

void clustered_polygons(pair_case *c) {
  points p, q;
  double size = ldexp(1, -20 - below(100));
  cluster(&p, size);
  if (below(2))
    cluster(&q, size);
  else
    ellipse(&q, 1);
  place_both(c, &p, &q, 0);
}
