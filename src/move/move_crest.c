/* SPDX-License-Identifier: MIT
 *
 * Over the top of a slope, and onto its foot.
 *
 * What walks up a slope and comes to its top would go on as the slope led it, into the air, and
 * pass over what stands behind the top. So a leg that rises into the air is cut as soon as the
 * slope does not hold it up any more: where the level way on is free of ground that is no steeper
 * than that. The way is the freer the higher the place is, so bisection finds it; but as a rule it
 * is where the leg comes through the plane of the ground behind the top.
 */
#include "move.h"

#include <string.h>

enum { MOST_LOOKS = 12 };

/* What is nearer to one another on a leg, as part of it, is taken for the same place. */
#define CREST_NEAR 0.0009765625 /* 2^-10 */

/* So much further than where the leg comes through the plane of the ground is looked first:
 * rounding mostly takes less. */
#define CREST_PAST 1.4210854715202004e-14 /* 2^-46 */

/* What rounding may take from normal . up of the same slope. */
#define SAME_SLOPE 1e-9

/* A way up a slope leads away from it by this part of its length: the normal is off by less. */
#define SLOPE_BIAS 3.5527136788005009e-15 /* 2^-48 */

typedef struct crest {
  move_state *m;
  const double *d;
  double from[3];   /* where the leg begins */
  double level[3];  /* the level part of the wish */
  double slope[3];  /* its normal */
  double steep;     /* normal . up of the slope */
  double low, high; /* where it is known to be held up, and where to be free */
} crest;

static void go_to(const crest *c, double t) {
  ci_move_return(c->m, c->from);
  (void)ci_move_go(c->m, c->d, t, NULL);
}

/* How far ground with this normal leads up along a level way. */
static double find_rise(const crest *c, const double normal[3], const double way[3]) {
  return -move_dot(normal, way) / move_dot(normal, c->m->up);
}

/* Is that another slope, steeper than this one and along the way that leads to it, too? A way over
 * what is convex, and round where the two touch (a ball on an edge), leads up less and less, though
 * the normal may lean more and more, where the edge is crossed at an angle. */
static int is_steeper(const crest *c, const double normal[3], double t, const double rest[3],
                      double s) {
  double way[3], up;
  int i;
  if (!(move_dot(normal, c->m->up) < c->steep)) return 0;
  for (i = 0; i < 3; i++) way[i] = t * c->d[i] + s * rest[i];
  up = move_dot(way, c->m->up);
  for (i = 0; i < 3; i++) way[i] -= up * c->m->up[i];
  return find_rise(c, normal, way) - find_rise(c, c->slope, way) > SAME_SLOPE * move_length(way);
}

/* Is the level way on free of the slope, from t d? */
static int is_free(const crest *c, double t) {
  int64_t before = move_look_begin(c->m);
  collide_target_sweep met;
  double rest[3];
  int i, is_met;
  go_to(c, t);
  for (i = 0; i < 3; i++) rest[i] = c->level[i] * (1 - t);
  is_met = ci_move_cast_through(c->m, rest, &met);
  move_look_end(c->m, before);
  return !is_met || !ci_move_is_walkable(c->m, met.hit.normal) ||
         is_steeper(c, met.hit.normal, t, rest, met.hit.t);
}

/* Where it is above ground at t, within reach of `snap`: where on the leg it would be on the plane
 * of that ground, else -1. */
static double look_down(const crest *c, double t) {
  double near = ci_move_standing(c->m), up = move_dot(c->d, c->m->up), gap, far, at;
  collide_target_sweep met;
  far = c->m->options->snap + near + t * up;
  go_to(c, t);
  if (!ci_move_find_ground(c->m, far, &met)) return -1;
  gap = met.hit.t * far;
  if (gap <= near) return -1;
  at = t - gap * move_dot(c->m->up, met.hit.normal) / move_dot(c->d, met.hit.normal);
  return at > 0 && at < t ? at : 0;
}

/* The least normal . up that the slope may have: that of the ground where the leg begins, which at
 * a corner may be any of those that meet there, and that of a slope which the leg goes straight up.
 */
static double find_steep(const crest *c, const double ground[3]) {
  double rise = move_dot(c->d, c->m->up) / move_length(c->d), facing = move_dot(ground, c->m->up);
  double straight = rise < 1 ? sqrt(1 - rise * rise) : 0;
  return (straight < facing ? straight : facing) - SAME_SLOPE;
}

double ci_move_crest(move_state *m, const double d[3], double t, const double wish[3]) {
  double near = ci_move_standing(m), down = move_dot(wish, m->up), guess;
  collide_target_sweep slope;
  crest c;
  int i;
  if (!(t * move_dot(d, m->up) > near)) return 0;
  c.m = m;
  c.d = d;
  memcpy(c.from, m->position, sizeof c.from);
  for (i = 0; i < 3; i++) c.level[i] = wish[i] - down * m->up[i];
  c.low = 0;
  c.high = t;
  guess = look_down(&c, t);
  ci_move_return(m, c.from);
  if (guess < 0 || !ci_move_find_ground(m, near, &slope)) return 0;
  memcpy(c.slope, slope.hit.normal, sizeof c.slope);
  c.steep = find_steep(&c, c.slope);
  guess += CREST_PAST;
  for (i = 0; i < MOST_LOOKS && c.high - c.low > CREST_NEAR; i++) {
    double at = i == 0 ? guess : c.low + 0.5 * (c.high - c.low);
    if (i == 1 && c.high == guess) at = guess - CREST_NEAR;
    if (i == 1 && c.low == guess) at = guess + 0.5 * CREST_NEAR;
    if (!(at > c.low) || !(at < c.high)) at = c.low + 0.5 * (c.high - c.low);
    if (is_free(&c, at))
      c.high = at;
    else
      c.low = at;
  }
  go_to(&c, c.high);
  return c.high;
}

/* ---- The foot ------------------------------------------------------------------------------ */

/* Does a way d, from a place that is higher by `lift`, lead into the wall by more than rounding? A
 * gap up to the noise is rounding: along a way nearly parallel to the wall such a gap is a long
 * way. A wall that leans gives way by 2 * lift * (wall . up) at most. */
static int leads_into(const move_state *m, const double d[3], double t, const double wall[3],
                      double lift) {
  double given = 2 * lift * fabs(move_dot(wall, m->up)) + ci_move_noise(m);
  return -t * move_dot(d, wall) > given;
}

/* Does the level way on from there lead past the wall: until it meets something, or up the slope
 * that it meets? The slope may be the one that the shape already walks on, beside the wall. */
static int leads_on(move_state *m, const double level[3], const double wall[3], double lift,
                    const move_met *met) {
  double d[3];
  move_met next;
  int i;
  if (leads_into(m, level, met->list[0].hit.t, wall, lift)) return 1;
  for (i = 0; i < met->count; i++)
    if (!ci_move_is_walkable(m, met->list[i].hit.normal)) return 0;
  ci_move_along(m, level, met->list[0].hit.normal, SLOPE_BIAS, d);
  return leads_into(m, d, ci_move_cast(m, d, &next) ? next.list[0].hit.t : 1, wall, lift);
}

/* Where the corner of a shape meets that of a slope, whose other side is a wall, the cast tells the
 * wall, which is the most against the way; and where two floors lie beside one another, of which
 * one is higher by rounding, there is such a wall, too. A place that is higher by what places may
 * be off by, of what is curved 2^-40 of the size, tells what is above the corner. What falls past
 * such a corner does not go on level. */
int ci_move_lift(move_state *m, const double wish[3], const double wall[3], double level[3],
                 collide_target_sweep *ground) {
  double from[3], way[3], up = move_dot(wish, m->up), rise = ci_move_rise(m, wish);
  double lift = ldexp(ci_move_noise(m), m->meets_curved ? 4 : -4);
  move_met met;
  int i;
  if (rise > 0) return 0;
  memcpy(from, m->position, sizeof from);
  for (i = 0; i < 3; i++) {
    way[i] = lift * m->up[i];
    level[i] = wish[i] - up * m->up[i];
  }
  if (!(move_dot(level, wall) < 0)) return 0;
  if (rise < 0 && !ci_move_find_ground(m, ci_move_standing(m), ground)) return 0;
  if (!(ci_move_go(m, way, 1, NULL) > 0)) return 0;
  if (!ci_move_cast(m, level, &met) || leads_on(m, level, wall, lift, &met)) return 1;
  ci_move_return(m, from);
  return 0;
}
