/* SPDX-License-Identifier: MIT
 *
 * The penetration depth of two solids of revolution with parallel axes: two cylinders or cones, or
 * one of them and a point or a segment along its axis. Their difference is a solid of revolution
 * about a parallel axis. In the half plane of that axis and the origin it is a convex polygon. Its
 * edges are those of both outlines, so the nearest of a few lines gives the depth.
 */
#include "../../number/vector.h"
#include "epa.h"
#include "round_depth.h"

#include <string.h>

/* An outline: the points within `radius` of the axis from low to high; for a cone the triangle of
 * its base at `low` or `high` and its apex at 0. */
typedef struct outline {
  double radius, low, high;
  int is_cone;
  double side[2]; /* the normal of a cone's side: across the axis, and along it */
} outline;

/* Of one solid along a unit vector. Returns 0 if its axis is not parallel to that. */
static int put_outline(const solid_proxy *s, const double axis[3], outline *o) {
  round_solid round;
  double e[3], along, off[3], sign;
  memset(o, 0, sizeof *o);
  if (s->form == SOLID_POINTS && s->count <= 2) {
    if (s->count == 1) return 1;
    vector_minus(s->points[1], s->points[0], e);
    along = vector_dot(e, axis);
    memcpy(off, e, sizeof off);
    vector_add(off, -along, axis);
    o->low = along < 0 ? along : 0;
    o->high = along < 0 ? 0 : along;
    return vector_length(off) <= ROUND_EVEN * fabs(along);
  }
  if (!ci_round_of(s, &round)) return 0;
  along = vector_dot(round.axis, axis);
  vector_cross(round.axis, axis, off);
  if (!(vector_length(off) <= ROUND_EVEN)) return 0;
  sign = along < 0 ? -1 : 1;
  o->radius = round.radius;
  o->is_cone = !round.cylinder;
  o->low = round.cylinder || sign > 0 ? -round.height : 0;
  o->high = round.cylinder || sign < 0 ? round.height : 0;
  o->side[0] = o->is_cone ? round.cosine : 1;
  o->side[1] = o->is_cone ? sign * round.sine : 0;
  return 1;
}

/* The extent along (across, along), where across is not negative. */
static double extent_of(const outline *o, double across, double along) {
  double base = along * (along > 0 ? o->high : o->low) + across * o->radius;
  if (!o->is_cone) return base;
  base = along * (o->high > 0 ? o->high : o->low) + across * o->radius;
  return base > 0 ? base : 0;
}

/* The origin of the outline, relative to that of the pair. */
static const double *origin_of(const solid_proxy *s) {
  return s->form == SOLID_POINTS ? s->points[0] : s->at;
}

/* The difference: `centre` is on its axis. `across` and `along` lead from there to the origin. */
typedef struct difference {
  outline a, b;
  double axis[3], out[3]; /* unit vectors: the axis, and from it towards the origin */
  double across, along;
} difference;

static int put_difference(const solid_pair *p, difference *g) {
  const double *a = origin_of(&p->a), *b = origin_of(&p->b);
  round_solid round;
  double to[3], two[2][3];
  if (!ci_round_of(&p->b, &round) && !ci_round_of(&p->a, &round)) return 0;
  memcpy(g->axis, round.axis, sizeof g->axis);
  if (!put_outline(&p->a, g->axis, &g->a) || !put_outline(&p->b, g->axis, &g->b)) return 0;
  vector_minus(b, a, to);
  g->along = vector_dot(to, g->axis);
  vector_add(to, -g->along, g->axis);
  g->across = vector_length(to);
  memcpy(g->out, to, sizeof g->out);
  if (ci_vector_unit(g->out, g->out)) return 1;
  ci_vectors_across(g->axis, two); /* on the axis, where all directions are equal */
  memcpy(g->out, two[0], sizeof g->out);
  return 1;
}

/* How far the origin lies below the line of the difference with this normal. */
static void try_normal(const difference *g, double across, double along, penetration *push) {
  double depth = extent_of(&g->a, across, along) + extent_of(&g->b, across, -along) -
                 (across * g->across + along * g->along);
  int k;
  if (!(depth < push->depth)) return;
  push->depth = depth;
  for (k = 0; k < 3; k++) push->normal[k] = across * g->out[k] + along * g->axis[k];
}

int ci_parallel_depth(const solid_pair *p, penetration *push) {
  double thin = ROUND_THIN * p->size;
  difference g;
  if (!put_difference(p, &g)) return 0;
  if (!(g.a.radius + g.b.radius > thin) || !(g.a.high - g.a.low + (g.b.high - g.b.low) > thin))
    return 0;
  push->depth = HUGE_VAL;
  try_normal(&g, 0, -1, push);
  try_normal(&g, 0, 1, push);
  if (g.a.side[0] > 0) try_normal(&g, g.a.side[0], g.a.side[1], push);
  if (g.b.side[0] > 0) try_normal(&g, g.b.side[0], -g.b.side[1], push);
  if (!g.a.is_cone || !g.b.is_cone) try_normal(&g, 1, 0, push);
  push->count = 0;
  push->certain = 1;
  push->dimensions = 3;
  return push->depth > 0 && ci_vector_unit(push->normal, push->normal);
}
