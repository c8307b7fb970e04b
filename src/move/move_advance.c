/* SPDX-License-Identifier: MIT
 *
 * Advances a body along a leg to a valid position: at a clearance from the obstacle at its end, or
 * near the contact.
 */
#include "move.h"

#include <string.h>

#include "../number/twofold.h"
#include "../solid/axis_separation.h"

/* The longest escape that is tried. The last step of try_near is this many times the first. */
#define LONGEST_OUT 32.0
/* Three normals with a smaller volume count as coplanar. */
#define LEAST_VOLUME 9.765625e-4

enum { PLACES_BETWEEN = 128, PUSHES_BETWEEN = 4 };

/* An attempt to move. m->places has two copies of the body; the one not in use takes the position
 * to try. */
typedef struct trial {
  move_state *m;
  move_leg along;
  double clearance; /* the distance that is kept from the obstacles at the end of the leg, or 0 */
  int is_beside;    /* the leg goes to the contact, and from there the clearance away from it */
  int normal_count; /* the number of normals */
  double normals[3][3]; /* normals of obstacles that the body overlapped */
  collide_push push;    /* the push out of the overlap at the last position */
} trial;

/* Records the normal of an obstacle, unless it is close to a known one. */
static void record_normal(trial *w, const double n[3]) {
  int i;
  if (w->normal_count == w->m->dimensions) return;
  for (i = 0; i < w->normal_count; i++)
    if (vector_dot(w->normals[i], n) > 0.9375) return;
  memcpy(w->normals[w->normal_count++], n, sizeof *w->normals);
}

static int try_place(trial *w, const double to[3]) {
  move_state *m = w->m;
  move_shape *there = &m->places[1 - m->now];
  collide_meeting met;
  if (!ci_move_set_position(there, to)) return 0;
  if (MOVE_CHECKS && ci_move_find_contact(m, MOVE_FILTER_PLACE, &there->body, &w->along, &met)) {
    record_normal(w, met.push.normal);
    w->push = met.push;
    return 0;
  }
  m->now = 1 - m->now;
  memcpy(m->position, to, sizeof m->position);
  return 1;
}

/* Finds the vector whose dot product with each of the three normals is 1. Returns 0 if the normals
 * are nearly coplanar, or if the vector is longer than LONGEST_OUT. */
static int find_corner(const trial *w, double out[3]) {
  const double *p = w->normals[0], *q = w->normals[1], *r = w->normals[2];
  double qr[3], rp[3], pq[3], volume;
  int i;
  vector_cross(q, r, qr);
  vector_cross(r, p, rp);
  vector_cross(p, q, pq);
  volume = vector_dot(p, qr);
  if (fabs(volume) < LEAST_VOLUME) return 0;
  for (i = 0; i < 3; i++) out[i] = (qr[i] + rp[i] + pq[i]) / volume;
  return move_length(out) <= LONGEST_OUT;
}

/* Finds a vector that leads out of each recorded obstacle by at least 1. It follows one normal, two
 * normals, or leads out of a corner. Returns 0 if it is longer than LONGEST_OUT. For two normals
 * its length is the square root of 2 / sum. */
static int find_escape(const trial *w, double out[3]) {
  double scale, sum;
  int i;
  if (w->normal_count == 0) return 0;
  memcpy(out, w->normals[0], sizeof *w->normals);
  if (w->normal_count == 1) return 1;
  if (w->normal_count == 3 && find_corner(w, out)) return 1;
  sum = 1 + vector_dot(w->normals[0], w->normals[1]);
  if (sum < 2 / (LONGEST_OUT * LONGEST_OUT)) return 0;
  scale = 1 / sum;
  for (i = 0; i < 3; i++) out[i] = (w->normals[0][i] + w->normals[1][i]) * scale;
  return 1;
}

static int try_offset(trial *w, const double q[3], double s, const double direction[3]) {
  double to[3];
  int i;
  for (i = 0; i < 3; i++) to[i] = q[i] + s * direction[i];
  return try_place(w, to);
}

/* Returns 1 if the rounding of q = p + t d leads into the obstacle at the end of the leg. Then the
 * body usually overlaps the obstacle at q, and the next position is free. So q is tried last. This
 * is a guess, because t has an error of its own. A wrong guess costs queries and changes nothing
 * else.
 */
static int ends_inward(const move_leg *along, const double p[3]) {
  double depth = 0, unsure = 0;
  int i;
  if (along->normal == NULL) return 0;
  for (i = 0; i < 3; i++) {
    twofold product = two_product(along->t, along->d[i]), sum = two_sum(p[i], product.hi);
    depth += along->normal[i] * (sum.lo + product.lo);
    unsure += fabs(product.hi);
  }
  return depth > unsure * DBL_EPSILON;
}

/* Pushes the body out of its overlaps, up to PUSHES_BETWEEN times and up to `most` away from q.
 * Each push is at least 2^-53 of the size. */
static int try_pushed(trial *w, const double q[3], double size, double most) {
  double to[3], off[3], least = ldexp(size, -53);
  int i, k;
  memcpy(to, q, sizeof to);
  for (k = 0; k < PUSHES_BETWEEN; k++) {
    double depth;
    if (try_place(w, to)) return 1;
    depth = w->push.depth > least ? w->push.depth : least;
    for (i = 0; i < 3; i++) {
      to[i] += w->push.normal[i] * depth;
      off[i] = to[i] - q[i];
    }
    if (!(move_length(off) <= most)) return 0;
  }
  return 0;
}

/* In a gap as wide as the body, few positions are free, and rounding decides which. Tries positions
 * back along the leg, in steps of 2^-53 of the size, up to 2^-46. */
static int try_between(trial *w, const double q[3], const double back[3], double size) {
  int k;
  for (k = 3; k <= PLACES_BETWEEN && !move_is_exhausted(w->m); k++)
    if (try_offset(w, q, ldexp(size, -53) * k, back)) return 1;
  return 0;
}

/* The least cosine between the leg and the normal. Below it the step back along the leg is too
 * long.
 */
#define LEAST_FACING 0.0625

/* Stops short of the contact at q, at the clearance from its plane. If the angle is flat or the leg
 * is short, the body ends beside q, at the clearance along the normal. */
static int keep_clearance(trial *w, const double q[3], const double back[3], double leg_length) {
  double facing = vector_dot(w->along.normal, back), out[3], beside[3];
  double far = facing > LEAST_FACING ? w->clearance / facing : HUGE_VAL;
  int i;
  if (far < leg_length && try_offset(w, q, far, back)) return 1;
  record_normal(w, w->along.normal);
  for (i = 0; i < 3; i++) beside[i] = q[i] + w->clearance * w->along.normal[i];
  w->is_beside = 1;
  if (w->normal_count == 1 && try_place(w, beside)) return 1;
  if (w->normal_count > 1 && find_escape(w, out) && try_offset(w, q, w->clearance, out)) return 1;
  w->is_beside = 0;
  return 0;
}

/* The first step of try_near. Where a rim meets an edge, the quick time and depth disagree by up to
 * 2^-32 of the size. */
static double get_first_step(const trial *w, double size) {
  if (w->m->meets_curved) return 0.25 * ci_move_find_clearance(w->m, size, 1);
  return w->clearance > 0 ? w->clearance : ldexp(size, -53);
}

/* Tries positions near q, at 1, 2, 4, 8, 16 and 32 times the first step. Each step leads back along
 * the leg, or out of the obstacles. At a slope parallel to the leg, only a step out of the
 * obstacles helps. No step out is longer than the last step back. */
static int try_near(trial *w, const double delta[3], double size) {
  const double *p = w->m->position;
  const double *d = w->along.d;
  double length = move_length(d), leg_length = move_length(delta), q[3], back[3], out[3];
  double first = get_first_step(w, size);
  int k, i, defers_contact = ends_inward(&w->along, p);
  for (i = 0; i < 3; i++) {
    q[i] = p[i] + w->along.t * d[i];
    back[i] = length > 0 ? -(d[i] / length) : 0;
  }
  if (w->clearance > 0) {
    if (keep_clearance(w, q, back, leg_length)) return 1;
    defers_contact = 1;
  } else if (defers_contact) {
    record_normal(w, w->along.normal);
  } else if (try_place(w, q)) {
    return 1;
  }
  for (k = 0; k < MOVE_STEPS && !move_is_exhausted(w->m); k++) {
    double s = ldexp(first, k);
    if (s < leg_length && try_offset(w, q, s, back)) return 1;
    if (!find_escape(w, out) || s * move_length(out) > ldexp(first, MOVE_STEPS - 1)) continue;
    if (try_offset(w, q, s, out)) return 1;
  }
  if (defers_contact && try_place(w, q)) return 1;
  if (MOVE_STEPS > 0 && w->normal_count > 0 && try_pushed(w, q, size, ci_move_get_tolerance(w->m)))
    return 1;
  return w->normal_count > 1 && try_between(w, q, back, size);
}

/* ---- The end of a leg ------------------------------------------------------------------------ */

/* Returns 1 if the normal is along an axis, to within 2^-40. */
static int is_axis(const double n[3]) {
  const double least = 9.0949470177292824e-13;
  return (fabs(n[0]) > least) + (fabs(n[1]) > least) + (fabs(n[2]) > least) == 1;
}

static int is_aligned(const collide_shape *s) {
  axis_core core;
  if (shape_core(s) == COLLIDE_HULL || s->kind == COLLIDE_CYLINDER || s->kind == COLLIDE_CONE)
    return 0;
  return ci_axis_core(s, &core);
}

/* Returns 1 where the body may end in exact contact, because that costs no more than a clearance.
 * This holds in the plane. In space it holds for balls, capsules, boxes and triangles that are not
 * turned and meet along an axis (solid/axis_separation.h). */
static int has_exact_contact(const move_state *m, const collide_target_sweep *met) {
  int i, count = ci_move_count_shapes(&met->at);
  cell_shape room;
  if (m->dimensions == 2) return 1;
  if (!is_axis(met->hit.normal) || !is_aligned(move_part_of(move_here(m), met))) return 0;
  for (i = 0; i < count; i++)
    if (!is_aligned(ci_move_get_shape(&met->at, i, &room))) return 0;
  return 1;
}

/* The distance to keep from an obstacle, or 0. */
static double get_clearance(const move_state *m, const collide_target_sweep *met, double size) {
  if (met == NULL || has_exact_contact(m, met)) return 0;
  return ci_move_find_clearance(m, size, m->meets_curved);
}

/* Returns 1 if the body is already near its clearance from the obstacle, before the leg. */
static int is_at_clearance(const trial *w, const double delta[3]) {
  return w->clearance > 0 && move_length(delta) <= 2 * w->clearance &&
         -vector_dot(delta, w->along.normal) >= 0.5 * w->clearance;
}

double ci_move_advance(move_state *m, const double d[3], double t,
                       const collide_target_sweep *met) {
  double from[3], delta[3], size;
  trial w;
  int i;
  memset(&w, 0, sizeof w);
  w.m = m;
  w.along.d = d;
  w.along.t = t;
  w.along.normal = met == NULL ? NULL : met->hit.normal;
  w.along.candidates = ci_move_get_candidates(m, d, t);
  memcpy(from, m->position, sizeof from);
  for (i = 0; i < 3; i++) delta[i] = t * d[i];
  size = ci_move_get_size(m, delta);
  w.clearance = get_clearance(m, met, size);
  if (w.clearance == 0 ? move_is_zero(delta) : is_at_clearance(&w, delta)) return 0;
  if (!try_near(&w, delta, size)) return -1;
  if (size > m->largest) m->largest = size;
#ifdef MOVE_TRACE
  for (i = 0; i < 3; i++) delta[i] = w.is_beside ? from[i] + delta[i] : m->position[i];
  MOVE_TRACE(from, delta);
  if (w.is_beside) MOVE_TRACE(delta, m->position);
#endif
  for (i = 0; i < 3; i++) delta[i] = m->position[i] - from[i];
  return move_length(delta);
}
