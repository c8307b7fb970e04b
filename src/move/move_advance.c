/* SPDX-License-Identifier: MIT
 *
 * The end of a leg, and the end of the move.
 *
 * A leg ends at a clearance from its obstacle, or in contact. The position is rounded. So the body
 * may enter the obstacle by a little, and legs that follow may enter their contacts by as much as
 * their slack. At the end of the move the body is pushed out again.
 */
#include "move.h"

#include <string.h>

#include "../narrow/space/separation.h"

/* The least cosine between the leg and the normal. Below it the step back along the leg is too
 * long. */
#define LEAST_FACING 0.0625

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
 * turned and meet along an axis (narrow/space/separation.h). */
static int has_exact_contact(const move_state *m, const collide_target_sweep *met) {
  int i, count = ci_move_count_shapes(&met->at);
  cell_shape room;
  if (m->dimensions == 2) return 1;
  if (!is_axis(met->hit.normal) || !is_aligned(move_part_of(move_here(m), met))) return 0;
  for (i = 0; i < count; i++)
    if (!is_aligned(ci_move_get_shape(&met->at, i, &room))) return 0;
  return 1;
}

/* The longest step beside a contact, as a multiple of the clearance. */
#define MOST_BESIDE 16.0

/* Moves q away from an obstacle by the clearance, and not into the contacts of the body. */
static void step_beside(const move_state *m, const double normal[3], double clearance,
                        double q[3]) {
  double away[3], permitted[3], square;
  move_rule rule;
  vector_scale(clearance, normal, away);
  rule = ci_move_rule(m, away);
  rule.walks = 0;
  rule.per_length = 0;
  ci_move_choose(&rule, &m->contacts, away, permitted);
  square = vector_dot(permitted, permitted);
  if (!(square * MOST_BESIDE > clearance * clearance)) return;
  vector_add(q, clearance * clearance / square, permitted);
}

/* Moves q, at the contact, to a clearance from the obstacle: back along the leg, or beside the
 * contact if the angle is flat or the leg is short. */
static void keep_clearance(const move_state *m, const double delta[3], const double normal[3],
                           double clearance, double q[3]) {
  double length = move_length(delta), facing = length > 0 ? -vector_dot(normal, delta) / length : 0;
  if (facing > LEAST_FACING && clearance / facing < length)
    vector_add(q, -(clearance / facing / length), delta);
  else
    step_beside(m, normal, clearance, q);
}

void ci_move_advance(move_state *m, const double d[3], double t, const collide_target_sweep *met) {
  const mesh_candidates *path = ci_move_get_candidates(m, d, t);
  double from[3], delta[3], q[3], size;
  int i;
  memcpy(from, m->position, sizeof from);
  for (i = 0; i < 3; i++) {
    delta[i] = t * d[i];
    q[i] = from[i] + delta[i];
  }
  size = ci_move_get_size(m, delta);
  if (met != NULL && !has_exact_contact(m, met))
    keep_clearance(m, delta, met->hit.normal, ci_move_find_clearance(m, size, m->meets_curved), q);
  ci_move_put(m, q);
  m->path = path;
  m->path_t = t;
  if (size > m->largest) m->largest = size;
#ifdef MOVE_TRACE
  MOVE_TRACE(from, m->position);
#endif
}

/* ---- Pushes -----------------------------------------------------------------------------------
 */

/* The normals of obstacles that the body has entered. */
typedef struct escape {
  int count;
  double normals[3][3];
} escape;

/* The longest escape. */
#define LONGEST 32.0
/* Three normals with a smaller volume count as coplanar. */
#define LEAST_VOLUME 9.765625e-4

/* Records a normal, unless it is close to a known one. The oldest one makes room. */
static void record_normal(escape *e, int dimensions, const double n[3]) {
  int i;
  for (i = 0; i < e->count; i++)
    if (vector_dot(e->normals[i], n) > 0.9375) return;
  if (e->count == dimensions) {
    memmove(e->normals[0], e->normals[1], (size_t)(dimensions - 1) * sizeof *e->normals);
    e->count--;
  }
  memcpy(e->normals[e->count++], n, sizeof *e->normals);
}

/* Finds the vector whose dot product with each of the three normals is 1. Returns 0 if the normals
 * are nearly coplanar, or if the vector is too long. */
static int find_corner(const escape *e, double out[3]) {
  const double *p = e->normals[0], *q = e->normals[1], *r = e->normals[2];
  double qr[3], rp[3], pq[3], volume;
  int i;
  vector_cross(q, r, qr);
  vector_cross(r, p, rp);
  vector_cross(p, q, pq);
  volume = vector_dot(p, qr);
  if (fabs(volume) < LEAST_VOLUME) return 0;
  for (i = 0; i < 3; i++) out[i] = (qr[i] + rp[i] + pq[i]) / volume;
  return vector_length(out) <= LONGEST;
}

/* Finds a vector that leads out of each recorded obstacle by at least 1. If there is none that is
 * short, it leads out of the last one. For two normals its length is the square root of 2 / sum. */
static void find_escape(const escape *e, double out[3]) {
  const double *last = e->normals[e->count - 1];
  double sum;
  int i;
  memcpy(out, last, 3 * sizeof *out);
  if (e->count == 1 || (e->count == 3 && find_corner(e, out))) return;
  memcpy(out, last, 3 * sizeof *out);
  sum = 1 + vector_dot(e->normals[e->count - 2], last);
  if (sum < 2 / (LONGEST * LONGEST)) return;
  for (i = 0; i < 3; i++) out[i] = (e->normals[e->count - 2][i] + last[i]) / sum;
}

/* The least push out of a place that the body overlaps, whether another place covers the face there
 * or not. `contact` would not push across covered faces, and so may push far. */
static void find_push(const move_state *m, const collide_meeting *met, collide_push *push) {
  const move_body *here = move_here(m);
  int i, k, parts = move_parts(here), shapes = ci_move_count_shapes(&met->at);
  *push = met->push;
  for (i = 0; i < parts; i++)
    for (k = 0; k < shapes; k++) {
      cell_shape room;
      move_contact c;
      c.tolerance = 0;
      if (!ci_move_find_normals(move_part(here, i), ci_move_get_shape(&met->at, k, &room),
                                met->push.normal, m->rounding, &c) ||
          !(-c.separation < push->depth))
        continue;
      push->depth = c.separation < 0 ? -c.separation : 0;
      memcpy(push->normal, c.nearest, sizeof push->normal);
    }
}

/* In a gap as wide as the body few positions are free, and rounding decides which. Tries the
 * positions that differ by up to two units in the last place along each axis. Returns 1 if the body
 * is free. */
static int try_beside(move_state *m, double size) {
  double from[3], to[3], unit = ldexp(size, -52);
  int i, k, count = m->dimensions == 3 ? 125 : 25;
  collide_meeting met;
  memcpy(from, m->position, sizeof from);
  for (i = 0; i < count && !move_is_exhausted(m); i++) {
    int digits = i;
    memcpy(to, from, sizeof to);
    for (k = 0; k < m->dimensions; k++) {
      to[k] += (digits % 5 - 2) * unit;
      digits /= 5;
    }
    ci_move_put(m, to);
    if (!ci_move_find_contact(m, MOVE_FILTER_PLACE, &met)) return 1;
  }
  return 0;
}

/* Pushes grow by units in the last place, because a push is rounded. */
void ci_move_settle(move_state *m, int most) {
  static const double no_displacement[3] = {0, 0, 0};
  double size = ci_move_get_size(m, no_displacement), least = HUGE_VAL;
  double best[3], to[3], out[3];
  const mesh_candidates *path = m->path;
  collide_meeting met;
  collide_push push;
  escape e;
  int i;
  e.count = 0;
  for (i = 0; ci_move_find_contact(m, MOVE_FILTER_PLACE, &met); i++) {
    find_push(m, &met, &push);
    if (push.depth < least) {
      least = push.depth;
      memcpy(best, m->position, sizeof best);
    }
    if (i == most) {
      ci_move_put(m, best);
      if (most == MOVE_PUSHES && !try_beside(m, size)) ci_move_put(m, best);
      return;
    }
    record_normal(&e, m->dimensions, push.normal);
    find_escape(&e, out);
    memcpy(to, m->position, sizeof to);
    vector_add(to, push.depth + ldexp(size, i - 54), out);
    ci_move_put(m, to);
    m->path = path;
  }
}
